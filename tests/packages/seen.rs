//! Tests of the names that a package sees from others: `use`, package names, aliases, and messages about unknown and ambiguous names.

use crate::packages::package_folder::{Shelf, lines};

const LEGAL: &str = "{ tech T1; harm 1; penetration 1; range 0..2; stunts civilian }";

fn manifest(name: &str, needs: &[&str]) -> String {
    let needs: String = needs.iter().map(|name| format!("{name} = {{ path = \"../{name}\" }}\n")).collect();
    format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\n\n[dependencies]\n{needs}")
}

/// Creates packages, each with name, dependencies and text.
fn shelf(name: &str, packages: &[(&str, &[&str], &str)]) -> Shelf {
    let shelf = Shelf::new(name, &[]);
    for (package, needs, text) in packages {
        shelf.write(&format!("{package}/slipyard.toml"), manifest(package, needs));
        shelf.write(&format!("{package}/main.slip"), text.replace("LEGAL", LEGAL));
    }
    shelf
}

fn said(name: &str, packages: &[(&str, &[&str], &str)]) -> Vec<String> {
    lines(shelf(name, packages).said("dock").iter())
}

const YARDS: (&str, &[&str], &str) = ("yards", &[], "weapon flint : slug_thrower LEGAL\nweapon steel : slug_thrower LEGAL\n");

#[test]
fn names_come_in_one_by_one_all_at_once_or_with_their_package() {
    for text in [
        "use yards.flint\nweapon mine : slug_thrower from flint { }\n",
        "use yards.{flint, steel}\nweapon mine : slug_thrower from flint { }\nweapon more : slug_thrower from steel { }\n",
        "use yards\nweapon mine : slug_thrower from flint { }\n",
        "use weapon yards.flint\nweapon mine : slug_thrower from flint { }\n",
        "weapon mine : slug_thrower from yards.flint { }\n",
    ] {
        assert_eq!(said("seen-use", &[("dock", &["yards"], text), YARDS]), [""; 0], "{text}");
    }
}

#[test]
fn a_name_that_is_not_brought_in_says_where_it_is() {
    let shelf = shelf(
        "seen-where",
        &[("dock", &["yards"], "weapon mine : slug_thrower from flint { }\nweapon more : slug_thrower from yards.steel { }\n"), YARDS],
    );
    let found = shelf.said("dock");
    assert_eq!(lines(found.iter()), ["unknown-name: there is no weapon called `flint`"]);
    assert_eq!(found.iter().next().unwrap().help.as_deref(), Some("write `yards.flint`, or bring the name in with `use yards.{flint}`"));
}

#[test]
fn what_a_dependency_depends_on_is_not_seen() {
    let docks = ("docks", &["yards"][..], "weapon jetty : slug_thrower from yards.flint { }\n");
    let text = "weapon mine : slug_thrower from docks.jetty { }\nweapon more : slug_thrower from yards.flint { }\n";
    let shelf = shelf("seen-below", &[("dock", &["docks"], text), docks, YARDS]);
    let found = shelf.said("dock");
    assert_eq!(lines(found.iter()), ["unknown-package: there is no dependency called `yards`"]);
    assert_eq!(
        found.iter().next().unwrap().notes,
        ["`docks` depends on this package, but the dependencies of a dependency are not visible here"]
    );
}

#[test]
fn what_is_inherited_means_what_it_means_where_it_is_written() {
    let yards = (
        "yards",
        &[][..],
        "weapon flint : slug_thrower LEGAL\nnpc guard { cap 2; skills { 2 slug_throwers; 1 alertness, agility }; aspects \"A\", \"B\"; gear flint }\n",
    );
    let dock = ("dock", &["yards"][..], "npc guard from yards.guard { aspects \"C\", \"D\" }\n");
    assert_eq!(said("seen-inherited", &[dock, yards]), [""; 0], "`flint` is found though dock does not see it");
}

/// A legal ship whose third aspect depends on a stunt.
const TUB: &str = "ship tub \"Tub\" : spacecraft {\n  tech T2\n  v_shift 3; beam 3; ew 2\n  tracks { frame 6; data 4; heat 3 }\n  stunts cheap\n  \
                   aspects \"A\", \"Falling apart\" as \"Old\", \"B\", \"C\", \"D\"\n}\n";

