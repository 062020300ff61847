//! Messages about names and packages.

use ecow::EcoString;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};
use slip_syntax::tree::{NamePath, SpannedName};
use std::collections::BTreeSet;

/// Maximum number of links of a circle that a message names.
const NAMED_LINKS: usize = 12;

/// Adds the article `a` or `an` to a word. A word without a vowel is spoken letter by letter, and gets its article accordingly: `an npc`.
pub fn article(word: &str) -> String {
    let an = if word.contains(['a', 'e', 'i', 'o', 'u', 'y']) {
        word.starts_with(['a', 'e', 'i', 'o', 'u']) && !word.starts_with("uni")
    } else {
        word.starts_with(['f', 'h', 'l', 'm', 'n', 'r', 's', 'x'])
    };
    format!("{} {word}", if an { "an" } else { "a" })
}

/// Reports a name that no declaration of the wanted kind has. `other` is a kind that has a declaration with the name.
pub fn unknown_name(path: &NamePath, wanted: &str, nearest: Option<String>, other: Option<&str>) -> Diagnostic {
    let name = &path.name.text;
    let mut diagnostic = Diagnostic::new(Code::UnknownName, path.span(), format!("there is no {wanted} called `{name}`"))
        .because(format!("not the name of {}", article(wanted)));
    if let Some(nearest) = nearest {
        diagnostic = diagnostic.did_you_mean(path.name.span, nearest);
    } else if let Some(other) = other {
        diagnostic = diagnostic.because(format!("`{name}` is {}, not {}", article(other), article(wanted)));
    }
    diagnostic
}

/// Reports a package that is not a dependency. `below` is a dependency that itself depends on the package.
pub fn unknown_package(package: &SpannedName, known: &[EcoString], below: Option<&str>) -> Diagnostic {
    let name = &package.text;
    let diagnostic = Diagnostic::new(Code::UnknownPackage, package.span, format!("there is no dependency called `{name}`"))
        .because("slipyard.toml lists no package with this name")
        .completed_by(known.iter().map(EcoString::as_str));
    if let Some(below) = below {
        return diagnostic
            .with_note(format!("`{below}` depends on this package, but the dependencies of a dependency are not visible here"))
            .with_help(format!("add it to `[dependencies]` of slipyard.toml: `{name} = {{ path = \"…\" }}`"));
    }
    match slip_suggest::nearest(name, known.iter().map(EcoString::as_str)) {
        Some(nearest) => diagnostic.did_you_mean(package.span, nearest),
        None => diagnostic.with_help(format!("add it to `[dependencies]` of slipyard.toml: `{name} = {{ path = \"…\" }}`")),
    }
}

/// Adds a help text to the diagnostic about an unknown name: a dependency declares the name, and it must be imported.
pub fn elsewhere(unknown: Diagnostic, name: &str, package: &str) -> Diagnostic {
    unknown.with_help(format!("write `{package}.{name}`, or bring the name in with `use {package}.{{{name}}}`"))
}

/// Shortens the diagnostic about an unknown name if every kind is allowed at its place (`any`). A list of all kinds would not help there.
pub fn of_anything(unknown: Diagnostic, name: &SpannedName, any: bool) -> Diagnostic {
    if any && unknown.code == Code::UnknownName {
        return Diagnostic { message: format!("there is nothing called `{}`", name.text), ..unknown }.because("unknown name");
    }
    unknown
}

/// Reports a name that two packages declare, if the package imports all names of both.
pub fn ambiguous_between(name: &SpannedName, packages: (&str, &str)) -> Diagnostic {
    let (first, second) = packages;
    let name_text = &name.text;
    Diagnostic::new(Code::AmbiguousName, name.span, format!("the packages `{first}` and `{second}` both declare the name `{name_text}`"))
        .because("either of the two could be meant")
        .with_help(format!("write `{first}.{name_text}` or `{second}.{name_text}`"))
}

/// Reports two `use` that import the same name from different packages.
pub fn brought_twice(span: Span, name: &str, packages: (&str, &str), first: Span) -> Diagnostic {
    let (one, other) = packages;
    Diagnostic::new(Code::AmbiguousName, span, format!("`{name}` is brought in from both `{one}` and `{other}`"))
        .because("brought in again here")
        .with_label(first, "first brought in here")
        .with_help(format!("bring in only one of the two names, and write the other as `{other}.{name}`"))
}

