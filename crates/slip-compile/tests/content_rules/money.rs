//! Tests of prices: the SRD's examples, and the far future's checks by prices in Cr.

use super::far_future::under;
use crate::content_rules::compiled_text::written;
use slip_pack::item::Account;
use slip_source::diagnostic::Code;

/// Checks the examples of the SRD, for each Cost.
#[test]
fn the_examples_of_the_rules_cost_what_they_say() {
    let expected = [
        ("hotel_day", 1),
        ("hand_weapon", 1),
        ("civilian_gun", 2),
        ("military_gun", 3),
        ("single_passage", 3),
        ("civilian_beam", 3),
        ("ground_car", 4),
        ("plain_suit", 4),
        ("military_beam", 4),
        ("lander", 5),
        ("special_vehicle", 5),
        ("civilian_ship", 6),
        ("nice_house", 6),
        ("great_house", 7),
        ("military_ship", 8),
    ];
    let pack = written("").pack;
    let goods = &pack.items["goods"];
    for (name, cost) in expected {
        assert_eq!(goods[format!("std.{name}").as_str()].price, Some(cost), "{name}");
    }
    assert_eq!(goods.values().filter(|item| item.design == "everyday").count(), expected.len());
}

/// Prices that designs compute for weapons, ships and vehicles agree with the examples.
#[test]
fn what_designs_cost_agrees_with_the_examples() {
    let text = "weapon blade : close_combat { tech T0; harm 1 }
weapon hunter : slug_thrower { tech T0; range 2..4; stunts civilian }
weapon rifle : slug_thrower { tech T0; range 2..4 }
weapon torch : energy_weapon { tech T1; range 2..4; stunts civilian }
weapon lance : energy_weapon { tech T1; range 2..4 }
vehicle boat : interface_vehicle { tech T1 }
";
    let pack = written(text).pack;
    let price = |kind: &str, name: &str| pack.items[kind][format!("own.{name}").as_str()].price;
    let example = |name: &str| pack.items["goods"][format!("std.{name}").as_str()].price;
    for (kind, name, like) in [
        ("weapon", "blade", "hand_weapon"),
        ("weapon", "hunter", "civilian_gun"),
        ("weapon", "rifle", "military_gun"),
        ("weapon", "torch", "civilian_beam"),
        ("weapon", "lance", "military_beam"),
        ("vehicle", "boat", "lander"),
    ] {
        assert_eq!(price(kind, name), example(like), "{name}");
    }
}

#[test]
fn between_two_examples_the_higher_counts() {
    let pack = written("goods cart \"Cart\" { cost 3 4 }\n").clean();
    assert_eq!(pack.items["goods"]["own.cart"].price, Some(4));
    assert_eq!(written("goods cart { }\n").messages(), ["`cart`: goods have a Cost, such as `cost 3`"]);
    assert_eq!(written("goods cart { cost 9 }\n").findings(), ["1:19 stat-above-cap"]);
}

fn check(entries: &str) -> Option<i32> {
    let found = under(&["far_future"], &format!("goods thing \"Thing\" {{ {entries} }}\n"));
    assert_eq!(found.messages(), Vec::<&str>::new(), "{entries}");
    found.pack.items["goods"]["own.thing"].price
}

/// Table of Credits checks: just below each bound, on it (the next row), and in between.
#[test]
fn every_price_in_credits_has_its_check() {
    assert_eq!((check("credits 0"), check("credits 9")), (None, None));
    let mut bound = 10_i64;
    for row in 1..=8 {
        assert_eq!(check(&format!("credits {bound}")), Some(row), "Cr{bound}");
        assert_eq!(check(&format!("credits {}", bound * 4)), Some(row), "Cr{}", bound * 4);
        bound *= 10;
        assert_eq!(check(&format!("credits {}", bound - 1)), Some(row), "Cr{}", bound - 1);
    }
    assert_eq!(bound, 1_000_000_000);
    // Worked case: a hovercraft for Cr200,000.
    assert_eq!(check("credits 200_000"), Some(5));
}

/// R-N22: the table ends below a thousand million.
#[test]
fn rn22_a_price_beyond_the_table_is_an_error() {
    let found = under(&["far_future"], "goods moon { credits 1_000_000_000 }\n");
    assert_eq!(found.only(Code::RequirementFailed).message, "`moon`: the table of Credits checks ends below Cr1,000,000,000");
}

/// R-N23: the law level is added to restricted goods only.
#[test]
fn rn23_the_law_level_is_added_for_restricted_goods() {
    let worlds = "world carrow \"Carrow\" { profile \"B687744-9\" }\nworld strict \"Strict\" { profile \"A0009AA-E\" }\n";
    let priced = |entries: &str| {
        let found = under(&["far_future"], &format!("{worlds}goods thing \"Thing\" {{ credits 450; {entries} }}\n"));
        let loud: Vec<&str> = found.messages().into_iter().filter(|message| message.contains("thing")).collect();
        assert_eq!(loud, Vec::<&str>::new());
        let item = found.pack.items["goods"]["own.thing"].clone();
        (item.price, item.ledger.lines.iter().filter(|line| line.account == Account::Price).map(|line| line.points).collect::<Vec<_>>())
    };
    assert_eq!(priced("restricted yes; world carrow"), (Some(6), vec![2, 4]));
    assert_eq!(priced("restricted yes; world strict"), (Some(12), vec![2, 10]));
    assert_eq!(priced("world strict"), (Some(2), vec![2]));
    assert_eq!(priced("restricted yes"), (Some(2), vec![2]));
}

#[test]
fn passages_and_messages_have_their_checks() {
    let pack = written("").pack;
    for (name, check) in [("high_passage", 4), ("middle_passage", 3), ("low_passage", 2), ("long_message", 1)] {
        assert_eq!(pack.items["goods"][format!("std.{name}").as_str()].price, Some(check), "{name}");
    }
}

#[test]
fn goods_have_a_price_or_a_check_and_not_both() {
    let said = |entries: &str| {
        let found = under(&["far_future"], &format!("goods thing {{ {entries} }}\n"));
        found.messages().iter().map(|message| (*message).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(said("restricted yes"), ["`thing`: goods have a price in Cr, such as `credits 450`, or a check, such as `check 2`"]);
    assert_eq!(said("credits 450; check 2"), ["`thing`: the check follows from the price in Cr: write one of the two"]);
    assert_eq!(check("check 3"), Some(3));
}
