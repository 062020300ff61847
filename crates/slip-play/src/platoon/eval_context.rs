//! Values that conditions and numbers of effects read from a platoon fight.

use crate::effects::{
    Act, Carrier, CarrierSubject, ConditionVariable, EffectHost, EffectOperation, EvalContext, Hook, RoleFact, TableEffect,
};
use crate::event::TrackId;
use crate::ids::{ActorId, Id, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::effects::UnitEffectQuery;
use crate::platoon::state::{PlatoonContest, PlatoonRollSubject};
use crate::platoon::zones::{LAUNCH, Region};
use crate::roll::Roll;
use slip_dice::fate::Holder;
use slip_pack::effect::{Role, State, TagVerb};

/// Maximum depth of marks that depend on other marks.
const DEEPEST: u8 = 4;

/// Word by which conditions ask if the roll is an attack on a whole zone.
const AREA: &str = "area";

/// Mark of a place without breathable air.
const HOSTILE: &str = "hostile";

/// Evaluation context of an effect: the carrier, the roll and the target.
#[derive(Clone, Copy)]
pub(crate) struct PlatoonEvalContext<'a> {
    fight: &'a PlatoonFight,
    /// Unit that carries the effect; without a carrier, the unit that rolls.
    pub(super) own: ActorId,
    /// Zone that carries the effect.
    zone: Option<ZoneId>,
    /// Roll or hit for which the conditions and numbers of the effect are evaluated.
    at: UnitEffectQuery,
    /// Unit that the effect changes, if it is not the unit that rolls or is hit.
    affected: Option<ActorId>,
    /// The value without effects.
    base: i32,
    /// Nesting depth of the mark being evaluated.
    depth: u8,
}

/// Subject that a role in a condition refers to: a unit, a place, or nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RoleSubject {
    Nothing,
    Unit(ActorId),
    Zone(ZoneId),
    Scene,
}

impl<'a> PlatoonEvalContext<'a> {
    pub(super) fn of(fight: &'a PlatoonFight, carrier: Carrier, at: &UnitEffectQuery) -> PlatoonEvalContext<'a> {
        let zone = match carrier {
            Carrier::Zone(zone) => Some(zone),
            _ => None,
        };
        PlatoonEvalContext { fight, own: carrier.person().unwrap_or(at.unit), zone, at: *at, affected: None, base: 0, depth: 0 }
    }

    /// Returns the context of an effect about this unit.
    pub(super) fn about(self, unit: ActorId) -> PlatoonEvalContext<'a> {
        PlatoonEvalContext { affected: Some(unit), ..self }
    }
}

impl EvalContext for PlatoonEvalContext<'_> {
    fn look(&self, live: &ConditionVariable) -> i64 {
        let fight = self.fight;
        let Some(there) = fight.state.unit(self.own) else { return 0 };
        match live {
            ConditionVariable::FiredLastRound => i64::from(there.fired_last_turn),
            ConditionVariable::Moved => i64::from(there.moved),
            ConditionVariable::Boxes(track) => i64::from(there.track(TrackId(*track)).open()),
            ConditionVariable::Range => self.range().unwrap_or(0),
            ConditionVariable::Distance => self.distance().unwrap_or(0),
            ConditionVariable::Shifts => i64::from(self.shifts()),
            ConditionVariable::Total => self.rolls().iter().find(|roll| roll.who == self.own).map_or(0, |roll| i64::from(roll.total())),
            ConditionVariable::Consequences => {
                let left = fight.state.platoons.row(there.platoon).map_or(3, |platoon| platoon.slots.count());
                i64::from(3_u32.saturating_sub(left))
            }
            ConditionVariable::Base => i64::from(self.base),
            ConditionVariable::Carried => i64::try_from(self.aboard(self.own).count()).unwrap_or(i64::MAX),
            ConditionVariable::OnLaunch => {
                let zone = there.zone().map(|zone| fight.roster.ground.region(zone));
                i64::from(zone == Some(Region::Track(LAUNCH)))
            }
            ConditionVariable::Spotted => i64::from(fight.is_seen(self.own)),
            ConditionVariable::Chosen(word) => i64::from(self.is_chosen(word)),
            ConditionVariable::Of(role, fact) => self.fact(*role, fact),
            ConditionVariable::Who(role) => match self.find(*role) {
                RoleSubject::Nothing => -1,
                RoleSubject::Unit(who) => 1000 + i64::from(who.0),
                RoleSubject::Zone(zone) => i64::from(zone.0),
                RoleSubject::Scene => 2000,
            },
            // Platoon combat takes place on a planet, so there is gravity.
            ConditionVariable::Gravity => 1,
            ConditionVariable::Atmosphere => {
                i64::from(!self.is_marked(self.zone_of(RoleSubject::Unit(self.own)).map_or(RoleSubject::Scene, RoleSubject::Zone), HOSTILE))
            }
            // Units cannot be prone, and platoon combat does not count the zones by which a target is out of range.
            ConditionVariable::Prone | ConditionVariable::Outside => 0,
        }
    }

    /// Returns the range in zones between actor and target. As for fire, it is one more between air and ground.
    fn range(&self) -> Option<i64> {
        let actor = self.actor()?;
        let range = match self.find(Role::Target) {
            RoleSubject::Unit(target) => self.fight.range_between(actor, target),
            _ => self.fight.range_to(actor, self.zone_of(self.find(Role::TargetZone))?),
        };
        range.map(i64::from)
    }

    fn distance(&self) -> Option<i64> {
        let affected = self.affected.unwrap_or(self.at.unit);
        self.fight.range_between(self.own, affected).map(i64::from)
    }

    fn with_base(self, base: i32) -> Self {
        PlatoonEvalContext { base, ..self }
    }
}

