//! Tests of the parser on hostile text: it is parsed in bounded time, without a panic, and every node is inside its parent.
//! Rules: R-XPK2.

use crate::syntax::{messages, parse, show};
use proptest::prelude::*;
use slip_source::Span;
use slip_syntax::tree::{Expr, ExprKind, File, Item, Key};
use slip_syntax::visit::SyntaxNode;
use std::time::{Duration, Instant};

/// Parses a text; returns the time it took.
fn timed(text: &str) -> (Vec<String>, Duration) {
    let start = Instant::now();
    let found = messages(text);
    (found, start.elapsed())
}

#[test]
fn sixty_open_brackets_of_any_kind_take_no_time() {
    let openings = [
        "(", "[", "{", "f(", "a[", "(a + ", "[1, ", "f(a, ", "(not ", "a { b ", "(if ", "-(", "f([(", "a (", "f (", "(a, ", "(a b ",
        "[f(x: ", "a is (", "rules (", "x in (",
    ];
    for opening in openings {
        for entry in ["cost ", "effect ", "cost 1 when ", "", "cost if ", "require 1 else "] {
            let text = format!("design a : b {{\n  {entry}{}\n}}\nmark fine \"after\"\n", opening.repeat(60));
            let (found, time) = timed(&text);
            assert!(!found.is_empty(), "{text}");
            assert!(time < Duration::from_secs(10), "{time:?} for {text}");
        }
    }
}

#[test]
fn a_hundred_thousand_nested_brackets_are_one_ordinary_diagnostic() {
    for opening in ["(", "[", "{", "a {", "f(", "((["] {
        for closing in ["", ")", "}"] {
            let (open, close) = (opening.repeat(100_000), closing.repeat(100_000));
            let text = format!("design a : b {{\n  cost {open}{close}\n}}\n\nweapon c : a {{\n  tech = T1\n}}\n");
            let (found, time) = timed(&text);
            let deep: Vec<_> = found.iter().filter(|message| message.contains("inside one another")).collect();
            assert_eq!(deep.len(), 1, "{opening}{closing}: {found:?}");
            assert_eq!(found.last().unwrap(), "6: there must be no `=` between `tech` and its value", "{opening}{closing}");
            assert!(time < Duration::from_secs(10), "{time:?}");
        }
    }
}

#[test]
fn sixty_brackets_that_close_are_read() {
    let text = format!("design a : b {{\n  cost {}1{}\n}}\n", "(".repeat(60), ")".repeat(60));
    assert_eq!(messages(&text), Vec::<String>::new());
    let text = format!("design a : b {{ {} {} }}\n", "c {".repeat(60), "}".repeat(60));
    assert_eq!(messages(&text), Vec::<String>::new());
}

#[test]
fn long_chains_end_in_one_message() {
    for (first, link) in [("1", " + 1"), ("1", " or 1"), ("a", "[1]"), ("1", "..1"), ("1", " < 1")] {
        let text = format!("design a : b {{\n  cost {first}{}\n  price 3\n}}\n", link.repeat(100_000));
        let (found, time) = timed(&text);
        assert!(found.iter().any(|message| message.contains("more than 256 signs")), "{link}: {found:?}");
        assert!(time < Duration::from_secs(20), "{link}: {time:?}");
    }
    let text = format!("design a : b {{\n  cost {}1\n}}\n", "if a then b else ".repeat(100_000));
    assert!(messages(&text).iter().any(|message| message.contains("more than 256 signs")));
    let text = format!("design a : b {{\n  cost {}1\n}}\n", "not ".repeat(100_000));
    assert_eq!(messages(&text), ["2: `not` is written twice"]);
    let text = format!("design a : b {{\n  cost {}1\n}}\n", "-".repeat(100_000));
    assert_eq!(messages(&text).len(), 1);
}

#[test]
fn much_of_anything_takes_linear_time() {
    let pieces = [
        "\n",
        " ",
        "// comment\n",
        "/// doc\n",
        "}",
        "{",
        ";",
        "\"",
        "\"\"\"",
        "\"\"\"\n",
        "a b {\n",
        "weapon a : b {\n",
        "  a,\n",
        "a ,\n",
        "  a 1 // x\n",
        "mark a \"b\"\n",
        "  mark a \"b\"\n",
        "use std.{a}\n",
        "  when\n",
        "\u{201c}",
        "x = 1\n",
        "  f(\n",
        "a b \"\"\"\n",
        "  (a b {\n",
        "é",
        "\r\n",
        "weapon a {\n  tech T1\n",
        "  { b\n",
        "a.",
        "a-",
        "1/",
    ];
    for piece in pieces {
        for head in ["", "weapon a : b {\n  harm 1\n", "weapon a : b {\nharm 1\n"] {
            let took = |bytes: usize| timed(&format!("{head}{}", piece.repeat(bytes / piece.len()))).1;
            let (small, large) = (took(25_000), took(200_000));
            // Eight times the text takes eight times as long, or sixty-four times if the work is quadratic.
            assert!(large < small * 32 + Duration::from_secs(2), "{piece:?} after {head:?}: {small:?}, then {large:?}");
        }
    }
}

/// Calls `visit` for every node of a file with its span, parents before their children.
fn walk<'t>(file: &'t File, mut visit: impl FnMut(SyntaxNode<'t>)) {
    let mut waiting: Vec<SyntaxNode<'t>> = file.items.iter().rev().map(SyntaxNode::Item).collect();
    while let Some(node) = waiting.pop() {
        visit(node);
        waiting.extend(node.children().into_iter().rev());
    }
}

