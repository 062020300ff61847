//! Answers questions with a compiled doctrine.
//!
//! The rules are sorted by decision point when the seat is created. A question can then be answered without allocating memory.

use super::option_narrowing::{self, OptionScorer};
use super::personal;
use super::space;
use super::{platoon, stakes};
use crate::{Policy, first};
use ecow::EcoString;
use slip_dice::Dice;
use slip_pack::doctrine::{Doctrine, DoctrineKind, DoctrineRule, RuleOrigin, Topic};
use slip_pack::encounter::{Play, Side};
use slip_pack::{Name, Pack};
use slip_play::choice::{Answer, Choice, Options};
use slip_play::fight::{FightRef, Playable};
use slip_play::personal::closed_sheets::KnownSheets;
use slip_play::question::{Ask, Point, Points};

/// Player that answers questions by the rules of a doctrine.
#[derive(Clone, Debug)]
pub struct DoctrineSeat {
    /// Name of the doctrine that the player follows.
    name: Name,
    /// Rules of all decision points, grouped by point, in the order in which they are read.
    rows: Vec<DoctrineRule>,
    /// Index in `rows` of the first rule of each decision point; one more entry marks the end of the last point.
    first: [usize; Point::ALL.len() + 1],
    /// Conditions of the rules, prepared for personal combat.
    laid: Vec<personal::PreparedRule>,
    fate_value: i64,
    /// Random stream of the seat, for rules that end in `random`. It is separate from the stream of the dice.
    stream: Dice,
    /// True if any rule ends in `random`.
    draws: bool,
    /// Rule that decided the last question.
    why: Option<RuleOrigin>,
    /// Cache for questions of personal combat.
    room: personal::PersonalQuestionCache,
    /// Cache for questions of space combat.
    chart: space::SpaceBuffers,
    /// Cache for questions of platoon combat.
    field: platoon::PlatoonBuffers,
    /// Facts that this seat knows about the sheets of other sides. These sheets may be closed.
    known: KnownSheets,
}

/// Answer of a doctrine, and the rule that decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoctrineAnswer {
    /// Answer to the question.
    pub choice: Choice,
    /// Last rule that narrowed the options; `None` if the default was taken without a rule.
    pub why: Option<RuleOrigin>,
}

/// Returns the topics (kinds of rules) that are read at a decision point.
const fn topics(point: Point) -> &'static [Topic] {
    use Topic as T;
    match point {
        Point::Act => &[T::Concede, T::Act, T::Stay],
        Point::Whom => &[T::Fire, T::Act, T::Target, T::Obstruct, T::Interdict, T::Ew, T::Beam, T::Torpedo],
        Point::With => &[T::Fire, T::Act, T::Weapon, T::Skill, T::Ew, T::Beam, T::Torpedo],
        Point::Track => &[T::Track, T::Fallout],
        Point::PayAccess => &[T::PayAccess],
        Point::Compel => &[T::OfferCompel, T::CompelSelf],
        Point::AnswerCompel => &[T::AcceptCompel, T::CounterOffer, T::PayCompel],
        Point::Haggle => &[T::AcceptCompel, T::PayCompel],
        Point::Payee => &[T::Payee],
        Point::FreeMove => &[T::Stay, T::Move, T::KeepRange],
        Point::Steps => &[T::Stay, T::Push, T::Move, T::KeepRange],
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
        Point::Place => &[T::Place, T::KeepRange],
        Point::Begin => &[T::Begin],
        Point::Formation => &[T::Formation],
        Point::Tether => &[T::Formation, T::Board],
        Point::Drive => &[T::Concede, T::Coast, T::Launch],
        Point::Bid => &[T::Burn],
        Point::Shift => &[T::Position, T::KeepRange],
        Point::Declare => &[T::Concede, T::Ew, T::Beam, T::Torpedo, T::Launch],
        Point::TorpedoDefence => &[T::TorpedoDefence],
        Point::Overwatch => &[T::Overwatch],
        Point::EwDefence => &[T::EwDefence],
        Point::Deny => &[],
        Point::Repair => &[T::Repair, T::Launch],
        Point::Stop => &[T::Stop],
        Point::Adopt => &[T::Adopt],
        Point::Unit => &[T::Unit],
        Point::Intercept => &[T::Intercept],
        Point::RallyToo => &[T::RallyToo],
        Point::Engineer => &[T::Engineer],
        Point::Share => &[T::Obstruct, T::Interdict],
        Point::Muster => &[],
        Point::Skill => &[T::Act, T::Skill],
        Point::Approach => &[T::Approach],
        Point::BringIn => &[T::BringIn],
        Point::Escalate => &[T::Escalate],
        Point::Raise => &[T::Give, T::Raise],
        Point::Affected => &[T::Target],
        Point::See => &[T::Give, T::See],
        Point::Resist => &[T::Resist],
        Point::Engine => &[],
    }
}

