//! Tests of doctrines at the table: how the shipped ones fight.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_test_support::shipped_packages::repository;

use slip_dice::Dice;
use slip_pack::Pack;
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::fight::Fight;
use slip_play::ids::{ActorId, Id, Seat, ZoneId};
use slip_play::personal::Personal;
use slip_play::personal::state::{COMPOSURE, HEALTH};
use slip_play::question::{Ask, Point, Points};
use slip_play::stored_seat::StoredSeat;
use slip_policy::doctrine::DoctrineSeat;
use slip_policy::{Policy, Random};
use slip_session::{Player, Run, Seats, run};
use slip_test_support::shared_fights::{YARD, compiled};
use slip_test_support::shipped_packages::pack;
use std::cell::Cell;
use std::rc::Rc;

/// Compiles lines as a doctrine of the package `own`.
fn doctrine(lines: &str) -> slip_pack::doctrine::Doctrine {
    let pack = compiled(&format!("doctrine d : personal {{\n{lines}\n}}\n"));
    pack.doctrines["own.d"].clone()
}

fn seat(doctrine: &slip_pack::doctrine::Doctrine, seed: u64, stream: u64) -> Player {
    Box::new(DoctrineSeat::new(doctrine, Dice::seeded(seed, stream)).unwrap())
}

const STANDARD: &str = "std.standard_personal";
const SHIPPED: [(&str, &str); 3] = [("customs_dock", "customs_raid"), ("harrow_reach", "arrears"), ("harrow_reach", "toll")];

fn sides(pack: &Pack, encounter: &str) -> Vec<String> {
    let encounter = pack.encounters_named(encounter).next().unwrap();
    encounter.sides.iter().map(|side| side.name.to_string()).collect()
}

/// One side plays by the standard doctrine, the others at random.
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
            assert!(standard > random, "{encounter}, side {side}: {standard} of {GAMES}, at random {random}");
        }
    }
}

#[test]
fn the_empty_doctrine_plays_as_the_standard_does_and_the_fight_ends() {
    let empty = doctrine("");
    for (package, encounter) in SHIPPED {
        let pack = pack(package);
        for seed in 0..3 {
            let both = |doctrine: &slip_pack::doctrine::Doctrine| {
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
    let seats: Vec<_> = game.header.seats.iter().map(|seat| (seat.side.as_str(), seat.player.clone())).collect();
    let plays = |doctrine: &str| StoredSeat::Doctrine(doctrine.into());
    assert_eq!(seats, [("crew", plays("to_the_lamp")), ("bailiffs", plays("in_the_way"))]);
    let reasons: Vec<&str> = game
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Answer { why: Some(why), .. } => Some(why.as_str()),
            _ => None,
        })
        .collect();
    for doctrine in ["to_the_lamp:", "in_the_way:", "standard_personal:", "standard_fate:"] {
        assert!(reasons.iter().any(|why| why.starts_with(doctrine)), "nothing was decided by {doctrine}\n{reasons:?}");
    }
    assert_eq!(game.json_lines(), run(&pack, "arrears", 7, Seats::standard()).unwrap().json_lines(), "the same seed, the same bytes");
}

/// Two gunners at one end of the yard, two at the other.
const SHOOTOUT: &str = r#"encounter shootout : personal {
  map yard
  side ours   { actors gunner x2 at near; doctrine d }
  side theirs { actors gunner x2 at far; doctrine standard_personal }
}
"#;

