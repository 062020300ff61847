//! Checks that the book, the README and the pages of the codes are true: Slip is compiled, sessions are run, commands and data are parsed.
//!
//! The info string of a fenced block, after the three backquotes, names its kind:
//!
//! | kind | what is checked |
//! |---|---|
//! | `slip` | it compiles without errors as a package of its own; blocks in `docs/codes` are compiled by `tests/errors` |
//! | `slip FILE`, `toml FILE`, `text FILE` | it is written to this file of the page's folder, for the sessions below it |
//! | `console` with `$` | a session: each command is run in the page's folder and prints what is shown; `[..]` is anything in a line, `...` any lines, `? 1` another exit code |
//! | `console`, `sh` without `$` | the arguments of every `slipyard` command are valid |
//! | `text` | named by the comment above the fence: `<!-- said in PAGE -->` a part of that page, `<!-- held by TEST -->` checked by that test, `<!-- like FILE -->` similar to the words of that file |
//! | `toml`, `json`, `yaml`, `lua` | it is parsed |
//!
//! `<!-- fragment: why -->` above a `slip` fence gives the reason why it does not compile alone: it must still be formatted like
//! Slip. `<!-- copy FOLDER [as FOLDER] -->` copies a folder into the page's own, `<!-- files of PAGE -->` writes the files that another
//! page shows, as they are at its end, a fence inside a comment is run and not shown,
//! `<!-- typed: a | (Enter) | b -->` is typed in the session below it. `TRYCMD=overwrite cargo test --test book` writes the present
//! output of the sessions; read the difference before you keep it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod commands;
mod fences;
mod generated;
mod pages;
mod rendered;
mod rulings;
mod sessions;
mod shown;
