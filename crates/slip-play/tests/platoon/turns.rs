//! Tests of turns: initiative, the order of platoons and units, and effects that end with a turn.

use crate::platoon::table::{Field, told};
use slip_dice::fate::{Aspect, AspectDuration, AspectOrigin, Holder};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::{Conflict, EndReason};
use slip_play::event::{Counter, Event};
use slip_play::ids::{AspectId, Seat};
use slip_play::platoon::{PlatoonFight, referee_overrides};
use slip_play::question::Point;
use slip_table::table::{self, Marks};

const TWO: &str = "platoon pair \"Pair\" { leader rifles with not_a_genius \"Corporal\"; units rifles }";

#[test]
fn a_fight_in_which_nobody_does_anything_ends_at_its_limit() {
    let mut table = Field::sides("", "platoon squad at a", "platoon squad at e").limit(3).sit();
    assert_eq!(table.until(&[]), None);
    let outcome = table.fight.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.why, outcome.rounds), (None, EndReason::Limit, 3));
    assert_eq!(table.counted("rifles#1", Counter::Activated).len(), 3, "each unit has had one part a turn");
}

/// Rules: D-L2.
#[test]
fn players_pick_their_platoons_in_turn_and_whoever_has_none_left_is_passed_over() {
    let mut table = Field::sides(TWO, "platoon lone at a; platoon pair at a; platoon squad at b", "platoon lone at e").limit(1).sit();
    table.until(&[]);
    let acted = |event: &Event| match event {
        Event::Counter { who, what: Counter::PlatoonActs, now: 1, .. } => Some(table.fight.roster.name_of(*who).to_owned()),
        _ => None,
    };
    let order: Vec<String> = table.events.iter().filter_map(acted).collect();
    assert_eq!(order, ["lone#1", "lone#2", "pair", "squad"]);
}

/// Rules: R-L38.
#[test]
fn the_defender_is_first_and_without_one_a_coin_says_who() {
    let of = |defender: &str| Field::of("", &format!("{defender}\nside red {{ platoon lone at a }}\nside blue {{ platoon lone at e }}"));
    let mut table = of("defender blue").sit();
    table.until(&[Point::Unit, Point::FreeMove]);
    assert_eq!(table.fight.state.first, Some(Seat(1)));
    for (dice, first) in [(&[2][..], Seat(0)), (&[0, 0, -1], Seat(1))] {
        let mut table = of("").sit();
        table.dice(dice).until(&[Point::FreeMove]);
        assert_eq!(table.fight.state.first, Some(first), "{dice:?}");
        assert_eq!(table.dice.left(), 0);
    }
}

#[test]
fn rl38_the_draft_throws_the_coin_whoever_defends() {
    let mut table = Field::sides("", "platoon lone at a", "platoon lone at e").rule("first_player", "coin").sit();
    table.dice(&[-3]).until(&[Point::FreeMove]);
    assert_eq!(table.fight.state.player, Seat(1));
}

/// Rules: D-L3.
#[test]
fn units_of_a_platoon_act_in_any_order_and_none_twice_a_turn() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").limit(1).sit();
    for who in ["rifles#3", "rifles#1"] {
        table.until_asked(Point::Unit, "squad");
        let choice = Choice::of(Verb::Unit).on(table.on(who));
        table.take(choice.into());
        assert!(!table.offers(Verb::Unit, table.on(who)));
    }
    table.until(&[]);
    for who in ["rifles#1", "rifles#2", "rifles#3"] {
        assert_eq!(table.counted(who, Counter::Activated), [1]);
    }
}

#[test]
fn rl12_being_out_of_command_falls_by_one_as_a_units_own_part_comes() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").limit(2).sit();
    table.set("rifles#2", |unit| unit.ooc = 3);
    table.until(&[]);
    assert_eq!(table.counted("rifles#2", Counter::Ooc), [2, 1]);
    let mut draft = Field::sides("", "platoon squad at a", "platoon lone at e").rule("out_of_command_fades", "no").limit(2).sit();
    draft.set("rifles#2", |unit| unit.ooc = 3);
    draft.until(&[]);
    assert_eq!(draft.unit("rifles#2").ooc, 3);
}

