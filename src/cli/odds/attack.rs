//! `odds attack` and `odds duel`: names of a package put on a stage. Floor 9.

use super::sheet::{Figure, Sheet, Table};
use super::worth_of_a_point;
use crate::cli::args::{OddsAttack, OddsBare, OddsDuel, OddsGround};
use crate::cli::compiled::{self, World};
use crate::cli::items::{self, Entry, Thing};
use crate::cli::{Console, Stop};
use crate::odds::Ratio;
use crate::odds::attack::{self as attacks, Manner, Strike, Struck};
use crate::odds::branch::Stuck;
use crate::odds::chain::{Ends, Limits};
use crate::odds::duel::{self, DRAWN, FIRST, SECOND, Terms};
use crate::odds::exchange;
use crate::odds::fire::{self, Salvo};
use crate::odds::stage::{Bare, Cast, Ground, Stage, Who};
use crate::pack::Item;
use crate::pack::item::Gear;
use crate::play::ids::ActorId;
use crate::play::space::roster::Weapon;

impl From<Stuck> for Stop {
    fn from(stuck: Stuck) -> Stop {
        Stop::because(stuck)
    }
}

impl OddsGround {
    pub(super) fn ground(&self) -> Ground {
        Ground { range: self.at, outdoors: self.outdoors }
    }
}

fn built(entry: &Entry<'_>) -> bool {
    matches!(entry.thing, Thing::Built(_))
}

/// The things of some words, all of one package's world.
fn together<'w>(worlds: &'w [World], words: &[String]) -> Result<(&'w World, Vec<&'w Item>), Stop> {
    let of = |world: &'w World, word: &String| {
        let found = items::find(std::slice::from_ref(world), word, built);
        found.into_iter().find_map(|(_, entry)| if let Thing::Built(item) = entry.thing { Some(item) } else { None })
    };
    let all = |world: &'w World| words.iter().map(|word| of(world, word)).collect::<Option<Vec<_>>>().map(|found| (world, found));
    let missing = || Stop::because(format!("no one package has all of {}; name it with --in", words.join(", ")));
    worlds.iter().find_map(all).ok_or_else(missing)
}

pub(super) fn gear(item: &Item) -> Gear {
    Gear { kind: item.kind.clone(), package: item.package.clone(), name: item.name.clone() }
}

/// Whether an item is worn as armour.
pub(super) fn is_armour(item: &Item) -> bool {
    item.stats.contains_key("defense") && item.skill.is_none()
}

const SHIP: &str = "ship";

impl OddsBare {
    /// Somebody of this rank in a skill.
    pub(super) fn cast(&self, title: &str, skill: &str, rank: i32, things: Vec<Gear>) -> Cast {
        let bare = Bare {
            title: title.to_owned(),
            skills: vec![(skill.into(), rank)],
            boxes: [self.health, self.composure],
            slots: self.consequences,
        };
        Cast { who: Who::Bare(bare), gear: things }
    }
}

/// Prints what comes of an attack.
pub(super) fn run(asked: &OddsAttack, console: &mut Console<'_>) -> Result<(), Stop> {
    let ship_weapon = asked.weapon.as_deref().and_then(of_ships);
    let weapon = asked.weapon.iter().filter(|_| ship_weapon.is_none());
    let words: Vec<String> = weapon.chain(&asked.by).chain(&asked.on).cloned().collect();
    let worlds = compiled::worlds_of(&asked.ground.folder, &words, "weapon, armour, person or ship", built)?;
    let (world, found) = together(&worlds, &words)?;
    let named = |word: &Option<String>| word.as_ref().and_then(|word| found.get(words.iter().position(|other| other == word)?).copied());
    let (by, on) = (named(&asked.by), named(&asked.on));
    let sheet = match (by, on, ship_weapon) {
        (Some(by), Some(on), Some(weapon)) if by.kind == SHIP && on.kind == SHIP => salvo(asked, world, [by, on], weapon)?,
        (.., Some(_)) if by.is_some_and(|by| by.kind == SHIP) => return Err(Stop::because("a ship fires at a ship: say which with --on")),
        (Some(by), ..) if by.kind == SHIP => return Err(Stop::because("a ship attacks with `beam`, `torpedo` or `ew`")),
        _ => {
            let weapon = if ship_weapon.is_some() { None } else { named(&asked.weapon) };
            if let (Some(_), None) = (&asked.weapon, weapon) {
                return Err(Stop::because("`beam`, `torpedo` and `ew` are weapons of ships: say whose with --by and --on"));
            }
            personal(asked, world, weapon, by, on)?
        }
    };
    sheet.print(asked.ground.format, console)?;
    compiled::warn_of_errors(std::iter::once(world), console)
}

fn of_ships(word: &str) -> Option<Weapon> {
    Some(match word {
        "beam" => Weapon::Beam,
        "torpedo" => Weapon::Torpedo,
        "ew" => Weapon::Ew,
        _ => return None,
    })
}

