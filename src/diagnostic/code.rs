//! The codes: stable kebab-case names of what is wrong, each with a default severity and a page. Floor 1.
//!
//! One line a code in [`codes!`]. The page `docs/codes/<slug>.md` is embedded, so a code without one does not compile;
//! its bad and good examples are tests.

use super::Severity;

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident $slug:literal $severity:ident;)*) => {
        /// What can be wrong. The order is alphabetical by slug.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code { $($(#[doc = $doc])* $name,)* }

        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The stable name.
            pub const fn slug(self) -> &'static str {
                match self { $(Code::$name => $slug,)* }
            }

            /// How bad it is unless a lint level says otherwise.
            pub const fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)* }
            }

            /// The page that `slipyard explain` prints, in Markdown.
            pub const fn page(self) -> &'static str {
                match self { $(Code::$name => include_str!(concat!("../../docs/codes/", $slug, ".md")),)* }
            }
        }
    };
}

codes! {
    /// A call or list has the wrong number of arguments.
    ArgumentCount "argument-count" Error;
    /// A name is declared twice.
    DuplicateName "duplicate-name" Error;
    /// An entry that is written once is written again.
    DuplicateEntry "duplicate-entry" Error;
    /// More is spent than the technology allows.
    OverBudget "over-budget" Error;
    /// A rank is above what the design allows.
    StatAboveCap "stat-above-cap" Error;
    /// The text cannot be read.
    Syntax "syntax" Error;
    /// A key its block does not know.
    UnknownKey "unknown-key" Error;
    /// A name that nothing declares.
    UnknownName "unknown-name" Error;
}

impl Code {
    /// The code with this slug.
    pub fn from_slug(slug: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.slug() == slug)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.slug())
    }
}
