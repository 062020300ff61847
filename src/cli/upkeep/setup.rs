//! Creates a campaign, and describes its people, places and ships.

use super::parse_choices::{item, new_name, package, reference, taken};
use super::{CommandStatus, Console, Stop, UpkeepOutput, campaign_package, tell, write};
use crate::cli::args::UpkeepArgs;
use crate::cli::args::upkeep::{Join, NewCampaignArgs, PlaceArgs, ShipIs};
use slip_campaign::command_execution::{CommandExecution, CommandRefusal};
use slip_campaign::output::OutputLine;
use slip_campaign::state::{Allowance, Campaign, CampaignPerson, CampaignShip, CampaignStation, SheetAdvances, SheetState, ShipOwner};
use slip_campaign::{advancement, purchase, sale};
use slip_dice::Dice;
use slip_export::cards::counted;
use slip_pack::platoon::room;
use slip_pack::{BuiltItem, Name};
use slip_suggest::enumerate;

/// `upkeep new`: creates a campaign file.
pub(super) fn begin(upkeep: &UpkeepArgs, new: &NewCampaignArgs, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let world = campaign_package::package(&upkeep.folder)?;
    crate::cli::compile_projects::warn_of_errors(std::iter::once(&world), console)?;
    let month = u32::try_from(world.pack.rules.int("month_days", 30)).unwrap_or(30);
    let campaign = Campaign::new(&world.pack, month);
    let mut command = CommandExecution::new(&world.pack, &campaign, Dice::scripted([]));
    command.fact(format!(
        "a campaign with the package {} begins, in session 1",
        package(&world.pack.package.name, &world.pack.package.version)
    ));
    for word in &new.join {
        join_one(&mut command, word, None).map_err(|refusal| Stop::because(refusal.to_string()))?;
    }
    let (mut after, lines) = (command.state, command.lines);
    after.note("new", lines.iter().map(OutputLine::to_string).collect());
    let written = write(upkeep, None, &mut after)?;
    tell(upkeep, &UpkeepOutput { did: "new", written, account: &lines, campaign: &after }, console)?;
    Ok(CommandStatus::Clean)
}

/// `upkeep join`: adds people and ships to the campaign.
pub(super) fn join(command: &mut CommandExecution<'_>, join: &Join) -> Result<(), CommandRefusal> {
    if join.named.is_some() && join.items.len() > 1 {
        return Err(CommandRefusal::because("--as works for one person or ship, not for several"));
    }
    join.items.iter().try_for_each(|word| join_one(command, word, join.named.as_deref()))
}

fn join_one(command: &mut CommandExecution<'_>, word: &str, named: Option<&str>) -> Result<(), CommandRefusal> {
    let pack = command.pack;
    let found = item(pack, word, |item| !item.tracks.is_empty() || purchase::is_maintained(item, command.rules()))?;
    if !found.valid {
        return Err(CommandRefusal::because(format!("`{}` has errors, see `slipyard check`", found.name)));
    }
    let name: Name = named.unwrap_or(&found.name).into();
    if taken(command, &name) {
        return Err(CommandRefusal::because(format!("there is already a `{name}` in this campaign; choose another name with --as")));
    }
    named.map_or(Ok(()), new_name)?;
    let session = command.state.session;
    if is_ship(found) {
        command.state.ships.insert(name.clone(), CampaignShip::fresh(found, session));
        command.fact(format!("{} joins as the ship `{name}`", found.title));
    } else if purchase::is_maintained(found, command.rules()) {
        command.state.ships.insert(name.clone(), CampaignShip::fresh(found, session));
        command.fact(format!("{} joins as `{name}`, a thing with maintenance: `ship {name} --owners WHO` gives it an owner", found.title));
    } else {
        advancement::may_share(command, &reference(found))?;
        let person = CampaignPerson {
            item: reference(found),
            standing: SheetState::fresh(found),
            changes: SheetAdvances::default(),
            may: Allowance::default(),
            belongings: Vec::new(),
            free_days: 0,
            stunts_owed: 0,
        };
        command.state.people.insert(name.clone(), person);
        command.fact(format!("{} joins as `{name}`, with {}", found.title, counted(found.fate.unwrap_or(0), "fate point")));
    }
    Ok(())
}

/// True if an item is a ship: it has the upkeep rating of ships or, like fighters, is built by a design for ships.
fn is_ship(item: &BuiltItem) -> bool {
    purchase::is_ship(item) || item.kind == "ship"
}

/// Technology levels, from the oldest to the newest.
const TECHNOLOGIES: std::ops::RangeInclusive<i32> = -4..=4;

