//! Edits for the technology, the statistics and the tracks of an item.

use super::item_writer::ItemWriter;
use super::subject::Container;
use slip_compile::check::design::{ItemKey, RowRule};
use slip_compile::check::read_purchase::{Bought, WrittenNumber, digit_of};
use slip_source::Span;
use slip_source::diagnostic::Edit;
use slip_syntax::tree::Entry;

/// Sets a number, or removes its entry.
pub(super) fn write(
    writer: &ItemWriter<'_, '_, '_, '_, '_, '_>,
    key: &str,
    mode: Option<&str>,
    value: Option<i64>,
) -> Result<Vec<Edit>, String> {
    if value.is_some_and(|value| i32::try_from(value).is_err()) {
        return Err("this number is too large".to_owned());
    }
    let container = writer.subject.container(mode)?;
    if key == "tech" {
        return Ok(technology(writer, &container, value));
    }
    if let Some(track) = key.strip_prefix("tracks.") {
        return boxes(writer, &container, track, value);
    }
    let stat = writer.subject.design.stats.iter().position(|rule| rule.name == key);
    let stat = stat.ok_or_else(|| format!("the design has no statistic `{key}`"))?;
    let modes = &writer.subject.purchase.modes;
    let of_mode = mode.and_then(|mode| modes.iter().find(|known| known.name.text == mode));
    let bought = of_mode.map_or(&writer.subject.purchase.bought, |mode| &mode.bought);
    StatWriter { writer, container, bought, stat }.write(value)
}

fn technology(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, container: &Container<'_>, value: Option<i64>) -> Vec<Edit> {
    let own = writer.subject.declared.tree.block.iter().flat_map(|block| &block.entries).rev().find(|entry| entry.word() == "tech");
    match (own, value) {
        (Some(own), Some(tech)) if own.values.is_empty() => vec![Edit { span: own.values_span(), replacement: format!(" T{tech}") }],
        (Some(own), Some(tech)) => vec![Edit { span: own.values_span(), replacement: format!("T{tech}") }],
        (Some(own), None) => vec![writer.take_out(own.span)],
        (None, Some(tech)) => vec![writer.put_in(container, format!("tech T{tech}"))],
        (None, None) => Vec::new(),
    }
}

fn boxes(
    writer: &ItemWriter<'_, '_, '_, '_, '_, '_>,
    container: &Container<'_>,
    name: &str,
    value: Option<i64>,
) -> Result<Vec<Edit>, String> {
    let design = writer.subject.design;
    let track = design.track(name).ok_or_else(|| format!("the design has no track `{name}`"))?;
    let own: Vec<&Entry> = container.block.iter().flat_map(|block| &block.entries).filter(|entry| entry.word() == "tracks").collect();
    let inner = own.iter().flat_map(|entry| entry.block().into_iter().map(move |block| (*entry, block)));
    let written = inner.clone().find_map(|(entry, block)| {
        let line = block.entries.iter().find(|line| design.track(line.word()) == Some(track))?;
        Some((entry, block, line))
    });
    Ok(match (written, value) {
        (Some((_, _, line)), Some(value)) => vec![replaced(line, value.to_string())],
        (Some((entry, block, _)), None) if block.entries.len() == 1 => vec![writer.take_out(entry.span)],
        (Some((_, _, line)), None) => vec![writer.take_out(line.span)],
        (None, Some(value)) => match inner.last() {
            Some((_, block)) => {
                let within = Container { entries: &block.entries, block: Some(block) };
                vec![writer.put_in(&within, format!("{name} {value}"))]
            }
            None => vec![writer.put_in(container, format!("tracks {{ {name} {value} }}"))],
        },
        (None, None) => Vec::new(),
    })
}

/// Replaces the values of an entry.
fn replaced(entry: &Entry, text: String) -> Edit {
    let gap = if entry.values.is_empty() { " " } else { "" };
    Edit { span: entry.values_span(), replacement: format!("{gap}{text}") }
}

/// Writer of one statistic of an item or mode.
struct StatWriter<'w, 'a, 'b, 'v, 's, 'p, 't> {
    writer: &'w ItemWriter<'a, 'b, 'v, 's, 'p, 't>,
    container: Container<'b>,
    bought: &'w Bought,
    stat: usize,
}

