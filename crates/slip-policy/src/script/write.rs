//! Writes a script from a played fight: the same answers and the same dice.

use slip_dice::Faces;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, Phase, StakesOp};
use slip_play::fight::{Fight, FightRef, Playable};
use slip_play::ids::{Id, Seat, TableKey};
use slip_play::log::first_record::Header;
use slip_play::names::{NamedThingKind, Names};
use slip_play::question::{Ask, Point};
use slip_table::option_words;
use std::fmt::Write as _;

/// Returns the script of a fight. A game played by this script has the same log, except for the players and their reasons.
pub fn of_run(header: &Header, start: &Fight, events: &[Event]) -> String {
    let mut writer = Writer { fight: start.clone(), out: String::new(), chain: None, open: false };
    writer.head(header);
    for event in events {
        writer.tell(event, header.seed.is_none());
        writer.fight.apply(event);
    }
    writer.close();
    writer.out
}

/// Script that is being written, and the state of its last line.
struct Writer {
    fight: Fight,
    out: String,
    /// Declaration to which the last line belongs: side, actor, turn, and position of its last answer among the questions.
    chain: Option<(Seat, Id, u32, u8)>,
    /// True if further answers can be added to the last line.
    open: bool,
}

impl Writer {
    // Writing to a string cannot fail.
    fn head(&mut self, header: &Header) {
        let title = self.fight.title().to_owned();
        self.comment(&format!("{title} ({}), {}", header.encounter, header.package));
        if let Some(seed) = header.seed {
            let _ = writeln!(self.out, "seed {seed}");
        }
        for (number, side) in self.fight.all(NamedThingKind::Side).into_iter().enumerate() {
            let asks = self.fight.asks().row(Seat::of(number)).copied().unwrap_or(slip_play::question::Points::ALL);
            let optional = || Point::ALL.into_iter().filter(|point| point.is_optional());
            let asked: Vec<&str> = optional().filter(|&point| asks.asks(point)).map(Point::word).collect();
            let words = match asked.len() {
                0 => "none".to_owned(),
                count if count == optional().count() => "all".to_owned(),
                _ => asked.join(", "),
            };
            let _ = writeln!(self.out, "asks {}: {words}", side);
        }
    }

    /// Writes a comment. Control characters are replaced: after a line break, text would be read as an answer.
    fn comment(&mut self, words: &str) {
        let words = words.split(char::is_control).collect::<Vec<_>>().join(" ");
        let _ = writeln!(self.out, "// {words}");
    }

    fn close(&mut self) {
        if self.open {
            self.out.push('\n');
        }
        self.open = false;
        self.chain = None;
    }

    fn dice(&mut self, faces: &Faces) {
        let signs = faces.to_string();
        self.faces(&if signs.contains(' ') { signs } else { signs.replace('-', " ") });
    }

    fn faces(&mut self, words: &str) {
        self.close();
        let _ = writeln!(self.out, "dice {words}");
    }

    fn tell(&mut self, event: &Event, dice: bool) {
        match event {
            Event::Round { round, .. } => {
                self.close();
                let word = slip_table::transcript::phrases::title(self.fight.round_word());
                self.out.push('\n');
                self.comment(&format!("{word} {round}"));
            }
            Event::Roll { faces, standing: false, .. } | Event::Coin { faces, .. } if dice => self.dice(faces),
            Event::Adjust { faces: Some(faces), .. } if dice => self.dice(faces),
            Event::Faces { danger, faces, .. } if dice => {
                danger.iter().for_each(|danger| self.dice(danger));
                self.dice(faces);
            }
            Event::Stakes(event) if dice && event.op == StakesOp::Roll => {
                let faces: Vec<String> = event.dice.iter().map(ToString::to_string).collect();
                self.faces(&faces.join(" "));
            }
            Event::Answer { ask, seat, point, me, it, pick, say, .. } => {
                let ask = Ask { seat: *seat, point: *point, me: *me, it: *it, number: *ask, forced: None };
                self.answer(&ask, *pick, say.as_deref());
            }
            _ => {}
        }
    }

    fn answer(&mut self, ask: &Ask, pick: Choice, say: Option<&str>) {
        let text = option_words::of(&self.fight, ask, pick);
        let turn = self.fight.declaration();
        let me = match self.fight.seen() {
            FightRef::Personal(_) | FightRef::Platoon(_) | FightRef::Stakes(_) => ask.me,
            FightRef::Space(_) => Id::None,
        };
        // The later answers of a declaration are appended to its line, in the order of the questions, unless there is spoken text.
        let link = link(ask.point, pick.verb);
        let begun = |(seat, who, when, last): (Seat, Id, u32, u8)| {
            (seat, who, when) == (ask.seat, me, turn) && link.is_some_and(|link| last < link)
        };
        let goes_on = self.open && say.is_none() && self.chain.is_some_and(begun);
        if goes_on && self.is_declaring() {
            let _ = write!(self.out, " {text}");
            self.chain = link.map(|link| (ask.seat, me, turn, link));
            return;
        }
        self.close();
        let who = match ask.me {
            Id::Actor(who) => self.fight.actor(who),
            _ => self.fight.side(ask.seat),
        };
        let _ = write!(self.out, "{who}: {text}");
        match say {
            Some(say) => {
                let _ = writeln!(self.out, " {}", option_words::quoted(say));
            }
            None => {
                self.open = true;
                self.chain = (link == Some(0)).then_some((ask.seat, me, turn, 0));
            }
        }
    }

    /// True if the current question belongs to the declaration of an action.
    fn is_declaring(&self) -> bool {
        matches!(self.fight.step().phase, Phase::Declare | Phase::Place | Phase::Shift)
    }
}

/// Returns the position of an answer in the sequence of questions of a declaration, counted from 0; `None` if the answer does not belong to
/// a declaration.
const fn link(point: Point, verb: Verb) -> Option<u8> {
    match (point, verb) {
        // After a declared fact the same question is asked again, so the sequence is interrupted.
        (_, Verb::Fact) => None,
        (Point::Act, Verb::Attack | Verb::Maneuver | Verb::Obstruct)
        | (Point::Declare, Verb::Ew | Verb::Beam | Verb::Torpedo)
        | (Point::Place | Point::Shift, Verb::Target) => Some(0),
        (Point::Whom, _) | (_, Verb::Band) => Some(1),
        (Point::With, _) => Some(2),
        (Point::Track, _) => Some(3),
        (Point::Term, _) => Some(4),
        _ => None,
    }
}

/// Returns the number of faces rolled in a fight.
pub fn faces_fallen(events: &[Event]) -> usize {
    events.iter().map(|event| event.fell().len()).sum()
}
