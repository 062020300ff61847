//! Values that conditions and numbers of effects read from a space fight.

use crate::effects::{ConditionVariable, EffectOperation, EvalContext, Hook, RoleFact};
use crate::event::TrackId;
use crate::ids::{ActorId, SkillId};
use crate::space::Space;
use crate::space::roll_kinds::SpaceRoll;
use crate::space::roster::{Post, SpaceRoster, WeaponSystem};
use crate::space::state::{Band, ShipLocation, ShipState, SpaceRollSubject};
use slip_dice::fate::Holder;
use slip_pack::Name;
use slip_pack::effect::{Role, State};

/// Maximum nesting depth of marks that depend on other marks.
pub(super) const DEEPEST: u8 = 4;

/// Word by which conditions ask if the roll is an attack on a whole area.
const AREA: &str = "area";

/// Evaluation context of an effect: the carrier, the roll and the opponent.
#[derive(Clone, Copy)]
pub(crate) struct SpaceEvalContext<'a> {
    pub(super) fight: &'a Space,
    /// The ship or person that carries the effect; without a carrier, the ship that rolls.
    pub(super) own: ActorId,
    /// Ship that rolls or is hit.
    pub(super) subject: ActorId,
    /// Opponent of the roll.
    pub(super) foe: Option<ActorId>,
    /// Kind of the roll, if the effect is evaluated for a roll.
    pub(super) roll: Option<SpaceRoll>,
    /// Ship that the effect changes, if it is not the ship that rolls or is hit.
    pub(super) affected: Option<ActorId>,
    /// The value without effects.
    pub(super) base: i32,
    /// Nesting depth of the mark being evaluated.
    pub(super) depth: u8,
}

impl EvalContext for SpaceEvalContext<'_> {
    fn look(&self, live: &ConditionVariable) -> i64 {
        let fight = self.fight;
        let ship = self.ship_of(self.own);
        let Some(there) = fight.state.ship(ship) else { return 0 };
        match live {
            ConditionVariable::FiredLastRound => i64::from(there.fired_last_turn),
            ConditionVariable::Moved => i64::from(there.moved),
            ConditionVariable::Boxes(track) => i64::from(there.track(TrackId(*track)).open()),
            ConditionVariable::Range => self.range().unwrap_or(0),
            ConditionVariable::Distance => self.distance().unwrap_or(0),
            ConditionVariable::Shifts => i64::from(self.shifts(ship)),
            ConditionVariable::Total => {
                let rolls = fight.state.contest.as_ref().map_or(&[][..], |contest| &contest.rolls);
                let own = rolls.iter().find(|roll| roll.who == ship).or(there.standing.as_ref());
                own.map_or(0, |roll| i64::from(roll.total()))
            }
            ConditionVariable::Consequences => {
                let first = fight.roster.ships.row(ship).map_or(0, |sheet| sheet.slots.count());
                i64::from(first.saturating_sub(there.slots.count()))
            }
            ConditionVariable::Base => i64::from(self.base),
            ConditionVariable::Carried => i64::try_from(self.aboard(ship).count()).unwrap_or(i64::MAX),
            ConditionVariable::OnLaunch => i64::from(matches!(there.berth, ShipLocation::Hangar(_))),
            ConditionVariable::Chosen(word) => i64::from(self.is_chosen(word)),
            ConditionVariable::Of(role, fact) => self.fact(*role, fact),
            ConditionVariable::Who(role) => self.find(*role).map_or(-1, |who| i64::from(who.0)),
            // Space combat has no weight, air, cover, prone actors or zones.
            ConditionVariable::Prone
            | ConditionVariable::Gravity
            | ConditionVariable::Atmosphere
            | ConditionVariable::Spotted
            | ConditionVariable::Outside => 0,
        }
    }

    fn range(&self) -> Option<i64> {
        let declared = self.fight.state.declared;
        let actor = declared.me.unwrap_or(self.subject);
        let target = declared.it.actor().filter(|&it| it != actor).or(self.foe)?;
        self.between(actor, target)
    }

    fn distance(&self) -> Option<i64> {
        self.between(self.ship_of(self.own), self.affected.unwrap_or(self.subject))
    }

    fn with_base(self, base: i32) -> Self {
        SpaceEvalContext { base, ..self }
    }
}

