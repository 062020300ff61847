//! Tests of effects in space combat: standard ones and homebrew, none treated by name.

use crate::space::fire::{enter, fire, hold, of};
use crate::space::table::{Craft, Fleet, Table, pack};
use slip_dice::Dice;
use slip_dice::fate::Track;
use slip_dice::fate::track::TrackHit;
use slip_pack::Pack;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::effects::Act;
use slip_play::event::{Counter, Event, RollAddend, RollAddends, SpacePhase, TrackId, TurnOrder};
use slip_play::ids::ActorId;
use slip_play::question::Point;
use slip_play::space::effects::SpaceRoll;
use slip_play::space::roster::{Post, WeaponSystem};
use slip_play::space::state::{Band, DATA, FRAME, HEAT, ShipLocation};
use slip_play::tracks::TrackSet;

/// Returns a ship with a stunt of these effects.
pub fn acting(lines: &str) -> Pack {
    pack(&format!(
        "design maker \"Maker\" : ship {{ price 6; upkeep 4; tech T1..T4; stat v_shift {{ ranks 0..6 }}; stat beam {{ ranks 0..6 }}; stat torpedo {{ ranks 0..6 }}; stat ew {{ ranks 0..6 }}; track frame {{ base 3 }}; track data {{ base 3 }}; track heat {{ base 3 }}\n  stunt own \"Own\" {{ {lines} }} }}\nship model \"Model\" : maker {{ tech T2; stunts own }}\n"
    ))
}

/// Returns `kite` with those effects, its ally `gull`, and two enemies.
fn fleet(lines: &str) -> Table {
    let pack = acting(lines);
    let armed = |name: &str| Craft::new(name).rated("beam", 3).rated("torpedo", 3).rated("ew", 2);
    Fleet::new()
        .ship("ours", armed("kite").like(&pack, "model").at(0))
        .ship("ours", armed("gull").at(0))
        .ship("theirs", armed("drone").at(2))
        .ship("theirs", armed("buoy").at(2))
        .sit()
}

fn added(table: &Table, who: &str, roll: SpaceRoll, against: &str) -> Vec<(RollAddend, i32)> {
    let mut parts = RollAddends::new();
    table.fight.roll_lines(table.id(who), roll, Some(table.id(against)), &mut parts);
    parts.iter().collect()
}

/// Each effect appears in a roll by its number, and only in the rolls it names.
#[test]
fn a_line_shows_in_the_rolls_it_names() {
    let table = fleet("effect +1 to beam attack; effect +2 to position; effect -1 to defence against torpedo; effect +1 to gunnery rolls");
    let line = |roll: SpaceRoll| added(&table, "kite", roll, "drone");
    assert_eq!(line(SpaceRoll::Beam), [(RollAddend::Line(0), 1), (RollAddend::Line(3), 1)]);
    assert_eq!(line(SpaceRoll::Position), [(RollAddend::Line(1), 2)]);
    assert_eq!(line(SpaceRoll::Torpedo), [(RollAddend::Line(3), 1)]);
    assert_eq!(line(SpaceRoll::TorpedoDefence), [(RollAddend::Line(2), -1), (RollAddend::Line(3), 1)]);
    assert_eq!(line(SpaceRoll::BeamDefence), []);
    assert_eq!(line(SpaceRoll::Navigation), []);
    assert!(added(&table, "gull", SpaceRoll::Beam, "drone").is_empty());
}

/// `+1 to ew rolls when heat is marked`, and other conditions about the state.
#[test]
fn conditions_see_boxes_and_range() {
    let mut table = fleet("effect +1 to ew rolls when heat < 3; effect +1 to beam attack when range >= 2");
    assert_eq!(added(&table, "kite", SpaceRoll::Ew, "drone"), []);
    table.set("kite", |ship| ship.tracks[2].mark(1));
    assert_eq!(added(&table, "kite", SpaceRoll::Ew, "drone"), [(RollAddend::Line(0), 1)]);
    assert_eq!(added(&table, "kite", SpaceRoll::Beam, "drone"), [(RollAddend::Line(1), 1)]);
    assert_eq!(added(&table, "kite", SpaceRoll::Beam, "gull"), []);
}

#[test]
fn allies_enemies_and_those_on_the_tether_are_told_apart() {
    let mut table =
        fleet("effect allies +1 to position; effect enemies -1 to attack against this; effect tethered +1 to defence against torpedo");
    assert_eq!(added(&table, "gull", SpaceRoll::Position, "drone"), [(RollAddend::Line(0), 1)]);
    assert_eq!(added(&table, "kite", SpaceRoll::Position, "drone"), []);
    assert_eq!(added(&table, "drone", SpaceRoll::Beam, "kite"), [(RollAddend::Line(1), -1)]);
    assert_eq!(added(&table, "drone", SpaceRoll::Beam, "gull"), []);
    assert_eq!(added(&table, "gull", SpaceRoll::TorpedoDefence, "drone"), []);
    let kite = table.id("kite");
    table.set("kite", |ship| ship.tether = Some(kite)).set("gull", |ship| ship.tether = Some(kite));
    assert_eq!(added(&table, "gull", SpaceRoll::TorpedoDefence, "drone"), [(RollAddend::Line(2), 1)]);
}

