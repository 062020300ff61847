//! Lists of an item: stunts, aspects, gear, held things, and the parts of the design that it leaves out.

use super::subject::{Container, FormSubject};
use super::words::{NamedWord, things as things_of};
use serde::Serialize;
use slip_compile::check::build::{StuntOffer, stunt_offers};
use slip_compile::check::design::StuntRule;
use slip_compile::check::gear::is_carried;
use slip_compile::check::read_purchase::{BoughtStunt, WrittenMode};
use slip_pack::item::{Account, ItemStunt};
use slip_source::Span;
use slip_syntax::tree::{ExprKind, Param, Sign, Value};

/// Stunts of an item or a mode.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct StuntList {
    bought: Vec<BoughtStuntRow>,
    /// Stunts that the design sells and that could be added.
    offers: Vec<OfferedStunt>,
    /// Fewest and most stunts, if the design counts them.
    least: Option<i64>,
    most: Option<i64>,
}

/// Stunt that the item has.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct BoughtStuntRow {
    /// Position in the list, for changes; `null` if the rules give the stunt.
    at: Option<usize>,
    /// Stunt as written.
    text: String,
    title: String,
    doc: String,
    count: i64,
    /// Points for all purchases; `null` if the design has no prices.
    cost: Option<i64>,
    /// Reason for which the rules give the stunt; empty if it was bought.
    given: String,
}

/// Stunt that could be added.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct OfferedStunt {
    name: String,
    title: String,
    doc: String,
    cost: Option<i64>,
    params: Vec<StuntParam>,
    /// Message of the error that buying it would be; empty if it is allowed.
    barred: String,
}

/// Parameter of a stunt.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct StuntParam {
    name: String,
    /// `word` if one of `words` is to be chosen, `text` for words in quotes, `number`, or `free` for anything else.
    form: String,
    words: Vec<NamedWord>,
    optional: bool,
}

/// Aspects of an item.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct AspectList {
    written: Vec<WrittenAspectRow>,
    /// Aspects that the rules give.
    derived: Vec<DerivedAspect>,
    /// Aspects that the rules allow but do not give, such as a psionic shield.
    reserved: Vec<String>,
    /// Life phases of the design, each with the word that may follow an aspect.
    marks: Vec<NamedWord>,
    /// Number of slots, and of the slots that must be filled.
    slots: Option<i64>,
    least: Option<i64>,
}

/// Aspect that the author wrote.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct WrittenAspectRow {
    /// Position in the list, for changes.
    at: usize,
    text: String,
    /// New text of a derived aspect; empty if it is not renamed.
    renamed: String,
    mark: String,
    /// True if the member is no text, so that it is changed in the text only.
    special: bool,
}

/// Aspect that the rules give.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct DerivedAspect {
    text: String,
    /// True if the author may give the aspect another text.
    renamable: bool,
}

/// List of things, such as gear.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct ThingList {
    /// Key of the entry.
    key: String,
    doc: String,
    members: Vec<ThingRow>,
    /// Things that could be added, as they are written.
    words: Vec<NamedWord>,
    /// True if the members of the list may have a count.
    counted: bool,
}

/// Member of a list of things.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct ThingRow {
    /// Position in the list, for changes.
    at: usize,
    /// Thing as written, without its count.
    name: String,
    count: i64,
}

/// Returns the members of a list after inheritance. An entry without a sign replaces all members before it. An entry with `+` adds members,
/// and an entry with `-` removes members.
pub(super) fn members<'a>(subject: &FormSubject<'a, '_, '_, '_, '_>, container: &Container<'a>, key: &str) -> Vec<&'a [Value]> {
    let mut members: Vec<&'a [Value]> = Vec::new();
    for entry in container.entries.iter().filter(|entry| entry.word() == key) {
        match entry.sign() {
            Some((Sign::Minus, _)) => {
                let gone: Vec<&str> = entry.members().filter_map(span_of).map(|span| subject.slice(span)).collect();
                members.retain(|member| !span_of(member).is_some_and(|span| gone.contains(&subject.slice(span))));
            }
            Some((Sign::Plus, _)) => members.extend(entry.members()),
            None => {
                members.clear();
                members.extend(entry.members());
            }
        }
    }
    members
}

