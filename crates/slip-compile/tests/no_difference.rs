//! Tests of texts that are correct and change nothing: each is refused or reported, and a text next to it that changes something is not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::{Compiled, compile};
use slip_source::diagnostic::Diagnostic;
use slip_source::{Package, Sources};

fn compiled(text: &str) -> Compiled {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "home".into(), ..Package::default() });
    sources.add_file(package, "main.slip", text);
    compile(&sources)
}

fn findings(text: &str) -> Vec<Diagnostic> {
    compiled(text).diagnostics.iter().filter(|found| found.code.slug() != "unspent-points").cloned().collect()
}

/// Returns the codes, reasons and helps of the findings about a text.
fn told(text: &str) -> Vec<String> {
    let help = |found: &Diagnostic| found.help.as_ref().map(ToString::to_string).unwrap_or_default();
    findings(text).iter().map(|found| format!("{}: {}: {}", found.code.slug(), found.primary.text, help(found))).collect()
}

/// Returns the messages of the findings about a text.
fn messages(text: &str) -> Vec<String> {
    findings(text).iter().map(|found| format!("{}: {}", found.code.slug(), found.message)).collect()
}

/// Returns the findings about an effect of a stunt for these kinds.
fn of_stunt(kinds: &str, effect: &str) -> Vec<String> {
    told(&format!(
        "mark lit \"is lit\"\nstunt glow \"Glow\" {{ for npc; effect is lit }}\nstunt own \"Own\" {{ for {kinds}; effect {effect} }}\nstunt sees \"Sees\" {{ for npc; effect +1 to attack when target is lit }}\n"
    ))
}

/// Rules: R-E28.
#[test]
fn a_limit_above_every_rank_is_refused() {
    let found = of_stunt("npc", "attack limited by 40 in personal");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("effect-never-applies: no rank here is above"), "{found:?}");
    assert!(found[0].contains("write a lower number, such as `limited by"), "{found:?}");
    assert_eq!(of_stunt("npc", "attack limited by 2 in personal"), Vec::<String>::new());
    for kinds in ["weapon", "slug_thrower", "unit"] {
        let found = of_stunt(kinds, "attack limited by 40");
        assert!(found.len() == 1 && found[0].starts_with("effect-never-applies: no rank here is above"), "{kinds}: {found:?}");
        assert_eq!(of_stunt(kinds, "attack limited by 2"), Vec::<String>::new(), "{kinds}");
    }
    // The rank of a skill may be lower than the rank of the attack, so this limit can count.
    assert_eq!(of_stunt("npc", "attack limited by medical in personal"), Vec::<String>::new());
}

#[test]
fn an_amplifier_below_every_rank_and_a_skill_by_itself_are_refused() {
    let found = of_stunt("npc", "attack amplified by 0");
    assert!(found[0].starts_with("effect-never-applies: a rank is never below 0, so this never adds 1"), "{found:?}");
    for verb in ["limited", "amplified"] {
        let found = of_stunt("npc", &format!("slug_throwers attack {verb} by slug_throwers"));
        assert_eq!(found, ["effect-never-applies: the roll uses this skill anyway: name another skill, or a number"]);
    }
    assert_eq!(of_stunt("npc", "attack amplified by 3"), Vec::<String>::new());
    assert_eq!(of_stunt("npc", "slug_throwers attack amplified by medical"), Vec::<String>::new());
}

#[test]
fn a_bound_that_is_always_kept_is_refused() {
    for (effect, why) in [
        ("harm of attack at least 0", "`harm of attack` is never below 0"),
        ("boxes of health at least 0", "`boxes of health` is never below 0"),
        ("boxes of health at most 40", "no track has more than 30 boxes"),
    ] {
        let found = of_stunt("npc", effect);
        assert!(found.len() == 1 && found[0].starts_with(&format!("effect-never-applies: {why}")), "{effect}: {found:?}");
    }
    for effect in ["harm of attack at least 1", "boxes of health at most 4", "attack at least 0"] {
        assert_eq!(of_stunt("npc", effect), Vec::<String>::new(), "{effect}");
    }
}

#[test]
fn the_usual_value_is_refused_unless_another_effect_changes_it() {
    let found = of_stunt("npc", "attacks of attack is 1");
    assert!(found.len() == 1 && found[0].contains("is 1 anyway, and no other effect changes it: write another number"), "{found:?}");
    assert_eq!(of_stunt("npc", "attacks of attack is 2"), Vec::<String>::new());
    let both =
        "stunt own \"Own\" { for npc; effect attacks of attack is 1 }\nstunt more \"More\" { for npc; effect +1 to attacks of attack }\n";
    assert_eq!(told(both), Vec::<String>::new());
}

