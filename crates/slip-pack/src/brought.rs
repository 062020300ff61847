//! What an encounter was begun with from before it. The first line of its log says so, since it follows from no text: whoever reads the
//! log lays it over the encounter again (R-VC12).

use super::Name;
use super::encounter::{By, Encounter, SceneAspect, SceneScope, Side};
use super::scenario::Carried;
use serde::{Deserialize, Serialize};

/// What everybody brings into an encounter, and what is true of its scene besides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brought {
    /// Whoever brings something, in the order of the encounter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<Bringer>,
    /// Aspects of the scene that the encounter does not have by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scene: Vec<String>,
}

/// Somebody who brings something along.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bringer {
    /// Their side.
    pub side: Name,
    /// What they are called in the encounter.
    pub who: Name,
    /// True if it is a platoon: a unit of it may be called the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub platoon: bool,
    /// What they bring.
    #[serde(flatten)]
    pub carried: Carried,
}

impl Brought {
    /// What was laid over an encounter; `plain` is the encounter as its text has it. None if that was nothing.
    pub fn of(plain: Option<&Encounter>, encounter: &Encounter) -> Option<Brought> {
        let bringer = |side: &Side, (platoon, who, carried): (bool, &Name, Option<&Carried>)| {
            Some(Bringer { side: side.name.clone(), who: who.clone(), platoon, carried: carried?.clone() })
        };
        let people = encounter.sides.iter().flat_map(|side| members(side).filter_map(move |member| bringer(side, member)));
        let own = plain.map_or(encounter.aspects.len(), |plain| plain.aspects.len());
        let scene = encounter.aspects.iter().skip(own).map(|aspect| aspect.text.clone());
        let brought = Brought { people: people.collect(), scene: scene.collect() };
        (brought != Brought::default()).then_some(brought)
    }

    /// An encounter with all of it.
    ///
    /// # Errors
    /// The name of somebody who is not in the encounter, or not in this order.
    pub fn lay_over(&self, plain: &Encounter) -> Result<Encounter, Name> {
        let mut encounter = plain.clone();
        let mut bringers = self.people.iter().peekable();
        for side in &mut encounter.sides {
            let name = side.name.clone();
            for (platoon, who, carried) in members_mut(side) {
                let is_this = |there: &&Bringer| there.side == name && there.who == *who && there.platoon == platoon;
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

/// Whoever takes no part works at no post: one of the nameless steps in where there are any.
pub fn leave_posts(encounter: &mut Encounter) {
    let default_rank = i32::try_from(encounter.rules.int("default_crew_rank", 2)).ok();
    let actors = encounter.sides.iter_mut().flat_map(|side| &mut side.actors);
    for ship in actors.filter_map(|actor| actor.ship.as_mut()) {
        let crewed = ship.posts.iter().any(|post| post.by == By::Crew);
        let gone = |by: By| match by {
            By::Person(person) => {
                ship.people.get(person).is_some_and(|person| person.carried.as_ref().is_some_and(|carried| carried.out.is_some()))
            }
            By::Nobody | By::Crew => false,
        };
        for post in ship.posts.iter_mut().filter(|post| gone(post.by)) {
            let (by, rank) = if crewed { (By::Crew, default_rank) } else { (By::Nobody, None) };
            (post.by, post.rank, post.trained, post.military) = (by, rank, crewed, false);
        }
    }
}

/// Platoons, then actors, each with those aboard and its fighters: whether it is a platoon, its name, what it brings.
fn members(side: &Side) -> impl Iterator<Item = (bool, &Name, Option<&Carried>)> {
    let platoons = side.platoons.iter().map(|platoon| (true, &platoon.name, platoon.carried.as_deref()));
    let actors = side.actors.iter().flat_map(|actor| {
        let aboard = actor.ship.iter().flat_map(|ship| &ship.people).map(|person| (false, &person.name, person.carried.as_deref()));
        let craft = actor.ship.iter().flat_map(|ship| &ship.fighters).map(|craft| (false, &craft.name, craft.carried.as_deref()));
        std::iter::once((false, &actor.name, actor.carried.as_deref())).chain(aboard).chain(craft)
    });
    platoons.chain(actors)
}

/// The same, to be written.
fn members_mut(side: &mut Side) -> impl Iterator<Item = (bool, &Name, &mut Option<Box<Carried>>)> {
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
