//! Which games a stunt is for: campaigns, wargames, or both (`in campaign`, `in wargame`).

use super::read::Reader;
use crate::check::errors;
use crate::resolve::{Declared, Program};
use ecow::EcoString;
use slip_source::Span;
use slip_syntax::tree::{Entry, Expr};

/// A game that things are made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Game {
    /// One in which people live on.
    Campaign,
    /// One fight by itself.
    Wargame,
}

impl Game {
    const ALL: [Game; 2] = [Game::Campaign, Game::Wargame];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Game::Campaign => "campaign",
            Game::Wargame => "wargame",
        }
    }
}

/// `in wargame`, with where it is written.
pub(super) fn read(reader: &mut Reader<'_, '_, '_>, entry: &Entry) -> Option<(Game, Span)> {
    let Some(word) = entry.only().and_then(Expr::name) else {
        reader.out.push(errors::one_value(entry, "`campaign` or `wargame`"));
        return None;
    };
    let game = Game::ALL.into_iter().find(|game| game.word() == word);
    if game.is_none() {
        reader.out.push(errors::unknown_game(entry.values_span(), word, Game::ALL.into_iter().map(Game::word)));
    }
    game.map(|game| (game, entry.span))
}

/// The game that a design's things are made for: where designs of a kind are `uniform`, those are for wargames and the
/// others for campaigns. Things of other kinds are in both (R-XY13). Designs count that the design's package sees, so that
/// whoever depends on it changes nothing of its.
pub(super) fn of(program: &Program<'_>, declared: &Declared<'_>, kind: &EcoString) -> Option<Game> {
    if declared.entry("uniform").is_some() {
        return Some(Game::Wargame);
    }
    let seen = |design: &Declared<'_>| program.lookup(declared.package, "design", design.name()) == Some(design.id);
    program.uniform_designs(kind).any(seen).then_some(Game::Campaign)
}
