//! Content of the view of a game in a browser.

use super::map_view::{MapView, ViewPlace};
use super::option_view::{ViewOption, zone_labels};
use super::{Board, Participant, StateId, Told, picture, visible};
use serde::Serialize;
use slip_play::conflict::Conflict;
use slip_play::fight::{Fight, Playable};
use slip_play::ids::{ActorId, Seat, TableKey};
use slip_play::log::first_record::SeatLine;
use slip_play::question::{Ask, Point};
use slip_play::stored_seat::StoredSeat;
use slip_session::session::question_stops::Preset;
use slip_table::goals::goals;
use slip_table::table::{self, ColourScheme, Marks, Viewer, WantedDice};

/// View of a game at one journal line.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    /// Title of the encounter.
    pub title: String,
    /// Doc comment of the encounter.
    pub doc: String,
    /// The stakes and the conditions for winning, a sentence for each.
    pub goals: Vec<String>,
    /// Number of the round in words, such as `round 2`; empty before the first round.
    pub round: String,
    /// Number of the journal line that is shown.
    pub at: usize,
    /// Number of the last journal line.
    pub last: usize,
    /// Identifier of the state that is shown, which an action sends back.
    pub moment: StateId,
    /// Numbers of the journal lines that end a step and were not undone; the view can show the game at these lines.
    pub stops: Vec<usize>,
    /// True if the game is over at this line.
    pub over: bool,
    /// True if the game may be counted in statistics.
    pub comparable: bool,
    /// Seed of the dice; `None` if dice are typed in, and for players, who could compute the next dice from it.
    pub seed: Option<u64>,
    /// True if dice are typed in.
    pub real_dice: bool,
    /// Number of the viewer's own side.
    pub own_side: Option<usize>,
    /// Numbers of the sides that people play and the viewer answers for.
    pub answered_sides: Vec<usize>,
    /// Title of the side that is asked now, if the viewer does not answer for it.
    pub waits_for: Option<String>,
    /// Name of each side, and its player.
    pub sides: Vec<(String, String)>,
    /// Drawing of the map, or of the bands of space, with all actors.
    pub picture: Option<String>,
    /// Places on the drawing for answers by pointing.
    pub map: Option<MapView>,
    /// Aspects in play of the scene, of zones and of actors.
    pub aspects: Vec<ViewAspect>,
    /// Board in words: zones, borders, aspects.
    pub board: String,
    /// Board in few words: the plan and the state of every actor.
    pub short: String,
    /// All actors of the encounter, in the order of the fight.
    pub people: Vec<ViewActor>,
    /// Transcript up to this journal line.
    pub account: Vec<TranscriptLine>,
    /// Calculation of the last roll, in words.
    pub why: Option<String>,
    /// Sentence about the last words that the viewer typed, if they are stored for a later question.
    pub notice: Option<String>,
    /// Current question; only in the view of the last journal line.
    pub question: Option<ViewQuestion>,
    /// Physical dice that are needed, and how to type them.
    pub dice: Option<String>,
    /// Example of dice faces to type.
    pub faces: Option<String>,
    /// Questions that each person at the board is asked.
    pub asked: Vec<SeatStops>,
    /// Rulings that a referee can type, with their effects.
    pub rulings: Vec<(String, String)>,
}

/// Aspect in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ViewAspect {
    /// Text of the aspect.
    pub text: String,
    /// Title of its holder: a zone, an actor, or the scene.
    pub holder: String,
    /// Place of the aspect's holder on the map.
    pub place: Option<ViewPlace>,
    /// Sides that have a free tag on the aspect, in words.
    pub free_for: Option<String>,
    /// True if the aspect is a consequence.
    pub is_consequence: bool,
    /// True if the aspect is written on a sheet, a map or an encounter, false if it came into play in the game.
    pub is_printed: bool,
}

/// Stops of a side that a person plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatStops {
    /// Title of the side.
    pub side: String,
    /// Word of the preset; `own settings` if no preset has the same stops.
    pub preset: &'static str,
    /// Groups of stops, each with its heading.
    pub groups: Vec<(&'static str, Vec<ShownStop>)>,
}

/// Word of a stop, its description, and the word of its setting.
type ShownStop = (&'static str, &'static str, &'static str);

/// Line of the transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TranscriptLine {
    /// Number of the journal line that the text describes.
    pub line: usize,
    /// Text of the line.
    pub text: String,
}

