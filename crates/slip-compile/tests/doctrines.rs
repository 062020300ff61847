//! Tests of doctrines: which compile, which are refused and why, and how rules decide.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::stdlib;
use slip_pack::doctrine::{ActorGroup, Before, Doctrine, DoctrineKind, OptionOrder, RuleMode, Topic};
use slip_source::diagnostic::{Code, Diagnostic, Severity};
use slip_source::{Package, Sources};
use std::collections::BTreeMap;

/// Compiles a text beside the standard library; returns its doctrines and the findings.
fn compile(text: &str) -> (BTreeMap<String, Doctrine>, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "own".to_owned(), ..Package::default() });
    let file = sources.add_file(own, "own.slip", text);
    let compiled = slip_compile::compile(&sources);
    let (doctrines, mut said) = (compiled.pack.doctrines, compiled.diagnostics.into_iter().collect::<Vec<_>>());
    let shipped = said.iter().filter(|found| sources.file(found.primary.span.file).unwrap().path().contains("doctrines/"));
    let shipped: Vec<&str> = shipped.map(|found| found.message.as_str()).collect();
    assert!(shipped.is_empty(), "shipped doctrines: {shipped:?}");
    said.retain(|found| found.primary.span.file == file);
    (doctrines.into_iter().map(|(key, doctrine)| (key.to_string(), doctrine)).collect(), said)
}

/// Returns the only doctrine of a text, which must compile without a finding.
fn clean(text: &str) -> Doctrine {
    let (doctrines, said) = compile(text);
    assert!(said.is_empty(), "{said:#?}");
    doctrines.into_iter().filter(|(key, _)| key.starts_with("own.")).map(|(_, doctrine)| doctrine).next_back().unwrap()
}

/// Returns the only finding on a personal doctrine with these lines.
fn finding(lines: &str) -> Diagnostic {
    only(&format!("doctrine own_way : personal {{\n{lines}\n}}\n"))
}

fn only(text: &str) -> Diagnostic {
    let (_, mut said) = compile(text);
    assert_eq!(said.len(), 1, "{text}\n{said:#?}");
    said.remove(0)
}

#[track_caller]
fn refused(lines: &str, code: Code, message: &str) -> Diagnostic {
    let found = finding(lines);
    assert_eq!((found.code, found.message.as_str()), (code, message));
    found
}

#[test]
fn every_shipped_doctrine_compiles_without_a_finding() {
    let (doctrines, said) = compile("");
    assert!(said.is_empty());
    let names: Vec<&str> = doctrines.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "std.by_the_book",
            "std.cover_and_talk",
            "std.dug_in",
            "std.escort",
            "std.flee",
            "std.harass",
            "std.hunter",
            "std.raider",
            "std.spearhead",
            "std.standard_fate",
            "std.standard_personal",
            "std.standard_platoon",
            "std.standard_social",
            "std.standard_space",
            "std.standard_stakes",
        ]
    );
    for doctrine in doctrines.values() {
        assert!(doctrine.valid, "{} is not valid", doctrine.name);
        assert!(!doctrine.rows.is_empty(), "{} has no rows", doctrine.name);
    }
}

#[test]
fn every_doctrine_rests_at_last_on_the_standard_of_its_kind() {
    let (doctrines, _) =
        compile("doctrine idle : personal { }\ndoctrine mine : fate { fate_value 2 }\ndoctrine both : space from mine { }");
    assert_eq!(doctrines["own.idle"].bases, ["std.standard_personal", "std.standard_fate"]);
    assert_eq!(doctrines["own.mine"].bases, ["std.standard_fate"]);
    assert_eq!(doctrines["own.both"].bases, ["own.mine", "std.standard_space", "std.standard_fate"]);
    assert_eq!(doctrines["own.both"].fate_value, 200, "the nearest worth of a fate point counts");
    assert_eq!(doctrines["std.standard_stakes"].bases, [""; 0]);
}

