//! Arguments of `slipyard doc`.

use super::MOST_GAMES;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `slipyard doc`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard doc                          a site for the package here, in target/site
  slipyard doc content --out site       one site for every package in a folder
  slipyard doc --editor ../editor/      with links to the browser edition beside the site
  slipyard doc --simulate 1000          with the odds of every encounter, from 1000 games each
  slipyard doc --simulate 1000 --seed 7 other games

Open index.html in a browser: it needs no server and no network. The pages can be read without
JavaScript; with it they can be searched, sorted and filtered. The same content and seed give the
same bytes.

An earlier site in the folder is replaced, and other files beside it are left alone. A folder that
contains files but no earlier site is refused.")]
pub struct Doc {
    /// Package, or folder of packages
    #[arg(default_value = ".", value_name = "PATH")]
    pub path: PathBuf,
    /// Folder to write to; by default, target/site
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Editor that each page links to with its texts: the address of the browser edition, or its path from the front page of the site
    #[arg(long, value_name = "ADDRESS", value_parser = editor)]
    pub editor: Option<String>,
    /// Play every encounter this many times, and show its odds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub simulate: Option<u64>,
    /// Seed of the games that are played for the odds
    #[arg(long, default_value_t = 1, value_name = "N", requires = "simulate")]
    pub seed: u64,
    /// Number of threads; by default, one per core
    #[arg(long, value_name = "N", requires = "simulate", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
}

/// Checks the address of an editor: a page of the web, or a path. It ends with the name of a page or `/`.
fn editor(text: &str) -> Result<String, String> {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    if text.is_empty() || text.contains(['#', '?', '\\']) || text.contains(|sign: char| sign.is_whitespace() || sign.is_control()) {
        return Err("write the address of a page, such as `https://example.org/editor/` or `../editor/`".to_owned());
    }
    if !is_web && text.contains(':') {
        return Err(format!("`{text}` is not an address of the web: it begins with `https://`, or it is a path such as `../editor/`"));
    }
    let is_page = text.ends_with('/') || text.ends_with(".html");
    Ok(if is_page { text.to_owned() } else { format!("{text}/") })
}
