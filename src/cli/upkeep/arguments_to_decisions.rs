//! Converts command-line arguments to decisions in the campaign.

use super::parse_choices::{consequences, grade, invoked, item, new_name, reference, spent};
use super::setup;
use crate::cli::args::{
    upkeep as args,
    upkeep::{EndOrBegin, UpkeepAction},
};
use slip_campaign::advancement::{self, AdvancementChanges};
use slip_campaign::arrival::{self, Voyage};
use slip_campaign::command_execution::{CommandExecution, CommandRefusal};
use slip_campaign::exposure::{self, Exposure};
use slip_campaign::maintenance::{self, MaintenanceDecisions, PaidBox, ShortfallPayment};
use slip_campaign::purchase::{self, PurchaseDecision, TradedThing};
use slip_campaign::recovery::{self, Treatment};
use slip_campaign::repair::{self, Repair};
use slip_campaign::sale::{self, Sale};
use slip_pack::Name;
use slip_pack::trip_effects::TripPart;

/// Executes the action, and returns a short description of it.
pub(super) fn carry_out(what: &UpkeepAction, command: &mut CommandExecution<'_>) -> Result<String, CommandRefusal> {
    Ok(match what {
        UpkeepAction::New(_) | UpkeepAction::Show(_) | UpkeepAction::History(_) | UpkeepAction::Undo(_) => String::new(),
        UpkeepAction::Join(join) => {
            setup::join(command, join)?;
            format!("join {}", join.items.join(" "))
        }
        UpkeepAction::Place(place) => {
            setup::place(command, place)?;
            format!("place {}", place.name)
        }
        UpkeepAction::Ship(ship) => {
            setup::ship(command, ship)?;
            format!("ship {}", ship.ship)
        }
        UpkeepAction::Buy(buy) => buys(command, buy)?,
        UpkeepAction::Sell(sell) => sells(command, sell)?,
        UpkeepAction::Maintain(maintain) => maintains(command, maintain)?,
        UpkeepAction::Arrive(arrive) => arrives(command, arrive)?,
        UpkeepAction::Supply(named) => {
            command.ship(&named.who)?;
            let told = command.state.resupply(&named.who);
            if told.is_empty() {
                command.fact(format!("{} needed no supplies", named.who));
            }
            command.facts(told);
            format!("supply {}", named.who)
        }
        UpkeepAction::Refresh => {
            recovery::refresh(command);
            "refresh".to_owned()
        }
        UpkeepAction::Learn(learn) => learns(command, learn)?,
        UpkeepAction::Heal(heal) => heals(command, heal)?,
        UpkeepAction::Repair(heal) => repairs(command, heal)?,
        UpkeepAction::Scene => {
            recovery::scene(command);
            "scene".to_owned()
        }
        UpkeepAction::Session(session) => match session.which {
            EndOrBegin::End => {
                recovery::session_ends(command)?;
                "session end".to_owned()
            }
            EndOrBegin::Begin => {
                recovery::session_begins(command)?;
                "session begin".to_owned()
            }
        },
        UpkeepAction::Downtime(downtime) => passes(command, downtime)?,
        UpkeepAction::Air(open) => breathes(command, open)?,
        UpkeepAction::Back(named) => back(command, &named.who)?,
        UpkeepAction::Note(note) => {
            command.fact(note.text.clone());
            "note".to_owned()
        }
    })
}

