//! Checks that every topic of platoon combat changes an answer in a written situation.

use super::table::{Field, Table, faces};
use super::{says, seats};
use slip_dice::Dice;
use slip_dice::fate::{Aspect, FreeTag, Holder};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::Id;
use slip_play::question::Point;

/// Rule, the situation in which it is tested, and its effect on the answer.
struct Case {
    topic: &'static str,
    lines: &'static str,
    /// Rules with the opposite effect; empty if there are none.
    else_lines: &'static str,
    table: fn() -> Table,
    answers: fn(&Table, Choice) -> bool,
}

/// Returns dice that show these totals, and then only 0.
fn scripted(totals: &[i32]) -> Dice {
    Dice::scripted(faces(&[totals, &[0; 60][..]].concat()))
}

/// Goes to the question at this point, asked of this unit or platoon in its part.
fn at(mut table: Table, point: Point, who: &str, dice: &[i32]) -> Table {
    table.dice = scripted(dice);
    table.part_of(who).until_asked(point, who);
    table
}

/// Returns a fight with our squad in zone `b` and the enemy's squad in zone `d`. One enemy unit is spotted, and no side compels.
fn field() -> Table {
    let mut table = Field::sides("", "platoon squad at b", "platoon squad at d").sit();
    table.leaves(1, Point::Compel).leaves(0, Point::Compel);
    table.set("rifles#5", |unit| unit.spotted = 1);
    table
}

/// Returns a table at which our leader can choose between several actions: the leader is spotted, has a wounded unit, and is trained in
/// signals.
fn busy() -> Table {
    working(0)
}

/// Returns a table as in [`busy`], with the leader cut off.
fn jammed() -> Table {
    working(2)
}

fn working(ooc: u8) -> Table {
    let mut table = field();
    table.rank("rifles#1", "signals", Some(2)).set("rifles#2", |unit| {
        unit.morale.mark(1);
    });
    table.set("rifles#1", |unit| {
        unit.spotted = 1;
        unit.ooc = ooc;
    });
    at(table, Point::Act, "rifles#1", &[])
}

const FLOWN: &str = "platoon flown \"Flown\" { leader rifles with not_a_genius \"Radio\"; aircraft fighter }
                     platoon bombed \"Bombed\" { leader rifles with not_a_genius \"Radio\"; aircraft bomber }
                     platoon battery \"Battery\" { leader gun with not_a_genius \"Layer\"; units gun }";

fn on_the_track() -> Table {
    let mut table = Field::sides(FLOWN, "platoon flown at a", "platoon lone at d").sit();
    table.leaves(1, Point::Compel);
    at(table, Point::Act, "fighter", &[])
}

/// The fighter has to re-arm for another flight.
fn rearming() -> Table {
    let mut table = on_the_track();
    let box_one = table.fight.roster.ground.zones.iter().find(|(_, zone)| zone.name.ends_with('1')).unwrap().0;
    table.set("fighter", |unit| unit.place = slip_play::platoon::zones::UnitLocation::Zone(box_one));
    table
}

fn guns() -> Table {
    let red = "platoon battery { card { zone pit; zone yard; border pit -- yard }; place leader at pit; place gun at pit }";
    let mut table = Field::sides(FLOWN, red, "platoon lone at d").sit();
    table.leaves(1, Point::Compel).set("gun#1", |unit| unit.spotted = 1);
    at(table, Point::Act, "gun#1", &[])
}

/// The question which unit goes first.
fn units() -> Table {
    let mut table = field();
    table.set("rifles#3", |unit| {
        unit.morale.mark(1);
    });
    table.until(&[Point::Unit]);
    table
}

/// Returns a table with a leader next to units that have lost their own leader.
fn bereaved() -> Table {
    let mut table = Field::sides("", "platoon lone at b; platoon squad at b", "platoon lone at e").sit();
    table.until(&[Point::Order, Point::FreeMove]);
    table.loses("rifles#2");
    let lone = Choice::of(Verb::Command).on(table.on("lone#1"));
    table.wait();
    table.take(lone.into());
    table.until(&[Point::Adopt]);
    table
}

/// A bomber has deployed within reach of our interceptor.
fn over_the_map() -> Table {
    let mut table = Field::sides(FLOWN, "platoon bombed at a", "platoon flown at d").sit();
    table.leaves(1, Point::Compel);
    let zone = Id::Zone(table.zone("b"));
    table.part_of("bomber").until_asked(Point::Act, "bomber");
    table.take(Choice::of(Verb::Deploy).into());
    table.answer(Point::Whom, "bomber", Choice::of(Verb::Target).on(zone)).until(&[Point::Intercept]);
    table
}

