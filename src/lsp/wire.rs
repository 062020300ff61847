//! What an editor says and hears over the standard streams. Floor 8.
//!
//! A message says how long it is before it comes. That is believed up to a limit, and no memory is taken for what has not come.

use crate::limits::EDITOR_MESSAGE;
use crossbeam_channel::bounded;
use lsp_server::{Connection, Message};
use std::io::{self, BufRead, Error, ErrorKind, Read};
use std::thread::JoinHandle;

/// How long a line before a message may be.
const MOST_LINE: u64 = 4096;

/// The threads that read and write.
pub(super) struct Streams {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

/// A connection over the standard input and output.
pub(super) fn open() -> (Connection, Streams) {
    let (say, said) = bounded::<Message>(0);
    let writer = std::thread::spawn(move || {
        let mut out = io::stdout().lock();
        said.into_iter().try_for_each(|message| message.write(&mut out))
    });
    let (tell, told) = bounded::<Message>(0);
    let reader = std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(message) = read(&mut input)? {
            let is_last = matches!(&message, Message::Notification(told) if told.method == "exit");
            tell.send(message).map_err(Error::other)?;
            if is_last {
                break;
            }
        }
        Ok(())
    });
    (Connection { sender: say, receiver: told }, Streams { reader, writer })
}

impl Streams {
    /// Waits until everything is read and written.
    pub(super) fn join(self) -> io::Result<()> {
        let panicked = |_| Err(Error::other("a thread of the streams ended by mistake"));
        self.reader.join().unwrap_or_else(panicked)?;
        self.writer.join().unwrap_or_else(panicked)
    }
}

/// A message; none at the end.
fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let wrong = |why: String| Error::new(ErrorKind::InvalidData, why);
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.by_ref().take(MOST_LINE).read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.strip_suffix("\r\n").ok_or_else(|| wrong(format!("this is no header: {line:?}")))?;
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(": ").ok_or_else(|| wrong(format!("this is no header: {line:?}")))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(value.parse::<u64>().map_err(|_| wrong(format!("this is no length: {value}")))?);
        }
    }
    let length = length.ok_or_else(|| wrong("a message does not say how long it is".to_owned()))?;
    if length > EDITOR_MESSAGE {
        return Err(wrong(format!("a message of {length} bytes is too long: at most {EDITOR_MESSAGE}")));
    }
    let mut text = Vec::new();
    input.by_ref().take(length).read_to_end(&mut text)?;
    if u64::try_from(text.len()).ok() != Some(length) {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    serde_json::from_slice(&text).map(Some).map_err(|error| wrong(format!("this is no message: {error}")))
}
