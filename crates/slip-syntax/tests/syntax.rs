//! Tests of the parser: every example of the language parses, every mistake is found, nothing panics.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "tests fail by panicking"
)]

mod hostile;
mod show;

use slip_source::diagnostic::Diagnostic;
use slip_source::{Package, PackageId, Sources, Span};
use slip_syntax::tree;
use std::fmt::Write;

fn parse(text: &str) -> (tree::File, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let id = sources.add_file(PackageId(0), "test.slip", text);
    let (file, diagnostics) = slip_syntax::parse(id, sources.file(id).unwrap());
    (file, diagnostics.into_iter().collect())
}

/// Returns `line: message` of every diagnostic.
fn messages(text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let id = sources.add_file(PackageId(0), "test.slip", text);
    let (_, mut diagnostics) = slip_syntax::parse(id, sources.file(id).unwrap());
    diagnostics.sort();
    let line = |found: &Diagnostic| sources.line_column(found.primary.span).unwrap().line;
    diagnostics.iter().map(|found| format!("{}: {}", line(found), found.message)).collect()
}

/// Root folder of the repository.
const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

/// Returns the examples of `tests/lang`, each with its page.
fn examples() -> Vec<(String, String)> {
    let mut paths: Vec<_> = std::fs::read_dir(format!("{REPOSITORY}/tests/lang")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        let page = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let blocks = page.split("```slip\n").skip(1).map(|block| block.split("```").next().unwrap());
        all.extend(blocks.map(|block| (name.clone(), block.to_owned())));
    }
    all
}

#[test]
fn every_example_of_the_language_parses_without_a_word() {
    let examples = examples();
    for (page, example) in &examples {
        assert_eq!(messages(example), Vec::<String>::new(), "{page}:\n{example}");
    }
    for page in ["doctrines", "effects", "language"] {
        let of_page = examples.iter().filter(|(name, _)| name == page);
        let trees: String = of_page.map(|(_, example)| show::file(&parse(example).0)).collect();
        assert!(!trees.is_empty(), "no example on page {page}");
        insta::assert_snapshot!(page, trees);
    }
}

/// Pages of the codes that the parser gives.
const PAGES: &[&str] = &[
    "bad-name",
    "chained-comparison",
    "decimal-number",
    "equals-sign",
    "nested-too-deeply",
    "number-too-large",
    "stray-character",
    "syntax",
    "typographic-mark",
    "unclosed-block",
    "unclosed-bracket",
    "unclosed-text",
    "unexpected-bracket",
];

#[test]
fn every_page_of_a_syntax_code_shows_that_mistake_alone_and_how_to_mend_it() {
    for page in PAGES {
        let text = std::fs::read_to_string(format!("{REPOSITORY}/docs/codes/{page}.md")).unwrap();
        let mut blocks = text.split("```slip\n").skip(1).map(|block| block.split("```").next().unwrap());
        let (_, bad) = parse(blocks.next().unwrap());
        assert!(!bad.is_empty() && bad.iter().all(|found| found.code.slug() == *page), "{page}: {bad:?}");
        assert_eq!(messages(blocks.next().unwrap()), Vec::<String>::new(), "{page}");
    }
}

/// Returns the codes of all findings of a whole compilation.
fn verdict(text: &str) -> Vec<&'static str> {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "test".into(), ..Package::default() });
    sources.add_file(package, "test.slip", text);
    slip_compile::compile(&sources).diagnostics.iter().map(|found| found.code.slug()).collect()
}

#[test]
fn what_was_lost_is_not_called_missing() {
    let text = "weapon a : slug_thrower {\n  Tech T1\n  harm ~1\n  range 0…2\n}\n";
    assert_eq!(verdict(text), ["bad-name", "stray-character", "typographic-mark"]);
    let text = "npc a {\n  cap 3\n  skills { 3 pilot; 2 gunnery, charm; ~1 eva }\n  aspects \u{201c}One\u{201d}, \"Two\"\n}\n";
    assert_eq!(verdict(text), ["stray-character", "typographic-mark"]);
}

#[test]
fn what_a_broken_item_has_is_judged_all_the_same_but_for_what_rests_on_what_is_lost() {
    let text = "weapon a : slug_thrower {\n  tech T1\n  harm 9\n  range ~\n}\n";
    assert_eq!(verdict(text), ["stat-above-cap", "stray-character"]);
}

