//! Builds the effect table of a space fight: effects of ships, of people aboard, of the scene and of the rules.

use crate::effects::{self, Carrier, CarrierSubject, EffectInput, OpponentFilter, StandIn, UnnumberedEffect};
use crate::ids::{ActorId, TableKey};
use crate::space::fixed_numbers::FixedDefence;
use crate::space::roster::{Rating, SpaceRoster};
use slip_dice::fate::Aspect;
use slip_pack::Name;
use slip_pack::effect::Play;
use slip_pack::encounter::Encounter;
use slip_pack::item::BuiltItem;
use slip_pack::ruleset::Rules;
use std::collections::BTreeSet;

/// Calls `read` with the input that is needed to compile the effects of a ship or a person.
pub(super) fn reading<T>(
    roster: &SpaceRoster,
    item: &BuiltItem,
    rules: &Rules,
    military: &BTreeSet<Name>,
    read: impl FnOnce(&EffectInput<'_>) -> T,
) -> T {
    read(&EffectInput {
        play: Play::Space,
        placeless: false,
        bearer: item,
        thing: item,
        stunts: &item.stunts,
        military,
        rules,
        choice: "",
        manners: &[],
        skill: &|name| roster.skill_of(item.known_as(name)),
        class: &|_| Vec::new(),
        track: &|name| roster.track_of(name),
    })
}

/// Calls `read` with the input that is needed to compile the effects of the scene and of the rules. These belong to no ship or person.
fn placeless<T>(roster: &SpaceRoster, rules: &Rules, read: impl FnOnce(&EffectInput<'_>) -> T) -> T {
    let nobody = BuiltItem::default();
    read(&EffectInput {
        play: Play::Space,
        placeless: true,
        bearer: &nobody,
        thing: &nobody,
        stunts: &[],
        military: &BTreeSet::new(),
        rules,
        choice: "",
        manners: &[],
        skill: &|name| roster.skill_of(name),
        class: &|_| Vec::new(),
        track: &|name| roster.track_of(name),
    })
}

/// Builds the effect table. `items` are the items of the ships and then of the people, in the order of their ids.
pub(super) fn lay_out(encounter: &Encounter, items: &[&BuiltItem], roster: &mut SpaceRoster, aspects: &mut Vec<Aspect>) {
    let rules = &encounter.rules;
    let mut told: Vec<(u32, UnnumberedEffect)> = Vec::new();
    for (number, item) in items.iter().enumerate() {
        let who = ActorId::of(number);
        let military = military_of(roster, who);
        let lines = reading(roster, item, rules, &military, |reader| reader.told(&item.effects, Carrier::Person(who)));
        told.extend(lines.into_iter().map(|told| (u32::from(who.0), told)));
    }
    let scene = placeless(roster, rules, |reader| reader.told(&encounter.effects, Carrier::Scene));
    told.extend(scene.into_iter().map(|told| (1 << 24, told)));
    let ruled = placeless(roster, rules, |reader| reader.told(&rules.effects, Carrier::Rules));
    told.extend(ruled.into_iter().map(|told| (2 << 24, told)));
    let kinds = |who: ActorId| roster.ships.row(who).map(|sheet| [&sheet.kind, &sheet.design]);
    let everybody = |whom: &CarrierSubject| -> Vec<ActorId> {
        roster.ships.keys().filter(|&who| kinds(who).is_some_and(|kinds| whom.is_anybody_of(kinds))).collect()
    };
    (roster.lines, roster.uses) = effects::laid(told, &everybody, aspects);
    fix_defences(roster);
}

/// Returns the skills trained to military grade: of a person, or of the crew at a ship's posts.
fn military_of(roster: &SpaceRoster, who: ActorId) -> BTreeSet<Name> {
    use crate::space::roster::{Post, PostCrew};
    match (roster.person(who), roster.ships.row(who)) {
        (Some(person), _) => person.military.clone(),
        (None, Some(ship)) => {
            let trained = |post: &Post| {
                matches!(ship.hand(*post), PostCrew::Default { military: true, .. } | PostCrew::Person { military: true, .. })
            };
            Post::ALL.into_iter().filter(trained).map(|post| Name::from(roster.skill_named(post))).collect()
        }
        (None, None) => BTreeSet::new(),
    }
}

/// Writes fixed defences that always apply into the sheets of their ships.
fn fix_defences(roster: &mut SpaceRoster) {
    let mut fixed: Vec<(ActorId, Rating, FixedDefence)> = Vec::new();
    for (number, stand_in) in &roster.uses {
        let Some(line) = roster.lines.get(*number) else { continue };
        let Some(ship) = line.carrier.person().filter(|&who| roster.ships.row(who).is_some()) else { continue };
        let always = line.whom == CarrierSubject::Own && line.condition.is_none() && !line.choice && stand_in.lender.is_none();
        let (Some(rating), Some(value)) = (against(roster, stand_in), fixed_number(roster, stand_in)) else { continue };
        if always {
            let defence = FixedDefence { value, by_choice: !stand_in.must, harmless: stand_in.harmless, line: Some(*number) };
            fixed.push((ship, rating, defence));
        }
    }
    for (ship, rating, defence) in fixed {
        let Some(sheet) = roster.ships.row_mut(ship) else { continue };
        let slot = match rating {
            Rating::Ew => &mut sheet.traits.against_ew,
            Rating::Beam => &mut sheet.traits.against_beams,
            Rating::Torpedo => &mut sheet.traits.against_torpedoes,
            Rating::VShift => continue,
        };
        *slot = Some(slot.map_or(defence, |known| if defence.value > known.value { defence } else { known }));
    }
}

/// Returns the rating of the attacks against which a replacement in defence is used; `None` for other replacements.
pub(super) fn against(roster: &SpaceRoster, stand_in: &StandIn) -> Option<Rating> {
    use crate::effects::Act;
    if stand_in.act != Some(Act::Defence) {
        return None;
    }
    match stand_in.against.as_ref()? {
        OpponentFilter::Skill(skill) => Rating::ALL.into_iter().find(|&rating| SpaceRoster::rating_skill(rating) == *skill),
        OpponentFilter::Act(Act::Ew) => Some(Rating::Ew),
        OpponentFilter::Act(Act::Beam) => Some(Rating::Beam),
        OpponentFilter::Act(Act::Torpedo) => Some(Rating::Torpedo),
        OpponentFilter::Thing(name) => Rating::ALL.into_iter().find(|&rating| roster.settings.rating(rating).as_str() == name.as_str()),
        OpponentFilter::Act(_) | OpponentFilter::Carrier => None,
    }
}

/// Returns the plain number that an effect uses in place of a skill; `None` if the effect uses another skill.
fn fixed_number(roster: &SpaceRoster, stand_in: &StandIn) -> Option<i32> {
    Some(roster.skills.row(stand_in.basis)?.number? + stand_in.plus)
}
