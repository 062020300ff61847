//! Social combat for tests: the maps of a courtship and of a debate, people with the numbers of a worked example, and pawns.

use crate::personal_table::{Person, Scene, Table};
use slip_pack::encounter::{
    AtRisk, BrokeDown, Pawn, Play, SocialEncounter, SocialTrigger, SuccessGrade, Victory, VictorySubject, VictoryTerm,
};
use slip_pack::formula::Formula;
use slip_play::choice::{Choice, Verb};
use slip_play::event::{Event, SocialEvent, SocialOp};
use slip_play::ids::{ActorId, Id, ZoneId};
use slip_play::question::Point;

/// Map of a courtship: seven zones in a line, from lovers to just friends.
pub const LINE: &str = r#"
map line "A line of seven" {
  zone l0 "Lovers"; zone l1; zone l2; zone l3; zone l4; zone l5; zone l6 "Just friends"
  border l0 -- l1 0; border l1 -- l2 0; border l2 -- l3 0; border l3 -- l4 0; border l4 -- l5 0; border l5 -- l6 0
}
"#;

/// Map of a debate: two convictions, and the undecided between them.
pub const DEBATE: &str = r#"
map debate "Three opinions" { zone a "For"; zone u "Undecided"; zone b "Against"; border a -- u 0; border u -- b 0 }
"#;

/// Decision points at which players are asked even if the default would be taken.
pub const QUIET: &[Point] = &[Point::Compel, Point::Adjust, Point::Defend, Point::Mitigate, Point::Beaten];

pub struct Room {
    pub scene: Scene,
}

impl Room {
    pub fn new(map: &str) -> Room {
        let mut scene = Scene::new(map);
        scene.encounter.play = Play::Social;
        scene.encounter.limit = None;
        scene.encounter.social = Some(Box::new(SocialEncounter::default()));
        Room { scene }
    }

    pub fn social(mut self, change: impl FnOnce(&mut SocialEncounter)) -> Room {
        change(self.scene.encounter.social.as_mut().unwrap());
        self
    }

    pub fn person(self, side: &str, zone: &str, person: Person) -> Room {
        Room { scene: self.scene.person(side, zone, person) }
    }

    pub fn rule(self, name: &str, value: &str) -> Room {
        Room { scene: self.scene.rule(name, value) }
    }

    pub fn boxes(self, boxes: u32) -> Room {
        self.social(|social| social.time_boxes = boxes)
    }

    pub fn at_risk(self, at_risk: AtRisk) -> Room {
        self.social(|social| social.at_risk = at_risk)
    }

    pub fn zone(&self, name: &str) -> usize {
        let map = &self.scene.pack.maps[self.scene.encounter.map.as_ref().unwrap()];
        map.zone(name).expect("a zone of this name")
    }

    fn pawn_in(self, name: &str, zone: &str, group: Option<usize>, suitor: bool) -> Room {
        let zone = self.zone(zone);
        self.social(|social| {
            social.pawns.push(Pawn { name: name.into(), title: name.to_owned(), zone, group, suitor, fixed: false, carrier: None });
            social.groups = vec!["voters".into()];
        })
    }

    /// Adds a pawn to the only group of pawns.
    pub fn voter(self, name: &str, zone: &str) -> Room {
        self.pawn_in(name, zone, Some(0), false)
    }

    pub fn marker(self, name: &str, zone: &str) -> Room {
        self.pawn_in(name, zone, None, false)
    }

    pub fn suitor(self, name: &str, zone: &str) -> Room {
        self.pawn_in(name, zone, None, true)
    }

    /// Returns the actor or pawn of this name, as the subject of a condition.
    pub fn who(&self, name: &str) -> VictorySubject {
        let encounter = &self.scene.encounter;
        let pawns = &encounter.social.as_ref().unwrap().pawns;
        match pawns.iter().position(|pawn| pawn.name == name) {
            Some(place) => VictorySubject::Pawns(vec![place]),
            None => VictorySubject::Actors(encounter.called(name)),
        }
    }

    /// Adds a victory condition for a side; for a draw if `side` is `None`.
    pub fn victory(mut self, side: Option<usize>, atom: VictoryTerm) -> Room {
        let text = format!("{atom:?}");
        self.scene.encounter.victories.push(Victory { side, condition: Formula::Value(atom), text });
        self
    }

    /// Adds the condition `falls_for`: a side wins if it is the only one with a suitor in the zone with the objective; if that suitor is a
    /// pawn, no side wins.
    pub fn falls_for(mut self, objective: &str, zone: &str) -> Room {
        let (who, zone) = (self.who(objective), self.zone(zone));
        let trigger = SocialTrigger { objective: who.clone(), zone };
        for by in (0..self.scene.encounter.sides.len()).map(Some).chain([None]) {
            self = self.victory(by, VictoryTerm::Fallen { objective: who.clone(), zone, by });
        }
        self.social(|social| social.falls.push(trigger))
    }

    pub fn friend_zone(self, objective: &str, zone: &str) -> Room {
        let trigger = SocialTrigger { objective: self.who(objective), zone: self.zone(zone) };
        self.social(|social| social.friend_zones.push(trigger))
    }

    pub fn broke_down(self, side: Option<usize>) -> Room {
        self.social(|social| social.broke_down = Some(BrokeDown { side }))
    }

    pub fn grade(self, words: &str, atom: VictoryTerm) -> Room {
        let grade = SuccessGrade { words: words.to_owned(), text: format!("{atom:?}"), condition: Formula::Value(atom) };
        self.social(|social| social.grades.push(grade))
    }

    pub fn sit(&self) -> Table {
        self.scene.sit()
    }
}