/// Rules: R-XD3.
#[test]
fn rxd12_what_only_a_derived_thing_makes_wrong_is_said_at_its_name_with_the_line_beside_it() {
    let yards = ("yards", &[][..], TUB);
    let dock =
        ("dock", &["yards"][..], "ship sound \"Sound\" from yards.tub { stunts - cheap }\nship heir \"Heir\" from sound { beam 4 }\n");
    let shelf = shelf("seen-derived", &[dock, yards]);
    let errors = |package: &str| {
        let found = shelf.said(package).into_iter();
        found.filter(|found| found.severity == slip_source::diagnostic::Severity::Error).collect::<Vec<_>>()
    };
    assert_eq!(errors("yards").len(), 0, "where it stands the line is right");
    let found = errors("dock");
    assert_eq!(
        lines(&found),
        ["unearned-aspect: `sound`: the rules do not allow the aspect `Falling apart` for this item"],
        "once, however many are derived"
    );
    let sources = shelf.load("dock").sources;
    assert_eq!(sources.slice(found[0].primary.span), "sound");
    assert_eq!(found[0].primary.text, "derived from `tub`, which does not have this error");
    assert_eq!(sources.slice(found[0].secondary[0].span), "\"Falling apart\" as \"Old\"");
    assert_eq!(found[0].secondary[0].text, "inherited: needs `cheap`");
}

/// Rules: R-XD12.
#[test]
fn rxd3_a_line_that_is_wrong_where_it_stands_is_said_there_and_once() {
    let wrong = TUB.replace("  stunts cheap\n", "");
    let dock = format!("{wrong}ship heir \"Heir\" from tub {{ beam 4 }}\n");
    let found = said("seen-wrong", &[("dock", &[], &dock)]);
    let errors: Vec<&String> = found.iter().filter(|line| line.starts_with("unearned-aspect")).collect();
    assert_eq!(errors, ["unearned-aspect: the rules do not allow the aspect `Falling apart` for this item"]);
}

#[test]
fn a_name_of_two_packages_is_said_with_both_unless_the_package_has_it_itself() {
    let docks = ("docks", &[][..], "weapon flint : slug_thrower LEGAL\n");
    let both = |text: &'static str| said("seen-both", &[("dock", &["yards", "docks"], text), YARDS, docks]);
    let use_all = "use yards\nuse docks\n";
    let found = both("use yards\nuse docks\nweapon mine : slug_thrower from flint { }\n");
    assert!(
        found.contains(&"ambiguous-name: the packages `yards` and `docks` both declare the name `flint`".to_owned()),
        "{use_all}: {found:?}"
    );
    let found = both("use yards.{flint}\nuse docks.{flint}\nweapon mine : slug_thrower from flint { }\n");
    assert!(found.contains(&"ambiguous-name: `flint` is brought in from both `yards` and `docks`".to_owned()), "{found:?}");
    assert_eq!(
        both("use yards\nuse docks.{flint}\nweapon mine : slug_thrower from flint { }\nweapon more : slug_thrower from steel { }\n"),
        [""; 0],
        "one that is named beats one that comes along"
    );
    assert_eq!(
        both(
            "weapon flint : slug_thrower LEGAL\nweapon a : slug_thrower from flint { }\nweapon b : slug_thrower from yards.flint { }\nweapon c : slug_thrower from docks.flint { }\n"
        ),
        [""; 0],
        "a package's own name comes first"
    );
}

#[test]
fn a_name_of_two_packages_is_one_mistake_and_makes_nothing_that_brings_it_in_unused() {
    let docks = ("docks", &[][..], "weapon flint : slug_thrower LEGAL\n");
    let both = |text: &'static str| said("seen-both-once", &[("dock", &["yards", "docks"], text), YARDS, docks]);
    let found = both("use yards\nuse docks\nweapon mine : slug_thrower from flint { }\n");
    assert_eq!(found, ["ambiguous-name: the packages `yards` and `docks` both declare the name `flint`"]);
    let found = both("use yards.flint\nuse docks.flint\nweapon mine : slug_thrower from flint { }\n");
    assert_eq!(found, ["ambiguous-name: `flint` is brought in from both `yards` and `docks`"]);
}

