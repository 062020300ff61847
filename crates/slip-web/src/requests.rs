//! Requests of the page: one file each, with its parameters, its reply, and the function that answers it.

use crate::session::Session;
use serde::Deserialize;
use serde_json::Value;

/// Declares the enum of requests, the list of their names, and the function that answers them.
macro_rules! requests {
    ($($module:ident: $request:ident => $answer:ty),* $(,)?) => {
        $(pub(crate) mod $module;)*

        /// Request of the page. In JSON the field `ask` has its name, such as `check`.
        #[derive(Debug, Deserialize)]
        #[serde(tag = "ask", rename_all = "snake_case")]
        #[allow(missing_docs, reason = "each request is documented in its own file")]
        pub enum Request {
            $($request($module::$request),)*
        }

        /// Names of all requests.
        pub const REQUESTS: &[&str] = &[$(stringify!($module)),*];

        /// Answers a request.
        ///
        /// # Errors
        /// A sentence if the request cannot be answered.
        pub(crate) fn answer(session: &mut Session, request: Request) -> Result<Value, String> {
            match request {
                $(Request::$request(asked) => {
                    let answer: $answer = $module::answer(session, &asked)?;
                    value(answer)
                })*
            }
        }

        /// Collects the types of all requests and answers for TypeScript.
        #[cfg(test)]
        fn declare(types: &mut typescript::Declarations) {
            $(types.request::<$module::$request, $answer>(stringify!($module));)*
        }
    };
}

requests! {
    actions: Actions => Vec<actions::EditorAction>,
    build: Build => build::BuiltPackage,
    check: Check => check::Checked,
    complete: Complete => Vec<complete::Suggested>,
    definition: Definition => Option<definition::Defined>,
    explain: Explain => explain::CodePage,
    format: Format => format::FormattedText,
    hover: Hover => Option<hover::Hovered>,
    import: Import => import::Imported,
    ledger: Ledger => ledger::LedgerOfItem,
    list: List => Vec<list::ListedThing>,
    map: Map => map::Picture,
    merge: Merge => merge::SimulationTold,
    odds: Odds => odds::OddsTold,
    participants: Participants => participants::EncounterSides,
    rename: Rename => rename::Renamed,
    report: Report => report::ReportText,
    rules: Rules => rules::RulesFound,
    run: Run => run::PlayedGame,
    sheet: Sheet => sheet::SheetText,
    simulate: Simulate => simulate::PlayedPart,
    tokens: Tokens => Vec<tokens::Token>,
    write: Write => write::Written,
}

fn value(answer: impl serde::Serialize) -> Result<Value, String> {
    serde_json::to_value(answer).map_err(|error| error.to_string())
}

/// The types of requests and answers for the page, which a test keeps equal to those here.
#[cfg(test)]
#[allow(clippy::expect_used, reason = "tests fail by panicking")]
mod typescript {
    use super::declare;
    use std::collections::BTreeMap;
    use std::fmt::Write;
    use ts_rs::{Config, TS, TypeVisitor};

    /// Path of the page's own copy.
    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/session/types.ts");

    /// Types that were found so far.
    #[derive(Default)]
    pub(super) struct Declarations {
        config: Config,
        types: BTreeMap<String, String>,
        replies: String,
    }

    impl Declarations {
        /// Adds a request with the type of its answer.
        pub(super) fn request<R: TS + 'static, A: TS + 'static>(&mut self, name: &str) {
            self.visit::<R>();
            self.visit::<A>();
            let (request, answer) = (R::name(&self.config), A::name(&self.config));
            let _ = writeln!(self.replies, "  {name}: {{ request: {request}; answer: {answer} }};");
        }

        fn text(&self) -> String {
            let mut text =
                "// Types of the requests and answers of a session. A test of slip-web writes this file: see CONTRIBUTING.md.\n\n"
                    .to_owned();
            for declared in self.types.values() {
                let _ = writeln!(text, "export {declared}\n");
            }
            let _ = write!(text, "/** Requests by name, each with its answer. */\nexport interface Replies {{\n{}}}\n", self.replies);
            text
        }
    }

    impl TypeVisitor for Declarations {
        fn visit<T: TS + 'static + ?Sized>(&mut self) {
            // Types of the language itself, such as lists, are not declared.
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

    #[test]
    fn the_page_has_the_types_of_all_requests_and_answers() {
        let mut types = Declarations::default();
        declare(&mut types);
        let text = types.text();
        if std::env::var_os("WEB_TYPES").is_some_and(|what| what == "write") {
            std::fs::write(PAGE, &text).expect("the page is in this repository");
        }
        let there = std::fs::read_to_string(PAGE).unwrap_or_default();
        assert_eq!(there, text, "write the types again: WEB_TYPES=write cargo test -p slip-web --lib");
    }
}
