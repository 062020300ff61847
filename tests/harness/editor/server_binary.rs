//! Language server binary, started as editors start it: over its standard input and output.

use super::Line;
use lsp_server::Message;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Server process, started as editors start it.
pub(crate) struct Binary {
    child: Child,
    into: Option<ChildStdin>,
    out: Receiver<(Instant, Message)>,
    /// Time of the last message.
    pub(crate) at: Instant,
}

impl Binary {
    pub(crate) fn new() -> Binary {
        let mut child =
            Command::new(env!("CARGO_BIN_EXE_slipyard")).arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let into = child.stdin.take();
        let from = child.stdout.take().unwrap();
        let (tell, out) = channel();
        std::thread::spawn(move || {
            let mut from = BufReader::new(from);
            while let Ok(Some(message)) = Message::read(&mut from) {
                let _ = tell.send((Instant::now(), message));
            }
        });
        Binary { child, into, out, at: Instant::now() }
    }

    /// Sends bytes that are not a message.
    pub(crate) fn mutter(&mut self, bytes: &[u8]) {
        self.into.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Closes the input, and waits for the process to end.
    pub(crate) fn ended(&mut self) -> Option<i32> {
        self.into = None;
        self.child.wait().unwrap().code()
    }

    /// Returns the memory of the process in megabytes, now and at its peak.
    #[allow(dead_code, reason = "read by the bench of the editor")]
    pub(crate) fn memory(&self) -> (u64, u64) {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let of = |key: &str| {
            let line = status.lines().find(|line| line.starts_with(key)).unwrap_or_default();
            line.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0) / 1024
        };
        (of("VmRSS"), of("VmHWM"))
    }
}

impl Line for Binary {
    fn say(&mut self, message: Message) {
        let into = self.into.as_mut().unwrap();
        message.write(into).unwrap();
        into.flush().unwrap();
    }

    fn hear(&mut self, wait: Duration) -> Option<Message> {
        let (at, message) = self.out.recv_timeout(wait).ok()?;
        self.at = at;
        Some(message)
    }
}
