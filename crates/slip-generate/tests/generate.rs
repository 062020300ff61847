//! Tests of generators: generated items check clean, are legal by the design in force, and are the same for the same seed.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

use slip_test_support::compiled_text;

use slip_compile::stdlib;
use slip_dice::{Dice, ScriptExhausted};
use slip_generate::people::{PeopleOptions, people};
use slip_generate::{DrawRefusal, GeneratorInput, cluster, encounter, generate};
use slip_pack::BuiltItem;
use slip_pack::cluster::{LinkStop, neighbours};
use slip_pack::table::Table;
use slip_source::{Package, Sources};
use std::collections::{BTreeMap, BTreeSet};

/// Returns a package of this text beside the standard library.
fn sources(text: &str) -> Sources {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "own".into(), version: "0.1.0".into(), edition: 1, ..Package::default() });
    if !text.is_empty() {
        sources.add_file(package, "own.slip", text);
    }
    sources
}

/// Returns the result of a draw in a package of this text; `generate` rejects items that do not check clean.
fn drawn(text: &str, draw: impl FnOnce(GeneratorInput<'_, '_, '_>) -> Result<String, DrawRefusal>) -> Result<String, DrawRefusal> {
    generate(sources(text), draw, |text: &String| text)
}

fn wish(kind: &str) -> PeopleOptions {
    PeopleOptions { kind: kind.into(), count: 1, gear: kind != "animal", ..PeopleOptions::default() }
}

/// Returns the items of a kind that a package and the generated text declare, with all findings above notes.
fn compiled(own: &str, text: &str, kind: &str) -> (BTreeMap<String, BuiltItem>, Vec<String>) {
    let written = compiled_text::written(&format!("{own}\n{text}"));
    let said = written.messages().iter().map(|said| (*said).to_owned()).collect();
    let items =
        written.pack.items[kind].iter().filter(|(key, _)| key.starts_with("own.")).map(|(key, item)| (key.to_string(), item.clone()));
    (items.collect(), said)
}

/// Rank r has n + 1 - r skills.
fn is_pyramid(item: &BuiltItem, cap: i32) -> bool {
    (1..=cap).all(|rank| item.skills.values().filter(|found| **found == rank).count() == usize::try_from(cap + 1 - rank).unwrap())
}

/// Returns the texts drawn with many seeds. The package is compiled only once.
fn many(own: &str, wish: &PeopleOptions, seeds: u64) -> Vec<String> {
    let sources = sources(own);
    let (_, drawn) = slip_compile::inspect(&sources, |context, pack| {
        let package = sources.packages().last().unwrap().0;
        let ground = GeneratorInput { context, pack, package };
        (0..seeds).map(|seed| people(&ground, wish, seed, "test").unwrap()).collect::<Vec<_>>()
    });
    drawn
}

/// Puts people of many seeds into one package: equal names are made different by the seed.
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
        assert!(!person.skills.contains_key("psionics"), "{name} has a skill that the rules in force lack");
        assert_eq!((person.aspects.len(), person.fate), (usize::try_from(cap).unwrap(), Some(cap)), "{name}");
        let aspects: BTreeSet<&str> = person.aspects.iter().map(|aspect| aspect.text.as_str()).collect();
        assert_eq!(aspects.len(), person.aspects.len(), "{name} has an aspect twice");
        assert!(person.stunts.iter().map(|stunt| stunt.count).sum::<i32>() <= 3, "{name}");
    }
    for cap in 1..=5 {
        let count = people.values().filter(|person| person.stat("cap") == cap).count();
        // Each cap has a fifth of 500; six standard deviations are 54.
        assert!((46..=154).contains(&count), "{count} of cap {cap}");
    }
    assert!(people.values().any(|person| !person.gear.is_empty()) && people.values().any(|person| !person.stunts.is_empty()));
}

/// Size bands: small 1-2, human-sized 3-5, large 6-8, giant 10 and more (9: R-N9).
#[test]
fn five_hundred_animals_check_clean_with_boxes_by_their_size() {
    let sizes = [("small", 1, 2), ("human", 3, 5), ("large", 6, 8), ("giant", 10, 30)];
    for (size, low, high) in sizes {
        let drawn = many("", &PeopleOptions { size: Some(size.into()), ..wish("animal") }, 125);
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
            assert!(animal.skills.contains_key("brawling"), "R-G7: {name} can attack");
        }
    }
}

