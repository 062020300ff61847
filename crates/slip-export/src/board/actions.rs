//! Actions at the board: answers, dice, undo and rulings.

use super::{Board, Participant};
use serde::Deserialize;
use slip_play::choice::Answer;
use slip_play::conflict::{Conflict, Refusal};
use slip_play::ids::{Seat, TableKey};
use slip_play::question::Ask;
use slip_session::session::{Interjection, SeatAssignment, SessionError};
use slip_table::option_words::AnswerInput;
use slip_table::table::{self, TypedLine, Viewer, WantedDice};

/// Author recorded for undo and rulings.
const REFEREE: &str = "the referee";

/// Action that a person does at the board.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum BoardAction {
    /// Answers a question with one of its options.
    Answer {
        /// Number of the question.
        ask: u32,
        /// Index of the option.
        option: usize,
        /// Free text added to the answer.
        #[serde(default)]
        say: Option<String>,
    },
    /// Answers a question in words, which may also answer later questions.
    Words {
        /// Number of the question.
        ask: u32,
        /// Words of the answer.
        words: String,
    },
    /// Enters the faces of physical dice.
    Roll {
        /// Faces that the dice show.
        faces: String,
    },
    /// Undoes answers and rulings.
    Undo {
        /// Number of answers to undo; all of the turn if missing.
        #[serde(default)]
        answers: Option<usize>,
        /// True if the dice are rolled again after the undo, with different results.
        #[serde(default)]
        redraw: bool,
        /// Reason for the undo.
        #[serde(default)]
        why: Option<String>,
    },
    /// Changes the set of questions that are asked. The change applies to the person who is asked now, or to every person at the board.
    Stops {
        /// Words of the change: `brief`, `full`, or a stop and its setting.
        words: String,
    },
    /// Makes a ruling of the referee.
    Rule {
        /// Words of the ruling.
        words: String,
    },
}

/// Reason why an action was refused. The game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The action is not possible; contains the reason.
    Because(String),
    /// The game has changed since the view was shown.
    Late,
    /// Another person has answered the question first.
    Answered,
    /// The person may not do this. The text is the reason.
    NotAllowed(String),
    /// The game file cannot be written; contains the reason.
    NotKept(String),
}

impl Refused {
    fn because(reason: impl std::fmt::Display) -> Refused {
        Refused::Because(reason.to_string())
    }

    fn of(error: SessionError) -> Refused {
        match error {
            SessionError::Sink(_) => Refused::NotKept(error.to_string()),
            other => Refused::because(other),
        }
    }
}

/// Result of one step of the game.
enum Stepped {
    On,
    /// The game waits for a question or dice, or is over.
    Waits,
}

