//! Validates the Slip fragments of learned skills and stunts in a campaign file.
//!
//! The compiler checks them later as part of a sheet. Each must be a single value of its entry, so that a campaign file cannot add
//! entries or items.

use super::SheetAdvances;
use slip_source::{Package, Sources};

use slip_syntax::tree::Item;

impl SheetAdvances {
    /// Adds a sentence to `faults` for each text that is neither a single skill nor a single stunt. The sentence names the field.
    pub(super) fn faults(&self, person: &str, faults: &mut Vec<String>) {
        for skill in self.skills.keys().filter(|skill| !is_skill(skill)) {
            faults.push(format!("`people.{person}.changes.skills`: {skill:?} is not a skill"));
        }
        for (field, stunts) in [("stunts_new", &self.stunts_new), ("stunts_lost", &self.stunts_lost)] {
            for (number, stunt) in stunts.iter().enumerate().filter(|(_, stunt)| !is_stunt(stunt)) {
                faults.push(format!("`people.{person}.changes.{field}[{number}]`: {stunt:?} is not a single stunt"));
            }
        }
    }
}

/// True if a text is the name of a skill, with or without a subject in brackets.
fn is_skill(text: &str) -> bool {
    let name = match text.split_once('(') {
        Some((name, subject)) if subject.ends_with(')') => name,
        Some(_) => return false,
        None => text,
    };
    !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// True if a text is one stunt of a sheet: `low_recoil`, `sensors x2`, `swap_skill(a, b)`.
fn is_stunt(text: &str) -> bool {
    let mut sources = Sources::new();
    let package = sources.add_package(Package::default());
    let id = sources.add_file(package, "campaign.slip", format!("character a {{\n  stunts {text}\n}}\n"));
    let Some(file) = sources.file(id) else { return false };
    let (tree, found) = slip_syntax::parse(id, file);
    let [Item::Declaration(item)] = tree.items.as_slice() else { return false };
    let entries = item.block.as_ref().map(|block| block.entries.as_slice()).unwrap_or_default();
    let [entry] = entries else { return false };
    found.is_empty() && tree.comments.is_empty() && !entry.broken && entry.rest.is_none() && entry.members().count() == 1
}
