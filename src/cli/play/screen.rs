//! Full-screen table with keyboard control. It shows the same view as the board in a browser.
//!
//! [`Screen`] has the state of the display and the input; the game belongs to the [`Board`]. [`draw`] only paints.

mod board;
mod paint_screen;
mod terminal_mode;

use super::seat_assignments;
use super::typed_commands::{self, Back, TableCommand};
use crate::cli::{CommandStatus, Stop};
use paint_screen::{draw, is_long};
use ratatui::DefaultTerminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::Print;
use ratatui::crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use slip_export::board::{Board, BoardAction, GameView, Refused};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::stored_seat::{CommandLinePlayer, StoredSeat};
use std::io::IsTerminal;

/// Number of lines by which a page key scrolls.
const PAGE: usize = 10;

/// Checks that there is a terminal to play on.
///
/// # Errors
/// If there is none.
pub(super) fn wants_a_terminal() -> Result<(), Stop> {
    if std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
        return Ok(());
    }
    Err(Stop::because("--full-screen needs a terminal; without it the game is played line by line"))
}

/// Plays on the full screen until the game is over and the player has seen it, or leaves.
pub(super) fn play(pack: &Pack, encounter: &Encounter, board: &mut Board<'_>, seed: u64) -> Result<CommandStatus, Stop> {
    board.go_on().map_err(|refused| Stop::because(said(&refused)))?;
    let mut terminal = terminal_mode::take().map_err(|error| Stop::because(format!("cannot use the whole terminal: {error}")))?;
    let played = until_left(&mut terminal, &mut FullScreenGame { pack, encounter, board, seed });
    // The terminal is restored, whatever the result.
    terminal_mode::give_back();
    played.map(|()| CommandStatus::Clean)
}

fn until_left(terminal: &mut DefaultTerminal, seated: &mut FullScreenGame<'_, '_>) -> Result<(), Stop> {
    let mut screen = Screen::new(seated.board.view(None));
    let failed = |error: std::io::Error| Stop::because(format!("the terminal does not answer: {error}"));
    loop {
        terminal.draw(|frame| draw(&mut screen, frame)).map_err(failed)?;
        if let Event::Key(key) = event::read().map_err(failed)?
            && key.kind != KeyEventKind::Release
        {
            match screen.key(key) {
                KeyAction::Nothing => {}
                KeyAction::Leave => return Ok(()),
                // An external program may fail to answer. While slipyard waits for it, the terminal is restored, so that ^C ends slipyard.
                wish if seated.waits_for_programs(&wish) => {
                    step_aside().map_err(failed)?;
                    let done = screen.fulfil(wish, seated);
                    come_back(terminal).map_err(failed)?;
                    done?;
                }
                wish => screen.fulfil(wish, seated)?,
            }
        }
    }
}

/// Leaves full-screen mode, and prints that slipyard waits for an external program.
fn step_aside() -> std::io::Result<()> {
    terminal_mode::taken(false);
    disable_raw_mode()?;
    execute!(std::io::stdout(), LeaveAlternateScreen, Show, Print("Waiting for a program; ^C leaves, and the game is saved.\n"))
}

/// Switches the terminal to full-screen mode again. A new terminal value repaints everything.
fn come_back(terminal: &mut DefaultTerminal) -> std::io::Result<()> {
    terminal_mode::taken(true);
    enable_raw_mode()?;
    execute!(std::io::stdout(), EnterAlternateScreen, Clear(ClearType::All))?;
    *terminal = DefaultTerminal::new(CrosstermBackend::new(std::io::stdout()))?;
    Ok(())
}

/// Game on the full screen, with the data that is needed to give a seat to another player.
struct FullScreenGame<'b, 'a> {
    pack: &'b Pack,
    encounter: &'b Encounter,
    board: &'b mut Board<'a>,
    seed: u64,
}

impl FullScreenGame<'_, '_> {
    /// True if an external program may have to answer before the player at the keyboard is asked.
    fn waits_for_programs(&self, wish: &KeyAction) -> bool {
        let is_seated = self.board.session().seats().any(|line| line.player == StoredSeat::Outside(CommandLinePlayer::Program));
        match wish {
            KeyAction::Do(_) => is_seated,
            KeyAction::Seat(words) => is_seated || words.contains(CommandLinePlayer::Program.word()),
            _ => false,
        }
    }
}

/// Action that a key causes.
enum KeyAction {
    Nothing,
    Leave,
    Do(BoardAction),
    Seat(String),
    /// Show the sheet of the actor with this name.
    Sheet(String),
    /// Show the game as it was at this line of the log; `None` shows it as it is now.
    Look(Option<usize>),
}

