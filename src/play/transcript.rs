//! The referee's account of a fight in words, with all the arithmetic. Floor 6.
//!
//! It is told from the same events as the log, each with the fight as it stood just before, so that nothing is said
//! that did not happen.

pub(in crate::play) mod phrases;
mod referee;
mod space;
mod table;

use crate::fate::Aspect;
use crate::play::choice::Verb;
use crate::play::event::{BorderChange, Buy, Counter, Demand, Event, Phase, Reply, TrackId};
use crate::play::fight::{Playable, Seen};
use crate::play::ids::{ActorId, AspectId, BorderId};
use crate::play::names::Names;
use crate::play::personal::Personal;
use crate::play::personal::state::Status;
use crate::play::run::SeatLine;
use phrases::{bearer, counted, deed, holder, name, played_by, rung, skill_title, sum, title, way, zone};

/// An account being told.
#[derive(Default)]
pub struct Transcript {
    text: String,
    /// A line that may still be added to.
    open: String,
    /// What the open line tells of movement, which the next step may go on with.
    moving: Moving,
    /// Shifts of the latest hit that are left after consequences.
    struck: i32,
    /// Whether rolls are told elsewhere.
    brief: bool,
}

/// What an open line says of somebody's movement.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Moving {
    /// Nothing.
    #[default]
    No,
    /// Somebody goes from zone to zone.
    Walk(ActorId),
    /// Somebody pays for a border.
    Pay(ActorId, BorderId),
}

impl Transcript {
    /// Begins with the title, the sides and where they stand.
    pub fn new<F: Playable>(fight: &F, seats: &[SeatLine]) -> Transcript {
        match fight.seen() {
            Seen::Personal(fight) => Transcript::of_people(fight, seats),
            Seen::Space(fight) => space::begin(fight, seats),
        }
    }

    /// Tells one event; `fight` is as it stood before.
    pub fn tell<F: Playable>(&mut self, fight: &F, event: &Event) {
        match fight.seen() {
            Seen::Personal(fight) => self.tell_of_people(fight, event),
            Seen::Space(fight) => space::tell(self, fight, event),
        }
    }

    fn of_people(fight: &Personal, seats: &[SeatLine]) -> Transcript {
        let mut account = Transcript::default();
        account.line(&fight.roster.title);
        for (_, side) in fight.roster.sides.iter() {
            let members: Vec<String> =
                side.members.iter().map(|&who| format!("{} ({})", name(fight, who), zone(fight, fight.state.actors[who].zone))).collect();
            let seat = seats.iter().find(|seat| seat.side == side.name);
            let by = seat.map_or(String::new(), |seat| played_by(&seat.by, seat.doctrine.as_deref()));
            account.line(&format!("{}{by}: {}", title(&side.name), members.join(", ")));
        }
        account
    }

    /// What has been told so far; what comes later goes on from there.
    pub fn take(&mut self) -> String {
        self.close();
        std::mem::take(&mut self.text)
    }

    /// Leaves out rolls, or tells them again: a table shows them line by line.
    pub fn leave_out_sums(&mut self, brief: bool) {
        self.brief = brief;
    }

    /// The whole account.
    pub fn finish(mut self) -> String {
        self.close();
        self.text
    }

    fn close(&mut self) {
        self.moving = Moving::No;
        if !self.open.is_empty() {
            let line = std::mem::take(&mut self.open);
            self.text.push_str(&line);
            self.text.push('\n');
        }
    }

