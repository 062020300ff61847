//! Formats questions of space combat as a referee would ask them.

use crate::table::question::asked;
use crate::table::style::ColourScheme;
use crate::transcript::phrases::{counted, price, refusing, side_title};
use crate::transcript::space::phrases::{band, boxes, name, rating_title, thing, track_title};
use crate::transcript::space::rolls::attack;
use slip_play::choice::{Choice, Verb};
use slip_play::event::SpacePhase;
use slip_play::ids::ActorId;
use slip_play::names::Names;
use slip_play::question::{Ask, Point};
use slip_play::space::Space;
use slip_play::space::roster::Rating;
use slip_play::space::state::HEAT;

/// Returns the sentences shown at a question: first the situation, the question itself last.
pub(in crate::table) fn question(fight: &Space, ask: &Ask, ink: &ColourScheme) -> String {
    asked(words(fight, ask), ink)
}

/// Returns the sentences about the situation, and the question.
fn words(fight: &Space, ask: &Ask) -> (String, String) {
    let me = ask.me.actor();
    let side = side_title(fight, ask.seat);
    let who = me.map_or(side.as_str(), |me| name(fight, me));
    let it = ask.it.actor().map(|it| name(fight, it));
    let has = |who: ActorId| counted(i64::from(fight.points(who)), "fate point", "fate points");
    let none = String::new;
    match ask.point {
        Point::SetUp => (none(), format!("Change who works which post aboard {who}?")),
        Point::Compel => {
            let price = me.map_or_else(none, |me| format!(" ({})", has(me)));
            (fails(fight.state.stage), format!("Does {who}{price} compel an enemy?"))
        }
        Point::AnswerCompel => {
            let refusing = refusing(fight.state.offer.map_or(1, |offer| offer.points));
            let offer = fight.state.offer.map_or_else(none, |offer| {
                let price = price(offer.points);
                format!("{} compels {} by \"{}\", {price}.", name(fight, offer.by), name(fight, offer.on), fight.aspect(offer.aspect))
            });
            let has = me.map_or_else(none, |me| format!("{who} has {}. ", has(me)));
            (format!("{has}{}", fails(fight.state.stage)), format!("{offer} Does {who} accept? {refusing}"))
        }
        Point::Act => (none(), format!("Does {who} use one of these options now?")),
        Point::Place => place(fight, who),
        Point::Begin => (none(), format!("{who} ranked first. Does turn 1 begin with the position phase or with electronic warfare?")),
        Point::Formation => formation(fight, ask, who),
        Point::Tether => tether(fight, ask, who),
        Point::Drive => {
            let heat = me.map_or_else(none, |me| heat(fight, me));
            let coast =
                format!("Coasting gives a total of {} and clears the highest marked box of heat.", fight.roster.settings.coasting_total);
            (format!("{heat}{coast}"), format!("What does {who} do with its drives?"))
        }
        Point::Bid => bid(fight, ask, who),
        Point::Adjust => (none(), adjust(fight, who)),
        Point::Shift => shift(fight, who),
        Point::Declare => declare(fight, ask),
        Point::Whom => (none(), format!("Which ship does {} attack?", declarer(fight, who))),
        Point::With => {
            let all = fight.state.declared.me.map_or(0, |me| fight.rating(me, Rating::Beam));
            (none(), format!("How much of {} {all} does {} fire?", rating_title(fight, Rating::Beam), declarer(fight, who)))
        }
        Point::EwDefence => (attacked(fight), format!("How does {who} defend? The roll counts for the whole phase.")),
        Point::TorpedoDefence => (
            format!("{}{}", attacked(fight), me.map_or_else(none, |me| beams_left(fight, me))),
            format!("How does {who} defend? The roll counts for the whole phase."),
        ),
        Point::Overwatch => {
            let left = me.map_or_else(none, |me| beams_left(fight, me));
            (
                format!("{}{left}", attacked(fight)),
                format!("Does {who} fire beams at the torpedoes to protect {}?", it.unwrap_or("the other ship")),
            )
        }
        Point::Deny => {
            let difficulty = fight.roster.settings.deny_difficulty;
            let words = fight.state.deny.map_or("", |denial| fight.aspect(denial.aspect));
            (none(), format!("A free tag is used on \"{words}\" of {who}. Does its navigator roll against {difficulty} to deny it?"))
        }
        Point::Mitigate => mitigate(fight, who),
        Point::Beaten => (none(), format!("What happens to {}, and do its drives still work? {who} decides.", it.unwrap_or("it"))),
        Point::AcceptConcession => (none(), format!("{} offers to concede. Does {side} accept?", it.unwrap_or("The other side"))),
        Point::Repair => (none(), format!("What is repaired aboard {who}, and by whom?")),
        Point::Stop => (none(), format!("The turn is over. Does {side} offer to stop here? The fight ends if all sides do.")),
        _ => (none(), format!("What does {who} do?")),
    }
}