/// Returns the span of a whole list member.
pub(super) fn span_of(member: &[Value]) -> Option<Span> {
    Some(member.first()?.expr.span.to(member.last()?.expr.span))
}

/// Returns the list of stunts of the item, or of one of its modes. `None` if the design sells no stunts.
pub(super) fn stunts(subject: &FormSubject<'_, '_, '_, '_, '_>, mode: Option<&WrittenMode>) -> Option<StuntList> {
    if subject.design.stunts.is_empty() {
        return None;
    }
    let container = subject.container(mode.map(|mode| mode.name.text.as_str())).ok();
    let written: Vec<&[Value]> = container.iter().flat_map(|container| members(subject, container, "stunts")).collect();
    let known = mode.map_or(&subject.purchase.bought.stunts, |mode| &mode.own_stunts);
    let own = written.iter().enumerate().filter_map(|(at, member)| {
        let span = span_of(member)?;
        let bought = known.iter().find(|stunt| stunt.span == span);
        Some(bought_row(subject, at, span, bought))
    });
    let all = subject.item.iter().filter(|_| mode.is_none()).flat_map(|item| &item.stunts);
    let given = all.filter(|stunt| stunt.given).map(|stunt| given_row(subject, stunt));
    let bought: Vec<BoughtStuntRow> = own.chain(given).collect();
    let offers = stunt_offers(subject.context, subject.design, subject.declared);
    let is_offered = |offer: &StuntOffer, rule: &StuntRule| {
        let has = known.iter().any(|stunt| stunt.rule == offer.rule);
        rule.many || !rule.params.is_empty() || !has
    };
    let offer = |offer: StuntOffer| {
        let rule = subject.design.stunts.get(offer.rule)?;
        is_offered(&offer, rule).then(|| offered(subject, rule, offer))
    };
    let count = |which: fn(&(_, _)) -> &_| {
        let formula = subject.design.stunt_count.as_ref().filter(|_| mode.is_none()).map(which);
        formula.and_then(|formula| subject.values.eval(formula, 0).ok())
    };
    let (least, most) = (count(|both| &both.0), count(|both| &both.1));
    Some(StuntList { bought, offers: offers.into_iter().filter_map(offer).collect(), least, most })
}

fn bought_row(subject: &FormSubject<'_, '_, '_, '_, '_>, at: usize, span: Span, bought: Option<&BoughtStunt>) -> BoughtStuntRow {
    let rule = bought.and_then(|stunt| subject.design.stunts.get(stunt.rule));
    let count = bought.map_or(1, |stunt| stunt.count);
    let each = rule.and_then(|rule| rule.cost.as_ref()).and_then(|cost| subject.values.eval(&cost.formula, 0).ok());
    BoughtStuntRow {
        at: Some(at),
        text: subject.slice(span).to_owned(),
        title: rule.map(|rule| rule.title.to_string()).unwrap_or_default(),
        doc: rule.map(|rule| doc(subject, rule)).unwrap_or_default(),
        count,
        cost: each.map(|each| each.saturating_mul(count)),
        given: String::new(),
    }
}

fn given_row(subject: &FormSubject<'_, '_, '_, '_, '_>, stunt: &ItemStunt) -> BoughtStuntRow {
    let rule = subject.design.stunts.iter().find(|rule| rule.name == stunt.name);
    let lines = subject.item.iter().flat_map(|item| &item.ledger.lines);
    let reason = lines.filter(|line| line.account == Account::Given).find(|line| line.what.contains(stunt.title.as_str()));
    BoughtStuntRow {
        at: None,
        text: stunt.name.to_string(),
        title: stunt.title.clone(),
        doc: rule.map(|rule| doc(subject, rule)).unwrap_or_default(),
        count: i64::from(stunt.count),
        cost: None,
        given: reason.map_or_else(|| "by the rules".to_owned(), |line| line.what.to_string()),
    }
}

