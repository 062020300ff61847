//! Platoon combat for tests: encounters written as text with a cast of plain units, scripted dice, and answers given as choices.

use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_pack::ruleset::Setting;
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Counter, Event, Phase, Step};
use slip_play::ids::{ActorId, BorderId, Id, SkillId, ZoneId};
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::{PlatoonId, UnitState};
use slip_play::question::{Ask, Point};
use slip_table::transcript::Transcript;
use std::sync::Arc;

use crate::personal_table as personal;

pub use personal::pack;

/// Plain units and platoons. A test declares its own variants in text, or changes units during the fight ([`Table::rank`], [`Table::set`]).
pub const CAST: &str = r#"
unit rifles "Rifles" : infantry {
  tech T0
  skills { 3 camouflage; 2 direct_fire, observation; 1 armour, movement, command }
  aspects "Wet boots"
}
unit scouts "Scouts" : infantry {
  tech T1
  skills { 3 movement; 2 direct_fire, observation; 1 armour, camouflage, command }
  stunts scout
  aspects "Light packs"
}
unit ghosts "Ghosts" : infantry {
  tech T1
  skills { 3 camouflage; 2 movement, observation; 1 armour, direct_fire, command }
  stunts special_forces
  aspects "Nobody saw them"
}
unit tank "Tanks" : armour {
  tech T-1
  skills { 4 armour; 3 direct_fire; 2 movement; 1 anti_air }
  aspects "Loud"
}
unit taxi "Taxis" : armour {
  tech T0
  skills { 4 armour; 3 movement; 2 direct_fire; 1 anti_air }
  stunts infantry_carrier
  aspects "Room for one more"
}
unit gun "Guns" : artillery {
  tech T-1
  skills { 3 indirect_fire; 2 camouflage; 1 movement }
  aspects "Deaf"
}
unit bomber "Bombers" : aircraft {
  tech T-1
  skills { 4 direct_fire; 3 observation; 2 anti_air; 1 movement }
  aspects "Heavy"
}
unit fighter "Fighters" : aircraft {
  tech T0
  skills { 4 anti_air; 3 observation; 2 direct_fire; 1 movement }
  stunts interceptor
  aspects "Hungry"
}
unit balloon "Balloons" : aircraft {
  tech T0
  skills { 4 observation; 3 direct_fire; 2 anti_air; 1 movement }
  stunts vtol
  aspects "Slow"
}
unit lifter "Lifters" : aircraft {
  tech T0
  skills { 4 observation; 3 direct_fire; 2 anti_air; 1 movement }
  stunts infantry_carrier
  aspects "Ramp at the back"
}
platoon squad "Squad" { leader rifles with not_a_genius "Sergeant"; units rifles x2 }
platoon lone "Lone" { leader rifles with not_a_genius "Alone" }
"#;

/// Zones a to e in a row, all of them level, with nothing between them; there is an exit at e.
pub const LANE: &str = r"map lane {
  zone a { centre 0 0 }
  zone b { centre 4 0 }
  zone c { centre 8 0 }
  zone d { centre 12 0 }
  zone e { centre 16 0; exit }
  border a -- b; border b -- c; border c -- d; border d -- e
}";

/// Returns the transcript of events; `fight` is the fight before the first of them.
pub fn told(mut fight: PlatoonFight, events: &[Event]) -> String {
    let mut account = Transcript::new(&fight, &[]);
    for event in events {
        account.tell(&fight, event);
        fight.apply(event);
    }
    account.finish()
}

/// Encounter compiled from text, which a test may change.
pub struct Field {
    pub pack: Pack,
    pub encounter: Encounter,
}

impl Field {
    /// Creates an encounter with the cast, the map `LANE` and these declarations; `body` has the entries of the encounter.
    pub fn of(declarations: &str, body: &str) -> Field {
        Field::on(LANE, declarations, body)
    }

    /// Like `of`, with another map, which must also be called `lane`.
    pub fn on(map: &str, declarations: &str, body: &str) -> Field {
        let pack = pack(&format!("{CAST}\n{map}\n{declarations}\nencounter field \"Field\" : platoon {{\nmap lane\n{body}\n}}\n"));
        let encounter = pack.encounters[&slip_pack::key("t", "field")].clone();
        assert!(encounter.valid);
        Field { pack, encounter }
    }

