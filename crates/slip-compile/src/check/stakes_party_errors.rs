//! Messages about raise-and-see conflicts and their parties.

use slip_pack::stakes_party::{Approach, PartyThingKind, Stat};
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

use slip_source::Span;

fn suggesting(diagnostic: Diagnostic, span: Span, nearest: Option<String>) -> Diagnostic {
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic,
    }
}

fn dice(count: u32) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// Reports a design after the name of a party.
pub(super) fn no_design(span: Span, name: &str, what: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{name}` cannot have a design"))
        .because("not allowed here")
        .with_help(format!("remove the design; {what} gets its dice from a `background`"))
}

/// Reports a missing statistic.
pub(super) fn stat_missing(span: Span, stat: Stat) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("`stats` has no `{}`", stat.word()))
        .because(format!("`{}` is missing", stat.word()))
        .with_help("write dice for all four, as in `stats { body 3; mind 4; soft 3; hard 4 }`")
}

/// Reports a statistic with less than two dice.
pub(super) fn too_few(span: Span, stat: Stat, found: u8, least: u8) -> Diagnostic {
    Diagnostic::new(
        Code::TooFewDice,
        span,
        format!("{} has {}, but every statistic needs at least {least}", stat.word(), dice(u32::from(found))),
    )
    .because(format!("fewer than {least} dice"))
    .with_help(format!("write `{} {least}`, and take the dice from another statistic", stat.word()))
    .sized(found.abs_diff(least).into())
}

/// Reports more dice than the background gives.
pub(super) fn overspent(span: Span, what: &str, spent: u32, given: u32, from: &str) -> Diagnostic {
    let over = spent.saturating_sub(given);
    Diagnostic::new(Code::DiceOverspent, span, format!("the {what} use {}, but the background \"{from}\" gives {given}", dice(spent)))
        .because(format!("{} too many", dice(over)))
        .with_help(format!("remove {}, or write another `background`", dice(over)))
        .sized(over.into())
}

/// Reports fewer dice than the background gives.
pub(super) fn left(span: Span, what: &str, spent: u32, given: u32, from: &str) -> Diagnostic {
    let left = given.saturating_sub(spent);
    Diagnostic::new(Code::DiceLeft, span, format!("the {what} use {}, but the background \"{from}\" gives {given}", dice(spent)))
        .because(format!("{} left", dice(left)))
        .with_help(format!("add {} to the {what}", dice(left)))
        .sized(left.into())
}

/// Reports two traits, objects or relationships of a party with the same name.
pub(super) fn thing_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{name}` is written twice"))
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("write another name for one of the two")
}

/// Reports more traits, objects and relationships than a party may have.
pub(super) fn too_many_things(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the party has more than {most} traits, objects and relationships"))
        .because("one too many")
        .with_help("remove those that never come into play")
}

/// Reports a malformed trait, object or relationship.
pub(super) fn thing_form(span: Span, sort: PartyThingKind) -> Diagnostic {
    let example = match sort {
        PartyThingKind::Trait => "trait legs \"Cybernetic legs\" 1d8",
        PartyThingKind::Object => "object pistol \"Old service pistol\" 1d4 + 1d8 dangerous",
        PartyThingKind::Relationship => "relationship tolliver \"My brother\" 1d8",
    };
    let word = sort.word();
    Diagnostic::new(Code::WrongValue, span, format!("this {word} is not written correctly"))
        .because("a name, then a text if it has one, then dice")
        .with_help(format!("write for instance `{example}`"))
}

/// Reports dice with an invalid number or sides.
pub(super) fn bad_dice(span: Span, most: i64, sides: i64) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "these dice are not possible")
        .because(format!("1 to {most} dice with 2 to {sides} sides belong here"))
        .with_help("write for instance `2d6`, or `1d4 + 1d8`")
}

