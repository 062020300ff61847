//! Transcript of a platoon combat: activations, rolls, spotted units and units out of command.

mod counters;
mod damage;
pub(crate) mod phrases;
mod rolls;

use super::phrases::{counted, handed_over, listed, new_aspect, played_by, price, side, side_title, title};
use super::{Moving, Transcript};
use crate::victory_sentence::end_reason;
use phrases::{bearer, holder, name, status, tracks, way, way_into, whereabouts, zone};
use slip_dice::fate::Aspect;
use slip_play::choice::Verb;
use slip_play::event::{CompelReply, Counter, Event, Grouping, Phase};
use slip_play::fight::FightRef;
use slip_play::ids::ActorId;
use slip_play::log::first_record::SeatLine;
use slip_play::names::Names;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::PlatoonId;
use slip_play::platoon::zones::Region;

/// Facts that the transcript of a platoon combat keeps from one event to the next.
#[derive(Default)]
pub(super) struct PlatoonNotes {
    /// Units that reveal themselves by firing, each with the sentence about it. The sentence is printed later, together with the unit's
    /// roll.
    given_away: Vec<(ActorId, String)>,
    /// True if nothing has been written yet about the platoon that is acting.
    idle: bool,
    /// Units without orders, by platoon, as they were last described in this turn. They are kept so that only changes are described. Orders
    /// are checked after deployment, and again when the platoon acts.
    without_orders: Vec<(PlatoonId, Vec<ActorId>)>,
}

/// Beginning of the sentence about enemies that a unit meets during a movement.
const MEETS: &str = "In the same zone as an enemy: ";

impl Transcript {
    /// Begins a transcript with the title, the sides, their platoons and the positions of all units.
    pub(super) fn of_platoons(fight: &PlatoonFight, seats: &[SeatLine]) -> Transcript {
        let mut account = Transcript::default();
        account.line(&fight.roster.title);
        for (id, side) in fight.roster.sides.iter() {
            let by = seats.iter().find(|seat| seat.side == side.name);
            let by = by.map_or(String::new(), |seat| played_by(&seat.player));
            account.line(&format!("{}{by}", side_title(fight, id)));
            for &platoon in &side.platoons {
                account.line(&format!("  {}", platoon_line(fight, platoon)));
            }
        }
        if !fight.roster.objectives.is_empty() {
            let marked: Vec<&str> = fight.roster.objectives.iter().map(|&there| zone(fight, there)).collect();
            account.line(&format!("Objectives: {}.", listed(&marked)));
        }
        account
    }

    /// Writes one event. `fight` is the fight in the state just before the event.
    pub(super) fn tell_of_platoons(&mut self, fight: &PlatoonFight, event: &Event) {
        let told = self.text.len() + self.open.len();
        self.tell_of_units(fight, event);
        let heard = matches!(event, Event::Group { what: Grouping::Command, .. } | Event::Counter { what: Counter::PlatoonActs, .. });
        if self.text.len() + self.open.len() != told && !heard {
            self.units.idle = false;
        }
    }

