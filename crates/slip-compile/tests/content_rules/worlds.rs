//! Tests of worlds built from a profile: every sign of every digit, the derived aspects over all their bounds, the worked cases,
//! and the values a referee may change.

use crate::content_rules::compiled_text::{Written, written, written_in};
use slip_pack::BuiltItem;
use slip_pack::item::Account;
use slip_source::Package;
use slip_source::diagnostic::Code;

/// Digits of profiles, in order (R-N19).
const DIGITS: &str = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

fn digit(value: usize) -> char {
    DIGITS.chars().nth(value).unwrap()
}

fn compiled(text: &str) -> BuiltItem {
    let pack = written(text).pack;
    let world = pack.items["world"]["own.here"].clone();
    assert!(world.valid, "{text}");
    world
}

fn world(profile: &str) -> BuiltItem {
    compiled(&format!("world here {{ profile \"{profile}\" }}\n"))
}

/// Returns many worlds, in the order of their profiles; one compilation is used for a whole table.
fn worlds(profiles: &[String]) -> Vec<BuiltItem> {
    let text: String = profiles.iter().enumerate().map(|(at, profile)| format!("world w{at} {{ profile \"{profile}\" }}\n")).collect();
    let pack = written(&text).pack;
    (0..profiles.len()).map(|at| pack.items["world"][format!("own.w{at}").as_str()].clone()).collect()
}

fn aspects(world: &BuiltItem) -> Vec<&str> {
    world.aspects.iter().map(|aspect| aspect.text.as_str()).collect()
}

fn stunts(world: &BuiltItem) -> Vec<&str> {
    world.stunts.iter().map(|stunt| stunt.title.as_str()).collect()
}

/// Ordinary profile: it earns its technology level, a small population, and no stunt but partial service.
const PLAIN: [char; 8] = ['C', '6', '9', '4', '3', '3', '3', '8'];

/// Returns the plain world profile with one character replaced. Positions count from 0; position 7 is the technology level.
fn profile(place: usize, sign: char) -> String {
    let mut signs = PLAIN;
    signs[place] = sign;
    let text: String = signs[..7].iter().collect();
    format!("{text}-{}", signs[7])
}

/// Checks the aspects and stunts that a sign of the profile earns, in addition to those of the plain profile.
fn check(place: usize, sign: char, here: &BuiltItem, earned_aspects: &[&str], earned_stunts: &[&str], ignored: &[&str]) {
    let plain_aspects = ["Tech level 8", "Non-industrial"];
    let own: Vec<&str> = aspects(here).into_iter().filter(|text| !plain_aspects.contains(text) && !ignored.contains(text)).collect();
    assert_eq!(own, earned_aspects, "place {place}, sign {sign}: aspects");
    let own: Vec<&str> = stunts(here).into_iter().filter(|title| place == 0 || *title != "Partial service").collect();
    assert_eq!(own, earned_stunts, "place {place}, sign {sign}: stunts");
}

/// Aspects earned by combinations; the tables of single signs leave them out.
const DERIVED: [&str; 6] = ["Agricultural", "Non-agricultural", "Industrial", "Non-industrial", "Rich", "Poor"];

#[test]
fn every_starport_earns_what_the_table_says() {
    let table: [(char, &[&str], &[&str]); 6] = [
        ('A', &["Shipyard", "Luxury hotels"], &["Full service"]),
        ('B', &["Shipyard"], &["Full service"]),
        ('C', &[], &["Partial service"]),
        ('D', &["Backwater system"], &["Partial service"]),
        ('E', &["Backwater system"], &[]),
        ('X', &["Forgotten world"], &[]),
    ];
    for (letter, earned_aspects, earned_stunts) in table {
        let here = world(&profile(0, letter));
        assert_eq!(here.letters["starport"], letter);
        check(0, letter, &here, earned_aspects, earned_stunts, &DERIVED);
    }
}

