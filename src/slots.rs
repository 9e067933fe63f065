//! What lives under a number that JavaScript holds. Every thread that loads the module has its own.

use std::cell::RefCell;

/// Places for values, used again after they are freed.
pub(crate) struct Slots<T> {
    places: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Slots<T> {
    pub(crate) const fn new() -> Self {
        Self { places: Vec::new(), free: Vec::new() }
    }

    /// Puts a value in a free place and gives its number.
    pub(crate) fn put(&mut self, value: T) -> u32 {
        if let Some(number) = self.free.pop()
            && let Some(place) = self.places.get_mut(number as usize)
        {
            *place = Some(value);
            return number;
        }
        self.places.push(Some(value));
        u32::try_from(self.places.len() - 1).unwrap_or(u32::MAX)
    }

    #[inline]
    pub(crate) fn get(&mut self, number: u32) -> Option<&mut T> {
        self.places.get_mut(number as usize)?.as_mut()
    }

    /// Takes the value out; its number is free again.
    pub(crate) fn remove(&mut self, number: u32) -> Option<T> {
        let value = self.places.get_mut(number as usize)?.take()?;
        self.free.push(number);
        Some(value)
    }

    /// The values there are.
    #[cfg(unix)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.places.iter().flatten()
    }

    /// How many places are taken.
    pub(crate) fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }
}

/// Runs `body` on the value under a number. `None` when there is none, or when it is in use further up the stack.
#[inline]
pub(crate) fn with<T, R>(
    slots: &RefCell<Slots<T>>,
    number: u32,
    body: impl FnOnce(&mut T) -> R,
) -> Option<R> {
    slots.try_borrow_mut().ok()?.get(number).map(body)
}
