//! Messages about encounters.

use super::errors::with_nearest;
use crate::resolve::errors::article;
use slip_pack::Name;
use slip_pack::effect::Play;
use slip_pack::map::Map;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Severity};

use slip_source::{Sources, Span};
use slip_syntax::tree::{Entry, SpannedName};

/// Adds a did-you-mean suggestion to a diagnostic.
fn suggesting(diagnostic: Diagnostic, span: Span, nearest: Option<String>) -> Diagnostic {
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic,
    }
}

/// Reports an encounter without a kind of play.
pub(super) fn no_play(span: Span, encounter: &str, kinds: impl Iterator<Item = &'static str>) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("the encounter `{encounter}` has no kind of play"))
        .because("a kind of play is missing after the name")
        .with_help(format!("write for instance `encounter {encounter} : personal`; the kinds are {}", slip_suggest::enumerate(kinds)))
}

/// Reports an unknown kind of play.
pub(super) fn unknown_play(span: Span, word: &str, nearest: Option<String>, kinds: impl Iterator<Item = &'static str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownPlay, span, format!("`{word}` is not a kind of play")).because("not a kind of play");
    match nearest {
        Some(_) => suggesting(diagnostic, span, nearest),
        None => diagnostic.with_help(format!("the kinds are {}", slip_suggest::enumerate(kinds))),
    }
}

/// Reports more zones than an encounter supports.
pub(super) fn too_many_zones(span: Span, found: usize, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the map has {found} zones, but an encounter can have at most {most}"))
        .because("too large a map")
        .with_help("join some zones, or write a smaller map")
        .sized(u64::try_from(found.abs_diff(most)).unwrap_or(u64::MAX))
}

/// Reports more actors than an encounter supports.
pub(super) fn too_many_actors(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the encounter has more than {most} actors"))
        .because("too many actors")
        .with_help("write a crowd as mooks, which are one actor together")
}

/// Reports a malformed `limit`.
pub(super) fn limit_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this limit is not a number of turns")
        .because("a number from 1 to 10000 belongs here")
        .could_be(["N turns"])
        .with_help("write `limit 12 turns`")
}

/// Reports a malformed search in `doctrine`.
pub(super) fn search_form(span: Span) -> Diagnostic {
    use slip_pack::encounter::Lookahead;
    let (samples, turns) = (Lookahead::MOST_SAMPLES, Lookahead::MOST_TURNS);
    Diagnostic::new(Code::WrongValue, span, "this `search` is not written correctly")
        .because(format!("a doctrine, 1 to {samples} samples and 1 to {turns} turns belong here"))
        .could_be(["search NAME N samples", "search NAME N samples N turns"])
        .with_help("write `search(by_the_book, 400 samples, 2 turns)`, or `exact` instead of the samples")
}

/// Reports a side whose name is several words: `side the crew`.
pub(super) fn side_of_words(span: Span, right: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "the name of this side has several words").because("one word belongs here").with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        span,
        right,
    )
}

/// Reports a side with a title, which sides do not have. `title` is the span of the title.
pub(super) fn side_title(title: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, title, format!("the side `{name}` has a title, but sides have only a name"))
        .because("no page and no game shows this title")
        .with_fix(format!("write `side {name}`"), Confidence::Unsafe, title, "")
}

/// Reports two sides with the same name.
pub(super) fn side_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the side `{name}` is declared twice"))
        .because("declared again here")
        .with_label(first, "first declared here")
        .with_help("write all actors of the side in one block, after `actors` and with commas between them")
}

/// Reports a character who takes part in an encounter twice.
pub(super) fn acts_twice(span: Span, person: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::InTwoPlaces, span, format!("`{person}` takes part twice"))
        .because("already takes part")
        .with_label(first, "takes part here")
        .with_help("remove the character here, or write another person")
}

