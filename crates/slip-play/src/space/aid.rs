//! Lines that somebody chooses to use: said at the head of a phase, for the rolls of one ship in it (effects.md 2, R-VA2).
//!
//! A line with a price or a limit is its ship's choice, and so is what need not be done: striking a whole place, hitting another
//! track, a word that other lines ask for (R-VA10). One that takes an action (`as action`) is somebody's act of the phase, and
//! counts as one more station for their later rolls of the turn (space.md 2.3, T-S15).

use crate::choice::{Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::effects::{Does, Hook, Line, Sight, What, Witness};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, Id};
use crate::space::Space;
use crate::space::lines::{At, SpaceRoll};
use crate::space::roster::{Hand, Post, Weapon};
use slip_dice::Dice;

impl Space {
    /// Asks everybody who has something to use in this phase, ships before people; then the phase itself begins.
    pub(super) fn open_aid(&self, out: &mut Events) {
        self.next_aid(None, out);
    }

    fn next_aid(&self, after: Option<ActorId>, out: &mut Events) {
        let any = !self.roster.maneuvers.is_empty() || self.roster.lines.iter().any(|(_, line)| is_said(line));
        let next = if any { self.next_helper(after) } else { None };
        match next {
            Some(who) => Space::go(out, Step::of(Phase::Action, Id::Actor(who))),
            None => self.open_body(out),
        }
    }

    /// Whoever helped was the last who could, or whoever was to be asked has gone.
    pub(super) fn resume_aid(&self, out: &mut Events) {
        match self.state.step.who.actor() {
            Some(who) => self.next_aid(Some(who), out),
            None => self.open_body(out),
        }
    }

    fn next_helper(&self, after: Option<ActorId>) -> Option<ActorId> {
        let everybody = self.roster.ships.len() + self.roster.people.len();
        let all = (0..everybody).filter_map(|number| u8::try_from(number).ok()).map(ActorId);
        all.filter(|&who| after.is_none_or(|after| who > after))
            .find(|&who| !self.uses_open(who).is_empty() || !self.maneuvers_open(who).is_empty())
    }

    /// Lines somebody may choose now, each with the ship whose rolls it would change.
    fn uses_open(&self, who: ActorId) -> Vec<(u16, ActorId)> {
        let mut open = Vec::new();
        if self.state.person(who).is_some_and(|person| person.acted) || !self.is_about(who) {
            return open;
        }
        for (number, line) in self.roster.lines.iter() {
            let chosen = line.cue.is_none() && is_said(line) && line.hook() != Hook::Reroll;
            // What another may roll is asked when it is to be rolled.
            let lent = self.roster.uses.iter().any(|(there, stand_in)| *there == number && stand_in.lenders_roll);
            if !chosen || lent || !matters(line) || !self.can_use(line, who) {
                continue;
            }
            for ship in self.state.ships.keys().filter(|&ship| self.is_about(ship)) {
                let by = if line.as_action { line.carrier.person() == Some(who) } else { ship == who };
                let taken = self.state.chosen.contains(&(number, ship));
                if by && !taken && self.is_of_phase(number, line, ship) {
                    open.push((number, ship));
                }
            }
        }
        open
    }

    /// True if somebody is in the fight: a ship that is not in a hangar, a person aboard one.
    pub(super) fn is_about(&self, who: ActorId) -> bool {
        let ship = self.roster.person(who).map_or(who, |person| person.ship);
        self.takes_part(ship) && self.state.ship(ship).is_some_and(|there| there.fails.is_none() || who == ship)
    }

    /// Whether whoever would use a line can pay for it, and it is not used up.
    pub(super) fn can_use(&self, line: &Line, who: ActorId) -> bool {
        let uses = self.state.uses.get(usize::from(line.count)).copied().map_or(0, i64::from);
        let left = line.limit.is_none_or(|(times, _)| uses < times);
        left && (line.price == 0 || self.buyer(who, line.price).is_some())
    }

    /// Whose purse pays so much for what a ship or a person uses: a person's own; a ship's, or that of whoever pays for it
    /// ([`Space::funds`]); where that has not enough or is gone, of a ship whose points are charged to another the own of the
    /// named person who flies it (8.5, R-S36).
    pub(super) fn buyer(&self, who: ActorId, price: u16) -> Option<ActorId> {
        let has = |payer: &ActorId| self.points(*payer) >= price;
        let Some(sheet) = self.roster.ships.row(who) else { return Some(who).filter(has) };
        let pilot = || match self.hand(who, Post::Pilot) {
            Hand::Person { who, .. } if sheet.traits.fate_to_parent => Some(who),
            _ => None,
        };
        self.funds(who).filter(has).or_else(|| pilot().filter(has))
    }

