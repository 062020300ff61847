//! Session: the files of one page, and the packages compiled from them.

use crate::kept_world::ParsedFile;
use crate::requests::{self, Request};
use crate::world::World;
use serde_json::json;
use slip_manifest::MANIFEST;
use slip_source::{FileId, SourceFile};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// Number of compiled packages that are kept.
const MOST_WORLDS: usize = 2;

/// Files of a page by path, with forward slashes, and the packages that were compiled from them.
#[derive(Debug, Default)]
pub struct Session {
    files: BTreeMap<String, Arc<str>>,
    /// Number that increases whenever files are added or removed, or a manifest changes.
    structure: u64,
    /// Packages that were compiled last, the newest at the end.
    worlds: RefCell<Vec<KnownWorld>>,
    parsed: RefCell<BTreeMap<FileId, Rc<ParsedFile>>>,
    progress: Option<TellProgress>,
}

/// Function that receives the progress of a long request: how much is done, and a number that depends on the request.
pub type TellProgress = fn(u32, i32);

/// Compiled package of a folder. Texts may have changed since.
#[derive(Debug)]
struct KnownWorld {
    folder: String,
    /// [`Session::structure`] at the time of the compilation.
    structure: u64,
    world: Rc<World>,
}

impl Session {
    /// Returns a session without files.
    pub fn new() -> Session {
        Session::default()
    }

    /// Sets the function that receives the progress of long requests.
    pub fn on_progress(&mut self, tell: TellProgress) {
        self.progress = Some(tell);
    }

    /// Tells the progress of a long request.
    pub(crate) fn tell_progress(&self, done: u32, at: i32) {
        if let Some(tell) = self.progress {
            tell(done, at);
        }
    }

    /// Answers a request. The reply is `{"answer": …}`, or `{"error": "…"}` with a sentence if the request is unknown or cannot be answered.
    pub fn ask(&mut self, request: &str) -> String {
        let answer = match serde_json::from_str::<Request>(request) {
            Ok(request) => requests::answer(self, request),
            Err(error) => Err(format!("the request cannot be read: {error}")),
        };
        match answer {
            Ok(answer) => format!("{{\"answer\":{answer}}}"),
            Err(error) => json!({ "error": error }).to_string(),
        }
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

    /// Sets the text of a file, or removes the file.
    pub(crate) fn set(&mut self, path: String, text: Option<String>) {
        let text = text.map(|text| Arc::<str>::from(slip_source::unmarked(&text).replace("\r\n", "\n")));
        if self.files.get(&path) == text.as_ref() {
            return;
        }
        if !path.ends_with(".slip") || text.is_none() || !self.files.contains_key(&path) {
            self.structure = self.structure.saturating_add(1);
        }
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
        if let Some(world) = self.known(folder).filter(|world| self.changed_since(world).next().is_none()) {
            return Ok(world);
        }
        // The old compilation is dropped first: both together would need twice the memory.
        self.worlds.borrow_mut().retain(|known| known.folder != folder);
        let world = Rc::new(World::new(self, folder)?);
        let mut worlds = self.worlds.borrow_mut();
        let surplus = worlds.len().saturating_add(1).saturating_sub(MOST_WORLDS);
        worlds.drain(..surplus);
        worlds.push(KnownWorld { folder: folder.to_owned(), structure: self.structure, world: Rc::clone(&world) });
        Ok(world)
    }

    /// Returns the last compilation of the package of a file, if no other file has changed since.
    pub(crate) fn world_before(&self, path: &str) -> Option<Rc<World>> {
        self.known(&self.package_of(path)).filter(|world| self.changed_since(world).all(|changed| changed == path))
    }

    fn known(&self, folder: &str) -> Option<Rc<World>> {
        let worlds = self.worlds.borrow();
        let known = worlds.iter().find(|known| known.folder == folder && known.structure == self.structure);
        known.map(|known| Rc::clone(&known.world))
    }

    /// Returns the paths of the files whose texts have changed since a package was compiled.
    fn changed_since<'s>(&'s self, world: &'s World) -> impl Iterator<Item = &'s str> {
        let is_changed = |file: &SourceFile| self.files.get(file.path()).is_some_and(|text| **text != *file.text());
        let own = world.sources.files().map(|(_, file)| file).filter(|file| file.package() != slip_source::PackageId::STD);
        own.filter(move |file| is_changed(file)).map(SourceFile::path)
    }

    /// Parses a file, or returns the last result if the text is the same.
    pub(crate) fn parse(&self, id: FileId, file: &SourceFile) -> Rc<ParsedFile> {
        let text = file.shared_text();
        if let Some(known) = self.parsed.borrow().get(&id).filter(|known| known.text == text) {
            return Rc::clone(known);
        }
        let (tree, found) = slip_syntax::parse(id, file);
        let parsed = Rc::new(ParsedFile { text, tree, found });
        self.parsed.borrow_mut().insert(id, Rc::clone(&parsed));
        parsed
    }
}

/// Returns the path of a file with this name in a folder.
pub(crate) fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
