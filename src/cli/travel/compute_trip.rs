//! Computes the answer about a trip: looks up the arguments in the package and applies the rules.

use super::{Answer, Possible, Ship, Speed};
use crate::cli::Stop;
use crate::cli::args::{Tanks, Travel};
use crate::cli::compile_projects::{self, CompiledProject};
use crate::cli::pack_items::{self, Thing};
use slip_campaign::travel::landing::{LandingWorld as Ground, landing};
use slip_campaign::travel::slip_passage::{SlipEntry, orientation, oriented};
use slip_campaign::travel::{Craft, Destination, TravelTable, TripRequest, TripWays, jump, plan, range, route};
use slip_dice::Dice;
use slip_export::cards::counted;
use slip_pack::Pack;
use slip_pack::cluster::Cluster;
use slip_pack::effect::{Action, PackOperation};
use slip_pack::item::BuiltItem;
use slip_pack::length_and_time::Time;
use slip_pack::ruleset::{Rules, Ruleset};
use slip_pack::trip_effects::ReactionMass;

/// Looks up all arguments and computes the answer.
pub(super) fn answer(travel: &Travel) -> Result<(CompiledProject, Answer), Stop> {
    let named: Vec<String> = travel.ship.iter().cloned().collect();
    let mut worlds = if named.is_empty() {
        compile_projects::worlds(&travel.folder)?
    } else {
        compile_projects::worlds_of(&travel.folder, &named, "ship", |entry| matches!(entry.thing, Thing::Built(_)))?
    };
    let at = match &travel.ship {
        Some(ship) => {
            let found = pack_items::find(&worlds, ship, |entry| matches!(entry.thing, Thing::Built(_)));
            if let [(_, one), (_, other), ..] = found.as_slice() {
                return Err(Stop::because(format!(
                    "`{ship}` is in `{}` and in `{}`: write for example `{}.{ship}`",
                    one.package, other.package, one.package
                )));
            }
            found.first().and_then(|(world, _)| worlds.iter().position(|other| std::ptr::eq(*world, other))).unwrap_or(0)
        }
        None => 0,
    };
    if at >= worlds.len() {
        return Err(Stop::because(format!("there is no package in {}", crate::cli::shown(&travel.folder))));
    }
    let world = worlds.swap_remove(at);
    let answer = TripQuestion::of(travel, &world)?.answer()?;
    Ok((world, answer))
}

/// Question about a trip, with the parts of the package that are needed to answer it.
struct TripQuestion<'a> {
    travel: &'a Travel,
    pack: &'a Pack,
    rules: Rules,
    chart: TravelTable,
    ship: Option<&'a BuiltItem>,
}