#[test]
fn every_size_earns_what_the_table_says() {
    let all = worlds(&DIGITS.chars().map(|sign| profile(1, sign)).collect::<Vec<_>>());
    for (value, here) in all.iter().enumerate() {
        let (earned_aspects, earned_stunts): (&[&str], &[&str]) = match value {
            0 => (&["Asteroid belt"], &["No gravity"]),
            1 => (&[], &["No gravity"]),
            2..=4 => (&[], &["Low gravity"]),
            5..=8 => (&[], &[]),
            _ => (&[], &["High gravity"]),
        };
        check(1, digit(value), here, earned_aspects, earned_stunts, &DERIVED);
    }
}

/// R-N20: atmospheres 9, D and above give the world nothing. R-N25: the tainted atmospheres are those of the table's own list.
#[test]
fn every_atmosphere_earns_what_the_table_says() {
    let all = worlds(&DIGITS.chars().map(|sign| profile(2, sign)).collect::<Vec<_>>());
    for (value, here) in all.iter().enumerate() {
        let (earned_aspects, earned_stunts): (&[&str], &[&str]) = match value {
            0 | 1 => (&[], &["No pressure"]),
            2 => (&[], &["Low pressure", "Tainted"]),
            3 => (&[], &["Low pressure"]),
            4 => (&["Hard to breathe here"], &["Tainted"]),
            5 => (&["Hard to breathe here"], &[]),
            6 | 8 => (&[], &["Tainted"]),
            7 => (&["Fresh air"], &[]),
            10 => (&[], &["Poisonous"]),
            11 => (&["Your suit is disintegrating"], &["Poisonous"]),
            12 => (&[], &["Insidiously poisonous"]),
            _ => (&[], &[]),
        };
        check(2, digit(value), here, earned_aspects, earned_stunts, &DERIVED);
    }
}

#[test]
fn every_hydrographics_earns_what_the_table_says() {
    let all = worlds(&DIGITS.chars().take(11).map(|sign| profile(3, sign)).collect::<Vec<_>>());
    for (value, here) in all.iter().enumerate() {
        let earned: &[&str] = match value {
            0 => &["Desert World"],
            10 => &["Waterworld"],
            _ => &[],
        };
        check(3, digit(value), here, earned, &[], &DERIVED);
    }
    let beyond: String =
        DIGITS.chars().skip(11).map(|sign| format!("world w{} {{ profile \"{}\" }}\n", sign as u32, profile(3, sign))).collect();
    let found = written(&beyond);
    assert_eq!(found.messages().len(), DIGITS.len() - 11);
    assert!(found.said.iter().all(|(.., said)| said.code == Code::StatAboveCap && said.message.ends_with("above the maximum of 10")));
}

/// R-N21: a population of A and above.
#[test]
fn every_population_earns_what_the_table_says() {
    let all = worlds(&DIGITS.chars().map(|sign| profile(4, sign)).collect::<Vec<_>>());
    for (value, here) in all.iter().enumerate() {
        let earned: &[&str] = match value {
            0 => &["Deserted"],
            1..=9 => &[],
            _ => &["Shoulder to shoulder"],
        };
        check(4, digit(value), here, earned, &[], &DERIVED);
    }
}

#[test]
fn no_government_earns_anything_by_itself() {
    let all = worlds(&DIGITS.chars().map(|sign| profile(5, sign)).collect::<Vec<_>>());
    for (value, here) in all.iter().enumerate() {
        check(5, digit(value), here, &[], &[], &[]);
    }
}

#[test]
fn every_law_level_earns_what_the_table_says() {
    let all = worlds(&DIGITS.chars().map(|sign| profile(6, sign)).collect::<Vec<_>>());
    for (value, here) in all.iter().enumerate() {
        let (earned_aspects, earned_stunts): (&[&str], &[&str]) = match value {
            0 => (&["Anything goes"], &[]),
            1..=6 => (&[], &[]),
            7 | 8 => (&["Onerous laws"], &[]),
            _ => (&["Onerous laws"], &["Police state"]),
        };
        check(6, digit(value), here, earned_aspects, earned_stunts, &[]);
    }
}

