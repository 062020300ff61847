//! The goals of an encounter in words: the stakes, and the conditions for winning.

use crate::victory_sentence::{EncounterNames, victory_sentence};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;

/// Returns a sentence without a full stop for each goal of the encounter: `Victory for crew: …`, `A draw: …`, `If crew wins the stakes: …`.
#[must_use]
pub fn goals(pack: &Pack, encounter: &Encounter) -> Vec<String> {
    let side = |place: usize| encounter.sides.get(place).map(|side| side.name.as_str().replace('_', " "));
    let mut said = Vec::new();
    if let Some(wager) = &encounter.wager {
        let first = side(0).unwrap_or_default();
        let stakes = [(format!("If the stakes go to {first}"), &wager.win), ("Otherwise".to_owned(), &wager.lose)];
        said.extend(stakes.into_iter().filter(|(_, text)| !text.is_empty()).map(|(when, text)| format!("{when}: {text}")));
    }
    let names = EncounterNames { pack, encounter };
    said.extend(encounter.victories.iter().map(|victory| {
        let condition = victory_sentence(&names, victory);
        victory.side.and_then(side).map_or_else(|| format!("A draw: {condition}"), |side| format!("Victory for {side}: {condition}"))
    }));
    said
}
