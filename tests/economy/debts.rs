//! Tests of buying and selling.

use crate::economy::office::*;
use slip_campaign::purchase::{self, TradedThing};
use slip_campaign::recovery::{self, Downtime, Treatment};
use slip_campaign::sale::{self, Sale};
use slip_campaign::state::{Campaign, CampaignStation};
use slip_dice::fate::consequence::Grade;
use slip_pack::Pack;

/// T-T3: Assets 2 buys a civilian T2 ship in a T1 system.
#[test]
fn tt3_a_freighter_in_a_backward_system_leaves_a_full_purse() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    mark(&mut campaign, "otto", "wealth", &[1]);
    let ship = || TradedThing::Item(gear(&pack, "freighter"));
    let buy = |invoked: &[_], chosen: &[_]| buy_ware(&pack, &campaign, &[1], "otto", ship(), invoked, chosen);
    let (after, told) = buy(&[], &[take("none")]).unwrap();
    assert_eq!(told[1], "Cost of Freighter: 7 (+6 Freighter, +1 built at T2, bought at T1 (port))", "8 - 2 + (2 - 1)");
    assert_eq!(told[2], "otto rolls assets: [+ 0 0 0] +1, +2 assets = 3 against 7 (Cost): short by 4");
    assert_eq!(boxes(&after, "otto", "wealth"), [1, 2, 3, 4]);
    let (after, _) = buy(&[], &[take("mild")]).unwrap();
    assert_eq!(boxes(&after, "otto", "wealth"), [1, 2, 3]);
    assert_eq!(grades(&after, "otto"), ["mild"]);
    let (after, _) = buy(&[invoke("otto 1", false)], &[take("none")]).unwrap();
    assert_eq!((boxes(&after, "otto", "wealth"), after.people["otto"].standing.fate), (vec![1, 2], 4));
    let (after, _) = buy(&[declared("A friend at the bank", true)], &[take("none")]).unwrap();
    assert_eq!((boxes(&after, "otto", "wealth"), after.people["otto"].standing.fate), (vec![1, 2], 5), "a free tag costs nothing");
    let both = buy(&[declared("A friend at the bank", true), invoke("otto 1", false)], &[take("none")]);
    assert_eq!(refused(both), "only one aspect can be used for a purchase, free or paid");
    assert_eq!(after.ships["bought"].owners[0].who, "otto");
}

/// The buyer gets the thing whatever the dice show, and is ruined if the hit exceeds the wealth track.
#[test]
fn the_buyer_always_gets_the_thing() {
    let pack = pack();
    let campaign = campaign(&pack);
    let (after, told) = buy(&pack, &campaign, &[-4], ("poor", 8), &[], &[take("none")]).unwrap();
    assert_eq!(after.people["poor"].belongings, ["a thing"]);
    assert_eq!(after.people["poor"].standing.out.as_deref(), Some("ruined by debt"));
    assert!(told.iter().any(|line| line.starts_with("poor is ruined: 13 goes past the 3 boxes of wealth")), "{told:?}");
    assert!(after.people["poor"].standing.hit_this_session.contains("wealth"));
}

/// A gun is built by a design and has a price as a ship has, but is bought like any other thing.
#[test]
fn a_gun_is_no_ship() {
    let text = "weapon popgun \"Popgun\" : slug_thrower { tech T1; harm 1; range 0..1; stunts civilian }\n";
    let pack = pack_with("", &format!("{}{text}", cast()));
    let (after, _) = buy_ware(&pack, &campaign(&pack), &[4], "ines", TradedThing::Item(gear(&pack, "popgun")), &[], &[]).unwrap();
    assert_eq!((after.people["ines"].belongings.join(" "), after.ships.len()), ("Popgun".to_owned(), 1));
}

