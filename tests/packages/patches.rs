//! Tests of house rules: the effect of a patch, the packages it applies to, its findings, and conflicting patches.

use crate::packages::package_folder::{Shelf, lines};
use slip_source::diagnostic::Severity;

fn manifest(name: &str, needs: &[&str]) -> String {
    let needs: String = needs.iter().map(|name| format!("{name} = {{ path = \"../{name}\" }}\n")).collect();
    format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\n\n[dependencies]\n{needs}")
}

fn shelf(name: &str, packages: &[(&str, &[&str], &str)]) -> Shelf {
    let shelf = Shelf::new(name, &[]);
    for (package, needs, text) in packages {
        shelf.write(&format!("{package}/slipyard.toml"), manifest(package, needs));
        shelf.write(&format!("{package}/main.slip"), text);
    }
    shelf
}

/// T1 gives 7 points; with `civilian` at 1 instead of 2 one is left.
const FLINT: &str = "weapon flint \"Flint\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n";
const CHEAPER: &str = "patch std.slug_thrower {\n  stunt civilian { cost 1 }\n}\n";

#[test]
fn a_house_rule_changes_what_it_says_and_nothing_else() {
    let shelf = shelf("patch-cost", &[("house", &[], CHEAPER), ("dock", &["house"], FLINT)]);
    assert_eq!(lines(shelf.said("dock").iter()), ["unspent-points: `flint` leaves 1 build point unspent"]);
    let sheet = shelf.says(&["show", "flint", "--in", "dock"]).1;
    assert!(sheet.contains("6 of 7 build points"), "{sheet}");
    assert!(sheet.contains("patched      std.slug_thrower by house, house/main.slip:1"), "{sheet}");
    assert!(sheet.contains("stunt civilian") && sheet.contains("(patch by house, house/main.slip:1)"), "{sheet}");
    assert!(sheet.contains("(civilian)"), "what the stunt does is left as it was: {sheet}");
    let list = shelf.says(&["list", "--in", "dock"]).1;
    assert!(list.lines().any(|line| line.contains("flint") && line.ends_with("(patched by house)")), "{list}");
    let rules = shelf.says(&["list", "--kind", "patch", "--in", "house"]).1;
    assert!(rules.contains("std.slug_thrower"), "{rules}");
}

#[test]
fn a_house_rule_reaches_those_who_depend_on_it_and_nobody_else() {
    let shelf = shelf("patch-reach", &[("house", &[], CHEAPER), ("dock", &["house"], FLINT), ("pier", &[], FLINT)]);
    assert_eq!(lines(shelf.said("pier").iter()), [""; 0]);
    let together = shelf.says(&["check", ".", "--format", "short"]).1;
    assert!(together.contains("dock/main.slip:1:8: note[unspent-points]"), "{together}");
    assert!(!together.contains("pier/main.slip"), "{together}");
    let sheet = shelf.says(&["show", "pier.flint", "--in", "."]).1;
    assert!(sheet.contains("7 of 7 build points") && !sheet.contains("patch"), "{sheet}");
}

#[test]
fn a_house_rule_holds_for_everything_in_the_world_of_the_package_that_has_it() {
    let shelf = shelf(
        "patch-world",
        &[
            ("yards", &[], FLINT),
            ("house", &[], CHEAPER),
            ("dock", &["house", "yards"], "weapon mine : slug_thrower from yards.flint { penetration 2 }\n"),
        ],
    );
    assert_eq!(lines(shelf.said("dock").iter()), [""; 0], "the cheaper stunt pays for the penetration");
    let sheet = shelf.says(&["show", "yards.flint", "--in", "dock"]).1;
    assert!(sheet.contains("6 of 7 build points") && sheet.contains("by house"), "{sheet}");
}

