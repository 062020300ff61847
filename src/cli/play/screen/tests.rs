//! Tests that paint the screen into memory and play a game by keys.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use super::*;

use crate::project;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use slip_session::session::{SeatAssignment, Session};
use std::path::Path;

fn painted(screen: &mut Screen, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(screen, frame)).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let line = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
    (0..height).map(|y| line(y).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn press(screen: &mut Screen, seated: &mut FullScreenGame<'_, '_>, code: KeyCode) {
    match screen.key(KeyEvent::from(code)) {
        KeyAction::Nothing | KeyAction::Leave => {}
        wish => screen.fulfil(wish, seated).unwrap(),
    }
}

/// Plays a raid with the first side at the keyboard, and runs `test`.
fn at_the_table(test: impl FnOnce(&mut Screen, &mut FullScreenGame<'_, '_>)) {
    at_the_table_with(Some(7), test);
}

/// Plays a raid with the first side at the keyboard, and runs `test`. With `None` as `seed`, the dice are rolled at random.
fn at_the_table_with(seed: Option<u64>, test: impl FnOnce(&mut Screen, &mut FullScreenGame<'_, '_>)) {
    let project = project::load_package(Path::new("content/wreck_coast")).unwrap();
    let pack = slip_compile::compile(&project.sources).pack;
    let encounter = &pack.encounters["wreck_coast.night_on_the_candle"];
    let seat =
        |number: usize| if number == 0 { SeatAssignment::human() } else { SeatAssignment::of_side(&pack, encounter, seat_of(number), 7) };
    let chairs = (0..encounter.sides.len()).map(seat).collect();
    let session = Session::begin(&pack, encounter, seed, chairs, Box::new(|_| Ok(()))).unwrap();
    let mut board = Board::new(&pack, encounter, session);
    board.go_on().unwrap();
    let mut screen = Screen::new(board.view(None));
    test(&mut screen, &mut FullScreenGame { pack: &pack, encounter, board: &mut board, seed: 7 });
}

fn seat_of(number: usize) -> slip_play::ids::Seat {
    use slip_play::ids::TableKey;
    slip_play::ids::Seat::of(number)
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
        assert!(painted(screen, 120, 40).contains("The game is over."));
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
        // The input is still there, and the refusal stays visible while it is corrected.
        press(screen, seated, KeyCode::Backspace);
        let shown = painted(screen, 120, 40);
        assert!(shown.contains("in words> danc_") && shown.contains("`dance` is not an answer"), "{shown}");
        press(screen, seated, KeyCode::Esc);
        press(screen, seated, KeyCode::Char('r'));
        "open sesame".chars().for_each(|letter| press(screen, seated, KeyCode::Char(letter)));
        press(screen, seated, KeyCode::Enter);
        let whole = screen.trouble.clone().unwrap();
        let shown = painted(screen, 120, 40);
        assert!(shown.contains("ruling> open sesame_") && shown.contains("not done"), "{shown}");
        assert!(whole.lines().nth(1).is_some_and(|line| shown.contains(line.trim().get(..20).unwrap())), "{whole}:\n{shown}");
        (0..9).for_each(|_| press(screen, seated, KeyCode::PageDown));
        let last = whole.lines().last().unwrap().split_whitespace().last().unwrap();
        assert!(painted(screen, 120, 40).contains(last), "it is read to its end");
        press(screen, seated, KeyCode::Esc);
        assert_eq!(screen.scroll, 0, "the account is where it was");
        press(screen, seated, KeyCode::Char('/'));
        let words = asked.clone().unwrap().options[0].words.clone();
        words.chars().for_each(|letter| press(screen, seated, KeyCode::Char(letter)));
        press(screen, seated, KeyCode::Enter);
        assert_ne!(screen.view.question, asked);
        for pane in [KeyCode::Tab, KeyCode::Tab, KeyCode::Char('b'), KeyCode::Char('w'), KeyCode::Char('?')] {
            press(screen, seated, pane);
            painted(screen, 100, 30);
        }
        assert!(painted(screen, 120, 60).contains("make a ruling as the referee"));
    });
}

/// A short refusal leaves the account visible while the input is corrected.
#[test]
fn a_refusal_that_fits_into_the_last_line_changes_nothing_else() {
    at_the_table(|screen, seated| {
        while screen.view.account.len() < 30 || screen.typing.is_some() {
            assert!(screen.view.question.is_some(), "it is over too soon");
            press(screen, seated, KeyCode::Enter);
        }
        let above = |screen: &mut Screen| painted(screen, 80, 24).rsplit_once('\n').unwrap().0.to_owned();
        press(screen, seated, KeyCode::Char('/'));
        "why now".chars().for_each(|letter| press(screen, seated, KeyCode::Char(letter)));
        let before = above(screen);
        press(screen, seated, KeyCode::Enter);
        assert!(painted(screen, 80, 24).ends_with("\nwrite `why` alone"));
        assert_eq!(above(screen), before);
        let told = screen.view.account.iter().rev().map(|line| line.text.trim()).find(|text| !text.is_empty()).unwrap();
        let last: String = told.chars().take(12).collect();
        assert!(before.contains(last.trim_end()), "{last}:\n{before}");
        press(screen, seated, KeyCode::PageUp);
        assert_ne!(above(screen), before, "there is more above");
        press(screen, seated, KeyCode::PageDown);
        assert_eq!(above(screen), before);
    });
}

