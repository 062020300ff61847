//! Card of one item: ship, weapon, armour, person, animal, unit, system, world, or anything else a design builds.

use super::card_wording::{CardTitles, paragraphs, spaced};
use super::{CardOptions, ledger, marks, verdict};
use crate::card_content::{Card, CardLine, CardNumber, CardTable, CardTrack, Rows};
use slip_pack::declaration::PackDeclaration;
use slip_pack::gear_modifier::modifiers;
use slip_pack::item::{Account, ItemAspect, ItemStunt, Mode};
use slip_pack::{BuiltItem, Name, Pack, built_values};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use slip_pack::effect::Effect;

/// First words of a ledger line about an aspect that describes a rank.
const PHRASE: &str = "the phrase of ";

/// Returns the card of an item.
#[must_use]
pub fn item(item: &BuiltItem, pack: &Pack, wanted: CardOptions) -> Card {
    let words = CardTitles { pack, design: pack.design_of(item), effects: wanted.effects };
    let mut card = Card {
        title: item.title.clone(),
        what: what(item, words),
        key: slip_pack::called(&item.package, &item.name).to_string(),
        doc: paragraphs(item.doc.as_deref()),
        verdict: verdict(item.valid, item.waivers.len(), item.patches.len()),
        ..Card::default()
    };
    card.figures("", worth(item, words));
    ratings(&mut card, item, words);
    card.tracks("Tracks", tracks(item, words));
    skills(&mut card, item, words);
    for mode in &item.modes {
        self::mode(&mut card, item, mode, words);
    }
    card.lines("Aspects", aspects(item, words));
    if item.modes.is_empty() {
        card.lines("Stunts", item.stunts.iter().map(|stunt| self::stunt(stunt, &item.effects, words)));
        card.lines("In play", unbought(&item.effects, &item.stunts, words));
    }
    card.lines("Gear", gear(item, words));
    holds(&mut card, item, words);
    card.lines("Notes", notes(item, words));
    marks(&mut card, item.valid, &item.waivers, item.patches.iter());
    if wanted.ledger {
        ledger(&mut card, &item.ledger.lines);
    }
    card
}

/// Returns kind, design and technology of an item: `Ship, Spacecraft, T2`; the kind is omitted if the design has the same name.
pub(super) fn what(item: &BuiltItem, words: CardTitles<'_>) -> String {
    let mut parts = vec![words.design.map_or_else(|| spaced(&item.design), |design| design.title.clone())];
    if item.design != item.kind {
        parts.insert(0, spaced(&item.kind));
    }
    parts.extend(item.tech.map(|tech| format!("T{tech}")));
    parts.join(", ")
}

/// Returns build points, Cost and similar figures of an item.
fn worth(item: &BuiltItem, words: CardTitles<'_>) -> Vec<CardNumber> {
    let mut figures: Vec<CardNumber> = item.codes.iter().map(|(code, text)| CardNumber::of(spaced(code), text)).collect();
    figures.extend(item.budget.map(|budget| CardNumber::of("Build points", format!("{} of {budget}", item.spent))));
    figures.extend(item.price.map(|price| CardNumber::of("Cost", price)));
    figures.extend(item.upkeep.map(|upkeep| CardNumber::of("Upkeep", upkeep)));
    figures.extend(item.skill.as_ref().map(|skill| CardNumber::of("Skill", words.skill(skill))));
    figures.extend(item.words.iter().map(|(choice, word)| CardNumber::of(words.title("choice", choice), spaced(word))));
    figures.extend(item.refers.iter().map(|(word, place)| CardNumber::of(spaced(word), words.called(place))));
    figures
}

