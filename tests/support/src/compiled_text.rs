//! Text as an author would write it, compiled beside the standard library as a package of its own.

pub mod maps;

use slip_pack::Pack;
use slip_pack::map::Map;

use slip_compile::stdlib;
use slip_source::diagnostic::{Code, Diagnostic, Severity};
use slip_source::{Package, Sources};

/// Name of the package of a text that does not name its package.
const OWN: &str = "own";

/// Pack and findings, with the line and column of each finding.
pub struct Written {
    pub pack: Pack,
    pub said: Vec<(u32, u32, Diagnostic)>,
}

pub fn written(text: &str) -> Written {
    written_in(Package { name: OWN.to_owned(), version: "0.1.0".to_owned(), edition: 1, ..Package::default() }, text)
}

/// Returns the only finding about a text, notes included; panics if there is none or several.
#[track_caller]
pub fn one(text: &str) -> Diagnostic {
    let said = written(text).said;
    assert_eq!(said.len(), 1, "{text}\n{said:#?}");
    said.into_iter().map(|(.., found)| found).next().unwrap()
}

pub fn written_in(package: Package, text: &str) -> Written {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let own = sources.add_package(package);
    sources.add_file(own, "own.slip", text);
    let compiled = slip_compile::compile(&sources);
    let place = |found: Diagnostic| {
        let at = sources.line_column(found.primary.span).unwrap();
        (at.line, at.column, found)
    };
    Written { pack: compiled.pack, said: compiled.diagnostics.into_iter().map(place).collect() }
}

impl Written {
    /// Returns `line:column code` of every finding above a note.
    pub fn findings(&self) -> Vec<String> {
        let loud = self.said.iter().filter(|(.., found)| found.severity > Severity::Note);
        loud.map(|(line, column, found)| format!("{line}:{column} {}", found.code)).collect()
    }

    /// Returns the messages of all findings above a note.
    pub fn messages(&self) -> Vec<&str> {
        self.said.iter().filter(|(.., found)| found.severity > Severity::Note).map(|(.., found)| found.message.as_str()).collect()
    }

    /// Returns the only finding with a code; panics if there is none or several.
    #[track_caller]
    pub fn only(&self, code: Code) -> &Diagnostic {
        let found: Vec<&Diagnostic> = self.said.iter().map(|(.., found)| found).filter(|found| found.code == code).collect();
        assert_eq!(found.len(), 1, "{code}: {:#?}", self.said);
        found[0]
    }

    /// Returns the last map that the text declares; panics if it declares none, or on any finding above a note.
    #[track_caller]
    pub fn map(self) -> Map {
        self.clean().maps.into_values().rfind(|map| map.package == OWN).unwrap()
    }

    /// Returns the pack; panics on any finding above a note.
    #[track_caller]
    pub fn clean(self) -> Pack {
        assert_eq!(self.messages(), Vec::<&str>::new());
        self.pack
    }
}
