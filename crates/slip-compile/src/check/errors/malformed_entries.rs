//! Messages about malformed keys and values.

use super::{a_thing, list, with_nearest};
use crate::check::simple_entry_errors;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Edit, Label, entry_edits};

use slip_source::{Sources, Span};
use slip_syntax::tree::{Entry, Expr, ExprKind, Operator, SpannedName};

/// Describes a house rule: its target, its package, and its file and line.
pub fn patched_note(patch: &slip_pack::patch::EffectivePatch) -> String {
    let by = if patch.by.is_empty() { patch.whose().to_owned() } else { format!("`{}`", patch.by) };
    format!("`{}` is patched by {by} ({}:{})", patch.target, patch.place.file, patch.place.line)
}

/// Help for a `use` in the block of an item.
pub const USE_IS_OUTSIDE: &str = "write `use` at the top of the file, outside of all items";

/// Reports an unknown key of a block.
pub fn unknown_key<'w>(word: &str, span: Span, block: &str, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownKey, span, format!("{block} has no entry `{word}`")).because("unknown entry");
    if word == "use" {
        return diagnostic.with_help(USE_IS_OUTSIDE);
    }
    with_nearest(diagnostic.could_be(known.clone()), word, span, known, "its entries are")
}

/// Reports a track that is written outside `tracks`: `frame 4`.
pub fn track_outside_tracks(name: &SpannedName, boxes: &str, is_fixed: bool, whole: Span) -> Diagnostic {
    let track = &name.text;
    if is_fixed {
        return Diagnostic::new(Code::UnknownKey, name.span, format!("the boxes of the track `{track}` cannot be changed"))
            .because("the rules give this track its boxes")
            .with_help("remove this line");
    }
    let found = Diagnostic::new(Code::UnknownKey, name.span, format!("the track `{track}` is written outside of `tracks`"));
    let right = format!("tracks {{ {track} {boxes} }}");
    found
        .because("a track belongs between `tracks {` and `}`")
        .with_help(format!("write `{right}`, with all tracks in one block"))
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, whole, right)
}

/// Reports a word that other games use for an entry: `equipment` for `gear`.
pub fn other_key(name: &SpannedName, right: &str, block: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownKey, name.span, format!("{block} has no entry `{}`", name.text))
        .because("unknown entry")
        .did_you_mean(name.span, right)
}

/// Reports a track that the design does not have.
pub fn unknown_track<'w>(span: Span, word: &str, known: impl Iterator<Item = &'w str> + Clone, title: &str) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::UnknownTrack, span, format!("{} has no track `{word}`", a_thing(title))).because("not one of its tracks");
    with_nearest(diagnostic, word, span, known, "its tracks are")
}

/// Reports a rank (`2 gunnery`) outside `skills`.
pub fn rank_without_skills(entry: &Entry) -> Diagnostic {
    Diagnostic::new(Code::UnknownKey, entry.key.span(), "this rank is outside of `skills { … }`")
        .because("a number cannot start an entry here")
        .with_help("write it inside, as in `skills { 3 gunnery }`")
}

/// Returns the title of a message about a value that is not `wanted`. `key` is the word before the value, in backquotes.
pub(in crate::check) fn not_wanted(key: &str, wanted: &str) -> String {
    let end = [", such as", ", as in", ", with an optional"].iter().filter_map(|example| wanted.find(example)).min();
    let kind = wanted.get(..end.unwrap_or(wanted.len())).unwrap_or(wanted);
    let is_one = ["a ", "an ", "one ", "the ", "`"].iter().any(|start| kind.starts_with(start));
    if is_one { format!("the value of {key} is not {kind}") } else { format!("{key} cannot have this value") }
}

