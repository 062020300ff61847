//! Tests of the rulings of social combat, each with its settings.

use crate::social::table::{Person, Table};
use slip_pack::encounter::{AtRisk, VictoryTerm};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::{Conflict, EndReason};
use slip_play::effects::Act;
use slip_play::event::{Event, SocialOp, TrackId};
use slip_play::ids::{BorderId, Id, Seat};
use slip_play::personal::state::{ActorStatus, COMPOSURE, HEALTH};
use slip_play::question::Point;
use slip_test_support::social_room::{DEBATE, LINE, QUIET, Room, courtship, mr_v, otto, rosa};

fn order(table: &Table) -> Vec<&str> {
    table.fight.state.order.iter().map(|&who| table.fight.roster.actors[who].name.as_str()).collect()
}

fn verbs(table: &Table) -> Vec<Verb> {
    table.options().iter().map(|choice| choice.verb).collect()
}

fn declare_skill(table: &mut Table, who: &str, act: Verb, target: Option<Choice>) {
    table.until_turn_of(who).declares(act, target).pass(&[Point::Compel]);
    table.answer(Point::FreeMove, Choice::of(Verb::Stay));
}

/// One actor hits another with this margin; stops when the hit is to be taken.
fn strike(table: &mut Table, by: &str, on: &str, skill: &str, dice: &str, defence: &str) {
    let target = table.on(on);
    table.until_turn_of(by).acts_with_dice(Verb::Attack, Some(target), skill, dice);
    let defence = table.defends(defence);
    table.answer(Point::Defend, defence).pass(&[Point::Adjust]);
}

/// Two actors who meet in one zone, all others far away.
fn duel() -> Room {
    let tough = Person::new("tough").skill("charm", 5).skill("oratory", 5).skill("resolve", 3).tracks(4, 4).slots().fate(3);
    let soft = Person::new("soft").skill("charm", 1).tracks(4, 2).fate(3);
    Room::new(LINE).person("us", "l0", tough).person("them", "l0", soft)
}

/// Rules: R-SC1.
#[test]
fn r_sc1_by_descending_charm_ties_by_the_file_fixed_all_encounter_or_by_seats() {
    let room = || courtship().person("us", "l0", Person::new("late").skill("charm", 2)).boxes(3);
    let mut table = room().sit();
    table.wait();
    // Of the two actors with Charm 2, the actor whose side comes first in the file acts first.
    assert_eq!(order(&table), ["rosa", "late", "otto", "mr_v"]);
    let first = table.fight.state.order.clone();
    table.idle_round();
    assert_eq!(table.fight.state.order, first);
    let mut table = room().rule("social_order_skill", "resolve").sit();
    table.wait();
    assert_eq!(order(&table), ["mr_v", "otto", "rosa", "late"]);
    let mut table = room().rule("social_order", "seats").sit();
    table.wait();
    assert_eq!(order(&table), ["rosa", "late", "otto", "mr_v"]);
    let mut table = courtship().rule("social_order_skill", "resolve").rule("social_order", "seats").sit();
    table.wait();
    assert_eq!(order(&table), ["rosa", "otto", "mr_v"]);
}

/// Rules: R-SC2.
#[test]
fn r_sc2_a_maneuver_needs_more_than_nothing() {
    let placed = |dice: &str| {
        let mut table = courtship().sit();
        let scene = Choice::of(Verb::Target).on(Id::Scene);
        table.until_turn_of("rosa").acts_with_dice(Verb::Maneuver, Some(scene), "oratory", dice);
        table.until_turn_of("otto");
        table.events.iter().any(|event| matches!(event, Event::AspectAdd { .. }))
    };
    assert!(!placed("-000"), "a total of 0 places nothing");
    assert!(placed("0000"));
}

/// Rules: R-SC3.
#[test]
fn r_sc3_nothing_bounds_sight_or_range() {
    let mut table = courtship().sit();
    table.put("rosa", "l0").put("mr_v", "l6").until_turn_of("rosa").answer(Point::Act, Choice::of(Verb::Attack));
    assert_eq!(table.wait(), Some(Point::Whom));
    let v = table.on("mr_v");
    assert!(table.options().contains(&v));
    assert_eq!(table.fight.distance(table.actor("rosa"), table.zone("l6")), 6);
}

/// Rules: R-SC4.
#[test]
fn r_sc4_points_on_a_border_are_spent_for_good_and_for_everybody() {
    let mut table = courtship().sit();
    let border = BorderId(table.border("l1", "l2"));
    table.fight.state.board.borders[border].value = slip_pack::map::BorderValue::Stateless(3);
    table.until_turn_of("rosa").declares(Verb::Pass, None).pass(&[Point::Compel]);
    table.answer(Point::FreeMove, Choice::of(Verb::Pay).with(border.0));
    assert_eq!(table.value("l1", "l2"), 2);
    assert_eq!(table.fight.crossing_cost(table.actor("otto"), border), Some(3));
    table.idle_round();
    assert_eq!(table.value("l1", "l2"), 2);
}

