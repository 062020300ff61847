//! The window after the roll: invokes, tags, free tags and spin. The sides take turns, and the losing side begins (R-P5 to R-P8, R-P30).

use crate::choice::{Answer, Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::effects::{Act, Hook, TableEffect};
use crate::event::{Buy, Event, Events};
use crate::ids::{ActorId, AspectId, Id, IdVec, Seat};
use crate::personal::Personal;
use crate::personal::begin::ARMOUR;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::state::PersonalContest;
use crate::post_roll::use_groups::UseGroups;
use crate::post_roll::{self, AfterDice, RollPurchase, scope_of};
use crate::roll::Roll;
use slip_dice::fate::fate_points::spin_of;
use slip_dice::fate::{Aspect, AspectScope, Holder};
use slip_dice::{Dice, DiceKind};
use slip_pack::effect::TagVerb;

/// Kind of addition that a party can make to a roll after the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartyAddition {
    /// Spin.
    Spin,
    /// A free tag.
    FreeTag,
    /// An aspect invoked for a fate point.
    Paid,
    /// A re-roll of the dice.
    Reroll,
    /// A compel after the roll, in games where fate points only pass between players (`fate zero_sum`, R-P50).
    Compel,
}

impl PersonalContest {
    /// Returns the number of parties that may add to the rolls of the contest: the actor, then the defenders in order.
    pub fn parties(&self) -> usize {
        1 + self.defences.len()
    }

    /// Returns the roll of a party: party 0 is the actor, the defenders follow.
    pub fn roll_of(&self, party: u8) -> Option<&Roll> {
        match party.checked_sub(1) {
            None => Some(&self.roll),
            Some(number) => self.defences.get(usize::from(number))?.roll.as_ref(),
        }
    }

    /// Returns the actor's shifts against a defender, or against the difficulty.
    pub fn shifts_against(&self, defence: Option<usize>) -> i32 {
        let total = self.roll.total();
        match defence.and_then(|number| self.defences.get(number)) {
            Some(defence) => total + defence.only - defence.roll.as_ref().map_or(0, Roll::total),
            None => total - self.difficulty.unwrap_or(0),
        }
    }
}

impl Personal {
    /// Returns the party whose turn it is to add, and its roll.
    fn adding(&self) -> Option<(&PersonalContest, &Roll)> {
        let contest = self.state.contest.as_ref()?;
        Some((contest, contest.roll_of(self.state.step.n)?))
    }

    fn forbids(&self, verb: TagVerb, id: AspectId, by: ActorId) -> bool {
        self.roster.lines.any(Hook::Tag) && self.never(verb, id, by)
    }

    /// Returns the scope of an aspect that an actor can use only by permission of an effect (`tag "A" by allies`, `invoke "A" by
    /// everyone`).
    fn scope_by_line(&self, id: AspectId, me: ActorId) -> Option<(AspectScope, Option<ActorId>)> {
        if !self.roster.lines.any(Hook::Tag) {
            return None;
        }
        let let_by =
            |verb: TagVerb| self.tag_lines(verb, id, me, false).any(|(number, line)| !line.choice || self.can_use(number, line, me));
        let scope = scope_of(self.state.aspects.row(id)?.holder, me, |who| !self.roster.are_enemies(me, who));
        (let_by(TagVerb::Tag) || let_by(TagVerb::Invoke) || let_by(TagVerb::FreeTag)).then_some((scope, None))
    }

