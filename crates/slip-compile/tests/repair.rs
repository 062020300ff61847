//! Tests of fixes: each is sufficient and does no harm, no smallest fix is missing, and their order follows the rulings (R-XRP1, R-XRP2).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use proptest::prelude::*;
use slip_compile::stdlib;
use slip_compile::{Compiled, compile};
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Fix, Severity};
use slip_source::{Package, Sources};
use std::collections::{BTreeMap, BTreeSet};

fn compiled(text: &str) -> Compiled {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "yard".into(), edition: 1, ..Package::default() });
    sources.add_file(own, "yard.slip", text);
    compile(&sources)
}

fn errors(compiled: &Compiled) -> Vec<&Diagnostic> {
    compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect()
}

/// Returns the number of places with an error of each code. An inherited entry may be wrong for two derived things with different
/// messages, which were the same before an edit.
fn by_code(compiled: &Compiled) -> BTreeMap<Code, usize> {
    let mut counts = BTreeMap::new();
    let places: BTreeSet<_> = errors(compiled).into_iter().map(|error| (error.code, error.primary.span)).collect();
    for (code, _) in places {
        *counts.entry(code).or_insert(0) += 1;
    }
    counts
}

/// Returns the fixes that can be applied as they are.
fn ready(found: &Diagnostic) -> Vec<&Fix> {
    found.fixes.iter().filter(|fix| fix.confidence != Confidence::Display).collect()
}

fn titles(compiled: &Compiled, code: Code) -> Vec<&str> {
    let found = compiled.diagnostics.iter().find(|found| found.code == code).expect("the code is found");
    ready(found).iter().map(|fix| fix.title.as_str()).collect()
}

fn mended(text: &str, fix: &Fix) -> String {
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|edit| std::cmp::Reverse((edit.span.start, edit.span.end)));
    let mut text = text.to_owned();
    for edit in edits {
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.replacement);
    }
    text
}

/// Checks every fix of a text: its finding is gone, no other error is added, and no comment is lost.
fn each_edit_is_enough(text: &str) {
    let before = compiled(text);
    let counts = by_code(&before);
    for found in errors(&before) {
        for fix in ready(found) {
            let after_text = mended(text, fix);
            let after = compiled(&after_text);
            let left = by_code(&after);
            let said: Vec<&str> = errors(&after).iter().map(|error| error.message.as_str()).collect();
            assert!(left.get(&found.code).copied().unwrap_or(0) < counts[&found.code], "{}: {said:?}\n{after_text}", fix.title);
            for (code, count) in &left {
                assert!(counts.get(code).is_some_and(|before| count <= before), "{}: {said:?}\n{after_text}", fix.title);
            }
            assert_eq!(text.matches("//").count(), after_text.matches("//").count(), "{}\n{after_text}", fix.title);
            assert_eq!(text.contains('\r'), after_text.contains('\r'));
            assert!(!after_text.contains('\r') || after_text.matches('\n').count() == after_text.matches("\r\n").count(), "{after_text:?}");
        }
    }
}

#[test]
fn edits_that_leave_nothing_wrong_come_first() {
    let gun = "weapon a : slug_thrower {\n  tech T1\n  harm 1\n  penetration 1\n  range 0..2\n  stunts civilian, explosive\n}\n";
    assert_eq!(titles(&compiled(gun), Code::OverBudget)[0], "drop `explosive` (this repairs both errors of `a`)");
}

// ------------------------------------------------------------------------------------------------ every smallest fix

/// A design so small that every item of it can be enumerated.
const KITE: &str = r#"
design kite "Kite" : kite {
  tech T0..T2
  budget 2 + 2 * tech - (if fancy then 1 else 0)
  stat lift "Lift" { ranks 0..tech + 2; cost if rank > tech then 2 * rank - tech else rank }
  stat pull "Pull" { ranks 0..3; cost [0, 1, 1, 3] }
  track cord "Cord" { base 2; cost rank - 2 }
  stunt tail "Tail" { cost 1; excludes lantern }
  stunt lantern "Lantern" { cost 1; tech T1 }
  stunt fancy "Fancy" { cost 0; requires tail }
  require lift + pull >= 1 else "a kite must fly"
}
"#;

const STUNTS: [&str; 3] = ["tail", "lantern", "fancy"];

