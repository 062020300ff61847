//! Tests of the guide to effects: it contains every word of the parser, every example compiles and reads back, and its statements
//! about kinds of play are true.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::check::effect::{self, CarrierDeclaration, DeclaredNames, EffectScope, StuntText};
use slip_compile::resolve;
use slip_pack::effect::vocabulary_guide::{self, GuideEntry, Section};
use slip_pack::effect::{Effect, PackOperation, Play};
use slip_source::diagnostic::Diagnostics;
use slip_source::{Package, Sources};

use slip_syntax::tree::ExprKind;
use std::collections::BTreeSet;

/// Compiles the examples as effects, each in a package of its own beside the standard library; each must compile.
fn compiled(examples: &[vocabulary_guide::EffectExample]) -> Vec<Effect> {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let mut packages = Vec::new();
    for (number, example) in examples.iter().enumerate() {
        let package = sources.add_package(Package { name: format!("example_{number}"), ..Package::default() });
        sources.add_file(package, "main.slip", example.text());
        packages.push(package);
    }
    for found in slip_compile::compile(&sources).diagnostics.iter() {
        let wrong = found.severity == slip_source::diagnostic::Severity::Error;
        assert!(!wrong, "{} in `{}`", found.message, sources.file(found.primary.span.file).unwrap().text());
    }
    let files: Vec<_> =
        sources.files().filter(|(_, file)| Sources::is_slip(file.path())).map(|(id, file)| slip_syntax::parse(id, file).0).collect();
    let (program, _) = resolve::resolve(&sources, &files.iter().collect::<Vec<_>>());
    let known = DeclaredNames::of(&program);
    let mut effects = Vec::new();
    for (example, package) in examples.iter().zip(packages) {
        let shown = program.all().iter().find(|declared| declared.package == package && declared.name() == "shown").unwrap();
        let lines = lines(&program, &known, shown);
        let is_shown = |effect: &&Effect| matches!(effect.op, PackOperation::Choose(_)) == example.line.starts_with("may choose");
        effects.push(lines.iter().find(is_shown).unwrap_or_else(|| panic!("{}", example.line)).clone());
    }
    effects
}

fn lines(program: &resolve::Program<'_>, known: &DeclaredNames, shown: &resolve::DeclaredItem<'_>) -> Vec<Effect> {
    let mut out = Diagnostics::new();
    match shown.kind() {
        "design" => {
            let scope = EffectScope::of_design(program, known, shown);
            let entry = shown.entries_of("stunt").next().unwrap();
            let params = match &entry.values[0].expr.kind {
                ExprKind::Call(call) => &call.params[..],
                _ => &[],
            };
            let text = StuntText { name: "shown".into(), span: entry.span, params, entries: &entry.block().unwrap().entries, named: false };
            effect::stunt(&text, &scope, &mut out).effects
        }
        "ruleset" => effect::lines(&shown.entries, &EffectScope::new(program, known, shown.package, CarrierDeclaration::Ruleset), &mut out),
        _ => {
            let scope = EffectScope::new(program, known, shown.package, CarrierDeclaration::Place("zone".into()));
            let blocks = shown.entries_of("zone").filter_map(|entry| entry.block());
            blocks.flat_map(|block| effect::lines(&block.entries, &scope, &mut out)).collect()
        }
    }
}

/// Returns every entry with its example compiled.
fn examples() -> Vec<(GuideEntry, Effect)> {
    let entries = vocabulary_guide::entries();
    let effects = compiled(&entries.iter().map(|entry| entry.example).collect::<Vec<_>>());
    entries.into_iter().zip(effects).collect()
}

#[test]
fn every_example_compiles_and_its_canonical_sentence_reads_back() {
    let first = examples();
    let canonical = |(entry, effect): &(GuideEntry, Effect)| vocabulary_guide::EffectExample {
        line: Box::leak(effect.text.clone().into_boxed_str()),
        ..entry.example
    };
    let again = compiled(&first.iter().map(canonical).collect::<Vec<_>>());
    for ((entry, effect), again) in first.iter().zip(&again) {
        assert_eq!(again, effect, "{}", entry.example.line);
    }
}

