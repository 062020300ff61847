//! Stage for tests: two sides with the effects that a test gives them. Red is in zone a with a gun, an ally is beside red, and blue is in
//! zone b.

use crate::words::table::{Person, Scene, Table};
use slip_dice::fate::Slots;
use slip_play::choice::{Choice, Verb};
use slip_play::event::{Event, RollAddend};
use slip_play::ids::{ActorId, Id};
use slip_play::personal::state::{COMPOSURE, HEALTH};
use slip_play::question::Point;

/// Effects of the people, things and zones of a stage, each written as in a stunt: `effect …; effect …`.
#[derive(Clone, Copy, Default)]
pub struct Lines<'a> {
    pub red: &'a str,
    pub ally: &'a str,
    pub blue: &'a str,
    pub gun: &'a str,
    pub vest: &'a str,
    pub zone: &'a str,
    pub scene: &'a str,
    pub rules: &'a str,
    pub more: &'a str,
}

fn stunt(name: &str, lines: &str) -> String {
    format!("  stunt {name} \"{name}\" {{ cost 0; {} }}\n", if lines.is_empty() { "sink" } else { lines })
}

impl Lines<'_> {
    fn text(&self) -> String {
        let people = [("red_line", self.red), ("ally_line", self.ally), ("blue_line", self.blue)];
        let stunts: String = people.into_iter().map(|(name, lines)| stunt(name, lines)).collect();
        let rules = if self.rules.is_empty() { "spin_at 3" } else { self.rules };
        format!(
            "{}
design drilled : beast {{
  stat nerve {{ ranks 0..5; base 0; cost 0 }}
  skills loose 0..9
  track health \"Health\" {{ base 6; fixed }}
  track composure \"Composure\" {{ base 6; fixed }}
  {stunts}
}}
beast red_one \"Red\" : drilled {{ skills {{ 3 slug_throwers }}; stunts red_line }}
beast ally_one \"Ally\" : drilled {{ skills {{ 3 slug_throwers }}; stunts ally_line }}
beast blue_one \"Blue\" : drilled {{ skills {{ 1 agility }}; stunts blue_line }}
design test_gun : weapon {{ tech T1..T4; budget 9; skill slug_throwers; aspect \"Empty\"; {} }}
weapon pistol \"Pistol\" : test_gun {{ tech T2; stunts gun_line }}
design spare : weapon {{
  tech T1..T4; budget 9; skill slug_throwers
  aspect \"Bold\"; aspect \"Shy\"; aspect \"Marked\"; aspect \"Coughing\"; aspect \"Locked in\"; aspect \"Dusty\"
  stunt words \"Words\" {{ cost 0; sink }}
}}
design test_vest : armour {{ tech T1..T4; budget 9; {} }}
armour vest \"Vest\" : test_vest {{ tech T2; stunts vest_line }}
map yard \"Yard\" {{ zone a; zone b {{ {} }}; zone c; border a -- b 0; border b -- c 0 }}
ruleset house {{ {rules} }}
encounter fight : personal {{
  map yard
  rules house
  side red {{ actors red_one at a }}
  side blue {{ actors blue_one at b }}
  {}
}}
",
            self.more,
            stunt("gun_line", self.gun),
            stunt("vest_line", self.vest),
            self.zone,
            self.scene,
        )
    }

    /// Returns the scene with all actors; tests add to it before they begin.
    pub fn scene(&self) -> Scene {
        self.scene_with(|person| person, |person| person)
    }

    /// Returns the scene with red and blue changed by the test.
    pub fn scene_with(&self, red: impl Fn(Person) -> Person, blue: impl Fn(Person) -> Person) -> Scene {
        let mut scene = Scene::new(&self.text());
        let compiled = scene.pack.encounters.values().find(|encounter| encounter.name == "fight").unwrap().clone();
        scene.encounter.effects = compiled.effects;
        scene.encounter.rules.effects = compiled.rules.effects;
        let of = |name: &str, model: &str| Person::new(name).like(&scene.pack, "beast", model).tracks(6, 6);
        let shooter = of("red", "red_one").skill("slug_throwers", 3).skill("alertness", 5).skill("resolve", 2).skill("agility", 2);
        let helper = of("ally", "ally_one").skill("slug_throwers", 3).skill("alertness", 3).skill("tactics", 4).skill("agility", 1);
        let target = of("blue", "blue_one").skill("agility", 1).skill("resolve", 0).skill("alertness", 1);
        scene
            .set("weapon", "pistol", &[("harm", 1), ("penetration", 0), ("min_range", 0), ("max_range", 2)])
            .set("armour", "vest", &[("defense", 2)])
            .person("red", "a", red(shooter.gear("weapon", "pistol")))
            .person("red", "a", helper.gear("weapon", "pistol"))
            .person("blue", "b", blue(target))
    }

    pub fn sit(&self) -> Table {
        let mut table = self.scene().sit();
        table.wait();
        table
    }

    /// Returns all findings on the effects.
    fn said(&self) -> slip_source::diagnostic::Diagnostics {
        use slip_source::{Package, Sources};
        let mut sources = Sources::new();
        slip_compile::stdlib::add(&mut sources);
        let package = sources.add_package(Package { name: "home".into(), ..Package::default() });
        sources.add_file(package, "main.slip", self.text());
        slip_compile::compile(&sources).diagnostics
    }

    /// Returns the reasons why effects are refused.
    pub fn refusals(&self) -> Vec<String> {
        let refused = |code: &str| code.starts_with("effect-");
        self.said().iter().filter(|found| refused(found.code.slug())).map(|found| found.primary.text.clone()).collect()
    }
}

/// Decision points of a plain attack that get their default answer.
pub const USUAL: &[Point] = &[Point::With, Point::Track, Point::FreeMove, Point::Compel, Point::Defend, Point::PayAccess, Point::Term];

/// Makes red attack with the first options; stops after the dice, before any additions.
pub fn shoot(table: &mut Table, dice: &str) {
    shoot_at(table, dice, "blue");
}

pub fn shoot_at(table: &mut Table, dice: &str, it: &str) {
    table.wait();
    table.dice(dice);
    table.answer(Point::Act, Choice::of(Verb::Attack));
    if table.wait() == Some(Point::Whom) {
        let it = Id::Actor(table.actor(it));
        table.answer(Point::Whom, Choice::of(Verb::Target).on(it));
    }
    with_gun(table);
    table.pass(USUAL);
}

/// Answers the question about the weapon or skill: chooses the gun in its plain use.
pub fn with_gun(table: &mut Table) {
    if table.wait() == Some(Point::With) {
        let gun = table.options().into_iter().find(|option| option.with == 0 && option.how == 0).expect("the gun");
        table.answer(Point::With, gun);
    }
}

/// Answers everything after an attack by default.
pub fn settle(table: &mut Table) {
    table.pass(&[Point::Adjust, Point::Mitigate, Point::Beaten, Point::PayAccess]);
}

/// Makes an actor pass their turn.
pub fn wait_turn(table: &mut Table) {
    table.answer(Point::Act, Choice::of(Verb::Pass));
    table.pass(&[Point::Compel, Point::FreeMove, Point::PayAccess, Point::Adjust, Point::Mitigate]);
}

/// Returns the total of an actor's latest roll before the dice.
pub fn before_dice(table: &Table, who: &str) -> i32 {
    let who = table.actor(who);
    let found = table.events.iter().rev().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == who => Some(parts.total()),
        _ => None,
    });
    found.expect("a roll")
}

