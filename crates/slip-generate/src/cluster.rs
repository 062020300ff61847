//! Generates clusters by the cluster rules.
//!
//! One stream of dice makes the rolls of the rules in order: first technology, environment and resources of each system, then one roll for
//! the links of each system except the last two. Names and aspects use another stream. The same seed therefore gives the same systems and
//! links, whatever the tables of words contain.

use super::people::bare_design;
use super::random_draws::{below, one};
use super::word_tables::{WordSource, identifier};
use super::{DrawRefusal, GeneratorInput, Stream, comment, dice, quoted, refuse};
use slip_dice::{Dice, DiceKind, ScriptExhausted};
use slip_pack::cluster::{LinkStop, RaisedSystems, Ratings, SLIPSTREAM_TECH, USUAL_SYSTEMS, guaranteed, linked, neighbours};
use std::collections::BTreeSet;

/// Largest number of systems: the name of each begins with a different letter (R-K6).
const MOST_SYSTEMS: usize = 26;

/// Options for generating a cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClusterOptions {
    /// Number of systems. By default it depends on the number of players; without players it is drawn from the usual numbers.
    pub systems: Option<usize>,
    /// Names of the players who own the systems, in seat order, round robin.
    pub players: Vec<String>,
    /// True if the slipstream guarantee is applied; by default the package's setting.
    pub guarantee: Option<bool>,
    /// Condition that ends the linking of systems; by default the package's setting.
    pub stop: Option<LinkStop>,
}

/// Ratings rolled for a system, each -4..4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RolledSystem {
    /// Technology rating of the system.
    pub tech: i32,
    /// Statistics of the cluster design, in order: environment, then resources.
    pub stats: Vec<i32>,
}

impl RolledSystem {
    /// Returns the ratings that the guarantee compares.
    pub fn ratings(&self) -> Ratings {
        Ratings::new(self.tech, self.stats.iter().copied())
    }
}

/// Result of all rolls that the rules ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterRolls {
    /// Systems as rolled, before the guarantee raised any ratings, in the order of creation.
    pub rolled: Vec<RolledSystem>,
    /// Ratings after the guarantee was applied.
    pub ratings: Vec<RolledSystem>,
    /// Systems whose ratings the guarantee raised.
    pub raised: Option<RaisedSystems>,
    /// Links in the order of creation, the lower index first.
    pub links: Vec<(usize, usize)>,
    /// Rolls for links, by index of the system. If linking ended early, there are no rolls for the last systems.
    pub link_rolls: Vec<i32>,
}

/// Rolls a cluster: technology and each of `stats` statistics of every system, then the guarantee, then a roll for each system except the
/// last two.
///
/// # Errors
///
/// If the scripted dice run out.
pub fn rolled(systems: usize, stats: usize, guarantee: bool, stop: LinkStop, dice: &mut Dice) -> Result<ClusterRolls, ScriptExhausted> {
    let mut rolled = Vec::with_capacity(systems);
    for _ in 0..systems {
        let mut next = || dice.roll(DiceKind::Fudge).map(|faces| faces.total());
        let tech = next()?;
        rolled.push(RolledSystem { tech, stats: (0..stats).map(|_| next()).collect::<Result<_, _>>()? });
    }
    let raised = if guarantee { guaranteed(&judged(&rolled)) } else { None };
    let mut ratings = rolled.clone();
    for place in raised.iter().flat_map(|raised| [raised.lowest, raised.highest]) {
        if let Some(system) = ratings.get_mut(place) {
            // The rule replaces the technology with this value; nothing is added (R-K3).
            system.tech = SLIPSTREAM_TECH;
        }
    }
    let mut link_rolls = Vec::new();
    let mut ran_out = None;
    let links = linked(systems, stop, |_| match dice.roll(DiceKind::Fudge) {
        Ok(faces) => {
            link_rolls.push(faces.total());
            faces.total()
        }
        Err(error) => {
            ran_out = Some(error);
            -1
        }
    });
    match ran_out {
        Some(error) => Err(error),
        None => Ok(ClusterRolls { rolled, ratings, raised, links, link_rolls }),
    }
}

fn judged(systems: &[RolledSystem]) -> Vec<Ratings> {
    systems.iter().map(RolledSystem::ratings).collect()
}