/// Reports a party that is its own family.
pub(super) fn own_family(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{name}` cannot be its own family"))
        .because("the same party")
        .with_help("write the names of other parties")
}

/// Reports an approach written as two words: `approach opposed physical`, `approach opposed-physical`.
pub(super) fn parted_approach(span: Span, right: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this approach is not one word").because("one word with `_` belongs here").with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        span,
        right,
    )
}

/// Reports an unknown approach.
pub(super) fn unknown_approach(
    span: Span,
    word: Option<&str>,
    nearest: Option<String>,
    known: impl Iterator<Item = &'static str> + Clone,
) -> Diagnostic {
    let what = word.map_or("this is not an approach".to_owned(), |word| format!("there is no approach `{word}`"));
    let diagnostic = Diagnostic::new(Code::WrongValue, span, what).because("not an approach").completed_by(known.clone());
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic.with_help(format!("write one of {}", slip_suggest::enumerate(known))),
    }
}

/// Reports a track with more stages than are allowed.
pub(super) fn too_many_stages(span: Span, found: usize, most: usize) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the track has {found} stages, but can have at most {most}"))
        .because("too many stages")
        .with_help(format!("write {most} stages or fewer"))
        .sized(u64::try_from(found.abs_diff(most)).unwrap_or(u64::MAX))
}

/// Reports a side without parties.
pub(super) fn side_without_parties(span: Span, side: &str) -> Diagnostic {
    Diagnostic::new(Code::SideWithoutActors, span, format!("the side `{side}` has no parties"))
        .because("this side is empty")
        .with_help(format!("write for instance `side {side} {{ party sava {{ approach opposed_neutral }} }}`"))
}

/// Reports a malformed `party` entry.
pub(super) fn party_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this party is not written correctly")
        .because("a name, then a block if it has one")
        .with_help("write for instance `party sava { approach opposed_neutral; brings tolliver }`")
}

/// Reports more parties than a conflict supports.
pub(super) fn too_many_parties(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the conflict has more than {most} parties"))
        .because("too many parties")
        .with_help("join people who act together into one party")
}

/// Reports a party that is named twice in one conflict.
pub(super) fn party_twice(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("`{name}` takes part twice"))
        .because("named again here")
        .with_help("remove it here, or write another party")
}

/// Reports the name of a trait, object or relationship that the party does not have.
pub(super) fn no_such_thing<'k>(
    span: Span,
    party: &str,
    word: &str,
    nearest: Option<String>,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("`{party}` has no trait, object or relationship `{word}`"))
        .because("unknown name")
        .completed_by(known.clone());
    let help = if known.clone().next().is_some() {
        format!("write one of {}", slip_suggest::enumerate(known))
    } else {
        format!("write it in the block of `{party}` first")
    };
    if nearest.is_some() { suggesting(diagnostic, span, nearest) } else { diagnostic.with_help(help) }
}

/// Reports a relationship to a person who is neither an opponent nor at stake, so that the relationship does not count in this conflict.
pub(super) fn nobody_here(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::NotInPlay, span, format!("`{word}` is neither an opponent nor part of the stakes"))
        .because("this relationship does not count")
        .with_help(format!("remove this relationship, or write `about {word}` for the conflict"))
}

/// Reports a trait, object or relationship that does not fit the approach of its party.
pub(super) fn unfit(span: Span, word: &str, approach: Approach) -> Diagnostic {
    Diagnostic::new(Code::NotInPlay, span, format!("`{word}` does not fit the approach `{}`", approach.word()))
        .because("cannot be in play from the start")
        .with_help(format!("remove `{word}` here, or write the approach after `fits` in its block"))
}

/// Reports a party that is not in the conflict.
pub(super) fn not_in_it<'k>(span: Span, word: &str, nearest: Option<String>, known: impl Iterator<Item = &'k str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::NobodyCalled, span, format!("no party called `{word}` takes part"))
        .because("not in the conflict")
        .completed_by(known.clone());
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic.with_help(format!("write one of {}", slip_suggest::enumerate(known))),
    }
}

/// Reports a name after `about` to which no party has a relationship.
pub(super) fn nobody_knows(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, span, format!("no party has a relationship with `{word}`"))
        .because("has no effect")
        .with_help(format!("write `relationship {word} 1d6` in the block of a party, or remove `{word}` here"))
}

/// Reports a conflict without `stakes`.
pub(super) fn no_stakes(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("the conflict `{name}` has no `stakes`"))
        .because("`stakes` is missing")
        .with_help("write for instance `stakes { win \"The egg goes home\"; lose \"It is sold\" }`")
}
