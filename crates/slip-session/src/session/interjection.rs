//! Words that a player says without being asked: a compel of an actor that acts later, a free step, a declared fact, and an answer to any
//! question that was left out.
//!
//! Words for a later question are kept until it comes. If the question is past and no dice were rolled since, the game goes back to it.

use super::{JournalEntry, LogRecord, Session, SessionError};
use slip_dice::fate::Holder;
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::fight::{Fight, FightRef, Playable};
use slip_play::ids::{ActorId, Seat, TableKey};
use slip_play::names::Names;
use slip_play::question::{Ask, Point};
use slip_table::option_words;
use slip_table::table::{self, Marks, TypedLine};

/// Command that a player typed ahead, stored for a later question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Noted {
    seat: Seat,
    point: Point,
    /// Target in the stored command; `None` if the command names no target.
    against: Option<ActorId>,
    /// Actor of the seat that uses the command; `None` for any actor of the seat.
    by: Option<ActorId>,
    words: String,
    /// Round in which the command was typed.
    round: u32,
}

/// Effect of stored commands on a question.
pub(super) enum NotedAnswer {
    /// No command is stored for the question.
    Nothing,
    /// The stored command is a legal answer.
    Fits(Answer),
    /// The stored command is for this question, but is not a legal answer. The player is asked instead.
    Unfit,
}

/// Result of a command that answers another question than the current one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interjection {
    /// The game went back to the earlier question, and the command answered it.
    Back,
    /// The command is stored for a later question; the sentence tells the player for which one.
    Kept(String),
    /// The command declared a fact, which is recorded: the sentence tells the player the price. The question is asked again.
    Declared(String),
    /// The command took back an answer of another side. The player of that side is asked again. The sentence confirms the command.
    Vetoed(String),
}

impl Session {
    /// Accepts a command that does not answer the current question. It may answer an earlier or later question of the seat: `compel PM1
    /// "Seen it before"`, `enter corridor`, `coast`. Or it may be given at any question: `fact "The valves are rusted"`, `veto`. `None` for
    /// all other words.
    ///
    /// # Errors
    ///
    /// A sentence for the player if the command comes too late or contains no valid name of an actor.
    pub fn interject(&mut self, ask: &Ask, line: &str) -> Option<Result<Interjection, String>> {
        let head = line.split_whitespace().next()?.to_lowercase();
        if self.names_vetoed(ask, line) {
            return Some(Err(SessionError::Vetoed.to_string()));
        }
        match head.as_str() {
            "compel" | "offer_compel" => Some(self.compel_any_time(ask, line)),
            "veto" => Some(self.veto(ask.seat, line)),
            "fact" => Some(self.declare_fact(ask, line).map(Interjection::Declared)),
            _ => self.step_later(ask, &head, line).or_else(|| self.back_to_left_out(ask, line)),
        }
    }

    /// Finds the latest question that was not asked and that the command answers. Goes back to that question and answers it.
    fn back_to_left_out(&mut self, ask: &Ask, line: &str) -> Option<Result<Interjection, String>> {
        let marks = Marks::of(&self.start);
        if let Some(said) = self.already_chosen(ask, line, &marks) {
            return Some(Ok(Interjection::Kept(said)));
        }
        let (place, answer) = self.left_out(ask.seat).find_map(|(place, fight, before, options)| {
            let TypedLine::Whole(_, answer) = table::typed_line(&fight, &marks, &before, &options, line) else { return None };
            (options.default_choice() != Some(answer.choice)).then_some((place, answer))
        })?;
        Some(self.go_back_to(ask.seat, place, &answer))
    }