    fn line(&mut self, line: &str) {
        self.close();
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A line that the result will be added to.
    fn begin(&mut self, line: String) {
        self.close();
        self.open = line;
    }

    fn add(&mut self, words: &str) {
        if self.open.is_empty() {
            self.open = format!("  {words}");
        } else {
            self.open.push(' ');
            self.open.push_str(words);
        }
    }

    fn tell_of_people(&mut self, fight: &Personal, event: &Event) {
        match event {
            Event::Answer { .. } | Event::Hold { .. } | Event::Consequence { .. } => {}
            Event::Phase(step) => {
                if step.phase == Phase::Action && fight.state.declared.act == Some(Verb::Pass) {
                    self.waits(fight);
                }
                if step.phase == Phase::End && matches!(fight.state.step.phase, Phase::Answer | Phase::Haggle) {
                    self.add("The turn is lost.");
                }
            }
            Event::Round { round, order } => {
                let order: Vec<&str> =
                    order.iter().filter(|&&who| fight.state.actors[who].is_active()).map(|&who| name(fight, who)).collect();
                self.line("");
                self.line(&format!("Round {round}: {}", order.join(", ")));
            }
            Event::Declare { me, act, access, .. } => {
                if act.is_none() && *access == Some(false) {
                    self.line(&format!("{} will not pay to use that.", name(fight, *me)));
                }
            }
            Event::Offer { .. } => self.offer(fight, event),
            Event::Reply { who, answer, points } => self.reply(fight, *who, *answer, *points),
            Event::Roll { .. } => self.roll(fight, event),
            Event::Adjust { .. } => self.adjust(fight, event),
            Event::Result { .. } => self.result(fight, event),
            Event::Due { .. } => {}
            Event::Fate { who, change, left, from } => {
                // Transfers of a compel are told with its answer, what one gets with what another pays or says.
                let told = matches!(fight.state.step.phase, Phase::Answer | Phase::Haggle) || *change > 0;
                if (from.is_none() && *change < 0) || !told {
                    let who = name(fight, *who);
                    let to = from.map(|payee| format!(" to {}", name(fight, payee))).unwrap_or_default();
                    let spent = counted(i64::from(-*change), "fate point", "fate points");
                    // The line is the payer's own where it tells what they buy.
                    let payer = if self.open.trim_start().starts_with(who) { String::new() } else { format!("{who}: ") };
                    self.add(&format!("({payer}{spent}{to}, {left} left.)"));
                }
            }
            Event::Spin { who, change, lapsed } => {
                if *change > 0 {
                    self.add(&format!("{} gains {change} spin.", name(fight, *who)));
                } else if *lapsed {
                    self.line(&format!("  The spin of {} lapses ({} unspent).", name(fight, *who), -change));
                }
            }
            Event::AspectAdd { aspect, .. } => self.aspect(fight, aspect),
            Event::AspectFree { id, free, by } => self.tag(fight, *id, free.is_some(), *by),
            Event::AspectDrop { id } => {
                self.line(&format!("  \"{}\" on {} is gone.", fight.aspect(*id), bearer(fight, *id)));
            }
            Event::Hit { .. } => self.hit(fight, event),
            Event::Mark { who, track, up_to } => self.mark(fight, *who, *track, *up_to),
            Event::Out { .. } => self.out(fight, event),
            Event::Fact { .. } => self.fact(fight, event),
            Event::Veto { .. } => self.veto(fight, event),
            Event::Move { who, from, to, border, paid, forced_by } => {
                let over = border.filter(|_| *paid > 1).map(|there| format!(" over {} ({paid} points)", way(fight, there)));
                let forced = forced_by.map(|_| ", as compelled").unwrap_or_default();
                let (from, to) = (zone(fight, *from), zone(fight, *to));
                let step = format!("to {to}{}{forced}.", over.unwrap_or_default());
                if self.moving == Moving::Walk(*who) && self.open.ends_with('.') {
                    self.open.pop();
                    self.open.push_str(&format!(", then {step}"));
                } else {
                    self.begin(format!("{} goes from {from} {step}", name(fight, *who)));
                    self.moving = Moving::Walk(*who);
                }
            }
            Event::Border { border, by, change, .. } => self.border(fight, *border, *by, *change),
            Event::Counter { who, what, now, .. } => self.counter(fight, *who, *what, *now),
            Event::Concession { by, to, terms, answer } => {
                let offered = fight.state.actors[*by].terms;
                let by = name(fight, *by);
                match (to, answer) {
                    (None, None) => {
                        let terms = terms.as_ref().map(|terms| format!(": \"{terms}\"")).unwrap_or_default();
                        let how = offered.map(|tag| format!(", {}", fight.outcome_tag(tag)));
                        self.begin(format!("{by} offers to concede{}{terms}.", how.unwrap_or_default()));
                    }
                    (Some(side), Some(yes)) => {
                        self.add(&format!("{} by {}.", if *yes { "Accepted" } else { "Rejected" }, fight.side(*side)));
                    }
                    _ => self.add(&format!("{by} is out of the fight, on terms.")),
                }
            }
            // Of other conflicts.
            Event::Stage(_) | Event::Group { .. } | Event::Post { .. } => {}
            Event::Boxes { who, track, boxes } => self.boxes(fight, *who, *track, *boxes),
            Event::Fires { .. } | Event::Settled | Event::Resume => {}
            Event::Effect { line, who, amount, only } => {
                let on = who.map_or(String::new(), |who| format!(", on {}", name(fight, who)));
                let by = if *amount == 0 { String::new() } else { format!(": {amount:+}") };
                let against = only.map_or(String::new(), |only| format!(" against {}", name(fight, only)));
                let text = fight.sentence(*line);
                self.line(&format!("  {}{on}{by}{against} ({text}).", fight.line(*line)));
            }
            Event::Faces { line, who, danger, strength, faces, parts, shifts, .. } => {
                let (all, own) = (danger.total() + strength, faces.total() + parts.total());
                let face = format!("  {} faces {}: dice {danger} and {strength} are {all}", name(fight, *who), fight.line(*line));
                self.begin(format!("{face}, against {}: {own}.", sum(fight, *who, faces, parts)));
                self.add(if *shifts > 0 { "It hits." } else { "It passes." });
            }
            Event::Blow { who, too: Some(_), shifts, .. } => {
                self.line(&format!("  There is no air: {} is struck for {shifts}, body and nerves.", name(fight, *who)));
            }
            Event::Blow { who, shifts, .. } => self.add(&format!("{} is struck for {shifts}.", name(fight, *who))),
            Event::Aside { who, leave } => {
                let why = leave.line.map_or("another attack", |line| fight.line(line));
                let how = if leave.out_of_turn { " out of turn" } else { "" };
                self.line(&format!("  {} acts{how}: {why}.", name(fight, *who)));
            }
            Event::Seat { seat, by, doctrine, .. } => {
                self.line(&format!("({} from here on{}.)", title(fight.side(*seat)), played_by(by, doctrine.as_deref())));
            }
            Event::Override { by, why, events } => self.override_by(fight, by, why.as_deref(), events),
            Event::End { winner, why, turns } => {
                let who = winner.map_or("A draw".to_owned(), |side| format!("Victory for {}", fight.side(side)));
                let rounds = counted(i64::from(*turns), "round", "rounds");
                self.line("");
                self.line(&format!("{who} after {rounds}: {}.", fight.reason(*why)));
                self.standing(fight);
            }
        }
    }

    /// How everybody stands at the end.
    fn standing(&mut self, fight: &Personal) {
        for (who, actor) in fight.state.actors.iter() {
            let sheet = &fight.roster.actors[who];
            let mut words = vec![match actor.status {
                Status::Active => "in the fight".to_owned(),
                Status::TakenOut { fate, .. } => {
                    format!("taken out, {}", fate.map_or("", |fate| fight.outcome_tag(fate)))
                }
                Status::Conceded => "conceded".to_owned(),
                Status::Escaped => "away".to_owned(),
            }];
            let tracks = if sheet.mooks { 1 } else { 2 };
            for (number, track) in (0_u8..).zip(actor.tracks).take(tracks) {
                let of = format!("{} {} of {} marked", title(fight.track(TrackId(number))), track.marked(), track.length());
                words.push(of);
            }
            if sheet.fate > 0 || actor.fate.points() > 0 {
                words.push(counted(i64::from(actor.fate.points()), "fate point", "fate points"));
            }
            self.line(&format!("  {}: {}.", sheet.title, words.join(", ")));
        }
    }

    fn waits(&mut self, fight: &Personal) {
        if let Some(who) = fight.state.actor {
            self.line(&format!("{} waits.", name(fight, who)));
        }
    }

    fn offer(&mut self, fight: &Personal, event: &Event) {
        let Event::Offer { by, on, aspect, demand, points, free, with, say } = event else { return };
        let words = aspect.map_or("", |id| fight.aspect(id));
        let end = match demand {
            Demand::Stop => "to do nothing".to_owned(),
            Demand::Leave => "to get away from there".to_owned(),
            Demand::Less => format!("to do less well, by {}", fight.roster.settings.late_compel),
        };
        let story = say.as_ref().map(|say| format!(" (\"{say}\")")).unwrap_or_default();
        let price = match (free, points) {
            (true, _) => "by its free tag".to_owned(),
            (false, 1) => "for a fate point".to_owned(),
            (false, points) => format!("for {points} fate points"),
        };
        let (by, on) = (name(fight, *by), name(fight, *on));
        self.begin(match with {
            Some(with) => format!("{by} offers {} {end} by \"{words}\"{story}, {price}.", name(fight, *with)),
            None => format!("{by} compels {on} by \"{words}\" {end}{story}, {price}."),
        });
    }

    fn reply(&mut self, fight: &Personal, who: ActorId, answer: Reply, points: u16) {
        let person = name(fight, who);
        let points = counted(i64::from(points), "fate point", "fate points");
        let haggles = fight.state.step.phase == Phase::Haggle;
        let offer = fight.state.declared.offer;
        let own = offer.and_then(|offer| offer.with);
        let pays = offer.map_or("", |offer| name(fight, own.unwrap_or(offer.by)));
        self.add(&match (answer, haggles) {
            (Reply::Accept, _) if points.starts_with('0') => format!("{person} accepts."),
            (Reply::Accept, false) if own.is_none() => format!("{person} accepts and takes {points}."),
            (Reply::Accept, _) => format!("{person} accepts: {pays} pays {points}."),
            (Reply::Refuse, true) => format!("{person} stays at {points}."),
            (Reply::Refuse, false) if own.is_some() => {
                format!("{person} refuses, and {} pays {points}.", offer.map_or("", |offer| name(fight, offer.by)))
            }
            (Reply::Refuse, false) => format!("{person} refuses and pays {points}."),
            (Reply::Counter, true) => format!("{person} goes to {points}."),
            (Reply::Counter, false) if own.is_some() => format!("{person} would pay {points}."),
            (Reply::Counter, false) => format!("{person} asks for {points}."),
        });
    }

    fn roll(&mut self, fight: &Personal, event: &Event) {
        let Event::Roll { me, skill, faces, parts, total, against, standing, .. } = event else { return };
        let who = name(fight, *me);
        if fight.state.step.phase == Phase::Action {
            let deed = deed(fight, *me);
            let against = against.map(|against| format!(" against {against}")).unwrap_or_default();
            if self.brief {
                return self.close();
            }
            return self.begin(format!("{who} {deed}: {}: {}{against}.", sum(fight, *me, faces, parts), rung(*total)));
        }
        if fight.state.step.phase == Phase::Morale {
            let check = fight.state.nerve.queue.iter().find(|check| check.who == *me);
            let fallen = check.map_or(String::new(), |check| format!(" as {} falls", name(fight, check.fallen)));
            let against = against.map(|against| format!(" against {against}")).unwrap_or_default();
            let sum = sum(fight, *me, faces, parts);
            return self.begin(format!("  {who} must keep steady{fallen}: {sum}: {}{against}.", rung(*total)));
        }
        let how = match skill {
            Some(skill) if *skill == fight.roster.parts.dodge => "dodges".to_owned(),
            Some(skill) => format!("defends with {}", skill_title(fight, *skill)),
            None => "defends".to_owned(),
        };
        let live = if *standing { " as before" } else { "" };
        if self.brief {
            return self.close();
        }
        self.begin(format!("  {who} {how}{live}: {}: {}.", sum(fight, *me, faces, parts), rung(*total)));
    }

    fn adjust(&mut self, fight: &Personal, event: &Event) {
        let Event::Adjust { by, buy, aspect, only, amount, faces, total, say, .. } = event else { return };
        let who = name(fight, *by);
        let words = aspect.map_or("", |id| fight.aspect(id));
        let gain = match faces {
            Some(faces) => format!("rolls again, {faces} = {:+}", faces.total()),
            None => format!("{amount:+}"),
        };
        let only = only.map(|only| format!(" against {}", name(fight, only))).unwrap_or_default();
        let story = say.as_ref().map(|say| format!(" (\"{say}\")")).unwrap_or_default();
        let whose = aspect.map(|id| format!(" on {}", bearer(fight, id))).unwrap_or_default();
        let deed = match buy {
            Buy::Pass => return,
            Buy::Spin => format!("{who} spends {amount} spin: {gain}"),
            Buy::Invoke => format!("{who} invokes \"{words}\"{story}: {gain}"),
            Buy::Tag => format!("{who} tags \"{words}\"{whose}{story}: {gain}"),
            Buy::Line => format!("{who} {gain}"),
            Buy::Late => return self.begin(format!("  \"{words}\" tells on the roll: {amount:+}, now {total}.")),
            Buy::Free => format!("{who} tags \"{words}\"{whose}{story} for nothing: {gain}"),
        };
        self.begin(format!("  {deed}{only}, now {}.", rung(*total)));
    }

    fn result(&mut self, fight: &Personal, event: &Event) {
        let Event::Result { against, attack, defence, shifts, ok, .. } = event else { return };
        let Some(defender) = against else {
            let nerve = fight.nerve_check().is_some();
            let words = match (fight.state.declared.act, ok) {
                (_, true) if nerve => "Steady.".to_owned(),
                (_, false) if nerve => format!("Shaken, by {}.", -shifts),
                (Some(Verb::Move), _) => {
                    let points = counted(i64::from(1 + (*shifts).max(0)), "point", "points");
                    format!("{points} of movement.")
                }
                (_, true) => "It works.".to_owned(),
                (_, false) => "It fails.".to_owned(),
            };
            return self.add(&words);
        };
        let several = fight.state.contest.as_ref().is_some_and(|contest| contest.defences.len() > 1);
        let words = match shifts {
            shifts if *ok => format!("Hit by {shifts}."),
            0 => "A draw: a hit takes one more.".to_owned(),
            shifts => format!("Missed by {}.", -shifts),
        };
        if several || self.open.is_empty() {
            self.begin(format!("  {}: {attack} against {defence}. {words}", name(fight, *defender)));
        } else {
            self.add(&words);
        }
    }

    fn aspect(&mut self, fight: &Personal, aspect: &Aspect) {
        let on = holder(fight, aspect.holder);
        let free = aspect.free.map(|free| {
            let sides = fight.roster.sides.keys().filter(|side| free.sides >> side.0 & 1 == 1);
            let sides: Vec<&str> = sides.map(|side| fight.side(side)).collect();
            format!(", free to tag once for {}", sides.join(" and "))
        });
        self.line(&format!("  New aspect on {on}: \"{}\"{}.", aspect.text, free.unwrap_or_default()));
    }

    fn tag(&mut self, fight: &Personal, id: AspectId, free: bool, by: Option<ActorId>) {
        let words = fight.aspect(id);
        if free {
            self.line(&format!("  \"{words}\" on {} is free to tag once more for the enemy.", bearer(fight, id)));
        } else if fight.state.step.phase == Phase::Action {
            let who = by.map_or("", |by| name(fight, by));
            self.line(&format!("{who} takes the edge off \"{words}\": it is no longer free to tag."));
        }
    }

    fn hit(&mut self, fight: &Personal, event: &Event) {
        let Event::Hit { who, track, also, shifts, less, left } = event else { return };
        self.struck = *left;
        let aimed = *track;
        let track = title(fight.track(*track));
        let also = also.map(|also| format!(", and on {} as well (first blood)", title(fight.track(also)))).unwrap_or_default();
        let worth = |grade| fight.absorbs(*who, aimed, crate::fate::Slots::NONE.with(grade));
        let taken: Vec<String> = less.grades().map(|grade| format!(" - {} {}", grade.word(), worth(grade))).collect();
        let rest = less.grades().fold(*shifts, |rest, grade| rest - worth(grade));
        let sum = if taken.is_empty() { String::new() } else { format!(" = {rest}") };
        let none = if *left > 0 { "." } else { ": no box is marked." };
        let who = name(fight, *who);
        self.begin(format!("  {who} takes {shifts}{}{sum} on {track}{also}{none}", taken.concat()));
    }

    /// Which boxes a hit marks, and why others than its shifts say (R-P12).
    fn mark(&mut self, fight: &Personal, who: ActorId, track: TrackId, up_to: u8) {
        let length = fight.state.actors[who].track(track).length();
        let boxes = if up_to == 1 { "box 1".to_owned() } else { format!("boxes 1 to {up_to}") };
        let are = if up_to == 1 { "is" } else { "are" };
        let name_of = if self.open.is_empty() { format!(" of {}", name(fight, who)) } else { String::new() };
        let rolled = if i32::from(up_to) > self.struck && self.struck > 0 {
            format!(" (box {} is marked already, so it rolls up to box {up_to})", self.struck)
        } else {
            String::new()
        };
        self.add(&format!("{}{name_of}: {boxes} of {length} {are} marked{rolled}.", title(fight.track(track))));
    }

    /// Boxes that are marked or erased without a hit.
    fn boxes(&mut self, fight: &Personal, who: ActorId, track: TrackId, boxes: u32) {
        let before = fight.state.actors[who].track(track);
        let was: u32 = before.boxes().map(|number| 1 << (number - 1)).sum();
        let (more, fewer) = ((boxes & !was).count_ones(), (was & !boxes).count_ones());
        let done = match (more, fewer) {
            (0, 0) => "nothing changes".to_owned(),
            (0, fewer) => format!("{} erased", counted(i64::from(fewer), "box is", "boxes are")),
            (more, _) => format!("{} marked", counted(i64::from(more), "box is", "boxes are")),
        };
        self.add(&format!("{} of {}: {done}.", title(fight.track(track)), name(fight, who)));
    }

    fn border(&mut self, fight: &Personal, border: BorderId, by: Option<ActorId>, change: BorderChange) {
        let there = way(fight, border);
        let who = by.map_or("Somebody", |by| name(fight, by));
        let state = fight.state.board.borders.row(border);
        let of = |paid: i16, all: Option<i32>| match all {
            Some(all) => format!("{paid} of {all} points paid"),
            None => format!("{} paid", counted(i64::from(paid), "point", "points")),
        };
        // One border is paid for in one line, however many points it takes.
        let going_on = by.is_some_and(|by| self.moving == Moving::Pay(by, border));
        let mut pay = |line: String| {
            if going_on {
                self.open.clear();
            }
            self.begin(line);
            self.moving = by.map_or(Moving::No, |by| Moving::Pay(by, border));
        };
        match change {
            BorderChange::Progress(paid) => {
                let needed = state.and_then(|state| state.to_open().or(state.to_close()).map(|left| (state, left)));
                let all = needed.map(|(state, left)| left + i32::from(state.progress));
                pay(format!("{who} works at {there}: {}.", of(paid, all)));
            }
            BorderChange::Crossing(paid) => {
                let pass = state.and_then(|state| state.pass());
                let left = if pass == Some(i32::from(paid)) { "; the next step enters" } else { "" };
                pay(format!("{who} gets part of the way over {there}: {}{left}.", of(paid, pass)));
            }
            BorderChange::Opened => self.begin(format!("{who} opens {there}.")),
            BorderChange::Closed => self.begin(format!("{who} closes {there}.")),
            BorderChange::Harder(by) => self.line(&format!("  {who} makes {there} harder to cross, by {by}.")),
            BorderChange::Easier(by) => self.line(&format!("  {} is easier to cross again, by {by}.", title(&there))),
        }
    }

    fn counter(&mut self, fight: &Personal, who: ActorId, what: Counter, now: i32) {
        let person = name(fight, who);
        match what {
            Counter::Prone => self.line(&format!("{person} {}.", if now != 0 { "lies down" } else { "stands up" })),
            Counter::Mode(weapon) => {
                let weapon = fight.roster.actors[who].weapons.get(usize::from(weapon));
                let mode = usize::try_from(now).ok().and_then(|now| weapon?.modes.get(now));
                if let (Some(weapon), Some(mode)) = (weapon, mode) {
                    self.line(&format!("{person} switches the {} to {}.", weapon.title, mode.name));
                }
            }
            Counter::Line(number) => {
                if let Some(line) = fight.roster.lines.get(number) {
                    let carrier = line.carrier.person();
                    let of = if carrier.is_none_or(|carrier| carrier == who) {
                        String::new()
                    } else {
                        carrier.map_or(String::new(), |carrier| format!(" of {}", name(fight, carrier)))
                    };
                    self.line(&format!("  {person} uses {}{of}.", line.title));
                }
            }
            Counter::Full => self.line(&format!("  {person} uses the skill in full.")),
            Counter::Escaped => self.line(&format!("{person} gets away.")),
            Counter::Back => self.line(&format!("{person} is in the fight again.")),
            Counter::Breached => {
                let does = if now != 0 { "leaks" } else { "holds air again" };
                self.line(&format!("  The suit of {person} {does}."));
            }
            Counter::Task(number) => {
                if let Some(task) = fight.task(u16::from(number)) {
                    let all = task.successes;
                    self.line(&format!(
                        "  {}: {now} of {all}{}.",
                        task.title,
                        if i64::from(now) >= i64::from(all) { ", done" } else { "" }
                    ));
                }
            }
            Counter::Starts(there) => self.line(&format!("{person} begins in {}.", zone(fight, there))),
            Counter::Quarry => self.line(&if now > 1 {
                format!("  {person} may take consequences, and its hunters tell its end.")
            } else {
                format!("  {person} takes no consequences; what becomes of it is the referee's to tell.")
            }),
            Counter::Dropped(weapon, _) if now == 0 => {
                if let Some(weapon) = fight.roster.actors[who].weapons.get(usize::from(weapon)) {
                    self.line(&format!("{person} picks up the {}.", weapon.title));
                }
            }
            Counter::Dropped(weapon, _) => {
                if let Some(weapon) = fight.roster.actors[who].weapons.get(usize::from(weapon)) {
                    self.line(&format!("  The {} lies where it fell.", weapon.title));
                }
            }
            Counter::Granted(number) => self.line(&format!("{person} uses the action for {}.", fight.line(number))),
            Counter::Unrolled => {
                let deed = deed(fight, who);
                self.line(&format!("{person} {deed}: nobody is hurt by it, so it works without a roll."));
            }
            Counter::Roused(number) => self.line(&format!("  {} counts for {person} from now on.", fight.line(number))),
            Counter::MadeGood(number) => self.line(&format!("  {person} pays for what {} asks.", fight.line(number))),
            Counter::Defends(_)
            | Counter::Movement
            | Counter::Fired
            | Counter::Enough
            | Counter::Attacks
            | Counter::Shots(_)
            | Counter::Acted
            | Counter::Terms
            | Counter::Used(_) => {}
            // Of other conflicts.
            _ => {}
        }
    }
}
