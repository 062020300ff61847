//! Blank forms: an empty card of a design, a personal history, and a ship's registration.
//!
//! A form has what its design declares, so custom designs get their own forms.

use super::card_content::{Card, CardLine, CardNumber, CardTable, CardTrack, Rows};
use super::cards::{paragraphs, spaced, title_in};
use slip_pack::Pack;
use slip_pack::declaration::{DeclarationEntry as Written, PackDeclaration};

/// Word for the form for a personal history, phase by phase.
pub const HISTORY: &str = "history";
/// Word for the form for a ship's registration.
pub const REGISTRATION: &str = "registration";

/// Number of boxes added to a track that can be extended by purchase.
const BOUGHT: u32 = 3;
/// Number of lines in a part for which the design gives no number.
const LINES: u32 = 4;
/// Number of boxes of a track whose length the design does not declare.
const BOXES: u32 = 6;
/// Greatest number of boxes or lines in one part of a form.
const MOST: u32 = 60;
/// Blank space for the name of a skill.
const SKILL: &str = "________________";

/// Returns the forms for a word: a kind of item, a design, [`HISTORY`] or [`REGISTRATION`]; empty if the word names no form.
#[must_use]
pub fn forms(pack: &Pack, word: &str) -> Vec<Card> {
    let found = designs(pack);
    match word {
        HISTORY => found.filter(|design| design.lines_of("phase").next().is_some()).map(history).collect(),
        REGISTRATION => found.filter(|design| builds(design) == "ship").map(|design| registration(design, pack)).collect(),
        _ => {
            let is_meant = |design: &&PackDeclaration| builds(design) == word || design.name == word;
            found.filter(is_meant).map(form).collect()
        }
    }
}

/// Returns every word that selects a form.
#[must_use]
pub fn words(pack: &Pack) -> Vec<String> {
    let mut words: Vec<String> = designs(pack).flat_map(|design| [builds(design).to_owned(), design.name.to_string()]).collect();
    words.extend([HISTORY, REGISTRATION].map(str::to_owned));
    words.sort();
    words.dedup();
    words
}

fn designs(pack: &Pack) -> impl Iterator<Item = &PackDeclaration> {
    pack.declarations.get("design").into_iter().flat_map(|designs| designs.values())
}

fn builds(design: &PackDeclaration) -> &str {
    design.builds.as_deref().unwrap_or_default()
}

fn form(design: &PackDeclaration) -> Card {
    let mut card = head(design, &design.title);
    let has = |word: &str| design.lines_of(word).next().is_some();
    let mut figures = vec![CardNumber::room("Name")];
    figures.extend(has("tech").then(|| CardNumber::of("Technology", "")));
    figures.extend(has("budget").then(|| CardNumber::of("Build points", "")));
    figures.extend(has("price").then(|| CardNumber::of("Cost", "")));
    figures.extend(design.lines_of("refers").filter_map(|line| line.name.as_deref()).map(|name| CardNumber::room(spaced(name))));
    figures.extend(titles(design, "choice").map(|title| CardNumber::of(title, "")));
    card.figures("", figures);
    card.figures("Statistics", titles(design, "stat").map(|title| CardNumber::of(title, "")));
    card.lines("", titles(design, "flag").map(|title| CardLine { tick: true, text: title, ..CardLine::default() }));
    card.tracks("Tracks", tracks(design));
    card.put("Skills", Rows::Table(CardTable { heads: Vec::new(), rows: skills(design) }));
    let aspects = number(design, "slots", LINES);
    card.lines("Aspects", (0..aspects).map(|_| CardLine { tick: true, blank: 1, ..CardLine::default() }));
    if has("stunt") || has("stunt_count") || !design.sells.is_empty() {
        card.lines("Stunts", [CardLine { blank: number(design, "stunt_count", LINES), ..CardLine::default() }]);
    }
    if has("gear") {
        card.lines("Gear", [CardLine { blank: LINES, ..CardLine::default() }]);
    }
    card
}

fn head(design: &PackDeclaration, title: &str) -> Card {
    Card { title: title.to_owned(), what: format!("{}, blank form", spaced(builds(design))), ..Card::default() }
}

fn titles<'d>(design: &'d PackDeclaration, word: &'d str) -> impl Iterator<Item = String> + 'd {
    design.lines_of(word).filter_map(title)
}

fn title(line: &Written) -> Option<String> {
    title_in(&line.text).or_else(|| line.name.as_deref().map(spaced))
}

/// Returns the number in an entry of the design, or a default if there is none.
fn number(design: &PackDeclaration, word: &str, otherwise: u32) -> u32 {
    design.lines_of(word).next().and_then(|line| line.text.trim().parse().ok()).unwrap_or(otherwise).min(MOST)
}

fn tracks(design: &PackDeclaration) -> Vec<CardTrack> {
    let mut tracks: Vec<CardTrack> = design.lines_of("track").filter_map(track).collect();
    let consequences = design.lines_of("consequences").flat_map(|line| line.text.split(" when ").next());
    let grades = consequences.flat_map(|grades| grades.split(',')).map(str::trim).filter(|grade| !grade.is_empty());
    tracks.extend(grades.map(|grade| CardTrack { label: spaced(grade), boxes: 1, written: true, ..CardTrack::default() }));
    if design.lines_of("fate").next().is_some() {
        let boxes = number(design, "fate", BOXES);
        tracks.extend((boxes > 0).then(|| CardTrack { label: "Fate points".to_owned(), boxes, round: true, ..CardTrack::default() }));
    }
    tracks
}

