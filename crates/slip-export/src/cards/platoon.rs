//! Card of a platoon: fate points and command range, then each unit with its own boxes.

use super::card_wording::{CardTitles, paragraphs, spaced};
use super::item::{aspects, by_rank, stunt, tracks, unbought, what};
use super::{CardOptions, house_rules, ledger, marks, verdict};
use crate::card_content::{Card, CardLine, CardNumber, CardTrack};
use slip_pack::built_values;
use slip_pack::effect::Measure;
use slip_pack::item::Gear;
use slip_pack::platoon::{Load, Platoon, Rank, change};
use slip_pack::{BuiltItem, Pack};

/// Greatest number of units of one type that have their own boxes on the card.
const MOST_ROWS: u32 = 24;

/// Returns the card of a platoon.
#[must_use]
pub fn platoon(platoon: &Platoon, pack: &Pack, wanted: CardOptions) -> Card {
    let key = slip_pack::key(&platoon.package, &platoon.name);
    let patches = house_rules(pack, "platoon", &key);
    let size = platoon.strength();
    let attached = match platoon.attached() {
        0 => String::new(),
        several => format!(" and {several} aircraft"),
    };
    let mut card = Card {
        title: platoon.title.clone(),
        what: format!("Platoon of {size} {}{attached}", if size == 1 { "unit" } else { "units" }),
        key: slip_pack::called(&platoon.package, &platoon.name).to_string(),
        doc: paragraphs(platoon.doc.as_deref()),
        verdict: verdict(platoon.valid, platoon.waivers.len(), patches.len()),
        ..Card::default()
    };
    card.figures("", [CardNumber::of("Command range", platoon.command_range)]);
    let fate = u32::try_from(platoon.fate).unwrap_or(0);
    card.tracks("", (fate > 0).then(|| CardTrack { label: "Fate points".to_owned(), boxes: fate, round: true, ..CardTrack::default() }));
    let off_map = platoon.off_map.then(|| CardLine::of("", "Directs aircraft from off the map"));
    let orders = platoon.orders().map(|effect| CardLine::of("", effect.text.clone()));
    card.lines("Orders", off_map.into_iter().chain(orders));
    let print = Print { platoon, pack, wanted };
    if let Some(leader) = &platoon.leader {
        unit(&mut card, print, &leader.item, 1, "leader");
        aboard(&mut card, print, &leader.item, &leader.carrying, 1);
    }
    ranks(&mut card, print, &platoon.units, "");
    ranks(&mut card, print, &platoon.aircraft, "aircraft");
    let title = |gear: &Gear| pack.item(gear).map_or_else(|| spaced(&gear.name), |item| item.title.clone());
    let words = CardTitles { pack, design: None, effects: false };
    let people = platoon.characters.iter().map(|attached| {
        let unit = attached.unit.as_ref().map_or_else(|| "the leader".to_owned(), title);
        let (skill, by) = (words.skill(&attached.skill), words.skill(&attached.by));
        CardLine::of(title(&attached.who), format!("with {unit}: {skill} {:+} by {by}", attached.raises))
    });
    card.lines("Characters", people);
    marks(&mut card, platoon.valid, &platoon.waivers, patches.into_iter());
    if wanted.ledger {
        ledger(&mut card, &platoon.ledger);
    }
    card
}

/// Platoon whose card is printed, with its options.
#[derive(Clone, Copy)]
struct Print<'p> {
    platoon: &'p Platoon,
    pack: &'p Pack,
    wanted: CardOptions,
}

fn ranks(card: &mut Card, of: Print<'_>, ranks: &[Rank], remark: &str) {
    for rank in ranks {
        let Some(item) = of.pack.item(&rank.unit) else { continue };
        unit(card, of, item, rank.count, remark);
        aboard(card, of, item, &rank.carrying, rank.count);
    }
}

/// Adds the units that a carrier carries to the card.
fn aboard(card: &mut Card, of: Print<'_>, carrier: &BuiltItem, carrying: &[Load], carriers: u32) {
    for load in carrying {
        match load.unit.as_ref().map(|unit| of.pack.item(unit)) {
            None => card.lines("", [CardLine::of("", format!("The leader is aboard {}", carrier.title))]),
            Some(Some(item)) => {
                let remark = format!("aboard {}", carrier.title);
                unit(card, of, item, load.count.saturating_mul(carriers), &remark);
            }
            Some(None) => {}
        }
    }
}

/// Adds one unit type to the card: its properties, then the boxes of each unit.
fn unit(card: &mut Card, of: Print<'_>, item: &BuiltItem, count: u32, remark: &str) {
    let Print { platoon, pack, wanted } = of;
    let words = CardTitles { pack, design: pack.design_of(item), effects: wanted.effects };
    let number = if count == 1 { String::new() } else { format!("{count} × ") };
    let remark = if remark.is_empty() { String::new() } else { format!(", {remark}") };
    card.lines(&format!("{number}{}{remark}", item.title), [CardLine::of("", what(item, words))]);
    card.tracks("", boxes(item, words, count));
    let mut figures: Vec<CardNumber> = words
        .in_order(&["stat"], &built_values::ranks(item))
        .into_iter()
        .filter(|(name, _)| words.line("flag", name).is_none())
        .map(|(name, rank)| CardNumber::of(words.title("stat", name), rank))
        .collect();
    let reach = change(item, Measure::CommandRange);
    figures.extend((reach != 0).then(|| CardNumber::of("Command range", format!("{reach:+}"))));
    card.figures("", figures);
    let skills: Vec<String> = by_rank(item, words).into_iter().map(|row| row.join(" ")).collect();
    card.lines("", (!skills.is_empty()).then(|| CardLine::of("Skills", skills.join("; "))));
    card.lines("", item.stunts.iter().map(|bought| stunt(bought, &item.effects, words)));
    card.lines("", unbought(&item.effects, &item.stunts, words));
    // Aspects that the leader removes from the platoon are not printed on its units.
    let spared = |text: &str| item.aspects.iter().any(|aspect| aspect.derived && aspect.text == text && platoon.is_spared(text));
    card.lines("", aspects(item, words).into_iter().filter(|line| !spared(&line.text)));
}

/// Returns the tracks of a unit type, once for each unit. Fate points belong to the platoon.
fn boxes(item: &BuiltItem, words: CardTitles<'_>, count: u32) -> Vec<CardTrack> {
    let each: Vec<CardTrack> = tracks(item, words).into_iter().filter(|track| !track.round).collect();
    if count == 1 {
        return each;
    }
    let shown = count.min(MOST_ROWS);
    let number = |number: u32, track: &CardTrack| CardTrack { label: format!("{} {number}", track.label), ..track.clone() };
    let mut all: Vec<CardTrack> = (1..=shown).flat_map(|at| each.iter().map(move |track| number(at, track))).collect();
    if let Some(last) = all.last_mut().filter(|_| shown < count) {
        last.note = format!("and {} more", count - shown);
    }
    all
}
