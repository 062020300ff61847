//! Puts two actors opposite each other, with only the rules of their package.

use crate::dice_tree::OddsError;
use slip_pack::effect::{self, Effect, MarkOperation, PackOperation};
use slip_pack::encounter::{
    Actor, AtRisk, Deployed, Duty, Encounter, Play, Role, ShipSetup, Side, SocialEncounter, Station, StationStaffing, StationWorker,
    UnitPlacement, UnitStart,
};
use slip_pack::item::{BuiltItem, Gear, SourcePosition};
use slip_pack::map::{Border, BorderValue, Map, Zone};
use slip_pack::platoon::{Leader, Platoon};
use slip_pack::{Name, Pack};
use slip_play::begin::BeginError;
use slip_play::personal::{Personal, PersonalSettings};
use slip_play::platoon::PlatoonFight;
use slip_play::space::Space;
use std::sync::Arc;

/// Package name for items that exist only for a question; no real package can have this name.
const HERE: &str = "odds:";

/// Greatest distance between people, in zones.
pub const FARTHEST: u8 = 30;

/// Greatest distance between ships, in bands: from one end of their map to the other.
pub const BANDS: u8 = 8;

/// Anonymous actor with a few numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bare {
    /// Title of the actor, the name shown to people.
    pub title: String,
    /// Ranks of the actor by skill.
    pub skills: Vec<(Name, i32)>,
    /// Boxes of the actor's first and second track. An actor without a second track and without skills is a crowd, whose open boxes are its
    /// rank.
    pub boxes: [i32; 2],
    /// True if the actor has one free consequence slot of each grade.
    pub slots: bool,
}

/// Actor that takes part in a match-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchupActor {
    /// Actor that the package declares.
    Declared(Gear),
    /// Anonymous actor, trained for everything that its skills and its armour require.
    Bare(Bare),
}

/// Fighter in a match-up: the actor, and the gear that it carries in addition to its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchupFighter {
    /// Actor that fights.
    pub who: MatchupActor,
    /// Gear that the actor carries in addition to its own.
    pub gear: Vec<Gear>,
}

/// Terrain between two actors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchupTerrain {
    /// Number of zones or bands between the two actors.
    pub range: u8,
    /// True if the zones between the actors are outdoors.
    pub outdoors: bool,
}

/// Stage on which fights between two actors are set up, for the content of one pack.
#[derive(Clone, Debug)]
pub struct MatchupStage {
    pack: Pack,
}

impl MatchupStage {
    /// Creates a stage, on which fights between two actors are set up, for the content of a pack.
    pub fn new(pack: &Pack) -> MatchupStage {
        let mut pack = pack.clone();
        pack.encounters.clear();
        pack.maps.clear();
        MatchupStage { pack }
    }

    /// Returns the pack of the stage.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// Returns the settings for combat between people.
    pub fn settings(&self) -> PersonalSettings {
        PersonalSettings::read(&self.pack.rules)
    }

    /// Begins a fight between two people on a line of zones; the people have the numbers 0 and 1 as actors.
    ///
    /// # Errors
    /// [`OddsError`].
    pub fn people(&mut self, cast: [&MatchupFighter; 2], ground: MatchupTerrain) -> Result<Personal, OddsError> {
        let (map, sides) = self.set(cast, ground)?;
        Ok(Personal::begin(&self.pack, &Encounter { map: Some(map), sides, ..self.encounter(Play::Personal) })?)
    }

    /// Creates a line of zones with the two fighters at its ends; returns the key of the map, and the sides.
    fn set(&mut self, cast: [&MatchupFighter; 2], ground: MatchupTerrain) -> Result<(Name, Vec<Side>), OddsError> {
        let map = self.lay(ground)?;
        let mut sides = Vec::new();
        for ((cast, side), zone) in cast.into_iter().zip(["first", "second"]).zip([0, usize::from(ground.range)]) {
            let item = self.bring(&cast.who, side)?;
            cast.gear.iter().try_for_each(|thing| self.sound(thing).map(|_| ()))?;
            let actor = Actor { name: side.into(), item, zone: Some(zone), gear: cast.gear.clone(), ..nobody() };
            sides.push(Side { name: side.into(), actors: vec![actor], ..Side::default() });
        }
        Ok((map, sides))
    }

    /// Creates a map that is a line of zones, long enough for the range, and returns its key.
    fn lay(&mut self, ground: MatchupTerrain) -> Result<Name, OddsError> {
        if ground.range > FARTHEST {
            return Err(OddsError::Impossible(format!("people can be at most {FARTHEST} zones apart")));
        }
        let map = line_of_zones(ground);
        let key = slip_pack::key(HERE, &map.name);
        self.pack.maps.insert(key.clone(), map);
        Ok(key)
    }

