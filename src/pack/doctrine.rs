//! Doctrines: ordered preferences over decision points. Floor 0.

use super::Name;
use serde::{Deserialize, Serialize};

/// A doctrine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Doctrine {
    /// Its name in its package.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The package.
    pub package: Name,
}