impl<'a> TripQuestion<'a> {
    fn of(travel: &'a Travel, world: &'a CompiledProject) -> Result<TripQuestion<'a>, Stop> {
        let pack = &world.pack;
        let mut rules = pack.rules.clone();
        for name in &travel.variant {
            rules = rules.under(ruleset(pack, name)?);
        }
        let chart = TravelTable::of(pack, &rules).map_err(Stop::because)?;
        let ship = match &travel.ship {
            Some(ship) => Some(built(pack, ship, "ship")?),
            None => None,
        };
        if let Some(ship) = ship.filter(|ship| !ship.valid) {
            return Err(Stop::because(format!("`{}` has errors, see `slipyard check`", ship.name)));
        }
        Ok(TripQuestion { travel, pack, rules, chart, ship })
    }

    fn answer(&self) -> Result<Answer, Stop> {
        let travel = self.travel;
        let mut answer = Answer::default();
        if let Some(parsecs) = travel.jump {
            let drive = travel.drive.unwrap_or_else(|| u32::try_from(self.rules.int("jump_most", 6)).unwrap_or(1).min(parsecs));
            answer.jump = Some(jump::jump(&self.rules, parsecs, drive).map_err(Stop::because)?);
            answer.fares = Some(jump::fares(&self.rules));
        }
        let Some(item) = self.ship else {
            let asks = travel.slip || travel.to.is_some() || travel.land.is_some() || !travel.route.is_empty();
            if asks {
                return Err(Stop::because(
                    "write the name of a ship: `slipyard travel SHIP …`; `slipyard list --kind ship` lists all ships",
                ));
            }
            answer.table = travel.jump.is_none().then(|| self.chart.clone());
            return Ok(answer);
        };
        let r_mass = match travel.r_mass {
            Tanks::Full => ReactionMass::Ok,
            Tanks::Low => ReactionMass::Low,
            Tanks::Empty => ReactionMass::Empty,
        };
        let craft = Craft { item, rules: &self.rules, r_mass };
        if craft.v_shift().is_none() && travel.land.is_none() {
            let stat = self.rules.word("v_shift_stat", "v_shift");
            return Err(Stop::because(format!("{} ({}) has no `{stat}`, so it cannot travel by itself", item.title, item.kind)));
        }
        answer.ship = Some(self.sheet(&craft));
        if let Some(world) = &travel.land {
            self.land(&craft, world, &mut answer)?;
        }
        if !travel.route.is_empty() {
            self.along(&craft, &mut answer)?;
        } else if travel.slip {
            self.slip(&craft, 1, &mut answer)?;
        } else if let Some(to) = &travel.to {
            let goal = self.chart.goal(to).map_err(Stop::because)?;
            let ways = if travel.there_and_back { TripWays::ThereAndBack } else { TripWays::There };
            self.trip(&craft, goal, ways, &mut answer)?;
        } else if travel.land.is_none() && travel.jump.is_none() {
            self.every_speed(&craft, &mut answer);
        }
        Ok(answer)
    }

    fn sheet(&self, craft: &Craft<'_>) -> Ship {
        let item = craft.item;
        Ship {
            name: item.name.to_string(),
            title: item.title.clone(),
            package: item.package.to_string(),
            by: self.chart.by.clone(),
            v_shift: craft.v_shift(),
            effective_v_shift: craft.effective_v_shift(),
            tracks: item.tracks.iter().map(|(track, boxes)| (track.to_string(), u8::try_from(*boxes).unwrap_or(0))).collect(),
        }
    }

    fn wish(&self, goal: Destination, ways: TripWays) -> Result<TripRequest, Stop> {
        let travel = self.travel;
        let time = match &travel.time {
            Some(text) => Some(
                Time::parse(text).ok_or_else(|| Stop::because(format!("`{text}` is not a time: write a number with {}", Time::UNITS)))?,
            ),
            None => None,
        };
        Ok(TripRequest { goal, speed: travel.speed, overburn: travel.overburn, conserve: travel.conserve, ways, time })
    }

    fn trip(&self, craft: &Craft<'_>, goal: Destination, ways: TripWays, answer: &mut Answer) -> Result<(), Stop> {
        match plan(craft, &self.chart, &self.wish(goal, ways)?) {
            Ok(trip) => answer.trip = Some(trip),
            Err(refusal) => answer.refusal = Some(refusal),
        }
        Ok(())
    }

    /// Computes the travel times of a ship to every place, at each of its speeds.
    fn every_speed(&self, craft: &Craft<'_>, answer: &mut Answer) {
        let own = craft.effective_v_shift().unwrap_or(-1);
        for (speed, overburn) in (0..=own).map(|speed| (speed, false)).chain([(own.saturating_add(1), true)]) {
            if self.chart.row(speed).is_none() {
                continue;
            }
            let mut ways = Vec::new();
            for place in &self.chart.places {
                let Ok(goal) = self.chart.goal(&place.name) else { continue };
                let time = self.chart.way(speed, &goal).map(|way| way.time);
                let wish = TripRequest { goal, speed: Some(speed), overburn, conserve: false, ways: TripWays::There, time: None };
                let tried = plan(craft, &self.chart, &wish);
                ways.push(Possible {
                    to: place.title.clone(),
                    time,
                    legal: tried.is_ok(),
                    can_return: tried.as_ref().is_ok_and(|trip| trip.can_return),
                    rule: tried.err().map(|refusal| refusal.rule),
                });
            }
            if overburn && ways.iter().all(|way| !way.legal) {
                continue;
            }
            answer.speeds.push(Speed { speed, overburn, endurance: range(craft, &self.chart, speed).time, ways });
        }
    }

    /// Computes the passage through a number of slipknots, and records the rolls.
    fn slip(&self, craft: &Craft<'_>, knots: usize, answer: &mut Answer) -> Result<(), Stop> {
        let travel = self.travel;
        let navigator = match &travel.navigator {
            Some(name) => Some(built(self.pack, name, "person")?),
            None => None,
        };
        let skill = self.rules.word("orientation_skill", "navigation");
        let rank = match (travel.navigation, navigator) {
            (Some(rank), _) => rank,
            (None, Some(person)) => person.rank(skill).unwrap_or(slip_dice::fate::check::UNTRAINED),
            // Automated navigation needs neither a roll nor a rank.
            (None, None) => match craft.item.nameless_crew(&self.rules).or(travel.automated.then_some(0)) {
                Some(rank) => rank,
                None => {
                    return Err(Stop::because(format!(
                        "{} has no nameless crew: choose a navigator with `--navigator PERSON` or `--navigation N`, or automated \
                         navigation with `--automated`",
                        craft.item.title
                    )));
                }
            },
        };
        let entry = match (travel.automated, travel.uncontrolled) {
            (true, _) => SlipEntry::Automated,
            (false, true) => SlipEntry::Uncontrolled(rank),
            (false, false) => SlipEntry::Navigated(rank),
        };
        let orientation = match orientation(craft, self.pack, entry, navigator) {
            Ok(orientation) => orientation,
            Err(barred) => {
                answer.barred = Some(barred);
                return Ok(());
            }
        };
        if travel.automated && i64::from(craft.item.tech.unwrap_or(0)) >= self.rules.int("thinking_tech", 4) {
            answer.notes.push(format!("{} may have thinking automation: the referee decides the result of its roll", craft.item.title));
        }
        if let Some(mut dice) = self.dice()? {
            for _ in 0..knots {
                let rolled = oriented(&orientation, self.pack, &self.rules, &mut dice).map_err(|_| {
                    Stop::because(format!(
                        "wrong number of dice in --dice: write four faces for each knot, such as `+0-+` ({knots} to pass)"
                    ))
                })?;
                answer.oriented.push(rolled);
            }
            if dice.left() > 0 {
                return Err(Stop::because(format!("too many dice were given: {} too many", counted(dice.left(), "face"))));
            }
        }
        answer.slip = Some(orientation);
        Ok(())
    }

    fn dice(&self) -> Result<Option<Dice>, Stop> {
        if let Some(seed) = self.travel.seed {
            return Ok(Some(Dice::seeded(seed, 0)));
        }
        if self.travel.dice.is_empty() {
            return Ok(None);
        }
        let mut faces = Vec::new();
        for text in &self.travel.dice {
            faces.extend(read_faces(text).ok_or_else(|| Stop::because(format!("`{text}` are not dice: write for example `+0-+`")))?);
        }
        Ok(Some(Dice::scripted(faces)))
    }

    /// Computes a trip between systems: out to the first slipknot, along the slipstreams, and in from the last slipknot.
    fn along(&self, craft: &Craft<'_>, answer: &mut Answer) -> Result<(), Stop> {
        let (cluster, stops) = self.stops()?;
        let title = |at: &usize| cluster.systems.get(*at).map_or(String::new(), |member| member.title.clone());
        let way = route::through(cluster, &stops)
            .map_err(|(from, to)| Stop::because(format!("there is no route along slipstreams from {} to {}", title(&from), title(&to))))?;
        if way.len() < 2 {
            return Err(Stop::because("a route leads from one system to another: `--route aubade,pell`"));
        }
        let back = way.iter().rev().skip(1).filter(|_| self.travel.there_and_back);
        answer.route = way.iter().chain(back).map(title).collect();
        let knots = answer.route.len().saturating_sub(1);
        self.slip(craft, knots, answer)?;
        if answer.barred.is_some() {
            return Ok(());
        }
        let knot = self.chart.slipknot().ok_or_else(|| Stop::because(format!("the travel table `{}` has no slipknot", self.chart.name)))?;
        let ways = if self.travel.there_and_back { TripWays::OutAndInAndBack } else { TripWays::OutAndIn };
        self.trip(craft, knot, ways, answer)
    }

    /// Returns the cluster that contains all named systems, and their indexes in it.
    fn stops(&self) -> Result<(&Cluster, Vec<usize>), Stop> {
        let called = |cluster: &Cluster, word: &str| {
            let word = word.trim();
            cluster.systems.iter().position(|member| {
                member.system.name == *word
                    || member.title.eq_ignore_ascii_case(word)
                    || word == format!("{}.{}", member.system.package, member.system.name)
            })
        };
        let words = &self.travel.route;
        for cluster in self.pack.clusters.values() {
            let stops: Option<Vec<usize>> = words.iter().map(|word| called(cluster, word)).collect();
            if let Some(stops) = stops {
                return Ok((cluster, stops));
            }
        }
        let members = || self.pack.clusters.values().flat_map(|cluster| &cluster.systems).map(|member| member.system.name.as_str());
        let stranger = words.iter().find(|word| !self.pack.clusters.values().any(|cluster| called(cluster, word).is_some()));
        Err(Stop::because(match stranger {
            Some(word) => match slip_suggest::nearest(word, members()) {
                Some(near) => format!("no cluster has a system `{word}`; did you mean `{near}`?"),
                None => format!("no cluster has a system `{word}`; `slipyard list --kind cluster` lists all clusters"),
            },
            None => "these systems are not in the same cluster".to_owned(),
        }))
    }

    fn land(&self, craft: &Craft<'_>, word: &str, answer: &mut Answer) -> Result<(), Stop> {
        let item = find(self.pack, word);
        let ground = match (item, weighed(word)) {
            (Some(item), _) => Ground::of(item, &self.rules).map_err(Stop::because)?,
            (None, Some(ground)) => ground,
            (None, None) => {
                return Err(Stop::because(format!(
                    "neither a world nor a gravity (such as `1.5 g` or `1 g air`): {}",
                    unknown(self.pack, word, "world")
                )));
            }
        };
        if let Some(item) = item.filter(|_| self.rules.is("jumps", "yes")) {
            let refuels = |effect: &slip_pack::effect::Effect| matches!(&effect.op, PackOperation::Permit(permit) if !permit.cannot && permit.actions.contains(&Action::Refuel));
            let port = item.effects.iter().any(|effect| refuels(effect));
            answer.fuel = Some(jump::fuel(&self.rules, port, item.stat(self.rules.word("water_stat", "hydrographics")), false));
        }
        answer.landing = Some(landing(craft, ground));
        Ok(())
    }
}

