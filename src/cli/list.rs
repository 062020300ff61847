//! `slipyard list`: what a package declares, one line a thing. Floor 8.

use super::args::{List, TextOrJson};
use super::items::{self, Entry, Thing};
use super::{Console, Status, Stop, compiled};
use crate::diagnostic::Severity;
use crate::project;
use crate::resolve::suggest;
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct Row<'p> {
    kind: &'p str,
    name: &'p str,
    title: &'p str,
    package: &'p str,
    design: Option<&'p str>,
    tech: Option<i32>,
    budget: Option<i32>,
    spent: Option<i32>,
    price: Option<i32>,
    valid: bool,
}

/// Prints the list.
pub(super) fn run(list: &List, console: &mut Console<'_>) -> Result<Status, Stop> {
    let project = project::load_around(&list.folder)?;
    let compiled = compiled::compile(&project);
    let roots = compiled::root_names(&project);
    let shown: Vec<Entry<'_>> = items::all(&compiled.pack).filter(|entry| list.all || roots.contains(&entry.package)).collect();
    let rows: Vec<Row<'_>> = shown.iter().filter(|entry| list.kind.as_deref().is_none_or(|kind| entry.kind == kind)).map(row).collect();
    if let (Some(kind), true) = (&list.kind, rows.is_empty()) {
        let known = items::all(&compiled.pack).map(|entry| entry.kind);
        if !items::all(&compiled.pack).any(|entry| entry.kind == kind) {
            let help = suggest::nearest(kind, known).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Err(Stop::because(format!("there is nothing of kind `{kind}`{help}")));
        }
    }
    match list.format {
        TextOrJson::Json => {
            let text = serde_json::to_string_pretty(&rows).map_err(Stop::because)?;
            writeln!(console.out, "{text}")?;
        }
        TextOrJson::Text => table(&rows, console.out)?,
    }
    console.out.flush()?;
    warn_of_errors(&compiled.diagnostics, console)?;
    Ok(Status::Clean)
}

/// One sentence if what was shown rests on content with errors.
pub(super) fn warn_of_errors(diagnostics: &crate::diagnostic::Diagnostics, console: &mut Console<'_>) -> Result<(), Stop> {
    let errors = diagnostics.count(Severity::Error);
    if errors > 0 {
        writeln!(console.err, "warning: the content has {}; `slipyard check` shows them", compiled::counted(errors, "error"))?;
    }
    Ok(())
}

fn row<'p>(entry: &Entry<'p>) -> Row<'p> {
    let item = match entry.thing {
        Thing::Built(item) => Some(item),
        _ => None,
    };
    Row {
        kind: entry.kind,
        name: entry.name,
        title: entry.title,
        package: entry.package,
        design: item.map(|item| item.design.as_str()),
        tech: item.and_then(|item| item.tech),
        budget: item.and_then(|item| item.budget),
        spent: item.and_then(|item| item.budget.map(|_| item.spent)),
        price: item.and_then(|item| item.price),
        valid: item.is_none_or(|item| item.valid),
    }
}

fn table(rows: &[Row<'_>], out: &mut dyn Write) -> Result<(), Stop> {
    let width = |of: fn(&Row<'_>) -> usize| rows.iter().map(of).max().unwrap_or(0);
    let kind_width = width(|row| row.kind.chars().count());
    let name_width = width(|row| row.name.chars().count());
    let title_width = width(|row| row.title.chars().count());
    let design_width = width(|row| row.design.unwrap_or_default().chars().count());
    for row in rows {
        let mut line = format!("{:kind_width$}  {:name_width$}  {:title_width$}", row.kind, row.name, row.title);
        if let Some(design) = row.design {
            line.push_str(&format!("  {design:design_width$}"));
            line.push_str(&row.tech.map_or("     ".to_owned(), |tech| format!("  {:3}", format!("T{tech}"))));
            if let (Some(budget), Some(spent)) = (row.budget, row.spent) {
                line.push_str(&format!("  {spent:2} of {budget:2} points"));
            }
            if let Some(price) = row.price {
                line.push_str(&format!("  Cost {price}"));
            }
            if !row.valid {
                line.push_str("  (has errors)");
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
