//! Corrects a draft by comparing it with the item that was built from it.

use super::Pass;
use crate::draft::ItemDraft;
use crate::spelling::key;
use crate::vocabulary::DesignWords;
use slip_pack::{BuiltItem, Pack, built_values, quoted};
use std::collections::BTreeSet;

/// Corrects a draft by comparing it with the item that was built from its text. Returns true if the text of the draft changes. The last
/// correction writes the numbers as they are in the input.
pub(super) fn correct(draft: &mut ItemDraft, item: &BuiltItem, design: &DesignWords, pack: &Pack, pass: Pass) -> bool {
    let ranks = built_values::ranks(item);
    let stat = |name: &str| ranks.get(name).copied();
    let track = |name: &str| item.tracks.get(name).copied();
    let skill = |name: &str| item.skills.get(name).copied();
    if pass.is_last {
        let open = std::mem::take(&mut draft.open_stunts);
        let opened = !open.is_empty();
        draft.stunts.extend(open);
        let stats = draft.stats.give_up(stat);
        let tracks = draft.tracks.give_up(track);
        return draft.skills.give_up(skill) | stats | tracks | opened;
    }
    let wanted = draft.skills.wanted.clone();
    let stats = draft.modes.is_empty() && draft.stats.correct(stat);
    let tracks = draft.tracks.correct(track);
    // Some ranks are given by the rules and depend on statistics and tracks. They are compared only when the statistics and tracks are
    // right.
    let is_open = stats || tracks;
    let skills =
        draft.skills.correct(|name| if is_open && design.given_skills.contains(name) { draft_rank(&wanted, name) } else { skill(name) });
    let aspects = aspects(draft, item, design);
    // The stunts and aspects that the rules give depend on the statistics. They are compared only when the statistics are right.
    let stunts = !stats && stunts(draft, item);
    let without = !stats && design.without && draft.is_complete && without(draft, item);
    stats | tracks | skills | aspects | stunts | (pass.is_first && gear(draft, item, pack)) | without
}

fn draft_rank(wanted: &std::collections::BTreeMap<String, i32>, name: &str) -> Option<i32> {
    wanted.get(name).copied()
}

/// Marks the aspects that the rules give, so that they are not written.
fn aspects(draft: &mut ItemDraft, item: &BuiltItem, design: &DesignWords) -> bool {
    let given: BTreeSet<String> =
        item.aspects.iter().filter(|aspect| aspect.derived && aspect.renamed_from.is_none()).map(|aspect| key(&aspect.text)).collect();
    let mut changed = false;
    let (stats, tech) = (&draft.stats.wanted, draft.tech);
    for aspect in &mut draft.aspects {
        let rank = |name: &str| if name == "tech" { tech } else { stats.get(name).copied() };
        if aspect.phrase_of.is_none()
            && aspect.renamed_from.is_none()
            && let Some(stat) = design.phrase_of(&aspect.text, rank)
        {
            aspect.phrase_of = Some(stat.to_owned());
            changed = true;
        }
        let is_rule = aspect.renamed_from.is_none() && aspect.phrase_of.is_none();
        let is_given = is_rule && (given.contains(&key(&aspect.text)) || design.derived_aspect(&aspect.text).is_some());
        changed |= aspect.is_given != is_given;
        aspect.is_given = is_given;
    }
    changed
}

/// Writes stunts of the input that the design may give, but has not given to this item.
fn stunts(draft: &mut ItemDraft, item: &BuiltItem) -> bool {
    let given: BTreeSet<&str> = item.stunts.iter().filter(|stunt| stunt.given).map(|stunt| stunt.name.as_str()).collect();
    let open = std::mem::take(&mut draft.open_stunts);
    draft.given.extend(open.iter().map(|stunt| stunt.name.clone()));
    let missing: Vec<_> = open.into_iter().filter(|stunt| !given.contains(stunt.name.as_str())).collect();
    let changed = !missing.is_empty();
    draft.stunts.extend(missing);
    changed
}

/// Removes the gear that stunts give.
fn gear(draft: &mut ItemDraft, item: &BuiltItem, pack: &Pack) -> bool {
    let own: Vec<_> = item.gear.iter().collect();
    let all = pack.things_of(item);
    let is_own =
        |thing: &BuiltItem| own.iter().any(|gear| gear.kind == thing.kind && gear.package == thing.package && gear.name == thing.name);
    let granted: Vec<String> =
        all.into_iter().filter(|thing| !is_own(thing)).flat_map(|thing| [key(&thing.title), key(&thing.name)]).collect();
    let before = draft.gear.len();
    // A card lists the gear that stunts give after the other gear.
    while draft.gear.last().is_some_and(|(_, name)| granted.contains(&key(name.rsplit('.').next().unwrap_or(name)))) {
        draft.gear.pop();
    }
    // Returns true if the draft had any gear, because its text then changes.
    before > 0
}

/// Adds to `without` the aspects and stunts that the rules give but a complete input does not contain.
fn without(draft: &mut ItemDraft, item: &BuiltItem) -> bool {
    let named: BTreeSet<String> = draft
        .aspects
        .iter()
        .flat_map(|aspect| [Some(&aspect.text), aspect.renamed_from.as_ref()])
        .flatten()
        .map(|text| key(text))
        .collect();
    let aspects =
        item.aspects.iter().filter(|aspect| aspect.derived && aspect.renamed_from.is_none() && !named.contains(&key(&aspect.text)));
    let stunts = item.stunts.iter().filter(|stunt| stunt.given && !draft.given.contains(stunt.name.as_str()));
    let dropped: Vec<String> = aspects.map(|aspect| quoted(&aspect.text)).chain(stunts.map(|stunt| stunt.name.to_string())).collect();
    let is_new = |text: &String| !draft.without.contains(text);
    let more: Vec<String> = dropped.into_iter().filter(is_new).collect();
    let changed = !more.is_empty();
    draft.without.extend(more);
    changed
}
