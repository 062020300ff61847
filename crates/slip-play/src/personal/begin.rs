//! Builds the first state of a fight from a pack and an encounter. Refuses encounters that cannot be played.

use crate::begin;
pub use crate::begin::BeginError;
use crate::clone_from::SpareBuffer;
use crate::effects;
use crate::event::TrackId;
use crate::ids::{ActorId, IdVec, Seat, SkillId, TableKey, ZoneId};
use crate::personal::roster::{
    ActorSheet, Armour, AttackProfile, PersonalRoster, PersonalSide, PersonalSkill, PersonalWeapon, ServedActs, ServingSkills, SetDistance,
    SkillParts, Switching, WeaponMode,
};
use crate::personal::settings::PersonalSettings;
use crate::personal::state::{
    ActorState, ActorStatus, COMPOSURE, Generation, HEALTH, NerveChecks, PersonalDeclaration, PersonalState, RollChoices, SkillSet,
};
use crate::personal::{Personal, build_effect_table, carry_in, gear, setup, social, task, victory};
use crate::question::Points;
use crate::tracks::{TrackNames, TrackSet};
use crate::zone_map::{BorderStates, ZoneMap};
use ecow::EcoString;
use slip_dice::fate::fate_points::Purse;
use slip_dice::fate::{Aspect, Grade, Holder, Schedule, Slots, Track};
use slip_pack::encounter::{Encounter, Play, VictoryTerm};
use slip_pack::item::{BuiltItem, Mode as PackMode};
use slip_pack::{Name, Pack, effect};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Largest number of actors in an encounter.
pub const MOST_ACTORS: usize = slip_limits::ENCOUNTER_ACTORS;
/// Largest number of sides in an encounter.
pub const MOST_SIDES: usize = 32;
/// Largest number of skills that all actors of an encounter have together.
pub const MOST_SKILLS: usize = 120;
/// Largest number of weapons one actor carries.
pub const MOST_WEAPONS: usize = 32;

/// Number for the armour in [`Holder::Gear`]; all other numbers are those of weapons.
pub const ARMOUR: u8 = u8::MAX;

/// Tracks that attacks may be aimed at without effects.
const BOTH_TRACKS: TrackSet = TrackSet::of(HEALTH).with(COMPOSURE);

/// Outcomes of an actor taken out, the default first.
const OUTCOMES: [&str; 5] = ["unconscious", "dead", "captured", "fled", "other"];

