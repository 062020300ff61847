//! Describes the cost and the odds of an option of space combat in one line.
//!
//! The numbers are computed by the engine. They are exact for the current state of the ships and the dice; additions that either side may
//! make later are left out.

use crate::option_words::hints::{chance, compel, fate as points};
use crate::transcript::phrases::counted;
use crate::transcript::phrases::listed;
use crate::transcript::space::groups::edges;
use crate::transcript::space::phrases::{boxes, name, post_place, post_skill, rating_title, track_title, with_boxes};
use slip_dice::fate::check;
use slip_dice::fate::fate_points::spin_of;
use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{Grade, Slots, percent};
use slip_play::choice::{Choice, Verb};
use slip_play::event::{SpacePhase, TrackId};
use slip_play::ids::{ActorId, Id};
use slip_play::names::Names;
use slip_play::question::{Ask, Point};
use slip_play::space::Space;
use slip_play::space::roster::{Post, PostCrew, Rating, WeaponSystem};
use slip_play::space::state::{Band, HEAT};

/// Describes the cost and the odds of an option; `None` if it has neither.
pub(in crate::option_words) fn about(fight: &Space, ask: &Ask, choice: Choice) -> Option<String> {
    let me = ask.me.actor();
    match choice.verb {
        Verb::Begin => post(fight, me?, choice),
        Verb::Start => Some(if choice.how == 0 { "as in every other turn" } else { "no ship moves in turn 1" }.to_owned()),
        Verb::Band if ask.point == Point::Place => Some(distances(fight, fight.state.declared.it.actor()?, Band(small(choice.n)))),
        Verb::Band => shift_to(fight, me?, Band(small(choice.n))),
        Verb::Target if ask.point == Point::Shift => shift(fight, me?, choice.it.actor()?),
        Verb::Form => Some("the ships move as one, with their lowest total and their lowest V-shift".to_owned()),
        Verb::Tether => Some("only the leading ship spends points and rolls for position; no ship burns".to_owned()),
        Verb::Release => Some("ends the tether for all ships".to_owned()),
        Verb::Board if choice.how == 1 => Some("played as a separate encounter between people".to_owned()),
        Verb::Board => Some("dice against dice each turn; succeeds one turn after the first win".to_owned()),
        Verb::Drive => drive(fight, me?),
        Verb::Coast => Some(coast(fight, me?)),
        Verb::Couple => Some(format!(
            "replaces the roll, for a total of {}; lowers the V-shift by {}",
            fight.roster.settings.idle_total, fight.roster.settings.coupling
        )),
        Verb::Decouple | Verb::Dock => Some(format!("replaces the roll, for a total of {}", fight.roster.settings.idle_total)),
        Verb::Launch => Some("replaces the ship's action in this phase".to_owned()),
        Verb::Burn => Some(burn(fight, me?, i32::from(choice.n))),
        Verb::Hold if ask.point == Point::Bid => {
            let burn = fight.state.ship(me?).map_or(0, |ship| ship.burn);
            let stays = if burn == 0 { "no burn".to_owned() } else { format!("keeps the burn of {burn}") };
            Some(format!("{stays}; {}% to win", fight.win_chance(me?, i32::from(burn)).told()))
        }
        Verb::Ew | Verb::Beam | Verb::Torpedo => declares(fight, choice.it.actor()?, choice.verb),
        Verb::Value => Some(value(fight, choice)),
        Verb::Target if ask.point == Point::Whom => whom(fight, choice.it.actor()?),
        Verb::Beams => beams(fight, me?, ask.point, i32::from(choice.n)),
        Verb::Rating => rating(fight, me?),
        Verb::Nothing => Some("dice and 0; no heat, and no crew member counts as having acted".to_owned()),
        Verb::Firewall | Verb::PointDefence => fixed(fight, me?, choice.verb),
        Verb::Deny => deny(fight, me?),
        Verb::Yes if choice.with != Choice::NOTHING => {
            let price = fight.roster.lines.get(choice.with).map_or(0, |line| line.price);
            let price = if price > 0 { format!("costs {}; ", points(price)) } else { String::new() };
            Some(format!("{price}{}{}", fight.sentence(choice.with), me.map_or_else(String::new, |me| helper_leaves(fight, me))))
        }
        Verb::Take => take(fight, choice),
        Verb::Maneuver => maneuver(fight, me?, choice),
        Verb::Outcome => Some(if choice.n == Choice::DRIVES_WORK { "its drives still work" } else { "its drives are dead" }.to_owned()),
        Verb::Repair => repair(fight, me?, choice),
        Verb::Invoke | Verb::Tag | Verb::Free | Verb::Spin => adjust(fight, ask, choice),
        Verb::Concede if choice.how > 0 => Some("leaves the fight at once, even if the other sides do not agree".to_owned()),
        Verb::Concede => Some("leaves the fight if every other side accepts".to_owned()),
        Verb::Compel => Some(compel(choice)),
        Verb::Refuse if ask.point == Point::AnswerCompel => Some(format!("costs {}", points(fight.state.offer?.points.max(1)))),
        Verb::Accept if ask.point == Point::AnswerCompel => {
            let gets = fight.state.offer?.points;
            Some(if gets > 0 { format!("gives you {}", points(gets)) } else { "gives you no fate point".to_owned() })
        }
        Verb::Accept if ask.point == Point::AcceptConcession => {
            Some(format!("{} leaves the fight on these terms", name(fight, ask.it.actor()?)))
        }
        _ => None,
    }
}