/// Returns a table at which a leader may rally either of two wounded units. One of them is hurt more badly.
fn wounded() -> Table {
    let mut table = field();
    table.set("rifles#2", |unit| {
        unit.morale.mark(1);
    });
    table.set("rifles#3", |unit| {
        unit.morale.mark(2);
        unit.morale.mark(1);
    });
    let leader = table.id("rifles#1");
    table.part_of("rifles#1");
    assert_eq!(table.fight.state.active, Some(leader));
    table.until_asked(Point::RallyToo, "rifles#1");
    table
}

const SAPPERS: &str = "unit sappers \"Sappers\" from rifles { tech T1; stunts engineer }
                       platoon works \"Works\" { leader rifles with not_a_genius \"Foreman\"; units sappers }";

/// An engineer has built an obstacle in its own zone, where an enemy's aspect may be tagged.
fn wired() -> Table {
    works(true)
}

/// Returns the same fight as `wired`, but without an aspect of the enemy.
fn built() -> Table {
    works(false)
}

fn works(wire: bool) -> Table {
    let mut table = Field::sides(SAPPERS, "platoon works at b", "platoon squad at d").sit();
    table.leaves(1, Point::Compel).leaves(0, Point::Adjust).leaves(1, Point::Adjust);
    let (zone, enemy) = (table.zone("b"), table.id("rifles#2"));
    let aspect = Aspect {
        free: Some(FreeTag { sides: 1 << table.fight.side(enemy).0, from: 0 }),
        placer: Some(enemy.0),
        ..Aspect::printed("Wire", Holder::Zone(zone.0))
    };
    if wire {
        table.fight.state.aspects.push(aspect);
    }
    let mut table = at(table, Point::Act, "sappers", &[1]);
    table.take(Choice::of(Verb::Maneuver).into());
    table.answer(Point::Whom, "sappers", Choice::of(Verb::Target).on(Id::Zone(zone))).until(&[Point::Engineer]);
    table
}

/// Returns a fight in which an interdiction was declared and its zone must be chosen next.
fn barring() -> Table {
    let mut table = at(field(), Point::Act, "rifles#2", &[4]);
    table.take(Choice::of(Verb::Interdict).into());
    assert_eq!(table.wait().map(|ask| ask.point), Some(Point::Whom));
    table
}

/// Returns a table at which an interdiction has succeeded with some shifts. The next question is how these shifts are distributed over
/// borders.
fn sharing() -> Table {
    let mut table = barring();
    let zone = Id::Zone(table.zone("c"));
    table.take(Choice::of(Verb::Target).on(zone).into());
    table.leaves(0, Point::Adjust).leaves(1, Point::Adjust).until(&[Point::Share]);
    table
}

fn free_move() -> Table {
    at(field(), Point::FreeMove, "rifles#2", &[])
}

/// Returns a table on a map with an aspect to hide behind in `a`, and with cover in `c` that hides `a` from `d`.
fn behind_a_hill() -> Table {
    let map = "map lane {
      zone a { centre 0 0; aspects \"Ditch\" }
      zone b { centre 4 0 }
      zone c { centre 8 0; cover 3 }
      zone d { centre 12 0 }
      zone e { centre 16 0; exit }
      border a -- b; border b -- c; border c -- d; border d -- e
    }";
    let mut table = Field::on(map, "", "defender red\nside red { platoon squad at b }\nside blue { platoon squad at d }").sit();
    table.leaves(1, Point::Compel);
    at(table, Point::FreeMove, "rifles#2", &[])
}

/// An attack is declared with two visible targets, one of them wounded.
fn targets() -> Table {
    let mut table = field();
    table.set("rifles#6", |unit| {
        unit.spotted = 1;
        unit.morale.mark(1);
    });
    let mut table = at(table, Point::Act, "rifles#2", &[]);
    table.take(Choice::of(Verb::Attack).into());
    assert_eq!(table.wait().map(|ask| ask.point), Some(Point::Whom));
    table
}

/// The only visible target may be attacked with two skills, one of them better.
fn armed_twice() -> Table {
    let mut table = field();
    table.rank("rifles#2", "indirect_fire", Some(3));
    let mut table = at(table, Point::Act, "rifles#2", &[]);
    table.take(Choice::of(Verb::Attack).into());
    table.until(&[Point::With, Point::Adjust, Point::Mitigate]);
    assert_eq!(table.wait().map(|ask| ask.point), Some(Point::With));
    table
}

