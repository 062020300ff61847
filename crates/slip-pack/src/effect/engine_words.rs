//! Words that each engine reads in effects: one table for each conflict.
//!
//! The checker uses these tables. It refuses an effect with a word that the engine does not read, with the reason and the nearest spelling
//! that the engine reads. Rules about the combination of words in one operation are in `supported_combinations`. The generated test
//! `crates/slip-session/tests/silent_effects.rs` plays the engines against the tables.

mod highest_state_values;
mod nearest_readable_effect;
mod unread_reason;
mod word_tables;

pub use unread_reason::UnreadEffect;
pub use word_tables::{AbsentRole, EngineWords, MarkBearer, RolePart, TargetKind};

use super::supported_combinations::demands;
use super::{Action, ActionObject, Against, Count, Measure, MeasureObject, Whom};
use super::{
    Basis, Carries, Effect, EffectMoment, EffectNumber, EffectSubject, MarkOperation, Occurrence, PackOperation, Per, Permit,
    PersonalSupport, Play, Quantity, QuantityChange, QuantitySetting, ResistedDanger, Role, RollBase, RollPattern, SetValue, State,
    Substitution, Suffers, TagVerb, Term, When,
};

impl Effect {
    /// Returns the reason why the engine of a kind of play ignores the effect; `None` if it reads the effect. `Play::Story` has no engine
    /// and ignores none: cards print every effect for the players.
    pub fn unread_in(&self, play: Play) -> Option<UnreadEffect> {
        if matches!(self.op, PackOperation::Table(_)) || play == Play::Story {
            return None;
        }
        if !self.acts_in(play) {
            return Some(UnreadEffect::new(format!("{} does not have these words", name_of(play))));
        }
        // Personal combat and raise-and-see conflicts have a specific reason for each combination of words. It takes precedence over the
        // reason that a word is missing.
        if matches!(play, Play::Personal | Play::Stakes)
            && let Some(unfit) = self.unfit(play)
        {
            return Some(unfit);
        }
        self.missing_word(play).map(UnreadEffect::new).or_else(|| self.unfit(play))
    }

    /// Returns the sentence of a similar effect that the kind of play reads. If there is none, returns this effect limited to another kind
    /// of play that reads it, or a `table` sentence for the players.
    pub fn nearest_read(&self, play: Play) -> String {
        nearest_readable_effect::read(self, play)
    }

    /// True if the effect is an error: neither a conflict nor a part of a campaign reads it. Effects for the story are not errors, because
    /// players read them on the card.
    pub fn is_read_nowhere(&self) -> bool {
        let is_story = |play: &Play| *play == Play::Story;
        let is_of_a_fight = |play: &Play| EngineWords::of(*play).is_some();
        let never = matches!(self.condition, Some(EffectNumber::Int(0)));
        let for_players = self.within.iter().any(is_story) || self.plays.iter().any(is_story) && !self.plays.iter().any(is_of_a_fight);
        !never && !for_players && self.plays.iter().all(|play| is_story(play) || self.unread_in(*play).is_some())
    }

