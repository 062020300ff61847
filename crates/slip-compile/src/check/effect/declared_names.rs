//! Names that the designs, rulesets and aspects of a program provide for effects.
//!
//! The names are collected from the text once per compilation, before any design is checked. An effect may therefore use names that are
//! declared later or in another design.

use super::declared_aspects::DeclaredAspects;
use super::declared_marks::DeclaredMarks;
use super::design_bounds;
use super::kinds_of_play;
use super::rolled_skills::RolledSkills;
use super::rolled_stats::rolled;
use crate::check::design;
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_pack::effect::{Measure, Play};
use slip_pack::stakes_party::{Approach, FalloutTrack, ONLY_TRACK, Stat};
use slip_source::PackageId;
use slip_syntax::tree::{Entry, Expr, ExprKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Range of a statistic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranks {
    /// Lowest rank; `None` if no lower bound is known.
    pub low: Option<i64>,
    /// Highest rank; `None` if no upper bound is known.
    pub high: Option<i64>,
}

impl Ranks {
    /// Returns the range that a statistic declares. `names` has the technology and the statistics that are declared before it.
    fn of(stat: &Entry, names: &DeclaredDesignNames) -> Ranks {
        let inside = stat.block().map_or(&[][..], |block| &block.entries);
        let written = inside.iter().find(|entry| entry.word() == "ranks").and_then(Entry::only);
        match written.map(|expr| &expr.kind) {
            Some(ExprKind::Range(ends)) => {
                Ranks { low: design_bounds::formula(&ends.0, names).low, high: design_bounds::formula(&ends.1, names).high }
            }
            _ => Ranks::default(),
        }
    }

    fn wider(self, other: Ranks) -> Ranks {
        Ranks { low: self.low.zip(other.low).map(|(a, b)| a.min(b)), high: self.high.zip(other.high).map(|(a, b)| a.max(b)) }
    }
}

/// Names that a design declares.
#[derive(Clone, Debug, Default)]
pub struct DeclaredDesignNames {
    /// Statistics of the design.
    pub stats: BTreeSet<EcoString>,
    /// Stress tracks of the design.
    pub tracks: BTreeSet<EcoString>,
    /// Names of numbers of an item that are not statistics: flags, and lists of held items.
    pub counts: BTreeSet<EcoString>,
    /// Flags of the design. They are in `counts` too.
    pub flags: BTreeSet<EcoString>,
    /// Range of each statistic.
    pub ranks: BTreeMap<EcoString, Ranks>,
    /// Lowest and highest technology.
    pub tech: Option<(i64, i64)>,
    /// Stunts that the design sells.
    pub stunts: BTreeSet<EcoString>,
    /// Stunts whose number of purchases may be above 1.
    pub many: BTreeSet<EcoString>,
    /// Choices that a player makes when declaring an action, such as `throw` for `may choose throw`. Also `area` if an effect is about an
    /// area.
    pub choices: BTreeSet<EcoString>,
    /// Names that conditions of effects use.
    pub asked: BTreeSet<EcoString>,
    /// True if items of the design have skills.
    pub skills: bool,
    /// Highest rank that a skill can have; `None` if no bound is known.
    pub highest_skill: Option<i64>,
    /// Skills whose ranks the design sets by a formula, each with its highest rank; `None` if no bound is known.
    pub given_ranks: BTreeMap<EcoString, Option<i64>>,
}

impl DeclaredDesignNames {
    /// Collects the names that the entries of a design or stunt declare.
    pub fn of(entries: &[Entry]) -> DeclaredDesignNames {
        let mut names = DeclaredDesignNames::default();
        entries.iter().filter(|entry| entry.word() == "tech").for_each(|entry| names.bounds(entry));
        names.read(entries);
        names.given_ranks = design_bounds::given_ranks(entries, &names);
        names.highest_skill = if names.skills { design_bounds::highest_skill(entries, &names) } else { names.highest_rank() };
        names
    }

    /// Returns the highest rank of all statistics. An actor without skills uses one of the statistics as the rank of every skill.
    fn highest_rank(&self) -> Option<i64> {
        self.ranks.values().map(|ranks| ranks.high).try_fold(0, |highest, high| Some(high?.max(highest)))
    }

    /// Returns the names that every party of a raise-and-see conflict has: statistics, tracks and approaches. An approach is true while the
    /// party uses it.
    pub fn of_parties() -> DeclaredDesignNames {
        DeclaredDesignNames {
            stats: Stat::ALL.into_iter().map(|stat| stat.word().into()).collect(),
            tracks: FalloutTrack::ALL.into_iter().map(FalloutTrack::word).chain([ONLY_TRACK]).map(EcoString::from).collect(),
            choices: Approach::ALL.into_iter().map(|approach| approach.word().into()).collect(),
            ..DeclaredDesignNames::default()
        }
    }

    fn read(&mut self, entries: &[Entry]) {
        for entry in entries {
            self.bounds(entry);
            let table = match entry.word() {
                "stat" => &mut self.stats,
                "track" => &mut self.tracks,
                "flag" | "holds" => &mut self.counts,
                "stunt" => {
                    self.read(entry.block().map_or(&[], |block| &block.entries));
                    &mut self.stunts
                }
                "skills" => {
                    self.skills = true;
                    continue;
                }
                "effect" => {
                    self.choices(entry);
                    continue;
                }
                _ => continue,
            };
            table.extend(first_word(entry));
            let inside = entry.block().map_or(&[][..], |block| &block.entries);
            if matches!(entry.word(), "stat" | "track") {
                table.extend(inside.iter().filter(|entry| entry.word() == "also").filter_map(first_word));
            }
        }
    }

    /// Records the range of the statistic that an entry declares.
    fn bounds(&mut self, entry: &Entry) {
        let Some(name) = first_word(entry) else {
            if let ("tech", Some(ExprKind::Range(ends))) = (entry.word(), entry.only().map(|expr| &expr.kind))
                && let (ExprKind::Tech(low), ExprKind::Tech(high)) = (&ends.0.kind, &ends.1.kind)
            {
                self.tech = Some((*low, *high));
            }
            return;
        };
        match entry.word() {
            "stat" => {
                let ranks = Ranks::of(entry, self);
                self.ranks.insert(name, ranks);
            }
            "flag" => {
                self.flags.insert(name);
            }
            "stunt" => {
                let inside = entry.block().map_or(&[][..], |block| &block.entries);
                let again = inside.iter().any(|entry| matches!(entry.word(), "many" | "once"));
                let parameters = entry.values.first().is_some_and(|value| matches!(value.expr.kind, ExprKind::Call(_)));
                if again || parameters {
                    self.many.insert(name);
                }
            }
            _ => {}
        }
    }

    fn choices(&mut self, entry: &Entry) {
        let words: Vec<&str> = entry.values.iter().map(|value| value.expr.name().map_or("", EcoString::as_str)).collect();
        let chosen = words.windows(3).filter_map(|words| match words {
            ["may", "choose", choice] if !choice.is_empty() => Some(EcoString::from(*choice)),
            _ => None,
        });
        self.choices.extend(chosen);
        if words.contains(&"area") {
            self.choices.insert("area".into());
        }
        if let Some(condition) = entry.condition() {
            named(condition, &mut self.asked);
        }
    }

    fn add(&mut self, other: &DeclaredDesignNames) {
        let first = self.stats.is_empty() && self.stunts.is_empty() && self.tracks.is_empty();
        self.tech = if first { other.tech } else { self.tech.zip(other.tech).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1))) };
        self.highest_skill = if first { other.highest_skill } else { self.highest_skill.zip(other.highest_skill).map(|(a, b)| a.max(b)) };
        for (name, ranks) in &other.ranks {
            let wider = self.ranks.get(name).map_or(*ranks, |own| own.wider(*ranks));
            self.ranks.insert(name.clone(), wider);
        }
        self.flags.extend(other.flags.iter().cloned());
        self.many.extend(other.many.iter().cloned());
        self.stats.extend(other.stats.iter().cloned());
        self.tracks.extend(other.tracks.iter().cloned());
        self.counts.extend(other.counts.iter().cloned());
        self.stunts.extend(other.stunts.iter().cloned());
        self.choices.extend(other.choices.iter().cloned());
        self.asked.extend(other.asked.iter().cloned());
        self.skills |= other.skills;
    }
}

