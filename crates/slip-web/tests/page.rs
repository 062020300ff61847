//! A session as a page uses it.

use serde_json::{Value, json};
use slip_web::Session;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))
}

/// Session of a page, for tests.
pub(crate) struct Page(Session);

impl Page {
    /// Page with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Page {
        let files: BTreeMap<&str, &str> = files.iter().copied().collect();
        let mut page = Page(Session::new());
        page.ask(&json!({ "ask": "write", "files": files }));
        page
    }

    /// Returns a page with packages of the repository, under their paths in it.
    pub(crate) fn with_packages(folders: &[&str]) -> Page {
        let mut files = BTreeMap::new();
        for folder in folders {
            for entry in fs::read_dir(root().join(folder)).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                if name.ends_with(".slip") || name == "slipyard.toml" {
                    files.insert(format!("{folder}/{name}"), fs::read_to_string(root().join(folder).join(&name)).unwrap());
                }
            }
        }
        let mut page = Page(Session::new());
        page.ask(&json!({ "ask": "write", "files": files }));
        page
    }

    /// Whole reply to a request.
    pub(crate) fn reply(&mut self, request: &Value) -> Value {
        serde_json::from_str(&self.0.ask(&request.to_string())).unwrap()
    }

    /// Sends a request and returns the answer.
    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        let reply = self.reply(request);
        reply.get("answer").unwrap_or_else(|| panic!("{request}: {reply}")).clone()
    }

    /// Sends a request that must be refused, and returns the sentence of the refusal.
    pub(crate) fn refusal(&mut self, request: &Value) -> String {
        let reply = self.reply(request);
        reply["error"].as_str().unwrap_or_else(|| panic!("{request}: {reply}")).to_owned()
    }
}
