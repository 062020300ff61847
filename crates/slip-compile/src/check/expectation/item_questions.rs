//! Reads questions of tests about built items.

use super::compile_test_blocks::TestReader;
use super::question_arguments::QuestionArguments;
use super::{ClaimPartKind, ItemFact, ItemProperty};
use crate::check::design::Design;
use crate::check::expectation_errors as errors;
use crate::resolve::Kinds;
use slip_pack::Name;
use slip_pack::item::BuiltItem;
use slip_source::Span;
use slip_source::diagnostic::COMPLETION_WORD;
use slip_syntax::tree::{Expr, ExprKind};

impl<'a> TestReader<'a, '_, '_> {
    /// Reads a question about a built item.
    pub(super) fn fact(&mut self, arguments: &mut QuestionArguments<'_>) -> Option<ClaimPartKind> {
        let first = self.needed(arguments)?;
        let question = arguments.question.word;
        // Name of the part that the question is about: `beam` in `stat(ember, beam)`.
        let part = arguments.clone().next().and_then(|words| words.first()).and_then(Expr::name).cloned().unwrap_or_default();
        let answers = |item: &BuiltItem| match question {
            "budget" | "points_left" => item.budget.is_some(),
            "price" => item.price.is_some(),
            "upkeep" => item.upkeep.is_some(),
            "tech" => item.tech.is_some(),
            "fate" => item.fate.is_some(),
            "stat" => item.stats.contains_key(&part) || item.modes.iter().any(|mode| mode.stats.contains_key(&part)),
            "rank" => !item.skills.is_empty() || item.every_skill.is_some(),
            "track" => item.tracks.contains_key(&part),
            _ => true,
        };
        let (item, gear, span) = self.item(first, arguments, answers)?;
        let of = self.of(item, span, arguments)?;
        self.ended(arguments)?;
        Some(ClaimPartKind::Fact(Box::new(ItemFact { item: gear, of })))
    }

    fn of(&mut self, item: &'a BuiltItem, span: Span, arguments: &mut QuestionArguments<'_>) -> Option<ItemProperty> {
        let has = |there: bool, of: ItemProperty| (there, of);
        let (there, of) = match arguments.question.word {
            "spent" => {
                let mode = match arguments.next() {
                    Some(words) => Some(self.mode_of(item, words, arguments)?),
                    None => None,
                };
                has(true, ItemProperty::Spent(mode))
            }
            "budget" => has(item.budget.is_some(), ItemProperty::Budget),
            "points_left" => has(item.budget.is_some(), ItemProperty::Left),
            "price" => {
                let local = match arguments.next() {
                    Some(words) => Some(self.local_tech(words, arguments)?),
                    None => None,
                };
                has(item.price.is_some(), ItemProperty::Price(local))
            }
            "upkeep" => has(item.upkeep.is_some(), ItemProperty::Upkeep),
            "tech" => has(item.tech.is_some(), ItemProperty::Tech),
            "fate" => has(item.fate.is_some(), ItemProperty::Fate),
            "aspects" => has(true, ItemProperty::Aspects),
            "stunts" => has(true, ItemProperty::Stunts),
            "slots" => has(true, ItemProperty::Slots),
            "carries" => {
                let second = self.needed(arguments)?;
                has(true, ItemProperty::Carries(self.item(second, arguments, |_| true)?.1))
            }
            "has_aspect" => {
                let second = self.needed(arguments)?;
                if let [Expr { kind: ExprKind::Name(word), span }] = second
                    && word == COMPLETION_WORD
                {
                    let known: Vec<String> = item.aspects.iter().map(|aspect| format!("{:?}", aspect.text)).collect();
                    let known: Vec<&str> = known.iter().map(String::as_str).collect();
                    self.out.push(errors::not_of(*span, word, &item.name, "aspect", &known));
                    return None;
                }
                has(true, ItemProperty::HasAspect(self.quoted(second, arguments)?))
            }
            "has_effect" => {
                let second = self.needed(arguments)?;
                has(true, ItemProperty::HasEffect(self.quoted(second, arguments)?))
            }
            _ => return self.named_part(item, arguments),
        };
        if !there {
            self.out.push(errors::has_none(span, &item.name, &item.kind, arguments.question));
        }
        there.then_some(of)
    }

