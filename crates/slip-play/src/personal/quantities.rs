//! Quantities of personal combat that effects change, set and bound.

use crate::choice::Choice;
use crate::effects::{Act, AreaLimits, EffectHost, EffectOperation, Hook, UNLIMITED};
use crate::event::{Event, Events, TrackId};
use crate::ids::{ActorId, AspectId, SkillId};
use crate::personal::Personal;
use crate::personal::cache::CacheKey;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::roster::AttackProfile;
use crate::personal::state::{COMPOSURE, HEALTH};
use crate::tracks::TrackSet;
use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{Slots, Track, check};
use slip_pack::effect::{HitKind, Place};

impl Personal {
    /// Returns the number of zones that an actor may enter in a turn; `None` if there is no limit. Armour without training raises the
    /// number only in a move for which the actor has paid a fate point.
    pub fn zones_per_turn(&self, who: ActorId) -> Option<i32> {
        let zones = if self.pays_for_armour(who) { self.zones_in_armour(who) } else { self.zones_without_armour(who) };
        (zones != UNLIMITED).then_some(zones)
    }

    /// Returns the number of zones per turn with all effects of the armour.
    fn zones_in_armour(&self, who: ActorId) -> i32 {
        self.number(Hook::Zones, &PersonalEffectQuery::of(who), self.roster.settings.zones_per_turn)
    }

    /// Returns the number of zones per turn without the benefits of armour that the actor is not trained for.
    fn zones_without_armour(&self, who: ActorId) -> i32 {
        let worn = self.zones_in_armour(who);
        if !self.roster.lines.any(Hook::Zones) || !self.armour_lacks(who) {
            return worn;
        }
        let at = PersonalEffectQuery { unworn: true, ..PersonalEffectQuery::of(who) };
        worn.min(self.number(Hook::Zones, &at, self.roster.settings.zones_per_turn))
    }

    /// True if armour that an actor is not trained for would let it enter more zones in a turn.
    pub(super) fn armour_lifts_zones(&self, who: ActorId) -> bool {
        self.zones_in_armour(who) > self.zones_without_armour(who)
    }

    /// Returns the points of the free move, 1 by default.
    pub(super) fn free_points(&self, who: ActorId) -> i32 {
        self.number(Hook::FreeMove, &PersonalEffectQuery::of(who), 1)
    }

    /// Returns an actor's rank in the order of turns.
    pub(super) fn place_in_order(&self, who: ActorId, skill: SkillId) -> i32 {
        let gained = self.roster.actors[who].order;
        self.number(Hook::Order, &PersonalEffectQuery { gained, ..PersonalEffectQuery::of(who) }, self.roster.rank(who, skill) + gained)
    }

    /// Returns the number of attacks in a turn, 1 by default.
    pub(super) fn attacks_with(&self, at: &PersonalEffectQuery) -> i32 {
        self.number(Hook::Attacks, at, 1)
    }

    /// Returns the number of attacks that a weapon has left in the encounter; `None` if there is no limit.
    pub fn ammo_left(&self, who: ActorId, weapon: u8) -> Option<i32> {
        if !self.roster.lines.any(Hook::Ammo) {
            return None;
        }
        let at = PersonalEffectQuery { weapon: Some(weapon), ..PersonalEffectQuery::rolling(who, Act::Attack, None) };
        let all = self.number(Hook::Ammo, &at, UNLIMITED);
        let shot = self.state.actors[who].shots.get(usize::from(weapon)).copied().map_or(0, i32::from);
        (all != UNLIMITED).then_some(all - shot)
    }

    /// Returns the bonus that using an aspect adds to an actor's roll.
    pub(super) fn bonus_of(&self, id: AspectId, by: ActorId) -> i32 {
        self.number(Hook::Invoke, &PersonalEffectQuery { aspect: Some(id), ..PersonalEffectQuery::of(by) }, self.roster.settings.bonus)
    }

