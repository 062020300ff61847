//! The screen painted into memory, and a game played on it by keys.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use super::*;
use crate::compile;
use crate::play::session::{Chair, Session};
use crate::project;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::path::Path;

fn painted(screen: &Screen, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(screen, frame)).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let line = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
    (0..height).map(|y| line(y).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn press(screen: &mut Screen, seated: &mut Seated<'_, '_>, code: KeyCode) {
    match screen.key(KeyEvent::from(code)) {
        Wish::Nothing | Wish::Leave => {}
        wish => screen.fulfil(wish, seated).unwrap(),
    }
}

/// Plays a raid with the first side at the keys.
fn at_the_table(test: impl FnOnce(&mut Screen, &mut Seated<'_, '_>)) {
    let project = project::load_package(Path::new("content/wreck_coast")).unwrap();
    let pack = compile::compile(&project.sources).pack;
    let encounter = &pack.encounters["wreck_coast.night_on_the_candle"];
    let seat = |number: usize| if number == 0 { Chair::human() } else { Chair::of_side(&pack, encounter, seat_of(number), 7) };
    let chairs = (0..encounter.sides.len()).map(seat).collect();
    let session = Session::begin(&pack, encounter, Some(7), chairs, Box::new(|_| Ok(()))).unwrap();
    let mut board = Board::new(&pack, encounter, session);
    board.go_on().unwrap();
    let mut screen = Screen::new(board.view(None));
    test(&mut screen, &mut Seated { pack: &pack, encounter, board: &mut board, seed: 7 });
}

fn seat_of(number: usize) -> crate::play::ids::Seat {
    use crate::play::ids::Key;
    crate::play::ids::Seat::of(number)
}

#[test]
fn a_screen_of_any_size_has_board_account_question_and_keys() {
    at_the_table(|screen, _| {
        for (width, height) in [(140, 44), (80, 24), (20, 8), (1, 1)] {
            let shown = painted(screen, width, height);
            if width >= 80 {
                for words in ["the board", "what happened", "►", "q leave"] {
                    let is_cut = words == "q leave" && width < 110;
                    assert!(is_cut || shown.contains(words), "{width}x{height} lacks `{words}`:\n{shown}");
                }
            }
        }
    });
}

#[test]
fn a_game_is_played_by_enter_and_taken_back_and_looked_at_again() {
    at_the_table(|screen, seated| {
        let first = painted(screen, 120, 40);
        let asked = screen.view.question.clone();
        press(screen, seated, KeyCode::Enter);
        assert_ne!(screen.view.question, asked);
        press(screen, seated, KeyCode::Char('u'));
        assert_eq!(screen.view.question, asked);
        let mut answers = 0;
        while screen.view.question.is_some() {
            press(screen, seated, KeyCode::Enter);
            answers += 1;
            assert!(answers < 2_000, "it does not end");
        }
        assert!(painted(screen, 120, 40).contains("It is over."));
        press(screen, seated, KeyCode::Home);
        assert!(screen.is_past() && screen.view.question.is_none());
        press(screen, seated, KeyCode::Right);
        press(screen, seated, KeyCode::End);
        assert!(!screen.is_past());
        assert_ne!(painted(screen, 120, 40), first);
    });
}

#[test]
fn a_page_goes_up_and_down_and_a_help_that_is_broken_into_lines_is_read_to_its_end() {
    at_the_table(|screen, seated| {
        press(screen, seated, KeyCode::Char('?'));
        let first = painted(screen, 60, 24);
        press(screen, seated, KeyCode::PageUp);
        assert_eq!(painted(screen, 60, 24), first, "above the first line is nothing");
        press(screen, seated, KeyCode::PageDown);
        assert_ne!(painted(screen, 60, 24), first);
        (0..20).for_each(|_| press(screen, seated, KeyCode::PageDown));
        let last: String = screen.view.rulings.last().unwrap().0.chars().take(20).collect();
        let shown = painted(screen, 60, 24);
        assert!(shown.contains(last.trim_end()), "{last}:\n{shown}");
    });
}

#[test]
fn the_marked_option_is_one_that_is_listed() {
    at_the_table(|screen, seated| {
        press(screen, seated, KeyCode::Char('m'));
        (0..300).for_each(|_| press(screen, seated, KeyCode::Down));
        press(screen, seated, KeyCode::Char('m'));
        assert!(screen.chosen < screen.listed().len());
    });
}

#[test]
fn words_are_typed_and_what_they_lack_is_said() {
    at_the_table(|screen, seated| {
        let asked = screen.view.question.clone();
        press(screen, seated, KeyCode::Char('/'));
        "dance".chars().for_each(|letter| press(screen, seated, KeyCode::Char(letter)));
        assert!(painted(screen, 120, 40).contains("in words> dance_"));
        press(screen, seated, KeyCode::Enter);
        assert!(screen.trouble.is_some() && screen.view.question == asked);
        press(screen, seated, KeyCode::Char('/'));
        let words = asked.clone().unwrap().options[0].words.clone();
        words.chars().for_each(|letter| press(screen, seated, KeyCode::Char(letter)));
        press(screen, seated, KeyCode::Enter);
        assert_ne!(screen.view.question, asked);
        for pane in [KeyCode::Tab, KeyCode::Tab, KeyCode::Char('b'), KeyCode::Char('w'), KeyCode::Char('?')] {
            press(screen, seated, pane);
            painted(screen, 100, 30);
        }
        assert!(painted(screen, 120, 60).contains("the referee's word"));
    });
}

/// Whoever types sees what they type, in a terminal of any size, and what is asked stands above it.
#[test]
fn what_is_typed_and_what_is_asked_stay_in_sight_on_a_small_screen() {
    at_the_table(|screen, seated| {
        let question = screen.view.question.clone().unwrap();
        let asked = question.text.lines().last().unwrap().chars().take(30).collect::<String>();
        for (width, height) in [(80, 24), (60, 16), (40, 10)] {
            let shown = painted(screen, width, height);
            assert!(shown.contains(asked.trim_end()), "{width}x{height} lacks `{asked}`:\n{shown}");
        }
        screen.typing = Some(Typing::Say(question.options.iter().position(|option| option.say.is_some()).unwrap_or(0)));
        let words = "the lamps go out one after another until only the green one over the lock is left burning";
        words.chars().for_each(|letter| press(screen, seated, KeyCode::Char(letter)));
        for (width, height) in [(80, 24), (60, 16), (40, 10)] {
            let shown = painted(screen, width, height);
            assert!(shown.contains("is left burning_"), "{width}x{height}:\n{shown}");
            assert!(shown.contains("(Enter: nothing"), "{width}x{height}:\n{shown}");
        }
        screen.typing = Some(Typing::Words);
        assert!(painted(screen, 60, 16).contains("is left burning_"));
    });
}
