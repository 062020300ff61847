//! Describes rolls of platoon combat, additions to the rolls, and the results.

use super::phrases::{bearer, deed, name, skill_title, sum};
use crate::transcript::Transcript;
use crate::transcript::phrases::{counted, rung};
use crate::transcript::roll_additions::AdditionNames;
use slip_play::choice::Verb;
use slip_play::event::Event;
use slip_play::ids::{ActorId, AspectId};
use slip_play::platoon::PlatoonFight;
use slip_play::roll::Roll;

impl AdditionNames for PlatoonFight {
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
    /// Describes a roll, or a defence roll that is still in effect.
    pub(super) fn unit_roll(&mut self, fight: &PlatoonFight, event: &Event) {
        let Event::Roll { me, skill, faces, parts, total, against, standing, .. } = event else { return };
        let defends = fight.state.contest.is_some();
        self.tells_roll = !(self.brief && fight.state.declared.act.is_some());
        if !self.tells_roll {
            self.units.idle = false;
            self.tell_given_away(fight, None);
            return self.close();
        }
        let who = name(fight, *me);
        let sum = sum(fight, faces, parts);
        let against = against.map(|against| format!(" against {against}")).unwrap_or_default();
        let result = format!("{sum}: {}{against}.", rung(*total));
        if defends {
            let how = match fight.state.declared.act {
                Some(Verb::Jam) => "resists jamming",
                Some(Verb::Spot) => "stays hidden",
                _ => "defends",
            };
            let with = skill.map(|skill| format!(" with {}", skill_title(fight, skill))).unwrap_or_default();
            let again = if *standing { " as before" } else { "" };
            self.detail(format!("{who} {how}{with}{again}: {result}"));
        } else {
            let given = self.tell_given_away(fight, Some(*me));
            let given = if given.is_empty() { String::new() } else { format!(" (because it fired: {})", given.join(", and ")) };
            self.deed_of_unit(format!("{who} {}{given}: {result}", deed(fight)));
        }
    }

    /// Writes a line for each unit that has revealed itself by firing, except `roller`, whose changes are returned for the line of its roll.
    fn tell_given_away(&mut self, fight: &PlatoonFight, roller: Option<ActorId>) -> Vec<String> {
        let (own, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.units.given_away).into_iter().partition(|(who, _)| Some(*who) == roller);
        for (who, words) in others {
            self.deed_of_unit(format!("{}: {words}, because it fired.", name(fight, who)));
        }
        own.into_iter().map(|(_, words)| words).collect()
    }

    /// Describes the result of a roll, compared with a defence or a difficulty.
    pub(super) fn unit_result(&mut self, fight: &PlatoonFight, event: &Event) {
        let Event::Result { against, attack, defence, shifts, ok, .. } = event else { return };
        let act = fight.state.declared.act;
        let several = fight.state.declared.area || fight.state.targets.len() > 1;
        let words = match (act, *shifts) {
            (Some(Verb::Attack), 1..) => format!("Hit by {shifts}."),
            (Some(Verb::Jam), 1..) => format!("Jammed by {shifts}."),
            (Some(Verb::Spot), 1..) => format!("Found by {shifts}."),
            (Some(Verb::Spot), 0) if *ok => "Found with 0 shifts.".to_owned(),
            (Some(Verb::Attack | Verb::Jam | Verb::Spot), 0) => "A draw: one shift more would be enough.".to_owned(),
            (Some(Verb::Attack), _) => format!("Missed by {}.", -shifts),
            (Some(Verb::Jam | Verb::Spot), _) => format!("It fails by {}.", -shifts),
            (Some(Verb::Move | Verb::March | Verb::Relocate), 1..) => {
                format!("{} for movement.", counted(i64::from(*shifts), "shift", "shifts"))
            }
            (Some(Verb::Interdict), 1..) => format!("{} for its borders.", counted(i64::from(*shifts), "shift", "shifts")),
            (Some(Verb::Rearm), 1..) => format!("{} further on the re-arm track.", counted(i64::from(*shifts), "box", "boxes")),
            (_, 0) if *ok => "It works with 0 shifts.".to_owned(),
            (_, 0) => "It fails: one shift more would be enough.".to_owned(),
            _ if *ok => format!("It succeeds by {shifts}."),
            _ => format!("It fails by {}.", -shifts),
        };
        match against {
            Some(who) => {
                let who = if several { format!("{}: ", name(fight, *who)) } else { String::new() };
                self.detail(format!("{who}{attack} against {defence}: {words}"));
            }
            None => self.add(&words),
        }
    }
}
