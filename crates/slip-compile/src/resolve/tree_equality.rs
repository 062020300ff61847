//! Compares syntax trees regardless of layout and position.

use super::merge_entries::same_numbers;
use slip_syntax::tree::{Block, Call, Entry, Expr, ExprKind, Key, NamePath, Value};

/// True if two entries are equal.
pub(super) fn entries(one: &Entry, other: &Entry) -> bool {
    let signs = |entry: &Entry| entry.sign().map(|(sign, _)| sign);
    let texts = |entry: &Entry| entry.otherwise().map(|text| text.value.clone());
    keys(&one.key, &other.key)
        && values(&one.values, &other.values)
        && signs(one) == signs(other)
        && one.lead().is_some() == other.lead().is_some()
        && both(one.condition(), other.condition(), expressions)
        && texts(one) == texts(other)
        && both(one.block(), other.block(), blocks)
}

/// True if two lists have equal entries in the same order.
pub(super) fn lists(one: &[&Entry], other: &[&Entry]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| entries(one, other))
}

fn both<T>(one: Option<T>, other: Option<T>, alike: impl Fn(T, T) -> bool) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => alike(one, other),
        (None, None) => true,
        _ => false,
    }
}

fn each<T>(one: &[T], other: &[T], alike: impl Fn(&T, &T) -> bool) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| alike(one, other))
}

fn keys(one: &Key, other: &Key) -> bool {
    match (one, other) {
        (Key::Word(one), Key::Word(other)) => one.text == other.text,
        (Key::Word(_), _) | (_, Key::Word(_)) => false,
        (one, other) => same_numbers(one, other),
    }
}

fn blocks(one: &Block, other: &Block) -> bool {
    each(&one.entries, &other.entries, entries)
}

fn values(one: &[Value], other: &[Value]) -> bool {
    each(one, other, |one, other| one.comma == other.comma && expressions(&one.expr, &other.expr))
}

fn pair(one: &(Expr, Expr), other: &(Expr, Expr)) -> bool {
    expressions(&one.0, &other.0) && expressions(&one.1, &other.1)
}

fn paths(one: &NamePath, other: &NamePath) -> bool {
    let package = |path: &NamePath| path.package.as_ref().map(|package| package.text.clone());
    let kind = |path: &NamePath| path.kind.as_ref().map(|kind| kind.text.clone());
    one.name.text == other.name.text && package(one) == package(other) && kind(one) == kind(other)
}

fn calls(one: &Call, other: &Call) -> bool {
    let params = |call: &Call| -> Vec<_> {
        let types = |types: &[slip_syntax::tree::SpannedName]| types.iter().map(|word| word.text.clone()).collect::<Vec<_>>();
        call.params.iter().map(|param| (param.name.text.clone(), types(&param.types), param.optional)).collect()
    };
    paths(&one.name, &other.name)
        && params(one) == params(other)
        && each(&one.args, &other.args, |one, other| each(one, other, expressions))
}

/// True if two expressions are equal.
pub(super) fn expressions(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::Text(one), ExprKind::Text(other)) => one.value == other.value && one.lines.len() == other.lines.len(),
        (ExprKind::Path(one), ExprKind::Path(other)) => paths(one, other),
        (ExprKind::Call(one), ExprKind::Call(other)) => calls(one, other),
        (ExprKind::Index(one), ExprKind::Index(other)) | (ExprKind::Range(one), ExprKind::Range(other)) => pair(one, other),
        (ExprKind::List(one), ExprKind::List(other)) => each(one, other, expressions),
        (ExprKind::Group(one), ExprKind::Group(other)) | (ExprKind::Not(one), ExprKind::Not(other)) => expressions(one, other),
        (ExprKind::Sign(sign, one), ExprKind::Sign(other_sign, other)) => sign == other_sign && expressions(one, other),
        (ExprKind::Binary(operator, one), ExprKind::Binary(other_operator, other)) => operator == other_operator && pair(one, other),
        (ExprKind::If(one), ExprKind::If(other)) => {
            expressions(&one.0, &other.0) && expressions(&one.1, &other.1) && expressions(&one.2, &other.2)
        }
        (ExprKind::Phrase(word, one), ExprKind::Phrase(other_word, other)) => word == other_word && each(one, other, expressions),
        // Other kinds of expressions contain no spans, so `==` compares only their contents.
        (one, other) => one == other,
    }
}
