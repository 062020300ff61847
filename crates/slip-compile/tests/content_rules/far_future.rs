//! Tests of the far future: its list of skills, its people, and how they fight beside people of the SRD.

use crate::content_rules::compiled_text::{Written, written, written_in};
use slip_pack::BuiltItem;
use slip_play::personal::Personal;
use slip_session::run::{Seats, run};
use slip_source::Package;
use slip_source::diagnostic::{Code, Severity};

/// Compiles a text in a package with these variants.
pub(crate) fn under(variants: &[&str], text: &str) -> Written {
    let package = Package {
        name: "own".to_owned(),
        version: "0.1.0".to_owned(),
        edition: 1,
        variants: variants.iter().map(|name| (*name).to_owned()).collect(),
        ..Package::default()
    };
    written_in(package, text)
}

fn far_future(text: &str) -> Written {
    under(&["far_future"], text)
}

pub(crate) fn named<'w>(found: &'w Written, kind: &str, name: &str) -> &'w BuiltItem {
    &found.pack.items[kind][format!("own.{name}").as_str()]
}

/// Skills of the far future: name, what the skill brings along, and the SRD skill it counts as.
const SKILLS: &[(&str, &[&str], Option<&str>)] = &[
    ("strength", &["gym access"], Some("stamina")),
    ("dexterity", &["gym access"], Some("agility")),
    ("endurance", &["running shoes"], Some("stamina")),
    ("alertness", &[], None),
    ("credits", &["frippery"], Some("assets")),
    ("resolve", &["sunglasses"], None),
    ("admin", &["organizer", "communicator"], Some("bureaucracy")),
    ("streetwise", &["cigarettes or the local equivalent"], None),
    ("carousing", &[], None),
    ("leader", &[], None),
    ("pilot", &["licence"], None),
    ("engineering", &["iron ring", "toolkit", "perhaps a machine shop"], None),
    ("navigation", &["certification", "hand computer with charts"], None),
    ("gunnery", &["certification"], None),
    ("vacc_suit", &["vacc suit"], Some("eva")),
    ("zero_g", &["velcro shoes"], Some("microg")),
    ("prospecting", &["maps"], None),
    ("survey", &["database"], None),
    ("mechanical", &["toolkit", "shop"], Some("repair")),
    ("electronics", &["toolkit", "fabrication"], Some("repair")),
    ("gravitics", &["toolkit", "shop"], None),
    ("computer", &["hand computer"], None),
    ("communications", &["hand computer"], None),
    ("ground_vehicle", &["certification", "gloves"], Some("vehicle")),
    ("air_vehicle", &["certification", "g-suit"], Some("aircraft")),
    ("water_vehicle", &["certification", "life jacket"], Some("vehicle")),
    ("equestrian", &["animal", "saddle", "tack"], Some("animal_handler")),
    ("blade_weapons", &["one weapon"], Some("close_combat")),
    ("firearms", &["one weapon"], Some("slug_throwers")),
    ("energy_weapons", &["one weapon"], None),
    ("brawling", &["gold teeth"], None),
    ("recon", &["fine optics"], None),
    ("forgery", &["toolkit"], None),
    ("gambling", &["dice", "cards"], None),
    ("medical", &["medkit", "medical database", "licence from rank 3 on"], None),
    ("survival", &["kit", "rations"], None),
    ("demolitions", &["explosives", "detonators", "wire"], None),
    ("broker", &["certification", "contacts"], Some("brokerage")),
    ("art", &["toolkit"], Some("arts")),
    ("science", &["database"], None),
    // Used by the sample people, but not in the list.
    ("intimidation", &[], None),
];

/// Checks the list of skills against the rules, cell by cell.
#[test]
fn the_far_futures_list_is_that_of_the_rules_with_what_each_skill_brings_along() {
    let pack = written("").pack;
    for (name, gear, counterpart) in SKILLS {
        let skill = &pack.skills[format!("std.{name}").as_str()];
        assert!(skill.lists.iter().any(|list| list == "far_future"), "{name}");
        assert_eq!(skill.kits.get("far_future").unwrap_or(&skill.gear), gear, "{name}");
        assert_eq!(skill.stands_for.as_deref(), *counterpart, "{name}");
    }
    let listed = pack.skills.values().filter(|skill| skill.lists.iter().any(|list| list == "far_future")).count();
    assert_eq!(listed, SKILLS.len());
}