    /// Creates an encounter with two sides, red and blue, with these entries.
    pub fn sides(declarations: &str, red: &str, blue: &str) -> Field {
        Field::of(declarations, &format!("defender red\nside red {{ {red} }}\nside blue {{ {blue} }}"))
    }

    pub fn rule(mut self, name: &str, value: &str) -> Field {
        let setting = value.parse().map_or_else(|_| Setting::Word(value.into()), Setting::Int);
        self.encounter.rules.settings.insert(name.into(), setting);
        self
    }

    pub fn limit(mut self, turns: u32) -> Field {
        self.encounter.limit = Some(turns);
        self
    }

    pub fn sit(&self) -> Table {
        let fight = PlatoonFight::begin(&self.pack, &self.encounter).unwrap_or_else(|error| panic!("{error}"));
        Table::of(fight, Dice::scripted([]))
    }
}

/// Largest number of steps that the engine may take without a question that has a choice.
const MOST_STEPS: usize = 2000;

/// Returns faces of four dice for each of these totals.
pub fn faces(totals: &[i32]) -> Vec<i8> {
    let face = |total: i32, place: i32| i8::from(total > place) - i8::from(-total > place);
    totals.iter().flat_map(|&total| (0..4).map(move |place| face(total, place))).collect()
}

/// Fight whose dice and answers the test chooses.
#[derive(Clone)]
pub struct Table {
    pub fight: PlatoonFight,
    pub dice: Dice,
    pub events: Vec<Event>,
    plans: Vec<(Point, ActorId, Choice)>,
}

impl Table {
    /// Wraps a fight in its present state.
    pub const fn of(fight: PlatoonFight, dice: Dice) -> Table {
        Table { fight, dice, events: Vec::new(), plans: Vec::new() }
    }

    /// Sets the totals of the next rolls.
    pub fn dice(&mut self, totals: &[i32]) -> &mut Table {
        assert_eq!(self.dice.left(), 0, "faces of the last script are still on the table");
        self.dice = Dice::scripted(faces(totals));
        self
    }

    /// Returns a unit or a platoon by its name.
    pub fn id(&self, name: &str) -> ActorId {
        let units = self.fight.roster.units.iter().map(|(id, unit)| (id, unit.name.as_str()));
        let platoons = self.fight.roster.platoons.iter();
        let platoons = platoons.map(|(id, platoon)| (self.fight.state.id_of_platoon(id), platoon.name.as_str()));
        let known: Vec<(ActorId, &str)> = units.chain(platoons).collect();
        known.iter().find(|(_, known)| *known == name).unwrap_or_else(|| panic!("nobody is called {name}: {known:?}")).0
    }

    pub fn on(&self, name: &str) -> Id {
        Id::Actor(self.id(name))
    }

    pub fn platoon(&self, name: &str) -> PlatoonId {
        self.fight.state.platoon_of_id(self.id(name)).unwrap()
    }

    pub fn unit(&self, name: &str) -> &UnitState {
        &self.fight.state.units[self.id(name)]
    }

    pub fn zone(&self, name: &str) -> ZoneId {
        let found = self.fight.roster.ground.zones.iter().find(|(_, zone)| zone.name == name);
        found.unwrap_or_else(|| panic!("no zone is called {name}")).0
    }

    /// Returns the name of the zone that a unit is in; `None` if the unit has no zone of its own, because it is carried.
    pub fn at(&self, name: &str) -> Option<&str> {
        let zone = self.unit(name).zone()?;
        self.fight.roster.ground.zones.row(zone).map(|zone| zone.name.as_str())
    }

    pub fn border(&self, a: &str, b: &str) -> BorderId {
        let (a, b) = (self.zone(a), self.zone(b));
        let found =
            self.fight.roster.ground.borders.iter().find(|(_, border)| (border.a, border.b) == (a, b) || (border.a, border.b) == (b, a));
        found.unwrap_or_else(|| panic!("no border between them")).0
    }

    pub fn skill(&self, name: &str) -> SkillId {
        self.fight.roster.skill_of(name).unwrap_or_else(|| panic!("no skill is called {name}"))
    }

    /// Sets a unit's rank in a skill; `None` removes the skill.
    pub fn rank(&mut self, name: &str, skill: &str, rank: Option<i8>) -> &mut Table {
        let (id, skill) = (self.id(name), self.skill(skill));
        Arc::make_mut(&mut self.fight.roster).units[id].ranks[skill] = rank;
        self
    }