/// Reports a name that exists in several kinds although only the kind `word` is allowed here.
pub fn ambiguous_kind(path: &NamePath, kinds: &[&str], word: &str) -> Diagnostic {
    let shown: Vec<String> = kinds.iter().map(|kind| article(kind)).collect();
    let all = slip_suggest::enumerate(shown.iter().map(String::as_str));
    let written = path.package.as_ref().map_or(String::new(), |package| format!("{}.", package.text));
    let name = &path.name.text;
    let first = kinds.first().copied().unwrap_or_default();
    Diagnostic::new(Code::AmbiguousName, path.span(), format!("`{name}` is {all}"))
        .because("any of these could be meant")
        .with_help(format!("write the kind first: `{word} {first} {written}{name}`"))
}

/// Reports a name that is ambiguous because items of several kinds have it, and all these kinds are allowed at this place.
pub fn ambiguous_kinds(path: &NamePath, kinds: &[&str]) -> Diagnostic {
    let shown: Vec<String> = kinds.iter().map(|kind| article(kind)).collect();
    let name = &path.name.text;
    let written = path.package.as_ref().map_or(String::new(), |package| format!("{}.", package.text));
    let choices: Vec<String> = kinds.iter().map(|kind| format!("`{kind} {written}{name}`")).collect();
    Diagnostic::new(Code::AmbiguousName, path.span(), format!("`{name}` is {}", slip_suggest::enumerate(shown.iter().map(String::as_str))))
        .because("this name could mean any of these kinds")
        .with_help(format!("write the kind before the name: {}", slip_suggest::alternatives(choices.iter().map(String::as_str))))
}

/// Reports a name with a kind before it that is not allowed there.
pub fn kind_not_here(kind: &SpannedName, name: &SpannedName, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, kind.span, format!("there is no {wanted} called `{} {}`", kind.text, name.text))
        .because(format!("{} does not fit here", article(&kind.text)))
        .with_help(format!("write the name of {} here", article(wanted)))
}

/// Reports a circle of aliases.
pub fn alias_circle(name: &SpannedName, links: &[&SpannedName]) -> Diagnostic {
    let path = shown_links(links.iter().map(|link| &link.text), name);
    Diagnostic::new(Code::AliasCircle, name.span, format!("the alias `{}` refers to itself", name.text))
        .because(path.join(" → "))
        .with_help("change one of these aliases so that it refers to an item")
}

/// Reports the use of an old name.
pub fn old_name(span: Span, old: &str, new: &str, alias: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::OldName, span, format!("`{old}` is an old name of `{new}`")).because("still works");
    let diagnostic = match alias {
        Some(alias) => diagnostic.with_label(alias, "renamed here"),
        None => diagnostic,
    };
    diagnostic.with_help(format!("write `{new}`")).with_fix(format!("write `{new}`"), Confidence::Safe, span, new)
}

/// Reason why a name is visible in a file without a `use`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisibleWithoutUse {
    /// The standard library declares the name.
    Library,
    /// The package of the file declares the name.
    OwnPackage,
    /// The name is visible only because of the `use`.
    No,
}

/// Reports a name that a `use` imports although it is not used, or although it is visible without the `use`.
pub fn unused_use(span: Span, name: &str, visible: VisibleWithoutUse) -> Diagnostic {
    let of = |title: String, because: &str| Diagnostic::new(Code::UnusedUse, span, title).because(because);
    let found = match visible {
        VisibleWithoutUse::Library => of(format!("`{name}` does not need `use`"), "the standard library is always visible"),
        VisibleWithoutUse::OwnPackage => of(format!("`{name}` does not need `use`"), "a name of this package is always visible"),
        VisibleWithoutUse::No => of(format!("`{name}` is brought in but not used"), "not used in this file"),
    };
    found.with_help("remove it from the `use` line")
}

/// Reports a kind before the name of a package: `use weapon yards`. A kind is allowed only before the name of an item.
pub fn kind_of_package(kind: &SpannedName, package: &SpannedName) -> Diagnostic {
    let (word, name) = (&kind.text, &package.text);
    Diagnostic::new(Code::Syntax, kind.span, format!("the kind `{word}` cannot be written before the package `{name}`"))
        .with_help(format!("write `use {name}`, or `use {word} {name}.item` for one item"))
}

/// Reports an unused dependency.
pub fn unused_dependency(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::UnusedDependency, span, format!("the dependency `{name}` is not used"))
        .because("no file of this package uses a name of this dependency")
        .with_help("remove this line from slipyard.toml, or use a name of the package")
}

/// Reports a name that a package declares twice.
pub fn duplicate_name(kind: &str, name: &SpannedName, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, name.span, format!("the {kind} `{}` is declared twice", name.text))
        .because("declared again here")
        .with_label(first, "first declared here")
        .with_help("rename one of the two items, or derive it from the other with `from`")
}

