//! Slipyard: a language, a compiler and an encounter interpreter for hard-SF FATE games.
//!
//! ```text
//! text ──► syntax tree ──► resolved program ──► checked items ──► PACK ──► encounter ──► events ──► counts
//! source   syntax/         resolve/             check/            pack/    play/                    simulate/
//! ```
//!
//! Two towers meet in one plain-data type, [`Pack`]. The play tower never sees a span or a syntax node; the compile
//! tower never sees a die. `ARCHITECTURE.md` has the map and the floors.

pub mod archive;
pub mod board;
pub mod cache;
pub mod campaign;
pub mod changes;
pub mod check;
pub mod cli;
pub mod compile;
pub mod diagnostic;
pub mod dice;
pub mod expect;
pub mod explore;
pub mod export;
pub mod fate;
pub mod format;
pub mod generate;
pub mod ide;
pub mod json;
pub mod limits;
pub mod lsp;
pub mod mending;
pub mod odds;
pub mod pack;
pub mod play;
pub mod printable;
pub mod project;
pub mod report;
pub mod resolve;
pub mod rulebook;
pub mod simulate;
pub mod site;
pub mod skyline;
pub mod source;
pub mod stdlib;
pub mod suggest;
pub mod syntax;

pub use diagnostic::Diagnostic;
pub use pack::Pack;