    /// True if a line has a say in a roll that a ship may make in this phase.
    fn is_of_phase(&self, number: u16, line: &Line, ship: ActorId) -> bool {
        let rolls = SpaceRoll::of_stage(self.state.stage);
        let stands_in = |roll: SpaceRoll| {
            !matches!(line.does, Does::Uses) || self.roster.uses.iter().any(|(there, used)| *there == number && self.serves(used, roll))
        };
        let counts = |at: &At| self.may_count(line, at) && self.is_wanted_of(line, at);
        rolls.iter().any(|&roll| stands_in(roll) && counts(&self.at(ship, roll, None)))
    }

    /// True if there is something to choose in a roll: a word that some line of it asks for, somebody to strike.
    fn is_wanted_of(&self, line: &Line, at: &At) -> bool {
        match &line.does {
            Does::Choose(word) => self.roster.lines.iter().any(|(_, asking)| {
                asking.asks_for(word)
                    && self.is_carried_now(asking.carrier)
                    && self.is_true_of(asking, at)
                    && asking.roll().is_none_or(|roll| self.fits_roll(roll, asking.carrier, at))
            }),
            Does::Area { .. } | Does::Tracks { .. } => line.as_action || self.can_fire(at.ship),
            _ => true,
        }
    }

    /// Whether a line is used unless somebody says no: it costs nothing and helps, or takes an act of somebody with no post.
    fn is_for_nothing(&self, number: u16, who: ActorId, ship: ActorId) -> bool {
        let Some(line) = self.roster.lines.get(number).filter(|line| line.price == 0) else { return false };
        let at = Space::about(ship);
        let helps = match &line.does {
            Does::Change(What::Roll(_) | What::StressOf(_), by) => self.eye(line.carrier, &at).number(by) > 0,
            Does::Area { place, area, .. } => {
                Weapon::of_stage(self.state.stage).is_some_and(|weapon| self.sweeps_enemies_alone(ship, weapon, *place, *area))
            }
            _ => false,
        };
        let busy =
            Post::ALL.into_iter().any(|post| matches!(self.hand(self.ship_of(who), post), Hand::Person { who: there, .. } if there == who));
        helps && !(line.as_action && busy)
    }

    /// The ship that somebody is or is aboard.
    pub(super) fn ship_of(&self, who: ActorId) -> ActorId {
        self.roster.person(who).map_or(who, |person| person.ship)
    }

    pub(super) fn legal_aid(&self, out: &mut Options) {
        let mut default = Choice::of(Verb::Pass);
        out.push(default);
        if let Some(who) = self.state.step.who.actor() {
            for (number, ship) in self.uses_open(who) {
                let choice = Choice::of(Verb::Yes).with(number).on(Id::Actor(ship));
                if default.verb == Verb::Pass && self.is_for_nothing(number, who, ship) {
                    default = choice;
                }
                out.push(choice);
            }
            self.maneuvers_open(who).into_iter().for_each(|choice| {
                out.push(choice);
            });
        }
        out.sort_with_default(Some(default));
    }

    pub(super) fn decide_aid(&self, choice: Choice, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Some(who) = self.state.step.who.actor() else { return Ok(()) };
        if choice.verb == Verb::Maneuver {
            return self.begin_maneuver(who, choice, dice, out);
        }
        let line = self.roster.lines.get(choice.with).filter(|_| choice.verb == Verb::Yes);
        let (Some(line), Some(ship)) = (line, choice.it.actor()) else {
            self.next_aid(Some(who), out);
            return Ok(());
        };
        self.use_line(who, choice.with, line, ship, out);
        if line.as_action {
            // Who has acted counts for what the phase begins with, and is known when this has been told.
            Space::go(out, Step::of(Phase::Action, self.next_helper(Some(who)).map_or(Id::None, Id::Actor)));
        } else {
            Space::go(out, Step::of(Phase::Action, Id::Actor(who)));
        }
        Ok(())
    }

    /// Counts a use of a line for the rolls of a ship, and pays its price.
    pub(super) fn use_line(&self, who: ActorId, number: u16, line: &Line, ship: ActorId, out: &mut Events) {
        if line.as_action {
            out.push(Event::Counter { who, what: Counter::Granted(number), change: 1, now: 1 });
        }
        let uses = self.state.uses.get(usize::from(line.count)).copied().unwrap_or(0);
        let now = i32::try_from(uses).unwrap_or(i32::MAX).saturating_add(1);
        out.push(Event::Counter { who: ship, what: Counter::Line(number), change: 1, now });
        if let Some(payer) = self.buyer(who, line.price).filter(|_| line.price > 0) {
            let left = self.points(payer).saturating_sub(line.price);
            out.push(Event::Fate { who: payer, change: -i32::from(line.price), left, from: None });
        }
    }
}

/// True if somebody says that a line is used.
const fn is_said(line: &Line) -> bool {
    line.choice || line.as_action || line.leaves_open()
}

/// True if a line says something that choosing it brings about.
fn matters(line: &Line) -> bool {
    matches!(
        line.does,
        Does::Change(..) | Does::Set(..) | Does::Blend { .. } | Does::Tracks { .. } | Does::Area { .. } | Does::Choose(_) | Does::Uses
    )
}