/// Describes the effect of a compel that makes a ship fail in a phase.
fn fails(stage: SpacePhase) -> String {
    match stage {
        SpacePhase::Detection => "A ship that accepts does not roll, and its total is -4.",
        SpacePhase::Position => "A ship that accepts can neither drive nor coast in this phase: its total is -4.",
        SpacePhase::Ew | SpacePhase::Beams | SpacePhase::Torpedoes => "A ship that accepts may not attack in this phase.",
        SpacePhase::Boarding => "",
        SpacePhase::DamageControl => "A ship that accepts makes no repairs this turn.",
    }
    .to_owned()
}

/// Returns the name of the ship whose action is being declared.
fn declarer<'f>(fight: &'f Space, who: &'f str) -> &'f str {
    fight.state.declared.me.map_or(who, |me| name(fight, me))
}

fn place(fight: &Space, who: &str) -> (String, String) {
    match fight.state.declared.it.actor() {
        Some(it) if fight.state.declared.act.is_some() => (String::new(), format!("On which band does {} begin?", name(fight, it))),
        _ => {
            let left = fight.state.step.n;
            let more = if left > 1 { format!(" ({left} to place)") } else { String::new() };
            (String::new(), format!("Which ship does {who} place{more}?"))
        }
    }
}

fn formation(fight: &Space, ask: &Ask, who: &str) -> (String, String) {
    let by = fight.state.declared.me.filter(|_| fight.state.declared.act == Some(Verb::Form));
    match by {
        Some(by) if Some(by) != ask.me.actor() => {
            (String::new(), format!("{} wants to fly in formation. Does {who} agree?", name(fight, by)))
        }
        _ if is_in_formation(fight, ask) => (String::new(), format!("Does {who} leave its formation?")),
        _ => ("A formation moves as one, with the lowest of its totals.".to_owned(), format!("Does {who} form up with another ship?")),
    }
}

fn tether(fight: &Space, ask: &Ask, who: &str) -> (String, String) {
    let declared = fight.state.declared;
    match declared.me.filter(|&by| declared.act.is_some() && Some(by) != ask.me.actor()) {
        Some(by) => (String::new(), format!("{} wants to lead {who} on a tether. Does {who} agree?", name(fight, by))),
        None => (String::new(), format!("What does {who} do about tethers?")),
    }
}

/// Formats the heat track: `Heat [x][ ][ ]. `
fn heat(fight: &Space, who: ActorId) -> String {
    let track = fight.state.ship(who).map(|ship| ship.track(HEAT)).filter(|track| track.length() > 0);
    track.map_or_else(String::new, |track| format!("{} {}. ", track_title(fight, HEAT), boxes(track)))
}

fn bid(fight: &Space, ask: &Ask, who: &str) -> (String, String) {
    let Some(me) = ask.me.actor() else { return Default::default() };
    let others = fight.state.ships.iter().filter(|(id, ship)| *id != me && ship.burn > 0);
    let others: Vec<String> = others.map(|(id, ship)| format!("{} burns {}", name(fight, id), ship.burn)).collect();
    let others = if others.is_empty() { String::new() } else { format!("{}. ", others.join(", ")) };
    let now = fight.state.ship(me).map_or(0, |ship| ship.burn);
    let own = if now > 0 { format!("{who} has bid {now}. ") } else { String::new() };
    let what = format!("How much does {who} burn? Each point is +1 on the roll and causes heat at once.");
    (format!("{}{others}{own}", heat(fight, me)).trim_end().to_owned(), what)
}

