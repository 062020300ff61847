//! `slipyard explore`: lists the designs that no other design beats.

use super::args::{Explore, ExploreFormat};
use super::compile_projects::{self, CompiledProject};
use super::csv::cell;
use super::pack_items::{self, ListedItem, Thing};
use super::{CommandStatus, Console, Stop, generate};
use serde_json::{Value, json};
use slip_export::cards::counted;
use slip_odds::explore::cheapest_design_that_wins::{self, Fought, Rival};
use slip_odds::explore::{self, DesignRequirement, ExploreRefusal, ExploreRequest, Explored, ExploredValue, RequiredBound};
use std::io::IsTerminal;
use std::time::Instant;

impl From<ExploreRefusal> for Stop {
    fn from(refusal: ExploreRefusal) -> Self {
        Stop::Because(refusal.0)
    }
}

/// Searches and prints the designs.
pub(super) fn run(asked: &Explore, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let began = Instant::now();
    let mut wish = ExploreRequest {
        design: asked.design.clone(),
        tech: asked.tech,
        require: asked.require.iter().flat_map(|demands| demands.0.iter().cloned()).collect(),
        forbid: asked.forbid.clone(),
        aims: asked.aims(),
        budget: asked.budget,
        with: asked.with.clone(),
        limit: asked.limit,
    };
    if let Some(ship) = &asked.outrun {
        wish.require.push(faster_than(asked, ship)?);
    }
    if let Some(rival) = &asked.against {
        let rival = Rival {
            name: rival.clone(),
            range: asked.at,
            chance: asked.chance.clone(),
            rank: asked.rank,
            fights: usize::from(asked.fights),
        };
        return fight(asked, &wish, &rival, console);
    }
    let mut sources = generate::surroundings(&asked.folder)?.into_sources();
    let explored = explore::explore(&mut sources, &wish)?;
    match asked.format {
        ExploreFormat::Text => text(&explored, console)?,
        ExploreFormat::Json => writeln!(console.out, "{:#}", data(&explored))?,
        ExploreFormat::Csv => csv(&explored, console)?,
        ExploreFormat::Slip => {
            for (found, number) in explored.found.iter().zip(0_usize..) {
                write!(console.out, "{}{}", if number == 0 { "" } else { "\n" }, found.text)?;
            }
        }
    }
    console.out.flush()?;
    if !explored.complete {
        writeln!(console.err, "note: there are too many designs to compare all of them; only the first three million were compared")?;
    }
    compile_projects::warn_of(explored.errors, console)?;
    writeln!(console.err, "finished in {}", took(began))?;
    Ok(CommandStatus::Clean)
}

/// Prints the cheapest design that beats an opponent.
fn fight(asked: &Explore, wish: &ExploreRequest, rival: &Rival, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let fresh = || match generate::surroundings(&asked.folder) {
        Ok(project) => Ok(project.into_sources()),
        Err(Stop::Because(reason)) => Err(ExploreRefusal(reason)),
        Err(Stop::NobodyReads) => Err(ExploreRefusal("the output was closed".to_owned())),
    };
    let began = Instant::now();
    let mut fights = 0_usize;
    let err = &mut *console.err;
    let watched = std::io::stderr().is_terminal();
    let mut told = Instant::now();
    let mut tell = |points: i64, _: usize| {
        fights += 1;
        // A long search reports its progress; errors of a closed stream are ignored.
        if watched && told.elapsed().as_secs() >= 2 {
            told = Instant::now();
            let _ = writeln!(err, "{}, now at {}", counted(fights, "fight"), counted(points, "build point"));
        }
    };
    let fought = cheapest_design_that_wins::cheapest(&fresh, wish, rival, &mut tell)?;
    match asked.format {
        ExploreFormat::Json => writeln!(console.out, "{:#}", contest(&fought, rival))?,
        ExploreFormat::Slip => match fought.winner(rival) {
            Some(bout) => write!(console.out, "{}", bout.found.text)?,
            None => writeln!(console.err, "note: no design that was tried beats the opponent")?,
        },
        ExploreFormat::Csv => bouts_as_csv(&fought, console)?,
        ExploreFormat::Text => bouts(&fought, rival, console)?,
    }
    console.out.flush()?;
    compile_projects::warn_of(fought.errors, console)?;
    writeln!(console.err, "{} in {}", counted(fights, "fight"), took(began))?;
    Ok(CommandStatus::Clean)
}

/// Formats a duration: `1.23 s`.
fn took(began: Instant) -> String {
    let milliseconds = began.elapsed().as_millis();
    format!("{}.{:02} s", milliseconds / 1000, milliseconds % 1000 / 10)
}

