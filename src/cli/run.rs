//! `slipyard run`: plays an encounter and prints the account or the log. Floor 8.

use super::args::{Run, TextOrJson};
use super::compiled::{self, World};
use super::items::{self, Entry, Thing};
use super::{Console, Status, Stop};
use crate::diagnostic::{Diagnostics, Severity};
use crate::pack;
use crate::play::{self, Seats};
use crate::report::{self, Picture, Style};

/// Plays the encounter.
pub(super) fn run(run: &Run, console: &mut Console<'_>) -> Result<Status, Stop> {
    let is_encounter = |entry: &Entry<'_>| matches!(entry.thing, Thing::Encounter(_));
    let worlds = compiled::worlds_of(&run.folder, std::slice::from_ref(&run.encounter), "encounter", is_encounter)?;
    let found = items::find(&worlds, &run.encounter, is_encounter);
    let (world, entry) = match found.as_slice() {
        [(world, entry)] => (*world, *entry),
        several => {
            let names: Vec<String> = several.iter().map(|(_, entry)| format!("`{}.{}`", entry.package, entry.name)).collect();
            return Err(Stop::because(format!("several packages have an encounter `{}`: write {}", run.encounter, names.join(" or "))));
        }
    };
    if let Thing::Encounter(encounter) = entry.thing
        && !encounter.valid
    {
        return refuse(world, console);
    }
    let key = pack::key(entry.package, entry.name);
    let played = play::run(&world.pack, &key, run.seed, Seats::standard()).map_err(Stop::because)?;
    match run.format {
        TextOrJson::Text => write!(console.out, "{}", played.transcript())?,
        TextOrJson::Json => write!(console.out, "{}", played.json_lines())?,
    }
    Ok(Status::Clean)
}

/// An encounter with errors is not played; the errors of its package are shown instead.
fn refuse(world: &World, console: &mut Console<'_>) -> Result<Status, Stop> {
    let errors: Diagnostics = world.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).cloned().collect();
    let picture = Picture { colour: console.colour, ..Picture::default() };
    report::write(console.err, &errors, &world.project.sources, Style::Human, picture, world.summary())?;
    writeln!(console.err, "the encounter is not played: {}", compiled::counts(&world.diagnostics))?;
    Ok(Status::Problems)
}
