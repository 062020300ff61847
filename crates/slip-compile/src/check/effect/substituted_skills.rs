//! Collects the rolls in which effects use one skill in place of another (`must use brawling for natural_weapons attack`). An effect on a
//! roll is then accepted in all kinds of play where the roll can be made with the skill.

use super::kinds_of_play::is_carried;
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_pack::effect::{Action, EngineWords, Play};
use slip_source::PackageId;
use slip_syntax::tree::{Entry, ExprKind, Param};
use std::collections::BTreeSet;

/// Effect that uses a skill for a roll in place of another skill.
#[derive(Debug)]
struct SubstitutedRoll {
    /// The skill that is used.
    skill: EcoString,
    /// Package of the effect.
    package: PackageId,
    /// True if only things that people carry have the effect, so that it never acts in other conflicts.
    is_carried: bool,
    /// Action of the roll.
    action: Action,
    /// Names before the action: skills, or things such as a weapon.
    with: Vec<RolledName>,
}

/// Name before the action of a roll, as in `NAME attack`.
#[derive(Debug)]
enum RolledName {
    /// Parameter of a stunt that stands for a thing.
    Thing,
    /// Parameter of a stunt that may stand for any skill.
    AnySkill,
    /// Skill, statistic or thing.
    Name(EcoString),
}

/// Rolls in which effects use one skill in place of another.
#[derive(Debug, Default)]
pub(super) struct SubstitutedSkills(Vec<SubstitutedRoll>);

impl SubstitutedSkills {
    /// Adds the effects of a declaration.
    pub(super) fn read(&mut self, declared: &DeclaredItem<'_>) {
        let buyers = declared.entries_of("for").flat_map(|entry| entry.values.iter().filter_map(|value| value.expr.name()));
        let built = declared.tree.design.as_ref().map(|kind| &kind.name.text);
        let mut carriers = buyers.chain(built).peekable();
        let is_carried = carriers.peek().is_some() && carriers.all(|kind| is_carried(kind));
        let before = self.0.len();
        self.entries(&declared.entries, &declared.tree.params, declared.package);
        self.0.iter_mut().skip(before).for_each(|one| one.is_carried = is_carried);
    }

    fn entries(&mut self, entries: &[Entry], params: &[Param], package: PackageId) {
        for entry in entries {
            let inside = entry.block().map_or(&[][..], |block| &block.entries);
            let own = entry.values.first().and_then(|value| match &value.expr.kind {
                ExprKind::Call(call) if entry.word() == "stunt" => Some(call.params.as_slice()),
                _ => None,
            });
            match entry.word() {
                "effect" => self.0.extend(substitution(entry, params, package)),
                _ => self.entries(inside, own.unwrap_or(params), package),
            }
        }
    }

    /// True if an effect uses a skill in place of one of `skills`, for a roll in this kind of play. Only effects that can apply in the
    /// package count.
    pub(super) fn act_in(
        &self,
        (program, package): (&Program<'_>, PackageId),
        skill: &str,
        play: Play,
        skills: &BTreeSet<EcoString>,
    ) -> bool {
        let uses = self.0.iter().filter(|one| one.skill == skill && program.bears_on(one.package, package));
        uses.into_iter().any(|one| one.acts_in(play, skills))
    }
}

impl SubstitutedRoll {
    fn acts_in(&self, play: Play, skills: &BTreeSet<EcoString>) -> bool {
        let is_made = |name: &RolledName| match name {
            RolledName::AnySkill => true,
            // Only people make rolls with a thing in hand.
            RolledName::Thing => matches!(play, Play::Personal | Play::Social),
            RolledName::Name(name) => matches!(play, Play::Personal | Play::Social) || skills.contains(name),
        };
        if self.is_carried && !matches!(play, Play::Personal | Play::Social) {
            return false;
        }
        let is_rolled = EngineWords::of(play).is_none_or(|table| table.rolls.contains(&self.action));
        is_rolled && (self.with.is_empty() || self.with.iter().any(is_made))
    }
}

/// Reads an effect `may use [my] SKILL … for [NAMES] ACTION`.
fn substitution(entry: &Entry, params: &[Param], package: PackageId) -> Option<SubstitutedRoll> {
    let words: Vec<Option<&EcoString>> = entry.values.iter().map(|value| value.expr.name()).collect();
    let find = |from: usize, wanted: &str| {
        let mut rest = words.iter().enumerate().skip(from);
        rest.find(|(_, word)| word.is_some_and(|word| word == wanted)).map(|(at, _)| at.saturating_add(1))
    };
    let after = find(0, "use")?;
    let mut used = words.get(after..)?.iter().copied().flatten();
    let skill = used.find(|word| *word != "my")?.clone();
    let mut with = Vec::new();
    for word in words.get(find(after, "for")?..)?.iter().copied().flatten() {
        if let Some(action) = Action::from_word(word) {
            return Some(SubstitutedRoll { skill, package, is_carried: false, action, with });
        }
        let param = params.iter().find(|param| param.name.text == *word);
        with.push(match param.map(|param| param.types.as_slice()) {
            None => RolledName::Name(word.clone()),
            Some([only]) if only.text == "item" => RolledName::Thing,
            Some(_) => RolledName::AnySkill,
        });
    }
    None
}