/// An item of every kind that others may name.
const OLD: &str = r#"weapon gun_o "Gun" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }
design raft_o "Raft" : raft {
  budget 5
  stat oars "Oars" { ranks 0..4; cost rank }
}
design kite_o "Kite" : kite {
  budget 5
  stat lift "Lift" { ranks 0..4; cost rank }
}
kite red_o "Red" { lift 3 }
skill rigging_o "Rigging" { class space }
mark filter_o "filters"
stunt trick_o "Trick" { for npc; effect +1 to agility }
stunt ropes_o "Ropes" { for npc; effect +1 to agility }
npc hand_o "Hand" { cap 2; skills { 2 slug_throwers; 1 agility, stealth }; stunts ropes_o; aspects "A", "B" }
map quay_o "Quay" {
  zone x "A" { exit yes }
  zone y "B"
  border x -- y
}
encounter brawl_o "Brawl" : personal {
  map quay_o
  side one { actors hand_o at x }
  side two { actors hand_o at y }
  victory one when out(two)
  victory two when out(one)
}
system sy_o "Sy" { tech T2; environment 0; resources 0; aspects "a", "b", "c" }
system tz_o "Tz" { tech T1; environment 0; resources 0; aspects "a", "b", "c" }
unit rifles_o "Rifles" : infantry {
  tech T1
  skills { 3 camouflage; 2 direct_fire, observation; 1 armour, hand_to_hand, command }
  stunts guerrilla_tactics
  aspects "Grew up on this hill"
}
ship boat_o "Boat" : spacecraft {
  tech T2
  v_shift 2; beam 1; trade 2
  tracks { frame 4; data 3; heat 3 }
  stunts civilian, interface_vehicle, firewall
  aspects "Tender", "Everything is greased", "Knows every buoy", "Late again", "Owned by a widow"
}
character skipper_o "Skipper" {
  skills {
    5 pilot
    4 gunnery, resolve
    3 navigation, slug_throwers, agility
    2 engineering, computer, stamina, tactics
    1 eva, charm, brokerage, alertness, microg
  }
  stunts military_grade(slug_throwers), have_a_thing(boat_o), swap_skill(navigation, computer)
  aspects "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b1"
}
platoon hill_o "Hill" {
  leader rifles_o with tactical_genius "Never raises her voice"
  units rifles_o x3
}
"#;

/// A package that refers to all these declarations, in every list that contains names: victories, conditions, slipstreams, bans, places of
/// units.
const NAMES: &str = r#"use yards

encounter raid "Raid" : personal {
  map quay_o
  side one { actors hand_o at x }
  side two { actors hand_o x2 at y }
  victory one when taken_out(2 hand_o) or reach(any hand_o, y) and aspect("A", hand_o)
  victory two when out(one)
}
encounter chase "Chase" : space {
  side runner { ship boat_o { pilot skipper_o } }
  side patrol { ship boat_o x2 }
  victory runner when left_map(boat_o)
  victory patrol when out(runner)
  limit 6 turns
}
encounter hills "Hills" : platoon {
  map quay_o
  side one { platoon hill_o { place rifles_o at x; place leader at x } }
  side two { platoon hill_o at y }
  victory one when out(rifles_o)
  victory two when out(hill_o)
  limit 6 turns
}
platoon low "Low" from yards.hill_o { units - rifles_o; units + rifles_o x2; characters skipper_o with rifles_o for command }
scenario evening "Evening" {
  play brawl_o
  then raid when won(brawl_o, one) or out(brawl_o, hand_o) { aspect "Tired" on hand_o }
}
cluster reach "Reach" { systems sy_o, tz_o; slipstream sy_o -- tz_o }
kite blue "Blue" : kite_o { lift 4 }
stunt tail "Tail" { for kite_o; cost 1; sink }
kite green "Green" : kite_o { lift 2; stunts tail }
skill knots "Knots" { class space; stands_for rigging_o }
stunt wind "Wind" { for npc, kite_o; require rigging_o >= 0 else "x"; effect +1 to rigging_o; effect is filter_o when not filter_o }
test "old and new" {
  expect has_stunt(hand_o, ropes_o)
}
npc mate "Mate" { cap 2; skills { 2 slug_throwers; 1 rigging_o, stealth }; stunts wind; aspects "A", "B" }
doctrine wary "Wary" : personal { weapon gun_o; target hand_o, nearest visible }
"#;

