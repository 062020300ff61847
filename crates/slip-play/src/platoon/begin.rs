//! Builds the first state of a platoon fight from a pack and an encounter. Refuses encounters that cannot be played.

use crate::begin::{self, BeginError};
use crate::effects;
use crate::event::{Phase, Step};
use crate::ids::{ActorId, Id, IdVec, Seat, SkillId, TableKey, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::build_effect_table;
use crate::platoon::carry_in;
use crate::platoon::fixed_numbers::UnitNumbers;
use crate::platoon::names::MORALE as MORALE_NAME;
use crate::platoon::roster::{Arm, Attached, CoreSkill, PlatoonRoster, PlatoonSheet, PlatoonSide, PlatoonSkill, UnitSheet};
use crate::platoon::settings::PlatoonSettings;
use crate::platoon::spared_aspects;
use crate::platoon::state::{BattleState, MORALE, PlatoonDeclaration, PlatoonId, PlatoonState, UnitState, UnitStatus};
use crate::platoon::zones::{Ground, LAUNCH, REARM, Region, UnitLocation};
use crate::question::Points;
use crate::tracks::{TrackNames, Tracks};
use ecow::EcoString;
use slip_dice::fate::fate_points::Purse;
use slip_dice::fate::{Aspect, Grade, Holder, Slots, Track};
use slip_pack::encounter::{Actor, Encounter, MapCard, Play, Role, UnitPlacement, UnitStart};
use slip_pack::item::BuiltItem;
use slip_pack::platoon::{AttachedPerson as Member, Platoon};
use slip_pack::{Name, Pack, effect, numbered};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of units of an encounter.
pub const MOST_UNITS: usize = 128;
/// Maximum number of platoons of an encounter.
pub const MOST_PLATOONS: usize = 64;
/// Maximum number of sides of an encounter.
pub const MOST_SIDES: usize = 32;
/// Maximum number of different skills that units have or effects name.
pub const MOST_SKILLS: usize = 60;

/// Outcomes of units taken out, the default first. They are narration only.
const OUTCOMES: [&str; 4] = ["destroyed", "routed", "scattered", "surrendered"];

/// Marks that identify artillery and aircraft.
const BATTERY: &str = "battery";
const AIRBORNE: &str = "airborne";

/// A unit of the encounter, before it has an id.
struct Counter<'a> {
    actor: &'a Actor,
    fielded: &'a UnitPlacement,
    item: &'a BuiltItem,
    seat: Seat,
    platoon: PlatoonId,
    of: &'a Platoon,
    /// Index of the first unit of the same side in the list of all units.
    first: usize,
    /// Turn in which the unit's platoon arrives.
    arrives: Option<u32>,
}

impl PlatoonFight {
    /// Builds the fight before set-up.
    ///
    /// # Errors
    /// [`BeginError`] if the encounter is not one of platoon combat, has errors, or is too large.
    pub fn begin(pack: &Pack, encounter: &Encounter) -> Result<PlatoonFight, BeginError> {
        if encounter.play != Play::Platoon {
            return Err(BeginError::NotPlayed(encounter.play));
        }
        if !encounter.valid {
            return Err(BeginError::Invalid(encounter.name.clone()));
        }
        let map = encounter.map.as_ref().and_then(|key| pack.maps.get(key)).ok_or(BeginError::NoMap)?;
        let settings = PlatoonSettings::read(&encounter.rules);
        let counters = counters(pack, encounter)?;
        bounds(encounter, counters.len())?;
        let cards: Vec<(PlatoonId, &MapCard)> = encounter
            .sides
            .iter()
            .flat_map(|side| &side.platoons)
            .enumerate()
            .filter_map(|(number, deployed)| Some((PlatoonId::of(number), deployed.card.as_ref()?)))
            .collect();
        let ground = Ground::new(map, &cards, &settings).ok_or(BeginError::TooMany { what: "zones", most: super::zones::MOST_ZONES })?;
        let skills = skills(pack, encounter, map, &counters, &settings)?;
        let battle = encounter.battle.as_deref();
        let mut roster = PlatoonRoster {
            name: encounter.name.clone(),
            title: encounter.title.as_str().into(),
            sides: IdVec::new(),
            units: IdVec::new(),
            platoons: IdVec::new(),
            spared: Vec::new(),
            ground,
            skills,
            schedule: settings.schedule,
            settings,
            tracks: TrackNames::new(encounter, effect::Play::Platoon, &[MORALE_NAME.into()], counters.iter().map(|counter| counter.item))?,
            lines: effects::EffectTable::default(),
            uses: Vec::new(),
            outcomes: OUTCOMES.iter().map(|&word| word.into()).collect(),
            objectives: battle.iter().flat_map(|battle| &battle.objectives).map(|&zone| ZoneId::of(zone)).collect(),
            defender: battle.and_then(|battle| battle.defender).map(Seat::of),
            victories: encounter.victories.clone(),
            priority: encounter.priority.iter().map(|side| side.map(Seat::of)).collect(),
            limit: 0,
        };
        roster.limit = encounter.limit.unwrap_or(roster.settings.turn_cap).max(1);
        let lowest = pack.lowest_tech(encounter);
        for counter in &counters {
            let sheet = sheet(pack, &roster, counter, lowest);
            roster.units.push(sheet);
        }
        platoons(pack, encounter, &counters, &mut roster);
        let mut aspects = printed(encounter, map, &counters, &roster);
        let items: Vec<&BuiltItem> = counters.iter().map(|counter| counter.item).collect();
        build_effect_table::lay_out(encounter, map, &items, &mut roster, &mut aspects);
        roster.spared = spared_aspects::lay_out(&items, &roster, &mut aspects);
        let mut state = first_state(encounter, &counters, &roster, aspects);
        carry_in::bring(encounter, &roster, &mut state);
        Ok(PlatoonFight { roster: Arc::new(roster), state })
    }
}

