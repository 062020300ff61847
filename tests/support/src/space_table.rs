//! Space combat for tests: craft with the numbers of a worked example, scripted dice, and answers given as choices.

use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::{
    Actor, Duty, Encounter, HangarCraft, PersonAboard, Play, ShipSetup, Side, Station, StationStaffing, StationWorker,
};
use slip_pack::item::{BuiltItem, Gear, ItemAspect, SourcePosition};
use slip_pack::ruleset::{Rules, Setting};
use slip_play::choice::{Answer, Choice, Options};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, TrackId};
use slip_play::ids::{ActorId, Id};
use slip_play::question::{Ask, Point};
use slip_play::space::Space;
use slip_play::space::state::ShipState;

use crate::personal_table as personal;

pub use personal::pack;

/// Stations of the standard rules, in the order of [`slip_play::space::roster::Post`].
const STATIONS: [(&str, &str); 7] = [
    ("navigation", "navigation"),
    ("pilot", "pilot"),
    ("comm", "communications"),
    ("beams", "gunnery"),
    ("torpedoes", "gunnery"),
    ("engineering", "engineering"),
    ("computer", "computer"),
];

fn place(post: &str) -> usize {
    STATIONS.iter().position(|(name, _)| *name == post).unwrap_or_else(|| panic!("no station is called {post}"))
}

fn stations() -> Vec<Station> {
    let duty = |name: &str| match name {
        "navigation" => Duty::Detection,
        "pilot" => Duty::Position,
        "comm" => Duty::Ew,
        "beams" => Duty::Beam,
        "torpedoes" => Duty::Torpedo,
        "engineering" => Duty::Repair("frame".into()),
        _ => Duty::Repair("data".into()),
    };
    let station = |(name, skill): &(&str, &str)| Station {
        name: (*name).into(),
        title: (*name).to_owned(),
        package: "std".into(),
        doc: None,
        skill: (*skill).into(),
        duties: vec![duty(name)],
        rated: (*skill).into(),
    };
    STATIONS.iter().map(station).collect()
}

/// Craft with V-shift 2, no weapons, three boxes on each track, all consequences, five fate points, and a nameless crew of rank 2
/// with a military-grade pilot and comm officer.
#[derive(Clone)]
pub struct Craft {
    item: BuiltItem,
    ship: ShipSetup,
    people: Vec<BuiltItem>,
    fighters: Vec<Craft>,
}

impl Craft {
    pub fn new(name: &str) -> Craft {
        let item = BuiltItem {
            name: name.into(),
            title: name.to_owned(),
            package: "t".into(),
            kind: "ship".into(),
            design: "spacecraft".into(),
            tech: Some(2),
            fate: Some(5),
            stats: [("v_shift".into(), 2)].into(),
            tracks: [("frame".into(), 3), ("data".into(), 3), ("heat".into(), 3)].into(),
            consequences: ["mild", "moderate", "severe"].map(Into::into).into(),
            valid: true,
            ..BuiltItem::default()
        };
        let crew = |(name, _): &(&str, &str)| StationStaffing {
            by: StationWorker::Crew,
            rank: Some(2),
            trained: true,
            military: matches!(*name, "pilot" | "comm"),
        };
        let ship = ShipSetup { posts: STATIONS.iter().map(crew).collect(), ..ShipSetup::default() };
        Craft { item, ship, people: Vec::new(), fighters: Vec::new() }
    }

    /// Sets a rating: `v_shift`, `beam`, `torpedo`, `ew`.
    pub fn rated(mut self, stat: &str, rank: i32) -> Craft {
        self.item.stats.insert(stat.into(), rank);
        self
    }

    pub fn v_shift(self, rank: i32) -> Craft {
        self.rated("v_shift", rank)
    }

    /// Sets the rank of the nameless crew at a station.
    pub fn crew(mut self, post: &str, rank: i32) -> Craft {
        self.ship.posts[place(post)].rank = Some(rank);
        self
    }

    /// Makes the nameless crew at a station military-grade, or not.
    pub fn military(mut self, post: &str, trained: bool) -> Craft {
        self.ship.posts[place(post)].military = trained;
        self
    }

