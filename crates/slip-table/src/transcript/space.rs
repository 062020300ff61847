//! Transcript of a space combat: phases, rolls, and boxes of heat.

mod counters;
mod damage;
pub(crate) mod groups;
pub(crate) mod phrases;
pub(crate) mod reasons_for_inaction;
pub(crate) mod rolls;

use super::Transcript;
use super::phrases::{consequences, counted, handed_over, new_aspect, played_by, price, side, side_title, title};
use crate::victory_sentence::end_reason;
use phrases::{bearer, boxes, holder, name, post_place, post_skill, stage_title, status, track_title};
use slip_dice::fate::Aspect;
use slip_play::choice::Verb;
use slip_play::event::{CompelReply, Event, Phase, SpacePhase, Step};
use slip_play::fight::FightRef;
use slip_play::ids::ActorId;
use slip_play::log::first_record::SeatLine;
use slip_play::names::Names;
use slip_play::space::Space;
use slip_play::space::roster::{Post, PostCrew, Rating};
use slip_play::space::state::HEAT;

/// Notes of the transcript of a space combat from one event to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct SpaceNotes {
    /// Phase that has begun, but whose heading is not written yet: headings of phases without events are left out.
    heading: Option<SpacePhase>,
    /// Person who was sent to a post for the next roll: ship, post, person.
    post: Option<(ActorId, Post, Option<ActorId>)>,
    /// True if the last line of the transcript is the detection ranking.
    ranking: bool,
    /// Ships and phases in which they can never attack. The transcript has already told the reason, so it is not repeated.
    told: Vec<(ActorId, SpacePhase)>,
    /// True if the transcript ends with a hit for which no box has been marked yet.
    struck: bool,
    /// Events caused by the destruction of a ship, kept until the hit that destroys the ship has been described.
    held: Vec<Event>,
}

impl SpaceNotes {
    /// True if the last line of the transcript is a detection ranking, which the next event may continue.
    pub(super) const fn is_ranking(&self) -> bool {
        self.ranking
    }
}

impl Transcript {
    /// Begins a transcript with the title, the sides, their ships and crews.
    pub(super) fn of_ships(fight: &Space, seats: &[SeatLine]) -> Transcript {
        let mut account = Transcript::default();
        account.line(&fight.roster.title);
        for (seat, side) in fight.roster.sides.iter() {
            let by = seats.iter().find(|seat| seat.side == side.name);
            let by = by.map_or(String::new(), |seat| played_by(&seat.player));
            account.line(&format!("{}{by}", title(&side.name.as_str().replace('_', " "))));
            let ships = fight.state.ships.iter().filter(|(_, ship)| ship.side == seat);
            for (who, _) in ships {
                account.line(&format!("  {}", ship(fight, who)));
                account.line(&format!("    {}", crew(fight, who)));
            }
        }
        account
    }

    /// Writes one event. `fight` is the fight in the state just before the event. The destruction of a ship is described directly after
    /// the hit that causes it.
    pub(super) fn tell_of_ships(&mut self, fight: &Space, event: &Event) {
        if self.ships.struck && matches!(event, Event::AspectDrop { .. } | Event::Group { .. }) {
            return self.ships.held.push(event.clone());
        }
        self.ships.struck = matches!(event, Event::Hit { left: 1.., .. });
        let held = std::mem::take(&mut self.ships.held);
        let ends = matches!(event, Event::Out { fate: None, .. });
        let (before, after): (&[Event], &[Event]) = if ends { (&[], &held) } else { (&held, &[]) };
        before.iter().for_each(|event| self.tell_of_ship(fight, event));
        self.tell_of_ship(fight, event);
        after.iter().for_each(|event| self.tell_of_ship(fight, event));
    }

