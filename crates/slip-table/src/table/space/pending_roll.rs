//! Describes the next roll of space combat for players with real dice.

use crate::transcript::space::phrases::{label, name, thing};
use crate::transcript::space::rolls::attack;
use slip_dice::Dice;
use slip_play::choice::Answer;
use slip_play::conflict::Conflict;
use slip_play::event::{Event, Phase, RollAddends, SpacePhase};
use slip_play::ids::ActorId;
use slip_play::space::Space;

/// Returns the dice that an answer needs after `rolled` rolls of the same step; `None` if no further dice are needed.
///
/// The answer is tried with placeholder dice. This works because the skills and bonuses of a roll do not depend on the results of earlier
/// rolls.
pub(in crate::table) fn coming(fight: &Space, answer: &Answer, rolled: usize) -> Option<String> {
    let mut events = Vec::new();
    fight.decide(answer, &mut Dice::seeded(0, 0), &mut events).ok()?;
    let mut then = fight.clone();
    let mut rolls = Vec::new();
    for event in &events {
        match event {
            Event::Roll { me, parts, against, standing: false, .. } => {
                let against = against.map(|against| format!(", against {against}")).unwrap_or_default();
                rolls.push(format!("{} {}{against}: the dice{}", name(&then, *me), does(&then, *me), sum(&then, *me, parts)));
            }
            Event::Adjust { roll, faces: Some(_), by, .. } => {
                let of = then.state.contest.iter().flat_map(|contest| &contest.rolls).find(|there| there.id == *roll);
                rolls.push(format!("{} rolls again", of.map_or(name(&then, *by), |of| name(&then, of.who))));
            }
            _ => {}
        }
        then.apply(event);
    }
    rolls.into_iter().nth(rolled)
}

fn does(fight: &Space, me: ActorId) -> String {
    let declared = fight.state.declared;
    match fight.state.stage {
        _ if fight.state.deny.is_some() => "tries to deny the free tag".to_owned(),
        SpacePhase::Detection if fight.state.step.phase == Phase::Place => "is placed by the dice".to_owned(),
        SpacePhase::Detection => "finds its bearings".to_owned(),
        SpacePhase::Position => "manoeuvres".to_owned(),
        SpacePhase::Ew | SpacePhase::Beams | SpacePhase::Torpedoes if declared.me == Some(me) => attack(fight, me),
        SpacePhase::Ew | SpacePhase::Beams | SpacePhase::Torpedoes if declared.it.actor() == Some(me) => "defends".to_owned(),
        SpacePhase::Ew | SpacePhase::Beams | SpacePhase::Torpedoes => {
            format!("fires beams at the torpedoes to protect {}", thing(fight, declared.it))
        }
        SpacePhase::Boarding => "fights over the airlocks".to_owned(),
        SpacePhase::DamageControl => "repairs".to_owned(),
    }
}

fn sum(fight: &Space, who: ActorId, parts: &RollAddends) -> String {
    let words: Vec<String> = parts.iter().map(|(part, amount)| format!("{} {amount:+}", label(fight, who, part, parts))).collect();
    if words.is_empty() { " alone".to_owned() } else { format!(" and {}", words.join(", ")) }
}
