//! What every name of a world means, told by names: two worlds are compared by that.

use super::view::World;
use slip_source::Span;

/// Something that is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thing<'w> {
    /// The package.
    pub package: &'w str,
    /// The kind.
    pub kind: &'w str,
    /// Its name in the package.
    pub name: &'w str,
}

/// Where a name stands, and what it means there.
pub fn meanings<'w>(world: &'w World<'_, '_, '_, '_>) -> impl Iterator<Item = (Span, Thing<'w>)> {
    let program = world.standing.context.program;
    world.trail.found.iter().filter_map(move |(span, id)| {
        let declared = program.get(*id)?;
        Some((*span, Thing { package: program.package_name(declared.package), kind: declared.kind(), name: declared.name() }))
    })
}
