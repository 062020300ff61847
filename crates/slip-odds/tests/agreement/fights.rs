//! Cases of attacks and duels, solved and played by the engines.

use crate::agreement::packages_from_text::{bare, gear, pack, set};
use crate::agreement::play::{Case, Game, float, named};
use slip_odds::attack::{self, AttackOptions, AttackResult};
use slip_odds::duel::{self, DuelConditions, FIRST, SECOND};
use slip_odds::fate_point_bidding::{BiddingContest, BiddingSolver, BiddingState};
use slip_odds::fate_points::Buys;
use slip_odds::markov::{Limits, OutcomeProbabilities};
use slip_odds::matchup::{MatchupActor, MatchupFighter, MatchupStage, MatchupTerrain};
use slip_odds::ship_attack::{self, Salvo};
use slip_odds::unit_attack::{self, UnitAttackOptions};
use slip_pack::Pack;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, Events, Phase, Step};
use slip_play::ids::{ActorId, Id, Seat, TableKey};
use slip_play::personal::Personal;
use slip_play::platoon::PlatoonFight;
use slip_play::question::Point;
use slip_play::space::Space;
use slip_play::space::roster::WeaponSystem;

/// Number of attacks played per case, and of duels.
const ATTACKS: u32 = 18_000;
const DUELS: u32 = 15_000;

const BY: ActorId = ActorId(0);
const ON: ActorId = ActorId(1);

fn at(range: u8) -> MatchupTerrain {
    MatchupTerrain { range, outdoors: false }
}

/// Returns the result of an attack in words: what it deals, what that costs, and what the defender gains.
fn told(strike: &AttackResult) -> String {
    let out = if strike.out { ", out" } else { "" };
    let taken = strike.taken_in_words();
    format!("{} stress, {} boxes{out} {taken} spin {}", strike.stress, if strike.out { 0 } else { strike.boxes }, strike.spin)
}

/// Returns the result of an attack in the same words, from the events of a game.
fn seen(events: &Events, marked: u8) -> String {
    seen_with(events, marked, ON)
}

/// Like `seen`, for a defender whose spin is kept by another actor.
fn seen_with(events: &Events, marked: u8, purse: ActorId) -> String {
    let mut strike = AttackResult { boxes: marked, ..AttackResult::default() };
    for event in events {
        match *event {
            Event::Hit { who: ON, shifts, less, .. } => {
                strike.stress += shifts;
                strike.taken = slip_dice::fate::Grade::ALL.map(|grade| u8::from(less.grades().any(|taken| taken == grade)));
            }
            Event::Out { who: ON, .. } => strike.out = true,
            Event::Spin { who, change, lapsed: false } if who == purse => strike.spin += change.max(0),
            _ => {}
        }
    }
    told(&strike)
}

const ARMS: &str = r#"
weapon carbine "Carbine" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }
weapon long_gun "Long gun" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
weapon cannon "Cannon" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
armour rig "Rig" : body_armour { tech T1; defense 4; stunts civilian, pressure_suit }
armour coat "Coat" : body_armour { tech T2; defense 2; stunts civilian }
stunt cruel "Cruel" { for design npc; effect +2 to stress of slug_throwers attack }
npc brute "Brute" { cap 3; skills { 3 slug_throwers; 2 agility, stamina; 1 resolve, alertness, brawling }; stunts cruel; aspects "A", "B", "C"; gear carbine }"#;

fn armoury() -> Pack {
    let mut pack = pack(ARMS);
    set(&mut pack, "weapon", "long_gun", &[("harm", 2), ("max_range", 3)]);
    set(&mut pack, "weapon", "cannon", &[("harm", 4), ("penetration", 3)]);
    pack
}