fn small(number: i16) -> i8 {
    i8::try_from(number).unwrap_or(0)
}

/// Formats the gain and the cost of a burn: `+2 on the roll, 61% to win; Heat [x][x][ ]`.
fn burn(fight: &Space, me: ActorId, burn: i32) -> String {
    format!("{burn:+} on the roll, {}% to win; {}", fight.win_chance(me, burn).told(), heat(fight, me, burn))
}

/// Formats the effect on a skill of a move to another post: `Gunnery 3 instead of 2`.
fn post(fight: &Space, ship: ActorId, choice: Choice) -> Option<String> {
    if choice.how == 0 {
        return Some("keeps all posts as they are".to_owned());
    }
    let post = u8::try_from(choice.n).ok().and_then(Post::of)?;
    let skill = post_skill(fight, post);
    let now = fight.eff(ship, post).map(|(rank, ..)| rank);
    let rank = match choice.it {
        Id::Actor(who) => fight.roster.person(who)?.rank(fight.roster.post_skill(post)).unwrap_or(check::UNTRAINED),
        _ => fight.roster.settings.default_rank,
    };
    let now = now.map_or("at an empty post".to_owned(), |now| format!("instead of {now}"));
    Some(format!("{skill} {rank} {now}"))
}

/// Describes the distances between a ship and all ships on the map.
fn distances(fight: &Space, it: ActorId, band: Band) -> String {
    let others = fight.state.ships.iter().filter(|(who, _)| *who != it);
    let words: Vec<String> =
        others.filter_map(|(who, ship)| Some(format!("{} from {}", ship.band()?.range(band), name(fight, who)))).collect();
    if words.is_empty() { "no other ship is placed yet".to_owned() } else { words.join(", ") }
}

/// Returns the limits within which the winner of the position phase may move a ship: the shifts to spend, and the number of bands.
fn margin(fight: &Space, me: ActorId, it: ActorId) -> Option<(i32, i32)> {
    let entities = fight.entities();
    let winner = fight.winner(&entities)?;
    let moved = entities.iter().find(|entity| entity.members.contains(&it))?;
    let own = moved.members.contains(&me);
    let lowest = entities.iter().map(|entity| entity.total).min()?;
    let against = if own { lowest } else { moved.total };
    let bands = if own { fight.band_cap(&winner.members) } else { fight.push_cap(winner.lowest) };
    Some((winner.total - against, bands))
}

