//! Tests of mistakes in designs and stunts and of their consequences: cycles of bases and of given things, signs, divisions by zero.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

use slip_test_support::compiled_text;

use compiled_text::{one, written};
use slip_pack::item::Account;
use slip_source::diagnostic::{Code, Diagnostic};

/// Returns a design with one more line in it.
fn jar(line: &str) -> String {
    format!(
        "design jar \"Jar\" : container {{\n  tech T0..T2\n  budget 9\n  slots 2\n  stat size \"Size\" {{ ranks 0..4; cost rank }}\n  \
         track hull \"Hull\" {{ base 3 }}\n  stunt lid \"Lid\" {{ cost 1; sink }}\n  {line}\n}}\n"
    )
}

/// Returns the findings of a text, without the notes about declarations that nothing reads.
fn found(text: &str) -> Vec<Diagnostic> {
    let said = written(text).said.into_iter().map(|(.., found)| found);
    said.filter(|found| found.code != Code::NotRead).collect()
}

/// Rules: R-XY14.
#[test]
fn nobody_is_given_to_themselves() {
    let person = |name: &str, stunts: &str| format!("npc {name} {{ cap 1; skills {{ 1 brawling }}; {stunts}aspects \"A\" }}\n");
    for stunt in ["have_a_thing(kelp)", "integral(kelp)", "heirloom(kelp)"] {
        let text = person("kelp", &format!("stunts {stunt}; ")) + "stunt heirloom(i: item) { for npc; effect grants i }\n";
        let found = one(&text);
        assert_eq!((found.code, found.message.as_str()), (Code::FromCircle, "`kelp` cannot be given to itself"), "{stunt}");
    }
    let has = |name: &str, other: &str| person(name, &format!("stunts have_a_thing({other}); "));
    let said = written(&(has("kelp", "wrack") + &has("wrack", "kelp") + &has("tang", "kelp"))).said;
    let said: Vec<&str> = said.iter().map(|(.., found)| found.message.as_str()).collect();
    assert_eq!(said, ["`kelp` is given `wrack`, which in turn is given `kelp`", "`wrack` is given `kelp`, which in turn is given `wrack`"]);
    assert!(written(&(has("kelp", "wrack") + &person("wrack", ""))).said.is_empty());
}

#[test]
fn a_sign_of_a_design_stands_close_to_its_number() {
    for line in [
        "price - 3 + size",
        "upkeep - 1",
        "fate + 1",
        "stunt_count - 1",
        "stat lift { ranks - 1..3; cost rank }",
        "stat lift { ranks 0..3; base - 2; cost rank }",
        "stat lift { ranks 0..3; cost - 2 }",
        "track skin { base 3; cost - 1 }",
        "stunt cork { cost - 2; sink }",
        "stunt cork { cost 1; takes - 1; sink }",
        "plays - space",
        "stunt cork { cost 1; excludes - lid; sink }",
    ] {
        let found = one(&jar(line));
        assert_eq!(found.code, Code::WrongValue, "{line}: {found:#?}");
    }
    for line in [
        "price -3 + size",
        "stunt cork { cost -2; sink }",
        "stat lift { ranks -1..3; base -1; cost rank }",
        "plays personal; plays + space",
    ] {
        assert!(found(&jar(line)).is_empty(), "{line}");
    }
    let cheaper = "cost -1 - 2 * size";
    assert!(written(&jar(&format!("stunt cork {{ {cheaper}; sink }}"))).said.is_empty());
    assert_eq!(one("doctrine calm : personal { fate_value - 1 }\n").code, Code::WrongValue);
}