/// Rules: R-SC5.
#[test]
fn r_sc5_the_free_move_may_pay_for_a_border_unless_zone_only() {
    let offered = |room: Room| {
        let mut table = room.sit();
        let border = BorderId(table.border("l1", "l2"));
        table.fight.state.board.borders[border].value = slip_pack::map::BorderValue::Stateless(1);
        table.until_turn_of("rosa").declares(Verb::Pass, None).pass(&[Point::Compel]);
        assert_eq!(table.wait(), Some(Point::FreeMove));
        table.options()
    };
    let (usual, zone_only) = (offered(courtship()), offered(courtship().rule("free_move", "zone_only")));
    assert!(usual.iter().any(|choice| choice.verb == Verb::Pay));
    assert!(!zone_only.iter().any(|choice| choice.verb == Verb::Pay));
    // L0 is open, L2 is not.
    let entered = |options: &[Choice]| options.iter().filter(|choice| choice.verb == Verb::Enter).count();
    assert_eq!((entered(&usual), entered(&zone_only)), (1, 1));
}

/// Rules: R-SC6.
#[test]
fn r_sc6_no_action_twice_running_with_one_skill_and_defences_count_only_with_all_rolls() {
    let after_defence = |room: Room| {
        let mut table = room.boxes(9).sit();
        strike(&mut table, "rosa", "otto", "charm", "---- 0000", "charm");
        table.until_turn_of("otto");
        (table.fight.open_skills(table.actor("otto"), Act::Attack).contains(&table.skill("charm")), table)
    };
    let (may, mut table) = after_defence(courtship());
    assert!(may, "defending with Charm does not use it up");
    // The skill is compared with that of the last action that was rolled. A round without a roll changes nothing.
    table.until_turn_of("rosa").answer(Point::Act, Choice::of(Verb::Pass)).until_turn_of("otto").until_turn_of("rosa");
    let rosa = table.actor("rosa");
    assert!(!table.fight.open_skills(rosa, Act::Move).contains(&table.skill("charm")));
    declare_skill(&mut table, "rosa", Verb::Move, None);
    let oratory = table.with("oratory");
    table.dice("----").answer(Point::Skill, oratory).until_turn_of("otto");
    assert!(table.fight.open_skills(rosa, Act::Move).contains(&table.skill("charm")));
    let (may, table) = after_defence(courtship().rule("repeat", "all_rolls"));
    assert!(!may, "with all rolls it does");
    let (rosa, charm) = (table.actor("rosa"), Some(table.skill("charm")));
    assert!(!table.fight.defence_skills_against(rosa, &table.fight.attack_on(rosa).on_track(COMPOSURE)).contains(&charm));
}

/// Rules: R-SC7.
#[test]
fn r_sc7_a_move_knows_no_bound_of_zones() {
    let mut table = courtship().sit();
    table.put("rosa", "l0").until_turn_of("rosa").acts_with_dice(Verb::Move, None, "charm", "++00");
    table.pass(&[Point::Adjust]);
    let far = Choice::of(Verb::Go).on(Id::Zone(table.zone("l5")));
    table.answer(Point::Steps, far);
    assert_eq!(table.at("rosa"), "l5");
}

/// Rules: R-SC8.
#[test]
fn r_sc8_spin_looks_at_the_roll_and_not_at_the_range() {
    let spin = |own: &str| {
        let mut table = courtship().sit();
        table.put("rosa", "l0").put("otto", "l6");
        strike(&mut table, "otto", "rosa", "charm", own, "charm");
        table.spin_of("rosa")
    };
    assert_eq!([spin("--00 0000"), spin("-000 0000"), spin("---- +000")], [1, 0, 2]);
}

/// Rules: R-SC9.
#[test]
fn r_sc9_neither_first_blood_nor_armour() {
    let text = format!("{LINE}\narmour coat \"Coat\" : body_armour {{ tech T2; defense 3 }}\n");
    let coated = Person::new("soft").skill("charm", 1).tracks(4, 4).gear("armour", "coat");
    let mut room = Room::new(&text).person("us", "l0", rosa()).person("them", "l0", coated).at_risk(AtRisk::Wealth);
    room.scene = room.scene.set("armour", "coat", &[("defense", 4)]);
    let npc = room.scene.pack.items.get_mut("npc").unwrap();
    npc.values_mut().for_each(|item| item.tracks.extend([("wealth".into(), 4)]));
    let mut table = room.sit();
    strike(&mut table, "rosa", "soft", "charm", "0000 0000", "charm");
    // The raw hit is 2: no armour reduces it, and only Wealth is hit.
    assert_eq!(table.result(), (3, 1, true));
    table.pass(QUIET);
    let there = &table.fight.state.actors[table.actor("soft")];
    assert_eq!((there.track(HEALTH).marked(), there.track(COMPOSURE).marked()), (2, 0));
}

