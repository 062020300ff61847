//! Odds in the position phase before the dice are rolled: of winning the phase, of leaving the map, of driving another ship off the map.
//!
//! Entities are groups of ships that move together. For two entities the odds are exact. With more, only a total above all others counts as
//! a win. A lower total can in fact win if higher totals are tied; such wins are not counted.

use crate::ids::ActorId;
use crate::space::Space;
use crate::space::odds::Chance;
use slip_dice::fate::RollDistribution;

/// Maximum number of ships in a computation of odds. The number of outcomes of more ships would not fit into `u128`.
const MOST: usize = 16;

/// Assumed use of a ship's drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriveUse {
    /// The ship does what it has declared. If it has not declared anything yet, it is assumed to use its drives.
    AsSaid,
    /// The ship uses its drives, with this total burn.
    Burn(i32),
    /// The ship fails to act.
    Idle,
}

/// One ship in the position phase: the number that it adds to its dice, and true if it rolls dice.
#[derive(Clone, Copy, Debug)]
struct Runner {
    base: i32,
    rolls: bool,
}

/// A group of ships that move together. Its total is the lowest total of its ships.
#[derive(Clone, Debug)]
struct Team {
    members: Vec<ActorId>,
    runners: Vec<Runner>,
}

/// Number of dice outcomes.
type Ways = u128;

impl Runner {
    fn ways(self, spread: RollDistribution) -> Ways {
        if self.rolls { Ways::from(spread.all()) } else { 1 }
    }

    /// Returns the number of outcomes with a total of `least` or more.
    fn at_least(self, least: i32, spread: RollDistribution) -> Ways {
        if self.rolls { Ways::from(spread.at_least(least - self.base)) } else { Ways::from(self.base >= least) }
    }
}

impl Team {
    fn ways(&self, spread: RollDistribution) -> Ways {
        self.runners.iter().map(|runner| runner.ways(spread)).product()
    }

    fn at_least(&self, least: i32, spread: RollDistribution) -> Ways {
        self.runners.iter().map(|runner| runner.at_least(least, spread)).product()
    }

    fn below(&self, least: i32, spread: RollDistribution) -> Ways {
        self.ways(spread) - self.at_least(least, spread)
    }
}

/// All groups of ships that take part in a position phase.
#[derive(Clone, Debug)]
pub struct Race {
    teams: Vec<Team>,
    spread: RollDistribution,
}

impl Space {
    /// Returns the forecast of the position phase if the ship `me` uses its drives according to a plan.
    pub fn race(&self, me: ActorId, plan: DriveUse) -> Race {
        let mut teams: Vec<Team> = Vec::new();
        let mut room = MOST;
        for ship in self.rolling() {
            if teams.iter().any(|team| team.members.contains(&ship)) {
                continue;
            }
            let members = self.entity(ship);
            let rolled = members.iter().filter(|&&member| !self.is_towed(member)).take(room);
            let runners = rolled.map(|&member| self.runner(member, if member == me { plan } else { DriveUse::AsSaid }));
            let runners: Vec<Runner> = runners.collect();
            room -= runners.len();
            if !runners.is_empty() {
                teams.push(Team { members, runners });
            }
        }
        Race { teams, spread: RollDistribution::of(self.roster.settings.dice) }
    }

    fn runner(&self, ship: ActorId, plan: DriveUse) -> Runner {
        let (base, rolls) = match plan {
            DriveUse::AsSaid => self.position_base(ship, None),
            DriveUse::Burn(burn) => self.position_base(ship, Some(burn)),
            DriveUse::Idle => (self.roster.settings.idle_total, false),
        };
        Runner { base, rolls }
    }

    /// Returns the probability in percent that the ship's own side gets to move it off the map.
    pub fn leave_chance(&self, race: &Race, who: ActorId) -> i64 {
        let Some(from) = self.band_of(who) else { return 0 };
        let (shifts, bands) = self.way_out(from);
        if bands > self.band_cap(&self.entity(who)) { 0 } else { race.wins_by(who, None, shifts) }
    }

    /// Returns the probability in percent that a ship can drive another ship off the map.
    pub fn drive_off_chance(&self, race: &Race, who: ActorId, other: ActorId) -> i64 {
        let Some(from) = self.band_of(other) else { return 0 };
        let (shifts, bands) = self.way_out(from);
        if bands > self.push_cap(who) { 0 } else { race.wins_by(who, Some(other), shifts) }
    }
}

impl Race {
    fn place(&self, who: ActorId) -> Option<usize> {
        self.teams.iter().position(|team| team.members.contains(&who))
    }

    /// Returns the probability in percent that a ship for which `ours` is true has the highest total.
    pub fn win_chance(&self, ours: impl Fn(ActorId) -> bool) -> i64 {
        let all = self.teams.iter().map(|team| team.ways(self.spread)).product();
        let first = self.teams.iter().filter_map(|team| team.members.first().copied());
        let ways = first.filter(|&first| ours(first)).map(|first| self.chance(first, None, 0).ways).sum();
        Chance { ways, all }.percent()
    }

    /// Returns the probability in percent that a ship wins by at least `margin`. It must win over the ship `over`; with `None`, over the
    /// lowest total.
    pub fn wins_by(&self, who: ActorId, over: Option<ActorId>, margin: i32) -> i64 {
        self.chance(who, over, margin).percent()
    }

    /// Like [`Race::wins_by`], as a fraction.
    pub fn chance(&self, who: ActorId, over: Option<ActorId>, margin: i32) -> Chance {
        let spread = self.spread;
        let all = self.teams.iter().map(|team| team.ways(spread)).product();
        let none = Chance { ways: 0, all };
        let Some((winner, team)) = self.place(who).and_then(|place| Some((place, self.teams.get(place)?))) else { return none };
        let over = over.map(|other| self.place(other));
        if over.is_some_and(|place| place.is_none() || place == Some(winner)) {
            return none;
        }
        let over = over.flatten();
        let bases = || team.runners.iter().map(|runner| runner.base);
        let (least, most) = (bases().min().unwrap_or(0) - spread.most(), bases().max().unwrap_or(0) + spread.most());
        let others = || self.teams.iter().enumerate().filter(|(place, _)| *place != winner);
        let ways = (least..=most).map(|total| {
            let here = team.at_least(total, spread) - team.at_least(total + 1, spread);
            // With `over`, that ship must be lower by the margin, and all others lower by any amount. Without `over`, it is enough that one
            // ship is lower by the margin. The outcomes in which all others are closer than the margin are subtracted.
            let low_enough = |place: usize| if over == Some(place) { total.min(total - margin + 1) } else { total };
            let below: Ways = others().map(|(place, team)| team.below(low_enough(place), spread)).product();
            let near = |team: &Team| team.below(total, spread).saturating_sub(team.below(total - margin + 1, spread));
            let too_near: Ways = if over.is_none() && margin > 0 { others().map(|(_, team)| near(team)).product() } else { 0 };
            here * below.saturating_sub(too_near)
        });
        Chance { ways: ways.sum(), all }
    }
}
