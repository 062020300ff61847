//! The session of the browser edition: files in memory, and requests about them as JSON.
//!
//! The session has no rule of its own. It turns texts into packages (`packages`), asks the same libraries as the command, and words the
//! answers as data. Offsets are UTF-16 units from the start of a text, as browsers count them (`positions`).

mod editor_view;
mod packages;
mod positions;
mod requests;
mod session;
mod things;
mod world;

pub use requests::{REQUESTS, Request};
pub use session::Session;
