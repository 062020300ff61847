//! Shooting range for tests of platoon combat: units in the zones that a trace needs, with scripted dice. Play starts with the declaration
//! of one unit; events of earlier turns are left out.

use slip_compile::compile;
use slip_compile::stdlib;
use slip_dice::Dice;
use slip_pack::Pack;
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Counter, Event, Phase, Step, TurnOrder};
use slip_play::ids::{ActorId, Id, SkillId, TableKey, ZoneId};
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::{MORALE, UnitState};
use slip_play::question::Point;
use slip_source::{Package, Sources};

/// Largest number of answers that one action takes.
const MOST_ANSWERS: usize = 400;

/// Compiles a package with the standard library; panics on any error.
pub fn pack(text: &str) -> Pack {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let package = Package { name: "own".to_owned(), version: "0.1.0".to_owned(), edition: 1, ..Package::default() };
    let own = sources.add_package(package);
    sources.add_file(own, "own.slip", text);
    let compiled = compile(&sources);
    let errors: Vec<String> = compiled
        .diagnostics
        .iter()
        .filter(|found| found.severity == slip_source::diagnostic::Severity::Error)
        .map(|found| format!("{}: {}", found.code.slug(), found.message))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    compiled.pack
}

/// A row of zones, a to f, and two more zones behind hills.
const GROUND: &str = r#"
map range "Range" {
  picture """
    aaabbbcccdddeeefff
  """
  zone a alpha
  zone b bravo
  zone c charlie
  zone d delta
  zone e echo
  zone f foxtrot
}
"#;

/// A leader on each side, without a relevant skill.
const LEADERS: &str = r#"
unit blue_lead "Blue leader" : infantry { tech T0; skills { 3 camouflage; 2 specialist, veteran; 1 movement, hand_to_hand, command }; aspects "Blue" }
unit red_lead "Red leader" : infantry { tech T0; skills { 3 camouflage; 2 specialist, veteran; 1 movement, hand_to_hand, command }; aspects "Red" }
"#;

/// Units of guns: one that leads guns, and one for the other side.
const GUNS: &str = r#"
unit gun_lead "Gun leader" : artillery { tech T0; skills { 3 signals; 2 camouflage; 1 command }; stunts slow; aspects "Far away" }
unit howitzer "Howitzers" : artillery { tech T0; skills { 3 indirect_fire; 2 camouflage; 1 movement }; stunts slow; aspects "Older than their crew" }
"#;

/// Fight at the declaration of one unit, with dice chosen by the test.
pub struct Range {
    pub fight: PlatoonFight,
    dice: Dice,
    pub events: Vec<Event>,
}

impl Range {
    /// Creates a range with units of either side as a platoon's body lists them (`units tank x2`), declared in `units`; `rules` may
    /// name a variant.
    pub fn new(units: &str, blue: &str, red: &str, rules: &str) -> Range {
        Range::led(units, "blue_lead", blue, red, rules)
    }

    /// Like [`Range::new`], with another leader for blue.
    pub fn led(units: &str, lead: &str, blue: &str, red: &str, rules: &str) -> Range {
        let text = format!(
            "{LEADERS}{units}\n{GROUND}\nplatoon blue \"Blue\" {{\nleader {lead} with not_a_genius \"Leads blue\"\n{blue}\n}}\n\
             platoon red \"Red\" {{\nleader red_lead with not_a_genius \"Leads red\"\n{red}\n}}\n\
             encounter fight \"Fight\" : platoon {{\n{rules}\nmap range\nside blue {{ platoon blue at alpha }}\n\
             side red {{ platoon red at foxtrot }}\n}}\n"
        );
        Range::of(&text)
    }

    /// Creates a range from a whole text with a fight called `fight`.
    pub fn of(text: &str) -> Range {
        let pack = pack(text);
        let encounter = &pack.encounters["own.fight"];
        let fight = PlatoonFight::begin(&pack, encounter).unwrap();
        let mut range = Range { fight, dice: Dice::scripted([]), events: Vec::new() };
        range.happen(Event::Round { round: 1, order: TurnOrder::new() });
        range
    }

    fn happen(&mut self, event: Event) {
        self.fight.apply(&event);
        self.events.push(event);
    }

    pub fn unit(&self, name: &str) -> ActorId {
        let found = self.fight.roster.units.iter().find(|(_, sheet)| sheet.name == name);
        found.unwrap_or_else(|| panic!("nobody is called {name}")).0
    }

    pub fn zone(&self, name: &str) -> ZoneId {
        let found = self.fight.roster.ground.zones.iter().find(|(_, zone)| zone.name == name);
        found.unwrap_or_else(|| panic!("no zone is called {name}")).0
    }

    pub fn skill(&self, name: &str) -> SkillId {
        self.fight.roster.skill_of(name).unwrap_or_else(|| panic!("no skill is called {name}"))
    }

    pub fn state(&self, name: &str) -> &UnitState {
        self.fight.state.unit(self.unit(name)).unwrap()
    }

