//! Effects that replace the skill of a post, or the rating of a ship's roll (R-VA4, R-VA11).
//!
//! A skill replaces the skill at the post. A number, or a rating with its own post, replaces the rating of the roll. If a roll uses no
//! rating, as in detection, it replaces the skill at the post instead. Every statistic of a ship can be used like a rating.

use crate::effects::{Act, EffectHost, StandIn, TableEffect};
use crate::event::{RollAddend, RollAddends};
use crate::ids::{ActorId, SkillId};
use crate::space::Space;
use crate::space::attack::SpaceRollBase;
use crate::space::build_effect_table;
use crate::space::effects::ShipEffectQuery;
use crate::space::roll_kinds::SpaceRoll;
use crate::space::roster::{Post, PostCrew, Rating, SpaceRoster};
use slip_dice::fate::check;

impl Space {
    /// Returns the rank at a post after all replacements. If a rating replaces the skill, it is also returned. A replacement that an effect
    /// requires is always used. A replacement that an effect only allows is used if it is better.
    pub(super) fn stood_in(&self, ship: ActorId, post: Post, who: Option<ActorId>, rank: i32) -> (i32, Option<SkillId>) {
        if self.roster.uses.is_empty() {
            return (rank, None);
        }
        let rolls: &[SpaceRoll] = match post {
            Post::Navigation => &[SpaceRoll::Navigation],
            Post::Pilot => &[SpaceRoll::Position],
            Post::Comm => &[SpaceRoll::Ew],
            Post::Beams => &[SpaceRoll::Beam],
            Post::Torpedoes => &[SpaceRoll::Torpedo],
            Post::Engineering | Post::Computer => &[SpaceRoll::Repair],
        };
        let mut best = (rank, None);
        for (number, stand_in) in &self.roster.uses {
            let Some(line) = self.roster.lines.get(*number) else { continue };
            let about = stand_in.skill.map_or(stand_in.act.is_some() && stand_in.act != Some(Act::Defence), |skill| {
                let rated = |roll: &SpaceRoll| self.is_rolled_with(skill, *roll);
                self.named(skill) == self.roster.skill_named(post) || rolls.iter().any(rated)
            });
            let act = stand_in.act.is_none_or(|act| rolls.iter().any(|roll| roll.acts().contains(&act)));
            if !about || !act || stand_in.against.is_some() || rolls.iter().any(|&roll| self.is_base_of(stand_in, ship, roll)) {
                continue;
            }
            let at = ShipEffectQuery { post: Some(post), person: who, ..Space::about(ship) };
            if self.in_force(*number, line, &at) == 0 {
                continue;
            }
            let Some(whose) = self.whose_rank(stand_in, line, &at) else { continue };
            let most = stand_in.up_to.unwrap_or(i32::MAX);
            let rating = self.rating_at_post(whose.map_or(ship, |whose| self.ship_of(whose)), stand_in.basis, most);
            let worth = match rating {
                Some(worth) => worth,
                None => {
                    let rank = whose.or(who).and_then(|whose| self.rank_at_post(whose, stand_in.basis));
                    let Some(own) = rank.or_else(|| self.fixed_number(stand_in.basis)) else { continue };
                    own.min(most)
                }
            };
            let worth = worth + stand_in.plus;
            if stand_in.must || worth > best.0 {
                best = (worth, rating.map(|_| stand_in.basis));
            }
        }
        best
    }

    /// Returns the actor whose rank is used for a replacement. It is the actor in the role that the effect names, or the actor that lends
    /// its skill. `None` if no actor has this role now; `Some(None)` if the roller's own rank is used.
    pub(super) fn whose_rank(&self, used: &StandIn, line: &TableEffect, at: &ShipEffectQuery) -> Option<Option<ActorId>> {
        match used.of {
            Some(role) => self.eye(line.carrier, at).find(role).map(Some),
            None => Some(used.lender),
        }
    }