const HEAVY: &str = "unit howler \"Howlers\" from tank { tech T0; stunts zone_effects }
                     unit hopper \"Hoppers\" from tank { tech T0; stunts agile }
                     platoon loud \"Loud\" { leader rifles with not_a_genius \"Ears\"; units howler }
                     platoon light \"Light\" { leader rifles with not_a_genius \"Legs\"; units hopper }";

fn salvo() -> Table {
    let mut table = Field::sides(HEAVY, "platoon loud at b", "platoon lone at d").sit();
    table.leaves(1, Point::Compel).set("rifles#2", |unit| unit.spotted = 1);
    let mut table = at(table, Point::Act, "howler", &[]);
    table.take(Choice::of(Verb::Attack).into());
    table.wait();
    table
}

/// Fire is aimed at tanks that can defend with armour or by moving.
fn under_fire() -> Table {
    let mut table = Field::sides(HEAVY, "platoon squad at b", "platoon light at d").sit();
    table.leaves(1, Point::Compel).set("hopper", |unit| unit.spotted = 1);
    let mut table = at(table, Point::Act, "rifles#2", &[]);
    table.take(Choice::of(Verb::Attack).into());
    table.until(&[Point::Defend]);
    table
}

/// Our roll failed by one.
fn near_miss() -> Table {
    let mut table = at(field(), Point::Act, "rifles#2", &[-1, 0]);
    table.take(Choice::of(Verb::Attack).into());
    table.until(&[Point::Adjust]);
    table
}

/// Returns a table as in [`near_miss`], with a free tag on the enemy and a spin token in addition.
fn rich() -> Table {
    let mut table = field();
    let (ours, theirs) = (table.id("rifles#2"), table.id("rifles#5"));
    let side = table.fight.side(ours).0;
    let platoon = table.fight.state.id_of_platoon(table.unit("rifles#2").platoon);
    let shaken = Aspect { free: Some(FreeTag { sides: 1 << side, from: 0 }), ..Aspect::printed("Shaken", Holder::Actor(theirs.0)) };
    table.fight.state.aspects.push(shaken);
    let mut table = at(table, Point::Act, "rifles#2", &[-1, 0]);
    table.fight.state.spin.push(slip_dice::fate::fate_points::SpinToken { owner: platoon.0, side, left: 2, last_turn: false });
    table.take(Choice::of(Verb::Attack).into());
    table.until(&[Point::Adjust]);
    table
}

/// An enemy unit is hit with more than its track can absorb.
fn struck() -> Table {
    let mut table = at(field(), Point::Act, "rifles#2", &[4, -1]);
    table.leaves(0, Point::Adjust).leaves(1, Point::Adjust);
    table.take(Choice::of(Verb::Attack).into());
    table.until(&[Point::Mitigate]);
    table
}

/// Returns a fight in which an enemy unit is taken out and its outcome must be chosen next.
fn beaten() -> Table {
    let mut table = field();
    let blue = table.platoon("squad#2");
    table.fight.state.platoons[blue].slots = slip_dice::fate::Slots::NONE;
    let mut table = at(table, Point::Act, "rifles#2", &[4, -4]);
    table.leaves(0, Point::Adjust).leaves(1, Point::Adjust);
    table.take(Choice::of(Verb::Attack).into());
    table.until(&[Point::Beaten]);
    table
}

/// An engineer's obstacle may be permanent or not.
fn building() -> Table {
    let mut table = at(field(), Point::Act, "rifles#2", &[]);
    table.take(Choice::of(Verb::Maneuver).into());
    table.until(&[Point::Whom]);
    let zone = Id::Zone(table.zone("b"));
    table.take(Choice::of(Verb::Target).on(zone).into());
    table.until(&[Point::Term]);
    table
}

fn orders() -> Table {
    let mut table = Field::sides("", "platoon lone at a; platoon squad at b", "platoon lone at e").sit();
    table.set("rifles#1", |unit| {
        unit.morale.mark(1);
    });
    table.until(&[Point::Order]);
    table
}

fn set_up() -> Table {
    let mut table = Field::sides("", "platoon squad at a { place leader at a or c }", "platoon lone at e").sit();
    table.until(&[Point::SetUp]);
    table
}

/// Returns a table at which our unit has declared an act, and the enemy may compel it.
fn compels() -> Table {
    let mut table = Field::sides("", "platoon squad at b", "platoon squad at d").sit();
    table.set("rifles#5", |unit| unit.spotted = 1);
    let mut table = at(table, Point::Act, "rifles#2", &[]);
    table.take(Choice::of(Verb::Attack).into());
    table.until(&[Point::Compel]);
    table
}