/// Returns the item that is bought or sold: an item of the package, or one that is only described.
fn ware(
    command: &CommandExecution<'_>,
    ware: &args::WareArgs,
    sold: bool,
) -> Result<(TradedThing, String, Option<String>), CommandRefusal> {
    let Some(word) = &ware.thing else {
        let (Some(what), Some(cost)) = (ware.what.as_ref().filter(|what| !what.trim().is_empty()), ware.cost) else {
            let legal = vec!["an item of the package".to_owned(), "--what \"…\" --cost N".to_owned()];
            return Err(CommandRefusal::choose(format!("give the item that is {}", if sold { "sold" } else { "bought" }), legal));
        };
        return Ok((TradedThing::Words { what: what.clone(), cost }, what.clone(), None));
    };
    let ship = command.state.ships.get(word.as_str()).filter(|_| sold);
    match ship {
        Some(ship) => Ok((TradedThing::Item(ship.item.clone()), word.clone(), Some(word.clone()))),
        None => {
            let found = item(command.pack, word, |item| item.price.is_some() || ware.cost.is_some())?;
            Ok((TradedThing::Item(reference(found)), word.clone(), None))
        }
    }
}

fn buys(command: &mut CommandExecution<'_>, buy: &args::BuyArgs) -> Result<String, CommandRefusal> {
    let (thing, what, _) = ware(command, &buy.ware, false)?;
    buy.named.as_deref().map_or(Ok(()), new_name)?;
    let decision = PurchaseDecision {
        buyer: &buy.who,
        ware: thing,
        cost: buy.ware.cost,
        place: buy.ware.at.as_deref(),
        named: buy.named.as_deref().map(Name::from),
        invoked: &invoked(&buy.aspects)?,
        chosen: &consequences(command, &buy.consequence)?,
        ask: buy.ask,
    };
    purchase::buy(command, &decision)?;
    Ok(format!("buy {} {what}", buy.who))
}

fn sells(command: &mut CommandExecution<'_>, sell: &args::Sell) -> Result<String, CommandRefusal> {
    let (thing, what, ship) = ware(command, &sell.ware, true)?;
    let decision = Sale {
        seller: &sell.who,
        ware: thing,
        cost: sell.ware.cost,
        place: sell.ware.at.as_deref(),
        tainted: sell.tainted,
        stunt: sell.stunt.as_deref(),
        grade: sell.consequence.as_deref().map(grade).transpose()?,
        ship: ship.as_deref(),
    };
    sale::sell(command, &decision)?;
    Ok(format!("sell {} {what}", sell.who))
}

fn maintains(command: &mut CommandExecution<'_>, maintain: &args::Maintain) -> Result<String, CommandRefusal> {
    let boxes: Vec<&String> = maintain.spend.iter().filter(|word| *word != "none").collect();
    let boxes = boxes.into_iter().map(|word| spent(word).map(|(who, number)| PaidBox { who, number })).collect::<Result<Vec<_>, _>>()?;
    let rescue = match (&maintain.rescue, maintain.no_rescue) {
        (Some(who), _) => Some(ShortfallPayment::By(who)),
        (None, true) => Some(ShortfallPayment::Nobody),
        (None, false) => None,
    };
    let favour = match (maintain.subsidised, maintain.illegal) {
        (true, _) => Some("a subsidised route"),
        (_, true) => Some("illegal cargo"),
        _ => None,
    };
    let decision = MaintenanceDecisions {
        ship: &maintain.ship,
        place: maintain.at.as_deref(),
        extra: maintain.extra.as_deref(),
        broker: if maintain.no_broker { Some(None) } else { maintain.broker.as_deref().map(Some) },
        dedicated: maintain.dedicated,
        hindrances: &maintain.hindrance,
        favour,
        speculate: maintain.speculate,
        trade: maintain.trade,
        hull: maintain.hull,
        jumps: maintain.jumps,
        compelled: &maintain.compelled,
        invoked: &invoked(&maintain.aspects)?,
        rescue,
        spent: (!maintain.spend.is_empty()).then_some(&boxes),
        chosen: &consequences(command, &maintain.consequence)?,
        wear: maintain.wear.as_deref(),
    };
    maintenance::maintain(command, &decision)?;
    Ok(format!("maintain {}", maintain.ship))
}

