//! Laws of the zero-sum economy of fate points, in every shipped personal encounter: the sum is constant at every step, no balance
//! is negative, every haggle ends, no question has more options than the design allows; and doctrines keep the points moving.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests fail by panicking"
)]

use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Play};
use slip_pack::ruleset::Setting;
use slip_play::Fight;
use slip_play::choice::{Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Buy, CompelDemand, CompelReply, Event, Phase};
use slip_play::personal::Personal;
use slip_play::platoon::PlatoonFight;
use slip_play::question::Point;
use slip_session::run::run_with;
use slip_session::{Run, Seats};
use slip_test_support::shipped_packages;
use std::collections::BTreeMap;

fn packs() -> Vec<Pack> {
    shipped_packages::names().iter().map(|name| shipped_packages::pack(name)).collect()
}

/// Returns every shipped personal encounter in the zero-sum economy, whatever its own rules, with some points for every actor.
fn encounters() -> Vec<(Pack, Encounter)> {
    let mut all = Vec::new();
    for pack in packs() {
        for encounter in pack.encounters.values().filter(|encounter| encounter.play == Play::Personal) {
            let mut encounter = encounter.clone();
            let settings = &mut encounter.rules.settings;
            settings.insert("fate".into(), Setting::Word("zero_sum".into()));
            settings.insert("forced_move".into(), Setting::Word("flagged".into()));
            all.push((pack.clone(), encounter));
        }
    }
    assert!(all.len() >= 3);
    all
}

fn sum(fight: &Personal) -> u32 {
    fight.state.actors.values().map(|actor| u32::from(actor.fate.points())).sum()
}

/// Returns the largest number of options of each point, where the design bounds it.
fn bound(point: Point) -> usize {
    match point {
        Point::Compel => 16,
        Point::AnswerCompel | Point::Haggle => 5,
        Point::Adjust => 64,
        Point::Payee => 8,
        _ => Options::NEAR,
    }
}

/// Plays at random, with every event as a step; counts how often each thing was decided.
fn walk(fight: &mut Personal, seed: u64, seen: &mut BTreeMap<&'static str, u32>) -> u32 {
    let mut dice = Dice::seeded(seed, 0);
    let mut chance = Dice::seeded(seed, 1);
    let mut options = Options::new();
    let mut buffer = Vec::new();
    let all = sum(fight);
    let mut decisions = 0;
    while let Some(ask) = fight.waiting_for() {
        fight.legal(&mut options);
        assert!(options.len() <= bound(ask.point), "{} options at {}", options.len(), ask.point.word());
        let mut choice = ask.forced.unwrap_or_else(|| options.get(chance.pick(options.len()).unwrap()).unwrap());
        // Concessions would end too many fights before any point is paid.
        if choice.verb == Verb::Concede {
            choice = options.get(0).unwrap();
        }
        decisions += u32::from(ask.forced.is_none());
        fight.decide(&choice.into(), &mut dice, &mut buffer).unwrap();
        for event in buffer.drain(..) {
            let word = match &event {
                Event::Offer { free: true, .. } => "offer by a free tag",
                Event::Offer { with: Some(_), .. } => "offer of one's own",
                Event::Offer { .. } => "offer",
                Event::Reply { answer: CompelReply::Counter, .. } => "counter-offer",
                Event::Reply { answer: CompelReply::Accept, .. } => "accepted",
                Event::Reply { answer: CompelReply::Refuse, .. } => "refused",
                Event::Due { .. } => "a payer chose",
                Event::Adjust { buy: Buy::Late, .. } => "late compel",
                Event::Adjust { buy: Buy::Invoke | Buy::Tag, .. } => "paid",
                Event::Fate { who, change, left, from } => {
                    let before = i32::from(fight.purse(*who).points());
                    assert!(from.is_some() && *change != 0, "points come from somebody");
                    assert_eq!(i32::from(*left), before + change, "nobody pays what they do not have");
                    "point"
                }
                _ => "",
            };
            *seen.entry(word).or_default() += 1;
            let halved = matches!(event, Event::Fate { change, .. } if change < 0);
            fight.apply(&event);
            assert!(halved || sum(fight) == all, "after {event:?}");
        }
        assert_eq!(sum(fight), all, "after {choice:?} at {}", ask.point.word());
    }
    decisions
}