/// `needs trained SKILL for ROLL` asks the person at the post of the roll; a crew without names has training in the skill of its post only.
/// Rules: R-YE7.
#[test]
fn training_is_asked_for_the_rolls_that_a_line_names() {
    let table = fleet("effect needs trained charm for beam attack; effect needs trained gunnery for torpedo attack");
    let has = |who: &str, post: Post, roll: SpaceRoll| table.fight.has_training(table.id(who), post, roll, None);
    assert!(!has("kite", Post::Beams, SpaceRoll::Beam));
    assert!(has("kite", Post::Beams, SpaceRoll::TorpedoDefence), "a defence is no attack");
    assert!(has("kite", Post::Torpedoes, SpaceRoll::Torpedo), "its own skill");
    assert!(has("gull", Post::Beams, SpaceRoll::Beam), "the line is about its carrier");
}

/// A craft of the hangar is attached to its carrier, aboard and after the launch.
/// Rules: R-YE8.
#[test]
fn what_is_attached_stays_so_after_the_launch() {
    let pack = acting("effect attached +1 to beam attack");
    let stinger = Craft::new("stinger").rated("beam", 1).fate(0);
    let kite = Craft::new("kite").rated("beam", 2).like(&pack, "model").carries(stinger).at(1);
    let mut table = Fleet::new().ship("ours", kite).ship("theirs", Craft::new("drone").at(2)).sit();
    assert_eq!(added(&table, "stinger", SpaceRoll::Beam, "drone"), [(RollAddend::Line(0), 1)]);
    table.set("stinger", |ship| ship.berth = ShipLocation::Line(Band(1)));
    assert_eq!(added(&table, "stinger", SpaceRoll::Beam, "drone"), [(RollAddend::Line(0), 1)]);
    assert_eq!(added(&table, "kite", SpaceRoll::Beam, "drone"), []);
}

/// Changes add up, bounds apply last; the lower of two ranks limits.
#[test]
fn bounds_and_limits_come_after_changes() {
    let table = fleet("effect +3 to position; effect position at most 2");
    assert_eq!(added(&table, "kite", SpaceRoll::Position, "drone"), [(RollAddend::Line(0), 3), (RollAddend::Line(1), -1)]);
}

/// A fixed defence, by number or by another value, mandatory or optional.
#[test]
fn defences_may_use_another_value() {
    let table = fleet(
        "effect must use 2 for defence against beam; effect may use 2 for defence against ew harmless; effect may use ew +1 for defence against torpedo",
    );
    let fixed = |weapon: WeaponSystem| table.fight.fixed_defences(table.id("kite"), weapon, Some(table.id("drone")));
    let of =
        |weapon: WeaponSystem| fixed(weapon).into_iter().map(|there| (there.value, there.by_choice, there.harmless)).collect::<Vec<_>>();
    assert_eq!(of(WeaponSystem::Beam), [(2, false, false)]);
    assert_eq!(of(WeaponSystem::Ew), [(2, true, true)]);
    assert_eq!(of(WeaponSystem::Torpedo), [(3, true, false)]);
    let traits = &table.fight.roster.ships[table.id("kite")].traits;
    assert_eq!(traits.against_beams.map(|defence| defence.value), Some(2));
    assert!(traits.against_ew.is_some_and(|defence| defence.by_choice && defence.harmless));
}

/// `S of ROLE` means the rank of the actor in that role: a ship's rating, or the rank at its post. Without such an actor there is no
/// substitute.
#[test]
fn what_stands_in_is_the_rank_of_whom_the_line_names() {
    let pack = acting("effect may use ew of leader for defence against torpedo; effect must use gunnery of leader for beam rolls");
    let kite = Craft::new("kite").rated("ew", 1).crew("beams", 1).like(&pack, "model");
    let gull = Craft::new("gull").rated("ew", 4).crew("beams", 5);
    let mut table = Fleet::new().ship("ours", kite.at(0)).ship("ours", gull.at(0)).ship("theirs", Craft::new("drone").at(2)).sit();
    let seen = |table: &Table| {
        let kite = table.id("kite");
        let defences = table.fight.fixed_defences(kite, WeaponSystem::Torpedo, Some(table.id("drone")));
        let values: Vec<i32> = defences.into_iter().map(|defence| defence.value).collect();
        (values, table.fight.raw(kite, Post::Beams))
    };
    assert_eq!(seen(&table), (vec![], Some(1)), "nobody leads the kite");
    let leader = table.id("gull");
    table.set("kite", |ship| ship.tether = Some(leader));
    assert_eq!(seen(&table), (vec![4], Some(5)));
}

#[test]
fn weapons_hit_other_tracks_and_more_of_them() {
    let table = fleet("effect beam attack hits heat only; effect torpedo attack hits data too; effect hits on data go to frame");
    let hits = |weapon: WeaponSystem| table.fight.tracks_hit(table.id("kite"), weapon, Some(table.id("drone")));
    assert_eq!(hits(WeaponSystem::Beam), (HEAT, TrackSet::NONE));
    assert_eq!(hits(WeaponSystem::Torpedo), (FRAME, TrackSet::of(DATA)));
    assert_eq!(hits(WeaponSystem::Ew), (DATA, TrackSet::NONE));
    assert_eq!(table.fight.diverted(table.id("kite"), DATA), FRAME);
    assert_eq!(table.fight.diverted(table.id("gull"), DATA), DATA);
}

