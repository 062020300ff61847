//! The screen, painted. Floor 9.

use super::{Pane, Screen, Typing};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};

/// From this width on, board and account stand side by side.
const WIDE: u16 = 100;

/// The least room for the account beside the board.
const NARROWEST: u16 = 40;

/// The keys, as the last line names them.
const KEYS: &str = "↑↓ Enter or 1-9 answer · / words · u undo · Tab sheets · b board · ←→ replay · w why · ? help · q leave";

/// What every key does.
const HELP: &[(&str, &str)] = &[
    ("1 to 9, ↑ ↓ Enter", "an answer of the list; Enter takes the one that is marked"),
    ("m", "the whole of a long list, or its beginning"),
    ("/", "an answer in words, which may answer later questions of the turn too"),
    ("u, U", "takes the last answer back, or the turn"),
    ("← → Home End", "what has been, step by step; End is the game as it stands"),
    ("Tab", "everybody's sheet, one after the other; Esc the account again"),
    ("b", "the board in words: zones, borders, aspects"),
    ("w", "the arithmetic of the last roll"),
    ("PageUp, PageDown", "further up or down"),
    ("r", "the referee's word: what may be said stands below"),
    ("p", "gives a side to somebody: side=human, side=doctrine, side=random"),
    ("d", "types dice that lie on the table"),
    ("q", "leaves; every step is in the file of the game"),
];

pub(super) fn draw(screen: &Screen, frame: &mut Frame<'_>) {
    let [top, middle, question, last] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(6),
        Constraint::Length(asked_height(screen, frame.area())),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    title(screen, frame, top);
    if frame.area().width >= WIDE {
        // The plan is seen whole if that leaves room to read beside it.
        let plan = screen.view.short.lines().map(|line| Span::raw(line).width()).max().unwrap_or(0);
        let plan = u16::try_from(plan).unwrap_or(u16::MAX).saturating_add(1);
        let left = plan.clamp(middle.width / 2, middle.width.saturating_sub(NARROWEST));
        let [left, right] = Layout::horizontal([Constraint::Length(left), Constraint::Min(NARROWEST)]).areas(middle);
        board(screen, frame, left);
        pane(screen, frame, right);
    } else {
        let [upper, lower] = Layout::vertical([Constraint::Percentage(55), Constraint::Percentage(45)]).areas(middle);
        board(screen, frame, upper);
        pane(screen, frame, lower);
    }
    asked(screen, frame, question);
    foot(screen, frame, last);
}

fn bold(text: impl Into<String>) -> Span<'static> {
    Span::styled(text.into(), Style::new().add_modifier(Modifier::BOLD))
}

fn faint(text: impl Into<String>) -> Span<'static> {
    Span::styled(text.into(), Style::new().add_modifier(Modifier::DIM))
}

fn title(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let view = &screen.view;
    let dice = view.seed.map_or_else(|| "real dice".to_owned(), |seed| format!("seed {seed}"));
    let place = view.stops.iter().rposition(|line| *line <= view.at).unwrap_or(0);
    let mut rest = format!("  {}  {dice}  step {place} of {}", view.round, view.stops.len().saturating_sub(1));
    if screen.is_past() {
        rest.push_str("  (what has been: Enter goes back to the game)");
    }
    frame.render_widget(Line::from(vec![bold(view.title.clone()), faint(rest)]), area);
}

fn board(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    frame.render_widget(Paragraph::new(screen.view.short.as_str()).block(Block::new().borders(Borders::TOP).title(" the board ")), area);
}

fn pane(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let view = &screen.view;
    let (title, text) = match screen.pane {
        Pane::Account => {
            let lines: Vec<&str> = view.account.iter().map(|line| line.text.as_str()).collect();
            (" what happened ".to_owned(), lines.join("\n"))
        }
        Pane::Sheet(place) => match view.people.get(place) {
            Some(person) => (format!(" {} ", person.title), person.sheet.clone()),
            None => (String::new(), String::new()),
        },
        Pane::Why => (" the last roll ".to_owned(), view.why.clone().unwrap_or_else(|| "nothing has been rolled yet".to_owned())),
        Pane::Board => (" zones, borders, aspects ".to_owned(), view.board.clone()),
        Pane::Help => (" keys ".to_owned(), help(screen)),
    };
    let block = Block::new().borders(Borders::TOP | Borders::LEFT).title(title);
    let room = block.inner(area);
    let height = wrapped_height(&text, room.width);
    let paragraph = Paragraph::new(text).wrap(Wrap { trim: false }).block(block);
    // The account is read from its end, everything else from its beginning.
    let most = height.saturating_sub(usize::from(room.height));
    let down = if screen.pane == Pane::Account { most.saturating_sub(screen.scroll) } else { screen.scroll.min(most) };
    frame.render_widget(paragraph.scroll((u16::try_from(down).unwrap_or(u16::MAX), 0)), area);
}