impl PlatoonEvalContext<'_> {
    fn contest(&self) -> Option<&PlatoonContest> {
        self.fight.state.contest.as_ref()
    }

    fn rolls(&self) -> &[Roll] {
        self.contest().map_or(&[], |contest| &contest.rolls)
    }

    /// Returns the shifts of the current roll. For a defender, these are the shifts of the attack against the defender.
    fn shifts(&self) -> i32 {
        let Some(contest) = self.contest() else { return 0 };
        let Some(first) = contest.rolls.first() else { return 0 };
        if contest.matter == PlatoonRollSubject::Fixed {
            return first.total() - contest.difficulty.unwrap_or(0);
        }
        let of = |who: Option<ActorId>| contest.rolls.iter().skip(1).find(|roll| Some(roll.who) == who);
        let met = of(Some(self.own)).or_else(|| of(self.at.foe)).or_else(|| of(Some(self.at.unit)));
        met.or(contest.rolls.get(1)).map_or(first.total(), |met| self.fight.state.shifts_against(Some(met.who)))
    }

    /// Returns the passengers of a unit.
    fn aboard(&self, unit: ActorId) -> impl Iterator<Item = ActorId> {
        self.fight.state.units.iter().filter(move |(_, there)| there.is_active() && there.carrier == Some(unit)).map(|(id, _)| id)
    }

    fn is_chosen(&self, word: &str) -> bool {
        if word == AREA {
            return self.at.area;
        }
        let chosen = &self.fight.state.chosen;
        let by_line = |(number, line): (u16, &TableEffect)| {
            matches!(&line.does, EffectOperation::Choose(offered) if offered == word) && chosen.contains(&(number, self.at.unit))
        };
        self.fight.roster.lines.at(Hook::Choose).any(by_line)
    }

    /// Returns the acting unit. In a roll this is the unit that rolls or, in a defence, the attacker. Without a roll it is the unit that
    /// has declared an act.
    fn actor(&self) -> Option<ActorId> {
        match self.at.roll {
            Some(roll) if roll.act == Act::Defence => self.at.foe,
            Some(_) => Some(self.at.unit),
            None => self.fight.state.declared.me.or(Some(self.at.unit)),
        }
    }

    /// Returns the target of the roll, or of the declaration.
    fn target(&self) -> Option<ActorId> {
        match self.at.roll {
            Some(roll) if roll.act == Act::Defence => Some(self.at.unit),
            Some(_) => self.at.foe,
            None => self.at.foe.or(self.fight.state.declared.it.actor()),
        }
    }

    fn find(&self, role: Role) -> RoleSubject {
        let fight = self.fight;
        let unit = |who: Option<ActorId>| who.map_or(RoleSubject::Nothing, RoleSubject::Unit);
        match role {
            Role::Own | Role::Bearer => RoleSubject::Unit(self.own),
            Role::Actor | Role::Attacker => unit(self.actor()),
            Role::Defender | Role::Target => unit(self.target()),
            Role::Carrier => unit(fight.state.unit(self.own).and_then(|there| there.carrier)),
            Role::Carried | Role::Attached => unit(self.aboard(self.own).next()),
            Role::Leader => {
                let platoon = fight.platoon(self.own).and_then(|platoon| fight.roster.platoons.row(platoon));
                let leader = platoon.and_then(|platoon| platoon.leader);
                unit(leader.filter(|&leader| fight.state.unit(leader).is_some_and(|there| there.is_active())))
            }
            Role::Zone => self.zone.or_else(|| fight.place_of(self.own)).map_or(RoleSubject::Nothing, RoleSubject::Zone),
            Role::OwnZone => fight.place_of(self.own).map_or(RoleSubject::Nothing, RoleSubject::Zone),
            Role::TargetZone => {
                let declared = match fight.state.declared.it {
                    Id::Zone(zone) => Some(zone),
                    _ => None,
                };
                let zone = self.at.zone.or_else(|| fight.place_of(self.target()?)).or(declared);
                zone.map_or(RoleSubject::Nothing, RoleSubject::Zone)
            }
            Role::Scene | Role::World => RoleSubject::Scene,
            // Units neither dock nor have separate weapons.
            Role::Station | Role::Weapon => RoleSubject::Nothing,
        }
    }

    /// Returns the zone of a unit or place.
    fn zone_of(&self, seen: RoleSubject) -> Option<ZoneId> {
        match seen {
            RoleSubject::Zone(zone) => Some(zone),
            RoleSubject::Unit(who) => self.fight.place_of(who),
            RoleSubject::Nothing | RoleSubject::Scene => None,
        }
    }

    /// Returns the unit in a role, if there is one.
    pub(super) fn unit_of(&self, role: Role) -> Option<ActorId> {
        match self.find(role) {
            RoleSubject::Unit(who) => Some(who),
            _ => None,
        }
    }

    /// Returns the zone that a role is, or that its unit is in.
    pub(super) fn zone_of_role(&self, role: Role) -> Option<ZoneId> {
        self.zone_of(self.find(role))
    }

    fn fact(&self, role: Role, fact: &RoleFact) -> i64 {
        // For several passengers, the lowest value is used.
        if role == Role::Carried {
            return self.aboard(self.own).map(|who| self.fact_of(RoleSubject::Unit(who), fact)).min().unwrap_or(0);
        }
        self.fact_of(self.find(role), fact)
    }

    fn fact_of(&self, seen: RoleSubject, fact: &RoleFact) -> i64 {
        let sheet = match seen {
            RoleSubject::Unit(who) => self.fight.roster.units.row(who).map(|sheet| (who, sheet)),
            _ => None,
        };
        match fact {
            RoleFact::Rank(skill) => sheet.and_then(|(_, sheet)| sheet.rank(*skill)).map_or(0, i64::from),
            RoleFact::Trained(skill) => i64::from(sheet.is_some_and(|(_, sheet)| sheet.rank(*skill).is_some())),
            RoleFact::Stat(name) => sheet.and_then(|(_, sheet)| sheet.stats.get(name)).copied().map_or(0, i64::from),
            RoleFact::Boxes(track) => {
                let unit = sheet.and_then(|(who, _)| self.fight.state.unit(who));
                unit.map_or(0, |there| i64::from(there.track(TrackId(*track)).open()))
            }
            RoleFact::State(state) => self.state_of(seen, *state),
            RoleFact::Mark(name) => i64::from(self.is_marked(seen, name)),
            RoleFact::Aspect(words) => i64::from(self.has_aspect(seen, words)),
            RoleFact::Kind(name) => i64::from(matches!(seen, RoleSubject::Unit(who) if self.fight.is_a(who, name))),
            // All units are soldiers. A test for military training is therefore always 0.
            RoleFact::Military(_) => 0,
        }
    }

    fn state_of(&self, seen: RoleSubject, state: State) -> i64 {
        let live = match state {
            State::Moved => ConditionVariable::Moved,
            State::FiredLastRound => ConditionVariable::FiredLastRound,
            State::Shifts => ConditionVariable::Shifts,
            State::Total => ConditionVariable::Total,
            State::Range => ConditionVariable::Range,
            State::Base => ConditionVariable::Base,
            State::Carried => ConditionVariable::Carried,
            State::OnLaunch => ConditionVariable::OnLaunch,
            State::Spotted => ConditionVariable::Spotted,
            State::Gravity => ConditionVariable::Gravity,
            State::Atmosphere => ConditionVariable::Atmosphere,
            State::Prone => return 0,
            State::Tech => {
                let RoleSubject::Unit(who) = seen else { return 0 };
                return self.fight.roster.units.row(who).map_or(0, |sheet| i64::from(sheet.tech));
            }
        };
        match seen {
            RoleSubject::Unit(who) => PlatoonEvalContext { own: who, ..*self }.look(&live),
            RoleSubject::Zone(zone) if state == State::Atmosphere => i64::from(!self.is_marked(RoleSubject::Zone(zone), HOSTILE)),
            _ if state == State::Gravity => self.look(&live),
            _ => 0,
        }
    }

    /// True if a unit or a place has an aspect with this text. A unit has its own aspects and those of its platoon.
    fn has_aspect(&self, seen: RoleSubject, words: &str) -> bool {
        let fight = self.fight;
        let platoon = match seen {
            RoleSubject::Unit(who) => fight.platoon(who).map(|platoon| fight.state.id_of_platoon(platoon)),
            _ => None,
        };
        let on = |holder: Holder| match (seen, holder) {
            (RoleSubject::Unit(who), Holder::Actor(there)) => there == who.0 || platoon.is_some_and(|platoon| platoon.0 == there),
            (RoleSubject::Zone(zone), Holder::Zone(there)) => zone.0 == there,
            (RoleSubject::Unit(who), Holder::Zone(there)) => fight.shares_in(who, ZoneId(there), words),
            (RoleSubject::Scene, Holder::Scene | Holder::System | Holder::Campaign) => true,
            _ => false,
        };
        fight.state.aspects.values().any(|aspect| aspect.present && aspect.text == words && on(aspect.holder))
    }

    /// True if a unit or zone has a mark: a unit also has the marks of its zone, and a zone those of the scene.
    fn is_marked(&self, seen: RoleSubject, name: &str) -> bool {
        if self.depth >= DEEPEST {
            return false;
        }
        let fight = self.fight;
        fight.roster.lines.at(Hook::Mark).any(|(number, line)| {
            let named = matches!(&line.does, EffectOperation::Mark(mark) if mark == name);
            let sits = |line: &TableEffect| match (seen, line.carrier, &line.whom) {
                (RoleSubject::Unit(who), carrier, whom) => line.cue.is_some() || fight.is_meant(carrier, whom, who),
                (RoleSubject::Zone(zone), Carrier::Zone(there), CarrierSubject::Own) => zone == there,
                (RoleSubject::Zone(_) | RoleSubject::Scene, Carrier::Scene | Carrier::Rules, CarrierSubject::Own) => true,
                _ => false,
            };
            let so = |line: &TableEffect| match (&line.cue, seen) {
                (Some(_), RoleSubject::Unit(who)) => fight.state.roused.iter().any(|(there, whose, _)| (*there, *whose) == (number, who)),
                (Some(_), _) => false,
                (None, _) => {
                    let own = line.carrier.person().unwrap_or(match seen {
                        RoleSubject::Unit(who) => who,
                        _ => self.own,
                    });
                    let affected = match seen {
                        RoleSubject::Unit(who) => Some(who),
                        _ => None,
                    };
                    let eye = PlatoonEvalContext { own, affected, depth: self.depth + 1, ..*self };
                    line.condition.as_ref().is_none_or(|condition| eye.holds(condition))
                }
            };
            named && sits(line) && fight.is_carried_now(line.carrier) && so(line)
        })
    }
}

impl PlatoonFight {
    /// True if a zone's effect gives its aspect to this unit. The unit has the aspect as long as it is in the zone (R-YE6).
    pub(super) fn shares_in(&self, unit: ActorId, zone: ZoneId, words: &str) -> bool {
        let gives = |line: &TableEffect| matches!(&line.does, EffectOperation::Tag { never: false, verb: TagVerb::HasAspect, aspect, .. } if aspect == words);
        self.roster.lines.at(Hook::HasAspect).any(|(_, line)| {
            gives(line)
                && line.carrier == Carrier::Zone(zone)
                && line.whom != CarrierSubject::Own
                && self.is_meant(line.carrier, &line.whom, unit)
        })
    }

    /// True if a unit currently has a mark, as conditions such as `is orbital` test it.
    pub fn is_marked(&self, unit: ActorId, name: &str) -> bool {
        PlatoonEvalContext::of(self, Carrier::Person(unit), &UnitEffectQuery::of(unit)).is_marked(RoleSubject::Unit(unit), name)
    }
}
