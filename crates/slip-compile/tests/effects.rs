//! Tests of effects: the standard stunts compile, the canonical sentence reads back as itself, and every mistake is reported.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::check::effect::{self, CarrierDeclaration, DeclaredNames, EffectScope, StuntText};
use slip_compile::resolve::{self, Program};
use slip_pack::effect::{Action, Argument, Effect, RollPattern};
use slip_source::diagnostic::Diagnostics;
use slip_source::{Package, Sources, Span};

use slip_syntax::tree::{Entry, ExprKind, File, Param};

const STANDARD: &str = include_str!("effects/standard.slip");
const GRAMMAR: &str = include_str!("effects/grammar.slip");

fn sources(files: &[(&str, &str)]) -> Sources {
    let mut sources = Sources::new();
    let package = sources.add_package(Package { name: "std".into(), ..Package::default() });
    for (path, text) in files {
        sources.add_file(package, path, *text);
    }
    sources
}

fn parsed(sources: &Sources) -> (Vec<File>, Diagnostics) {
    let mut out = Diagnostics::new();
    let files = sources
        .files()
        .map(|(id, file)| {
            let (tree, found) = slip_syntax::parse(id, file);
            out.append(found);
            tree
        })
        .collect();
    (files, out)
}

/// Effect that compiled, with the name of its carrier and the span of its words.
struct Line {
    carrier: String,
    span: Span,
    effect: Effect,
}

fn add(found: &mut Vec<Line>, carrier: &str, entries: &[Entry], effects: Vec<Effect>) {
    let spans: Vec<Span> = entries.iter().filter(|entry| entry.word() == "effect").map(whole).collect();
    // Effects with errors are left out, so spans are known only if there are no errors.
    let spans = if spans.len() == effects.len() { spans } else { vec![Span::default(); effects.len()] };
    found.extend(spans.into_iter().zip(effects).map(|(span, effect)| Line { carrier: carrier.to_owned(), span, effect }));
}

/// Returns the span from the first word after `effect` to the end of its condition.
fn whole(entry: &Entry) -> Span {
    entry.condition().map_or(entry.values_span(), |condition| entry.values_span().to(condition.span))
}

/// Compiles every effect of every design, stunt and ruleset, as the checker does.
fn compile_all(program: &Program<'_>, out: &mut Diagnostics) -> Vec<Line> {
    let known = DeclaredNames::of(program);
    let mut found = Vec::new();
    for declared in program.all() {
        match declared.kind() {
            "design" => {
                let scope = EffectScope::of_design(program, &known, declared);
                add(&mut found, declared.name(), &declared.entries, effect::lines(&declared.entries, &scope, out));
                for entry in declared.entries_of("stunt").filter(|entry| !entry.broken) {
                    let head = &entry.values[0].expr;
                    let (name, params): (_, &[Param]) = match &head.kind {
                        ExprKind::Name(name) => (name.clone(), &[]),
                        ExprKind::Call(call) => (call.name.name.text.clone(), &call.params),
                        other => panic!("a stunt called {other:?}"),
                    };
                    let entries = entry.block().map_or(&[][..], |block| &block.entries);
                    let named = effect::names_stunt(&declared.entries, &name);
                    let text = StuntText { name: name.clone(), span: head.span, params, entries, named };
                    add(&mut found, &name, entries, effect::stunt(&text, &scope, out).effects);
                }
            }
            "stunt" => {
                let scope = EffectScope::of_loose_stunt(program, &known, declared);
                let name = declared.name().clone();
                let text = StuntText {
                    name,
                    span: declared.tree.name.span,
                    params: &declared.tree.params,
                    entries: &declared.entries,
                    named: false,
                };
                add(&mut found, declared.name(), &declared.entries, effect::stunt(&text, &scope, out).effects);
            }
            "ruleset" => {
                let scope = EffectScope::new(program, &known, declared.package, CarrierDeclaration::Ruleset);
                add(&mut found, declared.name(), &declared.entries, effect::lines(&declared.entries, &scope, out));
            }
            kind if program.is_built_kind(kind) => {
                let scope = EffectScope::new(program, &known, declared.package, CarrierDeclaration::Item(kind.into()));
                add(&mut found, declared.name(), &declared.entries, effect::lines(&declared.entries, &scope, out));
            }
            _ => {}
        }
    }
    found
}

