//! Tests of the modifiers that the effects of a carried thing become when a personal encounter begins.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::compile;
use slip_pack::item::BuiltItem;
use slip_pack::ruleset::Rules;
use slip_pack::{Name, Pack};
use slip_play::effects::{Act, AreaLimits, AspectOccasion, ConditionVariable, EffectInput, StaticModifier, military, rows};
use slip_play::ids::{SkillId, TableKey};
use slip_session::{Seats, run};
use slip_source::{Package, Sources};
use std::collections::BTreeSet;

const SKILLS: &[&str] = &["agility", "alertness", "brawling", "slug_throwers", "stamina", "close_combat"];
const TRACKS: &[&str] = &["health", "composure"];

fn pack(text: &str) -> Pack {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "home".into(), ..Package::default() });
    sources.add_file(package, "main.slip", text);
    let compiled = compile(&sources);
    let errors: Vec<&str> = compiled
        .diagnostics
        .iter()
        .filter(|found| found.severity == slip_source::diagnostic::Severity::Error)
        .map(|found| found.message.as_str())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    compiled.pack
}

fn item<'p>(pack: &'p Pack, kind: &str, name: &str) -> &'p BuiltItem {
    &pack.items[kind][&Name::from(format!("home.{name}"))]
}

/// Returns the modifiers of a weapon of this design with these stunts, carried by an untrained actor.
fn gun(stunts: &str, choice: &str) -> Vec<StaticModifier> {
    let text = format!(
        "{DESIGN}weapon piece : test_gun {{ tech T1{} }}\nmook hands {{ threat 2 }}\n",
        if stunts.is_empty() { String::new() } else { format!("; stunts {stunts}") }
    );
    let pack = pack(&text);
    let (thing, bearer) = (item(&pack, "weapon", "piece"), item(&pack, "mook", "hands"));
    let trained: BTreeSet<Name> = military(&bearer.effects);
    let rules = Rules::default();
    let number = |list: &[&str], name: &str| list.iter().position(|word| *word == name).and_then(|at| u8::try_from(at).ok());
    let manners = slip_play::effects::manners(&thing.effects);
    let reader = EffectInput {
        play: slip_pack::effect::Play::Personal,
        placeless: false,
        manners: &manners,
        bearer,
        thing,
        stunts: &thing.stunts,
        military: &trained,
        rules: &rules,
        choice,
        skill: &|name| number(SKILLS, name).map(|at| SkillId::of(usize::from(at))),
        class: &|_| Vec::new(),
        track: &|name| number(TRACKS, name),
    };
    rows(&thing.effects, &reader)
}

fn skill(name: &str) -> SkillId {
    SkillId::of(SKILLS.iter().position(|word| *word == name).unwrap())
}

