//! Passages through the slipstream: permission, time for orientation after the passage, and its odds.

use super::ship_capabilities::Craft;
use serde::Serialize;
use slip_dice::fate::distribution::RollDistribution;
use slip_dice::fate::time_track::{TaskTime, taken};
use slip_dice::{Dice, DiceKind, Faces, ScriptExhausted};
use slip_pack::Pack;
use slip_pack::effect::{Action, PackOperation, Quantity, State};
use slip_pack::item::BuiltItem;
use slip_pack::ruleset::Rules;
use slip_pack::trip_effects::{Arrival, TripPart};

/// Way in which a ship enters the slipknot, and its navigator (D-T3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlipEntry {
    /// The ship is at rest; its navigator has this rank.
    Navigated(i32),
    /// The ship is out of control, because it did not decelerate. Its navigator has this rank.
    Uncontrolled(i32),
    /// Automated navigation. Its modifier is the same with and without deceleration (R-T5).
    Automated,
}

/// Roll for orientation after a passage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Orientation {
    /// Modifier of the roll; with automated navigation, the fixed total.
    pub modifier: i32,
    /// Reasons for the modifier: `navigation 2`, `without control -2`.
    pub reasons: Vec<String>,
    /// True if no roll is made.
    pub automated: bool,
    /// Chance of each line of the time track that can result, the shortest time first.
    pub chances: Vec<PassageChance>,
    /// State of the ship on arrival.
    pub arrival: Arrival,
}

/// Chance that a passage takes the time of one line of the time track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PassageChance {
    /// Number of the line, from 1.
    pub line: usize,
    /// Words of the line, such as a number of days.
    pub words: String,
    /// Number of dice outcomes that lead to this line.
    pub ways: u32,
    /// Number of all dice outcomes.
    pub of: u32,
}

/// Result of an orientation roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Oriented {
    /// Faces of the dice; `None` if no roll is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// Total of the roll.
    pub total: i32,
    /// Number of the line of the time track, from 1.
    pub line: usize,
    /// Words of the line, such as a number of days.
    pub words: String,
}

/// Refusal of a passage through a slipknot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Barred {
    /// Number of the ruling, or of the section of the rules, that forbids the passage.
    pub rule: &'static str,
    /// Reason for the refusal in a sentence.
    pub because: String,
}

/// Checks that a ship may pass slipknots.
///
/// # Errors
/// Returns [`Barred`] with the reason.
pub fn may_slip(craft: &Craft<'_>) -> Result<(), Barred> {
    let barred = |because: String| Err(Barred { rule: "3.1", because });
    let name = &craft.item.title;
    if craft.rules.is("slipstream", "no") {
        return barred("in these rules there are no slipstreams".to_owned());
    }
    let permission = craft.permission(Action::Slip, &|_: State| 0);
    match (permission.allowed, permission.forbidden) {
        (_, Some(line)) => barred(format!("{name} cannot slip ({line})")),
        (None, None) => barred(format!("{name} has no slipdrive, that is, no effect `may slip`")),
        (Some(_), None) => Ok(()),
    }
}

/// Computes the orientation roll for passing a slipknot.
///
/// # Errors
/// Returns [`Barred`] with the reason why the ship may not pass.
pub fn orientation(craft: &Craft<'_>, pack: &Pack, entry: SlipEntry, navigator: Option<&BuiltItem>) -> Result<Orientation, Barred> {
    may_slip(craft)?;
    let rules = craft.rules;
    let number = |setting: &str, default: i64| i32::try_from(rules.int(setting, default)).unwrap_or(0);
    let arrival = Arrival { r_mass: craft.r_mass, ..Arrival::default() }.then(Arrival::after(TripPart::Slip, craft.item, rules));
    let skill = rules.word("orientation_skill", "navigation");
    let track = pack.time_track(rules);
    let mut reasons = Vec::new();
    let modifier = match entry {
        SlipEntry::Automated => {
            let modifier = number("automated", -4);
            reasons.push(format!("automated navigation {modifier:+}"));
            modifier
        }
        SlipEntry::Navigated(rank) | SlipEntry::Uncontrolled(rank) => {
            reasons.push(format!("{skill} {rank:+}"));
            let mut modifier = rank;
            if matches!(entry, SlipEntry::Uncontrolled(_)) {
                let uncontrolled = number("uncontrolled", -2);
                reasons.push(format!("without control {uncontrolled:+}"));
                modifier = modifier.saturating_add(uncontrolled);
            }
            for (added, line) in changes(craft, navigator, skill) {
                reasons.push(format!("{line} {added:+}"));
                modifier = modifier.saturating_add(added);
            }
            modifier
        }
    };
    let automated = entry == SlipEntry::Automated;
    let base = usize::try_from(rules.int("orientation_line", 11)).unwrap_or(1);
    let chances = if automated {
        let line = line_of(base, modifier, track.len());
        vec![PassageChance { line, words: words(&track, line), ways: 1, of: 1 }]
    } else {
        odds(base, modifier, &track, kind(rules))
    };
    Ok(Orientation { modifier, reasons, automated, chances, arrival })
}

