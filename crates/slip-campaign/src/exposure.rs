//! Exposure to a world's open air: the attacks that its effects make each hour on people without protection (R-N29).

use super::command_execution::{Attempt, CommandExecution, CommandRefusal, Invoked};
use super::hit_outside_encounter::{self, Chosen, Harm};
use super::output::{DifficultyRoll, OutputLine, SumPart};
use slip_pack::effect::item_eval_context::ItemContext;
use slip_pack::effect::{Action, Effect, EffectSubject, Event, Occurrence, PackOperation, ResistedDanger, Role, State, Term, When};
use slip_pack::formula::FormulaError;
use slip_pack::{BuiltItem, Name};

/// Maximum number of hours per command.
const MOST_HOURS: u32 = 240;

/// People exposed to the open air of a world.
#[derive(Clone, Debug)]
pub struct Exposure<'a> {
    /// World whose air the people are exposed to.
    pub world: &'a BuiltItem,
    /// Number of hours outdoors.
    pub hours: u32,
    /// Names of the exposed people.
    pub who: &'a [Name],
    /// Marks that the equipment gives to all exposed people, such as `filtered`.
    pub marks: &'a [Name],
    /// Aspects invoked on the roll; only allowed for a single person.
    pub invoked: &'a [Invoked],
    /// Consequences to take if someone is hit.
    pub chosen: &'a [Chosen],
}

/// Returns the effects that act each hour, with the attack that each makes.
fn dangers<'t>(command: &CommandExecution<'t>, world: &'t BuiltItem) -> Vec<(&'t Effect, &'t ResistedDanger)> {
    let own = world.effects.iter().map(std::convert::AsRef::as_ref);
    let of_rules = command.rules().effects.iter();
    let hourly = |effect: &Effect| {
        effect.moment.as_ref().is_some_and(|moment| moment.when == When::Each && moment.what == Occurrence::Event(Event::Hour))
            && matches!(effect.who, Some(EffectSubject::Everyone))
    };
    let faced = |effect: &'t Effect| match &effect.op {
        PackOperation::Faces(faces) if hourly(effect) => Some((effect, faces)),
        _ => None,
    };
    own.chain(of_rules).filter_map(faced).collect()
}

/// True if the condition of an effect holds for a person with these marks. States that only an encounter has count as 0.
fn is_true(command: &CommandExecution<'_>, effect: &Effect, item: &BuiltItem, marks: &[Name]) -> bool {
    let standing = ItemContext { item, rules: command.rules(), carried: &[], station: None, sees: &|_: State| 0 };
    let is_marked = |name: &Name| {
        marks.contains(name)
            || item.effects.iter().any(|own| own.condition.is_none() && matches!(&own.op, PackOperation::Is(mark) if mark.name == *name))
    };
    let term = |term: &Term| match term {
        Term::Is(Role::Own | Role::Bearer, mark) => i64::from(is_marked(&mark.name)),
        other => standing.term(other),
    };
    effect.condition.as_ref().is_none_or(|condition| condition.eval(&mut |each| Ok::<i64, FormulaError>(term(each))).unwrap_or(0) != 0)
}

/// Returns the given marks that no danger of this world tests. The players are then told that these marks have no effect here.
fn idle<'m>(there: &[(&Effect, &ResistedDanger)], marks: &'m [Name]) -> Vec<&'m Name> {
    let mut asked = Vec::new();
    for condition in there.iter().filter_map(|(effect, _)| effect.condition.as_ref()) {
        condition.names(&mut |term| {
            if let Term::Is(Role::Own | Role::Bearer, mark) = term {
                asked.push(mark.name.clone());
            }
        });
    }
    marks.iter().filter(|mark| !there.is_empty() && !asked.contains(mark)).collect()
}

/// Checks that the package or its rules declare a mark.
fn known_mark(command: &CommandExecution<'_>, mark: &str) -> Result<(), CommandRefusal> {
    let marks = || command.pack.declarations.get("mark").into_iter().flat_map(|marks| marks.values()).map(|mark| mark.name.as_str());
    if marks().any(|known| known == mark) {
        return Ok(());
    }
    let near = slip_suggest::nearest(mark, marks()).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    Err(CommandRefusal::because(format!("there is no mark `{mark}`{near}")))
}