/// Parses a gravity: `1.5 g`, `1 g air`.
fn weighed(word: &str) -> Option<Ground> {
    let word = word.trim();
    let (weight, air) = word.strip_suffix("air").map_or((word, false), |weight| (weight.trim(), true));
    let number = weight.strip_suffix('g')?.trim();
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let hundredths: String = part.chars().chain("00".chars()).take(2).collect();
    let digits = |text: &str| (!text.is_empty() && text.len() <= 6).then(|| text.parse::<u32>().ok()).flatten();
    if part.len() > 2 {
        return None;
    }
    let centigravity = i64::from(digits(whole)?) * 100 + i64::from(digits(&hundredths)?);
    Some(Ground { title: "a world of that gravity".to_owned(), centigravity, air })
}

/// Parses dice: `+0-+`, `+ 0 - +`, or numbers for other dice: `5 2`.
fn read_faces(text: &str) -> Option<Vec<i8>> {
    let fudge = |letter: char| match letter {
        '+' => Some(1),
        '-' => Some(-1),
        '0' => Some(0),
        _ => None,
    };
    let letters = || text.chars().filter(|letter| !letter.is_whitespace());
    if letters().all(|letter| fudge(letter).is_some()) {
        return (letters().count() > 0).then(|| letters().filter_map(fudge).collect());
    }
    text.split_whitespace().map(|number| number.parse::<i8>().ok()).collect()
}

