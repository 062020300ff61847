//! Finds rulesets that an encounter names although its kind of play reads nothing of them: they only set numbers of other conflicts, and no
//! effect of theirs acts there.

use super::settings::ProgramSettings;
use super::{UsePath, lay};
use crate::resolve::{DeclaredItem, Program};
use slip_pack::effect::{Effect, Play};
use slip_source::PackageId;
use slip_source::diagnostic::Diagnostics;

/// Rulesets of the standard library that declare the settings of one conflict, with the kinds of play that read these settings.
const READERS: &[(&str, &[Play])] = &[
    ("personal", &[Play::Personal, Play::Social]),
    ("social", &[Play::Social]),
    ("space", &[Play::Space]),
    ("platoon", &[Play::Platoon]),
    ("stakes", &[Play::Stakes]),
];

/// Settings of personal combat that every kind of play reads.
const SHARED: &[&str] = &["composure_track", "health_track", "table_answers"];

/// True if a kind of play reads a setting or an effect of a ruleset or of the rulesets that it uses. Rulesets that could not be read
/// completely count as read.
pub fn is_read_in(program: &Program<'_>, settings: &ProgramSettings, declared: &DeclaredItem<'_>, play: Play) -> bool {
    let laid = lay(program, settings, declared, &mut UsePath::default(), &mut Diagnostics::new());
    if laid.circle.is_some() || laid.too_deep || !laid.lost.is_empty() || declared.entries.iter().any(|entry| entry.broken) {
        return true;
    }
    let mut effects = laid.rulesets.iter().flat_map(|(_, id)| settings.effects_of(*id));
    // An effect on numbers that are fixed at building is reported otherwise.
    let acts = |effect: &Effect| effect.plays.contains(&play) || effect.built().is_some();
    laid.said.keys().any(|setting| reads(program, settings, setting, play)) || effects.any(acts)
}

fn reads(program: &Program<'_>, settings: &ProgramSettings, setting: &str, play: Play) -> bool {
    let declared = settings.get(setting).and_then(|found| program.get(found.by)).filter(|by| by.package == PackageId::STD);
    let readers = declared.and_then(|by| READERS.iter().find(|(ruleset, _)| *ruleset == by.name()));
    readers.is_none_or(|(_, plays)| plays.contains(&play)) || SHARED.contains(&setting)
}
