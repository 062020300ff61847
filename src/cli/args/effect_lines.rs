//! The option `--lines` of `run`, `simulate` and `test`.

use clap::ValueEnum;

/// Effects that `--lines` reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LinesOf {
    /// Effects that the package declares
    Package,
    /// Also effects of the standard library that an actor in the games has
    All,
}
