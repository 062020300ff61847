//! Makes rolls, adds up their addends, and settles rolls against a number.

use crate::choice::Verb;
use crate::conflict::Refusal;
use crate::effects::{Act, EffectHost};
use crate::event::{Counter, Event, Events, Phase, RollAddend, RollAddends, Step};
use crate::ids::{ActorId, Id, SkillId, ZoneId};
use crate::platoon::action_declaration::usual_skill;
use crate::platoon::effects::UnitEffectQuery;
use crate::platoon::roll_kinds::{UnitRoll, act_of};
use crate::platoon::roster::{Arm, CoreSkill};
use crate::platoon::state::{MOST, UnitState};
use crate::platoon::{PlatoonFight, SkillReplacement};
use crate::roll::Roll;
use slip_dice::Dice;
use slip_dice::fate::check;

/// Data of a roll before its dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PlatoonRollBase {
    /// Skill that is rolled, with its rank and price, if there is one.
    pub(super) way: Option<SkillReplacement>,
    /// Addends of the roll.
    pub(super) parts: RollAddends,
}

impl PlatoonFight {
    /// Returns the addends of a roll before dice: the skill, the range penalty, and effects.
    pub(super) fn parts(&self, at: &UnitEffectQuery, way: SkillReplacement, penalty: i32) -> RollAddends {
        let mut parts = RollAddends::new();
        parts.add(RollAddend::Skill(way.skill), way.rank);
        if penalty != 0 {
            parts.add(RollAddend::Range, -penalty);
        }
        self.roll_parts(at, &mut parts);
        parts
    }

    /// Returns the data of a unit's roll before dice, for an act with a skill on a target or zone; `None` if the act is not possible.
    pub(super) fn base(&self, me: ActorId, act: Verb, skill: SkillId, it: Id, area: bool) -> Option<PlatoonRollBase> {
        let (way, penalty) = self.way_and_penalty(me, act, skill, it, area)?;
        let (foe, zone) = match it {
            Id::Actor(it) => (Some(it).filter(|_| !area), self.stands(it)),
            Id::Zone(zone) => (None, Some(zone)),
            Id::None | Id::Scene => (None, None),
        };
        let roll = UnitRoll::of(act_of(act)?, skill);
        let at = UnitEffectQuery::rolling(me, roll).against(foe).upon(zone, area);
        Some(PlatoonRollBase { way: Some(way), parts: self.parts(&at, way, penalty) })
    }

    fn way_and_penalty(&self, me: ActorId, act: Verb, skill: SkillId, it: Id, area: bool) -> Option<(SkillReplacement, i32)> {
        let shots = match (act, it) {
            (Verb::Attack, _) => self.shots(me, it),
            (Verb::Jam, _) => self.jams(me, it),
            (Verb::Interdict, Id::Zone(zone)) => self.interdictions(me, zone),
            (Verb::Maneuver, it) => {
                let zone = match it {
                    Id::Actor(it) => self.stands(it)?,
                    it => it.zone()?,
                };
                let own = self.open_ways(me, UnitRoll::of(Act::Maneuver, skill), None).find(|way| way.skill == skill);
                let way = own.or_else(|| self.persons_way(me, skill))?;
                return Some((way, self.maneuver_penalty(me, zone)?));
            }
            (Verb::Spot, Id::Actor(it)) => return self.spottings(me, it).into_iter().find(|way| way.skill == skill).map(|way| (way, 0)),
            _ => return self.plain_ways(me, act).find(|way| way.skill == skill).map(|way| (way, 0)),
        };
        shots.into_iter().find(|shot| shot.way.skill == skill && shot.area == area).map(|shot| (shot.way, shot.penalty))
    }

    /// Returns the difficulty of a roll without a defender.
    pub fn difficulty(&self, me: ActorId, act: Verb, it: Id) -> i32 {
        let unit = |who: ActorId| self.state.unit(who);
        match (act, it) {
            (Verb::Rally, Id::Actor(it)) => unit(it).and_then(|unit| unit.morale.boxes().last()).map_or(0, i32::from),
            (Verb::Displace, _) => unit(me).map_or(0, |unit| i32::from(unit.spotted)),
            _ => 0,
        }
    }