/// Every word is used in its own example.
#[test]
fn every_example_uses_its_word() {
    for entry in vocabulary_guide::entries() {
        let line =
            format!(" {} {} ", entry.example.line.replace(['(', ')', ',', '"'], " "), entry.example.params.replace([':', '(', ')'], " "));
        let shown = entry.words.iter().any(|word| word.split(' ').all(|part| line.contains(&format!(" {part} "))));
        let sign = entry.words.contains(&"+") || entry.words.contains(&"is MARK") || entry.words.iter().any(|word| word.contains('"'));
        let placed = matches!(entry.words[0], "when" | "stat of" | "in zone" | "at most" | "hit");
        assert!(shown || sign || placed, "`{}` is not in `{}`", entry.words[0], entry.example.line);
    }
}

#[test]
fn an_example_acts_in_a_kind_of_play_that_has_the_word() {
    for (entry, effect) in examples() {
        let acts = effect.plays.iter().any(|play| entry.plays.contains(play));
        assert!(acts, "`{}` ({}): {:?} outside {:?}", entry.words[0], entry.example.line, effect.plays, entry.plays);
    }
}

/// Returns the words in the source text of the parser: `eat("…")`, `want("…")`.
fn words_of_the_reader() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for file in ["effect_parser", "operation", "target_operations"] {
        let text = std::fs::read_to_string(format!("{}/../src/check/effect/{file}.rs", env!("CARGO_MANIFEST_DIR"))).unwrap();
        for call in ["eat(\"", "want(\""] {
            words.extend(text.split(call).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()));
        }
    }
    words
}

#[test]
fn every_word_that_the_reader_knows_can_be_looked_up() {
    let known: BTreeSet<&str> = vocabulary_guide::entries().iter().flat_map(|entry| entry.words.clone()).collect();
    let words = words_of_the_reader();
    assert!(words.len() > 40, "only {} words found", words.len());
    let missing: Vec<&String> = words.iter().filter(|word| !known.contains(word.as_str())).collect();
    assert_eq!(missing, Vec::<&String>::new());
}

#[test]
fn every_section_has_words_and_nothing_is_said_twice() {
    let entries = vocabulary_guide::entries();
    for section in Section::ALL {
        assert!(entries.iter().any(|entry| entry.section == section), "{}", section.name());
        assert_eq!(Section::from_name(section.name()), Some(section));
        assert!(vocabulary_guide::about(section.name()).is_empty() || section.name() == "who", "`{}` is a word too", section.name());
    }
    let mut seen = BTreeSet::new();
    for entry in &entries {
        assert!(seen.insert((entry.section, entry.words[0])), "`{}` twice in {}", entry.words[0], entry.section.name());
        assert!(entry.meaning.ends_with('.') && entry.meaning.len() > 5, "`{}`", entry.words[0]);
    }
}

#[test]
fn building_runs_what_it_reckons() {
    let built = |(entry, _): &(GuideEntry, Effect)| entry.plays == [Play::Build] && entry.section == Section::Quantities;
    for (entry, effect) in examples().into_iter().filter(built) {
        assert!(effect.runs_in(Play::Build), "{}", entry.example.line);
    }
}