#[test]
fn every_technology_level_is_an_aspect() {
    let all = worlds(&DIGITS.chars().map(|sign| profile(7, sign)).collect::<Vec<_>>());
    for (value, here) in all.iter().enumerate() {
        assert_eq!(aspects(here), [format!("Tech level {value}").as_str(), "Non-industrial"], "{}", digit(value));
    }
}

/// Table of derived aspects, over every atmosphere, hydrographics and population, and over every government that counts.
#[test]
fn every_combination_derives_what_the_table_says() {
    let mut profiles = Vec::new();
    let mut wanted = Vec::new();
    for atmosphere in 0..=13_usize {
        for hydrographics in 0..=10_usize {
            for population in 0..=11_usize {
                let governments: &[usize] = if [6, 8].contains(&atmosphere) { &[3, 4, 9, 10] } else { &[5] };
                for government in governments {
                    let signs = [6, atmosphere, hydrographics, population, *government, 3].map(digit);
                    profiles.push(format!("C{}-8", signs.iter().collect::<String>()));
                    let mut derived = Vec::new();
                    let mut when = |holds: bool, text: &'static str| {
                        if holds {
                            derived.push(text);
                        }
                    };
                    when(
                        (4..=9).contains(&atmosphere) && (4..=8).contains(&hydrographics) && (5..=7).contains(&population),
                        "Agricultural",
                    );
                    when(atmosphere <= 3 && hydrographics <= 3 && population >= 6, "Non-agricultural");
                    when([0, 1, 2, 4, 7, 9].contains(&atmosphere) && population >= 9, "Industrial");
                    when(population <= 6, "Non-industrial");
                    when([6, 8].contains(&atmosphere) && (6..=8).contains(&population) && (4..=9).contains(government), "Rich");
                    when((2..=5).contains(&atmosphere) && hydrographics <= 3, "Poor");
                    wanted.push(derived);
                }
            }
        }
    }
    for ((profile, here), wanted) in profiles.iter().zip(worlds(&profiles)).zip(wanted) {
        let derived: Vec<&str> = aspects(&here).into_iter().filter(|text| DERIVED.contains(text)).collect();
        assert_eq!(derived, wanted, "{profile}");
    }
}

fn sorted(mut words: Vec<&str>) -> Vec<&str> {
    words.sort_unstable();
    words
}

/// Checks the worked cases of the rules.
#[test]
fn the_four_worked_cases_come_out() {
    let cases: [(&str, &[&str], &[&str]); 4] = [
        ("B687744-9", &["Shipyard", "Tech level 9", "Agricultural", "Rich"], &["Full service", "Tainted"]),
        (
            "X230000-0",
            &["Forgotten world", "Desert World", "Deserted", "Anything goes", "Tech level 0", "Non-industrial", "Poor"],
            &["Low gravity", "Low pressure"],
        ),
        (
            "A0009AA-E",
            &[
                "Shipyard",
                "Luxury hotels",
                "Asteroid belt",
                "Desert World",
                "Onerous laws",
                "Tech level 14",
                "Non-agricultural",
                "Industrial",
            ],
            &["Full service", "No gravity", "No pressure", "Police state"],
        ),
        (
            "DA7AA50-5",
            &["Backwater system", "Fresh air", "Waterworld", "Shoulder to shoulder", "Anything goes", "Tech level 5", "Industrial"],
            &["Partial service", "High gravity"],
        ),
    ];
    for (profile, wanted_aspects, wanted_stunts) in cases {
        let here = world(profile);
        assert_eq!(sorted(aspects(&here)), sorted(wanted_aspects.to_vec()), "{profile}");
        assert_eq!(sorted(stunts(&here)), sorted(wanted_stunts.to_vec()), "{profile}");
        assert_eq!(here.codes["profile"], profile, "and reads back");
        assert!(here.stunts.iter().all(|stunt| stunt.given));
    }
}

