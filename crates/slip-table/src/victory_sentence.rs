//! Victory conditions in words: `hold(crew, lamp_room, 3) or out(bailiffs)` is "the crew alone hold Lamp room at the end of 3 rounds in a
//! row, or all of the bailiffs are out of play".
//!
//! A condition that no sentence can describe, such as one with arithmetic, keeps the words of its author.

use crate::transcript::phrases::{counted, listed, the};
use crate::transcript::reason;
use slip_pack::Pack;
use slip_pack::effect::Play;
use slip_pack::encounter::{Actor, AspectHolder, Encounter, Victory, VictorySubject, VictoryTerm};
use slip_pack::formula::{Formula, FormulaOperator};
use slip_play::conflict::EndReason;
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::{ActorId, TableKey, ZoneId};
use slip_play::names::{NamedThingKind, Names};
use slip_play::victory::VictoryFacts;

/// Names of the sides, actors and places that victory conditions refer to by number.
pub trait VictoryNames {
    /// Returns the name of a side as text writes it: `lamp crew` for `lamp_crew`.
    fn side(&self, side: usize) -> Option<String>;
    /// Returns the titles of the actors that a victory condition is about.
    fn actors(&self, who: &VictorySubject) -> Vec<String>;
    /// Returns the title of a zone.
    fn zone(&self, zone: usize) -> Option<String>;
    /// Returns the name of a group of pawns.
    fn group(&self, group: usize) -> Option<String>;
    /// Returns the title of a task.
    fn task(&self, task: usize) -> Option<String>;
    /// Returns the unit in which the conflict counts its time: `round` or `turn`.
    fn time_unit(&self) -> &'static str;
}

/// Returns a victory condition as a clause without a full stop.
#[must_use]
pub fn victory_sentence(names: &dyn VictoryNames, victory: &Victory) -> String {
    let short_form = reason(&victory.text);
    if short_form != victory.text {
        return short_form;
    }
    clause(names, &victory.condition).unwrap_or(short_form)
}

/// Returns the reason why a fight has ended: the victory condition in words, or another reason.
pub(crate) fn end_reason(fight: FightRef<'_>, why: EndReason) -> String {
    let (victories, words) = match fight {
        FightRef::Personal(fight) => (&fight.roster.victories, fight.reason(why)),
        FightRef::Space(fight) => (&fight.roster.victories, fight.reason(why)),
        FightRef::Platoon(fight) => (&fight.roster.victories, fight.reason(why)),
        FightRef::Stakes(fight) => return reason(&fight.reason(why)),
    };
    let victory = if let EndReason::Victory(number) = why { victories.get(usize::from(number)) } else { None };
    victory.map_or_else(|| reason(&words), |victory| victory_sentence(&FightNames(fight), victory))
}

/// Names of an encounter that has not begun.
pub struct EncounterNames<'a> {
    /// Pack of the encounter.
    pub pack: &'a Pack,
    /// The encounter.
    pub encounter: &'a Encounter,
}

impl VictoryNames for EncounterNames<'_> {
    fn side(&self, side: usize) -> Option<String> {
        Some(self.encounter.sides.get(side)?.name.as_str().replace('_', " "))
    }

    fn actors(&self, who: &VictorySubject) -> Vec<String> {
        let sides = &self.encounter.sides;
        let title = |actor: &Actor| self.pack.actor_title(actor).to_string();
        match who {
            VictorySubject::Side(side) => sides.get(*side).map_or(Vec::new(), |side| side.actors.iter().map(title).collect()),
            VictorySubject::Actors(places) => {
                let actor = |&(side, index): &(usize, usize)| sides.get(side)?.actors.get(index).map(title);
                places.iter().filter_map(actor).collect()
            }
            VictorySubject::Pawns(numbers) => {
                let pawns = self.encounter.social.as_ref().map_or(&[][..], |social| &social.pawns);
                numbers.iter().filter_map(|number| Some(pawns.get(*number)?.title.clone())).collect()
            }
            VictorySubject::AtLeast(_, who) => self.actors(who),
        }
    }

    fn zone(&self, zone: usize) -> Option<String> {
        let map = self.pack.maps.get(self.encounter.map.as_ref()?)?;
        Some(map.zones.get(zone)?.title.clone())
    }

    fn group(&self, group: usize) -> Option<String> {
        Some(self.encounter.social.as_ref()?.groups.get(group)?.as_str().replace('_', " "))
    }

    fn task(&self, task: usize) -> Option<String> {
        Some(self.encounter.tasks.get(task)?.title.clone())
    }

    fn time_unit(&self) -> &'static str {
        if matches!(self.encounter.play, Play::Personal | Play::Social) { "round" } else { "turn" }
    }
}

