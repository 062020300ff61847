//! Which tracks attacks between ships hit (effects.md 2, R-S27, R-VA10). Floor 5.

use crate::pack::effect::HitKind;
use crate::play::effects::{Does, Hook, Witness};
use crate::play::event::TrackId;
use crate::play::ids::ActorId;
use crate::play::space::Space;
use crate::play::space::kinds::SpaceRoll;
use crate::play::space::roster::Weapon;
use crate::play::space::state::{DATA, FRAME};

/// All tracks of a ship, by their numbers.
const TRACKS: [TrackId; 3] = [TrackId(0), TrackId(1), TrackId(2)];

impl Space {
    /// The tracks an attack with a weapon hits: its usual one or another instead, and those that are added (R-S27). What one has
    /// chosen goes before what lines set.
    pub fn tracks_hit(&self, ship: ActorId, weapon: Weapon, foe: Option<ActorId>) -> (TrackId, [Option<TrackId>; 2]) {
        let usual = if weapon == Weapon::Ew { DATA } else { FRAME };
        if !self.roster.lines.any(Hook::Tracks) {
            return (usual, [None; 2]);
        }
        let at = self.at(ship, SpaceRoll::attack(weapon), foe);
        let first = |bits: u8| TrackId(u8::try_from(bits.trailing_zeros()).unwrap_or(0));
        let mut main: Option<(bool, u8, u16, TrackId)> = None;
        let mut added = 0;
        for (number, line) in self.lines_at(Hook::Tracks, &at) {
            let Does::Tracks { tracks, how, .. } = &line.does else { continue };
            if *how == HitKind::Too {
                added |= *tracks;
                continue;
            }
            let new = (*how == HitKind::Only, line.carrier.distance(), number, first(*tracks));
            main = Some(main.map_or(new, |old| old.min(new)));
        }
        let main = main.map_or(usual, |(.., track)| track);
        let mut besides = TRACKS.into_iter().filter(|&track| track != main && added >> track.0 & 1 == 1);
        (main, [besides.next(), besides.next()])
    }
}
