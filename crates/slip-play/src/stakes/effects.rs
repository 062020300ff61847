//! Effects in a raise-and-see conflict: decides if an effect applies to a party or an act, and evaluates its condition.

use crate::effects::{
    Act, Carrier, CarrierSubject, ConditionVariable, EffectHost, EffectInput, EffectNumbering, EffectTable, EvalContext, Hook, RoleFact,
    RollFilter, TableEffect, UnnumberedEffect,
};
use crate::ids::ActorId;
use crate::stakes::StakesConflict;
use crate::stakes::fallout::ONLY;
use crate::stakes::opening_rolls::{MOST_AT_ONCE, SIDES_OF_STATS};
use crate::stakes::roster::{PartySheet, StakesRoster};
use slip_dice::pool::Die;
use slip_pack::effect::{Play, Role};
use slip_pack::encounter::Encounter;
use slip_pack::item::BuiltItem;
use slip_pack::ruleset::Rules;
use slip_pack::stakes_party::{FalloutTrack, ONLY_TRACK, Stat};
use std::collections::BTreeSet;

/// Query for effects: the number or act of a party that is asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartyEffectQuery {
    /// Party that the query is about.
    pub(super) who: ActorId,
    /// Act of the party, if there is one.
    pub(super) act: Option<Act>,
    /// Party that is acting.
    pub(super) actor: Option<ActorId>,
}

/// Evaluation context of an effect's condition.
#[derive(Clone, Copy)]
pub(crate) struct StakesEvalContext<'a> {
    fight: &'a StakesConflict,
    /// Carrier of the effect; without a carrier, the party whose number is computed.
    own: ActorId,
    at: PartyEffectQuery,
    base: i32,
}

impl EvalContext for StakesEvalContext<'_> {
    fn look(&self, live: &ConditionVariable) -> i64 {
        match live {
            ConditionVariable::Boxes(track) => i64::from(self.fight.open_boxes(self.own, *track)),
            ConditionVariable::Total => i64::from(self.fight.state.raise.as_ref().map_or(0, |raise| raise.total)),
            ConditionVariable::Base => i64::from(self.base),
            ConditionVariable::Chosen(word) => {
                i64::from(self.fight.state.party(self.own).is_some_and(|party| party.approach.word() == word))
            }
            ConditionVariable::Of(role, fact) => self.find(*role).map_or(0, |who| self.fact(who, fact)),
            ConditionVariable::Who(role) => self.find(*role).map_or(-1, |who| i64::from(who.0)),
            // This kind of conflict has no zones, shifts, aspects or states.
            _ => 0,
        }
    }

    fn with_base(self, base: i32) -> Self {
        StakesEvalContext { base, ..self }
    }
}

impl StakesEvalContext<'_> {
    fn find(&self, role: Role) -> Option<ActorId> {
        match role {
            Role::Own | Role::Bearer => Some(self.own),
            Role::Actor | Role::Attacker => self.at.actor,
            Role::Target | Role::Defender => Some(self.at.who),
            _ => None,
        }
    }

    fn fact(&self, who: ActorId, fact: &RoleFact) -> i64 {
        match fact {
            RoleFact::Stat(name) => Stat::from_word(name).map_or(0, |stat| i64::from(self.fight.dice_of(who, stat))),
            RoleFact::Boxes(track) => i64::from(self.fight.open_boxes(who, *track)),
            _ => 0,
        }
    }
}

impl StakesConflict {
    /// Returns the query for the effects on an act of a party. The actor of the query is the party whose step it is now.
    pub(super) fn at(&self, who: ActorId, act: Option<Act>) -> PartyEffectQuery {
        PartyEffectQuery { who, act, actor: self.state.step.who.actor() }
    }

    /// Returns the sum that effects add to an act.
    pub fn bonus(&self, who: ActorId, act: Act) -> i32 {
        self.number(Hook::Roll, &self.at(who, Some(act)), 0)
    }

    /// Returns the title and amount of each effect that adds to an act.
    pub fn reasons(&self, who: ActorId, act: Act) -> Vec<(&str, i32)> {
        let mut reasons = Vec::new();
        self.reckon(Hook::Roll, &self.at(who, Some(act)), 0, &mut |number, by| {
            reasons.extend(self.roster.lines.get(number).map(|line| (line.title.as_str(), by)));
        });
        reasons
    }

    /// Returns the total of an act whose dice have this sum, after effects have added to it.
    pub fn comes_to(&self, who: ActorId, act: Act, sum: u32) -> u32 {
        sum.saturating_add_signed(self.bonus(who, act))
    }

    /// True if effects forbid the party an act.
    pub fn is_kept_from(&self, who: ActorId, act: Act) -> bool {
        let at = self.at(who, Some(act));
        self.lines_at(Hook::Permit, &at).any(|(_, line)| self.forbids(line, act))
    }

    /// Returns the sizes of the dice to roll after effects add or remove dice. Added dice are d6. If there are no dice to roll, no dice are
    /// added.
    pub(super) fn with_lines(&self, who: ActorId, act: Act, mut sides: Vec<u8>) -> Vec<u8> {
        if sides.is_empty() {
            return sides;
        }
        let bonus = self.bonus(who, act);
        let most = sides.len().max(usize::from(MOST_AT_ONCE));
        let count = sides.len().saturating_add_signed(isize::try_from(bonus).unwrap_or(0)).min(most);
        sides.resize(count, SIDES_OF_STATS);
        sides
    }

