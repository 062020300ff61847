//! Tests of military units and platoons, and of their set-up.

use crate::content_rules::compiled_text::{Written, written, written_in};
use slip_pack::item::Account;
use slip_pack::platoon::Platoon;
use slip_pack::{BuiltItem, Pack};
use slip_source::Package;
use slip_source::diagnostic::{Code, Severity};
use slip_test_support::shipped_packages::repository;
use std::collections::BTreeMap;
use std::fmt::Write;

const TYPES: [&str; 4] = ["infantry", "armour", "artillery", "aircraft"];

/// Returns skills of the right shape for a type: the sample sets of the rules.
fn skills(design: &str) -> &'static str {
    match design {
        "infantry" => "3 camouflage; 2 direct_fire, observation; 1 armour, hand_to_hand, command",
        "armour" => "4 armour; 3 direct_fire; 2 movement; 1 anti_air",
        "artillery" => "3 indirect_fire; 2 camouflage; 1 movement",
        _ => "4 direct_fire; 3 observation; 2 anti_air; 1 movement",
    }
}

/// Returns the number of stunts that a type has by its technology (R-N26).
fn slots(design: &str, tech: i32) -> i32 {
    let one_more = if design == "infantry" { 0 } else { 1 };
    (tech + one_more).max(0)
}

/// Returns a unit with as many stunts as its technology gives, filled up with `wireless`.
fn unit(name: &str, design: &str, tech: i32, stunts: &[&str], more: &str) -> String {
    let count: i32 = stunts.iter().map(|stunt| stunt.rsplit_once(" x").map_or(1, |(_, count)| count.parse().unwrap())).sum();
    let free = slots(design, tech) - count;
    let mut bought: Vec<String> = stunts.iter().map(|stunt| (*stunt).to_owned()).collect();
    if free > 0 {
        // All units may buy `wireless` and `long_range` any number of times.
        let filler = if bought.iter().any(|stunt| stunt.starts_with("wireless")) { "long_range" } else { "wireless" };
        bought.push(format!("{filler} x{free}"));
    }
    let bought = if bought.is_empty() { String::new() } else { format!("stunts {}; ", bought.join(", ")) };
    format!("unit {name} : {design} {{ tech T{tech}; skills {{ {} }}; {bought}aspects \"A\"; {more} }}\n", skills(design))
}

fn item<'p>(pack: &'p Pack, name: &str) -> &'p BuiltItem {
    &pack.items["unit"][format!("own.{name}").as_str()]
}

fn platoon<'p>(pack: &'p Pack, name: &str) -> &'p Platoon {
    &pack.platoons[format!("own.{name}").as_str()]
}

/// Returns the codes of the findings on each line, without notes.
fn codes_by_line(written: &Written) -> BTreeMap<u32, Vec<&'static str>> {
    let mut codes: BTreeMap<u32, Vec<&'static str>> = BTreeMap::new();
    for (line, _, found) in written.said.iter().filter(|(.., found)| found.severity > Severity::Note) {
        codes.entry(*line).or_default().push(found.code.slug());
    }
    codes
}

/// Returns the codes of all findings, without notes.
fn codes(written: &Written) -> Vec<&'static str> {
    written.said.iter().filter(|(.., found)| found.severity > Severity::Note).map(|(.., found)| found.code.slug()).collect()
}

