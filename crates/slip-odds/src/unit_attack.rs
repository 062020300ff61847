//! Odds of one attack of a unit on a unit, as the engine of platoon combat plays it.
//!
//! The attacker's side is first, and the attacking unit is the first to act. All others pass if they may pass. Consequences are taken as in
//! [`crate::attack`].

use crate::attack::{AttackOdds, tell, usual, wanted};
use crate::dice_tree::{self, Branch, BranchPolicy, OddsError};
use slip_pack::Name;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::event::Event;
use slip_play::ids::{ActorId, Id};
use slip_play::log;
use slip_play::names::Names;
use slip_play::platoon::PlatoonFight;
use slip_play::question::{Ask, Point};

/// Options of a unit's attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitAttackOptions {
    /// Skill that is used; `None` for the best one.
    pub skill: Option<Name>,
    /// True if the attack targets the whole zone of the target.
    pub area: bool,
}

/// Policy of the branch search: one unit attacks once.
struct SingleAttack {
    by: ActorId,
    on: ActorId,
    at: Id,
    order: UnitAttackOptions,
}

impl SingleAttack {
    /// Returns the first option for the requested way of firing. If several options match, the first one is also the best.
    fn with(&self, fight: &PlatoonFight, options: &Options) -> Option<Choice> {
        let named = |choice: &Choice| match &self.order.skill {
            Some(name) => choice.skill().is_some_and(|skill| fight.skill(skill) == name),
            None => true,
        };
        let manner = if self.order.area { Choice::AREA } else { Choice::SINGLE };
        options.as_slice().iter().copied().find(|choice| choice.how == manner && named(choice))
    }
}

impl BranchPolicy<PlatoonFight> for SingleAttack {
    fn answer(&mut self, fight: &PlatoonFight, ask: &Ask, options: &Options) -> Result<Choice, OddsError> {
        let own = fight.platoon(self.by).map(|platoon| Choice::of(Verb::Command).on(Id::Actor(fight.state.id_of_platoon(platoon))));
        let rather = |choice: Option<Choice>| match choice.filter(|&choice| options.contains(choice)) {
            Some(choice) => Ok(choice),
            None => usual(options, &[]),
        };
        let mine = ask.me == Id::Actor(self.by);
        match ask.point {
            Point::Order => rather(own),
            Point::Unit => rather(Some(Choice::of(Verb::Unit).on(Id::Actor(self.by)))),
            Point::Act if mine => wanted(options, Choice::of(Verb::Attack), NOT_OPEN),
            Point::Act => usual(options, &[Verb::Pass]),
            Point::Whom if mine => wanted(options, Choice::of(Verb::Target).on(self.at), NOT_OPEN),
            Point::With if mine => self.with(fight, options).ok_or_else(|| OddsError::Impossible(NO_SUCH_WAY.to_owned())),
            _ => usual(options, &[]),
        }
    }

    fn is_over(&self, branch: &Branch<PlatoonFight>, _: &Ask) -> bool {
        let attacked = branch.events.iter().any(|event| matches!(event, Event::Result { against, .. } if *against == Some(self.on)));
        attacked && branch.fight.state.blows.is_empty()
    }
}

const NOT_OPEN: &str = "the unit cannot attack this target from there: it is out of range, out of sight or not spotted";
const NO_SUCH_WAY: &str = "the unit cannot attack in this way: with another skill, or only one target";

/// Computes all outcomes of an attack of one unit on another in a battle that is about to begin.
///
/// # Errors
/// [`OddsError`].
pub fn strike(mut fight: PlatoonFight, by: ActorId, on: ActorId, order: &UnitAttackOptions) -> Result<AttackOdds, OddsError> {
    let dice = fight.roster.settings.dice;
    fight.state.first = Some(fight.side(by));
    let zone = fight.state.unit(on).and_then(|unit| unit.zone());
    let at = match zone.filter(|_| order.area) {
        Some(zone) => Id::Zone(zone),
        None => Id::Actor(on),
    };
    let marked = |fight: &PlatoonFight, who: ActorId| fight.state.unit(who).map_or(0, |unit| unit.morale.marked());
    let before = fight.clone();
    let boxes = |fight: &PlatoonFight, who: ActorId| marked(fight, who).saturating_sub(marked(&before, who));
    let branches = dice_tree::ends(fight, dice, &mut SingleAttack { by, on, at, order: order.clone() })?;
    // If there is only one possible target, the engine selects it without a question, so the target may not be the requested one.
    let meant = |branch: &Branch<PlatoonFight>| {
        branch.events.iter().any(|event| matches!(event, Event::Result { against: Some(against), .. } if *against == on))
    };
    if !branches.iter().all(meant) {
        return Err(OddsError::Impossible(NOT_OPEN.to_owned()));
    }
    // The spin of a unit belongs to its platoon.
    let purse = |fight: &PlatoonFight, who: ActorId| fight.platoon(who).map_or(who, |platoon| fight.state.id_of_platoon(platoon));
    Ok(tell(&branches, dice, (by, on), boxes, purse, |fight, part| log::part_word(fight, part).to_owned()))
}

/// Sets the SPOTTED counter of a unit.
pub fn spot(fight: &mut PlatoonFight, who: ActorId, spotted: u8) {
    if let Some(unit) = fight.state.units.row_mut(who) {
        unit.spotted = spotted;
    }
}