    fn tell_of_units(&mut self, fight: &PlatoonFight, event: &Event) {
        match event {
            Event::Round { round, .. } => {
                self.units.without_orders.clear();
                self.line("");
                self.line(&format!("Turn {round}"));
            }
            Event::Coin { seat, with, faces } => {
                let total = faces.total();
                let falls = match total.signum() {
                    1 => side(fight, *seat),
                    -1 => side(fight, *with),
                    _ => "no side yet".to_owned(),
                };
                self.line(&format!("Which side goes first: dice {faces} = {total:+}, {falls}."));
            }
            Event::Counter { who, what: Counter::PlatoonActs, now: 1, .. } => {
                let side = side(fight, fight.side(*who));
                let fate = fight.state.platoon_of_id(*who).and_then(|platoon| fight.state.platoons.row(platoon));
                let fate = fate.map_or(0, |platoon| platoon.fate.points());
                self.line(&format!("{} ({side}, {})", name(fight, *who), counted(i64::from(fate), "fate point", "fate points")));
                self.units.idle = true;
            }
            Event::Counter { what: Counter::PlatoonActs, .. } => {
                if std::mem::take(&mut self.units.idle) {
                    self.line("  No unit acts.");
                }
            }
            Event::Counter { who, what, now, .. } => self.unit_counter(fight, *who, *what, *now),
            Event::Declare { .. } => self.declared(fight, event),
            Event::Phase(step) => {
                if step.phase == Phase::End && matches!(fight.state.step.phase, Phase::Compel) {
                    self.add("Its action is lost.");
                }
                if fight.state.step.phase == Phase::Stop && step.phase != Phase::Stop && fight.state.stops != 0 {
                    let side = fight.state.step.who.actor().map(|who| side_title(fight, fight.side(who))).unwrap_or_default();
                    self.line(&format!("{side} fights on."));
                }
            }
            Event::Offer { .. } => self.unit_offer(fight, event),
            Event::Reply { who, answer, points } => self.unit_reply(fight, *who, *answer, *points),
            Event::Roll { .. } => self.unit_roll(fight, event),
            Event::Adjust { .. } => self.added(fight, event),
            Event::Result { .. } => self.unit_result(fight, event),
            Event::Fate { who, change, left, from } => {
                // Fate points paid for a compel are described with the answer to the compel. Fate points that a platoon gains are described
                // with the payment that they come from.
                if fight.state.offer.is_none() && *change < 0 {
                    let to = from.map(|payee| format!(" to {}", name(fight, payee))).unwrap_or_default();
                    let spent = counted(i64::from(-*change), "fate point", "fate points");
                    self.add(&format!("({}: {spent}{to}, {left} left.)", name(fight, *who)));
                }
            }
            Event::Spin { who, change, lapsed } => {
                if *change > 0 {
                    self.add(&format!("{} gains {change} spin.", name(fight, *who)));
                } else if *lapsed {
                    self.line(&format!("  The spin of {} lapses ({} unspent).", name(fight, *who), -change));
                }
            }
            Event::AspectAdd { aspect, .. } => self.unit_aspect(fight, aspect),
            Event::AspectFree { id, free, by } => match (free, by) {
                (Some(_), _) => self.detail(format!("\"{}\" on {} is free to tag once more.", fight.aspect(*id), bearer(fight, *id))),
                // A free tag that a maneuver removes is described here. If it is used on a roll, it is described with the roll.
                (None, Some(by)) if fight.state.step.phase == Phase::Engineer => {
                    self.detail(format!("{} removes the free tag of \"{}\".", name(fight, *by), fight.aspect(*id)));
                }
                (None, _) => {}
            },
            Event::AspectDrop { id } => self.detail(format!("\"{}\" on {} is gone.", fight.aspect(*id), bearer(fight, *id))),
            Event::Blow { .. } => {}
            Event::Hit { .. } => self.unit_hit(fight, event),
            Event::Mark { who, track, up_to } => self.unit_mark(fight, *who, *track, *up_to),
            Event::Boxes { who, track, boxes } => self.unit_boxes(fight, *who, *track, *boxes),
            Event::Out { .. } => self.unit_out(fight, event),
            Event::Move { .. } => self.unit_moves(fight, event),
            Event::PassValue { border, to, value, lasting, by } => {
                let there = way_into(fight, *border, *to);
                if *value == 0 {
                    self.deed_of_unit(format!("{}: {there} is open again.", name(fight, *by)));
                } else {
                    let stays = if *lasting { ", for good" } else { "" };
                    self.detail(format!("{} costs {value} more{stays}.", title(&there)));
                }
            }
            Event::Group { what, who, lead } => self.units_group(fight, *what, who, *lead),
            Event::Concession { .. } => self.unit_terms(fight, event),
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
                self.line("");
                self.line(&format!(
                    "{who} after {}: {}.",
                    counted(i64::from(*turns), "turn", "turns"),
                    end_reason(FightRef::Platoon(fight), *why)
                ));
                fight.state.units.keys().for_each(|who| self.line(&format!("  {}.", stands(fight, who))));
            }
            // These events have no line of their own. Either their results are described, or they occur only in other kinds of conflict.
            Event::Answer { .. }
            | Event::Consequence { .. }
            | Event::Recovered { .. }
            | Event::Hold { .. }
            | Event::Due { .. }
            | Event::Border { .. }
            | Event::Fact { .. }
            | Event::Veto { .. }
            | Event::Fires { .. }
            | Event::Settled
            | Event::Faces { .. }
            | Event::Aside { .. }
            | Event::Resume
            | Event::Stage(_)
            | Event::Post { .. }
            | Event::Stakes(_)
            | Event::Social(_) => {}
        }
    }

    /// Begins the line of an act. The result of the act will be added to the line.
    fn deed_of_unit(&mut self, words: String) {
        self.begin(format!("  {words}"));
    }

    /// Writes acts that need no dice when they are declared.
    fn declared(&mut self, fight: &PlatoonFight, event: &Event) {
        let Event::Declare { me, act: Some(Verb::Pass), .. } = event else { return };
        self.line(&format!("  {} waits.", name(fight, *me)));
    }

    fn unit_offer(&mut self, fight: &PlatoonFight, event: &Event) {
        let Event::Offer { by, on, aspect, points, say, .. } = event else { return };
        let words = aspect.map_or("", |id| fight.aspect(id));
        let story = say.as_ref().map(|say| format!(" (\"{say}\")")).unwrap_or_default();
        let price = price(*points);
        let end = match fight.state.step.phase {
            Phase::Halt => " to stop there".to_owned(),
            // An act that a compel prevents has no later events. The act is therefore described here.
            _ => format!(", as it {},", phrases::deed(fight)),
        };
        self.deed_of_unit(format!("{} compels {}{end} by \"{words}\"{story}, {price}.", name(fight, *by), name(fight, *on)));
    }

    fn unit_reply(&mut self, fight: &PlatoonFight, who: ActorId, answer: CompelReply, points: u16) {
        let unit = name(fight, who);
        let price = counted(i64::from(points), "fate point", "fate points");
        self.add(&match answer {
            CompelReply::Accept if points == 0 => format!("{unit} accepts."),
            CompelReply::Accept if fight.is_orphan(who) => {
                format!("{unit} accepts. It has no orders, so its platoon does not take {price}.")
            }
            CompelReply::Accept => format!("{unit} accepts and takes {price}."),
            CompelReply::Refuse => format!("{unit} refuses and pays {price}."),
            CompelReply::Counter => format!("{unit} asks for {price}."),
        });
    }

    fn unit_aspect(&mut self, fight: &PlatoonFight, aspect: &Aspect) {
        self.detail(new_aspect(fight, aspect, &holder(fight, aspect.holder)));
    }

    /// Describes a unit that moves from zone to zone, along the re-arm track, or onto the map.
    fn unit_moves(&mut self, fight: &PlatoonFight, event: &Event) {
        let Event::Move { who, from, to, border, paid, .. } = event else { return };
        let ground = &fight.roster.ground;
        let there = zone(fight, *to);
        let unit = name(fight, *who);
        match (ground.region(*from), ground.region(*to)) {
            (Region::Track(_), Region::Track(number)) => self.add(&format!("{unit} is on box {number} of the re-arm track.")),
            (_, Region::Track(number)) => self.deed_of_unit(format!("{unit} returns to box {number} of the re-arm track.")),
            // A landing is described only after it was made, because a compel may still prevent a declared landing.
            (Region::Track(_), _) if fight.state.declared.act == Some(Verb::Deploy) && fight.state.declared.me == Some(*who) => {
                self.deed_of_unit(format!("{unit} flies to {there}."));
            }
            (Region::Track(_), _) => self.deed_of_unit(format!("{unit} goes up over {there}.")),
            _ if from == to => self.deed_of_unit(format!("{unit} arrives in {there}.")),
            _ => {
                let cost = border.filter(|_| *paid > 1).map(|there| format!(" over {} ({paid} shifts)", way(fight, there)));
                let step = format!("to {there}{}.", cost.unwrap_or_default());
                if self.moving == Moving::Walk(*who) && self.open.ends_with('.') {
                    self.open.pop();
                    self.open.push_str(&format!(", then {step}"));
                } else {
                    let free = fight.state.moving.as_ref().is_none_or(|moving| moving.free);
                    let goes = if free { "makes its free move" } else { "goes" };
                    self.deed_of_unit(format!("{unit} {goes} from {} {step}", zone(fight, *from)));
                    self.moving = Moving::Walk(*who);
                }
            }
        }
    }

    fn unit_terms(&mut self, fight: &PlatoonFight, event: &Event) {
        let Event::Concession { by, to, terms, answer } = event else { return };
        let by = name(fight, *by);
        match (to, answer) {
            (None, None) => {
                let terms = terms.as_ref().map(|terms| format!(": \"{terms}\"")).unwrap_or_default();
                self.deed_of_unit(format!("{by} offers to concede{terms}."));
            }
            (Some(side), Some(yes)) => {
                self.add(&format!("{} by {}.", if *yes { "Accepted" } else { "Rejected" }, self::side(fight, *side)));
            }
            _ => self.add(&format!("{by} leaves the fight on these terms.")),
        }
    }
}