impl Personal {
    /// Returns the fight before its first round.
    ///
    /// # Errors
    /// [`BeginError`] if the encounter is not one of people, has errors, or is too large.
    pub fn begin(pack: &Pack, encounter: &Encounter) -> Result<Personal, BeginError> {
        if !matches!(encounter.play, Play::Personal | Play::Social) {
            return Err(BeginError::NotPlayed(encounter.play));
        }
        if !encounter.valid {
            return Err(BeginError::Invalid(encounter.name.clone()));
        }
        let map = encounter.map.as_ref().and_then(|key| pack.maps.get(key)).ok_or(BeginError::NoMap)?;
        let board_map = ZoneMap::new(map).ok_or(BeginError::TooMany { what: "zones", most: ZoneMap::MAX })?;
        let is_social = encounter.play == Play::Social;
        if encounter.sides.len() > MOST_SIDES {
            return Err(BeginError::TooMany { what: "sides", most: MOST_SIDES });
        }
        let pawns = encounter.social.iter().map(|social| social.pawns.len());
        if encounter.sides.iter().map(|side| side.actors.len()).chain(pawns).sum::<usize>() > MOST_ACTORS {
            return Err(BeginError::TooMany { what: "actors", most: MOST_ACTORS });
        }
        let settings = if is_social { PersonalSettings::read_social(&encounter.rules) } else { PersonalSettings::read(&encounter.rules) };
        let skills = skills(pack, encounter, &settings)?;
        let parts = parts(&skills, &settings);
        let mut roster = PersonalRoster {
            name: encounter.name.clone(),
            title: encounter.title.as_str().into(),
            sides: IdVec::new(),
            actors: IdVec::new(),
            skills,
            map: board_map,
            settings,
            parts,
            tracks: tracks(pack, encounter, is_social)?,
            lines: effects::EffectTable::default(),
            offers: false,
            tasks: Vec::new(),
            set_up: Vec::new(),
            victories: encounter.victories.clone(),
            priority: encounter.priority.iter().map(|side| side.map(Seat::of)).collect(),
            captives: None,
            limit: 0,
            outcomes: OUTCOMES.iter().map(|&word| word.into()).collect(),
            social: None,
        };
        roster.limit = encounter.limit.unwrap_or(roster.settings.round_cap).max(1);
        if is_social {
            roster.social = Some(social::read_encounter::read(pack, encounter, &roster));
            roster.outcomes = social::read_encounter::OUTCOMES.iter().map(|&word| word.into()).collect();
            // A social conflict has no default limit of rounds, because its boxes of time run out.
            roster.limit = encounter.limit.unwrap_or(u32::MAX).max(1);
        }
        let mut aspects: Vec<Aspect> = Vec::new();
        for side in &encounter.sides {
            let seat = roster.sides.push(PersonalSide { name: side.name.clone(), members: Vec::new(), leaders: Vec::new() });
            for actor in &side.actors {
                let item = social::read_encounter::person(pack, actor).ok_or_else(|| BeginError::NoItem(actor.name.clone()))?;
                let item = &*item;
                let zone = actor.zone.filter(|&zone| zone < map.zones.len()).map(ZoneId::of);
                let zone = zone.ok_or_else(|| BeginError::NoZone(actor.name.clone()))?;
                let title = pack.actor_title(actor);
                let gear = gear::gear(pack, item, &actor.gear);
                let mut sheet = sheet(&roster, item, &gear)?;
                if gear.first().is_some_and(|thing| std::ptr::eq(*thing, item))
                    && let Some(weapon) = sheet.weapons.first_mut()
                {
                    weapon.title = gear::natural_title(pack, item);
                }
                sheet.military = gear::military(pack, item);
                (sheet.name, sheet.title, sheet.side, sheet.zone) = (actor.name.clone(), title, seat, zone);
                sheet.starts = actor.or_zones.iter().copied().filter(|&zone| zone < map.zones.len()).map(ZoneId::of).collect();
                let other = side.other_players.values().position(|actors| actors.contains(&actor.name));
                sheet.player = other.map_or(0, |other| other + 1);
                let id = ActorId::of(roster.actors.len());
                let bearer = gear::Bearer { pack, roster: &roster, item, rules: &encounter.rules };
                aspects.extend(printed(item, &gear, id));
                let brought = bearer.compile(&gear, &mut sheet);
                let on = |words: EcoString, thing: Option<u8>| {
                    let holder = thing.map_or(Holder::Actor(id.0), |thing| Holder::Gear(id.0, thing));
                    Aspect::printed(words, holder)
                };
                let known = |words: &EcoString| aspects.iter().any(|there| there.text == *words && is_on(there.holder, id));
                let new: Vec<Aspect> =
                    brought.into_iter().filter(|(words, _)| !known(words)).map(|(words, thing)| on(words, thing)).collect();
                aspects.extend(new);
                roster.actors.push(sheet);
                roster.sides[seat].members.push(id);
            }
            let named = |leader: &slip_pack::Name| side.actors.iter().position(|actor| actor.name == *leader);
            let members = &roster.sides[seat].members;
            let leaders = side.leaders().filter_map(|leader| members.get(named(leader)?).copied()).collect();
            roster.sides[seat].leaders = leaders;
        }
        social::read_encounter::add_pawns(encounter, &mut roster);
        build_effect_table::lay_out(pack, encounter, map, &mut roster);
        for (zone, of) in map.zones.iter().enumerate() {
            let holder = Holder::Zone(ZoneId::of(zone).0);
            aspects.extend(of.aspects.iter().map(|text| Aspect::printed(text.as_str(), holder)));
        }
        aspects.extend(map.aspects.iter().map(|text| Aspect::printed(text.as_str(), Holder::Scene)));
        let titles: Vec<EcoString> = map.borders.iter().filter_map(|border| border.title.as_deref().map(EcoString::from)).collect();
        aspects.extend(titles.into_iter().map(|text| Aspect::printed(text, Holder::Scene)));
        aspects.extend(begin::of_the_scene(encounter));
        let weight = roster.settings.gravity.aspect();
        let is_new = |text: &&str| !aspects.iter().any(|there| there.text == *text && there.holder == Holder::Scene);
        let weightless = weight.filter(is_new).map(|text| Aspect::printed(text, Holder::Scene));
        aspects.extend(weightless);
        roster.tasks = task::read(encounter, &roster);
        roster.set_up = setup::slots(&roster);
        roster.captives = victory::captives(&roster);
        roster.settle_serving();
        roster.actors.values_mut().for_each(ActorSheet::settle_paid_skills);
        let mut state = first_state(&roster, aspects);
        carry_in::bring(encounter, &roster, &mut state);
        Ok(Personal { roster: Arc::new(roster), state })
    }
}

