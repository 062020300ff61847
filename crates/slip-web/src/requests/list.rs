//! `list`: everything that a package declares.

use crate::positions::{Places, TextRange};
use crate::session::Session;
use crate::world::World;
use serde::{Deserialize, Serialize};
use slip_export::listing::ListRow;
use slip_export::cards;
use slip_export::map_drawing;
use slip_pack::thing_view::Thing;
use slip_source::Span;

/// Package to list.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct List {
    /// Folder of the package.
    package: String,
}

/// Declared thing of a package.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct ListedThing {
    kind: String,
    name: String,
    title: String,
    design: Option<String>,
    tech: Option<i32>,
    budget: Option<i32>,
    spent: Option<i32>,
    price: Option<i32>,
    /// False if the thing has errors.
    valid: bool,
    /// True if the thing has a card.
    card: bool,
    /// True if the thing has a ledger.
    ledger: bool,
    /// True if the thing has a picture.
    picture: bool,
    /// Line of the text at which the thing is declared.
    range: Option<TextRange>,
}

/// Returns the list.
pub(crate) fn answer(session: &Session, asked: &List) -> Result<Vec<ListedThing>, String> {
    let world = session.world(&asked.package)?;
    Ok(world.things().map(|thing| listed(&world, thing)).collect())
}

fn listed(world: &World, thing: Thing<'_>) -> ListedThing {
    let row = ListRow::of(world.pack(), thing);
    ListedThing {
        card: cards::has_card(thing),
        ledger: matches!(thing, Thing::Built(_)),
        picture: map_drawing::has_picture(thing),
        range: place(world, thing),
        kind: row.kind.to_owned(),
        name: row.name.to_owned(),
        title: row.title.to_owned(),
        design: row.design.map(str::to_owned),
        tech: row.tech,
        budget: row.budget,
        spent: row.spent,
        price: row.price,
        valid: row.valid,
    }
}

/// Returns the start of the line at which a thing is declared.
fn place(world: &World, thing: Thing<'_>) -> Option<TextRange> {
    let place = thing.place()?;
    let (id, file) = world.sources.files().find(|(_, file)| file.shown() == place.file.as_str())?;
    let start = file.line_start(place.line);
    world.range(Span::new(id, start, start))
}
