//! Crews in space combat: the person at each post, the skill, and the crew that can still act this turn (R-S2 to R-S5, R-S39).
//!
//! The encounter assigns the posts; before detection each side may move its named people. A person acts once a phase and has a penalty for
//! every earlier phase of the turn with an act. Each station has its own default crew; only the pilot of a fighter works all posts.

use crate::choice::{Choice, Options, Verb};
use crate::effects::{EffectHost, EffectOperation, Hook};
use crate::event::{Counter, Event, Events, Phase, SpacePhase, Step};
use crate::ids::{ActorId, Id, SkillId};
use crate::space::Space;
use crate::space::effects::{ShipEffectQuery, SpaceRoll};
use crate::space::roster::{Post, PostCrew, Rating, SpaceRoster};
use slip_dice::fate::check::UNTRAINED;
use slip_pack::Name;

/// Returns the first ship with named people, whose player may move them to other posts before detection.
pub(super) fn first_set_up(roster: &SpaceRoster) -> Option<ActorId> {
    next_set_up(roster, None)
}

fn next_set_up(roster: &SpaceRoster, after: Option<ActorId>) -> Option<ActorId> {
    let named = roster.ships.iter().filter(|(_, sheet)| !sheet.people.is_empty() && sheet.parent.is_none());
    named.map(|(id, _)| id).find(|&id| after.is_none_or(|after| id > after))
}

/// Returns the nameless default crew of a post. Each station has a default crew, with two exceptions: all posts of a ship with a skeleton
/// crew, and the comm post of a ship without electronic warfare.
fn nameless(roster: &SpaceRoster, ship: ActorId, post: Post) -> PostCrew {
    let Some(sheet) = roster.ships.row(ship) else { return PostCrew::Nobody };
    let idle = post == Post::Comm && sheet.rating(Rating::Ew) <= 0;
    if sheet.traits.skeleton || idle {
        return PostCrew::Nobody;
    }
    match sheet.hand(post) {
        PostCrew::Person { .. } => {
            let settings = &roster.settings;
            let granted = sheet.traits.needs.military_pilot && settings.default_military.as_str() == roster.skill_named(post);
            PostCrew::Default { rank: i8::try_from(settings.default_rank).unwrap_or(2), military: post == Post::Pilot && granted }
        }
        known => known,
    }
}

/// Returns the ship and the crew of a post after `who` is sent there. `who` is a person, or a ship that sends its default crew.
pub(super) fn posted(roster: &SpaceRoster, who: ActorId, post: Post) -> (ActorId, PostCrew) {
    let Some(person) = roster.person(who) else { return (who, nameless(roster, who, post)) };
    let rank = person.rank(roster.post_skill(post)).unwrap_or(UNTRAINED);
    let hand =
        PostCrew::Person { who, rank: i8::try_from(rank).unwrap_or(0), military: person.military.contains(roster.skill_named(post)) };
    (person.ship, hand)
}

impl Space {
    /// Returns the crew at a post; [`PostCrew::Nobody`] if the person has left.
    pub fn hand(&self, ship: ActorId, post: Post) -> PostCrew {
        self.state.ship(ship).map_or(PostCrew::Nobody, |there| there.hand(post))
    }

    /// Returns three values for a post: the rank after penalties, the named person if there is one, and the penalty for earlier acts of the
    /// turn (R-S2). `None` if no person is allowed to work the post. [`Space::can_act`] checks if the person is still free in this phase.
    pub fn eff(&self, ship: ActorId, post: Post) -> Option<(i32, Option<ActorId>, i32)> {
        let (who, rank) = match self.hand(ship, post) {
            PostCrew::Nobody => return None,
            PostCrew::Default { rank, .. } => (None, i32::from(rank)),
            PostCrew::Person { who, rank, .. } => (Some(who), i32::from(rank)),
        };
        if rank <= UNTRAINED && !self.may_be_untrained(ship, post) {
            return None;
        }
        let (rank, _) = self.stood_in(ship, post, who, rank);
        let settings = &self.roster.settings;
        let count = if settings.penalty_by_stations { self.other_stations(ship, post, who) } else { self.earlier_phases(ship, post, who) };
        let both = settings.nav_pilot_always && post == Post::Pilot && self.state.turn > 1;
        let flies_by_map = both && who.is_some() && self.is_one_hand(ship, Post::Navigation, Post::Pilot);
        let penalty = -settings.station_penalty.saturating_mul(count.saturating_add(i32::from(flies_by_map)));
        Some((rank + penalty, who, penalty))
    }

    /// Returns the rating that replaces the skill at a post, if there is one.
    pub(super) fn rating_serving(&self, ship: ActorId, post: Post) -> Option<SkillId> {
        let (who, rank) = match self.hand(ship, post) {
            PostCrew::Nobody => return None,
            PostCrew::Default { rank, .. } => (None, i32::from(rank)),
            PostCrew::Person { who, rank, .. } => (Some(who), i32::from(rank)),
        };
        self.stood_in(ship, post, who, rank).1
    }

