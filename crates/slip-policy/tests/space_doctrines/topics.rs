//! Checks that every topic of space combat changes an answer in a written situation.

use super::table::{Craft, Fleet, Table};
use super::{duel, says, seats, warship};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::Id;
use slip_play::question::Point;
use slip_play::space::state::{DATA, FRAME, HEAT};

/// Rule, the situation in which it is tested, and its effect on the answer.
struct Case {
    topic: &'static str,
    lines: &'static str,
    /// Rules with the opposite effect, or none.
    else_lines: &'static str,
    table: fn() -> Table,
    answers: fn(&Table, Choice) -> bool,
}

/// Returns dice that show these totals, and then only 0.
fn scripted(totals: &[i32]) -> slip_dice::Dice {
    slip_dice::Dice::scripted(super::table::faces(&[totals, &[0; 60][..]].concat()))
}

/// Returns the table at the first question at this point asked of a ship.
fn at(fleet: Fleet, point: Point, who: &str, dice: &[i32]) -> Table {
    let mut table = fleet.sit();
    let who = table.id(who);
    table.dice = scripted(dice);
    while let Some(ask) = table.until(&[point]) {
        if ask.me == Id::Actor(who) {
            return table;
        }
        let first = table.options()[0];
        table.take(first.into());
    }
    panic!("{point:?} is never asked of {who:?}")
}

fn placing(both: bool) -> Table {
    let fleet = Fleet::new().ship("ours", warship("a")).ship("theirs", warship("b"));
    let mut table = at(fleet, Point::Place, "a", &[1, 0]);
    let own = Choice::of(Verb::Target).on(table.on("a"));
    table.take(own.into());
    if both {
        table.take(Choice::of(Verb::Band).n(3).into());
        // The other ship is the only one left, so there is no question about it.
        table.wait();
    }
    table
}

fn drives() -> Table {
    at(duel(0, 2), Point::Drive, "a", &[0, 0])
}

fn bids() -> Table {
    at(duel(0, 2), Point::Bid, "a", &[0, 0])
}

/// Our ship has won the position phase by four.
fn shifts() -> Table {
    at(duel(0, 2), Point::Shift, "a", &[0, 0, 2, -2])
}

fn declares(stage: Point, ours: Craft, fill: &[i32]) -> Table {
    at(Fleet::new().ship("ours", ours.at(0)).ship("theirs", warship("b").at(2)), stage, "a", fill)
}

fn ew() -> Table {
    declares(Point::Declare, warship("a"), &[0, 0, 0, 0])
}

fn beams() -> Table {
    declares(Point::Declare, warship("a").rated("ew", 0), &[0, 0, 0, 0])
}

fn torpedoes() -> Table {
    declares(Point::Declare, warship("a").rated("ew", 0).rated("beam", 0), &[0, 0, 0, 0])
}

/// Returns a table at which torpedoes are fired at our ship.
fn under_torpedoes() -> Table {
    let theirs = warship("b").rated("ew", 0).rated("beam", 0);
    let mut table = Fleet::new().ship("ours", warship("a").at(0)).ship("theirs", theirs.at(2)).sit();
    table.dice = scripted(&[0, 0, 0, 0]);
    table.plan(Point::Declare, "b", Choice::of(Verb::Torpedo).on(table.on("b")));
    table.until(&[Point::TorpedoDefence]);
    table
}

/// Two enemies, one of them damaged, and beams declared.
fn targets() -> Table {
    let theirs = Fleet::new().ship("ours", warship("a").rated("ew", 0).at(0));
    let theirs = theirs.ship("theirs", Craft::new("b").at(1)).ship("theirs", Craft::new("c").at(2));
    let mut table = at(theirs, Point::Declare, "a", &[0; 6]);
    table.set("c", |ship| ship.tracks[usize::from(FRAME.0)].mark(2));
    let own = table.on("a");
    table.take(Choice::of(Verb::Beam).on(own).into());
    table
}

/// Returns a fight in which beams are declared at the only enemy.
fn ratings() -> Table {
    let mut table = beams();
    let own = table.on("a");
    table.take(Choice::of(Verb::Beam).on(own).into());
    table.wait();
    table
}

fn carrier() -> Table {
    let fighter = Craft::new("wasp").rated("beam", 2).tracks(2, 2, 2);
    declares(Point::Declare, warship("a").carries(fighter), &[0, 0, 0, 0])
}

