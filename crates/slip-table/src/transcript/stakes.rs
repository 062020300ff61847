//! Transcript of a raise-and-see conflict: things brought into play, raises, and the answers to raises.

pub(crate) mod phrases;

use super::Transcript;
use super::phrases::{counted, handed_over, listed, played_by, reason, title};
use phrases::{approach_title, boxes, dice_of_thing, faces, fallen, name, status, the_approach, track_title, tracks, verb};
use slip_dice::pool::{Die, sum};
use slip_pack::stakes_party::Approach;
use slip_play::choice::Verb;
use slip_play::effects::Act;
use slip_play::event::{Event, Phase, StakesEvent, StakesOp};
use slip_play::ids::{ActorId, Seat};
use slip_play::log::first_record::SeatLine;
use slip_play::names::Names;
use slip_play::question::Point;
use slip_play::stakes::StakesConflict;
use slip_play::stakes::answer_raise::BLOW;

impl Transcript {
    /// Begins a transcript with the title, the stakes and the parties.
    pub(super) fn of_pools(fight: &StakesConflict, seats: &[SeatLine]) -> Transcript {
        let mut account = Transcript::default();
        account.line(&fight.roster.title);
        let wager = &fight.roster.wager;
        for (word, text) in [("If won", &wager.win), ("If lost", &wager.lose)] {
            if !text.is_empty() {
                account.line(&format!("{word}: {text}"));
            }
        }
        for side in fight.roster.sides.values() {
            let by = seats.iter().find(|seat| seat.side == side.name);
            let by = by.map_or(String::new(), |seat| played_by(&seat.player));
            let members: Vec<&str> = side.members.iter().map(|&who| name(fight, who)).collect();
            account.line(&format!("{}{by}: {}", title(&side.name.as_str().replace('_', " ")), listed(&members)));
        }
        account.line("");
        account
    }

    /// Writes one event. `fight` is the fight in the state just before the event.
    pub(super) fn tell_of_pools(&mut self, fight: &StakesConflict, event: &Event) {
        match event {
            Event::Stakes(event) => self.dice(fight, event),
            Event::Answer { point: Point::Raise | Point::See, pick, say: Some(say), .. } if pick.verb != Verb::ByHand => {
                self.line(&format!("  \"{say}\""));
            }
            Event::Answer { point: Point::Track, say: Some(say), .. } => self.line(&format!("  ({say})")),
            Event::Boxes { who, track, boxes } => {
                let marked = counted(i64::from(boxes.count_ones()), "box", "boxes");
                self.line(&format!("  {} of {}: {marked} marked.", track_title(track.0), name(fight, *who)));
            }
            Event::Seat { seat, player, .. } => {
                self.line(&handed_over(fight, *seat, player));
            }
            Event::Override { by, why, events } => self.override_by(fight, by, why.as_deref(), events),
            Event::End { winner, why, turns } => self.pools_end(fight, *winner, &fight.reason(*why), *turns),
            _ => {}
        }
    }

