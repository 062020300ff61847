//! Acts whose options name both the act and a target, so that a board can ask for the target after the act.

use slip_play::choice::{Choice, Verb};
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::Id;
use slip_play::names::Names;
use slip_play::question::{Ask, Point};

/// Returns the act of an option without its target: `Board a ship` for *Board Last Instance*; `None` for options that name no target.
pub fn act_phrase<F: Playable>(fight: &F, ask: &Ask, choice: Choice) -> Option<String> {
    let is_unit = matches!(fight.seen(), FightRef::Platoon(_));
    if choice.it == Id::None && choice.verb != Verb::Border {
        return None;
    }
    let phrase = match choice.verb {
        Verb::Maneuver if ask.point == Point::SetUp => "Put an aspect on a zone",
        Verb::Border if ask.point == Point::SetUp => "Make a border harder to cross",
        Verb::Maneuver => return maneuver(fight, choice),
        Verb::Yes if ask.point == Point::Act && choice.with != Choice::NOTHING => return used_line(fight, choice),
        Verb::Board if choice.how == 1 => "Board a ship in person",
        Verb::Board => "Board a ship",
        Verb::Form => "Form up with a ship",
        Verb::Tether => "Lead a ship on a tether",
        Verb::Couple => "Couple to a ship",
        Verb::Launch => "Launch a craft",
        Verb::Ew => "Jam",
        Verb::Beam => "Fire beams",
        Verb::Torpedo => "Launch torpedoes",
        Verb::Rally if is_unit => "Rally a unit",
        Verb::Load => "Take a unit aboard",
        Verb::Unload => "Put down a unit",
        Verb::Adopt => "Take a unit under command",
        _ => return None,
    };
    Some(phrase.to_owned())
}

/// Returns the title of a maneuver between ships.
fn maneuver<F: Playable>(fight: &F, choice: Choice) -> Option<String> {
    match fight.seen() {
        FightRef::Space(fight) => fight.maneuver(choice.with).map(|maneuver| maneuver.title.to_string()),
        FightRef::Personal(_) | FightRef::Platoon(_) | FightRef::Stakes(_) => None,
    }
}

/// Returns the use of an optional effect without the actor that it is used for.
fn used_line<F: Playable>(fight: &F, choice: Choice) -> Option<String> {
    let line = match fight.seen() {
        FightRef::Space(fight) => Names::line(fight, choice.with),
        FightRef::Platoon(fight) => Names::line(fight, choice.with),
        FightRef::Personal(_) | FightRef::Stakes(_) => return None,
    };
    Some(format!("Use \"{line}\""))
}
