//! Compiles `doctrine` items: checks topics, words and terms against the questions of their kind of play.
//!
//! Refuses topics, words and terms that the kind of play does not have, divisors that may be zero, and bases of another kind. Warns of
//! rules that can never match or are never reached. Bases are merged here, so that play reads only one list.

mod actor_selections;
mod conditions;
mod errors;
mod rule;
mod terms;
mod topics;
pub mod turn_limits;
mod zone_and_mode_names;

use crate::resolve::{DeclId, DeclaredItem, Program};
use slip_pack::Name;
use slip_pack::doctrine::{Doctrine, DoctrineKind, DoctrineRule, RuleOrigin, Topic, UNIT};
use slip_pack::item;
use slip_pack::map::Map;
use slip_source::diagnostic::{Diagnostics, Severity};
use slip_source::{PackageId, Span};
use slip_syntax::tree::Entry;
use std::collections::BTreeMap;
use zone_and_mode_names::ZoneAndModeNames;

/// Context of one doctrine rule, on which the meaning of its words depends.
#[derive(Clone, Copy)]
pub(super) struct RuleContext<'p> {
    /// Linked program, to look up names.
    pub program: &'p Program<'p>,
    /// Zones and modes that the words of the rule may name.
    ground: &'p ZoneAndModeNames<'p>,
    /// Package in which the rule is written. The rule may use all names that are visible in this package.
    pub package: PackageId,
    /// Kind of play of the doctrine.
    pub kind: DoctrineKind,
    /// Topic of the rule.
    pub topic: Topic,
}

/// Compiled rule, with data for the checks that compare rules with each other.
struct Line {
    row: DoctrineRule,
    /// True if the rule is added before the rules of the base. False if it replaces these rules.
    plus: bool,
    /// True if the condition of the rule is always true.
    always: bool,
    /// True if the rule decides the question whenever its condition is true. Later rules are not needed then.
    settles: bool,
    span: Span,
}

/// Rules that one doctrine itself contains, compiled, without the rules of its bases.
struct Own {
    kind: DoctrineKind,
    lines: Vec<Line>,
    fate_value: Option<i64>,
    base: Option<DeclId>,
    valid: bool,
}

/// Checks every doctrine. The keys of the result are `package.name`.
pub fn check(program: &Program<'_>, maps: &BTreeMap<Name, Map>, out: &mut Diagnostics) -> BTreeMap<Name, Doctrine> {
    let mut compiled: BTreeMap<DeclId, Own> = BTreeMap::new();
    let ground = ZoneAndModeNames::of(program, maps);
    for declared in program.of_kind("doctrine") {
        if let Some(own) = own_lines(program, &ground, declared, out) {
            compiled.insert(declared.id, own);
        }
    }
    report_foreign_bases(program, &mut compiled, out);
    let mut doctrines = BTreeMap::new();
    for declared in program.of_kind("doctrine") {
        if let Some(own) = compiled.get(&declared.id) {
            doctrines.entry(program.key(declared)).or_insert_with(|| lay(program, declared, own, &compiled));
        }
    }
    doctrines
}

/// Reports errors in the text of one doctrine. The text of its base is not checked.
pub fn look(program: &Program<'_>, maps: &BTreeMap<Name, Map>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) {
    own_lines(program, &ZoneAndModeNames::of(program, maps), declared, out);
}