/// Technology, lift, pull, cord, and whether each stunt is bought.
type Kite = [i64; 7];

fn kites() -> Vec<Kite> {
    let mut all = Vec::new();
    for tech in 0..=2 {
        for lift in 0..=5 {
            for pull in 0..=3 {
                for cord in [2, 4] {
                    for stunts in 0..8 {
                        all.push([tech, lift, pull, cord, stunts & 1, stunts >> 1 & 1, stunts >> 2 & 1]);
                    }
                }
            }
        }
    }
    all
}

fn kite_text(name: &str, kite: Kite) -> String {
    let [tech, lift, pull, cord, ..] = kite;
    let stunts: Vec<&str> = STUNTS.iter().zip(&kite[4..]).filter(|(_, there)| **there == 1).map(|(stunt, _)| *stunt).collect();
    let stunts = if stunts.is_empty() { String::new() } else { format!("; stunts {}", stunts.join(", ")) };
    format!("kite {name} {{ tech T{tech}; lift {lift}; pull {pull}; tracks {{ cord {cord} }}{stunts} }}\n")
}

/// Parses a text in the form of [`kite_text`], however it was edited.
fn kite_of(text: &str) -> Kite {
    let number = |key: &str| {
        let at = text.find(key).unwrap() + key.len();
        text[at..].chars().take_while(char::is_ascii_digit).collect::<String>().parse::<i64>().unwrap()
    };
    let stunt = |name: &str| i64::from(text.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == name));
    [number("tech T"), number("lift "), number("pull "), number("cord "), stunt("tail"), stunt("lantern"), stunt("fancy")]
}

/// True if a fix may lead from one to the other: stunts are added only if another needs them.
fn may_become(from: Kite, to: Kite) -> bool {
    let comes = |at: usize| from[at] == 0 && to[at] == 1;
    !comes(5) && !comes(6) && (!comes(4) || from[6] == 1)
}

/// Returns the legal kites that the smallest fixes lead to. A fix is smallest if no other fix of the same entries in the same direction
/// changes less.
fn smallest(from: Kite, legal: &BTreeSet<Kite>) -> BTreeSet<Kite> {
    let changed = |to: &Kite| (0..7).filter(|at| from[*at] != to[*at]).count();
    let reachable: Vec<Kite> = legal.iter().copied().filter(|to| may_become(from, *to)).collect();
    let Some(least) = reachable.iter().map(changed).min().filter(|least| *least <= 3) else { return BTreeSet::new() };
    let near: Vec<Kite> = reachable.into_iter().filter(|to| changed(to) == least).collect();
    let direction = |to: &Kite| (0..7).map(|at| (to[at] - from[at]).signum()).collect::<Vec<i64>>();
    let less_far = |one: &Kite, other: &Kite| {
        one != other && direction(one) == direction(other) && (0..7).all(|at| (one[at] - from[at]).abs() <= (other[at] - from[at]).abs())
    };
    near.iter().copied().filter(|to| !near.iter().any(|other| less_far(other, to))).collect()
}