/// Checks the example world of the language reference.
#[test]
fn carrow_reads_as_its_page_says() {
    let carrow = world("B867564-9");
    let ranks = ["size", "atmosphere", "hydrographics", "population", "government", "law", "tech_level"].map(|stat| carrow.stat(stat));
    assert_eq!((carrow.letters["starport"], ranks), ('B', [8, 6, 7, 5, 6, 4, 9]));
    assert_eq!(aspects(&carrow), ["Shipyard", "Tech level 9", "Agricultural", "Non-industrial"]);
}

#[test]
fn the_ledger_has_the_reason_of_everything_earned_in_words() {
    let here = world("A687799-C");
    let lines: Vec<&str> = here.ledger.lines.iter().map(|line| line.what.as_str()).collect();
    assert_eq!(
        lines,
        [
            "Shipyard: starport A in [A, B]",
            "Luxury hotels: starport A",
            "Onerous laws: law 9 >= 7",
            "Tech level 12: tech_level 12",
            "Agricultural: atmosphere 8 in 4..9, hydrographics 7 in 4..8, population 7 in 5..7",
            "Rich: atmosphere 8 in [6, 8], population 7 in 6..8, government 9 in 4..9",
            "Full service: starport A in [A, B]",
            "Tainted: rules taint literal, atmosphere 8 in [2, 4, 6, 8]",
            "Police state: law 9 >= 9",
        ]
    );
    let given = here.ledger.lines.iter().filter(|line| line.account == Account::Given).count();
    assert_eq!((given, here.stunts.len()), (3, 3), "a line for each stunt that is given");
}

/// Every stunt of a world has the effects that the rules list.
#[test]
fn every_stunt_of_a_world_has_the_lines_of_the_effects_page() {
    let design = written("").pack.declarations["design"]["std.world"].clone();
    let line = |name: &str| {
        let stunt = design.lines_of("stunt").find(|line| line.name.as_deref() == Some(name)).unwrap();
        stunt.lines.iter().filter(|line| line.word == "effect").map(|line| line.text.clone()).collect::<Vec<_>>()
    };
    let table: [(&str, &[&str]); 11] = [
        ("full_service", &["everyone may refuel, maintain, repair, resupply"]),
        ("partial_service", &["everyone may refuel, maintain", "table \"repairs are scarce, dear or absent\""]),
        ("no_gravity", &["everyone must use zero_g for dexterity move in personal"]),
        ("low_gravity", &["everyone may use zero_g for dexterity move in personal"]),
        ("high_gravity", &["everyone must use strength for dexterity move in personal"]),
        ("no_pressure", &["everyone needs sealed"]),
        ("low_pressure", &["everyone needs sealed or compressor"]),
        ("tainted", &["each hour everyone faces 2 with endurance on health when not filtered and not sealed"]),
        ("poisonous", &["each hour everyone faces 4 with endurance on health when not filtered and not sealed"]),
        ("insidiously_poisonous", &["each hour everyone faces 4 with endurance on health when not own_zone is sealed"]),
        ("police_state", &["table \"a broken local law brings the police soon\""]),
    ];
    for (name, wanted) in table {
        assert_eq!(line(name), wanted, "{name}");
    }
    assert_eq!(design.lines_of("stunt").count(), table.len());
}

#[test]
fn a_world_carries_the_lines_of_what_it_earned() {
    let here = world("C097000-8");
    let lines: Vec<&str> = here.effects.iter().filter_map(|effect| effect.origin.as_ref()).map(|origin| origin.name.as_str()).collect();
    assert_eq!(lines, ["partial_service", "partial_service", "no_gravity"]);
}

