//! Session: the files of one page, and the packages compiled from them.

use crate::requests::{self, Request};
use crate::world::{ParsedFile, World};
use serde_json::{Value, json};
use slip_manifest::MANIFEST;
use slip_source::FileId;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// Files of a page by path, with forward slashes, and the packages that were compiled from them.
#[derive(Debug, Default)]
pub struct Session {
    files: BTreeMap<String, Arc<str>>,
    worlds: RefCell<BTreeMap<String, Rc<World>>>,
    pub(crate) parsed: RefCell<BTreeMap<FileId, Rc<ParsedFile>>>,
}

impl Session {
    /// Returns a session without files.
    pub fn new() -> Session {
        Session::default()
    }

    /// Answers a request. The reply is `{"answer": …}`, or `{"error": "…"}` with a sentence if the request is unknown or cannot be answered.
    pub fn ask(&mut self, request: &str) -> String {
        let reply = match serde_json::from_str::<Request>(request) {
            Ok(request) => requests::answer(self, request),
            Err(error) => Err(format!("the request cannot be read: {error}")),
        };
        let reply: Value = match reply {
            Ok(answer) => json!({ "answer": answer }),
            Err(error) => json!({ "error": error }),
        };
        reply.to_string()
    }

    /// Returns the text of a file.
    ///
    /// # Errors
    /// A sentence if there is no file with this path.
    pub(crate) fn text(&self, path: &str) -> Result<&Arc<str>, String> {
        self.files.get(path).ok_or_else(|| format!("there is no file `{path}`"))
    }

    /// Returns all files, in the order of their paths.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &Arc<str>)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text))
    }

    /// Sets the text of a file, or removes the file. If the text changes, all compiled packages are discarded.
    pub(crate) fn set(&mut self, path: String, text: Option<String>) {
        let text = text.map(|text| Arc::<str>::from(slip_source::unmarked(&text).replace("\r\n", "\n")));
        if self.files.get(&path) == text.as_ref() {
            return;
        }
        self.worlds.borrow_mut().clear();
        match text {
            Some(text) => drop(self.files.insert(path, text)),
            None => drop(self.files.remove(&path)),
        }
    }

    /// True if a folder has a manifest.
    pub(crate) fn is_package(&self, folder: &str) -> bool {
        self.files.contains_key(&joined(folder, MANIFEST))
    }

    /// Returns the folder of the package that a file belongs to: the nearest folder around the file that has a manifest. Files without a
    /// package belong to the folder without a name.
    pub(crate) fn package_of(&self, path: &str) -> String {
        let mut folder = path;
        while let Some((outer, _)) = folder.rsplit_once('/') {
            if self.is_package(outer) {
                return outer.to_owned();
            }
            folder = outer;
        }
        String::new()
    }

    /// Returns a compiled package. It is compiled at the first request and kept until a text changes.
    ///
    /// # Errors
    /// A sentence if the package cannot be read.
    pub(crate) fn world(&self, folder: &str) -> Result<Rc<World>, String> {
        if let Some(world) = self.worlds.borrow().get(folder) {
            return Ok(Rc::clone(world));
        }
        let world = Rc::new(World::new(self, folder)?);
        self.worlds.borrow_mut().insert(folder.to_owned(), Rc::clone(&world));
        Ok(world)
    }
}

/// Returns the path of a file with this name in a folder.
pub(crate) fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