/// Returns a number for sorting the rules of a decision point: rules of yes-or-no topics come first. At the point `whom`, rules about fire
/// on areas come before rules about the target.
fn precedence(point: Point, row: &DoctrineRule) -> u8 {
    match row.topic {
        // After a declaration, the rules for the weapon and for targets are read in the order of the doctrine.
        Topic::Ew | Topic::Beam | Topic::Torpedo if matches!(point, Point::Whom | Point::With) => 2,
        topic if topic.whether() => 0,
        Topic::Fire if point == Point::Whom => 1,
        _ => 2,
    }
}

impl DoctrineSeat {
    /// Creates a seat that follows a doctrine; `stream` is the seat's random stream. `None` if the doctrine has errors, or if it is for no
    /// single kind of encounter.
    pub fn new(doctrine: &Doctrine, stream: Dice) -> Option<DoctrineSeat> {
        if !doctrine.valid
            || !matches!(
                doctrine.kind,
                DoctrineKind::Personal | DoctrineKind::Space | DoctrineKind::Social | DoctrineKind::Platoon | DoctrineKind::Stakes
            )
        {
            return None;
        }
        let lines: Vec<DoctrineRule> = match doctrine.kind {
            DoctrineKind::Platoon => doctrine.rows.iter().cloned().map(platoon::quickened).collect(),
            _ => doctrine.rows.clone(),
        };
        let mut rows = Vec::new();
        let mut first = [0; Point::ALL.len() + 1];
        let mut laid = Vec::new();
        for (place, point) in Point::ALL.into_iter().enumerate() {
            let known = topics(point);
            let mut here: Vec<DoctrineRule> = lines.iter().filter(|row| known.contains(&row.topic)).cloned().collect();
            here.sort_by_key(|row| precedence(point, row));
            laid.extend(personal::laid(point, &here, doctrine.fate_value));
            rows.extend(here);
            if let Some(end) = first.get_mut(place + 1) {
                *end = rows.len();
            }
        }
        let name = doctrine.name.clone();
        let draws = rows.iter().any(option_narrowing::is_random);
        Some(DoctrineSeat {
            name,
            why: None,
            rows,
            first,
            laid,
            fate_value: doctrine.fate_value,
            stream,
            draws,
            room: personal::PersonalQuestionCache::default(),
            chart: space::SpaceBuffers::default(),
            field: platoon::PlatoonBuffers::default(),
            known: KnownSheets::default(),
        })
    }

    /// Creates the seat of a side with its doctrine, or with the standard one of the kind of play. Returns `None` if the pack has neither.
    pub fn of_side(pack: &Pack, play: Play, side: &Side, seed: u64, stream: u64) -> Option<DoctrineSeat> {
        let doctrine = side.doctrine.as_ref().and_then(|key| pack.doctrines.get(key));
        DoctrineSeat::of_doctrine(pack, play, doctrine, seed, stream)
    }

    /// Creates a seat for a kind of play. A doctrine that several kinds share is merged over the standard doctrine of the kind of play.
    /// Without a doctrine the standard doctrine is used.
    pub fn of_doctrine(pack: &Pack, play: Play, doctrine: Option<&Doctrine>, seed: u64, stream: u64) -> Option<DoctrineSeat> {
        let is_standard = |known: &&Doctrine| {
            known.package == "std" && known.kind != DoctrineKind::Fate && known.kind.plays(play) && known.name == known.kind.standard()
        };
        let standard = || pack.doctrines.values().find(is_standard);
        let stream = Dice::seeded(seed, stream);
        match doctrine {
            None => DoctrineSeat::new(standard()?, stream),
            Some(shared) if shared.kind == DoctrineKind::Fate => DoctrineSeat::new(&shared.over(standard()?), stream),
            Some(doctrine) => DoctrineSeat::new(doctrine, stream),
        }
    }