/// Returns the fate agreed for a beaten actor, by the answers of both sides.
fn beaten(counter: Choice, picks: Option<Verb>) -> (Option<u8>, Option<String>, Table) {
    let mut table = duel().sit();
    strike(&mut table, "tough", "soft", "charm", "0000 0000", "charm");
    table.pass(&[Point::Mitigate]);
    assert_eq!(table.wait(), Some(Point::Beaten));
    assert_eq!(table.fight.waiting_for().unwrap().seat, Seat(0), "whoever won proposes");
    table.say(Point::Beaten, Choice::of(Verb::Outcome).how(1), "begs for mercy");
    assert_eq!(table.fight.waiting_for().unwrap().seat, Seat(1), "the beaten may propose something else, once");
    table.say(Point::Beaten, counter, "walks out with a straight back");
    if let Some(verb) = picks {
        table.answer(Point::Beaten, Choice::of(verb));
    }
    let who = table.actor("soft");
    let ActorStatus::TakenOut { fate, for_good, .. } = table.fight.state.actors[who].status else { panic!("still there") };
    assert!(!for_good);
    (fate, table.fight.state.actors[who].ending.as_ref().map(ToString::to_string), table)
}

/// Rules: R-SC10.
#[test]
fn r_sc10_what_becomes_of_the_beaten_is_argued_about() {
    let (fate, said, _) = beaten(Choice::of(Verb::Accept), None);
    assert_eq!((fate, said.as_deref()), (Some(1), Some("begs for mercy")));
    let (fate, said, table) = beaten(Choice::of(Verb::Outcome).how(0), Some(Verb::Alter));
    assert_eq!((fate, said.as_deref()), (Some(0), Some("walks out with a straight back")));
    assert_eq!(table.told(SocialOp::Counters).len(), 1);
    let (fate, said, _) = beaten(Choice::of(Verb::Outcome).how(0), Some(Verb::Accept));
    assert_eq!((fate, said.as_deref()), (Some(1), Some("begs for mercy")));
}

/// Rules: R-SC11.
#[test]
fn r_sc11_obstructions_stack_and_stay() {
    let mut table = courtship().boxes(9).sit();
    let mut obstruct = |skill: &str| {
        let zone = table.in_zone("l1");
        table.until_turn_of("rosa").acts_with_dice(Verb::Obstruct, Some(zone), skill, "+000");
        table.pass(&[Point::Adjust]);
        let all = Choice::of(Verb::All).with(table.border("l1", "l2"));
        table.answer(Point::Share, all).idle_round();
        table.value("l1", "l2")
    };
    assert_eq!([obstruct("charm"), obstruct("oratory")], [4, 6]);
}

#[test]
fn r_sc11_a_split_may_be_any_that_comes_to_no_more_than_the_total() {
    let share = |how: &[(Verb, i16)]| {
        let mut table = courtship().sit();
        let zone = table.in_zone("l1");
        table.until_turn_of("rosa").acts_with_dice(Verb::Obstruct, Some(zone), "charm", "0000");
        table.pass(&[Point::Adjust]);
        for (verb, n) in how {
            assert_eq!(table.wait(), Some(Point::Share));
            let found = table.options().iter().copied().find(|choice| choice.verb == *verb && choice.n == *n);
            table.answer(Point::Share, found.expect("such a split"));
        }
        (table.value("l0", "l1"), table.value("l1", "l2"))
    };
    assert_eq!(share(&[(Verb::Even, 0)]), (2, 1));
    assert_eq!(share(&[(Verb::ByHand, 0), (Verb::Put, 1), (Verb::Put, 0)]), (1, 0));
    assert_eq!(share(&[(Verb::ByHand, 0), (Verb::Put, 0), (Verb::Put, 3)]), (0, 3));
    assert_eq!(share(&[(Verb::All, 0)]), (3, 0));
}

