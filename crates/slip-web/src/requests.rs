//! Requests of the page. Each request has its own file, with its parameters, its reply, and the function that answers it.

use crate::session::Session;
use serde::Deserialize;

/// Declares the enum of requests, the list of their names, and the function that answers them.
macro_rules! requests {
    ($($module:ident: $request:ident => $answer:ty),* $(,)?) => {
        $(pub(crate) mod $module;)*

        /// Request of the page. In JSON, the field `ask` contains the name of the request, such as `check`.
        #[derive(Debug, Deserialize)]
        #[serde(tag = "ask", rename_all = "snake_case")]
        #[allow(missing_docs, reason = "each request is documented in its own file")]
        pub enum Request {
            $($request($module::$request),)*
        }

        /// Names of all requests.
        pub const REQUESTS: &[&str] = &[$(stringify!($module)),*];

        /// Answers a request, as JSON.
        ///
        /// # Errors
        /// A sentence if the request cannot be answered.
        pub(crate) fn answer(session: &mut Session, request: Request) -> Result<String, String> {
            match request {
                $(Request::$request(asked) => {
                    let answer: $answer = $module::answer(session, &asked)?;
                    json(&answer)
                })*
            }
        }

        /// Collects the types of all requests and answers for TypeScript.
        #[cfg(feature = "types")]
        pub(crate) fn declare(types: &mut crate::typescript::Declarations) {
            $(types.request::<$module::$request, $answer>(stringify!($module));)*
        }
    };
}

requests! {
    actions: Actions => Vec<actions::EditorAction>,
    add_item: AddItem => crate::form::NewItem,
    build: Build => build::BuiltPackage,
    check: Check => check::Checked,
    complete: Complete => Vec<complete::Suggested>,
    definition: Definition => Option<definition::Defined>,
    design_values: DesignValues => crate::form::DesignValuesReply,
    designs: Designs => Vec<crate::form::DesignOffer>,
    explain: Explain => explain::CodePage,
    explore: Explore => explore::ExploreReply,
    fill: Fill => Vec<crate::positions::TextEdit>,
    form: Form => crate::form::ItemForm,
    format: Format => format::FormattedText,
    hover: Hover => Option<hover::Hovered>,
    import: Import => import::Imported,
    ledger: Ledger => ledger::LedgerOfItem,
    list: List => Vec<list::ListedThing>,
    map: Map => map::Picture,
    merge: Merge => merge::SimulationReply,
    odds: Odds => odds::OddsReply,
    participants: Participants => participants::EncounterSides,
    play: Play => play::GameAtTable,
    recheck: Recheck => Option<recheck::FileFindings>,
    rename: Rename => rename::Renamed,
    report: Report => report::ReportText,
    rules: Rules => rules::RulesFound,
    run: Run => run::PlayedGame,
    sheet: Sheet => sheet::SheetText,
    simulate: Simulate => simulate::PlayedPart,
    tokens: Tokens => Vec<tokens::Token>,
    write: Write => write::Written,
}

fn json(answer: &impl serde::Serialize) -> Result<String, String> {
    serde_json::to_string(answer).map_err(|error| error.to_string())
}
