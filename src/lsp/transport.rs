//! Connection to an editor over the standard streams.
//!
//! One thread reads messages and one writes them. The reader answers a bad message itself and continues with the next one.

use super::message_frames::Frames;
use crossbeam_channel::bounded;
use lsp_server::{Connection, Message};
use std::io::{self, Error, Write};
use std::thread::JoinHandle;

/// Threads of the connection: one reads from the editor, and one writes to it.
pub(super) struct Streams {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

/// Opens a connection over the standard input and output.
pub(super) fn open() -> (Connection, Streams) {
    let (sender, to_write) = bounded::<Message>(0);
    let writer = std::thread::spawn(move || to_write.into_iter().try_for_each(|message| message.write(&mut io::stdout().lock())));
    let (was_read, receiver) = bounded::<Message>(0);
    let reader = std::thread::spawn(move || {
        let mut frames = Frames::new(io::stdin().lock());
        while let Some(read) = frames.next()? {
            match read {
                Ok(message) => {
                    let is_last = matches!(&message, Message::Notification(news) if news.method == "exit");
                    was_read.send(message).map_err(Error::other)?;
                    if is_last {
                        break;
                    }
                }
                Err(fault) => answer(&fault.answer().to_string())?,
            }
        }
        Ok(())
    });
    (Connection { sender, receiver }, Streams { reader, writer })
}

/// Writes a response without an id, which the types of the protocol library cannot express.
fn answer(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

impl Streams {
    /// Waits until everything is read and written.
    pub(super) fn join(self) -> io::Result<()> {
        let panicked = |_| Err(Error::other("a thread of the connection failed"));
        self.reader.join().unwrap_or_else(panicked)?;
        self.writer.join().unwrap_or_else(panicked)
    }
}