#[test]
fn none_of_the_smallest_edits_is_missing_and_none_is_more() {
    let all = kites();
    // A repair can change a cord to 3 or to more than 4, although no kite starts with such a cord. Every cord from 1 to 10 is therefore
    // compiled.
    let mut every: BTreeSet<Kite> = BTreeSet::new();
    for kite in &all {
        every.extend((1..=10).map(|cord| [kite[0], kite[1], kite[2], cord, kite[4], kite[5], kite[6]]));
    }
    let name = |kite: &Kite| format!("k{}", kite.iter().map(ToString::to_string).collect::<Vec<_>>().join("_"));
    let whole: String = every.iter().map(|kite| kite_text(&name(kite), *kite)).collect();
    let reference = compiled(&format!("{KITE}{whole}"));
    let valid: BTreeSet<&str> = reference.pack.items["kite"].values().filter(|item| item.valid).map(|item| &*item.name).collect();
    let legal: BTreeSet<Kite> = every.iter().copied().filter(|kite| valid.contains(name(kite).as_str())).collect();
    assert!(legal.len() > 100 && legal.len() < every.len());
    let text = format!("{KITE}{}", all.iter().map(|kite| kite_text(&name(kite), *kite)).collect::<String>());
    let found = compiled(&text);
    let all_errors = errors(&found);
    let mut looked_at = BTreeMap::new();
    for kite in &all {
        let line = kite_text(&name(kite), *kite);
        let start = text.find(&line).unwrap();
        let inside = |error: &&&Diagnostic| (start..start + line.len()).contains(&(error.primary.span.start as usize));
        let own: Vec<&&Diagnostic> = all_errors.iter().filter(inside).collect();
        // If there are several findings, each has its own fixes, and these do not fix the others.
        let [only] = own.as_slice() else { continue };
        let offered: BTreeSet<Kite> = ready(only)
            .iter()
            .map(|fix| {
                let after = mended(&text, fix);
                kite_of(after[start..].lines().next().unwrap())
            })
            .collect();
        assert_eq!(offered, smallest(*kite, &legal), "{line}{}\n{:?}", only.message, ready(only));
        *looked_at.entry(only.code).or_insert(0) += 1;
    }
    for code in
        [Code::OverBudget, Code::StatAboveCap, Code::ExcludedStunt, Code::StuntNeedsTech, Code::StuntNeedsStunt, Code::RequirementFailed]
    {
        assert!(looked_at.get(&code).is_some_and(|count| *count >= 1), "{code}: {looked_at:?}");
    }
}

// --------------------------------------------------------------------------------------------------- each is sufficient

const SHIP_STUNTS: [&str; 8] =
    ["civilian", "firewall", "point_defense", "skeleton_crew", "overwatch", "cheap", "high_capacity_magazine", "dimensional_heat_dump"];
const GUN_STUNTS: [&str; 8] = ["civilian", "full_auto", "low_recoil", "bulky", "concealable", "awkward_reload", "power_pack", "sniper"];

fn any_ship() -> impl Strategy<Value = String> {
    let stunts = prop::collection::vec(prop::sample::select(SHIP_STUNTS.to_vec()), 0..5);
    (-1..=5_i32, [0..=7_i32, 0..=5, 0..=5, 0..=4, -1..=4], [1..=7_i32, 1..=6, 1..=6], stunts).prop_map(|(tech, ranks, tracks, stunts)| {
        let [v_shift, beam, torpedo, ew, trade] = ranks;
        let [frame, data, heat] = tracks;
        let stunts = if stunts.is_empty() { String::new() } else { format!("  stunts {} // as sold\n", stunts.join(", ")) };
        format!(
            "// A ship.\nship probe : spacecraft {{\n  tech T{tech} // of its time\n  v_shift {v_shift}; beam {beam}; torpedo {torpedo}\n  ew {ew} // loud\n  \
             trade {trade}\n  tracks {{ frame {frame}; data {data}; heat {heat} }}\n{stunts}}}\n"
        )
    })
}

fn any_gun() -> impl Strategy<Value = String> {
    let stunts = prop::collection::vec(prop::sample::select(GUN_STUNTS.to_vec()), 1..5);
    (-2..=4_i32, 0..=7_i32, 0..=7_i32, 0..=3_i32, 0..=6_i32, stunts).prop_map(|(tech, harm, penetration, min, max, stunts)| {
        format!(
            "weapon probe : slug_thrower {{\n  tech T{tech}\n  harm {harm}; penetration {penetration}\n  range {min}..{}\n  stunts {},\n    // the last one\n    {}\n}}\n",
            min.max(max),
            stunts.join(", "),
            stunts[0]
        )
    })
}

/// Returns the same thing with its numbers in a base, so that they are overridden and not edited.
fn derived(text: &str) -> String {
    let base = text.replace("probe", "pattern");
    let kind = text.lines().find(|line| line.contains("probe")).unwrap().split(' ').next().unwrap().to_owned();
    format!("{base}\n{kind} probe from pattern {{\n  // nothing new\n}}\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_edit_of_a_ship_is_enough(ship in any_ship()) {
        each_edit_is_enough(&ship);
        each_edit_is_enough(&derived(&ship));
        each_edit_is_enough(&ship.replace('\n', "\r\n"));
    }

    #[test]
    fn every_edit_of_a_gun_is_enough(gun in any_gun()) {
        each_edit_is_enough(&gun);
        each_edit_is_enough(gun.trim_end());
    }
}

