//! Growth of every command with its input: `cargo bench --bench hostile [NAME…]`.
//!
//! Each row makes an unusual package in several sizes, and runs one command on it. The exponent is fitted to the processor time of the
//! larger sizes: 1 is proportional, 2 is quadratic. A row above [`measure_growth::TOLERATED`] is marked. A row that is too quick to fit has
//! no exponent. The limits that slipyard promises are in `docs/book/limits.md`.

#![allow(clippy::print_stdout, clippy::float_arithmetic, missing_docs, unreachable_pub, reason = "a program that measures")]

#[path = "hostile/commands.rs"]
mod commands;
#[path = "hostile/editor.rs"]
mod editor;
#[path = "hostile/hostile_texts.rs"]
mod hostile_texts;
#[path = "hostile/lists.rs"]
mod lists;
#[path = "hostile/measure_growth.rs"]
mod measure_growth;
#[path = "hostile/play.rs"]
mod play;
#[path = "hostile/reports.rs"]
mod reports;
#[path = "hostile/syntax.rs"]
mod syntax;

use measure_growth::Row;

const AREAS: &[(&str, &[Row])] = &[
    ("text", syntax::ROWS),
    ("lists", lists::ROWS),
    ("reports and fixes", reports::ROWS),
    ("views", commands::ROWS),
    ("play", play::ROWS),
    ("editor", editor::ROWS),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |row: &&Row| wanted.is_empty() || wanted.iter().any(|word| row.name.contains(word.as_str()));
    let mut steep = Vec::new();
    println!("{:<34} {:>8}  {:>10} {:>10} {:>10}", "", "exponent", "largest", "ms", "bytes");
    for (area, rows) in AREAS {
        let mut rows = rows.iter().filter(is_wanted).peekable();
        if rows.peek().is_some() {
            println!("{area}");
        }
        for row in rows {
            let growth = measure_growth::growth(row);
            println!("  {:<32} {growth}", row.name);
            if growth.is_steep() {
                steep.push(row.name);
            }
        }
    }
    if steep.is_empty() {
        println!("every exponent is at most {}", measure_growth::TOLERATED);
    } else {
        println!("above {}: {}", measure_growth::TOLERATED, steep.join(", "));
    }
}
