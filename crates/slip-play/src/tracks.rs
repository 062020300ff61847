//! Stress tracks of a fight: their names, sets of them, and the boxes of each actor.
//!
//! A kind of conflict has usual tracks (Frame, Data and Heat between ships), which have the first numbers. The designs of the participants
//! may declare further tracks (R-E27), which follow in alphabetical order. No code has a fixed list of tracks: they are looked up with
//! [`TrackNames`] and [`Tracks`].

use crate::begin::BeginError;
use crate::event::TrackId;
use ecow::{EcoString, eco_format};
use slip_dice::fate::{Grade, Track};
use slip_pack::Name;
use slip_pack::effect::Play;
use slip_pack::encounter::Encounter;
use slip_pack::item::BuiltItem;
use slip_pack::ruleset::Rules;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::ops::{BitOr, BitOrAssign, Deref, DerefMut};

/// Maximum number of different tracks in a fight.
pub const MOST_TRACKS: usize = 64;

/// Settings that name the tracks of people, each with the default name. Each kind of conflict uses only some of these tracks.
const TRACKS_OF_PEOPLE: [(&str, &str); 3] = [("health_track", "health"), ("composure_track", "composure"), ("wealth_track", "wealth")];

/// Set of tracks of a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrackSet(u64);

impl TrackSet {
    /// The set without tracks.
    pub const NONE: TrackSet = TrackSet(0);

    /// Returns the set of one track.
    pub const fn of(track: TrackId) -> TrackSet {
        match 1_u64.checked_shl(track.0 as u32) {
            Some(bit) => TrackSet(bit),
            None => TrackSet::NONE,
        }
    }

    /// True if the track is in the set.
    pub const fn has(self, track: TrackId) -> bool {
        self.0 & TrackSet::of(track).0 != 0
    }

    /// True if the set has no track.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of tracks in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the set with a track.
    #[must_use]
    pub const fn with(self, track: TrackId) -> TrackSet {
        TrackSet(self.0 | TrackSet::of(track).0)
    }

    /// Returns the set without a track.
    #[must_use]
    pub const fn without(self, track: TrackId) -> TrackSet {
        TrackSet(self.0 & !TrackSet::of(track).0)
    }

    /// Returns the tracks by number.
    pub fn iter(self) -> impl Iterator<Item = TrackId> {
        (0_u8..64).map(TrackId).filter(move |&track| self.has(track))
    }

    /// Returns the track with the lowest number.
    pub fn first(self) -> Option<TrackId> {
        if self.is_empty() { None } else { u8::try_from(self.0.trailing_zeros()).ok().map(TrackId) }
    }

    /// Returns the set as a number, one bit for each track, for keys of caches.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl BitOr for TrackSet {
    type Output = TrackSet;

    fn bitor(self, other: TrackSet) -> TrackSet {
        TrackSet(self.0 | other.0)
    }
}

impl BitOrAssign for TrackSet {
    fn bitor_assign(&mut self, other: TrackSet) {
        self.0 |= other.0;
    }
}

impl FromIterator<TrackId> for TrackSet {
    fn from_iter<I: IntoIterator<Item = TrackId>>(tracks: I) -> TrackSet {
        tracks.into_iter().fold(TrackSet::NONE, |all, track| all | TrackSet::of(track))
    }
}

impl From<TrackId> for TrackSet {
    fn from(track: TrackId) -> TrackSet {
        TrackSet::of(track)
    }
}

/// Boxes of an actor on each track of the fight, by [`TrackId`]. A track that the actor does not have has no boxes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tracks(SmallVec<[Track; 3]>);

impl Tracks {
    /// Returns the track with this number, or a track without boxes if there is none.
    pub fn of(&self, track: TrackId) -> Track {
        self.0.get(usize::from(track.0)).copied().unwrap_or_default()
    }

    /// Changes the track with this number, if there is one.
    pub fn change(&mut self, track: TrackId, how: impl FnOnce(&mut Track)) {
        if let Some(track) = self.0.get_mut(usize::from(track.0)) {
            how(track);
        }
    }

    /// Returns the tracks that the actor has, by number.
    pub fn owned(&self) -> impl Iterator<Item = (TrackId, Track)> + '_ {
        (0_u8..).map(TrackId).zip(self.0.iter().copied()).filter(|(_, track)| track.length() > 0)
    }
}

impl Clone for Tracks {
    fn clone(&self) -> Tracks {
        Tracks(self.0.clone())
    }

    fn clone_from(&mut self, from: &Tracks) {
        self.0.clone_from(&from.0);
    }
}

impl Deref for Tracks {
    type Target = [Track];

    fn deref(&self) -> &[Track] {
        &self.0
    }
}

impl DerefMut for Tracks {
    fn deref_mut(&mut self) -> &mut [Track] {
        &mut self.0
    }
}

impl FromIterator<Track> for Tracks {
    fn from_iter<I: IntoIterator<Item = Track>>(tracks: I) -> Tracks {
        Tracks(tracks.into_iter().collect())
    }
}

/// Names of the tracks of a fight, by [`TrackId`]: first the usual tracks of the conflict, then the tracks that designs add, in order of
/// name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrackNames {
    names: Vec<EcoString>,
    usual: usize,
}

