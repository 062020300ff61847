//! Stunts as people write them: `Sensors x2`, `Military-grade (Pilot)`, `Military-grade in Pilot and Gunnery`.

use super::lines::noted;
use crate::arguments::{members, written};
use crate::draft::StuntDraft;
use crate::spelling::key;
use crate::vocabulary::{DesignWords, ParameterSort, StuntWords, Vocabulary};

/// Words between a stunt and its argument.
const BETWEEN: [&str; 4] = ["in", "with", "for", "of"];

/// Returns the stunts that a text names. If a stunt for one skill is named with several skills, it is bought once for each skill.
pub(crate) fn stunts(text: &str, design: &DesignWords, words: &Vocabulary) -> Option<Vec<StuntDraft>> {
    let (text, count) = counted(text.trim());
    if let Some(rule) = design.stunt_names.exact(text).and_then(|at| design.stunts.get(at)) {
        return Some(vec![StuntDraft { name: rule.name.clone(), arguments: String::new(), count }]);
    }
    let (bare, note) = noted(text);
    let (bare, note) = match bare.split_once(':') {
        Some((title, rest)) if note.is_empty() && design.stunt_names.exact(title).is_some() => (title, rest.trim()),
        _ => (bare, note),
    };
    let parts: Vec<&str> = bare.split_whitespace().collect();
    let (at, length) = design.stunt_names.beginning(&parts)?;
    let rule = design.stunts.get(at)?;
    let mut rest = parts.get(length..).unwrap_or_default();
    if let Some((_, others)) = rest.split_first().filter(|(first, _)| BETWEEN.contains(first)) {
        rest = others;
    }
    let argument = match (rest.is_empty(), note.is_empty()) {
        (true, _) => note.to_owned(),
        (false, true) => rest.join(" "),
        (false, false) => return None,
    };
    bought(rule, &argument, count, design, words)
}

fn bought(rule: &StuntWords, argument: &str, count: i32, design: &DesignWords, words: &Vocabulary) -> Option<Vec<StuntDraft>> {
    if rule.parameters.is_empty() {
        // The note in `Sensors (2)` is the number of purchases; any other note is not part of the stunt.
        let count = if argument.is_empty() { count } else { argument.trim_start_matches(['x', '\u{d7}']).parse().ok()? };
        return Some(vec![StuntDraft { name: rule.name.clone(), arguments: String::new(), count }]);
    }
    let several = match rule.parameters.as_slice() {
        [(ParameterSort::Skill | ParameterSort::Item, _), rest @ ..] if rest.iter().all(|(_, optional)| *optional) => {
            let with_commas = argument.replace(" and ", ", ").replace(" & ", ", ");
            let all: Vec<String> = members(&with_commas).into_iter().map(ToOwned::to_owned).collect();
            let is_known = |title: &String| words.skill(title, design).is_some() || words.item(title, &[]).is_some();
            if all.len() > 1 && rule.many && all.iter().all(is_known) { all } else { vec![argument.to_owned()] }
        }
        _ => vec![argument.to_owned()],
    };
    let name = |title: &str| name(title, rule, design, words);
    let stunt = |argument: String| StuntDraft { name: rule.name.clone(), arguments: written(&argument, rule, name), count };
    Some(several.into_iter().map(stunt).collect())
}

/// Returns the name of an argument: of a skill, of an item, or of a track or statistic of the design.
fn name(title: &str, rule: &StuntWords, design: &DesignWords, words: &Vocabulary) -> String {
    let takes = |sort: ParameterSort| rule.parameters.iter().any(|(own, _)| *own == sort);
    let skill = words.skill(title, design).filter(|_| takes(ParameterSort::Skill)).map(|(skill, _)| skill.name.clone());
    let item = || words.item(title, &[]).filter(|_| takes(ParameterSort::Item)).map(|item| item.path.clone());
    let label = || design.labels.exact(title).and_then(|label| design.name_of(label));
    skill.or_else(item).or_else(label).unwrap_or_else(|| {
        let key = key(title);
        let is_name = slip_compile::resolve::is_name(&key);
        if is_name { key } else { slip_pack::quoted(&slip_printable::line(title)) }
    })
}

/// Returns a text without the number of purchases: `Sensors x2`, `2x Sensors`.
fn counted(text: &str) -> (&str, i32) {
    let count = |word: &str| {
        let digits = word.strip_prefix(['x', 'X', '\u{d7}']).or_else(|| word.strip_suffix(['x', 'X', '\u{d7}']))?;
        digits.parse::<i32>().ok().filter(|count| (1..=99).contains(count))
    };
    if let Some((rest, last)) = text.rsplit_once(' ')
        && let Some(count) = count(last)
    {
        return (rest.trim(), count);
    }
    match text.split_once(' ').and_then(|(first, rest)| Some((rest.trim(), count(first)?))) {
        Some(counted) => counted,
        None => (text, 1),
    }
}
