//! `odds matrix`: odds of every weapon of a package against every armour.

use super::attack::{gear, is_armour};
use crate::cli::args::{OddsCell, OddsFormat, OddsMatrix};
use crate::cli::compile_projects::{self, CompiledProject};
use crate::cli::{Console, Stop};
use rayon::prelude::*;
use serde::Serialize;
use slip_export::csv::plain_cell as cell;
use slip_odds::Ratio;
use slip_odds::dice_tree::OddsError;
use slip_odds::matchup::MatchupStage;
use slip_odds::{attack as attacks, attack::AttackOptions};
use slip_pack::{BuiltItem, Name};
use slip_printable::{columns_of, padded};

/// Cell of the matrix: one weapon, or one of its modes, against one armour or against no armour.
#[derive(Clone, Debug, Serialize)]
struct Cell {
    weapon: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<String>,
    armour: Option<String>,
    lead: i32,
    hit: [String; 2],
    stress: [String; 2],
    out: [String; 2],
    #[serde(skip)]
    shown: [Ratio; 3],
}

/// Row of the matrix: a weapon, its mode, and the cells; a cell is empty if the weapon does not reach the target.
struct Row {
    title: String,
    cells: Vec<Option<Cell>>,
}

fn fraction(ratio: &Ratio) -> [String; 2] {
    [ratio.numerator(), ratio.denominator()]
}

/// Returns the items of a world that satisfy a condition, sorted by name.
fn chosen(world: &CompiledProject, all: bool, fits: impl Fn(&BuiltItem) -> bool) -> Vec<&BuiltItem> {
    let items = world.pack.items.values().flat_map(|of_kind| of_kind.values());
    items.filter(|item| item.valid && (all || world.is_root(&item.package)) && fits(item)).collect()
}

/// Computes and prints the matrix.
pub(super) fn run(asked: &OddsMatrix, console: &mut Console<'_>) -> Result<(), Stop> {
    let worlds = compile_projects::worlds(&asked.ground.folder)?;
    let mut all = Vec::new();
    for world in &worlds {
        let weapons = chosen(world, asked.all, |item| item.skill.is_some());
        let armours = chosen(world, asked.all, is_armour);
        if weapons.is_empty() {
            continue;
        }
        all.push((world, rows(asked, world, &weapons, &armours)?, armours));
    }
    if all.is_empty() {
        return Err(Stop::because(format!(
            "{} declares no weapon; --all includes the weapons of its dependencies",
            crate::cli::shown(&asked.ground.folder)
        )));
    }
    match asked.ground.format {
        OddsFormat::Text => {
            for (number, (_, rows, armours)) in all.iter().enumerate() {
                if number > 0 {
                    writeln!(console.out)?;
                }
                text(asked, rows, armours, console)?;
            }
        }
        OddsFormat::Json => {
            let cells: Vec<&Cell> = all.iter().flat_map(|(_, rows, _)| rows).flat_map(|row| row.cells.iter().flatten()).collect();
            writeln!(console.out, "{}", serde_json::to_string_pretty(&cells).map_err(Stop::because)?)?;
        }
        OddsFormat::Csv => csv(all.iter().flat_map(|(_, rows, _)| rows), console)?,
    }
    compile_projects::warn_of_errors(worlds.iter(), console)
}

fn rows(asked: &OddsMatrix, world: &CompiledProject, weapons: &[&BuiltItem], armours: &[&BuiltItem]) -> Result<Vec<Row>, Stop> {
    let stage = MatchupStage::new(&world.pack);
    let ways: Vec<(&BuiltItem, Option<Name>)> = weapons.iter().flat_map(|weapon| in_modes(weapon)).collect();
    let row = |(weapon, mode): &(&BuiltItem, Option<Name>)| -> Result<Row, OddsError> {
        let mut stage = stage.clone();
        let title = mode.as_ref().map_or_else(|| weapon.name.to_string(), |mode| format!("{} ({mode})", weapon.name));
        let mut cells = Vec::new();
        for armour in std::iter::once(None).chain(armours.iter().map(|armour| Some(*armour))) {
            cells.push(one(asked, &mut stage, weapon, mode.as_ref(), armour)?);
        }
        Ok(Row { title, cells })
    };
    // Rows are computed in parallel and listed in their order.
    let rows: Result<Vec<Row>, OddsError> = ways.par_iter().map(row).collect();
    Ok(rows?)
}

