//! The WebAssembly module of the browser edition: one session behind three exported functions. The page asks for a buffer, writes a request
//! into it as UTF-8, calls `answer`, and reads the reply.
#![allow(unsafe_code, reason = "the attribute that exports a function counts as unsafe; nothing in the functions is")]

use slip_web::Session;
use std::cell::RefCell;

/// Session of the page, with its last request and reply.
#[derive(Default)]
struct Exchange {
    session: Session,
    request: Vec<u8>,
    reply: String,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
}

/// Returns the address of a buffer for a request of this many bytes. The address is valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn request_room(length: usize) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.request.clear();
        exchange.request.resize(length, 0);
        exchange.request.as_mut_ptr()
    })
}

/// Answers the request, and returns the length of the reply in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    EXCHANGE.with_borrow_mut(|exchange| {
        let request = std::mem::take(&mut exchange.request);
        exchange.reply = exchange.session.ask(&String::from_utf8_lossy(&request));
        exchange.reply.len()
    })
}

/// Returns the address of the reply. It is valid until the next request.
#[unsafe(no_mangle)]
pub extern "C" fn reply_address() -> *const u8 {
    EXCHANGE.with_borrow(|exchange| exchange.reply.as_ptr())
}
