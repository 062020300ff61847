//! JSON output of `show`: data of the pack, with additions for readers of a single item.

use super::pack_items::Thing;
use super::random_table;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};
use slip_pack::item::{FreeGear, HeldItem, ItemAspect, ItemStunt, LedgerLine, Mode, Waiver};
use slip_pack::patch::EffectivePatch;
use slip_pack::{BuiltItem, Name, Pack, built_values};
use std::collections::BTreeMap;

/// Declared thing of a pack, as `show --format json` prints it.
pub(super) struct ShownDeclaration<'p>(pub(super) Thing<'p>, pub(super) &'p Pack);

impl Serialize for ShownDeclaration<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Thing::Built(item) => sheet(item, self.1).serialize(to),
            Thing::Skill(skill) => skill.serialize(to),
            Thing::Party(party) => party.serialize(to),
            Thing::Background(background) => background.serialize(to),
            Thing::Map(map) => map.serialize(to),
            Thing::Cluster(cluster) => cluster.serialize(to),
            Thing::Platoon(platoon) => platoon.serialize(to),
            Thing::Encounter(encounter) => encounter.serialize(to),
            Thing::Scenario(scenario) => scenario.serialize(to),
            Thing::Station(station) => station.serialize(to),
            Thing::Doctrine(doctrine) => doctrine.serialize(to),
            Thing::Ruleset(ruleset) => ruleset.serialize(to),
            Thing::Table(table) => random_table::data(table).serialize(to),
            Thing::Declaration(rule) => rule.serialize(to),
            Thing::Sold(sold) => {
                let mut data = to.serialize_struct("Sold", 3)?;
                data.serialize_field("design", &sold.design.name)?;
                data.serialize_field("package", &sold.design.package)?;
                data.serialize_field("stunt", sold.line)?;
                data.end()
            }
        }
    }
}

/// Item as JSON: the data of the item in the pack, with its ledger as one list for readers of a single item.
#[derive(Serialize)]
struct Sheet<'p> {
    name: &'p str,
    title: &'p str,
    kind: &'p str,
    package: &'p str,
    design: &'p str,
    tech: Option<i32>,
    budget: Option<i32>,
    spent: i32,
    price: Option<i32>,
    upkeep: Option<i32>,
    fate: Option<i32>,
    valid: bool,
    doc: Option<&'p str>,
    skill: Option<&'p str>,
    stats: BTreeMap<&'p str, i32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    letters: &'p BTreeMap<Name, char>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    phrases: &'p BTreeMap<Name, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    codes: &'p BTreeMap<Name, String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'p [String],
    skills: BTreeMap<&'p str, i32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    counts: &'p BTreeMap<Name, Name>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    subjects: &'p BTreeMap<Name, Vec<String>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    words: &'p BTreeMap<Name, Name>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    refers: BTreeMap<&'p str, String>,
    #[serde(skip_serializing_if = "<[FreeGear]>::is_empty")]
    brings: &'p [FreeGear],
    #[serde(skip_serializing_if = "Option::is_none")]
    familiar: Option<(i32, i32)>,
    tracks: BTreeMap<&'p str, i32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    schedules: BTreeMap<&'p str, [i32; 3]>,
    consequences: Vec<&'p str>,
    stunts: &'p [ItemStunt],
    aspects: &'p [ItemAspect],
    effects: Vec<&'p str>,
    modes: &'p [Mode],
    gear: Vec<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    holds: BTreeMap<&'p str, Vec<Within>>,
    waivers: &'p [Waiver],
    patches: &'p [EffectivePatch],
    ledger: Vec<Line<'p>>,
    file: &'p str,
    line: u32,
}

/// Item that another item holds, such as a fighter in a hangar, and the number of these items.
#[derive(Serialize)]
struct Within {
    thing: String,
    count: i32,
}

#[derive(Serialize)]
struct Line<'p> {
    account: &'static str,
    what: &'p str,
    points: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'p str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    patch: Option<&'p EffectivePatch>,
    file: &'p str,
    line: u32,
}

fn sheet<'p>(item: &'p BuiltItem, pack: &Pack) -> Sheet<'p> {
    let ranks = built_values::ranks(item);
    let held = |held: &HeldItem| Within { thing: slip_pack::key(&held.thing.package, &held.thing.name).to_string(), count: held.count };
    Sheet {
        name: &item.name,
        title: &item.title,
        kind: &item.kind,
        package: &item.package,
        design: &item.design,
        tech: item.tech,
        budget: item.budget,
        spent: item.spent,
        price: item.price,
        upkeep: item.upkeep,
        fate: item.fate,
        valid: item.valid,
        doc: item.doc.as_deref(),
        skill: item.skill.as_deref(),
        stats: item.stats.keys().map(|word| (word.as_str(), ranks.get(word).copied().unwrap_or(0))).collect(),
        letters: &item.letters,
        phrases: &item.phrases,
        codes: &item.codes,
        notes: &item.notes,
        skills: item.skills.iter().map(|(word, rank)| (word.as_str(), *rank)).collect(),
        subjects: &item.subjects,
        words: &item.words,
        refers: item.refers.iter().map(|(word, place)| (word.as_str(), format!("{}.{}", place.package, place.name))).collect(),
        brings: &item.brings,
        familiar: item.familiar,
        counts: &item.counts,
        tracks: item.tracks.iter().map(|(word, rank)| (word.as_str(), *rank)).collect(),
        schedules: item.schedules.iter().map(|(track, grades)| (track.as_str(), *grades)).collect(),
        consequences: item.consequences.iter().map(|grade| grade.as_str()).collect(),
        stunts: &item.stunts,
        aspects: &item.aspects,
        effects: item.effects.iter().map(|effect| effect.text.as_str()).collect(),
        modes: &item.modes,
        gear: pack.things_of(item).into_iter().map(|thing| slip_pack::key(&thing.package, &thing.name).to_string()).collect(),
        holds: item.holds.iter().map(|(list, things)| (list.as_str(), things.iter().map(held).collect())).collect(),
        waivers: &item.waivers,
        patches: &item.patches,
        ledger: item.ledger.lines.iter().map(line).collect(),
        file: &item.place.file,
        line: item.place.line,
    }
}

fn line(line: &LedgerLine) -> Line<'_> {
    Line {
        account: line.account.word(),
        what: &line.what,
        points: line.points,
        mode: line.mode.as_deref(),
        patch: line.patch.as_ref(),
        file: &line.place.file,
        line: line.place.line,
    }
}
