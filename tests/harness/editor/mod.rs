//! Editor for tests and measurements: sends what editors send, and stores what the server sends.

#![allow(clippy::cast_possible_truncation, reason = "places in texts of tests are small")]

pub(crate) mod raw_server;
pub(crate) mod server_binary;

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Longest wait for anything: test machines are busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// Transport to a server.
pub(crate) trait Line {
    fn say(&mut self, message: Message);
    fn hear(&mut self, wait: Duration) -> Option<Message>;
}

/// Server in this process.
pub(crate) struct Inside(Connection);

impl Inside {
    pub(crate) fn new() -> Inside {
        let (ours, theirs) = Connection::memory();
        std::thread::spawn(move || slipyard::lsp::serve(&theirs));
        Inside(ours)
    }
}

impl Line for Inside {
    fn say(&mut self, message: Message) {
        self.0.sender.send(message).unwrap();
    }

    fn hear(&mut self, wait: Duration) -> Option<Message> {
        self.0.receiver.recv_timeout(wait).ok()
    }
}

/// An editor.
pub(crate) struct Editor<L: Line> {
    pub(crate) line: L,
    next: i32,
    pub(crate) capabilities: Value,
    /// Last diagnostics of each file.
    pub(crate) found: BTreeMap<String, Value>,
    /// Number of times diagnostics were published for each file.
    pub(crate) published: BTreeMap<String, usize>,
    /// Messages in the log.
    pub(crate) log: Vec<String>,
    texts: BTreeMap<PathBuf, (i32, String)>,
}

pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.to_string_lossy().replace(' ', "%20"))
}

impl<L: Line> Editor<L> {
    pub(crate) fn new(line: L, folders: &[&Path], capabilities: Value) -> Editor<L> {
        let mut editor = Editor {
            line,
            next: 0,
            capabilities: Value::Null,
            found: BTreeMap::new(),
            published: BTreeMap::new(),
            log: Vec::new(),
            texts: BTreeMap::new(),
        };
        let folders: Vec<Value> = folders.iter().map(|folder| json!({ "uri": uri(folder), "name": "f" })).collect();
        let hello = json!({ "processId": null, "rootUri": null, "workspaceFolders": folders, "capabilities": capabilities });
        editor.capabilities = editor.ask("initialize", hello).unwrap()["capabilities"].clone();
        editor.tell("initialized", json!({}));
        editor
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.line.say(Notification::new(method.to_owned(), params).into());
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let id = self.send(method, params);
        self.answer_to(&id)
    }

    pub(crate) fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.line.say(Request::new(id.clone(), method.to_owned(), params).into());
        id
    }

    pub(crate) fn answer_to(&mut self, id: &RequestId) -> Result<Value, String> {
        let end = Instant::now() + PATIENCE;
        loop {
            let message = self.line.hear(end.saturating_duration_since(Instant::now())).expect("no answer");
            if let Message::Response(response) = &message
                && response.id == *id
            {
                let whole = serde_json::to_value(response).unwrap();
                return match whole["error"]["message"].as_str() {
                    Some(words) => Err(words.to_owned()),
                    None => Ok(whole["result"].clone()),
                };
            }
            self.take(message);
        }
    }

    /// Records a message.
    fn take(&mut self, message: Message) {
        match message {
            Message::Notification(news) if news.method == "textDocument/publishDiagnostics" => {
                let uri = news.params["uri"].as_str().unwrap().to_owned();
                *self.published.entry(uri.clone()).or_default() += 1;
                self.found.insert(uri, news.params);
            }
            Message::Notification(news) => self.log.extend(news.params["message"].as_str().map(str::to_owned)),
            Message::Request(request) => self.line.say(Response::new_ok(request.id, Value::Null).into()),
            Message::Response(_) => {}
        }
    }

    /// Waits for one message; returns false if none arrives.
    pub(crate) fn listen(&mut self, wait: Duration) -> bool {
        match self.line.hear(wait) {
            Some(message) => {
                self.take(message);
                true
            }
            None => false,
        }
    }

    pub(crate) fn open(&mut self, path: &Path, text: &str) {
        self.texts.insert(path.to_path_buf(), (1, text.to_owned()));
        let document = json!({ "uri": uri(path), "languageId": "slip", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub(crate) fn close(&mut self, path: &Path) {
        self.texts.remove(path);
        self.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(path) } }));
    }

    /// Replaces the whole text of a file.
    pub(crate) fn write(&mut self, path: &Path, text: &str) {
        self.change(path, text, json!([{ "text": text }]));
    }

    /// Replaces a range of text, as typing does. Columns count bytes here: for ASCII texts.
    pub(crate) fn replace(&mut self, path: &Path, (start, end): (usize, usize), new: &str) {
        let mut text = self.texts[path].1.clone();
        let range = json!({ "start": place(&text, start), "end": place(&text, end) });
        text.replace_range(start..end, new);
        self.change(path, &text, json!([{ "range": range, "text": new }]));
    }

    fn change(&mut self, path: &Path, text: &str, changes: Value) {
        let known = self.texts.get_mut(path).unwrap();
        known.0 += 1;
        text.clone_into(&mut known.1);
        let document = json!({ "uri": uri(path), "version": known.0 });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    pub(crate) fn text(&self, path: &Path) -> &str {
        &self.texts[path].1
    }

    /// Waits until the server has compiled the latest text: it answers references only then.
    pub(crate) fn settle(&mut self, path: &Path) {
        let at = json!({ "line": 0, "character": 0 });
        let _ = self.ask("textDocument/prepareRename", json!({ "textDocument": { "uri": uri(path) }, "position": at }));
    }

    /// Returns the last diagnostics of a file: line, code, message.
    pub(crate) fn findings(&self, path: &Path) -> Vec<String> {
        let found = self.found.get(&uri(path)).map_or(&Value::Null, |found| &found["diagnostics"]);
        found.as_array().into_iter().flatten().map(finding).collect()
    }

    /// Sends a request about a position in a file.
    pub(crate) fn at(&mut self, method: &str, path: &Path, offset: usize, more: Value) -> Result<Value, String> {
        let mut params = json!({ "textDocument": { "uri": uri(path) }, "position": place(self.text(path), offset) });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.ask(method, params)
    }

    /// Sends a request about a file.
    pub(crate) fn about(&mut self, method: &str, path: &Path) -> Value {
        self.ask(method, json!({ "textDocument": { "uri": uri(path) } })).unwrap()
    }
}

pub(crate) fn finding(found: &Value) -> String {
    let message = found["message"].as_str().unwrap().lines().next().unwrap();
    let message = message.split(": ").next().unwrap();
    format!("{} {} {message}", found["range"]["start"]["line"], found["code"].as_str().unwrap())
}

/// Returns line and column of a byte offset, columns in UTF-16.
pub(crate) fn place(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": before.matches('\n').count(), "character": before[start..].encode_utf16().count() })
}

/// Returns the byte offset of a position, columns in UTF-16.
pub(crate) fn offset(text: &str, place: &Value) -> usize {
    let line = place["line"].as_u64().unwrap() as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let mut left = place["character"].as_u64().unwrap() as usize;
    for (at, letter) in text[start..].char_indices() {
        if left == 0 {
            return start + at;
        }
        left -= letter.len_utf16().min(left);
    }
    text.len()
}

/// Returns a text with edits applied.
pub(crate) fn edited(text: &str, edits: &Value) -> String {
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            let (start, end) = (offset(text, &edit["range"]["start"]), offset(text, &edit["range"]["end"]));
            (start, end, edit["newText"].as_str().unwrap())
        })
        .collect();
    edits.sort();
    let mut text = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}
