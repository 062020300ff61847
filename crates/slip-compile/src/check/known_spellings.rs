//! Changes the suggested corrections of misspelt names so that they are declared names: for `FireWall` the suggestion is `firewall` if this
//! name is declared, and not `fire_wall`.

use super::effect::DeclaredNames;
use crate::resolve::Program;
use ecow::EcoString;
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics, Edit};
use std::collections::{BTreeMap, BTreeSet};

/// Words of entries that declare the name after them.
const DECLARING: &[&str] = &["border", "choice", "flag", "mode", "phase", "setting", "side", "stat", "stunt", "track", "zone"];

/// Known names. The key is the name without `_`.
type ByLetters = BTreeMap<String, BTreeSet<EcoString>>;

/// Corrects the fixes of misspelt references.
pub fn settle(program: &Program<'_>, known: &DeclaredNames, diagnostics: &mut Diagnostics) {
    let is_misspelt = |found: &&mut Diagnostic| found.code == Code::BadName;
    if !diagnostics.iter().any(|found| found.code == Code::BadName) {
        return;
    }
    let names = names(program, known);
    for found in diagnostics.iter_mut().filter(is_misspelt).filter(|found| !declares(program, found.primary.span)) {
        for fix in &mut found.fixes {
            let [Edit { replacement, .. }] = fix.edits.as_mut_slice() else { continue };
            let Some(right) = spelling(&names, replacement) else { continue };
            let written = std::mem::replace(replacement, right.to_string());
            fix.title = fix.title.replace(&format!("`{written}`"), &format!("`{right}`"));
            found.help = found.help.take().map(|help| help.replace(&format!("`{written}`"), &format!("`{right}`")));
        }
    }
}

/// Returns the known name that has the same letters as a word but other `_`. `None` if there are several, or if the word itself is a known
/// name.
fn spelling<'n>(names: &'n ByLetters, word: &str) -> Option<&'n EcoString> {
    let same = names.get(&letters(word)).filter(|same| !same.contains(word) && same.len() == 1)?;
    same.first()
}

fn letters(word: &str) -> String {
    word.chars().filter(|letter| *letter != '_').collect()
}

fn names(program: &Program<'_>, known: &DeclaredNames) -> ByLetters {
    let of_designs = known.all();
    let inside = [&of_designs.stunts, &of_designs.stats, &of_designs.tracks, &of_designs.counts].into_iter().flatten();
    let mut names = ByLetters::new();
    for name in program.all().iter().map(|declared| declared.name()).chain(inside) {
        names.entry(letters(name)).or_default().insert(name.clone());
    }
    names
}

/// True if the name at a position is declared there, because it follows a kind or a declaring word.
fn declares(program: &Program<'_>, at: Span) -> bool {
    let before = program.sources.slice(Span { start: 0, end: at.start, ..at });
    let line = before.rsplit(['\n', ';', '{', '}']).next().unwrap_or_default().trim();
    program.is_kind(line) || DECLARING.contains(&line)
}
