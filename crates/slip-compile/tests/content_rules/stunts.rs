//! Tests of the categories of stunts for people, and the things they give.

use crate::content_rules::compiled_text::{Written, written, written_in};
use crate::content_rules::people::{STUNTS, character, npc, said};
use slip_source::Package;
use slip_source::diagnostic::{Code, Severity};

/// Two systems, T0 and T2.
const PLACES: &str = "system harrow \"Harrow\" { tech T0; environment 0; resources 0; aspects \"a\", \"b\", \"c\" }\n\
    system dunmore \"Dunmore\" { tech T2; environment 0; resources 0; aspects \"d\", \"e\", \"f\" }\n";

const THINGS: &str = "weapon old_gun : slug_thrower { tech T1; harm 1; range 0..2; stunts civilian }\n\
    weapon good_gun : slug_thrower { tech T2; harm 1; range 0..2; stunts civilian }\n\
    weapon strange_gun : slug_thrower { tech T3; harm 1; range 0..2; stunts civilian }\n\
    weapon stranger_gun : slug_thrower { tech T4; harm 1; range 0..2; stunts civilian }\n\
    weapon claws : close_combat { tech T0; harm 1 }\n\
    weapon blades : close_combat { tech T1; harm 1 }\n\
    weapon talons : close_combat { tech T2; harm 1 }\n\
    weapon needles : close_combat { tech T3; harm 1 }\n\
    ship tug : spacecraft { tech T3; v_shift 1; trade 2; stunts civilian; aspects \"a\", \"b\", \"c\", \"d\", \"e\" }\n";

/// Returns a package that allows dominated designs.
fn shop() -> Package {
    let lints = vec![("dominated-design".to_owned(), "allow".to_owned())];
    Package { name: "own".to_owned(), version: "0.1.0".to_owned(), edition: 1, lints, ..Package::default() }
}

fn in_campaign(max_tech: i32, stunts: &str) -> Written {
    let package = Package { max_tech: Some(max_tech), ..shop() };
    let mut found = written_in(package, &(THINGS.to_owned() + &character(stunts, "")));
    // The things themselves are above the campaign's cap, which is another finding.
    found.said.retain(|(.., said)| said.code != Code::TechAboveCampaign);
    found
}

/// Rules: R-N3.
#[test]
fn training_is_bought_once_for_a_skill_that_one_has() {
    let codes = |stunts: &str| said(&written(&character(stunts, ""))).iter().map(|(code, _)| *code).collect::<Vec<_>>();
    assert_eq!(codes("military_grade(pilot), military_grade(eva), military_grade(medical)"), []);
    assert_eq!(codes("military_grade(pilot), military_grade(pilot), military_grade(medical)"), [Code::RepeatedStunt]);
    assert_eq!(
        codes("military_grade(pilot), military_grade(arts), military_grade(medical)"),
        [Code::RequirementFailed, Code::TrainingWithoutMeaning]
    );
    assert_eq!(codes("military_grade(pilot), military_grade(juggling), military_grade(medical)"), [Code::ParameterKind]);
}

#[test]
fn each_training_that_the_rules_explain_needs_no_words_and_any_other_does() {
    let pack = written("").clean();
    let explained: Vec<&str> =
        pack.skills.values().filter(|skill| skill.package == "std" && skill.military.is_some()).map(|skill| skill.name.as_str()).collect();
    for skill in ["brawling", "close_combat", "communications", "energy_weapons", "eva", "medical", "microg", "pilot", "slug_throwers"] {
        assert!(explained.contains(&skill), "{skill}");
    }
    let found = written(&npc("2 tactics; 1 charm, arts", "stunts military_grade(tactics)"));
    let note = found.only(Code::TrainingWithoutMeaning);
    assert_eq!(note.severity, Severity::Note);
    assert_eq!(note.message, "the rules do not say what military-grade `tactics` gives");
    assert_eq!(said(&written(&npc("2 tactics; 1 charm, arts", "stunts military_grade(tactics, \"commands a garrison\")"))), []);
}

