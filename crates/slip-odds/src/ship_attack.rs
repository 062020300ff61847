//! Odds of one attack between two ships, as the engine plays it.
//!
//! No points or spin are spent, no compel is answered and no aspect is tagged; consequences are taken as in [`crate::attack`]. The defender
//! uses the best defence that costs no heat: against electronic warfare the firewall if it is better than the ship's rating, and against
//! torpedoes the point defence.

use crate::attack::{AttackOdds, tell, usual, wanted};
use crate::dice_tree::{self, Branch, BranchPolicy, OddsError};
use slip_play::choice::{Choice, Options, Verb};
use slip_play::event::{Event, Phase, RollAddend, Step};
use slip_play::ids::{ActorId, Id};
use slip_play::log;
use slip_play::question::{Ask, Point};
use slip_play::space::Space;
use slip_play::space::roster::WeaponSystem;

/// Attack of a ship, and the defence against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Salvo {
    /// Weapon that is fired.
    pub weapon: WeaponSystem,
    /// Value of the beams that are fired; `None` for the full rating.
    pub value: Option<i16>,
    /// Value of the beams with which the target defends against torpedoes; 0 if it does not defend. With `None` it uses its point defence,
    /// if it has one.
    pub against: Option<i16>,
}

/// Policy of the branch search: the attacker fires once.
struct SingleAttack {
    salvo: Salvo,
    by: ActorId,
    on: ActorId,
}

impl BranchPolicy<Space> for SingleAttack {
    fn answer(&mut self, fight: &Space, ask: &Ask, options: &Options) -> Result<Choice, OddsError> {
        let weapon = weapon_word(self.salvo.weapon);
        let not_open =
            &format!("{} cannot attack {} with {weapon} from there", fight.roster.title_of(self.by), fight.roster.title_of(self.on));
        let Salvo { weapon, value, against } = self.salvo;
        match ask.point {
            Point::Declare if ask.me == Id::Actor(self.by) => wanted(options, Choice::of(weapon.verb()).on(Id::Actor(self.by)), not_open),
            Point::Whom => wanted(options, Choice::of(Verb::Target).on(Id::Actor(self.on)), not_open),
            Point::With => match value {
                Some(value) => wanted(options, Choice::of(Verb::Value).n(value), "the value is above the rating of the ship"),
                None => usual(options, &[]),
            },
            // If the target has a firewall that is better than its rating, the firewall is used (R-XOX1).
            Point::EwDefence if ask.me.actor().is_some_and(|it| fight.better_firewall(it, self.by).is_some()) => {
                usual(options, &[Verb::Firewall])
            }
            Point::TorpedoDefence => match against {
                Some(0) => usual(options, &[Verb::Nothing]),
                Some(value) => wanted(options, Choice::of(Verb::Beams).n(value), "the defender has fewer beams"),
                None => usual(options, &[Verb::PointDefence]),
            },
            _ => usual(options, &[]),
        }
    }

    fn is_over(&self, branch: &Branch<Space>, _: &Ask) -> bool {
        let settled = branch.events.iter().any(|event| matches!(event, Event::Result { against, .. } if *against == Some(self.on)));
        settled && branch.fight.state.blows.is_empty() && branch.fight.state.step.phase == Phase::Poll
    }
}

/// Computes every outcome of an attack of one ship on another. The attack is made from their current positions, in the first turn, in the
/// phase of the weapon.
///
/// # Errors
/// [`OddsError`].
pub(super) fn branches(mut fight: Space, by: ActorId, on: ActorId, salvo: Salvo) -> Result<Vec<Branch<Space>>, OddsError> {
    let dice = fight.roster.settings.dice;
    fight.state.turn = 1;
    fight.state.stage = salvo.weapon.stage();
    fight.state.step = Step::of(Phase::Poll, Id::None);
    if !fight.is_armed_with(by, salvo.weapon) {
        return Err(unarmed(&fight, by, salvo.weapon));
    }
    dice_tree::ends(fight, dice, &mut SingleAttack { salvo, by, on })
}

/// Returns the name of a weapon in sentences about a ship.
const fn weapon_word(weapon: WeaponSystem) -> &'static str {
    match weapon {
        WeaponSystem::Ew => "electronic warfare",
        WeaponSystem::Beam => "beams",
        WeaponSystem::Torpedo => "torpedoes",
    }
}

/// Returns the name that sentences use for a defence with a fixed value: `firewall`, `point defence` or `fixed`.
fn fixed_word(fight: &Space, on: ActorId) -> &'static str {
    match fight.state.ship(on).map(|ship| ship.fixed) {
        Some(fixed) if fixed.ew => Verb::Firewall.word(),
        Some(fixed) if fixed.torpedo => "point defence",
        _ => "fixed",
    }
}

/// Returns the reason why a ship cannot attack with a weapon from any position.
fn unarmed(fight: &Space, by: ActorId, weapon: WeaponSystem) -> OddsError {
    let (ship, word) = (fight.roster.title_of(by), weapon_word(weapon));
    OddsError::Impossible(match fight.rating(by, weapon.rating()) {
        0 => format!("{ship} has no {word} to attack with"),
        _ => format!("{ship} has no crew that can attack with its {word}"),
    })
}

/// Computes all outcomes of an attack of one ship on another.
///
/// # Errors
/// [`OddsError`].
pub fn strike(fight: Space, by: ActorId, on: ActorId, salvo: Salvo) -> Result<AttackOdds, OddsError> {
    let dice = fight.roster.settings.dice;
    let marked = |fight: &Space, who: ActorId| fight.state.ship(who).map_or(0, |ship| ship.tracks.iter().map(|track| track.marked()).sum());
    let before = fight.clone();
    let boxes = |fight: &Space, who: ActorId| -> u8 {
        let now: u8 = marked(fight, who);
        now.saturating_sub(marked(&before, who))
    };
    let branches = branches(fight, by, on, salvo)?;
    let word = |fight: &Space, part: RollAddend| match part {
        RollAddend::Fixed => fixed_word(fight, on).to_owned(),
        RollAddend::Posts => "other stations used".to_owned(),
        part => log::part_word(fight, part).to_owned(),
    };
    Ok(tell(&branches, dice, (by, on), boxes, |_, who| who, word))
}
