//! The table of a fight: its lines, by number and by hook. Floor 4.
//!
//! [`Lines::at`] gives those of one [`Hook`], so that a fight without such lines asks an empty list.

use super::{Does, Hook, Line};

/// The lines of a fight, by number and by hook.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    all: Vec<Line>,
    by: Vec<Vec<u16>>,
}

impl Lines {
    /// The table of these lines; past 65,535 there are no more.
    pub fn new(all: Vec<Line>) -> Lines {
        let mut by: Vec<Vec<u16>> = Vec::new();
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
                    by.resize(place + 1, Vec::new());
                }
                if let Some(list) = by.get_mut(place) {
                    list.push(number);
                }
            }
        }
        Lines { all, by }
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

    /// Whether any counts there.
    pub fn any(&self, hook: Hook) -> bool {
        self.by.get(usize::from(hook as u8)).is_some_and(|list| !list.is_empty())
    }

    /// Those that count there, with their numbers.
    pub fn at(&self, hook: Hook) -> impl Iterator<Item = (u16, &Line)> {
        let list = self.by.get(usize::from(hook as u8)).map_or(&[][..], Vec::as_slice);
        list.iter().filter_map(|&number| Some((number, self.get(number)?)))
    }
}
