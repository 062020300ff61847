//! The doctrine seat of personal combat: a compiled doctrine that answers questions (doctrines.md 3). Floor 6.
//!
//! Rows are laid out by decision point when the seat is made. A question then costs no allocation but what the fight's
//! own look-ups take.

use super::rows;
use super::terms::{Room, Weigher};
use crate::dice::Dice;
use crate::pack::doctrine::{Doctrine, Kind, Origin, Row, Topic};
use crate::pack::encounter::{Play, Side};
use crate::pack::{Name, Pack};
use crate::play::ask::{Ask, Point, Points};
use crate::play::choice::{Answer, Choice, Options};
use crate::play::fight::{Playable, Seen};
use crate::play::personal::Personal;
use crate::play::personal::sheets::Known;
use crate::play::policy::{Policy, first};
use crate::play::space::Space;
use ecow::EcoString;

/// A side played by a doctrine.
#[derive(Clone, Debug)]
pub struct DoctrineSeat {
    /// The doctrine's name.
    name: Name,
    /// The rows of each point, in reading order, point by point.
    rows: Vec<Row>,
    /// Where the rows of each point begin; one more than there are points.
    first: [usize; Point::ALL.len() + 1],
    fate_value: i64,
    /// The seat's own stream, for lines that end in `random`; never that of the fight's dice.
    stream: Dice,
    /// Whether any line does.
    draws: bool,
    /// The line that decided the last question.
    why: Option<Origin>,
    /// What is reckoned for a question.
    room: Room,
    /// What is known of the others' sheets.
    known: Known,
}

/// What a doctrine answers, and by which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The answer.
    pub choice: Choice,
    /// The last line that narrowed; none if the default was all there was to say.
    pub why: Option<Origin>,
}

/// The topics read at a point.
const fn topics(point: Point) -> &'static [Topic] {
    use Topic as T;
    match point {
        Point::Act => &[T::Concede, T::Act, T::Stay],
        Point::Whom => &[T::Fire, T::Act, T::Target, T::Obstruct],
        Point::With => &[T::Fire, T::Act, T::Weapon, T::Skill],
        Point::Track => &[T::Track],
        Point::PayAccess => &[T::PayAccess],
        Point::Compel => &[T::OfferCompel, T::CompelSelf],
        Point::AnswerCompel => &[T::AcceptCompel, T::CounterOffer, T::PayCompel],
        Point::Haggle => &[T::AcceptCompel, T::PayCompel],
        Point::Payee => &[T::Payee],
        Point::FreeMove | Point::Steps => &[T::Stay, T::Move, T::KeepRange],
        Point::Border => &[T::Obstruct],
        Point::Term => &[T::Term],
        Point::Defend => &[T::Defend],
        Point::Adjust => &[T::FreeTag, T::SpendSpin, T::SpendFate, T::Reroll, T::LateCompel, T::CompelSelf],
        Point::Mitigate => &[T::Consequence, T::Concede],
        Point::Beaten => &[T::Beaten],
        Point::AcceptConcession => &[T::AcceptConcession],
        Point::SetUp => &[T::SetUp],
        Point::Order => &[T::Order],
        Point::Animal => &[T::Animal],
        Point::Fact => &[T::Fact],
        Point::Place => &[T::Place],
        Point::Begin => &[T::Begin],
        Point::Formation => &[T::Formation],
        Point::Tether => &[T::Formation, T::Board],
        Point::Drive => &[T::Concede, T::Coast],
        Point::Bid => &[T::Burn],
        Point::Shift => &[T::Position, T::KeepRange],
        Point::Declare => &[T::Concede, T::Ew, T::Beam, T::Torpedo, T::Launch],
        Point::TorpedoDefence => &[T::TorpedoDefence],
        Point::Overwatch => &[T::Overwatch],
        Point::EwDefence => &[T::EwDefence],
        Point::Deny => &[],
        Point::Repair => &[T::Repair],
        Point::Stop => &[T::Stop],
        Point::Engine => &[],
    }
}

/// Lines in reading order: *whether* lines first; at `whom`, whether to fire at one or at all comes before at which.
fn precedence(point: Point, row: &Row) -> u8 {
    match row.topic {
        topic if topic.whether() => 0,
        Topic::Fire if point == Point::Whom => 1,
        _ => 2,
    }
}

impl DoctrineSeat {
    /// A seat that follows a doctrine of personal or space combat; `stream` is its own. `None` for a doctrine of another
    /// kind of play, or one with errors.
    pub fn new(doctrine: &Doctrine, stream: Dice) -> Option<DoctrineSeat> {
        if !doctrine.valid || !matches!(doctrine.kind, Kind::Personal | Kind::Space) {
            return None;
        }
        let mut rows = Vec::new();
        let mut first = [0; Point::ALL.len() + 1];
        for (place, point) in Point::ALL.into_iter().enumerate() {
            let known = topics(point);
            let mut here: Vec<Row> = doctrine.rows.iter().filter(|row| known.contains(&row.topic)).cloned().collect();
            here.sort_by_key(|row| precedence(point, row));
            rows.extend(here);
            if let Some(end) = first.get_mut(place + 1) {
                *end = rows.len();
            }
        }
        let name = doctrine.name.clone();
        let draws = rows.iter().any(rows::is_random);
        Some(DoctrineSeat {
            name,
            why: None,
            rows,
            first,
            fate_value: doctrine.fate_value,
            stream,
            draws,
            room: Room::default(),
            known: Known::default(),
        })
    }

