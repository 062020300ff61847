//! Tests of effects that act at building: the purchases, the results and the reasons, from the text to the sheet.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::{Compiled, compile};
use slip_pack::BuiltItem;
use slip_pack::item::Account;
use slip_source::diagnostic::Severity;
use slip_source::{Package, Sources};

fn compiled_with(package: Package, text: &str) -> Compiled {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "home".into(), ..package });
    sources.add_file(package, "main.slip", text);
    compile(&sources)
}

fn compiled(text: &str) -> Compiled {
    compiled_with(Package::default(), text)
}

/// Returns the findings, without notes.
fn said(compiled: &Compiled) -> Vec<String> {
    let loud = compiled.diagnostics.iter().filter(|found| found.severity > Severity::Note);
    loud.map(|found| format!("{}: {}", found.code.slug(), found.message)).collect()
}

fn findings(text: &str) -> Vec<String> {
    said(&compiled(text))
}

fn found<'c>(compiled: &'c Compiled, kind: &str, name: &str) -> &'c BuiltItem {
    assert_eq!(said(compiled), Vec::<String>::new());
    &compiled.pack.items[kind][format!("home.{name}").as_str()]
}

/// Returns an item of a text that compiles.
fn item(kind: &str, name: &str, text: &str) -> BuiltItem {
    found(&compiled(text), kind, name).clone()
}

/// Returns the ledger entries of an account.
fn ledger(item: &BuiltItem, account: Account) -> Vec<String> {
    let lines = item.ledger.lines.iter().filter(|line| line.account == account);
    lines.map(|line| format!("{:+} {}", line.points, line.what)).collect()
}

/// Returns a small walker: two statistics, a track, and a price that depends on its purchases.
fn walker(stunts: &str, bought: &str) -> String {
    format!(
        "mark tall \"tall\"
design walker : vehicle {{
  tech T0..T4
  budget 20
  fate 2
  stat stride {{ ranks 0..tech + 2; cost rank }}
  stat claw {{ ranks 0..4; cost rank }}
  stat drift {{ ranks -2..2; cost rank }}
  track hull {{ base 3; cost rank - 3; also shell }}
  track nerve {{ base 2 }}
  flag manned
  stunt armoured {{ cost 1; sink }}
  {stunts}
  aspect \"Long-legged\" when stride >= 3
  price 5 + stride
  upkeep 2
}}
vehicle strider \"Strider\" : walker {{ tech T1; stride 2; claw 1; {bought} }}
"
    )
}

fn strider(stunts: &str, bought: &str) -> BuiltItem {
    let compiled = compiled(&walker(stunts, bought));
    let loud: Vec<String> = said(&compiled).into_iter().filter(|said| !said.starts_with("unspent-points")).collect();
    assert_eq!(loud, Vec::<String>::new());
    compiled.pack.items["vehicle"]["home.strider"].clone()
}

fn strider_findings(stunts: &str, bought: &str) -> Vec<String> {
    findings(&walker(stunts, bought)).into_iter().filter(|said| !said.starts_with("unspent-points")).collect()
}

#[test]
fn play_sees_the_result_while_price_and_aspects_see_what_was_bought() {
    let item = strider("stunt springs { cost 1; effect +1 to stride }", "stunts springs");
    assert_eq!(item.stat("stride"), 3);
    assert_eq!(item.price, Some(7));
    assert_eq!(item.aspects.len(), 0);
    assert_eq!(ledger(&item, Account::Spent), ["+2 stride 2", "+1 claw 1", "+1 stunt springs"]);
    assert_eq!(ledger(&item, Account::Stat), ["+2 stride without effects", "+1 `+1 to stride` by stunt springs"]);
}

#[test]
fn a_rank_above_its_cap_is_an_error_unless_the_line_goes_past_it() {
    let stunts = "stunt springs { cost 1; effect +2 to stride } stunt jets { cost 1; effect +2 to stride past cap }";
    assert_eq!(
        strider_findings(&stunts.replace("} stunt", "}\n stunt"), "stunts springs"),
        ["stat-above-cap: with its effects `stride` is 4, above the cap of 3"]
    );
    assert_eq!(strider(&stunts.replace("} stunt", "}\n stunt"), "stunts jets").stat("stride"), 4);
}