    /// Returns the reason why the engine ignores the effect, if a word of the effect is missing in the engine's table or the table refuses
    /// the combination of words.
    fn missing_word(&self, play: Play) -> Option<String> {
        let table = EngineWords::of(play)?;
        let place = name_of(play);
        if let Some(who) = self.who.as_ref().filter(|who| !table.subjects.contains(&who.word_of_subject())) {
            return Some(format!("`{who}` means no one in {place}"));
        }
        if self.moment.is_none() && matches!(self.who, Some(EffectSubject::Target | EffectSubject::Actor)) && !self.is_about_a_roll() {
            let who = self.who.as_ref()?;
            return Some(format!("`{who}` means someone only at a roll: start with a moment, such as `after hit`, or write `enemies`"));
        }
        if let Some(reason) = self.moment.as_ref().and_then(|moment| table.misses_moment(moment, place)) {
            return Some(reason);
        }
        let per = match &self.op {
            PackOperation::Change(QuantityChange { per, .. }) | PackOperation::Set(QuantitySetting { per, .. }) => per.as_ref(),
            _ => None,
        };
        if matches!(&self.op, PackOperation::Change(QuantityChange { to: Quantity::Roll(_), per: Some(Per::Shift), .. })) {
            return Some("a roll has its shifts only after its dice: leave out `per shift`".to_owned());
        }
        if let Some(reason) = self.misses_opponent(table).or_else(|| self.is_against_itself(play).map(str::to_owned)) {
            return Some(reason);
        }
        let idle = self
            .misses_target(table)
            .or_else(|| self.misses_actor(table, place))
            .or_else(|| self.is_of_the_fallen(table))
            .or_else(|| self.is_idle_after(table));
        if idle.is_some() {
            return idle;
        }
        let count = per.and_then(Per::count);
        if let Some(count) = count.filter(|count| !table.counts.contains(count)) {
            return Some(format!("there is no `{count}` to count in {place}"));
        }
        let mut reason = None;
        self.terms(&mut |term| reason = reason.take().or_else(|| table.misses_term(term, place)));
        reason.or_else(|| self.misses_role(table))
    }

    /// Calls `visit` with every name in the condition and in the numbers of the effect.
    pub fn terms(&self, visit: &mut impl FnMut(&Term)) {
        self.numbers(&mut |number| number.names(&mut *visit));
    }

    /// Returns the actions that the effect is about: those of its roll, of its trigger, and of its prohibition.
    fn rolled_actions(&self) -> Vec<Action> {
        let moment = self.moment.as_ref().and_then(EffectMoment::roll);
        let rolls = [self.roll(), self.roll_of_measure(), moment].into_iter().flatten();
        let mut actions: Vec<Action> = rolls.map(|roll| roll.action).collect();
        if let PackOperation::Permit(permit) = &self.op
            && permit.cannot
        {
            actions.extend(&permit.actions);
        }
        actions
    }

    /// Returns the reason to refuse an effect about a roll with `against`, if no one ever rolls against this action in the conflict.
    fn misses_opponent(&self, table: &EngineWords) -> Option<String> {
        let moment = self.moment.as_ref().and_then(EffectMoment::roll);
        [self.roll(), self.roll_of_measure(), moment].into_iter().flatten().find_map(|roll| {
            let action = roll.action;
            let is_met = match roll.against.as_ref()? {
                Against::This => table.aims_at(action, TargetKind::Actor),
                Against::Name(_) => !table.unopposed.contains(&action),
            };
            (!is_met).then(|| format!("no one rolls against `{action}`: leave out `against`"))
        })
    }

    /// Returns the reason to refuse the effect if it is about the target of a roll or event that has none. At a moment, `target` is the
    /// target of the moment.
    fn misses_target(&self, table: &EngineWords) -> Option<String> {
        let mut is_asked = self.who == Some(EffectSubject::Target);
        let no_target = |at: &dyn std::fmt::Display| format!("`{at}` has no target: name another subject, such as `enemies`");
        let has_none = |action: &Action| table.absent.iter().any(|absent| absent.role == Role::Target && absent.at.contains(action));
        match self.moment.as_ref().map(|moment| &moment.what) {
            Some(Occurrence::Event(event)) => {
                let of_roll = self.roll().is_some() || self.roll_of_measure().is_some();
                self.terms(&mut |term| is_asked |= !of_roll && term.role().is_some_and(is_target));
                (is_asked && table.untargeted.contains(event)).then(|| no_target(event))
            }
            Some(Occurrence::Roll(roll)) => (is_asked && has_none(&roll.action)).then(|| no_target(&roll.action)),
            None => {
                let actions = self.rolled_actions();
                let action = actions.first().filter(|_| is_asked && actions.iter().all(has_none))?;
                Some(no_target(action))
            }
        }
    }

