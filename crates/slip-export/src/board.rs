//! A game as it is shown in a browser, and what may be done there.
//!
//! A view of a [`Session`]: the same events, the same file, the same words as at the terminal. What is shown is made of what
//! `play::table` says and of the picture that `export::chart` draws; nothing here decides or remembers anything of the game but what
//! was typed and still waits for its question or its dice.

mod deeds;
mod moment;
mod picture;
mod view;

pub use deeds::{Deed, Refused};
pub use moment::Moment;
pub use view::{Line, Person, Question, View, Way};

use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_pack::map::Map;
use slip_play::choice::Answer;
use slip_play::conflict::Conflict;
use slip_play::fight::Fight;
use slip_play::ids::Key;
use slip_session::session::{Record, Session};
use slip_table::table::{self, Marks};
use slip_table::transcript::Transcript;
use slip_table::words::Spoken;

/// A game on a table in a browser.
pub struct Board<'a> {
    pack: &'a Pack,
    encounter: &'a Encounter,
    map: Option<&'a Map>,
    session: Session,
    marks: Marks,
    /// The rest of a line that answers a whole declaration.
    spoken: Option<Spoken>,
    /// An answer that waits for real dice.
    pending: Option<Answer>,
    /// The faces typed for it so far.
    faces: Vec<i8>,
    /// How many rolls they are.
    rolls: usize,
    /// How much was done since the last line was written.
    since: usize,
}

impl<'a> Board<'a> {
    /// The board of a game that has begun.
    pub fn new(pack: &'a Pack, encounter: &'a Encounter, session: Session) -> Board<'a> {
        let map = encounter.map.as_ref().and_then(|key| pack.maps.get(key));
        let marks = Marks::of(session.fight());
        Board { pack, encounter, map, session, marks, spoken: None, pending: None, faces: Vec::new(), rolls: 0, since: 0 }
    }

    /// The game, when it is left.
    pub fn into_session(self) -> Session {
        self.session
    }

    /// The game.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Who is meant by a word at a line of the journal: their place among the people of its view.
    ///
    /// # Errors
    /// With the names there are.
    pub fn called(&self, at: usize, word: &str) -> Result<usize, String> {
        // Everybody is among the people of a view, in their order in the fight.
        table::called(&self.told(at).fight, &self.marks, word).map(Key::place)
    }

    /// The fight after a line of the journal, with the account up to there and the arithmetic of the last roll.
    fn told(&self, to: usize) -> Told {
        let mut fight = self.session.start().clone();
        let mut account = Transcript::new(&fight, &self.session.header().seats);
        let mut told = Told { lines: Vec::new(), reckoned: None, fight: fight.clone() };
        told.add(0, &mut account);
        for (line, entry) in (1..).zip(self.session.journal()).take(to) {
            let Record::Event(event) = &entry.record else { continue };
            if !entry.kept {
                continue;
            }
            account.tell(&fight, event);
            fight.apply(event);
            if let Some(reckoned) = table::reckoning(&fight) {
                told.reckoned = Some(reckoned);
            }
            told.add(line, &mut account);
        }
        let rest = account.finish();
        told.push(to, &rest);
        told.fight = fight;
        told
    }
}

/// A fight and what was told of it.
struct Told {
    fight: Fight,
    lines: Vec<Line>,
    reckoned: Option<String>,
}

impl Told {
    fn add(&mut self, line: usize, account: &mut Transcript) {
        let text = account.take();
        self.push(line, &text);
    }

    fn push(&mut self, line: usize, text: &str) {
        self.lines.extend(text.lines().map(|text| Line { line, text: text.to_owned() }));
    }
}