/// Returns the kind of dice that the rules in force use.
fn kind(rules: &Rules) -> DiceKind {
    DiceKind::from_word(rules.word("dice", "4dF")).unwrap_or(DiceKind::Fudge)
}

/// Returns the modifiers from effects of the ship and of its navigator.
fn changes(craft: &Craft<'_>, navigator: Option<&BuiltItem>, skill: &str) -> Vec<(i32, String)> {
    let mut found = Vec::new();
    let navigator = navigator.map(|item| Craft { item, ..*craft });
    for crew in [Some(*craft), navigator].into_iter().flatten() {
        let is_navigator = !std::ptr::eq(crew.item, craft.item);
        let sees = |_: State| 0;
        for effect in crew.lines(&sees) {
            // Effects of the rules on everyone are applied once: for the ship, and not for its navigator.
            if effect.moment.is_some() || effect.is_choice() || is_navigator && effect.who.is_some() {
                continue;
            }
            let PackOperation::Change(change) = &effect.op else { continue };
            let Quantity::Roll(roll) = &change.to else { continue };
            let is_it = matches!(roll.action, Action::Rolls | Action::Slip | Action::Travel)
                && (roll.with.is_empty() || roll.with.iter().any(|with| with == skill));
            if is_it && roll.against.is_none() && change.per.is_none() {
                let standing = slip_pack::effect::item_eval_context::ItemContext {
                    item: crew.item,
                    rules: crew.rules,
                    carried: &[],
                    station: None,
                    sees: &sees,
                };
                let by = standing.number(&change.by).saturating_mul(effect.count());
                found.push((i32::try_from(by).unwrap_or(0), super::ship_capabilities::said(effect)));
            }
        }
    }
    found
}

/// Returns the line of the time track for a total: each shift moves by one line, up to the ends of the track.
fn line_of(base: usize, total: i32, lines: usize) -> usize {
    match taken(base, total, lines, false) {
        TaskTime::Line(line) => line,
        TaskTime::Failed => base,
    }
}

fn words(track: &[&str], line: usize) -> String {
    track.get(line.saturating_sub(1)).map_or_else(String::new, ToString::to_string)
}

/// Returns the chance of every line of the time track, the shortest time first.
fn odds(base: usize, modifier: i32, track: &[&str], kind: DiceKind) -> Vec<PassageChance> {
    let spread = RollDistribution::of(kind);
    let mut chances: Vec<PassageChance> = Vec::new();
    for (total, ways) in spread.totals() {
        let line = line_of(base, total.saturating_add(modifier), track.len());
        match chances.iter_mut().find(|chance| chance.line == line) {
            Some(chance) => chance.ways += ways,
            None => chances.push(PassageChance { line, words: words(track, line), ways, of: spread.all() }),
        }
    }
    chances.retain(|chance| chance.ways > 0);
    chances.sort_by_key(|chance| chance.line);
    chances
}

/// Rolls the orientation.
///
/// # Errors
/// If a script of faces has too few left.
pub fn oriented(orientation: &Orientation, pack: &Pack, rules: &Rules, dice: &mut Dice) -> Result<Oriented, ScriptExhausted> {
    let faces = if orientation.automated { None } else { Some(dice.roll(kind(rules))?) };
    let total = orientation.modifier.saturating_add(faces.as_ref().map_or(0, Faces::total));
    let track = pack.time_track(rules);
    let base = usize::try_from(rules.int("orientation_line", 11)).unwrap_or(1);
    let line = line_of(base, total, track.len());
    Ok(Oriented { dice: faces.map(|faces| faces.to_string()), total, line, words: words(&track, line) })
}
