//! The effect table of a fight: its effects, by number and by hook.
//!
//! [`EffectTable::at`] returns the effects of a single [`Hook`], so that a fight without effects for that hook reads an empty list.

use super::{CarrierSubject, EffectOperation, Hook, LookCount, TableEffect};
use crate::ids::{ActorId, TableKey};
use slip_pack::effect::Period;
use slip_pack::scenario::UsedEffect;

/// The effects of a fight, by number, by hook, and by the actors that they may apply to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EffectTable {
    all: Vec<TableEffect>,
    by: Vec<HookEffects>,
    /// Effects that are options for a roll.
    offered: Vec<u16>,
}

/// Effects of one hook, the step of play at which they are evaluated.
#[derive(Clone, Debug, Default, PartialEq)]
struct HookEffects {
    all: Vec<u16>,
    /// Effects that may apply to any actor.
    open: Vec<u16>,
    /// For each actor that has effects only on itself: these effects and the effects in `open`, in one ordered list.
    own: Vec<Vec<u16>>,
}

impl EffectTable {
    /// Creates the table of the effects `all`. Effects past number 65,535 are dropped.
    pub fn new(all: Vec<TableEffect>) -> EffectTable {
        let mut by: Vec<HookEffects> = Vec::new();
        for (number, line) in (0_u16..).zip(&all) {
            let mut hooks = vec![line.hook()];
            hooks.extend(line.hook_later());
            let done = line.as_action
                || line.is_had_in_turn()
                || line.hook() == Hook::Other
                || matches!(line.does, EffectOperation::Loses(_) | EffectOperation::Tag { .. });
            let by_choice = line.choice || matches!(line.does, EffectOperation::Strip { .. });
            if line.cue.is_none() && done && by_choice && line.hook() != Hook::Act {
                hooks.push(Hook::Act);
            }
            for hook in hooks {
                let place = usize::from(hook as u8);
                if by.len() <= place {
                    by.resize(place + 1, HookEffects::default());
                }
                if let Some(list) = by.get_mut(place) {
                    list.add(number, owner(line));
                }
            }
        }
        // Order of the effects that one event triggers: aspects, then tags, then hits, and acts last.
        if let Some(moments) = by.get_mut(usize::from(Hook::Moment as u8)) {
            moments.all.sort_by_key(|number| all.get(usize::from(*number)).map(|line| line.does.class()));
        }
        let offered = (0_u16..).zip(&all).filter(|(_, line)| line.is_offered()).map(|(number, _)| number).collect();
        EffectTable { all, by, offered }
    }

    /// Returns the effects that are options for a roll, with their numbers.
    pub fn offered(&self) -> impl Iterator<Item = (u16, &TableEffect)> {
        self.offered.iter().filter_map(|&number| self.looked_at(number))
    }

    /// True if any effect is optional for a roll.
    pub fn any_offered(&self) -> bool {
        !self.offered.is_empty()
    }

    /// Returns the number of effects.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// True if there are no effects.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the effect of a number.
    pub fn get(&self, number: u16) -> Option<&TableEffect> {
        self.all.get(usize::from(number))
    }

