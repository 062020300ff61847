//! Collects the vocabulary of a package from the compiled program.

use super::design_words::CodeSign;
use super::{DesignLabel, DesignWords, KnownItem, ParameterSort, SkillWords, SkillsOf, StatWords, StuntWords, Vocabulary};
use crate::spelling::key;
use slip_compile::check::context::CheckContext;
use slip_compile::check::design::{CodePart, Design, Fixed, SkillShapeRule, StatRule, StuntRule};
use slip_compile::check::formula::{DesignFormula, FormulaVariable};
use slip_export::cards::title_in;
use slip_pack::Pack;
use slip_pack::declaration::PackDeclaration;
use slip_pack::formula::Formula;
use slip_pack::ruleset::Rules;
use slip_source::PackageId;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of names of one kind and title that are stored.
const MOST_ALIKE: usize = 8;

impl Vocabulary {
    /// Collects the vocabulary of a package.
    pub(crate) fn of(context: &CheckContext<'_, '_>, pack: &Pack, package: PackageId) -> Vocabulary {
        let mut words = Vocabulary::default();
        words.collect_designs(context, pack, package);
        words.collect_skills(context, pack, package);
        words.collect_items(context, package);
        words.collect_hints(pack);
        words
    }

    fn collect_designs(&mut self, context: &CheckContext<'_, '_>, pack: &Pack, package: PackageId) {
        let rules = context.rules_of(package);
        for design in context.designs.values() {
            let program = context.program;
            if !program.bears_on(design.package, package) {
                continue;
            }
            let in_sight = program.peek(package, "design", &design.name) == Some(design.id);
            let home = program.package_name(design.package);
            let path = if in_sight { design.name.to_string() } else { format!("{home}.{}", design.name) };
            let written = pack.declarations.get("design").and_then(|designs| designs.get(&slip_pack::key(home, &design.name)));
            let words = words_of(design, written, path, rules);
            let place = self.designs.len();
            for called in [design.name.as_str(), design.title.as_str(), design.kind.as_str()] {
                let places = self.design_names.entry(key(called)).or_default();
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            for rule in &words.stunts {
                self.any_stunt.add(&rule.name, ());
                self.any_stunt.add(&rule.title, ());
            }
            for (called, _) in labels(design, written) {
                self.any_label.add(&called, ());
            }
            self.designs.push(words);
        }
    }

    /// Adds the words in the titles of existing items to the hints of their designs. A new pistol is probably built by the same design as
    /// the existing pistols.
    fn collect_hints(&mut self, pack: &Pack) {
        for item in pack.items.values().flat_map(|items| items.values()) {
            let design = self.designs.iter_mut().find(|design| design.name == item.design.as_str() && design.kind == item.kind.as_str());
            if let Some(design) = design {
                design.hints.extend(key(&item.title).split('_').filter(|word| word.len() > 3).map(singular));
            }
        }
        let kinds: Vec<String> = self.designs.iter().map(|design| design.kind.clone()).collect();
        for design in &mut self.designs {
            design.is_only = kinds.iter().filter(|kind| **kind == design.kind).count() == 1;
        }
    }

    fn collect_skills(&mut self, context: &CheckContext<'_, '_>, pack: &Pack, package: PackageId) {
        for skill in pack.skills.values() {
            if !context.program.named_bears_on(&skill.package, package) {
                continue;
            }
            let place = self.skills.len();
            let declared = context
                .program
                .of_kind("skill")
                .find(|declared| context.program.key(declared) == slip_pack::key(&skill.package, &skill.name));
            let has_subjects = declared.is_some_and(|declared| ["subjects", "many"].iter().any(|word| declared.entry(word).is_some()));
            let strings = |names: &[slip_pack::Name]| names.iter().map(ToString::to_string).collect();
            self.skills.push(SkillWords {
                name: skill.name.to_string(),
                lists: strings(&skill.lists),
                classes: strings(&skill.classes),
                has_subjects,
            });
            for called in [skill.name.as_str(), skill.title.as_str()] {
                let alike = self.skill_names.entry(key(called)).or_default();
                if !alike.contains(&place) {
                    alike.push(place);
                }
                self.any_skill.add(called, ());
            }
        }
    }

    fn collect_items(&mut self, context: &CheckContext<'_, '_>, package: PackageId) {
        let program = context.program;
        for declared in program.all() {
            self.taken.insert((declared.kind().to_owned(), declared.name().to_string()));
            let seen = program.is_built_kind(declared.kind()) && program.bears_on(declared.package, package);
            if !seen {
                continue;
            }
            let in_sight = program.peek(package, declared.kind(), declared.name()) == Some(declared.id);
            let home = program.package_name(declared.package);
            let path = if in_sight { declared.name().to_string() } else { format!("{home}.{}", declared.name()) };
            let item = KnownItem { kind: declared.kind().to_owned(), path };
            for called in [declared.title().as_str(), declared.name().as_str()] {
                let alike = self.items.entry(key(called)).or_default();
                if !alike.contains(&item) && alike.len() < MOST_ALIKE {
                    alike.push(item.clone());
                }
            }
        }
    }
}

/// Returns the names and titles of everything that an item of the design may write with a value.
fn labels(design: &Design, written: Option<&PackDeclaration>) -> Vec<(String, DesignLabel)> {
    let title = |word: &str, name: &str| {
        let mut lines = written.into_iter().flat_map(|written| written.lines_of(word));
        lines.find(|line| line.name.as_deref() == Some(name)).and_then(|line| title_in(&line.text))
    };
    let mut all: Vec<(String, DesignLabel)> = Vec::new();
    let mut add = |word: &str, name: &str, label: DesignLabel| {
        all.push((name.to_owned(), label));
        all.extend(title(word, name).map(|title| (title, label)));
    };
    for (at, rule) in design.stats.iter().enumerate() {
        add("stat", &rule.name, DesignLabel::Stat(at));
        rule.also.iter().for_each(|also| add("stat", also, DesignLabel::Stat(at)));
    }
    for (at, rule) in design.tracks.iter().enumerate() {
        add("track", &rule.name, DesignLabel::Track(at));
        rule.also.iter().for_each(|also| add("track", also, DesignLabel::Track(at)));
    }
    design.flags.iter().enumerate().for_each(|(at, name)| add("flag", name, DesignLabel::Flag(at)));
    design.ranges.iter().enumerate().for_each(|(at, rule)| add("entry", &rule.name, DesignLabel::Range(at)));
    design.rows.iter().enumerate().for_each(|(at, rule)| add("entry", &rule.name, DesignLabel::Row(at)));
    design.choices.iter().enumerate().for_each(|(at, rule)| add("choice", &rule.name, DesignLabel::Choice(at)));
    design.refers.iter().enumerate().for_each(|(at, rule)| add("refers", &rule.name, DesignLabel::Refer(at)));
    design.codes.iter().enumerate().for_each(|(at, rule)| add("code", &rule.name, DesignLabel::Code(at)));
    design.holds.iter().enumerate().for_each(|(at, rule)| add("holds", &rule.name, DesignLabel::Hold(at)));
    all
}

fn words_of(design: &Design, written: Option<&PackDeclaration>, path: String, rules: Option<&Rules>) -> DesignWords {
    let mut words = DesignWords {
        name: design.name.to_string(),
        path,
        title: design.title.to_string(),
        kind: design.kind.to_string(),
        hints: hints(design, written),
        tech: design.tech.map(|(low, high, _)| (low, high)),
        is_default: design.is_default.holds_under(rules),
        is_usable: design.may_be_used(rules) && !design.faulty,
        stats: design.stats.iter().map(stat_words).collect(),
        tracks: design.tracks.iter().map(|rule| (rule.name.to_string(), matches!(rule.fixed, Fixed::Always))).collect(),
        flags: design.flags.iter().map(ToString::to_string).collect(),
        ranges: design.ranges.iter().map(|rule| (rule.name.to_string(), rule.low, rule.high)).collect(),
        rows: design.rows.iter().map(|rule| (rule.name.to_string(), rule.stats.clone())).collect(),
        choices: design.choices.iter().map(|rule| (rule.name.to_string(), strings(&rule.words))).collect(),
        refers: design.refers.iter().map(|rule| (rule.name.to_string(), strings(&rule.kinds), rule.worded)).collect(),
        codes: design.codes.iter().map(|rule| (rule.name.to_string(), signs(design, &rule.parts))).collect(),
        holds: design.holds.iter().map(|rule| (rule.name.to_string(), rule.wanted.to_string())).collect(),
        stunts: design.stunts.iter().map(stunt_words).collect(),
        phases: design.phases.iter().map(|rule| (rule.name.to_string(), rule.title.to_string())).collect(),
        derived: design.aspects.iter().map(|rule| (rule.text.to_string(), rule.renamable)).collect(),
        skills: design.shape.as_ref().map(|shape| skills_of(design, shape)),
        cap: design.shape.as_ref().and_then(|shape| cap(design, shape)),
        gear: design.gear,
        takes_consequences: design.consequences.is_some(),
        given_skills: design.skill_ranks.iter().map(|rule| rule.skill.to_string()).collect(),
        aspects: design.slots.is_some(),
        without: design.without,
        skill: design.skill.as_ref().map(ToString::to_string).unwrap_or_default(),
        phrased: phrased(design),
        fixed_slots: design.slots.as_ref().and_then(|slots| constant(&slots.formula)),
        ..DesignWords::default()
    };
    for (called, label) in labels(design, written) {
        words.labels.add(&called, label);
    }
    for (at, rule) in design.stunts.iter().enumerate() {
        words.stunt_names.add(&rule.name, at);
        words.stunt_names.add(&rule.title, at);
    }
    words.initials = initials(design);
    words
}

/// Returns the phrases of ranks, by the name of the statistic.
fn phrased(design: &Design) -> BTreeMap<String, (i64, Vec<String>)> {
    let with_words = design.stats.iter().filter(|rule| !rule.words.is_empty());
    let of_stat = |rule: &StatRule| Some((rule.name.to_string(), (constant(&rule.low)?, strings(&rule.words))));
    let of_tech =
        design.tech.filter(|_| !design.tech_words.is_empty()).map(|(low, _, _)| ("tech".to_owned(), (low, strings(&design.tech_words))));
    with_words.filter_map(of_stat).chain(of_tech).collect()
}

/// Returns the statistics whose name has a unique initial, by this initial.
fn initials(design: &Design) -> BTreeMap<char, usize> {
    let mut found: BTreeMap<char, Vec<usize>> = BTreeMap::new();
    for (at, rule) in design.stats.iter().enumerate() {
        found.entry(rule.name.chars().next().unwrap_or('_')).or_default().push(at);
    }
    found.into_iter().filter_map(|(initial, places)| <[usize; 1]>::try_from(places).ok().map(|[place]| (initial, place))).collect()
}

fn stat_words(rule: &StatRule) -> StatWords {
    StatWords { name: rule.name.to_string(), fixed: rule.fixed, letters: rule.letters.clone(), most: constant(&rule.high) }
}

fn stunt_words(rule: &StuntRule) -> StuntWords {
    let sort = |types: &[slip_syntax::tree::SpannedName]| match types {
        [one] => match one.text.as_str() {
            "text" => ParameterSort::Text,
            "skill" => ParameterSort::Skill,
            "item" => ParameterSort::Item,
            "number" | "roll" | "schedule" => ParameterSort::Words,
            _ => ParameterSort::Name,
        },
        _ => ParameterSort::Name,
    };
    StuntWords {
        name: rule.name.to_string(),
        title: rule.title.to_string(),
        parameters: rule.params.iter().map(|param| (sort(&param.types), param.optional)).collect(),
        whole: rule.whole,
        modal: rule.modes.is_some(),
        many: rule.many,
        may_be_given: !matches!(rule.inherent, Fixed::No),
    }
}

fn skills_of(design: &Design, shape: &SkillShapeRule) -> SkillsOf {
    SkillsOf {
        list: design.skill_list.as_ref().map(ToString::to_string),
        class: design.skill_class.as_ref().map(ToString::to_string),
        every: matches!(shape, SkillShapeRule::Every(_)),
        most: constant(top(shape)),
    }
}

fn top(shape: &SkillShapeRule) -> &DesignFormula {
    match shape {
        SkillShapeRule::Pyramid(top) | SkillShapeRule::Column(top) | SkillShapeRule::Loose(_, top) | SkillShapeRule::Every(top) => top,
    }
}

/// Returns the statistic that sets the highest rank of the skills: `cap` in `skills pyramid cap`.
fn cap(design: &Design, shape: &SkillShapeRule) -> Option<String> {
    match (top(shape), shape) {
        (Formula::Value(FormulaVariable::Stat(at)), SkillShapeRule::Pyramid(_) | SkillShapeRule::Column(_)) => {
            design.stats.get(*at).map(|stat| stat.name.to_string())
        }
        _ => None,
    }
}

/// Returns the value of a formula that is only a number.
fn constant(formula: &DesignFormula) -> Option<i64> {
    match formula {
        Formula::Int(number) => Some(*number),
        _ => None,
    }
}

/// Returns the words of the design's title and description, in the singular.
fn hints(design: &Design, written: Option<&PackDeclaration>) -> BTreeSet<String> {
    let doc = written.and_then(|written| written.doc.as_deref()).unwrap_or_default();
    let text = format!("{} {} {doc}", design.title, design.name);
    key(&text).split('_').filter(|word| word.len() > 3).map(singular).collect()
}

fn singular(word: &str) -> String {
    word.trim_end_matches('s').to_owned()
}

fn signs(design: &Design, parts: &[CodePart]) -> Vec<CodeSign> {
    let sign = |part: &CodePart| match part {
        CodePart::Mark(mark) => CodeSign::Mark(mark.to_string()),
        CodePart::Stat(at) => CodeSign::Value(design.stats.get(*at).map(|stat| stat.letters.clone()).unwrap_or_default()),
    };
    parts.iter().map(sign).collect()
}

fn strings<T: ToString>(texts: &[T]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}