#[test]
fn points_only_change_hands_in_every_shipped_encounter() {
    let mut seen = BTreeMap::new();
    let mut decisions = 0;
    for (pack, encounter) in encounters() {
        for seed in 0..25 {
            let mut fight = Personal::begin(&pack, &encounter).unwrap();
            // Every actor can pay, whatever their sheets say.
            for actor in fight.state.actors.values_mut() {
                actor.fate.change(3);
            }
            decisions += walk(&mut fight, seed, &mut seen);
        }
    }
    assert!(decisions > 20_000, "{decisions}");
    for word in [
        "offer",
        "offer by a free tag",
        "offer of one's own",
        "counter-offer",
        "accepted",
        "refused",
        "a payer chose",
        "late compel",
        "paid",
    ] {
        assert!(seen.get(word).is_some_and(|&times| times > 20), "{word}: {seen:?}");
    }
}

/// Plays the doctrines of the encounter, or its standards, with the points of the sheets.
fn by_doctrine(pack: &Pack, encounter: &Encounter, seed: u64) -> Run {
    run_with(pack, encounter, Dice::seeded(seed, 0), Some(seed), Seats::standard()).unwrap()
}

#[test]
fn doctrines_spend_points_that_only_change_hands_and_neither_starve_nor_loop() {
    let mut spent = BTreeMap::new();
    for (pack, encounter) in encounters() {
        for seed in 0..8 {
            let game = by_doctrine(&pack, &encounter, seed);
            let mut fight = game.start.personal().unwrap().clone();
            let all = sum(&fight);
            let (mut rolls, mut offers) = (0_u32, 0_u32);
            for event in &game.events {
                match event {
                    Event::Roll { .. } => rolls += 1,
                    Event::Offer { .. } => offers += 1,
                    Event::Adjust { buy: Buy::Invoke | Buy::Tag, .. } => *spent.entry("paid").or_insert(0) += 1,
                    Event::Adjust { buy: Buy::Late, .. } => *spent.entry("late compel").or_insert(0) += 1,
                    _ => {}
                }
                fight.apply(event);
            }
            *spent.entry("offer").or_insert(0) += offers;
            assert_eq!(sum(&fight), all);
            assert!(offers <= 4 * rolls + 40, "{}: {offers} offers on {rolls} rolls", encounter.name);
        }
    }
    assert!(["paid", "offer"].iter().all(|word| spent.get(word).is_some_and(|&times| times > 5)), "{spent:?}");
}

const YARD: &str = r#"
map yard { zone near { aspects "Wet floor" }; zone far; border near -- far }
weapon carbine : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }
npc gunner "Gunner" {
  cap 3
  consequences yes
  skills { 3 slug_throwers; 2 agility, resolve; 1 intimidation, stealth, stamina }
  aspects "One", "Two", "Three"
  gear carbine
}
encounter shootout : personal {
  map yard
  rules zero_sum_fate
  side ours   { actors gunner x2 at near; doctrine d }
  side theirs { actors gunner x2 at far; doctrine e }
}
"#;

/// Returns the events of some fights between a side with the rules `ours` and a side with the rules `theirs`. Each event comes with the
/// fight before it.
fn fights(ours: &str, theirs: &str) -> Vec<(Personal, Event)> {
    use slip_source::{Package, Sources};
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "own".to_owned(), ..Package::default() });
    let text = format!("{YARD}doctrine d : personal {{\n{ours}\n}}\ndoctrine e : personal {{\n{theirs}\n}}\n");
    sources.add_file(own, "own.slip", text);
    let compiled = slip_compile::compile(&sources);
    assert!(!compiled.diagnostics.has_errors(), "{:#?}", compiled.diagnostics);
    let encounter = compiled.pack.encounters_named("shootout").next().unwrap();
    let mut all = Vec::new();
    for seed in 0..6 {
        let game = by_doctrine(&compiled.pack, encounter, seed);
        let mut fight = game.start.personal().unwrap().clone();
        for event in &game.events {
            all.push((fight.clone(), event.clone()));
            fight.apply(event);
        }
    }
    all
}

