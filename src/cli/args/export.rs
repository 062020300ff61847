//! What may be typed after `export`.

use crate::cli::endings::Ending;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `slipyard export`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard export > reach.json                              all built things, people, platoons …
  slipyard export long_margin gate_carbine                  two things
  slipyard export --format csv --kind weapon > weapons.csv  one table, for a spreadsheet
  slipyard export --format csv --out tables/                a table for every kind
  slipyard export --format foundry --out foundry/           documents for Foundry Virtual Tabletop
  slipyard export --print-map > my_map.toml                 what becomes of what, to be changed
  slipyard export --format foundry --map my_map.toml --out foundry/

The form of the JSON is docs/schema/export.schema.json. In tables, words that a spreadsheet would
take for a formula have an apostrophe in front; docs/book/export.md says more.")]
pub struct Export {
    /// Names of things, with or without their package; without any, every built thing,
    /// party, background, platoon and cluster of the package
    #[arg(value_name = "ITEM")]
    pub items: Vec<String>,
    /// How it is written; left out, as the name of --out ends, and as json where nothing says otherwise
    #[arg(long, value_enum)]
    pub format: Option<ExportFormat>,
    /// Only this kind: ship, weapon, npc, platoon …
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// The package or folder to look in; a file means the one it is in
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
    /// The file to write, or of several tables or documents the folder; the standard output if left out
    #[arg(long, value_name = "FILE|DIR")]
    pub out: Option<PathBuf>,
    /// With --format foundry: what becomes of what, as TOML
    #[arg(long, value_name = "MAPPING.toml")]
    pub map: Option<PathBuf>,
    /// Prints the mapping that is used without --map, and exports nothing
    #[arg(long, conflicts_with_all = ["items", "kind", "map", "format"])]
    pub print_map: bool,
}

/// How things are written for other programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ExportFormat {
    /// Everything in one document with a schema
    #[default]
    Json,
    /// A table for every kind
    Csv,
    /// Items, actors and journals for Foundry Virtual Tabletop, by a mapping
    Foundry,
}

impl Ending for ExportFormat {
    /// Documents for Foundry are JSON, too, and are asked for by name.
    const ENDINGS: &'static [(ExportFormat, &'static [&'static str])] = &[(ExportFormat::Json, &["json"]), (ExportFormat::Csv, &["csv"])];
}
