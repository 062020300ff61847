//! `slipyard show`: prints an item's stat block and its ledger, with the reasons for every number.

use super::args::{Show, TextOrJson};
use super::compile_projects::{self, CompiledProject};
use super::pack_items::{self, ListedItem, Thing};
use super::random_table;
use super::show_designs::{self, TextStyles};
use super::show_encounters;
use super::show_json::ShownDeclaration;
use super::show_parties;
use super::show_people;
use super::show_platoon;
use super::stat_block_lines::{allowed, doc, field, several};
use super::{CommandStatus, Console, Stop, clusters};
use anstyle::{AnsiColor, Style};
use slip_export::cards::counted;
use slip_pack::declaration::PackDeclaration;
use slip_pack::effect::Effect;
use slip_pack::item::{Account, ItemAspect, ItemStunt, LedgerLine};
use slip_pack::patch::EffectivePatch;
use slip_pack::{BuiltItem, Name, Pack, built_values};
use slip_printable::{columns_of, padded};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// Prints the items that the user asked for.
pub(super) fn run(show: &Show, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let (worlds, words) = compile_projects::worlds_of_items(&show.folder, &show.items, "item", |_| true)?;
    let found: Vec<(&CompiledProject, ListedItem<'_>)> = words.iter().flat_map(|word| pack_items::find(&worlds, word, |_| true)).collect();
    match show.format {
        TextOrJson::Text => {
            for ((world, entry), number) in found.iter().zip(0usize..) {
                if number > 0 {
                    writeln!(console.out)?;
                }
                text(world, entry, console.out, console.colour)?;
            }
        }
        TextOrJson::Json => {
            let values: Vec<ShownDeclaration<'_>> = found.iter().map(|(world, entry)| ShownDeclaration(entry.thing, &world.pack)).collect();
            let text = match values.as_slice() {
                [one] => serde_json::to_string_pretty(one),
                several => serde_json::to_string_pretty(several),
            };
            writeln!(console.out, "{}", text.map_err(Stop::because)?)?;
        }
    }
    console.out.flush()?;
    compile_projects::warn_of_errors(worlds.iter().filter(|world| found.iter().any(|(other, _)| std::ptr::eq(*world, *other))), console)?;
    Ok(CommandStatus::Clean)
}

const ACCOUNTS: [Account; 11] = [
    Account::Budget,
    Account::Spent,
    Account::Price,
    Account::Upkeep,
    Account::Fate,
    Account::Command,
    Account::Stat,
    Account::Skill,
    Account::Track,
    Account::Aspect,
    Account::Given,
];

fn text(world: &CompiledProject, entry: &ListedItem<'_>, out: &mut dyn Write, colour: bool) -> Result<(), Stop> {
    let style = if colour { Style::new().bold() } else { Style::new() };
    match entry.thing {
        Thing::Table(table) => random_table::text(table, out, style)?,
        Thing::Built(item) => stat_block(item, &world.pack, out, colour)?,
        Thing::Declaration(rule) => show_designs::declaration(rule, &world.pack, TextStyles::new(colour), out)?,
        Thing::Party(party) => show_parties::sheet(party, &world.pack, TextStyles::new(colour), out)?,
        Thing::Background(background) => show_parties::background(background, &world.pack, TextStyles::new(colour), out)?,
        Thing::Map(map) => show_encounters::map(map, TextStyles::new(colour), out)?,
        Thing::Cluster(cluster) => clusters::cluster(cluster, &world.pack, TextStyles::new(colour), out)?,
        Thing::Encounter(scene) => show_encounters::encounter(scene, &world.pack, TextStyles::new(colour), out)?,
        Thing::Scenario(scenario) => show_encounters::scenario(scenario, &world.pack, TextStyles::new(colour), out)?,
        Thing::Station(station) => show_encounters::station(station, out)?,
        Thing::Ruleset(_) | Thing::Doctrine(_) => {
            let key = slip_pack::key(entry.package, entry.name);
            if let Some(rule) = world.pack.declarations.get(entry.kind).and_then(|rules| rules.get(&key)) {
                show_designs::declaration(rule, &world.pack, TextStyles::new(colour), out)?;
            }
        }
        Thing::Platoon(platoon) => show_platoon::battle(platoon, &world.pack, TextStyles::new(colour), out)?,
        Thing::Sold(stunt) => show_designs::sold(stunt, TextStyles::new(colour), out)?,
        Thing::Skill(skill) => show_people::skill(skill, style, out)?,
    }
    if !matches!(entry.thing, Thing::Built(_)) {
        patched(pack_items::patches(&world.pack, entry).into_iter(), out)?;
    }
    Ok(())
}

fn stat_block(item: &BuiltItem, pack: &Pack, out: &mut dyn Write, colour: bool) -> io::Result<()> {
    let bold = if colour { Style::new().bold() } else { Style::new() };
    let dim = if colour { AnsiColor::BrightBlack.on_default() } else { Style::new() };
    let design = pack.design_of(item);
    let tech = item.tech.map_or(String::new(), |tech| format!(", T{tech}"));
    let by = if item.design == item.kind { String::new() } else { format!(" by {}", item.design) };
    writeln!(out, "{bold}{}{bold:#} ({}), {}{by}{tech}", item.title, slip_pack::called(&item.package, &item.name), item.kind)?;
    doc(out, item.doc.as_deref())?;
    if !item.valid {
        writeln!(out, "  not legal, see `slipyard check`")?;
    }
    let mut money = Vec::new();
    if let Some(budget) = item.budget {
        money.push(format!("{} of {budget} build points", item.spent));
    }
    money.extend(item.price.map(|price| format!("Cost {price}")));
    money.extend(item.upkeep.map(|upkeep| format!("upkeep {upkeep}")));
    money.extend(item.fate.map(|fate| counted(fate, "fate point")));
    money.extend(item.skill.as_ref().map(|skill| format!("used with {skill}")));
    field(out, "", &money.join(", "))?;
    for (code, text) in &item.codes {
        field(out, code, text)?;
    }
    clusters::phrases(item, design, out)?;
    let in_words = |stat: &str| item.phrases.contains_key(stat) || show_people::is_worded(item, design, stat);
    let ranks_in_play = built_values::ranks(item);
    let unworded = ranks_in_play.iter().filter(|(stat, _)| !in_words(stat));
    let unworded: BTreeMap<Name, i32> = unworded.map(|(stat, rank)| (stat.clone(), *rank)).collect();
    let stats = in_order(&unworded, design).into_iter().map(|(stat, rank)| match item.letters.get(stat) {
        Some(letter) => format!("{stat} {letter}"),
        None => format!("{stat} {rank}"),
    });
    field(out, "stats", &stats.collect::<Vec<_>>().join(", "))?;
    clusters::ways_out(item, pack, out)?;
    for note in &item.notes {
        field(out, "note", note)?;
    }
    field(out, "", &show_people::words(item, design))?;
    field(out, "skills", &show_people::by_rank(item))?;
    field(out, "tracks", &tracks(item, in_order(&item.tracks, design)))?;
    field(out, "consequences", &item.consequences.join(", "))?;
    field(out, "stunts", &stunts(&item.stunts))?;
    for mode in &item.modes {
        let what = [ranks(in_order(&built_values::ranks_in_mode(item, mode), design)), stunts(&mode.stunts)];
        let what: Vec<String> = what.into_iter().filter(|part| !part.is_empty()).collect();
        field(out, &format!("mode {}", mode.name), &format!("{} ({} points)", what.join("; "), mode.spent))?;
    }
    let aspects = show_people::in_phases(item, design);
    field(out, "aspects", &aspects.into_iter().map(aspect).collect::<Vec<_>>().join(", "))?;
    let counts = item.counts.iter().map(|(known, own)| format!("{own} as {known}"));
    field(out, "counts", &counts.collect::<Vec<_>>().join(", "))?;
    let mut gear: Vec<(String, i32)> = Vec::new();
    for thing in pack.things_of(item) {
        let called = distinct(pack, (&thing.kind, &thing.package, &thing.name));
        match gear.iter_mut().find(|(other, _)| *other == called) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => gear.push((called, 1)),
        }
    }
    field(out, "gear", &numbered(gear))?;
    for (list, things) in &item.holds {
        let each = things.iter().map(|held| {
            let thing = &held.thing;
            (distinct(pack, (&thing.kind, &thing.package, &thing.name)), held.count)
        });
        field(out, list, &numbered(each))?;
    }
    if design.is_none_or(PackDeclaration::has_hands) {
        field(out, "brings", &show_people::brings(item))?;
    }
    field(out, "familiar", &show_people::familiar(item))?;
    allowed(out, &item.waivers)?;
    patched(item.patches.iter(), out)?;
    in_play(item, out)?;
    if !item.ledger.lines.is_empty() {
        reasons(&item.ledger.lines, out, dim)?;
    }
    Ok(())
}

