//! Content of cards, independent of the output format.

/// Cards that are printed together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardSheet {
    /// Title of the sheet.
    pub title: String,
    /// Package that the cards are from: `Salt Road 0.3.0`. Empty for blank forms.
    pub source: String,
    /// Standard library of the pack, if it is not that of Slipyard: `std 0.3.0 #0123456789ab`.
    pub rules: String,
    /// Hash of the pack in hexadecimal; empty for blank forms.
    pub hash: String,
    /// Cards of the sheet, in order.
    pub cards: Vec<Card>,
}

/// Card of one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// Title of the thing.
    pub title: String,
    /// Kind of the thing in words: `Ship, Spacecraft, T2`.
    pub what: String,
    /// Key of the thing, as `package.name`; empty for blank forms.
    pub key: String,
    /// Doc comment of the thing, by paragraphs.
    pub doc: Vec<String>,
    /// Parts of the card, in order.
    pub parts: Vec<CardPart>,
    /// Legality of the thing, with exceptions; empty for blank forms.
    pub verdict: String,
}

/// Part of a card with a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardPart {
    /// Heading of the part; may be empty.
    pub title: String,
    /// Content of the part.
    pub rows: Rows,
}

/// Content of a card's part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Numbers with labels, several in a line.
    Figures(Vec<CardNumber>),
    /// Rows of boxes to tick.
    Tracks(Vec<CardTrack>),
    /// Lines of text.
    Lines(Vec<CardLine>),
    /// Table of text.
    Table(CardTable),
}

impl Default for Rows {
    fn default() -> Self {
        Rows::Lines(Vec::new())
    }
}

impl Rows {
    /// True if the part has no content.
    pub fn is_empty(&self) -> bool {
        match self {
            Rows::Figures(figures) => figures.is_empty(),
            Rows::Tracks(tracks) => tracks.is_empty(),
            Rows::Lines(lines) => lines.is_empty(),
            Rows::Table(table) => table.rows.is_empty(),
        }
    }
}

/// Number with its label on a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardNumber {
    /// Label of the number.
    pub label: String,
    /// Text of the number; empty on a card where players write it.
    pub value: String,
    /// True if the space for writing needs a whole line.
    pub wide: bool,
    /// Note that explains the number.
    pub note: String,
}

/// Row of boxes to tick on a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardTrack {
    /// Label of the boxes.
    pub label: String,
    /// Number of boxes in the track.
    pub boxes: u32,
    /// Number of boxes between gaps; 0 for the default of the printer.
    pub group: u32,
    /// True for round boxes, which are spent and refilled; square ones are damage.
    pub round: bool,
    /// True if there is space for writing after the boxes.
    pub written: bool,
    /// Note on the boxes.
    pub note: String,
}

/// Line of text on a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardLine {
    /// True if the line has a checkbox, for things that are used once or lost.
    pub tick: bool,
    /// Bold beginning of the line, before the text.
    pub lead: String,
    /// Text of the line.
    pub text: String,
    /// Note after the text.
    pub note: String,
    /// Number of empty lines to write on; the first begins after the text.
    pub blank: u32,
}

/// Table of text on a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardTable {
    /// Column heads of the table; not printed if all are empty.
    pub heads: Vec<String>,
    /// Rows of the table.
    pub rows: Vec<Vec<String>>,
}

/// Greatest number of boxes of a track on a card.
const MOST_BOXES: u32 = 400;
/// Default number of boxes between two gaps.
const GROUP: u32 = 5;

impl CardTrack {
    /// True if there is a gap after a box, counted from 0.
    pub fn has_gap(&self, place: u32) -> bool {
        let group = if self.group == 0 { GROUP } else { self.group };
        (place + 1).is_multiple_of(group) && place + 1 < self.boxes
    }
}

impl CardLine {
    /// Creates a line of text with a bold beginning.
    pub fn of(lead: impl Into<String>, text: impl Into<String>) -> CardLine {
        CardLine { lead: lead.into(), text: text.into(), ..CardLine::default() }
    }
}

impl CardNumber {
    /// Creates a number with its label.
    pub fn of(label: impl Into<String>, value: impl ToString) -> CardNumber {
        CardNumber { label: label.into(), value: value.to_string(), ..CardNumber::default() }
    }

    /// Creates a label with empty space in which a player can write a number.
    pub fn room(label: impl Into<String>) -> CardNumber {
        CardNumber { label: label.into(), wide: true, ..CardNumber::default() }
    }
}

impl Card {
    /// Adds a part to the card, unless the part is empty.
    pub fn put(&mut self, title: &str, rows: Rows) {
        if !rows.is_empty() {
            self.parts.push(CardPart { title: title.to_owned(), rows });
        }
    }

    /// Adds a part with lines of text, if there are any.
    pub fn lines(&mut self, title: &str, lines: impl IntoIterator<Item = CardLine>) {
        self.put(title, Rows::Lines(lines.into_iter().collect()));
    }

    /// Adds a part with numbers, if there are any.
    pub fn figures(&mut self, title: &str, figures: impl IntoIterator<Item = CardNumber>) {
        self.put(title, Rows::Figures(figures.into_iter().collect()));
    }

    /// Adds a part with tracks, if there are any. Very long tracks are cut, with a note.
    pub fn tracks(&mut self, title: &str, tracks: impl IntoIterator<Item = CardTrack>) {
        let shortened = |mut track: CardTrack| {
            let more = track.boxes.saturating_sub(MOST_BOXES);
            if more > 0 {
                track.boxes = MOST_BOXES;
                let note = if track.note.is_empty() { String::new() } else { format!("; {}", track.note) };
                track.note = format!("and {more} more{note}");
            }
            track
        };
        self.put(title, Rows::Tracks(tracks.into_iter().map(shortened).collect()));
    }

    /// Returns the last line of the card: key, legality and source.
    pub fn foot(&self, sheet: &CardSheet) -> String {
        let hash: String = sheet.hash.chars().take(SHORT_HASH).collect();
        let hash = if hash.is_empty() { hash } else { format!("#{hash}") };
        let rules = sheet.rules_named();
        let parts = [self.key.as_str(), self.verdict.as_str(), rules.as_str(), sheet.source.as_str(), hash.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }
}

/// Number of digits of the hash on a card; the whole hash is printed once on the sheet.
const SHORT_HASH: usize = 12;

impl CardSheet {
    /// Returns the last line of the sheet: the package and the whole hash.
    pub fn foot(&self) -> String {
        let foot = match (self.source.as_str(), self.hash.as_str()) {
            ("", _) | (_, "") => self.source.clone(),
            (source, hash) => format!("{source} · pack {hash}"),
        };
        let parts = [foot, self.rules_named()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    fn rules_named(&self) -> String {
        if self.rules.is_empty() { String::new() } else { format!("other rules: {}", self.rules) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_track_that_nobody_could_tick_off_says_how_much_longer_it_is() {
        let mut card = Card::default();
        card.tracks("", [30, u32::MAX].map(|boxes| CardTrack { boxes, ..CardTrack::default() }));
        let Some(CardPart { rows: Rows::Tracks(tracks), .. }) = card.parts.first() else { unreachable!("tracks are there") };
        let drawn: Vec<(u32, &str)> = tracks.iter().map(|track| (track.boxes, track.note.as_str())).collect();
        assert_eq!(drawn, [(30, ""), (400, "and 4294966895 more")]);
    }
}
