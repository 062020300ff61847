//! Player of a seat that follows a script; several seats can share one script.
//!
//! For each question, the position in the script before it is stored. If the question is asked again after an undo, it is answered from
//! this position.

use super::{Policy, first};
use crate::script::{Script, ScriptAnswer, ScriptError, ScriptErrorKind};
use slip_play::choice::{Answer, Options};
use slip_play::fight::Playable;
use slip_play::ids::{Id, Seat};
use slip_play::question::{Ask, Point, Points};
use slip_table::option_words::{AnswerInput, is_chain};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of questions listed in the error for an unused line. These questions got default answers.
const REMEMBERED: usize = 6;

/// Position in a script.
#[derive(Clone, Debug, Default)]
struct Place {
    /// Index of the next line.
    next: usize,
    /// Index of a line of which only the first words have been used, with the rest of the line.
    open: Option<(usize, AnswerInput)>,
    /// Questions that got their default answers since the last use of a line. At most one more than [`REMEMBERED`] is stored.
    since: Vec<(Id, Seat, Point)>,
}

/// Reader that follows a script through a fight.
#[derive(Clone, Debug)]
pub struct Prompter {
    script: Script,
    place: Place,
    /// Position in the script before each question.
    before: Vec<(u32, Place)>,
    trouble: Option<ScriptError>,
}

impl Prompter {
    /// Creates a reader at the beginning of a script.
    pub fn new(script: Script) -> Prompter {
        Prompter { script, place: Place::default(), before: Vec::new(), trouble: None }
    }

    /// Returns the script that is followed.
    pub const fn script(&self) -> &Script {
        &self.script
    }

    /// Returns the error in the script so far, if any.
    pub const fn trouble(&self) -> Option<&ScriptError> {
        self.trouble.as_ref()
    }

    /// Returns the answer to a question: the answer that the script has for it, otherwise the default.
    fn answer<F: Playable>(&mut self, fight: &F, ask: &Ask, options: &Options) -> Answer {
        while let Some((number, _)) = self.before.last()
            && *number >= ask.number
        {
            self.place = self.before.pop().map(|(_, place)| place).unwrap_or_default();
            self.trouble = None;
        }
        self.before.push((ask.number, self.place.clone()));
        match self.say(fight, ask, options) {
            Ok(Some(answer)) => {
                self.place.since.clear();
                answer
            }
            Ok(None) => {
                if self.place.since.len() <= REMEMBERED {
                    self.place.since.push((ask.me, ask.seat, ask.point));
                }
                first(options).into()
            }
            Err(error) => {
                self.trouble = Some(*error);
                first(options).into()
            }
        }
    }

    fn say<F: Playable>(&mut self, fight: &F, ask: &Ask, options: &Options) -> Result<Option<Answer>, Box<ScriptError>> {
        if let Some((number, mut spoken)) = self.place.open.take() {
            let line = self.script.lines.get(number);
            if spoken.waits(fight, ask) {
                let next = self.next_line(fight, ask, options);
                // Unused words of the new line replace those of the earlier line. If the new line has no unused words, those of the earlier
                // line stay.
                self.place.open.get_or_insert((number, spoken));
                return next;
            }
            let wrong = |unfit| line.map(|line| Box::new(ScriptError::unfit(unfit, line.words_at, &line.by)));
            let chained = is_chain(ask.point) || ask.point == Point::Skill;
            if !chained || !spoken.is_of(fight, ask) {
                let left = spoken.left();
                return match wrong(left) {
                    Some(error) => Err(error),
                    None => Ok(None),
                };
            }
            let said = spoken.later(fight, ask, options);
            if !spoken.is_done() {
                self.place.open = Some((number, spoken));
            }
            match said {
                Ok(Some(answer)) => return Ok(Some(answer)),
                Ok(None) => {}
                Err(unfit) => return wrong(*unfit).map_or(Ok(None), Err),
            }
        }
        self.next_line(fight, ask, options)
    }

