//! Generators: Slip text drawn at random that passes all checks.
//!
//! Everything is drawn from the compiled program: the numbers of a person from the design, skills and stunts from those that the package
//! can use, words from tables with a `for` entry. A draw is kept only if the compiler reports nothing about it, so homebrew designs work
//! like those of the standard library. No skill, stunt or creature is named in this code. The same sources, options and seed give the same
//! bytes.

pub mod cluster;
mod design_limits;
pub mod encounter;
pub mod people;
mod person_draft;
pub mod random_draws;
mod stunts;
pub mod word_tables;

pub use slip_pack::quoted;

use slip_compile::check::context::CheckContext;

use slip_compile::resolve::Program;
use slip_dice::Dice;
use slip_pack::Pack;
use slip_source::diagnostic::{Diagnostic, Severity};
use slip_source::{PackageId, Sources};
use std::fmt;

/// Reason why nothing could be drawn: a sentence that begins in lower case, without a full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawRefusal(pub String);

impl fmt::Display for DrawRefusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for DrawRefusal {}

impl From<slip_dice::ScriptExhausted> for DrawRefusal {
    fn from(_: slip_dice::ScriptExhausted) -> Self {
        DrawRefusal("the script has no dice left".to_owned())
    }
}

fn refuse<T>(sentence: impl Into<String>) -> Result<T, DrawRefusal> {
    Err(DrawRefusal(sentence.into()))
}

/// Input of generators: a compiled program, and the package for which text is written.
#[derive(Clone, Copy)]
pub struct GeneratorInput<'g, 'p, 't> {
    /// Program with its designs.
    pub context: &'g CheckContext<'p, 't>,
    /// Compiled pack.
    pub pack: &'g Pack,
    /// Package that will contain the text.
    pub package: PackageId,
}

impl<'g, 'p, 't> GeneratorInput<'g, 'p, 't> {
    fn program(&self) -> &'p Program<'t> {
        self.context.program
    }

    /// Returns a name for an item of this kind that is not used by another item in the package.
    fn free_name(&self, kind: &str, wanted: &str, taken: &[String]) -> String {
        let free = |name: &str| self.program().lookup(self.package, kind, name).is_none() && !taken.iter().any(|other| other == name);
        let numbered = (2_u32..).map(|number| format!("{wanted}_{number}"));
        std::iter::once(wanted.to_owned()).chain(numbered).find(|name| free(name)).unwrap_or_else(|| wanted.to_owned())
    }
}

/// Creates independent dice from a seed. Play uses stream 0 of the seed, so generators use streams with high numbers.
pub fn dice(seed: u64, what: Stream, number: u32) -> Dice {
    let stream = match what {
        Stream::Rules => 1,
        Stream::Words => 2,
        Stream::Person => 3,
        Stream::Table => 4,
    };
    Dice::seeded(seed, (stream << 40) + u64::from(number))
}

/// Purpose of dice. Each purpose has a stream of its own. A longer list of names, for example, does not change the rolls of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Rolls that the rules ask for.
    Rules,
    /// Draws of names and aspects.
    Words,
    /// Draws for one of several people, by number.
    Person,
    /// Rolls on an encounter table.
    Table,
}

/// Compiles `sources`, draws a text for their last package, and verifies that the text passes all checks.
///
/// # Errors
/// If nothing can be drawn, or the text does not pass the checks in the package.
pub fn generate<T>(
    mut sources: Sources,
    draw: impl FnOnce(GeneratorInput<'_, '_, '_>) -> Result<T, DrawRefusal>,
    text: impl Fn(&T) -> &str,
) -> Result<T, DrawRefusal> {
    let Some(package) = sources.packages().map(|(id, _)| id).last() else { return refuse("there is no package to generate for") };
    let (_, drawn) = slip_compile::inspect(&sources, |context, pack| draw(GeneratorInput { context, pack, package }));
    let drawn = drawn?;
    let file = sources.add_file(package, "generated.slip", text(&drawn));
    let said = slip_compile::verdict(&sources).diagnostics;
    let about = |diagnostic: &&Diagnostic| diagnostic.primary.span.file == file && diagnostic.severity > Severity::Note;
    match said.iter().find(about) {
        Some(found) => refuse(format!("the generated text has an error in this package: {} ({})", found.message, found.code)),
        None => Ok(drawn),
    }
}

/// Formats text as comments, line by line.
fn comment(words: &str) -> String {
    words.lines().map(|line| format!("// {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_line_of_what_is_remarked_is_a_comment() {
        assert_eq!(super::comment("slipyard generate\nby \"Ada\""), "// slipyard generate\n// by \"Ada\"\n");
    }
}
