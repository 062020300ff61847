//! What is shown.

use super::{Board, Moment, Told, picture};
use serde::Serialize;
use slip_play::ask::{Ask, Point};
use slip_play::choice::Choice;
use slip_play::conflict::Conflict;
use slip_play::fight::{Fight, Playable};
use slip_play::ids::Key;
use slip_play::stored_seat::StoredSeat;
use slip_table::table::{self, Ink, Wanted, choices};
use slip_table::words;

/// Everything that is shown of a game, at one line of it.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The title of the encounter.
    pub title: String,
    /// What its author says of it.
    pub doc: String,
    /// `round 2`; empty before the first.
    pub round: String,
    /// The line that is shown, and the last there is.
    pub at: usize,
    /// The last line there is.
    pub last: usize,
    /// The moment at which it is shown: what is done says which it means.
    pub moment: Moment,
    /// Lines at which a step ends, that were not taken back: where one may look.
    pub stops: Vec<usize>,
    /// True if it is over at that line.
    pub over: bool,
    /// True if statistics may count it.
    pub comparable: bool,
    /// What the dice are drawn from; none if they are typed in.
    pub seed: Option<u64>,
    /// Each side and who plays it.
    pub sides: Vec<(String, String)>,
    /// The map or the line of space with everybody on it.
    pub picture: Option<String>,
    /// The board in words: zones, borders, aspects.
    pub board: String,
    /// The same in short: the plan, and how everybody stands.
    pub short: String,
    /// Everybody.
    pub people: Vec<Person>,
    /// The account so far.
    pub account: Vec<Line>,
    /// The arithmetic of the last roll.
    pub why: Option<String>,
    /// What is asked, at the last line.
    pub question: Option<Question>,
    /// Which real dice are wanted, and how they are typed.
    pub dice: Option<String>,
    /// Faces as they may be typed for them.
    pub faces: Option<String>,
    /// What a referee may say, with what it does.
    pub rulings: Vec<(String, String)>,
}

/// A line of the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The line of the journal by which it was told.
    pub line: usize,
    /// The words.
    pub text: String,
}

/// Somebody, or a ship, or a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Person {
    /// The name.
    pub title: String,
    /// The mark on the map.
    pub mark: String,
    /// The number of the side; that behind the last of somebody who is of none (pawns).
    pub side: usize,
    /// True if they are still in it.
    pub active: bool,
    /// True if they decide now.
    pub acting: bool,
    /// How they stand.
    pub line: String,
    /// All about them.
    pub sheet: String,
}

/// What is asked of somebody at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// Its number: an answer says which question it means.
    pub ask: u32,
    /// The number of the side that is asked.
    pub side: usize,
    /// Who decides, if it is somebody in the fight.
    pub who: Option<String>,
    /// What led to it, and what is asked.
    pub text: String,
    /// Ways out of where they stand.
    pub ways: Vec<String>,
    /// Every legal answer, the default first.
    pub options: Vec<Way>,
}

/// A legal answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// Its words, as they would be typed.
    pub words: String,
    /// Which places it names, where the map calls them otherwise; what it costs and promises.
    pub about: Option<String>,
    /// What may be said along with it in free words.
    pub say: Option<String>,
    /// True if it is among those that are shown at first.
    pub first: bool,
}

