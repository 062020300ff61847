//! Differential tests of views: card, `show`, export and play have the same figures, for every thing of the published packages and for things
//! that are built to have everything twice.

use super::compiled_text::written;
use super::content;
use slip_export::card_content::{Card, CardSheet, Rows};
use slip_export::cards::{self, CardOptions};
use slip_export::{csv, exported_tables, exported_things, html, markdown, text};
use slip_pack::effect::Measure;
use slip_pack::encounter::{Actor, Play};
use slip_pack::{BuiltItem, Pack, built_values};
use slip_play::fight::Fight;
use slip_play::personal::state::COMPOSURE;
use snapbox::cmd::cargo_bin;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

/// A person with two copies of a stunt and a granted thing that has a namesake of another kind, and a unit whose stunt changes its movement.
const TWICE: &str = r#"
weapon fang "Fang" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }
armour fang "Fang coat" : body_armour { tech T1; defense 2; stunts civilian }
npc edda "Edda" {
  cap 4
  skills { 4 slug_throwers; 3 brawling, agility; 2 alertness, stamina, resolve; 1 intimidation, medical, tactics, stealth }
  aspects "A", "B", "C", "D"
  stunts military_grade(slug_throwers), military_grade(brawling), have_a_thing(weapon fang)
}
unit foot "Foot" : infantry {
  tech T1
  skills { 3 hand_to_hand; 2 armour, command; 1 movement, veteran, observation }
  aspects "Home by harvest"
  stunts cavalry
}
"#;

fn lines(card: &Card, title: &str) -> Vec<(String, String, String)> {
    let parts = card.parts.iter().filter(|part| part.title == title);
    let lines = parts.filter_map(|part| if let Rows::Lines(lines) = &part.rows { Some(lines) } else { None });
    lines.flatten().map(|line| (line.lead.clone(), line.text.clone(), line.note.clone())).collect()
}

fn figures(card: &Card) -> Vec<(String, String)> {
    let figures = card.parts.iter().filter_map(|part| if let Rows::Figures(figures) = &part.rows { Some(figures) } else { None });
    figures.flatten().map(|figure| (figure.label.clone(), figure.value.clone())).collect()
}

/// Returns how often each sentence is printed as an effect on a card.
fn printed_effects(card: &Card) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    let notes = lines(card, "Stunts").into_iter().flat_map(|(_, _, note)| note.split("; ").map(str::to_owned).collect::<Vec<_>>());
    let unbought = lines(card, "In play").into_iter().map(|(_, text, _)| text);
    for sentence in notes.chain(unbought).filter(|sentence| !sentence.is_empty() && sentence != "given") {
        *found.entry(sentence).or_default() += 1;
    }
    found
}

fn compare(item: &BuiltItem, pack: &Pack) {
    let name = slip_pack::called(&item.package, &item.name);
    let card = cards::item(item, pack, CardOptions { effects: true, ..CardOptions::default() });
    let record = exported_things::item(item, pack);
    let ranks = built_values::ranks(item);
    let of_record: BTreeMap<&str, i32> = record.stats.iter().map(|(stat, rank)| (stat.as_str(), *rank)).collect();
    let of_item: BTreeMap<&str, i32> = ranks.iter().map(|(stat, rank)| (stat.as_str(), *rank)).collect();
    assert_eq!(of_record, of_item, "{name}");
    let on_card = figures(&card);
    let design = pack.design_of(item).unwrap();
    for (stat, rank) in ranks.iter().filter(|(stat, _)| !item.letters.contains_key(*stat) && !item.words.contains_key(*stat)) {
        let Some(line) = design.lines.iter().find(|line| line.word == "stat" && line.name.as_ref() == Some(stat)) else { continue };
        let wanted = (cards::title_in(&line.text).unwrap_or_else(|| cards::spaced(stat)), rank.to_string());
        assert!(on_card.contains(&wanted), "{name}: {wanted:?} is not in {on_card:?}");
    }
    if item.modes.is_empty() && item.effects.iter().all(|effect| !effect.text.contains("; ")) {
        let mut wanted: BTreeMap<String, usize> = BTreeMap::new();
        for effect in &item.effects {
            *wanted.entry(effect.text.clone()).or_default() += 1;
        }
        assert_eq!(printed_effects(&card), wanted, "{name}: each effect is printed once, behind its own copy of its stunt");
    }
    let things = pack.things_of(item);
    let on_card: Vec<String> = lines(&card, "Gear").into_iter().map(|(label, ..)| label).collect();
    assert_eq!(on_card, things.iter().map(|thing| thing.title.clone()).collect::<Vec<_>>(), "{name}");
    assert_eq!(record.gear.len(), things.len(), "{name}");
    let held: i32 = item.holds.keys().map(|list| item.held(list)).sum();
    let parts: u32 = record.parts.iter().map(|part| part.count).sum();
    assert_eq!(u32::try_from(held).unwrap(), parts, "{name}");
    // Every format prints the same card.
    let sheet = CardSheet { cards: vec![card], ..cards::sheet(pack) };
    let table = exported_tables::by_kind(std::slice::from_ref(&record));
    let csv: String = table.values().map(csv::file).collect();
    for page in [text::page(&sheet), markdown::page(&sheet), html::page(&sheet, slip_export::layout::Paper::A4), csv] {
        let flat = page.split_whitespace().collect::<String>();
        for held in item.holds.values().flatten() {
            let title = &pack.item(&held.thing).unwrap().title;
            assert!(flat.contains(&title.split_whitespace().collect::<String>()), "{name}: {title}");
        }
    }
}