/// Names of sheets are read as in the line-by-line table.
#[test]
fn a_sheet_is_asked_for_by_any_name_and_what_nobody_is_called_is_refused_with_the_names() {
    at_the_table(|screen, seated| {
        let people: Vec<_> = screen.view.people.iter().map(|one| (one.title.clone(), one.mark.clone())).collect();
        let ask = |screen: &mut Screen, seated: &mut FullScreenGame<'_, '_>, name: &str| {
            press(screen, seated, KeyCode::Char('/'));
            format!("sheet {name}").chars().for_each(|letter| press(screen, seated, KeyCode::Char(letter)));
            press(screen, seated, KeyCode::Enter);
        };
        for (place, (title, mark)) in people.iter().enumerate() {
            for name in [title, mark] {
                ask(screen, seated, name);
                assert_eq!((screen.pane, &screen.typing, &screen.trouble), (Pane::Sheet(place), &None, &None), "{name}");
            }
        }
        ask(screen, seated, "candle_hand#2");
        assert!(matches!(screen.pane, Pane::Sheet(place) if people[place].0 == "Hand of the Slow Candle #2"));
        // Three actors have the typed name.
        ask(screen, seated, "candle");
        let said = screen.trouble.clone().unwrap();
        let listed = "Master of the Slow Candle (MOT), Hand of the Slow Candle #1 (HOT1)";
        assert!(said.contains(listed) && screen.typed == "sheet candle", "{said}");
    });
}

/// Letters with Ctrl or Alt are terminal keys, or have no effect.
#[test]
fn a_letter_with_a_key_that_is_held_is_no_command_and_no_letter() {
    at_the_table(|screen, seated| {
        press(screen, seated, KeyCode::Enter);
        let asked = screen.view.question.clone();
        let hold = |screen: &mut Screen, letter, held| screen.key(KeyEvent::new(KeyCode::Char(letter), held));
        for (letter, held) in
            [('u', KeyModifiers::CONTROL), ('n', KeyModifiers::CONTROL), ('q', KeyModifiers::ALT), ('1', KeyModifiers::ALT)]
        {
            assert!(matches!(hold(screen, letter, held), KeyAction::Nothing), "{letter}");
        }
        assert_eq!(screen.view.question, asked);
        press(screen, seated, KeyCode::Char('/'));
        "abc defg".chars().for_each(|letter| press(screen, seated, KeyCode::Char(letter)));
        hold(screen, 'w', KeyModifiers::CONTROL);
        assert_eq!(screen.typed, "abc ");
        hold(screen, 'a', KeyModifiers::ALT);
        hold(screen, 'u', KeyModifiers::CONTROL);
        assert_eq!(screen.typed, "");
        // Ctrl and Alt together are AltGr, which types further letters on some keyboards.
        hold(screen, '@', KeyModifiers::CONTROL | KeyModifiers::ALT);
        assert_eq!(screen.typed, "@");
        assert!(matches!(hold(screen, 'c', KeyModifiers::CONTROL), KeyAction::Leave));
    });
}

/// Dice that were typed wrongly are asked for again, after a key or a command.
#[test]
fn real_dice_are_corrected() {
    at_the_table_with(None, |screen, seated| {
        let mut answers = 0;
        while screen.view.dice.is_none() {
            press(screen, seated, KeyCode::Enter);
            answers += 1;
            assert!(answers < 100, "no dice are wanted");
        }
        let wanted = screen.view.dice.clone();
        let say = |screen: &mut Screen, seated: &mut FullScreenGame<'_, '_>, words: &str| {
            words.chars().for_each(|letter| press(screen, seated, KeyCode::Char(letter)));
            press(screen, seated, KeyCode::Enter);
        };
        say(screen, seated, "+ 0 - +");
        assert_ne!(screen.view.dice, wanted);
        for redraw in ["", "undo redraw because \"they fell otherwise\""] {
            if redraw.is_empty() {
                press(screen, seated, KeyCode::Esc);
                press(screen, seated, KeyCode::Char('n'));
            } else {
                if screen.typing.is_none() {
                    press(screen, seated, KeyCode::Char('/'));
                }
                say(screen, seated, redraw);
            }
            assert_eq!(screen.trouble, None);
            while screen.view.dice.is_none() {
                press(screen, seated, KeyCode::Enter);
            }
            assert_eq!(screen.view.dice, wanted, "they are asked for anew");
            say(screen, seated, "- - - -");
        }
    });
}

