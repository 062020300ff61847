//! Raise-and-see conflict for tests: written as text, with scripted dice and answers in words.

use slip_compile::compile;
use slip_compile::stdlib;
use slip_dice::Dice;
use slip_dice::pool::{Die, Pool};
use slip_pack::Pack;
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::conflict::{Conflict, Outcome};
use slip_play::event::Event;
use slip_play::ids::ActorId;
use slip_play::names::{NamedThingKind, Names};
use slip_play::question::Point;
use slip_play::stakes::StakesConflict;
use slip_play::stakes::state::PartyState;
use slip_source::diagnostic::Severity;
use slip_source::{Package, Sources};
use slip_table::option_words;

use slip_test_support::personal_table as personal;

/// Compiles a text together with the whole standard library.
pub(crate) use personal::pack as pack_with_all;

/// Files of the standard library that raise-and-see conflicts use; `laws` checks that the rest changes nothing.
const PLAYED_BY: [&str; 4] = ["prelude/marks.slip", "srd/core.slip", "srd/combat/stakes.slip", "doctrines/stakes.slip"];

/// Compiles a package beside the rules of these conflicts; panics on any error.
pub(crate) fn pack(text: &str) -> Pack {
    let mut sources = Sources::new();
    let package = |name: &str| Package { name: name.to_owned(), version: "0.1.0".to_owned(), edition: 1, ..Package::default() };
    let std = sources.add_package(package("std"));
    for (path, rules) in stdlib::FILES.iter().filter(|(path, _)| PLAYED_BY.iter().any(|part| path.starts_with(part))) {
        sources.add_file(std, path, *rules);
    }
    let own = sources.add_package(Package { dependencies: vec![("std".to_owned(), std)], ..package("t") });
    sources.add_file(own, "t.slip", text);
    let compiled = compile(&sources);
    let errors: Vec<&str> =
        compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error).map(|found| &*found.message).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    compiled.pack
}

/// Conflict at a table.
pub(crate) struct Table {
    pub(crate) fight: StakesConflict,
    dice: Dice,
    pub(crate) events: Vec<Event>,
    options: Options,
}

impl Table {
    /// Creates a table for the encounter `c` of a text, with these dice.
    pub(crate) fn new(text: &str, faces: &[i8]) -> Table {
        Table::of(&pack(text), Dice::scripted(faces.iter().copied()))
    }

    pub(crate) fn of(pack: &Pack, dice: Dice) -> Table {
        let encounter = pack.encounters_named("c").next().expect("an encounter `c`");
        let fight = StakesConflict::begin(pack, encounter).expect("it begins");
        Table { fight, dice, events: Vec::new(), options: Options::new() }
    }

    /// Takes all steps without a question; returns the point of the question that is then open.
    pub(crate) fn run(&mut self) -> Option<Point> {
        loop {
            let ask = self.fight.next_question(&mut self.options)?;
            match ask.forced {
                Some(forced) => self.take(forced.into()),
                None => return Some(ask.point),
            }
        }
    }

    /// Answers the next question that these words fit; optional actions before it are skipped.
    pub(crate) fn say(&mut self, text: &str) -> &mut Table {
        loop {
            let point = self.run().unwrap_or_else(|| panic!("over before `{text}`"));
            let ask = self.fight.waiting_for().unwrap();
            match option_words::fit(&self.fight, &ask, &self.options, text) {
                Ok(answer) => {
                    self.take(answer);
                    return self;
                }
                Err(unfit) => {
                    let passes = matches!(point, Point::Escalate | Point::BringIn);
                    assert!(passes, "`{text}` does not answer {}: {unfit:?}", point.word());
                    self.take(Choice::of(Verb::No).into());
                }
            }
        }
    }

    /// True if the words would answer the open question.
    pub(crate) fn may(&mut self, text: &str) -> bool {
        self.run();
        let ask = self.fight.waiting_for().unwrap();
        option_words::fit(&self.fight, &ask, &self.options, text).is_ok()
    }

    /// Skips optional actions up to a question of this point.
    pub(crate) fn until(&mut self, point: Point) -> &mut Table {
        while let Some(there) = self.run() {
            if there == point {
                return self;
            }
            assert!(matches!(there, Point::Escalate | Point::BringIn), "{} before {}", there.word(), point.word());
            self.take(Choice::of(Verb::No).into());
        }
        panic!("over before {}", point.word())
    }

    /// Returns all answers to the open question, in words.
    pub(crate) fn answers(&mut self) -> Vec<String> {
        self.run();
        let ask = self.fight.waiting_for().unwrap();
        option_words::all(&self.fight, &ask, &self.options)
    }

    fn take(&mut self, answer: Answer) {
        let mut events = Vec::new();
        self.fight.decide(&answer, &mut self.dice, &mut events).expect("legal, and dice enough");
        for event in &events {
            self.fight.apply(event);
            assert_eq!(self.fight.broken_law(), None, "after {event:?}");
        }
        self.events.extend(events);
    }

    pub(crate) fn id(&self, name: &str) -> ActorId {
        let place = self.fight.find(NamedThingKind::Actor, name).unwrap_or_else(|| panic!("nobody called {name}"));
        ActorId(u8::try_from(place).unwrap())
    }

    pub(crate) fn party(&self, name: &str) -> &PartyState {
        self.fight.state.party(self.id(name)).unwrap()
    }

    /// Returns the faces of a party's dice, lowest first.
    pub(crate) fn pool(&self, name: &str) -> Vec<u8> {
        self.party(name).pool.dice().iter().map(|die| die.face).collect()
    }

    /// Replaces the dice of a party.
    pub(crate) fn deal(&mut self, name: &str, faces: &[u8]) -> &mut Table {
        let who = self.id(name);
        let pool: Pool = faces.iter().map(|&face| Die { face, sides: if face > 6 { 8 } else { 6 } }).collect();
        self.fight.state.parties.row_mut(who).unwrap().pool = pool;
        self
    }

    /// Marks boxes of a track.
    pub(crate) fn mark(&mut self, name: &str, track: usize, boxes: u8) -> &mut Table {
        let who = self.id(name);
        self.fight.state.parties.row_mut(who).unwrap().boxes[track] = boxes;
        self
    }

    pub(crate) fn outcome(&mut self) -> Option<Outcome> {
        self.run();
        self.fight.outcome()
    }

    /// Returns the name of the side that has won.
    pub(crate) fn winner(&mut self) -> String {
        let outcome = self.outcome().expect("it is over");
        outcome.winner.map_or("nobody".to_owned(), |seat| Names::side(&self.fight, seat).to_owned())
    }
}
