//! Aspects that a leader keeps off the units under command, such as `Out of ammo` for units of a logistics genius. Units that are no longer
//! under command have these aspects again (R-L59).

use crate::ids::{ActorId, AspectId, TableKey};
use crate::platoon::roster::PlatoonRoster;
use crate::platoon::state::{BattleState, UnitState};
use ecow::EcoString;
use slip_dice::fate::{Aspect, Holder};
use slip_pack::item::BuiltItem;
use slip_pack::platoon::Platoon;

/// Aspect of a unit that a platoon of the fight keeps off its units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SparedAspect {
    /// Unit that has the aspect by its design.
    pub unit: ActorId,
    /// Number of the aspect.
    pub aspect: AspectId,
}

/// Returns the texts of the aspects that a platoon's leader keeps off its units. Only aspects of units in the fight are returned.
pub(super) fn spared_by(platoon: &Platoon, units: &[&BuiltItem]) -> Vec<EcoString> {
    let texts = units.iter().flat_map(|item| &item.aspects).map(|aspect| &aspect.text);
    let mut spared: Vec<EcoString> = texts.filter(|text| platoon.is_spared(text)).map(|text| text.as_str().into()).collect();
    spared.sort_unstable();
    spared.dedup();
    spared
}

/// Lists the aspects of units that may come and go with their leaders. Those that are not there at the start are added to `aspects`.
pub(super) fn lay_out(units: &[&BuiltItem], roster: &PlatoonRoster, aspects: &mut Vec<Aspect>) -> Vec<SparedAspect> {
    let mut found = Vec::new();
    for (number, item) in units.iter().enumerate() {
        let unit = ActorId::of(number);
        let holder = Holder::Actor(unit.0);
        for aspect in &item.aspects {
            let text = aspect.text.as_str();
            if !roster.platoons.values().any(|platoon| platoon.spares.iter().any(|spared| spared == text)) {
                continue;
            }
            let there = aspects.iter().position(|there| there.holder == holder && there.text == text);
            let place = there.unwrap_or_else(|| {
                aspects.push(Aspect { present: false, ..Aspect::printed(text, holder) });
                aspects.len().saturating_sub(1)
            });
            found.push(SparedAspect { unit, aspect: AspectId::of(place) });
        }
    }
    found
}

/// Returns one flag for each of the roster's spared aspects, in order. The flag is true if the leader of the unit keeps the aspect off the
/// unit now.
pub(super) fn kept_off(state: &BattleState, roster: &PlatoonRoster) -> Vec<bool> {
    let is_kept_off = |spared: &SparedAspect| {
        let unit = state.unit(spared.unit).filter(|unit| unit.member)?;
        let platoon = roster.platoons.row(unit.platoon)?;
        let is_led = platoon.leader.is_none_or(|leader| state.unit(leader).is_some_and(UnitState::is_active));
        let text = &state.aspects.row(spared.aspect)?.text;
        Some(is_led && platoon.spares.contains(text))
    };
    roster.spared.iter().map(|spared| is_kept_off(spared).unwrap_or(false)).collect()
}

/// Updates the aspects of units after a change of command. Units that are orphans now get the aspects that their leader kept off them;
/// units under command lose these aspects.
pub(super) fn settle(state: &mut BattleState, roster: &PlatoonRoster, before: &[bool]) {
    let now = kept_off(state, roster);
    for ((spared, was), is) in roster.spared.iter().zip(before).zip(now) {
        if let Some(aspect) = state.aspects.row_mut(spared.aspect).filter(|_| *was != is) {
            aspect.present = !is;
        }
    }
}
