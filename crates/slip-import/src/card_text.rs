//! Splits the text of cards, as `slipyard sheet` prints it, into cards with sections and unwrapped lines.

/// Width in columns that cards are printed in.
const WIDTH: usize = 80;
/// Columns by which descriptions, headings and the foot are indented.
const OUTER: usize = 2;
/// Columns by which the lines of a section are indented.
const INNER: usize = 4;

/// Text of one card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardText {
    /// Line of the input, from 1.
    pub line: usize,
    /// Title of the thing.
    pub title: String,
    /// Kind, design and technology in words.
    pub what: String,
    /// Paragraphs of the description.
    pub doc: Vec<String>,
    /// Sections with their headings in capitals; the heading may be empty.
    pub sections: Vec<CardSection>,
    /// Last line: key, legality and source.
    pub foot: String,
}

/// Section of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardSection {
    /// Heading in capitals.
    pub heading: String,
    /// Lines, unwrapped.
    pub lines: Vec<String>,
}

/// Splits a text into cards, and returns the lines outside of cards. A card begins with a title and words in brackets, and ends with its key
/// and legality.
pub(crate) fn cards(text: &str) -> (Vec<CardText>, Vec<(usize, String)>) {
    let (mut cards, mut outside): (Vec<CardText>, Vec<(usize, String)>) = (Vec::new(), Vec::new());
    let mut reader: Option<CardReader> = None;
    let mut lines = text.lines().zip(1..).peekable();
    while let Some((line, number)) = lines.next() {
        let line = line.trim_end();
        let head = head(line);
        let is_followed = lines.peek().is_some_and(|(next, _)| indent(next) >= OUTER && !next.trim().is_empty());
        match (head, &mut reader) {
            (Some((title, what)), open) if is_followed => {
                cards.extend(open.take().map(CardReader::finish));
                let card = CardText { line: number, title: title.to_owned(), what: what.to_owned(), ..CardText::default() };
                *open = Some(CardReader { card, open: Vec::new() });
            }
            (_, Some(open)) if indent(line) >= OUTER && !line.trim().is_empty() => open.add(line),
            _ if line.trim().is_empty() || is_foot_of_sheet(line) => {}
            _ => {
                cards.extend(reader.take().map(CardReader::finish));
                outside.push((number, line.to_owned()));
            }
        }
    }
    cards.extend(reader.take().map(CardReader::finish));
    // Some other texts have titles with brackets too. Only a card has a foot.
    let (cards, others): (Vec<CardText>, Vec<CardText>) = cards.into_iter().partition(|card| card.foot.contains(" \u{b7} "));
    outside.extend(others.into_iter().map(|card| (card.line, format!("{} ({})", card.title, card.what))));
    (cards, outside)
}

/// True if a line is the last one of several cards: the package and its hash.
fn is_foot_of_sheet(line: &str) -> bool {
    line.split_once(" \u{b7} pack ").is_some_and(|(_, hash)| hash.bytes().take_while(u8::is_ascii_hexdigit).count() >= 12)
}

/// Returns the title and the words in brackets of the first line of a card.
fn head(line: &str) -> Option<(&str, &str)> {
    if indent(line) > 0 {
        return None;
    }
    let (title, what) = line.strip_suffix(')')?.rsplit_once(" (")?;
    (!title.trim().is_empty()).then_some((title.trim(), what))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Reader of the lines of one card.
struct CardReader {
    card: CardText,
    /// Lines of the description or of the foot as they are in the text, before they are joined.
    open: Vec<String>,
}

impl CardReader {
    fn add(&mut self, line: &str) {
        let text = line.trim_start();
        if indent(line) >= INNER {
            self.close();
            if self.card.sections.is_empty() {
                self.card.sections.push(CardSection::default());
            }
            let Some(section) = self.card.sections.last_mut() else { return };
            let continues = indent(line) > INNER || section.lines.last().is_some_and(|last| is_wrapped(last, text));
            match section.lines.last_mut() {
                Some(last) if continues => {
                    last.push(' ');
                    last.push_str(text);
                }
                _ => section.lines.push(text.to_owned()),
            }
        } else if is_heading(text) {
            self.close();
            self.card.sections.push(CardSection { heading: text.to_owned(), lines: Vec::new() });
        } else {
            self.open.push(text.to_owned());
        }
    }

    /// Joins the lines of the description, if no section has begun.
    fn close(&mut self) {
        if self.card.sections.is_empty() {
            self.card.doc = paragraphs(&std::mem::take(&mut self.open));
        }
    }

    fn finish(mut self) -> CardText {
        let foot = self.open.iter().position(|line| line.contains(" \u{b7} ")).unwrap_or(self.open.len());
        let rest = self.open.split_off(foot);
        self.card.foot = rest.join(" ");
        if self.card.sections.is_empty() {
            self.card.doc = paragraphs(&self.open);
        }
        self.card
    }
}

/// True if a line is a heading of a section: all its letters are capitals.
fn is_heading(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && !text.chars().any(char::is_lowercase) && !text.contains('\u{b7}')
}

/// True if a line of figures continues in the next line: the printer breaks a line only where the next word does not fit.
fn is_wrapped(last: &str, next: &str) -> bool {
    let is_figures = last.contains(" \u{b7} ") || last.ends_with(" \u{b7}");
    // A line that was joined before is longer than the width; only its last part decides.
    let printed = last.chars().count();
    let word = next.split(' ').next().unwrap_or_default().chars().count();
    is_figures && (last.ends_with('\u{b7}') || next.starts_with('\u{b7}') || printed + INNER + 1 + word > WIDTH) && !is_worded(next)
}

/// True if a line is a figure with a note: `Environment 2: Many worlds`.
fn is_worded(line: &str) -> bool {
    line.split_once(": ").is_some_and(|(figure, _)| !figure.contains('\u{b7}') && figure.chars().any(|sign| sign.is_ascii_digit()))
}

/// Joins printed lines to paragraphs. A line ends its paragraph if the first word of the next line would still have fitted on it.
fn paragraphs(lines: &[String]) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut last = 0;
    for line in lines {
        let word = line.split(' ').next().unwrap_or_default().chars().count();
        match paragraphs.last_mut() {
            Some(paragraph) if last + OUTER + 1 + word > WIDTH => {
                paragraph.push(' ');
                paragraph.push_str(line);
            }
            _ => paragraphs.push(line.clone()),
        }
        last = line.chars().count();
    }
    paragraphs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_has_a_description_sections_and_a_foot() {
        let text = "Lamp (Ship, Spacecraft, T2)\n  Old.\n  Older.\n    Cost 3 \u{b7} Upkeep 2\n  STATISTICS\n    Beam 2\n  STUNTS\n    Firewall: stops\n      them.\n  yard.lamp \u{b7} legal\n\nrest\n";
        let (cards, outside) = cards(text);
        let [card] = cards.as_slice() else { unreachable!("one card") };
        assert_eq!((card.title.as_str(), card.doc.len(), card.foot.as_str()), ("Lamp", 2, "yard.lamp \u{b7} legal"));
        let lines: Vec<(&str, &[String])> =
            card.sections.iter().map(|section| (section.heading.as_str(), section.lines.as_slice())).collect();
        assert_eq!(lines.last(), Some(&("STUNTS", ["Firewall: stops them.".to_owned()].as_slice())));
        assert_eq!(outside, [(12, "rest".to_owned())]);
    }
}
