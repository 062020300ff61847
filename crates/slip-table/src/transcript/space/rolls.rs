//! Describes rolls of space combat: arithmetic, additions after the dice, and results.

use super::phrases::{bearer, boxes, name, post_place, post_skill, rating_title, sum, track_title, worked};
use crate::transcript::Transcript;
use crate::transcript::phrases::{in_words, rung};
use crate::transcript::roll_additions::AdditionNames;
use slip_play::choice::Verb;
use slip_play::event::{Event, Phase, RollAddends, SpacePhase, TrackId};
use slip_play::ids::{ActorId, AspectId};
use slip_play::roll::Roll;
use slip_play::space::Space;
use slip_play::space::roster::{Post, Rating};
use slip_play::space::state::SpaceRollSubject;

/// Role of a ship in a roll, for the words that describe the roll.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Attacker,
    Defender,
    /// The ship shoots at torpedoes that target another ship.
    Overwatch,
    /// The ship rolls without an opponent, or all ships make the same roll.
    Alone,
}

impl AdditionNames for Space {
    fn title(&self, who: ActorId) -> &str {
        name(self, who)
    }

    fn on(&self, aspect: AspectId) -> String {
        bearer(self, aspect)
    }

    fn rolls(&self) -> &[Roll] {
        self.state.contest.as_ref().map_or(&[], |contest| &contest.rolls)
    }
}

impl Transcript {
    /// Describes a roll, or a result without dice.
    pub(super) fn ship_roll(&mut self, fight: &Space, event: &Event) {
        let Event::Roll { me, faces, parts, total, against, standing, .. } = event else { return };
        let post = self.ships.post.take().filter(|(ship, ..)| ship == me);
        let person = post.and_then(|(_, post, by)| {
            by.map(|by| format!(" ({} {}{})", name(fight, by), post_place(post), tired(fight, *me, post, parts)))
        });
        let who = format!("{}{}", name(fight, *me), person.unwrap_or_default());
        let role = role(fight, *me);
        // The table shows the arithmetic of these rolls itself. The rolls of detection and of the position phase are only listed and
        // compared.
        let is_shown = role != Role::Alone || fight.state.stage == SpacePhase::DamageControl || fight.maneuvering().is_some();
        self.tells_roll = !(self.brief && is_shown);
        if !self.tells_roll {
            self.head();
            return self.close();
        }
        let rolled = !*standing || known(fight, event);
        let sum = sum(fight, *me, rolled, faces, parts);
        let again = if *standing && rolled { " as before" } else { "" };
        let against = against.map(|against| format!(" against {against}")).unwrap_or_default();
        let result = if rolled { format!("{sum}: {}{against}.", rung(*total)) } else { format!("{sum}.") };
        match role {
            Role::Attacker => {
                let words = in_words(self.said.take().as_deref());
                self.deed(format!("{who} {}{words}{again}: {result}", attack(fight, *me)));
            }
            Role::Defender => self.detail(format!("{who} {}{again}: {result}", defence(fight, *me))),
            Role::Overwatch => self.detail(format!("{who} also fires beams at the torpedoes: {result}")),
            // The dice alone determine the starting band. Their sum is the band, so no adjective of the ladder is added.
            Role::Alone if fight.state.stage == SpacePhase::Detection && fight.state.step.phase == Phase::Place => {
                self.deed(format!("{who} {}: {sum}.", alone(fight, *me)));
            }
            Role::Alone if rolled => self.deed(format!("{who} {}: {result}", alone(fight, *me))),
            Role::Alone => self.deed(format!("{who}: {result}")),
        }
    }

    /// Describes the comparison of two totals, or of a total with its difficulty.
    pub(super) fn ship_result(&mut self, fight: &Space, event: &Event) {
        let Event::Result { against, attack, defence, shifts, ok, .. } = event else { return };
        // The result of the position phase is described elsewhere, with the totals of all ships.
        let tried = fight.maneuvering().is_some() && fight.state.deny.is_none();
        if fight.state.stage == SpacePhase::Position && fight.state.deny.is_none() && !tried {
            return;
        }
        let words = match (against, fight.state.stage, shifts) {
            (Some(_), ..) if tried && *ok => "It works.".to_owned(),
            (Some(_), ..) if tried => format!("It fails by {}.", -shifts),
            (None, ..) if tried && *ok => "It works.".to_owned(),
            (None, ..) if tried => format!("It fails by {}.", -shifts),
            (None, SpacePhase::DamageControl, 0) => "It fails: one shift more would repair it.".to_owned(),
            (None, SpacePhase::DamageControl, shifts) if *ok => format!("It succeeds by {shifts}."),
            (None, _, _) if *ok => "It works.".to_owned(),
            (None, ..) => format!("It fails by {}.", -shifts),
            (Some(_), SpacePhase::Boarding, shifts) if *shifts > 0 => format!("The boarders win by {shifts}."),
            (Some(_), SpacePhase::Boarding, _) => "The boarders are held off.".to_owned(),
            (Some(_), _, 0) => "A draw: one shift short of a hit.".to_owned(),
            (Some(_), _, shifts) if *shifts > 0 => format!("Hit by {shifts}."),
            (Some(who), SpacePhase::Ew, shifts) => match fight.state.ship(*who).is_some_and(|ship| ship.fixed.ew) {
                true => format!("Beaten by {}; a fixed defence does not strike back.", -shifts),
                false => format!("Beaten by {}: it strikes back.", -shifts),
            },
            (Some(_), _, shifts) => format!("Missed by {}.", -shifts),
        };
        match against {
            Some(_) => self.detail(format!("{attack} against {defence}: {words}")),
            None => self.add(&words),
        }
    }
}