fn damaged() -> Table {
    let mut table = drives();
    table.set("a", |ship| {
        ship.tracks[usize::from(FRAME.0)].mark(2);
        ship.tracks[usize::from(DATA.0)].mark(1);
    });
    table.dice = scripted(&[0, 0]);
    table.until(&[Point::Repair]);
    table
}

fn together() -> Table {
    let fleet = Fleet::new().ship("ours", warship("a").at(1)).ship("ours", warship("c").at(1)).ship("theirs", warship("b").at(-2));
    at(fleet, Point::Formation, "a", &[0, 0, 0])
}

/// Returns a table at the first question of a phase in which our ship may compel.
fn compels() -> Table {
    at(duel(0, 2), Point::Compel, "a", &[0, 0])
}

fn compelled() -> Table {
    let mut table = at(duel(0, 2), Point::Compel, "b", &[0, 0]);
    let compel = table.options().into_iter().find(|option| option.verb == Verb::Compel).unwrap();
    table.take(compel.into());
    table.until(&[Point::AnswerCompel]);
    table
}

/// Our beams have just missed by one, and both ships have aspects and points.
fn near_miss() -> Table {
    let mut table = ratings();
    table.dice = scripted(&[-3, 0]);
    table.take(Choice::of(Verb::Value).n(3).into());
    table.until(&[Point::Adjust]);
    table
}

/// Returns a table as in [`near_miss`], with a free tag on the enemy and a spin token in addition.
fn rich() -> Table {
    let mut table = ratings();
    let (ours, theirs) = (table.id("a"), table.id("b"));
    let side = table.fight.side(ours).0;
    let consequence = slip_dice::fate::Aspect {
        free: Some(slip_dice::fate::FreeTag { sides: 1 << side, from: 0 }),
        ..slip_dice::fate::Aspect::printed("Listing", slip_dice::fate::Holder::Actor(theirs.0))
    };
    table.fight.state.aspects.push(consequence);
    table.fight.state.spin.push(slip_dice::fate::fate_points::SpinToken { owner: ours.0, side, left: 2, last_turn: false });
    table.dice = scripted(&[-3, 0]);
    table.take(Choice::of(Verb::Value).n(3).into());
    table.until(&[Point::Adjust]);
    table
}

/// Our burn gives more heat than the ship can take.
fn overheated() -> Table {
    let mut table = bids();
    table.set("a", |ship| ship.tracks[usize::from(HEAT.0)].mark(2));
    table.take(Choice::of(Verb::Burn).n(4).into());
    table.until(&[Point::Mitigate]);
    table
}

/// The enemy's own burn has taken it out, and no other ship can decide its fate.
fn beaten() -> Table {
    let mut table = at(duel(0, 2), Point::Bid, "b", &[0, 0]);
    table.set("b", |ship| ship.slots = slip_dice::fate::Slots::NONE);
    table.take(Choice::of(Verb::Burn).n(3).into());
    table.set("b", |ship| ship.tracks[usize::from(HEAT.0)].mark(3));
    table.until(&[Point::Mitigate]);
    let first = table.options()[0];
    table.take(first.into());
    table.until(&[Point::Beaten]);
    table
}

fn terms_offered() -> Table {
    let mut table = at(duel(0, 2), Point::Drive, "b", &[0, 0]);
    table.take(Choice::of(Verb::Concede).into());
    table.until(&[Point::AcceptConcession]);
    table
}

fn stops() -> Table {
    let mut table = drives();
    table.dice = scripted(&[0, 0]);
    table.until(&[Point::Stop]);
    table
}

const STUNTS: &str = r#"
ship walled "Walled" : spacecraft { tech T2; stunts firewall; aspects "A", "B", "C", "D", "E" }
ship watcher "Watcher" : spacecraft { tech T2; beam 2; stunts overwatch; aspects "A", "B", "C", "D", "E" }
"#;

/// Electronic warfare is used against our ship, which has a firewall.
fn jammed() -> Table {
    let stunts = Fleet::of(STUNTS);
    let ours = warship("a").like(&stunts.pack, "walled").at(0);
    let mut table = Fleet::of(STUNTS).ship("ours", ours).ship("theirs", warship("b").at(2)).sit();
    table.dice = scripted(&[0; 4]);
    table.plan(Point::Declare, "b", Choice::of(Verb::Ew).on(table.on("b")));
    table.until(&[Point::EwDefence]);
    table
}

