//! Messages about maneuvers of space encounters.

use slip_pack::encounter::ManeuverOn;
use slip_source::diagnostic::{Code, Diagnostic};

use slip_source::Span;

const EXAMPLE: &str = "maneuver ghost_echoes \"Ghost echoes\" { station comm; difficulty 3; on enemy; aspect \"Ghosts on every screen\" }";

/// Reports a malformed `maneuver` entry.
pub(super) fn form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this maneuver is not written correctly")
        .because("a name, then a title if it has one, then a block")
        .with_help(format!("write for instance `{EXAMPLE}`"))
}

/// Reports two maneuvers with the same name.
pub(super) fn twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the maneuver `{name}` is declared twice"))
        .because("declared again here")
        .with_label(first, "first declared here")
        .with_help("write another name for one of the two")
}

/// Reports more maneuvers than an encounter supports.
pub(super) fn too_many(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the encounter has more than {most} maneuvers"))
        .because("one maneuver too many")
        .with_help("remove some maneuvers")
}

/// Reports a maneuver that is resisted both by a number and by a roll. Only one of the two is allowed.
pub(super) fn both(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, "this maneuver is resisted by a number and by a roll")
        .because("a roll against it")
        .with_label(first, "a number against it")
        .with_help("remove one of the two")
}

/// Reports a maneuver that is resisted by a roll although its target is not an enemy.
pub(super) fn nobody_resists(span: Span, on: ManeuverOn) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("no enemy can resist a maneuver on `{}`", on.word()))
        .because("only an enemy can roll against a maneuver")
        .with_help("write `on enemy`, or a `difficulty` in place of the roll")
}

/// Reports an unknown word in a maneuver.
pub(super) fn unknown_word(span: Span, wants: &str, known: &[&'static str]) -> Diagnostic {
    let all = slip_suggest::enumerate(known.iter().copied());
    Diagnostic::new(Code::WrongValue, span, wants)
        .because("this word is not allowed here")
        .with_help(format!("write one of {all}"))
        .could_be(known.iter().copied())
}
