//! Identifies a syntax mistake: turns the position where parsing fails into a message that the author can act on.
//!
//! Most mistakes are a symbol of another language, so the characters at the position are examined first. The tokens that the grammar
//! expected are examined second.

mod quotes;

pub(super) use quotes::DECLARING;

use super::errors;
use super::expected_tokens::{self, SyntaxContext};
use super::foreign_notation;
use super::formula_errors;
use super::grammar::Rule;
use super::names_in_entries;
use super::number_errors;
use super::parse::Builder;
use super::prescan::offset;
use super::prescan::skip_trivia;
use super::recognise_mistake;
use super::recognised_mistake_errors;
use super::recover::ParseFailure;
use super::{extra_head_words, head_errors, stat_block, use_mistakes};
use slip_source::Span;
use slip_source::diagnostic::{Confidence, Diagnostic};

/// Slice of the source that could not be parsed.
pub(super) struct UnparsedSlice<'t> {
    /// Text of the slice.
    pub(super) words: &'t str,
    /// Span of the slice.
    pub(super) span: Span,
    /// Part of the language that was expected at the slice.
    pub(super) place: SyntaxContext,
}

impl<'t> UnparsedSlice<'t> {
    /// Returns the span of bytes `from..to` of the slice.
    pub(super) fn at(&self, from: usize, to: usize) -> Span {
        let start = self.span.start.saturating_add(offset(from));
        Span { start, end: self.span.start.saturating_add(offset(to)).max(start), ..self.span }
    }

    pub(super) fn before(&self, at: usize) -> &'t str {
        self.words.get(..at).unwrap_or_default()
    }

    pub(super) fn after(&self, at: usize) -> &'t str {
        self.words.get(at..).unwrap_or_default()
    }
}

/// Returns the message for a slice whose parsing fails at `failure`.
pub(super) fn diagnose(builder: &Builder<'_>, slice: &UnparsedSlice<'_>, failure: &ParseFailure) -> Diagnostic {
    let at = failure.at;
    let rest = slice.after(at);
    if let Some(found) = quotes::unopened(slice, at).or_else(|| in_a_sentence(slice, at)).or_else(|| quotes::typographic(slice, at)) {
        return found;
    }
    if rest.is_empty() || rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n') {
        let line = UnparsedSlice { words: slice.before(at), span: slice.at(0, at), place: slice.place };
        return at_end(builder, &line, failure);
    }
    mark(slice, at)
        .or_else(|| touching_text(slice, at))
        .or_else(|| word(slice, at))
        .or_else(|| recognise_mistake::square(builder, slice, at))
        .or_else(|| recognise_mistake::in_square_brackets(slice, at))
        .or_else(|| bracket(slice, failure))
        .or_else(|| reserved(slice, at))
        .or_else(|| recognise_mistake::bare_call(builder, slice, at))
        .or_else(|| recognise_mistake::head(slice, at))
        .or_else(|| by_place(slice, at))
        .unwrap_or_else(|| unexpected(slice, failure))
}

/// Reports a symbol that is allowed only in texts, if it is part of a sentence without its quotes.
fn in_a_sentence(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let mark = slice.after(at).chars().next().filter(|mark| !is_word(*mark) && !mark.is_whitespace())?;
    quotes::sentence(slice, at, &errors::stray_character(mark, slice.at(at, at + mark.len_utf8())))
}