/// Returns the tracks of the fight: Health (Wealth in a social conflict), Composure, and the tracks that the designs of the actors add.
fn tracks(pack: &Pack, encounter: &Encounter, is_social: bool) -> Result<TrackNames, BeginError> {
    let settings = if is_social { PersonalSettings::read_social(&encounter.rules) } else { PersonalSettings::read(&encounter.rules) };
    let play = if is_social { effect::Play::Social } else { effect::Play::Personal };
    let actors = || encounter.sides.iter().flat_map(|side| &side.actors);
    let people: Vec<_> = actors().filter_map(|actor| Some((actor, social::read_encounter::person(pack, actor)?))).collect();
    let things: Vec<&BuiltItem> = people.iter().flat_map(|(actor, item)| gear::gear(pack, item, &actor.gear)).collect();
    let items = people.iter().map(|(_, item)| &**item).chain(things);
    TrackNames::new(encounter, play, &[settings.names.health, settings.names.composure], items)
}

fn first_state(roster: &PersonalRoster, aspects: Vec<Aspect>) -> PersonalState {
    let actors = roster
        .actors
        .values()
        .map(|sheet| ActorState {
            zone: sheet.zone,
            status: if roster.sides.row(sheet.side).is_some() { ActorStatus::Active } else { ActorStatus::Pawn },
            fate: Purse::new(sheet.fate),
            tracks: sheet.boxes.iter().map(|&boxes| Track::new(boxes)).collect(),
            slots: sheet.slots,
            used: SkillSet::default(),
            records: Vec::new(),
            shock_spent: false,
            prone: false,
            fired: 0,
            fired_last_round: 0,
            has_acted: false,
            forfeits: false,
            attacks: 0,
            shots: vec![0; sheet.weapons.len()],
            modes: vec![0; sheet.weapons.len()],
            dropped: 0,
            lies: Vec::new(),
            suit_breached: false,
            terms: None,
            quarry: None,
            ending: None,
            last: None,
        })
        .collect();
    let mut holds = 0;
    for victory in &roster.victories {
        victory.condition.names(&mut |atom| holds += usize::from(matches!(atom, VictoryTerm::Hold { .. })));
    }
    PersonalState {
        round: 0,
        order: Vec::new(),
        turn: 0,
        actor: None,
        step: setup::first_step(roster),
        back: None,
        actors,
        board: if roster.social.is_some() { social::read_encounter::without_doors(&roster.map) } else { BorderStates::new(&roster.map) },
        aspects: aspects.into_iter().collect(),
        uses: vec![0; roster.lines.len()],
        granted: Vec::new(),
        roused: Vec::new(),
        fires: Vec::new(),
        blow: None,
        fact: None,
        nerve: NerveChecks::default(),
        asides: Vec::new(),
        preparing: RollChoices::default(),
        gravity: roster.settings.gravity,
        due: Vec::new(),
        spin: Vec::new(),
        obstructions: Vec::new(),
        declared: PersonalDeclaration::default(),
        contest: None,
        spare: SpareBuffer::new(),
        since: Generation::now(),
        rolls: 0,
        asked: 0,
        holds: vec![0; holds],
        boxes: roster.social.as_ref().map_or(0, |social| social.time_boxes),
        parley: Vec::new(),
        tasks: vec![0; roster.tasks.len()],
        conceded: 0,
        shown: roster.actors.keys().filter(|_| roster.settings.closed_sheets).map(|_| SkillSet::default()).collect(),
        declared_by: roster.sides.keys().map(|_| 0).collect(),
        asks: roster.sides.keys().map(|_| Points::ALL).collect(),
        outcome: None,
    }
}

