//! `slipyard serve`: shows packages while they are written, and a board for their encounters, in a local browser.
//!
//! The pages are static files, which request changing content as JSON. Every game has a thread of its own with its own pack, so the
//! packages can be edited meanwhile. Requests are checked by [`access_check`], limited by [`connections`] and [`http`], and only a POST
//! changes anything: a game, a file, or the list of open games.

mod access_check;
mod changes;
mod connections;
mod edition;
mod event_stream;
mod game_thread;
mod games;
mod http;
mod own_host;
mod package_files;
mod reply;
mod request_head;
mod routes;
mod scenario_games;
mod server_state;
mod share;
mod token;

use super::args::{Asking, Serve};
use super::{CommandStatus, Console, Stop};
use crate::project::Boundary;
use access_check::RunOrigin;
use connections::{Connection, Connections};
use edition::WebEdition;
use games::OpenGames;
use http::Request;
use package_files::PackageFiles;
use reply::HttpReply;
use routes::ServedWeb;
use server_state::ServerState;
use share::SharedGame;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use token::Token;

/// Pause after the system refuses to accept a connection, for example because too many files are open.
const BREATH: Duration = Duration::from_millis(50);

/// Serves until the program is interrupted.
pub(super) fn run(serve: &Serve, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let web = serve.web.as_ref().map(|folder| web(serve, folder.as_deref())).transpose()?;
    let house = Arc::new(ServerState::open(&serve.path)?);
    if let Some(package) = Boundary::of_output(&serve.games) {
        package.real(&serve.games).map_err(|denied| denied.failure("save games in", &serve.games))?;
    }
    std::fs::create_dir_all(&serve.games)
        .map_err(|error| Stop::because(format!("cannot save games in `{}`: {error}", crate::cli::shown(&serve.games))))?;
    let taken = |error| {
        let port = serve.port;
        Stop::because(format!("cannot listen on port {port}: {error}; use --port 0 for any free port"))
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, serve.port)).map_err(taken)?;
    let port = listener.local_addr().map_or(serve.port, |address| address.port());
    let origin = RunOrigin::new(port, Token::draw().map_err(Stop::because)?);
    let boundary = Boundary::of_folder(&serve.games).map_err(|error| Stop::unread(&serve.games, &error))?;
    let games = OpenGames::new(serve.games.clone(), boundary, Asking::stops(Some(serve.ask)));
    let shared = serve.share.as_deref().map(|word| SharedGame::open(serve, word, &house, &games)).transpose()?;
    writeln!(console.out, "{}", origin.address())?;
    console.out.flush()?;
    writeln!(console.err, "open this address in a browser on this machine; games are saved in {}", crate::cli::shown(&serve.games))?;
    console.err.flush()?;
    server_state::watch(Arc::clone(&house), serve.path.clone());
    let own = |request: &mut Request<'_>| origin.checked(request, |request| routes::answer(request, &house, &games, web.as_ref()));
    let Some((shared, others)) = shared else { accept(&listener, &own) };
    let theirs = |request: &mut Request<'_>| shared.answer(request, &games);
    std::thread::scope(|scope| {
        scope.spawn(|| accept(&listener, &own));
        scope.spawn(|| accept(&others, &theirs));
        // If the command input ends, the threads of the listeners continue, so the server keeps running.
        share::command_loop(&shared, &games, console).map(|()| CommandStatus::Clean)
    })
}

/// Opens the browser edition, and the files that it edits. Without a folder, the edition beside the program is used.
fn web(serve: &Serve, folder: Option<&Path>) -> Result<ServedWeb, Stop> {
    let mut edition = WebEdition::open(folder)?;
    let files = PackageFiles::open(&serve.path).map_err(Stop::because)?;
    edition.tell_folder(&files.folder());
    Ok(ServedWeb { edition, files })
}

/// Accepts connections and answers their requests, until the program is interrupted. Each listener has connections of its own, so that a
/// full one blocks no other.
fn accept(listener: &TcpListener, answer: &Answer<'_>) -> ! {
    let connections = Connections::default();
    std::thread::scope(|scope| {
        loop {
            let Ok((stream, _)) = listener.accept() else {
                connections.close_longest_waiting();
                std::thread::sleep(BREATH);
                continue;
            };
            let connection = match connections.admit(stream) {
                Ok(connection) => connection,
                Err(stream) => {
                    refuse(stream);
                    continue;
                }
            };
            let served = move || attend(&connection, answer);
            // If no thread can be started, the connection is closed and the page retries.
            let _ = std::thread::Builder::new().name("page".to_owned()).spawn_scoped(scope, served);
        }
    })
}

/// Function that answers the requests of a listener.
type Answer<'a> = dyn Fn(&mut Request<'_>) -> HttpReply + Sync + 'a;

/// Reads a connection's request and answers it.
fn attend(connection: &Connection<'_>, answer: &Answer<'_>) {
    let mut request = match Request::receive(connection) {
        Ok(Some(request)) => request,
        Ok(None) => return,
        Err(fault) => return http::respond(connection, &fault.into(), true),
    };
    if connection.start_work() {
        let reply = answer(&mut request);
        http::respond(connection, &reply, request.head().method != "HEAD");
    }
}

/// Refuses a connection because the server is busy with all connections that it allows. The reply fits into the system's buffer, so this
/// does not block.
fn refuse(mut stream: TcpStream) {
    let reply = HttpReply::too_many();
    if stream.set_nonblocking(true).is_ok() {
        let _ = stream.write_all(&reply.bytes(true));
    }
}
