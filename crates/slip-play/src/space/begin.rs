//! Builds the first state of a space fight from a pack and an encounter. Refuses encounters that cannot be played.

use crate::begin::{self, BeginError};
use crate::effects;
use crate::event::{Phase, SpacePhase, Step, TrackId};
use crate::ids::{ActorId, Id, IdVec, Seat, SkillId, TableKey};
use crate::question::Points;
use crate::space::fixed_numbers::ShipTraits;
use crate::space::roster::{CrewMember, Post, PostCrew, Rating, ShipSheet, SpaceRoster, SpaceSide, SpaceSkill};
use crate::space::settings::SpaceSettings;
use crate::space::state::{
    Band, DATA, Drives, FRAME, FixedDefences, HEAT, PersonState, Phases, ShipLocation, ShipState, ShipStatus, SpaceDeclaration, SpaceState,
};
use crate::space::{Space, build_effect_table, carry_in, crew, maneuver};
use crate::tracks::{TrackNames, TrackSet};
use ecow::EcoString;
use slip_dice::fate::fate_points::Purse;
use slip_dice::fate::{Aspect, Grade, Holder, Schedule, Slots};
use slip_pack::effect;
use slip_pack::encounter::{self, Duty, Encounter, HoldsFire, Play, StationWorker};
use slip_pack::item::{BuiltItem, Gear};
use slip_pack::{Name, Pack, numbered};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of ships and people of an encounter together.
pub const MOST_ACTORS: usize = 120;
/// Maximum number of sides of an encounter.
pub const MOST_SIDES: usize = 32;
/// Maximum number of different skills in an encounter: skills of its people and skills in its effects.
pub const MOST_SKILLS: usize = 120;

/// Outcomes of ships taken out, the default first.
const OUTCOMES: [&str; 4] = ["destroyed", "derelict", "surrendered", "tethered"];

/// A ship or fighter of the encounter, before it has an id.
struct Hull<'a> {
    name: &'a Name,
    item: &'a BuiltItem,
    seat: Seat,
    /// Number of the ship's player on its side. A fighter has the number of its carrier.
    player: usize,
    posts: &'a [encounter::StationStaffing],
    /// Entry of the ship in the encounter. `None` for a fighter, which has no entry of its own.
    of: Option<&'a encounter::ShipSetup>,
    parent: Option<ActorId>,
    /// V-shift that the ship carries in; it can only lower the V-shift of the item. Only logs written before R-T25 have it.
    v_shift: Option<i32>,
}

/// A person aboard, before they have an id.
struct Crewman<'a> {
    name: &'a Name,
    item: &'a BuiltItem,
    ship: ActorId,
}

impl Space {
    /// Builds the fight before detection.
    ///
    /// # Errors
    /// [`BeginError`] if the encounter is not one of space combat, has errors, or is too large.
    pub fn begin(pack: &Pack, encounter: &Encounter) -> Result<Space, BeginError> {
        if encounter.play != Play::Space {
            return Err(BeginError::NotPlayed(encounter.play));
        }
        if !encounter.valid {
            return Err(BeginError::Invalid(encounter.name.clone()));
        }
        if encounter.sides.len() > MOST_SIDES {
            return Err(BeginError::TooMany { what: "sides", most: MOST_SIDES });
        }
        let (hulls, sides) = hulls(pack, encounter)?;
        let named: usize = hulls.iter().filter_map(|hull| hull.of).map(|of| of.people.len()).sum();
        if hulls.len() + named > MOST_ACTORS {
            return Err(BeginError::TooMany { what: "ships and people", most: MOST_ACTORS });
        }
        let people = people(pack, &hulls)?;
        let settings = SpaceSettings::read(&encounter.rules);
        let tracks = TrackNames::new(encounter, effect::Play::Space, &settings.tracks, hulls.iter().map(|hull| hull.item))?;
        let (skills, post_skills) = skills(pack, encounter, &settings, &hulls, &people)?;
        let mut roster = SpaceRoster {
            name: encounter.name.clone(),
            title: encounter.title.as_str().into(),
            sides,
            ships: IdVec::new(),
            people: Vec::new(),
            skills,
            post_skills,
            stations: Post::ALL.map(|post| station(encounter, &settings, post).and_then(|at| u8::try_from(at).ok())),
            settings,
            tracks,
            lines: effects::EffectTable::default(),
            uses: Vec::new(),
            outcomes: OUTCOMES.iter().map(|&word| word.into()).collect(),
            maneuvers: Vec::new(),
            victories: encounter.victories.clone(),
            priority: encounter.priority.iter().map(|side| side.map(Seat::of)).collect(),
            limit: 0,
            boarding: encounter.boarding.clone(),
        };
        roster.limit = encounter.limit.unwrap_or(roster.settings.round_cap).max(1);
        roster.maneuvers = maneuver::read(encounter, &roster);
        let titles: Vec<&str> =
            hulls.iter().map(|hull| hull.item).chain(people.iter().map(|person| person.item)).map(|item| &*item.title).collect();
        roster.people = people.iter().map(|person| aboard(&roster, person, &titles)).collect();
        for hull in &hulls {
            let sheet = sheet(&roster, (pack, encounter), hull, &people, hulls.len());
            roster.ships.push(sheet);
        }
        let mut aspects = printed(encounter, &hulls, &people);
        let items: Vec<&BuiltItem> = hulls.iter().map(|hull| hull.item).chain(people.iter().map(|person| person.item)).collect();
        build_effect_table::lay_out(encounter, &items, &mut roster, &mut aspects);
        let mut state = first_state(&roster, &hulls, &people, aspects);
        carry_in::bring(encounter, &roster, &mut state);
        Ok(Space { roster: Arc::new(roster), state })
    }
}

