//! Exact chances of raise-and-see conflicts, by counting every result of the dice.

use slip_dice::pool::{Die, Pool};
use std::collections::BTreeMap;

/// Returns every multiset of this many d6, with the number of ways to roll it.
fn rolls(count: usize) -> BTreeMap<Vec<u8>, u64> {
    let mut rolls = BTreeMap::from([(Vec::new(), 1)]);
    for _ in 0..count {
        let mut next: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        for (faces, ways) in rolls {
            for face in 1..=6 {
                let mut faces: Vec<u8> = faces.clone();
                faces.push(face);
                faces.sort_unstable();
                *next.entry(faces).or_default() += ways;
            }
        }
        rolls = next;
    }
    rolls
}

fn pool(faces: &[u8]) -> Pool {
    faces.iter().map(|&face| Die { face, sides: 6 }).collect()
}

#[test]
fn the_best_two_of_four_and_six_dice() {
    let four = [1, 4, 15, 32, 65, 108, 171, 224, 261, 244, 171];
    let six = [1, 6, 63, 192, 665, 1458, 3361, 5952, 10071, 12606, 12281];
    for (count, expected) in [(4, four), (6, six)] {
        let mut ways = [0; 11];
        for (faces, number) in rolls(count) {
            let [high, low] = pool(&faces).two_highest().unwrap();
            ways[usize::from(high.face + low.face) - 2] += number;
        }
        assert_eq!(ways, expected, "{count} dice");
    }
}

/// Plays the rest of a conflict by a fixed strategy, and returns three results: true if the raiser wins, the number of blows that the first
/// raiser takes, and the number of blows that the other party takes.
///
/// A raise uses the two highest dice. The answer to a raise is the first of these that is possible: a reversal with the lowest die that is
/// enough; the cheapest pair of dice; the fewest dice with the lowest sum. If none is possible, the party gives up.
fn mini(first: &[u8], second: &[u8], held: Option<u8>, known: &mut BTreeMap<Key, (bool, u32, u32)>) -> (bool, u32, u32) {
    let key = (first.to_vec(), second.to_vec(), held);
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let found = play(first, second, held, known);
    known.insert(key, found);
    found
}

type Key = (Vec<u8>, Vec<u8>, Option<u8>);

fn play(raiser: &[u8], seer: &[u8], held: Option<u8>, known: &mut BTreeMap<Key, (bool, u32, u32)>) -> (bool, u32, u32) {
    let own = pool(raiser);
    let pair = match held {
        Some(held) => own.faces().first().map(|&face| (u32::from(held) + u32::from(face), vec![face])),
        None => own.two_highest().map(|[high, low]| (u32::from(high.face + low.face), vec![high.face, low.face])),
    };
    let Some((total, used)) = pair else { return (false, 0, 0) };
    let rest = |faces: &[u8], used: &[u8]| -> Vec<u8> {
        let all = pool(faces);
        all.without(&all.showing(used).unwrap()).dice().iter().map(|die| die.face).collect()
    };
    let (left, theirs) = (rest(raiser, &used), pool(seer));
    let (set, kept, blow) = if let Some(&face) = theirs.alone(total).first() {
        (vec![face], Some(face), 0)
    } else if let Some(&pair) = theirs.blocks(total).first() {
        (pair.to_vec(), None, 0)
    } else if let Some(set) = theirs.fewest(total, 3) {
        (set, None, 1)
    } else {
        return (true, 0, 0);
    };
    let (won, theirs_taken, own_taken) = mini(&rest(seer, &set), &left, kept, known);
    (!won, own_taken, theirs_taken + blow)
}

/// Returns the ways in which the first raiser wins, all ways, and the blows of both.
fn chances(count: usize) -> (u64, u64, u64, u64) {
    let mut known = BTreeMap::new();
    let (mut won, mut all, mut own, mut theirs) = (0, 0, 0, 0);
    for (first, ways) in rolls(count) {
        for (second, others) in rolls(count) {
            let (wins, taken, given) = mini(&first, &second, None, &mut known);
            let weight = ways * others;
            all += weight;
            won += weight * u64::from(wins);
            own += weight * u64::from(taken);
            theirs += weight * u64::from(given);
        }
    }
    (won, all, own, theirs)
}

#[test]
fn two_dice_against_two_win_in_109_of_144() {
    let (won, all, ..) = chances(2);
    assert_eq!(won * 144, 109 * all);
}

#[test]
fn four_dice_against_four_are_almost_even() {
    let (won, all, own, theirs) = chances(4);
    assert_eq!((won, all), (838_243, 1_679_616));
    assert_eq!(own, 0);
    // On average, the responder takes 0.329403 blows.
    assert_eq!(theirs * 1_000_000 / all, 329_403);
}

#[test]
fn six_dice_against_six() {
    let (won, all, own, theirs) = chances(6);
    // 265745303 / 544195584, in ways of 6^12.
    assert_eq!(u128::from(won) * 544_195_584, 265_745_303 * u128::from(all));
    assert_eq!([own, theirs].map(|blows| (blows * 1_000_000 + all / 2) / all), [281_313, 389_927]);
}

#[test]
fn a_raise_of_two_dice_against_one_of_each_face() {
    let ways = |low: u32, high: u32| {
        rolls(2).into_iter().filter(move |(faces, _)| {
            let total: u32 = faces.iter().map(|&face| u32::from(face)).sum();
            (low..=high).contains(&total)
        })
    };
    let count = |low, high| ways(low, high).map(|(_, ways)| ways).sum::<u64>();
    assert_eq!([count(2, 6), count(7, 11), count(12, 12)], [15, 20, 1], "of 36");
    let dice = pool(&[1, 2, 3, 4, 5, 6]);
    for total in 2..=12 {
        let fewest = match total {
            2..=6 => !dice.alone(total).is_empty(),
            7..=11 => dice.alone(total).is_empty() && !dice.blocks(total).is_empty(),
            _ => dice.blocks(total).is_empty() && dice.fewest(total, 3).is_some_and(|set| set.len() == 3),
        };
        assert!(fewest, "{total}");
    }
}
