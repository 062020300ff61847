//! A card as what stands on it, whoever prints it.

/// Cards that are printed together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// What stands over them.
    pub title: String,
    /// Where they come from: `Salt Road 0.3.0`. Empty for blank forms.
    pub source: String,
    /// The standard library they are made by, if it is not that of slipyard: `std 0.3.0 #0123456789ab`.
    pub rules: String,
    /// The hash of the pack they were made from, in hexadecimal; empty for blank forms.
    pub hash: String,
    /// The cards in order.
    pub cards: Vec<Card>,
}

/// One card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// What the thing is called.
    pub title: String,
    /// What it is: `ship, Spacecraft, T2`.
    pub what: String,
    /// `package.name`; empty for blank forms.
    pub key: String,
    /// What its author says of it, by paragraphs.
    pub doc: Vec<String>,
    /// What stands on it, in order.
    pub parts: Vec<Part>,
    /// True if it is legal, and by what; empty for blank forms.
    pub verdict: String,
}

/// Something under a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The heading; empty for what needs none.
    pub title: String,
    /// What stands under it.
    pub rows: Rows,
}

/// What a part is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Numbers, several in a line.
    Figures(Vec<Figure>),
    /// Boxes to tick.
    Tracks(Vec<Track>),
    /// Lines of text.
    Lines(Vec<Line>),
    /// Columns.
    Table(Table),
}

impl Default for Rows {
    fn default() -> Self {
        Rows::Lines(Vec::new())
    }
}

impl Rows {
    /// True if nothing stands in it.
    pub fn is_empty(&self) -> bool {
        match self {
            Rows::Figures(figures) => figures.is_empty(),
            Rows::Tracks(tracks) => tracks.is_empty(),
            Rows::Lines(lines) => lines.is_empty(),
            Rows::Table(table) => table.rows.is_empty(),
        }
    }
}

/// A number with its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// Its name.
    pub label: String,
    /// The number; empty where it is to be written in.
    pub value: String,
    /// Whether what is written in needs a line of its own.
    pub wide: bool,
    /// What it means, in words.
    pub note: String,
}

/// Boxes to tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Track {
    /// Its name.
    pub label: String,
    /// How many boxes.
    pub boxes: u32,
    /// After how many boxes there is a gap; 0 leaves it to the printer.
    pub group: u32,
    /// Round boxes are spent and come back, square ones are damage.
    pub round: bool,
    /// True if there is room to write behind the boxes.
    pub written: bool,
    /// What there is to know of it.
    pub note: String,
}

/// A line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// A box in front, for what is used once or carried off.
    pub tick: bool,
    /// What it is about.
    pub lead: String,
    /// What it says.
    pub text: String,
    /// Why it is there.
    pub note: String,
    /// How many empty lines there are to write on, the first of them behind what it says.
    pub blank: u32,
}

/// Columns of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What stands over the columns; none are shown if all are empty.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

/// The most boxes of a track that stand on a card.
const MOST_BOXES: u32 = 400;
/// Boxes between two gaps where nothing says otherwise.
const GROUP: u32 = 5;

impl Track {
    /// True if there is a gap behind a box, counted from 0.
    pub fn has_gap(&self, place: u32) -> bool {
        let group = if self.group == 0 { GROUP } else { self.group };
        (place + 1).is_multiple_of(group) && place + 1 < self.boxes
    }
}

impl Line {
    /// A line that is about something.
    pub fn of(lead: impl Into<String>, text: impl Into<String>) -> Line {
        Line { lead: lead.into(), text: text.into(), ..Line::default() }
    }
}

impl Figure {
    /// A number with its name.
    pub fn of(label: impl Into<String>, value: impl ToString) -> Figure {
        Figure { label: label.into(), value: value.to_string(), ..Figure::default() }
    }

    /// Room to write a few words.
    pub fn room(label: impl Into<String>) -> Figure {
        Figure { label: label.into(), wide: true, ..Figure::default() }
    }
}

impl Card {
    /// Puts something under a heading, if there is anything.
    pub fn put(&mut self, title: &str, rows: Rows) {
        if !rows.is_empty() {
            self.parts.push(Part { title: title.to_owned(), rows });
        }
    }

    /// Puts lines of text under a heading, if there are any.
    pub fn lines(&mut self, title: &str, lines: impl IntoIterator<Item = Line>) {
        self.put(title, Rows::Lines(lines.into_iter().collect()));
    }

    /// Puts numbers under a heading, if there are any.
    pub fn figures(&mut self, title: &str, figures: impl IntoIterator<Item = Figure>) {
        self.put(title, Rows::Figures(figures.into_iter().collect()));
    }

    /// Puts tracks under a heading, if there are any; of one that nobody could tick off the first boxes.
    pub fn tracks(&mut self, title: &str, tracks: impl IntoIterator<Item = Track>) {
        let shortened = |mut track: Track| {
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

    /// The last line of the card: what it is called, whether it is legal, by which pack.
    pub fn foot(&self, sheet: &Sheet) -> String {
        let hash: String = sheet.hash.chars().take(SHORT_HASH).collect();
        let hash = if hash.is_empty() { hash } else { format!("#{hash}") };
        let rules = sheet.rules_named();
        let parts = [self.key.as_str(), self.verdict.as_str(), rules.as_str(), sheet.source.as_str(), hash.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }
}

/// How much of a hash stands on a card; the whole of it stands once on the sheet.
const SHORT_HASH: usize = 12;

impl Sheet {
    /// The last line of the sheet: the package and the whole hash.
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
        card.tracks("", [30, u32::MAX].map(|boxes| Track { boxes, ..Track::default() }));
        let Some(Part { rows: Rows::Tracks(tracks), .. }) = card.parts.first() else { unreachable!("tracks are there") };
        let drawn: Vec<(u32, &str)> = tracks.iter().map(|track| (track.boxes, track.note.as_str())).collect();
        assert_eq!(drawn, [(30, ""), (400, "and 4294966895 more")]);
    }
}