/// Returns one addend of an actor's latest roll.
pub fn part(table: &Table, who: &str, wanted: RollAddend) -> i32 {
    let who = table.actor(who);
    let found = table.events.iter().rev().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == who => Some(parts.of(wanted)),
        _ => None,
    });
    found.expect("a roll")
}

/// Returns the bonus of effects in an actor's latest roll.
pub fn by_lines(table: &Table, who: &str) -> i32 {
    let who = table.actor(who);
    let found = table.events.iter().rev().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == who => {
            Some(parts.iter().filter(|(part, _)| matches!(part, RollAddend::Line(_) | RollAddend::Gear)).map(|(_, by)| by).sum())
        }
        _ => None,
    });
    found.expect("a roll")
}

/// Returns the shifts of the latest comparison.
pub fn shifts(table: &Table) -> i32 {
    let found = table.events.iter().rev().find_map(|event| match event {
        Event::Result { shifts, .. } => Some(*shifts),
        _ => None,
    });
    found.expect("a result")
}

/// Returns the latest hit: its track and its shifts.
pub fn hit(table: &Table) -> Option<(u8, i32)> {
    table.events.iter().rev().find_map(|event| match event {
        Event::Hit { track, shifts, .. } => Some((track.0, *shifts)),
        _ => None,
    })
}

/// Returns the titles of the effects that acted, in order.
pub fn acted(table: &Table) -> Vec<String> {
    use slip_play::names::Names;
    let lines = table.events.iter().filter_map(|event| match event {
        Event::Effect { line, .. } | Event::Faces { line, .. } => Some(table.fight.line(*line).to_owned()),
        _ => None,
    });
    lines.collect()
}

pub fn marked(table: &Table, who: &str) -> [u8; 2] {
    let actor = &table.fight.state.actors[table.actor(who)];
    [HEALTH, COMPOSURE].map(|track| actor.track(track).marked())
}

pub fn fate(table: &Table, who: &str) -> u16 {
    table.fight.state.actors[table.actor(who)].fate.points()
}

/// True if an aspect of these words exists anywhere.
pub fn there(table: &Table, words: &str) -> bool {
    table.fight.state.aspects.values().any(|aspect| aspect.present && aspect.text == words)
}

/// Marks the first boxes of a track.
pub fn mark(table: &mut Table, who: &str, track: usize, boxes: u8) {
    let who: ActorId = table.actor(who);
    table.fight.state.actors[who].tracks[track].mark(boxes);
    table.fight.state.actors[who].shock_spent = true;
}

/// Marks First Blood as spent for all actors, so that one track is hit at a time.
pub fn hardened(table: &mut Table) {
    table.fight.state.actors.values_mut().for_each(|actor| actor.shock_spent = true);
}

pub fn no_slots() -> u8 {
    Slots::NONE.number()
}
