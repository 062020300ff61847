//! Words of one design: what a stat block of its items may contain.

use super::SkillWords;
use crate::spelling::TitleIndex;
use std::collections::{BTreeMap, BTreeSet};

/// Meaning of a label in a stat block. The numbers are indices into the lists of [`DesignWords`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DesignLabel {
    /// A statistic.
    Stat(usize),
    /// A stress track.
    Track(usize),
    /// A flag.
    Flag(usize),
    /// Range between two statistics.
    Range(usize),
    /// Several statistics in one entry.
    Row(usize),
    /// A choice of one word.
    Choice(usize),
    /// A reference to another item.
    Refer(usize),
    /// A code that writes several statistics.
    Code(usize),
    /// A list of held items.
    Hold(usize),
}

/// Words of a design.
#[derive(Clone, Debug, Default)]
pub(crate) struct DesignWords {
    /// Name of the design.
    pub name: String,
    /// Design as an item writes it, with the package if that is necessary.
    pub path: String,
    /// Title of the design.
    pub title: String,
    /// Kind of the items.
    pub kind: String,
    /// Words of the title and of the description of the design, by which the design of an item is guessed.
    pub hints: BTreeSet<String>,
    /// Lowest and highest technology; `None` if the items have none.
    pub tech: Option<(i64, i64)>,
    /// True if the design is used for items that name no design.
    pub is_default: bool,
    /// True if no other design builds items of the kind.
    pub is_only: bool,
    /// True if the rules of the package allow the design.
    pub is_usable: bool,
    /// Statistics.
    pub stats: Vec<StatWords>,
    /// Tracks: the name, and true if the length is fixed.
    pub tracks: Vec<(String, bool)>,
    /// Flags.
    pub flags: Vec<String>,
    /// Entries for ranges: the name, and the indexes of the lower and of the upper statistic.
    pub ranges: Vec<(String, usize, usize)>,
    /// Entries of several statistics: name and indices.
    pub rows: Vec<(String, Vec<usize>)>,
    /// Choices: name and words.
    pub choices: Vec<(String, Vec<String>)>,
    /// References: name, kinds, and true if a text is allowed.
    pub refers: Vec<(String, Vec<String>, bool)>,
    /// Codes: name and parts; a part is the letters of a statistic, or a mark.
    pub codes: Vec<(String, Vec<CodeSign>)>,
    /// Lists of held items: the name of each list, and the kind or design of the items in it.
    pub holds: Vec<(String, String)>,
    /// Labels by name and title.
    pub labels: TitleIndex<DesignLabel>,
    /// Statistics by the initial of their name, if it is unique.
    pub initials: BTreeMap<char, usize>,
    /// Stunts that the design sells.
    pub stunts: Vec<StuntWords>,
    /// Stunts by name and title.
    pub stunt_names: TitleIndex<usize>,
    /// Phases that the design declares, each with its name and its title. An aspect whose note is the title of a phase gets the name as its
    /// mark.
    pub phases: Vec<(String, String)>,
    /// Texts of aspects that the rules give, and true if an author may rename the aspect.
    pub derived: Vec<(String, bool)>,
    /// Skills whose ranks the rules give, so that items rarely write them.
    pub given_skills: BTreeSet<String>,
    /// Skills that items may have; `None` if items have no skills.
    pub skills: Option<SkillsOf>,
    /// Statistic that limits the highest skill, such as the cap of a person.
    pub cap: Option<String>,
    /// True if items carry gear.
    pub gear: bool,
    /// True if items may take consequences.
    pub takes_consequences: bool,
    /// True if items have aspects.
    pub aspects: bool,
    /// True if items may drop stunts and aspects of the design.
    pub without: bool,
    /// Skill that the items are used with.
    pub skill: String,
    /// Phrases for ranks, which may be written as aspects. For each statistic and for `tech`: its lowest rank, and a phrase for each rank from
    /// this one upwards.
    pub phrased: BTreeMap<String, (i64, Vec<String>)>,
    /// Number of aspects, if it is the same for all items. A stat block with this number of aspects fits the design better.
    pub fixed_slots: Option<i64>,
}

/// Statistic of a design.
#[derive(Clone, Debug, Default)]
pub(crate) struct StatWords {
    /// Name of the statistic.
    pub name: String,
    /// True if an item cannot set the statistic.
    pub fixed: bool,
    /// Letters in which the statistic is written, the first for 0; empty if it is written as a number.
    pub letters: Vec<char>,
    /// Highest rank, if it is the same for all items.
    pub most: Option<i64>,
}

/// Sign of a code.
#[derive(Clone, Debug)]
pub(crate) enum CodeSign {
    /// Value of a statistic, written as one of these letters; as a digit if the list is empty.
    Value(Vec<char>),
    /// Text that every code has.
    Mark(String),
}

/// Skills that the items of a design may have.
#[derive(Clone, Debug, Default)]
pub(crate) struct SkillsOf {
    /// Skill list on which the skills must be; `None` means any list.
    pub list: Option<String>,
    /// Class that the skills must have; `None` means any class.
    pub class: Option<String>,
    /// True if the design gives every skill at one rank. An item then writes no skills.
    pub every: bool,
    /// Highest rank if it is the same for all items.
    pub most: Option<i64>,
}

/// Stunt that a design sells.
#[derive(Clone, Debug, Default)]
pub(crate) struct StuntWords {
    /// Name of the stunt.
    pub name: String,
    /// Title of the stunt.
    pub title: String,
    /// Parameters: sort, and true if the argument may be left out.
    pub parameters: Vec<(ParameterSort, bool)>,
    /// True if the stunt is bought for a whole modal item, never for a mode.
    pub whole: bool,
    /// True if the stunt makes an item modal.
    pub modal: bool,
    /// True if the stunt may be bought several times.
    pub many: bool,
    /// True if the design may give the stunt for free.
    pub may_be_given: bool,
}

