//! Where ships go and with whom: placing, moving, formations, tethers, boardings, hangars. Floor 6.

use super::phrases::{band, name};
use crate::play::event::{Event, Grouping, Phase, Stage};
use crate::play::ids::ActorId;
use crate::play::names::Names;
use crate::play::space::Space;
use crate::play::space::state::Band;
use crate::play::transcript::Transcript;
use crate::play::transcript::phrases::counted;

impl Transcript {
    /// A ship is placed or moved.
    pub(super) fn ship_moves(&mut self, fight: &Space, event: &Event) {
        let Event::Move { who, from, to, paid, .. } = event else { return };
        let (from, to) = (Band::of_zone(*from), Band::of_zone(*to));
        let ship = name(fight, *who);
        let state = &fight.state;
        if state.stage == Stage::Detection {
            return match state.step.who.actor().filter(|_| state.step.phase == Phase::Place) {
                Some(by) => self.deed(format!("{} places {ship} on {}.", name(fight, by), band(to))),
                None => self.add(&format!("{ship} begins on {}.", band(to))),
            };
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

    /// Ships come together or part.
    pub(super) fn group(&mut self, fight: &Space, what: Grouping, who: &[ActorId], lead: Option<ActorId>) {
        let names: Vec<&str> = who.iter().map(|&id| name(fight, id)).collect();
        let all = listed(&names);
        let lead = lead.map_or("", |lead| name(fight, lead));
        let words = match what {
            Grouping::Form => format!("{all} fly in formation."),
            Grouping::Leave => format!("{all} leaves the formation."),
            Grouping::Tether => format!("{lead} leads {all} on a tether."),
            Grouping::Release if who.is_empty() => format!("{lead} ends its tether."),
            Grouping::Release => format!("The tether of {lead} to {all} ends."),
            Grouping::Couple => format!("{lead} couples its nose to {all} instead of moving."),
            Grouping::Decouple => format!("{lead} lets go of {all}."),
            Grouping::Launch => format!("{lead} launches {all}."),
            Grouping::Dock => format!("{all} returns to the hangar of {lead}."),
            Grouping::Board => format!("People of {lead} board {all}."),
            Grouping::Repel => format!("The boarders of {all} are thrown off."),
            Grouping::Capture => format!("{all} is in the hands of {}.", side_of(fight, lead)),
        };
        self.deed(words);
    }
}

fn side_of(fight: &Space, title: &str) -> String {
    let lead = fight.state.ships.keys().find(|&id| name(fight, id) == title);
    lead.map_or_else(|| title.to_owned(), |lead| Names::side(fight, fight.side(lead)).to_owned())
}

/// `A`, `A and B`, `A, B and C`
pub(in crate::play) fn listed(names: &[&str]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}

/// What the edges between two bands cost: `1 + 1 + 2 = 4 shifts`.
pub(in crate::play) fn edges(fight: &Space, from: Band, to: Band) -> String {
    let step = (to.0 - from.0).signum();
    let mut costs: Vec<i32> = Vec::new();
    let mut at = from.0;
    while at != to.0 {
        costs.push(edge(fight, at, at + step));
        at += step;
    }
    let all: i32 = costs.iter().sum();
    let shifts = counted(i64::from(all), "shift", "shifts");
    if costs.len() < 2 {
        return shifts;
    }
    let costs: Vec<String> = costs.iter().map(i32::to_string).collect();
    format!("{} = {shifts}", costs.join(" + "))
}

/// What the edge between two neighbouring bands costs.
pub(in crate::play) fn edge(fight: &Space, a: i8, b: i8) -> i32 {
    let settings = &fight.roster.settings;
    let outer = a.abs().max(b.abs());
    if outer > Band::EDGE {
        settings.leave_cost
    } else if outer == Band::EDGE {
        settings.outer_edge_cost
    } else {
        settings.edge_cost
    }
}

/// What everybody's position comes to, by what moves as one, and who has won.
pub(super) fn totals(fight: &Space) -> Option<String> {
    let mut entities: Vec<(i32, Vec<ActorId>)> = Vec::new();
    for (who, ship) in fight.state.ships.iter() {
        if ship.is_active() && ship.band().is_some() && !entities.iter().any(|(_, members)| members.contains(&who)) {
            let members = fight.entity(who);
            if let Some(total) = total(fight, &members) {
                entities.push((total, members));
            }
        }
    }
    if entities.len() < 2 {
        return None;
    }
    entities.sort_by_key(|(total, _)| -total);
    let words = entities.iter().map(|(total, members)| {
        let names: Vec<&str> = members.iter().map(|&id| name(fight, id)).collect();
        format!("{} {total}", listed(&names))
    });
    let words = words.collect::<Vec<_>>().join(", ");
    let alone = |total: i32| entities.iter().filter(|(other, _)| *other == total).count() == 1;
    let won = match entities.iter().find(|(total, _)| alone(*total)) {
        Some((_, members)) => {
            let names: Vec<&str> = members.iter().map(|&id| name(fight, id)).collect();
            let tied = if entities.first().is_some_and(|(top, _)| alone(*top)) { "" } else { ", the highest that is nobody else's" };
            format!("{} wins{tied}.", listed(&names))
        }
        None => "all are tied, so nobody moves.".to_owned(),
    };
    Some(format!("Position: {words}; {won}"))
}

/// What moves as one has the lowest total of its members; a tether that of its lead (space.md 5.2.8).
fn total(fight: &Space, members: &[ActorId]) -> Option<i32> {
    let rolls = members.iter().filter(|&&id| !fight.is_towed(id)).filter_map(|&id| fight.state.ship(id)?.standing.as_ref());
    rolls.map(crate::play::space::state::Roll::total).min()
}