fn offered(subject: &FormSubject<'_, '_, '_, '_, '_>, rule: &StuntRule, offer: StuntOffer) -> OfferedStunt {
    OfferedStunt {
        name: rule.name.to_string(),
        title: rule.title.to_string(),
        doc: doc(subject, rule),
        cost: offer.cost,
        params: rule.params.iter().map(|param| parameter(subject, param)).collect(),
        barred: offer.barred.unwrap_or_default(),
    }
}

/// Returns the doc comment of a stunt.
fn doc(subject: &FormSubject<'_, '_, '_, '_, '_>, rule: &StuntRule) -> String {
    let loose = rule.loose.and_then(|loose| subject.context.program.get(loose));
    match loose {
        Some(loose) => loose.tree.doc.as_ref().map(ToString::to_string).unwrap_or_default(),
        None => subject.doc_of(&rule.name),
    }
}

fn parameter(subject: &FormSubject<'_, '_, '_, '_, '_>, param: &Param) -> StuntParam {
    let named = |word: &str| NamedWord { word: word.to_owned(), title: word.replace('_', " ") };
    let program = subject.context.program;
    let of_kinds = |is_wanted: &dyn Fn(&str) -> bool| {
        let kinds = program.kinds();
        things_of(program, subject.declared.package, kinds.iter().map(|word| word.as_str()).filter(|kind| is_wanted(kind)))
    };
    let kind = match param.types.as_slice() {
        [only] => only.text.as_str(),
        _ => "",
    };
    let (form, words) = match kind {
        "text" => ("text", Vec::new()),
        "number" => ("number", Vec::new()),
        "roll" | "schedule" => ("free", Vec::new()),
        "skill" => ("word", super::skills::usable(subject)),
        "track" => ("word", subject.design.tracks.iter().map(|track| named(&track.name)).collect()),
        "stat" => ("word", subject.design.stats.iter().map(|stat| named(&stat.name)).collect()),
        "item" => ("word", of_kinds(&|kind| program.is_built_kind(kind))),
        _ => ("word", param.types.iter().map(|word| named(&word.text)).collect()),
    };
    StuntParam { name: param.name.text.replace("_", " ").to_string(), form: form.to_owned(), words, optional: param.optional }
}

/// Returns the aspects; `None` if the design has neither slots nor aspects of its own.
pub(super) fn aspects(subject: &FormSubject<'_, '_, '_, '_, '_>) -> Option<AspectList> {
    let design = subject.design;
    if design.slots.is_none() && design.aspects.is_empty() {
        return None;
    }
    let container = subject.container(None).ok();
    let written: Vec<&[Value]> = container.iter().flat_map(|container| members(subject, container, "aspects")).collect();
    let derived = subject.item.iter().flat_map(|item| &item.aspects).filter(|aspect| aspect.derived && aspect.renamed_from.is_none());
    let is_renamable = |text: &str| design.aspects.iter().any(|rule| rule.renamable && rule.words(subject.values) == text);
    let derived = derived.map(|aspect| DerivedAspect { renamable: is_renamable(&aspect.text), text: aspect.text.clone() });
    let allowed = design.optionals.iter().filter(|rule| rule.condition.as_ref().is_none_or(|when| subject.values.holds(&when.formula)));
    let slots = design.slots.as_ref().and_then(|slots| subject.values.eval(&slots.formula, 0).ok());
    let least = design.slots_least.as_ref().map_or(slots, |least| subject.values.eval(least, 0).ok());
    let phase = |phase: &slip_compile::check::design::PhaseRule| NamedWord { word: phase.name.to_string(), title: phase.title.to_string() };
    Some(AspectList {
        written: written.iter().enumerate().map(|(at, member)| aspect_row(subject, at, member)).collect(),
        derived: derived.collect(),
        reserved: allowed.flat_map(|rule| rule.texts.iter().map(ToString::to_string)).collect(),
        marks: design.phases.iter().map(phase).collect(),
        slots,
        least,
    })
}