/// Rules: R-E28.
#[test]
fn a_mark_that_nothing_asks_of_its_bearer_is_refused() {
    let found = of_stunt("npc", "is recoilless");
    assert!(
        found.len() == 1 && found[0].starts_with("effect-never-applies: no rule or effect asks if a person, ship or unit is `recoilless`"),
        "{found:?}"
    );
    assert!(found[0].contains("give it to a weapon"), "{found:?}");
    assert_eq!(of_stunt("npc", "is sealed"), Vec::<String>::new());
    assert_eq!(of_stunt("slug_thrower", "is recoilless"), Vec::<String>::new());
    assert_eq!(of_stunt("body_armour", "is recoilless"), of_stunt("armour", "is recoilless"));
    assert_eq!(of_stunt("body_armour", "is recoilless").len(), 1);
    // A package that asks for the mark itself may give it to anything.
    let text = "stunt own \"Own\" { for npc; effect is recoilless }\nstunt asks \"Asks\" { for npc; effect +1 to attack when target is recoilless }\n";
    assert_eq!(told(text), Vec::<String>::new());
}

#[test]
fn a_condition_on_a_mark_that_only_others_have_is_refused() {
    let found = of_stunt("npc", "+1 to attack when weapon is lit");
    assert_eq!(
        found,
        [
            "effect-never-applies: nothing gives a weapon the mark `lit`, only a person, ship or unit: write `target is lit`: remove the effect, or correct its condition"
        ]
    );
    let found = of_stunt("npc", "+1 to attack when weapon is sealed");
    assert!(found.len() == 1 && found[0].starts_with("effect-never-applies: nothing gives a weapon the mark `sealed`, only"), "{found:?}");
    for role in ["target", "self", "actor"] {
        assert_eq!(of_stunt("npc", &format!("+1 to attack when {role} is lit")), Vec::<String>::new(), "{role}");
    }
    for condition in ["target is sealed", "own_zone is sealed", "own_zone is hostile", "weapon is recoilless"] {
        assert_eq!(of_stunt("npc", &format!("+1 to attack when {condition}")), Vec::<String>::new(), "{condition}");
    }
}

#[test]
fn numbers_of_ships_are_refused_for_people() {
    for effect in ["+1 to endurance", "default_crew is none", "carries 2 npc"] {
        let found = of_stunt("npc", effect);
        assert!(found.len() == 1 && found[0].starts_with("effect-never-applies: "), "{effect}: {found:?}");
    }
    assert_eq!(of_stunt("ship", "+1 to endurance"), Vec::<String>::new());
}

/// Returns a design with one more entry, and a thing that is built by the design.
fn design(entry: &str, effect: &str) -> String {
    format!(
        "design lance \"Lance\" : weapon {{ tech T0..T4; budget 4; skill slug_throwers; stat harm \"Harm\" {{ ranks 0..4; cost rank }}; {entry}\n  effect {effect}\n}}\n"
    )
}

#[test]
fn a_part_of_a_design_that_nothing_reads_is_noted() {
    for (entry, word) in [
        ("stat shine \"Shine\" { ranks 0..3; cost rank }", "statistic `shine`"),
        ("flag shine \"Shine\"", "flag `shine`"),
        ("choice shine dim, bright", "choice `shine`"),
    ] {
        let note = format!("not-read: the {word} is never used");
        assert_eq!(messages(&design(entry, "+1 to attack")), [note], "{entry}");
        assert_eq!(messages(&design(&format!("{entry}; require shine == 1 else \"x\""), "+1 to attack")), Vec::<String>::new(), "{entry}");
    }
    assert_eq!(messages(&design("stat shine { ranks 0..3; cost rank }", "+(shine) to attack")), Vec::<String>::new());
    // A kind of the package's own takes part in a game if it has tracks, skills or `plays`.
    let drone = |entry: &str| {
        messages(&format!(
            "design drone \"Drone\" : drone {{ stat shine \"Shine\" {{ ranks 0..9; cost rank }}; {entry}; effect +1 to attack }}\n"
        ))
    };
    let note = ["not-read: the statistic `shine` is never used"];
    for entry in ["track frame \"Frame\" { base 3; fixed }", "skills loose 0..3", "plays personal"] {
        assert_eq!(drone(entry), note, "{entry}");
        assert_eq!(drone(&format!("{entry}; require shine >= 1 else \"x\"")), Vec::<String>::new(), "{entry}");
    }
    // Statistics of a kind that takes part in no game are for its card.
    assert_eq!(messages("design tavern \"Tavern\" : tavern { stat beds \"Beds\" { ranks 0..9; cost rank } }\n"), Vec::<String>::new());
}