const DESIGN: &str = "design test_gun : weapon {
  tech T1..T4
  budget 9
  skill slug_throwers
  aspect \"Out of ammo\"
  stunt trained_only { cost 1; effect needs military slug_throwers for attack }
  stunt civilian { cost 1; effect allows untrained }
  stunt civilian_blade { cost 1; effect allows untrained close_combat }
  stunt scoped { cost 1; many; effect +1 to attack }
  stunt per_scope { cost 1; effect +2 to attack per scoped }
  stunt angry { cost 1; effect +1 to attack per consequence }
  stunt paid { cost 1; effect +1 to attack for 1 fate }
  stunt area { cost 1; effect attack area zone except own_zone, allies }
  stunt fists { cost 1; effect brawling attack area zone }
  stunt stunning { cost 1; effect attack hits composure only }
  stunt heavy { cost 1; effect cannot attack when fired_last_round and not prone }
  stunt steady { cost 1; effect +1 to brawling defence when moved }
  stunt hungry { cost 1; effect after attack free_tag \"Out of ammo\" }
  stunt friendly { cost 1; effect after attack free_tag \"Out of ammo\" by allies }
  stunt throwing { cost 1; effect may choose throw; effect must use agility for attack when throw; effect range is 1..2 when throw }
  stunt dodging { cost 1; effect must use agility for defence against ew_like }
  stunt borrowed { cost 1; effect must use agility of target for attack }
  stunt spaceborne { cost 1; effect table \"only words\" }
}
skill ew_like { }
";

#[test]
fn a_number_counts_once_for_every_purchase() {
    assert_eq!(gun("scoped", ""), [StaticModifier::Attack(1)]);
    assert_eq!(gun("scoped x3", ""), [StaticModifier::Attack(3)]);
    assert_eq!(gun("scoped x2, per_scope", ""), [StaticModifier::Attack(2), StaticModifier::Attack(4)]);
}

#[test]
fn what_only_the_table_can_count_or_choose_is_no_standing_bonus() {
    assert_eq!(gun("angry", ""), []);
    assert_eq!(gun("paid", ""), []);
    assert_eq!(gun("spaceborne", ""), []);
}

#[test]
fn training_is_missed_until_the_gun_allows_the_untrained() {
    assert_eq!(gun("trained_only", ""), [StaticModifier::Lacks(Some(Act::Attack))]);
    assert!(gun("trained_only, civilian", "").contains(&StaticModifier::AllowsUntrained));
    assert!(!gun("trained_only, civilian_blade", "").contains(&StaticModifier::AllowsUntrained));
}

#[test]
fn an_area_spares_what_it_says_and_is_the_gun_s_own() {
    assert_eq!(
        gun("area", ""),
        [StaticModifier::Area(AreaLimits { not_here: true, spares_self: false, spares_allies: true, always: false })]
    );
    assert_eq!(gun("fists", ""), []);
}

#[test]
fn a_choice_brings_its_lines_only_when_it_is_made() {
    assert_eq!(gun("throwing", ""), [StaticModifier::Choice("throw".into())]);
    let thrown = gun("throwing", "throw");
    assert!(thrown.contains(&StaticModifier::Range(1, 2)));
    assert!(thrown.iter().any(|row| matches!(row, StaticModifier::Uses(used) if used.basis == skill("agility") && used.must)));
}

#[test]
fn what_the_table_sees_is_looked_up_in_the_fight() {
    let [StaticModifier::Barred(condition)] = &gun("heavy", "")[..] else { panic!("one row") };
    let barred = |fired: i64, prone: i64| {
        let look = &mut |live: &ConditionVariable| Ok(if *live == ConditionVariable::FiredLastRound { fired } else { prone });
        condition.eval(look) != Ok(0)
    };
    assert!(barred(1, 0));
    assert!(!barred(0, 0));
    assert!(!barred(1, 1));
    // An effect of a gun on rolls other than its own attacks is kept in the general table.
    assert_eq!(gun("steady", ""), []);
}

#[test]
fn a_free_tag_comes_after_the_attack_and_is_the_enemies() {
    let [StaticModifier::After(after)] = &gun("hungry", "")[..] else { panic!("one row") };
    assert_eq!((after.when, after.aspect.as_str(), after.free), (AspectOccasion::Attack, "Out of ammo", true));
    assert_eq!(gun("friendly", ""), []);
    assert_eq!(gun("stunning", "").len(), 1);
}

#[test]
fn a_line_that_asks_for_somebody_else_s_number_is_not_read_as_one_s_own() {
    assert_eq!(gun("dodging", ""), []);
    assert_eq!(gun("borrowed", ""), []);
}

/// Returns the errors on a design with one stunt with this effect.
fn said(line: &str) -> Vec<String> {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "home".into(), ..Package::default() });
    let text = format!(
        "design beast_like : beast {{ skills loose 0..5; track health {{ base 4; fixed }}; stunt odd {{ cost 0; effect {line} }} }}\nbeast one : beast_like {{ skills {{ 2 agility }}; stunts odd }}\n"
    );
    sources.add_file(package, "main.slip", text);
    let found = compile(&sources).diagnostics;
    let wanted = |found: &&slip_source::diagnostic::Diagnostic| found.severity == slip_source::diagnostic::Severity::Error;
    found.iter().filter(wanted).map(|found| found.message.clone()).collect()
}

#[test]
fn what_personal_combat_does_not_run_is_said_where_it_is_bought_and_nothing_else_is() {
    for line in [
        "may use agility for stamina rolls up to 3 or full for 1 fate",
        "allies +1 to agility rolls once per round",
        "enemies -1 to attack",
        "+1 to agility rolls for 1 fate",
        "table \"words\"",
        "may reroll attack once per round",
        "agility rolls at most 3",
        "after hit pays 1 fate",
        "at turn suffers 1 on health",
        "+1 to stress of attack",
        "+1 to attack against this",
        "may use 2 for defence against brawling",
        "erase health 1 as action",
        "after enemies enter may attack it out of turn",
        "after hit +1 to attack",
        "+1 to order once per round",
        "after first_aid never has aspect \"Sitting duck\"",
        "+1 to stamina task",
        "after seal suffers 1 on health",
        "may pick_up at once",
    ] {
        assert_eq!(said(line), Vec::<String>::new(), "{line}");
    }
    // These three effects each give a finding: a permission for an act that is always allowed, an operation without a trigger or a target,
    // and a modifier of a roll that never happens.
    for line in [
        "others -2 to notice against this in personal",
        "suffers 1 on health",
        "target suffers 1 on health for 1 fate",
        "may attack",
        "target cannot move",
        "others cannot move this",
        "has aspect \"Cold\" by allies",
        "may defence at once in personal",
        "before composure_attack suffers 1 on health",
        "after taken_out suffers 1 on health in social",
        "after hit +1 to free_move in social",
        "cannot move own_zone in social",
        "allows untrained in social",
        "+1 to defence in social when moved",
        "after hit +1 to order in social",
        "target may reroll attack once per round",
        "+1 to invoke of \"Cold\" once per round in social",
        "others cannot obstruct this",
        "may reroll move against oratory once per turn",
        "needs trained oratory for attack against charm in social",
        "+1 to maneuver in social when attacker has \"Cold\"",
    ] {
        let found = said(line);
        assert!(!found.is_empty(), "{line}");
    }
}