#[test]
fn numbers_come_before_stunts_and_the_technology_last_and_a_waiver_behind_them() {
    let ship = "ship boast : spacecraft {\n  tech T2\n  v_shift 3; beam 3; torpedo 2; ew 2; trade 2\n  tracks { frame 4; data 3; heat 4 }\n  stunts firewall\n  aspects \"A\", \"B\", \"C\", \"D\", \"E\"\n}\n";
    let found = compiled(ship);
    let over = found.diagnostics.iter().find(|found| found.code == Code::OverBudget).expect("it is over its budget");
    let titles = titles(&found, Code::OverBudget);
    assert!(titles.len() > 4, "{titles:?}");
    let place = |words: &str| titles.iter().position(|title| title.contains(words)).unwrap_or_else(|| panic!("{words}: {titles:?}"));
    assert!(place("lower `torpedo` from 2 to") < place("raise `tech` from T2 to T3"), "{titles:?}");
    assert_eq!(place("raise `tech`"), titles.len() - 1);
    let last = over.fixes.last().expect("it has edits");
    assert_eq!((last.confidence, last.title.as_str()), (Confidence::Display, "allow it with a reason: `allow over-budget \"…\"`"));
    let allowed = compiled(&mended(ship, last));
    assert!(errors(&allowed).is_empty(), "{:?}", errors(&allowed));
}

#[test]
fn what_two_things_inherit_is_wrong_once_whatever_is_said_of_it() {
    let ship = "// A ship.\nship probe : spacecraft {\n  tech T-1 // of its time\n  v_shift 3; beam 0; torpedo 5\n  ew 1 // loud\n  trade 1\n  tracks { frame 4; data 5; heat 2 }\n  \
                stunts firewall, dimensional_heat_dump // as sold\n}\n";
    each_edit_is_enough(&derived(ship));
}

#[test]
fn what_is_inherited_is_overridden_and_the_base_stays() {
    let text = "weapon plain : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n\
                weapon loud from plain { harm 3 }\n";
    let found = compiled(text);
    let over = found.diagnostics.iter().find(|found| found.code == Code::OverBudget).expect("it is over its budget");
    assert!(ready(over).len() == 2, "{:?}", ready(over));
    for fix in ready(over) {
        let after = mended(text, fix);
        assert_eq!(after.lines().next(), text.lines().next(), "{after}");
        assert!(errors(&compiled(&after)).is_empty(), "{after}");
    }
}

#[test]
fn a_hopeless_thing_is_told_so_and_the_search_ends() {
    let ship = "ship wish : spacecraft {\n  tech T0\n  v_shift 2; beam 2; torpedo 2; ew 2; trade 2\n  tracks { frame 30; data 30; heat 30 }\n  \
                stunts firewall, point_defense, vector_randomizer, overwatch, cheap, civilian\n}\n";
    let found = compiled(ship);
    let over = found.diagnostics.iter().find(|found| found.code == Code::OverBudget).expect("it is over its budget");
    assert!(ready(over).is_empty() || over.help.is_some());
}

/// A finding about aspects only changes aspects, so that the search does not try ranks and boxes (R-XRP1, R-XRP5).
#[test]
fn two_aspects_too_many_are_left_out_in_every_way() {
    let ship = "ship seven : spacecraft {\n  tech T2\n  v_shift 2; beam 2\n  aspects \"A\", \"B\", \"C\", \"D\", \"E\", \"F\", \"G\"\n}\n";
    let found = compiled(ship);
    let titles = titles(&found, Code::TooManyAspects);
    assert_eq!(titles.len(), 21, "{titles:?}");
    assert!(titles.iter().all(|title| title.matches("leave out the aspect").count() == 2), "{titles:?}");
    each_edit_is_enough(ship);
}

