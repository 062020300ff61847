//! Checks that the games of a simulation are ordinary games, each counted once, whichever thread plays them and however many
//! threads there are.

use crate::simulate::alley::{self, RANDOM, STANDARD, done, pack, plan, trouble, version, within};
use slip_dice::Dice;
use slip_odds::simulate::{BATCH, PlayersMaker, SimulationError, SimulationPlan, Version, seeds};
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Play};
use slip_play::event::{Event, StakesOp};
use slip_policy::Random;
use slip_session::Seats;
use slip_session::run::{Run, run_with};
use slip_test_support::shipped_packages;

/// Returns counts from the log of a game: consequences, points spent, dice rolled, boxes of fallout.
fn counted(run: &Run) -> [u64; 4] {
    let mut counts = [0; 4];
    for event in &run.events {
        match event {
            Event::Consequence { .. } => counts[0] += 1,
            Event::Fate { change, .. } => counts[1] += u64::try_from(-change).unwrap_or(0),
            Event::Stakes(pool) if pool.op == StakesOp::Roll => counts[2] += pool.dice.len() as u64,
            Event::Stakes(pool) if pool.op == StakesOp::Fallout => counts[3] += u64::from(pool.boxes),
            _ => counts[2] += u64::from(matches!(event, Event::Roll { standing: false, .. } | Event::Adjust { faces: Some(_), .. })),
        }
    }
    counts
}

/// Checks a few games of a simulation against the same games played one by one with their logs.
fn are_those_that_run_plays(pack: &Pack, encounter: &Encounter, seats: PlayersMaker<'_>, games: u64) {
    let tally = done(&SimulationPlan { seed: 5, ..plan(Version { pack, encounter, seats }, games) }).counts.tally;
    let (mut wins, mut rounds, mut counts) = (vec![0; encounter.sides.len()], 0, [0; 4]);
    for game in 0..games {
        let seed = seeds::of_game(5, game);
        let run = run_with(pack, encounter, Dice::seeded(seed, 0), Some(seed), seats(seed).unwrap()).unwrap();
        run.outcome.winner.into_iter().for_each(|winner| wins[usize::from(winner.0)] += 1);
        rounds += u64::from(run.outcome.rounds);
        counts.iter_mut().zip(counted(&run)).for_each(|(sum, count)| *sum += count);
    }
    let name = &encounter.name;
    assert_eq!(tally.sides.iter().map(|side| side.wins).collect::<Vec<_>>(), wins, "{name}");
    assert_eq!(tally.length.sum, rounds, "{name}");
    let all = |of: fn(&slip_odds::simulate::total_counts::ActorTally) -> u64| tally.actors.iter().map(of).sum::<u64>();
    let seen = [
        all(|actor| actor.mild + actor.moderate + actor.severe),
        all(|actor| actor.fate),
        all(|actor| actor.rolls + actor.dice),
        all(|actor| actor.fallout),
    ];
    assert_eq!(seen, counts, "{name}");
}

/// All packages of `content`.
const PACKAGES: [&str; 9] =
    ["customs_dock", "harrow_reach", "salt_road", "deep_choir", "wreck_coast", "thin_lanes", "glass_shore", "nine_sluices", "quiet_docket"];

#[test]
fn each_game_of_a_simulation_is_the_one_that_run_plays_with_its_seed() {
    for name in PACKAGES {
        let pack = shipped_packages::pack(name);
        let own = pack.encounters.values().filter(|encounter| encounter.valid && encounter.package == name);
        // Battles take long: one of each package is enough.
        let (battles, others): (Vec<&Encounter>, Vec<&Encounter>) = own.partition(|encounter| encounter.play == Play::Platoon);
        for encounter in others.into_iter().chain(battles.into_iter().take(1)) {
            are_those_that_run_plays(&pack, encounter, STANDARD, 2);
        }
    }
}

#[test]
fn players_who_draw_by_lot_draw_as_they_would_in_a_single_game() {
    are_those_that_run_plays(pack(), alley::encounter("brawl"), RANDOM, 20);
    let one_of_them: PlayersMaker<'_> = &|seed| Ok(Seats::standard().with("thieves", Box::new(Random::new(seed, 2))));
    are_those_that_run_plays(pack(), alley::encounter("brawl"), one_of_them, 20);
}

