//! The blocks of the language: which entries each block may have, how an entry is written, and what it means.
//!
//! This is the only description of them. The checks of unknown, repeated and malformed entries, completion, hover and the table of entries
//! in the book all read it. Entries that packages declare themselves, such as the statistics of a design, are not listed here.

pub mod battles;
pub mod designs;
pub mod encounters;
pub mod maps;
pub mod people;
pub mod raise_and_see;
pub mod sides;
pub mod space;
pub mod talks;
pub mod worlds;

/// Entry that a block may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntrySchema {
    /// Word with which the entry begins.
    pub word: &'static str,
    /// Entry as an author writes it; words in capitals are placeholders, and `{ … }` is a block of entries.
    pub form: &'static str,
    /// Meaning of the entry, in one or two sentences.
    pub doc: &'static str,
    /// True if a block may have several of these entries.
    pub many: bool,
    /// True if a block may follow.
    pub block: bool,
    /// True if a condition may follow (`when …`).
    pub when: bool,
    /// True if a sign may extend or shrink the list of the entry: `gear + "rope"`.
    pub sign: bool,
}

/// Block of a declaration or of an entry.
#[derive(Debug, PartialEq, Eq)]
pub struct BlockSchema {
    /// The block as messages name it, with its article: `a zone`.
    pub title: &'static str,
    /// Kind of the declaration and the words of the entries that lead to the block: `map`, `zone`.
    pub path: &'static [&'static str],
    /// Designs of the declaration that give the block these entries, such as `space` for encounters; for a battle, its form. Empty if the
    /// design does not matter.
    pub designs: &'static [&'static str],
    /// Entries that the block may have.
    pub entries: &'static [EntrySchema],
}

/// All blocks, in the order of the table in the book.
pub const ALL: &[&BlockSchema] = &[
    &designs::DESIGN,
    &designs::STUNT,
    &designs::STAT,
    &designs::TRACK,
    &designs::REFERENCE,
    &designs::TECH,
    &people::SKILL,
    &people::SKILL_LIST,
    &people::STATION,
    &people::PLATOON,
    &maps::MAP,
    &maps::TEMPLATE,
    &maps::ROW,
    &maps::STAR,
    &maps::ZONE,
    &maps::BORDER,
    &encounters::PERSONAL,
    &sides::SIDE,
    &sides::TASK,
    &space::ENCOUNTER,
    &space::SIDE,
    &space::SHIP,
    &space::FIGHTER,
    &space::MANEUVER,
    &talks::ENCOUNTER,
    &talks::PAWN,
    &talks::COMPOSITE,
    &battles::ENCOUNTER,
    &battles::SIDE,
    &battles::PLATOON,
    &battles::CARD,
    &battles::CARD_ZONE,
    &battles::MEETING,
    &battles::PURSUIT,
    &battles::BREAKTHROUGH,
    &battles::AMBUSH,
    &battles::OBJECTIVES,
    &raise_and_see::ENCOUNTER,
    &raise_and_see::SIDE,
    &raise_and_see::PARTY,
    &raise_and_see::STAKES,
    &raise_and_see::OPERATIVE,
    &raise_and_see::OPPOSITION,
    &raise_and_see::STATS,
    &raise_and_see::BELONGING,
    &raise_and_see::BACKGROUND,
    &worlds::CLUSTER,
    &worlds::SCENARIO,
    &worlds::STEP,
    &worlds::RULESET,
    &worlds::SETTING,
    &worlds::TABLE,
];

impl BlockSchema {
    /// Returns the entry that begins with a word.
    pub fn entry(&self, word: &str) -> Option<&EntrySchema> {
        self.entries.iter().find(|entry| entry.word == word)
    }

