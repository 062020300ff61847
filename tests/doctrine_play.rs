//! Doctrines at the table: how the shipped ones fight.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slipyard::dice::Dice;
use slipyard::pack::Pack;
use slipyard::play::ask::{Ask, Point, Points};
use slipyard::play::choice::{Choice, Options, Verb};
use slipyard::play::conflict::Conflict;
use slipyard::play::event::Event;
use slipyard::play::ids::{ActorId, Id, Key, Seat, ZoneId};
use slipyard::play::personal::Personal;
use slipyard::play::personal::state::{COMPOSURE, HEALTH};
use slipyard::play::policy::doctrine::DoctrineSeat;
use slipyard::play::policy::Random;
use slipyard::play::{Player, Run, Seats, run};
use std::path::PathBuf;

fn pack(name: &str) -> Pack {
    let project = slipyard::project::load(&[PathBuf::from("content").join(name)], &mut std::io::empty()).unwrap();
    slipyard::compile::compile(&project.sources).pack
}

/// Compiles lines as a doctrine of the package `own`.
fn doctrine(lines: &str) -> slipyard::pack::doctrine::Doctrine {
    use slipyard::source::{Package, Sources};
    let mut sources = Sources::new();
    slipyard::stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "own".to_owned(), ..Package::default() });
    sources.add_file(own, "own.slip", format!("doctrine d : personal {{\n{lines}\n}}\n"));
    let pack = slipyard::compile::compile(&sources).pack;
    pack.doctrines["own.d"].clone()
}

fn seat(doctrine: &slipyard::pack::doctrine::Doctrine, seed: u64, stream: u64) -> Player {
    Box::new(DoctrineSeat::new(doctrine, Dice::seeded(seed, stream)).unwrap())
}

const STANDARD: &str = "std.standard_personal";
const SHIPPED: [(&str, &str); 3] = [("customs_dock", "customs_raid"), ("harrow_reach", "arrears"), ("harrow_reach", "toll")];

fn sides(pack: &Pack, encounter: &str) -> Vec<String> {
    let encounter = pack.encounters_named(encounter).next().unwrap();
    encounter.sides.iter().map(|side| side.name.to_string()).collect()
}

/// One side by the standard, the others at random.
fn against_random(pack: &Pack, encounter: &str, standard: usize, seed: u64) -> Run {
    let mut seats = Seats::standard();
    for (number, (side, stream)) in sides(pack, encounter).iter().zip(1..).enumerate() {
        let player: Player =
            if number == standard { seat(&pack.doctrines[STANDARD], seed, stream) } else { Box::new(Random::new(seed, stream)) };
        seats = seats.with(side, player);
    }
    run(pack, encounter, seed, seats).unwrap()
}

#[test]
fn the_standard_beats_random_from_either_side_of_every_shipped_encounter() {
    const GAMES: u64 = 25;
    for (package, encounter) in SHIPPED {
        let pack = pack(package);
        for side in [0_u8, 1] {
            let won = |by_standard: bool| {
                let games = (0..GAMES).filter(|&seed| {
                    let run = if by_standard {
                        against_random(&pack, encounter, usize::from(side), seed)
                    } else {
                        run(&pack, encounter, seed, Seats::random()).unwrap()
                    };
                    run.outcome.winner == Some(Seat(side))
                });
                games.count()
            };
            let (standard, random) = (won(true), won(false));
            assert!(standard >= random + 4, "{encounter}, side {side}: {standard} of {GAMES}, at random {random}");
        }
    }
}

#[test]
fn the_empty_doctrine_plays_as_the_standard_does_and_the_fight_ends() {
    let empty = doctrine("");
    for (package, encounter) in SHIPPED {
        let pack = pack(package);
        for seed in 0..3 {
            let both = |doctrine: &slipyard::pack::doctrine::Doctrine| {
                let mut seats = Seats::standard();
                for (side, stream) in sides(&pack, encounter).iter().zip(1..) {
                    seats = seats.with(side, seat(doctrine, seed, stream));
                }
                run(&pack, encounter, seed, seats).unwrap()
            };
            let (one, other) = (both(&empty), both(&pack.doctrines[STANDARD]));
            assert_eq!(one.events, other.events, "{encounter}, seed {seed}");
            assert!(one.outcome.rounds >= 1);
        }
    }
}