#[test]
fn own_lines_of_a_which_topic_stand_before_the_base_s_and_those_of_a_whether_topic_replace_them() {
    let doctrine = clean("doctrine d : personal {\n  keep_range 1..3\n  spend_fate when misses_by <= 2\n  + spend_spin when taken_out\n}");
    let ranges: Vec<_> = doctrine.rows_of(Topic::KeepRange).collect();
    assert_eq!(ranges[0].choice.range, Some((1, 3)));
    assert_eq!(ranges[0].from.to_owned(), slip_pack::doctrine::RuleOrigin { doctrine: "d".into(), line: 2 });
    assert_eq!(ranges[1].choice.order, Some(OptionOrder::Best), "the base decides what is left open");
    let fate: Vec<_> = doctrine.rows_of(Topic::SpendFate).map(|row| row.from.doctrine.as_str()).collect();
    assert_eq!(fate, ["d"], "the base's line is replaced");
    let spin: Vec<_> = doctrine.rows_of(Topic::SpendSpin).map(|row| row.from.doctrine.as_str()).collect();
    assert_eq!(spin, ["d", "standard_fate", "standard_fate"], "`+` stands in front of the base's");
}

#[test]
fn commas_make_several_lines_but_one_set_of_consequences() {
    let doctrine =
        clean("doctrine d : personal {\n  act move, pass\n  consequence mild, moderate before box 3\n  beaten captured, dead\n}");
    let acts: Vec<_> = doctrine.rows_of(Topic::Act).take(2).map(|row| row.choice.word.clone().unwrap()).collect();
    assert_eq!(acts, ["move", "pass"]);
    let consequences: Vec<_> = doctrine.rows_of(Topic::Consequence).collect();
    assert_eq!(consequences.len(), 1);
    assert_eq!(consequences[0].choice.grades, ["mild", "moderate"]);
    assert_eq!(consequences[0].choice.before, Some(Before::Box(3)));
}

#[test]
fn a_pick_holds_order_who_and_filters() {
    let doctrine =
        clean("doctrine d : personal {\n  avoid target strongest enemy visible trained medical\n  act first_aid on hurt with medical\n}");
    let target = doctrine.rows_of(Topic::Target).next().unwrap();
    assert_eq!(target.mode, RuleMode::Avoid);
    let pick = target.choice.pick.as_ref().unwrap();
    assert_eq!((pick.who, pick.order, pick.filters.len()), (ActorGroup::Enemy, Some(OptionOrder::Strongest), 2));
    let aid = doctrine.rows_of(Topic::Act).next().unwrap();
    assert_eq!(aid.choice.pick.as_ref().unwrap().who, ActorGroup::Ally, "first aid is for allies unless somebody is named");
}

#[test]
fn numbers_are_hundredths_and_percentages_are_not() {
    use slip_pack::formula::{Formula, FormulaOperator};
    let doctrine = clean("doctrine d : personal {\n  act move when risk >= 150%\n  act attack when expected > 2 * fate_value\n}");
    let tests: Vec<_> = doctrine.rows_of(Topic::Act).take(2).map(|row| row.test.clone().unwrap()).collect();
    let Formula::Binary(FormulaOperator::AtLeast, sides) = &tests[0] else { panic!("{tests:?}") };
    assert_eq!(sides.1, Formula::Int(150));
    let Formula::Binary(FormulaOperator::More, sides) = &tests[1] else { panic!("{tests:?}") };
    let Formula::Binary(FormulaOperator::Multiply, factors) = &sides.1 else { panic!("{tests:?}") };
    assert_eq!(factors.0, Formula::Int(2), "two times a worth in hundredths");
}

#[test]
fn an_unknown_topic_is_refused_with_the_nearest_of_its_kind() {
    let found = refused("targets weakest", Code::UnknownTopic, "`targets` is not a topic of personal combat");
    assert_eq!(found.help.as_deref(), Some("did you mean `target`?"));
    let found = refused("torpedo most", Code::UnknownTopic, "`torpedo` is not a topic of personal combat");
    assert_eq!(found.primary.text, "this topic exists only in space combat");
    refused("3 gunnery", Code::UnknownTopic, "this line of a doctrine does not begin with a topic");
}

/// R-XF1, R-YE5: stunts offer bonuses for a price to people and platoons, never to ships.
#[test]
fn every_kind_that_is_asked_for_a_price_may_say_whether_it_pays() {
    for kind in ["personal", "social", "platoon"] {
        let doctrine = clean(&format!("doctrine d : {kind} {{ pay_access when fate >= 1 }}"));
        assert_eq!(doctrine.rows_of(Topic::PayAccess).count(), 1, "{kind}: its own line replaces that of the standard");
    }
    let found = only("doctrine d : space { pay_access when fate >= 1 }");
    assert_eq!((found.code, found.message.as_str()), (Code::UnknownTopic, "`pay_access` is not a topic of space combat"));
}

