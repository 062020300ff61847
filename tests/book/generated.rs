//! `docs/book/tables.md` is made from grammar, standard library and compiler, so that it cannot say anything else than they do.
//! `TRYCMD=overwrite cargo test --test book` writes it anew.

use slip_compile::compile;
use slip_compile::rulebook::Rulebook;
use slip_compile::stdlib;
use slip_pack::Pack;
use slip_pack::declaration::{Declaration, Line};
use slip_pack::effect::guide::{self, Section};
use slip_play::ask::{Point, Points};
use slip_source::Sources;
use slip_source::diagnostic::Code;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const PAGE: &str = "docs/book/tables.md";

fn standard() -> (Sources, Pack) {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let pack = compile(&sources).pack;
    (sources, pack)
}

/// A cell of a table: no line ends, no bars.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

fn code(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{}`", cell(text)) }
}

fn table(page: &mut String, heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
    writeln!(page, "| {} |\n|{}", heads.join(" | "), "---|".repeat(heads.len())).unwrap();
    for row in rows {
        writeln!(page, "{}", format!("| {} |", row.join(" | ")).replace("|  |", "| |")).unwrap();
    }
}

/// What stands behind a key in a block, if it is there.
fn said<'l>(lines: &'l [Line], key: &str) -> &'l str {
    lines.iter().find(|line| line.word == key).map_or("", |line| line.text.as_str())
}

fn first_sentence(text: &str) -> String {
    let text = cell(text);
    text.split_once(". ").map_or(text.clone(), |(first, _)| format!("{first}."))
}

fn designs(page: &mut String, pack: &Pack) {
    page.push_str("\n## Designs of the standard library\n\nWhat each builds, and what it offers. `slipyard show NAME` has the whole of one, stunts included.\n\n");
    let designs = pack.declarations["design"].values();
    let row = |design: &Declaration| {
        vec![
            code(&design.name),
            design.builds.as_deref().unwrap_or_default().to_owned(),
            code(said(&design.lines, "tech")),
            code(said(&design.lines, "budget")),
        ]
    };
    let counts = |design: &Declaration, key: &str| design.lines_of(key).count().to_string();
    table(
        page,
        &["design", "builds", "technology", "budget", "stats", "tracks", "stunts"],
        designs.clone().map(|design| [row(design), ["stat", "track", "stunt"].map(|key| counts(design, key)).to_vec()].concat()),
    );
    for design in designs.filter(|design| design.lines_of("stat").chain(design.lines_of("track")).next().is_some()) {
        writeln!(page, "\n### {} (`{}`)\n", design.title, design.name).unwrap();
        let part = |line: &Line| {
            let doc = line.doc.as_deref().map(first_sentence).unwrap_or_default();
            let ranks = said(&line.lines, "ranks");
            let ranks = if ranks.is_empty() { said(&line.lines, "base") } else { ranks };
            vec![line.word.to_string(), code(line.name.as_deref().unwrap_or_default()), code(ranks), code(said(&line.lines, "cost")), doc]
        };
        table(
            page,
            &["", "name", "ranks or boxes", "cost", "what it is"],
            design.lines_of("stat").chain(design.lines_of("track")).map(part),
        );
    }
}

fn settings(page: &mut String, sources: &Sources) {
    page.push_str(
        "\n## Settings\n\nWhat rulesets may choose. The first value, or the one behind `default`, holds where nobody says otherwise; a package chooses with a\n\
         `ruleset` that its manifest names under `variants`.\n\n",
    );
    let book = Rulebook::of(sources, &BTreeSet::new());
    let settings = book.rules().iter().filter(|rule| rule.kind == "setting");
    let row = |rule: &slip_compile::rulebook::Rule| {
        let line = rule.body.trim_start_matches("setting").trim().trim_start_matches(rule.name.as_str());
        vec![code(&rule.name), code(line), rule.of.trim_start_matches("ruleset ").to_owned(), cell(&rule.text)]
    };
    table(page, &["setting", "values", "ruleset", "what it decides"], settings.map(row));
}

fn effect_words(page: &mut String) {
    page.push_str("\n## Words of effect lines\n\n    effect [moment] [who] does what [price] [how often] [in which play] [when]\n\n`slipyard explain effect WORD` has an example of each.\n");
    let entries = guide::entries();
    for section in Section::ALL {
        writeln!(page, "\n### {}\n\n{}\n", capital(section.name()), capital(section.about()).replace('[', "`[").replace(']', "]`"))
            .unwrap();
        let own = entries.iter().filter(|entry| entry.section == *section);
        table(page, &["form", "means"], own.map(|entry| vec![code(&entry.form), cell(entry.meaning)]));
    }
}

fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// What the source says of every decision point, by its name there.
fn documented() -> BTreeMap<String, String> {
    let source = std::fs::read_to_string("crates/slip-play/src/ask.rs").unwrap().replace("\r\n", "\n");
    let points = source.split_once("pub enum Point {").unwrap().1.split_once("\n}").unwrap().0;
    let mut found = BTreeMap::new();
    let mut said = String::new();
    for line in points.lines().map(str::trim) {
        match line.strip_prefix("///") {
            Some(more) => said.push_str(more),
            None if line.ends_with(',') => {
                found.insert(line.trim_end_matches(',').to_owned(), std::mem::take(&mut said).trim().to_owned());
            }
            None => {}
        }
    }
    found
}

fn points(page: &mut String) {
    page.push_str(
        "\n## Decision points\n\nWhere somebody is asked, in logs and scripts by these words. One that is optional is asked only of a side that wants it (`asks`).\n\n",
    );
    let said = documented();
    let optional: BTreeSet<&str> = Points::ALL.words().collect();
    let row = |point: Point| {
        let optional = if optional.contains(point.word()) { "yes" } else { "" };
        vec![code(point.word()), optional.to_owned(), cell(&said[&format!("{point:?}")])]
    };
    table(page, &["point", "optional", "what is decided"], Point::ALL.into_iter().map(row));
}

fn codes(page: &mut String) {
    page.push_str("\n## Diagnostics\n\nEvery code with its level. `slipyard explain CODE` has the page, with an example that is wrong and one that is right.\n\n");
    let row = |code: &Code| {
        let said: Vec<&str> = code.page().lines().skip(1).skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect();
        vec![format!("[{0}](../codes/{0}.md)", code.slug()), code.severity().word().to_owned(), first_sentence(&said.join(" "))]
    };
    table(page, &["code", "level", "says"], Code::ALL.iter().map(row));
}

fn keywords(page: &mut String, pack: &Pack) {
    page.push_str("\n## Kinds and reserved words\n\n");
    let built: BTreeSet<&str> = pack.declarations["design"].values().filter_map(|design| design.builds.as_deref()).collect();
    let built: Vec<String> = built.into_iter().map(code).collect();
    writeln!(page, "Kinds that designs of the standard library build: {}.\n", built.join(", ")).unwrap();
    let reserved: Vec<String> = reserved().iter().map(|word| code(word)).collect();
    writeln!(page, "Words that are no names: {}.", reserved.join(", ")).unwrap();
}

/// The words that the grammar keeps for itself.
fn reserved() -> Vec<String> {
    let grammar = std::fs::read_to_string("grammar/slip.pest").unwrap().replace("\r\n", "\n");
    // Its first line is a short cut by first letters.
    let words = grammar.lines().skip_while(|line| !line.starts_with("reserved")).nth(1).unwrap();
    words.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

fn made() -> String {
    let (sources, pack) = standard();
    let mut page = "# The language in tables\n\nMade by the tests from grammar, standard library and compiler; written by nobody, so it is what they are. The\n\
        [reference](reference.md) says what the words are for.\n\n\
        [Kinds and reserved words](#kinds-and-reserved-words) · [Designs](#designs-of-the-standard-library) · [Settings](#settings) ·\n\
        [Words of effect lines](#words-of-effect-lines) · [Decision points](#decision-points) · [Diagnostics](#diagnostics)\n"
        .to_owned();
    keywords(&mut page, &pack);
    designs(&mut page, &pack);
    settings(&mut page, &sources);
    effect_words(&mut page);
    points(&mut page);
    codes(&mut page);
    page
}

#[test]
fn the_tables_are_those_of_grammar_library_and_compiler() {
    let made = made();
    if std::env::var("TRYCMD").is_ok_and(|value| value == "overwrite") {
        std::fs::write(PAGE, &made).unwrap();
    }
    let page = std::fs::read_to_string(PAGE).unwrap().replace("\r\n", "\n");
    let differs = made.lines().zip(page.lines()).zip(1..).find(|((made, page), _)| made != page);
    assert!(made == page, "{PAGE} is not as it is made (`TRYCMD=overwrite cargo test --test book` writes it): {differs:?}");
}

#[test]
fn the_tables_hold_everything_there_is() {
    let made = made();
    for code in Code::ALL {
        assert!(made.contains(&format!("[{}](", code.slug())));
    }
    for point in Point::ALL {
        assert!(made.contains(&format!("| `{}` |", point.word())));
    }
    for word in ["`spacecraft`", "`heat`", "`border_cost`", "`when`", "`ship`"] {
        assert!(made.contains(word), "{word}");
    }
}
