//! Generates the pages of `docs/book/tables` from grammar, standard library and compiler, and checks that the pages are up to date.
//! `TRYCMD=overwrite cargo test -p slipyard --test main book::generated` updates them.

use slip_compile::block_schema::{self, BlockSchema};
use slip_compile::compile;
use slip_compile::rule_search::{Rule, Rulebook};
use slip_compile::stdlib;
use slip_pack::Pack;
use slip_pack::declaration::{DeclarationEntry, PackDeclaration};
use slip_pack::effect::vocabulary_guide::{self, Section};
use slip_play::question::{Point, Points};
use slip_source::Sources;
use slip_source::diagnostic::Code;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const FOLDER: &str = "docs/book/tables";

/// Generated page of the folder.
struct Page {
    file: &'static str,
    title: &'static str,
    /// Description of the page in the index.
    about: &'static str,
    /// Text below the title.
    text: String,
}

/// Rulesets whose settings are on the page of conflicts; the settings of all others are on the page of campaigns.
const CONFLICTS: [&str; 6] = ["Core rules", "Personal combat", "Social combat", "Raise and see", "Space combat", "Platoon combat"];

fn standard() -> (Sources, Pack) {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let pack = compile(&sources).pack;
    (sources, pack)
}

/// Returns a text as a table cell, without line ends and with bars escaped.
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

/// Returns the value of a key in a block; empty if there is none.
fn said<'l>(lines: &'l [DeclarationEntry], key: &str) -> &'l str {
    lines.iter().find(|line| line.word == key).map_or("", |line| line.text.as_str())
}

fn first_sentence(text: &str) -> String {
    let text = cell(text);
    text.split_once(". ").map_or(text.clone(), |(first, _)| format!("{first}."))
}

fn designs(pack: &Pack) -> String {
    let mut page =
        "What each design of the standard library builds, and what it offers. `slipyard show NAME` prints one in full, with its\n\
        stunts.\n\n"
            .to_owned();
    let designs = pack.declarations["design"].values();
    let row = |design: &PackDeclaration| {
        vec![
            code(&design.name),
            design.builds.as_deref().unwrap_or_default().to_owned(),
            code(said(&design.lines, "tech")),
            code(said(&design.lines, "budget")),
        ]
    };
    let counts = |design: &PackDeclaration, key: &str| design.lines_of(key).count().to_string();
    table(
        &mut page,
        &["design", "builds", "technology", "budget", "stats", "tracks", "stunts"],
        designs.clone().map(|design| [row(design), ["stat", "track", "stunt"].map(|key| counts(design, key)).to_vec()].concat()),
    );
    for design in designs.filter(|design| design.lines_of("stat").chain(design.lines_of("track")).next().is_some()) {
        writeln!(page, "\n## {} (`{}`)\n", design.title, design.name).unwrap();
        let part = |line: &DeclarationEntry| {
            let doc = line.doc.as_deref().map(first_sentence).unwrap_or_default();
            let ranks = said(&line.lines, "ranks");
            let ranks = if ranks.is_empty() { said(&line.lines, "base") } else { ranks };
            vec![line.word.to_string(), code(line.name.as_deref().unwrap_or_default()), code(ranks), code(said(&line.lines, "cost")), doc]
        };
        table(
            &mut page,
            &["", "name", "ranks or boxes", "cost", "what it is"],
            design.lines_of("stat").chain(design.lines_of("track")).map(part),
        );
    }
    page
}

/// Returns the settings of some rulesets, with one table per ruleset.
fn settings(sources: &Sources, belongs: impl Fn(&str) -> bool) -> String {
    let mut page = "The first value, or the one behind `default`, holds where no ruleset chooses another; a package chooses with a `ruleset` that its manifest\n\
        names under `variants`.\n"
        .to_owned();
    let book = Rulebook::of(sources, &BTreeSet::new());
    let ruleset = |rule: &Rule| rule.of.trim_start_matches("ruleset ").to_owned();
    let settings: Vec<&Rule> = book.rules().iter().filter(|rule| rule.kind == "setting" && belongs(&ruleset(rule))).collect();
    let mut seen = BTreeSet::new();
    for title in settings.iter().map(|rule| ruleset(rule)).filter(|title| seen.insert(title.clone())) {
        writeln!(page, "\n## {title}\n").unwrap();
        let row = |rule: &&Rule| {
            let line = rule.body.trim_start_matches("setting").trim().trim_start_matches(rule.name.as_str());
            vec![code(&rule.name), code(line), cell(&rule.text)]
        };
        table(&mut page, &["setting", "values", "what it decides"], settings.iter().filter(|rule| ruleset(rule) == title).map(row));
    }
    page
}

