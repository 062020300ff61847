//! Cards for raise-and-see conflicts: operatives, opposition and backgrounds.

use super::card_wording::{paragraphs, spaced};
use super::{CardOptions, house_rules, ledger, marks, verdict};
use crate::card_content::{Card, CardLine, CardNumber, CardTrack};
use slip_pack::Pack;
use slip_pack::ruleset::Setting;
use slip_pack::stakes_party::{Approach, Background, FalloutTrack, Party, PartyThing, PartyThingKind, Stat};

/// Number of rows in each of an operative's four fallout tracks.
const ROWS: u32 = 3;
/// Default number of boxes in a row of a fallout track (R-Q11).
const ROW_SIZE: u32 = 3;

/// Returns the card of an operative or opposition.
#[must_use]
pub fn party(party: &Party, pack: &Pack, wanted: CardOptions) -> Card {
    let from = party.background.as_ref().and_then(|from| pack.backgrounds.get(&slip_pack::key(&from.package, &from.name)));
    let by = from.map_or(String::new(), |from| format!(", {}", from.title));
    let key = slip_pack::key(&party.package, &party.name);
    let patches = house_rules(pack, &party.kind, &key);
    let mut card = Card {
        title: party.title.clone(),
        what: format!("{}{by}", spaced(&party.kind)),
        key: slip_pack::called(&party.package, &party.name).to_string(),
        doc: paragraphs(party.doc.as_deref()),
        verdict: verdict(party.valid, party.waivers.len(), patches.len()),
        ..Card::default()
    };
    card.lines("", party.hope.iter().map(|hope| CardLine::of("Hopes for", hope.clone())));
    card.figures("Statistics", Stat::ALL.into_iter().map(|stat| CardNumber::of(spaced(stat.word()), format!("{}d6", party.stat(stat)))));
    let rolls = |approach: Approach| {
        let dice: u32 = approach.stats().into_iter().map(|stat| u32::from(party.stat(stat))).sum();
        CardNumber::of(spaced(approach.word()), format!("{dice}d6"))
    };
    card.figures("Approaches", Approach::ALL.into_iter().map(rolls));
    for (sort, word) in
        [(PartyThingKind::Trait, "Traits"), (PartyThingKind::Object, "Objects"), (PartyThingKind::Relationship, "Relationships")]
    {
        card.lines(word, party.things.iter().filter(|thing| thing.sort == sort).map(thing));
    }
    card.lines("Family", (!party.family.is_empty()).then(|| CardLine::of("", party.family.join(", "))));
    card.tracks("Fallout", fallout(party, pack));
    let shown = wanted.effects || party.doc.is_none();
    card.lines("In play", party.effects.iter().filter(|_| shown).map(|effect| CardLine::of("", effect.text.clone())));
    marks(&mut card, party.valid, &party.waivers, patches.into_iter());
    if wanted.ledger {
        ledger(&mut card, &party.ledger);
    }
    card
}

/// Returns the line of a thing that can be brought in once per conflict: a box, its phrase and its dice.
fn thing(thing: &PartyThing) -> CardLine {
    let dice: Vec<String> = thing.dice.iter().map(ToString::to_string).collect();
    let mut notes: Vec<String> = Vec::new();
    notes.extend(thing.dangerous.then(|| "dangerous".to_owned()));
    if !thing.fits.is_empty() {
        let fits: Vec<String> = thing.fits.iter().map(|approach| approach.word().replace('_', " ")).collect();
        notes.push(format!("fits {}", fits.join(", ")));
    }
    notes.extend(thing.effects.iter().map(|effect| effect.text.clone()));
    CardLine { tick: true, note: notes.join("; "), ..CardLine::of(thing.title.clone(), dice.join(" + ")) }
}

/// Returns the number of boxes in a row of fallout, by the rules of the package.
fn row_size(pack: &Pack) -> u32 {
    match pack.rules.settings.get("row_size") {
        Some(Setting::Int(size)) => u32::try_from(*size).unwrap_or(ROW_SIZE),
        _ => ROW_SIZE,
    }
}

/// Returns an operative's four fallout tracks of three rows, or the single track of an opposition with the outcome of each row.
pub(crate) fn fallout(party: &Party, pack: &Pack) -> Vec<CardTrack> {
    let row = row_size(pack);
    if party.is_operative() {
        let tracks = FalloutTrack::ALL.into_iter();
        return tracks
            .map(|track| CardTrack { label: spaced(track.word()), boxes: ROWS.saturating_mul(row), group: row, ..CardTrack::default() })
            .collect();
    }
    let stages = party.stages.iter().zip(1..);
    let label = |number: u32| format!("Row {number}");
    stages
        .map(|(stage, number)| CardTrack { label: label(number), boxes: row, group: row, note: stage.clone(), ..CardTrack::default() })
        .collect()
}

/// Returns the card of a background: its dice, and the parties that use it.
#[must_use]
pub fn background(background: &Background, pack: &Pack) -> Card {
    let mut card = Card {
        title: background.title.clone(),
        what: "Background".to_owned(),
        key: slip_pack::called(&background.package, &background.name).to_string(),
        doc: paragraphs(background.doc.as_deref()),
        verdict: verdict(true, 0, 0),
        ..Card::default()
    };
    card.figures("Dice", [CardNumber::of("For statistics", background.stat_dice), CardNumber::of("For traits", background.trait_dice)]);
    let is_of =
        |party: &&Party| party.background.as_ref().is_some_and(|from| from.package == background.package && from.name == background.name);
    let taken: Vec<&str> = pack.parties.values().filter(is_of).map(|party| party.title.as_str()).collect();
    card.lines("", (!taken.is_empty()).then(|| CardLine::of("Used by", taken.join(", "))));
    card.lines("In play", background.effects.iter().map(|effect| CardLine::of("", effect.text.clone())));
    card
}
