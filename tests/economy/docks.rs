//! Tests of ship maintenance.

use crate::economy::office::*;
use slip_campaign::arrival::{self, Voyage};
use slip_campaign::maintenance::{MaintenanceDecisions, PaidBox, ShortfallPayment};
use slip_campaign::purchase::{self, PurchaseDecision, TradedThing};
use slip_campaign::recovery::{self, Downtime};
use slip_campaign::state::{Campaign, CampaignShip, ShipOwner};
use slip_pack::effect::{BoxOperation, BoxSelection};
use slip_pack::trip_effects::{Arrival, ArrivalAspect, ReactionMass, TripPart};
use slip_pack::{Name, Pack};
use std::collections::BTreeSet;

fn upkeep() -> MaintenanceDecisions<'static> {
    MaintenanceDecisions { ship: "freighter", ..MaintenanceDecisions::default() }
}

fn wear(campaign: &mut Campaign, grades: &[&str]) {
    campaign.standing_mut("freighter").unwrap().consequences = grades.iter().map(|grade| consequence(grade, "frame", 2)).collect();
}

fn asked(told: &[String]) -> &str {
    told.iter().find(|line| line.starts_with("difficulty: ")).unwrap()
}

/// T-T1: one consequence, a check last session, and the ship traded; Brokerage 3 is more than Trade 2.
/// Rules: D-T4, D-T5, D-T6, D-T7, D-T8, D-T9.
#[test]
fn tt1_a_shift_pays_off_one_box_of_somebody_of_the_crew() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    wear(&mut campaign, &["mild"]);
    mark(&mut campaign, "tam", "wealth", &[1, 2]);
    let spent = [PaidBox { who: "tam", number: 2 }];
    let (after, told) = maintain(&pack, &campaign, &[0], &MaintenanceDecisions { spent: Some(&spent), ..upkeep() }).unwrap();
    assert_eq!(asked(&told), "difficulty: 2 (+1 a T2 ship at T1 (port), +1 paying for repairs: \"mild on frame\")");
    let rolled = "freighter rolls trade: [0 0 0 0] +0, +2 trade, +1 tam brokers (3 is more than 2) = 3 against 2 (difficulty): 1 shift";
    assert!(told.iter().any(|line| line == rolled), "{told:#?}");
    assert_eq!(boxes(&after, "tam", "wealth"), [1]);
    assert_eq!((grades(&after, "freighter"), after.ships["freighter"].checked.clone()), (vec!["mild".to_owned()], BTreeSet::from([2, 3])));
    // The choice is asked for, and at most the earned shifts are spent.
    let said = refused(maintain(&pack, &campaign, &[0], &upkeep()));
    assert!(said.contains("--spend tam:1\n  --spend tam:2\n  --spend none"), "{said}");
    let two = [PaidBox { who: "tam", number: 1 }, PaidBox { who: "tam", number: 2 }];
    assert!(
        refused(maintain(&pack, &campaign, &[0], &MaintenanceDecisions { spent: Some(&two), ..upkeep() }))
            .contains("2 boxes cannot be paid off: 1 shift pays for one box each")
    );
}

/// Returns a campaign with the freighter of T-T2: two consequences, no check last session, dice of -1, a failure by 3.
fn failing(pack: &Pack) -> Campaign {
    let mut campaign = campaign(pack);
    wear(&mut campaign, &["mild", "moderate"]);
    campaign.ships.get_mut("freighter").unwrap().checked.clear();
    campaign
}

/// T-T2, R-T12, R-C19: Assets 4 against 3 with dice of -2 fails by 1: the ship is saved, and the rescuer's first box is marked.
/// Rules: D-T4, D-T5, D-T6, D-T7, D-T8, D-T9, R-C18.
#[test]
fn tt2_rt12_rc19_who_steps_in_takes_what_his_means_are_short_of() {
    let pack = pack();
    let campaign = failing(&pack);
    let rescued = MaintenanceDecisions { rescue: Some(ShortfallPayment::By("ines")), chosen: &[take("none")], ..upkeep() };
    let (after, told) = maintain(&pack, &campaign, &[-1, -2], &rescued).unwrap();
    assert!(asked(&told).starts_with("difficulty: 5 (+1 a T2 ship at T1 (port), +2 paying for repairs"), "{told:?}");
    assert!(told.contains(&"freighter misses the difficulty of the maintenance check by 3".to_owned()));
    assert!(
        told.contains(&"ines rolls assets: [- - 0 0] -2, +4 assets = 2 against 3 (missing amount): short by 1".to_owned()),
        "{told:#?}"
    );
    assert_eq!((boxes(&after, "ines", "wealth"), grades(&after, "freighter").len(), boxes(&after, "otto", "wealth")), (vec![1], 2, vec![]));
    let (after, _) = maintain(&pack, &campaign, &[-1, -1], &rescued).unwrap();
    assert_eq!(boxes(&after, "ines", "wealth"), [] as [u8; 0], "a success costs nothing");
    let said = refused(maintain(&pack, &campaign, &[-1], &upkeep()));
    assert!(said.contains("--rescue ines  (assets 4 against 3)") && said.contains("--no-rescue"), "{said}");
}

