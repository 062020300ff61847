//! Finds actors, zones, borders and aspects by the names that people type: file name, title, mark, or the beginning of a name.

use super::actor_marks::Marks;
use slip_dice::fate::{Aspect, Holder};
use slip_play::ids::{ActorId, AspectId, BorderId, IdVec, Seat, TableKey, ZoneId};
use slip_play::names::{NamedThingKind, Names};
use slip_play::personal::Personal;

/// A fight, and the names by which players can refer to its actors, zones, borders and aspects.
#[derive(Clone, Copy, Debug)]
pub struct PersonalLookup<'a> {
    /// Fight in which the names are looked up.
    pub fight: &'a Personal,
    /// Marks of the actors in the fight.
    pub marks: &'a Marks,
}

impl PersonalLookup<'_> {
    /// Finds an actor: `bailiff#2`, `Bailiff #2`, `B2`, or an unambiguous beginning of a name.
    ///
    /// # Errors
    /// Returns a sentence that lists the available names.
    pub fn actor(&self, word: &str) -> Result<ActorId, String> {
        let actors = &self.fight.roster.actors;
        let names = actors.iter().map(|(id, sheet)| (id, [sheet.name.as_str(), sheet.title.as_str()]));
        let found = one_or(names, word, || self.marks.whose(word));
        found.ok_or_else(|| {
            let names = with_marks(self.marks, actors.iter().map(|(id, sheet)| (id, sheet.title.as_str())));
            format!("there is no `{word}` in this fight; choose from {names}")
        })
    }

    /// Finds a zone: `lamp_room`, `Lamp room`, or an unambiguous beginning of a name.
    ///
    /// # Errors
    /// Returns a sentence that lists the available names.
    pub fn zone(&self, word: &str) -> Result<ZoneId, String> {
        let zones = &self.fight.roster.map.zones;
        let names = zones.iter().map(|(id, zone)| (id, [zone.name.as_str(), zone.title.as_str()]));
        one(names, word)
            .ok_or_else(|| format!("there is no zone `{word}`; the zones are {}", list(zones.values().map(|zone| zone.title.as_str()))))
    }

    /// Finds a border by its name or by the zones on both sides.
    ///
    /// # Errors
    /// Returns a sentence that lists the available borders.
    pub fn border(&self, words: &str) -> Result<BorderId, String> {
        let map = &self.fight.roster.map;
        if let Some((a, b)) = words.split_once("--") {
            let (a, b) = (self.zone(unquoted(a))?, self.zone(unquoted(b))?);
            let between = |(_, border): &(BorderId, &slip_play::zone_map::MapBorder)| [(a, b), (b, a)].contains(&(border.a, border.b));
            let found = map.borders.iter().find(between);
            return found
                .map(|(id, _)| id)
                .ok_or_else(|| format!("there is no border between {} and {}", map.zones[a].title, map.zones[b].title));
        }
        let names = map.borders.iter().filter(|(_, border)| border.titled).map(|(id, border)| (id, [border.title.as_str(); 2]));
        let titled = || list(map.borders.values().filter(|border| border.titled).map(|border| border.title.as_str()));
        one(names, unquoted(words)).ok_or_else(|| format!("there is no border `{words}`: write `ZONE -- ZONE`, or one of {}", titled()))
    }

    /// Finds the holder of an aspect: the scene, a zone, or an actor.
    ///
    /// # Errors
    /// Returns a sentence that lists the available names.
    pub fn holder(&self, word: &str) -> Result<Holder, String> {
        if word.eq_ignore_ascii_case("scene") {
            return Ok(Holder::Scene);
        }
        let roster = &self.fight.roster;
        // The complete name of a zone or an actor takes precedence over the beginning of another name.
        let zones = roster.map.zones.iter().map(|(id, zone)| (Holder::Zone(id.0), [zone.name.as_str(), zone.title.as_str()]));
        let people = roster.actors.iter().map(|(id, sheet)| (Holder::Actor(id.0), [sheet.name.as_str(), sheet.title.as_str()]));
        let found = one_or(zones.chain(people), word, || self.marks.whose(word).map(|who| Holder::Actor(who.0)));
        found.or_else(|| self.zone(word).ok().map(|zone| Holder::Zone(zone.0))).ok_or_else(|| {
            let zones = roster.map.zones.values().map(|zone| zone.title.as_str());
            let people = roster.actors.values().map(|sheet| sheet.title.as_str());
            format!("there is no `{word}` in this fight; write `scene` or one of {}", list(zones.chain(people)))
        })
    }
}

/// Lists actors by their titles, each with the mark that may be typed for it.
pub(super) fn with_marks<'t>(marks: &Marks, actors: impl Iterator<Item = (ActorId, &'t str)>) -> String {
    let one = |(who, title): (ActorId, &str)| match marks.mark(who) {
        "" => title.to_owned(),
        mark => format!("{title} ({mark})"),
    };
    actors.map(one).collect::<Vec<_>>().join(", ")
}