#[test]
fn a_shipped_encounter_is_played_by_its_doctrines_and_the_log_says_by_which_line() {
    let pack = pack("harrow_reach");
    let game = run(&pack, "arrears", 7, Seats::standard()).unwrap();
    let seats: Vec<_> = game.header.seats.iter().map(|(side, by, doctrine, _)| (side.as_str(), *by, doctrine.as_deref())).collect();
    assert_eq!(seats, [("crew", "doctrine", Some("to_the_lamp")), ("bailiffs", "doctrine", Some("in_the_way"))]);
    let reasons: Vec<&str> = game.events.iter().filter_map(|event| match event {
        Event::Answer { why: Some(why), .. } => Some(why.as_str()),
        _ => None,
    }).collect();
    for doctrine in ["to_the_lamp:", "in_the_way:", "standard_personal:", "standard_fate:"] {
        assert!(reasons.iter().any(|why| why.starts_with(doctrine)), "nothing was decided by {doctrine}\n{reasons:?}");
    }
    assert_eq!(game.json_lines(), run(&pack, "arrears", 7, Seats::standard()).unwrap().json_lines(), "the same seed, the same bytes");
}

/// Two gunners at one end of a yard of three zones, two at the other. The middle has something to get behind.
const YARD: &str = r#"
map yard {
  zone near
  zone middle { aspects "Stacked crates" }
  zone far
  border near -- middle
  border middle -- far
}
weapon carbine : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }
npc gunner "Gunner" {
  cap 3
  skills { 3 slug_throwers; 2 agility, resolve; 1 alertness, stealth, stamina }
  aspects "One", "Two", "Three"
  gear carbine
}
encounter shootout : personal {
  map yard
  side ours   { actors gunner x2 at near; doctrine d }
  side theirs { actors gunner x2 at far; doctrine standard_personal }
}
"#;

/// The first to act in the yard, and the doctrine that decides for it.
struct Yard {
    fight: Personal,
    seat: DoctrineSeat,
    dice: Dice,
}

const ME: ActorId = ActorId(0);
const MATE: ActorId = ActorId(1);
const FOE: ActorId = ActorId(2);
const OTHER_FOE: ActorId = ActorId(3);
const NEAR: ZoneId = ZoneId(0);
const MIDDLE: ZoneId = ZoneId(1);
const FAR: ZoneId = ZoneId(2);

impl Yard {
    fn new(lines: &str) -> Yard {
        use slipyard::source::{Package, Sources};
        let mut sources = Sources::new();
        slipyard::stdlib::add(&mut sources);
        let own = sources.add_package(Package { name: "own".to_owned(), ..Package::default() });
        sources.add_file(own, "own.slip", format!("{YARD}doctrine d : personal {{\n{lines}\n}}\n"));
        let compiled = slipyard::compile::compile(&sources);
        assert!(!compiled.diagnostics.has_errors(), "{:#?}", compiled.diagnostics);
        let pack = compiled.pack;
        let mut fight = Personal::begin(&pack, pack.encounters_named("shootout").next().unwrap()).unwrap();
        for asks in fight.state.asks.values_mut() {
            *asks = Points::ALL;
        }
        let seat = DoctrineSeat::new(&pack.doctrines["own.d"], Dice::seeded(1, 1)).unwrap();
        Yard { fight, seat, dice: Dice::seeded(3, 0) }
    }

    fn at(mut self, who: ActorId, zone: ZoneId) -> Yard {
        self.fight.state.actors[who].zone = zone;
        self
    }

    fn hurt(mut self, who: ActorId, boxes: u8) -> Yard {
        self.fight.state.actors[who].tracks[usize::from(HEALTH.0)].mark(boxes);
        self
    }

    /// Plays on, everybody else by default, until the doctrine is asked at a point about the first actor; says what it
    /// answers, and why.
    fn decides(&mut self, point: Point) -> (Choice, Option<String>) {
        let mut options = Options::new();
        let mut events = Vec::new();
        for _ in 0..5000 {
            let Some(ask) = self.fight.waiting_for() else { break };
            self.fight.legal(&mut options);
            let mine = ask.me == Id::Actor(ME);
            let decided = if mine { self.seat.decide(&self.fight, &ask, &options) } else { None };
            if mine && ask.point == point && options.len() > 1 {
                let decided = decided.unwrap();
                return (decided.choice, decided.why.map(|from| format!("{}:{}", from.doctrine, from.line)));
            }
            let choice = ask.forced.unwrap_or_else(|| self.answer(&ask, decided.map(|decided| decided.choice), &options));
            events.clear();
            self.fight.decide(&choice.into(), &mut self.dice, &mut events).unwrap();
            events.iter().for_each(|event| self.fight.apply(event));
        }
        panic!("never asked at {}", point.word());
    }