/// Returns the name of a thing. The kind is put in front if a thing of another kind has the same name.
fn distinct(pack: &Pack, (kind, package, name): (&str, &str, &str)) -> String {
    let key = slip_pack::key(package, name);
    let is_shared = pack.items.iter().any(|(other, items)| other.as_str() != kind && items.contains_key(&key));
    if is_shared { format!("{kind} {name}") } else { name.to_owned() }
}

/// Formats things with their numbers: `nova_blade ×2, rig`.
fn numbered(things: impl IntoIterator<Item = (String, i32)>) -> String {
    let each = things.into_iter().map(|(thing, count)| if count == 1 { thing } else { format!("{thing} ×{count}") });
    each.collect::<Vec<_>>().join(", ")
}

/// Prints the house rules that changed a thing.
fn patched<'p>(patches: impl Iterator<Item = &'p EffectivePatch>, out: &mut dyn Write) -> io::Result<()> {
    for patch in patches {
        field(out, "patched", &format!("{} by {}, {}:{}", patch.target, patch.whose(), patch.place.file, patch.place.line))?;
    }
    Ok(())
}

/// Prints the effects of an item, each with its source and, if the item has modes, the modes that have the effect.
fn in_play(item: &BuiltItem, out: &mut dyn Write) -> io::Result<()> {
    let mut lines: Vec<(&Effect, Vec<&str>)> = item.effects.iter().map(|effect| (&**effect, Vec::new())).collect();
    if !item.modes.is_empty() {
        lines.clear();
    }
    for mode in &item.modes {
        for effect in &mode.effects {
            match lines.iter_mut().find(|(other, _)| **other == **effect) {
                Some((_, modes)) => modes.push(&mode.name),
                None => lines.push((effect, vec![&mode.name])),
            }
        }
    }
    let told = lines.iter().map(|(effect, modes)| {
        let count = item.stunts.iter().find(|stunt| stunt.has(effect)).map_or(1, |stunt| stunt.count);
        let times = if count == 1 { String::new() } else { format!(" ×{count}") };
        let by = effect.origin.as_ref().map_or(String::new(), |origin| format!(" ({}{times})", origin.name));
        let some = !modes.is_empty() && modes.len() < item.modes.len();
        let modes = if some { format!(" in mode {}", modes.join(", ")) } else { String::new() };
        format!("{}{modes}{by}", effect.text)
    });
    several(out, "in play", told)
}