/// Adds the ranks of an item to its card, with their phrases if they have any.
fn ratings(card: &mut Card, item: &BuiltItem, words: CardTitles<'_>) {
    let is_flag = |name: &str| words.line("flag", name).is_some();
    let shown = |name: &str| !item.words.contains_key(name);
    let mut figures = Vec::new();
    if let Some(phrase) = item.phrases.get("tech") {
        figures.push(CardNumber { note: phrase.clone(), ..CardNumber::of("Technology", format!("T{}", item.tech.unwrap_or(0))) });
    }
    for (name, rank) in words.in_order(&["stat", "flag"], &built_values::ranks(item)) {
        let note = item.phrases.get(name).cloned().unwrap_or_default();
        match (item.letters.get(name), is_flag(name)) {
            _ if !shown(name) => {}
            // A flag that is off is not printed.
            (_, true) if rank == 0 => {}
            (_, true) => figures.push(CardNumber::of(words.title("flag", name), "yes")),
            (Some(letter), _) => figures.push(CardNumber { note, ..CardNumber::of(words.title("stat", name), letter) }),
            _ => figures.push(CardNumber { note, ..CardNumber::of(words.title("stat", name), rank) }),
        }
    }
    card.figures("Statistics", figures);
}

/// Returns stress tracks, consequence slots and fate points of an item.
pub(super) fn tracks(item: &BuiltItem, words: CardTitles<'_>) -> Vec<CardTrack> {
    let mut tracks: Vec<CardTrack> = words
        .in_order(&["track"], &item.tracks)
        .into_iter()
        .map(|(name, boxes)| CardTrack {
            label: words.title("track", name),
            boxes: u32::try_from(boxes).unwrap_or(0),
            note: item
                .schedules
                .get(name)
                .map_or_else(String::new, |[mild, moderate, severe]| format!("consequences take {mild}, {moderate}, {severe} off a hit")),
            ..CardTrack::default()
        })
        .collect();
    let slots = item.consequences.iter().map(|grade| CardTrack { label: spaced(grade), boxes: 1, written: true, ..CardTrack::default() });
    tracks.extend(slots);
    let fate = item.fate.and_then(|fate| u32::try_from(fate).ok()).filter(|fate| *fate > 0);
    tracks.extend(fate.map(|boxes| CardTrack { label: "Fate points".to_owned(), boxes, round: true, ..CardTrack::default() }));
    tracks
}

/// Adds the skills of an item to its card by rank, the highest first, with their subjects.
fn skills(card: &mut Card, item: &BuiltItem, words: CardTitles<'_>) {
    if let Some(rank) = item.every_skill {
        card.figures("Skills", [CardNumber::of("Every skill", rank)]);
        return;
    }
    card.put("Skills", Rows::Table(CardTable { heads: Vec::new(), rows: by_rank(item, words) }));
}

/// Returns the skills of an item, one row per rank: the rank and its skills.
pub(super) fn by_rank(item: &BuiltItem, words: CardTitles<'_>) -> Vec<Vec<String>> {
    let mut rows: BTreeMap<Reverse<i32>, Vec<String>> = BTreeMap::new();
    for (skill, rank) in &item.skills {
        let about = item.subjects.get(skill).map_or(String::new(), |subjects| format!(" ({})", subjects.join(", ")));
        rows.entry(Reverse(*rank)).or_default().push(format!("{}{about}", words.skill(skill)));
    }
    rows.into_iter().map(|(rank, skills)| vec![rank.0.to_string(), skills.join(", ")]).collect()
}

/// Adds one mode of a modal weapon to its card.
fn mode(card: &mut Card, item: &BuiltItem, mode: &Mode, words: CardTitles<'_>) {
    let title = format!("Mode: {}", spaced(&mode.name));
    let ranks = built_values::ranks_in_mode(item, mode);
    let figures = words.in_order(&["stat"], &ranks).into_iter().map(|(name, rank)| CardNumber::of(words.title("stat", name), rank));
    card.figures(&title, figures);
    let stunts = mode.stunts.iter().map(|stunt| self::stunt(stunt, &mode.effects, words));
    card.lines("", stunts.chain(unbought(&mode.effects, &mode.stunts, words)));
}

