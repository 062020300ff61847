//! Tests of the effects that act in games: the counts of `--lines`, and `expect acts(STUNT) in ENCOUNTER`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_dice::Dice;
use slip_odds::expect::{AnswerCache, TestVerdict};
use slip_odds::simulate::{SimulationProgress, Version, effect_lines};
use slip_pack::Pack;
use slip_session::Seats;
use slip_session::effect_watch::{EffectCount, EffectCounts, EffectWatch};
use slip_session::run::{run_watched, run_with};
use slip_source::{Package, Sources};
use slip_test_support::compiled_text::written;

/// Two fighters. The fighter `keen` has three stunts: one helps each attack, one has a trigger that never occurs, and one is built in.
const DUEL: &str = r#"
stunt keen_eye "Keen eye" { for npc; effect +1 to brawling attack }
stunt far_sight "Far sight" { for npc; effect +1 to brawling attack when range >= 5 }
stunt thick_skin "Thick skin" { for npc; effect +1 to boxes of health }
stunt never_bought "Never bought" { for npc; effect +1 to brawling attack }
npc one "One" { cap 3; skills { 3 brawling; 2 agility, stamina; 1 alertness, resolve, stealth }; aspects "A", "B", "C"; stunts keen_eye, far_sight, thick_skin }
npc two "Two" { cap 3; skills { 3 brawling; 2 agility, stamina; 1 alertness, resolve, stealth }; aspects "A", "B", "C" }
map yard "Yard" { zone yard "Yard" }
encounter duel "Duel" : personal {
  map yard
  side left { actors one at yard }
  side right { actors two at yard }
  victory left when out(right)
  victory right when out(left)
}
"#;

fn pack() -> Pack {
    written(DUEL).pack
}

fn counted(pack: &Pack, games: u64, threads: usize) -> EffectCounts {
    let encounter = &pack.encounters["own.duel"];
    let seats = |_: u64| Ok(Seats::standard());
    effect_lines(Version { pack, encounter, seats: &seats }, 1, 0..games, threads, &|effect| effect.place.file == "own.slip").unwrap()
}

fn of<'c>(counts: &'c EffectCounts, stunt: &str) -> &'c EffectCount {
    counts.values().find(|count| count.stunt == stunt).unwrap()
}

#[test]
fn an_effect_acts_when_the_step_would_come_out_differently_without_it() {
    let counts = counted(&pack(), 5, 1);
    let keen = of(&counts, "keen_eye");
    assert!(keen.acted > 0 && keen.acted_in == 5 && keen.games == 5, "{keen:?}");
    assert_eq!(keen.whom.keys().collect::<Vec<_>>(), ["One"]);
    let far = of(&counts, "far_sight");
    assert_eq!((far.acted, far.built_in, far.games), (0, 0, 5), "{far:?}");
    let skin = of(&counts, "thick_skin");
    assert_eq!((skin.acted, skin.built_in), (0, 5), "{skin:?}");
    assert!(!counts.values().any(|count| count.stunt == "never_bought"));
}

/// Shots are counted only if an effect limits them. The count alone is not a change that the effect causes.
#[test]
fn a_limit_of_ammunition_acts_when_the_gun_is_empty() {
    let guns = DUEL
        .replace("keen_eye \"Keen eye\" { for npc; effect +1 to brawling attack }", "keen_eye \"Keen eye\" { for npc; effect ammo is 1 }");
    let guns = guns.replace("effect +1 to brawling attack when range >= 5", "effect +3 to ammo when target is tiny");
    let gun = "mark tiny \"is tiny\"\nstunt tiny_one \"Tiny\" { for npc; effect is tiny }\nweapon club \"Club\" : brawling { tech T0; harm 1; penetration 0 }\n";
    let guns = format!("{gun}{guns}").replace("thick_skin }", "thick_skin; gear club }");
    let counts = counted(&written(&guns).pack, 5, 1);
    let (one_shot, far) = (of(&counts, "keen_eye"), of(&counts, "far_sight"));
    assert!(one_shot.acted > 0, "{one_shot:?}");
    assert_eq!((far.acted, far.looked_at > 0), (0, true), "{far:?}");
}

#[test]
fn two_threads_count_what_one_counts() {
    let pack = pack();
    assert_eq!(counted(&pack, 7, 1), counted(&pack, 7, 2));
    assert_eq!(counted(&pack, 7, 1), counted(&pack, 7, 16));
}

#[test]
fn a_game_that_is_watched_is_the_same_game() {
    let pack = pack();
    let encounter = &pack.encounters["own.duel"];
    let mut watch = EffectWatch::new(&pack, encounter, &|_| true).unwrap();
    for seed in 1..6 {
        let plain = run_with(&pack, encounter, Dice::seeded(seed, 0), Some(seed), Seats::standard()).unwrap();
        let watched = run_watched(&pack, encounter, Dice::seeded(seed, 0), Some(seed), Seats::standard(), Some(&mut watch)).unwrap();
        assert_eq!(plain.json_lines(), watched.json_lines());
    }
}

const EXPECTED: &str = r#"
test "stunts act" {
  expect acts(keen_eye) in duel
  expect acts(thick_skin) in duel
  expect not acts(far_sight) in duel over 3 runs
  expect acts(far_sight) in duel over 3 runs
}
"#;

#[test]
fn tests_expect_stunts_to_act() {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "own".to_owned(), version: "0.1.0".to_owned(), edition: 1, ..Package::default() });
    sources.add_file(own, "own.slip", format!("{DUEL}{EXPECTED}"));
    let compiled = slip_compile::compile(&sources);
    let mut watch = |_: &SimulationProgress| {};
    let mut desk = AnswerCache::new(&compiled.pack, 1, 2, &mut watch);
    let verdicts: Vec<TestVerdict> = compiled.tests[0].expectations.iter().map(|claim| desk.judge(claim).verdict).collect();
    assert_eq!(verdicts, [TestVerdict::Held, TestVerdict::Held, TestVerdict::Held, TestVerdict::Failed]);
}