    /// Returns the reason to refuse the effect if its subject never takes the actions of the effect: a passenger cannot act, and the target
    /// of a roll only defends.
    fn misses_actor(&self, table: &EngineWords, place: &str) -> Option<String> {
        let idle = match self.who.as_ref()? {
            EffectSubject::Attached => table.not_aboard,
            EffectSubject::Target if self.moment.is_none() => table.not_by_targets,
            _ => return None,
        };
        let is_idle = |action: &Action| idle.contains(action);
        let actions = self.rolled_actions();
        let needs_all = matches!(&self.op, PackOperation::Needs(needs) if needs.roll.is_none()) && !idle.is_empty();
        let never = needs_all || (!actions.is_empty() && actions.iter().all(is_idle));
        never.then(|| match &self.who {
            Some(EffectSubject::Target) => "the target of an act rolls only in defence: write `defence`, or `enemies`".to_owned(),
            _ => format!("nothing acts in {place} while it rides in a carrier"),
        })
    }

    /// Returns the reason to refuse an effect on the actor that is taken out: effects no longer apply to this actor.
    fn is_of_the_fallen(&self, table: &EngineWords) -> Option<String> {
        let moment = self.moment.as_ref().filter(|moment| moment.what == Occurrence::Event(super::Event::TakenOut))?;
        let is_own = matches!(moment.who, None | Some(EffectSubject::Bearer));
        let subject = self.who.as_ref().map_or(Whom::Bearer, EffectSubject::word_of_subject);
        let is_fallen = table.fallen.contains(&subject) && (is_own || subject != Whom::Bearer);
        let can_be_placed = table.places_on_the_fallen
            && (matches!(self.op, PackOperation::Tag(_)) || subject == Whom::Target && matches!(self.op, PackOperation::Loses(_)));
        let falls = is_fallen && !can_be_placed;
        falls.then(|| "nothing happens any more to the one that is taken out: name another subject, such as `enemies`".to_owned())
    }

    /// Returns the reason to refuse an effect with a trigger that comes too late: after the event, its actor no longer takes the actions
    /// that the effect changes or forbids.
    fn is_idle_after(&self, table: &EngineWords) -> Option<String> {
        let is_own = |who: &Option<EffectSubject>| matches!(who, None | Some(EffectSubject::Bearer));
        let moment = self.moment.as_ref().filter(|moment| is_own(&moment.who) && is_own(&self.who))?;
        let Occurrence::Event(event) = moment.what else { return None };
        let (_, idle) = table.idle_after.iter().find(|(known, _)| *known == event)?;
        let rolls = [self.roll(), self.roll_of_measure()].into_iter().flatten().map(|roll| roll.action);
        let bans = match &self.op {
            PackOperation::Permit(permit) => permit.actions.as_slice(),
            _ => &[],
        };
        let actions: Vec<Action> = rolls.chain(bans.iter().copied()).collect();
        let action = actions.first().filter(|_| actions.iter().all(|action| idle.contains(action)))?;
        Some(format!("the actor of `{event}` never takes the action `{action}`"))
    }

    /// Returns the reason to refuse the effect if its condition is about a role or a state that cannot occur at the roll of the effect.
    fn misses_role(&self, table: &EngineWords) -> Option<String> {
        let actions = self.rolled_actions();
        let is_own = matches!(self.who, None | Some(EffectSubject::Bearer));
        let is_absent = |absent: &&AbsentRole| {
            (!absent.own_only || is_own) && !actions.is_empty() && actions.iter().all(|action| absent.at.contains(action))
        };
        // At an event, `target` is the target of the event.
        let at_event = self.moment.as_ref().is_some_and(|moment| matches!(moment.what, Occurrence::Event(_)));
        let absent = table.absent.iter().filter(is_absent).map(|absent| absent.role);
        let absent: Vec<Role> = absent.filter(|role| !at_event || !is_target(*role)).collect();
        let mut found = None;
        self.terms(&mut |term| found = found.take().or_else(|| term.role().filter(|role| absent.contains(role))));
        let never =
            table.absent_states.iter().filter(|(_, at)| is_own && !actions.is_empty() && actions.iter().all(|action| at.contains(action)));
        for (state, _) in never {
            let mut is_asked = false;
            self.condition.iter().for_each(|condition| {
                condition.names(&mut |term| {
                    is_asked |= match term {
                        Term::State(asked) => asked == state,
                        Term::Is(Role::Own | Role::Bearer, mark) => State::from_word(&mark.name) == Some(*state),
                        _ => false,
                    };
                });
            });
            if is_asked {
                return Some(format!("no one is `{state}` at this action: leave out the condition"));
            }
        }
        let (role, action) = found.zip(actions.first())?;
        Some(match role {
            Role::Carrier => "what rides in a carrier does not act: name another role in the condition".to_owned(),
            Role::Attacker => format!("there is no attacker at a roll for `{action}`: write `actor`"),
            role => format!("there is no `{role}` at a roll for `{action}`"),
        })
    }

