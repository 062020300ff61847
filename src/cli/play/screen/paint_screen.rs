//! Paints the full-screen table.

use super::{Pane, Screen, TypedTextKind, board};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};

/// Width in columns from which board and account are side by side, if the whole board fits.
const WIDE: u16 = 100;

/// Smallest width in columns of the account beside the board.
const NARROWEST: u16 = 40;

/// Smallest height in lines of the account below the board, with its title.
const LOWEST: u16 = 3;

/// Smallest height in lines of a question, with its title.
const ASKED: u16 = 5;

/// Keys that the last line of the screen lists.
const KEYS: &str = "↑↓ Enter or 1-9 answer · / words · u undo · ? help · q leave · Tab sheets · b board · ←→ replay · w why";

/// Description of every key.
const HELP: &[(&str, &str)] = &[
    ("1 to 9, ↑ ↓ Enter", "choose an answer from the list; Enter takes the marked one"),
    ("m", "show all of a long list, or only its beginning"),
    ("/", "answer in words, also for later questions of the turn; or type a command: `undo 3 redraw because WHY`"),
    ("/ stops", "show which questions you are asked; `stops full` and similar commands change this"),
    ("u, U", "take back the last answer, or the turn"),
    ("n, N", "take back the last answer, or the turn, and roll new dice from there on"),
    ("← → Home End", "go through the past steps; End returns to the present"),
    ("Tab", "show the sheets, one after the other; Esc returns to the account"),
    ("b", "show the board in words: zones, borders, aspects"),
    ("w", "show the arithmetic of the last roll"),
    ("PageUp, PageDown", "scroll up or down"),
    ("r", "make a ruling as the referee; all rulings are listed below"),
    ("p", "change the player of a side: side=human, side=doctrine, side=random"),
    ("d", "type the results of real dice"),
    ("q", "leave; every step is saved in the file of the game"),
];

pub(super) fn draw(screen: &mut Screen, frame: &mut Frame<'_>) {
    screen.width = frame.area().width;
    let screen = &*screen;
    let [top, middle, question, last] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(6.min(frame.area().height / 3)),
        Constraint::Length(asked_height(screen, frame.area())),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    title(screen, frame, top);
    let plan = board::width(&screen.view).saturating_add(1);
    if frame.area().width >= WIDE && plan <= middle.width.saturating_sub(NARROWEST) {
        let [left, right] = Layout::horizontal([Constraint::Length(plan.max(middle.width / 2)), Constraint::Min(NARROWEST)]).areas(middle);
        board::draw(&screen.view, frame, left);
        pane(screen, frame, right);
    } else {
        let wanted = board::height(&screen.view, middle.width);
        let upper = if wanted <= middle.height.saturating_sub(LOWEST) && wanted > 1 {
            Constraint::Length(wanted.max(middle.height.saturating_mul(55) / 100))
        } else if board::plan(&screen.view, middle.width).len() >= usize::from(middle.height.saturating_mul(55) / 100) {
            // If the map is too high for the screen, only a part of it is shown, so that enough lines are left for the account.
            Constraint::Length(middle.height.saturating_sub(LOWEST))
        } else {
            Constraint::Percentage(55)
        };
        let [upper, lower] = Layout::vertical([upper, Constraint::Min(0)]).areas(middle);
        board::draw(&screen.view, frame, upper);
        pane(screen, frame, lower);
    }
    asked(screen, frame, question);
    foot(screen, frame, last);
}

fn bold(text: impl Into<String>) -> Span<'static> {
    Span::styled(text.into(), Style::new().add_modifier(Modifier::BOLD))
}

pub(super) fn faint(text: impl Into<String>) -> Span<'static> {
    Span::styled(text.into(), Style::new().add_modifier(Modifier::DIM))
}

