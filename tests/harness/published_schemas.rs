//! Schemas in the documentation, with their checks: each equals the schema generated from the structs, and written data matches it.

use jsonschema::Validator;
use serde_json::Value;

use crate::harness::structs_to_schema;

/// Schema in the documentation.
pub(crate) struct Published {
    /// File name of the schema.
    pub(crate) file: &'static str,
    /// Name of its struct, with the file and the folder where that is declared.
    pub(crate) of: [&'static str; 3],
    /// Title in the schema.
    pub(crate) title: String,
}

impl Published {
    /// Returns the schema generated from the structs.
    pub(crate) fn schema(&self) -> Value {
        let [name, file, folder] = self.of;
        let mut schema = structs_to_schema::Structs::read(file, folder).schema(name);
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
        schema["title"] = self.title.as_str().into();
        schema
    }

    pub(crate) fn validator(&self) -> Validator {
        jsonschema::validator_for(&self.schema()).unwrap()
    }

    /// Asserts that the file in the documentation is this schema. `INSTA_UPDATE=always` writes it.
    #[track_caller]
    pub(crate) fn assert_is_documented(&self) {
        let mut text = serde_json::to_string_pretty(&self.schema()).unwrap();
        text.push('\n');
        if std::env::var("INSTA_UPDATE").as_deref() == Ok("always") {
            std::fs::write(self.file, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(self.file).unwrap(), text, "run this test with INSTA_UPDATE=always");
    }
}

#[track_caller]
pub(crate) fn assert_fits(validator: &Validator, value: &Value, what: &str) {
    let wrong: Vec<String> = validator.iter_errors(value).take(5).map(|error| format!("{}: {error:.200}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
}