    /// True if the effect adds the same number to every actor's place in the order of turns. The order stays as it is, so the effect
    /// changes nothing.
    pub fn moves_everyone_alike(&self) -> bool {
        let is_same = matches!(&self.op, PackOperation::Change(QuantityChange { by: EffectNumber::Int(_), per: None, .. }));
        let is_for_all = self.who == Some(EffectSubject::Everyone) && self.moment.is_none() && self.condition.is_none();
        is_same && is_for_all && !self.is_choice() && self.is_of(Measure::Order)
    }

    /// Returns a forbidden action that is never aimed at the object of the ban (`this`, `it` or a zone), in any kind of play of the effect:
    /// the ban then has no effect. `this` means an actor or a place, depending on the carrier of the effect.
    pub fn bans_no_target(&self, carrier_is_actor: bool) -> Option<Action> {
        let PackOperation::Permit(Permit { cannot: true, actions, object: Some(object), .. }) = &self.op else { return None };
        let never = |action: &Action, table: &EngineWords| match object {
            ActionObject::This if !carrier_is_actor => !table.aims_at(*action, TargetKind::Place),
            ActionObject::This | ActionObject::It => !table.aims_at(*action, TargetKind::Actor),
            ActionObject::Zone(_) => [TargetKind::Actor, TargetKind::Place].into_iter().all(|kind| !table.aims_at(*action, kind)),
        };
        let tables: Vec<&EngineWords> = self.plays.iter().filter_map(|play| EngineWords::of(*play)).collect();
        let is_never = |action: &&Action| !tables.is_empty() && tables.iter().all(|table| never(action, table));
        actions.iter().find(is_never).copied()
    }

