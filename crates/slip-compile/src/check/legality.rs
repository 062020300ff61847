//! True if a purchase is allowed: caps, tracks, technology, what stunts need and exclude.

use super::context::{Context, Keep};
use super::design::{Design, Fixed, Other, Requirement, StuntRule};
use super::errors;
use super::formula::{DesignFormula, Variable};
use super::purchase::{Bought, BoughtStunt, Purchase, Written};
use super::reckon::Values;
use crate::resolve::Declared;
use slip_pack::effect::built::Number;
use slip_pack::effect::{Argument, Effect, Op, Set, Special, Value};
use slip_source::diagnostic::{Code, Diagnostics};
use slip_source::{PackageId, Sources, Span};
use std::sync::Arc;

/// What every check of one item looks at.
pub struct Case<'a, 'p, 't> {
    /// Shared by all items.
    pub context: &'a Context<'p, 't>,
    /// The design.
    pub design: &'a Design,
    /// The item.
    pub declared: &'a Declared<'t>,
    /// What was bought.
    pub purchase: &'a Purchase<'a>,
    /// What is wanted of it.
    pub keep: Keep,
}

impl Case<'_, '_, '_> {
    /// A place of the item's own text; its name where the line is inherited or missing.
    pub fn own(&self, span: Option<Span>) -> Span {
        let whole = self.declared.tree.span;
        let own = span.filter(|span| span.file == whole.file && span.start >= whole.start && span.end <= whole.end);
        own.unwrap_or(self.declared.tree.name.span)
    }

    /// Technology: written, workable for the design, allowed by the campaign (R-D1).
    pub fn technology(&self, out: &mut Diagnostics) {
        let Some((low, high, span)) = self.design.tech else { return };
        let Some(tech) = self.purchase.tech else {
            // One that could not be read has been reported.
            if self.declared.entry("tech").is_some() {
                return;
            }
            out.push(errors::missing_tech(&self.declared.tree.name, self.design, low, high));
            return;
        };
        if !(-4..=4).contains(&tech.value) || tech.value < low || tech.value > high {
            out.push(errors::tech_out_of_range(tech, self.design, low, high, span));
        }
        if let Some((most, manifest)) = self.context.campaign(self.declared.package).and_then(|campaign| campaign.max_tech)
            && tech.value > i64::from(most)
        {
            out.push(errors::tech_above_campaign(&self.declared.tree.name.text, tech, most, manifest));
        }
    }

    /// True if the campaign allows the thing itself and its design.
    pub fn banned(&self, out: &mut Diagnostics) {
        let Some(campaign) = self.context.campaign(self.declared.package) else { return };
        let name = &self.declared.tree.name;
        if let Some(ban) = campaign.bans(self.declared.id) {
            out.push(errors::banned_thing(name.span, &name.text, ban.span));
        }
        if let Some(ban) = campaign.bans(self.design.id) {
            let span = self.declared.tree.design.as_ref().map_or(name.span, |design| design.span());
            out.push(errors::banned_thing(span, &self.design.name, ban.span));
        }
    }

    /// Caps and floors of stats (R-D3).
    pub fn ranks(&self, bought: &Bought, values: &Values<'_>, out: &mut Diagnostics) {
        for (at, (rule, written)) in self.design.stats.iter().zip(&bought.stats).enumerate() {
            // One that counts only because a nearer line could not be read is not judged.
            let Some(written) = written.as_ref().filter(|_| !values.unknown.has(&Variable::Stat(at))) else { continue };
            let (Ok(low), Ok(high)) = (values.eval(&rule.low, 0), values.high(rule, at)) else { continue };
            if (low..=high).contains(&written.value) {
                continue;
            }
            let name = self.design.called(at, self.context.program.sources.slice(written.span));
            let written = &self.pointed_at(at, *written);
            if let Some(sign) = self.purchase.sign(at) {
                out.push(errors::digit_outside(rule, sign, low, high));
            } else if written.value < low {
                out.push(errors::stat_below(name, *written, low, rule.span));
            } else if !(high < low && self.is_out_of_its_time(values)) {
                let why = self.cap_reason(&rule.high, high);
                out.push(errors::stat_above_cap(name, *written, (low, high), &why, rule.span));
            }
        }
    }

    /// A rank with the place to point at: its own number where an entry says several, such as the ends of a range.
    fn pointed_at(&self, stat: usize, written: Written) -> Written {
        let ranged = self.design.ranges.iter().any(|range| range.low == stat || range.high == stat);
        let several = ranged || self.design.rows.iter().any(|row| row.stats.contains(&stat));
        Written { span: if several { written.at } else { written.span }, ..written }
    }

    /// True if the technology is one at which the design does not work, which was reported: no cap can be met then (R-XD11).
    fn is_out_of_its_time(&self, values: &Values<'_>) -> bool {
        let outside = self.design.tech.is_some_and(|(low, high, _)| !(low..=high).contains(&values.tech));
        outside && !self.purchase.waivers.iter().any(|waiver| waiver.code == Code::TechOutOfRange.slug())
    }

    /// True if a written rank is outside what the design allows, with what effects lift its cap.
    fn is_illegal(&self, stat: usize, bought: &Bought, values: &Values<'_>) -> bool {
        let (Some(rule), Some(Some(written))) = (self.design.stats.get(stat), bought.stats.get(stat)) else { return false };
        let (Ok(low), Ok(high)) = (values.eval(&rule.low, 0), values.high(rule, stat)) else { return false };
        !(low..=high).contains(&written.value)
    }

    fn cap_reason(&self, cap: &DesignFormula, high: i64) -> String {
        let mut by_tech = false;
        cap.names(&mut |name| by_tech |= matches!(name, Variable::Tech));
        match self.purchase.tech {
            Some(tech) if by_tech => format!("T{} makes the cap {high}", tech.value),
            _ => format!("the cap is {high}"),
        }
    }

    /// Tracks that may not be changed, and tracks of no boxes (R-D7).
    pub fn tracks(&self, values: &Values<'_>, out: &mut Diagnostics) {
        for (rule, written) in self.design.tracks.iter().zip(&self.purchase.tracks) {
            let Some(written) = written else { continue };
            let Ok(base) = values.eval(&rule.base, 0) else { continue };
            let why = match &rule.fixed {
                Fixed::No => None,
                Fixed::Always => Some(format!("every {} has {base}", self.design.title.to_lowercase())),
                Fixed::When(condition) if values.holds(&condition.formula) => Some(format!("fixed by `{}`", condition.text)),
                Fixed::When(_) => None,
            };
            match why {
                Some(why) if written.value != base => out.push(match self.taken_away(&rule.name) {
                    Some(stunt) => errors::track_taken_away(&rule.name, *written, &why, stunt, self.context.program.sources),
                    None => errors::fixed_track(&rule.name, *written, base, &why, rule.span),
                }),
                Some(_) => {}
                None if written.value < 0 => out.push(errors::stat_below(&rule.name, *written, 0, rule.span)),
                None if written.value == 0 => out.push(errors::empty_track(&rule.name, *written)),
                None => {}
            }
        }
    }

    /// The bought stunt that takes a track away.
    fn taken_away(&self, track: &str) -> Option<(&str, Span)> {
        let is_none = |effect: &Arc<Effect>| {
            matches!(effect.built(), Some(Number::Boxes(name)) if name == track)
                && effect.condition.is_none()
                && matches!(&effect.op, Op::Set(Set { value: Value::Special(Special::None), .. }))
        };
        self.purchase.bought.stunts.iter().filter(|stunt| stunt.given.is_none()).find_map(|stunt| {
            let rule = self.design.stunts.get(stunt.rule)?;
            rule.effects.iter().any(is_none).then(|| (rule.name.as_str(), stunt.span))
        })
    }

    /// Every stunt of an item or mode against its own rule and the others.
    pub fn stunts(&self, bought: &Bought, values: &Values<'_>, out: &mut Diagnostics) {
        for (at, stunt) in bought.stunts.iter().enumerate() {
            let Some(rule) = self.design.stunts.get(stunt.rule).filter(|_| stunt.given.is_none()) else { continue };
            let before = bought.stunts.get(..at).unwrap_or_default();
            self.stunt_alone(rule, stunt, values, out);
            self.repeated(rule, stunt, before, out);
            self.exclusions(rule, stunt, before, out);
            // What could not be understood may be what is asked for.
            for wanted in rule.requires.iter().filter(|_| !bought.misread) {
                let has =
                    bought.stunts.iter().filter(|other| self.is_called(other, &wanted.stunt)).any(|other| self.agree(stunt, other, wanted));
                if !has {
                    let argument = wanted.same.as_ref().and_then(|param| argument(rule, stunt, param));
                    out.push(errors::stunt_needs_stunt(rule, stunt.span, &wanted.stunt, argument));
                }
            }
        }
    }

    fn is_called(&self, stunt: &BoughtStunt, name: &str) -> bool {
        self.design.stunts.get(stunt.rule).is_some_and(|rule| rule.name == name)
    }

    /// True if two stunts carry the same argument, where one asks for it.
    fn agree(&self, stunt: &BoughtStunt, other: &BoughtStunt, wanted: &Other) -> bool {
        let (Some(param), Some(rule), Some(other_rule)) =
            (&wanted.same, self.design.stunts.get(stunt.rule), self.design.stunts.get(other.rule))
        else {
            return wanted.same.is_none();
        };
        argument(rule, stunt, param) == argument(other_rule, other, param)
    }

    fn stunt_alone(&self, rule: &StuntRule, stunt: &BoughtStunt, values: &Values<'_>, out: &mut Diagnostics) {
        if let Some(ban) = self.context.campaign(self.declared.package).and_then(|campaign| campaign.bans_stunt(self.design, rule)) {
            out.push(errors::banned_stunt(rule, stunt.span, ban.span));
        }
        if let Some(only) = &rule.only
            && values.denies(&only.formula)
        {
            out.push(errors::stunt_needs_setting(rule, stunt.span, &only.text, self.design));
            return;
        }
        if let Some((game, at)) = rule.other_game(self.design) {
            out.push(errors::stunt_of_other_game(rule, stunt.span, (game.word(), at), self.design));
            return;
        }
        let given = match &rule.inherent {
            Fixed::No => false,
            Fixed::Always => true,
            Fixed::When(condition) => values.holds(&condition.formula),
        };
        if given {
            out.push(errors::redundant_stunt(rule, stunt.span, self.design));
        }
        for requirement in rule.requirements.iter().filter(|_| all_read(rule, stunt)) {
            let with_arguments = Values { arguments: &stunt.filled, things: &stunt.things, ..values.clone() };
            if with_arguments.denies(&requirement.condition.formula) && !self.names_foreign_skill(stunt) {
                let numbers = requirement.condition.why_false(&with_arguments);
                out.push(errors::stunt_requirement(rule, stunt.span, requirement, &numbers));
            }
        }
        if let (Some((needed, span)), Some(tech)) = (rule.tech, self.purchase.tech)
            && tech.value < needed
        {
            out.push(errors::stunt_needs_tech(rule, stunt.span, needed, tech, span));
        }
        if let Some(idle) = &rule.idle
            && values.holds(&idle.formula)
        {
            out.push(errors::useless_stunt(rule, stunt.span, &idle.text));
        }
    }

    /// True if an argument is a skill of another list, which was reported where it stands.
    fn names_foreign_skill(&self, stunt: &BoughtStunt) -> bool {
        let program = self.context.program;
        let Some(list) = &self.design.skill_list else { return false };
        stunt.filled.iter().any(|(_, argument)| match argument {
            Argument::Name(name) => {
                let skill = program.lookup(self.declared.package, "skill", name).and_then(|id| program.get(id));
                skill.is_some_and(|skill| !super::skills::is_in(skill, list))
            }
            _ => false,
        })
    }

    /// A stunt is bought once, unless it may be bought again or carries other arguments (R-D4).
    fn repeated(&self, rule: &StuntRule, stunt: &BoughtStunt, before: &[BoughtStunt], out: &mut Diagnostics) {
        if (!rule.many || !rule.once_per.is_empty()) && stunt.count > 1 {
            out.push(errors::counted_stunt(rule, stunt.span));
        }
        if let Some(most) = rule.most.filter(|most| stunt.count > *most) {
            out.push(errors::stunt_too_often(rule, stunt, most));
        }
        for other in before.iter().filter(|other| other.rule == stunt.rule) {
            if other.args == stunt.args {
                out.push(errors::repeated_stunt(rule, stunt.span, other.span));
                return;
            }
            for param in &rule.once_per {
                let at = rule.params.iter().position(|own| own.name.text == *param);
                let same = at.and_then(|at| Some((stunt.args.get(at)?, other.args.get(at)?)));
                if let Some((value, _)) = same.filter(|(one, two)| one == two) {
                    out.push(errors::repeated_for(rule, stunt.span, other.span, value));
                    return;
                }
            }
        }
    }

    /// What a stunt cannot go with. Of what is bought twice it was said of the first.
    fn exclusions(&self, rule: &StuntRule, stunt: &BoughtStunt, before: &[BoughtStunt], out: &mut Diagnostics) {
        let is_first = |at: usize, one: &BoughtStunt| !before.iter().take(at).any(|other| is_same(one, other));
        if !is_first(before.len(), stunt) {
            return;
        }
        for (_, other) in before.iter().enumerate().filter(|(at, other)| is_first(*at, other)) {
            let Some(other_rule) = self.design.stunts.get(other.rule) else { continue };
            let clash = excludes(rule, stunt, other_rule, other) || excludes(other_rule, other, rule, stunt);
            if clash {
                out.push(errors::excluded_stunt(rule, stunt.span, other_rule, other.span));
            }
        }
        for mark in &rule.excluded_marks {
            for aspect in &self.purchase.aspects {
                if aspect.mark.as_ref() == Some(mark) {
                    out.push(errors::excluded_aspect(rule, stunt.span, aspect, mark));
                } else if let Some(word) = suspect_word(rule, &aspect.text) {
                    out.push(errors::suspect_aspect(rule, stunt.span, aspect, mark, word));
                }
            }
        }
    }

    /// Stunts of several modes that exclude each other: what excludes is asked over the union of the modes (`rules/design.md`, section
    /// 9). Of what a mode has together it was said there.
    pub fn exclusions_across(&self, out: &mut Diagnostics) {
        let own = |stunt: &BoughtStunt| self.design.stunts.get(stunt.rule).filter(|rule| !rule.whole && rule.modes.is_none());
        let modes = &self.purchase.modes;
        for (at, mode) in modes.iter().enumerate() {
            for (place, stunt) in mode.own_stunts.iter().enumerate() {
                let again = mode.own_stunts.iter().take(place).any(|before| is_same(before, stunt));
                let Some(rule) = own(stunt).filter(|_| !again) else { continue };
                let mut told: Vec<&BoughtStunt> = mode.bought.stunts.iter().collect();
                for other in modes.iter().take(at).flat_map(|before| &before.own_stunts) {
                    let Some(other_rule) = own(other).filter(|_| !told.iter().any(|known| is_same(known, other))) else { continue };
                    if excludes(rule, stunt, other_rule, other) || excludes(other_rule, other, rule, stunt) {
                        out.push(errors::excluded_stunt(rule, stunt.span, other_rule, other.span));
                        told.push(other);
                    }
                }
            }
        }
    }

    /// Requirements and advice with the design's own words.
    pub fn requirements(&self, bought: &Bought, values: &Values<'_>, mode: Option<&str>, out: &mut Diagnostics) {
        // A rank that was reported as illegal is not reported again by what rests on it.
        let rests_on_illegal = |rule: &Requirement| {
            let mut rests = false;
            rule.condition.formula.names(&mut |name| rests |= matches!(name, Variable::Stat(at) if self.is_illegal(*at, bought, values)));
            rests && self.purchase.waivers.is_empty()
        };
        for rule in self.design.requirements.iter().filter(|rule| !rests_on_illegal(rule)) {
            // What could not be bought might have met what asks for a stunt.
            let unsure = bought.unread > 0 && asks_for_stunts(&rule.condition.formula);
            if !unsure && is_broken(rule, values) {
                let numbers = rule.condition.why_false(values);
                let mut said = errors::requirement(&self.declared.tree.name, rule, mode, &numbers);
                // Of what a code says, the sign that is wrong is pointed at.
                let mut sign = None;
                rule.condition.formula.names(&mut |name| {
                    if let Variable::Stat(at) = name {
                        sign = sign.or_else(|| self.purchase.sign(*at));
                    }
                });
                if let Some(sign) = sign {
                    said.primary.span = self.own(Some(sign.at));
                }
                out.push(said);
            }
        }
    }

    /// Ranges that the author left to the design though it wants them written (R-D33).
    pub fn unwritten_ranges(&self, out: &mut Diagnostics) {
        let written = |bought: &Bought, at: usize| bought.stats.get(at).is_some_and(Option::is_some);
        for range in &self.design.ranges {
            let modes = &self.purchase.modes;
            let nowhere = |bought: &Bought| !written(bought, range.low) && !written(bought, range.high);
            let missing = if modes.is_empty() { nowhere(&self.purchase.bought) } else { modes.iter().all(|mode| nowhere(&mode.bought)) };
            if let (true, Some(message)) = (missing, &range.unwritten) {
                out.push(errors::unwritten_range(&self.declared.tree.name, &range.name, message));
            }
        }
    }

    /// How many stunts people and units have.
    pub fn stunt_count(&self, values: &Values<'_>, out: &mut Diagnostics) {
        let Some((low, high)) = &self.design.stunt_count else { return };
        let (Ok(low), Ok(high)) = (values.eval(low, 0), values.eval(high, 0)) else { return };
        let takes = |stunt: &BoughtStunt| self.design.stunts.get(stunt.rule).and_then(|rule| rule.takes.as_ref());
        if self.purchase.bought.stunts.iter().filter_map(takes).any(|takes| values.is_unsure(takes)) {
            return;
        }
        // A technology that cannot be gives a count that cannot be.
        if self.design.tech.is_some_and(|(low, high, _)| !(low..=high).contains(&values.tech)) {
            return;
        }
        let bought = self.purchase.bought.stunts.iter().map(|stunt| self.taken(stunt, values));
        let found = bought.fold(0, i64::saturating_add);
        // What could not be bought may be what is missing.
        if found < low && found.saturating_add(self.purchase.bought.unread) >= low {
            return;
        }
        if !(low..=high).contains(&found) {
            let span = self.own(self.purchase.stunts_at);
            let heavy = self.purchase.bought.stunts.iter().filter(|stunt| self.taken(stunt, values) > stunt.count);
            let heavy = heavy.filter_map(|stunt| Some((self.design.stunts.get(stunt.rule)?, stunt.span, self.taken(stunt, values))));
            out.push(errors::stunt_count(&self.declared.tree.name, self.design, span, found, (low, high), heavy));
        }
    }

    /// How many of the stunts one is allowed a purchase takes up.
    fn taken(&self, stunt: &BoughtStunt, values: &Values<'_>) -> i64 {
        if stunt.given.is_some() {
            return 0;
        }
        let takes = self.design.stunts.get(stunt.rule).and_then(|rule| rule.takes.as_ref());
        let with_arguments = || Values { arguments: &stunt.filled, things: &stunt.things, ..values.clone() };
        let each = takes.map_or(1, |takes| with_arguments().eval(takes, 0).unwrap_or(1));
        each.max(0).saturating_mul(stunt.count)
    }

    /// A design that needs a setting.
    pub fn setting(&self, values: &Values<'_>, out: &mut Diagnostics) {
        if let Some(only) = &self.design.only
            && values.denies(&only.formula)
        {
            out.push(errors::setting_off(&self.declared.tree.name, self.design, &only.text));
        }
    }
}

