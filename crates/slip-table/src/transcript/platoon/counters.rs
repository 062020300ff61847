//! Describes changes of counters in platoon combat, as far as they matter to readers.

use super::MEETS;
use super::phrases::{at, name, whereabouts, zone};
use crate::transcript::Transcript;
use crate::transcript::phrases::{counted, listed, side_title};
use slip_play::choice::Verb;
use slip_play::event::{Counter, Grouping, Phase};
use slip_play::ids::ActorId;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::{MOST, PlatoonId, UnitStatus};
use slip_play::platoon::zones::{Region, UnitLocation};

impl Transcript {
    pub(super) fn unit_counter(&mut self, fight: &PlatoonFight, who: ActorId, what: Counter, now: i32) {
        let unit = name(fight, who);
        let state = fight.state.unit(who);
        match what {
            Counter::Spotted => self.seen(fight, who, now),
            Counter::Ooc => {
                let before = state.map_or(0, |unit| i32::from(unit.ooc));
                let words = format!("{unit}: OOC {before} to {now}");
                match fight.state.step.phase {
                    _ if now == before => {}
                    Phase::Unit => self.deed_of_unit(format!("{words}, at the start of its turn.")),
                    _ => self.add(&format!("{words}.")),
                }
            }
            Counter::HasFired if now > 0 && state.is_some_and(|unit| !unit.has_fired) => {
                if fight.roster.settings.fire_spotted_after {
                    self.is_known(unit);
                } else {
                    self.units.given_away.push((who, "its position is known".to_owned()));
                }
            }
            Counter::Exits(there) if self.open.trim_start().starts_with(&format!("{unit} ")) => {
                self.add(&format!("It leaves the map by {}.", zone(fight, there)));
            }
            Counter::Exits(there) => self.deed_of_unit(format!("{unit} leaves the map by {}.", zone(fight, there))),
            Counter::First => {
                self.line(&format!("{} acts first.", side_title(fight, fight.side(who))));
            }
            Counter::Starts(there) => self.line(&format!("  {unit} begins {}.", at(fight, there))),
            Counter::Stops => self.line(&format!("{} offers to end the fight here.", side_title(fight, fight.side(who)))),
            Counter::Back if state.is_some_and(|unit| unit.status == UnitStatus::Elsewhere) => {
                let there = match state.map(|unit| (unit.carrier, unit.place)) {
                    Some((Some(_), _)) => format!(" {}", whereabouts(fight, who)),
                    Some((None, UnitLocation::Zone(there))) => format!(" {}", at(fight, there)),
                    _ => String::new(),
                };
                self.deed_of_unit(format!("{unit} arrives{there}."));
            }
            Counter::Back => self.deed_of_unit(format!("{unit} is in the fight again.")),
            Counter::Line(number) => {
                if let Some(line) = fight.roster.lines.get(number) {
                    self.detail(format!("{unit} uses {}.", line.title));
                }
            }
            // These counters need no line: another line describes their effect, or readers do not need to know it.
            _ => {}
        }
    }

    /// Describes a change of a unit's SPOTTED counter, and the cause.
    fn seen(&mut self, fight: &PlatoonFight, who: ActorId, now: i32) {
        let before = fight.state.unit(who).map_or(0, |unit| i32::from(unit.spotted));
        let limit = if now == i32::from(MOST) && now - before < 3 && now > before { ", the maximum" } else { "" };
        let (unit, change) = (name(fight, who), format!("SPOTTED {before} to {now}{limit}"));
        let own = fight.state.declared.me == Some(who);
        match fight.state.step.phase {
            _ if now == before => {}
            Phase::Throw | Phase::Compel if own && now > before => {
                self.units.given_away.push((who, format!("SPOTTED {before} to {now}")));
            }
            Phase::FreeMove | Phase::Steps | Phase::Halt if now < before => {
                self.add(&format!("{unit} is out of every enemy's sight: {change}."));
            }
            Phase::FreeMove | Phase::Steps | Phase::Halt => self.meets(&format!("{unit} {change}")),
            Phase::Result if now > before && matches!(fight.state.declared.act, Some(Verb::Deploy)) => {
                self.meets(&format!("{unit} {change}"));
            }
            _ => self.add(&format!("{unit}: {change}.")),
        }
    }

    /// Adds a meeting with an enemy to the sentence about meetings, or begins that sentence.
    fn meets(&mut self, words: &str) {
        let goes_on = self.open.rfind(MEETS).and_then(|at| self.open.get(at..)).is_some_and(|last| !last.contains(". "));
        if goes_on && self.open.ends_with('.') {
            self.open.pop();
            self.open.push_str(&format!(", {words}."));
        } else {
            self.add(&format!("{MEETS}{words}."));
        }
    }