/// Compiles units, one per line, each with the codes its line should give.
fn check_lines(lines: &[(String, Vec<&'static str>)]) -> Written {
    let text: String = lines.iter().map(|(line, _)| line.as_str()).collect();
    let written = written(&text);
    let codes = codes_by_line(&written);
    for (number, (line, wanted)) in (1..).zip(lines) {
        assert_eq!(codes.get(&number).cloned().unwrap_or_default(), *wanted, "{line}{:#?}", written.messages());
    }
    written
}

/// Rules: R-L42.
#[test]
fn each_type_has_the_skills_track_and_movement_of_the_table() {
    // Type, shape, morale, number of zones it moves.
    let table = [
        ("infantry", [3, 2, 2, 1, 1, 1].as_slice(), 2, Some(2)),
        ("armour", &[4, 3, 2, 1], 1, Some(4)),
        ("artillery", &[3, 2, 1], 2, None),
        ("aircraft", &[4, 3, 2, 1], 1, Some(0)),
    ];
    let text: String = TYPES.iter().map(|design| unit(design, design, 0, &[], "")).collect();
    let pack = written(&text).clean();
    for (design, shape, morale, moves) in table {
        let item = item(&pack, design);
        let mut ranks: Vec<i32> = item.skills.values().copied().collect();
        ranks.sort_by_key(|rank| -rank);
        assert_eq!(ranks, shape, "{design}");
        assert_eq!(item.tracks["morale"], morale, "{design}");
        assert_eq!(item.stats.get("max_move").copied(), moves, "{design}");
    }
    // Every shape of skills other than the design's own is refused.
    let shapes = TYPES.iter().flat_map(|design| TYPES.iter().map(move |other| (*design, *other)));
    let lines: Vec<(String, Vec<&str>)> = shapes
        .enumerate()
        .map(|(number, (design, other))| {
            let line = format!("unit u{number} : {design} {{ tech T0; skills {{ {} }}; ", skills(other));
            let stunts = if slots(design, 0) == 0 { "" } else { "stunts wireless; " };
            let same =
                skills(design).split(';').count() == skills(other).split(';').count() && (design == "infantry") == (other == "infantry");
            (format!("{line}{stunts}aspects \"A\" }}\n"), if same { vec![] } else { vec!["skill-pyramid"] })
        })
        .collect();
    check_lines(&lines);
}

/// R-N26: infantry of T0 or below has no stunts, other units of T0 or below have one; each step of technology gives one more. The
/// "typical units" boxes show the slots T-1, T-2, T-3, T-4 of units of at least those technologies.
/// Rules: R-N16.
#[test]
fn rn26_stunt_slots_go_by_technology_cell_by_cell() {
    let table = [
        ("infantry", [0, 0, 0, 0, 0, 1, 2, 3, 4]),
        ("armour", [0, 0, 0, 0, 1, 2, 3, 4, 5]),
        ("artillery", [0, 0, 0, 0, 1, 2, 3, 4, 5]),
        ("aircraft", [0, 0, 0, 0, 1, 2, 3, 4, 5]),
    ];
    let mut lines = Vec::new();
    for (design, cells) in table {
        for (tech, cell) in (-4..=4).zip(cells) {
            let number = lines.len();
            for (at, bought) in [cell, cell + 1, cell - 1].into_iter().enumerate().filter(|(_, bought)| *bought >= 0) {
                let stunts = if bought == 0 { String::new() } else { format!("stunts wireless x{bought}; ") };
                let name = format!("u{number}_{at}");
                let text = format!("unit {name} : {design} {{ tech T{tech}; skills {{ {} }}; {stunts}aspects \"A\" }}\n", skills(design));
                lines.push((
                    text,
                    if bought == cell { vec![] } else { vec![if bought < cell { "too-few-stunts" } else { "too-many-stunts" }] },
                ));
            }
        }
    }
    check_lines(&lines);
}

#[test]
fn technology_goes_from_minus_4_to_4() {
    let outside: Vec<(String, Vec<&str>)> = TYPES
        .iter()
        .flat_map(|design| [(format!("{design}_low"), -5), (format!("{design}_high"), 5)].map(|(name, tech)| (name, *design, tech)))
        .map(|(name, design, tech)| (unit(&name, design, tech, &[], ""), vec!["tech-out-of-range"]))
        .collect();
    // A technology that does not exist is refused where it is parsed.
    let said = written(&outside.iter().map(|(line, _)| line.as_str()).collect::<String>());
    assert_eq!(codes_by_line(&said).len(), outside.len(), "{:#?}", said.messages());
}

#[test]
fn morale_is_longer_for_veterans_for_leaders_and_for_the_highly_trained() {
    let base = [("infantry", 2), ("armour", 1), ("artillery", 2), ("aircraft", 1)];
    let veterans = |design: &str| -> &[(i32, &str, i32)] {
        match design {
            "infantry" => &[
                (0, "3 camouflage; 2 direct_fire, observation; 1 armour, hand_to_hand, command", 0),
                (1, "3 camouflage; 2 direct_fire, observation; 1 armour, hand_to_hand, veteran", 1),
                (2, "3 camouflage; 2 direct_fire, veteran; 1 armour, hand_to_hand, command", 1),
                (3, "3 veteran; 2 direct_fire, observation; 1 armour, hand_to_hand, command", 2),
            ],
            "artillery" => &[
                (0, "3 indirect_fire; 2 camouflage; 1 movement", 0),
                (1, "3 indirect_fire; 2 camouflage; 1 veteran", 1),
                (2, "3 indirect_fire; 2 veteran; 1 movement", 1),
                (3, "3 veteran; 2 camouflage; 1 movement", 2),
            ],
            _ => &[
                (0, "4 armour; 3 direct_fire; 2 movement; 1 anti_air", 0),
                (1, "4 armour; 3 direct_fire; 2 movement; 1 veteran", 1),
                (2, "4 armour; 3 direct_fire; 2 veteran; 1 anti_air", 1),
                (3, "4 armour; 3 veteran; 2 movement; 1 anti_air", 2),
                (4, "4 veteran; 3 direct_fire; 2 movement; 1 anti_air", 2),
            ],
        }
    };
    let mut text = String::new();
    let mut wanted = Vec::new();
    for (design, base) in base {
        for (rank, skills, longer) in veterans(design) {
            for trained in [false, true] {
                for leader in [false, true].into_iter().filter(|leader| !leader || design != "aircraft") {
                    let name = format!("{design}_{rank}_{trained}_{leader}");
                    let spare = slots(design, 1) - 1;
                    let mut stunts = vec![if trained { "highly_trained" } else { "irregulars" }];
                    stunts.extend(std::iter::repeat_n("slow", usize::try_from(spare).unwrap()));
                    stunts.extend(leader.then_some("not_a_genius"));
                    let (leads, aspects) = if leader { ("leader yes; ", "\"A\", \"B\"") } else { ("", "\"A\"") };
                    let stunts = stunts.join(", ");
                    writeln!(
                        text,
                        "unit {name} : {design} {{ tech T1; skills {{ {skills} }}; {leads}stunts {stunts}; aspects {aspects} }}"
                    )
                    .unwrap();
                    wanted.push((name, base + longer + 2 * i32::from(leader) + i32::from(trained)));
                }
            }
        }
    }
    let pack = written(&text).clean();
    for (name, boxes) in wanted {
        assert_eq!(item(&pack, &name).tracks["morale"], boxes, "{name}");
    }
}

/// Technology enhancement raises a skill by one; a unit of 5 or 6 thanks to it is a veteran.
#[test]
fn enhanced_veterans_stay_longer_still() {
    let veterans = |name: &str, rank: &str, stunts: &str| {
        format!("unit {name} : aircraft {{ tech T1; skills {{ {rank} }}; stunts {stunts}; aspects \"A\" }}\n")
    };
    let top = "4 veteran; 3 observation; 2 anti_air; 1 movement";
    let text = veterans("four", top, "irregulars, slow")
        + &veterans("five", top, "technology_enhancement(veteran), slow")
        + &veterans("six", top, "technology_enhancement(veteran) x2")
        + &veterans("tough", "4 observation; 3 anti_air; 2 veteran; 1 movement", "technology_enhancement(veteran), highly_trained");
    let pack = written(&text).clean();
    let found = |name: &str| (item(&pack, name).skills["veteran"], item(&pack, name).tracks["morale"]);
    assert_eq!([found("four"), found("five"), found("six"), found("tough")], [(4, 3), (5, 4), (6, 4), (3, 4)]);
    let reasons: Vec<(&str, i32)> = item(&pack, "tough")
        .ledger
        .lines
        .iter()
        .filter(|line| line.account == Account::Track)
        .map(|line| (line.what.as_str(), line.points))
        .collect();
    let wanted = [
        ("boxes of morale: 1", 1),
        ("boxes of morale: min((veteran + 1) / 2, 3)", 2),
        ("`+1 to boxes of morale` by stunt highly_trained", 1),
    ];
    assert_eq!(reasons, wanted);
}

#[test]
fn a_track_of_morale_is_given_and_never_bought() {
    let said = written(&unit("proud", "infantry", 0, &[], "tracks { morale 6 }"));
    assert_eq!(said.only(Code::FixedTrack).message, "the boxes of the track `morale` cannot be changed");
}

#[test]
fn a_unit_has_one_aspect_a_leader_two_and_both_can_run_out_of_ammo() {
    let text = unit("plain", "infantry", 1, &[], "")
        + "unit boss : infantry from plain { leader yes; stunts + tactical_genius; aspects + \"B\" }\n"
        + "unit quartermaster : infantry from plain { leader yes; stunts + logistics_genius; aspects + \"B\" }\n"
        + &unit("wing", "aircraft", 0, &[], "");
    let pack = written(&text).clean();
    let aspects =
        |name: &str| -> Vec<(String, bool)> { item(&pack, name).aspects.iter().map(|aspect| (aspect.text.clone(), aspect.slot)).collect() };
    let of = |list: &[(&str, bool)]| -> Vec<(String, bool)> { list.iter().map(|(text, slot)| ((*text).to_owned(), *slot)).collect() };
    assert_eq!(aspects("plain"), of(&[("Out of ammo", false), ("A", true)]));
    assert_eq!(aspects("boss"), of(&[("Out of ammo", false), ("A", true), ("B", true)]));
    assert_eq!(aspects("quartermaster"), of(&[("A", true), ("B", true)]));
    assert_eq!(aspects("wing"), of(&[("Out of ammo", false), ("A", true)]));
    check_lines(&[
        (unit("two", "infantry", 0, &[], "aspects + \"B\""), vec!["too-many-aspects"]),
        (
            "unit none : infantry { tech T0; skills { 3 camouflage; 2 direct_fire, observation; 1 armour, hand_to_hand, command } }\n"
                .into(),
            vec!["missing-aspects"],
        ),
        (unit("dry", "infantry", 0, &[], "aspects + \"Out of ammo\""), vec![]),
    ]);
}

/// Every stunt of the list with the types that may buy it.
const STUNTS: &[(&str, &[&str])] = &[
    ("cavalry", &["infantry", "artillery"]),
    ("light", &["armour"]),
    ("special_forces", &["infantry"]),
    ("wireless", &TYPES),
    ("engineer", &["infantry", "armour"]),
    ("guerrilla_tactics", &["infantry"]),
    ("highly_trained", &TYPES),
    ("infantry_carrier", &["armour", "aircraft"]),
    ("interceptor", &["aircraft"]),
    ("irregulars", &TYPES),
    ("slow", &TYPES),
    ("long_range", &TYPES),
    ("orbital", &["artillery"]),
    ("prepared_positions", &["artillery"]),
    ("scatterable_mines", &["artillery", "aircraft"]),
    ("scout", &["infantry", "armour"]),
    ("vtol", &["aircraft"]),
    ("zone_effects", &["armour", "artillery", "aircraft"]),
    ("agile", &["armour"]),
    ("graphite_payload", &["artillery", "aircraft"]),
    ("shoot_and_scoot", &["artillery"]),
    ("stealth_technology", &["armour"]),
    ("technology_enhancement(movement)", &["armour", "artillery", "aircraft"]),
    ("technology_enhancement(camouflage)", &["infantry", "artillery"]),
];

#[test]
fn each_stunt_is_sold_to_the_types_of_the_table_and_to_no_other() {
    let mut lines = Vec::new();
    for (stunt, buyers) in STUNTS.iter().filter(|(stunt, _)| !stunt.contains('(')) {
        for design in TYPES {
            let wanted = if buyers.contains(&design) { vec![] } else { vec!["stunt-not-sold"] };
            let name = format!("{stunt}_{design}");
            lines.push((unit(&name, design, 2, &[stunt], ""), wanted));
        }
    }
    check_lines(&lines);
}

#[test]
fn some_stunts_may_be_bought_again_and_others_not() {
    let again = [("wireless", TYPES.as_slice()), ("long_range", &TYPES), ("cavalry", &["infantry"])];
    let mut lines = Vec::new();
    for (stunt, buyers) in STUNTS.iter().filter(|(stunt, _)| !stunt.contains('(')) {
        for design in *buyers {
            let twice = again.iter().any(|(other, designs)| other == stunt && designs.contains(design));
            let name = format!("{stunt}_{design}");
            let line = unit(&name, design, 3, &[&format!("{stunt} x2")], "");
            lines.push((line, if twice { vec![] } else { vec!["repeated-stunt"] }));
        }
    }
    check_lines(&lines);
}

/// R-N16: technology enhancement does not count as the one skill substitution a unit may have, and applies to one skill at most twice.
/// Rules: R-L29, R-N26.
#[test]
fn rn16_a_unit_has_one_substitution_and_any_number_of_enhancements_two_a_skill() {
    check_lines(&[
        (unit("one", "armour", 2, &["agile"], ""), vec![]),
        (unit("two", "armour", 2, &["agile", "stealth_technology"], ""), vec!["requirement-failed"]),
        (unit("both", "artillery", 2, &["shoot_and_scoot", "graphite_payload"], ""), vec!["requirement-failed"]),
        (unit("more", "armour", 4, &["agile", "technology_enhancement(armour) x2", "technology_enhancement(movement)"], ""), vec![]),
        (unit("thrice", "armour", 3, &["technology_enhancement(armour) x3"], ""), vec!["repeated-stunt"]),
        (unit("again", "armour", 3, &["technology_enhancement(armour)", "technology_enhancement(armour)"], ""), vec!["repeated-stunt"]),
        (unit("untrained", "armour", 2, &["technology_enhancement(camouflage)"], ""), vec!["useless-stunt"]),
        (unit("foreign", "armour", 2, &["technology_enhancement(pilot)"], ""), vec!["parameter-kind"]),
    ]);
}

#[test]
fn sinks_fill_a_place_and_do_nothing() {
    let pack = written(&unit("rabble", "infantry", 2, &["irregulars", "slow"], "")).clean();
    assert!(item(&pack, "rabble").effects.is_empty());
}

/// Every unit stunt in the standard library has the effects of the rules. The payload also says that the zone is a target of its
/// fire (R-YB10).
#[test]
fn the_effects_of_unit_stunts_are_those_of_the_page() {
    let page = std::fs::read_to_string(repository().join("tests/lang/effects.md")).unwrap();
    let units = page.split("stunt cavalry").nth(1).unwrap().split("stunt not_a_genius").next().unwrap();
    let page = format!("stunt cavalry{units}stunt not_a_genius {{ sink }}");
    let page = page.replace("effect jam area zone", "effect indirect_fire jam area zone");
    let pack = written("").pack;
    let mut checked = 0;
    for line in page.lines().filter(|line| line.starts_with("stunt ")) {
        let (head, rest) = line.split_once('{').unwrap();
        let name = head["stunt ".len()..].split('(').next().unwrap().trim();
        let block = rest.split(" //").next().unwrap().trim().trim_end_matches('}');
        let wanted: Vec<&str> = block.split(';').map(str::trim).filter_map(|entry| entry.strip_prefix("effect ")).collect();
        let declared = &pack.declarations["stunt"][format!("std.{name}").as_str()];
        let found: Vec<&str> = declared.lines_of("effect").map(|line| line.text.as_str()).collect();
        assert_eq!(found, wanted, "{name}");
        assert_eq!(declared.lines_of("sink").count(), usize::from(wanted.is_empty()), "{name}");
        checked += 1;
    }
    assert_eq!(checked, 26);
}

#[test]
fn the_skills_of_units_are_theirs_alone() {
    let pack = written("").pack;
    let all: Vec<&str> =
        pack.skills.values().filter(|skill| skill.classes.iter().any(|class| class == "unit")).map(|skill| skill.name.as_str()).collect();
    let list = "anti_air armour camouflage command direct_fire hand_to_hand indirect_fire movement observation signals specialist veteran";
    assert_eq!(all.join(" "), list);
    let unrolled = |pick: fn(&slip_pack::Skill) -> bool| {
        pack.skills.values().filter(|skill| pick(skill) && all.contains(&&*skill.name)).map(|skill| skill.name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(unrolled(|skill| skill.passive), ["specialist", "veteran"]);
    assert_eq!(unrolled(|skill| skill.sink), ["specialist"]);
    check_lines(&[
        ("npc spotter \"Spotter\" { cap 1; skills { 1 camouflage }; aspects \"Under a bush\" }\n".into(), vec!["skill-not-allowed"]),
        (
            "unit pilots : artillery { tech T-1; skills { 3 indirect_fire; 2 pilot; 1 movement }; aspects \"A\" }\n".into(),
            vec!["skill-not-allowed"],
        ),
    ]);
    // A skill of people may share its name with a design of units, and a skill of units with a kind of thing.
    let text =
        "npc flyer \"Flyer\" { cap 1; skills { 1 aircraft }; aspects \"Silk scarf\" }\n".to_owned() + &unit("wing", "aircraft", 0, &[], "");
    written(&text).clean();
    written("patch design std.aircraft { stunt_count max(0, tech) }\nunit wing : aircraft { tech T0; skills { 4 direct_fire; 3 observation; 2 anti_air; 1 movement }; aspects \"A\" }\n").clean();
}

#[test]
fn a_leader_has_one_leadership_stunt_at_any_technology_and_only_leaders_have_one() {
    let genius = ["battlefield_genius", "logistics_genius", "tactical_genius", "not_a_genius"];
    let mut lines = Vec::new();
    for (number, stunt) in genius.iter().enumerate() {
        for design in ["infantry", "armour", "artillery"] {
            for tech in -4..=4 {
                let name = format!("l{number}_{design}_{}", tech + 4);
                let leads = format!("leader yes; stunts + {stunt}; aspects + \"B\"");
                lines.push((unit(&name, design, tech, &[], &leads), vec![]));
            }
        }
        lines.push((unit(&format!("u{number}"), "infantry", 2, &[], &format!("stunts + {stunt}")), vec!["requirement-failed"]));
        lines.push((unit(&format!("w{number}"), "aircraft", 2, &[], &format!("stunts + {stunt}")), vec!["stunt-not-sold"]));
    }
    lines.push((unit("dull", "infantry", 2, &[], "leader yes; aspects + \"B\""), vec!["requirement-failed"]));
    lines.push((
        unit("both", "infantry", 2, &[], "leader yes; stunts + battlefield_genius, tactical_genius; aspects + \"B\""),
        vec!["requirement-failed"],
    ));
    lines.push((unit("wing", "aircraft", 0, &[], "leader yes"), vec!["stat-not-allowed"]));
    check_lines(&lines);
}

const RIDGE: &str = r#"
unit ridge_rifles "Ridge rifles" : infantry {
  tech T1
  skills { 3 camouflage; 2 direct_fire, observation; 1 armour, hand_to_hand, command }
  stunts guerrilla_tactics
  aspects "Grew up on this hill"
}
unit mortar_team : artillery { tech T-1; skills { 3 indirect_fire; 2 camouflage; 1 movement }; aspects "Two tubes that work" }
unit mule : armour { tech T0; skills { 4 armour; 3 movement; 2 direct_fire; 1 anti_air }; stunts infantry_carrier; aspects "Somebody's tractor" }
unit kite : aircraft { tech T0; skills { 4 anti_air; 3 movement; 2 direct_fire; 1 observation }; stunts infantry_carrier; aspects "Painted like a wasp" }
"#;

fn with_ridge(more: &str) -> Written {
    written(&format!("{RIDGE}{more}"))
}

/// Line of a platoon that is written after `RIDGE`.
const PLATOON_LINE: u32 = 11;

#[test]
fn the_platoon_of_the_language_page_compiles_as_written() {
    let page = std::fs::read_to_string(repository().join("tests/lang/language.md")).unwrap();
    let block = page.split("```slip\n").find(|block| block.contains("platoon ridge")).unwrap().split("```").next().unwrap();
    let mortars = RIDGE.lines().find(|line| line.starts_with("unit mortar_team")).unwrap();
    let pack = written(&format!("{block}{mortars}\n")).clean();
    let platoon = platoon(&pack, "ridge");
    let leader = &platoon.leader.as_ref().unwrap().item;
    assert!(platoon.valid && leader.valid);
    assert_eq!((platoon.strength(), platoon.attached(), platoon.fate, platoon.command_range), (5, 0, 6, 0));
    let stunts: Vec<&str> = leader.stunts.iter().map(|stunt| stunt.name.as_str()).collect();
    assert_eq!(stunts, ["guerrilla_tactics", "tactical_genius"]);
    let aspects: Vec<&str> = leader.aspects.iter().filter(|aspect| aspect.slot).map(|aspect| aspect.text.as_str()).collect();
    assert_eq!(aspects, ["Grew up on this hill", "Never raises her voice"]);
    assert_eq!(leader.tracks["morale"], 4);
    // The unit itself is unchanged.
    assert_eq!((item(&pack, "ridge_rifles").tracks["morale"], item(&pack, "ridge_rifles").stunts.len()), (2, 1));
}

/// 1 fate point for each unit, 1 more for the leader, 1 for each attached aircraft; units aboard carriers are units.
#[test]
fn fate_points_are_one_a_unit_one_for_the_leader_and_one_an_aircraft() {
    let pack = with_ridge(
        "platoon ridge { leader ridge_rifles with not_a_genius \"B\"; units ridge_rifles x2, mule carrying ridge_rifles; aircraft kite x2 }\n",
    )
    .clean();
    let platoon = platoon(&pack, "ridge");
    let reasons: Vec<(&str, i32)> = platoon.ledger.iter().map(|line| (line.what.as_str(), line.points)).collect();
    assert_eq!(
        reasons,
        [
            ("ridge_rifles", 1),
            ("ridge_rifles: leader", 1),
            ("ridge_rifles x2", 2),
            ("mule", 1),
            ("kite x2", 2),
            ("ridge_rifles, aboard", 1)
        ]
    );
    assert_eq!((platoon.fate, platoon.strength(), platoon.attached()), (8, 5, 2));
    assert!(platoon.ledger.iter().all(|line| line.account == Account::Fate && line.place.line == PLATOON_LINE));
}

#[test]
fn orders_reach_farther_by_wireless_and_by_genius() {
    let at_t2 = "unit callers : infantry from ridge_rifles { tech T3; stunts wireless x3 }\n";
    let pack = with_ridge(&format!(
        "{at_t2}platoon far {{ leader callers with battlefield_genius \"B\"; units ridge_rifles x2 }}\nplatoon near {{ leader ridge_rifles with not_a_genius \"B\"; units callers }}\n"
    ))
    .clean();
    assert_eq!((platoon(&pack, "far").command_range, platoon(&pack, "near").command_range), (4, 0));
    let reasons: Vec<(&str, i32)> = platoon(&pack, "far")
        .ledger
        .iter()
        .filter(|line| line.account == Account::Command)
        .map(|line| (line.what.as_str(), line.points))
        .collect();
    assert_eq!(reasons, [("callers: wireless", 3), ("callers: battlefield_genius", 1)]);
}

#[test]
fn a_leader_is_checked_like_the_unit_it_is() {
    let said = |leader: &str| {
        let text = format!("platoon p {{ leader {leader}; units ridge_rifles x2 }}\n");
        let written = with_ridge(&text);
        let errors = written.said.iter().any(|(.., found)| found.severity == Severity::Error);
        assert_eq!(platoon(&written.pack, "p").valid, !errors, "{leader}");
        written
            .said
            .iter()
            .filter(|(.., found)| found.severity > Severity::Note)
            .map(|(line, _, found)| (*line, found.code.slug()))
            .collect::<Vec<_>>()
    };
    assert_eq!(said("ridge_rifles with tactical_genius \"B\""), []);
    assert_eq!(said("ridge_rifles \"B\""), [(PLATOON_LINE, "requirement-failed")]);
    assert_eq!(said("ridge_rifles with tactical_genius, battlefield_genius \"B\""), [(PLATOON_LINE, "requirement-failed")]);
    assert_eq!(said("ridge_rifles with tactical_genius, wireless \"B\""), [(PLATOON_LINE, "too-many-stunts")]);
    assert_eq!(said("ridge_rifles with full_auto, tactical_genius \"B\""), [(PLATOON_LINE, "stunt-not-sold")]);
    assert_eq!(said("ridge_rifles with tactical_genius"), [(PLATOON_LINE, "missing-aspects")]);
    assert_eq!(said("ridge_rifles with tactical_genius \"B\" \"C\""), [(PLATOON_LINE, "too-many-aspects")]);
    assert_eq!(said("ridge_rifles with tactical_genius \"B\" { stunts - guerrilla_tactics; stunts + wireless }"), []);
    assert_eq!(said("ridge_rifles with tactical_genius \"B\" { allow too-many-stunts \"the marshal's own\"; stunts + wireless }"), []);
    assert_eq!(said("kite with tactical_genius \"B\""), [(PLATOON_LINE, "cannot-lead")]);
    assert_eq!(said("ridge_riffles with tactical_genius \"B\""), [(PLATOON_LINE, "unknown-name")]);
}

#[test]
fn what_is_wrong_with_a_unit_is_said_once_and_not_again_of_its_leader() {
    let broken = RIDGE.replace("stunts guerrilla_tactics", "stunts guerrilla_tactics, scout");
    let said = written(&format!("{broken}platoon p {{ leader ridge_rifles with not_a_genius \"B\"; units ridge_rifles x2 }}\n"));
    assert_eq!(said.findings(), ["5:3 too-many-stunts"]);
    assert!(!platoon(&said.pack, "p").valid);
    // An `allow` entry of the unit applies to everything derived from it.
    let allowed = broken.replace("aspects \"Grew", "allow too-many-stunts \"the best there are\"\n  aspects \"Grew");
    let pack = written(&format!("{allowed}platoon p {{ leader ridge_rifles with not_a_genius \"B\"; units ridge_rifles x2 }}\n")).clean();
    assert!(platoon(&pack, "p").valid);
}

#[test]
fn a_platoon_has_exactly_one_leader() {
    let boss = "unit boss : infantry from ridge_rifles { leader yes; stunts + tactical_genius; aspects + \"B\" }\n";
    let found = |platoon: &str| codes(&with_ridge(&format!("{boss}{platoon}\n")));
    assert_eq!(found("platoon p { leader boss; units ridge_rifles x2 }"), Vec::<&str>::new());
    assert_eq!(found("platoon p { units ridge_rifles x2 }"), ["missing-entry"]);
    assert_eq!(found("platoon p { leader boss; units boss, ridge_rifles }"), ["two-leaders"]);
    assert_eq!(found("platoon p { leader ridge_rifles with not_a_genius \"C\"; units boss, ridge_rifles }"), ["two-leaders"]);
    assert_eq!(found("platoon p { leader ridge_rifles with not_a_genius \"C\"; units mule carrying boss }"), ["two-leaders"]);
    assert_eq!(found("platoon p { leader boss; leader boss; units ridge_rifles }"), ["two-leaders"]);
}

/// Rules: D-L1, R-L11.
#[test]
fn aircraft_are_attached_and_everybody_else_is_not() {
    let found = |platoon: &str| codes(&with_ridge(&format!("platoon p {{ leader ridge_rifles with not_a_genius \"B\"; {platoon} }}\n")));
    assert_eq!(found("units ridge_rifles x2; aircraft kite"), Vec::<&str>::new());
    assert_eq!(found("units ridge_rifles x2, kite"), ["wrong-arm"]);
    assert_eq!(found("units ridge_rifles x2; aircraft mule"), ["wrong-arm"]);
    // A homebrew design derived from aircraft flies too.
    let drone = "design drone : unit from aircraft { stunt_count 0 }\nunit gnats : drone { tech T0; skills { 4 anti_air; 3 movement; 2 direct_fire; 1 observation }; aspects \"C\" }\n";
    with_ridge(&format!("{drone}platoon p {{ leader ridge_rifles with not_a_genius \"B\"; units ridge_rifles; aircraft gnats x3 }}\n"))
        .clean();
}

#[test]
fn what_is_wrong_is_said_once_and_where_it_is_written() {
    let found = |text: &str| {
        let written = with_ridge(text);
        written
            .said
            .iter()
            .filter(|(.., found)| found.severity > Severity::Note)
            .map(|(.., found)| found.message.clone())
            .collect::<Vec<_>>()
    };
    // A misspelt stunt is reported once, for a platoon and for those derived from it.
    let misspelt =
        "platoon p { leader ridge_rifles with tactical_geniuss \"B\"; units ridge_rifles x2 }\nplatoon q from p { aircraft kite }\n";
    assert_eq!(found(misspelt), ["there is no stunt `tactical_geniuss` for an infantry unit"]);
    let missing = with_ridge("platoon p { leader ridge_rifles with not_a_genius; units ridge_rifles x2 }\n");
    let aspect = missing.only(Code::MissingAspects);
    assert_eq!(aspect.notes, ["this is about `ridge_rifles` as the leader"]);
    assert!(aspect.help.as_ref().unwrap().contains("leader ridge_rifles with"), "{aspect:?}");
    assert_eq!(
        found("platoon p : infantry { leader ridge_rifles with not_a_genius \"B\"; units ridge_rifles x2 }\n"),
        ["a platoon cannot have a design"]
    );
    assert_eq!(
        found("stunt odd \"Odd\" { for armor; effect +1 to max_move }\n"),
        ["there is no kind or design called `armor` that could have `odd`"]
    );
    let armour = with_ridge(
        "unit tin : armour { tech T0; skills { 4 armour; 3 movement; 2 direct_fire; 1 anti_air }; stunts cavalry; aspects \"C\" }\n",
    );
    assert_eq!(armour.only(Code::StuntNotSold).primary.text, "available for `infantry` and `artillery`");
    let flyer = with_ridge("unit wing from kite { leader yes }\n");
    assert_eq!(flyer.only(Code::StatNotAllowed).primary.text, "only `infantry`, `armour` and `artillery` have it");
}

/// A carrier takes one unit of infantry, which may start aboard.
/// Rules: D-L1.
#[test]
fn a_carrier_takes_one_unit_of_infantry() {
    let said = |units: &str| {
        let text = format!("platoon p {{ leader ridge_rifles with not_a_genius \"B\"; {units} }}\n");
        let written = with_ridge(&text);
        written.messages().iter().map(|message| (*message).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(said("units mule x2 carrying ridge_rifles, ridge_rifles; aircraft kite carrying ridge_rifles"), Vec::<String>::new());
    assert_eq!(said("units mule carrying leader, ridge_rifles x2"), Vec::<String>::new());
    assert_eq!(said("units mule carrying ridge_rifles x2"), ["`mule` has room for 1, but 2 ride in it"]);
    assert_eq!(said("units mule carrying leader ridge_rifles"), ["`mule` has room for 1, but 2 ride in it"]);
    assert_eq!(said("units mule carrying mortar_team"), ["`mortar_team` cannot ride in `mule`"]);
    assert_eq!(said("units ridge_rifles carrying mule"), ["`ridge_rifles` cannot carry passengers"]);
    assert_eq!(said("units mule x2 carrying leader"), ["a leader cannot ride in several carriers at once"]);
    // Infantry of a homebrew design can be carried like infantry.
    let militia = "design militia : unit from infantry { }\nunit watch : militia { tech T0; skills { 3 camouflage; 2 direct_fire, observation; 1 armour, hand_to_hand, command }; aspects \"C\" }\n";
    with_ridge(&format!("{militia}platoon p {{ leader watch with not_a_genius \"B\"; units mule carrying watch }}\n")).clean();
}

/// Infantry platoons have 2 to 6 units, armour 4 or 5; other sizes give a lint only.
#[test]
fn an_unusual_size_is_advised_against_and_nothing_more() {
    let infantry = |others: u32| if others == 0 { String::new() } else { format!("units ridge_rifles x{others}") };
    let armour = |others: u32| if others == 0 { String::new() } else { format!("units mule x{others}") };
    let found = |leader: &str, units: &str| {
        let written = with_ridge(&format!("platoon p {{ leader {leader} with not_a_genius \"B\"; {units} }}\n"));
        assert!(platoon(&written.pack, "p").valid);
        written.said.iter().filter(|(.., found)| found.code == Code::Advice).map(|(.., found)| found.severity).collect::<Vec<_>>()
    };
    for size in 1..=8 {
        let usual = |low: u32, high: u32| if (low..=high).contains(&size) { vec![] } else { vec![Severity::Warning] };
        assert_eq!(found("ridge_rifles", &infantry(size - 1)), usual(2, 6), "{size}");
        assert_eq!(found("mule", &armour(size - 1)), usual(4, 5), "{size}");
        // Guns and platoons of several types have no usual size.
        assert_eq!(found("mortar_team", ""), []);
        assert_eq!(found("ridge_rifles", &format!("units mule x{size}")), []);
    }
    with_ridge("platoon p { leader ridge_rifles with not_a_genius \"B\"; allow advice \"the last of them\" }\n").clean();
}

#[test]
fn a_campaign_bounds_units_of_other_packages_too() {
    let campaign = |max_tech: Option<i32>, ban: &[&str]| Package {
        name: "own".into(),
        version: "0.1.0".into(),
        edition: 1,
        max_tech,
        ban: ban.iter().map(|word| (*word).to_owned()).collect(),
        ..Package::default()
    };
    let text = format!("{RIDGE}platoon p {{ leader ridge_rifles with not_a_genius \"B\"; units ridge_rifles x2 }}\n");
    // In its own package the unit is reported once.
    assert_eq!(written_in(campaign(Some(0), &[]), &text).findings(), ["3:3 tech-above-campaign"]);
    assert_eq!(written_in(campaign(None, &["guerrilla_tactics"]), &text).findings(), ["5:10 banned"]);
    let mut sources = slip_source::Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let other = sources.add_package(Package { name: "other".into(), version: "0.1.0".into(), edition: 1, ..Package::default() });
    sources.add_file(other, "other.slip", RIDGE);
    let dependencies = [("other".to_owned(), other)].into_iter().collect();
    let own = sources.add_package(Package { dependencies, ..campaign(Some(0), &["infantry_carrier"]) });
    let platoon = "platoon p { leader other.ridge_rifles with not_a_genius \"B\"; units other.mule }\n";
    sources.add_file(own, "own.slip", platoon);
    let found: Vec<String> = slip_compile::compile(&sources).diagnostics.iter().map(|found| found.message.clone()).collect();
    let wanted = ["`other.ridge_rifles` is T1, above the campaign's limit of T0", "the campaign bans `infantry_carrier` of `other.mule`"];
    assert_eq!(found, wanted);
}

#[test]
fn platoons_derive_from_each_other_and_take_patches_and_waivers() {
    let ridge = "platoon ridge { leader ridge_rifles with tactical_genius \"B\"; units ridge_rifles x3, mule; aircraft kite }\n";
    let gully = "platoon gully \"Gully platoon\" from ridge { units - mule; units + mortar_team; leader ridge_rifles with logistics_genius \"C\" }\n";
    let pack = with_ridge(&format!("{ridge}{gully}")).clean();
    let names = |name: &str| platoon(&pack, name).units.iter().map(|rank| (rank.unit.name.to_string(), rank.count)).collect::<Vec<_>>();
    assert_eq!(names("ridge"), [("ridge_rifles".to_owned(), 3), ("mule".to_owned(), 1)]);
    assert_eq!(names("gully"), [("ridge_rifles".to_owned(), 3), ("mortar_team".to_owned(), 1)]);
    assert_eq!((platoon(&pack, "ridge").attached(), platoon(&pack, "gully").attached()), (1, 1));
    let more = with_ridge(&format!("{ridge}platoon more from ridge {{ units + ridge_rifles, mule carrying ridge_rifles }}\n")).clean();
    let ranks: Vec<(&str, u32)> = platoon(&more, "more").units.iter().map(|rank| (rank.unit.name.as_str(), rank.count)).collect();
    assert_eq!(ranks, [("ridge_rifles", 4), ("mule", 1), ("mule", 1)]);
    // A platoon whose leader is a genius of logistics is never out of ammo.
    assert!(platoon(&pack, "gully").is_spared("Out of ammo") && !platoon(&pack, "ridge").is_spared("Out of ammo"));
    let found = |more: &str| codes(&with_ridge(&format!("{ridge}{more}\n")));
    assert_eq!(found("platoon g from ridge { units - kite }"), ["unknown-name"]);
    assert_eq!(found("platoon g from ridge { units mule, mule }"), ["duplicate-entry"]);
    assert_eq!(found("platoon g from ridge { unit mule }"), ["unknown-key"]);
    assert_eq!(found("platoon g from ridge { units mule x0 }"), ["wrong-value"]);
    assert_eq!(found("platoon g from ridge { allow advice \"why\" }"), ["unused-waiver"]);
}

#[test]
fn a_patch_changes_a_platoon_of_another_package_and_what_derives_from_it() {
    let mut sources = slip_source::Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let other = sources.add_package(Package { name: "other".into(), version: "0.1.0".into(), edition: 1, ..Package::default() });
    let ridge = "platoon ridge { leader ridge_rifles with tactical_genius \"B\"; units ridge_rifles x3, mule; aircraft kite }\n";
    sources.add_file(other, "other.slip", format!("{RIDGE}{ridge}platoon gully from ridge {{ units - mule }}\n"));
    let dependencies = [("other".to_owned(), other)].into_iter().collect();
    let own = sources.add_package(Package { name: "own".into(), version: "0.1.0".into(), edition: 1, dependencies, ..Package::default() });
    sources.add_file(own, "own.slip", "patch platoon other.ridge { aircraft other.kite x2 }\n");
    let compiled = slip_compile::compile(&sources);
    let said: Vec<&str> = compiled.diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(said, Vec::<&str>::new());
    let attached = |name: &str| compiled.pack.platoons[format!("other.{name}").as_str()].attached();
    assert_eq!((attached("ridge"), attached("gully")), (2, 2));
}

/// The variant sets every row of the draft that is a switch. Each of these rows can also be set alone.
#[test]
fn the_draft_is_a_variant_of_which_each_row_can_be_set_alone() {
    let rows = [
        ("fire_spotted", "by_skill"),
        ("fire_spotted_from", "after"),
        ("platoon_consequences", "past_the_end"),
        ("defensive_investment", "yes"),
        ("aircraft_start", "rearm"),
        ("battery_out_of_command", "silent"),
        ("battery_relocation", "no"),
        ("battery_gathers", "everybody"),
        ("orphans_cover", "no"),
        ("orphans_adopted", "no"),
        ("out_of_command_fades", "no"),
        ("adjacent_sight", "traced"),
        ("border_blocking", "yes"),
        ("formation_march", "no"),
        ("long_range", "once"),
        ("zone_fire", "spotted"),
        ("spotted_for", "attacks_and_maneuvers"),
        ("maneuver_lasts", "always"),
        ("spotting", "success"),
        ("first_player", "coin"),
        ("character_fate", "own"),
        ("character_turn", "yes"),
        ("membership", "unit"),
        ("off_map_director", "yes"),
        ("flat_spin", "yes"),
    ];
    let pack = written("").pack;
    let settings = &pack.rulesets["std.platoon_draft"].rules;
    let mut text = String::new();
    for (setting, value) in rows {
        assert!(settings.is(setting, value), "{setting}");
        writeln!(text, "ruleset only_{setting} {{ {setting} {value} }}").unwrap();
        writeln!(text, "ruleset without_{setting} {{ use std.platoon_draft; {setting} {} }}", default_of(&pack, setting)).unwrap();
    }
    written(&text).clean();
}

fn default_of(pack: &Pack, setting: &str) -> String {
    let value = &pack.rulesets["std.platoon"].rules.settings[setting];
    serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
}

fn drafted(variants: &[&str], text: &str) -> Written {
    let variants = variants.iter().map(|word| (*word).to_owned()).collect();
    written_in(Package { name: "own".into(), version: "0.1.0".into(), edition: 1, variants, ..Package::default() }, text)
}

/// Row 6: the stunt exists in the draft only.
/// Rules: R-L35.
#[test]
fn row_6_defensive_investment_is_sold_in_the_draft_only() {
    let text = unit("dug_in", "infantry", 1, &["defensive_investment"], "");
    assert_eq!(codes_by_line(&written(&text))[&1], ["stunt-not-sold"]);
    let pack = drafted(&["platoon_draft"], &text).clean();
    assert_eq!(item(&pack, "dug_in").effects[0].text, "roll_up of morale is down");
}

/// Row 19: other names for two stunts.
#[test]
fn row_19_commando_and_commo_are_other_names() {
    let pack = written(&unit("old_guard", "infantry", 2, &["commando", "commo"], "")).clean();
    let stunts: Vec<&str> = item(&pack, "old_guard").stunts.iter().map(|stunt| stunt.name.as_str()).collect();
    assert_eq!(stunts, ["special_forces", "wireless"]);
}

/// Row 20: `long_range` may be bought once in the draft rules, and any number of times in the final rules.
#[test]
fn row_20_long_range_counts_once_in_the_draft() {
    let text = unit("snipers", "infantry", 2, &["long_range x2"], "");
    written(&text).clean();
    assert_eq!(codes_by_line(&drafted(&["platoon_draft"], &text))[&1], ["requirement-failed"]);
    drafted(&["platoon_draft"], &unit("snipers", "infantry", 2, &["long_range"], "")).clean();
}

/// Row 37: in the draft, an off-map director with fate points and no other unit is legal.
#[test]
fn row_37_a_director_off_the_map_has_aircraft_and_no_units() {
    let said = |variants: &[&str], platoon: &str| {
        let written = drafted(variants, &format!("{RIDGE}platoon p {{ leader ridge_rifles with not_a_genius \"B\"; {platoon} }}\n"));
        written.messages().iter().map(|message| (*message).to_owned()).collect::<Vec<_>>()
    };
    let draft = ["platoon_draft"].as_slice();
    assert_eq!(said(draft, "off_map; aircraft kite x2"), Vec::<String>::new());
    assert_eq!(said(&[], "off_map; aircraft kite x2"), ["this platoon is off the map, which needs an optional rule"]);
    assert_eq!(said(draft, "off_map; aircraft kite; units ridge_rifles"), ["the platoon `p` is off the map, but has units on the map"]);
    assert_eq!(said(draft, "off_map"), ["`p` is off the map, but has no aircraft to direct"]);
}

/// Checks which skills of people raise which skill of a unit.
#[test]
fn each_skill_of_units_is_amplified_by_the_skills_of_the_table() {
    let table = [
        ("anti_air", "military slug_throwers, military energy_weapons, gunnery"),
        ("armour", "tactics"),
        ("camouflage", "stealth, survival"),
        ("command", "tactics, intimidation, oratory"),
        ("direct_fire", "slug_throwers, energy_weapons"),
        ("hand_to_hand", "brawling, close_combat"),
        ("indirect_fire", "gunnery, demolitions"),
        ("movement", "tactics, vehicle"),
        ("observation", "alertness"),
        ("signals", "communications"),
        ("specialist", ""),
        ("veteran", "resolve"),
    ];
    let pack = written("").pack;
    let found: Vec<(&str, String)> = pack
        .skills
        .values()
        .filter(|skill| skill.classes.iter().any(|class| class == "unit"))
        .map(|skill| {
            let words = skill.amplified.iter().map(|one| format!("{}{}", if one.military { "military " } else { "" }, one.skill));
            (skill.name.as_str(), words.collect::<Vec<_>>().join(", "))
        })
        .collect();
    assert_eq!(found, table.map(|(skill, by)| (skill, by.to_owned())));
}

/// R-L30: each attached character raises one skill, by one if the character is better than the unit; several on one skill do not add up.
/// Rules: D-L1.
#[test]
fn rl30_somebody_attached_raises_one_skill_of_one_unit_by_one() {
    let people = "npc sharp \"Sharp\" { cap 3; skills { 3 alertness; 2 tactics, slug_throwers; 1 resolve, gunnery, agility }; aspects \"D\", \"E\", \"F\" }\n\
                  npc sure \"Sure\" from sharp { stunts military_grade(slug_throwers) }\n";
    let platoon_of = |characters: &str| {
        format!(
            "{people}platoon p {{ leader ridge_rifles with not_a_genius \"B\"; units ridge_rifles x2, mule; characters {characters} }}\n"
        )
    };
    let raised = |characters: &str| {
        let pack = with_ridge(&platoon_of(characters)).clean();
        let one = &platoon(&pack, "p").characters[0];
        (one.unit.as_ref().map(|unit| unit.name.to_string()), one.skill.to_string(), one.by.to_string(), one.raises)
    };
    assert_eq!(
        raised("sharp with ridge_rifles for observation"),
        (Some("ridge_rifles".into()), "observation".into(), "alertness".into(), 1)
    );
    assert_eq!(raised("sharp with leader for command"), (None, "command".into(), "tactics".into(), 1));
    // An untrained skill of the unit counts as 0.
    assert_eq!(raised("sharp with mule for observation"), (Some("mule".into()), "observation".into(), "alertness".into(), 1));
    // If several skills serve, the best counts; it must be military-grade if the table requires it.
    assert_eq!(raised("sure with ridge_rifles for anti_air"), (Some("ridge_rifles".into()), "anti_air".into(), "slug_throwers".into(), 1));
    assert_eq!(raised("sharp with ridge_rifles for anti_air"), (Some("ridge_rifles".into()), "anti_air".into(), "gunnery".into(), 1));
    let said = |characters: &str| {
        let written = with_ridge(&platoon_of(characters));
        written
            .said
            .iter()
            .filter(|(.., found)| found.severity > Severity::Note)
            .map(|(.., found)| (found.code.slug(), found.message.clone()))
            .collect::<Vec<_>>()
    };
    let one = |code: &'static str, message: &str| vec![(code, message.to_owned())];
    assert_eq!(
        said("sharp with mule for armour"),
        one("advice", "`sharp` adds nothing to `armour`, because tactics 2 is not higher than 4")
    );
    assert_eq!(
        said("sharp with mule for observation, sure with mule for observation"),
        one("advice", "`observation` of `mule` is raised already")
    );
    assert_eq!(said("sharp with ridge_rifles for observation, sure with ridge_rifles for observation"), vec![]);
    assert_eq!(said("sharp with mule for observation, sharp with leader for command"), one("duplicate-entry", "`sharp` is attached twice"));
    assert_eq!(said("sharp with ridge_rifles for specialist"), one("cannot-amplify", "people cannot raise `specialist` of a unit"));
    assert_eq!(
        said("sharp with ridge_rifles for signals"),
        one("cannot-amplify", "`sharp` cannot raise `signals` of a unit without the skill `communications`")
    );
    assert_eq!(said("sharp with mortar_team for signals"), one("unknown-name", "`p` has no unit called `mortar_team`"));
    assert_eq!(said("mule with ridge_rifles for signals"), one("cannot-amplify", "`mule` is a unit, and cannot be attached to a unit"));
    assert_eq!(said("sharp for command"), one("wrong-value", "this cannot be in the list `characters`"));
}
