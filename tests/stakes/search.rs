//! Tests of seats that search in raise-and-see conflicts.

use super::table::{Table, pack};
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Lookahead;
use slip_play::choice::Options;
use slip_play::conflict::Conflict;
use slip_play::question::Point;
use slip_play::stakes::StakesConflict;
use slip_policy::Policy;
use slip_policy::search::SearchSeat;
use slip_session::{Seats, run};
use slip_table::option_words;

/// Two parties without things; once all statistics are rolled, only the dice on the table are left.
const PLAIN: &str = r#"
opposition a "A" { stats { body 2; mind 2; soft 2; hard 2 }; stages 5 }
opposition b "B" { stats { body 2; mind 2; soft 2; hard 2 }; stages 5 }
encounter c : stakes { stakes { win "Yes"; lose "No" }; initiator a; side x { party a }; side y { party b } }
"#;

fn seat(pack: &Pack, side: usize, samples: Option<u32>, turns: u32) -> SearchSeat {
    let encounter = pack.encounters_named("c").next().unwrap();
    SearchSeat::new(pack, encounter, side, None, Lookahead { samples, turns }, 7).unwrap()
}

/// Both have rolled everything: A is to raise.
fn rolled(pack: &Pack) -> Table {
    let mut table = Table::of(pack, Dice::scripted([1; 60]));
    table.say("approach opposed_neutral").say("approach opposed_neutral").say("escalate unopposed_physical");
    table.deal("a", &[1; 6]).deal("b", &[1; 6]);
    table.say("raise 1 1").say("escalate unopposed_physical").say("block 1 1");
    table.deal("a", &[1; 6]).deal("b", &[1; 6]).say("raise 1 1").say("block 1 1").until(Point::Raise);
    table
}

fn says(table: &mut Table, seat: &mut SearchSeat) -> (String, String) {
    table.run();
    let ask = table.fight.waiting_for().unwrap();
    let mut options = Options::new();
    table.fight.legal(&mut options);
    let answer = Policy::<StakesConflict>::choose(seat, &table.fight, &ask, &options);
    (
        option_words::of(&table.fight, &ask, answer.choice),
        Policy::<StakesConflict>::why(seat).map(|why| why.to_string()).unwrap_or_default(),
    )
}

/// Independent computation: if no box is lost, a raise is worth the raiser's dice minus the other side's; a win is worth more than
/// any dice.
mod by_hand {
    /// Returns the value of A's raise with these two dice if B answers as well as possible: dice of A minus dice of B, plus marked
    /// boxes of B.
    pub fn worth(a: &[u8], b: &[u8], raise: [u8; 2]) -> i64 {
        let total: u32 = raise.iter().map(|&die| u32::from(die)).sum();
        let left = i64::try_from(a.len()).unwrap() - 2;
        let mut worst = 10_000; // Giving, or not seeing.
        for set in 1_u32..1 << b.len() {
            let dice: Vec<u8> = (0..b.len()).filter(|place| set >> place & 1 == 1).map(|place| b[place]).collect();
            if dice.iter().map(|&die| u32::from(die)).sum::<u32>() < total {
                continue;
            }
            // A single die that reverses the raise is held and still counts. A blow is 3, because all statistics are in play.
            let spent = if dice.len() == 1 { 0 } else { i64::try_from(dice.len()).unwrap() };
            let blow = if dice.len() < 3 { 0 } else { 3 };
            let resists = blow > 0 && (0..b.len()).any(|place| set >> place & 1 == 0 && b[place] > blow);
            let theirs = i64::try_from(b.len()).unwrap() - spent;
            let worth = left - theirs + if resists { 1 } else { i64::from(blow) };
            worst = worst.min(worth);
        }
        worst
    }

    /// Returns the value of the best raise.
    pub fn best(a: &[u8], b: &[u8]) -> i64 {
        let pairs = (0..a.len()).flat_map(|one| (0..a.len()).filter(move |other| *other > one).map(move |other| [one, other]));
        pairs.map(|[one, other]| worth(a, b, [a[one], a[other]])).max().unwrap()
    }
}

