//! Purchases after the dice: invokes, tags, free tags and spin. The parties buy in turns. In an attack the attacker is first; otherwise the
//! order is that of the seats.
//!
//! A ship pays with its own points, a fighter with its parent's, a towed ship with its lead's. A person pays only for their own rolls
//! (R-S36).

use crate::choice::{Answer, Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::effects::Hook;
use crate::event::{Counter, Event, Events, Phase, SpacePhase, Step};
use crate::ids::{ActorId, AspectId, Id, IdVec, Seat};
use crate::post_roll::{self, AfterDice, RollPurchase};
use crate::roll::Roll;
use crate::space::Space;
use crate::space::apply::scope_of;
use crate::space::effects::SpaceRoll;
use crate::space::roster::{Post, WeaponSystem};
use crate::space::state::{Drives, SpaceContest, SpaceRollSubject};
use slip_dice::fate::fate_points::spin_of;
use slip_dice::fate::{Aspect, AspectOrigin, AspectScope, Holder};
use slip_dice::{Dice, DiceKind};

/// Declaration number that is later than all others, so that every free tag is permitted. In space combat, a free tag can be used as soon
/// as it exists.
pub(super) const ANY_TIME: u32 = u32::MAX;

impl Space {
    /// Returns the ship that pays points for a ship: the ship itself, the parent of a fighter, or the lead of its tether. `None` if the
    /// paying ship is out of the fight or on another side.
    pub fn funds(&self, ship: ActorId) -> Option<ActorId> {
        let sheet = self.roster.ships.row(ship)?;
        let owner = if sheet.traits.fate_to_parent { sheet.parent? } else { ship };
        // A fighter whose carrier is out of the fight has no fate points. If a ship tows the wreck, the fighter does not get the fate
        // points of that ship either (R-VF1).
        self.state.ship(owner).filter(|there| owner == ship || there.is_active())?;
        let payer = self.state.ship(owner)?.tether.unwrap_or(owner);
        let there = self.state.ship(payer)?;
        (there.is_active() && self.side(payer) == self.side(ship)).then_some(payer)
    }

    /// Returns the fate points of a ship or a person.
    pub fn points(&self, who: ActorId) -> u16 {
        match self.state.person(who) {
            Some(person) => person.fate.points(),
            None => self.state.ship(who).map_or(0, |ship| ship.fate.points()),
        }
    }

    /// Returns the roll of a party. The number of the party is the position of its roll on the table.
    fn party_roll(&self, party: u8) -> Option<&Roll> {
        self.state.contest.as_ref()?.rolls.get(usize::from(party))
    }

    /// True if no purchase can change a roll. This is so for the fixed total of a ship that fails to act, and for a firewall that rolls no
    /// dice (R-S19).
    fn is_final(&self, contest: &SpaceContest, roll: &Roll) -> bool {
        let Some(ship) = self.state.ship(roll.who) else { return true };
        let idle = ship.fails.is_some() && matches!(contest.matter, SpaceRollSubject::Detection | SpaceRollSubject::Position);
        let flat = self.state.stage == SpacePhase::Ew && !roll.rolled && ship.fixed.ew && self.roster.settings.firewall_flat;
        idle || flat
    }

    /// True if an aspect may be used for a roll. It must belong to the ship or the person that rolls, to an opponent whose roll is on the
    /// table, to an ally, or to the scene and its surroundings.
    fn is_in_scope(&self, contest: &SpaceContest, roll: &Roll, aspect: &Aspect) -> bool {
        // In a boarding, neither side can use the aspect of being tethered (R-S26).
        if contest.matter == SpaceRollSubject::Boarding
            && aspect.origin == AspectOrigin::Automatic
            && aspect.text == self.roster.settings.tethered
        {
            return false;
        }
        let who = match aspect.holder {
            Holder::Actor(who) | Holder::Gear(who, _) => ActorId(who),
            Holder::Zone(_) => return false,
            Holder::Scene | Holder::System | Holder::Campaign => return true,
        };
        let aimed = |who: ActorId| contest.matter == SpaceRollSubject::Maneuver && self.state.declared.it == Id::Actor(who);
        let rolls = |who: ActorId| contest.rolls.iter().any(|there| there.who == who || there.by == Some(who)) || aimed(who);
        if self.roster.person(who).is_some() {
            return roll.by == Some(who) || (self.are_enemies(roll.who, who) && rolls(who));
        }
        who == roll.who
            || if self.are_enemies(roll.who, who) { rolls(who) } else { self.state.ship(who).is_some_and(|ship| ship.is_active()) }
    }

    /// Returns the ship whose navigator may try to deny a free tag. Only enemies' free tags on the aspect for used-up fuel can be denied.
    fn navigator_against(&self, by: ActorId, aspect: &Aspect) -> Option<ActorId> {
        let Holder::Actor(on) = aspect.holder else { return None };
        let on = ActorId(on);
        let spent = aspect.text == self.roster.settings.low_fuel && self.are_enemies(by, on);
        (spent && self.eff(on, Post::Navigation).is_some()).then_some(on)
    }

    /// Returns the greatest amount that a party can still add to its roll. The first number is for free tags and spin only; the second
    /// includes fate points (one paid use for each scope).
    pub fn still_to_add(&self, party: u8) -> (i32, i32) {
        post_roll::still_to_add(self, party)
    }

    /// Starts the purchases for the current rolls. After them, the engine continues with `Phase::Result`.
    pub(super) fn open_window(&self, out: &mut Events) {
        Space::go(out, Step::of(Phase::Adjust, Id::None));
    }

    /// Asks the first party that has something to add.
    pub(super) fn first_to_adjust(&self, out: &mut Events) {
        post_roll::hand_on(self, 0, 0, out);
    }

    pub(super) fn legal_adjust(&self, out: &mut Options) {
        post_roll::list(self, self.state.step.n, self.state.step.who.actor(), out);
    }

    pub(super) fn decide_adjust(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let choice = answer.choice;
        let step = self.state.step;
        let Some(roll) = self.party_roll(step.n) else {
            post_roll::hand_on(self, step.n, step.m, out);
            return Ok(());
        };
        if choice.verb == Verb::Pass {
            out.push(RollPurchase::of(self, roll, roll.who, answer, dice)?.event(roll));
            post_roll::hand_on(self, step.n.wrapping_add(1), step.m + 1, out);
            return Ok(());
        }
        if choice.verb == Verb::Free
            && let Some(id) = choice.aspect()
        {
            out.push(Event::AspectFree { id, free: None, by: Some(roll.who) });
            if post_roll::bargain(self, step.n, roll, id).is_some_and(|bargain| bargain.deniable.is_some()) {
                let now = i32::try_from(roll.id).unwrap_or(0);
                let change = i32::from(choice.how == Choice::REROLL);
                out.push(Event::Counter { who: roll.who, what: Counter::Deniable(id), change, now });
                return Ok(());
            }
        }
        self.buy(roll, answer, dice, out)?;
        post_roll::hand_on(self, step.n.wrapping_add(1), 0, out);
        Ok(())
    }

    /// Applies a purchase to the roll and pays for it.
    fn buy(&self, roll: &Roll, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let choice = answer.choice;
        let mut bought = RollPurchase::of(self, roll, roll.who, answer, dice)?;
        let paid = bought.cost > 0;
        if paid && let Some(payer) = choice.it.actor().or_else(|| self.funds(roll.who)) {
            bought.by = payer;
        }
        if let Some(line) = self.roster.lines.get(choice.with).filter(|_| choice.verb == Verb::Yes) {
            self.use_line(roll.who, choice.with, line, roll.who, out);
        }
        let (by, amount) = (bought.by, bought.amount);
        out.push(bought.event(roll));
        if paid {
            self.pay(by, roll, out);
        }
        if choice.verb == Verb::Spin {
            out.push(Event::Spin { who: roll.who, change: -amount, lapsed: false });
        }
        Ok(())
    }

    /// Pays a fate point for a purchase. The point goes to the bank or, if points only pass between players (`fate zero_sum`), to an enemy.
    fn pay(&self, by: ActorId, roll: &Roll, out: &mut Events) {
        let left = self.points(by).saturating_sub(1);
        let payee = if self.roster.settings.zero_sum { self.payee(roll) } else { None };
        out.push(Event::Fate { who: by, change: -1, left, from: payee });
        if let Some(payee) = payee {
            out.push(Event::Fate { who: payee, change: 1, left: self.points(payee).saturating_add(1), from: Some(by) });
        }
    }

    /// Returns the enemy that receives the point for a purchase: an enemy with a current roll, or else the first enemy in the fight.
    fn payee(&self, roll: &Roll) -> Option<ActorId> {
        let against = |who: &ActorId| self.are_enemies(roll.who, *who);
        let rolls = self.state.contest.iter().flat_map(|contest| contest.rolls.iter().map(|there| there.who));
        let others = self.state.ships.iter().filter(|(_, ship)| ship.is_active()).map(|(id, _)| id);
        let active = rolls.clone().chain(others).filter(against).find_map(|enemy| self.funds(enemy));
        // If no enemy in the fight can have points, an enemy that is out of the fight gets the point.
        active.or_else(|| rolls.chain(self.state.ships.keys()).find(against))
    }

    /// Applies the navigator's choice: to roll against a free tag, or to let it be used. If the roll succeeds, the tag is lost (R-S11).
    pub(super) fn decide_deny(&self, choice: Choice, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Some(denial) = self.state.deny else { return Ok(()) };
        let denied = choice.verb == Verb::Deny && self.denies(denial.on, dice, out)?;
        let step = self.state.step;
        if !denied && let Some(roll) = self.party_roll(step.n) {
            let how = if denial.reroll { Choice::REROLL } else { Choice::PLUS_TWO };
            self.buy(roll, &Answer::from(Choice::of(Verb::Free).with(denial.aspect.0).how(how)), dice, out)?;
        }
        let now = if denied { 1 } else { 2 };
        out.push(Event::Counter { who: denial.on, what: Counter::Denied, change: 1, now });
        post_roll::hand_on(self, step.n.wrapping_add(1), 0, out);
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

impl AfterDice for Space {
    fn parties(&self) -> u8 {
        self.state.contest.as_ref().map_or(0, |contest| u8::try_from(contest.rolls.len()).unwrap_or(u8::MAX))
    }

    fn party(&self, party: u8) -> Option<ActorId> {
        self.party_roll(party).map(|roll| roll.who)
    }

    fn open_roll(&self, party: u8) -> Option<&Roll> {
        let contest = self.state.contest.as_ref()?;
        self.party_roll(party).filter(|roll| !self.is_final(contest, roll))
    }

    fn seat_of(&self, who: ActorId) -> Seat {
        self.side(who)
    }

    fn aspects(&self) -> &IdVec<AspectId, Aspect> {
        &self.state.aspects
    }

    fn scope_for(&self, _party: u8, roll: &Roll, id: AspectId) -> Option<(AspectScope, Option<ActorId>)> {
        let aspect = self.state.aspects.row(id)?;
        let reached = self.is_in_scope(self.state.contest.as_ref()?, roll, aspect);
        reached.then(|| (scope_of(&self.state, &self.roster, roll.who, aspect.holder), None))
    }

    fn is_free(&self, roll: &Roll, id: AspectId) -> bool {
        self.state.aspects.row(id).is_some_and(|aspect| aspect.is_free_for(self.side(roll.who).0, ANY_TIME))
    }

    fn has_other_gifts(&self) -> bool {
        false
    }

    fn tells_apart(&self) -> bool {
        self.roster.lines.any(Hook::Invoke)
    }

    fn is_own(&self, roll: &Roll, aspect: &Aspect) -> bool {
        matches!(aspect.holder, Holder::Actor(who) | Holder::Gear(who, _) if who == roll.who.0 || roll.by == Some(ActorId(who)))
    }

    fn denier(&self, roll: &Roll, id: AspectId) -> Option<ActorId> {
        self.navigator_against(roll.who, self.state.aspects.row(id)?)
    }

    fn invokes_any_own(&self) -> bool {
        self.roster.settings.self_invokes_any
    }

    fn bonus_by(&self, id: AspectId, who: ActorId) -> i32 {
        self.invoke_bonus(id, who)
    }

    fn payers(&self, roll: &Roll) -> impl Iterator<Item = (Id, ActorId)> {
        // The points of the ship are listed before those of the person who rolls.
        let ship = self.funds(roll.who).map(|payer| (Id::None, payer));
        let person = roll.by.map(|by| (Id::Actor(by), by));
        [ship, person].into_iter().flatten().filter(|&(_, payer)| self.points(payer) > 0)
    }

    fn points_of(&self, who: ActorId) -> u16 {
        self.points(who)
    }

    fn spin_for(&self, roll: &Roll) -> i32 {
        // A ship that coasts has a fixed total, which can be changed by aspects but not by spin.
        let position = self.state.contest.as_ref().is_some_and(|contest| contest.matter == SpaceRollSubject::Position);
        if position && self.state.ship(roll.who).is_some_and(|ship| ship.drives == Drives::Coast) {
            return 0;
        }
        spin_of(&self.state.spin, self.side(roll.who).0)
    }

    fn reroll_lines(&self, _party: u8, roll: &Roll) -> Vec<u16> {
        let Some(contest) = self.state.contest.as_ref().filter(|_| roll.can_fall_again()) else { return Vec::new() };
        let attacks = contest.rolls.first().is_some_and(|first| first.id == roll.id);
        let (act, against) = match (contest.matter, WeaponSystem::of_stage(self.state.stage)) {
            (SpaceRollSubject::Detection, _) => (SpaceRoll::Navigation, None),
            (SpaceRollSubject::Position, _) => (SpaceRoll::Position, None),
            (SpaceRollSubject::Attack, Some(weapon)) if attacks => (SpaceRoll::attack(weapon), self.state.declared.it.actor()),
            (SpaceRollSubject::Attack, Some(weapon)) => (SpaceRoll::defence(weapon), self.state.declared.me),
            (SpaceRollSubject::Repair(_), _) => (SpaceRoll::Repair, None),
            (SpaceRollSubject::Boarding, _) => (SpaceRoll::Boarding, None),
            (SpaceRollSubject::Maneuver, _) => match self.maneuvering().and_then(|(number, _)| self.maneuver(number)?.post) {
                Some(post) if attacks => (SpaceRoll::Maneuver(post), self.state.declared.it.actor()),
                _ => return Vec::new(),
            },
            (SpaceRollSubject::Attack | SpaceRollSubject::Deny(_), _) => return Vec::new(),
        };
        self.rerolls(roll.who, act, against).into_iter().map(|(number, _)| number).collect()
    }

    fn kind_of_dice(&self) -> DiceKind {
        self.roster.settings.dice
    }
}