/// First actor of the fight in the yard, and the doctrine that decides for it.
struct Yard {
    fight: Personal,
    seat: DoctrineSeat,
    /// Doctrine that plays the other sides; `None` means that they take the default answers.
    others: Option<DoctrineSeat>,
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
        Yard::changed(lines, |yard| yard.to_owned())
    }

    fn changed(lines: &str, change: impl Fn(&str) -> String) -> Yard {
        let yard = change(&format!("{YARD}{SHOOTOUT}"));
        let pack = compiled(&format!("{yard}doctrine d : personal {{\n{lines}\n}}\n"));
        let mut fight = Personal::begin(&pack, pack.encounters_named("shootout").next().unwrap()).unwrap();
        for asks in fight.state.asks.values_mut() {
            *asks = Points::ALL;
        }
        let seat = DoctrineSeat::new(&pack.doctrines["own.d"], Dice::seeded(1, 1)).unwrap();
        Yard { fight, seat, others: None, dice: Dice::seeded(3, 0) }
    }

    /// Lets the others play by the standard doctrine.
    fn lively(mut self) -> Yard {
        let standard = doctrine("");
        self.others = DoctrineSeat::new(&standard, Dice::seeded(1, 2));
        self
    }

    fn at(mut self, who: ActorId, zone: ZoneId) -> Yard {
        self.fight.state.actors[who].zone = zone;
        self
    }

    fn hurt(mut self, who: ActorId, boxes: u8) -> Yard {
        self.fight.state.actors[who].tracks[usize::from(HEALTH.0)].mark(boxes);
        self
    }

    /// Plays on, with defaults for all other actors, until the doctrine is asked at a point about the first actor; returns its
    /// answer and the reason.
    fn decides(&mut self, point: Point) -> (Choice, Option<String>) {
        let mut options = Options::new();
        let mut events = Vec::new();
        for _ in 0..5000 {
            let Some(ask) = self.fight.waiting_for() else { break };
            self.fight.legal(&mut options);
            let mine = ask.me == Id::Actor(ME);
            let decided = match &mut self.others {
                _ if mine => self.seat.decide(&self.fight, &ask, &options),
                Some(others) => others.decide(&self.fight, &ask, &options),
                None => None,
            };
            if mine && ask.point == point && options.len() > 1 {
                let decided = decided.unwrap();
                return (decided.choice, decided.why.map(|from| format!("{}:{}", from.doctrine, from.line)));
            }
            let choice = ask.forced.or(decided.map(|decided| decided.choice)).unwrap_or_else(|| options.default_choice().unwrap());
            events.clear();
            self.fight.decide(&choice.into(), &mut self.dice, &mut events).unwrap();
            events.iter().for_each(|event| self.fight.apply(event));
        }
        panic!("never asked at {}", point.word());
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
fn a_maneuver_on_somebody_is_aimed_at_them_and_not_at_where_they_stand() {
    // An enemy in the same zone is the preferred target of the standard doctrine.
    let whom = |lines: &str| Yard::new(lines).at(FOE, NEAR).decides(Point::Whom).0.it;
    assert_eq!(whom("act maneuver on me"), Id::Actor(ME));
    assert_eq!(whom("act maneuver on ally"), Id::Actor(MATE));
}

#[test]
fn set_up_names_the_zone_and_the_mode_to_begin_with() {
    let begins = |lines: &str, change: &dyn Fn(&str) -> String| Yard::changed(lines, change).decides(Point::SetUp).0;
    let anywhere = |yard: &str| yard.replace("gunner x2 at near", "gunner x2 at near or middle or far");
    assert_eq!(begins("set_up far", &anywhere).it, Id::Zone(FAR));
    assert_eq!(begins("set_up middle", &anywhere).it, Id::Zone(MIDDLE));
    let modal = |yard: &str| {
        let modes =
            "stunts civilian, modal; mode slug { harm 1; penetration 1; range 0..2 }; mode foam { harm 0; penetration 2; range 0..2 }";
        let allowed = "allow over-budget \"two kinds of shot\"; allow unequal-modes \"two kinds of shot\"";
        yard.replace("harm 1; penetration 1; range 0..2; stunts civilian", &format!("{modes}; {allowed}"))
    };
    assert_eq!((begins("set_up foam", &modal).n, begins("set_up slug", &modal).n), (1, 0));
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
    assert_eq!(with("skill intimidation").weapon(), None);
    assert_eq!(with("avoid weapon carbine").weapon(), None);
}

#[test]
fn skills_serve_for_what_they_say_unless_the_table_lets_any_serve() {
    let talk = |rules: &str| {
        let change = |yard: &str| {
            let yard = yard.replace("  side ours", &format!("  {rules}\n  side ours"));
            format!("{yard}ruleset loose_tongues {{ narrated any }}\n")
        };
        Yard::changed("act attack\nskill stealth", change).at(ME, FAR).decides(Point::With).0.weapon()
    };
    assert_eq!(talk(""), Some(0), "nobody is sneaked into losing heart");
    assert_eq!(talk("rules loose_tongues"), None, "somebody at the table found the words");
}

/// Returns the events of one side in some fights in the yard.
fn events_of(lines: &str) -> Vec<(Personal, Event)> {
    let yard = YARD.replace("aspects \"One\", \"Two\", \"Three\"", "aspects \"One\", \"Two\", \"Three\"\n  consequences yes");
    let pack = compiled(&format!("{yard}{SHOOTOUT}doctrine d : personal {{\n{lines}\n}}\n"));
    let mut all = Vec::new();
    for seed in 0..12 {
        let game = run(&pack, "shootout", seed, Seats::standard()).unwrap();
        let mut fight = game.start.personal().unwrap().clone();
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
    let offered = |lines: &str| events_of(lines).iter().filter(|(_, event)| matches!(event, Event::Offer { by, .. } if ours(*by))).count();
    assert_eq!(offered("avoid offer_compel"), 0);
    assert!(offered("offer_compel") > 0);
}

/// R-XF1: an option without a cost is used unless a rule refuses it, even if no stress depends on it; an option with a price needs a rule.
#[test]
fn what_costs_nothing_is_used_unless_a_line_refuses_it() {
    let handy = "stunt handy { for npc; effect +1 to defence any times; effect +1 to move any times }\n\
                 stunt dear { for npc; effect +1 to defence for 1 fate }\n";
    let used = |stunt: &str, lines: &str| {
        let yard = YARD.replace("  gear carbine", &format!("  stunts {stunt}\n  gear carbine"));
        let pack = compiled(&format!("{yard}{handy}{SHOOTOUT}doctrine d : personal {{\n{lines}\n}}\n"));
        let (mut asked, mut taken) = (0, 0);
        for seed in 0..6 {
            for event in &run(&pack, "shootout", seed, Seats::standard()).unwrap().events {
                if let Event::Answer { point: Point::PayAccess, me, pick, .. } = event
                    && me.actor().is_some_and(ours)
                {
                    asked += 1;
                    taken += usize::from(pick.verb == Verb::Yes);
                }
            }
        }
        assert!(asked > 0, "{stunt}: somebody is asked");
        (asked, taken)
    };
    let (asked, taken) = used("handy", "");
    assert_eq!(taken, asked, "the empty doctrine");
    let (asked, taken) = used("handy", "pay_access when turn > 50");
    assert_eq!(taken, asked, "a line that says when to pay says nothing about what is free");
    assert_eq!(used("handy", "avoid pay_access").1, 0);
    assert_eq!(used("dear", "pay_access when turn > 50").1, 0, "nobody pays unasked");
    assert!(used("dear", "pay_access").1 > 0);
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
        assert_eq!(less.count_of(slip_dice::fate::Grade::Severe), 0, "the doctrine does not allow it");
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

/// True if a condition holds for the first to act in the yard.
fn holds(condition: &str, change: impl Fn(Yard) -> Yard) -> bool {
    let lines = format!("act move when {condition}\nact pass");
    change(Yard::new(&lines)).decides(Point::Act).0.verb == Verb::Move
}

#[test]
fn terms_have_the_values_of_the_table() {
    // Slug throwers 3 and harm 1 against Slug throwers 3: a margin of 1, on tracks of four boxes.
    for condition in [
        "turn == 1 and turns_left == 99",
        "allies == 1 and enemies == 2 and not outnumbered",
        "range == 2 and goal_distance == 0 and score == 0",
        "fate == 3 and spin == 0 and consequences == 0 and slots_left == 0",
        "boxes_left == 4 and health_left == 4 and composure_left == 4",
        "hit_chance == 58% and kill_chance == 6% and expected == 146%",
        "risk == 146% and turn_value == 146% and fate_value == 1",
        "setup == 136%",
        "enemies_in_zone == 0 and allies_in_zone == 1",
        "not out_of_range and not in_cover and not reloading and not suit_breached",
        "not hurt and armed and able and not alone and not tagged and not targeted",
        "count(enemy visible) == 2 and count(enemy in_range) == 2 and count(enemy adjacent) == 0 and count(ally in_zone) == 1",
        "any(enemy trained stealth) and not trained medical and trained stealth",
        "min(enemies, 5) == 2 and max(enemies, 5) == 5 and clamp(9, 1, 3) == 3 and mod(7, 4) == 3 and abs(0 - 2) == 2",
        "enemies / 4 == 50% and enemies * 150% == 3 and 3 - 1 == enemies",
        "if outnumbered then fate > 9 else fate in 2..4",
    ] {
        assert!(holds(condition, |yard| yard), "{condition}");
    }
    assert!(holds("boxes_left == 2 and health_left == 2 and hurt and score == -2", |yard| yard.hurt(ME, 2)));
    assert!(holds("in_cover and range == 1", |yard| yard.at(ME, MIDDLE)));
    assert!(holds("enemies_in_zone == 1 and alone and count(enemy in_zone) == 1", |yard| yard.at(ME, MIDDLE).at(FOE, MIDDLE)));
    assert!(holds("kill_chance > 50%", |yard| yard.hurt(FOE, 4)), "anything above 0 is past the end");
}

#[test]
fn a_leader_is_whom_the_side_names() {
    let one_leads = |side: &str| {
        let lines = "act move when count(enemy leader) == 1\nact pass";
        Yard::changed(lines, |yard| yard.replace("side theirs { ", side)).decides(Point::Act).0.verb == Verb::Move
    };
    assert!(!one_leads("side theirs { "));
    assert!(one_leads("side theirs { leader gunner; "));
}

/// Returns the answer to the first question after the dice: an attack of 4 against a defence of 4.
fn even_roll(lines: &str) -> Choice {
    let mut yard = Yard::new(&format!("act attack with carbine\ntrack health\nkeep_range 2\n{lines}"));
    yard.dice = Dice::scripted([0, 0, 0, 0, 1, 0, 0, 0]);
    yard.decides(Point::Adjust).0
}

#[test]
fn the_dice_on_the_table_are_weighed_exactly() {
    for condition in [
        "misses_by == 1 and wins_by == 0",
        "gain == 1",
        "free_reach == 0 and reach == 6", // its own, its weapon's "Concealed Weapon", the other's
        "odds == 38%",
        "answerable and not taken_out",
        "it.fate == 3",
    ] {
        let choice = even_roll(&format!("spend_fate when {condition}"));
        assert!(matches!(choice.verb, Verb::Invoke | Verb::Tag), "{condition}: {choice:?}");
    }
    assert_eq!(even_roll("spend_fate when misses_by > 1").verb, Verb::Pass);
    let again = even_roll("spend_fate when misses_by > 1\nreroll when odds >= 30%");
    assert_eq!(again.how, Choice::REROLL);
    assert_eq!(even_roll("").verb, Verb::Pass, "the standard buys nothing that can be bought back");
}

#[test]
fn the_best_may_be_saved_for_later() {
    let defends = |lines: &str| {
        let mut yard = Yard::new(&format!("act pass\n{lines}")).lively();
        let choice = yard.decides(Point::Defend).0;
        let skill = choice.skill().unwrap();
        yard.fight.roster.skills[skill].name.to_string()
    };
    assert_eq!(defends("defend best"), "slug_throwers");
    assert_eq!(defends("defend save"), "agility");
    assert_eq!(defends("defend agility"), "agility");
    assert_eq!(defends("avoid defend slug_throwers"), "agility");
}

/// Lets the carbine fire full bursts at a whole zone.
fn bursts(yard: &str) -> String {
    let yard = yard.replace("stunts civilian", "stunts full_auto");
    yard.replace("aspects \"One\"", "stunts military_grade(slug_throwers)\n  aspects \"One\"")
}

/// Rules: R-C12.
#[test]
fn a_refused_compel_is_not_followed_by_another() {
    // Returns the largest number of compels that the side offers on one declaration.
    let most = |lines: &str| {
        let (mut most, mut now) = (0, 0);
        for (_, event) in events_of(lines) {
            match event {
                Event::Declare { .. } => now = 0,
                Event::Offer { by, .. } if ours(by) => now += 1,
                _ => {}
            }
            most = most.max(now);
        }
        most
    };
    assert!(most("offer_compel dangerous enemy") > 1, "a doctrine may insist");
    assert_eq!(most("offer_compel dangerous enemy when refused == 0"), 1);
}

#[test]
fn fire_says_one_or_all() {
    let it = |lines: &str| Yard::changed(&format!("act attack with carbine\n{lines}"), bursts).decides(Point::Whom).0.it;
    assert_eq!(it("fire area when enemies_in_zone >= 2 and allies_in_zone == 0"), Id::Zone(FAR));
    assert_eq!(it("fire area when enemies_in_zone >= 3\nfire single"), Id::Actor(FOE));
    assert_eq!(it("fire single"), Id::Actor(FOE));
    assert_eq!(it(""), Id::Zone(FAR), "the standard fires at two at once");
}

#[test]
fn an_obstruction_is_put_between() {
    let yard = |words: &str| Yard::new(&format!("act obstruct\nkeep_range 1\nobstruct {words}")).at(FOE, MIDDLE);
    assert_eq!(yard("before enemy").decides(Point::Whom).0.it, Id::Zone(NEAR), "the border of one's own zone");
    let mut behind = yard("behind enemy");
    assert_eq!(behind.decides(Point::Whom).0.it, Id::Zone(MIDDLE));
    behind.dice = Dice::scripted([1, 1, 1, 1]);
    let border = behind.decides(Point::Border).0.border().unwrap();
    let there = &behind.fight.roster.map.borders[border];
    assert_eq!((there.a, there.b), (MIDDLE, FAR));
}

#[test]
fn the_coverage_page_has_a_row_for_every_topic_and_term() {
    let page = std::fs::read_to_string(repository().join("docs/dev/coverage/doctrines.md")).unwrap();
    let topics = slip_pack::doctrine::Topic::ALL.iter().map(|topic| topic.word());
    let terms = slip_pack::doctrine::DoctrineWord::ALL.iter().map(|term| term.word());
    for word in topics.chain(terms) {
        assert!(page.contains(&format!("| `{word}` |")), "`{word}` is not covered");
    }
    let orders = slip_pack::doctrine::OptionOrder::ALL.iter().map(|order| order.word());
    for word in orders.chain(slip_pack::doctrine::ActorGroup::ALL.iter().map(|who| who.word()).filter(|word| *word != "named")) {
        assert!(page.contains(&format!("`{word}`")), "`{word}` is not covered");
    }
    for test in page
        .split("`p::")
        .skip(1)
        .filter_map(|rest| rest.split('`').next())
        .filter(|name| !name.contains('…') && !name.is_empty() && *name != "x")
    {
        assert!(include_str!("doctrine_play.rs").contains(&format!("fn {test}(")), "there is no test {test}");
    }
    for test in page.split("`t::").skip(1).filter_map(|rest| rest.split('`').next()).filter(|name| !name.contains('…') && *name != "x") {
        assert!(include_str!("../../slip-compile/tests/doctrines.rs").contains(&format!("fn {test}(")), "there is no test {test}");
    }
}

#[test]
fn a_side_with_a_shared_doctrine_rests_on_the_standard_of_what_is_played() {
    let pack = compiled(&format!("{YARD}{SHOOTOUT}doctrine d : fate {{\n  beaten dead\n  avoid offer_compel\n}}\n"));
    let game = run(&pack, "shootout", 4, Seats::standard()).unwrap();
    let reasons: Vec<&str> = game
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Answer { seat: Seat(0), why: Some(why), .. } => Some(why.as_str()),
            _ => None,
        })
        .collect();
    assert!(reasons.iter().any(|why| why.starts_with("standard_personal:")), "{reasons:?}");
    assert!(!game.events.iter().any(|event| matches!(event, Event::Offer { by, .. } if ours(*by))));
}

#[test]
fn whoever_cannot_shoot_through_a_closed_door_pays_to_open_it() {
    // The far end is behind a hatch: no attack is possible from this side, and a free move has at most one point.
    let hatch = |yard: &str| yard.replace("border near -- middle", "border near -- middle 4/0/4");
    let mut yard = Yard::changed("act pass", hatch);
    let choice = yard.decides(Point::FreeMove).0;
    assert_eq!(choice.verb, Verb::Pay, "{choice:?}");
    let open = Yard::new("act pass").decides(Point::FreeMove).0;
    assert_ne!(open.verb, Verb::Pay, "where there is no door nobody pays for one");
}

#[test]
fn rxts5_closed_sheets_show_what_was_rolled_and_assume_the_best_of_the_rest() {
    let closed = |yard: &str| {
        let yard = yard.replace("  side ours", "  rules secrets\n  side ours");
        format!("{yard}ruleset secrets {{ closed_sheets yes }}\n")
    };
    // With closed sheets an unknown rank counts as the best rank of any actor: the foe's agility counts as 3 although it is 2. The
    // foes' best defence, slug throwers 3, has that rank already.
    let fight = Yard::changed("act pass", closed).fight;
    let known = fight.known_sheets(Seat(0));
    let agility = fight.roster.parts.dodge;
    assert_eq!(fight.roster.rank(FOE, agility), 2);
    assert_eq!(known.rank(FOE, agility), 3, "the best of anybody");
    assert_eq!(known.rank(ME, agility), 2, "one's own sheet is open");
    let mut shown = fight.clone();
    shown.state.shown[FOE].add(agility);
    assert_eq!(shown.known_sheets(Seat(0)).rank(FOE, agility), 2, "what was rolled is known");
    // Only doctrines use these assumed ranks: if agility is the foes' best defence, an attack is expected to do less.
    let expects = |open: &str, sheets: &str| {
        let change = |yard: &str| {
            let weak =
                yard.replace("3 slug_throwers; 2 agility", "3 stealth; 2 slug_throwers").replace("stealth, stamina", "agility, stamina");
            if sheets == "closed" { closed(&weak) } else { weak }
        };
        Yard::changed(&format!("act attack when hit_chance >= {open}\nact pass"), change).decides(Point::Act).0.verb
    };
    assert_eq!(expects("58%", "open"), Verb::Attack);
    assert_eq!(expects("58%", "closed"), Verb::Pass);
    assert_eq!(expects("40%", "closed"), Verb::Attack);
}

/// Seat that weighs every question, even those that could be answered before the options are listed; `sure` counts the latter.
struct Weighing {
    seat: DoctrineSeat,
    sure: Rc<Cell<usize>>,
}

impl Policy<Fight> for Weighing {
    fn choose(&mut self, fight: &Fight, ask: &Ask, options: &Options) -> Answer {
        let sure = Policy::<Fight>::declines(&mut self.seat, fight, ask);
        let answer = Policy::<Fight>::choose(&mut self.seat, fight, ask, options);
        if sure {
            self.sure.set(self.sure.get() + 1);
            assert_eq!(Some(answer.choice), options.default_choice(), "{ask:?} among {:?}", options.as_slice());
        }
        answer
    }

    fn asks(&self) -> Points {
        Policy::<Fight>::asks(&self.seat)
    }

    fn why(&self) -> Option<ecow::EcoString> {
        Policy::<Fight>::why(&self.seat)
    }

    fn word(&self) -> &'static str {
        Policy::<Fight>::word(&self.seat)
    }

    fn doctrine(&self) -> Option<&str> {
        Policy::<Fight>::doctrine(&self.seat)
    }
}

