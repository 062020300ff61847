//! Messages about map templates.

use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic};

/// Reports a template without zones.
pub(super) fn no_zones(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("the template `{name}` has no zones"))
        .because("a `row` or a `star` of zones is missing")
        .with_help("write for instance `row rings 4..9 { default 6; first just_friends; each ring; last lovers }`")
}

/// Reports a malformed row or star.
pub(super) fn row_form(span: Span, word: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, format!("this `{word}` is not written correctly"));
    if word == "star" {
        diagnostic
            .because("a name, a number of zones, and a block with the zone in the middle")
            .with_help("write for instance `star corners 2..8 { default 4; at floor; each corner \"Corner\" }`")
    } else {
        diagnostic
            .because("a name, a number of zones, and a block with the zones in a line")
            .with_help("write for instance `row rings 4..9 { default 6; first just_friends; each ring; last lovers }`")
    }
}

/// Reports a template that is based on another template with `:`. It must be written with `from`.
pub(super) fn template_of_template(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a template cannot be based on another template with `:`")
        .because("not allowed here")
        .with_help("write `from` in place of `:`, as in `template trial from tribunal { … }`")
}

/// Reports a picture in a map that is made from a template. Its zones are not drawn by the author.
pub(super) fn drawn_template(span: Span, template: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the map has a picture, but the template `{template}` gives its shape"))
        .because("gives the map a second shape")
        .with_help("remove the picture, or remove the template after the name of the map")
}

/// Reports a zone to which no path leads, if a zone of the template has a similar name.
pub(super) fn misspelt_zone(span: Span, zone: &str, meant: String) -> Diagnostic {
    Diagnostic::new(Code::UnreachableZone, span, format!("no path leads to the zone `{zone}`, which the template does not have"))
        .because("not a zone of the template")
        .did_you_mean(span, meant)
}