    /// Gives the ship to another player of its side; `number` is the player's number in the encounter.
    pub fn player(mut self, number: usize) -> Craft {
        self.ship.player = number;
        self
    }

    /// Leaves a station without a crew.
    pub fn nobody(mut self, post: &str) -> Craft {
        self.ship.posts[place(post)] = StationStaffing { by: StationWorker::Nobody, rank: None, trained: false, military: false };
        self
    }

    /// Adds a named person aboard who works at these stations, each with the person's rank in its skill.
    pub fn person(mut self, name: &str, posts: &[(&str, i32)], fate: i32) -> Craft {
        let number = self.people.len();
        let mut item = BuiltItem {
            name: name.into(),
            title: name.to_owned(),
            package: "t".into(),
            kind: "npc".into(),
            fate: Some(fate),
            valid: true,
            ..BuiltItem::default()
        };
        for (post, rank) in posts {
            item.skills.insert(STATIONS[place(post)].1.into(), *rank);
            self.ship.posts[place(post)] =
                StationStaffing { by: StationWorker::Person(number), rank: Some(*rank), trained: true, military: true };
        }
        let gear = Gear { kind: "npc".into(), package: "t".into(), name: name.into() };
        self.ship.people.push(PersonAboard { name: name.into(), item: gear, carried: None });
        self.people.push(item);
        self
    }

    /// Adds an aspect to the named person added last.
    pub fn trait_of_person(mut self, text: &str) -> Craft {
        self.people.last_mut().unwrap().aspects.push(aspect(text));
        self
    }

    /// Gives the named person added last the skills, stunts and effects of a person that is declared in text.
    pub fn person_like(mut self, pack: &Pack, name: &str) -> Craft {
        let model = &pack.items["npc"][&slip_pack::key("t", name)];
        let person = self.people.last_mut().unwrap();
        (person.effects, person.stunts) = (model.effects.clone(), model.stunts.clone());
        person.skills.extend(model.skills.clone());
        self
    }

    /// Makes the craft arrive out of a slipknot, or after an overburn.
    pub fn arrives(mut self, slipped: bool, overburnt: bool) -> Craft {
        (self.ship.slipped, self.ship.overburnt) = (slipped, overburnt);
        self
    }

    pub fn tracks(mut self, frame: i32, data: i32, heat: i32) -> Craft {
        self.item.tracks = [("frame".into(), frame), ("data".into(), data), ("heat".into(), heat)].into();
        self
    }

    pub fn slots(mut self, grades: &[&str]) -> Craft {
        self.item.consequences = grades.iter().map(|&grade| grade.into()).collect();
        self
    }

    pub fn fate(mut self, points: i32) -> Craft {
        self.item.fate = Some(points);
        self
    }

    pub fn aspect(mut self, text: &str) -> Craft {
        self.item.aspects.push(aspect(text));
        self
    }

    /// Sets the starting band; without it, detection places the craft.
    pub fn at(mut self, band: i32) -> Craft {
        self.ship.band = Some(band);
        self
    }

    /// Makes the craft arrive by slipstream.
    pub fn slipped(mut self) -> Craft {
        self.ship.slipped = true;
        self
    }

    /// Gives the craft the effects of a ship that is declared in text.
    pub fn like(mut self, pack: &Pack, name: &str) -> Craft {
        let model = &pack.items["ship"][&slip_pack::key("t", name)];
        (self.item.effects, self.item.stunts) = (model.effects.clone(), model.stunts.clone());
        self
    }

    /// Makes a person of the carrier the pilot of this fighter; `number` is the person's index among the people of the carrier.
    pub fn flown_by(mut self, number: usize) -> Craft {
        for post in ["pilot", "beams"] {
            self.ship.posts[place(post)] =
                StationStaffing { by: StationWorker::Person(number), rank: Some(2), trained: true, military: true };
        }
        self
    }

    /// Puts a craft into the hangar.
    pub fn carries(mut self, fighter: Craft) -> Craft {
        self.fighters.push(fighter);
        self
    }
}