/// R-N2: every skill of either list is in the other list under the same name, or has a counterpart there. By the rules, some skills have
/// neither.
#[test]
fn rn2_what_the_lists_do_not_share_is_mapped_or_kept() {
    let pack = written("").pack;
    let on = |name: &str, list: &str| pack.skills[format!("std.{name}").as_str()].lists.iter().any(|other| other == list);
    let alone: Vec<&str> =
        SKILLS.iter().filter(|(name, _, counterpart)| counterpart.is_none() && !on(name, "srd")).map(|(name, ..)| *name).collect();
    assert_eq!(
        alone,
        ["streetwise", "carousing", "leader", "prospecting", "survey", "gravitics", "recon", "forgery", "gambling"],
        "those without a counterpart"
    );
    for (name, _, counterpart) in SKILLS {
        let Some(counterpart) = counterpart else { continue };
        assert!(on(counterpart, "srd") && !on(counterpart, "far_future") && !on(name, "srd"), "{name} for {counterpart}");
    }
}

fn npc(skills: &str) -> String {
    format!("npc guard {{\n  cap 1\n  skills {{ {skills} }}\n  aspects \"Bored\"\n}}\n")
}

fn ranger(skills: &str, more: &str) -> String {
    format!("npc ranger {{\n  skills {{ {skills} }}\n  aspects \"Out of uniform\", \"Knows every trail\"\n  {more}\n}}\n")
}

#[test]
fn a_skill_of_the_other_list_is_refused_with_its_counterpart() {
    let found = written(&npc("1 firearms"));
    let said = found.only(Code::SkillOfOtherList);
    assert_eq!(said.message, "the skill `firearms` is not in the list `srd`, from which `npc` takes its skills");
    assert_eq!(said.primary.text, "not a skill of `srd`");
    assert_eq!(
        said.help.as_deref(),
        Some(
            "write `slug_throwers`, which is in that list, or use the design `far_future_npc`, which \
             becomes the default with `variants = [\"far_future\"]` below `[rules]` in slipyard.toml"
        )
    );
    assert_eq!(found.findings().len(), 1);

    let found = far_future(&ranger("3 slug_throwers", ""));
    let said = found.only(Code::SkillOfOtherList);
    assert_eq!(said.message, "the skill `slug_throwers` is not in the list `far_future`, from which `far_future_npc` takes its skills");
    assert_eq!(said.help.as_deref(), Some("write `firearms`, which is in that list, or use the design `npc`, which allows this skill"));

    // All counterparts are named; if there is none, the help names the list and the waiver.
    let help = |skill: &str| far_future(&ranger(&format!("3 {skill}"), "")).only(Code::SkillOfOtherList).help.clone().unwrap();
    assert!(help("stamina").starts_with("write `endurance` or `strength`, which is in that list, "), "{}", help("stamina"));
    assert!(
        help("charm").starts_with("write a skill of that list, or write `allow skill-of-other-list \"why\"` in the block, or use "),
        "{}",
        help("charm")
    );
    let waived = ranger("3 charm", "allow skill-of-other-list \"an actor\"");
    assert_eq!(far_future(&waived).messages(), Vec::<&str>::new());
}

#[test]
fn a_skill_of_the_other_list_in_a_stunt_is_one_finding() {
    let found = far_future(&ranger("3 firearms", "stunts military_grade(slug_throwers)"));
    assert_eq!(
        found.messages(),
        ["the skill `slug_throwers` is not in the list `far_future`, from which `far_future_npc` takes its skills"]
    );
    assert_eq!(far_future(&ranger("3 strength", "stunts military_grade(strength)")).messages(), Vec::<&str>::new());
}

#[test]
fn strength_is_for_animals_and_for_people_of_the_far_future() {
    assert_eq!(written(&npc("1 strength")).messages(), ["an npc cannot have the skill `strength`"]);
    assert_eq!(far_future(&ranger("3 strength", "")).messages(), Vec::<&str>::new());
}

#[test]
fn a_skill_of_ones_own_belongs_to_every_list() {
    let own = "skill hexes \"Hexes\" { }\n";
    assert_eq!(written(&format!("{own}{}", npc("1 hexes"))).messages(), Vec::<&str>::new());
    assert_eq!(far_future(&format!("{own}{}", ranger("3 hexes", ""))).messages(), Vec::<&str>::new());
}