#[test]
fn a_head_without_its_bracket_is_one_mistake_with_one_edit() {
    let text = "weapon a : slug_thrower\n  tech T1\n  harm 1\n  range 0..2\n}\n\nmark b \"B\"\n";
    assert_eq!(verdict(text), ["unclosed-block"]);
    let (_, found) = parse(text);
    let edit = &found[0].fixes[0].edits[0];
    assert_eq!((edit.span.start as usize, edit.replacement.as_str()), (text.find('\n').unwrap(), " {"));
}

#[test]
fn a_file_with_the_line_ends_of_old_macs_is_one_mistake() {
    let text = "weapon a : slug_thrower {\r  tech T1\r  harm 1 // light\r}\r";
    assert_eq!(messages(text), ["1: this file has the line ends of old Macs and cannot be read"]);
    assert_eq!(messages("weapon a : slug_thrower { tech T1; range 0..2 }\r"), Vec::<String>::new());
}

#[test]
fn line_ends_of_windows_change_nothing_but_places() {
    for (_, example) in examples() {
        let crlf = example.replace('\n', "\r\n");
        assert_eq!(messages(&crlf), Vec::<String>::new(), "{crlf}");
        assert_eq!(show::file(&parse(&crlf).0), show::file(&parse(&example).0));
    }
    for entry in std::fs::read_dir("syntax/errors").unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let crlf = text.replace('\n', "\r\n");
        assert_eq!(messages(&crlf), messages(&text));
        assert_eq!(show::file(&parse(&crlf).0), show::file(&parse(&text).0));
    }
}

#[test]
fn two_mistakes_in_two_items_are_two_messages_at_their_lines() {
    let text = "weapon a : b {\n  tech = T1\n  harm 1\n}\n\nweapon c : b {\n  harm 1.5\n}\n";
    assert_eq!(
        messages(text),
        ["2: there must be no `=` between `tech` and its value", "7: `1.5` has a decimal point, but numbers must be whole"]
    );
}

#[test]
fn a_missing_brace_is_found_at_the_item_that_lacks_it() {
    let text = "weapon a : b {\n  harm 1\n\n/// The second.\nweapon c : b {\n  harm 1\n}\n";
    assert_eq!(messages(text), ["1: the block of `a` is not closed"]);
    let (file, _) = parse(text);
    assert_eq!(file.items.len(), 2);
    let tree::Item::Declaration(second) = &file.items[1] else { panic!("the second weapon is lost") };
    assert_eq!(second.doc.as_deref(), Some("The second."));
}

#[test]
fn a_broken_entry_keeps_its_key_and_hides_nothing() {
    let text = "ship a : b {\n  beam 3 = 4\n  tracks { frame ~; data 3 }\n  trade 2\n}\n";
    assert_eq!(show::file(&parse(text).0), "ship a : b {\n  beam 3 BROKEN\n  tracks {\n    frame BROKEN\n    data 3\n  trade 2\n");
    assert_eq!(messages(text).len(), 2);
}

#[test]
fn a_picture_loses_its_common_indent_and_knows_where_its_lines_are() {
    let text = "map a {\n  picture \"\"\"\n    dd o\n      c\n\n    ww\n  \"\"\"\n}\n";
    let (file, _) = parse(text);
    let tree::Item::Declaration(map) = &file.items[0] else { panic!("no map") };
    let picture = map.block.as_ref().unwrap().entries[0].only().unwrap().text().unwrap();
    // Renderers print a text on one line, but a picture is parsed from its lines.
    assert_eq!(picture.value, "dd o   c  ww");
    let lines: Vec<&str> = picture.lines.iter().map(|span| &text[span.start as usize..span.end as usize]).collect();
    assert_eq!(lines, ["dd o", "  c", "", "ww"]);
}

#[test]
fn signs_and_subtractions_are_told_apart_by_their_spaces() {
    let of = |line: &str| show::file(&parse(&format!("a b {{\n  {line}\n}}\n")).0).lines().nth(1).unwrap().trim().to_owned();
    assert_eq!(of("environment -1"), "environment -1");
    assert_eq!(of("cost 3 -1"), "cost 3 -1");
    assert_eq!(of("cost 3 - 1"), "cost {3 - 1}");
    assert_eq!(of("cost 3-1"), "cost {3 - 1}");
    assert_eq!(of("cost rank-1"), "cost {rank - 1}");
    assert_eq!(of("allow over-budget"), "allow code over-budget");
    assert_eq!(of("cost a -b"), "cost a -b");
    assert_eq!(of("stunts + a, b"), "stunts EXTEND a, b");
    assert_eq!(of("stunts - c"), "stunts SHRINK c");
    assert_eq!(of("cost f(a)[1]"), "cost f<a>[1]");
    assert_eq!(of("cost [1, 2][rank]"), "cost [1, 2][rank]");
    assert_eq!(of("beam (beam - 1) on a"), "beam ({beam - 1}) on a");
    assert_eq!(of("x a or b and not c == d + 1 * 2..3"), "x {a or {b and {not {c == {{d + {1 * 2}} .. 3}}}}}");
    assert_eq!(of("x a when camouflage of target + 1 > 2 and b is c"), "x a WHEN {{{{camouflage of target} + 1} > 2} and {b is c}}");
    assert_eq!(of("place me in, enemy out"), "place me in, enemy out");
    assert_eq!(of("expect a in 1..2 over 3 runs"), "expect {a in {1 .. 2}} over 3 runs");
    assert_eq!(of("x a when not attacker is orbital"), "x a WHEN {not {attacker is orbital}}");
    assert_eq!(of("x a when rules huge bought and table \"q\""), "x a WHEN {<rules huge bought> and <table \"q\">}");
}

