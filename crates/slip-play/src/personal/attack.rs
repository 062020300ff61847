//! Rolls of declared actions. For attacks: the defenders and their defences.

use crate::choice::{Choice, Verb};
use crate::conflict::Refusal;
use crate::effects::{Act, AreaLimits, EffectHost, EffectOperation, EvalContext, Hook, ModifiedQuantity, OpponentFilter, RollFilter};
use crate::event::{Counter, Event, Events, Phase, RollAddend, RollAddends, Step};
use crate::ids::{ActorId, AspectId, Id, SkillId, ZoneId};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::roll_base::PersonalRollBase;
use crate::personal::roll_results::WeaponUse;
use crate::personal::roster::{AttackProfile, PersonalRoster};
use crate::personal::state::{PersonalState, RecordedDefence};
use slip_dice::fate::Holder;
use slip_dice::{Dice, Faces};
use slip_pack::effect::Place;
use smallvec::SmallVec;

/// Defenders of an attack.
pub(super) type Defenders = SmallVec<[ActorId; 16]>;

impl Personal {
    /// Begins the declared action.
    pub(super) fn begin_action(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Some(who) = self.state.actor else { return Ok(()) };
        let me = Id::Actor(who);
        let declared = &self.state.declared;
        let end = Step::of(Phase::End, me);
        if declared.act == Some(Verb::Remove) && self.is_free_to_shed(declared.aspect) {
            if let Some(id) = declared.aspect {
                out.push(Event::AspectFree { id, free: None, by: Some(who) });
            }
            Personal::go(out, end);
            return Ok(());
        }
        if self.is_unopposed(who) && self.action_works_from(who, self.state.actors[who].zone) {
            self.succeed_unrolled(who, out);
            return Ok(());
        }
        if let (Some(Verb::PickUp), Some(weapon)) = (declared.act, declared.thing.and_then(|thing| u8::try_from(thing).ok())) {
            if self.action_works_from(who, self.state.actors[who].zone) {
                self.take_up(who, weapon, out);
            }
            Personal::go(out, end);
            return Ok(());
        }
        let Some((_, base, difficulty)) = self.planned(who) else {
            Personal::go(out, end);
            return Ok(());
        };
        self.use_up(who, &base, out);
        let attacks = declared.using.filter(|_| difficulty.is_none());
        let area = attacks.and_then(|using| self.area_line(who, using));
        let track = attacks.and_then(|using| self.track_line(who, using));
        for (number, line) in [area, track].into_iter().flatten().filter_map(|number| Some((number, self.roster.lines.get(number)?))) {
            self.use_line(who, number, line, out);
        }
        self.roll(who, base, difficulty, dice, out)?;
        if declared.access == Some(true) {
            self.pay(who, 1, out);
        }
        if difficulty.is_none() {
            Personal::go(out, self.first_defence());
        } else {
            if self.is_act_paid(who, declared.using.and_then(Choice::skill)) {
                self.pay(who, 1, out);
            }
            Personal::go(out, Step::of(Phase::Adjust, Id::None));
        }
        Ok(())
    }

    /// Returns the roll of the declared action with its difficulty. The difficulty is `None` if the target rolls a defence. There is no
    /// roll if the action needs none, or no longer needs one.
    pub(super) fn planned(&self, who: ActorId) -> Option<(Act, PersonalRollBase, Option<i32>)> {
        if self.roster.social.is_some() {
            return self.planned_words(who);
        }
        let declared = &self.state.declared;
        let using = declared.using.unwrap_or(Choice::of(Verb::Use));
        let settings = &self.roster.settings;
        let works = || self.action_works_from(who, self.state.actors[who].zone) && !self.is_unopposed(who);
        let plain = |act: Act, difficulty: i32| (act, self.plain_roll(who, using.skill(), act), Some(difficulty));
        match declared.act? {
            Verb::Attack if works() => {
                let zone = self.target_zone(declared.it)?;
                Some((Act::Attack, self.attack_roll(who, using, zone), None))
            }
            Verb::Move if works() => {
                let base = self.plain_roll(who, Some(self.roster.parts.movement), Act::Move);
                Some((Act::Move, base, Some(0)))
            }
            Verb::Maneuver if works() => Some(plain(Act::Maneuver, settings.maneuver_difficulty)),
            Verb::Obstruct if works() => Some(plain(Act::Obstruct, settings.obstruct_difficulty)),
            Verb::Seal if works() => Some(plain(Act::Seal, settings.seal_difficulty)),
            Verb::FirstAid if works() => Some(plain(Act::FirstAid, self.wound(declared.it.actor()?))),
            Verb::Task if works() => Some(plain(Act::Task, self.task(declared.thing?)?.difficulty)),
            Verb::Remove if works() && !self.is_free_to_shed(declared.aspect) => Some(plain(Act::Maneuver, settings.maneuver_difficulty)),
            _ => None,
        }
    }

