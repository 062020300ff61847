//! Course of an action before it is declared: the target, weapon and track that the player gets by pressing Enter. The list of actions
//! shows the odds of this course, so that they agree with the odds of the marked target.

use super::question_stops::StopSetting;
use super::{Session, question_stops};
use slip_dice::Dice;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::fight::Fight;
use slip_play::question::{Ask, Point};
use slip_table::option_words;

/// Largest number of questions that follow the declaration of an action.
const QUESTIONS: usize = 4;

/// Question about the target of an action that is not declared yet: a board shows the targets before the player commits to the action.
pub struct TargetQuestion {
    /// Fight after the declaration.
    pub fight: Fight,
    /// Question about the target.
    pub ask: Ask,
    /// Options of the question about the target.
    pub options: Options,
}

impl TargetQuestion {
    /// Returns the question about the target that follows a declaration at once; `None` if another question, or dice, come first.
    pub fn after(fight: &Fight, ask: &Ask, declared: Choice) -> Option<TargetQuestion> {
        let mut fight = fight.clone();
        let (mut options, mut events) = (Options::new(), Vec::new());
        fight.decide(&declared.into(), &mut Dice::scripted([]), &mut events).ok()?;
        events.iter().for_each(|event| fight.apply(event));
        let next = fight.next_question(&mut options).filter(|next| next.seat == ask.seat && next.point == Point::Whom)?;
        if let Some(only) = next.forced {
            options.clear();
            options.push(only);
        }
        Some(TargetQuestion { fight, ask: next, options })
    }
}

impl Session {
    /// Describes the odds of each action, target or weapon that a question offers, if the player presses Enter at all questions after it.
    /// For an action, the target is also described. Returns `None` for an option without further questions.
    pub fn courses(&self, ask: &Ask, options: &Options) -> Vec<Option<String>> {
        self.courses_in(&self.fight, ask, options)
    }

    /// Like [`Session::courses`], for a question that follows a declaration, as [`TargetQuestion::after`] returns it.
    pub fn courses_in(&self, fight: &Fight, ask: &Ask, options: &Options) -> Vec<Option<String>> {
        let declares = matches!(ask.point, Point::Act | Point::Whom | Point::With) && self.is_advised(ask.seat);
        options.as_slice().iter().map(|&choice| if declares { self.course(fight, ask, choice) } else { None }).collect()
    }

    /// True if the line of an action names the target, and Enter accepts action and target together (R-XTT14). With `stops full`, Enter
    /// accepts only the action.
    pub fn names_target(&self, ask: &Ask, action: Choice) -> bool {
        ask.point == Point::Act
            && self.stops_of(ask.seat).at(Point::Act) != StopSetting::Always
            && self.is_advised(ask.seat)
            && self.course(&self.fight, ask, action).is_some()
    }

    fn course(&self, from: &Fight, ask: &Ask, declared: Choice) -> Option<String> {
        let mut fight = from.clone();
        let (mut choice, mut options, mut events) = (declared, Options::new(), Vec::new());
        let (mut target, mut odds, mut step) = (None, None, None);
        for _ in 0..QUESTIONS {
            events.clear();
            if fight.decide(&choice.into(), &mut Dice::scripted([]), &mut events).is_err() {
                break;
            }
            events.iter().for_each(|event| fight.apply(event));
            let Some(next) = fight.next_question(&mut options) else { break };
            if next.seat != ask.seat || !matches!(next.point, Point::Whom | Point::With | Point::Track) {
                break;
            }
            choice = match next.forced {
                Some(forced) => forced,
                None => self.marked(&fight, &next, &options)?,
            };
            if choice.verb == Verb::Target {
                target = option_words::sentence(&fight, &next, choice);
            }
            odds = option_words::about(&fight, &next, choice).or(odds);
        }
        if let (Fight::Personal(people), Some(me)) = (&fight, ask.me.actor())
            && people.roster.social.is_none()
        {
            let zone = question_stops::better_zone(people, me);
            step = zone.map(|zone| format!(", after a free step to {}", people.roster.map.zones[zone].title));
        }
        let odds = odds.map(|odds| format!("{odds}{}", step.unwrap_or_default()));
        match ask.point {
            Point::Act => Some(format!("{}: {}", target?, odds?)),
            _ => odds,
        }
    }

    /// Returns the answer that Enter gives to a question.
    pub(super) fn marked(&self, fight: &Fight, ask: &Ask, options: &Options) -> Option<Choice> {
        let usual = self.usual_answer(fight, ask, options);
        if usual != options.default_choice() || !self.is_asked(fight, self.journal.len(), ask, options) {
            return usual;
        }
        let recommended = self.recommended_anew(fight, ask, options);
        self.marked_target(fight, ask, recommended, options).or(recommended).or(usual)
    }
}
