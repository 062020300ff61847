//! Laws of every fight in `content/`, under every variant of the rules, with random legal answers.
//!
//! After each answer the state is checked: points, boxes, slots, spin and zones stay within their bounds, points are conserved if
//! the rules say so, a fight ends by its limit, and its events alone replay it.
//!
//! The regular test makes about one million decisions; `cargo test --release --test laws_of_content -- --ignored` makes twenty million.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Play};
use slip_pack::ruleset::Setting;
use slip_play::choice::{Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::ids::{Seat, TableKey};
use slip_play::personal::Personal;
use slip_play::question::{Point, Points};
use slip_play::{Fight, Playable};
use slip_test_support::shipped_packages::pack;

const PACKAGES: [&str; 9] =
    ["customs_dock", "harrow_reach", "salt_road", "deep_choir", "wreck_coast", "thin_lanes", "glass_shore", "quiet_docket", "nine_sluices"];

/// Variants of the rules: settings in addition to those of the encounter.
const OF_PEOPLE: [&[(&str, &str)]; 8] = [
    &[],
    &[("fate", "zero_sum")],
    &[("fate", "zero_sum"), ("morale", "yes"), ("forced_move", "flagged")],
    &[("morale", "yes"), ("self_invokes", "any"), ("compel_loss", "action")],
    &[("gravity", "none"), ("border_cost", "max"), ("order", "seats")],
    &[("gravity", "sloping"), ("dice", "d6_d6"), ("skill_window", "global")],
    &[("gravity", "low"), ("dice", "d6_d6_capped"), ("first_blood", "unmarked"), ("narrated", "any")],
    &[("gravity", "stuttering"), ("bare_hands", "either"), ("spin", "single"), ("table_answers", "yes")],
];

/// Variants for social conflicts.
const OF_TALKS: [&[(&str, &str)]; 5] = [
    &[],
    &[("fate", "zero_sum")],
    &[("free_move", "zone_only"), ("repeat", "all_rolls"), ("self_invokes", "any")],
    &[("triggers", "at_once"), ("social_order", "seats"), ("compel_loss", "action")],
    &[("dice", "d6_d6"), ("spin", "single"), ("fate", "zero_sum")],
];

/// Variants of the rules for fights between ships. Each row lists the settings that the variant changes.
const OF_SHIPS: [&[(&str, &str)]; 5] = [
    &[],
    &[("fate", "zero_sum")],
    &[("firewall", "flat"), ("spin", "single")],
    &[("burn_negotiation", "yes"), ("driven_off_counts", "no"), ("victim_ew", "allowed")],
    &[("dice", "d6_d6"), ("self_invokes", "any")],
];

/// Variants for fights between platoons; each row of the draft alone is in `platoon_laws`.
const OF_PLATOONS: [&[(&str, &str)]; 6] = [
    &[],
    DRAFT,
    &[("fate", "zero_sum"), ("character_fate", "own")],
    &[("platoon_consequences", "past_the_end"), ("membership", "unit"), ("flat_spin", "yes")],
    &[("leader_extra", "any"), ("graphite_reach", "fire"), ("platoon_spin", "allies"), ("zone_fire", "spotted")],
    &[("dice", "d6_d6"), ("spin", "single"), ("self_invokes", "any"), ("aircraft_start", "rearm")],
];

/// Settings of the earlier draft of platoon combat, one for each row of the draft.
const DRAFT: &[(&str, &str)] = &[
    ("fire_spotted", "by_skill"),
    ("fire_spotted_from", "after"),
    ("platoon_consequences", "past_the_end"),
    ("defensive_investment", "yes"),
    ("aircraft_start", "rearm"),
    ("battery_out_of_command", "silent"),
    ("battery_relocation", "no"),
    ("battery_gathers", "everybody"),
    ("orphans_cover", "no"),
    ("orphans_adopted", "no"),
    ("out_of_command_fades", "no"),
    ("adjacent_sight", "traced"),
    ("border_blocking", "yes"),
    ("formation_march", "no"),
    ("long_range", "once"),
    ("zone_fire", "spotted"),
    ("spotted_for", "attacks_and_maneuvers"),
    ("maneuver_lasts", "always"),
    ("spotting", "success"),
    ("first_player", "coin"),
    ("character_fate", "own"),
    ("character_turn", "yes"),
    ("membership", "unit"),
    ("off_map_director", "yes"),
    ("flat_spin", "yes"),
];

/// Settings with which each raise-and-see conflict is played.
const OF_DICE: [&[(&str, &str)]; 4] =
    [&[], &[("loss_fallout", "yes")], &[("dangerous", "own")], &[("opposition_fallout", "hard"), ("loss_fallout", "yes")]];

/// Returns the encounter with these settings changed.
fn varied(encounter: &Encounter, variant: &[(&str, &str)]) -> Encounter {
    let mut encounter = encounter.clone();
    for (name, word) in variant {
        encounter.rules.settings.insert((*name).into(), Setting::Word((*word).into()));
    }
    encounter
}

/// Way of choosing answers: every legal answer is equally likely, or the same without concessions, so that there is more fighting.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Anything,
    Stubborn,
}

