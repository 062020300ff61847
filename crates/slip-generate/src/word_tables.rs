//! Draws words from tables by their `for` entry: names, aspects, subjects.
//!
//! Tables of the package itself take precedence over tables of other packages. A setting with its own names therefore uses only these
//! names. If several tables have the same purpose, words are drawn from all of them together.

use super::random_draws::{Roller, below};
use super::{DrawRefusal, GeneratorInput, refuse};
use slip_compile::resolve::is_name;
use slip_dice::Dice;
use slip_pack::table::{Table, TablePurpose};
use std::collections::BTreeSet;

/// Largest number of failed draws before a table counts as too short.
const TRIES: usize = 2000;

/// Returns the tables for a purpose. `of` lists words in order of precedence, and the first word that has tables is used. Tables of a
/// design therefore take precedence over tables of its kind.
pub(super) fn tables<'g>(ground: &GeneratorInput<'g, '_, '_>, of: &[&str], what: &str) -> Vec<&'g Table> {
    tables_that(ground, of, what, |_| true)
}

/// Returns the tables of a stunt's texts. Tables for a design or kind (`for free_form texts animal`) come before general tables. Within
/// both groups, tables of the package come before tables of other packages.
fn texts<'g>(ground: &GeneratorInput<'g, '_, '_>, stunt: &str, whose: &[&str]) -> Vec<&'g Table> {
    let cases = || whose.iter().copied().map(Some).chain([None]);
    let of_case = |case: Option<&str>| tables_that(ground, &[stunt], "texts", |purpose| purpose.case.as_deref() == case);
    let own = |table: &&Table| table.package == ground.pack.package.name;
    let found: Vec<Vec<&Table>> = cases().map(of_case).collect();
    let of_package = found.iter().find(|tables| tables.iter().any(own));
    of_package.or_else(|| found.iter().find(|tables| !tables.is_empty())).cloned().unwrap_or_default()
}

/// Like [`tables`], but for purposes that satisfy a predicate.
fn tables_that<'g>(
    ground: &GeneratorInput<'g, '_, '_>,
    of: &[&str],
    what: &str,
    pleases: impl Fn(&TablePurpose) -> bool,
) -> Vec<&'g Table> {
    for word in of {
        let fits = |purpose: &TablePurpose| purpose.of == *word && purpose.what == what && pleases(purpose);
        let all: Vec<&Table> = ground.pack.tables.values().filter(|table| table.valid && table.purposes.iter().any(fits)).collect();
        let own: Vec<&Table> = all.iter().copied().filter(|table| table.package == ground.pack.package.name).collect();
        let found = if own.is_empty() { all } else { own };
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// Draws one of several tables, each with a probability proportional to its number of rows.
fn weighed<'t>(dice: &mut Dice, tables: &[&'t Table]) -> Result<Option<&'t Table>, DrawRefusal> {
    let mut at = below(dice, tables.iter().map(|table| table.rows.len()).sum())?;
    for table in tables {
        if at < table.rows.len() {
            return Ok(Some(table));
        }
        at -= table.rows.len();
    }
    Ok(None)
}

/// Draws words that were not drawn before and that the caller accepts.
pub(super) struct WordSource<'w> {
    pub(super) dice: &'w mut Dice,
    /// Words that were drawn before, in lower case.
    pub(super) drawn: &'w mut BTreeSet<String>,
}

impl WordSource<'_> {
    /// Draws one text.
    ///
    /// # Errors
    /// If there is no table for the purpose, or the tables have no unused text that the caller accepts.
    pub(super) fn new_one(
        &mut self,
        ground: &GeneratorInput<'_, '_, '_>,
        purpose: (&[&str], &str),
        fills: &[(&str, &str)],
        pleases: impl Fn(&str) -> bool,
    ) -> Result<String, DrawRefusal> {
        let (of, what) = purpose;
        self.from(ground, (&tables(ground, of, what), of, what), fills, pleases)
    }

    /// Draws the text argument of a stunt, for a person with these designs and kinds.
    ///
    /// # Errors
    /// As [`WordSource::new_one`].
    pub(super) fn text(&mut self, ground: &GeneratorInput<'_, '_, '_>, stunt: &str, whose: &[&str]) -> Result<String, DrawRefusal> {
        self.from(ground, (&texts(ground, stunt, whose), &[stunt], "texts"), &[], |_| true)
    }

    fn from(
        &mut self,
        ground: &GeneratorInput<'_, '_, '_>,
        (tables, of, what): (&[&Table], &[&str], &str),
        fills: &[(&str, &str)],
        pleases: impl Fn(&str) -> bool,
    ) -> Result<String, DrawRefusal> {
        let word = of.last().copied().unwrap_or_default();
        if tables.is_empty() {
            return refuse(format!(
                "no table has the entry `for {word} {what}`; declare one: `table some_{what} {{ for {word} {what}; one_of \"…\", \"…\" }}`"
            ));
        }
        for _ in 0..TRIES {
            let Some(table) = weighed(self.dice, tables)? else { break };
            let outcome = Roller { pack: ground.pack, dice: self.dice, fills }.on(table)?;
            let text = capital(&outcome.texts.join(" "));
            if !text.trim().is_empty() && pleases(&text) && self.drawn.insert(text.to_lowercase()) {
                return Ok(text);
            }
        }
        let names: Vec<String> = tables.iter().map(|table| format!("`{}`", table.name)).collect();
        refuse(format!("the tables for {word} {what} ({}) have no new texts left: add more", names.join(", ")))
    }
}

/// Converts the first letter of a text to upper case.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Converts a title to a declared name: `Tessa Rourke` to `tessa_rourke`.
pub(super) fn identifier(title: &str, otherwise: &str) -> String {
    let mut name = String::new();
    for letter in title.chars() {
        match letter.to_ascii_lowercase() {
            letter @ ('a'..='z' | '0'..='9') => name.push(letter),
            '\'' => {}
            _ if name.ends_with('_') || name.is_empty() => {}
            _ => name.push('_'),
        }
    }
    let name = name.trim_end_matches('_');
    if !is_name(name) {
        return format!("{otherwise}_{name}").trim_end_matches('_').to_owned();
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::identifier;

    #[test]
    fn names_of_things_are_made_of_what_people_call_them() {
        assert_eq!(identifier("Tessa Rourke", "npc"), "tessa_rourke");
        assert_eq!(identifier("D'Arc  the 3rd!", "npc"), "darc_the_3rd");
        assert_eq!(identifier("3 Sisters", "npc"), "npc_3_sisters");
        assert_eq!(identifier("Else", "npc"), "npc_else");
        assert_eq!(identifier("X3", "npc"), "npc_x3");
        assert_eq!(identifier("Öre", "npc"), "re");
    }
}
