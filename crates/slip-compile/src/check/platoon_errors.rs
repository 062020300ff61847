//! Messages about platoons.

use super::design::Design;
use super::errors::a_thing;
use slip_source::diagnostic::{Code, Diagnostic};

use crate::resolve::errors::article;
use slip_pack::skill::{Amplifier, Skill};

use slip_source::Span;
use slip_syntax::tree::{NamePath, SpannedName};

/// Reports a platoon without a leader.
pub(super) fn no_leader(name: &SpannedName) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, name.span, format!("the platoon `{}` has no leader", name.text))
        .because("`leader` is missing")
        .with_help("write for instance `leader ridge_rifles with not_a_genius \"Has done this before\"`")
}

/// Reports a malformed `leader` entry.
pub(super) fn leader_form(span: Span, word: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, "this `leader` line is not written correctly")
        .because("a unit, then `with` and stunts if it has them, then an aspect")
        .could_be(["NAME with"]);
    match word {
        Some(word) => diagnostic.with_help(format!("if this is a stunt, write `with {word}`")),
        None => diagnostic.with_help("write for instance `leader ridge_rifles with tactical_genius \"Never raises her voice\"`"),
    }
}

/// Reports a design after the name of a platoon: platoons have none.
pub(super) fn no_design(design: &NamePath) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, design.span(), "a platoon cannot have a design")
        .because("not allowed here")
        .with_help(format!("remove `: {}`", design.name.text))
}

/// Adds a note that the diagnostic is about a unit in its role as the leader of a platoon. If the help is about a missing aspect, replaces
/// it by an example of a leader with an aspect.
pub(super) fn of_the_leader(said: &mut Diagnostic, unit: &str) {
    said.notes.push(format!("this is about `{unit}` as the leader"));
    if said.code == Code::MissingAspects {
        said.help = Some(format!("write an aspect after the unit, as in `leader {unit} with not_a_genius \"Has done this before\"`"));
    }
}

/// Reports a malformed member of a list of units.
pub(super) fn member_form(span: Span, key: &str) -> Diagnostic {
    let (many, carrier) = if key == "units" { ("ridge_rifles", "tin_mule") } else { ("kite", "lifter") };
    Diagnostic::new(Code::WrongValue, span, format!("this cannot be in the list `{key}`"))
        .because("a unit belongs here, then a number from x1 to x99 if there are several")
        .could_be(["NAME carrying", "NAME N carrying"])
        .with_help(format!(
            "write for instance `{key} {many} x3`, or `{key} {carrier} carrying ridge_rifles` for a carrier with passengers"
        ))
}

/// Reports a passenger that is not a unit.
pub(super) fn load_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot follow `carrying`")
        .because("a unit belongs here, then a number from x1 to x99 if there are several")
        .with_help("write for instance `tin_mule x2 carrying ridge_rifles`, where each of the two carries one")
}