/// Row "military-grade" of the table: weapons and armour for the skills of weapons, armour for EVA and every other combat skill,
/// ships for Pilot, offensive electronic warfare for Communications (R-N3), first aid for Medical.
#[test]
fn every_training_gives_what_the_table_says() {
    let pack = written("").clean();
    let listed = || pack.skills.values().filter(|skill| skill.package == "std" && skill.lists.iter().any(|list| list == "srd"));
    let weapons = "any non-civilian armour; weapons without Civilian that it is used with";
    let wanted = [
        ("brawling", weapons),
        ("close_combat", weapons),
        ("communications", "offensive electronic warfare aboard a ship"),
        ("energy_weapons", weapons),
        ("eva", "any non-civilian armour"),
        ("medical", "giving first aid leaves no `Sitting duck`"),
        ("microg", "any non-civilian armour"),
        ("pilot", "non-civilian ships"),
        ("slug_throwers", weapons),
    ];
    let explained = listed().filter_map(|skill| Some((skill.name.as_str(), skill.military.as_deref()?)));
    let mut explained: Vec<(&str, &str)> = explained.collect();
    explained.sort_unstable();
    assert_eq!(explained, wanted);
    let combat = listed().filter(|skill| skill.classes.iter().any(|class| class == "combat"));
    let combat: Vec<&str> = combat.map(|skill| skill.name.as_str()).collect();
    assert_eq!(combat, ["brawling", "close_combat", "energy_weapons", "microg", "slug_throwers"], "the armour of any combat skill");
}

/// Table of categories: the effects of each category, as printed for its stunt on a sheet.
#[test]
fn every_category_of_stunts_has_the_lines_of_the_table() {
    let lines = |stunt: &str, more: &str| {
        let text = THINGS.to_owned() + &character(&format!("{stunt}{more}"), "");
        let pack = written_in(shop(), &text).clean();
        let own = pack.items["character"]["own.hero"].effects.iter();
        let of = stunt.split('(').next().unwrap();
        let own = own.filter(|effect| effect.origin.as_ref().is_some_and(|origin| origin.name == of));
        own.map(|effect| effect.text.clone()).collect::<Vec<_>>()
    };
    let two = ", free_form(\"Hums\"), free_form(\"Sings\")";
    let table: [(&str, &str, &[&str]); 8] = [
        ("military_grade(pilot)", two, &["is military pilot"]),
        ("have_a_thing(old_gun)", two, &["grants old_gun"]),
        ("swap_skill(pilot, navigation)", two, &["may use pilot for navigation rolls up to 3 or full for 1 fate"]),
        (
            "use_my_skill(pilot, charm, \"she is aboard\")",
            two,
            &["allies may use my pilot for charm rolls up to 3 when table \"she is aboard\""],
        ),
        (
            "take_a_bonus(navigation, gunnery rolls)",
            two,
            &[
                "allies +1 to gunnery rolls once per round in personal, social, story when navigation >= 3",
                "allies +1 to gunnery rolls as action in space when navigation >= 3",
            ],
        ),
        ("alter_track(health, 1)", two, &["+1 to boxes of health"]),
        ("alter_mitigation(health, 1/3/4)", two, &["consequences of health is 1/3/4"]),
        ("free_form(\"Never lost\")", ", military_grade(pilot), alter_track(health, 1)", &["table \"Never lost\""]),
    ];
    for (stunt, more, wanted) in table {
        assert_eq!(lines(stunt, more), wanted, "{stunt}");
    }
    assert_eq!(
        lines("integral(claws)", two),
        [
            "grants claws as integral",
            "must use brawling for claws attack when not animal",
            "must use natural_weapons for claws attack when animal"
        ],
        "weapons built into a human are used with Brawling"
    );
}

/// An argument in brackets is shown as it was written.
#[test]
fn a_schedule_among_the_arguments_is_kept() {
    let found = written(&npc("2 pilot; 1 charm, arts", "stunts alter_mitigation(health, 1/3/4)"));
    let args = &found.pack.items["npc"]["own.somebody"].stunts[0].args;
    assert_eq!(args.as_slice(), ["health", "1/3/4"]);
}