impl Board<'_> {
    /// What is shown now, or was to be seen at an earlier line.
    pub fn view(&self, at: Option<usize>) -> View {
        let session = self.session();
        let last = session.last_line();
        let at = at.map_or(last, |at| at.min(last));
        let told = self.told(at);
        let asked = if at == last { session.question() } else { None };
        let wanted = if at == last { self.dice_wanted() } else { None };
        let fight = &told.fight;
        let stops = (1..).zip(session.journal()).filter(|(_, entry)| entry.kept && entry.after.is_some()).map(|(line, _)| line);
        let side = |line: &slip_play::log::head::SeatLine| {
            let by = match (&line.player, line.player.log_doctrine()) {
                (StoredSeat::Human, _) => "played here".to_owned(),
                (_, Some(doctrine)) => format!("by the doctrine {doctrine}"),
                (player, None) => player.log_word().to_owned(),
            };
            (line.side.to_string(), by)
        };
        View {
            title: self.encounter.title.clone(),
            doc: self.encounter.doc.clone().unwrap_or_default().to_string(),
            round: if fight.round() == 0 { String::new() } else { format!("{} {}", fight.round_word(), fight.round()) },
            at,
            last,
            moment: self.now(),
            stops: std::iter::once(0).chain(stops).collect(),
            over: fight.outcome().is_some(),
            comparable: session.is_comparable(),
            seed: session.header().seed,
            sides: session.seats().map(side).collect(),
            picture: picture::picture(self, fight, asked.as_ref()),
            board: table::board(fight, self.map, &self.marks, &Ink::PLAIN, true),
            short: table::short(fight, self.map, &self.marks, &Ink::PLAIN),
            people: self.people(fight, asked.as_ref()),
            why: told.reckoned.clone(),
            dice: wanted.as_ref().map(|wanted| format!("{}; type {}", wanted.what, wanted.throw.example())),
            faces: wanted.map(|wanted| wanted.throw.sample()),
            question: asked.filter(|_| self.pending.is_none()).map(|ask| self.question(&told, &ask)),
            account: told.lines,
            rulings: table::forms(session.fight()).iter().map(|(form, what)| ((*form).to_owned(), (*what).to_owned())).collect(),
        }
    }

    fn people(&self, fight: &Fight, asked: Option<&Ask>) -> Vec<Person> {
        let acting = asked.and_then(|ask| ask.me.actor());
        let person = |token: table::Token| Person {
            title: fight.title_of(token.who).to_owned(),
            side: token.seat.place(),
            active: token.active,
            acting: acting == Some(token.who),
            // Of somebody aboard a ship a comma stands behind the name.
            line: without(without(&token.line, &token.mark), fight.title_of(token.who)).trim_start_matches([',', ' ']).to_owned(),
            mark: token.mark,
            sheet: table::sheet(fight, token.who, &self.marks, &Ink::PLAIN),
        };
        table::tokens(fight, &self.marks).into_iter().map(person).collect()
    }

    fn question(&self, told: &Told, ask: &Ask) -> Question {
        let fight = &told.fight;
        let options = self.session().options();
        let all = choices::words_of(fight, ask, &options);
        let first = choices::first(fight, ask, &options, &all);
        let me = ask.me.actor();
        let walks = matches!(ask.point, Point::FreeMove | Point::Steps);
        let way = |(place, (words, choice)): (usize, (String, Choice))| Way {
            words,
            about: about(fight, ask, choice),
            say: table::wants_words(fight, ask, choice),
            first: first.contains(&place),
        };
        Question {
            ask: ask.number,
            side: ask.seat.place(),
            who: me.map(|me| fight.title_of(me).to_owned()),
            text: table::question(fight, ask, &Ink::PLAIN),
            ways: me.filter(|_| walks).map(|me| table::ways(fight, me)).unwrap_or_default(),
            options: all.into_iter().zip(options.as_slice().iter().copied()).enumerate().map(way).collect(),
        }
    }

    /// The real dice that a step waits for.
    pub fn dice_wanted(&self) -> Option<Wanted> {
        self.waits_for_dice().then(|| self.wanted())
    }
}

/// What an answer costs and promises, behind the places it names if the map calls them otherwise.
fn about(fight: &Fight, ask: &Ask, choice: Choice) -> Option<String> {
    let places = words::places(fight, ask, choice).join(" -- ");
    let places = (!places.is_empty()).then_some(places);
    let parts: Vec<String> = places.into_iter().chain(words::about(fight, ask, choice)).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// A line without the word it begins with.
fn without<'l>(line: &'l str, word: &str) -> &'l str {
    let line = line.trim();
    line.strip_prefix(word).map_or(line, str::trim_start)
}
