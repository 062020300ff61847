//! Purchases: the Cost of a thing at a place, the roll against it, and the hit on Wealth.

use super::command_execution::{Attempt, CommandExecution, CommandRefusal, Invoked};
use super::hit_outside_encounter::{self, Chosen};
use super::output::SumPart;
use super::state::{CampaignShip, CampaignStation, ReactionMass, SheetState, ShipOwner};
use slip_pack::effect::{Action, PackOperation};
use slip_pack::item::Gear;
use slip_pack::ruleset::Rules;
use slip_pack::{BuiltItem, Name, Pack};
use std::collections::{BTreeMap, BTreeSet};

/// Thing that is bought or sold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TradedThing {
    /// Item of the package.
    Item(Gear),
    /// Thing that the package does not have, at a Cost set by the referee.
    Words {
        /// Description of the thing.
        what: String,
        /// Cost of the thing.
        cost: i32,
    },
}

/// Decision to buy (D-T4).
#[derive(Clone, Debug)]
pub struct PurchaseDecision<'a> {
    /// Name of the buyer.
    pub buyer: &'a str,
    /// Thing that is bought.
    pub ware: TradedThing,
    /// Cost set by the referee instead of the item's own.
    pub cost: Option<i32>,
    /// Place of the purchase, one of the campaign's places.
    pub place: Option<&'a str>,
    /// Name of a ship in the campaign; by default the name of its item.
    pub named: Option<Name>,
    /// Aspects invoked on the roll.
    pub invoked: &'a [Invoked],
    /// Consequences to take if the buyer is hit.
    pub chosen: &'a [Chosen],
    /// True if the roll is made even for a small Cost.
    pub ask: bool,
}

/// Returns the Cost of a thing at a place with every reason: the technology of the place (R-T7) and, for restricted goods, the law level of
/// the place (R-N23). The law level does not count if the buyer has a permit.
pub fn cost(pack: &Pack, item: &BuiltItem, place: Option<(&str, &CampaignStation)>, buyer: Option<&BuiltItem>) -> Option<Vec<SumPart>> {
    let mut parts = vec![SumPart::new(item.price?, item.title.clone())];
    let Some((name, station)) = place else { return Some(parts) };
    if let Some(tech) = item.tech.filter(|tech| item.price_per_tech != 0 && *tech != station.tech) {
        let by = item.price_per_tech.saturating_mul(tech - station.tech);
        parts.push(SumPart::new(by, format!("built at T{tech}, bought at T{} ({name})", station.tech)));
    }
    let rules = &pack.rules;
    if item.stat(rules.word("restricted_stat", "restricted")) == 0 {
        return Some(parts);
    }
    let law = rules.word("law_stat", "law");
    // If the item names the world where it was bought, its Cost already includes that world's law level.
    if let Some(world) = item.refers.values().find_map(|world| pack.item(world).filter(|world| world.stats.contains_key(law))) {
        parts.push(SumPart::new(-world.stat(law), format!("not bought on {}", world.title)));
    }
    if let Some(world) = station.item.as_ref().and_then(|world| pack.item(world)).filter(|world| world.stat(law) != 0) {
        parts.push(SumPart::new(world.stat(law), format!("law level of {}", world.title)));
        if let Some(skill) = buyer.and_then(|buyer| papers(rules, buyer)) {
            parts.push(SumPart::new(-world.stat(law), format!("military-grade {skill}: no permit needed")));
        }
    }
    Some(parts)
}

/// Returns the name of the means skill if the buyer is military-grade in it; this counts as a permit.
fn papers<'r>(rules: &'r Rules, buyer: &BuiltItem) -> Option<&'r str> {
    let skill = rules.word("assets_skill", "assets");
    let own = buyer.counts.get(skill).map_or(skill, |own| own.as_str());
    let trained = buyer.effects.iter().any(|effect| match &effect.op {
        PackOperation::Is(mark) => mark.military && effect.condition.is_none() && (mark.name == skill || mark.name == own),
        _ => false,
    });
    trained.then_some(skill)
}

