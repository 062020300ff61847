//! Plays battles with random legal answers, under every set of rules, and checks the laws of all of them.

use crate::platoon_laws::ground::{battles, content};
use crate::platoon_laws::watch::Watch;
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::ids::{Seat, TableKey};
use slip_play::platoon::PlatoonFight;
use slip_play::question::{Ask, Point, Points};
use std::collections::BTreeMap;

/// Way of choosing answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Every legal answer is equally likely.
    Anything,
    /// No concessions and no offers to stop, so that there is more fighting.
    Stubborn,
    /// Like `Stubborn`; also never passes if another option exists, so that more happens.
    Eager,
}

/// Statistics of a number of battles.
#[derive(Default)]
pub struct Seen {
    pub battles: u64,
    pub decisions: u64,
    pub events: u64,
    pub points: BTreeMap<&'static str, u64>,
    pub acts: BTreeMap<String, u64>,
}

/// Returns the largest number of answers a question may have.
fn bound(point: Point) -> usize {
    match point.word() {
        "act" => 16,
        "compel" => 16,
        "answer_compel" => 5,
        "defend" | "order" => 32,
        "adjust" => 64,
        "mitigate" => 9,
        "term" => 3,
        "stop" | "intercept" | "pay_access" | "accept_concession" | "muster" => 2,
        _ => Options::NEAR,
    }
}

/// Starts a battle in which every question is asked.
pub fn sit(pack: &Pack, encounter: &Encounter) -> PlatoonFight {
    let mut fight = PlatoonFight::begin(pack, encounter).unwrap_or_else(|error| panic!("{}: {error}", encounter.name));
    for number in 0..encounter.sides.len() {
        *fight.state.asks.row_mut(Seat::of(number)).unwrap() = Points::ALL;
    }
    fight
}

fn draw(ask: &Ask, options: &Options, manner: Manner, chance: &mut Dice) -> Choice {
    if let Some(forced) = ask.forced {
        return forced;
    }
    let shy = |choice: Choice| match manner {
        Manner::Anything => false,
        Manner::Stubborn => choice.verb == Verb::Concede,
        Manner::Eager => matches!(choice.verb, Verb::Concede | Verb::Pass | Verb::No | Verb::Stay),
    };
    if manner != Manner::Anything && ask.point == Point::Stop {
        return options.get(0).unwrap();
    }
    // Tries up to eight random options for one that fits the manner, then takes the first option.
    for _ in 0..8 {
        let choice = options.get(chance.pick(options.len()).unwrap()).unwrap();
        if !shy(choice) {
            return choice;
        }
    }
    options.get(0).unwrap()
}

/// Checks that every option of a question is accepted in the same state, and produces an event.
fn all_are_accepted(fight: &PlatoonFight, ask: &Ask, options: &Options, what: &str) {
    for &choice in options.as_slice() {
        let (mut events, mut dice) = (Vec::new(), Dice::seeded(1, 2));
        let said = fight.decide(&choice.into(), &mut dice, &mut events);
        said.unwrap_or_else(|refusal| panic!("{what}: {choice:?} at {:?}: {refusal}", ask.point));
        assert!(!events.is_empty(), "{what}: {choice:?} at {:?} does nothing", ask.point);
    }
}

/// Plays a battle to its end under the judge's checks; returns all its events.
pub fn wander(mut fight: PlatoonFight, seed: u64, manner: Manner, what: &str, seen: &mut Seen) -> Vec<Event> {
    let first = fight.clone();
    let mut watch = Watch::of(&fight);
    let (mut dice, mut chance) = (Dice::seeded(seed, 0), Dice::seeded(seed, 1));
    let (mut options, mut buffer, mut events) = (Options::new(), Vec::new(), Vec::new());
    let zero_sum = fight.roster.settings.zero_sum;
    let points = |fight: &PlatoonFight| -> u32 {
        let units = fight.state.units.values().map(|unit| u32::from(unit.fate.points()));
        units.chain(fight.state.platoons.values().map(|platoon| u32::from(platoon.fate.points()))).sum()
    };
    let sum = points(&fight);
    while let Some(ask) = fight.waiting_for() {
        fight.legal(&mut options);
        assert!(!options.is_empty() || ask.forced.is_some(), "{what}: nothing to answer at {:?}", ask.point);
        if ask.forced.is_none() {
            assert!((2..=bound(ask.point)).contains(&options.len()), "{what}: {} answers at {:?}", options.len(), ask.point);
            seen.decisions += 1;
            *seen.points.entry(ask.point.word()).or_default() += 1;
            if seen.decisions.is_multiple_of(64) {
                all_are_accepted(&fight, &ask, &options, what);
            }
        }
        let choice = draw(&ask, &options, manner, &mut chance);
        let decided = fight.decide(&choice.into(), &mut dice, &mut buffer);
        decided.unwrap_or_else(|refusal| panic!("{what}: {choice:?} at {:?}: {refusal}", ask.point));
        for event in buffer.drain(..) {
            let broken = watch.judge(&fight, &event);
            assert_eq!(broken, None, "{what}: {event:?} at {:?} by {choice:?}; {:?}", ask.point, fight.state.step);
            fight.apply(&event);
            let broken = watch.look(&fight, &event);
            assert_eq!(broken, None, "{what}: after {event:?} at {:?} by {choice:?}; {:?}", ask.point, fight.state.step);
            if let Event::Declare { act: Some(act), .. } = event {
                *seen.acts.entry(format!("{act:?}")).or_default() += 1;
            }
            events.push(event);
        }
        assert_eq!(fight.broken_law(), None, "{what}: at {:?} by {choice:?}", ask.point);
        assert!(!zero_sum || points(&fight) == sum, "{what}: points come from nowhere at {:?}", ask.point);
        assert!(fight.state.turn <= fight.roster.limit, "{what}: past its limit");
        assert!(events.len() < 60_000, "{what}: it goes on and on at {:?}", fight.state.step);
    }
    assert!(matches!(events.last(), Some(Event::End { .. })), "{what}: no end");
    let thrown: usize = events.iter().flat_map(Event::thrown).count();
    let coins = usize::try_from(dice.place().rolls).unwrap() - thrown;
    assert!(coins == 0 || first.state.first.is_none(), "{what}: dice fall that nobody is told of");
    let mut again = first;
    events.iter().for_each(|event| again.apply(event));
    assert!(again == fight, "{what}: its events do not replay it");
    seen.battles += 1;
    seen.events += u64::try_from(events.len()).unwrap();
    events
}

