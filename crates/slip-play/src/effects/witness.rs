//! A fight as its lines see it: which of them count, and what they make of a number (effects.md 4).
//!
//! A conflict says who is meant, which rolls fit, what an eye sees and what was chosen or set off; when and in which order lines
//! count is said here, once for every kind of fight. A hook without lines costs one look, and whoever asks is shown only
//! lines that may be about them.

use super::{Act, Carrier, Condition, Does, Hook, Line, Lines, Live, RollOf, To, What, is_reckoned_late};
use crate::event::{Part, Parts};
use crate::ids::ActorId;
use slip_pack::effect::Bound;
use slip_pack::formula::Formula;

/// What stands for no bound among numbers.
pub(crate) const UNLIMITED: i32 = i32::MAX;

/// Somebody who looks at the table for a line.
pub(crate) trait Sight: Sized {
    /// What is seen of something.
    fn look(&self, live: &Live) -> i64;

    /// The same, where the number asked about is so much without effects.
    fn with_base(self, base: i32) -> Self;

    /// True if something is so. A condition with a fault (a division by 0) does not hold.
    fn holds(&self, condition: &Condition) -> bool {
        condition.eval(&mut |live| Ok(self.look(live))).is_ok_and(|value| value != 0)
    }

    /// A number; with a fault it is 0.
    fn number(&self, number: &Formula<Live>) -> i32 {
        let value = number.eval(&mut |live| Ok(self.look(live))).unwrap_or(0);
        i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
    }
}

/// A fight, asked by its lines.
pub(crate) trait Witness {
    /// A roll, hit, turn or number that lines are asked about.
    type At;
    /// Who looks.
    type Eye<'a>: Sight
    where
        Self: 'a;

    /// The lines of the fight.
    fn table(&self) -> &Lines;

    /// Whose roll or number it is.
    fn whose(&self, at: &Self::At) -> ActorId;

    /// Of which track it is, if it is of one.
    fn track_asked(&self, at: &Self::At) -> Option<u8>;

    /// The words of the aspect it is about, if it is about one.
    fn words_asked(&self, at: &Self::At) -> Option<&str>;

    /// Whether what carries a line is in the fight.
    fn is_carried_now(&self, carrier: Carrier) -> bool;

    /// True if it is somebody's of whom a line is true.
    fn is_true_of(&self, line: &Line, at: &Self::At) -> bool;

    /// True if a roll is one of those a line speaks of.
    fn fits_roll(&self, roll: &RollOf, carrier: Carrier, at: &Self::At) -> bool;

    /// How often somebody wants a line to count: not at all if it is a choice and was not chosen, or waits and was not set off.
    fn wanted(&self, number: u16, line: &Line, at: &Self::At) -> usize;

    /// From where a line's conditions and numbers are seen.
    fn eye(&self, carrier: Carrier, at: &Self::At) -> Self::Eye<'_>;