/// Plays one attack between the two sides of a fight, from the declaration until the defender has absorbed the hit.
fn attack(mut fight: Personal, manner: &AttackOptions) -> Game<Personal> {
    let words = fight.roster.social.is_some();
    let said = if words { None } else { Some(attack::arm(&mut fight, BY, ON, manner).unwrap()) };
    let skill = manner.skill.clone();
    Game {
        fight,
        says: Box::new(move |fight, ask, options| {
            if ask.me != Id::Actor(BY) {
                return None;
            }
            match (ask.point, said) {
                (Point::Act, _) => Some(Choice::of(Verb::Attack)),
                (Point::Whom, _) => Some(Choice::of(Verb::Target).on(Id::Actor(ON))),
                (Point::With, Some((using, _))) => Some(using),
                (Point::Track, Some((_, track))) => Some(Choice::of(Verb::Aim).n(i16::from(track.0))),
                (Point::Skill, _) => {
                    let meant = |choice: &&Choice| {
                        let known = choice.skill().and_then(|skill| fight.roster.skills.row(skill));
                        known.is_some_and(|known| skill.as_ref().is_some_and(|skill| known.is_called(skill)))
                    };
                    options.as_slice().iter().find(meant).copied()
                }
                (Point::FreeMove, _) => Some(Choice::of(Verb::Stay)),
                _ => None,
            }
        }),
        over: Box::new(|fight, _| {
            let state = &fight.state;
            state.declared.act == Some(Verb::Attack) && state.actor == Some(BY) && matches!(state.step.phase, Phase::After | Phase::End)
        }),
    }
    .up_to_the_dice()
}

fn boxes(fight: &Personal) -> u8 {
    fight.state.actors[ON].tracks.iter().map(|track| track.marked()).sum()
}

fn attack_case(name: String, fight: Personal, manner: &AttackOptions) -> Case {
    let struck = attack::strike(fight.clone(), BY, ON, manner).unwrap();
    let game = attack(fight, manner);
    let before = boxes(&game.fight);
    Case {
        name,
        exact: named(&struck.chances, told),
        games: ATTACKS,
        sample: Box::new(move |dice| {
            let (fight, events) = game.play(dice);
            seen(&events, boxes(&fight) - before)
        }),
    }
}

fn taking(cast: MatchupFighter) -> MatchupFighter {
    match cast {
        MatchupFighter { who: MatchupActor::Bare(mut bare), gear } => {
            bare.slots = true;
            MatchupFighter { who: MatchupActor::Bare(bare), gear }
        }
        other => other,
    }
}

/// Cases of weapons against armour at a range: skilled and unskilled attackers, with and without consequences, and a defender with
/// a stunt that makes every hit worse.
pub fn between_people() -> Vec<Case> {
    let pack = armoury();
    let mut stage = MatchupStage::new(&pack);
    let mut cases = Vec::new();
    for (weapon, range) in [("carbine", 0), ("carbine", 2), ("carbine", 3), ("long_gun", 1), ("long_gun", 3), ("cannon", 1), ("cannon", 3)]
    {
        for armour in [None, Some("rig"), Some("coat")] {
            for (skill, dodge, slots) in [(3, 2, false), (1, 2, false), (4, 1, true), (3, 3, true)] {
                let by = bare(&[("slug_throwers", skill)], [3, 3], &[("weapon", weapon)]);
                let worn: Vec<(&str, &str)> = armour.iter().map(|&armour| ("armour", armour)).collect();
                let on = bare(&[("agility", dodge)], [3, 3], &worn);
                let on = if slots { taking(on) } else { on };
                let fight = stage.people([&by, &on], at(range)).unwrap();
                let manner = AttackOptions { weapon: Some(weapon.into()), ..AttackOptions::default() };
                let name = format!("{weapon} at {range} on {armour:?}: {skill} against {dodge}, consequences {slots}");
                cases.push(attack_case(name, fight, &manner));
            }
        }
    }
    for boxes in [2, 4] {
        for range in [0, 2] {
            let brute = MatchupFighter { who: MatchupActor::Declared(gear("npc", "brute")), gear: Vec::new() };
            let on = taking(bare(&[("agility", 2)], [boxes, 3], &[]));
            let fight = stage.people([&brute, &on], at(range)).unwrap();
            let manner = AttackOptions { weapon: Some("carbine".into()), ..AttackOptions::default() };
            cases.push(attack_case(format!("a brute at {range} on somebody of {boxes} boxes"), fight, &manner));
        }
    }
    cases
}

/// Cases of social attacks over a distance.
pub fn with_words() -> Vec<Case> {
    let pack = armoury();
    let mut stage = MatchupStage::new(&pack);
    let mut cases = Vec::new();
    for range in [0, 1, 2, 3, 4, 6] {
        for (skill, answer, at_composure) in [(3, 2, true), (1, 3, true), (4, 1, false), (2, 2, false)] {
            let by = bare(&[("oratory", skill), ("resolve", 1)], [3, 3], &[]);
            let on = taking(bare(&[("resolve", answer)], [2, 3], &[]));
            let fight = stage.talk([&by, &on], at(range)).unwrap();
            let manner = AttackOptions { at_composure, skill: Some("oratory".into()), ..AttackOptions::default() };
            cases.push(attack_case(format!("words at {range}, {skill} against {answer}, at composure {at_composure}"), fight, &manner));
        }
    }
    cases
}

