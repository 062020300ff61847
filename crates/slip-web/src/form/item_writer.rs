//! Changes of an item that a form makes, as edits of the smallest part of its text.
//!
//! Only the item's own text is edited: an inherited entry is overridden there. Comments, layout and all other entries stay as they are.

use super::subject::{Container, FormSubject, with_subject};
use super::{list_edits, number_edits, skill_edits};
use crate::editor_view::EditorView;
use crate::positions::{Places, TextEdit};
use serde::Deserialize;
use slip_compile::check::design::ItemKey;
use slip_pack::quoted;
use slip_source::diagnostic::{Edit, entry_edits};
use slip_source::{Sources, Span};
use slip_syntax::tree::Entry;

/// Change of an item, made in its form.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) enum FormChange {
    /// Sets the title.
    Title { text: String },
    /// Sets the technology, a statistic or a track (`tracks.NAME`); `null` takes the entry out, so that the base counts again.
    Number { key: String, mode: Option<String>, value: Option<i64> },
    /// Sets a flag.
    Flag { key: String, on: bool },
    /// Sets a choice or a reference; an empty word removes the entry.
    Word { key: String, word: String, is_text: bool },
    /// Adds a member to a list.
    Add { key: String, mode: Option<String>, member: ListMember },
    /// Replaces a member of a list.
    Replace { key: String, mode: Option<String>, at: usize, member: ListMember },
    /// Removes a member from a list.
    Remove { key: String, mode: Option<String>, at: usize },
    /// Adds a skill at a rank.
    AddSkill { skill: String, subject: String, rank: i64 },
    /// Moves a skill to another rank; `null` removes it.
    MoveSkill { at: usize, rank: Option<i64> },
}

/// New member of a list.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct ListMember {
    /// Name of a stunt or thing, or the text of an aspect.
    pub(super) name: String,
    /// Arguments of a stunt; an empty one is left out.
    pub(super) args: Vec<String>,
    pub(super) count: i64,
    /// New text of a derived aspect; empty if it is not renamed.
    pub(super) renamed: String,
    /// Mark of an aspect; empty if it has none.
    pub(super) mark: String,
}

/// Returns the edits that a change makes.
///
/// # Errors
/// A sentence if the change cannot be written.
pub(crate) fn edits<'v, 't: 'v>(
    view: &EditorView<'v, '_, '_, 't>,
    (kind, name): (&str, &str),
    change: &FormChange,
) -> Result<Vec<TextEdit>, String> {
    with_subject(view, (kind, name), |subject| {
        let edits = ItemWriter { subject }.write(change)?;
        let placed =
            joined(edits).into_iter().map(|edit| Some(TextEdit { range: Places::range(view, edit.span)?, text: edit.replacement }));
        placed.collect::<Option<_>>().ok_or_else(|| "the item was changed meanwhile: try again".to_owned())
    })
}

/// Merges an insertion with an edit at the same position, because the page may apply edits at one position in any order.
fn joined(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut joined: Vec<Edit> = Vec::new();
    for edit in edits {
        match joined.last_mut() {
            Some(before) if before.span.is_empty() && before.span.start == edit.span.start => {
                before.span.end = edit.span.end;
                before.replacement.push_str(&edit.replacement);
            }
            _ => joined.push(edit),
        }
    }
    joined
}

/// Writer of the changes of one item.
pub(super) struct ItemWriter<'a, 'b, 'v, 's, 'p, 't> {
    pub(super) subject: &'a FormSubject<'b, 'v, 's, 'p, 't>,
}

