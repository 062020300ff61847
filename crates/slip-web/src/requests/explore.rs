//! `explore`: the designs that no other design beats, or the cheapest that beats an opponent.

use crate::packages;
use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_export::exploration::{self, grouped};
use slip_odds::Ratio;
use slip_odds::explore::cheapest_design_that_wins::{self, Fought, Rival};
use slip_odds::explore::{self, DesignRequirement, ExploreRefusal, ExploreRequest, Explored, Objective, UndominatedItem};
use slip_pack::thing_view::Thing;

/// Search for designs. Its fields are the options of `slipyard explore`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Explore {
    /// Folder of the package.
    package: String,
    /// Name of the design.
    design: String,
    tech: Option<i32>,
    /// Stunts, flags and bounds such as `harm>=2`.
    require: Vec<String>,
    forbid: Vec<String>,
    maximise: Vec<String>,
    minimise: Vec<String>,
    budget: Option<i32>,
    /// Entries that every design has, as they are written in an item.
    with: Vec<String>,
    /// Ship that the designs outrun.
    outrun: Option<String>,
    /// Greatest number of designs in the answer.
    limit: u32,
    against: Option<Opponent>,
}

/// Opponent of the designs.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Opponent {
    /// Name of a ship, a weapon or an armour.
    name: String,
    /// Chance to exceed, in percent.
    chance: u8,
    /// Distance in zones or bands.
    at: u8,
    /// Rank of the people.
    rank: i32,
    /// Largest number of designs that play fights, for each number of build points.
    fights: u16,
}

/// Designs that were found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct ExploreReply {
    title: String,
    /// Sentences about the result and the comparison, as the command prints them.
    lines: Vec<String>,
    heads: Vec<String>,
    rows: Vec<FoundDesign>,
    /// Number of unbeaten designs that the answer leaves out; empty if there are none.
    more: String,
    /// Sentence about the limits of the result; empty if there is none.
    note: String,
    /// The answer as `--format csv` prints it.
    csv: String,
    /// The answer as `--format json` prints it.
    json: String,
    /// The designs as `--format slip` prints them.
    slip: String,
}

/// Design of a row.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct FoundDesign {
    cells: Vec<String>,
    name: String,
    /// Text of the item.
    slip: String,
    /// True for the cheapest design that beats the opponent.
    wins: bool,
}

/// Options of the command that its sentences name, and the fields of the page in their place.
const FIELDS: &[(&str, &str)] = &[
    ("--tech", "“Technology”"),
    ("--require", "“Must have”"),
    ("--forbid", "“Must not have”"),
    ("--maximise", "“More of”"),
    ("--minimise", "“Less of”"),
    ("--budget", "“Build points at most”"),
    ("--with", "“Entries of every design”"),
    ("--outrun", "“Faster than”"),
    ("--fights", "“Designs that fight”"),
    ("--limit", "“Designs shown”"),
];

/// Searches the designs.
pub(crate) fn answer(session: &Session, asked: &Explore) -> Result<ExploreReply, String> {
    explored(session, asked).map_err(|refusal| FIELDS.iter().fold(refusal.0, |sentence, (option, field)| sentence.replace(option, field)))
}

fn explored(session: &Session, asked: &Explore) -> Result<ExploreReply, ExploreRefusal> {
    let wish = request(session, asked)?;
    let fresh = || packages::load(session, &asked.package).map(|loaded| loaded.sources).map_err(ExploreRefusal);
    let Some(against) = &asked.against else { return Ok(found(&explore::explore(&mut fresh()?, &wish)?)) };
    if against.chance >= 100 {
        return Err(ExploreRefusal("the chance is a whole number of percent below 100".to_owned()));
    }
    let rival = Rival {
        name: against.name.clone(),
        range: against.at,
        chance: Ratio::of(u64::from(against.chance), 100),
        rank: against.rank,
        fights: usize::from(against.fights.max(1)),
    };
    let mut fights = 0_u32;
    let mut tell = |points: i64, _: usize| {
        fights = fights.saturating_add(1);
        session.tell_progress(fights, i32::try_from(points).unwrap_or(i32::MAX));
    };
    let fought = cheapest_design_that_wins::cheapest(&fresh, &wish, &rival, &mut tell)?;
    Ok(beaten(&fought, &rival))
}

