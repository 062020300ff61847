//! What seats may ask of a fight: who is how far off, who is how well off, the odds of an attack.
//!
//! All of it is about the present state and never about dice to come; totals are those of the tables of personal.md
//! 13.1 (dice against dice, or dice against a live record). What attacks promise is reckoned in [`super::prospect`].

use crate::board::FAR;
use crate::choice::{Choice, Verb};
use crate::event::TrackId;
use crate::ids::{ActorId, Key, Seat, ZoneId};
use crate::personal::Personal;
use crate::personal::state::{COMPOSURE, HEALTH};
use slip_dice::Kind;
use slip_dice::fate::Spread;
use slip_pack::encounter::{Atom, Who};

/// The ways in which the dice of an attack can fall against a defence: margins with their counts, and the sum of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The attacker's shifts if all dice lie at 0.
    pub margin: i32,
    /// True if the defence is a record, so that only the attacker rolls.
    pub standing: bool,
    /// The dice that are rolled.
    pub dice: Kind,
}

impl Odds {
    const fn spread(self) -> Spread {
        if self.standing { Spread::of(self.dice) } else { Spread::opposed(self.dice) }
    }

    /// Ways in all: of 4dF 6561, or 81 against a record.
    pub const fn ways(self) -> u32 {
        self.spread().all()
    }

    /// Ways in which the attack comes to exactly so many shifts.
    pub fn exactly(self, shifts: i32) -> u32 {
        self.spread().exactly(shifts - self.margin)
    }

    /// Ways in which the attack comes to so many shifts or more.
    pub fn at_least(self, shifts: i32) -> u32 {
        self.spread().at_least(shifts - self.margin)
    }
}

impl Personal {
    /// Zones from one to another, whatever crossing costs; [`FAR`] if there is no way.
    pub fn range(&self, a: ActorId, b: ActorId) -> u8 {
        self.roster.map.range(self.state.actors[a].zone, self.state.actors[b].zone)
    }

    /// True if one sees another.
    pub fn visible(&self, who: ActorId, target: ActorId) -> bool {
        self.state.board.sees(self.state.actors[who].zone, self.state.actors[target].zone)
    }

    /// Everybody else who is in the fight, in the order of the file.
    pub fn others(&self, who: ActorId) -> impl Iterator<Item = ActorId> {
        let active = move |&other: &ActorId| other != who && self.state.actors[other].is_active();
        self.roster.actors.keys().filter(active)
    }

    /// Enemies in the fight.
    pub fn enemies(&self, who: ActorId) -> impl Iterator<Item = ActorId> {
        self.others(who).filter(move |&other| self.roster.are_enemies(who, other))
    }

    /// How many enemies stand in a zone.
    pub fn enemies_in(&self, who: ActorId, zone: ZoneId) -> usize {
        self.enemies(who).filter(|&enemy| self.state.actors[enemy].zone == zone).count()
    }