    /// Returns the scope of an aspect with this holder for the roll of a party. If the aspect can be used against only one of several
    /// defenders, this defender is also returned. `None` if the aspect is out of reach.
    pub(super) fn scope(
        &self,
        contest: &PersonalContest,
        me: ActorId,
        party: u8,
        holder: Holder,
    ) -> Option<(AspectScope, Option<ActorId>)> {
        let attacking = party == 0;
        let defends = |who: ActorId| contest.defences.iter().any(|defence| defence.who == who);
        let is_area = contest.defences.len() > 1;
        let only = |who: ActorId| (attacking && is_area && who != me && defends(who)).then_some(who);
        let declared = self.aimed_at();
        let aimed = declared.actor();
        let opposes = |who: ActorId| who != me && if attacking { defends(who) || aimed == Some(who) } else { who == contest.roll.who };
        let near = |who: ActorId| self.state.actors.row(who).is_some_and(|actor| actor.is_active());
        let only = match holder {
            Holder::Actor(who) if who == me.0 => None,
            Holder::Actor(who) => {
                let who = ActorId(who);
                let reached = if self.roster.are_enemies(me, who) { opposes(who) } else { near(who) };
                reached.then(|| only(who))?
            }
            Holder::Gear(who, thing) => {
                let who = ActorId(who);
                let takes_part = who == me || opposes(who);
                let social = self.roster.social.is_some();
                let near = if who == me && !social { self.is_in_use(who, thing) } else { self.is_carried(who, thing) };
                (takes_part && !contest.defences.is_empty() && near).then(|| only(who))?
            }
            Holder::Zone(zone) => {
                let target = self.target_zone(declared);
                let mine = self.state.actors[me].zone;
                let actor = self.state.actors[contest.roll.who].zone;
                (zone == mine.0 || zone == actor.0 || target.is_some_and(|target| target.0 == zone)).then_some(None)?
            }
            Holder::Scene | Holder::System | Holder::Campaign => None,
        };
        Some((scope_of(holder, me, |who| !self.roster.are_enemies(me, who)), only))
    }

    /// True if an item takes part in the roll: the weapon fired, or the armour worn.
    fn is_in_use(&self, who: ActorId, thing: u8) -> bool {
        let weapon = self.state.declared.using.and_then(Choice::weapon);
        thing == ARMOUR || (self.state.actor == Some(who) && weapon == Some(thing))
    }

    /// True if an actor carries an item: its armour, or a weapon that has not been dropped.
    fn is_carried(&self, who: ActorId, thing: u8) -> bool {
        let dropped = self.state.actors[who].dropped;
        thing == ARMOUR || 1_u32.checked_shl(u32::from(thing)).is_some_and(|bit| dropped & bit == 0)
    }

    /// Returns the effect query for the roll of a party.
    fn adjust_at(&self, contest: &PersonalContest, party: u8) -> PersonalEffectQuery {
        let Some(roll) = contest.roll_of(party) else { return PersonalEffectQuery::of(contest.roll.who) };
        let act = match (party, self.state.declared.act) {
            (0, Some(Verb::Push)) => Act::MoveAnother,
            _ if self.state.nerve.at.is_some() => Act::Check,
            (1.., _) => Act::Defence,
            (0, Some(Verb::Attack)) => Act::Attack,
            (0, Some(Verb::Move)) => Act::Move,
            (0, Some(Verb::Obstruct)) => Act::Obstruct,
            (0, Some(Verb::Seal)) => Act::Seal,
            (0, Some(Verb::FirstAid)) => Act::FirstAid,
            (0, Some(Verb::Task)) => Act::Task,
            (0, _) => Act::Maneuver,
        };
        let weapon = self.state.declared.using.filter(|_| party == 0).and_then(Choice::weapon);
        let foe = if party == 0 { self.state.declared.it.actor() } else { Some(contest.roll.who) };
        PersonalEffectQuery { weapon, foe, ..PersonalEffectQuery::rolling(roll.who, act, roll.skill) }
    }

    /// True if a party can still add more than `than` to its roll.
    pub fn can_add_more(&self, party: u8, than: i32) -> bool {
        if self.roster.lines.any(Hook::Invoke) || self.roster.settings.bonus <= 0 {
            return self.still_to_add(party).1 > than;
        }
        post_roll::can_add_more(self, party, than)
    }

    /// Returns the most that a party can still add to its roll, as two amounts. The first uses only free tags and spin. The second also
    /// uses fate points, one paid use in each scope (R-P6).
    pub fn still_to_add(&self, party: u8) -> (i32, i32) {
        post_roll::still_to_add(self, party)
    }

    /// Quick check before the options are listed: false if an actor certainly cannot make this kind of addition to the current roll.
    pub fn may_add(&self, who: ActorId, how: PartyAddition) -> bool {
        let lines = &self.roster.lines;
        let pays = || self.state.actors[who].fate.can_pay(1);
        match how {
            PartyAddition::Spin => spin_of(&self.state.spin, self.roster.side(who).0) > 0,
            PartyAddition::FreeTag => lines.any(Hook::Tag) || self.state.aspects.tagged() != 0 || !self.state.aspects.are_in_sets(),
            PartyAddition::Paid => pays() || lines.any(Hook::Tag),
            // A free tag may be used for a re-roll as well.
            PartyAddition::Reroll => pays() || lines.any(Hook::Reroll) || self.may_add(who, PartyAddition::FreeTag),
            PartyAddition::Compel => self.roster.settings.zero_sum,
        }
    }