fn compile(files: &[(&str, &str)]) -> (Vec<Line>, Diagnostics, Sources) {
    let sources = sources(files);
    let (trees, mut out) = parsed(&sources);
    let (program, found) = resolve::resolve(&sources, &trees.iter().collect::<Vec<_>>());
    out.append(found);
    let effects = compile_all(&program, &mut out);
    drop(program);
    out.sort();
    (effects, out, sources)
}

/// Returns diagnostics as lines: code, message, what is underlined and why, help.
fn report(out: &Diagnostics, sources: &Sources) -> String {
    let mut text = String::new();
    for found in out.iter() {
        text += &format!("{}[{}]: {}\n", found.severity.word(), found.code, found.message);
        text += &format!("  at `{}`: {}\n", sources.slice(found.primary.span), found.primary.text);
        for label in &found.secondary {
            text += &format!("  and `{}`: {}\n", sources.slice(label.span), label.text);
        }
        if let Some(help) = &found.help {
            text += &format!("  help: {help}\n");
        }
    }
    text
}

#[test]
fn every_standard_stunt_compiles() {
    let (effects, out, sources) = compile(&[("standard.slip", STANDARD)]);
    assert_eq!(report(&out, &sources), "");
    let written = STANDARD.matches("effect ").count();
    // The first line of the file is a comment that also contains the word, so one match is not an effect.
    assert_eq!(effects.len(), written - 1);
}

#[test]
fn every_line_of_the_standard_library_compiles() {
    let (effects, out, sources) = compile(slip_compile::stdlib::FILES);
    assert_eq!(report(&out, &sources), "");
    assert!(effects.len() > 80, "only {} lines", effects.len());
}

#[test]
fn every_form_of_sentence_compiles() {
    let (effects, out, sources) = compile(&[("grammar.slip", GRAMMAR)]);
    assert_eq!(report(&out, &sources), "");
    assert_eq!(effects.len(), GRAMMAR.lines().filter(|line| line.trim_start().starts_with("effect ")).count());
}

/// Returns the text with every effect replaced by its canonical sentence.
fn rewritten(text: &str, lines: &[Line]) -> String {
    let mut edits: Vec<(usize, usize, &str)> =
        lines.iter().map(|line| (line.span.start as usize, line.span.end as usize, line.effect.text.as_str())).collect();
    edits.sort_unstable();
    let mut text = text.to_owned();
    for (start, end, sentence) in edits.into_iter().rev() {
        text.replace_range(start..end, sentence);
    }
    text
}

#[test]
fn the_canonical_sentence_reads_back_as_the_same_effect() {
    for text in [STANDARD, GRAMMAR] {
        let (first, _, _) = compile(&[("a.slip", text)]);
        let canonical = rewritten(text, &first);
        let (second, out, sources) = compile(&[("a.slip", &canonical)]);
        assert_eq!(report(&out, &sources), "");
        for (first, second) in first.iter().zip(&second) {
            assert_eq!(first.effect, second.effect, "{}: {}", first.carrier, first.effect.text);
        }
        assert_eq!(rewritten(&canonical, &second), canonical);
    }
}

/// Every line of each file has a mistake, and the messages about the mistakes are compared. Each file is compiled together with the
/// standard stunts.
#[test]
fn every_mistake_is_named_at_its_word() {
    insta::glob!("effects/errors/*.slip", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let (_, out, sources) = compile(&[("standard.slip", STANDARD), ("case.slip", &text)]);
        let code = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(out.iter().any(|found| found.code.slug() == code), "no {code}");
        insta::assert_snapshot!(report(&out, &sources));
    });
}

/// In a formula, the name of a stunt means the number of times that it was bought, even for a stunt that no design uses.
#[test]
fn a_stunt_that_is_bought_again_may_be_counted() {
    let again = "stunt twice { for npc; many; effect +1 to attack }\nstunt other { for npc; effect +3 to attack when twice >= 2 }";
    assert_eq!(compile(&[("standard.slip", STANDARD), ("case.slip", again)]).1.len(), 0);
    let once = again.replace("many; ", "");
    assert_eq!(compile(&[("standard.slip", STANDARD), ("case.slip", &once)]).1.len(), 1);
}

