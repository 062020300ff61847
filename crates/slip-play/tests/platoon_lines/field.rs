//! Field for tests of unit stunts: a lane of five zones, as a fight that has not begun.

use crate::platoon_lines::compiled_text::written_in;
use slip_dice::fate::Holder;
use slip_dice::{Dice, Faces};
use slip_pack::encounter::Encounter;
use slip_pack::ruleset::Setting;
use slip_play::choice::Verb;
use slip_play::conflict::Conflict;
use slip_play::event::{Event, RollAddends};
use slip_play::ids::{ActorId, Id, SkillId, ZoneId};
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::{PlatoonContest, PlatoonDeclaration, PlatoonRollSubject, UnitState};
use slip_play::platoon::zones::UnitLocation;
use slip_play::roll::Roll;
use slip_source::Package;
use slip_source::diagnostic::Severity;

/// Zones a to e in a row, all of them level; b is heavy going.
const LANE: &str = "map lane {
  zone a { centre 0 0 }
  zone b { centre 4 0; effect everyone -1 to max_move; effect everyone has aspect \"Deep mud\" }
  zone c { centre 8 0 }
  zone d { centre 12 0 }
  zone e { centre 16 0; exit }
  border a -- b; border b -- c; border c -- d; border d -- e
}
";

/// Returns a unit of a design with these stunts; its technology is the one they require.
pub fn unit(name: &str, design: &str, stunts: &[&str]) -> String {
    let bought: i32 = stunts.iter().map(|stunt| stunt.rsplit_once(" x").and_then(|(_, times)| times.parse().ok()).unwrap_or(1)).sum();
    let (tech, skills) = match design {
        "infantry" => (bought, "3 camouflage; 2 direct_fire, observation; 1 armour, signals, command"),
        "armour" => (bought - 1, "4 armour; 3 direct_fire; 2 movement; 1 camouflage"),
        "artillery" => (bought - 1, "3 indirect_fire; 2 camouflage; 1 movement"),
        _ => (bought - 1, "4 direct_fire; 3 indirect_fire; 2 anti_air; 1 movement"),
    };
    let stunts = if stunts.is_empty() { String::new() } else { format!("stunts {}; ", stunts.join(", ")) };
    format!("unit {name} \"{name}\" : {design} {{ tech T{tech}; skills {{ {skills} }}; {stunts}aspects \"Here first\" }}\n")
}

/// Returns a fight between `red` and `blue`, each the entries of a side, over these declarations.
pub fn fight(declarations: &str, red: &str, blue: &str) -> Field {
    fight_with(declarations, &[], red, blue)
}

/// Like `fight`, under variants of the rules.
pub fn fight_with(declarations: &str, variants: &[&str], red: &str, blue: &str) -> Field {
    let plain = unit("rifles", "infantry", &[]);
    let text = format!(
        "{LANE}{plain}platoon plain \"Plain\" {{ leader rifles with not_a_genius \"Sergeant\"; units rifles x2 }}\n{declarations}\n\
         encounter field \"Field\" : platoon {{\n  map lane\n  defender red\n  side red {{ {red} }}\n  side blue {{ {blue} }}\n}}\n"
    );
    let variants = variants.iter().map(|word| (*word).to_owned()).collect();
    let package = Package { name: "own".into(), version: "0.1.0".into(), edition: 1, variants, ..Package::default() };
    let written = written_in(package, &text);
    let errors: Vec<&str> =
        written.said.iter().filter(|(.., found)| found.severity == Severity::Error).map(|(.., found)| found.message.as_str()).collect();
    assert_eq!(errors, Vec::<&str>::new());
    let pack = written.pack;
    let encounter = pack.encounters["own.field"].clone();
    Field { fight: begin(&pack, &encounter), pack, encounter }
}

