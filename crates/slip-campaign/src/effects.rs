//! Effects of content on rolls and services in a campaign: `+1 to maintain`, `everyone may repair`.

use super::output::Part;
use super::state::{Sheet, Station};
use slip_pack::effect::item_context::Standing;
use slip_pack::effect::{Action, Effect, Op, Play, Quantity, State, Who};
use slip_pack::ruleset::Rules;
use slip_pack::{Item, Pack};

/// Returns the modifiers of a roll from effects: those of the person or ship that rolls, and those of the rules for everyone. Effects
/// with a price or a limit are left to the players.
pub fn additions(sheet: &Sheet<'_, '_>, rules: &Rules, action: Action, skill: &str) -> Vec<Part> {
    let standing = Standing { item: sheet.item, rules, sees: &|_: State| 0 };
    let own = sheet.item.effects.iter().map(std::convert::AsRef::as_ref).filter(|effect: &&Effect| effect.who.is_none());
    let of_rules = rules.effects.iter().filter(|effect| matches!(effect.who, Some(Who::Everyone)));
    let mut parts = Vec::new();
    for effect in own.chain(of_rules).filter(|effect| acts(effect) && standing.holds(effect)) {
        let Op::Change(change) = &effect.op else { continue };
        let Quantity::Roll(roll) = &change.to else { continue };
        let named = roll.with.is_empty()
            || roll.with.iter().any(|with| with == skill || sheet.item.counts.get(with).is_some_and(|own| own == skill));
        let meant = roll.action == action || (roll.action == Action::Rolls && !roll.with.is_empty());
        if !named || !meant || roll.against.is_some() || change.per.is_some() {
            continue;
        }
        let by = standing.number(&change.by).saturating_mul(effect.count());
        let why = effect.origin.as_ref().map_or_else(|| effect.text.clone(), |origin| origin.title.clone());
        parts.push(Part::new(i32::try_from(by).unwrap_or(0), why));
    }
    parts
}

fn acts(effect: &Effect) -> bool {
    effect.moment.is_none() && effect.acts_in(Play::Economy) && !effect.is_choice()
}

/// True if the effects of a place let everyone do something; `None` if the effects do not mention it.
pub fn lets(item: &Item, rules: &Rules, action: Action) -> Option<bool> {
    let standing = Standing { item, rules, sees: &|_: State| 0 };
    let permits = item.effects.iter().filter(|effect| acts(effect) && standing.holds(effect)).filter_map(|effect| match &effect.op {
        Op::Permit(permit) if matches!(effect.who, Some(Who::Everyone)) => Some(permit),
        _ => None,
    });
    let mut said = None;
    for permit in permits {
        said = Some(said.unwrap_or(false) || (!permit.cannot && permit.actions.contains(&action)));
    }
    said
}

impl Station {
    /// Creates a station from a place of the package, with its technology and the services of its effects. Services that the effects do
    /// not mention are available.
    pub fn of(item: &Item, pack: &Pack) -> Station {
        let reference = slip_pack::item::Gear { kind: item.kind.clone(), package: item.package.clone(), name: item.name.clone() };
        let serves = |action| lets(item, &pack.rules, action).unwrap_or(true);
        Station {
            item: Some(reference),
            tech: item.tech.unwrap_or(0),
            maintenance: serves(Action::Maintain),
            repair: serves(Action::Repair),
        }
    }
}
