//! The machine of the walk.
use super::super::diagnostic::{Code, Diagnostic};
use super::super::ignored::{FILES, Rules};
use super::super::{Document, Skill, Template};
use super::ask::{Answer, Ask, Entry, Failure, Kind, Target};
use super::folder::{Folder, Folders, Found, Id, SKILL_FILE, Stage};
use super::outcome::Outcome;

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Skills: folders with a `SKILL.md`, and the Markdown files of a root.
    Skills,
    /// Prompt templates: Markdown files, and those directly in a folder.
    Templates,
}

/// Why something was asked.
#[derive(Debug)]
enum Why {
    Root(usize),
    /// A root is a link.
    RootLink(usize, Entry),
    /// Where a root is in truth: what is under it is known by that.
    RootPlace(Id),
    Entries(Id),
    /// An ignore file, by its place among them.
    Ignore(Id, usize),
    /// A link in a folder.
    Link(Id, Entry),
    File(File),
}

/// A file that is a skill or a template.
#[derive(Debug)]
struct File {
    root: usize,
    /// The place of what it is: the names that lead to it, or to the folder whose skill it is.
    at: Vec<String>,
    entry: Entry,
    /// The folder that a skill without a name is named after.
    folder: String,
}

/// A walk over roots. See [the module](super).
#[derive(Debug)]
pub struct Walk {
    subject: Subject,
    folders: Folders,
    asked: Vec<(Ask, Why)>,
    outcomes: Vec<Outcome>,
}

impl Walk {
    /// A walk over the roots, by their numbers in the order given.
    #[must_use]
    pub fn new(subject: Subject, roots: impl IntoIterator<Item = String>) -> Self {
        let asked =
            roots.into_iter().enumerate().map(|(root, path)| (Ask::Inspect(path), Why::Root(root)));
        Self { subject, folders: Folders::default(), asked: asked.collect(), outcomes: Vec::new() }
    }

    /// What is to be found out now; nothing when the walk is over.
    #[must_use]
    pub fn asks(&self) -> impl ExactSizeIterator<Item = &Ask> {
        self.asked.iter().map(|(ask, _)| ask)
    }

    /// The answers to all asks, in their order.
    pub fn feed(&mut self, answers: impl IntoIterator<Item = Answer>) {
        for ((ask, why), answer) in std::mem::take(&mut self.asked).into_iter().zip(answers) {
            self.take(&ask, why, answer);
        }
    }

    /// What was found.
    #[must_use]
    pub fn finish(self) -> Vec<Outcome> {
        self.outcomes
    }

    fn take(&mut self, ask: &Ask, why: Why, answer: Answer) {
        match (why, answer) {
            (Why::Root(root), Answer::Entry(entry)) => match entry.kind {
                Kind::Symlink => {
                    self.ask(Ask::Follow(entry.path.clone()), Why::RootLink(root, entry));
                }
                kind => self.enter_root(root, Entry { kind, ..entry }, None),
            },
            (Why::RootLink(root, entry), Answer::Target(target)) => {
                self.enter_root(root, Entry { kind: target.kind, ..entry }, Some(target.canonical));
            }
            (Why::Root(root) | Why::RootLink(root, _), Answer::Failed(failure))
                if !failure.missing =>
            {
                self.fail(root, Vec::new(), Code::FileInfoFailed, ask, failure);
            }
            (Why::RootPlace(id), Answer::Target(target)) => {
                if let Some(folder) = self.folders.get_mut(id) {
                    folder.canonical = Some(target.canonical);
                }
            }
            (Why::Entries(id), Answer::Entries(entries)) => self.listed(id, entries),
            (Why::Entries(id), Answer::Failed(failure)) => {
                self.fail_in(id, None, Code::ListFailed, ask, failure);
            }
            (Why::Ignore(id, rank), answer) => {
                match answer {
                    Answer::Text(text) => {
                        if let Some(place) =
                            self.folders.get_mut(id).and_then(|folder| folder.texts.get_mut(rank))
                        {
                            *place = text;
                        }
                    }
                    Answer::Failed(failure) => {
                        self.fail_in(id, None, Code::ReadFailed, ask, failure);
                    }
                    _ => {}
                }
                self.arrived(id);
            }
            (Why::Link(id, entry), answer) => {
                match answer {
                    Answer::Target(target) => self.resolved(id, entry, target),
                    Answer::Failed(failure) if !failure.missing => {
                        self.fail_in(id, Some(&entry.name), Code::FileInfoFailed, ask, failure);
                    }
                    _ => {}
                }
                self.arrived(id);
            }
            (Why::File(file), Answer::Document(document)) => self.found(file, document),
            (Why::File(file), Answer::Failed(failure)) => {
                self.fail(file.root, file.at, Code::ReadFailed, ask, failure);
            }
            // An answer to another question is none.
            _ => {}
        }
    }