/// Finds a side by its name.
///
/// # Errors
/// Returns a sentence that lists the available names.
pub(super) fn side<F: Names>(fight: &F, word: &str) -> Result<Seat, String> {
    let names = fight.all(NamedThingKind::Side);
    let found = one(names.iter().enumerate().map(|(place, &name)| (Seat::of(place), [name, name])), word);
    found.ok_or_else(|| format!("there is no side `{word}`; the sides are {}", list(names.into_iter())))
}

/// Finds an aspect in play by its text, on the holder `on` or, without one, on any holder; `title` returns the title of a holder.
///
/// # Errors
/// Returns a sentence if there is no such aspect, or if several holders have it and `on` is `None`.
pub(super) fn aspect(
    aspects: &IdVec<AspectId, Aspect>,
    text: &str,
    on: Option<Holder>,
    title: impl Fn(Holder) -> String,
) -> Result<AspectId, String> {
    let same = |words: &str| words.to_lowercase() == text.to_lowercase();
    let there = aspects.iter().filter(|(_, aspect)| aspect.present && same(&aspect.text));
    let found: Vec<AspectId> = there.filter(|(_, aspect)| on.is_none_or(|on| aspect.holder == on)).map(|(id, _)| id).collect();
    match found.as_slice() {
        [id] => Ok(*id),
        [] => Err(format!("there is no aspect \"{text}\" in play{}", on.map(|on| format!(" on {}", title(on))).unwrap_or_default())),
        // These aspects have the same text and holder, so it does not matter which of them is taken.
        [first, rest @ ..] if rest.iter().all(|&id| aspects[id].holder == aspects[*first].holder) => Ok(*first),
        several => {
            let holders = several.iter().filter_map(|&id| aspects.row(id));
            let holders: Vec<String> = holders.map(|aspect| title(aspect.holder)).collect();
            Err(format!("\"{text}\" is on {}: add `on NAME`", holders.join(" and on ")))
        }
    }
}

/// Removes the quotes around words.
pub(super) fn unquoted(words: &str) -> &str {
    words.trim().trim_matches('"')
}

/// Finds the entry with a given name. Its name is the word; otherwise it is the only entry with a name that begins with the word.
pub(super) fn one<'n, T: Copy + PartialEq>(names: impl Iterator<Item = (T, [&'n str; 2])>, word: &str) -> Option<T> {
    one_or(names, word, || None)
}

/// Finds the entry that a word names: the entry with exactly this name, else the entry that `other` finds (for example by marks), else the
/// only entry whose name begins with the word.
pub(super) fn one_or<'n, T: Copy + PartialEq>(
    names: impl Iterator<Item = (T, [&'n str; 2])>,
    word: &str,
    other: impl FnOnce() -> Option<T>,
) -> Option<T> {
    let names: Vec<(T, [&str; 2])> = names.collect();
    in_full(names.iter().copied(), word).or_else(other).or_else(|| {
        let word = plain(word);
        let mut begins = Vec::new();
        for (id, names) in names.into_iter().filter(|_| word.chars().count() > 1) {
            if names.iter().any(|name| plain(name).starts_with(&word)) && !begins.contains(&id) {
                begins.push(id);
            }
        }
        match begins.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    })
}

/// Finds the entry whose complete name matches a word, with or without blanks. The `#` of a numbered copy can be left out: `guard2` finds
/// `guard#2`, unless another entry is called `guard2`.
pub(super) fn in_full<'n, T: Copy>(names: impl Iterator<Item = (T, [&'n str; 2])>, word: &str) -> Option<T> {
    let joined = |name: &str| name.to_lowercase().replace([' ', '_'], "");
    let (as_said, bare) = (joined(word), plain(word));
    let mut sounds_so = None;
    for (id, names) in names {
        if names.iter().any(|name| joined(name) == as_said) {
            return Some(id);
        }
        if sounds_so.is_none() && names.iter().any(|name| plain(name) == bare) {
            sounds_so = Some(id);
        }
    }
    sounds_so
}

/// Normalises a name for comparison: lower case, without blanks, underscores and `#`.
fn plain(name: &str) -> String {
    name.to_lowercase().replace([' ', '_', '#'], "")
}

/// Joins names with commas.
pub(super) fn list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_full_comes_before_a_mark_and_a_mark_before_the_beginning_of_a_name() {
        let names = || [(0, ["sefa_orrin", "Sefa Orrin"]), (1, ["sonya", "Sonya"]), (2, ["so", "So"])].into_iter();
        let mark = || Some(0);
        assert_eq!(one_or(names(), "So", mark), Some(2));
        assert_eq!(one_or(names().take(2), "SO", mark), Some(0), "the mark of Sefa Orrin, not the beginning of Sonya");
        assert_eq!(one(names().take(2), "so"), Some(1));
        assert_eq!(one(names(), "s"), None, "a letter is no beginning");
        let guards = || [(0, ["guard#2", "Guard #2"]), (1, ["guard2", "Guard2"])].into_iter();
        assert_eq!([one(guards(), "Guard #2"), one(guards(), "guard2"), one(guards().take(1), "guard2")], [Some(0), Some(1), Some(0)]);
        assert_eq!(one([(0, ["ada", "Ada"]), (1, ["adam", "Adam"])].into_iter(), "ad"), None, "it may be two");
    }
}