    fn tell_of_ship(&mut self, fight: &Space, event: &Event) {
        if self.ships.ranking && !matches!(event, Event::Counter { what: slip_play::event::Counter::Ranked, .. }) {
            self.ships.ranking = false;
            self.open.push('.');
            self.close();
        }
        match event {
            Event::Answer { point, me, it, pick, say, .. } => {
                if matches!(pick.verb, Verb::Ew | Verb::Beam | Verb::Torpedo) {
                    self.said.clone_from(say);
                }
                self.answered(fight, *point, (*me, *it), *pick);
            }
            Event::Stage(stage) => {
                self.close();
                self.ships.heading = Some(*stage);
            }
            Event::Round { round, .. } => {
                self.line("");
                self.line(&format!("Turn {round}"));
            }
            Event::Phase(step) => self.goes_on(fight, *step),
            Event::Offer { .. } => self.ship_offer(fight, event),
            Event::Reply { who, answer, points } => self.ship_reply(fight, *who, *answer, *points),
            Event::Post { ship, post, by, .. } => self.ships.post = Post::of(*post).map(|post| (*ship, post, *by)),
            Event::Roll { .. } => self.ship_roll(fight, event),
            Event::Adjust { .. } => self.added(fight, event),
            Event::Result { .. } => self.ship_result(fight, event),
            Event::Fate { who, change, left, from } => {
                // Fate points paid for a compel are described with the answer to the compel. Fate points that an actor gains are described
                // with the payment that they come from.
                if fight.state.offer.is_none() && fight.state.step.phase != Phase::Compel && *change < 0 {
                    let to = from.map(|payee| format!(" to {}", name(fight, payee))).unwrap_or_default();
                    let spent = counted(i64::from(-*change), "fate point", "fate points");
                    self.add(&format!("({}: {spent}{to}, {left} left.)", name(fight, *who)));
                }
            }
            Event::Spin { who, change, lapsed } => {
                if *change > 0 {
                    self.add(&format!("{} gains {change} spin.", name(fight, *who)));
                } else if *lapsed {
                    self.deed(format!("The spin of {} lapses ({} unspent).", name(fight, *who), -change));
                }
            }
            Event::AspectAdd { aspect, .. } => self.ship_aspect(fight, aspect),
            Event::AspectFree { id, free, .. } => {
                if free.is_some() {
                    self.detail(format!("\"{}\" on {} is free to tag once more.", fight.aspect(*id), bearer(fight, *id)));
                }
            }
            Event::AspectDrop { id } => self.detail(format!("\"{}\" on {} is gone.", fight.aspect(*id), bearer(fight, *id))),
            Event::Blow { .. } => self.blow(fight, event),
            Event::Hit { .. } => self.ship_hit(fight, event),
            Event::Mark { who, track, up_to } => self.ship_mark(fight, *who, *track, *up_to),
            Event::Boxes { who, track, boxes } => self.ship_boxes(fight, *who, *track, *boxes),
            Event::Out { .. } => self.ship_out(fight, event),
            Event::Move { .. } => self.ship_moves(fight, event),
            Event::Counter { who, what, now, .. } => self.ship_counter(fight, *who, *what, *now),
            Event::Group { what, who, lead } => self.group(fight, *what, who, *lead),
            Event::Concession { by, to, terms, answer } => {
                let by = name(fight, *by);
                match (to, answer) {
                    (None, None) => {
                        let terms = terms.as_ref().map(|terms| format!(": \"{terms}\"")).unwrap_or_default();
                        self.deed(format!("{by} offers to concede{terms}."));
                    }
                    (Some(side), Some(yes)) => {
                        self.add(&format!("{} by {}.", if *yes { "Accepted" } else { "Rejected" }, self::side(fight, *side)));
                    }
                    _ => self.add(&format!("{by} leaves the fight on these terms.")),
                }
            }
            Event::Effect { line, who, amount, .. } => {
                let on = who.map_or(String::new(), |who| format!(", on {}", name(fight, who)));
                let by = if *amount == 0 { String::new() } else { format!(": {amount:+}") };
                self.detail(format!("{}{on}{by} ({}).", fight.line(*line), fight.sentence(*line)));
            }
            Event::Seat { seat, player, .. } => {
                self.line(&handed_over(fight, *seat, player));
            }
            Event::Override { by, why, events } => self.override_by(fight, by, why.as_deref(), events),
            Event::End { winner, why, turns } => {
                let who = winner.map_or("A draw".to_owned(), |seat| format!("Victory for {}", side(fight, seat)));
                self.ships.heading = None;
                self.line("");
                self.line(&format!(
                    "{who} after {}: {}.",
                    counted(i64::from(*turns), "turn", "turns"),
                    end_reason(FightRef::Space(fight), *why)
                ));
                fight.state.ships.keys().for_each(|who| self.line(&format!("  {}.", stands(fight, who))));
            }
            // These events have no line of their own; the events that follow from them are described.
            Event::Declare { .. } | Event::Consequence { .. } | Event::Recovered { .. } => {}
            // These events occur in other kinds of conflict only.
            Event::Due { .. }
            | Event::Border { .. }
            | Event::PassValue { .. }
            | Event::Hold { .. }
            | Event::Fact { .. }
            | Event::Veto { .. }
            | Event::Coin { .. }
            | Event::Fires { .. }
            | Event::Settled
            | Event::Faces { .. }
            | Event::Stakes(_)
            | Event::Social(_)
            | Event::Aside { .. }
            | Event::Resume => {}
        }
    }

