//! Phrases of a transcript of platoon combat: arithmetic of rolls, names of things.

pub(crate) use crate::transcript::phrases::boxes;
use crate::transcript::phrases::{around, in_words, rolled_with};

use slip_dice::Faces;
use slip_dice::fate::Holder;
use slip_play::choice::Verb;
use slip_play::event::{RollAddend, RollAddends};
use slip_play::ids::{ActorId, AspectId, BorderId, Id, SkillId, ZoneId};
use slip_play::names::Names;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::{UnitState, UnitStatus};
use slip_play::platoon::zones::{GroundBorder, Region, UnitLocation};

/// End of the text of an effect that applies only to attacks on a whole zone.
const AT_A_ZONE: &str = "when area";

/// Returns the title of a unit or a platoon.
pub(crate) fn name(fight: &PlatoonFight, who: ActorId) -> &str {
    fight.roster.title_of(who)
}

/// Formats the boxes of Morale, and of each track that the design of the unit adds: `morale [x][ ]`.
pub(crate) fn tracks(fight: &PlatoonFight, unit: &UnitState) -> Vec<String> {
    let own = unit.own.owned().map(|(id, track)| format!("{} {}", fight.track(id).replace('_', " "), boxes(track)));
    std::iter::once(format!("morale {}", boxes(unit.morale))).chain(own).collect()
}

/// Returns the title of a zone.
pub(crate) fn zone(fight: &PlatoonFight, id: ZoneId) -> &str {
    fight.roster.ground.zones.row(id).map_or("", |zone| &zone.title)
}

/// Returns the title of a skill.
pub(crate) fn skill_title(fight: &PlatoonFight, id: SkillId) -> &str {
    fight.roster.skills.row(id).map_or("", |skill| &skill.title)
}

/// Returns the title of the unit, platoon or zone that an id means.
pub(crate) fn thing(fight: &PlatoonFight, id: Id) -> &str {
    match id {
        Id::Actor(who) => name(fight, who),
        Id::Zone(there) => zone(fight, there),
        Id::Scene => "the scene",
        Id::None => "no target",
    }
}

/// Returns the title of a border, or its description by the two zones.
pub(crate) fn way(fight: &PlatoonFight, id: BorderId) -> String {
    let Some(border) = fight.roster.ground.borders.row(id) else { return String::new() };
    let (a, b) = (zone(fight, border.a), zone(fight, border.b));
    if is_named(border, a, b) { border.title.to_string() } else { format!("the border between {a} and {b}") }
}

/// Describes a step over a border into a zone.
pub(crate) fn way_into(fight: &PlatoonFight, id: BorderId, into: ZoneId) -> String {
    let to = zone(fight, into);
    let Some(border) = fight.roster.ground.borders.row(id) else { return format!("the way into {to}") };
    let (a, b) = (zone(fight, border.a), zone(fight, border.b));
    let from = if border.a == into { b } else { a };
    if is_named(border, a, b) { format!("{} into {to}", border.title) } else { format!("the way from {from} into {to}") }
}

/// True if the author gave a border a name.
fn is_named(border: &GroundBorder, a: &str, b: &str) -> bool {
    border.title != format!("border {a} -- {b}")
}

/// Returns a phrase for the location of a unit, such as `aboard` and its carrier.
pub(crate) fn whereabouts(fight: &PlatoonFight, who: ActorId) -> String {
    let Some(unit) = fight.state.unit(who) else { return String::new() };
    if let Some(carrier) = unit.carrier {
        return format!("aboard {}", name(fight, carrier));
    }
    match unit.place {
        UnitLocation::Zone(there) => place(fight, there),
        UnitLocation::Nowhere => match fight.roster.units.row(who).and_then(|sheet| sheet.arrives) {
            Some(turn) => format!("arrives in turn {turn}"),
            None => "not on the map".to_owned(),
        },
    }
}

/// Returns the title of a zone, marked if it is not on the map.
fn place(fight: &PlatoonFight, there: ZoneId) -> String {
    match fight.roster.ground.region(there) {
        Region::Map => zone(fight, there).to_owned(),
        // The only zone of a card is named after the card, so the card is not named as well.
        Region::Card(_) if zone(fight, there).starts_with("Card of ") => zone(fight, there).to_owned(),
        Region::Card(_) => format!("{}, on the card", zone(fight, there)),
        Region::Track(number) => format!("box {number} of the re-arm track"),
    }
}

/// Returns the title of a zone with a preposition: `in Ford`, `on box 6 of the re-arm track`.
pub(crate) fn at(fight: &PlatoonFight, there: ZoneId) -> String {
    let word = if matches!(fight.roster.ground.region(there), Region::Track(_)) { "on" } else { "in" };
    format!("{word} {}", place(fight, there))
}

/// Returns the status of a unit in the fight.
pub(crate) fn status(fight: &PlatoonFight, who: ActorId) -> String {
    let Some(unit) = fight.state.unit(who) else { return String::new() };
    match unit.status {
        UnitStatus::Active => "in the fight".to_owned(),
        UnitStatus::Elsewhere => "not on the map".to_owned(),
        UnitStatus::Exited(there) => format!("left the map by {}", zone(fight, there)),
        UnitStatus::Eliminated { fate: Some(fate), .. } => format!("out, {}", fight.outcome_tag(fate).replace('_', " ")),
        UnitStatus::Eliminated { fate: None, .. } => "out".to_owned(),
        UnitStatus::Conceded => "left on agreed terms".to_owned(),
    }
}