    fn answer(&self, _: &Ask, decided: Option<Choice>, options: &Options) -> Choice {
        decided.unwrap_or_else(|| options.default_choice().unwrap())
    }
}

#[test]
fn a_target_line_says_whom_among_those_it_fits() {
    let whom = |lines: &str| {
        let mut yard = Yard::new(lines).at(FOE, MIDDLE).at(OTHER_FOE, FAR).hurt(OTHER_FOE, 2);
        yard.decides(Point::Whom)
    };
    let on = |who: ActorId| Id::Actor(who);
    assert_eq!(whom("act attack\ntarget weakest visible").0.it, on(OTHER_FOE));
    assert_eq!(whom("act attack\ntarget nearest visible").0.it, on(FOE));
    assert_eq!(whom("act attack\ntarget farthest").0.it, on(OTHER_FOE));
    assert_eq!(whom("act attack\ntarget hurt").0.it, on(OTHER_FOE));
    assert_eq!(whom("act attack\navoid target hurt").0.it, on(FOE));
    assert_eq!(whom("act attack on enemy hurt\ntarget nearest").0.it, on(OTHER_FOE), "`act` comes before `target` in the text");
    assert_eq!(whom("act attack\ntarget in_zone, strongest").0.it, on(FOE), "nobody is in the zone: the line is skipped");
    let (_, why) = whom("act attack\ntarget hurt");
    assert_eq!(why.as_deref(), Some("d:23"), "the log names the line");
}

#[test]
fn an_early_question_looks_at_what_its_line_allows_later() {
    let act = |lines: &str| Yard::new(lines).hurt(FOE, 2).decides(Point::Act).0.verb;
    assert_eq!(act("act attack when it.hurt\nact pass"), Verb::Attack);
    assert_eq!(act("act attack when it.in_zone\nact pass"), Verb::Pass);
    assert_eq!(act("act attack on enemy in_zone\nact pass"), Verb::Pass);
    assert_eq!(act("act attack when hit_chance >= 1%\nact pass"), Verb::Attack);
    assert_eq!(act("act attack when hit_chance == 100%\nact pass"), Verb::Pass);
    assert_eq!(act("act attack with carbine when range <= 2\nact pass"), Verb::Attack);
    assert_eq!(act("act maneuver on ally\nact pass"), Verb::Maneuver);
    assert_eq!(act("act move when allies == 1 and enemies == 2 and outnumbered\nact pass"), Verb::Pass);
    assert_eq!(act("act move when allies == 1 and enemies == 2 and not outnumbered\nact pass"), Verb::Move);
    assert_eq!(act("act move when count(enemy hurt) == 1 and any(ally able) and turn in 1..2\nact pass"), Verb::Move);
}

#[test]
fn moves_keep_the_range_seek_cover_and_hold_it() {
    let step = |lines: &str, from: ZoneId| {
        let mut yard = Yard::new(&format!("act pass\n{lines}")).at(ME, from);
        let choice = yard.decides(Point::FreeMove).0;
        choice.it.zone().unwrap_or(from)
    };
    assert_eq!(step("keep_range 1..1", NEAR), MIDDLE);
    assert_eq!(step("keep_range 0", MIDDLE), FAR);
    assert_eq!(step("keep_range 2..5", MIDDLE), NEAR);
    assert_eq!(step("keep_range 1..2\nmove cover", NEAR), MIDDLE, "both fit the range, one has cover");
    assert_eq!(step("move cover\nkeep_range 0", NEAR), MIDDLE);
    assert_eq!(step("stay in_cover\nkeep_range 0", MIDDLE), MIDDLE);
    assert_eq!(step("stay in_cover\nkeep_range 1", NEAR), MIDDLE, "nothing to break yet");
    assert_eq!(step("move towards enemy", MIDDLE), FAR);
    assert_eq!(step("move away_from enemy", MIDDLE), NEAR);
    assert_eq!(step("move middle", NEAR), MIDDLE);
    assert_eq!(step("avoid move middle\nkeep_range 1", NEAR), NEAR);
}

