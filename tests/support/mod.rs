//! Code that the tests share: fights at a table, packages on disk, compiled texts, an editor's side of the protocol.

pub(crate) mod compiled_text;
pub(crate) mod editor;
pub(crate) mod equal_fights;
pub(crate) mod package_folder;
pub(crate) mod packages_from_text;
pub(crate) mod personal_table;
pub(crate) mod platoon_table;
pub(crate) mod published_schemas;
pub(crate) mod script_messages;
pub(crate) mod shared_fights;
pub(crate) mod space_table;
pub(crate) mod structs_to_schema;