/// Returns a table at which a torpedo is fired at a ship on our tether.
fn guarding() -> Table {
    let stunts = Fleet::of(STUNTS);
    let ours = Craft::new("a").rated("beam", 2).like(&stunts.pack, "watcher").at(0);
    let theirs = Craft::new("b").rated("torpedo", 3).at(2);
    let fleet = Fleet::of(STUNTS).ship("ours", ours).ship("ours", Craft::new("c").at(0)).ship("theirs", theirs);
    let mut table = at(fleet, Point::Declare, "b", &[]);
    let lead = table.id("a");
    for name in ["a", "c"] {
        table.set(name, |ship| ship.tether = Some(lead));
    }
    let (b, c) = (table.on("b"), table.on("c"));
    table.take(Choice::of(Verb::Torpedo).on(b).into());
    assert_eq!(table.wait().map(|ask| ask.point), Some(Point::Whom));
    table.take(Choice::of(Verb::Target).on(c).into());
    table.until(&[Point::Overwatch]);
    table
}

/// A ship that was taken out is next to our ship.
fn beside_a_wreck() -> Table {
    let fleet = Fleet::new().ship("ours", warship("a").at(0)).ship("theirs", warship("b").at(0)).ship("theirs", warship("c").at(3));
    let mut table = fleet.sit();
    let by = table.id("a");
    let fate = table.fight.roster.outcomes.iter().position(|tag| tag == "surrendered").unwrap();
    let status = slip_play::space::state::ShipStatus::TakenOut { by: Some(by), track: FRAME, fate: u8::try_from(fate).ok() };
    table.set("b", |ship| ship.status = status);
    table.dice = scripted(&[0; 8]);
    table.until(&[Point::Tether]);
    table
}

/// `position … when pushes_out` refers to bands off the map.
#[test]
fn pushes_out_is_true_of_a_band_off_the_map() {
    let mut seats = seats(&["position enemy out when pushes_out", "position enemy in when not pushes_out"]).into_iter();
    for wanted in [5, 2] {
        let mut table = at(duel(0, 4), Point::Shift, "a", &[0, 0, 2, -2]);
        let mut seat = seats.next().unwrap();
        let target = says(&mut table, &mut seat);
        assert_eq!(target.it, table.on("b"));
        table.take(target.into());
        assert_eq!(says(&mut table, &mut seat).n, wanted);
    }
}

fn is(verb: Verb) -> impl Fn(Choice) -> bool {
    move |choice| choice.verb == verb
}

