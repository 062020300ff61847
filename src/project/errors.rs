//! Wording of messages about packages and their manifests. Floor 6.

use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::suggest;
use crate::source::Span;

pub(super) fn not_toml(span: Span, reason: &str) -> Diagnostic {
    let reason = reason.lines().next().unwrap_or("it is not TOML");
    Diagnostic::new(Code::ManifestSyntax, span, format!("the manifest cannot be read: {reason}")).because("here")
}

pub(super) fn is_not_toml(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == Code::ManifestSyntax
}

pub(super) fn no_name(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, "the package has no name")
        .with_help("begin the manifest with `[package]`, and `name = \"my_package\"` below it")
}

pub(super) fn unknown_key(span: Span, place: &str, word: &str, known: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownKey, span, format!("`{word}` is not a word of {place}"));
    match suggest::nearest(word, known.iter().copied()) {
        Some(near) => diagnostic.did_you_mean(span, near),
        None if known.len() <= 8 => {
            let words: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
            diagnostic.with_help(format!("its words are {}", suggest::enumerate(words.iter().map(String::as_str))))
        }
        None => diagnostic,
    }
}

pub(super) fn wrong_value(span: Span, key: &str, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("the value of `{key}` is not {wanted}")).with_help(format!("write {wanted}"))
}

pub(super) fn bad_dependency_name(span: Span, name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::Manifest, span, format!("`{name}` cannot be the name of a dependency"));
    if name == "std" {
        diagnostic.because("the standard library needs no entry")
    } else {
        diagnostic.with_help("names are lower-case letters, digits and `_`, and start with a letter")
    }
}

pub(super) fn no_packs_yet(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("`{word}` names a packed dependency, which this version cannot read"))
        .with_help("give the dependency's folder: `path = \"../yards\"`")
}

pub(super) fn missing_dependency(span: Span, name: &str, path: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingDependency, span, format!("there is no package `{name}` at `{path}`"))
        .because("no `slipyard.toml` there")
        .with_help("write the folder that holds the package's `slipyard.toml`, seen from this one")
}

pub(super) fn dependency_cycle(span: Span, names: &[String]) -> Diagnostic {
    let circle = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" -> ");
    Diagnostic::new(Code::DependencyCycle, span, format!("packages depend on each other in a circle: {circle}"))
        .because("this closes the circle")
        .with_help("move what both need into a package of its own")
}

pub(super) fn version_mismatch(span: Span, name: &str, has: &str, wanted: &str) -> Diagnostic {
    let has = if has.is_empty() { "no version".to_owned() } else { format!("version {has}") };
    Diagnostic::new(Code::VersionMismatch, span, format!("`{name}` has {has}, {wanted} is asked for"))
        .with_help(format!("use a package of version {wanted} or a later compatible one, or ask for another version"))
}

pub(super) fn duplicate_package(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicatePackage, span, format!("two packages are called `{name}`"))
        .because("the second")
        .with_label(first, "the first")
        .with_help("rename one: items are found by their package's name")
}

pub(super) fn not_utf8(span: Span, path: &str, byte: u8) -> Diagnostic {
    Diagnostic::new(Code::NotUtf8, span, format!("`{path}` is not UTF-8 text: it holds the byte {byte:#04x}"))
        .because("this cannot be read")
        .with_help("save the file as UTF-8")
}
