//! Generates people and animals within the numbers that their design allows.

use super::design_limits::Numbers;
use super::person_draft::{DrawnSkill, PersonDraft};
use super::random_draws::{Roller, below, between, one, shuffle};
use super::word_tables::{WordSource, identifier, tables};
use super::{DrawRefusal, GeneratorInput, Stream, comment, dice, quoted, refuse, stunts};
use ecow::EcoString;
use slip_compile::check::design::Design;
use slip_compile::resolve::Kinds;
use slip_dice::Dice;
use slip_pack::BuiltItem;
use slip_pack::table::{Table, TablePurpose};
use slip_source::diagnostic::Code;
use slip_syntax::tree::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Largest number of draws of skills before the design counts as impossible.
const TRIES: usize = 200;
/// Largest number of people in one call.
pub const MOST: usize = 200;

/// Diagnostic codes about a person who is not finished: too few aspects and stunts.
const UNFINISHED: [Code; 2] = [Code::TooFewStunts, Code::MissingAspects];
/// Diagnostic codes that are ignored in a draft of a person with a single skill or item.
const ALONE: [Code; 7] = [
    Code::TooFewStunts,
    Code::MissingAspects,
    Code::SkillPyramid,
    Code::Advice,
    Code::RequirementFailed,
    Code::MissingEntry,
    Code::FormulaFault,
];

/// Options for generating people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PeopleOptions {
    /// Kind of the people: `npc`, `animal`, or a homebrew kind.
    pub kind: String,
    /// Name of the design; `None` for the default design of the kind.
    pub design: Option<String>,
    /// Cap of the people's skills; by default drawn from the range that the design allows.
    pub cap: Option<i64>,
    /// Number of people.
    pub count: usize,
    /// Size of the people, as the case of the design's `boxes` table; drawn at random by default.
    pub size: Option<String>,
    /// True if the people carry gear.
    pub gear: bool,
}

/// Generates people as Slip text.
///
/// # Errors
/// If the design does not allow the options, or no person can be drawn by it.
pub fn people(ground: &GeneratorInput<'_, '_, '_>, wish: &PeopleOptions, seed: u64, command: &str) -> Result<String, DrawRefusal> {
    if !(1..=MOST).contains(&wish.count) {
        return refuse(format!("choose a number from 1 to {MOST}"));
    }
    let design = find_design(ground, wish)?;
    let bare = bare_design(ground, &design.kind).is_some_and(|bare| bare.id == design.id);
    let mut drawing = Drawing {
        ground,
        design,
        named: if bare { None } else { Some(design.name.to_string()) },
        of: vec![design.name.as_str(), design.kind.as_str()],
        skills: Vec::new(),
        things: Vec::new(),
        drawn: BTreeSet::new(),
        dry: false,
        taken: Vec::new(),
    };
    drawing.of.dedup();
    drawing.skills = drawing.possible_skills();
    drawing.things = if wish.gear { drawing.possible_things() } else { Vec::new() };
    let mut text = comment(command);
    for number in 0..u32::try_from(wish.count).unwrap_or(0) {
        let draft = drawing.person(wish, &mut dice(seed, Stream::Person, number))?;
        text.push('\n');
        text.push_str(&draft.text());
    }
    Ok(text)
}

/// Returns the requested design, if the package can use it.
fn find_design<'g>(ground: &GeneratorInput<'g, '_, '_>, wish: &PeopleOptions) -> Result<&'g Design, DrawRefusal> {
    let seen = || seen_designs(ground);
    let Some(name) = &wish.design else {
        let kinds: BTreeSet<&str> = seen().map(|design| design.kind.as_str()).collect();
        return match bare_design(ground, &wish.kind) {
            Some(design) => Ok(design),
            None if kinds.contains(wish.kind.as_str()) => {
                let names: Vec<&str> = seen().filter(|design| design.kind == wish.kind).map(|design| design.name.as_str()).collect();
                refuse(format!(
                    "several designs build the kind `{}`: choose one of {}",
                    wish.kind,
                    slip_suggest::alternatives(names.into_iter())
                ))
            }
            None => refuse(unknown("kind", &wish.kind, kinds.into_iter())),
        };
    };
    match seen().find(|design| design.name == *name) {
        Some(design) => Ok(design),
        None => refuse(unknown("design", name, seen().filter(|design| design.shape.is_some()).map(|design| design.name.as_str()))),
    }
}

fn unknown<'n>(what: &str, word: &str, known: impl Iterator<Item = &'n str>) -> String {
    let near = slip_suggest::nearest(word, known).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    format!("there is no {what} `{word}`{near}")
}

