//! Metadata in an archive: the manifest, and the results of checking the package.

use super::refusal::ArchiveRefusal;
use super::{FORMAT, MANIFEST, SOURCES};
use crate::PackageInfo;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// The manifest of an archive.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchiveManifest {
    /// Version of the archive format, [`FORMAT`].
    pub format: u32,
    /// Name and version of the tool that wrote the archive: `slipyard 0.1.0`.
    pub tool: String,
    /// Package in the archive, with its language edition.
    pub package: PackageInfo,
    /// Version of the pack's JSON.
    pub pack_format: u32,
    /// Hash of the compiled pack, by which logs identify it ([`crate::Pack::hash`]).
    pub plays: String,
    /// Packages in the archive: the standard library, the dependencies, and last the package itself.
    pub packages: Vec<Packed>,
    /// All members of the archive except the manifest, by name.
    pub members: Vec<ArchiveMember>,
    /// Hash of this manifest with the field `content` empty. It identifies the content of the archive, however it is compressed.
    pub content: String,
}

/// Package whose texts are in the archive, or the standard library that the package was compiled with.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Packed {
    /// Name of the package.
    pub name: String,
    /// Version of the package.
    pub version: String,
    /// Hash of the package's texts, the same as in lock files.
    pub hash: String,
    /// Names of the package's direct dependencies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
}

/// Member of an archive, as the manifest lists it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchiveMember {
    /// Name of the archive member.
    pub name: String,
    /// Size of the member in bytes, unpacked.
    pub size: u64,
    /// Hash of the member's unpacked bytes.
    pub hash: String,
}

/// Results of checking a package.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckResults {
    /// Number of errors in the package: always 0, because a package with errors is not built.
    pub errors: usize,
    /// Number of warnings in the package.
    pub warnings: usize,
    /// Number of notes in the package.
    pub notes: usize,
    /// Number of findings for each diagnostic code.
    pub findings: Vec<FindingCount>,
    /// Findings that authors waived, with their reasons.
    pub waivers: Vec<Waived>,
}

/// Number of findings with one code.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindingCount {
    /// Code of the findings.
    pub code: String,
    /// Severity of the findings: `warning` or `note`.
    pub severity: String,
    /// Number of findings with this code.
    pub count: usize,
}

/// Finding that an author waived.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waived {
    /// Kind of the item with the finding: `ship`.
    pub kind: String,
    /// Name of the item.
    pub item: String,
    /// Code of the finding that was waived.
    pub code: String,
    /// Reason that the author gave for the waiver.
    pub reason: String,
}

impl ArchiveManifest {
    /// Returns the standard library that the package was built with, if the archive contains it because it replaces the
    /// built-in one.
    pub fn library(&self) -> Option<&Packed> {
        let folder = format!("{SOURCES}/std/");
        self.packages.first().filter(|_| self.members.iter().any(|member| member.name.starts_with(&folder)))
    }

    /// Returns the manifest as the bytes of its archive member.
    pub(super) fn bytes(&self) -> Vec<u8> {
        json(self)
    }

    /// Computes the value that [`ArchiveManifest::content`] must have for the rest of the manifest.
    pub(super) fn reckoned(&self) -> String {
        super::hash(&json(&ArchiveManifest { content: String::new(), ..self.clone() }))
    }

    /// Parses a manifest from the bytes of its archive member.
    pub(super) fn read(bytes: &[u8]) -> Result<ArchiveManifest, ArchiveRefusal> {
        let value: Value = serde_json::from_slice(bytes).map_err(|error| ArchiveRefusal::manifest(&plain(&error)))?;
        let format = value.get("format").and_then(Value::as_u64);
        match format {
            Some(format) if format > u64::from(FORMAT) => {
                return Err(ArchiveRefusal::newer(format, value.get("tool").and_then(Value::as_str).unwrap_or_default()));
            }
            Some(format) if format == u64::from(FORMAT) => {}
            _ => return Err(ArchiveRefusal::manifest("its format is missing")),
        }
        let about: ArchiveManifest = serde_json::from_value(value).map_err(|error| ArchiveRefusal::manifest(&plain(&error)))?;
        about.check()?;
        if about.bytes() != bytes {
            return Err(ArchiveRefusal::manifest("its layout is different"));
        }
        if about.reckoned() != about.content {
            return Err(ArchiveRefusal::manifest("it was changed after it was written: its `content` does not match"));
        }
        Ok(about)
    }

    fn check(&self) -> Result<(), ArchiveRefusal> {
        if self.package.name == "std" {
            return Err(ArchiveRefusal::manifest("it is named after the standard library, which is never packed"));
        }
        let names: BTreeSet<&str> = self.packages.iter().map(|package| package.name.as_str()).collect();
        if names.len() != self.packages.len() {
            return Err(ArchiveRefusal::manifest("two of its packages have the same name"));
        }
        if self.packages.last().is_none_or(|last| last.name != self.package.name.as_str() || last.version != self.package.version.as_str())
        {
            return Err(ArchiveRefusal::manifest("its last package is not the one that the pack is named after"));
        }
        if self.packages.first().is_none_or(|first| first.name != "std") {
            return Err(ArchiveRefusal::manifest("its first package is not `std`"));
        }
        if self.packages.iter().flat_map(|package| &package.needs).any(|name| !names.contains(name.as_str())) {
            return Err(ArchiveRefusal::manifest("a package depends on another that is not in the pack"));
        }
        let sorted = self.members.iter().zip(self.members.iter().skip(1)).all(|(one, next)| one.name < next.name);
        if !sorted || self.members.iter().any(|member| member.name == MANIFEST) {
            return Err(ArchiveRefusal::manifest("its files are not listed once each, in the order of their names"));
        }
        Ok(())
    }
}

impl CheckResults {
    /// Returns the results of checking as the bytes of their archive member.
    pub fn bytes(&self) -> Vec<u8> {
        json(self)
    }

    pub(super) fn read(bytes: &[u8]) -> Result<CheckResults, ArchiveRefusal> {
        serde_json::from_slice(bytes).map_err(|error| ArchiveRefusal::verdict(&plain(&error)))
    }
}

/// Returns the message of a serde error without the position, because these files are not edited by hand.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

fn json(value: &impl Serialize) -> Vec<u8> {
    // Serialization cannot fail: these types contain only values that JSON has.
    let mut bytes = serde_json::to_vec_pretty(value).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