/// Prints the results of the fights against an opponent, for each number of build points, and then the winning design.
fn bouts(fought: &Fought, rival: &Rival, console: &mut Console<'_>) -> Result<(), Stop> {
    let (winner, out) = (fought.winner(rival), &mut *console.out);
    writeln!(
        out,
        "Fewest points for a design that beats {}: it {} more often than {}, at range {}",
        fought.rival,
        fought.asked,
        rival.chance.percent(),
        rival.range
    )?;
    let counts: Vec<String> = fought.aims.iter().map(|aim| format!("{} {}", if aim.more { "more" } else { "less" }, aim.what)).collect();
    writeln!(out, "  compared by: {}", counts.join(", "))?;
    for bout in &fought.bouts {
        let sign = if winner.is_some_and(|winner| winner.allowed == bout.allowed) { '>' } else { ' ' };
        let (some, all) = bout.fought;
        writeln!(
            out,
            "{sign} {:>3} points  {:>7}  {}  (best of {some} that fought; {} in all)",
            bout.allowed,
            bout.chance.percent(),
            in_words(&bout.found),
            grouped(all)
        )?;
    }
    match winner {
        Some(bout) => writeln!(out, "\n{}", bout.found.text.trim_end())?,
        None => writeln!(out, "\nnone of the designs that fought beats the opponent; --fights lets more designs fight")?,
    }
    Ok(())
}

fn bouts_as_csv(fought: &Fought, console: &mut Console<'_>) -> Result<(), Stop> {
    writeln!(console.out, "points,price,chance,fought,unbeaten,design")?;
    for bout in &fought.bouts {
        let (found, (some, all)) = (&bout.found, bout.fought);
        let price = found.price.map_or_else(String::new, |price| price.to_string());
        let (chance, design) = (bout.chance.decimal(6), cell(&in_words(found)));
        writeln!(console.out, "{},{price},{chance},{some},{all},{design}", bout.allowed)?;
    }
    Ok(())
}

/// Formats a design: `beam 3, frame 5, firewall`.
fn in_words(found: &explore::UndominatedItem) -> String {
    let numbers = found.stats.iter().chain(&found.tracks).map(|(name, value)| format!("{name} {value}"));
    numbers.chain(found.words.iter().cloned()).chain(found.stunts.iter().cloned()).collect::<Vec<_>>().join(", ")
}

fn contest(fought: &Fought, rival: &Rival) -> Value {
    let bouts = fought.bouts.iter().map(|bout| {
        json!({
            "budget": bout.allowed, "points": bout.found.points, "price": bout.found.price, "numerator": bout.chance.numerator(),
            "denominator": bout.chance.denominator(), "decimal": bout.chance.decimal(12), "passes": bout.chance > rival.chance,
            "fought": bout.fought.0, "unbeaten": bout.fought.1.to_string(), "slip": bout.found.text,
        })
    });
    json!({ "rival": fought.rival, "asked": fought.asked, "more_than": rival.chance.decimal(6), "range": rival.range, "bouts": bouts.collect::<Vec<_>>() })
}