fn own_lines(program: &Program<'_>, ground: &ZoneAndModeNames<'_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Option<Own> {
    let kind = kind_of(program, declared, out)?;
    let mut own = Own { kind, lines: Vec::new(), fate_value: None, base: declared.base, valid: !declared.tree.flawed };
    let mut fate_value_at: Option<Span> = None;
    for entry in declared.entries.iter() {
        if entry.broken {
            own.valid = false;
            continue;
        }
        let before = out.len();
        let place = RuleContext { program, ground, package: declared.package, kind, topic: Topic::Act };
        match topic(entry, place, out) {
            Some(Topic::FateValue) => {
                if let Some(first) = fate_value_at.replace(entry.span) {
                    out.push(errors::fate_value_twice(entry.span, first));
                }
                match surplus(entry) {
                    Some(span) => out.push(errors::surplus(span)),
                    None => own.fate_value = rule::fate_value(entry, out),
                }
            }
            Some(topic) => read_line(program, entry, RuleContext { topic, ..place }, declared, &mut own.lines, out),
            None => {}
        }
        own.valid &= !out.iter().skip(before).any(|found| found.severity == Severity::Error);
    }
    report_late_lines(&mut own.lines, out);
    Some(own)
}

fn kind_of(program: &Program<'_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Option<DoctrineKind> {
    let tree = declared.tree;
    let Some(path) = program.behind_colon(declared) else {
        // A base without a kind is reported at the base itself. An unknown base is reported by the name resolution.
        if !tree.broken && tree.base.is_none() {
            out.push(errors::no_kind(&tree.name));
        }
        return None;
    };
    let kind = DoctrineKind::from_word(&path.name.text).filter(|_| path.package.is_none());
    if kind.is_none() && !tree.broken && tree.design.is_some() {
        out.push(errors::unknown_play(path));
    }
    kind
}

fn topic(entry: &Entry, place: RuleContext<'_>, out: &mut Diagnostics) -> Option<Topic> {
    let Some(head) = rule::head(entry) else {
        out.push(errors::no_topic(entry.span, place.kind));
        return None;
    };
    let known = Topic::from_word(head.topic);
    match known.filter(|topic| topics::spec(*topic).kinds.contains(&place.kind)) {
        Some(topic) => Some(topic),
        None => {
            let kinds = known.map(|topic| topics::spec(topic).kinds);
            let split = || rule::split_topic(&head).filter(|(topic, _)| topics::spec(*topic).kinds.contains(&place.kind));
            out.push(match split() {
                Some((topic, span)) => errors::split_topic(span, topic),
                None => errors::unknown_topic(head.span, head.topic, place.kind, kinds),
            });
            None
        }
    }
}

fn read_line(
    program: &Program<'_>,
    entry: &Entry,
    place: RuleContext<'_>,
    declared: &DeclaredItem<'_>,
    own: &mut Vec<Line>,
    out: &mut Diagnostics,
) {
    let Some(head) = rule::head(entry) else { return };
    if let Some(span) = surplus(entry) {
        out.push(errors::surplus(span));
        return;
    }
    if let Some(span) = entry.lead().filter(|_| !place.topic.whether()) {
        out.push(errors::needless_plus(span, place.topic));
    }
    let line = program.sources.file(declared.file).map_or(0, |file| file.line(entry.span.start));
    let from = RuleOrigin { doctrine: declared.name().clone(), line };
    rule::rows(entry, &head, &from, place, own, out);
}

/// Returns the span of a part of the entry that no doctrine rule can have: a block, an `else` or a sign.
fn surplus(entry: &Entry) -> Option<Span> {
    let block = entry.block().map(|block| block.span);
    block.or_else(|| entry.otherwise().map(|text| text.span)).or_else(|| entry.sign().map(|(_, span)| span))
}

/// Reports rules that come after a rule that always settles their topic. The later rules are removed, because play never uses them.
fn report_late_lines(lines: &mut Vec<Line>, out: &mut Diagnostics) {
    let mut late = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let earlier = lines.iter().take(index).find(|earlier| rule::decided_by(earlier, line));
        if let Some(earlier) = earlier {
            out.push(errors::too_late(line.span, line.row.topic, earlier.span));
            late.push(index);
        }
    }
    let mut index = 0;
    lines.retain(|_| {
        let keep = late.binary_search(&index).is_err();
        index += 1;
        keep
    });
}