/// T-T2 without rescue, R-T13: the lowest free slot is severe, and the owner takes a hit of 3; the next check counts three consequences.
#[test]
fn tt2_rt13_without_rescue_the_lowest_free_slot_goes_and_the_owner_pays() {
    let pack = pack();
    let mut campaign = failing(&pack);
    mark(&mut campaign, "otto", "wealth", &[1, 2]);
    let alone = MaintenanceDecisions { rescue: Some(ShortfallPayment::Nobody), chosen: &[take("none")], spent: Some(&[]), ..upkeep() };
    let (after, _) = maintain(&pack, &campaign, &[-1], &alone).unwrap();
    assert_eq!(
        (grades(&after, "freighter").join(" "), boxes(&after, "otto", "wealth")),
        ("mild moderate severe".to_owned(), vec![1, 2, 3])
    );
    // In a further month of the same session, the check of the previous session is still due.
    let mut month = after.clone();
    month.ships.get_mut("freighter").unwrap().commercial_since_check = true;
    let again = MaintenanceDecisions { extra: Some("a month"), ..alone.clone() };
    let (_, told) = maintain(&pack, &month, &[4], &again).unwrap();
    assert!(asked(&told).starts_with("difficulty: 6 "), "{told:?}");
    // In the next session, the freighter has not been checked yet, and the difficulty is lower.
    let mut next = month.clone();
    next.session = 4;
    next.ships.get_mut("freighter").unwrap().served_this_session = false;
    let (_, told) = maintain(&pack, &next, &[4], &alone).unwrap();
    assert!(asked(&told).starts_with("difficulty: 4 "), "{told:?}");
    // No slot is free: the ship is repossessed.
    let (lost, _) = maintain(&pack, &next, &[-1], &alone).unwrap();
    assert_eq!((lost.ships["freighter"].standing.out.as_deref(), lost.ships["freighter"].owners.len()), (Some("repossessed"), 1), "R-T31");
}

/// R-T16: if there are several owners, each takes the whole hit.
#[test]
fn rt16_every_owner_takes_the_whole_hit() {
    let pack = pack();
    let mut campaign = failing(&pack);
    campaign.ships.get_mut("freighter").unwrap().owners.push(ShipOwner { who: "ines".into(), by_stunt: false });
    let alone = MaintenanceDecisions { rescue: Some(ShortfallPayment::Nobody), chosen: &[take("none")], ..upkeep() };
    let (after, _) = maintain(&pack, &campaign, &[-1], &alone).unwrap();
    assert_eq!([boxes(&after, "otto", "wealth"), boxes(&after, "ines", "wealth")], [vec![1, 2, 3], vec![1, 2, 3]]);
    // An owner who is listed twice counts once.
    campaign.ships.get_mut("freighter").unwrap().owners.push(ShipOwner { who: "otto".into(), by_stunt: false });
    let (after, _) = maintain(&pack, &campaign, &[-1], &alone).unwrap();
    assert_eq!(boxes(&after, "otto", "wealth"), [1, 2, 3]);
}

/// A ruined owner takes no hit, and an owner without a wealth track takes none and cannot step in for another; the ship takes its
/// consequence in either case.
#[test]
fn an_owner_without_a_purse_keeps_nobody_from_the_check() {
    let text =
        format!("{}npc drifter \"Drifter\" {{ cap 2; skills {{ 2 brawling; 1 pilot, stamina }}; aspects \"Idle\", \"Broke\" }}\n", cast());
    let pack = pack_with("", &text);
    let mut campaign = failing(&pack);
    join(&mut campaign, &pack, "drifter");
    campaign.standing_mut("otto").unwrap().out = Some("ruined by debt".to_owned());
    let owners = ["otto", "drifter", "ines"].map(|who| ShipOwner { who: who.into(), by_stunt: false });
    campaign.ships.get_mut("freighter").unwrap().owners = owners.into();
    let alone = MaintenanceDecisions { rescue: Some(ShortfallPayment::Nobody), chosen: &[take("none")], ..upkeep() };
    let (after, told) = maintain(&pack, &campaign, &[-1], &alone).unwrap();
    assert_eq!(
        (grades(&after, "freighter").join(" "), boxes(&after, "ines", "wealth")),
        ("mild moderate severe".to_owned(), vec![1, 2, 3])
    );
    for said in ["otto pays nothing: out of the story (ruined by debt)", "drifter pays nothing: there is no track `wealth`"] {
        assert!(told.iter().any(|line| line == said), "{told:#?}");
    }
    let said = refused(maintain(&pack, &campaign, &[-1], &upkeep()));
    assert!(said.contains("--rescue ines") && !said.contains("--rescue drifter"), "{said}");
    let said =
        refused(maintain(&pack, &campaign, &[-1], &MaintenanceDecisions { rescue: Some(ShortfallPayment::By("drifter")), ..upkeep() }));
    assert_eq!(said, "drifter has no track `wealth` and cannot pay");
}

