//! Tests of names that things of several kinds share. In each place only the kinds that fit there count; two that fit are ambiguous, and a
//! kind before the name decides.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use crate::harness::package_folder::{Shelf, lines};
use slip_test_support::compiled_text::{Written, written};

use slip_pack::Pack;
use slip_pack::effect::PackOperation;
use slip_source::diagnostic::{Code, Severity};

/// Text with a weapon, an armour and a ship of the same name, and a map.
const NOVA: &str = r#"
weapon nova "Nova gun" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }
armour nova "Nova vest" { tech T1; defense 2 }
ship nova "Nova star" : spacecraft {
  tech T1
  v_shift 1; beam 1; trade 1
  tracks { frame 5; data 5 }
  stunts civilian, firewall
  aspects "Slow and honest", "Patched twice", "Knows the customs", "Leaks a little", "Late again"
}
map yard { zone gate; zone shed; border gate -- shed }
"#;

fn with(text: &str) -> Written {
    written(&format!("{NOVA}{text}\n"))
}

fn npc(name: &str, more: &str) -> String {
    format!("npc {name} {{ cap 2; skills {{ 2 slug_throwers; 1 alertness, agility }}; aspects \"A\", \"B\"; {more} }}\n")
}

/// Returns the errors of a text as `code: message`.
fn errors(written: &Written) -> Vec<String> {
    let errors = written.said.iter().filter(|(.., found)| found.severity == Severity::Error);
    errors.map(|(.., found)| format!("{}: {}", found.code, found.message)).collect()
}

fn kinds_of_gear(pack: &Pack, name: &str) -> Vec<String> {
    pack.items["npc"][name].gear.iter().map(|gear| gear.kind.to_string()).collect()
}

#[test]
fn a_name_of_two_kinds_that_fit_is_ambiguous_and_the_help_has_the_texts_that_work() {
    let found = with(&npc("guard", "gear nova"));
    let ambiguous = found.only(Code::AmbiguousName);
    assert_eq!(ambiguous.message, "`nova` is an armour and a weapon");
    assert_eq!(ambiguous.help.as_deref(), Some("write the kind before the name: `armour nova` or `weapon nova`"));
    for text in [
        npc("guard", "stunts integral(nova)"),
        npc("guard", "stunts have_a_thing(nova)"),
        format!(
            "{}encounter e : personal {{ map yard; side a {{ actors guard at gate with nova }}; side b {{ actors guard at shed }} }}",
            npc("guard", "")
        ),
        "table loot { roll 1d6; 1..6 nova }".to_owned(),
        "test \"t\" { expect budget(nova) == 3 }".to_owned(),
        npc("guard", "effect grants nova"),
    ] {
        let found = with(&text);
        assert!(
            errors(&found).iter().any(|error| error.starts_with("ambiguous-name: `nova` is an armour")),
            "{text}: {:?}",
            errors(&found)
        );
    }
}

#[test]
fn a_kind_before_the_name_decides_wherever_a_name_is_written() {
    let text = npc("guard", "gear weapon nova x2, armour nova")
        + &npc("owner", "stunts have_a_thing(weapon nova)")
        + "encounter e : personal {\n  map yard\n  side a { actors npc guard at gate with weapon nova }\n  side b { actors owner at shed }\n}\n"
        + "table loot { roll 1d6; 1..3 weapon nova; 4..6 armour nova x2 }\n"
        + "test \"t\" { expect stat(weapon nova, harm) == 1; expect stat(armour nova, defense) == 2 }\n";
    let found = with(&text);
    assert_eq!(errors(&found), [""; 0]);
    assert_eq!(kinds_of_gear(&found.pack, "own.guard"), ["weapon", "weapon", "armour"]);
    let granted: Vec<String> = found.pack.items["npc"]["own.owner"]
        .effects
        .iter()
        .filter_map(|effect| if let PackOperation::Grants(grants) = &effect.op { grants.thing.as_ref() } else { None })
        .map(|thing| thing.kind.to_string())
        .collect();
    assert_eq!(granted, ["weapon"]);
    let handed = &found.pack.encounters["own.e"].sides[0].actors[0].gear;
    assert_eq!(handed.iter().map(|gear| gear.kind.as_str()).collect::<Vec<_>>(), ["weapon"]);
}

