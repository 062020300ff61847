//! Wording of messages about packages and their manifests.

use crate::manifest::DependencySpec;
use crate::refused_path::PathRefusal;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Severity};

use slip_source::Span;

/// Reports text that is not TOML.
pub fn not_toml(span: Span, reason: &str) -> Diagnostic {
    let (fault, help) = toml_fault(reason);
    Diagnostic::new(Code::ManifestSyntax, span, format!("`slipyard.toml` cannot be read: {fault}"))
        .because("reading stops here")
        .with_help(help)
        .with_note(toml_reason(reason))
}

/// Returns the words of the TOML parser as a note.
fn toml_reason(reason: &str) -> String {
    format!("in the words of TOML: {}", reason.lines().next().unwrap_or("not valid TOML"))
}

/// Beginnings of the parser's reasons, each with the fault and the text to write in plain words.
const TOML_FAULTS: &[(&str, &str, &str)] = &[
    ("unclosed table", "`]` is missing after the name of a section", "write `[` before and `]` after the name, as in `[package]`"),
    ("unclosed array table", "`]]` is missing after the name of a section", "write `[[` before and `]]` after the name"),
    ("unclosed array", "`]` is missing at the end of a list", "write `]` after the last value of the list, as in `[\"one\", \"two\"]`"),
    ("unclosed inline table", "`}` is missing at the end of a value", "write `}` after the last part, as in `{ path = \"../yards\" }`"),
    ("key with no value", "there is no `=` and no value after this word", "write the line as `name = \"dock\"`, or remove it"),
    ("missing value", "there is no value after `=`", "write a value after `=`, as in `name = \"dock\"`, or remove the line"),
    ("string values must be quoted", "a text is not in quotes", "write `\"` before and after the text, as in `name = \"dock\"`"),
    ("missing opening quote", "the first `\"` of a text is missing", "write `\"` before and after the text, as in `name = \"dock\"`"),
    ("invalid basic string", "a text in quotes is not complete", "write `\"` after the last word of the text; write `/` in place of `\\`"),
    ("invalid literal string", "a text in quotes is not complete", "write `'` after the last word of the text"),
    ("invalid multi-line", "a long text is not complete", "write three quotes after the last line of the text"),
    ("duplicate key", "this word is written twice in one section", "remove one of the two lines"),
    ("missing comma", "a comma is missing between two values", "write a comma between the values, as in `[\"one\", \"two\"]`"),
    ("extra comma", "there is a comma too much", "remove the comma"),
    ("extra `=`", "there is an `=` too much", "remove the second `=`"),
    ("missing assignment", "an `=` is missing", "write `=` between the word and its value, as in `path = \"../yards\"`"),
    ("unexpected key or value", "two entries are on one line", "write each entry on a line of its own"),
    (
        "invalid unquoted key",
        "a word contains a character that it cannot contain",
        "write words with the letters a to z, digits, `_` and `-`",
    ),
    ("unquoted keys cannot be empty", "there is no word before `=`", "write a word before `=`, as in `name = \"dock\"`"),
    ("unexpected leading zero", "a number begins with 0", "remove the 0 at the beginning, or write the value in quotes"),
    ("invalid integer number", "this is not a number", "write a whole number, or write the value in quotes"),
];

/// Returns the fault and the help for a reason of the TOML parser.
fn toml_fault(reason: &str) -> (&'static str, &'static str) {
    let known = TOML_FAULTS.iter().find(|(start, ..)| reason.starts_with(start));
    let general = ("this line is not written correctly", "write each line as a word, `=` and a value, as in `name = \"dock\"`");
    known.map_or(general, |(_, fault, help)| (*fault, *help))
}

/// Reports a mistake in a file beside the package, such as the policy of its repository.
pub fn outside_mistake(span: Span, mistake: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, mistake).because("until this is corrected, the package is checked without its `slipyard.toml`")
}

/// Reports the markers of a merge conflict in a manifest.
pub fn manifest_conflict(span: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestSyntax, span, "`slipyard.toml` contains a merge conflict")
        .because("a marker of the conflict")
        .with_help("keep one side, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`")
}

