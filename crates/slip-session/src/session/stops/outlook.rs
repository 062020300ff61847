//! Result of an answer if nobody adds anything afterwards: the engine plays on with default answers, up to the next dice or the next
//! decision of a turn.

use slip_dice::fate::Grade;
use slip_dice::{Dice, Kind};
use slip_play::ask::{Ask, Point};
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Counter, Event, TrackId};
use slip_play::fight::Fight;
use slip_play::ids::{ActorId, Seat};
use slip_play::names::Names;

/// Largest number of steps that are played to see a result.
const STEPS: usize = 64;

/// Largest number of additions that are tried one after another.
const ADDITIONS: usize = 8;

/// Result of an answer: the parts that players pay for. Higher boxes of a hit are not among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outlook {
    /// Success of each comparison.
    pub(super) successes: Vec<bool>,
    /// Spin earned and spent.
    pub(super) spin: Vec<(ActorId, i32)>,
    /// Consequences taken.
    pub(super) consequences: Vec<(ActorId, Grade)>,
    /// Actors taken out.
    pub(super) out: Vec<ActorId>,
    /// Ranks of ships in the detection phase.
    pub(super) ranks: Vec<(ActorId, i32)>,
    /// Question at which the result is known: its seat and decision point.
    pub(super) then: Option<(Seat, Point)>,
    /// Boxes marked, with the highest one of each track.
    pub(super) marks: Vec<(ActorId, TrackId, u8)>,
}

impl Outlook {
    /// True if two results differ in more than the boxes of a hit.
    pub(super) fn differs(&self, other: &Outlook) -> bool {
        let without_boxes = |one: &Outlook| Outlook { marks: Vec::new(), ..one.clone() };
        without_boxes(self) != without_boxes(other)
    }

    fn note(&mut self, event: &Event) {
        match event {
            Event::Result { ok, .. } => self.successes.push(*ok),
            // Spin that the addition itself costs is its price.
            Event::Spin { who, change, .. } if *change > 0 => self.spin.push((*who, *change)),
            Event::Consequence { who, grade, .. } => self.consequences.push((*who, *grade)),
            Event::Out { who, .. } => self.out.push(*who),
            Event::Mark { who, track, up_to } => self.marks.push((*who, *track, *up_to)),
            Event::Counter { who, what: Counter::Ranked, now, .. } => self.ranks.push((*who, *now)),
            _ => {}
        }
    }
}

/// True if a question belongs to the end of a roll, so that its default answer is part of the result.
const fn ends_a_roll(point: Point) -> bool {
    matches!(point, Point::Adjust | Point::Mitigate | Point::Payee | Point::Beaten | Point::Animal | Point::Deny | Point::PayAccess)
}

/// Returns dice that show an average roll once, to judge a reroll.
pub(super) fn average(fight: &Fight) -> Dice {
    match fight.dice() {
        Kind::Fudge => Dice::scripted([0, 0, 0, 0]),
        Kind::Difference | Kind::DifferenceCapped => Dice::scripted([3, 3]),
    }
}

/// Plays a fight on from an answer, and returns the result and the fight at the next question of the same actor about additions.
fn played(fight: &Fight, ask: &Ask, first: Choice, dice: &mut Dice) -> (Outlook, Option<Fight>) {
    let mut next = fight.clone();
    let mut again = None;
    let mut outlook = Outlook::default();
    let mut answer = Answer::from(first);
    let mut options = Options::new();
    let mut events = Vec::new();
    for _ in 0..STEPS {
        events.clear();
        if next.decide(&answer, dice, &mut events).is_err() {
            break;
        }
        let is_turn_over = events.iter().any(|event| matches!(event, Event::Round { .. } | Event::Stage(_)));
        for event in &events {
            outlook.note(event);
            next.apply(event);
        }
        let Some(now) = next.next_question(&mut options) else { break };
        if again.is_none() && now.point == Point::Adjust && now.me == ask.me && now.forced.is_none() {
            again = Some(next.clone());
        }
        if is_turn_over || (now.forced.is_none() && !ends_a_roll(now.point)) {
            outlook.then = Some((now.seat, now.point));
            break;
        }
        let Some(default) = now.forced.or_else(|| options.default_choice()) else { break };
        answer = default.into();
    }
    (outlook, again)
}

/// Returns the result of an answer.
pub(super) fn of_answer(fight: &Fight, ask: &Ask, choice: Choice) -> Outlook {
    let again = choice.how == Choice::REROLL && choice.verb != Verb::Spin;
    let mut dice = if again { average(fight) } else { Dice::scripted([]) };
    played(fight, ask, choice, &mut dice).0
}

/// True if additions that the actor can afford change the result: one of them, or several one after another.
pub(super) fn additions_change(fight: &Fight, ask: &Ask, options: &Options) -> bool {
    let Some(pass) = options.default_choice() else { return true };
    let base = of_answer(fight, ask, pass);
    let mut all: Vec<Choice> = options.as_slice().to_vec();
    if all.iter().any(|&choice| choice != pass && of_answer(fight, ask, choice).differs(&base)) {
        return true;
    }
    let mut now = fight.clone();
    for _ in 0..ADDITIONS {
        let Some(next) = largest(&all) else { return false };
        let (_, again) = played(&now, ask, next, &mut Dice::scripted([]));
        let Some(then) = again else { return false };
        let mut options = Options::new();
        let Some(question) = then.next_question(&mut options) else { return false };
        all = options.as_slice().to_vec();
        if all.iter().any(|&choice| of_answer(&then, &question, choice).differs(&base)) {
            return true;
        }
        now = then;
    }
    false
}

/// Returns the addition that adds most: all spin, otherwise an aspect.
fn largest(all: &[Choice]) -> Option<Choice> {
    let spin = all.iter().filter(|choice| choice.verb == Verb::Spin).max_by_key(|choice| choice.n);
    let aspect = |verb: Verb| all.iter().find(move |choice| choice.verb == verb && choice.how != Choice::REROLL);
    spin.or_else(|| [Verb::Free, Verb::Invoke, Verb::Tag].into_iter().find_map(aspect)).copied()
}