    /// Returns the rank at a post without penalties. In detection, it decides between ships with equal totals.
    pub fn raw(&self, ship: ActorId, post: Post) -> Option<i32> {
        self.eff(ship, post).map(|(rank, _, penalty)| rank - penalty)
    }

    /// Returns the number of earlier phases of this turn in which the crew member at a post has acted (R-S2).
    fn earlier_phases(&self, ship: ActorId, post: Post, who: Option<ActorId>) -> i32 {
        let phases = match who {
            Some(who) => self.state.person(who).map(|person| person.phases),
            None => self.state.ship(ship).filter(|_| self.is_alone(ship)).map(|ship| ship.phases),
        };
        phases.map_or(0, |phases| phases.before(self.state.stage, post))
    }

    /// Returns the number of other stations at which the person at a post has worked this turn. Each roll of another person that the person
    /// has helped counts as one more station.
    fn other_stations(&self, ship: ActorId, post: Post, who: Option<ActorId>) -> i32 {
        let (worked, helped) = match who {
            Some(who) => self.state.person(who).map_or((0, 0), |person| (person.worked, person.helped)),
            None if self.is_alone(ship) => (self.state.ship(ship).map_or(0, |there| there.worked), 0),
            None => (0, 0),
        };
        let mut stations: Vec<Post> = Vec::new();
        for other in Post::ALL.into_iter().filter(|other| worked & other.bit() != 0) {
            let known = |there: &Post| self.roster.is_one_station(*there, other);
            if !self.roster.is_one_station(post, other) && !stations.iter().any(known) {
                stations.push(other);
            }
        }
        i32::try_from(stations.len()).unwrap_or(i32::MAX).saturating_add(i32::from(helped))
    }

    fn is_alone(&self, ship: ActorId) -> bool {
        self.roster.ships.row(ship).is_some_and(|sheet| sheet.alone)
    }

    /// True if a person without the skill of a post may work there. Effects can require the skill, for example at the guns of a ship with a
    /// skeleton crew.
    fn may_be_untrained(&self, ship: ActorId, post: Post) -> bool {
        let Some(sheet) = self.roster.ships.row(ship) else { return false };
        !sheet.traits.needs.no_untrained && sheet.traits.needs.trained & post.bit() == 0
    }

    /// True if a post can act in this phase. The post has a crew that has not acted yet. The ship is in the fight and does not fail to act
    /// (by a compel, or without a pilot).
    pub fn can_act(&self, ship: ActorId, post: Post) -> bool {
        self.state.ship(ship).is_some_and(|there| there.fails.is_none()) && self.is_unoccupied(ship, post)
    }

    /// True if the crew at a post has not acted in this phase. This does not depend on whether the ship fails to act, because such a ship
    /// still defends itself.
    pub(super) fn is_unoccupied(&self, ship: ActorId, post: Post) -> bool {
        let Some(there) = self.state.ship(ship).filter(|there| there.is_active()) else { return false };
        let Some((_, who, _)) = self.eff(ship, post) else { return false };
        if post == Post::Beams && there.beams_given_up {
            return false;
        }
        match who {
            Some(who) => self.state.person(who).is_some_and(|person| !person.acted),
            None if self.is_alone(ship) => there.acted == 0,
            None => Post::ALL.into_iter().all(|other| there.acted & other.bit() == 0 || !self.roster.is_one_station(post, other)),
        }
    }

    /// True if the same person or the same default crew works both posts.
    pub fn is_one_hand(&self, ship: ActorId, post: Post, other: Post) -> bool {
        match (self.hand(ship, post), self.hand(ship, other)) {
            (PostCrew::Person { who, .. }, PostCrew::Person { who: there, .. }) => who == there,
            (PostCrew::Default { .. }, PostCrew::Default { .. }) => self.is_alone(ship) || self.roster.is_one_station(post, other),
            _ => false,
        }
    }

    /// True if the crew at a post is trained to military grade in its skill (R-S5).
    pub fn military(&self, ship: ActorId, post: Post) -> bool {
        match self.hand(ship, post) {
            PostCrew::Nobody => false,
            PostCrew::Default { military, .. } | PostCrew::Person { military, .. } => military,
        }
    }

    /// True if the crew at a post has the training that the ship requires. A ship may require it of the pilot, to fly (R-S4), and of the
    /// comm officer, to choose a target (R-S3).
    pub fn qualified(&self, ship: ActorId, post: Post) -> bool {
        let Some(sheet) = self.roster.ships.row(ship) else { return false };
        let asked = match post {
            Post::Pilot => sheet.traits.needs.military_pilot,
            Post::Comm => sheet.traits.needs.military_comm,
            _ => false,
        };
        !asked || self.military(ship, post)
    }

