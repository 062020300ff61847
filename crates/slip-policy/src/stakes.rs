//! Doctrines in the raise-and-see conflict: matches rules with options and computes the numbers that conditions compare.
//!
//! All dice are visible, so nothing is estimated. Each number is counted from the party's own dice and those of the others.

use crate::option_narrowing::OptionScorer;
use slip_pack::doctrine::{DoctrineRule, DoctrineWord, OptionCriteria as Words, OptionOrder, RuleTerm, Topic, UNIT};
use slip_pack::stakes_party::{Approach, Stat};
use slip_play::choice::{Choice, Verb};
use slip_play::effects::Act;
use slip_play::ids::ActorId;
use slip_play::question::{Ask, Point};
use slip_play::stakes::StakesConflict;
use slip_play::stakes::answer_raise::LEAST;
use slip_play::stakes::fallout::track_word;
use std::cell::OnceCell;

/// Number of dice that is reported when a total is out of reach for any number of dice.
const CANNOT: i64 = 99;

/// Evaluator for the options of one question of a raise-and-see conflict.
pub(super) struct StakesEvaluator<'a> {
    fight: &'a StakesConflict,
    ask: Ask,
    me: ActorId,
    /// Dice with which the party can take the blow: the fewest, and the lowest sum; found when they are first needed.
    blows: OnceCell<[Vec<u8>; 2]>,
    /// Fallout of a blow now; computed when it is first needed.
    fallout: OnceCell<u8>,
}

