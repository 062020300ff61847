//! Runs the sessions that pages show and checks that the program prints the same output.

use crate::book::commands::words;
use crate::book::pages::{Fence, fences, pages, text};
use snapbox::cmd::{Command, cargo_bin};
use std::path::{Path, PathBuf};

/// Command of a session with its output.
struct Step<'p> {
    command: &'p str,
    exit: i32,
    said: Vec<&'p str>,
}

fn steps(session: &str) -> Vec<Step<'_>> {
    let mut steps: Vec<Step<'_>> = Vec::new();
    for line in session.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { command, exit: 0, said: Vec::new() });
        } else if let Some(step) = steps.last_mut() {
            match line.strip_prefix("? ").filter(|_| step.said.is_empty()) {
                Some(exit) => step.exit = exit.parse().unwrap(),
                None => step.said.push(line),
            }
        }
    }
    for step in &mut steps {
        while step.said.last().is_some_and(|line| line.is_empty()) {
            step.said.pop();
        }
    }
    steps
}

/// True if a line matches a pattern in which `[..]` is any text.
fn fits(shown: &str, said: &str) -> bool {
    let mut parts = shown.split("[..]");
    let Some(mut rest) = said.strip_prefix(parts.next().unwrap()) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// True if the output matches the lines that are shown, in which `...` is any number of lines.
fn agrees(shown: &[&str], said: &[&str]) -> bool {
    match shown.split_first() {
        None => said.is_empty(),
        Some((&"...", rest)) => (0..=said.len()).any(|from| agrees(rest, &said[from..])),
        Some((line, rest)) => said.split_first().is_some_and(|(own, after)| fits(line, own) && agrees(rest, after)),
    }
}

fn run(command: &str, folder: &Path, typed: &str) -> (i32, String) {
    let words = words(command);
    assert_eq!(words[0], "slipyard", "`{command}` is no command of ours");
    let run = Command::new(cargo_bin!("slipyard")).args(&words[1..]).current_dir(folder).stdin(typed.to_owned());
    let run = run.env("NO_COLOR", "1").env("SLIPYARD_CACHE", "").env_remove("CLICOLOR_FORCE").stderr_to_stdout();
    let output = run.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let said = if cfg!(windows) { said.replace('\\', "/") } else { said };
    if let Some((_, file)) = command.split_once(" > ") {
        std::fs::write(folder.join(file.trim()), &said).unwrap();
        return (output.status.code().unwrap(), String::new());
    }
    (output.status.code().unwrap(), said.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_end().to_owned())
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn typed(fence: &Fence) -> String {
    fence
        .mark("typed")
        .map_or_else(String::new, |lines| lines.replace("(Enter)", "").split(" | ").map(|line| format!("{line}\n")).collect())
}

/// Writes the file that a fence shows.
fn write(fence: &Fence, folder: &Path) {
    if let Some(file) = fence.file.as_ref().filter(|_| fence.kind != "console") {
        std::fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
        std::fs::write(folder.join(file), &fence.text).unwrap();
    }
}

/// Runs the sessions of a page in a separate folder and returns the page with the actual output.
fn held(page: &str, text: &str) -> String {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book").join(page.replace(['/', '.'], "-"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut now = text.to_owned();
    for fence in fences(text) {
        for other in fence.marks.iter().filter_map(|mark| mark.strip_prefix("files of ")) {
            fences(&self::text(other)).iter().for_each(|fence| write(fence, &folder));
        }
        if let Some(from) = fence.mark("copy") {
            let (from, to) = from.split_once(" as ").unwrap_or((from, from.rsplit('/').next().unwrap()));
            copy(Path::new(from), &folder.join(to));
        }
        write(&fence, &folder);
        if fence.kind != "console" || !fence.text.starts_with("$ ") {
            continue;
        }
        let mut should = String::new();
        let mut agreed = true;
        for step in steps(&fence.text) {
            let (exit, said) = run(step.command, &folder, &typed(&fence));
            let same = exit == step.exit && agrees(&step.said, &said.lines().collect::<Vec<_>>());
            agreed &= same;
            should.push_str(&format!("$ {}\n", step.command));
            if exit != 0 {
                should.push_str(&format!("? {exit}\n"));
            }
            let lines = if same { step.said.join("\n") } else { said };
            should.push_str(&lines);
            should.push_str(if lines.is_empty() { "\n" } else { "\n\n" });
        }
        let should = format!("{}\n", should.trim_end());
        if !agreed {
            now = now.replacen(&format!("```console\n{}```", fence.text), &format!("```console\n{should}```"), 1);
        }
    }
    now
}

#[test]
fn the_sessions_of_every_page_are_as_they_are_shown() {
    let overwrite = std::env::var("TRYCMD").is_ok_and(|value| value == "overwrite");
    let only = std::env::var("PAGE").unwrap_or_default();
    let mut wrong = String::new();
    for (page, text) in pages().into_iter().filter(|(page, _)| !page.starts_with("docs/codes") && page.contains(&only)) {
        let now = held(&page, &text);
        if now != text && overwrite {
            std::fs::write(&page, now).unwrap();
        } else if now != text {
            let lines = now.lines().zip(text.lines());
            let first = lines.zip(1..).find(|((now, shown), _)| now != shown);
            wrong.push_str(&format!("{page}: should be: {first:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A command that is shown only with `...` is not checked. This is allowed only for commands in a comment that prepare a session.
#[test]
fn every_session_shows_something_of_what_is_said() {
    let mut wrong = String::new();
    for (page, text) in pages().into_iter().filter(|(page, _)| !page.starts_with("docs/codes")) {
        let shown = text.split("<!--\n").map(|part| part.split_once("\n-->").map_or(part, |(_, rest)| rest)).collect::<String>();
        for fence in fences(&shown).iter().filter(|fence| fence.kind == "console" && fence.text.starts_with("$ ")) {
            for step in steps(&fence.text).iter().filter(|step| !step.said.is_empty() && step.said.iter().all(|line| *line == "...")) {
                wrong.push_str(&format!("{page}: nothing is shown of `{}`\n", step.command));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn a_session_that_says_something_else_is_found() {
    let lines = |text: &'static str| text.lines().collect::<Vec<_>>();
    assert!(agrees(&lines("a\n...\nd [..] f"), &lines("a\nb\nc\nd e f")));
    assert!(!agrees(&lines("a\n...\nd [..] f"), &lines("a\nb\nc\nd e g")));
    assert!(!agrees(&lines("a"), &lines("a\nb")));
    let steps = steps("$ one\n? 1\nsaid\n\n$ two\n");
    assert_eq!(steps.iter().map(|step| (step.command, step.exit, step.said.len())).collect::<Vec<_>>(), [("one", 1, 1), ("two", 0, 0)]);
}

/// If a page shows an excerpt of another page, the lines must be in that page in the same order.
#[test]
fn excerpts_are_of_what_stands_there() {
    for (page, text) in pages() {
        for fence in fences(&text) {
            if let Some(other) = fence.mark("said in") {
                in_order(&page, &fence.text.lines().collect::<Vec<_>>(), &self::text(other));
            }
        }
    }
}

fn in_order(page: &str, shown: &[&str], said: &str) {
    let mut said_lines = said.lines();
    for line in shown.iter().filter(|line| **line != "...") {
        assert!(said_lines.any(|own| fits(line, own.trim_end())), "{page} shows `{line}`, which is not said there:\n{said}");
    }
}