/// The line of a package's manifest that starts with a key.
pub fn manifest_line(sources: &Sources, package: PackageId, key: &str) -> Option<Span> {
    let id = sources.package(package)?.manifest?;
    let file = sources.file(id)?;
    let count = u32::try_from(file.line_count()).ok()?;
    let line = (1..=count).find(|line| file.line_text(*line).trim_start().starts_with(key))?;
    let start = file.line_start(line);
    let length = u32::try_from(file.line_text(line).len()).ok()?;
    Some(Span::new(id, start, start.saturating_add(length)))
}

/// True if a requirement is asked of a thing of these values, and not met.
pub fn is_broken(rule: &Requirement, values: &Values<'_>) -> bool {
    rule.when.as_ref().is_none_or(|when| values.holds(&when.formula)) && values.denies(&rule.condition.formula)
}

fn asks_for_stunts(formula: &DesignFormula) -> bool {
    let mut asks = false;
    formula.names(&mut |name| asks |= matches!(name, Variable::Stunt(_) | Variable::Group(_)));
    asks
}

/// True if every argument that must be there could be read; one that could not was reported.
fn all_read(rule: &StuntRule, stunt: &BoughtStunt) -> bool {
    let given = |name: &str| stunt.filled.iter().any(|(param, argument)| param == name && *argument != Argument::Absent);
    rule.params.iter().all(|param| param.optional || given(&param.name.text))
}

/// True if one stunt is bought twice.
fn is_same(one: &BoughtStunt, other: &BoughtStunt) -> bool {
    one.rule == other.rule && one.args == other.args
}

/// True if one stunt's rule forbids the other.
fn excludes(rule: &StuntRule, stunt: &BoughtStunt, other_rule: &StuntRule, other: &BoughtStunt) -> bool {
    rule.excludes.iter().filter(|exclusion| exclusion.stunt == other_rule.name).any(|exclusion| match &exclusion.same {
        None => true,
        Some(param) => argument(rule, stunt, param) == argument(other_rule, other, param),
    })
}

fn argument<'s>(rule: &StuntRule, stunt: &'s BoughtStunt, param: &str) -> Option<&'s str> {
    let at = rule.params.iter().position(|own| own.name.text == param)?;
    stunt.args.get(at).map(|arg| arg.as_str())
}

fn suspect_word<'r>(rule: &'r StuntRule, aspect: &str) -> Option<&'r str> {
    let lower = aspect.to_lowercase();
    let words: Vec<&str> = lower.split(|letter: char| !letter.is_alphanumeric()).collect();
    rule.suspect.iter().map(|word| word.as_str()).find(|word| words.contains(word))
}
