//! Personal combat for tests: content compiled from text, scripted dice, and answers given as choices.

use slip_compile::compile;
use slip_compile::stdlib;
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::{Actor, Encounter, Play, Side};
use slip_pack::item::{BuiltItem, Gear, ItemAspect, SourcePosition};
use slip_pack::ruleset::{Rules, Setting};
use slip_play::choice::{Answer, Choice, Options};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::ids::{ActorId, SkillId, ZoneId};
use slip_play::personal::Personal;
use slip_play::question::Point;
use slip_source::{Package, Sources};

/// Compiles a package with the standard library; panics on any error.
pub fn pack(text: &str) -> Pack {
    let mut sources = Sources::new();
    let std = stdlib::add(&mut sources);
    let package = Package {
        name: "t".to_owned(),
        version: "0.1.0".to_owned(),
        edition: 1,
        dependencies: vec![("std".to_owned(), std)],
        ..Package::default()
    };
    let id = sources.add_package(package);
    sources.add_file(id, "t.slip", text);
    let compiled = compile(&sources);
    let errors: Vec<String> = compiled
        .diagnostics
        .iter()
        .filter(|found| found.severity == slip_source::diagnostic::Severity::Error)
        .map(|found| format!("{}: {}", found.code.slug(), found.message))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    compiled.pack
}

/// Fight that is at its first question, whose dice and answers the test chooses.
pub struct Table {
    pub fight: Personal,
    pub dice: Dice,
    pub events: Vec<Event>,
}

impl Table {
    /// Sets the faces of the next dice, four for a roll: `"++0-"`.
    pub fn dice(&mut self, faces: &str) -> &mut Table {
        assert_eq!(self.dice.left(), 0, "faces of the last script are still on the table");
        self.dice = Dice::scripted(faces.chars().filter(|c| !c.is_whitespace()).map(|face| match face {
            '+' => 1,
            '-' => -1,
            _ => 0,
        }));
        self
    }

    pub fn actor(&self, name: &str) -> ActorId {
        let found = self.fight.roster.actors.iter().find(|(_, sheet)| sheet.name == name);
        found.unwrap_or_else(|| panic!("nobody is called {name}")).0
    }

    pub fn zone(&self, name: &str) -> ZoneId {
        let found = self.fight.roster.map.zones.iter().find(|(_, zone)| zone.name == name);
        found.unwrap_or_else(|| panic!("no zone is called {name}")).0
    }

    pub fn skill(&self, name: &str) -> SkillId {
        let found = self.fight.roster.skills.iter().find(|(_, skill)| skill.name == name);
        found.unwrap_or_else(|| panic!("no skill is called {name}")).0
    }

    /// Continues until a question with a real choice, and returns it. A question with only one legal answer is answered automatically; no
    /// default is taken for the test.
    pub fn wait(&mut self) -> Option<Point> {
        loop {
            let ask = self.fight.waiting_for()?;
            match ask.forced {
                Some(choice) => self.take(choice.into()),
                None => return Some(ask.point),
            }
        }
    }

    pub fn options(&self) -> Vec<Choice> {
        let mut options = Options::new();
        self.fight.legal(&mut options);
        options.as_slice().to_vec()
    }

    fn take(&mut self, answer: Answer) {
        let mut buffer = Vec::new();
        let point = self.fight.waiting_for().map(|ask| ask.point);
        if let Err(refusal) = self.fight.decide(&answer, &mut self.dice, &mut buffer) {
            panic!("{refusal} at {point:?} for {answer:?}; legal: {:#?}", self.options());
        }
        for event in buffer {
            self.fight.apply(&event);
            self.events.push(event);
        }
    }

    /// Answers the next question, which must be the one at this decision point.
    pub fn answer(&mut self, point: Point, choice: Choice) -> &mut Table {
        assert_eq!(self.wait(), Some(point), "the next question, answered with {choice:?}");
        self.take(choice.into());
        self
    }

    pub fn say(&mut self, point: Point, choice: Choice, words: &str) -> &mut Table {
        assert_eq!(self.wait(), Some(point));
        self.take(Answer { choice, say: Some(words.into()) });
        self
    }

    /// Takes the default at questions of these decision points, until a question of another point is asked.
    pub fn pass(&mut self, points: &[Point]) -> &mut Table {
        while let Some(point) = self.wait() {
            if !points.contains(&point) {
                break;
            }
            let first = self.options()[0];
            self.take(first.into());
        }
        self
    }
}

/// Encounter that a test sets up: gear and map from text, people with the numbers of a worked example.
pub struct Scene {
    pub pack: Pack,
    pub encounter: Encounter,
}

/// Person in a [`Scene`].
pub struct Person {
    item: BuiltItem,
    gear: Vec<Gear>,
}