fn seen_designs<'g>(ground: &GeneratorInput<'g, '_, '_>) -> impl Iterator<Item = &'g Design> {
    let (program, package) = (ground.program(), ground.package);
    let designs = ground.context.designs.iter();
    designs.filter(move |(id, design)| program.lookup(package, "design", &design.name) == Some(**id)).map(|(_, design)| design)
}

/// Returns the default design of a kind: the only design of the kind, or the design marked `default`.
pub(super) fn bare_design<'g>(ground: &GeneratorInput<'g, '_, '_>, kind: &str) -> Option<&'g Design> {
    let mut designs = seen_designs(ground).filter(|design| design.kind == kind);
    match (designs.next(), designs.next()) {
        (only, None) => only,
        _ => {
            let rules = ground.context.rules_of(ground.package);
            seen_designs(ground).find(|design| design.kind == kind && design.is_default.holds_under(rules))
        }
    }
}

/// Skill that people of the design may have.
struct PossibleSkill {
    name: String,
    /// Number of subjects that follow the skill's name: a fixed number, or the rank of the skill.
    subjects: Subjects,
}

#[derive(Clone, Copy)]
enum Subjects {
    Count(i64),
    Rank,
}

impl Subjects {
    fn at(self, rank: i64) -> usize {
        let count = match self {
            Subjects::Count(count) => count,
            Subjects::Rank => rank,
        };
        usize::try_from(count).unwrap_or(0)
    }
}

/// Data shared by all draws of one call.
struct Drawing<'a, 'g, 'p, 't> {
    ground: &'a GeneratorInput<'g, 'p, 't>,
    design: &'a Design,
    named: Option<String>,
    /// Words by which tables are selected through their `for` entries, in order: the design, then the kind.
    of: Vec<&'a str>,
    skills: Vec<PossibleSkill>,
    /// Items that can be carried, by kind.
    things: Vec<(&'g str, Vec<&'g BuiltItem>)>,
    /// Words that were drawn before, so that no two people have the same aspect or name.
    drawn: BTreeSet<String>,
    /// True if all aspects of the tables are used, so that aspects are repeated.
    dry: bool,
    taken: Vec<String>,
}

impl<'a, 'g, 'p, 't> Drawing<'a, 'g, 'p, 't> {
    fn empty(&self) -> PersonDraft {
        let kind = self.design.kind.to_string();
        PersonDraft { name: "drawn".to_owned(), title: "Drawn".to_owned(), kind, design: self.named.clone(), ..PersonDraft::default() }
    }

    /// Returns the skills that a person may have. A skill is allowed if the compiler accepts a person with only this skill; the diagnostics
    /// in [`ALONE`], which mean that the person is incomplete, are ignored.
    fn possible_skills(&self) -> Vec<PossibleSkill> {
        let program = self.ground.program();
        let mut possible = Vec::new();
        for name in program.visible(self.ground.package, Kinds::One("skill")) {
            let Some(declared) = program.lookup(self.ground.package, "skill", &name).and_then(|id| program.get(id)) else { continue };
            let subjects = match declared.entry("subjects").and_then(Entry::only).map(|value| value.int()) {
                None => Subjects::Count(0),
                Some(Some(count)) => Subjects::Count(count),
                Some(None) => Subjects::Rank,
            };
            if subjects.at(1) > 0 && tables(self.ground, &[name.as_str()], "subjects").is_empty() {
                continue;
            }
            let mut written = name.to_string();
            (0..subjects.at(1)).for_each(|number| written.push_str(&format!(" {}", quoted(&number.to_string()))));
            let mut draft = self.empty();
            draft.skills.push(DrawnSkill { rank: 1, skill: name.to_string(), written });
            if draft.fine_but_for(self.ground, &ALONE) {
                possible.push(PossibleSkill { name: name.to_string(), subjects });
            }
        }
        possible
    }

    /// Returns the items for sale that the package can use and that people can carry, by kind.
    fn possible_things(&self) -> Vec<(&'g str, Vec<&'g BuiltItem>)> {
        let program = self.ground.program();
        let seen = |item: &BuiltItem| {
            let found = program.lookup(self.ground.package, &item.kind, &item.name).and_then(|id| program.get(id));
            found.is_some_and(|found| program.package_name(found.package) == item.package)
        };
        let pack: &'g slip_pack::Pack = self.ground.pack;
        let mut things = Vec::new();
        for (kind, items) in &pack.items {
            // A price list also contains journeys and messages; gear is an item with build points, effects or stunts.
            let does = |item: &BuiltItem| item.budget.is_some() || !item.effects.is_empty() || !item.stunts.is_empty();
            let for_sale = items.values().filter(|item| item.valid && item.price.is_some() && does(item) && seen(item));
            let carried: Vec<&BuiltItem> = for_sale
                .filter(|item| {
                    let draft = PersonDraft { gear: vec![item.name.to_string()], ..self.empty() };
                    draft.fine_but_for(self.ground, &ALONE)
                })
                .collect();
            if !carried.is_empty() {
                things.push((kind.as_str(), carried));
            }
        }
        things
    }