/// Collects the names that a condition uses without a function.
fn named(expr: &Expr, names: &mut BTreeSet<EcoString>) {
    match &expr.kind {
        ExprKind::Name(name) => {
            names.insert(name.clone());
        }
        ExprKind::Group(inner) | ExprKind::Sign(_, inner) | ExprKind::Not(inner) => named(inner, names),
        ExprKind::Binary(_, sides) | ExprKind::Range(sides) | ExprKind::Index(sides) => {
            named(&sides.0, names);
            named(&sides.1, names);
        }
        ExprKind::If(parts) => [&parts.0, &parts.1, &parts.2].into_iter().for_each(|part| named(part, names)),
        ExprKind::List(members) => members.iter().for_each(|member| named(member, names)),
        ExprKind::Call(call) => call.args.iter().flatten().for_each(|arg| named(arg, names)),
        _ => {}
    }
}

fn first_word(entry: &Entry) -> Option<EcoString> {
    match &entry.values.first()?.expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Call(call) => Some(call.name.name.text.clone()),
        _ => None,
    }
}

#[derive(Debug)]
struct KnownDesign {
    name: EcoString,
    kind: EcoString,
    names: DeclaredDesignNames,
    plays: Vec<Play>,
}

/// Effect that adds a number to a skill.
#[derive(Debug)]
struct SkillRaise {
    /// Name of the skill, or of a stunt's parameter that stands for a skill.
    name: EcoString,
    /// Kinds and designs of the items that may have the effect; empty for all.
    buyers: Vec<EcoString>,
    /// Highest total that the effect adds to one item; `None` if no bound is known.
    by: Option<i64>,
}