#[test]
fn an_old_name_means_wherever_it_is_written_what_it_meant_before_the_new_one() {
    let bans = "\n[rules]\nban = [\"weapon yards.gun_o\", \"yards.trick_o\", \"design yards.raft_o\"]\n";
    let dock = manifest("dock", &["yards"]) + bans;
    let said = |name: &str, yards: &str| {
        let shelf = Shelf::new(name, &[("dock/slipyard.toml", &dock), ("dock/main.slip", NAMES)]);
        shelf.write("yards/slipyard.toml", manifest("yards", &[]));
        shelf.write("yards/main.slip", yards);
        let found = shelf.said("dock");
        let (old, rest): (Vec<_>, Vec<_>) = found.into_iter().partition(|found| found.code.slug() == "old-name");
        let pack = slip_compile::compile(&shelf.load("dock").sources).pack;
        let mut acts: Vec<String> = pack.items["npc"]["dock.mate"].effects.iter().map(|effect| format!("{:?}", effect.op)).collect();
        acts.extend(pack.doctrines["dock.wary"].rows.iter().map(|row| format!("{:?}", row.choice)));
        acts.extend(pack.platoons["dock.low"].leader.iter().map(|leader| leader.item.name.to_string()));
        (lines(&rest).join("\n").replace("_o`", "_n`"), acts.join("\n"), old.len(), shelf)
    };
    let mut new = OLD.replace("_o ", "_n ").replace("_o;", "_n;").replace("_o\n", "_n\n").replace("_o)", "_n)");
    let declared = OLD.lines().filter_map(|line| line.split_once(' ')?.1.split_once([' ', '(']).map(|(name, _)| (line, name)));
    for (line, name) in declared.filter(|(line, name)| !line.starts_with(' ') && name.ends_with("_o")) {
        let kind = line.split(' ').next().unwrap();
        new += &format!("alias {kind} {name} for {}\n", name.replace("_o", "_n"));
    }
    let (before, acts, none, _) = said("seen-named", OLD);
    let (after, acts_still, old, shelf) = said("seen-renamed", &new);
    assert!(!before.contains("error") && none == 0, "{before}");
    assert_eq!(after, before);
    assert_eq!(acts_still, acts.replace("_o", "_n"), "lines of effects and doctrines act on what is called so now");
    assert!(old > 40, "every place is told the new name: {old}");
    // Applying the fixes removes every use of the aliases.
    assert_eq!(shelf.says(&["check", "dock", "--fix"]).0, 0);
    let left = shelf.read("dock/main.slip");
    assert!(!left.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word.ends_with("_o")), "{left}");
    // A manifest is not changed by fixes.
    let bans = lines(shelf.said("dock").iter().filter(|found| found.code.slug() == "old-name"));
    let now = ["gun", "trick", "raft"].map(|name| format!("old-name: `{name}_o` is an old name of `yards.{name}_n`"));
    assert_eq!(bans, now);
    let denied = shelf.says(&["check", "dock", "--deny", "warnings", "--format", "short"]).1;
    let denied: Vec<&str> = denied.lines().filter(|line| line.contains("error[") && !line.contains("error[unused-declaration]")).collect();
    assert_eq!(denied.len(), 1, "the small cluster: {denied:?}");
}

#[test]
fn a_name_that_a_use_cannot_bring_in_is_one_mistake_and_mended_everywhere_at_once() {
    let guard = "npc guard { cap 2; skills { 2 slug_throwers; 1 alertness, agility }; aspects \"A\", \"B\"; gear lamp_gun }\n";
    let owner = guard.replace("guard", "owner").replace("gear lamp_gun", "stunts have_a_thing(lamp_gun)");
    let dock = format!("use yards.lamp_gun\n{guard}{owner}weapon heir : slug_thrower from lamp_gun {{ }}\n");
    let yards = ("yards", &[][..], "weapon lamp_gun_short : slug_thrower LEGAL\n");
    let shelf = shelf("seen-unfound", &[("dock", &["yards"], &dock), yards]);
    shelf.write("dock/other.slip", guard.replace("guard", "other"));
    assert_eq!(lines(shelf.said("dock").iter()), ["unknown-name: there is no item called `lamp_gun`"], "at the `use`");
    let (code, said) = shelf.says(&["check", "dock", "--unsafe-fixes"]);
    assert_eq!(code, 0, "{said}");
    let mended = shelf.read("dock/main.slip") + &shelf.read("dock/other.slip");
    assert_eq!(mended.matches("lamp_gun_short").count(), 5, "{mended}");
}

