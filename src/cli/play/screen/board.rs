//! Paints the board: the map, and the state of all actors.
//!
//! The map comes first if there is not enough room for both. The actors are beside or below the map, beginning with the acting one. If the
//! map is too high, only the part around the acting actor is shown, and the title names the cut-off parts.

use super::paint_screen::wrapped;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Paragraph};
use slip_export::board::{GameView, ViewActor};

/// Smallest height in lines of a part of a map.
const LEAST_OF_MAP: u16 = 5;

/// Smallest width, in columns, of the list of actors beside the map.
const BESIDE: usize = 30;

/// Returns the width in columns of the complete board.
pub(super) fn width(view: &GameView) -> u16 {
    let widest = view.short.lines().map(|line| Span::raw(line).width()).max().unwrap_or(0);
    u16::try_from(widest).unwrap_or(u16::MAX)
}

/// Returns the lines of the map without its legend, if the board has a map that fits into this width.
pub(super) fn plan(view: &GameView, width: u16) -> Vec<&str> {
    // Beginnings of lines that belong to a map: the edge of a map of zones, and the line of bands in space.
    let is_edge = |line: &str| line.trim_start().starts_with("##") || line.trim_start().starts_with("|||");
    let drawn: Vec<&str> = view.short.lines().skip_while(|line| !is_edge(line)).take_while(|line| !line.is_empty()).collect();
    let last = drawn.iter().rposition(|line| is_edge(line)).map_or(0, |last| last + 1);
    let drawn: Vec<&str> = drawn.into_iter().take(last).map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
    if drawn.iter().all(|line| Span::raw(*line).width() <= usize::from(width)) { drawn } else { Vec::new() }
}

/// Returns the height in lines of the board with its title on a screen of this width. If the whole board is too wide, only the map is
/// counted.
pub(super) fn height(view: &GameView, screen: u16) -> u16 {
    let lines = if width(view) <= screen { view.short.lines().count() } else { plan(view, screen).len() };
    u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(1)
}

pub(super) fn draw(view: &GameView, frame: &mut Frame<'_>, area: Rect) {
    let room = Block::new().borders(Borders::TOP).inner(area);
    let mut lines = lines(view, room);
    let cut = lines.len().saturating_sub(usize::from(room.height));
    lines.truncate(usize::from(room.height));
    let title = match (cut, is_too_high(view, room)) {
        (_, true) => " a part of the map; b shows the board in words ".to_owned(),
        (0, _) => " the board ".to_owned(),
        (cut, _) => format!(" the board; … {cut} more lines: Tab shows all sheets, b the board in words "),
    };
    let block = Block::new().borders(Borders::TOP).title(title);
    frame.render_widget(Paragraph::new(Text::from(lines)).block(block), area);
}

/// Returns the lines of the board. All lines are returned if they fit. There may be more lines than the area can show.
fn lines(view: &GameView, room: Rect) -> Vec<Line<'static>> {
    let whole = || view.short.lines().map(|line| Line::from(line.to_owned()));
    if width(view) <= room.width && view.short.lines().count() <= usize::from(room.height) {
        return whole().collect();
    }
    let columns = usize::from(room.width.max(1));
    let plan = plan(view, room.width);
    if is_too_high(view, room) {
        return part(view, &plan, usize::from(room.height)).iter().map(|line| Line::from((*line).to_owned())).collect();
    }
    if plan.is_empty() || plan.len() > usize::from(room.height) {
        return everybody(view, columns).into_iter().map(Line::from).chain([Line::default()]).chain(whole()).collect();
    }
    let wide = plan.iter().map(|line| Span::raw(*line).width()).max().unwrap_or(0);
    let beside = columns.saturating_sub(wide + 2);
    if beside < BESIDE {
        return plan.iter().map(|line| (*line).to_owned()).chain(everybody(view, columns)).map(Line::from).collect();
    }
    let people = everybody(view, beside);
    let row = |number: usize| {
        let left = plan.get(number).copied().unwrap_or_default();
        let right = people.get(number).map_or("", String::as_str);
        Line::from(format!("{}  {right}", slip_printable::padded(left, wide)))
    };
    (0..plan.len().max(people.len())).map(row).collect()
}

/// True if the board has a map that is too high for the available rows of the screen.
fn is_too_high(view: &GameView, room: Rect) -> bool {
    room.height >= LEAST_OF_MAP && plan(view, room.width).len() > usize::from(room.height)
}

/// Returns the lines of a map around the acting actor, as many as fit into a height.
fn part<'p>(view: &GameView, plan: &[&'p str], height: usize) -> Vec<&'p str> {
    let acting = view.people.iter().find(|one| one.acting).map(|one| one.mark.as_str());
    let is_there = |line: &&str| line.split(|letter: char| !letter.is_alphanumeric()).any(|word| Some(word) == acting);
    let middle = plan.iter().position(is_there).unwrap_or(0);
    let first = middle.saturating_sub(height / 2).min(plan.len().saturating_sub(height));
    plan.iter().skip(first).take(height).copied().collect()
}

/// Returns the state of all actors, wrapped at a width, the acting actor first.
fn everybody(view: &GameView, width: usize) -> Vec<String> {
    let mut people: Vec<_> = view.people.iter().collect();
    people.sort_by_key(|one| !one.acting);
    people.into_iter().flat_map(|one| wrapped(&line_of(one), width)).collect()
}

/// Returns the state of an actor in one line.
pub(super) fn line_of(one: &ViewActor) -> String {
    let stands = one.line.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{}{} {}  {stands}", if one.acting { ">" } else { " " }, one.mark, one.title)
}
