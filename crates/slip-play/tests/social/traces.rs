//! Worked traces of social combat.

use crate::social::table::{Person, Table};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::Id;
use slip_play::question::Point;
use slip_test_support::social_room::{DEBATE, QUIET, Room, courtship, rosa};

/// Plays Rosa's first turn: she comes closer by a free move, then tries a push. It fails because of the range, unless she invokes an
/// aspect.
fn first_turn(table: &mut Table) {
    let v = table.on("mr_v");
    table.until_turn_of("rosa").declares(Verb::Push, Some(v)).pass(&[Point::Compel]);
    let step = table.goes_to("l2", "l1");
    table.answer(Point::FreeMove, step);
    let charm = table.with("charm");
    table.dice("+000 -000").answer(Point::Skill, charm);
    let resolve = table.defends("resolve");
    table.answer(Point::Defend, resolve);
}

#[test]
fn u1_range_eats_shifts() {
    let mut table = courtship().sit();
    first_turn(&mut table);
    // No additions: raw 3, range 3, and Mr V stays in his zone.
    table.pass(QUIET);
    assert_eq!(table.result(), (4, 1, false));
    assert_eq!(table.at("mr_v"), "l5");

    let person = rosa().aspect("The smile of a cardsharp");
    let room = Room::new(slip_test_support::social_room::LINE).person("us", "l1", person).person(
        "them",
        "l3",
        slip_test_support::social_room::otto(),
    );
    let mut table = room.person("him", "l5", slip_test_support::social_room::mr_v()).sit();
    first_turn(&mut table);
    assert_eq!(table.wait(), Some(Point::Adjust));
    assert_eq!(table.fight.misses_by(), 1, "3 less the range is nothing");
    let invoke = *table.options().iter().find(|choice| choice.verb == Verb::Invoke && choice.how == Choice::PLUS_TWO).unwrap();
    table.answer(Point::Adjust, invoke).pass(&[Point::Adjust]);
    assert_eq!(table.result(), (6, 1, true));
    // Effective 2: from L5 to L4 to L3, one zone per point.
    let to = Choice::of(Verb::Go).on(Id::Zone(table.zone("l3")));
    table.answer(Point::Steps, to);
    assert_eq!(table.at("mr_v"), "l3");
    assert_eq!(table.at("rosa"), "l2");
    // In the next round Rosa must use another skill.
    let me = table.actor("rosa");
    assert_eq!(table.fight.state.actors[me].last, Some(table.skill("charm")));
    let act = slip_play::effects::Act::Attack;
    assert!(!table.fight.open_skills(me, act).contains(&table.skill("charm")));
    assert!(table.fight.open_skills(me, act).contains(&table.skill("oratory")));
}

#[test]
fn u2_spin_despite_range() {
    let attack = |own: &str| {
        let mut table = courtship().sit();
        table.put("rosa", "l2");
        let target = table.on("rosa");
        let dice = format!("{own} 0000");
        table.until_turn_of("otto").declares(Verb::Attack, Some(target)).pass(&[Point::Compel]);
        table.answer(Point::FreeMove, Choice::of(Verb::Stay));
        let charm = table.with("charm");
        table.dice(&dice).answer(Point::Skill, charm);
        // Rosa has pushed with Charm herself, but she may defend with any skill.
        let charm = table.defends("charm");
        table.answer(Point::Defend, charm).pass(&[Point::Adjust]);
        table
    };
    let mut table = attack("--00");
    assert_eq!(table.result(), (0, 3, false));
    assert_eq!(table.spin_of("rosa"), 1);
    // The spin is kept until the end of Rosa's next turn.
    table.until_turn_of("rosa");
    assert_eq!(table.spin_of("rosa"), 1);
    table.answer(Point::Act, Choice::of(Verb::Pass)).until_turn_of("otto");
    assert_eq!(table.spin_of("rosa"), 0);
    // Raw shifts of -2 are effective shifts of -3 at range 1, but spin depends on the raw shifts.
    let table = attack("-000");
    assert_eq!(table.result(), (1, 3, false));
    assert_eq!(table.spin_of("rosa"), 0);
}

