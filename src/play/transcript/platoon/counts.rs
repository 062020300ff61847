//! What is counted in a fight between platoons, as far as readers want to hear of it. Floor 6.

use super::phrases::{name, whereabouts, zone};
use crate::play::event::{Counter, Grouping};
use crate::play::ids::ActorId;
use crate::play::names::Names;
use crate::play::platoon::Platoons;
use crate::play::platoon::state::MOST;
use crate::play::transcript::Transcript;
use crate::play::transcript::phrases::{listed, title};

impl Transcript {
    pub(super) fn unit_counter(&mut self, fight: &Platoons, who: ActorId, what: Counter, now: i32) {
        let unit = name(fight, who);
        let state = fight.state.unit(who);
        match what {
            Counter::Spotted => {
                let before = state.map_or(0, |unit| i32::from(unit.spotted));
                let limit = if now == i32::from(MOST) && now - before < 3 && now > before { ", which is the most" } else { "" };
                if now != before {
                    self.add(&format!("{unit}: SPOTTED {before} to {now}{limit}."));
                }
            }
            Counter::Ooc => {
                let before = state.map_or(0, |unit| i32::from(unit.ooc));
                if now != before {
                    self.add(&format!("{unit}: OOC {before} to {now}."));
                }
            }
            Counter::HasFired if now > 0 && state.is_some_and(|unit| !unit.has_fired) => {
                self.add(&format!("{unit} has given its place away."));
            }
            Counter::Exits(there) => self.add(&format!("{unit} leaves the map by {}.", zone(fight, there))),
            Counter::First => {
                self.line(&format!("{} acts first.", title(Names::side(fight, fight.side(who)))));
            }
            Counter::Starts(there) => self.line(&format!("  {unit} begins in {}.", zone(fight, there))),
            Counter::Stops => self.line(&format!("{} would stop here.", title(Names::side(fight, fight.side(who))))),
            Counter::Back => self.deed_of_unit(format!("{unit} is in the fight again.")),
            Counter::Line(number) => {
                if let Some(line) = fight.roster.lines.get(number) {
                    self.detail(format!("{unit} uses {}.", line.title));
                }
            }
            // Told by what comes of it, or of no consequence to readers.
            _ => {}
        }
    }

    /// Units come under command, change platoons, get aboard and out again.
    pub(super) fn units_group(&mut self, fight: &Platoons, what: Grouping, who: &[ActorId], lead: Option<ActorId>) {
        let names: Vec<&str> = who.iter().map(|&id| name(fight, id)).collect();
        let leader = lead.map_or("", |lead| name(fight, lead));
        match what {
            Grouping::Command => {
                let platoon = lead.and_then(|lead| fight.state.platoon_of_id(lead));
                let lost =
                    fight.state.units.iter().filter(|(id, unit)| {
                        Some(unit.platoon) == platoon && unit.is_active() && !who.contains(id) && unit.carrier.is_none()
                    });
                let lost: Vec<&str> = lost.map(|(id, _)| name(fight, id)).collect();
                if !lost.is_empty() {
                    self.line(&format!("  Without orders: {}.", listed(&lost)));
                }
            }
            Grouping::Adopt => self.line(&format!("  {} joins {leader}.", listed(&names))),
            Grouping::Load => self.deed_of_unit(format!("{} is aboard {leader}.", listed(&names))),
            Grouping::Unload => {
                let at = lead.map_or(String::new(), |lead| whereabouts(fight, lead));
                self.deed_of_unit(format!("{} gets out of {leader}, in {at}.", listed(&names)));
            }
            // Of ships.
            _ => {}
        }
    }
}