/// Rules: R-SC12.
#[test]
fn r_sc12_a_pawn_rolls_nothing_and_gives_no_spin_but_range_counts() {
    let mut table = Room::new(LINE).person("us", "l1", rosa()).person("them", "l0", otto()).marker("aunt", "l3").sit();
    let aunt = table.on("aunt");
    table.until_turn_of("rosa").answer(Point::Act, Choice::of(Verb::Attack));
    // Pawns cannot be attacked: Otto is the only target.
    table.wait();
    assert_eq!(table.fight.state.declared.it, Id::Actor(table.actor("otto")));
    let mut table = Room::new(LINE).person("us", "l1", rosa()).person("them", "l0", otto()).marker("aunt", "l3").sit();
    table.until_turn_of("rosa").acts_with_dice(Verb::Push, Some(aunt), "charm", "0000");
    table.pass(&[Point::Adjust]);
    assert_eq!((table.wait(), table.fight.state.declared.movement), (Some(Point::Steps), 1), "3 less a range of 2");
    let to = table.goes_to("l2", "l3");
    table.answer(Point::Steps, to);
    assert_eq!(table.at("aunt"), "l2");
    let mut table = Room::new(LINE).person("us", "l1", rosa()).person("them", "l0", otto()).marker("aunt", "l3").sit();
    table.until_turn_of("rosa").acts_with_dice(Verb::Push, Some(aunt), "oratory", "----");
    table.until_turn_of("otto");
    assert!(table.fight.state.spin.is_empty());
}

/// Rules: R-SC13.
#[test]
fn r_sc13_everybody_rolls_anew_against_each_attack() {
    let mut table = courtship().person("us", "l3", Person::new("rick").skill("charm", 1)).sit();
    for by in ["rosa", "rick"] {
        strike(&mut table, by, "mr_v", "charm", "---- 0000", "resolve");
    }
    let v = table.actor("mr_v");
    assert!(table.fight.state.actors[v].records.is_empty());
    let rolls = table.events.iter().filter(|event| matches!(event, Event::Roll { me, standing: false, .. } if *me == v)).count();
    assert_eq!(rolls, 2);
}

/// Rules: R-SC14.
#[test]
fn r_sc14_zones_are_looked_at_when_the_round_ends_or_with_at_once_after_every_action() {
    let end = |room: Room| {
        let mut table = room.falls_for("mr_v", "l0").friend_zone("mr_v", "l6").sit();
        table.put("rosa", "l0").put("mr_v", "l0").until_turn_of("rosa").answer(Point::Act, Choice::of(Verb::Pass));
        table.pass(&[Point::Compel, Point::FreeMove]);
        table.fight.state.outcome.map(|outcome| (outcome.winner, table.fight.time_left()))
    };
    assert_eq!(end(courtship()), None, "the round is not over");
    assert_eq!(end(courtship().rule("triggers", "at_once")), Some((Some(Seat(0)), 7)));
    let home = |room: Room| {
        let mut table = room.friend_zone("mr_v", "l6").sit();
        table.put("rosa", "l6").put("mr_v", "l6").until_turn_of("rosa").answer(Point::Act, Choice::of(Verb::Pass));
        table.pass(&[Point::Compel, Point::FreeMove]);
        table.fight.state.actors[table.actor("rosa")].status
    };
    assert_eq!(home(courtship()), ActorStatus::Active);
    assert_eq!(home(courtship().rule("triggers", "at_once")), ActorStatus::Removed);
    // If several actors share a zone, all of them go home; pawns only if they are suitors. In the other zone no side has won yet.
    let mut table = courtship().suitor("beau", "l6").marker("aunt", "l6").friend_zone("mr_v", "l6").sit();
    table.put("rosa", "l6").put("otto", "l6").put("mr_v", "l6").idle_round();
    assert_eq!(table.told(SocialOp::Removed).len(), 3);
    assert_eq!(table.fight.state.actors[table.actor("aunt")].status, ActorStatus::Pawn);
}

/// Rules: R-SC15.
#[test]
fn r_sc15_one_may_rid_oneself_of_an_aspect_and_0_is_not_enough() {
    let rid = |dice: &str| {
        let mut table = courtship().boxes(9).sit();
        let v = table.on("otto");
        table.until_turn_of("rosa").acts_with_dice(Verb::Maneuver, Some(v), "charm", "0000");
        // The free tag is marked as used, because an aspect with an unused free tag could be removed without a roll.
        table.until_turn_of("otto");
        let id = slip_play::ids::AspectId(u16::try_from(table.fight.state.aspects.len() - 1).unwrap());
        table.fight.state.aspects.set_free(id, None);
        let remove = *table.options().iter().find(|choice| choice.verb == Verb::Remove).expect("an aspect to be rid of");
        table.answer(Point::Act, remove).pass(&[Point::Compel, Point::FreeMove]);
        let charm = table.with("charm");
        table.dice(dice).answer(Point::Skill, charm).pass(&[Point::Adjust]);
        table.fight.state.aspects[id].present
    };
    assert!(rid("--00"), "a total of 0 fails");
    assert!(!rid("-000"));
}

/// Rules: R-SC16.
#[test]
fn r_sc16_the_list_of_actions_is_closed() {
    let mut table = courtship().sit();
    table.until_turn_of("rosa");
    assert_eq!(verbs(&table), [Verb::Pass, Verb::Attack, Verb::Move, Verb::Maneuver, Verb::Obstruct, Verb::Concede, Verb::Push]);
}

