//! Tests of our own rulings about scripts and programs.

use crate::words_in_play::laws::walk_all;
use crate::words_in_play::script_messages::try_script;
use crate::words_in_play::table;
use slip_play::question::Point;
use slip_policy::external_player_protocol;
use slip_source::FileId;
use slip_table::option_words;

const YARD: &str = r#"
map yard { zone gate; zone shed; border gate -- shed 0 }
npc guard { cap 2; skills { 2 brawling; 1 alertness, stamina }; aspects "Bored", "Big hands" }
encounter night_shift : personal {
  map yard
  side thieves { actors guard at gate }
  side watch { actors guard at gate }
  victory watch when out(thieves) or turn > 1
}
"#;

/// Returns the code and the message of the error in a script, if there is one.
fn wrong(script: &str) -> Option<(&'static str, String)> {
    let pack = table::pack(YARD);
    let encounter = pack.encounters.values().next().unwrap();
    try_script(&pack, encounter, script, FileId(0)).map(|found| (found.code.slug(), found.message))
}

#[test]
fn rxtw1_a_line_waits_for_the_question_its_verb_answers() {
    assert_eq!(wrong("guard#1: pass\nguard#2: pass\n"), None);
    assert_eq!(wrong("watch: pass\n"), None, "a side speaks for its people");
    let (code, _) = wrong("guard#1: refuse\nguard#1: pass\n").unwrap();
    assert_eq!(code, "script-unasked");
    let (code, message) = wrong("guard#1: attack on guard#3\n").unwrap();
    assert_eq!((code, message.as_str()), ("script-misfit", "`guard#3` is not an answer to `whom`"));
}

#[test]
fn rxtw2_what_is_said_of_a_whole_declaration_is_tried_at_its_beginning() {
    assert_eq!(wrong("guard#1: maneuver on shed with alertness \"Rattling tins\"\n").map(|(code, _)| code), None);
    assert_eq!(wrong("guard#1: maneuver on shed with pistol\n").map(|(code, _)| code), Some("script-misfit"));
}

/// `any` takes the first of the open options, also if it is the whole text after the verb.
#[test]
fn any_takes_the_first_of_what_is_left_open() {
    let unit = |name: &str| {
        format!(
            "unit {name} : infantry {{ tech T1; skills {{ 3 camouflage; 2 direct_fire, observation; 1 armour, signals, command }}; \
             stunts wireless; aspects \"Seen {name}\" }}\n"
        )
    };
    let side = |name: &str| {
        format!(
            "{}{}platoon {name}s {{ leader {name}_boss with not_a_genius \"of {name}\"; units {name} x2 }}\n",
            unit(name),
            unit(&format!("{name}_boss"))
        )
    };
    let pack = table::pack(&format!(
        "{}{}map field {{ zone mid; zone far; border mid -- far }}\nencounter e : platoon {{ map field; side s {{ platoon reds at mid }}; \
         side n {{ platoon blues at far }}; limit 1 turns }}\n",
        side("red"),
        side("blue")
    ));
    let encounter = pack.encounters.values().next().unwrap();
    let wrong = |line: &str| try_script(&pack, encounter, line, FileId(0)).map(|found| found.message);
    assert_eq!(wrong("reds: unit\n").as_deref(), Some("`unit` is incomplete: add `red_boss`"));
    assert_eq!(wrong("reds: unit any\n"), None);
}

/// If an answer ends in `any`, text given earlier in the answer is kept.
#[test]
fn any_leaves_what_is_said_along_with_it() {
    let mut asked = 0;
    walk_all(0..3, &mut |fight, ask, options| {
        if ask.point != Point::Term || options.len() < 2 {
            return;
        }
        let answer = option_words::fit(fight, ask, options, "term \"As long as it burns\" any").unwrap();
        assert_eq!((Some(answer.choice), answer.say.as_deref()), (options.get(0), Some("As long as it burns")));
        asked += 1;
    });
    assert!(asked > 0);
}

/// If a small word is left out, the message names it.
#[test]
fn a_word_that_is_left_out_of_a_declaration_is_named() {
    let pack = table::pack(YARD);
    let encounter = pack.encounters.values().next().unwrap();
    for (line, meant) in [
        ("attack guard#2", Some("on guard#2")),
        ("attack guard#2 with brawling", Some("on guard#2")),
        ("maneuver shed with alertness \"Rattling tins\"", Some("on shed")),
        ("attack guard#3", None),
        ("attack on guard#1", None),
        ("attack guard#2 with pistol", None),
    ] {
        let found = try_script(&pack, encounter, &format!("guard#1: {line}\n"), FileId(0)).unwrap();
        let help = found.help.unwrap_or_default();
        match meant {
            Some(meant) => assert!(help.contains(&format!("`{meant}`")), "{line}: {} {help}", found.message),
            None => assert!(!help.contains("did you mean `on"), "{line}: {} {help}", found.message),
        }
    }
}

#[test]
fn rxtw4_dice_that_are_scripted_are_scripted_to_the_last_face() {
    assert_eq!(wrong(&format!("guard#1: pass\n{}", "dice 0000\n".repeat(500))).map(|(code, _)| code), Some("script-dice"));
    assert_eq!(wrong("dice + 0 - +\nguard#1: attack\n").map(|(code, _)| code), Some("script-dice"));
}

#[test]
fn rxtw5_a_program_names_an_option_by_what_tells_it_from_the_others() {
    walk_all(0..1, &mut |fight, ask, options| {
        let question: serde_json::Value = serde_json::from_str(&external_player_protocol::question(fight, ask, options)).unwrap();
        let picks = question["options"].as_array().unwrap();
        assert_eq!(picks.len(), options.len());
        for (pick, &option) in picks.iter().zip(options.as_slice()) {
            let whole =
                external_player_protocol::reply(fight, ask, options, &format!("{{\"ask\":{},\"pick\":{pick},\"say\":\"so\"}}", ask.number));
            let answer = whole.unwrap_or_else(|wrong| panic!("{pick}: {wrong}"));
            assert_eq!((answer.choice, answer.say.as_deref()), (option, Some("so")), "{pick}");
            let words = external_player_protocol::reply(fight, ask, options, &format!("{{\"pick\":{}}}", pick["words"])).unwrap();
            assert_eq!(words.choice, option);
        }
        for nonsense in ["", "[]", "{}", "{\"pick\":7}", "{\"pick\":{\"verb\":\"fly\"}}", "{\"choose\":1}", "{\"pick\":\"fly\"}"] {
            assert!(external_player_protocol::reply(fight, ask, options, nonsense).is_err(), "{nonsense}");
        }
    });
}
