//! Legal answers as a numbered list of sentences, with the cost and the odds of each.

use super::style::ColourScheme;
use crate::option_words;
use slip_play::choice::{Choice, Options};
use slip_play::fight::Playable;
use slip_play::question::Ask;
use slip_printable::{columns_of, padded};
use std::collections::BTreeMap;

/// Number of options up to which a list is shown in full.
const SHORT: usize = 9;
/// Number of options of each verb that a longer list shows at first.
const OF_A_KIND: usize = 4;

/// Printed list of options, and the number of options that it omits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedOptions {
    /// Text of the printed list.
    pub text: String,
    /// Number of options that are omitted.
    pub left_out: usize,
}

/// Formats the options of a question as sentences, numbered from 1, with the default marked. A long list shows only some options of each
/// kind. If `all` is true, it shows all options and the words to type for each.
///
/// `ranked` is the number of options to show at first if the options are ordered by their value. `courses` has descriptions that replace
/// the usual ones, see [`lines`].
pub fn choices<F: Playable>(
    fight: &F,
    ask: &Ask,
    options: &Options,
    (ranked, courses): (Option<usize>, &[Option<String>]),
    all: bool,
    ink: &ColourScheme,
) -> PrintedOptions {
    let words = words_of(fight, ask, options);
    let shown = if all { (0..words.len()).collect() } else { first(fight, ask, options, ranked, &words) };
    let lines = lines(fight, ask, options, &words, courses);
    let width = shown.iter().filter_map(|&place| lines.get(place)).map(|line| columns_of(&line.sentence)).max().unwrap_or(0).min(48);
    let mut listed = PrintedOptions { left_out: words.len() - shown.len(), text: String::new() };
    for place in shown {
        let (Some(words), Some(line)) = (words.get(place), lines.get(place)) else { continue };
        // If Enter does not choose the first option, no option is marked as the default.
        let star = if place == 0 && super::unsaid(fight, ask, options).is_none() { "*" } else { " " };
        let sentence = &line.sentence;
        let typed = (all && sentence != words).then(|| format!("type `{words}`"));
        let about: Vec<String> = line.about.iter().cloned().chain(typed).collect();
        let about = if about.is_empty() { String::new() } else { ink.faint.write(&about.join("; ")) };
        // The description is in a second column. If the sentence is too long for the first column, the description is on a line of its own.
        let long = columns_of(sentence) > width && !about.is_empty();
        let gap = if long { format!("\n{:1$}", "", width + 8) } else { "  ".to_owned() };
        let line = format!(" {star}{:>3}  {}{gap}{about}", place + 1, padded(sentence, width));
        listed.text.push_str(line.trim_end());
        listed.text.push('\n');
    }
    if all && options.as_slice().iter().any(|&option| fight.members_of_class(ask.point, option, options).len() > 1) {
        let others = "      aspects with the same effect are listed only once; you can also name an aspect that is not listed";
        listed.text.push_str(&ink.faint.write(others));
        listed.text.push('\n');
    }
    if listed.left_out > 0 {
        let more = format!("      and {} more; `more` lists them all, with the words to type", listed.left_out);
        listed.text.push_str(&ink.faint.write(&more));
        listed.text.push('\n');
    }
    listed
}

/// Option as it is printed in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// The option as a sentence, or in the words that may be typed for it.
    pub sentence: String,
    /// Cost and odds of the option, in words.
    pub about: Option<String>,
}

/// Returns every option as a sentence with a description. An entry of `courses` replaces the description of its option: it has the odds if
/// the player presses Enter at the following questions.
///
/// If two options have the same sentence and description, the words to type are printed in place of the sentence.
pub fn lines<F: Playable>(fight: &F, ask: &Ask, options: &Options, words: &[String], courses: &[Option<String>]) -> Vec<OptionLine> {
    let line = |(place, (&option, words)): (usize, (&Choice, &String))| {
        let sentence = option_words::sentence(fight, ask, option).unwrap_or_else(|| words.clone());
        if let Some(Some(course)) = courses.get(place) {
            return OptionLine { about: Some(course.clone()), sentence };
        }
        let about = option_words::about(fight, ask, option);
        // A description that begins with the last words of the sentence does not repeat them.
        let rest = about.as_deref().and_then(|about| about.split_once(": ")).filter(|(front, _)| sentence.ends_with(front));
        let rest = rest.map(|(_, rest)| rest.to_owned());
        OptionLine { about: rest.or(about), sentence }
    };
    let mut lines: Vec<OptionLine> = options.as_slice().iter().zip(words).enumerate().map(line).collect();
    let mut counts: BTreeMap<(String, Option<String>), usize> = BTreeMap::new();
    for line in &lines {
        *counts.entry((line.sentence.clone(), line.about.clone())).or_default() += 1;
    }
    for (line, words) in lines.iter_mut().zip(words) {
        if counts.get(&(line.sentence.clone(), line.about.clone())).is_some_and(|&count| count > 1) {
            line.sentence.clone_from(words);
        }
    }
    lines
}

/// Returns, for every option, the words that may be typed for it.
pub fn words_of<F: Playable>(fight: &F, ask: &Ask, options: &Options) -> Vec<String> {
    options.as_slice().iter().map(|&option| option_words::of(fight, ask, option)).collect()
}

/// Returns the indices of the options that are shown at first: all options of a short list, some options of each kind of a long one.
/// `words` are the words of the options; `ranked` is the number of options to show if they are ordered by their value.
pub fn first<F: Playable>(fight: &F, ask: &Ask, options: &Options, ranked: Option<usize>, words: &[String]) -> Vec<usize> {
    if let Some(count) = ranked {
        return (0..count.min(words.len())).collect();
    }
    if words.len() <= SHORT { (0..words.len()).collect() } else { some_of(fight, ask, options, words) }
}

/// Returns the indices of some options: the trained skills if the options are skills, otherwise the first few options of each verb.
fn some_of<F: Playable>(fight: &F, ask: &Ask, options: &Options, words: &[String]) -> Vec<usize> {
    let taught = super::social::taught(fight, ask, options);
    if taught.is_empty() { some_of_each(words) } else { taught }
}

/// Returns the first few options of each verb, without rerolls and without compels to leave the zone (`… move`).
fn some_of_each(words: &[String]) -> Vec<usize> {
    let verb = |words: &str| words.split(' ').next().unwrap_or("").to_owned();
    let mut counts: Vec<(String, usize)> = Vec::new();
    let mut shown = Vec::new();
    for (place, words) in words.iter().enumerate() {
        let head = verb(words);
        let known = counts.iter().position(|(known, _)| *known == head);
        let at = known.unwrap_or_else(|| {
            counts.push((head, 0));
            counts.len() - 1
        });
        let Some((_, count)) = counts.get_mut(at) else { continue };
        if *count < OF_A_KIND && !words.ends_with(" reroll") && !words.ends_with(" move") {
            *count += 1;
            shown.push(place);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_shows_some_of_each_kind() {
        let mut words = vec!["pass".to_owned()];
        words.extend((0..9).map(|number| format!("tag \"{number}\" +2")));
        words.extend((0..9).map(|number| format!("tag \"{number}\" reroll")));
        words.extend((1..3).map(|number| format!("spend_spin {number}")));
        assert_eq!(some_of_each(&words), [0, 1, 2, 3, 4, 19, 20]);
    }
}