/// `upkeep place`: describes a place.
pub(super) fn place(command: &mut CommandExecution<'_>, place: &PlaceArgs) -> Result<(), CommandRefusal> {
    new_name(&place.name)?;
    let mut station = match &place.of {
        Some(word) => {
            CampaignStation::of(item(command.pack, word, |item| ["system", "world"].contains(&item.kind.as_str()))?, command.pack)
        }
        None => match command.state.places.get(place.name.as_str()) {
            Some(station) => station.clone(),
            None => CampaignStation { item: None, tech: 0, maintenance: true, repair: true },
        },
    };
    let said = station.item.as_ref().and_then(|of| command.pack.item(of)).and_then(|of| of.tech);
    match (place.tech, said) {
        (Some(tech), _) if !TECHNOLOGIES.contains(&tech) => {
            return Err(CommandRefusal::because(format!("technology goes from T-4 to T4: T{tech} is not possible")));
        }
        (Some(tech), Some(said)) if tech != said => {
            return Err(CommandRefusal::because(format!(
                "the package sets the technology of `{}` to T{said}: leave out --tech",
                place.name
            )));
        }
        (Some(tech), _) => station.tech = tech,
        (None, None) if !command.state.places.contains_key(place.name.as_str()) => {
            return Err(CommandRefusal::choose(
                format!("give the technology of `{}`", place.name),
                vec!["--tech N".to_owned(), "--of SYSTEM".to_owned()],
            ));
        }
        (None, _) => {}
    }
    station.maintenance &= !place.no_maintenance;
    station.repair &= !place.no_repair;
    let serves = |yes: bool| if yes { "yes" } else { "no" };
    command.fact(format!(
        "{}: T{}, maintenance {}, repairs {}",
        place.name,
        station.tech,
        serves(station.maintenance),
        serves(station.repair)
    ));
    command.state.places.insert(place.name.as_str().into(), station);
    Ok(())
}

/// Checks that a ship has room for a number of fighters. It has room for as many as its bought Trade, unless a setting of the rules allows
/// more (R-D13). Things other than craft of a ship design need no room.
fn may_carry(command: &CommandExecution<'_>, name: &str, ship: &BuiltItem, fighters: u32) -> Result<(), CommandRefusal> {
    let designs = command.pack.declarations.get("design");
    let builds_craft = |what: &Name| {
        let mut called = designs.into_iter().flat_map(|designs| designs.values()).filter(|design| design.name == *what);
        called.any(|design| design.builds.as_ref() == Some(&ship.kind))
    };
    let rooms = ship.effects.iter().filter_map(|effect| room(effect, ship));
    let rooms: Vec<(Name, i64)> = rooms.filter(|(what, _)| *what == ship.kind || builds_craft(what)).collect();
    let room = rooms.iter().fold(0, |room: i64, (_, count)| room.saturating_add(*count));
    if fighters == 0 || i64::from(fighters) <= room || room > 0 && command.rules().is("fighters_over_trade", "yes") {
        return Ok(());
    }
    Err(CommandRefusal::because(match room {
        ..=0 => format!("{name} has no deck for fighters"),
        _ => {
            let rooms: Vec<String> = rooms.iter().map(|(what, count)| counted(*count, &what.replace("_", " "))).collect();
            format!("{name} has room for only {}", enumerate(rooms.iter().map(String::as_str)))
        }
    }))
}

/// `upkeep ship`: changes the owners, crew, place and work of a ship.
pub(super) fn ship(command: &mut CommandExecution<'_>, wish: &ShipIs) -> Result<(), CommandRefusal> {
    let item = command.ship(&wish.ship)?.item;
    if let Some(fighters) = wish.fighters {
        may_carry(command, &wish.ship, item, fighters)?;
    }
    let mut owners = Vec::new();
    for word in &wish.owner {
        let (who, by_stunt) = word.strip_suffix(":stunt").map_or((word.as_str(), false), |who| (who, true));
        command.person(who)?;
        if by_stunt {
            sale::held_by(command, who, &item.name)?;
        }
        if owners.iter().any(|owner: &ShipOwner| owner.who == who) {
            return Err(CommandRefusal::because(format!("{who} is named twice as an owner")));
        }
        owners.push(ShipOwner { who: who.into(), by_stunt });
    }
    for (at, who) in wish.crew.iter().enumerate() {
        command.person(who)?;
        if wish.crew.iter().take(at).any(|before| before == who) {
            return Err(CommandRefusal::because(format!("{who} is named twice in the crew")));
        }
    }
    if let Some(at) = &wish.at {
        command.place(at)?;
    }
    let mut told = Vec::new();
    let Some(ship) = command.state.ships.get_mut(wish.ship.as_str()) else { return Ok(()) };
    if !owners.is_empty() {
        told.push(format!("{} belongs to {}", wish.ship, wish.owner.join(", ")));
        ship.owners = owners;
    }
    if !wish.crew.is_empty() {
        told.push(format!("{} is crewed by {}", wish.ship, wish.crew.join(", ")));
        ship.crew = wish.crew.iter().map(|who| who.as_str().into()).collect();
    }
    if let Some(at) = &wish.at {
        told.push(format!("{} is at {at}", wish.ship));
        ship.at = Some(at.as_str().into());
    }
    if wish.under_way {
        told.push(format!("{} is under way", wish.ship));
        ship.at = None;
    }
    if let Some(fighters) = wish.fighters {
        told.push(format!("{} carries {}", wish.ship, counted(fighters, "fighter")));
        ship.fighters = fighters;
    }
    if wish.working || wish.idle {
        told.push(format!("{} {} freight or passengers", wish.ship, if wish.working { "carries" } else { "carries no" }));
        ship.commercial_since_check = wish.working;
    }
    if told.is_empty() {
        let legal = ["--owner WHO", "--crew WHO", "--at PLACE", "--under-way", "--fighters N", "--working", "--idle"];
        return Err(CommandRefusal::choose(format!("give at least one change for {}", wish.ship), legal.map(str::to_owned).into()));
    }
    command.facts(told);
    Ok(())
}
