//! Describes the next roll for players with real dice: actor, purpose, and bonuses.

use super::question::with_skill;
use super::roll_breakdown::label;
use crate::transcript::phrases::{deed, name};
use slip_dice::Dice;
use slip_play::choice::Answer;
use slip_play::conflict::Conflict;
use slip_play::event::{Event, RollAddends};
use slip_play::personal::Personal;

/// Returns the dice that an answer needs after `rolled` rolls of the same step; `None` if no further dice are needed.
///
/// The answer is tried with placeholder dice. This works because the skills and bonuses of a roll do not depend on the results of earlier
/// rolls.
pub(super) fn coming(fight: &Personal, answer: &Answer, rolled: usize) -> Option<String> {
    let mut events = Vec::new();
    fight.decide(answer, &mut Dice::seeded(0, 0), &mut events).ok()?;
    let mut then = fight.clone();
    let mut rolls = Vec::new();
    for event in &events {
        match event {
            Event::Roll { me, skill, parts, against, standing: false, .. } => {
                let who = name(&then, *me);
                let what = match against {
                    _ if then.state.actor != Some(*me) || then.state.contest.is_some() => format!("defends{}", with_skill(&then, *skill)),
                    Some(against) => format!("{}, against {against}", deed(&then, *me)),
                    None => deed(&then, *me),
                };
                rolls.push(format!("{who} {what}: the dice and {}", sum(&then, *me, parts)));
            }
            Event::Adjust { by, faces: Some(_), .. } => rolls.push(format!("{} rolls again", name(&then, *by))),
            Event::Faces { who, strength, parts, skill, danger, .. } => {
                if danger.is_some() {
                    rolls.push(format!("the threat to {}: the dice and {strength}", name(&then, *who)));
                }
                rolls.push(format!(
                    "{} resists{}: the dice and {}",
                    name(&then, *who),
                    with_skill(&then, Some(*skill)),
                    sum(&then, *who, parts)
                ));
            }
            _ => {}
        }
        then.apply(event);
    }
    rolls.into_iter().nth(rolled)
}

fn sum(fight: &Personal, who: slip_play::ids::ActorId, parts: &RollAddends) -> String {
    let words: Vec<String> =
        parts.iter().map(|(part, amount)| format!("{} {amount:+}", label(fight, who, fight.state.actor, part))).collect();
    if words.is_empty() { "nothing else".to_owned() } else { words.join(", ") }
}