    /// Returns the optional decision points for which the doctrine has rules. At other optional points the seat need not be asked, because
    /// it takes the default.
    pub fn points_with_lines(&self) -> Points {
        let with_lines = Point::ALL.into_iter().filter(|&point| !self.rows_at(point).is_empty());
        with_lines.fold(Points::NONE, Points::with)
    }

    fn rows_at(&self, point: Point) -> &[DoctrineRule] {
        let (from, to) = self.span_of(point);
        self.rows.get(from..to).unwrap_or(&[])
    }

    /// Returns the index range of the rules of a decision point.
    fn span_of(&self, point: Point) -> (usize, usize) {
        let place = point as usize;
        (self.first.get(place).copied().unwrap_or(0), self.first.get(place + 1).copied().unwrap_or(0))
    }

    /// Switches rules that end in `random` to another random stream.
    pub(super) fn reseed(&mut self, seed: u64, stream: u64) {
        if self.draws {
            self.stream.reseed(seed, stream);
        }
    }

    /// Returns the value of a fate point to this doctrine, in hundredths of boxes.
    pub fn fate_value(&self) -> i64 {
        self.fate_value
    }

    /// Returns all options in the order of preference. First comes the answer, then the other options that the rules left. The options that
    /// the rules removed follow, the last removed first.
    pub(super) fn ranked<F: Playable>(&mut self, fight: &F, ask: &Ask, options: &Options) -> (Option<DoctrineAnswer>, Vec<Choice>) {
        let Some(kept) = keeping_the_action(&fight.seen(), ask, options) else {
            return self.weighed::<OrderedOptions>(fight.seen(), ask, options.as_slice());
        };
        let (decided, mut order) = self.weighed::<OrderedOptions>(fight.seen(), ask, &kept);
        order.extend(options.as_slice().iter().filter(|option| !kept.contains(option)));
        (decided, order)
    }

    /// Returns the doctrine's answer to a question. `None` only if there are no options.
    pub fn decide<F: Playable>(&mut self, fight: &F, ask: &Ask, options: &Options) -> Option<DoctrineAnswer> {
        match keeping_the_action(&fight.seen(), ask, options) {
            Some(kept) => self.weighed::<TheBest>(fight.seen(), ask, &kept),
            None => self.weighed::<TheBest>(fight.seen(), ask, options.as_slice()),
        }
    }

    /// Applies the rules of the question's decision point, with the evaluator for this kind of fight.
    fn weighed<R: RuleReading>(&mut self, fight: FightRef<'_>, ask: &Ask, options: &[Choice]) -> R::Said {
        let (from, to) = self.span_of(ask.point);
        let (steps_from, steps_to) = self.span_of(Point::Steps);
        let fate_value = self.fate_value;
        let DoctrineSeat { rows, laid, stream, room, chart, field, known, .. } = self;
        let lines = Lines { rows: rows.get(from..to).unwrap_or(&[]), options };
        // Seeded dice never run out.
        let mut draw = |count| stream.pick(count).unwrap_or(0);
        match fight {
            FightRef::Personal(fight) => {
                let seen = known.seen_by(fight, ask.seat);
                let fight = seen.as_ref().unwrap_or(fight);
                let laid = laid.get(from..to).unwrap_or(&[]);
                match personal::PersonalEvaluator::new(fight, ask, options, (laid, fate_value), room) {
                    None => R::unasked(lines.options),
                    Some(mut weigher) => R::read(lines, &mut weigher, &mut draw),
                }
            }
            // The data of all ships is public (R-VD2).
            FightRef::Space(fight) => match space::SpaceEvaluator::new(fight, ask, options, fate_value, chart) {
                None => R::unasked(lines.options),
                Some(mut weigher) => R::read(lines, &mut weigher, &mut draw),
            },
            // The data of all units is public (R-YD6).
            FightRef::Platoon(fight) => {
                let steps = rows.get(steps_from..steps_to).unwrap_or(&[]);
                match platoon::PlatoonEvaluator::new(fight, ask, (options, steps), fate_value, field) {
                    None => R::unasked(lines.options),
                    Some(mut weigher) => R::read(lines, &mut weigher, &mut draw),
                }
            }
            FightRef::Stakes(fight) => match stakes::StakesEvaluator::new(fight, ask) {
                None => R::unasked(lines.options),
                Some(mut weigher) => R::read(lines, &mut weigher, &mut draw),
            },
        }
    }
}

