//! Tests of a raise-and-see conflict with real dice: dice of all sizes, typed in the order in which they are asked for.

use crate::replay::world::{Cup, Hands, Paper, all_human, every};
use slip_export::board::{Board, BoardAction, Refused};
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Play};
use slip_play::conflict::Refusal;
use slip_play::event::{Event, StakesOp};
use slip_play::fight::{Fight, Playable};
use slip_play::ids::ActorId;
use slip_policy::script::{Script, of_run};
use slip_session::session::replay::{ReplayOptions, kept};
use slip_session::session::{LogError, SeatAssignment, Session};
use slip_table::table::Throw;

/// Returns the shipped conflicts.
fn conflicts() -> Vec<(&'static Pack, &'static Encounter)> {
    let found: Vec<_> = every().into_iter().filter(|(_, encounter)| encounter.play == Play::Stakes).collect();
    assert!(found.len() >= 2, "{}", found.len());
    found
}

/// Starts the conflict with this name at a board. All players are human, and all dice are real.
fn board(name: &str) -> (Board<'static>, Paper) {
    let (pack, encounter) = conflicts().into_iter().find(|(_, encounter)| encounter.name == name).unwrap();
    let paper = Paper::default();
    let session = Session::begin(pack, encounter, None, all_human(encounter), paper.sink()).unwrap();
    let mut board = Board::new(pack, encounter, session);
    board.go_on().unwrap();
    (board, paper)
}

