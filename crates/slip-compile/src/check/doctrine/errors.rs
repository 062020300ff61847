//! Messages about doctrines.

use super::terms::{self, When};
use super::topics::{self, PickPlace, Spec};
use super::{Place, picks};
use slip_pack::doctrine::{Kind, Topic};
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

use slip_source::Span;
use slip_syntax::tree::{Call, Name, Path};

/// Returns the kind of play as a phrase: `personal combat`.
fn play(kind: Kind) -> &'static str {
    match kind {
        Kind::Fate => "the base shared by the four FATE conflicts",
        Kind::Personal => "personal combat",
        Kind::Space => "space combat",
        Kind::Social => "social combat",
        Kind::Platoon => "platoon combat",
        Kind::Stakes => "the stakes conflict",
    }
}

fn plays(kinds: &[Kind]) -> String {
    slip_suggest::enumerate(kinds.iter().filter(|kind| **kind != Kind::Fate).map(|kind| play(*kind)))
}

fn listed<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let quoted: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    slip_suggest::alternatives(quoted.iter().map(String::as_str))
}

/// Adds the nearest legal word, or else the list of legal words.
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
pub(super) fn no_kind(name: &Name) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, name.span, format!("the doctrine `{}` does not say what it is for", name.text))
        .because("no kind of play after the name")
        .with_help(format!("write `doctrine {} : personal`, or another of {}", name.text, listed(Kind::ALL.iter().map(|kind| kind.word()))))
}

/// Reports an unknown kind of play.
pub(super) fn unknown_play(path: &Path) -> Diagnostic {
    let word = &path.name.text;
    let diagnostic = Diagnostic::new(Code::UnknownPlay, path.span(), format!("there is no kind of play called `{word}` for doctrines"))
        .because("what the doctrine is for");
    offer(diagnostic, path.span(), word, Kind::ALL.iter().map(|kind| kind.word()), "the kinds are")
}

/// Reports a rule that does not start with a topic.
pub(super) fn no_topic(span: Span, kind: Kind) -> Diagnostic {
    Diagnostic::new(Code::UnknownTopic, span, "a line of a doctrine starts with its topic").because("no topic here").with_help(format!(
        "the topics of {} are {}",
        play(kind),
        listed(topics::topics_of(kind))
    ))
}

/// Reports a topic that does not exist, or that this kind of play does not have.
pub(super) fn unknown_topic(span: Span, word: &str, kind: Kind, elsewhere: Option<&[Kind]>) -> Diagnostic {
    if let Some(kinds) = elsewhere {
        return Diagnostic::new(Code::UnknownTopic, span, format!("`{word}` is never asked in {}", play(kind)))
            .because(format!("a topic of {}", plays(kinds)));
    }
    let diagnostic =
        Diagnostic::new(Code::UnknownTopic, span, format!("`{word}` is not a topic of {}", play(kind))).because("names no decision");
    offer(diagnostic, span, word, topics::topics_of(kind), "its topics are")
}

/// Reports a topic that is written as two words: `keep range 1..2`.
pub(super) fn split_topic(span: Span, topic: Topic) -> Diagnostic {
    let right = topic.word();
    Diagnostic::new(Code::UnknownTopic, span, format!("a topic is one word, and this one is `{right}`"))
        .because("two words")
        .with_help(format!("write `{right}`"))
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports a part that doctrine rules cannot have.
pub(super) fn surplus(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a line of a doctrine is a topic, its words and a condition, and nothing else")
        .because("has no place in a doctrine")
}

/// Reports a needless `+`: own rules of this topic come first anyway.
pub(super) fn needless_plus(span: Span, topic: Topic) -> Diagnostic {
    Diagnostic::new(Code::NeedlessPlus, span, format!("`+` changes nothing before `{}`", topic.word()))
        .because("own lines of this topic stand in front of the base's anyway")
        .with_help("`+` is for topics of yes or no, where own lines would replace the base's")
        .with_fix("remove the `+`", Confidence::Safe, span, "")
}

/// Reports a rule that is never reached, because an earlier one always decides.
pub(super) fn too_late(span: Span, topic: Topic, earlier: Span) -> Diagnostic {
    Diagnostic::new(Code::UnreachableLine, span, format!("this line about `{}` comes too late to matter", topic.word()))
        .because("never decides anything")
        .with_label(earlier, "always settles it")
        .with_help("put it in front of that line, or give that line a condition")
}

/// Reports a base for another kind of play.
pub(super) fn foreign_base(path: &Path, own: Kind, base: Kind) -> Diagnostic {
    let help = if own == Kind::Stakes {
        "a `stakes` doctrine rests on `stakes` doctrines only".to_owned()
    } else {
        format!("a `{0}` doctrine rests on `{0}` or `fate` doctrines", own.word())
    };
    Diagnostic::new(Code::ForeignBase, path.span(), format!("a doctrine for {} cannot rest on `{}`", play(own), path.name.text))
        .because(format!("this one is for {}", play(base)))
        .with_help(help)
}

/// Reports a `fate_value` that is not a number.
pub(super) fn fate_value(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`fate_value` is one number of boxes, 0 to 99, without a condition")
        .because("what a fate point is worth")
        .with_help("write `fate_value 1`, or `fate_value 150%` for one and a half boxes")
}

/// Reports `fate_value` twice.
pub(super) fn fate_value_twice(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, "`fate_value` is written twice")
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("remove one of them")
}

