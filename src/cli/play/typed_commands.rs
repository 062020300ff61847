//! Commands that the player may type at any time, in place of an answer.

use super::help_topics;
use slip_session::session::question_stops::Stops;

/// Command that a player types at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TableCommand {
    /// Show the board.
    Map,
    /// Show the sheet of an actor. Without a name, the sheet of the actor who is asked is shown.
    Sheet(Option<String>),
    /// Show the last lines of the account.
    Log(Option<usize>),
    /// Show the arithmetic of the last roll.
    Why,
    /// List the options of the question again.
    Options,
    /// List every option of the question, even if there are many.
    More,
    /// Show help, about a topic if one is named.
    Help(Option<String>),
    /// Show the victory conditions.
    Goal,
    /// Acts for the actor, and for all of its side that follow in the round: by an order or, without an order, by the marked options.
    Rest(Option<String>),
    /// Take back answers and rulings.
    Undo(Back),
    /// Change the state by a ruling of the referee.
    Override(String),
    /// Show or change the questions that are asked.
    Stops(Option<String>),
    /// Show where the game is saved.
    Save,
    /// Hand a seat over to another player.
    Seat(String),
    /// Leave the game.
    Quit,
}

/// Extent of an undo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Back {
    /// Number of answers and rulings to take back; `None` for the whole turn.
    pub(super) answers: Option<usize>,
    /// True if the steps that are played again get new dice.
    pub(super) redraw: bool,
    /// Reason for the undo, if given.
    pub(super) why: Option<String>,
}

/// Help topic with a page of its own: `help override` lists the rulings of the referee.
pub(super) const OVERRIDE: &str = "override";

/// Commands in the order of the help: form and description.
pub(super) const COMMANDS: &[(&str, &str)] = &[
    ("goal", "shows how each side wins"),
    ("map", "shows the board: plan, borders, aspects, and the state of everyone"),
    ("sheet [NAME]", "shows skills, weapons, aspects and boxes of a person, ship or unit"),
    ("why", "shows the arithmetic of the last roll, line by line"),
    ("log [N]", "shows the last lines of the account"),
    ("options", "lists the possible answers again; `more` lists all, with the words to type"),
    (
        "rest [ORDER]",
        "gives this order to the actor and all that act after it in this round or platoon: `rest pass`; alone: the marked answers",
    ),
    ("undo [N | turn] [redraw] [because WHY]", "takes back the last answer or ruling, the last N, or this turn"),
    ("override …", "makes a ruling as the referee; `help override` lists all rulings"),
    ("seat SIDE=WHO", "changes the player of a side: human, doctrine, random, or the name of a doctrine"),
    ("stops [brief | full | STOP SETTING]", "shows or sets which questions you are asked: always, if the answer matters, or never"),
    ("save", "shows the file of the game; every step is already saved"),
    ("quit", "leaves the game and shows how to continue it"),
    ("help [WORD | override]", "shows this list, or explains a word of the game: `help spin`"),
];

/// True if a word is the keyword of a command.
fn is_command(word: &str) -> bool {
    matches!(word, "?" | "exit" | "board") || COMMANDS.iter().any(|(form, _)| form.split(' ').next() == Some(word)) || word == "more"
}

/// Parses a line as a command; `None` if the line is an answer.
///
/// # Errors
/// Returns a sentence if the command is incomplete or wrong.
pub(super) fn read(line: &str) -> Option<Result<TableCommand, String>> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = word.to_lowercase();
    is_command(&word).then(|| parse(&word, rest.trim()))
}

/// Parses a line as a command where free text is expected; `None` if the line is free text. Text may begin like a command ("map the
/// wound"), so a line is a command only if it is a single word, or if all its words belong to the command (R-XTT6).
///
/// # Errors
/// As [`read`].
pub(super) fn read_among_words(line: &str) -> Option<Result<TableCommand, String>> {
    let command = read(line)?;
    let own = match &command {
        Ok(TableCommand::Undo(_) | TableCommand::Log(_)) => true,
        Ok(TableCommand::Stops(words)) => words.as_deref().is_none_or(|words| Stops::default().change(words).is_ok()),
        Ok(TableCommand::Seat(who)) => who.contains('='),
        Ok(TableCommand::Help(about)) => about.as_deref().is_none_or(|about| about == OVERRIDE || help_topics::find(about).is_some()),
        _ => false,
    };
    (own || !line.contains(char::is_whitespace)).then_some(command)
}

