//! Benchmark of checking a catalogue, by step: `cargo bench --bench check`.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "a benchmark, on fixed input"
)]

mod catalogue;
mod mixed;

use slip_source::{PackageId, Sources};
use slipyard::project;
use std::path::{Path, PathBuf};

fn main() {
    divan::main();
}

/// Measures parsing.
#[divan::bench(args = [1_000, 100_000], sample_count = 10)]
fn parse(bencher: divan::Bencher<'_, '_>, count: usize) {
    let mut sources = Sources::new();
    let id = sources.add_file(PackageId(0), "catalogue.slip", catalogue::catalogue(count));
    let file = sources.file(id).unwrap();
    bencher.counter(divan::counter::ItemsCount::new(count)).bench(|| slip_syntax::parse(id, file));
}

/// Three packages with 2,000 things in 40 files, from the disk to the verdict: the goal is 100 ms, the limit 150 ms.
#[divan::bench(sample_count = 20)]
fn packages(bencher: divan::Bencher<'_, '_>) {
    let folder = written();
    bencher.bench(|| verdict(&[folder.join("reach")]));
}

/// Measures the same check, with each of the three packages in a world of its own.
#[divan::bench(sample_count = 20)]
fn packages_each_alone(bencher: divan::Bencher<'_, '_>) {
    let folder = written();
    bencher.bench(|| verdict(std::slice::from_ref(&folder)));
}

fn written() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages-bench");
    for (path, text) in mixed::packages() {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// The work of `check`, without printing.
fn verdict(paths: &[PathBuf]) -> usize {
    let project = project::load(paths, &mut std::io::empty()).unwrap();
    slip_compile::verdicts(&project.sources, &project.roots).diagnostics.len()
}