/// Checks the aspects invoked on a purchase. Depending on the rules, at most one aspect may be invoked; or at most one free tag and any
/// number of paid aspects, with at most one of the buyer's own.
fn check_aspects(rules: &Rules, invoked: &[Invoked], own: &BTreeSet<&str>) -> Result<(), CommandRefusal> {
    let twice = invoked.iter().enumerate().any(|(at, aspect)| invoked.iter().take(at).any(|before| before.text == aspect.text));
    if twice {
        return Err(CommandRefusal::because("each aspect can be used only once on a roll"));
    }
    if rules.word("purchase_aspects", "one") == "one" {
        return if invoked.len() > 1 {
            Err(CommandRefusal::because("only one aspect can be used for a purchase, free or paid"))
        } else {
            Ok(())
        };
    }
    if invoked.iter().filter(|aspect| aspect.free).count() > 1 {
        return Err(CommandRefusal::because("free tags do not add up: only one aspect can be tagged for free"));
    }
    let of_oneself = invoked.iter().filter(|aspect| !aspect.free && own.contains(aspect.text.as_str())).count();
    if of_oneself > 1 && !rules.is("self_invokes", "any") {
        return Err(CommandRefusal::because("only one of the buyer's own aspects can be invoked on a roll"));
    }
    Ok(())
}

/// Buys a thing. The buyer always gets it; the shortfall of the roll is a hit on Wealth.
///
/// # Errors
/// If the thing cannot be bought in this way, or the buyer has to choose something first.
pub fn buy(command: &mut CommandExecution<'_>, purchase: &PurchaseDecision<'_>) -> Result<(), CommandRefusal> {
    let pack = command.pack;
    let rules = command.rules();
    let sheet = command.person(purchase.buyer)?;
    let buyer = sheet.item;
    let own: BTreeSet<&str> = buyer.aspects.iter().map(|aspect| aspect.text.as_str()).collect();
    check_aspects(rules, purchase.invoked, &own)?;
    let skill = rules.word("assets_skill", "assets");
    let rank = sheet.rank(skill);
    let place = match purchase.place {
        None => None,
        Some(name) => Some((name, command.place(name)?)),
    };
    let (what, parts, bought) = match &purchase.ware {
        TradedThing::Words { what, cost } => (what.clone(), vec![SumPart::new(*cost, "set by the referee")], None),
        TradedThing::Item(reference) => {
            let Some(item) = pack.item(reference) else {
                return Err(CommandRefusal::because(format!("the package has no {} `{}`", reference.kind, reference.name)));
            };
            let parts = match (purchase.cost, cost(pack, item, place, Some(buyer))) {
                (Some(cost), _) => vec![SumPart::new(cost, "set by the referee")],
                (None, Some(parts)) => parts,
                (None, None) => {
                    return Err(CommandRefusal::because(format!("{} is not for sale; add --cost to buy it anyway", item.title)));
                }
            };
            (item.title.clone(), parts, Some(item))
        }
    };
    let scarce = bought.and_then(|item| item.tech).zip(place).filter(|(tech, (_, station))| *tech > station.tech);
    if let Some((tech, (name, station))) = scarce {
        command.fact(format!("T{tech} at {name} (T{}): the referee decides if it is available there", station.tech));
    }
    check_ship(command, purchase, bought)?;
    command.check_invoked(purchase.buyer, purchase.invoked)?;
    let cost = command.sum(&format!("Cost of {what}"), parts);
    let small = cost <= command.number("pocket_money", 1) && rank >= 1 && !purchase.ask;
    if cost <= 0 {
        command.no_roll(purchase.invoked, "it costs almost nothing and no roll is made")?;
        command.fact("it costs almost nothing: no roll is needed");
    } else if small {
        command.no_roll(purchase.invoked, "it is small change and no roll is made without --ask")?;
        command.fact(format!("small change for a person with {skill}: no roll is needed"));
    } else {
        let parts = vec![SumPart::new(rank, if rank < 0 { format!("no {skill}") } else { skill.to_owned() })];
        let against = SumPart::new(cost, "Cost");
        let shifts =
            command.roll(Attempt { who: purchase.buyer, what: skill, action: Action::Buy, parts, against, invoked: purchase.invoked })?;
        if shifts < 0 {
            hit_outside_encounter::hit(command, purchase.buyer, -shifts, &what, purchase.chosen)?;
        }
    }
    command.fact(format!("{} has {what}", purchase.buyer));
    deliver(command, purchase, bought, what);
    Ok(())
}

