//! Wording of messages about text that is not parsed at all: parts beyond a limit, files with old line ends, merge
//! conflicts.

use slip_limits::{ENTRIES, FILE_BYTES, NAME_BYTES, VALUES};
use slip_source::diagnostic::{Code, Confidence, Diagnostic};
use slip_source::{FileId, Span};

/// An item with more entries than the limit.
pub(super) fn too_many_entries(at: Span) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, at, format!("an item has more than {ENTRIES} entries, and nothing of it is read"))
        .because("the first that is too many")
        .with_help("split it into several items")
}

/// An entry with more values than the limit.
pub(super) fn too_many_values(key: Span, at: Span) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, at, format!("an entry has more than {VALUES} values, and nothing of its item is read"))
        .because("the first that is too many")
        .with_label(key, "of this entry")
        .with_help("split it into several entries or items")
}

/// A name that is longer than the limit.
pub(super) fn name_too_long(name: Span) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, name, format!("a name has more than {NAME_BYTES} letters, and nothing of its item is read"))
        .with_help("give it a short name; its title may be as long as you like")
}

/// File larger than the limit.
pub(super) fn file_too_large(file: FileId) -> Diagnostic {
    let message = format!("the file is larger than {} MiB, and nothing of it is read", FILE_BYTES >> 20);
    Diagnostic::new(Code::TooLarge, Span::new(file, 0, 0), message).with_help("split it into several files of the same package")
}

/// File with carriage returns alone as line ends, as on old Macs.
pub(super) fn old_line_ends(file: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, file.at_start(), "the lines of this file end in a carriage return alone, and nothing of it is read")
        .because("one line to the end")
        .with_help("save it with the line ends of Unix or of Windows")
}

/// Two versions of the same lines, with conflict marks.
pub(super) fn conflict(first: Span, second: Span, end: Span) -> Diagnostic {
    Diagnostic::new(Code::MergeConflict, first, "version control could not merge two versions of these lines, and left both")
        .because("the first version begins here, and is read meanwhile")
        .with_label(second, "the second begins here")
        .with_label(end, "it ends here")
        .with_help("keep either version, or something of both, and take out the lines with `<<<<<<<`, `=======` and `>>>>>>>`")
}

/// Conflict mark that was left when the rest of a conflict was removed.
pub(super) fn left_mark(mark: Span) -> Diagnostic {
    Diagnostic::new(Code::MergeConflict, mark, "a mark of version control is left here")
        .because("no line of the file's own")
        .with_help("take this line out, and look whether all around it is what you want to keep")
        .with_fix("take the line out", Confidence::Unsafe, mark, "")
}
