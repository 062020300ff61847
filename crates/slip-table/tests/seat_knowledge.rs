//! Tests of what a seat may see of a game: its own side, and of the others what the game has shown.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_export::board::{Board, GameView, Participant};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::conflict::Conflict;
use slip_play::fight::{Fight, Playable};
use slip_play::ids::{ActorId, Seat, TableKey};
use slip_play::names::{NamedThingKind, Names};
use slip_session::session::{LogRecord, SeatAssignment, Session};
use slip_table::table::{Marks, Viewer};
use slip_test_support::shared_fights::{YARD, compiled};
use slip_test_support::shipped_packages::pack;

/// Plays an encounter by doctrines to its end, at a board.
fn played<'a>(pack: &'a Pack, encounter: &'a Encounter, seed: u64) -> Board<'a> {
    let seats = 0..encounter.sides.len();
    let chairs = seats.map(|number| SeatAssignment::of_side(pack, encounter, Seat::of(number), seed)).collect();
    let session = Session::begin(pack, encounter, Some(seed), chairs, Box::new(|_| Ok(()))).unwrap();
    let mut board = Board::new(pack, encounter, session);
    board.go_on().unwrap();
    board
}

/// Returns the fight after a line of the journal.
fn fight_at(board: &Board<'_>, line: usize) -> Fight {
    let mut fight = board.session().start().clone();
    for entry in board.session().journal().iter().take(line).filter(|entry| entry.kept) {
        if let LogRecord::Event(event) = &entry.record {
            fight.apply(event);
        }
    }
    fight
}

fn people() -> [Participant; 3] {
    [Participant::player(Seat(0)), Participant::player(Seat(1)), Participant::spectator()]
}

/// Returns the marks of the people and of the tokens that a view shows.
fn shown_marks(view: &GameView) -> Vec<String> {
    let people = view.people.iter().map(|one| one.mark.clone());
    let picture = view.picture.as_deref().unwrap_or_default();
    let titles = picture.split("<title>").skip(1).filter_map(|rest| rest.split("</title>").next());
    people.chain(titles.map(|title| title.split(" \u{2013} ").next().unwrap().to_owned())).collect()
}

/// A unit that is neither spotted nor in sight is in no part of the enemy's view: no token, no sheet, no line of words.
#[test]
fn a_hidden_unit_is_in_no_view_of_the_enemy() {
    let pack = pack("glass_shore");
    let encounter = &pack.encounters["glass_shore.three_towers"];
    let board = played(&pack, encounter, 3);
    let marks = Marks::of(board.session().start());
    let mut hidden = 0;
    for line in (0..=board.session().last_line()).step_by(41) {
        let fight = fight_at(&board, line);
        for person in people() {
            let view = board.view_for(&person, Some(line));
            let shown = shown_marks(&view);
            let unseen = person.viewer.unseen(&fight);
            for &who in &unseen {
                hidden += 1;
                assert!(!shown.iter().any(|mark| mark == marks.mark(who)), "line {line}: {:?} sees {}", person.viewer, marks.mark(who));
                let token = format!(" {} ", marks.mark(who));
                let is_named = |text: &str| text.lines().any(|text| format!("{text} ").contains(&token));
                assert!(!is_named(&view.board) && !is_named(&view.short), "line {line}: {}\n{}", marks.mark(who), view.board);
            }
            if let Viewer::Seat(seat) = person.viewer {
                assert!(unseen.iter().all(|&who| fight.side_of(who) != seat), "a side sees its own units");
            }
        }
        assert!(Viewer::Referee.unseen(&fight).is_empty());
    }
    assert!(hidden > 20, "{hidden} hidden units were looked for");
}

/// The march of a unit out of sight is in the referee's account only.
#[test]
fn the_account_of_a_player_leaves_out_the_moves_of_hidden_units() {
    let pack = pack("glass_shore");
    let encounter = &pack.encounters["glass_shore.three_towers"];
    let board = played(&pack, encounter, 3);
    let lines = |person: &Participant| -> Vec<String> { board.view_for(person, None).account.into_iter().map(|line| line.text).collect() };
    let whole = lines(&Participant::everybody());
    for person in people() {
        let known = lines(&person);
        assert!(known.len() < whole.len(), "{:?}: {} of {} lines", person.viewer, known.len(), whole.len());
        // Every line of a player is a line of the referee, except the title lines, which name no players.
        let is_told = |line: &&String| whole.contains(line) || whole.iter().any(|told| told.starts_with(line.as_str()));
        let made_up: Vec<&String> = known.iter().filter(|line| !is_told(line)).collect();
        assert!(made_up.len() * 20 < known.len(), "{made_up:#?}");
    }
}

