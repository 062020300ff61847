//! `map`: the picture of a map, a cluster or an encounter.

use crate::session::Session;
use crate::things::ThingName;
use serde::{Deserialize, Serialize};
use slip_export::{map_drawing, svg};

/// Thing to draw.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Map {
    /// Folder of the package.
    package: String,
    kind: String,
    name: String,
}

/// Picture of a thing.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Picture {
    svg: String,
}

/// Draws the map of the requested thing.
pub(crate) fn answer(session: &Session, asked: &Map) -> Result<Picture, String> {
    let world = session.world(&asked.package)?;
    let wanted = ThingName { kind: asked.kind.clone(), name: asked.name.clone() };
    let thing = world.thing(&wanted)?;
    let chart = map_drawing::of(thing, world.pack()).ok_or_else(|| format!("`{}` has no map", asked.name))?;
    Ok(Picture { svg: svg::file(&chart.drawing) })
}
