//! The whole terminal as a table: the same view as the board in a browser, by keys. Floor 9.
//!
//! [`Screen`] knows what is looked at and what is being typed; the game is the [`Board`]'s. [`mod@draw`] paints it and knows no keys.

mod draw;

use super::chairs;
use crate::board::{Board, Deed, Refused, View};
use crate::cli::{Status, Stop};
use crate::pack::Pack;
use crate::pack::encounter::Encounter;
use draw::draw;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::io::IsTerminal;

/// How many lines a page key goes.
const PAGE: usize = 10;

/// Plays on the whole screen until it is over and looked at, or whoever sits there leaves.
pub(super) fn play(pack: &Pack, encounter: &Encounter, board: &mut Board<'_>, seed: u64) -> Result<Status, Stop> {
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        return Err(Stop::because("--full-screen wants a terminal; without it the game is played line by line"));
    }
    board.go_on().map_err(|refused| Stop::because(said(&refused)))?;
    let mut terminal = ratatui::try_init().map_err(|error| Stop::because(format!("cannot use the whole terminal: {error}")))?;
    let played = until_left(&mut terminal, &mut Seated { pack, encounter, board, seed });
    // The terminal is as it was, whatever came of it.
    ratatui::restore();
    played.map(|()| Status::Clean)
}

fn until_left(terminal: &mut DefaultTerminal, seated: &mut Seated<'_, '_>) -> Result<(), Stop> {
    let mut screen = Screen::new(seated.board.view(None));
    let failed = |error: std::io::Error| Stop::because(format!("the terminal does not answer: {error}"));
    loop {
        terminal.draw(|frame| draw(&screen, frame)).map_err(failed)?;
        if let Event::Key(key) = event::read().map_err(failed)?
            && key.kind != KeyEventKind::Release
        {
            match screen.key(key) {
                Wish::Nothing => {}
                Wish::Leave => return Ok(()),
                wish => screen.fulfil(wish, seated)?,
            }
        }
    }
}

/// The game, and what seats are handed over by.
struct Seated<'b, 'a> {
    pack: &'b Pack,
    encounter: &'b Encounter,
    board: &'b mut Board<'a>,
    seed: u64,
}

/// What a key asks for.
enum Wish {
    Nothing,
    Leave,
    Do(Deed),
    Seat(String),
    /// The game as it was at a line, or as it is.
    Look(Option<usize>),
}

/// What is shown beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pane {
    Account,
    /// All about somebody.
    Sheet(usize),
    Why,
    /// Zones, borders, aspects.
    Board,
    Help,
}

/// What is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Typing {
    Words,
    /// Free words along with an option.
    Say(usize),
    Faces,
    Ruling,
    Seat,
}

/// What is looked at.
struct Screen {
    view: View,
    /// The option that Enter takes, among those that are listed.
    chosen: usize,
    /// Whether a long list is shown whole.
    all: bool,
    pane: Pane,
    /// Lines up from the end of the account, or down from the beginning of other panes.
    scroll: usize,
    typing: Option<Typing>,
    typed: String,
    trouble: Option<String>,
}

impl Screen {
    fn new(view: View) -> Screen {
        let typing = view.dice.is_some().then_some(Typing::Faces);
        Screen { view, chosen: 0, all: false, pane: Pane::Account, scroll: 0, typing, typed: String::new(), trouble: None }
    }

    /// The places of the options that are listed.
    fn listed(&self) -> Vec<usize> {
        let options = self.view.question.iter().flat_map(|question| &question.options).enumerate();
        options.filter(|(_, option)| self.all || option.first).map(|(place, _)| place).collect()
    }

    /// The number of the last option that is listed, from 0.
    fn last_listed(&self) -> usize {
        self.listed().len().saturating_sub(1)
    }

    /// Goes a page away from where a pane is read from, or back to it.
    fn page(&mut self, away: bool) {
        self.scroll = if away { self.scroll.saturating_add(PAGE) } else { self.scroll.saturating_sub(PAGE) };
    }

    fn is_past(&self) -> bool {
        self.view.at < self.view.last
    }

