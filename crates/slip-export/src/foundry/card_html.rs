//! Renders a card as HTML without a style sheet: boxes are characters, headings and tables are plain.
//!
//! Foundry uses its own style and replaces commands such as `[[1d6]]` and `@UUID[…]` in text. Inside such commands, an invisible character
//! is inserted after the first character, so that the author's text stays as it is.

use crate::card_content::{Card, CardLine, CardNumber, CardPart, CardSheet, CardTable, CardTrack, Rows};
use crate::html::clean;
use maud::{Markup, html};

/// Invisible character of no width that does not allow a line break.
const JOINER: char = '\u{2060}';

/// Renders a card without its title, which Foundry shows itself.
pub(super) fn page(card: &Card, sheet: &CardSheet) -> String {
    let foot = card.foot(sheet);
    let page = html! {
        @if !card.what.is_empty() { p { em { (said(&card.what)) } } }
        @for paragraph in &card.doc { p { (said(paragraph)) } }
        @for part in &card.parts { (self::part(part)) }
        @if !foot.is_empty() { hr; p { small { (said(&foot)) } } }
    };
    page.into_string()
}

fn part(part: &CardPart) -> Markup {
    html! {
        @if !part.title.is_empty() { h3 { (said(&part.title)) } }
        @match &part.rows {
            Rows::Figures(figures) => (self::figures(figures)),
            Rows::Tracks(tracks) => ul { @for track in tracks { li { (self::track(track)) } } },
            Rows::Lines(lines) => ul { @for line in lines { li { (self::line(line)) } } },
            Rows::Table(table) => (self::table(table)),
        }
    }
}

/// Renders the figures of a card: short ones in one line, those with notes in a list.
fn figures(figures: &[CardNumber]) -> Markup {
    let (worded, short): (Vec<&CardNumber>, Vec<&CardNumber>) = figures.iter().partition(|figure| !figure.note.is_empty());
    html! {
        @if !short.is_empty() {
            p { @for (at, figure) in short.iter().enumerate() { @if at > 0 { " · " } (said(&figure.label)) " " strong { (said(&figure.value)) } } }
        }
        @if !worded.is_empty() {
            ul { @for figure in worded { li { (said(&figure.label)) " " strong { (said(&figure.value)) } ": " (said(&figure.note)) } } }
        }
    }
}

fn track(track: &CardTrack) -> Markup {
    let sign = if track.round { '○' } else { '☐' };
    let mut boxes = String::new();
    for at in 0..track.boxes {
        boxes.push(sign);
        if track.has_gap(at) {
            boxes.push(' ');
        }
    }
    html! {
        (said(&track.label)) " " (boxes)
        @if track.written { " ____________" }
        @if !track.note.is_empty() { " " em { (said(&track.note)) } }
    }
}

fn line(line: &CardLine) -> Markup {
    html! {
        @if line.tick { "☐ " }
        @if !line.lead.is_empty() { strong { (said(&line.lead)) } " " }
        (said(&line.text))
        @if !line.note.is_empty() { " " em { (said(&line.note)) } }
    }
}

fn table(table: &CardTable) -> Markup {
    html! {
        table {
            @if !table.heads.is_empty() { thead { tr { @for head in &table.heads { th { (said(head)) } } } } }
            tbody {
                @for row in &table.rows {
                    tr { @for (at, cell) in row.iter().enumerate() { @if at == 0 { th { (said(cell)) } } @else { td { (said(cell)) } } } }
                }
            }
        }
    }
}

/// Renders paragraphs of text.
pub(super) fn paragraphs(texts: &[String]) -> String {
    html! { @for text in texts { p { (said(text)) } } }.into_string()
}

/// Returns text for a field without markup. Some game systems print such text as if it had markup, so an invisible character keeps `<` from
/// beginning a tag.
pub(super) fn plain(text: &str) -> String {
    let text = said(text);
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        out.push(sign);
        if sign == '<' {
            out.push(JOINER);
        }
    }
    out
}

/// Returns text in which Foundry finds no commands; maud does the escaping.
fn said(text: &str) -> String {
    let text = clean(text);
    let mut out = String::with_capacity(text.len());
    for (at, sign) in text.char_indices() {
        out.push(sign);
        let rest = text.get(at + sign.len_utf8()..).unwrap_or_default();
        if (sign == '[' && rest.starts_with('[')) || (matches!(sign, '@' | '&') && begins_a_command(rest)) {
            out.push(JOINER);
        }
    }
    out
}

/// True if a text is a word followed by an opening bracket, as at the start of a Foundry command.
fn begins_a_command(rest: &str) -> bool {
    let letters = rest.trim_start_matches(|sign: char| sign.is_ascii_alphanumeric() || "-_.".contains(sign));
    letters.len() < rest.len() && letters.starts_with(['[', '{', '('])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_author_writes_is_no_command_of_the_program() {
        assert_eq!(said("roll [[1d6]]"), "roll [\u{2060}[1d6]]");
        assert_eq!(said("[[[x"), "[\u{2060}[\u{2060}[x");
        assert_eq!(said("@UUID[Actor.x]{Me}"), "@\u{2060}UUID[Actor.x]{Me}");
        assert_eq!(said("&Reference[x]"), "&\u{2060}Reference[x]");
        assert_eq!(said("ada@reach, A&B, [one] @ 3"), "ada@reach, A&B, [one] @ 3");
        assert_eq!(said("a\nb\u{7}"), "a b\\u{7}");
        assert_eq!(plain("<img src=x> a < b"), "<\u{2060}img src=x> a <\u{2060} b");
    }
}