fn personal(asked: &OddsAttack, world: &World, weapon: Option<&Item>, by: Option<&Item>, on: Option<&Item>) -> Result<Sheet, Stop> {
    let mut stage = Stage::new(&world.pack);
    let names = stage.settings().names;
    if let Some(weapon) = weapon.filter(|weapon| weapon.skill.is_none()) {
        return Err(Stop::because(format!("`{}` is {} and no weapon", weapon.name, weapon.kind)));
    }
    let attacker = match (by, asked.skill) {
        (Some(by), _) => {
            let carried = weapon.is_none_or(|weapon| by.gear.contains(&gear(weapon)));
            Cast { who: Who::Declared(gear(by)), gear: weapon.filter(|_| !carried).map(gear).into_iter().collect() }
        }
        (None, rank) => {
            let skill = weapon.and_then(|weapon| weapon.skill.clone()).unwrap_or_else(|| names.unarmed.clone());
            asked.bare.cast("Somebody", &skill, rank.unwrap_or(0), weapon.map(gear).into_iter().collect())
        }
    };
    let dodges =
        |rank: i32, armour: Option<&Item>| asked.bare.cast("Somebody else", &names.dodge, rank, armour.map(gear).into_iter().collect());
    let defender = match (on, asked.dodge) {
        (Some(armour), Some(rank)) if is_armour(armour) => dodges(rank, Some(armour)),
        (Some(armour), None) if is_armour(armour) => {
            return Err(Stop::because(format!("`{}` is armour: say how well its wearer dodges with --dodge", armour.name)));
        }
        (Some(on), Some(_)) => return Err(Stop::because(format!("`{}` dodges by its own rank: leave out --dodge", on.name))),
        (Some(on), None) => Cast { who: Who::Declared(gear(on)), gear: Vec::new() },
        (None, rank) => dodges(rank.unwrap_or(0), None),
    };
    let manner = Manner {
        weapon: weapon.map(|weapon| weapon.name.clone()),
        mode: asked.mode.as_deref().map(Into::into),
        at_composure: asked.at_composure,
    };
    let dice = stage.settings().dice;
    let struck = attacks::staged(&mut stage, [&attacker, &defender], asked.ground.ground(), &manner)?;
    let who = |item: Option<&Item>| item.map_or_else(|| "somebody".to_owned(), |item| item.title.clone());
    let with = weapon.map_or_else(|| "What promises most".to_owned(), |weapon| weapon.title.clone());
    let mut sheet = Sheet::titled(format!("{with}, {} on {}, range {}", who(by), who(on), asked.ground.at));
    told(&mut sheet, &struck);
    for (paid, side) in struck.paid.into_iter().zip(["attacker", "defender"]) {
        if paid {
            sheet.notes.push(format!("the {side} pays a fate point for gear they are not trained for"));
        }
    }
    let [attacker, defender] = worth_of_a_point(dice, struck.margin());
    if struck.all == 6561 || struck.all == 1296 {
        let point = |what: &str, value: Ratio| Figure { what: what.to_owned(), value, all: None, chance: true };
        sheet.figures.push(point("a point of the attacker is worth (to hit)", attacker));
        sheet.figures.push(point("a point of the defender is worth (not to be hit)", defender));
    }
    Ok(sheet)
}

/// The figures and tables of an attack.
fn told(sheet: &mut Sheet, struck: &Struck) {
    let all = struck.all;
    sheet.ledgers = vec![("attack".to_owned(), struck.attack.clone()), ("defence".to_owned(), struck.defence.clone())];
    let chances = &struck.chances;
    sheet.figures.push(Figure::chance("hits", struck.hit(), all));
    sheet.figures.push(Figure::chance("takes out", struck.out(), all));
    sheet.figures.push(Figure::chance("costs a consequence", chances.when(|strike| strike.taken != [0; 3]), all));
    sheet.figures.push(Figure::chance("gives spin", chances.when(|strike| strike.spin > 0), all));
    let back = chances.when(|strike| strike.back > 0);
    if !back.is_zero() {
        sheet.figures.push(Figure::chance("strikes back", back, all));
    }
    sheet.figures.push(Figure::mean("stress on the average", struck.mean_stress()));
    sheet.tables.push(Table::of(
        "stress",
        &struck.stress(),
        all,
        |stress| if *stress == 0 { "none".to_owned() } else { stress.to_string() },
    ));
    let what = |strike: &Strike| match (strike.out, strike.taken == [0; 3], strike.hits()) {
        (true, ..) => (3, "taken out".to_owned()),
        (_, false, _) => (2, strike.taken_in_words()),
        (.., true) => (1, "boxes only".to_owned()),
        _ => (0, "nothing".to_owned()),
    };
    sheet.tables.push(Table::of("what it takes", &chances.seen(what), all, |(_, word)| word.clone()));
}

