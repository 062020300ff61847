//! Result of an answer if neither side adds anything afterwards. The engine plays on with default answers, up to the next dice or the next
//! decision of a turn.

use slip_dice::fate::Grade;
use slip_dice::{Dice, DiceKind};
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Counter, Event, SpacePhase, TrackId};
use slip_play::fight::{Fight, Playable};
use slip_play::ids::{ActorId, Seat};
use slip_play::names::Names;
use slip_play::question::{Ask, Point};

/// Largest number of steps that are played to see a result.
const STEPS: usize = 64;

/// Result of an answer, reduced to the events that matter in a choice between answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AnswerOutcome {
    /// One entry for each roll that was compared: true for a success.
    pub(super) successes: Vec<bool>,
    /// Consequences taken.
    pub(super) consequences: Vec<(ActorId, Grade)>,
    /// Actors taken out.
    pub(super) out: Vec<ActorId>,
    /// Ranks of ships in the detection phase.
    pub(super) ranks: Vec<(ActorId, i32)>,
    /// Seat that won the position phase and shifts ships.
    pub(super) shifts: Option<Seat>,
    /// Boxes marked, with the highest one of each track.
    pub(super) marks: Vec<(ActorId, TrackId, u8)>,
}

impl AnswerOutcome {
    /// True if two results differ in a success, a consequence, an actor taken out, or the winner of a phase in space. Boxes and spin are
    /// not compared: they only add to an existing success.
    pub(super) fn differs(&self, other: &AnswerOutcome) -> bool {
        let parts = |one: &AnswerOutcome| (one.successes.clone(), one.consequences.clone(), one.out.clone(), one.ranks.clone(), one.shifts);
        parts(self) != parts(other)
    }

    fn note(&mut self, event: &Event, repairs: bool) {
        match event {
            // A repair without shifts clears no box.
            Event::Result { ok, shifts, .. } => self.successes.push(*ok && (!repairs || *shifts > 0)),
            Event::Consequence { who, grade, .. } => self.consequences.push((*who, *grade)),
            Event::Out { who, .. } => self.out.push(*who),
            Event::Mark { who, track, up_to } => self.marks.push((*who, *track, *up_to)),
            Event::Counter { who, what: Counter::Ranked, now, .. } => self.ranks.push((*who, *now)),
            _ => {}
        }
    }
}

/// True if a question belongs to the end of a roll, so that the default answer to it is part of the roll's result.
const fn ends_a_roll(point: Point) -> bool {
    matches!(
        point,
        Point::Adjust
            | Point::Mitigate
            | Point::Payee
            | Point::Beaten
            | Point::Animal
            | Point::Deny
            | Point::PayAccess
            | Point::AnswerCompel
            | Point::Haggle
    )
}

/// Returns the answer to assume until the end of a roll: usually the default. A compel is worth most if it is accepted, so it is assumed to
/// be accepted.
fn usual_answer(ask: &Ask, options: &Options) -> Option<Choice> {
    let accepts = |choice: &&Choice| choice.verb == Verb::Accept && matches!(ask.point, Point::AnswerCompel | Point::Haggle);
    options.as_slice().iter().find(accepts).copied().or_else(|| options.default_choice())
}

/// Returns dice that show an average roll once, to judge a reroll.
pub(super) fn average(fight: &Fight) -> Dice {
    match fight.dice() {
        DiceKind::Fudge => Dice::scripted([0, 0, 0, 0]),
        DiceKind::Difference | DiceKind::DifferenceCapped => Dice::scripted([3, 3]),
    }
}

/// Returns the result of an answer.
pub(super) fn of_answer(fight: &Fight, first: Choice) -> AnswerOutcome {
    let mut dice = if is_reroll(first) { average(fight) } else { Dice::scripted([]) };
    let mut next = fight.clone();
    let mut outlook = AnswerOutcome::default();
    let repairs = matches!(fight, Fight::Space(space) if space.state.stage == SpacePhase::DamageControl);
    let mut answer = Answer::from(first);
    let mut options = Options::new();
    let mut events = Vec::new();
    for _ in 0..STEPS {
        events.clear();
        if next.decide(&answer, &mut dice, &mut events).is_err() {
            break;
        }
        let is_turn_over = events.iter().any(|event| matches!(event, Event::Round { .. } | Event::Stage(_)));
        for event in &events {
            outlook.note(event, repairs);
            next.apply(event);
        }
        let Some(now) = next.next_question(&mut options) else { break };
        if is_turn_over || (now.forced.is_none() && !ends_a_roll(now.point)) {
            outlook.shifts = Some(now.seat).filter(|_| now.point == Point::Shift);
            break;
        }
        let Some(default) = now.forced.or_else(|| usual_answer(&now, &options)) else { break };
        answer = default.into();
    }
    outlook
}

/// True if an addition rolls the dice again.
pub(super) const fn is_reroll(choice: Choice) -> bool {
    choice.how == Choice::REROLL && !matches!(choice.verb, Verb::Spin | Verb::Pass)
}

/// True if a choice compels an actor of the player's own side. Such a compel makes the roll of this side worse.
pub(super) const fn is_own_compel(choice: Choice) -> bool {
    matches!(choice.verb, Verb::Compel) && choice.how & Choice::OWN != 0
}

/// True if an addition that the actor can pay for turns a failure into a success, or a success into a failure.
pub(super) fn turns_result(fight: &Fight, options: &Options) -> bool {
    let Some(pass) = options.default_choice() else { return true };
    let base = of_answer(fight, pass).successes;
    let counts = |choice: &Choice| *choice != pass && !is_own_compel(*choice) && !is_reroll(*choice);
    options.as_slice().iter().copied().filter(counts).any(|choice| of_answer(fight, choice).successes != base)
}

/// True if an addition changes the result, compared with the default.
pub(in crate::session) fn changes(fight: &Fight, addition: Choice, default: Choice) -> bool {
    is_reroll(addition) || of_answer(fight, addition).differs(&of_answer(fight, default))
}

/// True if the asked side can change its result by an addition that the actor can afford. A reroll can do so only after bad dice. More
/// consequences of another side do not count, because its hit succeeds already.
pub(super) fn additions_change(fight: &Fight, ask: &Ask, options: &Options) -> bool {
    let Some(pass) = options.default_choice() else { return true };
    let outcome_of = |choice: Choice| {
        let mut outcome = of_answer(fight, choice);
        outcome.consequences.retain(|(who, _)| fight.side_of(*who) == ask.seat);
        outcome
    };
    let base = outcome_of(pass);
    let fell_badly = fight.personal().is_some_and(|fight| {
        let roll = fight.state.contest.as_ref().and_then(|contest| contest.roll_of(fight.state.step.n));
        roll.is_some_and(|roll| roll.faces.total() < 0)
    });
    let counts = |choice: &Choice| *choice != pass && !is_own_compel(*choice) && (fell_badly || !is_reroll(*choice));
    options.as_slice().iter().copied().filter(counts).any(|choice| outcome_of(choice).differs(&base))
}