/// Names of a fight in progress.
pub struct FightNames<'f>(pub FightRef<'f>);

impl FightNames<'_> {
    fn meant(&self, who: &VictorySubject) -> Vec<ActorId> {
        match self.0 {
            FightRef::Personal(fight) => fight.meant(who),
            FightRef::Space(fight) => fight.meant(who),
            FightRef::Platoon(fight) => fight.meant(who),
            FightRef::Stakes(_) => Vec::new(),
        }
    }
}

impl VictoryNames for FightNames<'_> {
    fn side(&self, side: usize) -> Option<String> {
        let named = |names: &dyn Names| Some(names.all(NamedThingKind::Side).get(side)?.replace('_', " "));
        match self.0 {
            FightRef::Personal(fight) => named(fight),
            FightRef::Space(fight) => named(fight),
            FightRef::Platoon(fight) => named(fight),
            FightRef::Stakes(fight) => named(fight),
        }
    }

    fn actors(&self, who: &VictorySubject) -> Vec<String> {
        let title = |who: ActorId| match self.0 {
            FightRef::Personal(fight) => fight.title_of(who).to_owned(),
            FightRef::Space(fight) => fight.title_of(who).to_owned(),
            FightRef::Platoon(fight) => fight.title_of(who).to_owned(),
            FightRef::Stakes(fight) => fight.title_of(who).to_owned(),
        };
        self.meant(who).into_iter().map(title).collect()
    }

    fn zone(&self, zone: usize) -> Option<String> {
        match self.0 {
            FightRef::Personal(fight) => fight.roster.map.zones.row(ZoneId::of(zone)).map(|zone| zone.title.to_string()),
            FightRef::Platoon(fight) => fight.roster.ground.zones.row(ZoneId::of(zone)).map(|zone| zone.title.to_string()),
            FightRef::Space(_) | FightRef::Stakes(_) => None,
        }
    }

    fn group(&self, group: usize) -> Option<String> {
        let FightRef::Personal(fight) = self.0 else { return None };
        Some(fight.roster.social.as_ref()?.groups.get(group)?.as_str().replace('_', " "))
    }

    fn task(&self, task: usize) -> Option<String> {
        let FightRef::Personal(fight) = self.0 else { return None };
        Some(fight.roster.tasks.get(task)?.title.to_string())
    }

    fn time_unit(&self) -> &'static str {
        if matches!(self.0, FightRef::Personal(_)) { "round" } else { "turn" }
    }
}

/// Subject of a clause, and true if its verb is plural.
struct Subject {
    words: String,
    plural: bool,
}

impl Subject {
    fn of(names: &dyn VictoryNames, who: &VictorySubject) -> Option<Subject> {
        let titles = names.actors(who);
        match who {
            VictorySubject::Side(side) if titles.len() != 1 => {
                Some(Subject { words: format!("all of {}", the(&names.side(*side)?)), plural: true })
            }
            VictorySubject::AtLeast(count, _) => {
                Some(Subject { words: format!("at least {count} of {}", group_of(names, who)?), plural: *count != 1 })
            }
            VictorySubject::Side(_) | VictorySubject::Actors(_) | VictorySubject::Pawns(_) => match titles.len() {
                0 => None,
                many => Some(Subject { words: words_of(&titles), plural: many > 1 }),
            },
        }
    }