/// Returns the ships of an encounter, each followed by its fighters, and the sides.
fn hulls<'a>(pack: &'a Pack, encounter: &'a Encounter) -> Result<(Vec<Hull<'a>>, IdVec<Seat, SpaceSide>), BeginError> {
    let find = |gear: &Gear, name: &Name| {
        let item = pack.item(gear).filter(|item| item.valid);
        item.ok_or_else(|| BeginError::NoItem(name.clone()))
    };
    let mut hulls = Vec::new();
    let mut sides: IdVec<Seat, SpaceSide> = IdVec::new();
    for (number, side) in encounter.sides.iter().enumerate() {
        let seat = Seat::of(number);
        let mut members = Vec::new();
        for actor in &side.actors {
            let of = actor.ship.as_deref();
            let posts = of.map_or(&[][..], |ship| &ship.posts);
            let id = ActorId::of(hulls.len());
            members.push(id);
            let v_shift = actor.carried.as_ref().and_then(|carried| carried.v_shift);
            let player = of.map_or(0, |ship| ship.player);
            hulls.push(Hull { name: &actor.name, item: find(&actor.item, &actor.name)?, seat, player, posts, of, parent: None, v_shift });
            for fighter in of.into_iter().flat_map(|ship| &ship.fighters) {
                let item = find(&fighter.item, &fighter.name)?;
                let v_shift = fighter.carried.as_ref().and_then(|carried| carried.v_shift);
                let (name, posts) = (&fighter.name, &fighter.posts);
                hulls.push(Hull { name, item, seat, player, posts, of: None, parent: Some(id), v_shift });
            }
        }
        let others = (0..encounter.sides.len()).filter(|&other| other != number);
        let holds_fire = match side.holds_fire {
            Some(HoldsFire::UntilAttacked) => others.map(Seat::of).collect(),
            Some(HoldsFire::Always) => vec![seat],
            None => Vec::new(),
        };
        sides.push(SpaceSide { name: side.name.clone(), members, holds_fire });
    }
    Ok((hulls, sides))
}