#[test]
fn the_track_and_the_weapon_are_chosen_by_what_they_promise() {
    let track = |lines: &str| Yard::new(&format!("act attack with carbine\n{lines}")).hurt(FOE, 1).decides(Point::Track).0.n;
    assert_eq!(track("track composure"), i16::from(COMPOSURE.0));
    assert_eq!(track("track health"), i16::from(HEALTH.0));
    assert_eq!(track("track composure when it.composure_left < it.health_left"), i16::from(HEALTH.0));
    let with = |lines: &str| Yard::new(&format!("act attack\n{lines}")).at(ME, FAR).decides(Point::With).0;
    assert_eq!(with("weapon carbine").weapon(), Some(0));
    assert_eq!(with("skill resolve").weapon(), None);
    assert_eq!(with("avoid weapon carbine").weapon(), None);
}

/// What a side did in some fights of the yard.
fn events_of(lines: &str) -> Vec<(Personal, Event)> {
    use slipyard::source::{Package, Sources};
    let mut sources = Sources::new();
    slipyard::stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "own".to_owned(), ..Package::default() });
    let yard = YARD.replace("aspects \"One\", \"Two\", \"Three\"", "aspects \"One\", \"Two\", \"Three\"\n  consequences yes");
    sources.add_file(own, "own.slip", format!("{yard}doctrine d : personal {{\n{lines}\n}}\n"));
    let compiled = slipyard::compile::compile(&sources);
    assert!(!compiled.diagnostics.has_errors(), "{:#?}", compiled.diagnostics);
    let mut all = Vec::new();
    for seed in 0..12 {
        let game = run(&compiled.pack, "shootout", seed, Seats::standard()).unwrap();
        let mut fight = game.start.clone();
        for event in &game.events {
            all.push((fight.clone(), event.clone()));
            fight.apply(event);
        }
    }
    all
}

fn ours(who: ActorId) -> bool {
    who == ME || who == MATE
}

#[test]
fn yes_or_no_topics_are_declined_unless_a_line_agrees() {
    let spent = |lines: &str| {
        let paid = |(_, event): &(Personal, Event)| matches!(event, Event::Adjust { by, cost, .. } if ours(*by) && *cost > 0);
        events_of(lines).iter().filter(|one| paid(one)).count()
    };
    assert_eq!(spent("avoid spend_fate\navoid reroll"), 0);
    assert_eq!(spent("spend_fate when turn > 50\nreroll when turn > 50"), 0);
    assert!(spent("spend_fate when misses_by <= reach") > 0);
    let offered = |lines: &str| {
        events_of(lines).iter().filter(|(_, event)| matches!(event, Event::Offer { by, .. } if ours(*by))).count()
    };
    assert_eq!(offered("avoid offer_compel"), 0);
    assert!(offered("offer_compel") > 0);
}

#[test]
fn consequences_are_taken_only_to_avert_and_no_dearer_than_needed() {
    let events = events_of("consequence mild, moderate before taken_out");
    let mut taken = 0;
    for (fight, event) in &events {
        let Event::Hit { who, shifts, less, .. } = event else { continue };
        if !ours(*who) {
            continue;
        }
        let worth = |set| fight.roster.settings.schedule.worth(set);
        if less.count() == 0 {
            continue;
        }
        taken += 1;
        assert!(!fight.survives(*who, *shifts), "a hit of {shifts} needed no consequence");
        assert!(fight.survives(*who, shifts - worth(*less)));
        assert!(!less.has(slipyard::fate::Grade::Severe), "the doctrine does not allow it");
        let cheaper = fight.state.actors[*who].slots.subsets().filter(|set| worth(*set) < worth(*less));
        assert!(cheaper.into_iter().all(|set| !fight.survives(*who, shifts - worth(set))));
    }
    assert!(taken > 0, "nobody was ever hit so hard");
}

#[test]
fn terms_are_offered_when_the_doctrine_says_so_and_the_standard_accepts_them() {
    let game_ends = events_of("concede when turn >= 2");
    let conceded = game_ends.iter().any(|(_, event)| matches!(event, Event::Concession { by, answer: Some(true), .. } if ours(*by)));
    assert!(conceded);
    let stubborn = events_of("avoid concede");
    assert!(!stubborn.iter().any(|(_, event)| matches!(event, Event::Concession { by, to: None, .. } if ours(*by))));
}