#[test]
fn one_person_may_have_two_things_of_one_name_and_gives_them_back_by_their_kinds() {
    let text = npc("owner", "stunts have_a_thing(weapon nova), have_a_thing(armour nova)")
        + "npc heir from owner { stunts - have_a_thing(armour nova) }\n";
    let found = with(&text);
    assert!(!errors(&found).iter().any(|error| error.contains("repeated") || error.contains("ambiguous")), "{:?}", errors(&found));
    let args = |name: &str| -> Vec<String> {
        found.pack.items["npc"][name].stunts.iter().map(|stunt| stunt.args.join(", ")).filter(|args| args.contains("nova")).collect()
    };
    assert_eq!(args("own.owner"), ["weapon nova", "armour nova"]);
    assert_eq!(args("own.heir"), ["weapon nova"]);
}

#[test]
fn a_place_that_only_one_kind_fits_needs_no_kind() {
    // The name `comet` needs no kind: gear is never a ship, and a person is never a weapon.
    let text = "weapon comet : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n".to_owned()
        + &npc("comet", "gear comet")
        + "encounter e : personal { map yard; side a { actors comet at gate with comet }; side b { actors comet at shed } }\n";
    let found = with(&text);
    assert_eq!(errors(&found), [""; 0]);
    assert_eq!(kinds_of_gear(&found.pack, "own.comet"), ["weapon"]);
}

#[test]
fn a_kind_with_a_name_that_it_does_not_have_is_an_unknown_name() {
    let found = with(&npc("guard", "gear weapon nvoa"));
    assert_eq!(errors(&found), ["unknown-name: there is no weapon called `nvoa`"]);
    assert_eq!(errors(&with(&npc("guard", "gear npc guard"))).len(), 1);
}

#[test]
fn rxc15_nearer_names_come_first_across_kinds_too() {
    let manifest = |name: &str, needs: &str| format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\n\n[dependencies]\n{needs}");
    let shelf = Shelf::new("shared-names", &[]);
    shelf.write("yards/slipyard.toml", manifest("yards", ""));
    shelf.write("yards/main.slip", NOVA);
    shelf.write("dock/slipyard.toml", manifest("dock", "yards = { path = \"../yards\" }\n"));
    let own = "use yards\nweapon nova : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n";
    shelf.write("dock/main.slip", format!("{own}{}{}", npc("guard", "gear nova"), npc("mate", "gear armour yards.nova, armour nova")));
    let loud: Vec<String> =
        lines(shelf.said("dock").iter()).into_iter().filter(|line| line.starts_with("ambiguous") || line.starts_with("unknown")).collect();
    assert_eq!(loud, [""; 0]);
    shelf.write("dock/main.slip", format!("use yards\n{}", npc("guard", "gear nova")));
    assert!(lines(shelf.said("dock").iter()).contains(&"ambiguous-name: `nova` is an armour and a weapon".to_owned()));
}

#[test]
fn commands_take_a_kind_before_a_name() {
    let shelf = Shelf::new("shared-names-of-commands", &[("main.slip", NOVA)]);
    for arguments in [&["show", "weapon nova"][..], &["show", "weapon", "nova"], &["sheet", "weapon nova"], &["export", "weapon", "nova"]] {
        let (code, text) = shelf.says(arguments);
        assert_eq!(code, 0, "{arguments:?}: {text}");
        assert!(text.contains("Nova gun") && !text.contains("Nova vest"), "{arguments:?}: {text}");
    }
    let (code, text) = shelf.says(&["odds", "attack", "nova", "--skill", "3", "--dodge", "2"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("weapon ") && text.contains("armour "), "{text}");
}
