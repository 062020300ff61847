//! Seat that an external program plays: the program reads questions and writes answers, one per line.

use slip_play::choice::{Answer, Options};
use slip_play::fight::Fight;
use slip_play::question::Ask;
use slip_policy::{Policy, external_player_protocol, first};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// External program that plays a side. It is started at the first question and ended with the seat.
pub(super) struct ExternalPlayer {
    command: String,
    side: String,
    running: Option<Running>,
    problem: Option<String>,
}

struct Running {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl ExternalPlayer {
    /// Creates a player that runs a command for a side.
    pub(super) fn new(command: &str, side: &str) -> ExternalPlayer {
        ExternalPlayer { command: command.to_owned(), side: side.to_owned(), running: None, problem: None }
    }

    fn start(&self) -> Result<Running, String> {
        let mut words = words_of(&self.command).into_iter();
        let name = words.next().ok_or("the command is empty")?;
        let mut child = Command::new(&name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("`{name}` cannot be started: {error}"))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(asks), Some(answers)) => Ok(Running { child, asks, answers: BufReader::new(answers) }),
            _ => Err("the program has no standard input or output".to_owned()),
        }
    }

    fn ask(&mut self, fight: &Fight, ask: &Ask, options: &Options) -> Result<Answer, String> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start()?,
        };
        let sent =
            writeln!(running.asks, "{}", external_player_protocol::question(fight, ask, options)).and_then(|()| running.asks.flush());
        let mut line = String::new();
        let read = running.answers.read_line(&mut line);
        if read.is_err() || sent.is_err() || line.is_empty() {
            return Err(match (running.child.wait(), read) {
                (_, Err(error)) => format!("cannot read its answer to question {}: {error}", ask.number),
                (Ok(status), _) => format!("the program ended ({status}) without an answer to question {}", ask.number),
                (Err(_), _) => format!("the program gave no answer to question {}", ask.number),
            });
        }
        let answer = external_player_protocol::reply(fight, ask, options, line.trim());
        self.running = Some(running);
        answer.map_err(|wrong| {
            format!("its answer to question {} (`{}`) was `{}`: {wrong}", ask.number, ask.point.word(), short(line.trim()))
        })
    }
}

/// Shortens a line so that it fits into a message.
fn short(line: &str) -> String {
    const MOST: usize = 120;
    let mut letters = line.chars();
    let head: String = letters.by_ref().take(MOST).collect();
    if letters.next().is_some() { format!("{head}…") } else { head }
}

/// Splits a command at blanks; single or double quotes keep words together.
fn words_of(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut begun) = (String::new(), None, false);
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => word.push(letter),
            (None, '"' | '\'') => (quote, begun) = (Some(letter), true),
            (None, _) if letter.is_whitespace() => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            (None, _) => {
                word.push(letter);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

impl Policy<Fight> for ExternalPlayer {
    fn choose(&mut self, fight: &Fight, ask: &Ask, options: &Options) -> Answer {
        if self.problem.is_some() {
            return first(options).into();
        }
        match self.ask(fight, ask, options) {
            Ok(answer) => answer,
            Err(wrong) => {
                self.problem = Some(format!("the program that plays `{}`, `{}`: {wrong}", self.side, self.command));
                first(options).into()
            }
        }
    }

    fn problem(&self) -> Option<String> {
        self.problem.clone()
    }

    fn word(&self) -> &'static str {
        "program"
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The program may have ended before; its errors no longer matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::words_of;

    #[test]
    fn a_command_is_split_at_blanks_outside_quotation_marks() {
        assert_eq!(words_of(" python3  crew.py "), ["python3", "crew.py"]);
        assert_eq!(words_of("run 'a b' \"c\" d''"), ["run", "a b", "c", "d"]);
    }
}
