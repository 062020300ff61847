//! Game for which a stunt or design is meant: campaigns, wargames, or both (`in campaign`, `in wargame`).

use super::design_reader::DesignReader;
use crate::check::errors;
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_keyword::keyword_enum;
use slip_pack::ruleset::Rules;
use slip_source::Span;
use slip_syntax::tree::{Entry, Expr};

keyword_enum! {
    /// Game for which items are made.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum CampaignOrWargame {
        /// Campaign: a game with lasting characters.
        Campaign = "campaign",
        /// Wargame: a single fight.
        Wargame = "wargame",
    }

    /// Returns the word for this kind of game.
    pub const fn word(self) -> &'static str;

    /// Returns the game with this word; `None` for any other word.
    pub fn from_word(word: &str) -> Option<Self>;
}

/// Reads `in wargame`. Returns the game and the span of the word.
pub(super) fn read(reader: &mut DesignReader<'_, '_, '_>, entry: &Entry) -> Option<(CampaignOrWargame, Span)> {
    let Some(word) = entry.only().and_then(Expr::name) else {
        reader.out.push(errors::one_value(entry, "`campaign` or `wargame`"));
        return None;
    };
    let game = CampaignOrWargame::from_word(word);
    if game.is_none() {
        reader.out.push(errors::unknown_game(entry.values_span(), word, CampaignOrWargame::ALL.into_iter().map(CampaignOrWargame::word)));
    }
    // Stunts outside designs may be sold to several kinds, so `buyers` checks their entry.
    if game == Some(CampaignOrWargame::Wargame) && reader.design.game.is_none() && reader.declared.entries.iter().any(|own| has(own, entry))
    {
        reader.out.push(errors::game_excludes_nothing(entry.span));
    }
    game.map(|game| (game, entry.span))
}

/// True if the block of `outer` contains `entry`.
fn has(outer: &Entry, entry: &Entry) -> bool {
    outer.block().is_some_and(|block| block.entries.iter().any(|inner| inner.span == entry.span))
}

/// Returns `Wargame` if the rules in force make all items for wargames: the setting `wargame` is not `no`.
pub(super) fn under(rules: &Rules) -> Option<CampaignOrWargame> {
    (rules.word(SETTING, NO) != NO).then_some(CampaignOrWargame::Wargame)
}

/// Name of the setting that says by which book the characters of a wargame are made.
const SETTING: &str = "wargame";

/// Value of the setting `wargame` if items are made for campaigns.
const NO: &str = "no";

/// Returns the game for which the items of a design are made: a wargame or a campaign. Designs marked `uniform` are for wargames; the other
/// designs of the kind are then for campaigns. Items of a kind without a `uniform` design are for both games, or only for wargames if the
/// rules in force are for wargames ([`under`], R-XY13). Only designs that the design's package sees count, so that no dependent package can
/// change the game of a design.
pub(super) fn of(program: &Program<'_>, declared: &DeclaredItem<'_>, kind: &EcoString) -> Option<CampaignOrWargame> {
    if declared.entry("uniform").is_some() {
        return Some(CampaignOrWargame::Wargame);
    }
    let seen = |design: &DeclaredItem<'_>| program.lookup(declared.package, "design", design.name()) == Some(design.id);
    program.uniform_designs(kind).any(seen).then_some(CampaignOrWargame::Campaign)
}
