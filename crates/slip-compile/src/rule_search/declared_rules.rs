//! Collects the rules declared in Slip texts: designs with their parts, stunts, skills, marks, rulesets with their settings,
//! tables, doctrines, and the house rules of a package.

use super::Rule;
use slip_source::{PackageId, SourceFile, Sources, Span};

use slip_syntax::tree::{Declaration, Entry, ExprKind, Item, Patch};
use std::collections::BTreeSet;

/// Keys of entries that are listed as rules of their own.
const PARTS: [&str; 12] = ["stat", "track", "stunt", "setting", "aspect", "flag", "holds", "refers", "entry", "require", "choice", "group"];

/// Kinds of declarations that are rules; declarations of other kinds are items.
const RULES: [&str; 9] = ["design", "stunt", "skill", "mark", "ruleset", "doctrine", "table", "station", "template"];

/// Returns the rules in the standard library and in the given packages, in the order of files.
pub(super) fn rules(sources: &Sources, packages: &BTreeSet<PackageId>) -> Vec<Rule> {
    let mut rules = Vec::new();
    for (id, file) in sources.files() {
        let own = packages.contains(&file.package()) && file.package() != PackageId::STD;
        if !Sources::is_slip(file.path()) || !(own || file.package() == PackageId::STD) {
            continue;
        }
        let package = sources.package(file.package()).map_or("", |package| package.name.as_str());
        let package = if package.is_empty() { "files outside a package" } else { package };
        for item in &slip_syntax::parse(id, file).0.items {
            match item {
                Item::Declaration(item) if !own || RULES.contains(&item.kind.text.as_str()) => declaration(item, package, file, &mut rules),
                Item::Patch(patch) if own => rules.push(house_rule(patch, package, file)),
                _ => {}
            }
        }
    }
    rules
}

fn declaration(item: &Declaration, package: &str, file: &SourceFile, rules: &mut Vec<Rule>) {
    let kind = item.kind.text.as_str();
    let title = item.title.as_ref().map_or_else(|| spoken(&item.name.text), |title| title.value.to_string());
    let of = match &item.design {
        Some(design) => format!("{package}, {}", file.slice(design.span())),
        None => package.to_owned(),
    };
    let parts = item.block.iter().flat_map(|block| &block.entries).filter(|entry| is_part(entry));
    let parts: Vec<Rule> = parts.filter_map(|entry| part(entry, kind, &title, file)).collect();
    let said = item.doc.as_deref().unwrap_or_default().to_owned();
    rules.push(Rule {
        kind: kind.to_owned(),
        name: item.name.text.to_string(),
        title,
        of,
        text: said,
        // Each part of a declaration is listed as a rule of its own, with its own text. Only a declaration without parts is searched with
        // its whole text.
        body: if parts.is_empty() { file.slice(item.span).to_owned() } else { String::new() },
        file: file.shown().to_owned(),
        line: file.line(item.name.span.start),
        more: format!("slipyard show {}", item.name.text),
    });
    rules.extend(parts);
}

fn is_part(entry: &Entry) -> bool {
    entry.key.word().is_some_and(|word| PARTS.contains(&word))
}

/// Returns the rule that an entry of a block declares: a statistic, track, stunt or setting.
fn part(entry: &Entry, kind: &str, owner: &str, file: &SourceFile) -> Option<Rule> {
    let word = entry.key.word()?;
    let first = entry.values.first().map(|value| file.slice(value.expr.span)).unwrap_or_default();
    let name: String = first.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect();
    let titles = entry.values.iter().filter_map(|value| match &value.expr.kind {
        ExprKind::Text(text) => Some(text.value.to_string()),
        _ => None,
    });
    let rest = entry.rest.as_ref();
    let doc = rest.and_then(|rest| rest.doc.as_deref()).unwrap_or_default();
    let otherwise = rest.and_then(|rest| rest.otherwise.as_ref()).map(|text| text.value.as_str()).unwrap_or_default();
    Some(Rule {
        kind: word.to_owned(),
        title: titles.into_iter().next().unwrap_or_else(|| spoken(&name)),
        more: if word == "stunt" { format!("slipyard show {name}") } else { String::new() },
        name,
        of: format!("{kind} {owner}"),
        text: if doc.is_empty() { otherwise.to_owned() } else { doc.to_owned() },
        body: file.slice(entry.span).to_owned(),
        file: file.shown().to_owned(),
        line: file.line(entry.span.start),
    })
}

/// Returns a patch as a house rule that has the name of the patched declaration.
fn house_rule(patch: &Patch, package: &str, file: &SourceFile) -> Rule {
    let text = file.slice(patch.span);
    Rule {
        kind: "house rule".to_owned(),
        name: patch.target.name.text.to_string(),
        title: format!("patch {}", file.slice(patch.target.span())),
        of: package.to_owned(),
        text: patch.doc.as_deref().map_or_else(|| inside(file, patch.block.span), str::to_owned),
        body: text.to_owned(),
        file: file.shown().to_owned(),
        line: file.line(patch.span.start),
        more: format!("slipyard show {}", patch.target.name.text),
    }
}

/// Joins the lines of a block to one line.
fn inside(file: &SourceFile, block: Span) -> String {
    let text = file.slice(block).trim().trim_start_matches('{').trim_end_matches('}');
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("; ")
}

/// Converts a name to words in lower case, without `_`.
fn spoken(name: &str) -> String {
    name.replace('_', " ")
}