/// Returns the sum of the fate points of all actors.
fn points(fight: &Fight) -> i64 {
    match fight {
        Fight::Personal(fight) => fight.state.actors.values().map(|actor| i64::from(actor.fate.points())).sum(),
        Fight::Space(fight) => {
            let ships: i64 = fight.state.ships.values().map(|ship| i64::from(ship.fate.points())).sum();
            ships + fight.state.people.iter().map(|person| i64::from(person.fate.points())).sum::<i64>()
        }
        Fight::Platoon(fight) => {
            let platoons: i64 = fight.state.platoons.values().map(|platoon| i64::from(platoon.fate.points())).sum();
            platoons + fight.state.units.values().map(|unit| i64::from(unit.fate.points())).sum::<i64>()
        }
        // A raise-and-see conflict has no fate points.
        Fight::Stakes(_) => 0,
    }
}

/// Returns the largest number of answers that a question may have.
fn bound(point: Point) -> usize {
    match point.word() {
        "act" => 16,
        "whom" => 113,
        // With `narrated any`, every skill of the encounter is offered, so there may be many options.
        "with" => 64,
        "compel" => 16,
        "defend" | "order" => 32,
        "answer_compel" => 5,
        "adjust" => 64,
        "payee" | "beaten" => 8,
        // In space, the owner of any ship of the side may also offer terms or surrender.
        "mitigate" => 9 + 2 * 16,
        "free_move" => 24,
        "border" => 12,
        "steps" | "set_up" => 128,
        "term" => 3,
        // Space combat; ship and band are separate questions.
        "place" => 48,
        "shift" => 50,
        "declare" => 97,
        "bid" | "drive" => 16,
        "torpedo_defence" => 10,
        "overwatch" => 9,
        "repair" => 8,
        "begin" | "ew_defence" | "deny" | "stop" => 2,
        // Platoon combat; the unit to march with, and the unit to intercept, are separate questions.
        "muster" | "intercept" => 2,
        // Raise-and-see conflict.
        "approach" | "escalate" => 4,
        "raise" => 79,
        "see" => 40,
        "resist" => 13,
        // A question about tracks has at most four options for fallout, and two for a hit.
        "track" => 4,
        "pay_access" | "accept_concession" | "animal" | "fact" => 2,
        _ => Options::NEAR,
    }
}

/// Checks that a fight breaks none of the laws for its kind. `what` describes the fight in failures.
fn look_over(fight: &Fight, what: &str) {
    match fight {
        Fight::Personal(fight) => look_over_people(fight, what),
        Fight::Space(fight) => {
            assert_eq!(fight.broken_law(), None, "{what}");
            assert!(fight.state.turn <= fight.roster.limit, "{what}: past its limit");
        }
        Fight::Platoon(fight) => {
            assert_eq!(fight.broken_law(), None, "{what}");
            assert!(fight.state.turn <= fight.roster.limit, "{what}: past its limit");
        }
        Fight::Stakes(fight) => assert_eq!(fight.broken_law(), None, "{what}"),
    }
}