fn title(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let view = &screen.view;
    let dice = view.seed.map_or_else(|| "real dice".to_owned(), |seed| format!("seed {seed}"));
    let place = view.stops.iter().rposition(|line| *line <= view.at).unwrap_or(0);
    let mut rest = format!("  {}  {dice}  step {place} of {}", view.round, view.stops.len().saturating_sub(1));
    if screen.is_past() {
        rest.push_str("  (the past: Enter returns to the present)");
    }
    frame.render_widget(Line::from(vec![bold(view.title.clone()), faint(rest)]), area);
}

fn pane(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let view = &screen.view;
    let (title, text) = match (screen.refusal(), screen.pane) {
        (Some(refusal), _) => (" not done ".to_owned(), refusal.to_owned()),
        (None, Pane::Account) => {
            let lines: Vec<&str> = view.account.iter().map(|line| line.text.as_str()).collect();
            (" what happened ".to_owned(), lines.join("\n"))
        }
        (None, Pane::Sheet(place)) => match view.people.get(place) {
            Some(person) => (format!(" {} ", person.title), person.sheet.clone()),
            None => (String::new(), String::new()),
        },
        (None, Pane::Why) => (" the last roll ".to_owned(), view.why.clone().unwrap_or_else(|| "nothing has been rolled yet".to_owned())),
        (None, Pane::Board) => (" zones, borders, aspects ".to_owned(), view.board.clone()),
        (None, Pane::Help) => (" keys ".to_owned(), help(screen)),
        (None, Pane::Stops) => (" questions that you are asked ".to_owned(), stops(screen)),
    };
    let block = Block::new().borders(Borders::TOP | Borders::LEFT).title(title);
    let room = block.inner(area);
    let height = wrapped_height(&text, room.width);
    let paragraph = Paragraph::new(text).wrap(Wrap { trim: false }).block(block);
    let above = screen.lines_above(height.saturating_sub(usize::from(room.height)));
    frame.render_widget(paragraph.scroll((u16::try_from(above).unwrap_or(u16::MAX), 0)), area);
}

/// Returns the approximate number of lines of a wrapped text.
fn wrapped_height(text: &str, width: u16) -> usize {
    let width = usize::from(width.max(1));
    text.lines().map(|line| broken(line, width)).sum()
}

/// Returns the number of lines that a line is wrapped into.
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

/// Returns the stops of each person at the keyboard (the questions that the person is asked), and the way to change them.
fn stops(screen: &Screen) -> String {
    let mut lines = Vec::new();
    for seat in &screen.view.asked {
        lines.push(format!("{}: {}", seat.side, seat.preset));
        for (title, rows) in &seat.groups {
            lines.push((*title).to_owned());
            lines.extend(rows.iter().map(|(word, what, setting)| format!("  {setting:<8} {word:<18} {what}")));
        }
    }
    lines.push("Type `stops brief`, `stops full`, or `stops adjust always` (or matters, never) after /".to_owned());
    lines.join("\n")
}

/// Parts of the screen below the board, from top to bottom. If the room is too small, the question and the input are shown first.
#[derive(Default)]
struct ScreenParts {
    /// Lines that describe the situation, above the question.
    before: Vec<Line<'static>>,
    question: Vec<Line<'static>>,
    /// Options of the question, and hints for typing an answer.
    listed: Vec<Line<'static>>,
    /// Number of the last line of the selected option.
    marked: usize,
    typed: Vec<Line<'static>>,
}

impl ScreenParts {
    fn of(screen: &Screen, width: u16) -> ScreenParts {
        let view = &screen.view;
        let width = usize::from(width.max(1));
        let mut asked = ScreenParts { typed: typed(screen, width), ..ScreenParts::default() };
        match (&view.question, &view.dice) {
            (_, Some(dice)) => asked.question = bold_lines(&format!("Roll: {dice}."), width),
            (Some(question), None) => {
                let (before, last) = question.text.rsplit_once('\n').unwrap_or(("", &question.text));
                asked.before = before.lines().flat_map(|line| bold_lines(line, width)).collect();
                asked.question = bold_lines(last, width);
                let ways = question.ways.iter().flat_map(|way| wrapped(way, width.saturating_sub(INDENT.len())));
                asked.listed = ways.map(|way| Line::from(faint(format!("{INDENT}{way}")))).collect();
                let (listed, marked) = options(screen, &question.options, width);
                asked.marked = asked.listed.len().saturating_add(marked);
                asked.listed.extend(listed);
            }
            (None, None) if view.over => asked.question = bold_lines("The game is over. ← goes back through the game, q leaves.", width),
            (None, None) => asked.question = vec![Line::from("there is no question now")],
        }
        asked
    }

