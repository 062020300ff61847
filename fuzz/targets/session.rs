//! The session of the browser edition: any request is answered or refused, and everything that an editor asks about any text is answered.
//!
//! One session answers for all texts, as for somebody who types, so that the rules are compiled seldom.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use slip_web::Session;
use std::cell::RefCell;

/// Number of texts after which the whole package is compiled again.
const BETWEEN_COMPILATIONS: u32 = 500;

thread_local! {
    static SESSION: RefCell<(Session, u32)> = RefCell::new((Session::new(), 0));
}

fuzz_target!(|text: &str| {
    SESSION.with_borrow_mut(|(session, texts)| {
        session.ask(&json!({ "ask": "write", "files": { "a.slip": text } }).to_string());
        let place = text.encode_utf16().count() / 2;
        let is_whole = *texts % BETWEEN_COMPILATIONS == 0;
        *texts = texts.wrapping_add(1);
        let whole = [json!({ "ask": "check", "package": "" }), json!({ "ask": "list", "package": "" })];
        let of_editor = [
            json!({ "ask": "recheck", "file": "a.slip" }),
            json!({ "ask": "tokens", "file": "a.slip" }),
            json!({ "ask": "format", "file": "a.slip" }),
            json!({ "ask": "complete", "file": "a.slip", "at": place }),
            json!({ "ask": "hover", "file": "a.slip", "at": place }),
            json!({ "ask": "actions", "file": "a.slip", "from": 0, "to": place }),
        ];
        for request in whole.iter().filter(|_| is_whole).chain(&of_editor) {
            let reply: Value = serde_json::from_str(&session.ask(&request.to_string())).expect("a reply is JSON");
            assert!(reply.get("answer").is_some(), "{request}: {reply}");
        }
    });
    // A request may write other files, which would stay for the texts after it.
    let reply: Value = serde_json::from_str(&Session::new().ask(text)).expect("a reply is JSON");
    assert!(reply.get("answer").is_some() != reply.get("error").is_some());
});
