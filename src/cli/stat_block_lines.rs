//! Prints lines of a stat block: a label and its text.

use slip_pack::item::Waiver;
use std::io::{self, Write};

/// Prints a label and its text; nothing if the text is empty.
pub(super) fn field(out: &mut dyn Write, word: &str, what: &str) -> io::Result<()> {
    if what.is_empty() {
        return Ok(());
    }
    if word.is_empty() { writeln!(out, "  {what}") } else { writeln!(out, "  {word:12} {what}") }
}

/// Prints several lines of text, with the label before the first line only.
pub(super) fn several(out: &mut dyn Write, word: &str, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
    let words = std::iter::once(word).chain(std::iter::repeat(" "));
    lines.into_iter().zip(words).try_for_each(|(line, word)| field(out, word, &line))
}

/// Prints the waivers of a thing, each with its reason.
pub(super) fn allowed(out: &mut dyn Write, waivers: &[Waiver]) -> io::Result<()> {
    waivers.iter().try_for_each(|waiver| field(out, "allowed", &format!("{}: {}", waiver.code, waiver.reason)))
}

/// Prints the doc comment of a declared thing.
pub(super) fn doc(out: &mut dyn Write, text: Option<&str>) -> io::Result<()> {
    text.into_iter().flat_map(str::lines).try_for_each(|line| writeln!(out, "  {}", line.trim()))
}
