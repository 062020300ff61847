//! `slipyard explain`: prints the page of a code, the list of all codes, the keywords of effects, or the entries of a block.

mod block_entries;
mod design_and_stunt_entries;
mod effect_vocabulary;
mod examples;

use super::args::Explain;
use super::{CommandStatus, Console, Stop};
use slip_pack::effect::vocabulary_guide;
use slip_pack::thing_view::Thing;
use slip_report::DrawOptions;
use slip_source::diagnostic::Code;

use anstyle::{AnsiColor, Style};
use slip_compile::stdlib;
use slip_source::Sources;
use std::io::{self, Write};

/// Prints the page about a code or keyword, or the list of codes if no word is given.
pub(super) fn run(explain: &Explain, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let slug = match explain.what.as_slice() {
        [] => {
            list(console.out, console.colour)?;
            return Ok(CommandStatus::Clean);
        }
        [word, words @ ..] if word == "effect" || word == "effects" => return effect_vocabulary::run(words, console),
        [block, words @ ..] if block == "design" || block == "stunt" => return design_and_stunt_entries::run(block, words, console),
        [block, words @ ..] if block_entries::is_block(block) => return block_entries::run(block, words, console),
        [slug] => slug,
        [_, ..] => {
            let why = "only one code at a time; several words are possible after `effect` and after a block, such as `design` or `zone`";
            return Err(Stop::because(why));
        }
    };
    // `error[over-budget]`, pasted from a report, is accepted like `over-budget`.
    let slug = slug.rsplit_once('[').map_or(slug.as_str(), |(_, code)| code.trim_end_matches(']'));
    match Code::from_slug(slug) {
        Some(code) => {
            page(code, console.out, console.colour)?;
            Ok(CommandStatus::Clean)
        }
        None => {
            let near = slip_suggest::nearest(slug, Code::ALL.iter().map(|code| code.slug()));
            let help = match near {
                _ if !vocabulary_guide::about(slug).is_empty() => format!("it is a word of effects: `slipyard explain effect {slug}`"),
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    let shown = if is_in_the_library(slug) {
                        format!("; `slipyard show {slug}` prints the item of this name")
                    } else {
                        String::new()
                    };
                    format!("`slipyard explain` lists all codes, `slipyard explain effect` the words of effects{shown}")
                }
            };
            Err(Stop::because(format!("there is no code `{slug}`; {help}")))
        }
    }
}

/// True if the standard library declares a thing of this name: a design, a stunt, a skill.
fn is_in_the_library(name: &str) -> bool {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let pack = slip_compile::compile(&sources).pack;
    Thing::all(&pack).chain(Thing::sold(&pack)).any(|thing| thing.name() == name)
}

fn list(out: &mut dyn Write, colour: bool) -> io::Result<()> {
    let width = Code::ALL.iter().map(|code| code.slug().len()).max().unwrap_or(0);
    let slug_style = if colour { AnsiColor::Cyan.on_default() } else { Style::new() };
    for code in Code::ALL {
        let slug = code.slug();
        writeln!(out, "{slug_style}{slug:width$}{slug_style:#}  {:7}  {}", code.severity().word(), first_sentence(code.page()))?;
    }
    Ok(())
}

/// Returns the first sentence below the title of a page, on one line.
fn first_sentence(page: &str) -> String {
    let lines: Vec<&str> = page.lines().skip(1).skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect();
    let paragraph = lines.join(" ");
    match paragraph.split_once(". ") {
        Some((first, _)) => first.to_owned(),
        None => paragraph.trim_end_matches('.').to_owned(),
    }
}

fn page(code: Code, out: &mut dyn Write, colour: bool) -> io::Result<()> {
    let styled = |style: Style| if colour { style } else { Style::new() };
    let title = styled(Style::new().bold());
    let example = styled(AnsiColor::Cyan.on_default());
    let mut in_example = false;
    let mut open = String::new();
    for line in code.page().lines() {
        if in_example || line.is_empty() || line.starts_with('#') || line.starts_with("```") {
            close(&mut open, out)?;
        }
        if let Some(info) = line.strip_prefix("```") {
            in_example = !in_example;
            if let Some((_, file)) = info.split_once(' ') {
                writeln!(out, "  {file}:")?;
            }
        } else if in_example {
            if line.is_empty() {
                writeln!(out)?;
            } else {
                writeln!(out, "    {example}{line}{example:#}")?;
            }
        } else if let Some(heading) = line.strip_prefix("## ") {
            writeln!(out, "{title}{heading}{title:#}")?;
        } else if let Some(heading) = line.strip_prefix("# ") {
            writeln!(out, "{title}{}[{heading}]{title:#}", code.severity().word())?;
        } else if line.is_empty() {
            writeln!(out)?;
        } else {
            open.push_str(line);
            open.push(' ');
        }
    }
    close(&mut open, out)
}

/// Prints a collected paragraph, wrapped to the width of reports, and clears it.
fn close(open: &mut String, out: &mut dyn Write) -> io::Result<()> {
    if !open.is_empty() {
        writeln!(out, "{}", slip_report::wrap(open.trim_end(), DrawOptions::default().width))?;
        open.clear();
    }
    Ok(())
}