/// Reports a character with a count above 1: a character is one person.
pub(super) fn several_of_one(span: Span, person: &str, count: usize) -> Diagnostic {
    Diagnostic::new(Code::InTwoPlaces, span, format!("`{person}` takes part {count} times"))
        .because("this character is one person")
        .with_help("remove the number; only an `npc` can appear several times")
        .sized(u64::try_from(count).unwrap_or(u64::MAX))
}

/// Reports a side with a reserved name.
pub(super) fn reserved_side(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("a side cannot be called `{name}`"))
        .because(format!("`victory {name}` means that no side wins"))
        .with_help("write another name for this side")
}

/// Reports a side without actors.
pub(super) fn side_without_actors(span: Span, side: &str) -> Diagnostic {
    Diagnostic::new(Code::SideWithoutActors, span, format!("the side `{side}` has no actors"))
        .because("this side is empty")
        .with_help(format!("write for instance `side {side} {{ actors iveta at dock, deckhand x2 at dock }}`"))
}

/// Reports fewer than two sides.
pub(super) fn too_few_sides(span: Span, encounter: &str, found: usize) -> Diagnostic {
    let sides = if found == 0 { "no sides" } else { "only one side" };
    Diagnostic::new(Code::MissingEntry, span, format!("the encounter `{encounter}` has {sides}"))
        .because("an encounter needs two sides")
        .with_help("add a side, for instance `side marshals { actors port_marshal x2 at office }`")
}

/// Reports an actor in a side without `actors` before it: `side crew { guard at pier }`.
pub(super) fn actor_as_key(key: &SpannedName) -> Diagnostic {
    let name = &key.text;
    Diagnostic::new(Code::UnknownKey, key.span, format!("`actors` is missing before `{name}`"))
        .because("the line of the actors begins here")
        .with_fix(format!("write `actors {name}`"), Confidence::Unsafe, key.span, format!("actors {name}"))
}

/// Reports a malformed member in a list of actors.
pub(super) fn actor_form(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this actor is not written correctly")
        .because(format!("a name, then a number from x1 to x{most} if there are several, then `at` and a zone"))
        .with_help("write for instance `deckhand x2 at dock`, or with gear `deckhand at dock with crowbar`")
}

/// Reports a comma before `with`: `guard at dock, with crowbar`.
pub(super) fn with_behind_comma(span: Span, comma: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this comma separates `with` from its actor")
        .because("no actor is named directly before this `with`")
        .with_label(comma, "begins another actor")
        .with_fix("remove the comma", Confidence::Unsafe, comma, "")
}

/// Reports an actor whose zone or gear is not introduced as required, as in `kelper 2 in engines`. `right` is the corrected text.
pub(super) fn actor_written(span: Span, right: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this actor is not written correctly")
        .because("the number is written as `x2`, and the zone after `at`")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports an actor with a count of 0, or of more than an encounter supports.
pub(super) fn actor_count(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this number of actors is not possible")
        .because(format!("a number from x1 to x{most} belongs here"))
        .with_help("write a number in this range, or remove the actor")
}

/// Reports an actor without a zone.
pub(super) fn no_start(span: Span, actor: &str, zone: Option<&str>) -> Diagnostic {
    Diagnostic::new(Code::NoStartZone, span, format!("`{actor}` has no zone to start in"))
        .because("the zone is missing")
        .with_help(format!("write for instance `{actor} at {}`", zone.unwrap_or("dock")))
}

/// Reports a zone that the map of the encounter does not have.
pub(super) fn zone_not_on_map(span: Span, word: &str, map: &Map) -> Diagnostic {
    zone_not_among(span, word, &map.name, map.zones.iter().map(|zone| zone.name.as_str()))
}

/// Like [`zone_not_on_map`], but for a place where only the zones in `zones` are allowed.
pub(super) fn zone_not_among<'w>(span: Span, word: &str, map: &str, zones: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownZone, span, format!("the map `{map}` has no zone called `{word}`"))
        .because(format!("not a zone of `{map}`"));
    with_nearest(diagnostic, word, span, zones, "its zones are")
}