#[test]
fn what_its_own_package_allows_stays_legal_under_the_house_rules_of_others() {
    let dearer = "patch std.slug_thrower { stunt civilian { cost 4 } }\n";
    let guard = "npc guard { cap 2; skills { 2 slug_throwers; 1 alertness, agility }; aspects \"A\", \"B\"; gear yards.flint }\n";
    let fight = "map pier { zone quay }\nencounter brawl : personal {\n  map pier\n  side a { actors guard at quay }\n  side b { actors guard at quay }\n  victory a when out(b)\n  victory b when out(a)\n}\n";
    let dock = format!("{guard}{fight}");
    let shelf = shelf("patch-stock", &[("yards", &[], FLINT), ("house", &[], dearer), ("dock", &["house", "yards"], &dock)]);
    assert_eq!(lines(shelf.said("dock").iter()), [""; 0]);
    assert_eq!(shelf.says(&["run", "brawl", "--in", "dock"]).0, 0, "a stock gun stays a stock gun");
    // The package's own items are built by the house rules it uses.
    shelf.write("dock/own.slip", FLINT.replace("flint", "spark"));
    assert_eq!(lines(shelf.said("dock").iter()), ["over-budget: `spark` spends 9 build points, but 7 are allowed at T1"]);
}

#[test]
fn rxq4_the_campaign_of_a_package_judges_by_the_rules_that_the_package_knows() {
    let guard = "npc guard { cap 2; skills { 2 slug_throwers; 1 alertness, agility }; stunts military_grade(slug_throwers); aspects \"A\", \"B\"; gear yards.flint }\n";
    let bare = guard.replace("guard", "bare").replace("; gear yards.flint", "");
    let fight = "map pier { zone quay }\nencounter brawl : personal {\n  map pier\n  side a { actors guard at quay }\n  side b { actors bare at quay with yards.flint }\n  victory a when out(b)\n  victory b when out(a)\n}\n";
    let dock = format!("{guard}{bare}{fight}");
    let later = "patch yards.flint { tech T3 }\n";
    let shelf = shelf("patch-campaign", &[("yards", &[], FLINT), ("dock", &["yards"], &dock), ("house", &["yards", "dock"], later)]);
    let capped = |most: &str| {
        shelf.write("dock/slipyard.toml", format!("{}\n[rules]\nmax_tech = \"{most}\"\n", manifest("dock", &["yards"])));
        let found = shelf.said("house").into_iter().filter(|found| found.code.slug() == "tech-above-campaign").collect::<Vec<_>>();
        let severe = found.iter().filter(|found| found.severity == Severity::Error).count();
        (found.len(), severe, shelf.says(&["run", "dock.brawl", "--in", "house"]).0)
    };
    // A carried gun and a given gun are legal in their own package, so the encounter with them is played.
    assert_eq!(capped("T2"), (2, 0, 0));
    // A thing that exceeds the cap in its own package also exceeds it for every user of the package.
    let (found, severe, code) = capped("T0");
    assert!(found == severe && severe >= 2 && code != 0, "{found} {severe} {code}");
    // A skill that a house rule removes is not reported as bought wrongly either.
    shelf.write("dock/slipyard.toml", manifest("dock", &["yards"]));
    shelf.write("house/main.slip", "patch std.slug_throwers { only when rules psionics yes }\n");
    let errors = shelf.said("house").into_iter().filter(|found| found.severity == Severity::Error).collect::<Vec<_>>();
    assert_eq!(lines(&errors), [""; 0]);
    assert_eq!(shelf.says(&["run", "dock.brawl", "--in", "house"]).0, 0);
    // The package's own people follow its house rules.
    shelf.write("house/own.slip", bare.replace("bare", "own"));
    let errors = shelf.said("house").into_iter().filter(|found| found.severity == Severity::Error).collect::<Vec<_>>();
    assert_eq!(lines(&errors), ["skill-not-allowed: the skill `slug_throwers` needs an optional rule, which is not in force"]);
}

#[test]
fn rxq4_what_is_illegal_by_its_own_rules_stays_so_whatever_a_house_rule_changes() {
    // The weapon does not even have the stunt `civilian`.
    let heavy = "weapon heavy : slug_thrower { tech T1; harm 4; penetration 4; range 0..2 }\n";
    let yards = format!("{FLINT}{heavy}");
    let dearer = "patch std.slug_thrower {\n  stunt civilian { cost 4 }\n  stat harm { cost 3 * rank }\n}\n";
    let shelf = shelf("patch-illegal", &[("yards", &[], &yards), ("house", &["yards"], dearer), ("dock", &["yards", "house"], "")]);
    let at_home = lines(shelf.said("yards").iter());
    assert!(at_home.len() == 1 && at_home[0].starts_with("over-budget: `heavy` spends"), "{at_home:?}");
    // `heavy` is illegal by the rules of its own package. `flint` is legal by them, and so is not reported here.
    for package in ["house", "dock"] {
        let errors = shelf.said(package).into_iter().filter(|found| found.severity == Severity::Error).collect::<Vec<_>>();
        assert_eq!(lines(&errors), at_home, "{package}");
    }
    assert!(shelf.says(&["show", "yards.heavy", "--in", "house"]).1.contains("not legal"));
    assert!(!shelf.says(&["show", "yards.flint", "--in", "house"]).1.contains("not legal"));
    // The finding is reported once even if both packages are checked together.
    let together = shelf.says(&["check", ".", "--format", "short"]).1;
    assert_eq!(together.matches("`heavy` spends").count(), 1, "{together}");
}

