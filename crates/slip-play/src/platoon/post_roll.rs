//! Purchases after the dice: invokes, tags, free tags and spin. The parties buy in turns, the attacker first. In an attack on a whole zone,
//! the attacker buys first, then each defender. This is repeated until all parties have passed in a row.
//!
//! Platoons pay for the rolls of their units. A unit that is not under command has only free tags (R-L47) and the points of its attached
//! people (`character_fate own`).

use crate::choice::{Answer, Options, Verb};
use crate::conflict::Refusal;
use crate::effects::Hook;
use crate::event::{Event, Events, Phase, Step};
use crate::ids::{ActorId, AspectId, Id, IdVec, Seat, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::apply::scope_of;
use crate::platoon::state::{PlatoonContest, UnitState};
use crate::post_roll::{self, AfterDice, RollPurchase};
use crate::roll::Roll;
use slip_dice::fate::{Aspect, AspectScope, Holder};
use slip_dice::{Dice, DiceKind};
use slip_pack::effect::TagVerb;

impl PlatoonFight {
    /// Returns the fate points of a platoon, or of the people attached to a unit.
    pub fn points(&self, who: ActorId) -> u16 {
        let purse = match self.state.platoon_of_id(who) {
            Some(platoon) => self.state.platoons.row(platoon).map(|platoon| platoon.fate),
            None => self.state.unit(who).map(|unit| unit.fate),
        };
        purse.map_or(0, |purse| purse.points())
    }

    /// Returns the platoon whose points pay for a unit; `None` for a unit that is cut off.
    pub fn funds(&self, unit: ActorId) -> Option<ActorId> {
        let there = self.state.unit(unit).filter(|_| !self.is_orphan(unit))?;
        Some(self.state.id_of_platoon(there.platoon))
    }

    /// Returns the owners of points that may pay for a unit: its platoon, then its attached people. The first part of each entry is the id
    /// by which an option names the owner.
    pub(super) fn purses(&self, unit: ActorId) -> impl Iterator<Item = (Id, ActorId)> + use<> {
        let platoon = self.funds(unit).filter(|&platoon| self.points(platoon) > 0).map(|platoon| (Id::None, platoon));
        let people = (self.points(unit) > 0).then_some((Id::Actor(unit), unit));
        platoon.into_iter().chain(people)
    }

    /// Returns the sum of all fate points.
    pub(super) fn points_in_all(&self) -> u32 {
        let platoons = self.state.platoons.values().map(|platoon| platoon.fate);
        let people = self.state.units.values().map(|unit| unit.fate);
        platoons.chain(people).map(|purse| u32::from(purse.points())).sum()
    }

    /// Moves points from one owner to another, or to the bank if `to` is `None`.
    pub(super) fn hand_over(&self, from: ActorId, to: Option<ActorId>, points: u16, out: &mut Events) {
        if points == 0 || Some(from) == to {
            return;
        }
        let left = self.points(from).saturating_sub(points);
        out.push(Event::Fate { who: from, change: -i32::from(points), left, from: to });
        if let Some(who) = to {
            let left = self.points(who).saturating_add(points);
            out.push(Event::Fate { who, change: i32::from(points), left, from: Some(from) });
        }
    }

    /// Returns the roll of a party; 0 is the acting unit, the defenders follow.
    fn party_roll(&self, party: u8) -> Option<&Roll> {
        self.state.contest.as_ref()?.rolls.get(usize::from(party))
    }

    /// True if a unit's aspects may be used for a roll: the unit is the roller, an opponent whose roll is on the table, or an ally in the
    /// fight.
    fn is_party_to(&self, contest: &PlatoonContest, roller: ActorId, who: ActorId) -> bool {
        who == roller
            || if self.are_enemies(roller, who) {
                contest.rolls.iter().any(|roll| roll.who == who) || self.state.declared.it == Id::Actor(who)
            } else {
                self.state.unit(who).is_some_and(UnitState::is_active)
            }
    }

    /// True if the roll takes place in the zone: the roller, the actor or the target is there.
    fn is_zone_of(&self, contest: &PlatoonContest, roller: ActorId, zone: ZoneId) -> bool {
        let aimed = match self.state.declared.it {
            Id::Zone(zone) => Some(zone),
            Id::Actor(who) => self.place_of(who),
            Id::Scene | Id::None => None,
        };
        let actor = contest.rolls.first().and_then(|roll| self.place_of(roll.who));
        [self.place_of(roller), actor, aimed].contains(&Some(zone))
    }

    /// True if an aspect with this holder may be used for a roll. The consequences of a platoon are aspects of all its units except orphans
    /// (units that are not under its command).
    fn reaches(&self, contest: &PlatoonContest, roller: ActorId, holder: Holder) -> bool {
        match holder {
            Holder::Actor(who) | Holder::Gear(who, _) => match self.roster.platoon_of_id(ActorId(who)) {
                Some(platoon) => {
                    let mut units = self.state.units.iter().filter(|(_, unit)| unit.platoon == platoon);
                    units.any(|(unit, _)| !self.is_orphan(unit) && self.is_party_to(contest, roller, unit))
                }
                None => self.is_party_to(contest, roller, ActorId(who)),
            },
            Holder::Zone(zone) => self.is_zone_of(contest, roller, ZoneId(zone)),
            Holder::Scene | Holder::System | Holder::Campaign => true,
        }
    }

    /// Returns the only defender against whom an aspect counts, if there is one. An attack may have several defenders, and the attacker may
    /// use the aspect of one of them or of its platoon. The bonus then counts only against that defender or platoon (R-YC3).
    fn only(&self, contest: &PlatoonContest, roller: ActorId, holder: Holder) -> Option<ActorId> {
        let Holder::Actor(who) = holder else { return None };
        let attacks = contest.rolls.first().is_some_and(|roll| roll.who == roller);
        (attacks && contest.rolls.len() > 2 && self.are_enemies(roller, ActorId(who))).then_some(ActorId(who))
    }

    /// Returns the greatest amount that a party can still add to its roll. The first number is for free tags and spin only; the second
    /// includes fate points (one paid use for each scope).
    pub fn still_to_add(&self, party: u8) -> (i32, i32) {
        post_roll::still_to_add(self, party)
    }

    /// Opens the post-roll window, in which parties pay for additions to the rolls on the table. Then the engine continues with
    /// `Phase::Result`.
    pub(super) fn open_window(&self, out: &mut Events) {
        PlatoonFight::go(out, Step::of(Phase::Adjust, Id::None));
    }

    /// Asks the first party that has something to add.
    pub(super) fn first_to_adjust(&self, out: &mut Events) {
        post_roll::hand_on(self, 0, 0, out);
    }

    /// Lists the legal answers: to pass, or to make one of the possible purchases.
    pub(super) fn legal_adjust(&self, out: &mut Options) {
        post_roll::list(self, self.state.step.n, self.state.step.who.actor(), out);
    }

    /// Applies an addition to the roll that a party pays for, or continues with the next party.
    pub(super) fn decide_adjust(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let step = self.state.step;
        let Some(roll) = self.party_roll(step.n) else {
            post_roll::hand_on(self, step.n, step.m, out);
            return Ok(());
        };
        if answer.choice.verb == Verb::Pass {
            out.push(RollPurchase::of(self, roll, roll.who, answer, dice)?.event(roll));
            post_roll::hand_on(self, step.n.wrapping_add(1), step.m.saturating_add(1), out);
            return Ok(());
        }
        self.buy(step.n, roll, answer, dice, out)?;
        post_roll::hand_on(self, step.n.wrapping_add(1), 0, out);
        Ok(())
    }

    /// Applies a purchase to the roll and pays for it.
    fn buy(&self, party: u8, roll: &Roll, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let choice = answer.choice;
        let mut bought = RollPurchase::of(self, roll, roll.who, answer, dice)?;
        let bargain = bought.aspect.and_then(|id| post_roll::bargain(self, party, roll, id));
        bought.only = bargain.and_then(|bargain| bargain.only);
        let payer = self.payer_of(roll.who, choice.it.actor());
        if bought.cost > 0 {
            bought.by = payer.unwrap_or(roll.who);
        }
        let (by, cost, amount) = (bought.by, bought.cost, bought.amount);
        if let Some(id) = choice.aspect().filter(|_| choice.verb == Verb::Free) {
            out.push(Event::AspectFree { id, free: None, by: Some(roll.who) });
        }
        out.push(bought.event(roll));
        if cost > 0 {
            let payee = if self.roster.settings.zero_sum { self.payee(roll) } else { None };
            self.hand_over(by, payee, cost, out);
        }
        if choice.verb == Verb::Yes {
            self.use_line(roll.who, choice.with, out);
        }
        if choice.verb == Verb::Spin {
            self.spend_spin(roll.who, amount, out);
        }
        Ok(())
    }

    /// Returns the owner of the points that pay for a purchase. The people attached to the unit pay if the option names the unit (`named`)
    /// or the platoon has no points; otherwise the platoon pays.
    fn payer_of(&self, unit: ActorId, named: Option<ActorId>) -> Option<ActorId> {
        let of_people = self.purses(unit).find(|(as_named, _)| named.is_some() && as_named.actor() == named);
        of_people.or_else(|| self.purses(unit).next()).map(|(_, purse)| purse)
    }

    /// Returns the platoon that receives the fate point of a paid use with `fate zero_sum` (R-YC4): the first opponent in the current
    /// rolls. If there is none, the first enemy platoon with a unit under command in the fight, or else any enemy platoon.
    fn payee(&self, roll: &Roll) -> Option<ActorId> {
        let against = |who: &ActorId| self.are_enemies(roll.who, *who);
        let rolls = self.state.contest.iter().flat_map(|contest| contest.rolls.iter().map(|there| there.who));
        let on_the_table = rolls.filter(against).find_map(|enemy| self.funds(enemy));
        let platoons = || self.state.platoons.keys().map(|platoon| self.state.id_of_platoon(platoon)).filter(against);
        on_the_table.or_else(|| platoons().find(|&platoon| self.has_orders(platoon))).or_else(|| platoons().next())
    }
}

impl AfterDice for PlatoonFight {
    fn parties(&self) -> u8 {
        self.state.contest.as_ref().map_or(0, |contest| u8::try_from(contest.rolls.len()).unwrap_or(u8::MAX))
    }

    fn party(&self, party: u8) -> Option<ActorId> {
        self.party_roll(party).map(|roll| roll.who)
    }

    fn open_roll(&self, party: u8) -> Option<&Roll> {
        self.party_roll(party)
    }

    fn seat_of(&self, who: ActorId) -> Seat {
        self.side(who)
    }

    fn aspects(&self) -> &IdVec<AspectId, Aspect> {
        &self.state.aspects
    }

    fn scope_for(&self, _party: u8, roll: &Roll, id: AspectId) -> Option<(AspectScope, Option<ActorId>)> {
        let holder = self.state.aspects.row(id)?.holder;
        let contest = self.state.contest.as_ref()?;
        let scope = || scope_of(&self.state, &self.roster, roll.who, holder);
        if self.reaches(contest, roll.who, holder) {
            return Some((scope(), self.only(contest, roll.who, holder)));
        }
        // An effect may allow the use of an aspect that the roller could not use otherwise (`tag "A" by allies`).
        let is_let = [TagVerb::Tag, TagVerb::Invoke].into_iter().any(|verb| self.lets(verb, id, roll.who));
        is_let.then(|| (scope(), None))
    }

    fn is_free(&self, roll: &Roll, id: AspectId) -> bool {
        let lies_there = |aspect: &Aspect| aspect.is_free_for(self.side(roll.who).0, self.state.declared.number);
        let open = |aspect: &Aspect| lies_there(aspect) && self.is_free_for(aspect, roll.who);
        self.state.aspects.row(id).is_some_and(open) && !self.never(TagVerb::FreeTag, id, roll.who)
    }

    fn has_other_gifts(&self) -> bool {
        false
    }

    fn tells_apart(&self) -> bool {
        self.roster.lines.any(Hook::Tag) || self.roster.lines.any(Hook::Invoke)
    }

    fn is_own(&self, roll: &Roll, aspect: &Aspect) -> bool {
        let Holder::Actor(who) = aspect.holder else { return false };
        who == roll.who.0 || self.funds(roll.who).is_some_and(|platoon| platoon.0 == who)
    }

    fn may_pay_for(&self, verb: Verb, roll: &Roll, id: AspectId) -> bool {
        let verb = if verb == Verb::Invoke { TagVerb::Invoke } else { TagVerb::Tag };
        !self.never(verb, id, roll.who)
    }

    fn invokes_any_own(&self) -> bool {
        self.roster.settings.self_invokes_any
    }

    fn bonus_by(&self, id: AspectId, who: ActorId) -> i32 {
        self.invoke_bonus(id, who)
    }

    fn payers(&self, roll: &Roll) -> impl Iterator<Item = (Id, ActorId)> {
        self.purses(roll.who)
    }

    fn points_of(&self, who: ActorId) -> u16 {
        self.points(who)
    }

    fn spin_for(&self, roll: &Roll) -> i32 {
        self.spin_of(roll.who)
    }

    fn reroll_lines(&self, _party: u8, roll: &Roll) -> Vec<u16> {
        self.rerolls(roll.who).into_iter().map(|(number, _)| number).collect()
    }

    fn kind_of_dice(&self) -> DiceKind {
        self.roster.settings.dice
    }
}
