//! Checks that every setting and switch of the rules pages can be chosen by a ruleset, with the values listed there.

use crate::packages::package_folder::{Shelf, lines};

/// Setting, its values in the rules pages, and the ruling that names it.
const SETTINGS: &[(&str, &[&str], &str)] = &[
    ("dice", &["4dF", "d6_d6", "d6_d6_capped"], "core.md 1"),
    ("fate", &["bank", "zero_sum"], "core.md 5"),
    ("spin", &["each", "single"], "R-C6"),
    ("spin_at", &["2", "3"], "core.md 3"),
    ("medics", &["optional", "required"], "R-C21"),
    ("first_blood", &["once", "session", "unmarked", "no"], "R-C23"),
    ("self_invokes", &["one", "any"], "R-C24"),
    ("declarations", &["no", "yes"], "R-P44"),
    ("caller", &["self", "others"], "personal.md P5, P18"),
    ("mild_waits", &["no", "yes"], "R-C25"),
    ("skill_window", &["personal", "global"], "R-P9"),
    ("order", &["skill", "seats"], "R-P16"),
    ("border_cost", &["plus", "max"], "R-P17"),
    ("compel_loss", &["turn", "action"], "R-P20"),
    ("forced_move", &["any", "flagged"], "R-P20"),
    ("access", &["paid", "forbidden"], "R-P24"),
    ("trained_intimidation", &["no", "yes"], "R-P26"),
    ("bare_hands", &["composure", "either"], "R-P46"),
    ("improvised_throws", &["no", "yes"], "R-XTD9"),
    ("ammo_tag", &["full_auto", "any_area"], "R-P51"),
    ("area_targets", &["everyone", "chosen"], "R-XP20"),
    ("free_move_time", &["before", "either"], "R-XP18"),
    ("morale", &["no", "yes"], "personal.md 9"),
    ("compel_scene", &["no", "yes"], "R-P56"),
    ("compel_any_time", &["no", "yes"], "R-P50"),
    ("narrated", &["listed", "any"], "R-SC24"),
    ("crew_penalty", &["phases", "stations"], "R-S2"),
    ("nav_pilot", &["first_turn", "always"], "R-S48"),
    ("torpedo_defence", &["one", "each_system"], "R-S49"),
    ("platoon_consequences", &["any_hit", "past_the_end"], "R-L23"),
    ("platoon_consequence_worth", &["grade", "two"], "R-L23"),
    ("pass_steps", &["counted", "uncounted"], "R-L53"),
    ("standing", &["all_rolls", "attacks"], "R-L54"),
    ("dangerous_leaves", &["no", "yes"], "R-Q24"),
    ("landing", &["no", "yes"], "design.md 2"),
    ("fighters", &["no", "yes"], "design.md 4"),
    ("ew_tracks", &["no", "yes"], "R-D9"),
    ("fighters_over_trade", &["no", "yes"], "R-D13"),
    ("huge", &["literal", "bought"], "R-D21"),
    ("brawling_stunts", &["no", "yes"], "R-D27"),
    ("psionics", &["no", "yes"], "content.md 3"),
    ("weapon_familiarity", &["no", "yes"], "content.md 3"),
    ("wargame", &["srd", "far_future"], "content.md 5"),
    ("slipstream_guarantee", &["yes", "no"], "content.md 7"),
    ("link_stop", &["end", "early"], "R-K1"),
    ("taint", &["literal", "classic"], "R-N25"),
    ("hazard", &["opposed", "fixed"], "R-N29"),
];

#[test]
fn every_setting_of_the_rules_pages_can_be_chosen() {
    let shelf = Shelf::new("settings", &[("house/slipyard.toml", "[package]\nname = \"house\"\n")]);
    let mut text = String::new();
    for (setting, values, ruling) in SETTINGS {
        for value in *values {
            let name = format!("{setting}_{}", value.to_lowercase());
            text.push_str(&format!("// {ruling}\nruleset {name} {{ {setting} {value} }}\n"));
        }
    }
    shelf.write("house/main.slip", text);
    let found: Vec<String> = lines(shelf.said("house").iter()).into_iter().filter(|line| !line.starts_with("not-read")).collect();
    assert_eq!(found, [""; 0]);
}

#[test]
fn the_named_variants_are_rulesets_of_std() {
    let shelf = Shelf::new("variants", &[]);
    for variant in ["zero_sum_fate", "morale", "platoon_draft", "far_future"] {
        let manifest = format!("[package]\nname = \"house\"\n\n[rules]\nvariants = [\"{variant}\"]\n");
        shelf.write("house/slipyard.toml", manifest);
        let found: Vec<String> = lines(shelf.said("house").iter()).into_iter().filter(|line| !line.starts_with("not-read")).collect();
        assert_eq!(found, [""; 0], "{variant}");
    }
}
