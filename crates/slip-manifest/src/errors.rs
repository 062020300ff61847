//! Wording of messages about packages and their manifests.

use crate::manifest::DependencySpec;
use crate::refused_path::PathRefusal;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Severity};

use slip_source::Span;

/// Reports text that is not TOML.
pub fn not_toml(span: Span, reason: &str) -> Diagnostic {
    let reason = reason.lines().next().unwrap_or("this line is not valid TOML");
    Diagnostic::new(Code::ManifestSyntax, span, format!("the manifest cannot be read: {reason}")).because("here")
}

/// Reports a mistake in a file beside the package, such as the policy of its repository.
pub fn outside_mistake(span: Span, mistake: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, mistake).because("until the mistake is corrected, the package is checked without its manifest")
}

/// Reports the markers of a merge conflict in a manifest.
pub fn manifest_conflict(span: Span) -> Diagnostic {
    Diagnostic::new(Code::ManifestSyntax, span, "`slipyard.toml` contains a merge conflict")
        .because("a marker of the conflict")
        .with_help("keep one side, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`")
}

/// Reports a backslash in a path: `path = "..\yards"`; `right` is the text with `/` and with its quotation marks.
pub fn backslash(span: Span, right: &str) -> Diagnostic {
    Diagnostic::new(Code::ManifestSyntax, span, "the manifest cannot be read: a text in quotes contains `\\`")
        .because("`\\` has another meaning inside quotes")
        .with_help(format!("write `/` between folders, on every system: `{right}`"))
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports a version without quotes: `version = 0.1.0`.
pub fn bare_version(span: Span, version: &str) -> Diagnostic {
    let right = format!("\"{version}\"");
    Diagnostic::new(Code::ManifestSyntax, span, format!("the manifest cannot be read: `{version}` is not a number"))
        .because("a version is a text and needs quotes")
        .with_help(format!("put the value in quotes: `{right}`"))
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports an edition of the language that this version does not read.
pub fn unknown_edition(span: Span, edition: u32, known: u32) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("edition {edition} of the language is unknown: this slipyard reads edition {known}"))
        .because("unknown edition")
        .with_help(format!("write `edition = {known}`, or use a later slipyard"))
}

/// True if a finding says that a text is not TOML.
pub fn is_not_toml(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == Code::ManifestSyntax
}

/// Reports a manifest without the name of its package.
pub fn no_name(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, "the package has no name")
        .with_help("begin the manifest with `[package]`, and `name = \"my_package\"` below it")
}

/// Reports an unknown key; `home` is another section that has a key of this name.
pub fn unknown_key(span: Span, place: &str, word: &str, known: &[&str], home: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownKey, span, format!("{place} has no key `{word}`"));
    if let Some(home) = home {
        return diagnostic.with_help(format!("move this key below `{home}`"));
    }
    match slip_suggest::nearest(word, known.iter().copied()) {
        Some(near) => diagnostic.did_you_mean(span, near),
        None if known.len() <= 8 => {
            let words: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
            diagnostic.with_help(format!("the keys are {}", slip_suggest::enumerate(words.iter().map(String::as_str))))
        }
        None => diagnostic,
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
        diagnostic.because("the standard library needs no entry")
    } else {
        diagnostic.with_help("names consist of lower-case letters, digits and `_`, and start with a letter")
    }
}

/// Reports a lint level for a note, since notes cannot be hidden.
pub fn always_shown(span: Span, code: Code) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("the level of `{code}` cannot be set, because this note is always shown"))
        .because("every report of a package with other rules contains this note")
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
            .with_help("write the path of the folder that contains the package's `slipyard.toml`, relative to the folder of this manifest"),
    }
}

/// Reports a folder that contains a package of another name.
pub fn other_package(wanted: &DependencySpec, holds: &str, named: Option<Span>) -> Diagnostic {
    let message = format!("`{}` contains the package `{holds}`, not `{}`", wanted.path, wanted.name);
    let diagnostic = Diagnostic::new(Code::MissingDependency, wanted.name_span, message).because("use the name of the package");
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
    Diagnostic::new(Code::TooLarge, span, format!("this dependency is more than {most} levels deep"))
        .because("this package was not read")
        .with_help("shorten the chain of dependencies")
}

/// Reports a lint level that would weaken an error of the rules.
pub fn error_stays_error(span: Span, code: Code) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::Manifest, span, format!("the level of the error `{code}` cannot be changed"))
        .because("only warnings and notes can have another level");
    if code.waivable() {
        diagnostic.with_help(format!("write an exception in the item that needs it: `allow {code} \"why\"`"))
    } else {
        diagnostic
    }
}

/// Reports a package that depends on itself, or packages that depend on each other in a circle. The last name is the first again.
pub fn dependency_cycle(span: Span, names: &[String]) -> Diagnostic {
    if let [package, _] = names {
        return Diagnostic::new(Code::DependencyCycle, span, format!("the package `{package}` depends on itself"))
            .because("this is the package itself")
            .with_help("remove this dependency: a package uses its own items without one");
    }
    let circle = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" -> ");
    Diagnostic::new(Code::DependencyCycle, span, format!("packages depend on each other in a circle: {circle}"))
        .because("this dependency closes the circle")
        .with_help("move what these packages share into a package of its own, and let them depend on that one")
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
    diagnostic.with_help(format!("use version {wanted} of the package or a later compatible one, or require another version"))
}

