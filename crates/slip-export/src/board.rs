//! Game view for a browser, and the actions that are possible in it.
//!
//! The board shows a [`Session`] with the same events, file and wording as the terminal. Its texts come from `slip_table`; its picture
//! comes from the map drawings of this crate. It stores no game state except input that waits for its question or its dice.

mod actions;
mod look_up;
mod map_view;
mod option_view;
mod participant;
mod picture;
mod state_id;
mod view;

pub use actions::{BoardAction, Refused};
pub use map_view::{BorderShape, MapView, TokenShape, ViewPlace, ZoneShape};
pub use option_view::{ViewOption, ViewTarget};
pub use participant::Participant;
pub use state_id::StateId;
pub use view::{GameView, SeatStops, TranscriptLine, ViewActor, ViewAspect, ViewQuestion};

use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_pack::map::Map;
use slip_play::choice::Answer;
use slip_play::conflict::Conflict;
use slip_play::fight::Fight;
use slip_play::ids::{Seat, TableKey};
use slip_session::session::{LogRecord, Session};
use slip_table::option_words::AnswerInput;
use slip_table::table::{self, Marks, Viewer, without_unseen};
use slip_table::transcript::Transcript;

/// Board: a game as it is shown in a browser.
pub struct Board<'a> {
    pack: &'a Pack,
    encounter: &'a Encounter,
    map: Option<&'a Map>,
    session: Session,
    marks: Marks,
    /// Rest of an input line that answers several questions: the words that have not been used yet.
    spoken: Option<AnswerInput>,
    /// Side of the player who typed that line, if each person has a screen. The line then answers questions to this side only.
    speaker: Option<Seat>,
    /// Answer that waits for physical dice.
    pending: Option<Answer>,
    /// Faces of dice typed so far for the pending answer.
    faces: Vec<i8>,
    /// Number of rolls typed for the pending answer.
    rolls: usize,
    /// Number of actions since the last journal line.
    since: usize,
    /// Sentence about the last typed words if they did not answer a question, with the side that was asked at that time.
    notice: Option<(Seat, String)>,
}

impl<'a> Board<'a> {
    /// Creates the board of a running game.
    pub fn new(pack: &'a Pack, encounter: &'a Encounter, session: Session) -> Board<'a> {
        let map = encounter.map.as_ref().and_then(|key| pack.maps.get(key));
        let marks = Marks::of(session.fight());
        Board {
            pack,
            encounter,
            map,
            session,
            marks,
            spoken: None,
            speaker: None,
            pending: None,
            faces: Vec::new(),
            rolls: 0,
            since: 0,
            notice: None,
        }
    }

    /// Returns the session of the game, for when the board is closed.
    pub fn into_session(self) -> Session {
        self.session
    }

    /// Returns the session of the game.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the actor that a word names at a journal line. The result is an index into the people of the view at the same line.
    ///
    /// # Errors
    /// A sentence with the known names.
    pub fn called(&self, at: usize, word: &str) -> Result<usize, String> {
        // The people of a view include everyone, in the order of the fight.
        table::called(&self.told(at, Viewer::Referee).fight, &self.marks, word).map(TableKey::place)
    }

    /// Returns the fight after a journal line, the transcript up to that line, and the calculation of the last roll. Contains only what the
    /// viewer may see.
    fn told(&self, to: usize, viewer: Viewer) -> Told {
        let mut fight = self.session.start().clone();
        // The transcript for players does not contain the doctrine of an enemy.
        let seats = if viewer == Viewer::Referee { self.session.header().seats.as_slice() } else { &[] };
        let mut account = Transcript::new(&fight, seats);
        let mut told = Told { lines: Vec::new(), reckoned: None, fight: fight.clone() };
        let hides = viewer != Viewer::Referee && matches!(fight, Fight::Platoon(_));
        told.add(0, &visible(&fight, viewer, account.take()));
        for (line, entry) in (1..).zip(self.session.journal()).take(to) {
            let LogRecord::Event(event) = &entry.record else { continue };
            if !entry.kept {
                continue;
            }
            if hides {
                let mut after = fight.clone();
                after.apply(event);
                if !viewer.misses(&fight, &after, event) {
                    account.tell(&fight, event);
                }
                fight = after;
            } else {
                account.tell(&fight, event);
                fight.apply(event);
            }
            if let Some(reckoned) = table::reckoning(&fight) {
                let open = visible(&fight, viewer, reckoned.clone());
                // A calculation without the name of its actor explains nothing. It is therefore shown whole or not at all.
                told.reckoned = if open.lines().eq(reckoned.lines()) { Some(reckoned) } else { told.reckoned };
            }
            told.add(line, &visible(&fight, viewer, account.take()));
        }
        let rest = account.finish();
        told.add(to, &visible(&fight, viewer, rest));
        told.fight = fight;
        told
    }
}

/// Returns the lines of a text that a viewer may read.
fn visible(fight: &Fight, viewer: Viewer, text: String) -> String {
    if viewer == Viewer::Referee { text } else { without_unseen(fight, viewer, &text) }
}

/// Fight at a journal line, with its transcript.
struct Told {
    fight: Fight,
    lines: Vec<TranscriptLine>,
    reckoned: Option<String>,
}

impl Told {
    fn add(&mut self, line: usize, text: &str) {
        self.lines.extend(text.lines().map(|text| TranscriptLine { line, text: text.to_owned() }));
    }
}
