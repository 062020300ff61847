//! Attacks between ships: their rolls, the defences against them, and the results (R-S1, R-S19 to R-S22, R-S27, R-S38 to R-S40, R-S42).

use crate::conflict::Refusal;
use crate::event::{Event, Events, RollAddend, RollAddends};
use crate::ids::{ActorId, SkillId};
use crate::roll::Roll;
use crate::space::Space;
use crate::space::effects::SpaceRoll;
use crate::space::fixed_numbers::FixedDefence;
use crate::space::roster::{Post, Rating, SpaceRoster, WeaponSystem};
use crate::space::state::{ShipState, SpaceContest, TorpedoSystem};
use slip_dice::Dice;
use slip_dice::fate::check;

/// Data of an attack or defence roll before the dice.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SpaceRollBase {
    /// Skill or rating of the roll; `None` for a fixed number.
    pub(super) skill: Option<SkillId>,
    /// Addends of the roll.
    pub(super) parts: RollAddends,
    /// Post that is used, and the person at it.
    pub(super) post: Option<(Post, Option<ActorId>)>,
    /// True if the number itself is the result, so that no dice are rolled (R-S19).
    pub(super) flat: bool,
}

impl SpaceRollBase {
    pub(super) fn fixed(value: i32) -> SpaceRollBase {
        let mut base = SpaceRollBase::default();
        base.parts.add(RollAddend::Fixed, value);
        base
    }
}

impl Space {
    /// Returns the data of a roll with `value` points of a rating. A better crew at the post amplifies it (R-S21).
    pub(super) fn amplified(&self, ship: ActorId, rating: Rating, value: i32, post: Post) -> Option<SpaceRollBase> {
        let (rank, by, _) = self.eff(ship, post)?;
        let skill = SpaceRoster::rating_skill(rating);
        let mut parts = RollAddends::new();
        parts.add(RollAddend::Skill(skill), value);
        let more = check::amplified(value, rank) - value;
        if more != 0 {
            parts.add(RollAddend::Amplified, more);
        }
        Some(SpaceRollBase { skill: Some(skill), parts, post: Some((post, by)), flat: false })
    }

    /// Returns the data of an attack before range and effects: the rating, or the number that an effect uses in its place. For beams, the
    /// rating is the declared part. `None` if nobody can work the post.
    fn weapon_base(&self, me: ActorId, weapon: WeaponSystem, it: ActorId, value: i32) -> Option<SpaceRollBase> {
        let value = if weapon == WeaponSystem::Beam { value } else { self.rating(me, weapon.rating()) };
        let own = self.amplified(me, weapon.rating(), value, weapon.post())?;
        Some(self.rebased(me, SpaceRoll::attack(weapon), Some(it), own))
    }

    /// Returns the total of an attack before dice, range and effects.
    pub fn fires_with(&self, me: ActorId, weapon: WeaponSystem, it: ActorId, value: i32) -> i32 {
        self.weapon_base(me, weapon, it, value).map_or(0, |base| base.parts.total())
    }

    /// Returns the data of an attack before dice, with the penalties that range gives to beams and torpedoes.
    pub(super) fn attack_base(&self, me: ActorId, weapon: WeaponSystem, it: ActorId, value: i32) -> SpaceRollBase {
        let settings = &self.roster.settings;
        let Some(mut base) = self.weapon_base(me, weapon, it, value) else { return SpaceRollBase::fixed(0) };
        let range = self.range(me, it).map_or(0, i32::from);
        let penalty = match weapon {
            WeaponSystem::Ew => 0,
            WeaponSystem::Beam if range >= settings.beam_far => settings.beam_penalty,
            WeaponSystem::Torpedo if range <= settings.torpedo_near => settings.torpedo_penalty,
            WeaponSystem::Beam | WeaponSystem::Torpedo => 0,
        };
        if penalty != 0 {
            base.parts.add(RollAddend::Range, -penalty);
        }
        self.roll_lines(me, SpaceRoll::attack(weapon), Some(it), &mut base.parts);
        base
    }

    /// Returns the data of the chosen defence before dice.
    pub(super) fn defence_base(&self, it: ActorId, weapon: WeaponSystem, me: ActorId) -> SpaceRollBase {
        let Some(ship) = self.state.ship(it) else { return SpaceRollBase::fixed(0) };
        let fixed = || self.fixed_defences(it, weapon, Some(me)).into_iter().next();
        let mut base = match weapon {
            WeaponSystem::Ew if ship.fixed.ew => return self.firewall_base(it, me, fixed()),
            WeaponSystem::Ew => self.ew_base(it, me),
            WeaponSystem::Beam => SpaceRollBase::fixed(fixed().map_or(0, |fixed| fixed.value)),
            WeaponSystem::Torpedo if ship.fixed.torpedo => SpaceRollBase::fixed(fixed().map_or(0, |fixed| fixed.value)),
            WeaponSystem::Torpedo => self.beams_base(it, me, ship.beams_against.map_or(0, i32::from)),
        };
        self.roll_lines(it, SpaceRoll::defence(weapon), Some(me), &mut base.parts);
        base
    }

