//! Prints designs, stunts, marks, rulesets and doctrines in words: their entries, costs and settings.

use anstyle::{AnsiColor, Style};
use slip_pack::Pack;
use slip_pack::declaration::{DeclarationEntry, PackDeclaration};
use slip_pack::item::SourcePosition;
use slip_pack::thing_view::SoldStunt;
use std::io::{self, Write};

/// Keywords of stunt entries that are printed on the first line of a stunt; all other entries follow, one per line.
const TERMS: [&str; 14] =
    ["cost", "excludes", "for", "group", "idle", "in", "limit", "many", "modes", "once", "only", "requires", "takes", "tech"];

/// Text styles; empty if the terminal has no colours.
#[derive(Clone, Copy)]
pub(super) struct TextStyles {
    pub(super) bold: Style,
    pub(super) dim: Style,
}

impl TextStyles {
    pub(super) fn new(colour: bool) -> TextStyles {
        if colour {
            TextStyles { bold: Style::new().bold(), dim: AnsiColor::BrightBlack.on_default() }
        } else {
            TextStyles { bold: Style::new(), dim: Style::new() }
        }
    }

    /// Prints the first line of every stat block: title, kind and position.
    pub(super) fn head(self, title: &str, what: &str, place: &SourcePosition, out: &mut dyn Write) -> io::Result<()> {
        let TextStyles { bold, dim } = self;
        writeln!(out, "{bold}{title}{bold:#} {what}  {dim}{}:{}{dim:#}", place.file, place.line)
    }
}

/// Prints a design with everything that it offers, or a stunt or mark with its entries.
pub(super) fn declaration(rule: &PackDeclaration, pack: &Pack, ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    let bold = ink.bold;
    let kind = match (&rule.builds, rule.kind.as_str()) {
        (Some(play), "doctrine") => format!("doctrine for {play} encounters"),
        (Some(kind), word) => format!("{word} for {kind}"),
        (None, word) => word.to_owned(),
    };
    let params = if rule.params.is_empty() { String::new() } else { format!("({})", rule.params) };
    ink.head(&rule.title, &format!("({}{params}), {kind}", slip_pack::called(&rule.package, &rule.name)), &rule.place, out)?;
    doc(rule.doc.as_deref(), "  ", out)?;
    let mut section = None;
    for line in &rule.lines {
        if line.name.is_none() {
            section = None;
            field(line, out)?;
            continue;
        }
        if section != Some(&line.word) {
            writeln!(out, "  {bold}{}{bold:#}", heading(&line.word))?;
            section = Some(&line.word);
        }
        if line.word == "stunt" {
            stunt(line, out)?
        } else {
            writeln!(out, "    {}", whole(line))?
        }
        doc(line.doc.as_deref(), "        ", out)?;
        if line.word == "stunt" {
            effects(line, out)?;
        }
    }
    if !rule.sells.is_empty() {
        writeln!(out, "  {bold}stunts outside the design{bold:#}")?;
    }
    let outside = pack.declarations.get("stunt");
    for sold in rule.sells.iter().filter_map(|key| outside?.get(key)) {
        loose(sold, out)?;
    }
    Ok(())
}

/// Prints a package-level stunt in the list of a design that sells it.
fn loose(sold: &PackDeclaration, out: &mut dyn Write) -> io::Result<()> {
    let params = if sold.params.is_empty() { String::new() } else { format!("({})", sold.params) };
    let text = format!("{}{params} \"{}\"", sold.name, sold.title);
    let line = DeclarationEntry { word: "stunt".into(), name: None, text, doc: None, lines: sold.lines.clone(), place: sold.place.clone() };
    stunt(&line, out)?;
    doc(sold.doc.as_deref(), "        ", out)?;
    effects(&line, out)
}

/// Prints a stunt that a design sells.
pub(super) fn sold(sold: SoldStunt<'_>, ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    let (design, line) = (sold.design, sold.line);
    ink.head(&line.text, &format!("stunt of {}.{}", design.package, design.name), &line.place, out)?;
    doc(line.doc.as_deref(), "  ", out)?;
    for inner in &line.lines {
        field(inner, out)?;
    }
    Ok(())
}

/// Returns the heading of a group of named entries.
fn heading(word: &str) -> String {
    match word {
        "entry" => "entries".to_owned(),
        "holds" | "refers" => word.to_owned(),
        _ => format!("{word}s"),
    }
}

fn field(line: &DeclarationEntry, out: &mut dyn Write) -> io::Result<()> {
    let row = format!("  {:12} {}", line.word, whole(line));
    writeln!(out, "{}", row.trim_end())
}

/// Prints a stunt: `civilian "Civilian"   cost 2; excludes full_auto`.
fn stunt(line: &DeclarationEntry, out: &mut dyn Write) -> io::Result<()> {
    let terms: Vec<String> = line.lines.iter().filter(|inner| TERMS.contains(&inner.word.as_str())).map(written).collect();
    let row = format!("    {:40} {}", line.text, terms.join("; "));
    writeln!(out, "{}", row.trim_end())
}

fn effects(line: &DeclarationEntry, out: &mut dyn Write) -> io::Result<()> {
    for inner in line.lines.iter().filter(|inner| !TERMS.contains(&inner.word.as_str())) {
        writeln!(out, "        {}", written(inner))?;
    }
    Ok(())
}

/// Returns an entry as the source writes it.
fn written(line: &DeclarationEntry) -> String {
    format!("{} {}", line.word, whole(line)).trim_end().to_owned()
}

/// Returns an entry without its keyword: its text, followed by the entries of its block.
fn whole(line: &DeclarationEntry) -> String {
    if line.lines.is_empty() {
        return line.text.clone();
    }
    let inner: Vec<String> = line.lines.iter().map(written).collect();
    format!("{}  {}", line.text, inner.join("; "))
}

fn doc(text: Option<&str>, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    for line in text.into_iter().flat_map(str::lines) {
        writeln!(out, "{indent}{}", line.trim())?;
    }
    Ok(())
}