/// How many lines a text takes; lines are broken at words, so that this is near and never too little by much.
fn wrapped_height(text: &str, width: u16) -> usize {
    let width = usize::from(width.max(1));
    text.lines().map(|line| broken(line, width)).sum()
}

/// How many lines a line is broken into.
fn broken(line: &str, width: usize) -> usize {
    let mut lines = 1;
    let mut used = 0;
    for word in line.split_inclusive(' ') {
        let long = Span::raw(word.trim_end()).width();
        if used > 0 && used + long > width {
            lines += 1;
            used = 0;
        }
        lines += long.saturating_sub(1) / width;
        used += Span::raw(word).width();
    }
    lines
}

fn help(screen: &Screen) -> String {
    let width = HELP.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or(0);
    let mut lines: Vec<String> = HELP.iter().map(|(keys, what)| format!("{keys:width$}  {what}")).collect();
    lines.push(String::new());
    lines.extend(screen.view.rulings.iter().map(|(form, what)| format!("{form}\n    {what}")));
    lines.join("\n")
}

/// What is asked and the options, with the line that is typed.
fn lines(screen: &Screen) -> Vec<Line<'static>> {
    let view = &screen.view;
    let mut lines = Vec::new();
    match (&view.question, &view.dice) {
        (_, Some(dice)) => lines.push(Line::from(bold(format!("Roll: {dice}.")))),
        (Some(question), None) => {
            for line in question.text.lines() {
                lines.push(Line::from(bold(line.to_owned())));
            }
            lines.extend(question.ways.iter().map(|way| Line::from(faint(format!("      {way}")))));
            lines.extend(options(screen, &question.options));
        }
        (None, None) if view.over => lines.push(Line::from(bold("It is over. ← goes back through it, q leaves."))),
        (None, None) => lines.push(Line::from("nobody is asked")),
    }
    if let Some(typing) = &screen.typing {
        let before = match typing {
            Typing::Words => "in words".to_owned(),
            Typing::Say(option) => {
                let say = view.question.as_ref().and_then(|question| question.options.get(*option)?.say.clone());
                format!("{} (Enter: nothing of your own)", say.unwrap_or_default())
            }
            Typing::Faces => "the dice show".to_owned(),
            Typing::Ruling => "the referee says".to_owned(),
            Typing::Seat => "side=who".to_owned(),
        };
        lines.push(Line::from(vec![bold(format!("{before}> ")), Span::raw(screen.typed.clone()), bold("_")]));
    }
    lines
}

fn options(screen: &Screen, options: &[crate::board::Way]) -> Vec<Line<'static>> {
    let listed = screen.listed();
    let width = listed.iter().filter_map(|place| options.get(*place)).map(|option| option.words.chars().count()).max().unwrap_or(0).min(44);
    let mut lines = Vec::new();
    for (number, place) in listed.iter().enumerate() {
        let Some(option) = options.get(*place) else { continue };
        let mark = if number == screen.chosen { "►" } else { " " };
        let words = format!("{mark}{:>2}  {:width$}  ", number + 1, option.words);
        let words = if number == screen.chosen { bold(words) } else { Span::raw(words) };
        lines.push(Line::from(vec![words, faint(option.about.clone().unwrap_or_default())]));
    }
    if listed.len() < options.len() {
        lines.push(Line::from(faint(format!("      and {} more: m lists them", options.len() - listed.len()))));
    }
    lines
}

/// As many lines as there are to show, but never more than half of the screen.
fn asked_height(screen: &Screen, area: Rect) -> u16 {
    let wanted = u16::try_from(lines(screen).len()).unwrap_or(u16::MAX).saturating_add(1);
    wanted.clamp(3, (area.height / 2).max(3))
}

fn asked(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let who = screen.view.question.as_ref().and_then(|question| question.who.clone()).map_or_else(String::new, |who| format!(" {who} "));
    let lines = lines(screen);
    // The marked option stays in sight, and so does what is typed.
    let room = usize::from(area.height.saturating_sub(1));
    let marked = lines.iter().position(|line| line.spans.first().is_some_and(|span| span.content.starts_with('►'))).unwrap_or(0);
    let wanted = if screen.typing.is_some() { lines.len().saturating_sub(1) } else { marked };
    let down = (wanted + 1).saturating_sub(room);
    let paragraph = Paragraph::new(Text::from(lines)).scroll((u16::try_from(down).unwrap_or(u16::MAX), 0));
    frame.render_widget(paragraph.block(Block::new().borders(Borders::TOP).title(bold(who))), area);
}

fn foot(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let line = match &screen.trouble {
        Some(trouble) => Line::from(bold(trouble.lines().next().unwrap_or_default().to_owned())),
        None => Line::from(faint(KEYS)),
    };
    frame.render_widget(line, area);
}
