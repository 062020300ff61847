//! Messages about stations, and about ships in encounters and their crews.

use crate::resolve::errors::article;
use slip_pack::encounter::{Duty, Station};
use slip_source::diagnostic::{Code, Diagnostic};

use slip_source::Span;
use slip_syntax::tree::SpannedName;

/// Reports an unknown duty.
pub(super) fn duty_form(span: Span, nearest: Option<String>, known: impl Iterator<Item = &'static str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, "this is not the duty of a station")
        .because("not a duty")
        .could_be(known.clone())
        .with_help(format!("write one of {}; the last of them needs a track, as in `repair frame`", slip_suggest::enumerate(known)));
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic,
    }
}

/// Reports a repair duty for a track that no design has.
pub(super) fn no_such_track(span: Span, track: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownTrack, span, format!("no design has a track called `{track}`"))
        .because("nothing to repair")
        .with_help("write the name of a track, as in `repair frame`")
}

/// Reports a duty that a station has twice.
pub(super) fn duty_twice(span: Span, duty: &Duty) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{duty}` is written twice"))
        .because("written again here")
        .with_help("remove it here")
}

/// Reports a duty that two stations of the same package have.
pub(super) fn same_duty(span: Span, duty: &Duty, other: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("the station `{other}` already does `{duty}`"))
        .because("this station has the duty too")
        .with_label(first, "this station already has the duty")
        .with_help("remove it from one of the two stations")
}

/// Adds a did-you-mean suggestion to a diagnostic.
fn suggesting(diagnostic: Diagnostic, span: Span, nearest: Option<String>) -> Diagnostic {
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic,
    }
}

/// Reports two sides with the same name.
pub(super) fn side_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the side `{name}` is declared twice"))
        .because("declared again here")
        .with_label(first, "first declared here")
        .with_help("write all ships of the side in one block, a `ship` line for each")
}

/// Reports a side without ships.
pub(super) fn side_without_ships(span: Span, side: &str) -> Diagnostic {
    Diagnostic::new(Code::SideWithoutActors, span, format!("the side `{side}` has no ships"))
        .because("this side is empty")
        .with_help(format!("write for instance `side {side} {{ ship long_margin {{ pilot iveta }} }}`"))
}

/// Reports fewer than two sides.
pub(super) fn too_few_sides(span: Span, encounter: &str, found: usize) -> Diagnostic {
    let sides = if found == 0 { "no sides" } else { "only one side" };
    Diagnostic::new(Code::MissingEntry, span, format!("the encounter `{encounter}` has {sides}"))
        .because("a fight needs two sides")
        .with_help("add a side, for instance `side patrol { ship ember }`")
}

/// Reports more ships than an encounter supports.
pub(super) fn too_many_ships(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the encounter has more than {most} ships, including fighters"))
        .because("too many ships")
        .with_help("split it into several encounters, and join them in a scenario")
}

/// Reports a malformed `ship` entry.
pub(super) fn ship_form(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this ship is not written correctly")
        .because(format!("a name, then a number from x1 to x{most} if there are several, then `at` and a band"))
        .could_be(["NAME at", "NAME N at"])
        .with_help("write for instance `ship ember x2 at -3`; without `at -3` the navigators place the ship after detection")
}

/// Reports a band that does not exist.
pub(super) fn off_the_map(span: Span, band: i64) -> Diagnostic {
    Diagnostic::new(Code::UnknownZone, span, format!("the map has no band {band}"))
        .because("the bands go from -4 to 4")
        .with_help("write a band from -4 to 4")
}

/// Reports an entry in the block of a ship that is neither a station nor another known key.
pub(super) fn unknown_station<'s>(key: &SpannedName, nearest: Option<String>, known: impl Iterator<Item = &'s str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownStation, key.span, format!("there is no station called `{}`", key.text))
        .because("not a station aboard a ship")
        .completed_by(known.clone());
    match nearest {
        Some(_) => suggesting(diagnostic, key.span, nearest),
        None => diagnostic.with_help(format!("write one of the stations {}", slip_suggest::enumerate(known))),
    }
}

/// Reports a fighter in an encounter without the ship that carries it.
pub(super) fn no_carrier(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::NoCarrier, span, format!("`{name}` cannot fight without a ship that carries it"))
        .because("the ship that carries the fighter takes consequences for it")
        .with_help(format!("write the ship that carries it here, and `fighters {name}` in the block of that ship"))
}

/// Reports an arrival by slipstream of a ship that has no slip drive.
pub(super) fn cannot_slip(span: Span, ship: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the ship `{ship}` cannot arrive by slipstream"))
        .because("this ship has no slip drive")
        .with_help("remove this line, or buy a slip drive for the ship")
}

/// Reports an arrival by overburn of a ship that is not built for it.
pub(super) fn cannot_overburn(span: Span, ship: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the ship `{ship}` cannot arrive by overburn"))
        .because("this ship is not built for overburn")
        .with_help("remove this line, or buy a stunt for overburn")
}

/// Reports an item at a station if the item is not a person.
pub(super) fn not_a_person(span: Span, name: &str, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::NotACombatant, span, format!("`{name}` is {} and cannot work at a station", article(kind)))
        .because("has no skills")
        .with_help("write a person here, as in `pilot iveta`")
}

/// Reports a character in two places.
pub(super) fn in_two_places(span: Span, person: &str, one: &str, other: &str, first: Span) -> Diagnostic {
    let both = if one == other { format!("two ships called `{one}`") } else { format!("`{one}` and aboard `{other}`") };
    Diagnostic::new(Code::InTwoPlaces, span, format!("`{person}` is aboard {both}"))
        .because("already in another place")
        .with_label(first, "already aboard here")
        .with_help("remove the station, which the nameless crew then takes, or write another person")
}

/// Reports a named character at a station in an entry for several ships.
pub(super) fn on_several_ships(span: Span, person: &str, count: usize) -> Diagnostic {
    Diagnostic::new(Code::InTwoPlaces, span, format!("`{person}` is aboard {count} ships at once"))
        .because("one person")
        .with_help("write the ship with this character in a line of its own")
        .sized(u64::try_from(count).unwrap_or(u64::MAX))
}

/// Reports a person at a station that has no work on this ship.
pub(super) fn idle_station(span: Span, person: &str, station: &Station, ship: &str) -> Diagnostic {
    let duties: Vec<String> = station.duties.iter().map(|duty| format!("`{duty}`")).collect();
    let all = slip_suggest::enumerate(duties.iter().map(String::as_str));
    let any = slip_suggest::alternatives(duties.iter().map(String::as_str));
    Diagnostic::new(Code::IdleStation, span, format!("`{person}` has nothing to do at `{}`", station.name))
        .because(format!("the ship `{ship}` has nothing that the station `{}` uses ({all})", station.name))
        .with_help(format!("buy {any} for `{ship}`, or put `{person}` at another station"))
}

/// Reports an untrained person at a station that requires training.
pub(super) fn untrained_hands(span: Span, person: &str, station: &Station, ship: &str) -> Diagnostic {
    Diagnostic::new(
        Code::UnfitCrew,
        span,
        format!("`{person}` is not trained in `{}`, which the station `{}` needs", station.skill, station.name),
    )
    .because(format!("every station of `{ship}` needs a trained person"))
    .with_help(format!("give `{person}` the skill `{}`, or put another person at this station", station.skill))
}

/// Reports a person who does not have the skill of the station, and would roll it as untrained.
pub(super) fn lacks_skill(span: Span, person: &str, station: &Station, rank: i32) -> Diagnostic {
    let skill = &station.skill;
    Diagnostic::new(Code::UntrainedPost, span, format!("`{person}` has no `{skill}`, the skill of the station `{}`", station.name))
        .because(format!("rolls `{skill}` at {rank}"))
        .with_help(format!("give `{person}` the skill `{skill}`, choose another person, or leave the station to the crew"))
}

/// Reports a ship with too many or too few named people aboard.
pub(super) fn crew_size(span: Span, ship: &str, count: i64, (low, high): (i64, i64)) -> Diagnostic {
    let found = match count {
        0 => "none is named".to_owned(),
        1 => "1 is named".to_owned(),
        count => format!("{count} are named"),
    };
    Diagnostic::new(Code::UnfitCrew, span, format!("the ship `{ship}` needs {low} to {high} people, but {found}"))
        .because(if count < low { "too few people" } else { "too many people" })
        .with_help("write the people at their stations, as in `pilot iveta; engineering oswin`; one person can work at several stations")
        .sized(count.abs_diff(count.clamp(low.min(high), high)))
}

/// Reports a ship aboard which no person is trained in a required skill.
pub(super) fn nobody_trained(span: Span, ship: &str, skill: &str, station: Option<&str>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::UnfitCrew, span, format!("no person aboard `{ship}` is trained in `{skill}` where it is needed"))
            .because(format!("needs a person with `{skill}`"));
    match station {
        Some(station) => diagnostic.with_help(format!("write `{station}` and a person with `{skill}` in the block of the ship")),
        None => diagnostic.with_help(format!("put a person with `{skill}` at a station of the ship")),
    }
}

/// Reports a pilot who may not fly the ship, because the ship requires military-grade training.
pub(super) fn cannot_fly(span: Span, person: &str, ship: &str, skill: &str, crewed: bool) -> Diagnostic {
    let instead = if crewed { "leave the station to the crew" } else { "write a pilot who has this training" };
    Diagnostic::new(
        Code::UntrainedPost,
        span,
        format!("`{person}` may not fly `{ship}`, which needs a pilot with military-grade `{skill}`"),
    )
    .because("in every Position phase the ship has a total of -4 and does not move")
    .with_help(format!("give `{person}` the stunt `military_grade({skill})`, {instead}, or buy `civilian` for the ship"))
}

/// Reports a crew that may not fly its ship, because the ship requires military-grade training.
pub(super) fn crew_cannot_fly(span: Span, ship: &str, skill: &str) -> Diagnostic {
    Diagnostic::new(Code::UntrainedPost, span, format!("the crew may not fly `{ship}`, which needs a pilot with military-grade `{skill}`"))
        .because("in every Position phase the ship has a total of -4 and does not move")
        .with_help(format!("give the crew `stunts military_grade({skill})`, or choose a pilot who has this training"))
}

/// Reports a wargame crew on a ship that has no nameless crew.
pub(super) fn no_room_for_crew(span: Span, crew: &str, ship: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongCrew, span, format!("`{ship}` has no room for the crew `{crew}`"))
        .because("this ship has no nameless crew")
        .with_help("remove the crew here and write people at the stations, or remove the stunt `skeleton_crew` of the ship")
}

/// Reports military training of a nameless crew in a skill that no station uses.
pub(super) fn training_of_no_post(span: Span, skill: &str, stations: &[Station]) -> Diagnostic {
    let mut skills: Vec<&str> = stations.iter().map(|station| station.skill.as_str()).collect();
    skills.sort_unstable();
    skills.dedup();
    Diagnostic::new(Code::WrongCrew, span, format!("no station is worked with `{skill}`"))
        .because("this training would change nothing")
        .with_help(format!("the skills of the stations are {}", slip_suggest::enumerate(skills.iter().copied())))
}

/// Reports skills of nameless crew for a ship that has no nameless crew.
pub(super) fn nobody_nameless(span: Span, ship: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongCrew, span, format!("`{ship}` has no nameless crew to be trained"))
        .because("everyone aboard has a name")
        .with_help("remove this line")
}

/// Reports a wargame crew on a ship of another technology than the crew is made for.
pub(super) fn crew_of_other_tech(span: Span, (crew, of): (&str, Option<i32>), (ship, is): (&str, Option<i32>)) -> Diagnostic {
    let tech = |tech: Option<i32>| tech.map_or("without a technology".to_owned(), |tech| format!("of T{tech}"));
    Diagnostic::new(Code::WrongCrew, span, format!("the crew `{crew}` is for a ship {}, but `{ship}` is {}", tech(of), tech(is)))
        .because("a crew is built for one technology level")
        .with_help(match is {
            Some(is) => format!("write `tech T{is}` in the crew"),
            None => "choose another crew".to_owned(),
        })
}

/// Reports a wargame crew on the wrong ship. The crew is built for ships with the property `flag`, which the ship lacks, or it is built for
/// ships without this property, which the ship has.
pub(super) fn crew_of_other_ship(span: Span, crew: &str, ship: &str, flag: &str, is: bool) -> Diagnostic {
    let (of, not) = if is { ("", "not ") } else { ("not ", "") };
    Diagnostic::new(Code::WrongCrew, span, format!("the crew `{crew}` does not fit the ship `{ship}`, which is {of}{flag}"))
        .because(format!("made for a ship that is {not}{flag}"))
        .with_help(format!("write `{flag} {}` in the crew", if is { "yes" } else { "no" }))
}

/// Reports a fighter that the ship does not carry.
pub(super) fn no_such_fighter(span: Span, name: &str, ship: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::NobodyCalled, span, format!("`{ship}` has no fighter `{name}` that still needs a pilot"))
        .because("not aboard, or already with a pilot");
    suggesting(diagnostic, span, nearest)
}

/// Reports a boarding encounter that is not a personal combat.
pub(super) fn boarding_of_other_play(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the encounter `{name}` is not a personal combat"))
        .because("boarders fight in person")
        .with_help("write the name of an encounter that is declared with `: personal`")
}