    /// Begins a line under the heading of its phase. The result of the act will be added to the line.
    fn deed(&mut self, words: String) {
        self.head();
        self.begin(format!("  {words}"));
    }

    /// Begins an indented line for the result of an act.
    pub(super) fn detail(&mut self, words: String) {
        self.head();
        self.begin(format!("    {words}"));
    }

    /// Writes the heading of the phase if it has not been written yet.
    fn head(&mut self) {
        if let Some(stage) = self.ships.heading.take() {
            self.line(stage_title(stage));
        }
    }

    /// Writes the lines that belong to a change of phase: a side that refuses an offer to stop, ships that could not act, totals.
    fn goes_on(&mut self, fight: &Space, step: Step) {
        if fight.state.step.phase == Phase::Stop && step.phase != Phase::Stop && fight.state.stops != 0 {
            let side = fight.state.step.who.actor().map(|who| side_title(fight, fight.side(who))).unwrap_or_default();
            self.deed(format!("{side} fights on."));
        }
        match step.phase {
            Phase::StageEnd => self.nobody_acts(fight),
            Phase::Shift if fight.state.step.phase != Phase::Shift => self.totals(fight),
            _ => {}
        }
    }

    /// Describes an answer that is of interest although it causes no event: the refusal of a proposal.
    fn answered(
        &mut self,
        fight: &Space,
        point: slip_play::question::Point,
        (me, _): (slip_play::ids::Id, slip_play::ids::Id),
        pick: slip_play::choice::Choice,
    ) {
        use slip_play::question::Point;
        let who = phrases::thing(fight, me);
        match (point, pick.verb) {
            (Point::Formation, Verb::Refuse) => self.deed(format!("{who} refuses to fly in formation.")),
            (Point::Tether, Verb::Refuse) => self.deed(format!("{who} refuses the tether.")),
            (Point::Shift, Verb::Pass) => self.add(&format!("{who} moves no ship.")),
            (Point::Begin, Verb::Start) if pick.how == 0 => {
                self.deed(format!("{who} ranked first: turn 1 begins with the position phase."));
            }
            _ => {}
        }
    }

    fn ship_offer(&mut self, fight: &Space, event: &Event) {
        let Event::Offer { by, on, aspect, points, say, .. } = event else { return };
        let words = aspect.map_or("", |id| fight.aspect(id));
        let story = say.as_ref().map(|say| format!(" (\"{say}\")")).unwrap_or_default();
        let price = price(*points);
        self.deed(format!("{} compels {} by \"{words}\"{story}, {price}.", name(fight, *by), name(fight, *on)));
    }

    fn ship_reply(&mut self, fight: &Space, who: ActorId, answer: CompelReply, points: u16) {
        let ship = name(fight, who);
        let price = counted(i64::from(points), "fate point", "fate points");
        let settings = &fight.roster.settings;
        let fails = match fight.state.stage {
            SpacePhase::Detection | SpacePhase::Position => format!("no dice in this phase, a total of {}", settings.idle_total),
            SpacePhase::DamageControl => "no repairs in this phase".to_owned(),
            _ => "no attack in this phase".to_owned(),
        };
        self.add(&match answer {
            CompelReply::Accept if points == 0 => format!("{ship} accepts: {fails}."),
            CompelReply::Accept => format!("{ship} accepts and takes {price}: {fails}."),
            CompelReply::Refuse => format!("{ship} refuses and pays {price}."),
            CompelReply::Counter => format!("{ship} asks for {price}."),
        });
    }

    fn ship_aspect(&mut self, fight: &Space, aspect: &Aspect) {
        self.detail(new_aspect(fight, aspect, &holder(fight, aspect.holder)));
    }

    /// Appends a ship's place to the detection ranking, or begins the ranking.
    pub(super) fn rank(&mut self, fight: &Space, who: ActorId, place: i32) {
        let total = fight.state.ship(who).and_then(|ship| ship.standing.as_ref()).map_or(0, |roll| roll.total());
        let words = format!("{place}. {} ({total})", name(fight, who));
        if self.ships.ranking {
            self.open.push_str(&format!(", {words}"));
        } else {
            self.deed(format!("Ranking: {words}"));
            self.ships.ranking = true;
        }
    }

