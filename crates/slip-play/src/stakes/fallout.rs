//! Fallout of a blow: the party resists the fallout, or marks boxes of a track.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::effects::Act;
use crate::event::{Events, Phase, StakesEvent, StakesOp};
use crate::ids::ActorId;
use crate::stakes::StakesConflict;
use crate::stakes::effects::beats;
use slip_dice::pool::Die;
use slip_pack::stakes_party::{FalloutTrack, ONLY_TRACK};

impl StakesConflict {
    /// Returns the number of open boxes of a track.
    pub fn open_boxes(&self, who: ActorId, track: u8) -> u8 {
        let marked = self.state.party(who).and_then(|party| party.boxes.get(usize::from(track)).copied());
        marked.map_or(0, |marked| self.roster.boxes(who).saturating_sub(marked))
    }

    /// Returns the numbers of the party's tracks that are not full, the one with most open boxes first.
    pub fn open_tracks(&self, who: ActorId) -> Vec<u8> {
        let all = self.roster.parties.row(who).into_iter().flat_map(|sheet| sheet.tracks());
        let mut tracks: Vec<u8> = all.filter(|&track| self.open_boxes(who, track) > 0).collect();
        tracks.sort_by_key(|&track| std::cmp::Reverse(self.open_boxes(who, track)));
        tracks
    }

    /// True if the party has a track with an open box.
    pub fn has_open_track(&self, who: ActorId) -> bool {
        !self.open_tracks(who).is_empty()
    }

    /// Returns the number of tracks of the party that are full.
    pub fn full_tracks(&self, who: ActorId) -> usize {
        self.roster.parties.row(who).map_or(0, |sheet| sheet.tracks().len()) - self.open_tracks(who).len()
    }

    /// Returns the faces of dice that resist this fallout: those higher than the fallout (R-Q12).
    pub fn resisting(&self, who: ActorId, amount: u8) -> Vec<u8> {
        if self.is_kept_from(who, Act::Resist) {
            return Vec::new();
        }
        let bonus = self.bonus(who, Act::Resist);
        let mut faces: Vec<u8> = self.state.party(who).map(|party| party.pool.faces()).unwrap_or_default();
        faces.retain(|&face| beats(Die { face, sides: face }, amount, bonus));
        faces.reverse();
        faces
    }

    /// Lists the legal answers: the lowest die that resists, higher dice, or none. If no track has an open box, the party must resist
    /// (R-Q22).
    pub(super) fn legal_resist(&self, who: ActorId, out: &mut Options) {
        let faces = self.resisting(who, self.state.blow.unwrap_or(0));
        for face in &faces {
            out.push(Choice::of(Verb::Resist).n(i16::from(*face)));
        }
        if faces.is_empty() || self.has_open_track(who) {
            out.push(Choice::of(Verb::No));
        }
    }

    /// Resists with a die, or continues with the choice of a track.
    pub(super) fn decide_resist(&self, who: ActorId, choice: Choice, out: &mut Events) {
        let face = u8::try_from(choice.n).unwrap_or(0);
        let dice = if choice.verb == Verb::Resist { self.state.party(who).and_then(|party| party.pool.showing(&[face])) } else { None };
        match dice {
            Some(dice) => {
                StakesConflict::tell(out, StakesEvent { total: u32::from(face), dice, ..StakesEvent::of(StakesOp::Resist, who) });
                StakesConflict::on(out, Phase::Sees);
            }
            None if self.has_open_track(who) => StakesConflict::go(out, Phase::Fallout, who, 0),
            None => StakesConflict::on(out, Phase::Sees),
        }
    }

    /// Lists the legal answers: every track with an open box, the track with most open boxes first.
    pub(super) fn legal_tracks(&self, who: ActorId, out: &mut Options) {
        for track in self.open_tracks(who) {
            out.push(Choice::of(Verb::Aim).n(i16::from(track)));
        }
    }

    /// Marks boxes; boxes past the end of the track are lost (R-Q13). A party whose only track is full must give.
    pub(super) fn decide_track(&self, who: ActorId, answer: &Answer, out: &mut Events) {
        let track = u8::try_from(answer.choice.n).unwrap_or(0);
        let due = self.state.blow.unwrap_or(0);
        let room = self.open_boxes(who, track);
        let boxes = due.min(room);
        // The event contains the player's sentence. It is used if the fallout fills a row or kills.
        let say = answer.say.clone().filter(|say| !say.is_empty());
        StakesConflict::tell(
            out,
            StakesEvent { total: u32::from(due), track: Some(track), boxes, say, ..StakesEvent::of(StakesOp::Fallout, who) },
        );
        let only = self.roster.parties.row(who).is_some_and(|sheet| !sheet.is_operative());
        if only && boxes == room && self.state.is_active(who) {
            return self.drop_out(who, StakesOp::Full, out);
        }
        StakesConflict::on(out, Phase::Sees);
    }

    /// Takes a party out of the conflict.
    pub(super) fn drop_out(&self, who: ActorId, how: StakesOp, out: &mut Events) {
        StakesConflict::tell(out, StakesEvent::of(how, who));
        StakesConflict::on(out, Phase::Sees);
    }

    /// Removes a party that cannot see a raise. It loses the stakes and, if the rules say so, also takes a blow (R-Q9, R-ZA2).
    pub(super) fn lose(&self, who: ActorId, out: &mut Events) {
        let boxes = if self.roster.settings.loss_fallout { self.blow_on(who) } else { 0 };
        StakesConflict::tell(out, StakesEvent { boxes, ..StakesEvent::of(StakesOp::Lose, who) });
        if boxes > 0 {
            return StakesConflict::go(out, Phase::Resist, who, 0);
        }
        StakesConflict::on(out, Phase::Sees);
    }
}

/// Number of the single track that an opposition has. The numbers below it are the tracks of an operative.
pub const ONLY: u8 = 4;
/// Number of tracks of operatives and oppositions together.
pub const TRACKS: usize = ONLY as usize + 1;

/// Returns the name of a track.
pub fn track_word(track: u8) -> &'static str {
    FalloutTrack::ALL.get(usize::from(track)).map_or(ONLY_TRACK, |track| track.word())
}
