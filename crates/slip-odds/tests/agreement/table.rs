//! Cases of dice rolled at the table: rolls, pools, raise-and-see conflicts, races and contests of nerve.

use crate::agreement::play::{Case, float, named};
use slip_dice::pool::{Die, Pool};
use slip_dice::{Dice, DiceKind};
use slip_odds::Chances;
use slip_odds::dice_pools::{SeeMethod, UnrolledPool};
use slip_odds::social::{self, NerveDuel};

const GAMES: u32 = 18_000;

/// Cases of one roll and of one roll against another, with every kind of dice.
pub fn rolls() -> Vec<Case> {
    let mut cases = Vec::new();
    for kind in [DiceKind::Fudge, DiceKind::Difference, DiceKind::DifferenceCapped] {
        for edge in [-2, 1, 3] {
            cases.push(Case {
                name: format!("a roll of {kind:?} and {edge}"),
                exact: named(&Chances::roll(kind, edge), i32::to_string),
                games: GAMES,
                sample: Box::new(move |dice| (dice.roll(kind).unwrap().total() + edge).to_string()),
            });
            cases.push(Case {
                name: format!("a roll against a roll of {kind:?} and {edge}"),
                exact: named(&Chances::opposed(kind, edge), i32::to_string),
                games: GAMES,
                sample: Box::new(move |dice| (dice.roll(kind).unwrap().total() + edge - dice.roll(kind).unwrap().total()).to_string()),
            });
        }
        let ranks = [2, 1, 2, 1];
        cases.push(Case {
            name: format!("a race over five zones with {kind:?}"),
            exact: {
                let there = social::race(kind, 5, &ranks);
                let mut before = 0.0;
                let mut exact: Vec<(String, f64)> = Vec::new();
                for (round, chance) in (1..).zip(&there) {
                    exact.push((format!("in round {round}"), float(chance) - before));
                    before = float(chance);
                }
                exact.push(("later".to_owned(), 1.0 - before));
                exact.into_iter().collect()
            },
            games: GAMES,
            sample: Box::new(move |dice| {
                let mut gone = 0;
                for (round, rank) in (1..).zip(ranks) {
                    gone += 1 + (dice.roll(kind).unwrap().total() + rank).max(0);
                    if gone >= 5 {
                        return format!("in round {round}");
                    }
                }
                "later".to_owned()
            }),
        });
        cases.push(nerves(kind));
    }
    cases
}

/// Case of two actors who attack each other's composure, box by box.
fn nerves(dice: DiceKind) -> Case {
    let nerves = NerveDuel { dice, edges: [1, 0], range: 1, boxes: [3, 2], rounds: 5 };
    let ends = nerves.ends();
    let exact = [("first", social::FIRST), ("second", social::SECOND), ("neither", social::NEITHER)];
    Case {
        name: format!("a duel of nerve with {dice:?}"),
        exact: exact.into_iter().map(|(who, end)| (who.to_owned(), float(&ends.chance(end)))).collect(),
        games: GAMES,
        sample: Box::new(move |drawn| {
            let mut tracks = nerves.boxes.map(slip_dice::fate::Track::new);
            for _ in 0..nerves.rounds {
                for (who, edge) in nerves.edges.into_iter().enumerate() {
                    let lead = drawn.roll(dice).unwrap().total() - drawn.roll(dice).unwrap().total() + edge;
                    match tracks[1 - who].landing(lead - nerves.range) {
                        slip_dice::fate::track::TrackHit::Past => return ["first", "second"][who].to_owned(),
                        slip_dice::fate::track::TrackHit::Box(up_to) => tracks[1 - who].mark(up_to),
                        slip_dice::fate::track::TrackHit::Nothing => {}
                    }
                }
            }
            "neither".to_owned()
        }),
    }
}

const HANDS: [&str; 6] = ["3d6", "4d6", "2d8", "2d6 d8", "3d6 d4", "d10 2d6"];

fn lay(hand: &[u8], dice: &mut Dice) -> Pool {
    hand.iter().map(|&sides| Die { face: dice.die(sides).unwrap(), sides }).collect()
}