/// Reports a slice that is correct up to its end but not complete.
fn at_end(builder: &Builder<'_>, slice: &UnparsedSlice<'_>, failure: &ParseFailure) -> Diagnostic {
    let words = slice.words.trim_end();
    let end = words.len();
    if let Some(open) = open_bracket(slice.words, end) {
        return errors::unclosed_bracket(slice.at(open, open + 1), slice.after(open), slice.at(end, end));
    }
    for operator in ["==", "!=", "<=", ">=", "..", "<", ">", "+", "-", "*", "/"] {
        if words.ends_with(operator) {
            return errors::missing_operand(operator, slice.at(end - operator.len(), end));
        }
    }
    if words.ends_with(',') {
        return errors::trailing_comma(slice.at(end - 1, end));
    }
    let last = words.rsplit(|letter: char| !is_word(letter)).next().unwrap_or_default();
    let place = slice.at(end - last.len(), end);
    match last {
        "and" | "or" | "not" | "if" | "then" | "is" | "has" | "of" => return errors::missing_operand(last, place),
        "when" => return errors::missing_condition(place),
        "else" => return errors::missing_reason(place),
        _ => {}
    }
    if slice.place == SyntaxContext::Item {
        return no_head(slice, end);
    }
    if let Some(before) = words.strip_suffix(':').filter(|_| slice.place == SyntaxContext::Head) {
        return head_errors::colon_at_end(slice.at(before.trim_end().len(), end), slice.at(end - 1, end));
    }
    if count_word(words, "if") > count_word(words, "else") {
        // In `aspect "Big" if punch > 2` the words from `if` on are a condition, which should begin with `when`.
        if let Some(at) = words.find(" if ").filter(|at| count_word(words, "then") == 0 && slice.before(*at).trim().contains(' ')) {
            return errors::if_for_when(slice.at(at + 1, at + 3));
        }
        return errors::if_without_else(slice.at(end, end));
    }
    if failure.expected.is_empty() {
        return does_not_go_on(builder, slice, end);
    }
    errors::ends_early(expected_tokens::words(&failure.expected), slice.at(end, end))
}

/// Reports the word on the next line that cannot follow the slice, although the slice alone parses.
fn does_not_go_on(builder: &Builder<'_>, slice: &UnparsedSlice<'_>, end: usize) -> Diagnostic {
    let from = usize::try_from(slice.span.start).unwrap_or(usize::MAX).saturating_add(end);
    let next = skip_trivia(builder.text.as_bytes(), from);
    let word = leading(builder.text.get(next..).unwrap_or_default());
    let start = offset(next);
    errors::cannot_stand(word, Span { start, end: start.saturating_add(offset(word.len())), ..slice.span })
}

/// Reports a symbol that Slip does not have, or that is not allowed at this position.
fn mark(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let rest = slice.after(at);
    let place = |length: usize| slice.at(at, at + length);
    let first = rest.chars().next()?;
    if let Some(found) = recognise_mistake::arrow(slice, at) {
        return Some(found);
    }
    Some(match first {
        '"' if rest.starts_with("\"\"\"") => errors::unclosed_long_text(place(3)),
        '"' if !closes(rest) => {
            let line = rest.lines().next().unwrap_or(rest).trim_end();
            match recognise_mistake::title_end(slice, line) {
                Some(end) => errors::unclosed_title(place(end)),
                None => errors::unclosed_text(place(line.len())),
            }
        }
        '\'' => quotes::single(slice, at),
        '=' if rest.starts_with("=>") || rest.starts_with("=<") => {
            let right = if rest.starts_with("=>") { ">=" } else { "<=" };
            errors::other_mark(rest.get(..2)?, right, Confidence::Safe, place(2))
        }
        '=' if !rest.starts_with("==") => equals_sign(slice, at),
        '+' | '-' if assigned(slice, at).is_some() => return assigned(slice, at),
        ':' if slice.place == SyntaxContext::Entry => {
            errors::colon(slice.before(at), slice.after(at + 1).trim(), gap(slice, at, 1), place(1))
        }
        '&' if rest.starts_with("&&") => errors::other_mark("&&", "and", Confidence::Safe, place(2)),
        '|' if rest.starts_with("||") => errors::other_mark("||", "or", Confidence::Safe, place(2)),
        '<' if rest.starts_with("<!--") => errors::other_comment("<!--", place(4)),
        '!' if rest.starts_with("!--") && slice.before(at).ends_with('<') => errors::other_comment("<!--", slice.at(at - 1, at + 3)),
        '!' if !rest.starts_with("!=") => exclamation(slice, at),
        '.' => return recognise_mistake::dots(slice, at).or_else(|| recognise_mistake::decimal(slice, at)),
        '#' => errors::other_comment("#", place(1)),
        '/' if slice.place != SyntaxContext::Head && slice.before(at).trim().is_empty() => errors::other_comment("/", place(1)),
        '-' if rest.starts_with("--") && slice.before(at).trim().is_empty() => errors::other_comment("--", place(2)),
        '*' if slice.before(at).ends_with('/') => errors::other_comment("/*", slice.at(at - 1, at + 1)),
        ')' | ']' => errors::stray_bracket(first, place(1)),
        '^' if slice.place == SyntaxContext::Entry => formula_errors::power(last_word(slice, at), place(1)),
        '?' if slice.place == SyntaxContext::Entry => {
            let before = slice.before(at).trim_end();
            let condition = before.split_once([' ', '\t']).map_or(before, |(_, condition)| condition.trim());
            formula_errors::question_mark(condition, place(1))
        }
        letter if is_foreign(letter) => errors::stray_character(letter, place(letter.len_utf8())),
        _ => return None,
    })
}