#[test]
fn players_who_look_ahead_look_as_they_would_in_a_single_game() {
    use slip_pack::encounter::Lookahead;
    use slip_policy::search::SearchSeat;
    let encounter = alley::encounter("brawl");
    let ahead = Lookahead { samples: Some(16), turns: 1 };
    let seats: PlayersMaker<'_> =
        &|seed| Ok(Seats::standard().with("watch", Box::new(SearchSeat::new(pack(), encounter, 0, None, ahead, seed).unwrap())));
    are_those_that_run_plays(pack(), encounter, seats, 5);
}

#[test]
fn threads_change_nothing() {
    let games = 3 * BATCH + 17;
    let one = done(&SimulationPlan { threads: 1, ..plan(version("brawl"), games) });
    for threads in [2, 3, 8] {
        assert_eq!(done(&SimulationPlan { threads, ..plan(version("brawl"), games) }), one, "{threads} threads");
    }
}

#[test]
fn it_stops_at_the_wanted_precision_after_the_same_game_however_many_play() {
    let stopping = |threads| done(&SimulationPlan { threads, within: within("4%"), ..plan(version("brawl"), 20 * BATCH) });
    let one = stopping(1);
    let games = one.counts.tally.games;
    assert!(games.is_multiple_of(BATCH) && games > BATCH && games < 20 * BATCH, "{games}");
    for threads in [2, 5] {
        assert_eq!(stopping(threads), one, "{threads} threads");
    }
    // The result equals that of a plan for this number of games, and one batch fewer is not enough.
    let plain = done(&plan(version("brawl"), games));
    assert_eq!(plain.counts, one.counts);
    let less = slip_odds::simulate::SimulationReport::of(&done(&plan(version("brawl"), games - BATCH)));
    assert!(less.widest > 0.04, "{}", less.widest);
    assert!(slip_odds::simulate::SimulationReport::of(&one).widest <= 0.04);
}

#[test]
fn every_game_is_counted_once_in_everything_that_is_counted() {
    let games = BATCH + 50;
    let tally = done(&SimulationPlan { threads: 2, ..plan(version("brawl"), games) }).counts.tally;
    assert_eq!(tally.games, games);
    assert_eq!(tally.sides.iter().map(|side| side.wins).sum::<u64>() + tally.draws, games);
    assert_eq!(tally.endings.iter().map(|ending| ending.games).sum::<u64>(), games);
    assert_eq!(tally.length.total(), games);
    for side in &tally.sides {
        assert_eq!([side.out.total(), side.consequences.total(), side.fate.total()], [games; 3]);
    }
    let (mut out, mut consequences, mut fate) = (0, 0, 0);
    for actor in &tally.actors {
        out += actor.out;
        consequences += actor.mild + actor.moderate + actor.severe;
        fate += actor.fate;
    }
    let sums = tally.sides.iter().fold((0, 0, 0), |(a, b, c), side| (a + side.out.sum, b + side.consequences.sum, c + side.fate.sum));
    assert_eq!(sums, (out, consequences, fate));
    assert!(out > 0 && fate > 0);
}

#[test]
fn another_seed_gives_other_games() {
    let of = |seed| done(&SimulationPlan { seed, ..plan(version("brawl"), 100) }).counts;
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
}

#[test]
fn it_is_told_how_far_it_has_come() {
    let mut seen = Vec::new();
    slip_odds::simulate::simulate(&plan(version("brawl"), 2 * BATCH), &mut |progress| seen.push((progress.played, progress.of))).unwrap();
    assert!(seen.iter().all(|&(played, of)| played <= of && of == 2 * BATCH));
    assert!(seen.is_sorted());
}

#[test]
fn the_first_game_that_comes_to_nothing_is_named_however_many_play() {
    // From the 300th game on one seat cannot be created, and an existing one cannot be reset.
    struct Once;
    impl<C> slip_policy::Policy<C> for Once {
        fn choose(&mut self, _: &C, _: &slip_play::question::Ask, options: &slip_play::choice::Options) -> slip_play::choice::Answer {
            slip_policy::first(options).into()
        }
        fn word(&self) -> &'static str {
            "once"
        }
    }
    let bad: Vec<u64> = (300..400).map(|game| seeds::of_game(1, game)).collect();
    let seats = |seed: u64| {
        if bad.contains(&seed) { Err(format!("no seat for {seed}")) } else { Ok(Seats::standard().with("watch", Box::new(Once))) }
    };
    for threads in [1, 3] {
        let version = Version { seats: &seats, ..version("brawl") };
        let found = trouble(&SimulationPlan { threads, ..plan(version, 4 * BATCH) });
        assert_eq!(found, SimulationError::Seats(format!("no seat for {}", bad[0])));
    }
}
