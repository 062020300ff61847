//! What may be typed after the commands that show what is declared: `show`, `list`, `explain`. Floor 9.

use super::TextOrJson;
use clap::Args;
use std::path::PathBuf;

/// `slipyard show`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard show long_margin             an item of the package around or below the current folder
  slipyard show yards.long_margin       the same, with its package
  slipyard show dock_carbine hauler_rig --format json
  slipyard show slug_thrower            a design: what its things may say, and what that costs
  slipyard show civilian                a stunt, of every design that sells it

With --format json one item is an object, several are an array.")]
pub struct Show {
    /// Names of items, designs, stunts …, with or without their package
    #[arg(required = true, value_name = "ITEM")]
    pub items: Vec<String>,
    /// Text or data
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// The package or folder to look in
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// `slipyard list`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard list                         everything the package declares
  slipyard list --kind weapon           its weapons
  slipyard list --kind skill --all      skills, those of the standard library included
  slipyard list --format json")]
pub struct List {
    /// Only this kind: weapon, armour, ship, npc, map, encounter …
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Also what comes from dependencies and the standard library
    #[arg(long)]
    pub all: bool,
    /// Text or data
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// The package or folder to look in
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// `slipyard explain`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard explain over-budget
  slipyard explain                      lists all codes
  slipyard explain effect               lists the words of effect lines
  slipyard explain effect penetration   what a word means, with an example
  slipyard explain effect operations    all words of a section
  slipyard explain design               the entries of a design; so `stunt`
  slipyard explain design track         one of them, with an example")]
pub struct Explain {
    /// A code, such as over-budget, or `effect`, `design` or `stunt` and a word; without one all codes are listed
    #[arg(value_name = "CODE")]
    pub what: Vec<String>,
}