fn aspect_row(subject: &FormSubject<'_, '_, '_, '_, '_>, at: usize, member: &[Value]) -> WrittenAspectRow {
    let text = member.first().and_then(|value| value.expr.text()).map(|text| text.value.to_string());
    let rest = member.get(1..).unwrap_or_default();
    let (renamed, rest) = match rest {
        [word, other, rest @ ..] if word.expr.name().is_some_and(|word| word == "as") => {
            (other.expr.text().map(|text| text.value.to_string()), rest)
        }
        rest => (None, rest),
    };
    let mark = rest.first().and_then(|mark| mark.expr.name()).map(ToString::to_string).unwrap_or_default();
    let whole = span_of(member).map(|span| subject.slice(span).to_owned()).unwrap_or_default();
    WrittenAspectRow { at, special: text.is_none(), text: text.unwrap_or(whole), renamed: renamed.unwrap_or_default(), mark }
}

/// Returns the lists of things: gear, the lists that the design declares, and the parts of the design that the item leaves out.
pub(super) fn things(subject: &FormSubject<'_, '_, '_, '_, '_>) -> Vec<ThingList> {
    let (program, package) = (subject.context.program, subject.declared.package);
    let mut lists = Vec::new();
    if subject.design.gear {
        let kinds = program.kinds();
        let mut words: Vec<NamedWord> = kinds
            .iter()
            .flat_map(|kind| program.in_sight(package, kind))
            .filter(|thing| is_carried(program, thing))
            .map(|thing| NamedWord { word: thing.name().to_string(), title: thing.title().to_string() })
            .collect();
        words.sort_by(|one, other| (&one.title, &one.word).cmp(&(&other.title, &other.word)));
        words.dedup();
        lists.push(list(subject, "gear", words, true));
    }
    for rule in &subject.design.holds {
        let words = things_of(program, package, std::iter::once(rule.wanted.as_str()));
        lists.push(list(subject, &rule.name, words, true));
    }
    if subject.design.without {
        lists.push(list(subject, "without", given_parts(subject), false));
    }
    lists
}

/// Returns the aspects and stunts that the rules give, as `without` writes them.
fn given_parts(subject: &FormSubject<'_, '_, '_, '_, '_>) -> Vec<NamedWord> {
    let item = subject.item.iter();
    let aspects = item.clone().flat_map(|item| &item.aspects).filter(|aspect| aspect.derived);
    let aspects = aspects.map(|aspect| NamedWord { word: slip_pack::quoted(&aspect.text), title: aspect.text.clone() });
    let stunts = item.flat_map(|item| &item.stunts).filter(|stunt| stunt.given);
    aspects.chain(stunts.map(|stunt| NamedWord { word: stunt.name.to_string(), title: stunt.title.clone() })).collect()
}

fn list(subject: &FormSubject<'_, '_, '_, '_, '_>, key: &str, words: Vec<NamedWord>, counted: bool) -> ThingList {
    let container = subject.container(None).ok();
    let written = container.iter().flat_map(|container| members(subject, container, key));
    let members = written.enumerate().filter_map(|(at, member)| {
        let count = member.last().and_then(|last| match last.expr.kind {
            ExprKind::Count(count) => Some(count),
            _ => None,
        });
        let named = if count.is_some() { member.get(..member.len().saturating_sub(1))? } else { member };
        Some(ThingRow { at, name: subject.slice(span_of(named)?).to_owned(), count: count.unwrap_or(1) })
    });
    ThingList { key: key.to_owned(), doc: subject.doc_of(key), members: members.collect(), words, counted }
}