/// Plays the hours and stops after the first in which someone is hit, because the players may change their plans.
///
/// # Errors
/// If no person is named, or a choice is missing.
pub fn breathe(command: &mut CommandExecution<'_>, exposure: &Exposure<'_>) -> Result<(), CommandRefusal> {
    let title = &exposure.world.title;
    if exposure.hours == 0 || exposure.hours > MOST_HOURS {
        return Err(CommandRefusal::because(format!("give the number of hours: 1 to {MOST_HOURS}")));
    }
    if exposure.invoked.len() > 1 || (!exposure.invoked.is_empty() && exposure.who.len() > 1) {
        return Err(CommandRefusal::because("only one aspect can be used here, and only if a single person is named"));
    }
    exposure.marks.iter().try_for_each(|mark| known_mark(command, mark))?;
    let there = dangers(command, exposure.world);
    for mark in idle(&there, exposure.marks) {
        command.fact(format!("`{mark}` does not protect against the air of {title}"));
    }
    let mut met = Vec::new();
    for who in exposure.who {
        let item = command.person(who)?.item;
        let harms = there.iter().filter(|(effect, _)| is_true(command, effect, item, exposure.marks));
        met.extend(harms.map(|(effect, faces)| (who, *effect, *faces)));
    }
    if met.is_empty() {
        command.fact(format!("the air of {title} does not harm them"));
        return Ok(());
    }
    for hour in 1..=exposure.hours {
        command.fact(format!("hour {hour} outdoors on {title}"));
        let mut hit = false;
        for (who, effect, faces) in &met {
            hit |= meet(command, exposure, who, effect, faces)?;
        }
        if hit {
            let left = exposure.hours - hour;
            if left > 0 {
                let are = if left == 1 { "is" } else { "are" };
                command.fact(format!("a person is hurt: {left} of the {} hours {are} left", exposure.hours));
            }
            return Ok(());
        }
    }
    Ok(())
}

/// Returns the skill with which a person resists: `skill`, or, for a person without it, the skill that may be used in its place (R-N2).
fn known_as(command: &CommandExecution<'_>, item: &BuiltItem, skill: &Name) -> Name {
    let meant = command.pack.skills.values().find(|known| known.name == *skill).and_then(|known| known.stands_for.as_ref());
    meant.filter(|other| item.rank(skill).is_none() && item.rank(other).is_some()).unwrap_or(skill).clone()
}

/// Plays one danger against one person for one hour (R-N29). The danger rolls 4dF plus its strength against 4dF plus a skill, or its
/// strength is a fixed difficulty. There is no armour and no spin.
fn meet(
    command: &mut CommandExecution<'_>,
    exposure: &Exposure<'_>,
    who: &str,
    effect: &Effect,
    faces: &ResistedDanger,
) -> Result<bool, CommandRefusal> {
    let sheet = command.person(who)?;
    let standing = ItemContext { item: exposure.world, rules: command.rules(), carried: &[], station: None, sees: &|_: State| 0 };
    let strength = i32::try_from(standing.number(&faces.strength)).unwrap_or(0);
    let skill = known_as(command, sheet.item, &faces.skill);
    let rank = sheet.rank(&skill);
    let what = effect.origin.as_ref().map_or_else(|| exposure.world.title.clone(), |origin| origin.title.clone());
    let against = if command.rules().is("hazard", "fixed") {
        SumPart::new(strength, what.clone())
    } else {
        let fallen = command.throw(&what, "its attack")?;
        let attack = DifficultyRoll::new(&what, "its attack", fallen, vec![SumPart::new(strength, "its strength")], None);
        let total = attack.total;
        command.lines.push(OutputLine::Roll(attack));
        SumPart::new(total, what.clone())
    };
    let shifts = command.roll(Attempt {
        who,
        what: &skill,
        action: Action::Defence,
        parts: vec![SumPart::new(rank, skill.to_string())],
        against,
        invoked: exposure.invoked,
    })?;
    if shifts >= 0 {
        return Ok(false);
    }
    let harm = Harm { track: faces.track.clone(), shifts: shifts.saturating_neg(), why: &what, ends: "overcome" };
    hit_outside_encounter::take(command, who, &harm, exposure.chosen)?;
    Ok(true)
}