    /// Returns all effects with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &TableEffect)> {
        (0_u16..).zip(&self.all)
    }

    /// Begins a period, such as a round. Effects that are limited per period of this kind may be used again. `uses` are the counts of uses,
    /// by index.
    pub(crate) fn renew(&self, uses: &mut [u32], periods: &[Period]) {
        for line in self.all.iter().filter(|line| line.limit.is_some_and(|(_, period)| periods.contains(&period))) {
            if let Some(uses) = uses.get_mut(usize::from(line.count)) {
                *uses = 0;
            }
        }
    }

    /// Returns an actor's effects whose uses are counted over the whole session, each with the index of its count. If several effects share
    /// a count, only the first is returned.
    fn by_session(&self, who: ActorId) -> impl Iterator<Item = (&TableEffect, usize)> {
        let counted =
            move |line: &TableEffect| line.carrier.person() == Some(who) && line.limit.is_some_and(|(_, period)| period == Period::Session);
        let is_first = move |at: usize, line: &TableEffect| !self.all.iter().take(at).any(|before| before.count == line.count);
        let all = self.all.iter().enumerate().filter(move |(_, line)| counted(line));
        all.filter(move |(at, line)| is_first(*at, line)).map(|(_, line)| (line, usize::from(line.count)))
    }

    /// Returns how often an actor has used its effects whose uses are counted over the whole session.
    pub fn used_in_session(&self, uses: &[u32], who: ActorId) -> Vec<UsedEffect> {
        let used = self.by_session(who).map(|(line, count)| UsedEffect {
            title: line.title.to_string(),
            line: line.text.to_string(),
            times: uses.get(count).copied().unwrap_or(0),
        });
        used.filter(|used| used.times > 0).collect()
    }

    /// Sets the numbers of uses that an actor's effects had in earlier encounters of the session.
    pub(crate) fn bring_uses(&self, uses: &mut [u32], who: ActorId, before: &[UsedEffect]) {
        let mut before: Vec<&UsedEffect> = before.iter().collect();
        for (line, count) in self.by_session(who) {
            let is_it = |used: &&UsedEffect| *used.title == *line.title && *used.line == *line.text;
            let Some(at) = before.iter().position(is_it) else { continue };
            if let Some(uses) = uses.get_mut(count) {
                *uses = before.remove(at).times;
            }
        }
    }

    /// True if any effect has this hook.
    pub fn any(&self, hook: Hook) -> bool {
        self.by.get(usize::from(hook as u8)).is_some_and(|list| !list.all.is_empty())
    }

    /// Returns the effects that act at a hook, with their numbers.
    pub fn at(&self, hook: Hook) -> impl Iterator<Item = (u16, &TableEffect)> {
        let list = self.by.get(usize::from(hook as u8)).map_or(&[][..], |list| list.all.as_slice());
        list.iter().filter_map(|&number| self.looked_at(number))
    }

    /// Returns an effect with its number, and counts that the rules have checked it. An effect with a trigger is counted later, when its
    /// trigger occurs ([`TableEffect::look`]).
    fn looked_at(&self, number: u16) -> Option<(u16, &TableEffect)> {
        let line = self.get(number)?;
        if line.cue.is_none() {
            line.look();
        }
        Some((number, line))
    }

    /// Starts counting how often the rules check each effect.
    pub(crate) fn count_looks(&mut self) {
        self.all.iter_mut().for_each(|line| line.looks = LookCount::counting());
    }

    /// Returns the effects of a hook that may apply to an actor. Effects that apply only to another actor are left out.
    pub fn concerning(&self, hook: Hook, who: ActorId) -> impl Iterator<Item = (u16, &TableEffect)> {
        let list = self.by.get(usize::from(hook as u8)).map_or(&[][..], |list| list.of(who));
        list.iter().filter_map(|&number| self.looked_at(number))
    }
}

impl HookEffects {
    fn add(&mut self, number: u16, owner: Option<ActorId>) {
        self.all.push(number);
        let Some(owner) = owner else {
            self.open.push(number);
            return self.own.iter_mut().filter(|list| !list.is_empty()).for_each(|list| list.push(number));
        };
        if self.own.len() <= owner.place() {
            self.own.resize(owner.place() + 1, Vec::new());
        }
        if let Some(list) = self.own.get_mut(owner.place()) {
            // The list of an owner with effects of its own contains the open effects too, so that one list is enough for a look-up.
            if list.is_empty() {
                list.clone_from(&self.open);
            }
            list.push(number);
        }
    }

    fn of(&self, who: ActorId) -> &[u16] {
        match self.own.get(who.place()) {
            Some(list) if !list.is_empty() => list,
            _ => &self.open,
        }
    }
}

/// Returns the actor that an effect applies to, if it is only one. A triggered effect may apply to others.
fn owner(line: &TableEffect) -> Option<ActorId> {
    (line.whom == CarrierSubject::Own && line.cue.is_none()).then(|| line.carrier.person()).flatten()
}
