//! Shared helpers of the tests: fights at a table, packages on disk, compiled texts, an editor's side of the protocol.

pub(crate) mod editor;
pub(crate) mod fair;
pub(crate) mod personal_table;
pub(crate) mod platoon_table;
pub(crate) mod published;
pub(crate) mod scenes;
pub(crate) mod set_up;
pub(crate) mod shelf;
pub(crate) mod space_table;
pub(crate) mod structs;
pub(crate) mod tried;
pub(crate) mod written;