/// "You could reasonably treat the size as one larger or one smaller."
#[test]
fn the_weight_of_a_world_may_be_that_of_a_size_one_more_or_less() {
    let pairs: Vec<(i32, i32)> = (0..=12).flat_map(|size| (-1..=14).map(move |gravity| (size, gravity))).collect();
    let line = |(at, (size, gravity)): (usize, &(i32, i32))| {
        let sign = digit(usize::try_from(*size).unwrap());
        format!("world w{at} {{ profile \"{}\"; gravity {gravity} }}\n", profile(1, sign))
    };
    let found = written(&pairs.iter().enumerate().map(line).collect::<String>());
    for (at, (size, gravity)) in pairs.into_iter().enumerate() {
        let said = found.said.iter().filter(|(line, ..)| usize::try_from(*line).unwrap() == at + 1).count();
        if (size - gravity).abs() > 1 || gravity < 0 {
            assert_eq!(said, 1, "size {size}, gravity {gravity}");
            continue;
        }
        assert_eq!(said, 0, "size {size}, gravity {gravity}");
        let wanted: &[&str] = match gravity {
            0 | 1 => &["No gravity"],
            2..=4 => &["Low gravity"],
            5..=8 => &[],
            _ => &["High gravity"],
        };
        let here = &found.pack.items["world"][format!("own.w{at}").as_str()];
        let own: Vec<&str> = stunts(here).into_iter().filter(|title| *title != "Partial service").collect();
        assert_eq!(own, wanted, "size {size}, gravity {gravity}");
        assert_eq!(aspects(here).contains(&"Asteroid belt"), size == 0, "a belt stays a belt");
    }
}

#[test]
fn a_referee_may_drop_rename_and_add() {
    let text = "world here { profile \"A687799-C\"; without \"Agricultural\", \"Tech level 12\", police_state
  aspects \"Shipyard\" as \"The great yards\", \"Two suns\"; stunts low_gravity }\n";
    let here = compiled(text);
    assert_eq!(aspects(&here), ["The great yards", "Luxury hotels", "Onerous laws", "Rich", "Two suns"]);
    assert_eq!(stunts(&here), ["Low gravity", "Full service", "Tainted"]);
    let dropped: Vec<&str> = here.ledger.lines.iter().map(|line| line.what.as_str()).filter(|what| what.starts_with("without")).collect();
    assert_eq!(
        dropped,
        [
            "without Agricultural, which the rules would give because of atmosphere 8 in 4..9, hydrographics 7 in 4..8, population 7 in 5..7",
            "without Tech level 12, which the rules would give because of tech_level 12",
            "without police_state, which the rules would give because of law 9 >= 9",
        ]
    );
}

#[test]
fn what_is_not_there_cannot_be_dropped_and_what_is_not_earned_cannot_be_claimed() {
    let found = written("world here { profile \"A687799-C\"; without \"Agricultura\" }\n");
    let said = found.only(Code::NothingToDrop);
    assert_eq!(
        (said.message.as_str(), said.help.as_deref()),
        ("`here` has no `Agricultura`, so `without` cannot remove it", Some("did you mean `Agricultural`?"))
    );
    let found = written("world here { profile \"A687799-C\"; aspects \"Poor\" }\n");
    assert_eq!(found.messages(), ["the rules do not allow the aspect `Poor` for this item"]);
    let found = written("world here { profile \"A687799-C\"; without \"Agricultural\"; aspects \"Agricultural\" as \"Wheat\" }\n");
    assert_eq!(found.messages(), ["`Agricultural` is both written and removed by `without`"]);
    let found = written("ship hulk : spacecraft { tech T2; trade 4; without \"Huge\" }\n");
    assert!(found.messages().contains(&"a spacecraft has no entry `without`"), "a design says what may be dropped");
}

