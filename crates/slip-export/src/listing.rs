//! Rows of the list of everything that a pack declares.

use serde::Serialize;
use slip_pack::Pack;
use slip_pack::patch::EffectivePatch;
use slip_pack::thing_view::Thing;

/// Row of the list: a declared thing, a house rule or an old name.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct ListRow<'p> {
    /// Kind of the thing.
    pub kind: &'p str,
    /// Name of the thing in its package.
    pub name: &'p str,
    /// Title of the thing.
    pub title: &'p str,
    /// Package that declares the thing.
    pub package: &'p str,
    /// Design that the thing is built by.
    pub design: Option<&'p str>,
    /// Technology of the thing.
    pub tech: Option<i32>,
    /// Build points allowed for the thing.
    pub budget: Option<i32>,
    /// Build points spent on the thing, if it has a budget.
    pub spent: Option<i32>,
    /// Purchase Cost of the thing.
    pub price: Option<i32>,
    /// False if the thing has errors.
    pub valid: bool,
    /// Packages whose house rules changed the thing.
    pub patches: Vec<&'p str>,
}

impl<'p> ListRow<'p> {
    /// Returns the row of a declared thing.
    pub fn of(pack: &'p Pack, thing: Thing<'p>) -> ListRow<'p> {
        let mut patches: Vec<&str> = patches(pack, thing).into_iter().map(|patch| patch.by.as_str()).collect();
        patches.dedup();
        let item = match thing {
            Thing::Built(item) => Some(item),
            _ => None,
        };
        ListRow {
            kind: thing.kind(),
            name: thing.name(),
            title: thing.title(),
            package: thing.package(),
            design: item.map(|item| item.design.as_str()),
            tech: item.and_then(|item| item.tech),
            budget: item.and_then(|item| item.budget),
            spent: item.and_then(|item| item.budget.map(|_| item.spent)),
            price: item.and_then(|item| item.price),
            valid: thing.is_valid(),
            patches,
        }
    }

    /// Returns the row of a thing that has no numbers to show.
    pub fn plain(kind: &'p str, package: &'p str, name: &'p str, title: &'p str) -> ListRow<'p> {
        ListRow {
            kind,
            name,
            title,
            package,
            design: None,
            tech: None,
            budget: None,
            spent: None,
            price: None,
            valid: true,
            patches: Vec::new(),
        }
    }
}

/// Returns the house rules that changed a thing.
pub fn patches<'p>(pack: &'p Pack, thing: Thing<'p>) -> Vec<&'p EffectivePatch> {
    match thing {
        Thing::Built(item) => item.patches.iter().collect(),
        Thing::Sold(stunt) => pack.patch_at(&stunt.line.place).into_iter().collect(),
        _ => {
            let key = slip_pack::key(thing.package(), thing.name());
            pack.patches
                .iter()
                .filter(|patch| patch.kind == thing.kind() && patch.patched.target == key)
                .map(|patch| &patch.patched)
                .collect()
        }
    }
}
