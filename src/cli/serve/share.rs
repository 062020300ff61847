//! `slipyard serve --share`: one game of the board for several people in the local network, each on their own device.
//!
//! A separate listener serves only this game: it has no path to packages, files or other games. Each person has a link with a token.
//! [`links`] decides about access, [`routes`] about each request, and [`slip_export::board::Participant`] about what the person sees and
//! does.

mod links;
mod local_address;
mod routes;
mod terminal;

use super::changes::{ChangeKind, Changes};
use super::event_stream::StreamCount;
use super::game_thread::SideInfo;
use super::games::OpenGames;
use super::own_host::OwnHosts;
use super::server_state::ServerState;
use crate::cli::Stop;
use crate::cli::args::{SeatArgs, SeatOf, SeatPlayer, Serve};
use crate::cli::play::drawn_seed;
use links::{Link, Links, Role};
use qrcode::render::{svg, unicode};
use qrcode::{EcLevel, QrCode};
use slip_export::board::Participant;
use slip_play::stored_seat::StoredSeat;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(super) use terminal::command_loop;

/// Shared game, and the listener that serves it to other devices.
pub(super) struct SharedGame {
    /// Name of the game's file. It contains the seed of the dice, so it is never sent.
    file: String,
    address: SocketAddr,
    hosts: OwnHosts,
    links: Arc<Mutex<Links>>,
    changes: Arc<Changes>,
    streams: StreamCount,
}

impl SharedGame {
    /// Opens the game that the arguments name, and begins to listen for requests of its people.
    ///
    /// # Errors
    /// A sentence if there is no such game, or no address to listen on.
    pub(super) fn open(serve: &Serve, word: &str, house: &ServerState, games: &OpenGames) -> Result<(SharedGame, TcpListener), Stop> {
        let address = local_address::find(serve.address).map_err(Stop::because)?;
        let listener = TcpListener::bind((address, serve.port)).map_err(|error| {
            let port = serve.port;
            Stop::because(format!("cannot listen on {address}, port {port}: {error}; use --port 0 for any free port, or another --address"))
        })?;
        let address = listener.local_addr().map_err(|error| Stop::because(error.to_string()))?;
        let file = open_game(serve, word, house, games).map_err(Stop::because)?;
        let closed = || Stop::because(format!("the game `{file}` was closed"));
        let changes = games.changes(&file).ok_or_else(closed)?;
        let sides = games.sides(&file).ok_or_else(closed)?;
        let links = Arc::new(Mutex::new(Links::draw(&sides).map_err(Stop::because)?));
        let hosts = OwnHosts::new([shown_host(address)], address.port());
        let streams = StreamCount::new(slip_limits::EVENT_STREAMS);
        Ok((SharedGame { file, address, hosts, links, changes, streams }, listener))
    }

    fn links(&self) -> MutexGuard<'_, Links> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn address_of(&self, link: &Link) -> String {
        format!("http://{}/?token={}", self.address, link.token.text())
    }

    /// Returns the viewer for a role at present. The referee also plays the sides whose links no person has used.
    fn participant(&self, role: Role) -> Participant {
        match role {
            Role::Player(seat) => Participant::player(seat),
            Role::Spectator => Participant::spectator(),
            Role::Referee => Participant::referee(self.links().without_player()),
        }
    }

    /// Notes that a person has joined the game by a link.
    fn join(&self, role: Role) {
        if self.links().join(role) {
            self.changes.announce(ChangeKind::People);
        }
    }

    /// Withdraws a link, which ends the pages that use it, and creates a new link for the role.
    fn withdraw(&self, name: &str) -> Result<Role, String> {
        let role = self.links().withdraw(name)?;
        self.changes.announce(ChangeKind::People);
        Ok(role)
    }
}

/// Begins the game of an encounter, or opens a saved one. Every side that the arguments do not name is played by a person.
fn open_game(serve: &Serve, word: &str, house: &ServerState, games: &OpenGames) -> Result<String, String> {
    let Some((key, pack)) = house.encounter_called(word)? else {
        if !serve.seats.is_empty() || serve.seed.is_some() || serve.table_dice {
            return Err(format!(
                "there is no encounter `{word}`; a saved game keeps its seats and dice: leave out --seat, --seed, --table-dice"
            ));
        }
        games.open_saved(house, word)?;
        return Ok(word.to_owned());
    };
    let encounter = pack.encounters.get(key.as_str()).ok_or_else(|| format!("there is no encounter `{word}`"))?;
    let mut seats = serve.seats.clone();
    for side in &encounter.sides {
        if !seats.iter().any(|seat| side.name == seat.side.as_str()) {
            seats.push(SeatOf { side: side.name.to_string(), who: SeatPlayer::Stored(StoredSeat::Human) });
        }
    }
    let name = encounter.name.to_string();
    let seed = (!serve.table_dice).then(|| serve.seed.unwrap_or_else(drawn_seed));
    games.begin_in_free_file(Arc::clone(&pack), &key, &name, SeatArgs { seats, ..SeatArgs::default() }, seed)
}

/// Returns the host of an address as browsers write it.
fn shown_host(address: SocketAddr) -> String {
    if address.is_ipv6() { format!("[{}]", address.ip()) } else { address.ip().to_string() }
}

/// Returns the QR code of an address for a page. Without a code the link itself remains.
fn code_as_picture(address: &str) -> String {
    let code = QrCode::with_error_correction_level(address, EcLevel::L);
    let picture = code.map(|code| code.render::<svg::Color<'_>>().min_dimensions(180, 180).build()).unwrap_or_default();
    // An SVG element inside a page must not be preceded by the XML declaration of a document, so the declaration is cut off.
    picture.find("<svg").and_then(|start| picture.get(start..)).unwrap_or_default().to_owned()
}

/// Returns the lines of an address's QR code for a terminal. One character shows two modules, one above the other.
fn code_as_lines(address: &str) -> Vec<String> {
    let code = QrCode::with_error_correction_level(address, EcLevel::L);
    let picture = code.map(|code| {
        // Most terminals have a dark background, so the light modules of the code are drawn and the dark ones left empty.
        code.render::<unicode::Dense1x2>().dark_color(unicode::Dense1x2::Light).light_color(unicode::Dense1x2::Dark).build()
    });
    picture.unwrap_or_default().lines().map(str::to_owned).collect()
}

/// True if a link is listed. The link of a side is only listed if a person plays the side; all other links are always listed.
fn is_shown(link: &Link, sides: &[SideInfo]) -> bool {
    match link.role {
        Role::Player(_) => sides.iter().any(|side| side.name == link.name && side.is_played_by_person),
        Role::Spectator | Role::Referee => true,
    }
}
