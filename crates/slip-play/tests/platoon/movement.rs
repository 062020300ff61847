//! Tests of movement: shifts and borders, contact, lost sight, halts, exits, marches (T-L5).

use crate::platoon::table::{Field, LANE, Table};
use slip_dice::fate::Holder;
use slip_play::choice::{Choice, Verb};
use slip_play::event::Counter;
use slip_play::ids::Id;
use slip_play::platoon::state::UnitStatus;
use slip_play::question::Point;

const ARMOUR: &str = "platoon armoured \"Armoured\" { leader tank with not_a_genius \"Hatch open\"; units tank }";
const RECON: &str = "platoon recon \"Recon\" { leader rifles with not_a_genius \"Radio\"; units scouts, ghosts }";

/// Returns a lane on which the border b -- c costs 2.
fn ditch() -> String {
    LANE.replace("border b -- c", "border b -- c 2")
}

/// Returns a fight with red's tanks at a, and blue in a zone behind a ditch.
fn tanks(blue: &str) -> Table {
    let body = format!("defender red\nside red {{ platoon armoured at a }}\nside blue {{ platoon lone at {blue} }}");
    let mut table = Field::on(&ditch(), ARMOUR, &body).sit();
    table.leaves(1, Point::Compel);
    table
}

fn stay() -> Choice {
    Choice::of(Verb::Stay)
}

#[test]
fn tl5_a_border_must_be_exceeded_and_its_value_takes_shifts_and_no_zones() {
    for (shifts, far) in [(3, "b"), (4, "c"), (5, "d")] {
        let mut table = tanks("e");
        table.sets_out("tank#1", &[], 4, shifts).until_asked(Point::Steps, "tank#1");
        let goals: Vec<bool> = ["c", "d"].map(|zone| table.options().contains(&table.go(zone))).to_vec();
        assert_eq!(goals, [shifts >= 4, shifts >= 5], "{shifts} shifts");
        let choice = if far == "b" { table.enter("a", "b") } else { table.go(far) };
        table.take(choice.into());
        table.until(&[Point::Unit, Point::Order]);
        assert_eq!(table.at("tank#1"), Some(far), "{shifts} shifts");
        let steps = ["b", "c", "d"].iter().position(|zone| *zone == far).unwrap() + 1;
        assert_eq!(table.way_of("tank#1").len(), steps);
    }
}

#[test]
fn tl5_an_enemy_in_the_zone_stops_the_mover_and_both_are_seen() {
    let mut table = tanks("c");
    table.sets_out("tank#1", &[], 4, 9).until_asked(Point::Steps, "tank#1");
    assert!(!table.options().contains(&table.go("d")), "no way leads past the enemy");
    let choice = table.go("c");
    table.take(choice.into());
    table.until(&[Point::Unit, Point::Order]);
    assert_eq!(table.at("tank#1"), Some("c"));
    assert_eq!((table.unit("tank#1").spotted, table.unit("rifles").spotted), (3, 3));
}

#[test]
fn rl17_contact_adds_three_and_four_is_the_most() {
    for (before, after) in [(0, 3), (1, 4), (3, 4)] {
        let mut table = tanks("b");
        table.set("rifles", |unit| unit.spotted = before).part_of("tank#1").until_asked(Point::FreeMove, "tank#1");
        let choice = table.enter("a", "b");
        table.take(choice.into());
        table.until(&[Point::Act, Point::Unit]);
        assert_eq!(table.unit("rifles").spotted, after);
        assert_eq!(table.unit("tank#1").spotted, 3);
    }
}