fn request(session: &Session, asked: &Explore) -> Result<ExploreRequest, ExploreRefusal> {
    let aim = |more: bool| move |what: &String| Objective { what: what.trim().to_owned(), more };
    let mut require = Vec::new();
    for text in &asked.require {
        require.extend(DesignRequirement::parse_list(text).map_err(ExploreRefusal)?);
    }
    require.extend(asked.outrun.as_deref().map(|ship| faster_than(session, &asked.package, ship)).transpose()?);
    Ok(ExploreRequest {
        design: asked.design.clone(),
        tech: asked.tech.map(i64::from),
        require,
        forbid: asked.forbid.clone(),
        aims: asked.maximise.iter().map(aim(true)).chain(asked.minimise.iter().map(aim(false))).collect(),
        budget: asked.budget.map(i64::from),
        with: asked.with.clone(),
        limit: usize::try_from(asked.limit).unwrap_or(usize::MAX),
    })
}

fn faster_than(session: &Session, package: &str, ship: &str) -> Result<DesignRequirement, ExploreRefusal> {
    let world = session.world(package).map_err(ExploreRefusal)?;
    let built = Thing::all(world.pack()).filter_map(|thing| if let Thing::Built(item) = thing { Some(item) } else { None });
    let stat = world.pack().rules.word("v_shift_stat", "v_shift");
    let mut named: Vec<_> = built.filter(|item| item.name == ship).collect();
    named.sort_by_key(|item| (!item.stats.contains_key(stat), item.package != world.name()));
    let item = named.first().ok_or_else(|| ExploreRefusal(format!("there is no ship `{ship}`")))?;
    explore::outrunning(world.pack(), item)
}

fn found(explored: &Explored) -> ExploreReply {
    let table = exploration::table(explored);
    let csv = table.csv();
    let row = |(cells, found): (Vec<String>, &UndominatedItem)| FoundDesign {
        cells,
        name: found.name.clone(),
        slip: found.text.clone(),
        wins: false,
    };
    let more = exploration::not_shown(explored);
    ExploreReply {
        title: exploration::title(explored),
        lines: std::iter::once(exploration::counts(explored)).chain(exploration::comparison(explored)).collect(),
        heads: table.heads,
        rows: table.rows.into_iter().zip(&explored.found).map(row).collect(),
        more: if more > 0 { grouped(more) } else { String::new() },
        note: exploration::incomplete(explored).unwrap_or_default().to_owned(),
        csv,
        json: format!("{:#}\n", exploration::json(explored)),
        slip: exploration::slip(explored),
    }
}

fn beaten(fought: &Fought, rival: &Rival) -> ExploreReply {
    let winner = fought.winner(rival);
    let is_winner = |allowed: i64| winner.is_some_and(|winner| winner.allowed == allowed);
    let rows = fought.bouts.iter().map(|bout| FoundDesign {
        cells: vec![
            bout.allowed.to_string(),
            bout.chance.percent(),
            bout.fought.0.to_string(),
            grouped(bout.fought.1),
            exploration::in_words(&bout.found),
        ],
        name: bout.found.name.clone(),
        slip: bout.found.text.clone(),
        wins: is_winner(bout.allowed),
    });
    let none = "none of the designs that fought beats the opponent; “Designs that fight” lets more designs fight";
    ExploreReply {
        title: exploration::title_of_fights(fought, rival),
        lines: vec![exploration::comparison_of_fights(fought)],
        heads: ["points", "chance", "fought", "of", "best design"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
        more: String::new(),
        note: if winner.is_some() { String::new() } else { none.to_owned() },
        csv: exploration::csv_of_fights(fought),
        json: format!("{:#}\n", exploration::json_of_fights(fought, rival)),
        slip: winner.map(|bout| bout.found.text.clone()).unwrap_or_default(),
    }
}