/// Reports a doctrine whose base is of another kind. A base of kind `fate` is allowed in each of the four FATE conflicts.
fn report_foreign_bases(program: &Program<'_>, compiled: &mut BTreeMap<DeclId, Own>, out: &mut Diagnostics) {
    let kinds: BTreeMap<DeclId, DoctrineKind> = compiled.iter().map(|(id, own)| (*id, own.kind)).collect();
    for (id, own) in compiled.iter_mut() {
        let Some(base_kind) = own.base.and_then(|base| kinds.get(&base)).copied() else { continue };
        let fits = base_kind == own.kind || (base_kind == DoctrineKind::Fate && own.kind != DoctrineKind::Stakes);
        if fits {
            continue;
        }
        let path = program.get(*id).and_then(|declared| declared.tree.base.as_ref());
        if let Some(path) = path {
            out.push(errors::foreign_base(path, own.kind, base_kind));
        }
        own.base = None;
        own.valid = false;
    }
}

/// Returns the doctrines that apply to a side, in order: the doctrine and its bases, then the standard doctrine of its kind of play with
/// its bases. A doctrine that occurs twice is kept only at its last position.
fn chain(program: &Program<'_>, id: DeclId, kind: DoctrineKind, compiled: &BTreeMap<DeclId, Own>) -> Vec<DeclId> {
    let mut chain = follow(id, compiled);
    let standard = program.lookup(PackageId::STD, "doctrine", &kind.standard());
    if let Some(standard) = standard.filter(|standard| !chain.contains(standard)) {
        let under = follow(standard, compiled);
        chain.retain(|link| !under.contains(link));
        chain.extend(under);
    }
    chain
}

fn follow(id: DeclId, compiled: &BTreeMap<DeclId, Own>) -> Vec<DeclId> {
    let mut chain = Vec::new();
    let mut at = Some(id);
    while let Some(link) = at.filter(|link| !chain.contains(link)) {
        let Some(own) = compiled.get(&link) else { break };
        chain.push(link);
        at = own.base;
    }
    chain
}

/// Merges the rules of a doctrine, of its bases and of the standard doctrine into one list.
fn lay(program: &Program<'_>, declared: &DeclaredItem<'_>, own: &Own, compiled: &BTreeMap<DeclId, Own>) -> Doctrine {
    let chain = chain(program, declared.id, own.kind, compiled);
    let links: Vec<&Own> = chain.iter().filter_map(|id| compiled.get(id)).collect();
    let mut rows = Vec::new();
    let mut answered: Vec<Topic> = Vec::new();
    for link in &links {
        let mut replaced = Vec::new();
        for line in &link.lines {
            let topic = line.row.topic;
            if answered.contains(&topic) {
                continue;
            }
            if topic.whether() && !line.plus {
                replaced.push(topic);
            }
            rows.push(line.row.clone());
        }
        // If a doctrine has rules on a yes-or-no topic, they replace all rules of its bases on this topic.
        answered.extend(replaced);
    }
    let bases = chain.iter().skip(1).filter_map(|id| program.get(*id)).map(|base| program.key(base)).collect();
    let tree = declared.tree;
    Doctrine {
        name: declared.name().clone(),
        title: declared.title().to_string(),
        package: program.package_name(declared.package).into(),
        doc: tree.doc.as_ref().map(ToString::to_string),
        kind: own.kind,
        bases,
        fate_value: links.iter().find_map(|link| link.fate_value).unwrap_or(UNIT),
        rows,
        valid: links.iter().all(|link| link.valid),
        place: place_of(program, declared),
    }
}

fn place_of(program: &Program<'_>, declared: &DeclaredItem<'_>) -> item::SourcePosition {
    let file = program.sources.file(declared.file);
    item::SourcePosition {
        file: file.map_or_else(Name::default, |file| file.path().into()),
        line: file.map_or(0, |file| file.line(declared.tree.span.start)),
    }
}