/// Returns some sections of the vocabulary of effects.
fn effect_words(sections: &[Section]) -> String {
    let mut page = "An effect line is one sentence:\n\n    effect [moment] [who] does what [price] [how often] [in which play] [when]\n\n\
        `slipyard explain effect WORD` explains a word with an example.\n"
        .to_owned();
    let entries = vocabulary_guide::entries();
    for section in Section::ALL.iter().filter(|section| sections.contains(section)) {
        writeln!(page, "\n## {}\n\n{}\n", capital(section.name()), capital(section.about()).replace('[', "`[").replace(']', "]`")).unwrap();
        let own = entries.iter().filter(|entry| entry.section == *section);
        table(&mut page, &["form", "means"], own.map(|entry| vec![code(&entry.form), cell(entry.meaning)]));
    }
    page
}

fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// Returns the doc comment of every decision point, by the name of its variant.
fn documented() -> BTreeMap<String, String> {
    let source = std::fs::read_to_string("crates/slip-play/src/question.rs").unwrap().replace("\r\n", "\n");
    let points = source.split_once("pub enum Point {").unwrap().1.split_once("\n}").unwrap().0;
    let mut found = BTreeMap::new();
    let mut said = String::new();
    for line in points.lines().map(str::trim) {
        match line.strip_prefix("///") {
            Some(more) => said.push_str(more),
            None if line.ends_with(',') => {
                let name = line.split_once(" = ").map_or(line, |(name, _)| name);
                found.insert(name.trim_end_matches(',').to_owned(), std::mem::take(&mut said).trim().to_owned());
            }
            None => {}
        }
    }
    found
}

fn points() -> String {
    let mut page =
        "Each question that the program asks during play, by its word in logs and scripts. An optional one is asked only of a side that\n\
        wants it (`asks`).\n\n"
            .to_owned();
    let said = documented();
    let optional: BTreeSet<&str> = Points::ALL.words().collect();
    let row = |point: Point| {
        let optional = if optional.contains(point.word()) { "yes" } else { "" };
        vec![code(point.word()), optional.to_owned(), cell(&said[&format!("{point:?}")])]
    };
    table(&mut page, &["point", "optional", "what is decided"], Point::ALL.into_iter().map(row));
    page
}

/// Returns the codes that belong on a page, with their levels.
fn codes(belongs: impl Fn(Code) -> bool) -> String {
    let mut page = "`slipyard explain CODE` prints the page of a code, with an example that is wrong and one that is right.\n\n".to_owned();
    let row = |code: &Code| {
        let said: Vec<&str> = code.page().lines().skip(1).skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect();
        vec![format!("[{0}](../../codes/{0}.md)", code.slug()), code.severity().word().to_owned(), first_sentence(&said.join(" "))]
    };
    table(&mut page, &["code", "level", "says"], Code::ALL.iter().filter(|code| belongs(**code)).map(row));
    page
}

/// Returns the tables of the entries of all blocks for which `belongs` is true.
fn entries(belongs: impl Fn(&BlockSchema) -> bool) -> String {
    let mut page = "Entries that a block may have. `WORDS` in capitals are to be replaced; what is in `[…]` may be left out.\n\
        Entries that packages declare themselves, such as statistics and settings, are not listed.\n"
        .to_owned();
    for block in block_schema::ALL.iter().filter(|block| belongs(block)) {
        let around: Vec<String> = block.path.iter().map(|word| code(&word.replace(' ', "` or `"))).collect();
        let designs = if block.designs.is_empty() { String::new() } else { format!(" ({})", block.designs.join(", ")) };
        writeln!(page, "\n## {}\n\nIn {}{designs}.\n", capital(block.title), around.join(" › ")).unwrap();
        let row = |entry: &block_schema::EntrySchema| vec![code(entry.form), cell(entry.doc)];
        table(&mut page, &["entry", "meaning"], block.entries.iter().map(row));
    }
    page
}

fn is_of_encounter(block: &BlockSchema) -> bool {
    block.path.first() == Some(&"encounter")
}

fn keywords(pack: &Pack) -> String {
    let mut page = String::new();
    let built: BTreeSet<&str> = pack.declarations["design"].values().filter_map(|design| design.builds.as_deref()).collect();
    let built: Vec<String> = built.into_iter().map(code).collect();
    writeln!(page, "Kinds that designs of the standard library build: {}.\n", built.join(", ")).unwrap();
    let reserved: Vec<String> = reserved().iter().map(|word| code(word)).collect();
    writeln!(page, "Words that are no names: {}.", reserved.join(", ")).unwrap();
    page
}