/// Reports a value in a form that its entry does not allow.
pub fn one_value(entry: &Entry, wanted: &str) -> Diagnostic {
    let key = entry.key.word().map_or_else(|| "the rank".to_owned(), |word| format!("`{word}`"));
    let help = format!("write {wanted} after {key}");
    if entry.values.is_empty() {
        return Diagnostic::new(Code::WrongValue, entry.key.span(), format!("there is nothing after {key}"))
            .because(format!("missing: {wanted}"))
            .with_help(help);
    }
    let diagnostic = Diagnostic::new(Code::WrongValue, entry.values_span(), not_wanted(&key, wanted))
        .because(format!("needed here: {wanted}"))
        .with_help(help)
        .could_be_as_described(wanted);
    match (entry.only(), entry.values.get(1).and_then(|value| value.expr.name())) {
        (Some(value), _) => match meant(value) {
            Some(right) => {
                diagnostic.with_help(format!("write `{right}`")).with_fix(format!("write `{right}`"), Confidence::Unsafe, value.span, right)
            }
            None => diagnostic,
        },
        // `cost 0, 1, 2` should be `cost [0, 1, 2]`.
        _ if wanted.contains("a list in") && entry.values.iter().all(|value| value.expr.int().is_some()) => {
            let numbers: Vec<String> = entry.values.iter().filter_map(|value| Some(value.expr.int()?.to_string())).collect();
            let right = format!("[{}]", numbers.join(", "));
            diagnostic.with_help(format!("write `{right}`")).with_fix(
                format!("write `{right}`"),
                Confidence::Unsafe,
                entry.values_span(),
                right,
            )
        }
        // `ranks 0 to 3` should be `ranks 0..3`.
        (None, Some(_)) if wanted.contains("range") && worded_range(entry).is_some() => {
            let right = worded_range(entry).unwrap_or_default();
            diagnostic.with_help(format!("write `{right}`")).with_fix(
                format!("write `{right}`"),
                Confidence::Unsafe,
                entry.values_span(),
                right,
            )
        }
        // In `cost 2 points`, the last word has neither a value nor a block, so it is probably not another entry.
        (None, Some(next)) if entry.values.len() == 2 && entry.block().is_none() && entry.values.iter().all(|value| !value.comma) => {
            diagnostic.with_help(format!("remove `{next}`; if it begins another entry, write `;` or a new line before it"))
        }
        // In `cap 2 skills { … }`, the next word may begin another entry.
        (None, Some(next)) if entry.values.first().is_some_and(|value| value.expr.name().is_none()) => {
            let helped = diagnostic.with_help(format!("if `{next}` begins another entry, write `;` or a new line before it"));
            let commas = commas(entry);
            let edits = commas.iter().map(|comma| Edit { span: *comma, replacement: "; ".to_owned() }).collect();
            match commas.as_slice() {
                [] => helped,
                [_] => helped.with_edits(format!("end the entry before `{next}`"), Confidence::Unsafe, edits),
                [..] => helped.with_edits("replace the commas by `;`", Confidence::Unsafe, edits),
            }
        }
        _ => diagnostic,
    }
}

/// Reports a value that is not a whole number: `two`, `1 1`, `1,5`.
pub fn no_whole_number(entry: &Entry) -> Diagnostic {
    if let Some(found) = simple_entry_errors::decimal_comma(entry) {
        return found;
    }
    let numbers = entry.values.iter().all(|value| value.expr.int().is_some());
    match entry.values.as_slice() {
        [_, second, ..] if numbers => {
            let last = entry.values.last().map_or(second.expr.span, |last| last.expr.span);
            let count = entry.values.len();
            Diagnostic::new(
                Code::WrongValue,
                second.expr.span.to(last),
                format!("`{}` has {count} numbers, but can have only one", entry.word()),
            )
            .because(if count == 2 { "one too many" } else { "too many" })
            .with_help("remove the numbers that are too many")
        }
        _ => one_value(entry, "a whole number"),
    }
}

/// Returns the range that an entry writes in words: `0..3` for `0 to 3`, `T0..T4` for `T0 to T4`.
fn worded_range(entry: &Entry) -> Option<String> {
    let [low, to, high] = entry.values.as_slice() else { return None };
    if !to.expr.name().is_some_and(|word| ["to", "through", "until"].contains(&word.as_str())) {
        return None;
    }
    match (&low.expr.kind, &high.expr.kind) {
        (ExprKind::Int(low), ExprKind::Int(high)) if low <= high => Some(format!("{low}..{high}")),
        (ExprKind::Tech(low), ExprKind::Tech(high)) if low <= high => Some(format!("T{low}..T{high}")),
        _ => None,
    }
}

