//! Lines as they are numbered when the table is made: which share a count of uses, which make a skill stand in.

use super::{Carrier, Does, Line, Lines, StandIn, Told, Whom, fixed_name};
use crate::ids::ActorId;
use slip_dice::fate::{Aspect, Holder};
use slip_pack::Name;
use slip_pack::effect::{Base, Effect, Op, Play, TagVerb};
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

/// Lines that were told, each with its number.
#[derive(Debug, Default)]
pub(crate) struct Laying {
    lines: Vec<Line>,
    /// Lines that are counted together: of one thing, and the same sentence or the same stunt.
    counts: BTreeMap<(u32, Name), u16>,
}

impl Laying {
    /// Numbers a line of a thing, and says which skills it makes stand in; none past the last number.
    pub(crate) fn lay(&mut self, thing: u32, told: Told) -> Option<(u16, Vec<StandIn>)> {
        let number = u16::try_from(self.lines.len()).ok()?;
        let key = told.shared.unwrap_or_else(|| told.line.text.clone());
        let count = *self.counts.entry((thing, key)).or_insert(number);
        self.lines.push(Line { count, ..told.line });
        Some((number, told.uses))
    }

    /// All of them.
    pub(crate) fn into_lines(self) -> Vec<Line> {
        self.lines
    }
}

/// Skills and numbers that lines of a kind of play name to roll with.
pub(crate) fn named<E: Borrow<Effect>>(effects: &[E], play: Play) -> BTreeSet<Name> {
    let bases = effects.iter().map(Borrow::borrow).filter(|effect: &&Effect| effect.acts_in(play)).filter_map(|effect| match &effect.op {
        Op::Use(used) => Some(&used.basis.base),
        Op::Blend(blend) => Some(&blend.by.base),
        _ => None,
    });
    let names = bases.filter_map(|base| match base {
        Base::Stat(name) => Some(name.clone()),
        Base::Number(_) => fixed_name(base),
    });
    names.collect()
}

/// The table of lines that were told of things, each with the number of the thing, and which skills they make stand in. Aspects
/// that are there from the start are added; `everybody` is whom such a word means where nobody carries the line.
pub(crate) fn table(
    told: Vec<(u32, Told)>,
    everybody: &dyn Fn(&Whom) -> Vec<ActorId>,
    aspects: &mut Vec<Aspect>,
) -> (Lines, Vec<(u16, StandIn)>) {
    let mut laying = Laying::default();
    let mut uses = Vec::new();
    for (thing, told) in told {
        bring(&told.line, everybody, aspects);
        let lender = told.line.carrier.person().filter(|_| told.my);
        let Some((number, stand_ins)) = laying.lay(thing, told) else { break };
        uses.extend(stand_ins.into_iter().map(|used| (number, StandIn { lender, line: Some(number), ..used })));
    }
    (Lines::new(laying.into_lines()), uses)
}

/// An aspect that a line puts from the start on whatever carries it, on everybody it means in the fight, or on the zone whose
/// it is to give to those there; unless it is there already.
fn bring(line: &Line, everybody: &dyn Fn(&Whom) -> Vec<ActorId>, aspects: &mut Vec<Aspect>) {
    let Does::Tag { never: false, verb: TagVerb::HasAspect, aspect, by: None } = &line.does else { return };
    if line.cue.is_some() || line.condition.is_some() || line.choice {
        return;
    }
    let holders = match (line.carrier, &line.whom) {
        (Carrier::Person(who), Whom::Own) => vec![Holder::Actor(who.0)],
        (Carrier::Zone(zone), _) => vec![Holder::Zone(zone.0)],
        (Carrier::Scene | Carrier::Rules, Whom::Own) => vec![Holder::Scene],
        (Carrier::Scene | Carrier::Rules, whom) => everybody(whom).into_iter().map(|who| Holder::Actor(who.0)).collect(),
        _ => return,
    };
    for holder in holders {
        if !aspects.iter().any(|there| there.holder == holder && there.text == *aspect) {
            aspects.push(Aspect::printed(aspect.clone(), holder));
        }
    }
}
