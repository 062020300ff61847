//! `slipyard serve`: packages while they are written, and a board for their encounters, in a browser of this machine. Floor 9.
//!
//! The pages are files of their own; what changes they ask for as JSON. Every game is a thread of its own that owns what it was begun
//! with, so that writing goes on beside it. Nothing is reached but over the loopback address and with the token of the run
//! ([`door`]).

mod door;
mod games;
mod house;
mod pages;

use super::args::Serve;
use super::{Console, Status, Stop};
use door::{Door, Knock};
use games::Games;
use house::House;
use std::net::Ipv4Addr;
use std::sync::Arc;
use tiny_http::Server;

/// Threads that answer; a long answer of one keeps nobody waiting.
const HANDS: usize = 4;

/// Serves until it is interrupted.
pub(super) fn run(serve: &Serve, console: &mut Console<'_>) -> Result<Status, Stop> {
    let house = Arc::new(House::open(&serve.path)?);
    std::fs::create_dir_all(&serve.games)
        .map_err(|error| Stop::because(format!("cannot keep games in `{}`: {error}", serve.games.display())))?;
    let address = (Ipv4Addr::LOCALHOST, serve.port);
    let taken = |error| {
        let port = serve.port;
        Stop::because(format!("cannot listen on port {port} of this machine: {error}; --port 0 takes one that is free"))
    };
    let server = Arc::new(Server::http(address).map_err(taken)?);
    let port = server.server_addr().to_ip().map_or(serve.port, |address| address.port());
    let door = Door::new(port);
    let games = Games::new(serve.games.clone());
    writeln!(console.out, "{}", door.address())?;
    console.out.flush()?;
    writeln!(console.err, "open this address in a browser of this machine; games are kept in {}", serve.games.display())?;
    console.err.flush()?;
    house::watch(Arc::clone(&house), serve.path.clone());
    std::thread::scope(|scope| {
        for _ in 0..HANDS {
            scope.spawn(|| {
                while let Ok(request) = server.recv() {
                    let mut knock = Knock::of(request);
                    let reply = door.guarded(&mut knock, |knock| pages::answer(knock, &house, &games));
                    knock.reply(&reply);
                }
            });
        }
    });
    Ok(Status::Clean)
}