fn in_modes(weapon: &BuiltItem) -> Vec<(&BuiltItem, Option<Name>)> {
    if weapon.modes.is_empty() { vec![(weapon, None)] } else { weapon.modes.iter().map(|mode| (weapon, Some(mode.name.clone()))).collect() }
}

fn one(
    asked: &OddsMatrix,
    stage: &mut MatchupStage,
    weapon: &BuiltItem,
    mode: Option<&Name>,
    armour: Option<&BuiltItem>,
) -> Result<Option<Cell>, OddsError> {
    let names = stage.settings().names;
    let skill = weapon.skill.clone().unwrap_or_else(|| names.unarmed.clone());
    let by = asked.bare.cast("Attacker", &skill, asked.skill, vec![gear(weapon)]);
    let on = asked.bare.cast("Defender", &names.dodge, asked.dodge, armour.map(gear).into_iter().collect());
    let manner = AttackOptions { weapon: Some(weapon.name.clone()), mode: mode.cloned(), ..AttackOptions::default() };
    let struck = match attacks::staged(stage, [&by, &on], asked.ground.ground(), &manner) {
        Ok(struck) => struck,
        Err(OddsError::Impossible(_)) => return Ok(None),
        Err(stuck) => return Err(stuck),
    };
    let shown = [struck.hit(), struck.mean_stress(), struck.out()];
    let [hit, stress, out] = &shown;
    Ok(Some(Cell {
        weapon: weapon.name.to_string(),
        mode: mode.map(ToString::to_string),
        armour: armour.map(|armour| armour.name.to_string()),
        lead: struck.margin(),
        hit: fraction(hit),
        stress: fraction(stress),
        out: fraction(out),
        shown,
    }))
}

fn text(asked: &OddsMatrix, rows: &[Row], armours: &[&BuiltItem], console: &mut Console<'_>) -> Result<(), Stop> {
    let what = match asked.show {
        OddsCell::Hit => "Chance to hit",
        OddsCell::Stress => "Average stress",
        OddsCell::Out => "Chance to take out",
    };
    writeln!(console.out, "{what}: rank {} against rank {}, range {}", asked.skill, asked.dodge, asked.ground.range())?;
    let heads: Vec<&str> = std::iter::once("unarmoured").chain(armours.iter().map(|armour| armour.name.as_str())).collect();
    let first = rows.iter().map(|row| columns_of(&row.title)).max().unwrap_or(0);
    let line: Vec<String> = heads.iter().map(|head| format!("{head:>8}")).collect();
    writeln!(console.out, "  {:first$}  {}", "", line.join("  "))?;
    for row in rows {
        let cells = heads.iter().zip(&row.cells).map(|(head, cell)| {
            let width = head.chars().count().max(8);
            let shown = cell.as_ref().map_or_else(|| "-".to_owned(), |cell| figure(asked.show, cell));
            format!("{shown:>width$}")
        });
        writeln!(console.out, "  {}  {}", padded(&row.title, first), cells.collect::<Vec<_>>().join("  "))?;
    }
    Ok(())
}

fn figure(show: OddsCell, cell: &Cell) -> String {
    let [hit, stress, out] = &cell.shown;
    match show {
        OddsCell::Hit => hit.percent(),
        OddsCell::Stress => stress.decimal(3),
        OddsCell::Out => out.percent(),
    }
}

fn csv<'r>(rows: impl Iterator<Item = &'r Row>, console: &mut Console<'_>) -> Result<(), Stop> {
    writeln!(
        console.out,
        "weapon,mode,armour,lead,hit,hit_numerator,hit_denominator,stress,stress_numerator,stress_denominator,out,out_numerator,out_denominator"
    )?;
    for found in rows.flat_map(|row| row.cells.iter().flatten()) {
        let name = |name: &Option<String>| name.as_deref().map(cell).unwrap_or_default();
        let [hit, stress, out] = &found.shown;
        let numbers = [(hit, &found.hit), (stress, &found.stress), (out, &found.out)];
        let numbers = numbers.map(|(value, [up, down])| format!("{},{up},{down}", value.decimal(6)));
        writeln!(
            console.out,
            "{},{},{},{},{}",
            cell(&found.weapon),
            name(&found.mode),
            name(&found.armour),
            found.lead,
            numbers.join(",")
        )?;
    }
    Ok(())
}