/// Rules: R-SC17.
#[test]
fn r_sc17_any_skill_defends_wealth_unless_the_file_names_some() {
    let rich = || Person::new("rich").skill("assets", 3).skill("charm", 1).tracks(4, 4);
    let room = || Room::new(LINE).person("us", "l0", rosa()).person("them", "l0", rich()).at_risk(AtRisk::Wealth);
    let skills = |table: &Table| {
        table.fight.defence_skills_against(table.actor("rich"), &table.fight.attack_on(table.actor("rich")).on_track(HEALTH))
    };
    let free = room().sit();
    assert!(skills(&free).contains(&Some(free.skill("charm"))) && skills(&free).contains(&Some(free.skill("assets"))));
    let bound = room().social(|social| social.wealth_skills = vec!["assets".into(), "bureaucracy".into()]).sit();
    assert_eq!(*skills(&bound), [Some(bound.skill("assets")), Some(bound.skill("bureaucracy"))]);
    // Composure may be defended with any skill.
    assert!(
        bound
            .fight
            .defence_skills_against(bound.actor("rich"), &bound.fight.attack_on(bound.actor("rich")).on_track(COMPOSURE))
            .contains(&Some(bound.skill("charm")))
    );
}

/// Rules: R-SC18.
#[test]
fn r_sc18_violence_ends_it_and_nobody_has_the_stakes_unless_the_file_says_so() {
    let end = |room: Room| {
        let mut table = room.sit();
        table.until_turn_of("rosa").answer(Point::Act, Choice::of(Verb::BreakOff));
        let outcome = table.fight.state.outcome.unwrap();
        assert_eq!(table.told(SocialOp::BrokeDown)[0].who, Some(table.actor("rosa")));
        (outcome.winner, outcome.why)
    };
    assert_eq!(end(courtship().broke_down(None)), (None, EndReason::BrokeDown));
    assert_eq!(end(courtship().broke_down(Some(2))), (Some(Seat(2)), EndReason::BrokeDown));
    // A conflict that broke down has neither a grade nor a duration, unlike a victory.
    let graded = courtship().broke_down(None).grade("Whatever came of it", VictoryTerm::Boxes);
    let mut table = graded.social(|social| social.max_time = Some(3)).sit();
    table.until_turn_of("rosa").answer(Point::Act, Choice::of(Verb::BreakOff));
    assert!(table.told(SocialOp::Grade).is_empty() && table.told(SocialOp::Elapsed).is_empty());
    // If a side wins when the talks turn violent, this side cannot turn them violent: no side wins by its own violence.
    let offered = |side: Option<usize>| {
        let mut table = courtship().broke_down(side).sit();
        ["rosa", "otto", "mr_v"].map(|name| verbs(table.until_turn_of(name)).contains(&Verb::BreakOff))
    };
    assert_eq!(offered(None), [true; 3]);
    assert_eq!(offered(Some(0)), [false, true, true]);
    assert_eq!(offered(Some(1)), [true, false, true]);
    // If the file allows the violent ending for no side, a referee's ruling can still allow it.
    let mut table = courtship().sit();
    table.until_turn_of("rosa");
    assert!(!verbs(&table).contains(&Verb::BreakOff));
    let said = slip_play::event::SocialEvent::to(SocialOp::BrokeDown, table.actor("otto"));
    let ruled = slip_play::personal::referee_overrides::judged(&table.fight, vec![Event::Social(Box::new(said))]).unwrap();
    ruled.iter().for_each(|event| table.fight.apply(event));
    assert_eq!(table.fight.state.outcome.map(|outcome| (outcome.winner, outcome.why)), Some((None, EndReason::BrokeDown)));
    // If the referee rules that the side named in the file broke off the talk itself, no side gets the stakes.
    let ruled = |name: &str| {
        let mut table = courtship().broke_down(Some(1)).sit();
        table.until_turn_of("rosa");
        let said = slip_play::event::SocialEvent::to(SocialOp::BrokeDown, table.actor(name));
        let ruled = slip_play::personal::referee_overrides::judged(&table.fight, vec![Event::Social(Box::new(said))]).unwrap();
        ruled.iter().for_each(|event| table.fight.apply(event));
        table.fight.state.outcome.map(|outcome| outcome.winner)
    };
    assert_eq!([ruled("otto"), ruled("mr_v")], [Some(None), Some(Some(Seat(1)))]);
}