/// Returns every skill that an actor has, a weapon uses or a rule names, ordered by name.
fn skills(pack: &Pack, encounter: &Encounter, settings: &PersonalSettings) -> Result<IdVec<SkillId, PersonalSkill>, BeginError> {
    let play = if encounter.play == Play::Social { effect::Play::Social } else { effect::Play::Personal };
    // For each skill, the names under which actors have it. For example, `slug_throwers` also has the name `firearms` if both count as the
    // same skill.
    let mut names: BTreeMap<Name, BTreeSet<Name>> = BTreeMap::new();
    let words = &settings.names;
    let known = |name: &Name| pack.skills.values().any(|skill| skill.name == *name);
    let of_rules = [&words.movement, &words.dodge, &words.nerve, &words.microgravity, &words.unarmed, &words.throwing, &words.hand];
    let wealth = encounter.social.iter().flat_map(|social| &social.wealth_skills);
    for name in wealth {
        names.entry(name.clone()).or_default();
    }
    for name in of_rules.into_iter().chain([&words.seal, &words.medic]).chain(encounter.tasks.iter().flat_map(|task| &task.skills)) {
        names.entry(name.clone()).or_default();
    }
    words.order.iter().for_each(|name| names.entry(name.clone()).or_default().clear());
    for actor in encounter.sides.iter().flat_map(|side| &side.actors) {
        let Some(item) = social::read_encounter::person(pack, actor) else { continue };
        let item = &*item;
        for name in item.skills.keys() {
            names.entry(item.known_as(name).into()).or_default().insert(name.clone());
        }
        for thing in gear::gear(pack, item, &actor.gear).into_iter().chain([item]) {
            let lines = [&thing.effects].into_iter().chain(thing.modes.iter().map(|mode| &mode.effects));
            let named = lines.flat_map(|lines| effects::skills_named(lines, &known, play)).chain(thing.skill.clone());
            for name in named {
                names.entry(item.known_as(&name).into()).or_default();
            }
        }
    }
    let map = encounter.map.as_ref().and_then(|key| pack.maps.get(key));
    let zones = map.iter().flat_map(|map| &map.zones).map(|zone| &zone.effects);
    let places = zones.chain([&encounter.rules.effects, &encounter.effects]);
    for name in places.flat_map(|lines| effects::skills_named(lines, &known, play)) {
        // Effects of the map, the encounter and the rules may name a skill by any of its names. For example, they may use `dexterity` if it
        // counts as `agility`.
        if !names.values().any(|also| also.contains(&name)) {
            names.entry(name).or_default();
        }
    }
    if names.len() > MOST_SKILLS {
        return Err(BeginError::TooMany { what: "skills", most: MOST_SKILLS });
    }
    let skill = |(name, called): (&Name, &BTreeSet<Name>)| {
        // If all actors that have the skill call it by one name, messages use this name.
        let shown = if called.len() == 1 { called.first().unwrap_or(name) } else { name };
        let known = pack.skills.values().find(|skill| skill.name == *shown);
        let combat = known.is_some_and(|skill| skill.classes.contains(&words.combat_class));
        let title = known.map_or_else(|| spaced(shown), |skill| skill.title.as_str().into());
        let listed = |action: &str| known.is_some_and(|skill| skill.serves.iter().any(|served| served == action));
        let any = settings.any_skill_serves;
        let serves = ServedActs {
            words: (!combat || encounter.play == Play::Social) && (any || listed("composure_attack")),
            maneuver: any || listed("maneuver"),
            obstruct: any || listed("obstruct"),
        };
        let phrases = known.map_or_else(Vec::new, |skill| skill.phrases.iter().map(EcoString::from).collect());
        let also = called.iter().filter(|other| *other != name).cloned().collect();
        let classes = known.map_or_else(Vec::new, |skill| skill.classes.clone());
        let fixed = !name.starts_with(|first: char| first.is_alphabetic() || first == '_');
        let serves = if fixed { ServedActs { words: false, maneuver: false, obstruct: false } } else { serves };
        PersonalSkill { name: name.clone(), also, title, combat, serves, phrases, classes, fixed }
    };
    Ok(names.iter().map(skill).collect())
}

/// Returns a name as words, for skills without a title.
fn spaced(name: &str) -> EcoString {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default().into()
}