/// A small purchase needs no roll if the buyer has sufficient means.
#[test]
fn small_change_is_not_rolled_for_by_whoever_has_means() {
    let pack = pack();
    let campaign = campaign(&pack);
    let (_, told) = buy(&pack, &campaign, &[], ("tam", 1), &[], &[]).unwrap();
    assert!(told.contains(&"small change for a person with assets: no roll is needed".to_owned()));
    let (_, told) = buy(&pack, &campaign, &[2], ("poor", 1), &[], &[]).unwrap();
    assert_eq!(told[1], "poor rolls assets: [+ + 0 0] +2, -1 no assets = 1 against 1 (Cost): enough");
}

/// If the buyer has a choice, no state changes before it is made, and all legal choices are listed.
/// Rules: D-T4, D-T5, D-T6, D-T7, D-T8, D-T9.
#[test]
fn a_missing_choice_lists_what_is_legal() {
    let pack = pack();
    let campaign = campaign(&pack);
    let said = refused(buy(&pack, &campaign, &[0], ("tam", 3), &[], &[]));
    assert!(said.starts_with("tam takes 2 on wealth (a thing): choose the consequences\n"), "{said}");
    assert_eq!(said.lines().count(), 9, "eight sets of three grades\n{said}");
    assert!(said.contains("--consequence tam:none  (hit of 2: clear -> {1,2})"), "{said}");
}

/// R-T7: ship technology minus system technology, with its sign and without a clamp.
#[test]
fn rt7_a_better_yard_builds_cheaper() {
    let pack = pack();
    let station = |tech| CampaignStation { item: None, tech, maintenance: true, repair: true };
    let cost = |name: &str, tech| {
        let parts = purchase::cost(&pack, item(&pack, name), Some(("there", &station(tech))), None).unwrap();
        slip_campaign::output::total(&parts)
    };
    assert_eq!([cost("freighter", 4), cost("freighter", 2), cost("freighter", -1)], [4, 6, 9]);
    assert_eq!([cost("warship", 3), cost("warship", 2), cost("hulk", 2)], [8, 9, 5]);
}

/// R-N23 and the law: restricted goods cost the law level of the place in addition, unless the buyer is military-grade in means.
#[test]
fn the_law_looks_at_what_is_restricted() {
    let text =
        "goods gun \"Gun\" : far_future_goods { credits 450; restricted yes }\ngoods rope \"Rope\" : far_future_goods { credits 450 }\n";
    let pack = pack_with("", &format!("{}{text}", cast()));
    let mut campaign = campaign(&pack);
    let strict = CampaignStation::of(item(&pack, "strict"), &pack);
    campaign.places.insert("strict".into(), strict.clone());
    let cost = |thing: &str, buyer: Option<&str>| {
        let parts = purchase::cost(&pack, item(&pack, thing), Some(("strict", &strict)), buyer.map(|buyer| item(&pack, buyer))).unwrap();
        slip_campaign::output::total(&parts)
    };
    assert_eq!(item(&pack, "strict").stat("law"), 9);
    assert_eq!([cost("gun", None), cost("gun", Some("tam")), cost("gun", Some("otto")), cost("rope", None)], [11, 11, 2, 2]);
}

/// Passages and messages have the Costs of the far future.
#[test]
fn passages_and_messages_have_their_checks() {
    let pack = pack();
    let costs = ["high_passage", "middle_passage", "low_passage", "long_message"].map(|name| item(&pack, name).price.unwrap());
    assert_eq!(costs, [4, 3, 2, 1]);
}

