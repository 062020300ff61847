//! Checks a purchase against the rules: caps, tracks, technology, and requirements and exclusions of stunts.

use super::context::{CheckContext, CompilePurpose};
use super::design::{Design, Fixed, RelatedStunt, Requirement, StuntRule};
use super::errors;
use super::formula::{DesignFormula, FormulaVariable};
use super::ledger::FormulaValues;
use super::read_purchase::{Bought, BoughtStunt, ItemPurchase, WrittenNumber};
use super::stunt_index::StuntIndex;
use crate::resolve::DeclaredItem;
use slip_pack::effect::build_numbers::BuildNumber;
use slip_pack::effect::{Argument, Effect, PackOperation, QuantitySetting, SetValue, Special};
use slip_source::diagnostic::{Code, Diagnostics};
use slip_source::{PackageId, Sources, Span};
use std::sync::Arc;

/// Data for the checks of one item.
pub struct Case<'a, 'p, 't> {
    /// Data shared by all items.
    pub context: &'a CheckContext<'p, 't>,
    /// Design of the item.
    pub design: &'a Design,
    /// Declaration of the item.
    pub declared: &'a DeclaredItem<'t>,
    /// Purchase of the item.
    pub purchase: &'a ItemPurchase<'a>,
    /// Purpose of the compilation.
    pub keep: CompilePurpose,
}