/// Person, ship or unit in the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ViewActor {
    /// Title of the person, the name shown to people.
    pub title: String,
    /// Mark of the actor's token on the map.
    pub mark: String,
    /// Number of the actor's side; one past the last for actors without a side (pawns).
    pub side: usize,
    /// True if the actor is still in the game.
    pub active: bool,
    /// True if the actor decides now.
    pub acting: bool,
    /// State of the actor in one line.
    pub line: String,
    /// Full sheet of the actor.
    pub sheet: String,
}

/// Question to a player in the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ViewQuestion {
    /// Number of the question, which an answer sends back.
    pub ask: u32,
    /// Number of the side that is asked.
    pub side: usize,
    /// Name of the deciding actor, if any.
    pub who: Option<String>,
    /// Text of the question with its context.
    pub text: String,
    /// Ways out of the actor's zone.
    pub ways: Vec<String>,
    /// All legal answers to the question, the default first.
    pub options: Vec<ViewOption>,
}

impl Board<'_> {
    /// Returns the view of the current state, or of an earlier journal line.
    pub fn view(&self, at: Option<usize>) -> GameView {
        self.view_for(&Participant::everybody(), at)
    }

    /// Returns the parts of the view that a person may see.
    pub fn view_for(&self, who: &Participant, at: Option<usize>) -> GameView {
        let session = self.session();
        let last = session.last_line();
        let at = at.map_or(last, |at| at.min(last));
        let told = self.told(at, who.viewer);
        let asked: Option<Ask> = if at == last { session.question() } else { None };
        let wanted = if at == last { self.dice_wanted() } else { None };
        let fight = &told.fight;
        let shown = who.viewer.shown_fight(fight);
        let stops = (1..).zip(session.journal()).filter(|(_, entry)| entry.kept && entry.after.is_some()).map(|(line, _)| line);
        let decides = if wanted.is_some() { self.dice_seat() } else { asked.as_ref().map(|ask| ask.seat) };
        let waits_for = decides.filter(|&seat| !who.answers(seat)).map(|seat| table::side_title(fight, seat));
        let is_referee = who.viewer == Viewer::Referee;
        let wanted = wanted.filter(|_| decides.map_or(is_referee, |seat| who.answers(seat)));
        let acting = asked.as_ref().filter(|ask| ask.me.actor().is_none_or(|me| who.viewer.sees(fight, me)));
        let words = |text: String| visible(fight, who.viewer, text);
        let question =
            asked.filter(|ask| self.pending.is_none() && who.answers(ask.seat)).map(|ask| self.question(&told, who.viewer, &ask));
        let labels = question.as_ref().map(|question| zone_labels(&question.options)).unwrap_or_default();
        let (picture, map) = picture::picture(self, fight, who.viewer, acting, &labels).unzip();
        GameView {
            title: self.encounter.title.clone(),
            doc: self.encounter.doc.clone().unwrap_or_default().to_string(),
            goals: goals(self.pack, self.encounter),
            round: if fight.round() == 0 { String::new() } else { format!("{} {}", fight.round_word(), fight.round()) },
            at,
            last,
            moment: self.now(),
            stops: std::iter::once(0).chain(stops).collect(),
            over: fight.outcome().is_some(),
            comparable: session.is_comparable(),
            seed: session.header().seed.filter(|_| is_referee),
            real_dice: session.has_typed_dice(),
            own_side: if let Viewer::Seat(seat) = who.viewer { Some(seat.place()) } else { None },
            answered_sides: self.seats_of_people().into_iter().filter(|&seat| who.answers(seat)).map(Seat::place).collect(),
            waits_for,
            sides: session.seats().map(|line| (line.side.to_string(), played_by(line, who))).collect(),
            picture,
            map,
            aspects: self.view_aspects(fight, who.viewer),
            board: words(table::board(&shown, self.map, &self.marks, &ColourScheme::PLAIN, true)),
            short: words(table::short(&shown, self.map, &self.marks, &ColourScheme::PLAIN)),
            people: self.people(fight, &shown, who.viewer, acting),
            why: told.reckoned.clone(),
            notice: self.notice.as_ref().filter(|(seat, _)| at == last && who.answers(*seat)).map(|(_, said)| said.clone()),
            dice: wanted.as_ref().map(|wanted| format!("{}; type {}", wanted.what, wanted.throw.example())),
            faces: wanted.map(|wanted| wanted.throw.sample()),
            question,
            account: told.lines,
            asked: self.seat_stops(who),
            rulings: if is_referee { rulings(session.fight()) } else { Vec::new() },
        }
    }

    fn view_aspects(&self, fight: &Fight, viewer: Viewer) -> Vec<ViewAspect> {
        let listed = table::aspect_list(fight, viewer).into_iter();
        let view = |aspect: table::ListedAspect| ViewAspect {
            place: aspect.place.and_then(|place| ViewPlace::of(fight, viewer, place, &self.marks)),
            text: aspect.text,
            holder: aspect.holder,
            free_for: aspect.free_for,
            is_consequence: aspect.is_consequence,
            is_printed: aspect.is_printed,
        };
        listed.map(view).collect()
    }

    /// Returns the stops of the sides that people play and a person answers for.
    fn seat_stops(&self, who: &Participant) -> Vec<SeatStops> {
        let of = |seat: Seat| {
            let stops = self.session().stops_of(seat);
            SeatStops {
                side: table::side_title(self.session().fight(), seat),
                preset: stops.preset().map_or("own settings", Preset::word),
                groups: stops.groups(self.session().fight()).into_iter().map(|group| (group.title, group.rows)).collect(),
            }
        };
        self.seats_of_people().into_iter().filter(|&seat| who.answers(seat)).map(of).collect()
    }

    fn people(&self, fight: &Fight, shown: &Fight, viewer: Viewer, asked: Option<&Ask>) -> Vec<ViewActor> {
        let acting = asked.and_then(|ask| ask.me.actor());
        let person = |token: table::MapToken| ViewActor {
            title: fight.title_of(token.who).to_owned(),
            side: token.seat.place(),
            active: token.active,
            acting: acting == Some(token.who),
            // For actors aboard a ship, the name is followed by a comma, which is removed.
            line: without(without(&token.line, &token.mark), fight.title_of(token.who)).trim_start_matches([',', ' ']).to_owned(),
            mark: token.mark,
            sheet: sheet(fight, shown, viewer, token.who, &self.marks),
        };
        table::tokens(shown, &self.marks).into_iter().filter(|token| viewer.sees(fight, token.who)).map(person).collect()
    }

    fn question(&self, told: &Told, viewer: Viewer, ask: &Ask) -> ViewQuestion {
        let fight = &viewer.reckoned_fight(&told.fight);
        let me = ask.me.actor();
        let walks = matches!(ask.point, Point::FreeMove | Point::Steps);
        let others = self.session().other_turns(&self.marks);
        let others: Vec<String> = others.iter().map(|words| format!("`{words}`")).collect();
        let others = (!others.is_empty())
            .then(|| format!("To let another act first, write {}.", slip_suggest::alternatives(others.iter().map(String::as_str))));
        ViewQuestion {
            ask: ask.number,
            side: ask.seat.place(),
            who: me.map(|me| fight.title_of(me).to_owned()),
            text: table::question(fight, ask, &ColourScheme::PLAIN),
            ways: me.filter(|_| walks).map(|me| table::ways(fight, me)).unwrap_or_default().into_iter().chain(others).collect(),
            options: self.view_options(fight, viewer, ask),
        }
    }

    /// Returns the physical dice that the current step needs.
    pub fn dice_wanted(&self) -> Option<WantedDice> {
        self.waits_for_dice().then(|| self.wanted())
    }
}

