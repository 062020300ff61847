//! Prints a tree as short lines without spans, so that it can be checked by eye.

use slip_syntax::tree::{Block, Entry, EntryExtras, Expr, ExprKind, File, Item, Key, NamePath, Param, Sign, Text, Value};
use std::fmt::Write;

/// Returns every item of a file.
pub(crate) fn file(file: &File) -> String {
    let mut out = String::new();
    for item in &file.items {
        self::item(&mut out, item);
    }
    out
}

fn item(out: &mut String, item: &Item) {
    match item {
        Item::Declaration(it) => {
            doc(out, it.doc.as_deref(), 0);
            write!(out, "{} {}", it.kind.text, it.name.text).unwrap();
            if !it.params.is_empty() {
                write!(out, "({})", params(&it.params)).unwrap();
            }
            it.title.iter().for_each(|title| write!(out, " {}", text(title)).unwrap());
            it.design.iter().for_each(|design| write!(out, " : {}", path(design)).unwrap());
            it.base.iter().for_each(|base| write!(out, " from {}", path(base)).unwrap());
            mark(out, it.broken);
            block(out, it.block.as_ref(), 1);
        }
        Item::Use(it) => {
            let names = it.names.iter().flatten().map(|name| name.text.as_str()).collect::<Vec<_>>().join(", ");
            let kind = it.kind.as_ref().map_or("-", |kind| kind.text.as_str());
            writeln!(out, "use kind {kind} package {} names [{names}] all {}", it.package.text, it.names.is_none()).unwrap();
        }
        Item::Alias(it) => {
            let kind = it.kind.as_ref().map_or("-", |kind| kind.text.as_str());
            writeln!(out, "alias kind {kind} name {} target {}", it.name.text, path(&it.target)).unwrap();
        }
        Item::Patch(it) => {
            doc(out, it.doc.as_deref(), 0);
            let kind = it.kind.as_ref().map_or("-", |kind| kind.text.as_str());
            write!(out, "patch kind {kind} target {}", path(&it.target)).unwrap();
            block(out, Some(&it.block), 1);
        }
        Item::Test(it) => {
            write!(out, "test {}", text(&it.title)).unwrap();
            block(out, Some(&it.block), 1);
        }
        Item::Error(_) => writeln!(out, "ERROR").unwrap(),
    }
}

fn mark(out: &mut String, broken: bool) {
    if broken {
        out.push_str(" BROKEN");
    }
}

fn doc(out: &mut String, doc: Option<&str>, depth: usize) {
    for line in doc.iter().flat_map(|doc| doc.lines()) {
        writeln!(out, "{}/// {line}", "  ".repeat(depth)).unwrap();
    }
}

fn block(out: &mut String, block: Option<&Block>, depth: usize) {
    let Some(block) = block else {
        out.push('\n');
        return;
    };
    out.push_str(if block.unclosed { " { UNCLOSED\n" } else { " {\n" });
    for it in &block.entries {
        entry(out, it, depth);
    }
}

fn entry(out: &mut String, it: &Entry, depth: usize) {
    let none = EntryExtras::default();
    let rest = it.rest.as_deref().unwrap_or(&none);
    doc(out, rest.doc.as_deref(), depth);
    out.push_str(&"  ".repeat(depth));
    if rest.lead.is_some() {
        out.push_str("LEAD ");
    }
    match &it.key {
        Key::Word(name) if name.text.is_empty() => out.push('?'),
        Key::Word(name) => out.push_str(&name.text),
        Key::Rank(rank, _) => write!(out, "rank {rank}").unwrap(),
        Key::Range(low, high, _) => write!(out, "ranks {low}..{high}").unwrap(),
    }
    match rest.sign {
        Some((Sign::Plus, _)) => out.push_str(" EXTEND"),
        Some((Sign::Minus, _)) => out.push_str(" SHRINK"),
        None => {}
    }
    for Value { expr: it, comma } in &it.values {
        write!(out, "{} {}", if *comma { "," } else { "" }, expr(it)).unwrap();
    }
    rest.condition.iter().for_each(|it| write!(out, " WHEN {}", expr(it)).unwrap());
    rest.otherwise.iter().for_each(|it| write!(out, " ELSE {}", text(it)).unwrap());
    mark(out, it.broken);
    block(out, rest.block.as_ref(), depth + 1);
}

fn text(text: &Text) -> String {
    format!("{:?}", text.value.as_str())
}

fn path(path: &NamePath) -> String {
    path.package.as_ref().map_or_else(|| path.name.text.to_string(), |package| format!("{}.{}", package.text, path.name.text))
}

fn params(params: &[Param]) -> String {
    let one = |param: &Param| {
        let types = param.types.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(" | ");
        format!("{}: {types}{}", param.name.text, if param.optional { "?" } else { "" })
    };
    params.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn all(exprs: &[Expr], between: &str) -> String {
    exprs.iter().map(expr).collect::<Vec<_>>().join(between)
}

/// Returns an expression with brackets around every operator.
pub(crate) fn expr(it: &Expr) -> String {
    match &it.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Tech(rank) => format!("T{rank}"),
        ExprKind::Count(count) => format!("x{count}"),
        ExprKind::Dice(count, 0) => format!("{count}dF"),
        ExprKind::Dice(count, sides) => format!("{count}d{sides}"),
        ExprKind::Percent(value) => format!("{value}%"),
        ExprKind::Border(it) => {
            format!("border {}/{}/{}", it.open, it.pass, it.close.map_or("x".to_owned(), |close| close.to_string()))
        }
        ExprKind::Text(it) => text(it),
        ExprKind::Code(code) => format!("code {code}"),
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Path(it) => path(it),
        ExprKind::BothWays => "--".to_owned(),
        ExprKind::OneWay => "->".to_owned(),
        ExprKind::Call(it) if !it.params.is_empty() => format!("{}<{}>", path(&it.name), params(&it.params)),
        ExprKind::Call(it) => {
            let args = it.args.iter().map(|arg| all(arg, " ")).collect::<Vec<_>>().join(", ");
            format!("{}<{args}>", path(&it.name))
        }
        ExprKind::Index(it) => format!("{}[{}]", expr(&it.0), expr(&it.1)),
        ExprKind::List(it) => format!("[{}]", all(it, ", ")),
        ExprKind::Group(it) => format!("({})", expr(it)),
        ExprKind::Sign(Sign::Plus, it) => format!("+{}", expr(it)),
        ExprKind::Sign(Sign::Minus, it) => format!("-{}", expr(it)),
        ExprKind::Not(it) => format!("{{not {}}}", expr(it)),
        ExprKind::Binary(operator, it) => format!("{{{} {} {}}}", expr(&it.0), operator.symbol(), expr(&it.1)),
        ExprKind::Range(it) => format!("{{{} .. {}}}", expr(&it.0), expr(&it.1)),
        ExprKind::If(it) => format!("{{if {} then {} else {}}}", expr(&it.0), expr(&it.1), expr(&it.2)),
        ExprKind::Phrase(word, it) => format!("<{word} {}>", all(it, " ")),
        ExprKind::Error => "ERROR".to_owned(),
    }
}