    fn key(&mut self, key: KeyEvent) -> Wish {
        self.trouble = None;
        if key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'd')) {
            return Wish::Leave;
        }
        if self.typing.is_some() { self.type_key(key.code) } else { self.command(key.code) }
    }

    fn type_key(&mut self, code: KeyCode) -> Wish {
        match code {
            KeyCode::Esc => {
                self.typing = None;
                self.typed.clear();
            }
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Char(letter) => self.typed.push(letter),
            KeyCode::Enter => return self.typed_line(),
            _ => {}
        }
        Wish::Nothing
    }

    fn typed_line(&mut self) -> Wish {
        let line = std::mem::take(&mut self.typed);
        let ask = self.view.question.as_ref().map(|question| question.ask);
        match (self.typing.take(), ask) {
            (Some(Typing::Say(option)), Some(ask)) => Wish::Do(Deed::Answer { ask, option, say: Some(line) }),
            (Some(Typing::Words), Some(ask)) if !line.trim().is_empty() => Wish::Do(Deed::Words { ask, words: line }),
            (Some(Typing::Faces), _) => Wish::Do(Deed::Roll { faces: line }),
            (Some(Typing::Ruling), _) if !line.trim().is_empty() => Wish::Do(Deed::Rule { words: line }),
            (Some(Typing::Seat), _) if !line.trim().is_empty() => Wish::Seat(line),
            _ => Wish::Nothing,
        }
    }

    fn command(&mut self, code: KeyCode) -> Wish {
        match code {
            KeyCode::Char('q') => return Wish::Leave,
            KeyCode::Char('u') => return Wish::Do(Deed::Undo { answers: Some(1), redraw: false, why: None }),
            KeyCode::Char('U') => return Wish::Do(Deed::Undo { answers: None, redraw: false, why: None }),
            KeyCode::Left => return self.step(-1),
            KeyCode::Right => return self.step(1),
            KeyCode::Home => return Wish::Look(self.view.stops.first().copied()),
            KeyCode::End => return Wish::Look(None),
            KeyCode::Esc => (self.pane, self.scroll) = (Pane::Account, 0),
            KeyCode::Char('w') => self.show(Pane::Why),
            KeyCode::Char('b') => self.show(Pane::Board),
            KeyCode::Char('?' | 'h') => self.show(Pane::Help),
            KeyCode::Tab | KeyCode::Char('s') => self.next_sheet(),
            KeyCode::Char('/' | ':') if self.view.question.is_some() => self.typing = Some(Typing::Words),
            KeyCode::Char('r') => self.typing = Some(Typing::Ruling),
            KeyCode::Char('p') => self.typing = Some(Typing::Seat),
            KeyCode::Char('d') if self.view.dice.is_some() => self.typing = Some(Typing::Faces),
            KeyCode::Char('m') => {
                self.all = !self.all;
                self.chosen = self.chosen.min(self.last_listed());
            }
            KeyCode::PageUp => self.page(self.pane == Pane::Account),
            KeyCode::PageDown => self.page(self.pane != Pane::Account),
            KeyCode::Down => self.chosen = (self.chosen + 1).min(self.last_listed()),
            KeyCode::Up => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Enter => return self.choose(self.chosen),
            KeyCode::Char(digit) => {
                let place = digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok()).and_then(|digit| digit.checked_sub(1));
                return place.map_or(Wish::Nothing, |place| self.choose(place));
            }
            _ => {}
        }
        Wish::Nothing
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

    fn step(&self, by: isize) -> Wish {
        let here = self.view.stops.iter().rposition(|line| *line <= self.view.at).unwrap_or(0);
        let line = here.checked_add_signed(by).and_then(|place| self.view.stops.get(place));
        line.map_or(Wish::Nothing, |line| Wish::Look(Some(*line)))
    }

    /// Takes one of the listed options.
    fn choose(&mut self, place: usize) -> Wish {
        if self.is_past() {
            return Wish::Look(None);
        }
        let listed = self.listed();
        let Some((question, option)) = self.view.question.as_ref().zip(listed.get(place).copied()) else { return Wish::Nothing };
        if question.options.get(option).is_some_and(|option| option.say.is_some()) {
            self.typing = Some(Typing::Say(option));
            return Wish::Nothing;
        }
        Wish::Do(Deed::Answer { ask: question.ask, option, say: None })
    }

    /// Does what a key asked for.
    fn fulfil(&mut self, wish: Wish, seated: &mut Seated<'_, '_>) -> Result<(), Stop> {
        let done = match wish {
            Wish::Do(deed) => seated.board.act(deed),
            Wish::Seat(words) => match chairs::chair(seated.pack, seated.encounter, &words, seated.seed) {
                Ok((seat, chair)) => seated.board.hand_over(seat, chair),
                Err(why) => Err(Refused::Because(why)),
            },
            Wish::Look(line) => {
                self.view = seated.board.view(line);
                return Ok(());
            }
            Wish::Nothing | Wish::Leave => return Ok(()),
        };
        match done {
            Ok(()) => *self = Screen { pane: self.pane, ..Screen::new(seated.board.view(None)) },
            Err(Refused::NotKept(why)) => return Err(Stop::because(why)),
            Err(refused) => {
                self.trouble = Some(said(&refused));
                if self.view.dice.is_some() {
                    self.typing = Some(Typing::Faces);
                }
            }
        }
        Ok(())
    }
}

fn said(refused: &Refused) -> String {
    match refused {
        Refused::Because(why) | Refused::NotKept(why) => why.clone(),
        Refused::Late => "the game has gone on meanwhile".to_owned(),
    }
}

#[cfg(test)]
mod tests;
