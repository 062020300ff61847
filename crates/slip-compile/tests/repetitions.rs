//! Tests of words that are written twice, of empty texts, and of numbers that no game needs: none is passed over in silence.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::compile;
use slip_source::diagnostic::Severity;
use slip_source::{Package, Sources};

/// Returns the errors about a text: code, message and help.
fn errors(text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "home".into(), ..Package::default() });
    sources.add_file(package, "main.slip", text);
    let found = compile(&sources).diagnostics;
    let errors = found.iter().filter(|found| found.severity == Severity::Error);
    errors
        .map(|found| {
            let help = found.help.as_ref().map(ToString::to_string).unwrap_or_default();
            format!("{}: {}: {help}", found.code.slug(), found.message)
        })
        .collect()
}

fn of_effect(effect: &str) -> Vec<String> {
    errors(&format!("stunt own \"Own\" {{ for npc; effect {effect} }}\n"))
}

fn of_encounter(actor: &str, entry: &str) -> Vec<String> {
    errors(&format!(
        "npc guard \"Guard\" {{ cap 2; skills {{ 2 brawling; 1 agility, alertness }}; aspects \"Bored\", \"Big hands\" }}\n\
         map yard {{ zone gate; zone shed; border gate -- shed }}\n\
         encounter night \"Night\" : personal {{\n  map yard\n  side a {{ actors guard at {actor} }}\n  side b {{ actors guard at shed }}\n  \
         victory a when out(b)\n  limit 6 turns\n  {entry}\n}}\n"
    ))
}

fn of_map(entries: &str) -> Vec<String> {
    errors(&format!("map own \"Own\" {{ {entries} }}\n"))
}

#[test]
fn a_word_is_listed_once() {
    for (effect, word) in [
        ("+1 to agility, agility rolls", "agility"),
        ("cannot attack, attack when prone", "attack"),
        ("+1 to attack in personal, personal", "personal"),
    ] {
        assert_eq!(of_effect(effect), [format!("duplicate-name: `{word}` is listed twice: remove one of the two")], "{effect}");
    }
    assert_eq!(of_effect("+1 to agility, stealth rolls"), Vec::<String>::new());
    let twice = |word: &str, key: &str| [format!("duplicate-name: `{word}` is listed twice in `{key}`: remove one of the two")];
    assert_eq!(of_encounter("gate", "rules morale, morale"), twice("morale", "rules"));
    assert_eq!(of_encounter("gate or gate", ""), twice("gate", "at"));
    assert_eq!(of_encounter("gate or shed", "rules morale"), Vec::<String>::new());
    assert_eq!(of_encounter("gate", "victory b when reach(guard, shed, gate, shed)"), twice("shed", "reach"));
}

#[test]
fn a_text_has_words() {
    let needed = ["wrong-value: this text is empty: write words in the quotes"];
    let optional = ["wrong-value: this text is empty: write words in the quotes, or remove the text"];
    assert_eq!(of_effect("table \"\""), needed);
    assert_eq!(of_effect("+1 to attack when table \" \""), needed);
    assert_eq!(of_encounter("gate", "aspects \"\""), needed);
    assert_eq!(of_encounter("gate", "aspects \"Fog\", \"\""), optional);
    assert_eq!(of_map("zone a \"\"; zone b; border a -- b"), optional);
    for text in [
        "test \" \" { expect 1 == 1 }\n",
        "table finds { roll 1d6; 1..5 \"A reed\"; 6 \"\" }\n",
        "design own \"Own\" : thing { stat size { cost rank }; require size <= 2 else \"\" }\n",
    ] {
        assert_eq!(errors(text), needed, "{text}");
    }
    let title = "wrong-value: this title is empty: write a title, or remove the quotes: an item without a title is shown by its name";
    assert_eq!(errors("map own \"\" { zone a; zone b; border a -- b }\n"), [title]);
}

#[test]
fn a_condition_can_become_true_or_false() {
    let same = [
        "wrong-value: this comparison has the same result in every game: compare something that changes in play with a number, as in `when health <= 2`",
    ];
    for condition in ["1 == 1", "2 > 3", "1 + 1 <= 2", "health <= 2 and 1 != 2"] {
        assert_eq!(of_effect(&format!("+1 to attack when {condition}")), same, "{condition}");
    }
    assert_eq!(of_effect("+1 to attack when health <= 1 + 1"), Vec::<String>::new());
}

#[test]
fn an_effect_has_whole_numbers_that_a_game_needs() {
    let large = "wrong-value: this number is too large for an effect: write a number from -1000000 to 1000000";
    assert_eq!(of_effect("+99999999999 to attack"), [large]);
    assert_eq!(of_effect("-99999999999 to attack"), [large]);
    for shown in ["1d6", "100%"] {
        let whole = "write a whole number, as in `+1`";
        assert_eq!(of_effect(&format!("+{shown} to attack")), [format!("unknown-effect: `{shown}` is not a whole number: {whole}")]);
    }
}

#[test]
fn a_line_of_sight_joins_two_zones_once() {
    let zones = "zone a; zone b; zone c; border a -- b; border b -- c";
    for sight in ["sight a a", "sight a b through a", "sight a c through b, b"] {
        let found = of_map(&format!("{zones}; {sight}"));
        assert_eq!(found.len(), 1, "{sight}: {found:?}");
        assert!(found[0].starts_with("wrong-value: this line of sight contains the zone"), "{sight}: {found:?}");
    }
    let help = "remove one of the two lines";
    assert_eq!(
        of_map(&format!("{zones}; sight a b; sight a b through c")),
        [format!("duplicate-entry: this line of sight is written twice: {help}")]
    );
    assert_eq!(of_map(&format!("{zones}; sight a b; sight b a through c")), Vec::<String>::new());
    assert_eq!(of_map(&format!("{zones}; sight a b; sight a c through b")), Vec::<String>::new());
}

#[test]
fn zones_have_entries_of_their_own() {
    let found = of_map("zone a, b; border a -- b");
    assert_eq!(found, ["wrong-value: several zones are written in one line: write a line for each zone, as in `zone dock; zone office`"]);
    // A map without zones is reported once.
    let found = of_map("border a -- b");
    assert_eq!(found.len(), 1, "{found:?}");
}