    /// Changes the state of a unit directly, as a scenario or a referee could.
    pub fn set(&mut self, name: &str, how: impl FnOnce(&mut UnitState)) -> &mut Table {
        let id = self.id(name);
        how(&mut self.fight.state.units[id]);
        self
    }

    /// Puts a unit into a zone.
    pub fn put(&mut self, name: &str, zone: &str) -> &mut Table {
        let zone = self.zone(zone);
        self.set(name, |unit| unit.place = slip_play::platoon::zones::UnitLocation::Zone(zone))
    }

    /// Applies an event to the fight as if another actor had caused it.
    pub fn happens(&mut self, event: Event) -> &mut Table {
        self.fight.apply(&event);
        self.events.push(event);
        self
    }

    /// Takes a unit out of the fight, with outcome number 0.
    pub fn loses(&mut self, name: &str) -> &mut Table {
        let who = self.id(name);
        self.happens(Event::Out {
            who,
            by: None,
            track: slip_play::platoon::state::MORALE,
            fate: Some(0),
            beyond_saving: false,
            for_good: false,
            say: None,
        })
    }

    /// Adds a pass value to a border, as an act of a unit.
    pub fn bars(&mut self, name: &str, from: &str, to: &str, value: i16, lasting: bool) -> &mut Table {
        let (by, border, to) = (self.id(name), self.border(from, to), self.zone(to));
        self.happens(Event::PassValue { border, to, by, value, lasting })
    }

    /// Continues until a question with a real choice, and returns it. A question with only one legal answer is answered automatically; no
    /// default is taken for the test.
    pub fn wait(&mut self) -> Option<Ask> {
        for _ in 0..MOST_STEPS {
            let ask = self.fight.waiting_for()?;
            match ask.forced {
                Some(choice) => self.take(choice.into()),
                None => return Some(ask),
            }
        }
        panic!("nobody is asked any more, and it goes on and on at {:?}", self.fight.state.step)
    }

    pub fn options(&self) -> Vec<Choice> {
        let mut options = Options::new();
        self.fight.legal(&mut options);
        options.as_slice().to_vec()
    }

    /// True if an option with this verb and target is open.
    pub fn offers(&self, verb: Verb, it: Id) -> bool {
        self.options().iter().any(|choice| choice.verb == verb && choice.it == it)
    }

    pub fn take(&mut self, answer: Answer) {
        let mut buffer = Vec::new();
        let ask = self.fight.waiting_for();
        if let Err(refusal) = self.fight.decide(&answer, &mut self.dice, &mut buffer) {
            panic!("{refusal} at {ask:?} for {answer:?}; legal: {:#?}", self.options());
        }
        for event in buffer {
            self.fight.apply(&event);
            self.events.push(event);
        }
        assert!(self.events.len() < 20_000, "it goes on and on at {ask:?}, {:?}", self.fight.state.step);
    }

    /// Answers the next question, which must be the one at this decision point for this unit or platoon.
    pub fn answer(&mut self, point: Point, who: &str, choice: Choice) -> &mut Table {
        let ask = self.wait();
        let asked = ask.map(|ask| (ask.point, ask.me));
        assert_eq!(asked, Some((point, self.on(who))), "the next question, answered with {choice:?}");
        self.take(choice.into());
        self
    }

    /// Plans an answer: it is given when the unit or platoon is asked at this decision point on the way to another question.
    pub fn plan(&mut self, point: Point, who: &str, choice: Choice) -> &mut Table {
        let who = self.id(who);
        self.plans.push((point, who, choice));
        self
    }

    /// Gives planned answers, else defaults, until a question for which `stops` is true and no answer is planned. Returns this question;
    /// `None` if the fight ends first.
    fn forward(&mut self, stops: impl Fn(&Ask) -> bool) -> Option<Ask> {
        while let Some(ask) = self.wait() {
            let planned = self.plans.iter().position(|(point, who, _)| *point == ask.point && ask.me == Id::Actor(*who));
            match planned {
                Some(place) => {
                    let (_, _, choice) = self.plans.remove(place);
                    self.take(choice.into());
                }
                None if stops(&ask) => {
                    assert_eq!(self.plans, [], "planned, and not asked before {ask:?}");
                    return Some(ask);
                }
                None => {
                    let first = self.options()[0];
                    self.take(first.into());
                }
            }
        }
        None
    }

    /// Gives planned answers, else defaults, until a question at one of these decision points for which no answer is planned.
    pub fn until(&mut self, points: &[Point]) -> Option<Ask> {
        self.forward(|ask| points.contains(&ask.point))
    }

