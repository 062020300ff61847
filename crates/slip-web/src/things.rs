//! Names of declared things in requests.

use crate::world::World;
use slip_pack::item::BuiltItem;
use slip_pack::thing_view::Thing;

/// Declared thing of a package.
#[derive(Clone, Debug)]
pub(crate) struct ThingName {
    /// Kind of the thing, such as `weapon`.
    pub(crate) kind: String,
    /// Name of the thing.
    pub(crate) name: String,
}

impl World {
    /// Returns the thing with this kind and name.
    ///
    /// # Errors
    /// A sentence if the package does not declare it.
    pub(crate) fn thing(&self, wanted: &ThingName) -> Result<Thing<'_>, String> {
        let found = self.things().find(|thing| thing.kind() == wanted.kind && thing.name() == wanted.name);
        found.ok_or_else(|| format!("there is no {} `{}` in this package", wanted.kind, wanted.name))
    }

    /// Returns the item with this kind and name.
    ///
    /// # Errors
    /// A sentence if the package does not declare the item, or if no design builds it.
    pub(crate) fn item(&self, wanted: &ThingName) -> Result<&BuiltItem, String> {
        match self.thing(wanted)? {
            Thing::Built(item) => Ok(item),
            thing => Err(format!("`{}` is of kind `{}` and has no ledger", thing.name(), thing.kind())),
        }
    }
}
