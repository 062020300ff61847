//! The command line as people see it: every console block of `tests/cli/*.md` is run and compared, exit codes included.
//!
//! A folder `NAME.in` beside `NAME.md` is the current folder of its commands. `TRYCMD=overwrite cargo test --test cli`
//! writes what the commands say now; read the difference before you keep it.

#[test]
fn the_commands_say_what_the_pages_show() {
    trycmd::TestCases::new().case("tests/cli/*.md");
}