/// R-T9, R-C18: time away from trade adds 2 once, whatever it was spent on.
/// Rules: R-C19.
#[test]
fn rt9_rc18_a_ship_out_of_business_adds_two_once() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    campaign.ships.get_mut("freighter").unwrap().commercial_since_check = false;
    let (after, told) = maintain(&pack, &campaign, &[1], &MaintenanceDecisions { place: Some("yard"), ..upkeep() }).unwrap();
    assert_eq!(asked(&told), "difficulty: 2 (no commercial work since the last check)");
    assert!(told.contains(&"tam has nothing to broker: the ship carried no freight or passengers".to_owned()));
    assert!(!after.ships["freighter"].commercial_since_check);
}

/// R-T10: Cheap shifts the threshold for maintenance, and does not change the difficulty.
#[test]
fn rt10_cheap_shifts_the_threshold_alone() {
    let pack = pack();
    assert_eq!([item(&pack, "freighter").upkeep, item(&pack, "hulk").upkeep], [Some(6), Some(8)]);
    let mut campaign = campaign(&pack);
    let ship = CampaignShip { checked: BTreeSet::from([2]), at: Some("yard".into()), ..CampaignShip::fresh(item(&pack, "hulk"), 1) };
    campaign.ships.insert("hulk".into(), ship);
    let (_, told) = maintain(&pack, &campaign, &[0], &MaintenanceDecisions { ship: "hulk", ..MaintenanceDecisions::default() }).unwrap();
    assert_eq!(asked(&told), "difficulty: 0 (ordinary business)");
    let high = pack_with("upkeep_from 7", &cast());
    assert!(
        refused(maintain(&high, &campaign, &[], &upkeep())).contains("needs no maintenance: she has a rating of 6, and checks begin at 7")
    );
}

/// R-T11: a broker whose rank is not higher adds 0, a better one adds 1, however large the difference.
#[test]
fn rt11_brokerage_amplifies() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    campaign.ships.get_mut("freighter").unwrap().crew = vec!["ines".into(), "otto".into()];
    let (_, told) = maintain(&pack, &campaign, &[1], &upkeep()).unwrap();
    assert!(told.iter().any(|line| line.contains("+2 trade = 3 against 1")), "nobody aboard brokers: {told:?}");
    let (_, told) =
        maintain(&pack, &campaign, &[1], &MaintenanceDecisions { trade: Some(3), broker: Some(Some("tam")), ..upkeep() }).unwrap();
    assert!(told.contains(&"tam's rank of 3 as a broker is not above 3 and does not help".to_owned()), "{told:?}");
}

/// R-T19: consequences on every track of the ship count.
#[test]
fn rt19_every_consequence_of_the_ship_counts() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    campaign.standing_mut("freighter").unwrap().consequences = vec![consequence("mild", "data", 2), consequence("severe", "frame", 2)];
    let (_, told) = maintain(&pack, &campaign, &[4], &MaintenanceDecisions { place: Some("yard"), spent: Some(&[]), ..upkeep() }).unwrap();
    assert!(asked(&told).starts_with("difficulty: 2 "), "{told:?}");
}

/// R-T18, R-C20, T-T4: speculation with dice of 0 gives nothing, which is a loss if cargo is held against the hull.
#[test]
fn rt18_rc20_tt4_speculation_by_its_dice() {
    let pack = pack();
    let speculate = MaintenanceDecisions {
        speculate: true,
        broker: Some(None),
        place: Some("yard"),
        spent: Some(&[]),
        rescue: Some(ShortfallPayment::By("ines")),
        chosen: &[take("none")],
        ..upkeep()
    };
    let by = |pack: &Pack, fell: i8, upkeep: &MaintenanceDecisions<'_>| {
        let (_, told) = maintain(pack, &campaign(pack), &[fell, 4], upkeep).unwrap();
        let line = told.iter().find(|line| line.contains("speculation, with dice")).unwrap().clone();
        line.split(", ").find(|part| part.contains("speculation")).unwrap()[..2].to_owned()
    };
    assert_eq!([-1, 0, 1].map(|fell| by(&pack, fell, &speculate)), ["-2", "+0", "+2"]);
    let cargo = pack_with("use economy_cargo", &cast());
    let speculate = MaintenanceDecisions { hull: Some(0), ..speculate };
    assert_eq!([-1, 0, 1].map(|fell| by(&cargo, fell, &speculate)), ["-2", "-2", "+2"]);
}

