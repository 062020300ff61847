//! Decides if an answer other than the default can change the outcome of the game.

use super::outlook::{additions_change, of_answer};
use slip_play::ask::{Ask, Point};
use slip_play::choice::{Choice, Options, Verb};
use slip_play::fight::{Fight, Playable};
use slip_play::ids::{ActorId, Id};
use slip_play::personal::Personal;
use slip_play::personal::attack_cache::Reckoned;
use slip_play::personal::odds::{Shot, Shots};
use slip_play::space::state::HEAT;

/// True if a question matters. `declined` is true if the seat has declined to compel in this round.
pub(super) fn matters(fight: &Fight, ask: &Ask, options: &Options, declined: bool) -> bool {
    let Some(default) = options.default_choice() else { return true };
    match ask.point {
        Point::Compel => !declined && compel(fight, ask, options),
        Point::Adjust => additions_change(fight, options),
        Point::FreeMove => fight.personal().is_none_or(|fight| free_move(fight, ask)),
        Point::Defend => fight.personal().is_none_or(|fight| defence(fight, ask, default, options)),
        Point::Mitigate => {
            let outlook = of_answer(fight, default);
            !outlook.consequences.is_empty() || !outlook.out.is_empty()
        }
        // A name may be given with the answer; the default is the usual duration and the usual receiver.
        Point::Term | Point::Payee => false,
        Point::Formation => options.as_slice().iter().any(|choice| joins_own(fight, ask, *choice)),
        Point::Drive => !has_only_worse_drives(fight, ask, options),
        _ => true,
    }
}

/// True if a seat can compel an action that has a roll or a target.
fn compel(fight: &Fight, ask: &Ask, options: &Options) -> bool {
    // A compel of the own actor is an offer that the player makes; nobody is asked about themselves.
    let against_others = |choice: &Choice| choice.verb == Verb::Compel && choice.how & Choice::OWN == 0;
    if !options.as_slice().iter().any(against_others) {
        return false;
    }
    let acts = match fight {
        Fight::Personal(fight) => fight.state.declared.act.is_some_and(|act| rolls(act) || fight.state.declared.it != Id::None),
        Fight::Platoon(fight) => fight.state.declared.act.is_some_and(|act| rolls(act) || fight.state.declared.it != Id::None),
        // In space a compel comes before the rolls of a phase; in the detection phase no ship is placed yet.
        Fight::Space(fight) => fight.state.turn > 0,
        Fight::Pool(_) => true,
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

/// True if a free step improves the declared attack, or if the actor does nothing else.
fn free_move(fight: &Personal, ask: &Ask) -> bool {
    let Some(me) = ask.me.actor() else { return true };
    if fight.is_after_action() {
        return false;
    }
    match fight.state.declared.act {
        Some(Verb::Attack) => is_better_from_elsewhere(fight, me),
        Some(Verb::Pass) | None => true,
        Some(_) => false,
    }
}

/// True if the declared attack is better from a zone that a free step reaches than from the zone of the actor.
fn is_better_from_elsewhere(fight: &Personal, me: ActorId) -> bool {
    let (declared, here) = (&fight.state.declared, fight.state.actors[me].zone);
    let mut shots = Shots::default();
    fight.shots(me, &mut shots, &mut Reckoned::default());
    let meant = |shot: &&Shot| shot.it == declared.it && declared.using.is_none_or(|using| shot.using == using);
    let worth = |shot: &Shot| (shot.prospect.expected, shot.prospect.hit);
    let from_here = shots.iter().filter(meant).filter(|shot| shot.from == here).map(worth).max();
    let from_elsewhere = shots.iter().filter(meant).filter(|shot| shot.from != here).map(worth).max();
    from_elsewhere > from_here
}

/// True if another defence is as good as the default or better.
fn defence(fight: &Personal, ask: &Ask, default: Choice, options: &Options) -> bool {
    let Some(me) = ask.me.actor() else { return true };
    let expected = |choice: &Choice| fight.expected_defence(me, choice.skill());
    let best = expected(&default);
    options.as_slice().iter().any(|choice| choice.verb != Verb::Defend || (*choice != default && expected(choice) > best))
}

/// True if a choice forms up with a ship of the own side, or leaves a formation.
fn joins_own(fight: &Fight, ask: &Ask, choice: Choice) -> bool {
    match choice.verb {
        Verb::Form => choice.it.actor().is_some_and(|with| fight.side_of(with) == ask.seat),
        Verb::Pass => false,
        _ => true,
    }
}

/// True if driving is better than every other use of the drives: no heat can be cleared by coasting.
fn has_only_worse_drives(fight: &Fight, ask: &Ask, options: &Options) -> bool {
    let (Fight::Space(space), Some(me)) = (fight, ask.me.actor()) else { return false };
    let plain = |choice: &Choice| matches!(choice.verb, Verb::Drive | Verb::Coast | Verb::Concede);
    let drives = options.default_choice().is_some_and(|choice| choice.verb == Verb::Drive);
    let is_cool = space.state.ship(me).is_some_and(|ship| ship.tracks.of(HEAT).marked() == 0);
    drives && is_cool && options.as_slice().iter().all(plain)
}