/// Rules: R-ZA6, R-ZA7.
#[test]
fn once_the_dice_lie_an_exact_search_is_minimax() {
    let pack = pack(PLAIN);
    let mut dice = Dice::seeded(5, 5);
    let mut draw = |count: usize| (0..count).map(|_| dice.die(6).unwrap()).collect::<Vec<u8>>();
    for round in 0..40 {
        let (a, b) = (draw(2 + round % 4), draw(2 + round % 5));
        let mut table = rolled(&pack);
        table.deal("a", &a).deal("b", &b);
        let (said, why) = says(&mut table, &mut seat(&pack, 0, None, 1));
        let faces: Vec<u8> = said.split(' ').skip(1).map(|face| face.parse().unwrap()).collect();
        let &[high, low] = faces.as_slice() else { panic!("{said}") };
        let (worth, best) = (by_hand::worth(&a, &b, [high, low]), by_hand::best(&a, &b));
        assert_eq!(worth, best, "{said} with {a:?} against {b:?} ({why})");
        let expected = if best == 10_000 { "exact, worth 10000.00".to_owned() } else { format!("exact, worth {best}.00") };
        assert_eq!(why, expected, "{said} with {a:?} against {b:?}");
    }
}

/// A raise of 7 can be blocked and cannot win; 12 cannot be seen at all. The doctrine raises no less either, but sees a raise that
/// it can reverse: with 6 6 2 1 against 5 5, raises of 7 and 8 are blocked and leave B without dice, and 12 wins at once.
#[test]
fn an_exact_search_takes_the_raise_that_nobody_can_see() {
    let pack = pack(PLAIN);
    let mut table = rolled(&pack);
    table.deal("a", &[6, 6, 2, 1]).deal("b", &[5, 5]);
    assert_eq!(says(&mut table, &mut seat(&pack, 0, None, 1)).0, "raise 6 6");
}

/// Seeing 6 with 6 4 2 1: a reversal keeps the die, but then 6 and one of 4 2 1 must be raised.
#[test]
fn seeing_is_searched_with_the_raise_that_follows() {
    let pack = pack(PLAIN);
    let mut table = rolled(&pack);
    table.deal("a", &[3, 3, 6, 6]).deal("b", &[6, 6, 5, 5, 1]).say("raise 3 3").until(Point::See);
    let (said, why) = says(&mut table, &mut seat(&pack, 1, None, 1));
    assert!(why.starts_with("exact, worth"), "{why}");
    assert!(said.starts_with("reverse") || said.starts_with("block"), "{said}");
}

/// An answer that leads to a roll of dice is evaluated by sampling.
/// Rules: R-ZA6, R-ZA7.
#[test]
fn r_za6_where_dice_have_to_fall_the_search_samples() {
    let pack = pack(PLAIN);
    let mut table = Table::of(&pack, Dice::scripted([3; 60]));
    table.say("approach opposed_neutral").say("approach opposed_neutral").until(Point::Escalate);
    let (_, why) = says(&mut table, &mut seat(&pack, 0, None, 1));
    assert!(why.contains("samples, worth"), "{why}");
    table.until(Point::Raise);
    let (_, why) = says(&mut table, &mut seat(&pack, 0, None, 1));
    assert!(why.starts_with("exact, worth"), "{why}");
}

#[test]
fn a_conflict_with_seats_that_look_ahead_is_the_same_bytes_again() {
    let text = PLAIN.replace("party a }", "party a; doctrine search(standard_stakes, exact, 1 turn) }");
    let text = text.replace("party b }", "party b; doctrine search(standard_stakes, 40 samples, 1 turn) }");
    let pack = pack(&text);
    let game = run(&pack, "c", 9, Seats::standard()).unwrap();
    assert_eq!(game.json_lines(), run(&pack, "c", 9, Seats::standard()).unwrap().json_lines());
    assert!(game.json_lines().contains("\"why\":\"exact, worth"));
}
