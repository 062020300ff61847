//! Lines of what is shown of a thing: a word, and what it says.

use slip_pack::item::Waiver;
use std::io::{self, Write};

/// A word and what it says; nothing where there is nothing to say.
pub(super) fn field(out: &mut dyn Write, word: &str, what: &str) -> io::Result<()> {
    if what.is_empty() {
        return Ok(());
    }
    if word.is_empty() { writeln!(out, "  {what}") } else { writeln!(out, "  {word:12} {what}") }
}

/// The same of several, one a line; the word stands on the first.
pub(super) fn several(out: &mut dyn Write, word: &str, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
    let words = std::iter::once(word).chain(std::iter::repeat(" "));
    lines.into_iter().zip(words).try_for_each(|(line, word)| field(out, word, &line))
}

/// What its authors allowed themselves, each exception with its reason.
pub(super) fn allowed(out: &mut dyn Write, waivers: &[Waiver]) -> io::Result<()> {
    waivers.iter().try_for_each(|waiver| field(out, "allowed", &format!("{}: {}", waiver.code, waiver.reason)))
}

/// What an author says of a thing.
pub(super) fn doc(out: &mut dyn Write, text: Option<&str>) -> io::Result<()> {
    text.into_iter().flat_map(str::lines).try_for_each(|line| writeln!(out, "  {}", line.trim()))
}