/// Names that all designs, rulesets and stunts of a program provide. They are collected once and shared by all effects.
#[derive(Debug, Default)]
pub struct DeclaredNames {
    designs: Vec<KnownDesign>,
    /// Kinds of play of the items of each kind or design, by the name of the kind or design.
    plays: BTreeMap<EcoString, BTreeSet<Play>>,
    /// Stunts outside designs. Each has its name, the kinds and designs for which it is declared, and true if it may be bought more than
    /// once.
    loose: Vec<(EcoString, Vec<EcoString>, bool)>,
    all: DeclaredDesignNames,
    settings: BTreeSet<EcoString>,
    classes: BTreeSet<EcoString>,
    /// Statistics that some effect may raise above their caps, each with the packages that have such an effect.
    lifted: Holders,
    /// Effects that add numbers to skills.
    raised: Vec<SkillRaise>,
    /// Marks that effects give or test.
    marks: DeclaredMarks,
    /// For each quantity, the number of effects that name it, by package.
    measured: BTreeMap<&'static str, BTreeMap<PackageId, usize>>,
    /// Statistics and skills that a setting or an effect uses for rolls.
    rolled: Holders,
    /// Statistics and skills that effects use only in rolls with an item: `must use brawling for i attack`, where `i` is an item.
    rolled_with_things: Holders,
    /// Skills with which conflicts roll.
    rolled_skills: RolledSkills,
    /// Aspects that declarations have, give or place.
    aspects: OnceLock<DeclaredAspects>,
    /// For each set of kinds, the names of all designs of these kinds. Each value is computed once, when needed.
    of_kinds: Mutex<BTreeMap<Vec<EcoString>, Arc<DeclaredDesignNames>>>,
    /// Names of all designs, for callers that need an `Arc`.
    shared: OnceLock<Arc<DeclaredDesignNames>>,
}

