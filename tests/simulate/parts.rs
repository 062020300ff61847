//! Checks that merged parts of a simulation give exactly the result of the whole, or an error.

use crate::simulate::alley::{done, pack, plan, version};
use slip_odds::simulate::shard::Shard;
use slip_odds::simulate::{SimulationPart, SimulationPlan, SimulationReport, Unmergeable, merge};

const GAMES: u64 = 530;

/// Returns a plan that counts everything.
fn whole() -> SimulationPlan<'static> {
    let mirror = Some(version("twins"));
    SimulationPlan { mirror, other: Some(("the same", version("twins"))), ..plan(version("twins"), GAMES) }
}

fn part_of(plan: SimulationPlan<'_>, number: u64, of: u64) -> SimulationPart {
    let part = Shard { number, of }.games(plan.games);
    SimulationPart::new(done(&SimulationPlan { part: part.clone(), ..plan }), part)
}

/// Writes a part of a simulation and reads it again, as if it came from a file.
fn posted(part: &SimulationPart) -> SimulationPart {
    SimulationPart::read(&part.written()).unwrap()
}

fn parts(of: u64) -> Vec<SimulationPart> {
    (1..=of).map(|number| posted(&part_of(whole(), number, of))).collect()
}

#[test]
fn one_three_and_sixteen_shards_come_to_the_whole_byte_for_byte() {
    let all = SimulationReport::of(&done(&whole())).json();
    for of in [1, 3, 16] {
        let mut parts = parts(of);
        assert_eq!(SimulationReport::of(&merge(&parts).unwrap()).json(), all, "{of} shards");
        parts.reverse();
        assert_eq!(SimulationReport::of(&merge(&parts).unwrap()).json(), all, "{of} shards, the last first");
    }
}

#[test]
fn more_shards_than_games_leave_some_with_nothing_to_do() {
    let few = || plan(version("brawl"), 5);
    let parts: Vec<SimulationPart> = (1..=16).map(|number| posted(&part_of(few(), number, 16))).collect();
    assert_eq!(merge(&parts).unwrap(), done(&few()));
}

#[test]
fn shards_have_each_game_once() {
    for (games, of) in [(1, 1), (5, 16), (530, 16), (1_000_003, 7)] {
        let mut next = 0;
        for number in 1..=of {
            let games = Shard { number, of }.games(games);
            assert_eq!(games.start, next);
            next = games.end;
        }
        assert_eq!(next, games);
    }
}

#[test]
fn missing_and_doubled_shards_are_refused() {
    let parts = parts(3);
    assert_eq!(merge(&[]), Err(Unmergeable::Nothing));
    assert_eq!(merge(&parts[1..]), Err(Unmergeable::Missing(0..176)));
    assert_eq!(merge(&[parts[0].clone(), parts[2].clone()]), Err(Unmergeable::Missing(176..353)));
    assert_eq!(merge(&parts[..2]), Err(Unmergeable::Missing(353..530)));
    let twice = [parts[0].clone(), parts[1].clone(), parts[2].clone(), parts[1].clone()];
    assert_eq!(merge(&twice), Err(Unmergeable::Twice { part: 3, other: 1 }));
    let overlapping = [parts[0].clone(), part_of(whole(), 2, 2)];
    assert_eq!(merge(&overlapping), Err(Unmergeable::Missing(176..265)));
}

#[test]
fn parts_of_different_simulations_are_refused_and_say_what_is_different() {
    let first = part_of(plan(version("brawl"), GAMES), 1, 2);
    let other = |plan: SimulationPlan<'static>| merge(&[first.clone(), part_of(plan, 2, 2)]).unwrap_err();
    let differs = |what| Unmergeable::OtherRun { part: 1, what };
    assert_eq!(other(plan(version("twins"), GAMES)), differs("the encounter"));
    assert_eq!(other(SimulationPlan { seed: 2, ..plan(version("brawl"), GAMES) }), differs("the seed"));
    assert_eq!(other(plan(version("brawl"), GAMES + 1)), differs("the number of games"));
    assert_eq!(other(SimulationPlan { mirror: Some(version("brawl")), ..plan(version("brawl"), GAMES) }), differs("the option --mirror"));
    let compared = SimulationPlan { other: Some(("x", version("brawl"))), ..plan(version("brawl"), GAMES) };
    assert_eq!(other(compared), differs("the version it is compared with"));
    let random = slip_odds::simulate::Version { seats: crate::simulate::alley::RANDOM, ..version("brawl") };
    assert_eq!(other(plan(random, GAMES)), differs("the players"));
    let harder = crate::simulate::alley::changed("3 brawling", "3 close_combat");
    let encounter = &harder.encounters["own.brawl"];
    let changed = slip_odds::simulate::Version { pack: &harder, encounter, ..version("brawl") };
    let found = merge(&[first.clone(), part_of(plan(changed, GAMES), 2, 2)]);
    assert_eq!(found.unwrap_err(), differs("the package"));
    assert_ne!(harder.hash(), pack().hash());
}

#[test]
fn no_damaged_or_altered_part_is_read() {
    let part = part_of(plan(version("brawl"), 20), 1, 2);
    let text = part.written();
    assert_eq!(SimulationPart::read(&text).unwrap(), part);
    for end in (0..text.len() - 1).step_by(37) {
        assert!(SimulationPart::read(&text[..end]).is_err(), "cut off after {end} bytes");
    }
    // One digit is changed: in the counts, the games, the seed, the hash.
    for (place, sign) in text.char_indices().filter(|(_, sign)| sign.is_ascii_digit()).step_by(7) {
        let other = if sign == '7' { '8' } else { '7' };
        let altered = format!("{}{other}{}", &text[..place], &text[place + 1..]);
        assert!(SimulationPart::read(&altered).is_err(), "{altered}");
    }
    for (text, why) in [("", "it is damaged"), ("{}", "it is not a part of a simulation"), ("[1]", "it is damaged")] {
        assert!(SimulationPart::read(text).unwrap_err().starts_with(why), "{text}");
    }
    assert_eq!(SimulationPart::read(r#"{"slipyard_part":99}"#).unwrap_err(), "it has version 99, but this release reads version 1");
}
