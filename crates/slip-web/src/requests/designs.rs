//! `designs`: the designs by which a package can build items.

use crate::form::{self, DesignOffer};
use crate::session::Session;
use serde::Deserialize;

/// Package whose designs are asked for.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Designs {
    /// Folder of the package.
    package: String,
}

/// Returns the designs.
pub(crate) fn answer(session: &Session, asked: &Designs) -> Result<Vec<DesignOffer>, String> {
    form::designs(&session.world(&asked.package)?)
}