#[test]
fn rxd13_a_mode_is_replaced_by_from_and_laid_over_by_a_patch() {
    let twin = "weapon twin \"Twin\" : slug_thrower {\n  tech T3; stunts modal, civilian; range 1..3\n  mode one { harm 2; penetration 1 }\n  \
                mode two { harm 1; penetration 2; stunts low_recoil }\n}\n";
    let heir = "weapon heir \"Heir\" : slug_thrower from twin { mode two { stunts high_capacity } }\n";
    let yards = format!("{twin}{heir}");
    let house = "patch yards.twin { mode two { stunts + high_capacity } }\n";
    let shelf = shelf("patch-mode", &[("yards", &[], &yards), ("house", &["yards"], house)]);
    let mode = |package: &str, gun: &str| {
        let pack = slip_compile::compile(&shelf.load(package).sources).pack;
        let item = pack.items["weapon"][&format!("yards.{gun}")[..]].clone();
        let stunts: Vec<String> = item.modes[1].stunts.iter().map(|stunt| stunt.name.to_string()).collect();
        (item.modes[1].stats.get("harm").copied().unwrap_or_default(), stunts)
    };
    let has = |(harm, stunts): &(i32, Vec<String>), name: &str| (*harm, stunts.iter().any(|stunt| stunt == name));
    assert_eq!(has(&mode("yards", "twin"), "low_recoil"), (1, true));
    let heir = mode("yards", "heir");
    assert_eq!((has(&heir, "high_capacity"), has(&heir, "low_recoil").1), ((0, true), false), "{heir:?}");
    let patched = mode("house", "twin");
    assert_eq!((has(&patched, "high_capacity"), has(&patched, "low_recoil").1), ((1, true), true), "{patched:?}");
}

