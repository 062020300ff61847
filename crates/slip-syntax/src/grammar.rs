//! The pest parser for `grammar/slip.pest`.
//!
//! [`Rule`] is private to `syntax`, so that no message shows the name of a rule.

// The derive macro makes public items without documentation.
#![allow(missing_docs, clippy::allow_attributes_without_reason, unreachable_pub, reason = "code written by pest_derive")]

/// The parser of `grammar/slip.pest`; the path is relative to the package root.
#[derive(pest_derive::Parser)]
#[grammar = "../../grammar/slip.pest"]
pub(super) struct Grammar;