/// Fixes for a failed requirement change only the entries that the requirement names, and save their cost elsewhere.
#[test]
fn what_a_design_asks_for_is_met_and_paid_for() {
    let kite = format!("{KITE}{}", kite_text("probe", [0, 0, 0, 4, 0, 0, 0]));
    let found = compiled(&kite);
    let titles = titles(&found, Code::RequirementFailed);
    assert!(titles.contains(&"raise `pull` from 0 to 1 and shorten `cord` from 4 to 3"), "{titles:?}");
    assert!(titles.iter().all(|title| title.contains("raise `lift`") || title.contains("raise `pull`")), "{titles:?}");
    each_edit_is_enough(&kite);
    let gun = "weapon probe : slug_thrower {\n  tech T-2\n  penetration 3\n  range 3..2\n  stunts free_modal\n  \
               mode m0 { harm 2; penetration 3; stunts awkward_reload }\n  mode m1 { harm 0; stunts high_capacity, low_recoil }\n}\n";
    each_edit_is_enough(gun);
}

/// An aspect that is not earned can be earned or left out; free texts in place of derived aspects are separate.
#[test]
fn an_aspect_that_is_not_earned_is_earned_or_left_out() {
    let ship =
        |aspect: &str| format!("ship tern : spacecraft {{\n  tech T3\n  v_shift 1; trade 2\n  aspects {aspect}, \"A\", \"B\", \"C\"\n}}\n");
    let hauler = ship("\"Cargo hauler\"");
    assert_eq!(titles(&compiled(&hauler), Code::UnearnedAspect), ["raise `trade` from 2 to 3", "leave out the aspect \"Cargo hauler\""]);
    each_edit_is_enough(&hauler);
    let huge = ship("\"Huge\"");
    assert!(titles(&compiled(&huge), Code::UnearnedAspect).contains(&"lower `tech` from T3 to T1"));
    each_edit_is_enough(&huge);
    let both = ship("\"Cargo hauler\", \"Passenger liner\"").replace("trade 2", "trade 3");
    assert_eq!(titles(&compiled(&both), Code::UnearnedAspect).len(), 2);
    each_edit_is_enough(&both);
    let renamed = ship("\"Cargo\" as \"Broad in the beam\"");
    assert_eq!(titles(&compiled(&renamed), Code::UnearnedAspect), ["write only `\"Broad in the beam\"`"]);
    each_edit_is_enough(&renamed);
}

/// A stunt that a design requires is bought if no other change is sufficient.
#[test]
fn a_stunt_that_a_design_asks_for_is_bought() {
    let carrier = "ship wasp : spacecraft { tech T2; v_shift 1; trade 1; aspects \"A\", \"B\", \"C\", \"D\" }\n\
                   design barge : ship {\n  budget 3\n  slots 0\n  holds boats ship\n  stunt deck \"Deck\" { cost 2; sink }\n  \
                   require boats == 0 or deck else \"boats need a deck\"\n}\n\
                   ship scow : barge { boats wasp }\n";
    assert_eq!(titles(&compiled(carrier), Code::RequirementFailed), ["add `deck`"]);
    each_edit_is_enough(carrier);
}

/// A search that gives up says so: without a message, the author would assume that no fix exists.
#[test]
fn a_search_that_is_given_up_says_so() {
    let aspects = (0..40).map(|at| format!("\"A{at}\"")).collect::<Vec<_>>().join(", ");
    let found = compiled(&format!("ship forty : spacecraft {{ tech T2; v_shift 2; beam 2; aspects {aspects} }}\n"));
    let many = found.diagnostics.iter().find(|found| found.code == Code::TooManyAspects).expect("they are too many");
    assert!(ready(many).is_empty());
    assert!(many.notes.iter().any(|note| note.contains("none of those tried is enough")), "{many:?}");
}

/// If an inherited stunt is illegal only because of the derived thing's own entries, the fix or the waiver is written in the
/// derived thing (R-XRP4).
#[test]
fn what_is_wrong_only_in_the_derived_thing_is_mended_there() {
    let text = "armour suit : body_armour { tech T2; defense 2; stunts power_suit, servos }\n\
                armour bare from suit { stunts - power_suit }\n\
                armour old from suit { tech T0; defense 0 }\n";
    let found = compiled(text);
    for code in [Code::StuntNeedsStunt, Code::StuntNeedsTech] {
        let wrong = found.diagnostics.iter().find(|found| found.code == code).unwrap_or_else(|| panic!("{code:?}"));
        assert!(!ready(wrong).is_empty(), "{wrong:?}");
        assert_eq!(wrong.fixes.last().map(|fix| fix.confidence), Some(Confidence::Display));
        for fix in &wrong.fixes {
            assert_eq!(mended(text, fix).lines().next(), text.lines().next(), "the base stays as it is");
        }
    }
    each_edit_is_enough(text);
}

