//! Messages about map templates.

use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic};

/// Reports a template without zones.
pub(super) fn no_zones(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("the template `{name}` has no zones"))
        .because("a template needs zones")
        .with_help("write for instance `row rings 4..9 { default 6; first just_friends; each ring; last lovers }`")
}

/// Reports a malformed row or star.
pub(super) fn row_form(span: Span, word: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, format!("this is not a valid `{word}` entry of a template"));
    if word == "star" {
        diagnostic
            .because("expected a number of zones and the zone in the middle")
            .with_help("write `star corners 2..8 { default 4; at floor; each corner \"Corner\" }`")
    } else {
        diagnostic
            .because("expected a number of zones in a line")
            .with_help("write `row rings 4..9 { default 6; first just_friends; each ring; last lovers }`; `4..9` counts both ends")
    }
}

/// Reports a template that is based on another template with `:`. It must be written with `from`.
pub(super) fn template_of_template(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a template cannot be based on another template with `:`")
        .because("not allowed here")
        .with_help("write `from` and the name of the other template: `template trial from tribunal { … }`")
}

/// Reports a picture in a map that is made from a template. Its zones are not drawn by the author.
pub(super) fn drawn_template(span: Span, template: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the shape of this map comes from the template `{template}`"))
        .because("the picture gives the map another shape")
        .with_help("draw the map without a template, or leave the picture out")
}

/// Reports a zone to which no path leads, if a zone of the template has a similar name.
pub(super) fn misspelt_zone(span: Span, zone: &str, meant: String) -> Diagnostic {
    Diagnostic::new(Code::UnreachableZone, span, format!("no path leads to the zone `{zone}`, which the template does not have"))
        .because("not a zone of the template")
        .did_you_mean(span, meant)
}
