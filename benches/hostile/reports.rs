//! Rows about findings: every style of report, fixes, formatting.

use super::hostile_texts::{gun, lines};
use super::measure_growth::{Row, command};

fn one_item(errors: usize) -> String {
    format!("weapon a : slug_thrower {{\n{}}}\n", lines(errors, |at| format!("  zz{at} 1\n")))
}

fn one_line(errors: usize) -> String {
    format!("weapon a : slug_thrower {{ {}}}\n", lines(errors, |at| format!("zz{at} 1; ")))
}

fn many_items(errors: usize) -> String {
    lines(errors, |at| gun(&format!("w{at}"), "hram 1"))
}

macro_rules! styles {
    ($($style:literal),* $(,)?) => {
        &[
            $(
                command(concat!("one item as ", $style), one_item, &["check", "--no-cache", "--format", $style], 600, 4_800),
                command(concat!("one line as ", $style), one_line, &["check", "--no-cache", "--format", $style], 600, 4_800),
                command(concat!("many items as ", $style), many_items, &["check", "--no-cache", "--format", $style], 600, 4_800),
            )*
            command("fixes in many items", many_items, &["check", "--unsafe-fixes", "--diff"], 500, 4_000),
            command("fixes in one item", |n| gun("a", &lines(n, |at| format!("harm = {at}\n"))), &["check", "--fix", "--diff"], 500, 4_000),
            command("fixes in one line", |n| gun("a", &lines(n, |at| format!("harm = {at}; "))), &["check", "--fix", "--diff"], 500, 4_000),
            command("layout of one item", |n| gun("a", &lines(n, |at| format!("harm   {at}\n"))), &["fmt", "--diff"], 600, 4_900),
            command("layout of one line", |n| gun("a", &lines(n, |at| format!("harm  {at};  "))), &["fmt", "--diff"], 600, 4_900),
            command("layout of many items", |n| lines(n, |at| gun(&format!("w{at}"), "harm   1")), &["fmt", "--diff"], 2_000, 16_000),
            command("layout of comments", |n| "//   x\n".repeat(n), &["fmt", "--diff"], 20_000, 160_000),
            command("layout of what is broken", |n| gun("a", &lines(n, |at| format!("harm = {at}\n"))), &["fmt", "--diff"], 600, 4_900),
        ]
    };
}

pub const ROWS: &[Row] = styles!("human", "ledger", "plain", "short", "narrated", "json", "sarif", "github", "gitlab", "junit");