    /// Returns a sentence if the words name the weapon, skill or track that was chosen without a question.
    fn already_chosen(&self, ask: &Ask, line: &str, marks: &Marks) -> Option<String> {
        let declared = |point: Point| matches!(point, Point::With | Point::Track | Point::Term);
        self.left_out(ask.seat).filter(|(_, _, before, _)| declared(before.point)).find_map(|(place, fight, before, options)| {
            let TypedLine::Whole(_, answer) = table::typed_line(&fight, marks, &before, &options, line) else { return None };
            let LogRecord::Event(Event::Answer { pick, .. }) = &self.journal.get(place)?.record else { return None };
            (*pick == answer.choice).then(|| "(this is already chosen)".to_owned())
        })
    }

    /// Undoes everything after a log line, and then answers the question that came after the line.
    fn go_back_to(&mut self, seat: Seat, line: usize, answer: &Answer) -> Result<Interjection, String> {
        if self.is_vetoed_after(line, answer) {
            return Err(SessionError::Vetoed.to_string());
        }
        let side = self.header.seats.get(seat.place()).map_or_else(String::new, |seat| seat.side.to_string());
        let back = self.undo(line, &side, None, false).and_then(|()| {
            // The question is taken from the fight itself. The session leaves out questions that the player chose not to be asked.
            let ask = self.fight.waiting_for().ok_or(SessionError::NobodyAsked)?;
            self.take(&ask, answer, None)
        });
        back.map(|()| Interjection::Back).map_err(|error| error.to_string())
    }

