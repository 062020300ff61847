//! Wording of messages about standard libraries other than the embedded one.

use slip_manifest::manifest::WantedLibrary;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Reports a package called `std` that is neither the embedded library nor pinned by any package here.
pub(super) fn foreign(span: Span, hash: &str) -> Diagnostic {
    Diagnostic::new(Code::ForeignStd, span, "this package is called `std`, but its rules differ from those of slipyard")
        .because("not the standard library of this slipyard")
        .with_note("This package is not checked, and no package uses its rules.")
        .with_help(format!(
            "write another `name`; or, to use these rules in another package, write `std = {{ path = \"FOLDER\", hash = \"{hash}\" }}` \
             below `[rules]` in the slipyard.toml of that package, with the path of this folder"
        ))
}

/// Reports a package called `std` that is a dependency, or is in a pack.
pub(super) fn used_as_package(span: Span) -> Diagnostic {
    Diagnostic::new(Code::ForeignStd, span, "this package has the name of the standard library, `std`")
        .because("not the standard library of this slipyard")
        .with_help("write another `name`; other rules are written as `std` below `[rules]`, not as a dependency")
}

/// Returns the note that every report about a package with its own rules contains. `version` is the version of the library.
pub(super) fn other_rules(span: Span, package: &str, (path, version, hash): (&str, &str, &str)) -> Diagnostic {
    let version = if version.is_empty() { String::new() } else { format!(" {version}") };
    let message = format!("`{package}` is checked with the rules of `std`{version} in `{path}`, not with the rules of slipyard");
    Diagnostic::new(Code::OtherRules, span, message).because("other rules").with_note(format!("The content hash of these rules is {hash}."))
}

pub(super) fn missing(wanted: &WantedLibrary) -> Diagnostic {
    Diagnostic::new(Code::MissingDependency, wanted.path_span, format!("there is no standard library at `{}`", wanted.path))
        .because("there is no `slipyard.toml` in this folder")
        .with_note(UNCHECKED)
        .with_help("write the path from the folder of this file to the folder with the rules, as in `../rules`")
}

/// Reports a packed package that names other rules than the embedded ones, but does not contain these rules.
pub(super) fn missing_in_pack(wanted: &WantedLibrary) -> Diagnostic {
    Diagnostic::new(Code::MissingDependency, wanted.path_span, "the pack does not contain the rules that this package is checked with")
        .because("these rules are missing")
        .with_note(UNCHECKED)
        .with_help("get a pack that was written by `slipyard build`")
}

/// Reports that the folder in `[rules] std` contains a package that is not called `std`.
pub(super) fn not_a_library(wanted: &WantedLibrary, name: &str) -> Diagnostic {
    let holds = if name.is_empty() { "a package without a name".to_owned() } else { format!("the package `{name}`") };
    Diagnostic::new(Code::MissingDependency, wanted.path_span, format!("`{}` contains {holds}, not a standard library", wanted.path))
        .because("a standard library has the name `std`")
        .with_note(UNCHECKED)
        .with_help("write the path of a folder with rules, whose package is called `std`")
}

pub(super) fn no_hash(wanted: &WantedLibrary, hash: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, wanted.path_span, format!("the rules in `{}` have no hash", wanted.path))
        .because("without a hash, any rules in this folder would be used")
        .with_note(UNCHECKED)
        .with_fix(
            format!("add `hash = \"{hash}\"`, the hash of the rules that are now in the folder"),
            Confidence::Unsafe,
            wanted.path_span,
            format!("\"{}\", hash = \"{hash}\"", wanted.path),
        )
}

/// Reports a wrong content hash. `span` is the span of the hash in the manifest, `hash` is the hash of the library in the folder.
pub(super) fn other_hash(wanted: &WantedLibrary, span: Span, hash: &str) -> Diagnostic {
    Diagnostic::new(
        Code::RulesMismatch,
        span,
        format!("the rules in `{}` are not the required ones, because their hash is different", wanted.path),
    )
    .because("the hash of the required rules")
    .with_label(wanted.path_span, "the rules that are there")
    .with_note(UNCHECKED)
    .with_help(format!("put the original rules back; or look at the changes, and write `{hash}` to use them"))
    .with_fix(format!("write `{hash}` to use the new rules"), Confidence::Unsafe, span, format!("\"{hash}\""))
}

const UNCHECKED: &str = "Nothing else in this package is checked until its rules can be used.";

/// Reports a dependency that names other rules than the package that uses it. `own` are the spans where each names its rules.
pub(super) fn two_libraries(span: Span, (package, dependency): (&str, &str), own: (Option<Span>, Option<Span>)) -> Diagnostic {
    let message = format!("`{package}` depends on `{dependency}`, which has other rules");
    let mut diagnostic = Diagnostic::new(Code::RulesMismatch, span, message).because("all packages must use the same rules");
    let labels = [(own.0, format!("the rules of `{package}`")), (own.1, format!("the rules of `{dependency}`"))];
    for (place, label) in labels {
        if let Some(place) = place {
            diagnostic = diagnostic.with_label(place, label);
        }
    }
    let help = match own.0 {
        Some(_) => format!("write the same `std` below `[rules]` in both, or remove `{dependency}`"),
        None => format!("write the `std` of `{dependency}` also below `[rules]` of `{package}`, or remove `{dependency}`"),
    };
    diagnostic.with_note(UNCHECKED).with_help(help)
}

/// Reports a standard library with dependencies.
pub(super) fn library_depends(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("the rules `std` cannot use the package `{name}`"))
        .because("this package was not read")
        .with_help("remove this line, and copy what the rules need from this package")
}

/// Reports a standard library with `[rules] std`.
pub(super) fn library_names_library(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, "the rules `std` cannot name other rules")
        .because("this line is ignored")
        .with_help("remove this line")
}