/// Rules: R-SC19.
#[test]
fn r_sc19_a_compel_costs_the_turn_and_moves_nobody_unless_points_only_change_hands() {
    let demands = |room: Room| {
        let mut table = room.sit();
        let v = table.on("mr_v");
        table.until_turn_of("otto").declares(Verb::Push, Some(v));
        assert_eq!(table.wait(), Some(Point::Compel));
        (table.options().iter().any(|choice| choice.verb == Verb::Compel && choice.how & 3 == Choice::FORCED_MOVE), table)
    };
    assert!(!demands(courtship()).0);
    let (moves, mut table) = demands(courtship().rule("fate", "zero_sum").rule("forced_move", "any"));
    assert!(moves);
    let compel = *table.options().iter().find(|choice| choice.how & 3 == Choice::FORCED_MOVE && choice.verb == Verb::Compel).unwrap();
    table.answer(Point::Compel, compel);
    while table.wait() == Some(Point::AnswerCompel) {
        table.answer(Point::AnswerCompel, Choice::of(Verb::Accept));
    }
    // Otto may go one zone and no farther.
    assert_eq!(table.wait(), Some(Point::Steps));
    assert!(table.options().iter().all(|choice| choice.verb == Verb::Enter));
    let to = table.goes_to("l4", "l3");
    table.answer(Point::Steps, to);
    assert_eq!(table.at("otto"), "l4");
    assert_ne!((table.wait(), table.acting()), (Some(Point::Steps), "otto"));
}

/// Rules: R-SC20.
#[test]
fn r_sc20_a_push_may_end_part_way_through_a_border() {
    let mut table = courtship().sit();
    table.put("rosa", "l4").put("mr_v", "l4");
    let border = BorderId(table.border("l3", "l4"));
    table.fight.state.board.borders[border].value = slip_pack::map::BorderValue::Stateless(3);
    let v = table.on("mr_v");
    table.until_turn_of("rosa").acts_with_dice(Verb::Push, Some(v), "charm", "+000 0000");
    let resolve = table.defends("resolve");
    table.answer(Point::Defend, resolve).pass(&[Point::Adjust]);
    assert_eq!((table.wait(), table.fight.state.declared.movement), (Some(Point::Steps), 2));
    let off = Choice::of(Verb::Pay).with(border.0);
    table.answer(Point::Steps, off).answer(Point::Steps, off);
    assert_eq!((table.at("mr_v"), table.value("l3", "l4")), ("l4", 1));
    // Points need not be spent, and an actor who is moved keeps their turn.
    table.until_turn_of("mr_v");
}

/// Rules: R-SC21.
#[test]
fn r_sc21_one_box_for_each_zone_of_the_map_when_play_starts() {
    assert_eq!(courtship().sit().fight.time_left(), 7);
    assert_eq!(Room::new(DEBATE).person("us", "a", rosa()).sit().fight.time_left(), 3);
    let mut table = courtship().boxes(2).sit();
    table.idle_round();
    assert_eq!(table.fight.time_left(), 1);
    table.idle_round();
    let outcome = table.fight.state.outcome.unwrap();
    assert_eq!((outcome.winner, outcome.why, outcome.rounds), (None, EndReason::TimeOut, 2));
}

/// Rules: R-SC22.
#[test]
fn r_sc22_a_contour_s_free_tag_is_that_of_the_side_that_placed_it() {
    let mut table = courtship().social(|social| social.contours = true).sit();
    assert_eq!(table.wait(), Some(Point::SetUp));
    let zone = Choice::of(Verb::Maneuver).on(Id::Zone(table.zone("l3")));
    table.say(Point::SetUp, zone, "Everybody listens");
    let border = Choice::of(Verb::Border).with(table.border("l4", "l5"));
    table.answer(Point::SetUp, border).answer(Point::SetUp, Choice::of(Verb::Pass));
    assert_eq!(table.value("l4", "l5"), 2);
    let (_, placed) = table.fight.state.aspects.iter().last().unwrap();
    assert_eq!((placed.text.as_str(), placed.free.unwrap().sides), ("Everybody listens", 1));
    // Each side marks the map only once.
    assert_eq!(table.wait(), Some(Point::Act));
}

/// Rules: R-SC23.
#[test]
fn r_sc23_with_both_at_risk_the_attacker_names_the_track_before_the_dice() {
    let wealthy = |room: Room| {
        let mut room = room;
        let npcs = room.scene.pack.items.get_mut("npc").unwrap();
        npcs.values_mut().for_each(|item| item.tracks.extend([("wealth".into(), 3)]));
        room
    };
    let mut table = wealthy(duel().at_risk(AtRisk::Both)).sit();
    let soft = table.on("soft");
    table.until_turn_of("tough").answer(Point::Act, Choice::of(Verb::Attack));
    if table.wait() == Some(Point::Whom) {
        table.answer(Point::Whom, soft);
    }
    assert_eq!(table.wait(), Some(Point::Track));
    assert_eq!(table.options(), [Choice::of(Verb::Aim).n(1), Choice::of(Verb::Aim).n(0)]);
    table.answer(Point::Track, Choice::of(Verb::Aim).n(0)).pass(&[Point::Compel, Point::FreeMove]);
    let charm = table.with("charm");
    table.dice("--00 0000").answer(Point::Skill, charm).pass(&[Point::Defend, Point::Adjust, Point::Mitigate]);
    let there = &table.fight.state.actors[table.actor("soft")];
    assert_eq!((there.track(HEALTH).marked(), there.track(COMPOSURE).marked()), (2, 0));
    // If only one track is at risk, attacks are always aimed at that track.
    for (risk, track) in [(AtRisk::Composure, TrackId(1)), (AtRisk::Wealth, TrackId(0))] {
        let mut table = wealthy(duel().at_risk(risk)).sit();
        table.until_turn_of("tough").answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Compel]);
        assert_eq!(table.fight.state.declared.track, Some(track));
    }
}