impl DeclaredNames {
    /// Collects the names from every design, ruleset and skill of a program.
    pub fn of(program: &Program<'_>) -> DeclaredNames {
        let mut known = DeclaredNames::default();
        for declared in program.all() {
            lifted(&declared.entries, &mut |stat| hold(&mut known.lifted, stat, declared.package));
            rolled(&declared.entries, &mut |stat, roll| {
                let by_thing = roll.is_some_and(|roll| is_thing(declared, roll));
                let rolled = if by_thing { &mut known.rolled_with_things } else { &mut known.rolled };
                hold(rolled, stat.clone(), declared.package);
            });
            known.rolled_skills.read(declared);
            known.raise(program, declared);
            known.marks.read(program, declared);
            measured(&declared.entries, &mut |measure| {
                let count = known.measured.entry(measure.word()).or_default().entry(declared.package).or_default();
                *count = count.saturating_add(1);
            });
            match declared.kind() {
                "design" => known.design(declared),
                "ruleset" => known.settings.extend(declared.entries_of("setting").filter_map(first_word)),
                "skill" => known.classes.extend(words_of(declared, "class")),
                "stunt" => {
                    known.all.stunts.insert(declared.name().clone());
                    let again = ["many", "once"].into_iter().any(|word| declared.entry(word).is_some());
                    let many = again || !declared.tree.params.is_empty();
                    known.loose.push((declared.name().clone(), design::buyers(program, declared), many));
                }
                _ => {}
            }
        }
        // A name that is not a statistic may be a parameter. The effect may then raise any statistic, which is recorded under the empty
        // name.
        let unsure: BTreeSet<PackageId> =
            known.lifted.iter().filter(|(stat, _)| !known.all.stats.contains(*stat)).flat_map(|(_, packages)| packages.clone()).collect();
        unsure.into_iter().for_each(|package| hold(&mut known.lifted, EcoString::new(), package));
        known
    }

    /// Records the numbers that effects of a declaration add to skills.
    fn raise(&mut self, program: &Program<'_>, declared: &DeclaredItem<'_>) {
        let (times, buyers) = match declared.kind() {
            "stunt" => (design_bounds::purchases(&declared.entries), design::buyers(program, declared)),
            "design" => (Some(1), vec![declared.name().clone()]),
            _ => (Some(1), Vec::new()),
        };
        design_bounds::raises(&declared.entries, &declared.tree.params, times, &mut |name, by| {
            self.raised.push(SkillRaise { name: name.clone(), buyers: buyers.clone(), by });
        });
    }

    fn design(&mut self, declared: &DeclaredItem<'_>) {
        let Some(kind) = declared.tree.design.as_ref().map(|kind| kind.name.text.clone()) else { return };
        let names = DeclaredDesignNames::of(&declared.entries);
        let written: Vec<Play> = words_of(declared, "plays").filter_map(|word| Play::from_word(&word)).collect();
        let plays = match kinds_of_play::plays_of(&kind) {
            Some(plays) => plays.to_vec(),
            None if written.is_empty() => kinds_of_play::ALL.to_vec(),
            None => Play::ALL.iter().copied().filter(|play| written.contains(play) || !is_conflict(*play)).collect(),
        };
        self.all.add(&names);
        for word in [&kind, declared.name()] {
            self.plays.entry(word.clone()).or_default().extend(plays.iter().copied());
        }
        self.designs.push(KnownDesign { name: declared.name().clone(), kind, names, plays });
    }

