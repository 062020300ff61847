//! Results of explorations as the command prints them: text, tables for spreadsheets, data and items to paste.

use crate::csv::plain_cell;
use serde_json::{Value, json};
use slip_odds::explore::cheapest_design_that_wins::{Fought, Rival};
use slip_odds::explore::{Explored, ExploredValue, UndominatedItem};
use std::fmt::Write;

/// Column heads and rows of a result. Both are empty if there is no design, since the columns depend on the designs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplorationTable {
    /// Column heads.
    pub heads: Vec<String>,
    /// Rows, each with as many cells as there are heads.
    pub rows: Vec<Vec<String>>,
}

/// Returns the title of an exploration: the design, its technology, and the build points.
pub fn title(explored: &Explored) -> String {
    let tech = explored.tech.map_or_else(String::new, |tech| format!(" at T{tech}"));
    let budget = explored.budget.map_or_else(String::new, |budget| format!(", {budget} build points"));
    format!("{}{tech}{budget}", explored.title)
}

/// Returns the number of designs: `20 designs are legal; 7 are not beaten by any other`.
pub fn counts(explored: &Explored) -> String {
    let designs = if explored.legal == 1 { "design is" } else { "designs are" };
    let beaten = if explored.best == 1 { "1 is" } else { &format!("{} are", grouped(explored.best)) };
    format!("{} {designs} legal; {beaten} not beaten by any other", grouped(explored.legal))
}

/// Returns the lines about the values that were compared and those that were not.
pub fn comparison(explored: &Explored) -> Vec<String> {
    let mut lines = Vec::new();
    for (label, more, stunt) in
        [("more is better", true, false), ("less is better", false, false), ("stunts wanted", true, true), ("drawbacks", false, true)]
    {
        let of = listed(explored.measured.iter().filter(|one| one.more == more && one.stunt == stunt));
        if !of.is_empty() {
            lines.push(format!("{label}: {of}"));
        }
    }
    if explored.apart {
        lines.push("two designs are compared only if their derived aspects and all their values without a price are the same".to_owned());
        lines.extend(explored.unheard.iter().map(|(what, why)| format!("and only if {what} is the same: {why}")));
    }
    lines.extend(explored.left_out.iter().map(|(stunt, why)| format!("left out: {stunt}, {why}")));
    lines
}

/// Returns the number of unbeaten designs that are not shown.
pub fn not_shown(explored: &Explored) -> u128 {
    explored.best.saturating_sub(u128::try_from(explored.found.len()).unwrap_or(u128::MAX))
}

/// Returns the note about a search that compared only a part of the designs.
pub fn incomplete(explored: &Explored) -> Option<&'static str> {
    (!explored.complete).then_some("there are too many designs to compare all of them; only the first three million were compared")
}

/// Returns the result as the command prints it.
pub fn text(explored: &Explored) -> String {
    let mut out = format!("{}\n{}\n", title(explored), counts(explored));
    comparison(explored).iter().for_each(|line| put(&mut out, format_args!("  {line}")));
    if !explored.found.is_empty() {
        out.push('\n');
    }
    let table = table(explored);
    let widths: Vec<usize> = (0..table.heads.len()).map(|column| width(&table, column)).collect();
    for row in table.lines() {
        let last = row.len().saturating_sub(1);
        let cells = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(at, (cell, width))| if at == last { cell.clone() } else { format!("{cell:>width$}") });
        put(&mut out, format_args!("{}", cells.collect::<Vec<_>>().join("  ").trim_end()));
    }
    let more = not_shown(explored);
    if more > 0 {
        put(
            &mut out,
            format_args!(
                "\n{} more; --limit shows more of them; narrow the search with --maximise, --minimise or --require",
                grouped(more)
            ),
        );
    }
    out
}

/// Adds a line. Writing to memory cannot fail.
fn put(out: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(out, "{line}");
}

impl ExplorationTable {
    /// Returns the heads and then the rows, without empty ones.
    fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.heads).chain(&self.rows).filter(|row| !row.is_empty())
    }

    /// Returns the table as comma-separated values.
    pub fn csv(&self) -> String {
        let mut out = String::new();
        for row in self.lines() {
            put(&mut out, format_args!("{}", row.iter().map(|text| plain_cell(text)).collect::<Vec<_>>().join(",")));
        }
        out
    }
}

fn width(table: &ExplorationTable, column: usize) -> usize {
    let cells = table.lines().filter_map(|row| row.get(column));
    cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
}

/// Returns the designs as a table.
pub fn table(explored: &Explored) -> ExplorationTable {
    let Some(first) = explored.found.first() else { return ExplorationTable::default() };
    let mut heads = vec!["no.".to_owned()];
    heads.extend(explored.budget.map(|_| "points".to_owned()));
    heads.extend(first.price.map(|_| "price".to_owned()));
    heads.extend(first.stats.iter().chain(&first.tracks).map(|(name, _)| name.clone()));
    heads.push("stunts".to_owned());
    let row = |(found, number): (&UndominatedItem, usize)| {
        let mut row = vec![number.to_string()];
        row.extend(explored.budget.map(|_| found.points.to_string()));
        row.extend(first.price.map(|_| found.price.map_or_else(|| "-".to_owned(), |price| price.to_string())));
        row.extend(found.stats.iter().chain(&found.tracks).map(|(_, value)| value.to_string()));
        let words: Vec<&str> = found.words.iter().chain(&found.stunts).map(String::as_str).collect();
        row.push(if words.is_empty() { "-".to_owned() } else { words.join(", ") });
        row
    };
    ExplorationTable { heads, rows: explored.found.iter().zip(1..).map(row).collect() }
}