impl Board<'_> {
    /// Plays until a player is asked, physical dice are needed, or the game is over.
    ///
    /// # Errors
    /// [`Refused`] if a step cannot be taken or saved.
    pub fn go_on(&mut self) -> Result<(), Refused> {
        while let Stepped::On = self.step()? {}
        Ok(())
    }

    /// Performs an action, then plays until a player is asked, physical dice are needed, or the game is over.
    ///
    /// # Errors
    /// [`Refused`]; the state is unchanged.
    pub fn act(&mut self, deed: BoardAction) -> Result<(), Refused> {
        self.act_as(&Participant::everybody(), deed)
    }

    /// Performs an action of a person, if the person may do it.
    ///
    /// # Errors
    /// [`Refused`]; the state is unchanged.
    pub fn act_as(&mut self, by: &Participant, deed: BoardAction) -> Result<(), Refused> {
        self.may_do(by, &deed)?;
        self.notice = None;
        let line = self.session.last_line();
        // A player's stops are invisible to the others, so the pages of the others remain up to date.
        let is_own_setting = by.is_one_of_several() && matches!(deed, BoardAction::Stops { .. });
        let done = self.take_up(by, deed).and_then(|()| self.go_on());
        if self.session.last_line() != line {
            self.since = 0;
        } else if done.is_ok() && !is_own_setting {
            self.since += 1;
        }
        done
    }

    fn take_up(&mut self, by: &Participant, deed: BoardAction) -> Result<(), Refused> {
        match deed {
            BoardAction::Answer { ask, option, say } => {
                self.is_asked(ask)?;
                let options = self.session.options();
                let choice = options.get(option).ok_or_else(|| Refused::because(format!("the question has no option {option}")))?;
                let say = say.map(|say| say.trim().to_owned()).filter(|say| !say.is_empty());
                // Another player's unused words are kept: they wait for questions to that player's side.
                if self.speaker.is_none() || self.speaker == self.asked_seat() {
                    self.spoken = None;
                }
                self.pending = Some(Answer { say: say.map(Into::into), ..Answer::from(choice) });
            }
            BoardAction::Words { ask, words } => {
                self.is_asked(ask)?;
                let question = self.session.question().ok_or(Refused::Late)?;
                self.read_words(by, &question, &words)?;
            }
            BoardAction::Roll { faces } => self.roll(&faces)?,
            BoardAction::Undo { answers, redraw, why } => {
                // An answer that still waits for its dice has not been given yet. Undo then only drops this answer.
                if self.pending.take().is_none() {
                    let line = self.session.line_before(answers);
                    let line = line.ok_or_else(|| Refused::because("there are fewer answers and rulings to take back"))?;
                    self.session.undo(line, REFEREE, why.as_deref(), redraw).map_err(Refused::of)?;
                }
                self.forget();
            }
            BoardAction::Stops { words } => {
                for seat in self.seats_to_change(by) {
                    let mut stops = self.session.stops_of(seat);
                    stops.change(words.trim()).map_err(Refused::Because)?;
                    self.session.set_stops(seat, stops);
                }
            }
            BoardAction::Rule { words } => {
                let ruled = table::ruled(self.session.fight(), &self.marks, &words).map_err(Refused::because)?;
                self.session.override_with(ruled.events, REFEREE, ruled.why.as_deref()).map_err(Refused::of)?;
                self.forget();
            }
        }
        Ok(())
    }

    /// Reads typed words. They may be an answer, a line of which only a part can be used now, or a command that is allowed at every
    /// question.
    fn read_words(&mut self, by: &Participant, question: &Ask, words: &str) -> Result<(), Refused> {
        if let Some(found) = self.looked_up(by, question, words) {
            self.notice = Some((question.seat, found.map_err(Refused::Because)?));
            return Ok(());
        }
        if self.session.names_vetoed(question, words) {
            return Err(Refused::because(SessionError::Vetoed));
        }
        match table::typed_line(self.session.fight(), &self.marks, question, &self.session.options(), words) {
            TypedLine::Whole(spoken, answer) => self.take_words(by, question, spoken, answer),
            TypedLine::HalfRight(half) => {
                if let Some(asked) = half.asked {
                    self.session.insist(asked);
                }
                let mut said = half.note.unwrap_or(half.problem);
                if let Some(step) = half.step {
                    said = match self.session.interject(question, &step) {
                        Some(Ok(Interjection::Kept(kept))) if said.is_empty() => kept,
                        Some(Err(why)) => why,
                        _ => said,
                    };
                }
                self.take_words(by, question, half.input, half.answer);
                self.notice = Some((question.seat, said)).filter(|(_, said)| !said.is_empty());
            }
            TypedLine::Unconfirmed { words, problem } => {
                return Err(Refused::because(format!("{problem}; write `{words}` for the rest alone")));
            }
            TypedLine::Wrong(unfit) => match self.session.interject(question, words) {
                Some(Ok(done)) => {
                    self.forget();
                    self.notice = match done {
                        Interjection::Back => None,
                        Interjection::Kept(said) | Interjection::Declared(said) | Interjection::Vetoed(said) => Some((question.seat, said)),
                    };
                }
                Some(Err(why)) => return Err(Refused::Because(why)),
                None => return Err(Refused::because(unfit.of_later(question.point))),
            },
        }
        Ok(())
    }

    /// Answers a question with the first part of a typed line, and keeps the other words for later questions.
    fn take_words(&mut self, by: &Participant, question: &Ask, spoken: AnswerInput, answer: Answer) {
        self.spoken = (!spoken.is_done()).then_some(spoken);
        self.speaker = by.is_one_of_several().then_some(question.seat);
        self.pending = Some(answer);
    }

    /// Gives a side to another player, then plays until a player is asked, physical dice are needed, or the game is over.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn hand_over(&mut self, seat: Seat, chair: SeatAssignment) -> Result<(), Refused> {
        self.session.hand_over(seat, chair).map_err(Refused::of)?;
        self.forget();
        self.since = 0;
        self.go_on()
    }

    /// Returns the sides whose stops a person changes. These are the sides that the person plays; if there are none, the side of the person
    /// who is asked now; otherwise all sides.
    fn seats_to_change(&self, by: &Participant) -> Vec<Seat> {
        match (by.viewer, self.asked_seat()) {
            (Viewer::Seat(own), _) => vec![own],
            (_, Some(asked)) if by.answers(asked) => vec![asked],
            _ => (0..self.encounter.sides.len()).map(Seat::of).filter(|&seat| by.answers(seat)).collect(),
        }
    }

    fn forget(&mut self) {
        (self.spoken, self.pending) = (None, None);
        self.lay_dice_aside();
    }

    fn lay_dice_aside(&mut self) {
        self.faces.clear();
        self.rolls = 0;
    }

    /// Checks that a question is the current one: not answered yet, and no answer waits for dice.
    fn is_asked(&self, number: u32) -> Result<(), Refused> {
        let asked = self.session.question().is_some_and(|ask| ask.number == number);
        if asked && self.pending.is_none() { Ok(()) } else { Err(Refused::Late) }
    }

    fn step(&mut self) -> Result<Stepped, Refused> {
        if let Some(answer) = self.pending.clone() {
            return match self.session.answer(&answer) {
                Ok(()) => {
                    self.pending = None;
                    self.lay_dice_aside();
                    Ok(Stepped::On)
                }
                Err(SessionError::Refused(Refusal::DiceRanOut)) if self.session.has_typed_dice() => Ok(Stepped::Waits),
                Err(error) => {
                    self.forget();
                    Err(Refused::of(error))
                }
            };
        }
        // The rest of an earlier input line may answer a question that would otherwise not be asked.
        if let Stepped::On = self.speak() {
            return Ok(Stepped::On);
        }
        match self.session.advance_one() {
            Ok(true) => {
                self.lay_dice_aside();
                return Ok(Stepped::On);
            }
            Ok(false) => {}
            Err(SessionError::Refused(Refusal::DiceRanOut)) if self.session.has_typed_dice() => return Ok(Stepped::Waits),
            Err(error) => return Err(Refused::of(error)),
        }
        Ok(Stepped::Waits)
    }

    /// Answers the current question from the rest of an earlier input line.
    fn speak(&mut self) -> Stepped {
        let (Some(ask), Some(spoken)) = (self.session.open_question(), self.spoken.as_mut()) else { return Stepped::Waits };
        if self.speaker.is_some_and(|speaker| speaker != ask.seat) || spoken.waits(self.session.fight(), &ask) {
            return Stepped::Waits;
        }
        let options = self.session.options();
        let answer = spoken.later(self.session.fight(), &ask, &options);
        if spoken.is_done() || !matches!(answer, Ok(Some(_))) {
            self.spoken = None;
        }
        // If the words do not fit, the player is asked, even if the stops leave the question out.
        if answer.is_err() {
            self.session.insist(ask.point.word());
        }
        self.pending = answer.ok().flatten();
        if self.pending.is_some() { Stepped::On } else { Stepped::Waits }
    }

    /// True if physical dice must be entered next.
    pub(super) fn waits_for_dice(&self) -> bool {
        if !self.session.has_typed_dice() {
            return false;
        }
        let asked = self.session.question().is_some();
        let over = self.session.fight().waiting_for().is_none();
        self.pending.is_some() || (!asked && !over)
    }

    /// Returns the physical dice that the current step needs.
    pub(super) fn wanted(&self) -> WantedDice {
        let step = self.pending.as_ref().or_else(|| self.session.waiting_answer());
        table::wanted(self.session.fight(), step, self.rolls)
    }

    fn roll(&mut self, typed: &str) -> Result<(), Refused> {
        if !self.waits_for_dice() {
            return Err(Refused::Late);
        }
        let throw = self.wanted().throw;
        let read = throw.read(typed).map_err(|problem| Refused::because(format!("{problem}; type {}", throw.example())))?;
        self.faces.extend(read);
        self.rolls += 1;
        self.session.type_faces(&self.faces);
        Ok(())
    }
}