/// Formats a platoon: `Tide levy (6 fate points): Shore levy, leader (Dunes), …`
fn platoon_line(fight: &PlatoonFight, platoon: PlatoonId) -> String {
    let Some(sheet) = fight.roster.platoons.row(platoon) else { return String::new() };
    let fate = fight.state.platoons.row(platoon).map_or(0, |platoon| platoon.fate.points());
    let unit = |&who: &ActorId| {
        let leads = if sheet.leader == Some(who) { ", leader" } else { "" };
        let with = fight.roster.units.row(who).map(|unit| unit.attached.iter().map(|person| person.title.as_str()).collect::<Vec<_>>());
        let with = with.filter(|with| !with.is_empty()).map(|with| format!(" with {}", listed(&with))).unwrap_or_default();
        format!("{}{leads}{with} ({})", name(fight, who), whereabouts(fight, who))
    };
    let units: Vec<String> = sheet.units.iter().map(unit).collect();
    format!("{} ({}): {}", sheet.title, counted(i64::from(fate), "fate point", "fate points"), units.join(", "))
}

/// Formats the state of a unit as one line: status, place, morale and handicaps.
pub(crate) fn stands(fight: &PlatoonFight, who: ActorId) -> String {
    let Some(unit) = fight.state.unit(who) else { return String::new() };
    let mut words = vec![status(fight, who)];
    if unit.is_active() {
        words.push(whereabouts(fight, who));
        words.extend(tracks(fight, unit));
        if unit.spotted > 0 {
            words.push(format!("SPOTTED {}", unit.spotted));
        }
        if unit.ooc > 0 {
            words.push(format!("OOC {}", unit.ooc));
        }
        if !unit.member {
            words.push("without orders".to_owned());
        }
    }
    format!("{}: {}", name(fight, who), words.join(", "))
}
