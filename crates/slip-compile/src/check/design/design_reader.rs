//! Reads a `design` declaration into a [`Design`], and checks its statistics, costs, stunts and conditions.

use super::{Clause, Design, DesignCondition, DesignNames, Fixed, ItemKey, ProgramNames};
use super::{campaign_or_wargame, stunt, stunt_buyers};
use crate::block_schema::designs;
use crate::check::context::place;
use crate::check::errors;
use crate::check::formula::{self, DesignFormula, FormulaVariable, Type};
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_pack::Name;
use slip_source::PackageId;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::on_one_line;
use slip_syntax::tree::{Block, Entry, Expr, ExprKind, Operator};
use std::collections::HashMap;

/// Reports errors in a stunt that is declared outside designs and is being edited. The stunt is read as if the first kind after its `for`
/// sold it.
pub fn look_at_stunt(
    program: &Program<'_>,
    surroundings: &ProgramNames,
    declared: &DeclaredItem<'_>,
    paths: &[Name],
    out: &mut Diagnostics,
) {
    let kind = super::buyers(program, declared).into_iter().next().unwrap_or_default();
    let place = place(program, paths, declared.tree.name.span);
    let design = empty(declared, kind, family(program, declared), place);
    let skills = program.visible(declared.package, crate::resolve::Kinds::One("skill"));
    let mut reader = DesignReader { program, package: declared.package, declared, out, design, skills, surroundings, looked: Vec::new() };
    super::stunt::read_loose(&mut reader, declared);
}

/// Reads a design. Returns `None` only if the design names no kind. Invalid entries are reported and left out.
pub fn read(
    program: &Program<'_>,
    surroundings: &ProgramNames,
    declared: &DeclaredItem<'_>,
    paths: &[Name],
    out: &mut Diagnostics,
) -> Option<Design> {
    let kind = match &declared.tree.design {
        Some(kind) => kind.name.text.clone(),
        None => {
            out.push(errors::design_without_kind(&declared.tree.name));
            return None;
        }
    };
    let skills: Vec<EcoString> = if declared.entry("skills").is_some() {
        program.visible(declared.package, crate::resolve::Kinds::One("skill"))
    } else {
        Vec::new()
    };
    let place = place(program, paths, declared.tree.name.span);
    let game = campaign_or_wargame::of(program, declared, &kind);
    let design = Design { game, ..empty(declared, kind, family(program, declared), place) };
    let mut reader = DesignReader { program, package: declared.package, declared, out, design, skills, surroundings, looked: Vec::new() };
    // Names are collected first. A formula may use a name that is declared after it.
    reader.names();
    // Stunts are read next, those outside designs last, so that a formula may count any stunt.
    reader.entries(|word| word == "stunt");
    reader.loose_stunts();
    reader.entries(|word| word != "stunt");
    reader.codes();
    reader.order();
    for at in std::mem::take(&mut reader.looked) {
        if let Some(refer) = reader.design.refers.get_mut(at) {
            refer.looked = true;
        }
    }
    reader.keys();
    Some(reader.design)
}

/// Returns the names of a design and of its bases.
fn family(program: &Program<'_>, declared: &DeclaredItem<'_>) -> Vec<EcoString> {
    let mut family = vec![declared.name().clone()];
    let mut base = declared.base;
    while let Some(next) = base.and_then(|id| program.get(id)).filter(|next| !family.contains(next.name())) {
        family.push(next.name().clone());
        base = next.base;
    }
    family
}

fn empty(declared: &DeclaredItem<'_>, kind: EcoString, family: Vec<EcoString>, place: slip_pack::item::SourcePosition) -> Design {
    Design {
        id: declared.id,
        package: declared.package,
        name: declared.name().clone(),
        title: declared.title().clone(),
        family,
        kind,
        place,
        span: declared.tree.name.span,
        is_default: Fixed::No,
        source: None,
        only: None,
        tech: None,
        tech_words: Vec::new(),
        budget: None,
        slots: None,
        slots_least: None,
        fate: None,
        price: None,
        upkeep: None,
        skill: None,
        plays: Vec::new(),
        stats: Vec::new(),
        tracks: Vec::new(),
        order: Vec::new(),
        flags: Vec::new(),
        ranges: Vec::new(),
        codes: Vec::new(),
        rows: Vec::new(),
        skill_ranks: Vec::new(),
        price_when: None,
        holds: Vec::new(),
        choices: Vec::new(),
        refers: Vec::new(),
        phases: Vec::new(),
        stunts: Vec::new(),
        aspects: Vec::new(),
        optionals: Vec::new(),
        without: false,
        notes: Vec::new(),
        requirements: Vec::new(),
        shape: None,
        skill_class: None,
        platoon: None,
        beside: None,
        skill_list: None,
        map_skills: Fixed::No,
        usual: Vec::new(),
        uniform: false,
        game: None,
        stunt_count: None,
        gear: false,
        consequences: None,
        effects: Vec::new(),
        faulty: false,
        keys: HashMap::new(),
        names: HashMap::new(),
        letters: HashMap::new(),
    }
}