    pub(super) fn roll(
        &self,
        who: ActorId,
        base: PersonalRollBase,
        against: Option<i32>,
        dice: &mut Dice,
        out: &mut Events,
    ) -> Result<(), Refusal> {
        let faces = dice.roll(self.roster.settings.dice)?;
        out.push(self.rolled(who, base.skill, faces, base.parts, against, false));
        Ok(())
    }

    fn rolled(&self, me: ActorId, skill: Option<SkillId>, faces: Faces, parts: RollAddends, against: Option<i32>, standing: bool) -> Event {
        let total = faces.total() + parts.total();
        Event::Roll { roll: self.state.rolls, me, skill, faces, parts, total, against, standing }
    }

    /// Returns the defenders of the declared attack: a single defender, or everyone in the area who is not excepted. They are in turn order
    /// after the attacker (R-P55).
    pub fn struck(&self) -> Defenders {
        let state = &self.state;
        let mut struck = Defenders::new();
        if self.roster.social.is_some() {
            self.opposed_by().into_iter().for_each(|who| struck.push(who));
            return struck;
        }
        let (Some(who), Some(using)) = (state.actor, state.declared.using) else { return struck };
        let zone = match state.declared.it {
            Id::Actor(target) => {
                struck.push(target);
                return struck;
            }
            Id::Zone(zone) => zone,
            Id::Scene | Id::None => return struck,
        };
        let area = self.area_of(who, using);
        let place = area.map_or(Place::Zone, |(_, place)| place);
        let spared = |target: ActorId| area.is_some_and(|(area, _)| self.is_spared(area, who, target));
        let covered = self.covered(place, state.actors[who].zone, zone);
        let there = |target: &ActorId| {
            let there = &state.actors[*target];
            there.is_active() && covered >> there.zone.0 & 1 == 1 && !spared(*target) && !self.is_beyond(who, *target, Act::Attack)
        };
        state.round_after(Some(who)).filter(there).for_each(|target| struck.push(target));
        struck
    }

    /// True if an area attack spares an actor.
    pub(super) fn is_spared(&self, area: AreaLimits, who: ActorId, target: ActorId) -> bool {
        (target == who && (area.spares_self || area.spares_allies)) || (area.spares_allies && !self.roster.are_enemies(who, target))
    }

    /// Returns the zones that an area attack around a zone covers: only that zone, all zones as far from the attacker as that zone, or the
    /// whole map.
    pub(super) fn covered(&self, place: Place, from: ZoneId, zone: ZoneId) -> u128 {
        let map = &self.roster.map;
        let inside = |there: &ZoneId| match place {
            Place::Zone | Place::Tether => *there == zone,
            Place::Band => map.range(from, *there) == map.range(from, zone),
            Place::Map => true,
        };
        map.zones.keys().filter(inside).fold(0, |zones, there| zones | 1_u128 << there.0)
    }

    fn first_defence(&self) -> Step {
        match self.struck().first() {
            Some(&first) => Step::of(Phase::Defence, Id::Actor(first)),
            None => Step::of(Phase::After, self.state.actor.map_or(Id::None, Id::Actor)),
        }
    }

    /// True if an actor may pay a fate point to use armour that it is not trained for, and this would make a difference.
    pub(super) fn asks_for_armour(&self, who: ActorId, skill: Option<SkillId>) -> bool {
        let lacks = self.armour_lacks(who);
        let can_pay = self.state.actors[who].fate.can_pay(1) && !self.roster.settings.access_forbidden;
        lacks && can_pay && (self.armour_at_stake(who) || self.bought_armour(who, skill, Act::Defence) > 0)
    }

    /// True if an actor lacks the training or requirement of its armour.
    pub(super) fn armour_lacks(&self, who: ActorId) -> bool {
        let armour = self.roster.actors[who].armour.as_ref();
        armour.is_some_and(|armour| armour.untrained || self.thing_lacks(who, &PersonalEffectQuery::rolling(who, Act::Defence, None), None))
    }

    /// True if the actor's armour would reduce this attack.
    fn armour_at_stake(&self, who: ActorId) -> bool {
        let (Some(attacker), Some(using)) = (self.state.actor, self.state.declared.using) else { return false };
        self.effective_armour(who, attacker, using, true) > 0
    }

