//! Cards of the things in a pack.

mod card_wording;
mod cluster_cards;
mod item;
mod platoon;
mod reference_cards;
mod stakes_party;

pub(super) use item::bought;

pub use card_wording::{CardTitles, kinds_title, paragraphs, spaced, title_in};
pub use cluster_cards::cluster;
pub use item::item;
pub use platoon::platoon;
pub use reference_cards::{skill, station, table};
pub use slip_suggest::{counted, plural};
pub(super) use stakes_party::fallout;
pub use stakes_party::{background, party};

use super::card_content::{Card, CardLine, CardSheet, CardTable, Rows};
use slip_pack::item::{LedgerLine, Waiver};
use slip_pack::patch::{EffectivePatch, PatchText};
use slip_pack::thing_view::Thing;
use slip_pack::{OtherRules, Pack};

/// Options for the content of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardOptions {
    /// True to print the reasons for every number of a thing.
    pub ledger: bool,
    /// True to print effects in Slip as well as in the plain words of doc comments.
    pub effects: bool,
}

/// Returns an empty sheet with the title and source of a pack.
#[must_use]
pub fn sheet(pack: &Pack) -> CardSheet {
    let package = &pack.package;
    let name = if package.name.is_empty() { "loose files" } else { package.name.as_str() };
    let source = if package.version.is_empty() { name.to_owned() } else { format!("{name} {}", package.version) };
    let rules = pack.other_rules.as_ref().map(OtherRules::short).unwrap_or_default();
    CardSheet { title: spaced(name), source, rules, hash: pack.hash().to_owned(), cards: Vec::new() }
}

/// Returns all cards of things declared in the given packages: items by kind and name, then parties, backgrounds, platoons, clusters,
/// stations, skills and tables.
pub fn all(pack: &Pack, wanted: CardOptions, of: impl Fn(&str) -> bool) -> Vec<(String, Card)> {
    let built = pack.items.values().flat_map(|kind| kind.values()).filter(|item| of(&item.package));
    let mut cards: Vec<(String, Card)> = built.map(|item| (item.kind.to_string(), self::item(item, pack, wanted))).collect();
    let parties = pack.parties.values().filter(|party| of(&party.package));
    cards.extend(parties.map(|party| (party.kind.to_string(), self::party(party, pack, wanted))));
    let backgrounds = pack.backgrounds.values().filter(|background| of(&background.package));
    cards.extend(backgrounds.map(|background| ("background".to_owned(), self::background(background, pack))));
    let platoons = pack.platoons.values().filter(|platoon| of(&platoon.package));
    cards.extend(platoons.map(|platoon| ("platoon".to_owned(), self::platoon(platoon, pack, wanted))));
    let clusters = pack.clusters.values().filter(|cluster| of(&cluster.package));
    cards.extend(clusters.map(|cluster| ("cluster".to_owned(), self::cluster(cluster, pack))));
    let stations = pack.stations.values().filter(|station| of(&station.package));
    cards.extend(stations.map(|station| ("station".to_owned(), self::station(station, pack))));
    let skills = pack.skills.values().filter(|skill| of(&skill.package));
    cards.extend(skills.map(|skill| ("skill".to_owned(), self::skill(skill, pack))));
    let tables = pack.tables.values().filter(|table| of(&table.package));
    cards.extend(tables.map(|table| ("table".to_owned(), self::table(table, pack))));
    cards
}

/// Returns the card of the thing with this kind, package and name.
#[must_use]
pub fn of(pack: &Pack, kind: &str, package: &str, name: &str) -> Option<Card> {
    let (key, wanted) = (slip_pack::key(package, name), CardOptions::default());
    match kind {
        "background" => pack.backgrounds.get(&key).map(|thing| background(thing, pack)),
        "platoon" => pack.platoons.get(&key).map(|thing| platoon(thing, pack, wanted)),
        "cluster" => pack.clusters.get(&key).map(|thing| cluster(thing, pack)),
        _ => match pack.items.get(kind).and_then(|of_kind| of_kind.get(&key)) {
            Some(thing) => Some(item(thing, pack, wanted)),
            None => pack.parties.get(&key).filter(|party| party.kind == kind).map(|thing| party(thing, pack, wanted)),
        },
    }
}

