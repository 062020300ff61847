//! Tests of mistakes in formulas, effects, heads and pasted stat blocks: the message names the fault, and its help has the very text to write.

use super::{Code, Diagnostic, GUN, written};

/// Returns the help of a finding and the titles of its fixes.
fn texts(found: &Diagnostic) -> Vec<String> {
    found.help.iter().cloned().chain(found.fixes.iter().map(|fix| fix.title.clone())).collect()
}

/// Checks that a finding on a text has a help or fix with `right`.
#[track_caller]
fn says(text: &str, right: &str) {
    let said = written(text).said;
    let found = said.iter().any(|(.., found)| texts(found).iter().any(|help| help.contains(right)));
    assert!(found, "{text}\nhas no `{right}` in {said:#?}");
}

/// Returns a design with some entries.
fn design(entries: &str) -> String {
    format!("design frame \"Frame\" : gadget {{ tech T0..T4; budget 5; stat punch {{ ranks 0..3; cost rank }}; {entries} }}\n")
}

/// Returns a design whose statistic has this cost.
fn cost(formula: &str) -> String {
    format!("design frame \"Frame\" : gadget {{ tech T0..T4; budget 5; stat punch {{ ranks 0..3; cost {formula} }} }}\n")
}

fn effect(line: &str) -> String {
    format!("stunt keen \"Keen\" {{ for npc; effect {line} }}\n")
}

#[test]
fn formulas_are_answered_with_what_to_write() {
    for (formula, right) in [
        ("0, 1, 2, 4", "write `[0, 1, 2, 4]`"),
        ("\"rank * 2\"", "write it without quotes: `rank * 2`"),
        ("rank ^ 2", "write `rank * rank`"),
        ("2rank", "to multiply, write `2 * rank`"),
        ("rank(rank + 1) / 2", "to multiply, write `rank * (…)`"),
        ("tech >= 2 ? 1 : rank", "write `if tech >= 2 then … else …`"),
        ("rank * 50%", "write `* 50 / 100`"),
        ("2 points", "remove `points`"),
    ] {
        says(&cost(formula), right);
    }
    for (entries, right) in [
        ("stat reach { ranks 0-3 }", "write `0..3`"),
        ("stat reach { ranks 0 to 3 }", "write `0..3`"),
        ("require punch >= 1", "write `require punch >= 1 else \"what is wrong\"`"),
        ("aspect \"Big\" if punch > 2", "write `when`"),
        ("aspect \"Big\" when punch is 2", "write `punch == 2`"),
        ("aspect \"Big\" when punch >= 1 and < 3", "write `punch < …`"),
    ] {
        says(&design(entries), right);
    }
    says("design frame \"Frame\" : gadget { tech 0..4; budget 5 }\n", "write `T0..T4`");
}

#[test]
fn effects_are_answered_with_what_to_write() {
    for (line, right) in [
        ("1 to attack", "write `+1 to attack`"),
        ("\"+1 to attack\"", "without quotes: `effect +1 to attack`"),
        ("+1 to attack with slug_throwers", "`+1 to slug_throwers attack`"),
        ("+2 to create advantage", "`+2 to maneuver`"),
        ("+2 to overcome", "`+2 to engineering rolls`"),
        ("+1 to attack when target prone", "write `target is prone`"),
        ("+1 to attack when brawling >= 3 and < 5", "`brawling < …`"),
    ] {
        says(&effect(line), right);
    }
    // A parameter with a misspelt type is one finding.
    let said = written("stunt keen(s: skil) \"Keen\" { for npc; effect +1 to s rolls }\n");
    assert_eq!(said.only(Code::ParameterKind).help.as_deref(), Some("did you mean `skill`?"));
    for head in ["keen(s)", "keen(skill)", "keen(skill s)"] {
        says(&format!("stunt {head} \"Keen\" {{ for npc; effect +1 to attack }}\n"), "s: skill");
    }
}

#[test]
fn heads_in_another_order_are_answered_with_the_right_one() {
    says("rifle: weapon \"Rifle\" { harm 2 }\n", "write `weapon rifle`");
    says("rifle : weapon \"Rifle\" : slug_thrower { tech T1 }\n", "write `weapon rifle`");
    says("weapon: rifle \"Rifle\" : slug_thrower { tech T1 }\n", "remove the `:`");
    says("weapon \"Long rifle\" : slug_thrower { tech T1 }\n", "write `weapon long_rifle \"Long rifle\"`");
}

#[test]
fn an_item_inside_another_is_told_to_be_outside() {
    let guard = "npc guard \"Guard\" { cap 2; skills { 2 brawling; 1 alertness, stamina }; aspects \"A\", \"B\" }";
    for around in ["map dock { zone a", "npc mate \"Mate\" { cap 1"] {
        says(&format!("{around}\n  {guard}\n}}\n"), "before `npc`, so that the item around it ends there");
    }
    says(
        "map dock { zone a; zone b; border a -- b }\nencounter row : personal { map dock; side reds { brine_gun at a } }\n",
        "a side can have",
    );
    let text = format!("{GUN}{guard}\nmap dock {{ zone a }}\nencounter row : personal {{ map dock; side reds {{ guard at a }} }}\n");
    says(&text, "write `actors guard`");
}

#[test]
fn lists_in_another_form_are_answered_with_the_right_one() {
    says("ship pike \"Pike\" : spacecraft { tech T1; tracks frame 4, data 4 }\n", "write `tracks { frame 4; data 4 }`");
    says("npc mate \"Mate\" { cap 1; skills { 1 brawling }; aspects \"A\"; gear 2 plain_knife }\n", "write `plain_knife x2`");
    let said =
        written("map dock { zone a }\nnpc mate \"Mate\" { cap 1; skills { 1 brawling }; stunts have_a_thing(dock); aspects \"A\" }\n").said;
    assert!(said.iter().any(|(.., found)| found.primary.text == "`dock` is a map"), "{said:#?}");
}

#[test]
fn stat_blocks_keep_their_titles_and_skills() {
    says("SS Long Margin (T2)\nV-shift 3, Beam 2\nFrame 3, Data 3\n", "ss_long_margin \"SS Long Margin\"");
    says("Guard\nSkills: Slug throwers +3, Resolve +2, Brawling +2\nAspects: Bored\n", "skills { 3 slug_throwers; 2 resolve, brawling }");
    says("**Rifle** (T1): Harm 2, Penetration 2, Range 1-4\nStunts: Civilian\n", "rifle \"Rifle\"");
}