/// Returns the named people, in the order of their ships. The pilot of a fighter is aboard the fighter.
fn people<'a>(pack: &'a Pack, hulls: &[Hull<'a>]) -> Result<Vec<Crewman<'a>>, BeginError> {
    let mut people = Vec::new();
    for (number, hull) in hulls.iter().enumerate() {
        let Some(of) = hull.of else { continue };
        let id = ActorId::of(number);
        for (place, person) in of.people.iter().enumerate() {
            let item = pack.item(&person.item).filter(|item| item.valid).ok_or_else(|| BeginError::NoItem(person.name.clone()))?;
            let flies = |hull: &Hull<'_>| hull.parent == Some(id) && hull.posts.iter().any(|post| post.by == StationWorker::Person(place));
            let ship = hulls.iter().position(flies).map_or(id, ActorId::of);
            people.push(Crewman { name: &person.name, item, ship });
        }
    }
    Ok(people)
}

/// Returns the index of a person among all people of the encounter. The person is the one with index `place` aboard the ship `hulls_of`.
fn person_at(hulls_of: ActorId, place: usize, encounter: &Encounter) -> Option<usize> {
    let mut ship = 0_usize;
    let mut before = 0_usize;
    for of in encounter.sides.iter().flat_map(|side| &side.actors).map(|actor| actor.ship.as_deref()) {
        let aboard = of.map_or(0, |of| of.people.len());
        if ActorId::of(ship) == hulls_of {
            return (place < aboard).then_some(before + place);
        }
        ship += 1 + of.map_or(0, |of| of.fighters.len());
        before += aboard;
    }
    None
}

/// Returns the station of the encounter whose duties include the work of this post.
fn station(encounter: &Encounter, settings: &SpaceSettings, post: Post) -> Option<usize> {
    let [frame, data, _] = &settings.tracks;
    let duty = match post {
        Post::Navigation => Duty::Detection,
        Post::Pilot => Duty::Position,
        Post::Comm => Duty::Ew,
        Post::Beams => Duty::Beam,
        Post::Torpedoes => Duty::Torpedo,
        Post::Engineering => Duty::Repair(frame.clone()),
        Post::Computer => Duty::Repair(data.clone()),
    };
    encounter.stations.iter().position(|station| station.duties.contains(&duty))
}

/// Returns the skills and the skill of each post. The ratings come first, then the skills of the posts, then other skills of people and in
/// effects, by name.
fn skills(
    pack: &Pack,
    encounter: &Encounter,
    settings: &SpaceSettings,
    hulls: &[Hull<'_>],
    people: &[Crewman<'_>],
) -> Result<(IdVec<SkillId, SpaceSkill>, [SkillId; 7]), BeginError> {
    let titled = |name: &str| {
        let known = pack.skills.values().find(|skill| skill.name == name).map(|skill| skill.title.as_str());
        EcoString::from(known.unwrap_or(name))
    };
    let of_post = |post: Post| {
        let station = station(encounter, settings, post).and_then(|at| encounter.stations.get(at));
        station.map_or_else(|| EcoString::from(post.word()), |station| station.skill.clone())
    };
    let rated = Rating::ALL.into_iter().zip(&settings.ratings);
    let mut skills: IdVec<SkillId, SpaceSkill> =
        rated.map(|(rating, name)| SpaceSkill { name: name.clone(), title: rating.title().into(), number: None }).collect();
    let mut numbered = |name: EcoString| {
        let known = skills.iter().find(|(_, there)| there.name == name).map(|(id, _)| id);
        known.unwrap_or_else(|| skills.push(SpaceSkill { title: titled(&name), number: name.parse().ok(), name }))
    };
    let post_skills = Post::ALL.map(|post| numbered(of_post(post)));
    let mut more: BTreeSet<Name> = BTreeSet::new();
    for item in hulls.iter().map(|hull| hull.item).chain(people.iter().map(|person| person.item)) {
        more.extend(item.skills.keys().map(|name| Name::from(item.known_as(name))));
        more.extend(effects::named(&item.effects, Play::Space));
    }
    more.extend(effects::named(&encounter.effects, Play::Space));
    more.extend(effects::named(&encounter.rules.effects, Play::Space));
    for name in more {
        numbered(name);
    }
    if skills.len() > MOST_SKILLS {
        return Err(BeginError::TooMany { what: "skills", most: MOST_SKILLS });
    }
    Ok((skills, post_skills))
}

/// Returns the sheet of a person aboard; `titles` are the titles of everything in the fight.
fn aboard(roster: &SpaceRoster, person: &Crewman<'_>, titles: &[&str]) -> CrewMember {
    let item = person.item;
    let small = |rank: i32| i8::try_from(rank).unwrap_or(if rank < 0 { i8::MIN } else { i8::MAX });
    let rank = |skill: &SpaceSkill| match item.rank(&skill.name).or_else(|| item.every_skill.filter(|_| item.stat(&skill.name) == 0)) {
        Some(rank) => Some(small(rank)),
        None => skill.number.map(small),
    };
    let military = effects::military(&item.effects).into_iter().flat_map(|name| [Name::from(item.known_as(&name)), name]).collect();
    // The number in a name such as `iveta#2` is shown only if another title in the fight is the same. A ship and its skipper have different
    // titles.
    let only = titles.iter().filter(|title| **title == item.title).count() == 1;
    let title = if only { item.title.as_str().into() } else { numbered(&item.title, person.name) };
    CrewMember {
        name: person.name.clone(),
        title,
        ship: person.ship,
        kind: item.kind.clone(),
        design: item.design.clone(),
        ranks: roster.skills.values().map(rank).collect(),
        military,
    }
}

fn sheet(roster: &SpaceRoster, (pack, encounter): (&Pack, &Encounter), hull: &Hull<'_>, people: &[Crewman<'_>], ships: usize) -> ShipSheet {
    let (item, id) = (hull.item, ActorId::of(roster.ships.len()));
    let settings = &roster.settings;
    let carrier = hull.parent.unwrap_or(id);
    let hand = |post: Post| {
        let station = roster.stations.get(usize::from(post.number())).copied().flatten();
        let at = station.and_then(|station| hull.posts.get(usize::from(station)));
        let Some(at) = at else { return PostCrew::Nobody };
        let usual = if hull.parent.is_some() { settings.default_fighter_rank } else { settings.default_rank };
        let rank = i8::try_from(at.rank.unwrap_or(usual)).unwrap_or(0);
        match at.by {
            StationWorker::Nobody => PostCrew::Nobody,
            StationWorker::Crew => PostCrew::Default { rank, military: at.military },
            StationWorker::Person(place) => match person_at(carrier, place, encounter) {
                Some(number) => PostCrew::Person { who: ActorId::of(ships + number), rank, military: at.military },
                None => PostCrew::Nobody,
            },
        }
    };
    let aboard = people.iter().enumerate().filter(|(_, person)| person.ship == id).map(|(number, _)| ActorId::of(ships + number));
    let schedule = |track: &EcoString| {
        let built = item.schedules.get(track).map(|grades| grades.map(i64::from));
        built.map_or(settings.schedule, Schedule::of)
    };
    let traits = ShipTraits::read(roster, item, &encounter.rules);
    let slots = item.consequences.iter().filter_map(|word| Grade::from_word(word)).fold(Slots::NONE, Slots::with);
    let [mut v_shift, beam, torpedo, ew] = settings.ratings.each_ref().map(|name| item.stat(name));
    let mut stats = item.stats.clone();
    if let Some(left) = hull.v_shift.filter(|left| *left < v_shift) {
        v_shift = left;
        stats.insert(settings.rating(Rating::VShift).clone(), left);
    }
    ShipSheet {
        name: hull.name.clone(),
        title: numbered(&item.title, hull.name),
        side: hull.seat,
        player: hull.player,
        kind: item.kind.clone(),
        design: item.design.clone(),
        tech: item.tech.unwrap_or(0),
        ratings: [v_shift, beam, torpedo, ew],
        posts: Post::ALL.map(hand),
        parent: hull.parent,
        people: aboard.collect(),
        starts: hull.of.and_then(|of| of.band).and_then(|band| i8::try_from(band).ok()).map(Band),
        held: people.iter().any(|person| pack.things_of(person.item).into_iter().any(|thing| std::ptr::eq(thing, hull.item))),
        slipped: hull.of.is_some_and(|of| of.slipped),
        overburnt: hull.of.is_some_and(|of| of.overburnt),
        stats,
        alone: hull.parent.is_some(),
        schedules: roster.tracks.iter().map(schedule).collect(),
        menders: roster.tracks.ids().map(|track| mender(roster, (pack, encounter), item, track)).collect(),
        fate: hull.of.and_then(|of| of.fate).or(item.fate).unwrap_or(0),
        slots: if traits.consequences_to_parent { Slots::NONE } else { slots },
        traits,
    }
}

/// Returns the post from which a track is repaired. For a track that a design adds, it is the post of the station with this duty (`repair
/// shield`). If there is no such station, it is the post whose skill the design names for the track.
fn mender(roster: &SpaceRoster, (pack, encounter): (&Pack, &Encounter), item: &BuiltItem, track: TrackId) -> Post {
    match track {
        DATA => return Post::Computer,
        FRAME | HEAT => return Post::Engineering,
        _ => {}
    }
    let name = roster.tracks.name(track);
    let duty = Duty::Repair(name.into());
    let station = encounter.stations.iter().position(|station| station.duties.contains(&duty));
    let is_at = |post: &Post| {
        let at = roster.stations.get(usize::from(post.number())).copied().flatten();
        station.is_some() && at.map(usize::from) == station
    };
    let skill = pack.repair_skill(&encounter.rules, item, name);
    let by_station = Post::ALL.into_iter().find(is_at);
    by_station.or_else(|| Post::ALL.into_iter().find(|&post| roster.skill_named(post) == skill)).unwrap_or(Post::Engineering)
}

/// Returns the aspects of ships, people and the scene that are present from the start.
fn printed(encounter: &Encounter, hulls: &[Hull<'_>], people: &[Crewman<'_>]) -> Vec<Aspect> {
    let mut aspects: Vec<Aspect> = Vec::new();
    for (number, hull) in hulls.iter().enumerate() {
        let on = Holder::Actor(ActorId::of(number).0);
        // Aspects written by the author come first, because the first of equal texts is used.
        let told = |derived: bool| hull.item.aspects.iter().filter(move |aspect| aspect.derived == derived);
        let own = told(false).chain(told(true)).map(|aspect| aspect.text.as_str());
        let here = hull.of.into_iter().flat_map(|of| &of.aspects).map(String::as_str);
        aspects.extend(own.chain(here).map(|text| Aspect::printed(text, on)));
    }
    for (number, person) in people.iter().enumerate() {
        let on = Holder::Actor(ActorId::of(hulls.len() + number).0);
        aspects.extend(person.item.aspects.iter().map(|aspect| Aspect::printed(aspect.text.as_str(), on)));
    }
    aspects.extend(begin::of_the_scene(encounter));
    aspects
}

fn ship(roster: &SpaceRoster, id: ActorId, hull: &Hull<'_>) -> ShipState {
    let sheet = &roster.ships[id];
    let item = hull.item;
    let berth = match (hull.parent, sheet.starts) {
        (Some(parent), _) => ShipLocation::Hangar(parent),
        (None, Some(band)) => ShipLocation::Line(band),
        (None, None) => ShipLocation::Unplaced,
    };
    ShipState {
        berth,
        status: ShipStatus::Active,
        side: hull.seat,
        fate: Purse::new(sheet.fate),
        tracks: roster.tracks.of_item(item).collect(),
        slots: sheet.slots,
        drive_ok: true,
        formation: None,
        tether: None,
        boarding: None,
        rank: 0,
        fails: None,
        drives: Drives::Unsaid,
        burn: 0,
        lowered: false,
        launched: false,
        beams_given_up: false,
        standing: None,
        defence: None,
        fixed: FixedDefences::default(),
        beams_against: None,
        stood: [None, None, None],
        attacked: 0,
        beam_used: 0,
        beam_defended: 0,
        repaired: TrackSet::NONE,
        moved: false,
        fired: false,
        fired_last_turn: false,
        attacks: 0,
        entered: false,
        acted: 0,
        worked: 0,
        phases: Phases::default(),
        compelled: Vec::new(),
        compels: 0,
        hands: sheet.posts,
        ending: None,
    }
}

fn first_state(roster: &SpaceRoster, hulls: &[Hull<'_>], people: &[Crewman<'_>], aspects: Vec<Aspect>) -> SpaceState {
    let ships = hulls.iter().enumerate().map(|(number, hull)| ship(roster, ActorId::of(number), hull)).collect();
    let people = people.iter().map(|person| PersonState {
        fate: Purse::new(person.item.fate.unwrap_or(0)),
        worked: 0,
        helped: 0,
        phases: Phases::default(),
        acted: false,
    });
    SpaceState {
        turn: 0,
        stage: SpacePhase::Detection,
        step: crew::first_set_up(roster).map_or(Step::of(Phase::SetUp, Id::None), |who| Step::of(Phase::SetUp, Id::Actor(who))),
        ships,
        people: people.collect(),
        aspects: aspects.into_iter().collect(),
        spin: Vec::new(),
        terms: None,
        offer: None,
        deny: None,
        untold: Vec::new(),
        at_post: None,
        declared: SpaceDeclaration::default(),
        struck: Vec::new(),
        overwatch: Vec::new(),
        contest: None,
        blows: Vec::new(),
        uses: vec![0; roster.lines.len()],
        chosen: Vec::new(),
        roused: Vec::new(),
        skips_position: false,
        hostile: 0,
        stops: 0,
        conceded: 0,
        offered: 0,
        asked_in: 0,
        rolls: 0,
        asked: 0,
        asks: roster.sides.keys().map(|_| Points::ALL).collect(),
        outcome: None,
    }
}