/// Only stunts that an animal can have are drawn; a package's own are preferred, and those for animals most of all.
#[test]
fn animals_have_stunts_that_animals_can_have() {
    let stunts = |own: &str| {
        let (animals, said) = compiled(own, &apart(&many(own, &wish("animal"), 150)), "animal");
        assert_eq!(said, Vec::<String>::new());
        let free = animals.values().flat_map(|animal| &animal.stunts).filter(|stunt| stunt.name == "free_form");
        free.map(|stunt| stunt.args[0].clone()).collect::<BTreeSet<String>>()
    };
    let shipped = stunts("");
    assert!(shipped.contains("Sees in the dark") && !shipped.contains("Remembers every face"), "{shipped:?}");
    let anybody = "table own_words { for free_form texts; one_of \"Ours\" }\n";
    assert_eq!(stunts(anybody), BTreeSet::from(["Ours".to_owned()]));
    let animals = format!("{anybody}table own_animals {{ for free_form texts animal; one_of \"Beastly\" }}\n");
    assert_eq!(stunts(&animals), BTreeSet::from(["Beastly".to_owned()]));
}

/// A herd may be so large that aspects repeat; no animal has the same aspect twice.
#[test]
fn a_herd_may_be_larger_than_its_aspects_are_many() {
    let herd = many("", &PeopleOptions { count: 60, ..wish("animal") }, 1);
    let (animals, said) = compiled("", &herd.concat(), "animal");
    assert_eq!((animals.len(), said), (60, Vec::<String>::new()));
    let mut all = BTreeSet::new();
    for (name, animal) in &animals {
        let own: BTreeSet<&str> = animal.aspects.iter().map(|aspect| aspect.text.as_str()).collect();
        assert_eq!(own.len(), animal.aspects.len(), "{name}");
        all.extend(own);
    }
    assert!(all.len() < animals.values().map(|animal| animal.aspects.len()).sum());
    let few = "table own_aspects { for animal aspects; one_of \"Grey\" }\n";
    assert!(drawn_text(few, &wish("animal"), 1).unwrap_err().to_string().contains("(`own_aspects`) have no new texts left"));
}

/// Rolled values are kept, up to rank 10 and more (R-N13).
#[test]
fn animals_of_the_classic_tables_are_rolled() {
    let drawn = many("", &PeopleOptions { design: Some("classic_animal".into()), ..wish("animal") }, 200);
    let (animals, said) = compiled("", &apart(&drawn), "animal");
    assert_eq!((animals.len(), said), (200, Vec::<String>::new()));
    for (name, animal) in &animals {
        let rank = animal.skills["natural_weapons"];
        assert_eq!((animal.tracks["health"], animal.tracks["composure"]), (animal.stat("unconscious"), animal.stat("dead")), "{name}");
        assert_eq!(animal.waivers.len(), usize::from(rank > 6), "{name}: {rank}");
        assert_eq!(animal.skills["agility"], animal.stat("speed"), "{name}");
    }
    let ranks: BTreeSet<i32> = animals.values().map(|animal| animal.skills["natural_weapons"]).collect();
    assert!(ranks.contains(&-2) && ranks.contains(&10), "{ranks:?}");
    assert!(animals.values().any(|animal| animal.stat("size_roll") == 13));
    let refused = drawn_text("", &PeopleOptions { design: Some("classic_animal".into()), size: Some("large".into()), ..wish("animal") }, 1);
    assert_eq!(refused.unwrap_err().to_string(), "no track of `classic_animal` depends on size: leave out `large`");
}