/// Reports an assignment symbol after a key, as in `stunts: + civilian`. Only the symbol is reported, because the rest of the entry is
/// correct.
fn assigned(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let before = slice.before(at).trim_end();
    let key = before.strip_suffix([':', '='])?.trim_end();
    let end = before.len();
    let is_key =
        slice.place == SyntaxContext::Entry && key.starts_with(|first: char| first.is_ascii_lowercase()) && key.chars().all(is_word);
    if !is_key {
        return None;
    }
    let sign = slice.at(end - 1, end);
    let gap = gap(slice, end - 1, 1);
    Some(match before.ends_with(':') {
        true => errors::colon(key, slice.after(end).trim(), gap, sign),
        false => errors::equals_after_key(key, slice.after(end).trim(), gap, sign),
    })
}

/// Reports an exclamation mark, as in `!cheap`. Where a condition is allowed, the author probably meant `not`; elsewhere, the mark ends a
/// sentence or is a stray character.
fn exclamation(slice: &UnparsedSlice<'_>, at: usize) -> Diagnostic {
    let place = slice.at(at, at + 1);
    let before = slice.before(at);
    let touches = slice.after(at + 1).starts_with(|next: char| next.is_ascii_lowercase() || next == '(');
    if slice.place != SyntaxContext::Entry || !touches || !before.ends_with([' ', '\t', '\n', '(']) {
        return errors::stray_character('!', place);
    }
    let asks = ["when", "if", "require", "advise", "expect"].iter().any(|word| count_word(before, word) > 0);
    errors::other_mark("!", "not", if asks { Confidence::Safe } else { Confidence::Unsafe }, place)
}

/// Reports a single `=`, as in `a = b`: after a key it must be removed, between values it means `==`.
fn equals_sign(slice: &UnparsedSlice<'_>, at: usize) -> Diagnostic {
    let sign = slice.at(at, at + 1);
    let before = slice.before(at).trim_end();
    if slice.place == SyntaxContext::Entry && !before.contains([' ', '\t']) {
        return errors::equals_after_key(before, slice.after(at + 1).trim(), gap(slice, at, 1), sign);
    }
    if slice.place != SyntaxContext::Entry {
        return errors::equals_in_head(slice.after(at + 1).trim(), gap(slice, at, 1), sign);
    }
    let compares = ["when", "if", "require", "expect"].iter().any(|word| count_word(before, word) > 0);
    if compares { errors::equals_compares(sign) } else { errors::equals_in_entry(gap(slice, at, 1), sign) }
}

/// Returns the number of times that a word occurs in a text.
fn count_word(words: &str, word: &str) -> usize {
    words.split(|letter: char| !is_word(letter)).filter(|other| *other == word).count()
}

/// Reports a word directly after the end of a text.
fn touching_text(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    if !slice.before(at).ends_with('"') || !slice.after(at).starts_with(|first: char| is_word(first) || first == '"') {
        return None;
    }
    let place = slice.at(at, at + leading(slice.after(at)).len());
    if slice.words.matches('"').count() % 2 == 1 {
        return Some(errors::odd_quotes(slice.span, place));
    }
    let inner = if slice.after(at).starts_with('"') { None } else { recognise_mistake::inner_quotes(slice, at) };
    Some(inner.unwrap_or_else(|| {
        // A text may continue after the word, or after doubled quotes: `"Says"hi"a lot"`, `"Says ""hi"" a lot"`.
        let word = leading(slice.after(at));
        let goes_on = word == "\"" || slice.after(at + word.len()).starts_with('"');
        errors::touching_text(word, place, if goes_on { Confidence::Unsafe } else { Confidence::Safe })
    }))
}