/// Pane that is shown beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pane {
    Account,
    /// Sheet of an actor, by number.
    Sheet(usize),
    Why,
    /// Zones, borders and aspects in words.
    Board,
    Help,
    /// Settings of the questions that the players are asked (stops).
    Stops,
}

/// Kind of text that is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
enum TypedTextKind {
    Words,
    /// Free text for the option of this index.
    Say(usize),
    Faces,
    Ruling,
    Seat,
}

/// State of the full-screen display.
struct Screen {
    view: GameView,
    /// Position of the selected option in the shown list, from 0.
    chosen: usize,
    /// True if a long list is shown in full.
    all: bool,
    pane: Pane,
    /// Number of lines that the pane is scrolled: up from the end of the account, or down from the beginning of any other pane.
    scroll: usize,
    typing: Option<TypedTextKind>,
    typed: String,
    trouble: Option<String>,
    /// Number of lines by which a long refusal is scrolled down. The refusal is shown beside the board.
    read: usize,
    /// Width of the screen in columns when it was last painted.
    width: u16,
}

impl Screen {
    fn new(view: GameView) -> Screen {
        let typing = view.dice.is_some().then_some(TypedTextKind::Faces);
        Screen {
            view,
            chosen: 0,
            all: false,
            pane: Pane::Account,
            scroll: 0,
            typing,
            typed: String::new(),
            trouble: None,
            read: 0,
            width: 0,
        }
    }

    /// Returns the indexes of the listed options.
    fn listed(&self) -> Vec<usize> {
        let options = self.view.question.iter().flat_map(|question| &question.options).enumerate();
        options.filter(|(_, option)| self.all || option.first).map(|(place, _)| place).collect()
    }

    /// Returns the position of the last listed option, from 0.
    fn last_listed(&self) -> usize {
        self.listed().len().saturating_sub(1)
    }

    /// Returns the refusal if it is too long for the last line of the screen and is therefore shown beside the board.
    fn refusal(&self) -> Option<&str> {
        self.trouble.as_deref().filter(|trouble| is_long(trouble, self.width))
    }

    /// Scrolls the pane a page up or down. The account is read from its end, everything else from its beginning.
    fn page(&mut self, up: bool) {
        let (lines, away) =
            if self.refusal().is_some() { (&mut self.read, !up) } else { (&mut self.scroll, up == (self.pane == Pane::Account)) };
        *lines = if away { lines.saturating_add(PAGE) } else { lines.saturating_sub(PAGE) };
    }

    /// Returns the number of lines above the visible part of the pane, at most `most`.
    fn lines_above(&self, most: usize) -> usize {
        match self.pane {
            _ if self.refusal().is_some() => self.read.min(most),
            Pane::Account => most.saturating_sub(self.scroll),
            _ => self.scroll.min(most),
        }
    }

    fn is_past(&self) -> bool {
        self.view.at < self.view.last
    }

