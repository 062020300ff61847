//! `write`: sets the texts of files, and removes files.

use crate::session::Session;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Changes of files.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Write {
    /// Texts by path; `null` removes a file.
    files: BTreeMap<String, Option<String>>,
    /// True to remove all other files first.
    #[serde(default)]
    all: bool,
}

/// Packages of the page.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Written {
    /// Folders of all packages, and the empty folder if files belong to no package.
    packages: Vec<String>,
}

/// Changes the files.
pub(crate) fn answer(session: &mut Session, asked: &Write) -> Result<Written, String> {
    if asked.all {
        let rest: Vec<String> = session.files().map(|(path, _)| path.to_owned()).filter(|path| !asked.files.contains_key(path)).collect();
        rest.into_iter().for_each(|path| session.set(path, None));
    }
    for (path, text) in &asked.files {
        session.set(path.clone(), text.clone());
    }
    let mut packages: Vec<String> = session.files().map(|(path, _)| session.package_of(path)).collect();
    packages.sort();
    packages.dedup();
    Ok(Written { packages })
}
