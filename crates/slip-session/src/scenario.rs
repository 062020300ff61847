//! Runs a scenario: selects the next encounter, its participants and their state, and records what each encounter leaves behind.
//!
//! [`ScenarioProgress`] receives each finished fight, and returns the next encounter with the carried state applied. It rolls no dice and
//! asks no player. Automatic runs, games at a table and the replay of logs therefore take the same course.

pub mod boarding;
mod state_after_encounter;

use slip_pack::carry_in::{CarryingParticipant, leave_posts};
use slip_pack::encounter::{Encounter, SceneAspect, SceneScope};
use slip_pack::formula::Formula;
use slip_pack::item::Gear;
use slip_pack::ruleset::Rules;
use slip_pack::scenario::{CarriedState, Carry, Ending, Scenario, ScenarioStep, ScenarioTerm, parties, platoons};
use slip_pack::{Name, Pack};
use slip_play::event::Event;
use slip_play::fight::Fight;
use slip_play::ids::TableKey;
use std::collections::{BTreeMap, BTreeSet};

pub use state_after_encounter::{PartyAfterEncounter, PartyLoss};

/// Key by which an item is recognised in several encounters: its kind, package and name, and its number among items with the same name
/// (R-VC9).
pub type PartyKey = (Name, Name, Name, usize);

/// Result of a step of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Number of the winning side; `None` for a draw.
    pub winner: Option<usize>,
    /// Ways in which the step ended for each actor, by side and index in the side.
    pub endings: BTreeMap<(usize, usize), BTreeSet<Ending>>,
    /// Parties that were lost in the encounter.
    pub lost: BTreeSet<PartyKey>,
    /// True if the encounter was not played because one side had no actors left.
    pub walkover: bool,
}

/// Progress of a scenario.
#[derive(Clone, Debug)]
pub struct ScenarioProgress<'s> {
    scenario: &'s Scenario,
    ended: Vec<Option<Ended>>,
    chosen: bool,
    conditions: BTreeMap<PartyKey, PartyAfterEncounter>,
    /// True if the first encounter also starts with carried state, as it does in a campaign.
    resumes: bool,
}

/// Next encounter of a scenario.
#[derive(Clone, Debug)]
pub struct NextEncounter {
    /// Number of the step that the encounter belongs to.
    pub number: usize,
    /// Encounter with the carried state applied.
    pub encounter: Encounter,
    /// Description of the carried state, one line per entry.
    pub told: Vec<String>,
}

