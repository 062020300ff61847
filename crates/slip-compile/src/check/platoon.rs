//! Checks platoons: reads the units and their places, and computes fate points and command range with their reasons.
//!
//! Refuses a platoon without exactly one leader, a leader that cannot lead, units listed as aircraft and aircraft listed as units, attached
//! characters who raise no skill, overloaded carriers, and units above the campaign's technology. Designs define which units lead, fly and
//! carry: by the flag `leader`, the mark `airborne`, and effects such as `carries 1 infantry`.

mod attached_characters;
mod leader;
mod unit_lists;

use self::unit_lists::{Passenger, UnitListMember};
use super::context::CheckContext;
use super::design::Design;
use super::platoon_errors as errors;
use super::simple_entries;
use super::waivers;
use super::{build, campaign_limits, house_rules};
use crate::block_schema;
use crate::resolve::{DeclId, DeclaredItem};
use slip_pack::Pack;
use slip_pack::effect::{Measure, PackOperation};
use slip_pack::item::{Account, BuiltItem, Gear, LedgerLine, SourcePosition};
use slip_pack::platoon::{Leader, Load, Platoon, Rank, additions, room};
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostics, Severity};

/// Kind of the items that a platoon consists of.
const UNIT: &str = "unit";
/// Flag of units that may lead.
const LEADER: &str = "leader";
/// Mark of aircraft, which are attached to a platoon and are not among its units.
const AIRBORNE: &str = "airborne";
/// Setting that allows a platoon with only aircraft. Its leader directs the aircraft from off the map.
const OFF_MAP: (&str, &str) = ("off_map_director", "yes");
/// Maximum number of units of a platoon.
const MOST_UNITS: u32 = 128;

/// Data for the checks of one platoon.
struct Case<'a, 'p, 't> {
    context: &'a CheckContext<'p, 't>,
    pack: &'a Pack,
    declared: &'a DeclaredItem<'t>,
}

/// Checks a platoon whose units are in `pack`.
pub fn check(
    context: &CheckContext<'_, '_>,
    pack: &Pack,
    declared: &DeclaredItem<'_>,
    place: SourcePosition,
    out: &mut Diagnostics,
) -> Platoon {
    let case = Case { context, pack, declared };
    let mut found = Diagnostics::new();
    simple_entries::check(&declared.entries, &block_schema::people::PLATOON, &mut found);
    let mut platoon = Platoon {
        name: declared.name().clone(),
        title: declared.title().to_string(),
        package: context.program.package_name(declared.package).into(),
        doc: declared.tree.doc.as_ref().map(ToString::to_string),
        off_map: declared.entry("off_map").is_some_and(|entry| simple_entries::flag(entry, &mut found)),
        place,
        ..Platoon::default()
    };
    if let (Some(design), false) = (&declared.tree.design, declared.tree.broken) {
        found.push(errors::no_design(design));
    }
    leader::only_one(&case, &mut found);
    let leader = leader::read(&case, &mut found);
    let units = unit_lists::read(&case, "units", &mut found);
    let aircraft = unit_lists::read(&case, "aircraft", &mut found);
    let mut sound = true;
    if let Some(written) = &leader {
        let built = leader::build(&case, written, &mut found);
        sound &= built.as_ref().is_some_and(|item| item.valid);
        if let Some(item) = built {
            case.aboard(&item, written.name(), &written.load, 1, &mut found);
            case.lead(&mut platoon, written, item);
        }
    }
    for (members, attached) in [(&units, false), (&aircraft, true)] {
        for member in members {
            let Some(item) = case.item(member.id) else {
                sound = false;
                continue;
            };
            sound &= item.valid;
            case.belongs(member, item, attached, leader.as_ref(), &mut found);
            campaign_limits::judge_use(case.context, case.declared.package, member.id, member.path.span(), &mut found);
            case.aboard(item, (&member.path.name.text, member.path.span()), &member.load, member.count, &mut found);
            case.enlist(&mut platoon, member, item, attached);
        }
    }
    case.whole(&platoon, leader.as_ref(), &units, &mut found);
    let riders = leader.iter().flat_map(|leader| &leader.load).chain(units.iter().chain(&aircraft).flat_map(|member| &member.load));
    sound &= case.passengers(&mut platoon, riders, &mut found);
    sound &= attached_characters::read(&case, &mut platoon, &mut found);
    house_rules::grandfather_uses(context, declared.package, &mut found);
    let may = |code: Code| code.waivable() || code.severity() != Severity::Error;
    let (waivers, quiet) = waivers::settle_with(context.program.sources, declared, found, may, out);
    platoon.waivers = waivers;
    platoon.valid = sound && quiet && !declared.tree.flawed && !declared.entries.iter().any(|entry| entry.broken);
    platoon
}

