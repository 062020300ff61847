//! Converts the record of an item to a draft.

use super::from_table::MODE;
use crate::arguments::written;
use crate::draft::{AspectDraft, Claim, Claimed, ItemDraft, ModeDraft, StuntDraft};
use crate::stat_block::stunts;
use crate::vocabulary::{DesignWords, Vocabulary};
use slip_export::exported_things::{ExportedMode, ExportedStunt, ExportedThing};
use std::collections::BTreeMap;

/// Converts a record to a draft.
///
/// # Errors A sentence if no design of the vocabulary builds the thing.
pub(crate) fn draft(line: usize, record: &ExportedThing, words: &Vocabulary) -> Result<ItemDraft, String> {
    let named = |design: &DesignWords| design.kind == record.kind && design.name == record.design;
    let of_kind = |design: &DesignWords| design.kind == record.kind && design.is_default;
    let place = words.designs.iter().position(if record.design.is_empty() { &of_kind as &dyn Fn(&DesignWords) -> bool } else { &named });
    let Some((place, design)) = place.and_then(|place| Some((place, words.designs.get(place)?))) else {
        return Err(match record.design.as_str() {
            "" => format!("{} \"{}\": things of this kind cannot be imported", record.kind, record.title),
            design => format!("{} \"{}\": there is no design {design} here", record.kind, record.title),
        });
    };
    let mut reader = RecordDraft { draft: begun(line, place, record), design, words };
    reader.numbers(record);
    reader.lists(record);
    Ok(reader.draft)
}

fn begun(line: usize, place: usize, record: &ExportedThing) -> ItemDraft {
    let paragraphs = record.doc.split('\n').filter(|paragraph| !paragraph.is_empty()).map(ToOwned::to_owned);
    ItemDraft {
        design: place,
        name: Some(&record.name).filter(|name| slip_compile::resolve::is_name(name)).cloned().unwrap_or_default(),
        title: if record.title.is_empty() { record.name.clone() } else { record.title.clone() },
        line,
        doc: paragraphs.collect(),
        tech: record.tech,
        is_complete: true,
        ..ItemDraft::default()
    }
}

struct RecordDraft<'v> {
    draft: ItemDraft,
    design: &'v DesignWords,
    words: &'v Vocabulary,
}