fn sides(hand: &str) -> Vec<u8> {
    let mut all = Vec::new();
    for word in hand.split(' ') {
        let (count, sides) = word.split_once('d').unwrap();
        let count = if count.is_empty() { 1 } else { count.parse().unwrap() };
        all.extend(std::iter::repeat_n(sides.parse::<u8>().unwrap(), count));
    }
    all
}

/// Returns the cases of dice pools: best raises, runs of seeing raises, and small conflicts.
pub fn pools() -> Vec<Case> {
    let mut cases = Vec::new();
    for hand in HANDS {
        let handful = UnrolledPool::read(hand.split(' ')).unwrap();
        let dice = sides(hand);
        let own = dice.clone();
        cases.push(Case {
            name: format!("the best raise of {hand}"),
            exact: named(&handful.highest(2).unwrap(), i32::to_string),
            games: GAMES,
            sample: Box::new(move |drawn| {
                let two = lay(&own, drawn).two_highest().unwrap();
                (two[0].face + two[1].face).to_string()
            }),
        });
        for raise in [5, 7, 9] {
            let own = dice.clone();
            cases.push(Case {
                name: format!("{hand} sees a raise of {raise}"),
                exact: named(&handful.sees(raise).unwrap(), |sees| sees.word().to_owned()),
                games: GAMES,
                sample: Box::new(move |drawn| sees(&lay(&own, drawn), raise).word().to_owned()),
            });
        }
    }
    for [one, other] in [["2d6", "2d6"], ["4d6", "4d6"], ["4d6", "3d8"], ["5d6", "4d6 d8"]] {
        let bout = UnrolledPool::read(one.split(' ')).unwrap().against(&UnrolledPool::read(other.split(' ')).unwrap()).unwrap();
        let won = float(&bout.first_wins);
        let hands = [sides(one), sides(other)];
        cases.push(Case {
            name: format!("{one} against {other}"),
            exact: [("won".to_owned(), won), ("lost".to_owned(), 1.0 - won)].into_iter().collect(),
            games: GAMES,
            sample: Box::new(move |drawn| {
                let pools = [lay(&hands[0], drawn), lay(&hands[1], drawn)];
                let won = raiser_wins(pools, None);
                if won { "won" } else { "lost" }.to_owned()
            }),
        });
    }
    cases
}

fn sees(pool: &Pool, raise: u32) -> SeeMethod {
    if !pool.alone(raise).is_empty() {
        SeeMethod::Reverse
    } else if !pool.blocks(raise).is_empty() {
        SeeMethod::Block
    } else if pool.total() >= raise {
        SeeMethod::Blow
    } else {
        SeeMethod::Cannot
    }
}

/// Plays the small conflict of two pools die by die; the first pool raises first. Returns true if it wins.
fn raiser_wins(mut pools: [Pool; 2], mut held: Option<u8>) -> bool {
    let mut raiser = 0;
    loop {
        let mut faces: Vec<u8> = pools[raiser].dice().iter().map(|die| die.face).collect();
        faces.sort_unstable_by(|one, other| other.cmp(one));
        let count = if held.is_some() { 1 } else { 2 };
        if faces.len() < count {
            return raiser == 1;
        }
        let used = faces[..count].to_vec();
        let raise: u32 = used.iter().copied().chain(held).map(u32::from).sum();
        let seer = 1 - raiser;
        let (set, kept) = if let Some(&face) = pools[seer].alone(raise).first() {
            (vec![face], Some(face))
        } else if let Some(pair) = pools[seer].blocks(raise).first() {
            (pair.to_vec(), None)
        } else if let Some(set) = pools[seer].fewest(raise, 3) {
            (set, None)
        } else {
            return raiser == 0;
        };
        for (whose, faces) in [(raiser, used), (seer, set)] {
            let dice = pools[whose].showing(&faces).unwrap();
            pools[whose] = pools[whose].without(&dice);
        }
        (raiser, held) = (seer, kept);
    }
}
