//! Tests of aspects and tags from effects, marks, and roles in conditions.

use crate::words::stage::{Lines, before_dice, settle, shoot, there};
use slip_pack::encounter::{SceneAspect, SceneScope};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::Id;
use slip_play::question::Point;

/// Returns the verbs with which red may use an aspect of these words on its attack.
fn uses(lines: Lines<'_>, points: i32) -> Vec<Verb> {
    let mut table = lines.scene_with(|red| red.fate(points).aspect("Bold"), |blue| blue.aspect("Shy")).sit();
    table.wait();
    shoot(&mut table, "---- 0000");
    let asked = table.wait() == Some(Point::Adjust);
    if !asked || table.fight.state.step.who != Id::Actor(table.actor("red")) {
        return Vec::new();
    }
    let own = |option: &Choice| {
        let words = option.aspect().map(|id| table.fight.state.aspects[id].text.to_string());
        option.how == Choice::PLUS_TWO && words.is_some_and(|words| words == "Bold" || words == "Shy")
    };
    table.options().into_iter().filter(own).map(|option| option.verb).collect()
}

#[test]
fn tags_and_invokes_are_given_and_forbidden() {
    for (lines, points, verbs) in [
        (Lines::default(), 1, vec![Verb::Invoke, Verb::Tag]),
        (Lines { red: "effect never invoke \"Bold\"", ..Lines::default() }, 1, vec![Verb::Tag]),
        (Lines { blue: "effect never tag \"Shy\" by enemies", ..Lines::default() }, 1, vec![Verb::Invoke]),
        (Lines { blue: "effect never tag \"Shy\" by allies", ..Lines::default() }, 1, vec![Verb::Invoke, Verb::Tag]),
        (Lines { blue: "effect free_tag \"Shy\" by enemies once per encounter", ..Lines::default() }, 0, vec![Verb::Free]),
        (Lines { blue: "effect free_tag \"Shy\" by enemies", ..Lines::default() }, 0, vec![Verb::Free]),
        (Lines { blue: "effect free_tag \"Shy\" by allies", ..Lines::default() }, 0, vec![]),
    ] {
        let mut found = uses(lines, points);
        found.sort_unstable();
        assert_eq!(found, verbs, "{}{}", lines.red, lines.blue);
    }
}

#[test]
fn a_free_tag_once_an_encounter_is_there_once() {
    let lines = Lines { blue: "effect free_tag \"Shy\" by enemies once per encounter", ..Lines::default() };
    let mut table = lines.scene_with(|red| red, |blue| blue.aspect("Shy")).sit();
    table.wait();
    shoot(&mut table, "0000 0000");
    while table.wait() == Some(Point::Adjust) {
        let free = table.options().into_iter().find(|option| option.verb == Verb::Free).unwrap_or(Choice::of(Verb::Pass));
        table.answer(Point::Adjust, free);
    }
    settle(&mut table);
    assert_eq!(table.wait(), Some(Point::Act));
    shoot(&mut table, "0000");
    let free = table.wait() == Some(Point::Adjust) && table.options().iter().any(|option| option.verb == Verb::Free);
    assert!(!free, "the ally finds it used up");
}

#[test]
fn compels_by_some_words_are_forbidden() {
    for (lines, asked) in [(Lines::default(), true), (Lines { red: "effect never compel \"Bold\"", ..Lines::default() }, false)] {
        let mut table = lines.scene_with(|red| red.aspect("Bold"), |blue| blue.fate(2)).sit();
        table.answer(Point::Act, Choice::of(Verb::Pass));
        let compels = table.wait() == Some(Point::Compel) && {
            let bold = table.fight.state.aspects.iter().find(|(_, aspect)| aspect.text == "Bold").unwrap().0;
            table.options().iter().any(|option| option.aspect() == Some(bold))
        };
        assert_eq!(compels, asked);
    }
}

/// R-P56: compels are "based on one of the acting player character's Aspects", or on the zone's; an effect may add one of the scene.
#[test]
fn an_effect_may_let_others_compel_by_an_aspect_of_the_scene() {
    for (red, asked) in
        [("effect never compel \"Empty\"", false), ("effect never compel \"Empty\"; effect compel \"Bold\" by everyone", true)]
    {
        let lines = Lines { red, ..Lines::default() };
        let mut scene = lines.scene_with(|red| red, |blue| blue.fate(2));
        scene.encounter.aspects.push(SceneAspect { text: "Bold".into(), scope: SceneScope::Scene });
        let mut table = scene.sit();
        table.answer(Point::Act, Choice::of(Verb::Pass));
        let compels = table.wait() == Some(Point::Compel) && {
            let bold = table.fight.state.aspects.iter().find(|(_, aspect)| aspect.text == "Bold").unwrap().0;
            table.options().iter().any(|option| option.aspect() == Some(bold))
        };
        assert_eq!(compels, asked);
    }
}