impl Person {
    pub fn new(name: &str) -> Person {
        let item = BuiltItem {
            name: name.into(),
            title: name.to_owned(),
            package: "t".into(),
            kind: "npc".into(),
            tracks: [("health".into(), 4), ("composure".into(), 4)].into(),
            valid: true,
            ..BuiltItem::default()
        };
        Person { item, gear: Vec::new() }
    }

    /// Creates a group of mooks.
    pub fn mooks(name: &str, threat: i32) -> Person {
        let mut person = Person::new(name);
        person.item.kind = "mook".into();
        person.item.tracks = [("health".into(), threat)].into();
        person
    }

    pub fn skill(mut self, skill: &str, rank: i32) -> Person {
        self.item.skills.insert(skill.into(), rank);
        self
    }

    pub fn tracks(mut self, health: i32, composure: i32) -> Person {
        self.item.tracks = [("health".into(), health), ("composure".into(), composure)].into();
        self
    }

    pub fn slots(mut self) -> Person {
        self.item.consequences = ["mild", "moderate", "severe"].map(Into::into).into();
        self
    }

    pub fn fate(mut self, points: i32) -> Person {
        self.item.fate = Some(points);
        self
    }

    pub fn aspect(mut self, text: &str) -> Person {
        let aspect = ItemAspect { text: text.to_owned(), renamed_from: None, derived: false, slot: true, mark: None };
        self.item.aspects.push(aspect);
        self
    }

    pub fn gear(mut self, kind: &str, name: &str) -> Person {
        self.gear.push(Gear { kind: kind.into(), package: "t".into(), name: name.into() });
        self
    }

    /// Copies the effects, stunts and consequences of a person that the scene's text declares.
    pub fn like(mut self, pack: &Pack, kind: &str, name: &str) -> Person {
        let model = &pack.items[kind][&slip_pack::key("t", name)];
        (self.item.effects, self.item.stunts) = (model.effects.clone(), model.stunts.clone());
        (self.item.schedules, self.item.consequences) = (model.schedules.clone(), model.consequences.clone());
        self
    }
}

impl Scene {
    /// Creates a scene from a text with weapons, armour and one map. Numbers of gear can be changed afterwards with [`Scene::set`].
    pub fn new(text: &str) -> Scene {
        let pack = pack(text);
        let map = pack.maps.keys().find(|key| key.starts_with("t.")).expect("a map").clone();
        let encounter = Encounter {
            name: "scene".into(),
            title: "Scene".to_owned(),
            package: "t".into(),
            doc: None,
            play: Play::Personal,
            map: Some(map),
            sides: Vec::new(),
            aspects: Vec::new(),
            effects: Vec::new(),
            rules: Rules::default(),
            tasks: Vec::new(),
            maneuvers: Vec::new(),
            victories: Vec::new(),
            priority: Vec::new(),
            limit: Some(50),
            stations: Vec::new(),
            boarding: None,
            battle: None,
            wager: None,
            social: None,
            waivers: Vec::new(),
            valid: true,
            place: SourcePosition::default(),
        };
        Scene { pack, encounter }
    }

    /// Sets a number of a weapon or armour, even if its design does not allow the number.
    pub fn set(mut self, kind: &str, name: &str, stats: &[(&str, i32)]) -> Scene {
        let item = self.pack.items.get_mut(kind).and_then(|items| items.get_mut(&slip_pack::key("t", name)));
        item.expect("such a thing").stats.extend(stats.iter().map(|&(stat, rank)| (stat.into(), rank)));
        self
    }

    pub fn rule(mut self, name: &str, value: &str) -> Scene {
        let setting = value.parse().map_or_else(|_| Setting::Word(value.into()), Setting::Int);
        self.encounter.rules.settings.insert(name.into(), setting);
        self
    }

    /// Puts a person on a side, in a zone.
    pub fn person(mut self, side: &str, zone: &str, person: Person) -> Scene {
        let Person { item, gear } = person;
        let map = &self.pack.maps[self.encounter.map.as_ref().unwrap()];
        let zone = map.zone(zone).expect("a zone of this name");
        let reference = Gear { kind: item.kind.clone(), package: "t".into(), name: item.name.clone() };
        let actor = Actor {
            name: item.name.clone(),
            item: reference,
            zone: Some(zone),
            or_zones: Vec::new(),
            gear,
            carried: None,
            ship: None,
            unit: None,
            party: None,
            parts: Vec::new(),
            title: None,
        };
        self.pack.items.entry(item.kind.clone()).or_default().insert(slip_pack::key("t", &item.name), item);
        let sides = &mut self.encounter.sides;
        match sides.iter_mut().find(|there| there.name == side) {
            Some(there) => there.actors.push(actor),
            None => sides.push(Side { name: side.into(), actors: vec![actor], ..Side::default() }),
        }
        self
    }

    pub fn sit(&self) -> Table {
        let fight = Personal::begin(&self.pack, &self.encounter).unwrap_or_else(|error| panic!("{error}"));
        Table { fight, dice: Dice::scripted([]), events: Vec::new() }
    }
}