/// Reports two packages of one name. `packed` is true if one of the two is in a packed file, which cannot be edited.
pub fn duplicate_package(span: Span, name: &str, first: Span, packed: bool) -> Diagnostic {
    let help = if packed {
        format!(
            "all packages must use the same `{name}`, but a pack was built with another one: use a pack that was built with this `{name}`"
        )
    } else {
        "rename one of the two packages: items are found by the name of their package".to_owned()
    };
    Diagnostic::new(Code::DuplicatePackage, span, format!("two packages are called `{name}`"))
        .because("the second")
        .with_label(first, "the first")
        .with_help(help)
}

/// Reports a file that is not UTF-8 text.
pub fn not_utf8(span: Span, byte: u8) -> Diagnostic {
    Diagnostic::new(Code::NotUtf8, span, format!("the file is not UTF-8 text: it contains the byte {byte:#04x}"))
        .because("this byte cannot be read")
        .with_help("save the file as UTF-8")
}

/// Reports a file that is saved as UTF-16.
pub fn utf16(span: Span) -> Diagnostic {
    Diagnostic::new(Code::NotUtf8, span, "the file is UTF-16 text, but Slip must be UTF-8".to_owned())
        .because("UTF-16 has two bytes for every letter")
        .with_help("save the file as UTF-8; Windows PowerShell writes it with `Out-File -Encoding utf8`")
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
        .with_help("give the package another name")
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
        .because("here")
        .with_help("run `slipyard lock --update` to write the file again")
}

/// Reports a lock that a later version wrote.
pub fn newer_lock(span: Span, has: i64, knows: i64) -> Diagnostic {
    Diagnostic::new(Code::LockFile, span, format!("`slipyard.lock` has version {has}, but this slipyard reads version {knows}"))
        .because("written by a later slipyard")
        .with_help("use the later slipyard, or remove `slipyard.lock` and run `slipyard lock`")
}

/// Reports that the standard library differs from the locked one. The versions are that in the lock and the current one; `foreign` is true
/// if the current library is not the embedded one.
pub fn other_std(span: Span, (locked, has): (&str, &str), foreign: bool) -> Diagnostic {
    let library = if foreign { "`[rules] std` has" } else { "this slipyard has" };
    let message = if locked == has {
        format!("`std` differs from `slipyard.lock`: {library} other rules with the same version {has}")
    } else {
        format!("`std` is locked at version {locked}, but {library} version {has}")
    };
    Diagnostic::new(Code::LockMismatch, span, message)
        .because("the rules that this package was checked with")
        .with_help("check the findings, then run `slipyard lock --update`")
}

/// Reports a dependency that has changed since it was locked. The versions are that in the lock and that on the disk.
pub fn content_changed(span: Span, name: &str, versions: (&str, &str), declared: Option<Span>) -> Diagnostic {
    let (locked, has) = versions;
    let message = if locked == has {
        format!("`{name}` differs from `slipyard.lock`: its content has changed")
    } else {
        let said = |version: &str| if version.is_empty() { "no version".to_owned() } else { format!("version {version}") };
        format!("`{name}` differs from `slipyard.lock`: {} is locked, but {} was found", said(locked), said(has))
    };
    let diagnostic = Diagnostic::new(Code::LockMismatch, span, message).because("the locked content");
    let diagnostic = match declared {
        Some(place) => diagnostic.with_label(place, "the dependency"),
        None => diagnostic,
    };
    diagnostic.with_help(format!("if the change is intended, run `slipyard lock --update {name}`"))
}

/// Reports a dependency that the lock does not contain.
pub fn not_locked(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::LockOutdated, span, format!("`slipyard.lock` does not contain `{name}`"))
        .because("added since the lock was written")
        .with_help("run `slipyard lock`")
}

/// Reports a locked package that is no dependency any more.
pub fn no_longer_needed(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::LockOutdated, span, format!("`slipyard.lock` contains `{name}`, but no package here depends on it"))
        .because("no longer needed")
        .with_help("run `slipyard lock`")
}

/// Reports a lock of the first format, which contains only the version of the standard library.
pub fn library_not_pinned(span: Span) -> Diagnostic {
    Diagnostic::new(Code::LockOutdated, span, "`slipyard.lock` has the version of `std`, but not its hash")
        .because("written by an earlier slipyard")
        .with_help("run `slipyard lock`")
}

/// Reports a package with dependencies and without a lock.
pub fn no_lock(span: Span, path: &str) -> Diagnostic {
    Diagnostic::new(Code::LockOutdated, span, format!("there is no `{path}`, and `--locked` requires it"))
        .because("this dependency is not locked")
        .with_help("run `slipyard lock`, and commit the file with the package")
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
        PathRefusal::Unwritable => (format!("`{key}` contains a character that no path can have"), "contains a NUL"),
    };
    Diagnostic::new(Code::Manifest, span, message)
        .because(label)
        .with_help("write a path relative to the folder of this manifest, such as `../yards`")
}
