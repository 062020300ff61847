//! Legal answers as a numbered list, with the text to type, the cost and the odds of each.

use super::style::Ink;
use crate::words;
use slip_play::ask::Ask;
use slip_play::choice::Options;
use slip_play::fight::Playable;

/// Longest list that is shown in full.
const SHORT: usize = 9;
/// Number of options per verb that a longer list shows at first.
const OF_A_KIND: usize = 4;

/// List of options and the number of omitted ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// Text of the list.
    pub text: String,
    /// Number of options that are omitted.
    pub left_out: usize,
}

/// Formats the options of a question, numbered from 1, with the default marked. Long lists show some options of each kind unless `all` is
/// true.
pub fn choices<F: Playable>(fight: &F, ask: &Ask, options: &Options, all: bool, ink: &Ink) -> Listed {
    let words = words_of(fight, ask, options);
    let shown = if all { (0..words.len()).collect() } else { first(fight, ask, options, &words) };
    let width = shown.iter().filter_map(|&place| words.get(place)).map(|words| words.chars().count()).max().unwrap_or(0).min(48);
    let mut listed = Listed { left_out: words.len() - shown.len(), text: String::new() };
    for place in shown {
        let (Some(words), Some(option)) = (words.get(place), options.get(place)) else { continue };
        // If Enter means something else than the first option, no line is marked as the default.
        let star = if place == 0 && super::unsaid(fight, ask).is_none() { "*" } else { " " };
        let about = words::about(fight, ask, option).map(|about| ink.faint.write(&about)).unwrap_or_default();
        // The description is in its own column; if the words are too long for theirs, it is on its own line.
        let long = words.chars().count() > width && !about.is_empty();
        let gap = if long { format!("\n{:1$}", "", width + 8) } else { "  ".to_owned() };
        let line = format!(" {star}{:>3}  {words:width$}{gap}{about}", place + 1);
        listed.text.push_str(line.trim_end());
        listed.text.push('\n');
    }
    if all && options.as_slice().iter().any(|&option| fight.members_of_class(ask.point, option, options).len() > 1) {
        let others = "      of aspects that mean the same one is listed: any other of them may be named as well";
        listed.text.push_str(&ink.faint.write(others));
        listed.text.push('\n');
    }
    if listed.left_out > 0 {
        let more = format!("      and {} more: `more` lists them all", listed.left_out);
        listed.text.push_str(&ink.faint.write(&more));
        listed.text.push('\n');
    }
    listed
}

/// Returns the words of every option.
pub fn words_of<F: Playable>(fight: &F, ask: &Ask, options: &Options) -> Vec<String> {
    options.as_slice().iter().map(|&option| words::of(fight, ask, option)).collect()
}

/// Returns the indices of the options that are shown at first, given their words: all of a short list, some of each kind of a long one.
pub fn first<F: Playable>(fight: &F, ask: &Ask, options: &Options, words: &[String]) -> Vec<usize> {
    if words.len() <= SHORT { (0..words.len()).collect() } else { some_of(fight, ask, options, words) }
}

/// Returns the trained skills if the options are skills, otherwise the first few options of each verb.
fn some_of<F: Playable>(fight: &F, ask: &Ask, options: &Options, words: &[String]) -> Vec<usize> {
    let taught = super::social::taught(fight, ask, options);
    if taught.is_empty() { some_of_each(words) } else { taught }
}

/// Returns the first few options of each verb. Rerolls and being driven away are left out at first.
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
