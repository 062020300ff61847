//! Sales: the boxes and consequences of Wealth that a sale pays off (R-T8, R-C17).

use super::advancement::bare;
use super::command_execution::{CommandExecution, CommandRefusal};
use super::output::SumPart;
use super::purchase::{TradedThing, cost};
use super::recovery::wealth_track;
use super::state::{ShipOwner, boxes_in_words};
use slip_dice::fate::consequence::Grade;
use slip_pack::Name;
use std::collections::BTreeSet;

/// Decision to sell (D-T5).
#[derive(Clone, Debug)]
pub struct Sale<'a> {
    /// Name of the seller.
    pub seller: &'a str,
    /// Thing that is sold.
    pub ware: TradedThing,
    /// Cost set by the referee instead of the item's own.
    pub cost: Option<i32>,
    /// Place of the sale, one of the campaign's places.
    pub place: Option<&'a str>,
    /// True if the thing is stolen or recognisable.
    pub tainted: bool,
    /// Stunt through which the seller owns the thing, in source form; the stunt is lost with the thing.
    pub stunt: Option<&'a str>,
    /// Grade of the consequence to be removed, if there is a choice.
    pub grade: Option<Grade>,
    /// Name of the ship in the campaign that is sold.
    pub ship: Option<&'a str>,
}

/// Sells a thing. A sale never adds a mark.
///
/// # Errors
/// If the thing cannot be sold in this way, or if the seller has to choose something first.
pub fn sell(command: &mut CommandExecution<'_>, sale: &Sale<'_>) -> Result<(), CommandRefusal> {
    let seller = command.person(sale.seller)?;
    let wealth = wealth_track(command.rules());
    let Some(track) = seller.track(&wealth) else {
        return Err(CommandRefusal::because(format!("{} has no track `{wealth}`, so a sale cannot pay off anything", sale.seller)));
    };
    sale.place.map_or(Ok(()), |place| command.place(place).map(|_| ()))?;
    let by_stunt = match sale.ship {
        Some(ship) => owner(command, sale.seller, ship)?.by_stunt,
        None => false,
    };
    match (sale.stunt, sale.ship) {
        (Some(stunt), _) => return sell_stunt(command, sale, stunt, &wealth),
        (None, Some(ship)) if by_stunt => return Err(which_stunt(command, sale, ship)),
        (None, _) => {}
    }
    let cost = price(command, sale)?;
    let (setting, default, why) =
        if sale.tainted { ("tainted_sale_margin", 2, "stolen or recognisable") } else { ("sale_margin", 1, "sold") };
    let margin = command.number(setting, default);
    let mut parts = vec![SumPart::new(cost, "Cost"), SumPart::new(-margin, why)];
    if cost < margin {
        parts.push(SumPart::new(margin - cost, "no boxes below the first"));
    }
    let up_to = command.sum("cleared up to box", parts);
    let grade = consequence(command, sale, cost, &wealth)?;
    let before: BTreeSet<u8> = track.boxes().collect();
    let mut after = track;
    after.erase(u8::try_from(up_to.max(0)).unwrap_or(u8::MAX));
    let now: BTreeSet<u8> = after.boxes().collect();
    command.fact(format!("{}: {wealth} {} -> {}", sale.seller, boxes_in_words(&before), boxes_in_words(&now)));
    let mut gone = None;
    if let Some(standing) = command.state.standing_mut(sale.seller) {
        standing.set_track(&wealth, after);
        let found = standing.consequences.iter().position(|one| one.track == wealth && Some(one.grade()) == grade);
        gone = found.map(|at| standing.consequences.remove(at));
    }
    if let Some(gone) = gone {
        command.fact(format!("{} is rid of \"{}\" ({})", sale.seller, gone.text, gone.grade));
    }
    hand_over(command, sale);
    Ok(())
}

/// Returns the Cost at which the thing is sold.
fn price(command: &mut CommandExecution<'_>, sale: &Sale<'_>) -> Result<i32, CommandRefusal> {
    let (what, parts) = match (&sale.ware, sale.cost) {
        (TradedThing::Words { what, cost }, _) => (what.clone(), vec![SumPart::new(*cost, "set by the referee")]),
        (TradedThing::Item(reference), Some(cost)) => (reference.name.to_string(), vec![SumPart::new(cost, "set by the referee")]),
        (TradedThing::Item(reference), None) => {
            let Some(item) = command.pack.item(reference) else {
                return Err(CommandRefusal::because(format!("the package has no {} `{}`", reference.kind, reference.name)));
            };
            let place = match sale.place {
                None => None,
                Some(name) => Some((name, command.place(name)?)),
            };
            let Some(parts) = cost(command.pack, item, place, None) else {
                return Err(CommandRefusal::because(format!("{} has no Cost: give the price with --cost", item.title)));
            };
            (item.title.clone(), parts)
        }
    };
    Ok(command.sum(&format!("Cost of {what}"), parts))
}

