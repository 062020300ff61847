//! The language server: `slipyard lsp`, over the standard input and output. Floor 8.
//!
//! `server` is the loop: texts that are open, packages that are compiled, requests that wait. `keeper` is a thread a package, with
//! the world as it was compiled; `answer` has one function a request, `ide` what it says; `proof` compiles what a new name would make. `convert` alone knows how the
//! protocol counts columns. A request that goes wrong is answered with an error, and the server goes on.

mod answer;
mod capabilities;
mod convert;
mod document;
mod ground;
mod hall;
mod keeper;
mod proof;
mod run;
mod server;
mod show;
mod wire;

use lsp_server::Connection;
use std::any::Any;

/// The command that plays an encounter once.
const RUN: &str = "slipyard.run";
/// The command that plays an encounter many times.
const SIMULATE: &str = "slipyard.simulate";
/// The command that runs a test.
const TEST: &str = "slipyard.test";

/// Serves an editor over the standard input and output until it says goodbye; true if it did.
///
/// # Errors
/// When the editor does not keep to the protocol, or goes away in the middle.
pub fn over_stdio() -> Result<bool, String> {
    let (connection, streams) = wire::open();
    let ended = serve(&connection);
    drop(connection);
    // The reader may wait for an editor that says nothing more: only what we said must be out.
    if ended.is_ok() {
        streams.join().map_err(|error| error.to_string())?;
    }
    ended
}

/// Serves an editor over a connection until it says goodbye; false if it left without.
///
/// # Errors
/// When the editor does not keep to the protocol.
pub fn serve(connection: &Connection) -> Result<bool, String> {
    let (id, asked) = match connection.initialize_start() {
        Ok(hello) => hello,
        Err(error) if error.channel_is_disconnected() => return Ok(false),
        Err(error) => return Err(error.to_string()),
    };
    let client = capabilities::Client::of(&asked);
    let offered = capabilities::offered(client.encoding);
    connection.initialize_finish(id, offered).map_err(|error| error.to_string())?;
    server::Server::new(connection, client).run()
}

/// What a panic said.
fn panic_words(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned()).or_else(|| panic.downcast_ref::<String>().cloned());
    format!("slipyard made a mistake: {}", words.unwrap_or_else(|| "it does not say which".to_owned()))
}
