//! What seats may ask of a fight: ranges, chances, worth. Whole numbers only: chances in percent, stress in hundredths
//! of a box. Floor 5.
//!
//! All of it is about the present state and never about dice to come; totals are those of the tables of personal.md
//! 13.1 (dice against dice, or dice against a live record).

use crate::dice::Kind;
use crate::fate::Spread;
use crate::fate::purse::spin_of;
use crate::fate::track::Landing;
use crate::pack::encounter::{Atom, Who};
use crate::play::board::FAR;
use crate::play::choice::{Choice, Verb};
use crate::play::event::TrackId;
use crate::play::ids::{ActorId, Id, Key, Seat, ZoneId};
use crate::play::personal::Personal;
use crate::play::personal::state::{COMPOSURE, HEALTH};

/// The ways in which the dice of an attack can fall against a defence: margins with their counts, and the sum of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The attacker's shifts if all dice lie at 0.
    pub margin: i32,
    /// Whether the defence is a record, so that only the attacker rolls.
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

    /// Mean stress in hundredths of a box, rounded down.
    pub fn mean_stress(self) -> i64 {
        let sum: i64 = (1..=self.margin + self.spread().most()).map(|shifts| i64::from(shifts) * i64::from(self.exactly(shifts))).sum();
        sum * 100 / i64::from(self.ways())
    }

    /// A number of ways in percent, rounded down.
    pub fn percent(self, ways: u32) -> i64 {
        i64::from(ways) * 100 / i64::from(self.ways())
    }
}

impl Personal {
    /// Zones from one to another, whatever crossing costs; [`FAR`] if there is no way.
    pub fn range(&self, a: ActorId, b: ActorId) -> u8 {
        self.roster.map.range(self.state.actors[a].zone, self.state.actors[b].zone)
    }

    /// Whether one sees another.
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

    /// Allies in the fight, without oneself.
    pub fn allies(&self, who: ActorId) -> impl Iterator<Item = ActorId> {
        self.others(who).filter(move |&other| !self.roster.are_enemies(who, other))
    }

    /// How many enemies stand in a zone.
    pub fn enemies_in(&self, who: ActorId, zone: ZoneId) -> usize {
        self.enemies(who).filter(|&enemy| self.state.actors[enemy].zone == zone).count()
    }