#[test]
fn doctrines_say_what_is_offered_asked_for_and_paid_to_whom() {
    let ours = |who: &slip_play::ids::ActorId| who.0 < 2;
    let count = |lines: &str, theirs: &str, test: &dyn Fn(&Personal, &Event) -> bool| {
        fights(lines, theirs).iter().filter(|(fight, event)| test(fight, event)).count()
    };
    let late = |_: &Personal, event: &Event| matches!(event, Event::Offer { by, demand: CompelDemand::Less, with: None, .. } if ours(by));
    assert!(count("late_compel", "", &late) > 0);
    assert_eq!(count("avoid late_compel", "", &late), 0);
    let own = |_: &Personal, event: &Event| matches!(event, Event::Offer { by, with: Some(_), .. } if ours(by));
    assert!(count("compel_self when points == 2", "", &own) > 0);
    assert_eq!(count("", "", &own), 0, "the standard sells no turns");
    let asks = |_: &Personal, event: &Event| matches!(event, Event::Reply { who, answer: CompelReply::Counter, .. } if ours(who));
    let insists = "offer_compel\nlate_compel";
    assert!(count("accept_compel when turn > 99\ncounter_offer when points == 3", insists, &asks) > 0);
    assert_eq!(count("accept_compel when turn > 99\ncounter_offer when turn > 99", insists, &asks), 0);
    let agrees = |fight: &Personal, event: &Event| {
        let haggles = fight.state.step.phase == Phase::Haggle;
        haggles && matches!(event, Event::Reply { who, answer: CompelReply::Accept, .. } if ours(who))
    };
    let dear = "accept_compel when turn > 99\ncounter_offer";
    assert!(count("offer_compel when points == 1\npay_compel", dear, &agrees) > 0);
    assert_eq!(count("offer_compel when points == 1\npay_compel when points > 3", dear, &agrees), 0);
    assert_eq!(count("offer_compel when points == 1\npay_compel when at_stake < 0", dear, &agrees), 0);
}

#[test]
fn a_doctrine_chooses_whom_it_pays() {
    use slip_play::choice::Choice;
    use slip_play::ids::{ActorId, Id};
    use slip_policy::doctrine::DoctrineSeat;
    let (foe, other) = (ActorId(2), ActorId(3));
    let paid = |line: &str| {
        let (mut fight, _) = fights("", "").swap_remove(0);
        fight.state.actors[other].tracks[0].mark(2);
        fight.apply(&Event::Due { who: ActorId(0), points: 1, to: vec![foe, other] });
        let ask = fight.waiting_for().unwrap();
        assert_eq!((ask.point, ask.forced), (Point::Payee, None));
        let mut options = Options::new();
        fight.legal(&mut options);
        let mut sources = slip_source::Sources::new();
        slip_compile::stdlib::add(&mut sources);
        let own = sources.add_package(slip_source::Package { name: "own".to_owned(), ..Default::default() });
        sources.add_file(own, "own.slip", format!("doctrine d : personal {{\n{line}\n}}\n"));
        let pack = slip_compile::compile(&sources).pack;
        let mut seat = DoctrineSeat::new(&pack.doctrines["own.d"], Dice::seeded(1, 1)).unwrap();
        seat.decide(&fight, &ask, &options).unwrap().choice
    };
    let to = |who: ActorId| Choice::of(Verb::Payee).on(Id::Actor(who));
    assert_eq!(paid("payee strongest enemy"), to(foe));
    assert_eq!(paid("payee weakest enemy"), to(other));
    assert_eq!(paid(""), to(other), "the standard pays whom it helps least");
}

