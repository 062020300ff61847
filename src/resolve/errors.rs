//! Wording of messages about names and packages. Floor 3.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{Name, Path};
use ecow::EcoString;

/// `a` or `an` with the word. A word without a vowel is read letter by letter: an `npc`.
pub fn article(word: &str) -> String {
    let an = if word.contains(['a', 'e', 'i', 'o', 'u', 'y']) {
        word.starts_with(['a', 'e', 'i', 'o', 'u']) && !word.starts_with("uni")
    } else {
        word.starts_with(['f', 'h', 'l', 'm', 'n', 'r', 's', 'x'])
    };
    format!("{} {word}", if an { "an" } else { "a" })
}

/// A name that nothing of the wanted kind carries. `other` is a kind that has the name.
pub fn unknown_name(path: &Path, wanted: &str, nearest: Option<String>, other: Option<&str>) -> Diagnostic {
    let name = &path.name.text;
    let mut diagnostic = Diagnostic::new(Code::UnknownName, path.span(), format!("there is no {wanted} called `{name}`"))
        .because(format!("not the name of {}", article(wanted)));
    if let Some(nearest) = nearest {
        diagnostic = diagnostic.did_you_mean(path.name.span, nearest);
    } else if let Some(other) = other {
        diagnostic = diagnostic.with_note(format!("`{name}` is {}", article(other)));
    }
    diagnostic
}

/// A package that is not a dependency.
pub fn unknown_package(package: &Name, known: &[EcoString]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownPackage, package.span, format!("`{}` is not a package used here", package.text))
        .because("neither `std` nor a dependency");
    match super::suggest::nearest(&package.text, known.iter().map(EcoString::as_str)) {
        Some(nearest) => diagnostic.did_you_mean(package.span, nearest),
        None => diagnostic.with_help(format!("add it to `[dependencies]` of slipyard.toml: `{} = {{ path = \"…\" }}`", package.text)),
    }
}

/// A name declared twice in a package.
pub fn duplicate_name(kind: &str, name: &Name, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, name.span, format!("the {kind} `{}` is declared twice", name.text))
        .because("declared again here")
        .with_label(first, "first declared here")
        .with_help("rename one of them, or derive it from the other with `from`")
}

/// A kind that no design builds.
pub fn unknown_kind(kind: &Name, kinds: &[EcoString]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownKind, kind.span, format!("there is no kind of thing called `{}`", kind.text))
        .because("an item starts with its kind");
    match super::suggest::nearest(&kind.text, kinds.iter().map(EcoString::as_str)) {
        Some(nearest) => diagnostic.did_you_mean(kind.span, nearest),
        None => diagnostic.with_help(format!("the kinds are {}", super::suggest::enumerate(kinds.iter().map(EcoString::as_str)))),
    }
}

/// Items derived from each other in a circle.
pub fn circle(name: &Name, chain: &[EcoString]) -> Diagnostic {
    let mut path = chain.iter().map(|link| format!("`{link}`")).collect::<Vec<_>>();
    path.push(format!("`{}`", name.text));
    Diagnostic::new(Code::FromCircle, name.span, format!("`{}` is derived from itself", name.text))
        .because(format!("through {}", path.join(" from ")))
        .with_help("one item of the circle must stand on its own, without `from`")
}

/// A base of another kind.
pub fn base_of_other_kind(path: &Path, kind: &str, other: &str) -> Diagnostic {
    Diagnostic::new(Code::FromOtherKind, path.span(), format!("{} cannot be derived from the {other} `{}`", article(kind), path.name.text))
        .because(format!("this is {}", article(other)))
        .with_help(format!("name {} after `from`", article(kind)))
}