    fn dice(&mut self, fight: &StakesConflict, event: &StakesEvent) {
        let who = name(fight, event.party);
        let sheet = fight.roster.parties.row(event.party);
        let does = |of_one: &str| verb(fight, event.party, of_one);
        match event.op {
            StakesOp::Approach => {
                let Some(approach) = event.approach.and_then(Approach::of) else { return };
                let how = match fight.state.step.phase {
                    Phase::Escalate => format!("{} to {}", does("switches"), approach_title(approach)),
                    _ => format!("{} {}", does("takes"), the_approach(approach)),
                };
                self.line(&format!("  {who} {how}."));
            }
            StakesOp::BringIn => {
                let Some(thing) = event.thing.and_then(|thing| sheet?.thing(thing)) else { return };
                let danger = if event.thing.is_some_and(|thing| fight.is_dangerous(event.party, thing)) { ", dangerous" } else { "" };
                self.line(&format!("  {who} {} in {} ({}{danger}).", does("brings"), thing.title, dice_of_thing(thing)));
            }
            StakesOp::Roll => self.line(&format!("  {who} {} {}.", does("rolls"), fallen(&event.dice))),
            StakesOp::Raise if event.dice.is_empty() => {
                let to: Vec<&str> = event.to.iter().map(|&other| name(fight, other)).collect();
                self.add(&format!("{} must see it.", listed(&to)));
            }
            StakesOp::Raise => {
                self.line("");
                let left = left_after(fight, event.party, &event.dice);
                let [first, second] = event.dice.as_slice() else { return };
                let more = added(event);
                self.begin(format!(
                    "Raise {}: {who} {} {} with {first} and {second}{more}; {left}.",
                    fight.state.round + 1,
                    does("raises"),
                    event.total
                ));
            }
            StakesOp::See => self.sees(fight, event),
            StakesOp::Hold => self.add(&format!("The {} is kept for the next raise.", event.total)),
            StakesOp::Resist => {
                let more = fight.bonus(event.party, Act::Resist);
                let more = if more == 0 { String::new() } else { format!(" ({more:+})") };
                self.add(&format!("A die of {}{more} cancels it.", event.total));
            }
            StakesOp::Fallout => self.marked(fight, event),
            StakesOp::Give => self.line(&format!("  {who} {}.", does("gives"))),
            StakesOp::Lose if event.boxes > 0 => {
                self.line(&format!("  {who} cannot see the raise, {}, and {} {} fallout.", does("loses"), does("takes"), event.boxes));
            }
            StakesOp::Lose => self.line(&format!("  {who} cannot see the raise and {}.", does("loses"))),
            StakesOp::Full => self.line(&format!("  The track of {who} is full, so {who} {} to give up the stakes.", does("has"))),
            StakesOp::Die => {
                let how = fight.state.party(event.party).and_then(|party| party.death.as_ref());
                let how = how.map(|how| format!(" {how}")).unwrap_or_default();
                self.line(&format!("{who} {}: two tracks are full.{how}", does("dies")));
            }
            StakesOp::Condition => self.line(&format!("  New condition of {who}: {}.", event.say.as_deref().unwrap_or_default())),
            StakesOp::Owed => {
                let dice = counted(i64::from(event.boxes), "die", "dice");
                self.line(&format!("  {who} {} {dice} more: {}.", does("gets"), event.say.as_deref().unwrap_or_default()));
            }
            StakesOp::Dangerous => {
                let thing = event.thing.and_then(|thing| sheet?.thing(thing)).map_or("", |thing| &thing.title);
                let is = if event.boxes > 0 { "is dangerous" } else { "is not dangerous" };
                self.line(&format!("  {thing} {is} from now on."));
            }
        }
    }

    fn sees(&mut self, fight: &StakesConflict, event: &StakesEvent) {
        let who = name(fight, event.party);
        let does = |of_one: &str| verb(fight, event.party, of_one);
        let used: Vec<u8> = event.dice.iter().map(|die| die.face).collect();
        let left = left_after(fight, event.party, &event.dice);
        let how = match used.len() {
            0 | 1 => format!("{} it", does("reverses")),
            2 => format!("{} it", does("blocks")),
            count if count >= BLOW => format!("{} the blow, {} fallout", does("takes"), event.boxes),
            _ => format!("{} it", does("sees")),
        };
        self.begin(format!("  {who} {} with {}{}: {how}; {left}.", does("sees"), faces(&used), added(event)));
    }

