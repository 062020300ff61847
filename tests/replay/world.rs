//! All shipped encounters of personal combat, and games in them.

use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Play};
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::conflict::Refusal;
use slip_play::ids::{Seat, TableKey};
use slip_session::session::{SeatAssignment, Session, SessionError, Sink};
use slip_table::table::{self, Throw};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::OnceLock;

/// Returns the shipped packages.
fn packs() -> &'static [Pack] {
    static PACKS: OnceLock<Vec<Pack>> = OnceLock::new();
    PACKS.get_or_init(|| {
        let mut folders: Vec<PathBuf> = std::fs::read_dir("content").unwrap().map(|entry| entry.unwrap().path()).collect();
        folders.sort();
        let compile = |folder: PathBuf| {
            let project = slipyard::project::load(&[folder], &mut std::io::empty()).unwrap();
            slip_compile::compile(&project.sources).pack
        };
        folders.into_iter().filter(|folder| folder.join("slipyard.toml").is_file()).map(compile).collect()
    })
}

/// Returns the shipped encounters of every kind, each with its package.
pub fn every() -> Vec<(&'static Pack, &'static Encounter)> {
    let own = |pack: &'static Pack| pack.encounters.iter().filter(|(key, _)| key.starts_with(&format!("{}.", pack.package.name)));
    let all = packs().iter().flat_map(|pack| own(pack).map(move |(_, encounter)| (pack, encounter)));
    all.filter(|(_, encounter)| encounter.valid).collect()
}

/// Returns the shipped encounters of personal combat.
pub fn shipped() -> Vec<(&'static Pack, &'static Encounter)> {
    let found: Vec<_> = every().into_iter().filter(|(_, encounter)| encounter.play == Play::Personal).collect();
    assert!(found.len() >= 3, "{}", found.len());
    found
}

/// Returns one shipped encounter.
pub fn one(name: &str) -> (&'static Pack, &'static Encounter) {
    shipped().into_iter().find(|(_, encounter)| encounter.name == name).unwrap()
}

/// Collects the records of a session.
#[derive(Clone, Default)]
pub struct Paper(Rc<RefCell<String>>);

impl Paper {
    pub fn sink(&self) -> Sink {
        let to = Rc::clone(&self.0);
        Box::new(move |lines| {
            to.borrow_mut().push_str(lines);
            Ok(())
        })
    }

    pub fn text(&self) -> String {
        self.0.borrow().clone()
    }
}

/// Seats for an encounter in which every side is played by people.
pub fn all_human(encounter: &Encounter) -> Vec<SeatAssignment> {
    encounter.sides.iter().map(|_| SeatAssignment::human()).collect()
}

/// Seats for an encounter in which every side is played at random.
pub fn all_random(encounter: &Encounter, seed: u64) -> Vec<SeatAssignment> {
    (0..encounter.sides.len()).map(|side| SeatAssignment::random(seed, Seat::of(side))).collect()
}

/// Random answers for all people at the table.
pub struct Hands(Dice);

impl Hands {
    pub fn new(seed: u64) -> Hands {
        Hands(Dice::seeded(seed, 77))
    }

    /// Gives this many answers; returns true if all were asked for.
    pub fn play(&mut self, session: &mut Session, answers: usize) -> bool {
        for _ in 0..answers {
            if session.advance().unwrap().is_none() {
                return false;
            }
            let choice = self.choose(&session.options());
            session.answer(&choice.into()).unwrap();
        }
        session.advance().unwrap().is_some()
    }

    /// Chooses any option except giving up, so that there is more fighting.
    pub fn choose(&mut self, options: &Options) -> Choice {
        loop {
            let choice = options.get(self.0.pick(options.len()).unwrap()).unwrap();
            if choice.verb != Verb::Concede {
                return choice;
            }
        }
    }

    pub fn below(&mut self, count: usize) -> usize {
        if count > 255 { self.0.pick(256).unwrap() % count } else { self.0.pick(count).unwrap() }
    }
}

/// Random results for real dice that players have to roll.
pub struct Cup {
    dice: Dice,
    /// Number of rolls so far.
    pub throws: usize,
}

impl Cup {
    pub fn new(seed: u64) -> Cup {
        Cup { dice: Dice::seeded(seed, 5), throws: 0 }
    }

    /// Returns the faces of a roll.
    pub fn fall(&mut self, throw: &Throw) -> Vec<i8> {
        self.throws += 1;
        match throw {
            Throw::Check(kind) => self.dice.roll(*kind).unwrap().faces().to_vec(),
            Throw::Pool(sides) => sides.iter().map(|&sides| i8::try_from(self.dice.die(sides).unwrap()).unwrap()).collect(),
        }
    }

    /// Takes one step, with an answer or without a question, and types the dice that it needs. Returns true if there was a step to take.
    pub fn step(&mut self, session: &mut Session, answer: Option<&Answer>) -> bool {
        let mut typed = Vec::new();
        let before = (session.fight().clone(), session.last_line());
        for thrown in 0.. {
            let done = match answer {
                Some(answer) => session.answer(answer).map(|()| true),
                None => session.advance_one(),
            };
            match done {
                Ok(taken) => return taken,
                Err(SessionError::Refused(Refusal::DiceRanOut)) => {}
                Err(error) => panic!("{error}"),
            }
            assert!(before == (session.fight().clone(), session.last_line()), "nothing has happened yet");
            let wanted = table::wanted(session.fight(), answer.or(session.waiting_answer()), thrown);
            typed.extend(self.fall(&wanted.throw));
            session.type_faces(&typed);
        }
        false
    }

    /// Answers this many questions at random, or fewer if the session asks no further question.
    pub fn play(&mut self, session: &mut Session, answers: usize, hands: &mut Hands) {
        for _ in 0..answers {
            while self.step(session, None) {}
            if session.question().is_none() {
                return;
            }
            let choice = hands.choose(&session.options());
            self.step(session, Some(&choice.into()));
        }
    }
}

/// Returns a game of people at a table with dice of a seed.
pub fn table(pack: &Pack, encounter: &Encounter, seed: u64) -> (Session, Paper) {
    let paper = Paper::default();
    (Session::begin(pack, encounter, Some(seed), all_human(encounter), paper.sink()).unwrap(), paper)
}

/// Returns the records that the game may be undone to, record 0 included.
pub fn ends(session: &Session) -> Vec<usize> {
    let steps = (1..).zip(session.journal()).filter(|(_, entry)| entry.kept && entry.after.is_some());
    std::iter::once(0).chain(steps.map(|(line, _)| line)).collect()
}
