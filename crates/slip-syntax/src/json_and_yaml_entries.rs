//! Recognises several entries in the notation of JSON or YAML, `frame: 4, data: 4`, so that one message and one edit correct all of them.

use super::diagnose::{UnparsedSlice, is_word};
use super::errors::in_a_line;
use super::grammar::{Grammar, Rule};
use pest::Parser;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Edit};

/// Part of an entry's text between two commas.
struct Part {
    start: usize,
    end: usize,
    /// Range of the `:` or `=` after the key of the part, with the blanks around it.
    sign: Option<(usize, usize)>,
}

/// Returns the message for a slice with several entries that have `:` or `=` after their keys, or commas between them.
pub(super) fn record(slice: &UnparsedSlice<'_>) -> Option<Diagnostic> {
    let parts = parts(slice.words)?;
    let is_empty = |part: &&Part| slice.words.get(part.start..part.end).is_some_and(|words| words.trim().is_empty());
    let keyed = parts.iter().filter(|part| part.sign.is_some()).count();
    let loose = parts.iter().filter(is_empty).count();
    if keyed == 0 || keyed + loose < 2 {
        return None;
    }
    let edits = edits(slice.words, &parts);
    let mended = mended(slice.words, &edits);
    if !is_whole(&mended) {
        return None;
    }
    let (from, to) = parts.iter().find_map(|part| part.sign)?;
    let sign = slice.words.get(from..to)?;
    let at = from + (sign.len() - sign.trim_start().len());
    let mark = sign.trim();
    let spans = edits.iter().map(|(from, to, words)| Edit { span: slice.at(*from, *to), replacement: (*words).to_owned() }).collect();
    let message = format!("there must be no `{mark}` between a word and its value");
    let right = in_a_line(mended.replace('\n', "; ").trim_matches([';', ' ']));
    Some(Diagnostic::new(Code::EqualsSign, slice.at(at, at + mark.len()), message).because("only a space belongs here").with_edits(
        format!("write `{right}`"),
        Confidence::Safe,
        spans,
    ))
}

/// Divides a slice at the commas that are outside of texts and brackets; `None` if the brackets do not match.
fn parts(words: &str) -> Option<Vec<Part>> {
    let (mut parts, mut start, mut depth, mut inside, mut escaped) = (Vec::new(), 0, 0_usize, false, false);
    let part =
        |start: usize, end: usize| Part { start, end, sign: words.get(start..end).and_then(sign).map(|(a, b)| (start + a, start + b)) };
    for (at, letter) in words.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if inside => escaped = true,
            '"' => inside = !inside,
            _ if inside => {}
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                parts.push(part(start, at));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(part(start, words.len()));
    (depth == 0 && !inside).then_some(parts)
}

/// Returns the range of the `:` or `=` after the first word of `part`, including the blanks on both sides.
fn sign(part: &str) -> Option<(usize, usize)> {
    let key = part.trim_start();
    let length = key.find(|letter: char| !is_word(letter)).filter(|_| key.starts_with(|first: char| first.is_ascii_lowercase()))?;
    let from = part.len() - key.len() + length;
    let rest = part.get(from..)?.trim_start_matches([' ', '\t']);
    let value = rest.strip_prefix([':', '=']).filter(|value| !value.starts_with(['=', '<', '>', ':']))?;
    Some((from, part.len() - value.trim_start_matches([' ', '\t']).len()))
}

/// Returns the edits that turn the parts into entries of Slip, in the order of the text.
fn edits(words: &str, parts: &[Part]) -> Vec<(usize, usize, &'static str)> {
    let mut edits = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        if let Some((from, to)) = part.sign {
            edits.push((from, to, if to == part.end { "" } else { " " }));
        }
        let Some(next) = parts.get(at + 1) else { continue };
        let (own, behind) = (words.get(part.start..part.end).unwrap_or_default(), words.get(next.start..next.end).unwrap_or_default());
        let breaks = behind.get(..behind.len() - behind.trim_start().len()).is_some_and(|blanks| blanks.contains('\n'));
        let is_last = behind.trim().is_empty() && parts.len() == at + 2;
        if own.trim().is_empty() || is_last || next.sign.is_some() && breaks {
            edits.push((part.end, part.end + 1, ""));
        } else if next.sign.is_some() {
            edits.push((part.end, part.end + 1, ";"));
        }
    }
    edits
}

fn mended(words: &str, edits: &[(usize, usize, &str)]) -> String {
    let mut mended = String::with_capacity(words.len());
    let mut at = 0;
    for (from, to, new) in edits {
        mended.push_str(words.get(at..*from).unwrap_or_default());
        mended.push_str(new);
        at = *to;
    }
    mended.push_str(words.get(at..).unwrap_or_default());
    mended
}

/// True if all entries of a text parse.
pub(super) fn is_whole(entries: &str) -> bool {
    let block = format!("{{ {entries} }}");
    let Some(pair) = Grammar::parse(Rule::block, &block).ok().and_then(|mut pairs| pairs.next()) else { return false };
    pair.as_str().len() == block.len()
        && pair.into_inner().all(|part| {
            let assigned = |part: pest::iterators::Pair<'_, Rule>| part.into_inner().any(|inner| inner.as_rule() == Rule::assign);
            !matches!(part.as_rule(), Rule::bad_entry | Rule::missing_close) && !assigned(part)
        })
}