fn parts(skills: &IdVec<SkillId, PersonalSkill>, settings: &PersonalSettings) -> SkillParts {
    // Every skill that the settings name is in the table, so the default `SkillId(0)` is never used.
    let find = |name: &Name| had_as(skills, name).unwrap_or(SkillId(0));
    let names = &settings.names;
    let [first, tie] = &names.order;
    SkillParts {
        movement: find(&names.movement),
        dodge: find(&names.dodge),
        nerve: find(&names.nerve),
        microgravity: find(&names.microgravity),
        unarmed: find(&names.unarmed),
        throwing: find(&names.throwing),
        hand: find(&names.hand),
        order: [find(first), find(tie)],
        seal: find(&names.seal),
        medic: find(&names.medic),
    }
}

/// Returns the skill that a name in rules or tasks refers to. If another skill counts as the named one for the actors of the encounter,
/// that skill is returned, otherwise the skill of this name (R-N2).
pub(super) fn had_as(skills: &IdVec<SkillId, PersonalSkill>, name: &str) -> Option<SkillId> {
    let counting = skills.iter().find(|(_, skill)| skill.name != name && skill.is_called(name));
    counting.or_else(|| skills.iter().find(|(_, skill)| skill.name == name)).map(|(id, _)| id)
}

/// True if the holder of an aspect is an actor or its gear.
fn is_on(holder: Holder, who: ActorId) -> bool {
    matches!(holder, Holder::Actor(there) | Holder::Gear(there, _) if there == who.0)
}

pub(super) fn sheet(roster: &PersonalRoster, item: &BuiltItem, things: &[&BuiltItem]) -> Result<ActorSheet, BeginError> {
    let names = &roster.settings.names;
    let weapons: Vec<PersonalWeapon> =
        things.iter().filter_map(|thing| Some(weapon(roster, thing, item.known_as(thing.skill.as_ref()?)))).collect();
    if weapons.len() > MOST_WEAPONS {
        return Err(BeginError::TooMany { what: "weapons carried by one actor", most: MOST_WEAPONS });
    }
    let armour = things.iter().find(|thing| thing.stats.contains_key(gear::DEFENSE)).map(|thing| Armour {
        name: thing.name.clone(),
        title: thing.title.as_str().into(),
        defense: thing.stat(gear::DEFENSE),
        untrained: false,
        changes: Vec::new(),
        gained: 0,
    });
    // An actor without skills and with only one track is a group of mooks. The group rolls the number of its open boxes.
    let mooks = roster.social.is_none() && item.skills.is_empty() && !item.tracks.contains_key(&names.composure);
    let length = |track: &EcoString| item.tracks.get(track).copied().unwrap_or(0);
    let slots = item.consequences.iter().filter_map(|word| Grade::from_word(word)).fold(Slots::NONE, Slots::with);
    let mut bare = plain_manner(roster.parts.unarmed, (0, 0));
    let either = mooks || roster.settings.bare_hands_either;
    bare.tracks = if either { BOTH_TRACKS } else { TrackSet::of(COMPOSURE) };
    bare.hand = true;
    let gone = |&id: &TrackId| {
        let name = EcoString::from(roster.tracks.name(id));
        effects::is_trackless(&item.effects, &name) || (roster.tracks.is_own(id) && length(&name) == 0)
    };
    Ok(ActorSheet {
        name: item.name.clone(),
        title: item.title.as_str().into(),
        kind: item.kind.clone(),
        design: item.design.clone(),
        stats: item.stats.clone(),
        military: BTreeSet::new(),
        trackless: roster.tracks.ids().filter(gone).collect(),
        side: Seat(0),
        player: 0,
        zone: ZoneId(0),
        starts: Vec::new(),
        // Some skills count as another skill. Such a skill has a rank only under the name of that other skill.
        ranks: roster
            .skills
            .values()
            .map(|skill| match skill.fixed {
                true => skill.name.parse().ok(),
                false => item.rank(&skill.name).filter(|_| item.known_as(&skill.name) == skill.name),
            })
            .map(|rank: Option<i32>| rank.map(|rank| i8::try_from(rank).unwrap_or(if rank < 0 { i8::MIN } else { i8::MAX })))
            .collect(),
        serving: ServingSkills::default(),
        weapons,
        paid_skills: SkillSet::default(),
        armour,
        boxes: roster.tracks.iter().map(length).collect(),
        // The item already has the number of shifts that each consequence takes off, including effects.
        schedules: roster
            .tracks
            .iter()
            .map(|track| {
                let built = item.schedules.get(track).map(|grades| grades.map(i64::from));
                built.map_or(roster.settings.schedule, Schedule::of)
            })
            .collect(),
        slots: if mooks { Slots::NONE } else { slots },
        fate: item.fate.unwrap_or(0),
        mooks,
        bare,
        bare_more: Vec::new(),
        changes: Vec::new(),
        uses: Vec::new(),
        order: 0,
        never_free: Vec::new(),
        never_has: Vec::new(),
        never_after: Vec::new(),
        lies_down: false,
    })
}