    pub(super) fn legal_adjust(&self, out: &mut Options) {
        let step = self.state.step;
        post_roll::list(self, step.n, step.who.actor(), out);
    }

    /// Returns the effect that permits an addition to a roll, if the rules alone do not permit it.
    fn adjust_line(&self, choice: Choice, by: ActorId) -> Option<(u16, &TableEffect)> {
        let number = match choice.verb {
            Verb::Yes => Some(choice.with),
            Verb::Free => {
                let id = choice.aspect()?;
                if self.has_tag_for(by, id) { None } else { self.free_line(id, by) }
            }
            Verb::Tag | Verb::Invoke => {
                let (contest, roll) = self.adding()?;
                let id = choice.aspect()?;
                let holder = self.state.aspects.row(id)?.holder;
                if self.scope(contest, roll.who, self.state.step.n, holder).is_some() {
                    return None;
                }
                let verb = if choice.verb == Verb::Tag { TagVerb::Tag } else { TagVerb::Invoke };
                self.tag_lines(verb, id, by, false).find(|(_, line)| line.choice).map(|(number, _)| number)
            }
            _ => None,
        }?;
        self.roster.lines.get(number).map(|line| (number, line))
    }

    /// Opens the post-roll window. The losing side is asked first, then the sides take turns.
    pub(super) fn open_window(&self, out: &mut Events) {
        let Some(contest) = &self.state.contest else { return };
        let losing = (0..contest.defences.len()).find(|&number| contest.shifts_against(Some(number)) > 0);
        let first = losing.map_or(0, |number| number + 1);
        post_roll::hand_on(self, u8::try_from(first).unwrap_or(0), 0, out);
    }

    pub(super) fn decide_adjust(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let choice = answer.choice;
        let step = self.state.step;
        let Some((contest, by)) = self.state.contest.as_ref().zip(step.who.actor()) else { return Ok(()) };
        if choice.verb == Verb::Compel {
            self.decide_late(by, answer, out);
            return Ok(());
        }
        // An onlooker has no roll to add to. Its pass is recorded for the actor's roll.
        let roll = contest.roll_of(step.n).unwrap_or(&contest.roll);
        let mut bought = RollPurchase::of(self, roll, by, answer, dice)?;
        if bought.buy == Buy::Pass {
            out.push(bought.event(roll));
            post_roll::hand_on(self, step.n.wrapping_add(1), step.m + 1, out);
            return Ok(());
        }
        let line = self.adjust_line(choice, by);
        if line.is_some_and(|(_, line)| line.price > 0) {
            // The price of the effect replaces that of the tag.
            bought.cost = 0;
        }
        bought.only = choice.it.actor().filter(|_| bought.aspect.is_some());
        // An addition that applies to one defender only is added to earlier additions against that defender.
        let against = |defender: ActorId| contest.defences.iter().find(|defence| defence.who == defender).map_or(0, |defence| defence.only);
        bought.total += bought.only.map_or(0, against);
        let (cost, amount, aspect, only) = (bought.cost, bought.amount, bought.aspect, bought.only);
        if let Some((number, line)) = line {
            self.use_line(by, number, line, out);
        }
        out.push(bought.event(roll));
        if cost > 0 {
            self.pay_against(by, cost, only, out);
        }
        match (choice.verb, aspect) {
            (Verb::Spin, _) => out.push(Event::Spin { who: by, change: -amount, lapsed: false }),
            // A free tag from an effect with its own limit leaves the free tag on the aspect unused.
            (Verb::Free, Some(id)) if line.is_none() => {
                out.push(Event::AspectFree { id, free: None, by: Some(by) });
            }
            _ => {}
        }
        self.next_party(step.n, out);
        Ok(())
    }

    /// Goes to the next party; a party that can add nothing is not asked.
    pub(super) fn next_party(&self, after: u8, out: &mut Events) {
        let next = after.wrapping_add(1) % self.parties().max(1);
        Personal::go(out, post_roll::asked(self, next));
    }
}

