//! The language server: `slipyard lsp`, over the standard input and output.
//!
//! `server` is the loop: texts that are open, packages that are compiled, requests that wait. `keeper` is a thread a package, with
//! the world as it was compiled; `answer` has one function a request, `ide` what it says; `proof` compiles what a new name would make. `convert` alone knows how the
//! protocol counts columns. `frames` cuts messages out of the stream, `transport` holds the streams. A request that goes wrong is answered with an
//! error, and the server goes on; so does it after a message that cannot be read.

mod answer;
mod capabilities;
mod convert;
mod document;
mod frames;
mod ground;
mod hall;
mod keeper;
mod proof;
mod run;
mod server;
mod show;
mod transport;

use lsp_server::{Connection, ErrorCode, Message, RequestId, Response};
use serde_json::Value;
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
/// When a stream cannot be read or written, or the editor goes away before it is answered.
pub fn over_stdio() -> Result<bool, String> {
    let (connection, streams) = transport::open();
    let ended = serve(&connection);
    ground::remove_library();
    drop(connection);
    // If the editor does not listen, the reader may wait for it without end.
    if ended.is_ok() {
        streams.join().map_err(|error| error.to_string())?;
    }
    ended
}

/// Serves an editor over a connection until it says goodbye; false if it left without.
///
/// # Errors
/// When the editor goes away before it is answered.
pub fn serve(connection: &Connection) -> Result<bool, String> {
    let Some((id, asked)) = first_request(connection) else { return Ok(false) };
    let client = capabilities::Client::of(&asked);
    let offered = Response::new_ok(id, capabilities::offered(client.encoding));
    connection.sender.send(offered.into()).map_err(|_| "the editor does not listen".to_owned())?;
    Ok(server::Server::new(connection, client).run())
}

/// Waits for `initialize`, and refuses other requests; none if the editor leaves first.
fn first_request(connection: &Connection) -> Option<(RequestId, Value)> {
    for message in &connection.receiver {
        match message {
            Message::Request(request) if request.method == "initialize" => return Some((request.id, request.params)),
            Message::Request(request) => {
                let why = format!("`{}` comes before `initialize`", request.method);
                let refused = Response::new_err(request.id, ErrorCode::ServerNotInitialized as i32, why);
                // If the editor has gone, the next message says so.
                let _ = connection.sender.send(refused.into());
            }
            Message::Notification(news) if news.method == "exit" => return None,
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    None
}

/// What a panic said.
fn panic_words(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned()).or_else(|| panic.downcast_ref::<String>().cloned());
    format!("slipyard made a mistake: {}", words.unwrap_or_else(|| "it does not say which".to_owned()))
}
