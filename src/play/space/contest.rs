//! After the dice: invokes, tags, free tags and spin, in turns, the attacker first, or in seat order (space.md 1, D-S4). Floor 5.
//!
//! Ships pay from their own purse, fighters from their parent's, those in tow from their lead's (8.2); a person pays for what
//! the person rolls and for nothing else (R-S36).

use crate::dice::{Dice, Faces};
use crate::fate::purse::spin_of;
use crate::fate::{Aspect, Holder, Origin, Scope, Term};
use crate::play::ask::Point;
use crate::play::choice::{Answer, Choice, Options, Verb};
use crate::play::conflict::Refusal;
use crate::play::event::{Buy, Counter, Event, Events, Phase, Stage, Step};
use crate::play::ids::{ActorId, AspectId, Id};
use crate::play::space::Space;
use crate::play::space::apply::scope_of;
use crate::play::space::lines::SpaceRoll;
use crate::play::space::roster::{Post, Weapon};
use crate::play::space::state::{Contest, Matter, Roll};
use ecow::EcoString;

/// What using an aspect on a roll means: equal bargains are one option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bargain {
    /// Invoke, tag or free tag.
    verb: Verb,
    /// The scope whose one paid use it takes.
    scope: Scope,
    /// Whose navigator may deny it (R-S11).
    deniable: Option<ActorId>,
    /// Whose turn ends it, if it is transient.
    until: Option<u8>,
    /// What using it adds.
    bonus: i32,
}

/// Most spin offered at once.
const MOST_SPIN: i32 = 20;

/// A declaration that is late enough for every free tag: here they are usable as soon as they are there.
const ANY_TIME: u32 = u32::MAX;

impl Space {
    /// Whose purse pays for what a ship does: its own; a fighter's parent's; in a tether the lead's alone (8.2).
    pub fn funds(&self, ship: ActorId) -> Option<ActorId> {
        let sheet = self.roster.ships.row(ship)?;
        let owner = if sheet.traits.fate_to_parent { sheet.parent? } else { ship };
        let payer = self.state.ship(owner)?.tether.unwrap_or(owner);
        let there = self.state.ship(payer)?;
        (there.is_active() && self.side(payer) == self.side(ship)).then_some(payer)
    }

    /// The points of a ship or a person.
    pub fn points(&self, who: ActorId) -> u16 {
        match self.state.person(who) {
            Some(person) => person.fate.points(),
            None => self.state.ship(who).map_or(0, |ship| ship.fate.points()),
        }
    }

    /// Those who can pay for a roll, the ship's purse first: as options name them, and whose purse it is.
    fn payers(&self, roll: &Roll) -> impl Iterator<Item = (Id, ActorId)> {
        let ship = self.funds(roll.who).map(|payer| (Id::None, payer));
        let person = roll.by.map(|by| (Id::Actor(by), by));
        [ship, person].into_iter().flatten().filter(|&(_, payer)| self.points(payer) > 0)
    }

    /// The roll of a party.
    fn party_roll(&self, party: u8) -> Option<(&Contest, &Roll)> {
        let contest = self.state.contest.as_ref()?;
        Some((contest, contest.rolls.get(usize::from(party))?))
    }

    /// Whether nothing can be added to a roll: a failure to act is final (5.0), a flat firewall is what it is (R-S19).
    fn is_final(&self, contest: &Contest, roll: &Roll) -> bool {
        let Some(ship) = self.state.ship(roll.who) else { return true };
        let idle = ship.fails.is_some() && matches!(contest.matter, Matter::Detection | Matter::Position);
        let flat = self.state.stage == Stage::Ew && !roll.rolled && ship.fixed.ew && self.roster.settings.firewall_flat;
        idle || flat
    }