    /// Zones that somebody's side wins by reaching, as far as it is they who should reach them.
    pub fn goals(&self, who: ActorId) -> Vec<ZoneId> {
        let own = self.roster.side(who);
        if self.roster.social.is_some() {
            return self.goals_of(own, who);
        }
        let mut goals = Vec::new();
        for victory in self.roster.victories.iter().filter(|victory| victory.side.map(Seat::of) == Some(own)) {
            victory.condition.names(&mut |atom| match atom {
                Atom::Reach { who: wanted, zones, .. } if self.is_meant(who, wanted) => {
                    goals.extend(zones.iter().map(|&zone| ZoneId::of(zone)));
                }
                Atom::LeftMap(wanted) if self.is_meant(who, wanted) => {
                    goals.extend(self.roster.map.zones.iter().filter(|(_, zone)| zone.exit).map(|(id, _)| id));
                }
                Atom::Hold { side, zone, .. } | Atom::Control { side, zone } if Seat::of(*side) == own => {
                    goals.push(ZoneId::of(*zone));
                }
                Atom::Done(number) => {
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

    fn is_meant(&self, who: ActorId, wanted: &Who) -> bool {
        let own = self.roster.side(who);
        match wanted {
            Who::Side(side) => Seat::of(*side) == own,
            Who::Actors(list) => {
                list.iter().any(|&(side, place)| Seat::of(side) == own && self.roster.sides[own].members.get(place) == Some(&who))
            }
            Who::Pawns(_) => false,
            Who::AtLeast(_, wanted) => self.is_meant(who, wanted),
        }
    }

    /// Zones from a zone to the nearest goal of somebody; 0 if there is none.
    pub fn goal_distance(&self, who: ActorId, from: ZoneId) -> i64 {
        if self.roster.social.is_some() {
            return self.steps_to_win(who, from);
        }
        let distance = |goal: ZoneId| self.roster.map.range(from, goal);
        self.goals(who).into_iter().map(distance).filter(|&far| far != FAR).min().map_or(0, i64::from)
    }

    /// Open boxes of the track that is nearest its end.
    pub fn boxes_left(&self, who: ActorId) -> i64 {
        let actor = &self.state.actors[who];
        if self.roster.social.is_some() {
            return self.tracks_at_risk(Some(who)).map(|track| i64::from(actor.track(track).open())).min().unwrap_or(0);
        }
        let health = actor.track(HEALTH).open();
        let least = if self.roster.actors[who].mooks { health } else { health.min(actor.track(COMPOSURE).open()) };
        i64::from(least)
    }

    /// Free consequence slots.
    pub fn slots_left(&self, who: ActorId) -> i64 {
        i64::from(self.state.actors[who].slots.count())
    }

    /// Boxes and slots of a side's active members, less those of all others, in hundredths of a box.
    pub fn score(&self, side: Seat) -> i64 {
        let worth = |who: ActorId| {
            let actor = &self.state.actors[who];
            let boxes: u32 = actor.tracks.iter().map(|track| u32::from(track.open())).sum();
            if actor.is_active() { i64::from(boxes) + i64::from(actor.slots.count()) } else { 0 }
        };
        let signed = |who: ActorId| if self.roster.side(who) == side { worth(who) } else { -worth(who) };
        100 * self.roster.actors.keys().map(signed).sum::<i64>()
    }

    /// The odds of an attack on somebody from where the attacker stands; with an attack declared on their Composure (or
    /// `track` saying so) nerve may defend. `None` if it does not reach them.
    pub fn odds(&self, who: ActorId, using: Choice, target: ActorId, track: TrackId) -> Option<Odds> {
        let (from, there) = (self.state.actors[who].zone, self.state.actors[target].zone);
        if !self.reaches(who, using, from, there) {
            return None;
        }
        let base = self.attack_roll_from(who, using, from, there);
        let skills = self.defence_skills_against(target, track);
        let defences = skills.into_iter().map(|skill| (self.expected_defence(target, skill), skill));
        let (defence, skill) = defences.max_by_key(|&(total, skill)| (total, std::cmp::Reverse(skill)))?;
        let record = self.state.actors[target].record(skill);
        let lacks = self.armour_lacks(target);
        let armoured = record.map_or(!lacks, |record| record.armoured);
        let armour = self.effective_armour(target, who, using, armoured);
        // Against words there is no armour, and range counts instead.
        let far = if self.roster.social.is_some() { i32::from(self.roster.map.range(from, there)) } else { 0 };
        Some(Odds { margin: base - defence - armour - far, standing: record.is_some(), dice: self.roster.settings.dice })
    }

    /// In `adjust`: shifts the asked party still lacks. Positive for the losing side: points to turn the result (for an
    /// attacker to hit, for a defender to make it a miss); 0 or less for the winning one. Against words range takes off its part.
    pub fn misses_by(&self) -> i64 {
        let Some(contest) = &self.state.contest else { return 0 };
        let against = |number: usize| {
            let far = contest.defences.get(number).map_or(0, |defence| self.range_off(defence.who));
            contest.shifts_against(Some(number)) - far
        };
        i64::from(match self.state.step.n.checked_sub(1) {
            None if contest.difficulty.is_some() => {
                // Sized by its shifts, as all that is done with words, and so nothing without one.
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