#[test]
fn what_a_missing_package_would_bring_is_asked_for_nowhere_else() {
    let npc = |name: &str, rest: &str| {
        format!("npc {name} {{ cap 2; skills {{ 2 slug_throwers; 1 alertness, agility }}; aspects \"A\", \"B\"; {rest} }}\n")
    };
    let dock = [
        "use yards.{boat, knack, thrower}\n".to_owned(),
        npc("a", "stunts have_a_thing(yards.boat)"),
        npc("b", "stunts have_a_thing(boat), knack"),
        npc("c", "stunts yards.knack"),
        "weapon d : thrower { tech T1 }\n".to_owned(),
    ];
    let found = said("seen-missing", &[("dock", &["yards"], &dock.concat())]);
    assert_eq!(found, ["missing-dependency: there is no package `yards` at `../yards`"]);
}

#[test]
fn a_name_behind_a_package_is_looked_for_in_that_package() {
    let near = "weapon stele : slug_thrower LEGAL\nweapon mine : slug_thrower from yards.stell { }\n";
    let shelf = shelf("seen-behind", &[("dock", &["yards"], near), YARDS]);
    let found = shelf.said("dock");
    assert_eq!(lines(found.iter()), ["unknown-name: there is no weapon called `stell`"], "and `yards` is not for nothing");
    assert_eq!(found.iter().next().unwrap().help.as_deref(), Some("did you mean `steel`?"));
    // No names of `std` are listed for a name behind another package.
    let strange = near.replace("stell", "boar");
    let found = said_with_help_in("seen-behind-strange", &[("dock", &["yards"], &strange), YARDS]);
    assert_eq!(found, [("unknown-name: there is no weapon called `boar`".to_owned(), None)]);
    // The item being written is not suggested as its own base, neither as a similar name nor in the list of all names.
    let own = said_with_help("seen-own", "weapon pyke : slug_thrower from pike { }\n");
    let [(said, Some(help))] = own.as_slice() else { panic!("{own:?}") };
    assert_eq!(said, "unknown-name: there is no weapon called `pike`");
    assert!(help.contains("`plain_pistol`") && !help.contains("`pyke`"), "{help}");
}

fn said_with_help(name: &str, text: &str) -> Vec<(String, Option<String>)> {
    said_with_help_in(name, &[("dock", &[], text)])
}

fn said_with_help_in(name: &str, packages: &[(&str, &[&str], &str)]) -> Vec<(String, Option<String>)> {
    let found = shelf(name, packages).said("dock");
    found.iter().map(|found| (format!("{}: {}", found.code, found.message), found.help.clone())).collect()
}

#[test]
fn an_edit_of_a_manifest_leaves_its_quotation_marks() {
    let shelf = shelf("seen-variant", &[("dock", &[], "")]);
    let manifest = format!("{}\n[rules]\nvariants = [\"zero_sum\", 'std.moral']\n", manifest("dock", &[]));
    shelf.write("dock/slipyard.toml", &manifest);
    let mut mended = manifest.clone();
    let mut edits: Vec<_> = shelf.said("dock").iter().flat_map(|found| found.fixes[0].edits.clone()).collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
    for edit in edits {
        mended.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.replacement);
    }
    assert!(mended.contains("variants = [\"zero_sum_fate\", 'std.morale']"), "{mended}");
}

#[test]
fn what_two_packages_have_from_a_third_is_one_thing() {
    let north = ("north", &["yards"][..], "use yards.{flint}\nweapon n : slug_thrower from flint { }\nalias common for flint\n");
    let south = ("south", &["yards"][..], "use yards.{flint}\nweapon s : slug_thrower from flint { }\nalias common for flint\n");
    let text = "use north\nuse south\nweapon mine : slug_thrower from common { }\nweapon a : slug_thrower from n { }\nweapon b : slug_thrower from s { }\n";
    let found = said("seen-diamond", &[("dock", &["north", "south"], text), north, south, YARDS]);
    assert_eq!(found, ["old-name: `common` is an old name of `yards.flint`"], "and no two packages called yards");
}

