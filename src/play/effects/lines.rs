//! Lines that somebody may use, or that are about others than their carrier: what a table of the fight is made of. Floor 4.
//!
//! Only changes to rolls, and skills that are lent (`allies may use my …`). What is a choice with a price other than fate
//! points, or stands in rulesets, scenes and zones, gives none.

use super::{Condition, Op, Reader, RollChange, StandIn, Verdict, is_choice};
use crate::pack::Name;
use crate::pack::effect::{Effect, Limit, Period, Play, Price, Quantity, Who};
use crate::play::ids::ActorId;
use ecow::EcoString;
use std::borrow::Borrow;

/// A change to rolls that is not simply its carrier's own and always there.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Whose line it is: its conditions are seen from there, and its uses counted.
    pub carrier: ActorId,
    /// What it is called.
    pub title: EcoString,
    /// Whose rolls it is about.
    pub whom: Vec<ActorId>,
    /// The rolls: any of these.
    pub rolls: Vec<RollChange>,
    /// Only of attacks with this weapon of the carrier.
    pub weapon: Option<u8>,
    /// On condition.
    pub condition: Option<Condition>,
    /// Whether whoever rolls chooses to use it; otherwise it always applies.
    pub choice: bool,
    /// Fate points that a use takes of whoever rolls.
    pub price: u16,
    /// How often it may be used in a period; none: as often as one likes.
    pub limit: Option<(i64, Period)>,
    /// The number of its count of uses: lines of a stunt that is limited as a whole share one.
    pub count: u16,
}

/// A line as it is read, before it is known who is in the fight.
pub struct Written {
    /// Whose rolls it is about, seen from the carrier; none: its own.
    pub who: Option<Who>,
    /// The line, for nobody yet.
    pub line: Line,
    /// The stunt that is limited as a whole.
    pub shared: Option<Name>,
}

/// Whether a line is about people of the fight other than those who carry it.
fn is_about_others(who: Option<&Who>) -> bool {
    matches!(who, Some(Who::Allies | Who::Enemies | Who::Others | Who::Everyone))
}

impl Reader<'_> {
    /// The changes to rolls that are a choice, or about others.
    pub fn lines<E: Borrow<Effect>>(&self, effects: &[E]) -> Vec<Written> {
        let here = effects.iter().map(Borrow::borrow).filter(|effect: &&Effect| effect.acts_in(Play::Personal));
        here.filter_map(|effect| self.line(effect)).collect()
    }

    fn line(&self, effect: &Effect) -> Option<Written> {
        let (None, Op::Change(change)) = (&effect.moment, &effect.op) else { return None };
        let others = is_about_others(effect.who.as_ref());
        let own = matches!(effect.who, None | Some(Who::Bearer));
        if !(others || (own && is_choice(effect))) {
            return None;
        }
        let price = match effect.price {
            None => 0,
            Some(Price::Fate(points)) => u16::try_from(points.max(0)).unwrap_or(u16::MAX),
            Some(Price::Action) => return None,
        };
        let stunt = effect.origin.as_ref().and_then(|origin| Some((origin.limit?, origin.name.clone())));
        let (limit, shared) = match (effect.limit, stunt) {
            (Some(_), Some(_)) => return None,
            (Some(limit), None) => (Some(limit), None),
            (None, Some((limit, name))) => (Some(limit), Some(name)),
            (None, None) => (None, None),
        };
        let limit = match limit {
            Some(Limit::Times(times, period)) => Some((times, period)),
            Some(Limit::AnyTimes) | None => None,
        };
        let Quantity::Roll(roll) = &change.to else { return None };
        let by = self.amount(&change.by, effect.count().saturating_mul(self.times(change.per.as_ref())?))?;
        let rolls = self.roll_changes(roll, by, None);
        let condition = match self.verdict(effect.condition.as_ref()) {
            Verdict::Never => return None,
            Verdict::Always => None,
            Verdict::When(condition) => Some(condition),
        };
        let title = effect.origin.as_ref().map_or_else(|| self.thing.title.as_str(), |origin| origin.title.as_str());
        let line = Line {
            carrier: ActorId(0),
            title: title.into(),
            whom: Vec::new(),
            rolls,
            weapon: None,
            condition,
            choice: is_choice(effect),
            price,
            limit,
            count: 0,
        };
        (!line.rolls.is_empty()).then_some(Written { who: effect.who.clone(), line, shared })
    }

    /// The skills that are lent, and to whom; `lender` is the carrier.
    pub fn lent<E: Borrow<Effect>>(&self, effects: &[E], lender: ActorId) -> Vec<(Who, StandIn)> {
        let mut lent = Vec::new();
        for effect in super::acting(effects) {
            let (None, Op::Use(used), Some(who)) = (&effect.moment, &effect.op, &effect.who) else { continue };
            if !used.basis.my || used.basis.of.is_some() || used.must || !is_about_others(Some(who)) {
                continue;
            }
            let condition = match self.verdict(effect.condition.as_ref()) {
                Verdict::Never => continue,
                Verdict::Always => None,
                Verdict::When(condition) => Some(condition),
            };
            // What one lends is paid for by whoever rolls, if at all.
            let uses = self.uses(used, condition.as_ref()).into_iter();
            lent.extend(uses.map(|stand_in| (who.clone(), StandIn { lender: Some(lender), ..stand_in })));
        }
        lent
    }
}