    /// Returns all names that designs of the given kinds have. A word may also be the name of a design.
    pub fn names_of_kinds(&self, kinds: &[EcoString]) -> Arc<DeclaredDesignNames> {
        // A thread that panicked cannot leave a half-written entry, because entries are inserted only when complete.
        let mut known = self.of_kinds.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(kinds.to_vec()).or_insert_with(|| Arc::new(self.gathered(kinds))))
    }

    fn gathered(&self, kinds: &[EcoString]) -> DeclaredDesignNames {
        let mut names = DeclaredDesignNames::default();
        let is_kind = |word: &EcoString| self.designs.iter().any(|design| design.kind == *word);
        // A word that is both a kind and a design means the kind.
        let meant = |design: &&KnownDesign| kinds.contains(&design.kind) || kinds.contains(&design.name) && !is_kind(&design.name);
        for design in self.designs.iter().filter(meant) {
            names.add(&design.names);
            self.add_loose(&mut names, &design.kind, &design.name);
        }
        names
    }

    /// Replaces names of designs among the words by the kinds that these designs build.
    pub(super) fn kinds_of(&self, words: &[EcoString]) -> Vec<EcoString> {
        let is_kind = |word: &EcoString| self.designs.iter().any(|design| design.kind == *word);
        let of_design = |word: &EcoString| self.designs.iter().find(|design| design.name == *word).map(|design| design.kind.clone());
        words.iter().map(|word| if is_kind(word) { word.clone() } else { of_design(word).unwrap_or_else(|| word.clone()) }).collect()
    }

    /// Adds the stunts outside designs that a design sells.
    pub fn add_loose(&self, names: &mut DeclaredDesignNames, kind: &str, design: &str) {
        let sold = self.loose.iter().filter(|(_, buyers, _)| buyers.iter().any(|word| word == kind || word == design));
        for (stunt, _, many) in sold {
            names.stunts.insert(stunt.clone());
            if *many {
                names.many.insert(stunt.clone());
            }
        }
    }

    /// Returns the kinds of play in which items of the given kinds take part. For an unknown kind, returns all kinds of play.
    pub fn plays_of_kinds(&self, kinds: &[EcoString]) -> Vec<Play> {
        let mut plays = BTreeSet::new();
        for kind in kinds {
            match kinds_of_play::plays_of(kind) {
                Some(known) => plays.extend(known.iter().copied()),
                None => match self.plays.get(kind) {
                    Some(known) => plays.extend(known.iter().copied()),
                    None => plays.extend(kinds_of_play::ALL.iter().copied()),
                },
            }
        }
        plays.into_iter().collect()
    }

    /// Returns the kinds of play of items that have a statistic; empty if no design has it.
    pub fn plays_of_stat(&self, stat: &str) -> Vec<Play> {
        let plays = self.designs.iter().filter(|design| design.names.stats.contains(stat)).flat_map(|design| &design.plays);
        plays.copied().collect::<BTreeSet<Play>>().into_iter().collect()
    }

    /// Returns the kinds of play in which an item can have the track; empty if no design has it.
    pub fn plays_of_track(&self, track: &str) -> Vec<Play> {
        let plays = self.designs.iter().filter(|design| design.names.tracks.contains(track)).flat_map(|design| &design.plays);
        plays.copied().collect::<BTreeSet<Play>>().into_iter().collect()
    }

    /// Returns the names of all designs.
    pub fn all(&self) -> &DeclaredDesignNames {
        &self.all
    }

    /// Returns the names of all designs as a shared pointer.
    pub fn shared(&self) -> Arc<DeclaredDesignNames> {
        Arc::clone(self.shared.get_or_init(|| Arc::new(self.all.clone())))
    }

    /// True if a word is the name of a design or a kind.
    pub fn is_design_or_kind(&self, word: &str) -> bool {
        self.designs.iter().any(|design| design.name == word || design.kind == word)
    }

    /// Returns the kinds of the designs that have a statistic.
    pub fn kinds_with_stat(&self, name: &str) -> BTreeSet<EcoString> {
        self.designs.iter().filter(|design| design.names.stats.contains(name)).map(|design| design.kind.clone()).collect()
    }

    /// Returns every design and kind, for suggestions.
    pub fn designs_and_kinds(&self) -> BTreeSet<EcoString> {
        self.designs.iter().flat_map(|design| [design.name.clone(), design.kind.clone()]).collect()
    }

    /// Returns the classes of skills, such as `combat`.
    pub fn classes(&self) -> &BTreeSet<EcoString> {
        &self.classes
    }

    /// True if an effect may raise a statistic above its cap. Only effects that can apply in the package count. The effect may name the
    /// statistic, or a parameter that could stand for it.
    pub fn lifts(&self, program: &Program<'_>, package: PackageId, stat: &str) -> bool {
        let lifting = [stat, ""].into_iter().filter_map(|stat| self.lifted.get(stat)).flatten();
        lifting.into_iter().any(|of| program.bears_on(*of, package))
    }

    /// Returns the highest rank that a skill of items of these kinds can have. If none of the kinds has skills, returns the highest rank of
    /// all kinds that have them. `None` if no bound is known.
    pub fn highest_skill(&self, program: &Program<'_>, skill: &str, kinds: &[EcoString]) -> Option<i64> {
        let is_bearer = |design: &&KnownDesign| kinds.contains(&design.kind) || kinds.contains(&design.name);
        let is_person = |design: &&KnownDesign| kinds_of_play::has_skills(&design.kind);
        let is_skilled = |design: &&KnownDesign| is_person(design) || design.names.skills;
        let bearers: Vec<&KnownDesign> = self.designs.iter().filter(is_bearer).filter(is_skilled).collect();
        let users = match (bearers.is_empty(), kinds.is_empty()) {
            (false, _) => bearers,
            (true, true) => self.designs.iter().filter(is_skilled).collect(),
            // Gear and ships have no skills of their own; people and animals use them with theirs.
            (true, false) => self.designs.iter().filter(is_person).collect(),
        };
        let rank = |design: &&KnownDesign| match design.names.given_ranks.get(skill) {
            Some(given) => given.zip(design.names.highest_skill).map(|(given, bought)| given.max(bought)),
            None => design.names.highest_skill,
        };
        let highest = users.iter().map(rank).try_fold(0, |highest, rank| Some(rank?.max(highest)))?;
        let is_buyer = |buyers: &[EcoString]| {
            buyers.is_empty() || users.iter().any(|design| buyers.contains(&design.kind) || buyers.contains(&design.name))
        };
        // A name that is neither a skill nor a statistic may be a parameter; then the effect may raise any skill.
        let is_other = |name: &EcoString| self.all.stats.contains(name) || program.of_kind("skill").any(|known| known.name() == name);
        let raising = self.raised.iter().filter(|raise| is_buyer(&raise.buyers) && (raise.name == skill || !is_other(&raise.name)));
        raising.map(|raise| raise.by).try_fold(highest, |highest, by| highest.checked_add(by?))
    }

    /// Returns the number of effects that change a quantity and can apply in a package.
    pub(super) fn effects_on(&self, program: &Program<'_>, package: PackageId, measure: Measure) -> usize {
        let counts = self.measured.get(measure.word()).into_iter().flatten();
        counts.filter(|(of, _)| program.bears_on(**of, package)).map(|(_, count)| *count).fold(0, usize::saturating_add)
    }

    /// Returns the marks that effects give, and the marks that effects test.
    pub(super) fn marks(&self) -> &DeclaredMarks {
        &self.marks
    }

    /// True if a statistic is used for rolls by a setting or an effect.
    pub fn rolls_with(&self, program: &Program<'_>, package: PackageId, stat: &str) -> bool {
        self.rolled.get(stat).into_iter().flatten().any(|of| program.bears_on(*of, package))
    }

    /// True if an effect uses the skill for rolls with a thing in hand. Only effects that can apply in the package count.
    pub fn rolls_with_things(&self, program: &Program<'_>, package: PackageId, skill: &str) -> bool {
        self.rolled_with_things.get(skill).into_iter().flatten().any(|of| program.bears_on(*of, package))
    }

    /// Returns the skills with which the rolls of conflicts are made.
    pub(super) fn rolled_skills(&self) -> &RolledSkills {
        &self.rolled_skills
    }

    /// True if a word is a kind that a design builds.
    pub fn is_kind(&self, word: &str) -> bool {
        self.designs.iter().any(|design| design.kind == word)
    }

    /// True if one of the words means the kind `wanted`: it is the kind itself, or a design that builds this kind.
    pub fn any_is(&self, kinds: &[EcoString], wanted: &str) -> bool {
        let named = |design: &&KnownDesign| kinds.contains(&design.kind) || kinds.contains(&design.name);
        kinds.iter().any(|kind| kind == wanted) || self.designs.iter().filter(named).any(|design| design.kind == wanted)
    }

    /// Returns the settings that rulesets declare.
    pub fn settings(&self) -> &BTreeSet<EcoString> {
        &self.settings
    }

    /// True if an aspect is known in a package: some declaration that can apply there has, gives or places it.
    pub fn has_aspect(&self, program: &Program<'_>, package: PackageId, aspect: &str) -> bool {
        self.declared_aspects(program).has(program, package, aspect)
    }

    /// True if an aspect may occur in any game of a package, whatever items take part. A rule, place, effect or doctrine of the package has
    /// it.
    pub(in crate::check) fn is_aspect_placed(&self, program: &Program<'_>, package: PackageId, aspect: &str) -> bool {
        self.declared_aspects(program).is_placed(program, package, aspect)
    }

    /// Returns the aspects that declarations have, give or place, in alphabetical order. Only declarations that can apply in the package
    /// count.
    pub fn aspects<'k>(&'k self, program: &'k Program<'_>, package: PackageId) -> impl Iterator<Item = &'k str> {
        self.declared_aspects(program).texts(program, package)
    }

    /// Returns the aspects of all declarations with their holders.
    pub(super) fn declared_aspects(&self, program: &Program<'_>) -> &DeclaredAspects {
        self.aspects.get_or_init(|| DeclaredAspects::of(program))
    }
}