    fn height(&self) -> usize {
        self.before.len() + self.question.len() + self.listed.len() + self.typed.len()
    }

    /// Returns the lines of all parts, at most `room` of them.
    fn within(mut self, room: usize) -> Vec<Line<'static>> {
        if self.height() > room {
            self.before.clear();
        }
        let typed = self.typed.split_off(self.typed.len().saturating_sub(room));
        let mut lines = self.before;
        lines.extend(self.question);
        lines.truncate(room.saturating_sub(typed.len()));
        // The selected option stays visible.
        let left = room.saturating_sub(typed.len() + lines.len());
        lines.extend(self.listed.into_iter().skip((self.marked + 1).saturating_sub(left)).take(left));
        lines.extend(typed);
        lines
    }
}

fn bold_lines(text: &str, width: usize) -> Vec<Line<'static>> {
    wrapped(text, width).into_iter().map(|line| Line::from(bold(line))).collect()
}

/// Wraps a line at words, and inside words that are longer than the width of the screen.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_inclusive(' ') {
        if used > 0 && used + Span::raw(word.trim_end()).width() > width {
            lines.push(String::new());
            used = 0;
        }
        for letter in word.chars() {
            let wide = Span::raw(letter.to_string()).width();
            if used + wide > width && letter != ' ' {
                lines.push(String::new());
                used = 0;
            }
            used += wide;
            if let Some(line) = lines.last_mut() {
                line.push(letter);
            }
        }
    }
    lines
}

/// Returns the prompt and the input. If the input is too long, its end is shown; a long prompt has lines of its own.
fn typed(screen: &Screen, width: usize) -> Vec<Line<'static>> {
    let Some(typing) = &screen.typing else { return Vec::new() };
    let before = match typing {
        TypedTextKind::Words => "in words".to_owned(),
        TypedTextKind::Say(option) => {
            let say = screen.view.question.as_ref().and_then(|question| question.options.get(*option)?.say.clone());
            format!("{} (Enter: no text)", say.unwrap_or_default())
        }
        TypedTextKind::Faces => "the dice show".to_owned(),
        TypedTextKind::Ruling => "ruling".to_owned(),
        TypedTextKind::Seat => "side=who".to_owned(),
    };
    let (mut lines, prompt) = if Span::raw(before.as_str()).width() > width / 2 {
        (bold_lines(&before, width), "> ".to_owned())
    } else {
        (Vec::new(), format!("{before}> "))
    };
    // The cursor after the input needs a column too.
    let room = width.saturating_sub(Span::raw(prompt.as_str()).width() + 1);
    lines.push(Line::from(vec![bold(prompt), Span::raw(end_of(&screen.typed, room)), bold("_")]));
    lines
}

/// Returns the end of a text that fits into a width.
fn end_of(text: &str, width: usize) -> String {
    let mut used = 0;
    let fits = |letter: &char| {
        used += Span::raw(letter.to_string()).width();
        used <= width
    };
    let letters: Vec<char> = text.chars().rev().take_while(fits).collect();
    letters.into_iter().rev().collect()
}

