//! Surroundings of the tests of the command: packages on disk, an editor's side of the protocol, published schemas, messages of scripts.

pub(crate) mod editor;
pub(crate) mod package_folder;
pub(crate) mod published_schemas;
pub(crate) mod script_messages;
pub(crate) mod structs_to_schema;