#[test]
fn an_interdiction_ends_as_its_makers_part_comes_and_mines_stay() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").sit();
    table.bars("rifles#1", "c", "d", 2, false).bars("rifles#1", "c", "d", 1, false).bars("rifles#1", "b", "c", 1, true);
    table.bars("rifles#4", "c", "d", 1, false);
    let pass = |table: &crate::platoon::table::Table, from: &str, to: &str| table.fight.pass_value(table.border(from, to), table.zone(to));
    assert_eq!(pass(&table, "c", "d"), Some(4), "R-L3: values on a border add up");
    assert_eq!(pass(&table, "d", "c"), Some(0), "R-L26: in one direction");
    table.part_of("rifles#1");
    assert_eq!(pass(&table, "c", "d"), Some(1));
    assert_eq!(pass(&table, "b", "c"), Some(1));
}

/// Returns the event that adds an aspect to zone 0. The unit `placer` placed it, and it lasts until that unit's next turn.
fn placed(id: u16, placer: u8) -> Event {
    let printed = Aspect::printed("Covering fire", Holder::Zone(0));
    let aspect = Aspect { origin: AspectOrigin::Maneuver, term: AspectDuration::Transient, placer: Some(placer), ..printed };
    Event::AspectAdd { id: AspectId(id), aspect }
}

#[test]
fn tl9_a_transient_aspect_ends_with_the_next_part_of_whoever_placed_it() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").sit();
    table.part_of("rifles#2");
    let (id, placer) = (u16::try_from(table.fight.state.aspects.len()).unwrap(), table.id("rifles#2").0);
    table.happens(placed(id, placer));
    let there = |table: &crate::platoon::table::Table| table.fight.state.aspects[AspectId(id)].present;
    table.next_turn();
    assert!(there(&table), "it outlasts the part in which it was placed");
    table.part_of("rifles#1");
    assert!(there(&table), "and its mates' parts");
    table.part_of("rifles#2");
    assert!(there(&table), "in the part of its maker it can still be used");
    table.part_of("rifles#3");
    assert!(!there(&table));
}

#[test]
fn rya4_a_transient_aspect_of_somebody_who_is_gone_ends_with_the_turn() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").sit();
    table.part_of("rifles#2");
    let (id, placer) = (u16::try_from(table.fight.state.aspects.len()).unwrap(), table.id("rifles#2").0);
    table.happens(placed(id, placer)).part_of("rifles#3").loses("rifles#2");
    assert!(table.fight.state.aspects[AspectId(id)].present);
    table.next_turn();
    assert!(!table.fight.state.aspects[AspectId(id)].present);
}

#[test]
fn spin_earned_in_defence_lasts_to_the_end_of_the_platoons_next_turn_and_other_spin_a_turn_longer() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").sit();
    let squad = table.id("squad");
    table.until_asked(Point::Unit, "squad");
    table.happens(Event::Spin { who: squad, change: 2, lapsed: false });
    let spin = |table: &crate::platoon::table::Table| table.fight.state.spin.iter().map(|token| token.left).sum::<u8>();
    table.next_turn();
    assert_eq!(spin(&table), 2, "R-L46: earned in its own turn it lasts to the end of the next");
    table.happens(Event::Spin { who: squad, change: 1, lapsed: false });
    table.next_turn();
    assert_eq!(spin(&table), 0);
}

#[test]
fn reinforcements_come_with_the_turn_that_is_written_and_meet_whom_they_find() {
    let mut table = Field::sides("", "platoon lone at a; platoon squad at d { arrives 2 }", "platoon lone at d").sit();
    assert_eq!(table.at("rifles#2"), None);
    table.until_asked(Point::FreeMove, "rifles#1").next_turn();
    assert_eq!(table.fight.state.turn, 2);
    for who in ["rifles#2", "rifles#3", "rifles#4"] {
        assert_eq!(table.at(who), Some("d"));
        assert_eq!(table.unit(who).spotted, 3);
    }
    assert_eq!(table.at("rifles#5"), Some("d"));
    assert!(table.unit("rifles#5").spotted >= 3);
}

