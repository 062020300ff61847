//! Distribution of an obstruction over the borders of its zone (R-SC11).

use crate::choice::{Choice, Options, Verb};
use crate::event::{BorderChange, Counter, Event, Events, Phase, Step};
use crate::ids::{BorderId, Id};
use crate::personal::Personal;

impl Personal {
    /// Returns the borders of the obstructed zone, each once.
    fn shares(&self) -> Vec<BorderId> {
        let Some(zone) = self.state.declared.it.zone() else { return Vec::new() };
        let mut borders: Vec<BorderId> = self.roster.map.zones[zone].ways.iter().map(|way| way.border).collect();
        borders.sort_unstable();
        borders.dedup();
        borders
    }

    /// Returns the border whose share is asked for now, if the player distributes the points border by border.
    pub fn share_at(&self) -> Option<BorderId> {
        let place = usize::from(self.state.declared.share?.at).checked_sub(1)?;
        self.shares().get(place).copied()
    }

    fn share_left(&self) -> i32 {
        self.state.declared.share.map_or(0, |share| share.rest)
    }

    /// Lists the answers: all points on one border, the same number on each, or border by border. If the player has chosen border by
    /// border, lists the amounts from 0 to the remaining points.
    pub(super) fn legal_share(&self, out: &mut Options) {
        if let Some(border) = self.share_at() {
            let most = i16::try_from(self.share_left()).unwrap_or(0);
            (0..=most).for_each(|amount| {
                out.push(Choice::of(Verb::Put).with(border.0).n(amount));
            });
            return;
        }
        let borders = self.shares();
        for border in &borders {
            out.push(Choice::of(Verb::All).with(border.0));
        }
        if borders.len() > 1 {
            out.push(Choice::of(Verb::Even));
        }
        out.push(Choice::of(Verb::ByHand));
        out.sort_with_default(out.get(0));
    }

    pub(super) fn decide_share(&self, choice: Choice, out: &mut Events) {
        let Some(who) = self.state.actor else { return };
        let (rest, borders) = (self.share_left(), self.shares());
        let end = Step::of(Phase::End, Id::Actor(who));
        match choice.verb {
            Verb::ByHand => self.share_on(0, rest, out),
            Verb::Put => {
                let put = i32::from(choice.n);
                if let Some(border) = choice.border() {
                    self.make_harder(border, put, out);
                }
                let asked = self.state.declared.share.map_or(0, |share| usize::from(share.at));
                if rest > put && asked < borders.len() {
                    self.share_on(put, rest - put, out);
                } else {
                    Personal::go(out, end);
                }
            }
            Verb::Even => {
                let places = i32::try_from(borders.len()).unwrap_or(i32::MAX).max(1);
                let (each, more) = (rest / places, rest % places);
                for (place, border) in (0..places).zip(borders) {
                    self.make_harder(border, each + i32::from(place < more), out);
                }
                Personal::go(out, end);
            }
            _ => {
                if let Some(border) = choice.border() {
                    self.make_harder(border, rest, out);
                }
                Personal::go(out, end);
            }
        }
    }

    fn share_on(&self, put: i32, rest: i32, out: &mut Events) {
        let Some(who) = self.state.actor else { return };
        out.push(Event::Counter { who, what: Counter::Rest, change: -put, now: rest });
        Personal::go(out, Step::of(Phase::Share, Id::Actor(who)));
    }

    fn make_harder(&self, border: BorderId, by: i32, out: &mut Events) {
        if by > 0 {
            let change = BorderChange::Harder(i16::try_from(by).unwrap_or(i16::MAX));
            out.push(Event::Border { border, paid: 0, by: self.state.actor, change });
        }
    }
}