#[test]
fn u3_obstruct_then_erosion() {
    let mut table = courtship().sit();
    table.put("mr_v", "l3").put("rosa", "l2");
    // Otto's attack failed, and gave Rosa a token of spin.
    let rosa = table.on("rosa");
    table.until_turn_of("otto").declares(Verb::Attack, Some(rosa)).pass(&[Point::Compel]);
    table.answer(Point::FreeMove, Choice::of(Verb::Stay));
    let charm = table.with("charm");
    table.dice("--00 0000").answer(Point::Skill, charm);
    let charm = table.defends("charm");
    table.answer(Point::Defend, charm).until_turn_of("rosa");
    assert_eq!(table.spin_of("rosa"), 1);
    let zone = table.in_zone("l3");
    table.declares(Verb::Obstruct, Some(zone)).pass(&[Point::Compel]);
    let step = table.goes_to("l3", "l2");
    table.answer(Point::FreeMove, step);
    let oratory = table.with("oratory");
    table.dice("+000").answer(Point::Skill, oratory);
    table.answer(Point::Adjust, Choice::of(Verb::Spin).n(1)).pass(&[Point::Adjust]);
    assert_eq!(table.result(), (3, 0, true));
    let put = |table: &Table, a: &str, b: &str, n: i16| Choice::of(Verb::Put).with(table.border(a, b)).n(n);
    table.answer(Point::Share, Choice::of(Verb::ByHand));
    let first = put(&table, "l2", "l3", 1);
    table.answer(Point::Share, first);
    let second = put(&table, "l3", "l4", 2);
    table.answer(Point::Share, second);
    assert_eq!((table.value("l2", "l3"), table.value("l3", "l4")), (1, 2));
    // Mr V takes a point off by his free move, and one by his move: the border is open again, for all actors, and he has not moved.
    table.until_turn_of("mr_v").declares(Verb::Move, None).pass(&[Point::Compel]);
    let off = Choice::of(Verb::Pay).with(table.border("l3", "l4"));
    table.answer(Point::FreeMove, off);
    assert_eq!(table.value("l3", "l4"), 1);
    let charm = table.with("charm");
    table.dice("+000").answer(Point::Skill, charm).pass(&[Point::Adjust]);
    table.answer(Point::Steps, off);
    assert_eq!((table.value("l3", "l4"), table.at("mr_v")), (0, "l3"));
    // Her obstruction blocks herself too: pulling him to L2 costs a point for the border and one for the step.
    let v = table.actor("mr_v");
    assert_eq!(table.fight.crossing_cost(v, slip_play::ids::BorderId(table.border("l2", "l3"))), Some(2));
}

#[test]
fn u4_stress_is_bought_down_as_in_any_fight() {
    let hit = |table: &mut Table, skill: &str, dice: &str, less: u8| {
        let v = table.on("mr_v");
        table.until_turn_of("sid").acts_with_dice(Verb::Attack, Some(v), skill, dice);
        let charm = table.defends("agility");
        table.answer(Point::Defend, charm).pass(&[Point::Adjust]);
        table.answer(Point::Mitigate, Choice::of(Verb::Take).how(less));
    };
    let sit = || {
        let sid = Person::new("sid").skill("charm", 4).skill("intimidation", 4);
        let v = Person::new("mr_v").skill("resolve", 2).tracks(4, 4).slots();
        let mut table =
            Room::new(slip_test_support::social_room::LINE).rule("narrated", "any").person("us", "l4", sid).person("him", "l5", v).sit();
        let (who, track) = (table.actor("mr_v"), slip_play::personal::state::COMPOSURE);
        table.fight.state.actors[who].tracks.change(track, |composure| composure.mark(2));
        assert_eq!(table.fight.state.actors[who].track(track).boxes().collect::<Vec<_>>(), [1, 2]);
        table
    };
    let boxes = |table: &Table| {
        let who = table.actor("mr_v");
        table.fight.state.actors[who].track(slip_play::personal::state::COMPOSURE).boxes().collect::<Vec<_>>()
    };
    // The raw hit of 5 is an effective hit of 4 at range 1. Without consequences, it marks box 4 and all boxes below.
    let mut table = sit();
    hit(&mut table, "charm", "0000 0000", 0);
    assert_eq!(boxes(&table), [1, 2, 3, 4]);
    // With a mild consequence, 3 shifts are left.
    let mut table = sit();
    hit(&mut table, "charm", "0000 0000", 1);
    assert_eq!(boxes(&table), [1, 2, 3]);
    // A hit of 1 finds box 1 marked, and moves up to 4.
    hit(&mut table, "intimidation", "---0 0000", 0);
    assert_eq!(boxes(&table), [1, 2, 3, 4]);
    // A third hit exceeds the track: the actor is taken out, unless it takes a moderate consequence.
    let saved = {
        let mut saved = Table { fight: table.fight.clone(), dice: slip_dice::Dice::scripted([]), events: Vec::new() };
        hit(&mut saved, "charm", "---0 0000", 2);
        saved
    };
    let v = table.actor("mr_v");
    assert!(saved.fight.state.actors[v].is_active());
    hit(&mut table, "charm", "---0 0000", 0);
    assert!(!table.fight.state.actors[v].is_active());
}

