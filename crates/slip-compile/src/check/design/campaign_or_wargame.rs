//! Games that a stunt or design is for: campaigns, wargames, or both (`in campaign`, `in wargame`).

use super::read::Reader;
use crate::check::errors;
use crate::resolve::{Declared, Program};
use ecow::EcoString;
use slip_keyword::keyword_enum;
use slip_source::Span;
use slip_syntax::tree::{Entry, Expr};

keyword_enum! {
    /// Game that items are made for.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Game {
        /// Campaign: a game with lasting characters.
        Campaign = "campaign",
        /// Wargame: a single fight.
        Wargame = "wargame",
    }

    /// Returns the word of the game.
    pub const fn word(self) -> &'static str;

    /// Returns the game with a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

/// Reads `in wargame`. Returns the game and the span of the word.
pub(super) fn read(reader: &mut Reader<'_, '_, '_>, entry: &Entry) -> Option<(Game, Span)> {
    let Some(word) = entry.only().and_then(Expr::name) else {
        reader.out.push(errors::one_value(entry, "`campaign` or `wargame`"));
        return None;
    };
    let game = Game::from_word(word);
    if game.is_none() {
        reader.out.push(errors::unknown_game(entry.values_span(), word, Game::ALL.into_iter().map(Game::word)));
    }
    game.map(|game| (game, entry.span))
}

/// Returns the game that the items of a design are made for. If a kind has `uniform` designs, those are for wargames and the others for
/// campaigns; items of other kinds are for both (R-XY13). Only designs that are visible to the package of the design count, so that a
/// package that depends on it cannot change its game.
pub(super) fn of(program: &Program<'_>, declared: &Declared<'_>, kind: &EcoString) -> Option<Game> {
    if declared.entry("uniform").is_some() {
        return Some(Game::Wargame);
    }
    let seen = |design: &Declared<'_>| program.lookup(declared.package, "design", design.name()) == Some(design.id);
    program.uniform_designs(kind).any(seen).then_some(Game::Campaign)
}
