//! Messages about forms of battle, such as meeting, ambush and getaway.

use slip_pack::encounter::{Form, in_units};
use slip_source::diagnostic::{Code, Diagnostic};

use slip_source::Span;

/// Reports an unknown form of battle.
pub(super) fn unknown_form(
    span: Span,
    word: &str,
    nearest: Option<String>,
    known: impl Iterator<Item = &'static str> + Clone,
) -> Diagnostic {
    let message = if word.is_empty() {
        "the name of a battle form is missing after `battle`".to_owned()
    } else {
        format!("`{word}` is not a battle form")
    };
    let diagnostic =
        Diagnostic::new(Code::WrongValue, span, message).because("the name of a battle form belongs here").completed_by(known.clone());
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic
            .with_help(format!("write one of {}; for any other battle, write `victory SIDE when …`", slip_suggest::enumerate(known))),
    }
}

/// Reports a form of battle that is written twice.
pub(super) fn form_twice(span: Span, form: Form, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("the battle form `{}` is written twice", form.word()))
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("remove one of the two")
}

/// Reports a form of battle that does not name its second side, although more than two sides take part.
pub(super) fn several_others(span: Span, other: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("the battle has more than two sides, but no `{other}`"))
        .because(format!("`{other}` and a side are missing"))
        .with_help(format!("write for instance `{other} hounds`"))
}

/// Reports a side that is named as both sides of a form of battle.
pub(super) fn against_itself(span: Span, one: &str, other: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{one}` and `{other}` are the same side"))
        .because("the same side again")
        .with_help("write the name of another side")
}

/// Reports a form of battle that requires an exit, on a map without exits.
pub(super) fn no_exit(span: Span, map: &str) -> Diagnostic {
    Diagnostic::new(Code::ImpossibleVictory, span, format!("no unit can leave the map `{map}`"))
        .because("no zone of this map is an exit")
        .with_help("write `exit` in the zones through which units may leave, as in `zone n north { exit }`")
}

/// Reports a zone that is not an exit, where an exit is required.
pub(super) fn not_an_exit(span: Span, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::ImpossibleVictory, span, format!("no unit can leave the map through `{zone}`"))
        .because("not an exit")
        .with_help(format!("write `exit` in the zone of the map, as in `zone {zone} {{ exit }}`, or write another zone here"))
}

/// Reports a battle form that demands more losses than the side has units.
pub(super) fn too_many_losses(span: Span, wanted: u32, found: u32, side: &str) -> Diagnostic {
    let has = slip_suggest::counted(found, "unit");
    Diagnostic::new(Code::ImpossibleVictory, span, format!("`{side}` cannot lose {wanted} units, because it has only {has}"))
        .because("this number can never be reached")
        .with_help(format!("write {found} or less; leaders off the map do not count"))
        .sized(wanted.abs_diff(found).into())
}

/// Reports a battle form that requires more units to leave the map than are able to.
pub(super) fn too_many_wanted(span: Span, wanted: u32, found: u32, who: &str, what: &str) -> Diagnostic {
    let able = if found == 0 { "none".to_owned() } else { format!("only {found}") };
    let are = if wanted == 1 { "is" } else { "are" };
    Diagnostic::new(Code::ImpossibleVictory, span, format!("{wanted} of `{who}` {are} required to {what}, but {able} can {what}"))
        .because("this number can never be reached")
        .with_help("write a smaller number; guns on a card and aircraft do not leave through exits")
        .sized(wanted.abs_diff(found).into())
}

/// Reports a side without any unit that can leave the map.
pub(super) fn nobody_leaves(span: Span, who: &str) -> Diagnostic {
    Diagnostic::new(Code::ImpossibleVictory, span, format!("no unit of `{who}` can leave through an exit"))
        .because("all units of this side are aircraft or guns on a card")
        .with_help("add units on the ground to this side, which can leave the map")
}

/// Reports a malformed `units` entry.
pub(super) fn units_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot follow `units`")
        .because("neither a number nor the name of a unit")
        .with_help("write for instance `units 3`, or `units tin_mule, 2 ridge_rifles` for particular units")
}

/// Reports a zone that is written twice in one list.
pub(super) fn zone_twice(span: Span, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{zone}` is written twice"))
        .because("written again here")
        .with_help("remove it here")
}