/// Returns the reserved words of the grammar.
fn reserved() -> Vec<String> {
    let grammar = std::fs::read_to_string("grammar/slip.pest").unwrap().replace("\r\n", "\n");
    // The first line of the rule is a shortcut that checks first letters only.
    let words = grammar.lines().skip_while(|line| !line.starts_with("reserved")).nth(1).unwrap();
    words.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns all pages except the index, in the order of the index.
fn made() -> Vec<Page> {
    let (sources, pack) = standard();
    let page = |file, title, about, text| Page { file, title, about, text };
    let conflict = |title: &str| CONFLICTS.contains(&title);
    let (operations, quantities) = ([Section::Operations, Section::Values, Section::Counts], [Section::Quantities, Section::Actions]);
    let others: Vec<Section> =
        Section::ALL.iter().copied().filter(|section| !operations.contains(section) && !quantities.contains(section)).collect();
    let error = |code: Code| code.severity().word() == "error";
    let early = |code: Code| code.slug() < "n";
    vec![
        page("kinds.md", "Kinds and reserved words", "kinds that designs build; words that are no names", keywords(&pack)),
        page(
            "entries.md",
            "Entries of blocks",
            "the entries of designs, skills, maps, platoons, clusters, scenarios and tables",
            entries(|block| !is_of_encounter(block)),
        ),
        page(
            "entries-of-encounters.md",
            "Entries of encounters",
            "the entries of encounters and of the blocks in them",
            entries(is_of_encounter),
        ),
        page("designs.md", "Designs of the standard library", "each design with its statistics and tracks", designs(&pack)),
        page(
            "settings-of-conflicts.md",
            "Settings of conflicts",
            "what rulesets may choose in the core rules and in each kind of conflict",
            settings(&sources, conflict),
        ),
        page(
            "settings-of-campaigns.md",
            "Settings of campaigns",
            "what rulesets may choose of designs, worlds, travel, money and recovery",
            settings(&sources, |title| !conflict(title)),
        ),
        page(
            "effect-sentences.md",
            "Words of effect lines: the sentence",
            "moments, events, who, prices, limits, plays, conditions, roles, states, parameters",
            effect_words(&others),
        ),
        page("effect-operations.md", "Words of effect lines: operations", "operations, values, counts", effect_words(&operations)),
        page("effect-quantities.md", "Words of effect lines: quantities", "quantities, actions", effect_words(&quantities)),
        page("decision-points.md", "Decision points", "the questions of a game, as logs and scripts name them", points()),
        page("errors-a-to-m.md", "Errors, A to M", "codes of errors that begin with A to M", codes(|code| error(code) && early(code))),
        page("errors-n-to-z.md", "Errors, N to Z", "codes of errors that begin with N to Z", codes(|code| error(code) && !early(code))),
        page("warnings.md", "Warnings and notes", "codes of warnings and notes", codes(|code| !error(code))),
    ]
}

fn index(pages: &[Page]) -> String {
    let mut index = "# The language in tables\n\nThe tests generate these pages from grammar, standard library and compiler, so they always agree with the program. \
        [The\nreference](../reference/README.md) explains what the words are for.\n\n"
        .to_owned();
    let row = |page: &Page| vec![format!("[{}]({})", page.title, page.file), page.about.to_owned()];
    table(&mut index, &["page", "what is on it"], pages.iter().map(row));
    index
}

/// Returns every file of the folder with its text, the index first.
fn files() -> Vec<(&'static str, String)> {
    let pages = made();
    let index = ("README.md", index(&pages));
    std::iter::once(index).chain(pages.into_iter().map(|page| (page.file, format!("# {}\n\n{}", page.title, page.text)))).collect()
}

#[test]
fn the_tables_are_those_of_grammar_library_and_compiler() {
    let overwrite = std::env::var("TRYCMD").is_ok_and(|value| value == "overwrite");
    let mut wrong = String::new();
    let mut names = BTreeSet::new();
    for (file, made) in files() {
        let path = format!("{FOLDER}/{file}");
        names.insert(file.to_owned());
        if overwrite {
            std::fs::create_dir_all(FOLDER).unwrap();
            std::fs::write(&path, &made).unwrap();
        }
        let page = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        if made != page {
            let differs = made.lines().zip(page.lines()).zip(1..).find(|((made, page), _)| made != page);
            writeln!(wrong, "{path} is not as it is generated: {differs:?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}`TRYCMD=overwrite cargo test -p slipyard --test main book::generated` writes them");
    let there: BTreeSet<String> =
        std::fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(there, names, "{FOLDER} has other files than those that are generated");
}

#[test]
fn the_tables_hold_everything_there_is() {
    let files = files();
    let count = |start: &str, text: &str| files.iter().filter(|(file, page)| file.starts_with(start) && page.contains(text)).count();
    for code in Code::ALL {
        assert_eq!(count("", &format!("[{}](", code.slug())), 1, "{}", code.slug());
    }
    for block in block_schema::ALL {
        for entry in block.entries {
            assert!(count("entries", &format!("| {} | {} |", code(entry.form), cell(entry.doc))) > 0, "{}: {}", block.title, entry.word);
        }
    }
    for point in Point::ALL {
        assert_eq!(count("decision-points", &format!("| `{}` |", point.word())), 1, "{}", point.word());
    }
    for section in Section::ALL {
        assert_eq!(count("effect-", &format!("\n## {}\n", capital(section.name()))), 1, "{}", section.name());
    }
    for (start, word) in
        [("designs", "`spacecraft`"), ("designs", "`heat`"), ("settings-", "`border_cost`"), ("kinds", "`when`"), ("kinds", "`ship`")]
    {
        assert_eq!(count(start, word), 1, "{word}");
    }
}