/// "the base is 0 against the hull 0", "it would still meet the hull size of 1", "the ship will always break even": the ships of the examples,
/// by hull and cargo 0/1, 1/5 and 3/5, and one of 6/2 that cannot pay its way.
/// Rules: R-T14, R-T15.
#[test]
fn the_hulls_and_cargoes_of_the_examples() {
    let pack = pack_with("use economy_cargo", &cast());
    let campaign = campaign(&pack);
    let spoiled = ["Heading for the border".to_owned()];
    let chosen = [take("none")];
    let month = |hull: i32, trade: i32| MaintenanceDecisions {
        trade: Some(trade),
        hull: Some(hull),
        broker: Some(None),
        rescue: Some(ShortfallPayment::Nobody),
        chosen: &chosen,
        ..upkeep()
    };
    let saved = |fell: i8, month: &MaintenanceDecisions<'_>| {
        let (after, _) = maintain(&pack, &campaign, &[fell], month).unwrap();
        grades(&after, "freighter").is_empty()
    };
    // A scout of hull 0 with a cargo of 1, and a broker, who is better than the cargo.
    let scout = MaintenanceDecisions { broker: None, ..month(0, 1) };
    assert!(saved(-2, &scout) && !saved(-3, &scout), "2 against 0");
    let border = MaintenanceDecisions { broker: Some(None), hindrances: &spoiled, ..month(0, 1) };
    assert!(!saved(0, &border) && saved(1, &border), "1 - 2 against 0");
    // A subsidised merchant of hull 3 with a cargo of 5 breaks even whatever is rolled.
    let merchant = MaintenanceDecisions { favour: Some("subsidised route"), ..month(3, 5) };
    assert!(saved(-4, &merchant), "5 + 2 - 4 = 3");
    assert!(!saved(-3, &month(3, 5)), "without the subsidy 5 - 3 is less than 3");
    // A free trader of hull 1 with a cargo of 5, and one jump in the month.
    let detained = MaintenanceDecisions { jumps: Some(1), ..month(1, 5) };
    assert!(saved(-2, &detained) && !saved(-3, &detained), "5 - 2 - 2 = 1");
    assert!(!saved(3, &month(6, 2)) && saved(4, &month(6, 2)), "2 against 6");
}

/// T-T4, R-T14, R-T15: Cargo 5 minus one jump and a poor cargo is 1, a broker of 3 makes it 2; the hull's modifier is fixed at 1.
/// Rules: R-VE4.
#[test]
fn tt4_rt14_rt15_cargo_against_a_hull_that_is_held_still() {
    let pack = pack_with("use economy_cargo", &cast());
    let campaign = campaign(&pack);
    let poor = ["Poor cargo".to_owned()];
    let month = MaintenanceDecisions {
        trade: Some(5),
        hull: Some(1),
        jumps: Some(1),
        hindrances: &poor,
        rescue: Some(ShortfallPayment::Nobody),
        chosen: &[take("none")],
        ..upkeep()
    };
    let (after, told) = maintain(&pack, &campaign, &[-2], &month).unwrap();
    let rolled = told.iter().find(|line| line.starts_with("freighter rolls")).unwrap();
    assert!(rolled.contains("-2 Poor cargo, -2 only one jump, +1 tam brokers (3 is more than 1) = 0 against 1"), "{rolled}");
    assert_eq!(grades(&after, "freighter"), ["mild"]);
    // A dedicated broker adds the whole rank.
    let (_, told) = maintain(&pack, &campaign, &[-2], &MaintenanceDecisions { dedicated: true, ..month.clone() }).unwrap();
    assert!(told.iter().any(|line| line.contains("+3 tam only brokers = 2 against 1")), "{told:?}");
    // An equal rank is enough; a worse broker subtracts nothing; shifts do not pay off debts here.
    let mut indebted = campaign.clone();
    mark(&mut indebted, "tam", "wealth", &[1]);
    let (after, told) =
        maintain(&pack, &indebted, &[0], &MaintenanceDecisions { jumps: None, hindrances: &[], hull: Some(4), ..month.clone() }).unwrap();
    assert!(told.iter().any(|line| line.contains("is not above 5")), "{told:?}");
    assert_eq!(boxes(&after, "tam", "wealth"), [1]);
    // The compel of each earlier debt lowers the roll by 2.
    let mut owing = campaign.clone();
    wear(&mut owing, &["mild"]);
    let held = ["mild on frame".to_owned()];
    let (after, told) =
        maintain(&pack, &owing, &[4], &MaintenanceDecisions { compelled: &held, broker: Some(None), jumps: Some(0), ..month.clone() })
            .unwrap();
    assert!(told.iter().any(|line| line.contains("-4 no jumps, -2 \"mild on frame\" is compelled = 1 against 1")), "{told:?}");
    assert_eq!(after.ships["freighter"].standing.fate, 6, "R-VE4: a compel brings its point");
    // Cargo cannot be converted to a hull rating.
    assert!(refused(maintain(&pack, &campaign, &[], &upkeep())).contains("--hull N"));
}