/// Returns the effects that come from no stunt but from the design or the item itself. Players know the effects of standard designs from
/// the rules, so these are printed only on request.
pub(super) fn unbought<'e>(
    effects: &'e [Arc<Effect>],
    stunts: &'e [ItemStunt],
    words: CardTitles<'e>,
) -> impl Iterator<Item = CardLine> + 'e {
    let is_shown = move |effect: &&Arc<Effect>| words.effects || !effect.place.is_standard();
    let unbought = effects.iter().filter(|effect| !is_of_stunt(effect, stunts));
    unbought.filter(is_shown).map(|effect| CardLine::of("", effect.text.clone()))
}

/// Returns the line of a stunt with its description. The effects of the stunt are added if they are wanted, or if there is no description.
pub(super) fn stunt(stunt: &ItemStunt, effects: &[Arc<Effect>], words: CardTitles<'_>) -> CardLine {
    let text = words.stunt(&stunt.name).map_or(String::new(), |doc| paragraphs(Some(doc)).join(" "));
    let shown = words.effects || text.is_empty();
    let lines: Vec<&str> = effects.iter().filter(|effect| shown && stunt.has(effect)).map(|effect| effect.text.as_str()).collect();
    let given = if stunt.given { "given; " } else { "" };
    let note = format!("{given}{}", lines.join("; "));
    CardLine { note: note.trim_end_matches("; ").to_owned(), ..CardLine::of(in_full(stunt), text) }
}

/// Returns the title of a stunt with its arguments and the number of purchases.
fn in_full(stunt: &ItemStunt) -> String {
    bought(&stunt.title, &stunt.args, stunt.count)
}

/// Formats the title of a stunt with arguments and number of purchases: `Sensors ×2`, `Transfer aspect (Hisses)`.
pub(crate) fn bought(title: &str, args: &[String], count: i32) -> String {
    let args = if args.is_empty() { String::new() } else { format!(" ({})", args.join(", ")) };
    let count = if count > 1 { format!(" ×{count}") } else { String::new() };
    format!("{title}{args}{count}")
}

/// True if an effect belongs to one of the stunts.
pub(super) fn is_of_stunt(effect: &Effect, stunts: &[ItemStunt]) -> bool {
    stunts.iter().any(|stunt| stunt.has(effect))
}

/// Returns the aspects of an item, each with a box because an aspect is tagged once per scope; ordered by phase if the design has phases.
pub(super) fn aspects(item: &BuiltItem, words: CardTitles<'_>) -> Vec<CardLine> {
    let phases: Vec<&str> =
        words.design.into_iter().flat_map(|design| design.lines_of("phase")).filter_map(|line| line.name.as_deref()).collect();
    let mut aspects: Vec<&ItemAspect> = item.aspects.iter().collect();
    aspects.sort_by_key(|aspect| phases.iter().position(|phase| aspect.mark.as_deref() == Some(*phase)).unwrap_or(usize::MAX));
    aspects.into_iter().map(|aspect| self::aspect(aspect, item, words)).collect()
}

fn aspect(aspect: &ItemAspect, item: &BuiltItem, words: CardTitles<'_>) -> CardLine {
    let mark = aspect.mark.as_deref().map(|mark| words.title("phase", mark));
    let renamed = aspect.renamed_from.as_ref().map(|rule| format!("for “{rule}”"));
    // The card gives the reason for an aspect only if the aspect is the phrase of a rank. All other reasons are in the ledger.
    let prefix = format!("{}: {PHRASE}", aspect.text);
    let mut lines = item.ledger.lines.iter().filter(|line| aspect.derived && line.account == Account::Aspect);
    let why = lines.find_map(|line| line.what.strip_prefix(prefix.as_str())).map(|rank| format!("{PHRASE}{rank}"));
    let note: Vec<String> = mark.into_iter().chain(renamed).chain(why).collect();
    CardLine { tick: true, text: aspect.text.clone(), note: note.join("; "), ..CardLine::default() }
}