    /// Begins a social conflict between two people at this distance, with both tracks at risk; the people have the numbers 0 and 1 as
    /// actors.
    ///
    /// # Errors
    /// [`OddsError`].
    pub fn talk(&mut self, cast: [&MatchupFighter; 2], ground: MatchupTerrain) -> Result<Personal, OddsError> {
        let (map, sides) = self.set(cast, ground)?;
        let social = Some(Box::new(SocialEncounter { at_risk: AtRisk::Both, ..SocialEncounter::default() }));
        Ok(Personal::begin(&self.pack, &Encounter { map: Some(map), sides, social, ..self.encounter(Play::Social) })?)
    }

    /// Begins a battle between two units at the distance of `ground`. Each unit has its own commander, without fate points. The units have
    /// the actor numbers 0 and 1.
    pub fn units(&mut self, units: [&Gear; 2], ground: MatchupTerrain) -> Result<PlatoonFight, OddsError> {
        let map = self.lay(ground)?;
        let mut sides = Vec::new();
        for ((unit, side), zone) in units.into_iter().zip(["first", "second"]).zip([0, usize::from(ground.range)]) {
            let item = self.sound(unit)?.clone();
            let key = slip_pack::key(HERE, side);
            let platoon = Platoon {
                name: side.into(),
                title: item.title.clone(),
                package: HERE.into(),
                leader: Some(Leader { unit: unit.clone(), item, carrying: Vec::new() }),
                command_range: i32::from(FARTHEST),
                valid: true,
                ..Platoon::default()
            };
            let deployed = Deployed { name: side.into(), title: platoon.title.clone(), platoon: key.clone(), ..Deployed::default() };
            self.pack.platoons.insert(key, platoon);
            let fielded = UnitPlacement { platoon: 0, role: Role::Leader, start: UnitStart::Map, characters: Vec::new() };
            let actor = Actor { name: side.into(), item: unit.clone(), zone: Some(zone), unit: Some(Box::new(fielded)), ..nobody() };
            sides.push(Side { name: side.into(), actors: vec![actor], platoons: vec![deployed], ..Side::default() });
        }
        Ok(PlatoonFight::begin(&self.pack, &Encounter { map: Some(map), sides, ..self.encounter(Play::Platoon) })?)
    }

    /// Begins a fight between two ships at a distance in bands. Each ship has an anonymous crew of a given rank (the default rank if
    /// `None`) that has military training for every post. The ships have the numbers 0 and 1 as actors.
    ///
    /// # Errors
    /// [`OddsError`].
    pub fn ships(&self, ships: [&Gear; 2], crews: [Option<i32>; 2], range: u8) -> Result<Space, OddsError> {
        if range > BANDS {
            return Err(OddsError::Impossible(format!("ships can be at most {BANDS} bands apart")));
        }
        let range = i32::from(range);
        let stations: Vec<Station> = self.pack.stations.values().cloned().collect();
        let usual = i32::try_from(self.pack.rules.int("default_crew_rank", 2)).unwrap_or(2);
        for ship in ships {
            self.sound(ship)?;
        }
        let mut sides = Vec::new();
        let bands = [-(range / 2), range - range / 2];
        for (((item, crew), side), band) in ships.into_iter().zip(crews).zip(["first", "second"]).zip(bands) {
            let signals = self.pack.item(item).is_some_and(|ship| ship.stat(self.pack.rules.word("ew_stat", "ew")) > 0);
            // The electronic-warfare post is only manned if the ship has an electronic-warfare rating.
            let mans = |station: &Station| signals || station.duties != [Duty::Ew];
            let nobody_there = StationStaffing { by: StationWorker::Nobody, rank: None, trained: false, military: false };
            let hand = StationStaffing { by: StationWorker::Crew, rank: Some(crew.unwrap_or(usual)), trained: true, military: true };
            let posts = stations.iter().map(|station| if mans(station) { hand.clone() } else { nobody_there.clone() }).collect();
            let ship = ShipSetup { band: Some(band), posts, ..ShipSetup::default() };
            let actor = Actor { name: side.into(), item: item.clone(), ship: Some(Box::new(ship)), ..nobody() };
            sides.push(Side { name: side.into(), actors: vec![actor], players: vec![side.into()], ..Side::default() });
        }
        Ok(Space::begin(&self.pack, &Encounter { sides, stations, ..self.encounter(Play::Space) })?)
    }