fn compelled() -> Table {
    let mut table = compels();
    let compel = table.options().into_iter().find(|option| option.verb == Verb::Compel).unwrap();
    table.take(compel.into());
    table.until(&[Point::AnswerCompel]);
    table
}

fn terms_offered() -> Table {
    let mut table = at(field(), Point::Act, "rifles#2", &[]);
    table.take(Choice::of(Verb::Concede).into());
    table.until(&[Point::AcceptConcession]);
    table
}

fn stops() -> Table {
    let mut table = field();
    table.dice = scripted(&[]);
    table.until(&[Point::Stop]);
    table
}

fn is(verb: Verb) -> impl Fn(Choice) -> bool {
    move |choice| choice.verb == verb
}

fn goes(table: &Table, choice: Choice, zone: &str) -> bool {
    choice.verb == Verb::Enter && choice.it == Id::Zone(table.zone(zone))
}

fn acts() -> Vec<Case> {
    let case = |lines, table, answers| Case { topic: "act", lines, else_lines: "act pass", table, answers };
    vec![
        case("act attack", busy, |_, choice| is(Verb::Attack)(choice)),
        case("act move\nmove towards enemy", busy, |_, choice| is(Verb::Move)(choice)),
        case("act march\nmove towards enemy", busy, |_, choice| is(Verb::March)(choice)),
        case("act maneuver", busy, |_, choice| is(Verb::Maneuver)(choice)),
        case("act interdict", busy, |_, choice| is(Verb::Interdict)(choice)),
        case("act rally on weakest ally", busy, |_, choice| is(Verb::Rally)(choice)),
        case("act jam on enemy leader", busy, |_, choice| is(Verb::Jam)(choice)),
        case("act unjam when ooc >= 1", jammed, |_, choice| is(Verb::Unjam)(choice)),
        case("act spot on unspotted enemy", busy, |_, choice| is(Verb::Spot)(choice)),
        case("act cover when spotted", busy, |_, choice| is(Verb::Cover)(choice)),
        case("act enter when rearm_box == 6", on_the_track, |_, choice| is(Verb::Deploy)(choice)),
        case("act rearm when rearm_box == 1", rearming, |_, choice| is(Verb::Rearm)(choice)),
        case("act displace when artillery", guns, |_, choice| is(Verb::Displace)(choice)),
    ]
}

fn where_to() -> Vec<Case> {
    let case = |topic, lines, else_lines, table, answers| Case { topic, lines, else_lines, table, answers };
    vec![
        case("interdict (share)", "interdict before nearest enemy", "interdict even", sharing, |_, choice| choice.verb != Verb::Even),
        case("interdict (even)", "interdict even", "interdict before nearest enemy", sharing, |_, choice| is(Verb::Even)(choice)),
        case("keep_range", "keep_range 1", "keep_range 2", free_move, |table, choice| goes(table, choice, "c")),
        case("move (towards)", "move towards enemy", "move away_from enemy", free_move, |table, choice| goes(table, choice, "c")),
        case("move (away_from)", "move away_from enemy", "move towards enemy", free_move, |table, choice| goes(table, choice, "a")),
        case("move (exit)", "move exit", "move a", free_move, |table, choice| goes(table, choice, "c")),
        case("move (a name)", "move a", "move exit", free_move, |table, choice| goes(table, choice, "a")),
        case("move (cover)", "move cover\nkeep_range 3", "keep_range 2", behind_a_hill, |table, choice| goes(table, choice, "a")),
        case("move (hidden)", "move hidden\nkeep_range 9", "move exit", behind_a_hill, |table, choice| goes(table, choice, "a")),
        case("stay", "stay in_command\nmove towards enemy", "move towards enemy", waiting, |_, choice| is(Verb::Stay)(choice)),
        case("set_up", "set_up best", "avoid set_up best", set_up, |table, choice| choice.it == Id::Zone(table.zone("c"))),
    ]
}

/// Returns a table at which our leader has already acted, so no unit would follow a unit that goes ahead.
fn waiting() -> Table {
    let mut table = free_move();
    table.set("rifles#1", |unit| unit.activated = true);
    table
}