/// T-T8: a hovercraft of Cr200,000 is a check of 5.
#[test]
fn tt8_a_hovercraft_empties_four_boxes() {
    let text = "goods hovercraft \"Hovercraft\" : far_future_goods { credits 200_000 }\n";
    let pack = pack_with("use economy_cargo", &format!("{}{text}", cast()));
    let campaign = campaign(&pack);
    let thing = || TradedThing::Item(gear(&pack, "hovercraft"));
    let (after, told) = buy_ware(&pack, &campaign, &[0], "tam", thing(), &[], &[take("none")]).unwrap();
    assert!(told.iter().any(|line| line.ends_with("+1 assets = 1 against 5 (Cost): short by 4")), "{told:?}");
    assert_eq!(boxes(&after, "tam", "wealth"), [1, 2, 3, 4], "the actual track decides");
    let (after, _) = buy_ware(&pack, &campaign, &[0], "tam", thing(), &[], &[take("mild")]).unwrap();
    assert_eq!(boxes(&after, "tam", "wealth"), [1, 2, 3]);
    // Free tags do not stack; paid aspects follow the ordinary limits.
    let paid = [invoke("tam 1", false), declared("The scene", false), declared("A friend", true)];
    let (after, _) = buy_ware(&pack, &campaign, &[0], "tam", thing(), &paid, &[]).unwrap();
    assert_eq!(boxes(&after, "tam", "wealth"), [] as [u8; 0], "1 + 6 against 5");
    let free = [declared("A friend", true), declared("Another", true)];
    assert!(refused(buy_ware(&pack, &campaign, &[0], "tam", thing(), &free, &[])).starts_with("free tags do not add up"));
}

fn indebted(pack: &Pack) -> Campaign {
    let mut campaign = campaign(pack);
    mark(&mut campaign, "ines", "wealth", &[1, 2, 3, 4]);
    let standing = campaign.standing_mut("ines").unwrap();
    standing.consequences = vec![consequence("mild", "wealth", 2), consequence("moderate", "wealth", 2)];
    campaign
}

/// T-T7, R-T8, R-C17: an honest sale at Cost 5 clears four boxes and removes exactly the moderate consequence; stolen goods clear
/// three boxes.
#[test]
fn tt7_rt8_rc17_a_sale_pays_off_boxes_and_exactly_one_grade() {
    let pack = pack();
    let campaign = indebted(&pack);
    let (after, _) = sell(&pack, &campaign, 5, false, None).unwrap();
    assert_eq!((boxes(&after, "ines", "wealth"), grades(&after, "ines")), (vec![], vec!["mild".to_owned()]));
    let (after, _) = sell(&pack, &campaign, 5, true, None).unwrap();
    assert_eq!((boxes(&after, "ines", "wealth"), grades(&after, "ines").len()), (vec![4], 2), "only fair title rids of a consequence");
    assert!(sell(&pack, &campaign, 7, true, None).is_ok(), "there is nothing to choose");
    let said = refused(sell(&pack, &campaign, 5, true, Some(Grade::Moderate)));
    assert_eq!(said, "stolen or recognisable goods only pay off boxes, not a moderate consequence");
    let (after, _) = sell(&pack, &campaign, 6, false, None).unwrap();
    assert_eq!(grades(&after, "ines"), ["mild", "moderate"], "a severe one alone goes at Cost 6");
    let (after, _) = sell(&pack, &campaign, 3, false, None).unwrap();
    assert_eq!((boxes(&after, "ines", "wealth"), grades(&after, "ines").len()), (vec![3, 4], 2));
    assert!(refused(sell(&pack, &campaign, 7, false, None)).contains("--consequence mild\n  --consequence moderate"));
    let (after, _) = sell(&pack, &campaign, 7, false, Some(Grade::Mild)).unwrap();
    assert_eq!(grades(&after, "ines"), ["moderate"]);
    assert_eq!(
        refused(sell(&pack, &campaign, 5, false, Some(Grade::Mild))),
        "a sale at Cost 5 pays off a moderate one, not a mild consequence"
    );
}

/// A sale removes financial consequences only.
#[test]
fn a_sale_rids_of_financial_consequences_only() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    campaign.standing_mut("ines").unwrap().consequences = vec![consequence("moderate", "health", 2)];
    let (after, _) = sell(&pack, &campaign, 5, false, None).unwrap();
    assert_eq!(grades(&after, "ines"), ["moderate"]);
}

