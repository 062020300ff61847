//! Edits that the server sends to the editor: edits of several files, and the edit that formats a text.

use crate::lsp::capabilities::Client;
use crate::lsp::convert_positions::{self, Encoding};
use lsp_types::{TextEdit, Uri};
use serde_json::{Map, Value, json};
use slip_format::format;
use slip_source::{FileId, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Returns the edit that formats a text, as one replacement.
pub(super) fn formatted(encoding: Encoding, text: &str) -> Value {
    let laid_out = format(FileId::default(), &SourceFile::alone(text)).text;
    if laid_out == text {
        return json!([]);
    }
    let lines = |text: &str| text.split_inclusive('\n').map(str::len).collect::<Vec<usize>>();
    let (old, new) = (lines(text), lines(&laid_out));
    let part = |text: &'_ str, from: usize, length: usize| text.get(from..from + length).map(str::to_owned);
    let mut start = 0;
    for (one, other) in old.iter().zip(&new) {
        if one != other || part(text, start, *one) != part(&laid_out, start, *other) {
            break;
        }
        start += one;
    }
    let mut tail = 0;
    for (one, other) in old.iter().rev().zip(new.iter().rev()) {
        let left = text.len().min(laid_out.len()) - tail;
        if one != other
            || left < start + one
            || part(text, text.len() - tail - one, *one) != part(&laid_out, laid_out.len() - tail - other, *other)
        {
            break;
        }
        tail += one;
    }
    let range = encoding.range(text, (start, text.len() - tail));
    let words = laid_out.get(start..laid_out.len() - tail).unwrap_or_default();
    json!([{ "range": range, "newText": words }])
}

/// Returns the sort key of a location: file, line and column.
pub(super) fn place_order(place: &Value) -> (String, u64, u64) {
    let number = |at: &str| place.pointer(at).and_then(Value::as_u64).unwrap_or(0);
    let uri = place.get("uri").and_then(Value::as_str).unwrap_or_default().to_owned();
    (uri, number("/range/start/line"), number("/range/start/character"))
}

/// List of answers of several workers without duplicates, in the order of the answers.
#[derive(Default)]
pub(super) struct DistinctAnswers {
    seen: BTreeSet<String>,
    /// Answers collected so far.
    pub(super) values: Vec<Value>,
}

impl DistinctAnswers {
    /// Adds an answer, unless it was added before.
    pub(super) fn add(&mut self, value: &Value) {
        if self.seen.insert(value.to_string()) {
            self.values.push(value.clone());
        }
    }

    /// Adds all answers in an array.
    pub(super) fn add_all(&mut self, answer: &Value) {
        answer.as_array().into_iter().flatten().for_each(|value| self.add(value));
    }
}

/// Edits from several workers without duplicates.
#[derive(Default)]
pub(super) struct Edits {
    changes: DistinctAnswers,
    aliases: DistinctAnswers,
}

impl Edits {
    /// Adds the edits of one worker.
    pub(super) fn add(&mut self, answer: &Value) {
        if let Some(changes) = answer.get("changes") {
            self.changes.add_all(changes);
        }
        if let Some(alias) = answer.get("alias").filter(|alias| !alias.is_null()) {
            self.aliases.add(alias);
        }
    }

    /// Returns the edits, grouped by file.
    pub(super) fn by_file(&self) -> BTreeMap<PathBuf, Vec<TextEdit>> {
        let mut files: BTreeMap<PathBuf, Vec<TextEdit>> = BTreeMap::new();
        for change in self.changes.values.iter().chain(&self.aliases.values) {
            let uri = change.get("uri").cloned().and_then(|uri| serde_json::from_value::<Uri>(uri).ok());
            let edit = serde_json::from_value::<TextEdit>(change.clone()).ok();
            if let (Some(path), Some(edit)) = (uri.and_then(|uri| convert_positions::path(&uri)), edit) {
                files.entry(path).or_default().push(edit);
            }
        }
        files
    }

    /// Returns all edits in the format that the editor supports.
    pub(super) fn workspace_edit(&self, client: &Client, old: &str, version: impl Fn(&str) -> Option<i32>) -> Value {
        let mut files: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        let mut sorted = self.changes.values.clone();
        sorted.sort_by_cached_key(place_order);
        let mut put = |change: &Value, annotation: Option<&str>| {
            let uri = change.get("uri").and_then(Value::as_str).unwrap_or_default().to_owned();
            let mut edit = json!({ "range": change.get("range"), "newText": change.get("newText") });
            if let (Some(annotation), Some(edit)) = (annotation, edit.as_object_mut()) {
                edit.insert("annotationId".to_owned(), json!(annotation));
            }
            files.entry(uri).or_default().push(edit);
        };
        for change in &sorted {
            put(change, None);
        }
        for alias in &self.aliases.values {
            put(alias, client.annotates.then_some("alias"));
        }
        if !client.annotates {
            let changes: Map<String, Value> = files.into_iter().map(|(uri, edits)| (uri, Value::Array(edits))).collect();
            return json!({ "changes": changes });
        }
        let document = |(uri, edits): (String, Vec<Value>)| {
            let version = version(&uri);
            json!({ "textDocument": { "uri": uri, "version": version }, "edits": edits })
        };
        let documents: Vec<Value> = files.into_iter().map(document).collect();
        let label = format!("keep `{old}` as an alias");
        let description = "for other packages that use the old name";
        json!({
            "documentChanges": documents,
            "changeAnnotations": { "alias": { "label": label, "needsConfirmation": false, "description": description } },
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_layout_changes_only_the_lines_that_differ() {
        let text = "mook a { threat 1 }\r\n\r\nmook b {\r\n      threat   2\r\n}\r\n\r\nmook c { threat 3 }\r\n";
        let edit = formatted(Encoding::Utf16, text);
        assert_eq!(edit[0]["newText"], "  threat 2\r\n");
        assert_eq!(edit[0]["range"], json!({ "start": { "line": 3, "character": 0 }, "end": { "line": 4, "character": 0 } }));
        assert_eq!(formatted(Encoding::Utf16, "mook a { threat 1 }\n"), json!([]));
    }
}
