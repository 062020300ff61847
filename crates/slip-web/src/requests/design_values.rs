//! `design_values`: the names of a design that a search for designs may use.

use crate::form::{self, DesignValuesReply};
use crate::session::Session;
use serde::Deserialize;

/// Design whose values are asked for.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DesignValues {
    /// Folder of the package.
    package: String,
    /// Name of the design.
    design: String,
}

/// Answers the request for the values of a design.
pub(crate) fn answer(session: &Session, asked: &DesignValues) -> Result<DesignValuesReply, String> {
    form::design_values(&session.world(&asked.package)?, &asked.design)
}
