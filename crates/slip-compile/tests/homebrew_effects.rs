//! Tests of typical homebrew, each from the text to the sheet, and of the messages to authors who write effects in another game's words.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::{Compiled, compile};
use slip_pack::BuiltItem;
use slip_pack::effect::Play;
use slip_source::diagnostic::Severity;
use slip_source::{Package, Sources};

fn compiled(text: &str) -> Compiled {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "home".into(), ..Package::default() });
    sources.add_file(package, "main.slip", text);
    compile(&sources)
}

fn said(compiled: &Compiled) -> Vec<String> {
    let loud = compiled.diagnostics.iter().filter(|found| found.severity > Severity::Note);
    loud.map(|found| format!("{}: {}", found.code.slug(), found.message)).collect()
}

/// Returns a thing of a homebrew kind with one stunt.
fn with_stunt(kind: &str, design: &str, stunt: &str) -> BuiltItem {
    let text = format!(
        "design maker \"Maker\" : {kind} {{\n{design}\n  stunt own {{ {stunt} }}\n}}\n{kind} thing \"Thing\" : maker {{ stunts own }}\n"
    );
    let compiled = compiled(&text);
    assert_eq!(said(&compiled), Vec::<String>::new(), "{text}");
    compiled.pack.items[kind]["home.thing"].clone()
}

/// Returns the effects of a thing in play, with the kinds of play in which they act.
fn lines(item: &BuiltItem) -> Vec<String> {
    let words = |plays: &[Play]| plays.iter().map(|play| play.word()).collect::<Vec<_>>().join(" ");
    item.effects.iter().map(|effect| format!("{} ({})", effect.text, words(&effect.plays))).collect()
}

fn weapon(stunt: &str) -> Vec<String> {
    lines(&with_stunt("weapon", "  skill slug_throwers\n  aspect \"Out of ammo\"", stunt))
}

fn ship(stunt: &str) -> BuiltItem {
    let design = "  price 6\n  upkeep 4\n  stat beam { ranks 0..4; base 2 }\n  stat torpedo { ranks 0..4; base 2 }\n  track frame { base 3 }\n  track heat { base 3 }";
    with_stunt("ship", design, stunt)
}

/// Returns the findings about a stunt of people with one effect.
fn of_person(effect: &str) -> Vec<String> {
    said(&compiled(&format!("stunt aa \"Aa\" {{ for npc, character; effect {effect} }}\n")))
}

#[test]
fn an_effect_gives_no_empty_aspect() {
    for effect in ["has aspect \"\"", "after hit target has aspect \" \"", "after hit place \"\" on 2 zones"] {
        assert_eq!(of_person(effect), ["wrong-value: this aspect is empty"], "{effect}");
    }
}

/// Returns the help of the only finding about a stunt with one effect.
fn help(buyer: &str, effect: &str) -> String {
    let found = compiled(&format!("stunt aa \"Aa\" {{ for {buyer}; effect {effect} }}\n"));
    let helps: Vec<String> = found.diagnostics.iter().filter_map(|found| found.help.clone()).collect();
    assert_eq!(helps.len(), 1, "{effect}: {helps:?}");
    helps.concat()
}

#[test]
fn advice_about_an_effect_is_not_an_error_again() {
    for lasting in ["after hit target suffers 1 on health each turn", "after hit target suffers 1 on health after 2 turns"] {
        let help = help("npc", lasting);
        assert!(help.contains("after hit target has aspect \"Poisoned\"") && help.contains("ruleset"), "{help}");
    }
    assert!(help("npc", "after hit self has aspect \"Big\"").contains("`after hit has aspect \"Big\"`"));
    for right in ["after hit target has aspect \"Poisoned\"", "after hit has aspect \"Big\""] {
        assert_eq!(of_person(right), Vec::<String>::new(), "{right}");
    }
    assert!(help("npc", "defence hits on composure go to shield").starts_with("write the track after `hits`"));
    assert!(help("npc", "+1 to brawling attack when range <= 0 in space").starts_with("write `in space` before `when`"));
    assert!(help("spacecraft", "enemies -1 to beam").contains("`beam attack`"));
}

/// Returns the reasons why a stunt of a buyer with one effect never acts.
fn reasons(buyer: &str, effect: &str) -> Vec<String> {
    let found = compiled(&format!("stunt aa \"Aa\" {{ for {buyer}; effect {effect} }}\n")).diagnostics;
    found.iter().filter(|found| found.code.slug() == "effect-never-applies").map(|found| found.primary.text.clone()).collect()
}