/// Reports a backslash in a path: `path = "..\yards"`; `right` is the text with `/` and with its quotation marks.
pub fn backslash(span: Span, right: &str) -> Diagnostic {
    Diagnostic::new(Code::ManifestSyntax, span, "`slipyard.toml` cannot be read: a path contains `\\`")
        .because("`\\` has another meaning inside quotes")
        .with_help(format!("write `{right}`"))
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports a version without quotes: `version = 0.1.0`.
pub fn bare_version(span: Span, version: &str) -> Diagnostic {
    let right = format!("\"{version}\"");
    Diagnostic::new(Code::ManifestSyntax, span, format!("`slipyard.toml` cannot be read: the version `{version}` is not in quotes"))
        .because("quotes are missing")
        .with_help(format!("write `{right}`"))
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports an edition of the language that this version does not read.
pub fn unknown_edition(span: Span, edition: u32, known: u32) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("this slipyard cannot read edition {edition} of the language"))
        .because(format!("only edition {known} can be read"))
        .with_help(format!("write `edition = {known}`, or use a later slipyard"))
}

/// True if a finding says that a text is not TOML.
pub fn is_not_toml(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == Code::ManifestSyntax
}

/// Reports a manifest without the name of its package.
pub fn no_name(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, "the package has no name")
        .with_help("write `[package]` in the first line, and `name = \"my_package\"` below it")
}

/// Reports an unknown key; `home` is another section that has a key of this name.
pub fn unknown_key(span: Span, place: &str, word: &str, known: &[&str], home: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownKey, span, format!("{place} has no entry `{word}`"));
    if let Some(home) = home {
        return diagnostic.with_help(format!("write this line below `{home}`"));
    }
    match slip_suggest::nearest(word, known.iter().copied()) {
        Some(near) => diagnostic.did_you_mean(span, near),
        None if known.len() <= 8 => {
            let words: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
            diagnostic.with_help(format!("write one of {}", slip_suggest::enumerate(words.iter().map(String::as_str))))
        }
        None => diagnostic.with_help("remove this line"),
    }
}

/// Reports a value of the wrong type or form.
pub fn wrong_value(span: Span, key: &str, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("the value of `{key}` is not {wanted}")).with_help(format!("write {wanted}"))
}

/// Reports a name that no package can have.
pub fn bad_dependency_name(span: Span, name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::Manifest, span, format!("`{name}` cannot be the name of a dependency"));
    if name == "std" {
        diagnostic.because("the standard library is always there").with_help("remove this line")
    } else {
        diagnostic.with_help("write a name of small letters, digits and `_` that begins with a letter")
    }
}

/// Reports a lint level for a note, since notes cannot be hidden.
pub fn always_shown(span: Span, code: Code) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("the level of `{code}` cannot be set, because this note is always shown"))
        .because("this note is part of every report with other rules")
        .with_help("remove this line")
}

/// Reports a missing dependency; `near` is a folder beside it that contains a package.
pub fn missing_dependency(span: Span, name: &str, path: &str, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::MissingDependency, span, format!("there is no package `{name}` at `{path}`"))
        .because("there is no `slipyard.toml` in this folder");
    match near {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")).with_fix(
            format!("write `{near}`"),
            Confidence::Unsafe,
            span,
            format!("\"{near}\""),
        ),
        None => diagnostic
            .with_help("write the path from the folder of this file to the folder with the package's `slipyard.toml`, as in `../yards`"),
    }
}

/// Reports a folder that contains a package of another name.
pub fn other_package(wanted: &DependencySpec, holds: &str, named: Option<Span>) -> Diagnostic {
    let message = format!("`{}` contains the package `{holds}`, not `{}`", wanted.path, wanted.name);
    let diagnostic = Diagnostic::new(Code::MissingDependency, wanted.name_span, message).because("not the name of the package there");
    let diagnostic = match named {
        Some(span) => diagnostic.with_label(span, "its name"),
        None => diagnostic,
    };
    let diagnostic = if wanted.packed {
        diagnostic.with_help(format!("write `{holds}` in place of `{}`", wanted.name))
    } else {
        diagnostic.with_help(format!("write `{holds} = {{ path = \"{}\" }}`", wanted.path))
    };
    diagnostic.with_fix(format!("write `{holds}`"), Confidence::Unsafe, wanted.name_span, holds)
}

/// Reports a chain of dependencies that is longer than the limit.
pub fn too_deep(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("this package is used through more than {most} other packages"))
        .because("this package was not read")
        .with_help("use fewer packages, or write a dependency on this package directly")
}

/// Reports a lint level that would weaken an error of the rules.
pub fn error_stays_error(span: Span, code: Code) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::Manifest, span, format!("the level of the error `{code}` cannot be changed"))
        .because("only warnings and notes can have another level");
    if code.waivable() {
        diagnostic.with_help(format!("remove this line, and write `allow {code} \"why\"` in the block of the item that needs it"))
    } else {
        diagnostic.with_help("remove this line")
    }
}