    /// Returns the words of all entries.
    pub fn words<'w>(&self) -> impl Iterator<Item = &'w str> + Clone + use<'w> {
        self.entries.iter().map(|entry| entry.word)
    }

    /// True if this is a block of a declaration of the design `design`, after the words `path`. `design` is `None` if the declaration
    /// names none.
    fn is_at(&self, path: &[&str], design: Option<&str>) -> bool {
        let is_of_design = self.designs.is_empty() || design.is_some_and(|design| self.designs.contains(&design));
        is_of_design
            && self.path.len() == path.len()
            && self.path.iter().zip(path).all(|(own, word)| own.split(' ').any(|own| own == *word))
    }
}

/// Returns the block of a declaration after the words of the entries that lead to it. The first word of `path` is the kind of the
/// declaration.
pub fn find(path: &[&str], design: Option<&str>) -> Option<&'static BlockSchema> {
    // A stunt has the same entries inside a design and outside.
    let path = if path == ["design", "stunt"] { &["stunt"] } else { path };
    ALL.iter().copied().find(|block| block.is_at(path, design))
}

/// Returns the blocks that an author may mean by a word: the kind of a declaration, the word of an entry with a block, or a design, such as
/// `zone`, `side` or `space`.
pub fn named(word: &str) -> impl Iterator<Item = &'static BlockSchema> {
    let is_named = move |block: &&BlockSchema| {
        let last = block.path.last().is_some_and(|last| last.split(' ').any(|own| own == word));
        last || (block.path.len() == 1 && block.designs.contains(&word))
    };
    ALL.iter().copied().filter(is_named)
}

/// Creates an entry that may be written once.
const fn once(word: &'static str, form: &'static str, doc: &'static str) -> EntrySchema {
    EntrySchema { word, form, doc, many: false, block: false, when: false, sign: false }
}

/// Creates an entry that may be repeated.
const fn many(word: &'static str, form: &'static str, doc: &'static str) -> EntrySchema {
    EntrySchema { many: true, ..once(word, form, doc) }
}

impl EntrySchema {
    /// An entry that allows no part besides its values.
    pub(crate) const BARE: EntrySchema = once("", "", "");

    /// Allows a block after the entry.
    const fn with_block(self) -> EntrySchema {
        EntrySchema { block: true, ..self }
    }

    /// Allows a sign that extends or shrinks the list of the entry.
    const fn with_sign(self) -> EntrySchema {
        EntrySchema { sign: true, ..self }
    }

    /// Allows a condition after the entry.
    const fn with_when(self) -> EntrySchema {
        EntrySchema { when: true, ..self }
    }
}

/// The entry `allow` of every declaration that can have findings.
const ALLOW: EntrySchema = many("allow", "allow CODE \"why\"", "Waives a finding with this code, for a reason that reports show.");
/// The entry `effect` of everything that can carry effects.
const EFFECT: EntrySchema =
    many("effect", "effect EFFECT [when CONDITION]", "An effect; `slipyard explain effect` has its words.").with_when();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_is_found_by_its_path() {
        for block in ALL {
            let path: Vec<&str> = block.path.iter().map(|word| word.split(' ').next().unwrap_or_default()).collect();
            assert_eq!(find(&path, block.designs.first().copied()), Some(*block), "{path:?}");
        }
    }

    #[test]
    fn every_entry_begins_with_its_word_and_has_one_description() {
        for block in ALL {
            for (place, entry) in block.entries.iter().enumerate() {
                assert!(entry.form.starts_with(entry.word), "{}: {}", block.title, entry.form);
                assert!(entry.doc.ends_with('.'), "{}: {}", block.title, entry.word);
                assert!(!entry.form.contains('|') && !entry.doc.contains('|'), "{}: {}: no bars in a table", block.title, entry.word);
                assert!(block.entries[..place].iter().all(|other| other.word != entry.word), "{}: {}", block.title, entry.word);
            }
        }
    }

    #[test]
    fn the_form_of_an_entry_shows_its_block_condition_and_sign() {
        for entry in ALL.iter().flat_map(|block| block.entries) {
            assert_eq!(entry.form.contains('{'), entry.block, "{}: {}", entry.word, entry.form);
            assert_eq!(entry.form.contains("when"), entry.when, "{}: {}", entry.word, entry.form);
        }
    }
}
