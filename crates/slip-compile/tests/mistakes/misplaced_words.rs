//! Tests of words of effects and entries in the wrong place: the message blames the wrong word, and shows the text to write.

use super::{advice, mended, one, with, written};
use slip_source::diagnostic::Code;

/// Returns a stunt for people with one effect.
fn stunt(effect: &str) -> String {
    stunt_for("npc", effect)
}

fn stunt_for(kind: &str, effect: &str) -> String {
    format!("stunt s \"S\" {{ for {kind}; effect {effect} }}\n")
}

#[test]
fn parts_of_an_effect_in_the_wrong_order_are_shown_in_the_right_order() {
    for (wrong, right) in [
        ("in personal +2 to attack", "+2 to attack in personal"),
        ("in personal, social +2 to attack", "+2 to attack in personal social"),
        ("erase health 2 once per scene as action", "erase health 2 as action once per scene"),
        ("+1 to attack 2 times per scene for 1 fate", "+1 to attack for 1 fate 2 times per scene"),
        ("+1 to attack once per scene for 1 fate when prone", "+1 to attack for 1 fate once per scene"),
        ("+2 to attack in personal once per scene", "+2 to attack once per scene in personal"),
        ("+2 to attack in personal for 1 fate", "+2 to attack for 1 fate in personal"),
    ] {
        let found = one(&stunt(wrong));
        assert!(advice(&found).contains(&format!("`{right}`")), "{wrong}: {found:#?}");
    }
    for (wrong, advised) in [
        ("+1 to attack once per day", "`once per session`"),
        ("+1 to attack once per fight", "`once per encounter`"),
        ("+1 to attack for 2 fate points", "`for 2 fate`, without `points`"),
        ("+(health of target) to attack", "only in a condition"),
    ] {
        let found = one(&stunt(wrong));
        assert!(advice(&found).contains(advised), "{wrong}: {found:#?}");
    }
}

#[test]
fn a_word_of_conditions_is_no_subject_and_has_no_similar_word() {
    for (wrong, right) in [
        ("defender -1 to defence", "`target -1 to defence`"),
        ("attacker -1 to attack", "`target -1 to attack`"),
        ("after enemies attack it suffers 1 on health", "`after enemies attack actor suffers 1 on health`"),
        ("it suffers 1 on health", "`suffers 1 on health`"),
        ("leader +1 to attack", "`+1 to attack when leader has \"…\"`"),
    ] {
        let found = one(&stunt(wrong));
        assert!(found.fixes.is_empty() && advice(&found).contains(right), "{wrong}: {found:#?}");
    }
    assert!(one(&stunt("leader +1 to attack")).message.starts_with("`leader` cannot be the subject"));
}

#[test]
fn a_name_of_two_words_and_a_parted_number_are_joined() {
    assert_eq!(mended(&stunt("+1 to slug throwers attack")), stunt("+1 to slug_throwers attack"));
    assert_eq!(mended(&stunt("may use slug throwers for brawling attack")), stunt("may use slug_throwers for brawling attack"));
    assert_eq!(mended(&stunt("+ 1 to attack")), stunt("+1 to attack"));
    assert_eq!(mended(&stunt("- 2 to agility rolls")), stunt("-2 to agility rolls"));
}

#[test]
fn the_word_that_fits_the_carrier_least_is_blamed() {
    for (kind, effect, word) in [
        ("infantry", "crew +1 to attack", "crew"),
        ("weapon", "+1 to attack when carrier has \"Green\"", "carrier"),
        ("weapon", "+1 to attack when station has \"Green\"", "station"),
    ] {
        let found = one(&(with("harm 1", "harm 1") + &stunt_for(kind, effect)));
        assert!(found.message.starts_with(&format!("`{word}` cannot be used")), "{effect}: {found:#?}");
    }
}

#[test]
fn a_track_of_a_carried_thing_is_that_of_its_bearer() {
    let found = stunt_for("weapon", "+1 to attack when health <= 3");
    assert_eq!(mended(&found), stunt_for("weapon", "+1 to attack when health of bearer <= 3"));
}

#[test]
fn a_range_may_be_one_of_several() {
    assert!(written(&stunt("+1 to attack when range in [0, 2]")).said.is_empty());
    assert_eq!(one(&stunt("+1 to attack when range in [0, prone]")).code, Code::FormulaType);
}

#[test]
fn an_entry_behind_a_list_is_no_member_of_it() {
    for (place, wrong) in [
        ("stunts civilian", "stunts civilian; price 3"),
        ("stunts civilian", "stunts civilian; skill brawling"),
        ("aspects \"Green\", \"Hungry\"", "aspects \"Green\", \"Hungry\"; weapon brine_gun"),
    ] {
        let found = one(&with(place, wrong));
        assert!(found.code == Code::UnknownKey && found.fixes.is_empty(), "{wrong}: {found:#?}");
    }
    assert_eq!(
        mended(&with("stunts firewall", "stunts firewall; vector_randomizer")),
        with("stunts firewall", "stunts firewall, vector_randomizer")
    );
}

#[test]
fn a_technology_and_a_count_of_gear_keep_the_words_before_them() {
    assert_eq!(mended(&with("tech T1\n  harm 1", "TL 1\n  harm 1")), with("tech T1", "tech T1"));
    assert_eq!(mended(&with("gear brine_gun", "gear brine_gun x0")), with("gear brine_gun", "gear brine_gun"));
    assert_eq!(mended(&with("gear brine_gun", "gear brine_gun x200")), with("gear brine_gun", "gear brine_gun x99"));
}

#[test]
fn a_colon_behind_a_skill_is_one_fault() {
    assert_eq!(
        one(&with("skills { 2 slug_throwers; 1 stamina, eva }", "skills { slug_throwers: 2; 1 stamina, eva }")).code,
        Code::EqualsSign
    );
}

#[test]
fn a_number_in_a_victory_condition_is_compared_itself() {
    let found = one(&with("when out(blues)", "when active(blues)"));
    assert_eq!(found.help.as_deref(), Some("compare the number, as in `active(blues) >= 1`"), "{found:#?}");
}

#[test]
fn help_for_training_fits_the_stunt() {
    let own = |stunt: &str| format!("stunt s \"S\" {{ for npc; effect is military gunnery }}\n{}", with("gear brine_gun", stunt));
    let found = one(&own("stunts s; gear brine_gun"));
    assert_eq!(found.help.as_deref(), Some("write `effect table \"…\"` in `s`, with the benefit in your own words"), "{found:#?}");
}

#[test]
fn a_kind_and_a_design_of_one_name_are_told_apart() {
    let found = one(
        "armour vest \"Vest\" : armour { tech T1; defense 1 }\nnpc a \"A\" { cap 1; skills { 1 agility }; aspects \"Q\"; gear vest }\n",
    );
    assert_eq!(found.code, Code::UnknownDesign, "{found:#?}");
    let text = "stunt s \"S\" { for infantry, armour; cost 0; effect +1 to defence }\n\
                unit t \"T\" : armour { tech T0; skills { 4 armour; 3 movement; 2 direct_fire; 1 anti_air }; aspects \"Ta\"; stunts s }\n";
    let found = one(text);
    assert_eq!(found.help.as_deref(), Some("for an armour unit write `for design armour`"), "{found:#?}");
}