/// Returns the lines of the options in the list. The cost and the odds are shown in full only for the selected option.
fn options(screen: &Screen, options: &[slip_export::board::ViewOption], room: usize) -> (Vec<Line<'static>>, usize) {
    let listed = screen.listed();
    let width = listed
        .iter()
        .filter_map(|place| options.get(*place))
        .map(|option| slip_printable::columns_of(&option.sentence))
        .max()
        .unwrap_or(0)
        .min(44);
    let (mut lines, mut marked) = (Vec::new(), 0);
    for (number, place) in listed.iter().enumerate() {
        let Some(option) = options.get(*place) else { continue };
        let is_marked = number == screen.chosen;
        let mark = if is_marked { "►" } else { " " };
        let words = format!("{mark}{:>2}  {}  ", number + 1, slip_printable::padded(&option.sentence, width));
        let about = option.about.clone().unwrap_or_default();
        let is_cut = Span::raw(format!("{words}{about}")).width() > room;
        if is_cut {
            let sentence = wrapped(words.trim_end(), room).into_iter();
            lines.extend(sentence.map(|line| Line::from(if is_marked { bold(line) } else { Span::raw(line) })));
            lines.extend(
                wrapped(&about, room.saturating_sub(INDENT.len())).into_iter().map(|line| Line::from(faint(format!("{INDENT}{line}")))),
            );
        } else {
            lines.push(Line::from(vec![if is_marked { bold(words) } else { Span::raw(words) }, faint(about)]));
        }
        if is_marked {
            marked = lines.len().saturating_sub(1);
        }
    }
    if listed.len() < options.len() {
        lines.push(Line::from(faint(format!("      and {} more: m lists them", options.len() - listed.len()))));
    }
    (lines, marked)
}

/// Indentation of the lines that belong to an option.
const INDENT: &str = "      ";

/// Returns the height in lines of the part below the board. It is at most half of the screen, or less if the whole map needs the room.
fn asked_height(screen: &Screen, area: Rect) -> u16 {
    let wanted = u16::try_from(ScreenParts::of(screen, area.width).height()).unwrap_or(u16::MAX).saturating_add(1);
    let half = (area.height / 2).max(3);
    let plan = u16::try_from(board::plan(&screen.view, area.width).len()).unwrap_or(u16::MAX);
    // Number of lines left for the question after the title, the keys, the map with its title, and the account.
    let beside = area.height.saturating_sub(2).saturating_sub(plan.saturating_add(1)).saturating_sub(LOWEST);
    let most = match plan {
        0 => half,
        _ if beside >= ASKED => half.min(beside),
        // The map does not fit. The question then leaves room for a part of the map.
        _ => half.min((area.height * 2 / 5).max(3)),
    };
    wanted.clamp(3, most)
}

fn asked(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let who = screen.view.question.as_ref().and_then(|question| question.who.clone());
    // The title shows the boxes and points of the actor who is asked, because they matter for the answer. The board may have no room for
    // them.
    let acting = screen.view.people.iter().find(|one| one.acting && who.as_deref() == Some(one.title.as_str()));
    let who = acting.map(|one| board::line_of(one).trim_start_matches('>').to_owned()).or(who);
    let who = who.map_or_else(String::new, |who| format!(" {} ", who.trim()));
    let lines = ScreenParts::of(screen, area.width).within(usize::from(area.height.saturating_sub(1)));
    frame.render_widget(Paragraph::new(Text::from(lines)).block(Block::new().borders(Borders::TOP).title(bold(who))), area);
}

/// True if a refusal is too long for the last line of a screen of this width.
pub(super) fn is_long(trouble: &str, width: u16) -> bool {
    trouble.contains('\n') || Span::raw(trouble).width() > usize::from(width)
}

fn foot(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let line = match &screen.trouble {
        Some(_) if screen.refusal().is_some() => Line::from(bold("refused; PageDown shows the rest of the reason")),
        Some(trouble) => Line::from(bold(trouble.clone())),
        None => screen.view.notice.as_ref().map_or_else(|| Line::from(faint(KEYS)), |notice| Line::from(bold(notice.clone()))),
    };
    frame.render_widget(line, area);
}
