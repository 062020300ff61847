//! Prints a catalogue of N slug throwers, a tenth of them with a mistake: `cargo run --release --example generate_catalogue 100000`. With
//! `json` after the number, the same slug throwers as a list of JSON objects.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    unreachable_pub,
    dead_code,
    reason = "a tool of the benchmark, on fixed input"
)]

mod catalogue;

fn main() {
    let mut words = std::env::args().skip(1);
    let count = words.next().map_or(100_000, |count| count.parse().unwrap());
    let write = if words.next().as_deref() == Some("json") { catalogue::catalogue_json } else { catalogue::catalogue };
    print!("{}", write(count));
}
