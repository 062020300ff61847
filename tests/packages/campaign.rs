//! Tests of the caps of a campaign: they apply to the package's own declarations and to used declarations of others, and the
//! finding points at the manifest.

use crate::packages::package_folder::{Shelf, lines};
use slip_source::diagnostic::Diagnostic;

const YARDS: &str = "weapon long_gun \"Long gun\" : slug_thrower { tech T3; harm 2; penetration 2; range 2..4; stunts full_auto, low_recoil, undetectable }\n\
                     weapon flint \"Flint\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n\
                     npc marshal { cap 2; skills { 2 slug_throwers; 1 alertness, agility }; stunts military_grade(slug_throwers); aspects \"A\", \"B\"; gear long_gun }\n\
                     npc clerk { cap 2; skills { 2 slug_throwers; 1 alertness, agility }; aspects \"A\", \"B\"; gear flint }\n";
const FIGHT: &str = "map pier { zone quay }\n\
                     encounter brawl : personal {\n  map pier\n  side a { actors yards.marshal at quay }\n  side b { actors yards.clerk at quay }\n  victory a when out(b)\n  victory b when out(a)\n}\n";

fn said(name: &str, rules: &str, text: &str) -> Vec<Diagnostic> {
    let manifest = format!("[package]\nname = \"dock\"\n\n[rules]\n{rules}\n\n[dependencies]\nyards = {{ path = \"../yards\" }}\n");
    let shelf = Shelf::new(
        name,
        &[
            ("yards/slipyard.toml", "[package]\nname = \"yards\"\n"),
            ("yards/main.slip", YARDS),
            ("dock/slipyard.toml", &manifest),
            ("dock/main.slip", text),
        ],
    );
    shelf.said("dock").into_iter().filter(|found| !["unspent-points", "untrained-gear"].contains(&found.code.slug())).collect()
}

#[test]
fn what_nobody_uses_is_nobodys_business() {
    let text = "weapon mine : slug_thrower from yards.flint { }\n";
    assert_eq!(lines(&said("caps-idle", "max_tech = \"T1\"\nban = [\"full_auto\", \"yards.long_gun\"]", text)), [""; 0]);
}

#[test]
fn who_fights_and_what_they_carry_is_under_the_caps() {
    let found = said("caps-tech", "max_tech = \"T2\"", FIGHT);
    assert_eq!(
        lines(&found),
        ["tech-above-campaign: `yards.long_gun`, which `yards.marshal` carries, is T3, above the campaign's limit of T2"]
    );
    let labels: Vec<&str> = found[0].secondary.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(labels, ["T3 is written here", "set by the campaign"], "the thing's line and the manifest's take part");
}

#[test]
fn gear_and_what_an_actor_is_given_are_under_the_caps() {
    let own = "npc mate { cap 2; skills { 2 slug_throwers; 1 alertness, agility }; stunts military_grade(slug_throwers); aspects \"A\", \"B\"; gear yards.long_gun }\n";
    let ban = "ban = [\"yards.long_gun\"]";
    assert_eq!(lines(&said("caps-gear", ban, own)), ["banned: the campaign bans `yards.long_gun`"]);
    let given = FIGHT.replace("yards.clerk at quay", "yards.clerk at quay with yards.long_gun").replace("yards.marshal", "yards.clerk");
    assert_eq!(lines(&said("caps-given", ban, &given)), ["banned: the campaign bans `yards.long_gun`"]);
}

/// A thing of another package that a stunt grants is checked against its technology, although its name has a package prefix.
#[test]
fn what_a_stunt_grants_is_under_the_caps() {
    let own = "npc mate { cap 2; skills { 2 slug_throwers; 1 alertness, agility }; \
        stunts military_grade(slug_throwers), have_a_thing(yards.long_gun); aspects \"A\", \"B\" }\n";
    assert_eq!(lines(&said("caps-granted", "ban = [\"yards.long_gun\"]", own)), ["banned: the campaign bans `yards.long_gun`"]);
    let refused = "requirement-failed: `have_a_thing`: a thing is of no higher technology than the best there is in the cluster";
    assert_eq!(lines(&said("caps-granted-tech", "max_tech = \"T2\"", own)), [refused]);
}

#[test]
fn stunts_designs_and_things_are_banned_by_name_package_and_kind() {
    let own = "weapon mine : slug_thrower { tech T1; harm 2; penetration 2; range 2..4; stunts full_auto }\n";
    for (ban, count) in [
        ("full_auto", 1),
        ("stunt full_auto", 1),
        ("std.full_auto", 1),
        ("stunt std.full_auto", 1),
        ("slug_thrower", 1),
        ("design slug_thrower", 1),
        ("design std.slug_thrower", 1),
        ("mine", 1),
        ("weapon dock.mine", 1),
        ("energy_weapon", 0),
        ("stunt civilian", 0),
        ("yards.flint", 0),
    ] {
        let found = said("caps-forms", &format!("ban = [\"{ban}\"]"), own);
        assert_eq!(found.iter().filter(|found| found.code.slug() == "banned").count(), count, "{ban}: {:?}", lines(&found));
        assert_eq!(found.len(), count + 1, "{ban}, and the dependency that is not used: {:?}", lines(&found));
    }
}

#[test]
fn a_stunt_of_what_is_used_is_banned_too() {
    let found = said("caps-stunt", "ban = [\"undetectable\"]", FIGHT);
    assert_eq!(lines(&found), ["banned: the campaign bans `undetectable` of `yards.long_gun`, which `yards.marshal` carries"]);
    let found = said("caps-design", "ban = [\"design slug_thrower\"]", FIGHT);
    assert_eq!(found.len(), 2, "both guns: {:?}", lines(&found));
}

#[test]
fn a_ban_that_bans_nothing_is_found() {
    for (ban, message) in [
        ("ful_auto", "unknown-name: there is no stunt, design or thing called `ful_auto` that could be banned"),
        ("weapon full_auto", "unknown-name: there is no weapon called `weapon full_auto` that could be banned"),
        ("skill stealth", "unknown-kind: the campaign cannot ban a skill"),
        ("nowhere.gun", "unknown-package: there is no dependency called `nowhere`"),
        ("a b c", "manifest: `a b c` has too many words to be a name"),
    ] {
        assert_eq!(lines(&said("caps-typos", &format!("ban = [\"{ban}\"]"), FIGHT)), [message]);
    }
    let found = said("caps-near", "ban = [\"stunt ful_auto\"]", FIGHT);
    assert_eq!(found[0].fixes[0].edits[0].replacement, "\"stunt full_auto\"");
}

#[test]
fn a_fight_with_what_the_campaign_forbids_does_not_run() {
    let manifest = "[package]\nname = \"dock\"\n\n[rules]\nmax_tech = \"T2\"\n\n[dependencies]\nyards = { path = \"../yards\" }\n";
    let shelf = Shelf::new(
        "caps-run",
        &[
            ("yards/slipyard.toml", "[package]\nname = \"yards\"\n"),
            ("yards/main.slip", YARDS),
            ("dock/slipyard.toml", manifest),
            ("dock/main.slip", FIGHT),
        ],
    );
    assert_ne!(shelf.says(&["run", "brawl", "--in", "dock"]).0, 0);
    // A waiver in an item itself applies for every user of the item.
    shelf.write("dock/house.slip", "patch yards.long_gun { allow tech-above-campaign \"found in a wreck\" }\n");
    assert!(!lines(shelf.said("dock").iter()).iter().any(|line| line.starts_with("tech-above")), "{:?}", lines(shelf.said("dock").iter()));
}