/// Returns the boxes of the tracks that a unit's design adds. Morale is left out: it has a field of its own, because attached people can
/// lengthen it.
fn own_tracks(roster: &PlatoonRoster, item: &BuiltItem) -> Tracks {
    let known = roster.tracks.ids().zip(roster.tracks.of_item(item));
    known.map(|(id, track)| if roster.tracks.is_own(id) { track } else { Track::new(0) }).collect()
}

/// Refuses encounters that are too large.
fn bounds(encounter: &Encounter, units: usize) -> Result<(), BeginError> {
    let platoons = encounter.sides.iter().map(|side| side.platoons.len()).sum::<usize>();
    let limits = [("sides", encounter.sides.len(), MOST_SIDES), ("units", units, MOST_UNITS), ("platoons", platoons, MOST_PLATOONS)];
    match limits.into_iter().find(|(_, count, most)| count > most) {
        Some((what, _, most)) => Err(BeginError::TooMany { what, most }),
        None => Ok(()),
    }
}

/// Returns every unit of the encounter with its platoon, ordered by side.
fn counters<'a>(pack: &'a Pack, encounter: &'a Encounter) -> Result<Vec<Counter<'a>>, BeginError> {
    let mut counters = Vec::new();
    let mut first_platoon = 0;
    for (number, side) in encounter.sides.iter().enumerate() {
        let first = counters.len();
        for actor in &side.actors {
            let missing = || BeginError::NoItem(actor.name.clone());
            let fielded = actor.unit.as_deref().ok_or_else(missing)?;
            let deployed = side.platoons.get(fielded.platoon).ok_or_else(missing)?;
            let of = pack.platoons.get(&deployed.platoon).filter(|platoon| platoon.valid).ok_or_else(missing)?;
            let item = pack.fielded(side, actor).filter(|item| item.valid).ok_or_else(missing)?;
            let platoon = PlatoonId::of(first_platoon + fielded.platoon);
            counters.push(Counter { actor, fielded, item, seat: Seat::of(number), platoon, of, first, arrives: deployed.arrives });
        }
        first_platoon += side.platoons.len();
    }
    Ok(counters)
}