/// Reports a topic without the words it needs.
pub(super) fn needs_words(span: Span, spec: &Spec, kind: Kind) -> Diagnostic {
    let topic = spec.topic.word();
    Diagnostic::new(Code::WrongValue, span, format!("`{topic}` does not say what it prefers"))
        .because("nothing behind the topic")
        .with_help(format!("it takes {}", takes(spec, kind)))
}

/// Lists the words that a topic takes.
fn takes(spec: &Spec, kind: Kind) -> String {
    let mut parts: Vec<String> = choice_words(spec, kind).map(|word| format!("`{word}`")).collect();
    if spec.range {
        parts.push("a range such as `1..3`".to_owned());
    }
    if spec.amount {
        parts.push("a number or a formula in brackets".to_owned());
    }
    match spec.pick {
        PickPlace::Bare => parts.push("a choice of actors such as `weakest enemy visible`".to_owned()),
        PickPlace::On => parts.push("`on` with a choice of actors".to_owned()),
        _ => {}
    }
    if spec.grades {
        parts.push("grades such as `mild, moderate before taken_out`".to_owned());
    }
    match spec.named {
        topics::Named::Skill => parts.push("the name of a skill".to_owned()),
        topics::Named::Weapon => parts.push("the name of a weapon".to_owned()),
        topics::Named::Zone => parts.push("the name of a zone".to_owned()),
        topics::Named::Start => parts.push(
            match kind {
                Kind::Space => "the name of a thing",
                Kind::Social | Kind::Platoon => "the name of a zone",
                _ => "the name of a zone or of a mode",
            }
            .to_owned(),
        ),
        topics::Named::Word => parts.push("the name of a track".to_owned()),
        topics::Named::Nothing => {}
    }
    if parts.is_empty() { "no words".to_owned() } else { slip_suggest::alternatives(parts.iter().map(String::as_str)) }
}

fn choice_words(spec: &Spec, kind: Kind) -> impl Iterator<Item = &'static str> {
    let own = spec.words.iter().filter(move |own| own.kinds.contains(&kind)).map(|own| own.word);
    own.chain(spec.orders.iter().map(|order| order.word()))
}

/// Reports a word that the topic does not have.
pub(super) fn unknown_choice(span: Span, word: &str, spec: &Spec, place: Place<'_>) -> Diagnostic {
    let topic = spec.topic.word();
    if spec.own(place.kind, word).is_some() {
        return Diagnostic::new(Code::WrongValue, span, format!("`{topic}` says one thing at a time"))
            .because("a second choice")
            .with_help("put a comma between two choices, the preferred one first");
    }
    if let Some(kinds) = spec.foreign(word) {
        return Diagnostic::new(Code::UnknownChoice, span, format!("`{topic}` has no `{word}` in {}", play(place.kind)))
            .because(format!("belongs to {}", plays(kinds)));
    }
    let diagnostic =
        Diagnostic::new(Code::UnknownChoice, span, format!("`{word}` is not a choice of `{topic}`")).because("means nothing here");
    let picks: Vec<&str> = if spec.pick == PickPlace::Nowhere { Vec::new() } else { picks::words(place.kind).collect() };
    let extra = ["on", "with"].into_iter().filter(|extra| if *extra == "on" { spec.pick == PickPlace::On } else { spec.with });
    let grades = ["mild", "moderate", "severe", "before"].into_iter().filter(|_| spec.grades);
    let own: Vec<&str> = choice_words(spec, place.kind).chain(extra).chain(grades).collect();
    // After `on` another choice follows.
    let bare = picks.iter().filter(|_| spec.pick == PickPlace::Bare);
    let diagnostic = diagnostic.could_be(own.iter().chain(bare).copied());
    let legal = own.into_iter().chain(picks);
    match slip_suggest::nearest(word, legal) {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic.with_help(format!("`{topic}` takes {}", takes(spec, place.kind))),
    }
}

