//! Fuzz target: players do anything: every option, any words, any dice, undo, overrides of the referee. No decision breaks a game, and its
//! log can be replayed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slip_export::board::{Board, BoardAction};
use slip_dice::DiceKind;
use slip_session::session::replay::ReplayOptions;
use slip_session::session::{SeatAssignment, Session};
use slip_table::table::Throw;
use slipyard_fuzz::bytes::Bytes;
use slipyard_fuzz::encounters::{Scene, little, scenes};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::LazyLock;

static SCENES: LazyLock<Vec<Scene>> =
    LazyLock::new(|| scenes(&["harrow_reach", "thin_lanes", "glass_shore", "nine_sluices", "quiet_docket", "wreck_coast"]));

static LITTLE: LazyLock<Vec<Scene>> = LazyLock::new(little);

/// Inputs up to this length play small encounters; of the longer ones, every second plays a shipped encounter, which takes several times as
/// long to start.
const SHORT: usize = 24;

/// Largest number of actions in a game.
const DEEDS: usize = 40;

/// Returns random dice results: a face for each die that is needed.
fn fallen(board: &Board<'_>, bytes: &mut Bytes<'_>) -> String {
    let faces: Vec<String> = match board.dice_wanted().map(|wanted| wanted.throw) {
        Some(Throw::Pool(sides)) => sides.iter().map(|&sides| (bytes.byte() % sides.max(1) + 1).to_string()).collect(),
        Some(Throw::Check(DiceKind::Fudge)) => (0..4).map(|_| ["-", "0", "+"][usize::from(bytes.byte() % 3)].to_owned()).collect(),
        Some(Throw::Check(_)) => (0..2).map(|_| (bytes.byte() % 6 + 1).to_string()).collect(),
        None => Vec::new(),
    };
    faces.join(" ")
}

fn deed(board: &Board<'_>, bytes: &mut Bytes<'_>) -> BoardAction {
    let ask = board.session().question().map_or(0, |ask| ask.number);
    match bytes.byte() {
        0..8 => BoardAction::Words { ask, words: bytes.text() },
        8..16 => BoardAction::Rule { words: bytes.text() },
        16..24 => BoardAction::Undo { answers: Some(bytes.below(5)), redraw: bytes.byte() % 2 == 0, why: None },
        24..28 => BoardAction::Undo { answers: None, redraw: false, why: Some(bytes.text()) },
        28..32 => BoardAction::Roll { faces: bytes.text() },
        32..36 => BoardAction::Roll { faces: fallen(board, bytes) },
        byte => {
            let many = board.session().options().len();
            let option = usize::from(byte - 36).checked_rem(many).unwrap_or(0);
            BoardAction::Answer { ask, option, say: None }
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let tables = if bytes.byte() % 2 == 0 && data.len() > SHORT { &SCENES } else { &LITTLE };
    let Some(scene) = tables.get(usize::from(bytes.byte()) % tables.len().max(1)) else { return };
    let seed = u64::from(bytes.byte());
    let log = Rc::new(RefCell::new(String::new()));
    let kept = Rc::clone(&log);
    let sink = Box::new(move |text: &str| {
        kept.borrow_mut().push_str(text);
        Ok(())
    });
    let seed = (seed != 0).then_some(seed);
    let chairs = scene.encounter.sides.iter().map(|_| SeatAssignment::human()).collect();
    let Ok(session) = Session::begin(scene.pack, scene.encounter, seed, chairs, sink) else { return };
    let mut board = Board::new(scene.pack, scene.encounter, session);
    let _ = board.go_on();
    for _ in 0..DEEDS {
        if bytes.is_empty() || board.session().outcome().is_some() {
            break;
        }
        let next = deed(&board, &mut bytes);
        let _ = board.act(next);
    }
    let text = log.borrow();
    let again = Session::retrace(scene.pack, scene.encounter, &text, ReplayOptions::default());
    assert!(again.is_ok_and(|again| again.stands == text.len()), "what was played is traced again");
});