#[test]
fn a_rank_below_the_least_is_an_error_and_some_go_below_zero() {
    assert_eq!(
        strider_findings("stunt stripped { cost -1; effect -2 to claw }", "stunts stripped"),
        ["stat-below-zero: with its effects `claw` is -1, below the minimum of 0"]
    );
    assert_eq!(strider("stunt heavy { cost -1; effect -2 to drift }", "stunts heavy").stat("drift"), -2);
}

#[test]
fn a_lifted_cap_lets_one_buy_more_at_its_price() {
    let long = "stunt long_legs { cost 1; effect +2 to cap of stride }";
    assert_eq!(findings(&walker(long, "stunts long_legs").replace("stride 2", "stride 5")), Vec::<String>::new());
    let above = findings(&walker(long, "stunts armoured").replace("stride 2", "stride 5"));
    assert_eq!(above[0], "stat-above-cap: `stride` is 5, above the cap of 3");
}

#[test]
fn boxes_are_added_set_bounded_and_taken_away() {
    let boxes = |line: &str| strider(&format!("stunt s {{ cost 1; effect {line} }}"), "stunts s").tracks.get("hull").copied();
    assert_eq!(boxes("+2 to boxes of hull"), Some(5));
    assert_eq!(boxes("+2 to boxes of shell"), Some(5));
    assert_eq!(boxes("boxes of hull is 7"), Some(7));
    assert_eq!(boxes("boxes of hull at most 2"), Some(2));
    assert_eq!(boxes("boxes of hull at least 6"), Some(6));
    assert_eq!(boxes("boxes of hull is none"), None);
    let wreck = strider("stunt s { cost 1; effect -9 to boxes of hull }", "stunts s; allow empty-track \"a wreck\"");
    assert_eq!(wreck.tracks.get("hull"), Some(&0));
    assert_eq!(boxes("boxes of hull is (stride + claw)"), Some(3));
    assert_eq!(boxes("boxes of hull is (base + tech)"), Some(4));
}

#[test]
fn changes_count_once_a_purchase_and_multiply_by_other_stunts() {
    let item = strider("stunt tough { cost 1; many; effect +1 to boxes of hull }", "stunts tough x3");
    assert_eq!(item.tracks["hull"], 6);
    let per = "stunt plate { cost 1; many; sink }\n  stunt tough { cost 1; effect +1 to boxes of hull per plate }";
    assert_eq!(strider(per, "stunts tough, plate x4").tracks["hull"], 7);
}

#[test]
fn a_condition_sees_what_was_bought() {
    let stunt = |when: &str| format!("stunt s {{ cost 1; effect +1 to boxes of hull when {when} }}");
    let boxes = |when: &str| strider(&stunt(when), "stunts s, armoured").tracks["hull"];
    assert_eq!(boxes("armoured"), 4);
    assert_eq!(boxes("not armoured"), 3);
    assert_eq!(boxes("stride >= 2 and tech == T1"), 4);
    assert_eq!(boxes("manned"), 3);
    assert_eq!(boxes("hull >= 4"), 3);
    assert_eq!(boxes("rules spin_at 3"), 4);
}

#[test]
fn a_track_has_its_own_consequence_schedule() {
    let item = strider("stunt hardened { cost 1; effect consequences of hull is 2/4/6 }", "stunts hardened");
    assert_eq!(item.schedules["hull"], [2, 4, 6]);
    assert!(!item.schedules.contains_key("nerve"));
    let item = strider("effect consequences of nerve is 1/1/1", "");
    assert_eq!(item.schedules["nerve"], [1, 1, 1]);
    assert_eq!(ledger(&item, Account::Track), ["+0 `consequences of nerve is 1/1/1` by design walker"]);
}