    /// Applies the answer to the offer of an optional effect for the next roll. If no effect is offered, the answer is to the question
    /// whether the defender pays for armour that it is not trained for.
    pub(super) fn decide_before_roll(&self, choice: Choice, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Some(who) = self.state.step.who.actor() else { return Ok(()) };
        if !self.has_offers(who) {
            return self.decide_armour(choice, dice, out);
        }
        if choice.verb == Verb::Yes {
            self.take_offer(who, choice, out);
        } else {
            out.push(Event::Counter { who, what: Counter::Enough, change: 0, now: 0 });
        }
        Ok(())
    }

    /// Pays a fate point for armour that the defender is not trained for, or ignores the armour for this defence.
    pub(super) fn decide_armour(&self, choice: Choice, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Some(who) = self.state.step.who.actor() else { return Ok(()) };
        let Some(skill) = self.defence(self.state.step.n).and_then(|defence| defence.chosen) else { return Ok(()) };
        let paid = choice.verb == Verb::Yes;
        self.roll_defence(who, skill, paid, dice, out)?;
        if paid {
            self.pay(who, 1, out);
        }
        Personal::go(out, self.next_defence());
        Ok(())
    }

    fn armour_part(&self, who: ActorId, armoured: bool) -> i32 {
        match (self.state.actor, self.state.declared.using) {
            (Some(attacker), Some(using)) => self.effective_armour(who, attacker, using, armoured),
            _ => 0,
        }
    }

    pub(super) fn roll_defence(
        &self,
        who: ActorId,
        skill: Option<SkillId>,
        armoured: bool,
        dice: &mut Dice,
        out: &mut Events,
    ) -> Result<(), Refusal> {
        let mut base = self.defence_roll(who, skill);
        // Armour that applies to the roll is listed among the addends even if its value is 0. Other armour is not listed.
        if armoured {
            super::roll_base::add(&mut base.parts, RollAddend::Gear, self.bought_armour(who, base.skill, Act::Defence));
        }
        let part = self.armour_part(who, armoured);
        if part > 0 || (armoured && self.roster.actors[who].armour.is_some()) {
            base.parts.add(RollAddend::Armour, part);
        }
        self.use_up(who, &base, out);
        self.roll(who, base, None, dice, out)?;
        self.lines_against(who, skill, out);
        Ok(())
    }

    /// Adds the bonuses of effects that apply to an attack only against this defender (`+1 to attack against this`).
    fn lines_against(&self, defender: ActorId, skill: Option<SkillId>, out: &mut Events) {
        let (Some(contest), Some(using)) = (&self.state.contest, self.state.declared.using) else { return };
        let lines = &self.roster.lines;
        if !lines.any(Hook::Roll) && !lines.any(Hook::Harm) {
            return;
        }
        let attacker = contest.roll.who;
        let at = PersonalEffectQuery::attacking(attacker, using, contest.roll.skill).against(Some(defender));
        for (number, line) in lines.at(Hook::Roll).chain(lines.at(Hook::Harm)) {
            let (EffectOperation::Change(ModifiedQuantity::Roll(_) | ModifiedQuantity::Harm(_), by), Some(roll)) =
                (&line.does, line.roll())
            else {
                continue;
            };
            let Some(against) = roll.against.as_ref() else { continue };
            // Attacks with words use no weapon, so effects on harm do not apply to them.
            if matches!(line.does, EffectOperation::Change(ModifiedQuantity::Harm(_), _)) && self.is_words(attacker, using) {
                continue;
            }
            let met = match against {
                OpponentFilter::Skill(wanted) => skill == Some(*wanted),
                OpponentFilter::Act(wanted) => *wanted == Act::Defence,
                other => self.fits_foe(other, line.carrier, &at),
            };
            let apart = RollFilter { against: None, ..roll.clone() };
            let counts = met
                && self.fits_roll(&apart, line.carrier, &at)
                && (!line.choice || self.chosen(number, attacker) > 0)
                && self.has_come(number, line, attacker)
                && self.is_carried_now(line.carrier)
                && (line.cue.is_some() || self.is_meant_by(line.carrier, &line.whom, attacker))
                && (line.cue.is_some() || self.is_so(line, &at));
            let number_now = || self.roused(number, attacker).unwrap_or_else(|| self.eye(line.carrier, &at).number(by));
            let amount = if counts { number_now() } else { 0 };
            if amount != 0 {
                out.push(Event::Effect { line: number, who: Some(attacker), amount, only: Some(defender) });
            }
        }
    }

