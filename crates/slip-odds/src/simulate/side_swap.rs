//! Exchanges the two sides of an encounter, to find out how much the forces decide and how much their places.
//!
//! Each game is played again with the forces exchanged: the people of each side, their player and their gear take the other side's place.
//! The *place* of a side is everything that is not exchanged: the starting zones, the victory conditions, whether the side holds its fire,
//! and its order in the file. If the forces decide, the same forces win in either place; if the places decide, the same place wins with
//! any forces.

use super::schema_struct_macro::records;
use slip_pack::encounter::{AspectHolder, Encounter, Play, VictorySubject, VictoryTerm};

records! {
    /// Sum and sum of squares of differences between two numbers, one difference per game.
    pub struct Differences {
        /// Sum of the differences.
        pub sum: i64,
        /// Sum of the squares of the differences.
        pub squares: u64,
    }

    /// Counts of the games that are played with exchanged sides.
    pub struct SwappedSideCounts {
        /// Number of games with exchanged sides.
        pub games: u64,
        /// Number of games with exchanged sides that are won from the first side's place, and from the second side's place.
        pub wins: Vec<u64>,
        /// Number of games with exchanged sides that no side wins.
        pub draws: u64,
        /// Wins from the place of the first side minus wins from that of the second, over each game and its mirror image.
        pub place: Differences,
        /// Wins of the first side's forces minus wins of the second side's, over each game and its mirror image.
        pub forces: Differences,
    }
}

impl Differences {
    /// Adds the difference of one game.
    pub fn note(&mut self, difference: i64) {
        self.sum = self.sum.saturating_add(difference);
        let size = difference.unsigned_abs();
        self.squares = self.squares.saturating_add(size.saturating_mul(size));
    }

    pub(super) fn add(&mut self, other: &Differences) {
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }
}

impl SwappedSideCounts {
    /// True if the counts add up to this number of games, and their other numbers are possible in that many games.
    pub(super) fn is_of(&self, games: u64) -> bool {
        let won = self.wins.iter().fold(self.draws, |sum, wins| sum.saturating_add(*wins));
        let is_within = |differences: &Differences| differences.sum.unsigned_abs() <= games.saturating_mul(2);
        self.games == games && self.wins.len() == 2 && won == games && [&self.place, &self.forces].into_iter().all(is_within)
    }
}

/// Returns the result of a game for the first side: 1 for a win, -1 for a loss, 0 for a draw.
fn edge(winner: Option<u64>) -> i64 {
    match winner {
        Some(0) => 1,
        Some(_) => -1,
        None => 0,
    }
}

impl SwappedSideCounts {
    pub(super) fn of(sides: usize) -> SwappedSideCounts {
        SwappedSideCounts { wins: vec![0; sides], ..SwappedSideCounts::default() }
    }

    /// Adds a game, given the winning place in the game and in its mirror image.
    pub fn note(&mut self, straight: Option<u64>, mirrored: Option<u64>) {
        self.games += 1;
        match mirrored.and_then(|winner| self.wins.get_mut(usize::try_from(winner).unwrap_or(usize::MAX))) {
            Some(wins) => *wins += 1,
            None => self.draws += 1,
        }
        self.place.note(edge(straight) + edge(mirrored));
        // In the mirror image the forces of the first side play in the place of the second side.
        self.forces.note(edge(straight) - edge(mirrored));
    }

    pub(super) fn add(&mut self, other: &SwappedSideCounts) {
        self.games = self.games.saturating_add(other.games);
        self.draws = self.draws.saturating_add(other.draws);
        super::total_counts::add_all(&mut self.wins, &other.wins, &0, |to, from| *to = to.saturating_add(*from));
        self.place.add(&other.place);
        self.forces.add(&other.forces);
    }

    pub(super) fn clear(&mut self) {
        *self = SwappedSideCounts { wins: std::mem::take(&mut self.wins), ..SwappedSideCounts::default() };
        self.wins.fill(0);
    }
}