#[test]
fn an_entry_that_changes_no_thing_of_a_design_is_reported() {
    for (entry, message) in [
        ("fate 3", "not-read: things of the kind `weapon` have no `fate`, so this entry changes nothing"),
        ("consequences mild", "not-read: things of the kind `weapon` have no `consequences`, so this entry changes nothing"),
        ("require harm >= 0 else \"x\"", "never-fits: every thing of this design meets this `require`, so it changes nothing"),
        ("stunt dull { cost 1; requires dull; effect +1 to attack }", "wrong-value: `dull` requires itself, which changes nothing"),
        (
            "stunt dull { cost 1; excludes dull; effect +1 to attack }",
            "wrong-value: `dull` excludes itself, which changes nothing: a stunt is bought once, except with `many`",
        ),
        ("stunt dull { cost 1; tech T9; effect +1 to attack }", "wrong-value: technologies go from `T-4` to `T4`"),
    ] {
        assert_eq!(messages(&design(entry, "+1 to attack")), [message], "{entry}");
    }
    let modest = design("stunt dull { cost 1; tech T3; effect +1 to attack }", "+1 to attack").replace("tech T0..T4", "tech T0..T2");
    assert_eq!(messages(&modest), ["never-fits: nothing can buy this stunt, because the design ends at T2"]);
    for entry in ["require harm >= 1 else \"x\"", "stunt dull { cost 1; tech T3; effect +1 to attack }"] {
        assert_eq!(messages(&design(entry, "+1 to attack")), Vec::<String>::new(), "{entry}");
    }
}

#[test]
fn a_mark_that_nothing_asks_for_is_noted() {
    let lit = "mark lit \"is lit\"\nstunt glow \"Glow\" { for npc; effect is lit }\n";
    assert_eq!(messages(lit), ["not-read: the mark `lit` is never used"]);
    let asked = format!("{lit}stunt own \"Own\" {{ for npc; effect needs lit for move }}\n");
    assert_eq!(messages(&asked), Vec::<String>::new());
}

/// Returns the messages about an encounter between two clerks. `more` has further declarations, `side` further entries of the left side,
/// and `entries` further entries of the encounter.
fn fight(more: &str, side: &str, entries: &str) -> Vec<String> {
    messages(&format!(
        "npc clerk \"Clerk\" {{ cap 2; skills {{ 2 brawling; 1 agility, stealth }}; aspects \"A\", \"B\" }}\nmap office {{ zone desk }}\n{more}\n\
         encounter row : personal {{ map office; {entries}; side left {{ actors clerk at desk; {side} }}; side right {{ actors clerk x2 at desk }} }}\n"
    ))
}

#[test]
fn a_doctrine_that_no_side_follows_is_reported() {
    let doctrine = "doctrine shove : personal { target weakest }";
    let unused = ["unused-declaration: the doctrine `shove` is never used"];
    assert_eq!(fight(doctrine, "", "limit 5 rounds"), unused);
    assert_eq!(fight(doctrine, "doctrine shove", "limit 5 rounds"), Vec::<String>::new());
    assert_eq!(fight(doctrine, "doctrine search(shove, 40 samples, 2 turns)", "limit 5 rounds"), Vec::<String>::new());
    let base = format!("{doctrine}\ndoctrine push : personal from shove {{ act attack }}");
    assert_eq!(fight(&base, "doctrine push", "limit 5 rounds"), Vec::<String>::new());
    // The doctrines of a package without encounters are meant for other packages, so an unused one is not reported.
    assert_eq!(messages(doctrine), Vec::<String>::new());
}