/// Describes the penalty that the operator of a rating has this turn for work at other posts. The roll itself does not show the penalty,
/// because it uses the rating and not the operator's skill.
fn tired(fight: &Space, ship: ActorId, post: Post, parts: &RollAddends) -> String {
    match fight.eff(ship, post).filter(|_| worked(parts).is_some()) {
        Some((rank, _, posts)) if posts != 0 => {
            format!(", {} {rank} with {posts:+} for work at other posts this turn", post_skill(fight, post))
        }
        _ => String::new(),
    }
}

/// Returns the role of a ship in the current roll.
fn role(fight: &Space, me: ActorId) -> Role {
    let state = &fight.state;
    let attacks = matches!(state.stage, SpacePhase::Ew | SpacePhase::Beams | SpacePhase::Torpedoes) && state.deny.is_none();
    let fallen = state.contest.as_ref().map_or(0, |contest| contest.rolls.len());
    match attacks && fight.maneuvering().is_none() {
        false => Role::Alone,
        true if fallen == 0 && state.declared.me == Some(me) => Role::Attacker,
        true if fallen <= state.defending() => Role::Defender,
        true => Role::Overwatch,
    }
}

/// True if dice were rolled for the roll that is used again; false if it was a fixed result.
fn known(fight: &Space, event: &Event) -> bool {
    let Event::Roll { me, roll, .. } = event else { return false };
    let ship = fight.state.ship(*me);
    let known = ship.and_then(|ship| ship.kept_rolls().find(|known| known.id == *roll));
    known.is_some_and(|known| known.rolled)
}

/// Describes an attack as a phrase that follows the attacker's name.
pub(crate) fn attack(fight: &Space, me: ActorId) -> String {
    let declared = fight.state.declared;
    let it = declared.it.actor();
    let target = it.map_or("no target", |it| name(fight, it));
    let range = it.and_then(|it| fight.range(me, it)).map(|range| format!(" (range {range})")).unwrap_or_default();
    match declared.act {
        Some(Verb::Ew) => format!("jams {target}"),
        Some(Verb::Torpedo) => format!("launches torpedoes at {target}{range}"),
        _ => {
            let all = fight.rating(me, Rating::Beam);
            let rating = rating_title(fight, Rating::Beam);
            format!("fires {} of {rating} {all} at {target}{range}", declared.value)
        }
    }
}

/// Describes a defence as a phrase that follows the defender's name.
fn defence(fight: &Space, me: ActorId) -> &'static str {
    let Some(ship) = fight.state.ship(me) else { return "defends" };
    match fight.state.stage {
        SpacePhase::Ew if ship.fixed.ew => "uses its firewall",
        SpacePhase::Ew => "resists",
        SpacePhase::Torpedoes if ship.fixed.torpedo => "fires point defence",
        SpacePhase::Torpedoes => match ship.beams_against {
            Some(1..) => "fires beams at the torpedoes",
            _ => "defends with the dice alone",
        },
        _ => "evades",
    }
}

/// Describes the purpose of a roll without an opponent, as a phrase that follows the name of the ship.
fn alone(fight: &Space, me: ActorId) -> String {
    let state = &fight.state;
    if state.deny.is_some() {
        return "tries to deny the free tag".to_owned();
    }
    if let Some((number, it)) = fight.maneuvering() {
        if state.contest.is_some() {
            return "resists".to_owned();
        }
        let title = fight.maneuver(number).map_or("a maneuver", |maneuver| maneuver.title.as_str());
        let on = it.actor().filter(|&it| it != me).map(|it| format!(" on {}", name(fight, it))).unwrap_or_default();
        return format!("tries \"{title}\"{on}");
    }
    match state.stage {
        SpacePhase::Detection if state.step.phase == Phase::Place => "is placed by the dice".to_owned(),
        SpacePhase::Detection => "finds its bearings".to_owned(),
        SpacePhase::Position => "manoeuvres".to_owned(),
        SpacePhase::Boarding => "fights over the airlocks".to_owned(),
        SpacePhase::DamageControl => match state.contest.as_ref().map(|contest| contest.matter).or(Some(repaired(fight))) {
            Some(SpaceRollSubject::Repair(track)) => {
                let boxes = state.ship(me).map(|ship| boxes(ship.track(track))).unwrap_or_default();
                format!("repairs {} {boxes}", track_title(fight, track))
            }
            _ => "repairs".to_owned(),
        },
        _ => "rolls".to_owned(),
    }
}

/// Returns the kind of roll for the repair of the track that is being repaired.
fn repaired(fight: &Space) -> SpaceRollSubject {
    SpaceRollSubject::Repair(TrackId(fight.state.step.n))
}
