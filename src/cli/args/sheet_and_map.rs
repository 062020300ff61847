//! Arguments of the commands that print for the table: `sheet`, `map`.

use crate::cli::format_by_extension::FormatExtensions;
use clap::{Args, ValueEnum};
use slip_export::layout::Paper;
use std::path::PathBuf;

/// Arguments of `slipyard sheet`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard sheet long_margin                       the card of a ship, as text
  slipyard sheet --out table.html                  all cards of the package, to print from a browser
  slipyard sheet --kind npc --out npcs.pdf
  slipyard sheet long_margin --ledger              with the reasons for every number
  slipyard sheet long_margin --effects             with the effects as they are written
  slipyard sheet --blank character                 a form to fill in; also `ship`, `unit` …
  slipyard sheet --blank history                   the story of a life, phase by phase
  slipyard sheet --blank registration --out papers.pdf

The foot of every card shows if the item is legal, with its exceptions, and the pack it was made from.")]
pub struct SheetArgs {
    /// Items, as NAME or PACKAGE.NAME; by default everything that the package declares
    #[arg(value_name = "ITEM")]
    pub items: Vec<String>,
    /// Only this kind: ship, weapon, npc, platoon …
    #[arg(long, value_name = "KIND", conflicts_with = "blank")]
    pub kind: Option<String>,
    /// Print an empty form of a kind or a design, or of `history` or `registration`
    #[arg(long, value_name = "FORM", conflicts_with_all = ["items", "ledger", "effects"])]
    pub blank: Option<String>,
    /// Include the reasons for every number
    #[arg(long)]
    pub ledger: bool,
    /// Include the effects, as they are written in Slip
    #[arg(long)]
    pub effects: bool,
    /// Output format; by default from the extension of --out, else text
    #[arg(long, value_enum)]
    pub format: Option<SheetFormat>,
    /// Paper size for html and pdf; by default A4
    #[arg(long, value_enum)]
    pub paper: Option<PaperSize>,
    /// Font for letters that the font of a PDF lacks, as a TrueType or OpenType file; may be repeated
    #[cfg(feature = "pdf")]
    #[arg(long = "font", value_name = "FILE")]
    pub fonts: Vec<PathBuf>,
    /// File to write; by default the standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Package or folder to look in; a file means the package that contains it
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// Output format of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum SheetFormat {
    /// For a terminal
    #[default]
    Text,
    /// For a wiki
    Markdown,
    /// For a browser, with a style for print
    Html,
    /// As a picture
    Svg,
    /// For a printer; needs --out
    #[cfg(feature = "pdf")]
    Pdf,
}

impl FormatExtensions for SheetFormat {
    const ENDINGS: &'static [(SheetFormat, &'static [&'static str])] = &[
        (SheetFormat::Text, &["txt", "text"]),
        (SheetFormat::Markdown, &["md", "markdown"]),
        (SheetFormat::Html, &["html", "htm"]),
        (SheetFormat::Svg, &["svg"]),
        #[cfg(feature = "pdf")]
        (SheetFormat::Pdf, &["pdf"]),
    ];
    const ANY: Option<SheetFormat> = Some(SheetFormat::Text);
}

/// Paper size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum PaperSize {
    /// 210 by 297 mm
    #[default]
    A4,
    /// 8.5 by 11 in
    Letter,
}

impl From<PaperSize> for Paper {
    fn from(size: PaperSize) -> Paper {
        match size {
            PaperSize::A4 => Paper::A4,
            PaperSize::Letter => Paper::Letter,
        }
    }
}

/// Arguments of `slipyard map`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard map red_pass > red_pass.svg       a map of the ground, drawn
  slipyard map tribunal_hall --format text   in words, as `slipyard show` prints it
  slipyard map tarnward --out tarnward.svg   a cluster and its slipstreams
  slipyard map customs_raid --out raid.svg   the map of an encounter with all starting positions;
                                             for a fight in space, the bands of the map

Several maps are written to a folder: --out maps/")]
pub struct MapArgs {
    /// Maps, clusters or encounters, as NAME or PACKAGE.NAME
    #[arg(required = true, value_name = "MAP")]
    pub maps: Vec<String>,
    /// Only this kind: map, cluster, encounter; by default a shared name means the map
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Output format; by default from the extension of --out, else svg
    #[arg(long, value_enum)]
    pub format: Option<MapFormat>,
    /// Font for letters that the font of a PDF lacks, as a TrueType or OpenType file; may be repeated
    #[cfg(feature = "pdf")]
    #[arg(long = "font", value_name = "FILE")]
    pub fonts: Vec<PathBuf>,
    /// File to write, or folder for several maps; by default the standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Package or folder to look in; a file means the package that contains it
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// Output format of maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum MapFormat {
    /// As a picture
    #[default]
    Svg,
    /// As text
    Text,
    /// For a printer, one map per page; needs --out
    #[cfg(feature = "pdf")]
    Pdf,
}

impl FormatExtensions for MapFormat {
    const ENDINGS: &'static [(MapFormat, &'static [&'static str])] = &[
        (MapFormat::Svg, &["svg"]),
        (MapFormat::Text, &["txt", "text"]),
        #[cfg(feature = "pdf")]
        (MapFormat::Pdf, &["pdf"]),
    ];
    const ANY: Option<MapFormat> = Some(MapFormat::Text);
}