/// True if a declared thing has a card.
pub const fn has_card(thing: Thing<'_>) -> bool {
    matches!(
        thing,
        Thing::Built(_)
            | Thing::Party(_)
            | Thing::Background(_)
            | Thing::Platoon(_)
            | Thing::Cluster(_)
            | Thing::Table(_)
            | Thing::Skill(_)
            | Thing::Station(_)
    )
}

/// Returns the card of a declaration, such as an item or a table; `None` for kinds of declarations without a card.
#[must_use]
pub fn of_thing(thing: Thing<'_>, pack: &Pack, wanted: CardOptions) -> Option<Card> {
    Some(match thing {
        Thing::Built(built) => item(built, pack, wanted),
        Thing::Party(built) => party(built, pack, wanted),
        Thing::Background(declared) => background(declared, pack),
        Thing::Platoon(built) => platoon(built, pack, wanted),
        Thing::Cluster(declared) => cluster(declared, pack),
        Thing::Table(declared) => table(declared, pack),
        Thing::Skill(declared) => skill(declared, pack),
        Thing::Station(declared) => station(declared, pack),
        _ => return None,
    })
}

/// Returns the note on a card about legality: legal or not, and the exceptions that were needed (waivers, house rules).
fn verdict(valid: bool, waivers: usize, patches: usize) -> String {
    if !valid {
        return "NOT LEGAL".to_owned();
    }
    let mut by = Vec::new();
    if waivers > 0 {
        by.push(if waivers == 1 { "with a waiver".to_owned() } else { format!("with {waivers} waivers") });
    }
    if patches > 0 {
        by.push("by house rules".to_owned());
    }
    if by.is_empty() { "legal".to_owned() } else { format!("legal {}", by.join(" and ")) }
}

/// Adds lines about exceptions to the card of a thing: its waivers and house rules, with their reasons. Also adds a note if the thing is
/// not legal.
fn marks<'p>(card: &mut Card, valid: bool, waivers: &[Waiver], patches: impl Iterator<Item = &'p EffectivePatch>) {
    let illegal = (!valid).then(|| CardLine::of("Not legal", "`slipyard check` shows the reasons"));
    let waived = waivers.iter().map(|waiver| CardLine::of(format!("Allowed: {}", waiver.code), waiver.reason.clone()));
    let patched = patches.map(|patch| CardLine::of("House rule", format!("{} changed by {}", patch.target, patch.whose())));
    let lines: Vec<CardLine> = illegal.into_iter().chain(waived).chain(patched).collect();
    card.lines("Exceptions", lines);
}

/// Returns the house rules that changed a thing, by its kind and key. Items store their house rules themselves.
pub(super) fn house_rules<'p>(pack: &'p Pack, kind: &str, key: &str) -> Vec<&'p EffectivePatch> {
    let is_of = |patch: &&PatchText| patch.kind == kind && patch.patched.target == key;
    pack.patches.iter().filter(is_of).map(|patch| &patch.patched).collect()
}

/// Adds the reasons for every number of a thing to its card, by account.
fn ledger(card: &mut Card, lines: &[LedgerLine]) {
    let mut accounts: Vec<_> = lines.iter().map(|line| line.account).collect();
    accounts.sort_unstable();
    accounts.dedup();
    let of = |account| lines.iter().filter(move |line| line.account == account);
    let rows = accounts.into_iter().flat_map(of).map(|line| {
        let mode = line.mode.as_ref().map_or(String::new(), |mode| format!(" (mode {mode})"));
        let patch = line.patch.as_ref().map_or(String::new(), |patch| format!(" (house rule of {})", patch.whose()));
        vec![line.account.word().to_owned(), format!("{:+}", line.points), format!("{}{mode}{patch}", line.what)]
    });
    let heads = ["account", "points", "for"].map(str::to_owned).to_vec();
    card.put("Ledger", Rows::Table(CardTable { heads, rows: rows.collect() }));
}