impl Case<'_, '_, '_> {
    /// Returns the unit that was built from a declaration; `None` if it could not be built.
    fn item(&self, id: DeclId) -> Option<&BuiltItem> {
        let declared = self.context.program.get(id)?;
        let items = self.pack.items.get(declared.kind())?;
        items.get(&slip_pack::key(self.context.program.package_name(declared.package), declared.name()))
    }

    fn reference(&self, id: DeclId) -> Gear {
        let declared = self.context.program.get(id);
        let package = declared.map_or("", |declared| self.context.program.package_name(declared.package));
        let name = declared.map(|declared| declared.name().clone()).unwrap_or_default();
        Gear { kind: UNIT.into(), package: package.into(), name }
    }

    fn design(&self, id: DeclId) -> Option<&Design> {
        build::find_design(self.context, self.context.program.get(id)?, &mut Diagnostics::new())
    }

    fn reason(&self, platoon: &mut Platoon, account: Account, what: impl Into<slip_pack::Name>, points: i32, span: Span) {
        platoon.ledger.push(LedgerLine { account, what: what.into(), points, mode: None, patch: None, place: self.context.place(span) });
        match account {
            Account::Command => platoon.command_range = platoon.command_range.saturating_add(points),
            _ => platoon.fate = platoon.fate.saturating_add(points),
        }
    }

    fn lead(&self, platoon: &mut Platoon, written: &leader::LeaderEntry, item: BuiltItem) {
        let (name, span) = written.name();
        for line in item.ledger.lines.iter().filter(|line| line.account == Account::Fate) {
            // A term of the design's formula is a plain number such as `1` or a name such as `leader`. A plain number does not explain
            // itself, so only names are shown.
            let what = if line.what.parse::<i64>().is_ok() { name.clone() } else { ecow::eco_format!("{name}: {}", line.what) };
            self.reason(platoon, Account::Fate, what, line.points, span);
        }
        for (effect, points) in additions(&item, Measure::CommandRange) {
            let by = effect.origin.as_ref().map_or_else(|| item.design.clone(), |origin| origin.name.clone());
            self.reason(platoon, Account::Command, ecow::eco_format!("{name}: {by}"), points, span);
        }
        platoon.leader = Some(Leader { unit: self.reference(written.id), item, carrying: self.loads(&written.load) });
    }

    fn enlist(&self, platoon: &mut Platoon, member: &UnitListMember, item: &BuiltItem, attached: bool) {
        let count = i32::try_from(member.count).unwrap_or(i32::MAX);
        let points = item.fate.unwrap_or(0).saturating_mul(count);
        self.reason(platoon, Account::Fate, counted(&item.name, member.count), points, member.span);
        let rank = Rank { unit: self.reference(member.id), count: member.count, carrying: self.loads(&member.load) };
        if attached { platoon.aircraft.push(rank) } else { platoon.units.push(rank) }
    }

    fn loads(&self, load: &[Passenger]) -> Vec<Load> {
        load.iter().map(|one| Load { unit: one.id.map(|id| self.reference(id)), count: one.count }).collect()
    }

    /// Checks that a unit is in the right list, and that it is not a second leader.
    fn belongs(
        &self,
        member: &UnitListMember,
        item: &BuiltItem,
        attached: bool,
        leader: Option<&leader::LeaderEntry>,
        out: &mut Diagnostics,
    ) {
        let (name, span) = (&member.path.name.text, member.path.span());
        match (attached, is_airborne(item)) {
            (false, true) => out.push(errors::aircraft_in_ranks(span, name)),
            (true, false) => out.push(errors::not_airborne(span, name, &item.design)),
            _ => {}
        }
        if item.stat(LEADER) > 0 {
            out.push(errors::second_leader(span, name, leader.map(leader::LeaderEntry::name)));
        }
    }

    /// Checks that a carrier has enough room for its passengers.
    fn aboard(
        &self,
        carrier: &BuiltItem,
        (name, span): (&slip_pack::Name, Span),
        load: &[Passenger],
        carriers: u32,
        out: &mut Diagnostics,
    ) {
        if load.is_empty() {
            return;
        }
        let rooms: Vec<(slip_pack::Name, i64)> = carrier.effects.iter().filter_map(|effect| room(effect, carrier)).collect();
        if rooms.is_empty() {
            out.push(errors::no_carrier(span, name, load.iter().map(|one| one.span).reduce(|first, last| first.to(last))));
            return;
        }
        let fits = |one: &Passenger, what: &str| {
            self.design(one.unit).is_some_and(|design| design.kind == what || design.family.iter().any(|word| word == what))
        };
        let mut taken = 0_i64;
        for one in load {
            // A passenger unit without a design is skipped here: its declaration could not be read, and that error was already reported.
            if self.design(one.unit).is_some() && !rooms.iter().any(|(what, _)| fits(one, what)) {
                out.push(errors::wrong_load(one.span, name, &one.name, rooms.iter().map(|(what, _)| what.as_str())));
            } else {
                taken = taken.saturating_add(i64::from(one.count));
            }
            if one.id.is_none() && carriers.saturating_mul(one.count) > 1 {
                out.push(errors::leader_in_several(one.span));
            }
        }
        let held = rooms.iter().map(|(_, count)| *count).fold(0, i64::saturating_add);
        if taken > held {
            let whole = load.iter().map(|one| one.span).reduce(|first, last| first.to(last)).unwrap_or(span);
            out.push(errors::overloaded(whole, name, held, taken, &rooms));
        }
    }

    /// Checks the passengers of a carrier, which must be units of the platoon. Returns true if all passengers are free of errors.
    fn passengers<'m>(&self, platoon: &mut Platoon, riders: impl Iterator<Item = &'m Passenger>, out: &mut Diagnostics) -> bool {
        let mut sound = true;
        let mut leader_rides: Option<Span> = None;
        for one in riders {
            let Some(id) = one.id else {
                if leader_rides.is_some() {
                    out.push(errors::leader_in_several(one.span));
                }
                leader_rides = leader_rides.or(Some(one.span));
                continue;
            };
            let Some(item) = self.item(id) else {
                sound = false;
                continue;
            };
            sound &= item.valid;
            campaign_limits::judge_use(self.context, self.declared.package, id, one.span, out);
            if item.stat(LEADER) > 0 {
                out.push(errors::second_leader(one.span, &item.name, None));
            }
            let count = one.count.saturating_mul(one.carriers);
            let points = item.fate.unwrap_or(0).saturating_mul(i32::try_from(count).unwrap_or(i32::MAX));
            self.reason(platoon, Account::Fate, ecow::eco_format!("{}, aboard", counted(&item.name, count)), points, one.span);
        }
        sound
    }

    /// Checks the platoon as a whole.
    fn whole(&self, platoon: &Platoon, leader: Option<&leader::LeaderEntry>, units: &[UnitListMember], out: &mut Diagnostics) {
        let name = &self.declared.tree.name;
        if simple_entries::lacks(&self.declared.entries, &block_schema::people::PLATOON, LEADER) && !self.declared.tree.broken {
            out.push(errors::no_leader(name));
        }
        let strength = platoon.strength().saturating_add(platoon.attached());
        if strength > MOST_UNITS {
            out.push(errors::too_many(name, strength, MOST_UNITS));
            return;
        }
        if platoon.off_map {
            self.director(platoon, units, out);
            return;
        }
        // An entry with errors may be the cause of an unusual size, so the size is checked only if there are no errors.
        let Some(leader) = leader.filter(|_| !out.has_errors()) else { return };
        let usual = |id: DeclId| self.design(id).and_then(|design| design.platoon);
        let Some((low, high)) = usual(leader.id) else { return };
        // Each design has a usual size of platoons. If the units have different ones, the size is not checked.
        if units.iter().any(|member| usual(member.id) != Some((low, high))) {
            return;
        }
        let found = i64::from(platoon.strength());
        if !(low..=high).contains(&found) {
            let sort = self.design(leader.id).map_or_else(String::new, |design| design.title.to_lowercase().to_string());
            out.push(errors::unusual_size(name, found, (low, high), &sort));
        }
    }

    /// Checks that a leader who directs aircraft from off the map (ruleset `platoon_draft`) has no units on the map.
    fn director(&self, platoon: &Platoon, units: &[UnitListMember], out: &mut Diagnostics) {
        let Some(entry) = self.declared.entry("off_map") else { return };
        let (setting, value) = OFF_MAP;
        if !self.context.rules_of(self.declared.package).is_some_and(|rules| rules.is(setting, value)) {
            out.push(errors::off_map_needs_setting(entry.span, setting, value));
        } else if let Some(first) = units.first() {
            out.push(errors::off_map_with_units(first.span, self.declared.name(), entry.span));
        } else if platoon.aircraft.is_empty() {
            out.push(errors::off_map_without_aircraft(entry.span, self.declared.name()));
        }
    }
}

fn is_airborne(item: &BuiltItem) -> bool {
    item.effects.iter().any(|effect| matches!(&effect.op, PackOperation::Is(mark) if !mark.military && mark.name == AIRBORNE))
}

fn counted(name: &str, count: u32) -> slip_pack::Name {
    if count == 1 { name.into() } else { ecow::eco_format!("{name} x{count}") }
}