fn cases() -> Vec<Case> {
    let case = |topic, lines, else_lines, table, answers| Case { topic, lines, else_lines, table, answers };
    vec![
        case("place", "place me out", "", || placing(false), |_, choice| choice.n.abs() == 3),
        case("keep_range", "keep_range 5..6", "keep_range 1", || placing(true), |_, choice| choice.n <= -2),
        case("begin", "begin ew", "", begins, |_, choice| choice.how == 1),
        case("coast", "coast", "", drives, |_, choice| is(Verb::Coast)(choice)),
        case("burn", "burn 2", "", bids, |_, choice| (choice.verb, choice.n) == (Verb::Burn, 2)),
        case("position", "position enemy out", "", shifts, |table, choice| choice.it == table.on("b")),
        case("ew", "ew on enemy", "ew on enemy when frame_left >= 50", ew, |_, choice| is(Verb::Ew)(choice)),
        case("beam", "beam on enemy", "beam on enemy when frame_left >= 50", beams, |_, choice| is(Verb::Beam)(choice)),
        case("torpedo", "torpedo on enemy", "torpedo on enemy when frame_left >= 50", torpedoes, |_, choice| is(Verb::Torpedo)(choice)),
        case("launch", "launch\new on enemy when frame_left >= 50", "ew on enemy when frame_left >= 50", carrier, |_, choice| {
            is(Verb::Launch)(choice)
        }),
        case("target", "target strongest", "target weakest", targets, |table, choice| choice.it == table.on("b")),
        case("beam (amount)", "beam 1 on enemy", "", ratings, |_, choice| choice.n == 1),
        case("torpedo_defence", "torpedo_defence nothing", "", under_torpedoes, |_, choice| is(Verb::Nothing)(choice)),
        case("torpedo_defence (amount)", "torpedo_defence beams least", "torpedo_defence beams most", under_torpedoes, |_, choice| {
            (choice.verb, choice.n) == (Verb::Beams, 1)
        }),
        case("ew_defence", "ew_defence firewall", "ew_defence rating", jammed, |_, choice| is(Verb::Firewall)(choice)),
        case("overwatch", "overwatch most", "overwatch when frame_left >= 50", guarding, |_, choice| {
            (choice.verb, choice.n) == (Verb::Beams, 2)
        }),
        case("board", "board", "", beside_a_wreck, |_, choice| is(Verb::Tether)(choice)),
        case("repair", "avoid repair frame", "", damaged, |_, choice| is(Verb::Pass)(choice)),
        case("formation", "formation", "", together, |_, choice| is(Verb::Form)(choice)),
        case("offer_compel", "offer_compel enemy", "offer_compel enemy when frame_left >= 50", compels, |_, choice| {
            is(Verb::Compel)(choice)
        }),
        case("accept_compel", "accept_compel", "accept_compel when frame_left >= 50", compelled, |_, choice| is(Verb::Accept)(choice)),
        case("spend_fate", "spend_fate", "spend_fate when frame_left >= 50", near_miss, |_, choice| {
            matches!(choice.verb, Verb::Invoke | Verb::Tag)
        }),
        case("reroll", "spend_fate when frame_left >= 50\nreroll", "spend_fate when frame_left >= 50", near_miss, |_, choice| {
            choice.how == 1
        }),
        case(
            "free_tag",
            "free_tag\nspend_spin when frame_left >= 50",
            "free_tag when frame_left >= 50\nspend_spin when frame_left >= 50",
            rich,
            |_, choice| is(Verb::Free)(choice),
        ),
        case(
            "spend_spin",
            "spend_spin\nfree_tag when frame_left >= 50",
            "free_tag when frame_left >= 50\nspend_spin when frame_left >= 50",
            rich,
            |_, choice| is(Verb::Spin)(choice),
        ),
        case("consequence", "consequence severe before taken_out", "", overheated, |_, choice| choice.how == 4),
        case("beaten", "beaten destroyed", "", beaten, |table, choice| table.fight.roster.outcomes[usize::from(choice.how)] == "destroyed"),
        case("accept_concession", "accept_concession", "accept_concession when frame_left >= 50", terms_offered, |_, choice| {
            is(Verb::Accept)(choice)
        }),
        case("concede", "concede", "", drives, |_, choice| is(Verb::Concede)(choice)),
        case("stop", "stop", "", stops, |_, choice| is(Verb::Yes)(choice)),
        case(
            "fate_value",
            "fate_value 99\nspend_fate when gain >= fate_value",
            "fate_value 0\nspend_fate when gain >= fate_value",
            near_miss,
            |_, choice| is(Verb::Pass)(choice),
        ),
    ]
}

fn begins() -> Table {
    let mut table = placing(true);
    let first = table.options()[0];
    table.take(first.into());
    table.wait();
    table
}

#[test]
fn every_topic_of_space_combat_changes_an_answer() {
    let cases = cases();
    let lines: Vec<&str> = cases.iter().flat_map(|case| [case.lines, case.else_lines]).collect();
    let mut seats = seats(&lines).into_iter();
    for case in &cases {
        let (mut one, mut other) = (seats.next().unwrap(), seats.next().unwrap());
        let mut table = (case.table)();
        let answer = says(&mut table, &mut one);
        assert!((case.answers)(&table, answer), "{}: {answer:?} of {:?}", case.topic, table.options());
        let answer = says(&mut table, &mut other);
        assert!(!(case.answers)(&table, answer), "{}: {answer:?} without the line as well", case.topic);
    }
}

/// R-VD1: the least burn is the smallest one that makes the condition true.
#[test]
fn r_vd1_the_least_burn_is_none_where_its_condition_holds_without() {
    let mut seats = seats(&["burn least when win_chance >= 50%", "burn least when win_chance >= 40%", "burn least"]).into_iter();
    let mut table = bids();
    // Equal ships win in 2727 of 6561 results, with one more in 3834.
    assert_eq!(says(&mut table, &mut seats.next().unwrap()), Choice::of(Verb::Burn).n(1));
    assert_eq!(says(&mut table, &mut seats.next().unwrap()), Choice::of(Verb::Hold));
    assert_eq!(says(&mut table, &mut seats.next().unwrap()), Choice::of(Verb::Burn).n(1));
}
