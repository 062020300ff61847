//! Tests of entries that run into one another, lists without commas, and stray words and punctuation at the beginning of an entry.

use super::compiled_text::{one, written};
use super::{GUN, mended, with};
use slip_source::diagnostic::{Code, Diagnostic};

const SKIFF: &str = "design skiff \"Skiff\" : vehicle {\n  tech T0..T3\n  budget 8\n  \
                     stat keel \"Keel\" { ranks 0..4; base 1; cost [-1, 0, 2, 4, 6] }\n  stunt paddles \"Paddles\" { cost -1; sink }\n  price 1\n}\n";

const LINE: &str = "system brack \"Brack\" { tech T2; environment -2; resources 2; aspects \"A\", \"B\", \"C\" }\n\
                    system o_sk \"Osk\" { tech T1; environment -3; resources 3; aspects \"A\", \"B\", \"C\" }\n\
                    cluster line \"The line\" { systems brack, o_sk; slipstream brack -- o_sk; allow cluster-size \"short\" }\n";

const EGG: &str = "background visitor \"Visitor\" { stat_dice 13; trait_dice 3 }\n\
                   operative you \"You\" {\n  background visitor\n  stats { body 4; mind 3; soft 3; hard 3 }\n  \
                   trait legs \"Cybernetic legs\" 1d8 { fits unopposed_physical, opposed_physical }\n  trait disarming \"Disarming enemies\" 2d8\n  \
                   relationship thoss \"My brother\" 1d8\n}\n\
                   opposition thoss \"Thoss\" {\n  stats { body 3; mind 4; soft 3; hard 3 }\n  \
                   trait sharpshooter \"The best shot of the sector\" 2d6\n  family you\n  stages 5\n}\n\
                   encounter egg \"Egg\" : stakes {\n  stakes { win \"The egg goes home\"; lose \"It is sold\" }\n  initiator you\n  \
                   side sister { party you { approach opposed_neutral; brings thoss } }\n  \
                   side brother { party thoss { approach opposed_neutral } }\n}\n";

fn other(whole: &str, right: &str, wrong: &str) -> String {
    assert!(whole.contains(right), "{right}");
    whole.replacen(right, wrong, 1)
}

#[test]
fn a_semicolon_is_missed_in_maps_encounters_and_skills_as_in_ships() {
    let cases = [
        ("{ exit yes }", "{ altitude 0; exit yes }"),
        ("actors kelper x2 at engines }", "actors kelper x2 at engines; leader kelper }"),
        ("or turn > 6\n", "or turn > 6; limit 8 turns\n"),
        ("  side blues", "  priority reds; side blues"),
        ("2 slug_throwers; 1 stamina, eva", "2 slug_throwers; 1 stamina, eva"),
        ("map hall\n", "map hall; limit 8 turns\n"),
    ];
    for (from, right) in cases {
        let whole = with(from, right);
        assert_eq!(written(&whole).messages(), Vec::<&str>::new(), "{right}");
        assert_eq!(mended(&with(from, &right.replacen(';', "", 1))), whole, "{right}");
    }
    // A name that the second of two joined entries declares is not reported as missing.
    let joined = other(EGG, "initiator you\n  side", "initiator you side");
    assert_eq!(mended(&joined), other(&joined, "you side", "you; side"));
    // No entry begins with `or`, so it is the brackets that are missing.
    assert_eq!(mended(&with("out(reds) or turn > 6", "out reds or turn > 6")), with("out(reds)", "out(reds)"));
    // Two conditions without an operator between them.
    let found = one(&with("out(reds) or turn > 6", "out(reds) turn > 6"));
    assert!(found.fixes.is_empty() && found.help.as_ref().unwrap().contains("`and` or `or`"), "{found:#?}");
}

#[test]
fn behind_a_list_of_stunts_a_block_begins_another_entry() {
    let talk = "weapon talker \"Talker\" : slug_thrower {\n  tech T3\n  stunts modal; mode talk { harm 3; penetration 1; range 1..4; stunts non_lethal }\n  \
                mode shout { harm 3; penetration 2; range 2..4 }\n}\n";
    assert_eq!(mended(&other(talk, "modal;", "modal")), talk);
}

#[test]
fn what_is_called_by_the_word_of_an_entry_is_no_entry() {
    let whole = with("zone b bridge", "zone b leader").replace("-- bridge", "-- leader").replace("at bridge", "at leader");
    assert_eq!(written(&whole).messages(), Vec::<&str>::new());
}

#[test]
fn a_comma_is_missed_in_square_brackets() {
    assert_eq!(written(SKIFF).messages(), Vec::<&str>::new());
    assert_eq!(mended(&other(SKIFF, "[-1, 0,", "[-1, 0")), SKIFF);
    assert_eq!(one(&other(SKIFF, "[-1, 0,", "[-1, 0")).message, "a comma is missing between `0` and `2`");
    // Entries in brackets of the wrong shape.
    assert_eq!(one(&with("{ frame 4 }", "[ frame 4; heat 2 ]")).message, "the entries of `tracks` are in the wrong brackets");
}

#[test]
fn the_end_of_a_range_of_whole_numbers_is_no_share() {
    let range = |ends: &str| one(&format!("doctrine far \"Far\" : personal {{ keep_range {ends} }}\n"));
    for (ends, help) in [("0..1.5", "write `1` or `2`"), ("0.5..2", "write `0` or `1`")] {
        let found = range(ends);
        assert_eq!((found.code, found.fixes.len()), (Code::DecimalNumber, 0), "{found:#?}");
        assert_eq!(found.help.as_deref(), Some(help));
    }
}

#[test]
fn what_stands_where_an_entry_begins_is_told_as_it_is() {
    let said = |text: &str| written(text).said.into_iter().map(|(.., found)| found).collect::<Vec<Diagnostic>>();
    let tech = said(&GUN.replace("tech T1", "tech\n  T1"));
    assert!(tech.iter().any(|found| found.message == "an entry cannot begin with `T1`"), "{tech:#?}");
    let minus = one(&other(SKIFF, "cost -1; sink", "-1; sink"));
    assert_eq!(minus.message, "a line of a stunt cannot begin with a number");
    let map = "map yard \"Yard\" { zone gate \"Gate\" }\n";
    assert_eq!(mended(&other(map, "map yard", "map: yard")), map);
}

#[test]
fn a_hyphen_is_known_wherever_a_name_belongs() {
    assert_eq!(written(LINE).messages(), Vec::<&str>::new());
    assert_eq!(mended(&other(LINE, "-- o_sk", "-- o-sk")), LINE);
    let long = |name: &str| {
        with("kelper x2 at engines", &format!("{name} x2 at engines")).replace("npc kelper", "npc kel_per").replace("kelper", "kel_per")
    };
    assert_eq!(mended(&long("kel-per")), long("kel_per"));
    assert_eq!(written(EGG).messages(), Vec::<&str>::new());
    for (right, wrong) in [
        ("approach opposed_neutral;", "approach opposed neutral;"),
        ("approach opposed_neutral;", "approach opposed-neutral;"),
        ("unopposed_physical, opposed", "unopposed physical, opposed"),
    ] {
        assert_eq!(mended(&other(EGG, right, wrong)), EGG, "{wrong}");
    }
}
