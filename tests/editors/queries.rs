//! Tests of the editors' queries: they compile and find the intended nodes.

use super::{texts, theirs};
use std::collections::BTreeSet;
use tree_sitter::{Language, Query, QueryCursor, StreamingIterator};

fn query(source: &str) -> Query {
    Query::new(&Language::from(tree_sitter_slip::LANGUAGE), source).unwrap()
}

/// Returns the captures of a query in a text, with the captured text.
fn captured<'t>(source: &str, text: &'t str) -> Vec<(String, &'t str)> {
    let query = query(source);
    let tree = theirs::parse(text);
    let mut cursor = QueryCursor::new();
    let mut found = Vec::new();
    let mut captures = cursor.captures(&query, tree.root_node(), text.as_bytes());
    while let Some((matched, at)) = captures.next() {
        let capture = matched.captures[*at];
        found.push((query.capture_names()[capture.index as usize].to_owned(), &text[capture.node.byte_range()]));
    }
    found
}

#[test]
fn every_query_names_only_what_there_is() {
    let mut read = 0;
    for folder in ["queries", "queries/helix", "queries/zed"] {
        for entry in std::fs::read_dir(format!("editors/tree-sitter-slip/{folder}")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|found| found == "scm") {
                query(&std::fs::read_to_string(&path).unwrap());
                read += 1;
            }
        }
    }
    assert!(read >= 10, "only {read} queries were found");
}

#[test]
fn no_word_has_two_colours() {
    let query = query(tree_sitter_slip::HIGHLIGHTS_QUERY);
    for (place, text) in texts::files() {
        let tree = theirs::parse(&text);
        let mut cursor = QueryCursor::new();
        let mut seen = BTreeSet::new();
        let mut captures = cursor.captures(&query, tree.root_node(), text.as_bytes());
        while let Some((matched, at)) = captures.next() {
            let node = matched.captures[*at].node;
            assert!(seen.insert(node.id()), "{place}: {} has two colours", &text[node.byte_range()]);
        }
    }
}

#[test]
fn the_parts_of_an_item_have_their_colours() {
    let text = "/// Handy.\nstunt quick(a: skill) \"Quick\" {\n  for npc\n  effect may use a for brawling rolls up to 3 when tech >= T1 // often\n}\n";
    let found = captured(tree_sitter_slip::HIGHLIGHTS_QUERY, text);
    for (colour, words) in [
        ("comment.documentation", "/// Handy."),
        ("keyword", "stunt"),
        ("type", "quick"),
        ("variable.parameter", "a"),
        ("type", "skill"),
        ("string.special", "\"Quick\""),
        ("property", "for"),
        ("keyword", "effect"),
        ("keyword", "may"),
        ("number", "3"),
        ("keyword.conditional", "when"),
        ("operator", ">="),
        ("constant", "T1"),
        ("comment", "// often"),
    ] {
        assert!(found.contains(&(colour.to_owned(), words)), "{words} is not {colour}: {found:?}");
    }
}

#[test]
fn navigation_finds_what_a_file_declares() {
    let text = "weapon a : slug_thrower {}\nweapon b from a {}\nalias c for b\nmark d \"is d\"\n";
    let found = captured(tree_sitter_slip::TAGS_QUERY, text);
    let names: Vec<&str> = found.iter().filter(|(what, _)| what == "name").map(|(_, name)| *name).collect();
    assert_eq!(names, ["a", "slug_thrower", "b", "a", "c", "b", "d"]);
}

/// Helix and Zed have other names for the same colours; there is no other difference.
#[test]
fn helix_and_zed_colour_what_neovim_colours() {
    let renamed = |names: &[(&str, &str)]| {
        let words = tree_sitter_slip::HIGHLIGHTS_QUERY.split_inclusive(|letter: char| letter.is_whitespace() || letter == ')');
        let rename = |word: &str| {
            let name = word.trim_end_matches(|letter: char| letter.is_whitespace() || letter == ')');
            let found = names.iter().find(|(from, _)| name == *from);
            found.map_or_else(|| word.to_owned(), |(from, to)| word.replacen(from, to, 1))
        };
        words.map(rename).collect::<String>()
    };
    let helix = [
        ("@comment", "@comment.line"),
        ("@comment.documentation", "@comment.block.documentation"),
        ("@module", "@namespace"),
        ("@string.escape", "@constant.character.escape"),
        ("@number", "@constant.numeric"),
        ("@boolean", "@constant.builtin.boolean"),
        ("@property", "@variable.other.member"),
        ("@keyword.conditional", "@keyword.control.conditional"),
    ];
    let zed = [("@comment.documentation", "@comment.doc"), ("@module", "@namespace"), ("@keyword.conditional", "@keyword")];
    for (editor, names) in [("helix", helix.as_slice()), ("zed", zed.as_slice())] {
        let path = format!("editors/tree-sitter-slip/queries/{editor}/highlights.scm");
        let wanted = renamed(names);
        if std::env::var_os("UPDATE_QUERIES").is_some() {
            std::fs::write(&path, &wanted).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), wanted, "{path}: UPDATE_QUERIES=1 cargo test --test editors");
    }
}