/// Effects with `after contact` are triggered for the moving unit and for the unit that it meets.
#[test]
fn lines_wait_for_contact() {
    let met = |blue: &str| {
        let line = "effect after contact actor has aspect \"Under fire\"";
        let body = format!("defender red\nside red {{ platoon armoured at a }}\nside blue {{ platoon lone at {blue} }}\n{line}");
        let mut table = Field::on(&ditch(), ARMOUR, &body).sit();
        table.leaves(1, Point::Compel).part_of("tank#1").until_asked(Point::FreeMove, "tank#1");
        let choice = table.enter("a", "b");
        table.take(choice.into());
        table.until(&[Point::Act, Point::Unit]);
        let under_fire = |who: &str| {
            let holder = Holder::Actor(table.id(who).0);
            table.fight.state.aspects.values().any(|aspect| aspect.present && aspect.text == "Under fire" && aspect.holder == holder)
        };
        ["tank#1", "tank#2", "rifles"].map(under_fire)
    };
    assert_eq!(met("b"), [true, false, true]);
    assert_eq!(met("e"), [false; 3]);
}

/// Rules: D-L4.
#[test]
fn rl4_a_free_move_crosses_no_border_with_a_pass_value() {
    let mut table = tanks("e");
    table.put("tank#1", "b").part_of("tank#1").until_asked(Point::FreeMove, "tank#1");
    assert!(table.options().contains(&table.enter("b", "a")));
    assert!(!table.options().contains(&table.enter("b", "c")));
    let mut barred = tanks("e");
    barred.bars("rifles", "a", "b", 1, false).part_of("tank#1");
    let me = barred.on("tank#1");
    assert_eq!(barred.wait().filter(|ask| ask.point == Point::FreeMove && ask.me == me), None, "nowhere to go");
}

#[test]
fn rl13_the_free_move_is_besides_the_most_zones_of_the_action() {
    let mut table = tanks("e");
    let free = table.enter("a", "b");
    table.part_of("tank#1").answer(Point::FreeMove, "tank#1", free);
    assert_eq!(table.at("tank#1"), Some("b"));
    table.sets_out("tank#1", &[], 4, 9).until_asked(Point::Steps, "tank#1");
    let choice = table.go("e");
    assert!(table.options().contains(&choice));
}

#[test]
fn no_more_zones_are_entered_than_the_kind_of_unit_may() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").sit();
    table.leaves(1, Point::Compel).sets_out("rifles#1", &[], 2, 9).until_asked(Point::Steps, "rifles#1");
    assert!(table.options().contains(&table.go("c")) && !table.options().contains(&table.go("d")));
    assert_eq!(table.fight.max_move(table.id("rifles#1")), 2);
    assert_eq!(tanks("e").fight.max_move(tanks("e").id("tank#1")), 4);
}

#[test]
fn special_forces_are_not_seen_by_contact_and_see_all_the_same() {
    let mut table = Field::sides(RECON, "platoon recon at a", "platoon lone at b").sit();
    table.leaves(1, Point::Compel);
    let choice = table.enter("a", "b");
    table.part_of("ghosts").answer(Point::FreeMove, "ghosts", choice);
    assert_eq!((table.unit("ghosts").spotted, table.unit("rifles#2").spotted), (0, 3));
    let mut entered = Field::sides(RECON, "platoon recon at a", "platoon lone at b").sit();
    let choice = entered.enter("b", "a");
    entered.leaves(0, Point::Compel).part_of("rifles#2").answer(Point::FreeMove, "rifles#2", choice);
    let seen = ["ghosts", "scouts", "rifles#1", "rifles#2"].map(|who| entered.unit(who).spotted);
    assert_eq!(seen, [0, 3, 3, 3]);
}

#[test]
fn scouts_go_on_past_enemies_and_are_seen_once() {
    let mut table = Field::sides(RECON, "platoon recon at a", "platoon lone at b; platoon squad at c").sit();
    table.leaves(1, Point::Compel).sets_out("scouts", &[], 2, 2).until_asked(Point::Steps, "scouts");
    let choice = table.go("c");
    table.take(choice.into());
    table.until(&[Point::Unit]);
    assert_eq!(table.at("scouts"), Some("c"));
    assert_eq!(table.counted("scouts", Counter::Spotted), [3], "once in a movement");
    let seen = ["rifles#2", "rifles#3"].map(|who| table.unit(who).spotted);
    assert_eq!(seen, [3, 3], "everybody it passes is seen, too");
}

