//! Effects that an actor chooses to use for its next roll, and requirements of places and rules for that roll.
//!
//! The player gets the offers after the choice of the skill and before the dice, one after the other. An offer may lift the cap of a
//! substitute skill (`or full for 1 fate`) or use an effect with a price or a limit. It may also be a choice that other effects depend on,
//! or the payment of a point for a requirement that the actor does not meet. An effect is used at most once for a roll, unless its own
//! limit counts in rolls.

use crate::choice::{Choice, Options, Verb};
use crate::effects::{Act, Carrier, ConditionVariable, EffectHost, EffectOperation, EvalContext, Hook, ModifiedQuantity, TableEffect};
use crate::event::{Counter, Event, Events, Phase};
use crate::ids::{ActorId, Id};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::eval_context::PersonalEvalContext;
use crate::personal::roll_base::PersonalRollBase;
use crate::personal::state::{COMPOSURE, HEALTH};
use slip_dice::fate::check;
use slip_pack::effect::Period;

impl Personal {
    /// Returns the effects that an actor may still choose for a roll, each with the amount that it adds to the roll. The amount is 0 if the
    /// effect changes another number.
    fn open_lines(&self, who: ActorId, act: Act, base: &PersonalRollBase) -> Vec<(u16, &TableEffect, i32)> {
        let at = self.coming_at(who, act, base);
        let mut open = Vec::new();
        for (number, line) in self.roster.lines.offered() {
            if !self.is_offered(line, &at) || !self.may_count(line, &at) || !self.can_use(number, line, who) {
                continue;
            }
            match &line.does {
                EffectOperation::Change(ModifiedQuantity::Roll(_), by) => {
                    let adds = self.eye(line.carrier, &at).number(by);
                    if adds != 0 {
                        open.push((number, line, adds));
                    }
                }
                _ => open.push((number, line, 0)),
            }
        }
        open
    }

    fn coming_at(&self, who: ActorId, act: Act, base: &PersonalRollBase) -> PersonalEffectQuery {
        let foe = self.state.actor.filter(|&actor| act == Act::Defence && actor != who);
        match self.state.declared.using.filter(|_| act == Act::Attack) {
            Some(using) => PersonalEffectQuery::attacking(who, using, base.skill).against(self.state.declared.it.actor()),
            None => PersonalEffectQuery::rolling(who, act, base.skill).against(foe),
        }
    }

    /// True if an optional effect applies to the next roll.
    fn is_offered(&self, line: &TableEffect, at: &PersonalEffectQuery) -> bool {
        let attack = at.act == Some(Act::Attack);
        let defence = at.act == Some(Act::Defence);
        match &line.does {
            EffectOperation::Change(what, _) => match what {
                ModifiedQuantity::Roll(_) => true,
                ModifiedQuantity::StressOf(_)
                | ModifiedQuantity::Spin(_)
                | ModifiedQuantity::Harm(_)
                | ModifiedQuantity::Penetration(_)
                | ModifiedQuantity::Range
                | ModifiedQuantity::OutOfRange => attack,
                ModifiedQuantity::Stress | ModifiedQuantity::Defense | ModifiedQuantity::RollUp(_) => defence,
                ModifiedQuantity::Invoke(_) => true,
                ModifiedQuantity::Attacks(_)
                | ModifiedQuantity::Ammo
                | ModifiedQuantity::FreeMove
                | ModifiedQuantity::Order
                | ModifiedQuantity::Zones => false,
                // These quantities belong to other kinds of conflict.
                ModifiedQuantity::MaxMove
                | ModifiedQuantity::CommandRange
                | ModifiedQuantity::FreeRange
                | ModifiedQuantity::ContactSpotted
                | ModifiedQuantity::AttackSpotted => false,
                ModifiedQuantity::Interdiction | ModifiedQuantity::Pool | ModifiedQuantity::Fallout | ModifiedQuantity::Rows => false,
            },
            EffectOperation::Blend { .. } => true,
            EffectOperation::Tracks { how, .. } => attack && *how != slip_pack::effect::HitKind::May,
            EffectOperation::Divert { .. } => defence,
            EffectOperation::Choose(word) => {
                !matches!(line.carrier, Carrier::Weapon(..)) && self.is_asked_for(word, at) || (attack && self.is_asked_for(word, at))
            }
            _ => false,
        }
    }

    /// True if any effect on this roll has a condition that tests this choice.
    fn is_asked_for(&self, word: &str, at: &PersonalEffectQuery) -> bool {
        self.roster.lines.iter().any(|(_, line)| {
            asks_for_choice(line, word)
                && self.is_carried_now(line.carrier)
                && self.is_meant_by(line.carrier, &line.whom, at.who)
                && line.roll().is_none_or(|roll| self.fits_roll(roll, line.carrier, at))
        })
    }