    /// Returns the id of a unit's platoon.
    pub fn platoon(&self, name: &str) -> ActorId {
        self.fight.state.id_of_platoon(self.state(name).platoon)
    }

    /// Returns the spin of a unit's platoon.
    pub fn spin(&self, name: &str) -> i32 {
        let platoon = self.platoon(name);
        self.fight.state.spin.iter().filter(|token| token.owner == platoon.0).map(|token| i32::from(token.left)).sum()
    }

    /// Returns the marked boxes of a unit.
    pub fn marked(&self, name: &str) -> Vec<u8> {
        self.state(name).morale.boxes().collect()
    }

    /// Puts a unit into a zone.
    pub fn put(&mut self, name: &str, zone: &str) -> &mut Range {
        let (who, zone) = (self.unit(name), self.zone(zone));
        self.happen(Event::Counter { who, what: Counter::Starts(zone), change: 0, now: 0 });
        self
    }

    pub fn count(&mut self, name: &str, what: Counter, now: i32) -> &mut Range {
        let who = self.unit(name);
        self.happen(Event::Counter { who, what, change: now, now });
        self
    }

    /// Sets the SPOTTED markers of a unit.
    pub fn spot(&mut self, name: &str, markers: i32) -> &mut Range {
        self.count(name, Counter::Spotted, markers)
    }

    /// Marks exactly these boxes of a unit.
    pub fn mark(&mut self, name: &str, boxes: &[u8]) -> &mut Range {
        let who = self.unit(name);
        let boxes = boxes.iter().fold(0, |bits, number| bits | 1 << (number - 1));
        self.happen(Event::Boxes { who, track: MORALE, boxes });
        self
    }

    /// Cuts a unit off from its leader, as a membership check would.
    pub fn orphan(&mut self, name: &str) -> &mut Range {
        use slip_play::event::Grouping;
        let (who, lead) = (self.unit(name), self.platoon(name));
        let platoon = self.state(name).platoon;
        let others = self.fight.state.units.iter().filter(|(id, unit)| *id != who && unit.platoon == platoon && unit.member);
        let others = others.map(|(id, _)| id).collect();
        self.happen(Event::Group { what: Grouping::Command, who: others, lead: Some(lead) });
        self
    }

    /// Begins the next turn.
    pub fn next_turn(&mut self) -> &mut Range {
        let round = self.fight.state.turn + 1;
        self.happen(Event::Round { round, order: TurnOrder::new() });
        self
    }

    /// Goes to the declaration of a unit's action.
    pub fn turn_of(&mut self, name: &str) -> &mut Range {
        self.stand(name, Phase::Declare)
    }

    /// Sets the phase of a unit's part of the turn.
    pub fn stand(&mut self, name: &str, phase: Phase) -> &mut Range {
        let (who, platoon) = (self.unit(name), self.platoon(name));
        self.happen(Event::Phase(Step::of(Phase::Turn, Id::Actor(platoon))));
        self.happen(Event::Phase(Step::of(Phase::Unit, Id::Actor(platoon))));
        self.happen(Event::Counter { who, what: Counter::Activated, change: 1, now: 1 });
        self.happen(Event::Phase(Step::of(phase, Id::Actor(who))));
        self
    }

    /// Sets the next faces, four dice at a time: `"++0- 0000"`.
    pub fn dice(&mut self, faces: &str) -> &mut Range {
        assert_eq!(self.dice.left(), 0, "faces of the last script are still on the table");
        self.dice = Dice::scripted(faces.chars().filter(|c| !c.is_whitespace()).map(|face| match face {
            '+' => 1,
            '-' => -1,
            _ => 0,
        }));
        self
    }

    pub fn options(&self) -> Vec<Choice> {
        let mut options = Options::new();
        self.fight.legal(&mut options);
        options.as_slice().to_vec()
    }

    /// Returns the actions that a unit may take.
    pub fn acts(&mut self, name: &str) -> Vec<Verb> {
        self.turn_of(name);
        self.options().iter().map(|choice| choice.verb).collect()
    }

    fn take(&mut self, answer: Answer) {
        let mut out = Vec::new();
        let point = self.fight.waiting_for().map(|ask| ask.point);
        if let Err(refusal) = self.fight.decide(&answer, &mut self.dice, &mut out) {
            panic!("{refusal} at {point:?} for {answer:?}; legal: {:#?}", self.options());
        }
        out.into_iter().for_each(|event| self.happen(event));
    }

    /// Continues until a question of the action itself is asked, or the unit's part ends; players neither add after the dice nor compel.
    pub fn wait(&mut self) -> Option<Point> {
        for _ in 0..MOST_ANSWERS {
            if matches!(self.fight.state.step.phase, Phase::End | Phase::Unit)
                && self.fight.state.blows.is_empty()
                && self.fight.state.untold.is_empty()
            {
                return None;
            }
            let ask = self.fight.waiting_for()?;
            let aside = matches!(ask.point, Point::Adjust | Point::Compel | Point::Beaten);
            match ask.forced.or_else(|| self.options().first().copied().filter(|_| aside)) {
                Some(choice) => self.take(choice.into()),
                None => return Some(ask.point),
            }
        }
        panic!("it never ends: {:?}", self.fight.state.step);
    }

