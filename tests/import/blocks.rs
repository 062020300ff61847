//! Tests of stat blocks: each file of `stat_blocks` has its Slip text and everything that is said about it beside it. `INSTA_UPDATE=always`
//! accepts what comes out now.

use super::{findings, imported, imported_into};
use slip_import::Import;
use std::fmt::Write;

/// Returns the Slip text of an import, and what is said about it.
fn shown(import: &Import) -> String {
    let mut out = format!("{}-------- items\n", import.text);
    for item in &import.items {
        writeln!(out, "line {}: {} {} ({}), {} understood", item.line, item.kind, item.name, item.design, item.understood).unwrap();
    }
    out.push_str("-------- remarks\n");
    import.remarks.iter().for_each(|remark| writeln!(out, "{}: {}", remark.title, remark.text).unwrap());
    out.push_str("-------- not understood\n");
    import.unknown.iter().for_each(|part| writeln!(out, "line {}: {}", part.line, part.text).unwrap());
    out.push_str("-------- differences\n");
    for difference in &import.differences {
        let computed = difference.computed.as_deref().unwrap_or("none");
        writeln!(out, "{}: {} {}, computed {computed}", difference.title, difference.what, difference.claimed).unwrap();
        difference.ledger.iter().for_each(|(points, what)| writeln!(out, "  {points:+} {what}").unwrap());
    }
    out.push_str("-------- findings\n");
    findings(import).iter().for_each(|found| writeln!(out, "{found}").unwrap());
    out
}

#[test]
fn stat_blocks_of_people_become_the_slip_text_beside_them() {
    let mut files: Vec<_> = std::fs::read_dir("tests/import/stat_blocks").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "txt"));
    files.sort();
    assert!(files.len() >= 30, "at least thirty stat blocks");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("stat_blocks");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for file in files {
            let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
            insta::assert_snapshot!(name, shown(&imported(&std::fs::read_to_string(&file).unwrap())));
        }
    });
}

#[test]
fn line_ends_and_the_mark_of_utf8_change_nothing() {
    let block = "Dock pistol (slug thrower, T1)\nHarm 1\nRange 0-2\n";
    let plain = imported(block).text;
    assert_eq!(imported(&format!("\u{feff}{}", block.replace('\n', "\r\n"))).text, plain);
    assert_eq!(imported(&block.replace('\n', "\r")).text, plain);
}

#[test]
fn a_homebrew_design_is_understood_by_its_declaration() {
    let own = "design kite \"Storm kite\" : kite {\n  tech T-4..T4\n  budget 9\n  slots 2\n  /// How high it goes.\n  stat reach \"Reach of the line\" { ranks 0..6; cost rank }\n  track cloth \"Cloth\" { base 2; cost rank - 2 }\n  flag manned \"Carries a person\"\n  stunt two_lines \"Two lines\" { cost 1; sink }\n  price reach\n}\n";
    let import = imported_into(
        own,
        "Grey Aunt (storm kite, T1)\nReach of the line 4\nCloth OOO\nCarries a person: yes\nStunts: Two lines\nAspects: Smells of rain; Lost once\n6 BP\nCost 5\n",
    );
    assert_eq!(
        import.text,
        "kite grey_aunt \"Grey Aunt\" {\n  tech T1\n  reach 4\n  manned yes\n  tracks { cloth 3 }\n  stunts two_lines\n  aspects \"Smells of rain\", \"Lost once\"\n}\n"
    );
    let difference: Vec<(&str, &str)> =
        import.differences.iter().map(|difference| (difference.what.as_str(), difference.claimed.as_str())).collect();
    assert_eq!(difference, [("Cost", "5")]);
}

#[test]
fn numbers_are_those_of_the_finished_thing() {
    // The stunt adds a box of Morale, which is not written.
    let import = imported(
        "Hill guard (infantry unit, T1)\nSkills: 3 Movement; 2 Direct fire, Camouflage; 1 Armour, Command, Hand-to-hand\nStunts: Highly trained\nAspects: \"Stubborn\"\nMorale OOO\n",
    );
    assert!(import.differences.is_empty(), "{:#?}", import.differences);
    let morale = imported(
        "Hill guard (infantry unit, T1)\nSkills: 3 Movement; 2 Direct fire, Camouflage; 1 Armour, Command, Hand-to-hand\nStunts: Highly trained\nAspects: \"Stubborn\"\nMorale OO\n",
    );
    assert_eq!(morale.differences.len(), 1, "{:#?}", morale.differences);
    assert_eq!((morale.differences[0].what.as_str(), morale.differences[0].computed.as_deref()), ("boxes of morale", Some("3")));
}

#[test]
fn twins_are_numbered_and_names_of_the_package_are_left_alone() {
    let own = "weapon reed_knife \"Reed knife\" : close_combat { tech T0; harm 1; penetration 1; range 0..1 }\n";
    let block = "Reed knife (close combat weapon, T0): Harm 1, Penetration 1, Range 0-1\n";
    let import = imported_into(own, &block.repeat(100));
    let names: Vec<&str> = import.items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!((names.len(), names[0], names[99]), (100, "reed_knife_2", "reed_knife_101"));
    assert_eq!(findings(&import), [""; 0]);
}

#[test]
fn gear_names_the_thing_of_the_same_input_first() {
    let own = "weapon dock_pistol \"Dock pistol\" : slug_thrower { tech T0; harm 1; penetration 1; range 0..2 }\n";
    let input =
        "Dock pistol (slug thrower, T1)\nHarm 1, Range 0-2\n\nTib (bare npc)\nRank 1\nAspects: Small\nGear: Dock pistol, Brass kettle\n";
    let import = imported_into(own, input);
    assert!(import.text.contains("gear dock_pistol_2\n"), "{}", import.text);
    let unknown: Vec<(usize, &str)> = import.unknown.iter().map(|part| (part.line, part.text.as_str())).collect();
    assert_eq!(unknown, [(7, "gear: Brass kettle")]);
    assert!(import.text.contains("// gear: Brass kettle\n"), "{}", import.text);
}
