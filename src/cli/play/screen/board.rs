//! Paints the board: the map, and the state of all actors.
//!
//! If there is not enough room for both, the actors come first: boxes and points decide the answer, and the map is also available in words.

use super::draw::{faint, wrapped};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Paragraph};
use slip_export::board::View;

/// Returns the width in columns of the complete board.
pub(super) fn width(view: &View) -> u16 {
    let widest = view.short.lines().map(|line| Span::raw(line).width()).max().unwrap_or(0);
    u16::try_from(widest).unwrap_or(u16::MAX)
}

pub(super) fn draw(view: &View, frame: &mut Frame<'_>, area: Rect) {
    let block = Block::new().borders(Borders::TOP).title(" the board ");
    let room = block.inner(area);
    let fits = width(view) <= room.width && view.short.lines().count() <= usize::from(room.height);
    let mut lines = if fits { Vec::new() } else { everybody(view, usize::from(room.width.max(1))) };
    if !lines.is_empty() {
        lines.push(Line::default());
    }
    lines.extend(view.short.lines().map(|line| Line::from(line.to_owned())));
    let most = usize::from(room.height);
    if lines.len() > most {
        let left = lines.len().saturating_sub(most.saturating_sub(1));
        lines.truncate(most.saturating_sub(1));
        lines.push(Line::from(faint(format!("… {left} more lines: Tab shows all sheets, b the board in words"))));
    }
    frame.render_widget(Paragraph::new(Text::from(lines)).block(block), area);
}

/// Returns the state of all actors, wrapped at the width of the screen, the current actor first.
fn everybody(view: &View, width: usize) -> Vec<Line<'static>> {
    let mut people: Vec<_> = view.people.iter().collect();
    people.sort_by_key(|one| !one.acting);
    let line = |one: &slip_export::board::Person| {
        let stands = one.line.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{}{} {}  {stands}", if one.acting { ">" } else { " " }, one.mark, one.title)
    };
    people.into_iter().flat_map(|one| wrapped(&line(one), width)).map(Line::from).collect()
}