    pub(super) fn read_record(&self, who: ActorId, record: &RecordedDefence, out: &mut Events) {
        let mut parts = self.standing(who, record);
        let part = self.armour_part(who, record.armoured);
        if part > 0 || (record.armoured && self.roster.actors[who].armour.is_some()) {
            parts.add(RollAddend::Armour, part);
        }
        out.push(self.rolled(who, record.skill, record.faces, parts, None, true));
        self.lines_against(who, record.skill, out);
    }

    /// Returns the step after a defence. It is the defence of the next defender or, after the last one, the window after the dice, in which
    /// the losing side adds first (R-P5).
    pub(super) fn next_defence(&self) -> Step {
        let next = self.state.step.n + 1;
        match self.defence(next) {
            Some(defence) => Step::of(Phase::Defence, Id::Actor(defence.who)).n(next),
            None => Step::of(Phase::Adjust, Id::None),
        }
    }

    /// Completes an attack after its hits. Adds the aspects that the attack leaves, drops the weapon if it leaves the hand, counts the
    /// attack, and goes to the end of the turn.
    pub(super) fn after_attack(&self, out: &mut Events) {
        let Some(who) = self.state.actor else { return };
        let end = Step::of(Phase::End, Id::Actor(who));
        let Some(using) = self.state.declared.using else { return Personal::go(out, end) };
        if self.roster.social.is_some() {
            self.count_attack(who, using, out);
            return Personal::go(out, end);
        }
        let mut next = self.state.aspects.len();
        self.after_defences(&mut next, out);
        if self.is_words(who, using) {
            self.expose(who, crate::effects::AspectOccasion::Words, &mut next, out);
        } else if let Some(manner) = self.manner(who, using) {
            let weapon_use = if self.has_hit() { WeaponUse::Hit } else { WeaponUse::Miss };
            self.aspects_after(who, manner, using, weapon_use, &mut next, out);
            if manner.drops
                && let Some(weapon) = using.weapon()
            {
                let zone = self.target_zone(self.state.declared.it).unwrap_or(self.state.actors[who].zone);
                out.push(Event::Counter { who, what: Counter::Dropped(weapon, zone), change: 1, now: 1 });
            }
        }
        self.count_attack(who, using, out);
        let fresh = |weapon: u8| 1_u32.checked_shl(u32::from(weapon)).is_some_and(|bit| self.state.actors[who].fired & bit == 0);
        if using.weapon().is_some_and(fresh) {
            out.push(Event::Counter { who, what: Counter::Fired, change: 1, now: 1 });
        }
        Personal::go(out, end);
    }

    /// True if the declared attack has hit a defender.
    fn has_hit(&self) -> bool {
        let contest = self.state.contest.as_ref();
        contest.is_some_and(|contest| (0..contest.defences.len()).any(|number| contest.shifts_against(Some(number)) > 0))
    }

    /// Returns the aspect with the text `words` on an actor or its gear.
    pub(super) fn bears(&self, who: ActorId, words: &str) -> Option<AspectId> {
        self.borne(who, words, |holder| matches!(holder, Holder::Actor(there) | Holder::Gear(there, _) if there == who.0))
    }

    /// Returns the aspect with these words on an actor, or on one item of the actor. Aspects of other items are ignored.
    pub(super) fn borne_on(&self, who: ActorId, thing: Holder, words: &str) -> Option<AspectId> {
        self.borne(who, words, |holder| holder == thing || holder == Holder::Actor(who.0))
    }

    fn borne(&self, who: ActorId, words: &str, on: impl Fn(Holder) -> bool) -> Option<AspectId> {
        let aspects = &self.state.aspects;
        let mut borne = aspects.among(aspects.on(who) | aspects.on_gear(who), |_| true);
        borne.find(|(_, aspect)| on(aspect.holder) && aspect.text == words).map(|(id, _)| id)
    }
}

/// Returns the attack profile of the weapon that a choice names; see [`Personal::manner`].
pub(super) fn manner<'a>(state: &PersonalState, roster: &'a PersonalRoster, who: ActorId, using: Choice) -> Option<&'a AttackProfile> {
    let sheet = &roster.actors[who];
    match using.weapon() {
        None if using.with == Choice::NOTHING => match using.how >> 1 {
            0 => Some(&sheet.bare),
            further => sheet.bare_more.get(usize::from(further - 1)),
        },
        None => None,
        Some(number) => {
            let mode = state.actors[who].modes.get(usize::from(number)).copied().unwrap_or(0);
            let modes = &sheet.weapons.get(usize::from(number))?.modes;
            modes.get(usize::from(mode))?.manners.get(usize::from(using.how >> 1))
        }
    }
}