/// For each word, the packages that declare it.
type Holders = BTreeMap<EcoString, BTreeSet<PackageId>>;

fn hold(holders: &mut Holders, word: EcoString, package: PackageId) {
    holders.entry(word).or_default().insert(package);
}

/// True if a word is a parameter of a stunt and the parameter stands for an item.
fn is_thing(declared: &DeclaredItem<'_>, word: &str) -> bool {
    let parameter = declared.tree.params.iter().find(|param| param.name.text == word);
    parameter.is_some_and(|param| !param.types.iter().any(|kind| matches!(kind.text.as_str(), "skill" | "stat")))
}

/// True if a kind of play is a conflict. The entry `plays` of a design selects only among conflicts; every item takes part in the other
/// kinds of play.
fn is_conflict(play: Play) -> bool {
    matches!(play, Play::Personal | Play::Space | Play::Social | Play::Platoon | Play::Stakes)
}

fn words_of<'d>(declared: &'d DeclaredItem<'_>, key: &'d str) -> impl Iterator<Item = EcoString> + 'd {
    declared.entries_of(key).flat_map(|entry| &entry.values).filter_map(|value| value.expr.name().cloned())
}

/// Calls `measure` for each effect, with the first quantity that the effect names.
fn measured(entries: &[Entry], measure: &mut impl FnMut(Measure)) {
    for entry in entries {
        if let Some(block) = entry.block() {
            measured(&block.entries, measure);
        }
        if entry.word() == "effect" {
            let words = entry.values.iter().filter_map(|value| value.expr.name());
            words.filter_map(|word| Measure::from_word(word)).take(1).for_each(&mut *measure);
        }
    }
}

/// Calls `stats` for each effect that raises a cap. For `cap of STAT` it gets the statistic. For `past cap` it gets the empty name, which
/// means any statistic.
fn lifted(entries: &[Entry], stats: &mut impl FnMut(EcoString)) {
    for entry in entries {
        if let Some(block) = entry.block() {
            lifted(&block.entries, stats);
        }
        if entry.word() != "effect" {
            continue;
        }
        let words: Vec<&str> = entry.values.iter().map(|value| value.expr.name().map_or("", EcoString::as_str)).collect();
        for (place, pair) in words.windows(2).enumerate() {
            match pair {
                ["cap", "of"] => words.get(place.saturating_add(2)).into_iter().for_each(|word| stats(EcoString::from(*word))),
                ["past", "cap"] => stats(EcoString::new()),
                _ => {}
            }
        }
    }
}
