//! Tests of victory conditions in social encounters, and of concessions (SC3, SC4).

use crate::social::table::{Table, pack};
use slip_dice::Dice;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::EndReason;
use slip_play::personal::Personal;
use slip_play::personal::state::{ActorStatus, COMPOSURE};
use slip_play::question::Point;
use slip_test_support::social_room::{LINE, Room, courtship, otto, rosa};

const CAST: &str = r#"
npc rosa "Rosa" { cap 2; skills { 2 charm; 1 oratory, resolve }; aspects "Never wrote back", "Old coat" }
npc otto "Otto" { cap 2; skills { 2 charm; 1 resolve, oratory }; aspects "Cannot stand to lose", "New shoes" }
npc mr_v "Mr V" { cap 2; skills { 2 resolve; 1 charm, oratory }; aspects "Third divorce", "Lives above the shop" }
map rings {
  zone lovers "Lovers"; zone near "Near"; zone far "Far"; zone friends "Just friends"
  border lovers -- near; border near -- far; border far -- friends
}
"#;

/// Rosa far, Otto near and Mr V far, for three rounds, with a victory condition.
fn talk(body: &str) -> Table {
    let talk = format!(
        "{CAST}encounter talk \"Talk\" : social {{\nmap rings\nstakes {{ win \"A yes.\"; lose \"A no.\" }}\ntime_boxes 3\n\
         side us {{ actors rosa at far }}\nside them {{ actors otto at near }}\nside him {{ actors mr_v at far }}\n{body}\n}}\n"
    );
    let pack = pack(&talk);
    let fight = Personal::begin(&pack, &pack.encounters["t.talk"]).unwrap();
    Table { fight, dice: Dice::scripted([]), events: Vec::new() }
}

fn outcome(table: &Table) -> Option<(Option<u8>, EndReason)> {
    table.fight.state.outcome.map(|outcome| (outcome.winner.map(|seat| seat.0), outcome.why))
}

/// Returns the result after this many rounds without actions, with some actors put into zones.
fn after(rounds: usize, body: &str, put: &[(&str, &str)]) -> Option<(Option<u8>, EndReason)> {
    let mut table = talk(body);
    for (name, zone) in put {
        table.put(name, zone);
    }
    for _ in 0..rounds {
        table.idle_round();
    }
    outcome(&table)
}

#[test]
fn one_or_an_opponent_brought_somewhere_wins_when_the_round_is_over() {
    let body = "victory us when reach(rosa, lovers)\nvictory them when reach(mr_v, friends)";
    assert_eq!(after(1, body, &[]), None);
    assert_eq!(after(1, body, &[("otto", "lovers"), ("rosa", "friends")]), None, "it has to be her, and him");
    assert_eq!(after(1, body, &[("rosa", "lovers")]), Some((Some(0), EndReason::Victory(0))));
    assert_eq!(after(1, body, &[("mr_v", "friends")]), Some((Some(1), EndReason::Victory(1))));
    // The condition is not checked before the box of the round is marked.
    let mut table = talk(body);
    table.put("rosa", "lovers").until_turn_of("mr_v");
    assert_eq!((outcome(&table), table.fight.time_left()), (None, 3));
    table.idle_round();
    assert_eq!((outcome(&table).is_some(), table.fight.time_left()), (true, 2));
}

#[test]
fn together_wants_all_of_them_there_at_once() {
    let body = "pawn book \"The book\" at friends\nvictory us when together(rosa, mr_v, book, lovers)";
    let all = [("rosa", "lovers"), ("mr_v", "lovers"), ("book", "lovers")];
    for missing in 0..3 {
        let mut there = all.to_vec();
        there.remove(missing);
        assert_eq!(after(1, body, &there), None, "without {}", all[missing].0);
    }
    assert_eq!(after(1, body, &all), Some((Some(0), EndReason::Victory(0))));
    assert_eq!(after(1, body, &all.map(|(name, _)| (name, "near"))), None, "together, and elsewhere");
    // A visit to the zone one round ago does not count.
    let mut table = talk(body);
    table.put("rosa", "lovers").put("book", "lovers").idle_round();
    table.put("rosa", "near").put("mr_v", "lovers").idle_round();
    assert_eq!(outcome(&table), None);
}

#[test]
fn most_pawns_when_time_is_up_win_and_as_many_are_a_draw() {
    let body = "pawns jury x5 at far\npawn_score jury { us lovers, near; them friends }";
    let stand = |zones: [&'static str; 5]| -> Vec<(&str, &str)> {
        ["jury#1", "jury#2", "jury#3", "jury#4", "jury#5"].into_iter().zip(zones).collect()
    };
    let two_to_one = stand(["lovers", "near", "friends", "far", "far"]);
    assert_eq!(after(2, body, &two_to_one), None, "there is a box left");
    assert_eq!(after(3, body, &two_to_one), Some((Some(0), EndReason::Victory(0))), "most, though not a majority");
    assert_eq!(after(3, body, &stand(["friends", "friends", "near", "far", "far"])), Some((Some(1), EndReason::Victory(1))));
    assert_eq!(after(3, body, &stand(["friends", "far", "near", "far", "far"])), Some((None, EndReason::Victory(2))));
    assert_eq!(after(3, body, &stand(["far"; 5])), Some((None, EndReason::Victory(2))), "none is as many as none");
    // Removed pawns count for no side.
    let mut table = talk(body);
    for (name, zone) in two_to_one {
        table.put(name, zone);
    }
    for gone in ["jury#1", "jury#2"].map(|name| table.actor(name)) {
        table.fight.state.actors[gone].status = ActorStatus::Removed;
    }
    for _ in 0..3 {
        table.idle_round();
    }
    assert_eq!(outcome(&table), Some((Some(1), EndReason::Victory(1))));
}

