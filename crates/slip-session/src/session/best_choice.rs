//! Answers that are at least as good as every other answer. For an attack this is the target, so that a player who types only `attack` need
//! not name it. For an action it is the weapon, skill or track, which is then the default.

use super::{Session, question_stops};
use slip_dice::Dice;
use slip_dice::fate::Prospect;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::fight::Fight;
use slip_play::ids::{ActorId, Id};
use slip_play::personal::attack_cache::AttackCaches;
use slip_play::personal::odds::Shots;
use slip_play::question::{Ask, Point};

/// Chance of a hit, chance of taking the target out, and average damage.
type AttackWorth = [i64; 3];

impl Session {
    /// Returns the default answer to a question. It is the default of the rules or, for a person with advice, the weapon, skill or track
    /// with the best odds.
    pub(super) fn usual_answer(&self, fight: &Fight, ask: &Ask, options: &Options) -> Option<Choice> {
        let default = options.default_choice()?;
        let best = question_stops::best(fight, ask, options).filter(|_| self.is_advised(ask.seat));
        Some(best.unwrap_or(default))
    }

    /// Returns the marked target of an attack if the odds are at least as good against it as against every other target (R-XTT15). `None`
    /// if the player must choose.
    pub fn best_target(&self, ask: &Ask, action: Choice) -> Option<Choice> {
        if action.verb != Verb::Attack || !self.names_target(ask, action) {
            return None;
        }
        let me = ask.me.actor()?;
        let (mut fight, mut options, mut events) = (self.fight.clone(), Options::new(), Vec::new());
        fight.decide(&action.into(), &mut Dice::scripted([]), &mut events).ok()?;
        events.iter().for_each(|event| fight.apply(event));
        let next = fight.next_question(&mut options).filter(|next| next.point == Point::Whom && next.seat == ask.seat)?;
        let recommended = self.recommended_anew(&fight, &next, &options);
        best_of(&fight, me, recommended, &options)
    }

    /// Returns the free step to the zone from which the declared attack is better, if this step is the marked answer (R-XTT14).
    pub fn attack_step(&self, ask: &Ask) -> Option<Choice> {
        let Fight::Personal(people) = &self.fight else { return None };
        let me = ask.me.actor().filter(|_| ask.point == Point::FreeMove && people.roster.social.is_none())?;
        let zone = question_stops::better_zone(people, me)?;
        self.options().default_choice().filter(|step| matches!(step.verb, Verb::Enter | Verb::Go) && step.it == Id::Zone(zone))
    }

    /// Returns the marked target of a declared attack. No other target has better odds; of targets with equal odds, `recommended` is
    /// preferred.
    pub(super) fn marked_target(&self, fight: &Fight, ask: &Ask, recommended: Option<Choice>, options: &Options) -> Option<Choice> {
        let me = ask.me.actor().filter(|_| ask.point == Point::Whom && is_attack(fight) && self.is_advised(ask.seat))?;
        best_of(fight, me, recommended, options)
    }
}

/// True if an attack is declared.
fn is_attack(fight: &Fight) -> bool {
    match fight {
        Fight::Personal(fight) => fight.state.declared.act == Some(Verb::Attack),
        Fight::Platoon(fight) => fight.state.declared.act == Some(Verb::Attack),
        Fight::Space(_) | Fight::Stakes(_) => false,
    }
}

/// Returns the first target that is at least as good as all others. The preferred target comes first.
fn best_of(fight: &Fight, me: ActorId, preferred: Option<Choice>, options: &Options) -> Option<Choice> {
    let worths: Vec<(Choice, AttackWorth)> =
        options.as_slice().iter().map(|choice| Some((*choice, worth(fight, me, choice.it)?))).collect::<Option<_>>()?;
    let is_best = |own: &AttackWorth| worths.iter().all(|(_, other)| other.iter().zip(own).all(|(other, own)| other <= own));
    let best: Vec<Choice> = worths.iter().filter(|(_, own)| is_best(own)).map(|(choice, _)| *choice).collect();
    preferred.filter(|preferred| best.contains(preferred)).or_else(|| best.first().copied())
}

/// Returns the odds of the best attack of an actor on a target; `None` if they are unknown.
fn worth(fight: &Fight, me: ActorId, it: Id) -> Option<AttackWorth> {
    let of = |prospect: Prospect| [prospect.hit_told, prospect.kill_told, prospect.expected];
    match fight {
        Fight::Personal(fight) => {
            let mut shots = Shots::default();
            fight.shots(me, &mut shots, &mut AttackCaches::default());
            let on_it = shots.iter().filter(|shot| shot.it == it);
            on_it.max_by_key(|shot| (shot.prospect.expected, shot.prospect.hit)).map(|shot| of(shot.prospect))
        }
        Fight::Platoon(fight) => {
            let against = it.actor()?;
            let shots = fight.shots(me, it).into_iter();
            let prospects = shots.filter_map(|shot| fight.attack_prospect(me, shot.way.skill, (it, shot.area), against));
            prospects.map(of).max_by_key(|[hit, _, expected]| (*expected, *hit))
        }
        Fight::Space(_) | Fight::Stakes(_) => None,
    }
}
