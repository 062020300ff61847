//! Sides, actors and players of a simulation, as plain data.

use super::game_runner::GameRunner;
use super::schema_struct_macro::records;
use slip_play::fight::{Fight, FightRef, Playable};
use slip_play::ids::{ActorId, TableKey};
use slip_play::names::{NamedThingKind, Names};

records! {
    /// Side of a simulated encounter, with its player.
    pub struct SideOf {
        /// Name of the side.
        pub name: String,
        /// Kind of the side's player: `doctrine`, `random`, `search` …
        pub by: String,
        /// Name of the doctrine that the player follows.
        pub doctrine: Option<String>,
        /// Number of fighters on the side: people, ships, units or parties.
        pub people: u64,
    }

    /// Actor in a simulated encounter.
    pub struct ActorOf {
        /// Name of the actor in logs.
        pub name: String,
        /// Title of the actor, the name shown to people.
        pub title: String,
        /// Number of the actor's side.
        pub side: u64,
        /// True for fighters; false for people aboard ships and for platoons as a whole.
        pub fights: bool,
    }

    /// Simulated encounter with its sides, actors and players.
    pub struct SimulatedEncounter {
        /// Name, version and hash of the package.
        pub package: String,
        /// Key of the encounter, with its package.
        pub encounter: String,
        /// Title of the encounter, the name shown to people.
        pub title: String,
        /// Kind of conflict of the encounter.
        pub play: String,
        /// Word for a round in this conflict.
        pub round: String,
        /// Sides of the encounter, in order.
        pub sides: Vec<SideOf>,
        /// Actors of the encounter, in the order of logs.
        pub actors: Vec<ActorOf>,
    }

    /// Description of a simulation: two simulations with equal descriptions have the same result.
    pub struct SimulationDescription {
        /// Version of Slipyard that played the games.
        pub slipyard: String,
        /// Encounter with its players.
        pub cast: SimulatedEncounter,
        /// Requested players as `SIDE=WHO`.
        pub seats: Vec<String>,
        /// Version of the encounter to compare with.
        pub other: Option<ComparedVersion>,
        /// True if each game was also played with the sides exchanged.
        pub mirror: bool,
        /// Seed of the simulation.
        pub seed: u64,
        /// Number of games requested.
        pub games: u64,
        /// Precision at which the simulation stops early; `None` if all games are played.
        pub within: Option<String>,
    }

    /// Version of an encounter that a simulation is compared with.
    pub struct ComparedVersion {
        /// Path or name of the version as the user wrote it.
        pub asked: String,
        /// Encounter and players of the version to compare with.
        pub cast: SimulatedEncounter,
    }
}

impl SimulatedEncounter {
    /// Returns the name of the encounter for use in commands: its key, without the leading dot if the encounter has no package.
    pub fn called(&self) -> &str {
        slip_pack::spoken_key(&self.encounter)
    }

    /// Describes the encounter of a game runner, with its players.
    pub(super) fn of(stage: &GameRunner<'_>) -> SimulatedEncounter {
        let (fight, encounter, pack) = (&stage.start, stage.version.encounter, stage.version.pack);
        let fighting = fighting(fight);
        let actor = |(place, name): (usize, &str)| ActorOf {
            name: name.to_owned(),
            title: fight.title_of(ActorId::of(place)).to_owned(),
            side: u64::from(fight.side_of(ActorId::of(place)).0),
            fights: place < fighting,
        };
        let actors: Vec<ActorOf> = fight.all(NamedThingKind::Actor).into_iter().enumerate().map(actor).collect();
        let people = |side: u64| actors.iter().filter(|actor| actor.fights && actor.side == side).map(|_| 1).sum();
        let side = |(number, (name, player)): (u64, (&str, &slip_session::Player))| SideOf {
            name: name.to_owned(),
            by: player.word().to_owned(),
            doctrine: player.doctrine().map(str::to_owned),
            people: people(number),
        };
        let sides = (0..).zip(fight.all(NamedThingKind::Side).into_iter().zip(stage.players())).map(side).collect();
        SimulatedEncounter {
            package: pack.signature(),
            encounter: slip_pack::key(&encounter.package, &encounter.name).to_string(),
            title: fight.title().to_owned(),
            play: encounter.play.word().to_owned(),
            round: fight.round_word().to_owned(),
            sides,
            actors,
        }
    }

    /// True if both encounters have sides with the same names in the same order, so that their results can be compared.
    pub fn has_sides_of(&self, other: &SimulatedEncounter) -> bool {
        self.sides.iter().map(|side| &side.name).eq(other.sides.iter().map(|side| &side.name))
    }
}

/// Returns the number of actors in a fight that are fighters; they come first.
fn fighting(fight: &Fight) -> usize {
    match fight.seen() {
        FightRef::Personal(fight) => fight.roster.actors.len(),
        FightRef::Space(fight) => fight.roster.ships.len(),
        FightRef::Platoon(fight) => fight.roster.units.len(),
        FightRef::Stakes(fight) => fight.roster.parties.len(),
    }
}
