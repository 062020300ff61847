//! The session of the browser edition: any request is answered or refused, and everything that an editor asks about any text is answered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use slip_web::Session;

fuzz_target!(|text: &str| {
    let mut session = Session::new();
    session.ask(&json!({ "ask": "write", "files": { "a.slip": text } }).to_string());
    let place = text.encode_utf16().count() / 2;
    for request in [
        json!({ "ask": "check", "package": "" }),
        json!({ "ask": "list", "package": "" }),
        json!({ "ask": "tokens", "file": "a.slip" }),
        json!({ "ask": "format", "file": "a.slip" }),
        json!({ "ask": "complete", "file": "a.slip", "at": place }),
        json!({ "ask": "hover", "file": "a.slip", "at": place }),
        json!({ "ask": "actions", "file": "a.slip", "from": 0, "to": place }),
    ] {
        let reply: Value = serde_json::from_str(&session.ask(&request.to_string())).expect("a reply is JSON");
        assert!(reply.get("answer").is_some(), "{request}: {reply}");
    }
    let reply: Value = serde_json::from_str(&session.ask(text)).expect("a reply is JSON");
    assert!(reply.get("answer").is_some() != reply.get("error").is_some());
});