    /// Adds an actor to the pack of this stage, unless it is in the pack already. Returns a reference to the actor.
    fn bring(&mut self, who: &MatchupActor, side: &str) -> Result<Gear, OddsError> {
        let bare = match who {
            // Gear with errors would be left out of the fight (R-XE9), so it is rejected here.
            MatchupActor::Declared(item) => {
                let person = self.sound(item)?;
                person.gear.iter().try_for_each(|thing| self.sound(thing).map(|_| ()))?;
                return Ok(item.clone());
            }
            MatchupActor::Bare(bare) => bare,
        };
        let names = self.settings().names;
        let trained = bare.skills.iter().map(|(skill, _)| skill).chain([&names.seal]);
        let effects = trained.map(|skill| Arc::new(military(skill))).collect();
        let item = BuiltItem {
            name: side.into(),
            title: bare.title.clone(),
            package: HERE.into(),
            kind: "npc".into(),
            skills: bare.skills.iter().cloned().collect(),
            tracks: [names.health, names.composure].into_iter().zip(bare.boxes).filter(|&(_, boxes)| boxes > 0).collect(),
            consequences: if bare.slots { ["mild", "moderate", "severe"].map(Name::from).to_vec() } else { Vec::new() },
            effects,
            valid: true,
            ..BuiltItem::default()
        };
        let gear = Gear { kind: item.kind.clone(), package: HERE.into(), name: side.into() };
        self.pack.items.entry(item.kind.clone()).or_default().insert(slip_pack::key(HERE, side), item);
        Ok(gear)
    }

    /// Returns an item that is in the pack and has no errors; an error otherwise.
    fn sound(&self, gear: &Gear) -> Result<&BuiltItem, OddsError> {
        let missing = || OddsError::from(BeginError::NoItem(gear.name.clone()));
        let item = self.pack.item(gear).ok_or_else(missing)?;
        let faulty = || OddsError::Impossible(format!("`{}` has errors, see `slipyard check`", gear.name));
        item.valid.then_some(item).ok_or_else(faulty)
    }

    fn encounter(&self, play: Play) -> Encounter {
        Encounter {
            name: "odds".into(),
            title: "Odds".to_owned(),
            package: HERE.into(),
            doc: None,
            play,
            map: None,
            sides: Vec::new(),
            aspects: Vec::new(),
            effects: Vec::new(),
            rules: self.pack.rules.clone(),
            tasks: Vec::new(),
            maneuvers: Vec::new(),
            victories: Vec::new(),
            priority: Vec::new(),
            limit: None,
            stations: Vec::new(),
            boarding: None,
            battle: None,
            wager: None,
            social: None,
            waivers: Vec::new(),
            valid: true,
            place: SourcePosition::default(),
        }
    }
}

/// Returns the effect `is military SKILL` for a skill.
fn military(skill: &Name) -> Effect {
    Effect {
        text: format!("is military {skill}"),
        moment: None,
        who: None,
        op: PackOperation::Is(MarkOperation { military: true, name: skill.clone() }),
        price: None,
        limit: None,
        within: Vec::new(),
        plays: effect::Play::ALL.to_vec(),
        condition: None,
        origin: None,
        place: effect::EffectPlace::default(),
        muted: false,
    }
}

fn nobody() -> Actor {
    Actor {
        name: Name::new(),
        title: None,
        item: Gear { kind: Name::new(), package: Name::new(), name: Name::new() },
        zone: None,
        or_zones: Vec::new(),
        gear: Vec::new(),
        carried: None,
        ship: None,
        unit: None,
        party: None,
        parts: Vec::new(),
    }
}

/// Returns a map that is a line of zones, long enough for the range.
fn line_of_zones(ground: MatchupTerrain) -> Map {
    let zone = |number: u8| Zone {
        name: ecow::eco_format!("zone_{number}"),
        title: format!("Zone {number}"),
        letter: None,
        aspects: Vec::new(),
        outdoor: ground.outdoors,
        exit: false,
        altitude: 0,
        cover: 0,
        range_cap: None,
        cells: Vec::new(),
        outline: Vec::new(),
        centre: None,
        effects: Vec::new(),
    };
    let border = |from: usize| Border {
        from,
        to: from + 1,
        one_way: false,
        value: BorderValue::Stateless(0),
        title: None,
        open: false,
        blocks_sight: None,
        cover: 0,
    };
    Map {
        name: "line".into(),
        title: "Line".to_owned(),
        package: HERE.into(),
        zones: (0..=ground.range).map(zone).collect(),
        borders: (0..usize::from(ground.range)).map(border).collect(),
        aspects: Vec::new(),
        sight: Vec::new(),
        template: None,
        picture: Vec::new(),
        waivers: Vec::new(),
        valid: true,
        place: SourcePosition::default(),
    }
}