fn typed(faces: &[i8]) -> String {
    faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn sides(board: &Board<'_>) -> Vec<u8> {
    match board.dice_wanted().map(|wanted| wanted.throw) {
        Some(Throw::Pool(sides)) => sides,
        other => panic!("dice for a pool are wanted, and not {other:?}"),
    }
}

/// Types faces for the requested dice, up to the next question.
fn throw(board: &mut Board<'_>, cup: &mut Cup) -> Vec<i8> {
    let mut all = Vec::new();
    while let Some(wanted) = board.dice_wanted() {
        let faces = cup.fall(&wanted.throw);
        board.act(BoardAction::Roll { faces: typed(&faces) }).unwrap();
        all.extend(faces);
    }
    all
}

fn say(board: &mut Board<'_>, words: &str) {
    let ask = board.session().question().unwrap().number;
    board.act(BoardAction::Words { ask, words: words.to_owned() }).unwrap_or_else(|refused| panic!("{words}: {refused:?}"));
}

/// Plays the encounter `struck_name` up to the dice that both parties roll for their approaches.
fn struck_name() -> (Board<'static>, Paper) {
    let (mut board, paper) = board("struck_name");
    while board.dice_wanted().is_none() {
        let ask = board.session().question().unwrap().number;
        board.act(BoardAction::Answer { ask, option: 0, say: None }).unwrap();
    }
    (board, paper)
}

fn pool(board: &Board<'_>, who: u8) -> Vec<(u8, u8)> {
    let Fight::Stakes(fight) = board.session().fight() else { panic!() };
    fight.state.party(ActorId(who)).unwrap().pool.dice().iter().map(|die| (die.sides, die.face)).collect()
}

#[test]
fn a_whole_conflict_is_played_with_typed_dice_and_traced_again_to_its_end() {
    for (pack, encounter) in conflicts() {
        for seed in 0..6 {
            let paper = Paper::default();
            let session = Session::begin(pack, encounter, None, all_human(encounter), paper.sink()).unwrap();
            let mut board = Board::new(pack, encounter, session);
            let (mut cup, mut hands, mut fallen) = (Cup::new(seed), Hands::new(seed), Vec::new());
            board.go_on().unwrap();
            for answers in 0.. {
                assert!(answers < 2_000, "{} does not end", encounter.name);
                fallen.extend(throw(&mut board, &mut cup));
                let Some(ask) = board.session().question() else { break };
                let option = hands.below(board.session().options().len());
                board.act(BoardAction::Answer { ask: ask.number, option, say: None }).unwrap();
            }
            let (session, text) = (board.session(), paper.text());
            assert!(session.outcome().is_some() && cup.throws >= encounter.sides.len());
            assert!(text.lines().next().unwrap().contains("\"script\":true"));
            let again = Session::retrace(pack, encounter, &text, ReplayOptions::default()).unwrap_or_else(|trouble| panic!("{trouble}"));
            assert_eq!((again.stands, again.cut), (text.len(), None));
            assert!(again.session.fight() == session.fight() && again.session.outcome() == session.outcome());
            let rolled = |event: &Event| matches!(event, Event::Stakes(event) if event.op == StakesOp::Roll);
            let events: Vec<Event> = kept(session.journal()).cloned().collect();
            let logged: Vec<i8> = events.iter().filter(|event| rolled(event)).flat_map(Event::fell).map(|fell| fell.face).collect();
            assert_eq!(logged, fallen, "every die that was typed is in the log, as it fell");
            let script = Script::read(&of_run(session.header(), session.start(), &events)).unwrap();
            assert_eq!(script.faces, fallen, "and in a script that is made of it");
        }
    }
}

#[test]
fn wrong_faces_are_refused_in_words_and_nothing_is_lost() {
    let (mut board, paper) = struck_name();
    let wanted = board.dice_wanted().unwrap();
    assert_eq!(sides(&board), [6, 6, 6, 6, 6, 6, 6, 8, 8], "Mind 3d6 and Soft 4d6, the names she keeps and the old friend");
    assert!(wanted.what.starts_with("Sava Orlen rolls 7d6 and 2d8"), "{}", wanted.what);
    let text = paper.text();
    for (faces, why) in [
        ("", "you typed 0 dice, but 9 are rolled: 7d6 and 2d8"),
        ("1 2 3 4 5 6 1 7", "you typed 8 dice, but 9 are rolled: 7d6 and 2d8"),
        ("1 2 3 4 5 6 1 7 8 1", "you typed 10 dice, but 9 are rolled: 7d6 and 2d8"),
        ("1 2 3 4 5 6 8 7 1", "die 7 is a d6 and has no face `8`"),
        ("1 2 3 4 5 6 1 7 9", "die 9 is a d8 and has no face `9`"),
        ("0 2 3 4 5 6 1 7 8", "no die has a face `0`"),
        ("+ 0 - +", "no die has a face `+`"),
    ] {
        let Err(Refused::Because(said)) = board.act(BoardAction::Roll { faces: faces.to_owned() }) else { panic!("{faces} is taken") };
        assert_eq!(said, format!("{why}; type the 9 faces in this order, such as `4 6 2 4 6 2 4 2 \u{2026}`"));
        assert_eq!((board.dice_wanted(), paper.text()), (Some(wanted.clone()), text.clone()), "{faces}: nothing has happened");
    }
    board.act(BoardAction::Roll { faces: "1 2 3 4 5 6 1 7 8".to_owned() }).unwrap();
    let hers = board.dice_wanted().unwrap();
    assert!(hers.what.starts_with("Imre Vass, night clerk rolls"), "{}", hers.what);
    assert!(board.act(BoardAction::Roll { faces: "9".to_owned() }).is_err(), "what she typed lies there all the same");
    throw(&mut board, &mut Cup::new(1));
    assert_eq!(pool(&board, 0), [(6, 1), (6, 1), (6, 2), (6, 3), (6, 4), (6, 5), (6, 6), (8, 7), (8, 8)]);
}

/// R-XTR4 for a step in which two parties roll.
#[test]
fn rxtr4_all_throws_of_a_step_that_was_taken_back_lie_there_again() {
    let (mut board, _) = struck_name();
    throw(&mut board, &mut Cup::new(6));
    let before = (board.session().fight().clone(), pool(&board, 0), pool(&board, 1));
    board.act(BoardAction::Undo { answers: Some(4), redraw: false, why: None }).unwrap();
    assert!(pool(&board, 0).is_empty() && board.session().fight().round() == 0);
    for _ in 0..4 {
        assert_eq!(board.dice_wanted(), None);
        let ask = board.session().question().unwrap().number;
        board.act(BoardAction::Answer { ask, option: 0, say: None }).unwrap();
    }
    assert_eq!(board.dice_wanted(), None, "nothing is thrown again");
    assert!(before == (board.session().fight().clone(), pool(&board, 0), pool(&board, 1)));
    // If the undo asks for new dice, they are rolled again.
    board.act(BoardAction::Undo { answers: Some(1), redraw: true, why: None }).unwrap();
    let ask = board.session().question().unwrap().number;
    board.act(BoardAction::Answer { ask, option: 0, say: None }).unwrap();
    assert!(board.dice_wanted().is_some());
}

/// R-XTR4: the face of a six-sided die is not reused for an eight-sided one.
#[test]
fn rxtr4_dice_of_steps_taken_back_lie_there_for_the_same_dice_only() {
    let (mut board, paper) = struck_name();
    throw(&mut board, &mut Cup::new(2));
    let back = || BoardAction::Undo { answers: Some(1), redraw: false, why: None };
    say(&mut board, "no");
    let before = pool(&board, 0);
    say(&mut board, "bring_in calm");
    assert_eq!(sides(&board), [6, 6]);
    board.act(BoardAction::Roll { faces: "1 2".to_owned() }).unwrap();
    let calm = pool(&board, 0);
    assert_eq!(calm.len(), before.len() + 2);
    board.act(back()).unwrap();
    assert_eq!(pool(&board, 0), before);
    say(&mut board, "bring_in calm");
    assert_eq!((board.dice_wanted(), pool(&board, 0)), (None, calm), "the same step sees the same dice");
    board.act(back()).unwrap();
    say(&mut board, "bring_in seal");
    assert_eq!((sides(&board), pool(&board, 0)), (vec![8], before), "the seal is another die, and nobody has thrown it");
    board.act(BoardAction::Roll { faces: "8".to_owned() }).unwrap();
    assert!(pool(&board, 0).contains(&(8, 8)));
    let (session, text) = (board.session(), paper.text());
    let again = Session::retrace(conflicts()[0].0, &conflict_of(session), &text, ReplayOptions::default()).unwrap();
    assert!(again.stands == text.len() && again.session.fight() == session.fight());
}

fn conflict_of(session: &Session) -> Encounter {
    conflicts().into_iter().find(|(_, encounter)| encounter.name == session.header().encounter).unwrap().1.clone()
}

#[test]
fn a_log_of_typed_dice_goes_on_from_wherever_it_was_cut_off() {
    let (mut board, paper) = struck_name();
    let mut cup = Cup::new(4);
    throw(&mut board, &mut cup);
    say(&mut board, "escalate unopposed_physical");
    throw(&mut board, &mut cup);
    say(&mut board, "bring_in ledges");
    throw(&mut board, &mut cup);
    let (pack, encounter, whole) = (conflicts()[0].0, conflict_of(board.session()), paper.text());
    let fallen: Vec<i8> = kept(board.session().journal()).flat_map(Event::fell).map(|fell| fell.face).collect();
    let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
    for &end in &ends {
        let mut sit = |_, _: &_| SeatAssignment::human();
        let rest = Paper::default();
        let resumed = Session::resume(pack, &encounter, &whole[..end], &mut sit, rest.sink()).unwrap_or_else(|trouble| panic!("{trouble}"));
        assert!(resumed.stands <= end && whole[..end].starts_with(&whole[..resumed.stands]));
        // The same words and the same dice give the same records.
        let mut board = Board::new(pack, &encounter, resumed.session);
        board.go_on().unwrap();
        let gone = kept(board.session().journal()).flat_map(Event::fell).count();
        let mut dice = fallen[gone..].iter();
        while board.dice_wanted().is_some() {
            let faces: Vec<i8> = sides(&board).iter().map(|_| *dice.next().unwrap()).collect();
            board.act(BoardAction::Roll { faces: typed(&faces) }).unwrap();
        }
        let text = format!("{}{}", &whole[..resumed.stands], rest.text());
        assert!(whole.starts_with(&text), "{text}");
    }
}

#[test]
fn a_log_in_which_typed_dice_are_missing_or_impossible_is_refused() {
    let (mut board, paper) = struck_name();
    throw(&mut board, &mut Cup::new(5));
    say(&mut board, "no");
    say(&mut board, "no");
    let (pack, encounter, text) = (conflicts()[0].0, conflict_of(board.session()), paper.text());
    let roll = text.lines().find(|line| line.contains("\"op\":\"roll\"")).unwrap();
    let dice = roll.find("\"dice\":[").unwrap() + "\"dice\":[".len();
    let end = roll[dice..].find("]]").unwrap() + dice + 1;
    let with = |dice_there: &str| {
        let line = format!("{}{dice_there}{}", &roll[..dice], &roll[end..]);
        Session::retrace(pack, &encounter, &text.replace(roll, &line), ReplayOptions::default()).map(|again| again.stands)
    };
    let all = &roll[dice..end];
    assert_eq!(with(all), Ok(text.len()));
    for wrong in ["[6,7]", "[6,6]", ""] {
        let trouble = with(wrong).unwrap_err();
        assert!(trouble.is_difference(), "{trouble}");
    }
    let fewer = with(all.split_once("],").unwrap().1).unwrap_err();
    assert!(matches!(fewer, LogError::Refused { refusal: Refusal::DiceRanOut, .. }), "{fewer}");
    let other = with(&all.replacen("[6,", "[8,", 1)).unwrap_err();
    assert!(other.is_difference(), "{other}");
}