/// Describes the current totals of both sides in a contest.
fn adjust(fight: &Space, who: &str) -> String {
    let Some(contest) = &fight.state.contest else { return format!("Does {who} add anything to the roll?") };
    let own = usize::from(fight.state.step.n);
    let totals: Vec<String> = contest.rolls.iter().map(|roll| format!("{} {}", name(fight, roll.who), roll.total())).collect();
    let stand = match (contest.rolls.get(own), contest.difficulty) {
        (Some(roll), Some(difficulty)) => format!("{} against {difficulty}. ", roll.total()),
        (Some(_), None) if contest.rolls.len() > 1 => format!("{}. ", totals.join(", ")),
        (Some(roll), None) => format!("{}. ", roll.total()),
        (None, _) => String::new(),
    };
    format!("{stand}Does {who} add anything to the roll?")
}

fn shift(fight: &Space, who: &str) -> (String, String) {
    let declared = fight.state.declared;
    match declared.it.actor().filter(|_| declared.act.is_some()) {
        Some(it) => {
            let from = fight.band_of(it).map(band).unwrap_or_default();
            (String::new(), format!("{} is on {from}. To which band does it go?", name(fight, it)))
        }
        None => (format!("{who} has won the position."), format!("Which ship does {who} move?")),
    }
}

fn declare(fight: &Space, ask: &Ask) -> (String, String) {
    let verb = match fight.state.stage {
        SpacePhase::Ew => "start electronic warfare",
        SpacePhase::Beams => "fire beams",
        _ => "launch torpedoes",
    };
    let side = side_title(fight, ask.seat);
    let call = if fight.state.step.m > 0 { "Final call. " } else { "" };
    (format!("{call}Attacks happen at once. A side that holds is asked again until the final call."), format!("Does {side} {verb}?"))
}

/// Describes the attack that the asked ship defends against.
fn attacked(fight: &Space) -> String {
    let Some(by) = fight.state.declared.me else { return String::new() };
    let total =
        fight.state.contest.as_ref().and_then(|contest| contest.rolls.first()).map(|roll| format!(", with a total of {}", roll.total()));
    format!("{} {}{}. ", name(fight, by), attack(fight, by), total.unwrap_or_default())
}

/// Describes the number of beams that can be fired without heat.
fn beams_left(fight: &Space, who: ActorId) -> String {
    let all = fight.rating(who, Rating::Beam);
    let used = fight.state.ship(who).map_or(0, |ship| i32::from(ship.beam_used) + i32::from(ship.beam_defended));
    let left = (all - used).max(0);
    let rating = rating_title(fight, Rating::Beam);
    format!("{left} of {rating} {all} can be used without heat. {}", heat(fight, who))
}

fn mitigate(fight: &Space, who: &str) -> (String, String) {
    let Some(blow) = fight.state.blows.first() else { return Default::default() };
    let also: String = blow.besides.iter().map(|also| format!(" and on {}", track_title(fight, also))).collect();
    let track = track_title(fight, blow.track);
    let now = fight.state.ship(blow.who).map(|ship| format!("{track} {}. ", boxes(ship.track(blow.track)))).unwrap_or_default();
    // A ship marks most heat by its own actions, so heat is not called a hit.
    let struck = if blow.track == HEAT { "takes" } else { "is hit for" };
    (now.trim_end().to_owned(), format!("{who} {struck} {} on {track}{also}. Which consequences does it take?", blow.shifts))
}

/// Returns the prompt for the free text that an option needs; `None` if the option needs none.
pub(in crate::table) fn wants_words(fight: &Space, ask: &Ask, choice: Choice) -> Option<String> {
    match (ask.point, choice.verb) {
        (_, Verb::Concede) => Some("On what terms?".to_owned()),
        (Point::Mitigate, Verb::Take) if choice.how != 0 => Some("What is the consequence?".to_owned()),
        (Point::Beaten, Verb::Outcome) => Some(format!("How does it end for {}?", thing(fight, ask.it))),
        _ => None,
    }
}

/// True if the asked ship is in a formation. The question is then about leaving the formation, otherwise about forming one.
fn is_in_formation(fight: &Space, ask: &Ask) -> bool {
    let mut options = slip_play::choice::Options::new();
    slip_play::conflict::Conflict::legal(fight, &mut options);
    ask.point == Point::Formation && options.as_slice().iter().any(|option| option.verb == Verb::Leave)
}