/// `may hit` adds one track to choose from, and each `too` adds one more to the hit.
#[test]
fn a_track_is_chosen_and_several_are_added() {
    let mut table = fleet("effect beam attack may hit heat; effect beam attack hits data too; effect beam attack hits heat too");
    let hits = |table: &Table| table.fight.tracks_hit(table.id("kite"), WeaponSystem::Beam, Some(table.id("drone")));
    assert_eq!(hits(&table), (FRAME, TrackSet::of(DATA).with(HEAT)));
    crate::space::fire::enter(&mut table, 1, SpacePhase::Beams);
    let mut other = table.clone();
    table.until(&[Point::Act]);
    assert_eq!(table.options()[0].verb, Verb::Pass, "nobody hits another track unasked");
    let kite = table.on("kite");
    table.answer(Point::Act, "kite", Choice::of(Verb::Yes).with(0).on(kite));
    assert_eq!(hits(&table), (HEAT, TrackSet::of(DATA)));
    // If the player makes no choice, the hit is on the usual track and on both added tracks.
    other.dice(&[0, 1]);
    crate::space::fire::fire(&mut other, Verb::Beam, "kite", "drone", 3);
    other.until(&[Point::Declare]);
    assert_eq!([FRAME, DATA, HEAT].map(|track| other.boxes("drone", track)), [[1, 2], [1, 2], [1, 2]]);
}

/// A beam that hits a whole band except its own ship.
#[test]
fn an_attack_strikes_a_whole_band() {
    let table = fleet("effect beam attack area band except allies always");
    let (kite, drone, buoy) = (table.id("kite"), table.id("drone"), table.id("buoy"));
    assert_eq!(table.fight.struck(kite, WeaponSystem::Beam, drone), [drone, buoy]);
    assert_eq!(table.fight.struck(kite, WeaponSystem::Torpedo, drone), [drone]);
}

/// `roll_up of T is down`: to the box below the marked one on that track of that ship, and above it elsewhere.
#[test]
fn hits_on_marked_boxes_roll_down_where_a_line_says_so() {
    let mut table = fleet("effect roll_up of frame is down");
    for name in ["kite", "gull"] {
        table.set(name, |ship| ship.tracks = [Track::with_marked(3, &[2]); 3].into_iter().collect());
    }
    let landing = |who: &str, track: TrackId| table.fight.landing_on(table.id(who), track, 2);
    assert_eq!(landing("kite", FRAME), TrackHit::Box(1));
    assert_eq!(landing("kite", HEAT), TrackHit::Box(3));
    assert_eq!(landing("gull", FRAME), TrackHit::Box(3));
}

#[test]
fn stress_is_dealt_and_suffered_by_lines() {
    let table = fleet("effect +1 to stress of torpedo attack; effect -1 to stress");
    let shifts = |by: &str, weapon: WeaponSystem, on: &str| {
        let mut told = Vec::new();
        let shifts = table.fight.stress(table.id(by), weapon, table.id(on), 2, &mut told);
        (shifts, told.len())
    };
    assert_eq!(shifts("kite", WeaponSystem::Torpedo, "drone"), (3, 1));
    assert_eq!(shifts("kite", WeaponSystem::Beam, "drone"), (2, 0));
    assert_eq!(shifts("drone", WeaponSystem::Beam, "kite"), (1, 1));
}

#[test]
fn what_lines_forbid_is_not_done() {
    let table = fleet("effect cannot burn; effect enemies cannot board this");
    let may = |who: &str, act: Act, to: Option<ActorId>| table.fight.may_do(table.id(who), act, to);
    assert!(!may("kite", Act::Burn, None) && may("gull", Act::Burn, None));
    let (kite, gull) = (table.id("kite"), table.id("gull"));
    assert!(!may("drone", Act::Board, Some(kite)) && may("drone", Act::Board, Some(gull)) && may("gull", Act::Board, Some(kite)));
}

/// `cannot coast`, `form`, `tether`, `couple`: an option that an effect forbids is not offered.
#[test]
fn what_lines_forbid_is_not_offered() {
    let asked = |line: &str, point: Point| {
        let pack = acting(line);
        let craft = |name: &str| Craft::new(name).like(&pack, "model").at(0);
        let plain = |name: &str| Craft::new(name).at(0);
        let mut table = Fleet::new().ship("ours", craft("kite")).ship("ours", plain("gull")).ship("theirs", plain("drone").at(2)).sit();
        let kite = table.on("kite");
        let mut verbs = Vec::new();
        table.dice = Dice::seeded(1, 0);
        for _ in 0..200 {
            let Some(ask) = table.wait().filter(|_| table.fight.state.turn < 3) else { break };
            let options = table.options();
            if ask.me == kite && ask.point == point {
                verbs.extend(options.iter().map(|choice| choice.verb));
            }
            let joins = options.iter().find(|choice| matches!(choice.verb, Verb::Form | Verb::Tether | Verb::Accept));
            table.take((*joins.unwrap_or(&options[0])).into());
        }
        verbs
    };
    let free = "effect +1 to position";
    for (line, point, verb) in [
        ("effect cannot coast", Point::Drive, Verb::Coast),
        ("effect cannot form", Point::Formation, Verb::Form),
        ("effect cannot tether", Point::Tether, Verb::Tether),
    ] {
        assert!(asked(free, point).contains(&verb), "{verb:?} is offered where nothing forbids it");
        assert!(!asked(line, point).contains(&verb), "{line}");
    }
    let may = |line: &str| fleet(line);
    let (barred, open) = (may("effect cannot couple"), may(free));
    assert!(!barred.fight.may_do(barred.id("kite"), Act::Couple, None) && open.fight.may_do(open.id("kite"), Act::Couple, None));
}

