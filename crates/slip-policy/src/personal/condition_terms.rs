//! Computes the numbers that conditions of doctrines compare in personal combat (terms such as `hit_chance` or `boxes_left`), in
//! hundredths.
//!
//! Terms about the state of the fight are computed once for a question, terms about a roll that can still be changed once for a roll.

use super::pending_rolls;
use super::prepared_rules::{PreparedCondition, PreparedRule};
use super::question_cache::{PersonalQuestionCache, RemainingBonuses};
use super::social::GoalDistanceCache;
use crate::pending_roll_view::RollWindow;
use crate::shared_doctrine_parts::{HitEffects, Participants};
use slip_dice::fate::fate_points::spin_of;
use slip_dice::fate::{Holder, Prospect};
use slip_pack::doctrine::{DoctrineWord, RuleTerm, UNIT};
use slip_play::choice::{Choice, Verb};
use slip_play::event::Phase;
use slip_play::ids::{ActorId, BorderId, Id, SkillId, ZoneId};
use slip_play::personal::Personal;
use slip_play::personal::attack_cache::{AttackCaches, ComparedValueKey};
use slip_play::personal::odds::Shots;
use slip_play::personal::state::{COMPOSURE, HEALTH};
use slip_play::question::{Ask, Point};
use slip_play::zone_map::FAR;
use std::cell::{Cell, OnceCell, RefCell};

/// Data by which an option is evaluated. Some options are only the first of several choices, such as an act before its target. They have
/// one evaluation for each possible continuation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PersonalEvaluation {
    /// Target of the option.
    pub it: Id,
    /// Zone that the actor would be in after the option.
    pub zone: ZoneId,
    /// Odds of the option's attack, if it is an attack.
    pub prospect: Option<Prospect>,
    /// Weapon, skill and mode of the option, if chosen.
    pub using: Option<Choice>,
    /// The option itself, if it is about a compel.
    pub compel: Option<Choice>,
    /// Act of the option, if it is known already.
    pub act: Option<Verb>,
    /// Border that the option is about.
    pub border: Option<BorderId>,
}

/// Evaluator for the options of one question of a personal combat.
pub(crate) struct PersonalEvaluator<'a> {
    /// Fight in which the question is asked.
    pub fight: &'a Personal,
    /// Question that is asked.
    pub ask: Ask,
    /// Actor that decides.
    pub me: ActorId,
    /// Zone of the deciding actor.
    pub here: ZoneId,
    /// Value of a fate point to the doctrine, in hundredths of boxes.
    pub fate_value: i64,
    /// Attacks that the actor can make this turn; used while an action is declared.
    pub(super) shots: &'a mut Shots,
    pub(super) reckoned: &'a RefCell<AttackCaches>,
    /// True if the cache of attacks has already been compared with the state of this question.
    pub(super) seen: Cell<bool>,
    /// Bonuses that parties can still add to the roll.
    pub(super) reaches: RemainingBonuses,
    /// Distances and values of positions in social combat.
    pub(super) land: &'a GoalDistanceCache,
    /// Gains of pushes and moves in social combat. Each entry has the acting actor, the moved actor and the gain.
    pub(super) gains: RefCell<Vec<(ActorId, ActorId, i64)>>,
    /// Best skill in social combat if it should be saved for the next turn; `None` if there is none to save.
    pub(super) spared: OnceCell<Option<SkillId>>,
    /// Legal answers to the question.
    pub options: &'a [Choice],
    /// Prepared rules of the question's decision point, and the index of the current rule.
    lines: &'a [PreparedRule],
    line: usize,
    /// Results for those parts of conditions that are equal for all options: two sets of rules, one bit for each rule. The first set has
    /// the rules whose part has been checked. The second set has those of them whose part is true.
    told: (u64, u64),
    /// Last computed cost of a compel that lowers a roll: the actor whose roll is lowered, and the cost to this actor.
    pub(super) lost: Cell<Option<(ActorId, i64)>>,
    pub(super) aimed: bool,
    window: Option<RollWindow>,
    cached: [i64; DoctrineWord::ALL.len()],
    valid: u128,
}