#[test]
fn a_task_that_decides_nothing_is_reported() {
    let task = "task cut \"Cut\" { skills repair; difficulty 2; successes 3 }";
    let idle = ["unused-declaration: nothing depends on the task `cut`, so doing it changes nothing"];
    assert_eq!(fight("", "", task), idle);
    assert_eq!(fight("", "", &format!("{task}; victory left when done(cut)")), Vec::<String>::new());
    assert_eq!(fight("stunt own \"Own\" { for npc; effect after task pays 1 fate }", "", task), Vec::<String>::new());
}

#[test]
fn a_task_that_only_a_derived_encounter_asks_for_is_in_use() {
    let task = "task cut \"Cut\" { skills repair; difficulty 2; successes 3 }";
    let derived = |victory: &str| fight(&format!("encounter later : personal from row {{ {victory} }}"), "", task);
    assert_eq!(derived("victory left when done(cut) and turn > 2"), Vec::<String>::new());
    assert_eq!(derived("limit 9 rounds"), ["unused-declaration: nothing depends on the task `cut`, so doing it changes nothing"]);
}

#[test]
fn a_name_twice_in_a_list_of_a_task_is_an_error() {
    let found = fight(
        "",
        "",
        "task cut \"Cut\" { skills repair, repair; difficulty 2; successes 3; zones desk, desk }; victory left when done(cut)",
    );
    assert_eq!(found, ["duplicate-entry: `repair` is written twice", "duplicate-entry: `desk` is written twice"]);
}

#[test]
fn a_doctrine_rule_above_the_longest_track_never_applies() {
    let never = ["never-fits: this condition can never be true, so this line never applies"];
    assert_eq!(messages("doctrine shove : personal { act attack when health_left > 30 }"), never);
    assert_eq!(messages("doctrine shove : personal { act attack when health_left > 3 }"), Vec::<String>::new());
}

#[test]
fn zones_joined_by_a_word_get_the_border_between_them() {
    for joined in ["a and b", "a, b", "a b", "a to b", "a - b", "a & b"] {
        let found = findings(&format!("map yard {{ zone a; zone b; border {joined} }}\n"));
        if joined == "a & b" {
            assert!(!found.is_empty());
            continue;
        }
        let fixes: Vec<String> = found.iter().flat_map(|found| &found.fixes).map(|fix| fix.title.to_string()).collect();
        assert_eq!(fixes, ["write `--` between the zones"], "{joined}: {found:?}");
    }
}

/// A capital letter in the name of a side gives one finding if other entries use the name that the finding suggests.
#[test]
fn a_misspelt_side_is_known_by_its_right_name() {
    let row = |side: &str, named: &str| {
        messages(&format!(
            "npc clerk \"Clerk\" {{ cap 2; skills {{ 2 brawling; 1 agility, stealth }}; aspects \"A\", \"B\" }}\nmap office {{ zone desk }}\n\
             encounter row : personal {{\n  map office\n  side {side} {{ actors clerk at desk }}\n  side blue {{ actors clerk at desk }}\n  victory {named} when out(blue)\n}}\n"
        ))
    };
    for (side, named) in [("Reds", "reds"), ("\"Reds\"", "reds"), ("The Reds", "the_reds"), ("Reds \"The Reds\"", "reds")] {
        let found = row(side, named);
        assert_eq!(found.len(), 1, "{side}: {found:?}");
        assert!(!found[0].starts_with("unknown-side"), "{side}: {found:?}");
    }
}

/// A declaration with an old name is used by that name, also by other packages.
#[test]
fn a_declaration_with_an_alias_is_not_reported() {
    let encounter = "npc clerk { cap 2; skills { 2 brawling; 1 agility, stealth }; aspects \"A\", \"B\" }\nmap office { zone desk \"Desk\" }\n\
                     encounter quarrel : personal { map office; side left { actors clerk at desk; doctrine push }; side right { actors clerk x2 at desk } }\n";
    let doctrine = "doctrine shove : personal { target weakest }\nalias push for shove\n";
    let told = messages(&format!("{encounter}{doctrine}"));
    assert!(!told.iter().any(|found| found.starts_with("unused-declaration")), "{told:?}");
    let alone = messages(&format!("{}doctrine shove : personal {{ target weakest }}\n", encounter.replace("; doctrine push", "")));
    assert_eq!(alone, ["unused-declaration: the doctrine `shove` is never used"]);
}