#[test]
fn u5_debate_majority() {
    use slip_pack::encounter::VictoryTerm;
    use slip_play::event::SocialOp;
    let ana = Person::new("ana").skill("oratory", 2).skill("charm", 2);
    let bo = Person::new("bo").skill("charm", 0);
    let mut room = Room::new(DEBATE).person("us", "a", ana).person("them", "b", bo);
    for (number, zone) in ["a", "u", "u", "u", "b"].into_iter().enumerate() {
        room = room.voter(&format!("voter#{}", number + 1), zone);
    }
    let (a, b) = (room.zone("a"), room.zone("b"));
    let majority = |zone: usize| VictoryTerm::Majority { group: 0, zones: vec![zone] };
    // "A few hours" is the ninth step of the time track, "an hour" the eighth.
    let room = room.victory(Some(0), majority(a)).victory(Some(1), majority(b)).social(|social| social.max_time = Some(9));
    let mut table = room.sit();
    assert_eq!(table.fight.time_left(), 3, "one box for each zone");
    let push = |table: &mut Table, voter: &str, skill: &str| {
        let target = table.on(voter);
        table.until_turn_of("ana").acts_with_dice(Verb::Push, Some(target), skill, "+000");
        table.pass(&[Point::Adjust]);
        assert_eq!(table.result(), (3, 0, true));
        let to = table.goes_to("a", "u");
        table.answer(Point::Steps, to);
        // The other point remains, because an action has only one target.
        assert_eq!(table.wait(), Some(Point::Steps));
        assert_eq!(table.fight.state.declared.movement, 1);
        table.answer(Point::Steps, Choice::of(Verb::Stay));
    };
    push(&mut table, "voter#2", "oratory");
    table.idle_round();
    assert_eq!(table.fight.time_left(), 2);
    push(&mut table, "voter#3", "charm");
    while table.wait().is_some() {
        table.pass(&[Point::Act, Point::Compel, Point::FreeMove]);
    }
    let outcome = table.fight.state.outcome.unwrap();
    assert_eq!((outcome.winner, outcome.rounds), (Some(slip_play::ids::Seat(0)), 2));
    assert_eq!(table.fight.time_left(), 1);
    let told = table.told(SocialOp::Elapsed);
    assert_eq!(told.iter().map(|event| (event.left, event.line)).collect::<Vec<_>>(), [(1, 8)]);
    assert_eq!(told[0].say.as_deref(), Some("an hour"));
}

/// Rules: R-SC14.
#[test]
fn u6_friend_zone() {
    use slip_play::conflict::EndReason;
    use slip_play::event::SocialOp;
    let at = |places: &[(&str, &str)]| {
        let room = courtship().suitor("beau", "l3").marker("aunt", "l3").falls_for("mr_v", "l0").friend_zone("mr_v", "l6");
        let mut table = room.sit();
        for (who, zone) in places {
            table.put(who, zone);
        }
        table.idle_round();
        table
    };
    let home = |table: &Table| {
        let told = table.told(SocialOp::Removed);
        told.iter().map(|event| table.fight.roster.actors[event.who.unwrap()].name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(home(&at(&[("mr_v", "l6"), ("otto", "l6"), ("rosa", "l4")])), ["otto"]);
    assert_eq!(home(&at(&[("mr_v", "l6"), ("otto", "l6"), ("rosa", "l6")])), ["rosa", "otto"]);
    assert_eq!(home(&at(&[("mr_v", "l6"), ("beau", "l6"), ("aunt", "l6")])), ["beau"]);
    // The pawn has won the person over, so both sides lose.
    let table = at(&[("mr_v", "l0"), ("beau", "l0")]);
    let outcome = table.fight.state.outcome.unwrap();
    assert!(outcome.winner.is_none() && matches!(outcome.why, EndReason::Victory(_)));
    // With Rosa and the pawn there, no side has won yet.
    assert!(at(&[("mr_v", "l0"), ("beau", "l0"), ("rosa", "l0")]).fight.state.outcome.is_none());
    // A pawn that is not a suitor does not count.
    let table = at(&[("mr_v", "l0"), ("aunt", "l0"), ("rosa", "l0")]);
    assert_eq!(table.fight.state.outcome.unwrap().winner, Some(slip_play::ids::Seat(0)));
}

#[test]
fn u7_compel_in_turn() {
    let mut table = courtship().sit();
    let charm = table.skill("charm");
    let otto = table.actor("otto");
    table.until_turn_of("otto");
    table.fight.state.actors[otto].last = Some(charm);
    let v = table.on("mr_v");
    table.declares(Verb::Push, Some(v));
    assert_eq!(table.wait(), Some(Point::Compel));
    let compel = *table.options().iter().find(|choice| choice.verb == Verb::Compel).unwrap();
    table.answer(Point::Compel, compel);
    // The compelled actor has no fate point to refuse with. The actor gains a point, and its turn is over without a free move.
    table.wait();
    assert_eq!(table.fight.purse(otto).points(), 1);
    assert_eq!(table.fight.purse(table.actor("rosa")).points(), 1);
    assert_eq!(table.acting(), "mr_v");
    assert_eq!(table.fight.state.actors[otto].last, Some(charm));
    let walked = table.events.iter().any(|event| matches!(event, slip_play::event::Event::Move { .. }));
    assert!(!walked && !table.events.iter().any(|event| matches!(event, slip_play::event::Event::Roll { .. })));
}
