//! Messages about social encounters.

use crate::resolve::errors::article;
use ecow::EcoString;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

use slip_source::Span;

/// Adds a did-you-mean suggestion to a diagnostic.
fn suggesting(diagnostic: Diagnostic, span: Span, nearest: Option<String>) -> Diagnostic {
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic,
    }
}

/// Adds a did-you-mean suggestion to a diagnostic. If no word is similar, lists all legal words.
fn one_of<'k>(
    diagnostic: Diagnostic,
    span: Span,
    nearest: Option<String>,
    known: impl Iterator<Item = &'k str> + Clone,
    what: &str,
) -> Diagnostic {
    let diagnostic = diagnostic.completed_by(known.clone());
    match nearest {
        Some(_) => suggesting(diagnostic, span, nearest),
        None => diagnostic.with_help(format!("{what} {}", slip_suggest::alternatives(known))),
    }
}

/// Reports an actor without any of the tracks that are at risk in the encounter.
pub(super) fn nothing_at_risk(span: Span, name: &str, kind: &str, tracks: &[&str]) -> Diagnostic {
    let tracks: Vec<String> = tracks.iter().map(|track| format!("`{track}`")).collect();
    let words = slip_suggest::alternatives(tracks.iter().map(String::as_str));
    Diagnostic::new(Code::NotACombatant, span, format!("`{name}` has no track that this encounter can hit"))
        .because(format!("{} without {words}", article(kind)))
        .with_help("write an actor that words can hit, such as a person; `track_at_risk` says which track is hit")
}

/// Reports an unknown word after `track_at_risk`.
pub(super) fn no_risk(span: Span, word: &str, nearest: Option<String>, known: impl Iterator<Item = &'static str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, format!("`{word}` cannot be attacked here")).because("not a track at risk");
    one_of(diagnostic, span, nearest, known, "after `track_at_risk` write")
}

/// Reports an entry about skills that defend wealth, if wealth is not at risk in the encounter.
pub(super) fn wealth_not_at_risk(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "wealth is not at risk in this encounter")
        .because("about the defence of wealth")
        .with_help("write `track_at_risk wealth` or `track_at_risk both`, or remove this entry")
}

/// Reports a `limit` in a social encounter, where `time_boxes` sets the number of rounds.
pub(super) fn limit_here(span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownKey, span, "a social encounter cannot have a `limit`")
        .because("it ends with its time boxes")
        .with_help("write for instance `time_boxes 4` for four rounds")
}

/// Reports an unknown row of the time track.
pub(super) fn no_time<'k>(span: Span, word: &str, nearest: Option<String>, known: impl Iterator<Item = &'k str> + Clone) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::WrongValue, span, format!("the time track has no row `{word}`")).because("not a row of the time track");
    one_of(diagnostic, span, nearest, known, "write")
}

/// Reports a malformed `pawn` or `pawns` entry.
pub(super) fn pawn_form(span: Span, several: bool, most: usize) -> Diagnostic {
    if several {
        Diagnostic::new(Code::WrongValue, span, "these pawns are not written correctly")
            .because(format!("a name, then a number from x1 to x{most}, `at` and a zone"))
            .could_be(["NAME N at", "NAME TITLE N at", "N at"])
            .with_help("write for instance `pawns jury \"Juror\" x3 at unsure, x2 at lean_1`")
    } else {
        Diagnostic::new(Code::WrongValue, span, "this pawn is not written correctly")
            .because("a name, then a title if it has one, `at` and a zone")
            .could_be(["NAME at", "NAME TITLE at"])
            .with_help("write for instance `pawn marek \"Marek\" at lovers`; add `{ suitor }` if others can fall for him, `{ fixed }` if nobody can push him")
    }
}

/// Reports a malformed `carried` entry of a pawn.
pub(super) fn carried_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `carried` line is not written correctly")
        .because("`by`, then an actor")
        .could_be(["by"])
        .with_help("write for instance `carried by mira`")
}

/// Reports a carried pawn that starts in another zone than its carrier. `zone` is the zone of the carrier.
pub(super) fn carried_elsewhere(span: Span, pawn: &str, zone: Option<&EcoString>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, format!("`{pawn}` is carried, but starts in another zone than its carrier"))
        .because("not the zone of the carrier");
    match zone {
        Some(zone) => diagnostic.with_fix(format!("write `{zone}`"), Confidence::Unsafe, span, zone.as_str()),
        None => diagnostic.with_help("write the zone of the carrier"),
    }
}