#[test]
fn what_is_not_used_is_reported_once_the_text_can_be_read() {
    let unused = |text: &'static str| said("seen-unused", &[("dock", &["yards"], text), YARDS]);
    assert_eq!(unused("weapon mine : slug_thrower LEGAL\n"), ["unused-dependency: the dependency `yards` is not used"]);
    assert_eq!(unused("use yards\nweapon mine : slug_thrower LEGAL\n"), ["unused-use: `yards` is brought in but not used"]);
    assert_eq!(
        unused("use yards.{flint, steel}\nweapon mine : slug_thrower from steel { }\n"),
        ["unused-use: `flint` is brought in but not used"]
    );
    assert_eq!(
        unused("use yards.steel\nweapon steel : slug_thrower LEGAL\nweapon b : slug_thrower from steel { }\n").len(),
        1,
        "its own comes first"
    );
    let broken = unused("use yards.{flint}\nweapon mine : slug_thrower from { harm = 3 }\n");
    assert!(!broken.iter().any(|line| line.starts_with("unused")), "{broken:?}");
    let broken = unused("use yards.{flint}\ntest \"cheap\" {\n  expect spent(flint) <=\n}\n");
    assert!(!broken.is_empty() && !broken.iter().any(|line| line.starts_with("unused")), "{broken:?}");
}

#[test]
fn an_unknown_dependency_is_said_once() {
    let text = "use nowhere\nweapon mine : slug_thrower from nowhere.flint { }\nnpc guard { cap 2; skills { 2 slug_throwers; 1 alertness, agility }; aspects \"A\", \"B\"; gear nowhere.flint }\n";
    let found = said("seen-missing", &[("dock", &["nowhere"], text)]);
    assert_eq!(found, ["missing-dependency: there is no package `nowhere` at `../nowhere`"]);
}

#[test]
fn a_dependency_is_called_by_its_own_name_and_looked_for_nearby() {
    let shelf = shelf("seen-names", &[("dock", &[], ""), YARDS, ("yardarm", &[], "")]);
    let with = |line: &str| {
        shelf.write("dock/slipyard.toml", format!("[package]\nname = \"dock\"\n\n[dependencies]\n{line}\n"));
        shelf.loaded("dock")
    };
    let found = with("shipyards = { path = \"../yards\" }");
    assert_eq!(lines(&found), ["missing-dependency: `../yards` contains the package `yards`, not `shipyards`"]);
    assert_eq!(found[0].fixes[0].edits[0].replacement, "yards");
    let found = with("yards = { path = \"../yard\" }");
    assert_eq!(found[0].help.as_deref(), Some("did you mean `../yards`?"));
    assert_eq!(found[0].fixes[0].edits[0].replacement, "\"../yards\"");
    let found = with("yards = { path = \"../elsewhere\" }");
    assert!(found[0].fixes.is_empty());
    assert_eq!(
        lines(&with("yards = { path = \"../yards\", version = \"2\" }")),
        ["version-mismatch: `yards` has version 1.0.0, but 2 is required"]
    );
}

#[test]
fn a_circle_of_packages_is_named_in_full_from_wherever_one_looks() {
    let packages: &[(&str, &[&str], &str)] = &[("dock", &["north"], ""), ("north", &["south"], ""), ("south", &["dock"], "")];
    let shelf = shelf("seen-circle", packages);
    for (from, circle) in [("dock", "`dock` -> `north` -> `south` -> `dock`"), ("south", "`south` -> `dock` -> `north` -> `south`")] {
        let found = shelf.loaded(from);
        assert_eq!(lines(&found), ["dependency-cycle: these packages use each other in a circle"]);
        assert_eq!(found[0].primary.text, format!("closes the circle {circle}"));
    }
}

#[test]
fn two_folders_of_one_name_are_two_packages_of_one_name() {
    let shelf = shelf("seen-twice", &[("dock", &["yards", "north"], ""), YARDS, ("north", &[], "")]);
    shelf.write("north/slipyard.toml", "[package]\nname = \"north\"\n\n[dependencies]\nyards = { path = \"yards\" }\n");
    shelf.write("north/yards/slipyard.toml", "[package]\nname = \"yards\"\nversion = \"2.0.0\"\n");
    assert_eq!(lines(&shelf.loaded("dock")), ["duplicate-package: two packages are called `yards`"]);
}

