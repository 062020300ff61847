//! `slipyard generate`: prints Slip text that is drawn at random.

use super::args::{Drawn, Generate, Generated};
use super::compile_projects::{self, CompiledProject};
use super::pack_items::{self, ListedItem, Thing};
use super::play::drawn_seed;
use super::{CommandStatus, Console, Stop};
use crate::project::{self, Project};
use slip_generate::{DrawRefusal, GeneratorInput, cluster, encounter, people};
use slip_pack::cluster::LinkStop;
use slip_source::diagnostic::Severity;
use std::path::Path;

/// Kind of item that `generate animal` generates.
const ANIMAL: &str = "animal";

impl From<DrawRefusal> for Stop {
    fn from(refusal: DrawRefusal) -> Self {
        Stop::Because(refusal.0)
    }
}

/// Generates a text, and prints it or writes it to a file.
pub(super) fn run(generate: &Generate, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let drawn = generate.what.drawn();
    let out = drawn.out.as_deref().filter(|out| out.as_os_str() != "-");
    if let Some(out) = out
        && out.exists()
        && !drawn.force
        && !project::is_stream(out)
    {
        return Err(Stop::because(format!("`{}` already exists; --force overwrites it", crate::cli::shown(out))));
    }
    let seed = drawn.seed.unwrap_or_else(drawn_seed);
    let command = format!("slipyard generate {}--seed {seed}", generate.what.words());
    let text = match &generate.what {
        Generated::Encounter(wish) => met(&wish.table, &drawn.folder, seed, &command, console)?,
        what => {
            let project = surroundings(&drawn.folder)?;
            slip_generate::generate(project.into_sources(), |ground| draw(what, &ground, seed, &command), |text: &String| text)?
        }
    };
    match out {
        Some(out) => {
            project::write_atomically(out, text.as_bytes())?;
            writeln!(console.err, "wrote `{}`", crate::cli::shown(out))?;
        }
        None => write!(console.out, "{text}")?,
    }
    Ok(CommandStatus::Clean)
}

fn draw(what: &Generated, ground: &GeneratorInput<'_, '_, '_>, seed: u64, command: &str) -> Result<String, DrawRefusal> {
    match what {
        Generated::Cluster(wish) => {
            let wish = cluster::ClusterOptions {
                systems: wish.systems,
                players: wish.players.clone(),
                guarantee: wish.no_guarantee.then_some(false),
                stop: wish.link_stop.map(LinkStop::from),
            };
            cluster::cluster(ground, &wish, seed, command)
        }
        Generated::Npc(wish) => {
            // If the user names a design, the people have its kind; otherwise they are built by the default design of `kind`.
            let people = people::PeopleOptions {
                kind: wish.kind.clone(),
                design: wish.design.clone(),
                cap: wish.cap,
                count: wish.count,
                size: None,
                gear: true,
            };
            people::people(ground, &people, seed, command)
        }
        Generated::Animal(wish) => {
            let animals = people::PeopleOptions {
                kind: ANIMAL.to_owned(),
                design: wish.source.as_ref().map(|source| format!("{source}_{ANIMAL}")).or_else(|| wish.design.clone()),
                cap: wish.cap,
                count: wish.count,
                size: wish.size.clone(),
                gear: false,
            };
            people::people(ground, &animals, seed, command)
        }
        Generated::Encounter(_) => Ok(String::new()),
    }
}

/// Loads the only package around or below a folder, or the standard library alone if there is none.
pub(super) fn surroundings(folder: &Path) -> Result<Project, Stop> {
    match project::packages(folder) {
        Ok(folders) => compile_projects::only(&folders, folder),
        Err(_) => Ok(project::load_package(folder)?),
    }
}

/// Rolls on a table of the package around or below the folder, and prints the encounter.
fn met(word: &str, folder: &Path, seed: u64, command: &str, console: &mut Console<'_>) -> Result<String, Stop> {
    let is_table = |entry: &ListedItem<'_>| matches!(entry.thing, Thing::Table(_));
    let words = [word.to_owned()];
    let worlds = compile_projects::worlds_of(folder, &words, "table", is_table)?;
    let found = pack_items::find(&worlds, word, is_table);
    let (world, entry): (&CompiledProject, ListedItem<'_>) = match found.as_slice() {
        [(world, entry)] => (*world, *entry),
        several => return Err(pack_items::choose(format_args!("several packages have a table `{word}`"), several)),
    };
    let Thing::Table(table) = entry.thing else { return Err(Stop::because(format!("there is no table `{word}`"))) };
    let errors = world.diagnostics.count(Severity::Error);
    if errors > 0 && !table.valid {
        return Err(Stop::because(format!("the table `{}` has errors, see `slipyard check`", table.name)));
    }
    let root = world.project.roots.first().and_then(|root| world.project.sources.package(*root)).map(|package| package.root.clone());
    let project = project::load_package(Path::new(root.as_deref().unwrap_or(".")))?;
    let met = slip_generate::generate(
        project.into_sources(),
        |ground| encounter::encounter(&ground, table, seed, command),
        |met: &encounter::EncounterRoll| &met.text,
    )?;
    if met.encounter.is_none() && table.scene.is_none() {
        writeln!(console.err, "note: the table `{}` has no scene, so no encounter was made from it", table.name)?;
    }
    Ok(met.text)
}

impl Generated {
    fn drawn(&self) -> &Drawn {
        match self {
            Generated::Cluster(wish) => &wish.drawn,
            Generated::Npc(wish) => &wish.drawn,
            Generated::Animal(wish) => &wish.drawn,
            Generated::Encounter(wish) => &wish.drawn,
        }
    }

    /// Returns the command line for the comment in the text, without folder names of this machine.
    fn words(&self) -> String {
        let mut words = Vec::new();
        let mut option = |name: &str, value: Option<String>| words.extend(value.map(|value| format!("{name} {value}")));
        let number = |value: Option<i64>| value.map(|value| value.to_string());
        let count = |value: usize| (value != 1).then(|| value.to_string());
        match self {
            Generated::Cluster(wish) => {
                option("cluster", Some(String::new()));
                option("--systems", wish.systems.map(|systems| systems.to_string()));
                option("--players", (!wish.players.is_empty()).then(|| wish.players.join(",")));
                option("--no-guarantee", wish.no_guarantee.then(String::new));
                option("--link-stop", wish.link_stop.map(|stop| stop.word().to_owned()));
            }
            Generated::Npc(wish) => {
                option("npc", Some(String::new()));
                option("--kind", (wish.kind != "npc").then(|| wish.kind.clone()));
                option("--design", wish.design.clone());
                option("--cap", number(wish.cap));
                option("--count", count(wish.count));
            }
            Generated::Animal(wish) => {
                option("animal", Some(String::new()));
                option("--design", wish.design.clone());
                option("--source", wish.source.clone());
                option("--size", wish.size.clone());
                option("--cap", number(wish.cap));
                option("--count", count(wish.count));
            }
            Generated::Encounter(wish) => option("encounter", Some(wish.table.clone())),
        }
        words.iter().map(|word| format!("{} ", word.trim_end())).collect()
    }
}
