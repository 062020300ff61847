//! Tests of the command, and of the libraries together: one module per subject.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod archive;
mod at_the_table;
mod book;
mod cli;
mod completion;
mod content;
mod coverage;
mod economy;
mod editors;
mod errors;
mod expect;
mod export;
mod exports;
mod faults;
mod file_names;
mod files;
mod formats;
mod gate;
mod half_right_lines;
mod harness;
mod hidden_characters;
mod import;
mod keeping;
mod limits;
mod lsp;
mod outputs;
mod pack;
mod packages;
mod platoon_views;
mod promises;
mod renames;
mod replay;
mod serve;
mod shared_names;
mod simulate;
mod site;
mod social_views;
mod space_views;
mod stakes;
mod stored_formats;
mod table;
mod walls;
mod web_session;
mod words_in_play;