    /// True if the crew at a post has the training that effects ask for a roll (`needs trained gunnery for beam`). A nameless crew is
    /// trained in the skill of its post only (R-YE7).
    pub fn has_training(&self, ship: ActorId, post: Post, roll: SpaceRoll, foe: Option<ActorId>) -> bool {
        if !self.roster.lines.any(Hook::Needs) {
            return true;
        }
        let hand = self.hand(ship, post);
        let person = match hand {
            PostCrew::Person { who, .. } => Some(who),
            PostCrew::Nobody | PostCrew::Default { .. } => None,
        };
        let at = ShipEffectQuery { person, post: Some(post), ..self.at(ship, roll, foe) };
        let is_post = |name: &Name| name.as_str() == self.roster.skill_named(post);
        let knows = |(name, military): &(Name, bool)| match (hand, *military) {
            (PostCrew::Nobody, _) => false,
            (PostCrew::Default { rank, .. }, false) => is_post(name) && i32::from(rank) > UNTRAINED,
            (PostCrew::Default { military, .. }, true) => is_post(name) && military,
            (PostCrew::Person { who, .. }, military) => self.roster.person(who).is_some_and(|person| match military {
                true => person.military.contains(name),
                false => self.roster.skill_of(name).is_some_and(|skill| person.rank(skill).is_some()),
            }),
        };
        self.lines_at(Hook::Needs, &at).all(|(_, line)| match &line.does {
            // Other requirements are in `ShipTraits`: training to work at a post in general, to fly the ship and to choose targets.
            EffectOperation::Needs { roll: Some(_), skills, .. } if skills.iter().any(|(_, military)| !military) => {
                skills.iter().any(knows)
            }
            _ => true,
        })
    }

    /// Returns a rating of a ship, without effects on rolls.
    pub fn rating(&self, ship: ActorId, rating: Rating) -> i32 {
        self.roster.ships.row(ship).map_or(0, |sheet| sheet.rating(rating)).max(0)
    }

    /// True if the ship's side may not attack yet, because it holds its fire until certain other sides attack (R-S46). A setting may permit
    /// electronic warfare to such sides; then the result is false if `with_ew` is true.
    pub fn holds_fire(&self, ship: ActorId, with_ew: bool) -> bool {
        let Some(side) = self.roster.sides.row(self.side(ship)) else { return false };
        let begun = |seat: &crate::ids::Seat| self.state.hostile >> seat.0.min(31) & 1 == 1;
        let free = side.holds_fire.is_empty() || side.holds_fire.iter().any(begun);
        !(free || (with_ew && self.roster.settings.victim_ew))
    }

    /// Lists the legal answers: to keep the crews of the encounter, or to send another person to a post.
    pub(super) fn legal_set_up(&self, out: &mut Options) {
        let default = Choice::of(Verb::Begin);
        out.push(default);
        let Some(ship) = self.state.step.who.actor() else { return };
        for post in Post::ALL.into_iter().filter(|post| post.number() >= self.state.step.n) {
            let number = i16::from(post.number());
            for who in self.roster.ships.row(ship).into_iter().flat_map(|sheet| &sheet.people) {
                if self.may_be_posted(ship, post, *who) {
                    out.push(Choice::of(Verb::Begin).on(Id::Actor(*who)).how(1).n(number));
                }
            }
            let usual = nameless(&self.roster, ship, post);
            if usual != PostCrew::Nobody && matches!(self.hand(ship, post), PostCrew::Person { .. }) {
                out.push(Choice::of(Verb::Begin).how(1).n(number));
            }
        }
        out.sort_with_default(Some(default));
    }

    /// True if a named person may be sent to a post. The post must be in use, and the person must be allowed to work there and not be there
    /// yet.
    fn may_be_posted(&self, ship: ActorId, post: Post, who: ActorId) -> bool {
        let there = matches!(self.hand(ship, post), PostCrew::Person { who: other, .. } if other == who);
        let station = self.roster.stations.get(usize::from(post.number())).copied().flatten();
        let first = Post::ALL.into_iter().find(|&other| self.roster.is_one_station(post, other)) == Some(post);
        let trained = self.roster.person(who).is_some_and(|person| person.rank(self.roster.post_skill(post)).is_some());
        !there && station.is_some() && first && (trained || self.may_be_untrained(ship, post))
    }

    pub(super) fn decide_set_up(&self, choice: Choice, out: &mut Events) {
        let Some(ship) = self.state.step.who.actor() else { return };
        if choice.how == 0 {
            let next = next_set_up(&self.roster, Some(ship));
            Space::go(out, next.map_or(Step::of(Phase::SetUp, Id::None), |next| Step::of(Phase::SetUp, Id::Actor(next))));
            return;
        }
        let Some(post) = u8::try_from(choice.n).ok().and_then(Post::of) else { return };
        let who = choice.it.actor().unwrap_or(ship);
        for other in Post::ALL.into_iter().filter(|&other| self.roster.is_one_station(post, other)) {
            let now = i32::from(other.number());
            out.push(Event::Counter { who, what: Counter::Posted, change: now, now });
        }
        // The posts are changed in a fixed order and each at most once. The questions therefore come to an end.
        Space::go(out, Step::of(Phase::SetUp, Id::Actor(ship)).n(post.number() + 1));
    }

    /// Begins detection when all people are assigned.
    pub(super) fn begin_detection(&self, out: &mut Events) {
        out.push(Event::Stage(SpacePhase::Detection));
        Space::go(out, Step::of(Phase::Stage, Id::None));
    }
}