#[test]
fn the_variant_makes_the_designs_of_the_far_future_the_default_and_either_may_be_named() {
    let found = far_future(&ranger("3 firearms", ""));
    assert_eq!(named(&found, "npc", "ranger").design, "far_future_npc");
    let named_one = ranger("3 firearms", "").replace("npc ranger", "npc ranger : far_future_npc");
    assert_eq!(written(&named_one).messages(), Vec::<&str>::new());
    let srd = npc("1 slug_throwers").replace("npc guard", "npc guard : npc");
    assert_eq!(far_future(&srd).messages(), Vec::<&str>::new());
}

const HERO: &str = "character hero {
  skills { 5 pilot; 4 firearms, credits; 3 endurance, resolve, recon; 2 dexterity, vacc_suit, zero_g, medical; 1 brawling, leader, art, survey, broker }
  stunts military_grade(firearms), swap_skill(recon, survey), alter_track(health, 1)
  aspects \"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\", \"8\", \"9\", \"10\"
}
";

/// Fifteen skills, ten aspects, three stunts; tracks from Endurance, Resolve and Credits.
#[test]
fn a_character_of_the_far_future_has_tracks_by_endurance_resolve_and_credits() {
    let found = far_future(HERO);
    assert_eq!(found.messages(), Vec::<&str>::new());
    let hero = named(&found, "character", "hero");
    assert_eq!((hero.design.as_str(), hero.fate, hero.consequences.len()), ("far_future_character", Some(5), 3));
    assert_eq!((hero.tracks["health"], hero.tracks["composure"], hero.tracks["wealth"]), (6, 5, 5));
    let loud = |text: &str| far_future(text).said.into_iter().filter(|(.., said)| said.severity > Severity::Note).collect::<Vec<_>>();
    let codes = |text: &str| loud(text).iter().map(|(.., said)| said.code).collect::<Vec<_>>();
    assert_eq!(codes(&HERO.replace(", \"10\"", "")), [Code::MissingAspects]);
    assert_eq!(codes(&HERO.replace("\"10\"", "\"10\", \"11\"")), [Code::TooManyAspects]);
    assert_eq!(codes(&HERO.replace(", alter_track(health, 1)", "")), [Code::TooFewStunts]);
    assert_eq!(codes(&HERO.replace("3 endurance, ", "3 ")), [Code::SkillPyramid]);
}

#[test]
fn tracks_of_the_far_future_are_as_long_as_the_skill_behind_them() {
    for (rank, boxes) in [(0, 3), (1, 4), (2, 4), (3, 5), (4, 5), (5, 6)] {
        for (skill, track) in [("endurance", "health"), ("resolve", "composure")] {
            let text = if rank == 0 { ranger("1 recon", "") } else { ranger(&format!("{rank} {skill}"), "") };
            assert_eq!(named(&far_future(&text), "npc", "ranger").tracks[track], boxes, "{skill} {rank}");
        }
    }
}

/// R-N24: an NPC has two or three aspects; fewer give a warning, more an error. It has one fate point per aspect.
#[test]
fn rn24_an_npc_of_the_far_future_has_two_or_three_aspects() {
    let with = |aspects: &[&str]| {
        let written: Vec<String> = aspects.iter().map(|text| format!("\"{text}\"")).collect();
        far_future(&format!("npc ranger {{ skills {{ 3 recon }}; aspects {} }}\n", written.join(", ")))
    };
    let found = with(&["A"]);
    assert_eq!(found.only(Code::MissingAspects).severity, Severity::Warning);
    assert_eq!(found.only(Code::MissingAspects).message, "`ranger` has 1 of 2 to 3 aspects");
    for aspects in [&["A", "B"][..], &["A", "B", "C"]] {
        let found = with(aspects);
        assert_eq!(found.messages(), Vec::<&str>::new());
        assert_eq!(named(&found, "npc", "ranger").fate, i32::try_from(aspects.len()).ok());
    }
    assert_eq!(with(&["A", "B", "C", "D"]).only(Code::TooManyAspects).severity, Severity::Error);
    // Under the SRD an NPC of apex 3 with two aspects has one too few.
    let srd =
        written("npc guard { cap 3; skills { 3 brawling; 2 vehicle, slug_throwers; 1 stamina, resolve, eva }; aspects \"A\", \"B\" }\n");
    assert_eq!(srd.only(Code::MissingAspects).message, "`guard` has 2 of 3 aspects");
}

#[test]
fn an_npc_of_the_far_future_has_any_number_of_skills_up_to_rank_five() {
    assert_eq!(far_future(&ranger("5 recon, leader; 2 firearms", "")).messages(), Vec::<&str>::new());
    assert_eq!(far_future(&ranger("6 recon", "")).messages(), ["`ranger` has 1 skill at rank 6, but only ranks 1 to 5 are allowed"]);
    assert_eq!(far_future(&ranger("3 recon; 2 recon", "")).messages(), ["the skill `recon` is written twice"]);
}

