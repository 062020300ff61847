//! Plays out boardings. A space encounter may name a personal encounter, which is played while the ships wait; its winner is the answer to
//! the boarding question.
//!
//! The log of the space encounter contains only the answer. The reason of the answer names the encounter and its winner. The personal fight
//! can be recomputed from that log and its seed.

use super::{PartyAfterEncounter, PartyKey, PartyLoss, has_somebody, party, state_after_encounter};
use crate::run::{Player, Run, RunError, Seats, run_with};
use ecow::{EcoString, eco_format};
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_pack::scenario::{CarriedState, Carry, parties};
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::fight::Fight;
use slip_play::ids::{ActorId, TableKey};
use slip_play::question::{Ask, Points};
use slip_play::space::Space;
use slip_policy::Policy;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Difference between the boarding seeds of one turn and the next. Boardings in the same turn differ by the number of the boarded ship.
const SEEDS_OF_A_TURN: u64 = 1_000;

/// Setup of the boardings of one space encounter: the personal encounter, the people aboard, and their state.
#[derive(Clone, Debug)]
pub struct Boardings {
    pack: Pack,
    fight: Encounter,
    /// People aboard the ships, in source order.
    aboard: Vec<PartyKey>,
    /// State in which the people aboard entered the space encounter.
    known: BTreeMap<PartyKey, PartyAfterEncounter>,
    seed: u64,
}

/// Boarding that was played out as a personal encounter.
#[derive(Clone, Debug)]
pub struct Boarded {
    /// Ship whose people board.
    pub by: ActorId,
    /// Ship that is boarded.
    pub whom: ActorId,
    /// Turn of the space encounter in which the boarding takes place.
    pub turn: u32,
    /// Personal encounter with the carried state applied.
    pub encounter: Encounter,
    /// Description of the carried state, one line per entry.
    pub told: Vec<String>,
    /// Run of the personal encounter; `None` if a side had no actors left.
    pub run: Option<Run>,
    /// True if the boarders won.
    pub won: bool,
    /// State of every participant after the boarding.
    conditions: BTreeMap<PartyKey, PartyAfterEncounter>,
    /// Fate points that each person aboard spent in the boarding; negative if the person gained points.
    spent: BTreeMap<PartyKey, i32>,
}

/// Boardings of one space fight that have been played out so far.
#[derive(Clone, Debug)]
pub struct BoardingProgress {
    of: Rc<Boardings>,
    /// Boardings that were played out, in order.
    pub boarded: Vec<Boarded>,
}

impl Boardings {
    /// Returns the boardings of an encounter if they are played as personal encounters. `seed` is the seed of the space encounter; with
    /// typed dice it is `None`, and 0 is used.
    pub fn of(pack: &Pack, encounter: &Encounter, seed: Option<u64>) -> Option<Boardings> {
        let named = encounter.boarding.as_ref().filter(|_| encounter.rules.is("boarding", "personal"))?;
        let fight = pack.encounters.get(named)?.clone();
        let mut names = parties(encounter).into_iter().map(|(item, count)| party(item, count));
        let (mut aboard, mut known) = (Vec::new(), BTreeMap::new());
        for actor in encounter.sides.iter().flat_map(|side| &side.actors) {
            let _of_the_ship = names.next();
            let Some(ship) = &actor.ship else { continue };
            for (person, own) in ship.people.iter().zip(names.by_ref()) {
                if let Some(carried) = &person.carried {
                    known.insert(own.clone(), before(carried));
                }
                aboard.push(own);
            }
            let _of_its_hangar = names.by_ref().take(ship.fighters.len()).count();
        }
        Some(Boardings { pack: pack.clone(), fight, aboard, known, seed: seed.unwrap_or(0) })
    }

    /// Returns all boardings of a fight that were played. If `waiting` is true, the boarding that the fight now waits for is included.
    ///
    /// # Errors
    ///
    /// [`RunError`] if a boarding cannot be played, or a recorded answer differs from its result.
    pub fn all<'e>(
        self: &Rc<Boardings>,
        start: &Fight,
        events: impl Iterator<Item = &'e Event>,
        waiting: bool,
    ) -> Result<Vec<Boarded>, RunError> {
        let mut course = BoardingProgress { of: Rc::clone(self), boarded: Vec::new() };
        let mut fight = start.clone();
        for event in events {
            if let (Fight::Space(space), Event::Answer { why: Some(why), pick, .. }) = (&fight, event)
                && self.decided(space, why)
            {
                let boarded = course.fight(space)?;
                if boarded.why() != *why || boarded.answer().choice != *pick {
                    let turn = boarded.turn;
                    let said =
                        format!("the answer to the boarding of turn {turn} is `{why}`, but the boarding ended with `{}`", boarded.why());
                    return Err(RunError::Script(said));
                }
            }
            fight.apply(event);
        }
        if let Fight::Space(space) = &fight
            && waiting
            && space.boarding_fight().is_some()
        {
            course.fight(space)?;
        }
        Ok(course.boarded)
    }

    /// True if an answer to a boarding question is the result of a boarding that was played out. `why` is the reason of the answer.
    fn decided(&self, space: &Space, why: &str) -> bool {
        space.boarding_fight().is_some() && why.split_once(':').is_some_and(|(fight, _)| fight == self.fight.name)
    }
}