fn ship_name(purchase: &PurchaseDecision<'_>, item: &BuiltItem) -> Name {
    purchase.named.clone().unwrap_or_else(|| item.name.clone())
}

/// Checks that a bought ship has no errors and gets an unused name. Refuses a name for a thing that is not a ship.
fn check_ship(command: &CommandExecution<'_>, purchase: &PurchaseDecision<'_>, bought: Option<&BuiltItem>) -> Result<(), CommandRefusal> {
    let Some(item) = bought.filter(|item| is_maintained(item, command.rules())) else {
        return match &purchase.named {
            Some(_) => Err(CommandRefusal::because(
                "--as has no effect here, since it is only for the name of a ship or another thing with maintenance: leave it out",
            )),
            None => Ok(()),
        };
    };
    if !item.valid {
        return Err(CommandRefusal::because(format!("{} has errors, see `slipyard check`", item.title)));
    }
    let name = ship_name(purchase, item);
    if command.state.standing(&name).is_some() {
        return Err(CommandRefusal::because(format!("there is already a `{name}` in this campaign: choose another name with --as")));
    }
    Ok(())
}

/// True if an item is a ship: it has an upkeep rating and tracks of its own. Guns have an upkeep rating but no tracks.
pub fn is_ship(item: &BuiltItem) -> bool {
    item.upkeep.is_some() && !item.tracks.is_empty()
}

/// True if an item is maintained like a ship: it is a ship, or has the Cost at which maintenance begins (R-T33).
pub fn is_maintained(item: &BuiltItem, rules: &Rules) -> bool {
    is_ship(item) || maintenance_rating(item).is_some_and(|rating| i64::from(rating) >= rules.int("upkeep_from", 6))
}

/// Returns the rating that determines if an item needs maintenance: its maintenance rating, or else its Cost.
pub fn maintenance_rating(item: &BuiltItem) -> Option<i32> {
    item.upkeep.or(item.price)
}

/// Delivers the thing: a ship or another thing with maintenance joins the campaign, anything else is added to the buyer's belongings.
fn deliver(command: &mut CommandExecution<'_>, purchase: &PurchaseDecision<'_>, bought: Option<&BuiltItem>, what: String) {
    let rules = command.rules();
    let state = &mut command.state;
    match bought.filter(|item| is_maintained(item, rules)) {
        Some(item) => {
            let owner = ShipOwner { who: purchase.buyer.into(), by_stunt: false };
            let ship = CampaignShip { owners: vec![owner], at: purchase.place.map(Name::from), ..CampaignShip::fresh(item, state.session) };
            state.ships.insert(ship_name(purchase, item), ship);
        }
        None => {
            if let Some(person) = state.people.get_mut(purchase.buyer) {
                person.belongings.push(what);
            }
        }
    }
}

impl CampaignShip {
    /// Creates the campaign data of a ship that joins in this session: undamaged, and without owners.
    pub fn fresh(item: &BuiltItem, session: u32) -> CampaignShip {
        CampaignShip {
            item: Gear { kind: item.kind.clone(), package: item.package.clone(), name: item.name.clone() },
            standing: SheetState::fresh(item),
            owners: Vec::new(),
            crew: Vec::new(),
            at: None,
            r_mass: ReactionMass::Ok,
            v_shift: None,
            brought: Vec::new(),
            aspects: Vec::new(),
            fighters: 0,
            since: session,
            checked: BTreeSet::new(),
            commercial_since_check: true,
            due: Vec::new(),
            elsewhere: 0,
            served_this_session: false,
        }
    }
}

impl CommandExecution<'_> {
    /// Returns a place of the campaign.
    ///
    /// # Errors
    /// If there is no such place; the refusal lists the known ones.
    pub fn place(&self, name: &str) -> Result<&CampaignStation, CommandRefusal> {
        let known: &BTreeMap<Name, CampaignStation> = &self.state.places;
        known.get(name).ok_or_else(|| {
            if known.is_empty() {
                return CommandRefusal::because(format!("this campaign has no places yet: `place {name}` adds this one"));
            }
            let there = known.iter().map(|(name, station)| format!("{name} (T{})", station.tech)).collect();
            CommandRefusal::choose(format!("this campaign has no place `{name}`; `place` adds one; the places are"), there)
        })
    }
}