    fn marked(&mut self, fight: &StakesConflict, event: &StakesEvent) {
        let track = event.track.unwrap_or(0);
        let lost = event.total.saturating_sub(u32::from(event.boxes));
        let lost = if lost > 0 { format!(", {lost} more than the track can hold") } else { String::new() };
        let after = boxes(fight, event.party, track, event.boxes);
        let marked = counted(i64::from(event.boxes), "box", "boxes");
        let words = format!("{marked} of {}{lost}: {after}.", track_title(track));
        match (&event.say, fight.state.step.phase == Phase::Fallout) {
            (Some(line), false) => self.begin(format!("  {}, {line}: {words}", name(fight, event.party))),
            _ => self.add(&words),
        }
        let fills = event.boxes > 0 && fight.open_boxes(event.party, track) == event.boxes;
        if fills && fight.roster.parties.row(event.party).is_some_and(|sheet| sheet.is_operative()) {
            match fight.full_tracks(event.party) {
                0 => self.add("That track is full."),
                _ => self.add(&format!("A second track is full: {} will die at the end.", name(fight, event.party))),
            }
        }
        let stages = fight.roster.parties.row(event.party).map_or(&[][..], |sheet| &sheet.stages);
        let row = fight.roster.settings.row_size.max(1);
        let marked = fight.roster.boxes(event.party).saturating_sub(fight.open_boxes(event.party, track));
        let full = usize::from(marked / row)..usize::from(marked.saturating_add(event.boxes) / row);
        for stage in stages.get(full).unwrap_or(&[]).iter().filter(|stage| !stage.is_empty()) {
            self.add(&format!("{} {} {stage}.", name(fight, event.party), verb(fight, event.party, "is")));
        }
    }

    fn pools_end(&mut self, fight: &StakesConflict, winner: Option<Seat>, why: &str, raises: u32) {
        self.line("");
        let side = winner.and_then(|seat| fight.roster.sides.row(seat)).map(|side| side.name.as_str().replace('_', " "));
        let who = side.map_or("No side wins".to_owned(), |side| format!("The stakes go to {side}"));
        let why = if winner.is_some() { downfall(fight, winner) } else { reason(why) };
        self.line(&format!("{who} after {}: {why}.", counted(i64::from(raises), "raise", "raises")));
        let wager = &fight.roster.wager;
        let text = if winner.is_some_and(|seat| seat.0 == 0) { &wager.win } else { &wager.lose };
        if !text.is_empty() {
            self.line(text);
        }
        for who in fight.roster.parties.keys() {
            self.line(&format!("  {}.", stands(fight, who)));
        }
    }
}

/// Formats the bonus that effects have added to dice: ` (+1)`.
fn added(event: &StakesEvent) -> String {
    let more = i64::from(event.total) - i64::from(sum(&event.dice));
    if more == 0 { String::new() } else { format!(" ({more:+})") }
}

/// Describes why the parties that did not win are out, in seat order: `Vass has given and the wardens had to give`.
fn downfall(fight: &StakesConflict, winner: Option<Seat>) -> String {
    let losers = fight.roster.parties.keys().filter(|&who| Some(fight.side(who)) != winner);
    let state = |who: ActorId| match status(fight, who).split_once(' ') {
        Some((of_one, rest)) => format!("{} {rest}", verb(fight, who, of_one)),
        None => status(fight, who).to_owned(),
    };
    let words: Vec<String> = losers.map(|who| format!("{} {}", name(fight, who), state(who))).collect();
    listed(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Formats the dice that a party has left after using some of them: `1 2 2 left`.
fn left_after(fight: &StakesConflict, who: ActorId, dice: &[Die]) -> String {
    let Some(party) = fight.state.party(who) else { return String::new() };
    let mut from_pool = dice.to_vec();
    for held in &party.held {
        if let Some(place) = from_pool.iter().position(|die| die == held) {
            from_pool.remove(place);
        }
    }
    match party.pool.without(&from_pool) {
        rest if rest.is_empty() => "no dice are left".to_owned(),
        rest => format!("{rest} left"),
    }
}

/// Formats the state of a party as one line: status, dice, and marked boxes.
pub(crate) fn stands(fight: &StakesConflict, who: ActorId) -> String {
    let Some(party) = fight.state.party(who) else { return String::new() };
    let mut words = vec![status(fight, who).to_owned()];
    if party.is_active() {
        words.push(if party.pool.is_empty() { "no dice".to_owned() } else { format!("dice {}", party.pool) });
    }
    if !party.held.is_empty() {
        let held: Vec<u8> = party.held.iter().map(|die| die.face).collect();
        words.push(format!("{} kept", faces(&held)));
    }
    words.extend(tracks(fight, who, false));
    words.extend(party.conditions.iter().map(ToString::to_string));
    format!("{}: {}", name(fight, who), words.join(", "))
}
