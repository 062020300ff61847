//! Wording of messages about text that is not parsed at all: parts beyond a limit, files with old line ends, merge
//! conflicts.

use slip_limits::{ENTRIES, FILE_BYTES, NAME_BYTES, VALUES};
use slip_source::diagnostic::{Code, Confidence, Diagnostic};
use slip_source::{FileId, Span};

/// Reports an item with more entries than the limit.
pub(super) fn too_many_entries(at: Span) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, at, format!("this item has more than {ENTRIES} entries and is ignored"))
        .because("the first entry over the limit")
        .with_help("split this item into several items")
}

/// Reports an entry with more values than the limit.
pub(super) fn too_many_values(key: Span, at: Span) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, at, format!("this entry has more than {VALUES} values, so its item is ignored"))
        .because("the first value over the limit")
        .with_label(key, "of this entry")
        .with_help("split this entry into several entries or items")
}

/// Reports a name that is longer than the limit.
pub(super) fn name_too_long(name: Span) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, name, format!("this name has more than {NAME_BYTES} letters, so its item is ignored"))
        .with_help("choose a short name; the title may be as long as you like")
}

/// Reports a file that is larger than the limit.
pub(super) fn file_too_large(file: FileId) -> Diagnostic {
    let message = format!("this file is larger than {} MiB and is ignored", FILE_BYTES >> 20);
    Diagnostic::new(Code::TooLarge, Span::new(file, 0, 0), message).with_help("split this file into several files of the same package")
}

/// Reports a file whose lines end in a carriage return alone, as on old Macs.
pub(super) fn old_line_ends(file: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, file.at_start(), "this file has the line ends of old Macs and cannot be read")
        .because("the whole file looks like one line")
        .with_help("save the file in a text editor with Unix line ends (LF) or Windows line ends (CRLF)")
}

/// Reports a merge conflict: two versions of the same lines, with conflict marks.
pub(super) fn conflict(first: Span, second: Span, end: Span) -> Diagnostic {
    Diagnostic::new(Code::MergeConflict, first, "a merge was not finished, so two versions of these lines are in the file")
        .because("the first version begins here and is used for now")
        .with_label(second, "the second version begins here")
        .with_label(end, "the conflict ends here")
        .with_help("keep one version or combine them, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`")
}

/// Reports a conflict mark that was left when the rest of a conflict was removed.
pub(super) fn left_mark(mark: Span) -> Diagnostic {
    Diagnostic::new(Code::MergeConflict, mark, "this line is left over from a merge conflict")
        .because("written by git or another tool that merges files")
        .with_help("remove this line, and check that the lines around it are the ones you want to keep")
        .with_fix("remove the line", Confidence::Unsafe, mark, "")
}