/// Hindrances add up; one kind of favour counts once.
#[test]
fn hindrances_add_up_and_a_favour_comes_once() {
    let pack = pack();
    let hindrances = ["Long leave".to_owned(), "Poor cargo".to_owned()];
    let month = MaintenanceDecisions { hindrances: &hindrances, favour: Some("illegal cargo"), place: Some("yard"), ..upkeep() };
    let (_, told) = maintain(&pack, &campaign(&pack), &[0], &month).unwrap();
    assert!(told.iter().any(|line| line.contains("-2 Long leave, -2 Poor cargo, +2 illegal cargo = 1 against 0")), "{told:?}");
}

/// Only aspects of the ship can be invoked, with the ship's own points.
#[test]
fn only_aspects_of_the_ship_help_her() {
    let pack = pack();
    let campaign = campaign(&pack);
    let own = [invoke("Honest scales", false)];
    let (after, told) = maintain(&pack, &campaign, &[-2], &MaintenanceDecisions { invoked: &own, spent: Some(&[]), ..upkeep() }).unwrap();
    assert!(told.iter().any(|line| line.contains("+2 \"Honest scales\" = 3 against 1")), "{told:?}");
    assert_eq!(after.ships["freighter"].standing.fate, 4);
    let others = [invoke("otto 1", false)];
    assert!(
        refused(maintain(&pack, &campaign, &[], &MaintenanceDecisions { invoked: &others, ..upkeep() }))
            .contains("is not an aspect of freighter")
    );
    let two = [invoke("Honest scales", false), invoke("Slow", false)];
    assert_eq!(
        refused(maintain(&pack, &campaign, &[], &MaintenanceDecisions { invoked: &two, ..upkeep() })),
        "only one aspect of the ship can be invoked on a roll"
    );
}

/// Each fighter takes a point of Trade, down to 0.
#[test]
fn fighters_take_trade() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    campaign.ships.get_mut("freighter").unwrap().fighters = 5;
    let (_, told) = maintain(&pack, &campaign, &[4], &MaintenanceDecisions { broker: Some(None), ..upkeep() }).unwrap();
    assert!(told.iter().any(|line| line.contains("+0 trade 2, 5 taken by fighters = 4 against 1")), "{told:?}");
}

/// R-VE1: a ship that joined in this session was not neglected in the last.
#[test]
fn rve1_a_new_ship_has_no_last_session() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    let ship = campaign.ships.get_mut("freighter").unwrap();
    (ship.since, ship.checked) = (3, BTreeSet::new());
    let (_, told) = maintain(&pack, &campaign, &[1], &MaintenanceDecisions { place: Some("yard"), ..upkeep() }).unwrap();
    assert_eq!(asked(&told), "difficulty: 0 (ordinary business)");
}

fn wait(pack: &Pack, campaign: &Campaign, days: u32, laid_up: &[Name]) -> Campaign {
    let downtime = Downtime { days, laid_up, ..Downtime::default() };
    decide(pack, campaign, &[], |turn| recovery::downtime(turn, &downtime)).unwrap().0
}

/// R-T1: 30 days of downtime bring a check, and each further month another; a ship that is laid up has one check in all.
#[test]
fn rt1_a_check_is_due_for_every_month_of_downtime() {
    let pack = pack();
    let campaign = campaign(&pack);
    let due = |campaign: &Campaign| campaign.ships["freighter"].due.len();
    let some = wait(&pack, &campaign, 29, &[]);
    assert_eq!((due(&some), due(&wait(&pack, &some, 1, &[]))), (0, 1), "days add up over the session");
    let laid_up = ["freighter".into()];
    let long = wait(&pack, &campaign, 400, &laid_up);
    assert_eq!((due(&wait(&pack, &campaign, 95, &[])), due(&long), due(&wait(&pack, &long, 60, &laid_up))), (3, 1, 1));
}