/// Psionics: the effects of each model.
#[test]
fn every_power_of_the_mind_has_the_lines_of_its_model() {
    let package = Package {
        name: "own".to_owned(),
        version: "0.1.0".to_owned(),
        edition: 1,
        variants: vec!["psionic_powers".to_owned()],
        ..Package::default()
    };
    let lines = |stunt: &str| {
        let found = written_in(package.clone(), &npc("2 psionics; 1 charm, arts", &format!("stunts {stunt}")));
        assert_eq!(found.messages(), Vec::<&str>::new(), "{stunt}");
        found.pack.items["npc"]["own.somebody"].effects.iter().map(|effect| effect.text.clone()).collect::<Vec<_>>()
    };
    let table: [(&str, &[&str]); 11] = [
        ("awareness", &["may use psionics +2 for alertness rolls up to 3 or full for 1 fate when table \"minds only\""]),
        ("mass_suggestion", &["may use psionics for oratory rolls up to 3 or full for 1 fate"]),
        ("psychic_assault(std.mind_knife)", &["grants mind_knife as integral"]),
        ("psychic_assault(std.mind_lash)", &["grants mind_lash as integral"]),
        ("regeneration", &["may use psionics for medical rolls up to 3 or full for 1 fate"]),
        (
            "telekinesis",
            &["may use psionics for agility rolls up to 3 or full for 1 fate", "table \"military-grade: reaches 1 to 2 zones\""],
        ),
        ("telepathic_suggestion", &["may use psionics for maneuver"]),
        (
            "telepathy",
            &[
                "may use psionics for intimidation rolls up to 3 or full for 1 fate",
                "target must use resolve for defence against psionics",
                "table \"the victim always notices\"",
            ],
        ),
        ("technopathy(computer)", &["may use psionics for computer rolls up to 3 or full for 1 fate"]),
        ("technopathy(repair)", &["may use psionics for repair rolls up to 3 or full for 1 fate"]),
        ("teleportation", &["may use psionics for agility move"]),
    ];
    for (stunt, wanted) in table {
        assert_eq!(lines(stunt), wanted, "{stunt}");
    }
    let toll = written("").clean().rulesets["std.psionic_toll"].rules.effects.iter().map(|effect| effect.text.clone()).collect::<Vec<_>>();
    // "costs a fate point, in addition to any points spent ensuring the success"
    assert_eq!(toll, ["after psionics rolls everyone pays 1 fate when total >= 5"]);
}

/// R-N3
#[test]
fn training_in_electronic_warfare_is_training_in_communications_and_is_told_so() {
    let found = written(&npc("2 communications; 1 charm, arts", "stunts military_grade(ew)"));
    let note = found.only(Code::OldName);
    assert_eq!(note.message, "`ew` is an old name of `communications`");
    assert_eq!(found.messages(), Vec::<&str>::new());
    let effects = &found.pack.items["npc"]["own.somebody"].effects;
    assert!(effects.iter().any(|effect| effect.text == "is military communications"), "{effects:#?}");
}

#[test]
fn a_thing_is_of_the_best_technology_of_the_campaign_at_most() {
    let rest = "alter_track(health, 1), swap_skill(pilot, navigation)";
    assert_eq!(said(&in_campaign(2, &format!("have_a_thing(good_gun), {rest}"))), []);
    let found = in_campaign(2, &format!("have_a_thing(strange_gun), {rest}"));
    let refused = found.only(Code::RequirementFailed);
    assert_eq!(refused.message, "`have_a_thing`: a thing is of no higher technology than the best there is in the cluster");
    assert_eq!(refused.primary.text, "needs `tech of i <= tech_limit of i`, but `tech of i` is 3 and `tech_limit of i` is 2");
}

