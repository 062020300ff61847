//! Decides if an answer other than the default can change the outcome of the game.

use super::outlook::{additions_change, of_answer};
use slip_dice::fate::Prospect;
use slip_dice::fate::check::UNTRAINED;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::event::{Phase, TrackId};
use slip_play::fight::{Fight, Playable};
use slip_play::ids::{ActorId, Id, ZoneId};
use slip_play::personal::Personal;
use slip_play::personal::attack_cache::AttackCaches;
use slip_play::personal::odds::{PersonalShot, Shots};
use slip_play::question::{Ask, Point};
use slip_play::space::Space;
use slip_play::space::roster::{Post, WeaponSystem};
use slip_play::space::state::HEAT;

/// True if the answer to a question can change the outcome of the game. `declined` is true if the seat has declined to compel in this
/// round.
pub(super) fn matters(fight: &Fight, ask: &Ask, options: &Options, declined: bool) -> bool {
    let Some(default) = options.default_choice() else { return true };
    match ask.point {
        Point::Compel => !declined && compel(fight, ask, options),
        Point::Adjust => additions_change(fight, ask, options),
        Point::FreeMove => match fight {
            Fight::Personal(fight) => free_move(fight, ask),
            // An aircraft is asked if it stays over the map. Other units are asked only if their doctrine recommends a free move.
            Fight::Platoon(fight) => fight.state.step.phase == Phase::End,
            Fight::Space(_) | Fight::Stakes(_) => true,
        },
        // The question is not asked, because the player can name another platoon or unit in an answer that was typed before.
        Point::Order | Point::Unit => !matches!(fight, Fight::Platoon(_)),
        Point::Act => options.as_slice().iter().any(|choice| !matches!(choice.verb, Verb::Pass | Verb::Concede)),
        Point::Defend => fight.personal().is_none_or(|fight| defence(fight, ask, default, options)),
        Point::Mitigate => {
            let outlook = of_answer(fight, default);
            !outlook.consequences.is_empty() || !outlook.out.is_empty()
        }
        // These questions are not asked. The default is the usual duration or receiver; the player can name another one in an earlier
        // answer.
        Point::Term | Point::Payee => false,
        Point::Formation => options.as_slice().iter().any(|choice| joins_own(fight, ask, *choice)),
        // The first turn may begin with the electronic warfare phase, which helps only a side that can attack in it.
        Point::Begin => match fight {
            Fight::Space(space) => space.ships_about().any(|who| space.side(who) == ask.seat && can_jam(space, who)),
            _ => true,
        },
        Point::Drive => !can_only_drive_or_coast(fight, ask, options),
        // The mode of a weapon can be changed later; the place of an actor cannot.
        Point::SetUp => match fight {
            Fight::Personal(_) => options.as_slice().iter().any(|choice| choice.verb != Verb::Begin || choice.it != Id::None),
            _ => !is_worse_crew(fight, options),
        },
        // The player is asked for the band of every ship. The order in which the ships are placed changes nothing.
        Point::Place => default.verb != Verb::Target,
        Point::With | Point::Track => !is_dominated(fight, ask, default, options),
        // A repair costs nothing. The question matters only if the people who repair this track could repair another track in its place.
        Point::Repair => default.verb != Verb::Repair || has_rival_repairs(fight, ask, options),
        // A side is asked before it agrees to an offer. It is not asked to make one.
        Point::Stop => match fight {
            Fight::Space(space) => space.state.stops != 0,
            Fight::Platoon(units) => units.state.stops != 0,
            Fight::Personal(_) | Fight::Stakes(_) => true,
        },
        _ => true,
    }
}

/// True if a seat can compel an action that has a roll or a target.
fn compel(fight: &Fight, ask: &Ask, options: &Options) -> bool {
    // A compel against the own side is left out, because the player can offer it at any time without being asked.
    let against_others = |choice: &Choice| choice.verb == Verb::Compel && choice.how & Choice::OWN == 0;
    if !options.as_slice().iter().any(against_others) {
        return false;
    }
    let acts = match fight {
        Fight::Personal(fight) => fight.state.declared.act.is_some_and(|act| rolls(act) || fight.state.declared.it != Id::None),
        Fight::Platoon(fight) => fight.state.declared.act.is_some_and(|act| rolls(act) || fight.state.declared.it != Id::None),
        // In space a compel comes before every phase. Players can also type it at any other question of the phase. It is asked separately
        // only if no ship of the side can use its drives.
        Fight::Space(fight) => {
            let burns = |who: ActorId| fight.side(who) == ask.seat && fight.most_burn(who) > 0;
            fight.state.turn > 0 && !fight.ships_about().any(burns)
        }
        Fight::Stakes(_) => true,
    };
    acts && ask.me.actor().is_none_or(|me| fight.side_of(me) == ask.seat)
}