#[test]
fn slips_in_the_words_of_a_design_are_told() {
    for (line, code) in [
        ("plays personl", Code::UnknownPlay),
        ("skill gunery", Code::UnknownName),
        ("consequences mild, modrate", Code::WrongValue),
        ("holds pots pott", Code::UnknownKind),
        ("stat lift { ranks 0..3; cost [1, 2] }", Code::WrongValue),
        ("track size { base 2 }", Code::DuplicateName),
        ("stat stunts { ranks 0..3; cost rank }", Code::DuplicateName),
        ("aspect \"\"", Code::WrongValue),
        ("aspect \"Dented\"; aspect \"Dented\"", Code::DuplicateEntry),
        ("choice shape round, round", Code::DuplicateName),
        ("stunt cork(w: stat, w: stat) { cost 1; effect +1 to boxes of hull }", Code::DuplicateName),
        ("stunt cork(w: stat) { cost 1; once per v; sink }", Code::UnknownName),
        ("stunt cork { cost 1; excludes lid per v; sink }", Code::UnknownName),
        ("stunt cork { cost 1; requires lid; excludes lid; sink }", Code::WrongValue),
        ("stunt cork { cost 1; takes -1; sink }", Code::WrongValue),
        ("stunt cork { cost 1; whole no; sink }", Code::WrongValue),
    ] {
        let found = one(&jar(line));
        assert_eq!(found.code, code, "{line}: {found:#?}");
    }
    for line in [
        "plays personal, space",
        "skill gunnery",
        "holds pots container",
        "holds pots jar",
        "stat lift { ranks 0..3; cost [1, 2, 3, 4] }",
        "aspect \"Dented\" when size > 2; aspect \"Dented\" when lid",
        "stunt cork(w: stat) { cost 1; many; once per w; sink }",
        "stunt cork { cost 1; whole; sink }",
    ] {
        let said = found(&jar(line));
        assert!(said.is_empty(), "{line}: {said:#?}");
    }
}

#[test]
fn technology_is_a_name_only_where_a_design_has_it() {
    let pot = |tech: &str, cost: &str| {
        format!("design pot \"Pot\" : container {{\n  {tech}budget 9\n  stat size {{ ranks 0..4; cost {cost} }}\n}}\n")
    };
    let found = one(&pot("", "rank + tech"));
    assert_eq!((found.code, found.message.as_str()), (Code::UnknownName, "the things of this design have no technology"));
    assert!(written(&pot("tech T0..T2; ", "rank + tech")).said.is_empty());
}

/// Rules: R-XY15.
#[test]
fn bases_that_lead_back_are_told_once_as_one_circle() {
    let found = one(&jar("stat near { ranks 0..9; base far }; stat far { ranks 0..9; base near }; stat beyond { ranks 0..9; base far }"));
    assert_eq!((found.code, found.message.as_str()), (Code::FromCircle, "the base of `near` depends on itself through `far`"));
    let found = one(&jar("track skin { base skin + 1 }"));
    assert_eq!((found.code, found.message.as_str()), (Code::FromCircle, "the base of `skin` depends on `skin` itself"));
}

#[test]
fn a_line_that_divides_by_zero_is_told_where_that_is_certain() {
    let person = |line: &str| {
        format!(
            "stunt odd \"Odd\" {{ for npc; effect {line} }}\n\
             npc kelp {{ cap 2; skills {{ 2 brawling; 1 stamina, eva }}; stunts odd; aspects \"A\", \"B\" }}\n"
        )
    };
    for line in ["+(1 / 0) to attack", "+mod(2, 1 - 1) to attack"] {
        let found = one(&person(line));
        assert_eq!((found.code, found.message.as_str()), (Code::FormulaFault, "this divides by 0"), "{line}");
    }
    let found = one(&person("+(stamina / agility) to attack"));
    let message = "the formula `+(stamina / agility) to attack` of `kelp` divides by 0";
    assert_eq!((found.code, found.message.as_str()), (Code::FormulaFault, message));
    for line in ["+(stamina / eva) to attack", "+(stamina / agility) to attack when agility >= 1", "+(stamina / max(agility, 1)) to attack"]
    {
        let said = written(&person(line)).said;
        assert!(said.is_empty(), "{line}: {said:#?}");
    }
}

/// Returns a design with modes, and a thing built by it.
fn kit(item: &str) -> String {
    "design kit \"Kit\" : gadget {\n  budget 20\n  stat load \"Load\" { ranks 0..4; cost rank }\n  stunt multi \"Multi\" { modes 1; sink }\n  \
     stunt big \"Big\" { cost 1; whole; require load >= 2 else \"big needs load\"; sink }\n  stunt hot \"Hot\" { cost 1; excludes cold; sink }\n  \
     stunt cold \"Cold\" { cost 1; sink }\n  stunt late \"Late\" { cost 1; whole; idle when load == 0; sink }\n  \
     stunt need \"Need\" { cost 1; whole; requires hot; sink }\n  price 2 + hot + load\n  upkeep 1 + 2 * cold\n  \
     aspect \"Loaded\" extra when load >= 3\n  slots 0\n  without\n}\n"
        .to_owned()
        + item
}

