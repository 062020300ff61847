//! Lists the names in a world, each with the package, kind and name of its declaration. Unlike ids, these can be compared with the names of
//! another world.

use super::file_view::CompiledWorld;
use slip_source::Span;

/// Declaration that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NamedDeclaration<'w> {
    /// Package that has the declaration.
    pub package: &'w str,
    /// Kind of the declaration.
    pub kind: &'w str,
    /// Name of the declaration within the package.
    pub name: &'w str,
}

/// Iterates over the names in a world and the declarations they refer to.
pub fn meanings<'w>(world: &'w CompiledWorld<'_, '_, '_, '_>) -> impl Iterator<Item = (Span, NamedDeclaration<'w>)> {
    let program = world.standing.context.program;
    world.trail.found.iter().filter_map(move |(span, id)| {
        let declared = program.get(*id)?;
        Some((*span, NamedDeclaration { package: program.package_name(declared.package), kind: declared.kind(), name: declared.name() }))
    })
}