#[test]
fn whoever_only_has_to_last_has_won_when_time_is_up() {
    let body = "victory us when reach(mr_v, lovers)\nsurvive_timer them\npriority us, them";
    assert_eq!(after(2, body, &[]), None);
    assert_eq!(after(3, body, &[]), Some((Some(1), EndReason::Victory(1))));
    // Still not lost: actions in the last round count.
    let mut table = talk(body);
    table.idle_round().idle_round().put("mr_v", "lovers").idle_round();
    assert_eq!(outcome(&table), Some((Some(0), EndReason::Victory(0))));
    // An actor who is out has not lasted.
    let mut table = talk(body);
    let otto = table.actor("otto");
    table.fight.state.actors[otto].status = ActorStatus::Removed;
    for _ in 0..3 {
        table.idle_round();
    }
    assert_eq!(outcome(&table), Some((None, EndReason::TimeOut)));
}

/// An actor offers terms on their turn, and the others answer one after another.
fn concede(table: &mut Table, who: &str, answers: &[Verb]) {
    table.until_turn_of(who).say(Point::Act, Choice::of(Verb::Concede), "She may have the dance.");
    for &verb in answers {
        table.answer(Point::AcceptConcession, Choice::of(verb));
    }
}

#[test]
fn a_concession_that_all_others_accept_is_the_end_of_that_side() {
    // Two sides: Rosa's only opponent has conceded, so she wins, whatever else the file requires of her.
    let mut table =
        Room::new(LINE).person("us", "l1", rosa()).person("them", "l3", otto()).suitor("mr_v", "l5").falls_for("mr_v", "l0").sit();
    concede(&mut table, "otto", &[Verb::Accept]);
    table.wait();
    let otto = table.actor("otto");
    assert_eq!(table.fight.state.actors[otto].status, ActorStatus::Conceded);
    assert_eq!(outcome(&table), Some((Some(0), EndReason::LastStanding)));
    // With three sides, Otto is out and the others go on.
    let mut table = courtship().falls_for("mr_v", "l0").sit();
    concede(&mut table, "otto", &[Verb::Accept, Verb::Accept]);
    assert_eq!(table.fight.state.actors[table.actor("otto")].status, ActorStatus::Conceded);
    table.idle_round();
    assert_eq!(outcome(&table), None);
    concede(&mut table, "mr_v", &[Verb::Accept]);
    table.wait();
    assert_eq!(outcome(&table), Some((Some(0), EndReason::LastStanding)));
}

#[test]
fn one_refusal_is_enough_and_terms_are_offered_once_a_turn() {
    let mut table = courtship().falls_for("mr_v", "l0").sit();
    concede(&mut table, "otto", &[Verb::Accept, Verb::Refuse]);
    assert_eq!((table.wait(), table.acting()), (Some(Point::Act), "otto"), "it is still his turn");
    assert_eq!(table.fight.state.actors[table.actor("otto")].status, ActorStatus::Active);
    assert!(!table.options().contains(&Choice::of(Verb::Concede)));
    assert_eq!(table.fight.state.conceded, 0);
    table.idle_round().until_turn_of("otto");
    assert!(table.options().contains(&Choice::of(Verb::Concede)), "next turn he may try again");
    // An actor who is out is not asked.
    let mut table = courtship().sit();
    let v = table.actor("mr_v");
    table.fight.state.actors[v].status = ActorStatus::Removed;
    concede(&mut table, "otto", &[Verb::Accept]);
    table.wait();
    assert_eq!(outcome(&table), Some((Some(0), EndReason::LastStanding)));
}

/// An effect with `each time_box` happens when the next box of the time track is marked. The round then continues.
#[test]
fn lines_wait_for_time_that_passes() {
    let mut table = talk("victory us when reach(rosa, lovers)\neffect each time_box everyone suffers 1 on composure");
    let open = |table: &Table| ["rosa", "otto", "mr_v"].map(|name| table.fight.state.actors[table.actor(name)].track(COMPOSURE).open());
    let before = open(&table);
    table.idle_round();
    assert_eq!((open(&table), table.fight.time_left()), (before.map(|boxes| boxes - 1), 2));
    table.idle_round();
    assert_eq!((open(&table), table.fight.time_left()), (before.map(|boxes| boxes - 2), 1));
    table.idle_round();
    assert_eq!(outcome(&table), Some((None, EndReason::TimeOut)));
}

#[test]
fn lines_are_about_whom_one_moves() {
    let most = |line: &str| {
        let table = talk(&format!("victory us when reach(rosa, lovers)\n{line}"));
        let (rosa, otto) = (table.actor("rosa"), table.actor("otto"));
        table.fight.push_chance(rosa, table.with("charm").skill(), otto, table.fight.state.actors[rosa].zone).most()
    };
    assert_eq!(most("effect everyone +2 to move_another"), most("") + 2);
    assert_eq!(most("effect everyone +2 to obstruct"), most(""));
}
