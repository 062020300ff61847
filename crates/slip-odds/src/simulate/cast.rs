//! Who plays what: everything that decides the numbers of a simulation, as plain data.

use super::record::records;
use super::stage::Stage;
use slip_play::fight::{Fight, Playable, Seen};
use slip_play::ids::{ActorId, Key};
use slip_play::names::{Names, Sort};

records! {
    /// A side, and who plays it.
    pub struct SideOf {
        /// Its name.
        pub name: String,
        /// What kind of player: `doctrine`, `random`, `search` …
        pub by: String,
        /// The doctrine they follow.
        pub doctrine: Option<String>,
        /// How many fight on it: people, ships, units or parties.
        pub people: u64,
    }

    /// Somebody in the encounter.
    pub struct ActorOf {
        /// The name in logs.
        pub name: String,
        /// The name shown to people.
        pub title: String,
        /// The number of their side.
        pub side: u64,
        /// True if they are one of those who fight: people aboard ships and platoons as a whole are not.
        pub fights: bool,
    }

    /// An encounter with everybody in their seats.
    pub struct Cast {
        /// Name, version and hash of the package.
        pub package: String,
        /// The encounter, with its package.
        pub encounter: String,
        /// Its name as people read it.
        pub title: String,
        /// Which conflict it is.
        pub play: String,
        /// What a round is called in it.
        pub round: String,
        /// Its sides, in order.
        pub sides: Vec<SideOf>,
        /// Its actors, in the order of logs.
        pub actors: Vec<ActorOf>,
    }

    /// A simulation: two of these that are equal have the same result.
    pub struct Head {
        /// The release of Slipyard that played.
        pub slipyard: String,
        /// What was played.
        pub cast: Cast,
        /// Who was asked for instead of whom the encounter has, `SIDE=WHO`.
        pub seats: Vec<String>,
        /// What it is compared with: how it was asked for, and what it is.
        pub other: Option<Other>,
        /// True if each game was played with sides in each other's places, too.
        pub mirror: bool,
        /// The seed.
        pub seed: u64,
        /// How many games were asked for.
        pub games: u64,
        /// The precision at which it was to stop.
        pub within: Option<String>,
    }

    /// What an encounter is compared with.
    pub struct Other {
        /// As it was asked for.
        pub asked: String,
        /// What it is.
        pub cast: Cast,
    }
}

impl Cast {
    /// What the encounter is called where it is asked for: of a loose file, which is of no package, by its name alone.
    pub fn called(&self) -> &str {
        slip_pack::spoken_key(&self.encounter)
    }

    /// Of a stage with everybody seated.
    pub(super) fn of(stage: &Stage<'_>) -> Cast {
        let (fight, encounter, pack) = (&stage.start, stage.version.encounter, stage.version.pack);
        let fighting = fighting(fight);
        let actor = |(place, name): (usize, &str)| ActorOf {
            name: name.to_owned(),
            title: fight.title_of(ActorId::of(place)).to_owned(),
            side: u64::from(fight.side_of(ActorId::of(place)).0),
            fights: place < fighting,
        };
        let actors: Vec<ActorOf> = fight.all(Sort::Actor).into_iter().enumerate().map(actor).collect();
        let people = |side: u64| actors.iter().filter(|actor| actor.fights && actor.side == side).map(|_| 1).sum();
        let side = |(number, (name, player)): (u64, (&str, &slip_session::Player))| SideOf {
            name: name.to_owned(),
            by: player.word().to_owned(),
            doctrine: player.doctrine().map(str::to_owned),
            people: people(number),
        };
        let sides = (0..).zip(fight.all(Sort::Side).into_iter().zip(stage.players())).map(side).collect();
        Cast {
            package: pack.signature(),
            encounter: slip_pack::key(&encounter.package, &encounter.name).to_string(),
            title: fight.title().to_owned(),
            play: encounter.play.word().to_owned(),
            round: fight.round_word().to_owned(),
            sides,
            actors,
        }
    }

    /// True if the sides of another have the same names, in the same order: then what happens to them can be compared.
    pub fn has_sides_of(&self, other: &Cast) -> bool {
        self.sides.iter().map(|side| &side.name).eq(other.sides.iter().map(|side| &side.name))
    }
}

/// How many of the actors fight: they come first.
fn fighting(fight: &Fight) -> usize {
    match fight.seen() {
        Seen::Personal(fight) => fight.roster.actors.len(),
        Seen::Space(fight) => fight.roster.ships.len(),
        Seen::Platoon(fight) => fight.roster.units.len(),
        Seen::Pool(fight) => fight.roster.parties.len(),
    }
}