pub(super) struct DesignReader<'a, 'p, 't> {
    pub(super) program: &'p Program<'t>,
    /// Package that contains the entry being read.
    pub(super) package: PackageId,
    pub(super) declared: &'a DeclaredItem<'t>,
    pub(super) out: &'a mut Diagnostics,
    pub(super) design: Design,
    pub(super) skills: Vec<EcoString>,
    pub(super) surroundings: &'a ProgramNames,
    looked: Vec<usize>,
}

pub(super) fn names<'a, 't>(
    (program, package): (&'a Program<'t>, PackageId),
    design: &'a Design,
    skills: &'a [EcoString],
    surroundings: &'a ProgramNames,
) -> DesignNames<'a, 't> {
    DesignNames { program, package, names: &design.names, skills, letters: &design.letters, choices: &design.choices, surroundings }
}

/// Returns the name that an entry declares, as in `stat harm` or `stunt attacks(w: beam | torpedo)`.
pub(super) fn declared_name(entry: &Entry) -> Option<EcoString> {
    match &entry.values.first()?.expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Call(call) => Some(call.name.name.text.clone()),
        _ => None,
    }
}

impl DesignReader<'_, '_, '_> {
    fn names(&mut self) {
        let mut names = HashMap::new();
        if self.declared.entry("tech").is_some() {
            names.insert("tech".into(), (FormulaVariable::Tech, Type::Number));
        }
        names.insert("local".into(), (FormulaVariable::Local, Type::Number));
        names.insert("rank".into(), (FormulaVariable::Rank, Type::Number));
        names.insert("stunts".into(), (FormulaVariable::Stunts, Type::Number));
        if self.declared.entry("slots").is_some() {
            names.insert("aspects".into(), (FormulaVariable::Aspects, Type::Number));
        }
        if self.declared.entry("skills").is_some() {
            names.insert("apex".into(), (FormulaVariable::Apex, Type::Number));
        }
        let (mut stats, mut tracks, mut flags, mut holds, mut stunts, mut refers) = (0, 0, 0, 0, 0, 0);
        for entry in self.declared.entries.iter().filter(|entry| !entry.broken) {
            let Some(name) = declared_name(entry) else { continue };
            let (count, variable, kind): (&mut usize, fn(usize) -> FormulaVariable, Type) = match entry.word() {
                "stat" => (&mut stats, FormulaVariable::Stat, Type::Number),
                "track" => (&mut tracks, FormulaVariable::Track, Type::Number),
                "flag" => (&mut flags, FormulaVariable::Flag, Type::Count),
                "holds" => (&mut holds, FormulaVariable::Hold, Type::Number),
                "refers" => (&mut refers, FormulaVariable::Refers, Type::Count),
                "choice" => {
                    let at = self.design.choices.len();
                    self.choice(entry);
                    // A choice that could not be read was reported. It has no words that formulas could name.
                    if self.design.choices.len() == at {
                        continue;
                    }
                    names.insert(name, (FormulaVariable::Choice(at), Type::Number));
                    continue;
                }
                "stunt" => (&mut stunts, FormulaVariable::Stunt, Type::Count),
                _ => continue,
            };
            if entry.word() == "stat" {
                self.learn_letters(&name, entry);
            }
            names.insert(name, (variable(*count), kind));
            *count += 1;
        }
        // The design's own stunts come first, because they take precedence over stunts outside designs with the same name.
        for (declared, at) in self.sold_here().into_iter().zip(stunts..) {
            names.entry(declared.name().clone()).or_insert((FormulaVariable::Stunt(at), Type::Count));
        }
        // A formula may name any group of the program. A group without stunts in this design has the value 0.
        for group in &self.surroundings.groups {
            names.entry(group.clone()).or_insert_with(|| (FormulaVariable::Group(group.clone()), Type::Count));
        }
        self.design.names = names;
    }

    fn entries(&mut self, chosen: fn(&str) -> bool) {
        let declared = self.declared;
        for entry in declared.entries.iter().filter(|entry| !entry.broken && chosen(entry.word())) {
            self.entry(entry);
        }
    }

    fn entry(&mut self, entry: &Entry) {
        self.unsigned(entry);
        match entry.word() {
            "stat" => self.stat(entry),
            "track" => self.track(entry),
            "flag" => self.design.flags.extend(declared_name(entry)),
            "entry" => self.range(entry),
            "holds" => self.hold(entry),
            "choice" => {}
            "refers" => self.refer(entry),
            "phase" => self.phase(entry),
            "stunt" => {
                if let Some(rule) = stunt::read(self, entry) {
                    self.design.stunts.push(rule);
                }
            }
            "default" => self.design.is_default = self.fixed(entry),
            "map_skills" => self.design.map_skills = self.fixed(entry),
            "skill_rank" => self.skill_rank(entry),
            "skill_list" => self.skill_list(entry),
            "usual" => self.usual(entry),
            "uniform" => {
                self.bare(entry);
                self.design.uniform = true;
            }
            // Codes are read after all other entries, because they name statistics.
            "code" => {}
            "note" => self.note(entry),
            "without" => {
                self.bare(entry);
                self.design.without = true;
            }
            "gear" => {
                self.bare(entry);
                self.design.gear = true;
            }
            "source" => self.design.source = entry.only().and_then(Expr::text).map(|text| text.value.clone()),
            "skill" => self.used_skill(entry),
            "plays" => self.plays(entry),
            "only" => self.design.only = self.condition(entry),
            "tech" => self.tech(entry),
            "budget" => self.design.budget = self.clause(entry),
            "slots" => self.slots(entry),
            "fate" => self.design.fate = self.clause(entry),
            "price" => {
                self.design.price = self.clause(entry);
                self.design.price_when = self.condition(entry);
            }
            "upkeep" => self.design.upkeep = self.clause(entry),
            "aspect" => self.aspect(entry),
            "optional" => self.optional(entry),
            "require" => self.requirement(entry, false),
            "advise" => self.requirement(entry, true),
            "skills" => self.shape(entry),
            "platoon" => self.platoon(entry),
            "stunt_count" => self.stunt_count(entry),
            "consequences" => self.consequences(entry),
            "effect" | "allow" => {}
            word => {
                self.out.push(errors::unknown_key(word, entry.key.span(), designs::DESIGN.title, designs::DESIGN.words()));
            }
        }
    }

    pub(super) fn number(&mut self, expr: &Expr) -> Option<DesignFormula> {
        let formula = formula::number(expr, &names((self.program, self.package), &self.design, &self.skills, self.surroundings), self.out)?;
        self.looks(&formula);
        Some(formula)
    }

    /// Records the references from whose items a formula takes numbers.
    pub(super) fn looks(&mut self, formula: &DesignFormula) {
        formula.names(&mut |name| {
            if let FormulaVariable::StatOf(at, _) = name {
                self.looked.push(*at);
            }
        });
    }

    pub(super) fn cost(&mut self, expr: &Expr, low: &DesignFormula) -> Option<DesignFormula> {
        let formula =
            formula::cost(expr, low, &names((self.program, self.package), &self.design, &self.skills, self.surroundings), self.out)?;
        self.looks(&formula);
        Some(formula)
    }

    pub(super) fn condition(&mut self, entry: &Entry) -> Option<DesignCondition> {
        entry.condition().and_then(|condition| self.truth(condition))
    }

    /// Reads `default` or `default when …`, which marks the default design of a kind.
    fn fixed(&mut self, entry: &Entry) -> Fixed {
        match (entry.condition().is_some(), self.condition(entry)) {
            (false, _) => Fixed::Always,
            (true, Some(condition)) => Fixed::When(condition),
            (true, None) => Fixed::No,
        }
    }

    pub(super) fn text(&self, expr: &Expr) -> EcoString {
        on_one_line(self.program.sources.slice(expr.span), false).into()
    }

    pub(super) fn clause(&mut self, entry: &Entry) -> Option<Clause> {
        let Some(expr) = entry.only() else {
            self.out.push(errors::one_value(entry, "a formula, such as `5 + 6 * tech`"));
            return None;
        };
        self.clause_of(expr)
    }

    /// Reads a formula with a ledger line for each addend.
    pub(super) fn clause_of(&mut self, expr: &Expr) -> Option<Clause> {
        let formula = self.number(expr)?;
        let mut terms = Vec::new();
        self.terms(expr, 1, &mut terms);
        Some(Clause { formula, span: expr.span, text: self.text(expr), terms })
    }

    /// Splits a sum into its addends. The whole sum was compiled without errors, so the addends compile without errors too.
    fn terms(&mut self, expr: &Expr, sign: i64, terms: &mut Vec<(i64, DesignFormula, EcoString)>) {
        match &expr.kind {
            // A part in brackets is one addend: `(tech - local)`.
            ExprKind::Binary(operator @ (Operator::Add | Operator::Subtract), sides) => {
                self.terms(&sides.0, sign, terms);
                let negative = *operator == Operator::Subtract;
                self.terms(&sides.1, if negative { sign.saturating_neg() } else { sign }, terms);
            }
            _ => {
                if let Some(formula) = self.number(expr) {
                    terms.push((sign, formula, self.text(expr)));
                }
            }
        }
    }

    /// Reads the stunts outside designs whose `for` names this kind or design.
    fn loose_stunts(&mut self) {
        // A stunt outside designs may name the skills that its own package sees, even if the design has no skills. Every skill is then
        // untrained.
        let own = std::mem::take(&mut self.skills);
        let mut seen: HashMap<PackageId, Vec<EcoString>> = HashMap::new();
        for declared in self.sold_here() {
            let visible = || self.program.visible(declared.package, crate::resolve::Kinds::One("skill"));
            self.package = declared.package;
            self.skills.clone_from(seen.entry(declared.package).or_insert_with(visible));
            let rule = stunt::read_loose(self, declared);
            self.entries_for_people(declared);
            self.design.stunts.push(rule);
        }
        self.package = self.declared.package;
        self.skills = own;
    }

    fn keys(&mut self) {
        let design = &mut self.design;
        let mut keys = HashMap::new();
        for (word, key) in
            [("stunts", ItemKey::Stunts), ("aspects", ItemKey::Aspects), ("allow", ItemKey::Allow), ("effect", ItemKey::Effect)]
        {
            keys.insert(word.into(), key);
        }
        if design.tech.is_some() {
            keys.insert("tech".into(), ItemKey::Tech);
        }
        if !design.tracks.is_empty() {
            keys.insert("tracks".into(), ItemKey::Tracks);
        }
        if design.shape.as_ref().is_some_and(|shape| !matches!(shape, super::SkillShapeRule::Every(_))) {
            keys.insert("skills".into(), ItemKey::Skills);
        }
        if design.gear {
            keys.insert("gear".into(), ItemKey::Gear);
        }
        if design.stunts.iter().any(|stunt| stunt.modes.is_some()) {
            keys.insert("mode".into(), ItemKey::Mode);
        }
        for (at, range) in design.ranges.iter().enumerate() {
            keys.insert(range.name.clone(), ItemKey::Range(at));
        }
        for (at, row) in design.rows.iter().enumerate() {
            keys.insert(row.name.clone(), ItemKey::Row(at));
        }
        for (at, stat) in design.stats.iter().enumerate().filter(|(_, stat)| !stat.fixed) {
            keys.insert(stat.name.clone(), ItemKey::Stat(at));
            if let Some(also) = &stat.also {
                keys.insert(also.clone(), ItemKey::Stat(at));
            }
        }
        for (at, flag) in design.flags.iter().enumerate() {
            keys.insert(flag.clone(), ItemKey::Flag(at));
        }
        if design.without {
            keys.insert("without".into(), ItemKey::Without);
        }
        for (at, code) in design.codes.iter().enumerate() {
            keys.insert(code.name.clone(), ItemKey::Code(at));
        }
        for (at, hold) in design.holds.iter().enumerate() {
            keys.insert(hold.name.clone(), ItemKey::Hold(at));
        }
        for (at, choice) in design.choices.iter().enumerate() {
            keys.insert(choice.name.clone(), ItemKey::Choice(at));
        }
        for (at, refer) in design.refers.iter().enumerate() {
            keys.insert(refer.name.clone(), ItemKey::Refer(at));
        }
        design.keys = keys;
    }
}

