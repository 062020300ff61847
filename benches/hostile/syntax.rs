//! Benchmark rows for texts with very many lines, words or brackets.

use super::hostile_texts::{gun, lines, listed, word};
use super::measure_growth::{Row, check};

pub const ROWS: &[Row] = &[
    check("one long line", |n| gun("a", &format!("harm {}", "1 ".repeat(n))), 20_000, 160_000),
    check("one long text", |n| format!("weapon a \"{}\" : slug_thrower {{\n}}\n", "x".repeat(n)), 200_000, 1_600_000),
    check("one long comment", |n| format!("// {}\n", "x".repeat(n)), 200_000, 1_600_000),
    check("one long name", |n| gun(&"a".repeat(n), "harm 1"), 200_000, 1_600_000),
    check("brackets", |n| gun("a", &format!("harm {}", "(".repeat(n))), 20_000, 160_000),
    check("operators", |n| gun("a", &format!("harm {}1", "1 + ".repeat(n))), 20_000, 160_000),
    check("quotes", |n| "\"\n".repeat(n), 5_000, 40_000),
    check("stray letters", |n| "@\n".repeat(n), 5_000, 40_000),
    check("items without an end", |n| "weapon a : slug_thrower {\n".repeat(n), 1_000, 8_000),
    check("unclosed items on one line", |n| "weapon a : slug_thrower { ".repeat(n), 500, 4_000),
    check("closed items on one line", |n| "weapon a : slug_thrower { } ".repeat(n), 1_000, 8_000),
    check("errors in one line", |n| format!("weapon a : slug_thrower {{ {}}}\n", lines(n, |i| format!("zz{i} 1; "))), 600, 4_800),
    check("errors in one list", |n| gun("a", &format!("stunts {}", listed(n, |i| format!("zz{i}")))), 120, 960),
    check("unread words in one line", |n| format!("weapon a : slug_thrower {{ {}}}\n", "Harm = 1 $; ".repeat(n)), 250, 2_000),
    check("a huge picture", picture, 20_000, 240_000),
    check("unknown names", |n| lines(n, |i| format!("weapon {} from {} {{\n}}\n", word(i), word(i + n))), 1_000, 8_000),
    check(
        "unknown gear",
        |n| lines(n, |i| gun(&word(i), "harm 1")) + &lines(n / 4, |i| format!("npc p{i} {{\n  gear {}\n}}\n", word(i + n))),
        500,
        4_000,
    ),
    check(
        "unknown skills",
        |n| {
            lines(n, |i| format!("skill {} {{\n}}\n", word(i)))
                + &lines(n / 4, |i| format!("npc p{i} {{\n  skills {{ 1 {} }}\n}}\n", word(i + n)))
        },
        500,
        4_000,
    ),
    check(
        "unknown words of effects",
        |n| {
            lines(n, |i| format!("mark {} {{\n}}\n", word(i)))
                + &lines(n / 4, |i| format!("stunt s{i} {{\n  for weapon\n  effect +1 to {}\n}}\n", word(i + n)))
        },
        500,
        4_000,
    ),
];

fn picture(cells: usize) -> String {
    let side = cells.isqrt();
    let row = |y: usize| (0..side).map(|x| char::from(b'a' + u8::try_from((x * 7 + y * 13) % 26).unwrap_or(0))).collect::<String>();
    format!("map m {{\n  picture \"\"\"\n{}\n\"\"\"\n}}\n", (0..side).map(row).collect::<Vec<_>>().join("\n"))
}
