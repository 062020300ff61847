//! Messages about maneuvers of space encounters.

use slip_pack::encounter::ManeuverOn;
use slip_source::diagnostic::{Code, Diagnostic};

use slip_source::Span;

const EXAMPLE: &str = "maneuver ghost_echoes \"Ghost echoes\" { station comm; difficulty 3; on enemy; aspect \"Ghosts on every screen\" }";

/// Reports a malformed `maneuver` entry.
pub(super) fn form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a maneuver has a name, an optional title, and a block")
        .because("expected a maneuver")
        .with_help(format!("write for instance `{EXAMPLE}`"))
}

/// Reports two maneuvers with the same name.
pub(super) fn twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the maneuver `{name}` is declared twice"))
        .because("declared again here")
        .with_label(first, "first declared here")
}

/// Reports more maneuvers than an encounter supports.
pub(super) fn too_many(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("an encounter has at most {most} maneuvers")).because("this maneuver is above the limit")
}

/// Reports a maneuver that is resisted both by a number and by a roll. Only one of the two is allowed.
pub(super) fn both(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, "a maneuver is resisted by a number or by a roll, not by both")
        .because("a roll resists the maneuver here")
        .with_label(first, "a number resists the maneuver here")
        .with_help("remove the number or the roll")
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
        .because("not a word that is allowed here")
        .with_help(format!("write one of {all}"))
        .could_be(known.iter().copied())
}