/// Returns the title of the holder of an aspect.
pub(crate) fn bearer(fight: &PlatoonFight, id: AspectId) -> String {
    fight.state.aspects.row(id).map(|aspect| holder(fight, aspect.holder)).unwrap_or_default()
}

/// Returns the title of a holder.
pub(crate) fn holder(fight: &PlatoonFight, holder: Holder) -> String {
    match holder {
        Holder::Actor(who) | Holder::Gear(who, _) => name(fight, ActorId(who)).to_owned(),
        Holder::Zone(there) => zone(fight, ZoneId(there)).to_owned(),
        Holder::Scene | Holder::System | Holder::Campaign => around(holder).to_owned(),
    }
}

/// Formats the arithmetic of a roll: `dice + + 0 - = +1, Direct fire 3, range 2 -1`.
pub(crate) fn sum(fight: &PlatoonFight, faces: &Faces, parts: &RollAddends) -> String {
    let mut words = vec![format!("dice {faces} = {:+}", faces.total())];
    words.extend(parts.iter().map(|(part, amount)| match part {
        RollAddend::Skill(skill) => rolled_with(skill_title(fight, skill), amount),
        RollAddend::Fixed => format!("untrained {amount}"),
        part => format!("{} {amount:+}", label(fight, part)),
    }));
    words.join(", ")
}

fn jams_a_zone(fight: &PlatoonFight) -> bool {
    fight.state.declared.area && fight.state.declared.act == Some(Verb::Jam)
}

/// Returns the label of an addend of a roll.
pub(crate) fn label(fight: &PlatoonFight, part: RollAddend) -> String {
    match part {
        RollAddend::Skill(skill) => skill_title(fight, skill).to_owned(),
        RollAddend::Fixed => "untrained".to_owned(),
        RollAddend::Range => "range".to_owned(),
        RollAddend::Amplified => "backed by a better skill".to_owned(),
        RollAddend::Limited => "limited".to_owned(),
        RollAddend::Aspect => "aspects".to_owned(),
        RollAddend::Spin => "spin".to_owned(),
        RollAddend::Late => "compelled".to_owned(),
        // An effect of the gear may cause the penalty for an attack on a whole zone.
        RollAddend::Line(number) if jams_a_zone(fight) && fight.sentence(number).ends_with(AT_A_ZONE) => {
            format!("{}, at a whole zone", fight.line(number))
        }
        RollAddend::Line(number) => fight.line(number).to_owned(),
        RollAddend::Environment => "surroundings".to_owned(),
        RollAddend::Automatic => "no dice".to_owned(),
        RollAddend::Gear
        | RollAddend::Posts
        | RollAddend::Burn
        | RollAddend::Mooks
        | RollAddend::Harm
        | RollAddend::Fists
        | RollAddend::Armour => "else".to_owned(),
    }
}

/// Describes the act of the acting unit as a phrase after the unit's name, and adds the words spoken with the act. For a maneuver, these
/// words are its aspect.
pub(crate) fn deed(fight: &PlatoonFight) -> String {
    let words = fight.state.words.as_deref().filter(|_| fight.state.declared.act != Some(Verb::Maneuver));
    act(fight) + &in_words(words)
}

fn act(fight: &PlatoonFight) -> String {
    let declared = &fight.state.declared;
    let with = declared.skill.map(|skill| format!(" with {}", skill_title(fight, skill))).unwrap_or_default();
    let it = thing(fight, declared.it);
    match declared.act {
        Some(Verb::Attack) if declared.area => format!("fires at all units in {it}{with}"),
        Some(Verb::Attack) => format!("attacks {it}{}{with}", range(fight)),
        Some(Verb::Interdict) => format!("interdicts {it}{with}"),
        Some(Verb::Jam) if declared.area => format!("jams all units in {it}{with}"),
        Some(Verb::Jam) => format!("jams {it}{with}"),
        Some(Verb::Spot) => format!("looks for {it}{with}"),
        Some(Verb::Rally) => format!("rallies {}", if declared.it == declared.me.map_or(Id::None, Id::Actor) { "itself" } else { it }),
        Some(Verb::Unjam) => "tries to restore communication".to_owned(),
        Some(Verb::Cover) => "takes cover".to_owned(),
        Some(Verb::Move) => "moves".to_owned(),
        Some(Verb::March) => "leads a march".to_owned(),
        Some(Verb::Relocate) => "relocates on its card".to_owned(),
        Some(Verb::Displace) => "displaces".to_owned(),
        Some(Verb::Rearm) => "rearms".to_owned(),
        Some(Verb::Maneuver) => format!("tries a maneuver on {it}{with}"),
        Some(Verb::Deploy) => format!("flies to {it}"),
        Some(Verb::Load) => format!("takes {it} aboard"),
        Some(Verb::Unload) => "unloads the units aboard".to_owned(),
        Some(Verb::Pass) => "waits".to_owned(),
        _ => "acts".to_owned(),
    }
}

/// Formats the range of an attack on a unit, ` (range 2)`, as the rules count it between air and ground or from a card.
fn range(fight: &PlatoonFight) -> String {
    let declared = &fight.state.declared;
    let ends = declared.me.zip(declared.it.actor());
    ends.and_then(|(me, it)| fight.range_between(me, it)).map(|steps| format!(" (range {steps})")).unwrap_or_default()
}
