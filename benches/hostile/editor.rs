//! Rows about the language server: a large file is opened, and every request is sent.

use super::hostile_texts::{gun, lines};
use super::measure_growth::Row;
use serde_json::{Value, json};
use std::path::Path;

const fn asked(name: &'static str, text: fn(usize) -> String, first: usize, last: usize) -> Row {
    Row { name, text, command: &["lsp"], input: Some(conversation), first, last }
}

pub const ROWS: &[Row] = &[
    Row {
        name: "changes in one message",
        text: |n| lines(n, |at| gun(&format!("w{at}"), "harm 1")),
        command: &["lsp"],
        input: Some(changed),
        first: 2_000,
        last: 16_000,
    },
    asked("many items opened", |n| lines(n, |at| gun(&format!("w{at}"), "harm 1")), 1_000, 8_000),
    asked("one item opened", |n| gun("a", &lines(n, |at| format!("harm {at}\n"))), 600, 4_900),
    asked("one line opened", |n| gun("a", &lines(n, |at| format!("harm {at}; "))), 600, 4_900),
    asked("errors in one line opened", |n| gun("a", &lines(n, |at| format!("zz{at} 1; "))), 600, 4_800),
];

/// Returns all messages that an editor sends when a file is opened, and the shutdown.
fn conversation(text: &str, path: &Path) -> Vec<u8> {
    let uri = format!("file://{}", path.display());
    let document = json!({ "uri": uri });
    let at = json!({ "line": 1, "character": 3 });
    let end = json!({ "line": 100_000, "character": 0 });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": end });
    let opened = json!({ "textDocument": { "uri": uri, "languageId": "slip", "version": 1, "text": text } });
    let on_document = json!({ "textDocument": document });
    let on_position = json!({ "textDocument": document, "position": at });
    let on_range = json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } });
    let questions = [
        ("textDocument/semanticTokens/full", on_document.clone()),
        ("textDocument/documentSymbol", on_document.clone()),
        ("textDocument/foldingRange", on_document.clone()),
        ("textDocument/inlayHint", on_range.clone()),
        ("textDocument/codeAction", on_range),
        ("textDocument/hover", on_position.clone()),
        ("textDocument/completion", on_position),
        ("textDocument/formatting", json!({ "textDocument": document, "options": { "tabSize": 2, "insertSpaces": true } })),
    ];
    let mut bytes = Vec::new();
    let root = path.parent().map(|folder| format!("file://{}", folder.display()));
    say(&mut bytes, json!({ "id": 0, "method": "initialize", "params": { "capabilities": {}, "rootUri": root } }));
    say(&mut bytes, json!({ "method": "initialized", "params": {} }));
    say(&mut bytes, json!({ "method": "textDocument/didOpen", "params": opened }));
    for ((method, parameters), id) in questions.into_iter().zip(1..) {
        say(&mut bytes, json!({ "id": id, "method": method, "params": parameters }));
    }
    say(&mut bytes, json!({ "id": 100, "method": "shutdown", "params": Value::Null }));
    say(&mut bytes, json!({ "method": "exit", "params": Value::Null }));
    bytes
}

/// Returns the messages of an editor that opens a file and changes a letter of every line in one message.
fn changed(text: &str, path: &Path) -> Vec<u8> {
    let uri = format!("file://{}", path.display());
    let opened = json!({ "textDocument": { "uri": uri, "languageId": "slip", "version": 1, "text": text } });
    let change = |line: usize| json!({ "range": { "start": { "line": line, "character": 0 }, "end": { "line": line, "character": 1 } }, "text": "w" });
    let changes: Vec<Value> = (0..text.lines().count()).rev().map(change).collect();
    let mut bytes = Vec::new();
    say(&mut bytes, json!({ "id": 0, "method": "initialize", "params": { "capabilities": {} } }));
    say(&mut bytes, json!({ "method": "initialized", "params": {} }));
    say(&mut bytes, json!({ "method": "textDocument/didOpen", "params": opened }));
    let changed = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": changes });
    say(&mut bytes, json!({ "method": "textDocument/didChange", "params": changed }));
    say(&mut bytes, json!({ "id": 100, "method": "shutdown", "params": Value::Null }));
    say(&mut bytes, json!({ "method": "exit", "params": Value::Null }));
    bytes
}

fn say(bytes: &mut Vec<u8>, mut message: Value) {
    if let Some(message) = message.as_object_mut() {
        message.insert("jsonrpc".to_owned(), json!("2.0"));
    }
    let body = message.to_string();
    bytes.extend(format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes());
}