    fn key(&mut self, key: KeyEvent) -> KeyAction {
        // The refusal stays on the screen while the player corrects the input.
        let is_read = matches!(key.code, KeyCode::PageUp | KeyCode::PageDown)
            || self.typing.is_some() && matches!(key.code, KeyCode::Char(_) | KeyCode::Backspace);
        if !is_read {
            self.trouble = None;
        }
        // Ctrl and Alt together are AltGr, which types further letters on some keyboards.
        let held = key.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char(letter) if held == KeyModifiers::CONTROL || held == KeyModifiers::ALT => self.held(held, letter),
            code if self.typing.is_some() => self.type_key(code),
            code => self.command(code),
        }
    }

    /// Handles a letter with Ctrl or Alt: the usual keys of terminals are executed, all others do nothing.
    fn held(&mut self, held: KeyModifiers, letter: char) -> KeyAction {
        match letter {
            'c' | 'd' if held == KeyModifiers::CONTROL => return KeyAction::Leave,
            'u' if held == KeyModifiers::CONTROL => self.typed.clear(),
            'w' if held == KeyModifiers::CONTROL => {
                let end = self.typed.trim_end().rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
                self.typed.truncate(end);
            }
            _ => {}
        }
        KeyAction::Nothing
    }

    fn type_key(&mut self, code: KeyCode) -> KeyAction {
        match code {
            KeyCode::Esc => self.stop_typing(),
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Char(letter) => self.typed.push(letter),
            KeyCode::Enter => return self.typed_line(),
            KeyCode::PageUp => self.page(true),
            KeyCode::PageDown => self.page(false),
            _ => {}
        }
        KeyAction::Nothing
    }

    fn stop_typing(&mut self) {
        self.typing = None;
        self.typed.clear();
    }

    /// Ends the input of an answer. If the answer needs dice, the player types their results next.
    fn done_typing(&mut self) {
        self.stop_typing();
        self.typing = self.view.dice.is_some().then_some(TypedTextKind::Faces);
    }

    /// Handles Enter. Input that is refused stays in the input field, so that it can be corrected.
    fn typed_line(&mut self) -> KeyAction {
        let line = self.typed.clone();
        let Some(typing) = self.typing.clone() else { return KeyAction::Nothing };
        let ask = self.view.question.as_ref().map(|question| question.ask);
        if matches!(typing, TypedTextKind::Words | TypedTextKind::Faces) {
            match typed_commands::read(line.trim()) {
                Some(Ok(command)) => return self.obey(command),
                Some(Err(problem)) => {
                    self.refuse(problem);
                    return KeyAction::Nothing;
                }
                None => {}
            }
        }
        match (typing, ask) {
            (TypedTextKind::Say(option), Some(ask)) => KeyAction::Do(BoardAction::Answer { ask, option, say: Some(line) }),
            (TypedTextKind::Faces, _) => KeyAction::Do(BoardAction::Roll { faces: line }),
            (_, _) if line.trim().is_empty() => {
                self.stop_typing();
                KeyAction::Nothing
            }
            (TypedTextKind::Words, Some(ask)) => KeyAction::Do(BoardAction::Words { ask, words: line }),
            (TypedTextKind::Ruling, _) => KeyAction::Do(BoardAction::Rule { words: line }),
            (TypedTextKind::Seat, _) => KeyAction::Seat(line),
            (TypedTextKind::Words | TypedTextKind::Say(_), None) => {
                self.refuse("there is no question now: type a command, such as `undo redraw`".to_owned());
                KeyAction::Nothing
            }
        }
    }

    /// Executes a typed command, as the line-by-line table does.
    fn obey(&mut self, command: TableCommand) -> KeyAction {
        let wish = match command {
            TableCommand::Undo(Back { answers, redraw, why }) => return KeyAction::Do(BoardAction::Undo { answers, redraw, why }),
            TableCommand::Override(words) => return KeyAction::Do(BoardAction::Rule { words }),
            TableCommand::Stops(Some(words)) => return KeyAction::Do(BoardAction::Stops { words }),
            TableCommand::Seat(words) => return KeyAction::Seat(words),
            TableCommand::Quit => KeyAction::Leave,
            TableCommand::Sheet(Some(name)) => return KeyAction::Sheet(name),
            TableCommand::Sheet(None) => {
                self.next_sheet();
                KeyAction::Nothing
            }
            TableCommand::Rest(_) => {
                self.refuse("the full screen asks for each answer; `rest` works without --full-screen".to_owned());
                return KeyAction::Nothing;
            }
            TableCommand::Map
            | TableCommand::Goal
            | TableCommand::Why
            | TableCommand::Help(_)
            | TableCommand::Log(_)
            | TableCommand::Save
            | TableCommand::Stops(None) => {
                self.pane = match command {
                    TableCommand::Stops(None) => Pane::Stops,
                    TableCommand::Map | TableCommand::Goal => Pane::Board,
                    TableCommand::Why => Pane::Why,
                    TableCommand::Help(_) => Pane::Help,
                    _ => Pane::Account,
                };
                self.scroll = 0;
                KeyAction::Nothing
            }
            TableCommand::Options | TableCommand::More => {
                self.all = true;
                KeyAction::Nothing
            }
        };
        self.done_typing();
        wish
    }

    fn refuse(&mut self, why: String) {
        (self.trouble, self.read) = (Some(why), 0);
    }

    fn command(&mut self, code: KeyCode) -> KeyAction {
        match code {
            KeyCode::Char('q') => return KeyAction::Leave,
            KeyCode::Char(letter @ ('u' | 'U' | 'n' | 'N')) => {
                let answers = letter.is_lowercase().then_some(1);
                return KeyAction::Do(BoardAction::Undo { answers, redraw: letter.eq_ignore_ascii_case(&'n'), why: None });
            }
            KeyCode::Left => return self.step(-1),
            KeyCode::Right => return self.step(1),
            KeyCode::Home => return KeyAction::Look(self.view.stops.first().copied()),
            KeyCode::End => return KeyAction::Look(None),
            KeyCode::Esc => (self.pane, self.scroll) = (Pane::Account, 0),
            KeyCode::Char('w') => self.show(Pane::Why),
            KeyCode::Char('b') => self.show(Pane::Board),
            KeyCode::Char('?' | 'h') => self.show(Pane::Help),
            KeyCode::Tab | KeyCode::Char('s') => self.next_sheet(),
            KeyCode::Char('/' | ':') => self.typing = Some(TypedTextKind::Words),
            KeyCode::Char('r') => self.typing = Some(TypedTextKind::Ruling),
            KeyCode::Char('p') => self.typing = Some(TypedTextKind::Seat),
            KeyCode::Char('d') if self.view.dice.is_some() => self.typing = Some(TypedTextKind::Faces),
            KeyCode::Char('m') => {
                self.all = !self.all;
                self.chosen = self.chosen.min(self.last_listed());
            }
            KeyCode::PageUp => self.page(true),
            KeyCode::PageDown => self.page(false),
            KeyCode::Down => self.chosen = (self.chosen + 1).min(self.last_listed()),
            KeyCode::Up => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Enter => return self.choose(self.chosen),
            KeyCode::Char(digit) => {
                let place = digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok()).and_then(|digit| digit.checked_sub(1));
                return place.map_or(KeyAction::Nothing, |place| self.choose(place));
            }
            _ => {}
        }
        KeyAction::Nothing
    }

    fn show(&mut self, pane: Pane) {
        self.pane = if self.pane == pane { Pane::Account } else { pane };
        self.scroll = 0;
    }

    fn next_sheet(&mut self) {
        let next = match self.pane {
            Pane::Sheet(place) => place + 1,
            _ => self.view.people.iter().position(|person| person.acting).unwrap_or(0),
        };
        self.pane = if next < self.view.people.len() { Pane::Sheet(next) } else { Pane::Account };
        self.scroll = 0;
    }

    fn step(&self, by: isize) -> KeyAction {
        let here = self.view.stops.iter().rposition(|line| *line <= self.view.at).unwrap_or(0);
        let line = here.checked_add_signed(by).and_then(|place| self.view.stops.get(place));
        line.map_or(KeyAction::Nothing, |line| KeyAction::Look(Some(*line)))
    }

    /// Chooses one of the options in the list.
    fn choose(&mut self, place: usize) -> KeyAction {
        if self.is_past() {
            return KeyAction::Look(None);
        }
        let listed = self.listed();
        let Some((question, option)) = self.view.question.as_ref().zip(listed.get(place).copied()) else { return KeyAction::Nothing };
        if question.options.get(option).is_some_and(|option| option.say.is_some()) {
            self.typing = Some(TypedTextKind::Say(option));
            return KeyAction::Nothing;
        }
        KeyAction::Do(BoardAction::Answer { ask: question.ask, option, say: None })
    }

    /// Executes the action of a key.
    fn fulfil(&mut self, wish: KeyAction, seated: &mut FullScreenGame<'_, '_>) -> Result<(), Stop> {
        let done = match wish {
            KeyAction::Do(deed) => seated.board.act(deed),
            KeyAction::Seat(words) => match seat_assignments::chair(seated.pack, seated.encounter, &words, seated.seed) {
                Ok((seat, chair)) => seated.board.hand_over(seat, chair),
                Err(why) => Err(Refused::Because(why)),
            },
            KeyAction::Sheet(name) => {
                match seated.board.called(self.view.at, &name) {
                    Ok(place) => {
                        (self.pane, self.scroll) = (Pane::Sheet(place), 0);
                        self.done_typing();
                    }
                    Err(why) => self.refuse(why),
                }
                return Ok(());
            }
            KeyAction::Look(line) => {
                self.view = seated.board.view(line);
                return Ok(());
            }
            KeyAction::Nothing | KeyAction::Leave => return Ok(()),
        };
        match done {
            Ok(()) => *self = Screen { pane: self.pane, width: self.width, ..Screen::new(seated.board.view(None)) },
            Err(Refused::NotKept(why)) => return Err(Stop::because(why)),
            Err(refused) => {
                self.refuse(said(&refused));
                if self.view.dice.is_some() && self.typing.is_none() {
                    self.typing = Some(TypedTextKind::Faces);
                }
            }
        }
        Ok(())
    }
}

fn said(refused: &Refused) -> String {
    match refused {
        Refused::Because(why) | Refused::NotKept(why) | Refused::NotAllowed(why) => why.clone(),
        Refused::Late | Refused::Answered => "the game has changed in the meantime".to_owned(),
    }
}

#[cfg(test)]
mod tests;