/// Returns the consequence on Wealth that a sale removes: the consequence whose grade matches this Cost exactly or, if the Cost is higher,
/// a consequence that the seller chooses. Stolen or recognisable goods only pay off boxes (T-T7).
fn consequence(command: &CommandExecution<'_>, sale: &Sale<'_>, cost: i32, wealth: &Name) -> Result<Option<Grade>, CommandRefusal> {
    if sale.tainted {
        return match sale.grade {
            None => Ok(None),
            Some(wanted) => Err(CommandRefusal::because(format!(
                "stolen or recognisable goods only pay off boxes, not a {} consequence",
                wanted.word()
            ))),
        };
    }
    let Some(standing) = command.state.standing(sale.seller) else { return Ok(None) };
    let has: Vec<Grade> = standing.consequences.iter().filter(|one| one.track == *wealth).map(|one| one.grade()).collect();
    let costs = [
        (Grade::Mild, command.number("sale_of_mild", 4)),
        (Grade::Moderate, command.number("sale_of_moderate", 5)),
        (Grade::Severe, command.number("sale_of_severe", 6)),
    ];
    let most = costs.iter().map(|(_, cost)| *cost).max().unwrap_or(0);
    if cost <= most {
        let exactly = costs.iter().find(|(_, of)| *of == cost).map(|(grade, _)| *grade);
        if let Some(wanted) = sale.grade.filter(|wanted| exactly != Some(*wanted)) {
            let allowed = exactly.map_or("no consequence".to_owned(), |grade| format!("a {} one", grade.word()));
            return Err(CommandRefusal::because(format!("a sale at Cost {cost} pays off {allowed}, not a {} consequence", wanted.word())));
        }
        return Ok(exactly.filter(|grade| has.contains(grade)));
    }
    match (sale.grade, has.as_slice()) {
        (Some(wanted), has) if !has.contains(&wanted) => {
            Err(CommandRefusal::because(format!("{} has no {} consequence on {wealth}", sale.seller, wanted.word())))
        }
        (Some(wanted), _) => Ok(Some(wanted)),
        (None, []) => Ok(None),
        (None, [only]) => Ok(Some(*only)),
        (None, several) => {
            let legal = several.iter().map(|grade| format!("--consequence {}", grade.word())).collect();
            Err(CommandRefusal::choose(format!("a sale at Cost {cost} pays off one consequence: choose one"), legal))
        }
    }
}

/// Sells a thing that is owned through a stunt. The sale clears all of Wealth, and the stunt is lost. A new stunt is chosen at the end of
/// the session.
fn sell_stunt(command: &mut CommandExecution<'_>, sale: &Sale<'_>, stunt: &str, wealth: &Name) -> Result<(), CommandRefusal> {
    let own = stunts_of(command, sale.seller)?;
    let Some(held) = own.iter().find(|held| bare(held) == bare(stunt)).cloned() else {
        return Err(CommandRefusal::among_stunts(sale.seller, format!("{} has no stunt `{stunt}`", sale.seller), own));
    };
    if let Some(what) = item_of(&sale.ware).filter(|what| !may_hold(&held, what)) {
        let others: Vec<String> = own.into_iter().filter(|stunt| may_hold(stunt, what)).collect();
        let rest = if others.is_empty() { "no other stunt covers it" } else { "possible stunts" };
        return Err(CommandRefusal::choose(format!("{} does not own `{what}` through {held}; {rest}", sale.seller), others));
    }
    super::advancement::own_sheet(command, sale.seller)?;
    let mut lost = Vec::new();
    if let Some(standing) = command.state.standing_mut(sale.seller) {
        let before = standing.marked.remove(wealth).unwrap_or_default();
        lost.push(format!("{}: {wealth} {} -> clear", sale.seller, boxes_in_words(&before)));
        standing.consequences.retain(|one| {
            let goes = one.track == *wealth;
            if goes {
                lost.push(format!("{} is rid of \"{}\" ({})", sale.seller, one.text, one.grade));
            }
            !goes
        });
    }
    command.facts(lost);
    if let Some(person) = command.state.people.get_mut(sale.seller) {
        super::advancement::lose(&mut person.changes, &held);
        person.stunts_owed = person.stunts_owed.saturating_add(super::advancement::times(&held));
    }
    command.fact(format!("{} loses the stunt {held} and chooses another one at the end of the session", sale.seller));
    hand_over(command, sale);
    Ok(())
}

