//! Main loop of the server: receives messages of the editor and of the workers, and compiles packages when they are due.

mod requests;
mod workspace_edits;

use super::capabilities::Client;
use super::convert_positions;
use super::document::{self, OpenDocument, Unchanged};
use super::package::ServerPackage;
use super::snapshot::{WorldRoot, is_of_library};
use super::worker::{self, CompileJob, WorkerMessage, WorkerQuestion};
use crate::policy::POLICY;
use crate::project::{MANIFEST, UnsavedTexts};

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use lsp_types::{DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, Uri};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Delay of a full compilation after the last key press, if the worker has already checked the changed file by itself.
const PAUSE: Duration = Duration::from_millis(200);
/// Delay between the last key press and a full compilation, if the worker could not check the changed file by itself. The delay is short
/// because the findings in that file wait for the compilation.
const SHORT_PAUSE: Duration = Duration::from_millis(20);

/// Maximum number of packages that are compiled at the same time. A single compilation can use all threads.
const MOST_AT_ONCE: usize = 3;

/// State of the language server.
pub(super) struct Server<'c> {
    connection: &'c Connection,
    client: Client,
    documents: BTreeMap<PathBuf, OpenDocument>,
    halls: BTreeMap<WorldRoot, ServerPackage>,
    /// Packages that cannot be loaded, until files change on disk. Requests about them are answered without waiting.
    unloadable: BTreeSet<WorldRoot>,
    /// Requests that wait for the compilation of a package.
    waiting: Vec<Request>,
    /// Diagnostics that were last published for each file.
    published: BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>>,
    tell: Sender<WorkerMessage>,
    told: Receiver<WorkerMessage>,
    orders: u64,
}

impl<'c> Server<'c> {
    pub(super) fn new(connection: &'c Connection, client: Client) -> Self {
        let (tell, told) = unbounded();
        Server {
            connection,
            client,
            documents: BTreeMap::new(),
            halls: BTreeMap::new(),
            unloadable: BTreeSet::new(),
            waiting: Vec::new(),
            published: BTreeMap::new(),
            tell,
            told,
            orders: 0,
        }
    }

