//! Short marks of actors for the drawn map, such as `SO` for Sefa Orrin.

use super::name_lookup::in_full;
use crate::transcript::phrases::title as title_case;
use slip_play::fight::Playable;
use slip_play::ids::{ActorId, IdVec, TableKey};
use slip_play::names::NamedThingKind;
use std::collections::BTreeSet;

/// Unique mark of each actor, made of the first letters of the actor's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    marks: IdVec<ActorId, String>,
}

impl Marks {
    /// Creates the marks of all actors of a fight; they do not change during the fight.
    pub fn of<F: Playable>(fight: &F) -> Marks {
        let mut taken = BTreeSet::new();
        let everybody = (0..fight.count(NamedThingKind::Actor)).map(ActorId::of);
        let marks = everybody.map(|who| free(fight.title_of(who), &mut taken)).collect();
        Marks { marks }
    }

    /// Returns the mark of an actor.
    pub fn mark(&self, who: ActorId) -> &str {
        self.marks.row(who).map_or("?", String::as_str)
    }

    /// Finds the actor with a mark, ignoring case; `PM#2` is PM2.
    pub fn whose(&self, mark: &str) -> Option<ActorId> {
        let mark = mark.to_lowercase().replace('#', "");
        self.marks.iter().find(|(_, known)| known.to_lowercase() == mark).map(|(who, _)| who)
    }

    /// Returns the log name of the actor that a typed word means: a name or title, with or without blanks, or a mark.
    pub(super) fn name<'f, F: Playable>(&self, fight: &'f F, word: &str) -> Option<&'f str> {
        let everybody = (0..fight.count(NamedThingKind::Actor)).map(ActorId::of);
        let names = everybody.map(|who| (who, [fight.actor(who), fight.title_of(who)]));
        in_full(names, word).or_else(|| self.whose(word)).map(|who| fight.actor(who))
    }
}

/// Returns the first free mark for a title, ignoring case: `Sefa Orrin` is SO, `Bailiff #2` is B2. `taken` contains the used marks in lower
/// case.
fn free(title: &str, taken: &mut BTreeSet<String>) -> String {
    let (name, number) = title.rsplit_once('#').map_or((title, ""), |(name, number)| (name.trim_end(), number));
    let words: Vec<&str> = name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let initials: String = words.iter().filter_map(|word| word.chars().next()).flat_map(char::to_uppercase).take(3).collect();
    let initials = if initials.is_empty() { "?".to_owned() } else { initials };
    let last = words.last().copied().unwrap_or("?");
    let longer = (2..=last.chars().count()).map(|letters| {
        let front: String = initials.chars().take(words.len().saturating_sub(1)).collect();
        let end: String = last.chars().take(letters).collect();
        format!("{front}{}{number}", title_case(&end))
    });
    let counted = (2..).map(|count| format!("{initials}{number}_{count}"));
    let mut every = std::iter::once(format!("{initials}{number}")).chain(longer).chain(counted);
    let mark = every.find(|mark| !taken.contains(&mark.to_lowercase())).unwrap_or_default();
    taken.insert(mark.to_lowercase());
    mark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_initials_and_numbers_and_no_two_are_alike() {
        let mut taken = BTreeSet::new();
        let titles = ["Sefa Orrin", "Bailiff sergeant", "Bailiff", "Bailiff #2", "Sera Oke", "Bailiff", "Bob", "Łukasz", "Øyvind"];
        let marks: Vec<String> = titles.iter().map(|title| free(title, &mut taken)).collect();
        assert_eq!(marks, ["SO", "BS", "B", "B2", "SOk", "Ba", "Bo", "Ł", "Ø"]);
    }

    #[test]
    fn marks_differ_in_more_than_the_case_of_letters_and_are_never_empty() {
        let mut taken = BTreeSet::new();
        let titles = ["Sefa Orrin", "Sera Oke", "Sam Otto Kim", "łukasz", "łucja", "???", "…"];
        let marks: Vec<String> = titles.iter().map(|title| free(title, &mut taken)).collect();
        assert_eq!(marks, ["SO", "SOk", "SOKi", "Ł", "Łu", "?", "?_2"]);
        let known = Marks { marks: marks.into_iter().collect() };
        let whose = |mark: &str| known.whose(mark).map(TableKey::place);
        assert_eq!([whose("sok"), whose("soki"), whose("ł"), whose("")], [Some(1), Some(2), Some(3), None]);
    }
}
