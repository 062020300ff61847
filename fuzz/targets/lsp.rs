//! Fuzz target: an editor that sends arbitrary messages: changes anywhere, requests about any position, parameters of any type. Every
//! request is answered, and the server continues.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use slipyard_fuzz::bytes::Bytes;
use std::cell::RefCell;
use std::time::Duration;

const URI: &str = "untitled:hostile.slip";

const BASE: &str = "ship ember \"Ember\" : spacecraft {\n  tech T2\n  v_shift 2; beam 4\n  tracks { frame 4; data 4; heat 4 }\n  stunts firewall\n}\n\n\
weapon long_arm : slug_thrower {\n  tech T0\n  harm 3\n}\n";

const METHODS: &[&str] = &[
    "textDocument/hover", "textDocument/completion", "textDocument/definition", "textDocument/references", "textDocument/prepareRename",
    "textDocument/rename", "textDocument/signatureHelp", "textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/codeAction",
    "textDocument/codeLens", "textDocument/inlayHint", "textDocument/semanticTokens/full", "textDocument/semanticTokens/range",
    "textDocument/formatting", "textDocument/rangeFormatting", "textDocument/documentHighlight", "textDocument/selectionRange",
    "workspace/symbol", "textDocument/diagnostic", "workspace/executeCommand", "textDocument/nothing",
];

struct Editor {
    line: Connection,
    next: i32,
    version: i32,
}

impl Editor {
    fn new() -> Editor {
        let (ours, theirs) = Connection::memory();
        std::thread::spawn(move || slipyard::lsp::serve(&theirs));
        let mut editor = Editor { line: ours, next: 0, version: 1 };
        editor.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        editor.tell("initialized", json!({}));
        let document = json!({ "uri": URI, "languageId": "slip", "version": 1, "text": BASE });
        editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
        editor
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.line.sender.send(Notification::new(method.to_owned(), params).into()).expect("the server lives");
    }

    fn ask(&mut self, method: &str, params: Value) {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.line.sender.send(Request::new(id.clone(), method.to_owned(), params).into()).expect("the server lives");
        loop {
            match self.line.receiver.recv_timeout(Duration::from_secs(60)).expect("an answer") {
                Message::Response(response) if response.id == id => return,
                Message::Request(request) => {
                    let _ = self.line.sender.send(Response::new_ok(request.id, Value::Null).into());
                }
                _ => {}
            }
        }
    }

    fn change(&mut self, changes: Value) {
        self.version = self.version.wrapping_add(1);
        self.tell("textDocument/didChange", json!({ "textDocument": { "uri": URI, "version": self.version }, "contentChanges": changes }));
    }
}

fn place(bytes: &mut Bytes<'_>) -> Value {
    json!({ "line": bytes.byte() % 16, "character": bytes.byte() })
}

thread_local! {
    static EDITOR: RefCell<Option<Editor>> = const { RefCell::new(None) };
}

fuzz_target!(|data: &[u8]| {
    EDITOR.with_borrow_mut(|editor| {
        let editor = editor.get_or_insert_with(Editor::new);
        let mut bytes = Bytes(data);
        editor.change(json!([{ "text": BASE }]));
        for _ in 0..6 {
            if bytes.is_empty() {
                break;
            }
            match bytes.byte() % 8 {
                0 => {
                    let text = bytes.text();
                    editor.change(json!([{ "text": text }]));
                }
                1 | 2 => {
                    let range = json!({ "start": place(&mut bytes), "end": place(&mut bytes) });
                    let text = bytes.text();
                    editor.change(json!([{ "range": range, "text": text }]));
                }
                3 => {
                    let method = METHODS[bytes.below(METHODS.len())];
                    let text = bytes.text();
                    let params = serde_json::from_str(&text).unwrap_or(Value::String(text));
                    editor.ask(method, params);
                }
                _ => {
                    let method = METHODS[bytes.below(METHODS.len())];
                    let (start, end) = (place(&mut bytes), place(&mut bytes));
                    let params = json!({
                        "textDocument": { "uri": URI }, "position": start, "range": { "start": start, "end": end }, "newName": "other",
                        "context": { "diagnostics": [], "includeDeclaration": true }, "positions": [start, end], "query": "e",
                        "options": { "tabSize": 2, "insertSpaces": true },
                    });
                    editor.ask(method, params);
                }
            }
        }
    });
});