/// Bounds limit a roll: upper and lower bounds of the ship's own effects, and bounds of the other ship's effects.
#[test]
fn bounds_hold_on_both_sides() {
    let total = |lines: &str, who: &str, against: &str| {
        let table = fleet(lines);
        let mut parts = RollAddends::new();
        parts.add(RollAddend::Fixed, 2);
        table.fight.roll_lines(table.id(who), SpaceRoll::Position, Some(table.id(against)), &mut parts);
        parts.total()
    };
    let both = "effect +4 to position; effect position at most 3; effect position at least 1; effect enemies position at most 1";
    assert_eq!(total(both, "kite", "drone"), 3, "2 and 4, and no more than 3");
    assert_eq!(total(both, "drone", "kite"), 1, "2, and no more than 1 where the kite flies");
    assert_eq!(total("effect -4 to position; effect position at most 3; effect position at least 1", "kite", "drone"), 1);
}

/// An effect with a limit is optional, chosen at the beginning of the phase, and used up.
#[test]
fn a_line_with_a_limit_is_chosen_at_the_head_of_the_phase() {
    let mut table = fleet("effect +2 to position once per encounter; effect +1 to position for 2 fate");
    table.dice(&[0, 0, 0, 0]);
    assert_eq!(table.until(&[Point::Act]).map(|ask| ask.me), Some(table.on("kite")));
    let kite = table.on("kite");
    table.answer(Point::Act, "kite", Choice::of(Verb::Yes).with(0).on(kite));
    table.answer(Point::Act, "kite", Choice::of(Verb::Yes).with(1).on(kite));
    assert_eq!(added(&table, "kite", SpaceRoll::Position, "drone"), [(RollAddend::Line(0), 2), (RollAddend::Line(1), 1)]);
    assert_eq!(table.ship("kite").fate.points(), 3);
    table.fight.apply(&Event::Stage(SpacePhase::Ew));
    assert_eq!(added(&table, "kite", SpaceRoll::Position, "drone"), [], "for that phase");
    table.fight.apply(&Event::Stage(SpacePhase::Position));
    assert_eq!(table.fight.state.uses[0], 1, "and never again in this encounter");
}

/// Triggers: effects after coasting, and at the beginning of a turn.
#[test]
fn lines_act_at_their_moments() {
    let mut table = fleet("effect each turn erase heat highest; effect after coast has aspect \"Cold and dark\"");
    table.set("kite", |ship| ship.tracks[2].mark(2));
    table.dice(&[0, 0, 0, 0]).until(&[Point::Drive]);
    assert_eq!(table.boxes("kite", HEAT), [1], "the turn has begun");
    table.answer(Point::Drive, "kite", Choice::of(Verb::Coast));
    assert!(table.fight.state.aspects.values().any(|aspect| aspect.text == "Cold and dark" && aspect.present));
}

/// A helpful effect without a cost is used unless it is refused; one that costs points is not.
#[test]
fn what_costs_nothing_is_used_unless_somebody_says_no() {
    let mut table = fleet("effect +1 to position once per turn; effect +3 to position for 1 fate");
    table.dice(&[0, 0, 0, 0]).until(&[Point::Act]);
    assert_eq!(table.options().first().map(|choice| (choice.verb, choice.with)), Some((Verb::Yes, 0)));
    let kite = table.on("kite");
    table.answer(Point::Act, "kite", Choice::of(Verb::Yes).with(0).on(kite));
    assert_eq!(table.options().first().map(|choice| choice.verb), Some(Verb::Pass));
}

/// `after hit`, `after arrival`, `after launch`: actor and target are distinguished.
#[test]
fn what_is_struck_suffers_more_by_a_line() {
    let mut table = fleet("effect after hit target suffers 1 on data");
    let (kite, drone) = (table.on("kite"), table.on("drone"));
    table.dice(&[0, 0, 0, 0]).until(&[Point::Drive]);
    table.dice(&[0, 0, 0, 0, 4, -4]);
    let mut seen = false;
    while let Some(ask) = table.wait() {
        let options = table.options();
        let pick = |verb: Verb| options.iter().copied().find(|choice| choice.verb == verb);
        let choice = match ask.point {
            Point::Declare if ask.me == kite => pick(Verb::Beam).or(pick(Verb::Hold)),
            Point::Whom => options.iter().copied().find(|choice| choice.it == drone),
            Point::With => options.last().copied(),
            _ => None,
        };
        table.take(choice.unwrap_or(options[0]).into());
        seen |= table
            .events
            .iter()
            .any(|event| matches!(event, Event::Effect { line: 0, who: Some(who), .. } if drone == slip_play::ids::Id::Actor(*who)));
        if seen {
            break;
        }
    }
    assert!(seen, "the line acts on whoever was struck");
}