/// A person who sells a thing held by a stunt loses every debt, and the stunt.
#[test]
fn a_thing_held_by_a_stunt_pays_for_everything_and_the_stunt_is_gone() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    mark(&mut campaign, "otto", "wealth", &[1, 3]);
    campaign.standing_mut("otto").unwrap().consequences = vec![consequence("severe", "wealth", 1), consequence("mild", "health", 3)];
    let stunt = Some("have_a_thing(freighter)");
    let ware = TradedThing::Item(gear(&pack, "freighter"));
    let sale = Sale { seller: "otto", ware, cost: None, place: None, tainted: false, stunt, grade: None, ship: Some("freighter") };
    let (after, _) = decide(&pack, &campaign, &[], |turn| sale::sell(turn, &sale)).unwrap();
    assert_eq!((boxes(&after, "otto", "wealth"), grades(&after, "otto")), (vec![], vec!["mild".to_owned()]));
    assert_eq!(after.people["otto"].changes.stunts_lost, ["have_a_thing(freighter)"]);
    assert_eq!((after.people["otto"].stunts_owed, after.ships["freighter"].standing.out.as_deref()), (1, Some("sold")));
    let wrong = Sale { stunt: Some("have_a_thing(hulk)"), ..sale };
    assert!(refused(decide(&pack, &campaign, &[], |turn| sale::sell(turn, &wrong))).contains("otto has no stunt `have_a_thing(hulk)`"));
}

/// A ship that is held by a stunt in the campaign cannot be sold like any other thing, nor for a stunt about another thing.
#[test]
fn a_ship_held_by_a_stunt_is_sold_with_that_stunt_and_with_no_other() {
    let pack = pack();
    let campaign = campaign(&pack);
    let ware = TradedThing::Item(gear(&pack, "freighter"));
    let sale = Sale { seller: "otto", ware, cost: None, place: None, tainted: false, stunt: None, grade: None, ship: Some("freighter") };
    let why = |campaign: &Campaign, sale: &Sale<'_>| refused(decide(&pack, campaign, &[], |turn| sale::sell(turn, sale)));
    assert_eq!(
        why(&campaign, &sale),
        "otto owns freighter through a stunt, which is lost in the sale: choose the stunt\n  --stunt 'have_a_thing(freighter)'"
    );
    let other = Sale { stunt: Some("military_grade(pilot)"), ..sale.clone() };
    assert_eq!(
        why(&campaign, &other),
        "otto does not own `freighter` through military_grade(pilot); possible stunts\n  have_a_thing(freighter)"
    );
    // A person who gave up the stunt cannot sell the ship with it.
    let mut without = campaign.clone();
    without.people.get_mut("otto").unwrap().changes.stunts_lost.push("have_a_thing(freighter)".to_owned());
    assert!(why(&without, &sale).starts_with("otto is recorded as owner of freighter through a stunt, but has no such stunt"));
    // A ship without an owner cannot be sold.
    let mut ownerless = campaign.clone();
    ownerless.ships.get_mut("freighter").unwrap().owners.clear();
    assert_eq!(why(&ownerless, &sale), "otto cannot sell freighter, which has no owner\n  `ship freighter --owner otto`, if they own her");
}