/// Reports people in a wargame that differ in design or number of stunts.
pub(super) fn mixed_characters(
    span: Span,
    encounter: &str,
    kind: &str,
    (one, design, stunts): (Name, Name, i32),
    (other, other_design, other_stunts): (Name, Name, i32),
) -> Diagnostic {
    let counted = |count: i32| if count == 1 { "1 stunt".to_owned() } else { format!("{count} stunts") };
    let made = |name: &str, design: &str, count: i32| format!("`{name}` is built by `{design}` with {}", counted(count));
    Diagnostic::new(Code::MixedCharacters, span, format!("the {kind}s of the wargame `{encounter}` are not built alike"))
        .because(format!("{}, but {}", made(&one, &design, stunts), made(&other, &other_design, other_stunts)))
        .with_help("give all of them the same design and the same number of stunts")
        .sized(stunts.abs_diff(other_stunts).into())
}

/// Reports an actor that this kind of conflict cannot hurt.
pub(super) fn not_a_combatant(span: Span, name: &str, kind: &str, track: &str, taken: Option<&str>) -> Diagnostic {
    if let Some(line) = taken {
        return Diagnostic::new(
            Code::NotACombatant,
            span,
            format!("`{name}` has no `{track}` left and cannot take part in personal combat"),
        )
        .because(format!("`{line}` removes the track"))
        .with_help(format!("remove `{line}`, or give the track boxes"));
    }
    Diagnostic::new(Code::NotACombatant, span, format!("`{name}` is {} and cannot take part in personal combat", article(kind)))
        .because(format!("has no `{track}` track"))
        .with_help("write a person, an animal or mooks; things are gear of an actor, as in `iveta at dock with dock_carbine`")
}

/// Reports an actor whose design has no track for a kind of stress. The first hit would take the actor out.
pub(super) fn no_stress_track(span: Span, name: &str, design: &str, track: &str) -> Diagnostic {
    Diagnostic::new(Code::NotACombatant, span, format!("`{name}` has no `{track}` track and cannot take part in personal combat"))
        .because(format!("any hit on `{track}` would take it out"))
        .with_help(format!("add `track {track} {{ base 3 }}` to the design `{design}`"))
}

/// Reports an actor whose design does not take part in this kind of play.
pub(super) fn of_other_play(span: Span, name: &str, design: &str, (play, plays): (&str, &[&str]), declared: Span) -> Diagnostic {
    Diagnostic::new(Code::NotACombatant, span, format!("`{name}` cannot take part in {play} encounters"))
        .because(format!("built by `{design}`"))
        .with_label(declared, format!("takes part only in {}", plays.join(", ")))
        .with_help(format!("remove `{name}`, or write `{play}` after `plays` in the design"))
}

/// Reports an item after a comma that should be carried by the actor before the comma.
pub(super) fn thing_among_actors(span: Span, name: &str, kind: &str, before: &str) -> Diagnostic {
    Diagnostic::new(Code::NotACombatant, span, format!("`{name}` is {} and cannot take part in combat", article(kind)))
        .because("another actor begins after the comma")
        .with_help(format!("write `with {before} {name}`, without a comma"))
}

/// Reports an item that is not a ship.
pub(super) fn not_a_ship(span: Span, name: &str, kind: &str, track: &str) -> Diagnostic {
    Diagnostic::new(Code::NotACombatant, span, format!("`{name}` is {} and cannot take part in space combat", article(kind)))
        .because(format!("has no `{track}` track"))
        .with_help("write a ship here, with people at its stations, as in `ship long_margin { pilot iveta }`")
}

/// Reports a doctrine written for another kind of play.
pub(super) fn doctrine_of_other_play(span: Span, doctrine: &str, kind: &str, play: &str) -> Diagnostic {
    Diagnostic::new(
        Code::DoctrineOfOtherPlay,
        span,
        format!("the doctrine `{doctrine}` is for {kind} play, but this is a {play} encounter"),
    )
    .because(format!("a {kind} doctrine"))
    .with_help(format!("write the name of a {play} or fate doctrine; `slipyard list --kind doctrine --all` lists all doctrines"))
}