/// A check is made when one is due, and otherwise only for a stated reason.
/// Rules: R-T32.
#[test]
fn a_check_is_due_once_at_the_first_station_of_a_session() {
    let pack = pack();
    let campaign = campaign(&pack);
    let (after, _) = maintain(&pack, &campaign, &[0], &upkeep()).unwrap();
    assert!(refused(maintain(&pack, &after, &[], &upkeep())).starts_with("no check of freighter is due"));
    assert!(
        refused(maintain(&pack, &campaign, &[], &MaintenanceDecisions { place: Some("wild"), ..upkeep() }))
            .starts_with("there is no maintenance at wild")
    );
    let refreshed = decide(&pack, &campaign, &[], |turn| {
        recovery::refresh(turn);
        Ok(())
    });
    let refreshed = refreshed.unwrap().0;
    assert_eq!(refreshed.ships["freighter"].due, [] as [&str; 0], "R-T32: \"any spacecraft may make a maintenance roll now\"");
    let (after, _) = maintain(&pack, &refreshed, &[0], &upkeep()).unwrap();
    assert!(after.ships["freighter"].due.is_empty());
    assert!(refused(maintain(&pack, &after, &[], &upkeep())).starts_with("no check"), "the refresh was the first call");
}

/// Effects from content apply to these rolls: `+1 to maintain`.
#[test]
fn a_line_of_a_ship_adds_to_her_maintenance() {
    let text = "ship scow \"Scow\" : own_ship { tech T2; trade 2 }\ndesign own_ship : ship { tech T2..T2; stat trade \"Trade\" { ranks 0..3 }; track frame \"Frame\" { base 3; fixed }; effect +1 to maintain; upkeep 7; price 7 }\n";
    let pack = pack_with("", &format!("{}{text}", cast()));
    let mut campaign = campaign(&pack);
    campaign.ships.insert("scow".into(), CampaignShip { at: Some("yard".into()), ..CampaignShip::fresh(item(&pack, "scow"), 3) });
    let (_, told) = maintain(&pack, &campaign, &[0], &MaintenanceDecisions { ship: "scow", ..MaintenanceDecisions::default() }).unwrap();
    assert!(told.iter().any(|line| line.contains("+2 trade, +1 own_ship = 3 against 0")), "{told:?}");
}

/// R-VE10: during days under way work continues, but these days are neither rest nor a month in dock. A slip leaves the reaction mass that
/// the effect of the drive gives.
#[test]
fn rve10_days_under_way_are_no_downtime() {
    let text = "ship packet \"Packet\" : spacecraft from freighter { stunts + slipstream_t2 }\n";
    let pack = pack_with("", &format!("{}{text}", cast()));
    let mut campaign = campaign(&pack);
    campaign.ships.insert("packet".into(), CampaignShip { at: Some("yard".into()), ..CampaignShip::fresh(item(&pack, "packet"), 1) });
    mark(&mut campaign, "tam", "health", &[1]);
    let trip = Voyage { ship: "packet", passages: &[TripPart::Slip], days: 45, place: Some("port"), ..Voyage::default() };
    let (after, told) = decide(&pack, &campaign, &[], |turn| arrival::arrive(turn, &trip)).unwrap();
    assert_eq!(told, ["packet is under way for 45 days: it is day 45", "packet: heat clear -> {1,2,3}", "packet is at port"]);
    assert_eq!((after.day, after.downtime, after.ships["packet"].due.len(), boxes(&after, "tam", "health")), (45, 0, 0, vec![1]));
    let plain = Voyage { ship: "freighter", ..Voyage::default() };
    let (after, told) = decide(&pack, &after, &[], |turn| arrival::arrive(turn, &plain)).unwrap();
    assert_eq!((told, after.ships["freighter"].at.as_deref()), (vec!["freighter has arrived without any damage".to_owned()], None));
}

/// R-T25: stress is "cleared at the first instance of downtime, whether that's time in dock or just the time in transit to the slipstream";
/// people rest "just the three days' travel time to the slipknot". The heat of the arrival comes afterwards.
#[test]
fn rt25_stress_clears_under_way() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    for (who, track) in [("freighter", "frame"), ("freighter", "heat"), ("tam", "health"), ("tam", "wealth"), ("ines", "health")] {
        mark(&mut campaign, who, track, &[1]);
    }
    let trip = |days, passages| {
        let trip = Voyage { ship: "freighter", passages, days, ..Voyage::default() };
        let after = decide(&pack, &campaign, &[], |turn| arrival::arrive(turn, &trip)).unwrap().0;
        [("freighter", "frame"), ("freighter", "heat"), ("tam", "health"), ("tam", "wealth"), ("ines", "health")]
            .map(|(who, track)| boxes(&after, who, track).len())
    };
    assert_eq!(trip(0, &[]), [1, 1, 1, 1, 1], "no time has passed");
    assert_eq!(trip(1, &[]), [0, 0, 1, 1, 1]);
    assert_eq!(trip(3, &[]), [0, 0, 0, 1, 1], "ines is not aboard");
    assert_eq!(trip(9, &[TripPart::Overburn])[1], 3, "the heat of the arrival stays");
}

