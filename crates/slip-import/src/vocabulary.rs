//! Names and titles that a package can use: designs with their statistics, tracks and stunts, skills, and items.
//!
//! Everything is taken from the compiled program, so that homebrew designs are understood like those of the standard library.

mod collect;
mod design_words;

pub(crate) use design_words::{DesignLabel, DesignWords, ParameterSort, SkillsOf, StatWords, StuntWords};

use crate::spelling::TitleIndex;
use std::collections::{BTreeMap, BTreeSet};

/// Vocabulary of a package.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    /// Designs that the package may use, in the order of their declaration.
    pub designs: Vec<DesignWords>,
    /// Designs by the words that name them: names and titles of designs and kinds. The word for a kind leads to several designs.
    pub design_names: BTreeMap<String, Vec<usize>>,
    /// Skills, in the order of their keys.
    pub skills: Vec<SkillWords>,
    /// Skills by the spelling of their names and titles; skills of several lists may share a title.
    pub skill_names: BTreeMap<String, Vec<usize>>,
    /// Names and titles of all skills together.
    pub any_skill: TitleIndex<()>,
    /// Items that already exist, by the spelling of their titles and names.
    pub items: BTreeMap<String, Vec<KnownItem>>,
    /// Kinds and names that are already used.
    pub taken: BTreeSet<(String, String)>,
    /// Labels of all designs together, to recognise the lines of stat blocks.
    pub any_label: TitleIndex<()>,
    /// Stunts of all designs together.
    pub any_stunt: TitleIndex<()>,
}

/// Skill of the vocabulary.
#[derive(Clone, Debug, Default)]
pub(crate) struct SkillWords {
    /// Name of the skill.
    pub name: String,
    /// Skill lists that contain the skill; empty for a skill of every list.
    pub lists: Vec<String>,
    /// Classes of the skill.
    pub classes: Vec<String>,
    /// True if the skill has subjects, such as languages.
    pub has_subjects: bool,
}

/// Item that exists in the package or can be named in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownItem {
    /// Kind of the item.
    pub kind: String,
    /// Name of the item as it is written in the package. If necessary, it includes the name of the item's own package.
    pub path: String,
}

impl Vocabulary {
    /// Finds a skill by its name or title; a skill that the design allows is preferred. The flag is true if the design allows the returned
    /// skill.
    pub(crate) fn skill(&self, title: &str, design: &DesignWords) -> Option<(&SkillWords, bool)> {
        let key = crate::spelling::key(title);
        let places = crate::spelling::forms(&key).find_map(|form| self.skill_names.get(form))?;
        let all = || places.iter().filter_map(|place| self.skills.get(*place));
        let allowed = all().find(|skill| design.allows_skill(skill)).map(|skill| (skill, true));
        allowed.or_else(|| all().next().map(|skill| (skill, false)))
    }

    /// Returns the designs that a word names: the title or name of a design or a kind, in the singular or plural.
    pub(crate) fn designs_called(&self, words: &str) -> Option<&[usize]> {
        let key = crate::spelling::key(words);
        let forms = [Some(key.as_str()), key.strip_suffix('s')];
        forms.into_iter().flatten().find_map(|form| self.design_names.get(form)).map(Vec::as_slice)
    }

    /// Returns the item with a title or name, of one of the kinds if there are any, else the first one.
    pub(crate) fn item(&self, title: &str, kinds: &[String]) -> Option<&KnownItem> {
        let known = self.items.get(&crate::spelling::key(title))?;
        known.iter().find(|item| kinds.contains(&item.kind)).or_else(|| known.first().filter(|_| kinds.is_empty()))
    }
}
