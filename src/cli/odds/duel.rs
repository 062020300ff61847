//! `odds duel`: two fighters who attack each other until one is taken out.

use super::attack::{SHIP, UNIT, built, gear, refuse_among, takes_part, together};
use super::output::PrintOdds;
use crate::cli::args::OddsDuel;
use crate::cli::compile_projects::{self, CompiledProject};
use crate::cli::{Console, Stop};
use slip_odds::Ratio;
use slip_odds::answer::{OddsAnswer, OddsFigure};
use slip_odds::attack::AttackOptions;
use slip_odds::markov::{Limits, OutcomeProbabilities};
use slip_odds::matchup::{MatchupActor, MatchupFighter, MatchupStage};
use slip_odds::ship_attack::Salvo;
use slip_odds::ship_duel;
use slip_odds::{
    duel as duels,
    duel::{DRAWN, DuelConditions, FIRST, SECOND},
};
use slip_pack::BuiltItem;
use slip_play::space::roster::WeaponSystem;

/// Prints the chances of each way in which a duel can end.
pub(super) fn run(asked: &OddsDuel, console: &mut Console<'_>) -> Result<(), Stop> {
    let weapons = asked.with.iter().chain(&asked.other_with).filter(|word| WeaponSystem::from_word(word).is_none());
    let words: Vec<String> = [&asked.first, &asked.second].into_iter().chain(weapons).cloned().collect();
    let worlds = compile_projects::worlds_of(&asked.ground.folder, &words, "person or weapon", built)?;
    let (world, found) = together(&worlds, &words)?;
    let named = |word: &str| found.get(words.iter().position(|other| other == word)?).copied();
    if let (Some(first), Some(second)) = (named(&asked.first), named(&asked.second))
        && first.kind == SHIP
        && second.kind == SHIP
    {
        let sheet = ships(asked, world, [first, second])?;
        sheet.print(asked.ground.format, console)?;
        return compile_projects::warn_of_errors(std::iter::once(world), console);
    }
    let fights = |kind: &str| ![SHIP, UNIT].contains(&kind);
    if let Some(other) = [&asked.first, &asked.second].into_iter().filter_map(|word| named(word)).find(|item| !fights(&item.kind)) {
        return Err(Stop::because(format!(
            "`{}` is of kind {}, but a duel is between two people or two ships; `odds attack` also works for units",
            other.name, other.kind
        )));
    }
    let is_ships = |word: &Option<String>| word.as_deref().and_then(WeaponSystem::from_word).is_some();
    refuse_among([
        ("--with beam, torpedo or ew", is_ships(&asked.with), false, "ships"),
        ("--other-with beam, torpedo or ew", is_ships(&asked.other_with), false, "ships"),
    ])?;
    let mut stage = MatchupStage::new(&world.pack);
    let body = stage.settings().names.health;
    let mut cast = Vec::new();
    let mut manners = [AttackOptions::default(), AttackOptions::default()];
    for ((word, with), manner) in [&asked.first, &asked.second].into_iter().zip([&asked.with, &asked.other_with]).zip(&mut manners) {
        let Some(item) = named(word) else { continue };
        takes_part(item, &body, false)?;
        let weapon = with.as_deref().and_then(named);
        let extra = weapon.filter(|weapon| !item.gear.contains(&gear(weapon))).map(gear);
        manner.weapon = weapon.map(|weapon| weapon.name.clone());
        cast.push(MatchupFighter { who: MatchupActor::Declared(gear(item)), gear: extra.into_iter().collect() });
    }
    let [first, second] = cast.as_slice() else { return Err(Stop::because("a duel needs two people or two ships")) };
    let fight = stage.people([first, second], asked.ground.ground())?;
    let terms = DuelConditions { manners, spends_spin: asked.spin, second_begins: false };
    let ends = duels::fight_out(fight, &terms, Limits { places: asked.limit, ..Limits::default() })?;
    let title = |word: &str| named(word).map_or_else(String::new, |item| item.title.clone());
    let mut sheet = OddsAnswer::titled(format!("{} against {}, range {}", title(&asked.first), title(&asked.second), asked.ground.range()));
    end(&mut sheet, &ends, [&title(&asked.first), &title(&asked.second)]);
    sheet.print(asked.ground.format, console)?;
    compile_projects::warn_of_errors(std::iter::once(world), console)
}

/// Computes the odds of two ships that fire at each other.
fn ships(asked: &OddsDuel, world: &CompiledProject, [first, second]: [&BuiltItem; 2]) -> Result<OddsAnswer, Stop> {
    refuse_among([("--spin", asked.spin, false, "people"), ("--outdoors", asked.ground.outdoors, false, "people")])?;
    let fight = MatchupStage::new(&world.pack).ships([&gear(first), &gear(second)], [None; 2], asked.ground.range())?;
    let weapon = |word: &Option<String>| match word.as_deref().map(WeaponSystem::from_word) {
        None => Ok(WeaponSystem::Beam),
        Some(Some(weapon)) => Ok(weapon),
        Some(None) => Err(Stop::because("a ship attacks with `beam`, `torpedo` or `ew`: write one of them")),
    };
    let salvo = |weapon| Salvo { weapon, value: None, against: None };
    let salvos = [salvo(weapon(&asked.with)?), salvo(weapon(&asked.other_with)?)];
    let ends = ship_duel::fight_out(fight, salvos, Limits { places: asked.limit, ..Limits::default() })?;
    let mut sheet = OddsAnswer::titled(format!("{} against {}, range {}", first.title, second.title, asked.ground.range()));
    end(&mut sheet, &ends, [&first.title, &second.title]);
    sheet.notes.push(
        "with one weapon each and nameless crews, without movement, repairs or cooling: `slipyard simulate` includes all of these"
            .to_owned(),
    );
    Ok(sheet)
}

fn end(sheet: &mut OddsAnswer, ends: &OutcomeProbabilities, [first, second]: [&str; 2]) {
    let [first, second] = if first == second { ["The first", "The second"] } else { [first, second] };
    let chance = |what: String, value: Ratio| OddsFigure { what, value, all: None, chance: true };
    let least = if ends.exact { "" } else { ", at least" };
    for (who, number) in [(format!("{first} wins"), FIRST), (format!("{second} wins"), SECOND), ("drawn".to_owned(), DRAWN)] {
        if number != DRAWN || !ends.chance(number).is_zero() {
            sheet.figures.push(chance(format!("{who}{least}"), ends.chance(number)));
        }
    }
    if !ends.open.is_zero() {
        let what = if ends.exact { "never ends" } else { "undecided: each chance above may be higher by up to this much" };
        sheet.figures.push(chance(what.to_owned(), ends.open.clone()));
    }
    let how = if ends.exact { "exact" } else { "bounded" };
    sheet.notes.push(format!("{how}, with {} states", ends.places));
}