/// Reports a reserved word in the wrong position.
fn reserved(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let found = leading(slice.after(at));
    let place = slice.at(at, at + found.len());
    let before = slice.before(at).trim_end();
    if before.ends_with(',') && matches!(found, "when" | "else") {
        return Some(errors::trailing_comma(slice.at(before.len() - 1, before.len())));
    }
    Some(match found {
        "not" if before.ends_with("not") => errors::double_not(place),
        "if" if !before.is_empty() => errors::if_in_formula(place),
        "when" if count_word(before, "else") > 0 => errors::when_after_else(place),
        "when" if count_word(before, "when") > 0 => errors::second_when(place),
        "and" | "or" | "then" | "else" | "when" if !before.is_empty() => errors::reserved_word(found, place),
        _ => return None,
    })
}

/// Reports a line at the top level of a file that is not the head of an item.
fn no_head(slice: &UnparsedSlice<'_>, end: usize) -> Diagnostic {
    let words = slice.words;
    let kind = words.split(|letter: char| !is_word(letter)).next().unwrap_or_default();
    match kind {
        "use" => use_mistakes::mistaken_use(slice).unwrap_or_else(|| errors::not_whole(kind, slice.span)),
        "alias" => errors::not_whole(kind, slice.span),
        "patch" | "test" => recognise_mistake::kind_of_its_own(slice, kind).unwrap_or_else(|| errors::not_whole(kind, slice.span)),
        kind => {
            let at = kind.len().min(end);
            let found = recognise_mistake::title_first(slice, at)
                .or_else(|| recognise_mistake::colon(slice, kind))
                .or_else(|| recognise_mistake::test(slice, kind))
                .or_else(|| recognise_mistake::no_name_before_title(slice, at));
            found.unwrap_or_else(|| errors::missing_name(kind, slice.at(at, at)))
        }
    }
}

/// Returns the span of the symbol at `at` with the blanks around it.
fn gap(slice: &UnparsedSlice<'_>, at: usize, length: usize) -> Span {
    let from = slice.before(at).trim_end().len();
    let after = slice.after(at + length);
    slice.at(from, at + length + (after.len() - after.trim_start().len()))
}

/// Reports a word that begins like a name and is not a valid one.
fn word(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    // Parsing fails at the start of a word, or after the part of the word that would be valid.
    let start = slice.before(at).trim_end_matches(is_word).len();
    let length = slice.after(start).find(|letter: char| !is_word(letter)).unwrap_or(slice.after(start).len());
    let word = slice.after(start).get(..length)?;
    let first = word.chars().next()?;
    let place = slice.at(start, start + length);
    if first.is_ascii_digit() && word.contains(|letter: char| letter.is_alphabetic()) {
        let found = number_errors::number_with_letters(word, place);
        return Some(quotes::sentence(slice, start, &found).or_else(|| count_in_front(slice, word, place)).unwrap_or(found));
    }
    let touches = at == start || at < start + length;
    let lower = word.to_lowercase();
    if first.is_uppercase() && touches {
        return Some(match lower.as_str() {
            "and" | "or" | "not" | "if" | "then" | "else" | "when" => {
                let found = errors::upper_case_word(word, &lower, place);
                // A word in capitals is reported as the reserved word. If only its first letter is a capital, the word may be part of a
                // sentence without quotes.
                let spoken = word.chars().skip(1).any(char::is_lowercase);
                quotes::sentence(slice, start, &found).filter(|_| spoken).unwrap_or(found)
            }
            _ => {
                let found = recognise_mistake::technology(slice, start).or_else(|| recognise_mistake::letter_for_digit(slice, word, start));
                found.unwrap_or_else(|| bad_name(slice, word, start))
            }
        });
    }
    if (!first.is_ascii() || first == '_' || !word.is_ascii()) && touches {
        return Some(bad_name(slice, word, start));
    }
    None
}