/// Returns a track for a blank form, with room for all boxes that it can have: its base plus a few that can be bought, or the longest
/// length of a list.
fn track(line: &Written) -> Option<CardTrack> {
    let says = |word: &str| line.lines.iter().find(|inner| inner.word == word);
    let base = says("base").map(|base| base.text.as_str()).unwrap_or_default();
    let row = base.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(row, _)| row);
    let most = row.and_then(|row| row.split(',').filter_map(|length| length.trim().parse::<u32>().ok()).max());
    let (boxes, note) = match (base.trim().parse::<u32>(), most) {
        (Ok(base), _) if says("cost").is_some() => (base.saturating_add(BOUGHT), format!("{base} unless bought or sold")),
        (Ok(base), _) => (base, String::new()),
        (_, Some(most)) => (most, paragraphs(line.doc.as_deref()).join(" ")),
        _ => (BOXES, paragraphs(line.doc.as_deref()).join(" ")),
    };
    Some(CardTrack { label: title(line)?, boxes: boxes.min(MOST), note, ..CardTrack::default() })
}

/// Returns the skill pyramid or column of a form: one row per rank, with blanks for its skills.
fn skills(design: &PackDeclaration) -> Vec<Vec<String>> {
    let Some(line) = design.lines_of("skills").next() else { return Vec::new() };
    let mut words = line.text.split_whitespace();
    let shape = words.next().unwrap_or_default();
    let cap = words.next().and_then(|cap| cap.parse().ok()).unwrap_or(5_u32).min(10);
    let held = |rank: u32| if shape == "pyramid" { cap + 1 - rank } else { 1 };
    (1..=cap).rev().map(|rank| vec![rank.to_string(), (0..held(rank)).map(|_| SKILL).collect::<Vec<_>>().join(" ")]).collect()
}

/// Returns the form for a personal history: each phase with space for text and aspects.
fn history(design: &PackDeclaration) -> Card {
    let mut card = head(design, &format!("{}: personal history", design.title));
    card.figures("", ["Name", "Player", "Home"].map(CardNumber::room));
    for phase in design.lines_of("phase") {
        let aspects = phase.text.split_whitespace().last().and_then(|count| count.parse().ok()).unwrap_or(1_u32).min(LINES);
        let told = CardLine { blank: LINES, ..CardLine::default() };
        let aspects = (0..aspects).map(|_| CardLine { lead: "Aspect".to_owned(), blank: 1, ..CardLine::default() });
        card.lines(&title(phase).unwrap_or_default(), std::iter::once(told).chain(aspects));
    }
    card
}

/// Returns the form for a ship's registration: papers, statistics, posts, fittings and maintenance.
fn registration(design: &PackDeclaration, pack: &Pack) -> Card {
    let mut card = head(design, &format!("{}: registration", design.title));
    let papers = ["Name", "Registry", "Port of registry", "Yard and year", "Owner", "Master"];
    card.figures("Papers", papers.map(CardNumber::room).into_iter().chain([CardNumber::of("Technology", "")]));
    card.figures("Statistics", titles(design, "stat").map(|title| CardNumber::of(title, "")));
    card.tracks("Tracks", tracks(design));
    let skill =
        |name: &str| pack.skills.values().find(|skill| skill.name == name).map_or_else(|| spaced(name), |skill| skill.title.clone());
    let posts = pack.stations.values().map(|station| CardLine { blank: 1, ..CardLine::of(station.title.clone(), skill(&station.skill)) });
    card.lines("Posts", posts);
    card.lines("Aspects", (0..number(design, "slots", LINES)).map(|_| CardLine { tick: true, blank: 1, ..CardLine::default() }));
    let heads = ["Date", "Port", "Roll", "Paid"].map(str::to_owned).to_vec();
    let rows = (0..LINES).map(|_| vec!["__________".to_owned(), SKILL.to_owned(), "______".to_owned(), "________".to_owned()]);
    card.put("Maintenance", Rows::Table(CardTable { heads, rows: rows.collect() }));
    let fittings = design.lines_of("stunt").filter_map(title);
    card.lines("Fittings", fittings.map(|title| CardLine { tick: true, text: title, ..CardLine::default() }));
    card
}

#[cfg(test)]
mod tests {
    use super::*;
    use slip_pack::item::SourcePosition;

    #[test]
    fn a_form_has_room_for_no_more_than_a_page_holds() {
        let line = |word: &str, name: Option<&str>, text: &str, lines: Vec<Written>| Written {
            word: word.into(),
            name: name.map(Into::into),
            text: text.to_owned(),
            doc: None,
            lines,
            place: SourcePosition::default(),
        };
        let base = line("base", None, "4000000000", Vec::new());
        let design = PackDeclaration {
            kind: "design".into(),
            name: "hulk".into(),
            title: "Hulk".to_owned(),
            package: "own".into(),
            builds: Some("ship".into()),
            params: String::new(),
            doc: None,
            lines: vec![line("slots", None, "4000000000", Vec::new()), line("track", Some("frame"), "frame", vec![base])],
            sells: Vec::new(),
            place: SourcePosition::default(),
        };
        let boxes: Vec<u32> = tracks(&design).iter().map(|track| track.boxes).collect();
        assert_eq!((number(&design, "slots", LINES), boxes), (MOST, vec![MOST]));
    }
}
