//! Generates an encounter by a roll on a declared table. The result is an encounter item or, if the row has none, a description in
//! comments.

use super::random_draws::{Roller, TableResult, one};
use super::{DrawRefusal, GeneratorInput, Stream, comment, dice, quoted, refuse};
use slip_pack::item::Gear;
use slip_pack::table::{RowItem, SceneTemplate, Table};

/// Result of a roll on an encounter table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncounterRoll {
    /// Slip text: an encounter, or only comments that describe the result.
    pub text: String,
    /// Name of the encounter; `None` if the text is only comments.
    pub encounter: Option<String>,
}

/// Rolls on a table and writes the resulting encounter.
///
/// # Errors
/// If the table has errors or is a look-up table, or if a roll on it fails.
pub fn encounter(ground: &GeneratorInput<'_, '_, '_>, table: &Table, seed: u64, command: &str) -> Result<EncounterRoll, DrawRefusal> {
    if !table.valid {
        return refuse(format!("the table `{}` has errors, see `slipyard check`", table.name));
    }
    if table.is_looked_up() {
        return refuse(format!("the table `{}` is for look-up by columns and cannot be rolled on", table.name));
    }
    let mut dice = dice(seed, Stream::Table, 0);
    let outcome = Roller { pack: ground.pack, dice: &mut dice, fills: &[] }.on(table)?;
    let mut text = format!("{}//\n", comment(command));
    for words in outcome.lines.iter().chain(&outcome.texts) {
        text.push_str(&comment(words));
    }
    for number in &outcome.numbers {
        text.push_str(&format!("// {number}\n"));
    }
    if outcome.things.is_empty() {
        text.push_str("// No meeting.\n");
        return Ok(EncounterRoll { text, encounter: None });
    }
    let Some(scene) = &table.scene else {
        for (thing, count) in &outcome.things {
            text.push_str(&format!("// {}\n", in_words(ground, thing, *count)));
        }
        text.push_str("// The table has no scene, so no encounter was made.\n");
        return Ok(EncounterRoll { text, encounter: None });
    };
    let name = ground.free_name("encounter", &format!("{}_{seed}", table.name), &[]);
    text.push('\n');
    if table.package != ground.pack.package.name && table.package != "std" {
        text.push_str(&format!("use {}\n\n", table.package));
    }
    let who: Vec<String> = outcome.things.iter().map(|(thing, count)| in_words(ground, thing, *count)).collect();
    text.push_str(&format!("/// {}.\n", who.join("; ")));
    text.push_str(&format!("encounter {name} {} : {} {{\n", quoted(&table.title), scene.play.word()));
    entries(&mut text, &scene.before);
    text.push_str(&side(ground, scene, &outcome, &mut dice)?);
    entries(&mut text, &scene.after);
    text.push_str("}\n");
    Ok(EncounterRoll { text, encounter: Some(name) })
}

fn entries(text: &mut String, entries: &[String]) {
    for entry in entries {
        text.push_str(&format!("  {entry}\n"));
    }
}

/// Formats the side that the players meet: `side met { actors ridge_cat x2 at wood; doctrine … }`.
fn side(
    ground: &GeneratorInput<'_, '_, '_>,
    scene: &SceneTemplate,
    outcome: &TableResult,
    dice: &mut slip_dice::Dice,
) -> Result<String, DrawRefusal> {
    let zone = one(dice, &scene.zones)?.cloned().unwrap_or_default();
    let actors: Vec<String> = outcome
        .things
        .iter()
        .map(|(thing, count)| {
            let count = if *count == 1 { String::new() } else { format!(" x{count}") };
            let with: String = thing.with.iter().map(|gear| format!(" {}", path(ground, gear))).collect();
            let with = if with.is_empty() { with } else { format!(" with{with}") };
            format!("{}{count} at {}{with}", path(ground, &thing.item), thing.zone.as_ref().unwrap_or(&zone))
        })
        .collect();
    let more: String = scene.side_entries.iter().map(|entry| format!("; {entry}")).collect();
    Ok(format!("  side {} {{ actors {}{more} }}\n", scene.side, actors.join(", ")))
}

/// Returns the name of a thing as the text's package writes it. The kind is added if another thing has the same name.
fn path(ground: &GeneratorInput<'_, '_, '_>, gear: &Gear) -> String {
    let here = gear.package == ground.pack.package.name || gear.package == "std";
    let key = slip_pack::key(&gear.package, &gear.name);
    let is_shared = ground.pack.items.iter().any(|(kind, items)| *kind != gear.kind && items.contains_key(&key));
    let kind = if is_shared { format!("{} ", gear.kind) } else { String::new() };
    if here { format!("{kind}{}", gear.name) } else { format!("{kind}{}.{}", gear.package, gear.name) }
}

/// Describes things with their numbers, `Ridge cat x2, hunting`: plurals cannot be formed automatically.
fn in_words(ground: &GeneratorInput<'_, '_, '_>, thing: &RowItem, count: u32) -> String {
    let title = ground.pack.item(&thing.item).map_or(thing.item.name.as_str(), |item| item.title.as_str());
    let count = if count == 1 { String::new() } else { format!(" x{count}") };
    let note = thing.note.as_ref().map_or(String::new(), |note| format!(", {note}"));
    // The text becomes a comment, which ends at the end of its line.
    format!("{title}{count}{note}").replace(['\n', '\r'], " ")
}