/// R-VF7.
#[test]
fn ships_compel_neither_themselves_nor_after_the_dice_and_no_line_says_whether() {
    for topic in ["late_compel", "compel_self"] {
        let found = only(&format!("doctrine d : space {{ {topic} }}"));
        assert_eq!((found.code, found.message), (Code::UnknownTopic, format!("`{topic}` is not a topic of space combat")));
        clean(&format!("doctrine d : personal {{ {topic} }}"));
    }
}

/// The lists in the language reference equal the lists of the compiler.
#[test]
fn the_reference_lists_the_topics_that_are_asked_in_personal_encounters() {
    let page = slip_compile::rule_search::reference_page("doctrines.md").unwrap();
    let (_, lists) = page.split_once("Topics of personal encounters: `").unwrap();
    let lists: Vec<&str> = lists.split('`').step_by(2).take(2).collect();
    for topic in lists.iter().flat_map(|list| list.split_whitespace()) {
        let (_, said) = compile(&format!("doctrine d : personal {{ {topic} }}"));
        assert!(said.iter().all(|found| found.code != Code::UnknownTopic), "`{topic}`: {said:#?}");
    }
    refused("stop", Code::UnknownTopic, "`stop` is not a topic of personal combat");
}

#[test]
fn an_unknown_word_is_refused_with_the_nearest_that_is_legal_there() {
    let found = refused("target weekest visible", Code::UnknownChoice, "`weekest` is not a choice of `target`");
    assert_eq!(found.help.as_deref(), Some("did you mean `weakest`?"));
    let found = refused("act atack", Code::UnknownChoice, "`atack` is not a choice of `act`");
    assert_eq!(found.help.as_deref(), Some("did you mean `attack`?"));
    let found = refused("act rally", Code::UnknownChoice, "`rally` is not a choice of `act` in personal combat");
    assert_eq!(found.primary.text, "exists only in platoon combat");
    refused("target enemy jammed", Code::UnknownChoice, "`jammed` is not a choice of `target`");
    refused("act attack on enemy spoted", Code::UnknownChoice, "`spoted` is not a choice of `act`");
    refused("act pass when any(enemy jammed)", Code::UnknownChoice, "actors cannot be chosen by `jammed` in personal combat");
    refused("spend_fate now", Code::UnknownChoice, "`now` is not a choice of `spend_fate`");
    refused("act", Code::WrongValue, "there is nothing after `act`");
    refused("act attack move", Code::WrongValue, "a comma is missing between two choices of `act`");
    refused("consequence mild before lunch", Code::WrongValue, "there is no limit after `before`");
    refused("defend best { }", Code::WrongValue, "this cannot be in a line of a doctrine");
    refused("fate_value many", Code::WrongValue, "this `fate_value` is not written correctly");
    refused("fate_value 1\nfate_value 2", Code::DuplicateEntry, "`fate_value` is written twice");
    refused("act attack with slug_throwerz", Code::UnknownName, "there is no weapon or skill called `slug_throwerz`");
    refused("target trained medcal", Code::UnknownName, "there is no skill called `medcal`");
}

#[test]
fn set_up_takes_zones_and_modes_and_no_things() {
    let maps = "map yard { zone near; zone far; border near -- far }\nweapon two : slug_thrower { tech T2; stunts modal, civilian; \
                mode slug { harm 1; penetration 1; range 0..2 }; mode foam { harm 0; penetration 2; range 0..2 }; \
                allow unspent-points \"t\"; allow unequal-modes \"t\" }";
    let said = |lines: &str| compile(&format!("{maps}\ndoctrine d : personal {{\n{lines}\n}}")).1;
    for lines in ["set_up far, near", "set_up foam"] {
        assert!(said(lines).is_empty(), "{lines}: {:#?}", said(lines));
    }
    let found = said("set_up two").remove(0);
    assert_eq!((found.code, found.message.as_str()), (Code::UnknownChoice, "`two` is not a choice of `set_up`"));
    assert!(found.help.as_deref().is_some_and(|help| help.contains("the name of a zone or of a mode")), "{found:#?}");
}