/// Formats the limits of a move: `up to 5 shifts and 2 bands`.
fn shift(fight: &Space, me: ActorId, it: ActorId) -> Option<String> {
    let (shifts, bands) = margin(fight, me, it)?;
    let with: Vec<&str> = fight.entity(it).into_iter().filter(|&other| other != it).map(|other| name(fight, other)).collect();
    let with = if with.is_empty() { String::new() } else { format!(", with {}", listed(&with)) };
    let bands = counted(i64::from(bands), "band", "bands");
    Some(format!("up to {} and {bands}{with}", counted(i64::from(shifts), "shift", "shifts")))
}

/// Returns the shifts that it costs to move the chosen ship to a band.
pub(in crate::option_words) fn move_cost(fight: &Space, me: ActorId, choice: Choice) -> Option<i32> {
    let from = fight.band_of(fight.state.declared.it.actor().unwrap_or(me))?;
    Some(fight.way(from, Band(small(choice.n))).0)
}

/// Describes the cost of a move, and the resulting range.
fn shift_to(fight: &Space, me: ActorId, to: Band) -> Option<String> {
    let it = fight.state.declared.it.actor()?;
    let from = fight.band_of(it)?;
    let (shifts, _) = margin(fight, me, it)?;
    let cost = edges(fight, from, to);
    if !to.is_on_map() {
        let ends = if fight.are_enemies(me, it) { "driven off the map" } else { "off the map: escapes" };
        return Some(format!("{cost} of {shifts}: {ends}"));
    }
    let moved = fight.entity(it);
    let others = fight.state.ships.iter().filter(|(who, ship)| !moved.contains(who) && ship.is_active() && fight.are_enemies(*who, it));
    let ranges: Vec<String> =
        others.filter_map(|(who, ship)| Some(format!("{} from {}", ship.band()?.range(to), name(fight, who)))).collect();
    let ranges = if ranges.is_empty() { String::new() } else { format!("; then {}", ranges.join(", ")) };
    Some(format!("{cost} of {shifts}{ranges}"))
}

/// Describes the position roll of a ship that uses its drive: dice and V-shift, limited by the pilot's skill, and the pilot's name.
fn drive(fight: &Space, me: ActorId) -> Option<String> {
    let (rank, by, _) = fight.eff(me, Post::Pilot)?;
    let v_shift = fight.v_shift(me);
    let pilot = post_skill(fight, Post::Pilot);
    let limit = if rank < v_shift { format!(", limited by {pilot} {rank}") } else { String::new() };
    let by = by.map(|by| format!("; {} {}", name(fight, by), post_place(Post::Pilot))).unwrap_or_default();
    Some(format!("dice and {}: {} {v_shift}{limit}{by}", rank.min(v_shift), rating_title(fight, Rating::VShift)))
}

fn coast(fight: &Space, me: ActorId) -> String {
    let total = fight.roster.settings.coasting_total;
    let track = fight.state.ship(me).map(|ship| ship.track(HEAT));
    let highest = track.and_then(|track| track.boxes().last().map(|highest| (track, highest)));
    match highest {
        None => format!("{total} without dice; no heat to clear"),
        Some((track, highest)) => {
            let left = track.boxes().filter(|&number| number != highest).fold(0_u32, |bits, number| bits | 1 << (number - 1));
            format!("{total} without dice; {} becomes {}", track_title(fight, HEAT), boxes(with_boxes(track, left)))
        }
    }
}

/// Describes the effect of an amount of heat on a ship.
fn heat(fight: &Space, me: ActorId, amount: i32) -> String {
    let Some(track) = fight.state.ship(me).map(|ship| ship.track(HEAT)).filter(|track| track.length() > 0) else {
        return "no heat".to_owned();
    };
    let title = track_title(fight, HEAT);
    match track.landing(amount) {
        TrackHit::Nothing => "no heat".to_owned(),
        TrackHit::Box(number) => {
            let mut after = track;
            after.mark(number);
            format!("{title} {}", boxes(after))
        }
        TrackHit::Past => {
            let slots = fight.free_slots(me);
            let saved =
                Grade::ALL.into_iter().fold(Slots::NONE, |set, grade| if slots.count_of(grade) > 0 { set.with(grade) } else { set });
            let left = amount - fight.absorbs(me, HEAT, saved);
            let out = format!("past the end of {title}");
            if track.landing(left) == TrackHit::Past {
                format!("{out}: taken out")
            } else {
                format!("{out}: taken out unless it takes consequences")
            }
        }
    }
}