/// Reports a pawn with the name of another pawn, side or actor.
pub(super) fn pawn_twice(span: Span, name: &str, first: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::DuplicateName, span, format!("`{name}` is in this encounter already"))
        .because("named again here")
        .with_help("write another name for this pawn");
    match first {
        Some(first) => diagnostic.with_label(first, "first named here"),
        None => diagnostic,
    }
}

/// Reports a malformed `composite` entry.
pub(super) fn composite_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `composite` is not written correctly")
        .because("a name, then a title if it has one, and a block with its people")
        .with_help("write for instance `composite bench \"The bench\" { of ama, bela }`, and `bench` among the actors of a side")
}

/// Reports two composite parties with the same name.
pub(super) fn composite_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the composite `{name}` is declared twice"))
        .because("declared again here")
        .with_label(first, "first declared here")
        .with_help("write another name for one of the two")
}

/// Reports a person who is named twice in a composite party.
pub(super) fn part_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{name}` is listed twice in this composite"))
        .because("listed again here")
        .with_label(first, "first listed here")
        .with_help("remove it here")
}

/// Reports a composite party of fewer than two people.
pub(super) fn lone_composite(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("the composite `{name}` has fewer than two people"))
        .because("several people are needed")
        .with_help(format!("write `composite {name} {{ of ama, bela }}`; list a single person among the actors of a side"))
}

/// Reports a composite party with a count.
pub(super) fn composite_counted(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("there can only be one `{name}`"))
        .because("a composite cannot be counted")
        .with_help(format!("write `{name}` without a number"))
}

/// Reports a composite party that is on no side.
pub(super) fn idle_composite(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::NotInPlay, span, format!("`{name}` is not on any side"))
        .because("takes no part")
        .with_help(format!("list it among the actors of a side: `side us {{ actors {name} at door }}`"))
}

/// Reports a person who acts alone and in a composite party, or in two composite parties.
pub(super) fn in_two(span: Span, name: &str, composite: &str, other: &str) -> Diagnostic {
    let elsewhere = if other == name { "also takes part alone".to_owned() } else { format!("is part of `{other}` too") };
    Diagnostic::new(Code::InTwoPlaces, span, format!("`{name}` is part of `{composite}` and {elsewhere}"))
        .because("in two places at the same time")
        .with_help("remove the person from one of the two")
}

/// Reports a malformed `falls_for` or `friend_zone` entry.
pub(super) fn trigger_form(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("this `{word}` line is not written correctly"))
        .because("an actor, then `at` and a zone")
        .could_be(["NAME at"])
        .with_help(format!("write for instance `{word} mr_v at lovers`"))
}

/// Reports a name that is neither an actor nor a pawn.
pub(super) fn nobody_there(span: Span, word: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::NobodyCalled, span, format!("there is no actor or pawn called `{word}` in the encounter"))
        .because("neither an actor nor a pawn");
    suggesting(diagnostic, span, nearest)
}

/// Reports a name that means several actors or pawns, where only one is allowed.
pub(super) fn one_objective(span: Span, word: &str, found: usize) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{word}` means {found} actors or pawns, but a single one is needed here"))
        .because("more than one")
        .with_help("write the name of one actor or one pawn")
        .sized(u64::try_from(found).unwrap_or(u64::MAX))
}

/// Reports an objective without suitors. The objective is a person who is to fall for another actor, but no such actor or suitor is there.
pub(super) fn no_suitor(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::ImpossibleVictory, span, format!("there is no actor that `{name}` could fall for"))
        .because("no other actor takes part")
        .with_help("write another actor on a side, or write `{ suitor }` after a pawn")
}

/// Reports an area effect in a social encounter.
pub(super) fn no_areas(span: Span, line: &str) -> Diagnostic {
    Diagnostic::new(Code::NotRead, span, format!("`{line}` has no effect in a social encounter"))
        .because("an attack with words has one target")
        .with_help("nothing has to change; in a personal encounter this effect lets words hit a whole zone")
}

/// Reports an unknown group of pawns.
pub(super) fn unknown_group(span: Span, word: &str, nearest: Option<String>, none: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::NobodyCalled, span, format!("the encounter has no group of pawns called `{word}`"))
        .because("not a group of pawns");
    if none {
        return diagnostic.with_help(format!("write for instance `pawns {word} x5 at unsure`"));
    }
    suggesting(diagnostic, span, nearest)
}

/// Reports a malformed `pawn_score` entry.
pub(super) fn score_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `pawn_score` has no zones of two sides")
        .because("zones of at least two sides are missing")
        .with_help("write for instance `pawn_score jury { us convinced, leaning; them against }`")
}

/// Reports a zone that counts as the goal of two sides.
pub(super) fn zone_of_two(span: Span, zone: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("the zone `{zone}` counts for two sides"))
        .because("counted again here")
        .with_label(first, "first counted here")
        .with_help("remove the zone from one of the two sides")
}

