//! The table of a fight: its lines, by number and by hook. Floor 4.
//!
//! [`Lines::at`] gives those of one [`Hook`], so that a fight without such lines asks an empty list.

use super::{Does, Hook, Line, Whom};
use crate::pack::effect::Period;
use crate::play::ids::{ActorId, Key};

/// The lines of a fight, by number, by hook, and by whom they may be about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    all: Vec<Line>,
    by: Vec<Listed>,
    /// Those that somebody chooses for a roll.
    offered: Vec<u16>,
}

/// The lines of a hook.
#[derive(Clone, Debug, Default, PartialEq)]
struct Listed {
    all: Vec<u16>,
    /// Those that are not somebody's alone.
    open: Vec<u16>,
    /// Of everybody who has some of their own: those and the open ones, in order.
    own: Vec<Vec<u16>>,
}

impl Lines {
    /// The table of these lines; past 65,535 there are no more.
    pub fn new(all: Vec<Line>) -> Lines {
        let mut by: Vec<Listed> = Vec::new();
        for (number, line) in (0_u16..).zip(&all) {
            let mut hooks = vec![line.hook()];
            hooks.extend(line.hook_later());
            let done = line.as_action
                || line.is_had_in_turn()
                || line.hook() == Hook::Other
                || matches!(line.does, Does::Loses(_) | Does::Tag { .. });
            let by_choice = line.choice || matches!(line.does, Does::Strip { .. });
            if line.cue.is_none() && done && by_choice && line.hook() != Hook::Act {
                hooks.push(Hook::Act);
            }
            for hook in hooks {
                let place = usize::from(hook as u8);
                if by.len() <= place {
                    by.resize(place + 1, Listed::default());
                }
                if let Some(list) = by.get_mut(place) {
                    list.add(number, owner(line));
                }
            }
        }
        let offered = (0_u16..).zip(&all).filter(|(_, line)| line.is_offered()).map(|(number, _)| number).collect();
        Lines { all, by, offered }
    }

    /// Those that somebody may choose for a roll, with their numbers.
    pub fn offered(&self) -> impl Iterator<Item = (u16, &Line)> {
        self.offered.iter().filter_map(|&number| Some((number, self.get(number)?)))
    }

    /// Whether there are any.
    pub fn any_offered(&self) -> bool {
        !self.offered.is_empty()
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The line of a number.
    pub fn get(&self, number: u16) -> Option<&Line> {
        self.all.get(usize::from(number))
    }

    /// All of them, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &Line)> {
        (0_u16..).zip(&self.all)
    }

    /// A period begins: lines that are counted by it may be used anew (effects.md 2). `uses` are the counts by their numbers.
    pub(crate) fn renew(&self, uses: &mut [u32], periods: &[Period]) {
        for line in self.all.iter().filter(|line| line.limit.is_some_and(|(_, period)| periods.contains(&period))) {
            if let Some(uses) = uses.get_mut(usize::from(line.count)) {
                *uses = 0;
            }
        }
    }

    /// Whether any counts there.
    pub fn any(&self, hook: Hook) -> bool {
        self.by.get(usize::from(hook as u8)).is_some_and(|list| !list.all.is_empty())
    }

    /// Those that count there, with their numbers.
    pub fn at(&self, hook: Hook) -> impl Iterator<Item = (u16, &Line)> {
        let list = self.by.get(usize::from(hook as u8)).map_or(&[][..], |list| list.all.as_slice());
        list.iter().filter_map(|&number| Some((number, self.get(number)?)))
    }

    /// Those that count there and may be about somebody: all but what others have for themselves alone.
    pub fn concerning(&self, hook: Hook, who: ActorId) -> impl Iterator<Item = (u16, &Line)> {
        let list = self.by.get(usize::from(hook as u8)).map_or(&[][..], |list| list.of(who));
        list.iter().filter_map(|&number| Some((number, self.get(number)?)))
    }
}

impl Listed {
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
            // A list begins with its first line of the owner's own, and holds what is open from there on.
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

/// Whose alone a line is: nobody else's roll or number is any matter of it. What a moment sets off may be set off for others.
fn owner(line: &Line) -> Option<ActorId> {
    (line.whom == Whom::Own && line.cue.is_none()).then(|| line.carrier.person()).flatten()
}