const YARDS: &str = r#"
ship lance "Lance" : spacecraft { tech T2; v_shift 2; beam 3; torpedo 2; ew 2; tracks { frame 3; data 3; heat 3 }; stunts civilian; aspects "A", "B", "C", "D", "E" }
ship mule "Mule" : spacecraft { tech T2; v_shift 2; beam 1; torpedo 0; ew 1; tracks { frame 3; data 3; heat 3 }; stunts civilian; aspects "A", "B", "C", "D", "E" }"#;

fn hurt(fight: &Space) -> u8 {
    fight.state.ship(ON).unwrap().tracks.iter().map(|track| track.marked()).sum()
}

/// Fires one weapon of a ship once, in the phase of that weapon.
fn salvo(mut fight: Space, salvo: Salvo) -> Game<Space> {
    fight.state.turn = 1;
    fight.state.stage = salvo.weapon.stage();
    fight.state.step = Step::of(Phase::Poll, Id::None);
    Game {
        fight,
        says: Box::new(move |_, ask, options| {
            let first = |verb: Verb| options.as_slice().iter().copied().filter(move |choice| choice.verb == verb);
            match ask.point {
                Point::Declare if ask.me == Id::Actor(BY) => Some(Choice::of(salvo.weapon.verb()).on(Id::Actor(BY))),
                Point::Whom => Some(Choice::of(Verb::Target).on(Id::Actor(ON))),
                Point::With => salvo.value.and_then(|value| first(Verb::Value).find(|choice| choice.n == value)),
                Point::TorpedoDefence => salvo.against.map(|value| Choice::of(Verb::Beams).n(value)),
                _ => None,
            }
        }),
        over: Box::new(|fight, events| {
            let settled = events.iter().any(|event| matches!(event, Event::Result { against: Some(ON), .. }));
            settled && fight.state.blows.is_empty() && fight.state.step.phase == Phase::Poll
        }),
    }
    .up_to_the_dice()
}

/// Cases of beams, torpedoes and signals between ships with good and bad crews, near and far.
pub fn between_ships() -> Vec<Case> {
    let stage_pack = pack(YARDS);
    let stage = MatchupStage::new(&stage_pack);
    let ships = [&gear("ship", "lance"), &gear("ship", "mule")];
    let mut cases = Vec::new();
    for weapon in [WeaponSystem::Beam, WeaponSystem::Torpedo, WeaponSystem::Ew] {
        for (range, crew, other) in [(1, 2, 2), (2, 3, 1), (3, 2, 3), (4, 4, 2)] {
            for against in [None, Some(1)] {
                if against.is_some() && weapon != WeaponSystem::Torpedo {
                    continue;
                }
                let fight = stage.ships(ships, [Some(crew), Some(other)], range).unwrap();
                let how = Salvo { weapon, value: None, against };
                let struck = ship_attack::strike(fight.clone(), BY, ON, how).unwrap();
                let game = salvo(fight, how);
                let before = hurt(&game.fight);
                cases.push(Case {
                    name: format!("{weapon:?} at {range}, crews {crew} and {other}, beams against it {against:?}"),
                    exact: named(&struck.chances, told),
                    games: ATTACKS,
                    sample: Box::new(move |dice| {
                        let (fight, events) = game.play(dice);
                        seen(&events, hurt(&fight) - before)
                    }),
                });
            }
        }
    }
    cases
}

const FIELD: &str = r#"
unit rifles "Rifles" : infantry { tech T1; skills { 3 direct_fire; 2 armour, movement; 1 observation, command, anti_air }; stunts wireless; aspects "A" }
unit tank "Tank" : armour { tech T1; skills { 4 armour; 3 direct_fire; 2 movement; 1 observation }; stunts light, agile; aspects "A" }
unit knives "Knives" : infantry { tech T0; skills { 3 hand_to_hand; 2 camouflage, movement; 1 armour, direct_fire, veteran }; aspects "A" }"#;

