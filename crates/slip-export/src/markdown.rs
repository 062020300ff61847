//! Renders cards as Markdown for wikis and forums.

use super::card_content::{Card, CardLine, CardSheet, CardTable, CardTrack, Rows};
use super::shown;
use std::fmt::Write;

/// Renders a sheet of cards as Markdown.
#[must_use]
pub fn page(sheet: &CardSheet) -> String {
    let mut out = String::new();
    for card in &sheet.cards {
        self::card(card, sheet, &mut out);
    }
    let foot = sheet.foot();
    if !foot.is_empty() {
        let _ = writeln!(out, "---\n\n{}", escaped(&foot));
    }
    out
}

fn card(card: &Card, sheet: &CardSheet, out: &mut String) {
    let _ = writeln!(out, "## {}\n\n*{}*\n", escaped(&card.title), escaped(&card.what));
    for paragraph in &card.doc {
        let _ = writeln!(out, "{}\n", escaped(paragraph));
    }
    for part in &card.parts {
        if !part.title.is_empty() {
            let _ = writeln!(out, "**{}**\n", escaped(&part.title));
        }
        match &part.rows {
            Rows::Figures(figures) => {
                for figure in figures {
                    let value = if figure.value.is_empty() { "\\_\\_\\_\\_".to_owned() } else { escaped(&figure.value) };
                    let note = if figure.note.is_empty() { String::new() } else { format!(": {}", escaped(&figure.note)) };
                    let _ = writeln!(out, "- {} **{value}**{note}", escaped(&figure.label));
                }
            }
            Rows::Tracks(tracks) => tracks.iter().for_each(|track| self::track(track, out)),
            Rows::Lines(lines) => lines.iter().for_each(|line| self::line(line, out)),
            Rows::Table(table) => self::table(table, out),
        }
        out.push('\n');
    }
    let _ = writeln!(out, "*{}*\n", escaped(&card.foot(sheet)));
}

fn track(track: &CardTrack, out: &mut String) {
    let sign = if track.round { "○" } else { "☐" };
    let boxes: String = (0..track.boxes).map(|place| format!("{sign}{}", if track.has_gap(place) { " " } else { "" })).collect();
    let room = if track.written { " \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_" } else { "" };
    let note = if track.note.is_empty() { String::new() } else { format!(" ({})", escaped(&track.note)) };
    let _ = writeln!(out, "- {} {}{room}{note}", escaped(&track.label), boxes);
}

fn line(line: &CardLine, out: &mut String) {
    let tick = if line.tick { "☐ " } else { "" };
    let lead = if line.lead.is_empty() { String::new() } else { format!("**{}** ", escaped(&line.lead)) };
    let note = if line.note.is_empty() { String::new() } else { format!(" *({})*", escaped(&line.note)) };
    let _ = writeln!(out, "- {}", format!("{tick}{lead}{}{note}", escaped(&line.text)).trim_end());
    for _ in 0..line.blank {
        let _ = writeln!(out, "  \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_");
    }
}

fn table(table: &CardTable, out: &mut String) {
    let columns = table.rows.iter().chain([&table.heads]).map(Vec::len).max().unwrap_or(0);
    let row = |cells: &[String]| {
        let cells = (0..columns).map(|at| cells.get(at).map_or_else(String::new, |cell| escaped(cell)));
        format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
    };
    let _ = writeln!(out, "{}\n|{}", row(&table.heads), "---|".repeat(columns));
    for cells in &table.rows {
        let _ = writeln!(out, "{}", row(cells));
    }
}

/// Escapes text so that Markdown shows it unchanged.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let signs: Vec<char> = shown(text).chars().collect();
    let is_letter = |at: Option<usize>| at.and_then(|at| signs.get(at)).is_some_and(|sign| sign.is_alphanumeric());
    for (at, sign) in signs.iter().copied().enumerate() {
        // HTML entities work even where backslash escapes do not.
        if let Some(entity) = entity(sign) {
            out.push_str(entity);
            continue;
        }
        // Inside a word `_` has no special meaning.
        let inside = sign == '_' && is_letter(at.checked_sub(1)) && is_letter(Some(at + 1));
        let special = matches!(sign, '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$') && !inside;
        // At the start of a line, these characters begin headings and lists.
        let starts = at == 0 && matches!(sign, '-' | '+' | '=' | '!' | '#');
        if special || starts {
            out.push('\\');
        }
        out.push(sign);
    }
    // `1.` at the start of a line also begins a list in Markdown.
    let digits = out.chars().take_while(char::is_ascii_digit).count();
    if digits > 0 && out.get(digits..).is_some_and(|rest| rest.starts_with(['.', ')'])) {
        out.insert(digits, '\\');
    }
    out
}

const fn entity(sign: char) -> Option<&'static str> {
    match sign {
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '&' => Some("&amp;"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn what_markdown_would_read_stands_as_it_is() {
        assert_eq!(escaped("*loud* <b> [x](y) a|b"), "\\*loud\\* &lt;b&gt; \\[x\\](y) a\\|b");
        assert_eq!(escaped("- no list"), "\\- no list");
        assert_eq!(escaped("1. no list"), "1\\. no list");
        assert_eq!(escaped("# no head"), "\\# no head");
        assert_eq!(escaped("one\n# no head\ttwo"), "one # no head two");
        assert_eq!(escaped("slug_throwers #1 _loud_"), "slug_throwers #1 \\_loud\\_");
    }
}