#[test]
fn characters_are_drawn_with_three_stunts_and_no_advice() {
    let drawn = many("", &wish("character"), 40);
    let (people, said) = compiled("", &apart(&drawn), "character");
    assert_eq!((people.len(), said), (40, Vec::<String>::new()));
    // Integral equipment of T1 takes two of the three stunts; a person without exactly three has a finding.
    let stunts = 2..=3;
    assert!(people.values().all(|person| is_pyramid(person, 5) && person.aspects.len() == 10 && stunts.contains(&person.stunts.len())));
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
    let drawn = many(STALKERS, &PeopleOptions { size: Some("fat".into()), ..wish("stalker") }, 50);
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
    // The design can also be chosen by its name.
    let by_design = PeopleOptions { design: Some("stalker".into()), ..wish("npc") };
    assert!(drawn_text(STALKERS, &by_design, 3).unwrap().contains("\nstalker "));
}

fn drawn_text(own: &str, wish: &PeopleOptions, seed: u64) -> Result<String, DrawRefusal> {
    drawn(own, |ground| people(&ground, wish, seed, "test"))
}

#[test]
fn a_wish_that_the_design_does_not_allow_is_refused_in_words() {
    let refused = |own: &str, wish: PeopleOptions| drawn_text(own, &wish, 1).unwrap_err().to_string();
    assert_eq!(refused("", PeopleOptions { cap: Some(6), ..wish("npc") }), "the cap of `npc` is from 1 to 5, not 6");
    assert_eq!(refused("", PeopleOptions { cap: Some(4), ..wish("character") }), "the cap of `character` is 5, not 4");
    assert_eq!(refused("", wish("nqc")), "there is no kind `nqc`; did you mean `npc`?");
    assert_eq!(
        refused("", PeopleOptions { design: Some("animla".into()), ..wish("npc") }),
        "there is no design `animla`; did you mean `animal`?"
    );
    assert_eq!(refused("", PeopleOptions { count: 0, ..wish("npc") }), "choose a number from 1 to 200");
    assert_eq!(
        refused("", PeopleOptions { size: Some("huge".into()), ..wish("animal") }),
        "there is no size `huge` for the kind `animal`; the sizes are giant, human, large and small"
    );
    assert_eq!(refused("", wish("mook")), "`mook` has no skills, so no person can be generated from it");
    let mute = STALKERS.replace("for stalker aspects; ", "");
    assert!(refused(&mute, wish("stalker")).starts_with("no table has the entry `for stalker aspects`"));
}

#[test]
fn one_seed_gives_the_same_bytes_and_more_people_begin_with_the_same() {
    let three = drawn_text("", &PeopleOptions { count: 3, ..wish("npc") }, 7).unwrap();
    assert_eq!(three, drawn_text("", &PeopleOptions { count: 3, ..wish("npc") }, 7).unwrap());
    assert!(three.starts_with(&drawn_text("", &wish("npc"), 7).unwrap()));
    assert_ne!(three, drawn_text("", &PeopleOptions { count: 3, ..wish("npc") }, 8).unwrap());
}

/// These results are fixed for all releases: a change here changes the result of every seed.
#[test]
fn a_seed_means_the_same_person_in_every_release() {
    insta::assert_snapshot!("stalkers", drawn_text(STALKERS, &PeopleOptions { count: 2, ..wish("stalker") }, 7).unwrap());
}

