//! Optional effects in space combat: chosen at the start of a phase, for the rolls of one ship in that phase (R-VA2).
//!
//! An effect is optional if it has a price or a limit, or if its use is left open: attacking a whole area, hitting another track, choosing
//! a word that other effects ask for (R-VA10). An effect with `as action` uses up the person's act of the phase and counts as one more
//! station for the person's later rolls of the turn (T-S15).

use crate::choice::{Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::effects::{EffectHost, EffectOperation, EvalContext, Hook, ModifiedQuantity, TableEffect};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, Id};
use crate::space::Space;
use crate::space::effects::{ShipEffectQuery, SpaceRoll};
use crate::space::roster::{Post, PostCrew, WeaponSystem};
use slip_dice::Dice;

impl Space {
    /// Asks the ships, and then the people, that can use an optional effect or make a maneuver in this phase. After them the main part of
    /// the phase begins.
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

    /// Asks the next ship or person about optional effects and maneuvers, after one has passed or has left the fight.
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

    /// Returns the optional effects that an actor may choose now. Each comes with the ship whose rolls it would change.
    fn uses_open(&self, who: ActorId) -> Vec<(u16, ActorId)> {
        let mut open = Vec::new();
        if self.state.person(who).is_some_and(|person| person.acted) || !self.is_about(who) {
            return open;
        }
        for (number, line) in self.roster.lines.iter() {
            let chosen = line.cue.is_none() && is_said(line) && line.hook() != Hook::Reroll;
            // Effects that lend one actor's roll to another are offered later, when the roll is made.
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

    /// True if an actor can use effects now. It is a ship that is in the fight and in no hangar, or a person aboard such a ship. The person
    /// must not fail to act.
    pub(super) fn is_about(&self, who: ActorId) -> bool {
        let ship = self.roster.person(who).map_or(who, |person| person.ship);
        self.takes_part(ship) && self.state.ship(ship).is_some_and(|there| there.fails.is_none() || who == ship)
    }

    /// True if the actor can pay for an effect and its limit is not used up.
    pub(super) fn can_use(&self, line: &TableEffect, who: ActorId) -> bool {
        let uses = self.state.uses.get(usize::from(line.count)).copied().map_or(0, i64::from);
        let left = line.limit.is_none_or(|(times, _)| uses < times);
        left && (line.price == 0 || self.buyer(who, line.price).is_some())
    }

    /// Returns the actor whose points pay a price for a ship or a person; `None` if no such actor has enough. A person pays with their own
    /// points, a ship with those of [`Space::funds`]. A craft may use the points of its parent. If the parent is gone or has too few, the
    /// named pilot pays (R-S36).
    pub(super) fn buyer(&self, who: ActorId, price: u16) -> Option<ActorId> {
        let has = |payer: &ActorId| self.points(*payer) >= price;
        let Some(sheet) = self.roster.ships.row(who) else { return Some(who).filter(has) };
        let pilot = || match self.hand(who, Post::Pilot) {
            PostCrew::Person { who, .. } if sheet.traits.fate_to_parent => Some(who),
            _ => None,
        };
        self.funds(who).filter(has).or_else(|| pilot().filter(has))
    }

    /// True if an effect can change a roll that the ship may make in the present phase.
    fn is_of_phase(&self, number: u16, line: &TableEffect, ship: ActorId) -> bool {
        let rolls = SpaceRoll::of_stage(self.state.stage);
        let stands_in = |roll: SpaceRoll| {
            !matches!(line.does, EffectOperation::Uses)
                || self.roster.uses.iter().any(|(there, used)| *there == number && self.serves(used, ship, roll))
        };
        let counts = |at: &ShipEffectQuery| self.may_count(line, at) && self.is_wanted_of(line, at);
        let maneuvers = self.maneuvers_open(ship).into_iter().filter_map(|choice| self.maneuver(choice.with)?.post);
        let mut rolls = rolls.iter().copied().chain(maneuvers.map(SpaceRoll::Maneuver));
        rolls.any(|roll| stands_in(roll) && counts(&self.at(ship, roll, None)))
    }

    /// True if the effect can make a difference in this phase. If it offers a word, another effect must ask for this word. If it gives an
    /// area, another track or another attack, the ship must be able to attack.
    fn is_wanted_of(&self, line: &TableEffect, at: &ShipEffectQuery) -> bool {
        match &line.does {
            EffectOperation::Choose(word) => self.roster.lines.iter().any(|(_, asking)| {
                asking.asks_for(word)
                    && self.is_carried_now(asking.carrier)
                    && self.is_true_of(asking, at)
                    && asking.roll().is_none_or(|roll| self.fits_roll(roll, asking.carrier, at))
            }),
            EffectOperation::Area { .. } | EffectOperation::Tracks { .. } => line.as_action || self.can_fire(at.ship),
            EffectOperation::Change(ModifiedQuantity::Attacks(_), _) => self.can_fire(at.ship),
            _ => true,
        }
    }

    /// True if the effect should be used by default: it has no price, it helps, and it does not use up the act of a person with a post.
    fn is_for_nothing(&self, number: u16, who: ActorId, ship: ActorId) -> bool {
        let Some(line) = self.roster.lines.get(number).filter(|line| line.price == 0) else { return false };
        let at = Space::about(ship);
        let helps = match &line.does {
            EffectOperation::Change(ModifiedQuantity::Roll(_) | ModifiedQuantity::StressOf(_) | ModifiedQuantity::Attacks(_), by) => {
                self.eye(line.carrier, &at).number(by) > 0
            }
            EffectOperation::Area { place, area, .. } => {
                WeaponSystem::of_stage(self.state.stage).is_some_and(|weapon| self.sweeps_enemies_alone(ship, weapon, *place, *area))
            }
            _ => false,
        };
        let busy = Post::ALL
            .into_iter()
            .any(|post| matches!(self.hand(self.ship_of(who), post), PostCrew::Person { who: there, .. } if there == who));
        helps && !(line.as_action && busy)
    }

    /// Returns the ship itself, or the ship that the person is aboard.
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
            // The person's act can change which helper is next. The next helper is therefore found after this event is applied.
            Space::go(out, Step::of(Phase::Action, self.next_helper(Some(who)).map_or(Id::None, Id::Actor)));
        } else {
            Space::go(out, Step::of(Phase::Action, Id::Actor(who)));
        }
        Ok(())
    }

    /// Records that an actor uses an effect for the rolls of a ship in this phase, and pays its price.
    pub(super) fn use_line(&self, who: ActorId, number: u16, line: &TableEffect, ship: ActorId, out: &mut Events) {
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

/// True if an effect acts only when a player chooses to use it.
const fn is_said(line: &TableEffect) -> bool {
    line.choice || line.as_action || line.leaves_open()
}

/// True if an effect of this kind can make a difference when it is chosen for a roll.
fn matters(line: &TableEffect) -> bool {
    matches!(
        line.does,
        EffectOperation::Change(..)
            | EffectOperation::Set(..)
            | EffectOperation::Blend { .. }
            | EffectOperation::Tracks { .. }
            | EffectOperation::Area { .. }
            | EffectOperation::Choose(_)
            | EffectOperation::Uses
    )
}