impl AfterDice for Personal {
    fn parties(&self) -> u8 {
        let count = |contest: &PersonalContest| contest.parties() + self.onlookers(contest).len();
        self.state.contest.as_ref().map_or(0, |contest| u8::try_from(count(contest)).unwrap_or(u8::MAX))
    }

    fn party(&self, party: u8) -> Option<ActorId> {
        let contest = self.state.contest.as_ref()?;
        match contest.roll_of(party) {
            Some(roll) => Some(roll.who),
            None => self.onlookers(contest).get(usize::from(party.checked_sub(1)?)).copied(),
        }
    }

    fn open_roll(&self, party: u8) -> Option<&Roll> {
        self.state.contest.as_ref()?.roll_of(party)
    }

    fn seat_of(&self, who: ActorId) -> Seat {
        self.roster.side(who)
    }

    fn aspects(&self) -> &IdVec<AspectId, Aspect> {
        &self.state.aspects
    }

    fn scope_for(&self, party: u8, roll: &Roll, id: AspectId) -> Option<(AspectScope, Option<ActorId>)> {
        let holder = self.state.aspects.row(id)?.holder;
        self.scope(self.state.contest.as_ref()?, roll.who, party, holder).or_else(|| self.scope_by_line(id, roll.who))
    }

    fn in_reach(&self, party: u8, roll: &Roll) -> impl Iterator<Item = (AspectId, &Aspect)> {
        self.state.aspects.among(self.set_in_reach(party, roll), |_| true)
    }

    fn has_bargain(&self, party: u8, roll: &Roll) -> bool {
        self.has_own_to_invoke(roll) || post_roll::bargains(self, party, roll).next().is_some()
    }

    fn lots(&self, party: u8, roll: &Roll) -> UseGroups {
        match &self.state.contest {
            Some(contest) if self.tells_by_sets() => self.lots_by_sets(contest, party, roll),
            _ => post_roll::collected(self, party, roll),
        }
    }

    fn has_other_gifts(&self) -> bool {
        self.roster.lines.any(Hook::Tag)
    }

    fn tells_apart(&self) -> bool {
        self.roster.lines.any(Hook::Tag) || self.roster.lines.any(Hook::Invoke)
    }

    fn is_free(&self, roll: &Roll, id: AspectId) -> bool {
        let me = roll.who;
        let lies_there = self.has_tag_for(me, id);
        if !self.roster.lines.any(Hook::Tag) {
            return lies_there;
        }
        (lies_there || self.free_line(id, me).is_some()) && !self.forbids(TagVerb::FreeTag, id, me)
    }

    fn may_pay_for(&self, verb: Verb, roll: &Roll, id: AspectId) -> bool {
        let verb = if verb == Verb::Invoke { TagVerb::Invoke } else { TagVerb::Tag };
        !self.forbids(verb, id, roll.who)
    }

    fn invokes_any_own(&self) -> bool {
        self.roster.settings.self_invokes_any
    }

    fn bonus_by(&self, id: AspectId, who: ActorId) -> i32 {
        if self.roster.lines.any(Hook::Invoke) { self.bonus_of(id, who) } else { self.roster.settings.bonus }
    }

    fn payers(&self, roll: &Roll) -> impl Iterator<Item = (Id, ActorId)> {
        Some(roll.who).filter(|&who| self.state.actors[who].fate.can_pay(1)).map(|who| (Id::None, who)).into_iter()
    }

    fn points_of(&self, who: ActorId) -> u16 {
        self.state.actors[who].fate.points()
    }

    fn spin_for(&self, roll: &Roll) -> i32 {
        spin_of(&self.state.spin, self.roster.side(roll.who).0)
    }

    fn reroll_lines(&self, party: u8, _roll: &Roll) -> Vec<u16> {
        let contest = self.state.contest.as_ref().filter(|_| self.roster.lines.any(Hook::Reroll));
        contest.map_or_else(Vec::new, |contest| self.rerolls(&self.adjust_at(contest, party)))
    }

    fn kind_of_dice(&self) -> DiceKind {
        self.roster.settings.dice
    }

    fn has_more(&self, party: u8, who: ActorId) -> bool {
        self.state.contest.as_ref().is_some_and(|contest| self.can_compel_late(contest, party, who))
    }

    fn list_more(&self, _party: u8, who: ActorId, out: &mut Options) {
        if let Some(contest) = &self.state.contest {
            self.legal_late(contest, who, out);
        }
    }
}