/// Returns a thing with two modes, in either order.
fn both_ways(outside: &str, one: &str, other: &str) -> [String; 2] {
    let thing = |modes: String| kit(&format!("gadget thing : kit {{ {outside}; {modes} }}\n"));
    let (one, other) = (format!("mode one {{ {one} }}"), format!("mode other {{ {other} }}"));
    [thing(format!("{one}; {other}")), thing(format!("{other}; {one}"))]
}

/// Rules: R-D40, R-D41, R-D42.
#[test]
fn what_stands_outside_the_modes_is_judged_in_each_whichever_is_written_first() {
    for (outside, one, other, code, place) in [
        ("load 9; stunts multi", "load 1", "", Code::StatAboveCap, "this applies only to mode `other`"),
        ("stunts multi, need", "stunts hot", "load 1", Code::StuntNeedsStunt, "this applies only to mode `other`"),
        ("load 1; stunts multi, big", "load 3", "", Code::RequirementFailed, "this applies only to mode `other`"),
    ] {
        for text in both_ways(outside, one, other) {
            assert_eq!(written(&text).only(code).notes, [place], "{text}");
        }
    }
    // An error that is in all modes is reported once, without naming them.
    for text in both_ways("load 9; stunts multi", "stunts hot", "stunts hot") {
        assert_eq!(written(&text).only(Code::StatAboveCap).notes, Vec::<String>::new());
    }
    // An entry that is useful in one mode is useful.
    let useless = |text: &str| written(text).said.iter().filter(|(.., found)| found.code == Code::UselessStunt).count();
    for text in both_ways("stunts multi, late", "load 1", "stunts hot") {
        assert_eq!(useless(&text), 0, "{text}");
    }
    assert_eq!(useless(&both_ways("stunts multi, late", "stunts hot", "stunts cold")[0]), 1);
    // An aspect that only one mode gives can be removed with `without`.
    for text in both_ways("stunts multi; without \"Loaded\"", "load 3", "load 2; stunts hot") {
        assert_eq!(written(&text).findings().iter().filter(|found| !found.contains("unspent-points")).count(), 0, "{text}");
    }
}

/// Rules: R-D40, R-D41, R-D42.
#[test]
fn what_excludes_is_asked_over_the_union_of_the_modes() {
    let excluded = |text: &str| written(text).said.iter().filter(|(.., found)| found.code == Code::ExcludedStunt).count();
    for text in both_ways("stunts multi", "stunts hot", "stunts cold") {
        assert_eq!(excluded(&text), 1, "{text}");
    }
    assert_eq!(excluded(&both_ways("stunts multi", "stunts hot", "stunts hot")[0]), 0);
    // Each mode that has both is reported, and no other.
    assert_eq!(excluded(&both_ways("stunts multi", "stunts hot, cold", "stunts cold, hot")[0]), 2);
    assert_eq!(excluded(&both_ways("stunts multi, cold", "stunts hot", "load 1")[0]), 1);
}

/// Rules: R-D40, R-D41, R-D42.
#[test]
fn cost_and_upkeep_of_a_thing_are_those_of_its_dearest_mode_whichever_is_written_first() {
    for text in both_ways("stunts multi", "load 1; stunts hot", "stunts cold; load 1") {
        let pack = written(&text).pack;
        let thing = &pack.items["gadget"]["own.thing"];
        assert_eq!((thing.price, thing.upkeep), (Some(4), Some(3)), "{text}");
        let paid: i32 = thing.ledger.lines.iter().filter(|line| line.account == Account::Price).map(|line| line.points).sum();
        assert_eq!(paid, 4, "{:?}", thing.ledger);
    }
}

#[test]
fn what_modes_take_off_their_points_is_reckoned_for_each_and_notes_are_those_of_all() {
    let sack = "design sack \"Sack\" : gadget {\n  budget 6\n  stat load \"Load\" { ranks 0..4; cost rank }\n  \
                stat width \"Width\" { ranks 0..4; cost rank }\n  stunt multi \"Multi\" { modes load; sink }\n  \
                note \"Bulges\" when load >= 3\n  slots 0\n}\n";
    for (one, other) in [("load 3; width 1", "load 1; width 3"), ("load 1; width 3", "load 3; width 1")] {
        let written = written(&format!("{sack}gadget thing : sack {{ stunts multi; mode one {{ {one} }}; mode other {{ {other} }} }}\n"));
        let heavy = if one.starts_with("load 3") { "one" } else { "other" };
        let over = written.only(Code::OverBudget);
        assert_eq!(over.message, format!("`thing` spends 4 build points in mode `{heavy}`, but 3 are allowed"));
        let thing = &written.pack.items["gadget"]["own.thing"];
        assert_eq!((thing.budget, thing.spent), (Some(3), 4));
        assert_eq!(thing.notes, ["Bulges"]);
    }
}