/// An effect with a limit that strikes a whole band is chosen like any other.
#[test]
fn an_attack_on_a_whole_band_may_be_a_choice() {
    let mut table = fleet("effect beam attack area band except allies once per encounter");
    let (kite, drone, buoy) = (table.id("kite"), table.id("drone"), table.id("buoy"));
    crate::space::fire::enter(&mut table, 1, SpacePhase::Beams);
    assert_eq!(table.until(&[Point::Act]).map(|ask| ask.me), Some(table.on("kite")));
    assert_eq!(table.fight.struck(kite, WeaponSystem::Beam, drone), [drone]);
    let on_kite = table.on("kite");
    table.answer(Point::Act, "kite", Choice::of(Verb::Yes).with(0).on(on_kite));
    assert_eq!(table.fight.struck(kite, WeaponSystem::Beam, drone), [drone, buoy]);
}

/// Within one event aspects are placed before tags, in whatever order they are written.
#[test]
fn an_aspect_and_its_free_tag_come_in_one_moment() {
    let mut table =
        fleet("effect after beam attack target free_tag \"Singed\" by allies; effect after beam attack target has aspect \"Singed\"");
    crate::space::fire::enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[0, 0]);
    crate::space::fire::fire(&mut table, Verb::Beam, "kite", "drone", 1);
    table.until(&[Point::Mitigate]);
    let singed = table.fight.state.aspects.values().find(|aspect| aspect.text == "Singed" && aspect.present).expect("it is there");
    assert_eq!(singed.free.map(|free| free.sides), Some(1), "free for the side of the kite");
}

/// `has aspect` places the aspect on the subject of the effect; a scene's effect on every ship.
#[test]
fn an_aspect_that_the_scene_gives_everybody_sits_on_every_ship() {
    let storm = acting("effect everyone has aspect \"Ion storm\"");
    let model = &storm.items["ship"][&slip_pack::key("t", "model")];
    let mut fleet = Fleet::new().ship("ours", Craft::new("kite").at(0)).ship("theirs", Craft::new("drone").at(2));
    fleet.encounter.effects = model.effects.iter().map(|effect| (**effect).clone()).collect();
    let table = fleet.sit();
    let there = table.fight.state.aspects.values().filter(|aspect| aspect.text == "Ion storm").map(|aspect| aspect.holder);
    let holders: Vec<_> = there.collect();
    assert_eq!(holders, ["kite", "drone"].map(|name| slip_dice::fate::Holder::Actor(table.id(name).0)));
}

/// A number is the base of the roll, neither limited nor supported; a rating uses the skill of its own post (R-VA11).
#[test]
fn numbers_and_ratings_stand_in_for_what_is_rolled_with() {
    let edge = |lines: &str, weapon: WeaponSystem| {
        let pack = acting(lines);
        let kite = Craft::new("kite").rated("beam", 3).rated("torpedo", 3).rated("ew", 2).crew("comm", 3).crew("beams", 4);
        let table = Fleet::new().ship("ours", kite.like(&pack, "model").at(0)).ship("theirs", Craft::new("drone").at(0)).sit();
        let (kite, drone) = (table.id("kite"), table.id("drone"));
        let torpedo = WeaponSystem::Torpedo == weapon;
        table.fight.attack_odds(kite, weapon, drone, 3).edge + if torpedo { table.fight.roster.settings.torpedo_penalty } else { 0 }
    };
    let beam = |lines: &str| edge(lines, WeaponSystem::Beam);
    assert_eq!(beam("effect +1 to position"), 4, "beams of 3, backed");
    assert_eq!(beam("effect must use 5 for beam attack"), 5);
    assert_eq!(beam("effect may use 4 +1 for beam rolls"), 5);
    assert_eq!(beam("effect may use 2 for beam attack"), 4, "the better of the two");
    assert_eq!(beam("effect must use 2 for beam attack; effect may use 1 for beam attack"), 2);
    assert_eq!(beam("effect must use ew for beam attack"), 3, "electronic warfare of 2, backed by whoever signals");
    assert_eq!(beam("effect must use 5 for beam attack; effect beam attack limited by 1; effect beam attack amplified by 6"), 5);
    assert_eq!(edge("effect must use 5 for beam attack", WeaponSystem::Torpedo), 3, "and no other roll");
    let flies = |lines: &str| {
        let table = fleet(lines);
        table.fight.position_odds(table.id("kite"), 0, table.id("drone")).edge
    };
    assert_eq!([flies("effect +1 to ew"), flies("effect may use 6 for position")], [0, 4], "2 as all others, and 6");
}

