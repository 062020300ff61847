//! Queries of policies about a fight: distances, the state of actors, the odds of an attack.
//!
//! The results depend only on the present state, never on future dice. The odds are the odds of one roll against another roll or against a
//! recorded defence. The expected results of attacks are computed in [`super::odds`].

use crate::choice::{Choice, Verb};
use crate::event::TrackId;
use crate::ids::{ActorId, Seat, TableKey, ZoneId};
use crate::personal::Personal;
use crate::personal::defence::IncomingAttack;
use crate::personal::state::{COMPOSURE, HEALTH};
use crate::zone_map::FAR;
use slip_dice::DiceKind;
use slip_dice::fate::{RollDistribution, Track};
use slip_pack::encounter::{VictorySubject, VictoryTerm};

/// Distribution of the shifts of an attack against a defence: for each number of shifts, the number of dice rolls that give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackDistribution {
    /// The attacker's shifts if all dice show 0.
    pub margin: i32,
    /// True if the defence was recorded before, so that only the attacker rolls.
    pub standing: bool,
    /// Kind of dice that are rolled.
    pub dice: DiceKind,
}

impl AttackDistribution {
    const fn spread(self) -> RollDistribution {
        if self.standing { RollDistribution::of(self.dice) } else { RollDistribution::opposed(self.dice) }
    }

    /// Returns the number of possible rolls: 6561 for 4dF on both sides, or 81 for 4dF against a recorded defence.
    pub const fn ways(self) -> u32 {
        self.spread().all()
    }

    /// Returns the number of rolls with exactly this many shifts.
    pub fn exactly(self, shifts: i32) -> u32 {
        self.spread().exactly(shifts - self.margin)
    }

    /// Returns the number of rolls with at least this many shifts.
    pub fn at_least(self, shifts: i32) -> u32 {
        self.spread().at_least(shifts - self.margin)
    }
}

impl Personal {
    /// Returns the distance between two actors in zones, regardless of borders; [`FAR`] if there is no path.
    pub fn range(&self, a: ActorId, b: ActorId) -> u8 {
        self.roster.map.range(self.state.actors[a].zone, self.state.actors[b].zone)
    }

    /// True if `who` can see `target`.
    pub fn visible(&self, who: ActorId, target: ActorId) -> bool {
        self.state.board.sees(self.state.actors[who].zone, self.state.actors[target].zone)
    }

    /// Returns all other actors in the fight, in the order of the file.
    pub fn others(&self, who: ActorId) -> impl Iterator<Item = ActorId> {
        let active = move |&other: &ActorId| other != who && self.state.actors[other].is_active();
        self.roster.actors.keys().filter(active)
    }

    /// Returns the enemies in the fight.
    pub fn enemies(&self, who: ActorId) -> impl Iterator<Item = ActorId> {
        self.others(who).filter(move |&other| self.roster.are_enemies(who, other))
    }

    /// Returns the number of enemies in a zone.
    pub fn enemies_in(&self, who: ActorId, zone: ZoneId) -> usize {
        self.enemies(who).filter(|&enemy| self.state.actors[enemy].zone == zone).count()
    }

    /// Returns the zones in which an actor can work towards a victory of its side: zones to reach, hold or control, exits, and places of
    /// tasks.
    pub fn goals(&self, who: ActorId) -> Vec<ZoneId> {
        let own = self.roster.side(who);
        if self.roster.social.is_some() {
            return self.goals_of(own, who);
        }
        let mut goals = Vec::new();
        for victory in self.roster.victories.iter().filter(|victory| victory.side.map(Seat::of) == Some(own)) {
            victory.condition.names(&mut |atom| match atom {
                VictoryTerm::Reach { who: wanted, zones, .. } if self.is_meant(who, wanted) => {
                    goals.extend(zones.iter().map(|&zone| ZoneId::of(zone)));
                }
                VictoryTerm::LeftMap(wanted) if self.is_meant(who, wanted) => {
                    goals.extend(self.roster.map.zones.iter().filter(|(_, zone)| zone.exit).map(|(id, _)| id));
                }
                VictoryTerm::Hold { side, zone, .. } | VictoryTerm::Control { side, zone } if Seat::of(*side) == own => {
                    goals.push(ZoneId::of(*zone));
                }
                VictoryTerm::Done(number) => {
                    let number = u16::try_from(*number).unwrap_or(u16::MAX);
                    goals.extend(self.roster.map.zones.keys().filter(|&zone| self.is_task_open(who, number, zone)));
                }
                _ => {}
            });
        }
        goals.sort_unstable();
        goals.dedup();
        goals
    }

    fn is_meant(&self, who: ActorId, wanted: &VictorySubject) -> bool {
        let own = self.roster.side(who);
        match wanted {
            VictorySubject::Side(side) => Seat::of(*side) == own,
            VictorySubject::Actors(list) => {
                list.iter().any(|&(side, place)| Seat::of(side) == own && self.roster.sides[own].members.get(place) == Some(&who))
            }
            VictorySubject::Pawns(_) => false,
            VictorySubject::AtLeast(_, wanted) => self.is_meant(who, wanted),
        }
    }