/// Returns the state of an actor before the boarding, as the actor carries it into the fight.
fn before(carried: &CarriedState) -> PartyAfterEncounter {
    PartyAfterEncounter {
        marked: carried.marked.clone(),
        consequences: carried.consequences.clone(),
        fate: None,
        lost: carried.out.as_ref().map(|how| PartyLoss { how: how.clone(), taken_by: None, returns: false }),
        session: carried.session.clone(),
        ..PartyAfterEncounter::default()
    }
}

impl BoardingProgress {
    /// Creates the record of boardings, before any boarding has taken place.
    pub fn new(of: Boardings) -> BoardingProgress {
        BoardingProgress { of: Rc::new(of), boarded: Vec::new() }
    }

    /// Resets the record to before the first boarding, for another game of the same encounter.
    pub(crate) fn anew(&mut self, seed: u64) {
        Rc::make_mut(&mut self.of).seed = seed;
        self.boarded.clear();
    }

    /// Plays out the boarding that the space fight waits for.
    fn fight(&mut self, space: &Space) -> Result<&Boarded, RunError> {
        let Some((by, whom, _)) = space.boarding_fight() else { return Err(RunError::Endless) };
        let (of, turn) = (Rc::clone(&self.of), space.state.turn);
        let conditions = self.conditions(space);
        let (encounter, told) = prepared(&of.pack, &of.fight, &conditions);
        let standing: Vec<usize> = (0..).zip(&encounter.sides).filter(|(_, side)| has_somebody(side)).map(|(side, _)| side).collect();
        let mut boarded = Boarded {
            by,
            whom,
            turn,
            encounter,
            told,
            run: None,
            won: standing.as_slice() == [0],
            conditions: BTreeMap::new(),
            spent: BTreeMap::new(),
        };
        if standing.len() > 1 {
            let seed = of.seed.wrapping_add(u64::from(turn).wrapping_mul(SEEDS_OF_A_TURN)).wrapping_add(u64::from(whom.0));
            let run = run_with(&of.pack, &boarded.encounter, Dice::seeded(seed, 0), Some(seed), Seats::standard())?;
            // The side that is written first in the encounter is the side that boards (R-VC7).
            boarded.won = run.outcome.winner.is_some_and(|winner| winner.place() == 0);
            boarded.conditions = state_after_encounter::read(&boarded.encounter, &run.end(), run.events.iter()).conditions;
            for who in &of.aboard {
                let had = conditions.get(who).and_then(|before| before.fate);
                let has = boarded.conditions.get(who).and_then(|after| after.fate);
                if let (Some(had), Some(has)) = (had, has) {
                    boarded.spent.insert(who.clone(), had.saturating_sub(has));
                }
            }
            boarded.run = Some(run);
        }
        self.boarded.push(boarded);
        self.boarded.last().ok_or(RunError::Endless)
    }

    /// Returns the current state of all people: their state when they came aboard, changed by earlier boardings, and their current fate
    /// points.
    fn conditions(&self, space: &Space) -> BTreeMap<PartyKey, PartyAfterEncounter> {
        let mut now = self.of.known.clone();
        for boarded in &self.boarded {
            for (who, condition) in &boarded.conditions {
                now.entry(who.clone()).or_default().replace(condition.clone(), &boarded.encounter.rules);
            }
        }
        for (number, (who, person)) in self.of.aboard.iter().zip(&space.state.people).enumerate() {
            let points = i32::from(person.fate.points()).saturating_sub(spent(&self.boarded, who)).max(0);
            let there = now.entry(who.clone()).or_default();
            there.fate = Some(points);
            there.session.replace(state_after_encounter::counted_aboard(space, number));
        }
        now
    }
}

/// Returns the fate points that a person spent in boardings.
fn spent(boarded: &[Boarded], who: &PartyKey) -> i32 {
    boarded.iter().filter_map(|boarded| boarded.spent.get(who)).fold(0, |sum, spent| sum.saturating_add(*spent))
}

/// Returns the encounter with the current state of all actors. An actor who was taken out in an earlier boarding of the same fight does
/// not fight again.
fn prepared(pack: &Pack, fight: &Encounter, conditions: &BTreeMap<PartyKey, PartyAfterEncounter>) -> (Encounter, Vec<String>) {
    let mut names = parties(fight).into_iter().map(|(item, count)| party(item, count));
    let (mut encounter, mut told) = (fight.clone(), Vec::new());
    for side in &mut encounter.sides {
        for (actor, own) in side.actors.iter_mut().zip(names.by_ref()) {
            let Some(condition) = conditions.get(&own) else { continue };
            let carried = condition.carried(&Carry::ALL, false, &side.name, &fight.rules);
            told.extend(carried.in_words(&pack.actor_title(actor)));
            actor.carried = (!carried.is_nothing()).then(|| Box::new(carried));
        }
    }
    (encounter, told)
}