/// Without `always`, the area attack is an option called `area`. In space combat this option is chosen at the beginning of the phase
/// (R-VA10).
#[test]
fn a_whole_band_is_a_choice_that_other_lines_see() {
    let lines = "effect beam attack area band except self; effect -1 to attack when area; effect enemies +2 to defence when area";
    let mut table = fleet(lines);
    let (kite, drone, buoy) = (table.id("kite"), table.id("drone"), table.id("buoy"));
    crate::space::fire::enter(&mut table, 1, SpacePhase::Beams);
    assert_eq!(table.until(&[Point::Act]).map(|ask| ask.me), Some(table.on("kite")));
    assert_eq!(table.options()[0].verb, Verb::Yes, "it strikes none of its own");
    assert_eq!(table.fight.struck(kite, WeaponSystem::Beam, drone), [drone]);
    assert_eq!(added(&table, "kite", SpaceRoll::Beam, "drone"), []);
    let mut among_friends = table.clone();
    among_friends.set("gull", |ship| ship.berth = slip_play::space::state::ShipLocation::Line(Band(2)));
    assert_eq!(among_friends.options()[0].verb, Verb::Pass, "it would strike the gull");
    let on_kite = table.on("kite");
    table.answer(Point::Act, "kite", Choice::of(Verb::Yes).with(0).on(on_kite));
    assert_eq!(table.fight.struck(kite, WeaponSystem::Beam, drone), [drone, buoy]);
    assert_eq!(added(&table, "kite", SpaceRoll::Beam, "drone"), [(RollAddend::Line(1), -1)]);
    assert_eq!(added(&table, "drone", SpaceRoll::BeamDefence, "kite"), [(RollAddend::Line(2), 2)]);
    assert_eq!(added(&table, "kite", SpaceRoll::Torpedo, "drone"), [], "of beams");
}

/// With `always`, other effects see it as well, and an effect whose condition refers to itself is evaluated one level deep.
#[test]
fn a_band_that_is_always_struck_is_seen_by_other_lines() {
    let table = fleet("effect beam attack area band except self always; effect -2 to beam attack when area");
    assert_eq!(added(&table, "kite", SpaceRoll::Beam, "drone"), [(RollAddend::Line(1), -2)]);
    let table = fleet("effect beam attack area band always when area; effect -2 to beam attack when area");
    assert_eq!(added(&table, "kite", SpaceRoll::Beam, "drone"), []);
}

/// `area band except own_zone`: the attack spares the attacker's own band.
#[test]
fn the_attackers_own_band_may_be_excepted() {
    let mut always = fleet("effect beam attack area band except own_zone always; effect -2 to beam attack when area");
    let (kite, drone, buoy) = (always.id("kite"), always.id("drone"), always.id("buoy"));
    always.fight.apply(&Event::Stage(SpacePhase::Beams));
    assert!(always.fight.can_fire(kite));
    assert_eq!(always.fight.struck(kite, WeaponSystem::Beam, drone), [drone, buoy]);
    assert_eq!(added(&always, "kite", SpaceRoll::Beam, "drone"), [(RollAddend::Line(1), -2)]);
    always.set("kite", |ship| ship.berth = slip_play::space::state::ShipLocation::Line(Band(2)));
    assert!(!always.fight.can_fire(kite), "all of the place or nobody");
    let mut chosen = fleet("effect beam attack area band except own_zone once per encounter; effect -2 to beam attack when area");
    chosen.fight.apply(&Event::Stage(SpacePhase::Beams));
    chosen.fight.apply(&Event::Counter { who: kite, what: Counter::Line(0), change: 1, now: 1 });
    assert_eq!(chosen.fight.struck(kite, WeaponSystem::Beam, drone), [drone, buoy]);
    chosen.set("kite", |ship| ship.berth = slip_play::space::state::ShipLocation::Line(Band(2)));
    assert_eq!(chosen.fight.struck(kite, WeaponSystem::Beam, drone), [drone], "as any other shot");
    assert_eq!(added(&chosen, "kite", SpaceRoll::Beam, "drone"), []);
}

/// `others cannot A this`: they cannot be chosen as a target, and area attacks spare them.
#[test]
fn what_strikes_a_whole_band_spares_whoever_cannot_be_chosen() {
    let table = fleet("effect enemies attack area band always; effect others cannot beam this");
    let (kite, gull, drone) = (table.id("kite"), table.id("gull"), table.id("drone"));
    assert_eq!(table.fight.struck(drone, WeaponSystem::Beam, gull), [gull]);
    assert_eq!(table.fight.struck(drone, WeaponSystem::Torpedo, gull), [gull, kite]);
}

/// An option is offered if an effect of that phase's rolls refers to it, whether or not it costs anything, and nowhere else.
#[test]
fn a_word_is_offered_in_the_phase_whose_rolls_ask_for_it() {
    for choice in ["effect may choose focus", "effect may choose focus once per encounter"] {
        let mut table = fleet(&format!("{choice}; effect +2 to beam attack when focus"));
        for (stage, open) in [(SpacePhase::Ew, false), (SpacePhase::Beams, true), (SpacePhase::Torpedoes, false)] {
            let mut table = table.clone();
            crate::space::fire::enter(&mut table, 1, stage);
            let asked = table.until(&[Point::Act, Point::Declare]).map(|ask| ask.point);
            assert_eq!(asked == Some(Point::Act), open, "{choice}: {stage:?}");
        }
        crate::space::fire::enter(&mut table, 1, SpacePhase::Beams);
        let kite = table.on("kite");
        table.until(&[Point::Act]);
        table.answer(Point::Act, "kite", Choice::of(Verb::Yes).with(0).on(kite));
        assert_eq!(added(&table, "kite", SpaceRoll::Beam, "drone"), [(RollAddend::Line(1), 2)]);
    }
}