/// A zero-sum fight that is played twice has the same end, the same log and the same transcript.
#[test]
fn a_replayed_fight_has_the_same_purses() {
    for (pack, encounter) in encounters() {
        let game = by_doctrine(&pack, &encounter, 3);
        let again = by_doctrine(&pack, &encounter, 3);
        assert!(game.end() == again.end());
        assert_eq!(game.json_lines(), again.json_lines());
        assert_eq!(game.transcript(), again.transcript());
        for line in game.json_lines().lines() {
            serde_json::from_str::<serde_json::Value>(line).unwrap();
        }
    }
}

/// A compel by a free tag has no points (R-VF7): accounts name the tag, and do not print a payment of 0.
#[test]
fn accounts_name_the_free_tag_that_a_compel_uses_up() {
    let mut told = BTreeMap::new();
    for pack in packs() {
        for encounter in pack.encounters.values().filter(|encounter| encounter.valid) {
            let mut encounter = encounter.clone();
            encounter.rules.settings.insert("fate".into(), Setting::Word("zero_sum".into()));
            if !matches!(encounter.play, Play::Personal | Play::Platoon | Play::Space) {
                continue;
            }
            for seed in 0..6 {
                let game = run_with(&pack, &encounter, Dice::seeded(seed, 0), Some(seed), Seats::random()).unwrap();
                let offers = game.events.iter().filter(|event| matches!(event, Event::Offer { free: true, .. })).count();
                let account = game.transcript();
                assert_eq!(account.matches(", by its free tag.").count(), offers, "{} with seed {seed}", encounter.name);
                assert!(!account.contains("for 0 fate points") && !account.contains("takes 0 fate points"), "{}", encounter.name);
                *told.entry(format!("{:?}", encounter.play)).or_insert(0) += offers;
            }
        }
    }
    assert!(told.len() == 3 && told.values().all(|&offers| offers > 5), "{told:?}");
}

/// Points of platoons also only change hands, whatever their doctrines do, and haggling always ends.
#[test]
fn platoons_by_doctrine_spend_points_that_only_change_hands() {
    let mut spent = BTreeMap::new();
    for pack in packs() {
        for encounter in pack.encounters.values().filter(|encounter| encounter.play == Play::Platoon && encounter.valid) {
            let mut encounter = encounter.clone();
            encounter.rules.settings.insert("fate".into(), Setting::Word("zero_sum".into()));
            for seed in 0..4 {
                let game = by_doctrine(&pack, &encounter, seed);
                let Fight::Platoon(mut fight) = game.start.clone() else { panic!("platoons fight") };
                let sum =
                    |fight: &PlatoonFight| -> u32 { fight.state.platoons.values().map(|platoon| u32::from(platoon.fate.points())).sum() };
                let all = sum(&fight);
                let (mut rolls, mut offers, mut owed) = (0_u32, 0_u32, 0_i32);
                for event in &game.events {
                    match event {
                        Event::Roll { .. } => rolls += 1,
                        Event::Offer { .. } => offers += 1,
                        Event::Fate { change, from, .. } => {
                            assert!(from.is_some(), "points come from somebody");
                            owed += change;
                            *spent.entry("point").or_insert(0) += 1;
                        }
                        _ => {}
                    }
                    fight.apply(event);
                    assert_eq!(i64::from(sum(&fight)), i64::from(all) + i64::from(owed), "after {event:?}");
                    assert!(owed <= 0, "nobody gets what nobody gave");
                }
                assert_eq!((sum(&fight), owed), (all, 0));
                assert!(offers <= 4 * rolls + 40, "{}: {offers} offers on {rolls} rolls", encounter.name);
            }
        }
    }
    assert!(spent.get("point").is_some_and(|&times| times > 20), "{spent:?}");
}

/// Prints how long fights take, for comparison between versions: `cargo test --release -p slip-session-tests zero_sum -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn how_long_fights_take() {
    for pack in packs() {
        for encounter in pack.encounters.values().filter(|encounter| encounter.play == Play::Personal) {
            let start = std::time::Instant::now();
            let events: usize = (0..200).map(|seed| by_doctrine(&pack, encounter, seed).events.len()).sum();
            println!("{}: {:?} for 200 fights, {events} events", encounter.name, start.elapsed());
        }
    }
}
