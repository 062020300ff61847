//! Macro for plain data structs that are serialised, parsed and described in a JSON schema.

use serde_json::{Map, Value, json};

/// Type that has a JSON schema.
pub(crate) trait HasSchema {
    /// Returns the JSON schema of the type.
    fn schema() -> Value;
}

impl HasSchema for u64 {
    fn schema() -> Value {
        json!({ "type": "integer", "minimum": 0 })
    }
}

impl HasSchema for i64 {
    fn schema() -> Value {
        json!({ "type": "integer" })
    }
}

impl HasSchema for f64 {
    fn schema() -> Value {
        json!({ "type": "number" })
    }
}

impl HasSchema for bool {
    fn schema() -> Value {
        json!({ "type": "boolean" })
    }
}

impl HasSchema for String {
    fn schema() -> Value {
        json!({ "type": "string" })
    }
}

impl<T: HasSchema> HasSchema for Option<T> {
    fn schema() -> Value {
        json!({ "anyOf": [T::schema(), { "type": "null" }] })
    }
}

impl<T: HasSchema> HasSchema for Vec<T> {
    fn schema() -> Value {
        json!({ "type": "array", "items": T::schema() })
    }
}

/// Returns the JSON schema of an object with these fields, all of them required and no others allowed.
pub(crate) fn object(about: &[&str], fields: Vec<(&str, &[&str], Value)>) -> Value {
    let words = |lines: &[&str]| lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let required: Vec<&str> = fields.iter().map(|(name, ..)| *name).collect();
    let mut properties = Map::new();
    for (name, about, mut schema) in fields.clone() {
        if let Value::Object(schema) = &mut schema {
            schema.insert("description".to_owned(), words(about).into());
        }
        properties.insert(name.to_owned(), schema);
    }
    json!({
        "type": "object",
        "description": words(about),
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// Declares structs whose public fields are serialised under the names of the fields. The doc comments become the descriptions in the
/// schema.
macro_rules! records {
    ($(
        $(#[doc = $about:literal])*
        pub struct $name:ident {
            $( $(#[doc = $of:literal])* pub $field:ident: $type:ty, )*
        }
    )*) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $( $(#[doc = $of])* pub $field: $type, )*
        }

        impl $crate::simulate::schema_struct_macro::HasSchema for $name {
            fn schema() -> serde_json::Value {
                $crate::simulate::schema_struct_macro::object(
                    &[$($about),*],
                    vec![$((stringify!($field), &[$($of),*][..], <$type as $crate::simulate::schema_struct_macro::HasSchema>::schema())),*],
                )
            }
        }
    )*};
}
pub(crate) use records;