    /// Returns the questions of a seat that were left out since the last dice and the last phase, the latest first. Each comes with the log
    /// line before its answer, the fight at that time, and its options.
    fn left_out(&self, seat: Seat) -> impl Iterator<Item = (usize, Fight, Ask, Options)> + '_ {
        let is_past = |entry: &JournalEntry| {
            matches!(entry.record, LogRecord::Event(Event::Roll { .. } | Event::Round { .. } | Event::Stage(_) | Event::Adjust { .. }))
        };
        let kept = self.journal.iter().enumerate().rev().filter(|(_, entry)| entry.kept);
        let recent = kept.take_while(move |(_, entry)| !is_past(entry));
        let own = move |entry: &JournalEntry| matches!(&entry.record, LogRecord::Event(Event::Answer { seat: by, .. }) if *by == seat && entry.unasked);
        recent.filter(move |(_, entry)| own(entry)).filter_map(|(place, _)| {
            let mut fight = self.start.clone();
            for entry in self.journal.iter().take(place).filter(|entry| entry.kept) {
                if let LogRecord::Event(event) = &entry.record {
                    fight.apply(event);
                }
            }
            let mut options = Options::new();
            let ask = fight.next_question(&mut options)?;
            Some((place, fight, ask, options))
        })
    }

    /// Returns the commands for questions that the player was not asked before the current one, and can still answer: another use of the
    /// drives, and compels.
    pub fn still_possible(&self, marks: &Marks) -> Vec<String> {
        let Some(ask) = self.question() else { return Vec::new() };
        let mut said = Vec::new();
        for (_, fight, before, options) in self.left_out(ask.seat) {
            for choice in options.as_slice().iter().skip(1) {
                let words = match (before.point, choice.verb) {
                    (Point::Drive, Verb::Concede) => None,
                    (Point::Drive, _) => Some(option_words::of(&fight, &before, *choice)),
                    (Point::Compel, Verb::Compel) if choice.how & Choice::OWN == 0 => {
                        let on = choice.it.actor().or_else(|| acting(&fight)).map(|on| marks.mark(on).to_owned());
                        on.zip(choice.aspect())
                            .map(|(on, aspect)| format!("compel {on} {}", option_words::quoted(Names::aspect(&fight, aspect))))
                    }
                    _ => None,
                };
                said.extend(words.filter(|words| !said.contains(words)));
            }
        }
        said
    }

    /// Returns the marks of units, and the names of platoons, that the player can still let act before the one that is asked now: `unit
    /// TM2`, `order dune_levy`. There are some if the question for the next unit or platoon was left out.
    pub fn other_turns(&self, marks: &Marks) -> Vec<String> {
        let Some(ask) = self.question() else { return Vec::new() };
        let mut said = Vec::new();
        for (_, fight, before, options) in self.left_out(ask.seat) {
            for choice in options.as_slice().iter().skip(1) {
                let Some(who) = choice.it.actor() else { continue };
                let words = match (before.point, choice.verb) {
                    (Point::Unit, Verb::Unit) => format!("unit {}", marks.mark(who)),
                    (Point::Order, Verb::Command) => option_words::of(&fight, &before, *choice),
                    _ => continue,
                };
                // A seat's stops may have left out several questions that one order answers. All these answers have the same words, so the
                // words are listed once.
                if !said.contains(&words) {
                    said.push(words);
                }
            }
        }
        said
    }

    fn compel_any_time(&mut self, ask: &Ask, line: &str) -> Result<Interjection, String> {
        let marks = Marks::of(&self.start);
        let TypedCompel { against, by, words } = heard(&self.fight, &marks, line)?;
        let person = |who: ActorId| self.fight.title_of(who).to_owned();
        let seat = self.compelling_seat(ask, against).ok_or_else(|| {
            let whose = against.map_or_else(String::new, person);
            format!("{whose} is on your side: a compel is against another side")
        })?;
        if let Some(by) = by.filter(|&by| self.fight.side_of(by) != seat) {
            return Err(format!("{} is on another side: name one of your side after `by`", person(by)));
        }
        let words = match against {
            Some(against) => with_whole_aspect(&self.fight, against, words)?,
            None => words,
        };
        let acting = acting(&self.fight);
        let noted = Noted { seat, point: Point::Compel, against, by, words, round: self.fight.round() };
        if against.is_none_or(|against| acting == Some(against)) {
            // The current question is for one person of the side, but another person of that side offers the compel. The current question
            // is answered with pass. The question for the other person follows.
            if ask.point == Point::Compel && seat == ask.seat && by.is_some() && by != ask.me.actor() {
                self.noted.push(noted);
                self.answer(&Choice::of(Verb::Pass).into()).map_err(|error| error.to_string())?;
                return Ok(Interjection::Back);
            }
            // If the player typed the name of the actor, the words may also name an aspect that the actor does not have, such as one of the
            // scene.
            if noted.is_for(&self.fight, ask)
                && let Ok((_, answer)) = table::answer(&self.fight, &marks, ask, &self.plain_options(), &noted.words)
            {
                self.answer(&answer).map_err(|error| error.to_string())?;
                return Ok(Interjection::Back);
            }
            match self.window_before(&noted, &marks) {
                Some((line, answer)) => return self.go_back_to(seat, line, &answer),
                None if names_closed_scene(&self.fight, &noted.words) => {
                    return Err(
                        "an aspect of the scene stops no one in this fight: it is for a deal with the referee, unless the rules have \
                                `compel_scene yes` (R-P56)"
                            .to_owned(),
                    );
                }
                None if acting.is_some_and(|acting| self.fight.side_of(acting) != seat) && against.is_some() => {
                    return Err("this compel is not possible now: the dice of the action have been rolled, or the words name no aspect \
                                of the actor, its zone or the scene"
                        .to_owned());
                }
                None => {}
            }
        }
        let Some(against) = against else {
            return Err("name the actor to compel: `compel NAME \"ASPECT\"`".to_owned());
        };
        let payer = by.map_or_else(|| table::side_title(&self.fight, seat), person);
        let said = format!("(kept: the compel by {payer} is offered when {} acts)", person(against));
        self.noted.retain(|known| known.point != Point::Compel || known.against != Some(against) || known.seat != seat);
        self.noted.push(noted);
        Ok(Interjection::Kept(said))
    }

    /// Returns the seat that makes the compel: the seat that is asked, or, if the target is on that side, the other person at the keyboard.
    fn compelling_seat(&self, ask: &Ask, against: Option<ActorId>) -> Option<Seat> {
        let Some(against) = against.filter(|&against| self.fight.side_of(against) == ask.seat) else { return Some(ask.seat) };
        let people = self.seats.iter().enumerate().filter(|(_, sitting)| sitting.player.is_none()).map(|(number, _)| Seat::of(number));
        let mut others = people.filter(|&seat| seat != self.fight.side_of(against));
        others.next().filter(|_| others.next().is_none())
    }

    /// Stores the command for a free step. The command is used when the game asks for the free step beside the action that the actor
    /// declares now. Returns `None` if the words name no zone and no border.
    fn step_later(&mut self, ask: &Ask, head: &str, line: &str) -> Option<Result<Interjection, String>> {
        let declares = matches!(ask.point, Point::Act | Point::Whom | Point::With | Point::Track | Point::Term);
        let head = if head == "open" { "pay" } else { head };
        let is_step = matches!(head, "enter" | "go" | "pay" | "close") && option_words::answers(Point::FreeMove, head);
        let me = ask.me.actor().filter(|_| declares && is_step)?;
        let rest = line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim());
        let words = match table::step_words(&self.fight, head, rest)? {
            Ok(words) => words,
            Err(why) => return Some(Err(why)),
        };
        self.noted.retain(|known| known.point != Point::FreeMove || known.by != Some(me));
        let round = self.fight.round();
        self.noted.push(Noted { seat: ask.seat, point: Point::FreeMove, against: None, by: Some(me), words, round });
        Some(Ok(Interjection::Kept(format!("(kept: {} takes this free step beside the action)", self.fight.title_of(me)))))
    }

    /// Returns the answer that the stored commands of players give to a question.
    pub(super) fn noted_answer(&self, ask: &Ask) -> NotedAnswer {
        let Some(noted) = self.noted.iter().find(|noted| noted.is_for(&self.fight, ask)) else { return NotedAnswer::Nothing };
        let mut options = Options::new();
        self.fight.legal(&mut options);
        match table::answer(&self.fight, &Marks::of(&self.start), ask, &options, &noted.words) {
            Ok((_, answer)) if !self.is_vetoed(ask, &answer) => NotedAnswer::Fits(answer),
            Ok(_) | Err(_) => NotedAnswer::Unfit,
        }
    }

    /// Removes the commands that were stored for a question, and those of earlier rounds.
    pub(super) fn forget_noted(&mut self, ask: &Ask) {
        let (fight, round) = (&self.fight, self.fight.round());
        self.noted.retain(|noted| !noted.is_for(fight, ask) && noted.round + 1 >= round);
    }

    /// Finds the latest question that the stored command answers. Only questions about compels that the player was not asked in the current
    /// action count. Returns the log line before the question, and the answer.
    fn window_before(&self, noted: &Noted, marks: &Marks) -> Option<(usize, Answer)> {
        self.left_out(noted.seat).filter(|(_, fight, ask, _)| noted.is_for(fight, ask)).find_map(|(place, fight, ask, options)| {
            let (_, answer) = table::answer(&fight, marks, &ask, &options, &noted.words).ok()?;
            Some((place, answer))
        })
    }
}

