//! Renders cards as one HTML page: without scripts or external resources, with a style sheet for printing.

use super::card_content::{Card, CardLine, CardNumber, CardPart, CardSheet, CardTable, CardTrack, Rows};
use super::layout::Paper;
use super::shown;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// Style sheet of cards, for pages that also show other content.
pub const STYLE: &str = include_str!("sheet.css");

/// Renders a sheet of cards as a whole HTML page.
#[must_use]
pub fn page(sheet: &CardSheet, paper: Paper) -> String {
    let title = clean(&sheet.title);
    let size = format!("@page {{ size: {}; margin: 10mm; }}\n", paper.word());
    let foot = sheet.foot();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(size)) }
            }
            body {
                header { h1 { (title) } }
                main.cards.one[sheet.cards.len() < 2] {
                    @for card in &sheet.cards { (self::card(card, sheet)) }
                }
                @if !foot.is_empty() { footer { p { (clean(&foot)) } } }
            }
        }
    };
    format!("{}\n", page.into_string())
}

/// Renders one card as an HTML `article`.
#[must_use]
pub fn card(card: &Card, sheet: &CardSheet) -> Markup {
    let illegal = card.verdict == "NOT LEGAL";
    html! {
        article.card.illegal[illegal] {
            header {
                h2 { (clean(&card.title)) }
                p.what { (clean(&card.what)) }
            }
            @for paragraph in &card.doc { p.doc { (clean(paragraph)) } }
            @for part in &card.parts { (self::part(part)) }
            @let foot = card.foot(sheet);
            @if !foot.is_empty() { p.foot { (clean(&foot)) } }
        }
    }
}

fn part(part: &CardPart) -> Markup {
    html! {
        section {
            @if !part.title.is_empty() { h3 { (clean(&part.title)) } }
            @match &part.rows {
                Rows::Figures(figures) => dl.figures { @for figure in figures { (self::figure(figure)) } },
                Rows::Tracks(tracks) => div.tracks { @for track in tracks { (self::track(track)) } },
                Rows::Lines(lines) => ul.lines { @for line in lines { (self::line(line)) } },
                Rows::Table(table) => (self::table(table)),
            }
        }
    }
}

fn figure(figure: &CardNumber) -> Markup {
    html! {
        div.worded[!figure.note.is_empty()].wide[figure.wide] {
            dt { (clean(&figure.label)) }
            @if figure.value.is_empty() { dd.empty {} } @else { dd { (clean(&figure.value)) } }
            @if !figure.note.is_empty() { dd.note { (clean(&figure.note)) } }
        }
    }
}

fn track(track: &CardTrack) -> Markup {
    let said = format!("{} {}", track.boxes, if track.boxes == 1 { "box" } else { "boxes" });
    html! {
        div.track {
            span.label { (clean(&track.label)) }
            span.boxes role="img" aria-label=(said) {
                @for at in 0..track.boxes { span.box.round[track.round].gap[track.has_gap(at)] {} }
            }
            @if track.written { span.room {} }
            @if !track.note.is_empty() { span.note { (clean(&track.note)) } }
        }
    }
}

fn line(line: &CardLine) -> Markup {
    html! {
        li.ticked[line.tick] {
            @if line.tick { span.box aria-hidden="true" {} }
            div.ruled[line.blank > 0] {
                @if !line.lead.is_empty() { strong { (clean(&line.lead)) } " " }
                @if line.blank == 0 { (clean(&line.text)) } @else if !line.text.is_empty() { span { (clean(&line.text)) } }
                @if !line.note.is_empty() { " " span.note { (clean(&line.note)) } }
                @for at in 0..line.blank { span.rule.first[at == 0] {} }
            }
        }
    }
}

fn table(table: &CardTable) -> Markup {
    html! {
        div.scroll {
            table.bare[table.heads.is_empty()] {
                @if !table.heads.is_empty() {
                    thead { tr { @for head in &table.heads { th scope="col" { (clean(head)) } } } }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (at, cell) in row.iter().enumerate() {
                                @if at == 0 { th scope="row" { (clean(cell)) } } @else { td { (clean(cell)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns text without control characters; maud does the HTML escaping.
pub(crate) fn clean(text: &str) -> String {
    shown(text).into_owned()
}