/// Sort of a stunt's parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ParameterSort {
    /// Text in quotes.
    Text,
    /// Name of a skill.
    Skill,
    /// Name of an item.
    Item,
    /// Words that are written as they are: rolls, numbers, schedules.
    Words,
    /// Name of a track, a statistic or another word of the design.
    Name,
}

impl DesignWords {
    /// True if a word is the name or the title of the design.
    pub(crate) fn is_called(&self, word: &str) -> bool {
        let key = crate::spelling::key(word);
        key == self.name || key == crate::spelling::key(&self.title)
    }

    /// True if items of the design may have a skill.
    pub(crate) fn allows_skill(&self, skill: &SkillWords) -> bool {
        let Some(skills) = &self.skills else { return false };
        let on_list = skills.list.as_ref().is_none_or(|list| skill.lists.is_empty() || skill.lists.contains(list));
        on_list && skills.class.as_ref().is_none_or(|class| skill.classes.contains(class))
    }

    /// Returns the statistic with a name.
    pub(crate) fn stat(&self, name: &str) -> Option<&StatWords> {
        self.stats.iter().find(|stat| stat.name == name)
    }

    /// Returns the name of the part of the design that a label means.
    pub(crate) fn name_of(&self, label: DesignLabel) -> Option<String> {
        match label {
            DesignLabel::Stat(at) => self.stats.get(at).map(|stat| stat.name.clone()),
            DesignLabel::Track(at) => self.tracks.get(at).map(|(name, _)| name.clone()),
            DesignLabel::Flag(at) => self.flags.get(at).cloned(),
            DesignLabel::Range(at) => self.ranges.get(at).map(|(name, _, _)| name.clone()),
            DesignLabel::Row(at) => self.rows.get(at).map(|(name, _)| name.clone()),
            DesignLabel::Choice(at) => self.choices.get(at).map(|(name, _)| name.clone()),
            DesignLabel::Refer(at) => self.refers.get(at).map(|(name, _, _)| name.clone()),
            DesignLabel::Code(at) => self.codes.get(at).map(|(name, _)| name.clone()),
            DesignLabel::Hold(at) => self.holds.get(at).map(|(name, _)| name.clone()),
        }
    }

    /// Returns the aspect of the rules that an abbreviation in a list of worlds means. The abbreviation is the beginning of the aspect
    /// (`Ag`), or the initials of its words (`Na` for Non-agricultural).
    pub(crate) fn abbreviated_aspect(&self, code: &str) -> Option<&str> {
        let code = code.to_lowercase();
        let texts = || self.derived.iter().map(|(text, _)| text.as_str()).filter(|text| !text.contains('{'));
        let initials = |text: &str| crate::spelling::key(text).split('_').filter_map(|word| word.chars().next()).collect::<String>();
        texts().find(|text| text.to_lowercase().starts_with(&code)).or_else(|| texts().find(|text| initials(text) == code))
    }

    /// Returns the value of a letter of a statistic that is written in letters.
    pub(crate) fn letter(&self, stat: usize, sign: &str) -> Option<i32> {
        let mut signs = sign.chars();
        let (sign, None) = (signs.next()?, signs.next()) else { return None };
        let place = self.stats.get(stat)?.letters.iter().position(|letter| letter.eq_ignore_ascii_case(&sign))?;
        i32::try_from(place).ok()
    }

    /// Returns the name of the code whose pattern a text matches.
    pub(crate) fn code_of(&self, text: &str) -> Option<&str> {
        self.codes.iter().find(|(_, signs)| is_code(text, signs)).map(|(name, _)| name.as_str())
    }

    /// Returns the statistic that has `text` as the phrase for its current rank. The result may also be `tech`.
    pub(crate) fn phrase_of(&self, text: &str, rank: impl Fn(&str) -> Option<i32>) -> Option<&str> {
        let is_phrase = |name: &str, low: i64, phrases: &[String]| {
            let place = rank(name).and_then(|rank| usize::try_from(i64::from(rank).checked_sub(low)?).ok());
            place.and_then(|place| phrases.get(place)).is_some_and(|phrase| phrase == text)
        };
        self.phrased.iter().find(|(name, (low, phrases))| is_phrase(name, *low, phrases)).map(|(name, _)| name.as_str())
    }

    /// Returns the derived aspect whose text equals an author's text. Capitals are ignored.
    pub(crate) fn derived_aspect(&self, text: &str) -> Option<&str> {
        let key = crate::spelling::key(text);
        self.derived.iter().map(|(rule, _)| rule.as_str()).find(|rule| !rule.contains('{') && crate::spelling::key(rule) == key)
    }
}

/// True if a text has the form of a code.
fn is_code(text: &str, signs: &[CodeSign]) -> bool {
    let mut rest = text;
    for sign in signs {
        match sign {
            CodeSign::Mark(mark) => match rest.strip_prefix(mark.as_str()) {
                Some(after) => rest = after,
                None => return false,
            },
            CodeSign::Value(letters) => {
                let Some(first) = rest.chars().next() else { return false };
                let fits = if letters.is_empty() { first.is_ascii_digit() || first.is_ascii_uppercase() } else { letters.contains(&first) };
                if !fits && first != '?' {
                    return false;
                }
                rest = rest.get(first.len_utf8()..).unwrap_or_default();
            }
        }
    }
    rest.is_empty() && !text.is_empty()
}