fn parse(word: &str, rest: &str) -> Result<TableCommand, String> {
    let given = (!rest.is_empty()).then(|| rest.to_owned());
    let alone = |command: TableCommand| if rest.is_empty() { Ok(command) } else { Err(format!("write `{word}` alone")) };
    match word {
        "map" | "board" => alone(TableCommand::Map),
        "why" => alone(TableCommand::Why),
        "options" => alone(TableCommand::Options),
        "more" => alone(TableCommand::More),
        "goal" => alone(TableCommand::Goal),
        "rest" => Ok(TableCommand::Rest(given)),
        "save" => alone(TableCommand::Save),
        "quit" | "exit" => alone(TableCommand::Quit),
        "sheet" => Ok(TableCommand::Sheet(given)),
        "help" | "?" => Ok(TableCommand::Help(given)),
        "log" => match given.map(|number| number.parse()) {
            None => Ok(TableCommand::Log(None)),
            Some(Ok(number)) => Ok(TableCommand::Log(Some(number))),
            Some(Err(_)) => Err("write `log`, or `log 30` for the last 30 lines".to_owned()),
        },
        "stops" => Ok(TableCommand::Stops(given)),
        "undo" => undo(rest).map(TableCommand::Undo),
        "override" => Ok(TableCommand::Override(rest.to_owned())),
        _ => given.map(TableCommand::Seat).ok_or_else(|| "write `seat SIDE=human`, `seat SIDE=doctrine` or `seat SIDE=random`".to_owned()),
    }
}

fn undo(rest: &str) -> Result<Back, String> {
    let (rest, why) = match rest.split_once("because") {
        Some((rest, why)) => (rest, Some(why.trim().trim_matches('"').to_owned()).filter(|why| !why.is_empty())),
        None => (rest, None),
    };
    let mut back = Back { answers: Some(1), redraw: false, why };
    for word in rest.split_whitespace() {
        match (word, word.parse()) {
            ("turn", _) => back.answers = None,
            ("redraw", _) => back.redraw = true,
            (_, Ok(number)) if number > 0 => back.answers = Some(number),
            _ => return Err("write `undo`, `undo 3` or `undo turn`, and `redraw` for other dice from there on".to_owned()),
        }
    }
    Ok(back)
}

/// Returns the command or answer that is most similar to a misspelt word.
pub(super) fn nearest(word: &str, answers: &[&str]) -> Option<String> {
    let commands = COMMANDS.iter().filter_map(|(form, _)| form.split(' ').next());
    slip_suggest::nearest(&word.to_lowercase(), commands.chain(answers.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_answers() {
        assert_eq!(read("Sheet iveta"), Some(Ok(TableCommand::Sheet(Some("iveta".to_owned())))));
        assert_eq!(read("log"), Some(Ok(TableCommand::Log(None))));
        assert!(matches!(read("log all"), Some(Err(_))));
        assert!(matches!(read("quit now"), Some(Err(_))));
        assert_eq!(read("attack on iveta"), None);
        assert_eq!(read("3"), None);
        assert_eq!(nearest("shett", &[]), Some("sheet".to_owned()));
        assert_eq!(nearest("atack", &["attack"]), Some("attack".to_owned()));
    }

    #[test]
    fn rxtt6_among_words_a_command_stands_alone_or_has_none_but_its_own() {
        for command in ["undo", "Quit", "map", "?", "override", "undo 3", "undo turn redraw", "log 30", "help override", "seat crew=human"]
        {
            assert_eq!(read_among_words(command), read(command), "{command}");
            assert!(read(command).is_some(), "{command}");
        }
        for words in
            ["map the wound", "undo the past", "why not", "quit while ahead", "override engaged", "sheet of ice", "help me", "\"quit\""]
        {
            assert_eq!(read_among_words(words), None, "{words}");
        }
    }

    #[test]
    fn steps_back_are_counted_and_explained() {
        let back = |text: &str| match read(text) {
            Some(Ok(TableCommand::Undo(back))) => Some(back),
            _ => None,
        };
        let one = Back { answers: Some(1), redraw: false, why: None };
        assert_eq!(back("undo"), Some(one.clone()));
        assert_eq!(back("undo 4 redraw"), Some(Back { answers: Some(4), redraw: true, ..one.clone() }));
        assert_eq!(back("undo turn because \"wrong door\""), Some(Back { answers: None, why: Some("wrong door".to_owned()), ..one }));
        assert_eq!(back("undo 0"), None);
        assert_eq!(back("undo everything"), None);
    }
}
