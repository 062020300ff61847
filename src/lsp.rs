//! Language server: `slipyard lsp`, over the standard input and output.
//!
//! `server` is the main loop: open texts, compiled packages, waiting requests. `worker` is a thread per package, which owns the compiled
//! world. `request_handlers` has one function per request, and the crate `slip_ide` computes the content of the answers. `rename_check`
//! test-compiles a rename. Only `convert_positions` knows how the protocol counts columns. `message_frames` splits the stream into
//! messages, and `transport` owns the streams. A failed request or an unreadable message is answered with an error, and the server
//! continues.

mod capabilities;
mod convert_positions;
mod diagnostics;
mod document;
mod message_frames;
mod package;
mod rename_check;
mod request_handlers;
mod run_command;
mod server;
mod snapshot;
mod transport;
mod worker;

use lsp_server::{Connection, ErrorCode, Message, RequestId, Response};
use serde_json::Value;
use std::any::Any;

/// Command that plays an encounter once.
const RUN: &str = "slipyard.run";
/// Command that plays an encounter many times.
const SIMULATE: &str = "slipyard.simulate";
/// Command that runs a test.
const TEST: &str = "slipyard.test";

/// Serves an editor over the standard input and output until it shuts the server down; false if the editor disconnects first.
///
/// # Errors
/// When a stream cannot be read or written, or the editor disconnects before it is answered.
pub fn over_stdio() -> Result<bool, String> {
    let (connection, streams) = transport::open();
    let ended = serve(&connection);
    snapshot::remove_library();
    drop(connection);
    // After an error, the thread that reads may wait for the editor forever, so its end is not waited for.
    if ended.is_ok() {
        streams.join().map_err(|error| error.to_string())?;
    }
    ended
}

/// Serves an editor over a connection until it shuts the server down; false if the editor disconnects first.
///
/// # Errors
/// When the editor disconnects before it is answered.
pub fn serve(connection: &Connection) -> Result<bool, String> {
    let Some((id, asked)) = first_request(connection) else { return Ok(false) };
    let client = capabilities::Client::of(&asked);
    let offered = Response::new_ok(id, capabilities::offered(client.encoding));
    connection.sender.send(offered.into()).map_err(|_| "the editor has closed the connection".to_owned())?;
    Ok(server::Server::new(connection, client).run())
}

/// Waits for the `initialize` request and refuses all others. Returns `None` if the editor disconnects first.
fn first_request(connection: &Connection) -> Option<(RequestId, Value)> {
    for message in &connection.receiver {
        match message {
            Message::Request(request) if request.method == "initialize" => return Some((request.id, request.params)),
            Message::Request(request) => {
                let why = format!("`{}` came before `initialize`", request.method);
                let refused = Response::new_err(request.id, ErrorCode::ServerNotInitialized as i32, why);
                // If the editor has disconnected, the next message reports it.
                let _ = connection.sender.send(refused.into());
            }
            Message::Notification(news) if news.method == "exit" => return None,
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    None
}

/// Returns the message of a panic.
fn panic_words(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned()).or_else(|| panic.downcast_ref::<String>().cloned());
    format!("internal error in slipyard, please report it: {}", words.unwrap_or_else(|| "no details".to_owned()))
}
