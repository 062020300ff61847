//! `slipyard play`: people at the keyboard, a line at a time. Floor 8.
//!
//! What is shown is made in [`crate::play::table`]; who waits for whom is the business of [`crate::play::session`]. Here are
//! the prompt, the commands and the file.

mod chairs;
mod command;
mod deeds;
mod dice;
mod game;
mod input;
mod journal;
mod say;

use super::args::Play;
use super::compiled::{self, World};
use super::items::{self, Entry, Thing};
use super::{Console, Status, Stop, run as runs};
use crate::pack::Pack;
use crate::pack::encounter::Encounter;
use crate::play::session::Session;
use game::Game;
use input::Input;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::IsTerminal;
use std::path::PathBuf;

/// Seeds that are drawn are short enough to be said aloud.
const SHORT_SEED: u64 = 1_000_000;

/// Plays an encounter.
pub(super) fn run(play: &Play, console: &mut Console<'_>) -> Result<Status, Stop> {
    let word = play.encounter.clone();
    let is_encounter = |entry: &Entry<'_>| matches!(entry.thing, Thing::Encounter(_));
    let worlds = compiled::worlds_of(&play.folder, std::slice::from_ref(&word), "encounter", is_encounter)?;
    let (world, encounter) = only(&worlds, &word)?;
    if !encounter.valid {
        return runs::refuse(world, console);
    }
    let drawn = || RandomState::new().build_hasher().finish() % SHORT_SEED;
    let dice_seed = (!play.table_dice).then(|| play.seed.unwrap_or_else(drawn));
    let seed = chairs::seed(dice_seed);
    let chairs = chairs::chairs(&world.pack, encounter, &play.seats, play.side.as_deref(), seed)?;
    let (path, moved) = match &play.log {
        Some(path) => (path.clone(), false),
        None => journal::free_name(&encounter.name, dice_seed),
    };
    let sink = journal::create(&path)?;
    let session = Session::begin(&world.pack, encounter, dice_seed, chairs, sink).map_err(Stop::because)?;
    if moved {
        writeln!(console.err, "a game of that name is kept here already; this one is kept in {}", path.display())?;
    }
    sit_down(&world.pack, encounter, session, path, seed, console)
}

/// The encounter of this name; several packages may not have one.
fn only<'w>(worlds: &'w [World], word: &str) -> Result<(&'w World, &'w Encounter), Stop> {
    let is_encounter = |entry: &Entry<'_>| matches!(entry.thing, Thing::Encounter(_));
    let found = items::find(worlds, word, is_encounter);
    match found.as_slice() {
        [(world, Entry { thing: Thing::Encounter(encounter), .. })] => Ok((*world, *encounter)),
        several => {
            let names: Vec<String> = several.iter().map(|(_, entry)| format!("`{}.{}`", entry.package, entry.name)).collect();
            Err(Stop::because(format!("several packages have an encounter `{word}`: write {}", names.join(" or "))))
        }
    }
}

fn sit_down(
    pack: &Pack,
    encounter: &Encounter,
    session: Session,
    path: PathBuf,
    seed: u64,
    console: &mut Console<'_>,
) -> Result<Status, Stop> {
    let echo = !std::io::stdin().is_terminal();
    let input = Input::new(console.input, echo);
    let mut game = Game::new(pack, encounter, session, path, seed, input, console.colour, console.out);
    game.greet()?;
    game.play()
}
