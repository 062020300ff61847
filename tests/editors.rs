//! Checks that the editors' grammars agree with the compiler: tree-sitter's tree equals ours, node by node, on every text of the
//! repository; it finds an error where we find one; and the queries use only existing nodes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod outline;
mod queries;
mod snippets;
mod texts;
mod theirs;
mod tokens;

use slip_source::{PackageId, Sources};

/// Errors about sizes, which only the compiler finds: no grammar checks sizes.
const UNSEEN: [&str; 3] = ["nested-too-deeply", "number-too-large", "file-too-large"];

/// Returns the outline of the compiler's tree for a text, and the codes of the errors in it.
fn ours(text: &str) -> (Vec<String>, Vec<&'static str>) {
    let mut sources = Sources::new();
    let id = sources.add_file(PackageId(0), "test.slip", text);
    let (file, diagnostics) = slip_syntax::parse(id, sources.file(id).unwrap());
    let codes = diagnostics.into_iter().map(|found| found.code.slug()).filter(|code| !UNSEEN.contains(code)).collect();
    (outline::of(&file), codes)
}

#[test]
fn every_text_without_a_mistake_has_the_same_tree_in_an_editor() {
    let mut compared = 0;
    for (place, text) in texts::all() {
        let (ours, mistakes) = ours(&text);
        let unseen = ours.iter().any(|line| line.starts_with("error"));
        if unseen || !mistakes.is_empty() {
            continue;
        }
        let tree = theirs::parse(&text);
        assert_eq!(theirs::mistakes(&tree, &text), Vec::<String>::new(), "{place}");
        let theirs = theirs::outline(&tree, &text);
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert_eq!(theirs, ours, "{place}");
        }
        assert_eq!(theirs.len(), ours.len(), "{place}");
        compared += ours.len();
    }
    assert!(compared > 50_000, "only {compared} nodes were compared");
}

#[test]
fn every_text_with_a_mistake_has_one_in_an_editor() {
    let mut broken = 0;
    for (place, text) in texts::all() {
        let (_, mistakes) = ours(&text);
        if mistakes.is_empty() {
            continue;
        }
        broken += 1;
        let tree = theirs::parse(&text);
        assert!(!theirs::mistakes(&tree, &text).is_empty(), "{place}: {mistakes:?}\n{text}");
    }
    assert!(broken > 20, "only {broken} texts had a mistake");
}

/// Texts from which a letter was removed: both grammars accept the text, or both find an error in it. Known differences are listed in
/// editors/README.md.
#[test]
fn a_text_that_lost_a_letter_is_judged_alike() {
    let (mut judged, mut broken, mut apart) = (0_usize, 0_usize, Vec::new());
    for (place, text) in texts::files().into_iter().filter(|(place, _)| place.starts_with("content")) {
        for part in text.split("\n\n") {
            for (at, letter) in part.char_indices().step_by(29) {
                let damaged = format!("{}{}\n", &part[..at], &part[at + letter.len_utf8()..]);
                let (_, mistakes) = ours(&damaged);
                let theirs = theirs::mistakes(&theirs::parse(&damaged), &damaged);
                judged += 1;
                broken += usize::from(!mistakes.is_empty());
                if mistakes.is_empty() != theirs.is_empty() {
                    apart.push(format!("{place}: ours {mistakes:?}, theirs {theirs:?}\n{damaged}"));
                }
            }
        }
    }
    assert!(broken > 300, "only {broken} of {judged} were broken");
    assert!(apart.len() * 200 < judged, "{} of {judged} differ:\n{}", apart.len(), apart.join("\n"));
}

#[test]
fn line_ends_of_windows_change_nothing_in_an_editor() {
    for (place, text) in texts::files() {
        let (_, mistakes) = ours(&text);
        if !mistakes.is_empty() {
            continue;
        }
        let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
        let tree = theirs::parse(&text);
        assert_eq!(theirs::mistakes(&tree, &text), Vec::<String>::new(), "{place}");
        assert_eq!(theirs::outline(&tree, &text), ours(&text).0, "{place}");
    }
}

#[test]
fn an_item_that_lacks_its_bracket_or_its_quote_does_not_spoil_the_next() {
    let broken = [
        "weapon a \"A\" : slug_thrower {\n  tech T1\n  harm 1\n\n/// Whole.\nweapon b \"B\" : slug_thrower { tech T1 }\n",
        "weapon a \"A : slug_thrower {\n  tech T1\n}\n\n/// Whole.\nweapon b \"B\" : slug_thrower { tech T1 }\n",
        "map a {\n  picture \"\"\"\n    aa\n}\n\n/// Whole.\nweapon b \"B\" : slug_thrower { tech T1 }\n",
        "ship a {\n  tracks { frame 4\n  beam 3\n\n/// Whole.\nweapon b \"B\" : slug_thrower { tech T1 }\n",
    ];
    for text in broken {
        let tree = theirs::parse(text);
        assert!(!theirs::mistakes(&tree, text).is_empty(), "{text}");
        let items: Vec<String> = theirs::outline(&tree, text).into_iter().filter(|line| line.starts_with("declaration")).collect();
        let second = text.find("weapon b").unwrap();
        assert_eq!(items.last(), Some(&format!("declaration {second}..{}", text.len() - 1)), "{text}");
        assert!(tree.root_node().child(tree.root_node().child_count() - 1).is_some_and(|last| !last.has_error()), "{text}");
    }
}

#[test]
fn typing_a_file_leads_to_the_tree_of_the_whole_file() {
    let text = std::fs::read_to_string("src/cli/new/first.slip").unwrap();
    let lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    let mut tree = theirs::parse("");
    let mut typed = String::new();
    for end in lines {
        let start = typed.len();
        typed.push_str(&text[start..end]);
        theirs::insert(&mut tree, &typed, start, end);
        tree = theirs::parse_again(&typed, &tree);
    }
    assert_eq!(theirs::outline(&tree, &typed), ours(&typed).0);
}

#[test]
fn a_line_taken_out_and_put_back_leaves_the_tree_as_it_was() {
    let text = std::fs::read_to_string("content/customs_dock/places.slip").unwrap();
    let whole = theirs::parse(&text);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let without = format!("{}{}", &text[..start], &text[end..]);
        let mut tree = whole.clone();
        theirs::remove(&mut tree, &text, start, end);
        let mut tree = theirs::parse_again(&without, &tree);
        assert_eq!(tree.root_node().to_sexp(), theirs::parse(&without).root_node().to_sexp(), "without {line}");
        theirs::insert(&mut tree, &text, start, end);
        let tree = theirs::parse_again(&text, &tree);
        assert_eq!(tree.root_node().to_sexp(), whole.root_node().to_sexp(), "with {line}");
        start = end;
    }
}