fn begin(pack: &slip_pack::Pack, encounter: &Encounter) -> PlatoonFight {
    PlatoonFight::begin(pack, encounter).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns a side of one platoon `own` with a plain leader and these other units, against plain enemies.
pub fn own(declarations: &str, units: &str) -> Field {
    own_led_by("rifles with not_a_genius \"Boss\"", declarations, units)
}

/// Like `own`, with another leader.
pub fn own_led_by(leader: &str, declarations: &str, units: &str) -> Field {
    let platoon = format!("platoon own \"Own\" {{ leader {leader}; {units} }}\n");
    fight(&format!("{declarations}{platoon}"), "platoon own at a", "platoon plain at c")
}

/// A fight.
pub struct Field {
    pub fight: PlatoonFight,
    pack: slip_pack::Pack,
    encounter: Encounter,
}

impl Field {
    /// Returns the field with one rule changed.
    pub fn rule(mut self, name: &str, value: &str) -> Field {
        let setting = value.parse().map_or_else(|_| Setting::Word(value.into()), Setting::Int);
        self.encounter.rules.settings.insert(name.into(), setting);
        self.fight = begin(&self.pack, &self.encounter);
        self
    }

    /// Returns a unit by its name in the log, the first of several of that name.
    pub fn id(&self, name: &str) -> ActorId {
        let found = self.fight.roster.units.iter().find(|(_, unit)| unit.name == name || unit.name == format!("{name}#1"));
        found.unwrap_or_else(|| panic!("nobody is called {name}")).0
    }

    /// Returns the n-th unit of a side, from 0.
    pub fn nth(&self, side: usize, place: usize) -> ActorId {
        self.fight.roster.sides.values().nth(side).unwrap().members[place]
    }

    pub fn skill(&self, name: &str) -> SkillId {
        self.fight.roster.skill_of(name).unwrap_or_else(|| panic!("no skill is called {name}"))
    }

    pub fn zone(&self, name: &str) -> ZoneId {
        self.fight.roster.ground.zones.iter().find(|(_, zone)| zone.name == name).unwrap().0
    }

    pub fn set(&mut self, unit: ActorId, how: impl FnOnce(&mut UnitState)) {
        how(&mut self.fight.state.units[unit]);
    }

    pub fn put(&mut self, unit: ActorId, zone: &str) {
        let zone = self.zone(zone);
        self.set(unit, |there| there.place = UnitLocation::Zone(zone));
    }

    /// Sets the declaration of an act and the pending rolls. `totals` are the totals of the acting unit's dice and of the dice of the units
    /// that oppose it.
    pub fn lies(&mut self, me: ActorId, act: Verb, it: Id, skill: &str, totals: &[(ActorId, i32)]) {
        let skill = self.skill(skill);
        self.fight.state.declared =
            PlatoonDeclaration { me: Some(me), act: Some(act), it, skill: Some(skill), ..PlatoonDeclaration::default() };
        let matter = match act {
            Verb::Attack => PlatoonRollSubject::Attack,
            Verb::Jam => PlatoonRollSubject::Jam,
            Verb::Spot => PlatoonRollSubject::Spot,
            _ => PlatoonRollSubject::Fixed,
        };
        let roll =
            |(number, &(who, total)): (u32, &(ActorId, i32))| Roll::fallen(number, who, Some(skill), fudge(total), RollAddends::new());
        let rolls = (0_u32..).zip(totals).map(roll).collect();
        self.fight.state.contest = Some(PlatoonContest { matter, rolls, difficulty: None, only: Vec::new() });
    }

    /// Returns the aspects on a unit that are in play.
    pub fn aspects(&self, unit: ActorId) -> Vec<&str> {
        let there = self.fight.state.aspects.values().filter(|aspect| aspect.present && aspect.holder == Holder::Actor(unit.0));
        there.map(|aspect| aspect.text.as_str()).collect()
    }

    pub fn apply(&mut self, events: &[Event]) {
        events.iter().for_each(|event| self.fight.apply(event));
    }
}

/// Returns four dice with this total.
fn fudge(total: i32) -> Faces {
    let face = |place: i32| i8::from(total > place) - i8::from(-total > place);
    let faces: Vec<i8> = (0..4).map(face).collect();
    Dice::scripted(faces).roll(slip_dice::DiceKind::default()).unwrap()
}