/// Returns the refusal for a ship owned through a stunt, with the options that are needed to sell it.
fn which_stunt(command: &CommandExecution<'_>, sale: &Sale<'_>, ship: &str) -> CommandRefusal {
    let own = stunts_of(command, sale.seller).unwrap_or_default();
    let holds = |stunt: &&String| item_of(&sale.ware).is_some_and(|what| may_hold(stunt, what));
    let legal: Vec<String> = own.iter().filter(holds).map(|stunt| format!("--stunt '{stunt}'")).collect();
    if legal.is_empty() {
        let otherwise = vec![format!("`ship {ship} --owner {}`, if they own her without a stunt", sale.seller)];
        return CommandRefusal::choose(
            format!("{} is recorded as owner of {ship} through a stunt, but has no such stunt", sale.seller),
            otherwise,
        );
    }
    CommandRefusal::choose(format!("{} owns {ship} through a stunt, which is lost in the sale: choose the stunt", sale.seller), legal)
}

/// Checks that a person has a stunt which allows the person to own a thing.
///
/// # Errors
/// If the person has no such stunt; the refusal lists the person's stunts.
pub fn held_by(command: &CommandExecution<'_>, who: &str, what: &str) -> Result<(), CommandRefusal> {
    let own = stunts_of(command, who)?;
    if own.iter().any(|stunt| may_hold(stunt, what)) {
        return Ok(());
    }
    Err(CommandRefusal::among_stunts(who, format!("{who} has no stunt that holds `{what}`: leave out `:stunt`"), own))
}

/// Returns a person's current stunts in source form.
fn stunts_of(command: &CommandExecution<'_>, who: &str) -> Result<Vec<String>, CommandRefusal> {
    let item = command.person(who)?.item;
    let person = command.state.people.get(who);
    Ok(person.map(|person| super::advancement::stunts(command.pack, person, item)).unwrap_or_default())
}

/// Returns the name of an item of the package.
fn item_of(ware: &TradedThing) -> Option<&str> {
    match ware {
        TradedThing::Item(reference) => Some(&reference.name),
        TradedThing::Words { .. } => None,
    }
}

/// True if a thing may be owned through this stunt: the stunt names the thing, or has an argument of free text.
fn may_hold(stunt: &str, what: &str) -> bool {
    let names = |word: &str| word == what;
    stunt.contains('"') || stunt.split(|sign: char| !sign.is_alphanumeric() && sign != '_').skip(1).any(names)
}

/// Returns the owner entry of the seller of a ship.
fn owner<'t>(command: &'t CommandExecution<'_>, seller: &str, ship: &str) -> Result<&'t ShipOwner, CommandRefusal> {
    command.ship(ship)?;
    let owners = command.state.ships.get(ship).map(|ship| ship.owners.as_slice()).unwrap_or_default();
    if let Some(owner) = owners.iter().find(|owner| owner.who == seller) {
        return Ok(owner);
    }
    if owners.is_empty() {
        let legal = vec![format!("`ship {ship} --owner {seller}`, if they own her")];
        return Err(CommandRefusal::choose(format!("{seller} cannot sell {ship}, which has no owner"), legal));
    }
    let names = owners.iter().map(|owner| owner.who.to_string()).collect();
    Err(CommandRefusal::choose(format!("{seller} cannot sell {ship}, which belongs to"), names))
}

/// Removes the thing from the seller; a ship leaves the campaign with its last owner.
fn hand_over(command: &mut CommandExecution<'_>, sale: &Sale<'_>) {
    if let Some(ship) = sale.ship.and_then(|name| command.state.ships.get_mut(name)) {
        ship.owners.retain(|owner| owner.who != sale.seller);
        if ship.owners.is_empty() {
            ship.standing.out = Some("sold".to_owned());
        }
    }
    let what = match &sale.ware {
        TradedThing::Words { what, .. } => what.clone(),
        TradedThing::Item(reference) => command.pack.item(reference).map_or_else(String::new, |item| item.title.clone()),
    };
    let belongings = command.state.people.get_mut(sale.seller).map(|person| &mut person.belongings);
    let at = belongings.as_ref().and_then(|things| things.iter().position(|one| *one == what));
    let noted = belongings.zip(at).map(|(things, at)| things.remove(at)).is_some();
    // Things on a sheet are not belongings and are not removed, so the same thing can be sold again. Only the referee can decide if the
    // seller still has it.
    let word = if noted || sale.ship.is_some() { "" } else { ", which is not in their list of belongings: the referee must agree" };
    command.fact(format!("{} has sold {what}{word}", sale.seller));
}