/// Returns the commas between entries that are written like a list: `harm 1, penetration 1`. Empty if the first value has no comma after
/// it.
fn commas(entry: &Entry) -> Vec<Span> {
    let pairs = || entry.values.iter().zip(entry.values.iter().skip(1));
    if !pairs().next().is_some_and(|(_, second)| second.comma) {
        return Vec::new();
    }
    let parted = pairs().filter(|(_, next)| next.comma && next.expr.name().is_some());
    parted.map(|(before, next)| Span::new(before.expr.span.file, before.expr.span.end, next.expr.span.start)).collect()
}

/// Returns the correct form of a value with a common mistake: `0..3` for `0-3`, `T1` for `t1`.
fn meant(value: &Expr) -> Option<String> {
    match &value.kind {
        ExprKind::Binary(Operator::Subtract, ends) => match (&ends.0.kind, &ends.1.kind) {
            (ExprKind::Int(low), ExprKind::Int(high)) if low <= high => Some(format!("{low}..{high}")),
            (ExprKind::Tech(low), ExprKind::Tech(high)) if low <= high => Some(format!("T{low}..T{high}")),
            _ => None,
        },
        ExprKind::Name(name) => {
            let rating: i64 = name.strip_prefix('t')?.parse().ok()?;
            (-4..=4).contains(&rating).then(|| format!("T{rating}"))
        }
        _ => None,
    }
}

/// Reports a malformed range: `0 to 2`, `0, 2` or `0/2` for `0..2`.
pub fn range_form(entry: &Entry) -> Diagnostic {
    let diagnostic = one_value(entry, "a range, such as `0..2`");
    let ends = match entry.values.as_slice() {
        [first, last] => Some((first.expr.int(), last.expr.int())),
        [first, word, last] if word.expr.name().is_some() => Some((first.expr.int(), last.expr.int())),
        [only] => match &only.expr.kind {
            ExprKind::Binary(Operator::Divide, ends) => Some((ends.0.int(), ends.1.int())),
            _ => None,
        },
        _ => None,
    };
    let wrong_end = entry.only().and_then(|only| match &only.kind {
        ExprKind::Range(ends) => [&ends.0, &ends.1].into_iter().find(|end| end.int().is_none() && !matches!(end.kind, ExprKind::Error)),
        _ => None,
    });
    if let Some(end) = wrong_end {
        return Diagnostic { primary: Label { span: end.span, text: "not a whole number".to_owned() }, ..diagnostic };
    }
    match ends {
        Some((Some(low), Some(high))) => {
            let right = format!("{low}..{high}");
            diagnostic.with_help(format!("write `{right}`")).with_fix(
                format!("write `{right}`"),
                Confidence::Unsafe,
                entry.values_span(),
                right,
            )
        }
        _ => diagnostic,
    }
}

/// Reports a malformed technology: `2` for `T2`.
pub fn tech_form(entry: &Entry) -> Diagnostic {
    let diagnostic = one_value(entry, "a technology level from `T-4` to `T4`");
    match entry.only().and_then(|value| Some((value.int()?, value.span))) {
        Some((rating, span)) if (-4..=4).contains(&rating) => {
            let right = format!("T{rating}");
            diagnostic.with_help(format!("write `{right}`")).with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
        }
        _ => diagnostic,
    }
}

