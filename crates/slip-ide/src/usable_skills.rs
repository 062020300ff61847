//! Chooses the skills that completion offers inside effects. A skill is offered if it is on a skill list in force and the users of the item
//! can have it.

use super::cursor_context::Cursor;
use super::file_view::FileView;
use slip_compile::check::design::Design;
use slip_compile::check::effect::is_person;
use slip_compile::check::skills::{is_in, is_open};
use slip_compile::resolve::{DeclaredItem, Program};
use slip_source::PackageId;
use std::collections::BTreeSet;

/// Skills that can be written at the cursor.
pub(super) struct UsableSkills<'v, 't> {
    program: &'v Program<'t>,
    package: PackageId,
    /// True if a design or kind is written at the cursor.
    wants_design: bool,
    /// Designs of the users of the thing; empty if every skill is offered.
    designs: Vec<&'v Design>,
}

impl<'v, 't> UsableSkills<'v, 't> {
    /// Finds the users of the declaration at the cursor. For a stunt they are the things that may buy it, for a design the items that it
    /// builds. The users of gear and ships are people.
    pub(super) fn new(view: &FileView<'v, '_, '_, 't>, declared: Option<&DeclaredItem<'_>>, cursor: &Cursor) -> Self {
        let context = view.standing().context;
        let program = context.program;
        let package = view.package();
        let last = cursor.entry.last().map(String::as_str);
        let wants_design = matches!(last, Some("allied" | "enemy")) || cursor.entry.iter().any(|word| word == "carries");
        let mut usable = UsableSkills { program, package, wants_design, designs: Vec::new() };
        let Some(declared) = declared.filter(|_| cursor.entry.first().is_some_and(|key| key == "effect")) else { return usable };
        let bought = declared.entries_of("for").flat_map(|entry| &entry.values).filter_map(|value| value.expr.name().cloned());
        let made = declared.tree.design.as_ref().map(|kind| kind.name.text.clone());
        let kinds: BTreeSet<_> = match declared.kind() {
            "stunt" => bought.collect(),
            "design" => made.into_iter().collect(),
            kind => BTreeSet::from([kind.into()]),
        };
        let own = program.all().iter().filter(|item| item.package == package).filter_map(|item| item.tree.design.as_ref());
        let named: BTreeSet<_> = own.map(|design| design.name.text.clone()).collect();
        let rules = context.rules_of(package);
        let in_use = |design: &&Design| design.is_default.holds_under(rules) || named.contains(&design.name);
        let skilled: Vec<&Design> = context.designs.values().filter(|design| design.shape.is_some()).filter(in_use).collect();
        let is_meant = |design: &&&Design| kinds.contains(&design.kind) || design.family.iter().any(|name| kinds.contains(name));
        usable.designs = skilled.iter().filter(is_meant).copied().collect();
        if usable.designs.is_empty() {
            usable.designs = skilled.into_iter().filter(|design| is_person(&design.kind)).collect();
        }
        usable
    }

    /// True if the word may be suggested: it is not a skill, or some user may have this skill. Where a design is expected, true for every
    /// word.
    pub(super) fn is_usable(&self, word: &str) -> bool {
        if self.wants_design {
            return true;
        }
        let skill = self.program.peek(self.package, "skill", word).and_then(|id| self.program.get(id));
        let Some(skill) = skill.filter(|_| !self.designs.is_empty()) else { return true };
        let may_have = |design: &&Design| {
            design.skill_list.as_ref().is_none_or(|list| is_in(skill, list)) && is_open(skill, &design.kind, design.skill_class.as_ref())
        };
        self.designs.iter().any(may_have)
    }
}