/// An effect for ships or units that no engine reads is refused where it is written, with a spelling that works.
#[test]
fn what_no_engine_reads_is_refused_where_it_is_written() {
    let refused = |carrier: &str, thing: &str, line: &str| -> Vec<String> {
        let mut sources = Sources::new();
        slip_compile::stdlib::add(&mut sources);
        let package = sources.add_package(Package { name: "home".into(), ..Package::default() });
        let text = format!(
            "design odd_one : {carrier} {{ {thing}; stunt odd {{ cost 0; effect {line} }} }}\n{carrier} one : odd_one {{ tech T1; stunts odd }}\n"
        );
        sources.add_file(package, "main.slip", text);
        let found = compile(&sources).diagnostics;
        let refused = found.iter().filter(|found| found.code.slug() == "effect-never-applies");
        refused.map(|found| found.help.clone().unwrap_or_default()).collect()
    };
    let parts = "tech T0..T4; stat v_shift { ranks 0..4 }; stat sensors { ranks 0..5 }; track frame { base 3 }; track heat { base 3 }";
    let ship = |line: &str| refused("ship", parts, line);
    // A bonus to a roll of trade always applies, without a choice.
    for (line, count) in [
        ("+1 to maintain", 0),
        ("+1 to maintain once per session", 1),
        ("must use 5 for maintain", 0),
        ("may reroll maintain", 1),
        ("may launch at once", 1),
        ("may launch", 1),
        ("before attack pays 1 fate", 1),
        ("+1 to detection when atmosphere in space", 1),
        ("+1 to attack when weapon is recoilless in space", 1),
        ("+1 to sensors rolls", 1),
        // Space combat knows these words, but some effects with them change nothing.
        ("+1 to gunnery board", 1),
        ("+1 to board", 0),
        ("board limited by computer", 1),
        ("spin of ew attack is 0", 1),
        ("spin of beam attack is 0", 0),
        ("target +1 to beam attack", 1),
        ("target +1 to defence", 0),
        ("others cannot staff_untrained", 1),
        ("crew cannot staff_untrained", 0),
        ("needs trained charm for board", 1),
        ("needs trained charm for beam attack", 0),
        ("after taken_out +1 to beam attack", 1),
        ("after enemies taken_out +1 to beam attack", 0),
        ("+1 to beam attack in space when on_launch", 1),
        ("+1 to beam attack in space when not on_launch", 0),
        ("attached +1 to beam attack", 0),
        ("+1 to detection", 0),
        ("table \"hums\"", 0),
    ] {
        // `in` comes before `when`.
        let line = match (line.split_once(" when "), line.strip_suffix(" in space")) {
            (Some((act, _)), Some(whole)) => format!("{act} in space when {}", whole.split_once(" when ").unwrap().1),
            _ => line.to_owned(),
        };
        let found = ship(&line);
        assert_eq!(found.len(), count, "{line}: {found:?}");
        assert!(found.iter().all(|help| help.contains('`')), "{line}: {found:?}");
    }
    let unit = |line: &str| refused("unit", "skills loose 0..5; tech T0..T4; track morale { base 3 }; aspect \"Sees red\"", line);
    for (line, count) in [
        ("may cover at once", 1),
        ("+1 to max_move as action", 1),
        ("+1 to max_move", 0),
        ("others cannot interdict this", 1),
        ("others cannot attack this", 0),
        ("after move against this suffers 1 on morale", 1),
        ("attached cannot attack", 1),
        ("attached -1 to defence", 0),
        ("+1 to attack when carrier has \"Sees red\"", 1),
        ("+1 to cover when target has \"Sees red\"", 1),
        ("+1 to attack when on_launch", 1),
        ("target +1 to attack", 1),
        ("after taken_out suffers 1 on morale", 1),
        ("after taken_out enemies suffers 1 on morale", 0),
        ("+1 to direct_fire defence", 1),
        ("+1 to defence against direct_fire", 0),
        ("+1 to cover per zone", 1),
    ] {
        assert_eq!(unit(line).len(), count, "{line}");
    }
    let person = |line: &str| refused("npc", "skills loose 0..5; track health { base 3 }; aspect \"Sees red\"", line);
    for (line, count) in [
        ("cannot seal own_zone in personal", 1),
        ("cannot seal in personal", 0),
        ("others cannot obstruct this in personal", 1),
        ("others cannot first_aid this in personal", 0),
        ("cannot first_aid this in personal", 1),
        ("may reroll move against this once per turn in personal", 1),
        ("needs trained medical for attack against medical in personal", 1),
        ("+1 to maneuver in personal when attacker has \"Sees red\"", 1),
        ("+1 to maneuver in personal when actor has \"Sees red\"", 0),
        ("+1 to attack in personal when slug_throwers of weapon >= 1", 1),
        ("+1 to attack in personal when tech >= 1", 1),
        ("before area_attack suffers 1 on health in personal", 1),
        ("after taken_out suffers 1 on health in personal", 1),
        ("everyone +2 to order in personal", 1),
        ("allies +2 to order in personal", 0),
        ("allows untrained in personal", 1),
        ("+2 to invoke of \"Sees red\" once per turn in personal", 1),
        ("+2 to invoke of \"Sees red\" in personal", 0),
    ] {
        assert_eq!(person(line).len(), count, "{line}");
    }
}

