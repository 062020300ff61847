//! Cards of reference material: rolling tables, skills and stations.

use super::card_wording::{CardTitles, paragraphs, spaced};
use super::{house_rules, marks, verdict};
use crate::card_content::{Card, CardLine, CardNumber, CardTable as Grid, Rows};
use slip_pack::encounter::Station;
use slip_pack::patch::EffectivePatch;
use slip_pack::skill::SkillUse;
use slip_pack::table::{CopyCount, RowItem, RowResult, Table, TableRow};
use slip_pack::{Name, Pack, Skill};

/// Returns the beginning of a card: its title, doc comment and legality. Also returns the house rules that changed the thing.
fn begun<'p>(kind: &str, package: &Name, name: &Name, title: &str, doc: Option<&str>, pack: &'p Pack) -> (Card, Vec<&'p EffectivePatch>) {
    let key = slip_pack::key(package, name);
    let patches = house_rules(pack, kind, &key);
    let card = Card {
        title: title.to_owned(),
        what: spaced(kind),
        key: slip_pack::called(package, name).to_string(),
        doc: paragraphs(doc),
        verdict: verdict(true, 0, patches.len()),
        ..Card::default()
    };
    (card, patches)
}

/// Returns the card of a table: the roll, and each row with its chance.
#[must_use]
pub fn table(table: &Table, pack: &Pack) -> Card {
    let (mut card, patches) = begun("table", &table.package, &table.name, &table.title, table.doc.as_deref(), pack);
    card.verdict = verdict(table.valid, table.waivers.len(), patches.len());
    let words = CardTitles { pack, design: None, effects: false };
    let looked_up = table.is_looked_up();
    let by = table.by.as_deref().unwrap_or("Row");
    card.what = if looked_up { format!("Table, looked up by {by}") } else { format!("Table, rolled with {}", table.roll) };
    let chances = if looked_up { None } else { table.chances().filter(|_| table.valid) };
    let mut heads = vec![if looked_up { by.to_owned() } else { "Roll".to_owned() }];
    if looked_up {
        heads.extend(table.columns.iter().map(|column| column.title.clone()));
    } else {
        heads.push("Result".to_owned());
        heads.extend(chances.as_ref().map(|_| "Chance".to_owned()));
    }
    let row = |(at, row): (usize, &TableRow)| {
        let mut cells = vec![if row.from == row.to { row.from.to_string() } else { format!("{}–{}", row.from, row.to) }];
        if looked_up {
            cells.extend(row.found.iter().map(|found| self::found(found, words)));
        } else {
            cells.push(result(row, words));
            // The chance of a "roll again" row is included in the chances of the other rows.
            cells.extend(chances.as_ref().map(|chances| match chances.get(at) {
                Some(chance) if row.again().is_none() => chance.percent(),
                _ => String::new(),
            }));
        }
        cells
    };
    card.put("", Rows::Table(Grid { heads, rows: table.rows.iter().enumerate().map(row).collect() }));
    marks(&mut card, table.valid, &[], patches.into_iter());
    card
}

/// Returns the result of a table's row, and the alternative if its check fails.
fn result(row: &TableRow, words: CardTitles<'_>) -> String {
    let found: Vec<String> = row.found.iter().map(|found| self::found(found, words)).collect();
    let check = row
        .check
        .as_ref()
        .map_or_else(String::new, |check| format!(" if a check with skill {} against {} succeeds", check.skill, check.difficulty));
    let otherwise = row.otherwise.as_ref().map_or_else(String::new, |otherwise| format!(", else {otherwise}"));
    format!("{}{check}{otherwise}", found.join(", "))
}

fn found(found: &RowResult, words: CardTitles<'_>) -> String {
    match found {
        RowResult::Thing(thing) => self::thing(thing, words),
        RowResult::Text(text) => text.clone(),
        RowResult::Number(number) => number.to_string(),
        RowResult::Again(0) => "roll again".to_owned(),
        RowResult::Again(plus) => format!("roll again at {plus:+}"),
        RowResult::Table(key) => {
            let title = words.pack.tables.get(key).map_or(key.as_str(), |table| table.title.as_str());
            format!("roll on {title}")
        }
        RowResult::Nothing => "–".to_owned(),
    }
}

fn thing(thing: &RowItem, words: CardTitles<'_>) -> String {
    let count = match &thing.count {
        CopyCount::Fixed(1) => String::new(),
        CopyCount::Fixed(count) => format!("{count} × "),
        CopyCount::Rolled(roll) => format!("{roll} × "),
    };
    let with: Vec<String> = thing.with.iter().map(|gear| words.called(gear)).collect();
    let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(", ")) };
    let note = thing.note.as_ref().map_or_else(String::new, |note| format!(" “{note}”"));
    format!("{count}{}{with}{note}", words.called(&thing.item))
}

/// Returns the card of a skill: its uses, and the uses that the rules exclude.
#[must_use]
pub fn skill(skill: &Skill, pack: &Pack) -> Card {
    let (mut card, patches) = begun("skill", &skill.package, &skill.name, &skill.title, skill.doc.as_deref(), pack);
    let words = CardTitles { pack, design: None, effects: false };
    let several = |names: &[Name]| names.iter().map(|name| spaced(name)).collect::<Vec<_>>().join(", ");
    let facts = [
        ("Classes", several(&skill.classes)),
        ("Lists", several(&skill.lists)),
        ("Counts as", skill.stands_for.as_ref().map_or_else(String::new, |other| words.skill(other))),
        ("Comes with", skill.gear.join(", ")),
        ("Military-grade", skill.military.clone().unwrap_or_default()),
        ("Only with", skill.only.clone().unwrap_or_default()),
    ];
    card.lines("", facts.into_iter().filter(|(_, text)| !text.is_empty()).map(|(word, text)| CardLine::of(word, text)));
    let uses = |uses: &[SkillUse]| uses.iter().map(|one| CardLine::of("", one.in_words())).collect::<Vec<_>>();
    card.lines("Used for", uses(&skill.uses));
    card.lines("Not used for", uses(&skill.never));
    marks(&mut card, true, &[], patches.into_iter());
    card
}

/// Returns the card of a station: its skill and its duties.
#[must_use]
pub fn station(station: &Station, pack: &Pack) -> Card {
    let (mut card, patches) = begun("station", &station.package, &station.name, &station.title, station.doc.as_deref(), pack);
    let words = CardTitles { pack, design: None, effects: false };
    card.figures("", [CardNumber::of("Skill", words.skill(&station.skill))]);
    let duties: Vec<String> = station.duties.iter().map(ToString::to_string).collect();
    card.lines("Duties", duties.into_iter().map(|duty| CardLine::of("", duty)));
    marks(&mut card, true, &[], patches.into_iter());
    card
}