    /// How many allies stand in a zone, without oneself.
    pub fn allies_in(&self, who: ActorId, zone: ZoneId) -> usize {
        self.allies(who).filter(|&ally| self.state.actors[ally].zone == zone).count()
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

    /// Open boxes of a track.
    pub fn open_boxes(&self, who: ActorId, track: TrackId) -> i64 {
        i64::from(self.state.actors[who].track(track).open())
    }

    /// Free consequence slots.
    pub fn slots_left(&self, who: ActorId) -> i64 {
        i64::from(self.state.actors[who].slots.count())
    }

    /// Spin a side may spend.
    pub fn spin_left(&self, side: Seat) -> i64 {
        i64::from(spin_of(&self.state.spin, side.0))
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
        self.odds_from(who, using, target, track, self.state.actors[who].zone)
    }

    /// As [`Personal::odds`], from another zone.
    pub fn odds_from(&self, who: ActorId, using: Choice, target: ActorId, track: TrackId, from: ZoneId) -> Option<Odds> {
        let there = self.state.actors[target].zone;
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

    /// The best odds of an attack this turn, the free point of movement included.
    pub fn best_odds(&self, who: ActorId, using: Choice, target: ActorId, track: TrackId) -> Option<Odds> {
        let from = self.footholds(who);
        from.into_iter().filter_map(|zone| self.odds_from(who, using, target, track, zone)).max_by_key(|odds| odds.margin)
    }

    /// Whom an attack is aimed at: one, or everybody it would strike in a zone.
    fn aims(&self, who: ActorId, using: Choice, it: Id) -> Vec<ActorId> {
        match it {
            Id::Actor(target) => vec![target],
            Id::Zone(zone) if using.how & Choice::AREA != 0 => {
                self.others(who).filter(|&other| self.state.actors[other].zone == zone).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Expected stress of an attack in hundredths of a box: on enemies, less that on allies.
    pub fn expected(&self, who: ActorId, using: Choice, it: Id, track: TrackId) -> i64 {
        let worth = |target: ActorId| {
            let stress = self.best_odds(who, using, target, track).map_or(0, Odds::mean_stress);
            if self.roster.are_enemies(who, target) { stress } else { -stress }
        };
        self.aims(who, using, it).into_iter().map(worth).sum()
    }

    /// The chance in percent that an attack marks something; of an area, that of the likeliest enemy.
    pub fn hit_chance(&self, who: ActorId, using: Choice, it: Id, track: TrackId) -> i64 {
        let chance = |target: ActorId| self.best_odds(who, using, target, track).map_or(0, |odds| odds.percent(odds.at_least(1)));
        let aims = self.aims(who, using, it).into_iter();
        aims.filter(|&target| self.roster.are_enemies(who, target)).map(chance).max().unwrap_or(0)
    }

    /// The chance in percent that an attack takes its target out, if it takes no consequences it has not.
    pub fn kill_chance(&self, who: ActorId, using: Choice, it: Id, track: TrackId) -> i64 {
        let chance = |target: ActorId| {
            let Some(odds) = self.best_odds(who, using, target, track) else { return 0 };
            let saved = self.absorbs(target, track, self.state.actors[target].slots);
            let ways = (1..=odds.margin + odds.spread().most())
                .filter(|&shifts| {
                    let aimed = if self.roster.actors[target].mooks { HEALTH } else { track };
                    self.landing_on(target, aimed, shifts - saved) == Landing::Past
                })
                .map(|shifts| odds.exactly(shifts))
                .sum();
            odds.percent(ways)
        };
        let aims = self.aims(who, using, it).into_iter();
        aims.filter(|&target| self.roster.are_enemies(who, target)).map(chance).max().unwrap_or(0)
    }

    /// The best single attack of somebody on somebody: how, at which track, and its expected stress.
    pub fn best_attack(&self, who: ActorId, target: ActorId) -> Option<(Choice, TrackId, i64)> {
        let mut best: Option<(Choice, TrackId, i64)> = None;
        for using in self.ways_to_attack(who).into_iter().filter(|using| using.how & Choice::AREA == 0) {
            let tracks = self.tracks_of(who, using);
            for track in [HEALTH, COMPOSURE].into_iter().filter(|track| tracks >> track.0 & 1 == 1) {
                let Some(odds) = self.best_odds(who, using, target, track) else { continue };
                let stress = odds.mean_stress();
                if best.is_none_or(|(_, _, most)| stress > most) {
                    best = Some((using, track, stress));
                }
            }
        }
        best
    }

    /// Boxes to expect before one's next own turn, in hundredths: the best attack of every enemy who reaches a zone.
    pub fn risk(&self, who: ActorId, zone: ZoneId) -> i64 {
        let here = self.state.actors[who].zone;
        let threat = |enemy: ActorId| {
            if zone == here {
                return self.best_attack(enemy, who).map_or(0, |(_, _, stress)| stress);
            }
            let seen = self.state.board.sees(self.state.actors[enemy].zone, zone);
            if seen { self.best_attack_at(enemy, who, zone) } else { 0 }
        };
        self.enemies(who).map(threat).sum()
    }

    /// The expected stress of an enemy's best attack on somebody who would stand in a zone.
    fn best_attack_at(&self, enemy: ActorId, who: ActorId, zone: ZoneId) -> i64 {
        let from = self.state.actors[enemy].zone;
        let ways = self.ways_to_attack(enemy).into_iter().filter(|using| using.how & Choice::AREA == 0);
        let stress = |using: Choice| {
            if !self.reaches(enemy, using, from, zone) {
                return 0;
            }
            let tracks = self.tracks_of(enemy, using);
            let track = if tracks & 1 == 1 { HEALTH } else { COMPOSURE };
            let base = self.attack_roll_from(enemy, using, from, zone);
            let skills = self.defence_skills_against(who, track).into_iter();
            let defence = skills.map(|skill| self.expected_defence(who, skill)).max().unwrap_or(-1);
            let armour = self.effective_armour(who, enemy, using, true);
            Odds { margin: base - defence - armour, standing: false, dice: self.roster.settings.dice }.mean_stress()
        };
        ways.map(stress).max().unwrap_or(0)
    }

    /// In `adjust`: shifts the asked party still lacks. Positive for the losing side: points to turn the result (for an
    /// attacker to hit, for a defender to make it a miss); 0 or less for the winning one.
    pub fn misses_by(&self) -> i64 {
        let Some(contest) = &self.state.contest else { return 0 };
        match self.state.step.n.checked_sub(1) {
            None if contest.difficulty.is_some() => {
                let sized = matches!(self.state.declared.act, Some(Verb::Obstruct | Verb::FirstAid));
                let wanted = i32::from(sized);
                i64::from(wanted - contest.shifts_against(None))
            }
            None => {
                let shifts = (0..contest.defences.len()).map(|number| contest.shifts_against(Some(number)));
                i64::from(1 - shifts.max().unwrap_or(0))
            }
            Some(number) => i64::from(contest.shifts_against(Some(usize::from(number)))),
        }
    }

    /// In `adjust`: the most the asked party can still add without fate points: free tags for +2, and spin.
    pub fn free_reach(&self) -> i64 {
        self.addable(Verb::Free) + self.own_spin()
    }

    /// In `adjust`: the most the asked party can still add with fate points as well.
    pub fn reach_with_points(&self) -> i64 {
        let Some(contest) = &self.state.contest else { return 0 };
        let purse = contest.roll_of(self.state.step.n).map_or(0, |roll| self.state.actors[roll.who].fate.points());
        let bonus = i64::from(self.roster.settings.bonus);
        let paid = (self.addable(Verb::Invoke) + self.addable(Verb::Tag)).min(i64::from(purse) * bonus);
        self.free_reach() + paid
    }

    fn own_spin(&self) -> i64 {
        let roll = self.state.contest.as_ref().and_then(|contest| contest.roll_of(self.state.step.n));
        roll.map_or(0, |roll| self.spin_left(self.roster.side(roll.who)))
    }

    /// What aspects of one kind of use add at most: every free tag, or one paid use a scope (R-P6).
    fn addable(&self, verb: Verb) -> i64 {
        let uses = self.uses_of(verb);
        i64::from(self.roster.settings.bonus) * i64::try_from(uses).unwrap_or(0)
    }
}
