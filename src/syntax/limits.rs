//! How much of anything a file may hold. Floor 2.
//!
//! No text an author writes comes near these; they are here so that no text at all can exhaust stack or memory.

/// How deep brackets of any kind may nest in one item, the item's own block included.
pub const BRACKET_DEPTH: usize = 64;

/// How many operators one entry may hold. A chain of operators nests in the tree as brackets do.
pub const OPERATORS: usize = 256;

/// The largest file in bytes: offsets are 32 bits wide, and a file of this size is no text that a person wrote.
pub const FILE_BYTES: usize = 256 << 20;

/// Files larger than this are parsed in several threads, each thread a stretch of about this many bytes.
pub const CHUNK_BYTES: usize = 256 << 10;