impl SpaceEvalContext<'_> {
    /// Returns the number of bands between two ships; `None` if one of them is not in the fight.
    fn between(&self, from: ActorId, to: ActorId) -> Option<i64> {
        Some(i64::from(self.band_of(from)?.range(self.band_of(to)?)))
    }

    /// Returns the band of a ship. A craft in a hangar is in the band of its carrier, a coupled ship in the band of the other ship.
    fn band_of(&self, who: ActorId) -> Option<Band> {
        let state = &self.fight.state;
        match state.ship(who)?.berth {
            ShipLocation::Hangar(parent) | ShipLocation::Coupled(parent) => state.ship(parent)?.band(),
            _ => state.ship(who)?.band(),
        }
    }

    /// Returns the ship itself, or the ship that the person is aboard.
    fn ship_of(&self, who: ActorId) -> ActorId {
        self.fight.roster.person(who).map_or(who, |person| person.ship)
    }

    /// Returns the shifts of the current roll against its difficulty or the opposing roll. With several defenders, the opposing roll is
    /// that of the ship itself; without one, that of the opponent; otherwise, that of the first defender.
    fn shifts(&self, ship: ActorId) -> i32 {
        let Some(contest) = &self.fight.state.contest else { return 0 };
        let (Some(first), others) = (contest.rolls.first(), contest.rolls.get(1..).unwrap_or_default()) else { return 0 };
        let of = |who: Option<ActorId>| others.iter().find(|roll| Some(roll.who) == who);
        match (contest.matter, contest.difficulty) {
            (_, Some(difficulty)) => first.total() - difficulty,
            (SpaceRollSubject::Detection | SpaceRollSubject::Position, None) => 0,
            (_, None) => of(Some(ship)).or_else(|| of(self.foe)).or(others.first()).map_or(0, |met| first.total() - met.total()),
        }
    }

    /// Returns the craft in a ship's hangar.
    fn aboard(&self, ship: ActorId) -> impl Iterator<Item = ActorId> {
        self.fight.state.ships.iter().filter(move |(_, craft)| craft.berth == ShipLocation::Hangar(ship)).map(|(id, _)| id)
    }

    /// Returns the ships attached to a ship: a ship coupled to it, and the craft of its hangar that are in the fight (R-YE8).
    fn attached(&self, ship: ActorId) -> impl Iterator<Item = ActorId> {
        let fight = self.fight;
        let is_there = move |(id, there): &(ActorId, &ShipState)| {
            fight.is_attached(*id, ship) && (there.is_active() || there.berth == ShipLocation::Coupled(ship))
        };
        fight.state.ships.iter().filter(is_there).map(|(id, _)| id)
    }

    /// True if the attack of this context strikes a whole area. It is the attack that is rolled or defended against or, if the context has
    /// no roll, the declared attack.
    fn is_of_area(&self) -> bool {
        let declared = self.fight.state.declared;
        let about = match self.roll {
            Some(roll) => roll.weapon().map(|weapon| match roll.is_defence() {
                true => (self.foe, weapon, Some(self.subject)),
                false => (Some(self.subject), weapon, self.foe),
            }),
            None => WeaponSystem::of_stage(self.fight.state.stage).map(|weapon| (declared.me, weapon, declared.it.actor())),
        };
        let Some((Some(attacker), weapon, aimed)) = about else { return false };
        // An attack with several targets is an attack on an area if the way of attacking has an area for the target that it is aimed at.
        let aimed = declared.it.actor().filter(|_| declared.me == Some(attacker)).or(aimed);
        self.fight.is_of_area(attacker, weapon, aimed, self.depth)
    }

    fn is_chosen(&self, word: &Name) -> bool {
        if word.as_str() == AREA {
            return self.is_of_area();
        }
        let chosen = &self.fight.state.chosen;
        let by_line = |(number, line): (u16, &crate::effects::TableEffect)| {
            matches!(&line.does, EffectOperation::Choose(offered) if offered == word) && chosen.contains(&(number, self.subject))
        };
        self.fight.roster.lines.at(Hook::Choose).any(by_line)
    }

    /// Returns the actor that has a role, if there is one.
    pub(super) fn find(&self, role: Role) -> Option<ActorId> {
        let state = &self.fight.state;
        let ship = self.ship_of(self.own);
        match role {
            Role::Own | Role::Bearer => Some(self.own),
            Role::Actor | Role::Attacker => state.declared.me.or(Some(self.subject)),
            Role::Defender | Role::Target => state.declared.it.actor().or(self.foe),
            Role::Carrier => match state.ship(ship)?.berth {
                ShipLocation::Hangar(parent) | ShipLocation::Coupled(parent) => Some(parent),
                _ => self.fight.roster.ships.row(ship)?.parent,
            },
            Role::Carried => self.aboard(ship).next(),
            Role::Attached => self.attached(ship).next(),
            Role::Leader => state.ship(ship)?.tether,
            _ => None,
        }
    }

    fn fact(&self, role: Role, fact: &RoleFact) -> i64 {
        if matches!(role, Role::Scene | Role::World | Role::Station | Role::Zone | Role::OwnZone) {
            let scene = |holder: Holder| matches!(holder, Holder::Scene | Holder::System | Holder::Campaign);
            return match fact {
                RoleFact::Aspect(words) => i64::from(self.has_aspect(words, &scene)),
                _ => 0,
            };
        }
        // A condition about several craft uses the lowest value of all of them.
        let own = self.ship_of(self.own);
        match role {
            Role::Carried => return self.aboard(own).map(|craft| self.fact_of(craft, fact)).min().unwrap_or(0),
            Role::Attached => return self.attached(own).map(|craft| self.fact_of(craft, fact)).min().unwrap_or(0),
            _ => {}
        }
        self.find(role).map_or(0, |who| self.fact_of(who, fact))
    }

    fn fact_of(&self, who: ActorId, fact: &RoleFact) -> i64 {
        let fight = self.fight;
        let ship = self.ship_of(who);
        match fact {
            RoleFact::Rank(skill) => i64::from(fight.rank_of(who, *skill).unwrap_or(0)),
            RoleFact::Trained(skill) => i64::from(fight.rank_of(who, *skill).is_some_and(|rank| rank >= 0)),
            RoleFact::Stat(name) => {
                let sheet = fight.roster.ships.row(ship).filter(|_| who == ship);
                sheet.and_then(|sheet| sheet.stats.get(name)).copied().map_or(0, i64::from)
            }
            RoleFact::Boxes(track) => fight.state.ship(ship).map_or(0, |there| i64::from(there.track(TrackId(*track)).open())),
            RoleFact::State(state) => self.state_of(who, *state),
            RoleFact::Mark(name) => i64::from(self.is_marked(who, name)),
            RoleFact::Military(name) => i64::from(match fight.roster.person(who) {
                Some(person) => person.military.contains(name),
                None => Post::ALL.into_iter().any(|post| fight.roster.skill_named(post) == name.as_str() && fight.military(ship, post)),
            }),
            RoleFact::Aspect(words) => i64::from(self.has_aspect(words, &|holder| holder == Holder::Actor(who.0))),
            RoleFact::Kind(name) => i64::from(fight.is_a(who, name)),
        }
    }

    fn state_of(&self, who: ActorId, state: State) -> i64 {
        let live = match state {
            State::Moved => ConditionVariable::Moved,
            State::FiredLastRound => ConditionVariable::FiredLastRound,
            State::Shifts => ConditionVariable::Shifts,
            State::Total => ConditionVariable::Total,
            State::Range => ConditionVariable::Range,
            State::Base => ConditionVariable::Base,
            State::Carried => ConditionVariable::Carried,
            State::OnLaunch => ConditionVariable::OnLaunch,
            State::Tech => return self.fight.roster.ships.row(self.ship_of(who)).map_or(0, |sheet| i64::from(sheet.tech)),
            State::Prone | State::Atmosphere | State::Gravity | State::Spotted => return 0,
        };
        SpaceEvalContext { own: who, ..*self }.look(&live)
    }

    fn has_aspect(&self, words: &str, on: &dyn Fn(Holder) -> bool) -> bool {
        self.fight.state.aspects.values().any(|aspect| aspect.present && aspect.text == words && on(aspect.holder))
    }

    fn is_marked(&self, who: ActorId, name: &str) -> bool {
        self.depth < DEEPEST
            && self.fight.roster.lines.at(Hook::Mark).any(|(_, line)| {
                let named = matches!(&line.does, EffectOperation::Mark(mark) if mark == name);
                let ship = self.ship_of(who);
                let own = line.carrier.person().unwrap_or(ship);
                let eye = SpaceEvalContext { own, affected: Some(ship), depth: self.depth + 1, ..*self };
                named
                    && self.fight.is_meant(line.carrier, &line.whom, ship, self.fight.roster.person(who).map(|_| who))
                    && line.condition.as_ref().is_none_or(|condition| eye.holds(condition))
            })
    }
}

impl Space {
    /// True if a ship or a person is of a kind or design.
    pub(super) fn is_a(&self, who: ActorId, kind: &str) -> bool {
        match (self.roster.person(who), self.roster.ships.row(who)) {
            (Some(person), _) => person.kind == *kind || person.design == *kind,
            (None, Some(sheet)) => sheet.kind == *kind || sheet.design == *kind,
            (None, None) => false,
        }
    }

    /// Returns the rank of a person in a skill, or a ship's rating or rank at a post; `None` means untrained.
    pub(super) fn rank_of(&self, who: ActorId, skill: SkillId) -> Option<i32> {
        if let Some(person) = self.roster.person(who) {
            return person.rank(skill);
        }
        if let Some(rating) = SpaceRoster::rating_of(skill) {
            return Some(self.rating(who, rating));
        }
        match self.roster.post_of(skill) {
            Some(post) => self.eff(who, post).map(|(rank, ..)| rank),
            None => self.stat_of(who, skill).or_else(|| self.fixed_number(skill)),
        }
    }
}
