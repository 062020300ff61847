//! Compares the design explorer with the checker: the designs it counts, those it calls best, and what it prints.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod tied;

use slip_compile::{Compiled, compile};
use slip_dice::DiceKind;
use slip_odds::explore::cheapest_design_that_wins::{Rival, cheapest};
use slip_odds::explore::{DesignRequirement, ExploreRequest, Explored, Objective, RequiredBound, explore};
use slip_odds::{Chances, Ratio};
use slip_pack::BuiltItem;
use slip_source::diagnostic::Severity;
use slip_source::{Package, Sources};
use std::collections::BTreeSet;

fn home(text: &str) -> Sources {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "home".into(), ..Package::default() });
    sources.add_file(package, "main.slip", text);
    sources
}

fn wish(design: &str, tech: i64, limit: usize) -> ExploreRequest {
    ExploreRequest { design: design.into(), tech: Some(tech), limit, ..ExploreRequest::default() }
}

fn look(text: &str, wish: &ExploreRequest) -> Explored {
    explore(&mut home(text), wish).unwrap_or_else(|refusal| panic!("{}: {refusal}", wish.design))
}

fn refused(text: &str, wish: &ExploreRequest) -> String {
    explore(&mut home(text), wish).expect_err("this cannot be explored").0
}

fn aim(what: &str, more: bool) -> Objective {
    Objective { what: what.into(), more }
}

fn compiled(text: &str) -> Compiled {
    compile(&home(text))
}

/// Design whose parts depend on one another in every way: requirements, exclusions, bounds set by other entries, a price that is
/// not a sum, a budget raised by a flag, aspects, a stunt that can be idle.
const LAMP: &str = "design lamp \"Lamp\" : vehicle {
  tech T0..T2
  budget 3 + tech + shaded
  slots 2
  flag shaded
  stat glow \"Glow\" { ranks 0..2; cost 2 * rank }
  stat reach \"Reach\" { ranks 0..glow + 1; cost rank }
  stat heat \"Heat\" { ranks 0..2; base 1; cost [2, 0, -1] }
  track glass \"Glass\" { base 2; cost rank - 2 }
  require not shaded or glow >= 1 else \"nothing to shade\"
  stunt tripod \"Tripod\" { cost 1; excludes hook; sink }
  stunt hook \"Hook\" { cost 1; effect table \"hangs\" }
  stunt lens \"Lens\" { cost 1; requires hook; idle when reach == 0; effect table \"narrow\" }
  stunt smoky \"Smoky\" { cost -1; effect table \"smokes\" }
  aspect \"Burns the hand\" when heat >= 2
  price max(1, 3 - smoky + glow / 2)
}
";

/// Returns every possible lamp, legal or not, as one text.
fn all_lamps() -> String {
    let mut text = LAMP.to_owned();
    let mut number = 0;
    for glow in 0..=2 {
        for reach in 0..=3 {
            for heat in 0..=2 {
                for glass in 1..=9 {
                    for shaded in ["no", "yes"] {
                        for bits in 0_u32..16 {
                            let bought = ["tripod", "hook", "lens", "smoky"].iter().enumerate().filter(|(at, _)| bits & (1 << at) != 0);
                            let stunts: Vec<&str> = bought.map(|(_, name)| *name).collect();
                            let stunts = if stunts.is_empty() { String::new() } else { format!("; stunts {}", stunts.join(", ")) };
                            number += 1;
                            text += &format!(
                                "vehicle v{number} : lamp {{ tech T1; glow {glow}; reach {reach}; heat {heat}; tracks {{ glass {glass} }}; shaded {shaded}{stunts} }}\n"
                            );
                        }
                    }
                }
            }
        }
    }
    text
}

/// Returns two lists for comparing lamps: measures for which more is better, and entries that must be equal in both lamps.
fn lamp(item: &BuiltItem) -> (Vec<i32>, Vec<String>) {
    let has = |name: &str| i32::from(item.stunts.iter().any(|stunt| stunt.name == name));
    let lens = if item.stat("reach") == 0 { 0 } else { has("lens") };
    let numbers = vec![
        item.stat("glow"),
        item.stat("reach"),
        -item.stat("heat"),
        item.tracks["glass"],
        -item.price.unwrap(),
        has("hook"),
        lens,
        -has("smoky"),
    ];
    let apart = item.aspects.iter().map(|aspect| aspect.text.clone()).chain([item.stat("shaded").to_string()]).collect();
    (numbers, apart)
}

