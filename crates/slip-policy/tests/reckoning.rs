//! Checks that the caches of doctrines, between questions and between games, affect no decision: a seat that is reset before each
//! question plays the same games.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_pack::Pack;
use slip_pack::encounter::Play;
use slip_play::choice::{Answer, Options};
use slip_play::fight::Fight;
use slip_play::question::{Ask, Points};
use slip_policy::Policy;
use slip_policy::doctrine::DoctrineSeat;
use slip_session::{Player, Seats, run};
use slip_test_support::shared_fights::{YARD, compiled};
use slip_test_support::shipped_packages::pack;
use std::cell::RefCell;
use std::rc::Rc;

/// Seat of a doctrine that is passed on from game to game, with or without its caches.
struct Handed {
    seat: Rc<RefCell<DoctrineSeat>>,
    forgets: bool,
}

impl Handed {
    fn ready(&self) {
        if self.forgets {
            // Cloning drops all cached values, because a clone starts with empty caches.
            let fresh = self.seat.borrow().clone();
            self.seat.replace(fresh);
        }
    }
}

impl Policy<Fight> for Handed {
    fn choose(&mut self, fight: &Fight, ask: &Ask, options: &Options) -> Answer {
        self.ready();
        self.seat.borrow_mut().choose(fight, ask, options)
    }

    fn declines(&mut self, fight: &Fight, ask: &Ask) -> bool {
        self.ready();
        self.seat.borrow_mut().declines(fight, ask)
    }

    fn asks(&self) -> Points {
        Policy::<Fight>::asks(&*self.seat.borrow())
    }

    fn word(&self) -> &'static str {
        "doctrine"
    }
}

/// Returns the log of a game for each seed, with the same seats.
fn logs(pack: &Pack, key: &str, seeds: u64, forgets: bool) -> Vec<String> {
    let encounter = &pack.encounters[key];
    let seat = |(side, stream): (&slip_pack::encounter::Side, u64)| {
        let seat = DoctrineSeat::of_side(pack, encounter.play, side, 0, stream).unwrap();
        (side.name.to_string(), stream, Rc::new(RefCell::new(seat)))
    };
    let seated: Vec<_> = encounter.sides.iter().zip(1..).map(seat).collect();
    let game = |seed: u64| {
        let mut seats = Seats::standard();
        for (side, stream, seat) in &seated {
            assert!(Policy::<Fight>::anew(&mut *seat.borrow_mut(), seed, *stream));
            let player: Player = Box::new(Handed { seat: Rc::clone(seat), forgets });
            seats = seats.with(side, player);
        }
        run(pack, key, seed, seats).unwrap().json_lines()
    };
    (1..=seeds).map(game).collect()
}

fn assert_the_same(pack: &Pack, key: &str, seeds: u64) {
    let (kept, forgotten) = (logs(pack, key, seeds, false), logs(pack, key, seeds, true));
    for (seed, (kept, forgotten)) in (1..).zip(kept.iter().zip(&forgotten)) {
        let differs = kept.lines().zip(forgotten.lines()).find(|(kept, forgotten)| kept != forgotten);
        assert_eq!(differs, None, "{key}, seed {seed}");
        assert_eq!(kept, forgotten, "{key}, seed {seed}");
    }
}

#[test]
fn whoever_forgets_plays_the_shipped_encounters_as_whoever_remembers() {
    for name in ["customs_dock", "deep_choir", "glass_shore", "harrow_reach", "nine_sluices", "salt_road", "thin_lanes", "wreck_coast"] {
        let pack = pack(name);
        let known = pack.encounters.values().filter(|encounter| encounter.package == name);
        for encounter in known.filter(|encounter| matches!(encounter.play, Play::Personal | Play::Social)) {
            assert_the_same(&pack, &format!("{name}.{}", encounter.name), 4);
        }
    }
}

#[test]
fn of_mooks_it_is_remembered_how_many_there_are_left_to_attack() {
    let text = "mook crowd \"Crowd\" { threat 5 }\n\
                encounter two_crowds : personal {\n  map yard\n  side ours { actors crowd x2 at near, gunner at near }\n  \
                side theirs { actors crowd x2 at far, gunner at middle }\n}\n";
    assert_the_same(&compiled(&format!("{YARD}{text}")), "own.two_crowds", 12);
}

#[test]
fn what_stands_in_for_a_skill_or_marks_what_is_carried_is_remembered_as_long_as_it_does() {
    let text = "npc fencer \"Fencer\" {\n  cap 3\n  skills { 3 alertness; 2 slug_throwers, agility; 1 resolve, stamina, stealth }\n  \
                stunts swap_skill(alertness, agility)\n  aspects \"One\", \"Two\", \"Three\"\n  gear carbine\n}\n\
                encounter fencers : personal {\n  map yard\n  side ours { actors fencer x2 at near }\n  side theirs { actors fencer x2 at far }\n}\n";
    assert_the_same(&compiled(&format!("{YARD}{text}")), "own.fencers", 12);
}