fn check_spans(file: &File, text: &str) {
    let inside = |inner: Span, outer: Span| {
        assert!(outer.start <= inner.start && inner.end <= outer.end, "{inner:?} is not inside {outer:?} of {text:?}");
        let (start, end) = (inner.start as usize, inner.end as usize);
        assert!(start <= end && text.is_char_boundary(start) && text.is_char_boundary(end), "{inner:?} of {text:?}");
    };
    let whole = Span { end: text.len() as u32, ..Span::default() };
    let mut before = 0;
    for item in &file.items {
        inside(item.span(), whole);
        assert!(before <= item.span().start, "items overlap in {text:?}");
        before = item.span().end;
        if let Item::Declaration(it) = item {
            [Some(it.kind.span), Some(it.name.span), it.title.as_ref().map(|title| title.span), it.design.as_ref().map(|path| path.span())]
                .into_iter()
                .flatten()
                .for_each(|span| inside(span, it.span));
        }
    }
    file.comments.iter().for_each(|comment| inside(comment.span, whole));
    walk(file, |node| {
        node.children().iter().for_each(|child| inside(child.span(), node.span()));
        match node {
            SyntaxNode::Entry(entry) => {
                inside(entry.key.span(), entry.span);
                if let (Key::Word(name), false) = (&entry.key, entry.broken) {
                    assert_eq!(text.get(name.span.start as usize..name.span.end as usize), Some(name.text.as_str()));
                }
            }
            SyntaxNode::Expr(Expr { kind: ExprKind::Text(it), span }) => it.lines.iter().for_each(|line| inside(*line, *span)),
            _ => {}
        }
    });
}

/// Checks that every byte outside blanks and comments is part of an item; a `;` separates entries and may end a block without `}`.
fn check_nothing_is_lost(file: &File, text: &str) {
    let mut covered = vec![false; text.len()];
    let spans = file.items.iter().map(Item::span).chain(file.comments.iter().map(|comment| comment.span));
    for span in spans {
        covered[span.start as usize..span.end as usize].fill(true);
    }
    for (at, letter) in text.char_indices() {
        assert!(covered[at] || letter.is_whitespace() || letter == ';', "{letter:?} at {at} of {text:?} is in no node");
    }
}

fn check(text: &str) {
    let (file, diagnostics) = parse(text);
    check_spans(&file, text);
    check_nothing_is_lost(&file, text);
    let length = text.len() as u32;
    for found in &diagnostics {
        let labels = found.secondary.iter().map(|label| label.span);
        let edits = found.fixes.iter().flat_map(|fix| fix.edits.iter().map(|edit| edit.span));
        for span in labels.chain(edits).chain([found.primary.span]) {
            assert!(span.start <= span.end && span.end <= length, "{found:?} of {text:?}");
            assert!(text.is_char_boundary(span.start as usize) && text.is_char_boundary(span.end as usize), "{found:?} of {text:?}");
        }
        let words = [Some(&found.message), found.help.as_ref()];
        assert!(words.iter().flatten().all(|words| !words.contains(['\n', '\r'])), "{:?} {:?}", found.message, found.help);
    }
    let broken = show::file(&file);
    let says = broken.contains("ERROR") || broken.contains("BROKEN") || broken.contains("UNCLOSED");
    assert!(!says || !diagnostics.is_empty(), "broken without a word: {text:?}\n{broken}");
}

/// Words and punctuation of the language, valid and invalid.
fn words() -> impl Strategy<Value = Vec<&'static str>> {
    let words = vec![
        "weapon",
        "a",
        "b",
        "tech",
        "T2",
        "T-1",
        "x3",
        "4dF",
        "4/0/x",
        "45%",
        "0..2",
        "-1",
        "- ",
        "+",
        "+1",
        "\"text\"",
        "\"",
        "\"\"\"",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ",",
        ";",
        ":",
        "=",
        "==",
        "<",
        "..",
        "--",
        "->",
        " ",
        " ",
        " ",
        "\n",
        "\n",
        "\n  ",
        "\r\n",
        "\t",
        "//",
        "/// doc\n",
        "// c\n",
        "when",
        "else",
        "if",
        "then",
        "not",
        "and",
        "or",
        "in",
        "is",
        "of",
        "rules",
        "table",
        "trained",
        "effect",
        "stunts",
        "use",
        "alias",
        "for",
        "patch",
        "test",
        "mark",
        "from",
        "std.x",
        "over-budget",
        "1.5",
        "Beam",
        "é",
        "\u{201c}",
        "\u{a0}",
        "99999999999999999999",
        "'",
        "#",
        "\\",
        "\u{1f680}",
        "weapon c : d {\n",
        "\n}\n",
        "  tech T1\n",
        "|",
        "?",
        "a: skill",
    ];
    proptest::collection::vec(proptest::sample::select(words), 0..120)
}

/// Returns valid texts, to be damaged.
fn good() -> &'static [String] {
    static GOOD: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    GOOD.get_or_init(|| crate::syntax::examples().into_iter().map(|(_, text)| text).collect())
}

#[test]
fn every_example_keeps_its_spans() {
    for text in good() {
        check(text);
    }
}

#[test]
fn every_end_cut_off_every_example_is_read() {
    for text in good() {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)).step_by(29) {
            check(&text[..end]);
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC{0,200}") {
        check(&text);
    }

    #[test]
    fn any_words_are_read(words in words()) {
        check(&words.concat());
        check(&words.join(" "));
    }

    #[test]
    fn damaged_examples_are_read(index in 0usize..64, at in 0usize..4000, length in 0usize..40, words in words()) {
        let text = &good()[index % good().len()];
        let boundary = |mut at: usize| { while !text.is_char_boundary(at) { at -= 1; } at };
        let from = boundary(at % (text.len() + 1));
        let to = boundary((from + length).min(text.len()));
        let new: String = words.into_iter().take(3).collect();
        check(&format!("{}{new}{}", &text[..from], &text[to..]));
    }
}