fn yard(rules: &str) -> Pack {
    compiled(&format!(
        "{YARD}ruleset house {{ closed_sheets {rules} }}\n\
         encounter row \"A row\" : personal {{ map yard; rules house; side ours {{ actors gunner at near }}; side theirs {{ actors gunner at far }}; \
         limit 3 rounds }}\n"
    ))
}

/// Returns the skills on the sheet of each actor, as a person sees them.
fn skills(view: &GameView) -> Vec<String> {
    let line = |sheet: &str| sheet.lines().find(|line| line.starts_with("  skills")).unwrap_or_default().trim().to_owned();
    view.people.iter().map(|one| line(&one.sheet)).collect()
}

/// Under `closed_sheets yes` the sheet of an enemy shows the skills that the enemy has rolled, and no other.
#[test]
fn rxts5_a_closed_sheet_shows_only_skills_that_were_rolled() {
    let pack = yard("yes");
    let encounter = &pack.encounters["own.row"];
    let board = played(&pack, encounter, 5);
    let ours = Participant::player(Seat(0));
    let before = skills(&board.view_for(&ours, Some(0)));
    assert!(before[0].contains("Stealth 1") && before[1].is_empty(), "{before:?}");
    let sheet = &board.view_for(&ours, Some(0)).people[1].sheet;
    assert!(sheet.contains("skills that have not been rolled yet") && sheet.contains("carbine: "), "weapons are open: {sheet}");
    let after = skills(&board.view_for(&ours, None));
    assert!(after[1].contains("Slug throwers 3") && !after[1].contains("Stealth"), "{after:?}");
    let spectator = skills(&board.view_for(&Participant::spectator(), Some(0)));
    assert!(spectator.iter().all(String::is_empty), "an onlooker may sit beside any player: {spectator:?}");
    let referee = skills(&board.view(Some(0)));
    assert!(referee.iter().all(|line| line.contains("Stealth 1")), "{referee:?}");
}

#[test]
fn open_sheets_are_open_to_all() {
    let pack = yard("no");
    let encounter = &pack.encounters["own.row"];
    let board = played(&pack, encounter, 5);
    for person in people() {
        assert!(skills(&board.view_for(&person, Some(0))).iter().all(|line| line.contains("Stealth 1")));
    }
}

/// Players see neither the seed nor the doctrine of another side. From the seed they could compute the next dice, and a doctrine is a
/// secret of its side.
#[test]
fn no_player_learns_the_seed_or_the_doctrine_of_a_side() {
    let pack = pack("harrow_reach");
    let encounter = &pack.encounters["harrow_reach.arrears"];
    let board = played(&pack, encounter, 4711);
    for person in people() {
        let text = serde_json::to_string(&board.view_for(&person, None)).unwrap();
        assert!(!text.contains("4711") && !text.contains("in_the_way") && !text.contains("to_the_lamp"), "{:?}", person.viewer);
        assert!(board.view_for(&person, None).rulings.is_empty());
    }
    let whole = serde_json::to_string(&board.view(None)).unwrap();
    assert!(whole.contains("4711") && whole.contains("in_the_way") && whole.contains("to_the_lamp"));
}

/// An aircraft over the ground is seen by all, and so is a unit that is out of the fight.
#[test]
fn what_is_in_the_air_or_out_of_the_fight_is_no_secret() {
    let pack = pack("glass_shore");
    for encounter in pack.encounters.values().filter(|encounter| encounter.play == slip_pack::encounter::Play::Platoon) {
        let board = played(&pack, encounter, 1);
        let fight = fight_at(&board, board.session().last_line());
        let Fight::Platoon(battle) = &fight else { panic!("a battle") };
        for (who, unit) in battle.state.units.iter() {
            if !unit.is_active() || battle.is_aloft(who) || unit.spotted > 0 {
                assert!((0..encounter.sides.len()).all(|seat| Viewer::Seat(Seat::of(seat)).sees(&fight, who)));
            }
        }
        let platoon = (0..fight.count(NamedThingKind::Actor)).map(ActorId::of).find(|&who| battle.state.unit(who).is_none());
        assert!(platoon.is_none_or(|who| Viewer::Spectator.sees(&fight, who)), "a platoon is always known");
    }
}