#[test]
fn what_is_declined_before_the_answers_are_listed_is_declined_among_them() {
    let spender = "doctrine spender : personal {\n  free_tag\n  spend_spin\n  spend_fate when fate >= 2 and misses_by <= reach\n  \
                   reroll when odds >= 20% and misses_by > reach\n  late_compel when at_stake > 0\n  compel_self when fate == 0\n}\n";
    let encounters: String = ["", "rules zero_sum_fate;", "rules own_ways;"]
        .into_iter()
        .zip(["plain", "zero_sum", "any_own"])
        .map(|(rules, name)| {
            format!(
                "encounter {name} : personal {{\n  map yard; {rules}\n  side ours {{ actors gunner x3 at near; doctrine spender }}\n  \
                 side theirs {{ actors gunner x3 at far }}\n}}\n"
            )
        })
        .collect();
    let yard = compiled(&format!("{YARD}{spender}ruleset own_ways {{\n  self_invokes any\n  declarations yes\n}}\n{encounters}"));
    let mut tables = vec![(&yard, "plain"), (&yard, "zero_sum"), (&yard, "any_own")];
    let packs: Vec<Pack> = SHIPPED.iter().map(|(package, _)| pack(package)).collect();
    tables.extend(packs.iter().zip(SHIPPED).map(|(pack, (_, encounter))| (pack, encounter)));
    for (pack, key) in tables {
        let encounter = pack.encounters_named(key).next().unwrap();
        let sure = Rc::new(Cell::new(0));
        for seed in 0..12 {
            let mut seats = Seats::standard();
            for (side, stream) in encounter.sides.iter().zip(1..) {
                let seat = DoctrineSeat::of_side(pack, encounter.play, side, seed, stream).unwrap();
                seats = seats.with(&side.name, Box::new(Weighing { seat, sure: Rc::clone(&sure) }));
            }
            let weighed = run(pack, key, seed, seats).unwrap();
            assert_eq!(run(pack, key, seed, Seats::standard()).unwrap().json_lines(), weighed.json_lines(), "{key}, seed {seed}");
        }
        assert!(sure.get() > 12, "{key}: only {} questions", sure.get());
    }
}