/// Returns the skills of the fight by name: those that the rules use, then other skills that units have or effects name.
fn skills(
    pack: &Pack,
    encounter: &Encounter,
    map: &slip_pack::map::Map,
    counters: &[Counter<'_>],
    settings: &PlatoonSettings,
) -> Result<IdVec<SkillId, PlatoonSkill>, BeginError> {
    let known = |name: &str| pack.skills.values().find(|skill| skill.name == name);
    let named = |name: &str| {
        let skill = known(name);
        PlatoonSkill {
            name: name.into(),
            title: skill.map_or_else(|| name.into(), |skill| EcoString::from(skill.title.as_str())),
            rolled: skill.is_none_or(|skill| !skill.sink && !skill.passive),
            number: name.parse().ok(),
        }
    };
    let mut skills: IdVec<SkillId, PlatoonSkill> = CoreSkill::ALL.into_iter().map(|trade| named(trade.word())).collect();
    let mut more: BTreeSet<Name> = BTreeSet::new();
    for counter in counters {
        more.extend(counter.item.skills.keys().map(|name| Name::from(counter.item.known_as(name))));
        more.extend(effects::named(&counter.item.effects, Play::Platoon));
        let people = people(counter).filter(|_| settings.character_turn).filter_map(|person| pack.item(&person.who));
        more.extend(people.filter_map(best_skill).map(|(name, _)| name.clone()));
    }
    for zone in &map.zones {
        more.extend(effects::named(&zone.effects, Play::Platoon));
    }
    more.extend(effects::named(&encounter.effects, Play::Platoon));
    more.extend(effects::named(&encounter.rules.effects, Play::Platoon));
    for name in more {
        if !skills.values().any(|there| there.name == name) {
            skills.push(named(&name));
        }
    }
    if skills.len() > MOST_SKILLS {
        return Err(BeginError::TooMany { what: "skills", most: MOST_SKILLS });
    }
    Ok(skills)
}

/// True if an effect of the unit gives it the mark, such as `airborne` (`is airborne`).
fn is_marked(item: &BuiltItem, mark: &str) -> bool {
    use slip_pack::effect::PackOperation;
    item.effects.iter().any(|effect| !effect.muted && matches!(&effect.op, PackOperation::Is(named) if named.name == mark))
}

fn sheet(pack: &Pack, roster: &PlatoonRoster, counter: &Counter<'_>, lowest: i32) -> UnitSheet {
    let (item, actor) = (counter.item, counter.actor);
    let small = |rank: i32| i8::try_from(rank).unwrap_or(if rank < 0 { i8::MIN } else { i8::MAX });
    let attached = attached(pack, roster, counter);
    let raised = |skill: SkillId| attached.iter().filter(|person| person.skill == skill).map(|person| person.raises).max().unwrap_or(0);
    let rank = |(id, skill): (SkillId, &PlatoonSkill)| match item.rank(&skill.name) {
        Some(rank) => Some(small(rank.saturating_add(raised(id)))),
        None => skill.number.map(small),
    };
    let zones = actor.zone.iter().chain(&actor.or_zones).map(|&zone| ZoneId::of(zone)).collect();
    let above = item.tech.unwrap_or(lowest).saturating_sub(lowest);
    UnitSheet {
        name: actor.name.clone(),
        title: numbered(&item.title, &actor.name),
        side: counter.seat,
        platoon: counter.platoon,
        role: counter.fielded.role,
        arm: match (is_marked(item, AIRBORNE), is_marked(item, BATTERY)) {
            (true, _) => Arm::Airborne,
            (false, true) => Arm::Battery,
            (false, false) => Arm::Ground,
        },
        kind: item.kind.clone(),
        design: item.design.clone(),
        tech: item.tech.unwrap_or(0),
        ranks: roster.skills.iter().map(rank).collect(),
        morale: build_effect_table::morale(item, &attached, roster),
        worth: i32::try_from(counter.fielded.worth(above)).unwrap_or(i32::MAX),
        arrives: counter.arrives,
        starts: zones,
        attached,
        stats: item.stats.clone(),
        traits: UnitNumbers::default(),
    }
}

/// Returns the people attached to a unit.
fn people<'a>(counter: &Counter<'a>) -> impl Iterator<Item = &'a Member> + use<'a> {
    let (fielded, of) = (counter.fielded, counter.of);
    fielded.characters.iter().filter_map(|&number| of.characters.get(number))
}

/// Returns the best skill of a person; if several are equally good, the first by name.
fn best_skill(person: &BuiltItem) -> Option<(&Name, i32)> {
    let ranks = person.skills.keys().filter_map(|name| Some((name, person.rank(name)?)));
    ranks.fold(None, |best, own| if best.is_none_or(|(_, rank)| own.1 > rank) { Some(own) } else { best })
}