/// Describes an attack that a ship can declare: the rating that the attack uses, its operator, and the operator's skill rank.
fn declares(fight: &Space, me: ActorId, act: Verb) -> Option<String> {
    let (post, rating) = match act {
        Verb::Ew => (Post::Comm, Rating::Ew),
        Verb::Beam => (Post::Beams, Rating::Beam),
        _ => (Post::Torpedoes, Rating::Torpedo),
    };
    let (rank, by, posts) = fight.eff(me, post)?;
    let by = by.map_or("the crew", |by| name(fight, by));
    let all = fight.rating(me, rating);
    let posts = if posts == 0 { String::new() } else { format!(" ({posts:+} for work at other posts)") };
    Some(format!("{} {all}, {by} with {} {rank}{posts}", rating_title(fight, rating), post_skill(fight, post)))
}

/// Describes an attack with a part of the beams' rating, and the part that remains for defence against torpedoes.
fn value(fight: &Space, choice: Choice) -> String {
    let fired = i32::from(choice.n);
    let Some(me) = fight.state.declared.me else { return String::new() };
    let base = match fight.state.declared.it.actor() {
        Some(it) => fight.fires_with(me, WeaponSystem::Beam, it, fired),
        None => amplified(fight, me, Post::Beams, fired),
    };
    let all = fight.rating(me, Rating::Beam);
    let used = fight.state.ship(me).map_or(0, |ship| i32::from(ship.beam_used) + i32::from(ship.beam_defended));
    let left = match fight.heat_of_beams(me, fired) {
        0 => format!("{} of {all} are left against torpedoes, without heat", (all - used - fired).max(0)),
        over => format!("{over} heat: {}", heat(fight, me, over)),
    };
    let odds = fight.state.declared.it.actor().map_or_else(String::new, |it| promise(fight, me, WeaponSystem::Beam, it, fired));
    format!("{odds}dice and {base}{}; {left}", range_words(fight, me))
}

fn amplified(fight: &Space, me: ActorId, post: Post, rating: i32) -> i32 {
    fight.eff(me, post).map_or(rating, |(rank, ..)| check::amplified(rating, rank))
}

/// Formats the range penalty: `, -2 for range 4`.
fn range_words(fight: &Space, me: ActorId) -> String {
    fight.state.declared.it.actor().map_or_else(String::new, |it| far(fight, me, it))
}

fn far(fight: &Space, me: ActorId, it: ActorId) -> String {
    let settings = &fight.roster.settings;
    let Some(range) = fight.range(me, it) else { return String::new() };
    let penalty = match fight.state.stage {
        SpacePhase::Beams if i32::from(range) >= settings.beam_far => settings.beam_penalty,
        SpacePhase::Torpedoes if i32::from(range) <= settings.torpedo_near => settings.torpedo_penalty,
        _ => 0,
    };
    if penalty == 0 { format!(", range {range}") } else { format!(", -{penalty} for range {range}") }
}

/// Describes the target of an attack: range, remaining boxes, defence in effect.
fn whom(fight: &Space, it: ActorId) -> Option<String> {
    let me = fight.state.declared.me?;
    let ship = fight.state.ship(it)?;
    let weapon = WeaponSystem::of_stage(fight.state.stage)?;
    let track = fight.diverted(it, fight.tracks_hit(me, weapon, Some(it)).0);
    let stands = match fight.state.stage {
        SpacePhase::Ew => ship.standing.as_ref(),
        _ => ship.defence_roll(),
    };
    let stands = stands.map(|roll| format!("; its defence is already rolled: {}", roll.total())).unwrap_or_default();
    let range = far(fight, me, it);
    let range = range.trim_start_matches(", ");
    let most = if weapon == WeaponSystem::Beam { fight.rating(me, Rating::Beam) } else { 0 };
    let odds = promise(fight, me, weapon, it, most);
    Some(format!("{odds}{range}; {} {}{stands}", track_title(fight, track), boxes(ship.track(track))))
}