#[test]
fn a_bound_that_nothing_reaches_is_refused() {
    for (buyer, never, why) in [
        ("npc", "+2 to attack when health > 30", "`health` never has more than 30 boxes"),
        ("npc", "+2 to attack when health of target >= 40", "`health` never has more than 30 boxes"),
        ("npc", "+2 to attack when slug_throwers >= 20", "no rank of a skill here is above 5"),
        ("npc", "+2 to attack when range == 99", "`range` is never above 95"),
        ("slug_thrower", "+2 to attack when max_range > 6", "`max_range` goes from 0 to 6"),
        ("ship", "+1 to beam attack when frame > 30", "`frame` never has more than 30 boxes"),
        ("ship", "+1 to beam attack when range > 8", "`range` is never above 8"),
        ("ship", "+1 to beam attack when beam > 6", "`beam` goes from 0 to 6"),
        ("ship", "+1 to beam attack when beam of target > 6", "`beam` goes from 0 to 6"),
        ("ship", "+1 to beam attack when carried > 47", "`carried` is never above 47"),
        ("ship", "+1 to beam attack when gunnery > 50", "no rank of a skill here is above 20"),
        ("npc", "+2 to attack when agility of target > 40", "no rank of a skill here is above 22"),
        ("npc", "+2 to attack when gravity > 1", "`gravity` is never above 1"),
        ("unit", "+1 to attack when hand_to_hand > 20", "no rank of a skill here is above 6"),
        ("unit", "+1 to attack when range > 99", "`range` is never above 95"),
    ] {
        assert_eq!(reasons(buyer, never), [why], "{buyer}: {never}");
    }
    for (buyer, right) in [
        ("npc", "+2 to attack when health >= 5"),
        ("npc", "+2 to attack when slug_throwers >= 5"),
        ("npc", "+2 to attack when range == 20"),
        ("animal", "+2 to attack when natural_weapons >= 9"),
        ("ship", "+1 to beam attack when frame >= 12"),
        ("ship", "+1 to beam attack when range == 8"),
        ("ship", "+1 to beam attack when beam >= 6"),
        ("ship", "+1 to beam attack when gunnery >= 5"),
        ("unit", "+1 to attack when hand_to_hand >= 6"),
    ] {
        assert_eq!(reasons(buyer, right), Vec::<String>::new(), "{buyer}: {right}");
    }
}

#[test]
fn a_mark_that_nothing_gives_is_on_nobody() {
    let chill = "mark frozen \"has been frozen\"\nstunt chill \"Chill\" { for npc; effect +1 to attack when target is frozen }\n";
    assert_eq!(said(&compiled(chill)), ["effect-never-applies: this effect never applies"]);
    let given = format!("{chill}map lake \"Lake\" {{ zone ice {{ effect is frozen }} }}\n");
    assert_eq!(said(&compiled(&given)), Vec::<String>::new());
}

#[test]
fn what_is_required_and_denied_is_never_true() {
    assert_eq!(reasons("npc", "+2 to attack when prone and moved and not prone"), ["`prone` and `not prone` are never both true"]);
}

#[test]
fn a_roll_with_a_skill_of_another_kind_of_play_is_refused() {
    for (buyer, effect) in [
        ("spacecraft", "+2 to brawling attack"),
        ("spacecraft", "crew +1 to brawling attack"),
        ("ship", "enemies -1 to charm rolls in space"),
        ("ship", "+1 to stress of brawling attack"),
        ("unit", "+1 to brawling attack"),
        ("unit", "+1 to gunnery rolls in platoon"),
    ] {
        let found = said(&compiled(&format!("stunt aa \"Aa\" {{ for {buyer}; effect {effect} }}\n")));
        assert!(found.len() == 1 && found[0].starts_with("effect-never-applies: "), "{buyer}: {effect}: {found:?}");
    }
    for (buyer, effect) in [("spacecraft", "+1 to gunnery rolls"), ("unit", "+1 to camouflage rolls"), ("npc", "+2 to brawling attack")] {
        let found = said(&compiled(&format!("stunt aa \"Aa\" {{ for {buyer}; effect {effect} }}\n")));
        assert_eq!(found, Vec::<String>::new(), "{buyer}: {effect}");
    }
}

#[test]
fn a_setting_that_nothing_asks_for_is_reported() {
    let notes = |text: &str| {
        let found = compiled(text).diagnostics;
        found.iter().filter(|found| found.code.slug() == "not-read").map(|found| found.message.clone()).collect::<Vec<_>>()
    };
    let moon = "ruleset nights \"Nights\" { setting moonlight no, yes }\n";
    assert_eq!(notes(moon), ["the setting `moonlight` changes nothing, because no rule asks for it"]);
    let asked = format!("{moon}stunt owl \"Owl\" {{ for npc; effect +1 to attack when rules moonlight }}\n");
    assert_eq!(notes(&asked), Vec::<String>::new());
}