    /// Rolls the dice of the acting unit.
    pub(super) fn throw(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let declared = self.state.declared;
        let active = |who: &ActorId| self.state.unit(*who).is_some_and(UnitState::is_active);
        let (Some(me), Some(act)) = (declared.me.filter(active), declared.act) else {
            self.finish_action(out);
            return Ok(());
        };
        let withstood = matches!(act, Verb::Attack | Verb::Jam | Verb::Spot);
        if usual_skill(act).is_none() && declared.skill.is_none() {
            // To come down on a zone, an aircraft needs no roll.
            PlatoonFight::go(out, Step::of(Phase::Result, Id::None));
            return Ok(());
        }
        let base = declared.skill.and_then(|skill| self.base(me, act, skill, declared.it, declared.area));
        let Some(PlatoonRollBase { way: Some(way), parts }) = base else {
            self.finish_action(out);
            return Ok(());
        };
        self.take_way(me, way, out);
        if declared.area {
            self.take_area(me, act, way.skill, out);
        }
        self.show(me, act, way.skill, out);
        let against = (!withstood).then(|| self.difficulty(me, act, declared.it));
        self.cast(self.state.rolls, me, way.skill, parts, against, dice, out)?;
        if withstood {
            PlatoonFight::go(out, Step::of(Phase::Defence, Id::None));
        } else {
            self.open_window(out);
        }
        Ok(())
    }

    /// Rolls the dice of a unit and records the roll as number `number`. Returns the total of dice and addends.
    #[expect(clippy::too_many_arguments, reason = "each argument is a part of the roll")]
    pub(super) fn cast(
        &self,
        number: u32,
        me: ActorId,
        skill: SkillId,
        parts: RollAddends,
        against: Option<i32>,
        dice: &mut Dice,
        out: &mut Events,
    ) -> Result<i32, Refusal> {
        let faces = dice.roll(self.roster.settings.dice)?;
        let total = faces.total() + parts.total();
        out.push(Event::Roll { roll: number, me, skill: Some(skill), faces, parts, total, against, standing: false });
        Ok(total)
    }

    /// Records that a unit has fired. Its SPOTTED level rises before the dice, or after the attack with the draft rules.
    fn show(&self, me: ActorId, act: Verb, skill: SkillId, out: &mut Events) {
        if act == Verb::Attack {
            out.push(Event::Counter { who: me, what: Counter::Fired, change: 1, now: 1 });
        }
        if !self.roster.settings.fire_spotted_after {
            self.give_away(me, act, skill, out);
        }
    }

    /// Applies what fire reveals about the firing unit: its SPOTTED level rises, and artillery on a card can be found.
    pub(super) fn give_away(&self, me: ActorId, act: Verb, skill: SkillId, out: &mut Events) {
        let trade = CoreSkill::of(skill);
        // Jamming with indirect fire is done by firing, so it also reveals artillery (R-L58).
        let delivers = act == Verb::Jam && trade == Some(CoreSkill::IndirectFire);
        let Some(unit) = self.state.unit(me).filter(|_| is_fire(act, trade) || delivers) else { return };
        self.see(me, self.exposure(me, act, skill), out);
        let heard = act != Verb::Maneuver || trade == Some(CoreSkill::IndirectFire);
        if self.roster.arm(me) == Arm::Battery && heard && !unit.has_fired {
            out.push(Event::Counter { who: me, what: Counter::HasFired, change: 1, now: 1 });
        }
    }

    /// Returns the amount that an act with a skill adds to the SPOTTED level of the acting unit. Only fire adds to it, and not for
    /// aircraft.
    pub fn exposure(&self, me: ActorId, act: Verb, skill: SkillId) -> i32 {
        let trade = CoreSkill::of(skill);
        let shows = is_fire(act, trade) && !self.is_airborne(me) && self.attack_spotted(me);
        if shows { self.shown_by(trade) } else { 0 }
    }

    /// Returns the amount that fire adds to the SPOTTED level. It is 1 or, with the draft rules, depends on the skill; anti-air then counts
    /// as direct fire (R-L34).
    fn shown_by(&self, trade: Option<CoreSkill>) -> i32 {
        match trade.filter(|_| self.roster.settings.fire_spotted_by_skill) {
            Some(CoreSkill::DirectFire | CoreSkill::AntiAir) => 2,
            Some(CoreSkill::HandToHand) => 3,
            _ => 1,
        }
    }