impl Noted {
    /// True if the stored command is meant for the given question.
    fn is_for(&self, fight: &Fight, ask: &Ask) -> bool {
        let target = match fight.seen() {
            // In space combat, a compel names its target. The target need not be the actor with the declared action.
            FightRef::Space(_) => None,
            _ => acting(fight),
        };
        self.seat == ask.seat
            && self.point == ask.point
            && self.by.is_none_or(|by| ask.me.actor() == Some(by))
            && (self.against.is_none() || target.is_none() || self.against == target)
    }
}

/// Returns the actor whose action is declared.
fn acting(fight: &Fight) -> Option<ActorId> {
    match fight {
        Fight::Personal(fight) => fight.state.actor,
        Fight::Platoon(fight) => fight.state.declared.me,
        Fight::Space(_) | Fight::Stakes(_) => None,
    }
}

/// Compel that a player typed, with its actors.
struct TypedCompel {
    against: Option<ActorId>,
    by: Option<ActorId>,
    /// Command in the form that answers the question about compels.
    words: String,
}

/// Reads `compel NAME "ASPECT" for 2 by NAME`: the names of the actors are optional.
fn heard(fight: &Fight, marks: &Marks, line: &str) -> Result<TypedCompel, String> {
    let rest = line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim());
    let (rest, by) = match rest.rsplit_once(" by ").filter(|(_, by)| !by.contains('"')) {
        Some((rest, by)) => (rest.trim(), Some(table::called(fight, marks, by.trim())?)),
        None => (rest, None),
    };
    let quoted = rest.find('"').unwrap_or(rest.len());
    let (name, aspect) = rest.split_at(quoted);
    let (against, aspect) = match name.trim() {
        "" => (None, aspect.to_owned()),
        name if !aspect.is_empty() => (Some(table::called(fight, marks, name)?), aspect.to_owned()),
        // Without quotation marks, as many of the first words as possible are read as the name of an actor.
        name => longest_name(fight, marks, name),
    };
    let target = match (fight, against) {
        (Fight::Space(_), Some(against)) => format!(" against {}", Names::actor(fight, against)),
        _ => String::new(),
    };
    Ok(TypedCompel { against, by, words: format!("compel {}{target}", aspect.trim()) })
}