/// Words of the vocabulary, names, and tokens that no sentence contains.
const WORDS: &[&str] = &[
    "+1",
    "-2",
    "+(2 * 3)",
    "-(agility)",
    "+n",
    "to",
    "harm",
    "of",
    "attack",
    "defence",
    "rolls",
    "agility",
    "brawling",
    ",",
    "against",
    "this",
    "beam",
    "torpedo",
    "per",
    "zone",
    "shift",
    "past",
    "cap",
    "range",
    "is",
    "at",
    "most",
    "least",
    "1..2",
    "1/2/4",
    "20/4/x",
    "none",
    "base",
    "may",
    "must",
    "cannot",
    "use",
    "my",
    "roll",
    "for",
    "up",
    "or",
    "full",
    "1",
    "fate",
    "within",
    "harmless",
    "amplified",
    "limited",
    "by",
    "hits",
    "too",
    "only",
    "hit",
    "on",
    "go",
    "health",
    "composure",
    "heat",
    "area",
    "except",
    "own_zone",
    "self",
    "always",
    "it",
    "once",
    "out",
    "turn",
    "choose",
    "throw",
    "reroll",
    "strip",
    "free_tag",
    "enemies",
    "instead",
    "needs",
    "trained",
    "military",
    "sealed",
    "allows",
    "untrained",
    "never",
    "has",
    "aspect",
    "\"Out of ammo\"",
    "\"Nothing\"",
    "tag",
    "invoke",
    "compel",
    "loses",
    "place",
    "zones",
    "suffers",
    "mark",
    "erase",
    "all",
    "highest",
    "faces",
    "with",
    "stamina",
    "pays",
    "drops",
    "in",
    "grants",
    "i",
    "as",
    "integral",
    "action",
    "carries",
    "infantry",
    "charges",
    "consequences",
    "carrier",
    "table",
    "times",
    "any",
    "personal",
    "space",
    "before",
    "after",
    "each",
    "hour",
    "setup",
    "enemy",
    "aircraft",
    "everyone",
    "bearer",
    "x",
    "if",
    "not",
    "(",
    ")",
    "(1 / 0)",
    "min(1, 2)",
    "w",
    "s",
    "t",
    "r",
    "m",
    "T2",
    "4dF",
    "45%",
    "9223372036854775807",
    "-9223372036854775807",
    "when",
    "else",
    "target",
    "prone",
    "rules",
    "==",
    ">=",
    "{",
    "}",
    ";",
    "boxes",
    "slots",
];

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 1000, ..proptest::prelude::ProptestConfig::default() })]

    /// Any row of words is parsed or refused, and a parsed effect has a canonical sentence that reads back.
    #[test]
    fn no_row_of_words_breaks_the_reader(words in proptest::collection::vec(proptest::sample::select(WORDS), 0..14)) {
        let text = format!(
            "skill agility {{ }}\nskill brawling {{ }}\nskill stamina {{ }}\nmark sealed \"sealed\"\n\
             design rifle : weapon {{\n  track health {{ base 3 }}\n  track composure {{ base 3 }}\n  aspect \"Out of ammo\"\n  \
             stunt any(w: beam | torpedo, s: skill, t: track, r: roll, n: number, i: item, x: text, m: schedule) {{\n    effect {}\n  }}\n}}\n",
            words.join(" ")
        );
        let (lines, out, _) = compile(&[("a.slip", &text)]);
        if out.is_empty() && lines.iter().all(|line| !line.span.is_empty()) {
            let canonical = rewritten(&text, &lines);
            let (again, out, sources) = compile(&[("a.slip", &canonical)]);
            proptest::prop_assert_eq!(report(&out, &sources), "", "{}", canonical);
            proptest::prop_assert_eq!(
                lines.iter().map(|line| &line.effect).collect::<Vec<_>>(),
                again.iter().map(|line| &line.effect).collect::<Vec<_>>()
            );
        }
    }
}

/// Returns the effects of a standard stunt bought with some arguments, as sentences with the kinds of play in which they act.
fn bought(stunt: &str, args: &[(&str, Argument)]) -> Vec<String> {
    let (lines, _, _) = compile(&[("standard.slip", STANDARD)]);
    let args: Vec<(slip_pack::Name, Argument)> = args.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
    let lines = lines.iter().filter(|line| line.carrier == stunt).filter_map(|line| line.effect.instantiate(&args));
    lines.map(|line| format!("{} ({})", line.text, line.plays.iter().map(|play| play.word()).collect::<Vec<_>>().join(" "))).collect()
}