    /// Draws one person without diagnostics.
    fn person(&mut self, wish: &PeopleOptions, dice: &mut Dice) -> Result<PersonDraft, DrawRefusal> {
        let mut faults = Vec::new();
        for _ in 0..TRIES {
            let mut draft = self.empty();
            let mut numbers = Numbers::new(self.design, self.ground.context.rules_of(self.ground.package));
            let (cap, stat) = numbers.cap(wish.cap, dice)?;
            draft.entries.extend(stat.map(|stat| format!("{stat} {cap}")));
            self.size(&mut draft, &numbers, wish, dice)?;
            let rolled = self.entries(&mut draft, dice)?;
            // If the rules give the ranks, skills are drawn only if the user requests a cap.
            if self.design.skill_ranks.is_empty() || wish.cap.is_some() {
                self.skills(&mut draft, &numbers.ranks(cap), dice)?;
            }
            // Rolled values are kept even if a finding advises against them.
            let unheeded = [&UNFINISHED[..], if rolled { &[Code::Advice] } else { &[] }].concat();
            if !draft.fine_but_for(self.ground, &unheeded) {
                faults = draft.faults(self.ground);
                continue;
            }
            numbers.with_skills(draft.skills.iter().map(|ranked| (EcoString::from(ranked.skill.as_str()), ranked.rank)).collect());
            let (low, high) = numbers.stunts();
            let drawn = self.drawn.clone();
            self.words(&mut draft, numbers.slots(), dice)?;
            let names: Vec<String> = self.things.iter().flat_map(|(_, items)| items).map(|item| item.name.to_string()).collect();
            stunts::draw(self.ground, self.design, &mut draft, &names, between(dice, low, high)?, dice)?;
            self.gear(&mut draft, dice)?;
            faults = draft.faults(self.ground);
            if rolled && faults.contains(&Code::Advice) {
                draft.waivers.push(format!("allow {} \"rolled\"", Code::Advice));
                faults = draft.faults(self.ground);
            }
            if faults.is_empty() {
                self.taken.push(draft.name.clone());
                return Ok(draft);
            }
            // The words of a rejected person can be drawn again.
            self.drawn = drawn;
        }
        let codes: BTreeSet<&str> = faults.iter().map(|code| code.slug()).collect();
        let codes: Vec<&str> = codes.into_iter().collect();
        refuse(format!("no legal person was found for `{}`: the last one was refused because of {}", self.design.name, codes.join(", ")))
    }

    /// Adds the entries drawn from the tables for this design, one from each table. Returns true if there are such tables.
    fn entries(&self, draft: &mut PersonDraft, dice: &mut Dice) -> Result<bool, DrawRefusal> {
        let tables = tables(self.ground, &self.of, "entries");
        for table in &tables {
            let texts = Roller { pack: self.ground.pack, dice, fills: &[] }.on(table)?.texts;
            draft.entries.extend(texts.into_iter().filter(|text| !text.is_empty()));
        }
        Ok(!tables.is_empty())
    }

    /// Draws the number of boxes of the tracks that depend on size.
    fn size(&self, draft: &mut PersonDraft, numbers: &Numbers<'_>, wish: &PeopleOptions, dice: &mut Dice) -> Result<(), DrawRefusal> {
        let free = numbers.free_tracks();
        if let (Some(size), true) = (&wish.size, free.is_empty()) {
            return refuse(format!("no track of `{}` depends on size: leave out `{size}`", self.design.name));
        }
        let tables = tables(self.ground, &self.of, "boxes");
        let mut sizes: BTreeMap<&str, Vec<&Table>> = BTreeMap::new();
        for table in &tables {
            for purpose in table.purposes.iter().filter(|purpose| self.is_boxes(purpose)) {
                sizes.entry(purpose.case.as_deref().unwrap_or_default()).or_default().push(table);
            }
        }
        let cases: Vec<&str> = sizes.keys().copied().collect();
        let size = match &wish.size {
            Some(size) if !sizes.contains_key(size.as_str()) => {
                let known = slip_suggest::enumerate(cases.iter().copied().filter(|case| !case.is_empty()));
                let known =
                    if known.is_empty() { "no table gives its number of boxes".to_owned() } else { format!("the sizes are {known}") };
                return refuse(format!("there is no size `{size}` for the kind `{}`; {known}", self.design.kind));
            }
            Some(size) => Some(size.as_str()),
            None => one(dice, &cases)?.copied(),
        };
        let Some(tables) = size.and_then(|size| sizes.get(size)) else { return Ok(()) };
        for track in free {
            let Some(table) = one(dice, tables)? else { continue };
            let boxes = Roller { pack: self.ground.pack, dice, fills: &[] }.on(table)?.numbers.first().copied();
            draft.tracks.extend(boxes.map(|boxes| format!("{track} {boxes}")));
        }
        Ok(())
    }