    /// Returns the data of a defence by firewall. It is a number that is added to dice or, if the rules say so, a result without dice
    /// (R-S19).
    pub(super) fn firewall_base(&self, it: ActorId, me: ActorId, fixed: Option<FixedDefence>) -> SpaceRollBase {
        let flat = self.roster.settings.firewall_flat;
        let mut base = SpaceRollBase { flat, ..SpaceRollBase::fixed(fixed.map_or(0, |fixed| fixed.value)) };
        if !flat {
            self.roll_lines(it, SpaceRoll::EwDefence, Some(me), &mut base.parts);
        }
        base
    }

    /// Returns the data of a defence by electronic warfare before dice. If no crew is free for it, the number is 0 (R-S40).
    fn ew_base(&self, it: ActorId, me: ActorId) -> SpaceRollBase {
        let free = self.is_unoccupied(it, Post::Comm) && self.has_training(it, Post::Comm, SpaceRoll::EwDefence, Some(me));
        let operated = if free { self.amplified(it, Rating::Ew, self.rating(it, Rating::Ew), Post::Comm) } else { None };
        operated.map_or_else(|| SpaceRollBase::fixed(0), |own| self.rebased(it, SpaceRoll::EwDefence, Some(me), own))
    }

    /// Returns the data of a defence that fires beams at torpedoes, before dice. At value 0 no beams are fired and the number is 0 (R-S42).
    pub(super) fn beams_base(&self, ship: ActorId, me: ActorId, value: i32) -> SpaceRollBase {
        let fired = if value > 0 { self.amplified(ship, Rating::Beam, value, Post::Beams) } else { None };
        fired.map_or_else(|| SpaceRollBase::fixed(0), |own| self.rebased(ship, SpaceRoll::TorpedoDefence, Some(me), own))
    }

    /// Rolls for the declared attack: first the attacker, then the targets, then ships that shoot at the torpedoes for a target. A roll
    /// that was made earlier in the phase is used again.
    pub(super) fn throw_attack(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let declared = self.state.declared;
        let active = |who: ActorId| self.state.ship(who).is_some_and(ShipState::is_active);
        let (Some(me), Some(it), Some(weapon)) = (declared.me, declared.it.actor(), WeaponSystem::of_stage(self.state.stage)) else {
            self.poll_on(out);
            return Ok(());
        };
        // Since the declaration, heat or accepted terms may have taken the attacker or a target out of the fight.
        let struck: Vec<ActorId> = self.stricken().into_iter().filter(|&it| active(it)).collect();
        if !active(me) || !active(it) {
            self.poll_on(out);
            return Ok(());
        }
        let mut number = self.state.rolls;
        let stands =
            |who: ActorId| self.state.ship(who).and_then(|ship| if weapon == WeaponSystem::Ew { ship.standing.as_ref() } else { None });
        match stands(me) {
            Some(roll) => self.read_again(roll, out),
            None => {
                let base = self.attack_base(me, weapon, it, i32::from(declared.value));
                self.throw_base(&mut number, me, &base, dice, out)?;
            }
        }
        for &it in &struck {
            let known = stands(it).or_else(|| self.state.ship(it).and_then(ShipState::defence_roll));
            match known {
                Some(roll) => self.read_again(roll, out),
                None => self.throw_base(&mut number, it, &self.defence_base(it, weapon, me), dice, out)?,
            }
        }
        for shot in &self.state.overwatch {
            if let Some(again) = self.beams_roll_of(shot.by, out) {
                out.push(again);
                continue;
            }
            let mut base = self.beams_base(shot.by, me, i32::from(shot.value));
            self.roll_lines(shot.by, SpaceRoll::TorpedoDefence, Some(me), &mut base.parts);
            self.throw_base(&mut number, shot.by, &base, dice, out)?;
        }
        self.open_window(out);
        Ok(())
    }

