//! Wording of messages about standard libraries other than the embedded one.

use super::manifest::WantedLibrary;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Reports a package called `std` that is neither the embedded library nor pinned by any package here.
pub(super) fn foreign(span: Span, hash: &str) -> Diagnostic {
    Diagnostic::new(Code::ForeignStd, span, "this package is called `std` and has other rules than slipyard")
        .because("not the standard library of this slipyard")
        .with_note("It is not checked, and its rules are used for no package.")
        .with_help(format!(
            "rename it, or write into the manifest of the package that is to be checked with it, below `[rules]`: \
             `std = {{ path = \"FOLDER\", hash = \"{hash}\" }}`"
        ))
}

/// Reports a package called `std` that is a dependency, or is in a pack.
pub(super) fn used_as_package(span: Span) -> Diagnostic {
    Diagnostic::new(Code::ForeignStd, span, "this package is called `std`, as the standard library is")
        .because("not the standard library of this slipyard")
        .with_help("rename it; a standard library is named by `std` below `[rules]`, and is no dependency")
}

/// Returns the note that every report of a package with other rules contains. `version` is that of the library.
pub(super) fn other_rules(span: Span, package: &str, (path, version, hash): (&str, &str, &str)) -> Diagnostic {
    let version = if version.is_empty() { String::new() } else { format!(" {version}") };
    let message = format!("`{package}` is checked with the rules of `std`{version} in `{path}`, not with those of slipyard");
    Diagnostic::new(Code::OtherRules, span, message).because("other rules").with_note(format!("The content hash of these rules is {hash}."))
}

pub(super) fn missing(wanted: &WantedLibrary) -> Diagnostic {
    Diagnostic::new(Code::MissingDependency, wanted.path_span, format!("there is no standard library at `{}`", wanted.path))
        .because("no `slipyard.toml` there")
        .with_note(UNCHECKED)
        .with_help("write the folder that holds the `slipyard.toml` of the rules, seen from this one")
}

/// Reports a pack that names other rules and does not contain them.
pub(super) fn missing_in_pack(wanted: &WantedLibrary) -> Diagnostic {
    Diagnostic::new(Code::MissingDependency, wanted.path_span, "the pack does not contain the rules that this package is checked with")
        .because("not in the pack")
        .with_note(UNCHECKED)
        .with_help("ask for a pack that `slipyard build` wrote")
}

/// Reports a folder with a package of another name.
pub(super) fn not_a_library(wanted: &WantedLibrary, name: &str) -> Diagnostic {
    let holds = if name.is_empty() { "a package without a name".to_owned() } else { format!("the package `{name}`") };
    Diagnostic::new(Code::MissingDependency, wanted.path_span, format!("`{}` holds {holds}, not a standard library", wanted.path))
        .because("a standard library is called `std`")
        .with_note(UNCHECKED)
        .with_help("write the folder of the package `std` that has the rules")
}

pub(super) fn no_hash(wanted: &WantedLibrary, hash: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, wanted.path_span, format!("the rules in `{}` are named without their hash", wanted.path))
        .because("any rules in this folder would be used")
        .with_note(UNCHECKED)
        .with_fix(
            format!("write `hash = \"{hash}\"` after it: that is the hash of the rules in the folder"),
            Confidence::Unsafe,
            wanted.path_span,
            format!("\"{}\", hash = \"{hash}\"", wanted.path),
        )
}

/// Reports a wrong hash. The span is that of the hash in the manifest, `hash` that of the library in the folder.
pub(super) fn other_hash(wanted: &WantedLibrary, span: Span, hash: &str) -> Diagnostic {
    Diagnostic::new(
        Code::RulesMismatch,
        span,
        format!("the rules in `{}` are not those that are pinned: their hash is another", wanted.path),
    )
    .because("the hash that is pinned")
    .with_label(wanted.path_span, "the rules in this folder")
    .with_note(UNCHECKED)
    .with_help("bring back the rules that were meant, or read what has changed in them")
    .with_fix(format!("if these rules are meant, write `{hash}`"), Confidence::Unsafe, span, format!("\"{hash}\""))
}

const UNCHECKED: &str = "Nothing else in this package is checked until its rules can be used.";

/// Reports a dependency that names other rules than the package that uses it. `own` are the spans where each names its rules.
pub(super) fn two_libraries(span: Span, (package, dependency): (&str, &str), own: (Option<Span>, Option<Span>)) -> Diagnostic {
    let message = format!("`{dependency}` is written for other rules than `{package}`, which uses it");
    let mut diagnostic = Diagnostic::new(Code::RulesMismatch, span, message).because("one program has one standard library");
    let labels = [(own.0, format!("the rules of `{package}`")), (own.1, format!("the rules of `{dependency}`"))];
    for (place, label) in labels {
        if let Some(place) = place {
            diagnostic = diagnostic.with_label(place, label);
        }
    }
    let help = match own.0 {
        Some(_) => format!("name the same `std` below `[rules]` in both, or do without `{dependency}`"),
        None => format!("name the `std` of `{dependency}` below `[rules]` of `{package}` as well, or do without `{dependency}`"),
    };
    diagnostic.with_note(UNCHECKED).with_help(help)
}

/// Reports a standard library with dependencies.
pub(super) fn library_depends(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("a standard library depends on no package, and this one on `{name}`"))
        .because("not read")
        .with_help("move the rules it needs into the library itself")
}

/// Reports a standard library with `[rules] std`.
pub(super) fn library_names_library(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, "a standard library is checked with its own rules, and names no other")
        .because("not read")
        .with_help("remove this line")
}