fn beats(one: &(Vec<i32>, Vec<String>), other: &(Vec<i32>, Vec<String>)) -> bool {
    one.1 == other.1 && one.0 != other.0 && one.0.iter().zip(&other.0).all(|(one, other)| one >= other)
}

/// Main test of the explorer: checking every single lamp, and the definition of the Pareto front, give the same result.
/// Rules: R-XEX1, R-XEX2.
#[test]
fn every_legal_design_is_counted_and_only_the_beaten_are_left_out() {
    let compiled = compiled(&all_lamps());
    let legal: Vec<&BuiltItem> = compiled.pack.items["vehicle"].values().filter(|item| item.valid).collect();
    let explored = look(LAMP, &wish("lamp", 1, 10_000));
    assert!(legal.len() > 500, "{} lamps are legal", legal.len());
    assert_eq!(explored.legal, legal.len() as u128);
    let lamps: BTreeSet<(Vec<i32>, Vec<String>)> = legal.iter().map(|item| lamp(item)).collect();
    let front: BTreeSet<_> = lamps.iter().filter(|one| !lamps.iter().any(|other| beats(other, one))).cloned().collect();
    let printed: String = explored.found.iter().map(|found| found.text.as_str()).collect();
    let own = self::compiled(&format!("{LAMP}{printed}"));
    let found: BTreeSet<_> = own.pack.items["vehicle"].values().map(lamp).collect();
    assert_eq!(found, front);
    assert_eq!(explored.best, front.len() as u128);
    assert_eq!(explored.found.len(), front.len(), "none is shown twice");
}

/// Prices that depend on other purchases: a rank is cheaper beside a stunt, a track beside a rank, a stunt beside another; a rank
/// raises a cap; a track costs points even if it is not written.
const CART: &str = "design cart \"Cart\" : vehicle {
  budget 7
  stat power \"Power\" { ranks 0..4; cost if forge then rank else 2 * rank }
  stat load \"Load\" { ranks 0..1 + power; cost 2 * rank - power / 2 }
  track hull \"Hull\" { base 2; cost if power > 2 then rank - 2 else 3 * (rank - 2) }
  track keel \"Keel\" { base 1; cost 3 * rank }
  stunt forge \"Forge\" { cost 1; effect table \"hot\" }
  stunt sail \"Sail\" { many 3; cost if mast then 1 else 4; effect table \"wind\" }
  stunt mast \"Mast\" { cost 1; effect table \"tall\" }
}
";

