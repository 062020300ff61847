//! What an archive says of itself: its manifest, and the verdict on what is in it.

use super::refusal::Refusal;
use super::{FORMAT, MANIFEST, SOURCES};
use crate::PackageInfo;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// The manifest of an archive.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// [`FORMAT`].
    pub format: u32,
    /// Who wrote it: `slipyard 0.1.0`.
    pub tool: String,
    /// The package, its edition of the language with it.
    pub package: PackageInfo,
    /// Version of the pack's JSON.
    pub pack_format: u32,
    /// The hash of what is played, which logs name ([`crate::Pack::hash`]).
    pub plays: String,
    /// The standard library, what the package depends on, and the package itself at the end.
    pub packages: Vec<Packed>,
    /// Everything else in the archive, by name.
    pub members: Vec<Member>,
    /// The hash of this manifest without this line: it stands for all that is in the archive, however it is packed.
    pub content: String,
}

/// A package whose texts are in an archive, or the standard library it was compiled with.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Packed {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The hash of its texts, as locks pin it.
    pub hash: String,
    /// The names of what it depends on itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
}

/// A member of an archive.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its bytes, unpacked.
    pub size: u64,
    /// The hash of these.
    pub hash: String,
}

/// What checking a package said of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// None: what has errors is not built.
    pub errors: usize,
    /// Findings that are warnings.
    pub warnings: usize,
    /// Findings that are notes.
    pub notes: usize,
    /// The findings, counted by code.
    pub findings: Vec<Finding>,
    /// What authors have allowed, and why.
    pub waivers: Vec<Waived>,
}

/// Findings of one code.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The code.
    pub code: String,
    /// `warning` or `note`.
    pub severity: String,
    /// How many.
    pub count: usize,
}

/// A rule that somebody was let off.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waived {
    /// The kind of thing: `ship`.
    pub kind: String,
    /// Its name.
    pub item: String,
    /// The code of the finding that was waived.
    pub code: String,
    /// The author's reason.
    pub reason: String,
}

impl About {
    /// Returns the standard library that the package was built with, if the archive contains it because it is not that of slipyard.
    pub fn library(&self) -> Option<&Packed> {
        let folder = format!("{SOURCES}/std/");
        self.packages.first().filter(|_| self.members.iter().any(|member| member.name.starts_with(&folder)))
    }

    /// The bytes of the manifest.
    pub(super) fn bytes(&self) -> Vec<u8> {
        json(self)
    }

    /// What [`About::content`] is to be.
    pub(super) fn reckoned(&self) -> String {
        super::hash(&json(&About { content: String::new(), ..self.clone() }))
    }

    /// Reads the bytes of a manifest.
    pub(super) fn read(bytes: &[u8]) -> Result<About, Refusal> {
        let value: Value = serde_json::from_slice(bytes).map_err(|error| Refusal::manifest(&plain(&error)))?;
        let format = value.get("format").and_then(Value::as_u64);
        match format {
            Some(format) if format > u64::from(FORMAT) => {
                return Err(Refusal::newer(format, value.get("tool").and_then(Value::as_str).unwrap_or_default()));
            }
            Some(format) if format == u64::from(FORMAT) => {}
            _ => return Err(Refusal::manifest("it does not say which format it has")),
        }
        let about: About = serde_json::from_value(value).map_err(|error| Refusal::manifest(&plain(&error)))?;
        about.check()?;
        if about.bytes() != bytes {
            return Err(Refusal::manifest("its layout is another"));
        }
        if about.reckoned() != about.content {
            return Err(Refusal::manifest("it was changed after it was written, for its `content` is another"));
        }
        Ok(about)
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.package.name == "std" {
            return Err(Refusal::manifest("it is named after the standard library, which is never packed"));
        }
        let names: BTreeSet<&str> = self.packages.iter().map(|package| package.name.as_str()).collect();
        if names.len() != self.packages.len() {
            return Err(Refusal::manifest("two of its packages have one name"));
        }
        if self.packages.last().is_none_or(|last| last.name != self.package.name.as_str() || last.version != self.package.version.as_str())
        {
            return Err(Refusal::manifest("the last of its packages is not the one it is named after"));
        }
        if self.packages.first().is_none_or(|first| first.name != "std") {
            return Err(Refusal::manifest("the first of its packages is not `std`"));
        }
        if self.packages.iter().flat_map(|package| &package.needs).any(|name| !names.contains(name.as_str())) {
            return Err(Refusal::manifest("a package depends on one that is not in it"));
        }
        let sorted = self.members.iter().zip(self.members.iter().skip(1)).all(|(one, next)| one.name < next.name);
        if !sorted || self.members.iter().any(|member| member.name == MANIFEST) {
            return Err(Refusal::manifest("its members are not listed once each and by name"));
        }
        Ok(())
    }
}

impl Verdict {
    /// The bytes of its member.
    pub fn bytes(&self) -> Vec<u8> {
        json(self)
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Verdict, Refusal> {
        serde_json::from_slice(bytes).map_err(|error| Refusal::verdict(&plain(&error)))
    }
}

/// What serde says, without places: nobody mends these by hand.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

fn json(value: &impl Serialize) -> Vec<u8> {
    // These types hold nothing that JSON lacks.
    let mut bytes = serde_json::to_vec_pretty(value).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