#[test]
fn a_ruleset_that_no_encounter_uses_is_reported() {
    let fight = |rules: &str| {
        said(&compiled(&format!(
            "ruleset slow_poison \"Slow poison\" {{ effect each everyone turn actor suffers 1 on health when actor has \"Poisoned\" }}\n\
             stunt venomed \"Venomed\" {{ for slug_thrower; cost 2; effect after hit target has aspect \"Poisoned\" }}\n\
             weapon pipe \"Pipe\" : slug_thrower {{ tech T-1; harm 0; penetration 0; range 0..1; stunts civilian, venomed }}\n\
             npc clerk \"Clerk\" {{ cap 2; skills {{ 2 slug_throwers; 1 agility, stealth }}; aspects \"A\", \"B\"; gear pipe }}\n\
             map office {{ zone desk }}\n\
             encounter row : personal {{ map office; {rules} side a {{ actors clerk at desk }}; side b {{ actors clerk x2 at desk }} }}\n"
        )))
    };
    assert_eq!(fight(""), ["unused-ruleset: the ruleset `slow_poison` is never in force, so its effects never act"]);
    assert_eq!(fight("rules slow_poison;"), Vec::<String>::new());
}

#[test]
fn the_value_of_a_setting_is_checked_in_the_condition_of_an_effect() {
    for (condition, message) in [
        ("rules ammo_tag foo", "setting-value: the setting `ammo_tag` cannot be `foo`"),
        ("not rules spin_at 99", "setting-value: the setting `spin_at` cannot be `99`"),
        ("rules gravity", "setting-value: `rules gravity` is true with every value of `gravity`"),
    ] {
        assert_eq!(of_person(&format!("+1 to attack when {condition}")), [message], "{condition}");
    }
    assert_eq!(said(&compiled("map m { zone z { effect everyone +1 to attack when rules ammo_tag foo } }\n")).len(), 1);
    assert_eq!(of_person("+1 to attack when rules ammo_tag any_area and rules morale"), Vec::<String>::new());
}

