//! JSON schemas of a simulation report and of a part, generated from their types.

use super::report::SimulationReport;
use super::schema_struct_macro::HasSchema;
use super::shard::SimulationPart;
use serde_json::Value;

/// Returns the schema of the report that `--format json` prints (draft 2020-12).
pub fn report() -> String {
    titled("The report of a Slipyard simulation", SimulationReport::schema())
}

/// Returns the schema of the file that `--shard` writes.
pub fn part() -> String {
    titled("A part of a Slipyard simulation", SimulationPart::schema())
}

fn titled(title: &str, mut schema: Value) -> String {
    if let Value::Object(fields) = &mut schema {
        fields.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
        fields.insert("title".to_owned(), title.into());
    }
    let mut pretty = serde_json::to_string_pretty(&schema).unwrap_or_default();
    pretty.push('\n');
    pretty
}