impl TrackNames {
    /// Returns the names of the tracks of a fight. `usual` are the tracks of the conflict; the designs of `items` add theirs. A track of
    /// another kind of conflict (Wealth in a fight with weapons) is left out, unless an effect in this fight names it.
    ///
    /// # Errors
    /// [`BeginError::TooMany`] if there are more than [`MOST_TRACKS`].
    pub fn new<'a>(
        encounter: &Encounter,
        play: Play,
        usual: &[EcoString],
        items: impl IntoIterator<Item = &'a BuiltItem>,
    ) -> Result<TrackNames, BeginError> {
        let rules = &encounter.rules;
        let mut owned: BTreeSet<&Name> = BTreeSet::new();
        let mut named = super::effects::tracks_named(&encounter.effects, play);
        named.extend(super::effects::tracks_named(&rules.effects, play));
        for item in items {
            owned.extend(item.tracks.keys());
            named.extend(super::effects::tracks_named(&item.effects, play));
        }
        let kept = |name: &Name| is_kept_for_another_conflict(rules, name) && !named.contains(name);
        let own = owned.into_iter().filter(|name| !usual.contains(name) && !kept(name));
        let names: Vec<EcoString> = usual.iter().chain(own).cloned().collect();
        if names.len() > MOST_TRACKS {
            return Err(BeginError::TooMany { what: "tracks", most: MOST_TRACKS });
        }
        Ok(TrackNames { names, usual: usual.len() })
    }

    /// Returns the name of the track with this number, or an empty text if there is none.
    pub fn name(&self, track: TrackId) -> &str {
        self.names.get(usize::from(track.0)).map_or("", |name| name.as_str())
    }

    /// Returns the track with a name.
    pub fn find(&self, name: &str) -> Option<TrackId> {
        self.ids().zip(&self.names).find(|(_, known)| *known == name).map(|(id, _)| id)
    }

    /// Returns the names by number.
    pub fn iter(&self) -> impl Iterator<Item = &EcoString> {
        self.names.iter()
    }

    /// Returns the numbers of all tracks.
    pub fn ids(&self) -> impl Iterator<Item = TrackId> + use<> {
        (0..u8::try_from(self.names.len()).unwrap_or(u8::MAX)).map(TrackId)
    }

    /// Returns the numbers of the tracks that designs add.
    pub fn own(&self) -> impl Iterator<Item = TrackId> + use<> {
        self.ids().skip(self.usual)
    }

    /// True if a design adds the track.
    pub fn is_own(&self, track: TrackId) -> bool {
        usize::from(track.0) >= self.usual && self.has(track)
    }

    /// True if there is a track with this number.
    pub fn has(&self, track: TrackId) -> bool {
        usize::from(track.0) < self.names.len()
    }

    /// Returns the default text of a consequence on a track that a design adds; `None` for the usual tracks.
    pub fn own_consequence(&self, grade: Grade, track: TrackId) -> Option<EcoString> {
        let state = match grade {
            Grade::Mild => "strained",
            Grade::Moderate => "failing",
            Grade::Severe => "broken",
        };
        self.is_own(track).then(|| eco_format!("{} {state}", in_words(self.name(track))))
    }

    /// Returns the boxes of each track of an item. A track that an effect takes away (`boxes of data is none`) has no boxes.
    pub fn of_item<'a>(&'a self, item: &'a BuiltItem) -> impl Iterator<Item = Track> + 'a {
        self.names.iter().map(|name| {
            let boxes = item.tracks.get(name).copied().filter(|_| !super::effects::is_trackless(&item.effects, name));
            Track::new(boxes.unwrap_or(0))
        })
    }
}

/// Returns the name of a track in words: `mental_shield` is "Mental shield".
fn in_words(name: &str) -> String {
    let mut letters = name.chars().map(|letter| if letter == '_' { ' ' } else { letter });
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// True if a name is that of a usual track of people: Health, Composure or Wealth. The rules use this track in some kind of conflict.
fn is_kept_for_another_conflict(rules: &Rules, name: &str) -> bool {
    TRACKS_OF_PEOPLE.iter().any(|(setting, default)| rules.word(setting, default) == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_tracks_by_number() {
        let set: TrackSet = [TrackId(5), TrackId(0), TrackId(63)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [TrackId(0), TrackId(5), TrackId(63)]);
        assert_eq!((set.len(), set.first(), set.without(TrackId(0)).first()), (3, Some(TrackId(0)), Some(TrackId(5))));
        assert!(set.has(TrackId(5)) && !set.has(TrackId(4)));
    }

    #[test]
    fn a_number_beyond_the_largest_is_in_no_set() {
        assert_eq!(TrackSet::of(TrackId(64)), TrackSet::NONE);
        assert!(!TrackSet::of(TrackId(3)).has(TrackId(200)));
        assert_eq!(TrackSet::NONE.first(), None);
    }

    #[test]
    fn a_track_that_the_actor_does_not_have_has_no_boxes() {
        let tracks: Tracks = [Track::new(3), Track::new(0)].into_iter().collect();
        assert_eq!([0, 1, 2].map(|number| tracks.of(TrackId(number)).length()), [3, 0, 0]);
        assert_eq!(tracks.owned().map(|(id, _)| id).collect::<Vec<_>>(), [TrackId(0)]);
    }
}