#[test]
fn rxd13_a_patch_of_one_sides_victory_leaves_those_of_the_others() {
    let brawl = "map hall { zone a; zone b; border a -- b 1 }\nmook gang { threat 2 }\nencounter brawl : personal {\n  map hall\n  \
                 side x { actors gang at a }\n  side y { actors gang at b }\n  victory x when out(y)\n  victory y when turn > 5\n}\n";
    let one = "patch yards.brawl { victory y when turn > 3 }\n";
    let other = "patch yards.brawl { victory x when turn > 9 }\n";
    let all = [
        ("yards", &[][..], brawl),
        ("one", &["yards"][..], one),
        ("other", &["yards"][..], other),
        ("both", &["yards", "one", "other"][..], ""),
    ];
    let shelf = shelf("patch-victory", &all);
    let goals = |package: &str| {
        let compiled = slip_compile::compile(&shelf.load(package).sources);
        assert!(!compiled.diagnostics.has_errors(), "{:?}", compiled.diagnostics);
        let victories = &compiled.pack.encounters["yards.brawl"].victories;
        victories.iter().map(|victory| victory.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(goals("one"), ["out(y)", "turn > 3"]);
    // Two house rules about different sides do not conflict.
    assert_eq!(goals("both"), ["turn > 9", "turn > 3"]);
}

#[test]
fn rxte1_whoever_patches_a_thing_into_being_illegal_is_told_at_the_patch() {
    let guard = "npc guard { cap 2; skills { 2 slug_throwers; 1 alertness, agility }; aspects \"A\", \"B\" }\n";
    let shelf =
        shelf("patch-breaks", &[("yards", &[], guard), ("house", &["yards"], "patch yards.guard { cap 1 }\n"), ("dock", &["house"], "")]);
    let found = shelf.said("house");
    let broken = found.iter().find(|diagnostic| diagnostic.message.contains("guard")).unwrap();
    assert_eq!(broken.severity, Severity::Warning, "a dependency is used as it is: {broken:?}");
    assert!(broken.secondary.iter().any(|label| label.text == "patched here"), "{broken:?}");
    let said = shelf.says(&["check", "house"]).1;
    assert!(said.contains("patch yards.guard { cap 1 }") && said.contains("patched here"), "{said}");
    assert_eq!(lines(shelf.said("yards").iter()), [""; 0], "by itself it is legal");
    assert_eq!(lines(shelf.said("dock").iter()), [""; 0], "who only plays with it hears nothing");
}

#[test]
fn a_finding_that_rests_on_a_house_rule_names_it() {
    let dearer = "patch std.slug_thrower { stunt civilian { cost 4 } }\n";
    let shelf = shelf("patch-named", &[("house", &[], dearer), ("dock", &["house"], &FLINT.replace("harm 1", "harm 8"))]);
    let found = shelf.said("dock");
    let over = found.iter().find(|diagnostic| diagnostic.code.slug() == "over-budget").unwrap();
    let note = over.notes.iter().find(|note| note.contains("`std.slug_thrower` is patched by `house`"));
    assert!(note.is_some_and(|note| note.contains("house/main.slip:1)")), "{over:?}");
}

#[test]
fn everything_can_be_patched() {
    let yards = "skill sailing \"Sailing\" { class space }\n\
                 ruleset gritty { spin_at 2; first_blood session }\n\
                 doctrine bold : personal {\n  target nearest visible\n  concede when consequences >= 2\n}\n\
                 npc guard { cap 2; skills { 2 slug_throwers; 1 alertness, agility }; aspects \"A\", \"B\"; gear flint }\n\
                 map pier { zone quay; zone hut; border quay -- hut 1 }\n";
    let house = "weapon spark \"Spark\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n\
                 patch yards.sailing { class combat }\n\
                 patch yards.gritty { spin_at 4 }\n\
                 patch yards.bold { target weakest visible; + concede when outnumbered }\n\
                 patch yards.guard { gear spark; aspects + \"C\"; aspects - \"A\" }\n\
                 patch yards.pier { border quay -- hut 3; zone roof { altitude 1 }; border hut -> roof 1 }\n\
                 patch yards.flint { harm 0; penetration 3 }\n";
    let yards = format!("{FLINT}{yards}");
    let shelf = shelf("patch-all", &[("yards", &[], &yards), ("house", &["yards"], house)]);
    assert_eq!(lines(shelf.said("house").iter()), [""; 0]);
    let show = |what: &str| shelf.says(&["show", &format!("yards.{what}"), "--in", "house"]).1;
    assert!(show("sailing").contains("combat") && !show("sailing").contains("space"));
    let gritty = show("gritty");
    assert!(gritty.contains("spin_at      4") && gritty.contains("first_blood  session"), "{gritty}");
    let bold = show("bold");
    assert!(bold.contains("weakest visible") && !bold.contains("nearest visible"), "{bold}");
    assert!(bold.contains("outnumbered") && bold.contains("consequences >= 2"), "{bold}");
    let guard = show("guard");
    assert!(guard.contains("gear         spark") && guard.contains("\"B\", \"C\"") && !guard.contains("\"A\""), "{guard}");
    assert!(show("flint").contains("harm 0, penetration 3"), "{}", show("flint"));
    for what in ["sailing", "gritty", "bold", "guard", "pier", "flint"] {
        assert!(show(what).contains(&format!("yards.{what} by house, house/main.slip:")), "{}", show(what));
    }
    assert!(show("pier").contains("roof"), "{}", show("pier"));
}

#[test]
fn a_design_takes_new_things_from_a_patch_and_things_built_by_it_have_them() {
    let house = "mark singing \"sings as it flies\"\n\
                 patch std.slug_thrower {\n  budget 9 + tech\n  stunt whistler \"Whistler\" { cost 1; effect is singing }\n  aspect \"Heard from afar\" when whistler\n}\n";
    let dock = FLINT.replace("stunts civilian", "stunts civilian, whistler").replace("harm 1", "harm 2");
    let shelf = shelf("patch-adds", &[("house", &[], house), ("dock", &["house"], &dock)]);
    assert_eq!(lines(shelf.said("dock").iter()), [""; 0], "the patch's own mark is found where the patch is written");
    let sheet = shelf.says(&["show", "flint", "--in", "dock"]).1;
    assert!(sheet.contains("10 of 10 build points") && sheet.contains("\"Heard from afar\" (derived)"), "{sheet}");
    assert!(sheet.contains("(patch by house)"), "the budget's line is the patch's own: {sheet}");
}

#[test]
fn two_house_rules_that_disagree_are_named_both() {
    let north = ("north", &[][..], "patch std.slug_thrower { stunt civilian { cost 1 } }\n");
    let south = ("south", &[][..], "patch std.slug_thrower { stunt civilian { cost 3 } }\n");
    let dock = ("dock", &["north", "south"][..], "");
    let shelf = shelf("patch-clash", &[north, south, dock]);
    let found = shelf.said("dock");
    assert_eq!(
        lines(found.iter()),
        ["conflicting-patches: `north` and `south` patch `cost` of `stunt civilian` in `std.slug_thrower` in different ways"]
    );
    let clash = found.iter().next().unwrap();
    assert_eq!(clash.secondary.len(), 1, "both lines take part");
    assert_eq!(lines(shelf.said("north").iter()), [""; 0], "alone each is right");
    // A package that depends on both may decide between them.
    shelf.write("dock/main.slip", format!("patch std.slug_thrower {{ stunt civilian {{ cost 0 }} }}\n{FLINT}"));
    assert_eq!(lines(shelf.said("dock").iter()), ["unspent-points: `flint` leaves 2 build points unspent"]);
}

#[test]
fn two_house_rules_that_agree_or_speak_of_other_things_do_not_clash() {
    let dock = ("dock", &["north", "south"][..], "");
    for (north, south) in [
        (
            "patch std.slug_thrower { stunt civilian { cost 1 } }",
            "patch std.slug_thrower {\n  stunt civilian {\n    cost 1 // cheap\n  }\n}",
        ),
        ("patch std.slug_thrower { stunt civilian { cost 1 } }", "patch std.slug_thrower { stunt civilian { tech T1 } }"),
        ("patch std.slug_thrower { stunt civilian { cost 1 } }", "patch std.slug_thrower { stunt cheap { cost 1 } }"),
        ("patch std.slug_thrower { price 4 - civilian }", "patch std.energy_weapon { price 4 }"),
        ("patch std.slug_throwers { gear \"a holster\" }", "patch std.slug_thrower { upkeep 1 }"),
    ] {
        let shelf = shelf("patch-peace", &[("north", &[], north), ("south", &[], south), dock]);
        let found = shelf.said("dock");
        assert!(
            !found.iter().any(|diagnostic| diagnostic.code.slug() == "conflicting-patches"),
            "{north} and {south}: {:?}",
            lines(found.iter())
        );
    }
}

#[test]
fn lists_clash_where_one_takes_what_the_other_gives() {
    let guard = "npc guard { cap 2; skills { 2 slug_throwers; 1 alertness, agility }; aspects \"A\", \"B\" }\n";
    for (north, south, clashes) in [
        ("aspects + \"C\"", "aspects - \"C\"", true),
        ("aspects + \"C\"", "aspects + \"C\"", false),
        ("aspects + \"C\"", "aspects \"D\", \"E\"", true),
        ("aspects + \"C\"", "aspects + \"D\"", false),
        ("skills { 2 pilot; 1 alertness, agility }", "skills { 2 gunnery; 1 alertness, agility }", true),
    ] {
        let patch = |line: &str| format!("patch yards.guard {{ {line} }}\n");
        let (north_text, south_text) = (patch(north), patch(south));
        let shelf = shelf(
            "patch-lists",
            &[
                ("yards", &[], guard),
                ("north", &["yards"], &north_text),
                ("south", &["yards"], &south_text),
                ("dock", &["north", "south"], ""),
            ],
        );
        let found = lines(shelf.said("dock").iter());
        assert_eq!(found.iter().any(|line| line.starts_with("conflicting-patches")), clashes, "{north} and {south}: {found:?}");
    }
}

#[test]
fn what_stands_nearer_counts() {
    let house = ("house", &[][..], CHEAPER);
    let table = ("table", &["house"][..], "patch std.slug_thrower { stunt civilian { cost 0 } }\n");
    let shelf = shelf("patch-nearer", &[house, table, ("dock", &["table"], FLINT)]);
    assert_eq!(
        lines(shelf.said("dock").iter()),
        ["unspent-points: `flint` leaves 2 build points unspent"],
        "table depends on house and comes last"
    );
    let sheet = shelf.says(&["show", "flint", "--in", "dock"]).1;
    assert!(sheet.contains("(patch by table, table/main.slip:1)"), "{sheet}");
}

#[test]
fn a_package_may_not_disagree_with_itself() {
    let shelf = shelf("patch-self", &[("house", &[], "patch std.slug_thrower { upkeep 1 }\npatch std.slug_thrower { upkeep 2 }\n")]);
    assert_eq!(
        lines(shelf.said("house").iter()),
        ["conflicting-patches: `house` patches `upkeep` in `std.slug_thrower` twice, in different ways"]
    );
}

#[test]
fn a_patch_that_changes_nothing_or_misses_its_name_is_found() {
    let one = |text: &str| lines(shelf("patch-useless", &[("house", &[], text)]).said("house").iter());
    assert_eq!(
        one("patch std.slug_thrower { stunt civilian { cost 2 } }\n"),
        ["useless-patch: the patch of `std.slug_thrower` leaves `cost` of `stunt civilian` as it is"]
    );
    assert_eq!(one("patch std.slug_thrower { }\n"), ["useless-patch: the patch of `std.slug_thrower` changes nothing"]);
    assert_eq!(
        one("patch std.slug_thrower { budget 6 + tech; upkeep 1 }\n"),
        ["useless-patch: the patch of `std.slug_thrower` leaves `budget` as it is"]
    );
    let slip = one("patch std.slug_thrower { stunt civillian { cost 1; sink } }\n");
    assert_eq!(slip, ["useless-patch: `std.slug_thrower` has no `stunt civillian`: the patch adds a new entry beside `civilian`"]);
    assert_eq!(one("patch std.slug_thrower { upkeeep 1 }\n").len(), 1, "a word that no design has");
}

#[test]
fn only_what_others_declare_can_be_patched() {
    let one = |text: &str| lines(shelf("patch-own", &[("house", &[], text)]).said("house").iter());
    assert_eq!(
        one(&format!("{FLINT}patch flint {{ harm 0 }}\n")),
        ["own-patch: `flint` belongs to this package and cannot be patched here"]
    );
    assert_eq!(
        one(&format!("{FLINT}patch house.flint {{ harm 0 }}\n")),
        ["own-patch: `flint` belongs to this package and cannot be patched here"]
    );
    assert_eq!(one("patch std.slug_throwr { upkeep 1 }\n"), ["unknown-name: there is nothing called `slug_throwr`"]);
    assert_eq!(one("patch nowhere.slug_thrower { upkeep 1 }\n"), ["unknown-package: there is no dependency called `nowhere`"]);
    let both = one("patch std.aircraft { upkeep 1 }\n");
    assert_eq!(both, ["ambiguous-name: `aircraft` is a design and a skill"]);
}

#[test]
fn a_waiver_of_what_is_patched_stays() {
    let yards = FLINT.replace("harm 1", "harm 3").replace("stunts civilian", "stunts civilian; allow over-budget \"a gift\"");
    let shelf = shelf("patch-waiver", &[("yards", &[], &yards), ("house", &["yards"], "patch yards.flint { penetration 2 }\n")]);
    assert_eq!(lines(shelf.said("house").iter()), [""; 0]);
}

#[test]
fn house_rules_are_part_of_the_pack_and_not_of_its_hash() {
    let shelf = shelf("patch-pack", &[("house", &[], CHEAPER), ("dock", &["house"], FLINT)]);
    let pack = slip_compile::compile(&shelf.load("dock").sources).pack;
    assert_eq!(pack.patches.len(), 1);
    assert_eq!((pack.patches[0].patched.by.as_str(), pack.patches[0].patched.target.as_str()), ("house", "std.slug_thrower"));
    let json = serde_json::to_string(&pack).unwrap();
    assert_eq!(serde_json::from_str::<slip_pack::Pack>(&json).unwrap(), pack);
}