    /// Serves until the editor sends `exit`; false if the editor disconnects first.
    pub(super) fn run(&mut self) -> bool {
        loop {
            self.order_what_is_due();
            let due = self.halls.values().filter_map(ServerPackage::due).min().filter(|_| self.free() > 0);
            let wait = due.map_or(Duration::from_secs(3600), |due| due.saturating_duration_since(Instant::now()));
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Ok(Message::Request(request)) => {
                        if request.method == "shutdown" {
                            self.cancel(|_| true);
                            self.send(Response::new_ok(request.id, ()).into());
                            return self.until_exit();
                        }
                        self.guarded(Some(request.id.clone()), |server| server.request(request));
                    }
                    Ok(Message::Notification(news)) if news.method == "exit" => return false,
                    Ok(Message::Notification(news)) => self.guarded(None, |server| server.news(news)),
                    Ok(Message::Response(_)) => {}
                    Err(_) => return false,
                },
                recv(self.told) -> told => {
                    if let Ok(told) = told {
                        self.guarded(None, |server| server.hear(told));
                    }
                }
                default(wait) => {}
            }
        }
    }

    /// Waits for `exit` after `shutdown`; true if `exit` arrives. Responses and notifications may still arrive before it; requests are
    /// refused.
    fn until_exit(&self) -> bool {
        for message in &self.connection.receiver {
            match message {
                Message::Notification(news) if news.method == "exit" => return true,
                Message::Request(request) => {
                    let code = lsp_server::ErrorCode::InvalidRequest as i32;
                    self.send(Response::new_err(request.id, code, "the server has been shut down".to_owned()).into());
                }
                Message::Notification(_) | Message::Response(_) => {}
            }
        }
        false
    }

    /// Runs a task; a panic in it is reported and does not end the server.
    fn guarded(&mut self, id: Option<RequestId>, work: impl FnOnce(&mut Self)) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(self))) {
            let words = super::panic_words(&*panic);
            match id {
                Some(id) => self.send(Response::new_err(id, lsp_server::ErrorCode::InternalError as i32, words).into()),
                None => self.log(&words),
            }
        }
    }

    fn send(&self, message: Message) {
        // Errors of a disconnected editor are ignored; the loop notices it.
        let _ = self.connection.sender.send(message);
    }

    fn notify(&self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params).into());
    }

    fn log(&self, words: &str) {
        self.notify("window/logMessage", json!({ "type": 2, "message": words }));
    }

    /// Asks the editor to report files that change on disk.
    fn watch(&self) {
        let files = ["*.slip", MANIFEST, POLICY].map(|file| json!({ "globPattern": format!("**/{file}") }));
        let registrations = json!([{
            "id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": { "watchers": files },
        }]);
        let id = RequestId::from("watch".to_owned());
        self.send(Request::new(id, "client/registerCapability".to_owned(), json!({ "registrations": registrations })).into());
    }

    /// Returns the open texts.
    fn unsaved(&self) -> UnsavedTexts {
        self.documents.iter().map(|(path, document)| (path.clone(), Arc::clone(&document.text))).collect()
    }

    /// Returns the number of further packages whose compilation may start now.
    fn free(&self) -> usize {
        MOST_AT_ONCE.saturating_sub(self.halls.values().filter(|hall| hall.building.is_some()).count())
    }

    fn order_what_is_due(&mut self) {
        let now = Instant::now();
        let due = self.halls.values().filter(|hall| hall.due().is_some_and(|due| due <= now));
        let due: Vec<WorldRoot> = due.take(self.free()).map(|hall| hall.place.clone()).collect();
        for place in due {
            self.orders += 1;
            let unsaved = self.unsaved();
            let Some(hall) = self.halls.get_mut(&place) else { continue };
            let before = hall.ground.clone().filter(|_| !hall.reload);
            hall.ordered(self.orders, unsaved.keys().cloned().collect());
            let order = CompileJob { place, number: self.orders, before, unsaved, encoding: self.client.encoding };
            worker::start(order, self.tell.clone());
        }
    }

    /// Handles a message of a worker.
    fn hear(&mut self, told: WorkerMessage) {
        match told {
            WorkerMessage::Ready { place, order, ground, asked, found } => {
                let Some(hall) = self.halls.get_mut(&place).filter(|hall| hall.building == Some(order)) else { return };
                let gone: Vec<PathBuf> = hall.found.keys().filter(|path| !found.contains_key(*path)).cloned().collect();
                hall.ready();
                hall.asked = Some(asked);
                hall.ground = Some(Arc::clone(&ground));
                hall.found = found;
                self.show(&place, gone);
                self.refresh();
            }
            WorkerMessage::Failed { place, order, why } => {
                self.log(&why);
                if let Some(hall) = self.halls.get_mut(&place).filter(|hall| hall.building == Some(order)) {
                    hall.building = None;
                    // The package was never compiled, so no worker can answer requests about it. Its entry is removed.
                    if hall.asked.is_none() {
                        self.halls.remove(&place);
                        self.unloadable.insert(place);
                    }
                }
            }
        }
        for request in std::mem::take(&mut self.waiting) {
            self.guarded(Some(request.id.clone()), |server| server.request(request));
        }
    }

    /// Publishes the findings of a newly compiled package. For files that were edited since, publishes the findings of their current text.
    fn show(&mut self, place: &WorldRoot, gone: Vec<PathBuf>) {
        let open: Vec<PathBuf> = self.documents.keys().cloned().collect();
        for path in open {
            self.recheck(place, &path);
            self.miss(place, &path);
        }
        let Some(hall) = self.halls.get(place) else { return };
        let mut paths: Vec<PathBuf> = hall.found.keys().cloned().collect();
        paths.extend(gone);
        for path in paths {
            self.publish(&path);
        }
    }

    /// Asks the worker of a package to check the current text of a file without a full compilation, and schedules that compilation for
    /// later. Returns true if the worker could check the text.
    fn recheck(&mut self, place: &WorldRoot, path: &Path) -> bool {
        let (Some(hall), Some(document)) = (self.halls.get_mut(place), self.documents.get(path)) else { return false };
        if !hall.has(path) {
            return false;
        }
        let (file, text) = (path.to_path_buf(), Arc::clone(&document.text));
        let standing = hall.ground.as_ref().and_then(|ground| ground.sources.file(*ground.paths.get(path)?)).map(|file| file.shared_text());
        let settled = standing.is_some_and(|standing| standing == text);
        let found = hall.ask(|reply| WorkerQuestion::Changed { file, text, reply }).flatten();
        let whole = found.is_some();
        if let Some(found) = found {
            hall.found.insert(path.to_path_buf(), found);
        }
        if !settled {
            hall.touch(if whole { PAUSE } else { SHORT_PAUSE });
        }
        whole
    }

    /// Publishes the diagnostics about a file from all compiled packages that contain it, unless they are unchanged.
    fn publish(&mut self, path: &Path) {
        if is_of_library(path) {
            return;
        }
        let own = WorldRoot::of(path);
        let mut found: Vec<lsp_types::Diagnostic> = Vec::new();
        let first = self.halls.get(&own).into_iter();
        let others = self.halls.values().filter(|hall| hall.place != own);
        for said in first.chain(others).filter_map(|hall| hall.found.get(path)) {
            let new: Vec<_> = said.iter().filter(|one| found.is_empty() || !found.contains(one)).cloned().collect();
            found.extend(new);
        }
        if self.published.get(path).map_or(found.is_empty(), |before| *before == found) {
            return;
        }
        let document = self.documents.get(path);
        let Some(uri) = document.map(|document| document.uri.clone()).or_else(|| convert_positions::uri(path)) else { return };
        let version = document.map(|document| document.version);
        self.notify("textDocument/publishDiagnostics", json!({ "uri": uri, "version": version, "diagnostics": found }));
        self.published.insert(path.to_path_buf(), found);
    }

    fn refresh(&mut self) {
        if self.client.refreshes_hints {
            self.orders += 1;
            let id = RequestId::from(format!("hints-{}", self.orders));
            self.send(Request::new(id, "workspace/inlayHint/refresh".to_owned(), Value::Null).into());
        }
    }

    /// Handles a notification of the editor.
    fn news(&mut self, news: Notification) {
        match news.method.as_str() {
            "textDocument/didOpen" => self.with::<DidOpenTextDocumentParams>(news, |server, params| {
                let document = params.text_document;
                server.open(&document.uri, document.version, document.text);
            }),
            "textDocument/didChange" => self.with::<DidChangeTextDocumentParams>(news, Self::change),
            "textDocument/didClose" => {
                self.with::<DidCloseTextDocumentParams>(news, |server, params| server.close(&params.text_document.uri))
            }
            "workspace/didChangeWatchedFiles" => self.with::<DidChangeWatchedFilesParams>(news, |server, params| {
                let paths: Vec<PathBuf> = params.changes.iter().filter_map(|change| convert_positions::path(&change.uri)).collect();
                server.reload(&paths);
            }),
            "workspace/didChangeWorkspaceFolders" => {
                self.with::<lsp_types::DidChangeWorkspaceFoldersParams>(news, |server, params| {
                    let gone: Vec<PathBuf> =
                        params.event.removed.iter().filter_map(|folder| convert_positions::path(&folder.uri)).collect();
                    server.client.folders.retain(|folder| !gone.contains(folder));
                    server.client.folders.extend(params.event.added.iter().filter_map(|folder| convert_positions::path(&folder.uri)));
                    server.leave(&gone);
                });
            }
            "initialized" if std::mem::take(&mut self.client.watches) => self.watch(),
            "$/cancelRequest" => {
                let id = news.params.get("id").cloned().unwrap_or_default();
                self.cancel(|request| json!(request.id) == id);
            }
            _ => {}
        }
    }

    /// Answers waiting requests with an error, if `is_gone` accepts them.
    fn cancel(&mut self, is_gone: impl Fn(&Request) -> bool) {
        let (gone, stay): (Vec<Request>, _) = std::mem::take(&mut self.waiting).into_iter().partition(is_gone);
        self.waiting = stay;
        for request in gone {
            let code = lsp_server::ErrorCode::RequestCanceled as i32;
            self.send(Response::new_err(request.id, code, "the request was cancelled".to_owned()).into());
        }
    }

    fn with<P: DeserializeOwned>(&mut self, news: Notification, act: impl FnOnce(&mut Self, P)) {
        match serde_json::from_value(news.params) {
            Ok(params) => act(self, params),
            Err(error) => self.log(&format!("cannot read `{}`: {error}", news.method)),
        }
    }

    /// Drops the packages of folders that have left the workspace, unless a file of the package is open.
    fn leave(&mut self, folders: &[PathBuf]) {
        let within = |folders: &[PathBuf], place: &WorldRoot| folders.iter().any(|folder| place.path().starts_with(folder));
        let open: BTreeSet<WorldRoot> = self.documents.keys().map(|path| WorldRoot::of(path)).collect();
        let stays = |place: &WorldRoot| !within(folders, place) || within(&self.client.folders, place) || open.contains(place);
        let gone: Vec<WorldRoot> = self.halls.keys().filter(|place| !stays(place)).cloned().collect();
        for hall in gone.iter().filter_map(|place| self.halls.remove(place)).collect::<Vec<_>>() {
            hall.found.keys().for_each(|path| self.publish(path));
        }
    }

    fn open(&mut self, uri: &Uri, version: i32, text: String) {
        let Some(path) = convert_positions::path(uri) else {
            self.log(&format!("`{}` is not a file on this machine, so it is not checked", uri.as_str()));
            return;
        };
        if document::is_too_long(&text) {
            self.give_up(&path, uri);
            return;
        }
        let opened = OpenDocument { uri: uri.clone(), version, text: Arc::from(slip_source::unmarked(&text)) };
        if self.documents.insert(path.clone(), opened).is_some() {
            self.log(&format!("`{}` was opened twice: the second text counts", uri.as_str()));
        }
        if is_of_library(&path) {
            return;
        }
        for place in self.halls.keys().cloned().collect::<Vec<_>>() {
            self.miss(&place, &path);
        }
        self.changed(&path);
    }

    /// Schedules another reading of a package if an opened file did not exist at the last reading, and the package or a dependency would
    /// read it.
    fn miss(&mut self, place: &WorldRoot, path: &Path) {
        let new = |hall: &ServerPackage| !hall.has(path) && !hall.knew.contains(path);
        let lacks = |hall: &&mut ServerPackage| hall.asked.is_some() && new(hall) && !is_of_library(path) && hall.reads(path);
        if let Some(hall) = self.halls.get_mut(place).filter(lacks) {
            hall.reload = true;
            hall.touch(Duration::ZERO);
        }
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let (uri, version) = (params.text_document.uri, params.text_document.version);
        let Some((path, document)) =
            convert_positions::path(&uri).and_then(|path| self.documents.get_mut(&path).map(|document| (path, document)))
        else {
            self.log(&format!("a change of `{}` was ignored: the file is not open", uri.as_str()));
            return;
        };
        match document.change(self.client.encoding, version, params.content_changes) {
            Ok(()) => self.changed(&path),
            Err(Unchanged::Stale { known }) => self.log(&format!(
                "a change of `{}` to version {version} was ignored, because version {known} came first; if findings look wrong, \
                 close the file and open it again",
                uri.as_str()
            )),
            Err(Unchanged::TooLong) => self.give_up(&path, &uri),
        }
    }

    /// Stops tracking the text of an open file that has become too long. From then on the saved file is used instead.
    fn give_up(&mut self, path: &Path, uri: &Uri) {
        let words =
            format!("`{}` is longer than {} MiB: it is only checked after it is saved", uri.as_str(), slip_limits::FILE_BYTES >> 20);
        self.log(&words);
        self.notify("window/showMessage", json!({ "type": 2, "message": words }));
        self.forget(path);
    }

    /// Handles a changed text. The text is checked immediately if possible; its packages are compiled later.
    fn changed(&mut self, path: &Path) {
        if path.file_name().is_some_and(|name| name == MANIFEST) {
            self.reload(&[path.to_path_buf()]);
            return;
        }
        let own = WorldRoot::of(path);
        // The package has no entry yet. Either this is its first open file, or the package could not be loaded before.
        self.halls.entry(own.clone()).or_insert_with(|| ServerPackage::new(own.clone()));
        if self.recheck(&own, path) {
            self.publish(path);
        }
        for hall in self.halls.values_mut().filter(|hall| hall.place != own && hall.has(path)) {
            hall.touch(PAUSE * 2);
        }
    }

    fn close(&mut self, uri: &Uri) {
        if !convert_positions::path(uri).is_some_and(|path| self.forget(&path)) {
            self.log(&format!("`{}` cannot be closed: it is not open", uri.as_str()));
        }
    }

    /// Discards the text of a file that the editor has closed; from then on, the saved file is used. Returns false if the file was not
    /// open.
    fn forget(&mut self, path: &Path) -> bool {
        if self.documents.remove(path).is_none() {
            return false;
        }
        if let WorldRoot::Alone(_) = WorldRoot::of(path) {
            self.halls.remove(&WorldRoot::Alone(path.to_path_buf()));
            self.publish(path);
        } else {
            self.reload(&[path.to_path_buf()]);
        }
        true
    }

    /// Schedules a new reading of the packages whose files have changed on disk.
    fn reload(&mut self, paths: &[PathBuf]) {
        self.unloadable.clear();
        for hall in self.halls.values_mut() {
            let touched = |path: &PathBuf| hall.has(path) || path.starts_with(hall.place.path()) || hall.reads(path);
            if paths.iter().any(touched) {
                hall.reload = true;
                hall.touch(SHORT_PAUSE);
            }
        }
    }
}
