//! `slipyard man`: prints manual pages, made from the text of `--help`.

use super::args::{Arguments, Man};
use super::{CommandStatus, Console, Stop, shown};
use crate::project::{self, Writer};
use slip_export::cards::counted;

use clap::{Command, CommandFactory};
use std::path::Path;

/// Prints a page, or writes all of them.
pub(super) fn run(asked: &Man, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let mut root = Arguments::command();
    root.build();
    match &asked.out {
        Some(folder) => write(&root, folder, console)?,
        None => {
            let mut command = &root;
            for word in &asked.command {
                command = below(command, word)?;
            }
            console.out.write_all(&page(command)?)?;
        }
    }
    Ok(CommandStatus::Clean)
}

/// Returns the subcommand with a name.
fn below<'c>(command: &'c Command, word: &str) -> Result<&'c Command, Stop> {
    command.find_subcommand(word).ok_or_else(|| {
        let names = command.get_subcommands().map(Command::get_name);
        let help = slip_suggest::nearest(word, names).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let of = command.get_bin_name().unwrap_or_else(|| command.get_name());
        Stop::because(format!("`{of}` has no command `{word}`{help}"))
    })
}

/// Writes a page for every command and subcommand.
fn write(root: &Command, folder: &Path, console: &mut Console<'_>) -> Result<(), Stop> {
    project::must_stay_inside(folder)?;
    std::fs::create_dir_all(folder)
        .map_err(|error| Stop::because(format!("cannot create `{}`: {}", shown(folder), project::reason(&error))))?;
    let writer = Writer::in_folder(folder)?;
    let mut open = vec![root];
    let mut written = 0usize;
    while let Some(command) = open.pop() {
        writer.write(&folder.join(format!("{}.1", name(command))), &page(command)?)?;
        written = written.saturating_add(1);
        open.extend(command.get_subcommands().filter(|command| command.get_name() != "help" && !command.is_hide_set()));
    }
    writeln!(console.err, "{} in {}", counted(written, "page"), shown(folder))?;
    Ok(())
}

/// Returns the name of a page: `slipyard-odds-attack`.
fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

fn page(command: &Command) -> Result<Vec<u8>, Stop> {
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(laid_out(command.clone())).manual("Slipyard").date("");
    man.render(&mut page)?;
    Ok(page)
}

/// Returns the command with a blank line after each example, since a manual page would join the lines into paragraphs.
fn laid_out(command: Command) -> Command {
    match command.get_after_help().map(ToString::to_string) {
        Some(text) => command.after_help(text.lines().collect::<Vec<_>>().join("\n\n")),
        None => command,
    }
}