impl<'a> PersonalEvaluator<'a> {
    /// Creates the evaluator of a question; `None` if no actor decides.
    pub(crate) fn new(
        fight: &'a Personal,
        ask: &Ask,
        options: &'a [Choice],
        (lines, fate_value): (&'a [PreparedRule], i64),
        room: &'a mut PersonalQuestionCache,
    ) -> Option<PersonalEvaluator<'a>> {
        let me = ask.me.actor()?;
        let here = fight.state.actors[me].zone;
        if fight.roster.social.is_some() {
            room.land.see(fight);
        }
        Some(PersonalEvaluator {
            fight,
            ask: *ask,
            me,
            here,
            fate_value,
            shots: &mut room.shots,
            reckoned: &room.reckoned,
            seen: Cell::new(false),
            reaches: RemainingBonuses::default(),
            land: &room.land,
            gains: RefCell::new(Vec::new()),
            spared: OnceCell::new(),
            options,
            lines,
            line: 0,
            told: (0, 0),
            lost: Cell::new(None),
            aimed: false,
            window: None,
            cached: [0; DoctrineWord::ALL.len()],
            valid: 0,
        })
    }

    /// Prepares to check options against the rule with this index. Returns `false` if the rule's condition cannot hold for any option.
    pub(super) fn read_line(&mut self, line: usize) -> bool {
        self.line = line;
        self.standing_holds()
    }