    /// Returns the event that uses a ship's beam roll of this phase again for a shot, if its beams roll once for the phase (R-S38). `made`
    /// are the events of the throw so far.
    fn beams_roll_of(&self, ship: ActorId, made: &[Event]) -> Option<Event> {
        let there = self.state.ship(ship).filter(|_| self.roster.settings.defence_by_system)?;
        if let Some(known) = there.stood(TorpedoSystem::Beams) {
            return Some(Space::repeated(known));
        }
        let by_beams = there.torpedo_system() == Some(TorpedoSystem::Beams);
        // Rolls that this ship made in this throw: its own defence, if it is a target, then its shots.
        let mut own = made.iter().filter(|event| matches!(event, Event::Roll { me, .. } if *me == ship));
        let first_shot = usize::from(self.stricken().contains(&ship) && !by_beams);
        match own.nth(first_shot)?.clone() {
            Event::Roll { roll, me, skill, faces, parts, total, .. } => {
                Some(Event::Roll { roll, me, skill, faces, parts, total, against: None, standing: true })
            }
            _ => None,
        }
    }

    /// Marks the person at the post as having acted, and makes the roll.
    fn throw_base(&self, number: &mut u32, me: ActorId, base: &SpaceRollBase, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        if let Some((post, by)) = base.post {
            out.push(Event::Post { ship: me, post: post.number(), by, acts: true });
        }
        if base.flat {
            self.count_as(*number, me, base.skill, RollAddend::Fixed, base.parts.total(), out);
        } else {
            self.cast(*number, me, base.skill, base.parts, None, dice, out)?;
        }
        *number += 1;
        Ok(())
    }

    /// Compares the attack with each defence, when no party changes the rolls any more.
    pub(super) fn settle_attack(&self, out: &mut Events) {
        if let (Some(contest), Some(weapon)) = (&self.state.contest, WeaponSystem::of_stage(self.state.stage))
            && let Some(attack) = contest.rolls.first()
        {
            for (defence, best) in self.defences(contest) {
                self.compare(attack, defence, best, weapon, out);
            }
        }
        self.poll_on(out);
    }

    /// Returns two rolls for each target: its own roll, and the roll that decides. The latter is the best of its own roll and the shots
    /// that other ships fired to protect it (R-S38).
    pub(super) fn defences<'c>(&self, contest: &'c SpaceContest) -> Vec<(&'c Roll, &'c Roll)> {
        // Order of the rolls: the attack, the targets, then the shots in the order they were fired.
        let shots = &self.state.overwatch;
        let first = contest.rolls.len().saturating_sub(shots.len());
        let struck = |place: u8| self.state.struck.get(usize::from(place)).copied();
        let best = |own: &'c Roll| {
            let fired = contest.rolls.iter().skip(first).zip(shots);
            let for_it = fired.filter(|(_, shot)| struck(shot.place) == Some(own.who)).map(|(roll, _)| roll);
            (own, for_it.fold(own, |best, roll| if roll.total() > best.total() { roll } else { best }))
        };
        contest.rolls.iter().take(first).skip(1).map(best).collect()
    }

    /// Compares one attack with one defence. A success deals a hit, a good defence gives spin. If electronic warfare fails, the defender's
    /// margin strikes the attacker.
    fn compare(&self, attack: &Roll, defender: &Roll, best: &Roll, weapon: WeaponSystem, out: &mut Events) {
        let (me, it) = (attack.who, defender.who);
        let shifts = check::shifts(attack.total(), best.total());
        let (total, against) = (attack.total(), best.total());
        out.push(Event::Result { roll: attack.id, against: Some(it), attack: total, defence: against, shifts, ok: shifts >= 0 });
        if shifts > 0 {
            return self.hit(me, it, weapon, shifts, out);
        }
        if weapon == WeaponSystem::Ew {
            let fixed = self.state.ship(it).is_some_and(|ship| ship.fixed.ew);
            let harmless = fixed && self.fixed_defences(it, weapon, Some(me)).first().is_some_and(|fixed| fixed.harmless);
            if !harmless {
                self.hit(it, me, weapon, -shifts, out);
            }
            return;
        }
        let settings = &self.roster.settings;
        let spin = self.spin_given(me, weapon, it, check::spin(shifts, settings.spin_at, settings.spin_single), out);
        if spin > 0 {
            out.push(Event::Spin { who: best.who, change: spin, lapsed: false });
        }
    }

    /// Deals a hit of a weapon on all tracks that it strikes.
    fn hit(&self, me: ActorId, it: ActorId, weapon: WeaponSystem, shifts: i32, out: &mut Events) {
        let (track, besides) = self.tracks_hit(me, weapon, Some(it));
        let shifts = self.stress(me, weapon, it, shifts, out);
        let goes = |track| self.diverted(it, track);
        self.strike(it, goes(track), besides.iter().map(goes).collect(), shifts, out);
    }
}
