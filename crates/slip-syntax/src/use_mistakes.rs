//! Recognises mistakes in `use` and gives the right line: `use yards.*`, `use "yards"`, `use yards::gun`, `use yards as y`,
//! `use yards; use crew`.

use super::diagnose::{UnparsedSlice, is_word};
use super::errors::snake_case;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Reports a `use` that cannot be parsed, if its mistake is a known one.
pub(super) fn mistaken_use(slice: &UnparsedSlice<'_>) -> Option<Diagnostic> {
    let written = slice.after("use".len()).trim();
    if written.is_empty() || written.contains('\n') {
        return None;
    }
    let place = slice.at(0, slice.words.trim_end().len());
    let report = |message: String| Diagnostic::new(Code::Syntax, place, message);
    if written.contains(['/', '\\']) || written.trim_matches('"').ends_with(".slip") {
        let found = report("`use` names a package or an item of a package, not a file".to_owned());
        return Some(
            found.with_help("remove the line if the file is in this package: the files of a package see each other's items without `use`"),
        );
    }
    if let Some(package) = written.strip_suffix('.').filter(|package| is_name(package)) {
        let help = format!("write `use {package}`, `use {package}.item` or `use {package}.{{a, b}}`");
        return Some(report(format!("an item or a list in braces is missing after `{written}`")).with_help(help));
    }
    let (message, right) = mistake(written)?;
    Some(report(message).with_fix(
        format!("write `{}`", right.replace('\n', "`, and in the next line `")),
        Confidence::Unsafe,
        place,
        right,
    ))
}

/// Returns the mistake in the words after `use`, and the lines to write instead.
fn mistake(written: &str) -> Option<(String, String)> {
    let one = |path: &str| is_path(path).then(|| format!("use {path}"));
    if let Some(name) = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return Some(("the name after `use` is in quotes".to_owned(), one(name)?));
    }
    if let Some((first, rest)) = written.split_once(';').filter(|(_, rest)| rest.trim_start().starts_with("use ")) {
        let uses = std::iter::once(first.trim()).chain(rest.split(';').map(|one| one.trim().strip_prefix("use ").unwrap_or(one).trim()));
        let uses: Option<Vec<String>> = uses.filter(|path| !path.is_empty()).map(one).collect();
        let mut uses = uses?;
        uses.dedup();
        return Some(("two `use` are on one line".to_owned(), uses.join("\n")));
    }
    if let Some(path) = written.strip_suffix(';') {
        return Some(("there must be no `;` after a `use`".to_owned(), one(path.trim_end())?));
    }
    if let Some(package) = ["::*", ".*"].iter().find_map(|all| written.strip_suffix(all)) {
        return Some((format!("`*` is not needed: `use {package}` brings in all its names"), one(package)?));
    }
    if let Some((path, _)) = written.split_once(" as ") {
        return Some(("`use` cannot rename what it brings in".to_owned(), one(path.trim())?));
    }
    if let Some((package, item)) = written.split_once("::").or_else(|| written.split_once(':')) {
        return Some(("a dot is missing between a package and its item".to_owned(), one(&format!("{}.{}", package.trim(), item.trim()))?));
    }
    if written.contains(',') {
        return Some(("this `use` has several names without `{` and `}`".to_owned(), lines(written)?));
    }
    if written.contains('-') {
        return Some(("a name after `use` contains `-`".to_owned(), one(&written.replace('-', "_"))?));
    }
    None
}

/// Returns the `use` lines for names that are listed without braces. Names of one package become one line: `use yards.{a, b}` for `yards.a,
/// b` and `yards.a, yards.b`. Otherwise, each path gets a line.
fn lines(written: &str) -> Option<String> {
    let paths: Vec<&str> = written.split(',').map(str::trim).filter(|path| !path.is_empty()).collect();
    if !paths.iter().all(|path| is_path(path)) {
        return None;
    }
    let package = paths.first().and_then(|first| first.split_once('.')).map(|(package, _)| package);
    let item = |path: &&str| match path.split_once('.') {
        Some((of, item)) => (Some(of) == package).then(|| item.to_owned()),
        None => package.map(|_| (*path).to_owned()),
    };
    let items: Option<Vec<String>> = paths.iter().map(item).collect();
    Some(match (package, items) {
        (Some(package), Some(items)) if items.len() > 1 => format!("use {package}.{{{}}}", items.join(", ")),
        _ => paths.iter().map(|path| format!("use {path}")).collect::<Vec<_>>().join("\n"),
    })
}

/// Reports braces that do not contain a list of names: `use yards.{*}`, `use yards.{a b}`, `use yards.{a as b}`, `use yards.{long-gun}`.
/// `place` is the whole `use`.
pub(super) fn mistaken_list(head: &str, list: &str, place: Span) -> Option<Diagnostic> {
    let package = head.strip_prefix("use ")?.trim().strip_suffix('.').filter(|package| is_name(package))?;
    let found = |message: &str, right: String| {
        let title = format!("write `{right}`");
        Some(Diagnostic::new(Code::Syntax, place, message).with_fix(title, Confidence::Unsafe, place, right))
    };
    if list.trim() == "*" {
        return found(&format!("`*` is not needed: `use {package}` brings in all its names"), format!("use {package}"));
    }
    let has_other_names = list.contains(" as ");
    let parts = list.split([',', ';']).map(|part| part.split(" as ").next().unwrap_or_default());
    let names: Vec<String> = parts.flat_map(str::split_whitespace).map(|name| name.replace('-', "_")).collect();
    let names: Vec<String> = names.iter().map(|name| snake_case(name)).collect::<Option<_>>()?;
    if names.is_empty() {
        return None;
    }
    let message = if has_other_names {
        "`use` cannot rename what it brings in"
    } else if list.contains('-') {
        "a name after `use` contains `-`"
    } else {
        "the names after `use` are not separated with commas"
    };
    found(message, format!("use {package}.{{{}}}", names.join(", ")))
}

/// True for `package` and `package.item`.
pub(super) fn is_path(path: &str) -> bool {
    let mut names = path.split('.');
    names.next().is_some_and(is_name) && names.next().is_none_or(is_name) && names.next().is_none()
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_word)
}