/// Formats the odds of an attack: `70% to hit, 12% to take out; `
fn promise(fight: &Space, me: ActorId, weapon: WeaponSystem, it: ActorId, value: i32) -> String {
    let odds = fight.attack_odds(me, weapon, it, value);
    let percent = |ways: u32| percent(ways, odds.all());
    let out = percent(odds.at_least(fight.shifts_to_take_out(fight.blow(me, weapon, it, 0))));
    let back =
        if weapon == WeaponSystem::Ew { format!(", {}% that the target strikes back", percent(odds.at_most(-1))) } else { String::new() };
    let out = if out > 0 { format!(", {out}% to take out") } else { String::new() };
    format!("{}% to hit{out}{back}; ", percent(odds.at_least(1)))
}

/// Describes the effect of defending with a part of the beam rating.
fn beams(fight: &Space, me: ActorId, point: Point, value: i32) -> Option<String> {
    let ship = fight.state.ship(me)?;
    let all = fight.rating(me, Rating::Beam);
    let used = i32::from(ship.beam_used) + i32::from(ship.beam_defended);
    let before = (used - all).max(0);
    let over = (used + value - all).max(0) - before;
    let base = fight.defends_with(me, value);
    let cost = if over > 0 { format!("{over} heat: {}", heat(fight, me, over)) } else { "no heat".to_owned() };
    let better = if point == Point::Overwatch { ", the better total counts" } else { "" };
    Some(format!("dice and {base}{better}; {cost}"))
}

/// Describes the defence by electronic warfare.
fn rating(fight: &Space, me: ActorId) -> Option<String> {
    let all = fight.rating(me, Rating::Ew);
    let base = match fight.eff(me, Post::Comm) {
        Some((rank, ..)) => check::amplified(all, rank),
        None => 0,
    };
    Some(format!("dice and {base}; strikes back if the defence wins, and also counts as an attack of this ship"))
}

fn fixed(fight: &Space, me: ActorId, verb: Verb) -> Option<String> {
    let traits = &fight.roster.ships.row(me)?.traits;
    let (defence, rest) = match verb {
        Verb::Firewall => (traits.against_ew?, "; the ship does not strike back, and cannot attack in this phase"),
        _ => (traits.against_torpedoes?, "; uses no crew and no heat"),
    };
    let dice = if verb == Verb::Firewall && fight.roster.settings.firewall_flat { "exactly" } else { "dice and" };
    Some(format!("{dice} {}{rest}", defence.value))
}

fn deny(fight: &Space, me: ActorId) -> Option<String> {
    let (rank, ..) = fight.eff(me, Post::Navigation)?;
    let difficulty = fight.roster.settings.deny_difficulty;
    let chance = chance(fight.roster.settings.dice, difficulty - rank);
    Some(format!("{chance}%: dice and {} {rank} against {difficulty}", post_skill(fight, Post::Navigation)))
}

/// Describes the part of a hit that remains after the consequences of an option.
fn take(fight: &Space, choice: Choice) -> Option<String> {
    let blow = fight.state.blows.first()?;
    let set = Slots::from_number(choice.how);
    let landings = fight.landings(blow, set).map(|(track, landing)| {
        let title = track_title(fight, track);
        match landing {
            TrackHit::Nothing => format!("no box of {title}"),
            TrackHit::Box(number) => {
                let mut after = fight.state.ship(blow.who).map(|ship| ship.track(track)).unwrap_or_default();
                after.mark(number);
                format!("{title} {}", boxes(after))
            }
            TrackHit::Past => format!("past the end of {title}: taken out"),
        }
    });
    let landings: Vec<String> = landings.collect();
    Some(format!("a hit of {}: {}", blow.shifts, landings.join(", ")))
}

