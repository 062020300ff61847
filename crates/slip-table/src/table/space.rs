//! Text shown at a table in space combat.

mod band_line;
mod name_lookup;
mod pending_roll;
mod question;
mod referee;
mod roll_breakdown;
mod sheet;

pub(super) use name_lookup::called;
pub(super) use pending_roll::coming;
pub(super) use question::{question, wants_words};
pub(super) use referee::Ships;
pub(super) use roll_breakdown::reckoning;
pub(super) use sheet::{sheet, standings, stat_line};

use super::actor_marks::Marks;
use super::aspect_words::{everywhere, written};
use super::sheet::wrapped;
use super::style::ColourScheme;
use crate::transcript::phrases::title;
use crate::transcript::space::phrases::{holder, stage_title};
use slip_dice::fate::{AspectOrigin, Holder};
use slip_play::ids::ActorId;
use slip_play::space::Space;

/// Returns the line of bands, the stat lines of all ships, and the aspects in play. With `aspects`, all aspects of ships are listed;
/// otherwise only those from the fight.
pub(super) fn board(fight: &Space, marks: &Marks, ink: &ColourScheme, aspects: bool) -> String {
    let mut out = format!("{}\n\n", ink.strong.write(&heading(fight)));
    band_line::picture(fight, marks, ink).iter().for_each(|line| out.push_str(&format!("  {line}\n")));
    out.push('\n');
    scene(fight, &mut out);
    let widths = sheet::widths(fight, marks);
    for (seat, side) in fight.roster.sides.iter() {
        out.push_str(&format!("{}\n", title(&side.name.as_str().replace('_', " "))));
        for who in fight.state.ships.iter().filter(|(_, ship)| ship.side == seat).map(|(who, _)| who) {
            out.push_str(&format!("  {}\n", sheet::stat_line_wide(fight, who, marks, ink, widths)));
            let own: Vec<String> = own_aspects(fight, who, aspects);
            let [indent, ..] = widths;
            for line in wrapped(&own, 92_usize.saturating_sub(indent)) {
                out.push_str(&format!("{:width$}{}\n", "", ink.faint.write(&line), width = indent + 3));
            }
        }
    }
    out
}

/// Formats the heading of the board: `Toll gate, turn 2: beams`.
fn heading(fight: &Space) -> String {
    let stage = stage_title(fight.state.stage).to_lowercase();
    match fight.state.turn {
        0 => format!("{}, {stage}", fight.roster.title),
        turn => format!("{}, turn {turn}: {stage}", fight.roster.title),
    }
}

/// Lists the aspects that all sides may use.
fn scene(fight: &Space, out: &mut String) {
    let is_everywhere = |holder: Holder| matches!(holder, Holder::Scene | Holder::System | Holder::Campaign);
    let shown = fight.state.aspects.values().filter(|there| there.present && is_everywhere(there.holder));
    let aspects: Vec<String> = shown.map(|there| written(fight, there, None)).collect();
    everywhere(&aspects, out);
}

/// Returns the aspects of a ship and its people. With `all`, all of them; otherwise only those that were created in the fight or are free
/// to tag.
fn own_aspects(fight: &Space, who: ActorId, all: bool) -> Vec<String> {
    let mine = |holder: Holder| match holder {
        Holder::Actor(on) | Holder::Gear(on, _) => on == who.0 || fight.roster.person(ActorId(on)).is_some_and(|person| person.ship == who),
        _ => false,
    };
    let active = fight.state.ship(who).is_some_and(slip_play::space::state::ShipState::is_active);
    let shown = fight.state.aspects.values().filter(|there| {
        let news = there.free.is_some() || !matches!(there.origin, AspectOrigin::Printed | AspectOrigin::Consequence);
        active && there.present && mine(there.holder) && (all || news)
    });
    shown
        .map(|there| {
            let person = matches!(there.holder, Holder::Actor(on) if on != who.0);
            let of = if person { format!(" [{}]", holder(fight, there.holder)) } else { String::new() };
            format!("{}{of}", written(fight, there, None))
        })
        .collect()
}