/// Formats tracks with their boxes. If a track has its own schedule, the stress that each grade of consequence absorbs is added.
fn tracks<'a>(item: &BuiltItem, boxes: impl IntoIterator<Item = (&'a Name, &'a i32)>) -> String {
    let one = |(track, boxes): (&'a Name, &'a i32)| match item.schedules.get(track) {
        Some([mild, moderate, severe]) => format!("{track} {boxes} (consequences {mild}/{moderate}/{severe})"),
        None => format!("{track} {boxes}"),
    };
    boxes.into_iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Returns the ranks of an item in the order in which its design declares the statistics.
fn in_order<'a>(ranks: &'a BTreeMap<Name, i32>, design: Option<&PackDeclaration>) -> Vec<(&'a Name, &'a i32)> {
    let lines = || design.into_iter().flat_map(|design| &design.lines);
    // If several entries of the design have the same name, the position is that of the first.
    let named = lines().filter_map(|line| line.name.as_deref()).zip(0..);
    let places: BTreeMap<&str, usize> = named.collect::<Vec<_>>().into_iter().rev().collect();
    let flags: BTreeSet<&str> = lines().filter(|line| line.word == "flag").filter_map(|line| line.name.as_deref()).collect();
    // A flag that is not set is not printed.
    let mut ranks: Vec<(&Name, &i32)> = ranks.iter().filter(|(word, rank)| **rank != 0 || !flags.contains(word.as_str())).collect();
    ranks.sort_by_key(|(word, _)| places.get(word.as_str()).copied().unwrap_or(usize::MAX));
    ranks
}