    /// True if a party belongs to the subject (`whom`) of an effect, such as `allies` of the effect's carrier.
    pub(super) fn is_meant(&self, carrier: Carrier, whom: &CarrierSubject, at: &PartyEffectQuery) -> bool {
        let who = at.who;
        let affected = || self.state.raise.as_ref().is_some_and(|raise| raise.affected.contains(&who));
        let Some(own) = carrier.person() else {
            return match whom {
                CarrierSubject::Actor => at.actor == Some(who),
                CarrierSubject::Target => affected(),
                _ => true,
            };
        };
        let against = self.side(own) != self.side(who);
        match whom {
            CarrierSubject::Own => own == who,
            CarrierSubject::Allies => own != who && !against,
            CarrierSubject::Enemies => against,
            CarrierSubject::Others => own != who,
            CarrierSubject::Everyone => true,
            CarrierSubject::Target => affected(),
            CarrierSubject::Actor => at.actor == Some(who),
            _ => false,
        }
    }
}

impl EffectHost for StakesConflict {
    type At = PartyEffectQuery;
    type Eye<'a> = StakesEvalContext<'a>;

    fn table(&self) -> &EffectTable {
        &self.roster.lines
    }

    fn whose(&self, at: &PartyEffectQuery) -> ActorId {
        at.who
    }

    fn track_asked(&self, _at: &PartyEffectQuery) -> Option<u8> {
        None
    }

    fn words_asked(&self, _at: &PartyEffectQuery) -> Option<&str> {
        None
    }

    fn is_carried_now(&self, carrier: Carrier) -> bool {
        let Some(party) = carrier.person().map(|who| self.state.party(who)) else { return true };
        party.is_some_and(|party| match carrier {
            // Effects of a thing apply only once the party has brought in the thing.
            Carrier::Weapon(_, thing, _) => party.is_active() && party.has_used(thing),
            _ => party.is_active(),
        })
    }

    fn is_true_of(&self, line: &TableEffect, at: &PartyEffectQuery) -> bool {
        self.is_meant(line.carrier, &line.whom, at)
    }

    fn fits_roll(&self, roll: &RollFilter, _carrier: Carrier, at: &PartyEffectQuery) -> bool {
        roll.with_whatever() && roll.against.is_none() && roll.act.is_some() && roll.act == at.act
    }

    fn wanted(&self, _number: u16, line: &TableEffect, _at: &PartyEffectQuery) -> usize {
        usize::from(line.cue.is_none() && !line.choice && !line.as_action)
    }

    fn eye(&self, carrier: Carrier, at: &PartyEffectQuery) -> StakesEvalContext<'_> {
        StakesEvalContext { fight: self, own: carrier.person().unwrap_or(at.who), at: *at, base: 0 }
    }
}

/// Returns all effects of a conflict: of parties and their things, of the encounter, of the rules.
pub(super) fn of(roster: &StakesRoster, encounter: &Encounter, parties: &[&slip_pack::stakes_party::Party]) -> EffectTable {
    let mut laying = EffectNumbering::default();
    let mut things = 0;
    let mut lay = |told: Vec<UnnumberedEffect>| {
        for told in told {
            laying.lay(things, told);
        }
        things += 1;
    };
    for ((who, sheet), party) in roster.parties.iter().zip(parties) {
        let item = item(sheet);
        lay(told(&item, &encounter.rules, &party.effects, Carrier::Person(who)));
        for (number, thing) in (0_u8..).zip(&sheet.things) {
            lay(told(&item, &encounter.rules, &thing.effects, Carrier::Weapon(who, number, None)));
        }
    }
    let nobody = BuiltItem::default();
    lay(told(&nobody, &encounter.rules, &encounter.effects, Carrier::Scene));
    lay(told(&nobody, &encounter.rules, &encounter.rules.effects, Carrier::Rules));
    EffectTable::new(laying.into_lines())
}

fn told(own: &BuiltItem, rules: &Rules, effects: &[slip_pack::effect::Effect], carrier: Carrier) -> Vec<UnnumberedEffect> {
    let reader = EffectInput {
        play: Play::Stakes,
        placeless: carrier.person().is_none(),
        bearer: own,
        thing: own,
        stunts: &[],
        military: &BTreeSet::new(),
        rules,
        choice: "",
        manners: &[],
        skill: &|_| None,
        class: &|_| Vec::new(),
        track: &track,
    };
    reader.told(effects, carrier)
}

/// Returns a party in the form of an item, so that conditions of effects can read its statistics.
fn item(sheet: &PartySheet) -> BuiltItem {
    let stats = Stat::ALL.into_iter().zip(sheet.stats);
    let stats = stats.map(|(stat, dice)| (stat.word().into(), i32::from(dice))).collect();
    BuiltItem { name: sheet.name.clone(), title: sheet.title.to_string(), stats, ..BuiltItem::default() }
}

/// Returns the number of a track.
fn track(name: &str) -> Option<u8> {
    let of_operatives = || FalloutTrack::ALL.into_iter().position(|track| track.word() == name);
    if name == ONLY_TRACK { Some(ONLY) } else { of_operatives().and_then(|place| u8::try_from(place).ok()) }
}

/// Returns the sum that the dice must show to reach a total, when effects add `bonus` to the dice.
pub(super) fn needed(total: u32, bonus: i32) -> u32 {
    total.saturating_add_signed(bonus.saturating_neg()).max(1)
}

/// True if a die resists fallout: its face plus the bonus of effects is greater than the amount.
pub(super) fn beats(die: Die, amount: u8, bonus: i32) -> bool {
    i32::from(die.face) + bonus > i32::from(amount)
}
