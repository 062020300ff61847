//! Context in which the conditions and numbers of effects are evaluated.

use crate::choice::Choice;
use crate::effects::{Carrier, CarrierSubject, Condition, ConditionVariable, EffectHost, EffectOperation, EvalContext, Hook, RoleFact};
use crate::event::TrackId;
use crate::ids::{ActorId, Id, ZoneId};
use crate::personal::Personal;
use crate::personal::gear;
use crate::personal::settings::Gravity;
use slip_dice::fate::Holder;
use slip_pack::Name;
use slip_pack::effect::{Role, State};

/// Deepest nesting of marks that depend on other marks.
const DEEPEST: u8 = 4;

/// Context for evaluating an effect: the fight, the actors, and the items used.
#[derive(Clone, Copy)]
pub(crate) struct PersonalEvalContext<'a> {
    pub(super) fight: &'a Personal,
    /// Actor that carries the effect: `self` in its conditions. For an effect of a place or of the rules, it is the actor that rolls or is
    /// hit.
    pub(super) own: ActorId,
    /// Actor that carries the item with the effect: `bearer` in its conditions.
    pub(super) bearer: ActorId,
    /// Actor that rolls or is hit.
    pub(super) subject: ActorId,
    /// Actor whose mark is evaluated, and to which distances are measured; `None` if they are measured to `subject`.
    pub(super) affected: Option<ActorId>,
    /// Opponent of the roll.
    pub(super) foe: Option<ActorId>,
    /// The zone that carries the effect.
    pub(super) zone: Option<ZoneId>,
    /// Weapon that carries the effect.
    pub(super) weapon: Option<u8>,
    /// Weapon that is used for the roll.
    pub(super) using: Option<u8>,
    /// Actor of the event that triggers the effect; `None` for the actor whose turn it is.
    pub(super) actor: Option<ActorId>,
    /// Target of the event that triggers the effect.
    pub(super) target: Option<ActorId>,
    /// Value of the number before effects.
    pub(super) base: i32,
    /// Number of zones by which the target is beyond the range of the item.
    pub(super) outside: u8,
    /// Actor that may walk before it acts, and the zone to which it walks.
    pub(super) foothold: Option<(ActorId, ZoneId)>,
    /// Nesting depth of the mark being evaluated.
    pub(super) depth: u8,
}

/// Actor, place or item that a role such as `target` means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RoleSubject {
    Nothing,
    Person(ActorId),
    Weapon(ActorId, u8),
    Zone(ZoneId),
    Scene,
}

impl<'a> PersonalEvalContext<'a> {
    pub(super) fn of(fight: &'a Personal, own: ActorId) -> PersonalEvalContext<'a> {
        PersonalEvalContext {
            fight,
            own,
            bearer: own,
            subject: own,
            affected: None,
            foe: None,
            zone: None,
            weapon: None,
            using: None,
            actor: None,
            target: None,
            base: 0,
            outside: 0,
            foothold: None,
            depth: 0,
        }
    }
}

impl EvalContext for PersonalEvalContext<'_> {
    fn look(&self, live: &ConditionVariable) -> i64 {
        let (fight, who) = (self.fight, self.own);
        let state = &fight.state;
        let actor = &state.actors[who];
        let contest = state.contest.as_ref();
        match live {
            ConditionVariable::FiredLastRound => i64::from(self.has_fired(actor.fired_last_round)),
            ConditionVariable::Prone => i64::from(actor.prone),
            ConditionVariable::Moved => i64::from(state.actor == Some(who) && (state.declared.entered > 0 || self.walks_first(who))),
            ConditionVariable::Boxes(track) => i64::from(actor.track(TrackId(*track)).open()),
            ConditionVariable::Range => self.range().unwrap_or(0),
            ConditionVariable::Distance => self.distance().unwrap_or(0),
            ConditionVariable::Shifts => contest.map_or(0, |contest| {
                let against = |who: ActorId| contest.defences.iter().position(|defence| defence.who == who);
                let first = (!contest.defences.is_empty()).then_some(0);
                let met = self.target.or(self.foe).and_then(against).or_else(|| against(self.subject)).or(first);
                i64::from(contest.shifts_against(met))
            }),
            ConditionVariable::Total => contest.map_or(0, |contest| {
                let own = contest.defences.iter().find(|defence| defence.who == who).and_then(|defence| defence.roll.as_ref());
                i64::from(own.unwrap_or(&contest.roll).total())
            }),
            ConditionVariable::Consequences => i64::from(fight.slots_at_first(who).without(actor.slots).count()),
            ConditionVariable::Base => i64::from(self.base),
            ConditionVariable::Outside => i64::from(self.outside),
            ConditionVariable::Gravity => match fight.state.gravity {
                Gravity::Normal | Gravity::Sloping => 1,
                Gravity::None | Gravity::Stuttering | Gravity::Low => 0,
            },
            ConditionVariable::Atmosphere => i64::from(!self.is_marked(RoleSubject::Zone(self.zone_from(who)), HOSTILE)),
            ConditionVariable::Spotted => {
                let here = self.zone_from(who);
                i64::from(fight.enemies(who).any(|enemy| state.board.sees(state.actors[enemy].zone, here)))
            }
            // Vehicles and hangars do not exist in personal combat.
            ConditionVariable::Carried | ConditionVariable::OnLaunch => 0,
            ConditionVariable::Chosen(word) => i64::from(self.is_chosen(word)),
            ConditionVariable::Of(role, fact) => self.fact(*role, fact),
            ConditionVariable::Who(role) => match self.find(*role) {
                RoleSubject::Nothing => -1,
                RoleSubject::Person(who) => 1000 + i64::from(who.0),
                RoleSubject::Weapon(who, number) => 10_000 + 256 * i64::from(who.0) + i64::from(number),
                RoleSubject::Zone(zone) => i64::from(zone.0),
                RoleSubject::Scene => 2000,
            },
        }
    }

