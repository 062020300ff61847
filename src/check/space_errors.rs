//! Wording of messages about stations, ships in encounters and their crews. Floor 4.

use crate::diagnostic::{Code, Diagnostic};
use crate::pack::encounter::Duty;
use crate::resolve::suggest;
use crate::source::Span;

/// A duty that is none.
pub(super) fn duty_form(span: Span, nearest: Option<String>, known: impl Iterator<Item = &'static str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, "`duties` wants what is done from a station")
        .because("not a duty")
        .with_help(format!("there are {}; the last with a track, as in `repair frame`", suggest::enumerate(known)));
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic,
    }
}

/// A repair of a track that nothing has.
pub(super) fn no_such_track(span: Span, track: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownTrack, span, format!("no design has a track called `{track}`")).because("nothing to repair")
}

/// A duty a station has twice.
pub(super) fn duty_twice(span: Span, duty: &Duty) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{duty}` is written twice")).because("written again here")
}

/// A duty of two stations of one package.
pub(super) fn same_duty(span: Span, duty: &Duty, other: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{duty}` is done from the station `{other}` already"))
        .because("done from two stations")
        .with_label(first, "done from here")
        .with_help("one station does each thing; take the duty away from one of them")
}
