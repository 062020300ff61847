//! Hours in the open of a world: what its lines set upon whoever is there, each hour (R-N29).

use super::account::{Line, Part, Roll};
use super::debt::{self, Chosen, Harm};
use super::turn::{Attempt, Invoked, Refusal, Turn};
use slip_pack::effect::standing::Standing;
use slip_pack::effect::{Action, Effect, Event, Faces, Happening, Op, Role, State, Term, When, Who};
use slip_pack::formula::Fault;
use slip_pack::{Item, Name};

/// The most hours that are gone through at once.
const MOST_HOURS: u32 = 240;

/// People in the open of a world.
#[derive(Clone, Debug)]
pub struct Exposure<'a> {
    /// The world.
    pub world: &'a Item,
    /// How many hours.
    pub hours: u32,
    /// Who.
    pub who: &'a [Name],
    /// Marks that what they wear gives all of them, such as `filtered`.
    pub marks: &'a [Name],
    /// Aspects brought to the roll, where one person alone is there.
    pub invoked: &'a [Invoked],
    /// Consequences taken if it comes to that.
    pub chosen: &'a [Chosen],
}

/// A line that acts each hour, and what it makes people face.
fn dangers<'t>(turn: &Turn<'t>, world: &'t Item) -> Vec<(&'t Effect, &'t Faces)> {
    let own = world.effects.iter().map(std::convert::AsRef::as_ref);
    let of_rules = turn.rules().effects.iter();
    let hourly = |effect: &Effect| {
        effect.moment.as_ref().is_some_and(|moment| moment.when == When::Each && moment.what == Happening::Event(Event::Hour))
            && matches!(effect.who, Some(Who::Everyone))
    };
    let faced = |effect: &'t Effect| match &effect.op {
        Op::Faces(faces) if hourly(effect) => Some((effect, faces)),
        _ => None,
    };
    own.chain(of_rules).filter_map(faced).collect()
}

/// True if a line is true of somebody who wears what gives these marks. Nobody here stands behind walls: who does is not named.
fn is_true(turn: &Turn<'_>, effect: &Effect, item: &Item, marks: &[Name]) -> bool {
    let standing = Standing { item, rules: turn.rules(), sees: &|_: State| 0 };
    let is_marked = |name: &Name| {
        marks.contains(name)
            || item.effects.iter().any(|own| own.condition.is_none() && matches!(&own.op, Op::Is(mark) if mark.name == *name))
    };
    let term = |term: &Term| match term {
        Term::Is(Role::Own | Role::Bearer, mark) => i64::from(is_marked(&mark.name)),
        other => standing.term(other),
    };
    effect.condition.as_ref().is_none_or(|condition| condition.eval(&mut |each| Ok::<i64, Fault>(term(each))).unwrap_or(0) != 0)
}

/// Marks that no danger asks of those who face it: whoever trusts in them is told.
fn idle<'m>(there: &[(&Effect, &Faces)], marks: &'m [Name]) -> Vec<&'m Name> {
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

/// Goes through the hours, and stops at the end of the first in which somebody is hit, since that may change what people do.
///
/// # Errors
/// If nobody is there, or a choice is missing.
pub fn breathe(turn: &mut Turn<'_>, exposure: &Exposure<'_>) -> Result<(), Refusal> {
    let title = &exposure.world.title;
    if exposure.hours == 0 || exposure.hours > MOST_HOURS {
        return Err(Refusal::because(format!("say how many hours: 1 to {MOST_HOURS}")));
    }
    if exposure.invoked.len() > 1 || (!exposure.invoked.is_empty() && exposure.who.len() > 1) {
        return Err(Refusal::because("one aspect at most is brought to this, by one person who is named alone"));
    }
    let there = dangers(turn, exposure.world);
    for mark in idle(&there, exposure.marks) {
        turn.fact(format!("`{mark}` keeps out nothing that is in the air of {title}"));
    }
    let mut met = Vec::new();
    for who in exposure.who {
        let item = turn.person(who)?.item;
        let harms = there.iter().filter(|(effect, _)| is_true(turn, effect, item, exposure.marks));
        met.extend(harms.map(|(effect, faces)| (who, *effect, *faces)));
    }
    if met.is_empty() {
        turn.fact(format!("the air of {title} does them no harm, however long"));
        return Ok(());
    }
    for hour in 1..=exposure.hours {
        turn.fact(format!("hour {hour} in the open of {title}"));
        let mut hit = false;
        for (who, effect, faces) in &met {
            hit |= meet(turn, exposure, who, effect, faces)?;
        }
        if hit {
            let left = exposure.hours - hour;
            if left > 0 {
                let are = if left == 1 { "is" } else { "are" };
                turn.fact(format!("somebody is hurt: {left} of the {} hours {are} left", exposure.hours));
            }
            return Ok(());
        }
    }
    Ok(())
}

/// The skill by the name under which somebody has it: who lacks it may have the one that it stands for (R-N2).
fn known_as(turn: &Turn<'_>, item: &Item, skill: &Name) -> Name {
    let meant = turn.pack.skills.values().find(|known| known.name == *skill).and_then(|known| known.stands_for.as_ref());
    meant.filter(|other| item.rank(skill).is_none() && item.rank(other).is_some()).unwrap_or(skill).clone()
}

/// One danger, one person, one hour: 4dF and a number against 4dF and a skill, or the number alone as a difficulty (R-N29). No
/// armour, no spin.
fn meet(turn: &mut Turn<'_>, exposure: &Exposure<'_>, who: &str, effect: &Effect, faces: &Faces) -> Result<bool, Refusal> {
    let sheet = turn.person(who)?;
    let standing = Standing { item: exposure.world, rules: turn.rules(), sees: &|_: State| 0 };
    let strength = i32::try_from(standing.number(&faces.strength)).unwrap_or(0);
    let skill = known_as(turn, sheet.item, &faces.skill);
    let rank = sheet.rank(&skill);
    let what = effect.origin.as_ref().map_or_else(|| exposure.world.title.clone(), |origin| origin.title.clone());
    let against = if turn.rules().is("hazard", "fixed") {
        Part::new(strength, what.clone())
    } else {
        let fallen = turn.throw(&what, "its attack")?;
        let attack = Roll::new(&what, "its attack", fallen, vec![Part::new(strength, "its strength")], None);
        let total = attack.total;
        turn.lines.push(Line::Roll(attack));
        Part::new(total, what.clone())
    };
    let shifts = turn.roll(Attempt {
        who,
        what: &skill,
        action: Action::Defence,
        parts: vec![Part::new(rank, skill.to_string())],
        against,
        invoked: exposure.invoked,
    })?;
    if shifts >= 0 {
        return Ok(false);
    }
    let harm = Harm { track: faces.track.clone(), shifts: shifts.saturating_neg(), why: &what, ends: "overcome" };
    debt::take(turn, who, &harm, exposure.chosen)?;
    Ok(true)
}
