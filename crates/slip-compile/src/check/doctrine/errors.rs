//! Messages about doctrines.

use super::terms::{self, TermTime};
use super::topics::{self, PickPlace, TopicSpec};
use super::{RuleContext, actor_selections};
use slip_pack::doctrine::{DoctrineKind, Topic};
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

use slip_source::Span;
use slip_syntax::tree::{Call, NamePath, SpannedName};

/// Returns the name of a kind of play for messages: `personal combat`.
fn play(kind: DoctrineKind) -> &'static str {
    match kind {
        DoctrineKind::Fate => "all four FATE conflicts",
        DoctrineKind::Personal => "personal combat",
        DoctrineKind::Space => "space combat",
        DoctrineKind::Social => "social combat",
        DoctrineKind::Platoon => "platoon combat",
        DoctrineKind::Stakes => "the stakes conflict",
    }
}

fn plays(kinds: &[DoctrineKind]) -> String {
    slip_suggest::enumerate(kinds.iter().filter(|kind| **kind != DoctrineKind::Fate).map(|kind| play(*kind)))
}

fn listed<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let quoted: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    slip_suggest::enumerate(quoted.iter().map(String::as_str))
}

/// Adds a did-you-mean suggestion, or else the list of legal words.
fn offer<'w>(diagnostic: Diagnostic, span: Span, word: &str, legal: impl Iterator<Item = &'w str>, all: &str) -> Diagnostic {
    let legal: Vec<&str> = legal.collect();
    let diagnostic = diagnostic.could_be(legal.iter().copied());
    match slip_suggest::nearest(word, legal.iter().copied()) {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None if legal.is_empty() => diagnostic,
        None => diagnostic.with_help(format!("{all} {}", listed(legal.into_iter()))),
    }
}

/// Reports a doctrine without a kind of play.
pub(super) fn no_kind(name: &SpannedName) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, name.span, format!("the doctrine `{}` has no kind of play", name.text))
        .because("a kind of play is missing after the name")
        .with_help(format!(
            "write for instance `doctrine {} : personal`; the kinds are {}",
            name.text,
            listed(DoctrineKind::ALL.iter().map(|kind| kind.word()))
        ))
}

/// Reports an unknown kind of play.
pub(super) fn unknown_play(path: &NamePath) -> Diagnostic {
    let word = &path.name.text;
    let diagnostic =
        Diagnostic::new(Code::UnknownPlay, path.span(), format!("a doctrine cannot be for `{word}`")).because("not a kind of play");
    offer(diagnostic, path.span(), word, DoctrineKind::ALL.iter().map(|kind| kind.word()), "the kinds are")
}

/// Reports a rule that does not begin with a topic.
pub(super) fn no_topic(span: Span, kind: DoctrineKind) -> Diagnostic {
    Diagnostic::new(Code::UnknownTopic, span, "this line of a doctrine does not begin with a topic")
        .because("a topic belongs here")
        .with_help(format!("begin the line with a topic of {}: {}", play(kind), listed(topics::topics_of(kind))))
}

/// Reports a topic that does not exist or that this kind of play does not have.
pub(super) fn unknown_topic(span: Span, word: &str, kind: DoctrineKind, elsewhere: Option<&[DoctrineKind]>) -> Diagnostic {
    if let Some(kinds) = elsewhere {
        return Diagnostic::new(Code::UnknownTopic, span, format!("`{word}` is not a topic of {}", play(kind)))
            .because(format!("this topic exists only in {}", plays(kinds)))
            .with_help("remove this line, or write it in a doctrine for that kind of play");
    }
    let diagnostic = Diagnostic::new(Code::UnknownTopic, span, format!("`{word}` is not a topic of {}", play(kind))).because("not a topic");
    offer(diagnostic, span, word, topics::topics_of(kind), "its topics are")
}

