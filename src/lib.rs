//! Slipyard: a language, a compiler and an encounter interpreter for hard-SF FATE games.
//!
//! ```text
//! text ──► syntax tree ──► resolved program ──► checked items ──► PACK ──► encounter ──► events
//! source   syntax/         resolve/             check/            pack/    play/
//! ```
//!
//! Two towers meet in one plain-data type, [`Pack`]. The play tower never sees a span or a syntax node; the compile
//! tower never sees a die. `ARCHITECTURE.md` has the map and the floors.

pub mod source;
pub mod diagnostic;
pub mod syntax;
pub mod pack;
pub mod dice;
pub mod fate;
pub mod play;
pub mod resolve;
pub mod report;
pub mod check;
pub mod project;
pub mod cli;
pub mod stdlib;
pub mod compile;

pub use diagnostic::Diagnostic;
pub use pack::Pack;
