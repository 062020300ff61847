//! Server-sent events: a reply that does not end, with a line for each change of a game. Pages wait for these lines instead of asking again
//! and again.
//!
//! A stream holds a connection and a thread, so the number of streams is limited. A stream ends after an hour, or when its page may no
//! longer see the game; browsers then open a new one by themselves.

use super::changes::{ChangeKind, ChangeNumbers, Changes};
use slip_limits::{SECONDS_BETWEEN_EVENTS, SECONDS_OF_EVENTS};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Time between two checks of a connection. A page that was closed is noticed after at most this time.
const GLANCE: Duration = Duration::from_secs(1);

/// Count of open streams, with a limit.
#[derive(Clone)]
pub(super) struct StreamCount {
    open: Arc<AtomicUsize>,
    most: usize,
}

/// Reservation for one open stream in the stream count. It is released when this value is dropped.
pub(super) struct StreamPlace(StreamCount);

impl StreamCount {
    pub(super) fn new(most: usize) -> StreamCount {
        StreamCount { open: Arc::default(), most }
    }

    /// Returns the number of open streams.
    pub(super) fn open(&self) -> usize {
        self.open.load(Ordering::SeqCst)
    }

    /// Counts one more stream; `None` at the limit.
    pub(super) fn enter(&self) -> Option<StreamPlace> {
        let more = |open: usize| (open < self.most).then_some(open + 1);
        self.open.fetch_update(Ordering::SeqCst, Ordering::SeqCst, more).ok().map(|_| StreamPlace(self.clone()))
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Stream of the changes of a game to one page.
pub(super) struct EventStream {
    changes: Arc<Changes>,
    /// True as long as the page may see the game.
    is_allowed: Box<dyn Fn() -> bool + Send + Sync>,
    places: Vec<StreamPlace>,
    /// True if the other pages get a message when this page opens and closes.
    is_person: bool,
}

/// Text that a stream sends next.
pub(super) enum NextEvent {
    /// Lines for the page; may be empty while nothing has happened.
    Lines(String),
    /// Last lines of the stream.
    Last(String),
}

impl EventStream {
    /// Creates the stream of a page whose permission to see the game never ends.
    pub(super) fn new(changes: Arc<Changes>, place: StreamPlace) -> EventStream {
        EventStream { changes, is_allowed: Box::new(|| true), places: vec![place], is_person: false }
    }

    /// Creates the stream of a person's page. The stream ends when the person may no longer see the game.
    pub(super) fn for_person(
        changes: Arc<Changes>,
        places: Vec<StreamPlace>,
        is_allowed: impl Fn() -> bool + Send + Sync + 'static,
    ) -> EventStream {
        changes.announce(ChangeKind::People);
        EventStream { changes, is_allowed: Box::new(is_allowed), places, is_person: true }
    }

    /// Begins to read the stream.
    pub(super) fn reader(&self) -> EventReader<'_> {
        let now = Instant::now();
        EventReader { stream: self, seen: None, sent: now, begun: now }
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        self.places.clear();
        if self.is_person {
            self.changes.announce(ChangeKind::People);
        }
    }
}

/// Reader of a stream. Remembers the changes that were already sent, the time of the last line, and the time when it began.
pub(super) struct EventReader<'s> {
    stream: &'s EventStream,
    seen: Option<ChangeNumbers>,
    sent: Instant,
    begun: Instant,
}

impl EventReader<'_> {
    /// Waits for the next lines, for at most [`GLANCE`].
    pub(super) fn next(&mut self) -> NextEvent {
        let Some(seen) = self.seen else {
            let now = self.stream.changes.now();
            self.seen = Some(now);
            return NextEvent::Lines(format!("retry: 2000\n\ndata: {now}\n\n"));
        };
        let now = self.stream.changes.wait(seen, GLANCE);
        if !(self.stream.is_allowed)() {
            return NextEvent::Last("event: withdrawn\ndata:\n\n".to_owned());
        }
        if self.begun.elapsed() > Duration::from_secs(SECONDS_OF_EVENTS) {
            return NextEvent::Last(String::new());
        }
        if now != seen {
            self.seen = Some(now);
            self.sent = Instant::now();
            return NextEvent::Lines(format!("data: {now}\n\n"));
        }
        if self.sent.elapsed() < Duration::from_secs(SECONDS_BETWEEN_EVENTS) {
            return NextEvent::Lines(String::new());
        }
        self.sent = Instant::now();
        // A comment line, which pages ignore. It shows routers and phones that the connection is in use.
        NextEvent::Lines(": \n\n".to_owned())
    }
}