/// Reports a topic that is written as two words: `keep range 1..2`.
pub(super) fn split_topic(span: Span, topic: Topic) -> Diagnostic {
    let right = topic.word();
    Diagnostic::new(Code::UnknownTopic, span, format!("the topic `{right}` is written as two words"))
        .because("one word with `_` belongs here")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports a part of an entry that doctrine rules cannot have.
pub(super) fn surplus(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot be in a line of a doctrine")
        .because("not allowed here")
        .with_help("remove it; a line has a topic, its choices, and `when` with a condition")
}

/// Reports a `+` that changes nothing. On this topic, rules always come before those of the base doctrine.
pub(super) fn needless_plus(span: Span, topic: Topic) -> Diagnostic {
    Diagnostic::new(Code::NeedlessPlus, span, format!("`+` changes nothing before `{}`", topic.word()))
        .because("these lines come before those of the base doctrine anyway")
        .with_fix("remove the `+`", Confidence::Safe, span, "")
}

/// Reports a rule that is never reached, because an earlier rule always decides.
pub(super) fn too_late(span: Span, topic: Topic, earlier: Span) -> Diagnostic {
    Diagnostic::new(Code::UnreachableLine, span, format!("this line about `{}` is never used", topic.word()))
        .because("comes too late")
        .with_label(earlier, "this line always decides first")
        .with_help("write this line before the other one, or write `when` and a condition in the other one")
}

/// Reports a base that is a doctrine for another kind of play.
pub(super) fn foreign_base(path: &NamePath, own: DoctrineKind, base: DoctrineKind) -> Diagnostic {
    let help = if own == DoctrineKind::Stakes {
        "write the name of a `stakes` doctrine after `from`".to_owned()
    } else {
        format!("write the name of a `{}` or `fate` doctrine after `from`", own.word())
    };
    Diagnostic::new(Code::ForeignBase, path.span(), format!("a doctrine for {} cannot be based on `{}`", play(own), path.name.text))
        .because(format!("this doctrine is for {}", play(base)))
        .with_help(help)
}

/// Reports a `fate_value` that is not a number.
pub(super) fn fate_value(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `fate_value` is not written correctly")
        .because("one number of boxes from 0 to 99, without a condition")
        .with_help("write for instance `fate_value 1`, or `fate_value 150%` for one and a half boxes")
}

/// Reports a second `fate_value`.
pub(super) fn fate_value_twice(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, "`fate_value` is written twice")
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("remove one of the two lines")
}

/// Reports a topic without the words that it requires.
pub(super) fn needs_words(span: Span, spec: &TopicSpec, kind: DoctrineKind) -> Diagnostic {
    let topic = spec.topic.word();
    Diagnostic::new(Code::WrongValue, span, format!("there is nothing after `{topic}`"))
        .because("a choice is missing after this")
        .with_help(format!("write {} after `{topic}`", takes(spec, kind)))
}

/// Describes what may follow a topic, for messages.
fn takes(spec: &TopicSpec, kind: DoctrineKind) -> String {
    let mut parts: Vec<String> = choice_words(spec, kind).map(|word| format!("`{word}`")).collect();
    if spec.range {
        parts.push("a range such as `1..3`".to_owned());
    }
    if spec.amount {
        parts.push("a number or a formula in brackets".to_owned());
    }
    match spec.pick {
        PickPlace::Bare => parts.push("words that choose actors, such as `weakest enemy visible`".to_owned()),
        PickPlace::On => parts.push("`on` and words that choose actors".to_owned()),
        _ => {}
    }
    if spec.grades {
        parts.push("grades such as `mild, moderate before taken_out`".to_owned());
    }
    match spec.named {
        topics::NamedKind::Skill => parts.push("the name of a skill".to_owned()),
        topics::NamedKind::Weapon => parts.push("the name of a weapon".to_owned()),
        topics::NamedKind::Zone => parts.push("the name of a zone".to_owned()),
        topics::NamedKind::Start => parts.push(
            match kind {
                DoctrineKind::Space => "the name of a thing",
                DoctrineKind::Social | DoctrineKind::Platoon => "the name of a zone",
                _ => "the name of a zone or of a mode",
            }
            .to_owned(),
        ),
        topics::NamedKind::Word | topics::NamedKind::Track => parts.push("the name of a track".to_owned()),
        topics::NamedKind::Nothing => {}
    }
    if parts.is_empty() { "no words".to_owned() } else { slip_suggest::alternatives(parts.iter().map(String::as_str)) }
}

fn choice_words(spec: &TopicSpec, kind: DoctrineKind) -> impl Iterator<Item = &'static str> {
    let own = spec.words.iter().filter(move |own| own.kinds.contains(&kind)).map(|own| own.word);
    own.chain(spec.orders.iter().map(|order| order.word()))
}