#[test]
fn the_skill_may_be_called_unfit_once_where_others_call_it() {
    let mut table = courtship().rule("caller", "others").sit();
    declare_skill(&mut table, "rosa", Verb::Move, None);
    let charm = table.with("charm");
    table.answer(Point::Skill, charm);
    assert_eq!(table.wait(), Some(Point::Term));
    assert_ne!(table.fight.waiting_for().unwrap().seat, Seat(0), "somebody else judges");
    table.answer(Point::Term, Choice::of(Verb::Veto));
    assert_eq!(table.wait(), Some(Point::Skill));
    assert!(!table.options().contains(&charm), "another skill, and the same action");
    let oratory = table.with("oratory");
    table.dice("0000").answer(Point::Skill, oratory);
    assert_eq!(table.fight.state.declared.act, Some(Verb::Move));
}

#[test]
fn composites_have_the_best_ranks_the_longest_tracks_and_everybody_s_aspects() {
    let ama = Person::new("ama").skill("charm", 1).skill("oratory", 4).tracks(4, 3).aspect("Speaks for the guild").fate(1);
    let bela = Person::new("bela").skill("charm", 3).tracks(4, 5).aspect("Never forgets a face").fate(2);
    let room = Room::new(LINE).person("us", "l0", ama).person("them", "l0", otto()).person("else", "l6", bela);
    let mut room = room;
    let part = room.scene.encounter.sides.pop().unwrap().actors.pop().unwrap().item;
    let bench = &mut room.scene.encounter.sides[0].actors[0];
    (bench.name, bench.title, bench.parts) = ("bench".into(), Some("The bench".to_owned()), vec![part]);
    let table = room.sit();
    let bench = table.actor("bench");
    let rank = |skill: &str| table.fight.roster.rank(bench, table.skill(skill));
    assert_eq!((rank("charm"), rank("oratory")), (3, 4));
    assert_eq!(table.fight.state.actors[bench].track(COMPOSURE).length(), 5);
    assert_eq!((table.fight.purse(bench).points(), table.fight.roster.actors[bench].title.as_str()), (2, "The bench"));
    let own: Vec<&str> = table.fight.state.aspects.values().map(|aspect| aspect.text.as_str()).collect();
    assert!(own.contains(&"Speaks for the guild") && own.contains(&"Never forgets a face"));
}

#[test]
fn the_last_suitor_has_won_when_all_rivals_are_gone() {
    let room = || {
        let who = courtship().who("mr_v");
        courtship().suitor("beau", "l2").marker("aunt", "l2").victory(Some(0), VictoryTerm::LastSuitor { side: 0, objective: who })
    };
    let won = |gone: &[&str]| {
        let mut table = room().sit();
        for name in gone {
            let who = table.actor(name);
            table.fight.state.actors[who].status = ActorStatus::Removed;
        }
        table.idle_round();
        table.fight.state.outcome.map(|outcome| outcome.winner)
    };
    assert_eq!(won(&["otto"]), None, "the pawn is a rival too");
    assert_eq!(won(&["otto", "beau"]), Some(Some(Seat(0))));
}

#[test]
fn a_side_that_nobody_opposes_any_more_still_has_to_win() {
    let status = |conceded: u32, room: Room| {
        let mut table = room.sit();
        let otto = table.actor("otto");
        table.fight.state.actors[otto].status = ActorStatus::Removed;
        table.fight.state.conceded = conceded;
        table.idle_round();
        table.fight.state.outcome.map(|outcome| (outcome.winner, outcome.why))
    };
    let room = || Room::new(LINE).person("us", "l1", rosa()).person("them", "l3", otto()).suitor("mr_v", "l5");
    // Rosa wins by a condition of the file that does not hold yet: time goes on.
    assert_eq!(status(0, room().falls_for("mr_v", "l0")), None);
    assert_eq!(status(0b10, room().falls_for("mr_v", "l0")), Some((Some(Seat(0)), EndReason::LastStanding)));
    assert_eq!(status(0, room()), Some((Some(Seat(0)), EndReason::LastStanding)));
}