/// Generates a cluster as Slip text: its systems, its slipstreams, and the rolls in comments.
///
/// # Errors
/// If the options are impossible or tables of words are missing.
pub fn cluster(ground: &GeneratorInput<'_, '_, '_>, wish: &ClusterOptions, seed: u64, command: &str) -> Result<String, DrawRefusal> {
    let mut words = dice(seed, Stream::Words, 0);
    let count = count(wish, &mut words)?;
    let setting = |name: &str, default: &str| {
        let rules = ground.context.rules_of(ground.package);
        rules.map_or_else(|| default.to_owned(), |rules| rules.word(name, default).to_owned())
    };
    let guarantee = wish.guarantee.unwrap_or_else(|| setting("slipstream_guarantee", "yes") == "yes");
    let stop = wish.stop.unwrap_or_else(|| if setting("link_stop", "end") == "early" { LinkStop::Early } else { LinkStop::End });
    let Some(design) = bare_design(ground, "system") else {
        return refuse("several designs build systems, and none of them is the usual one");
    };
    let stats: Vec<&str> = design.stats.iter().map(|stat| stat.name.as_str()).collect();
    let stars = rolled(count, stats.len(), guarantee, stop, &mut dice(seed, Stream::Rules, 0))?;
    let systems = named(ground, &stars, &mut words)?;
    let cluster = cluster_name(ground, &mut words)?;
    let mut text = format!("{}//\n", comment(command));
    account(&mut text, &stars, &systems, &stats, guarantee);
    for (place, system) in systems.iter().enumerate() {
        let Some(ratings) = stars.ratings.get(place) else { continue };
        let ranks: String = stats.iter().zip(&ratings.stats).map(|(stat, rank)| format!("; {stat} {rank}")).collect();
        text.push_str(&format!(
            "\nsystem {} {} {{\n  tech T{}{ranks}\n  aspects {}\n}}\n",
            system.name,
            quoted(&system.title),
            ratings.tech,
            system.aspects.iter().map(|aspect| quoted(aspect)).collect::<Vec<_>>().join(", ")
        ));
    }
    let members: Vec<String> = systems.iter().enumerate().map(|(place, system)| member(system, place, &wish.players)).collect();
    text.push_str(&format!("\ncluster {} {} {{\n  systems {}\n", cluster.0, quoted(&cluster.1), members.join(", ")));
    let name = |place: usize| systems.get(place).map_or("", |system| system.name.as_str());
    for (from, to) in &stars.links {
        text.push_str(&format!("  slipstream {} -- {}\n", name(*from), name(*to)));
    }
    if !USUAL_SYSTEMS.contains(&count) {
        text.push_str("  allow cluster-size \"the requested number\"\n");
    }
    if !guarantee && guaranteed(&judged(&stars.ratings)).is_some() && setting("slipstream_guarantee", "yes") == "yes" {
        text.push_str("  allow slipstream-guarantee \"generated without it\"\n");
    }
    text.push_str("}\n");
    Ok(text)
}

/// Returns the number of systems. A requested number comes first. If only the number of players is known, it is two per player within the
/// usual numbers, or one per player if there are more players than the greatest usual number. Otherwise it is drawn from the usual numbers.
fn count(wish: &ClusterOptions, words: &mut Dice) -> Result<usize, DrawRefusal> {
    let (least, most) = (*USUAL_SYSTEMS.start(), *USUAL_SYSTEMS.end());
    let count = match (wish.systems, wish.players.len()) {
        (Some(count), _) => count,
        (None, 0) => least + below(words, most - least + 1)?,
        (None, players) if players > most => players,
        (None, players) => (2 * players).clamp(least, most),
    };
    match count {
        0 => refuse("a cluster has at least one system"),
        1..=MOST_SYSTEMS => Ok(count),
        _ => refuse(format!("a cluster has at most {MOST_SYSTEMS} systems: each name begins with another letter")),
    }
}

/// System of the cluster with its name and aspects.
struct System {
    name: String,
    title: String,
    aspects: Vec<String>,
}