/// R-N27: a swap takes "some other Skill you also have", so a person has both.
#[test]
fn both_skills_of_a_swap_are_skills_that_the_person_has() {
    let swap = |skills: &str| {
        let found = written(&npc(skills, "stunts swap_skill(pilot, navigation)"));
        found.messages().iter().map(|message| (*message).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(swap("2 pilot; 1 navigation, arts"), Vec::<String>::new());
    for skills in ["2 pilot; 1 charm, arts", "2 navigation; 1 charm, arts"] {
        assert_eq!(swap(skills), ["`swap_skill`: both skills of a swap are skills that one has"], "{skills}");
    }
}

#[test]
fn increased_technology_goes_one_step_further_for_the_same_thing() {
    let rest = "alter_track(health, 1)";
    assert_eq!(said(&in_campaign(2, &format!("increased_technology(strange_gun), swap_skill(pilot, navigation), {rest}"))), []);
    let two = in_campaign(2, &format!("increased_technology(stranger_gun), swap_skill(pilot, navigation), {rest}"));
    assert_eq!(
        two.only(Code::RequirementFailed).primary.text,
        "needs `tech of i <= tech_limit of i`, but `tech of i` is 4 and `tech_limit of i` is 3"
    );
    let both = in_campaign(2, &format!("have_a_thing(strange_gun), increased_technology(strange_gun), {rest}"));
    assert!(both.said.iter().any(|(.., said)| said.code == Code::ExcludedStunt), "it is a form of have a thing, not beside it");
    let other = in_campaign(2, &format!("have_a_thing(strange_gun), increased_technology(good_gun), {rest}"));
    assert_eq!(
        other.only(Code::RequirementFailed).primary.text,
        "needs `tech of i <= tech_limit of i`, but `tech of i` is 3 and `tech_limit of i` is 2"
    );
}

/// R-N4: "two Stunts could justify owning a spaceship a tech level higher": in all, not besides *have a thing*.
#[test]
fn increased_technology_takes_up_two_stunts_for_a_ship_and_one_for_anything_else() {
    let rest = "alter_track(health, 1)";
    assert_eq!(said(&in_campaign(2, &format!("increased_technology(tug), {rest}"))), []);
    assert_eq!(
        said(&in_campaign(2, &format!("increased_technology(tug), swap_skill(pilot, navigation), {rest}"))),
        [(Code::TooManyStunts, "`hero` has 4 stunts, but a character must have 3")]
    );
    assert_eq!(
        said(&in_campaign(2, &format!("increased_technology(strange_gun), {rest}"))),
        [(Code::TooFewStunts, "`hero` has 2 stunts, but a character must have 3")]
    );
}

/// R-N4
#[test]
fn nothing_is_ever_above_the_fourth_technology() {
    let found = in_campaign(4, "swap_skill(pilot, navigation), increased_technology(stranger_gun), alter_track(health, 1)");
    assert_eq!(said(&found), []);
    // The limit stays at four however often it is raised: a thing of a fifth technology, which a homebrew design may have, is not allowed.
    let text = "design relic \"Relic\" : weapon { tech T0..T5 }\nweapon wonder : relic { tech T5 }\n".to_owned()
        + &character("swap_skill(pilot, navigation), increased_technology(wonder), alter_track(health, 1)", "");
    let found = written(&text);
    assert_eq!(
        found.only(Code::RequirementFailed).primary.text,
        "needs `tech of i <= tech_limit of i`, but `tech of i` is 5 and `tech_limit of i` is 4"
    );
}

#[test]
fn the_cluster_somebody_lives_in_says_what_is_to_be_had() {
    let with = |cluster: &str, thing: &str, home: &str| {
        let text = PLACES.to_owned()
            + cluster
            + THINGS
            + &character(&format!("have_a_thing({thing}), alter_track(health, 1), swap_skill(pilot, navigation)"), home);
        written(&text)
            .said
            .iter()
            .filter(|(.., said)| said.code == Code::RequirementFailed)
            .map(|(.., said)| said.primary.text.clone())
            .collect::<Vec<_>>()
    };
    let rim = "cluster rim \"Rim\" { systems harrow, dunmore; slipstream harrow -- dunmore }\n";
    assert_eq!(with(rim, "good_gun", "home harrow"), Vec::<String>::new());
    assert_eq!(
        with(rim, "strange_gun", "home harrow"),
        ["needs `tech of i <= tech_limit of i`, but `tech of i` is 3 and `tech_limit of i` is 2"]
    );
    assert_eq!(
        with(rim, "strange_gun", "cluster rim"),
        ["needs `tech of i <= tech_limit of i`, but `tech of i` is 3 and `tech_limit of i` is 2"]
    );
    // No finding is reported if the home system of the character is not known.
    assert_eq!(with(rim, "strange_gun", ""), Vec::<String>::new());
    assert_eq!(with("", "strange_gun", "home harrow"), Vec::<String>::new());
}

#[test]
fn what_is_built_into_a_body_takes_up_one_stunt_at_t0_and_two_at_t1_and_t2() {
    let with = |stunts: &str| {
        let text = THINGS.to_owned() + &character(stunts, "").replace("1 charm", "1 brawling");
        said(&written_in(shop(), &text)).into_iter().map(|(code, message)| (code, message.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(with("integral(claws), alter_track(health, 1), swap_skill(pilot, navigation)"), []);
    assert_eq!(with("integral(blades), alter_track(health, 1)"), []);
    assert_eq!(with("integral(talons), alter_track(health, 1)"), []);
    assert_eq!(
        with("integral(blades), alter_track(health, 1), swap_skill(pilot, navigation)"),
        [(Code::TooManyStunts, "`hero` has 4 stunts, but a character must have 3".to_owned())]
    );
    assert_eq!(
        with("integral(needles), alter_track(health, 1)"),
        [(Code::RequirementFailed, "`integral`: what is built into a body is of T2 at most".to_owned())]
    );
}

#[test]
fn weapons_built_into_people_are_used_with_brawling_and_those_of_beasts_with_natural_weapons() {
    let beast = "animal beast { skills { 2 natural_weapons; 1 stealth }; aspects \"a\", \"b\"; stunts integral(claws) }\n";
    let pack = written_in(shop(), &(THINGS.to_owned() + beast + &npc("2 brawling; 1 charm, arts", "stunts integral(claws)"))).clean();
    for (kind, name) in [("npc", "own.somebody"), ("animal", "own.beast")] {
        let lines: Vec<&str> = pack.items[kind][name].effects.iter().map(|effect| effect.text.as_str()).collect();
        assert!(lines.contains(&"grants claws as integral"), "{lines:?}");
    }
    let strange = THINGS.to_owned() + &npc("2 charm; 1 close_combat, arts", "stunts integral(claws)");
    assert_eq!(said(&written_in(shop(), &strange)), []);
    let unskilled = THINGS.to_owned() + &npc("2 charm; 1 stealth, arts", "stunts integral(claws)");
    assert_eq!(
        said(&written_in(shop(), &unskilled)),
        [(Code::UnskilledGear, "`somebody` has `claws`, but is untrained in `close_combat`")]
    );
}

#[test]
fn both_skills_of_a_swap_are_trained_and_it_counts_up_to_three_or_in_full_for_a_point() {
    let with = |stunts: &str| said(&written(&npc("2 charm; 1 stealth, arts", stunts))).iter().map(|(code, _)| *code).collect::<Vec<_>>();
    assert_eq!(with("stunts swap_skill(charm, arts)"), []);
    assert_eq!(with("stunts swap_skill(charm, oratory)"), [Code::RequirementFailed]);
    assert_eq!(with("stunts swap_skill(oratory, charm)"), [Code::RequirementFailed]);
    let pack = written(&npc("2 charm; 1 stealth, arts", "stunts swap_skill(charm, arts)")).clean();
    assert_eq!(pack.items["npc"]["own.somebody"].effects.last().unwrap().text, "may use charm for arts rolls up to 3 or full for 1 fate");
}

#[test]
fn a_lent_skill_needs_words_that_say_when() {
    let with = |stunt: &str| {
        said(&written(&npc("2 charm; 1 stealth, arts", &format!("stunts {stunt}"))))
            .into_iter()
            .map(|(code, message)| (code, message.to_owned()))
            .collect::<Vec<_>>()
    };
    assert_eq!(with("use_my_skill(charm, oratory, \"they have met her\")"), []);
    assert_eq!(
        with("use_my_skill(charm, oratory)"),
        [(Code::ArgumentCount, "the stunt `use_my_skill` needs 3 values in brackets, but has 2 here".to_owned())]
    );
    assert_eq!(
        with("use_my_skill(charm, oratory, \"\")"),
        [(Code::ParameterKind, "the stunt `use_my_skill` needs words in quotes here (`c`)".to_owned())]
    );
    // A skill may be lent to be used as itself or as another skill.
    assert_eq!(with("use_my_skill(charm, charm, \"they have met her\")"), []);
}

#[test]
fn only_a_skill_of_three_gives_a_bonus() {
    let with = |rank: &str| {
        let text = character("take_a_bonus(RANK, gunnery rolls), military_grade(pilot), alter_track(health, 1)", "").replace("RANK", rank);
        said(&written(&text)).iter().map(|(code, _)| *code).collect::<Vec<_>>()
    };
    assert_eq!(with("navigation"), []);
    assert_eq!(with("tactics"), [Code::RequirementFailed]);
}

/// Rules: R-N5.
#[test]
fn a_track_is_altered_by_a_number_and_more_than_one_box_is_advised_against() {
    let with = |stunt: &str| written(&character(&STUNTS.replace("alter_track(health, 1)", stunt), ""));
    assert_eq!(said(&with("alter_track(composure, 1)")), []);
    assert_eq!(with("alter_track(wealth, 1)").pack.items["character"]["own.hero"].tracks["wealth"], 4);
    assert_eq!(
        said(&with("alter_track(health, 2)")),
        [(Code::Advice, "`alter_track`: the rules state no size; more than one box is for the table to agree on")]
    );
    assert_eq!(said(&with("alter_track(frame, 1)")).iter().map(|(code, _)| *code).collect::<Vec<_>>(), [Code::UnknownTrack]);
    assert_eq!(said(&with("alter_mitigation(health, 1/3/4)")), []);
}

#[test]
fn three_stunts_are_three_neither_more_nor_fewer() {
    let count =
        |stunts: &str| said(&written(&character(stunts, ""))).into_iter().map(|(_, message)| message.to_owned()).collect::<Vec<_>>();
    assert_eq!(count("free_form(\"Whistles\"), free_form(\"Hums\")"), ["`hero` has 2 stunts, but a character must have 3"]);
    assert_eq!(count("free_form(\"Whistles\"), free_form(\"Hums\"), free_form(\"Sings\")"), Vec::<String>::new());
    assert_eq!(
        count("free_form(\"Whistles\"), free_form(\"Hums\"), free_form(\"Sings\"), free_form(\"Dances\")"),
        ["`hero` has 4 stunts, but a character must have 3"]
    );
}

#[test]
fn what_one_is_not_trained_for_is_noted_for_weapons_and_armour_and_never_for_civilian_things() {
    let things = "weapon rifle : slug_thrower { tech T1; harm 2; penetration 3; range 2..4 }\n\
        weapon shotgun : slug_thrower { tech T1; harm 2; range 0..1; stunts civilian }\n\
        armour plate : body_armour { tech T1; defense 5 }\narmour vest : body_armour { tech T1; defense 3; stunts civilian }\n";
    let notes = |more: &str| {
        let found = written(&(things.to_owned() + &npc("2 slug_throwers; 1 eva, microg", more)));
        found.said.iter().filter(|(.., said)| said.code == Code::UntrainedGear).map(|(.., said)| said.message.clone()).collect::<Vec<_>>()
    };
    let point = |thing: &str| format!("`somebody` pays a fate point for each roll with `{thing}`");
    assert_eq!(notes("gear shotgun, vest"), Vec::<String>::new());
    assert_eq!(notes("gear rifle, plate"), [point("rifle"), point("plate")]);
    assert_eq!(notes("gear rifle, plate; stunts military_grade(slug_throwers)"), Vec::<String>::new());
    // EVA allows armour only; MicroG, a combat skill, also allows armour but no weapon.
    assert_eq!(notes("gear rifle, plate; stunts military_grade(eva)"), [point("rifle")]);
    assert_eq!(notes("gear rifle, plate; stunts military_grade(microg)"), [point("rifle")]);
    // The result is the same if a stunt gives the thing.
    assert_eq!(notes("stunts have_a_thing(rifle)"), [point("rifle")]);
}