#[test]
fn victory_is_looked_at_at_once_only_when_a_side_has_nobody_left() {
    let room = Room::new(LINE).person("us", "l0", rosa()).person("them", "l0", otto()).person("him", "l5", mr_v());
    let room = room.victory(Some(0), VictoryTerm::Active(0));
    let mut table = room.sit();
    table.until_turn_of("otto");
    assert!(table.fight.state.outcome.is_none());
    let v = table.actor("mr_v");
    table.fight.state.actors[v].status = ActorStatus::Removed;
    table.answer(Point::Act, Choice::of(Verb::Pass)).pass(&[Point::Compel, Point::FreeMove]);
    assert_eq!(table.fight.state.outcome.map(|outcome| outcome.winner), Some(Some(Seat(0))));
}

#[test]
fn the_first_grade_that_holds_is_told_and_time_stops_at_an_instant() {
    let room = courtship()
        .falls_for("mr_v", "l0")
        .grade("Never", VictoryTerm::TimeOut)
        .grade("At leisure", VictoryTerm::Boxes)
        .grade("Later", VictoryTerm::Boxes);
    let mut table = room.social(|social| social.max_time = Some(3)).sit();
    table.put("rosa", "l0").put("mr_v", "l0").idle_round();
    let told: Vec<_> = table.told(SocialOp::Grade).into_iter().filter_map(|event| event.say).collect();
    assert_eq!(told, ["At leisure"]);
    let elapsed = table.told(SocialOp::Elapsed);
    assert_eq!((elapsed[0].left, elapsed[0].line, elapsed[0].say.as_deref()), (6, 1, Some("instant")));
}

/// R-SC24: "Both … narrate and justify": skills serve as they say, so Engineering is no argument; `narrated any` takes every rated skill.
#[test]
fn r_sc24_skills_serve_as_they_say() {
    for (setting, any) in [("listed", false), ("any", true)] {
        let mechanic = Person::new("mechanic").skill("engineering", 4).skill("charm", 1).skill("resolve", 2).tracks(4, 4);
        let room = Room::new(LINE).rule("narrated", setting).person("us", "l0", mechanic).person("them", "l0", rosa());
        let table = room.sit();
        let who = table.actor("mechanic");
        let [engineering, charm, resolve] = ["engineering", "charm", "resolve"].map(|name| table.skill(name));
        let attacks = table.fight.open_skills(who, Act::Attack);
        assert_eq!((attacks.contains(&engineering), attacks.contains(&resolve)), (any, any), "{setting}");
        assert!(attacks.contains(&charm));
        let defences = table.fight.defence_skills_against(who, &table.fight.attack_on(who).on_track(COMPOSURE));
        assert_eq!(defences.contains(&Some(engineering)), any, "{setting}");
        assert!(defences.contains(&Some(charm)) && defences.contains(&Some(resolve)));
    }
}

/// A fixed pawn cannot be pushed. A carried one goes along with its carrier, and can be pushed when the carrier is out of play.
#[test]
fn pawns_may_be_fixed_or_carried() {
    let room = || Room::new(LINE).person("us", "l1", rosa()).person("them", "l0", otto()).marker("gate", "l1").marker("deed", "l1");
    let mut table = room().social(|social| social.pawns[0].fixed = true).social(|social| social.pawns[1].carrier = Some((0, 0))).sit();
    let (gate, deed, rosa) = (table.actor("gate"), table.actor("deed"), table.actor("rosa"));
    table.until_turn_of("rosa");
    let targets = table.fight.social_targets(rosa, Verb::Push);
    assert!(!targets.contains(&Id::Actor(gate)) && !targets.contains(&Id::Actor(deed)), "{targets:?}");
    table.acts_with_dice(Verb::Move, None, "charm", "++00");
    table.pass(&[Point::Adjust]);
    table.wait();
    let there = table.options().into_iter().find(|option| option.verb == Verb::Go).expect("a step can be taken");
    table.answer(Point::Steps, there);
    assert_ne!(table.at("rosa"), "l1");
    assert_eq!(table.at("deed"), table.at("rosa"), "it goes where its carrier goes");
    assert_eq!(table.at("gate"), "l1");
}

/// "free-taggable once by any ally": the placer, too, uses the free tag of an aspect, and no other side does.
/// Rules: R-SC25.
#[test]
fn r_sc25_the_free_tag_is_that_of_the_side_which_placed_it() {
    let mut table = courtship().boxes(9).sit();
    let otto = table.on("otto");
    table.until_turn_of("rosa").acts_with_dice(Verb::Maneuver, Some(otto), "charm", "0000");
    table.until_turn_of("otto");
    let rosa = table.fight.roster.side(table.actor("rosa"));
    let free = table.fight.state.aspects.values().filter(|aspect| aspect.present).filter_map(|aspect| aspect.free).next_back();
    assert_eq!(free.map(|free| free.sides), Some(1 << rosa.0));
}
