//! Open connections of the board, and their limit.
//!
//! Each connection has a thread. When the limit is reached, the connection that has waited longest for its browser is closed, so idle
//! connections never block a request. A connection whose request is being answered is never closed. If all connections are being answered,
//! the new one is refused.

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Largest number of open connections.
const MOST: usize = slip_limits::CONNECTIONS_TO_BOARD;

/// All open connections.
#[derive(Default)]
pub(super) struct Connections {
    open: Mutex<Open>,
}

/// Open connections by their numbers, the oldest first.
#[derive(Default)]
struct Open {
    next: u64,
    by_number: BTreeMap<u64, Entry>,
}

/// State of one open connection.
struct Entry {
    stream: Arc<TcpStream>,
    /// True while the request of this connection is being answered.
    is_working: bool,
}

/// Open connection, which counts as open until this value is dropped.
pub(super) struct Connection<'c> {
    connections: &'c Connections,
    number: u64,
    stream: Arc<TcpStream>,
}

impl Connections {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection. If all allowed connections are busy, returns the stream so that the caller can refuse it.
    pub(super) fn admit(&self, stream: TcpStream) -> Result<Connection<'_>, TcpStream> {
        let mut open = self.open();
        if open.by_number.len() >= MOST && !open.close_longest_waiting() {
            return Err(stream);
        }
        let (number, stream) = (open.next, Arc::new(stream));
        open.next += 1;
        open.by_number.insert(number, Entry { stream: Arc::clone(&stream), is_working: false });
        Ok(Connection { connections: self, number, stream })
    }

    /// Closes the connection that has waited longest, to free system resources for another one.
    pub(super) fn close_longest_waiting(&self) {
        self.open().close_longest_waiting();
    }
}

impl Open {
    /// Closes the connection that has waited longest; false if none waits.
    fn close_longest_waiting(&mut self) -> bool {
        let longest = self.by_number.iter().find(|(_, entry)| !entry.is_working).map(|(number, _)| *number);
        let Some(entry) = longest.and_then(|number| self.by_number.remove(&number)) else { return false };
        // The thread that reads from the connection then finds the end of the stream and returns.
        let _ = entry.stream.shutdown(Shutdown::Both);
        true
    }
}

impl Connection<'_> {
    /// Returns the stream of the connection.
    pub(super) fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Marks the connection as being answered, so that it is not closed to make room for another one. Returns false if it is already
    /// closed.
    pub(super) fn start_work(&self) -> bool {
        self.set_working(true)
    }

    /// Marks the connection as waiting for its browser.
    pub(super) fn start_waiting(&self) {
        self.set_working(false);
    }

    fn set_working(&self, is_working: bool) -> bool {
        let mut open = self.connections.open();
        let entry = open.by_number.get_mut(&self.number);
        entry.map(|entry| entry.is_working = is_working).is_some()
    }
}

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        self.connections.open().by_number.remove(&self.number);
    }
}