    /// Describes that the enemy knows the position of a battery, because the battery has attacked. The note is appended to the line of the
    /// attack, after the change of SPOTTED.
    fn is_known(&mut self, unit: &str) {
        let shown = format!("{unit}: SPOTTED ");
        let last = self.open.rfind(&shown).and_then(|at| self.open.get(at + shown.len()..));
        if last.is_some_and(|last| last.ends_with('.') && !last.contains(". ")) {
            self.open.pop();
            self.open.push_str(", and its position is known.");
        } else {
            self.add(&format!("{unit}: its position is known."));
        }
    }

    /// Describes units that come under command, change platoons, board or leave a carrier.
    pub(super) fn units_group(&mut self, fight: &PlatoonFight, what: Grouping, who: &[ActorId], lead: Option<ActorId>) {
        let names: Vec<&str> = who.iter().map(|&id| name(fight, id)).collect();
        let leader = lead.map_or("", |lead| name(fight, lead));
        let does = |one: &'static str, many: &'static str| if names.len() == 1 { one } else { many };
        match what {
            Grouping::Command if fight.state.step.phase == Phase::Unit => self.one_checked(fight, who, lead),
            Grouping::Command => {
                let platoon = lead.and_then(|lead| fight.state.platoon_of_id(lead));
                let lost =
                    fight.state.units.iter().filter(|(id, unit)| {
                        Some(unit.platoon) == platoon && unit.is_active() && !who.contains(id) && unit.carrier.is_none()
                    });
                let lost: Vec<ActorId> = lost.map(|(id, _)| id).collect();
                let Some(platoon) = platoon.filter(|_| !lost.is_empty()) else { return };
                let told = (platoon, lost);
                if !self.units.without_orders.contains(&told) {
                    self.line(&format!("  Without orders: {}.", cut_off(fight, platoon, &told.1)));
                    self.units.without_orders.push(told);
                }
            }
            Grouping::Adopt => self.line(&format!("  {} {} {leader}.", listed(&names), does("joins", "join"))),
            Grouping::Load => self.deed_of_unit(format!("{} {} aboard {leader}.", listed(&names), does("is", "are"))),
            Grouping::Unload => {
                let at = lead.map_or(String::new(), |lead| whereabouts(fight, lead));
                self.deed_of_unit(format!("{} {} out of {leader}, in {at}.", listed(&names), does("gets", "get")));
            }
            // These counters concern formations of ships.
            _ => {}
        }
    }

    /// Reports each unit of a platoon that has lost or regained its orders (R-L50). This is for rules under which the orders of a unit are
    /// checked at the start of its own action.
    fn one_checked(&mut self, fight: &PlatoonFight, who: &[ActorId], lead: Option<ActorId>) {
        let Some(platoon) = lead.and_then(|lead| fight.state.platoon_of_id(lead)) else { return };
        for unit in fight.units_of(platoon) {
            let was = fight.state.unit(unit).is_some_and(|unit| unit.member);
            match (was, who.contains(&unit)) {
                (true, false) => self.line(&format!("  Without orders: {}.", cut_off(fight, platoon, &[unit]))),
                (false, true) => self.line(&format!("  {} has orders again.", name(fight, unit))),
                _ => {}
            }
        }
    }
}

/// Formats the units out of command and the reasons: `Works mortar (not on the map); Gull watch #1 (1 zone away, but orders reach only 0)`.
fn cut_off(fight: &PlatoonFight, platoon: PlatoonId, lost: &[ActorId]) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for &who in lost {
        let why = reason(fight, platoon, who);
        match groups.iter_mut().find(|(there, _)| *there == why) {
            Some((_, names)) => names.push(name(fight, who)),
            None => groups.push((why, vec![name(fight, who)])),
        }
    }
    groups.iter().map(|(why, names)| format!("{} ({why})", listed(names))).collect::<Vec<_>>().join("; ")
}

/// Returns the reason why the orders of a leader do not reach a unit of the platoon.
fn reason(fight: &PlatoonFight, platoon: PlatoonId, who: ActorId) -> String {
    let Some(leader) = fight.leader_of(platoon) else { return "no leader".to_owned() };
    let ooc = |who: ActorId| fight.state.unit(who).map_or(0, |unit| unit.ooc);
    if ooc(leader) > 0 {
        return format!("its leader is out of command, at {} of 4", ooc(leader));
    }
    let (Some(own), Some(his)) = (fight.counted_in(who), fight.place_of(leader)) else { return "not on the map".to_owned() };
    let apart = fight.roster.ground.region(own) != fight.roster.ground.region(his);
    let (range, reach) = (fight.range(own, his).unwrap_or(i32::MAX), fight.command_reach(platoon, who));
    match () {
        () if apart && matches!(fight.roster.ground.region(own), Region::Card(_)) => "off the map while its leader is on it".to_owned(),
        () if apart => "not in the same area as its leader".to_owned(),
        () if range > reach => format!("{} away, but orders reach only {reach}", counted(i64::from(range), "zone", "zones")),
        () => format!("OOC {}, and not in its leader's zone", ooc(who)),
    }
}