/// Returns the options of a free move after which the declared action can still be made. Returns `None` if all options, or none of them,
/// have this property. An effect can forbid the action: `cannot attack when moved`. A doctrine has already chosen its action, and does not
/// give it up for a move.
fn keeping_the_action(fight: &FightRef<'_>, ask: &Ask, options: &Options) -> Option<Vec<Choice>> {
    let FightRef::Personal(fight) = fight else { return None };
    let me = ask.me.actor().filter(|_| ask.point == Point::FreeMove)?;
    let keeps = |option: &&Choice| !fight.loses_action(me, **option);
    let kept: Vec<Choice> = options.as_slice().iter().filter(keeps).copied().collect();
    (!kept.is_empty() && kept.len() < options.len()).then_some(kept)
}

/// Rules of the decision point of a question, and the options of the question.
#[derive(Clone, Copy)]
struct Lines<'r> {
    rows: &'r [DoctrineRule],
    options: &'r [Choice],
}

/// One way to apply the rules of a question. The way determines the kind of result. The implementations below are used for all kinds of
/// conflict.
trait RuleReading {
    /// Type of the result.
    type Said;

    /// Returns the result for a question that no actor decides.
    fn unasked(options: &[Choice]) -> Self::Said;

    fn read<S: OptionScorer>(lines: Lines<'_>, scales: &mut S, draw: &mut dyn FnMut(usize) -> usize) -> Self::Said;
}

/// Applies the rules of a doctrine only to find the answer, without an explanation.
struct TheBest;

impl RuleReading for TheBest {
    type Said = Option<DoctrineAnswer>;

    fn unasked(options: &[Choice]) -> Option<DoctrineAnswer> {
        options.first().map(|&choice| DoctrineAnswer { choice, why: None })
    }

    fn read<S: OptionScorer>(lines: Lines<'_>, scales: &mut S, draw: &mut dyn FnMut(usize) -> usize) -> Option<DoctrineAnswer> {
        option_narrowing::decide(lines.rows, lines.options, scales, draw).map(DoctrineAnswer::of)
    }
}

/// Reading of the rules that gives the answer and ranks all other options.
struct OrderedOptions;

impl RuleReading for OrderedOptions {
    type Said = (Option<DoctrineAnswer>, Vec<Choice>);

    fn unasked(options: &[Choice]) -> Self::Said {
        (None, options.to_vec())
    }

    fn read<S: OptionScorer>(lines: Lines<'_>, scales: &mut S, draw: &mut dyn FnMut(usize) -> usize) -> Self::Said {
        let (decision, order) = option_narrowing::ranked(lines.rows, lines.options, scales, draw);
        (decision.map(DoctrineAnswer::of), order)
    }
}

/// Reading of the rules with a single result: true if the rules refuse every option that needs a rule's consent.
struct Refusal;

impl RuleReading for Refusal {
    type Said = bool;

    fn unasked(_: &[Choice]) -> bool {
        false
    }

    fn read<S: OptionScorer>(lines: Lines<'_>, scales: &mut S, _: &mut dyn FnMut(usize) -> usize) -> bool {
        option_narrowing::agrees_to_nothing(lines.rows, scales)
    }
}

impl DoctrineAnswer {
    fn of(decision: option_narrowing::Decision<'_>) -> DoctrineAnswer {
        DoctrineAnswer { choice: decision.choice, why: decision.why.cloned() }
    }
}

impl<F: Playable> Policy<F> for DoctrineSeat {
    fn choose(&mut self, fight: &F, ask: &Ask, options: &Options) -> Answer {
        let decided = self.decide(fight, ask, options);
        let choice = decided.as_ref().map_or_else(|| first(options), |decided| decided.choice);
        self.why = decided.and_then(|decided| decided.why);
        choice.into()
    }

    fn declines(&mut self, fight: &F, ask: &Ask) -> bool {
        matches!(ask.point, Point::Adjust | Point::Compel) && self.weighed::<Refusal>(fight.seen(), ask, &[])
    }

    fn asks(&self) -> Points {
        self.points_with_lines()
    }

    fn why(&self) -> Option<EcoString> {
        self.why.as_ref().map(|from| ecow::eco_format!("{}:{}", from.doctrine, from.line))
    }

    fn anew(&mut self, seed: u64, stream: u64) -> bool {
        self.reseed(seed, stream);
        self.why = None;
        true
    }

    fn word(&self) -> &'static str {
        "doctrine"
    }

    fn doctrine(&self) -> Option<&str> {
        Some(&self.name)
    }
}