    /// What an aspect would be to a party; none if it cannot be used on its roll.
    fn bargain(&self, contest: &Contest, roll: &Roll, id: AspectId) -> Option<Bargain> {
        let aspect = self.state.aspects.row(id)?;
        if !aspect.present || roll.used.contains(&id) || !self.is_in_scope(contest, roll, aspect) {
            return None;
        }
        let scope = scope_of(&self.state, &self.roster, roll.who, aspect.holder);
        let until = aspect.placer.filter(|_| aspect.term == Term::Transient);
        let bonus = self.invoke_bonus(id, roll.who);
        if aspect.is_free_for(self.side(roll.who).0, ANY_TIME) {
            return Some(Bargain { verb: Verb::Free, scope, deniable: self.denier(roll.who, aspect), until, bonus });
        }
        let any_own = scope == Scope::Own && self.roster.settings.self_invokes_any;
        let taken = roll.paid.contains(&scope) && !any_own;
        if taken || self.payers(roll).next().is_none() {
            return None;
        }
        let own = matches!(aspect.holder, Holder::Actor(who) | Holder::Gear(who, _) if who == roll.who.0 || roll.by == Some(ActorId(who)));
        Some(Bargain { verb: if own { Verb::Invoke } else { Verb::Tag }, scope, deniable: None, until, bonus })
    }

    /// Whether an aspect is near enough to a roll: the roller's own and that of whoever rolls for it, an opponent's whose roll
    /// lies on the table, an ally's, the scene's and what lies around it.
    fn is_in_scope(&self, contest: &Contest, roll: &Roll, aspect: &Aspect) -> bool {
        // That two ships hang together helps neither boarders nor boarded (R-S26).
        if contest.matter == Matter::Boarding && aspect.origin == Origin::Automatic && aspect.text == self.roster.settings.tethered {
            return false;
        }
        let who = match aspect.holder {
            Holder::Actor(who) | Holder::Gear(who, _) => ActorId(who),
            Holder::Zone(_) => return false,
            Holder::Scene | Holder::System | Holder::Campaign => return true,
        };
        let aimed = |who: ActorId| contest.matter == Matter::Maneuver && self.state.declared.it == Id::Actor(who);
        let rolls = |who: ActorId| contest.rolls.iter().any(|there| there.who == who || there.by == Some(who)) || aimed(who);
        if self.roster.person(who).is_some() {
            return roll.by == Some(who) || (self.are_enemies(roll.who, who) && rolls(who));
        }
        who == roll.who
            || if self.are_enemies(roll.who, who) { rolls(who) } else { self.state.ship(who).is_some_and(|ship| ship.is_active()) }
    }

    /// Whose navigator may deny a free tag: that of a ship that has spent its fuel, against others (4.8).
    fn denier(&self, by: ActorId, aspect: &Aspect) -> Option<ActorId> {
        let Holder::Actor(on) = aspect.holder else { return None };
        let on = ActorId(on);
        let spent = aspect.text == self.roster.settings.low_fuel && self.are_enemies(by, on);
        (spent && self.eff(on, Post::Navigation).is_some()).then_some(on)
    }

    /// The spin a ship may spend.
    fn spin(&self, who: ActorId) -> i32 {
        spin_of(&self.state.spin, self.side(who).0)
    }

    /// Whether a party has anything to add, and wants to be asked.
    fn can_adjust(&self, party: u8) -> bool {
        let Some((contest, roll)) = self.party_roll(party) else { return false };
        let asked = self.state.asks.row(self.side(roll.who)).is_some_and(|points| points.asks(Point::Adjust));
        asked
            && !self.is_final(contest, roll)
            && (self.spin(roll.who) > 0
                || !self.reroll_lines(contest, roll).is_empty()
                || self.state.aspects.keys().any(|id| self.bargain(contest, roll, id).is_some()))
    }