/// Reports a package that depends on itself, or packages that depend on each other in a circle. The last name is the first again.
pub fn dependency_cycle(span: Span, names: &[String]) -> Diagnostic {
    if let [package, _] = names {
        return Diagnostic::new(Code::DependencyCycle, span, format!("the package `{package}` depends on itself"))
            .because("this is the package itself")
            .with_help("remove this line; a package sees its own items without it");
    }
    let circle = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" -> ");
    Diagnostic::new(Code::DependencyCycle, span, "these packages use each other in a circle")
        .because(format!("closes the circle {circle}"))
        .with_help("remove this line; write what both packages need in a third package, which both use")
}

/// Reports a dependency whose version is not the required one.
pub fn version_mismatch(span: Span, name: &str, has: (&str, Option<Span>), wanted: &str) -> Diagnostic {
    let (version, place) = has;
    let has = if version.is_empty() { "no version".to_owned() } else { format!("version {version}") };
    let diagnostic = Diagnostic::new(Code::VersionMismatch, span, format!("`{name}` has {has}, but {wanted} is required"));
    let diagnostic = match place {
        Some(place) => diagnostic.because("the required version").with_label(place, "the version of the package"),
        None => diagnostic,
    };
    diagnostic.with_help(format!("get version {wanted} of the package or a later compatible one, or write another `version` here"))
}

/// Reports two packages of one name. `packed` is true if one of the two is in a packed file, which cannot be edited.
pub fn duplicate_package(span: Span, name: &str, first: Span, packed: bool) -> Diagnostic {
    let help = if packed {
        format!("use a pack that was built with this `{name}`; all packages must use the same one")
    } else {
        "write another `name` in one of the two files".to_owned()
    };
    Diagnostic::new(Code::DuplicatePackage, span, format!("two packages are called `{name}`"))
        .because("the second package")
        .with_label(first, "the first package")
        .with_help(help)
}

/// Reports a file that is not UTF-8 text.
pub fn not_utf8(span: Span, byte: u8) -> Diagnostic {
    Diagnostic::new(Code::NotUtf8, span, "this file is not saved as UTF-8 text")
        .because(format!("the byte {byte:#04x} is not a letter"))
        .with_help("save the file as UTF-8 in a text editor (often under `Save as` and `Encoding`)")
}

/// Reports a file that is saved as UTF-16.
pub fn utf16(span: Span) -> Diagnostic {
    Diagnostic::new(Code::NotUtf8, span, "this file is saved as UTF-16, not as UTF-8")
        .because("UTF-16 has two bytes for every letter")
        .with_help("save the file as UTF-8 in a text editor; Windows PowerShell writes it with `Out-File -Encoding utf8`")
}

/// Reports a file whose name some systems cannot write.
pub fn unportable_name(span: Span, name: &str, why: &str) -> Diagnostic {
    Diagnostic::new(Code::UnportableName, span, format!("`{}` is not allowed as a file name on some systems", slip_printable::line(name)))
        .because(why)
        .with_help("rename the file, so that the package can be used on every system")
}

/// Reports a package whose name is that of a device, so that some systems cannot write its folder.
pub fn unportable_package(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::UnportableName, span, format!("a package cannot be called `{name}`"))
        .because("Windows reserves this name for a device and cannot have a folder of this name")
        .with_help("write another `name`")
}

/// Reports two files whose names differ only in capitals.
pub fn same_but_for_capitals(span: Span, name: &str, other: &str, first: Span) -> Diagnostic {
    let (name, other) = (slip_printable::line(name), slip_printable::line(other));
    Diagnostic::new(Code::UnportableName, span, format!("`{name}` and `{other}` differ only in capitals"))
        .because("on many systems both names mean the same file")
        .with_label(first, "the other file")
        .with_help("rename one of the files")
}

/// Reports the markers of a merge conflict in a lock.
pub fn lock_conflict(span: Span) -> Diagnostic {
    Diagnostic::new(Code::LockFile, span, "`slipyard.lock` contains a merge conflict")
        .because("a marker of the conflict")
        .with_help("keep one side, or run `slipyard lock --update` to write the file again")
}

/// Reports a lock that cannot be read.
pub fn lock_damaged(span: Span, reason: &str) -> Diagnostic {
    let reason = reason.lines().next().unwrap_or("this line is not valid TOML");
    Diagnostic::new(Code::LockFile, span, format!("`slipyard.lock` cannot be read: {reason}"))
        .because("reading stops here")
        .with_help("run `slipyard lock --update` to write the file again")
}