impl<'s> ScenarioProgress<'s> {
    /// Returns the progress of a scenario before its first encounter.
    pub const fn new(scenario: &'s Scenario) -> ScenarioProgress<'s> {
        ScenarioProgress { scenario, ended: Vec::new(), chosen: false, conditions: BTreeMap::new(), resumes: false }
    }

    /// Returns the progress of a scenario before its first encounter, with a state that the first encounter carries in.
    pub fn resuming(scenario: &'s Scenario, conditions: BTreeMap<PartyKey, PartyAfterEncounter>) -> ScenarioProgress<'s> {
        ScenarioProgress { resumes: !conditions.is_empty(), conditions, ..ScenarioProgress::new(scenario) }
    }

    /// Returns the results of all steps so far, in order. A step that was not played has `None`.
    pub fn ended(&self) -> &[Option<Ended>] {
        &self.ended
    }

    /// Returns the state of every party that has been in an encounter.
    pub const fn conditions(&self) -> &BTreeMap<PartyKey, PartyAfterEncounter> {
        &self.conditions
    }

    /// Overrides the state of a party, as when the referee rules between two encounters.
    pub fn suppose(&mut self, party: PartyKey, condition: PartyAfterEncounter) {
        self.conditions.insert(party, condition);
    }

    /// Returns the next encounter to play. A step with a false condition is skipped. If a side of an encounter has no actors left, the
    /// other side wins without playing (R-VC10).
    pub fn next(&mut self, pack: &Pack) -> Option<NextEncounter> {
        loop {
            let number = self.ended.len();
            let step = self.scenario.steps.get(number)?;
            let plays = self.holds(step.when.as_ref()) && !(step.otherwise && self.chosen);
            if !step.otherwise {
                self.chosen = false;
            }
            self.chosen |= plays;
            let encounter = pack.encounters.get(&step.encounter).filter(|_| plays);
            let Some(encounter) = encounter else {
                self.ended.push(None);
                continue;
            };
            let next = self.prepared(pack, number, step, encounter);
            let standing: Vec<usize> =
                next.encounter.sides.iter().enumerate().filter(|(_, side)| has_somebody(side)).map(|(side, _)| side).collect();
            if standing.len() < 2 {
                let winner = standing.first().copied();
                self.ended.push(Some(Ended { winner, walkover: true, ..Ended::default() }));
                return Some(next);
            }
            return Some(next);
        }
    }

    /// True if the encounter that was returned last is not played because a side has no actors left.
    pub fn is_walkover(&self, next: &NextEncounter) -> bool {
        self.ended.get(next.number).is_some_and(|ended| ended.as_ref().is_some_and(|ended| ended.walkover))
    }

    /// Records the result and the events of the encounter that was returned last.
    pub fn record<'e>(&mut self, next: &NextEncounter, fight: &Fight, events: impl Iterator<Item = &'e Event>) {
        let outcome = slip_play::conflict::Conflict::outcome(fight);
        let winner = outcome.and_then(|outcome| outcome.winner).map(|seat| seat.place());
        let left = state_after_encounter::read(&next.encounter, fight, events);
        let lost = left.conditions.iter().filter(|(_, condition)| condition.lost.is_some()).map(|(party, _)| party.clone()).collect();
        for (party, condition) in left.conditions {
            self.conditions.entry(party).or_default().replace(condition, &next.encounter.rules);
        }
        self.ended.push(Some(Ended { winner, endings: left.endings, lost, walkover: false }));
    }

    /// Records the boardings that were played out in the last recorded space encounter.
    pub fn record_boardings(&mut self, boarded: &[boarding::Boarded]) {
        let lost = boarding::lay_over(&mut self.conditions, boarded);
        if let Some(Some(ended)) = self.ended.last_mut() {
            ended.lost.extend(lost);
        }
    }

    fn holds(&self, condition: Option<&Formula<ScenarioTerm>>) -> bool {
        let ended = |step: &usize| self.ended.get(*step).and_then(Option::as_ref);
        condition.is_none_or(|condition| {
            let value = condition.eval(&mut |fact| {
                Ok(i64::from(match fact {
                    ScenarioTerm::Played(step) => ended(step).is_some(),
                    ScenarioTerm::Won(step, side) => ended(step).is_some_and(|ended| ended.winner == Some(*side)),
                    ScenarioTerm::Drawn(step) => ended(step).is_some_and(|ended| ended.winner.is_none()),
                    ScenarioTerm::Ended(step, ending, who) => {
                        let so = |at: &(usize, usize)| {
                            ended(step).and_then(|ended| ended.endings.get(at)).is_some_and(|all| all.contains(ending))
                        };
                        !who.is_empty() && who.iter().all(so)
                    }
                }))
            });
            value.is_ok_and(|value| value != 0)
        })
    }

    /// Returns the encounter of a step with the carried state applied.
    fn prepared(&self, pack: &Pack, number: usize, step: &ScenarioStep, encounter: &Encounter) -> NextEncounter {
        let all = self.resumes && self.ended.iter().all(Option::is_none);
        let mut next = NextEncounter { number, encounter: encounter.clone(), told: Vec::new() };
        let names: Vec<PartyKey> = parties(encounter).into_iter().map(|(item, count)| party(item, count)).collect();
        let mut names = names.into_iter();
        let mut platoons = platoons(encounter).into_iter().map(|(platoon, count)| party_of_platoon(platoon, count));
        for side in &mut next.encounter.sides {
            let side_name = side.name.clone();
            for deployed in &mut side.platoons {
                let Some(condition) = platoons.next().and_then(|party| self.conditions.get(&party)) else { continue };
                let carried = condition.carried(&step.carry, all, &side_name, &encounter.rules);
                next.told.extend(carried.in_words(&deployed.title));
                deployed.carried = (!carried.is_nothing()).then(|| Box::new(carried));
            }
            for actor in &mut side.actors {
                let mut bring = |title: &str, told: &mut Vec<String>| {
                    let condition = names.next().and_then(|party| self.conditions.get(&party))?;
                    let carried = condition.carried(&step.carry, all, &side_name, &encounter.rules);
                    told.extend(carried.in_words(title));
                    (!carried.is_nothing()).then(|| Box::new(carried))
                };
                actor.carried = bring(&pack.actor_title(actor), &mut next.told);
                let Some(ship) = &mut actor.ship else { continue };
                for person in &mut ship.people {
                    person.carried = bring(&pack.title_of(&person.item, &person.name), &mut next.told);
                }
                for craft in &mut ship.fighters {
                    craft.carried = bring(&pack.title_of(&craft.item, &craft.name), &mut next.told);
                }
            }
        }
        leave_posts(&mut next.encounter);
        for given in step.aspects.iter().filter(|given| self.holds(given.when.as_ref())) {
            if given.on.is_empty() {
                next.encounter.aspects.push(SceneAspect { text: given.text.clone(), scope: SceneScope::Scene });
            }
            for (side, at) in &given.on {
                let actor = next.encounter.sides.get_mut(*side).and_then(|side| side.actors.get_mut(*at));
                let Some(actor) = actor else { continue };
                actor.carried.get_or_insert_default().aspects.push(given.text.clone());
            }
            next.told.push(format!("\"{}\"", given.text));
        }
        next
    }
}

/// Returns the display name of the actor or platoon that carries state into an encounter.
pub fn called(pack: &Pack, encounter: &Encounter, bringer: &CarryingParticipant) -> Name {
    let who = &bringer.who;
    let sides = || encounter.sides.iter().filter(|side| side.name == bringer.side);
    if bringer.platoon {
        let platoon = sides().flat_map(|side| &side.platoons).find(|platoon| platoon.name == *who);
        return platoon.map_or_else(|| who.clone(), |platoon| platoon.title.as_str().into());
    }
    let actors = || sides().flat_map(|side| &side.actors);
    if let Some(actor) = actors().find(|actor| actor.name == *who) {
        return pack.actor_title(actor);
    }
    let ships = || actors().filter_map(|actor| actor.ship.as_deref());
    let aboard = ships().flat_map(|ship| &ship.people).find(|person| person.name == *who).map(|person| &person.item);
    let craft = || ships().flat_map(|ship| &ship.fighters).find(|craft| craft.name == *who).map(|craft| &craft.item);
    aboard.or_else(craft).map_or_else(|| who.clone(), |item| pack.title_of(item, who))
}

/// True if at least one actor of a side is not already out when the encounter begins.
fn has_somebody(side: &slip_pack::encounter::Side) -> bool {
    side.actors.iter().any(|actor| actor.carried.as_ref().is_none_or(|carried| carried.out.is_none()))
}

/// Returns the key by which a platoon is recognised in several encounters; `count` is the number of this copy among equal platoons.
pub fn party_of_platoon(platoon: &Name, count: usize) -> PartyKey {
    let (package, name) = platoon.split_once('.').unwrap_or(("", platoon));
    ("platoon".into(), package.into(), name.into(), count)
}

/// Returns the key by which an item is recognised in several encounters; `count` is the number of this copy among equal items.
pub fn party(item: &Gear, count: usize) -> PartyKey {
    (item.kind.clone(), item.package.clone(), item.name.clone(), count)
}

impl PartyAfterEncounter {
    /// Returns the state that this party carries into an encounter for a side. `carry` lists the kinds of state that are carried; if `all`
    /// is true, everything is.
    fn carried(&self, carry: &[Carry], all: bool, side: &Name, rules: &Rules) -> CarriedState {
        let brings = |what: Carry| all || carry.contains(&what);
        let out = self.lost.as_ref().filter(|lost| lost.keeps_away(side, brings(Carry::Out))).map(|lost| lost.how.clone());
        let marked = if brings(Carry::Stress) {
            self.marked.iter().filter(|(_, boxes)| !boxes.is_empty()).map(|(track, boxes)| (track.clone(), boxes.clone())).collect()
        } else {
            BTreeMap::new()
        };
        let consequences = if brings(Carry::Consequences) {
            self.consequences.iter().filter(|wound| self.unmended || state_after_encounter::stays(wound, &marked, rules)).cloned().collect()
        } else {
            Vec::new()
        };
        CarriedState {
            marked,
            consequences,
            fate: self.fate.filter(|_| brings(Carry::Fate)),
            aspects: self.aspects.clone(),
            tagged: self.tagged.clone(),
            v_shift: self.v_shift,
            out,
            session: self.session.clone(),
        }
    }
}

/// Returns the name of the winning side of a step.
pub fn winner_of<'e>(encounter: &'e Encounter, ended: &Ended) -> Option<&'e Name> {
    encounter.sides.get(ended.winner?).map(|side| &side.name)
}