    /// Returns the rank in a skill, before any replacement. It is the rank of a person, or of the crew at a ship's post. If the skill is a
    /// rating, returns the ship's rating.
    fn rank_at_post(&self, whose: ActorId, skill: SkillId) -> Option<i32> {
        if let Some(person) = self.roster.person(whose) {
            return person.rank(skill);
        }
        match self.roster.post_of(skill) {
            Some(post) => match self.hand(whose, post) {
                PostCrew::Nobody => None,
                PostCrew::Default { rank, .. } | PostCrew::Person { rank, .. } => Some(i32::from(rank)),
            },
            None => self.rank_of(whose, skill),
        }
    }

    /// Returns the value of a rating that replaces the skill at another post, up to `most`. The crew at the rating's own post limits or
    /// amplifies it; effects that replace the skill of this crew are ignored. `None` if `basis` is not a rating.
    fn rating_at_post(&self, ship: ActorId, basis: SkillId, most: i32) -> Option<i32> {
        let Some(rating) = SpaceRoster::rating_of(basis) else { return self.stat_of(ship, basis).map(|stat| stat.min(most)) };
        let rank = self.rank_at_post(ship, self.roster.post_skill(rating.post())).unwrap_or(0);
        Some(match rating {
            Rating::VShift => self.v_shift(ship).min(most).min(rank),
            Rating::Beam | Rating::Torpedo | Rating::Ew => check::amplified(self.rating(ship, rating).min(most), rank),
        })
    }

    /// Returns a statistic of a ship that is used like a rating: it has the name of this skill, which is neither a post's skill nor one of
    /// the four ratings.
    pub(super) fn stat_of(&self, ship: ActorId, skill: SkillId) -> Option<i32> {
        if SpaceRoster::rating_of(skill).is_some() || self.roster.post_of(skill).is_some() {
            return None;
        }
        self.roster.ships.row(ship)?.stats.get(self.named(skill)).copied()
    }

    /// True if a replacement of a skill or rating applies to a roll of this ship. False if the lender of the skill makes the roll itself.
    pub(super) fn serves(&self, used: &StandIn, ship: ActorId, roll: SpaceRoll) -> bool {
        let act = used.act.is_none_or(|act| roll.acts().contains(&act));
        let against = used.against.is_none() || build_effect_table::against(&self.roster, used) == roll.against().map(|(rating, _)| rating);
        let post = roll.post(self.repairing_post(ship)).map(|post| self.roster.skill_named(post));
        let skill = used.skill.is_none_or(|skill| Some(self.named(skill)) == post || self.is_rolled_with(skill, roll));
        act && against && skill && !used.lenders_roll
    }

    /// Returns the data of a roll after effects that replace its rating. A required replacement comes first: that of the nearest effect,
    /// and the lowest of several equally near ones. Then the best allowed replacement is used if it is better. In any case the post of the
    /// original roll counts as used.
    pub(super) fn rebased(&self, ship: ActorId, roll: SpaceRoll, foe: Option<ActorId>, own: SpaceRollBase) -> SpaceRollBase {
        if self.roster.uses.is_empty() {
            return own;
        }
        let at = self.at(ship, roll, foe);
        let mut must: Option<((u8, i32, u16), SpaceRollBase)> = None;
        let mut may: Option<SpaceRollBase> = None;
        for (number, used) in &self.roster.uses {
            let Some(line) = self.roster.lines.get(*number) else { continue };
            if !self.is_base_of(used, ship, roll) || self.in_force(*number, line, &at) == 0 {
                continue;
            }
            let Some(whose) = self.whose_rank(used, line, &at) else { continue };
            let base = SpaceRollBase { post: own.post, ..self.base_of(*number, used, self.ship_of(whose.unwrap_or(ship))) };
            let worth = base.parts.total();
            let key = (line.carrier.distance(), worth, *number);
            match used.must {
                true if must.is_none_or(|(other, _)| key < other) => must = Some((key, base)),
                false if may.is_none_or(|other| worth > other.parts.total()) => may = Some(base),
                _ => {}
            }
        }
        // A replacement that is only allowed must be better than the required one.
        let base = must.map_or(own, |(_, base)| base);
        may.filter(|other| other.parts.total() > base.parts.total()).unwrap_or(base)
    }

