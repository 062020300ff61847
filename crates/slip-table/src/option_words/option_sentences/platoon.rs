//! Options of platoon combat as sentences.

use super::{price, use_of};
use crate::option_words::hints::fate as fate_points;
use crate::transcript::phrases::title;
use crate::transcript::platoon::phrases::{bearer, name, skill_title, thing, way, way_into};
use slip_play::choice::{Choice, Verb};
use slip_play::event::Phase;
use slip_play::ids::{Id, ZoneId};
use slip_play::names::Names;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::zones::GroundBorder;
use slip_play::question::{Ask, Point};

/// Returns an option as a sentence; `None` if the words that are typed for the option are easy to read.
pub(super) fn sentence(fight: &PlatoonFight, ask: &Ask, choice: Choice) -> Option<String> {
    let it = thing(fight, choice.it);
    let unit = choice.it.actor().map(|who| name(fight, who));
    Some(match choice.verb {
        Verb::Begin if choice.n > 0 => format!("Prepared position: {it} before the battle"),
        Verb::Begin => format!("Begin in {it}"),
        Verb::Command | Verb::Unit => unit?.to_owned(),
        Verb::Adopt => format!("Take {} under command", unit?),
        Verb::Target if fight.state.declared.act == Some(Verb::Attack) && choice.it.zone().is_some() => format!("All units in {it}"),
        Verb::Target => title(it),
        Verb::Use => {
            let area = if choice.how == Choice::AREA { ", at the whole zone" } else { "" };
            format!("{}{area}", skill_title(fight, choice.skill()?))
        }
        Verb::Defend => format!("Defend with {}", skill_title(fight, choice.skill()?)),
        Verb::Go => format!("Go to {it}"),
        Verb::Enter => match choice.border() {
            Some(border) if several_ways(fight, choice) => format!("Enter {it} over {}", way(fight, border)),
            _ => format!("Enter {it}"),
        },
        Verb::Deploy if choice.it != Id::None => format!("Fly to {it}"),
        Verb::Exit if fight.state.step.phase == Phase::End => "Fly to the re-arm track".to_owned(),
        Verb::Exit => "Leave the map".to_owned(),
        Verb::Load => format!("Take {} aboard", unit?),
        Verb::Unload => format!("Put down {}", unit?),
        Verb::Rally if choice.it != ask.me => format!("Rally {}", unit?),
        Verb::Compel => {
            let on = unit.or(ask.it.actor().map(|who| name(fight, who)))?;
            format!("Compel {on}: \"{}\" ({})", Names::aspect(fight, choice.aspect()?), price(choice))
        }
        Verb::Counter => format!("Ask for {}", fate_points(choice.n.unsigned_abs())),
        Verb::Invoke | Verb::Tag | Verb::Free => {
            let id = choice.aspect()?;
            let used = use_of(choice, Names::aspect(fight, id), &bearer(fight, id), fight.roster.settings.invoke_bonus);
            match choice.it.actor() {
                // A choice that names an enemy uses the aspect only against this enemy. A choice that names a unit of the roller's own side
                // lets this unit pay.
                Some(other) if fight.side(other) != ask.seat => format!("{used} against {}", name(fight, other)),
                Some(payer) => format!("{used}, paid by {}", name(fight, payer)),
                None => used,
            }
        }
        Verb::Spin => format!("Spend {} spin", choice.n),
        Verb::Outcome => title(&fight.outcome_tag(choice.how).replace('_', " ")),
        Verb::Remove => format!("Remove \"{}\"", Names::aspect(fight, choice.aspect()?)),
        Verb::Yes if choice.with != Choice::NOTHING => format!("Use \"{}\"", Names::line(fight, choice.with)),
        Verb::Yes if ask.point == Point::Intercept => "Yes, launch the interceptor".to_owned(),
        Verb::Strip => format!("Remove the free tag of \"{}\"", Names::aspect(fight, choice.aspect()?)),
        Verb::Maneuver if ask.point == Point::Engineer => "Place the aspect".to_owned(),
        Verb::All | Verb::Put => share(fight, choice)?,
        Verb::Even => "Share the shifts evenly".to_owned(),
        Verb::ByHand => "Choose the shifts for each border or unit separately".to_owned(),
        _ => return None,
    })
}

/// True if several borders lead between the two zones of a step.
fn several_ways(fight: &PlatoonFight, choice: Choice) -> bool {
    let borders = &fight.roster.ground.borders;
    let there = choice.border().and_then(|id| borders.row(id)).map(ends);
    there.is_some_and(|there| borders.values().filter(|border| ends(border) == there).count() > 1)
}

/// Returns the zones on both sides of a border in order.
fn ends(border: &GroundBorder) -> (ZoneId, ZoneId) {
    (border.a.min(border.b), border.a.max(border.b))
}

/// Describes the number of shifts that are assigned to a border or a unit.
fn share(fight: &PlatoonFight, choice: Choice) -> Option<String> {
    let amount = if choice.verb == Verb::Put { choice.n.to_string() } else { "all".to_owned() };
    Some(match (choice.border(), choice.it) {
        (Some(border), Id::Zone(into)) => format!("Put {amount} on {}", way_into(fight, border, into)),
        (None, Id::Actor(who)) => format!("Give {amount} to {}", name(fight, who)),
        _ => return None,
    })
}