/// Reports a word that cannot follow the topic.
pub(super) fn unknown_choice(span: Span, word: &str, spec: &TopicSpec, place: RuleContext<'_>) -> Diagnostic {
    let topic = spec.topic.word();
    if spec.own(place.kind, word).is_some() {
        return Diagnostic::new(Code::WrongValue, span, format!("a comma is missing between two choices of `{topic}`"))
            .because("a second choice")
            .with_help(format!("write `, {word}`; the choice that comes first is preferred"));
    }
    if let Some(kinds) = spec.foreign(word) {
        return Diagnostic::new(Code::UnknownChoice, span, format!("`{word}` is not a choice of `{topic}` in {}", play(place.kind)))
            .because(format!("exists only in {}", plays(kinds)))
            .with_help("remove it, or write another choice");
    }
    let diagnostic =
        Diagnostic::new(Code::UnknownChoice, span, format!("`{word}` is not a choice of `{topic}`")).because("has no meaning here");
    let picks: Vec<&str> = if spec.pick == PickPlace::Nowhere { Vec::new() } else { actor_selections::words(place.kind).collect() };
    let extra = ["on", "with"].into_iter().filter(|extra| if *extra == "on" { spec.pick == PickPlace::On } else { spec.with });
    let grades = ["mild", "moderate", "severe", "before"].into_iter().filter(|_| spec.grades);
    let own: Vec<&str> = choice_words(spec, place.kind).chain(extra).chain(grades).collect();
    // Completion offers words that select actors only if they may follow the topic directly. If they must follow `on`, they are not
    // offered.
    let bare = picks.iter().filter(|_| spec.pick == PickPlace::Bare);
    let diagnostic = diagnostic.could_be(own.iter().chain(bare).copied());
    let legal = own.into_iter().chain(picks);
    match slip_suggest::nearest(word, legal) {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic.with_help(format!("write {} after `{topic}`", takes(spec, place.kind))),
    }
}

/// Reports a value of a form that cannot follow the topic.
pub(super) fn unfit_value(span: Span, spec: &TopicSpec, kind: DoctrineKind) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("this cannot follow `{}`", spec.topic.word()))
        .because("not a choice of this topic")
        .with_help(format!("write {} after `{}`", takes(spec, kind), spec.topic.word()))
}

/// Reports a word that cannot be part of a selection of actors.
pub(super) fn unknown_pick_word(span: Span, word: Option<&str>, kind: DoctrineKind) -> Diagnostic {
    let Some(word) = word else {
        return Diagnostic::new(Code::WrongValue, span, "this cannot choose actors")
            .because("not a word")
            .with_help("write for instance `weakest enemy visible`");
    };
    let foreign = slip_pack::doctrine::DoctrineWord::from_word(word)
        .and_then(terms::spec)
        .filter(|spec| spec.filters() && !spec.kinds.contains(&kind));
    if let Some(spec) = foreign {
        return Diagnostic::new(Code::UnknownChoice, span, format!("actors cannot be chosen by `{word}` in {}", play(kind)))
            .because(format!("exists only in {}", plays(spec.kinds)))
            .with_help("remove it, or write another word");
    }
    let diagnostic = Diagnostic::new(Code::UnknownChoice, span, format!("`{word}` cannot be used to choose actors"))
        .because("not a group, a filter or an order of actors");
    offer(diagnostic, span, word, actor_selections::words(kind), "the words are")
}

/// Reports that words which select actors are missing.
pub(super) fn needs_pick(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "the words that choose the actors are missing")
        .because("actors must be chosen here")
        .with_help("write for instance `weakest enemy visible`")
}

/// Reports a word, or a part of a rule, that is written twice.
pub(super) fn twice(span: Span, what: &str) -> Diagnostic {
    let said = if what.contains(' ') { what.to_owned() } else { format!("`{what}`") };
    Diagnostic::new(Code::WrongValue, span, format!("{said} is written twice"))
        .because("the second time")
        .with_help("remove it here, or write a comma before it if it belongs to another choice")
}

/// Reports two filters of which no actor meets both.
pub(super) fn never_both(span: Span, word: &str, other: &str) -> Diagnostic {
    Diagnostic::new(Code::NeverFits, span, format!("no actor is both `{other}` and `{word}`, so this line never applies"))
        .because(format!("excludes `{other}`"))
        .with_help("write a comma between the two, or remove one of them")
}