/// Merges the results of boardings into the state after the space fight. Tracks and consequences come from the boardings; fate points are
/// those of the space fight minus the points spent in boardings.
pub(super) fn lay_over(conditions: &mut BTreeMap<PartyKey, PartyAfterEncounter>, boarded: &[Boarded]) -> Vec<PartyKey> {
    let mut lost = Vec::new();
    for one in boarded {
        for (who, condition) in &one.conditions {
            let aboard = one.spent.contains_key(who);
            let fate = conditions.get(who).and_then(|before| before.fate).filter(|_| aboard);
            let mut condition = condition.clone();
            condition.fate = match (fate, one.spent.get(who)) {
                (Some(fate), Some(spent)) => Some(fate.saturating_sub(*spent).max(0)),
                _ => condition.fate,
            };
            if condition.lost.is_some() {
                lost.push(who.clone());
            }
            conditions.entry(who.clone()).or_default().replace(condition, &one.encounter.rules);
        }
    }
    lost
}

impl Boarded {
    /// Returns the reason of the answer to the boarding question: the encounter and its winner.
    pub fn why(&self) -> EcoString {
        let winner = self.run.as_ref().and_then(|run| run.outcome.winner).map(|winner| winner.place());
        let winner = if self.run.is_none() { Some(usize::from(!self.won)) } else { winner };
        let winner = winner.and_then(|side| self.encounter.sides.get(side)).map_or("nobody", |side| side.name.as_str());
        eco_format!("{}:{winner}", self.encounter.name)
    }

    /// Returns the answer to the boarding question that follows from the boarding's winner.
    pub fn answer(&self) -> Answer {
        Choice::of(if self.won { Verb::Yes } else { Verb::No }).into()
    }

    /// Returns the log of the boarding; `None` if a side had no actors left.
    pub fn json_lines(&self) -> Option<String> {
        self.run.as_ref().map(Run::json_lines)
    }

    /// Returns the transcript of the boarding, with a heading and the result.
    pub fn account(&self) -> String {
        let mut lines = vec![format!("--- Turn {}: {} ---", self.turn, self.encounter.title)];
        if !self.told.is_empty() {
            lines.push("Brought along:".to_owned());
            lines.extend(self.told.iter().map(|line| format!("  {line}")));
        }
        lines.push(String::new());
        if let Some(run) = &self.run {
            lines.push(run.transcript());
        }
        lines.push(if self.won { "The boarding succeeds.\n" } else { "The boarders are thrown back.\n" }.to_owned());
        lines.join("\n")
    }
}

/// True if a player of this kind answers boarding questions itself: people, scripts and programs do.
pub fn answers_itself(word: &str) -> bool {
    matches!(word, "human" | "script" | "program")
}

/// Player whose boarding questions are answered by playing out the boarding.
pub(crate) struct BoardingPlayer {
    player: Player,
    course: Rc<RefCell<BoardingProgress>>,
    found: Option<EcoString>,
    trouble: Option<String>,
}

impl BoardingPlayer {
    /// Wraps `player`. The wrapper answers boarding questions by playing out the boarding; `player` answers all others.
    pub(crate) fn beside(player: Player, course: &Rc<RefCell<BoardingProgress>>) -> Player {
        if answers_itself(player.word()) {
            return player;
        }
        Box::new(BoardingPlayer { player, course: Rc::clone(course), found: None, trouble: None })
    }
}

impl Policy<Fight> for BoardingPlayer {
    fn choose(&mut self, fight: &Fight, ask: &Ask, options: &Options) -> Answer {
        self.found = None;
        if let Fight::Space(space) = fight
            && space.boarding_fight().is_some()
        {
            match self.course.borrow_mut().fight(space) {
                Ok(boarded) => {
                    self.found = Some(boarded.why());
                    return boarded.answer();
                }
                Err(error) => self.trouble = Some(error.to_string()),
            }
        }
        self.player.choose(fight, ask, options)
    }

    fn asks(&self) -> Points {
        self.player.asks()
    }

    fn why(&self) -> Option<EcoString> {
        self.found.clone().or_else(|| self.player.why())
    }

    fn problem(&self) -> Option<String> {
        self.trouble.clone().or_else(|| self.player.problem())
    }

    fn remembers(&self) -> bool {
        self.player.remembers()
    }

    fn anew(&mut self, seed: u64, stream: u64) -> bool {
        self.course.borrow_mut().anew(seed);
        self.found = None;
        self.trouble = None;
        self.player.anew(seed, stream)
    }

    fn over(&mut self, fight: &Fight) {
        self.player.over(fight);
    }

    fn word(&self) -> &'static str {
        self.player.word()
    }

    fn doctrine(&self) -> Option<&str> {
        self.player.doctrine()
    }
}