    fn enter_root(&mut self, root: usize, entry: Entry, canonical: Option<String>) {
        match (self.subject, entry.kind) {
            (_, Kind::Directory) => {
                let place = canonical.is_none().then(|| entry.path.clone());
                let id = self.folders.add(Folder::root(root, Vec::new(), entry, canonical));
                if let (Some(path), Subject::Skills) = (place, self.subject) {
                    self.ask(Ask::Follow(path), Why::RootPlace(id));
                }
                self.list(id);
            }
            (Subject::Templates, Kind::File) if is_markdown(&entry.name) => {
                self.read(root, Vec::new(), entry, String::new());
            }
            _ => {}
        }
    }

    fn list(&mut self, id: Id) {
        if let Some(folder) = self.folders.get(id) {
            self.ask(Ask::List(folder.path.clone()), Why::Entries(id));
        }
    }

    fn listed(&mut self, id: Id, mut entries: Vec<Entry>) {
        // What a link is followed to depends on what was walked before, and that may not depend on the file system.
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        if self.subject == Subject::Skills {
            for (rank, name) in FILES.iter().enumerate() {
                for entry in
                    entries.iter().filter(|entry| entry.name == *name && entry.kind == Kind::File)
                {
                    self.wait(id, Ask::Read(entry.path.clone()), Why::Ignore(id, rank));
                }
            }
        }
        if let Some(folder) = self.folders.get_mut(id) {
            folder.found = entries.into_iter().map(|entry| Found { entry, target: None }).collect();
        }
        match self.subject {
            Subject::Skills => self.follow(id, |name| name == SKILL_FILE),
            Subject::Templates => self.follow(id, is_markdown),
        }
        self.proceed(id);
    }

    /// Follows the links of a folder whose names are wanted. Each comes back when it is known where it leads.
    fn follow(&mut self, id: Id, wanted: fn(&str) -> bool) {
        let Some(folder) = self.folders.get_mut(id) else { return };
        let is_link =
            |found: &mut Found| found.entry.kind == Kind::Symlink && wanted(&found.entry.name);
        let links: Vec<Found> = folder.found.extract_if(.., is_link).collect();
        for Found { entry, .. } in links {
            self.wait(id, Ask::Follow(entry.path.clone()), Why::Link(id, entry));
        }
    }

    fn wait(&mut self, id: Id, ask: Ask, why: Why) {
        if let Some(folder) = self.folders.get_mut(id) {
            folder.awaited += 1;
        }
        self.ask(ask, why);
    }

    fn arrived(&mut self, id: Id) {
        if let Some(folder) = self.folders.get_mut(id) {
            folder.awaited = folder.awaited.saturating_sub(1);
        }
        self.proceed(id);
    }

    /// The next step of a folder, once nothing is awaited.
    fn proceed(&mut self, id: Id) {
        let Some(folder) = self.folders.get_mut(id) else { return };
        if folder.awaited > 0 {
            return;
        }
        match (self.subject, folder.stage) {
            (Subject::Skills, Stage::Listed) => {
                folder.rules =
                    Rules::new(folder.texts.iter().map(String::as_str), folder.parent.is_none());
                folder.stage = Stage::Following;
                if !self.is_skill(id) {
                    self.follow(id, is_visible);
                    self.proceed(id);
                }
            }
            (Subject::Skills, Stage::Following) => self.descend(id),
            (Subject::Templates, _) => {
                let (root, found) = (folder.root, std::mem::take(&mut folder.found));
                for Found { entry, .. } in found {
                    if entry.kind == Kind::File && is_markdown(&entry.name) {
                        self.read(root, vec![entry.name.clone()], entry, String::new());
                    }
                }
            }
        }
    }