/// Reports a value of a form the topic does not take.
pub(super) fn unfit_value(span: Span, spec: &Spec, kind: Kind) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{}` does not take this", spec.topic.word()))
        .because("of another form")
        .with_help(format!("it takes {}", takes(spec, kind)))
}

/// Reports a word that is not part of a selection of actors.
pub(super) fn unknown_pick_word(span: Span, word: Option<&str>, kind: Kind) -> Diagnostic {
    let Some(word) = word else {
        return Diagnostic::new(Code::WrongValue, span, "a choice of actors is made of words")
            .because("not a word")
            .with_help("such as `weakest enemy visible`");
    };
    let foreign =
        slip_pack::doctrine::Word::from_word(word).and_then(terms::spec).filter(|spec| spec.filters() && !spec.kinds.contains(&kind));
    if let Some(spec) = foreign {
        return Diagnostic::new(Code::UnknownChoice, span, format!("nobody is `{word}` in {}", play(kind)))
            .because(format!("belongs to {}", plays(spec.kinds)));
    }
    let diagnostic = Diagnostic::new(Code::UnknownChoice, span, format!("`{word}` does not choose actors"))
        .because("neither who, nor what is true of them, nor which is best");
    offer(diagnostic, span, word, picks::words(kind), "the words are")
}

/// Reports a selection of actors without words.
pub(super) fn needs_pick(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a choice of actors is missing").because("whom?").with_help("such as `weakest enemy visible`")
}

/// Reports a word or part written twice.
pub(super) fn twice(span: Span, what: &str) -> Diagnostic {
    let said = if what.contains(' ') || what == "whom" { what.to_owned() } else { format!("`{what}`") };
    Diagnostic::new(Code::WrongValue, span, format!("{said} is said twice"))
        .because("the second time")
        .with_help("remove it, or put a comma between two choices")
}

/// Reports two filters that exclude each other.
pub(super) fn never_both(span: Span, word: &str, other: &str) -> Diagnostic {
    Diagnostic::new(Code::NeverFits, span, format!("nobody is both `{other}` and `{word}`, so this line never fits"))
        .because(format!("excludes `{other}`"))
        .with_help("put a comma between two choices, or remove one word")
}

/// Reports `trained` without a skill.
pub(super) fn trained_what(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`trained` needs the name of a skill")
        .because("trained in what?")
        .with_help("such as `trained medical`")
}

/// Reports `with` without a name.
pub(super) fn with_what(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`with` needs a weapon, a skill, `best` or `save`").because("with what?")
}

/// Reports an unknown weapon or skill after `with`.
pub(super) fn unknown_thing(span: Span, word: &str, place: Place<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("there is no weapon or skill called `{word}`"))
        .because("not the name of a weapon or skill");
    let kinds = crate::resolve::Kinds::Any(&["weapon", "skill"]);
    let names = place.program.visible(place.package, kinds);
    match slip_suggest::nearest(word, names.iter().map(|name| name.as_str()).chain(["best", "save"])) {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{nearest}`?")),
        None => diagnostic,
    }
}

/// Reports `before` without a box.
pub(super) fn before_what(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`before` needs `taken_out` or `box` with a number")
        .because("before what?")
        .with_help("such as `consequence mild before taken_out` or `consequence mild before box 3`")
}

/// Reports a range of other values than numbers.
pub(super) fn range_of_numbers(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a range here is two whole numbers").because("such as `1..3`")
}

/// Reports a range that contains no possible number.
pub(super) fn empty_range(span: Span, low: i64, high: i64) -> Diagnostic {
    Diagnostic::new(Code::NeverFits, span, format!("no range lies in `{low}..{high}`, so this line never fits"))
        .because("holds no number that occurs")
        .with_help("write the smaller number first, and none below 0")
}

/// Reports an amount that is never above 0.
pub(super) fn nothing_of(span: Span) -> Diagnostic {
    Diagnostic::new(Code::NeverFits, span, "this amount is never above 0, so this line never fits")
        .because("nothing to spend")
        .with_help("write a greater amount, or `avoid` in front of the line")
}

/// Reports a condition that can never hold.
pub(super) fn never_holds(span: Span) -> Diagnostic {
    Diagnostic::new(Code::NeverFits, span, "this condition can never hold, so this line never fits")
        .because("false whatever happens")
        .with_help("remove the line, or mend the condition")
}