impl<'b> ItemWriter<'_, 'b, '_, '_, '_, '_> {
    fn write(&self, change: &FormChange) -> Result<Vec<Edit>, String> {
        match change {
            FormChange::Title { text } => self.title(text),
            FormChange::Number { key, mode, value } => number_edits::write(self, key, mode.as_deref(), *value),
            FormChange::Flag { key, on } => self.flag(key, *on),
            FormChange::Word { key, word, is_text } => self.word(key, &if *is_text { quoted(word) } else { word.clone() }, word.is_empty()),
            FormChange::Add { key, mode, member } => list_edits::add(self, (key, mode.as_deref()), member),
            FormChange::Replace { key, mode, at, member } => list_edits::replace(self, (key, mode.as_deref()), *at, member),
            FormChange::Remove { key, mode, at } => list_edits::remove(self, (key, mode.as_deref()), *at),
            FormChange::AddSkill { skill, subject, rank } => skill_edits::add(self, (skill, subject), *rank),
            FormChange::MoveSkill { at, rank } => skill_edits::set(self, *at, *rank),
        }
    }

    pub(super) fn sources(&self) -> &'b Sources {
        self.subject.context.program.sources
    }

    /// Returns the last entry with a key in the own text of a container.
    pub(super) fn own_entry(&self, container: &Container<'b>, key: &str) -> Option<&'b Entry> {
        let own = container.block.map_or(&[][..], |block| &block.entries);
        own.iter().rev().find(|entry| entry.word() == key && !entry.broken)
    }

    /// Returns the edit that adds entries to a container.
    pub(super) fn put_in(&self, container: &Container<'b>, entry: String) -> Edit {
        let tree = self.subject.declared.tree;
        match container.block {
            Some(block) => entry_edits::put_in(self.sources(), block.span, block.entries.last().map(|entry| entry.span), &[entry]),
            None => Edit { span: tree.span.at_end(), replacement: format!(" {{\n  {entry}\n}}") },
        }
    }

    pub(super) fn take_out(&self, span: Span) -> Edit {
        entry_edits::take_out(self.sources(), span)
    }

    fn title(&self, text: &str) -> Result<Vec<Edit>, String> {
        let tree = self.subject.declared.tree;
        let text = text.trim();
        Ok(match (&tree.title, text.is_empty()) {
            (Some(_), true) => return Err("a title has at least one letter".to_owned()),
            (Some(title), false) => vec![Edit { span: title.span, replacement: quoted(text) }],
            (None, false) => vec![Edit { span: tree.name.span.at_end(), replacement: format!(" {}", quoted(text)) }],
            (None, true) => Vec::new(),
        })
    }

    fn flag(&self, key: &str, on: bool) -> Result<Vec<Edit>, String> {
        if !matches!(self.subject.design.keys.get(key), Some(ItemKey::Flag(_))) {
            return Err(format!("the design has no flag `{key}`"));
        }
        let container = self.subject.container(None)?;
        let inherited = container.entries.iter().any(|entry| entry.word() == key && !self.subject.is_own(entry.span));
        let word = if on { "yes" } else { "no" };
        Ok(match self.own_entry(&container, key) {
            Some(own) if !on && !inherited => vec![self.take_out(own.span)],
            Some(own) => vec![Edit { span: own.values_span(), replacement: word.to_owned() }],
            None => vec![self.put_in(&container, format!("{key} {word}"))],
        })
    }

    fn word(&self, key: &str, word: &str, is_empty: bool) -> Result<Vec<Edit>, String> {
        if !matches!(self.subject.design.keys.get(key), Some(ItemKey::Choice(_) | ItemKey::Refer(_))) {
            return Err(format!("the design has no entry `{key}` for a word"));
        }
        if word.contains(['\n', ';', '{', '}']) {
            return Err(format!("`{word}` is not a name"));
        }
        let container = self.subject.container(None)?;
        let own = self.own_entry(&container, key);
        Ok(match (own, is_empty) {
            (Some(own), true) => vec![self.take_out(own.span)],
            // Only the first value is replaced. A count after the reference is kept.
            (Some(own), false) => {
                let span = own.values.first().map_or(own.values_span(), |value| value.expr.span);
                let gap = if own.values.is_empty() { " " } else { "" };
                vec![Edit { span, replacement: format!("{gap}{word}") }]
            }
            (None, true) => Vec::new(),
            (None, false) => vec![self.put_in(&container, format!("{key} {word}"))],
        })
    }
}