/// Reports the name of a skill list that no skill belongs to.
pub fn unknown_list<'c>(span: Span, list: &str, known: impl Iterator<Item = &'c str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("there is no list of skills called `{list}`"))
        .because("not a list of skills")
        .completed_by(known.clone());
    match slip_suggest::nearest(list, known.clone()) {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{nearest}`?")),
        None => diagnostic.with_help(format!(
            "write one of {}; to put a skill into a new list, write `list {list}` in the block of the skill",
            slip_suggest::enumerate(known)
        )),
    }
}

/// Reports items whose numbers depend on each other in a circle.
pub fn reference_circle(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::FromCircle, span, format!("`{name}` takes its numbers from itself, through other things"))
        .because("part of the circle")
        .with_help("write the numbers of one of these items directly, instead of taking them from another item")
}

/// Reports a chain of items that take numbers from each other, if the chain is longer than the limit.
pub fn references_too_deep(span: Span, name: &str, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("`{name}` takes its numbers through a chain of more than {most} things"))
        .because("beyond the limit")
        .with_help("write the numbers of one of these items directly, instead of taking them from another item")
}

/// Reports an item that one of its own stunts grants to it.
pub fn given_itself(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::FromCircle, span, format!("`{name}` cannot be given to itself"))
        .because("the same thing")
        .with_help("write the name of another thing here")
}

/// Reports two items, each of which is granted to the other by a stunt.
pub fn given_circle(span: Span, name: &str, thing: &str) -> Diagnostic {
    Diagnostic::new(Code::FromCircle, span, format!("`{name}` is given `{thing}`, which in turn is given `{name}`"))
        .because("part of the circle")
        .with_help("let only one of the two be given to the other")
}

/// Reports a chain of items, each granted to the one before, that is longer than the limit.
pub fn given_without_end(span: Span, name: &str, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("`{name}` has a chain of more than {most} things, each given to the one before"))
        .because("beyond the limit")
        .with_help("give some of these things to nobody")
}

/// Reports a skill whose rank is given by the rules.
pub fn rank_given(span: Span, skill: &str, rank: i64, rule: Span) -> Diagnostic {
    Diagnostic::new(Code::RepeatedSkill, span, format!("the rules already give `{skill}` rank {rank}"))
        .because("cannot be in this list")
        .with_label(rule, "given by the design")
        .with_help(format!("remove `{skill}` from this list"))
}

/// Reports an entry without the block that it needs.
pub fn needs_block(entry: &Entry, example: &str) -> Diagnostic {
    let key = entry.word();
    let found =
        Diagnostic::new(Code::WrongValue, entry.span, format!("`{key}` has no block")).because("entries between `{` and `}` are missing");
    // `tracks frame 4, data 4` should be a block.
    let pairs: Option<Vec<String>> = entry
        .members()
        .map(|member| match member {
            [name, number] => Some(format!("{} {}", name.expr.name()?, number.expr.int()?)),
            _ => None,
        })
        .collect();
    match pairs.filter(|pairs| !pairs.is_empty() && entry.block().is_none()) {
        Some(pairs) => {
            let right = format!("{key} {{ {} }}", pairs.join("; "));
            found.with_help(format!("write `{right}`")).with_fix(format!("write `{right}`"), Confidence::Unsafe, entry.span, right)
        }
        None => found.with_help(format!("write `{example}`")),
    }
}

/// Reports a block after an entry that cannot have a block: `stunts { civilian }`.
pub fn no_block(entry: &Entry, block: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, block, format!("`{}` cannot have a block", entry.word()))
        .because("this block is ignored")
        .with_help("write the values after the word, with commas between them")
}

/// Reports a list without members: `stunts`, `skills { }`.
pub fn empty_list(entry: &Entry, sources: &Sources) -> Diagnostic {
    let key = entry.word();
    let example = match key {
        "skills" => "`skills { 2 pilot; 1 stamina, eva }`".to_owned(),
        key => format!("`{key} first, second`"),
    };
    let found = Diagnostic::new(Code::WrongValue, entry.key.span(), format!("the list `{key}` is empty"))
        .because("the values of the list are missing");
    let found = found.taken_out("leave it out", Confidence::Unsafe, sources, entry.span);
    found.with_help(format!("write the values of the list, as in {example}, or leave the list out"))
}

/// Reports a sign after a word that has no list: `beam + 2`.
pub fn no_sign(entry: &Entry, span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{}` is not a list, so nothing can be added or removed with a sign", entry.word()))
        .because("only lists can have `+` and `-`")
        .with_help(format!("write its new value; a negative number has no space after its sign, as in `{} -1`", entry.word()))
}

/// Reports a `-` in a list from which nothing can be removed: `plays - space`.
pub fn never_shrunk(entry: &Entry, span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("no value can be removed from `{}`", entry.word()))
        .because("only `+` is allowed")
        .with_help("write the new list, without the sign")
}

/// Reports an entry that removes a member from a list, although the list does not contain the member. `key` is the key of the list.
pub fn nothing_to_remove(span: Span, name: &str, key: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, span, format!("there is no `{name}` that could be removed"))
        .because(format!("the list `{key}` does not contain this value"))
        .with_help("remove it here")
}