    /// Returns the reason to refuse an effect about an action of its carrier against the carrier itself, such as `+1 to attack against
    /// this` without a subject. Personal combat allows such an effect: an attack on a zone can hit the attacker too.
    fn is_against_itself(&self, play: Play) -> Option<&'static str> {
        let is_own = |who: &Option<EffectSubject>| matches!(who, None | Some(EffectSubject::Bearer));
        // Only in personal combat: an attack on the own zone, and a maneuver that places an aspect on the actor itself.
        let is_done_to_itself = |action: Action| play == Play::Personal && matches!(action, Action::Attack | Action::Maneuver);
        let is_rolled_at_itself =
            |action: Action| play == Play::Personal && matches!(action, Action::Attack | Action::Defence | Action::Rolls);
        // Dice can be rolled again only against a single opponent. An attack on the actor's own zone has no single opponent.
        let is_rerolled = matches!(&self.op, PackOperation::Reroll(roll) if roll.action == Action::Attack);
        if let PackOperation::Permit(Permit { object: Some(ActionObject::This), actions, .. }) = &self.op
            && self.moment.is_none()
            && is_own(&self.who)
            && !actions.iter().any(|action| is_done_to_itself(*action))
        {
            return Some("no one does this to itself: write the subject, such as `others`");
        }
        let is_at_this = |roll: &RollPattern| roll.against == Some(Against::This) && (is_rerolled || !is_rolled_at_itself(roll.action));
        let rolls = [self.roll(), self.roll_of_measure()];
        if self.moment.is_none() && is_own(&self.who) && rolls.into_iter().flatten().any(is_at_this) {
            return Some("no one rolls against itself: write the subject, such as `enemies`");
        }
        let moment = self.moment.as_ref().filter(|moment| play != Play::Platoon && is_own(&moment.who))?;
        let is_attack = |roll: &RollPattern| roll.action == Action::Attack && roll.against == Some(Against::This);
        let is_rolled = matches!(&moment.what, Occurrence::Roll(roll) if is_at_this(roll) || is_attack(roll));
        is_rolled.then_some("no one rolls against itself: write whose roll it is, such as `after enemies …`")
    }

    /// Returns the roll whose measure, target, track or requirement the operation changes, such as the roll after `of` in `harm of brawling
    /// attack`.
    pub fn roll_of_measure(&self) -> Option<&RollPattern> {
        match &self.op {
            PackOperation::Change(QuantityChange { to: Quantity::Measure(measured), .. })
            | PackOperation::Set(QuantitySetting { what: Quantity::Measure(measured), .. }) => match &measured.of {
                Some(MeasureObject::Roll(roll)) => Some(roll),
                _ => None,
            },
            PackOperation::Hits(hits) => Some(&hits.roll),
            PackOperation::Area(area) => Some(&area.roll),
            PackOperation::Needs(needs) => needs.roll.as_ref(),
            _ => None,
        }
    }

    /// True if the effect is about a roll, so that the roles `target` and `actor` have a meaning.
    fn is_about_a_roll(&self) -> bool {
        match &self.op {
            PackOperation::Change(QuantityChange { to: quantity, .. }) | PackOperation::Set(QuantitySetting { what: quantity, .. }) => {
                match quantity {
                    Quantity::Roll(_) => true,
                    Quantity::Stat(_) => false,
                    Quantity::Measure(measured) => measured.what.is_of_a_roll(),
                }
            }
            PackOperation::Permit(Permit { cannot: true, actions, .. }) => {
                actions.iter().all(|action| matches!(action, Action::Defence | Action::Rolls))
            }
            PackOperation::Suffers(_)
            | PackOperation::Boxes(_)
            | PackOperation::Faces(_)
            | PackOperation::Pays(_)
            | PackOperation::Drops(_)
            | PackOperation::Place(_)
            | PackOperation::Strip(_)
            | PackOperation::Loses(_) => true,
            PackOperation::Carries(_) | PackOperation::Charges(_) => false,
            _ => true,
        }
    }

    /// True if the effect gives an aspect to others all the time. In space and platoon combat only a place or a ruleset can do so; an item
    /// can give an aspect only to itself.
    pub fn gives_others_an_aspect(&self) -> bool {
        let gives = matches!(&self.op, PackOperation::Tag(tag) if !tag.never && tag.verb == TagVerb::HasAspect);
        gives && self.moment.is_none() && !matches!(self.who, None | Some(EffectSubject::Bearer))
    }

    /// Returns the roll whose total, skill or dice the operation changes; `None` for other operations.
    pub fn roll(&self) -> Option<&RollPattern> {
        match &self.op {
            PackOperation::Change(QuantityChange { to: Quantity::Roll(roll), .. })
            | PackOperation::Set(QuantitySetting { what: Quantity::Roll(roll), .. })
            | PackOperation::Reroll(roll) => Some(roll),
            PackOperation::Use(used) => Some(&used.roll),
            PackOperation::Blend(blend) => Some(&blend.roll),
            _ => None,
        }
    }

    /// Calls `visit` with the condition and every number of the effect.
    fn numbers(&self, visit: &mut impl FnMut(&EffectNumber)) {
        self.condition.iter().for_each(&mut *visit);
        let basis = |basis: &Basis, visit: &mut dyn FnMut(&EffectNumber)| {
            if let RollBase::Number(number) = &basis.base {
                visit(number);
            }
            basis.plus.iter().for_each(visit);
        };
        match &self.op {
            PackOperation::Change(QuantityChange { by: number, .. })
            | PackOperation::Set(QuantitySetting { value: SetValue::Number(number), .. })
            | PackOperation::Suffers(Suffers { amount: number, .. })
            | PackOperation::Faces(ResistedDanger { strength: number, .. })
            | PackOperation::Carries(Carries { count: number, .. }) => visit(number),
            PackOperation::Use(Substitution { basis: by, .. }) => basis(by, visit),
            PackOperation::Blend(blend) => basis(&blend.by, visit),
            _ => {}
        }
    }

    /// Returns the reason why the engine cannot apply the effect in this kind of play. Each of its words is supported, but not their
    /// combination.
    fn unfit(&self, play: Play) -> Option<UnreadEffect> {
        let reach = match play {
            Play::Personal if self.forbids_by(&[Role::Attacker, Role::TargetZone]) => PersonalSupport::Nothing(
                "actions are forbidden before there is an attacker or a target zone: name `self`, `target` or `range` in the condition",
            ),
            Play::Personal => self.looks_at_an_attack().and(|| self.reach()),
            Play::Social if matches!(self.op, PackOperation::Area(_)) => PersonalSupport::Nothing("an attack with words has one target"),
            Play::Social if self.is_of(Measure::Ammo) => PersonalSupport::Nothing("words need no ammunition"),
            Play::Social if self.forbids_defence() => PersonalSupport::Nothing("in a talk there is always a defence"),
            Play::Social
                if self.forbids_by(&[Role::Attacker, Role::Defender, Role::Target, Role::TargetZone]) || self.forbids_by_range() =>
            {
                PersonalSupport::Nothing(
                    "in a talk this is decided before the target is chosen: write `others cannot … this`, or another condition",
                )
            }
            Play::Social if matches!(self.op, PackOperation::AllowsUntrained(_)) => {
                PersonalSupport::Nothing("a talk uses no things, so no training is needed")
            }
            Play::Social if self.is_of(Measure::Order) && (self.moment.is_some() || self.is_choice()) => PersonalSupport::Nothing(
                "the order of a talk is settled before the first turn: leave out the moment, the price and the limit",
            ),
            Play::Social if self.defends_in_own_turn() => {
                PersonalSupport::Nothing("a defence happens in the turn of another actor, but `moved` is about the actor's own turn")
            }
            Play::Social if self.forbids_own_zone() => {
                PersonalSupport::Nothing("the actor is already in its own zone: leave out `own_zone`, or write `others`")
            }
            Play::Social => self.looks_at_an_attack().and(|| self.reach()),
            Play::Stakes => self.reach_in_stakes(),
            Play::Build | Play::Space | Play::Platoon | Play::Travel | Play::Economy | Play::Story => {
                let idle = if play == Play::Space { self.idle_in_space() } else { None };
                if let Some(why) = idle {
                    return Some(UnreadEffect::new(why));
                }
                let read = self.applies_in(play);
                return (!read).then(|| UnreadEffect::new(self.general_reason(play)));
            }
        };
        match reach {
            PersonalSupport::Runs => None,
            PersonalSupport::Nothing(why) => Some(UnreadEffect::new(why)),
        }
    }

    /// True if the effect changes or sets a measure.
    pub(super) fn is_of(&self, measure: Measure) -> bool {
        match &self.op {
            PackOperation::Change(QuantityChange { to: Quantity::Measure(measured), .. })
            | PackOperation::Set(QuantitySetting { what: Quantity::Measure(measured), .. }) => measured.what == measure,
            _ => false,
        }
    }

    fn forbids_defence(&self) -> bool {
        matches!(&self.op, PackOperation::Permit(Permit { cannot: true, actions, .. }) if actions.contains(&Action::Defence))
    }

    /// True if the effect is about a defence of its own carrier, on the condition that the carrier has moved in the current turn.
    fn defends_in_own_turn(&self) -> bool {
        let is_own = self.moment.is_none() && matches!(self.who, None | Some(EffectSubject::Bearer));
        let is_defence = self.roll().is_some_and(|roll| roll.action == Action::Defence);
        is_own && is_defence && self.condition.as_ref().is_some_and(|condition| demands(condition, State::Moved))
    }

    /// True if the effect forbids its carrier to move into the zone in which the carrier already is.
    fn forbids_own_zone(&self) -> bool {
        let is_own = matches!(self.who, None | Some(EffectSubject::Bearer));
        let forbids = |permit: &Permit| {
            permit.cannot && permit.actions.contains(&Action::Move) && permit.object == Some(ActionObject::Zone(Role::OwnZone))
        };
        is_own && matches!(&self.op, PackOperation::Permit(permit) if forbids(permit))
    }

    /// True if the effect forbids an action against all targets, and its condition is about one of these roles.
    fn forbids_by(&self, roles: &[Role]) -> bool {
        self.forbids_when(&|term| term.role().is_some_and(|role| roles.contains(&role)))
    }

    /// True if the effect forbids an action against all targets, and its condition is about the range.
    fn forbids_by_range(&self) -> bool {
        self.forbids_when(&|term| matches!(term, Term::State(State::Range)))
    }

    fn forbids_when(&self, is_about: &dyn Fn(&Term) -> bool) -> bool {
        let mut found = false;
        self.condition.iter().for_each(|condition| condition.names(&mut |term| found |= is_about(term)));
        found && matches!(&self.op, PackOperation::Permit(Permit { cannot: true, object: None, .. }))
    }

    /// Returns a general reason why a kind of play does not apply the effect, used if no specific one is known: the kind of play has no
    /// permission, moment or choice of this kind.
    fn general_reason(&self, play: Play) -> String {
        let place = name_of(play);
        if let PackOperation::Permit(Permit { cannot: false, .. }) = &self.op {
            return format!("{place} has no action of this kind that an effect can allow");
        }
        match (&self.moment, self.price.is_some() || self.limit.is_some()) {
            (Some(moment), _) if moment.when == When::Before => format!("{place} applies effects after a roll or event, never before it"),
            (Some(_), true) => format!("{place} offers no choice at a moment"),
            (Some(_), false) => format!("{place} does not do this at a moment"),
            (None, true) => format!("{place} offers no choice of this kind"),
            (None, false) => format!("{place} never applies this effect"),
        }
    }
}