#[test]
fn price_upkeep_and_fate_change_with_a_line_in_the_ledger() {
    let item = strider("stunt bargain { cost 1; effect -2 to price; effect +1 to upkeep; effect +1 to fate }", "stunts bargain");
    assert_eq!((item.price, item.upkeep, item.fate), (Some(5), Some(3), Some(3)));
    assert_eq!(ledger(&item, Account::Price).last().unwrap(), "-2 `-2 to price` by stunt bargain");
    assert_eq!(ledger(&item, Account::Upkeep).last().unwrap(), "+1 `+1 to upkeep` by stunt bargain");
    assert_eq!(strider("stunt heirloom { cost 1; effect price is none }", "stunts heirloom").price, None);
}

/// A price is computed when the item is built. Purchases in a campaign do not read effects on prices that are limited to business.
#[test]
fn a_price_in_economy_is_refused() {
    let found = findings(&walker("stunt haggled { cost 1; effect -2 to price in economy }", "stunts haggled"));
    assert_eq!(found, ["effect-never-applies: `-2 to price in economy` changes nothing in `economy`"]);
}

const NPC: &str = "npc hand \"Hand\" { cap 2; skills { 2 brawling; 1 alertness, stamina }; aspects \"Patient\", \"Deaf on one side\"; consequences yes; STUNTS }\n";

fn hand(stunts: &str, bought: &str) -> BuiltItem {
    item("npc", "hand", &format!("{stunts}\n{}", NPC.replace("STUNTS", bought)))
}

#[test]
fn slots_of_a_grade_are_counted() {
    let plain = hand("", "").consequences;
    assert_eq!(plain, ["mild", "moderate", "severe"]);
}

#[test]
fn people_have_more_slots_boxes_and_skills_by_their_stunts() {
    let stunt = |line: &str| format!("stunt gift {{ for npc; effect {line} }}");
    let with = |line: &str| item("npc", "hand", &format!("{}\n{}", stunt(line), NPC.replace("STUNTS", "stunts gift")));
    assert_eq!(with("+1 to slots of mild").consequences, ["mild", "mild", "moderate", "severe"]);
    assert_eq!(with("slots of severe is none").consequences, ["mild", "moderate"]);
    assert_eq!(with("+2 to boxes of health").tracks["health"], 6);
    assert_eq!(with("+1 to stamina").skills["stamina"], 2);
    // The track depends on the bought Stamina.
    assert_eq!(with("+1 to stamina").tracks["health"], 4);
    assert_eq!(with("+1 to fate").fate, Some(3));
    assert_eq!(with("consequences of composure is 0/0/4").schedules["composure"], [0, 0, 4]);
}

#[test]
fn a_skill_may_go_past_the_pyramid_where_its_cap_is_lifted() {
    let text = |stunt: &str| {
        format!(
            "stunt prodigy {{ for npc; effect +1 to cap of brawling }}\nstunt dull {{ for npc; sink }}\n\
             npc hand \"Hand\" {{ cap 2; skills {{ 3 brawling; 2 alertness, stamina; 1 agility, resolve, charm }}; \
             aspects \"Patient\", \"Deaf on one side\"; stunts {stunt} }}\n"
        )
    };
    assert_eq!(findings(&text("prodigy")), Vec::<String>::new());
    assert!(findings(&text("dull"))[0].starts_with("skill-pyramid"));
}

const SUIT: &str = "design suit : armour { tech T0..T4; budget 14; stat defense { ranks 0..8; cost rank }; price 3
  stunt padded { cost 2; effect +1 to boxes of health }
  stunt lead { cost 2; effect bearer boxes of health is 9 }
  stunt made_to_measure { cost 2; effect +1 to price }
  stunt smart { cost 2; effect +tech to boxes of composure when padded }
}
";

fn dressed(suit: &str) -> BuiltItem {
    let text = format!("{SUIT}armour coat \"Coat\" : suit {{ tech T2; defense 7; stunts {suit} }}\n{}", NPC.replace("STUNTS", "gear coat"));
    let compiled = compiled(&text);
    let loud: Vec<String> = said(&compiled).into_iter().filter(|said| !said.contains("unspent") && !said.contains("unused")).collect();
    assert_eq!(loud, Vec::<String>::new());
    compiled.pack.items["npc"]["home.hand"].clone()
}