/// Makes one unit attack once.
fn order(mut fight: PlatoonFight, by: ActorId, on: ActorId) -> Game<PlatoonFight> {
    fight.state.first = Some(fight.side(by));
    Game {
        fight,
        says: Box::new(move |_, ask, _| match ask.point {
            Point::Unit => Some(Choice::of(Verb::Unit).on(Id::Actor(by))),
            Point::Act if ask.me == Id::Actor(by) => Some(Choice::of(Verb::Attack)),
            Point::Whom if ask.me == Id::Actor(by) => Some(Choice::of(Verb::Target).on(Id::Actor(on))),
            _ => None,
        }),
        over: Box::new(move |fight, events| {
            let settled = events.iter().any(|event| matches!(event, Event::Result { against: Some(against), .. } if *against == on));
            settled && fight.state.blows.is_empty()
        }),
    }
    .up_to_the_dice()
}

/// Cases of attacks between units, near and far.
pub fn between_units() -> Vec<Case> {
    let field = pack(FIELD);
    let mut stage = MatchupStage::new(&field);
    let mut cases = Vec::new();
    for by in ["rifles", "tank", "knives"] {
        for on in ["rifles", "tank", "knives"] {
            for range in [0, 1, 2] {
                let mut fight = stage.units([&gear("unit", by), &gear("unit", on)], at(range)).unwrap();
                unit_attack::spot(&mut fight, ON, 2);
                let Ok(struck) = unit_attack::strike(fight.clone(), BY, ON, &UnitAttackOptions::default()) else { continue };
                let game = order(fight, BY, ON);
                cases.push(Case {
                    name: format!("{by} on {on} at {range}"),
                    exact: named(&struck.chances, told),
                    games: ATTACKS,
                    sample: Box::new(move |dice| {
                        let (fight, events) = game.play(dice);
                        let purse = fight.state.id_of_platoon(fight.platoon(ON).unwrap());
                        seen_with(&events, fight.state.unit(ON).unwrap().morale.marked(), purse)
                    }),
                });
            }
        }
    }
    cases
}

/// Returns a pack with actors who have three aspects and the given numbers of fate points.
fn with_fate(points: [i32; 2]) -> Pack {
    let text = r#"
weapon carbine "Carbine" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }
npc one "One" { cap 3; skills { 3 slug_throwers; 2 agility, stamina; 1 resolve, alertness, brawling }; aspects "A", "B", "C"; gear carbine }
npc other "Other" { cap 3; skills { 3 agility; 2 slug_throwers, stamina; 1 resolve, alertness, brawling }; aspects "A", "B", "C" }"#;
    let mut pack = pack(text);
    for (name, points) in ["t.one", "t.other"].into_iter().zip(points) {
        pack.items.get_mut("npc").unwrap().get_mut(name).unwrap().fate = Some(points);
    }
    // Several of the actor's own aspects may be invoked on one roll: each point goes through a different aspect.
    pack.rules.settings.insert("self_invokes".into(), slip_pack::ruleset::Setting::Word("any".into()));
    pack
}

