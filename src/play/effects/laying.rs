//! Lines as they are numbered when the table is made: which share a count of uses, which make a skill stand in. Floor 4.

use super::{Line, StandIn, Told};
use crate::pack::Name;
use std::collections::BTreeMap;

/// Lines that were told, each with its number.
#[derive(Debug, Default)]
pub(crate) struct Laying {
    lines: Vec<Line>,
    /// Lines that are counted together: of one thing, and the same sentence or the same stunt.
    counts: BTreeMap<(u32, Name), u16>,
}

impl Laying {
    /// Numbers a line of a thing, and says which skills it makes stand in; none past the last number.
    pub(crate) fn lay(&mut self, thing: u32, told: Told) -> Option<(u16, Vec<StandIn>)> {
        let number = u16::try_from(self.lines.len()).ok()?;
        let key = told.shared.unwrap_or_else(|| told.line.text.clone());
        let count = *self.counts.entry((thing, key)).or_insert(number);
        self.lines.push(Line { count, ..told.line });
        Some((number, told.uses))
    }

    /// All of them.
    pub(crate) fn into_lines(self) -> Vec<Line> {
        self.lines
    }
}