/// Rules: R-E28.
#[test]
fn a_condition_on_an_aspect_that_only_others_have_is_refused() {
    let of = |condition: &str| {
        told(&format!(
            "npc clerk \"Clerk\" {{ cap 2; skills {{ 2 brawling; 1 agility, stealth }}; aspects \"Short fuse\", \"B\" }}\n\
             map office {{ zone desk \"Desk\" {{ aspects \"Dim\" }} }}\n\
             stunt own \"Own\" {{ for npc; effect +1 to attack in personal when {condition} }}\n"
        ))
    };
    for (condition, why) in [
        (
            "own_zone has \"Short fuse\"",
            "a zone never has the aspect \"Short fuse\", only a person, ship or unit: write `self has \"Short fuse\"`",
        ),
        (
            "target_zone has \"Short fuse\"",
            "a zone never has the aspect \"Short fuse\", only a person, ship or unit: write `target has \"Short fuse\"`",
        ),
        (
            "weapon has \"Short fuse\"",
            "a weapon never has the aspect \"Short fuse\", only a person, ship or unit: write `target has \"Short fuse\"`",
        ),
        ("target has \"Dim\"", "a person, ship or unit never has the aspect \"Dim\", only a zone: write `own_zone has \"Dim\"`"),
    ] {
        let found = of(condition);
        assert!(found.len() == 1 && found[0].starts_with(&format!("effect-never-applies: {why}")), "{condition}: {found:?}");
    }
    for condition in
        ["target has \"Short fuse\"", "self has \"B\"", "own_zone has \"Dim\"", "target_zone has \"Dim\"", "target has \"Sitting duck\""]
    {
        assert_eq!(of(condition), Vec::<String>::new(), "{condition}");
    }
    // The condition can be true here: an effect places the aspect, or a unit has the aspects of its zone.
    let placed = "stunt dims \"Dims\" { for npc; effect after attack target has aspect \"Dim\" }\n";
    let zone = "map office { zone desk \"Desk\" { aspects \"Dim\" } }\n";
    let asks = |kind: &str| format!("stunt own \"Own\" {{ for {kind}; effect +1 to attack when target has \"Dim\" }}\n");
    assert_eq!(told(&format!("{placed}{}", asks("npc"))), Vec::<String>::new());
    assert_eq!(told(&format!("{zone}{}", asks("unit"))), Vec::<String>::new());
}

#[test]
fn a_victory_by_an_aspect_that_nothing_gives_is_reported() {
    let by = |aspect: &str, more: &str| fight(more, "", &format!("victory left when aspect(\"{aspect}\")"));
    let none = |aspect: &str| vec![format!("unknown-aspect: nothing in this encounter has, gives or places the aspect \"{aspect}\"")];
    assert_eq!(by("Seized", ""), none("Seized"));
    // The aspect belongs only to a person who is not in the encounter.
    let stranger = "npc stranger \"Stranger\" { cap 2; skills { 2 brawling; 1 agility, stealth }; aspects \"Seized\", \"C\" }";
    assert_eq!(by("Seized", stranger), none("Seized"));
    assert_eq!(by("A", ""), Vec::<String>::new());
    let stunt = "stunt grabs \"Grabs\" { for npc; effect after attack target has aspect \"Seized\" }";
    assert_eq!(by("Seized", stunt), Vec::<String>::new());
    assert_eq!(by("Sitting duck", ""), Vec::<String>::new());
}

#[test]
fn a_task_with_more_successes_than_rolls_is_refused() {
    let cut = |successes: u32, more: &str| {
        let task = format!("task cut \"Cut\" {{ skills repair; difficulty 2; successes {successes}; {more} }}");
        fight("", "", &format!("limit 4 rounds; {task}; victory left when done(cut)"))
    };
    // One actor on the left and two on the right roll once a round each.
    assert_eq!(cut(12, ""), Vec::<String>::new());
    assert_eq!(cut(13, ""), ["unreachable-goal: the task `cut` needs 13 successes, but the encounter has time for 12 rolls"]);
    assert_eq!(cut(4, "sides left"), Vec::<String>::new());
    assert_eq!(cut(5, "sides left"), ["unreachable-goal: the task `cut` needs 5 successes, but the encounter has time for 4 rolls"]);
}