impl Case<'_, '_, '_> {
    /// Returns a span in the item's own text. If the entry is inherited or missing, this is the span of the item's name.
    pub fn own(&self, span: Option<Span>) -> Span {
        let whole = self.declared.tree.span;
        let own = span.filter(|span| span.file == whole.file && span.start >= whole.start && span.end <= whole.end);
        own.unwrap_or(self.declared.tree.name.span)
    }

    /// Checks that the technology is written, supported by the design, and allowed by the campaign (R-D1).
    pub fn technology(&self, out: &mut Diagnostics) {
        let Some((low, high, span)) = self.design.tech else { return };
        let Some(tech) = self.purchase.tech else {
            // A written `tech` that could not be read was reported already.
            if self.declared.entry("tech").is_some() {
                return;
            }
            out.push(errors::missing_tech(&self.declared.tree.name, self.design, low, high));
            return;
        };
        if !(-4..=4).contains(&tech.value) || tech.value < low || tech.value > high {
            out.push(errors::tech_out_of_range(tech, self.design, low, high, span));
        }
        if let Some(limit) = self.context.campaign(self.declared.package).and_then(|campaign| campaign.max_tech.as_ref())
            && tech.value > i64::from(limit.most)
        {
            out.push(errors::tech_above_campaign(&self.declared.tree.name.text, tech, limit));
        }
    }

    /// Checks that the campaign of the package does not ban the item or its design.
    pub fn banned(&self, out: &mut Diagnostics) {
        let Some(campaign) = self.context.campaign(self.declared.package) else { return };
        let name = &self.declared.tree.name;
        if let Some(ban) = campaign.bans(self.declared.id) {
            out.push(errors::banned_thing(name.span, &name.text, &ban.source));
        }
        if let Some(ban) = campaign.bans(self.design.id) {
            let span = self.declared.tree.design.as_ref().map_or(name.span, |design| design.span());
            out.push(errors::banned_thing(span, &self.design.name, &ban.source));
        }
    }

    /// Checks the caps and minimums of statistics (R-D3).
    pub fn ranks(&self, bought: &Bought, values: &FormulaValues<'_>, out: &mut Diagnostics) {
        for (at, (rule, written)) in self.design.stats.iter().zip(&bought.stats).enumerate() {
            // If a later entry for the same statistic could not be read, the earlier value may be void and is not checked.
            let Some(written) = written.as_ref().filter(|_| !values.unknown.has(&FormulaVariable::Stat(at))) else { continue };
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

    /// Returns a rank with the span to which messages point. This is the whole entry; if the entry has several statistics, such as a range,
    /// it is the number alone.
    fn pointed_at(&self, stat: usize, written: WrittenNumber) -> WrittenNumber {
        let ranged = self.design.ranges.iter().any(|range| range.low == stat || range.high == stat);
        let several = ranged || self.design.rows.iter().any(|row| row.stats.contains(&stat));
        WrittenNumber { span: if several { written.at } else { written.span }, ..written }
    }

    /// True if the technology of the item is outside the range of its design. The error is reported elsewhere, and caps are then not
    /// checked (R-XD11).
    fn is_out_of_its_time(&self, values: &FormulaValues<'_>) -> bool {
        let outside = self.design.tech.is_some_and(|(low, high, _)| !(low..=high).contains(&values.tech));
        outside && !self.purchase.waivers.iter().any(|waiver| waiver.code == Code::TechOutOfRange.slug())
    }

    /// True if a written rank is outside the range that the design allows. The cap includes the amount by which effects raise it.
    fn is_illegal(&self, stat: usize, bought: &Bought, values: &FormulaValues<'_>) -> bool {
        let (Some(rule), Some(Some(written))) = (self.design.stats.get(stat), bought.stats.get(stat)) else { return false };
        let (Ok(low), Ok(high)) = (values.eval(&rule.low, 0), values.high(rule, stat)) else { return false };
        !(low..=high).contains(&written.value)
    }

    fn cap_reason(&self, cap: &DesignFormula, high: i64) -> String {
        let mut by_tech = false;
        cap.names(&mut |name| by_tech |= matches!(name, FormulaVariable::Tech));
        match self.purchase.tech {
            Some(tech) if by_tech => format!("T{} makes the cap {high}", tech.value),
            _ => format!("the cap is {high}"),
        }
    }

    /// Reports changes to tracks that may not be changed, and tracks without boxes (R-D7).
    pub fn tracks(&self, values: &FormulaValues<'_>, out: &mut Diagnostics) {
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

    /// Returns the bought stunt that removes a track.
    fn taken_away(&self, track: &str) -> Option<(&str, Span)> {
        let is_none = |effect: &Arc<Effect>| {
            matches!(effect.built(), Some(BuildNumber::Boxes(name)) if name == track)
                && effect.condition.is_none()
                && matches!(&effect.op, PackOperation::Set(QuantitySetting { value: SetValue::Special(Special::None), .. }))
        };
        self.purchase.bought.stunts.iter().filter(|stunt| stunt.given.is_none()).find_map(|stunt| {
            let rule = self.design.stunts.get(stunt.rule)?;
            rule.effects.iter().any(is_none).then(|| (rule.name.as_str(), stunt.span))
        })
    }

    /// Checks every stunt of an item or mode against the rule of the stunt and against the other stunts.
    pub fn stunts(&self, bought: &Bought, values: &FormulaValues<'_>, out: &mut Diagnostics) {
        let index = StuntIndex::new(self.design, &bought.stunts);
        for (at, stunt) in bought.stunts.iter().enumerate() {
            let Some(rule) = self.design.stunts.get(stunt.rule).filter(|_| stunt.given.is_none()) else { continue };
            self.stunt_alone(rule, stunt, values, out);
            self.repeated(rule, &index, (at, stunt), out);
            self.exclusions(rule, &index, (at, stunt), out);
            // A stunt that could not be read may be the required stunt. In that case no stunt is reported as missing.
            for wanted in rule.requires.iter().filter(|_| !bought.misread) {
                let has = index.called(&wanted.stunt).any(|(_, other)| self.agree(stunt, other, wanted));
                if !has {
                    let argument = wanted.same.as_ref().and_then(|param| argument(rule, stunt, param));
                    out.push(errors::stunt_needs_stunt(rule, stunt.span, &wanted.stunt, argument));
                }
            }
        }
    }

    /// True if two stunts have the same argument for the parameter that `wanted` names, or if it names none.
    fn agree(&self, stunt: &BoughtStunt, other: &BoughtStunt, wanted: &RelatedStunt) -> bool {
        let (Some(param), Some(rule), Some(other_rule)) =
            (&wanted.same, self.design.stunts.get(stunt.rule), self.design.stunts.get(other.rule))
        else {
            return wanted.same.is_none();
        };
        argument(rule, stunt, param) == argument(other_rule, other, param)
    }

    fn stunt_alone(&self, rule: &StuntRule, stunt: &BoughtStunt, values: &FormulaValues<'_>, out: &mut Diagnostics) {
        if let Some(ban) = self.context.campaign(self.declared.package).and_then(|campaign| campaign.bans_stunt(self.design, rule)) {
            out.push(errors::banned_stunt(rule, stunt.span, &ban.source));
        }
        if let Some(only) = &rule.only
            && values.denies(&only.formula)
        {
            out.push(errors::stunt_needs_setting(rule, stunt.span, &only.text, self.design));
            return;
        }
        if let Some((game, at)) = rule.other_game(self.design, values.rules) {
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
            let with_arguments = FormulaValues { arguments: &stunt.filled, things: &stunt.things, ..values.clone() };
            if with_arguments.denies(&requirement.condition.formula) && !self.names_foreign_skill(stunt) {
                let why = requirement.condition.why_false(&with_arguments);
                let mut said = errors::stunt_requirement(rule, stunt.span, requirement, &why);
                said.size = requirement.condition.missed_by(&with_arguments);
                out.push(said);
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

    /// True if the argument of a stunt is a skill of another skill list. This is reported at the argument.
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

    /// Reports a stunt that is bought twice, unless the stunt may be repeated or the arguments differ (R-D4).
    fn repeated(&self, rule: &StuntRule, index: &StuntIndex<'_>, (at, stunt): (usize, &BoughtStunt), out: &mut Diagnostics) {
        if (!rule.many || !rule.once_per.is_empty()) && stunt.count > 1 {
            out.push(errors::counted_stunt(rule, stunt.span));
        }
        if let Some(most) = rule.most.filter(|most| stunt.count > *most) {
            out.push(errors::stunt_too_often(rule, stunt, most));
        }
        let same = index.first_with(stunt.rule, &stunt.args).filter(|first| *first < at);
        let once_per = rule.once_per.iter().filter_map(|param| rule.params.iter().position(|own| own.name.text == *param));
        let for_same = once_per.filter_map(|param| {
            let value = stunt.args.get(param)?;
            let first = index.first_for(stunt.rule, param, value).filter(|first| *first < at)?;
            Some((first, value))
        });
        let for_same = for_same.min_by_key(|(first, _)| *first);
        match (same, for_same) {
            (Some(same), other) if other.is_none_or(|(first, _)| same <= first) => {
                out.push(errors::repeated_stunt(rule, stunt.span, index.span(same)));
            }
            (_, Some((first, value))) => out.push(errors::repeated_for(rule, stunt.span, index.span(first), value)),
            _ => {}
        }
    }

    /// Reports stunts that exclude each other. A stunt that was bought twice is reported only at its first purchase.
    fn exclusions(&self, rule: &StuntRule, index: &StuntIndex<'_>, (at, stunt): (usize, &BoughtStunt), out: &mut Diagnostics) {
        if !index.is_first(at) {
            return;
        }
        for (_, other) in index.may_exclude(stunt.rule, at) {
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

    /// Reports stunts in different modes that exclude each other. Stunts in the same mode were reported with the mode.
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

    /// Checks the requirements and advice of the design.
    pub fn requirements(&self, bought: &Bought, values: &FormulaValues<'_>, mode: Option<&str>, out: &mut Diagnostics) {
        // The illegal rank was already reported. Requirements that depend on it are not reported as well.
        let rests_on_illegal = |rule: &Requirement| {
            let mut rests = false;
            rule.condition
                .formula
                .names(&mut |name| rests |= matches!(name, FormulaVariable::Stat(at) if self.is_illegal(*at, bought, values)));
            rests && self.purchase.waivers.is_empty()
        };
        for rule in self.design.requirements.iter().filter(|rule| !rests_on_illegal(rule)) {
            // Stunts that could not be read might meet the requirement. In this case the requirement is not reported.
            let unsure = bought.unread > 0 && asks_for_stunts(&rule.condition.formula);
            if !unsure && is_broken(rule, values) {
                let why = rule.condition.why_false(values);
                let mut said = errors::requirement(&self.declared.tree.name, rule, mode, &why);
                said.size = rule.condition.missed_by(values);
                // If a code contains the statistic, the label is at the wrong character of the code.
                let mut sign = None;
                rule.condition.formula.names(&mut |name| {
                    if let FormulaVariable::Stat(at) = name {
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

    /// Reports ranges that the author did not write although the design asks for them (R-D33).
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

    /// Checks the number of stunts of people and units.
    pub fn stunt_count(&self, values: &FormulaValues<'_>, out: &mut Diagnostics) {
        let Some((low, high)) = &self.design.stunt_count else { return };
        let (Ok(low), Ok(high)) = (values.eval(low, 0), values.eval(high, 0)) else { return };
        let takes = |stunt: &BoughtStunt| self.design.stunts.get(stunt.rule).and_then(|rule| rule.takes.as_ref());
        if self.purchase.bought.stunts.iter().filter_map(takes).any(|takes| values.is_unsure(takes)) {
            return;
        }
        // At an unsupported technology the formula for the number of stunts has no meaning. The number is not checked then.
        if self.design.tech.is_some_and(|(low, high, _)| !(low..=high).contains(&values.tech)) {
            return;
        }
        let bought = self.purchase.bought.stunts.iter().map(|stunt| values.taken(self.design, stunt));
        let found = bought.fold(0, i64::saturating_add);
        // If enough purchases could not be read, they may be the missing stunts.
        if found < low && found.saturating_add(self.purchase.bought.unread) >= low {
            return;
        }
        if !(low..=high).contains(&found) {
            let span = self.own(self.purchase.stunts_at);
            let heavy = self.purchase.bought.stunts.iter().filter(|stunt| values.taken(self.design, stunt) > stunt.count);
            let heavy = heavy.filter_map(|stunt| Some((self.design.stunts.get(stunt.rule)?, stunt.span, values.taken(self.design, stunt))));
            out.push(errors::stunt_count(&self.declared.tree.name, self.design, span, found, (low, high), heavy));
        }
    }

    /// Reports a design whose required setting is off.
    pub fn setting(&self, values: &FormulaValues<'_>, out: &mut Diagnostics) {
        if let Some(only) = &self.design.only
            && values.denies(&only.formula)
        {
            out.push(errors::setting_off(&self.declared.tree.name, self.design, &only.text));
        }
    }
}

/// Returns the span of the line in a package's manifest that sets a key.
pub fn manifest_line(sources: &Sources, package: PackageId, key: &str) -> Option<Span> {
    let id = sources.package(package)?.manifest?;
    let file = sources.file(id)?;
    let count = u32::try_from(file.line_count()).ok()?;
    let line = (1..=count).find(|line| file.line_text(*line).trim_start().starts_with(key))?;
    let start = file.line_start(line);
    let length = u32::try_from(file.line_text(line).len()).ok()?;
    Some(Span::new(id, start, start.saturating_add(length)))
}

/// True if a requirement applies to an item with these values and is not met.
pub fn is_broken(rule: &Requirement, values: &FormulaValues<'_>) -> bool {
    rule.when.as_ref().is_none_or(|when| values.holds(&when.formula)) && values.denies(&rule.condition.formula)
}

fn asks_for_stunts(formula: &DesignFormula) -> bool {
    let mut asks = false;
    formula.names(&mut |name| asks |= matches!(name, FormulaVariable::Stunt(_) | FormulaVariable::Group(_) | FormulaVariable::Stunts));
    asks
}

/// True if every required argument of a stunt could be read. An argument that could not be read was reported.
fn all_read(rule: &StuntRule, stunt: &BoughtStunt) -> bool {
    let given = |name: &str| stunt.filled.iter().any(|(param, argument)| param == name && *argument != Argument::Absent);
    rule.params.iter().all(|param| param.optional || given(&param.name.text))
}

/// True if two purchases are of the same stunt with the same arguments.
fn is_same(one: &BoughtStunt, other: &BoughtStunt) -> bool {
    one.rule == other.rule && one.args == other.args
}

/// True if the stunt `stunt` excludes the stunt `other`.
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
