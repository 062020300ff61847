//! The option `--lines` of `run`, `simulate` and `test`.

use clap::ValueEnum;

/// Effects that `--lines` reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LinesOf {
    /// Those that the package declares
    Package,
    /// Also those of the standard library that anyone in the games has
    All,
}