/// Plays rounds of every battle under every set of rules until this many decisions are made.
pub fn wander_all(wanted: u64, from: u64) -> Seen {
    let all = battles();
    let mut seen = Seen::default();
    for seed in from.. {
        for (pack, encounters) in &all {
            for (number, encounter) in encounters.iter().enumerate() {
                let manner = [Manner::Eager, Manner::Stubborn, Manner::Anything][(usize::try_from(seed).unwrap() + number) % 3];
                let what = format!("{} (rules {number}) seed {seed}", encounter.name);
                wander(sit(pack, encounter), seed, manner, &what, &mut seen);
            }
            if seen.decisions >= wanted && seed > from {
                return seen;
            }
        }
    }
    seen
}

#[test]
fn section_15_holds_of_every_battle_under_every_set_of_rules() {
    let seen = wander_all(100_000, 0);
    let points = [
        "set_up",
        "order",
        "adopt",
        "unit",
        "rally_too",
        "free_move",
        "steps",
        "act",
        "whom",
        "with",
        "term",
        "compel",
        "answer_compel",
        "defend",
        "adjust",
        "mitigate",
        "share",
        "engineer",
        "muster",
        "intercept",
        "stop",
        "accept_concession",
    ];
    let never: Vec<&str> = points.into_iter().filter(|point| !seen.points.contains_key(point)).collect();
    assert_eq!(never, Vec::<&str>::new(), "never asked; {:?}", seen.points);
    let acts = [
        Verb::Attack,
        Verb::Move,
        Verb::March,
        Verb::Maneuver,
        Verb::Interdict,
        Verb::Rally,
        Verb::Jam,
        Verb::Unjam,
        Verb::Spot,
        Verb::Cover,
        Verb::Relocate,
        Verb::Displace,
        Verb::Deploy,
        Verb::Rearm,
    ];
    let never: Vec<Verb> = acts.into_iter().filter(|act| !seen.acts.contains_key(&format!("{act:?}"))).collect();
    assert_eq!(never, Vec::<Verb>::new(), "never done; {:?}", seen.acts);
}

#[test]
#[ignore = "millions of decisions: some minutes; PLATOON_DECISIONS and PLATOON_SEED say how many and from which seed"]
fn the_same_over_millions_of_decisions() {
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let seen = wander_all(number("PLATOON_DECISIONS", 2_000_000), number("PLATOON_SEED", 1000));
    eprintln!("{} battles, {} decisions, {} events; {:?}; {:?}", seen.battles, seen.decisions, seen.events, seen.points, seen.acts);
}

/// The same seed gives the same bytes, independent of the number of threads (doctrines included).
#[test]
fn one_seed_is_one_battle_however_many_threads_play() {
    use slip_session::{Seats, run};
    let pack = content("glass_shore");
    let names = ["three_towers", "run_for_the_quay", "payroll"];
    let play = |seats: fn() -> Seats| -> Vec<String> {
        let run = |name: &str| run(&pack, name, 7, seats()).unwrap();
        names.iter().map(|name| run(name)).map(|run| run.json_lines() + &run.transcript()).collect()
    };
    for seats in [Seats::random, Seats::standard] {
        let alone = play(seats);
        let at_once: Vec<Vec<String>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..2).map(|_| scope.spawn(|| play(seats))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(at_once.iter().all(|there| *there == alone));
    }
}