/// R-T9: "If the ship has spent more than travel time to and from a slipknot doing something other than servicing their commercial purpose,
/// add 2." A V-shift of 1 takes 20 days each way.
#[test]
fn rt9_time_for_other_things_costs_2_once() {
    let pack = pack();
    let campaign = campaign(&pack);
    let month = |days| {
        let mut after = wait(&pack, &campaign, days, &[]);
        after.ships.get_mut("freighter").unwrap().due.clear();
        let (_, told) = maintain(&pack, &after, &[4], &MaintenanceDecisions { spent: Some(&[]), place: Some("yard"), ..upkeep() }).unwrap();
        asked(&told).to_owned()
    };
    assert_eq!(month(40), "difficulty: 0 (ordinary business)");
    let more = "41 days spent on other things since the last check, more than 40 to a slipknot and back";
    assert_eq!(month(41), format!("difficulty: 2 ({more})"));
}

/// R-T30: "This includes downtime that occurs in order to make repairs."
#[test]
fn rt30_a_ship_in_the_yard_is_not_laid_up() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    let mut hull = consequence("severe", "frame", 3);
    hull.mending = Some(slip_campaign::state::OngoingRepair { takes: "a season".into(), until_day: 90, until_end_of: Some(4) });
    campaign.standing_mut("freighter").unwrap().consequences = vec![hull];
    assert_eq!(wait(&pack, &campaign, 90, &["freighter".into()]).ships["freighter"].due.len(), 3);
}

/// R-T31: "Taken Out cannot mean total loss of the craft with no chance of repair or replacement, unless the owning player agrees."
#[test]
fn rt31_a_repossessed_ship_stays_with_her_stunt() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    campaign.ships.get_mut("freighter").unwrap().owners.push(ShipOwner { who: "ines".into(), by_stunt: false });
    let worn = ["mild", "moderate", "severe"].map(|grade| consequence(grade, "frame", 2));
    campaign.standing_mut("freighter").unwrap().consequences = worn.into();
    let fail = MaintenanceDecisions { rescue: Some(ShortfallPayment::Nobody), chosen: &[take("none")], broker: Some(None), ..upkeep() };
    let (after, told) = maintain(&pack, &campaign, &[-2], &fail).unwrap();
    let ship = &after.ships["freighter"];
    assert_eq!(ship.standing.out.as_deref(), Some("repossessed"));
    assert_eq!(ship.owners.iter().map(|owner| owner.who.as_str()).collect::<Vec<_>>(), ["otto"]);
    assert!(told.iter().any(|line| line.starts_with("otto has freighter through a stunt: the stunt stays")), "{told:?}");
}

/// R-T33: "similar rules should be used for any item with a base Cost of 6 or more that a player may own".
#[test]
fn rt33_a_costly_thing_is_maintained_by_its_owner() {
    let pack = pack();
    let mut before = campaign(&pack);
    before.session = 2;
    let thing = TradedThing::Item(gear(&pack, "nice_house"));
    let purchase = PurchaseDecision {
        buyer: "ines",
        ware: thing,
        cost: Some(4),
        place: Some("port"),
        named: None,
        invoked: &[],
        chosen: &[],
        ask: false,
    };
    let (mut campaign, _) = decide(&pack, &before, &[0], |turn| purchase::buy(turn, &purchase)).unwrap();
    assert_eq!(campaign.ships["nice_house"].owners[0].who, "ines");
    campaign.session = 3;
    let decision = MaintenanceDecisions { ship: "nice_house", place: Some("yard"), ..MaintenanceDecisions::default() };
    let fail = MaintenanceDecisions { rescue: Some(ShortfallPayment::Nobody), chosen: &[take("none")], ..decision.clone() };
    let (after, told) = maintain(&pack, &campaign, &[-1], &fail).unwrap();
    assert!(told.iter().any(|line| line.starts_with("nice_house rolls trade: [- 0 0 0] -1, +0 no trade")), "{told:#?}");
    assert_eq!(grades(&after, "nice_house"), ["mild"], "failure as for a ship");
    assert!(!boxes(&after, "ines", "wealth").is_empty());
    let broker = MaintenanceDecisions { broker: Some(Some("tam")), ..decision };
    assert!(refused(maintain(&pack, &campaign, &[0], &broker)).contains("--broker is for ships"));
}