    /// Returns a sentence part: the subject, `is` or `are`, and `rest`.
    fn is(&self, rest: &str) -> String {
        format!("{} {} {rest}", self.words, if self.plural { "are" } else { "is" })
    }

    /// Returns the subject with the verb *to have* and the rest of the clause.
    fn has(&self, rest: &str) -> String {
        format!("{} {} {rest}", self.words, if self.plural { "have" } else { "has" })
    }
}

fn words_of(titles: &[String]) -> String {
    listed(&titles.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Returns the actors that are counted: `the crew`, `Ada and Bo`.
fn group_of(names: &dyn VictoryNames, who: &VictorySubject) -> Option<String> {
    match who {
        VictorySubject::Side(side) => Some(the(&names.side(*side)?)),
        VictorySubject::AtLeast(_, who) => group_of(names, who),
        VictorySubject::Actors(_) | VictorySubject::Pawns(_) => Some(words_of(&names.actors(who))).filter(|words| words != "none"),
    }
}

/// Returns the titles of zones: `Quay or Office`.
fn zones_of(names: &dyn VictoryNames, zones: &[usize]) -> Option<String> {
    let titles: Option<Vec<String>> = zones.iter().map(|zone| names.zone(*zone)).collect();
    titles.map(|titles| titles.join(" or "))
}

/// Describes a condition as a clause; `None` if it cannot be described.
fn clause(names: &dyn VictoryNames, condition: &Formula<VictoryTerm>) -> Option<String> {
    match condition {
        Formula::Value(term) => match number_words(names, term) {
            Some(number) => Some(format!("{number} is not 0")),
            None => term_clause(names, term),
        },
        Formula::Not(inner) => Some(format!("it is not true that {}", part(names, inner, &[FormulaOperator::Or, FormulaOperator::And])?)),
        Formula::Binary(FormulaOperator::Or, sides) => Some(format!("{}, or {}", clause(names, &sides.0)?, clause(names, &sides.1)?)),
        Formula::Binary(FormulaOperator::And, sides) => {
            let inner = |side| part(names, side, &[FormulaOperator::Or]);
            Some(format!("{} and {}", inner(&sides.0)?, inner(&sides.1)?))
        }
        Formula::Binary(operator, sides) if operator.compares() => comparison(names, *operator, &sides.0, &sides.1),
        Formula::Int(_) | Formula::Negate(_) | Formula::Binary(..) | Formula::If(_) | Formula::Call(..) | Formula::Table(..) => None,
    }
}

/// Returns a part of a longer clause, in parentheses if it is joined by one of the operators.
fn part(names: &dyn VictoryNames, condition: &Formula<VictoryTerm>, wrapped: &[FormulaOperator]) -> Option<String> {
    let words = clause(names, condition)?;
    match condition {
        Formula::Binary(operator, _) if wrapped.contains(operator) => Some(format!("({words})")),
        _ => Some(words),
    }
}

fn comparison(
    names: &dyn VictoryNames,
    operator: FormulaOperator,
    left: &Formula<VictoryTerm>,
    right: &Formula<VictoryTerm>,
) -> Option<String> {
    match (left, right) {
        (Formula::Int(_), Formula::Value(_)) => comparison(names, operator.turned(), right, left),
        (Formula::Value(VictoryTerm::Turn), Formula::Int(number)) => time(names, operator, *number),
        (Formula::Value(term), Formula::Int(number)) => {
            Some(format!("{} is {}{number}", number_words(names, term)?, relation(operator, "")))
        }
        (Formula::Value(term), Formula::Value(other)) => {
            Some(format!("{} is {}{}", number_words(names, term)?, relation(operator, "equal to "), number_words(names, other)?))
        }
        _ => None,
    }
}

/// Returns a comparison of the number of completed rounds with a number. The current round is not counted.
fn time(names: &dyn VictoryNames, operator: FormulaOperator, number: i64) -> Option<String> {
    let unit = names.time_unit();
    let over = |number: i64| format!("{} over", if number == 1 { format!("1 {unit} is") } else { format!("{number} {unit}s are") });
    Some(match operator {
        FormulaOperator::More => over(number.checked_add(1)?),
        FormulaOperator::AtLeast => over(number),
        FormulaOperator::Equal => format!("exactly {}", over(number)),
        FormulaOperator::Less => format!("fewer than {}", over(number)),
        FormulaOperator::AtMost => format!("at most {}", over(number)),
        _ => return None,
    })
}

/// Returns the words of a comparison that precede its second number.
const fn relation(operator: FormulaOperator, equal: &'static str) -> &'static str {
    match operator {
        FormulaOperator::NotEqual => "not ",
        FormulaOperator::Less => "less than ",
        FormulaOperator::AtMost => "at most ",
        FormulaOperator::More => "more than ",
        FormulaOperator::AtLeast => "at least ",
        _ => equal,
    }
}

/// Returns the words for a term that has a number as its value; `None` for a term that is true or false.
fn number_words(names: &dyn VictoryNames, term: &VictoryTerm) -> Option<String> {
    Some(match term {
        VictoryTerm::Turn => format!("the number of {}s that are over", names.time_unit()),
        VictoryTerm::Active(side) => format!("the number of active members of {}", the(&names.side(*side)?)),
        VictoryTerm::ActiveOf(who) => format!("the number of active actors of {}", group_of(names, who)?),
        VictoryTerm::Exited { who, zones } if zones.is_empty() => format!("the number of {} who have left the map", group_of(names, who)?),
        VictoryTerm::Exited { who, zones } => {
            format!("the number of {} who have left the map by {}", group_of(names, who)?, zones_of(names, zones)?)
        }
        VictoryTerm::Lost(who) => format!("the number of {} who were taken out", group_of(names, who)?),
        VictoryTerm::Worth(side) => format!("the value of {} in play", the(&names.side(*side)?)),
        VictoryTerm::Objectives(side) => format!("the number of objectives with a unit of {}", the(&names.side(*side)?)),
        VictoryTerm::Pawns { group, zones } if zones.is_empty() => format!("the number of {} in play", names.group(*group)?),
        VictoryTerm::Pawns { group, zones } => format!("the number of {} in {}", names.group(*group)?, zones_of(names, zones)?),
        VictoryTerm::Boxes => "the number of time boxes that are left".to_owned(),
        _ => return None,
    })
}

/// Returns the clause for a term that is true or false.
fn term_clause(names: &dyn VictoryNames, term: &VictoryTerm) -> Option<String> {
    let subject = |who: &VictorySubject| Subject::of(names, who);
    let zone = |zone: usize| names.zone(zone);
    let side = |side: usize| Some(the(&names.side(side)?));
    Some(match term {
        VictoryTerm::Out(who) => subject(who)?.is("out of play"),
        VictoryTerm::TakenOut(who) => subject(who)?.is("taken out"),
        VictoryTerm::Captured(who) => subject(who)?.is("captured"),
        VictoryTerm::LeftMap(who) => subject(who)?.has("left the map"),
        VictoryTerm::Escaped(who) => subject(who)?.has("escaped"),
        VictoryTerm::DrivenOff(who) => subject(who)?.is("driven off the map by others"),
        VictoryTerm::Boarded(who) => subject(who)?.is("taken by boarders"),
        VictoryTerm::Tethered { who, by: None } => subject(who)?.is("tethered by another side"),
        VictoryTerm::Tethered { who, by: Some(by) } => subject(who)?.is(&format!("tethered by {}", side(*by)?)),
        VictoryTerm::Reach { who, zones, at_least } => reach(names, who, zones, *at_least)?,
        VictoryTerm::Survive { who, rounds } => {
            subject(who)?.is(&format!("still in play after {}", counted(i64::from(*rounds), names.time_unit(), &plural(names.time_unit()))))
        }
        VictoryTerm::Hold { side: who, zone: held, rounds } => {
            let alone = format!("{} is held by {} alone", zone(*held)?, side(*who)?);
            match rounds {
                0 | 1 => format!("{alone} at the end of a {}", names.time_unit()),
                rounds => format!("{alone} at the end of {rounds} {} in a row", plural(names.time_unit())),
            }
        }
        VictoryTerm::Control { side: who, zone: held } => format!("{} is controlled by {}", zone(*held)?, side(*who)?),
        VictoryTerm::LastStanding(who) => format!("no side but {} is left", side(*who)?),
        VictoryTerm::Conceded(who) => format!("a concession by {} was accepted", side(*who)?),
        VictoryTerm::AspectPresent(text) => format!("the aspect \"{text}\" is in play"),
        VictoryTerm::AspectOn(text, AspectHolder::Who(who)) => format!("the aspect \"{text}\" is on {}", group_of(names, who)?),
        VictoryTerm::AspectOn(text, AspectHolder::Zone(on)) => format!("the aspect \"{text}\" is on {}", zone(*on)?),
        VictoryTerm::AspectOn(text, AspectHolder::Scene) => format!("the aspect \"{text}\" is on the scene"),
        VictoryTerm::Open(from, to) => format!("the border between {} and {} is open", zone(*from)?, zone(*to)?),
        VictoryTerm::Closed(from, to) => format!("the border between {} and {} is closed", zone(*from)?, zone(*to)?),
        VictoryTerm::Dismantled(from, to) => format!("the border between {} and {} is open for good", zone(*from)?, zone(*to)?),
        VictoryTerm::Done(task) => format!("the task \"{}\" is completed", names.task(*task)?),
        VictoryTerm::Majority { group, zones } => {
            format!("more than half of the {} in play are in {}", names.group(*group)?, zones_of(names, zones)?)
        }
        VictoryTerm::TimeOut => "no time boxes are left".to_owned(),
        VictoryTerm::Fallen { objective, zone: there, by } => {
            let rival = match by {
                Some(by) => format!("of {}", side(*by)?),
                None => "a pawn".to_owned(),
            };
            subject(objective)?.is(&format!("in {} with exactly one suitor, {rival}", zone(*there)?))
        }
        VictoryTerm::LastSuitor { side: who, objective } => {
            format!("the only suitors of {} in play are those of {}", group_of(names, objective)?, side(*who)?)
        }
        VictoryTerm::Turn
        | VictoryTerm::Active(_)
        | VictoryTerm::ActiveOf(_)
        | VictoryTerm::Exited { .. }
        | VictoryTerm::Lost(_)
        | VictoryTerm::Worth(_)
        | VictoryTerm::Objectives(_)
        | VictoryTerm::Pawns { .. }
        | VictoryTerm::Boxes => return None,
    })
}

fn plural(unit: &str) -> String {
    format!("{unit}s")
}

/// Describes a `reach` condition. Without a number, all named actors that are still in play must be there.
fn reach(names: &dyn VictoryNames, who: &VictorySubject, zones: &[usize], at_least: Option<u32>) -> Option<String> {
    let there = format!("in {}", zones_of(names, zones)?);
    match at_least {
        Some(count) => {
            let subject = Subject { words: format!("at least {count} of {}", group_of(names, who)?), plural: count != 1 };
            Some(subject.is(&there))
        }
        None => {
            let subject = Subject::of(names, who)?;
            Some(subject.is(&if subject.plural { format!("{there}, without those out of play") } else { there }))
        }
    }
}