fn look_over_people(fight: &Personal, what: &str) {
    for (who, actor) in fight.state.actors.iter() {
        let sheet = &fight.roster.actors[who];
        for (track, length) in actor.tracks.iter().zip(sheet.boxes.iter().copied()) {
            assert!(i32::from(track.length()) == length && track.marked() <= track.length(), "{what}: tracks of {}", sheet.title);
        }
        // Hunters give animals slots that they do not have by themselves.
        assert!(sheet.slots.covers(actor.slots) || actor.quarry.is_some(), "{what}: slots of {}", sheet.title);
        assert!(fight.roster.map.zones.row(actor.zone).is_some(), "{what}: {} stands nowhere", sheet.title);
    }
    assert!(fight.state.spin.iter().all(|token| token.left > 0), "{what}: spin of nothing");
    assert!(fight.state.round <= fight.roster.limit, "{what}: past its limit");
}

/// Plays one fight with random answers and checks every state; returns the number of decisions.
fn play(pack: &Pack, encounter: &Encounter, seed: u64, manner: Manner, what: &str) -> u64 {
    let mut fight = Fight::begin(pack, encounter).unwrap_or_else(|error| panic!("{what}: {error}"));
    for number in 0..encounter.sides.len() {
        *fight.asks_mut().row_mut(Seat::of(number)).unwrap() = Points::ALL;
    }
    let zero_sum = encounter.rules.is("fate", "zero_sum");
    let (start, sum) = (fight.clone(), points(&fight));
    let (mut dice, mut chance) = (Dice::seeded(seed, 0), Dice::seeded(seed, 1));
    let (mut options, mut buffer, mut events) = (Options::new(), Vec::new(), Vec::new());
    let mut decisions = 0;
    while let Some(ask) = fight.waiting_for() {
        let choice = ask.forced.unwrap_or_else(|| {
            fight.legal(&mut options);
            assert!((2..=bound(ask.point)).contains(&options.len()), "{what}: {} answers at {:?}", options.len(), ask.point);
            decisions += 1;
            loop {
                let choice = options.get(chance.pick(options.len()).unwrap()).unwrap();
                if manner == Manner::Anything || choice.verb != Verb::Concede || options.len() == 1 {
                    break choice;
                }
            }
        });
        let decided = fight.decide(&choice.into(), &mut dice, &mut buffer);
        decided.unwrap_or_else(|refusal| panic!("{what}: {choice:?} at {:?}: {refusal}", ask.point));
        for event in buffer.drain(..) {
            fight.apply(&event);
            events.push(event);
        }
        look_over(&fight, what);
        if zero_sum {
            assert_eq!(points(&fight), sum, "{what}: points come from nowhere at {:?}", ask.point);
        }
    }
    assert!(matches!(events.last(), Some(Event::End { .. })), "{what}: no end");
    let mut replayed = start;
    events.iter().for_each(|event| replayed.apply(event));
    assert!(replayed == fight, "{what}: its events do not replay it");
    decisions
}

/// Plays rounds of all encounters until this many decisions are made.
fn play_all(wanted: u64) -> u64 {
    let packs: Vec<Pack> = PACKAGES.iter().map(|name| pack(name)).collect();
    let mut decisions = 0;
    for seed in 0.. {
        for pack in &packs {
            for encounter in pack.encounters.values().filter(|encounter| encounter.valid && encounter.package == pack.package.name) {
                let variants: &[&[(&str, &str)]] = match encounter.play {
                    Play::Space => &OF_SHIPS,
                    Play::Platoon => &OF_PLATOONS,
                    Play::Stakes => &OF_DICE,
                    Play::Social => &OF_TALKS,
                    _ => &OF_PEOPLE,
                };
                for &variant in variants {
                    let encounter_varied = varied(encounter, variant);
                    let what = format!("{} seed {seed} with {variant:?}", encounter.name);
                    let manner = if seed % 4 == 3 { Manner::Anything } else { Manner::Stubborn };
                    decisions += play(pack, &encounter_varied, seed, manner, &what);
                }
            }
        }
        if decisions >= wanted {
            break;
        }
    }
    decisions
}

#[test]
fn whatever_legal_things_are_done_no_fight_leaves_its_bounds() {
    assert!(play_all(1_000_000) >= 1_000_000);
}

#[test]
#[ignore = "twenty million decisions: some minutes"]
fn the_same_over_millions_of_decisions() {
    assert!(play_all(20_000_000) >= 20_000_000);
}
