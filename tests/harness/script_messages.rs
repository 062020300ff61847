//! Plays an encounter by a script and returns the error in the script, for tests of messages about scripts.

use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::conflict::Refusal;
use slip_play::fight::Fight;
use slip_policy::script::{Script, ScriptError, faces_fallen};
use slip_policy::script_player::SharedScript;
use slip_session::run::run_with;
use slip_session::{RunError, Seats};
use slip_source::FileId;
use slip_source::diagnostic::Diagnostic;
use slipyard::cli::seats::scripts::diagnostic;

/// Plays an encounter by a script alone; returns the error in it, if there is one.
pub(crate) fn try_script(pack: &Pack, encounter: &Encounter, text: &str, file: FileId) -> Option<Diagnostic> {
    let told = |error: &ScriptError| diagnostic(error, file, text);
    let script = match Script::read(text) {
        Ok(script) => script,
        Err(error) => return Some(told(&error)),
    };
    let fight = Fight::begin(pack, encounter).ok()?;
    if let Err(error) = script.check(&fight, &|_| true) {
        return Some(told(&error));
    }
    let seed = script.faces.is_empty().then(|| script.seed.unwrap_or(1));
    let dice = seed.map_or_else(|| Dice::scripted(script.faces.iter().copied()), |seed| Dice::seeded(seed, 0));
    let shared = SharedScript::new(script.clone());
    let seats = encounter.sides.iter().fold(Seats::standard(), |seats, side| seats.with(&side.name, Box::new(shared.seat(&side.name))));
    match run_with(pack, encounter, dice, seed, seats) {
        Ok(run) => {
            let fell = faces_fallen(&run.events);
            (seed.is_none() && fell < script.faces.len()).then(|| told(&script.dice_error(Some(fell))))
        }
        Err(RunError::Refused(Refusal::DiceRanOut)) => Some(told(&script.dice_error(None))),
        Err(_) => shared.trouble().map(|error| told(&error)),
    }
}
