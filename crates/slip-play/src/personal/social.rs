//! Social combat: conflicts with words on a map of opinions.
//!
//! It uses the state machine of personal combat: [`SocialSetup`] has the data that only social combat has, and the modules of this folder
//! have the rules in which it differs.

mod action_declaration;
pub(in crate::personal) mod action_results;
pub(in crate::personal) mod apply;
pub(in crate::personal) mod contours;
pub mod goal_distances;
mod movement;
mod obstruction_shares;
pub mod odds;
mod outcome_proposals;
mod policy_queries;
pub(in crate::personal) mod read_encounter;
mod skill_choice;
mod timer;
mod victory;

use crate::choice::{Answer, Options};
use crate::event::{Events, Phase};
use crate::ids::{ActorId, Seat, SkillId, ZoneId};
use crate::personal::Personal;
use crate::question::Point;
use slip_pack::Name;
use slip_pack::encounter::{AtRisk, SuccessGrade, VictorySubject, Wager};

/// Data of social combat that do not change, in addition to people, map and rules.
#[derive(Clone, Debug, PartialEq)]
pub struct SocialSetup {
    /// Number of boxes of time at the start (R-SC21).
    pub time_boxes: u32,
    /// Row of the time track, from 1, that gives the longest time that the conflict may take; `None` if there is no limit.
    pub max_time: Option<usize>,
    /// Names of the rows of the time track, the shortest first.
    pub time_track: Vec<ecow::EcoString>,
    /// Tracks that attacks strike.
    pub at_risk: AtRisk,
    /// Skills that defend Wealth; empty if any skill does (R-SC17).
    pub wealth_skills: Vec<SkillId>,
    /// True if each side marks the map once before play (R-SC22).
    pub contours: bool,
    /// The names of groups of pawns.
    pub groups: Vec<Name>,
    /// The pawns, in the order of the text.
    pub pawns: Vec<PawnActor>,
    /// Zones of `friend_zone` (JUST FRIENDS). An actor in such a zone together with its objective is removed from the conflict (R-SC14).
    pub friend_zones: Vec<ZoneTrigger>,
    /// Zones of `falls_for` (LOVERS). If exactly one actor is in such a zone together with the objective, this actor wins the objective
    /// (R-SC14). A `victory` condition names the side that wins by it.
    pub falls: Vec<ZoneTrigger>,
    /// Side that gets the stakes if an actor turns violent (R-SC18). The outer `None` means that no actor may turn violent, the inner
    /// `None` that no side gets the stakes.
    pub broke_down: Option<Option<Seat>>,
    /// Stakes of the conflict: what each side wins or loses.
    pub wager: Wager,
    /// Grades of the result. The first grade with a true condition is shown.
    pub grades: Vec<SuccessGrade>,
    /// `free_move zone_only`: the free move cannot pay for borders (R-SC5).
    pub free_move_zone_only: bool,
    /// `repeat all_rolls`: defences, too, may not use a skill twice in a row (R-SC6).
    pub counts_all_rolls: bool,
    /// `triggers at_once`: the zones of `falls_for` and `friend_zone` take effect after every action, too (R-SC14).
    pub triggers_at_once: bool,
}

/// A pawn: an actor that does not act, and that others move on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PawnActor {
    /// Number of the pawn's group.
    pub group: Option<usize>,
    /// True if the pawn can win an objective.
    pub suitor: bool,
    /// True if no actor can push the pawn.
    pub fixed: bool,
    /// Actor who carries the pawn.
    pub carrier: Option<ActorId>,
}

/// Zone in which meeting an objective has an effect: an actor in the zone together with the objective wins it, or is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneTrigger {
    /// The objective: one or more actors that have to be in the zone.
    pub objective: VictorySubject,
    /// Zone of the trigger.
    pub zone: ZoneId,
}

impl Personal {
    /// True if social combat has special rules for this question.
    pub(super) fn is_social_question(&self, point: Point) -> bool {
        self.roster.social.is_some()
            && match self.state.step.phase {
                Phase::Skill | Phase::Share | Phase::Contour | Phase::Beaten | Phase::Steps | Phase::FreeMove => true,
                Phase::Declare => matches!(point, Point::Act | Point::Whom | Point::Track),
                _ => false,
            }
    }

    /// Adds the legal answers to a question for which social combat has special rules.
    pub(super) fn legal_social(&self, point: Point, out: &mut Options) {
        match self.state.step.phase {
            Phase::Skill => self.legal_skill(point, out),
            Phase::Share => self.legal_share(out),
            Phase::Contour => self.legal_contour(out),
            Phase::Beaten => self.legal_parley(out),
            Phase::Steps => self.legal_walk(out),
            Phase::FreeMove => self.legal_free_walk(out),
            _ => self.legal_social_declaration(point, out),
        }
    }

    /// Applies the answer to a question of social combat. Declarations are handled as in any fight.
    pub(super) fn decide_social(&self, answer: &Answer, out: &mut Events) {
        match self.state.step.phase {
            Phase::Skill => self.decide_skill(answer, out),
            Phase::Share => self.decide_share(answer.choice, out),
            Phase::Contour => self.decide_contour(answer, out),
            Phase::Beaten => self.decide_parley(answer, out),
            Phase::Steps => self.decide_walk(answer.choice, out),
            Phase::FreeMove => self.decide_free_walk(answer.choice, out),
            _ => self.decide_social_declaration(answer, out),
        }
    }
}