fn arrives(command: &mut CommandExecution<'_>, arrive: &args::Arrive) -> Result<String, CommandRefusal> {
    let parts = [(arrive.long_burn, TripPart::LongBurn), (arrive.overburn, TripPart::Overburn), (arrive.slip, TripPart::Slip)];
    let passages: Vec<TripPart> = parts.into_iter().filter(|(made, _)| *made).map(|(_, passage)| passage).collect();
    let trip = Voyage { ship: &arrive.ship, passages: &passages, days: arrive.days, idle: arrive.idle, place: arrive.at.as_deref() };
    arrival::arrive(command, &trip)?;
    Ok(format!("arrive {}", arrive.ship))
}

fn learns(command: &mut CommandExecution<'_>, learn: &args::Learn) -> Result<String, CommandRefusal> {
    let lesson = AdvancementChanges {
        swap: learn.raise.as_deref().zip(learn.lower.as_deref()),
        aspect: learn.drop_aspect.as_deref().zip(learn.aspect.as_deref()),
        stunt: learn.stunt.as_deref().map(|new| (learn.drop_stunt.as_deref(), new)),
    };
    advancement::learn(command, &learn.who, lesson)?;
    Ok(format!("learn {}", learn.who))
}

fn heals(command: &mut CommandExecution<'_>, heal: &args::Heal) -> Result<String, CommandRefusal> {
    let treatment = Treatment {
        who: &heal.who,
        grade: heal.consequence.as_deref().map(grade).transpose()?,
        by: heal.by.as_deref(),
        place: heal.at.as_deref(),
        harder: heal.harder,
        invoked: &invoked(&heal.aspects)?,
    };
    recovery::heal(command, &treatment)?;
    Ok(format!("heal {}", heal.who))
}

fn repairs(command: &mut CommandExecution<'_>, heal: &args::Heal) -> Result<String, CommandRefusal> {
    let work = Repair {
        ship: &heal.who,
        grade: heal.consequence.as_deref().map(grade).transpose()?,
        by: heal.by.as_deref(),
        place: heal.at.as_deref(),
        harder: heal.harder,
        invoked: &invoked(&heal.aspects)?,
    };
    repair::repair(command, &work)?;
    Ok(format!("repair {}", heal.who))
}

fn passes(command: &mut CommandExecution<'_>, downtime: &args::DowntimeArgs) -> Result<String, CommandRefusal> {
    let names = |words: &[String]| words.iter().map(|word| Name::from(word.as_str())).collect::<Vec<_>>();
    let (busy, working, laid_up) = (names(&downtime.busy), names(&downtime.working), names(&downtime.laid_up));
    let passing = recovery::Downtime { days: downtime.days, busy: &busy, working: &working, laid_up: &laid_up };
    recovery::downtime(command, &passing)?;
    Ok(format!("downtime {}", downtime.days))
}

fn breathes(command: &mut CommandExecution<'_>, open: &args::Air) -> Result<String, CommandRefusal> {
    let names = |words: &[String]| words.iter().map(|word| Name::from(word.as_str())).collect::<Vec<_>>();
    let world = item(command.pack, &open.world, |item| item.kind == "world")?;
    let exposure = Exposure {
        world,
        hours: open.hours,
        who: &names(&open.who),
        marks: &names(&open.wearing),
        invoked: &invoked(&open.aspects)?,
        chosen: &consequences(command, &open.consequence)?,
    };
    exposure::breathe(command, &exposure)?;
    Ok(format!("air {} {}", open.world, open.who.join(" ")))
}

fn back(command: &mut CommandExecution<'_>, who: &str) -> Result<String, CommandRefusal> {
    match command.state.standing_mut(who).map(|standing| standing.out.take()) {
        None => {
            command.sheet(who)?;
        }
        Some(None) => return Err(CommandRefusal::because(format!("{who} is already in the story"))),
        Some(Some(why)) => command.fact(format!("{who} is back (was {why})")),
    }
    Ok(format!("back {who}"))
}