/// Reports an aspect after `aspects -` that the item does not have. `is_derived` is true if a rule of the design may give the aspect.
pub fn no_aspect_to_remove<'k>(span: Span, text: &str, is_derived: bool, known: impl Iterator<Item = &'k str> + Clone) -> Diagnostic {
    let found = Diagnostic::new(Code::UnknownName, span, format!("there is no \"{text}\" that could be removed"))
        .because("the list `aspects` does not contain this text");
    if is_derived {
        return found.with_help(format!("remove an aspect that the rules give with `without \"{text}\"`"));
    }
    match slip_suggest::nearest(text, known) {
        Some(near) => found.with_fix(format!("did you mean \"{near}\"?"), Confidence::Unsafe, span, format!("\"{near}\"")),
        None => found.with_help("remove it here"),
    }
}

/// Reports an entry written twice.
pub fn duplicate_entry(entry: &Entry, first: Span, sources: &Sources) -> Diagnostic {
    // If both entries are equal, the second can be removed without changing the meaning.
    let same = sources.slice(entry.span) == sources.slice(first);
    let (words, confidence) = if same { ("remove it here", Confidence::Safe) } else { ("keep the first", Confidence::Unsafe) };
    Diagnostic::new(Code::DuplicateEntry, entry.span, format!("`{}` is written twice", entry.word()))
        .because("written again here")
        .with_label(first, "first written here")
        .taken_out(words, confidence, sources, entry.span)
        .with_help(if same { words } else { "keep the first, or keep this one and remove the first" })
}

/// Reports a list that is written in two entries.
pub fn list_twice(entry: &Entry, first: Span, sources: &Sources) -> Diagnostic {
    let members = sources.slice(entry.values_span());
    if sources.slice(entry.span) == sources.slice(first) {
        return duplicate_entry(entry, first, sources);
    }
    let joined = Edit { span: first.at_end(), replacement: format!(", {members}") };
    Diagnostic::new(Code::DuplicateEntry, entry.span, format!("`{}` is written twice", entry.word()))
        .because("written again here")
        .with_label(first, "first written here")
        .with_edits(
            "write all values in one list, with commas between them",
            Confidence::Unsafe,
            vec![joined, entry_edits::take_out(sources, entry.span)],
        )
}

/// Reports an unknown word in an entry.
pub fn unknown_word(span: Span, known: &[&str]) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this word is not allowed here")
        .because("not one of the allowed words")
        .with_help(format!("write one of {}", list(known.iter().copied())))
        .could_be(known.iter().copied())
}

/// Reports a word that is not among the words of a choice.
pub fn unknown_choice<'w>(choice: &str, word: &str, span: Span, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, format!("`{choice}` cannot be `{word}`")).because("not one of its words");
    with_nearest(diagnostic, word, span, known, "it can be")
}

/// Reports a value that is not a range.
pub fn not_a_range(value: &Expr, example: &str) -> Diagnostic {
    let found = Diagnostic::new(Code::WrongValue, value.span, "this is not a range").because("a lowest and a highest value belong here");
    match meant(value) {
        Some(right) => {
            found.with_help(format!("write `{right}`")).with_fix(format!("write `{right}`"), Confidence::Unsafe, value.span, right)
        }
        None => found.with_help(format!("write a range, such as {example}")),
    }
}

/// Reports numbers where a range of technologies is expected: `tech 0..4`.
pub fn techs_without_letter(entry: &Entry, (low, high): (i64, i64)) -> Diagnostic {
    let right = format!("T{low}..T{high}");
    one_value(entry, "a range of technology levels, such as `T-2..T4`").with_help(format!("write `{right}`")).with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        entry.values_span(),
        right,
    )
}

/// Reports `require` or `advise` without `else`.
pub fn requirement_without_reason(entry: &Entry, condition: &str) -> Diagnostic {
    let word = entry.word();
    Diagnostic::new(Code::WrongValue, entry.values_span(), format!("`{word}` does not say what is wrong if its condition is false"))
        .because("`else` and a sentence in quotes are missing")
        .with_help(format!("write `{word} {condition} else \"what is wrong\"`"))
}

/// Reports a design that names no kind.
pub fn design_without_kind(name: &SpannedName) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, name.span, format!("the design `{}` does not say which kind of thing it builds", name.text))
        .because("a kind is missing after the name")
        .with_help(format!("write the kind after a colon: `design {} : weapon`", name.text))
}