/// Completes the text of the aspect in the words of a compel. A part of the text is enough if no other aspect within reach of the actor
/// contains it.
///
/// # Errors
/// A sentence that lists the aspects, if none or several of them fit.
fn with_whole_aspect(fight: &Fight, on: ActorId, words: String) -> Result<String, String> {
    let Some((before, typed, after)) = words.split_once('"').and_then(|(before, rest)| {
        let (typed, after) = rest.split_once('"')?;
        Some((before, typed, after))
    }) else {
        return Ok(words);
    };
    let all = table::aspects_near(fight, on);
    let wanted = typed.to_lowercase();
    if all.iter().any(|text| text.to_lowercase() == wanted) {
        return Ok(words);
    }
    let mut fitting: Vec<&String> = all.iter().filter(|text| !wanted.is_empty() && text.to_lowercase().contains(&wanted)).collect();
    fitting.dedup();
    match fitting.as_slice() {
        [one] => Ok(format!("{before}\"{one}\"{after}")),
        _ => {
            let who = fight.title_of(on);
            let listed = all.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ");
            let none = format!("{who} has no aspect \"{typed}\"");
            Err(if all.is_empty() { none } else { format!("{none}; name one of {listed}") })
        }
    }
}

/// True if the words name an aspect of the scene in a fight whose rules do not open such aspects to compels.
fn names_closed_scene(fight: &Fight, words: &str) -> bool {
    let Fight::Personal(fight) = fight else { return false };
    let Some(typed) = words.split('"').nth(1).map(str::to_lowercase) else { return false };
    let mut of_scene = fight.state.aspects.values().filter(|aspect| aspect.present && aspect.holder == Holder::Scene);
    !fight.roster.settings.compel_scene && of_scene.any(|aspect| aspect.text.to_lowercase() == typed)
}

/// Splits words into the name of an actor and the rest.
fn longest_name(fight: &Fight, marks: &Marks, words: &str) -> (Option<ActorId>, String) {
    let pieces: Vec<&str> = words.split_whitespace().collect();
    let named = (1..=pieces.len()).rev().find_map(|count| {
        let (name, rest) = pieces.split_at_checked(count)?;
        table::called(fight, marks, &name.join(" ")).ok().map(|who| (Some(who), rest.join(" ")))
    });
    named.unwrap_or_else(|| (None, words.to_owned()))
}