#[test]
fn an_account_says_where_reinforcements_stand_in_the_words_of_everything_else() {
    let cast = "platoon late \"Late\" { leader rifles with not_a_genius \"Radio\"; units taxi carrying rifles; aircraft bomber }";
    let mut table = Field::sides(cast, "platoon lone at a; platoon late at d { arrives 2 }", "platoon lone at e").sit();
    let begun = table.fight.clone();
    table.until_asked(Point::FreeMove, "rifles#1").next_turn();
    let told = told(begun, &table.events);
    let mut come: Vec<&str> = told.lines().filter(|line| line.contains(" arrives ")).map(str::trim).collect();
    come.sort_unstable();
    let wanted = [
        "Bombers arrives on box 6 of the re-arm track.",
        "Rifles #2 arrives in D.",
        "Rifles #3 arrives aboard Taxis.",
        "Taxis arrives in D.",
    ];
    assert_eq!(come, wanted, "{told}");
}

/// R-XTT1: the referee may bring reinforcements in early, at a chosen zone, and they do not arrive a second time.
#[test]
fn rxtt1_reinforcements_can_be_ruled_in_before_their_turn() {
    let mut table = Field::sides("", "platoon lone at a; platoon squad at d { arrives 2 }", "platoon lone at e").sit();
    table.until_asked(Point::FreeMove, "rifles#1");
    let marks = Marks::of(&table.fight);
    let ruled = |fight: &PlatoonFight, text: &str| referee_overrides::judged(fight, table::ruled(fight, &marks, text)?.events);
    assert_eq!(ruled(&table.fight, "move rifles#2 to b").unwrap_err(), "rifles#2 is out of the fight");
    // A unit whose leader has not arrived has no commander.
    assert_eq!(ruled(&table.fight, "back rifles#3").unwrap_err(), "rifles#3 is under command, but its platoon has no leader");
    for text in ["back rifles#2 to b", "back rifles#3"] {
        let events = ruled(&table.fight, text).unwrap();
        events.iter().for_each(|event| table.fight.apply(event));
    }
    assert_eq!(["rifles#2", "rifles#3", "rifles#4"].map(|who| table.at(who)), [Some("b"), Some("d"), None]);
    assert_eq!(ruled(&table.fight, "back rifles#2 to c").unwrap_err(), "Rifles #2 is already in the fight");
    table.next_turn();
    assert_eq!(["rifles#2", "rifles#3", "rifles#4"].map(|who| table.at(who)), [Some("b"), Some("d"), Some("d")]);
}

#[test]
fn reinforcements_of_both_sides_meet_where_they_come_to_one_zone() {
    let red = "platoon lone at a; platoon squad at d { arrives 2 }";
    let mut table = Field::sides("", red, "platoon lone at e; platoon squad at d { arrives 2 }").sit();
    table.until_asked(Point::FreeMove, "rifles#1").next_turn();
    for who in ["rifles#2", "rifles#3", "rifles#4", "rifles#6", "rifles#7", "rifles#8"] {
        assert_eq!((table.at(who), table.unit(who).spotted), (Some("d"), 3), "{who}");
    }
}

/// Rules: D-L1, R-YR1.
#[test]
fn where_the_text_gives_several_zones_the_owner_says_where_a_unit_begins() {
    let mut table = Field::sides("", "platoon squad at a { place leader at b or c }", "platoon lone at e").sit();
    let choice = Choice::of(Verb::Begin).on(slip_play::ids::Id::Zone(table.zone("c")));
    table.answer(Point::SetUp, "rifles#1", choice).until(&[Point::Unit]);
    assert_eq!(table.at("rifles#1"), Some("c"));
    assert_eq!(table.at("rifles#2"), Some("a"));
}
