//! Renders items as Markdown with their ledger, and other declarations as source.

use super::file_view::FileView;
use slip_compile::check::design::{Design, StatRule, StuntRule};
use slip_compile::check::ledger::FormulaValues;
use slip_compile::resolve::DeclaredItem;
use slip_pack::item::{Account, BuiltItem, ItemAspect, ItemStunt, LedgerLine};
use slip_source::Span;
use std::fmt::Write;

/// Largest number of source lines that are shown.
const MOST_LINES: usize = 40;

/// Renders an item: its type, its values, and the ledger of its build points.
pub(super) fn built(item: &BuiltItem) -> String {
    let mut out = head(&item.title, &item.package, &item.name, &about(item));
    doc(item.doc.as_deref(), &mut out);
    if !item.valid {
        out.push_str("*Not legal as written.*\n\n");
    }
    let mut line = |label: &str, words: String| {
        if !words.is_empty() {
            let _ = writeln!(out, "- **{label}** {words}");
        }
    };
    line("build points", item.budget.map(|budget| format!("{} of {budget}", item.spent)).unwrap_or_default());
    line("Cost", item.price.map(|price| price.to_string()).unwrap_or_default());
    line("stats", ranks(item.stats.iter()));
    line("skills", ranks(item.skills.iter().filter(|_| item.every_skill.is_none())));
    line("tracks", ranks(item.tracks.iter()));
    line("stunts", list(item.stunts.iter().map(stunt)));
    line("aspects", list(item.aspects.iter().map(aspect)));
    line("gear", list(item.gear.iter().map(|gear| gear.name.to_string())));
    for waiver in &item.waivers {
        line("allowed", format!("{}: {}", waiver.code, waiver.reason));
    }
    for effect in &item.effects {
        line("in play", effect.text.clone());
    }
    let reasons = ledger(item, |_| true);
    if !reasons.is_empty() {
        let _ = write!(out, "\n```text\n{reasons}```\n");
    }
    out
}

fn about(item: &BuiltItem) -> String {
    let by = if item.design == item.kind { String::new() } else { format!(" by {}", item.design) };
    let tech = item.tech.map_or(String::new(), |tech| format!(", T{tech}"));
    format!("{}{by}{tech}", item.kind)
}

fn head(title: &str, package: &str, name: &str, about: &str) -> String {
    let dot = if package.is_empty() { "" } else { "." };
    format!("**{title}** `{package}{dot}{name}`, {about}\n\n")
}

fn doc(doc: Option<&str>, out: &mut String) {
    if let Some(doc) = doc {
        let _ = writeln!(out, "{doc}\n");
    }
}

/// Returns the build points of an item in words: `14 of 17 build points`.
pub(super) fn points(item: &BuiltItem) -> Option<String> {
    item.budget.map(|budget| format!("{} of {budget} build points", item.spent))
}

/// Returns the ledger lines that satisfy a condition, one per line.
pub(super) fn ledger(item: &BuiltItem, wanted: impl Fn(&LedgerLine) -> bool) -> String {
    let mut out = String::new();
    for line in item.ledger.lines.iter().filter(|line| wanted(line)) {
        let mode = line.mode.as_ref().map_or(String::new(), |mode| format!(" (mode {mode})"));
        let patch = line.patch.as_ref().map_or(String::new(), |patch| format!("  (patch by {})", patch.by));
        let _ = writeln!(out, "{:7} {:+4}  {}{mode}{patch}", line.account.word(), line.points, line.what);
    }
    out
}

/// Iterates over the derived aspects of an item.
pub(super) fn derived(item: &BuiltItem) -> impl Iterator<Item = &ItemAspect> {
    item.aspects.iter().filter(|aspect| aspect.derived && aspect.renamed_from.is_none())
}

/// Returns the ledger lines that give the reasons for an aspect.
pub(super) fn reasons_of_aspect(item: &BuiltItem, text: &str) -> String {
    ledger(item, |line| line.account == Account::Aspect && line.what.contains(text))
}

