//! Tests of systems: their ratings, the words for them, aspects and trade.

use crate::content_rules::compiled_text::written;
use slip_pack::BuiltItem;
use slip_source::diagnostic::Code;

/// Table of ratings, from 4 down to -4 as the rules print it: technology, environment, resources. Remarks in brackets, such as "One garden
/// world (perhaps additional barren worlds)" and "Hostile environment (gravity but dangerous athmosphere)", are left out.
const TABLE: [(i32, [&str; 3]); 9] = [
    (4, ["On the verge of collapse", "Many garden worlds", "All you could want"]),
    (3, ["Slipstream mastery", "Some garden worlds", "Multiple exports"]),
    (2, ["Slipstream use", "One garden, several survivable", "One significant export"]),
    (1, ["Exploiting the system", "One garden, several hostile", "Rich"]),
    (0, ["Exploring the system", "One garden world", "Sustainable"]),
    (-1, ["Atomic power", "Survivable world", "Almost viable"]),
    (-2, ["Industrialization", "Hostile environment", "Needs imports"]),
    (-3, ["Metallurgy", "Barren world", "Multiple dependencies"]),
    (-4, ["Stone Age", "No habitable gravity or atmosphere", "No resources"]),
];

fn system(entries: &str) -> BuiltItem {
    let text = format!("system here \"Here\" {{ {entries} }}\n");
    written(&text).clean().items.remove("system").unwrap().remove("own.here").unwrap()
}

#[test]
fn every_rating_of_a_system_has_the_words_of_the_table() {
    for (rank, [tech, environment, resources]) in TABLE {
        let here = system(&format!("tech T{rank}; environment {rank}; resources {rank}; aspects \"A\", \"B\", \"C\""));
        assert_eq!((here.tech, here.stat("environment"), here.stat("resources")), (Some(rank), rank, rank));
        assert_eq!(here.phrases["tech"], tech, "T{rank}");
        assert_eq!(here.phrases["environment"], environment, "E{rank}");
        assert_eq!(here.phrases["resources"], resources, "R{rank}");
        assert_eq!(here.phrases.len(), 3);
    }
}

#[test]
fn ratings_run_from_minus_4_to_4() {
    for (entries, code) in [
        ("tech T5", Code::TechOutOfRange),
        ("tech T-5", Code::TechOutOfRange),
        ("tech T0; environment 5", Code::StatAboveCap),
        ("tech T0; environment -5", Code::StatBelowMinimum),
        ("tech T0; resources 5", Code::StatAboveCap),
        ("tech T0; resources -5", Code::StatBelowMinimum),
        ("environment 0", Code::MissingEntry),
    ] {
        let found = written(&format!("system here {{ {entries}; aspects \"A\", \"B\", \"C\" }}\n"));
        found.only(code);
    }
}

#[test]
fn a_system_has_two_aspects_of_its_own_and_one_for_its_place_in_the_cluster() {
    let with = |aspects: &str| written(&format!("system here {{ tech T0; aspects {aspects} }}\n"));
    assert_eq!(with("\"A\", \"B\", \"C\"").findings().len(), 0);
    assert_eq!(with("\"A\", \"B\"").messages(), ["`here` has 2 of 3 aspects"]);
    assert_eq!(with("\"A\", \"B\", \"C\", \"D\"").messages(), ["`here` has 4 aspects, but only 3 fit"]);
}

/// R-N17: the phrases are derived data; they become aspects only if the author writes so, and fill no slot.
#[test]
fn the_phrase_of_a_rating_is_an_aspect_only_where_the_author_says_so() {
    let silent = system("tech T1; environment -1; resources 2; aspects \"A\", \"B\", \"C\"");
    assert!(silent.aspects.iter().all(|aspect| !aspect.derived));
    let said = system("tech T1; environment -1; resources 2; aspects \"A\", environment, \"B\", \"C\", tech");
    let derived: Vec<&str> = said.aspects.iter().filter(|aspect| aspect.derived && !aspect.slot).map(|aspect| &*aspect.text).collect();
    assert_eq!(derived, ["Survivable world", "Exploiting the system"]);
    assert_eq!(said.aspects.iter().filter(|aspect| aspect.slot).count(), 3);
    let why = said.ledger.lines.iter().find(|line| line.what.starts_with("Survivable")).unwrap();
    assert_eq!((why.what.as_str(), why.points), ("Survivable world: the phrase of environment -1", 0));
}

#[test]
fn a_phrase_is_named_once_and_only_where_there_are_words() {
    let with = |aspects: &str| written(&format!("system here {{ tech T0; aspects \"A\", \"B\", \"C\", {aspects} }}\n"));
    assert_eq!(with("resources, resources").messages(), ["the phrase of `resources` is already an aspect"]);
    let found = with("resorces");
    assert_eq!(found.messages(), ["`resorces` cannot be an aspect: its ranks have no phrases"]);
    assert_eq!(found.said[0].2.help.as_deref(), Some("did you mean `resources`? The phrase of its rank then becomes an aspect"));
    let npc = written("npc guard { cap 1; skills { 1 alertness }; aspects cap }\n");
    assert!(npc.messages().contains(&"`cap` cannot be an aspect: its ranks have no phrases"));
}

#[test]
fn a_derived_system_changes_what_its_base_says() {
    let text = "system here { tech T0; environment 1; aspects \"A\", \"B\", \"C\", environment }
system later from here { tech T1; aspects - environment }
system other from here { environment 2 }\n";
    let pack = written(text).clean();
    let aspects = |name: &str| pack.items["system"][name].aspects.iter().map(|aspect| aspect.text.clone()).collect::<Vec<_>>();
    assert_eq!(aspects("own.later"), ["A", "B", "C"]);
    assert_eq!(aspects("own.other"), ["A", "B", "C", "One garden, several survivable"]);
}

#[test]
fn resources_of_minus_2_and_below_import_and_of_2_and_above_export() {
    for rank in -4..=4 {
        let here = system(&format!("tech T0; resources {rank}; aspects \"A\", \"B\", \"C\""));
        let wanted: &[&str] = match rank {
            ..=-2 => &["imports: somebody supplies it"],
            2.. => &["exports: it may be what supplies others"],
            _ => &[],
        };
        assert_eq!(here.notes, wanted, "R{rank}");
    }
}