/// Reports a leader who is not on the side.
pub(super) fn leader_elsewhere(span: Span, name: &str, side: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::NobodyCalled, span, format!("the side `{side}` has no actor called `{name}`"))
        .because("a leader must be an actor of this side");
    suggesting(diagnostic, span, nearest)
}

/// Reports an actor that is named twice as a leader of its side.
pub(super) fn leads_twice(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{name}` already leads this side"))
        .because("named as a leader again here")
        .with_help("remove it here")
}

/// Reports a malformed `player` entry.
pub(super) fn player_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `player` line is not written correctly")
        .because("the name of a player, then the actors of this player")
        .with_help("write for instance `player bob joss, marl`; one more player plays the other actors of the side")
}

/// Reports a `player` entry that names an actor of another side.
pub(super) fn played_elsewhere(span: Span, name: &str, side: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::NobodyCalled, span, format!("the side `{side}` has no actor called `{name}`"))
        .because("a player can only play actors of this side");
    suggesting(diagnostic, span, nearest)
}

/// Reports an actor with two players.
pub(super) fn played_twice(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{name}` already has a player"))
        .because("given to a player again here")
        .with_help("remove it here")
}

/// Reports a malformed `victory` entry.
pub(super) fn victory_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `victory` line is not written correctly")
        .because("a side, then `when` and a condition")
        .with_help("write for instance `victory crew when reach(iveta, airlock)`, or `victory draw when turn > 12` if no side wins")
}

/// Reports a victory without a condition: `victory reds out(blues)`, `victory reds`.
pub(super) fn victory_without_condition(entry: &Entry, sources: &Sources) -> Diagnostic {
    let (side, what) = match entry.values.as_slice() {
        [side, what] if side.expr.name().is_some() && !what.comma && what.expr.text().is_none() => (side.expr.span, what.expr.span),
        _ => return victory_form(entry.span),
    };
    Diagnostic::new(Code::WrongValue, what, "`when` is missing before the condition of this victory").because("the condition").with_fix(
        format!("write `victory {} when {}`", sources.slice(side), sources.slice(what)),
        Confidence::Safe,
        what.at_start(),
        "when ",
    )
}

/// Reports a side that the encounter does not have.
pub(super) fn unknown_side(span: Span, word: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownSide, span, format!("the encounter has no side called `{word}`"))
        .because("not a side of this encounter");
    suggesting(diagnostic, span, nearest)
}

/// Reports a name that is both a side and an actor, where either may be meant.
pub(super) fn side_and_actor(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::AmbiguousName, span, format!("`{word}` is a side and an actor of this encounter"))
        .because("this name could mean either")
        .with_help("write another name for the side, also where it is declared")
}

/// Reports a name in a victory condition that is both a zone and an actor or side.
pub(super) fn zone_and_actor(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::AmbiguousName, span, format!("`{word}` is a zone and an actor or side of this encounter"))
        .because("which of them bears the aspect?")
        .with_help("give the zone or the actor another name")
}

/// Reports a name that is neither a side nor an actor.
pub(super) fn nobody(span: Span, word: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::NobodyCalled, span, format!("the encounter has no side or actor called `{word}`"))
        .because("not a side or an actor");
    suggesting(diagnostic, span, nearest)
}

/// Reports a malformed `task` entry.
pub(super) fn task_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this task is not written correctly")
        .because("a name, then a title if it has one, then a block")
        .with_help(
            "write for instance `task sabotage \"Cut the coolant\" { skills engineering; difficulty 2; successes 2; zones engine_room }`",
        )
}

/// Reports two tasks with the same name.
pub(super) fn task_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the task `{name}` is declared twice"))
        .because("declared again here")
        .with_label(first, "first declared here")
        .with_help("write another name for one of the two")
}