#[test]
fn a_suit_makes_its_wearer_tougher() {
    let hand = dressed("padded");
    assert_eq!(hand.tracks["health"], 5);
    assert_eq!(ledger(&hand, Account::Track), ["+4 boxes of health without effects", "+1 `+1 to boxes of health` by armour coat"]);
    assert_eq!(dressed("lead").tracks["health"], 9);
    // Effects of the suit on itself do not change its wearer. Conditions of these effects use the suit's own numbers.
    assert_eq!(dressed("made_to_measure").price, None);
    assert_eq!(dressed("padded, smart").tracks["composure"], 5);
}

#[test]
fn what_is_granted_counts_like_gear() {
    let text = format!(
        "{SUIT}armour coat \"Coat\" : suit {{ tech T2; defense 7; stunts padded }}\n{}",
        NPC.replace("STUNTS", "stunts have_a_thing(coat)")
    );
    assert_eq!(item("npc", "hand", &text).tracks["health"], 5);
}

#[test]
fn of_two_values_the_gear_beats_the_person_and_the_person_beats_the_rules() {
    let text = format!(
        "{SUIT}armour coat \"Coat\" : suit {{ tech T2; defense 7; stunts lead }}
stunt iron {{ for npc; effect boxes of health is 7 }}
ruleset frail {{ effect everyone boxes of health is 1 }}
{}{}",
        NPC.replace("STUNTS", "stunts iron; gear coat"),
        NPC.replace("STUNTS", "stunts iron").replace("hand", "bare").replace("Hand", "Bare")
    );
    let package = Package { variants: vec!["frail".into()], ..Package::default() };
    let compiled = compiled_with(package, &text);
    assert_eq!(found(&compiled, "npc", "hand").tracks["health"], 9);
    assert_eq!(found(&compiled, "npc", "bare").tracks["health"], 7);
}

#[test]
fn a_ruleset_of_the_package_is_about_everybody_built_in_it() {
    let text = format!("ruleset grim {{ effect everyone -1 to boxes of health }}\n{}", NPC.replace("STUNTS", ""));
    let hand = |variants: &[&str]| {
        let package = Package { variants: variants.iter().map(|name| (*name).to_owned()).collect(), ..Package::default() };

        found(&compiled_with(package, &text), "npc", "hand").clone()
    };
    assert_eq!(hand(&[]).tracks["health"], 4);
    assert_eq!(hand(&["grim"]).tracks["health"], 3);
    assert_eq!(ledger(&hand(&["grim"]), Account::Track).last().unwrap(), "-1 `everyone -1 to boxes of health` by ruleset grim");
}

#[test]
fn what_rests_on_a_lifted_cap_and_breaks_a_requirement_is_said() {
    let text = "design lamp : vehicle {
  tech T0..T2
  budget 9
  stat glow { ranks 0..2; cost rank }
  stunt bright { cost 0; effect +1 to cap of glow }
  require glow <= 1 else \"too bright\"
}
vehicle dim : lamp { tech T1; glow 3; stunts bright }
";
    assert!(findings(text).contains(&"requirement-failed: `dim`: too bright".to_owned()), "{:?}", findings(text));
}

#[test]
fn an_item_of_its_own_needs_a_waiver() {
    assert_eq!(strider_findings("", "effect +1 to boxes of hull"), ["unpriced-effect: this effect of a vehicle costs nothing"]);
    let item = strider("", "effect +1 to boxes of hull; allow unpriced-effect \"the prototype\"");
    assert_eq!(item.tracks["hull"], 4);
}