    /// Returns the distance from a zone to the nearest goal of an actor. In a social conflict, returns the movement points that the actor's
    /// side needs to win. 0 if there is no goal.
    pub fn goal_distance(&self, who: ActorId, from: ZoneId) -> i64 {
        if self.roster.social.is_some() {
            return self.steps_to_win(who, from);
        }
        let distance = |goal: ZoneId| self.roster.map.range(from, goal);
        self.goals(who).into_iter().map(distance).filter(|&far| far != FAR).min().map_or(0, i64::from)
    }

    /// Returns the tracks of an actor as sheets show them. These are Health and Composure, and the tracks that its design adds. For mooks
    /// only Health is shown; in a social conflict only the tracks that the actor has.
    pub fn tracks_shown(&self, who: ActorId) -> impl Iterator<Item = (TrackId, Track)> + '_ {
        let sheet = &self.roster.actors[who];
        let talks = self.roster.social.is_some();
        let is_shown = move |&(id, track): &(TrackId, Track)| {
            let usual = !self.roster.tracks.is_own(id) && !talks;
            let gone = sheet.trackless.has(id) || (sheet.mooks && id == COMPOSURE);
            !gone && (usual || track.length() > 0)
        };
        self.roster.tracks.ids().map(move |id| (id, self.state.actors[who].track(id))).filter(is_shown)
    }

    /// Returns the number of open boxes of the actor's track that has the fewest open boxes.
    pub fn boxes_left(&self, who: ActorId) -> i64 {
        let actor = &self.state.actors[who];
        if self.roster.social.is_some() {
            let at_risk = self.tracks_at_risk();
            let counted = actor.tracks.owned().filter(|(id, _)| at_risk.has(*id) || self.roster.tracks.is_own(*id));
            return counted.map(|(_, track)| i64::from(track.open())).min().unwrap_or(0);
        }
        let health = actor.track(HEALTH).open();
        let usual = if self.roster.actors[who].mooks { health } else { health.min(actor.track(COMPOSURE).open()) };
        let own = self.roster.tracks.own().map(|id| actor.track(id)).filter(|track| track.length() > 0).map(Track::open);
        i64::from(own.fold(usual, u8::min))
    }

    /// Returns the number of free consequence slots.
    pub fn slots_left(&self, who: ActorId) -> i64 {
        i64::from(self.state.actors[who].slots.count())
    }

    /// Returns the open boxes and free slots of the active members of a side, minus those of all other actors, in hundredths of a box.
    pub fn score(&self, side: Seat) -> i64 {
        let worth = |who: ActorId| {
            let actor = &self.state.actors[who];
            let boxes: u32 = actor.tracks.iter().map(|track| u32::from(track.open())).sum();
            if actor.is_active() { i64::from(boxes) + i64::from(actor.slots.count()) } else { 0 }
        };
        let signed = |who: ActorId| if self.roster.side(who) == side { worth(who) } else { -worth(who) };
        100 * self.roster.actors.keys().map(signed).sum::<i64>()
    }

    /// Returns the odds of an attack on an actor from the attacker's zone; `None` if the attack does not reach the target. Nerve may defend
    /// if the declared attack, or `track`, aims at Composure.
    pub fn odds(&self, who: ActorId, using: Choice, target: ActorId, track: TrackId) -> Option<AttackDistribution> {
        let (from, there) = (self.state.actors[who].zone, self.state.actors[target].zone);
        if !self.reaches(who, using, from, there) || self.is_way_barred(who, using, Some(target), from) {
            return None;
        }
        let base = self.attack_roll_from(who, using, from, there);
        let attack = IncomingAttack { by: Some(who), from, at: there, track };
        let (defence, skill) = self.usual_defence(target, &attack);
        let record = self.state.actors[target].record(skill);
        let lacks = self.armour_lacks(target);
        let armoured = record.map_or(!lacks, |record| record.armoured);
        let armour = self.effective_armour(target, who, using, armoured);
        // Social conflicts have no armour. The range is subtracted in its place.
        let far = if self.roster.social.is_some() { i32::from(self.roster.map.range(from, there)) } else { 0 };
        Some(AttackDistribution { margin: base - defence - armour - far, standing: record.is_some(), dice: self.roster.settings.dice })
    }

    /// Returns the number of shifts that the asked party lacks at the point `adjust`. For the losing side the number is positive: these
    /// shifts turn the result, so that the attacker hits or the defender avoids the hit. For the winning side it is 0 or less. In social
    /// conflicts range is subtracted.
    pub fn misses_by(&self) -> i64 {
        let Some(contest) = &self.state.contest else { return 0 };
        let against = |number: usize| {
            let far = contest.defences.get(number).map_or(0, |defence| self.range_off(defence.who));
            contest.shifts_against(Some(number)) - far
        };
        i64::from(match self.state.step.n.checked_sub(1) {
            None if contest.difficulty.is_some() => {
                // The result of an obstruction, of first aid or of an act with words is as large as its shifts. Such an act therefore needs
                // at least one shift.
                let words = self.roster.social.is_some();
                let sized = words || matches!(self.state.declared.act, Some(Verb::Obstruct | Verb::FirstAid));
                let far = self.pushed().map_or(0, |pawn| self.range_off(pawn));
                i32::from(sized && self.state.nerve.at.is_none()) + far - contest.shifts_against(None)
            }
            None => 1 - (0..contest.defences.len()).map(against).max().unwrap_or(0),
            Some(number) => against(usize::from(number)),
        })
    }
}