#[test]
fn an_unknown_term_is_refused_with_the_nearest_that_is_known_there() {
    let found = refused("act attack when hit_chanse >= 50%", Code::UnknownTerm, "`hit_chanse` has no value in personal combat");
    assert_eq!(found.help.as_deref(), Some("did you mean `hit_chance`?"));
    let found = refused("act attack when heat_left > 1", Code::UnknownTerm, "`heat_left` has no value in personal combat");
    assert_eq!(found.primary.text, "exists only in space combat");
    refused("act attack when misses_by <= 2", Code::UnknownTerm, "`misses_by` is not yet known when `act` is decided");
    refused("act attack when visible", Code::UnknownTerm, "`visible` is about a target, not about the actor");
    refused("act attack when it.turn > 2", Code::UnknownTerm, "`turn` is not about a target");
    refused("act attack when him.hurt", Code::UnknownTerm, "this cannot come before a dot");
    refused("act attack when fate", Code::FormulaType, "this is a number, but a condition is needed");
    refused("act attack when outnumbered > 1", Code::FormulaType, "this is a condition, but a number is needed");
}

#[test]
fn a_line_that_can_never_fit_is_a_warning() {
    let never = "this condition can never be true, so this line never applies";
    for condition in ["fate < 0", "hit_chance > 100%", "fate >= 3 and fate < 2", "fate in 5..3", "outnumbered and not outnumbered"] {
        let found = refused(&format!("act attack when {condition}"), Code::NeverFits, never);
        assert_eq!(found.severity, Severity::Warning);
    }
    refused("keep_range 3..1", Code::NeverFits, "the range `3..1` contains no possible number, so this line never applies");
    refused("target in_zone adjacent", Code::NeverFits, "no actor is both `in_zone` and `adjacent`, so this line never applies");
}

#[test]
fn a_line_behind_one_that_always_decides_is_a_warning() {
    for lines in [
        "act pass\nact attack",
        "fire single\nfire area when enemies_in_zone >= 2",
        "accept_concession\naccept_concession when fate > 2",
        "target weakest visible\ntarget weakest visible when fate > 2",
        "spend_fate\nspend_fate when misses_by <= 2",
        "act pass when turn >= 1\nact move",
    ] {
        let found = finding(lines);
        assert_eq!((found.code, found.severity), (Code::UnreachableLine, Severity::Warning), "{lines}");
        assert_eq!(found.secondary[0].text, "this line always decides first");
    }
    clean("doctrine d : personal {\n  act pass when fate > 2\n  act attack\n  act move\n}");
}

#[test]
fn a_divisor_that_may_be_zero_is_refused() {
    refused("act attack when fate / 0 > 1", Code::FormulaFault, "this divides by 0");
    refused("act attack when fate / risk > 1", Code::FormulaFault, "this may divide by 0");
    clean("doctrine d : personal {\n  act attack when fate / max(risk, 1) > 1\n}");
}

#[test]
fn bases_are_of_the_same_kind_or_shared_and_never_go_in_a_circle() {
    let found = only("doctrine a : personal { defend best }\ndoctrine b : space from a { coast }");
    assert_eq!((found.code, found.message.as_str()), (Code::ForeignBase, "a doctrine for space combat cannot be based on `a`"));
    assert_eq!(only("doctrine a : stakes from standard_fate { give }").code, Code::ForeignBase);
    assert_eq!(only("doctrine a : personal from nobody { defend best }").code, Code::UnknownName);
    let (_, said) = compile("doctrine a : personal from b { defend best }\ndoctrine b : personal from a { defend best }");
    assert!(!said.is_empty() && said.iter().all(|found| found.code == Code::FromCircle), "{said:#?}");
    assert_eq!(only("doctrine a { defend best }").code, Code::MissingEntry);
    let found = only("doctrine a : persnal { defend best }");
    assert_eq!((found.code, found.help.as_deref()), (Code::UnknownPlay, Some("did you mean `personal`?")));
}

#[test]
fn a_plus_where_own_lines_come_first_anyway_is_a_warning() {
    let found = refused("+ keep_range 1..2", Code::NeedlessPlus, "`+` changes nothing before `keep_range`");
    assert_eq!(found.severity, Severity::Warning);
}

#[test]
fn a_doctrine_with_an_error_is_kept_without_the_line_and_does_not_play() {
    let (doctrines, said) = compile("doctrine d : personal {\n  fire wide\n  defend best\n}");
    assert_eq!(said.len(), 1);
    assert!(!doctrines["own.d"].valid);
    assert_eq!(doctrines["own.d"].kind, DoctrineKind::Personal);
}