fn salvo(asked: &OddsAttack, world: &World, [by, on]: [&Item; 2], weapon: Weapon) -> Result<Sheet, Stop> {
    let stage = Stage::new(&world.pack);
    let fight = stage.ships([&gear(by), &gear(on)], [asked.crew, asked.other_crew], asked.ground.at)?;
    let salvo = Salvo { weapon, value: asked.value, against: asked.beams };
    let struck = fire::strike(fight, ActorId(0), ActorId(1), salvo)?;
    let word = asked.weapon.as_deref().unwrap_or_default();
    let mut sheet = Sheet::titled(format!("{word}, {} on {}, range {}", by.title, on.title, asked.ground.at));
    told(&mut sheet, &struck);
    sheet.notes.push("nameless crews, trained and military-grade at every post".to_owned());
    Ok(sheet)
}

/// Prints how a duel ends.
pub(super) fn duel(asked: &OddsDuel, console: &mut Console<'_>) -> Result<(), Stop> {
    let weapons = asked.with.iter().chain(&asked.other_with).filter(|word| of_ships(word).is_none());
    let words: Vec<String> = [&asked.first, &asked.second].into_iter().chain(weapons).cloned().collect();
    let worlds = compiled::worlds_of(&asked.ground.folder, &words, "person or weapon", built)?;
    let (world, found) = together(&worlds, &words)?;
    let named = |word: &str| found.get(words.iter().position(|other| other == word)?).copied();
    if let (Some(first), Some(second)) = (named(&asked.first), named(&asked.second))
        && first.kind == SHIP
        && second.kind == SHIP
    {
        let sheet = exchange(asked, world, [first, second])?;
        sheet.print(asked.ground.format, console)?;
        return compiled::warn_of_errors(std::iter::once(world), console);
    }
    let mut stage = Stage::new(&world.pack);
    let mut cast = Vec::new();
    let mut manners = [Manner::default(), Manner::default()];
    for ((word, with), manner) in [&asked.first, &asked.second].into_iter().zip([&asked.with, &asked.other_with]).zip(&mut manners) {
        let Some(item) = named(word) else { continue };
        let weapon = with.as_deref().and_then(named);
        let extra = weapon.filter(|weapon| !item.gear.contains(&gear(weapon))).map(gear);
        manner.weapon = weapon.map(|weapon| weapon.name.clone());
        cast.push(Cast { who: Who::Declared(gear(item)), gear: extra.into_iter().collect() });
    }
    let [first, second] = cast.as_slice() else { return Err(Stop::because("a duel is between two")) };
    let fight = stage.people([first, second], asked.ground.ground())?;
    let terms = Terms { manners, spends_spin: asked.spin, second_begins: false };
    let ends = duel::fight_out(fight, &terms, Limits { places: asked.limit, ..Limits::default() })?;
    let title = |word: &str| named(word).map_or_else(String::new, |item| item.title.clone());
    let mut sheet = Sheet::titled(format!("{} against {}, range {}", title(&asked.first), title(&asked.second), asked.ground.at));
    end(&mut sheet, &ends, [&title(&asked.first), &title(&asked.second)]);
    sheet.print(asked.ground.format, console)?;
    compiled::warn_of_errors(std::iter::once(world), console)
}

/// Two ships that fire at each other.
fn exchange(asked: &OddsDuel, world: &World, [first, second]: [&Item; 2]) -> Result<Sheet, Stop> {
    let fight = Stage::new(&world.pack).ships([&gear(first), &gear(second)], [None; 2], asked.ground.at)?;
    let weapon = |word: &Option<String>| match word.as_deref().map(of_ships) {
        None => Ok(Weapon::Beam),
        Some(Some(weapon)) => Ok(weapon),
        Some(None) => Err(Stop::because("a ship attacks with `beam`, `torpedo` or `ew`")),
    };
    let salvo = |weapon| Salvo { weapon, value: None, against: None };
    let salvos = [salvo(weapon(&asked.with)?), salvo(weapon(&asked.other_with)?)];
    let ends = exchange::fight_out(fight, salvos, Limits { places: asked.limit, ..Limits::default() })?;
    let mut sheet = Sheet::titled(format!("{} against {}, range {}", first.title, second.title, asked.ground.at));
    end(&mut sheet, &ends, [&first.title, &second.title]);
    sheet.notes.push("one weapon each, nameless crews, nobody moves or repairs".to_owned());
    Ok(sheet)
}

fn end(sheet: &mut Sheet, ends: &Ends, [first, second]: [&str; 2]) {
    let [first, second] = if first == second { ["The first", "The second"] } else { [first, second] };
    let chance = |what: String, value: Ratio| Figure { what, value, all: None, chance: true };
    let least = if ends.exact { "" } else { ", at least" };
    for (who, number) in [(format!("{first} wins"), FIRST), (format!("{second} wins"), SECOND), ("drawn".to_owned(), DRAWN)] {
        if number != DRAWN || !ends.chance(number).is_zero() {
            sheet.figures.push(chance(format!("{who}{least}"), ends.chance(number)));
        }
    }
    if !ends.open.is_zero() {
        let what = if ends.exact { "never ends" } else { "still open: each chance may be more by this" };
        sheet.figures.push(chance(what.to_owned(), ends.open.clone()));
    }
    let how = if ends.exact { "exact" } else { "bounded" };
    sheet.notes.push(format!("{how}, over {} states", ends.places));
}