/// R-N25: with `taint classic`, the values 2, 4, 7 and 9 give the stunt `Tainted`. The aspect `Industrial` keeps its own list of values.
#[test]
fn taint_is_read_literally_or_as_of_old() {
    for classic in [false, true] {
        let mut text: String = (0..=12).map(|value| format!("world w{value} {{ profile \"{}\" }}\n", profile(2, digit(value)))).collect();
        text.push_str("ruleset of_old { taint classic }\n");
        let variants = if classic { vec!["of_old".to_owned()] } else { Vec::new() };
        let pack = written_in(Package { name: "own".to_owned(), variants, ..Package::default() }, &text).pack;
        for value in 0..=12_usize {
            let here = &pack.items["world"][format!("own.w{value}").as_str()];
            let tainted: &[usize] = if classic { &[2, 4, 7, 9] } else { &[2, 4, 6, 8] };
            assert_eq!(stunts(here).contains(&"Tainted"), tainted.contains(&value), "{value}, classic {classic}");
        }
    }
}

/// R-N29: a setting chooses between the two readings of the rule about attacks by bad air.
#[test]
fn the_attack_of_bad_air_is_opposed_or_fixed() {
    for word in ["opposed", "fixed"] {
        assert!(written(&format!("ruleset air {{ hazard {word} }}\n")).messages().is_empty(), "{word}");
    }
    assert_eq!(written("ruleset air { hazard loud }\n").findings(), ["1:22 setting-value"]);
}

/// R-N20, W-UWP-SILENT: an atmosphere that the rules do not describe gives a warning at its character in the profile.
#[test]
fn an_atmosphere_the_rules_say_nothing_of_is_a_warning_at_its_sign() {
    let text: String = (9..DIGITS.len())
        .map(|value| format!("world {}{value} {{ profile \"{}\" }}\n", if value < 10 { "w0" } else { "w" }, profile(2, digit(value))))
        .collect();
    let found = written(&text);
    for (line, column, said) in found.said.iter().filter(|(.., said)| said.code == Code::Advice) {
        assert!(said.message.contains("the rules say nothing of atmosphere D and beyond"), "{}", said.message);
        assert_eq!(*column, 24, "the third sign");
        assert!(*line >= 5, "atmospheres 9 to C are spoken of");
    }
    assert_eq!(found.messages().len(), DIGITS.len() - 13);
}

/// The message points at the sign and lists the allowed ones (R-N19).
fn bad(profile: &str) -> (u32, String, Option<String>) {
    let found = written(&format!("world here {{ profile \"{profile}\" }}\n"));
    let said = found.only(Code::WrongDigit);
    assert_eq!(found.findings().len(), 1, "one mistake, one message: {:?}", found.messages());
    (found.said[0].1, said.message.clone(), said.help.clone())
}

/// Rules: R-N19.
#[test]
fn a_bad_sign_is_pointed_at_inside_the_text() {
    // The first character of the profile is in column 23.
    for (profile, column, message) in [
        ("F867564-9", 23, "`F` is not a value of starport"),
        ("I867564-9", 23, "`I` is not a value of starport"),
        ("BI67564-9", 24, "`I` is not a value of size"),
        ("B8O7564-9", 25, "`O` is not a value of atmosphere"),
        ("B867é64-9", 27, "`é` is not a value of population"),
        ("B8675.4-9", 28, "`.` is not a value of government"),
        ("B867564-I", 31, "`I` is not a value of technology level"),
        ("B867564-a", 31, "`a` is not a value of technology level"),
        ("b867564-9", 23, "`b` is not a value of starport"),
        ("B86756-9", 29, "the law level is missing in the profile"),
        ("B867564 9", 30, "`-` is missing in the profile"),
        ("B86756449", 30, "`-` is missing in the profile"),
        ("B8675649", 30, "`-` is missing in the profile before the technology level"),
        ("B8675644-9", 30, "the profile is too long, because `4` is left over before its `-`"),
        ("B867564-9A", 32, "the profile is too long, because `A` is left over at its end"),
        ("B867564-", 31, "the technology level is missing in the profile"),
        ("B867", 27, "population, government, law level, `-` and technology level are missing in the profile"),
    ] {
        let (at, said, _) = bad(profile);
        assert_eq!((at, said.as_str()), (column, message), "{profile}");
    }
    assert_eq!(bad("F867564-9").2.as_deref(), Some("write A, B, C, D, E or X"));
    let digits = "write a digit, or a capital letter for 10 and more, where A is 10 and B is 11; I and O are not used";
    assert_eq!(bad("BO67564-9").2.as_deref(), Some(digits));
    assert_eq!(bad("b867564-9").2.as_deref(), None);
}

