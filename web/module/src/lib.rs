//! The WebAssembly module of the browser edition: one session behind three exported functions. The page asks for a buffer, writes a request
//! into it as UTF-8, calls `answer`, and reads the reply. During long requests, the module calls `progress` of the page.
#![allow(unsafe_code, reason = "the attributes that export and import a function count as unsafe; nothing in the functions is")]

use slip_web::Session;
use std::cell::RefCell;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Tells the page how much of a request is done, and a number that depends on the request.
    safe fn progress(done: u32, at: i32);
}

fn tell(done: u32, at: i32) {
    progress(done, at);
}

/// Session of the page, with its last request and reply.
struct Exchange {
    session: Session,
    request: Vec<u8>,
    reply: String,
}

impl Default for Exchange {
    fn default() -> Exchange {
        let mut session = Session::new();
        session.on_progress(tell);
        Exchange { session, request: Vec::new(), reply: String::new() }
    }
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
