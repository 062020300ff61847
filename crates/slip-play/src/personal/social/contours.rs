//! Contours: before play each side may mark the map once. It places an aspect on a zone, or makes a border hard to cross.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::event::{BorderChange, Event, Events, Phase, Step};
use crate::ids::{AspectId, BorderId, Id, Seat, TableKey};
use crate::personal::Personal;
use crate::personal::roster::PersonalRoster;
use ecow::eco_format;
use slip_dice::fate::{Aspect, AspectOrigin, FreeTag, Holder};
use slip_pack::map::BorderValue;

/// Value of a border that a contour makes hard to cross.
const VALUE: i32 = 2;

/// Returns the step at which the next side marks the map, counted from side number `from`. After the last side, returns the step of the
/// first round.
pub(in crate::personal) fn first_step(roster: &PersonalRoster, from: u8) -> Step {
    let contours = roster.social.as_ref().is_some_and(|social| social.contours);
    let next = roster.sides.iter().find(|(seat, side)| contours && seat.0 >= from && !side.members.is_empty());
    let of = next.and_then(|(seat, side)| Some((seat, *side.members.first()?)));
    of.map_or(Step::of(Phase::Round, Id::None), |(seat, who)| Step::of(Phase::Contour, Id::Actor(who)).n(seat.0))
}

impl Personal {
    /// Lists the contours that a side may choose: none, an aspect on a zone, or a border that becomes hard to cross. Only borders with a
    /// cost below `VALUE` can be chosen.
    pub(super) fn legal_contour(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Pass));
        for zone in self.roster.map.zones.keys() {
            out.push(Choice::of(Verb::Maneuver).on(Id::Zone(zone)));
        }
        for (border, _) in self.state.board.borders.iter().filter(|(_, border)| border.pass().is_some_and(|value| value < VALUE)) {
            out.push(Choice::of(Verb::Border).with(border.0));
        }
    }

    pub(super) fn decide_contour(&self, answer: &Answer, out: &mut Events) {
        let Some(who) = self.state.step.who.actor() else { return };
        let side = Seat(self.state.step.n);
        match (answer.choice.verb, answer.choice.it, answer.choice.border()) {
            (Verb::Maneuver, Id::Zone(zone), _) => {
                let title = self.roster.map.zones.row(zone).map_or("", |zone| &zone.title);
                let text = answer.say.clone().unwrap_or_else(|| eco_format!("What everybody knows about {title}"));
                // The side that places the aspect may tag it (R-SC22).
                let free = FreeTag { sides: 1_u32 << side.0.min(31), from: self.state.declared.number + 1 };
                let aspect = Aspect { origin: AspectOrigin::Maneuver, free: Some(free), ..Aspect::printed(text, Holder::Zone(zone.0)) };
                out.push(Event::AspectAdd { id: AspectId::of(self.state.aspects.len()), aspect });
            }
            (Verb::Border, _, Some(border)) => {
                let by = VALUE - self.border_value(border);
                let change = BorderChange::Harder(i16::try_from(by).unwrap_or(0));
                out.push(Event::Border { border, paid: 0, by: Some(who), change });
            }
            _ => {}
        }
        Personal::go(out, first_step(&self.roster, side.0.saturating_add(1)));
    }

    /// Returns the current value of a border.
    pub fn border_value(&self, border: BorderId) -> i32 {
        match self.state.board.borders.row(border).map(|there| there.value) {
            Some(BorderValue::Stateless(value) | BorderValue::Stateful { pass: value, .. }) => value,
            Some(BorderValue::Wall) | None => 0,
        }
    }
}
