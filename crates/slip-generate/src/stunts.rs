//! Draws stunts for a person: any stunt that the design sells, with arguments drawn by the type of each parameter.
//!
//! A stunt is kept if the compiler reports nothing about it; this module does not know the meaning of any stunt.

use super::person_draft::PersonDraft;
use super::random_draws::{below, one, shuffle};
use super::word_tables::WordSource;
use super::{DrawRefusal, GeneratorInput, quoted};
use slip_compile::check::design::{Design, StuntRule};
use slip_dice::Dice;
use slip_source::diagnostic::Code;
use slip_syntax::tree::Param;
use std::collections::BTreeSet;

/// Largest number of attempts for each stunt, with different arguments.
const TRIES: usize = 4;

/// Adds `count` stunts, or fewer if the design does not allow so many.
pub(super) fn draw(
    ground: &GeneratorInput<'_, '_, '_>,
    design: &Design,
    draft: &mut PersonDraft,
    things: &[String],
    count: i64,
    dice: &mut Dice,
) -> Result<(), DrawRefusal> {
    // Until the last stunt is added, the compiler reports that there are too few.
    let allowed = [Code::TooFewStunts];
    let mut rules: Vec<&StuntRule> = design.stunts.iter().collect();
    for _ in 0..count {
        shuffle(dice, &mut rules)?;
        // Stunts that the person does not have yet come first.
        rules.sort_by_key(|rule| draft.stunts.iter().any(|stunt| stunt.split('(').next() == Some(rule.name.as_str())));
        'rules: for rule in &rules {
            for _ in 0..TRIES {
                let Some(written) = written(ground, rule, draft, design, things, dice)? else { continue 'rules };
                if draft.stunts.contains(&written) {
                    continue;
                }
                draft.stunts.push(written);
                if draft.fine_but_for(ground, &allowed) {
                    break 'rules;
                }
                draft.stunts.pop();
                if rule.params.is_empty() {
                    continue 'rules;
                }
            }
        }
    }
    Ok(())
}

/// Draws a purchase of a stunt at random, such as `swap_skill(pilot, agility)`. Returns `None` if a parameter has a type for which no value
/// can be drawn.
fn written(
    ground: &GeneratorInput<'_, '_, '_>,
    rule: &StuntRule,
    draft: &PersonDraft,
    design: &Design,
    things: &[String],
    dice: &mut Dice,
) -> Result<Option<String>, DrawRefusal> {
    let mut skills: Vec<&str> = draft.skills.iter().map(|ranked| ranked.skill.as_str()).collect();
    shuffle(dice, &mut skills)?;
    let mut args = Vec::new();
    for param in &rule.params {
        match argument(ground, rule, param, design, &mut skills, things, dice)? {
            Some(argument) => args.push(argument),
            // If an optional parameter is left out, all parameters after it are left out too.
            None if param.optional => break,
            None => return Ok(None),
        }
    }
    Ok(Some(if args.is_empty() { rule.name.to_string() } else { format!("{}({})", rule.name, args.join(", ")) }))
}

fn argument(
    ground: &GeneratorInput<'_, '_, '_>,
    rule: &StuntRule,
    param: &Param,
    design: &Design,
    skills: &mut Vec<&str>,
    things: &[String],
    dice: &mut Dice,
) -> Result<Option<String>, DrawRefusal> {
    let kind = match param.types.as_slice() {
        [only] => only.text.as_str(),
        names => return Ok(one(dice, names)?.map(|name| name.text.to_string())),
    };
    Ok(match kind {
        "skill" => skills.pop().map(str::to_owned),
        "roll" => skills.last().map(|skill| format!("{skill} rolls")),
        "item" => one(dice, things)?.cloned(),
        "stat" => design.stats.get(below(dice, design.stats.len())?).map(|stat| stat.name.to_string()),
        "track" => design.tracks.get(below(dice, design.tracks.len())?).map(|track| track.name.to_string()),
        "number" => Some("1".to_owned()),
        "text" if !param.optional => {
            let mut words = WordSource { dice, drawn: &mut BTreeSet::new() };
            words.text(ground, &rule.name, &[&design.name, &design.kind]).ok().map(|text| quoted(&text))
        }
        _ => None,
    })
}