/// Each target of an area attack is hit or missed separately.
#[test]
fn lines_that_wait_for_a_hit_wait_for_each_of_those_struck() {
    let mut table = fleet("effect beam attack area band except allies always; effect after hit target suffers 1 on data");
    crate::space::fire::enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[2, -2, -2]);
    crate::space::fire::fire(&mut table, Verb::Beam, "kite", "drone", 3);
    table.until(&[Point::Declare, Point::Stop]);
    let suffered = |event: &Event| match event {
        Event::Effect { line: 1, who, .. } => *who,
        _ => None,
    };
    let suffered: Vec<ActorId> = table.events.iter().filter_map(suffered).collect();
    assert_eq!(suffered, [table.id("drone"), table.id("buoy")]);
}

/// Ships that are placed before the first turn have not moved in it.
#[test]
fn to_be_placed_is_no_move() {
    let mut table = fleet("effect +1 to beam attack when moved");
    let who = table.id("kite");
    let step = |to: i8| Event::Move { who, from: Band(0).zone(), to: Band(to).zone(), border: None, paid: 0, forced_by: None };
    table.fight.apply(&step(0));
    table.fight.apply(&Event::Round { round: 1, order: TurnOrder::new() });
    assert_eq!(added(&table, "kite", SpaceRoll::Beam, "drone"), []);
    table.fight.apply(&step(1));
    assert_eq!(added(&table, "kite", SpaceRoll::Beam, "drone"), [(RollAddend::Line(0), 1)]);
}

/// For a roll against a number, `shifts` is the amount by which the roll exceeds the number.
#[test]
fn lines_see_the_shifts_of_a_repair() {
    let proud = |die: i32| {
        let mut table = fleet("effect after repair has aspect \"Steady hands\" when shifts >= 2");
        table.set("kite", |ship| {
            ship.tracks[0].mark(1);
            ship.tracks[0].mark(3);
        });
        crate::space::fire::enter(&mut table, 1, SpacePhase::DamageControl);
        table.dice(&[die]);
        table.until(&[Point::Repair]);
        table.take(Choice::of(Verb::Repair).n(0).into());
        table.wait();
        let shifts = crate::space::fire::shifts(&table);
        (shifts, table.fight.state.aspects.values().any(|aspect| aspect.text == "Steady hands"))
    };
    let told: Vec<_> = (-2..=4).map(proud).collect();
    assert!(told.iter().any(|(shifts, _)| *shifts == Some(1)) && told.iter().any(|(shifts, _)| *shifts == Some(2)), "{told:?}");
    assert!(told.iter().all(|(shifts, proud)| *proud == shifts.is_some_and(|shifts| shifts >= 2)), "{told:?}");
}

/// Of several limits the lowest counts, and the penalty for other posts is applied first.
#[test]
fn the_lowest_of_several_limits_counts() {
    let table = fleet("effect detection limited by ew; effect detection limited by beam");
    let after = |parts: &[(RollAddend, i32)]| {
        let mut all = RollAddends::new();
        parts.iter().for_each(|&(part, amount)| all.add(part, amount));
        table.fight.roll_lines(table.id("kite"), SpaceRoll::Navigation, None, &mut all);
        all.total()
    };
    assert_eq!(after(&[(RollAddend::Fixed, 4)]), 2, "EW 2 and Beam 3");
    assert_eq!(after(&[(RollAddend::Fixed, 3), (RollAddend::Posts, -2)]), 1);
}

/// `ammo` counts attacks in the fight, with any weapon.
#[test]
fn a_ship_attacks_as_often_as_its_lines_give_it_shots() {
    let fires = |lines: &str| {
        let mut table = fleet(lines);
        let kite = table.id("kite");
        table.fight.apply(&Event::Stage(SpacePhase::Beams));
        assert!(table.fight.can_fire(kite), "{lines}");
        table.fight.apply(&Event::Counter { who: kite, what: Counter::Fired, change: 1, now: 1 });
        table.fight.apply(&Event::Stage(SpacePhase::Torpedoes));
        table.fight.can_fire(kite)
    };
    assert_eq!(["effect ammo is 1", "effect ammo is 2", "effect allies ammo is 1"].map(fires), [false, true, true]);
}

/// R-E24: in the effects of an aura, `range` is the distance between the bearer and each affected actor. This is also true for a roll
/// without a target.
#[test]
fn an_aura_is_measured_from_its_bearer_to_each_who_is_affected() {
    let mut table = fleet("effect others -2 to position when range == 0; effect enemies -1 to position when range >= 3");
    for (name, band) in [("kite", 0), ("gull", 0), ("drone", 2), ("buoy", 3)] {
        table.set(name, |ship| ship.berth = ShipLocation::Line(Band(band)));
    }
    let changed = |who: &str| {
        let mut parts = RollAddends::new();
        table.fight.roll_lines(table.id(who), SpaceRoll::Position, None, &mut parts);
        parts.total()
    };
    assert_eq!(["kite", "gull", "drone", "buoy"].map(changed), [0, -2, 0, -1]);
}