impl<'a> StakesEvaluator<'a> {
    /// Creates the evaluator of a question. `None` if the question is not for a party.
    pub(super) fn new(fight: &'a StakesConflict, ask: &Ask) -> Option<StakesEvaluator<'a>> {
        let me = ask.me.actor().filter(|&me| fight.state.party(me).is_some())?;
        Some(StakesEvaluator { fight, ask: *ask, me, blows: OnceCell::new(), fallout: OnceCell::new() })
    }

    /// True if the encounter prescribes the approach of the deciding party, so that the party does not choose it.
    fn is_told_how(&self) -> bool {
        self.fight.roster.parties.row(self.me).is_some_and(|sheet| sheet.approach.is_some())
    }

    /// True if a rule's condition holds for an option.
    fn holds(&self, row: &DoctrineRule, option: Choice) -> bool {
        let Some(test) = &row.test else { return true };
        test.eval(&mut |term| Ok::<i64, slip_pack::formula::FormulaError>(self.value(term, option))).is_ok_and(|value| value != 0)
    }

    /// True if the number of an option equals the amount that a rule requires.
    fn is_of_amount(&self, words: &Words, option: Choice) -> bool {
        let Some(amount) = &words.amount else { return true };
        let wanted = amount.eval(&mut |term| Ok::<i64, slip_pack::formula::FormulaError>(self.value(term, option)));
        wanted.is_ok_and(|wanted| wanted == self.size(option) * UNIT)
    }

    /// Returns the number by which rules compare an option: the total of a raise or of the dice that see it, the number of dice rolled, or
    /// a face.
    fn size(&self, option: Choice) -> i64 {
        match option.verb {
            Verb::Raise | Verb::Block => i64::from(option.with) + i64::from(option.n),
            Verb::Reverse | Verb::Resist => i64::from(option.n),
            Verb::Blow => self.blow_set(option).iter().map(|&face| i64::from(face)).sum(),
            Verb::Escalate | Verb::Approach | Verb::BringIn => self.new_dice(option),
            _ => 0,
        }
    }

    fn blow_set(&self, option: Choice) -> &[u8] {
        let [fewest, least] = self.blows.get_or_init(|| self.fight.blows(self.me).map(Option::unwrap_or_default));
        if option.how == LEAST { least } else { fewest }
    }

    /// Returns the value of a condition's term, such as `dice_left`, for an option. Numbers are in hundredths; a yes-or-no term has the
    /// value 0 or 1.
    fn value(&self, term: &RuleTerm, option: Choice) -> i64 {
        let RuleTerm::Own(word) = term else { return 0 };
        let hundredths = |number: i64| number * UNIT;
        match word {
            DoctrineWord::Total => hundredths(self.total(option)),
            DoctrineWord::Need => hundredths(self.need()),
            DoctrineWord::TheyNeed => hundredths(self.they_need(option)),
            DoctrineWord::DiceLeft => hundredths(dice_to_come(self.fight, self.me)),
            DoctrineWord::DiceAhead => {
                let theirs = self.fight.opponents(self.me).map(|who| dice_to_come(self.fight, who));
                hundredths(dice_to_come(self.fight, self.me) - theirs.max().unwrap_or(0))
            }
            DoctrineWord::NewDice => hundredths(self.new_dice(option)),
            DoctrineWord::Blow => hundredths(self.blow(option)),
            DoctrineWord::Room => hundredths(self.room()),
            DoctrineWord::Turn => hundredths(i64::from(self.fight.state.round)),
            DoctrineWord::Allies => hundredths(self.allies()),
            DoctrineWord::Enemies => hundredths(self.enemies()),
            DoctrineWord::Outnumbered => i64::from(self.enemies() > self.allies() + 1),
            DoctrineWord::Score => score(self.fight, self.me),
            _ => 0,
        }
    }

    fn allies(&self) -> i64 {
        let side = self.fight.side(self.me);
        i64::try_from(self.fight.members_left(side)).unwrap_or(0) - i64::from(self.fight.state.is_active(self.me))
    }

    fn enemies(&self) -> i64 {
        i64::try_from(self.fight.opponents(self.me).count()).unwrap_or(0)
    }

    /// Returns the total of the current raise, or of the raise that an option makes.
    fn total(&self, option: Choice) -> i64 {
        match u32::try_from(self.size(option)) {
            Ok(sum) if option.verb == Verb::Raise => i64::from(self.fight.comes_to(self.me, Act::Raise, sum)),
            _ => i64::from(self.pending().unwrap_or(0)),
        }
    }

    /// Returns the total of the raise that the deciding party must see.
    fn pending(&self) -> Option<u32> {
        let raise = self.fight.state.raise.as_ref()?;
        raise.waiting.contains(&self.me).then_some(raise.total)
    }

    /// Returns the smallest number of the deciding party's dice with which it can see the current raise. Returns 0 without a raise, and 99
    /// if no dice are enough.
    fn need(&self) -> i64 {
        self.pending().map_or(0, |total| need(self.fight, self.me, total))
    }

    /// Returns the smallest number of dice with which any opponent can see the raise that the option makes. For an option that makes no
    /// raise, it is the current raise.
    fn they_need(&self, option: Choice) -> i64 {
        let total = u32::try_from(self.total(option)).unwrap_or(0);
        self.fight.opponents(self.me).map(|who| need(self.fight, who, total)).min().unwrap_or(CANNOT)
    }

    /// Returns the number of dice that an option adds. An escalation adds the dice of the statistics and things that fit the new approach,
    /// minus those of the things that fit now. For other options it is the greatest number of dice that can still be rolled.
    fn new_dice(&self, option: Choice) -> i64 {
        let of_approach = |approach: Approach| -> i64 {
            let stats = self.fight.new_stats(self.me, approach).map(|stat| i64::from(self.fight.dice_of(self.me, stat)));
            stats.sum::<i64>() + self.dice_of_things(self.fight.unused_under(self.me, approach))
        };
        let things = self.dice_of_things(self.fight.unused(self.me));
        match option.verb {
            Verb::Approach => approach(option)
                .map_or(0, |approach| approach.stats().into_iter().map(|stat| i64::from(self.fight.dice_of(self.me, stat))).sum()),
            Verb::Escalate => approach(option).map_or(0, of_approach) - things,
            Verb::BringIn => u8::try_from(option.with).map_or(0, |thing| self.dice_of_thing(thing)),
            _ => Approach::ALL.into_iter().map(of_approach).max().unwrap_or(0).max(things),
        }
    }

    fn dice_of_things(&self, things: Vec<u8>) -> i64 {
        things.into_iter().map(|thing| self.dice_of_thing(thing)).sum()
    }

    fn dice_of_thing(&self, thing: u8) -> i64 {
        dice_of_thing(self.fight, self.me, thing)
    }

    /// Returns the fallout of a blow for the deciding party. Things that an option would bring into play are included.
    fn blow(&self, option: Choice) -> i64 {
        let now = i64::from(*self.fallout.get_or_init(|| self.fight.state.blow.unwrap_or_else(|| self.fight.blow_on(self.me))));
        let in_play = self.fight.state.party(self.me).map(|party| party.in_play).unwrap_or_default();
        let more = match option.verb {
            Verb::Approach | Verb::Escalate => approach(option)
                .map_or(0, |approach| approach.stats().into_iter().filter(|&stat| stat.makes_blows_worse() && !in_play.has(stat)).count()),
            Verb::BringIn => usize::from(u8::try_from(option.with).is_ok_and(|thing| self.fight.is_dangerous(self.me, thing))),
            _ => 0,
        };
        now + i64::try_from(more).unwrap_or(0)
    }

    /// Returns the number of open boxes of the party's track with the most open boxes.
    fn room(&self) -> i64 {
        self.fight.open_tracks(self.me).first().map_or(0, |&track| i64::from(self.fight.open_boxes(self.me, track)))
    }
}

fn approach(option: Choice) -> Option<Approach> {
    u8::try_from(option.n).ok().and_then(Approach::of)
}

/// Returns the smallest number of a party's dice that can see a raise of this total. The effects of stunts are considered.
fn need(fight: &StakesConflict, who: ActorId, total: u32) -> i64 {
    let Some(party) = fight.state.party(who).filter(|_| !fight.is_kept_from(who, Act::See)) else { return CANNOT };
    let count = party.pool.count_to_reach(fight.needed_against(who, total));
    count.map_or(CANNOT, |count| i64::try_from(count).unwrap_or(CANNOT))
}

/// Returns the number of dice that a party has on the table, including held ones.
fn dice_of(fight: &StakesConflict, who: ActorId) -> i64 {
    fight.state.party(who).map_or(0, |party| i64::try_from(party.pool.len() + party.held.len()).unwrap_or(0))
}

fn dice_of_thing(fight: &StakesConflict, who: ActorId, thing: u8) -> i64 {
    let thing = fight.roster.parties.row(who).and_then(|sheet| sheet.thing(thing));
    thing.map_or(0, |thing| thing.dice.iter().map(|dice| i64::from(dice.count)).sum())
}

/// True if a party can still roll dice, by escalating or for things that it has not brought in yet.
pub(super) fn has_dice_to_roll(fight: &StakesConflict, who: ActorId) -> bool {
    let may_bring = !fight.is_kept_from(who, Act::BringIn);
    let may_switch = !fight.is_kept_from(who, Act::Escalate);
    let switched = |approach| {
        fight.new_stats(who, approach).any(|stat| fight.dice_of(who, stat) > 0)
            || (may_bring && !fight.unused_under(who, approach).is_empty())
    };
    (may_bring && !fight.unused(who).is_empty()) || (may_switch && Approach::ALL.into_iter().any(switched))
}

/// Returns the number of a party's dice on the table. Before the roll, returns the number that it will roll for its approach and the things
/// in play.
fn dice_to_come(fight: &StakesConflict, who: ActorId) -> i64 {
    let Some(party) = fight.state.party(who).filter(|_| fight.is_before_the_roll()) else { return dice_of(fight, who) };
    let stats = Stat::ALL.into_iter().filter(|&stat| party.rolled.has(stat)).map(|stat| i64::from(fight.dice_of(who, stat)));
    let things = (0..64).filter(|&thing| party.has_used(thing)).map(|thing| dice_of_thing(fight, who, thing));
    stats.sum::<i64>() + things.sum::<i64>()
}

/// Returns the open boxes and dice of a party's side, minus those of the other sides, in hundredths. A die has the value of a box (R-ZA4).
pub(super) fn score(fight: &StakesConflict, me: ActorId) -> i64 {
    let side = fight.side(me);
    let worth = |who: ActorId| {
        let sheet = fight.roster.parties.row(who);
        let boxes: i64 = sheet.into_iter().flat_map(|sheet| sheet.tracks()).map(|track| i64::from(fight.open_boxes(who, track))).sum();
        boxes + dice_of(fight, who)
    };
    let active = fight.state.parties.iter().filter(|(_, party)| party.is_active());
    active.map(|(who, _)| if fight.side(who) == side { worth(who) } else { -worth(who) }).sum::<i64>() * UNIT
}

impl OptionScorer for StakesEvaluator<'_> {
    fn consent(&self, option: Choice) -> Option<Topic> {
        match (self.ask.point, option.verb) {
            (Point::BringIn, Verb::BringIn) => Some(Topic::BringIn),
            (Point::Escalate, Verb::Escalate) => Some(Topic::Escalate),
            (Point::Resist, Verb::Resist) => Some(Topic::Resist),
            (_, Verb::Give) => Some(Topic::Give),
            _ => None,
        }
    }

