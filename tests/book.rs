//! What the book, the README and the pages of the codes show is true: Slip is compiled, sessions are run, commands and data are read.
//!
//! A block of text in a fence says behind the three backquotes what it is:
//!
//! | kind | what is held of it |
//! |---|---|
//! | `slip` | it compiles without errors as a package of its own; in `docs/codes` `tests/errors` compiles it |
//! | `slip FILE`, `toml FILE`, `text FILE` | it is written to this file of the page's folder, for the sessions below it |
//! | `console` with `$` | a session: each command is run in the page's folder and says what is shown; `[..]` is anything in a line, `...` any lines, `? 1` another exit code |
//! | `console`, `sh` without `$` | every `slipyard` command in it is one that its arguments allow |
//! | `text` | what the line above the fence says: `<!-- said in PAGE -->` a part of that page, `<!-- held by TEST -->` what that test holds, `<!-- like FILE -->` words that are like those |
//! | `toml`, `json`, `yaml`, `lua` | it is read |
//!
//! `<!-- fragment: why -->` above a `slip` fence says why it does not stand alone: it must still be laid out like Slip. `<!-- copy FOLDER [as FOLDER] -->`
//! copies a folder into the page's own, a fence inside a comment is run and not shown, `<!-- typed: a | (Enter) | b -->` is typed in the session below it. `TRYCMD=overwrite cargo test --test
//! book` writes what sessions say now; read the difference before you keep it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod commands;
mod fences;
mod generated;
mod pages;
mod rulings;
mod sessions;
mod shown;
