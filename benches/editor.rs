//! Benchmark of the time from a keystroke to its diagnostics, through the protocol, in a package of 10,000 things: `cargo bench --bench
//! editor [-- FILES]`. Goals: 10 ms at the median, 300 MB.
//!
//! The server is the binary itself, over its standard input and output; the simulated author types digits and words into things all over
//! the package, in one file after the other, in bursts. Memory is the process size that the system reports.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "a measurement, on fixed input"
)]

mod catalogue;
#[path = "../tests/harness/editor/mod.rs"]
mod editor;

use editor::server_binary::Binary;
use editor::{Editor, uri};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const THINGS: usize = 10_000;

fn main() {
    let files: usize = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(40);
    let folder = written(files);
    let began = Instant::now();
    let mut editor = Editor::new(Binary::new(), &[&folder], json!({}));
    let paths: Vec<PathBuf> = (0..files).map(|number| folder.join(format!("part_{number:03}.slip"))).collect();
    let first = std::fs::read_to_string(&paths[0]).unwrap();
    editor.open(&paths[0], &first);
    editor.settle(&paths[0]);
    println!("{THINGS} things in {files} files: everything said after {:.0} ms", began.elapsed().as_secs_f64() * 1000.0);
    let mut taken: Vec<f64> = Vec::new();
    for round in 0..20 {
        let path = &paths[round * 7 % files];
        if round > 0 && files > 1 {
            let text = std::fs::read_to_string(path).unwrap();
            editor.open(path, &text);
            editor.settle(path);
        }
        type_into(&mut editor, path, round, &mut taken);
    }
    taken.sort_by(f64::total_cmp);
    let part = |share: f64| taken[((taken.len() - 1) as f64 * share) as usize];
    println!("{} keystrokes to what is said: median {:.2} ms, 95% {:.2} ms, most {:.2} ms", taken.len(), part(0.5), part(0.95), part(1.0));
    let (now, most) = editor.line.memory();
    println!("memory: {now:.0} MB, {most:.0} MB at its most");
    let _ = editor.ask("shutdown", serde_json::Value::Null);
    editor.tell("exit", serde_json::Value::Null);
    let _ = editor.line.ended();
}

/// Types a burst of keys into one thing; each waits for its diagnostics.
fn type_into(editor: &mut Editor<Binary>, path: &Path, round: usize, taken: &mut Vec<f64>) {
    let text = editor.text(path).to_owned();
    let things: Vec<usize> = text.match_indices("  harm ").map(|(at, _)| at + "  harm ".len()).collect();
    let at = things[(round * 131 + 17) % things.len()];
    for key in 0..12 {
        let (end, new) = if key % 2 == 0 { (at, "9") } else { (at + 1, "") };
        let before = editor.published.get(&uri(path)).copied().unwrap_or(0);
        let pressed = Instant::now();
        editor.replace(path, (at, end), new);
        while editor.published.get(&uri(path)).copied().unwrap_or(0) == before {
            assert!(editor.listen(Duration::from_secs(30)), "nothing is said of a keystroke");
        }
        taken.push((editor.line.at - pressed).as_secs_f64() * 1000.0);
        std::thread::sleep(Duration::from_millis(80));
    }
    std::thread::sleep(Duration::from_millis(600));
}

fn written(files: usize) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("editor-bench-{files}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let manifest = "[package]\nname = \"great\"\nversion = \"1.0.0\"\nedition = 1\nlicence = \"CC0-1.0\"\nauthors = [\"Ada\"]\ndescription = \"A great catalogue.\"\n";
    std::fs::write(folder.join("slipyard.toml"), manifest).unwrap();
    let text = catalogue::catalogue(THINGS);
    let mut parts: Vec<String> = vec![String::new(); files];
    for (number, thing) in text.split_inclusive("}\n\n").enumerate() {
        parts[number * files / THINGS].push_str(thing);
    }
    for (number, part) in parts.iter().enumerate() {
        std::fs::write(folder.join(format!("part_{number:03}.slip")), part).unwrap();
    }
    folder
}
