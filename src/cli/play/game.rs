//! A game at the keyboard: prints events and questions, and reads answers.

use super::continue_command::ContinueCommand;
use super::free_text::FreeTextResult;
use super::input::Input;
use super::marked_target::MarkedTarget;
use super::standing_order::StandingOrder;
use super::typed_commands::{self, Back, TableCommand};
use crate::cli::{CommandStatus, Stop};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_pack::map::Map;
use slip_play::choice::{Answer, Options};
use slip_play::conflict::Refusal;
use slip_play::fight::{Fight, Playable};
use slip_play::ids::{Seat, TableKey};
use slip_play::question::{Ask, Point};
use slip_play::stored_seat::StoredSeat;
use slip_session::session::{Interjection, Session, SessionError};
use slip_table::option_words::{self, AnswerInput, InputError};
use slip_table::table::{self, ColourScheme, Marks, Pen, TypedLine};
use slip_table::transcript::Transcript;
use std::io::Write;
use std::path::PathBuf;

/// Result of asking the player a question.
pub(super) enum AskResult {
    /// The game continues with the next question.
    GoOn,
    /// The player has left; the game is saved.
    Left,
}

/// Game, and everything that is needed to show it.
pub(super) struct TableGame<'a> {
    pub(super) pack: &'a Pack,
    pub(super) encounter: Encounter,
    pub(super) map: Option<&'a Map>,
    pub(super) session: Session,
    pub(super) marks: Marks,
    pub(super) ink: ColourScheme,
    /// Seed for the decisions of players such as `random`.
    pub(super) seed: u64,
    pub(super) path: PathBuf,
    /// Command line that continues the game.
    pub(super) again: ContinueCommand,
    pub(super) input: Input<'a>,
    pub(super) out: &'a mut dyn Write,
    /// Fight as it was after the last event that was printed.
    pub(super) told: Fight,
    /// Number of journal records that have been printed.
    pub(super) lines: usize,
    pub(super) account: Transcript,
    /// Arithmetic of the last roll, such as the dice, the rank and the modifiers.
    pub(super) reckoned: Option<String>,
    /// Number of the roll whose arithmetic was shown last.
    pub(super) shown: Option<u32>,
    /// True if the arithmetic that was shown with the last result already mentions the spin.
    pub(super) is_spin_told: bool,
    /// Side that declined to compel, with the number of the action declared at that time. The side is not asked again about the same
    /// action.
    pub(super) silent: Option<(Seat, u32)>,
    /// Rest of a typed line that answers several questions about one action.
    pub(super) spoken: Option<AnswerInput>,
    /// Message about the wrong part of a typed line, if the rest of the line was an answer.
    pub(super) half_right: Option<String>,
    /// Order for a free step that accompanies an action. It is one half of a typed line; the other half is the action.
    pub(super) step_beside: Option<String>,
    /// Action in the right half of the last typed line. The player can type `1` to confirm it; this is required because no further question
    /// would follow it.
    pub(super) unconfirmed: Option<String>,
    /// True if the last input was wrong: until the next answer an empty line answers nothing.
    pub(super) mistaken: bool,
    /// Standing order that answers routine questions of the player until the end of the round.
    pub(super) order: Option<StandingOrder>,
    /// Target that is taken at the next question without asking the player.
    pub(super) marked_target: Option<MarkedTarget>,
    /// True if an undo can go back to an earlier encounter of the scenario.
    pub(super) may_go_back: bool,
    /// Undo, typed by the player, that goes back to an earlier encounter of the scenario. It ends this game.
    pub(super) back: Option<Back>,
}