    /// The seat of a side: its doctrine, or the standard one of the kind of play. `None` if the pack has neither.
    pub fn of_side(pack: &Pack, play: Play, side: &Side, seed: u64, stream: u64) -> Option<DoctrineSeat> {
        let doctrine = side.doctrine.as_ref().and_then(|key| pack.doctrines.get(key));
        DoctrineSeat::of_doctrine(pack, play, doctrine, seed, stream)
    }

    /// The seat of a doctrine of a kind of play: one shared by several kinds lies over the standard one, which also
    /// stands for none.
    pub fn of_doctrine(pack: &Pack, play: Play, doctrine: Option<&Doctrine>, seed: u64, stream: u64) -> Option<DoctrineSeat> {
        let is_standard = |known: &&Doctrine| {
            known.package == "std" && known.kind != Kind::Fate && known.kind.plays(play) && known.name == known.kind.standard()
        };
        let standard = || pack.doctrines.values().find(is_standard);
        let stream = Dice::seeded(seed, stream);
        match doctrine {
            None => DoctrineSeat::new(standard()?, stream),
            Some(shared) if shared.kind == Kind::Fate => DoctrineSeat::new(&shared.over(standard()?), stream),
            Some(doctrine) => DoctrineSeat::new(doctrine, stream),
        }
    }

    /// The optional points it has lines for: only there need it be asked.
    pub fn points_with_lines(&self) -> Points {
        let with_lines = Point::ALL.into_iter().filter(|&point| !self.rows_at(point).is_empty());
        with_lines.fold(Points::NONE, Points::with)
    }

    fn rows_at(&self, point: Point) -> &[Row] {
        let (from, to) = self.span_of(point);
        self.rows.get(from..to).unwrap_or(&[])
    }

    /// Where the rows of a point stand.
    fn span_of(&self, point: Point) -> (usize, usize) {
        let place = Point::ALL.iter().position(|&known| known == point).unwrap_or(0);
        (self.first.get(place).copied().unwrap_or(0), self.first.get(place + 1).copied().unwrap_or(0))
    }

    /// Draws from another stream from now on, for lines that end in `random`.
    pub(super) fn reseed(&mut self, seed: u64, stream: u64) {
        if self.draws {
            self.stream = Dice::seeded(seed, stream);
        }
    }

    /// Boxes that a fate point is worth to it, in hundredths.
    pub fn fate_value(&self) -> i64 {
        self.fate_value
    }

    /// All options in the order in which it prefers them, its answer first: then what its lines dropped, the last
    /// dropped first (doctrines.md 5).
    pub(super) fn ranked(&mut self, fight: &Personal, ask: &Ask, options: &Options) -> (Option<Decided>, Vec<Choice>) {
        let seen = self.known.seen_by(fight, ask.seat);
        let fight = seen.as_ref().unwrap_or(fight);
        let mut room = std::mem::take(&mut self.room);
        let (from, to) = self.span_of(ask.point);
        let DoctrineSeat { rows, stream, .. } = self;
        let here = rows.get(from..to).unwrap_or(&[]);
        let ranked = match Weigher::new(fight, ask, options.as_slice(), self.fate_value, &mut room) {
            None => (None, options.as_slice().to_vec()),
            Some(mut weigher) => {
                let mut draw = |count| stream.pick(count).unwrap_or(0);
                let (decision, order) = rows::ranked(here.iter(), options.as_slice(), &mut weigher, &mut draw);
                (decision.map(|decision| Decided { choice: decision.choice, why: decision.why.cloned() }), order)
            }
        };
        self.room = room;
        ranked
    }

    /// Its answer to a question. `None` only if there are no options.
    pub fn decide(&mut self, fight: &Personal, ask: &Ask, options: &Options) -> Option<Decided> {
        let seen = self.known.seen_by(fight, ask.seat);
        let fight = seen.as_ref().unwrap_or(fight);
        let mut room = std::mem::take(&mut self.room);
        let (from, to) = self.span_of(ask.point);
        let DoctrineSeat { rows, stream, .. } = self;
        let here = rows.get(from..to).unwrap_or(&[]);
        let decided = match Weigher::new(fight, ask, options.as_slice(), self.fate_value, &mut room) {
            None => options.default_choice().map(|choice| Decided { choice, why: None }),
            // Seeded dice never run out.
            Some(mut weigher) => rows::decide(here.iter(), options.as_slice(), &mut weigher, &mut |count| stream.pick(count).unwrap_or(0))
                .map(|decision| Decided { choice: decision.choice, why: decision.why.cloned() }),
        };
        self.room = room;
        decided
    }
}

impl DoctrineSeat {
    /// Its answer to a question of space combat. `None` only if there are no options.
    pub fn decide_in_space(&mut self, _fight: &Space, _ask: &Ask, options: &Options) -> Option<Decided> {
        options.default_choice().map(|choice| Decided { choice, why: None })
    }
}

impl<F: Playable> Policy<F> for DoctrineSeat {
    fn choose(&mut self, fight: &F, ask: &Ask, options: &Options) -> Answer {
        let decided = match fight.seen() {
            Seen::Personal(fight) => self.decide(fight, ask, options),
            Seen::Space(fight) => self.decide_in_space(fight, ask, options),
        };
        let choice = decided.as_ref().map_or_else(|| first(options), |decided| decided.choice);
        self.why = decided.and_then(|decided| decided.why);
        choice.into()
    }

    fn asks(&self) -> Points {
        self.points_with_lines()
    }

    fn why(&self) -> Option<EcoString> {
        self.why.as_ref().map(|from| ecow::eco_format!("{}:{}", from.doctrine, from.line))
    }

    fn word(&self) -> &'static str {
        "doctrine"
    }

    fn doctrine(&self) -> Option<&str> {
        Some(&self.name)
    }
}