/// Reports an unknown kind.
pub fn unknown_kind(kind: &SpannedName, kinds: &[EcoString]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownKind, kind.span, format!("there is no kind of thing called `{}`", kind.text))
        .because("an item starts with its kind")
        .completed_by(kinds.iter().map(EcoString::as_str));
    // The word may be a known kind with letters before it, such as `starship` for `ship`.
    let ending = || kinds.iter().find(|known| known.len() >= 4 && kind.text.ends_with(known.as_str())).map(EcoString::to_string);
    match slip_suggest::nearest(&kind.text, kinds.iter().map(EcoString::as_str)).or_else(ending) {
        Some(nearest) => diagnostic.did_you_mean(kind.span, nearest),
        None => {
            let mut sorted: Vec<&str> = kinds.iter().map(EcoString::as_str).collect();
            sorted.sort_unstable();
            diagnostic.with_help(format!("the kinds are {}", slip_suggest::enumerate(sorted.into_iter())))
        }
    }
}

/// Reports an item whose name comes before its kind: `brine_gun weapon "Brine gun"`.
pub fn name_before_kind(name: &SpannedName, kind: &SpannedName) -> Diagnostic {
    let right = format!("{} {}", kind.text, name.text);
    Diagnostic::new(Code::UnknownKind, name.span, format!("the name `{}` is written before the kind `{}`", name.text, kind.text))
        .because("an item starts with its kind")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, name.span.to(kind.span), right)
}

/// Adds help to the diagnostic about an unknown name to which no known name is similar. The help lists the known names or, if there are
/// many, the command that lists them.
pub fn with_names(unknown: Diagnostic, kind: &str, names: &BTreeSet<&str>) -> Diagnostic {
    match names.len() {
        0 => unknown,
        many if many > LISTED_NAMES => {
            unknown.with_help(format!("`slipyard list --kind {kind} --all` lists all {}", slip_suggest::plural(kind)))
        }
        _ => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            unknown.with_help(format!("write {}", slip_suggest::alternatives(names.iter().map(String::as_str))))
        }
    }
}

/// Maximum number of names that the help for an unknown name lists.
pub const LISTED_NAMES: usize = 24;

/// Reports the name of a design in place of the kind that it builds.
pub fn design_as_kind(kind: &SpannedName, name: &SpannedName, builds: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownKind, kind.span, format!("there is no kind of thing called `{}`", kind.text))
        .because(format!("this is a design that builds {}", article(builds)))
        .with_help(format!("write the kind first, and the design after the name: `{builds} {} : {}`", name.text, kind.text))
}

/// Reports items derived from each other in a circle.
pub fn circle(name: &SpannedName, chain: &[EcoString]) -> Diagnostic {
    let path = shown_links(chain.iter(), name);
    Diagnostic::new(Code::FromCircle, name.span, format!("`{}` is derived from itself", name.text))
        .because(format!("through {}", path.join(" → ")))
        .with_help("write one item of the circle without `from`")
}

/// Formats the links of a circle. The last link is the first one again. Only the first links of a long circle are shown.
fn shown_links<'l>(links: impl ExactSizeIterator<Item = &'l EcoString>, name: &SpannedName) -> Vec<String> {
    let more = links.len().saturating_sub(NAMED_LINKS);
    let mut path: Vec<String> = links.take(NAMED_LINKS).map(|link| format!("`{link}`")).collect();
    path.extend((more > 0).then(|| format!("{more} more")));
    path.push(format!("`{}`", name.text));
    path
}

/// Reports a chain of bases that is longer than the limit.
pub fn chain_too_long(name: &SpannedName, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, name.span, format!("`{}` is derived through more than {most} other items", name.text))
        .because("each item of the chain is derived from the next")
        .with_help("derive this item from an item without `from`")
}

/// Reports a base of another kind.
pub fn base_of_other_kind(path: &NamePath, kind: &str, other: &str) -> Diagnostic {
    Diagnostic::new(Code::FromOtherKind, path.span(), format!("{} cannot be derived from the {other} `{}`", article(kind), path.name.text))
        .because(format!("this is {}", article(other)))
        .with_help(format!("write the name of {} after `from`", article(kind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_several_kinds_is_each_of_them_with_its_article() {
        let path = NamePath { kind: None, package: None, name: SpannedName { text: "flint".into(), span: Span::default() } };
        let said = ambiguous_kind(&path, &["armour", "weapon", "npc"], "patch").message;
        assert_eq!(said, "`flint` is an armour, a weapon and an npc");
    }
}
