//! What is wrong with a script, for tests of its messages.

use slipyard::cli::seats::scripts::diagnostic;
use slipyard::diagnostic::Diagnostic;
use slipyard::dice::Dice;
use slipyard::pack::Pack;
use slipyard::pack::encounter::Encounter;
use slipyard::play::conflict::Refusal;
use slipyard::play::fight::Fight;
use slipyard::play::policy::scripted::Shared;
use slipyard::play::run::run_with;
use slipyard::play::script::{Script, ScriptError, faces_fallen};
use slipyard::play::{RunError, Seats};
use slipyard::source::FileId;

/// Plays an encounter by a script alone and says what is wrong with it, if anything is.
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
    let shared = Shared::new(script.clone());
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