    /// Returns the spin that a defence gives if it wins by this many shifts. Effects on the attack are considered.
    pub(super) fn spin_given(&self, defender: ActorId, shifts: i32, out: &mut Events) -> i32 {
        let settings = &self.roster.settings;
        let spin = check::spin(shifts, settings.spin_at, settings.spin_single);
        if shifts > 0 || self.is_harmless_defence(defender) {
            return 0;
        }
        match self.attack_at(Some(defender)) {
            Some(at) => self.reckon(Hook::Spin, &at, spin, &mut |line, amount| out.push(acts(line, Some(defender), amount))),
            None => spin,
        }
    }

    /// Returns the query by which effects on the current attack are looked up.
    pub(super) fn attack_at(&self, defender: Option<ActorId>) -> Option<PersonalEffectQuery> {
        let (contest, using) = (self.state.contest.as_ref()?, self.state.declared.using?);
        Some(PersonalEffectQuery::attacking(contest.roll.who, using, contest.roll.skill).against(defender))
    }

    /// Returns the stress of a hit of this many shifts, after effects on stress dealt by the attack and then on stress suffered by the
    /// victim.
    pub(super) fn stress(&self, who: ActorId, shifts: i32, tell: &mut dyn FnMut(u16, i32)) -> i32 {
        if shifts <= 0 || !(self.roster.lines.any(Hook::StressOf) || self.roster.lines.any(Hook::Stress)) {
            return shifts;
        }
        let dealt = match self.attack_at(Some(who)) {
            Some(at) if self.state.blow.is_none() => self.reckon(Hook::StressOf, &at, shifts, tell),
            _ => shifts,
        };
        let track = Some(self.declared_track().0);
        let at = PersonalEffectQuery { track, ..PersonalEffectQuery::rolling(who, Act::Defence, None) }.against(self.state.actor);
        self.reckon(Hook::Stress, &at, dealt, tell)
    }

    /// Adds an event for each effect that changed the stress of a hit.
    pub(super) fn tell_stress(&self, who: ActorId, shifts: i32, out: &mut Events) {
        self.stress(who, shifts, &mut |line, amount| out.push(acts(line, Some(who), amount)));
    }

    /// Returns the box that a hit marks on a track of an actor. The mark moves up past full boxes, or down if an effect says so. Returns no
    /// box if the actor has no such track.
    pub fn landing_on(&self, who: ActorId, track: TrackId, shifts: i32) -> TrackHit {
        let there = self.state.actors[who].track(track);
        if self.roster.actors[who].trackless.has(track) {
            return TrackHit::Nothing;
        }
        let marked = self.roster.lines.any(Hook::RollUp) && u8::try_from(shifts).is_ok_and(|number| there.is_marked(number));
        let down = marked && self.hits_go_down(&PersonalEffectQuery { track: Some(track.0), ..PersonalEffectQuery::of(who) });
        if down { there.landing_below(shifts) } else { there.landing(shifts) }
    }

    /// Returns the attack profile of the item that a choice names; `None` for attacks with words, which use no item.
    pub(super) fn armed_manner(&self, who: ActorId, using: Choice) -> Option<&AttackProfile> {
        self.manner(who, using).filter(|_| !self.is_words(who, using))
    }

    /// Returns the skill with which an attack of this kind is rolled, before effects substitute another skill.
    pub(super) fn attacks_by(&self, who: ActorId, using: Choice) -> Option<SkillId> {
        self.armed_manner(who, using).map_or(using.skill(), |manner| Some(manner.skill))
    }

    /// Returns the area that an attack strikes: the actors that it spares, and its place. The weapon or an effect gives the area.
    pub fn area_of(&self, who: ActorId, using: Choice) -> Option<(AreaLimits, Place)> {
        let manner = self.armed_manner(who, using);
        if let Some(area) = manner.and_then(|manner| manner.area) {
            return Some((area, Place::Zone));
        }
        if !self.roster.lines.any(Hook::Area) || self.roster.social.is_some() {
            return None;
        }
        let at = PersonalEffectQuery::attacking(who, using, self.attacks_by(who, using));
        let line = |(number, line): (u16, &crate::effects::TableEffect)| match &line.does {
            EffectOperation::Area { place, area, .. }
                if !line.choice || self.can_use(number, line, who) || self.chosen(number, who) > 0 =>
            {
                Some((*area, *place))
            }
            _ => None,
        };
        self.roster.lines.at(Hook::Area).filter(|(_, line)| self.may_count(line, &at)).find_map(line)
    }