/// A hill between a and c; d is behind c.
const HILL: &str = "map lane {\nzone a { centre 0 0 }\nzone b { centre 4 0; altitude 1 }\nzone c { centre 8 0 }\nzone d { centre 12 0 }\n\
                    border a -- b; border b -- c; border c -- d\n}";

/// "If movement takes a unit out of line-of-sight from all enemy units, reduce any SPOTTED marker by one."
/// Rules: R-L17.
#[test]
fn whoever_leaves_the_sight_of_all_enemies_is_harder_to_find() {
    let body = "defender red\nside red { platoon squad at b }\nside blue { platoon lone at a }";
    let mut table = Field::on(HILL, "", body).sit();
    table.leaves(1, Point::Compel).set("rifles#1", |unit| unit.spotted = 2).set("rifles#2", |unit| unit.spotted = 0);
    let behind = table.enter("b", "c");
    table.part_of("rifles#1").answer(Point::FreeMove, "rifles#1", behind);
    table.wait();
    assert_eq!(table.unit("rifles#1").spotted, 1);
    table.set("rifles#1", |unit| unit.spotted = 2).sets_out("rifles#1", &[], 2, 1);
    let on = table.enter("c", "d");
    table.answer(Point::Steps, "rifles#1", on).wait();
    assert_eq!(table.unit("rifles#1").spotted, 2, "nobody saw it before either");
    table.part_of("rifles#2").answer(Point::FreeMove, "rifles#2", behind).wait();
    assert_eq!(table.unit("rifles#2").spotted, 0, "never below nothing");
}

#[test]
fn rl19_an_edge_marked_as_exit_is_left_by_a_step() {
    let mut table = tanks("a");
    table.put("tank#1", "d").sets_out("tank#1", &[], 4, 2);
    let choice = table.enter("d", "e");
    table.answer(Point::Steps, "tank#1", choice).until_asked(Point::Steps, "tank#1");
    table.take(Choice::of(Verb::Exit).into());
    assert_eq!(table.unit("tank#1").status, UnitStatus::Exited(table.zone("e")));
    let mut spent = tanks("a");
    spent.put("tank#1", "d").sets_out("tank#1", &[], 4, 1);
    let choice = spent.enter("d", "e");
    spent.answer(Point::Steps, "tank#1", choice).until(&[Point::Unit, Point::Order]);
    assert_eq!(spent.at("tank#1"), Some("e"), "it takes a shift");
}

/// R-YA5: leaving the map needs a shift. A free move has none, so a unit that is cut off cannot leave. Rules: R-L19.
#[test]
fn rya5_a_free_move_leads_over_no_edge() {
    let mut table = tanks("a");
    table.put("tank#1", "e").part_of("tank#1").until_asked(Point::FreeMove, "tank#1");
    assert!(!table.offers(Verb::Exit, Id::None));
    table.set("tank#1", |unit| unit.member = false).until_asked(Point::FreeMove, "tank#1");
    assert!(table.fight.is_orphan(table.id("tank#1")) && !table.offers(Verb::Exit, Id::None));
}

/// Rules: D-L6.
#[test]
fn after_every_zone_entered_an_enemy_may_compel_a_halt() {
    let body = "defender red\nside red { platoon armoured at a }\nside blue { platoon lone at e }";
    let mut table = Field::on(LANE, ARMOUR, body).sit();
    table.sets_out("tank#1", &[], 4, 4).until_asked(Point::Steps, "tank#1");
    let goal = table.go("d");
    table.take(goal.into());
    let mut zones = Vec::new();
    while let Some(ask) = table.wait().filter(|ask| ask.point == Point::Compel) {
        assert_eq!(ask.it, table.on("tank#1"));
        zones.push(table.at("tank#1").unwrap().to_owned());
        if zones.len() == 2 {
            let compel = table.options().into_iter().find(|choice| choice.verb == Verb::Compel).unwrap();
            table.take(compel.into());
            assert_eq!(table.wait().map(|ask| ask.point), Some(Point::AnswerCompel));
            table.take(Choice::of(Verb::Accept).into());
        } else {
            table.take(Choice::of(Verb::Pass).into());
        }
    }
    assert_eq!(zones, ["b", "c"]);
    table.until(&[Point::Unit, Point::Order]);
    assert_eq!(table.at("tank#1"), Some("c"), "it goes no farther");
}