/// Reports a unit listed twice.
pub(super) fn listed_twice(span: Span, unit: &str, first: Span, total: u32) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{unit}` is listed twice"))
        .because("listed again here")
        .with_label(first, "first listed here")
        .with_help(format!("write `{unit} x{total}` once"))
}

/// Reports a leader whose design cannot lead.
pub(super) fn cannot_lead(span: Span, unit: &str, design: &Design, airborne: bool) -> Diagnostic {
    let what = a_thing(&design.title);
    let diagnostic = Diagnostic::new(Code::CannotLead, span, format!("the unit `{unit}` cannot lead a platoon"))
        .because(format!("{what}, which never leads"))
        .with_label(design.span, "this design has no `flag leader`");
    if airborne {
        diagnostic.with_help(format!("write a unit on the ground here, and `aircraft {unit}` on a line of its own"))
    } else {
        diagnostic.with_help("write another unit here")
    }
}

/// Reports a leader in the list of units: a unit that is declared as a leader, or the unit that already leads this platoon.
pub(super) fn second_leader(span: Span, unit: &str, leader: Option<(&slip_pack::Name, Span)>) -> Diagnostic {
    let because = "written with `leader yes`";
    match leader {
        Some((name, at)) if name == unit => {
            Diagnostic::new(Code::TwoLeaders, span, format!("`{unit}` leads the platoon and is also in its list of units"))
                .because(because)
                .with_label(at, "this unit leads the platoon")
                .with_help(format!("remove `{unit}` here; the unit after `leader` belongs to the platoon anyway"))
        }
        _ => {
            let message = format!("`{unit}` is a second leader, but a platoon has only one");
            let mut diagnostic = Diagnostic::new(Code::TwoLeaders, span, message).because(because);
            if let Some((_, at)) = leader {
                diagnostic = diagnostic.with_label(at, "this unit leads the platoon");
            }
            diagnostic.with_help(format!("write `{unit}` after `leader`, or list a unit that does not lead"))
        }
    }
}

/// Reports a second `leader` entry of a platoon.
pub(super) fn leader_again(span: Span, unit: &str, platoon: &str, first: Span) -> Diagnostic {
    let unit = if unit.is_empty() { "ridge_rifles" } else { unit };
    Diagnostic::new(Code::TwoLeaders, span, format!("the platoon `{platoon}` has two leaders"))
        .because("this unit also leads the platoon")
        .with_label(first, "this unit leads the platoon")
        .with_help(format!("remove one of the two lines; the other unit can be a unit of the platoon (`units {unit}`) or lead another one"))
}

/// Reports aircraft among the units.
pub(super) fn aircraft_in_ranks(span: Span, unit: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongArm, span, format!("`{unit}` flies and cannot be in the list of units"))
        .because("has the mark `airborne`")
        .with_help(format!("remove it here, and write `aircraft {unit}` on a line of its own"))
}

/// Reports a unit among the aircraft that does not fly.
pub(super) fn not_airborne(span: Span, unit: &str, design: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongArm, span, format!("`{unit}` does not fly and cannot be in the list of aircraft"))
        .because(format!("built by `{design}`, which has no mark `airborne`"))
        .with_help(format!("write `units {unit}` instead"))
}

/// Reports a passenger of a unit that cannot carry passengers.
pub(super) fn no_carrier(span: Span, unit: &str, load: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::Overloaded, span, format!("`{unit}` cannot carry passengers"))
        .because("no stunt of this unit lets it carry others");
    match load {
        Some(load) => diagnostic.with_label(load, "passengers of this unit"),
        None => diagnostic,
    }
    .with_help("buy a stunt for passengers, such as `infantry_carrier`, or write the passengers as units of their own")
}

/// Reports a passenger that the carrier cannot carry.
pub(super) fn wrong_load<'w>(span: Span, carrier: &str, unit: &str, takes: impl Iterator<Item = &'w str>) -> Diagnostic {
    Diagnostic::new(Code::Overloaded, span, format!("`{unit}` cannot ride in `{carrier}`"))
        .because(format!("`{carrier}` carries only {}", slip_suggest::alternatives(takes)))
        .with_help(format!("write `{unit}` as a unit of its own, without `carrying`"))
}

/// Reports more passengers than the carrier has room for.
pub(super) fn overloaded(span: Span, carrier: &str, room: i64, found: i64, rooms: &[(slip_pack::Name, i64)]) -> Diagnostic {
    let lines: Vec<String> = rooms.iter().map(|(what, count)| format!("`carries {count} {what}`")).collect();
    let ride = if found == 1 { "rides" } else { "ride" };
    Diagnostic::new(Code::Overloaded, span, format!("`{carrier}` has room for {room}, but {found} {ride} in it"))
        .because(format!("each `{carrier}` has {}", slip_suggest::enumerate(lines.iter().map(String::as_str))))
        .with_help(format!(
            "write at most {room} in all after `carrying`, for each carrier; more carriers, as in `{carrier} x2`, take more"
        ))
        .sized(found.abs_diff(room))
}

/// Reports a leader aboard several carriers.
pub(super) fn leader_in_several(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Overloaded, span, "a leader cannot ride in several carriers at once")
        .because("one of several carriers of the leader")
        .with_help("write the carrier of the leader by itself, as in `tin_mule carrying leader, tin_mule x2`")
}

/// Reports more units than a platoon may have.
pub(super) fn too_many(name: &SpannedName, found: u32, most: u32) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, name.span, format!("the platoon `{}` has {found} units, but the maximum is {most}", name.text))
        .because("too many units")
        .with_help("write several platoons, each with its leader")
        .sized(found.abs_diff(most).into())
}

/// Reports an unusual size of a platoon.
pub(super) fn unusual_size(name: &SpannedName, found: i64, (low, high): (i64, i64), sort: &str) -> Diagnostic {
    let size = if low == high { low.to_string() } else { format!("{low} to {high}") };
    let help = if found > high { "write two platoons, each with its leader" } else { "add units after `units`" };
    let units = if found == 1 { "1 unit".to_owned() } else { format!("{found} units") };
    Diagnostic::new(
        Code::Advice,
        name.span,
        format!("`{}` has {units}, but a platoon led by {} usually has {size}", name.text, article(sort)),
    )
    .because("legal, but not usual")
    .with_help(format!("{help}, or write `allow advice \"why\"` in the block of the platoon"))
    .sized(found.abs_diff(found.clamp(low.min(high), high)))
}