/// Reports a malformed `grade` entry.
pub(super) fn grade_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `grade` has no text or no condition")
        .because("a text, then `when` and a condition")
        .with_help("write for instance `grade \"The bench is unanimous\" when pawns(jury, convinced) >= 5`")
}

/// Reports a pawn where an actor is required.
pub(super) fn only_a_pawn(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this condition cannot be about a pawn")
        .because("pawns do not act and cannot be attacked")
        .with_help("ask where the pawns are, as in `reach(marek, lovers)`, `pawns(jury, convinced) >= 3` or `majority(jury, convinced)`")
}

/// Reports a border that can be opened and closed (a door). Social encounters do not support these.
pub(super) fn border_with_state(span: Span, from: &str, to: &str) -> Diagnostic {
    Diagnostic::new(
        Code::WrongValue,
        span,
        format!("the border between `{from}` and `{to}` opens and closes, but a social map has no doors"),
    )
    .because("the map is made for fights")
    .with_help("write one number for the border, as in `2`")
}

/// Reports an objective that an actor cannot bring to the zone where it must be won, because no path leads there.
pub(super) fn objective_elsewhere(span: Span, name: &str, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::UnreachableObjective, span, format!("no path on the map leads from `{name}` to `{zone}`"))
        .because(format!("no path from the zone where `{name}` starts"))
        .with_help("start it in another zone, or write a border on the way in the map")
}

/// Reports a side that wins in a zone to which none of its people can get.
pub(super) fn suitors_elsewhere(span: Span, side: &str, zone: &str) -> Diagnostic {
    Diagnostic::new(
        Code::UnreachableObjective,
        span,
        format!("no actor of `{side}` can get to `{zone}`, so the objective cannot fall for any of them there"),
    )
    .because(format!("no path from the zone where `{side}` starts"))
    .with_help("start an actor in another zone, or write a border on the way in the map")
}

/// Reports a victory condition that needs a majority of a group of pawns in some zones, if too few of the pawns can get there.
pub(super) fn no_majority(span: Span, group: &str, able: usize, all: usize) -> Diagnostic {
    Diagnostic::new(
        Code::UnreachableObjective,
        span,
        format!("at most {able} of the {all} pawns of `{group}` can be brought to the zones of this condition"),
    )
    .because("not a majority: at most half of the pawns")
    .with_help(
        "a majority is more than half of the pawns in play: give the map borders over which more pawns of the group can be brought to \
         the zones of this condition",
    )
    .sized(u64::try_from((all / 2).saturating_add(1).saturating_sub(able)).unwrap_or(u64::MAX))
}

/// Reports a victory condition that is true before the first turn.
pub(super) fn won_at_the_start(span: Span) -> Diagnostic {
    Diagnostic::new(Code::VictoryAtOnce, span, "this victory is already true at the start")
        .because("won at the end of the first round, if no actor moves")
        .with_help("start an actor elsewhere, or make the condition stricter")
}

/// Reports a victory condition for which the side would have to move more pawns than it has actions.
pub(super) fn too_few_actions(span: Span, missing: usize, group: &str, actions: usize, boxes: usize) -> Diagnostic {
    let pawns = if missing == 1 { "1 pawn".to_owned() } else { format!("{missing} pawns") };
    let rounds = if boxes == 1 { "1 round".to_owned() } else { format!("{boxes} rounds") };
    let found = if actions == 1 { "is 1 action".to_owned() } else { format!("are {actions} actions") };
    Diagnostic::new(Code::TooLittleTime, span, format!("{pawns} of `{group}` must be moved, but in {rounds} there {found}"))
        .because("one action moves one pawn")
        .with_help("write more `time_boxes`, add people to the side, or start more pawns nearer to the goal")
        .sized(u64::try_from(missing.abs_diff(actions)).unwrap_or(u64::MAX))
}

/// Reports a victory condition in a zone that is too far away for the rounds of the encounter.
pub(super) fn too_far(span: Span, name: &str, away: i64, most: i64, boxes: usize) -> Diagnostic {
    let rounds = if boxes == 1 { "1 round".to_owned() } else { format!("{boxes} rounds") };
    let points = if away == 1 { "1 point".to_owned() } else { format!("{away} points") };
    Diagnostic::new(Code::TooLittleTime, span, format!("`{name}` is {points} away, but this side can cover only {most} in {rounds}"))
        .because("too little time")
        .with_help("write more `time_boxes`, or start the actors nearer; the number counts the best roll with two aspects in every round")
        .sized(away.abs_diff(most))
}