/// Person with the numbers of Rosa in the worked examples.
pub fn rosa() -> Person {
    Person::new("rosa").skill("charm", 3).skill("oratory", 1).fate(2).tracks(4, 4)
}

pub fn otto() -> Person {
    Person::new("otto").skill("charm", 2).skill("resolve", 1).fate(0).tracks(4, 4).aspect("Can't stand to lose")
}

pub fn mr_v() -> Person {
    Person::new("mr_v").skill("resolve", 2).skill("charm", 0).fate(0).tracks(4, 4)
}

/// Room with Rosa, Otto and Mr V in the courtship, each on a side alone.
pub fn courtship() -> Room {
    Room::new(LINE).person("us", "l1", rosa()).person("them", "l3", otto()).person("him", "l5", mr_v())
}

impl Table {
    pub fn at(&self, name: &str) -> &str {
        let zone = self.fight.state.actors[self.actor(name)].zone;
        &self.fight.roster.map.zones[zone].name
    }

    pub fn goes_to(&self, name: &str, from: &str) -> Choice {
        let (to, from) = (self.zone(name), self.zone(from));
        let way = self.fight.roster.map.zones[from].ways.iter().find(|way| way.to == to).expect("a way there");
        Choice::of(Verb::Enter).on(Id::Zone(to)).with(way.border.0)
    }

    pub fn border(&self, a: &str, b: &str) -> u16 {
        let (a, b) = (self.zone(a), self.zone(b));
        let way = self.fight.roster.map.zones[a].ways.iter().find(|way| way.to == b).expect("a border there");
        way.border.0
    }

    pub fn value(&self, a: &str, b: &str) -> i32 {
        self.fight.border_value(slip_play::ids::BorderId(self.border(a, b)))
    }

    pub fn with(&self, skill: &str) -> Choice {
        Choice::of(Verb::Use).n(i16::from(self.skill(skill).0))
    }

    pub fn defends(&self, skill: &str) -> Choice {
        Choice::of(Verb::Defend).n(i16::from(self.skill(skill).0))
    }

    pub fn on(&self, name: &str) -> Choice {
        Choice::of(Verb::Target).on(Id::Actor(self.actor(name)))
    }

    pub fn in_zone(&self, name: &str) -> Choice {
        Choice::of(Verb::Target).on(Id::Zone(self.zone(name)))
    }

    /// Returns the name of the acting actor.
    pub fn acting(&self) -> &str {
        self.fight.state.actor.map_or("", |who| &self.fight.roster.actors[who].name)
    }

    /// Declares an act, passes at all compels, stays in the zone, and rolls this skill with these dice.
    pub fn acts_with_dice(&mut self, act: Verb, target: Option<Choice>, skill: &str, dice: &str) -> &mut Table {
        self.declares(act, target);
        self.pass(&[Point::Compel]);
        self.answer(Point::FreeMove, Choice::of(Verb::Stay));
        let with = self.with(skill);
        self.dice(dice).answer(Point::Skill, with)
    }

    pub fn declares(&mut self, act: Verb, target: Option<Choice>) -> &mut Table {
        self.answer(Point::Act, Choice::of(act));
        // If the act has only one possible target, no question is asked.
        if let Some(target) = target.filter(|_| self.wait() == Some(Point::Whom)) {
            self.answer(Point::Whom, target);
        }
        if act == Verb::Maneuver {
            self.answer(Point::Term, Choice::of(Verb::Term));
        }
        self
    }

    /// Plays turns without effect until the turn of this actor.
    pub fn until_turn_of(&mut self, name: &str) -> &mut Table {
        for _ in 0..1000 {
            let point = self.wait().unwrap_or_else(|| panic!("it is over before the turn of {name}"));
            if point == Point::Act && self.acting() == name {
                return self;
            }
            let first = match point {
                Point::Act => Choice::of(Verb::Pass),
                _ => self.options()[0],
            };
            self.answer(point, first);
        }
        panic!("{name} never has a turn");
    }

    /// Lets all actors pass until the next round or the end of the fight.
    pub fn idle_round(&mut self) -> &mut Table {
        let round = self.fight.state.round.max(1);
        while self.fight.state.round == 0 {
            self.wait();
        }
        while self.fight.state.round == round {
            let Some(point) = self.wait() else { break };
            if self.fight.state.round != round {
                break;
            }
            let first = if point == Point::Act { Choice::of(Verb::Pass) } else { self.options()[0] };
            self.answer(point, first);
        }
        self
    }

    /// Returns the events of one social operation, in order.
    pub fn told(&self, op: SocialOp) -> Vec<SocialEvent> {
        let of = |event: &Event| match event {
            Event::Social(event) if event.op == op => Some((**event).clone()),
            _ => None,
        };
        self.events.iter().filter_map(of).collect()
    }

    /// Returns the result of the last roll: the attacker's total, the defender's total, and true if the attacker has succeeded.
    pub fn result(&self) -> (i32, i32, bool) {
        let of = |event: &Event| match event {
            Event::Result { attack, defence, ok, .. } => Some((*attack, *defence, *ok)),
            _ => None,
        };
        self.events.iter().rev().find_map(of).expect("a result")
    }

    pub fn spin_of(&self, name: &str) -> i32 {
        let who: ActorId = self.actor(name);
        self.fight.state.spin.iter().filter(|token| token.owner == who.0).map(|token| i32::from(token.left)).sum()
    }

    pub fn put(&mut self, name: &str, zone: &str) -> &mut Table {
        let (who, zone): (ActorId, ZoneId) = (self.actor(name), self.zone(zone));
        self.fight.state.actors[who].zone = zone;
        self
    }
}
