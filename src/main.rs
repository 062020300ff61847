//! Entry point of the `slipyard` command: arguments in, exit code out.

use std::process::ExitCode;

/// The programs in packages are linked with musl, whose allocator takes half of the time of a check. This allocator replaces it.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    slipyard::cli::run(std::env::args_os()).into()
}