fn aspect(text: &str) -> ItemAspect {
    ItemAspect { text: text.to_owned(), renamed_from: None, derived: false, slot: true, mark: None }
}

/// Encounter of ships that a test sets up.
pub struct Fleet {
    pub pack: Pack,
    pub encounter: Encounter,
}

impl Fleet {
    /// Creates a fleet with no ships yet; `text` has further declarations.
    pub fn of(text: &str) -> Fleet {
        let encounter = Encounter {
            name: "fleet".into(),
            title: "Fleet".to_owned(),
            package: "t".into(),
            doc: None,
            play: Play::Space,
            map: None,
            sides: Vec::new(),
            aspects: Vec::new(),
            effects: Vec::new(),
            rules: Rules::default(),
            tasks: Vec::new(),
            maneuvers: Vec::new(),
            victories: Vec::new(),
            priority: Vec::new(),
            limit: Some(50),
            stations: stations(),
            boarding: None,
            battle: None,
            wager: None,
            social: None,
            waivers: Vec::new(),
            valid: true,
            place: SourcePosition::default(),
        };
        Fleet { pack: if text.is_empty() { Pack::default() } else { pack(text) }, encounter }
    }

    pub fn new() -> Fleet {
        Fleet::of("")
    }

    pub fn rule(mut self, name: &str, value: &str) -> Fleet {
        let setting = value.parse().map_or_else(|_| Setting::Word(value.into()), Setting::Int);
        self.encounter.rules.settings.insert(name.into(), setting);
        self
    }

    fn store(&mut self, item: &BuiltItem) -> Gear {
        let gear = Gear { kind: item.kind.clone(), package: "t".into(), name: item.name.clone() };
        self.pack.items.entry(item.kind.clone()).or_default().insert(slip_pack::key("t", &item.name), item.clone());
        gear
    }

    /// Puts a craft on a side.
    pub fn ship(mut self, side: &str, craft: Craft) -> Fleet {
        let item = self.store(&craft.item);
        for person in &craft.people {
            self.store(person);
        }
        let mut ship = craft.ship;
        for fighter in &craft.fighters {
            let item = self.store(&fighter.item);
            ship.fighters.push(HangarCraft { name: fighter.item.name.clone(), item, posts: fighter.ship.posts.clone(), carried: None });
        }
        let name = item.name.clone();
        let actor = Actor {
            name,
            item,
            zone: None,
            or_zones: Vec::new(),
            gear: Vec::new(),
            carried: None,
            ship: Some(Box::new(ship)),
            unit: None,
            party: None,
            parts: Vec::new(),
            title: None,
        };
        let sides = &mut self.encounter.sides;
        match sides.iter_mut().find(|there| there.name == side) {
            Some(there) => there.actors.push(actor),
            None => sides.push(Side { name: side.into(), actors: vec![actor], players: vec![side.into()], ..Side::default() }),
        }
        self
    }

    pub fn sit(&self) -> Table {
        let fight = Space::begin(&self.pack, &self.encounter).unwrap_or_else(|error| panic!("{error}"));
        Table { fight, dice: Dice::scripted([]), events: Vec::new(), plans: Vec::new() }
    }
}

/// Returns faces of four dice for each of these totals.
pub fn faces(totals: &[i32]) -> Vec<i8> {
    let face = |total: i32, place: i32| i8::from(total > place) - i8::from(-total > place);
    totals.iter().flat_map(|&total| (0..4).map(move |place| face(total, place))).collect()
}

/// Fight whose dice and answers the test chooses.
#[derive(Clone)]
pub struct Table {
    pub fight: Space,
    pub dice: Dice,
    pub events: Vec<Event>,
    plans: Vec<(Point, ActorId, Choice)>,
}

impl Table {
    /// Sets the totals of the next rolls.
    pub fn dice(&mut self, totals: &[i32]) -> &mut Table {
        assert_eq!(self.dice.left(), 0, "faces of the last script are still on the table");
        self.dice = Dice::scripted(faces(totals));
        self
    }