/// Reports a number where a truth value is required, or the reverse.
pub(super) fn wrong_sort(span: Span, truth: bool) -> Diagnostic {
    let (wanted, found) = if truth { ("yes or no", "a number") } else { ("a number", "yes or no") };
    Diagnostic::new(Code::FormulaType, span, format!("{wanted} is needed here, and this is {found}")).because(found).with_help(if truth {
        "compare it with something: `fate >= 1`"
    } else {
        "use a term that counts: `enemies`, `count(enemy visible)`"
    })
}

/// Reports a number out of bounds.
pub(super) fn too_large(span: Span) -> Diagnostic {
    Diagnostic::new(Code::FormulaFault, span, "this number is too large for a doctrine").because("above ten million")
}

/// Reports an expression that conditions do not support.
pub(super) fn not_a_value(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is no value of a doctrine's condition")
        .because("neither a number nor a term")
        .with_help("conditions are made of terms, numbers, percentages, `any(…)` and `count(…)`")
}

/// Reports a divisor that may be 0.
pub(super) fn division_by_zero(span: Span, certain: bool) -> Diagnostic {
    let message = if certain { "this divides by zero" } else { "this may divide by zero" };
    let diagnostic = Diagnostic::new(Code::FormulaFault, span, message);
    if certain {
        diagnostic.because("the divisor is 0")
    } else {
        diagnostic.because("the divisor can be 0").with_help("divide by `max(…, 1)`, or compare products instead")
    }
}

/// Reports `in` without a range.
pub(super) fn needs_range(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`in` needs a range on its right").because("such as `in 1..3`")
}

/// Reports a term that is unknown, or belongs to another kind of play.
pub(super) fn unknown_term(span: Span, word: &str, place: Place<'_>, elsewhere: Option<&[Kind]>, it: bool) -> Diagnostic {
    if let Some(kinds) = elsewhere {
        return Diagnostic::new(Code::UnknownTerm, span, format!("`{word}` means nothing in {}", play(place.kind)))
            .because(format!("a term of {}", plays(kinds)));
    }
    let diagnostic = Diagnostic::new(Code::UnknownTerm, span, format!("`{word}` is not a term of {}", play(place.kind)))
        .because("nothing has this name here");
    offer(diagnostic, span, word, terms::terms_of(place.kind, place.topic, it), "the terms here are")
}

/// Reports a term that has no value yet when the rule is evaluated.
pub(super) fn term_at_wrong_point(span: Span, word: &str, topic: Topic, when: When) -> Diagnostic {
    let known = match when {
        When::Hit => "when a hit is to be reduced: in lines about `consequence`",
        When::RollOrHit => "after the dice or when a hit is to be reduced",
        _ => "after the dice: in lines about `free_tag`, `spend_spin`, `spend_fate` and `reroll`",
    };
    Diagnostic::new(Code::UnknownTerm, span, format!("`{word}` is not known yet when `{}` is asked", topic.word()))
        .because(format!("known {known}"))
}

/// Reports a term about a target without `it.`.
pub(super) fn needs_it(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownTerm, span, format!("`{word}` is said of a target, not of the actor"))
        .because("of whom?")
        .with_help(format!("write `it.{word}`"))
        .with_fix(format!("write `it.{word}`"), Confidence::Unsafe, span, format!("it.{word}"))
}

/// Reports a term about the actor with `it.`.
pub(super) fn not_of_it(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownTerm, span, format!("`{word}` is not said of a target"))
        .because("about the actor, the roll or the option itself")
        .with_help(format!("write `{word}`"))
        .with_fix(format!("write `{word}`"), Confidence::Unsafe, span, word)
}

/// Reports a dot after another word than `it`.
pub(super) fn only_it(path: &Path) -> Diagnostic {
    Diagnostic::new(Code::UnknownTerm, path.span(), format!("only `it` has terms, as in `it.{}`", path.name.text))
        .because("`it` is the target of the option weighed")
}

/// Reports a function that does not exist.
pub(super) fn unknown_function(call: &Call) -> Diagnostic {
    let name = &call.name.name;
    let diagnostic =
        Diagnostic::new(Code::UnknownTerm, name.span, format!("there is no function called `{}`", name.text)).because("unknown here");
    offer(diagnostic, name.span, &name.text, ["any", "count", "min", "max", "abs", "clamp", "mod"].into_iter(), "the functions are")
}

/// Reports a wrong number of arguments.
pub(super) fn function_arguments(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::ArgumentCount, span, format!("`{name}` has the wrong number of arguments"))
        .because("`min` and `max` take one or more numbers, `abs` one, `mod` two, `clamp` three")
}

/// Reports `any` or `count` with commas.
pub(super) fn pick_arguments(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::ArgumentCount, span, format!("`{name}` takes one choice of actors, without commas"))
        .because(format!("such as `{name}(enemy visible)`"))
}