pub(super) fn ranks<'a>(map: impl IntoIterator<Item = (&'a Name, &'a i32)>) -> String {
    map.into_iter().map(|(word, rank)| format!("{word} {rank}")).collect::<Vec<_>>().join(", ")
}

pub(super) fn stunts(stunts: &[ItemStunt]) -> String {
    let one = |stunt: &ItemStunt| {
        let args = if stunt.args.is_empty() { String::new() } else { format!("({})", stunt.args.join(", ")) };
        let count = if stunt.count > 1 { format!(" x{}", stunt.count) } else { String::new() };
        let given = if stunt.given { " (given)" } else { "" };
        format!("{}{args}{count}{given}", stunt.name)
    };
    stunts.iter().map(one).collect::<Vec<_>>().join(", ")
}

pub(super) fn aspect(aspect: &ItemAspect) -> String {
    let mut remarks = Vec::new();
    match (&aspect.renamed_from, aspect.derived) {
        (Some(rule), _) => remarks.push(format!("for \"{rule}\"")),
        (None, true) => remarks.push("derived".to_owned()),
        (None, false) => {}
    }
    remarks.extend(aspect.mark.as_ref().map(|mark| mark.to_string()));
    if remarks.is_empty() { format!("\"{}\"", aspect.text) } else { format!("\"{}\" ({})", aspect.text, remarks.join(", ")) }
}

/// Prints the lines of a ledger, account by account, each with its points and its position in the source.
pub(super) fn reasons(lines: &[LedgerLine], out: &mut dyn Write, dim: Style) -> io::Result<()> {
    writeln!(out, "  ledger")?;
    let what = |line: &LedgerLine| match &line.mode {
        Some(mode) => format!("{} (mode {mode})", line.what),
        None => line.what.to_string(),
    };
    let width = lines.iter().map(|line| columns_of(&what(line))).max().unwrap_or(0).min(60);
    for account in ACCOUNTS {
        for line in lines.iter().filter(|line| line.account == account) {
            let place = match line.place.line {
                0 => line.place.file.to_string(),
                number => format!("{}:{number}", line.place.file),
            };
            let points = format!("{:+}", line.points);
            let row = format!("    {:7} {points:>4}  {}", account.word(), padded(&what(line), width));
            let place = match &line.patch {
                Some(patch) if patch.place.file == line.place.file => format!("{place} (patch by {})", patch.whose()),
                Some(patch) => format!("{place} (patch by {}, {}:{})", patch.whose(), patch.place.file, patch.place.line),
                None => place,
            };
            if place.is_empty() { writeln!(out, "{}", row.trim_end())? } else { writeln!(out, "{row}  {dim}{place}{dim:#}")? }
        }
    }
    Ok(())
}