impl RecordDraft<'_> {
    fn unknown(&mut self, text: String) {
        self.draft.unknown.push((self.draft.line, text));
    }

    fn numbers(&mut self, record: &ExportedThing) {
        let claims = [
            (Claimed::Spent, record.spent),
            (Claimed::Budget, record.budget),
            (Claimed::Price, record.price),
            (Claimed::Upkeep, record.upkeep),
            (Claimed::Fate, record.fate),
        ];
        self.draft.claims.extend(claims.into_iter().filter_map(|(of, value)| Some(Claim { of, value: value? })));
        for (name, rank) in &record.stats {
            match self.design.stat(name) {
                _ if self.design.flags.contains(name) => self.draft.flags.extend((*rank != 0).then(|| name.clone())),
                _ if self.design.choices.iter().any(|(choice, _)| choice == name) => {}
                Some(stat) if stat.fixed => self.draft.claims.push(Claim { of: Claimed::Stat(name.clone()), value: *rank }),
                Some(_) => self.draft.stats.want(name, *rank),
                None => self.unknown(format!("{name}: {rank}")),
            }
        }
        for (name, boxes) in &record.tracks {
            match self.design.tracks.iter().find(|(own, _)| own == name) {
                Some((_, true)) => self.draft.claims.push(Claim { of: Claimed::Track(name.clone()), value: *boxes }),
                Some(_) => self.draft.tracks.want(name, *boxes),
                None => self.unknown(format!("{name}: {boxes}")),
            }
        }
        let is_every = self.design.skills.as_ref().is_none_or(|skills| skills.every);
        for (name, rank) in record.skills.iter().filter(|_| !is_every) {
            let base = name.split('(').next().unwrap_or_default();
            if !self.words.skills.iter().any(|skill| skill.name == base) {
                self.unknown(format!("skill {rank}: {name}"));
                continue;
            }
            self.draft.skills.want(name, *rank);
            if !self.design.given_skills.contains(name) {
                self.draft.skills.written.insert(name.clone(), *rank);
            }
        }
    }

    fn lists(&mut self, record: &ExportedThing) {
        for (name, code) in &record.codes {
            match self.design.codes.iter().any(|(own, _)| own == name) {
                true => drop(self.draft.codes.insert(name.clone(), code.clone())),
                false => self.unknown(format!("{name}: {code}")),
            }
        }
        for (name, word) in &record.words {
            if self.design.refers.iter().any(|(own, _, worded)| own == name && *worded) {
                self.draft.refers.insert(name.clone(), slip_pack::quoted(&slip_printable::line(word)));
                continue;
            }
            match self.design.choices.iter().any(|(own, words)| own == name && words.contains(word)) {
                true => drop(self.draft.choices.insert(name.clone(), word.clone())),
                false => self.unknown(format!("{name}: {word}")),
            }
        }
        for (name, key) in &record.refers {
            let kinds = self.design.refers.iter().find(|(own, _, _)| own == name).map(|(_, kinds, _)| kinds.clone()).unwrap_or_default();
            match self.words.item(last(key), &kinds) {
                Some(item) => {
                    self.draft.refers.insert(name.clone(), item.path.clone());
                }
                None => self.unknown(format!("{name}: {key}")),
            }
        }
        // The stunts of a modal item are those of its first mode.
        let is_modal = !record.modes.is_empty() || record.notes.iter().any(|note| note.starts_with(MODE));
        for stunt in record.stunts.iter().filter(|_| !is_modal) {
            match self.stunt(stunt) {
                Some(stunt) => self.draft.stunts.push(stunt),
                None => self.unknown(format!("stunt: {}", stunt.title)),
            }
        }
        self.draft.given.extend(self.draft.stunts.iter().map(|stunt| stunt.name.clone()));
        self.draft.aspects.extend(record.aspects.iter().map(|text| AspectDraft { text: text.clone(), ..AspectDraft::default() }));
        let line = self.draft.line;
        self.draft.gear.extend(record.gear.iter().map(|key| (line, last(key).to_owned())));
        for part in &record.parts {
            let thing = if part.name.is_empty() { part.title.clone() } else { last(&part.name).to_owned() };
            match self.design.holds.iter().any(|(list, _)| *list == part.role) {
                true => self.draft.holds.entry(part.role.clone()).or_default().push((thing, i32::try_from(part.count).unwrap_or(i32::MAX))),
                false => self.unknown(format!("{}: {}", part.role, part.title)),
            }
        }
        self.draft.waivers.extend(
            record
                .waivers
                .iter()
                .filter(|waiver| crate::arguments::is_code(&waiver.code))
                .map(|waiver| (waiver.code.clone(), waiver.reason.clone())),
        );
        self.modes(record);
    }

    /// Converts a stunt of a record to a draft. If the record is a row of a table, the stunt has only a title, which includes the arguments
    /// and the number of purchases.
    fn stunt(&self, stunt: &ExportedStunt) -> Option<StuntDraft> {
        if stunt.name.is_empty() {
            return stunts(&stunt.title, self.design, self.words).and_then(|found| found.into_iter().next());
        }
        let rule = self.design.stunts.iter().find(|rule| rule.name == stunt.name)?;
        let arguments = written(&stunt.args.join(", "), rule, |text| text.to_owned());
        Some(StuntDraft { name: rule.name.clone(), arguments, count: stunt.count.max(1) })
    }

    fn modes(&mut self, record: &ExportedThing) {
        for ExportedMode { name, stats, stunts, .. } in &record.modes {
            let stunts = stunts.iter().filter_map(|stunt| self.stunt(stunt)).collect();
            self.draft.modes.push(ModeDraft { name: crate::spelling::name(name, "mode"), stats: self.free(stats), stunts });
        }
        for text in record.notes.iter().filter_map(|note| note.strip_prefix(MODE)) {
            let mode = self.mode_of(text);
            self.draft.modes.extend(mode);
        }
        self.draft.share_modes(self.design);
    }

    fn free(&self, stats: &BTreeMap<String, i32>) -> BTreeMap<String, i32> {
        let is_free = |name: &str| self.design.stat(name).is_some_and(|stat| !stat.fixed);
        stats.iter().filter(|(name, _)| is_free(name)).map(|(name, rank)| (name.clone(), *rank)).collect()
    }

    /// Reads a mode as tables write it: `narrow: harm 2, penetration 4, Free modal`.
    fn mode_of(&self, text: &str) -> Option<ModeDraft> {
        let (name, rest) = text.split_once(": ")?;
        let mut mode = ModeDraft { name: crate::spelling::name(name, "mode"), ..ModeDraft::default() };
        for member in crate::arguments::members(rest) {
            let number = member.rsplit_once(' ').and_then(|(stat, rank)| Some((self.design.stat(stat)?, rank.parse().ok()?)));
            match number {
                Some((stat, rank)) => {
                    mode.stats.extend((!stat.fixed).then(|| (stat.name.clone(), rank)));
                }
                None => mode.stunts.extend(stunts(member, self.design, self.words).into_iter().flatten()),
            }
        }
        Some(mode)
    }
}

/// Returns the name in a key of a pack: `carbine` in `yards.carbine`.
fn last(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}