/// Reports a malformed member of `characters`.
pub(super) fn attached_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot be in the list `characters`")
        .because("a person, then `with` and a unit, then `for` and a skill")
        .could_be(["NAME with NAME for"])
        .with_help("write for instance `characters iveta with ridge_rifles for observation, kole with leader for command`")
}

/// Reports an item that is attached to a unit although it is not a person.
pub(super) fn not_a_person(span: Span, name: &str, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::CannotAmplify, span, format!("`{name}` is {}, and cannot be attached to a unit", article(kind)))
        .because("has no skills")
        .with_help("write a character or another person with skills")
}

/// Reports a character attached twice.
pub(super) fn attached_twice(span: Span, who: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{who}` is attached twice"))
        .because("attached again here")
        .with_label(first, "attached here already")
        .with_help("remove one of the two; a person raises only one skill of one unit")
}

/// Reports a unit that the platoon does not have.
pub(super) fn not_of_the_platoon(span: Span, unit: &str, platoon: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("`{platoon}` has no unit called `{unit}`"))
        .because("neither a unit of this platoon nor `leader`");
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic.with_help(format!("list `{unit}` among the units of the platoon, or write `leader`")),
    }
}

/// Reports a skill of units that attached characters cannot raise.
pub(super) fn nobody_amplifies<'w>(span: Span, skill: &str, known: impl Iterator<Item = &'w str>) -> Diagnostic {
    Diagnostic::new(Code::CannotAmplify, span, format!("people cannot raise `{skill}` of a unit"))
        .because("not a skill that people can raise")
        .with_help(format!("write one of the skills {}", slip_suggest::enumerate(known)))
}

/// Reports an attached character who cannot raise the skill of the unit, because the character has none of the skills for this.
pub(super) fn cannot_amplify(span: Span, who: &str, skill: &Skill) -> Diagnostic {
    let one = |amplifier: &Amplifier| {
        if amplifier.military { format!("military-grade `{}`", amplifier.skill) } else { format!("`{}`", amplifier.skill) }
    };
    let words: Vec<String> = skill.amplified.iter().map(one).collect();
    let wanted = slip_suggest::alternatives(words.iter().map(String::as_str));
    Diagnostic::new(Code::CannotAmplify, span, format!("`{who}` cannot raise `{}` of a unit without the skill {wanted}", skill.name))
        .because("does not have the skill")
        .with_help("write another person, or another skill after `for`")
}

/// Reports an attached character whose skill is not higher than that of the unit. Such a character does not raise the skill.
pub(super) fn raises_nothing(span: Span, who: &str, (by, level): (&str, i32), (skill, rank): (&str, i32)) -> Diagnostic {
    Diagnostic::new(Code::Advice, span, format!("`{who}` adds nothing to `{skill}`, because {by} {level} is not higher than {rank}"))
        .because("not better than the unit")
        .with_help("write another skill or another unit; only a higher skill raises the skill of the unit")
        .sized(rank.abs_diff(level).into())
}

/// Reports two characters who raise the same skill of a unit.
pub(super) fn amplified_twice(span: Span, unit: &str, skill: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::Advice, span, format!("`{skill}` of `{unit}` is raised already"))
        .because("this person adds nothing")
        .with_label(first, "this person already raises the skill by one")
        .with_help("write another skill after `for`; a second person adds nothing")
}

/// Reports a director (a leader who directs aircraft from off the map) where the rules do not allow one.
pub(super) fn off_map_needs_setting(span: Span, setting: &str, value: &str) -> Diagnostic {
    Diagnostic::new(Code::SettingOff, span, "this platoon is off the map, which needs an optional rule")
        .because(format!("needs `rules {setting} {value}`"))
        .with_help(format!("remove `off_map`, or {}", super::errors::ruleset_for(&format!("rules {setting} {value}"))))
}

/// Reports a director (a leader who directs aircraft from off the map) in a platoon that has units on the map.
pub(super) fn off_map_with_units(span: Span, platoon: &str, off: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the platoon `{platoon}` is off the map, but has units on the map"))
        .because("on the map")
        .with_label(off, "off the map")
        .with_help("remove `off_map`, or write these units in another platoon")
}

/// Reports a director (a leader who directs aircraft from off the map) in a platoon that has no aircraft.
pub(super) fn off_map_without_aircraft(span: Span, platoon: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("`{platoon}` is off the map, but has no aircraft to direct"))
        .because("nothing to direct")
        .with_help("write for instance `aircraft kite x2`")
}