/// R-N19: I and O are never digits, every other letter is.
#[test]
fn digits_run_from_0_to_z_without_i_and_o() {
    let signs: Vec<char> = ('A'..='Z').chain('0'..='9').collect();
    let text: String =
        signs.iter().enumerate().map(|(at, sign)| format!("world w{at} {{ profile \"{}\" }}\n", profile(5, *sign))).collect();
    let found = written(&text);
    for (at, sign) in signs.into_iter().enumerate() {
        let said = found.said.iter().filter(|(line, ..)| usize::try_from(*line).unwrap() == at + 1).count();
        assert_eq!(said, usize::from(sign == 'I' || sign == 'O'), "{sign}");
        if let Some(value) = DIGITS.chars().position(|digit| digit == sign) {
            let here = &found.pack.items["world"][format!("own.w{at}").as_str()];
            assert_eq!(here.stat("government"), i32::try_from(value).unwrap(), "{sign}");
        }
    }
}

/// Rules: R-N19.
#[test]
fn a_profile_or_its_signs_one_by_one_must_be_written() {
    assert_eq!(written("world here { }\n").messages(), ["`here` has no `profile`"]);
    assert_eq!(
        written("world here { starport \"C\"; size 6; atmosphere 9; hydrographics 4; population 3 }\n").messages(),
        ["`here` has no government, law or tech_level"]
    );
    let spelt =
        compiled("world here { starport \"C\"; size 6; atmosphere 9; hydrographics 4; population 3; government 3; law 3; tech_level 8 }\n");
    assert_eq!((aspects(&spelt), &*spelt.codes["profile"]), (vec!["Tech level 8", "Non-industrial"], "C694333-8"));
    assert_eq!(written("world here { profile 3 }\n").messages(), ["the value of `profile` is not in quotes"]);
}

#[test]
fn a_derived_world_changes_a_single_sign() {
    let text = "world base { profile \"C694333-8\" }\nworld here from base { law 9 }\nworld there from here { profile \"A694333-8\" }\n";
    let pack = written(text).clean();
    let profile = |name: &str| pack.items["world"][name].codes["profile"].clone();
    assert_eq!((profile("own.here"), profile("own.there")), ("C694339-8".to_owned(), "A694333-8".to_owned()));
    let both = written("world here { profile \"C694333-8\"; law 9 }\n");
    assert_eq!(both.messages(), ["`law` is written twice"]);
}