    /// Returns the effect that makes an attack an area attack, if the uses of the effect are counted or have a price.
    pub(super) fn area_line(&self, who: ActorId, using: Choice) -> Option<u16> {
        if using.how & Choice::AREA == 0 || self.armed_manner(who, using).is_some_and(|manner| manner.area.is_some()) {
            return None;
        }
        let at = PersonalEffectQuery::attacking(who, using, self.attacks_by(who, using));
        let mut lines = self.roster.lines.at(Hook::Area).filter(|(_, line)| self.may_count(line, &at));
        lines.next().filter(|(_, line)| line.choice).map(|(number, _)| number)
    }

    /// Returns the tracks at which an attack can be aimed, including changes by effects of the effect table. `own` are the tracks of the
    /// weapon.
    pub(super) fn tracks_by_lines(&self, who: ActorId, using: Choice, own: TrackSet) -> TrackSet {
        if !self.roster.lines.any(Hook::Tracks) {
            return own;
        }
        let set = self.armed_manner(who, using).map_or(u8::MAX, |manner| manner.set.tracks);
        let at = PersonalEffectQuery::attacking(who, using, self.attacks_by(who, using));
        let mut only: Option<(u8, u16, TrackSet)> = None;
        let mut more = TrackSet::NONE;
        for (number, line) in self.roster.lines.at(Hook::Tracks) {
            let EffectOperation::Tracks { tracks, how, .. } = &line.does else { continue };
            // A track that the attacker may choose for a price is offered before the price is paid: it is paid when the attack is rolled.
            let offered = *how == HitKind::May && line.choice && self.can_use(number, line, who) && self.may_count(line, &at);
            if !offered && self.in_force(number, line, &at) == 0 {
                continue;
            }
            match how {
                HitKind::Only if line.carrier.distance() > set => {}
                HitKind::Only => {
                    let new = (line.carrier.distance(), number, *tracks);
                    only = Some(only.map_or(new, |old| old.min(new)));
                }
                HitKind::May => more |= *tracks,
                HitKind::Too => {}
            }
        }
        only.map_or(own, |(_, _, tracks)| tracks) | more
    }

    /// Returns the effect that allows an attack to be aimed at a track. `None` if the effect has no price and its uses are not counted.
    pub(super) fn track_line(&self, who: ActorId, using: Choice) -> Option<u16> {
        if !self.roster.lines.any(Hook::Tracks) {
            return None;
        }
        let track = self.declared_track();
        let own = if self.roster.social.is_some() { self.tracks_at_risk() } else { self.own_tracks(who, using) };
        if own.has(track) {
            return None;
        }
        let at = PersonalEffectQuery::attacking(who, using, self.attacks_by(who, using));
        let mut lines = self.roster.lines.at(Hook::Tracks).filter(|(_, line)| {
            matches!(line.does, EffectOperation::Tracks { tracks, how: HitKind::May, .. } if tracks.has(track)) && self.may_count(line, &at)
        });
        lines.next().filter(|(_, line)| line.choice).map(|(number, _)| number)
    }

    /// Returns the tracks that the current attack strikes in addition to the track that it is aimed at.
    pub(super) fn tracks_too(&self) -> TrackSet {
        let (Some(attacker), Some(using)) = (self.state.actor, self.state.declared.using) else { return TrackSet::NONE };
        let own = self.manner(attacker, using).map_or(TrackSet::NONE, |manner| manner.too);
        if !self.roster.lines.any(Hook::Tracks) {
            return own;
        }
        let Some(at) = self.attack_at(None) else { return own };
        let too = self.lines_at(Hook::Tracks, &at).filter_map(|(_, line)| match line.does {
            EffectOperation::Tracks { tracks, how: HitKind::Too, .. } => Some(tracks),
            _ => None,
        });
        too.fold(own, |all, tracks| all | tracks)
    }

