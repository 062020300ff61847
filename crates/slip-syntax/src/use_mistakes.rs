//! Recognises mistakes in `use` and gives the right line: `use yards.*`, `use "yards"`, `use yards::gun`, `use yards as y`.

use super::diagnose::{UnparsedSlice, is_word};
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Reports a `use` that is not understood, if it can be told why.
pub(super) fn mistaken_use(slice: &UnparsedSlice<'_>) -> Option<Diagnostic> {
    let written = slice.after("use".len()).trim();
    if written.is_empty() || written.contains('\n') {
        return None;
    }
    let report = |message: String| Diagnostic::new(Code::Syntax, slice.at(0, "use".len() + 1 + written.len()), message);
    if written.contains(['/', '\\']) || written.trim_matches('"').ends_with(".slip") {
        let found = report("`use` names a package or an item of a package, not a file".to_owned());
        return Some(found.with_help("leave the line out for a file of this package: its files know each other's items"));
    }
    if let Some(package) = written.strip_suffix('.').filter(|package| is_name(package)) {
        let help = format!("write `use {package}`, `use {package}.item` or `use {package}.{{a, b}}`");
        return Some(report(format!("the name of an item is missing after `{written}`")).with_help(help));
    }
    let (message, right) = mistake(written)?;
    let place = slice.at(0, slice.words.trim_end().len());
    Some(report(message).with_fix(
        format!("write `{}`", right.replace('\n', "`, and in the next line `")),
        Confidence::Unsafe,
        place,
        right,
    ))
}

/// Returns the fault of the words after `use`, and the right lines in their place.
fn mistake(written: &str) -> Option<(String, String)> {
    let one = |path: &str| is_path(path).then(|| format!("use {path}"));
    if let Some(name) = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return Some(("a `use` takes the name without quotes".to_owned(), one(name)?));
    }
    if let Some(path) = written.strip_suffix(';') {
        return Some(("a `use` ends without `;`".to_owned(), one(path.trim_end())?));
    }
    if let Some(package) = ["::*", ".*"].iter().find_map(|all| written.strip_suffix(all)) {
        return Some((format!("`use {package}` alone brings in all names of `{package}`"), one(package)?));
    }
    if let Some((path, _)) = written.split_once(" as ") {
        return Some(("`use` cannot rename what it brings in".to_owned(), one(path.trim())?));
    }
    if let Some((package, item)) = written.split_once("::").or_else(|| written.split_once(':')) {
        return Some(("a dot stands between a package and its item".to_owned(), one(&format!("{}.{}", package.trim(), item.trim()))?));
    }
    if written.contains(',') {
        let lines: Option<Vec<String>> = written.split(',').map(|path| one(path.trim())).collect();
        return Some(("a `use` names one package, or items of one package in braces".to_owned(), lines?.join("\n")));
    }
    if written.contains('-') {
        return Some(("a name cannot contain `-`".to_owned(), one(&written.replace('-', "_"))?));
    }
    None
}

/// True for `package` and `package.item`.
fn is_path(path: &str) -> bool {
    let mut names = path.split('.');
    names.next().is_some_and(is_name) && names.next().is_none_or(is_name) && names.next().is_none()
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_word)
}
