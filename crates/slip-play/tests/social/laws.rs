//! Laws of social conflicts, with any answers: they end, the log replays byte for byte, no points or pawns are lost.

use crate::social::table::Person;
use slip_dice::Dice;
use slip_pack::encounter::{AtRisk, VictoryTerm};
use slip_play::conflict::Conflict;
use slip_play::fight::Fight;
use slip_play::personal::Personal;
use slip_session::run::{Run, Seats, run_with};
use slip_test_support::social_room::{DEBATE, Room, courtship, mr_v, otto, rosa};

fn play(room: &Room, seed: u64) -> Run {
    run_with(&room.scene.pack, &room.scene.encounter, Dice::seeded(seed, 0), Some(seed), Seats::random())
        .unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

fn every_room() -> Vec<Room> {
    let debate = || {
        let mut room = Room::new(DEBATE).person("us", "a", rosa().slots()).person("them", "b", otto().slots()).person("us", "u", mr_v());
        for (number, zone) in ["a", "u", "u", "u", "b"].into_iter().enumerate() {
            room = room.voter(&format!("voter#{}", number + 1), zone);
        }
        room
    };
    let majority = |side: usize, zone: usize| VictoryTerm::Majority { group: 0, zones: vec![side * zone] };
    vec![
        courtship().falls_for("mr_v", "l0").friend_zone("mr_v", "l6").suitor("beau", "l4").marker("aunt", "l2"),
        courtship().falls_for("mr_v", "l0").friend_zone("mr_v", "l6").rule("triggers", "at_once").rule("free_move", "zone_only"),
        courtship().broke_down(Some(1)).rule("repeat", "all_rolls").rule("caller", "others"),
        courtship().rule("fate", "zero_sum").rule("forced_move", "any").social(|social| social.contours = true),
        debate().victory(Some(0), majority(0, 2)).victory(Some(1), majority(1, 2)).grade("Everybody", VictoryTerm::Boxes),
        debate().at_risk(AtRisk::Both).boxes(12).social(|social| social.max_time = Some(9)),
        Room::new(DEBATE).person("us", "a", rosa()).marker("judge", "u").victory(Some(0), VictoryTerm::TimeOut),
        Room::new(DEBATE).person("us", "a", rosa()).person("them", "b", Person::new("dull")).boxes(40),
    ]
}

#[test]
fn whatever_is_decided_it_comes_to_an_end() {
    for (number, room) in every_room().iter().enumerate() {
        for seed in 0..60 {
            let run = play(room, seed);
            assert!(run.end().outcome().is_some(), "room {number}, seed {seed}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_log_byte_for_byte() {
    for room in every_room() {
        assert_eq!(play(&room, 7).json_lines(), play(&room, 7).json_lines());
    }
}

fn people(fight: &Fight) -> &Personal {
    fight.personal().expect("people who talk")
}

#[test]
fn events_alone_replay_it_and_no_pawn_is_lost_or_struck() {
    for room in every_room() {
        for seed in 0..12 {
            let run = play(&room, seed);
            let mut fight = run.start.clone();
            let pawns: Vec<_> = people(&fight).roster.pawns().collect();
            for event in &run.events {
                fight.apply(event);
                let there = people(&fight);
                assert_eq!(there.roster.pawns().count(), pawns.len());
                for &pawn in &pawns {
                    let state = &there.state.actors[pawn];
                    assert!(!state.is_active() && state.fate.points() == 0 && state.tracks.iter().all(|track| track.marked() == 0));
                    assert!(!there.state.order.contains(&pawn), "no pawn has a turn");
                }
                assert!(there.state.boxes <= there.roster.social.as_ref().unwrap().time_boxes);
            }
            assert_eq!(fight, run.end());
            assert_eq!(fight.outcome(), Some(run.outcome));
        }
    }
}

#[test]
fn where_points_only_change_hands_their_sum_stays() {
    let room = courtship().rule("fate", "zero_sum").rule("forced_move", "any").boxes(12);
    for seed in 0..40 {
        let run = play(&room, seed);
        let mut fight = run.start.clone();
        let all = people(&fight).points_in_all();
        assert_eq!(all, 2);
        for event in &run.events {
            fight.apply(event);
        }
        assert_eq!(people(&fight).points_in_all(), all, "seed {seed}");
    }
}

/// Rules: R-SC6.
#[test]
fn no_action_that_is_rolled_is_made_twice_running_with_one_skill() {
    use slip_play::event::{Event, Phase};
    for room in every_room() {
        for seed in 0..12 {
            let run = play(&room, seed);
            let mut fight = run.start.clone();
            let mut last = std::collections::BTreeMap::new();
            // If the setting makes all rolls count, the roll of a defence counts too.
            let all = people(&fight).roster.social.as_ref().unwrap().counts_all_rolls;
            for event in &run.events {
                if let Event::Roll { me, skill: Some(skill), .. } = event
                    && (all || people(&fight).state.step.phase == Phase::Action)
                {
                    assert_ne!(last.insert(*me, *skill), Some(*skill), "seed {seed}");
                }
                fight.apply(event);
            }
        }
    }
}