    fn is_boxes(&self, purpose: &TablePurpose) -> bool {
        purpose.what == "boxes" && self.of.iter().any(|word| purpose.of == *word)
    }

    /// Draws different skills, with the number at each rank that the design requires.
    fn skills(&self, draft: &mut PersonDraft, ranks: &[(i64, usize)], dice: &mut Dice) -> Result<(), DrawRefusal> {
        let wanted: usize = ranks.iter().map(|(_, count)| count).sum();
        if wanted > self.skills.len() {
            return refuse(format!("{wanted} skills are needed, but only {} are possible for `{}`", self.skills.len(), self.design.name));
        }
        let mut order: Vec<&PossibleSkill> = self.skills.iter().collect();
        shuffle(dice, &mut order)?;
        self.put_given_skills(&mut order, wanted, dice)?;
        let mut next = order.into_iter();
        for (rank, count) in ranks {
            for skill in next.by_ref().take(*count) {
                let mut written = skill.name.clone();
                let mut words = WordSource { dice, drawn: &mut BTreeSet::new() };
                for _ in 0..skill.subjects.at(*rank) {
                    let subject = words.new_one(self.ground, (&[skill.name.as_str()], "subjects"), &[], |_| true)?;
                    written.push_str(&format!(" {}", quoted(&subject)));
                }
                draft.skills.push(DrawnSkill { rank: *rank, skill: skill.name.clone(), written });
            }
        }
        Ok(())
    }

    /// Draws one skill from each table `for KIND skills` and makes sure that it is among the first `wanted` skills: if it is not, it is
    /// swapped with one of them.
    fn put_given_skills(&self, order: &mut [&PossibleSkill], wanted: usize, dice: &mut Dice) -> Result<(), DrawRefusal> {
        for table in &tables(self.ground, &self.of, "skills") {
            let given = Roller { pack: self.ground.pack, dice, fills: &[] }.on(table)?.texts.join(" ");
            let Some(place) = order.iter().position(|skill| skill.name == given) else {
                return refuse(format!(
                    "the table `{}` gives `{given}`, but a person of `{}` cannot have this skill",
                    table.name, self.design.name
                ));
            };
            if place >= wanted {
                order.swap(below(dice, wanted)?, place);
            }
        }
        Ok(())
    }

    /// Draws the name of a person, and an aspect for each slot.
    fn words(&mut self, draft: &mut PersonDraft, slots: usize, dice: &mut Dice) -> Result<(), DrawRefusal> {
        let mut words = WordSource { dice, drawn: &mut self.drawn };
        draft.title = words.new_one(self.ground, (&self.of, "names"), &[], |_| true)?;
        draft.name = self.ground.free_name(&draft.kind, &identifier(&draft.title, &draft.kind), &self.taken);
        for _ in 0..slots {
            let aspect = self.aspect(&draft.aspects, dice)?;
            draft.aspects.push(aspect);
        }
        Ok(())
    }

    /// Draws an aspect that no person has yet. If the tables have no such aspect left, draws one that at least this person does not have.
    fn aspect(&mut self, own: &[String], dice: &mut Dice) -> Result<String, DrawRefusal> {
        if !self.dry {
            let drawn = WordSource { dice, drawn: &mut self.drawn }.new_one(self.ground, (&self.of, "aspects"), &[], |_| true);
            if drawn.is_ok() {
                return drawn;
            }
            self.dry = true;
        }
        let mut own = own.iter().map(|text| text.to_lowercase()).collect();
        WordSource { dice, drawn: &mut own }.new_one(self.ground, (&self.of, "aspects"), &[], |_| true)
    }

    /// Draws at most one item of each kind. The person must be trained for the item, or the item needs no training.
    fn gear(&self, draft: &mut PersonDraft, dice: &mut Dice) -> Result<(), DrawRefusal> {
        for (_, items) in &self.things {
            let mut usable: Vec<&&BuiltItem> =
                items.iter().filter(|item| item.skill.as_ref().is_none_or(|skill| draft.trained(skill))).collect();
            shuffle(dice, &mut usable)?;
            let names_it = |stunt: &String, item: &BuiltItem| stunt.split(['(', ',', ')']).any(|word| word.trim() == item.name);
            usable.retain(|item| !draft.stunts.iter().any(|stunt| names_it(stunt, item)));
            for item in usable {
                draft.gear.push(item.name.to_string());
                if draft.fine_but_for(self.ground, &UNFINISHED) {
                    break;
                }
                draft.gear.pop();
            }
        }
        Ok(())
    }
}