#[test]
fn of_several_conditions_of_which_one_is_enough_all_are_told() {
    let ship =
        |stats: &str| format!("ship pike \"Pike\" : spacecraft {{ tech T2; {stats}; aspects \"Huge\", \"B\", \"C\", \"D\", \"E\" }}\n");
    let why = |stats: &str| written(&ship(stats)).only(Code::UnearnedAspect).primary.text.clone();
    assert_eq!(
        why("v_shift 3; trade 1"),
        "needs `trade >= 2 * tech`, but `trade` is 1 and `2 * tech` is 4, or `v_shift >= 2 * tech`, but `v_shift` is 3 and `2 * tech` is 4"
    );
}

#[test]
fn every_number_up_to_the_highest_rank_has_its_letter() {
    let jar_of = |letters: &str, ranks: &str| jar(&format!("stat grade {{ letters {letters}{ranks}; cost 0 }}"));
    for (letters, ranks) in [("\"A\", \"B\"", ""), ("\"A\", \"B\"", "; ranks 0..1"), ("\"A\", \"B\", \"C\"", "; ranks 1..2")] {
        assert!(written(&jar_of(letters, ranks)).said.is_empty(), "{letters}{ranks}");
    }
    for (letters, ranks, message) in [
        ("\"A\", \"B\"", "; ranks 0..3", "the ranks go up to 3, but there are 2 letters"),
        ("\"A\", \"B\", \"C\"", "; ranks 0..1", "the ranks go up to 1, but there are 3 letters"),
    ] {
        let found = one(&jar_of(letters, ranks));
        assert_eq!((found.code, found.message.as_str()), (Code::WrongValue, message));
    }
}

/// Rolls, prices and `order` may be negative; every other quantity stops at 0.
#[test]
fn fate_points_of_a_design_stop_at_none_and_the_ledger_comes_to_them() {
    let item = |lines: &str| {
        let text = jar(lines) + "container tin \"Tin\" : jar { tech T1; size 2; aspects \"A\", \"B\" }\n";
        let pack = written(&text).clean();
        let item = pack.items["container"]["own.tin"].clone();
        let sum: i32 = item.ledger.lines.iter().filter(|line| line.account == Account::Fate).map(|line| line.points).sum();
        (item.fate, sum)
    };
    assert_eq!(item("fate size + 1"), (Some(3), 3));
    assert_eq!(item("fate size - 5"), (Some(0), 0));
    // Effects are applied to the result of the formula.
    assert_eq!(item("fate size - 5; effect +1 to fate"), (Some(0), 0));
    assert_eq!(item("fate size - 5; effect +4 to fate"), (Some(1), 1));
}

/// The cost of a stunt may name its parameters, as its requirements may: a number is itself, a skill is its rank.
#[test]
fn a_cost_may_name_the_parameters_of_its_stunt() {
    let stunt = "stunt ribs(n: number) \"Ribs\" { cost 2 * n - 1; many; sink }";
    let text = format!("{}container crate : jar {{ tech T2; size 1; stunts ribs(3), ribs(1) }}\n", jar(stunt))
        .replace("container crate", "ship crate");
    let text = text.replace("\"Jar\" : container", "\"Jar\" : ship");
    let item = written(&text).pack.items["ship"]["own.crate"].clone();
    let points: Vec<i32> = item.ledger.lines.iter().filter(|line| line.account == Account::Spent).map(|line| line.points).collect();
    assert_eq!(points, [1, 5, 1], "the size, then each purchase of the stunt: {:?}", item.ledger.lines);
}

/// Refresh by the number of stunts: `stunts` is the number that `stunt_count` counts.
#[test]
fn fate_points_may_depend_on_the_number_of_stunts() {
    let design = "design hero \"Hero\" : npc from std.npc { fate 6 - stunts }\n";
    let hero = |stunts: &str| {
        let text = format!(
            "{design}npc kelp : hero {{ cap 3; skills {{ 3 pilot; 2 agility, resolve; 1 alertness, stamina, gunnery }}; {stunts}; aspects \"A\", \"B\", \"C\" }}\n"
        );
        written(&text).pack.items["npc"]["own.kelp"].fate
    };
    assert_eq!(hero("stunts military_grade(pilot)"), Some(5));
    assert_eq!(hero("stunts military_grade(pilot), military_grade(gunnery)"), Some(4));
}