/// Returns an encounter with its two sides exchanged.
///
/// # Errors
/// A sentence with the reason, if there are not exactly two sides or the encounter refers to people by name.
pub fn exchanged(encounter: &Encounter) -> Result<Encounter, String> {
    let cannot = |why: &str| Err(format!("the sides of `{}` cannot be exchanged: {why}", encounter.name));
    let [first, second] = encounter.sides.as_slice() else { return cannot("there are not exactly two") };
    if encounter.play == Play::Platoon {
        return cannot("platoons have their own parts of the map");
    }
    if encounter.boarding.is_some() {
        return cannot("the people of its boarding have their own sides");
    }
    if encounter.wager.as_ref().is_some_and(|wager| wager.initiator.is_some()) {
        return cannot("a named person begins");
    }
    let mut names_people = false;
    encounter.victories.iter().for_each(|victory| victory.condition.names(&mut |atom| names_people |= is_personal(atom)));
    if names_people {
        return cannot("a `victory` condition names single people");
    }
    if encounter.social.as_ref().is_some_and(|social| social.falls.iter().chain(&social.friend_zones).any(|of| is_of_people(&of.objective)))
    {
        return cannot("a named person is to be won over");
    }
    let mut sides = [second.clone(), first.clone()];
    for (side, there) in sides.iter_mut().zip([first, second]) {
        side.holds_fire = there.holds_fire;
        for (actor, spot) in side.actors.iter_mut().zip(there.actors.iter().cycle()) {
            actor.zone = spot.zone;
            actor.or_zones.clone_from(&spot.or_zones);
        }
    }
    Ok(Encounter { sides: sides.into(), ..encounter.clone() })
}

/// True if a term of a victory condition names actors. If the sides are exchanged, these actors would be in the wrong place.
fn is_personal(atom: &VictoryTerm) -> bool {
    match atom {
        VictoryTerm::Reach { who, .. }
        | VictoryTerm::Out(who)
        | VictoryTerm::TakenOut(who)
        | VictoryTerm::Captured(who)
        | VictoryTerm::LeftMap(who)
        | VictoryTerm::ActiveOf(who)
        | VictoryTerm::Survive { who, .. }
        | VictoryTerm::AspectOn(_, AspectHolder::Who(who))
        | VictoryTerm::Escaped(who)
        | VictoryTerm::DrivenOff(who)
        | VictoryTerm::Tethered { who, .. }
        | VictoryTerm::Boarded(who)
        | VictoryTerm::Exited { who, .. }
        | VictoryTerm::Lost(who)
        | VictoryTerm::Fallen { objective: who, .. }
        | VictoryTerm::LastSuitor { objective: who, .. } => is_of_people(who),
        VictoryTerm::Turn
        | VictoryTerm::Hold { .. }
        | VictoryTerm::Control { .. }
        | VictoryTerm::LastStanding(_)
        | VictoryTerm::Conceded(_)
        | VictoryTerm::AspectPresent(_)
        | VictoryTerm::Open(..)
        | VictoryTerm::Closed(..)
        | VictoryTerm::Dismantled(..)
        | VictoryTerm::Active(_)
        | VictoryTerm::Done(_)
        | VictoryTerm::AspectOn(_, AspectHolder::Zone(_) | AspectHolder::Scene)
        | VictoryTerm::Worth(_)
        | VictoryTerm::Objectives(_)
        | VictoryTerm::Majority { .. }
        | VictoryTerm::Pawns { .. }
        | VictoryTerm::TimeOut
        | VictoryTerm::Boxes => false,
    }
}

fn is_of_people(who: &VictorySubject) -> bool {
    match who {
        VictorySubject::Side(_) | VictorySubject::Pawns(_) => false,
        VictorySubject::Actors(_) => true,
        VictorySubject::AtLeast(_, of) => is_of_people(of),
    }
}
