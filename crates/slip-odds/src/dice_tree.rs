//! Plays a fight with its own engine through every outcome of its dice.
//!
//! The engine asks for dice when it needs them. If it refuses an answer because the dice ran out, the answer is tried again with each
//! possible total, weighted by the number of ways to roll it. No rule depends on which faces make up a total.

use crate::Ratio;
use slip_dice::fate::RollDistribution;
use slip_dice::{Dice, DiceKind};
use slip_play::begin::BeginError;
use slip_play::choice::{Choice, Options};
use slip_play::conflict::{Conflict, Refusal};
use slip_play::event::Events;
use slip_play::question::Ask;
use std::fmt;

/// Greatest number of rolls that one answer may cause.
const MOST_ROLLS: u32 = 3;
/// Greatest number of answers between the start of a search and one of its ends.
const MOST_STEPS: u32 = 3_000;
/// Greatest number of ends of a search: states in which it stops.
const MOST_ENDS: usize = 600_000;

/// Reason why odds cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OddsError {
    /// The fight could not begin.
    Begin(BeginError),
    /// The engine refused an answer.
    Refused(Refusal),
    /// There are too many ways for the fight to continue.
    TooMany,
    /// The requested action is not possible; contains the reason.
    Impossible(String),
}

impl From<BeginError> for OddsError {
    fn from(error: BeginError) -> OddsError {
        OddsError::Begin(error)
    }
}

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OddsError::Begin(error) => error.fmt(f),
            OddsError::Refused(refusal) => refusal.fmt(f),
            OddsError::TooMany => f.write_str("the fight can go on in too many ways to compute exact odds"),
            OddsError::Impossible(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for OddsError {}

/// Branch of a search: one result of the dice, with the fight that continues from it.
#[derive(Clone, Debug)]
pub struct Branch<C> {
    /// State of the fight in this branch.
    pub fight: C,
    /// Events of this branch since the search began.
    pub events: Events,
    /// Number of dice outcomes that lead to this branch.
    pub ways: u64,
    /// Number of rolls made in this branch.
    pub rolls: u32,
}

impl<C> Branch<C> {
    /// Returns the probability of the branch.
    pub fn chance(&self, dice: DiceKind) -> Ratio {
        Ratio::of(self.ways, self.all(dice))
    }

    /// Returns the number of all dice outcomes for the number of rolls in this branch.
    pub fn all(&self, dice: DiceKind) -> u64 {
        u64::from(RollDistribution::of(dice).all()).saturating_pow(self.rolls)
    }
}

/// Policy of a branch search: answers the questions and decides when to stop.
pub trait BranchPolicy<C> {
    /// Returns the answer to a question of the fight.
    ///
    /// # Errors
    /// [`OddsError::Impossible`] if the requested answer is not among the options.
    fn answer(&mut self, fight: &C, ask: &Ask, options: &Options) -> Result<Choice, OddsError>;

    /// True if the search may stop at this branch; called before a question is asked.
    fn is_over(&self, branch: &Branch<C>, ask: &Ask) -> bool;

    /// True if the events of branches must be kept for use after the search.
    fn tells(&self) -> bool {
        true
    }
}

/// Returns a branch for every end of the search through a fight, in which `course` answers the questions.
///
/// # Errors
/// [`OddsError`].
pub fn ends<C: Conflict>(fight: C, dice: DiceKind, course: &mut dyn BranchPolicy<C>) -> Result<Vec<Branch<C>>, OddsError> {
    let mut open = vec![(Branch { fight, events: Events::new(), ways: 1, rolls: 0 }, 0_u32)];
    let mut ended = Vec::new();
    let mut options = Options::new();
    let mut buffer = Events::new();
    let tells = course.tells();
    while let Some((mut branch, mut steps)) = open.pop() {
        loop {
            options.clear();
            let Some(ask) = branch.fight.next_question(&mut options).filter(|ask| !course.is_over(&branch, ask)) else {
                ended.push(branch);
                break;
            };
            steps += 1;
            if steps > MOST_STEPS || ended.len() + open.len() > MOST_ENDS {
                return Err(OddsError::TooMany);
            }
            let choice = match ask.forced {
                Some(choice) => choice,
                None => course.answer(&branch.fight, &ask, &options)?,
            };
            match branch.fight.decide_listed(&choice.into(), &mut Dice::scripted([]), &mut buffer) {
                Ok(()) => branch.happen(&mut buffer, tells),
                Err(Refusal::DiceRanOut) => {
                    let mut fallen = Vec::new();
                    branch.roll(choice, (dice, tells), &mut buffer, &mut fallen)?;
                    open.extend(fallen.into_iter().map(|branch| (branch, steps)));
                    break;
                }
                Err(refusal) => return Err(OddsError::Refused(refusal)),
            }
        }
    }
    Ok(ended)
}

impl<C: Conflict> Branch<C> {
    fn happen(&mut self, buffer: &mut Events, tells: bool) {
        for event in buffer.drain(..) {
            self.fight.apply(&event);
            if tells {
                self.events.push(event);
            }
        }
    }

    /// Adds a branch to `out` for every outcome of the rolls that an answer needs.
    fn roll(
        &self,
        choice: Choice,
        (dice, tells): (DiceKind, bool),
        buffer: &mut Events,
        out: &mut Vec<Branch<C>>,
    ) -> Result<(), OddsError> {
        let mut scripts: Vec<(Vec<i8>, u64)> = vec![(Vec::new(), 1)];
        for rolls in 1..=MOST_ROLLS {
            let mut short = Vec::new();
            for (script, ways) in &scripts {
                for (total, more) in RollDistribution::of(dice).totals() {
                    let Some(faces) = faces(dice, total).filter(|_| more > 0) else { continue };
                    let script: Vec<i8> = script.iter().copied().chain(faces).collect();
                    let ways = ways * u64::from(more);
                    match self.fight.decide_listed(&choice.into(), &mut Dice::scripted(script.iter().copied()), buffer) {
                        Ok(()) => {
                            let mut next = Branch { ways: self.ways * ways, rolls: self.rolls + rolls, ..self.clone() };
                            next.happen(buffer, tells);
                            out.push(next);
                        }
                        Err(Refusal::DiceRanOut) => short.push((script, ways)),
                        Err(refusal) => return Err(OddsError::Refused(refusal)),
                    }
                }
            }
            if short.is_empty() {
                return Ok(());
            }
            scripts = short;
        }
        Err(OddsError::TooMany)
    }
}

/// Returns dice faces that add up to a total.
fn faces(dice: DiceKind, total: i32) -> Option<Vec<i8>> {
    let total = i8::try_from(total).ok()?;
    match dice {
        DiceKind::Fudge => {
            let one = |place: u8| if place < total.unsigned_abs() { total.signum() } else { 0 };
            Some((0..4).map(one).collect())
        }
        DiceKind::Difference | DiceKind::DifferenceCapped => {
            let (plus, minus) = if total >= 0 { (total + 1, 1) } else { (1, 1 - total) };
            (plus <= 6 && minus <= 6).then(|| vec![plus, minus])
        }
    }
}
