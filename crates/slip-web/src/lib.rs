//! The session of the browser edition: files in memory, and requests about them as JSON.
//!
//! The session contains no rules of the game. It makes packages from texts (`packages`), calls the same libraries as the command, and
//! returns the answers as JSON. Offsets are UTF-16 units from the start of a text, as browsers count them (`positions`).

mod editor_view;
mod form;
mod kept_world;
mod packages;
mod positions;
mod requests;
mod session;
mod things;
#[cfg(feature = "types")]
pub mod typescript;
mod world;

pub use requests::{REQUESTS, Request};
pub use session::{Session, TellProgress};