    /// Reads a question about one part of an item, which is given by its name: `stat(ember, beam)`.
    fn named_part(&mut self, item: &'a BuiltItem, arguments: &mut QuestionArguments<'_>) -> Option<ItemProperty> {
        let second = self.needed(arguments)?;
        match arguments.question.word {
            "stat" => self.stat(item, second, arguments),
            "rank" => self.skill(second, arguments).map(ItemProperty::Rank),
            "track" => {
                let (name, span) = self.name(second, "the name of a track", arguments)?;
                let known: Vec<&str> = item.tracks.keys().map(Name::as_str).collect();
                self.part_of(item, name, span, "track", &known).map(ItemProperty::Track)
            }
            "has_stunt" => {
                let (name, span) = self.name(second, "the name of a stunt", arguments)?;
                let offered = self.design_of(item).into_iter().flat_map(|design| &design.stunts).map(|stunt| stunt.name.as_str());
                let known: Vec<&str> = offered.chain(item.stunts.iter().map(|stunt| stunt.name.as_str())).collect();
                let name = if known.contains(&name.as_str()) { name } else { self.context.program.name_now(&["stunt"], (&name, span)) };
                self.part_of(item, name, span, "stunt", &known).map(ItemProperty::HasStunt)
            }
            _ => {
                let (name, span) = self.name(second, "the name of a choice, a letter or a code", arguments)?;
                let known = item.words.keys().chain(item.letters.keys()).chain(item.phrases.keys()).chain(item.codes.keys());
                let known: Vec<&str> = known.map(Name::as_str).collect();
                self.part_of(item, name, span, "word", &known).map(ItemProperty::Word)
            }
        }
    }

    fn stat(&mut self, item: &'a BuiltItem, words: &[Expr], arguments: &mut QuestionArguments<'_>) -> Option<ItemProperty> {
        let (name, span) = self.name(words, "the name of a statistic", arguments)?;
        let offered = self.design_of(item).into_iter().flat_map(|design| &design.stats).map(|stat| stat.name.as_str());
        let of_modes = item.modes.iter().flat_map(|mode| mode.stats.keys()).map(Name::as_str);
        let known: Vec<&str> = offered.chain(item.stats.keys().map(Name::as_str)).chain(of_modes).collect();
        let name = self.part_of(item, name, span, "statistic", &known)?;
        let mode = match arguments.next() {
            Some(words) => Some(self.mode_of(item, words, arguments)?),
            None => None,
        };
        Some(ItemProperty::Stat(name, mode))
    }

    /// Returns the name if the item has such a part: `known` lists the names of these parts. Reports an error otherwise.
    fn part_of(&mut self, item: &BuiltItem, name: Name, span: Span, what: &str, known: &[&str]) -> Option<Name> {
        if known.contains(&name.as_str()) {
            return Some(name);
        }
        // The author may have meant another sort of part: `stat(…)` may have been written with the name of a track.
        let parts = [
            ("stat", "statistic", item.stats.contains_key(&name)),
            ("track", "track", item.tracks.contains_key(&name)),
            ("rank", "skill", item.skills.contains_key(&name)),
            ("has_stunt", "stunt", item.stunts.iter().any(|stunt| stunt.name == name)),
            ("word", "word", item.words.contains_key(&name) || item.letters.contains_key(&name)),
        ];
        let other = parts.into_iter().find(|(_, sort, has)| *has && *sort != what);
        self.out.push(match other {
            Some((question, sort, _)) => errors::of_another_sort(span, &name, &item.name, (what, sort), question),
            None => errors::not_of(span, &name, &item.name, what, known),
        });
        None
    }

    /// Reads the name of a skill.
    fn skill(&mut self, words: &[Expr], arguments: &QuestionArguments<'_>) -> Option<Name> {
        let path = if let [expr] = words { expr.path() } else { None };
        let Some(path) = path else { return self.form(words, "the name of a skill", arguments) };
        match self.context.program.find(self.package, &path, Kinds::One("skill")) {
            Ok(id) => self.context.program.get(id).map(|declared| declared.name().clone()),
            Err(unknown) => {
                self.out.push(*unknown);
                None
            }
        }
    }

    /// Reads the technology in `at T1`.
    fn local_tech(&mut self, words: &[Expr], arguments: &QuestionArguments<'_>) -> Option<i32> {
        match words {
            [key, Expr { kind: ExprKind::Tech(tech), span }] if key.name().is_some_and(|word| word == "at") && !(-4..=4).contains(tech) => {
                self.out.push(errors::no_such_technology(*span));
                None
            }
            [key, Expr { kind: ExprKind::Tech(tech), .. }] if key.name().is_some_and(|word| word == "at") => i32::try_from(*tech).ok(),
            _ => self.form(words, "`at` and a technology, as in `at T1`", arguments),
        }
    }

    /// Returns the design that an item was built by.
    fn design_of(&self, item: &BuiltItem) -> Option<&'a Design> {
        let context = self.context;
        context.designs.values().find(|design| design.name == item.design && design.kind == item.kind)
    }

    /// True if an item is armour: it has a value for defence, and no skill is used with it.
    pub(super) fn is_armour(item: &BuiltItem) -> bool {
        item.stats.contains_key("defense") && item.skill.is_none()
    }
}