/// Returns the designs as items to paste.
pub fn slip(explored: &Explored) -> String {
    explored.found.iter().map(|found| found.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Lists the values that are compared. A stunt that was counted for several arguments is listed once, as `name(…)`.
fn listed<'m>(measured: impl Iterator<Item = &'m ExploredValue>) -> String {
    let mut words: Vec<String> = Vec::new();
    for one in measured {
        let word = one.what.split_once('(').map_or_else(|| one.what.clone(), |(name, _)| format!("{name}(…)"));
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(", ")
}

/// Formats a number in groups of digits: `1 234 567`.
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len().saturating_sub(at)).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Returns the result as data.
pub fn json(explored: &Explored) -> Value {
    let measured = explored
        .measured
        .iter()
        .map(|one| json!({ "what": one.what, "better": if one.more { "more" } else { "less" }, "stunt": one.stunt }));
    let numbers = |list: &[(String, i64)]| Value::Object(list.iter().map(|(name, value)| (name.clone(), json!(value))).collect());
    let found = explored.found.iter().map(|found| {
        json!({
            "name": found.name, "points": found.points, "price": found.price, "upkeep": found.upkeep, "stats": numbers(&found.stats),
            "tracks": numbers(&found.tracks), "words": found.words, "stunts": found.stunts, "aspects": found.aspects, "slip": found.text,
        })
    });
    let unheard = explored.unheard.iter().map(|(what, why)| json!({ "what": what, "why": why }));
    let left_out = explored.left_out.iter().map(|(stunt, why)| json!({ "stunt": stunt, "why": why }));
    json!({
        "design": explored.design, "kind": explored.kind, "tech": explored.tech, "budget": explored.budget,
        "legal": explored.legal.to_string(), "best": explored.best.to_string(), "complete": explored.complete,
        "measured": measured.collect::<Vec<_>>(), "apart": explored.apart, "not_compared": unheard.collect::<Vec<_>>(), "left_out": left_out.collect::<Vec<_>>(),
        "designs": found.collect::<Vec<_>>(),
    })
}

/// Returns the title of a search for the cheapest design that beats an opponent.
pub fn title_of_fights(fought: &Fought, rival: &Rival) -> String {
    format!(
        "Fewest points for a design that beats {}: it {} more often than {}, at range {}",
        fought.rival,
        fought.asked,
        rival.chance.percent(),
        rival.range
    )
}

/// Returns the line about the values that the designs were compared by.
pub fn comparison_of_fights(fought: &Fought) -> String {
    let counts: Vec<String> = fought.aims.iter().map(|aim| format!("{} {}", if aim.more { "more" } else { "less" }, aim.what)).collect();
    format!("compared by: {}", counts.join(", "))
}

/// Returns the results against an opponent as the command prints them: one for each number of build points, then the winning design.
pub fn text_of_fights(fought: &Fought, rival: &Rival) -> String {
    let winner = fought.winner(rival);
    let mut out = format!("{}\n  {}\n", title_of_fights(fought, rival), comparison_of_fights(fought));
    for bout in &fought.bouts {
        let sign = if winner.is_some_and(|winner| winner.allowed == bout.allowed) { '>' } else { ' ' };
        let (some, all) = bout.fought;
        put(
            &mut out,
            format_args!(
                "{sign} {:>3} points  {:>7}  {}  (best of {some} that fought; {} in all)",
                bout.allowed,
                bout.chance.percent(),
                in_words(&bout.found),
                grouped(all)
            ),
        );
    }
    match winner {
        Some(bout) => put(&mut out, format_args!("\n{}", bout.found.text.trim_end())),
        None => put(&mut out, format_args!("\nnone of the designs that fought beats the opponent; --fights lets more designs fight")),
    }
    out
}

/// Returns the results against an opponent as comma-separated values.
pub fn csv_of_fights(fought: &Fought) -> String {
    let mut out = "points,price,chance,fought,unbeaten,design\n".to_owned();
    for bout in &fought.bouts {
        let (found, (some, all)) = (&bout.found, bout.fought);
        let price = found.price.map_or_else(String::new, |price| price.to_string());
        let (chance, design) = (bout.chance.decimal(6), plain_cell(&in_words(found)));
        put(&mut out, format_args!("{},{price},{chance},{some},{all},{design}", bout.allowed));
    }
    out
}

/// Formats a design: `beam 3, frame 5, firewall`.
pub fn in_words(found: &UndominatedItem) -> String {
    let numbers = found.stats.iter().chain(&found.tracks).map(|(name, value)| format!("{name} {value}"));
    numbers.chain(found.words.iter().cloned()).chain(found.stunts.iter().cloned()).collect::<Vec<_>>().join(", ")
}

/// Returns the results against an opponent as data.
pub fn json_of_fights(fought: &Fought, rival: &Rival) -> Value {
    let bouts = fought.bouts.iter().map(|bout| {
        json!({
            "budget": bout.allowed, "points": bout.found.points, "price": bout.found.price, "numerator": bout.chance.numerator(),
            "denominator": bout.chance.denominator(), "decimal": bout.chance.decimal(12), "passes": bout.chance > rival.chance,
            "fought": bout.fought.0, "unbeaten": bout.fought.1.to_string(), "slip": bout.found.text,
        })
    });
    json!({ "rival": fought.rival, "asked": fought.asked, "more_than": rival.chance.decimal(6), "range": rival.range, "bouts": bouts.collect::<Vec<_>>() })
}