/// True if an act is rolled for.
const fn rolls(act: Verb) -> bool {
    !matches!(
        act,
        Verb::Pass | Verb::Concede | Verb::Stance | Verb::Switch | Verb::PickUp | Verb::BreakOff | Verb::Fact | Verb::Hold | Verb::Exit
    )
}

/// True if a free step improves the declared attack.
fn free_move(fight: &Personal, ask: &Ask) -> bool {
    let Some(me) = ask.me.actor() else { return true };
    if fight.is_after_action() {
        return false;
    }
    match fight.state.declared.act {
        Some(Verb::Attack) => is_better_from_elsewhere(fight, me),
        _ => false,
    }
}

/// True if one free step leads to a zone from which the declared attack is better than from the actor's zone.
fn is_better_from_elsewhere(fight: &Personal, me: ActorId) -> bool {
    better_zone(fight, me).is_some()
}

/// Returns a zone from which the declared attack is better than from the actor's own zone, if a free step reaches one.
pub(in crate::session) fn better_zone(fight: &Personal, me: ActorId) -> Option<ZoneId> {
    let (declared, here) = (&fight.state.declared, fight.state.actors[me].zone);
    if declared.act != Some(Verb::Attack) {
        return None;
    }
    let mut shots = Shots::default();
    fight.shots(me, &mut shots, &mut AttackCaches::default());
    let meant = |shot: &&PersonalShot| shot.it == declared.it && declared.using.is_none_or(|using| shot.using == using);
    let worth = |shot: &PersonalShot| (shot.prospect.expected, shot.prospect.hit);
    let from_here = shots.iter().filter(meant).filter(|shot| shot.from == here).map(worth).max();
    let elsewhere = shots.iter().filter(meant).filter(|shot| shot.from != here).max_by_key(|shot| worth(shot))?;
    (Some(worth(elsewhere)) > from_here).then_some(elsewhere.from)
}

/// True if another skill defends better than the default, or if an option is something other than a defence.
fn defence(fight: &Personal, ask: &Ask, default: Choice, options: &Options) -> bool {
    let Some(me) = ask.me.actor() else { return true };
    let expected = |choice: &Choice| fight.expected_defence(me, choice.skill());
    let best = expected(&default);
    options.as_slice().iter().any(|choice| choice.verb != Verb::Defend || (*choice != default && expected(choice) > best))
}

/// True if a choice joins a formation with a ship of the asked side, or leaves a formation.
fn joins_own(fight: &Fight, ask: &Ask, choice: Choice) -> bool {
    match choice.verb {
        Verb::Form => choice.it.actor().is_some_and(|with| fight.side_of(with) == ask.seat),
        Verb::Pass => false,
        _ => true,
    }
}

/// True if a ship can only drive or coast, and its heat track is not full. The question about its burn follows, and the answer `coast` is
/// still possible there.
fn can_only_drive_or_coast(fight: &Fight, ask: &Ask, options: &Options) -> bool {
    let (Fight::Space(space), Some(me)) = (fight, ask.me.actor()) else { return false };
    let plain = |choice: &Choice| matches!(choice.verb, Verb::Drive | Verb::Coast | Verb::Concede);
    let drives = options.default_choice().is_some_and(|choice| choice.verb == Verb::Drive);
    let is_hot = space.state.ship(me).is_some_and(|ship| ship.tracks.of(HEAT).marked() > 0) && space.open_boxes(me, HEAT) == 0;
    drives && !is_hot && options.as_slice().iter().all(plain)
}

/// True if a ship can attack by electronic warfare.
fn can_jam(space: &Space, ship: ActorId) -> bool {
    space.is_armed_with(ship, WeaponSystem::Ew)
}