impl<'a> TableGame<'a> {
    #[allow(clippy::too_many_arguments, reason = "called in one place, with unrelated arguments")]
    pub(super) fn new(
        pack: &'a Pack,
        encounter: Encounter,
        session: Session,
        path: PathBuf,
        seed: u64,
        input: Input<'a>,
        colour: bool,
        out: &'a mut dyn Write,
    ) -> TableGame<'a> {
        let told = session.fight().clone();
        let lines = session.last_line();
        let map = encounter.map.as_ref().and_then(|key| pack.maps.get(key));
        let ink = if colour { COLOURS } else { ColourScheme::PLAIN };
        let marks = Marks::of(&told);
        let (account, reckoned, shown, spoken, silent) = (Transcript::default(), None, None, None, None);
        let again = format!("slipyard play --resume {}", super::messages::quoted(&crate::cli::shown(&path)));
        let again = ContinueCommand::new(again, None);
        TableGame {
            pack,
            encounter,
            map,
            session,
            marks,
            ink,
            seed,
            path,
            again,
            input,
            out,
            told,
            lines,
            account,
            reckoned,
            shown,
            is_spin_told: false,
            silent,
            spoken,
            half_right: None,
            step_beside: None,
            unconfirmed: None,
            mistaken: false,
            order: None,
            marked_target: None,
            may_go_back: false,
            back: None,
        }
    }

    /// Plays until the game is over or the player leaves.
    pub(super) fn play(&mut self) -> Result<CommandStatus, Stop> {
        loop {
            if self.back.is_some() {
                return Ok(CommandStatus::Clean);
            }
            if let Some(next) = self.take_spoken()? {
                if let AskResult::Left = next {
                    return self.leave();
                }
                continue;
            }
            match self.session.advance_one() {
                Ok(true) => {
                    self.tell()?;
                    continue;
                }
                Ok(false) => {}
                Err(SessionError::Refused(Refusal::DiceRanOut)) => {
                    self.tell()?;
                    if let AskResult::Left = self.roll(None)? {
                        return self.leave();
                    }
                    continue;
                }
                Err(problem) => return Err(Stop::because(problem)),
            }
            self.tell()?;
            let Some(ask) = self.session.question() else {
                if let AskResult::GoOn = self.over()? {
                    continue;
                }
                return self.end();
            };
            if let AskResult::Left = self.ask(&ask)? {
                return self.leave();
            }
        }
    }

    /// True if a side is played at the keyboard.
    pub(super) fn is_human(&self, seat: Seat) -> bool {
        self.session.seats().nth(seat.place()).is_some_and(|line| line.player == StoredSeat::Human)
    }

    /// Answers the current question from a line typed earlier. Such a line also answers questions that the player would not have been
    /// asked.
    fn take_spoken(&mut self) -> Result<Option<AskResult>, Stop> {
        if self.spoken.is_none() {
            return Ok(None);
        }
        let Some(ask) = self.session.open_question() else { return Ok(None) };
        self.tell()?;
        let options = self.session.options();
        // If a later part of the line was wrong, the player is asked for it after the parts that were right.
        let mistaken = self.mistaken;
        let Some(answer) = self.spoken_on(&ask, &options)? else { return Ok(None) };
        let taken = self.take(&ask, &answer)?;
        self.mistaken |= mistaken;
        Ok(Some(taken))
    }

    /// Shows a question and reads its answer.
    fn ask(&mut self, ask: &Ask) -> Result<AskResult, Stop> {
        let options = self.session.options();
        let silence = Some((ask.seat, self.session.fight().declaration()));
        if ask.point == Point::Compel
            && self.silent == silence
            && let Some(nothing) = options.default_choice()
        {
            return self.take(ask, &nothing.into());
        }
        if let Some(done) = self.follow_order(ask, &options)? {
            return Ok(done);
        }
        if let Some(done) = self.follow_marked_target(ask, &options)? {
            return Ok(done);
        }
        self.print_account()?;
        self.put(ask, &options)?;
        loop {
            let prompt = self.prompt_of(ask);
            let Some(line) = self.typed(&prompt)? else { return Ok(AskResult::Left) };
            let line = self.confirmed(line);
            match typed_commands::read(&line) {
                Some(Ok(TableCommand::Quit)) => return Ok(AskResult::Left),
                Some(Ok(TableCommand::Rest(words))) => {
                    if self.begin_order(ask, &options, words.as_deref())? {
                        return Ok(AskResult::GoOn);
                    }
                    continue;
                }
                Some(Ok(command)) => {
                    if self.obey(&command, Some((ask, &options)))? {
                        self.mistaken = false;
                        return Ok(AskResult::GoOn);
                    }
                    continue;
                }
                Some(Err(problem)) => {
                    self.complain(&problem)?;
                    continue;
                }
                None => {}
            }
            if self.mistaken && line.is_empty() {
                self.complain(&self.refused_enter(ask, &options))?;
                continue;
            }
            if line.is_empty() && self.unsaid(ask, &options).is_some() {
                self.silent = silence;
            }
            let answer = match self.read_answer(ask, &options, &line) {
                Ok(answer) => answer,
                Err(problem) => match self.session.interject(ask, &line) {
                    Some(Ok(Interjection::Kept(said))) => {
                        writeln!(self.out, "{}", self.ink.faint.write(&said))?;
                        continue;
                    }
                    Some(Ok(Interjection::Declared(said) | Interjection::Vetoed(said))) => {
                        writeln!(self.out, "{said}")?;
                        self.spoken = None;
                        self.catch_up();
                        return Ok(AskResult::GoOn);
                    }
                    Some(Ok(Interjection::Back)) => {
                        self.spoken = None;
                        self.catch_up();
                        return Ok(AskResult::GoOn);
                    }
                    other => {
                        self.spoken = None;
                        self.complain(&other.and_then(Result::err).unwrap_or(problem))?;
                        continue;
                    }
                },
            };
            if line.is_empty() {
                self.take_target_of(ask, answer.choice);
            } else if self.spoken.is_none() && self.half_right.is_none() && ask.point == Point::Act {
                self.take_best_target(ask, answer.choice);
            }
            let is_half_right = self.tell_half_right(ask)?;
            let taken = match self.words_of(ask, &options, answer)? {
                FreeTextResult::Answer(answer) => self.take(ask, &answer)?,
                FreeTextResult::Anew => AskResult::GoOn,
                FreeTextResult::Left => AskResult::Left,
            };
            // One part of the line is wrong, and the next question asks for it. An empty Enter must not answer that question.
            self.mistaken |= is_half_right;
            return Ok(taken);
        }
    }

    /// Returns the action that the player confirms with `1`. Only after a line that was partly right does `1` have this meaning. Any other
    /// line is returned unchanged.
    fn confirmed(&mut self, line: String) -> String {
        match self.unconfirmed.take() {
            Some(words) if line == "1" => words,
            _ => line,
        }
    }

    /// Tells the player which half of a line was not used, and keeps a free step beside the action. True if a part of the line was wrong.
    fn tell_half_right(&mut self, ask: &Ask) -> Result<bool, Stop> {
        let problem = self.half_right.take();
        if let Some(problem) = &problem {
            self.complain(problem)?;
        }
        let Some(step) = self.step_beside.take() else { return Ok(problem.is_some()) };
        match self.session.interject(ask, &step) {
            Some(Ok(Interjection::Kept(said))) => {
                writeln!(self.out, "{}", self.ink.faint.write(&said))?;
                return Ok(problem.is_some());
            }
            Some(Err(why)) => self.complain(&why)?,
            _ => self.complain("one line is one action: the step was left out")?,
        }
        Ok(true)
    }

    /// Returns the message for an empty line (Enter) after a mistake, which answers nothing (R-XTT11).
    fn refused_enter(&self, ask: &Ask, options: &Options) -> String {
        let marked = match self.unsaid(ask, options) {
            Some(_) => "`pass`",
            None => "1 for the line marked *",
        };
        match ask.point {
            Point::Act => "after a mistake Enter does nothing: type an answer, or `pass`".to_owned(),
            _ if options.default_choice().is_some() => format!("after a mistake Enter does nothing: type an answer, or {marked}"),
            _ => "after a mistake Enter does nothing: type an answer".to_owned(),
        }
    }

    /// Ends the game. The player can still take back the last answers, or look at the account (R-XTT7).
    fn over(&mut self) -> Result<AskResult, Stop> {
        self.print_account()?;
        if !self.input.may_go_back()? {
            return Ok(AskResult::Left);
        }
        writeln!(
            self.out,
            "\nThe game is over. Enter leaves the game; `undo` takes the last answer back, `veto` that of another side; `help` lists all commands."
        )?;
        loop {
            let Some(line) = self.typed("")? else { return Ok(AskResult::Left) };
            match typed_commands::read(&line) {
                Some(Ok(TableCommand::Quit)) => return Ok(AskResult::Left),
                Some(Ok(command)) => {
                    if self.obey(&command, None)? {
                        return Ok(AskResult::GoOn);
                    }
                    self.print_account()?;
                }
                Some(Err(problem)) => self.complain(&problem)?,
                None if line.is_empty() => return Ok(AskResult::Left),
                None if line.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("veto")) => {
                    match self.session.veto_at_end(&line) {
                        Ok(Interjection::Vetoed(said)) => {
                            writeln!(self.out, "{said}")?;
                            self.catch_up();
                            return Ok(AskResult::GoOn);
                        }
                        Ok(_) => {}
                        Err(why) => self.complain(&why)?,
                    }
                }
                None => self.complain("there are no more questions: press Enter to leave the game")?,
            }
        }
    }

    /// Returns the answer to this question from a line that was typed earlier. If the words do not fit, prints the reason and returns `None`,
    /// so that the question is asked.
    fn spoken_on(&mut self, ask: &Ask, options: &Options) -> Result<Option<Answer>, Stop> {
        let Some(spoken) = self.spoken.as_mut().filter(|spoken| !spoken.waits(self.session.fight(), ask)) else { return Ok(None) };
        let answer = spoken.later(self.session.fight(), ask, options);
        if spoken.is_done() || !matches!(answer, Ok(Some(_))) {
            self.spoken = None;
        }
        match answer {
            Ok(answer) => Ok(answer),
            Err(unfit) => {
                self.session.insist(ask.point.word());
                self.complain(&unfit.told_plainly())?;
                Ok(None)
            }
        }
    }

    /// Reads a line after a prompt, and prompts again if the line is too long (R-XTT4); `None` if the player has left.
    pub(super) fn typed(&mut self, prompt: &str) -> Result<Option<String>, Stop> {
        loop {
            write!(self.out, "{prompt}> ")?;
            match self.input.line(self.out)? {
                Some(Err(too_long)) => self.complain(&too_long.to_string())?,
                Some(Ok(line)) => return Ok(Some(line)),
                None => return Ok(None),
            }
        }
    }

    /// Parses an answer: a number, nothing, or words.
    pub(super) fn read_answer(&mut self, ask: &Ask, options: &Options, line: &str) -> Result<Answer, String> {
        let count = options.len();
        if line.is_empty() {
            return options
                .default_choice()
                .map(Answer::from)
                .ok_or_else(|| "this question has no default answer: choose one from the list".to_owned());
        }
        if let Ok(number) = line.parse::<usize>() {
            let chosen = number.checked_sub(1).and_then(|place| options.get(place));
            return chosen.map(Answer::from).ok_or_else(|| format!("there is no answer {number}: choose 1 to {count}"));
        }
        if self.session.names_vetoed(ask, line) {
            return Err(SessionError::Vetoed.to_string());
        }
        match table::typed_line(self.session.fight(), &self.marks, ask, options, line) {
            TypedLine::Whole(spoken, answer) => {
                self.keep_rest(spoken);
                Ok(answer)
            }
            TypedLine::HalfRight(half) => {
                if let Some(asked) = half.asked {
                    self.session.insist(asked);
                }
                self.spoken = (!half.input.is_done()).then_some(half.input);
                self.half_right = (!half.problem.is_empty()).then_some(half.problem);
                self.step_beside = half.step;
                if let Some(note) = half.note {
                    writeln!(self.out, "{}", self.ink.faint.write(&note)).map_err(|error| error.to_string())?;
                }
                Ok(half.answer)
            }
            TypedLine::Unconfirmed { words, problem } => {
                let offer = format!("{problem}\n  1  {words}\n      Type 1 for this, or another answer.");
                self.unconfirmed = Some(words);
                Err(offer)
            }
            TypedLine::Wrong(unfit) => Err(self.unfit(ask, options, line, &unfit)),
        }
    }

    /// Keeps the words of a line for later questions. If the line has no words left, earlier words that still wait for their question are
    /// kept.
    fn keep_rest(&mut self, spoken: AnswerInput) {
        self.spoken = if spoken.is_done() { self.spoken.take() } else { Some(spoken) };
    }

    /// Returns the reason why typed words are not an answer, with the answers that are.
    fn unfit(&self, ask: &Ask, options: &Options, line: &str, unfit: &InputError) -> String {
        let first = line.split(' ').next().unwrap_or("");
        let near = match &unfit.near {
            None if !option_words::is_head_somewhere(first) => typed_commands::nearest(first, option_words::heads(ask.point)),
            _ => None,
        };
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        let told = unfit.told(ask.point);
        if unfit.is_later(ask.point) && !unfit.legal.is_empty() {
            let legal: Vec<String> = unfit.legal.iter().map(|words| format!("      {words}")).collect();
            return format!("{told}{near}\n{}", legal.join("\n"));
        }
        format!("{told}{near}\n{}", self.listed(ask, options, false).trim_end())
    }

    /// Gives an answer to the session.
    pub(super) fn take(&mut self, ask: &Ask, answer: &Answer) -> Result<AskResult, Stop> {
        match self.session.answer(answer) {
            Ok(()) => {
                self.mistaken = false;
                Ok(AskResult::GoOn)
            }
            Err(SessionError::Refused(Refusal::DiceRanOut)) => self.roll(Some((ask, answer))),
            Err(SessionError::Refused(refusal)) => {
                self.spoken = None;
                self.complain(&refusal.to_string())?;
                Ok(AskResult::GoOn)
            }
            Err(vetoed @ SessionError::Vetoed) => {
                self.spoken = None;
                self.complain(&vetoed.to_string())?;
                Ok(AskResult::GoOn)
            }
            Err(problem) => Err(Stop::because(problem)),
        }
    }

    /// Prints the problem with an input. From then on, until the next answer, an empty line answers nothing.
    pub(super) fn complain(&mut self, problem: &str) -> Result<(), Stop> {
        self.mistaken = true;
        let (first, rest) = problem.split_once('\n').unwrap_or((problem, ""));
        writeln!(self.out, "{}", self.ink.bad.write(first))?;
        if rest.is_empty() { Ok(()) } else { Ok(writeln!(self.out, "{rest}")?) }
    }
}

/// Colours of the terminal.
const COLOURS: ColourScheme = {
    const fn pen(on: &'static str) -> Pen {
        Pen { on, off: "\u{1b}[0m" }
    }
    ColourScheme {
        strong: pen("\u{1b}[1m"),
        faint: pen("\u{1b}[2m"),
        ask: pen("\u{1b}[1;36m"),
        bad: pen("\u{1b}[31m"),
        sides: [pen("\u{1b}[32m"), pen("\u{1b}[35m"), pen("\u{1b}[33m"), pen("\u{1b}[34m")],
    }
};