/// Cases in which both sides spend fate points optimally: the engine lists the open options, and the solver chooses among them.
pub fn with_points() -> Vec<Case> {
    let mut cases = Vec::new();
    for points in [[1, 0], [0, 1], [1, 1], [2, 1], [1, 2]] {
        let pack = with_fate(points);
        let mut stage = MatchupStage::new(&pack);
        let who = |name: &str| MatchupFighter { who: MatchupActor::Declared(gear("npc", name)), gear: Vec::new() };
        let fight = stage.people([&who("one"), &who("other")], at(1)).unwrap();
        let manner = AttackOptions { weapon: Some("carbine".into()), ..AttackOptions::default() };
        let struck = attack::strike(fight.clone(), BY, ON, &manner).unwrap();
        let contest = BiddingContest { dice: fight.roster.settings.dice, edge: struck.margin(), needs: 1, bonus: 2 };
        let hit = float(&BiddingSolver::of(contest).before(points.map(|points| u32::try_from(points).unwrap())));
        let game = attack(fight, &manner);
        let plain = game.says;
        let solved = std::sync::Mutex::new(BiddingSolver::of(contest));
        let edge = contest.edge;
        let game = Game {
            fight: game.fight,
            says: Box::new(move |fight: &Personal, ask, options| {
                if ask.point != Point::Adjust {
                    return plain(fight, ask, options);
                }
                let contest = fight.state.contest.as_ref()?;
                let defence = contest.defences[0].roll.as_ref()?;
                let shown = [contest.roll.faces.total(), defence.faces.total()];
                let shifts = contest.roll.total() - defence.total();
                let left = [BY, ON].map(|who| u32::from(fight.state.actors[who].fate.points()));
                let turn = ask.me == Id::Actor(ON);
                let passed = fight.state.step.m > 0;
                let lying = BiddingState { shown, bought: shifts - edge - shown[0] + shown[1], points: left, turn, passed };
                let (best, _) = solved.lock().unwrap().best(lying)?;
                let how = match best {
                    Buys::Nothing => return Some(Choice::of(Verb::Pass)),
                    Buys::Bonus => Choice::PLUS_TWO,
                    Buys::Again => Choice::REROLL,
                };
                options.as_slice().iter().copied().find(|choice| choice.verb == Verb::Invoke && choice.how == how)
            }),
            over: game.over,
        };
        cases.push(Case {
            name: format!("points {points:?}"),
            exact: [("hit".to_owned(), hit), ("miss".to_owned(), 1.0 - hit)].into_iter().collect(),
            games: ATTACKS * 2,
            sample: Box::new(move |dice| {
                let (_, events) = game.play(dice);
                let hits = events.iter().any(|event| matches!(event, Event::Hit { who: ON, shifts, .. } if *shifts > 0));
                if hits { "hit" } else { "miss" }.to_owned()
            }),
        });
    }
    cases
}

fn by_winner(ends: &OutcomeProbabilities) -> crate::agreement::statistics::Exact {
    assert!(ends.exact);
    let exact = [("first", ends.chance(FIRST)), ("second", ends.chance(SECOND))];
    exact.into_iter().map(|(who, chance)| (who.to_owned(), float(&chance))).collect()
}

/// Cases of duels to the end. The engine's rounds begin with the quicker side, so the quicker side is listed first.
pub fn to_the_end() -> Vec<Case> {
    let mut pack = armoury();
    set(&mut pack, "weapon", "carbine", &[("harm", 3), ("penetration", 1)]);
    let mut stage = MatchupStage::new(&pack);
    let mut cases = Vec::new();
    for (skill, other, slots) in [(3, 3, false), (4, 3, false), (2, 4, false), (3, 4, true)] {
        let armed = |skill: i32, alert: i32| {
            let cast = bare(&[("slug_throwers", skill), ("agility", 1), ("alertness", alert)], [3, 3], &[("weapon", "carbine")]);
            if slots { taking(cast) } else { cast }
        };
        let fight = stage.people([&armed(skill, 3), &armed(other, 1)], at(1)).unwrap();
        let manner = AttackOptions { weapon: Some("carbine".into()), ..AttackOptions::default() };
        let terms = DuelConditions { manners: [manner.clone(), manner.clone()], ..DuelConditions::default() };
        let ends = duel::fight_out(fight.clone(), &terms, Limits::default()).unwrap();
        let mut armed = fight;
        let ways = [attack::arm(&mut armed, BY, ON, &manner).unwrap(), attack::arm(&mut armed, ON, BY, &manner).unwrap()];
        let game = Game {
            fight: armed,
            says: Box::new(move |_, ask, _| {
                let me = ask.me.actor()?;
                let (using, track) = ways[usize::from(me.0)];
                Some(match ask.point {
                    Point::Act => Choice::of(Verb::Attack),
                    Point::Whom => Choice::of(Verb::Target).on(Id::Actor(ActorId(1 - me.0))),
                    Point::With => using,
                    Point::Track => Choice::of(Verb::Aim).n(i16::from(track.0)),
                    Point::FreeMove => Choice::of(Verb::Stay),
                    _ => return None,
                })
            }),
            over: Box::new(|fight: &Personal, _| fight.outcome().is_some()),
        }
        .up_to_the_dice();
        cases.push(Case {
            name: format!("a duel of {skill} against {other}, consequences {slots}"),
            exact: by_winner(&ends),
            games: DUELS,
            sample: Box::new(move |dice| {
                let (fight, _) = game.play(dice);
                winner(fight.outcome().unwrap().winner)
            }),
        });
    }
    cases
}

fn winner(seat: Option<Seat>) -> String {
    seat.map_or("drawn", |seat| ["first", "second"][seat.place()]).to_owned()
}