/// Returns the people attached to a unit, with the skill they raise.
fn attached(pack: &Pack, roster: &PlatoonRoster, counter: &Counter<'_>) -> Vec<Attached> {
    people(counter)
        .filter_map(|person| {
            let item = pack.item(&person.who)?;
            Some(Attached {
                name: person.who.name.clone(),
                title: item.title.as_str().into(),
                skill: roster.skill_of(&person.skill)?,
                raises: person.raises,
                fate: if roster.settings.character_fate { u16::try_from(item.fate.unwrap_or(0).max(0)).unwrap_or(0) } else { 0 },
                does: best_skill(item).and_then(|(name, rank)| Some((roster.skill_of(name)?, rank))),
            })
        })
        .collect()
}

/// Adds the sides and platoons of the encounter to the roster.
fn platoons(pack: &Pack, encounter: &Encounter, counters: &[Counter<'_>], roster: &mut PlatoonRoster) {
    let items: Vec<&BuiltItem> = counters.iter().map(|counter| counter.item).collect();
    for (number, side) in encounter.sides.iter().enumerate() {
        let seat = Seat::of(number);
        let mut ids = Vec::new();
        for deployed in &side.platoons {
            let id = PlatoonId::of(roster.platoons.len());
            let members = counters.iter().enumerate().filter(|(_, counter)| counter.platoon == id);
            let units: Vec<ActorId> = members.clone().map(|(number, _)| ActorId::of(number)).collect();
            let leader = members.clone().find(|(_, counter)| counter.fielded.role == Role::Leader).map(|(number, _)| ActorId::of(number));
            let of = pack.platoons.get(&deployed.platoon);
            let zones = |group: &Vec<usize>| group.iter().map(|&zone| ZoneId::of(zone)).collect();
            roster.platoons.push(PlatoonSheet {
                name: deployed.name.clone(),
                title: deployed.title.as_str().into(),
                side: seat,
                player: deployed.player.as_ref().map(|player| player.as_str().into()),
                leader,
                units,
                fate: deployed.carried.as_ref().and_then(|carried| carried.fate).or_else(|| of.map(|of| of.fate)).unwrap_or(0),
                command_range: of.map_or(0, |of| of.command_range),
                spares: of.map_or_else(Vec::new, |of| spared_aspects::spared_by(of, &items)),
                locked_in: deployed.locked_in.iter().map(zones).collect(),
            });
            ids.push(id);
        }
        let members = counters.iter().enumerate().filter(|(_, counter)| counter.seat == seat).map(|(number, _)| ActorId::of(number));
        roster.sides.push(PlatoonSide { name: side.name.clone(), members: members.collect(), platoons: ids });
    }
}

/// Returns the aspects of units, zones and the scene that are present from the start.
fn printed(encounter: &Encounter, map: &slip_pack::map::Map, counters: &[Counter<'_>], roster: &PlatoonRoster) -> Vec<Aspect> {
    let mut aspects: Vec<Aspect> = Vec::new();
    for (number, counter) in counters.iter().enumerate() {
        let on = Holder::Actor(ActorId::of(number).0);
        let spared = |text: &str| counter.of.is_spared(text);
        let told = |derived: bool| counter.item.aspects.iter().filter(move |aspect| aspect.derived == derived);
        let own = told(false).chain(told(true)).map(|aspect| aspect.text.as_str()).filter(|text| !spared(text));
        aspects.extend(own.map(|text| Aspect::printed(text, on)));
    }
    for (id, zone) in roster.ground.zones.iter() {
        let written: &[String] = match zone.region {
            Region::Map => map.zones.get(id.place()).map_or(&[], |zone| &zone.aspects),
            Region::Card(platoon) => card_zone(encounter, roster, platoon, id).map_or(&[], |zone| &zone.aspects),
            Region::Track(_) => &[],
        };
        aspects.extend(written.iter().map(|text| Aspect::printed(text.as_str(), Holder::Zone(id.0))));
    }
    aspects.extend(map.aspects.iter().map(|text| Aspect::printed(text.as_str(), Holder::Scene)));
    aspects.extend(begin::of_the_scene(encounter));
    aspects
}

/// Returns the declaration of a zone on a platoon's card, from the encounter.
fn card_zone<'e>(
    encounter: &'e Encounter,
    roster: &PlatoonRoster,
    platoon: PlatoonId,
    zone: ZoneId,
) -> Option<&'e slip_pack::encounter::CardZone> {
    let first = roster.ground.zones.iter().find(|(_, there)| there.region == Region::Card(platoon)).map(|(id, _)| id)?;
    let deployed = encounter.sides.iter().flat_map(|side| &side.platoons).nth(platoon.place())?;
    deployed.card.as_ref()?.zones.get(zone.place().checked_sub(first.place())?)
}

