//! Formats the differences between two versions as text, Markdown and JSON.

use super::Compared;
use crate::cli::Stop;
use slip_export::cards::counted;
use slip_pack::changes::version_step::Bump;
use slip_pack::changes::{Category, PackageChange};
use slip_report::markdown::plain as escaped;

use anstyle::{AnsiColor, Style};
use std::borrow::Cow;

/// Maximum number of unchanged packages that are listed by name.
const MOST_NAMED: usize = 6;

/// Formats the differences for readers, one item per line.
pub(super) fn text(compared: &[Compared], colour: bool) -> String {
    let paint = |style: Style, text: &str| if colour { format!("{style}{text}{style:#}") } else { text.to_owned() };
    let mut out = String::new();
    let (different, unchanged) = parted(compared);
    for one in different {
        out.push_str(&paint(Style::new().bold(), &heading(one)));
        out.push('\n');
        for category in Category::ALL {
            let things = things(one, category);
            let unclear = unclear(one, category);
            if things.is_empty() && unclear.is_none() {
                continue;
            }
            out.push_str(&format!("\n{}\n", paint(AnsiColor::Cyan.on_default(), category.word())));
            waivers(one, category).into_iter().for_each(|said| out.push_str(&format!("  {said}\n")));
            for (name, changes) in things {
                out.push_str(&format!("  {}{}\n", start(&name), changes.join("; ")));
            }
            unclear.into_iter().for_each(|said| out.push_str(&format!("  {said}\n")));
        }
        out.push_str(&format!("\n{}\n", verdict(one)));
    }
    out.extend(unchanged.map(|sentence| format!("{sentence}\n")));
    out
}

/// Formats the differences for a pull request.
pub(super) fn markdown(compared: &[Compared]) -> String {
    let mut out = String::new();
    let (different, unchanged) = parted(compared);
    for one in different {
        out.push_str(&format!("## {}\n\n{}\n", escaped(&heading(one)), escaped(&verdict(one))));
        for category in Category::ALL {
            let things = things(one, category);
            let unclear = unclear(one, category);
            if things.is_empty() && unclear.is_none() {
                continue;
            }
            let word = category.word();
            let (first, rest) = word.split_at(1);
            out.push_str(&format!("\n### {}{rest}\n\n", first.to_uppercase()));
            waivers(one, category).into_iter().for_each(|said| out.push_str(&format!("- {said}\n")));
            for (name, changes) in things {
                let name = if name.is_empty() { String::new() } else { format!("**{}** ", escaped(&name)) };
                out.push_str(&format!("- {name}{}\n", escaped(&changes.join("; "))));
            }
            unclear.into_iter().for_each(|said| out.push_str(&format!("- {said}\n")));
        }
        out.push('\n');
    }
    out.extend(unchanged.map(|sentence| format!("{}\n", escaped(&sentence))));
    out
}

/// Returns the packages that are shown one by one, and a sentence about the others. If there are several packages, only those with a
/// difference are shown.
fn parted(compared: &[Compared]) -> (Vec<&Compared>, Option<String>) {
    let is_shown = |one: &&Compared| !one.changes.is_empty() || one.played.is_some() || !one.is_version_enough();
    let (different, same): (Vec<&Compared>, Vec<&Compared>) = compared.iter().partition(is_shown);
    if compared.len() < 2 || same.is_empty() {
        return (compared.iter().collect(), None);
    }
    let packages = if same.len() > MOST_NAMED {
        counted(same.len(), "package")
    } else {
        let names: Vec<String> = same.into_iter().map(heading).collect();
        slip_suggest::enumerate(names.iter().map(String::as_str))
    };
    (different, Some(format!("no differences in {packages}")))
}

/// Formats the differences for programs.
pub(super) fn json(compared: &[Compared]) -> Result<String, Stop> {
    let mut text = serde_json::to_string_pretty(compared).map_err(Stop::because)?;
    text.push('\n');
    Ok(text)
}

fn start(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("{name}: ") }
}

/// Returns the changes in a category, grouped by item, in order.
fn things(one: &Compared, category: Category) -> Vec<(String, Vec<Cow<'_, str>>)> {
    let of = one.changes.iter().filter(|change| change.category == category);
    let mut things: Vec<(String, Vec<Cow<'_, str>>)> = Vec::new();
    for change in of {
        let name = called(change);
        match things.last_mut().filter(|(last, _)| *last == name) {
            Some((_, changes)) => changes.push(slip_printable::line(&change.what)),
            None => things.push((name, vec![slip_printable::line(&change.what)])),
        }
    }
    things
}

/// Returns a sentence if games were played, but no difference in wins is statistically significant.
fn unclear(one: &Compared, category: Category) -> Option<String> {
    let is_clear = one.changes.iter().any(|change| change.category == Category::Odds);
    let played = one.played.filter(|_| category == Category::Odds && !is_clear)?;
    let (encounters, games) = (counted(played.encounters, "encounter"), counted(played.games, "game"));
    let each = if played.encounters == 1 { "" } else { " each" };
    Some(format!("{encounters} played, {games}{each}: no clear change in wins"))
}

/// Returns `3 waivers now, 2 before` for the category of waivers; `None` for other categories, or without counts.
fn waivers(one: &Compared, category: Category) -> Option<String> {
    let counts = one.waivers.filter(|_| category == Category::Waivers)?;
    Some(format!("{} now, {} before", counted(counts.new, "waiver"), counts.old))
}

fn called(change: &PackageChange) -> String {
    let called = if change.name.is_empty() { change.kind.clone() } else { format!("{} {}", change.kind, change.name) };
    slip_printable::line(&called).into_owned()
}

fn heading(one: &Compared) -> String {
    let name = if one.package.is_empty() { "package" } else { &one.package };
    let heading = match (&one.old_version, &one.new_version) {
        (Some(old), Some(new)) if old != new => format!("{name} {old} → {new}"),
        (_, Some(version)) | (Some(version), None) => format!("{name} {version}"),
        (None, None) => name.to_owned(),
    };
    slip_printable::line(&heading).into_owned()
}

fn verdict(one: &Compared) -> String {
    if one.asks == Bump::None && !one.changes.is_empty() {
        return Bump::None.word().replace("no new", "requires no new");
    }
    if one.asks == Bump::None {
        return match (&one.old_version, &one.new_version) {
            (Some(old), None) if !one.is_version_enough() => {
                format!("no differences, but the manifest has no version; the old version was {old}")
            }
            _ => "no differences".to_owned(),
        };
    }
    let word = one.asks.word();
    match (&one.least_version, &one.new_version) {
        (Some(least), Some(_)) if one.is_version_enough() => format!("requires {word}: {least} or later, as the manifest has"),
        (Some(least), Some(new)) => format!("requires {word}: {least} or later, but the manifest has {new}"),
        (Some(least), None) if one.is_gone => format!("requires {word}: {least} or later"),
        (Some(least), None) => format!("requires {word}: {least} or later, but the manifest has no version"),
        (None, _) => format!("requires {word}"),
    }
}