    fn fits(&mut self, row: &DoctrineRule, option: Choice) -> bool {
        let words = &row.choice;
        let fits = match row.topic {
            // If the encounter prescribes an approach, that approach is taken. Rules choose only if the encounter leaves the approach open
            // (R-ZA5).
            Topic::Approach => option.verb == Verb::Approach && !self.is_told_how() && is_called_so(words, option),
            Topic::Escalate => option.verb == Verb::Escalate && is_called_so(words, option) && self.is_of_amount(words, option),
            Topic::BringIn => option.verb == Verb::BringIn && self.is_of_amount(words, option),
            Topic::Raise => option.verb == Verb::Raise && self.is_of_amount(words, option),
            Topic::See => sees(words, option) && self.is_of_amount(words, option),
            Topic::Resist => option.verb == Verb::Resist && self.is_of_amount(words, option),
            Topic::Fallout => {
                let track = u8::try_from(option.n).map(track_word);
                option.verb == Verb::Aim && words.word.as_ref().is_none_or(|word| track == Ok(word.as_str()))
            }
            Topic::Give => option.verb == Verb::Give,
            _ => false,
        };
        fits && self.holds(row, option)
    }

    fn rank(&mut self, row: &DoctrineRule, option: Choice) -> Option<(i64, i64)> {
        match (row.choice.order?, row.topic) {
            (OptionOrder::MostDice, Topic::Approach) => Some((self.new_dice(option), -self.blow(option))),
            (OptionOrder::Roomiest, Topic::Fallout) => {
                let track = u8::try_from(option.n).ok()?;
                Some((i64::from(self.fight.open_boxes(self.me, track)), 0))
            }
            // For taking a blow, `least` means the fewest dice.
            (OptionOrder::Least, Topic::See) if option.verb == Verb::Blow => {
                let set = self.blow_set(option);
                Some((-i64::try_from(set.len()).unwrap_or(0), -self.size(option)))
            }
            (OptionOrder::Most, _) => Some((self.size(option), -self.blow(option))),
            (OptionOrder::Least, _) => Some((-self.size(option), -self.blow(option))),
            _ => None,
        }
    }
}

/// True if a rule names an approach, by its name or by its kind.
fn is_called_so(words: &Words, option: Choice) -> bool {
    let Some(word) = &words.word else { return true };
    let is = |approach: Approach| match word.as_str() {
        "physical" => matches!(approach, Approach::UnopposedPhysical | Approach::OpposedPhysical),
        "neutral" => matches!(approach, Approach::UnopposedNeutral | Approach::OpposedNeutral),
        "opposed" => matches!(approach, Approach::OpposedNeutral | Approach::OpposedPhysical),
        "unopposed" => matches!(approach, Approach::UnopposedNeutral | Approach::UnopposedPhysical),
        other => approach.word() == other,
    };
    approach(option).is_some_and(is)
}

/// True if an option sees the raise in the way that the rule requires: by `reverse`, `block` or `blow`. A rule without a word accepts all
/// three.
fn sees(words: &Words, option: Choice) -> bool {
    match words.word.as_deref() {
        Some("reverse") => option.verb == Verb::Reverse,
        Some("block") => option.verb == Verb::Block,
        Some("blow") => option.verb == Verb::Blow,
        _ => matches!(option.verb, Verb::Reverse | Verb::Block | Verb::Blow),
    }
}