/// Returns a way of using an item that has no special effects.
pub(super) fn plain_manner(skill: SkillId, range: (u8, u8)) -> AttackProfile {
    AttackProfile {
        word: EcoString::new(),
        skill,
        amplified: Vec::new(),
        limited: Vec::new(),
        cap: None,
        full_for: None,
        lender: None,
        stood_in: false,
        by: None,
        gained: (0, 0),
        plus: 0,
        bonus: 0,
        harm: 0,
        fists: 0,
        penetration: 0,
        range,
        out_of_range: 2,
        per_zone: false,
        hand: false,
        recoilless: false,
        tracks: BOTH_TRACKS,
        set: SetDistance::BY_NOTHING,
        too: TrackSet::NONE,
        area: None,
        untrained: false,
        armour_paid: false,
        thrown: false,
        drops: false,
        barred_when: Vec::new(),
        after: Vec::new(),
        never_free: Vec::new(),
    }
}

fn weapon(roster: &PersonalRoster, item: &BuiltItem, skill: &str) -> PersonalWeapon {
    let skill = roster.skills.iter().find(|(_, known)| known.name == skill).map_or(SkillId(0), |(id, _)| id);
    let mode = |name: &str, stats: &BTreeMap<Name, i32>| {
        let stat = |name: &str| stats.get(name).copied().unwrap_or(0);
        let zones = |name: &str| u8::try_from(stat(name).max(0)).unwrap_or(u8::MAX);
        let mut manner = plain_manner(skill, (zones(gear::MIN_RANGE), zones(gear::MAX_RANGE)));
        manner.harm = stat(gear::HARM);
        manner.penetration = stat(gear::PENETRATION);
        manner.out_of_range = roster.settings.out_of_range;
        manner.hand = skill == roster.parts.unarmed || skill == roster.parts.hand;
        WeaponMode { name: name.into(), manners: vec![manner] }
    };
    let modes: Vec<WeaponMode> = if item.modes.is_empty() {
        vec![mode("", &item.stats)]
    } else {
        item.modes.iter().map(|PackMode { name, stats, .. }| mode(name, stats)).collect()
    };
    let (title, stats) = (item.title.as_str().into(), item.stats.clone());
    let kinds = [item.kind.clone(), item.design.clone()];
    PersonalWeapon { name: item.name.clone(), title, modes, switching: Switching::Never, stats, kinds }
}

/// Returns the aspects that an actor and its gear have when the fight begins.
fn printed(item: &BuiltItem, gear: &[&BuiltItem], id: ActorId) -> Vec<Aspect> {
    let own = item.aspects.iter().map(|aspect| Aspect::printed(aspect.text.as_str(), Holder::Actor(id.0)));
    let mut aspects: Vec<Aspect> = own.collect();
    let mut weapons = 0_u8;
    for thing in gear {
        let holder = if thing.skill.is_some() {
            weapons = weapons.saturating_add(1);
            Holder::Gear(id.0, weapons - 1)
        } else if thing.stats.contains_key(gear::DEFENSE) {
            Holder::Gear(id.0, ARMOUR)
        } else {
            Holder::Actor(id.0)
        };
        // If an actor is its own weapon, the aspects of the weapon are already listed as those of the actor.
        if std::ptr::eq(*thing, item) {
            continue;
        }
        let automatic = effects::brought_later(&thing.effects);
        let texts = thing.aspects.iter().map(|aspect| aspect.text.as_str());
        aspects.extend(texts.filter(|text| !automatic.contains(*text)).map(|text| Aspect::printed(text, holder)));
    }
    aspects
}
