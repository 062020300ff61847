//! Requests of the editor: selects the world that answers a request, and first compiles it if needed.

use super::Server;
use super::workspace_edits;
use crate::lsp::convert_positions;
use crate::lsp::package::ServerPackage;
use crate::lsp::rename_check::RenameEdits;
use crate::lsp::request_handlers::{FileRequest, RequestKind};
use crate::lsp::run_command::EditorCommand;
use crate::lsp::snapshot::{WorldRoot, is_of_library};
use crate::lsp::worker::WorkerQuestion;
use crate::project;
use slip_ide::Subject;

use lsp_server::{ErrorCode, Request, RequestId, Response};
use lsp_types::{
    CodeActionParams, ExecuteCommandParams, InlayHintParams, Position, ReferenceParams, RenameParams, SemanticTokensRangeParams,
    TextDocumentPositionParams, WorkspaceSymbolParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Outcome of handling a request of the editor.
enum End {
    /// The request has this answer.
    Answer(Value),
    /// The request waits for the compilation of a package.
    Later,
    /// The server does not know the method.
    Unknown,
}

/// Reason why a request is refused.
enum Refusal {
    /// The parameters cannot be read.
    Params(String),
    /// The request failed.
    Failed(String),
}

impl From<String> for Refusal {
    fn from(why: String) -> Refusal {
        Refusal::Failed(why)
    }
}

/// Largest number of workspace packages that are compiled to find references.
const MOST_PACKAGES: usize = 200;

impl Server<'_> {
    /// Answers a request of the editor, or postpones the answer until a world is compiled.
    pub(super) fn request(&mut self, request: Request) {
        let (id, method) = (request.id.clone(), request.method.clone());
        match self.answer(&method, &request.params) {
            Ok(End::Answer(value)) => self.send(Response::new_ok(id, value).into()),
            Ok(End::Later) => self.waiting.push(request),
            Ok(End::Unknown) if method == "initialize" => {
                self.refuse(id, ErrorCode::InvalidRequest, "the server has been initialized already".to_owned());
            }
            Ok(End::Unknown) => self.refuse(id, ErrorCode::MethodNotFound, format!("`{method}` is not supported")),
            Err(Refusal::Params(why)) => self.refuse(id, ErrorCode::InvalidParams, why),
            Err(Refusal::Failed(why)) => self.refuse(id, ErrorCode::RequestFailed, why),
        }
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, why: String) {
        self.send(Response::new_err(id, code as i32, why).into());
    }

    fn answer(&mut self, method: &str, params: &Value) -> Result<End, Refusal> {
        let what = match method {
            "textDocument/hover" => RequestKind::Hover(at(params)?),
            "textDocument/completion" => RequestKind::Complete(at(params)?),
            "textDocument/signatureHelp" => RequestKind::Signature(at(params)?),
            "textDocument/definition" => RequestKind::Definition(at(params)?),
            "textDocument/documentHighlight" => RequestKind::Highlight(at(params)?),
            "textDocument/documentSymbol" => RequestKind::Symbols,
            "textDocument/foldingRange" => RequestKind::Folds,
            "textDocument/semanticTokens/full" => RequestKind::Tokens(None),
            "textDocument/semanticTokens/range" => RequestKind::Tokens(Some(read::<SemanticTokensRangeParams>(params)?.range)),
            "textDocument/inlayHint" => RequestKind::Hints(read::<InlayHintParams>(params)?.range),
            "textDocument/codeLens" => RequestKind::Lenses,
            "textDocument/codeAction" => {
                let asked: CodeActionParams = read(params)?;
                RequestKind::Actions(asked.range, asked.context.only, asked.context.diagnostics)
            }
            "textDocument/formatting" => return Ok(End::Answer(self.format(&file(params)?))),
            "textDocument/references" => return self.references(params),
            "textDocument/prepareRename" => return self.prepare_rename(params),
            "textDocument/rename" => return self.rename(params),
            "workspace/symbol" => return Ok(End::Answer(self.symbols(&read::<WorkspaceSymbolParams>(params)?.query))),
            "workspace/executeCommand" => return self.execute(params),
            _ => return Ok(End::Unknown),
        };
        self.ask_about(&file(params)?, what)
    }

    /// Sends a request about a file to the world that the file belongs to.
    fn ask_about(&mut self, file: &Path, what: RequestKind) -> Result<End, Refusal> {
        let place = self.place(file);
        let Some(hall) = place.and_then(|place| self.halls.get(&place)) else { return Ok(End::Answer(Value::Null)) };
        if hall.asked.is_none() {
            return Ok(End::Later);
        }
        let asked = FileRequest { what, file: file.to_path_buf(), text: self.text(file) };
        Ok(End::Answer(ask(hall, asked)?))
    }

    fn text(&self, file: &Path) -> Option<Arc<str>> {
        self.documents.get(file).map(|document| Arc::clone(&document.text))
    }

    /// Returns the package that a file belongs to; for a file of the embedded library, any compiled package.
    fn place(&self, file: &Path) -> Option<WorldRoot> {
        if is_of_library(file) {
            return self.halls.values().find(|hall| hall.has(file)).map(|hall| hall.place.clone());
        }
        let own = WorldRoot::of(file);
        if self.halls.contains_key(&own) {
            return Some(own);
        }
        self.halls.values().find(|hall| hall.has(file)).map(|hall| hall.place.clone())
    }

    /// Returns the declaration or list member at a position, if all packages are compiled in their current state.
    fn subject(&mut self, params: &Value) -> Result<Result<Value, End>, Refusal> {
        let position: TextDocumentPositionParams = read(params)?;
        let file = path(&position.text_document.uri)?;
        if self.halls.values().any(|hall| !hall.is_settled()) {
            return Ok(Err(End::Later));
        }
        match self.ask_about(&file, RequestKind::Subject(position.position))? {
            End::Answer(value) if value.is_null() => Ok(Err(End::Answer(Value::Null))),
            End::Answer(value) => Ok(Ok(value)),
            end => Ok(Err(end)),
        }
    }

    /// Starts the compilation of all workspace packages that may refer to a declaration. True if all are compiled. A package that cannot be
    /// loaded is left out.
    fn gather(&mut self) -> bool {
        let folders = self.client.folders.clone();
        for folder in folders {
            // A folder that cannot be read contains no packages.
            for package in project::packages(&folder).unwrap_or_default().into_iter().take(MOST_PACKAGES) {
                let place = WorldRoot::Package(package);
                if !self.unloadable.contains(&place) && place.path().join(project::MANIFEST).is_file() {
                    self.halls.entry(place.clone()).or_insert_with(|| ServerPackage::new(place));
                }
            }
        }
        self.halls.values().all(ServerPackage::is_settled)
    }

    fn references(&mut self, params: &Value) -> Result<End, Refusal> {
        let asked: ReferenceParams = read(params)?;
        let found = match self.subject(params)? {
            Ok(found) => found,
            Err(end) => return Ok(end),
        };
        if !self.gather() {
            return Ok(End::Later);
        }
        let subject = named(&found);
        let mut places = workspace_edits::DistinctAnswers::default();
        for hall in self.halls.values() {
            let file = PathBuf::from(&subject.file);
            let what = RequestKind::Uses(subject.clone(), asked.context.include_declaration);
            places.add_all(&ask(hall, FileRequest { what, file, text: None })?);
        }
        let mut places = places.values;
        places.sort_by_cached_key(workspace_edits::place_order);
        Ok(End::Answer(Value::Array(places)))
    }

    fn prepare_rename(&mut self, params: &Value) -> Result<End, Refusal> {
        let found = match self.subject(params)? {
            Ok(found) => found,
            Err(End::Answer(_)) => return Err(Refusal::Failed("there is no name here that can be renamed".to_owned())),
            Err(end) => return Ok(end),
        };
        if found.get("renamable") != Some(&Value::Bool(true)) {
            return Err(Refusal::Failed("names of the standard library cannot be changed".to_owned()));
        }
        Ok(End::Answer(json!({ "range": found.get("range"), "placeholder": found.get("word") })))
    }

    fn rename(&mut self, params: &Value) -> Result<End, Refusal> {
        let asked: RenameParams = read(params)?;
        let found = match self.subject(params)? {
            Ok(found) => found,
            Err(End::Answer(_)) => return Err(Refusal::Failed("there is no name here that can be renamed".to_owned())),
            Err(end) => return Ok(end),
        };
        if found.get("renamable") != Some(&Value::Bool(true)) {
            return Err(Refusal::Failed("names of the standard library cannot be changed".to_owned()));
        }
        if !self.gather() {
            return Ok(End::Later);
        }
        let subject = named(&found);
        let mut all = workspace_edits::Edits::default();
        for hall in self.halls.values() {
            let file = PathBuf::from(&subject.file);
            let answer = ask(hall, FileRequest { what: RequestKind::Rename(subject.clone(), asked.new_name.clone()), file, text: None })?;
            all.add(&answer);
        }
        // The edits are compiled before they are sent, since a reference that the search missed would keep the old name.
        let edits = all.by_file();
        for hall in self.halls.values().filter(|hall| edits.keys().any(|file| hall.has(file))) {
            let trial = RenameEdits { subject: subject.clone(), new: asked.new_name.clone(), edits: edits.clone() };
            ask(hall, FileRequest { what: RequestKind::Prove(trial), file: PathBuf::from(&subject.file), text: None })?;
        }
        Ok(End::Answer(all.workspace_edit(&self.client, &subject.name, |uri| self.version(uri))))
    }

    fn version(&self, uri: &str) -> Option<i32> {
        self.documents.values().find(|document| document.uri.as_str() == uri).map(|document| document.version)
    }

    fn symbols(&self, word: &str) -> Value {
        let mut found = workspace_edits::DistinctAnswers::default();
        for hall in self.halls.values() {
            let asked = FileRequest { what: RequestKind::Everywhere(word.to_owned()), file: PathBuf::new(), text: None };
            found.add_all(&ask(hall, asked).unwrap_or_default());
        }
        Value::Array(found.values)
    }

    fn format(&self, file: &Path) -> Value {
        let Some(document) = self.documents.get(file) else { return Value::Null };
        workspace_edits::formatted(self.client.encoding, &document.text)
    }

    fn execute(&mut self, params: &Value) -> Result<End, Refusal> {
        let asked: ExecuteCommandParams = read(params)?;
        let Some(deed) = EditorCommand::of(&asked.command, &asked.arguments) else {
            return Err(Refusal::Params(format!("`{}` is not a command of slipyard, or its file and name are missing", asked.command)));
        };
        let unsaved = self.unsaved_of(deed.file());
        let tell = self.connection.sender.clone();
        std::thread::spawn(move || deed.run(&unsaved, &tell));
        Ok(End::Answer(Value::Null))
    }

    /// Returns the names of unsaved files of a package and its dependencies.
    fn unsaved_of(&self, file: &Path) -> Vec<String> {
        let hall = self.place(file).and_then(|place| self.halls.get(&place));
        let is_read = |path: &Path| hall.is_some_and(|hall| hall.has(path) || hall.reads(path));
        let is_saved =
            |path: &Path, text: &str| project::stored_text(path, u64::MAX).is_ok_and(|saved| slip_source::unmarked(&saved) == text);
        let open = self.documents.iter().filter(|(path, document)| is_read(path) && !is_saved(path, &document.text));
        open.filter_map(|(path, _)| path.file_name()).map(|name| project::shown(Path::new(name))).collect()
    }
}

