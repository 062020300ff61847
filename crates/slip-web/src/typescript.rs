//! Types of the requests and answers as TypeScript, for the page. A test compares them with the page's own copy.

use crate::requests;
use std::collections::BTreeMap;
use std::fmt::Write;
use ts_rs::{Config, TS, TypeVisitor};

/// Types that were found so far.
pub(crate) struct Declarations {
    config: Config,
    types: BTreeMap<String, String>,
    replies: String,
}

impl Declarations {
    /// Creates a collection without types. Integers of any size become `number`, because the JSON of the page has only this type of number.
    fn new() -> Declarations {
        Declarations { config: Config::default().with_large_int("number"), types: BTreeMap::new(), replies: String::new() }
    }

    /// Adds a request with the type of its answer.
    pub(crate) fn request<R: TS + 'static, A: TS + 'static>(&mut self, name: &str) {
        self.visit::<R>();
        self.visit::<A>();
        let (request, answer) = (R::name(&self.config), A::name(&self.config));
        let _ = writeln!(self.replies, "  {name}: {{ request: {request}; answer: {answer} }};");
    }

    fn text(&self) -> String {
        let mut text =
            "// Types of the requests and answers of a session. A test of slip-web writes this file: see CONTRIBUTING.md.\n\n".to_owned();
        for declared in self.types.values() {
            let _ = writeln!(text, "export {declared}\n");
        }
        let _ = write!(text, "/** Requests by name, each with its answer. */\nexport interface Replies {{\n{}}}\n", self.replies);
        text
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Built-in types, such as lists, need no declaration.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            if self.types.contains_key(&name) {
                return;
            }
            self.types.insert(name, T::decl(&self.config));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// Returns the text of the file with the types of all requests and answers.
pub fn types() -> String {
    let mut types = Declarations::new();
    requests::declare(&mut types);
    types.text()
}
