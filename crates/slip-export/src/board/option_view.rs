//! Options of a question in the view: their words, odds, and places on the map, and the targets of an action that is not declared yet.

use super::Board;
use super::map_view::ViewPlace;
use serde::Serialize;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::fight::Fight;
use slip_play::question::{Ask, Point};
use slip_session::session::TargetQuestion;
use slip_table::option_words;
use slip_table::table::choices::{self, OptionLine};
use slip_table::table::{self, Viewer};
use std::collections::BTreeMap;

/// Legal answer to a question in the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ViewOption {
    /// Words to type for the answer.
    pub words: String,
    /// The answer as a sentence, or the words to type if they can be read as they are.
    pub sentence: String,
    /// Details of the answer: its price and odds, and the places in it if the map uses other names for them.
    pub about: Option<String>,
    /// Prompt for free text to go with the answer.
    pub say: Option<String>,
    /// True if the answer is shown before the list of answers is expanded.
    pub first: bool,
    /// Place on the map that the answer is about.
    pub place: Option<ViewPlace>,
    /// Price of a step, or the first chance of the odds, in a few letters for the map.
    pub label: Option<String>,
    /// The act of the answer without its target, if the question has answers with the same act and other targets.
    pub act: Option<String>,
    /// True if the answer is work on a border beside its target, which is chosen afterwards.
    pub is_border_work: bool,
    /// Targets among which the player chooses after this answer.
    pub targets: Vec<ViewTarget>,
}

/// Target of an action that is not declared yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ViewTarget {
    /// Words to type for the action with this target.
    pub words: String,
    /// Name of the target.
    pub sentence: String,
    /// Odds of the action against this target.
    pub about: Option<String>,
    /// Prompt for free text to go with the answer.
    pub say: Option<String>,
    /// Place of the target on the map.
    pub place: Option<ViewPlace>,
    /// First chance of the odds, in a few letters for the map.
    pub label: Option<String>,
}

impl Board<'_> {
    /// Returns the options of a question for a viewer. `fight` is the one from which the viewer's odds are computed.
    pub(super) fn view_options(&self, fight: &Fight, viewer: Viewer, ask: &Ask) -> Vec<ViewOption> {
        let ranked = self.session().ranked_options();
        let options = ranked.options;
        let all = choices::words_of(fight, ask, &options);
        let first = choices::first(fight, ask, &options, ranked.shown, &all);
        // Only the referee sees the odds of courses. They would show other viewers more about the sheets of the other sides than these
        // viewers know.
        let courses = if viewer == Viewer::Referee { self.session().courses(ask, &options) } else { Vec::new() };
        let lines = choices::lines(fight, ask, &options, &all, &courses);
        let acts = acts(fight, ask, &options);
        let option = |(number, ((words, line), choice)): (usize, ((String, OptionLine), Choice))| {
            let about = about(fight, ask, choice, &words, &line);
            ViewOption {
                label: label(fight, ask, choice, about.as_deref()),
                place: self.place(fight, viewer, ask, choice),
                is_border_work: matches!(choice.verb, Verb::Obstruct | Verb::Interdict),
                targets: self.targets(fight, viewer, ask, choice, &words),
                say: table::wants_words(fight, ask, choice),
                first: first.contains(&number),
                act: acts.get(number).cloned().flatten(),
                sentence: line.sentence,
                about,
                words,
            }
        };
        all.into_iter().zip(lines).zip(options.as_slice().iter().copied()).enumerate().map(option).collect()
    }

    fn place(&self, fight: &Fight, viewer: Viewer, ask: &Ask, choice: Choice) -> Option<ViewPlace> {
        ViewPlace::of(fight, viewer, table::option_place(fight, ask, choice)?, &self.marks)
    }

    /// Returns the targets among which the player chooses after an action.
    fn targets(&self, fight: &Fight, viewer: Viewer, ask: &Ask, declared: Choice, verb: &str) -> Vec<ViewTarget> {
        if !matches!(ask.point, Point::Act | Point::Declare) {
            return Vec::new();
        }
        let Some(TargetQuestion { fight, ask, options }) = TargetQuestion::after(fight, ask, declared) else { return Vec::new() };
        let all = choices::words_of(&fight, &ask, &options);
        let courses = if viewer == Viewer::Referee { self.session().courses_in(&fight, &ask, &options) } else { Vec::new() };
        let lines = choices::lines(&fight, &ask, &options, &all, &courses);
        let target = |((words, line), &choice): ((String, OptionLine), &Choice)| {
            let about = about(&fight, &ask, choice, &words, &line);
            ViewTarget {
                label: label(&fight, &ask, choice, about.as_deref()),
                place: self.place(&fight, viewer, &ask, choice),
                say: table::wants_words(&fight, &ask, choice),
                words: format!("{verb} {words}"),
                sentence: line.sentence,
                about,
            }
        };
        all.into_iter().zip(lines).zip(options.as_slice()).map(target).collect()
    }
}

/// Returns, for each option, its act without the target, if another option has the same act.
fn acts(fight: &Fight, ask: &Ask, options: &Options) -> Vec<Option<String>> {
    let acts: Vec<Option<String>> = options.as_slice().iter().map(|&option| option_words::act_phrase(fight, ask, option)).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for act in acts.iter().flatten() {
        *counts.entry(act.as_str()).or_default() += 1;
    }
    acts.iter().map(|act| act.clone().filter(|act| counts.get(act.as_str()).is_some_and(|&count| count > 1))).collect()
}

/// Returns details of an answer: its price and odds, and its places if the map uses other names for them.
fn about(fight: &Fight, ask: &Ask, choice: Choice, words: &str, line: &OptionLine) -> Option<String> {
    if line.sentence != words {
        return line.about.clone();
    }
    let places = option_words::places(fight, ask, choice).join(" -- ");
    let places = (!places.is_empty()).then_some(places);
    let parts: Vec<String> = places.into_iter().chain(option_words::about(fight, ask, choice)).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Returns the label of an answer on the map: the price of a step, or the first chance that the hint of the answer names.
fn label(fight: &Fight, ask: &Ask, choice: Choice, about: Option<&str>) -> Option<String> {
    option_words::step_price(fight, ask, choice).or_else(|| first_chance(about?))
}

/// Returns the first percentage of a text, such as `86%`.
fn first_chance(text: &str) -> Option<String> {
    let (before, _) = text.split_once('%')?;
    let digits = before.rsplit(|letter: char| !letter.is_ascii_digit()).next().filter(|digits| !digits.is_empty())?;
    Some(format!("{digits}%"))
}

/// Returns the longest label of each zone that options or targets concern.
pub(super) fn zone_labels(options: &[ViewOption]) -> BTreeMap<usize, String> {
    let of_targets = options.iter().flat_map(|option| &option.targets).map(|target| (&target.place, &target.label));
    let all = options.iter().map(|option| (&option.place, &option.label)).chain(of_targets);
    let mut labels: BTreeMap<usize, String> = BTreeMap::new();
    for (place, label) in all {
        let (Some(ViewPlace::Zone(zone)), Some(label)) = (place, label) else { continue };
        let longest = labels.entry(*zone).or_default();
        if label.chars().count() > longest.chars().count() {
            longest.clone_from(label);
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::first_chance;

    #[test]
    fn the_label_is_the_first_chance_of_the_hint() {
        assert_eq!(first_chance("86% to hit, 26% to take out").as_deref(), Some("86%"));
        assert_eq!(first_chance("range 1: 7% to hit").as_deref(), Some("7%"));
        assert_eq!(first_chance("dice + 4"), None);
        assert_eq!(first_chance("a % sign"), None);
    }
}