    /// Lines by which a roll may fall again.
    fn reroll_lines(&self, contest: &Contest, roll: &Roll) -> Vec<u16> {
        if !roll.rolled || roll.again {
            return Vec::new();
        }
        let attacks = contest.rolls.first().is_some_and(|first| first.id == roll.id);
        let (act, against) = match (contest.matter, Weapon::of_stage(self.state.stage)) {
            (Matter::Detection, _) => (SpaceRoll::Navigation, None),
            (Matter::Position, _) => (SpaceRoll::Position, None),
            (Matter::Attack, Some(weapon)) if attacks => (SpaceRoll::attack(weapon), self.state.declared.it.actor()),
            (Matter::Attack, Some(weapon)) => (SpaceRoll::defence(weapon), self.state.declared.me),
            (Matter::Repair(_), _) => (SpaceRoll::Repair, None),
            (Matter::Boarding, _) => (SpaceRoll::Boarding, None),
            (Matter::Maneuver, _) => match self.maneuvering().and_then(|(number, _)| self.maneuver(number)?.post) {
                Some(post) if attacks => (SpaceRoll::Maneuver(post), self.state.declared.it.actor()),
                _ => return Vec::new(),
            },
            (Matter::Attack | Matter::Deny(_), _) => return Vec::new(),
        };
        self.rerolls(roll.who, act, against).into_iter().map(|(number, _)| number).collect()
    }

    /// What a party to the rolls on the table can still add: by free tags and spin, and with points besides (one paid use a
    /// scope).
    pub fn still_to_add(&self, party: u8) -> (i32, i32) {
        let Some((contest, roll)) = self.party_roll(party).filter(|(contest, roll)| !self.is_final(contest, roll)) else {
            return (0, 0);
        };
        let mut free = self.spin(roll.who);
        let mut scopes: Vec<Scope> = Vec::new();
        let mut bonuses: Vec<i32> = Vec::new();
        for bargain in self.state.aspects.keys().filter_map(|id| self.bargain(contest, roll, id)) {
            if bargain.verb == Verb::Free {
                free += bargain.bonus;
            } else if !scopes.contains(&bargain.scope) {
                scopes.push(bargain.scope);
                bonuses.push(bargain.bonus);
            }
        }
        let points: u16 = self.payers(roll).map(|(_, payer)| self.points(payer)).sum();
        bonuses.sort_unstable_by_key(|&bonus| std::cmp::Reverse(bonus));
        (free, free + bonuses.into_iter().take(usize::from(points)).sum::<i32>())
    }

    /// Opens the window of the rolls on the table; when it closes, the engine settles them at `Phase::Result`.
    pub(super) fn open_window(&self, out: &mut Events) {
        Space::go(out, Step::of(Phase::Adjust, Id::None));
    }

    /// The window is open, and all rolls lie: the first who has something to add.
    pub(super) fn first_to_adjust(&self, out: &mut Events) {
        self.hand_on(0, 0, out);
    }

    /// Hands the window to the first party from `party` on that has something to add; closes it when as many have passed in a
    /// row as there are.
    fn hand_on(&self, party: u8, passes: u8, out: &mut Events) {
        let rolls = self.state.contest.as_ref().map_or(&[][..], |contest| &contest.rolls);
        let count = u8::try_from(rolls.len()).unwrap_or(u8::MAX);
        let mut party = party % count.max(1);
        let mut passes = passes;
        while passes < count && !self.can_adjust(party) {
            party = (party + 1) % count;
            passes += 1;
        }
        if passes >= count {
            return Space::go(out, Step::of(Phase::Result, Id::None));
        }
        let who = rolls.get(usize::from(party)).map_or(Id::None, |roll| Id::Actor(roll.who));
        Space::go(out, Step::of(Phase::Adjust, who).n(party).m(passes));
    }