/// Returns a fight in a place, with the entries that describe it.
fn fight(entries: &str) -> Written {
    written(&format!(
        "world here {{ profile \"C094333-8\" }}
map yard {{ zone gate; zone shed; border gate -- shed 1 }}
npc guard {{ cap 1; skills {{ 1 stamina }}; aspects \"Bored\" }}
encounter night : personal {{
  map yard
  {entries}
  side a {{ actors guard at gate }}
  side b {{ actors guard at shed }}
  victory a when out(b)
  victory b when out(a)
}}\n"
    ))
}

#[test]
fn a_fight_on_a_world_has_its_aspects_and_lines() {
    let found = fight("world here");
    assert!(found.said.iter().all(|(.., said)| said.code != Code::UnknownKind));
    let night = &found.pack.encounters["own.night"];
    assert!(night.valid);
    let words: Vec<&str> = night.aspects.iter().map(|aspect| aspect.text.as_str()).collect();
    assert_eq!(words, ["Asteroid belt", "Tech level 8", "Non-industrial"]);
    let lines: Vec<&str> = night.effects.iter().map(|effect| effect.text.as_str()).collect();
    assert!(lines.contains(&"everyone must use zero_g for dexterity move in personal"), "{lines:?}");
    assert!(fight("").pack.encounters["own.night"].effects.is_empty());
    assert_eq!(fight("world her").messages(), ["there is no world called `her`"]);
}

#[test]
fn a_homebrew_design_may_have_codes_letters_words_and_given_stunts() {
    let text = "mark flooded \"is under water at high tide\"
design harbour \"Harbour\" : port {
  slots 1
  without
  stat grade \"Grade\" { letters \"K\", \"L\", \"M\" }
  stat berths \"Berths\" { words \"None\", \"A few\", \"Many\"; ranks 0..2 }
  code card grade \"/\" berths
  aspect \"Grade {grade}, {berths} berths\" extra when berths >= 1
  note \"crowded\" when grade == \"K\" and berths == 0
  stunt drowned { inherent when grade in [\"L\", \"M\"]; effect everyone is flooded }
}
port east \"Eastmole\" : harbour { card \"L/2\"; aspects \"Gulls\", berths }
port west \"Westmole\" : harbour { card \"K/0\"; aspects \"Rust\" }
port south \"Southmole\" : harbour { card \"M/1\"; aspects \"Eels\"; without drowned, \"Grade M, 1 berths\" }\n";
    let pack = written(text).clean();
    let port = |name: &str| &pack.items["port"][name];
    assert_eq!(aspects(port("own.east")), ["Grade L, 2 berths", "Gulls", "Many"]);
    assert_eq!(stunts(port("own.east")), ["Drowned"]);
    assert_eq!((port("own.west").notes.len(), stunts(port("own.west")).len(), aspects(port("own.west")).len()), (1, 0, 1));
    assert_eq!((stunts(port("own.south")).len(), aspects(port("own.south"))), (0, vec!["Eels"]));
}

#[test]
fn every_slip_in_such_a_design_is_one_finding() {
    for (line, message) in [
        ("stat a { letters \"A\", \"AB\" }", "`letters` cannot have this value"),
        ("stat a { letters \"A\", \"A\" }", "the letter `A` is used for two ranks"),
        ("stat a { ranks 0..2; words \"One\", \"Two\" }", "there are 3 ranks, but 2 words"),
        ("tech T0..T2 { words \"One\" }", "there are 3 ranks, but 1 word"),
        ("tech T0..T2 { word \"One\" }", "`tech` has no entry `word`"),
        ("stat a; code card b", "the design has no statistic `b`"),
        ("stat a; code card a a", "this code contains a statistic twice"),
        ("stat a; code card \"-\"", "the value of `code` is not a word and statistics"),
        ("aspect \"Grade {grade}\"", "the design has nothing called `grade`"),
        ("note loud", "the value of `note` is not a note in quotes"),
        ("stat a { letters \"A\", \"B\" }; note \"x\" when a == \"C\"", "`C` is not a letter of this statistic"),
        ("stat a; note \"x\" when a in 3", "this cannot be part of a formula"),
    ] {
        assert_eq!(written(&format!("design d : thing {{ {line} }}\n")).messages(), [message], "{line}");
    }
}

/// A profile that is known only in part gives one note. The world gets nothing from the characters that are not known.
#[test]
fn a_profile_may_have_unknown_signs() {
    let written = crate::content_rules::compiled_text::written("world veil \"Veil\" { profile \"X758???-?\" }\n");
    assert_eq!(written.only(Code::Advice).message, "population, government, law level and technology level of `veil` are not known");
    assert_eq!(written.findings(), Vec::<String>::new(), "nothing but the note");
    let veil = world("X758???-?");
    assert_eq!(veil.codes["profile"], "X758???-?");
    assert!(aspects(&veil).contains(&"Forgotten world"), "{:?}", aspects(&veil));
    assert!(!aspects(&veil).iter().any(|text| ["Deserted", "Anything goes"].contains(text) || text.starts_with("Tech level")));
    assert_eq!((veil.stats.get("size"), veil.stats.get("population")), (Some(&7), None));
}