    pub fn id(&self, name: &str) -> ActorId {
        let ships = self.fight.roster.ships.iter().map(|(id, ship)| (id, ship.name.as_str()));
        let first = self.fight.roster.ships.len();
        let people = self.fight.roster.people.iter().enumerate();
        let people = people.map(|(number, person)| (ActorId(u8::try_from(first + number).unwrap()), person.name.as_str()));
        ships.chain(people).find(|(_, known)| *known == name).unwrap_or_else(|| panic!("nobody is called {name}")).0
    }

    pub fn on(&self, name: &str) -> Id {
        Id::Actor(self.id(name))
    }

    pub fn ship(&self, name: &str) -> &ShipState {
        &self.fight.state.ships[self.id(name)]
    }

    /// Changes the state of a ship directly, as a scenario or a referee could.
    pub fn set(&mut self, name: &str, how: impl FnOnce(&mut ShipState)) -> &mut Table {
        let id = self.id(name);
        how(&mut self.fight.state.ships[id]);
        self
    }

    /// Returns the band a ship is on.
    pub fn band(&self, name: &str) -> Option<i8> {
        self.ship(name).band().map(|band| band.0)
    }

    /// Returns the marked boxes of a track.
    pub fn boxes(&self, name: &str, track: TrackId) -> Vec<u8> {
        self.ship(name).track(track).boxes().collect()
    }

    /// Continues until a question with a real choice, and returns it. A question with only one legal answer is answered automatically; no
    /// default is taken for the test.
    pub fn wait(&mut self) -> Option<Ask> {
        loop {
            let ask = self.fight.waiting_for()?;
            match ask.forced {
                Some(choice) => self.take(choice.into()),
                None => return Some(ask),
            }
        }
    }

    pub fn options(&self) -> Vec<Choice> {
        let mut options = Options::new();
        self.fight.legal(&mut options);
        options.as_slice().to_vec()
    }

    pub fn take(&mut self, answer: Answer) {
        let mut buffer = Vec::new();
        let ask = self.fight.waiting_for();
        if let Err(refusal) = self.fight.decide(&answer, &mut self.dice, &mut buffer) {
            panic!("{refusal} at {ask:?} for {answer:?}; legal: {:#?}", self.options());
        }
        for event in buffer {
            self.fight.apply(&event);
            self.events.push(event);
        }
        assert!(self.events.len() < 20_000, "it goes on and on at {ask:?}");
        assert_eq!(self.fight.broken_law(), None, "after {ask:?}");
    }

    /// Answers the next question, which must be the one at this decision point for this ship or person.
    pub fn answer(&mut self, point: Point, who: &str, choice: Choice) -> &mut Table {
        let ask = self.wait();
        let asked = ask.map(|ask| (ask.point, ask.me));
        assert_eq!(asked, Some((point, self.on(who))), "the next question, answered with {choice:?}");
        self.take(choice.into());
        self
    }

    /// Plans an answer: it is given when the ship is asked at this decision point on the way to another question.
    pub fn plan(&mut self, point: Point, who: &str, choice: Choice) -> &mut Table {
        let who = self.id(who);
        self.plans.push((point, who, choice));
        self
    }

    /// Gives planned answers, else defaults, until a question at one of these decision points for which no answer is planned; `None` if the
    /// fight ends first.
    pub fn until(&mut self, points: &[Point]) -> Option<Ask> {
        while let Some(ask) = self.wait() {
            let planned = self.plans.iter().position(|(point, who, _)| *point == ask.point && ask.me == Id::Actor(*who));
            match planned {
                Some(place) => {
                    let (_, _, choice) = self.plans.remove(place);
                    self.take(choice.into());
                }
                None if points.contains(&ask.point) => {
                    assert_eq!(self.plans, [], "planned, and not asked before {ask:?}");
                    return Some(ask);
                }
                None => {
                    let first = self.options()[0];
                    self.take(first.into());
                }
            }
        }
        None
    }

    /// Plays detection with these dice and default answers, up to the first question about a drive.
    pub fn drives_after(&mut self, totals: &[i32]) -> &mut Table {
        self.dice(totals).until(&[Point::Drive]);
        self
    }
}