    pub(super) fn legal_adjust(&self, out: &mut Options) {
        let pass = Choice::of(Verb::Pass);
        out.push(pass);
        let Some((contest, roll)) = self.party_roll(self.state.step.n).filter(|(contest, roll)| !self.is_final(contest, roll)) else {
            return;
        };
        let mut seen: Vec<Bargain> = Vec::new();
        for id in self.state.aspects.keys() {
            let Some(bargain) = self.bargain(contest, roll, id).filter(|bargain| !seen.contains(bargain)) else { continue };
            seen.push(bargain);
            let paid = bargain.verb != Verb::Free;
            let payers = self.payers(roll).map(|(named, _)| named).filter(|_| paid);
            for named in payers.chain((!paid).then_some(Id::None)) {
                let choice = Choice::of(bargain.verb).with(id.0).on(named);
                out.push(choice.how(Choice::PLUS_TWO));
                // Dice that have counted already stay as they fell (R-S14).
                if roll.rolled && !roll.again {
                    out.push(choice.how(Choice::REROLL));
                }
            }
        }
        for number in self.reroll_lines(contest, roll) {
            out.push(Choice::of(Verb::Yes).with(number).how(Choice::REROLL));
        }
        for n in 1..=self.spin(roll.who).min(MOST_SPIN) {
            out.push(Choice::of(Verb::Spin).n(i16::try_from(n).unwrap_or(0)));
        }
        out.sort_with_default(Some(pass));
    }

    pub(super) fn decide_adjust(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let choice = answer.choice;
        let step = self.state.step;
        let Some((contest, roll)) = self.party_roll(step.n) else {
            self.hand_on(step.n, step.m, out);
            return Ok(());
        };
        if choice.verb == Verb::Pass {
            out.push(Purchase { say: answer.say.clone(), ..Purchase::pass(roll) }.event(roll));
            self.hand_on(step.n.wrapping_add(1), step.m + 1, out);
            return Ok(());
        }
        if choice.verb == Verb::Free
            && let Some(id) = choice.aspect()
        {
            out.push(Event::AspectFree { id, free: None, by: Some(roll.who) });
            if self.bargain(contest, roll, id).is_some_and(|bargain| bargain.deniable.is_some()) {
                let now = i32::try_from(roll.id).unwrap_or(0);
                let change = i32::from(choice.how == Choice::REROLL);
                out.push(Event::Counter { who: roll.who, what: Counter::Deniable(id), change, now });
                return Ok(());
            }
        }
        self.buy(roll, answer, dice, out)?;
        self.hand_on(step.n.wrapping_add(1), 0, out);
        Ok(())
    }

    /// What is bought changes the roll, and is paid for.
    fn buy(&self, roll: &Roll, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let choice = answer.choice;
        let payer = match choice.it.actor() {
            Some(person) => Some(person),
            None => self.funds(roll.who),
        };
        let paid = matches!(choice.verb, Verb::Invoke | Verb::Tag);
        let by = payer.filter(|_| paid).unwrap_or(roll.who);
        let aspect = choice.aspect().filter(|_| matches!(choice.verb, Verb::Invoke | Verb::Tag | Verb::Free));
        let bonus = aspect.map_or(0, |id| self.invoke_bonus(id, roll.who));
        let (buy, amount) = match choice.verb {
            Verb::Spin => (Buy::Spin, i32::from(choice.n)),
            Verb::Invoke => (Buy::Invoke, bonus),
            Verb::Tag => (Buy::Tag, bonus),
            Verb::Yes => (Buy::Line, 0),
            _ => (Buy::Free, bonus),
        };
        let (amount, faces, total) = if choice.verb != Verb::Spin && choice.how == Choice::REROLL {
            let fresh = dice.roll(self.roster.settings.dice)?;
            (0, Some(fresh), roll.total() - roll.faces.total() + fresh.total())
        } else {
            (amount, None, roll.total() + amount)
        };
        let cost = u16::from(paid);
        if let Some(line) = self.roster.lines.get(choice.with).filter(|_| choice.verb == Verb::Yes) {
            self.use_line(roll.who, choice.with, line, roll.who, out);
        }
        out.push(Purchase { by, buy, aspect, amount, faces, cost, total, say: answer.say.clone() }.event(roll));
        if paid {
            self.pay(by, roll, out);
        }
        if choice.verb == Verb::Spin {
            out.push(Event::Spin { who: roll.who, change: -amount, lapsed: false });
        }
        Ok(())
    }

