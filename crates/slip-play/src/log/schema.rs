//! The JSON schema of the log, generated from the table of its classes.

use super::event_classes;
use super::record_writer::quoted;

/// Fields of an object, in order, with the schema of each.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    list: Vec<(&'static str, String, bool)>,
    optional: bool,
}

impl Fields {
    /// Adds a required field. Inside [`Fields::optional`] the field is optional.
    pub fn need(&mut self, key: &'static str, schema: &str) {
        self.add(key, schema, !self.optional);
    }

    /// Adds an optional field.
    pub fn may(&mut self, key: &'static str, schema: &str) {
        self.add(key, schema, false);
    }

    /// Adds a required field whose value is one of `words`.
    pub fn need_word(&mut self, key: &'static str, words: &[&str]) {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        self.need(key, &format!("{{\"enum\":[{}]}}", words.join(",")));
    }

    /// Adds fields with `add`, all of them as optional ones.
    pub fn optional(&mut self, add: impl FnOnce(&mut Fields)) {
        let before = std::mem::replace(&mut self.optional, true);
        add(self);
        self.optional = before;
    }

    fn add(&mut self, key: &'static str, schema: &str, needed: bool) {
        match self.list.iter_mut().find(|(known, ..)| *known == key) {
            Some((_, _, there)) => *there |= needed,
            None => self.list.push((key, schema.to_owned(), needed)),
        }
    }

    /// Returns the schema of an object with these fields and no others.
    pub fn object(&self) -> String {
        let properties: Vec<String> = self.list.iter().map(|(key, schema, _)| format!("{}:{schema}", quoted(key))).collect();
        let required: Vec<String> = self.list.iter().filter(|(.., needed)| *needed).map(|(key, ..)| quoted(key)).collect();
        format!(
            "{{\"type\":\"object\",\"properties\":{{{}}},\"required\":[{}],\"additionalProperties\":false}}",
            properties.join(","),
            required.join(",")
        )
    }
}

/// Returns the fields with which every record begins.
fn head(class: &str) -> Fields {
    let mut fields = Fields::default();
    fields.need("n", r#"{"type":"integer","minimum":0}"#);
    fields.need_word("e", &[class]);
    fields.need("t", r#"{"type":"integer","minimum":0}"#);
    fields.need("ph", r#"{"type":"string"}"#);
    fields
}

/// Returns the schema of a record, as JSON (draft 2020-12).
pub fn schema() -> String {
    let mut lines = vec![super::first_record::shape(head("begin"))];
    let mut undo = head("undo");
    undo.need("to", r#"{"type":"integer","minimum":0}"#);
    undo.need("by", r#"{"type":"string"}"#);
    undo.may("why", r#"{"type":"string"}"#);
    undo.may("redraw", r#"{"const":true}"#);
    undo.may("veto", r#"{"const":true}"#);
    lines.push(undo.object());
    let mut inner = Vec::new();
    for (class, shape) in event_classes::shapes() {
        let mut line = head(class);
        shape(&mut line);
        lines.push(line.object());
        let mut event = Fields::default();
        event.need_word("e", &[class]);
        shape(&mut event);
        inner.push(event.object());
    }
    let text = format!(
        "{{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":\"A line of a Slipyard log\",\
         \"anyOf\":[{}],\"$defs\":{{\"event\":{{\"anyOf\":[{}]}}}}}}",
        lines.join(","),
        inner.join(",")
    );
    // A text built from JSON parses as JSON.
    let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let mut pretty = serde_json::to_string_pretty(&value).unwrap_or_default();
    pretty.push('\n');
    pretty
}