    /// Like `until`, for a question at one decision point to one unit or platoon; panics if it is never asked.
    pub fn until_asked(&mut self, point: Point, who: &str) -> &mut Table {
        let me = self.on(who);
        let ask = self.forward(|ask| ask.point == point && ask.me == me);
        assert!(ask.is_some(), "{who} is never asked at {point:?}");
        self
    }

    /// Continues to the activation of a unit: the unit is chosen as soon as its platoon can choose it. The fight stops at the unit's first
    /// question.
    pub fn part_of(&mut self, who: &str) -> &mut Table {
        let unit = self.id(who);
        let mut asked = 0;
        while self.fight.state.active != Some(unit) {
            let ask = self.fight.waiting_for().unwrap_or_else(|| panic!("{who} has no part any more"));
            let wanted = Choice::of(Verb::Unit).on(Id::Actor(unit));
            let first = self.options()[0];
            let choice = if ask.point == Point::Unit && self.options().contains(&wanted) { wanted } else { first };
            self.take(choice.into());
            asked += 1;
            assert!(asked < 5000, "{who} has no part");
        }
        self
    }

    /// Goes to the first question of the next turn.
    pub fn next_turn(&mut self) -> &mut Table {
        let turn = self.fight.state.turn;
        let mut asked = 0;
        while self.fight.state.turn == turn && self.fight.waiting_for().is_some() {
            let first = self.options()[0];
            self.take(first.into());
            asked += 1;
            assert!(asked < 5000, "the turn goes on and on");
        }
        self
    }

    /// Puts a unit at the beginning of a movement whose roll has this many shifts, with the units that march along.
    pub fn sets_out(&mut self, who: &str, along: &[&str], zones: i32, shifts: i32) -> &mut Table {
        self.part_of(who);
        while matches!((self.fight.state.step.phase, self.fight.state.step.n), (Phase::Halt, _) | (Phase::FreeMove, 1)) {
            let first = self.options()[0];
            self.take(first.into());
        }
        let (me, act) = (self.id(who), if along.is_empty() { Verb::Move } else { Verb::March });
        let marches = along.iter().map(|unit| (self.id(unit), Counter::Marches, 1));
        let counters: Vec<(ActorId, Counter, i32)> = marches.chain([(me, Counter::Movement, shifts)]).collect();
        self.happens(Event::Phase(Step::of(Phase::Declare, Id::Actor(me)))).happens(Event::Declare {
            me,
            act: Some(act),
            it: Id::None,
            using: None,
            track: None,
            aspect: None,
            thing: None,
            term: None,
            access: None,
            say: None,
        });
        for (who, what, now) in counters {
            let change = if what == Counter::Movement { zones } else { now };
            self.happens(Event::Counter { who, what, change, now });
        }
        self.happens(Event::Phase(Step::of(Phase::Steps, Id::Actor(me))))
    }

    /// Leaves all questions to a side at this decision point to the default, so that they are not asked.
    pub fn leaves(&mut self, seat: u8, point: Point) -> &mut Table {
        let asks = &mut self.fight.state.asks[slip_play::ids::Seat(seat)];
        asks.0 &= !point.bit();
        self
    }

    /// Returns the values of a counter of a unit after each of its changes.
    pub fn counted(&self, name: &str, what: Counter) -> Vec<i32> {
        let id = self.id(name);
        let counted = |event: &Event| match event {
            Event::Counter { who, what: there, now, .. } if *who == id && *there == what => Some(*now),
            _ => None,
        };
        self.events.iter().filter_map(counted).collect()
    }

    /// Returns the zones that a unit has entered, in order.
    pub fn way_of(&self, name: &str) -> Vec<&str> {
        let id = self.id(name);
        let gone = |event: &Event| match event {
            Event::Move { who, to, .. } if *who == id => Some(*to),
            _ => None,
        };
        let zones = self.events.iter().filter_map(gone);
        zones.filter_map(|zone| self.fight.roster.ground.zones.row(zone).map(|zone| zone.name.as_str())).collect()
    }

    pub fn enter(&self, from: &str, to: &str) -> Choice {
        Choice::of(Verb::Enter).on(Id::Zone(self.zone(to))).with(self.border(from, to).0)
    }

    pub fn go(&self, to: &str) -> Choice {
        Choice::of(Verb::Go).on(Id::Zone(self.zone(to)))
    }
}
