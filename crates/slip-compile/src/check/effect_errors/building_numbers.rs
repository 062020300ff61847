//! Messages about effects that change a number of an item while it is built.

use crate::check::errors::below_code;
use slip_pack::effect::build_numbers::BuildNumber;
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic};

/// Reports `my` or `of` with a plain number: `my 2`, `2 of leader`.
pub(in crate::check) fn number_is_nobodys(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`my` and `of` cannot be used with a number")
        .because("a skill or statistic belongs here")
        .with_help("write only the number, or write a skill, as in `my tactics` or `command of leader`")
}

/// Reports `my` together with `of`: `my command of leader`.
pub(in crate::check) fn mine_and_anothers(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`my` and `of …` cannot be used together")
        .because("`my` means the carrier of this effect")
        .with_help("remove `my`, or remove `of` and the word after it")
}

/// Reports a plain number with a cap: `may use 2 for defence up to 3`.
pub(in crate::check) fn number_is_not_capped(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`up to` cannot be used with a number")
        .because("`up to` limits the rank of a skill")
        .with_help("write only the number, without `up to`")
}

/// Reports a statistic where a roll is required.
pub(in crate::check) fn stat_is_no_roll(span: Span, stat: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, format!("`{stat}` alone is a statistic, but a roll is needed here"))
        .because("not a roll")
        .with_help(format!("write a roll, as in `{stat} rolls` or `{stat} attack`; to change the statistic, write `+1 to {stat}`"))
}

/// Reports a word for a person in conditions where an effect begins with its subject.
pub(in crate::check) fn role_is_no_subject(span: Span, word: &str, advice: String) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, format!("`{word}` cannot be the subject of an effect"))
        .because("not a subject, such as `allies` or `enemies`")
        .with_help(advice)
}

/// Reports an effect that raises a rank above its cap.
pub(in crate::check) fn built_above_cap(span: Span, stat: &str, value: i64, cap: i64, rule: Span) -> Diagnostic {
    Diagnostic::new(Code::StatAboveCap, span, format!("with its effects `{stat}` is {value}, above the cap of {cap}"))
        .because("raised here")
        .with_label(rule, "the cap is set here")
        .with_help(format!("buy less `{stat}`, or write `past cap` in the effect, as in `+1 to {stat} past cap`"))
        .sized(value.abs_diff(cap))
}

/// Reports an effect that raises a skill above the height of its pyramid.
pub(in crate::check) fn skill_above_cap(span: Span, skill: &str, value: i64, cap: i64) -> Diagnostic {
    Diagnostic::new(Code::StatAboveCap, span, format!("with its effects `{skill}` is {value}, above the cap of {cap}"))
        .because("raised here")
        .with_help(format!("write a lower rank of `{skill}`, or let the effect go past the cap: `+1 to {skill} past cap`"))
        .sized(value.abs_diff(cap))
}

/// Reports an effect that lowers a rank below the lowest rank of the statistic or skill.
pub(in crate::check) fn built_below(span: Span, stat: &str, value: i64, least: i64, rule: Span) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(below_code(least), span, format!("with its effects `{stat}` is {value}, below the minimum of {least}"))
            .because("lowered here")
            .with_help(format!("buy more `{stat}`, or remove the effect"))
            .sized(value.abs_diff(least));
    if rule == span { diagnostic } else { diagnostic.with_label(rule, "declared here") }
}

/// Reports an effect that changes how items are built, such as `+1 to boxes of health`, in an encounter. All items of an encounter are
/// built already.
pub(in crate::check) fn built_too_late(span: Span, line: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::BuiltTooLate, span, format!("`{line}` comes too late, because everything in this encounter is built already"))
        .because("in force only in this encounter")
        .with_help(help)
}

/// Reports an effect of a carried item on a cap of its bearer. It would come too late, because ranks are bought before anything is carried.
pub(in crate::check) fn cap_of_bearer(span: Span) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, "a thing cannot change a cap of the person who carries it")
        .because("ranks are bought before anything is carried")
        .with_help("write the rank itself, as in `bearer +1 to …`, or write this effect in a stunt of the person")
}

/// Reports an effect that changes a number of an item, if the item does not have the number: an untrained skill, or a missing price.
pub(in crate::check) fn nothing_to_change(span: Span, line: &str, item: &str, number: BuildNumber<'_>) -> Diagnostic {
    let (lacks, help) = match number {
        BuildNumber::Rank(name) | BuildNumber::Cap(name) => {
            (format!("no `{name}`"), format!("remove the effect, or buy ranks of `{name}`"))
        }
        BuildNumber::Boxes(name) | BuildNumber::Consequences(name) => (
            format!("no track `{name}`"),
            format!("name another track, or give the design of `{item}` the track: `track {name} {{ base 0; fixed }}`"),
        ),
        BuildNumber::Fate => ("no fate points".to_owned(), format!("remove the effect, or give the design of `{item}` the entry `fate`")),
        BuildNumber::Price => ("no price".to_owned(), format!("remove the effect, or give the design of `{item}` the entry `price`")),
        BuildNumber::Upkeep => ("no upkeep".to_owned(), format!("remove the effect, or give the design of `{item}` the entry `upkeep`")),
        BuildNumber::Slots(name) | BuildNumber::TechLimit(name) => (format!("no `{name}`"), "remove the effect".to_owned()),
    };
    Diagnostic::new(Code::UselessStunt, span, format!("`{line}` changes nothing, because `{item}` has {lacks}"))
        .because("this item has the effect")
        .with_help(help)
}

/// Reports an effect of gear on a track that its bearer does not have.
pub(in crate::check) fn no_such_track(span: Span, (line, by): (&str, &str), item: &str, track: &str) -> Diagnostic {
    Diagnostic::new(Code::UselessStunt, span, format!("`{line}` of `{by}` changes nothing, because `{item}` has no track `{track}`"))
        .because("this thing has the effect")
        .with_help(format!(
            "give the track to the design of `{item}`, `track {track} {{ base 0; fixed }}`, or name another track in the effect"
        ))
}
