//! Tests of prices that depend on one another: the direction that is better, and that the front is complete.

use crate::explore::{aim, beats, look, refused, wish};
use slip_odds::explore::ExploreRequest;
use slip_pack::BuiltItem;
use std::collections::BTreeSet;

/// Carts in which a price or the budget depends on something else: the budget; the price of power, load and the hull; the price of
/// forge and sail; and the entries that are then not compared.
const TIED: [([&str; 6], &[&str]); 7] = [
    (["5", "if forge then rank else 2 * rank", "rank", "2 * (rank - 2)", "1", "1"], &[]),
    (["5", "2 * rank", "rank", "if power > 1 then rank - 2 else 2 * (rank - 2)", "1", "1"], &[]),
    (["5", "2 * rank", "rank * (3 - forge)", "2 * (rank - 2)", "1", "1"], &[]),
    (["5", "2 * rank", "rank", "2 * (rank - 2)", "1", "if mast then 1 else 3"], &[]),
    (["4 + forge * power", "2 * rank", "rank", "2 * (rank - 2)", "2", "1"], &[]),
    (["5", "2 * rank", "rank", "2 * (rank - 2)", "if sail then 1 else -1", "1"], &["forge"]),
    (["5", "if mast then rank else 4 - rank", "if forge then rank else 3 * rank", "2 * (rank - 2)", "1", "1 + sail"], &["power", "sail"]),
];

fn tied([budget, power, load, hull, forge, sail]: [&str; 6]) -> String {
    format!(
        "design cart \"Cart\" : vehicle {{ budget {budget}
  stat power \"Power\" {{ ranks 0..3; cost {power} }}
  stat load \"Load\" {{ ranks 0..2; cost {load} }}
  track hull \"Hull\" {{ base 2; cost {hull} }}
  stunt forge \"Forge\" {{ cost {forge}; effect table \"hot\" }}
  stunt sail \"Sail\" {{ many 2; cost {sail}; effect table \"wind\" }}
  stunt mast \"Mast\" {{ cost 1; effect table \"tall\" }} }}\n"
    )
}

fn cart(item: &BuiltItem, what: &str) -> i32 {
    match what {
        "power" | "load" => item.stat(what),
        "hull" => item.tracks["hull"],
        stunt => item.stunts.iter().filter(|one| one.name == stunt).map(|one| one.count).sum(),
    }
}

/// Entries whose prices depend on each other are compared together: the front is the same as that of all possible carts.
#[test]
fn where_prices_hang_on_one_another_the_best_are_those_of_all() {
    const KINDS: [&str; 6] = ["power", "load", "hull", "forge", "sail", "mast"];
    let mut all = String::new();
    for number in 0..4 * 3 * 7 * 2 * 3 * 2 {
        let (power, load, hull, forge, sail, mast) =
            (number % 4, number / 4 % 3, number / 12 % 7 + 1, number / 84 % 2, number / 168 % 3, number / 504);
        let bought = [("forge", forge), ("sail", sail), ("mast", mast)].into_iter().filter(|(_, times)| *times > 0);
        let bought: Vec<String> = bought.map(|(name, times)| if times == 1 { name.into() } else { format!("{name} x{times}") }).collect();
        let stunts = if bought.is_empty() { String::new() } else { format!("; stunts {}", bought.join(", ")) };
        all += &format!("vehicle v{number} : cart {{ power {power}; load {load}; tracks {{ hull {hull} }}{stunts} }}\n");
    }
    for (prices, mute) in TIED {
        let design = tied(prices);
        let compiled = crate::explore::compiled(&format!("{design}{all}"));
        let legal: Vec<&BuiltItem> = compiled.pack.items["vehicle"].values().filter(|item| item.valid).collect();
        assert!(legal.iter().all(|item| item.tracks["hull"] < 7), "no hull is longer than all that are written: {prices:?}");
        for aims in [vec![], vec![aim("power", true), aim("sail", true)], vec![aim("hull", true), aim("load", false), aim("mast", true)]] {
            let numbers = |item: &BuiltItem| {
                let own = |what: &str, more: bool| if more { cart(item, what) } else { -cart(item, what) };
                if !aims.is_empty() {
                    return (aims.iter().map(|aim| own(&aim.what, aim.more)).collect(), Vec::new());
                }
                let apart = mute.iter().map(|what| own(what, true).to_string()).collect();
                (KINDS.iter().filter(|what| !mute.contains(what)).map(|what| own(what, true)).collect(), apart)
            };
            let explored = look(&design, &ExploreRequest { aims: aims.clone(), tech: None, ..wish("cart", 0, 10_000) });
            assert_eq!(explored.legal, legal.len() as u128, "{prices:?}");
            let carts: BTreeSet<(Vec<i32>, Vec<String>)> = legal.iter().map(|item| numbers(item)).collect();
            let front: BTreeSet<_> = carts.iter().filter(|one| !carts.iter().any(|other| beats(other, one))).cloned().collect();
            let printed: String = explored.found.iter().map(|found| found.text.as_str()).collect();
            let own = crate::explore::compiled(&format!("{design}{printed}"));
            assert_eq!(own.pack.items["vehicle"].values().map(numbers).collect::<BTreeSet<_>>(), front, "{prices:?}");
            assert_eq!(explored.best, front.len() as u128, "{prices:?}");
            let named: Vec<&str> = explored.unheard.iter().map(|(what, _)| what.as_str()).collect();
            assert_eq!(named, if aims.is_empty() { mute } else { &[] }, "{prices:?}");
        }
    }
}

/// A price that cannot be compared is reported with the entries it depends on, and no cart is shown as free of charge.
#[test]
fn prices_that_say_nothing_are_named() {
    let cart = |cost: &str| {
        format!(
            "design cart \"Cart\" : vehicle {{ budget 5\n  stat power \"Power\" {{ ranks 0..3; cost {cost} }}\n  stunt mast \"Mast\" {{ sink; cost 1 }} }}\n"
        )
    };
    let wish = ExploreRequest { tech: None, ..wish("cart", 0, 5) };
    let said = |cost: &str| refused(&cart(cost), &wish);
    let what = "add --maximise or --minimise";
    let hangs = "the prices of `cart` do not show which design is better, for power, since its price depends on mast";
    assert_eq!(said("if mast then rank else -rank"), format!("{hangs}: {what}"));
    assert_eq!(
        said("[0, 2, 1, 3]"),
        format!("the prices of `cart` do not show which design is better, for power, since its price both rises and falls: {what}")
    );
    let itself = "the prices of `cart` do not show which design is better, for power, since its price depends on itself";
    assert_eq!(said("rank * (power - 2)"), format!("{itself}: {what}"));
    let free = "since no value that differs costs points";
    assert_eq!(said("0"), format!("the prices of `cart` do not show which design is better, {free}: {what}"));
    let measured = look(&cart("if mast then rank else 2 * rank"), &wish).measured;
    assert_eq!(measured.iter().map(|one| (one.what.as_str(), one.more)).collect::<Vec<_>>(), [("power", true)]);
}
