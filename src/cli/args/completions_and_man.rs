//! Arguments of `slipyard completions` and `slipyard man`.

use clap::Args;
use clap_complete::Shell;
use std::path::PathBuf;

/// Arguments of `slipyard completions`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples, to be run once per account:
  slipyard completions bash > ~/.local/share/bash-completion/completions/slipyard
  slipyard completions zsh  > ~/.zfunc/_slipyard          (with ~/.zfunc in fpath, before compinit)
  slipyard completions fish > ~/.config/fish/completions/slipyard.fish
  slipyard completions powershell >> $PROFILE
  slipyard completions elvish >> ~/.config/elvish/rc.elv")]
pub struct Completions {
    /// Shell that the script is for
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: Shell,
}

/// Arguments of `slipyard man`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard man | man -l -               the page for slipyard itself
  slipyard man odds attack | man -l -   the page for one command
  slipyard man --out ~/.local/share/man/man1    a page for every command, for `man slipyard-check`")]
pub struct Man {
    /// Print the page of this command
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,
    /// Write the pages of all commands to this folder, which is created if missing
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}