#[test]
fn an_entry_goes_on_over_line_ends_where_it_must() {
    let text = "a b {\n  cost 1 +\n    2\n  cost 1\n    * 2\n  list a,\n    b\n  list a\n    , b\n  x y\n    when z\n    else \"w\"\n  stat s\n  {\n    cost 1\n  }\n  act a\n  + act b\n  - act c\n}\n";
    assert_eq!(
        show::file(&parse(text).0),
        "a b {\n  cost {1 + 2}\n  cost {1 * 2}\n  list a, b\n  list a, b\n  x y WHEN z ELSE \"w\"\n  stat s {\n    cost 1\n  act a\n  LEAD act b\n  ? BROKEN\n"
    );
}

#[test]
fn heads_may_run_over_lines_and_name_everything() {
    let text = "weapon a \"A\"\n  : b\n  from std.c\n{\n}\nuse std\nuse std.a\nuse weapon std.{a, b}\nalias weapon a for std.b\npatch design std.aircraft { cost 1 }\nmark c \"d\"\n";
    assert_eq!(messages(text), Vec::<String>::new());
    assert_eq!(
        show::file(&parse(text).0),
        "weapon a \"A\" : b from std.c {\nuse kind - package std names [] all true\nuse kind - package std names [a] all false\nuse kind weapon package std names [a, b] all false\nalias kind weapon name a target std.b\npatch kind design target std.aircraft {\n  cost 1\nmark c \"d\"\n"
    );
}

#[test]
fn every_standard_file_parses_without_a_word() {
    let mut folders = vec![std::path::Path::new(REPOSITORY).join("stdlib"), std::path::Path::new(REPOSITORY).join("content")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "slip") {
                let text = std::fs::read_to_string(&path).unwrap();
                assert_eq!(messages(&text), Vec::<String>::new(), "{}", path.display());
            }
        }
    }
}

/// Snapshot of every message with the text it points at, so that its wording can be judged in context.
#[test]
fn every_mistake_is_named_in_the_words_of_the_author() {
    insta::glob!("syntax/errors/*.slip", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        insta::assert_snapshot!(account(&text));
    });
}

fn account(text: &str) -> String {
    let mut sources = Sources::new();
    let id = sources.add_file(PackageId(0), "test.slip", text);
    let file = sources.file(id).unwrap();
    let (tree, mut diagnostics) = slip_syntax::parse(id, file);
    diagnostics.sort();
    let place = |span: Span| {
        let at = file.line_column(span.start);
        format!("{}:{} {:?}", at.line, at.column, file.slice(span))
    };
    let mut out = String::new();
    for found in diagnostics.iter() {
        let line = file.line(found.primary.span.start);
        writeln!(out, "{}", file.line_text(line).trim_end()).unwrap();
        writeln!(out, "    {}[{}]: {}", found.severity.word(), found.code, found.message).unwrap();
        writeln!(out, "    at {} {}", place(found.primary.span), found.primary.text).unwrap();
        found.secondary.iter().for_each(|label| writeln!(out, "    and {} {}", place(label.span), label.text).unwrap());
        found.help.iter().for_each(|help| writeln!(out, "    help: {help}").unwrap());
        for fix in &found.fixes {
            let edits: Vec<String> = fix.edits.iter().map(|edit| format!("{} -> {:?}", place(edit.span), edit.replacement)).collect();
            writeln!(out, "    fix ({:?}): {}: {}", fix.confidence, fix.title, edits.join(", ")).unwrap();
        }
    }
    writeln!(out, "\n{}", show::file(&tree)).unwrap();
    out
}