#[test]
fn a_condition_of_a_design_that_nothing_meets_is_reported() {
    let design = |line: &str| {
        said(&compiled(&format!(
            "design d \"D\" : gadget {{ tech T0..T4; budget 9; stat x {{ ranks 0..tech + 1; cost rank }}; {line} }}\n"
        )))
    };
    for line in [
        "aspect \"B\" when x > 9",
        "aspect \"C\" when x < 0",
        "note \"N\" when x > 2 and x > 8",
        "stunt s { cost 1; sink; idle when x > 5 }",
    ] {
        let found = design(line);
        assert!(
            found.len() == 1 && found[0].starts_with("never-fits: no thing of this design ever meets the condition"),
            "{line}: {found:?}"
        );
    }
    assert_eq!(design("advise x > 5 else \"never\""), ["never-fits: no thing of this design ever meets this `advise`"]);
    for line in ["aspect \"B\" when x >= 5", "aspect \"C\" when x == 0 or x > 9", "require x <= 3 else \"sometimes\""] {
        assert_eq!(design(line), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn boxes_for_a_track_that_the_wearer_lacks_are_reported() {
    let wearer = |design: &str| {
        said(&compiled(&format!(
            "stunt humming \"Humming\" {{ for body_armour; cost 1; effect +2 to boxes of shield }}\n\
             design shielded : npc from std.npc {{ track shield {{ base 0; fixed }} }}\n\
             armour coat : body_armour {{ tech T1; defense 1; stunts civilian, humming }}\n\
             npc ana : {design} {{ cap 2; skills {{ 2 brawling; 1 agility, stamina }}; aspects \"A\", \"B\"; gear coat }}\n"
        )))
    };
    assert_eq!(
        wearer("npc"),
        ["useless-stunt: `+2 to boxes of shield` of `armour coat` changes nothing, because `ana` has no track `shield`"]
    );
    assert_eq!(wearer("shielded"), Vec::<String>::new());
}

#[test]
fn bounds_that_exclude_each_other_are_never_both_true() {
    for never in ["range <= 0 and range >= 1", "range > 0 and prone and 1 > range", "range == 1 and range != 1"] {
        assert_eq!(
            of_person(&format!("+1 to brawling attack when {never}")),
            ["effect-never-applies: this effect never applies"],
            "{never}"
        );
    }
    for sometimes in ["range >= 1 and range <= 1", "range <= 0 or range >= 1", "range >= 1 and range != 2"] {
        assert_eq!(of_person(&format!("+1 to brawling attack when {sometimes}")), Vec::<String>::new(), "{sometimes}");
    }
}

#[test]
fn a_weapon_hits_a_whole_zone() {
    assert_eq!(
        weapon("effect attack area zone except own_zone; effect -1 to attack when area"),
        ["attack area zone except own_zone (personal social)", "-1 to attack when area (personal social)"]
    );
}

#[test]
fn a_weapon_hits_a_whole_band() {
    assert_eq!(lines(&ship("effect torpedo attack area band always")), ["torpedo attack area band always (space)"]);
}

#[test]
fn a_weapon_adds_stress_on_a_hit() {
    assert_eq!(weapon("effect +2 to stress of attack"), ["+2 to stress of attack (personal social)"]);
    assert_eq!(weapon("effect after hit target suffers 1 on composure"), ["after hit target suffers 1 on composure (personal social)"]);
}

#[test]
fn a_track_has_its_own_consequence_schedule() {
    let sanity = "  track sanity \"Sanity\" { base 4 }\n  effect consequences of sanity is 1/3/5";
    let item = with_stunt("investigator", sanity, "effect +1 to boxes of sanity");
    assert_eq!(item.schedules["sanity"], [1, 3, 5]);
    assert_eq!(item.tracks["sanity"], 5);
}

#[test]
fn a_stat_is_traded_against_another() {
    let item = ship("effect +1 to beam; effect -1 to torpedo");
    assert_eq!((item.stat("beam"), item.stat("torpedo")), (3, 1));
}

#[test]
fn a_defence_uses_another_skill_at_minus_one() {
    assert_eq!(
        lines(&with_stunt("npc", "  track health { base 3 }", "effect may use tactics -1 for defence")),
        ["may use tactics -1 for defence (personal space social)"]
    );
}

#[test]
fn an_aspect_can_be_tagged_free_once_an_encounter() {
    assert_eq!(
        weapon("effect free_tag \"Out of ammo\" by allies once per encounter"),
        ["free_tag \"Out of ammo\" by allies once per encounter (personal social)"]
    );
}

#[test]
fn a_price_and_an_upkeep_change() {
    let item = ship("effect -2 to price; effect +1 to upkeep");
    assert_eq!((item.price, item.upkeep), (Some(4), Some(5)));
}

/// Pairs of an invalid effect and the words of the help that correct it.
const MEANT: &[(&str, &str)] = &[
    ("+1 harm", "+1 to harm of attack"),
    ("+1 to harm", "+1 to harm of attack"),
    ("harm +1", "+1 to harm of attack"),
    ("+1 damage", "+1 to harm of attack"),
    ("+1 stress", "+1 to stress of attack"),
    ("+1 to attacks", "+1 to attacks of attack"),
    ("extra attack", "+1 to attacks of attack"),
    ("attack twice", "+1 to attacks of attack"),
    ("ignore armour", "+2 to penetration of attack"),
    ("attack ignores 2 armour", "+2 to penetration of attack"),
    ("reroll attack", "may reroll attack"),
    ("attack everyone in zone", "attack area zone except own_zone"),
    ("hits all enemies", "attack area zone except own_zone"),
    ("+1 attack when prone", "+1 to attack"),
    ("attack +1", "+1 to attack"),
    ("range 1..4", "range is 1..4"),
    ("out_of_range 1", "out_of_range is 1"),
    ("after hit, target suffers 1 on health", "after hit target suffers 1 on health"),
    ("target suffers 1 on health after hit", "after hit target suffers 1 on health"),
    ("on hit target suffers 1 on health", "after hit target suffers 1 on health"),
    ("once per scene +2 to attack", "+2 to attack once per scene"),
    ("+2 to attack for a fate point", "for 1 fate"),
    ("spend 1 fate for +2 to attack", "+2 to attack for 1 fate"),
    ("+2 to attack once a scene", "once per scene"),
    ("+2 to attack 3 per scene", "3 times per scene"),
    ("has \"Heavy\"", "has aspect \"Heavy\""),
    ("free tag \"Out of ammo\"", "free_tag \"Out of ammo\""),
    ("stun target", "after hit target has aspect \"Stunned\""),
    ("heals 1 health", "each turn erase health 1"),
    ("immune to composure", "boxes of composure is none"),
    ("use brawling for attack", "may use brawling for attack"),
    ("may use brawling instead of slug_throwers", "may use brawling for slug_throwers attack"),
    ("-1 to enemies defence", "enemies -1 to defence"),
    ("enemy -1 to defence", "enemies -1 to defence"),
    ("not attack when moved", "cannot attack when moved"),
    ("requires trained slug_throwers", "needs trained slug_throwers for attack"),
    ("+1 to attack rolls", "agility rolls"),
    ("+1 to attack and defence", "effect +1 to attack; effect +1 to defence"),
    ("push target 1 zone", "table \"pushes the target one zone\""),
    ("deals 2 composure", "attack hits composure only"),
    ("target loses action", "after hit target cannot attack"),
    ("+1 to defence vs brawling", "+1 to defence against ew"),
    ("+1 to attack in zone", "when range == 0"),
    ("+1 to all rolls", "+1 to agility, stamina rolls"),
];

fn helps(line: &str) -> Vec<String> {
    let text = format!("design maker : weapon {{\n  aspect \"Out of ammo\"\n  stunt own {{ effect {line} }}\n}}\n");
    let compiled = compiled(&text);
    let errors = compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    errors.map(|found| found.help.clone().unwrap_or_default()).collect()
}

#[test]
fn whoever_writes_it_as_another_game_would_is_told_the_words() {
    for (line, right) in MEANT {
        let helps = helps(line);
        assert_eq!(helps.len(), 1, "`{line}`: {helps:?}");
        assert!(helps[0].contains(right), "`{line}` should lead to `{right}`, not to: {}", helps[0]);
    }
}

/// The advice itself must compile.
#[test]
fn what_the_advice_says_compiles() {
    let whole =
        |right: &&str| !matches!(*right, "for 1 fate" | "once per scene" | "3 times per scene" | "when range == 0" | "agility rolls");
    for right in MEANT.iter().map(|(_, right)| *right).filter(whole).filter(|right| !right.starts_with("effect ")) {
        // Effects about electronic warfare are written for ships. Effects about a person's tracks are written for people.
        let kind = if right.contains("ew") { "ship" } else { "npc" };
        let text = format!(
            "design maker : {kind} {{\n  skills loose 0..5\n  track health {{ base 3 }}\n  track composure {{ base 3 }}\n  aspect \"Out of ammo\"\n  stunt own {{ effect {right} }}\n}}\n"
        );
        let kinds = if ["range", "out_of"].iter().any(|word| right.starts_with(word)) { text.replace(": npc", ": weapon") } else { text };
        assert_eq!(said(&compiled(&kinds)), Vec::<String>::new(), "{right}");
    }
}

/// R-E24: where nothing is measured, `range` is refused; an aura and a roll with a target have a range.
#[test]
fn a_range_is_refused_where_nothing_is_measured() {
    let ship = |effect: &str| {
        let text = format!(
            "design maker \"Maker\" : ship {{ price 6; upkeep 4; tech T1..T4; stat beam {{ ranks 0..4 }}; track frame {{ base 3 }}\n  stunt own \"Own\" {{ effect {effect} }} }}\n"
        );
        said(&compiled(&text))
    };
    for effect in [
        "+1 to position when range >= 1",
        "+1 to detection when not range == 2",
        "each turn suffers 1 on frame when range == 0",
        "+(range) to position",
        "cannot burn when range == 0",
        "after burn has aspect \"Warm\" when range == 1",
        "+1 to attack in space when target is range",
    ] {
        assert_eq!(ship(effect).len(), 1, "{effect}: {:?}", ship(effect));
    }
    assert_eq!(ship("+1 to position when range >= 1"), ["effect-never-applies: this effect has no target, so there is no range"]);
    for effect in [
        "+1 to beam attack when range >= 1",
        "enemies -1 to position when range == 0",
        "each turn enemies suffers 1 on frame when range <= 1",
        "after hit target suffers 1 on frame when range == 0",
        "others cannot attack this when range > 2",
    ] {
        assert_eq!(ship(effect), Vec::<String>::new(), "{effect}");
    }
}

/// The target of an act rolls only in defence, in a talk as in a fight.
#[test]
fn an_effect_about_other_rolls_of_the_target_is_refused() {
    let npc = |effect: &str| {
        said(&compiled(&format!(
            "design maker : npc {{ skills loose 0..5; track composure {{ base 3 }}\n  stunt own {{ effect {effect} }} }}\n"
        )))
    };
    for play in ["personal", "social"] {
        for effect in ["target +4 to attack", "target attack limited by 0", "target +4 to maneuver"] {
            let effect = format!("{effect} in {play}");
            assert_eq!(npc(&effect).len(), 1, "{effect}: {:?}", npc(&effect));
        }
        assert_eq!(npc(&format!("target -4 to defence in {play}")), Vec::<String>::new());
    }
}