/// Describes a repair: the person, the probability of success, and the boxes that it clears.
fn repair(fight: &Space, me: ActorId, choice: Choice) -> Option<String> {
    let track = TrackId(u8::try_from(choice.n).ok()?);
    let there = fight.state.ship(me)?.track(track);
    let difficulty = i32::from(there.boxes().last()?);
    let post = fight.roster.mending_post(me, track);
    let (rank, by, _) = fight.eff(me, post)?;
    let by = by.map(|by| format!(", {}", name(fight, by))).unwrap_or_default();
    let chance = chance(fight.roster.settings.dice, difficulty + 1 - rank);
    Some(format!("{chance}%: dice and {} {rank} against {difficulty}{by}", post_skill(fight, post)))
}

/// Describes an addition to a roll after the dice, and its cost.
fn adjust(fight: &Space, ask: &Ask, choice: Choice) -> Option<String> {
    let contest = fight.state.contest.as_ref()?;
    let roll = contest.rolls.get(usize::from(fight.state.step.n))?;
    let cost = match choice.verb {
        Verb::Free => "uses up the free tag".to_owned(),
        Verb::Spin => {
            let left = i64::from(spin_of(&fight.state.spin, ask.seat.0)) - i64::from(choice.n);
            format!("leaves {left} spin")
        }
        _ => {
            let payer = choice.it.actor().or_else(|| fight.funds(roll.who))?;
            let whose = if payer == roll.who { String::new() } else { format!(" of {}", name(fight, payer)) };
            format!("costs 1 of {}{whose}", points(fight.points(payer)))
        }
    };
    if choice.how == Choice::REROLL && choice.verb != Verb::Spin {
        let now = roll.faces.total();
        let better = chance(fight.roster.settings.dice, now + 1);
        return Some(format!("{cost}; rolls the dice (now {now:+}) again, {better}% for a better roll"));
    }
    let gain = if choice.verb == Verb::Spin { i32::from(choice.n) } else { fight.roster.settings.invoke_bonus };
    Some(format!("{cost}; {} becomes {}", roll.total(), roll.total() + gain))
}

/// Returns a warning if the pilot acts in the position phase and the ship is left without a pilot (R-VA12). Otherwise returns an empty
/// text.
fn leaves_helm(fight: &Space, ship: ActorId, is_pilot: bool) -> String {
    let leaves = is_pilot && fight.state.stage == SpacePhase::Position;
    if leaves { format!("; leaves {} without a pilot", name(fight, ship)) } else { String::new() }
}

/// Returns a warning if the named person who helps with a roll is the ship's pilot, who then leaves the helm; otherwise an empty text.
fn helper_leaves(fight: &Space, me: ActorId) -> String {
    let Some(person) = fight.roster.person(me) else { return String::new() };
    let flies = matches!(fight.hand(person.ship, Post::Pilot), PostCrew::Person { who, .. } if who == me);
    leaves_helm(fight, person.ship, flies)
}

/// Describes a maneuver: the roll, the difficulty, the probability, and the effect.
fn maneuver(fight: &Space, me: ActorId, choice: Choice) -> Option<String> {
    let maneuver = fight.maneuver(choice.with)?;
    let post = maneuver.post?;
    let (rank, by, _) = fight.eff(me, post)?;
    let by = by.map(|by| format!(", {}", name(fight, by))).unwrap_or_default();
    let leaves = leaves_helm(fight, me, fight.is_one_hand(me, post, Post::Pilot));
    let against = match (maneuver.difficulty, maneuver.resisted) {
        (Some(difficulty), _) => {
            let chance = chance(fight.roster.settings.dice, difficulty - rank);
            return Some(format!(
                "{chance}%: dice and {} {rank} against {difficulty}{by}; \"{}\", free to tag once{leaves}",
                post_skill(fight, post),
                maneuver.aspect
            ));
        }
        (None, Some(resisted)) => {
            let rank = choice.it.actor().and_then(|it| fight.eff(it, resisted)).map(|(rank, ..)| rank);
            rank.map_or("no opposing roll".to_owned(), |rank| format!("dice and {} {rank}", post_skill(fight, resisted)))
        }
        (None, None) => "no opposing roll".to_owned(),
    };
    Some(format!("dice and {} {rank} against {against}{by}; \"{}\", free to tag once{leaves}", post_skill(fight, post), maneuver.aspect))
}