#[test]
fn a_doctrine_rule_after_the_last_turn_is_reported() {
    let of = |condition: &str, limit: &str| {
        fight(&format!("doctrine shove : personal {{ act attack when {condition} }}"), "doctrine shove", limit)
    };
    let never = ["never-fits: this line never applies, because no encounter with this doctrine has more than 12 turns"];
    for condition in ["turn > 50", "turn >= 13", "turn > 12 and health_left < 2"] {
        assert_eq!(of(condition, "limit 12 rounds"), never, "{condition}");
    }
    for condition in ["turn > 11", "turn == 12", "turn > 50 or health_left < 2"] {
        assert_eq!(of(condition, "limit 12 rounds"), Vec::<String>::new(), "{condition}");
    }
    // Without a limit of rounds, a fight may last that long.
    assert_eq!(of("turn > 50", "aspects \"Mist\""), Vec::<String>::new());
    // A longer encounter with the same doctrine.
    let longer = "doctrine shove : personal { act attack when turn > 50 }\nencounter siege : personal from row { limit 60 rounds }";
    assert_eq!(fight(longer, "doctrine shove", "limit 12 rounds"), Vec::<String>::new());
}

/// Returns the messages, reasons and helps of the findings about an effect of a stunt for people.
fn whole(effect: &str) -> String {
    let text = format!("stunt own \"Own\" {{ for npc; effect {effect} }}\n");
    let help = |found: &Diagnostic| found.help.as_ref().map(ToString::to_string).unwrap_or_default();
    findings(&text).iter().map(|found| format!("{} {} {}; ", found.message, found.primary.text, help(found))).collect()
}

#[test]
fn a_roll_or_event_without_a_target_has_none() {
    for effect in [
        "each turn target suffers 1 on composure in personal",
        "after turn target has aspect \"Dazed\" in personal",
        "at start target suffers 1 on composure in social",
        "after move target suffers 1 on composure in personal",
        "after task target suffers 1 on composure in personal",
        "after enemies turn target suffers 1 on composure in space",
        "+1 to move in personal when target has \"Slow\"",
        "+1 to move in personal when health of target <= 2",
        "+1 to repair in space when target has \"Slow\"",
    ] {
        let found = whole(effect);
        assert!(found.contains("target"), "{effect}: {found}");
    }
    for effect in [
        "after hit target suffers 1 on composure in personal",
        "after attack target suffers 1 on composure in personal",
        "+1 to maneuver in personal when target is prone",
        "each turn enemies suffers 1 on composure in personal",
    ] {
        assert_eq!(whole(effect), "", "{effect}");
    }
}

#[test]
fn a_role_is_never_of_a_kind_that_cannot_have_it() {
    for (condition, role) in [("target is weapon", "target"), ("weapon is npc", "weapon"), ("target is slug_thrower", "target")] {
        let found = whole(&format!("+1 to attack in personal when {condition}"));
        assert!(found.contains(&format!("`{role}` is never of the kind")), "{condition}: {found}");
    }
    assert_eq!(whole("+1 to attack in personal when target is animal"), "");
    assert_eq!(whole("+1 to attack in personal when weapon is slug_thrower"), "");
}

#[test]
fn a_subject_that_is_no_actor_is_refused() {
    for effect in [
        "enemy weapon -1 to attack",
        "enemy slug_thrower -1 to attack in personal",
        "allied body_armour +1 to defence",
        "allied world +1 to attack",
        "enemy npc -1 to attack in space",
        "after enemy weapon attack suffers 1 on composure",
    ] {
        let found = whole(effect);
        assert!(found.contains("means no one here"), "{effect}: {found}");
    }
    assert_eq!(whole("enemy npc -1 to attack in personal"), "");
    assert_eq!(whole("enemy animal -1 to attack"), "");
}

#[test]
fn people_aboard_a_ship_have_neither_tracks_nor_a_carrier() {
    for (effect, part) in [
        ("each turn suffers 1 on health in space", "stress tracks"),
        ("each turn erase composure 1 in space", "stress tracks"),
        ("roll_up of health is down in space", "stress tracks"),
        ("attacks of attack is 2 when range == 0", "attacks"),
    ] {
        let found = whole(effect);
        assert!(found.contains(&format!("no {part} of their own in space combat")), "{effect}: {found}");
    }
    for effect in ["carrier +1 to attack in space", "+1 to attack in space when carrier has \"Slow\""] {
        assert_ne!(whole(effect), "", "{effect}");
    }
    assert_eq!(whole("each turn suffers 1 on composure in personal"), "");
}