#[test]
fn a_package_with_words_of_its_own_gets_no_others() {
    let own = "table own_names { for npc names; one_of \"Ib\", \"Ob\", \"Ub\" }\n";
    let drawn = drawn_text(own, &PeopleOptions { count: 3, ..wish("npc") }, 1).unwrap();
    for name in ["Ib", "Ob", "Ub"] {
        assert!(drawn.contains(&format!("\"{name}\"")), "{drawn}");
    }
    let refused = drawn_text(own, &PeopleOptions { count: 4, ..wish("npc") }, 1).unwrap_err().to_string();
    assert_eq!(refused, "the tables for npc names (`own_names`) have no new texts left: add more");
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

fn table(pack: &slip_pack::Pack, name: &str) -> Table {
    pack.tables[&format!("own.{name}")[..]].clone()
}

fn met(own: &str, name: &str, seed: u64) -> Result<encounter::EncounterRoll, DrawRefusal> {
    let draw = |ground: GeneratorInput<'_, '_, '_>| encounter::encounter(&ground, &table(ground.pack, name), seed, "test");
    generate(sources(own), draw, |met: &encounter::EncounterRoll| &met.text)
}

#[test]
fn a_roll_on_a_table_makes_an_encounter_that_plays_or_says_what_happened() {
    let sources = sources(RIDGE);
    let package = sources.packages().last().unwrap().0;
    let (_, all) = slip_compile::inspect(&sources, |context, pack| {
        let ground = GeneratorInput { context, pack, package };
        let draw = |seed| encounter::encounter(&ground, &table(pack, "on_the_ridge"), seed, "test").unwrap();
        (0..60).map(|seed| (draw(seed), draw(seed))).collect::<Vec<_>>()
    });
    assert!(all.iter().all(|(one, again)| one == again));
    let fights: String = all.iter().filter(|(met, _)| met.encounter.is_some()).map(|(met, _)| met.text.as_str()).collect();
    let written = compiled_text::written(&format!("{RIDGE}{fights}"));
    assert_eq!(written.messages(), Vec::<&str>::new());
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (met, _) in &all {
        assert!(met.text.contains("// 1d10 on `on_the_ridge`: "), "{}", met.text);
        let looked_for: &[&'static str] = match &met.encounter {
            Some(name) => {
                let key = format!("own.{name}");
                assert!(written.pack.encounters[&key[..]].valid);
                let run = slip_session::run(&written.pack, &key, 1, slip_session::Seats::standard()).unwrap();
                assert!(run.outcome.rounds >= 1);
                &["ridge_cat x2", "dock_gang at road"]
            }
            None => {
                assert!(met.text.lines().all(|line| line.starts_with("//")), "{}", met.text);
                &["A landslide in the ", "Fog", "Only howling", ", with +2 "]
            }
        };
        seen.extend(looked_for.iter().copied().filter(|what| met.text.contains(*what)));
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
}

#[test]
fn a_table_without_a_scene_says_what_was_rolled() {
    let text = (0..12).map(|seed| met(RIDGE, "deeper", seed).unwrap()).find(|met| met.text.contains("Dock gang")).unwrap().text;
    assert!(text.ends_with("// Dock gang\n// The table has no scene, so no encounter was made.\n"), "{text}");
}

#[test]
fn a_name_that_is_taken_is_not_given_twice() {
    let taken = (0..60).map(|seed| (seed, met(RIDGE, "on_the_ridge", seed).unwrap())).find(|(_, met)| met.encounter.is_some());
    let (seed, one) = taken.unwrap();
    let two = met(&format!("{RIDGE}{}", one.text), "on_the_ridge", seed).unwrap();
    assert_eq!(two.encounter, Some(format!("on_the_ridge_{seed}_2")));
}

// Clusters.

/// Returns four fudge faces with a sum.
fn faces(sum: i8) -> [i8; 4] {
    let one = sum.signum();
    std::array::from_fn(|place| if place < usize::from(sum.unsigned_abs()) { one } else { 0 })
}

/// Draws a cluster with scripted rolls: ratings of each system, then rolls for links; every face must be used.
fn scripted(ratings: &[[i8; 3]], link_rolls: &[i8], stop: LinkStop) -> cluster::ClusterRolls {
    let rolls = ratings.iter().flatten().chain(link_rolls);
    let mut dice = Dice::scripted(rolls.flat_map(|sum| faces(*sum)));
    let stars = cluster::rolled(ratings.len(), 2, true, stop, &mut dice).unwrap();
    assert_eq!(dice.left(), 0, "every roll is made, and no other");
    stars
}

/// Returns `AB AC …`, and the number of links of each system.
fn linked(stars: &cluster::ClusterRolls) -> (String, Vec<usize>) {
    let letter = |place: usize| char::from(b'A' + u8::try_from(place).unwrap());
    let mut links = stars.links.clone();
    links.sort_unstable();
    let links: Vec<String> = links.iter().map(|(from, to)| format!("{}{}", letter(*from), letter(*to))).collect();
    let count = stars.ratings.len();
    (links.join(" "), (0..count).map(|place| neighbours(count, &stars.links, place).len()).collect())
}

fn plain(count: usize) -> Vec<[i8; 3]> {
    vec![[2, 0, 0]; count]
}

/// T-K1.
/// Rules: T-K2, T-K5.
#[test]
fn trace_t_k1_six_systems() {
    let stars = scripted(&plain(6), &[1, -2, 0, 3], LinkStop::End);
    assert_eq!(linked(&stars), ("AB AC AD BC CD CE DE DF EF".into(), vec![3, 2, 4, 4, 3, 2]));
    assert_eq!(stars.link_rolls, [1, -2, 0, 3]);
}

/// T-K2.
/// Rules: T-K1, T-K5.
#[test]
fn trace_t_k2_everything_joined_early() {
    let stars = scripted(&plain(5), &[4, -1, 2], LinkStop::End);
    assert_eq!(linked(&stars), ("AB AC AD BC CD CE DE".into(), vec![3, 2, 4, 3, 2]));
}

/// T-K3, and R-K2 and R-K3: of equal sums the first is the lowest and the last the highest; both are set to 2.
#[test]
fn trace_t_k3_the_guarantee_among_equals() {
    let ratings = [[-1, 0, 1], [1, 1, 1], [0, 1, 2], [-2, 1, 1]];
    let stars = scripted(&ratings, &[-1, -1], LinkStop::End);
    let raised = stars.raised.unwrap();
    assert_eq!((raised.lowest, raised.highest), (0, 2));
    let after: Vec<(i32, &[i32])> = stars.ratings.iter().map(|system| (system.tech, system.stats.as_slice())).collect();
    assert_eq!(after, [(2, &[0, 1][..]), (1, &[1, 1]), (2, &[1, 2]), (-2, &[1, 1])]);
    assert_eq!(stars.rolled[0].tech, -1, "the roll itself is kept");
    // A single system is lowest and highest at once.
    assert_eq!(scripted(&[[-3, 0, 0]], &[], LinkStop::End).ratings[0].tech, 2);
    // One system with T2 is enough, so no system is raised.
    assert_eq!(scripted(&[[2, 0, 0], [-4, 0, 0]], &[], LinkStop::End).raised, None);
}

/// T-K4, and R-K1: linking goes on to the end, unless `link_stop` is `early`.
#[test]
fn trace_t_k4_all_linked_after_the_first_roll() {
    let stars = scripted(&plain(4), &[1, 2], LinkStop::End);
    assert_eq!(linked(&stars), ("AB AC AD BC CD".into(), vec![3, 2, 3, 2]));
    let early = scripted(&plain(4), &[1], LinkStop::Early);
    assert_eq!(linked(&early), ("AB AC AD".into(), vec![3, 1, 1, 1]));
}

/// T-K5.
/// Rules: T-K1, T-K2.
#[test]
fn trace_t_k5_three_systems() {
    assert_eq!(linked(&scripted(&plain(3), &[0], LinkStop::End)), ("AB AC BC".into(), vec![2, 2, 2]));
    assert_eq!(linked(&scripted(&plain(3), &[-1], LinkStop::End)), ("AB BC".into(), vec![1, 2, 1]));
}

/// Worked case of the rules.
#[test]
fn the_worked_case_of_the_content_rules() {
    let stars = scripted(&plain(5), &[1, 0, -2], LinkStop::End);
    assert_eq!(linked(&stars).0, "AB AC AD BC BE CD DE");
}

/// Rolls clusters of 1 to 12 systems. Each cluster takes three rolls per system, and one more for each system except the last two. Also
/// checks the links, the number of links of each system, and that all systems are connected. Rules: R-K4, R-K5.
#[test]
fn every_cluster_is_in_one_piece_with_one_to_five_links_each() {
    for count in 1..=12_usize {
        for seed in 0..200 {
            let mut dice = Dice::seeded(seed, 1);
            let stars = cluster::rolled(count, 2, true, LinkStop::End, &mut dice).unwrap();
            assert_eq!(dice.rolls(), u64::try_from(3 * count + count.saturating_sub(2)).unwrap());
            if count == 1 {
                assert!(stars.links.is_empty());
                continue;
            }
            assert!((count - 1..=(2 * count - 3).max(1)).contains(&stars.links.len()), "{count} systems, {} links", stars.links.len());
            let distinct: BTreeSet<(usize, usize)> = stars.links.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
            assert_eq!(distinct.len(), stars.links.len(), "no pair repeats");
            let near = |place: usize| neighbours(count, &stars.links, place);
            assert!((0..count).all(|place| (1..=5).contains(&near(place).len())));
            let mut seen = BTreeSet::from([0]);
            let mut waiting = vec![0];
            while let Some(at) = waiting.pop() {
                waiting.extend(near(at).into_iter().filter(|next| seen.insert(*next)));
            }
            assert_eq!(seen.len(), count);
            // R-K4, R-K5: the system at either end has one link, or one more if a jump found it unlinked.
            assert!((1..=2).contains(&near(count - 1).len()) && (1..=3).contains(&near(0).len()));
        }
    }
}

#[test]
fn a_script_that_is_too_short_is_refused() {
    let mut dice = Dice::scripted(plain(4).iter().flatten().flat_map(|sum| faces(*sum)));
    assert_eq!(cluster::rolled(4, 2, true, LinkStop::End, &mut dice), Err(ScriptExhausted));
}

/// P(T >= 2) is 5/27, so the guarantee is needed with probability (22/27)^n.
#[test]
fn the_guarantee_is_needed_as_often_as_the_rules_reckon() {
    let four = slip_pack::table::TableRoll { dice: vec![slip_pack::table::SignedDice { count: 4, sides: 0, minus: false }], plus: 0 };
    let ways = |fits: fn(i32) -> bool| four.ways().into_iter().filter(|(sum, _)| fits(*sum)).map(|(_, ways)| ways).sum::<u64>();
    assert_eq!((ways(|sum| sum >= 2), four.throws()), (15, Some(81)));
    assert_eq!((ways(|sum| sum < 0), ways(|sum| sum == 0), ways(|sum| sum > 0)), (31, 19, 31));
    for (systems, millionths) in [(6, 292_653_i64), (8, 194_299), (10, 129_000)] {
        let runs = 10_000_i64;
        let needed = (0..runs).filter(|seed| {
            let mut dice = Dice::seeded(u64::try_from(*seed).unwrap(), 1);
            cluster::rolled(systems, 2, true, LinkStop::End, &mut dice).unwrap().raised.is_some()
        });
        let needed = i64::try_from(needed.count()).unwrap();
        let expected = runs * millionths / 1_000_000;
        // Six standard deviations of a binomial: at most 6 * sqrt(10000 * 0.2927 * 0.7073) = 273.
        assert!((needed - expected).abs() <= 273, "{systems} systems: {needed} of {runs}, expected {expected}");
    }
}

/// Word lists of the test itself, so that those of the standard library may change.
const STARS: &str = r#"
table star_names { for system names; one_of "Ab", "Ax", "Bo", "Cal", "Dun", "Em", "Fen", "Gor", "Hel", "Ibis" }
table star_aspects { for system aspects; one_of "One {n}", "Two {n}", "Three {n}" }
table n { one_of "moon", "sun", "war", "yard", "law", "king", "storm", "mine" }
table ends { for system ends; one_of "Only {neighbour}, sign {n}", "Past {neighbour}, sign {n}" }
table ways { for system ways; one_of "By {neighbour}, sign {n}", "To {neighbour}, sign {n}" }
table hubs { for system hubs; one_of "Over {neighbour}, sign {n}", "All roads, sign {n}" }
table cluster_names { for cluster names; one_of "The Rim" }
"#;

fn cluster_text(own: &str, wish: &cluster::ClusterOptions, seed: u64) -> Result<String, DrawRefusal> {
    drawn(own, |ground| cluster::cluster(&ground, wish, seed, "test"))
}

/// Rules: R-K7.
#[test]
fn a_cluster_says_its_rolls_and_is_the_same_for_ever() {
    let wish =
        cluster::ClusterOptions { systems: Some(6), players: vec!["Nadia".into(), "Tom".into(), "W \"en\"".into()], ..Default::default() };
    insta::assert_snapshot!("cluster", cluster_text(STARS, &wish, 7).unwrap());
}

/// R-K6: initials are unique. Every cluster with the standard words checks clean.
#[test]
fn two_hundred_clusters_check_clean_with_initials_of_their_own() {
    let sources = sources("");
    let (_, texts) = slip_compile::inspect(&sources, |context, pack| {
        let ground = GeneratorInput { context, pack, package: sources.packages().last().unwrap().0 };
        (0..200).map(|seed| cluster::cluster(&ground, &cluster::ClusterOptions::default(), seed, "test").unwrap()).collect::<Vec<_>>()
    });
    let mut sizes = BTreeSet::new();
    for (seed, text) in texts.iter().enumerate() {
        // `generate` compiles every cluster separately; this test compiles every twentieth.
        if seed % 20 == 0 {
            let pack = compiled_text::written(text).clean();
            let cluster = pack.clusters.values().next().unwrap();
            assert!(cluster.valid && cluster.highest_tech() >= Some(2));
            assert!(pack.items["system"].values().all(|system| system.aspects.len() >= 3));
        }
        let initials: Vec<char> = text.lines().filter(|line| line.starts_with("system ")).filter_map(|line| line.chars().nth(7)).collect();
        assert_eq!(initials.iter().collect::<BTreeSet<_>>().len(), initials.len(), "{text}");
        sizes.insert(initials.len());
    }
    assert_eq!(sizes, (6..=10).collect());
}

#[test]
fn a_cluster_of_any_wish_checks_clean() {
    let wish = cluster::ClusterOptions::default();
    for systems in [1, 2, 3, 12, 26] {
        cluster_text("", &cluster::ClusterOptions { systems: Some(systems), ..wish.clone() }, 3).unwrap();
    }
    for seed in 0..6 {
        let without = cluster::ClusterOptions { systems: Some(6), guarantee: Some(false), ..wish.clone() };
        cluster_text("", &without, seed).unwrap();
    }
    let refused =
        |systems: usize| cluster_text("", &cluster::ClusterOptions { systems: Some(systems), ..wish.clone() }, 3).unwrap_err().to_string();
    assert_eq!(refused(0), "a cluster has at least one system");
    assert_eq!(refused(27), "a cluster has at most 26 systems: each name begins with another letter");
}

/// Systems are assigned to their owners in seating order, round after round. Each player gets one or two systems, as far as the usual
/// number of systems allows.
#[test]
fn systems_go_round_the_table_in_seat_order() {
    let systems = |players: &[&str]| {
        let wish = cluster::ClusterOptions { players: players.iter().map(|name| (*name).to_owned()).collect(), ..Default::default() };
        let pack = compiled_text::written(&cluster_text("", &wish, 1).unwrap()).clean();
        let cluster = pack.clusters.values().next().unwrap().clone();
        cluster.systems.into_iter().map(|member| member.owner.unwrap()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(systems(&["A", "B", "C"]), "A B C A B C");
    assert_eq!(systems(&["A", "B", "C", "D"]), "A B C D A B C D");
    assert_eq!(systems(&["A"]), "A A A A A A");
}

/// Settings `slipstream_guarantee` and `link_stop` of the package apply unless the request sets them.
/// Rules: R-K1, T-K4.
#[test]
fn the_settings_of_the_package_decide_what_the_wish_leaves_open() {
    let text = "ruleset lone { slipstream_guarantee no; link_stop early }\n";
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "own".into(), variants: vec!["lone".into()], ..Package::default() });
    sources.add_file(package, "own.slip", text);
    let (_, texts) = slip_compile::inspect(&sources, |context, pack| {
        let ground = GeneratorInput { context, pack, package };
        let wish = cluster::ClusterOptions { systems: Some(8), ..Default::default() };
        (0..10).map(|seed| cluster::cluster(&ground, &wish, seed, "test").unwrap()).collect::<Vec<_>>()
    });
    assert!(texts.iter().all(|text| text.contains("// Without the slipstream guarantee.")));
    let walks: BTreeSet<usize> = texts.iter().map(|text| text.matches(" rolled ").count()).collect();
    assert!(walks.iter().any(|rolls| *rolls < 6), "some walk ends early: {walks:?}");
}