/// Returns the things that an item carries, including things given by its stunts. Their ranks, stunts and modifiers are added, so that no
/// other card is needed in a fight.
fn gear(item: &BuiltItem, words: CardTitles<'_>) -> Vec<CardLine> {
    let lost = item.gear.iter().filter(|gear| words.pack.item(gear).is_none()).map(|gear| CardLine::of(spaced(&gear.name), ""));
    let things = words.pack.things_of(item).into_iter();
    things.map(|carried| CardLine::of(carried.title.clone(), numbers(carried, words.pack))).chain(lost).collect()
}

/// Returns the ranks, stunts, modifiers and aspects of a thing in one line.
fn numbers(thing: &BuiltItem, pack: &Pack) -> String {
    let own = CardTitles { pack, design: pack.design_of(thing), effects: false };
    let mut parts = Vec::new();
    for mode in &thing.modes {
        parts.push(format!("{}: {}", spaced(&mode.name), in_short(&built_values::ranks_in_mode(thing, mode), &mode.stunts, own)));
    }
    if thing.modes.is_empty() {
        parts.push(in_short(&built_values::ranks(thing), &thing.stunts, own));
        let boxes = own.in_order(&["track"], &thing.tracks).into_iter();
        let boxes = boxes.map(|(name, boxes)| format!("{} {boxes} {}", own.title("track", name), if boxes == 1 { "box" } else { "boxes" }));
        parts.push(boxes.collect::<Vec<_>>().join(", "));
        let modifiers = modifiers(thing).into_iter().map(|(skill, by)| format!("{} {by:+}", own.skill(&skill)));
        parts.push(modifiers.collect::<Vec<_>>().join(", "));
    }
    let aspects: Vec<String> = thing.aspects.iter().map(|aspect| format!("“{}”", aspect.text)).collect();
    parts.push(aspects.join(", "));
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

/// Adds the things that an item holds to its card, a section for each list, with their numbers.
fn holds(card: &mut Card, item: &BuiltItem, words: CardTitles<'_>) {
    for (list, things) in &item.holds {
        let lines = things.iter().map(|held| {
            let title = bought(&words.called(&held.thing), &[], held.count);
            CardLine::of(title, words.pack.item(&held.thing).map_or_else(String::new, |thing| numbers(thing, words.pack)))
        });
        card.lines(&words.title("holds", list), lines.collect::<Vec<_>>());
    }
}

fn in_short(stats: &BTreeMap<Name, i32>, stunts: &[ItemStunt], words: CardTitles<'_>) -> String {
    let ranks = words.in_order(&["stat"], stats).into_iter().filter(|(name, _)| words.line("flag", name).is_none());
    let ranks = ranks.map(|(name, rank)| format!("{} {rank}", words.title("stat", name)));
    ranks.chain(stunts.iter().map(in_full)).collect::<Vec<_>>().join(", ")
}

/// Returns further notes on an item: slipstream destinations, gear that comes with skills, skills that count as others.
fn notes(item: &BuiltItem, words: CardTitles<'_>) -> Vec<CardLine> {
    let mut lines: Vec<CardLine> = super::cluster_cards::ways_out(item, words.pack);
    lines.extend(item.notes.iter().map(|note| CardLine::of("", note.clone())));
    let has_hands = words.design.is_none_or(PackDeclaration::has_hands);
    if has_hands && item.every_skill.is_none() && !item.brings.is_empty() {
        let brought = item.brings.iter().map(|brought| format!("{} ({})", brought.what, words.skill(&brought.by)));
        lines.push(CardLine::of("Gear from skills", brought.collect::<Vec<_>>().join(", ")));
    }
    let counts = item.counts.iter().map(|(known, own)| format!("{} as {}", words.skill(own), words.skill(known)));
    let counts = counts.collect::<Vec<_>>().join(", ");
    if !counts.is_empty() {
        lines.push(CardLine::of("Skills that count as others", counts));
    }
    match item.familiar {
        Some((low, high)) if low == high => lines.push(CardLine::of("Familiar", format!("weapons of T{low}"))),
        Some((low, high)) => lines.push(CardLine::of("Familiar", format!("weapons of T{low} to T{high}"))),
        None => {}
    }
    lines
}