    /// Whether a folder is a skill. Then nothing else in it is looked at.
    fn is_skill(&mut self, id: Id) -> bool {
        let Some(folder) = self.folders.get(id) else { return true };
        let is_it =
            |found: &&Found| found.entry.name == SKILL_FILE && found.entry.kind == Kind::File;
        let Some(found) = folder.found.iter().find(is_it) else { return false };
        if self.folders.ignores(id, SKILL_FILE, Kind::File) {
            return false;
        }
        self.read(folder.root, folder.at.clone(), found.entry.clone(), folder.name.clone());
        true
    }

    fn descend(&mut self, id: Id) {
        let Some(folder) = self.folders.get_mut(id) else { return };
        let (root, is_root, name) = (folder.root, folder.parent.is_none(), folder.name.clone());
        for Found { entry, target } in std::mem::take(&mut folder.found) {
            if !is_visible(&entry.name) || self.folders.ignores(id, &entry.name, entry.kind) {
                continue;
            }
            match entry.kind {
                Kind::Directory => {
                    if let Some(child) = self.folders.enter(id, entry, target) {
                        self.list(child);
                    }
                }
                Kind::File if is_root && is_markdown(&entry.name) => {
                    self.read(root, vec![entry.name.clone()], entry, name.clone());
                }
                Kind::File | Kind::Symlink => {}
            }
        }
    }

    fn resolved(&mut self, id: Id, entry: Entry, target: Target) {
        if let Some(folder) = self.folders.get_mut(id) {
            let entry = Entry { kind: target.kind, ..entry };
            folder.found.push(Found { entry, target: Some(target.canonical) });
        }
    }

    fn read(&mut self, root: usize, at: Vec<String>, entry: Entry, folder: String) {
        self.ask(Ask::Document(entry.path.clone()), Why::File(File { root, at, entry, folder }));
    }

    fn ask(&mut self, ask: Ask, why: Why) {
        self.asked.push((ask, why));
    }

    fn found(&mut self, file: File, document: Result<Document, String>) {
        let File { root, at, entry, folder } = file;
        let mut outcome =
            Outcome { at, root, skill: None, template: None, diagnostics: Vec::new() };
        match document {
            Err(error) => {
                outcome.diagnostics.push(Diagnostic::new(Code::ParseFailed, error, &entry.path));
            }
            Ok(mut document) => {
                let warning = document.warning.take();
                outcome.diagnostics.extend(
                    warning.map(|text| Diagnostic::new(Code::ParseFailed, text, &entry.path)),
                );
                match self.subject {
                    Subject::Skills => {
                        let (skill, diagnostics) = Skill::of(document, &entry.path, &folder);
                        outcome.skill = skill;
                        outcome.diagnostics.extend(diagnostics);
                    }
                    Subject::Templates => {
                        outcome.template = Some(Template::of(document, &entry.name));
                    }
                }
            }
        }
        self.outcomes.push(outcome);
    }

    fn fail_in(&mut self, id: Id, name: Option<&str>, code: Code, ask: &Ask, failure: Failure) {
        let Some(folder) = self.folders.get(id) else { return };
        let at = name.map_or_else(|| folder.at.clone(), |name| folder.place(name));
        self.fail(folder.root, at, code, ask, failure);
    }

    fn fail(&mut self, root: usize, at: Vec<String>, code: Code, ask: &Ask, failure: Failure) {
        let diagnostics = vec![Diagnostic::new(code, failure.message, ask.path())];
        self.outcomes.push(Outcome { at, root, skill: None, template: None, diagnostics });
    }
}

fn is_markdown(name: &str) -> bool {
    // The ending counts as it is written.
    name.as_bytes().ends_with(b".md")
}

fn is_visible(name: &str) -> bool {
    !name.starts_with('.') && name != "node_modules"
}
