//! Two laws about the marked answer of a question, the one that Enter takes.

use crate::replay::world::{Hands, Paper, every};
use slip_dice::Dice;
use slip_pack::encounter::{Encounter, Play};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::fight::Fight;
use slip_play::ids::{Seat, TableKey};
use slip_play::question::Point;
use slip_policy::victory_gap;
use slip_session::session::question_stops::{Preset, Stops};
use slip_session::session::{SeatAssignment, Session};

/// Returns the distance of a side from its victory after an answer; `None` if the answer rolls dice.
fn gap(fight: &Fight, seat: Seat, choice: Choice) -> Option<i64> {
    let (mut next, mut events) = (fight.clone(), Vec::new());
    next.decide(&choice.into(), &mut Dice::scripted([]), &mut events).ok()?;
    events.iter().for_each(|event| next.apply(event));
    Some(victory_gap(&next, seat))
}

/// "Over random positions, the `*` option is never one that the side's own victory conditions rank below passing."
#[test]
fn the_marked_answer_never_leads_away_from_the_own_victory() {
    let mut compared = 0;
    for (pack, encounter) in every() {
        for (seed, preset) in [(1, Preset::Brief), (2, Preset::Full)] {
            let chairs = encounter.sides.iter().map(|_| SeatAssignment::human()).collect();
            let mut session = Session::begin(pack, encounter, Some(seed), chairs, Paper::default().sink()).unwrap();
            session.set_all_stops(Stops::of(preset));
            session.advise(pack, encounter);
            let mut hands = Hands::new(seed);
            for _ in 0..200 {
                let Some(ask) = session.advance().unwrap() else { break };
                let options = session.options();
                let passing = options.as_slice().iter().find(|choice| matches!(choice.verb, Verb::Stay | Verb::Pass | Verb::No));
                if matches!(ask.point, Point::FreeMove | Point::Steps | Point::Shift)
                    && let (Some(marked), Some(passing)) = (options.default_choice(), passing)
                    && let Some((then, stays)) = gap(session.fight(), ask.seat, marked).zip(gap(session.fight(), ask.seat, *passing))
                {
                    compared += 1;
                    assert!(then <= stays, "{}: {marked:?} at {ask:?} leads from {stays} to {then}", encounter.name);
                }
                // Enter never gives up the fight: the default is not a concession.
                let marked = options.default_choice().map(|choice| choice.verb);
                assert_ne!(marked, Some(Verb::Concede), "{}", encounter.name);
                session.answer(&hands.choose(&options).into()).unwrap();
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Plays an encounter with one side by Enter alone and the others by the standard doctrine. True if Enter wins; `None` for a draw.
fn enter_wins(pack: &'static slip_pack::Pack, encounter: &Encounter, own: usize, seed: u64, preset: Preset) -> Option<bool> {
    let chair = |side: usize| match side == own {
        true => SeatAssignment::human(),
        false => SeatAssignment::of_side(pack, encounter, Seat::of(side), seed),
    };
    let chairs = (0..encounter.sides.len()).map(chair).collect();
    let mut session = Session::begin(pack, encounter, Some(seed), chairs, Paper::default().sink()).unwrap();
    session.set_all_stops(Stops::of(preset));
    session.advise(pack, encounter);
    while session.advance().unwrap().is_some() {
        let marked = session.options().default_choice().unwrap();
        session.answer(&marked.into()).unwrap();
    }
    session.outcome().and_then(|outcome| outcome.winner).map(|winner| winner == Seat::of(own))
}

/// "Always pressing Enter loses to `standard_*` on equal sides no worse than 35 in 100." Both sides have each place in turn, so that the
/// sides are equal over all games.
#[test]
fn enter_alone_wins_at_least_35_of_100_against_the_standard_doctrine() {
    let mut below = Vec::new();
    for play in [Play::Personal, Play::Social, Play::Space, Play::Platoon, Play::Stakes] {
        let (mut won, mut games) = (0, 0);
        for (pack, encounter) in every().into_iter().filter(|(_, encounter)| encounter.play == play && encounter.sides.len() == 2) {
            let mut encounter = encounter.clone();
            for side in &mut encounter.sides {
                (side.doctrine, side.search) = (None, None);
            }
            for seed in 0..6 {
                let preset = if seed % 2 == 0 { Preset::Brief } else { Preset::Full };
                for own in 0..2 {
                    won += match enter_wins(pack, &encounter, own, seed, preset) {
                        Some(true) => 2,
                        Some(false) => 0,
                        None => 1,
                    };
                    games += 2;
                }
            }
        }
        if 100 * won < 35 * games {
            below.push((play, won, games));
        }
    }
    assert_eq!(below, []);
}
