//! `slipyard serve`: packages while they are written, and a board for their encounters, in a browser of this machine. Floor 9.
//!
//! The pages are files of their own; what changes they ask for as JSON. Every game is a thread of its own that owns what it was begun
//! with, so that writing goes on beside it. Nothing is reached but over the loopback address and with the token of the run
//! ([`door`]).

mod crowd;
mod door;
mod games;
mod house;
mod pages;
mod wire;

use super::args::Serve;
use super::{Console, Status, Stop};
use crowd::Crowd;
use door::{Door, Knock};
use games::Games;
use house::House;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use wire::Request;

/// So long is waited when the system lets nobody in, as for want of open files.
const BREATH: Duration = Duration::from_millis(50);

/// Serves until it is interrupted.
pub(super) fn run(serve: &Serve, console: &mut Console<'_>) -> Result<Status, Stop> {
    let house = Arc::new(House::open(&serve.path)?);
    std::fs::create_dir_all(&serve.games)
        .map_err(|error| Stop::because(format!("cannot keep games in `{}`: {error}", serve.games.display())))?;
    let taken = |error| {
        let port = serve.port;
        Stop::because(format!("cannot listen on port {port} of this machine: {error}; --port 0 takes one that is free"))
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, serve.port)).map_err(taken)?;
    let port = listener.local_addr().map_or(serve.port, |address| address.port());
    let door = Door::new(port);
    let games = Games::new(serve.games.clone());
    writeln!(console.out, "{}", door.address())?;
    console.out.flush()?;
    writeln!(console.err, "open this address in a browser of this machine; games are kept in {}", serve.games.display())?;
    console.err.flush()?;
    house::watch(Arc::clone(&house), serve.path.clone());
    let crowd = Crowd::default();
    std::thread::scope(|scope| {
        loop {
            let place = crowd.enter();
            let Ok((stream, _)) = listener.accept() else {
                std::thread::sleep(BREATH);
                continue;
            };
            let (door, house, games) = (&door, &*house, &games);
            let answered = move || {
                let _place = place;
                let Some(request) = Request::read(stream) else { return };
                let mut knock = Knock::of(request);
                let reply = door.guarded(&mut knock, |knock| pages::answer(knock, house, games));
                knock.reply(&reply);
            };
            // Whoever finds no thread is hung up on, and a page asks again.
            let _ = std::thread::Builder::new().name("page".to_owned()).spawn_scoped(scope, answered);
        }
    })
}