#[test]
fn an_aspect_of_the_scene_is_asked_of_the_scene() {
    let text = |condition: &str| {
        format!(
            "npc torch \"Torch\" {{ cap 2; skills {{ 2 brawling; 1 agility, alertness }}; aspects \"Bored\", \"Big hands\"; stunts owl }}\n\
             stunt owl \"Owl\" {{ for npc; cost 0; effect +1 to attack in personal when {condition} }}\n\
             npc reed \"Reed\" {{ cap 2; skills {{ 2 brawling; 1 agility, alertness }}; aspects \"Slow\", \"Kind\" }}\n\
             map yard {{ zone gate; zone shed; border gate -- shed }}\n\
             encounter night \"Night\" : personal {{\n  map yard; aspects \"Night\"; side a {{ actors torch at gate }}; side b {{ actors reed at shed }}\n\
             victory a when out(b); victory b when out(a); limit 6 turns\n}}\n"
        )
    };
    for role in ["target", "self", "zone"] {
        let found = messages(&text(&format!("{role} has \"Night\""))).join("\n");
        assert!(found.contains("this effect never applies"), "{role}: {found}");
    }
    assert_eq!(messages(&text("scene has \"Night\"")), Vec::<String>::new());
}

#[test]
fn a_zone_with_the_name_of_an_actor_is_ambiguous_as_the_bearer_of_an_aspect() {
    let text = |zone: &str| {
        format!(
            "npc torch \"Torch\" {{ cap 2; skills {{ 2 brawling; 1 agility, alertness }}; aspects \"Bored\", \"Big hands\" }}\n\
             npc reed \"Reed\" {{ cap 2; skills {{ 2 brawling; 1 agility, alertness }}; aspects \"Slow\", \"Kind\" }}\n\
             map yard {{ zone {zone}; zone shed; border {zone} -- shed }}\n\
             encounter night \"Night\" : personal {{\n  map yard; side a {{ actors torch at {zone} }}; side b {{ actors reed at shed }}\n\
             victory a when aspect(\"Slow\", torch); victory b when out(a); limit 6 turns\n}}\n"
        )
    };
    assert_eq!(messages(&text("torch")), ["ambiguous-name: `torch` is a zone and an actor or side of this encounter"]);
    assert_eq!(messages(&text("gate")), Vec::<String>::new());
}

#[test]
fn a_roll_without_an_opponent_is_against_no_one() {
    for roll in ["position", "detection", "repair"] {
        let found = messages(&format!("stunt dim \"Dim\" {{ for ship; cost 0; effect enemies -1 to {roll} against this }}\n")).join("\n");
        assert!(found.contains(&format!("`enemies -1 to {roll} against this` changes nothing")), "{roll}: {found}");
    }
}

#[test]
fn a_mark_has_no_name_of_a_state() {
    let found = messages("mark prone \"lies down\"\nstunt own \"Own\" { for npc; effect +1 to attack when target is prone }\n");
    assert_eq!(found, ["duplicate-name: the mark `prone` has the name of a state of play"]);
}

#[test]
fn a_side_with_the_name_of_an_actor_of_another_side_is_ambiguous() {
    let text = |sides: &str| {
        format!(
            "npc torch \"Torch\" {{ cap 2; skills {{ 2 brawling; 1 agility, alertness }}; aspects \"Bored\", \"Big hands\" }}\n\
             npc reed \"Reed\" {{ cap 2; skills {{ 2 brawling; 1 agility, alertness }}; aspects \"Slow\", \"Kind\" }}\n\
             map yard {{ zone gate; zone shed; border gate -- shed }}\n\
             encounter night \"Night\" : personal {{ map yard; {sides}; victory torch when reach(torch, shed); limit 6 turns }}\n"
        )
    };
    let ambiguous = ["ambiguous-name: `torch` is a side and an actor of this encounter"];
    assert_eq!(messages(&text("side torch { actors torch at gate, reed at gate }; side b { actors reed at shed }")), ambiguous);
    assert_eq!(messages(&text("side torch { actors torch x2 at gate }; side b { actors reed at shed }")), Vec::<String>::new());
}

/// Rules: R-E8, "true for any value except `no` and 0".
#[test]
fn a_setting_that_is_never_off_is_asked_for_with_its_value() {
    for setting in ["mild", "morale"] {
        assert_eq!(whole(&format!("+1 to attack in personal when rules {setting}")), "", "{setting}");
    }
    let found = whole("+1 to attack in personal when rules fate");
    assert!(found.starts_with("`rules fate` is true with every value of `fate`"), "{found}");
    assert!(found.contains("write for instance `rules fate "), "{found}");
}