/// Reports a count before the name, as in `2x kelper`, at the beginning of a list or of a list member.
fn count_in_front(slice: &UnparsedSlice<'_>, word: &str, place: Span) -> Option<Diagnostic> {
    let start = usize::try_from(place.start.checked_sub(slice.span.start)?).ok()?;
    let before = slice.before(start).trim_end();
    let begins = before.ends_with([',', '+', '-', '(']) || !before.contains(char::is_whitespace);
    let digits = number_errors::count_of(word).filter(|_| begins && slice.place == SyntaxContext::Entry)?;
    let end = start + word.len();
    let rest = slice.after(end);
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let name = leading(slice.after(end + blanks));
    let is_name = blanks > 0 && name.starts_with(|first: char| first.is_ascii_lowercase());
    let after = slice.after(end + blanks + name.len());
    if !is_name || after.starts_with(['(', '.']) {
        return None;
    }
    Some(number_errors::count_in_front(word, digits, name, place, slice.at(start, end + blanks + name.len())))
}

fn bad_name(slice: &UnparsedSlice<'_>, word: &str, start: usize) -> Diagnostic {
    let place = slice.at(start, start + word.len());
    if slice.before(start).trim() == "zone" && word.chars().count() == 1 {
        return errors::zone_letter(word, place);
    }
    if let Some(found) = recognise_mistake::name_of_words(slice, start).or_else(|| names_in_entries::title_for_name(slice, start)) {
        return found;
    }
    if let Some(found) = stat_block::single(slice).filter(|_| slice.place == SyntaxContext::Entry && slice.before(start).trim().is_empty())
    {
        return found;
    }
    let found = head_errors::bad_name(word, place);
    if let Some(found) = quotes::sentence(slice, start, &found) {
        return found;
    }
    if is_declared(slice, word, start) {
        return found;
    }
    if let Some(found) = recognise_mistake::title(slice, start, &found).filter(|_| !names_in_entries::takes_names_only(slice)) {
        return found;
    }
    let key = leading(slice.words);
    let is_value = slice.place == SyntaxContext::Entry && place.start > slice.span.start && !names_in_entries::is_naming(key);
    let rest = slice.after(start);
    let whole = rest.get(..rest.find(|letter: char| !is_word(letter) && letter != '-').unwrap_or(rest.len())).unwrap_or(word);
    if is_value && found.help.is_none() { errors::or_a_text(found, whole.trim_end_matches('-')) } else { found }
}

/// True if a word can only be a name that the entry declares. It is in capitals, or a title follows: `zone GATE "Gate"`.
fn is_declared(slice: &UnparsedSlice<'_>, word: &str, start: usize) -> bool {
    let declares = slice.place == SyntaxContext::Entry && quotes::DECLARING.contains(&slice.before(start).trim());
    let capitals = word.len() > 1 && !word.contains(|letter: char| letter.is_lowercase());
    declares && (capitals || slice.after(start + word.len()).trim_start().starts_with('"'))
}

/// Reports brackets that do not match.
fn bracket(slice: &UnparsedSlice<'_>, failure: &ParseFailure) -> Option<Diagnostic> {
    let at = failure.at;
    let open = open_bracket(slice.words, at)?;
    let before = slice.before(open);
    let called = before.trim_end();
    let is_called = called.len() < before.len() && called.ends_with(is_word) && slice.after(open).starts_with('(');
    if is_called && slice.after(at).starts_with(',') {
        let name = called.rsplit(|letter: char| !is_word(letter)).next().unwrap_or_default();
        return Some(errors::spaced_call(name, slice.at(called.len(), open), slice.at(open, open + 1)));
    }
    let reserved = matches!(leading(slice.after(at)), "when" | "else");
    let expects = failure.expected.iter().any(|rule| matches!(rule, Rule::close_round | Rule::close_square));
    (reserved && expects).then(|| errors::unclosed_bracket(slice.at(open, open + 1), slice.after(open), slice.at(at, at)))
}