/// True if the crew that the encounter assigns to a post is at least as good as any other crew.
fn is_worse_crew(fight: &Fight, options: &Options) -> bool {
    let Fight::Space(space) = fight else { return false };
    let Some(ship) = space.state.step.who.actor() else { return false };
    let rank = |choice: &Choice| {
        let post = Post::of(u8::try_from(choice.n).ok()?)?;
        let sent = match choice.it.actor() {
            Some(who) => space.roster.person(who)?.rank(space.roster.post_skill(post)).unwrap_or(UNTRAINED),
            None => space.roster.settings.default_rank,
        };
        Some((sent, space.raw(ship, post).unwrap_or(UNTRAINED)))
    };
    let sends = |choice: &&Choice| choice.verb == Verb::Begin && choice.how > 0;
    options.as_slice().iter().filter(sends).filter_map(rank).all(|(sent, there)| sent <= there)
}

/// Returns a weapon, skill or track that no other option of the question surpasses.
pub(in crate::session) fn best(fight: &Fight, ask: &Ask, options: &Options) -> Option<Choice> {
    let is_best = |choice: &Choice| is_dominated(fight, ask, *choice, options);
    options.as_slice().iter().copied().find(is_best).filter(|_| matches!(ask.point, Point::With | Point::Track))
}

/// True if the default weapon, skill or track is at least as good as every other option, so that the question need not be asked.
fn is_dominated(fight: &Fight, ask: &Ask, default: Choice, options: &Options) -> bool {
    let (Fight::Personal(fight), Some(me)) = (fight, ask.me.actor()) else { return false };
    match fight.state.declared.act {
        Some(Verb::Attack) => {}
        Some(Verb::Maneuver | Verb::Obstruct | Verb::Remove) if ask.point == Point::With => {
            let worth = |choice: &Choice| (!fight.is_act_paid(me, choice.skill()), fight.plain_total(me, *choice));
            let (is_free, total) = worth(&default);
            let no_better = |choice: &Choice| choice.verb == Verb::Use && worth(choice).0 <= is_free && worth(choice).1 <= total;
            return options.as_slice().iter().all(no_better);
        }
        _ => return false,
    }
    let it = fight.state.declared.it;
    let mut shots = Shots::default();
    fight.shots(me, &mut shots, &mut AttackCaches::default());
    // A way of attacking that costs no fate point is better than one that does.
    let is_free = |using: Choice| i64::from(!fight.manner(me, using).is_some_and(|manner| manner.untrained));
    let worth = |using: Choice, prospect: Prospect| [is_free(using), prospect.hit_told, prospect.kill_told, prospect.expected];
    let of = |choice: &Choice| match choice.verb {
        Verb::Use => {
            let meant = shots.iter().filter(|shot| shot.it == it && shot.using == *choice);
            meant.max_by_key(|shot| (shot.prospect.expected, shot.prospect.hit)).map(|shot| worth(*choice, shot.prospect))
        }
        Verb::Aim => {
            let (target, using) = (it.actor()?, fight.state.declared.using?);
            let from = shots.iter().filter(|shot| shot.it == it && shot.using == using);
            let from = from.max_by_key(|shot| (shot.prospect.expected, shot.prospect.hit))?.from;
            let there = fight.state.actors[target].zone;
            let track = TrackId(u8::try_from(choice.n).ok()?);
            let prospect = fight.prospect_at(me, using, target, track, (from, there), 0, &mut AttackCaches::default());
            Some(worth(using, prospect))
        }
        _ => None,
    };
    let Some(best) = of(&default) else { return false };
    let no_better = |choice: &Choice| of(choice).unwrap_or_default().iter().zip(&best).all(|(other, own)| other <= own);
    options.as_slice().iter().filter(|choice| matches!(choice.verb, Verb::Use | Verb::Aim)).all(no_better)
}

/// True if a ship has several damaged tracks that the same person repairs, or can launch a fighter in place of a repair.
fn has_rival_repairs(fight: &Fight, ask: &Ask, options: &Options) -> bool {
    let (Fight::Space(space), Some(ship)) = (fight, ask.me.actor()) else { return false };
    let others = |choice: &Choice| !matches!(choice.verb, Verb::Repair | Verb::Pass);
    if options.as_slice().iter().any(others) {
        return true;
    }
    let is_damaged = |track: &TrackId| space.state.ship(ship).is_some_and(|there| there.tracks.of(*track).marked() > 0);
    let damaged = space.struck_tracks(ship).filter(is_damaged);
    let posts: Vec<Post> = damaged.map(|track| space.roster.mending_post(ship, track)).collect();
    let mut rivals = posts.iter().enumerate().flat_map(|(place, &post)| posts.iter().skip(place + 1).map(move |&other| (post, other)));
    rivals.any(|(post, other)| space.is_one_hand(ship, post, other))
}
