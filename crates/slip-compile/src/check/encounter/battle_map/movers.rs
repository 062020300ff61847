//! Finds the units that move on the map, and the best movement roll among them.

use crate::check::encounter::Scene;
use slip_pack::encounter::{Actor, Encounter, Role, Side, UnitStart};

/// Skill with which units move.
const MOVEMENT: &str = "movement";

/// Highest result of `d6-d6`.
const MOST_OF_D6_D6: i32 = 5;
const MOST_OF_D6_D6_CAPPED: i32 = 4;
const MOST_OF_4DF: i32 = 4;

/// Best movement roll in a battle.
pub(super) struct Best {
    /// Highest result of the dice.
    pub dice: i32,
    /// Highest rank, with the name of its unit; `None` if no unit is trained in movement.
    pub rank: Option<(i32, String)>,
}

impl Best {
    /// Returns the highest pass value of a border that the roll can cross. Each step costs one shift in addition to the pass value. Without
    /// a trained unit, only free borders can be crossed.
    pub(super) fn highest(&self) -> i32 {
        self.rank.as_ref().map_or(0, |(rank, _)| self.dice.saturating_add(*rank).saturating_sub(1).max(0))
    }
}

/// True if an actor is a unit that moves on the ground of the map. Also true for a passenger, which may do so later.
pub(super) fn walks(actor: &Actor) -> bool {
    let on_the_map = |start: UnitStart| matches!(start, UnitStart::Map | UnitStart::Aboard(_));
    actor.unit.as_ref().is_some_and(|unit| matches!(unit.role, Role::Leader | Role::Unit) && on_the_map(unit.start))
}

/// Returns the best result that a movement roll of the moving units can have; `None` if no unit moves.
pub(super) fn best(scene: &Scene<'_, '_>, encounter: &Encounter) -> Option<Best> {
    let dice = match encounter.rules.word("dice", "4dF") {
        "d6_d6" => MOST_OF_D6_D6,
        "d6_d6_capped" => MOST_OF_D6_D6_CAPPED,
        _ => MOST_OF_4DF,
    };
    let all = encounter.sides.iter().flat_map(|side| side.actors.iter().map(move |actor| (side, actor)));
    let mut walkers = all.filter(|(_, actor)| walks(actor)).peekable();
    walkers.peek()?;
    let ranks = walkers.filter_map(|(side, actor)| Some((rank(scene, side, actor)?, actor.item.name.to_string())));
    let best = ranks.reduce(|best, other| if other.0 > best.0 { other } else { best });
    Some(Best { dice, rank: best })
}

/// Returns the movement rank of a unit, including the raise by an attached character.
fn rank(scene: &Scene<'_, '_>, side: &Side, actor: &Actor) -> Option<i32> {
    let pack = scene.context.pack;
    let own = pack.fielded(side, actor)?.rank(MOVEMENT)?;
    let unit = actor.unit.as_ref()?;
    let platoon = side.platoons.get(unit.platoon).and_then(|deployed| pack.platoons.get(&deployed.platoon));
    let people = unit.characters.iter().filter_map(|number| platoon?.characters.get(*number));
    let raised = people.filter(|person| person.skill == MOVEMENT).map(|person| person.raises).max().unwrap_or(0);
    Some(own.saturating_add(raised))
}
