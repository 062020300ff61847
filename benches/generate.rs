//! Prints a catalogue of N slug throwers, a tenth of them with a mistake: `cargo run --release --example generate_catalogue 100000`.

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
    let count = std::env::args().nth(1).map_or(100_000, |count| count.parse().unwrap());
    print!("{}", catalogue::catalogue(count));
}