/// Reports a comma where none is allowed.
fn comma(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let place = slice.at(at, at + 1);
    let before = slice.before(at).trim_end();
    if !before.is_empty() && before.chars().all(is_word) {
        return Some(errors::key_before_comma(before, slice.words, slice.at(0, before.len()), slice.at(before.len(), at + 1)));
    }
    if before.is_empty() || before.ends_with([',', '(', '[']) {
        // Removing the comma is safe only in a list without brackets. In brackets it would move the other arguments to other positions.
        let listed = before.ends_with(',') && open_bracket(slice.words, at).is_none();
        return Some(errors::empty_member(place, if listed { Confidence::Safe } else { Confidence::Unsafe }));
    }
    // A `)` without its `(`, and a comma before the `)`: `reachguard, shed)`.
    let opened = open_bracket(slice.words, at).is_some();
    let closing = slice.after(at).find([')', '(', '[', ']', '"', '\n']).filter(|length| slice.after(at + length).starts_with(')'));
    if let Some(length) = closing.filter(|_| !opened) {
        return Some(recognised_mistake_errors::unopened_bracket(place, slice.at(at + length, at + length + 1)));
    }
    let asks = ["when", "require", "advise"].iter().any(|word| count_word(before, word) > 0);
    (asks && !opened).then(|| recognised_mistake_errors::comma_in_condition(place))
}

/// Reports mistakes that can occur only in a key or in a head.
fn by_place(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let rest = slice.after(at);
    let found = leading(rest);
    let place = slice.at(at, at + found.len());
    let before = slice.before(at).trim_end();
    if rest.starts_with(',') && slice.place == SyntaxContext::Entry {
        return comma(slice, at);
    }
    match slice.place {
        SyntaxContext::Entry if before.is_empty() => {
            let foreign = foreign_notation::bullet(slice, place).or_else(|| foreign_notation::quoted_keys(slice));
            Some(foreign.unwrap_or_else(|| errors::missing_key(found, place)))
        }
        SyntaxContext::Entry if before.ends_with("else") => Some(errors::missing_reason(place)),
        SyntaxContext::Entry if found == "-" && before.len() == at && !before.contains(' ') => {
            let length = slice.words.find(|letter: char| !is_word(letter) && letter != '-').unwrap_or(slice.words.len());
            let code = slice.words.get(..length).unwrap_or_default();
            Some(errors::hyphened_name(code, slice.at(0, code.len())))
        }
        SyntaxContext::Item if found.starts_with(|first: char| first.is_ascii_lowercase()) || !before.is_empty() => {
            Some(no_head(slice, slice.words.len()))
        }
        SyntaxContext::Item => Some(recognise_mistake::text_first(slice).unwrap_or_else(|| errors::no_item(found, place))),
        SyntaxContext::Head if found == "," => Some(errors::cannot_stand(found, place)),
        SyntaxContext::Head if found == "-" && before.len() == at => {
            let start = before.trim_end_matches(is_word).len();
            let rest = slice.after(start);
            let length = rest.find(|letter: char| !is_word(letter) && letter != '-').unwrap_or(rest.len());
            Some(errors::hyphened_name(rest.get(..length).unwrap_or_default(), slice.at(start, start + length)))
        }
        SyntaxContext::Head if found.starts_with(is_word) => {
            Some(foreign_notation::command(slice, at).unwrap_or_else(|| extra_head_words::second_word(slice, at)))
        }
        _ => None,
    }
}

fn unexpected(slice: &UnparsedSlice<'_>, failure: &ParseFailure) -> Diagnostic {
    let found = leading(slice.after(failure.at));
    let place = slice.at(failure.at, failure.at + found.len());
    if let Some(found) = recognise_mistake::call_without_brackets(slice, failure.at) {
        return found;
    }
    if let Some(found) = half_comparison(slice, failure.at) {
        return found;
    }
    if let Some(found) = role_without_is(slice, failure.at) {
        return found;
    }
    match expected_tokens::words(&failure.expected) {
        Some(words) => errors::expected(&words, found, place),
        None if may_end_a_line(found) && is_behind_a_condition(slice, failure.at) => {
            recognised_mistake_errors::behind_the_condition(found, place)
        }
        None => foreign_notation::comparison(slice, failure.at)
            .or_else(|| recognise_mistake::behind_a_condition(slice, failure.at))
            .unwrap_or_else(|| errors::cannot_stand(found, place)),
    }
}