    /// Returns the current rule.
    pub(super) fn laid(&self) -> Option<&'a PreparedRule> {
        self.lines.get(self.line)
    }

    /// Evaluates the parts of the current rule's condition that have the same value for all options. True if all these parts hold.
    pub(super) fn standing_holds(&mut self) -> bool {
        let Some(laid) = self.laid().filter(|laid| !laid.standing.is_empty()) else { return true };
        // Only the results for the first 64 rules are stored.
        let bit = u32::try_from(self.line).ok().and_then(|line| 1_u64.checked_shl(line)).unwrap_or(0);
        if self.told.0 & bit != 0 {
            return self.told.1 & bit != 0;
        }
        let nothing =
            PersonalEvaluation { it: self.ask.it, zone: self.here, prospect: None, using: None, compel: None, act: None, border: None };
        let holds = self.all_hold(&laid.standing, &nothing);
        self.told.0 |= bit;
        self.told.1 |= if holds { bit } else { 0 };
        holds
    }

    /// True if all parts of a condition hold for an option. A part without a value does not hold.
    pub(super) fn all_hold(&mut self, parts: &[PreparedCondition], option: &PersonalEvaluation) -> bool {
        parts.iter().all(|part| match part {
            PreparedCondition::Compared(term, op, number) => op.holds(self.value(term, option), *number),
            PreparedCondition::Reached(wanted) => self.is_within_reach() == *wanted,
            PreparedCondition::Whole(formula) => formula.eval(&mut |term| Ok(self.value(term, option))).is_ok_and(|value| value != 0),
        })
    }

    /// True if the party can still add enough to its roll for the next better outcome.
    fn is_within_reach(&mut self) -> bool {
        let RollWindow { own, misses_by, .. } = self.table();
        match own {
            Some(party) => self.fight.can_add_more(party, misses_by - 1),
            None => misses_by <= 0,
        }
    }

    /// Returns the value of a condition's term (such as `hit_chance`) for an option.
    pub(super) fn value(&mut self, term: &RuleTerm, option: &PersonalEvaluation) -> i64 {
        match term {
            RuleTerm::Own(word) => self.own(*word, option),
            RuleTerm::It(word) => option.it.actor().map_or(0, |who| self.its(*word, who)),
            RuleTerm::OwnLeft(track) => self.boxes_left_on(self.me, track),
            RuleTerm::ItLeft(track) => option.it.actor().map_or(0, |who| self.boxes_left_on(who, track)),
            RuleTerm::Trained(skill) => i64::from(self.is_trained(skill, self.me)),
            RuleTerm::Any(pick) => i64::from(self.all_meant(pick).next().is_some()),
            RuleTerm::Count(pick) => i64::try_from(self.all_meant(pick).count()).unwrap_or(0) * UNIT,
        }
    }

    /// Returns the number of open boxes of an actor on a track, in hundredths. The track is given by its name.
    fn boxes_left_on(&self, who: ActorId, track: &str) -> i64 {
        let track = self.fight.roster.tracks.find(track);
        track.map_or(0, |track| i64::from(self.fight.state.actors[who].track(track).open()) * UNIT)
    }

    fn own(&mut self, word: DoctrineWord, option: &PersonalEvaluation) -> i64 {
        let of_option = match word {
            DoctrineWord::Range => Some(self.range_of(option)),
            DoctrineWord::GoalDistance => Some(self.goal_distance(self.me, option.zone)),
            DoctrineWord::HitChance => Some(self.prospect(option).hit),
            DoctrineWord::KillChance => Some(self.prospect(option).kill),
            DoctrineWord::Expected => Some(self.expected(option)),
            DoctrineWord::Risk => Some(self.risk(option.zone)),
            DoctrineWord::Setup => Some(self.setup(option)),
            DoctrineWord::EnemiesInZone => Some(self.people_in(option, true)),
            DoctrineWord::AlliesInZone => Some(self.people_in(option, false)),
            DoctrineWord::OutOfRange => Some(i64::from(self.is_out_of_range(option))),
            DoctrineWord::InCover => Some(i64::from(self.is_cover(option.zone))),
            DoctrineWord::Points => Some(self.points_of(option)),
            DoctrineWord::AtStake => Some(self.at_stake(option)),
            DoctrineWord::GainSteps => Some(self.gain_steps(option)),
            DoctrineWord::BorderCost => Some(self.border_cost(option)),
            // All words that depend on the option are listed above; see `is_of_option` in `prepared_rules`.
            _ => None,
        };
        if let Some(value) = of_option {
            return value;
        }
        // The number of a word is its index in the list of all words.
        let place = word as usize;
        if self.valid >> place & 1 == 1 {
            return self.cached.get(place).copied().unwrap_or(0);
        }
        let value = self.standing_term(word);
        if let Some(slot) = self.cached.get_mut(place) {
            *slot = value;
            self.valid |= 1 << place;
        }
        value
    }

    /// Returns the value of a term that does not depend on the option.
    fn standing_term(&mut self, word: DoctrineWord) -> i64 {
        let fight = self.fight;
        let state = &fight.state;
        let side = fight.roster.side(self.me);
        match word {
            DoctrineWord::Turn => i64::from(state.round) * UNIT,
            DoctrineWord::TurnsLeft => {
                // A social conflict also ends when its time is used up, even if the limit of rounds is not reached.
                let time = if self.is_social() { fight.time_left() } else { u32::MAX };
                i64::from(fight.roster.limit.saturating_sub(state.round).min(time)) * UNIT
            }
            DoctrineWord::Allies => self.people(false) * UNIT - UNIT,
            DoctrineWord::Enemies => self.people(true) * UNIT,
            DoctrineWord::Outnumbered => i64::from(self.people(true) > self.people(false)),
            DoctrineWord::Score => fight.score(side),
            DoctrineWord::Spin => i64::from(spin_of(&state.spin, side.0)) * UNIT,
            DoctrineWord::Refused => i64::try_from(state.declared.compelled.len()).unwrap_or(0) * UNIT,
            DoctrineWord::FateValue => self.fate_value,
            DoctrineWord::TimeLeft => i64::from(fight.time_left()) * UNIT,
            DoctrineWord::RivalSteps => self.rival_steps(),
            DoctrineWord::Lead => self.lead(),
            DoctrineWord::Answerable => {
                let window = self.table();
                i64::from(window.is_answerable(|party| fight.can_add_more(party, window.spare)))
            }
            DoctrineWord::MissesBy
            | DoctrineWord::WinsBy
            | DoctrineWord::Gain
            | DoctrineWord::FreeReach
            | DoctrineWord::Reach
            | DoctrineWord::Odds => self.table().term(word, |party| self.reach_of(party)),
            DoctrineWord::TakenOut if self.ask.point == Point::Mitigate => i64::from(!fight.survives(self.me, fight.pending_hit())),
            DoctrineWord::TakenOut => i64::from(self.table().taken_out),
            DoctrineWord::Hit => i64::from(fight.pending_hit()) * UNIT,
            DoctrineWord::Box => i64::from(self.landing_box(self.me, fight.pending_hit())) * UNIT,
            word => self.its(word, self.me),
        }
    }

    /// Returns the value of a term about an actor.
    fn its(&self, word: DoctrineWord, who: ActorId) -> i64 {
        let actor = &self.fight.state.actors[who];
        match word {
            DoctrineWord::Fate => i64::from(actor.fate.points()) * UNIT,
            DoctrineWord::Spin => i64::from(spin_of(&self.fight.state.spin, self.fight.roster.side(who).0)) * UNIT,
            DoctrineWord::Consequences => self.consequences(who) * UNIT,
            DoctrineWord::SlotsLeft => i64::from(actor.slots.count()) * UNIT,
            DoctrineWord::BoxesLeft => self.fight.boxes_left(who) * UNIT,
            DoctrineWord::HealthLeft => i64::from(actor.track(HEALTH).open()) * UNIT,
            DoctrineWord::ComposureLeft => i64::from(actor.track(COMPOSURE).open()) * UNIT,
            DoctrineWord::GoalDistance => self.goal_distance(who, actor.zone),
            DoctrineWord::Expected => self.menace(who),
            DoctrineWord::TurnValue => self.turn_value(who),
            word => i64::from(self.is(word, who)),
        }
    }

    fn range_of(&self, option: &PersonalEvaluation) -> i64 {
        let map = &self.fight.roster.map;
        let steps = match option.it {
            Id::Actor(who) if who != self.me => map.range(option.zone, self.fight.state.actors[who].zone),
            Id::Zone(zone) => map.range(option.zone, zone),
            _ => self.fight.steps_to_enemy(self.me, option.zone),
        };
        if steps == FAR { 99 * UNIT } else { i64::from(steps) * UNIT }
    }

    fn goal_distance(&self, who: ActorId, from: ZoneId) -> i64 {
        let steps = if self.is_social() { self.steps_from(who, from) } else { self.fight.goal_distance(who, from) };
        steps * UNIT
    }

    /// Returns the odds of the option's attack. Without an attack in the option, returns the odds of the actor's best attack.
    pub(super) fn prospect(&mut self, option: &PersonalEvaluation) -> Prospect {
        if let Some(prospect) = option.prospect {
            return prospect;
        }
        self.take_aim();
        self.shots.iter().map(|shot| shot.prospect).fold(Prospect::default(), Prospect::or)
    }

    fn expected(&mut self, option: &PersonalEvaluation) -> i64 {
        let asked = self.ask.point == Point::PayAccess;
        if asked && self.fight.is_harm_offered() {
            return -UNIT;
        }
        if let Some(gains) = asked.then(|| self.fight.offer_gains(self.me)).flatten() {
            return gains;
        }
        let defending = asked && self.fight.state.step.phase == Phase::Defence;
        if defending { self.fight.armour_saves(self.me) } else { self.prospect(option).expected }
    }

    /// Returns the best odds of the deciding actor against another actor, among the attacks that it can make this turn.
    pub(super) fn against(&self, who: ActorId) -> Prospect {
        let declared = self.fight.state.declared.using.filter(|_| self.ask.point != Point::Whom);
        if let Some(using) = declared.filter(|_| self.fight.state.actor == Some(self.me)) {
            return self.promise(using, Id::Actor(who), self.here);
        }
        if self.aimed {
            let at = self.shots.iter().filter(|shot| shot.it == Id::Actor(who));
            return at.map(|shot| shot.prospect).max_by_key(|prospect| prospect.expected).unwrap_or_default();
        }
        self.best(self.me, who, self.here, self.fight.state.actors[who].zone, 0)
    }

    /// Returns the greatest expected damage of an actor against any actor of the deciding side.
    pub(super) fn menace(&self, who: ActorId) -> i64 {
        let fight = self.fight;
        self.known_worth(ComparedValueKey::Menace(who, fight.roster.side(self.me)), || {
            let from = fight.state.actors[who].zone;
            let ours = fight.active_people().filter(|&one| !fight.roster.are_enemies(self.me, one));
            ours.map(|one| self.best(who, one, from, fight.state.actors[one].zone, 0).expected).max().unwrap_or(0)
        })
    }

    /// Returns the expected damage of an actor's best attack.
    pub(super) fn turn_value(&self, who: ActorId) -> i64 {
        let fight = self.fight;
        let boxes = self.known_worth(ComparedValueKey::Turn(who), || {
            let from = fight.state.actors[who].zone;
            let theirs = fight.active_people().filter(|&one| fight.roster.are_enemies(who, one));
            theirs.map(|one| self.best(who, one, from, fight.state.actors[one].zone, 0).expected).max().unwrap_or(0)
        });
        if self.is_social() { boxes.max(self.best_gain(who)) } else { boxes }
    }

    /// Returns the damage that the actor must expect from all enemies if it is in a zone. The sum is divided by the number of possible
    /// targets on the actor's side.
    fn risk(&self, zone: ZoneId) -> i64 {
        let fight = self.fight;
        self.known_worth(ComparedValueKey::Risk(self.me, zone), || {
            let enemies = fight.active_people().filter(|&who| fight.roster.are_enemies(self.me, who));
            let all: i64 = enemies.map(|who| self.best(who, self.me, fight.state.actors[who].zone, zone, 0).expected).sum();
            all / self.people(false).max(1)
        })
    }

    fn setup(&self, option: &PersonalEvaluation) -> i64 {
        match option.it {
            Id::Actor(who) => self.setup_on(who),
            _ => {
                let enemies = self.fight.active_people().filter(|&who| self.fight.roster.are_enemies(self.me, who));
                let seen = enemies.filter(|&who| self.is(DoctrineWord::Visible, who));
                seen.map(|who| self.setup_on(who)).max().unwrap_or(0)
            }
        }
    }

    /// Returns the expected damage that a maneuver on a target adds to an ally's best next attack.
    pub(super) fn setup_on(&self, target: ActorId) -> i64 {
        let fight = self.fight;
        if !fight.roster.are_enemies(self.me, target) {
            return 0;
        }
        self.known_worth(ComparedValueKey::Setup(self.me, target), || {
            let to = fight.state.actors[target].zone;
            let bonus = fight.roster.settings.bonus;
            let allies = fight.active_people().filter(|&who| who != self.me && !fight.roster.are_enemies(self.me, who));
            let added = allies.map(|who| {
                let from = fight.state.actors[who].zone;
                let with = self.best(who, target, from, to, bonus).expected;
                with - self.best(who, target, from, to, 0).expected
            });
            added.max().unwrap_or(0) * self.maneuver_chance() / UNIT
        })
    }

    /// Returns the number of people in the zone of an option: enemies if `enemies` is true, otherwise people of the own side. The deciding
    /// actor is not counted.
    fn people_in(&self, option: &PersonalEvaluation, enemies: bool) -> i64 {
        let state = &self.fight.state;
        let zone = match option.it {
            Id::Zone(zone) => zone,
            Id::Actor(who) if who != self.me => state.actors[who].zone,
            _ => option.zone,
        };
        let there = self.fight.active_people().filter(|&who| who != self.me && state.actors[who].zone == zone);
        let fits = there.filter(|&who| self.fight.roster.are_enemies(self.me, who) == enemies);
        i64::try_from(fits.count()).unwrap_or(0) * UNIT
    }

    /// True if the option's target is out of range of the actor's weapons. For an option without a target, true if every enemy is out of
    /// range.
    fn is_out_of_range(&self, option: &PersonalEvaluation) -> bool {
        let fight = self.fight;
        let reached = |who: ActorId| {
            let to = fight.state.actors[who].zone;
            match option.using {
                Some(using) => fight.in_range(self.me, using, option.zone, to),
                None => fight.arsenal(self.me).any(|using| fight.in_range(self.me, using, option.zone, to)),
            }
        };
        match option.it {
            Id::Actor(who) if who != self.me => !reached(who),
            _ => !fight.active_people().filter(|&who| fight.roster.are_enemies(self.me, who)).any(reached),
        }
    }

    /// True if a zone gives cover: it has an aspect.
    pub(super) fn is_cover(&self, zone: ZoneId) -> bool {
        self.fight.state.aspects.values().any(|aspect| aspect.present && aspect.holder == Holder::Zone(zone.0))
    }

    /// True if no weapon of an actor can be fired now.
    pub(super) fn is_reloading(&self, who: ActorId) -> bool {
        let ways = || self.fight.arsenal(who).filter(|using| using.weapon().is_some());
        ways().next().is_some() && ways().all(|using| self.fight.is_barred(who, using))
    }

    /// Returns the roll that can still be changed, as the deciding party sees it.
    pub(super) fn table(&mut self) -> RollWindow {
        if let Some(window) = self.window {
            return window;
        }
        let window = pending_rolls::of(self);
        self.window = Some(window);
        window
    }

    /// Returns the evaluation of an option that is not an attack.
    pub(super) fn plain(&self, option: Choice) -> PersonalEvaluation {
        let state = &self.fight.state;
        let moves = matches!(self.ask.point, Point::FreeMove | Point::Steps);
        let zone = option.it.zone().filter(|_| moves).unwrap_or(self.here);
        let it = match option.it {
            Id::None if self.ask.point == Point::Act => Id::None,
            Id::None | Id::Zone(_) if moves => Id::None,
            Id::None if matches!(self.ask.point, Point::With | Point::Track | Point::Term | Point::PayAccess) => state.declared.it,
            Id::None => self.ask.it,
            it => it,
        };
        let compel = matches!(option.verb, Verb::Compel | Verb::Accept | Verb::Counter).then_some(option);
        let act = if self.ask.point == Point::Act { Some(option.verb) } else { state.declared.act };
        let border = option.border().filter(|_| matches!(option.verb, Verb::Enter | Verb::Pay | Verb::All | Verb::Put));
        PersonalEvaluation { it, zone, prospect: None, using: None, compel, act, border }
    }

    /// True if an attack is being declared.
    pub(super) fn attacks(&self) -> bool {
        self.fight.state.declared.act == Some(Verb::Attack)
    }
}