impl EngineWords {
    /// Returns the reason to refuse a trigger that never occurs in this conflict.
    fn misses_moment(&self, moment: &EffectMoment, place: &str) -> Option<String> {
        if let Some(who) = moment.who.as_ref().filter(|who| !self.subjects.contains(&who.word_of_subject())) {
            return Some(format!("`{who}` means no one in {place}"));
        }
        let known = match &moment.what {
            Occurrence::Roll(roll) => self.rolls.contains(&roll.action) || self.acts.contains(&roll.action),
            Occurrence::Event(event) => self.events.contains(event),
        };
        if !known {
            return Some(format!("this moment never comes in {place}"));
        }
        let too_early = matches!(&moment.what, Occurrence::Event(event) if moment.when == When::Before && self.known_after.contains(event));
        let never = too_early || !self.times.contains(&moment.when);
        never
            .then(|| format!("{place} applies effects after {}, never before it", if too_early { "this event" } else { "a roll or event" }))
    }

    /// Returns the reason to refuse a name in a condition or number: the name has no meaning in this conflict, or its value never changes
    /// there.
    fn misses_term(&self, term: &Term, place: &str) -> Option<String> {
        let fixed = |word: &dyn std::fmt::Display| Some(format!("`{word}` never changes in {place}"));
        let no_one = |role: &Role| Some(format!("there is no `{role}` to look at in {place}"));
        match term {
            Term::State(state) if !self.states.contains(state) => fixed(state),
            Term::Is(role, MarkOperation { name, .. }) => match State::from_word(name) {
                Some(state) if !self.states.contains(&state) => fixed(&state),
                Some(_) => (!self.knows_role(*role, RolePart::Number)).then(|| no_one(role)).flatten(),
                None => (!self.knows_role(*role, RolePart::Mark)).then(|| no_one(role)).flatten(),
            },
            Term::Has(role, _) => (!self.knows_role(*role, RolePart::Aspect)).then(|| no_one(role)).flatten(),
            Term::Stat(_, Role::Zone | Role::OwnZone | Role::TargetZone | Role::Scene | Role::World)
            | Term::Boxes(_, Role::Zone | Role::OwnZone | Role::TargetZone | Role::Scene | Role::World) => {
                Some(format!("a place has neither skills nor tracks in {place}"))
            }
            Term::Boxes(_, role) if self.knows_role(*role, RolePart::Number) && !self.knows_role(*role, RolePart::Sheet) => {
                Some(format!("a {role} has no tracks in {place}"))
            }
            Term::Stat(_, role) | Term::Boxes(_, role) => (!self.knows_role(*role, RolePart::Number)).then(|| no_one(role)).flatten(),
            Term::Role(role) => (!self.knows_role(*role, RolePart::Itself)).then(|| no_one(role)).flatten(),
            _ => None,
        }
    }