fn name(word: &str) -> Argument {
    Argument::Name(word.into())
}

#[test]
fn a_line_about_another_skill_falls_away_when_the_stunt_is_bought() {
    let everywhere = "build personal space social travel economy story";
    assert_eq!(bought("military_grade", &[("s", name("pilot")), ("t", Argument::Absent)]), [format!("is military pilot ({everywhere})")]);
    assert_eq!(
        bought("military_grade", &[("s", name("medical")), ("t", Argument::Text("the ward".into()))]),
        [
            format!("is military medical ({everywhere})"),
            "after first_aid never has aspect \"Sitting duck\" (personal)".into(),
            format!("table \"the ward\" ({everywhere})"),
        ]
    );
    assert_eq!(
        bought("military_grade", &[("s", name("intimidation")), ("t", Argument::Absent)])[1],
        "after composure_attack never has aspect \"Sitting duck\" when rules trained_intimidation (personal social)"
    );
}

#[test]
fn a_roll_that_is_filled_in_acts_where_that_roll_is_made() {
    let roll = |with: &str, action| Argument::Roll(RollPattern { with: vec![with.into()], action, ..RollPattern::default() });
    assert_eq!(
        bought("take_a_bonus", &[("s", name("tactics")), ("r", roll("slug_throwers", Action::Attack))]),
        [
            "allies +1 to slug_throwers attack once per round in personal, social, story when tactics >= 3 (personal social)",
            "allies +1 to slug_throwers attack as action in space when tactics >= 3 (space)",
        ]
    );
    assert_eq!(
        bought("take_a_bonus", &[("s", name("engineering")), ("r", roll("engineering", Action::Repair))]),
        ["allies +1 to engineering repair as action in space when engineering >= 3 (space)"]
    );
}

#[test]
fn numbers_schedules_and_names_are_filled_in_everywhere() {
    assert_eq!(
        bought("alter_track", &[("t", Argument::Track("health".into())), ("n", Argument::Number(-1))]),
        ["-1 to boxes of health (build)"]
    );
    assert_eq!(
        bought("alter_mitigation", &[("t", Argument::Track("health".into())), ("m", Argument::Schedule(2, 4, 6))]),
        ["consequences of health is 2/4/6 (build)"]
    );
    assert_eq!(
        bought("attacks_different_track", &[("w", name("beam")), ("t", Argument::Track("heat".into()))]),
        ["beam attack hits heat only (space)"]
    );
    assert_eq!(
        bought("integral", &[("i", name("claws"))])[1],
        "must use brawling for claws attack when not animal (personal space social)"
    );
}

#[test]
fn an_effect_survives_its_json() {
    let (mut lines, _, _) = compile(&[("standard.slip", STANDARD)]);
    lines.extend(compile(&[("grammar.slip", GRAMMAR)]).0);
    for line in lines {
        let json = serde_json::to_string(&line.effect).unwrap();
        let back: Effect = serde_json::from_str(&json).unwrap();
        assert_eq!(back, line.effect, "{json}");
    }
}

/// Returns the findings of the whole pipeline on items, without notes.
fn findings(text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "home".into(), ..Package::default() });
    sources.add_file(package, "main.slip", text);
    let compiled = slip_compile::compile(&sources);
    let loud = compiled.diagnostics.iter().filter(|found| found.severity > slip_source::diagnostic::Severity::Note);
    loud.map(|found| format!("{}: {}", found.code.slug(), found.message)).collect()
}

const SCATTERGUN: &str = "design scattergun : weapon {
  tech T1..T4
  budget 6
  stunt long { cost 1; effect range is 2..4 }
  stunt sawn_off { cost 1; effect range is 0..1 }
  stunt choked { cost 1; effect +1 to attack }
}
";

#[test]
fn stunts_bought_together_may_not_contradict_each_other() {
    let gun = |stunts: &str| findings(&format!("{SCATTERGUN}weapon old : scattergun {{ tech T1; stunts {stunts} }}\n"));
    assert_eq!(gun("long, sawn_off"), ["contradictory-effects: `range is 0..1` contradicts `range is 2..4`"]);
    assert_eq!(gun("long, choked"), Vec::<String>::new());
}