fn who() -> Vec<Case> {
    let case = |topic, lines, else_lines, table, answers| Case { topic, lines, else_lines, table, answers };
    vec![
        case("unit", "unit weakest", "unit strongest", units, |table, choice| choice.it == table.on("rifles#3")),
        case("order", "order weakest", "order strongest", orders, |table, choice| choice.it == table.on("lone#1")),
        case("adopt", "adopt", "adopt when turn >= 50", bereaved, |_, choice| is(Verb::Adopt)(choice)),
        case("intercept", "intercept", "intercept when turn >= 50", over_the_map, |_, choice| is(Verb::Yes)(choice)),
        case("rally_too", "rally_too weakest ally", "rally_too when turn >= 50", wounded, |table, choice| {
            (choice.verb, choice.it) == (Verb::Rally, table.on("rifles#3"))
        }),
        case("engineer", "engineer me", "engineer enemy", built, |_, choice| is(Verb::Again)(choice)),
        case("engineer (strip)", "engineer enemy", "engineer me", wired, |_, choice| is(Verb::Strip)(choice)),
        case("target", "target weakest", "target strongest", targets, |table, choice| choice.it == table.on("rifles#6")),
        case("offer_compel", "offer_compel enemy", "offer_compel enemy when turn >= 50", compels, |_, choice| is(Verb::Compel)(choice)),
        case("accept_compel", "accept_compel", "accept_compel when turn >= 50", compelled, |_, choice| is(Verb::Accept)(choice)),
        case("accept_concession", "accept_concession", "accept_concession when turn >= 50", terms_offered, |_, choice| {
            is(Verb::Accept)(choice)
        }),
        case("concede", "concede", "", busy, |_, choice| is(Verb::Concede)(choice)),
        case("stop", "stop", "", stops, |_, choice| is(Verb::Yes)(choice)),
    ]
}

fn how() -> Vec<Case> {
    let case = |topic, lines, else_lines, table, answers| Case { topic, lines, else_lines, table, answers };
    let indirect = |table: &Table, choice: Choice| choice.skill() == Some(table.skill("indirect_fire"));
    vec![
        case("skill", "skill indirect_fire", "skill direct_fire", armed_twice, indirect),
        case("weapon", "weapon best", "weapon save", armed_twice, indirect),
        case("fire", "fire area", "fire single", salvo, |_, choice| matches!(choice.it, Id::Zone(_))),
        case("defend", "defend movement", "defend best", under_fire, |table, choice| choice.skill() == Some(table.skill("movement"))),
        case("term", "term transient", "term permanent", building, |_, choice| choice.how == 1),
        case("spend_fate", "spend_fate", "spend_fate when turn >= 50", near_miss, |_, choice| {
            matches!(choice.verb, Verb::Invoke | Verb::Tag)
        }),
        case("reroll", "spend_fate when turn >= 50\nreroll", "spend_fate when turn >= 50", near_miss, |_, choice| {
            choice.how == Choice::REROLL
        }),
        case(
            "free_tag",
            "free_tag\nspend_spin when turn >= 50",
            "free_tag when turn >= 50\nspend_spin when turn >= 50",
            rich,
            |_, choice| is(Verb::Free)(choice),
        ),
        case(
            "spend_spin",
            "spend_spin\nfree_tag when turn >= 50",
            "free_tag when turn >= 50\nspend_spin when turn >= 50",
            rich,
            |_, choice| is(Verb::Spin)(choice),
        ),
        case("consequence", "consequence severe before taken_out", "consequence mild when turn >= 50", struck, |_, choice| choice.how == 4),
        case("beaten", "beaten destroyed", "beaten surrendered", beaten, |table, choice| {
            table.fight.roster.outcomes[usize::from(choice.how)] == "destroyed"
        }),
        case(
            "fate_value",
            "fate_value 99\nspend_fate when gain >= fate_value",
            "fate_value 0\nspend_fate when gain >= fate_value",
            near_miss,
            |_, choice| is(Verb::Pass)(choice),
        ),
    ]
}

fn proved(cases: &[Case]) {
    let lines: Vec<&str> = cases.iter().flat_map(|case| [case.lines, case.else_lines]).collect();
    let mut seats = seats(&lines).into_iter();
    for case in cases {
        let (mut one, mut other) = (seats.next().unwrap(), seats.next().unwrap());
        let mut table = (case.table)();
        let answer = says(&mut table, &mut one);
        assert!((case.answers)(&table, answer), "{}: {answer:?} by `{}` of {:?}", case.topic, case.lines, table.options());
        let answer = says(&mut table, &mut other);
        assert!(!(case.answers)(&table, answer), "{}: {answer:?} by `{}` as well", case.topic, case.else_lines);
    }
}

#[test]
fn every_act_of_a_unit_is_done_when_a_line_says_so() {
    proved(&acts());
}

#[test]
fn lines_say_where_units_go_and_what_they_bar() {
    proved(&where_to());
}

#[test]
fn lines_say_who_acts_and_whom_it_concerns() {
    proved(&who());
}

#[test]
fn lines_say_how_things_are_done_and_what_is_spent_on_them() {
    proved(&how());
}