    /// True if an actor can pay for an effect, and the effect is not used up.
    pub(super) fn can_use(&self, number: u16, line: &TableEffect, who: ActorId) -> bool {
        let used = i64::try_from(self.chosen(number, who)).unwrap_or(i64::MAX);
        let uses = self.state.uses.get(usize::from(line.count)).copied().map_or(0, i64::from);
        let left = match line.limit {
            // Personal combat has no phases, so a phase is one roll.
            Some((times, Period::Roll | Period::Phase)) => used < times,
            Some((times, _)) => used == 0 && uses < times,
            None => used == 0,
        };
        let granted = !line.as_action || self.state.granted.contains(&number);
        left && granted && (line.price == 0 || self.state.actors[who].fate.can_pay(line.price))
    }

    fn can_lift(&self, who: ActorId, base: &PersonalRollBase) -> bool {
        base.full.is_some_and(|(price, _)| price == 0 || self.state.actors[who].fate.can_pay(price))
    }

    /// Returns the requirements for a roll that an actor neither meets nor has paid for, by the numbers of their effects. Places, rules and
    /// people may set requirements.
    fn lacked<'a>(&'a self, at: &'a PersonalEffectQuery) -> impl Iterator<Item = u16> + 'a {
        let lines = self.roster.lines.at(Hook::Needs).filter(move |(number, line)| {
            let act = line.roll().and_then(|roll| roll.act);
            let thing = match line.carrier {
                Carrier::Weapon(..) => matches!(act, None | Some(Act::Attack)),
                Carrier::Worn(_) => matches!(act, None | Some(Act::Defence)),
                _ => false,
            };
            !thing && self.may_count(line, at) && !self.has_need(line, at) && !self.is_made_good(*number, at.who)
        });
        lines.map(|(number, _)| number)
    }

    fn is_made_good(&self, number: u16, who: ActorId) -> bool {
        self.state.preparing.who == Some(who) && self.state.preparing.made_good.contains(&number)
    }

    /// True if an actor has the training or marks that an effect requires.
    pub(super) fn has_need(&self, line: &TableEffect, at: &PersonalEffectQuery) -> bool {
        let EffectOperation::Needs { marks, skills, .. } = &line.does else { return true };
        let eye = self.eye(line.carrier, at);
        let marked = |mark: &slip_pack::Name| {
            let weapon = match line.carrier {
                Carrier::Weapon(who, number, _) => eye.is_marked_weapon(who, number, mark),
                _ => false,
            };
            weapon || PersonalEvalContext { own: at.who, ..eye }.is_marked_person(at.who, mark)
        };
        let sheet = &self.roster.actors[at.who];
        let known = |(name, military): &(slip_pack::Name, bool)| {
            self.roster.skills.iter().any(|(id, skill)| {
                let meant = skill.name == *name || skill.classes.contains(name);
                meant && if *military { sheet.military.contains(&skill.name) } else { self.roster.trained(at.who, id).is_some() }
            })
        };
        marks.iter().any(marked) || skills.iter().any(known)
    }

    /// Returns the rank of a roll. If a requirement is not met, the rank is at most that of an untrained person.
    pub(super) fn with_needs(&self, at: &PersonalEffectQuery, rank: i32) -> i32 {
        let lacks = self.roster.lines.any(Hook::Needs) && self.lacked(at).next().is_some();
        if lacks { rank.min(check::UNTRAINED) } else { rank }
    }

    /// True if an actor does not meet the requirement of its armour or, if `weapon` is given, of that weapon in the current state.
    pub(super) fn thing_lacks(&self, who: ActorId, at: &PersonalEffectQuery, weapon: Option<u8>) -> bool {
        self.roster.lines.any(Hook::Needs)
            && self.roster.lines.at(Hook::Needs).any(|(_, line)| {
                let its = match (line.carrier, weapon) {
                    (Carrier::Weapon(there, number, _), Some(weapon)) => there == who && number == weapon,
                    (Carrier::Worn(there), None) => there == who,
                    _ => false,
                };
                its && self.may_count(line, at) && !self.has_need(line, at)
            })
    }

    /// True if the actor may be offered an optional effect for a roll.
    pub(super) fn has_offers_for(&self, who: ActorId, act: Act, base: &PersonalRollBase) -> bool {
        self.roster.offers
            && !(self.state.preparing.enough && self.state.preparing.who == Some(who))
            && (self.can_lift(who, base) || self.can_make_good(who, act, base) || !self.open_lines(who, act, base).is_empty())
    }

    fn can_make_good(&self, who: ActorId, act: Act, base: &PersonalRollBase) -> bool {
        self.roster.lines.any(Hook::Needs)
            && self.state.actors[who].fate.can_pay(1)
            && self.lacked(&self.coming_at(who, act, base)).next().is_some()
    }

    /// Returns the next roll of an actor, if one is coming.
    fn coming(&self, who: ActorId) -> Option<(Act, PersonalRollBase)> {
        match self.state.step.phase {
            Phase::Action => self.planned(who).map(|(act, base, _)| (act, base)),
            Phase::Defence => {
                let skill = self.defence(self.state.step.n)?.chosen?;
                Some((Act::Defence, self.defence_roll(who, skill)))
            }
            _ => None,
        }
    }

