//! How long a catalogue takes, by step: `cargo bench --bench check`.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    missing_docs,
    unreachable_pub,
    reason = "a benchmark, on fixed input"
)]

mod catalogue;

use slipyard::source::{PackageId, Sources};
use slipyard::syntax;

fn main() {
    divan::main();
}

/// Text to tree.
#[divan::bench(args = [1_000, 100_000], sample_count = 10)]
fn parse(bencher: divan::Bencher<'_, '_>, count: usize) {
    let mut sources = Sources::new();
    let id = sources.add_file(PackageId(0), "catalogue.slip", catalogue::catalogue(count));
    let file = sources.file(id).unwrap();
    bencher.counter(divan::counter::ItemsCount::new(count)).bench(|| syntax::parse(id, file));
}