/// R-E24 for a triggered effect of an aura: it strikes only ships at the distance of the aura.
#[test]
fn an_aura_strikes_only_ships_at_its_distance() {
    for (range, struck) in [(0, false), (2, true), (4, false)] {
        let mut table = fleet(&format!("effect each turn enemies suffers 1 on data when range == {range}"));
        table.set("buoy", |ship| ship.berth = ShipLocation::Line(Band(2)));
        table.dice(&[0, 0, 0, 0]).until(&[Point::Drive]);
        table.dice(&[0; 40]);
        while table.fight.state.turn < 2 {
            let Some(_) = table.wait() else { break };
            let first = table.options()[0];
            table.take(first.into());
        }
        let hit = table.events.iter().any(|event| matches!(event, Event::Effect { line: 0, .. }));
        assert_eq!(hit, struck, "range == {range}");
    }
}

/// R-E25: if a scene affects everyone each turn, the effect applies to each actor once per turn.
#[test]
fn a_scene_strikes_everyone_once_a_turn() {
    let pack = acting("effect each turn everyone suffers 1 on data");
    let model = &pack.items["ship"][&slip_pack::key("t", "model")];
    let mut fleet = Fleet::new();
    for name in ["kite", "gull"] {
        fleet = fleet.ship("ours", Craft::new(name).at(0));
    }
    let mut fleet = fleet.ship("theirs", Craft::new("drone").at(2));
    fleet.encounter.effects = model.effects.iter().map(|effect| (**effect).clone()).collect();
    let mut table = fleet.sit();
    table.dice(&[0, 0, 0]).until(&[Point::Drive]);
    let struck = table.events.iter().filter(|event| matches!(event, Event::Effect { line: 0, .. })).count();
    assert_eq!(struck, 3, "three ships, once each");
}

/// R-VA11: a statistic of the ship serves in place of the skill at a post, and of the rating of a roll.
#[test]
fn a_rating_serves_in_place_of_a_skill() {
    let rank = |lines: &str, post: Post| {
        let pack = pack(&format!(
            "design maker \"Maker\" : ship {{ price 6; upkeep 4; tech T1..T4; stat v_shift {{ ranks 0..6 }}; stat ew {{ ranks 0..6 }}; stat beam {{ ranks 0..6 }}; stat sensors {{ ranks 0..9 }}; track frame {{ base 3 }}\n  stunt own \"Own\" {{ {lines} }} }}\nship model \"Model\" : maker {{ tech T2; stunts own }}\n"
        ));
        let kite = Craft::new("kite").rated("sensors", 5).rated("beam", 3).rated("ew", 4).like(&pack, "model").at(0);
        let table = Fleet::new().ship("ours", kite).ship("theirs", Craft::new("drone").at(2)).sit();
        let (kite, drone) = (table.id("kite"), table.id("drone"));
        (table.fight.eff(kite, post).map(|(rank, ..)| rank), table.fight.fires_with(kite, WeaponSystem::Beam, drone, 3))
    };
    assert_eq!(rank("effect +1 to position", Post::Navigation), (Some(2), 3));
    assert_eq!(rank("effect must use sensors for detection", Post::Navigation), (Some(5), 3));
    assert_eq!(rank("effect must use sensors for repair", Post::Engineering), (Some(5), 3));
    assert_eq!(rank("effect must use sensors for repair", Post::Computer), (Some(5), 3));
    assert_eq!(rank("effect may use sensors for pilot rolls", Post::Pilot), (Some(5), 3));
    assert_eq!(rank("effect may use sensors for detection up to 4", Post::Navigation), (Some(4), 3));
    assert_eq!(rank("effect must use ew for detection", Post::Navigation), (Some(4), 3), "4, and its crew of 2 adds nothing");
    assert_eq!(rank("effect must use sensors for beam attack", Post::Beams), (Some(2), 5), "it takes the place of the rating");
    assert_eq!(rank("effect must use sensors for gunnery rolls", Post::Beams), (Some(5), 4), "the gunner of 5 amplifies 3");
}

/// `attacks of beam` gives a ship further attacks in the phase, by the same crew; all beams of the turn above the rating are heat.
/// Rules: R-S20, R-XE8.
#[test]
fn a_further_attack_of_a_ship_costs_heat_above_the_rating() {
    let mut table = fleet("effect +1 to attacks of beam");
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[-1, 3, -1, 3]);
    fire(&mut table, Verb::Beam, "kite", "drone", 3);
    hold(&mut table);
    fire(&mut table, Verb::Beam, "kite", "buoy", 1);
    assert_eq!(table.until(&[Point::Mitigate]).map(|ask| ask.me), Some(table.on("kite")), "4 beams of a rating of 3 are heat");
    table.take(of(Verb::Take).into());
    hold(&mut table);
    table.until(&[Point::Declare]);
    let kite = table.on("kite");
    assert!(table.options().iter().all(|choice| choice.it != kite || choice.verb != Verb::Beam), "two attacks are all");
    assert_eq!((table.ship("kite").attacked, table.ship("kite").beam_used, table.boxes("kite", HEAT)), (2, 4, vec![1]));
}
