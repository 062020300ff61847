//! Item as the import has understood it, before it is written in Slip.

use crate::vocabulary::DesignWords;
use std::collections::{BTreeMap, BTreeSet};

/// Item as the import has understood it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ItemDraft {
    /// Index of the design in the vocabulary.
    pub design: usize,
    /// Name of the item. Once the item is settled, no other draft and nothing else in the package has this name.
    pub name: String,
    /// Name of the item in the input. Other things of the input may refer to the item by this name.
    pub called: String,
    /// Title of the item.
    pub title: String,
    /// Line of the input in which the item begins, from 1.
    pub line: usize,
    /// Paragraphs of the description.
    pub doc: Vec<String>,
    /// Technology.
    pub tech: Option<i32>,
    /// Statistics that the input gives. These are the numbers of the finished item, after all effects.
    pub stats: DraftNumbers,
    /// Boxes of tracks that the input gives, after all effects.
    pub tracks: DraftNumbers,
    /// Ranks of skills that the input gives, after all effects.
    pub skills: DraftNumbers,
    /// Subjects of skills.
    pub subjects: BTreeMap<String, Vec<String>>,
    /// Flags.
    pub flags: BTreeSet<String>,
    /// Choices: name and word.
    pub choices: BTreeMap<String, String>,
    /// References: name, and the text after it as it is written in Slip.
    pub refers: BTreeMap<String, String>,
    /// Codes: name and text.
    pub codes: BTreeMap<String, String>,
    /// Lists of held items: name, and titles or names with their numbers.
    pub holds: BTreeMap<String, Vec<(String, i32)>>,
    /// Stunts in order.
    pub stunts: Vec<StuntDraft>,
    /// Stunts of the input that the design may give for free. A stunt is written only if the design does not give it.
    pub open_stunts: Vec<StuntDraft>,
    /// Stunts that the input marks as given by the rules.
    pub given: BTreeSet<String>,
    /// Aspects in order.
    pub aspects: Vec<AspectDraft>,
    /// Titles or names of gear, each with its line in the input.
    pub gear: Vec<(usize, String)>,
    /// Modes of a modal item.
    pub modes: Vec<ModeDraft>,
    /// Waivers: code and reason.
    pub waivers: Vec<(String, String)>,
    /// True if the input lists all aspects and stunts of the finished item, including those that the rules give.
    pub is_complete: bool,
    /// Numbers that the input states and that the rules compute.
    pub claims: Vec<Claim>,
    /// Parts of the input that were not understood: line and text.
    pub unknown: Vec<(usize, String)>,
    /// Aspects and stunts that the rules give and that the item drops.
    pub without: Vec<String>,
    /// Remarks for the author about choices that the import made.
    pub remarks: Vec<String>,
}

/// Numbers of an item by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct DraftNumbers {
    /// Numbers of the finished item, as the input gives them.
    pub wanted: BTreeMap<String, i32>,
    /// Numbers that are written, so that the finished item has the wanted ones. Numbers that the rules give anyway are not written.
    pub written: BTreeMap<String, i32>,
}

/// Stunt of a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StuntDraft {
    /// Name of the stunt.
    pub name: String,
    /// Arguments as they are written in Slip; empty if there are none.
    pub arguments: String,
    /// Number of purchases.
    pub count: i32,
}

/// Aspect of a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AspectDraft {
    /// Text of the aspect.
    pub text: String,
    /// Text that the rules give the aspect, if the author has renamed it.
    pub renamed_from: Option<String>,
    /// Mark of the aspect.
    pub mark: Option<String>,
    /// Statistic, or `tech`, of whose rank the aspect is the phrase.
    pub phrase_of: Option<String>,
    /// True if the rules give the aspect. Such an aspect is not written into the item.
    pub is_given: bool,
}

/// Mode of a modal item.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModeDraft {
    /// Name of the mode.
    pub name: String,
    /// Statistics of the mode.
    pub stats: BTreeMap<String, i32>,
    /// Stunts of the mode.
    pub stunts: Vec<StuntDraft>,
}

/// Number that the input states and that the rules compute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    /// Name of the number, such as the purchase cost.
    pub of: Claimed,
    /// Value in the input.
    pub value: i32,
}

/// Number that the rules compute and that an input may state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Claimed {
    /// Build points spent.
    Spent,
    /// Build points allowed.
    Budget,
    /// Purchase Cost.
    Price,
    /// Rating of the maintenance.
    Upkeep,
    /// Fate points.
    Fate,
    /// Rank of a statistic that items cannot write.
    Stat(String),
    /// Boxes of a track that items cannot write.
    Track(String),
}

impl ItemDraft {
    /// Moves the values that all modes share to the whole item. Cards and records repeat these values in every mode.
    pub(crate) fn share_modes(&mut self, design: &DesignWords) {
        let Some((first, others)) = self.modes.split_first() else { return };
        let is_shared = |stunt: &StuntDraft| {
            let rule = design.stunts.iter().find(|rule| rule.name == stunt.name);
            let is_whole = rule.is_some_and(|rule| rule.whole || rule.modal);
            is_whole || others.iter().all(|mode| mode.stunts.contains(stunt))
        };
        let shared: Vec<StuntDraft> = first.stunts.iter().filter(|stunt| is_shared(stunt)).cloned().collect();
        let equal: Vec<(String, i32)> = first
            .stats
            .iter()
            .filter(|(name, rank)| others.iter().all(|mode| mode.stats.get(*name) == Some(rank)))
            .map(|(name, rank)| (name.clone(), *rank))
            .collect();
        for mode in &mut self.modes {
            mode.stunts.retain(|stunt| !shared.contains(stunt));
            mode.stats.retain(|name, _| !equal.iter().any(|(other, _)| other == name));
        }
        self.stunts.extend(shared);
        // The statistics of the whole card are those of the first mode.
        self.stats = DraftNumbers::default();
        for (name, rank) in equal {
            self.stats.written.insert(name, rank);
        }
    }
}

impl DraftNumbers {
    /// Adds a number of the input. If several numbers have the same name, the first is kept.
    pub(crate) fn want(&mut self, name: &str, number: i32) {
        self.wanted.entry(name.to_owned()).or_insert(number);
    }

    /// Corrects each written number by the difference between the wanted and the built number. Returns true if something was changed.
    pub(crate) fn correct(&mut self, built: impl Fn(&str) -> Option<i32>) -> bool {
        let mut changed = false;
        for (name, wanted) in &self.wanted {
            let has = built(name);
            if has == Some(*wanted) {
                continue;
            }
            let right = match (self.written.get(name), has) {
                (Some(written), Some(has)) => written.saturating_add(wanted.saturating_sub(has)),
                _ => *wanted,
            };
            if self.written.get(name) != Some(&right) {
                self.written.insert(name.clone(), right);
                changed = true;
            }
        }
        changed
    }

    /// Writes the wanted number itself if the corrections did not lead to it.
    pub(crate) fn give_up(&mut self, built: impl Fn(&str) -> Option<i32>) -> bool {
        let mut changed = false;
        for (name, written) in &mut self.written {
            if let Some(wanted) = self.wanted.get(name).filter(|wanted| built(name) != Some(**wanted) && *written != **wanted) {
                *written = *wanted;
                changed = true;
            }
        }
        changed
    }
}