/// The bound for pruning is the price of things together, not the sum of their single prices.
#[test]
fn no_legal_design_is_left_out_where_prices_hang_on_one_another() {
    let mut text = CART.to_owned();
    let mut number = 0;
    let mut write = |values: &str, stunts: &[&str]| {
        number += 1;
        let stunts = if stunts.is_empty() { String::new() } else { format!("; stunts {}", stunts.join(", ")) };
        text += &format!("vehicle v{number} : cart {{ {values}{stunts} }}\n");
    };
    for (power, load, hull, keel) in (0..=4)
        .flat_map(|power| (0..=4).map(move |load| (power, load)))
        .flat_map(|(power, load)| (1..=7).map(move |hull| (power, load, hull)))
        .flat_map(|(power, load, hull)| (1..=4).map(move |keel| (power, load, hull, keel)))
    {
        // A keel that is not written has its free length.
        let keel = if keel == 1 { String::new() } else { format!("; keel {keel}") };
        for forge in [None, Some("forge")] {
            for mast in [None, Some("mast")] {
                for sail in [None, Some("sail"), Some("sail x2"), Some("sail x3")] {
                    let stunts: Vec<&str> = [forge, mast, sail].into_iter().flatten().collect();
                    write(&format!("power {power}; load {load}; tracks {{ hull {hull}{keel} }}"), &stunts);
                }
            }
        }
    }
    let compiled = compiled(&text);
    let legal: Vec<&BuiltItem> = compiled.pack.items["vehicle"].values().filter(|item| item.valid).collect();
    let explored = look(CART, &ExploreRequest { tech: None, ..wish("cart", 0, 10_000) });
    assert!(legal.len() > 300, "{} carts are legal", legal.len());
    assert_eq!(explored.legal, legal.len() as u128);
    let most = |of: &dyn Fn(&BuiltItem) -> i32| legal.iter().map(|item| of(item)).max();
    for (what, of) in
        [("power", &(|item: &BuiltItem| item.stat("power")) as &dyn Fn(&BuiltItem) -> i32), ("hull", &|item| item.tracks["hull"])]
    {
        let best = look(CART, &ExploreRequest { aims: vec![aim(what, true)], tech: None, ..wish("cart", 0, 1) });
        let shown = self::compiled(&format!("{CART}{}", best.found[0].text));
        assert_eq!(shown.pack.items["vehicle"].values().map(of).max(), most(of), "{what}");
    }
    let bound = |what: &str, number: i64| DesignRequirement { what: what.into(), bound: Some(RequiredBound::Exactly(number)) };
    let require = vec![bound("power", 4), DesignRequirement { what: "forge".into(), bound: None }];
    assert!(look(CART, &ExploreRequest { require, tech: None, ..wish("cart", 0, 1) }).legal > 0, "5 points of 7");
}

/// The result is also exact if the user chooses the aims: more heat, more glass and a lower price. Nothing else counts.
#[test]
fn with_aims_nothing_else_counts() {
    let compiled = compiled(&all_lamps());
    let legal = compiled.pack.items["vehicle"].values().filter(|item| item.valid);
    let numbers = |item: &BuiltItem| (vec![item.stat("heat"), item.tracks["glass"], -item.price.unwrap()], Vec::new());
    let lamps: BTreeSet<(Vec<i32>, Vec<String>)> = legal.map(numbers).collect();
    let front: BTreeSet<_> = lamps.iter().filter(|one| !lamps.iter().any(|other| beats(other, one))).cloned().collect();
    let aims = vec![aim("heat", true), aim("glass", true), aim("price", false)];
    let explored = look(LAMP, &ExploreRequest { aims, ..wish("lamp", 1, 10_000) });
    let own = self::compiled(&format!("{LAMP}{}", explored.found.iter().map(|found| found.text.as_str()).collect::<String>()));
    assert_eq!(own.pack.items["vehicle"].values().map(numbers).collect::<BTreeSet<_>>(), front);
    assert_eq!(explored.best, front.len() as u128);
}

/// Printed designs check clean, with the printed points, price, ranks and boxes.
#[test]
fn what_is_printed_is_accepted_with_the_same_numbers() {
    let sequences = [
        ("slug_thrower", -4),
        ("slug_thrower", 4),
        ("energy_weapon", 1),
        ("body_armour", 2),
        ("spacecraft", 2),
        ("close_combat", 0),
        ("brawling", 3),
    ];
    for (design, tech) in sequences {
        let explored = look("", &wish(design, tech, 40));
        assert_eq!(u128::try_from(explored.found.len()).unwrap(), explored.best.min(40), "{design} at T{tech}");
        let compiled = compiled(&explored.found.iter().map(|found| found.text.as_str()).collect::<String>());
        let errors: Vec<&str> =
            compiled.diagnostics.iter().filter(|said| said.severity == Severity::Error).map(|said| said.message.as_str()).collect();
        assert_eq!(errors, Vec::<&str>::new(), "{design} at T{tech}");
        for found in &explored.found {
            let item = &compiled.pack.items[explored.kind.as_str()][format!("home.{}", found.name).as_str()];
            assert_eq!((i64::from(item.spent), item.price.map(i64::from)), (found.points, found.price), "{}", found.text);
            assert!(found.stats.iter().all(|(stat, rank)| i64::from(item.stat(stat)) == *rank), "{}", found.text);
            assert!(found.tracks.iter().all(|(track, boxes)| i64::from(item.tracks[track.as_str()]) == *boxes), "{}", found.text);
        }
    }
}

