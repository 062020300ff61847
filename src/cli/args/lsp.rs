//! Arguments of `slipyard lsp`.

use clap::Args;

/// Arguments of `slipyard lsp`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard lsp                      run by an editor, not by hand

An editor that speaks the Language Server Protocol starts it for files that end in `.slip` and talks
to it over the standard input and output. Neovim: `vim.lsp.start({ cmd = { 'slipyard', 'lsp' } })`.
Helix, in `languages.toml`:

  [language-server.slipyard]
  command = \"slipyard\"
  args = [\"lsp\"]

  [[language]]
  name = \"slip\"
  scope = \"source.slip\"
  file-types = [\"slip\"]
  roots = [\"slipyard.toml\"]
  comment-token = \"//\"
  language-servers = [\"slipyard\"]

Exit code 0 if the editor ended the session properly, 2 if it did not, or broke the protocol.")]
pub struct Lsp {
    /// Use the standard input and output; this is always so, but some editors pass the option
    #[arg(long)]
    pub stdio: bool,
}