fn unit(roster: &PlatoonRoster, id: ActorId, counter: &Counter<'_>) -> UnitState {
    let sheet = &roster.units[id];
    let ground = &roster.ground;
    let track = |box_number: u8| ground.track(box_number).map_or(UnitLocation::Nowhere, UnitLocation::Zone);
    let on_card = |number: usize| {
        let mut zones = ground.zones.iter().filter(|(_, zone)| zone.region == Region::Card(counter.platoon));
        zones.nth(number).map_or(UnitLocation::Nowhere, |(id, _)| UnitLocation::Zone(id))
    };
    let first_zone = sheet.starts.first().map_or(UnitLocation::Nowhere, |&zone| UnitLocation::Zone(zone));
    let (place, status) = match counter.fielded.start {
        UnitStart::Map => (first_zone, UnitStatus::Active),
        UnitStart::Card(number) => (on_card(number), UnitStatus::Active),
        UnitStart::Track => (track(if roster.settings.aircraft_rearm { REARM } else { LAUNCH }), UnitStatus::Active),
        UnitStart::Aboard(_) => (UnitLocation::Nowhere, UnitStatus::Active),
        UnitStart::Elsewhere => (UnitLocation::Nowhere, UnitStatus::Elsewhere),
    };
    let status = if counter.arrives.is_some() { UnitStatus::Elsewhere } else { status };
    UnitState {
        place,
        carrier: match counter.fielded.start {
            UnitStart::Aboard(number) => Some(ActorId::of(counter.first + number)),
            _ => None,
        },
        status,
        platoon: counter.platoon,
        member: true,
        morale: Track::new(sheet.morale),
        own: own_tracks(roster, counter.item),
        ended_on: MORALE,
        fate: Purse::new(sheet.attached.iter().map(|person| i32::from(person.fate)).sum()),
        spotted: 0,
        ooc: 0,
        fired_on_by: 0,
        has_fired: false,
        defences: Vec::new(),
        defended: 0,
        activated: false,
        was_carried: false,
        moved: false,
        fired: false,
        fired_last_turn: false,
        attacks: 0,
        rallied: false,
        people_acted: 0,
        compelled: Vec::new(),
        ending: None,
    }
}

fn first_state(encounter: &Encounter, counters: &[Counter<'_>], roster: &PlatoonRoster, aspects: Vec<Aspect>) -> BattleState {
    let mut units: IdVec<ActorId, UnitState> =
        counters.iter().enumerate().map(|(number, counter)| unit(roster, ActorId::of(number), counter)).collect();
    let places: Vec<(ActorId, UnitLocation)> = units.iter().filter_map(|(id, unit)| Some((id, units.row(unit.carrier?)?.place))).collect();
    for (id, place) in places {
        if let Some(unit) = units.row_mut(id) {
            unit.place = place;
        }
    }
    let all = Slots::NONE.with(Grade::Mild).with(Grade::Moderate).with(Grade::Severe);
    let platoons = roster.platoons.values().map(|platoon| PlatoonState { fate: Purse::new(platoon.fate), slots: all, acted: false });
    BattleState {
        turn: 0,
        step: Step::of(Phase::SetUp, Id::None),
        player: Seat(0),
        first: None,
        acting: None,
        active: None,
        units,
        platoons: platoons.collect(),
        pass_values: Vec::new(),
        aspects: aspects.into_iter().collect(),
        spin: Vec::new(),
        terms: None,
        offer: None,
        untold: Vec::new(),
        declared: PlatoonDeclaration::default(),
        words: None,
        repeated: false,
        moving: None,
        targets: Vec::new(),
        contest: None,
        blows: Vec::new(),
        share: None,
        marchers: None,
        intercepted: None,
        back: None,
        uses: vec![0; roster.lines.len()],
        chosen: Vec::new(),
        roused: Vec::new(),
        holds: Vec::new(),
        stops: 0,
        conceded: 0,
        offered: 0,
        set_up: 0,
        rolls: 0,
        asked: 0,
        asks: encounter.sides.iter().map(|_| Points::ALL).collect(),
        outcome: None,
    }
}