/// Returns the requirement that a design is faster than the given ship: higher in the statistic that decides who chooses the range.
fn faster_than(asked: &Explore, ship: &str) -> Result<DesignRequirement, Stop> {
    let words = [ship.to_owned()];
    let built = |entry: &ListedItem<'_>| matches!(entry.thing, Thing::Built(_));
    let worlds = compile_projects::worlds_of(&asked.folder, &words, "ship", built)?;
    let found: Vec<(&CompiledProject, ListedItem<'_>)> = pack_items::find(&worlds, ship, built);
    let ships = found.iter().copied().filter(|(world, entry)| match entry.thing {
        Thing::Built(item) => item.stats.contains_key(world.pack.rules.word("v_shift_stat", "v_shift")),
        _ => false,
    });
    let ships: Vec<(&CompiledProject, ListedItem<'_>)> = ships.collect();
    // If no item of this name has the statistic, any item of this name is kept, so that the error can say that the statistic is missing.
    let found = if ships.is_empty() { found } else { ships };
    if found.iter().any(|(_, entry)| found.iter().any(|(_, other)| other.kind != entry.kind)) {
        return Err(pack_items::choose(format_args!("there are several items `{ship}`"), &found));
    }
    let item = found.iter().find_map(|(world, entry)| if let Thing::Built(item) = entry.thing { Some((world, item)) } else { None });
    let Some((world, item)) = item else { return Err(Stop::because(format!("there is no ship `{ship}`"))) };
    let stat = world.pack.rules.word("v_shift_stat", "v_shift");
    match item.stats.get(stat) {
        Some(rank) => Ok(DesignRequirement { what: stat.to_owned(), bound: Some(RequiredBound::AtLeast(i64::from(*rank) + 1)) }),
        None => Err(Stop::because(format!("`{ship}` has no {stat}, so no design can outrun it"))),
    }
}

/// Formats a number in groups of digits: `1 234 567`.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Lists the values by which the designs were compared. A stunt that was counted for several arguments is listed once, as `name(…)`.
fn listed<'m>(measured: impl Iterator<Item = &'m ExploredValue>) -> String {
    let mut words: Vec<String> = Vec::new();
    for one in measured {
        let word = one.what.split_once('(').map_or_else(|| one.what.clone(), |(name, _)| format!("{name}(…)"));
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(", ")
}

fn text(explored: &Explored, console: &mut Console<'_>) -> Result<(), Stop> {
    let out = &mut *console.out;
    let tech = explored.tech.map_or_else(String::new, |tech| format!(" at T{tech}"));
    let budget = explored.budget.map_or_else(String::new, |budget| format!(", {budget} build points"));
    writeln!(out, "{}{tech}{budget}", explored.title)?;
    let designs = if explored.legal == 1 { "design is" } else { "designs are" };
    let beaten = if explored.best == 1 { "1 is" } else { &format!("{} are", grouped(explored.best)) };
    writeln!(out, "{} {designs} legal; {beaten} not beaten by any other", grouped(explored.legal))?;
    for (label, more, stunt) in
        [("more is better", true, false), ("less is better", false, false), ("stunts wanted", true, true), ("drawbacks", false, true)]
    {
        let of = listed(explored.measured.iter().filter(|one| one.more == more && one.stunt == stunt));
        if !of.is_empty() {
            writeln!(out, "  {label}: {of}")?;
        }
    }
    if explored.apart {
        writeln!(out, "  two designs are compared only if their derived aspects and all their values without a price are the same")?;
        for (what, why) in &explored.unheard {
            writeln!(out, "  and only if {what} is the same: {why}")?;
        }
    }
    for (stunt, why) in &explored.left_out {
        writeln!(out, "  left out: {stunt}, {why}")?;
    }
    if !explored.found.is_empty() {
        writeln!(out)?;
    }
    let (heads, rows) = table(explored);
    let lines = || std::iter::once(&heads).chain(&rows).filter(|row| !row.is_empty());
    let width = |column: usize| {
        let cells = lines().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    for row in lines() {
        let last = row.len().saturating_sub(1);
        let cells = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(at, (cell, width))| if at == last { cell.clone() } else { format!("{cell:>width$}") });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    let shown = u128::try_from(explored.found.len()).unwrap_or(u128::MAX);
    if shown < explored.best {
        writeln!(
            out,
            "\n{} more; --limit shows more of them; narrow the search with --maximise, --minimise or --require",
            grouped(explored.best - shown)
        )?;
    }
    Ok(())
}

/// Returns the column headings and the rows of the table of designs. Both are empty if no design is shown, since the columns depend on the
/// designs.
fn table(explored: &Explored) -> (Vec<String>, Vec<Vec<String>>) {
    let Some(first) = explored.found.first() else { return (Vec::new(), Vec::new()) };
    let mut heads = vec!["no.".to_owned()];
    heads.extend(explored.budget.map(|_| "points".to_owned()));
    heads.extend(first.price.map(|_| "price".to_owned()));
    heads.extend(first.stats.iter().chain(&first.tracks).map(|(name, _)| name.clone()));
    heads.push("stunts".to_owned());
    let row = |(found, number): (&explore::UndominatedItem, usize)| {
        let mut row = vec![number.to_string()];
        row.extend(explored.budget.map(|_| found.points.to_string()));
        row.extend(first.price.map(|_| found.price.map_or_else(|| "-".to_owned(), |price| price.to_string())));
        row.extend(found.stats.iter().chain(&found.tracks).map(|(_, value)| value.to_string()));
        let words: Vec<&str> = found.words.iter().chain(&found.stunts).map(String::as_str).collect();
        row.push(if words.is_empty() { "-".to_owned() } else { words.join(", ") });
        row
    };
    (heads, explored.found.iter().zip(1..).map(row).collect())
}

fn data(explored: &Explored) -> Value {
    let measured = explored
        .measured
        .iter()
        .map(|one| json!({ "what": one.what, "better": if one.more { "more" } else { "less" }, "stunt": one.stunt }));
    let numbers = |list: &[(String, i64)]| Value::Object(list.iter().map(|(name, value)| (name.clone(), json!(value))).collect());
    let found = explored.found.iter().map(|found| {
        json!({
            "name": found.name, "points": found.points, "price": found.price, "upkeep": found.upkeep, "stats": numbers(&found.stats),
            "tracks": numbers(&found.tracks), "words": found.words, "stunts": found.stunts, "aspects": found.aspects, "slip": found.text,
        })
    });
    let unheard = explored.unheard.iter().map(|(what, why)| json!({ "what": what, "why": why }));
    let left_out = explored.left_out.iter().map(|(stunt, why)| json!({ "stunt": stunt, "why": why }));
    json!({
        "design": explored.design, "kind": explored.kind, "tech": explored.tech, "budget": explored.budget,
        "legal": explored.legal.to_string(), "best": explored.best.to_string(), "complete": explored.complete,
        "measured": measured.collect::<Vec<_>>(), "apart": explored.apart, "not_compared": unheard.collect::<Vec<_>>(), "left_out": left_out.collect::<Vec<_>>(),
        "designs": found.collect::<Vec<_>>(),
    })
}

fn csv(explored: &Explored, console: &mut Console<'_>) -> Result<(), Stop> {
    let (heads, rows) = table(explored);
    for row in std::iter::once(&heads).chain(&rows).filter(|row| !row.is_empty()) {
        writeln!(console.out, "{}", row.iter().map(|text| cell(text)).collect::<Vec<_>>().join(","))?;
    }
    Ok(())
}