/// A ship cannot arrive by an overburn that it cannot make; `travel` refuses it too.
#[test]
fn a_ship_without_reaction_mass_has_not_overburnt() {
    let pack = pack();
    let overburnt = Voyage { ship: "freighter", passages: &[TripPart::Overburn], ..Voyage::default() };
    let (after, _) = decide(&pack, &campaign(&pack), &[], |turn| arrival::arrive(turn, &overburnt)).unwrap();
    assert_eq!(after.ships["freighter"].v_shift, Some(0));
    let said = refused(decide(&pack, &after, &[], |turn| arrival::arrive(turn, &overburnt)));
    assert_eq!(said, "Freighter has no reaction mass left to overburn");
    let text = format!(
        "{}ship heron \"Heron\" : spacecraft {{ tech T2; v_shift 1; trade 1; stunts extended_range; aspects \"e\", \"f\", \"g\", \"h\", \"i\" }}\n",
        cast()
    );
    let pack = pack_with("", &text);
    let mut campaign = campaign(&pack);
    campaign.ships.insert("heron".into(), CampaignShip::fresh(item(&pack, "heron"), 1));
    let said = refused(decide(&pack, &campaign, &[], |turn| arrival::arrive(turn, &Voyage { ship: "heron", ..overburnt.clone() })));
    assert!(said.starts_with("Heron cannot overburn"), "{said}");
}

/// R-T17: reaction mass that a trip took comes back with a resupply, and not before.
#[test]
fn rt17_only_a_resupply_gives_a_ship_her_thrust_back() {
    let pack = pack();
    let mut campaign = campaign(&pack);
    let aspect = ArrivalAspect { text: "Low on r-mass".to_owned(), free_tags: 1, denied_by: None };
    let heat = BoxOperation { track: "heat".into(), which: BoxSelection::All, erase: false };
    let arrival = Arrival { boxes: vec![heat], aspects: vec![aspect], r_mass: ReactionMass::Empty, effective_v_shift: Some(0) };
    let told = campaign.arrive(&pack, "freighter", &arrival);
    assert_eq!((boxes(&campaign, "freighter", "heat"), campaign.ships["freighter"].v_shift), (vec![1, 2, 3], Some(0)), "{told:?}");
    assert!(campaign.ships["freighter"].own_aspects(item(&pack, "freighter")).any(|text| text == "Low on r-mass"));
    // Neither rest nor a yard fills the tanks; a second arrival has no further effect.
    campaign.arrive(&pack, "freighter", &arrival);
    let rested = wait(&pack, &campaign, 5, &[]);
    let ship = &rested.ships["freighter"];
    assert_eq!(
        (ship.v_shift, ship.r_mass, ship.brought.len(), boxes(&rested, "freighter", "heat")),
        (Some(0), ReactionMass::Empty, 1, vec![])
    );
    let mut supplied = rested.clone();
    assert_eq!(supplied.resupply("freighter").len(), 2);
    let ship = &supplied.ships["freighter"];
    assert_eq!((ship.v_shift, ship.r_mass, ship.brought.len()), (None, ReactionMass::Ok, 0));
    assert!(supplied.resupply("freighter").is_empty());
}

/// R-E26: effects that replace, limit or amplify the rating of maintenance, before the broker.
#[test]
fn effects_replace_and_limit_the_rating_of_maintenance() {
    let rolled = |effect: &str, holds: &str| {
        let mother = format!("design mother \"Mother\" : ship from std.spacecraft {{ holds craft ship; effect {effect} }}\n");
        let tender = "ship tender \"Tender\" : spacecraft { tech T2; trade 1; aspects \"A\", \"B\", \"C\", \"D\", \"E\" }\n";
        let freighter = format!("ship freighter \"Freighter\" : mother {{ {holds}");
        let pack = pack_with(
            "",
            &format!(
                "mark quay \"has a quay\"\n{mother}{tender}{}",
                cast().replace("ship freighter \"Freighter\" : spacecraft {", &freighter)
            ),
        );
        let mut campaign = campaign(&pack);
        campaign.ships.get_mut("freighter").unwrap().crew.clear();
        let (_, told) = maintain(&pack, &campaign, &[4], &upkeep()).unwrap();
        let line = told.iter().find(|line| line.starts_with("freighter rolls trade: ")).unwrap().clone();
        line.split("+4, ").nth(1).unwrap().split(" = ").next().unwrap().to_owned()
    };
    let limited = "trade rolls limited by trade of carried";
    assert_eq!(rolled(limited, "craft tender x2; "), "+2 trade, -1 limited by trade of carried 1 (Mother)");
    assert_eq!(rolled(limited, ""), "+2 trade, -2 limited by trade of carried 0 (Mother)");
    assert_eq!(rolled("maintain limited by trade of carried", "craft tender; "), "+2 trade, -1 limited by trade of carried 1 (Mother)");
    assert_eq!(rolled("trade rolls amplified by 5", ""), "+2 trade, +1 amplified by 5 (Mother)");
    assert_eq!(rolled("must use v_shift for trade rolls", ""), "+1 v_shift (Mother)");
    assert_eq!(rolled("may use v_shift for trade rolls", ""), "+2 trade", "1 is not better");
    assert_eq!(rolled("may use 6 for maintain", ""), "+6 Mother");
    assert_eq!(
        rolled("trade rolls limited by trade of carried when not station is quay", ""),
        "+2 trade, -2 limited by trade of carried 0 (Mother)"
    );
}