impl StatWriter<'_, '_, '_, '_, '_, '_, '_> {
    fn write(&self, value: Option<i64>) -> Result<Vec<Edit>, String> {
        let own = self.written(self.stat).filter(|written| self.is_here(written.span));
        match (own, value) {
            (Some(written), Some(value)) => Ok(vec![self.replace(written, value)?]),
            (Some(written), None) => {
                let rule = self.writer.subject.design.stats.get(self.stat);
                let own = self.container.block.iter().flat_map(|block| &block.entries).find(|entry| entry.span == written.span);
                let own = own.filter(|own| rule.is_some_and(|rule| own.word() == rule.name));
                let own = own.ok_or_else(|| "this number is written together with another: change it instead".to_owned())?;
                Ok(vec![self.writer.take_out(own.span)])
            }
            (None, Some(value)) => self.add(value).map(|edit| vec![edit]),
            (None, None) => Ok(Vec::new()),
        }
    }

    fn written(&self, stat: usize) -> Option<WrittenNumber> {
        self.bought.stats.get(stat).copied().flatten()
    }

    /// True if a span is in the own text of the item or mode.
    fn is_here(&self, span: Span) -> bool {
        self.container.block.is_some_and(|block| block.span.holds(span))
    }

    /// Replaces a written number, in the form in which it is written.
    fn replace(&self, written: WrittenNumber, value: i64) -> Result<Edit, String> {
        let design = self.writer.subject.design;
        let text = self.writer.subject.slice(written.at);
        let twin = |other: usize| other != self.stat && self.written(other).is_some_and(|other| other.at == written.at);
        if let Some(range) = design.ranges.iter().find(|range| twin(range.low) || twin(range.high)) {
            // If a range is written as one number, the number is both its lower and its upper end.
            let other = written.value;
            let (low, high) = if range.low == self.stat { (value, other) } else { (other, value) };
            return Ok(Edit { span: written.at, replacement: format!("{low}..{high}") });
        }
        if let Some(edit) = self.crossed(written, value) {
            return Ok(edit);
        }
        let in_code = self.writer.subject.purchase.sign(self.stat).is_some_and(|sign| sign.at == written.at);
        let replacement = match self.letter(value)? {
            Some(letter) if in_code => letter.to_string(),
            Some(letter) => format!("\"{letter}\""),
            None if in_code => digit_of(value).ok_or_else(|| format!("{value} has no sign in a code"))?.to_string(),
            None if text.starts_with('+') && value >= 0 => format!("+{value}"),
            None => value.to_string(),
        };
        if in_code && text.chars().count() != 1 {
            return Err("this code has escapes: change it in the text".to_owned());
        }
        Ok(Edit { span: written.at, replacement })
    }

    /// Moves both ends of a range if the new value of one end is beyond the other end.
    fn crossed(&self, written: WrittenNumber, value: i64) -> Option<Edit> {
        let ranges = &self.writer.subject.design.ranges;
        let range = ranges.iter().find(|range| range.low == self.stat || range.high == self.stat)?;
        let is_low = range.low == self.stat;
        let other = self.written(if is_low { range.high } else { range.low }).filter(|other| other.span == written.span)?;
        let crosses = if is_low { value > other.value } else { value < other.value };
        crosses.then(|| Edit { span: written.at.to(other.at), replacement: format!("{value}..{value}") })
    }

    /// Returns the letter for a value; `None` if the statistic is written as a number.
    fn letter(&self, value: i64) -> Result<Option<char>, String> {
        let letters = self.writer.subject.design.stats.get(self.stat).map_or(&[][..], |rule| rule.letters.as_slice());
        if letters.is_empty() {
            return Ok(None);
        }
        let letter = usize::try_from(value).ok().and_then(|value| letters.get(value)).copied();
        letter.map(Some).ok_or_else(|| format!("{value} has no letter"))
    }

    /// Adds a number that the item's own text does not contain yet.
    fn add(&self, value: i64) -> Result<Edit, String> {
        let design = self.writer.subject.design;
        let rule = design.stats.get(self.stat).ok_or_else(|| "there is no such statistic".to_owned())?;
        // Statistics that share an entry in the design are written in that entry, unless the author wrote one of them in an entry of its
        // own.
        let is_alone = |stat: &usize| {
            let alone = design.stats.get(*stat).map(|rule| rule.name.as_str());
            self.container.block.iter().flat_map(|block| &block.entries).any(|entry| Some(entry.word()) == alone)
        };
        let range = design.ranges.iter().find(|range| range.low == self.stat || range.high == self.stat);
        if let Some(range) = range.filter(|range| ![range.low, range.high].iter().any(is_alone)) {
            let (low, high) =
                if range.low == self.stat { (value, self.now(range.high).max(value)) } else { (self.now(range.low).min(value), value) };
            return Ok(self.writer.put_in(&self.container, format!("{} {low}..{high}", range.name)));
        }
        let row = design.rows.iter().find(|row| row.stats.contains(&self.stat));
        if let Some(row) = row.filter(|row| !row.stats.iter().any(is_alone)) {
            return Ok(self.add_to_row(row, value));
        }
        if !matches!(design.keys.get(&rule.name), Some(ItemKey::Stat(_))) {
            return Err(format!("`{}` is written together with another word: write it in the text", rule.name));
        }
        let text = self.letter(value)?.map_or_else(|| value.to_string(), |letter| format!("\"{letter}\""));
        Ok(self.writer.put_in(&self.container, format!("{} {text}", rule.name)))
    }

    /// Writes a number in an entry for several statistics. If statistics before it are not written yet, their present values are added.
    fn add_to_row(&self, row: &RowRule, value: i64) -> Edit {
        let at = row.stats.iter().position(|stat| *stat == self.stat).unwrap_or(0);
        let missing = |from: usize| {
            let stats = row.stats.get(from..=at).unwrap_or_default();
            stats.iter().map(|stat| if *stat == self.stat { value } else { self.now(*stat) }.to_string()).collect::<Vec<_>>().join(" ")
        };
        match self.writer.own_entry(&self.container, &row.name) {
            Some(own) => Edit { span: own.values_span().at_end(), replacement: format!(" {}", missing(own.values.len())) },
            None => self.writer.put_in(&self.container, format!("{} {}", row.name, missing(0))),
        }
    }

    /// Returns the present value of a statistic, written or not.
    fn now(&self, stat: usize) -> i64 {
        let base = || {
            let rule = self.writer.subject.design.stats.get(stat)?;
            self.writer.subject.values.eval(&rule.base, 0).ok()
        };
        self.written(stat).map(|written| written.value).or_else(base).unwrap_or(0)
    }
}
