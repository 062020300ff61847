//! Checks that the documented JSON schema of packs matches the structs of `slip-pack`, and that all packs match the schema.
//!
//! `structs` reads the declarations of `slip-pack` as text, because the serde attributes and the doc comments are both there. A
//! derive macro would slow down every build of the library, although only this page needs the schema.

use crate::harness::published_schemas;

use crate::archive::package_folder::Shelf;
use jsonschema::Validator;
use published_schemas::{Published, assert_fits};
use serde_json::{Value, json};

fn pack() -> Published {
    Published {
        file: "docs/schema/pack.schema.json",
        of: ["pack.Pack", "crates/slip-pack/src/lib.rs", "crates/slip-pack/src"],
        title: format!("A compiled Slipyard package, format {}", slip_pack::FORMAT),
    }
}

fn validator() -> Validator {
    pack().validator()
}

#[test]
fn the_schema_in_the_documentation_is_the_one_that_the_structs_give() {
    pack().assert_is_documented();
}

#[test]
fn every_pack_of_the_repository_is_what_the_schema_says() {
    let validator = validator();
    let shelf = Shelf::new("schema-content", &[]);
    for from in ["content", "stdlib"] {
        shelf.copy(from);
        let (code, text) = shelf.says(&["build", from, "--out", "out", "--format", "json"]);
        assert_eq!(code, 0, "{text}");
    }
    let files: Vec<_> = std::fs::read_dir(shelf.path("out")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 10, "{files:?}");
    for file in files {
        let pack = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        assert_fits(&validator, &pack, file.to_str().unwrap());
    }
}

#[test]
fn what_is_no_pack_does_not_fit() {
    let validator = validator();
    let pack = serde_json::to_value(slip_pack::Pack::default()).unwrap();
    assert_fits(&validator, &pack, "an empty pack");
    let worse = |path: &str, value: Value| {
        let mut worse = pack.clone();
        let (parent, key) = path.rsplit_once('/').unwrap();
        worse.pointer_mut(parent).unwrap()[key] = value;
        assert!(!validator.is_valid(&worse), "{path}");
    };
    worse("/nonsense", json!(true));
    worse("/format", json!("1"));
    worse("/package/edition", json!(-1));
    worse("/maps/dock", json!({}));
    worse("/items/weapon", json!({ "yards.flint": { "name": "flint" } }));
    let mut lacks = pack.clone();
    lacks.as_object_mut().unwrap().remove("encounters");
    assert!(!validator.is_valid(&lacks));
}
