//! Describes positions and groups of ships: placement, moves, formations, tethers, boardings, hangars.

use super::phrases::{band, name};
use crate::transcript::Transcript;
use crate::transcript::phrases::{counted, listed, side};
use slip_play::event::{Event, Grouping, Phase, SpacePhase};
use slip_play::ids::ActorId;
use slip_play::space::Space;
use slip_play::space::state::Band;

impl Transcript {
    /// Describes a ship that is placed or moved.
    pub(super) fn ship_moves(&mut self, fight: &Space, event: &Event) {
        let Event::Move { who, from, to, paid, .. } = event else { return };
        let (from, to) = (Band::of_zone(*from), Band::of_zone(*to));
        let ship = name(fight, *who);
        let state = &fight.state;
        if state.stage == SpacePhase::Detection {
            return match state.step.who.actor().filter(|by| state.step.phase == Phase::Place && by != who) {
                Some(by) => self.deed(format!("{} places {ship} on {}.", name(fight, by), band(to))),
                None => self.add(&format!("{ship} begins on {}.", band(to))),
            };
        }
        // A ruling of the referee brings the ship in from off the map.
        if from == to && to.is_on_map() {
            return self.deed(format!("{ship} is on {} again.", band(to)));
        }
        let by = state.step.who.actor().filter(|_| state.step.phase == Phase::Shift);
        let does = match by {
            Some(by) if fight.entity(by).contains(who) => format!("{ship} goes"),
            Some(by) => format!("{} drives {ship}", name(fight, by)),
            None => format!("{ship} goes"),
        };
        let bands = counted(i64::from((to.0 - from.0).abs()), "band", "bands");
        let cost = if *paid > 0 { format!(", for {}", edges(fight, from, to)) } else { String::new() };
        self.deed(format!("{does} {bands} from {} to {}{cost}.", band(from), band(to)));
    }

    /// Describes ships that join or separate.
    pub(super) fn group(&mut self, fight: &Space, what: Grouping, who: &[ActorId], lead: Option<ActorId>) {
        let names: Vec<&str> = who.iter().map(|&id| name(fight, id)).collect();
        let all = listed(&names);
        // The sentence names all released ships, including their leader.
        let bound: Vec<&str> = lead.iter().chain(who.iter().filter(|&&id| Some(id) != lead)).map(|&id| name(fight, id)).collect();
        let all = if what == Grouping::Release && !who.is_empty() { listed(&bound) } else { all };
        let taker = lead.map_or_else(String::new, |lead| side(fight, fight.side(lead)));
        let lead = lead.map_or("", |lead| name(fight, lead));
        let words = match what {
            Grouping::Form => format!("{all} fly in formation."),
            Grouping::Leave => format!("{all} leaves the formation."),
            Grouping::Tether => format!("{lead} leads {all} on a tether."),
            Grouping::Release if who.is_empty() => format!("{lead} ends its tether."),
            Grouping::Release => format!("The tether between {all} ends."),
            Grouping::Couple => format!("{lead} couples to {all} instead of moving."),
            Grouping::Decouple => format!("{lead} lets go of {all}."),
            Grouping::Launch => format!("{lead} launches {all}."),
            Grouping::Dock => format!("{all} returns to the hangar of {lead}."),
            Grouping::Board => format!("People of {lead} board {all}."),
            Grouping::Repel => format!("The boarders of {all} are thrown off."),
            Grouping::Capture => format!("{all} is in the hands of {taker}."),
            // Groups of these kinds exist only in platoon combat.
            Grouping::Command | Grouping::Adopt | Grouping::Load | Grouping::Unload => return,
        };
        self.deed(words);
    }
}

/// Formats the cost of the edges between two bands: `1 + 1 + 2 = 4 shifts`.
pub(crate) fn edges(fight: &Space, from: Band, to: Band) -> String {
    let step = (to.0 - from.0).signum();
    let mut costs: Vec<String> = Vec::new();
    let mut at = from.0;
    while at != to.0 {
        costs.push(edge(fight, at, at + step).to_string());
        at += step;
    }
    let (all, _) = fight.way(from, to);
    let shifts = counted(i64::from(all), "shift", "shifts");
    if costs.len() < 2 { shifts } else { format!("{} = {shifts}", costs.join(" + ")) }
}

/// Returns the cost of the edge between two neighbouring bands.
pub(crate) fn edge(fight: &Space, a: i8, b: i8) -> i32 {
    fight.way(Band(a), Band(b)).0
}

/// Formats the totals of the position phase and the winner. Ships that move together have one total.
pub(super) fn totals(fight: &Space) -> Option<String> {
    let entities = fight.entities();
    if entities.len() < 2 {
        return None;
    }
    let named = |members: &[ActorId]| {
        let names: Vec<&str> = members.iter().map(|&id| name(fight, id)).collect();
        listed(&names)
    };
    let mut order: Vec<_> = entities.iter().collect();
    order.sort_by_key(|entity| -entity.total);
    let words: Vec<String> = order.iter().map(|entity| format!("{} {}", named(&entity.members), entity.total)).collect();
    let top = order.first().map_or(0, |entity| entity.total);
    let won = match fight.winner(&entities) {
        Some(winner) => {
            let tied = if winner.total < top { ", the highest total that is not shared" } else { "" };
            format!("{} {}{tied}.", named(&winner.members), if winner.members.len() > 1 { "win" } else { "wins" })
        }
        None => "every total is shared, so no ship moves.".to_owned(),
    };
    Some(format!("Totals: {}; {won}", words.join(", ")))
}