/// B4: if a rating replaces the skill of a roll, an effect on rolls with this rating is accepted.
#[test]
fn an_effect_on_rolls_with_a_rating_is_read_where_the_rating_is_used() {
    let text = "design scout : ship from std.spacecraft { stat sensors \"Sensors\" { ranks 0..5; cost rank }; \
                effect must use sensors for detection; effect +1 to sensors rolls }\n";
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "home".into(), ..Package::default() });
    sources.add_file(package, "main.slip", text);
    let found = compile(&sources).diagnostics;
    let errors = found.iter().filter(|found| found.severity == slip_source::diagnostic::Severity::Error);
    assert_eq!(errors.map(|found| found.message.as_str()).collect::<Vec<_>>(), Vec::<&str>::new());
}

/// Plays an encounter with ten seeds and returns the logs.
fn played(text: &str) -> Vec<String> {
    let pack = pack(text);
    (0..10).map(|seed| run(&pack, "home.f", seed, Seats::standard()).unwrap().json_lines()).collect()
}

/// A hit that comes of a hazard, a mine or a drain is no actor's hit: the stunts of bystanders do not act.
#[test]
fn a_hit_that_no_actor_dealt_is_not_the_hit_of_everyone() {
    let logs = played(
        r#"
stunt venom "Venom" { for npc; effect after hit target has aspect "Poisoned" }
stunt leaks "Leaks" { for npc; effect each turn suffers 1 on health }
npc leaky "Leaky" { cap 2; skills { 2 stamina; 1 agility, brawling }; aspects "A b", "C d"; stunts leaks }
npc viper "Viper" { cap 2; skills { 2 brawling; 1 agility, stamina }; aspects "E f", "G h"; stunts venom }
map p { zone a; zone b; border a -- b 9 }
encounter f : personal { map p; side x { actors leaky at a }; side y { actors viper at b }; victory x when out(y); victory y when out(x); limit 3 rounds }
"#,
    );
    assert!(logs.iter().all(|log| log.contains("\"e\":\"hit\"")), "the leak hits");
    assert!(logs.iter().all(|log| !log.contains("Poisoned")));
}

/// An aspect for a target that the same hit takes out is not placed on the scene.
#[test]
fn an_aspect_for_a_target_that_is_taken_out_is_placed_nowhere() {
    let logs = played(
        r#"
stunt tip "Tip" { for npc; effect after hit target has aspect "Burning" }
npc big "Big" { cap 4; skills { 4 brawling; 3 agility, stamina; 2 resolve, alertness, charm; 1 survival, stealth, tactics, medical }; stunts tip; aspects "E f", "G h", "X y", "Z z" }
npc small "Small" { cap 1; skills { 1 brawling }; aspects "I j" }
map p { zone a }
encounter f : personal { map p; side x { actors big at a }; side y { actors small x2 at a }; victory x when out(y); victory y when out(x); limit 6 rounds }
"#,
    );
    let on_scene = |line: &str| line.contains("Burning") && line.contains("\"scene\"");
    assert!(logs.iter().any(|log| log.contains("\"e\":\"out\"")), "some target is taken out");
    assert!(logs.iter().flat_map(|log| log.lines()).all(|line| !on_scene(line)));
}