/// Returns the word before a position.
fn last_word<'t>(slice: &UnparsedSlice<'t>, at: usize) -> &'t str {
    slice.before(at).trim_end().rsplit(|letter: char| !is_word(letter)).next().unwrap_or_default()
}

/// Reports a comparison without its left side, after `and` or `or`: `brawling >= 3 and < 5`.
fn half_comparison(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let rest = slice.after(at);
    let sign = ["<=", ">=", "==", "!=", "<", ">"].into_iter().find(|sign| rest.starts_with(sign))?;
    if slice.place != SyntaxContext::Entry || !matches!(last_word(slice, at), "and" | "or") {
        return None;
    }
    let front = slice.before(at).trim_end();
    let front = front.get(..front.rfind([' ', '\t'])?)?.trim_end();
    let compared = front.get(..front.rfind(['<', '>', '=', '!'])?)?.trim_end_matches(['<', '>', '=', '!', ' ']);
    let left = compared.rsplit(|letter: char| !is_word(letter)).next().filter(|left| !left.is_empty())?;
    Some(formula_errors::half_comparison(left, sign, slice.at(at, at + sign.len())))
}

/// Roles of effects, such as `target`, whose states are tested with `is`.
const ROLES: &[&str] = &["actor", "attacker", "bearer", "carrier", "defender", "leader", "self", "target", "weapon"];

/// Reports a role of an effect that is followed by a state without `is` between them: `when target prone`.
fn role_without_is(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let (role, state) = (last_word(slice, at), leading(slice.after(at)));
    let is_name = state.starts_with(|first: char| first.is_ascii_lowercase()) && !matches!(state, "once" | "any" | "for" | "as" | "in");
    if !is_behind_a_condition(slice, at) || !ROLES.contains(&role) || !is_name {
        return None;
    }
    let start = slice.before(at).trim_end().len() - role.len();
    Some(errors::role_without_is(role, state, slice.at(start, at + state.len())))
}

/// True if the word begins like a part of an effect: `+1`, `once`, `costs`.
fn may_end_a_line(found: &str) -> bool {
    found.starts_with(|first: char| matches!(first, '+' | '-') || first.is_alphabetic())
}

/// True if the position is behind the condition of an effect. An effect must end with its condition.
fn is_behind_a_condition(slice: &UnparsedSlice<'_>, at: usize) -> bool {
    let mut words = slice.before(at).split_whitespace();
    words.next() == Some("effect") && words.any(|word| word == "when")
}

/// Returns the offset of the last bracket before `until` that is still open at `until`.
pub(super) fn open_bracket(words: &str, until: usize) -> Option<usize> {
    let mut open: Vec<usize> = Vec::new();
    let mut inside = false;
    for (index, byte) in words.bytes().enumerate().take(until) {
        match byte {
            b'"' => inside = !inside,
            _ if inside => {}
            b'(' | b'[' => open.push(index),
            b')' | b']' => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}

/// True if the text literal that begins here is closed on the same line.
fn closes(rest: &str) -> bool {
    let mut escaped = true;
    for letter in rest.chars() {
        match letter {
            '\n' => return false,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return true,
            _ => {}
        }
    }
    false
}

pub(super) fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// True if a character is allowed in Slip only inside texts.
fn is_foreign(letter: char) -> bool {
    !is_word(letter) && !letter.is_whitespace() && !"\"(){}[],;:=!<>+-*/.%|?".contains(letter) || letter == '\u{fffd}'
}

/// Returns the word or symbol at the beginning of a text.
pub(super) fn leading(rest: &str) -> &str {
    let length = rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len());
    let length = if length == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { length };
    rest.get(..length).unwrap_or_default()
}