/// A sale of a thing that is not in the campaign says so, and one at Cost 0 clears at most the first box.
#[test]
fn a_sale_says_whose_word_it_rests_on_and_how_far_it_clears() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    mark(&mut campaign, "ines", "wealth", &[1]);
    let ware = TradedThing::Item(gear(&pack, "hulk"));
    let sale = Sale { seller: "ines", ware, cost: Some(0), place: None, tainted: false, stunt: None, grade: None, ship: None };
    let (after, told) = decide(&pack, &campaign, &[], |turn| sale::sell(turn, &sale)).unwrap();
    assert_eq!(boxes(&after, "ines", "wealth"), [1]);
    assert!(told.iter().any(|line| line.starts_with("cleared up to box: 0 ")), "{told:?}");
    assert!(
        told.iter().any(|line| line == "ines has sold Hulk, which is not in their list of belongings: the referee must agree"),
        "{told:?}"
    );
    campaign.people.get_mut("ines").unwrap().belongings.push("Hulk".to_owned());
    let (_, told) = decide(&pack, &campaign, &[], |turn| sale::sell(turn, &sale)).unwrap();
    assert!(told.iter().any(|line| line == "ines has sold Hulk"), "{told:?}");
    // A thing named by the referee can be sold once like any other, with the same message if it is sold again.
    campaign.people.get_mut("ines").unwrap().belongings.push("A cart".to_owned());
    let sale = Sale { ware: TradedThing::Words { what: "A cart".to_owned(), cost: 1 }, cost: None, ..sale };
    let (once, told) = decide(&pack, &campaign, &[], |turn| sale::sell(turn, &sale)).unwrap();
    assert!(told.iter().any(|line| line == "ines has sold A cart"), "{told:?}");
    let (_, told) = decide(&pack, &once, &[], |turn| sale::sell(turn, &sale)).unwrap();
    assert!(
        told.iter().any(|line| line == "ines has sold A cart, which is not in their list of belongings: the referee must agree"),
        "{told:?}"
    );
}

fn ends(pack: &Pack, campaign: &Campaign) -> Campaign {
    decide(pack, campaign, &[], recovery::session_ends).unwrap().0
}

fn begins(pack: &Pack, campaign: &Campaign) -> Campaign {
    decide(pack, campaign, &[], recovery::session_begins).unwrap().0
}

/// R-T20: a hit in session k is not cleared before the end of k + 1; R-T21: a refresh does not change this.
#[test]
fn rt20_rt21_a_purse_recovers_at_the_end_of_a_session_without_a_hit() {
    let pack = pack();
    let (hit, _) = buy(&pack, &campaign(&pack), &[0], ("tam", 4), &[], &[take("mild")]).unwrap();
    assert_eq!(boxes(&hit, "tam", "wealth"), [1, 2]);
    let ended = ends(&pack, &hit);
    assert_eq!((boxes(&ended, "tam", "wealth"), grades(&ended, "tam")), (vec![1, 2], vec!["mild".to_owned()]));
    let next = decide(&pack, &begins(&pack, &ended), &[], |turn| {
        recovery::refresh(turn);
        Ok(())
    });
    let next = next.unwrap().0;
    assert_eq!((boxes(&next, "tam", "wealth"), grades(&next, "tam")), (vec![1, 2], vec!["mild".to_owned()]), "a refresh is no pay day");
    let ended = ends(&pack, &waits(&pack, &next, 1));
    assert_eq!((boxes(&ended, "tam", "wealth"), grades(&ended, "tam")), (vec![], Vec::<String>::new()), "mild goes with the stress");
}

fn waits(pack: &Pack, campaign: &Campaign, days: u32) -> Campaign {
    decide(pack, campaign, &[], |turn| recovery::downtime(turn, &Downtime { days, ..Downtime::default() })).unwrap().0
}

/// R-T28: "recovery requires time explicitly spent recovering finances. It only requires that the downtime exists"; "to remove the Wealth
/// stress he needs a month of down time": the owner of a ship.
#[test]
fn rt28_wealth_recovers_in_downtime_only() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    mark(&mut campaign, "tam", "wealth", &[1]);
    mark(&mut campaign, "otto", "wealth", &[1]);
    let left = |campaign: &Campaign| ["tam", "otto"].map(|who| boxes(&ends(&pack, campaign), who, "wealth").len());
    assert_eq!(left(&campaign), [1, 1], "no downtime");
    assert_eq!(left(&waits(&pack, &campaign, 1)), [0, 1], "a day of a person without a ship");
    let month = waits(&pack, &campaign, 30);
    assert_eq!((left(&month), month.ships["freighter"].due.len()), ([0, 0], 1), "the month of an owner, and its check");
    let busy = Downtime { days: 30, busy: &["otto".into()], ..Downtime::default() };
    let busy = decide(&pack, &campaign, &[], |turn| recovery::downtime(turn, &busy)).unwrap().0;
    assert_eq!(left(&busy), [0, 1]);
    let lax = pack_with("wealth_downtime none", &cast());
    assert_eq!(boxes(&ends(&lax, &campaign), "tam", "wealth"), [] as [u8; 0]);
}