    /// Writes the totals of the position phase, one for each group of ships that move together, and the winner.
    fn totals(&mut self, fight: &Space) {
        if let Some(words) = groups::totals(fight) {
            self.deed(words);
        }
    }

    /// At the end of a phase, describes why some ships could not act in it.
    fn nobody_acts(&mut self, fight: &Space) {
        let stage = fight.state.stage;
        let known = &mut self.ships.told;
        let mut reasons = Vec::new();
        for (who, reason, stays) in reasons_for_inaction::reasons(fight) {
            let told = known.contains(&(who, stage));
            if stays && !told {
                known.push((who, stage));
            }
            if !(stays && told) {
                reasons.push(format!("{} ({reason})", name(fight, who)));
            }
        }
        if !reasons.is_empty() {
            self.deed(format!("Cannot attack: {}.", reasons.join(", ")));
        }
        if let Some(stage) = self.ships.heading.take()
            && let Some(quiet) = reasons_for_inaction::quiet(stage)
        {
            self.line(&format!("{}: {quiet}", stage_title(stage)));
        }
    }
}

/// Formats a ship at the start: its ratings and tracks.
fn ship(fight: &Space, who: ActorId) -> String {
    let Some((sheet, state)) = fight.roster.ships.row(who).zip(fight.state.ship(who)) else { return String::new() };
    let ratings = Rating::ALL.into_iter().map(|rating| format!("{} {}", phrases::rating_title(fight, rating), sheet.rating(rating)));
    let tracks = state.tracks.owned().map(|(id, track)| format!("{} {}", track_title(fight, id), boxes(track)));
    let mut words = vec![format!("T{}", sheet.tech)];
    words.extend(ratings);
    words.extend(tracks);
    format!("{}: {}.", sheet.title, words.join(", "))
}

/// Formats the crew of a ship: `Crew: Navigation 2; Pilot 2, military-grade; Gunnery 3 (Iveta Sorn).` If different people hold posts with
/// the same skill, each post is listed separately: `Gunnery 2 at the beams; Gunnery 3 at the torpedoes`.
pub(crate) fn crew(fight: &Space, who: ActorId) -> String {
    let worked = |post: &Post| fight.hand(who, *post) != PostCrew::Nobody;
    let word = |post: Post| {
        let of_the_skill = |other: &Post| fight.roster.post_skill(*other) == fight.roster.post_skill(post);
        let alike = |other: Post| fight.hand(who, other) == fight.hand(who, post);
        let place = if Post::ALL.into_iter().filter(worked).filter(of_the_skill).all(alike) { "" } else { post_place(post) };
        let at = if place.is_empty() { "" } else { " " };
        let (rank, military, person) = match fight.hand(who, post) {
            PostCrew::Nobody => return None,
            PostCrew::Default { rank, military } => (rank, military, String::new()),
            PostCrew::Person { who, rank, military } => (rank, military, format!(" ({})", name(fight, who))),
        };
        let grade = if military { ", military-grade" } else { "" };
        Some(format!("{} {rank}{at}{place}{grade}{person}", post_skill(fight, post)))
    };
    let mut words: Vec<String> = Post::ALL.into_iter().filter_map(word).collect();
    words.dedup();
    if words.is_empty() { "No crew at any post.".to_owned() } else { format!("Crew: {}.", words.join("; ")) }
}

/// Formats the state of a ship: `Ember: in the fight on band 2; Frame [x][ ][ ], Heat [ ][ ][ ]; 3 fate points`.
pub(crate) fn stands(fight: &Space, who: ActorId) -> String {
    let Some(state) = fight.state.ship(who) else { return String::new() };
    let place = if state.is_active() { format!(", {}", phrases::berth(fight, who)) } else { String::new() };
    let mut words = vec![format!("{}{place}", status(fight, who))];
    for (id, track) in state.tracks.owned() {
        if track.marked() > 0 || id != HEAT {
            words.push(format!("{} {}", track_title(fight, id), boxes(track)));
        }
    }
    words.extend(consequences(fight.state.aspects.values(), who));
    let points = state.fate.points();
    if points > 0 || fight.roster.ships.row(who).is_some_and(|sheet| sheet.fate > 0) {
        words.push(counted(i64::from(points), "fate point", "fate points"));
    }
    format!("{}: {}", name(fight, who), words.join(", "))
}