/// Draws a name with a different initial for each system (R-K6), and two aspects for each system. Then draws a third aspect for each from a
/// table about neighbours.
fn named(ground: &GeneratorInput<'_, '_, '_>, stars: &ClusterRolls, dice: &mut Dice) -> Result<Vec<System>, DrawRefusal> {
    const OF: &[&str] = &["system"];
    let mut drawn = BTreeSet::new();
    let mut words = WordSource { dice, drawn: &mut drawn };
    let mut initials: BTreeSet<char> = BTreeSet::new();
    let mut systems: Vec<System> = Vec::new();
    let mut taken = Vec::new();
    for _ in &stars.ratings {
        let initial = |title: &str| title.chars().next().filter(char::is_ascii_uppercase);
        let title = words.new_one(ground, (OF, "names"), &[], |title| initial(title).is_some_and(|letter| !initials.contains(&letter)))?;
        initials.extend(initial(&title));
        let name = ground.free_name("system", &identifier(&title, "system"), &taken);
        taken.push(name.clone());
        systems.push(System { name, title, aspects: Vec::new() });
    }
    for system in &mut systems {
        for _ in 0..2 {
            system.aspects.push(words.new_one(ground, (OF, "aspects"), &[], |_| true)?);
        }
    }
    for place in 0..systems.len() {
        let near = neighbours(systems.len(), &stars.links, place);
        let what = match near.len() {
            0 | 1 => "ends",
            2 | 3 => "ways",
            _ => "hubs",
        };
        let neighbour = one(words.dice, &near)?.and_then(|near| systems.get(*near)).map(|system| system.title.clone());
        // A single system has no neighbour.
        let neighbour = neighbour.unwrap_or_else(|| "nowhere".to_owned());
        let aspect = words.new_one(ground, (OF, what), &[("neighbour", &neighbour)], |_| true)?;
        if let Some(system) = systems.get_mut(place) {
            system.aspects.push(aspect);
        }
    }
    Ok(systems)
}

fn cluster_name(ground: &GeneratorInput<'_, '_, '_>, dice: &mut Dice) -> Result<(String, String), DrawRefusal> {
    let title = WordSource { dice, drawn: &mut BTreeSet::new() }.new_one(ground, (&["cluster"], "names"), &[], |_| true)?;
    Ok((ground.free_name("cluster", &identifier(&title, "cluster"), &[]), title))
}

/// Formats a system and the player who owns it: `harrow by "Nadia"`. Systems are assigned to the players in turn.
fn member(system: &System, place: usize, players: &[String]) -> String {
    match place.checked_rem(players.len()).and_then(|seat| players.get(seat)) {
        Some(player) => format!("{} by {}", system.name, quoted(player)),
        None => system.name.clone(),
    }
}

/// Adds comments that list every roll, for the referee.
fn account(text: &mut String, stars: &ClusterRolls, systems: &[System], stats: &[&str], guarantee: bool) {
    let letter = |place: usize| systems.get(place).and_then(|system| system.title.chars().next()).unwrap_or('?');
    let width = systems.iter().map(|system| system.title.chars().count()).max().unwrap_or(0);
    let words: String = stats.iter().map(|stat| format!(", {stat}")).collect();
    text.push_str(&format!("// Rolls of 4dF: technology{words}.\n"));
    for (system, ratings) in systems.iter().zip(&stars.rolled) {
        let others: String = ratings.stats.iter().map(|rank| format!("  {rank:+}")).collect();
        text.push_str(&format!("//   {:width$}  {:+}{others}\n", system.title, ratings.tech));
    }
    match (&stars.raised, guarantee) {
        (Some(raised), _) => {
            let sum = |place: usize| stars.rolled.get(place).map_or(0, |rolled| rolled.ratings().sum);
            let (low, high) = (raised.lowest, raised.highest);
            text.push_str(&format!(
                "// No system has T{SLIPSTREAM_TECH}: the lowest sum, {} ({:+}), and the highest, {} ({:+}), get it.\n",
                letter(low),
                sum(low),
                letter(high),
                sum(high)
            ));
        }
        (None, true) => text.push_str(&format!("// A system has T{SLIPSTREAM_TECH}: the slipstream guarantee changes nothing.\n")),
        (None, false) => text.push_str("// Without the slipstream guarantee.\n"),
    }
    if systems.len() > 1 {
        text.push_str("// Slipstreams, along the line:\n");
    }
    for place in 0..systems.len().saturating_sub(1) {
        let to: Vec<String> = stars.links.iter().filter(|(from, _)| *from == place).map(|(_, to)| letter(*to).to_string()).collect();
        if to.is_empty() {
            continue;
        }
        let roll = stars.link_rolls.get(place).map_or_else(|| "no roll".to_owned(), |roll| format!("rolled {roll:+}"));
        text.push_str(&format!("//   {} {roll}: {}\n", letter(place), to.join(", ")));
    }
    if systems.len() > 1 {
        let degrees: Vec<String> =
            (0..systems.len()).map(|place| format!("{} {}", letter(place), neighbours(systems.len(), &stars.links, place).len())).collect();
        text.push_str(&format!("// Links per system: {}.\n", degrees.join(", ")));
    }
}