    /// Returns the answer in the next line of the script. `None` if that line is for another question.
    fn next_line<F: Playable>(&mut self, fight: &F, ask: &Ask, options: &Options) -> Result<Option<Answer>, Box<ScriptError>> {
        let number = self.place.next;
        let Some(line) = self.script.lines.get(number).filter(|line| is_by(fight, ask, line) && line.spoken.is_for(fight, ask.point))
        else {
            return Ok(None);
        };
        let mut spoken = line.spoken.clone();
        let answer = spoken.begin(fight, ask, options).map_err(|unfit| Box::new(ScriptError::unfit(*unfit, line.words_at, &line.by)))?;
        self.place.next += 1;
        if !spoken.is_done() {
            self.place.open = Some((number, spoken));
        }
        Ok(Some(answer))
    }

    /// Ends the fight: a line that was not used is an error.
    fn over<F: Playable>(&mut self, fight: &F) {
        if self.trouble.is_some() {
            return;
        }
        if let Some((number, spoken)) = self.place.open.take()
            && let Some(line) = self.script.lines.get(number)
        {
            self.trouble = Some(ScriptError::unfit(spoken.left(), line.words_at, &line.by));
            return;
        }
        let Some(line) = self.script.lines.get(self.place.next) else { return };
        let mut error = ScriptError::new(ScriptErrorKind::Unasked, line.at.clone(), "this answer is never used");
        let asked: Vec<String> = self
            .place
            .since
            .iter()
            .take(REMEMBERED)
            .map(|(me, seat, point)| {
                let who = me.actor().map_or_else(|| fight.side(*seat), |who| fight.actor(who));
                format!("{who} `{}`", point.word())
            })
            .collect();
        let more = if self.place.since.len() > REMEMBERED { " …" } else { "" };
        error.notes.push(if asked.is_empty() {
            "the encounter ends before a question for this answer comes up".to_owned()
        } else {
            format!("these questions took their default answers: {}{more}", asked.join(", "))
        });
        self.trouble = Some(error);
    }
}

/// True if a line of the script answers this question: it begins with the name of the asked actor or of the side.
fn is_by<F: Playable>(fight: &F, ask: &Ask, line: &ScriptAnswer) -> bool {
    fight.side(ask.seat) == line.by || ask.me.actor().is_some_and(|who| fight.actor(who) == line.by)
}

/// Script that several seats share.
#[derive(Clone, Debug)]
pub struct SharedScript(Arc<Mutex<Prompter>>);

impl SharedScript {
    /// Creates a shared script.
    pub fn new(script: Script) -> SharedScript {
        SharedScript(Arc::new(Mutex::new(Prompter::new(script))))
    }

    /// Creates a seat that follows the script.
    pub fn seat(&self, side: &str) -> Scripted {
        let asks = self.with(|prompter| prompter.script.asked(side));
        Scripted { shared: self.clone(), asks }
    }

    /// Returns the error in the script so far, if any.
    pub fn trouble(&self) -> Option<ScriptError> {
        self.with(|prompter| prompter.trouble.clone())
    }

    fn with<T>(&self, act: impl FnOnce(&mut Prompter) -> T) -> T {
        // The script stays consistent if a seat panics, so a poisoned lock can be used.
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Player that follows a script.
#[derive(Clone, Debug)]
pub struct Scripted {
    shared: SharedScript,
    asks: Points,
}

impl<F: Playable> Policy<F> for Scripted {
    fn choose(&mut self, fight: &F, ask: &Ask, options: &Options) -> Answer {
        self.shared.with(|prompter| prompter.answer(fight, ask, options))
    }

    fn asks(&self) -> Points {
        self.asks
    }

    fn problem(&self) -> Option<String> {
        self.shared.trouble().map(|error| error.to_string())
    }

    fn over(&mut self, fight: &F) {
        self.shared.with(|prompter| prompter.over(fight));
    }

    fn word(&self) -> &'static str {
        "script"
    }
}
