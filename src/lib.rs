//! The `slipyard` command: arguments, files, servers and the terminal. The libraries are in `crates/`; ARCHITECTURE.md has the map.

pub mod cache;
pub mod cli;
pub mod fix;
mod git;
pub mod lsp;
pub mod policy;
pub mod project;