/// Reports a lock that a later version wrote.
pub fn newer_lock(span: Span, has: i64, knows: i64) -> Diagnostic {
    Diagnostic::new(Code::LockFile, span, format!("this slipyard cannot read version {has} of `slipyard.lock`"))
        .because(format!("written by a later slipyard; this one reads version {knows}"))
        .with_help("use the later slipyard, or remove `slipyard.lock` and run `slipyard lock`")
}

/// Reports that the standard library differs from the locked one. The versions are that in the lock and the current one; `foreign` is true
/// if the current library is not the embedded one.
pub fn other_std(span: Span, (locked, has): (&str, &str), foreign: bool) -> Diagnostic {
    let library = if foreign { "`[rules] std` has" } else { "this slipyard has" };
    let message = if locked == has {
        format!("{library} other rules than `slipyard.lock`, with the same version {has}")
    } else {
        format!("`slipyard.lock` has the rules `std` {locked}, but {library} version {has}")
    };
    Diagnostic::new(Code::LockMismatch, span, message)
        .because("the rules with which this package was last checked")
        .with_help("correct what `slipyard check` finds now, then run `slipyard lock --update`")
}

/// Reports a dependency that has changed since it was locked. `versions` are the version in the lock and the version on the disk.
pub fn content_changed(span: Span, name: &str, versions: (&str, &str), declared: Option<Span>) -> Diagnostic {
    let (locked, has) = versions;
    let message = if locked == has {
        format!("the package `{name}` has changed since `slipyard.lock` was written")
    } else {
        let said = |version: &str| if version.is_empty() { "no version".to_owned() } else { format!("version {version}") };
        format!("`slipyard.lock` has {} of the package `{name}`, but {} is there now", said(locked), said(has))
    };
    let diagnostic = Diagnostic::new(Code::LockMismatch, span, message).because("written for the earlier files");
    let diagnostic = match declared {
        Some(place) => diagnostic.with_label(place, "the dependency"),
        None => diagnostic,
    };
    diagnostic.with_help(format!("if the change is intended, run `slipyard lock --update {name}`"))
}

/// Reports a dependency that the lock does not contain.
pub fn not_locked(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::LockOutdated, span, format!("`slipyard.lock` does not contain the package `{name}`"))
        .because("added since the file was written")
        .with_help("run `slipyard lock`")
}

/// Reports a locked package that is no dependency any more.
pub fn no_longer_needed(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::LockOutdated, span, format!("`slipyard.lock` contains the package `{name}`, which no package here uses"))
        .because("no longer needed")
        .with_help("run `slipyard lock`")
}

/// Reports a lock of the first format, which contains only the version of the standard library.
pub fn library_not_pinned(span: Span) -> Diagnostic {
    Diagnostic::new(Code::LockOutdated, span, "`slipyard.lock` does not contain the hash of the rules `std`")
        .because("written by an earlier slipyard")
        .with_help("run `slipyard lock`, which writes the hash")
}

/// Reports a package with dependencies and without a lock.
pub fn no_lock(span: Span, path: &str) -> Diagnostic {
    Diagnostic::new(Code::LockOutdated, span, format!("there is no `{path}`, and `--locked` requires it"))
        .because("the version of this package is not fixed")
        .with_help("run `slipyard lock`, and keep the file with the package")
        .with_severity(Severity::Error)
}

/// Makes a difference from a lock an error, for `--locked`.
pub fn enforce_lock(diagnostic: &mut Diagnostic) {
    if matches!(diagnostic.code, Code::LockMismatch | Code::LockOutdated) {
        diagnostic.severity = Severity::Error;
    }
}

/// Reports a path in the manifest that is refused because of its form, without looking it up.
pub fn refused_path(span: Span, key: &str, reason: PathRefusal) -> Diagnostic {
    let (message, label) = match reason {
        PathRefusal::Machine => (format!("`{key}` is a path on another machine"), "begins with two slashes"),
        PathRefusal::Drive => (format!("`{key}` begins with the letter of a drive"), "paths with drive letters work only on some systems"),
        PathRefusal::System => {
            (format!("`{key}` is in a folder of the operating system that has no real files"), "a package cannot be in such a folder")
        }
        PathRefusal::Unwritable => (format!("`{key}` contains a character that no path can have"), "contains a zero byte"),
    };
    Diagnostic::new(Code::Manifest, span, message).because(label).with_help("write a path from the folder of this file, as in `../yards`")
}