    /// True if an effect replaces the rating of this roll by a number or another rating. The effect must name the act or the rating. An
    /// effect that names the skill of a post replaces only that skill.
    fn is_base_of(&self, used: &StandIn, ship: ActorId, roll: SpaceRoll) -> bool {
        let number = || self.fixed_number(used.basis).is_some() || self.stat_of(ship, used.basis).is_some();
        let whole = SpaceRoster::rating_of(used.basis).is_some() || number();
        let named = used.skill.is_none_or(|skill| self.is_rolled_with(skill, roll));
        let act = used.act.is_none_or(|act| roll.acts().contains(&act));
        let attacks = used.act != Some(Act::Defence) && used.against.is_none() && !used.lenders_roll;
        whole && named && act && attacks && roll.rating().is_some()
    }

    /// True if `skill` is the rating with which the roll is made.
    fn is_rolled_with(&self, skill: SkillId, roll: SpaceRoll) -> bool {
        roll.rating().is_some_and(|rating| self.roster.settings.rating(rating) == self.named(skill))
    }

    /// True if the roll uses this statistic of the ship, because an effect replaces the post's skill or the roll's rating by it.
    pub(super) fn is_made_with(&self, skill: SkillId, roll: SpaceRoll, at: &ShipEffectQuery) -> bool {
        if self.roster.uses.is_empty() || self.stat_of(at.ship, skill).is_none() {
            return false;
        }
        let serving = match roll.rating() {
            None => at.post.and_then(|post| self.rating_serving(at.ship, post)),
            Some(rating) => {
                let own = self.rated(at.ship, rating, i32::MAX);
                own.and_then(|own| self.rebased(at.ship, roll, at.foe, own).skill)
            }
        };
        serving == Some(skill)
    }

    /// Returns the data of a roll with a replacement. If the replacement is a rating, the crew of the rating's post rolls. If it is a plain
    /// number, the crew has no influence.
    fn base_of(&self, line: u16, used: &StandIn, ship: ActorId) -> SpaceRollBase {
        let most = used.up_to.unwrap_or(i32::MAX);
        let mut base = match SpaceRoster::rating_of(used.basis) {
            Some(rating) => self.rated(ship, rating, most).unwrap_or_else(|| SpaceRollBase::fixed(0)),
            None => {
                let mut parts = RollAddends::new();
                let value = self.fixed_number(used.basis).or_else(|| self.stat_of(ship, used.basis));
                parts.add(RollAddend::Skill(used.basis), value.unwrap_or(0).min(most));
                SpaceRollBase { skill: Some(used.basis), parts, ..SpaceRollBase::default() }
            }
        };
        if used.plus != 0 {
            base.parts.add(RollAddend::Line(line), used.plus);
        }
        base
    }

    /// Returns the data of a roll with a rating, up to a maximum. The skill is that of the rating's own post. Returns `None` if no person
    /// can work the post.
    fn rated(&self, ship: ActorId, rating: Rating, most: i32) -> Option<SpaceRollBase> {
        let value = self.rating(ship, rating).min(most);
        match rating {
            Rating::VShift => {
                let (rank, ..) = self.eff(ship, rating.post())?;
                Some(Space::limited(self.v_shift(ship).min(most), rank))
            }
            Rating::Beam | Rating::Torpedo | Rating::Ew => self.amplified(ship, rating, value, rating.post()),
        }
    }

    /// Returns the data of a position roll: the ship's V-shift, limited by the rank of the pilot.
    pub(super) fn limited(v_shift: i32, rank: i32) -> SpaceRollBase {
        let skill = SpaceRoster::rating_skill(Rating::VShift);
        let mut parts = RollAddends::new();
        parts.add(RollAddend::Skill(skill), v_shift);
        if rank < v_shift {
            parts.add(RollAddend::Limited, rank - v_shift);
        }
        SpaceRollBase { skill: Some(skill), parts, ..SpaceRollBase::default() }
    }

    /// Returns the fixed number of a pseudo-skill; `None` for real skills.
    pub fn fixed_number(&self, skill: SkillId) -> Option<i32> {
        self.roster.skills.row(skill)?.number
    }

    pub(super) fn named(&self, skill: SkillId) -> &str {
        self.roster.skills.row(skill).map_or("", |skill| &skill.name)
    }
}
