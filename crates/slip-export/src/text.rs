//! Renders cards as plain text.

use super::card_content::{Card, CardLine, CardNumber, CardSheet, CardTable, CardTrack, Rows};
use super::shown;
use std::fmt::Write;

/// Line width in columns.
const WIDTH: usize = 80;

/// Renders a sheet of cards as plain text.
#[must_use]
pub fn page(sheet: &CardSheet) -> String {
    let mut out = String::new();
    for (place, card) in sheet.cards.iter().enumerate() {
        if place > 0 {
            out.push('\n');
        }
        self::card(card, sheet, &mut out);
    }
    let foot = sheet.foot();
    if sheet.cards.len() > 1 && !foot.is_empty() {
        let _ = writeln!(out, "\n{foot}");
    }
    out
}

fn card(card: &Card, sheet: &CardSheet, out: &mut String) {
    let _ = writeln!(out, "{} ({})", plain(&card.title), plain(&card.what));
    for paragraph in &card.doc {
        wrapped(&plain(paragraph), 2, 2, out);
    }
    for part in &card.parts {
        if !part.title.is_empty() {
            let _ = writeln!(out, "  {}", plain(&part.title).to_uppercase());
        }
        match &part.rows {
            Rows::Figures(figures) => self::figures(figures, out),
            Rows::Tracks(tracks) => tracks.iter().for_each(|track| self::track(track, tracks, out)),
            Rows::Lines(lines) => lines.iter().for_each(|line| self::line(line, out)),
            Rows::Table(table) => self::table(table, out),
        }
    }
    let foot = card.foot(sheet);
    if !foot.is_empty() {
        wrapped(&plain(&foot), 2, 2, out);
    }
}

fn figures(figures: &[CardNumber], out: &mut String) {
    let worded = |figure: &&CardNumber| !figure.note.is_empty();
    for figure in figures.iter().filter(|figure| figure.wide) {
        let label = plain(&figure.label);
        let _ = writeln!(out, "    {label} {}", "_".repeat(WIDTH.saturating_sub(5 + label.chars().count())));
    }
    let value = |figure: &CardNumber| if figure.value.is_empty() { "____".to_owned() } else { plain(&figure.value) };
    let short: Vec<String> = figures
        .iter()
        .filter(|figure| !worded(figure) && !figure.wide)
        .map(|figure| format!("{} {}", plain(&figure.label), value(figure)))
        .collect();
    if !short.is_empty() {
        wrapped(&short.join(" · "), 4, 4, out);
    }
    for figure in figures.iter().filter(worded) {
        wrapped(&format!("{} {}: {}", plain(&figure.label), value(figure), plain(&figure.note)), 4, 6, out);
    }
}

fn track(track: &CardTrack, beside: &[CardTrack], out: &mut String) {
    let width = beside.iter().map(|track| track.label.chars().count()).max().unwrap_or(0);
    let sign = if track.round { "( )" } else { "[ ]" };
    let boxes: String = (0..track.boxes).map(|place| format!("{sign}{}", if track.has_gap(place) { " " } else { "" })).collect();
    let room = if track.written { " ______________________________" } else { "" };
    let note = if track.note.is_empty() { String::new() } else { format!("  {}", plain(&track.note)) };
    let pad = width.saturating_sub(track.label.chars().count());
    wrapped(&format!("{}{:pad$}  {boxes}{room}{note}", plain(&track.label), ""), 4, 6 + width, out);
}

fn line(line: &CardLine, out: &mut String) {
    let tick = if line.tick { "[ ] " } else { "" };
    let lead = plain(&line.lead);
    let stop = if line.lead.is_empty() || line.text.is_empty() { "" } else { ": " };
    let note = match (line.note.as_str(), line.text.is_empty() && line.lead.is_empty()) {
        ("", _) => String::new(),
        (note, true) => plain(note),
        (note, false) => format!(" ({})", plain(note)),
    };
    let says = format!("{tick}{lead}{stop}{}{note}", plain(&line.text));
    let room = WIDTH.saturating_sub(5 + says.trim_end().chars().count());
    match (line.blank, says.trim().is_empty()) {
        (0, _) => wrapped(&says, 4, 4 + 2, out),
        (_, true) => {
            let _ = writeln!(out, "    {}", "_".repeat(WIDTH - 4));
        }
        _ => {
            let _ = writeln!(out, "    {} {}", says.trim_end(), "_".repeat(room));
        }
    }
    for _ in 1..line.blank {
        let _ = writeln!(out, "    {}", "_".repeat(WIDTH - 4));
    }
}

fn table(table: &CardTable, out: &mut String) {
    let heads = (!table.heads.is_empty()).then_some(&table.heads);
    let rows = || heads.into_iter().chain(&table.rows);
    let columns = rows().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let before: usize = widths.iter().take(columns.saturating_sub(1)).map(|width| width + 2).sum();
    for row in rows() {
        let mut text = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let pad = width.saturating_sub(cell.chars().count()) + 2;
            let _ = write!(text, "{}{:pad$}", plain(cell), "");
        }
        wrapped(text.trim_end(), 4, 4 + before, out);
    }
}

/// Returns text without control characters, which could move a terminal's cursor.
fn plain(text: &str) -> String {
    shown(text).into_owned()
}

/// Writes text in lines of [`WIDTH`] columns. The first line has one indent, all other lines another. Multiple spaces are kept.
fn wrapped(text: &str, first: usize, others: usize, out: &mut String) {
    let others = if others > WIDTH / 2 { first + 2 } else { others };
    let mut column = first;
    let mut line = " ".repeat(first);
    let mut empty = true;
    for word in text.split(' ') {
        let long = word.chars().count();
        if !empty && column + 1 + long > WIDTH && !word.is_empty() {
            let _ = writeln!(out, "{}", line.trim_end());
            line = " ".repeat(others);
            column = others;
            empty = true;
        }
        if !empty {
            line.push(' ');
            column += 1;
        }
        line.push_str(word);
        column += long;
        empty = false;
    }
    let _ = writeln!(out, "{}", line.trim_end());
}