/// R-XF11: permanent aspects of effects are re-evaluated when a round begins.
#[test]
fn aspects_stand_while_what_they_ask_for_is_so() {
    for (condition, so) in [("not prone", true), ("prone", false)] {
        let line = format!("effect enemies has aspect \"Marked\" when {condition}");
        assert_eq!(there(&Lines { blue: &line, ..Lines::default() }.sit(), "Marked"), so, "{condition}");
    }
    let zone = Lines { zone: "effect everyone has aspect \"Coughing\"", ..Lines::default() };
    let table = zone.sit();
    let on = |name: &str| {
        let who = table.actor(name);
        let aspects = table.fight.state.aspects.values();
        aspects.filter(|aspect| aspect.present && aspect.text == "Coughing").any(|a| a.holder == slip_dice::fate::Holder::Actor(who.0))
    };
    assert_eq!(["red", "blue"].map(on), [false, true]);
    let kept = Lines { zone: "effect everyone has aspect \"Coughing\" when not filtered", blue: "effect is filtered", ..Lines::default() };
    assert!(!there(&kept.sit(), "Coughing"));
}

#[test]
fn an_aspect_is_placed_on_zones_of_the_owner_s_choice_with_free_tags() {
    let lines = Lines { blue: "effect at setup place \"Locked in\" on 2 zones free_tag by allies", ..Lines::default() };
    let mut table = lines.scene().sit();
    for zone in ["b", "c"] {
        let zone = table.zone(zone);
        table.answer(Point::Whom, Choice::of(Verb::Target).on(Id::Zone(zone)));
    }
    table.wait();
    let placed: Vec<_> = table.fight.state.aspects.values().filter(|aspect| aspect.text == "Locked in").collect();
    assert_eq!(placed.len(), 2);
    assert!(placed.iter().all(|aspect| aspect.free.is_some_and(|free| free.sides == 0b10)));
}

#[test]
fn a_maneuver_may_use_up_an_enemy_s_free_tag_instead() {
    let lines =
        Lines { ally: "", blue: "effect after maneuver may strip free_tag of enemies instead when shifts >= 0", ..Lines::default() };
    let mut table = lines.scene_with(|red| red, |blue| blue.skill("stealth", 2).skill("alertness", 9)).sit();
    table.wait();
    let blue = table.actor("blue");
    assert_eq!(table.fight.state.actor, Some(blue));
    let aspect = slip_dice::fate::Aspect {
        placer: Some(table.actor("red").0),
        free: Some(slip_dice::fate::FreeTag { sides: 1, from: 1 }),
        ..slip_dice::fate::Aspect::printed("Dusty", slip_dice::fate::Holder::Scene)
    };
    let id = table.fight.state.aspects.push(aspect);
    table.dice("0000").answer(Point::Act, Choice::of(Verb::Maneuver));
    table.pass(&[Point::Whom, Point::With, Point::Term, Point::Compel, Point::FreeMove, Point::Adjust]);
    assert_eq!(table.wait(), Some(Point::PayAccess));
    let before = table.fight.state.aspects.len();
    let strip = table.options().into_iter().find(|option| option.verb == Verb::Yes).unwrap();
    table.answer(Point::PayAccess, strip);
    table.wait();
    assert_eq!(table.fight.state.aspects[id].free, None);
    assert_eq!(table.fight.state.aspects.len(), before, "instead of an aspect of one's own");
}

#[test]
fn conditions_see_roles_marks_places_and_states() {
    for (condition, so) in [
        ("own_zone == target_zone", false),
        ("own_zone != target_zone", true),
        ("target is filtered", true),
        ("attacker is filtered", false),
        ("agility of target == 1", true),
        ("alertness of attacker > alertness of defender", true),
        ("health of target == 6", true),
        ("target has \"Shy\"", true),
        ("target is prone", false),
        ("weapon has \"Bold\"", false),
        ("gravity == 1", true),
        ("atmosphere", true),
        ("carried > 0", false),
        ("trained resolve", true),
        ("military resolve", false),
    ] {
        let line = format!("effect +1 to attack when {condition}");
        let lines = Lines { red: &line, blue: "effect is filtered", ..Lines::default() };
        let mut table = lines.scene_with(|red| red, |blue| blue.aspect("Shy")).sit();
        table.wait();
        shoot(&mut table, "0000 0000");
        assert_eq!(before_dice(&table, "red") == 5, so, "{condition}");
    }
}

#[test]
fn what_the_table_would_answer_is_a_setting() {
    for (answers, attack) in [("yes", 5), ("no", 4)] {
        let lines = Lines { red: "effect +1 to attack when table \"is it dark\"", ..Lines::default() };
        let mut table = lines.scene().rule("table_answers", answers).sit();
        table.wait();
        shoot(&mut table, "0000 0000");
        assert_eq!(before_dice(&table, "red"), attack);
    }
}
