//! Prints tree-sitter's tree of a text in the same form as ours.

use tree_sitter::{InputEdit, Node, Parser, Point, Tree};

pub(crate) fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_slip::LANGUAGE.into()).unwrap();
    parser
}

pub(crate) fn parse(text: &str) -> Tree {
    parser().parse(text, None).unwrap()
}

pub(crate) fn parse_again(text: &str, before: &Tree) -> Tree {
    parser().parse(text, Some(before)).unwrap()
}

fn point(text: &str, at: usize) -> Point {
    let before = &text[..at];
    Point { row: before.matches('\n').count(), column: at - before.rfind('\n').map_or(0, |line| line + 1) }
}

/// Informs the tree that `after[start..end]` was inserted.
pub(crate) fn insert(tree: &mut Tree, after: &str, start: usize, end: usize) {
    let (start_position, new_end_position) = (point(after, start), point(after, end));
    tree.edit(&InputEdit {
        start_byte: start,
        old_end_byte: start,
        new_end_byte: end,
        start_position,
        old_end_position: start_position,
        new_end_position,
    });
}

/// Informs the tree that `before[start..end]` was removed.
pub(crate) fn remove(tree: &mut Tree, before: &str, start: usize, end: usize) {
    let (start_position, old_end_position) = (point(before, start), point(before, end));
    tree.edit(&InputEdit {
        start_byte: start,
        old_end_byte: end,
        new_end_byte: start,
        start_position,
        old_end_position,
        new_end_position: start_position,
    });
}

fn every<'t>(node: Node<'t>, visit: &mut impl FnMut(Node<'t>)) {
    visit(node);
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        every(child, visit);
    }
}

/// Returns the syntax errors that an editor shows, with their lines.
pub(crate) fn mistakes(tree: &Tree, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    every(tree.root_node(), &mut |node| {
        if node.is_error() || node.is_missing() || matches!(node.kind(), "missing_close" | "unclosed_text") {
            let line = text.lines().nth(node.start_position().row).unwrap_or_default();
            found.push(format!("{} in line {}: {line}", node.kind(), node.start_position().row + 1));
        }
    });
    if found.is_empty() && tree.root_node().has_error() {
        found.push("a mark without width that is missing".to_owned());
    }
    found
}

pub(crate) fn outline(tree: &Tree, text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut cursor = tree.root_node().walk();
    for item in tree.root_node().named_children(&mut cursor) {
        if !item.is_extra() {
            of_item(item, text, &mut lines);
        }
    }
    every(tree.root_node(), &mut |node| {
        if matches!(node.kind(), "comment" | "doc_comment") {
            line(node.kind(), node, &mut lines);
        }
    });
    lines
}

fn line(what: &str, node: Node<'_>, lines: &mut Vec<String>) {
    lines.push(format!("{what} {}..{}", node.start_byte(), node.end_byte()));
}

fn field(what: &str, name: &str, node: Node<'_>, lines: &mut Vec<String>) {
    if let Some(found) = node.child_by_field_name(name) {
        line(what, found, lines);
    }
}

/// Returns the named children with their fields, without comments.
fn children(node: Node<'_>) -> Vec<(Option<&'static str>, Node<'_>)> {
    let mut cursor = node.walk();
    let mut found = Vec::new();
    let mut more = cursor.goto_first_child();
    while more {
        let child = cursor.node();
        if child.is_named() && !child.is_extra() {
            found.push((cursor.field_name(), child));
        }
        more = cursor.goto_next_sibling();
    }
    found
}

fn of_item(item: Node<'_>, text: &str, lines: &mut Vec<String>) {
    line(item.kind(), item, lines);
    match item.kind() {
        "declaration" => {
            for name in ["kind", "name"] {
                field(name, name, item, lines);
            }
            if let Some(list) = item.child_by_field_name("parameters") {
                children(list).into_iter().for_each(|(_, node)| line(node.kind(), node, lines));
            }
            for name in ["title", "design", "base"] {
                field(name, name, item, lines);
            }
        }
        "test_item" => field("title", "title", item, lines),
        _ => {}
    }
    if let Some(block) = item.child_by_field_name("block") {
        of_block(block, text, lines);
    }
}

fn of_block(block: Node<'_>, text: &str, lines: &mut Vec<String>) {
    line("block", block, lines);
    for (_, entry) in children(block) {
        if entry.kind().ends_with("entry") {
            of_entry(entry, text, lines);
        }
    }
}

fn of_entry(entry: Node<'_>, text: &str, lines: &mut Vec<String>) {
    line("entry", entry, lines);
    let mut inside = Vec::new();
    for (name, node) in children(entry) {
        match (name, node.kind()) {
            (Some("key"), "name") => line("key", node, lines),
            (Some("key"), kind) => line(kind, node, lines),
            (Some("sign"), _) => line("list_sign", node, lines),
            (Some("otherwise"), _) => {
                if let Some(words) = node.named_child(node.named_child_count() - 1) {
                    line("otherwise", words, lines);
                }
            }
            (Some("condition"), _) => children(node).into_iter().for_each(|(_, node)| of_value(node, text, &mut inside)),
            (Some("block"), _) => of_block(node, text, &mut inside),
            _ => of_value(node, text, &mut inside),
        }
    }
    lines.append(&mut inside);
}

fn of_value(node: Node<'_>, text: &str, lines: &mut Vec<String>) {
    match node.kind() {
        "binary_expression" => {
            let operator = node.child_by_field_name("operator").map(|operator| &text[operator.byte_range()]);
            line(operator.unwrap_or_default(), node, lines);
            children(node).into_iter().for_each(|(_, node)| of_value(node, text, lines));
        }
        "if_expression" => of_choice(node, text, lines),
        "text" | "path" => line(node.kind(), node, lines),
        kind => {
            line(kind, node, lines);
            for (name, child) in children(node) {
                match (name, child.kind()) {
                    (Some("function" | "parameters" | "sign" | "word"), _) => {}
                    (_, "arguments") => {
                        let arguments = children(child).into_iter().flat_map(|(_, argument)| children(argument));
                        arguments.for_each(|(_, node)| of_value(node, text, lines));
                    }
                    _ => of_value(child, text, lines),
                }
            }
        }
    }
}

/// A chain of `else if` nests to the right in our tree.
fn of_choice(node: Node<'_>, text: &str, lines: &mut Vec<String>) {
    let parts = children(node);
    for (at, (name, part)) in parts.iter().enumerate() {
        if *name == Some("test") {
            let start = if at == 0 { node.start_byte() } else { part.start_byte() };
            lines.push(format!("if_expression {start}..{}", node.end_byte()));
        }
        of_value(*part, text, lines);
    }
}
