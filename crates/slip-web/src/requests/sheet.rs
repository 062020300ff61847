//! `sheet`: the card of a thing, or the cards of a whole package.

use crate::session::Session;
use crate::things::ThingName;
use crate::world::World;
use serde::{Deserialize, Serialize};
use slip_export::card_content::CardSheet;
use slip_export::cards::{self, CardOptions};
use slip_export::layout::Paper;
use slip_export::{html, markdown, text};

/// Cards to print.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Sheet {
    /// Folder of the package.
    package: String,
    /// Kind and name of the thing; all things with a card if it is left out.
    thing: Option<KindAndName>,
    /// `text`, `markdown` or `html`.
    format: String,
    /// True to print the ledgers.
    #[serde(default)]
    ledger: bool,
    /// True to print the effects as they are written.
    #[serde(default)]
    effects: bool,
}

/// Kind and name of a thing.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct KindAndName {
    kind: String,
    name: String,
}

/// Printed cards.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct SheetText {
    text: String,
}

/// Prints the cards.
pub(crate) fn answer(session: &Session, asked: &Sheet) -> Result<SheetText, String> {
    let world = session.world(&asked.package)?;
    let sheet = cards_of(&world, asked)?;
    let text = match asked.format.as_str() {
        "text" => text::page(&sheet),
        "markdown" => markdown::page(&sheet),
        "html" => html::page(&sheet, Paper::default()),
        other => return Err(format!("there is no card format `{other}`; the formats are `text`, `markdown` and `html`")),
    };
    Ok(SheetText { text })
}

fn cards_of(world: &World, asked: &Sheet) -> Result<CardSheet, String> {
    let options = CardOptions { ledger: asked.ledger, effects: asked.effects };
    let mut sheet = cards::sheet(world.pack());
    match &asked.thing {
        None => sheet.cards = cards::all(world.pack(), options, |package| package == world.name()).into_iter().map(|(_, card)| card).collect(),
        Some(KindAndName { kind, name }) => {
            let wanted = ThingName { kind: kind.clone(), name: name.clone() };
            let thing = world.thing(&wanted)?;
            let card = cards::of_thing(thing, world.pack(), options);
            sheet.cards = vec![card.ok_or_else(|| format!("a {kind} has no card"))?];
            sheet.title = thing.title().to_owned();
        }
    }
    if sheet.cards.is_empty() { Err("nothing in this package has a card".to_owned()) } else { Ok(sheet) }
}
