//! Decision points with a stop that players can set, the kinds of conflict that have them, and their groups in a list.

use slip_play::fight::Fight;
use slip_play::question::Point;

/// Kind of conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Personal combat.
    Personal,
    /// Social combat.
    Social,
    /// Combat of spacecraft.
    Space,
    /// Combat of platoons.
    Platoon,
    /// Conflict of dice pools.
    Pool,
}

impl Kind {
    /// Returns the kind of a fight.
    pub(super) fn of(fight: &Fight) -> Kind {
        match fight {
            Fight::Personal(people) if people.roster.social.is_some() => Kind::Social,
            Fight::Personal(_) => Kind::Personal,
            Fight::Space(_) => Kind::Space,
            Fight::Platoon(_) => Kind::Platoon,
            Fight::Stakes(_) => Kind::Pool,
        }
    }
}

/// Group of questions in the list of stops, the questions at which a session stops to ask a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopGroup {
    /// Questions of a turn that come before the dice.
    Turn,
    /// Questions about a roll.
    Roll,
    /// Questions at the beginning and the end of a game, and questions about offers such as concessions.
    Around,
}

impl StopGroup {
    /// All groups, in the order of a list.
    pub(super) const ALL: [StopGroup; 3] = [StopGroup::Turn, StopGroup::Roll, StopGroup::Around];

    /// Returns the heading of the group.
    pub(super) const fn title(self) -> &'static str {
        match self {
            StopGroup::Turn => "In a turn",
            StopGroup::Roll => "At a roll",
            StopGroup::Around => "At the beginning, at the end, and about offers",
        }
    }
}

/// Decision point whose stop players can set: whether a session asks the question there, or takes its default answer.
pub(super) struct SettableStop {
    /// Decision point.
    pub(super) point: Point,
    /// Description of the question.
    pub(super) what: &'static str,
    /// Group in a list.
    pub(super) group: StopGroup,
    /// Kinds of conflict with this question.
    pub(super) kinds: &'static [Kind],
}

const fn stop(point: Point, group: StopGroup, kinds: &'static [Kind], what: &'static str) -> SettableStop {
    SettableStop { point, what, group, kinds }
}

/// All kinds but conflicts of dice pools.
const ROLLS: &[Kind] = &[Kind::Personal, Kind::Social, Kind::Space, Kind::Platoon];

/// Personal and social combat.
const PEOPLE: &[Kind] = &[Kind::Personal, Kind::Social];

/// Personal and social combat, and combat of platoons.
const ON_MAPS: &[Kind] = &[Kind::Personal, Kind::Social, Kind::Platoon];

/// Decision points with a stop that players can set. Questions at the other decision points are always asked.
pub(super) const SETTABLE: &[SettableStop] = &[
    stop(Point::Compel, StopGroup::Roll, ROLLS, "compels that the doctrine of the side would pay for; others can be said at any time"),
    stop(Point::Adjust, StopGroup::Roll, ROLLS, "additions to a roll after the dice"),
    stop(Point::FreeMove, StopGroup::Turn, ON_MAPS, "the free step beside an action"),
    stop(Point::Order, StopGroup::Turn, ON_MAPS, "who acts next; another platoon can be typed: `order NAME`"),
    stop(Point::Unit, StopGroup::Turn, &[Kind::Platoon], "the unit that acts next; another can be typed: `unit NAME`"),
    stop(Point::With, StopGroup::Turn, &[Kind::Personal, Kind::Space, Kind::Platoon], "the weapon or skill of an action"),
    stop(
        Point::Track,
        StopGroup::Turn,
        &[Kind::Personal, Kind::Social, Kind::Pool],
        "the track that an attack is aimed at, or that takes fallout",
    ),
    stop(Point::Defend, StopGroup::Roll, ON_MAPS, "the skill to defend with"),
    stop(Point::Mitigate, StopGroup::Roll, ROLLS, "consequences against a hit"),
    stop(Point::PayAccess, StopGroup::Roll, ON_MAPS, "effects offered for a roll, and gear without training"),
    stop(Point::Term, StopGroup::Turn, ON_MAPS, "the duration of an aspect or obstacle"),
    stop(Point::Payee, StopGroup::Roll, PEOPLE, "the receiver of a spent fate point"),
    stop(Point::Haggle, StopGroup::Roll, PEOPLE, "the reply to the price of a compel"),
    stop(Point::Beaten, StopGroup::Around, ROLLS, "the fate of an actor taken out"),
    stop(Point::AcceptConcession, StopGroup::Around, ROLLS, "the reply to a concession"),
    stop(Point::Animal, StopGroup::Roll, &[Kind::Personal], "consequences of an animal"),
    stop(Point::Fact, StopGroup::Around, PEOPLE, "the reply to a stated fact"),
    stop(Point::SetUp, StopGroup::Around, ROLLS, "how everyone begins, and who works which post"),
    stop(Point::Place, StopGroup::Around, &[Kind::Space], "the order in which ships are placed"),
    stop(Point::Begin, StopGroup::Around, &[Kind::Space], "the phase in which the first turn begins"),
    stop(Point::Formation, StopGroup::Turn, &[Kind::Space], "formations of ships"),
    stop(Point::Tether, StopGroup::Turn, &[Kind::Space], "tethers and boarding"),
    stop(Point::Drive, StopGroup::Turn, &[Kind::Space], "the use of the drives"),
    stop(Point::Bid, StopGroup::Turn, &[Kind::Space], "the burn of the drives"),
    stop(Point::Declare, StopGroup::Turn, &[Kind::Space], "attacks in space"),
    stop(Point::Overwatch, StopGroup::Roll, &[Kind::Space], "shots at torpedoes aimed at another ship"),
    stop(Point::EwDefence, StopGroup::Roll, &[Kind::Space], "the defence against an electronic attack"),
    stop(Point::Deny, StopGroup::Roll, &[Kind::Space], "rolls to deny a free tag"),
    stop(Point::Repair, StopGroup::Turn, &[Kind::Space], "repairs"),
    stop(Point::Stop, StopGroup::Around, &[Kind::Space, Kind::Platoon], "offers to stop the fight"),
    stop(Point::Adopt, StopGroup::Turn, &[Kind::Platoon], "the adoption of a unit without a leader"),
    stop(Point::Intercept, StopGroup::Turn, &[Kind::Platoon], "the launch of an interceptor"),
    stop(Point::RallyToo, StopGroup::Turn, &[Kind::Platoon], "a rally beside the action of a leader"),
    stop(Point::Engineer, StopGroup::Turn, &[Kind::Platoon], "a free tag removed in place of a maneuver's aspect, or one more maneuver"),
    stop(Point::Muster, StopGroup::Turn, &[Kind::Platoon], "units that march with their leader"),
    stop(Point::BringIn, StopGroup::Turn, &[Kind::Pool], "things that a party brings in"),
    stop(Point::Escalate, StopGroup::Turn, &[Kind::Pool], "the change to another approach"),
    stop(Point::Resist, StopGroup::Roll, &[Kind::Pool], "dice against fallout"),
];