    /// Changes the SPOTTED level of a unit, within 0 to 4.
    pub(super) fn see(&self, who: ActorId, change: i32, out: &mut Events) {
        let before = self.state.unit(who).map_or(0, |unit| i32::from(unit.spotted));
        let now = before.saturating_add(change).clamp(0, i32::from(MOST));
        if now != before {
            out.push(Event::Counter { who, what: Counter::Spotted, change: now - before, now });
        }
    }

    /// Changes the OOC (out of command) level of a unit, within 0 to 4.
    pub(super) fn cut_off(&self, who: ActorId, change: i32, out: &mut Events) {
        let before = self.state.unit(who).map_or(0, |unit| i32::from(unit.ooc));
        let now = before.saturating_add(change).clamp(0, i32::from(MOST));
        if now != before {
            out.push(Event::Counter { who, what: Counter::Ooc, change: now - before, now });
        }
    }

    /// Gives spin to the platoon of a unit that defends well. No spin for a unit that is cut off (R-YC5) or for a defence against the own
    /// side (R-YB5).
    pub(super) fn reward(&self, roll: &Roll, act: Act, defender: ActorId, shifts: i32, out: &mut Events) {
        let settings = &self.roster.settings;
        let earned = check::spin(shifts, settings.spin_at, settings.spin_single);
        if earned <= 0 || !self.are_enemies(roll.who, defender) {
            return;
        }
        let made = UnitRoll { act, skill: roll.skill, against: None };
        let earned = self.spin_given(roll.who, made, defender, earned, out);
        self.gain_spin(defender, earned, out);
    }

    /// Settles the rolls on the table. The declared act decides which rules are used.
    pub(super) fn settle(&self, out: &mut Events) {
        let declared = self.state.declared;
        let (Some(me), Some(act)) = (declared.me, declared.act) else { return self.finish_action(out) };
        match (act, declared.it) {
            (Verb::Attack, _) => self.settle_attack(out),
            (Verb::Jam, _) => self.settle_jam(out),
            (Verb::Spot, _) => self.settle_spotting(out),
            (Verb::Deploy, Id::Zone(zone)) => self.come_down(me, zone, out),
            _ => self.settle_fixed(me, act, out),
        }
    }

    /// Settles a roll without a defender: the shifts over the difficulty, and their result (R-L16).
    fn settle_fixed(&self, me: ActorId, act: Verb, out: &mut Events) {
        let Some((contest, roll)) = self.state.contest.as_ref().and_then(|contest| Some((contest, contest.rolls.first()?))) else {
            return self.finish_action(out);
        };
        let defence = contest.difficulty.unwrap_or(0);
        let shifts = check::shifts(roll.total(), defence);
        let ok = if act == Verb::Maneuver { shifts >= 0 } else { shifts >= 1 };
        out.push(Event::Result { roll: roll.id, against: None, attack: roll.total(), defence, shifts, ok });
        if self.roster.settings.fire_spotted_after
            && let Some(skill) = roll.skill
        {
            self.give_away(me, act, skill, out);
        }
        match act {
            Verb::Maneuver => return self.settle_maneuver(me, shifts, out),
            Verb::Move | Verb::March | Verb::Relocate => return self.set_out(me, act, shifts, out),
            Verb::Interdict if ok => return self.open_share(shifts, out),
            Verb::Unjam if ok => return self.settle_unjam(me, shifts, out),
            Verb::Rally if ok => self.hearten(shifts, out),
            Verb::Cover | Verb::Displace if ok => self.see(me, -shifts, out),
            Verb::Rearm if ok => self.advance(me, shifts, out),
            _ => {}
        }
        self.finish_action(out);
    }

    /// Returns the zone that the declared act concerns.
    pub(super) fn aimed_zone(&self) -> Option<ZoneId> {
        match self.state.declared.it {
            Id::Zone(zone) => Some(zone),
            Id::Actor(it) => self.stands(it),
            Id::None | Id::Scene => None,
        }
    }
}

/// True if an act with a skill counts as fire. Only fire can raise the SPOTTED level of the acting unit.
const fn is_fire(act: Verb, trade: Option<CoreSkill>) -> bool {
    match act {
        Verb::Attack | Verb::Interdict => true,
        Verb::Maneuver => matches!(trade, Some(CoreSkill::DirectFire | CoreSkill::IndirectFire | CoreSkill::HandToHand)),
        _ => false,
    }
}