    /// A point is paid: to the bank, or where points only change hands to whom the use of it hurts, the first against it.
    fn pay(&self, by: ActorId, roll: &Roll, out: &mut Events) {
        let left = self.points(by).saturating_sub(1);
        let payee = if self.roster.settings.zero_sum { self.payee(roll) } else { None };
        out.push(Event::Fate { who: by, change: -1, left, from: payee });
        if let Some(payee) = payee {
            out.push(Event::Fate { who: payee, change: 1, left: self.points(payee).saturating_add(1), from: Some(by) });
        }
    }

    /// Whom a use of points on a roll hurts: the other party on the table, else the first enemy in the fight.
    fn payee(&self, roll: &Roll) -> Option<ActorId> {
        let against = |who: &ActorId| self.are_enemies(roll.who, *who);
        let rolls = self.state.contest.iter().flat_map(|contest| contest.rolls.iter().map(|there| there.who));
        let others = self.state.ships.iter().filter(|(_, ship)| ship.is_active()).map(|(id, _)| id);
        let active = rolls.clone().chain(others).filter(against).find_map(|enemy| self.funds(enemy));
        // Against a wreck there may be nobody left to pay: it keeps what it gets.
        active.or_else(|| rolls.chain(self.state.ships.keys()).find(against))
    }

    /// A navigator rolls against a free tag, or lets it be; where the roll succeeds the tag is lost (4.8, R-S11).
    pub(super) fn decide_deny(&self, choice: Choice, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Some(denial) = self.state.deny else { return Ok(()) };
        let denied = choice.verb == Verb::Deny && self.denies(denial.on, dice, out)?;
        let step = self.state.step;
        if !denied && let Some((_, roll)) = self.party_roll(step.n) {
            let how = if denial.reroll { Choice::REROLL } else { Choice::PLUS_TWO };
            self.buy(roll, &Answer::from(Choice::of(Verb::Free).with(denial.aspect.0).how(how)), dice, out)?;
        }
        let now = if denied { 1 } else { 2 };
        out.push(Event::Counter { who: denial.on, what: Counter::Denied, change: 1, now });
        self.hand_on(step.n.wrapping_add(1), 0, out);
        Ok(())
    }

    fn denies(&self, who: ActorId, dice: &mut Dice, out: &mut Events) -> Result<bool, Refusal> {
        let Some((skill, parts)) = self.post_parts(who, Post::Navigation, out) else { return Ok(false) };
        let difficulty = self.roster.settings.deny_difficulty;
        let number = self.state.rolls;
        let total = self.cast(number, who, Some(skill), parts, Some(difficulty), dice, out)?;
        let shifts = total - difficulty;
        out.push(Event::Result { roll: number, against: None, attack: total, defence: difficulty, shifts, ok: shifts >= 0 });
        Ok(shifts >= 0)
    }
}

/// What is bought on a roll, or that nothing is.
struct Purchase {
    by: ActorId,
    buy: Buy,
    aspect: Option<AspectId>,
    amount: i32,
    faces: Option<Faces>,
    cost: u16,
    total: i32,
    say: Option<EcoString>,
}

impl Purchase {
    fn pass(roll: &Roll) -> Purchase {
        Purchase { by: roll.who, buy: Buy::Pass, aspect: None, amount: 0, faces: None, cost: 0, total: roll.total(), say: None }
    }

    fn event(self, roll: &Roll) -> Event {
        let Purchase { by, buy, aspect, amount, faces, cost, total, say } = self;
        Event::Adjust { roll: roll.id, by, buy, aspect, only: None, amount, faces, cost, total, say }
    }
}
