//! Generators: what they draw checks clean, is legal by the design in force, and is the same for the same seed.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

mod written;

use slipyard::generate::people::{Wish, people};
use slipyard::generate::{Ground, Refusal, encounter, generate};
use slipyard::pack::Item;
use slipyard::pack::table::Table;
use slipyard::source::{Package, Sources};
use slipyard::{compile, stdlib};
use std::collections::{BTreeMap, BTreeSet};

/// A package of this text beside the standard library.
fn sources(text: &str) -> Sources {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "own".into(), version: "0.1.0".into(), edition: 1, ..Package::default() });
    if !text.is_empty() {
        sources.add_file(package, "own.slip", text);
    }
    sources
}

/// What a draw gives in a package of this text; `generate` refuses what does not check clean.
fn drawn(text: &str, draw: impl FnOnce(Ground<'_, '_, '_>) -> Result<String, Refusal>) -> Result<String, Refusal> {
    generate(sources(text), draw, |text: &String| text)
}

fn wish(kind: &str) -> Wish {
    Wish { kind: kind.into(), count: 1, gear: kind != "animal", ..Wish::default() }
}

/// The items of a kind that a package and what was drawn for it declare, with everything said beyond notes.
fn compiled(own: &str, text: &str, kind: &str) -> (BTreeMap<String, Item>, Vec<String>) {
    let written = written::written(&format!("{own}\n{text}"));
    let said = written.messages().iter().map(|said| (*said).to_owned()).collect();
    let items =
        written.pack.items[kind].iter().filter(|(key, _)| key.starts_with("own.")).map(|(key, item)| (key.to_string(), item.clone()));
    (items.collect(), said)
}

/// Rank r holds n + 1 - r skills (content.md, section 2).
fn is_pyramid(item: &Item, cap: i32) -> bool {
    (1..=cap).all(|rank| item.skills.values().filter(|found| **found == rank).count() == usize::try_from(cap + 1 - rank).unwrap())
}

/// Draws for many seeds against one compilation, as one text.
fn many(own: &str, wish: &Wish, seeds: u64) -> Vec<String> {
    let sources = sources(own);
    let (_, drawn) = compile::inspect(&sources, |context, pack| {
        let package = sources.packages().last().unwrap().0;
        let ground = Ground { context, pack, package };
        (0..seeds).map(|seed| people(&ground, wish, seed, "test").unwrap()).collect::<Vec<_>>()
    });
    drawn
}

/// People of many seeds in one package: names that two seeds share are told apart by the seed.
fn apart(drawn: &[String]) -> String {
    let renamed = drawn.iter().enumerate().map(|(seed, text)| {
        let at = text.find(" \"").unwrap();
        format!("{}_n{seed}{}", &text[..at], &text[at..])
    });
    renamed.collect()
}

#[test]
fn five_hundred_npcs_check_clean_and_have_the_shape_of_their_cap() {
    let drawn = many("", &wish("npc"), 500);
    let (people, said) = compiled("", &apart(&drawn), "npc");
    assert_eq!((people.len(), said), (500, Vec::<String>::new()));
    for (name, person) in &people {
        let cap = person.stat("cap");
        assert!(person.valid && is_pyramid(person, cap), "{name}");
        assert_eq!((person.aspects.len(), person.fate), (usize::try_from(cap).unwrap(), Some(cap)), "{name}");
        let aspects: BTreeSet<&str> = person.aspects.iter().map(|aspect| aspect.text.as_str()).collect();
        assert_eq!(aspects.len(), person.aspects.len(), "{name} has an aspect twice");
        assert!(person.stunts.iter().map(|stunt| stunt.count).sum::<i32>() <= 3, "{name}");
    }
    for cap in 1..=5 {
        let count = people.values().filter(|person| person.stat("cap") == cap).count();
        // Each with a fifth of 500; six standard deviations are 54.
        assert!((46..=154).contains(&count), "{count} of cap {cap}");
    }
    assert!(people.values().any(|person| !person.gear.is_empty()) && people.values().any(|person| !person.stunts.is_empty()));
}

/// Size bands of content.md, section 4.2: small 1-2, human-sized 3-5, large 6-8, giant 10 and more (9: R-N9).
#[test]
fn five_hundred_animals_check_clean_with_boxes_by_their_size() {
    let sizes = [("small", 1, 2), ("human", 3, 5), ("large", 6, 8), ("giant", 10, 30)];
    for (size, low, high) in sizes {
        let drawn = many("", &Wish { size: Some(size.into()), ..wish("animal") }, 125);
        let (animals, said) = compiled("", &apart(&drawn), "animal");
        assert_eq!((animals.len(), said), (125, Vec::<String>::new()), "{size}");
        for (name, animal) in &animals {
            let cap = animal.stat("cap");
            let ranks: BTreeSet<i32> = animal.skills.values().copied().collect();
            assert_eq!((ranks, animal.skills.len()), ((1..=cap).collect(), usize::try_from(cap).unwrap()), "{name}");
            for track in ["health", "composure"] {
                assert!((low..=high).contains(&animal.tracks[track]), "{name}: {track}");
            }
            assert!(animal.gear.is_empty() && animal.stunts.len() <= 1, "{name}");
        }
    }
}

#[test]
fn characters_are_drawn_with_three_stunts_and_no_advice() {
    let drawn = many("", &wish("character"), 40);
    let (people, said) = compiled("", &apart(&drawn), "character");
    assert_eq!((people.len(), said), (40, Vec::<String>::new()));
    assert!(people.values().all(|person| is_pyramid(person, 5) && person.aspects.len() == 10 && person.stunts.len() == 3));
}

/// A homebrew kind, with its own skill, stunt, track, shape and words.
const STALKERS: &str = r#"
design stalker "Stalker" : stalker {
  stat nerve { ranks 2..4; base 2; cost 0 }
  slots 2
  skills column nerve
  stunt_count 1
  track dread "Dread" { base 3 }
  stunt reeks "Reeks" { cost 0; sink }
  stunt follows(s: skill) "Follows" { cost 0; sink; require s >= 2 else "only what it is good at" }
}
skill lurking "Lurking" { for stalker; usual stalker }
skill waiting "Waiting" { for stalker; usual stalker }
skill biting "Biting" { for stalker; usual stalker }
skill staring "Staring" { for stalker; usual stalker }
table stalker_names { for stalker names; one_of "The {colour} one", "Old {colour}" }
table colour { one_of "red", "grey", "white", "blue", "third" }
table stalker_aspects { for stalker aspects; one_of "Under the bed", "Behind the hatch", "In the walls", "At the end of the corridor" }
table stalker_dread { for stalker boxes thin; one_of 2 }
table stalker_more_dread { for stalker boxes fat; one_of 7, 8 }
"#;

#[test]
fn homebrew_designs_skills_stunts_and_words_are_drawn_without_any_rust() {
    let drawn = many(STALKERS, &Wish { size: Some("fat".into()), ..wish("stalker") }, 50);
    let (stalkers, said) = compiled(STALKERS, &apart(&drawn), "stalker");
    assert_eq!((stalkers.len(), said), (50, Vec::<String>::new()));
    for stalker in stalkers.values() {
        let nerve = stalker.stat("nerve");
        assert!((2..=4).contains(&nerve) && stalker.skills.len() == usize::try_from(nerve).unwrap());
        assert!([7, 8].contains(&stalker.tracks["dread"]));
        assert_eq!((stalker.stunts.len(), stalker.aspects.len()), (1, 2));
    }
    assert!(stalkers.values().any(|stalker| stalker.stunts[0].name == "follows"));
    assert!(stalkers.values().any(|stalker| stalker.stunts[0].name == "reeks"));
    // By the name of the design as well.
    let by_design = Wish { design: Some("stalker".into()), ..wish("npc") };
    assert!(drawn_text(STALKERS, &by_design, 3).unwrap().contains("\nstalker "));
}

fn drawn_text(own: &str, wish: &Wish, seed: u64) -> Result<String, Refusal> {
    drawn(own, |ground| people(&ground, wish, seed, "test"))
}

#[test]
fn a_wish_that_the_design_does_not_allow_is_refused_in_words() {
    let refused = |own: &str, wish: Wish| drawn_text(own, &wish, 1).unwrap_err().to_string();
    assert_eq!(refused("", Wish { cap: Some(6), ..wish("npc") }), "the cap of `npc` goes from 1 to 5, not to 6");
    assert_eq!(refused("", Wish { cap: Some(4), ..wish("character") }), "the cap of `character` is 5, not 4");
    assert_eq!(refused("", wish("nqc")), "there is no kind of thing `nqc`; did you mean `npc`?");
    assert_eq!(refused("", Wish { design: Some("animla".into()), ..wish("npc") }), "there is no design `animla`; did you mean `animal`?");
    assert_eq!(refused("", Wish { count: 0, ..wish("npc") }), "from 1 to 200 can be drawn at once");
    assert_eq!(
        refused("", Wish { size: Some("huge".into()), ..wish("animal") }),
        "there is no size `huge` for the kind `animal`; there are giant, human, large and small"
    );
    assert_eq!(refused("", wish("mook")), "`mook` has no skills, so nobody is drawn by it");
    let mute = STALKERS.replace("for stalker aspects; ", "");
    assert!(refused(&mute, wish("stalker")).starts_with("no table is `for stalker aspects`"));
}

#[test]
fn one_seed_gives_the_same_bytes_and_more_people_begin_with_the_same() {
    let three = drawn_text("", &Wish { count: 3, ..wish("npc") }, 7).unwrap();
    assert_eq!(three, drawn_text("", &Wish { count: 3, ..wish("npc") }, 7).unwrap());
    assert!(three.starts_with(&drawn_text("", &wish("npc"), 7).unwrap()));
    assert_ne!(three, drawn_text("", &Wish { count: 3, ..wish("npc") }, 8).unwrap());
}

/// Written down for ever: a change here changes what every seed gives.
#[test]
fn a_seed_means_the_same_person_in_every_release() {
    insta::assert_snapshot!("stalkers", drawn_text(STALKERS, &Wish { count: 2, ..wish("stalker") }, 7).unwrap());
}

#[test]
fn a_package_with_words_of_its_own_gets_no_others() {
    let own = "table own_names { for npc names; one_of \"Ib\", \"Ob\", \"Ub\" }\n";
    let drawn = drawn_text(own, &Wish { count: 3, ..wish("npc") }, 1).unwrap();
    for name in ["Ib", "Ob", "Ub"] {
        assert!(drawn.contains(&format!("\"{name}\"")), "{drawn}");
    }
    let refused = drawn_text(own, &Wish { count: 4, ..wish("npc") }, 1).unwrap_err().to_string();
    assert_eq!(refused, "the tables for npc names (`own_names`) have nothing more to give; add to them");
}

const RIDGE: &str = r#"
map ridge { zone road; zone wood; zone valley; border road -- wood 1; border road -- valley }
npc traveller "Traveller" { cap 1; skills { 1 agility }; aspects "On the way" }
animal ridge_cat "Ridge cat" { skills { 2 natural_weapons; 1 stealth }; aspects "Hunts from above", "Hates engines" }
mook dock_gang "Dock gang" { threat 3 }
table on_the_ridge "On the ridge" {
  roll 1d10
  1..3 ridge_cat x2 "hunting"
  4..5 dock_gang at road, ridge_cat 1d3
  6    nothing
  7    "A landslide in {place}"
  8    ridge_cat "Howling in the night" when check(0, 0) else "Only howling"
  9    again + 2
  10..12 deeper
  scene personal {
    map ridge
    side travellers { actors traveller x2 at road }
    side met at wood, valley
    victory travellers when reach(any travellers, valley)
  }
}
table deeper { one_of dock_gang, "Fog" }
table place { one_of "the gorge", "the pass" }
"#;

fn table(pack: &slipyard::Pack, name: &str) -> Table {
    pack.tables[&format!("own.{name}")[..]].clone()
}

fn met(own: &str, name: &str, seed: u64) -> Result<encounter::Met, Refusal> {
    let draw = |ground: Ground<'_, '_, '_>| encounter::encounter(&ground, &table(ground.pack, name), seed, "test");
    generate(sources(own), draw, |met: &encounter::Met| &met.text)
}

#[test]
fn a_roll_on_a_table_makes_an_encounter_that_plays_or_says_what_happened() {
    let mut seen = BTreeSet::new();
    for seed in 0..60 {
        let met = met(RIDGE, "on_the_ridge", seed).unwrap();
        let again = self::met(RIDGE, "on_the_ridge", seed).unwrap();
        assert_eq!(met, again);
        assert!(met.text.contains("// 1d10 on `on_the_ridge`: "), "{}", met.text);
        match &met.encounter {
            Some(name) => {
                let written = written::written(&format!("{RIDGE}{}", met.text));
                assert_eq!(written.messages(), Vec::<&str>::new(), "{}", met.text);
                let key = format!("own.{name}");
                assert!(written.pack.encounters[&key[..]].valid);
                let run = slipyard::play::run(&written.pack, &key, seed, slipyard::play::Seats::standard()).unwrap();
                assert!(run.outcome.rounds >= 1);
                for who in ["ridge_cat x2", "dock_gang at road"] {
                    seen.extend(met.text.contains(who).then_some(who));
                }
            }
            None => {
                assert!(met.text.lines().all(|line| line.starts_with("//")), "{}", met.text);
                for what in ["A landslide in the ", "Fog", "Only howling", ", +2 makes "] {
                    seen.extend(met.text.contains(what).then_some(what));
                }
            }
        }
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
}

#[test]
fn a_table_without_a_scene_says_what_was_rolled() {
    let text = (0..20).map(|seed| met(RIDGE, "deeper", seed).unwrap()).find(|met| met.text.contains("Dock gang")).unwrap().text;
    assert!(text.ends_with("// Dock gang\n// The table has no scene, so no encounter is made of it.\n"), "{text}");
}

#[test]
fn a_name_that_is_taken_is_not_given_twice() {
    let first = met(RIDGE, "on_the_ridge", 2).unwrap();
    let taken = (0..60).map(|seed| (seed, met(RIDGE, "on_the_ridge", seed).unwrap())).find(|(_, met)| met.encounter.is_some());
    let (seed, one) = taken.unwrap();
    let two = met(&format!("{RIDGE}{}", one.text), "on_the_ridge", seed).unwrap();
    assert_eq!(two.encounter, Some(format!("on_the_ridge_{seed}_2")));
    assert_eq!(first, met(RIDGE, "on_the_ridge", 2).unwrap());
}
