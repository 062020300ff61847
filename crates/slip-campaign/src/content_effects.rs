//! Effects of content on rolls and services in a campaign: `+1 to maintain`, `everyone may repair`.

use super::output::SumPart;
use super::state::CampaignStation;
use slip_pack::effect::item_eval_context::ItemContext;
use slip_pack::effect::{Action, Basis, Effect, EffectSubject, PackOperation, Play, Quantity, Role, RollBase, RollPattern, State};
use slip_pack::ruleset::Rules;
use slip_pack::{BuiltItem, Name, Pack};

/// Roll of a person or a ship of a campaign, for which effects are evaluated.
#[derive(Clone, Copy, Debug)]
pub struct CampaignRoll<'a> {
    /// The item of the person or ship that rolls.
    pub item: &'a BuiltItem,
    /// The rules in force.
    pub rules: &'a Rules,
    /// Things that the item carries.
    pub carried: &'a [&'a BuiltItem],
    /// Place where the item is; `None` if it is at no place of the package.
    pub station: Option<&'a BuiltItem>,
    /// Action of the roll.
    pub action: Action,
    /// Skill or statistic of the roll.
    pub skill: &'a str,
}

impl<'a> CampaignRoll<'a> {
    fn standing(&self) -> ItemContext<'a> {
        ItemContext { item: self.item, rules: self.rules, carried: self.carried, station: self.station, sees: &|_: State| 0 }
    }

    /// Iterates over the effects that apply: effects of the item, then effects of the rules for everyone. Effects with a price or a limit
    /// are left to the players.
    fn effects(&self) -> impl Iterator<Item = &'a Effect> {
        let standing = self.standing();
        let own = self.item.effects.iter().map(std::convert::AsRef::as_ref).filter(|effect: &&Effect| effect.who.is_none());
        let of_rules = self.rules.effects.iter().filter(|effect| matches!(effect.who, Some(EffectSubject::Everyone)));
        own.chain(of_rules).filter(move |effect| acts(effect) && standing.holds(effect))
    }

    /// True if a roll pattern of an effect matches this roll.
    fn is_meant(&self, roll: &RollPattern) -> bool {
        let own = |with: &Name| self.item.counts.get(with).is_some_and(|own| own == self.skill);
        let named = roll.with.is_empty() || roll.with.iter().any(|with| with == self.skill || own(with));
        let acts = roll.action == self.action || (roll.action == Action::Rolls && !roll.with.is_empty());
        named && acts && roll.against.is_none()
    }

    /// Returns the modifiers of the roll.
    pub fn additions(&self) -> Vec<SumPart> {
        let standing = self.standing();
        let added = self.effects().filter_map(|effect| {
            let PackOperation::Change(change) = &effect.op else { return None };
            let Quantity::Roll(roll) = &change.to else { return None };
            let by = standing.number(&change.by).saturating_mul(effect.count());
            (self.is_meant(roll) && change.per.is_none()).then(|| SumPart::new(small(by), title(effect)))
        });
        added.collect()
    }

    /// Returns the base of the roll and the numbers that limit or amplify it. The order is: `must use`, then `may use` if it is better,
    /// then the lowest limit, then 1 for all amplifiers together. A fixed number is neither limited nor amplified.
    pub fn based_on(&self, own: SumPart) -> Vec<SumPart> {
        let mut base = (own, false);
        // Of several `must use` effects, those of the ship come before those of the rules; then the lowest number counts, then the first
        // effect.
        let mut must: Option<((bool, i32), (SumPart, bool))> = None;
        let mut may: Option<(SumPart, bool)> = None;
        for effect in self.effects() {
            let PackOperation::Use(used) = &effect.op else { continue };
            let Some(rank) = self.basis(&used.basis).filter(|_| self.is_meant(&used.roll)) else { continue };
            let rank = match used.up_to {
                Some(most) => rank.0.min(small(most)).saturating_add(rank.1),
                None => rank.0.saturating_add(rank.1),
            };
            let is_number = matches!(used.basis.base, RollBase::Number(_));
            let why = if is_number { title(effect) } else { format!("{} ({})", used.basis, title(effect)) };
            let part = (SumPart::new(rank, why), is_number);
            let key = (effect.who.is_some(), rank);
            if used.must && must.as_ref().is_none_or(|(other, _)| key < *other) {
                must = Some((key, part));
            } else if !used.must && may.as_ref().is_none_or(|(other, _)| rank > other.points) {
                may = Some(part);
            }
        }
        if let Some((_, part)) = must {
            base = part;
        }
        if let Some(part) = may.filter(|(part, _)| part.points > base.0.points) {
            base = part;
        }
        let (base, is_number) = base;
        let mut now = base.points;
        let mut parts = vec![base];
        if is_number {
            return parts;
        }
        let blends = || {
            self.effects().filter_map(|effect| {
                let PackOperation::Blend(blend) = &effect.op else { return None };
                let (rank, plus) = self.basis(&blend.by).filter(|_| self.is_meant(&blend.roll))?;
                let by = rank.saturating_add(plus);
                let named = match &blend.by.base {
                    RollBase::Number(_) => by.to_string(),
                    RollBase::Stat(_) => format!("{} {by}", blend.by),
                };
                Some((blend.limited, by, format!("{named} ({})", title(effect))))
            })
        };
        if let Some((_, most, why)) = blends().filter(|(limited, by, _)| *limited && *by < now).min_by_key(|(_, by, _)| *by) {
            parts.push(SumPart::new(most.saturating_sub(now), format!("limited by {why}")));
            now = most;
        }
        if let Some((.., why)) = blends().find(|(limited, by, _)| !*limited && *by > now) {
            parts.push(SumPart::new(1, format!("amplified by {why}")));
        }
        parts
    }

    /// Returns two numbers with which an effect replaces a roll's rank: the number or the rank of a statistic, and the number added to it.
    /// `None` if the item has no such statistic.
    fn basis(&self, basis: &Basis) -> Option<(i32, i32)> {
        let standing = self.standing();
        let rank = match &basis.base {
            RollBase::Number(number) => standing.number(number),
            RollBase::Stat(name) => standing.stat(name, basis.of.unwrap_or(Role::Own))?,
        };
        Some((small(rank), basis.plus.as_ref().map_or(0, |plus| small(standing.number(plus)))))
    }
}