/// Pseudo-random numbers, the same on every run.
struct Draws(u64);

impl Draws {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// Compares random slug throwers at T-2 with the Pareto front. No legal one beats a design of the front, and each is equalled or beaten by
/// a design of the front.
#[test]
fn nobody_buys_blindly_what_beats_the_front() {
    let stunts = [
        "awkward_reload",
        "civilian",
        "cheap",
        "explosive",
        "full_auto",
        "high_capacity",
        "high_recoil",
        "low_recoil",
        "non_lethal",
        "undetectable",
    ];
    let explored = look("", &wish("slug_thrower", -2, 100_000));
    assert!(explored.complete && explored.found.len() as u128 == explored.best);
    let mut draws = Draws(11);
    let mut text: String = explored.found.iter().map(|found| found.text.as_str()).collect();
    for number in 0..2000 {
        let [harm, penetration, low] = [4, 4, 5].map(|most| draws.below(most));
        let high = (low + draws.below(3)).min(6);
        let bought: Vec<&str> = stunts.iter().copied().filter(|_| draws.below(4) == 0).collect();
        let stunts = if bought.is_empty() { String::new() } else { format!("; stunts {}", bought.join(", ")) };
        text += &format!(
            "weapon blind_{number} : slug_thrower {{ tech T-2; harm {harm}; penetration {penetration}; range {low}..{high}{stunts} }}\n"
        );
    }
    let weapon = |item: &BuiltItem| {
        let has = |name: &&str| i32::from(item.stunts.iter().any(|stunt| stunt.name == **name));
        let drawback = |name: &&str| ["awkward_reload", "high_recoil", "non_lethal"].contains(name);
        let mut numbers = vec![
            item.stat("harm"),
            item.stat("penetration"),
            -item.stat("min_range"),
            item.stat("max_range"),
            -item.price.unwrap(),
            -item.upkeep.unwrap(),
        ];
        numbers.extend(stunts.iter().map(|name| if drawback(name) { -has(name) } else { has(name) }));
        (numbers, item.aspects.iter().map(|aspect| aspect.text.clone()).collect::<Vec<_>>())
    };
    let compiled = compiled(&text);
    let of = |blind: bool| {
        let items = compiled.pack.items["weapon"]
            .values()
            .filter(move |item| item.name.starts_with("blind_") == blind && item.package == "home" && item.valid);
        items.map(weapon).collect::<BTreeSet<_>>()
    };
    let (front, blind) = (of(false), of(true));
    assert!(blind.len() > 200, "{} of the blind ones are legal", blind.len());
    for one in &blind {
        assert!(!front.iter().any(|best| beats(one, best)), "{one:?} beats one of the front");
        assert!(front.iter().any(|best| best == one || beats(best, one)), "{one:?} is beaten by none of the front");
    }
}

#[test]
fn quotes_in_a_title_stay_quotes_in_what_is_printed() {
    let text = LAMP.replace("\"Lamp\"", r#""The \"odd\" lamp""#);
    let explored = look(&text, &wish("lamp", 1, 1));
    assert!(explored.found[0].text.contains(r#""The \"odd\" lamp, T1, no. 1""#), "{}", explored.found[0].text);
}

/// Every design shown meets the requirements. Required entries take their share of the points: a lamp of T1 has only 4 points, and one of
/// the two ranks of glow costs 2.
#[test]
fn requirements_and_bounds_hold_of_everything_shown() {
    let require = ["lens", "heat<=1", "price<=2"].map(|text| text.parse().unwrap()).to_vec();
    let explored = look(LAMP, &ExploreRequest { require, forbid: vec!["tripod".into()], ..wish("lamp", 1, 100) });
    assert!(!explored.found.is_empty());
    for found in &explored.found {
        assert!(found.stunts.contains(&"lens".to_owned()) && found.stunts.contains(&"hook".to_owned()), "{}", found.text);
        assert!(found.price.unwrap() <= 2 && found.stats.iter().all(|(stat, rank)| stat != "heat" || *rank <= 1), "{}", found.text);
    }
}

/// A drawback gives points, a smaller budget leaves fewer designs, and the entries of `--with` are in every item.
#[test]
fn budget_and_entries_of_ones_own_are_heeded() {
    let poor = look(
        LAMP,
        &ExploreRequest {
            budget: Some(2),
            require: vec!["shaded<=0".parse().unwrap()],
            with: vec!["aspects \"Grandmother's\"".into(), "glow 1".into()],
            ..wish("lamp", 1, 50)
        },
    );
    assert_eq!(poor.budget, Some(2));
    assert!(poor.found.iter().all(|found| found.points <= 2 && found.text.contains("Grandmother's") && found.text.contains("glow 1")));
    assert!(poor.legal < look(LAMP, &wish("lamp", 1, 1)).legal);
}

#[test]
fn refusals_say_what_to_do() {
    let require = |text: &str| ExploreRequest { require: vec![text.parse().unwrap()], ..wish("lamp", 1, 1) };
    let cases = [
        (wish("lampp", 1, 1), "there is no design `lampp` here; did you mean `lamp`?"),
        (ExploreRequest { tech: None, ..wish("lamp", 1, 1) }, "add --tech: `lamp` is available from T0 to T2"),
        (wish("lamp", 4, 1), "`lamp` is available from T0 to T2, not at T4"),
        (require("hok"), "`lamp` has no `hok`; did you mean `hook`?"),
        (require("glow"), "add a bound to `glow`, such as `glow>=2`"),
        (require("glow>=5"), "no design has `glow>=5`: the value is from 0 to 2"),
        (ExploreRequest { aims: vec![aim("glo", true)], ..wish("lamp", 1, 1) }, "`lamp` has no `glo`; did you mean `glow`?"),
        (
            ExploreRequest { aims: vec![aim("points", true)], ..wish("lamp", 1, 1) },
            "points cannot be maximised: maximise the values that they buy",
        ),
        (
            ExploreRequest { with: vec!["glow bright".into()], ..wish("lamp", 1, 1) },
            "the value of `glow` is not a whole number (wrong-value)",
        ),
        // Entries given by --with are unchanged.
        (
            ExploreRequest { with: vec!["stunts hook".into()], forbid: vec!["hook".into()], ..wish("lamp", 1, 1) },
            "--forbid does not allow `hook`, but every design has it here",
        ),
        (ExploreRequest { with: vec!["glow 1".into()], ..require("glow>=2") }, "no design has `glow>=2`: it is 1 in all of them"),
        (ExploreRequest { with: vec!["stunts hook".into()], ..require("hook>=2") }, "no design has `hook>=2`: it is 1 in all of them"),
        (ExploreRequest { with: vec!["shaded yes".into()], ..require("shaded=0") }, "no design has `shaded=0`: it is 1 in all of them"),
        (
            ExploreRequest { forbid: vec!["glow".into()], ..wish("lamp", 1, 1) },
            "`glow` is not a stunt of `lamp`: write a bound, such as --require 'glow<=1'",
        ),
        (
            ExploreRequest { with: vec!["}".into()], ..wish("lamp", 1, 1) },
            "no design is possible with the entries of --with: this `}` closes nothing (unexpected-bracket)",
        ),
    ];
    let dear = ExploreRequest { with: vec!["harm 99".into()], ..wish("slug_thrower", 1, 1) };
    assert_eq!(refused("", &dear), "a design without purchases spends 12 build points, but 7 are allowed at T1 (over-budget)");
    assert_eq!("glow>2".parse::<DesignRequirement>().unwrap_err(), "`glow>2` is not a bound: write `>=`, `<=` or `=`, such as `harm>=2`");
    for (wish, expected) in cases {
        assert_eq!(refused(LAMP, &wish), expected);
    }
    assert!(refused("", &wish("fighter", 2, 1)).ends_with("(setting-off)"));
}

/// If no design is left, the reason names the user's requirements: mutual exclusions, or the points needed and available.
#[test]
fn nothing_left_names_what_was_asked_for() {
    let require = |words: &[&str]| words.iter().map(|word| word.parse().unwrap()).collect::<Vec<_>>();
    let lamp = |words: &[&str]| refused(LAMP, &ExploreRequest { require: require(words), ..wish("lamp", 1, 1) });
    assert_eq!(lamp(&["tripod", "hook"]), "there is no legal design: tripod and hook exclude each other");
    let gun = |tech: i64, words: &[&str]| refused("", &ExploreRequest { require: require(words), ..wish("slug_thrower", tech, 1) });
    assert_eq!(gun(4, &["civilian", "full_auto"]), "there is no legal design: civilian and full_auto exclude each other");
    let dear = gun(1, &["harm>=6", "penetration>=6"]);
    assert!(
        dear.starts_with(
            "there is no legal design: there are only 7 build points, and the requirements cost at least 12 for harm and 6 for penetration"
        ),
        "{dear}"
    );
}

/// Parts are explored separately: a ship of T2 has too many legal designs to list, and the first of the best are found at once.
#[test]
fn ships_are_counted_without_being_made() {
    let explored = look("", &wish("spacecraft", 2, 10));
    assert!(explored.legal > 1_000_000_000 && explored.best > 1_000_000 && explored.complete, "{} {}", explored.legal, explored.best);
    assert_eq!(explored.found.len(), 10);
}

/// The target is a coat of Defense 4 at range 2. The chance is that of one opposed roll, with harm added and the coat's Defense reduced by
/// penetration. The search finds the fewest points that are enough; one point fewer is not enough. Rules: R-XEX4.
#[test]
fn the_fewest_points_that_beat_somebody_are_found_by_exact_chances() {
    let text = "armour coat : body_armour { tech T0; defense 4; stunts civilian }\n";
    let rival = Rival { name: "coat".into(), range: 2, chance: Ratio::of(25, 100), rank: 3, fights: 100 };
    let aims = vec![aim("harm", true), aim("penetration", true)];
    let require = vec!["min_range=2".parse().unwrap(), "max_range=4".parse().unwrap()];
    // Without drawbacks, which give points back.
    let forbid = ["awkward_reload", "high_recoil", "non_lethal"].map(String::from).to_vec();
    let wish = ExploreRequest { aims, require, forbid, ..wish("slug_thrower", 0, 5) };
    let fought = cheapest(&|| Ok(home(text)), &wish, &rival, &mut |_, _| {}).unwrap();
    assert_eq!(fought.asked, "hits");
    let winner = fought.winner(&rival).expect("six points are enough");
    for bout in &fought.bouts {
        let stat = |name: &str| bout.found.stats.iter().find(|(stat, _)| stat == name).unwrap().1;
        let edge = stat("harm") - (4 - stat("penetration")).max(0);
        let expected = Chances::opposed(DiceKind::Fudge, i32::try_from(edge).unwrap()).at_least(1);
        assert_eq!(bout.chance, expected, "{}", bout.found.text);
        assert_eq!(bout.chance > rival.chance, bout.allowed >= winner.allowed, "{} points", bout.allowed);
    }
    let short = ExploreRequest { budget: Some(winner.allowed - 1), ..wish };
    assert!(cheapest(&|| Ok(home(text)), &short, &rival, &mut |_, _| {}).unwrap().winner(&rival).is_none());
}

#[test]
fn who_cannot_fight_each_other_is_told_so() {
    let rival = |name: &str| Rival { name: name.into(), range: 0, chance: Ratio::of(1, 2), rank: 3, fights: 4 };
    let text = "ship hull : spacecraft { tech T2; v_shift 1 }\n";
    let said = |name: &str| cheapest(&|| Ok(home(text)), &wish("close_combat", 0, 5), &rival(name), &mut |_, _| {}).unwrap_err().0;
    assert_eq!(said("hull"), "weapon and ship cannot be compared: only ships with ships, and weapons with weapons and armour");
    assert_eq!(said("nobody"), "there is no opponent `nobody` here");
    // A range that is not allowed gets its own message, not one about build points.
    let far = Rival { range: 99, ..rival("coat") };
    let text = "armour coat : body_armour { tech T0; defense 4; stunts civilian }\n";
    let said = cheapest(&|| Ok(home(text)), &wish("slug_thrower", 0, 5), &far, &mut |_, _| {}).unwrap_err().0;
    assert_eq!(said, "people can be at most 30 zones apart");
}