    /// True if the conflict has the role and its engine reads this part of the role: numbers, skills, marks, aspects.
    fn knows_role(&self, role: Role, word: RolePart) -> bool {
        self.roles.iter().any(|(known, words)| *known == role && words.contains(&word))
    }
}

impl EffectMoment {
    /// Returns the roll of the moment, if the moment is a roll.
    pub const fn roll(&self) -> Option<&RollPattern> {
        match &self.what {
            Occurrence::Roll(roll) => Some(roll),
            Occurrence::Event(_) => None,
        }
    }
}

impl Per {
    /// Returns the keyword after `per`; `None` if purchases of a stunt are counted.
    const fn count(&self) -> Option<Count> {
        match self {
            Per::Carried => Some(Count::Carried),
            Per::Shift => Some(Count::Shift),
            Per::Zone => Some(Count::Zone),
            Per::Consequence => Some(Count::Consequence),
            Per::Stunt(_) => None,
        }
    }
}

impl EffectSubject {
    /// Returns the word for the subject, as the tables list it.
    pub const fn word_of_subject(&self) -> Whom {
        match self {
            EffectSubject::Bearer => Whom::Bearer,
            EffectSubject::Crew => Whom::Crew,
            EffectSubject::Attached => Whom::Attached,
            EffectSubject::Carrier => Whom::Carrier,
            EffectSubject::Tethered => Whom::Tethered,
            EffectSubject::Platoon => Whom::Platoon,
            EffectSubject::Allies => Whom::Allies,
            EffectSubject::Enemies => Whom::Enemies,
            EffectSubject::Others => Whom::Others,
            EffectSubject::Everyone => Whom::Everyone,
            EffectSubject::Target => Whom::Target,
            EffectSubject::Actor => Whom::Actor,
            EffectSubject::Allied(_) => Whom::Allied,
            EffectSubject::Enemy(_) => Whom::Enemy,
        }
    }
}

/// Returns the name of a kind of play as messages write it, such as `a trip`.
pub(super) const fn name_of(play: Play) -> &'static str {
    match play {
        Play::Build => "building",
        Play::Personal => "personal combat",
        Play::Space => "space combat",
        Play::Social => "social combat",
        Play::Platoon => "platoon combat",
        Play::Stakes => "a raise-and-see conflict",
        Play::Travel => "a trip",
        Play::Economy => "business",
        Play::Story => "the story",
    }
}

/// True if a role means the target of a roll or event.
const fn is_target(role: Role) -> bool {
    matches!(role, Role::Target | Role::Defender)
}