#[test]
fn an_item_has_no_effects_of_its_own_without_a_waiver() {
    let gun = |waiver: &str| findings(&format!("{SCATTERGUN}weapon old : scattergun {{ tech T1; effect +1 to attack; {waiver} }}\n"));
    assert_eq!(gun(""), ["unpriced-effect: this effect of a weapon costs nothing"]);
    assert_eq!(gun("allow unpriced-effect \"it was my grandmother's\""), Vec::<String>::new());
}

/// A word that a kind of play does not support is refused there, because it would never have an effect.
#[test]
fn a_word_is_refused_where_nothing_reads_it() {
    let ship = "stat pilot { ranks 0..4 }; track frame { base 3 }";
    let unit = "skills loose 0..5; track morale { base 3 }";
    for (kind, parts, line) in [
        ("ship", ship, "range is 1..2"),
        ("ship", ship, "after enter suffers 1 on frame"),
        ("ship", ship, "after area_attack suffers 1 on frame"),
        ("ship", ship, "after hit faces 2 with pilot on frame"),
        ("ship", ship, "at setup place \"Locked in\" on 2 zones"),
        ("ship", ship, "never compel \"Out of ammo\""),
        ("unit", unit, "+1 to detection"),
        ("unit", unit, "crew +1 to attack"),
        ("unit", unit, "charges fate to carrier"),
        ("unit", unit, "after attack drops in own_zone"),
        ("unit", unit, "attack area map"),
        ("weapon", "skill slug_throwers", "attack hits frame only"),
        ("weapon", "skill slug_throwers", "after hit target mark morale 1"),
        ("armour", "stat defense { base 2 }", "hits on frame go to data"),
        ("npc", "skills loose 0..5; track health { base 3 }", "+1 to direct_fire attack"),
    ] {
        let text = format!("design odd : {kind} {{ tech T0..T4; {parts}; stunt odd {{ cost 0; effect {line} }} }}\n");
        let said = findings(&text);
        assert!(said.iter().any(|said| said.starts_with("effect-wrong-play: ")), "{kind}: {line}: {said:?}");
    }
    // A skill that an effect uses for things in hand is no skill of a ship.
    let said = findings("stunt odd { for ship; cost 0; effect +2 to brawling attack }\n");
    assert!(said.iter().any(|said| said.contains("no roll for `attack` is made with `brawling` in `space`")), "{said:?}");
}

/// The page on coverage lists every word.
#[test]
fn every_word_of_the_vocabulary_is_on_the_coverage_page() {
    use slip_pack::effect::{Event, Measure, When};
    let page = include_str!("../../../docs/dev/coverage/effects.md");
    let words = Action::ALL.iter().map(|word| word.word());
    let words = words.chain(Event::ALL.iter().map(|word| word.word()));
    let words = words.chain(Measure::ALL.iter().map(|word| word.word()));
    let words = words.chain(When::ALL.iter().map(|word| word.word()));
    let missing: Vec<&str> = words.filter(|word| !page.contains(&format!("`{word}`"))).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn a_roll_given_to_a_stunt_is_read_word_by_word() {
    let bonus = |roll: &str| {
        let skills = "5 tactics; 4 gunnery, resolve; 3 navigation, slug_throwers, agility; 2 engineering, computer, stamina, pilot; \
                      1 eva, charm, brokerage, alertness, microg";
        let text = format!("character ann \"Ann\" {{ skills {{ {skills} }}; stunts take_a_bonus(tactics, {roll}) }}\n");
        let found = findings(&text);
        found.into_iter().filter(|found| found.contains("skill or statistic") || found.starts_with("unknown-effect")).collect::<Vec<_>>()
    };
    assert_eq!(bonus("gunnery rolls"), Vec::<String>::new());
    assert_eq!(bonus("attack against brawling"), Vec::<String>::new());
    assert_eq!(bonus("gunery rolls"), ["unknown-name: there is no skill or statistic called `gunery`"]);
    assert_eq!(bonus("gunnery rols"), ["unknown-effect: `rols` cannot follow `gunnery` in a roll"]);
}