/// Reports a name that a list of a task contains twice.
pub(super) fn name_twice(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{name}` is written twice"))
        .because("written again here")
        .with_help("remove it here")
}

/// Reports a task that decides nothing.
pub(super) fn idle_task(span: Span, name: &str, side: &str) -> Diagnostic {
    Diagnostic::new(Code::UnusedDeclaration, span, format!("nothing depends on the task `{name}`, so doing it changes nothing"))
        .because("no victory condition asks for it")
        .with_help(format!("write `victory {side} when done({name})`"))
}

/// Reports a task that cannot succeed, because it needs more successes than the encounter has rolls for it.
pub(super) fn too_many_successes(span: Span, name: &str, (successes, rolls): (u32, i64)) -> Diagnostic {
    let rolls_word = if rolls == 1 { "roll" } else { "rolls" };
    Diagnostic::new(
        Code::UnreachableGoal,
        span,
        format!("the task `{name}` needs {successes} successes, but the encounter has time for {rolls} {rolls_word}"),
    )
    .because("a roll gives one success, and an actor rolls once a round")
    .with_help(format!("write `successes {rolls}` or less, or a later `limit`"))
    .sized(u64::from(successes))
}

/// Reports a victory condition about an aspect that nothing in the encounter has, gives or places. It is only a warning, because a player
/// can place an aspect with any text by a maneuver.
pub(super) fn aspect_of_none(span: Span, text: &str, nearest: Option<String>) -> Diagnostic {
    let found = Diagnostic::new(Code::UnknownAspect, span, format!("nothing in this encounter has, gives or places the aspect \"{text}\""))
        .with_severity(Severity::Warning)
        .because("no such aspect here");
    match nearest {
        Some(nearest) => found.with_help(format!("did you mean \"{nearest}\"?")).with_fix(
            format!("write \"{nearest}\""),
            Confidence::Unsafe,
            span,
            format!("\"{nearest}\""),
        ),
        None => found.with_help(
            "write the aspect at an actor, a zone or the scene; without it, only a player who gives it exactly these words can win by it",
        ),
    }
}

/// Reports more tasks than an encounter supports.
pub(super) fn too_many_tasks(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the encounter has more than {most} tasks"))
        .because("one task too many")
        .with_help("remove some of the tasks")
}

/// Reports a task that the encounter does not have.
pub(super) fn unknown_task(span: Span, word: &str, nearest: Option<String>, none: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownTask, span, format!("the encounter has no task called `{word}`"))
        .because("not a task of this encounter");
    if none {
        return diagnostic.with_help(format!("write for instance `task {word} {{ skills engineering; difficulty 2 }}`"));
    }
    suggesting(diagnostic, span, nearest)
}

/// Reports a side that is in `priority` twice.
pub(super) fn priority_twice(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("`{word}` is listed twice in `priority`"))
        .because("already in the list")
        .with_help("remove it here")
}

/// Reports a victory condition that a border stays open permanently, although every border between the two zones can be closed again.
pub(super) fn never_dismantled(span: Span, from: &str, to: &str) -> Diagnostic {
    Diagnostic::new(Code::ImpossibleVictory, span, format!("every border between `{from}` and `{to}` can be closed again"))
        .because("so this can never be true")
        .with_help("write `open` to ask if the border is open; only a border whose third value is `x`, as in `20/4/x`, stays open for good")
}

/// Reports an unknown predicate.
pub(super) fn unknown_predicate<'k>(
    span: Span,
    word: &str,
    play: &str,
    nearest: Option<String>,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownPredicate, span, format!("`{word}` cannot be tested in a victory condition"))
        .because(format!("not a condition of {play} combat"))
        .completed_by(known.clone());
    // Authors may count turns with a word of the rulebook, such as `rounds`. In every kind of play the name in the rules is `turn`.
    if matches!(word, "round" | "rounds" | "exchange" | "exchanges") {
        return diagnostic.did_you_mean(span, "turn".to_owned());
    }
    match nearest {
        Some(_) => suggesting(diagnostic, span, nearest),
        None => {
            let quoted: Vec<String> = known.map(|word| format!("`{word}`")).collect();
            diagnostic
                .with_help(format!("write one of these conditions: {}", slip_suggest::alternatives(quoted.iter().map(String::as_str))))
        }
    }
}

/// Reports a predicate with arguments that it does not allow.
pub(super) fn wrong_arguments(span: Span, name: &str, form: &str) -> Diagnostic {
    Diagnostic::new(Code::ArgumentCount, span, format!("the brackets of `{name}` do not contain the right words"))
        .because("the wrong words in the brackets")
        .with_help(format!("write for instance `{form}`"))
}

/// Reports an expression that victory conditions do not support.
pub(super) fn not_a_condition(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot be part of a victory condition")
        .because("has no meaning here")
        .with_help("write for instance `out(crew) or turn > 8`")
}

/// Reports a number where a truth value is required, or a truth value where a number is required.
/// `written` is the source text of the value.
pub(super) fn wrong_type(span: Span, truth: bool, written: &str) -> Diagnostic {
    if truth {
        Diagnostic::new(Code::FormulaType, span, "this is a number, but a condition is needed")
            .because("not a condition")
            .with_help(format!("compare the number, as in `{written} >= 1`"))
    } else {
        Diagnostic::new(Code::FormulaType, span, "this is a condition, but a number is needed")
            .because("true or false, not a number")
            .with_help("write a number, or a word that counts, such as `turn`")
    }
}

/// Notes a ruleset of which the encounter's kind of play reads nothing.
pub(super) fn ruleset_not_read(span: Span, ruleset: &str, play: Play) -> Diagnostic {
    Diagnostic::new(Code::NotRead, span, format!("`{ruleset}` changes nothing in a {play} encounter"))
        .because(format!("it sets nothing that `{play}` reads, and none of its effects acts there"))
        .with_help("remove it here, or name it in an encounter whose kind of play reads it")
}

/// Reports a goal that fewer actors than required can reach.
pub(super) fn unreachable_goal(span: Span, wanted: usize) -> Diagnostic {
    let who = if wanted == 1 { "none of the actors can".to_owned() } else { format!("fewer than {wanted} of the actors can") };
    Diagnostic::new(Code::UnreachableGoal, span, "no path on the map leads to this goal")
        .because(format!("{who} get there from the zone where they start"))
        .with_help("start the actors in another zone, or write a border to this zone in the map")
        .sized(u64::try_from(wanted).unwrap_or(u64::MAX))
}

/// Reports a border that cannot be opened.
pub(super) fn never_opens(span: Span, from: &str, to: &str) -> Diagnostic {
    Diagnostic::new(Code::ImpossibleVictory, span, format!("no border between `{from}` and `{to}` opens"))
        .because("so this can never be true")
        .with_help("write a border with three values in the map, as in `border dock -- office 4/0/4 \"Hatch\"`")
}

