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
        .with_help(format!("leave out the design: {what} gets its dice from a `background`"))
}

/// Reports a missing statistic.
pub(super) fn stat_missing(span: Span, stat: Stat) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("`stats` has no `{}`", stat.word()))
        .because(format!("`{}` is missing", stat.word()))
        .with_help("every party needs dice of all four statistics: `stats { body 3; mind 4; soft 3; hard 4 }`")
}

/// Reports a statistic with less than two dice.
pub(super) fn too_few(span: Span, stat: Stat, found: u8, least: u8) -> Diagnostic {
    Diagnostic::new(
        Code::TooFewDice,
        span,
        format!("{} has {}, but every statistic needs at least {least}", stat.word(), dice(u32::from(found))),
    )
    .because(format!("fewer than {least} dice"))
    .with_help("take a die from another statistic")
    .sized(found.abs_diff(least).into())
}

/// Reports more dice than the background gives.
pub(super) fn overspent(span: Span, what: &str, spent: u32, given: u32, from: &str) -> Diagnostic {
    let over = spent.saturating_sub(given);
    Diagnostic::new(Code::DiceOverspent, span, format!("the {what} use {}, but the background \"{from}\" gives {given}", dice(spent)))
        .because(format!("{} too many", dice(over)))
        .with_help(format!("remove {}, or choose another background", dice(over)))
        .sized(over.into())
}

/// Reports fewer dice than the background gives.
pub(super) fn left(span: Span, what: &str, spent: u32, given: u32, from: &str) -> Diagnostic {
    let left = given.saturating_sub(spent);
    Diagnostic::new(Code::DiceLeft, span, format!("the {what} use {}, but the background \"{from}\" gives {given}", dice(spent)))
        .because(format!("{} left", dice(left)))
        .with_help(format!("spend {} more", dice(left)))
        .sized(left.into())
}

/// Reports two traits, objects or relationships of a party with the same name.
pub(super) fn thing_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{name}` is written twice"))
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("players refer to these things by name in a conflict: give one of the two another name")
}

/// Reports more traits, objects and relationships than a party may have.
pub(super) fn too_many_things(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("a party has at most {most} traits, objects and relationships"))
        .because("this entry is above the limit")
        .with_help("remove traits, objects or relationships that never come into play")
}

/// Reports a malformed trait, object or relationship.
pub(super) fn thing_form(span: Span, sort: PartyThingKind) -> Diagnostic {
    let example = match sort {
        PartyThingKind::Trait => "trait legs \"Cybernetic legs\" 1d8",
        PartyThingKind::Object => "object pistol \"Old service pistol\" 1d4 + 1d8 dangerous",
        PartyThingKind::Relationship => "relationship tolliver \"My brother\" 1d8",
    };
    let word = sort.word();
    let article = if sort == PartyThingKind::Object { "an" } else { "a" };
    Diagnostic::new(Code::WrongValue, span, format!("{article} {word} consists of a name, an optional text, and dice"))
        .because(format!("expected for instance `{example}`"))
        .with_help(format!("write for instance `{example}`"))
}

/// Reports dice with an invalid number or sides.
pub(super) fn bad_dice(span: Span, most: i64, sides: i64) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("write 1 to {most} dice with 2 to {sides} sides"))
        .because("not allowed")
        .with_help("write for instance `2d6`, or `1d4 + 1d8`")
}

/// Reports a party that is its own family.
pub(super) fn own_family(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{name}` cannot be its own family"))
        .because("the same party")
        .with_help("write the other parties")
}

/// Reports an approach written as two words: `approach opposed physical`, `approach opposed-physical`.
pub(super) fn parted_approach(span: Span, right: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the approach must be written `{right}`"))
        .because("one word, with `_` inside")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
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
        None => diagnostic.with_help(format!("approaches are {}", slip_suggest::enumerate(known))),
    }
}

/// Reports a track with more stages than are allowed.
pub(super) fn too_many_stages(span: Span, found: usize, most: usize) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("a track has at most {most} stages, but this one has {found}"))
        .because("too many stages")
        .with_help("write 1 stage for a minor character, and up to 5 for an important one")
        .sized(u64::try_from(found.abs_diff(most)).unwrap_or(u64::MAX))
}

/// Reports a side without parties.
pub(super) fn side_without_parties(span: Span, side: &str) -> Diagnostic {
    Diagnostic::new(Code::SideWithoutActors, span, format!("the side `{side}` has no parties"))
        .because("an empty side")
        .with_help(format!("write for instance `side {side} {{ party sava {{ approach opposed_neutral }} }}`"))
}

/// Reports a malformed `party` entry.
pub(super) fn party_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "after `party` in a conflict, write a name and an optional block")
        .because("expected for instance `sava`")
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
        .with_help("declare another party, so that each takes part once")
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
        format!("the party has {}", slip_suggest::enumerate(known))
    } else {
        "the party has none".to_owned()
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
        .with_help("leave it out here and bring it into play after an escalation, or change its `fits`")
}

/// Reports a party that is not in the conflict.
pub(super) fn not_in_it<'k>(span: Span, word: &str, nearest: Option<String>, known: impl Iterator<Item = &'k str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::NobodyCalled, span, format!("no party called `{word}` takes part"))
        .because("not in the conflict")
        .completed_by(known.clone());
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic.with_help(format!("parties are {}", slip_suggest::enumerate(known))),
    }
}

/// Reports a name after `about` to which no party has a relationship.
pub(super) fn nobody_knows(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, span, format!("no party has a relationship with `{word}`"))
        .because("has no effect")
        .with_help(format!("give a party `relationship {word} 1d6`, or remove `{word}` here"))
}

/// Reports a conflict without `stakes`.
pub(super) fn no_stakes(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("the conflict `{name}` has no `stakes`"))
        .because("`stakes` is missing")
        .with_help("write what it means to win and to lose: `stakes { win \"The egg goes home\"; lose \"It is sold\" }`")
}