fn list(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

fn ranks<'a, N: std::fmt::Display + 'a>(ranks: impl Iterator<Item = (N, &'a i32)>) -> String {
    list(ranks.filter(|(_, rank)| **rank != 0).map(|(name, rank)| format!("{name} {rank}")))
}

fn stunt(stunt: &ItemStunt) -> String {
    let args = if stunt.args.is_empty() { String::new() } else { format!("({})", stunt.args.join(", ")) };
    let count = if stunt.count > 1 { format!(" x{}", stunt.count) } else { String::new() };
    format!("{}{args}{count}", stunt.name)
}

fn aspect(aspect: &ItemAspect) -> String {
    match (&aspect.renamed_from, aspect.derived) {
        (Some(rule), _) => format!("\"{}\" (for \"{rule}\")", aspect.text),
        (None, true) => format!("\"{}\" (derived)", aspect.text),
        (None, false) => format!("\"{}\"", aspect.text),
    }
}

/// Renders a declaration: its head, its doc comment, and its source.
pub(super) fn declared(view: &FileView<'_, '_, '_, '_>, declared: &DeclaredItem<'_>) -> String {
    let program = view.standing().context.program;
    let package = program.package_name(declared.package);
    let builds = program.behind_colon(declared).map_or(String::new(), |kind| format!(" : {}", kind.name.text));
    let mut out = head(declared.title(), package, declared.name(), &format!("{}{builds}", declared.kind()));
    doc(declared.tree.doc.as_deref(), &mut out);
    out.push_str(&text(view, declared.tree.span));
    out
}

/// Renders source text as a code block.
pub(super) fn text(view: &FileView<'_, '_, '_, '_>, span: Span) -> String {
    let text = view.standing().context.program.sources.slice(span);
    let lines: Vec<&str> = text.lines().collect();
    let shown = lines.iter().take(MOST_LINES);
    let indent = lines.iter().skip(1).filter(|line| !line.trim().is_empty()).map(|line| line.len() - line.trim_start().len()).min();
    let closes = lines.last().map_or(0, |last| last.len() - last.trim_start().len());
    let mut out = String::from("```slip\n");
    for (at, line) in shown.enumerate() {
        let line = if at == 0 { line } else { line.get(indent.unwrap_or(0).min(closes)..).unwrap_or(line) };
        let _ = writeln!(out, "{line}");
    }
    if lines.len() > MOST_LINES {
        out.push_str("// …\n");
    }
    out.push_str("```\n");
    out
}

/// Renders a stunt of a design; `cost` is the price of the stunt for the item that is shown.
pub(super) fn stunt_rule(view: &FileView<'_, '_, '_, '_>, design: &Design, rule: &StuntRule, cost: Option<i64>) -> String {
    let title = if rule.title == rule.name { String::new() } else { format!(" \"{}\"", rule.title) };
    let mut out = format!("**stunt** `{}`{title}, of {}\n\n", call(view, rule), design.title);
    let program = view.standing().context.program;
    if let Some(words) = rule.loose.and_then(|id| program.get(id)).and_then(|loose| loose.tree.doc.as_deref()) {
        let _ = writeln!(out, "{words}\n");
    }
    if let Some(cost) = cost {
        let _ = writeln!(out, "- **cost** {cost}");
    }
    if let Some((tech, _)) = rule.tech {
        let _ = writeln!(out, "- **from** T{tech}");
    }
    let names = |others: &[slip_compile::check::design::RelatedStunt]| list(others.iter().map(|other| format!("`{}`", other.stunt)));
    if !rule.requires.is_empty() {
        let _ = writeln!(out, "- **requires** {}", names(&rule.requires));
    }
    if !rule.excludes.is_empty() {
        let _ = writeln!(out, "- **excludes** {}", names(&rule.excludes));
    }
    if rule.many {
        out.push_str("- may be bought again\n");
    }
    for effect in &rule.effects {
        let _ = writeln!(out, "- **in play** {}", effect.text);
    }
    out
}

/// Returns the signature of a stunt: `swap_skill(a: skill, b: skill)`.
pub(super) fn call(view: &FileView<'_, '_, '_, '_>, rule: &StuntRule) -> String {
    if rule.params.is_empty() {
        return rule.name.to_string();
    }
    format!("{}({})", rule.name, params(view, rule).join(", "))
}

/// Returns the parameters of a stunt in source form.
pub(super) fn params(view: &FileView<'_, '_, '_, '_>, rule: &StuntRule) -> Vec<String> {
    let sources = view.standing().context.program.sources;
    rule.params.iter().map(|param| sources.slice(param.span).to_owned()).collect()
}

/// Renders a statistic: its ranks and their costs.
pub(super) fn stat(view: &FileView<'_, '_, '_, '_>, design: &Design, rule: &StatRule, values: &FormulaValues<'_>) -> String {
    let mut out = format!("**stat** `{}`, of {}\n\n", rule.name, design.title);
    if let (Ok(low), Ok(high)) = (values.eval(&rule.low, 0), values.eval(&rule.high, 0)) {
        let _ = writeln!(out, "- **ranks** {low}..{high}");
        let cost = |rank: i64| Some((rank, values.eval(rule.cost.as_ref()?, rank).ok()?));
        let costs: Vec<(i64, i64)> = (low..=high.min(low.saturating_add(12))).filter_map(cost).collect();
        let paid = costs.iter().any(|(_, cost)| *cost != 0);
        let costs: Vec<String> = costs.iter().map(|(rank, cost)| format!("{rank} for {cost}")).collect();
        if paid {
            let _ = writeln!(out, "- **cost** {}", costs.join(", "));
        }
    }
    out.push('\n');
    out.push_str(&entry_text(view, design, &rule.name));
    out
}

/// Renders the entry of a design that declares a statistic, track or other word.
pub(super) fn entry_text(view: &FileView<'_, '_, '_, '_>, design: &Design, word: &str) -> String {
    let declared = view.standing().context.program.get(design.id);
    let entry = declared.and_then(|declared| super::declaration_members::declared_in(declared, word)).map(|(_, entry)| entry);
    let mut out = String::new();
    if let Some(entry) = entry {
        doc(entry.doc().map(ecow::EcoString::as_str), &mut out);
        out.push_str(&text(view, entry.span));
    }
    out
}