#[test]
fn every_view_of_every_published_thing_has_the_same_figures() {
    let mut compared = 0;
    for (_, pack) in content() {
        for item in pack.items.values().flat_map(|kind| kind.values()).filter(|item| item.valid) {
            compare(item, &pack);
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared} things");
}

#[test]
fn a_thing_with_everything_twice_has_one_figure_in_every_view() {
    let pack = written(TWICE).pack;
    for item in pack.items.values().flat_map(|kind| kind.values()).filter(|item| item.package == "own" && item.valid) {
        compare(item, &pack);
    }
    let edda = &pack.items["npc"]["own.edda"];
    let card = cards::item(edda, &pack, CardOptions { effects: true, ..CardOptions::default() });
    let stunts: Vec<(String, String)> = lines(&card, "Stunts").into_iter().map(|(label, _, note)| (label, note)).collect();
    let bought = |label: &str| stunts.iter().find(|(known, _)| known == label).map(|(_, note)| note.as_str()).unwrap();
    assert_eq!(bought("Military-grade (slug_throwers)"), "is military slug_throwers");
    assert_eq!(bought("Military-grade (brawling)"), "is military brawling");
    assert!(lines(&card, "Gear")[0].1.starts_with("Harm 1, Penetration 1"), "{edda:#?}");
    let foot = &pack.items["unit"]["own.foot"];
    assert_eq!(built_values::ranks(foot)[Measure::MaxMove.word()], foot.stat("max_move") + 1);
}

/// A beast of its own design, and people with things that have tracks.
const OWN: &str = r#"
design fen_beast "Fen beast" : animal {
  stat bite "Bite" { ranks 0..5 }
  skills column 3
  slots 3
  fate 3
  gear
  track health "Health" { base 4; fixed }
  track composure "Composure" { base 4; fixed }
  effect +(bite) to harm of brawling attack
  effect at start has aspect "Hidden"
}
animal eel "Eel" : fen_beast { bite 3; skills { 3 brawling; 2 agility; 1 stamina }; aspects "A", "B", "C" }
design field_belt "Field belt" : armour {
  tech T-4..T4
  budget 20
  stat defense "Defense" { ranks 0..8; cost rank }
  track shield "Shield" { base 2; cost rank - 2 }
}
armour belt "Belt" : field_belt { tech T2; defense 1; tracks { shield 4 } }
npc ulf "Ulf" { cap 2; skills { 2 brawling; 1 agility, stamina }; aspects "A", "B"; stunts have_a_thing(belt) }
"#;

#[test]
fn a_card_prints_what_only_its_author_knows() {
    let pack = written(OWN).pack;
    let card = |kind: &str, name: &str| cards::item(&pack.items[kind][name], &pack, CardOptions::default());
    let in_play: Vec<String> = lines(&card("animal", "own.eel"), "In play").into_iter().map(|(_, text, _)| text).collect();
    assert_eq!(in_play, ["+(bite) to harm of brawling attack", "at start has aspect \"Hidden\""]);
    assert_eq!(lines(&card("npc", "own.ulf"), "Gear")[0].1, "Defense 1; Shield 4 boxes");
    // The effects of the standard designs are rules that players know.
    let standard = written(TWICE).pack;
    let fang = cards::item(&standard.items["weapon"]["own.fang"], &standard, CardOptions::default());
    assert_eq!(lines(&fang, "In play"), []);
}

#[test]
fn units_move_in_play_as_far_as_their_cards_say() {
    let mut compared = 0;
    for (_, pack) in content() {
        for encounter in pack.encounters.values().filter(|encounter| encounter.valid && encounter.play == Play::Platoon) {
            let Ok(Fight::Platoon(fight)) = Fight::begin(&pack, encounter) else { continue };
            let fielded: Vec<&BuiltItem> = encounter
                .sides
                .iter()
                .flat_map(|side| side.actors.iter().map(move |actor| (side, actor)))
                .filter_map(|(side, actor)| pack.fielded(side, actor))
                .collect();
            for who in fight.roster.units.keys() {
                let title = fight.roster.units.row(who).unwrap().title.split(" #").next().unwrap().to_owned();
                let Some(item) = fielded.iter().find(|item| item.title == title) else { continue };
                // Other units of the platoon may change the value, but it is never below what the unit has by itself.
                let own = built_values::ranks(item).get(Measure::MaxMove.word()).copied().unwrap_or(0);
                assert!(fight.max_move(who) >= own, "{}: {title}: {} in play, {own} on its card", encounter.name, fight.max_move(who));
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{compared} units");
}

/// Items with every stunt of the standard designs that may be bought several times and counts each time.
const AGAIN: &str = r#"
armour eyes "Eyes" : body_armour { tech T4; defense 2; stunts power_suit, sensors x2, transfer_aspect("Sees all"), transfer_aspect("Says all") }
unit riders "Riders" : infantry {
  tech T3
  skills { 3 direct_fire; 2 movement, armour; 1 anti_air, signals, observation }
  stunts cavalry x2, technology_enhancement(direct_fire)
  aspects "Gone by one"
}
unit walkers "Walkers" : infantry {
  tech T4
  skills { 3 direct_fire; 2 signals, camouflage; 1 observation, armour, movement }
  stunts technology_enhancement(signals) x2, wireless x2
  aspects "No hurry"
}
unit rods "Rods" : artillery {
  tech T4
  skills { 3 indirect_fire; 2 signals; 1 observation }
  stunts orbital, long_range x2, technology_enhancement(indirect_fire) x2
  aspects "Every ninety minutes"
}
npc knows "Knows" {
  cap 3
  skills { 3 charm; 2 alertness, resolve; 1 agility, stamina, arts }
  stunts free_form("knows the harbour"), free_form("knows the hills")
  aspects "A", "B", "C"
}
"#;

/// A stunt that is bought twice counts as two stunts on the card, in `show`, in exports and in play, wherever the number of stunts is
/// printed.
#[test]
fn repeatable_stunts_count_as_often_as_they_are_bought() {
    let pack = written(AGAIN).pack;
    let mut repeated = BTreeSet::new();
    for item in pack.items.values().flat_map(|kind| kind.values()).filter(|item| item.package == "own") {
        assert!(item.valid, "{}", item.name);
        compare(item, &pack);
        let record = exported_things::item(item, &pack);
        let card = cards::item(item, &pack, CardOptions { effects: true, ..CardOptions::default() });
        let on_card = lines(&card, "Stunts");
        for stunt in &item.stunts {
            let copies: i32 = record.stunts.iter().filter(|other| other.name == stunt.name).map(|other| other.count).sum();
            let bought: i32 = item.stunts.iter().filter(|other| other.name == stunt.name).map(|other| other.count).sum();
            assert_eq!(copies, bought, "{}: {}", item.name, stunt.name);
            if bought > 1 {
                repeated.insert(stunt.name.to_string());
                let label = |(label, ..): &(String, String, String)| label.clone();
                let named =
                    on_card.iter().map(label).filter(|label| label.starts_with(&title_of(&record, &stunt.name))).collect::<Vec<_>>();
                assert!(named.len() > 1 || named.iter().any(|label| label.contains(&format!("×{bought}"))), "{}: {named:?}", item.name);
            }
        }
        let ranks: BTreeMap<&str, i32> = record.skills.iter().map(|(skill, rank)| (skill.as_str(), *rank)).collect();
        for (skill, rank) in &ranks {
            assert_eq!(item.rank(skill), Some(*rank), "{}: {skill}", item.name);
        }
    }
    let wanted = ["cavalry", "free_form", "long_range", "sensors", "technology_enhancement", "transfer_aspect", "wireless"];
    assert_eq!(repeated.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
    let unit = |name: &str| &pack.items["unit"][&format!("own.{name}")[..]];
    assert_eq!(built_values::ranks(unit("riders"))[Measure::MaxMove.word()], unit("riders").stat("max_move") + 2);
    assert_eq!([unit("walkers").rank("signals"), unit("rods").rank("indirect_fire")], [Some(4), Some(5)]);
}

/// Returns the title of a stunt in a record.
fn title_of(record: &exported_things::ExportedThing, stunt: &str) -> String {
    record.stunts.iter().find(|other| other.name == stunt).map(|other| other.title.clone()).unwrap()
}

/// Returns the pack of `everything`, which has a thing of every design of the standard library.
fn everything() -> Pack {
    let project = slipyard::project::load(&[PathBuf::from("tests/export/everything")], &mut std::io::empty()).unwrap();
    let compiled = slip_compile::compile(&project.sources);
    assert!(!compiled.diagnostics.has_errors(), "{:#?}", compiled.diagnostics);
    compiled.pack
}

fn own(pack: &Pack) -> impl Iterator<Item = &BuiltItem> {
    pack.items.values().flat_map(|kind| kind.values()).filter(|item| item.package == "everything")
}

/// Prints a thing with `slipyard show`.
fn shown(item: &BuiltItem) -> String {
    let what = format!("{} {}", item.kind, item.name);
    let out =
        Command::new(cargo_bin!("slipyard")).args(["show", &what, "--in", "tests/export/everything", "--color", "never"]).output().unwrap();
    String::from_utf8(out.stdout).unwrap()
}

/// A new design without a thing fails this test: `everything.slip` then needs one.
#[test]
fn a_thing_of_every_design_has_the_same_figures_in_every_view() {
    let pack = everything();
    let designs = pack.declarations["design"].values().filter(|design| design.package == "std").map(|design| design.name.to_string());
    let built: BTreeSet<String> = own(&pack).map(|item| item.design.to_string()).collect();
    assert_eq!(designs.collect::<BTreeSet<String>>(), built);
    for item in own(&pack) {
        compare(item, &pack);
        let shown = shown(item);
        let told = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        let unworded = |stat: &str| !item.letters.contains_key(stat) && !item.words.contains_key(stat) && !item.phrases.contains_key(stat);
        let record = exported_things::item(item, &pack);
        for (stat, rank) in record.stats.iter().filter(|(stat, rank)| unworded(stat) && rank.to_string() != "0") {
            let is_flag = rank.to_string() == "1" && told.contains(&format!("{stat} yes"));
            assert!(is_flag || told.contains(&format!("{stat} {rank}")), "{}: {stat} {rank} is not in {shown}", item.name);
        }
        for (skill, rank) in &record.skills {
            let printed = told.contains(&format!("{rank} {skill}")) || told.contains(&format!("{skill} {rank}"));
            // Every skill of the list at one rank is one line.
            let is_everything = told.contains(&format!("{rank} in everything"));
            assert!(printed || is_everything || told.contains(skill.as_str()), "{}: {rank} {skill} is not in {shown}", item.name);
        }
        for (figure, number) in [("Cost", record.price), ("fate", record.fate)] {
            let Some(number) = number else { continue };
            assert!(told.contains(&number.to_string()), "{}: {figure} {number} is not in {shown}", item.name);
        }
        for (track, boxes) in &item.tracks {
            assert!(told.contains(&format!("{track} {boxes}")), "{}: {track} {boxes} is not in {shown}", item.name);
        }
        for stunt in item.stunts.iter().filter(|stunt| stunt.count > 1 && item.effects.iter().any(|effect| stunt.has(effect))) {
            assert!(shown.contains(&format!("({} ×{})", stunt.name, stunt.count)), "{}: {shown}", item.name);
        }
    }
    // Things of one name are distinguished by their kinds, and copies are counted.
    let reyes = shown(&pack.items["character"]["everything.nova"]);
    assert!(reyes.contains("gear         armour nova, nova_blade ×2, weapon nova"), "{reyes}");
}

#[test]
fn people_and_ships_begin_play_with_the_tracks_of_their_cards() {
    let pack = everything();
    for encounter in pack.encounters.values().filter(|encounter| encounter.package == "everything") {
        let actors: Vec<&Actor> = encounter.sides.iter().flat_map(|side| &side.actors).collect();
        match Fight::begin(&pack, encounter).unwrap() {
            Fight::Personal(fight) => {
                for (who, actor) in fight.roster.actors.keys().zip(&actors) {
                    let item = pack.item(&actor.item).unwrap();
                    for (id, track) in fight.tracks_shown(who) {
                        let name = if id == COMPOSURE { "composure" } else { "health" };
                        assert_eq!(i32::from(track.length()), item.tracks[name], "{}: {name}", item.title);
                    }
                }
            }
            Fight::Space(fight) => {
                let mut compared = 0;
                // Fighters in a hangar are no actors of the encounter.
                for (who, sheet) in fight.roster.ships.iter() {
                    let Some(actor) = actors.iter().find(|actor| actor.name == sheet.name) else { continue };
                    let item = pack.item(&actor.item).unwrap();
                    // Opponents do not strike the heat track.
                    let boxes: i32 = item.tracks.iter().filter(|(track, _)| track.as_str() != "heat").map(|(_, boxes)| boxes).sum();
                    let slots = i64::try_from(item.consequences.len()).unwrap();
                    assert_eq!(fight.all_left(who), i64::from(boxes) + slots, "{}", item.title);
                    compared += 1;
                }
                assert!(compared >= 2, "{compared} ships");
            }
            _ => panic!("{} is not compared", encounter.name),
        }
    }
}