    /// The lines of a hook that may be about whoever asks, in their order.
    fn listed<'a>(&'a self, hook: Hook, at: &Self::At) -> impl Iterator<Item = (u16, &'a Line)> {
        self.table().concerning(hook, self.whose(at))
    }

    /// What a line came to when it was set off, where that is settled then.
    fn came_to(&self, _number: u16, _line: &Line, _at: &Self::At) -> Option<i32> {
        None
    }

    /// What sheets have added to the number already: what sets it does not take that away.
    fn gained(&self, _at: &Self::At) -> i32 {
        0
    }

    /// How far off whatever has set the number already is: what is farther off does not set it (effects.md 4, rule 3).
    fn set_at(&self, _at: &Self::At) -> u8 {
        u8::MAX
    }

    /// True if it is done with the thing that carries a line, where that matters.
    fn fits_thing(&self, _line: &Line, _at: &Self::At) -> bool {
        true
    }

    /// Whether what is rolled with is a number that stands in for a skill: those are neither limited nor backed (effects.md 2).
    fn is_number(&self, _parts: &Parts) -> bool {
        false
    }

    /// Whether what a line asks for is so.
    fn is_so(&self, line: &Line, at: &Self::At) -> bool {
        line.condition.as_ref().is_none_or(|condition| self.eye(line.carrier, at).holds(condition))
    }

    /// Whether a line has a say here, whether or not it is wanted. What a moment set off, and for whom, was looked at when it
    /// came (R-XF5).
    fn may_count(&self, line: &Line, at: &Self::At) -> bool {
        self.is_carried_now(line.carrier)
            && (line.cue.is_some() || self.is_true_of(line, at))
            && self.fits_thing(line, at)
            && line.roll().is_none_or(|roll| self.fits_roll(roll, line.carrier, at))
            && self.fits_what(line, at)
            && (line.cue.is_some() || self.is_so(line, at))
    }

    /// Whether the track or the aspect of a line is the one that is asked about.
    fn fits_what(&self, line: &Line, at: &Self::At) -> bool {
        match &line.does {
            Does::Change(What::RollUp(track), _) | Does::Set(What::RollUp(track), ..) => self.track_asked(at) == Some(*track),
            Does::Change(What::Invoke(words), _) | Does::Set(What::Invoke(words), ..) => self.words_asked(at) == Some(words),
            _ => true,
        }
    }

    /// How often a line counts here: not at all if it is no matter of this roll, or is not wanted.
    fn in_force(&self, number: u16, line: &Line, at: &Self::At) -> usize {
        let times = self.wanted(number, line, at);
        if times > 0 && self.may_count(line, at) { times } else { 0 }
    }

    /// Lines of a hook that count here, as written.
    fn lines_at<'a>(&'a self, hook: Hook, at: &'a Self::At) -> impl Iterator<Item = (u16, &'a Line)> {
        self.listed(hook, at).filter(move |(number, line)| self.in_force(*number, line, at) > 0)
    }

    /// What lines make of a number, each told with what it adds: set, changed, then bounded (effects.md 4).
    fn reckon(&self, hook: Hook, at: &Self::At, base: i32, tell: &mut dyn FnMut(u16, i32)) -> i32 {
        if !self.table().any(hook) {
            return base;
        }
        let bounds = self.bounds(hook, at, base);
        let mut now = base;
        let mut step = |number: u16, new: i32, now: &mut i32| {
            if new != *now {
                tell(number, new.saturating_sub(*now));
                *now = new;
            }
        };
        if let Some((_, value, number)) = bounds.set {
            let value = if value == UNLIMITED { value } else { value.saturating_add(self.gained(at)) };
            step(number, value, &mut now);
        }
        for (number, line) in self.listed(hook, at) {
            let Does::Change(_, by) = &line.does else { continue };
            let times = self.in_force(number, line, at);
            if times > 0 {
                let by = self.value(number, line, at, base, by).saturating_mul(i32::try_from(times).unwrap_or(1));
                let new = if now == UNLIMITED { now } else { now.saturating_add(by) };
                step(number, new, &mut now);
            }
        }
        if let Some((value, number)) = bounds.least {
            let new = now.max(value);
            step(number, new, &mut now);
        }
        if let Some((value, number)) = bounds.most {
            let new = now.min(value);
            step(number, new, &mut now);
        }
        // Rolls and the order of turns may be negative, all else stops at nothing.
        if matches!(hook, Hook::Roll | Hook::Order) { now } else { now.max(0) }
    }

    /// What sets and bounds a number here.
    fn bounds(&self, hook: Hook, at: &Self::At, base: i32) -> Bounds {
        let mut bounds = Bounds::default();
        for (number, line) in self.listed(hook, at) {
            let Does::Set(_, bound, to) = &line.does else { continue };
            if (*bound == Bound::Is && line.carrier.distance() > self.set_at(at)) || self.in_force(number, line, at) == 0 {
                continue;
            }
            let value = match to {
                To::Number(to) | To::PerZone(to) => self.value(number, line, at, base, to),
                To::Unlimited => UNLIMITED,
                To::Nothing => 0,
                To::Range(..) | To::Down => continue,
            };
            bounds.take(*bound, (line.carrier.distance(), value, number));
        }
        bounds
    }

    /// What a number of a line is: as it came to when the line was set off, or as it is seen now.
    fn value(&self, number: u16, line: &Line, at: &Self::At, base: i32, by: &Formula<Live>) -> i32 {
        let then = self.came_to(number, line, at).filter(|_| !is_reckoned_late(by));
        then.unwrap_or_else(|| self.eye(line.carrier, at).with_base(base).number(by))
    }

    /// As [`Witness::reckon`], for a number that nobody is told the parts of.
    fn number(&self, hook: Hook, at: &Self::At, base: i32) -> i32 {
        self.reckon(hook, at, base, &mut |_, _| {})
    }

    /// Adds what lines make of a roll to its parts, each by its number: limits and backing first, then changes.
    fn roll_parts(&self, at: &Self::At, parts: &mut Parts) {
        self.blend(at, parts);
        if self.table().any(Hook::Roll) {
            let base = parts.total();
            self.reckon(Hook::Roll, at, base, &mut |line, amount| parts.add(Part::Line(line), amount));
        }
    }

    /// What lines limit the skill of a roll by, and what they back it with.
    fn blend(&self, at: &Self::At, parts: &mut Parts) {
        if !self.table().any(Hook::Blend) || self.is_number(parts) {
            return;
        }
        let blend = |(number, line): (u16, &Line)| match &line.does {
            Does::Blend { limited, by, .. } => Some((number, *limited, self.eye(line.carrier, at).number(by))),
            _ => None,
        };
        let blends: Vec<_> = self.lines_at(Hook::Blend, at).filter_map(blend).collect();
        parts.blend(&blends);
    }

    /// True if a hit on a marked box of the track asked about goes down: as the nearest line says.
    fn hits_go_down(&self, at: &Self::At) -> bool {
        if !self.table().any(Hook::RollUp) {
            return false;
        }
        let sets = self.lines_at(Hook::RollUp, at).filter_map(|(number, line)| match &line.does {
            Does::Set(_, _, to) => Some((line.carrier.distance(), number, *to == To::Down)),
            _ => None,
        });
        sets.min().is_some_and(|(_, _, down)| down)
    }

    /// True if a line forbids an act, by its words alone.
    fn forbids(&self, line: &Line, act: Act) -> bool {
        let Does::Permit { cannot: true, acts, .. } = &line.does else { return false };
        acts.is_empty() || acts.contains(&act) || (act.is_attack() && acts.contains(&Act::Attack))
    }
}

/// What sets a number and what bounds it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bounds {
    set: Option<(u8, i32, u16)>,
    least: Option<(i32, u16)>,
    most: Option<(i32, u16)>,
}

impl Bounds {
    fn take(&mut self, bound: Bound, (far, value, number): (u8, i32, u16)) {
        match bound {
            // The nearest, then the smaller, then the first.
            Bound::Is if self.set.is_none_or(|(old_far, old, _)| (far, value) < (old_far, old)) => self.set = Some((far, value, number)),
            Bound::AtLeast if self.least.is_none_or(|(old, _)| value > old) => self.least = Some((value, number)),
            Bound::AtMost if self.most.is_none_or(|(old, _)| value < old) => self.most = Some((value, number)),
            _ => {}
        }
    }
}
