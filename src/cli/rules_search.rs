//! `slipyard rules`: searches the rules.

use super::args::{RulesArgs, TextOrJson};
use super::show_designs::TextStyles;
use super::{CommandStatus, Console, Stop};
use crate::project;

use serde::Serialize;
use slip_compile::rule_search::{Rule, RuleMatch, Rulebook, RulesAnswer};
use slip_source::Sources;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

/// Version of the JSON format.
const FORMAT: u32 = 1;

/// Width of printed sentences in characters.
const WIDTH: usize = 100;

/// Prints the results of the search.
pub(super) fn run(asked: &RulesArgs, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let books = match &asked.folder {
        Some(folder) => of_packages(folder)?,
        None => of_none(),
    };
    if let Some(kind) = &asked.kind {
        known(kind, &books)?;
    }
    let words = asked.words.join(" ");
    if !words.contains(char::is_alphanumeric) {
        return Err(Stop::because("write a word of the rule, such as `heat`, or the number of a ruling, such as `R-S4`"));
    }
    let answer = books.ask(&words, asked.kind.as_deref());
    match asked.format {
        TextOrJson::Json => writeln!(console.out, "{}", json(&words, &answer)?)?,
        TextOrJson::Text => text(&words, &answer, asked.most(), TextStyles::new(console.colour), console.out)?,
    }
    if let RulesAnswer::Nothing(help) = &answer {
        console.out.flush()?;
        writeln!(console.err, "no rule mentions `{}`; {help}", shortened(&words))?;
        return Ok(CommandStatus::Problems);
    }
    Ok(CommandStatus::Clean)
}

/// Returns the rules that the standard library contains, without those of any other package.
fn of_none() -> Rulebook {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    Rulebook::of(&sources, &BTreeSet::new())
}

/// Returns the rules together with those of the packages at a path and of their dependencies.
fn of_packages(folder: &Path) -> Result<Rulebook, Stop> {
    let mut books: Option<Rulebook> = None;
    for package in project::packages(folder)? {
        let project = project::load_package(&package)?;
        let packages = project.roots.iter().flat_map(|root| project.sources.closure(*root)).collect();
        let book = Rulebook::of(&project.sources, &packages);
        match &mut books {
            Some(books) => books.add(book),
            None => books = Some(book),
        }
    }
    Ok(books.unwrap_or_else(of_none))
}

/// Refuses a kind if no rule is of that kind.
fn known(kind: &str, books: &Rulebook) -> Result<(), Stop> {
    let kinds = books.kinds();
    if kinds.contains(kind) {
        return Ok(());
    }
    let help = match slip_suggest::nearest(kind, kinds.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the kinds are {}", slip_suggest::enumerate(kinds.into_iter())),
    };
    Err(Stop::because(format!("there are no rules of kind `{kind}`; {help}")))
}

fn text(words: &str, answer: &RulesAnswer<'_>, most: usize, ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    match answer {
        RulesAnswer::Whole(rule, naming) => whole(rule, naming, ink, out),
        RulesAnswer::Found(found) => {
            for finding in found.iter().take(most) {
                one(finding, ink, out)?;
            }
            match found.len().checked_sub(most) {
                Some(more @ 1..) => {
                    writeln!(out, "\n{more} more for `{words}`: `--all` shows all results, `--kind KIND` those of one kind")
                }
                _ => Ok(()),
            }
        }
        RulesAnswer::Nothing(_) => Ok(()),
    }
}

/// Prints a rule that was found: a line such as `track heat "Heat", of design Spacecraft  std/srd/spacecraft.slip:31`, a sentence, and a
/// command that shows more.
fn one(finding: &RuleMatch<'_>, ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    head(finding.rule, ink, out)?;
    for line in folded(&finding.sentence) {
        writeln!(out, "    {line}")?;
    }
    if !finding.rule.more.is_empty() {
        let TextStyles { dim, .. } = ink;
        writeln!(out, "    {dim}{}{dim:#}", finding.rule.more)?;
    }
    Ok(())
}

fn head(rule: &Rule, ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    let TextStyles { bold, dim } = ink;
    let title = match rule.kind.as_str() {
        "ruling" | "section" | "code" => String::new(),
        "effect word" | "row" => {
            format!(" {}", shortened(rule.title.split(" | ").flat_map(|form| form.split("; ")).next().unwrap_or_default()))
        }
        _ if rule.title == rule.name.replace('_', " ") || rule.title == rule.name => String::new(),
        _ => format!(" \"{}\"", rule.title),
    };
    let name = match rule.kind.as_str() {
        "effect word" | "row" => String::new(),
        _ if rule.name.is_empty() => String::new(),
        _ => format!(" {bold}{}{bold:#}", rule.name),
    };
    writeln!(out, "{}{name}{title}, of {}  {dim}{}{dim:#}", rule.kind, rule.of, rule.place())?;
    if rule.kind == "ruling" && !rule.title.is_empty() {
        for line in folded(&rule.title) {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

/// Shortens the form of a rule so that it fits beside the rule's position.
fn shortened(form: &str) -> String {
    if form.chars().count() <= 60 {
        return form.to_owned();
    }
    format!("{} …", form.chars().take(58).collect::<String>().trim_end_matches([' ', ',']))
}

/// Prints a rule in full, and the rules that refer to it.
fn whole(rule: &Rule, naming: &[&Rule], ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    if rule.kind == "section" {
        writeln!(out, "{}", rule.body.trim())?;
        return Ok(());
    }
    head(rule, ink, out)?;
    for line in folded(&rule.text) {
        writeln!(out, "    {line}")?;
    }
    let TextStyles { bold, dim } = ink;
    if !naming.is_empty() {
        writeln!(out, "\n{bold}cited by{bold:#}")?;
    }
    for other in naming {
        writeln!(out, "    {} {}, of {}  {dim}{}{dim:#}", other.kind, other.name, other.of, other.place())?;
    }
    Ok(())
}

/// Wraps a text at the width of printed sentences.
fn folded(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count().saturating_add(word.chars().count()) < WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    asked: &'a str,
    findings: Vec<Record<'a>>,
}

#[derive(Serialize)]
struct Record<'a> {
    kind: &'a str,
    name: &'a str,
    title: &'a str,
    of: &'a str,
    /// Full text of the rule; for a section of the reference, its Markdown.
    text: &'a str,
    file: &'a str,
    line: u32,
    /// Command that shows more about the rule.
    more: &'a str,
}

fn json(words: &str, answer: &RulesAnswer<'_>) -> Result<String, Stop> {
    let findings = match answer {
        RulesAnswer::Whole(rule, naming) => std::iter::once(rule).chain(naming).map(|rule| record(rule)).collect(),
        RulesAnswer::Found(found) => found.iter().map(|finding| record(finding.rule)).collect(),
        RulesAnswer::Nothing(_) => Vec::new(),
    };
    serde_json::to_string_pretty(&Document { format: FORMAT, asked: words, findings }).map_err(Stop::because)
}

/// Returns the fields of a rule that are printed as JSON.
fn record(rule: &Rule) -> Record<'_> {
    Record {
        kind: &rule.kind,
        name: &rule.name,
        title: &rule.title,
        of: &rule.of,
        text: if rule.kind == "section" { rule.body.trim() } else { &rule.text },
        file: &rule.file,
        line: rule.line,
        more: &rule.more,
    }
}