fn small(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX })
}

fn title(effect: &Effect) -> String {
    effect.origin.as_ref().map_or_else(|| effect.text.clone(), |origin| origin.title.clone())
}

fn acts(effect: &Effect) -> bool {
    effect.moment.is_none() && effect.acts_in(Play::Economy) && !effect.is_choice()
}

/// True if the effects of a place allow an action to everyone, false if they forbid it. `None` if no effect of the place is about the
/// actions of everyone.
pub fn lets(item: &BuiltItem, rules: &Rules, action: Action) -> Option<bool> {
    let standing = ItemContext { item, rules, carried: &[], station: None, sees: &|_: State| 0 };
    let permits = item.effects.iter().filter(|effect| acts(effect) && standing.holds(effect)).filter_map(|effect| match &effect.op {
        PackOperation::Permit(permit) if matches!(effect.who, Some(EffectSubject::Everyone)) => Some(permit),
        _ => None,
    });
    let mut said = None;
    for permit in permits {
        said = Some(said.unwrap_or(false) || (!permit.cannot && permit.actions.contains(&action)));
    }
    said
}

impl CampaignStation {
    /// Creates a station from a place of the package: its technology, and the services that its effects allow. All services are available
    /// if the effects do not mention any.
    pub fn of(item: &BuiltItem, pack: &Pack) -> CampaignStation {
        let reference = slip_pack::item::Gear { kind: item.kind.clone(), package: item.package.clone(), name: item.name.clone() };
        let serves = |action| lets(item, &pack.rules, action).unwrap_or(true);
        CampaignStation {
            item: Some(reference),
            tech: item.tech.unwrap_or(0),
            maintenance: serves(Action::Maintain),
            repair: serves(Action::Repair),
        }
    }
}