/// Checks the seven sample people and their tracks, Health and Composure.
#[test]
fn the_sample_people_have_the_tracks_of_the_rules() {
    let expected = [
        ("policeman_1", 4, 4),
        ("policeman_2", 4, 4),
        ("soldier_1", 4, 4),
        ("soldier_2", 4, 3),
        ("doctor", 3, 4),
        ("thug_1", 4, 3),
        ("thug_2", 3, 3),
    ];
    for (name, health, composure) in expected {
        let found = far_future(&format!("npc somebody from std.{name} {{ }}\n"));
        assert_eq!(found.messages(), Vec::<&str>::new(), "{name}");
        let somebody = named(&found, "npc", "somebody");
        assert!(somebody.valid, "{name}");
        assert_eq!((somebody.tracks["health"], somebody.tracks["composure"]), (health, composure), "{name}");
        assert_eq!((somebody.aspects.len(), somebody.fate), (2, Some(2)), "{name}");
        // The skills of everyone except the doctor form a pyramid with cap 3.
        let at = |rank: i32| somebody.skills.values().filter(|own| **own == rank).count();
        let pyramid = if name == "doctor" { [0, 2, 3] } else { [1, 2, 3] };
        assert_eq!([at(3), at(2), at(1)], pyramid, "{name}");
    }
}

