//! Values of a design that a search for designs may name, with the titles that a reader knows them by.

use super::new_item::is_usable;
use crate::world::World;
use serde::Serialize;
use slip_compile::check::design::Design;
use slip_ide::CompiledWorld;
use std::rc::Rc;

/// Names of a design.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct DesignValuesReply {
    /// Lowest and highest technology; `null` if the design has none.
    tech: Option<[i32; 2]>,
    /// Statistics and tracks.
    numbers: Vec<DesignValue>,
    stunts: Vec<DesignValue>,
    flags: Vec<String>,
    /// True if the items have a price.
    has_price: bool,
    /// True if the items have an upkeep.
    has_upkeep: bool,
    /// True if the items are bought with build points.
    has_points: bool,
}

/// Statistic, track or stunt.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct DesignValue {
    name: String,
    title: String,
}

/// Returns the values of a design.
///
/// # Errors
/// A sentence if the package cannot use the design.
pub(crate) fn design_values(world: &Rc<World>, name: &str) -> Result<DesignValuesReply, String> {
    let (root, wanted) = (world.root, name.to_owned());
    let busy = || "internal error: the compiler was busy; please report it with your files".to_owned();
    let found = move |compiled: &CompiledWorld<'_, '_, '_, '_>| {
        let context = compiled.standing.context;
        context.designs.values().find(|design| design.name == wanted && is_usable(context, design, root)).map(values)
    };
    world.kept.ask(found).ok_or_else(busy)?.ok_or_else(|| format!("this package has no design `{name}`"))
}

fn values(design: &Design) -> DesignValuesReply {
    let value = |name: &str, title: &str| DesignValue { name: name.to_owned(), title: title.to_owned() };
    let stats = design.stats.iter().map(|rule| value(&rule.name, &rule.title));
    let tracks = design.tracks.iter().map(|rule| value(&rule.name, &rule.name));
    let level = |level: i64| i32::try_from(level).unwrap_or_default();
    DesignValuesReply {
        tech: design.tech.map(|(low, high, _)| [level(low), level(high)]),
        numbers: stats.chain(tracks).collect(),
        stunts: design.stunts.iter().map(|rule| value(&rule.name, &rule.title)).collect(),
        flags: design.flags.iter().map(ToString::to_string).collect(),
        has_price: design.price.is_some(),
        has_upkeep: design.upkeep.is_some(),
        has_points: design.budget.is_some(),
    }
}