    fn range(&self) -> Option<i64> {
        let (fight, state) = (self.fight, &self.fight.state);
        let from = self.seen(Role::Actor).unwrap_or(self.subject);
        let zone = |who: ActorId| self.zone_from(who);
        let declared = || fight.target_zone(state.declared.it);
        let there = self.target.map(zone).or_else(declared).or_else(|| self.foe.filter(|&foe| foe != from).map(zone))?;
        Some(i64::from(fight.roster.map.range(zone(from), there)))
    }

    fn distance(&self) -> Option<i64> {
        let zone = |who: ActorId| self.fight.state.actors[who].zone;
        Some(i64::from(self.fight.roster.map.range(zone(self.bearer), zone(self.affected.unwrap_or(self.subject)))))
    }

    fn with_base(self, base: i32) -> Self {
        PersonalEvalContext { base, ..self }
    }
}

impl PersonalEvalContext<'_> {
    /// True if the weapon that carries the effect has been used. For an effect of an actor or place, true if any weapon has been used.
    fn has_fired(&self, weapons: u32) -> bool {
        match self.weapon {
            Some(weapon) => 1_u32.checked_shl(u32::from(weapon)).is_some_and(|bit| weapons & bit != 0),
            None => weapons != 0,
        }
    }

    /// True if a word was chosen for the current roll. It may be the word for an area attack, for a way of using the weapon, or of an
    /// effect that offers the choice.
    fn is_chosen(&self, word: &Name) -> bool {
        let state = &self.fight.state;
        let using = state.declared.using.filter(|_| state.actor.is_some());
        if word.as_str() == AREA {
            return using.is_some_and(|using| using.how & Choice::AREA != 0);
        }
        let manner = using.zip(state.actor).and_then(|(using, who)| self.fight.manner(who, using));
        let by_manner = manner.is_some_and(|manner| manner.word == *word);
        let offered = |(number, line): (u16, &crate::effects::TableEffect)| {
            matches!(&line.does, EffectOperation::Choose(offered) if offered == word) && self.fight.chosen(number, self.subject) > 0
        };
        by_manner || self.fight.roster.lines.at(Hook::Choose).any(offered)
    }

    /// Returns the actor that a role means, if it means an actor.
    pub(super) fn seen(&self, role: Role) -> Option<ActorId> {
        match self.find(role) {
            RoleSubject::Person(who) => Some(who),
            _ => None,
        }
    }

    /// Returns the zone that a role means, or the zone of the actor that it means.
    pub(super) fn zone_of(&self, role: Role) -> Option<ZoneId> {
        match self.find(role) {
            RoleSubject::Zone(zone) => Some(zone),
            RoleSubject::Person(who) => Some(self.zone_from(who)),
            _ => None,
        }
    }

    /// Returns the zone of an actor. If the actor may walk before it acts, this is the zone from which it will act.
    fn zone_from(&self, who: ActorId) -> ZoneId {
        let foothold = self.foothold.filter(|&(walker, _)| walker == who);
        foothold.map_or(self.fight.state.actors[who].zone, |(_, zone)| zone)
    }

    /// True if an actor goes to another zone before its act.
    fn walks_first(&self, who: ActorId) -> bool {
        self.zone_from(who) != self.fight.state.actors[who].zone
    }

    fn find(&self, role: Role) -> RoleSubject {
        let fight = self.fight;
        let state = &fight.state;
        let person = |who: Option<ActorId>| who.map_or(RoleSubject::Nothing, RoleSubject::Person);
        let declared = || state.declared.it.actor();
        let target = || self.target.or_else(declared).or(self.foe);
        match role {
            Role::Own => RoleSubject::Person(self.own),
            Role::Bearer => RoleSubject::Person(self.bearer),
            Role::Actor => person(self.actor.or(state.actor)),
            Role::Attacker => person(self.actor.or(state.actor).filter(|_| self.is_attack())),
            Role::Defender => {
                let waits = state.step.who.actor().filter(|&who| Some(who) != state.actor);
                person(self.target.or(self.foe.filter(|&foe| Some(foe) != state.actor)).or(waits).or_else(declared))
            }
            Role::Target => person(target()),
            Role::Weapon => {
                let who = self.actor.or(state.actor).unwrap_or(self.own);
                let used = self.using.or_else(|| state.declared.using.and_then(Choice::weapon)).or(self.weapon);
                used.map_or(RoleSubject::Nothing, |number| RoleSubject::Weapon(who, number))
            }
            Role::Leader => {
                let side = fight.roster.sides.row(fight.roster.side(self.own));
                person(side.and_then(|side| side.leaders.iter().copied().find(|&leader| state.actors[leader].is_active())))
            }
            Role::Zone => RoleSubject::Zone(self.zone.unwrap_or(self.zone_from(self.own))),
            Role::OwnZone => RoleSubject::Zone(self.zone_from(self.own)),
            Role::TargetZone => {
                let zone = self.target.map(|target| state.actors[target].zone).or_else(|| fight.target_zone(state.declared.it));
                zone.map_or(RoleSubject::Nothing, RoleSubject::Zone)
            }
            Role::Scene | Role::World => RoleSubject::Scene,
            // Carriers, docks and attachments do not exist in personal combat.
            Role::Carrier | Role::Carried | Role::Attached | Role::Station => RoleSubject::Nothing,
        }
    }

    fn is_attack(&self) -> bool {
        self.fight.state.declared.act == Some(crate::choice::Verb::Attack)
    }

    fn fact(&self, role: Role, fact: &RoleFact) -> i64 {
        let seen = self.find(role);
        let roster = &self.fight.roster;
        let sheet = match seen {
            RoleSubject::Person(who) => Some((who, &roster.actors[who])),
            _ => None,
        };
        match fact {
            RoleFact::Rank(skill) => sheet.map_or(0, |(who, _)| i64::from(roster.trained(who, *skill).unwrap_or(0))),
            RoleFact::Trained(skill) => sheet.map_or(0, |(who, _)| i64::from(roster.trained(who, *skill).is_some())),
            RoleFact::Stat(name) => match seen {
                RoleSubject::Person(who) => {
                    let sheet = &roster.actors[who];
                    // The Defense of a person is that of the worn armour.
                    let worn = || sheet.armour.as_ref().filter(|_| name == gear::DEFENSE).map(|armour| armour.defense);
                    sheet.stats.get(name).copied().or_else(worn).map_or(0, i64::from)
                }
                RoleSubject::Weapon(who, number) => {
                    let weapon = roster.actors[who].weapons.get(usize::from(number));
                    weapon.and_then(|weapon| weapon.stats.get(name)).copied().map_or(0, i64::from)
                }
                _ => 0,
            },
            RoleFact::Boxes(track) => sheet.map_or(0, |(who, _)| i64::from(self.fight.state.actors[who].track(TrackId(*track)).open())),
            RoleFact::State(state) => self.state_of(seen, *state),
            RoleFact::Mark(name) => i64::from(self.is_marked(seen, name)),
            RoleFact::Military(name) => sheet.map_or(0, |(_, sheet)| {
                let of_class =
                    |skill: &crate::personal::roster::PersonalSkill| skill.classes.contains(name) && sheet.military.contains(&skill.name);
                i64::from(sheet.military.contains(name) || roster.skills.values().any(of_class))
            }),
            RoleFact::Aspect(words) => i64::from(self.has_aspect(seen, words)),
            RoleFact::Kind(name) => match seen {
                RoleSubject::Weapon(who, number) => {
                    let weapon = roster.actors[who].weapons.get(usize::from(number));
                    i64::from(weapon.is_some_and(|weapon| weapon.kinds.contains(name)))
                }
                _ => sheet.map_or(0, |(_, sheet)| i64::from(sheet.is_a(name))),
            },
        }
    }

    fn state_of(&self, seen: RoleSubject, state: State) -> i64 {
        let live = match state {
            State::Moved => ConditionVariable::Moved,
            State::FiredLastRound => ConditionVariable::FiredLastRound,
            State::Prone => ConditionVariable::Prone,
            State::Atmosphere => ConditionVariable::Atmosphere,
            State::Gravity => ConditionVariable::Gravity,
            State::Spotted => ConditionVariable::Spotted,
            State::Shifts => ConditionVariable::Shifts,
            State::Total => ConditionVariable::Total,
            State::Range => ConditionVariable::Range,
            State::Base => ConditionVariable::Base,
            State::Tech | State::Carried | State::OnLaunch => return 0,
        };
        match seen {
            RoleSubject::Person(who) => {
                let weapon = self.weapon.filter(|_| who == self.own);
                PersonalEvalContext { own: who, bearer: who, weapon, ..*self }.look(&live)
            }
            RoleSubject::Zone(zone) if state == State::Atmosphere => i64::from(!self.is_marked(RoleSubject::Zone(zone), HOSTILE)),
            _ if matches!(state, State::Gravity) => self.look(&live),
            _ => 0,
        }
    }

    fn has_aspect(&self, seen: RoleSubject, words: &str) -> bool {
        let on = |holder: Holder| match seen {
            RoleSubject::Person(who) => matches!(holder, Holder::Actor(there) | Holder::Gear(there, _) if there == who.0),
            RoleSubject::Weapon(who, number) => holder == Holder::Gear(who.0, number),
            RoleSubject::Zone(zone) => holder == Holder::Zone(zone.0),
            RoleSubject::Scene => matches!(holder, Holder::Scene | Holder::System | Holder::Campaign),
            RoleSubject::Nothing => false,
        };
        self.fight.is_there(words, &on).is_some()
    }

    /// True if an actor has a mark by any effect of which it is a subject. A mark of a single weapon belongs to that weapon only.
    pub(super) fn is_marked_person(&self, who: ActorId, name: &str) -> bool {
        self.is_marked(RoleSubject::Person(who), name)
    }

    /// True if a zone has a mark of its own, or the whole scene has it.
    pub(super) fn is_marked_zone(&self, zone: ZoneId, name: &str) -> bool {
        self.is_marked(RoleSubject::Zone(zone), name)
    }

    /// True if a weapon has a mark.
    pub(super) fn is_marked_weapon(&self, who: ActorId, number: u8, name: &str) -> bool {
        self.is_marked(RoleSubject::Weapon(who, number), name)
    }

    fn is_marked(&self, seen: RoleSubject, name: &str) -> bool {
        if self.depth >= DEEPEST {
            return false;
        }
        let fight = self.fight;
        fight.roster.lines.at(Hook::Mark).any(|(number, line)| {
            let sits = match (seen, line.carrier, &line.whom) {
                (RoleSubject::Weapon(who, number), Carrier::Weapon(there, its, _), CarrierSubject::Own) => who == there && number == its,
                (RoleSubject::Person(_), Carrier::Weapon(..), CarrierSubject::Own) => false,
                (RoleSubject::Person(who), carrier, whom) => {
                    line.cue.is_some() || fight.is_meant_in(carrier, whom, who, self.zone_from(who))
                }
                (RoleSubject::Zone(zone), Carrier::Zone(there), CarrierSubject::Own) => zone == there,
                (RoleSubject::Zone(_) | RoleSubject::Scene, Carrier::Scene | Carrier::Rules, CarrierSubject::Own) => true,
                _ => false,
            };
            let named = matches!(&line.does, EffectOperation::Mark(mark) if mark == name);
            let own = line.carrier.person().unwrap_or(match seen {
                RoleSubject::Person(who) | RoleSubject::Weapon(who, _) => who,
                _ => self.own,
            });
            let affected = match seen {
                RoleSubject::Person(who) | RoleSubject::Weapon(who, _) => Some(who),
                _ => None,
            };
            let eye = PersonalEvalContext { own, bearer: own, affected, weapon: line.carrier.weapon(), depth: self.depth + 1, ..*self };
            let so = if line.cue.is_some() {
                matches!(seen, RoleSubject::Person(who) | RoleSubject::Weapon(who, _) if fight.roused(number, who).is_some())
            } else {
                line.condition.as_ref().is_none_or(|condition| eye.holds(condition))
            };
            named && sits && fight.is_carried_now(line.carrier) && so
        })
    }
}

/// Word of the choice to attack everyone in a zone.
const AREA: &str = "area";

/// The mark of a place without air to breathe.
const HOSTILE: &str = "hostile";

impl Personal {
    /// True if a condition holds for an actor.
    pub(super) fn holds(&self, who: ActorId, condition: &Condition) -> bool {
        PersonalEvalContext::of(self, who).holds(condition)
    }

    /// True if the condition is true for the item that an actor attacks with.
    pub(super) fn holds_of(&self, who: ActorId, using: Choice, condition: &Condition) -> bool {
        PersonalEvalContext { weapon: using.weapon(), ..PersonalEvalContext::of(self, who) }.holds(condition)
    }

    /// Returns the zone of a target.
    pub(super) fn target_zone(&self, it: Id) -> Option<ZoneId> {
        match it {
            Id::Actor(target) => Some(self.state.actors[target].zone),
            Id::Zone(zone) => Some(zone),
            Id::Scene | Id::None => None,
        }
    }
}