/// Reports a zone on the card of a platoon (the small map for its artillery) where a zone of the main map is required.
pub(super) fn zone_of_a_card(span: Span, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongPlace, span, format!("no unit can enter or leave the zone `{zone}`, which is on a card"))
        .because("a card lies beside the map")
        .with_help("write a zone of the map")
}

/// Reports a battle for objectives without a time limit. Objectives are counted at the end.
pub(super) fn no_end(span: Span) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, "this battle for objectives has no end, at which they are counted")
        .because("`limit` is missing")
        .with_help("write for instance `limit 8 turns`")
}

/// Reports a note with the worth of each side.
pub(super) fn order_of_battle(span: Span, sentence: &str, platoons: Vec<String>, lowest: i32) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(Code::OrderOfBattle, span, sentence).because("the worth of each side").with_help(format!(
        "nothing has to change; a unit counts as 1 and a leader as 2, plus a quarter for each level above T{lowest}; `worth(SIDE)` in a \
            victory condition counts quarters"
    ));
    diagnostic.notes.extend(platoons);
    diagnostic
}

/// Reports sides of unequal worth in a form of battle that requires roughly equal sides. The size of the finding is `excess`.
pub(super) fn unequal_forces(span: Span, form: Form, most: (&str, i64), least: (&str, i64), excess: u64) -> Diagnostic {
    let what = match form {
        Form::Objectives => "a battle for objectives",
        _ => "a meeting",
    };
    Diagnostic::new(Code::UnequalForces, span, format!("the two sides are not equally strong, as {what} needs"))
        .because(format!("`{}` is worth {}, but `{}` only {}", most.0, in_units(most.1), least.0, in_units(least.1)))
        .with_help("add units to the weaker side, or write another form, such as `battle breakthrough` or `battle ambush`")
        .sized(excess)
}

/// Reports ambushers that are stronger than their target, so that they need not hide.
pub(super) fn strong_ambush(span: Span, ambushers: (&str, i64), patrol: (&str, i64)) -> Diagnostic {
    Diagnostic::new(Code::UnequalForces, span, "the ambushers are stronger than the side that they wait for")
        .because(format!("`{}` is worth {}, but `{}` only {}", ambushers.0, in_units(ambushers.1), patrol.0, in_units(patrol.1)))
        .with_help("remove units from the ambush, or add some to the patrol")
        .sized(ambushers.1.abs_diff(patrol.1))
}

/// Reports sides that do not begin on opposite edges of the map.
pub(super) fn not_across(span: Span, form: Form) -> Diagnostic {
    Diagnostic::new(Code::UnusualSetUp, span, "the two sides do not begin on opposite edges of the map")
        .because(format!("usual for a battle of the form `{}`", form.word()))
        .with_help("start one side on the left and the other on the right, or one at the top and the other at the bottom")
}

/// Reports sides whose starting zones are adjacent, on a map without a drawn shape.
pub(super) fn side_by_side(span: Span, form: Form) -> Diagnostic {
    Diagnostic::new(Code::UnusualSetUp, span, "the two sides begin next to each other")
        .because(format!("far apart is usual for a battle of the form `{}`", form.word()))
        .with_help("start the two sides farther apart")
}

/// Reports a unit that begins in the exit by which it may leave.
pub(super) fn at_the_exit(span: Span, side: &str, zone: &str, others: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnusualSetUp, span, format!("`{side}` begins at an exit through which it may leave"))
        .because(format!("units of `{side}` begin in `{zone}`"));
    if others {
        diagnostic.with_help("write only the exits that count, as in `exits north`")
    } else {
        diagnostic.with_help("start farther away, or write another exit after `exits`")
    }
}

/// Reports an ambush whose units begin in zones without aspects and without cover.
pub(super) fn no_cover(span: Span, side: &str, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::UnusualSetUp, span, format!("`{side}` waits in ambush without cover"))
        .because("the ambushers begin without aspects and without cover")
        .with_help(format!("write an aspect in the map, as in `zone {zone} {{ aspects \"Overgrown trenches\" }}`"))
}
