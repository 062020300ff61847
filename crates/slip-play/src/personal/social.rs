//! Social combat: the manners of a conflict of words on a map of opinions (social.md).
//!
//! It is the fight of people with other manners: [`Social`] is what it has besides, and the files below are what differs.

pub(in crate::personal) mod act;
pub(in crate::personal) mod apply;
pub(in crate::personal) mod begin;
pub(in crate::personal) mod contour;
mod declare;
pub mod goals;
pub mod odds;
mod parley;
mod queries;
mod share;
mod skill;
mod steps;
mod timer;
mod verdict;

use crate::ask::Point;
use crate::choice::{Answer, Options};
use crate::event::{Events, Phase};
use crate::ids::{Seat, SkillId, ZoneId};
use crate::personal::Personal;
use slip_pack::Name;
use slip_pack::encounter::{AtRisk, Grade, Wager, Who};

/// What social combat is besides people, map and rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Social {
    /// Boxes of time at the start (R-SC21).
    pub time_boxes: u32,
    /// The line of the time track, from 1, that it takes at most; none if nobody says how long it takes.
    pub max_time: Option<usize>,
    /// The names of the lines of the time track, the shortest first.
    pub time_track: Vec<ecow::EcoString>,
    /// What attacks strike.
    pub at_risk: AtRisk,
    /// Skills that defend Wealth; empty where any does (R-SC17).
    pub wealth_skills: Vec<SkillId>,
    /// True if each side marks the map once before play (R-SC22).
    pub contours: bool,
    /// The names of groups of pawns.
    pub groups: Vec<Name>,
    /// The pawns, in the order of the text.
    pub pawns: Vec<Pawn>,
    /// Where everybody with somebody is out of it (R-SC14).
    pub friend_zones: Vec<Trigger>,
    /// Where somebody is won; the lines of `victory` say who wins by it.
    pub falls: Vec<Trigger>,
    /// True if one may turn violent, and who has the stakes then (R-SC18).
    pub broke_down: Option<Option<Seat>>,
    /// What is won and what is lost.
    pub wager: Wager,
    /// How well it ended: the first that holds is told.
    pub grades: Vec<Grade>,
    /// `free_move zone_only`: the free move pays for no border (R-SC5).
    pub free_move_zone_only: bool,
    /// `repeat all_rolls`: defences count for not using a skill twice running (R-SC6).
    pub counts_all_rolls: bool,
    /// `triggers at_once`: zones are looked at after every action too (R-SC14).
    pub triggers_at_once: bool,
}

/// A marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pawn {
    /// Number of its group.
    pub group: Option<usize>,
    /// True if an objective can fall for it.
    pub suitor: bool,
}

/// Something that happens to who is in a zone together with somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// With whom.
    pub objective: Who,
    /// Where.
    pub zone: ZoneId,
}

impl Personal {
    /// True if a question is one that social combat asks in its own way.
    pub(super) fn is_social_question(&self, point: Point) -> bool {
        self.roster.social.is_some()
            && match self.state.step.phase {
                Phase::Skill | Phase::Share | Phase::Contour | Phase::Beaten | Phase::Steps | Phase::FreeMove => true,
                Phase::Declare => matches!(point, Point::Act | Point::Whom | Point::Track),
                _ => false,
            }
    }

    /// The legal answers to it.
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

    /// What comes of the answer; declarations are taken as in any fight.
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