#[test]
fn who_marches_moves_together_and_has_acted_with_that() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").sit();
    table.leaves(1, Point::Compel).sets_out("rifles#1", &["rifles#2"], 2, 2).until_asked(Point::Steps, "rifles#1");
    let goal = table.go("c");
    table.take(goal.into());
    table.until(&[Point::Unit, Point::Order]);
    assert_eq!(["rifles#1", "rifles#2", "rifles#3"].map(|who| table.at(who)), [Some("c"), Some("c"), Some("a")]);
}

/// "A platoon leader may choose to march his platoon in formation": the whole march halts in an enemy's zone and is seen once more by 3,
/// and units without Movement come along.
/// Rules: R-L57.
#[test]
fn a_march_halts_as_one() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at b; platoon lone at e").sit();
    table.leaves(1, Point::Compel).rank("rifles#2", "movement", None);
    table.sets_out("rifles#1", &["rifles#2"], 2, 2);
    let choice = table.enter("a", "b");
    table.answer(Point::Steps, "rifles#1", choice).until_asked(Point::Act, "rifles#3");
    assert_eq!(["rifles#1", "rifles#2", "rifles#3"].map(|who| table.at(who)), [Some("b"), Some("b"), Some("a")]);
    for who in ["rifles#1", "rifles#2"] {
        assert_eq!(table.counted(who, Counter::Spotted), [3], "{who}: once");
    }
}

#[test]
fn a_march_into_an_enemys_zone_stops_there_and_each_is_seen_once() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at b; platoon lone at e").sit();
    table.leaves(1, Point::Compel).sets_out("rifles#1", &["rifles#2", "rifles#3"], 2, 2);
    let choice = table.enter("a", "b");
    table.answer(Point::Steps, "rifles#1", choice).until(&[Point::Unit, Point::Order]);
    for who in ["rifles#1", "rifles#2", "rifles#3", "rifles#4"] {
        assert_eq!(table.counted(who, Counter::Spotted), [3], "{who}");
    }
}

#[test]
fn whoever_moves_may_stop_before_the_shifts_are_spent() {
    let mut table = tanks("e");
    table.sets_out("tank#1", &[], 4, 2);
    let choice = table.enter("a", "b");
    table.answer(Point::Steps, "tank#1", choice).answer(Point::Steps, "tank#1", stay()).until(&[Point::Unit]);
    assert_eq!(table.at("tank#1"), Some("b"));
}

#[test]
fn rl46_the_draft_gives_spin_for_shifts_left_over_beyond_the_most_zones() {
    for (shifts, spin) in [(4, 0), (5, 1), (8, 2)] {
        let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").rule("flat_spin", "yes").sit();
        table.leaves(1, Point::Compel).sets_out("rifles#1", &[], 2, shifts).answer(Point::Steps, "rifles#1", stay()).wait();
        assert_eq!(table.fight.state.spin.iter().map(|token| i32::from(token.left)).sum::<i32>(), spin, "{shifts} shifts");
    }
}

/// The way from a to d is over b or over c.
const CROSSING: &str = "map lane {\nzone a { centre 0 4 }\nzone b { centre 4 0 }\nzone c { centre 4 8 }\nzone d { centre 8 4 }\n\
                        border a -- b; border a -- c; border b -- d; border c -- d\n}";

#[test]
fn of_two_ways_as_cheap_whoever_heads_for_a_zone_takes_the_one_without_enemies() {
    let body = "defender red\nside red { platoon armoured at a }\nside blue { platoon lone at b }";
    let mut table = Field::on(CROSSING, ARMOUR, body).sit();
    table.leaves(1, Point::Compel).sets_out("tank#1", &[], 4, 2).until_asked(Point::Steps, "tank#1");
    let goal = table.go("d");
    table.take(goal.into());
    table.until(&[Point::Unit, Point::Order]);
    assert_eq!((table.at("tank#1"), table.unit("rifles").spotted), (Some("d"), 0));
}