impl<'p, 't> DesignReader<'_, 'p, 't> {
    /// Returns the stunts outside designs whose `for` names the kind or design.
    fn sold_here(&self) -> Vec<&'p DeclaredItem<'t>> {
        stunts_for(self.program, &self.design.kind, &self.design.family)
    }
}

/// Returns the stunts outside designs that a design sells, in the order of files and text.
pub fn sold<'p, 't>(program: &'p Program<'t>, design: &DeclaredItem<'_>) -> Vec<&'p DeclaredItem<'t>> {
    let kind = design.tree.design.as_ref().map(|kind| &kind.name.text);
    kind.map_or_else(Vec::new, |kind| stunts_for(program, kind, &family(program, design)))
}

fn stunts_for<'p, 't>(program: &'p Program<'t>, kind: &str, family: &[EcoString]) -> Vec<&'p DeclaredItem<'t>> {
    let sold = |declared: &&DeclaredItem<'_>| !declared.tree.broken && stunt_buyers::is_for(program, declared, kind, family);
    program.of_kind("stunt").filter(sold).collect()
}

/// Returns the entries in the block of an entry.
pub(super) fn inner(entry: &Entry) -> &[Entry] {
    entry.block().map_or(&[], |block: &Block| &block.entries)
}

pub(super) fn find<'e>(entries: &'e [Entry], word: &str) -> Option<&'e Entry> {
    entries.iter().find(|entry| entry.word() == word && !entry.broken)
}
