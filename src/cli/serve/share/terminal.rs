//! Terminal of the server that shares a game: prints the links with their QR codes, and reads commands.

use super::links::{Link, Role};
use super::{SharedGame, code_as_lines, is_shown};
use crate::cli::serve::games::OpenGames;
use crate::cli::{Console, Stop};
use std::io::{BufRead, BufReader, Write};

/// Commands that the terminal takes.
const COMMANDS: &str = "kick SEAT   withdraws the link of a seat and draws a new one\n\
                        links       prints the links again\n\
                        help        prints this list\n\
                        Ctrl-C      ends the server; the game is saved, and `serve --share FILE` continues it\n";

/// Prints the links, and then executes commands until the input ends.
pub(in crate::cli::serve) fn command_loop(shared: &SharedGame, games: &OpenGames, console: &mut Console<'_>) -> Result<(), Stop> {
    print_links(shared, games, console)?;
    writeln!(
        console.err,
        "each person scans or types one link; only the local network can reach them, without encryption. The game is saved in {}. Type \
         `help` for the commands of this terminal",
        shared.file
    )?;
    console.err.flush()?;
    let mut lines = BufReader::new(&mut *console.input);
    let mut line = String::new();
    loop {
        line.clear();
        if lines.read_line(&mut line).is_err() || line.is_empty() {
            return Ok(());
        }
        let mut words = line.split_whitespace();
        let (command, name, more) = (words.next(), words.next(), words.next());
        match (command, name, more) {
            (None, ..) => {}
            (Some("links"), None, None) => write_links(shared, games, console.out)?,
            (Some("help"), None, None) => write!(console.out, "{COMMANDS}")?,
            (Some("kick"), Some(name), None) => match shared.withdraw(name) {
                Ok(role) => {
                    writeln!(console.out, "the link of {name} no longer works; this is the new one")?;
                    shared.links().of(role).map_or(Ok(()), |link| write_link(shared, link, console.out))?;
                }
                Err(why) => writeln!(console.err, "{why}")?,
            },
            (Some("kick"), None, None) => writeln!(console.err, "name the seat: kick SEAT")?,
            _ => writeln!(console.err, "this is not a command; the commands are:\n{COMMANDS}")?,
        }
        console.out.flush()?;
        console.err.flush()?;
    }
}

fn print_links(shared: &SharedGame, games: &OpenGames, console: &mut Console<'_>) -> Result<(), Stop> {
    write_links(shared, games, console.out)?;
    console.out.flush()?;
    Ok(())
}

fn write_links(shared: &SharedGame, games: &OpenGames, out: &mut dyn Write) -> std::io::Result<()> {
    let sides = games.sides(&shared.file).unwrap_or_default();
    shared.links().all().iter().filter(|link| is_shown(link, &sides)).try_for_each(|link| write_link(shared, link, out))
}

/// Prints a link: its QR code, and below it the name of the seat and the address on one line.
fn write_link(shared: &SharedGame, link: &Link, out: &mut dyn Write) -> std::io::Result<()> {
    let address = shared.address_of(link);
    for line in code_as_lines(&address) {
        writeln!(out, "{line}")?;
    }
    let of = match link.role {
        Role::Player(_) => link.name.as_str(),
        Role::Spectator => "spectator",
        Role::Referee => "referee",
    };
    writeln!(out, "{of}  {address}\n")
}