/// Reports `trained` without a skill.
pub(super) fn trained_what(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "there is no skill after `trained`")
        .because("a skill is missing after this")
        .with_help("write for instance `trained medical`")
}

/// Reports `with` without a name.
pub(super) fn with_what(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "there is no name after `with`")
        .because("a name is missing after this")
        .with_help("write a weapon, a skill, `best` or `save` after `with`")
}

/// Reports an unknown weapon or skill after `with`.
pub(super) fn unknown_thing(span: Span, word: &str, place: RuleContext<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("there is no weapon or skill called `{word}`"))
        .because("not the name of a weapon or skill");
    let kinds = crate::resolve::Kinds::Any(&["weapon", "skill"]);
    let names = place.program.visible(place.package, kinds);
    match slip_suggest::nearest(word, names.iter().map(|name| name.as_str()).chain(["best", "save"])) {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{nearest}`?")),
        None => diagnostic.with_help("write the name of a weapon or a skill, `best` or `save`"),
    }
}

/// Reports `before` if neither `box` nor `taken_out` follows.
pub(super) fn before_what(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "there is no limit after `before`")
        .because("`taken_out`, or `box` and a number, is missing after this")
        .with_help("write for instance `consequence mild before taken_out` or `consequence mild before box 3`")
}

/// Reports a range whose ends are not numbers.
pub(super) fn range_of_numbers(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this range is not two whole numbers")
        .because("two numbers belong here")
        .with_help("write for instance `1..3`")
}

/// Reports a range that contains none of the possible numbers.
pub(super) fn empty_range(span: Span, low: i64, high: i64) -> Diagnostic {
    Diagnostic::new(Code::NeverFits, span, format!("the range `{low}..{high}` contains no possible number, so this line never applies"))
        .because("contains nothing")
        .with_help("write the smaller number first, and no number below 0")
}

/// Reports an amount in a doctrine rule that is always 0 or less, so that the rule never applies.
pub(super) fn nothing_of(span: Span) -> Diagnostic {
    Diagnostic::new(Code::NeverFits, span, "this amount is never above 0, so this line never applies")
        .because("always 0 or less")
        .with_help("write a greater amount, or write `avoid` before the topic")
}

/// Reports a condition that can never be true.
pub(super) fn never_holds(span: Span) -> Diagnostic {
    Diagnostic::new(Code::NeverFits, span, "this condition can never be true, so this line never applies")
        .because("always false")
        .with_help("remove this line, or correct its condition")
}

/// Reports a condition that is false in every turn, because all encounters with the doctrine end before it could be true.
pub(super) fn after_the_last_turn(span: Span, limit: u32) -> Diagnostic {
    let turns = if limit == 1 { "1 turn".to_owned() } else { format!("{limit} turns") };
    Diagnostic::new(
        Code::NeverFits,
        span,
        format!("this line never applies, because no encounter with this doctrine has more than {turns}"),
    )
    .because("false in every turn")
    .with_help("write an earlier turn, or a later `limit` in an encounter")
    .sized(u64::from(limit))
}

/// Reports a number where a truth value is required, or a truth value where a number is required.
pub(super) fn wrong_sort(span: Span, truth: bool) -> Diagnostic {
    let (wanted, found) = if truth { ("a condition", "a number") } else { ("a number", "a condition") };
    Diagnostic::new(Code::FormulaType, span, format!("this is {found}, but {wanted} is needed")).because(format!("not {wanted}")).with_help(
        if truth {
            "compare it with a number, as in `fate >= 1`"
        } else {
            "write something that counts, as in `enemies` or `count(enemy visible)`"
        },
    )
}

/// Reports a number out of bounds.
pub(super) fn too_large(span: Span) -> Diagnostic {
    Diagnostic::new(Code::FormulaFault, span, "this number is too large for a doctrine")
        .because("above ten million")
        .with_help("write a number up to 10000000")
}

/// Reports an expression that conditions do not support.
pub(super) fn not_a_value(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot be part of a condition of a doctrine")
        .because("has no value")
        .with_help("write for instance `fate >= 1`, `hit_chance >= 50%` or `any(enemy visible)`")
}

/// Reports a divisor that may be 0 or, if `certain`, is always 0.
pub(super) fn division_by_zero(span: Span, certain: bool) -> Diagnostic {
    let message = if certain { "this divides by 0" } else { "this may divide by 0" };
    let diagnostic = Diagnostic::new(Code::FormulaFault, span, message);
    if certain {
        diagnostic.because("this is 0").with_help("divide by another number, or remove the division")
    } else {
        diagnostic.because("this can be 0").with_help("write `max(…, 1)` around it, so that it is never 0")
    }
}

/// Reports `in` without a range.
pub(super) fn needs_range(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "there is no range after `in`")
        .because("a range belongs here")
        .with_help("write for instance `in 1..3`")
}

/// Reports a term that is unknown or belongs to another kind of play.
pub(super) fn unknown_term(span: Span, word: &str, place: RuleContext<'_>, elsewhere: Option<&[DoctrineKind]>, it: bool) -> Diagnostic {
    if let Some(kinds) = elsewhere {
        return Diagnostic::new(Code::UnknownTerm, span, format!("`{word}` has no value in {}", play(place.kind)))
            .because(format!("exists only in {}", plays(kinds)))
            .with_help("remove it, or write another word");
    }
    let diagnostic = Diagnostic::new(Code::UnknownTerm, span, format!("`{word}` has no value in {}", play(place.kind)))
        .because("not a word of a condition");
    offer(diagnostic, span, word, terms::terms_of(place.kind, place.topic, it), "the words here are")
}

/// Reports a term that has no value yet when the rule is evaluated.
pub(super) fn term_at_wrong_point(span: Span, word: &str, topic: Topic, when: TermTime) -> Diagnostic {
    let known = match when {
        TermTime::Hit => "while a hit is being reduced: in lines about `consequence`",
        TermTime::RollOrHit => "after the dice, or while a hit is being reduced",
        _ => "after the dice: in lines about `free_tag`, `spend_spin`, `spend_fate`, `reroll` and `late_compel`",
    };
    Diagnostic::new(Code::UnknownTerm, span, format!("`{word}` is not yet known when `{}` is decided", topic.word()))
        .because(format!("has a value only {known}"))
        .with_help("remove the condition, or write another word")
}

/// Reports a term that is about the target of an option but lacks `it.` before it.
pub(super) fn needs_it(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownTerm, span, format!("`{word}` is about a target, not about the actor"))
        .because("the target is missing")
        .with_fix(format!("write `it.{word}`"), Confidence::Unsafe, span, format!("it.{word}"))
}

/// Reports a term about the actor that is written with `it.` before it.
pub(super) fn not_of_it(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownTerm, span, format!("`{word}` is not about a target"))
        .because("about the actor, the roll or the choice itself")
        .with_fix(format!("write `{word}`"), Confidence::Unsafe, span, word)
}

/// Reports a dot after a word other than `it`.
pub(super) fn only_it(path: &NamePath) -> Diagnostic {
    Diagnostic::new(Code::UnknownTerm, path.span(), "this cannot come before a dot")
        .because("only `it`, the target, can come before a dot")
        .with_help(format!("write `it.{}`", path.name.text))
}

/// Reports a function that does not exist.
pub(super) fn unknown_function(call: &Call) -> Diagnostic {
    let name = &call.name.name;
    let diagnostic =
        Diagnostic::new(Code::UnknownTerm, name.span, format!("there is no function called `{}`", name.text)).because("unknown here");
    offer(diagnostic, name.span, &name.text, ["any", "count", "min", "max", "abs", "clamp", "mod"].into_iter(), "the functions are")
}

/// Reports a function with the wrong number of arguments.
pub(super) fn function_arguments(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::ArgumentCount, span, format!("`{name}` has the wrong number of values in brackets"))
        .because("too few or too many values")
        .with_help("write one or more values for `min` and `max`, one for `abs`, two for `mod`, three for `clamp`")
}

/// Reports `any` or `count` with commas in its brackets.
pub(super) fn pick_arguments(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::ArgumentCount, span, format!("the brackets of `{name}` do not contain words that choose actors"))
        .because("words without commas belong into the brackets")
        .with_help(format!("write for instance `{name}(enemy visible)`"))
}