/// A stunt that a derived thing removes must exist in its base, so the fix that drops it comes last.
#[test]
fn what_derived_things_take_away_is_dropped_last() {
    let text = "armour root : body_armour { tech T2; defense 4; stunts power_suit, servos, sensors, flexible }\n\
                armour heir from root { defense 4; stunts - flexible }\n";
    let found = compiled(text);
    let titles = titles(&found, Code::OverBudget);
    let place = titles.iter().position(|title| title.contains("drop `flexible`"));
    assert!(titles.len() > 1 && place == Some(titles.len() - 1), "{titles:?}");
    assert!(!errors(&compiled(&mended(text, ready(errors(&found)[0])[0]))).iter().any(|error| error.code == Code::UnknownName));
}

/// `once per` allows one purchase for each value. The help must not suggest a count, which would be the next error.
#[test]
fn what_is_bought_once_for_each_value_is_not_to_be_counted() {
    let npc = "npc iva { cap 1; skills { 1 slug_throwers }; stunts military_grade(slug_throwers), military_grade(slug_throwers); aspects \"A\" }\n";
    let found = compiled(npc);
    let twice = found.diagnostics.iter().find(|found| found.code == Code::RepeatedStunt).expect("it is bought twice");
    assert!(twice.help.as_ref().is_some_and(|help| !help.contains("x2")), "{:?}", twice.help);
}

/// An entry that is unparsed or missing does not count as 0, and no fix removes anything because of it.
#[test]
fn what_could_not_be_read_is_one_mistake_and_costs_the_author_nothing_else() {
    let ship = |lines: &str| format!("ship tern \"Tern\" : spacecraft {{ {lines}; aspects \"A\", \"B\", \"C\", \"D\", \"E\" }}\n");
    let unit = |lines: &str| {
        let skills = "skills { 3 camouflage; 2 direct_fire, observation; 1 armour, hand_to_hand, command }";
        format!("unit reeds \"Reeds\" : infantry {{ {lines}; {skills}; aspects \"A\" }}\n")
    };
    let npc = |lines: &str| format!("npc rook \"Rook\" {{ {lines}; aspects \"A\", \"B\", \"C\" }}\n");
    for (text, code) in [
        (unit("tech \"T1\"; stunts guerrilla_tactics"), Code::WrongValue),
        (unit("tech T1; leader yess; stunts guerrilla_tactics, tactical_genius"), Code::WrongValue),
        (ship("v_shift 2; beam 2"), Code::MissingEntry),
        (ship("tech 2; v_shift 1; beam 1"), Code::WrongValue),
        (ship("teck T2; v_shift 1; beam 1"), Code::UnknownKey),
        (ship("tech T2; v_shift four; beam 1").replace("\"A\"", "\"Huge\""), Code::WrongValue),
        (ship("tech T2; v_shift 1; trade three").replace("\"A\"", "\"Cargo hauler\""), Code::WrongValue),
        (ship("tech T2; v_shift 1; traed 3").replace("\"A\"", "\"Cargo hauler\""), Code::UnknownKey),
        (npc("cap three; skills { 3 pilot; 2 agility, resolve; 1 stamina, alertness, tactics }"), Code::WrongValue),
        (npc("cap 2; skills { 2 pilott; 1 agility, resolve }; stunts military_grade(pilot)").replace(", \"C\"", ""), Code::UnknownName),
    ] {
        let compiled = compiled(&text);
        let found: Vec<Code> = errors(&compiled).iter().map(|found| found.code).collect();
        assert_eq!(found, [code], "{text}{:#?}", errors(&compiled));
        for fix in compiled.diagnostics.iter().flat_map(ready) {
            let taken = fix.edits.iter().any(|edit| edit.replacement.is_empty() && edit.span.end > edit.span.start);
            assert!(!taken, "{text}{}", fix.title);
        }
    }
    // `trade three` cannot be read, but entries that do not depend on it are still checked.
    let compiled = compiled(&ship("tech T2; v_shift 9; trade three"));
    assert_eq!(errors(&compiled).iter().map(|found| found.code).collect::<Vec<_>>(), [Code::StatAboveCap, Code::WrongValue]);
}