/// R-VE11: an aspect used on a roll is looked up: no one has "Banana".
#[test]
fn rve11_aspects_are_looked_up() {
    let pack = pack();
    let campaign = campaign(&pack);
    for free in [false, true] {
        let said = refused(buy(&pack, &campaign, &[], ("tam", 3), &[invoke("Banana", free)], &[take("none")]));
        assert!(said.starts_with("no person, ship or place of this campaign has the aspect \"Banana\"; tam may use\n"), "{said}");
        assert!(said.contains("\"tam 1\"") && said.contains("--scene \"Banana\""), "{said}");
    }
    assert!(buy(&pack, &campaign, &[0], ("tam", 3), &[declared("Banana", true)], &[take("none")]).is_ok());
    assert!(buy(&pack, &campaign, &[0], ("tam", 3), &[invoke("Honest scales", false)], &[take("none")]).is_ok(), "a ship's aspect");
    let twice = [invoke("tam 1", false), invoke("tam 1", true)];
    assert_eq!(refused(buy(&pack, &campaign, &[], ("tam", 3), &twice, &[])), "each aspect can be used only once on a roll");
    let said = refused(buy(&pack, &campaign, &[], ("tam", 1), &[invoke("tam 1", false)], &[]));
    assert!(said.starts_with("it is small change and no roll is made without --ask, so \"tam 1\" has no effect"), "{said}");
}

/// Moderate and severe debts are paid off by a roll of any person's means, or by a whole session with a clear wealth track.
/// Rules: R-VE3.
#[test]
fn debts_that_became_aspects_are_paid_off_by_a_roll_or_by_time() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    campaign.standing_mut("tam").unwrap().consequences = vec![consequence("severe", "wealth", 2)];
    let pay = |campaign: &Campaign, dice: i8, by: &str| {
        let treatment = Treatment { who: "tam", grade: None, by: Some(by), place: None, harder: 0, invoked: &[] };
        decide(&pack, campaign, &[dice], |turn| recovery::heal(turn, &treatment))
    };
    let (after, told) = pay(&campaign, 0, "ines").unwrap();
    assert_eq!(told[0], "ines rolls assets: [0 0 0 0] +0, +4 assets = 4 against 4 (a severe debt): enough");
    assert_eq!(grades(&after, "tam"), Vec::<String>::new());
    // R-VE3: only one attempt per session is allowed.
    let (tried, _) = pay(&campaign, -1, "ines").unwrap();
    assert_eq!(grades(&tried, "tam"), ["severe"]);
    assert!(refused(pay(&tried, 4, "otto")).contains("there was already an attempt to pay off"));
    let mut marked = campaign.clone();
    mark(&mut marked, "tam", "wealth", &[1]);
    assert!(refused(pay(&marked, 4, "ines")).ends_with("before wealth is clear"));
    // The track was clear when the session began and took no hit in it.
    assert_eq!(grades(&ends(&pack, &campaign), "tam"), Vec::<String>::new());
    let later = ends(&pack, &waits(&pack, &marked, 1));
    assert_eq!(grades(&later, "tam"), ["severe"], "this session's end clears the marks");
    assert_eq!(grades(&ends(&pack, &begins(&pack, &later)), "tam"), Vec::<String>::new());
}
