//! The grammar as pest compiles it from `grammar/slip.pest`, and nothing else.
//!
//! [`Rule`] stays inside `syntax`: no message ever shows a rule's name.

// The derive writes public items without documentation.
#![allow(missing_docs, clippy::allow_attributes_without_reason, unreachable_pub, reason = "code written by pest_derive")]

/// The parser of `grammar/slip.pest`; the path is relative to the package root.
#[derive(pest_derive::Parser)]
#[grammar = "../../grammar/slip.pest"]
pub(super) struct Grammar;