/// On small and medium screens, the boxes, the points and the cost of the selected answer stay visible.
#[test]
fn boxes_and_costs_are_seen_on_screens_that_are_too_small_for_all() {
    at_the_table(|screen, seated| {
        for (width, height) in [(80, 24), (99, 30), (100, 30), (119, 30)] {
            let shown = painted(screen, width, height);
            let acting = screen.view.people.iter().find(|one| one.acting).unwrap();
            for words in ["Health [", "Composure [", "fate "] {
                assert!(!acting.line.contains(words) || shown.contains(words), "{width}x{height} lacks `{words}`:\n{shown}");
            }
            assert!(shown.contains("more lines: Tab shows all sheets"), "what is cut says so:\n{shown}");
        }
        let mut longest = String::new();
        for _ in 0..40 {
            let about = screen.view.question.iter().flat_map(|question| &question.options).filter_map(|option| option.about.clone());
            longest = about.chain([longest]).max_by_key(String::len).unwrap();
            let all: Vec<_> = screen.view.question.iter().flat_map(|question| question.options.clone()).collect();
            for number in 0..screen.listed().len() {
                screen.chosen = number;
                let about = all[screen.listed()[number]].about.clone().unwrap_or_default();
                let shown = painted(screen, 60, 30).split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(shown.contains(&about.split_whitespace().collect::<Vec<_>>().join(" ")), "{about}\n{shown}");
            }
            screen.chosen = 0;
            press(screen, seated, KeyCode::Enter);
        }
        assert!(longest.len() > 40, "`{longest}` would have fitted");
    });
}

/// A terminal of the usual size shows the whole map, the question and the selected answer.
#[test]
fn the_map_is_seen_on_a_screen_of_80_columns_and_24_lines() {
    at_the_table(|screen, _| {
        let shown = painted(screen, 80, 24);
        let plan = board::plan(&screen.view, 80);
        assert!(plan.len() > 8, "{}", screen.view.short);
        for line in plan {
            assert!(shown.contains(line.trim()), "`{line}` is missing:\n{shown}");
        }
        assert!(shown.contains("►"), "{shown}");
    });
}

/// The input and the question above it are visible in a terminal of any size.
#[test]
fn what_is_typed_and_what_is_asked_stay_in_sight_on_a_small_screen() {
    at_the_table(|screen, seated| {
        let question = screen.view.question.clone().unwrap();
        let asked = question.text.lines().last().unwrap().chars().take(30).collect::<String>();
        for (width, height) in [(80, 24), (60, 16), (40, 10)] {
            let shown = painted(screen, width, height);
            assert!(shown.contains(asked.trim_end()), "{width}x{height} lacks `{asked}`:\n{shown}");
        }
        screen.typing = Some(TypedTextKind::Say(question.options.iter().position(|option| option.say.is_some()).unwrap_or(0)));
        let words = "the lamps go out one after another until only the green one over the lock is left burning";
        words.chars().for_each(|letter| press(screen, seated, KeyCode::Char(letter)));
        for (width, height) in [(80, 24), (60, 16), (40, 10)] {
            let shown = painted(screen, width, height);
            assert!(shown.contains("is left burning_"), "{width}x{height}:\n{shown}");
            assert!(shown.contains("(Enter: no text"), "{width}x{height}:\n{shown}");
        }
        screen.typing = Some(TypedTextKind::Words);
        assert!(painted(screen, 60, 16).contains("is left burning_"));
    });
}

/// On a screen of 80 by 24, a battle of platoons or ships shows its map, or the part of the map around the unit that acts. This is so
/// although the options are wrapped.
#[test]
fn a_small_screen_shows_the_map_of_platoons_and_ships() {
    for (folder, name, edge, least) in
        [("content/glass_shore", "glass_shore.three_towers", "#", 5), ("content/thin_lanes", "thin_lanes.chase", "|||", 1)]
    {
        let project = project::load_package(Path::new(folder)).unwrap();
        let pack = slip_compile::compile(&project.sources).pack;
        let encounter = &pack.encounters[name];
        let seat = |number: usize| {
            if number == 0 { SeatAssignment::human() } else { SeatAssignment::of_side(&pack, encounter, seat_of(number), 7) }
        };
        let chairs = (0..encounter.sides.len()).map(seat).collect();
        let session = Session::begin(&pack, encounter, Some(7), chairs, Box::new(|_| Ok(()))).unwrap();
        let mut board = Board::new(&pack, encounter, session);
        board.go_on().unwrap();
        let mut screen = Screen::new(board.view(None));
        let mut seated = FullScreenGame { pack: &pack, encounter, board: &mut board, seed: 7 };
        for _ in 0..6 {
            let shown = painted(&mut screen, 80, 24);
            let lines = shown.lines().filter(|line| line.starts_with(edge)).count();
            assert!(lines >= least && shown.contains("►"), "{name}:\n{shown}");
            press(&mut screen, &mut seated, KeyCode::Enter);
        }
    }
}