    /// Returns the cache key for the next better or the next worse outcome of a hit on an actor. The key contains everything that the
    /// outcome depends on; `None` if there is too much for a key. If `better` is true, the cached value is the number of shifts less that
    /// give a better outcome. If it is false, the value is the number of shifts more that give a worse outcome.
    pub fn hit_key(&self, who: ActorId, shifts: i32, better: bool) -> Option<CacheKey> {
        let lined = [Hook::Divert, Hook::RollUp, Hook::Tracks].into_iter().any(|hook| self.roster.lines.any(hook));
        let own = self.roster.tracks.own().next().is_some();
        if lined || own || self.roster.social.is_some() || self.state.blow.is_some() || self.state.nerve.at.is_some() {
            return None;
        }
        let actor = &self.state.actors[who];
        let [health, composure] = [HEALTH, COMPOSURE].map(|track| actor.track(track));
        let [shifts] = i8::try_from(shifts).ok()?.to_le_bytes();
        let track = self.declared_track().0 | u8::from(actor.shock_spent) << 7 | 1 << 6 | u8::from(better) << 5;
        let slots = [actor.slots.number(), u8::try_from(actor.slots.count()).ok()?];
        let too = u8::try_from(self.tracks_too().bits()).ok()?;
        let what = [who.0, shifts, slots[0], slots[1], track, too, health.length(), composure.length()];
        Some([u64::from_le_bytes(what), u64::from(health.bits()) | u64::from(composure.bits()) << 32])
    }

    /// Returns the tracks to which hits on a track are diverted. The first is the track to which hits must be diverted (the nearest effect
    /// decides). The second is the track to which the actor that is hit may divert them.
    pub(super) fn diverted(&self, who: ActorId, track: TrackId) -> (TrackId, Option<TrackId>) {
        if !self.roster.lines.any(Hook::Divert) {
            return (track, None);
        }
        let at = PersonalEffectQuery::rolling(who, Act::Defence, None).against(self.state.actor);
        let to = |wanted: bool, track: TrackId| {
            let there = self.lines_at(Hook::Divert, &at).filter_map(|(number, line)| match line.does {
                EffectOperation::Divert { from, to, may } if from == track.0 && may == wanted => {
                    Some((line.carrier.distance(), number, TrackId(to)))
                }
                _ => None,
            });
            there.min().map(|(_, _, to)| to)
        };
        let track = to(false, track).unwrap_or(track);
        (track, to(true, track))
    }

    /// Returns the box that a hit of this many shifts marks on a track, if the consequences `set` are taken.
    pub(super) fn landing_after(&self, who: ActorId, track: TrackId, shifts: i32, set: Slots) -> TrackHit {
        self.landing_on(who, track, shifts - self.absorbs(who, track, set))
    }

    /// True if effects on a track apply to an actor. The track is usual in the conflict, or the actor's design declares it.
    pub(super) fn has_or_shares(&self, who: ActorId, track: TrackId) -> bool {
        !self.roster.tracks.is_own(track) || !self.roster.actors[who].trackless.has(track)
    }

    /// Returns the track of an actor that an effect marks or erases boxes of, with its id. Mooks have no Composure, so their Health is
    /// returned instead.
    pub(super) fn track_of(&self, who: ActorId, track: u8) -> (TrackId, Track) {
        let track = TrackId(track);
        let track = if self.roster.actors[who].mooks && track == COMPOSURE { HEALTH } else { track };
        (track, self.state.actors[who].track(track))
    }
}

/// Returns the event for an effect that has acted on an actor, with the amount of the effect.
pub(super) fn acts(line: u16, who: Option<ActorId>, amount: i32) -> Event {
    Event::Effect { line, who, amount, only: None }
}