#[test]
fn an_alias_keeps_an_old_name_with_a_note_where_it_is_written() {
    let yards = ("yards", &[][..], "weapon flint : slug_thrower LEGAL\nalias spark for flint\nalias match_lock for spark\n");
    let text = "use yards.{match_lock}\nweapon mine : slug_thrower from match_lock { }\nweapon more : slug_thrower from yards.spark { }\n";
    let shelf = shelf("alias-old", &[("dock", &["yards"], text), yards]);
    let found = shelf.said("dock");
    assert_eq!(
        lines(found.iter()),
        ["old-name: `match_lock` is an old name of `yards.flint`", "old-name: `spark` is an old name of `yards.flint`"]
    );
    let fix = &found.iter().next().unwrap().fixes[0];
    assert_eq!(fix.edits[0].replacement, "yards.flint");
    assert_eq!(lines(shelf.said("yards").iter()), [""; 0], "who keeps the old name is not told so");
}

#[test]
fn aliases_may_stand_in_any_order_but_not_for_each_other() {
    let one = |text: &str| said("alias-circles", &[("dock", &[], text)]);
    assert_eq!(one("alias a for b\nalias b for c\nalias c for flint\nweapon flint : slug_thrower LEGAL\n"), [""; 0]);
    assert_eq!(one("alias b for a\nalias a for b\nalias c for a\n"), ["alias-circle: the alias `b` refers to itself"]);
    assert_eq!(one("alias a for a\n"), ["alias-circle: the alias `a` refers to itself"]);
    assert_eq!(one("alias a for dock.b\nalias b for dock.a\n"), ["alias-circle: the alias `a` refers to itself"]);
    assert_eq!(one("alias a for flunt\nweapon flint : slug_thrower LEGAL\n"), ["unknown-name: there is nothing called `flunt`"]);
    assert_eq!(one("alias a for nowhere.flint\n"), ["unknown-package: there is no dependency called `nowhere`"]);
    assert_eq!(
        one("alias flint for steel\nweapon flint : slug_thrower LEGAL\nweapon steel : slug_thrower LEGAL\n"),
        ["duplicate-name: the weapon `flint` is declared twice"]
    );
}

#[test]
fn a_kind_whose_designs_are_elsewhere_says_where() {
    let yards = ("yards", &[][..], "design cart : wagon {\n  tech T0..T4\n  budget 2\n  stat load { ranks 0..4; cost rank }\n}\n");
    let shelf =
        shelf("seen-kind", &[("dock", &["yards"], "wagon hay { tech T1; load 2 }\nwagon oats : yards.cart { tech T1; load 2 }\n"), yards]);
    let found = shelf.said("dock");
    assert_eq!(lines(found.iter()), ["unknown-design: no design for a wagon is visible here"]);
    assert_eq!(
        found.iter().next().unwrap().help.as_deref(),
        Some("write `wagon hay : yards.cart`, or bring the design in with `use yards.{cart}`")
    );
    shelf.write("dock/main.slip", "use yards\nwagon hay { tech T1; load 2 }\n");
    assert_eq!(lines(shelf.said("dock").iter()), [""; 0], "a design that nobody names is used all the same");
}

