//! Writes three packages of 2,000 mixed things into a folder: `cargo run --release --example generate_packages DIR`.

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
mod mixed;

use std::path::PathBuf;

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "packages".to_owned()));
    for (path, text) in mixed::packages() {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}