/// Returns the ruleset of this name, from any package.
fn ruleset<'p>(pack: &'p Pack, name: &str) -> Result<&'p Ruleset, Stop> {
    let near = [&pack.package].into_iter().chain(pack.dependencies.iter().rev());
    let mut found = near.filter_map(|package| pack.rulesets.get(&slip_pack::key(&package.name, name)));
    if let Some(ruleset) = found.next().or_else(|| pack.rulesets.get(name)) {
        return Ok(ruleset);
    }
    let names = pack.rulesets.values().map(|ruleset| ruleset.name.as_str());
    Err(Stop::because(match slip_suggest::nearest(name, names) {
        Some(near) => format!("there is no ruleset `{name}`; did you mean `{near}`?"),
        None => format!("there is no ruleset `{name}`; `slipyard list --kind ruleset --all` lists all rulesets"),
    }))
}

/// Returns an item by `name` or `package.name`; declarations of the package itself come first.
fn find<'p>(pack: &'p Pack, word: &str) -> Option<&'p BuiltItem> {
    let near = [&pack.package].into_iter().chain(pack.dependencies.iter().rev());
    let keys: Vec<slip_pack::Name> = match word.split_once('.') {
        Some(_) => vec![word.into()],
        None => near.map(|package| slip_pack::key(&package.name, word)).collect(),
    };
    keys.iter().find_map(|key| pack.items.values().find_map(|of_kind| of_kind.get(key)))
}

fn built<'p>(pack: &'p Pack, word: &str, what: &str) -> Result<&'p BuiltItem, Stop> {
    find(pack, word).ok_or_else(|| Stop::because(unknown(pack, word, what)))
}

fn unknown(pack: &Pack, word: &str, what: &str) -> String {
    let names = pack.items.values().flat_map(|of_kind| of_kind.values()).map(|item| item.name.as_str());
    match slip_suggest::nearest(word, names) {
        Some(near) => format!("there is no {what} `{word}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{word}`"),
    }
}