#[test]
fn a_package_is_judged_the_same_alone_and_beside_others() {
    let shelf = shelf(
        "seen-worlds",
        &[
            ("dock", &["yards"], "patch yards.flint { tech T2; harm 2; penetration 0 }\nweapon mine : slug_thrower from yards.flint { }\n"),
            YARDS,
            ("pier", &["yards"], "weapon mine : slug_thrower from yards.flint { harm 2 }\ncart hay { }\n"),
        ],
    );
    let alone = shelf.says(&["check", "pier", "--format", "short"]).1;
    let beside = shelf.says(&["check", ".", "--format", "short"]).1;
    let about = |text: &str| text.lines().filter(|line| line.starts_with("pier/")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(about(&alone), about(&beside));
    assert!(about(&alone).iter().any(|line| line.contains("spends 9 build points, but 7 are allowed at T1")), "{alone}");
}

/// Creates two packages that each have an item of the same name.
fn both(name: &str, dock: &str, yards: &str, docks: &str) -> Vec<String> {
    said(name, &[("dock", &["yards", "docks"], dock), ("yards", &[], yards), ("docks", &[], docks)])
}

#[test]
fn who_leads_is_who_the_name_means_and_of_two_neither() {
    let mook = "mook guards { threat 2 }\n";
    let scene = |leader: &str| {
        format!(
            "map pier {{ zone quay; zone pit; border quay -- pit 0 }}\nencounter brawl : personal {{\n  map pier\n  \
             side law {{ actors yards.guards at quay, docks.guards at quay; leader {leader} }}\n  \
             side gang {{ actors yards.guards at pit }}\n}}\n"
        )
    };
    let found = both("seen-leader", &scene("guards"), mook, mook);
    assert!(found.contains(&"ambiguous-name: the packages `yards` and `docks` both declare the name `guards`".to_owned()), "{found:?}");
    let shelf =
        shelf("seen-leader-said", &[("dock", &["yards", "docks"], &scene("docks.guards")), ("yards", &[], mook), ("docks", &[], mook)]);
    let compiled = slip_compile::compile(&shelf.load("dock").sources);
    assert_eq!(compiled.pack.encounters["dock.brawl"].sides[0].leader.as_deref(), Some("guards#2"));
}

#[test]
fn who_flies_which_fighter_is_not_guessed() {
    let sparrow = "ship sparrow : fighter { tech T2; v_shift 3; aspects \"Small and cross\" }\n";
    let dock = "ship mother : spacecraft { tech T3; v_shift 2; stunts carries_fighters; fighters yards.sparrow, docks.sparrow }\n\
                npc ana { cap 2; skills { 2 pilot; 1 gunnery, agility }; aspects \"A\", \"B\" }\n\
                encounter chase : space { side a { ship mother { fighter sparrow { pilot ana } } }; side b { ship mother } }\n";
    let found = both("seen-fighter", dock, sparrow, sparrow);
    assert!(found.contains(&"ambiguous-name: the packages `yards` and `docks` both declare the name `sparrow`".to_owned()), "{found:?}");
}

#[test]
fn a_crew_is_of_the_design_it_names_though_another_package_has_one_of_that_name() {
    let design = |flag: &str| format!("design deckhands \"Deckhands\" : crew {{ plays space; tech T-2..T4; {flag} }}\n");
    let dock = |package: &str| {
        format!(
            "ship mule : spacecraft {{\n  tech T1\n  v_shift 1; beam 1; trade 1\n  tracks {{ frame 5; data 5 }}\n  stunts civilian, firewall\n  \
             aspects \"Slow\", \"Patched twice\", \"Knows the customs\", \"Leaks a little\", \"Late again\"\n}}\n\
             crew hands : {package}.deckhands {{ tech T1 }}\n\
             encounter chase : space {{ side a {{ ship mule {{ crew hands }} }}; side b {{ ship mule }} }}\n"
        )
    };
    for (package, wrong) in [("yards", true), ("docks", false)] {
        let found = both(&format!("seen-crew-{package}"), &dock(package), &design("flag civilian"), &design(""));
        assert_eq!(found.iter().any(|line| line.starts_with("wrong-crew")), wrong, "{package}: {found:?}");
    }
}

#[test]
fn only_the_uniform_one_of_two_designs_of_a_name_asks_for_characters_alike() {
    let design = |uniform: &str| {
        format!(
            "design brave \"Brave\" : character {{\n  {uniform}\n  track health \"Health\" {{ base 3 }}\n  \
             track composure \"Composure\" {{ base 3 }}\n  stunt calm \"Calm\" {{ cost 0 }}\n}}\n"
        )
    };
    let dock = |ana: &str, bo: &str| {
        format!(
            "map pier {{ zone quay; zone pit; border quay -- pit 0 }}\ncharacter ana : {ana}.brave {{ stunts calm }}\n\
             character bo : {bo}.brave {{ }}\nencounter duel : personal {{\n  map pier\n  side a {{ actors ana at quay }}\n  \
             side b {{ actors bo at pit }}\n}}\n"
        )
    };
    for (ana, bo, mixed) in [("yards", "yards", true), ("docks", "docks", false), ("yards", "docks", true)] {
        let found = both(&format!("seen-uniform-{ana}-{bo}"), &dock(ana, bo), &design("uniform"), &design(""));
        assert_eq!(found.iter().any(|line| line.starts_with("mixed-characters")), mixed, "{ana}, {bo}: {found:?}");
    }
}