/// Fields of a sample person: name, skills by rank, military-grade skills, aspects, things.
type Sample =
    (&'static str, &'static [(i32, &'static [&'static str])], &'static [&'static str], [&'static str; 2], &'static [&'static str]);

/// Sample people, cell by cell. Things are listed by title; those that the book describes are declared in our own packages.
const SAMPLES: &[Sample] = &[
    (
        "policeman_1",
        &[(3, &["brawling"]), (2, &["ground_vehicle", "firearms"]), (1, &["endurance", "resolve", "vacc_suit"])],
        &[],
        ["Serve the public trust", "Protect the innocent"],
        &["Cloth armour", "Pistol", "Smoke grenade"],
    ),
    (
        "policeman_2",
        &[(3, &["firearms"]), (2, &["streetwise", "intimidation"]), (1, &["endurance", "resolve", "brawling"])],
        &[],
        ["Uphold the law", "Who needs backup?"],
        &["Cloth armour", "Pistol", "SMG"],
    ),
    (
        "soldier_1",
        &[(3, &["firearms"]), (2, &["resolve", "endurance"]), (1, &["alertness", "demolitions", "vacc_suit"])],
        &["firearms"],
        ["Just following orders", "Keep it tidy"],
        &["Combat rifle", "Combat armour"],
    ),
    (
        "soldier_2",
        &[(3, &["brawling"]), (2, &["firearms", "recon"]), (1, &["endurance", "dexterity", "vacc_suit"])],
        &["firearms"],
        ["My country's good", "Hungry"],
        &["Combat rifle", "Combat armour", "Knife"],
    ),
    (
        "doctor",
        &[(4, &["medical"]), (2, &["credits", "science"]), (1, &["computer", "admin", "resolve"])],
        &[],
        ["First, do no harm", "In my own time"],
        &[],
    ),
    (
        "thug_1",
        &[(3, &["blade_weapons"]), (2, &["gambling", "firearms"]), (1, &["brawling", "endurance", "streetwise"])],
        &[],
        ["Blood is scary", "Do the job"],
        &["Sword", "SMG"],
    ),
    (
        "thug_2",
        &[(3, &["streetwise"]), (2, &["brawling", "firearms"]), (1, &["carousing", "alertness", "ground_vehicle"])],
        &[],
        ["Strike first", "Stay alive"],
        &["Shotgun", "Knife"],
    ),
];

#[test]
fn the_sample_people_have_the_skills_training_aspects_and_things_of_the_rules() {
    let pack = written("").pack;
    for (name, ranks, trained, aspects, things) in SAMPLES {
        let somebody = &pack.items["npc"][format!("std.{name}").as_str()];
        let wanted: Vec<(&str, i32)> = ranks.iter().flat_map(|(rank, skills)| skills.iter().map(|skill| (*skill, *rank))).collect();
        let mut found: Vec<(&str, i32)> = somebody.skills.iter().map(|(skill, rank)| (skill.as_str(), *rank)).collect();
        found.sort_by_key(|(skill, _)| wanted.iter().position(|(other, _)| other == skill));
        assert_eq!(found, wanted, "{name}");
        let military: Vec<String> = trained.iter().map(|skill| format!("is military {skill}")).collect();
        let lines: Vec<&str> =
            somebody.effects.iter().map(|effect| effect.text.as_str()).filter(|text| text.starts_with("is military")).collect();
        assert_eq!(lines, military, "{name}");
        assert_eq!(somebody.stunts.len(), trained.len(), "{name}");
        let texts: Vec<&str> = somebody.aspects.iter().map(|aspect| aspect.text.as_str()).collect();
        assert_eq!(texts, aspects, "{name}");
        let title = |thing: &str| {
            let key = format!("std.{thing}");
            ["weapon", "armour"].iter().find_map(|kind| pack.items[*kind].get(key.as_str())).unwrap().title.clone()
        };
        let mut titles: Vec<String> = somebody.gear.iter().map(|thing| title(&thing.name)).collect();
        titles.sort_by_key(|title| things.iter().position(|other| other == title));
        assert_eq!(titles, *things, "{name}");
    }
    assert_eq!(pack.items["npc"].keys().filter(|key| key.starts_with("std.")).count(), SAMPLES.len());
}

#[test]
fn a_sample_is_a_template_to_derive_from() {
    let text = "npc night_watch \"Night watch\" from std.policeman_1 {
  skills { 3 brawling; 2 recon, firearms; 1 endurance, resolve, vacc_suit }
  aspects \"Never sleeps\", \"Knows the back doors\", \"One year to go\"
  gear plain_pistol
}
";
    // This also compiles in a package of the SRD, because the sample names the design that it is built by.
    let found = written(text);
    assert_eq!(found.messages(), Vec::<&str>::new());
    let watch = named(&found, "npc", "night_watch");
    assert_eq!((watch.skills["recon"], watch.fate, watch.gear.len()), (2, Some(3), 1));
}

const FIGHT: &str = "
map yard { zone gate; zone shed; border gate -- shed 0 }
encounter raid : personal {
  map yard
  side law { actors std.soldier_1 at gate }
  side gang { actors guard at shed }
  victory law when out(gang)
  victory gang when out(law)
}
npc guard : npc { cap 1; skills { 1 stamina }; aspects \"Bored\" }
";

fn begun(found: &Written) -> Personal {
    assert_eq!(found.messages(), Vec::<&str>::new());
    Personal::begin(&found.pack, &found.pack.encounters["own.raid"]).unwrap()
}

/// R-N2: without mapping, a skill counts as the one it replaces, so weapons, armour and moves of the SRD accept it.
#[test]
fn rn2_a_soldier_of_the_far_future_fights_with_firearms_and_moves_by_dexterity() {
    let found = far_future(FIGHT);
    let fight = begun(&found);
    let soldier = fight.roster.actors.keys().next().unwrap();
    let skill = |name: &str| fight.roster.skills.iter().find(|(_, skill)| skill.is_called(name)).map(|(id, _)| id).unwrap();
    assert_eq!(skill("firearms"), skill("slug_throwers"));
    assert_eq!(fight.roster.rank(soldier, skill("slug_throwers")), 3);
    assert_eq!(fight.roster.skills[skill("firearms")].title, "Firearms");
    // Dexterity is untrained. Agility, which Dexterity replaces, is therefore untrained too.
    assert_eq!(fight.roster.rank(soldier, fight.roster.parts.dodge), -1);
    let rifle = &fight.roster.actors[soldier].weapons[0];
    assert_eq!(rifle.modes[0].manners[0].skill, skill("slug_throwers"));
    assert!(!rifle.modes[0].manners[0].untrained, "military-grade firearms serve for a military slug thrower");
    let plate = fight.roster.actors[soldier].armour.as_ref().unwrap();
    assert!(!plate.untrained, "and for military armour, as any combat skill does");
    // In the pack, the soldier has a skill of the far future (`firearms`), which counts as `slug_throwers`.
    let soldier = &found.pack.items["npc"]["std.soldier_1"];
    assert_eq!((soldier.skills["firearms"], soldier.counts["slug_throwers"].as_str()), (3, "firearms"));
    assert!(!soldier.skills.contains_key("slug_throwers"));
    // The encounter can be played to its end.
    assert!(run(&found.pack, "raid", 7, Seats::standard()).is_ok());
}

#[test]
fn what_one_is_not_trained_for_is_noted_by_the_skill_that_counts() {
    let text = "npc ranger : far_future_npc {
  skills { 3 firearms }
  stunts STUNTS
  aspects \"A\", \"B\"
  gear line_rifle
}
";
    let untrained = |stunts: &str| {
        let found = written(&text.replace("  stunts STUNTS\n", stunts));
        found.said.iter().filter(|(.., said)| said.code == Code::UntrainedGear).count()
    };
    assert_eq!(untrained(""), 1);
    assert_eq!(untrained("  stunts military_grade(firearms)\n"), 0);
}

/// R-N2: on request, skills get the names of the SRD; if several map to one, the highest counts; a skill without a counterpart is kept.
#[test]
fn rn2_mapping_on_request_gives_the_skills_of_the_srd() {
    let mapping = "ruleset as_srd { use far_future; map_skills yes }\n";
    let text = ranger(
        "4 endurance; 3 firearms, streetwise; 2 strength, electronics, dexterity; 1 mechanical, resolve",
        "stunts military_grade(firearms), swap_skill(dexterity, mechanical)",
    );
    let plain = far_future(&text);
    let kept = named(&plain, "npc", "ranger");
    assert_eq!(kept.skills.len(), 8);
    let found = under(&["as_srd"], &format!("{mapping}{text}"));
    assert_eq!(found.messages(), Vec::<&str>::new());
    let mapped = named(&found, "npc", "ranger");
    let skills: Vec<(&str, i32)> = mapped.skills.iter().map(|(name, rank)| (name.as_str(), *rank)).collect();
    assert_eq!(skills, [("agility", 2), ("repair", 2), ("resolve", 1), ("slug_throwers", 3), ("stamina", 4), ("streetwise", 3)]);
    assert!(mapped.counts.is_empty());
    assert_eq!(mapped.tracks, kept.tracks);
    let lines: Vec<&str> = mapped.effects.iter().map(|effect| effect.text.as_str()).collect();
    assert!(lines.contains(&"is military slug_throwers"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("may use agility for repair rolls")), "{lines:?}");
}

/// If several skills replace one, the highest counts, and the others are used under their own names.
/// Rules: R-N2.
#[test]
fn of_several_skills_that_stand_for_one_the_highest_counts() {
    let text = ranger("2 endurance; 3 strength; 2 water_vehicle, ground_vehicle", "");
    let found = far_future(&text);
    let counts = &named(&found, "npc", "ranger").counts;
    assert_eq!(counts["stamina"], "strength");
    assert_eq!(counts["vehicle"], "ground_vehicle");
}

/// R-N27: skills are swapped at a refresh; in the far future also before or after any session.
#[test]
fn rn27_the_far_future_swaps_skills_between_refreshes_too() {
    let pack = written("").pack;
    assert_eq!(pack.rulesets["std.design_settings"].rules.word("skill_swaps", ""), "refresh");
    assert_eq!(pack.rulesets["std.far_future"].rules.word("skill_swaps", ""), "sessions");
}

#[test]
fn only_composure_consequences_and_flagged_aspects_force_a_move_in_the_far_future() {
    assert_eq!(written("").pack.rulesets["std.far_future"].rules.word("forced_move", ""), "flagged");
}

#[test]
fn a_list_that_no_design_uses_is_refused() {
    let found = written("skill hexes { list far_futur }\n");
    assert_eq!(found.messages(), ["no design uses a list of skills called `far_futur`"]);
    // A homebrew list is a design and skills that name it.
    let own = "design monk : npc { slots 1; skill_list temple; skills pyramid 1 }\nskill chant { list temple }\n";
    assert_eq!(written(&format!("{own}npc brother : monk {{ skills {{ 1 chant }}; aspects \"Quiet\" }}\n")).messages(), Vec::<&str>::new());
    let said = written(&format!("{own}npc brother : monk {{ skills {{ 1 stealth }}; aspects \"Quiet\" }}\n"));
    assert_eq!(said.messages(), ["the skill `stealth` is not in the list `temple`, from which `monk` takes its skills"]);
}

#[test]
fn a_list_that_no_skill_is_on_is_refused() {
    let text = "design monk : npc { slots 1; skill_list far_futur; skills pyramid 1 }\n";
    let found = written(text);
    assert_eq!(found.messages(), ["there is no list of skills called `far_futur`"]);
    assert_eq!(found.only(Code::UnknownName).help.as_deref(), Some("did you mean `far_future`?"));
}
