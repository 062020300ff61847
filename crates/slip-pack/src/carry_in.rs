//! State that the participants of an encounter bring from before the encounter. It does not follow from the text of the encounter. The
//! first line of the log therefore contains it, and a reader of the log applies it to the encounter again (R-VC12).

use super::Name;
use super::encounter::{Encounter, SceneAspect, SceneScope, Side, StationWorker};
use super::scenario::CarriedState;
use serde::{Deserialize, Serialize};

/// State that the participants carry into an encounter, and extra aspects of its scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarryIn {
    /// Participants that carry in some state, in the order of the encounter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<CarryingParticipant>,
    /// Aspects of the scene in addition to those of the encounter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scene: Vec<String>,
}

/// Participant with the state that it carries into an encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarryingParticipant {
    /// Name of the side that the participant is on.
    pub side: Name,
    /// Name of the participant in the encounter.
    pub who: Name,
    /// True if the participant is a platoon. The name alone does not tell, because a unit of the platoon may have the same name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub platoon: bool,
    /// State that the participant carries in.
    #[serde(flatten)]
    pub carried: CarriedState,
}

impl CarryIn {
    /// Returns the state that participants carry into `encounter`: the difference from `plain`, the encounter as it is written. `None` if
    /// nothing was carried in.
    pub fn of(plain: Option<&Encounter>, encounter: &Encounter) -> Option<CarryIn> {
        let bringer = |side: &Side, (platoon, who, carried): (bool, &Name, Option<&CarriedState>)| {
            Some(CarryingParticipant { side: side.name.clone(), who: who.clone(), platoon, carried: carried?.clone() })
        };
        let people = encounter.sides.iter().flat_map(|side| members(side).filter_map(move |member| bringer(side, member)));
        let own = plain.map_or(encounter.aspects.len(), |plain| plain.aspects.len());
        let scene = encounter.aspects.iter().skip(own).map(|aspect| aspect.text.clone());
        let brought = CarryIn { people: people.collect(), scene: scene.collect() };
        (brought != CarryIn::default()).then_some(brought)
    }

    /// Returns an encounter with all of this carried-in state applied.
    ///
    /// # Errors
    /// Returns the name of a participant that is missing from the encounter, or that comes in a different order there.
    pub fn lay_over(&self, plain: &Encounter) -> Result<Encounter, Name> {
        let mut encounter = plain.clone();
        let mut bringers = self.people.iter().peekable();
        for side in &mut encounter.sides {
            let name = side.name.clone();
            for (platoon, who, carried) in members_mut(side) {
                let is_this = |there: &&CarryingParticipant| there.side == name && there.who == *who && there.platoon == platoon;
                if let Some(bringer) = bringers.next_if(is_this) {
                    *carried = Some(Box::new(bringer.carried.clone()));
                }
            }
        }
        if let Some(nobody) = bringers.next() {
            return Err(nobody.who.clone());
        }
        leave_posts(&mut encounter);
        encounter.aspects.extend(self.scene.iter().map(|text| SceneAspect { text: text.clone(), scope: SceneScope::Scene }));
        Ok(encounter)
    }
}

/// Removes people who do not take part in the encounter from their posts. Unnamed crew replace them if the ship has any.
pub fn leave_posts(encounter: &mut Encounter) {
    let default_rank = i32::try_from(encounter.rules.int("default_crew_rank", 2)).ok();
    let actors = encounter.sides.iter_mut().flat_map(|side| &mut side.actors);
    for ship in actors.filter_map(|actor| actor.ship.as_mut()) {
        let crewed = ship.posts.iter().any(|post| post.by == StationWorker::Crew);
        let gone = |by: StationWorker| match by {
            StationWorker::Person(person) => {
                ship.people.get(person).is_some_and(|person| person.carried.as_ref().is_some_and(|carried| carried.out.is_some()))
            }
            StationWorker::Nobody | StationWorker::Crew => false,
        };
        for post in ship.posts.iter_mut().filter(|post| gone(post.by)) {
            let (by, rank) = if crewed { (StationWorker::Crew, default_rank) } else { (StationWorker::Nobody, None) };
            (post.by, post.rank, post.trained, post.military) = (by, rank, crewed, false);
        }
    }
}

/// Returns the participants of a side that may carry in state: the platoons, then the actors, each followed by its people aboard and
/// fighters.
///
/// Each entry has a flag that is true for a platoon, the name, and the carried-in state.
fn members(side: &Side) -> impl Iterator<Item = (bool, &Name, Option<&CarriedState>)> {
    let platoons = side.platoons.iter().map(|platoon| (true, &platoon.name, platoon.carried.as_deref()));
    let actors = side.actors.iter().flat_map(|actor| {
        let aboard = actor.ship.iter().flat_map(|ship| &ship.people).map(|person| (false, &person.name, person.carried.as_deref()));
        let craft = actor.ship.iter().flat_map(|ship| &ship.fighters).map(|craft| (false, &craft.name, craft.carried.as_deref()));
        std::iter::once((false, &actor.name, actor.carried.as_deref())).chain(aboard).chain(craft)
    });
    platoons.chain(actors)
}

/// Lists the same participants as [`members`], with mutable state.
fn members_mut(side: &mut Side) -> impl Iterator<Item = (bool, &Name, &mut Option<Box<CarriedState>>)> {
    let platoons = side.platoons.iter_mut().map(|platoon| (true, &platoon.name, &mut platoon.carried));
    let actors = side.actors.iter_mut().flat_map(|actor| {
        let (aboard, craft) = match &mut actor.ship {
            Some(ship) => (ship.people.as_mut_slice(), ship.fighters.as_mut_slice()),
            None => (&mut [][..], &mut [][..]),
        };
        let aboard = aboard.iter_mut().map(|person| (false, &person.name, &mut person.carried));
        let craft = craft.iter_mut().map(|craft| (false, &craft.name, &mut craft.carried));
        std::iter::once((false, &actor.name, &mut actor.carried)).chain(aboard).chain(craft)
    });
    platoons.chain(actors)
}
