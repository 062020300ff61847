//! Language server binary that is sent arbitrary bytes, which no editor would send.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Longest wait for an answer: test machines are busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// Server process and its streams.
pub(crate) struct Raw {
    child: Child,
    into: Option<ChildStdin>,
    out: Receiver<Value>,
}

impl Drop for Raw {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a message, also one whose id is null.
fn message(from: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some((_, value)) => length = value.parse().ok(),
            None => break,
        }
    }
    let mut text = vec![0; length?];
    from.read_exact(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Returns a message with its header.
pub(crate) fn frame(text: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

impl Raw {
    pub(crate) fn new() -> Raw {
        let mut child = Command::new(env!("CARGO_BIN_EXE_slipyard"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let into = child.stdin.take();
        let mut from = BufReader::new(child.stdout.take().unwrap());
        let (tell, out) = channel();
        std::thread::spawn(move || while message(&mut from).is_some_and(|message| tell.send(message).is_ok()) {});
        Raw { child, into, out }
    }

    /// Starts a server and initializes it.
    pub(crate) fn initialized() -> Raw {
        let mut raw = Raw::new();
        let answer = raw.ask("hello", "initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        assert!(answer["result"]["capabilities"].is_object(), "{answer}");
        raw.tell("initialized", json!({}));
        raw
    }

    pub(crate) fn bytes(&mut self, bytes: impl AsRef<[u8]>) {
        let into = self.into.as_mut().unwrap();
        into.write_all(bytes.as_ref()).unwrap();
        into.flush().unwrap();
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.bytes(frame(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string()));
    }

    pub(crate) fn ask(&mut self, id: &str, method: &str, params: Value) -> Value {
        self.bytes(frame(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()));
        self.answer(&json!(id))
    }

    /// Returns the next answer with an id; messages in between are dropped.
    pub(crate) fn answer(&mut self, id: &Value) -> Value {
        loop {
            let message = self.out.recv_timeout(PATIENCE).expect("no answer");
            if message.get("method").is_none() && message["id"] == *id {
                return message;
            }
            assert!(message.get("method").is_some(), "another answer: {message}");
        }
    }

    /// Returns the next message in the log.
    pub(crate) fn logged(&mut self) -> String {
        loop {
            let message = self.out.recv_timeout(PATIENCE).expect("nothing in the log");
            if message["method"] == "window/logMessage" {
                return message["params"]["message"].as_str().unwrap().to_owned();
            }
        }
    }

    /// Closes the input, and waits for the process to end.
    pub(crate) fn ended(&mut self) -> Option<i32> {
        self.into = None;
        self.child.wait().unwrap().code()
    }
}