    /// Answers the question at this point, which must be the next one asked.
    pub fn answer(&mut self, point: Point, choice: Choice) -> &mut Range {
        assert_eq!(self.wait(), Some(point), "the next question, answered with {choice:?}; legal: {:#?}", self.options());
        self.take(choice.into());
        self
    }

    /// Continues to the end of the action; no question may be left.
    pub fn done(&mut self) -> &mut Range {
        assert_eq!(self.wait(), None, "legal: {:#?}", self.options());
        assert_eq!(self.dice.left(), 0, "faces are left");
        self
    }

    /// Like [`Range::done`], but answers every remaining question with its default.
    pub fn settle(&mut self) -> &mut Range {
        for _ in 0..MOST_ANSWERS {
            if self.wait().is_none() {
                break;
            }
            let first = self.options()[0];
            self.take(first.into());
        }
        self.done()
    }

    /// Declares an action, question by question; a part without a choice, which is not asked, is checked against the expected value.
    pub fn act(&mut self, verb: Verb, it: Id, skill: &str) -> &mut Range {
        self.answer(Point::Act, Choice::of(verb));
        if it != Id::None && self.wait() == Some(Point::Whom) {
            self.answer(Point::Whom, Choice::of(Verb::Target).on(it));
        }
        if !skill.is_empty() && self.fight.state.step.phase == Phase::Declare && self.wait() == Some(Point::With) {
            let how = if matches!((verb, it), (Verb::Attack | Verb::Jam, Id::Zone(_))) { Choice::AREA } else { Choice::SINGLE };
            self.answer(Point::With, Choice::of(Verb::Use).n(i16::try_from(self.skill(skill).place()).unwrap()).how(how));
        }
        self
    }

    /// Makes one unit attack another with a skill.
    pub fn attack(&mut self, me: &str, it: &str, skill: &str) -> &mut Range {
        let it = Id::Actor(self.unit(it));
        self.turn_of(me).act(Verb::Attack, it, skill)
    }

    /// Takes consequences for the pending hit, by number: 1 mild, 2 moderate, 4 severe.
    pub fn take_hit(&mut self, consequences: u8) -> &mut Range {
        self.answer(Point::Mitigate, Choice::of(Verb::Take).how(consequences))
    }

    /// Returns the totals of all rolls, including standing ones that were used again, since the range was set up.
    pub fn totals(&self) -> Vec<i32> {
        let total = |event: &Event| match event {
            Event::Roll { total, .. } => Some(*total),
            _ => None,
        };
        self.events.iter().filter_map(total).collect()
    }

    /// Returns the shifts of all comparisons so far.
    pub fn shifts(&self) -> Vec<i32> {
        let shifts = |event: &Event| match event {
            Event::Result { shifts, .. } => Some(*shifts),
            _ => None,
        };
        self.events.iter().filter_map(shifts).collect()
    }
}

/// Creates a range with blue's units on the map, a blue battery on its card, and red on the map.
pub fn with_guns(units: &str, blue: &str, red: &str) -> Range {
    guns(units, blue, red, "")
}

/// Like [`with_guns`], with rules; red has guns too.
pub fn guns(units: &str, blue: &str, red: &str, rules: &str) -> Range {
    guns_with(units, "", blue, red, rules)
}

/// Like [`guns`], with another unit on blue's card.
pub fn guns_with(units: &str, beside: &str, blue: &str, red: &str, rules: &str) -> Range {
    let platoon = |name: &str, lead: &str, body: &str| {
        format!("platoon {name} \"{name}\" {{\nleader {lead} with not_a_genius \"Leads {name}\"\n{body}\n}}\n")
    };
    let battery = if beside.is_empty() { "units mortar".to_owned() } else { format!("units mortar, {beside}") };
    let text = format!(
        "{LEADERS}{GUNS}{units}\n{GROUND}\n{}{}{}{}\nencounter fight \"Fight\" : platoon {{\n{rules}\nmap range\n\
         side blue {{ platoon blue at alpha; platoon blue_guns }}\nside red {{ platoon red at foxtrot; platoon red_guns }}\n}}\n",
        platoon("blue", "blue_lead", blue),
        platoon("red", "red_lead", red),
        platoon("blue_guns", "gun_lead", &battery),
        platoon("red_guns", "gun_lead", "units howitzer"),
    );
    Range::of(&text)
}

impl Range {
    /// Returns a copy of the range, for another continuation.
    pub fn again(&self) -> Range {
        Range { fight: self.fight.clone(), dice: Dice::scripted([]), events: self.events.clone() }
    }
}
