//! A table to play at: content compiled from text, scripted dice, answers given by meaning.

use slipyard::compile::compile;
use slipyard::dice::Dice;
use slipyard::pack::Pack;
use slipyard::play::ask::Point;
use slipyard::play::choice::{Answer, Choice, Options};
use slipyard::play::conflict::Conflict;
use slipyard::play::event::Event;
use slipyard::play::ids::{ActorId, SkillId, ZoneId};
use slipyard::play::personal::Personal;
use slipyard::source::{Package, Sources};
use slipyard::stdlib;

/// Compiles a package with the standard library; any error is the test's.
pub fn pack(text: &str) -> Pack {
    let mut sources = Sources::new();
    let std = stdlib::add(&mut sources);
    let package =
        Package { name: "t".to_owned(), version: "0.1.0".to_owned(), edition: 1, dependencies: vec![("std".to_owned(), std)], ..Package::default() };
    let id = sources.add_package(package);
    sources.add_file(id, "t.slip", text);
    let compiled = compile(&sources);
    let errors: Vec<String> = compiled
        .diagnostics
        .iter()
        .filter(|found| found.severity == slipyard::diagnostic::Severity::Error)
        .map(|found| format!("{}: {}", found.code.slug(), found.message))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    compiled.pack
}

/// A fight at its first question, the dice falling as the test says.
pub struct Table {
    pub fight: Personal,
    pub dice: Dice,
    pub events: Vec<Event>,
}

impl Table {
    pub fn new(text: &str) -> Table {
        let pack = pack(text);
        let encounter = pack.encounters.values().next().expect("an encounter");
        Table::sit(&pack, &encounter.name)
    }

    pub fn sit(pack: &Pack, name: &str) -> Table {
        let encounter = pack.encounters_named(name).next().expect("an encounter of this name");
        let fight = Personal::begin(pack, encounter).unwrap_or_else(|error| panic!("{error}"));
        Table { fight, dice: Dice::scripted([]), events: Vec::new() }
    }

    /// The next faces to fall, four dice at a time: `"++0-"`.
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

    /// Goes on until somebody must really answer; standing defaults are never taken.
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

    /// Answers the question at this point, which must be the next one asked.
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

    /// Takes the default at questions of these points until another comes.
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
