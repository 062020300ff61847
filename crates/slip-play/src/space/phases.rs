//! Order of the phases, and the steps at the start and end of each.

use crate::event::{Event, Events, Phase, SpacePhase, Step};
use crate::ids::{ActorId, AspectId, Id, TableKey};
use crate::space::Space;
use crate::space::fixed_numbers::SlipHeat;
use crate::space::state::HEAT;
use crate::space::victory::SpaceVictoryTime;
use slip_dice::fate::{Aspect, AspectOrigin, Holder};

impl Space {
    /// Begins the phase that [`State::stage`](super::SpaceState::stage) names. Compels come first, except in boarding.
    pub(super) fn begin_stage(&self, out: &mut Events) {
        if self.state.stage == SpacePhase::Detection {
            self.arrive(out);
        }
        match self.state.stage {
            SpacePhase::Boarding => self.after_compels(out),
            _ => self.open_compels(out),
        }
    }

    /// Continues after the compels of a phase. The questions about tethers are next; in detection, before ships are placed, the optional
    /// effects are next.
    pub(super) fn after_compels(&self, out: &mut Events) {
        match self.state.stage {
            SpacePhase::Detection => self.open_stage(out),
            _ => self.open_tethers(out),
        }
    }

    /// Continues after compels and tethers: optional effects of ships and people, then the phase itself.
    pub(super) fn open_stage(&self, out: &mut Events) {
        self.open_aid(out);
    }

    /// Opens the main part of the phase, such as detection rolls or attacks.
    pub(super) fn open_body(&self, out: &mut Events) {
        match self.state.stage {
            SpacePhase::Detection => self.open_detection(out),
            SpacePhase::Position => self.open_position(out),
            SpacePhase::Ew | SpacePhase::Beams | SpacePhase::Torpedoes => self.open_poll(out),
            SpacePhase::Boarding => self.open_boarding(out),
            SpacePhase::DamageControl => self.open_repairs(out),
        }
    }

    /// Ends the steps of this phase.
    pub(super) fn close_stage(&self, out: &mut Events) {
        Space::go(out, Step::of(Phase::StageEnd, Id::None));
    }

    /// Ends a phase: goes to the next one, to the end of the turn, or ends the fight if only one side is left.
    pub(super) fn end_stage(&self, out: &mut Events) {
        if let Some(end) = self.verdict(SpaceVictoryTime::Stage) {
            out.push(end);
            return;
        }
        match self.state.stage.next() {
            Some(next) => {
                out.push(Event::Stage(next));
                Space::go(out, Step::of(Phase::Stage, Id::None));
            }
            None if self.state.stage == SpacePhase::Detection => Space::go(out, Step::of(Phase::Round, Id::None)),
            None => self.open_stop(out),
        }
    }

    /// Continues when no ship has a choice in the current step any more. After the choice of crews, detection begins; in all other cases
    /// the phase ends.
    pub(super) fn pass_on(&self, out: &mut Events) {
        match self.state.step.phase {
            Phase::SetUp => self.begin_detection(out),
            _ => self.close_stage(out),
        }
    }

    /// Marks heat before detection begins, on ships that arrive through a slipknot or have made an overburn on the way.
    fn arrive(&self, out: &mut Events) {
        let mut more = 0;
        for (who, sheet) in self.roster.ships.iter() {
            let slip = if sheet.slipped { sheet.traits.slip_heat } else { SlipHeat::None };
            let heat = if sheet.overburnt { SlipHeat::All } else { slip };
            let length = self.state.ship(who).map_or(0, |ship| ship.track(HEAT).length());
            let boxes = match heat {
                SlipHeat::All => (1_u32 << length) - 1,
                SlipHeat::Highest => 1_u32.checked_shl(u32::from(length)).unwrap_or(0) >> 1,
                SlipHeat::None => 0,
            };
            if length > 0 && boxes != 0 {
                out.push(Event::Boxes { who, track: HEAT, boxes });
            }
            if sheet.overburnt {
                self.run_low(who, &mut more, out);
            }
        }
    }

    /// Places the aspect of a ship whose fuel an overburn has used up, with a free tag for its enemies.
    fn run_low(&self, who: ActorId, more: &mut usize, out: &mut Events) {
        let text = &self.roster.settings.low_fuel;
        let holder = Holder::Actor(who.0);
        let known = self.state.aspects.iter().find(|(_, aspect)| aspect.present && aspect.holder == holder && aspect.text == *text);
        let free = Some(self.free_for_enemies(who));
        match known {
            Some((id, _)) => out.push(Event::AspectFree { id, free, by: None }),
            None => {
                let id = AspectId::of(self.state.aspects.len() + *more);
                *more += 1;
                let aspect = Aspect { origin: AspectOrigin::Automatic, free, ..Aspect::printed(text.clone(), holder) };
                out.push(Event::AspectAdd { id, aspect });
            }
        }
    }
}
