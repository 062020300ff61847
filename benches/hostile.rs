//! What text costs that nobody would write: `cargo bench --bench hostile [NAME…]`. Each kind is checked in two sizes, the second four
//! times the first; what costs more than in proportion stands out. `docs/book/limits.md` says what is promised.

#![allow(clippy::print_stdout, clippy::float_arithmetic, reason = "a program that measures")]

use slipyard::compile::verdict;
use slipyard::source::{Package, Sources};
use slipyard::stdlib;
use std::time::{Duration, Instant};

/// A kind of hostile text: its name, and the text of a size.
type Kind = (&'static str, fn(usize) -> String);

fn gun(name: &str, body: &str) -> String {
    format!("weapon {name} : slug_thrower {{\n  tech T0\n  {body}\n}}\n")
}

/// Letters that look as if they fell by chance.
fn word(number: usize) -> String {
    let mut state = number.wrapping_mul(0x9E37_79B9).wrapping_add(77);
    let mut letters = String::from("n");
    for _ in 0..11 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        letters.push(char::from(b'a' + u8::try_from((state >> 33) % 10).unwrap_or(0)));
    }
    letters
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

const KINDS: &[Kind] = &[
    ("one long line", |n| gun("a", &format!("harm {}", "1 ".repeat(n)))),
    ("one long text", |n| format!("weapon a \"{}\" : slug_thrower {{\n}}\n", "x".repeat(n * 10))),
    ("one long comment", |n| format!("// {}\n", "x".repeat(n * 10))),
    ("one long name", |n| gun(&"a".repeat(n * 10), "barrel 1")),
    ("tiny items", |n| lines(n / 4, |i| gun(&format!("w{i}"), "barrel 1"))),
    ("one name for all", |n| lines(n / 4, |_| gun("w", "barrel 1"))),
    ("a chain of bases", |n| lines(n / 4, |i| format!("weapon w{} from w{i} {{\n}}\n", i + 1))),
    ("one base for all", |n| gun("w", "barrel 1") + &lines(n / 4, |i| format!("weapon w{i} from w {{\n}}\n"))),
    ("a circle of bases", |n| lines(n / 4, |i| format!("weapon w{i} from w{} {{\n}}\n", (i + 1) % (n / 4)))),
    ("unknown names", |n| lines(n / 4, |i| format!("weapon {} from {} {{\n}}\n", word(i), word(i + n)))),
    ("unknown gear", |n| {
        lines(n / 8, |i| gun(&word(i), "barrel 1")) + &lines(n / 32, |i| format!("npc p{i} {{\n  gear {}\n}}\n", word(i + n)))
    }),
    ("unknown skills", |n| {
        lines(n / 8, |i| format!("skill {} {{\n}}\n", word(i)))
            + &lines(n / 32, |i| format!("npc p{i} {{\n  skills {{ 1 {} }}\n}}\n", word(i + n)))
    }),
    ("unknown words of effects", |n| {
        lines(n / 8, |i| format!("mark {} {{\n}}\n", word(i)))
            + &lines(n / 32, |i| format!("stunt s{i} {{\n  for weapon\n  effect +1 to {}\n}}\n", word(i + n)))
    }),
    ("unknown keys", |n| lines(n / 400, |i| gun(&format!("w{i}"), &lines(100, |j| format!("  {} 1\n", word(i * 100 + j)))))),
    ("aspects", |n| {
        lines(n / 4000, |i| {
            format!("ship s{i} : spacecraft {{\n  tech T2\n  aspects {}\n}}\n", listed(900, |j| format!("\"{}\"", word(j))))
        })
    }),
    ("stunts", |n| lines(n / 4000, |i| format!("ship s{i} : spacecraft {{\n  tech T2\n  stunts {}\n}}\n", listed(900, word)))),
    ("patches", |n| gun("w", "barrel 1") + &lines(n / 4, |i| format!("patch weapon w {{\n  barrel {}\n}}\n", i % 3))),
    ("aliases", |n| gun("w", "barrel 1") + &lines(n / 4, |i| format!("alias weapon a{i} for w\n"))),
    ("skills", |n| lines(n / 4, |i| format!("skill s{i} \"S{i}\" {{\n}}\n"))),
    ("designs", |n| lines(n / 16, |i| format!("design d{i} : weapon {{\n  stat harm {{ cost rank }}\n}}\n"))),
    ("packages used", |n| lines(n / 4, |i| format!("use pkg{i}\n"))),
    ("brackets", |n| gun("a", &format!("harm {}", "(".repeat(n)))),
    ("operators", |n| gun("a", &format!("harm {}1", "1 + ".repeat(n)))),
    ("quotes", |n| "\"\n".repeat(n)),
    ("stray letters", |n| "@\n".repeat(n)),
    ("items without an end", |n| "weapon a : slug_thrower {\n".repeat(n / 4)),
    ("a huge picture", |n| picture(n)),
    ("zones", |n| format!("map m {{\n{}}}\n", lines((n / 4).min(4_999), |i| format!("  zone z{i}\n")))),
];

fn listed(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect::<Vec<_>>().join(", ")
}

fn picture(cells: usize) -> String {
    let side = cells.isqrt();
    let row = |y: usize| (0..side).map(|x| char::from(b'a' + u8::try_from((x * 7 + y * 13) % 26).unwrap_or(0))).collect::<String>();
    format!("map m {{\n  picture \"\"\"\n{}\n\"\"\"\n}}\n", (0..side).map(row).collect::<Vec<_>>().join("\n"))
}

/// How long a check of a text takes; the best of two.
fn checked(text: &str) -> Duration {
    let once = || {
        let mut sources = Sources::new();
        stdlib::add(&mut sources);
        let own = sources.add_package(Package { name: "hostile".into(), edition: 1, ..Package::default() });
        sources.add_file(own, "hostile.slip", text);
        let before = Instant::now();
        let found = verdict(&sources).diagnostics.len();
        std::hint::black_box(found);
        before.elapsed()
    };
    once().min(once())
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let rules = checked("\n");
    println!("the rules alone: {:.1} ms, taken off below", milliseconds(rules));
    println!("{:<25} {:>9} {:>10} {:>10}  {:>5}", "", "bytes", "ms", "ms of 4x", "ratio");
    for (name, text) in KINDS.iter().filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()))) {
        let (small, large) = (text(20_000), text(80_000));
        let (one, four) = (checked(&small).saturating_sub(rules), checked(&large).saturating_sub(rules));
        let ratio = four.as_secs_f64() / one.as_secs_f64().max(0.001);
        println!("{name:<25} {:>9} {:>10.1} {:>10.1}  {ratio:>5.1}", small.len(), milliseconds(one), milliseconds(four));
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
