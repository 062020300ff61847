//! Arguments of the commands that show declarations: `show`, `list`, `explain`, `rules`.

use super::TextOrJson;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `slipyard show`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard show long_margin             an item of a package around or below the current folder
  slipyard show yards.long_margin       the same, with its package
  slipyard show dock_carbine hauler_rig --format json
  slipyard show slug_thrower            a design: the entries of its items, and their prices
  slipyard show civilian                a stunt, for every design that offers it

With --format json one item is an object, several are an array.")]
pub struct Show {
    /// Items, designs, stunts …, as NAME or PACKAGE.NAME
    #[arg(required = true, value_name = "ITEM")]
    pub items: Vec<String>,
    /// Output format: text or data
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Package or folder to look in; a file means the package that contains it
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// Arguments of `slipyard list`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard list                         all declarations of the package
  slipyard list --kind weapon           its weapons
  slipyard list --kind skill --all      skills, including those of the standard library
  slipyard list --format json")]
pub struct List {
    /// Only this kind: weapon, armour, ship, npc, map, encounter …
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Include dependencies and the standard library
    #[arg(long)]
    pub all: bool,
    /// Output format: text or data
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Package or folder to look in; a file means the package that contains it
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// Arguments of `slipyard explain`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard explain over-budget
  slipyard explain                      lists all codes
  slipyard explain effect               lists the words of effects
  slipyard explain effect penetration   the meaning of a word, with an example
  slipyard explain effect operations    all words of a section
  slipyard explain zone                 the entries of a zone; the same for other blocks: `encounter`, `side`, `skill` …
  slipyard explain design               the entries of a design; the same for `stunt`
  slipyard explain design track         one of them, with an example")]
pub struct Explain {
    /// Error code, such as over-budget; or `effect` or a block such as `design` or `zone`, followed by a keyword; without arguments, all codes are listed
    #[arg(value_name = "CODE")]
    pub what: Vec<String>,
}

/// Arguments of `slipyard rules`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard rules heat                   all rules about heat, the best match first
  slipyard rules R-S4                   a ruling in full, and the rules that cite it
  slipyard rules out of ammo            rules that contain all of these words
  slipyard rules reload --kind stunt    stunts only; also stat, track, skill, setting, ruling, code …
  slipyard rules section Trips          a section of the language reference
  slipyard rules range --in content/thin_lanes   with the package's own rules and house rules
Exit code 0 if a rule was found, 1 if none was, 2 if the package cannot be read.")]
pub struct RulesArgs {
    /// Words that the rule contains, or the number of a ruling
    #[arg(value_name = "WORD", required = true)]
    pub words: Vec<String>,
    /// Only this kind: design, stat, track, stunt, skill, setting, ruling, section, code, house rule …
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Show all results, not only the first dozen
    #[arg(long)]
    pub all: bool,
    /// Output format: text or data
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Include the rules and house rules of this package and its dependencies
    #[arg(long = "in", value_name = "PATH")]
    pub folder: Option<PathBuf>,
}

impl RulesArgs {
    /// Returns the number of results that text output shows.
    pub fn most(&self) -> usize {
        if self.all { usize::MAX } else { 12 }
    }
}