/// Sends a request to the worker of a package and returns the answer. The answer is null if the package was not compiled yet.
fn ask(hall: &ServerPackage, asked: FileRequest) -> Result<Value, String> {
    hall.ask(|reply| WorkerQuestion::Request { asked, reply }).unwrap_or(Ok(Value::Null))
}

fn read<P: DeserializeOwned>(params: &Value) -> Result<P, Refusal> {
    serde_json::from_value(params.clone()).map_err(|error| Refusal::Params(format!("cannot read the request: {error}")))
}

fn at(params: &Value) -> Result<Position, Refusal> {
    Ok(read::<TextDocumentPositionParams>(params)?.position)
}

fn file(params: &Value) -> Result<PathBuf, Refusal> {
    let uri = params.pointer("/textDocument/uri").cloned().unwrap_or_default();
    path(&read(&uri)?)
}

fn path(uri: &lsp_types::Uri) -> Result<PathBuf, Refusal> {
    convert_positions::path(uri).ok_or_else(|| Refusal::Params(format!("`{}` is not a file on this machine", uri.as_str())))
}

/// Reads a declaration or member from the answer of a worker.
fn named(found: &Value) -> Subject {
    let name = |at: usize| found.pointer(&format!("/names/{at}")).and_then(Value::as_str).unwrap_or_default().to_owned();
    let member = found.get("member").and_then(Value::as_str).map(str::to_owned);
    Subject { package: name(0), kind: name(1), name: name(2), file: name(3), member }
}
