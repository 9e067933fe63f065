//! The pure halves of the tools that read, write, edit and run: what is kept of a text, how it is made fit to read, and
//! what an edit makes of it.

pub mod capture;
pub mod decode;
pub mod diff;
pub mod edit;
pub mod head;
pub mod image;
pub mod line;
pub mod sanitize;
pub mod truncate;
pub mod window;