/// An encounter cannot add such an effect, because things are built before play.
#[test]
fn what_an_encounter_brings_comes_too_late_to_build_with() {
    let field = "map yard { zone gate; zone shed; border gate -- shed 1 }\nencounter brawl \"Brawl\" : personal {\n  map yard\n  RULES\n  \
                 side a { actors hand at gate WITH }\n  side b { actors hand at shed }\n  victory a when out(b)\n  victory b when out(a)\n}\n";
    let text = |rules: &str, with: &str| {
        format!(
            "{SUIT}armour coat \"Coat\" : suit {{ tech T2; defense 7; stunts padded }}\nruleset grim {{ effect everyone -1 to boxes of health }}\n{}{}",
            NPC.replace("STUNTS", ""),
            field.replace("RULES", rules).replace("WITH", with)
        )
    };
    assert_eq!(findings(&text("", "")), ["unused-ruleset: the ruleset `grim` is never in force, so its effects never act"]);
    let late = |line: &str| [format!("built-too-late: `{line}` comes too late, because everything in this encounter is built already")];
    assert_eq!(findings(&text("rules grim", "")), late("everyone -1 to boxes of health"));
    let unused = "unused-ruleset: the ruleset `grim` is never in force, so its effects never act".to_owned();
    assert_eq!(findings(&text("", "with coat")), [vec![unused], late("+1 to boxes of health").to_vec()].concat());
}

#[test]
fn a_line_about_a_number_that_is_not_there_is_said() {
    assert_eq!(
        strider_findings("stunt dream { cost 1; effect +1 to brawling }", "stunts dream")[0],
        "effect-wrong-play: `brawling` is a skill, and this design has no skills"
    );
    let text = format!("stunt gift {{ for npc; effect +1 to pilot }}\n{}", NPC.replace("STUNTS", "stunts gift"));
    assert_eq!(findings(&text), ["useless-stunt: `+1 to pilot` changes nothing, because `hand` has no `pilot`"]);
}

/// Technology enhancement of units: a skill is one higher in play, but the column counts the bought rank.
#[test]
fn a_units_skill_is_enhanced() {
    let text = "unit rifles \"Rifles\" : infantry { tech T1; skills { 3 camouflage; 2 direct_fire, observation; 1 armour, hand_to_hand, veteran }; \
                stunts technology_enhancement(camouflage); aspects \"Grew up on this hill\" }\n";
    let unit = item("unit", "rifles", text);
    assert_eq!(unit.skills["camouflage"], 4);
    assert_eq!(
        ledger(&unit, Account::Skill),
        ["+3 camouflage without effects", "+1 `+1 to camouflage` by stunt technology_enhancement(camouflage)"]
    );
}

/// Rules: R-XY15.
#[test]
fn numbers_do_not_hang_on_the_order_in_which_a_design_says_them() {
    let lines = [
        "stat a { ranks 0..9; base b + wear; cost rank }",
        "stat b { ranks 0..9; base 1; cost rank + wear }",
        "track wear { base c; cost rank - c }",
        "stat c { ranks 0..b + wear; base 2 }",
    ];
    let built = |order: [usize; 4]| {
        let lines: Vec<&str> = order.iter().map(|at| lines[*at]).collect();
        let design = format!("design crate : crate {{\n  budget 40\n  {}\n}}\n", lines.join("\n  "));
        let crated = item("crate", "one", &format!("{design}crate one {{ b 3; tracks {{ wear 4 }} }}\n"));
        (crated.stat("a"), crated.tracks["wear"], crated.spent)
    };
    // 7 for `a`, 3 + 4 for `b`, 4 - 2 for the track.
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
        assert_eq!(built(order), (7, 4, 16), "{order:?}");
    }
}

#[test]
fn a_track_that_lines_leave_without_boxes_is_told_and_its_ledger_adds_up() {
    let compiled = compiled(&NPC.replace("STUNTS", "stunts alter_track(health, -9)"));
    assert_eq!(said(&compiled), ["empty-track: the effects leave the track `health` without boxes"]);
    let hand = &compiled.pack.items["npc"]["home.hand"];
    assert_eq!(hand.tracks["health"], 0);
    let points = hand.ledger.lines.iter().filter(|line| line.account == Account::Track && line.what.contains("health"));
    assert_eq!(points.map(|line| line.points).sum::<i32>(), 0);
    assert!(findings(&NPC.replace("STUNTS", "stunts alter_track(health, -1)")).is_empty());
}
