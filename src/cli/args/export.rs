//! Arguments of `slipyard export`.

use crate::cli::format_by_extension::FormatExtensions;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `slipyard export`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard export > reach.json                              all items, people, platoons …
  slipyard export long_margin gate_carbine                  two items
  slipyard export --format csv --kind weapon > weapons.csv  one table, for a spreadsheet
  slipyard export --format csv --out tables/                one table per kind
  slipyard export --format foundry --out foundry/           documents for Foundry Virtual Tabletop
  slipyard export --format foundry --map fate-core-official --out foundry/
  slipyard export --print-map > my_map.toml                 the standard mapping, for you to change
  slipyard export --format foundry --map my_map.toml --out foundry/

The JSON follows docs/schema/export.schema.json. In tables, an apostrophe is put before words that a
spreadsheet would read as a formula; for more see docs/book/export.md.")]
pub struct ExportArgs {
    /// Items to export, as NAME or PACKAGE.NAME; without any, every built item, party, background, platoon and cluster of the package
    #[arg(value_name = "ITEM")]
    pub items: Vec<String>,
    /// Output format; by default from the extension of --out, else json
    #[arg(long, value_enum)]
    pub format: Option<ExportFormat>,
    /// Only this kind: ship, weapon, npc, platoon …
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Package or folder to look in; a file means the package that contains it
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
    /// File to write, or folder for several tables or documents; by default the standard output
    #[arg(long, value_name = "FILE|DIR")]
    pub out: Option<PathBuf>,
    /// Mapping of items to Foundry documents: a TOML file, or `fate-core-official` for that game system; for --format foundry
    #[arg(long, value_name = "MAPPING")]
    pub map: Option<PathBuf>,
    /// Print the standard mapping, or the built-in mapping given by --map, and export nothing
    #[arg(long, conflicts_with_all = ["items", "kind", "format"])]
    pub print_map: bool,
}

/// Format in which items are exported for other programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ExportFormat {
    /// Everything in one document with a schema
    #[default]
    Json,
    /// One table for each kind
    Csv,
    /// Items, actors and journals for Foundry Virtual Tabletop, converted by a mapping
    Foundry,
}

impl FormatExtensions for ExportFormat {
    /// Foundry documents also end in `.json`, so the format `foundry` must be chosen by name.
    const ENDINGS: &'static [(ExportFormat, &'static [&'static str])] = &[(ExportFormat::Json, &["json"]), (ExportFormat::Csv, &["csv"])];
}