/// Reports a condition that is always false.
pub(super) fn never(span: Span, winner: Option<&str>) -> Diagnostic {
    let message = match winner {
        Some(side) => format!("`{side}` can never win by this condition"),
        None => "the encounter can never end by this condition".to_owned(),
    };
    Diagnostic::new(Code::ImpossibleVictory, span, message)
        .because("false in every turn")
        .with_help("write a condition that can become true before the encounter ends")
}

/// Reports a side that wins only when it is itself out of play.
pub(super) fn won_by_losing(span: Span, side: &str) -> Diagnostic {
    Diagnostic::new(Code::ImpossibleVictory, span, format!("`{side}` wins when `{side}` itself is out of play"))
        .with_severity(Severity::Warning)
        .because("the defeat of the side that would win")
        .with_help(format!("write another side in the condition, or another side than `{side}` after `victory`"))
}

/// Reports a condition that is always true.
pub(super) fn at_once(span: Span, winner: Option<&str>) -> Diagnostic {
    let message = match winner {
        Some(side) => format!("`{side}` wins at once: this condition is true before anyone acts"),
        None => "the encounter ends at once: this condition is true before anyone acts".to_owned(),
    };
    Diagnostic::new(Code::VictoryAtOnce, span, message)
        .because("true in every turn")
        .with_help("write a condition that becomes true only later, as in `turn > 3`")
}