    /// True if an actor is to be asked about offers for its next roll.
    pub(super) fn has_offers(&self, who: ActorId) -> bool {
        self.roster.offers && self.coming(who).is_some_and(|(act, base)| self.has_offers_for(who, act, &base))
    }

    /// Returns the largest amount that an optional effect on offer adds to the next roll; `None` if no effect is on offer.
    pub fn offered(&self, who: ActorId) -> Option<i32> {
        let (act, base) = self.coming(who).filter(|(act, base)| self.has_offers_for(who, *act, base))?;
        let lift = base.full.filter(|_| self.can_lift(who, &base)).map(|(_, more)| more);
        self.open_lines(who, act, &base).into_iter().map(|(_, _, adds)| adds).chain(lift).max().or(Some(0))
    }

    /// Adds the optional effects that the actor may use for its next roll. Returns `false` if there are none; then the next question is
    /// asked. By default, effects that cost nothing are used.
    pub(super) fn legal_offers(&self, me: Id, out: &mut Options) -> bool {
        let Some(who) = me.actor() else { return false };
        if !self.roster.offers {
            return false;
        }
        let Some((act, base)) = self.coming(who).filter(|(act, base)| self.has_offers_for(who, *act, base)) else {
            return false;
        };
        let mut default = Choice::of(Verb::No);
        out.push(default);
        if self.can_lift(who, &base) {
            out.push(Choice::of(Verb::Yes));
        }
        if self.can_make_good(who, act, &base) {
            for number in self.lacked(&self.coming_at(who, act, &base)) {
                out.push(Choice::of(Verb::Yes).with(number));
            }
        }
        for (number, line, adds) in self.open_lines(who, act, &base) {
            let choice = Choice::of(Verb::Yes).with(number);
            let helps = adds > 0
                || matches!(
                    &line.does,
                    EffectOperation::Change(ModifiedQuantity::StressOf(_) | ModifiedQuantity::Harm(_) | ModifiedQuantity::Defense, _)
                );
            if line.price == 0 && helps && default.verb == Verb::No {
                default = choice;
            }
            out.push(choice);
        }
        out.sort_with_default(Some(default));
        true
    }

    /// Takes one of the offers, and pays for it.
    pub(super) fn take_offer(&self, who: ActorId, choice: Choice, out: &mut Events) {
        let line = Some(choice.with).filter(|&number| number != Choice::NOTHING);
        match line.and_then(|number| Some((number, self.roster.lines.get(number)?))) {
            Some((number, line)) if matches!(line.does, EffectOperation::Needs { .. }) => {
                out.push(Event::Counter { who, what: Counter::MadeGood(number), change: 1, now: 1 });
                self.pay(who, 1, out);
            }
            Some((number, line)) => self.use_line(who, number, line, out),
            None => {
                out.push(Event::Counter { who, what: Counter::Full, change: 1, now: 1 });
                let price = self.coming(who).and_then(|(_, base)| base.full).map_or(0, |(price, _)| price);
                if price > 0 {
                    self.pay(who, price, out);
                }
            }
        }
    }

    /// Counts a use of an effect and pays its price.
    pub(super) fn use_line(&self, who: ActorId, number: u16, line: &TableEffect, out: &mut Events) {
        let uses = self.state.uses.get(usize::from(line.count)).copied().unwrap_or(0);
        let now = i32::try_from(uses).unwrap_or(i32::MAX).saturating_add(1);
        out.push(Event::Counter { who, what: Counter::Line(number), change: 1, now });
        if line.price > 0 {
            self.pay(who, line.price, out);
        }
    }

    /// Counts the uses that a roll makes automatically: of the effect that substitutes its skill, and of a skill that another actor lends.
    pub(super) fn use_up(&self, who: ActorId, base: &PersonalRollBase, out: &mut Events) {
        if let Some((number, line)) =
            base.via.and_then(|number| Some((number, self.roster.lines.get(number)?))).filter(|(_, line)| line.choice)
        {
            self.use_line(who, number, line, out);
        }
        if let Some((lender, skill)) = base.by_lender {
            out.push(Event::Counter { who: lender, what: Counter::Used(skill), change: 1, now: 1 });
        }
    }

    /// Returns the track that the current hit is aimed at. For a check of nerve this is Composure. Otherwise it is the declared track, or
    /// Health if none is declared.
    pub fn declared_track(&self) -> crate::event::TrackId {
        if self.state.nerve.at.is_some() { COMPOSURE } else { self.state.declared.track.unwrap_or(HEALTH) }
    }
}

/// True if the condition of an effect tests this choice.
fn asks_for_choice(line: &TableEffect, word: &str) -> bool {
    let mut asks = false;
    if let Some(condition) = &line.condition {
        condition.names(&mut |live| asks |= matches!(live, ConditionVariable::Chosen(chosen) if chosen == word));
    }
    asks
}