/// Returns the player of a side in words. Players and spectators do not learn the doctrine of a side.
fn played_by(line: &SeatLine, who: &Participant) -> String {
    match (&line.player, line.player.log_doctrine()) {
        (StoredSeat::Human, _) if who.is_one_of_several() => "played by a person".to_owned(),
        (StoredSeat::Human, _) => "played here".to_owned(),
        (..) if who.viewer != Viewer::Referee => "played by the program".to_owned(),
        (_, Some(doctrine)) => format!("played by the doctrine {doctrine}"),
        (player, None) => player.log_word().to_owned(),
    }
}

/// Returns the sheet of an actor as a viewer may see it.
pub(super) fn sheet(fight: &Fight, shown: &Fight, viewer: Viewer, who: ActorId, marks: &Marks) -> String {
    let sheet = table::sheet(shown, who, marks, &ColourScheme::PLAIN);
    let closed = if viewer.is_closed_to(fight, who) { "  closed        skills that have not been rolled yet\n" } else { "" };
    sheet + closed
}

/// Returns the rulings that a referee can type, with their effects.
fn rulings(fight: &Fight) -> Vec<(String, String)> {
    table::forms(fight).iter().map(|(form, what)| ((*form).to_owned(), (*what).to_owned())).collect()
}

/// Returns a line without its first word.
fn without<'l>(line: &'l str, word: &str) -> &'l str {
    let line = line.trim();
    line.strip_prefix(word).map_or(line, str::trim_start)
}