/// An effect is applied in the kinds of play that read it; effects of people also elsewhere. Columns: the carrier, the effect,
/// where it runs.
#[test]
fn lines_run_where_something_reads_them() {
    let cases: [(&'static str, &'static str, &[Play]); 47] = [
        ("ship", "+1 to detection", &[Play::Space]),
        ("ship", "cannot burn when heat == 0", &[Play::Space]),
        ("ship", "after coast erase heat 1", &[Play::Space]),
        ("ship", "after arrival has aspect \"Running hot\"", &[Play::Space]),
        ("ship", "may use 2 for defence against ew harmless", &[Play::Space]),
        ("ship", "needs military pilot for position", &[Play::Space]),
        ("ship", "crew cannot staff_untrained", &[Play::Space]),
        ("ship", "charges fate to carrier or pilot", &[Play::Space]),
        ("ship", "default_crew is none", &[Play::Space]),
        ("ship", "+1 to engineering repair", &[Play::Space, Play::Economy]),
        ("ship", "+1 to maintain", &[Play::Economy]),
        ("ship", "may slip", &[Play::Travel]),
        ("ship", "cruise_speed at most 3", &[Play::Travel]),
        ("npc", "+1 to brokerage buy", &[Play::Economy]),
        ("npc", "+1 to brokerage sell", &[]),
        ("npc", "+1 to charm move_another", &[Play::Social]),
        ("npc", "each time_box suffers 1 on composure", &[Play::Social]),
        ("npc", "+1 to attacks of brawling attack", &[Play::Personal, Play::Social]),
        ("ship", "+1 to attacks of beam", &[Play::Space]),
        ("npc", "oratory attack area zone", &[Play::Personal]),
        ("npc", "may pick_up at once", &[Play::Personal]),
        ("npc", "may seal at once", &[Play::Personal]),
        ("npc", "+2 to medical first_aid", &[Play::Personal]),
        ("npc", "+1 to computer task", &[Play::Personal]),
        ("weapon", "others -2 to notice against this", &[]),
        ("weapon", "+1 to conceal", &[]),
        ("npc", "each day erase composure all", &[]),
        ("npc", "each session pays 1 fate", &[]),
        ("npc", "table \"sings to the engine\"", &[]),
        ("ruleset", "everyone may refuel, resupply", &[]),
        ("ruleset", "everyone may maintain", &[Play::Economy]),
        ("ruleset", "each hour everyone faces 2 with stamina on health when not filtered", &[Play::Travel, Play::Story]),
        ("ruleset", "everyone +1 to pool", &[Play::Stakes]),
        ("unit", "cannot march", &[Play::Platoon]),
        ("unit", "may pass_enemies", &[Play::Platoon]),
        ("unit", "may attack_unspotted", &[Play::Platoon]),
        ("unit", "may stay when on_launch", &[Play::Platoon]),
        ("unit", "may reuse", &[Play::Platoon]),
        ("unit", "+1 to command rally", &[Play::Platoon]),
        ("unit", "may use indirect_fire for jam within range of indirect_fire", &[Play::Platoon]),
        ("unit", "+1 to max_move", &[Play::Platoon]),
        ("unit", "platoon +1 to free_range", &[Play::Platoon]),
        ("unit", "interdiction is permanent", &[Play::Platoon]),
        ("unit", "contact_spotted is 0", &[Play::Platoon]),
        ("unit", "after contact has aspect \"Under fire\"", &[Play::Platoon]),
        ("unit", "after enemy aircraft enter_map may attack it out of turn when on_launch", &[Play::Platoon]),
        ("unit", "at setup place \"Locked in\" on 2 zones", &[Play::Platoon]),
    ];
    let examples = cases.map(|(carrier, line, _)| vocabulary_guide::EffectExample { carrier, params: "", line });
    for (effect, (carrier, line, wanted)) in compiled(&examples).iter().zip(cases) {
        let runs: Vec<Play> = Play::ALL.iter().copied().filter(|play| effect.runs_in(*play)).collect();
        assert_eq!(runs, wanted, "{carrier}: {line}");
    }
}

/// The reference lists every word that is limited to some kinds of play.
#[test]
fn the_reference_has_every_action_event_and_quantity() {
    let page = slip_compile::rule_search::reference_page("effects.md").unwrap();
    let words: BTreeSet<&str> = page.split(|letter: char| !(letter.is_ascii_lowercase() || letter == '_')).collect();
    let wanted = [Section::Actions, Section::Events, Section::Quantities, Section::Who, Section::Roles, Section::States, Section::Periods];
    let entries = vocabulary_guide::entries();
    let missing: Vec<&str> = entries
        .iter()
        .filter(|entry| wanted.contains(&entry.section))
        .map(|entry| entry.words[0])
        .filter(|word| !words.contains(word))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}
