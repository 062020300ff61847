//! The stages: small encounters of each conflict, in which each word of an effect has something to act on.

use slip_pack::effect::Play;

/// Stage of one conflict.
pub(crate) struct Stage {
    /// Kind of play.
    pub(crate) play: Play,
    /// Design that a subject may name.
    pub(crate) design: &'static str,
    /// Declarations of the encounters.
    pub(crate) scene: &'static str,
    /// Encounters, each with the key of the item that gets the effect.
    pub(crate) scenes: &'static [(&'static str, &'static str)],
    /// Beginning of the shop that sells the effects.
    pub(crate) shop: &'static str,
    /// Part of the shop that sells the `EFFECT` under the name `lNUMBER`.
    pub(crate) sold: &'static str,
    /// Text that ends the shop, after all effects that it sells.
    pub(crate) shut: &'static str,
    /// Item of the shop that buys `STUNTS`; empty if the effects are sold by items.
    pub(crate) buyer: &'static str,
    /// Skill that is rolled often.
    pub(crate) skill: &'static str,
    /// Skill in which the bearer is weak.
    pub(crate) weak: &'static str,
    /// Skill that the bearer lacks.
    pub(crate) lacking: &'static str,
    /// Skill or number that the bearer does not use for the usual rolls.
    pub(crate) other: &'static str,
    /// Track that is hit often.
    pub(crate) track: &'static str,
    /// A second track, different from `track`.
    pub(crate) second: &'static str,
}

/// Returns the stage of a conflict.
pub(crate) fn stage(play: Play) -> Stage {
    match play {
        Play::Social => SOCIAL,
        Play::Space => SPACE,
        Play::Platoon => PLATOON,
        Play::Stakes => STAKES,
        _ => PERSONAL,
    }
}

const PERSONAL: Stage = Stage {
    play: Play::Personal,
    design: r#"plain_npc"#,
    scene: r#"mark glowing "glows"
design plain_npc : npc {
  skills loose 0..9
  slots 1; fate 5; gear
  consequences mild, moderate, severe
  track health "Health" { base 5; fixed }
  track composure "Composure" { base 5; fixed }
  stunt glow { cost 0; effect is glowing }
  stunt lead { cost 0; effect is glowing; effect +2 to order }
  stunt dash { cost 0; effect after hit may move at once once per turn }
}
design test_gun : weapon {
  tech T1..T4; budget 9; skill slug_throwers
  stat harm { base 2 }; stat penetration { base 1 }; stat min_range { base 0 }; stat max_range { base 2 }
  aspect "Empty"
  stunt shine { cost 0; effect is glowing }
  stunt spray { cost 0; effect attack area zone }
  effect needs military slug_throwers for attack
}
design test_knife : weapon {
  tech T1..T4; budget 9; skill close_combat
  stat harm { base 1 }; stat penetration { base 0 }; stat min_range { base 0 }; stat max_range { base 0 }
}
design test_vest : armour { tech T1..T4; budget 9; stat defense { base 2 } }
weapon pistol "Pistol" : test_gun { tech T2 }
weapon spray_gun "Spray gun" : test_gun { tech T2; stunts spray }
weapon lamp_gun "Lamp gun" : test_gun { tech T2; stunts shine }
weapon knife "Knife" : test_knife { tech T2 }
design test_suit : armour { tech T1..T4; budget 9; stat defense { base 1 }; effect is sealed }
armour suit "Suit" : test_suit { tech T2 }
design frail_npc : npc {
  skills loose 0..9
  slots 1; fate 2; gear
  consequences mild, moderate, severe
  track health "Health" { base 1; fixed }
  track composure "Composure" { base 1; fixed }
}
npc frail "Frail" : frail_npc { skills { 4 slug_throwers, oratory; 1 agility, alertness, resolve, charm }; gear pistol; aspects "Grey paint" }
armour vest "Vest" : test_vest { tech T2 }
npc red "Red" : plain_npc {
  skills { 6 slug_throwers, medical; 4 oratory; 3 close_combat, repair; 1 charm; 2 agility, alertness, resolve, stamina, brawling, eva; 1 intimidation }
  gear pistol, spray_gun, knife, suit
  aspects "Grey paint"
}
npc calm "Calm" : plain_npc {
  skills { 3 oratory, charm; 2 medical, agility, alertness, resolve, stamina, brawling; 1 intimidation }
  aspects "Quiet"
}
npc ally "Ally" : plain_npc {
  skills { 3 slug_throwers, oratory; 2 agility, alertness, resolve, charm, medical, repair, stamina }
  gear pistol, vest; aspects "Old friend"
}
npc chief "Chief" : plain_npc {
  skills { 4 slug_throwers, oratory; 2 agility, alertness, resolve, charm, medical, repair }
  gear lamp_gun; stunts glow; aspects "Grey paint"
}
npc blue "Blue" : plain_npc {
  skills { 3 slug_throwers, oratory, agility; 2 alertness, resolve, charm, medical, close_combat, stamina }
  gear pistol, knife, vest; aspects "Grey eyes"
}
npc lamp "Lamp" : plain_npc {
  skills { 3 slug_throwers, oratory, agility; 2 alertness, resolve, charm, close_combat, stamina }
  gear lamp_gun; stunts glow; aspects "Grey paint"
}
ruleset other_skills "Other skills" { narrated any }
ruleset weightless "Weightless" { gravity none }
world rock "Rock" { profile "B000643-B" }
map yard "Yard" { zone a; zone b { aspects "Grey paint" }; zone c; border a -- b 1; border b -- c 2 }
map hall "Hall" { zone a { aspects "Grey paint"; effect is glowing }; zone b { aspects "Grey paint"; effect is glowing }; zone c { exit }; border a -- b; border b -- c }
encounter far_fight "Far" : personal {
  map yard
  side reds { actors red at a, ally at a; leader ally }
  side blues { actors blue x2 at b }
  task cut "Cut the cable" { skills repair, medical; difficulty 2; successes 3; sides reds }
  limit 10 rounds
  victory reds when out(blues); victory blues when out(reds)
}
encounter lit_fight "Lit" : personal {
  map hall
  side reds { actors red at a, chief at b; leader chief }
  side blues { actors lamp x2 at b, blue at a }
  effect is glowing
  aspects "Grey paint"
  limit 10 rounds
  victory reds when out(blues); victory blues when out(reds)
}
encounter odd_fight "Odd" : personal {
  map yard
  side reds { actors red at a, ally at a; leader ally }
  side blues { actors blue at a, lamp at b }
  effect everyone ammo is 2
  effect everyone +1 to rolls when actor is glowing
  effect everyone attacks of attack is 2
  effect everyone free_move is 2
  effect everyone zones_per_turn is 2
  effect everyone spin of attack is 2
  effect everyone +2 to stress
  aspects "Grey paint"
  task cut "Cut the cable" { skills repair, medical, slug_throwers; difficulty 2; successes 3 }
  rules other_skills
  limit 10 rounds
  victory reds when out(blues); victory blues when out(reds)
}
npc dasher "Dasher" : plain_npc {
  skills { 6 slug_throwers, agility; 4 eva; 2 alertness, resolve, stamina }
  gear pistol; stunts dash; aspects "Quick"
}
map run { zone a; zone b; zone c; zone d; zone e; border a -- b; border b -- c; border c -- d; border d -- e }
encounter run_fight "Run" : personal {
  map run
  side reds { actors dasher at a }
  side blues { actors blue at a, lamp at e }
  effect everyone zones_per_turn is 1
  limit 10 rounds
  victory reds when out(blues); victory blues when out(reds)
}
encounter frail_personal "Frail" : personal {
  map hall
  limit 10 rounds
  side reds { actors frail at a, ally at a, frail at b; leader ally }
  side blues { actors frail at b, lamp at b }
  effect everyone +1 to rolls when actor is glowing
  victory reds when out(blues); victory blues when out(reds)
}
encounter empty_fight "Empty" : personal {
  map yard
  world rock
  side reds { actors red at a, ally at b }
  side blues { actors blue at a, lamp at b }
  effect is hostile
  rules weightless
  limit 10 rounds
  victory reds when out(blues); victory blues when out(reds)
}
design blast_gun : weapon {
  tech T1..T4; budget 9; skill slug_throwers
  stat harm { base 1 }; stat penetration { base 0 }; stat min_range { base 0 }; stat max_range { base 1 }
  effect attack area zone always
}
design dart_gun : weapon {
  tech T1..T4; budget 9; skill slug_throwers
  stat harm { base 1 }; stat penetration { base 0 }; stat min_range { base 0 }; stat max_range { base 1 }
  effect after attack drops in target_zone
}
design mode_gun : weapon {
  tech T1..T4; budget 9; skill slug_throwers
  stat harm { ranks 0..9; cost 0 }; stat penetration { base 0 }; stat min_range { base 0 }; stat max_range { base 2 }
  stunt modal { cost 0; modes 1; effect may switch_mode }
  stunt stiff { cost 0; modes 1 }
}
design long_gun : weapon {
  tech T1..T4; budget 9; skill slug_throwers
  stat harm { base 1 }; stat penetration { base 0 }; stat min_range { base 2 }; stat max_range { base 3 }
  aspect "Grey paint"
  effect attack hits health only
}
weapon blast "Blast" : blast_gun { tech T2 }
weapon dart "Dart" : dart_gun { tech T2 }
weapon two_barrels "Two barrels" : mode_gun { tech T2; stunts modal; mode one { harm 1 }; mode two { harm 3 } }
weapon two_springs "Two springs" : mode_gun { tech T2; stunts stiff; mode one { harm 1 }; mode two { harm 3 } }
weapon long "Long gun" : long_gun { tech T2 }
design busy_npc : npc {
  skills loose 0..9
  slots 1; fate 5; gear
  consequences mild, moderate, severe
  track health "Health" { base 1; fixed }
  track composure "Composure" { base 5; fixed }
  stunt thrower { cost 0; effect after hit target has aspect "Grey paint" }
  stunt tagged { cost 0; effect free_tag "Grey paint" by enemies }
}
npc medic "Medic" : busy_npc {
  skills { 4 alertness; 3 medical, repair; 2 slug_throwers, eva, agility; 1 resolve, intimidation }
  gear two_springs, dart, suit
  stunts tagged
  aspects "Grey paint"
}
npc bomber "Bomber" : busy_npc {
  skills { 5 agility; 4 alertness; 3 slug_throwers; 2 eva, medical; 1 resolve, intimidation }
  gear blast, suit
  aspects "Quick"
}
npc mate "Mate" : busy_npc {
  skills { 3 slug_throwers, medical; 2 eva, agility; 1 alertness, resolve }
  gear two_barrels, dart, suit
  aspects "Quick"
}
npc thug "Thug" : busy_npc {
  skills { 5 slug_throwers; 4 agility; 3 medical, eva; 1 alertness, resolve }
  gear blast, dart, long, suit
  stunts thrower
  aspects "Quick"
}
npc sniper "Sniper" : busy_npc {
  skills { 5 slug_throwers; 4 alertness; 2 eva, agility, medical; 1 resolve, intimidation }
  gear long, suit
  aspects "Quick"
}
ruleset swapped "Swapped" { dodge_skill slug_throwers; first_aid_skill repair; free_move_time either; unsuited spared }
encounter busy_fight "Busy" : personal {
  map yard
  side reds { actors medic at a, bomber at b, mate at a; leader mate }
  side blues { actors thug x2 at b, blue at b; leader blue }
  campaign "Grey paint"
  effect is hostile
  effect everyone free_move is 3
  effect everyone +1 to rolls when actor is glowing
  effect everyone +1 to defence when defender is glowing
  task cut "Cut the cable" { skills repair, slug_throwers; difficulty 2; successes 9 }
  limit 12 rounds
  victory reds when out(blues); victory blues when out(reds)
}
encounter worn_fight "Worn" : personal {
  map yard
  side reds { actors red at a, mate at a; leader mate }
  side blues { actors thug at b, lamp at b }
  limit 8 rounds
  victory reds when out(blues); victory blues when out(reds)
}
encounter swapped_fight "Swapped" : personal {
  map yard
  side reds { actors medic at a, sniper at b, mate at a; leader mate }
  side blues { actors thug x2 at b, lamp at c; leader lamp }
  effect is hostile
  effect everyone zones_per_turn is 1
  effect everyone free_move is 9
  effect everyone attacks of attack is 2
  effect everyone +1 to rolls when actor is glowing
  task cut "Cut the cable" { skills repair, slug_throwers; difficulty 2; successes 9 }
  rules swapped
  limit 12 rounds
  victory reds when out(blues); victory blues when out(reds)
}
npc clumsy "Clumsy" : plain_npc {
  skills { 6 slug_throwers; 1 agility, alertness, resolve, stamina }
  gear blast
  aspects "Grey paint"
}
ruleset late_step "Late step" { free_move_time either }
map street "Street" {
  zone a { level cluttered }
  zone b { level cluttered }
  zone c { level cluttered }
  zone d { level cluttered }
  zone e { level cluttered }
  border a -- b; border b -- c; border c -- d; border d -- e
}
encounter crush_fight "Crush" : personal {
  map street
  side reds { actors clumsy at b }
  side blues { actors calm x2 at b, blue at c }
  effect everyone free_move is 9
  effect everyone zones_per_turn is 1
  rules late_step
  limit 8 rounds
  victory reds when out(blues); victory blues when out(reds)
}
"#,
    scenes: &[
        ("far_fight", "red"),
        ("lit_fight", "red"),
        ("run_fight", "dasher"),
        ("odd_fight", "red"),
        ("empty_fight", "red"),
        ("frail_personal", "frail"),
        ("lit_fight", "chief"),
        ("far_fight", "pistol"),
        ("odd_fight", "blue"),
        ("busy_fight", "medic"),
        ("busy_fight", "bomber"),
        ("busy_fight", "mate"),
        ("busy_fight", "two_springs"),
        ("worn_fight", "red"),
        ("swapped_fight", "medic"),
        ("swapped_fight", "mate"),
        ("swapped_fight", "lamp_gun"),
        ("swapped_fight", "sniper"),
        ("swapped_fight", "long"),
        ("crush_fight", "clumsy"),
    ],
    shop: r#"design maker : npc {
  skills loose 0..9
  track health "Health" { base 5; fixed }
  track composure "Composure" { base 5; fixed }
  aspect "Grey paint"
"#,
    sold: r#"  stunt lNUMBER { cost 0; effect EFFECT }
"#,
    shut: r#"}
"#,
    buyer: r#"npc NAME : maker { skills { 3 slug_throwers, oratory }; stunts STUNTS }
"#,
    skill: r#"slug_throwers"#,
    weak: r#"intimidation"#,
    lacking: r#"science"#,
    other: r#"medical"#,
    track: r#"health"#,
    second: r#"composure"#,
};

const SOCIAL: Stage = Stage {
    play: Play::Social,
    design: r#"plain_npc"#,
    scene: r#"mark glowing "glows"
design plain_npc : npc {
  skills loose 0..9
  slots 1; fate 5; gear
  consequences mild, moderate, severe
  track health "Health" { base 5; fixed }
  track composure "Composure" { base 5; fixed }
  stunt glow { cost 0; effect is glowing }
  stunt lead { cost 0; effect is glowing; effect +2 to order }
}
design test_gun : weapon {
  tech T1..T4; budget 9; skill slug_throwers
  stat harm { base 2 }; stat penetration { base 1 }; stat min_range { base 0 }; stat max_range { base 2 }
  aspect "Empty"
  stunt shine { cost 0; effect is glowing }
  stunt spray { cost 0; effect attack area zone }
  effect needs military slug_throwers for attack
}
design test_knife : weapon {
  tech T1..T4; budget 9; skill close_combat
  stat harm { base 1 }; stat penetration { base 0 }; stat min_range { base 0 }; stat max_range { base 0 }
}
design test_vest : armour { tech T1..T4; budget 9; stat defense { base 2 } }
weapon pistol "Pistol" : test_gun { tech T2 }
weapon spray_gun "Spray gun" : test_gun { tech T2; stunts spray }
weapon lamp_gun "Lamp gun" : test_gun { tech T2; stunts shine }
weapon knife "Knife" : test_knife { tech T2 }
design test_suit : armour { tech T1..T4; budget 9; stat defense { base 1 }; effect is sealed }
armour suit "Suit" : test_suit { tech T2 }
design frail_npc : npc {
  skills loose 0..9
  slots 1; fate 2; gear
  consequences mild, moderate, severe
  track health "Health" { base 1; fixed }
  track composure "Composure" { base 1; fixed }
}
npc frail "Frail" : frail_npc { skills { 4 slug_throwers, oratory; 1 agility, alertness, resolve, charm }; gear pistol; aspects "Grey paint" }
armour vest "Vest" : test_vest { tech T2 }
npc red "Red" : plain_npc {
  skills { 6 slug_throwers, medical, gunnery; 4 oratory; 3 close_combat, repair; 1 charm; 2 agility, alertness, resolve, stamina, brawling, eva; 1 intimidation }
  gear pistol, spray_gun, knife, suit
  aspects "Grey paint"
}
npc calm "Calm" : plain_npc {
  skills { 3 oratory, charm; 2 medical, agility, alertness, resolve, stamina, brawling; 1 intimidation }
  aspects "Quiet"
}
npc ally "Ally" : plain_npc {
  skills { 3 slug_throwers, oratory; 2 agility, alertness, resolve, charm, medical, repair, stamina }
  gear pistol, vest; aspects "Old friend"
}
npc chief "Chief" : plain_npc {
  skills { 4 slug_throwers, oratory; 2 agility, alertness, resolve, charm, medical, repair }
  gear lamp_gun; stunts glow; aspects "Grey paint"
}
npc blue "Blue" : plain_npc {
  skills { 3 slug_throwers, oratory, agility; 2 alertness, resolve, charm, medical, close_combat, stamina }
  gear pistol, knife, vest; aspects "Grey eyes"
}
npc lamp "Lamp" : plain_npc {
  skills { 3 slug_throwers, oratory, agility; 2 alertness, resolve, charm, close_combat, stamina }
  gear lamp_gun; stunts glow; aspects "Grey paint"
}
ruleset other_skills "Other skills" { narrated any }
ruleset weightless "Weightless" { gravity none }
world rock "Rock" { profile "B000643-B" }
map yard "Yard" { zone a; zone b { aspects "Grey paint" }; zone c; border a -- b 1; border b -- c 2 }
map hall "Hall" { zone a { aspects "Grey paint"; effect is glowing }; zone b { aspects "Grey paint"; effect is glowing }; zone c { exit }; border a -- b; border b -- c }
encounter far_talk "Far" : social {
  map yard
  stakes { win "Yes"; lose "No" }
  time_boxes 6
  max_time few_hours
  side reds { actors red at a, ally at a; leader ally }
  side blues { actors blue x2 at b }
  pawns jury "Juror" x2 at b
  victory reds when out(blues); victory blues when out(reds)
}
encounter odd_talk "Odd" : social {
  map hall
  stakes { win "Yes"; lose "No" }
  time_boxes 6
  max_time few_hours
  track_at_risk both
  side reds { actors red at a, ally at a; leader ally }
  side blues { actors blue at a, lamp at b }
  effect everyone +1 to rolls when actor is glowing
  effect everyone attacks of attack is 2
  effect everyone free_move is 2
  effect everyone spin of attack is 2
  effect everyone +2 to stress
  aspects "Grey paint"
  pawns jury "Juror" x2 at b
  victory reds when out(blues); victory blues when out(reds)
}
encounter frail_social "Frail" : social {
  map hall
  stakes { win "Yes"; lose "No" }
  time_boxes 6
  max_time few_hours
  side reds { actors frail at a, ally at a, frail at b; leader ally }
  side blues { actors frail at b, lamp at b }
  effect everyone +1 to rolls when actor is glowing
  victory reds when out(blues); victory blues when out(reds)
}
encounter lit_talk "Lit" : social {
  map hall
  stakes { win "Yes"; lose "No" }
  time_boxes 6
  max_time few_hours
  side reds { actors red at a, chief at b; leader chief }
  side blues { actors lamp x2 at b, blue at a }
  aspects "Grey paint"
  effect is glowing
  victory reds when out(blues); victory blues when out(reds)
}
design keen_npc : npc {
  skills loose 0..9
  slots 1; fate 5
  consequences mild, moderate, severe
  track health "Health" { base 5; fixed }
  track composure "Composure" { base 5; fixed }
  stunt steady { cost 0; effect order at most 2 }
  stunt riposte { cost 0; effect after enemies attack may attack it out of turn; effect after enemies maneuver may attack it out of turn }
}
npc keen "Keen" : keen_npc {
  skills { 5 gunnery; 4 oratory; 3 charm; 2 agility, alertness, resolve, stamina; 1 intimidation }
  stunts riposte, steady; aspects "Keen eyes"
}
encounter keen_talk "Keen" : social {
  map yard
  stakes { win "Yes"; lose "No" }
  time_boxes 6
  max_time few_hours
  campaign "Grey paint"
  side reds { actors keen at a, calm at a, red at a; leader keen }
  side blues { actors keen x2 at b, calm at a, lamp at b }
  pawns jury "Juror" x2 at b
  effect everyone +1 to rolls when actor is glowing
  effect everyone +1 to defence when defender is glowing
  effect after hit target has aspect "Grey paint"
  effect after attack target free_tag "Grey paint"
  victory reds when out(blues); victory blues when out(reds)
}
encounter worn_talk "Worn" : social {
  map yard
  stakes { win "Yes"; lose "No" }
  time_boxes 6
  max_time few_hours
  side reds { actors red at a, ally at a; leader ally }
  side blues { actors keen x2 at b, lamp at b }
  pawns jury "Juror" x2 at a
  effect everyone +1 to rolls when actor is glowing
  effect everyone +1 to defence when defender is glowing
  victory reds when out(blues); victory blues when out(reds)
}
"#,
    scenes: &[
        ("far_talk", "red"),
        ("odd_talk", "red"),
        ("frail_social", "frail"),
        ("lit_talk", "red"),
        ("keen_talk", "keen"),
        ("worn_talk", "red"),
        ("worn_talk", "keen"),
    ],
    shop: r#"design maker : npc {
  skills loose 0..9
  track health "Health" { base 5; fixed }
  track composure "Composure" { base 5; fixed }
  aspect "Grey paint"
"#,
    sold: r#"  stunt lNUMBER { cost 0; effect EFFECT }
"#,
    shut: r#"}
"#,
    buyer: r#"npc NAME : maker { skills { 3 slug_throwers, oratory }; stunts STUNTS }
"#,
    skill: r#"oratory"#,
    weak: r#"intimidation"#,
    lacking: r#"science"#,
    other: r#"gunnery"#,
    track: r#"composure"#,
    second: r#"health"#,
};

const SPACE: Stage = Stage {
    play: Play::Space,
    design: r#"test_hull"#,
    scene: r#"mark glowing "glows"
design test_hull "Hull" : ship from std.spacecraft {
  // EFFECT
  stat sensors "Sensors" { ranks 0..5; cost rank }
  stunt glow { cost 0; effect is glowing }
}
npc ace "Ace" { cap 3; skills { 3 pilot; 2 gunnery, communications; 1 navigation, engineering, computer }; stunts military_grade(pilot), military_grade(communications), military_grade(gunnery); aspects "a", "b", "c" }
ruleset wings { fighters yes }
ship gnat "Gnat" : fighter { tech T2; v_shift 2; beam 1; torpedo 1; aspects "Grey paint" }
ship red "Red" : test_hull {
  tech T2; v_shift 2; beam 2; torpedo 1; ew 1; trade 2; sensors 1; tracks { frame 4; data 3; heat 4 }
  fighters gnat x2
  stunts carries_fighters, slipstream_t2
  aspects "Grey paint", "b", "c", "d", "e"
}
ship blue "Blue" : spacecraft {
  tech T2; v_shift 2; beam 2; ew 1; torpedo 1; tracks { frame 3; data 3; heat 4 }
  aspects "Grey eyes", "b", "c", "d", "e"
}
ship lamp "Lamp" : test_hull {
  tech T2; v_shift 2; beam 2; ew 1; torpedo 1; tracks { frame 3; data 3; heat 4 }
  stunts glow
  aspects "Grey paint", "b", "c", "d", "e"
}
ship ally "Ally" : spacecraft {
  tech T2; v_shift 2; beam 2; ew 1; torpedo 1; tracks { frame 3; data 3; heat 4 }
  aspects "Old friend", "b", "c", "d", "e"
}
encounter plain_space "e" : space {
  side reds { ship red { military communications }; ship ally }
  side blues { ship blue x2 }
  victory reds when out(blues); victory blues when out(reds)
  limit 6 turns
}
encounter odd_space "e" : space {
  side reds { ship red at 0 { military communications; arrives by slip }; ship ally at 0 }
  side blues { ship blue at 0; ship lamp at 1 }
  effect everyone ammo is 3
  effect everyone +1 to rolls when actor is glowing
  effect everyone attacks of attack is 2
  effect everyone spin of attack is 2
  effect everyone +2 to stress
  aspects "Grey paint"
  maneuver ghost "Ghosts" { station comm; difficulty 1; on enemy; aspect "Ghosts" }
  maneuver aim "Aim" { station beams; difficulty 1; on own; aspect "Aimed" }
  victory reds when out(blues); victory blues when out(reds)
  limit 6 turns
}
encounter lit_space "e" : space {
  side reds { ship red at 0 { pilot ace; beams ace }; ship lamp at 0 }
  side blues { ship lamp x2 at 0; ship blue at 1 }
  aspects "Grey paint"
  victory reds when out(blues); victory blues when out(reds)
  limit 6 turns
}
encounter hangar_space "e" : space {
  side reds { ship red { fighter gnat { pilot ace } } }
  side blues { ship blue; ship ally }
  victory reds when out(blues); victory blues when out(reds)
  limit 8 turns
}
npc gunner "Gunner" { cap 3; skills { 3 gunnery; 2 communications, navigation; 1 computer, pilot, engineering }; aspects "a", "b", "c" }
npc clerk "Clerk" { cap 3; skills { 3 charm; 2 computer, communications; 1 pilot, engineering, navigation }; aspects "a", "b", "c" }
ship hive "Hive" : test_hull {
  tech T2; v_shift 2; beam 2; torpedo 1; ew 1; trade 2; sensors 1; tracks { frame 4; data 3; heat 4 }
  fighters gnat x2
  stunts carries_fighters, slipstream_t2, glow
  aspects "Grey eyes", "b", "c", "d", "e"
}
ship dim "Dim" : test_hull {
  tech T2; v_shift 2; beam 2; ew 1; torpedo 1; tracks { frame 4; data 3; heat 4 }
  stunts slipstream_t2
  aspects "Grey eyes", "b", "c", "d", "e"
}
ship relic "Relic" : test_hull { tech T0; v_shift 1; beam 1; aspects "Grey paint", "b", "c", "d" }
encounter busy_space "e" : space {
  side reds { ship red at 0 { military communications, gunnery; pilot ace; beams gunner }; ship hive at 0 { military communications; arrives by slip }; ship dim at 0 }
  side blues { ship hive at 0 { military communications; arrives by slip }; ship dim at 0 { military communications }; ship relic at 0 }
  effect everyone +1 to rolls when actor is glowing
  effect everyone +1 to defence when target is glowing
  effect everyone ew attack hits frame only
  effect everyone is glowing when fighter
  aspects "Grey eyes"
  maneuver ghost "Ghosts" { station comm; difficulty 1; on enemy; aspect "Ghosts" }
  maneuver aim "Aim" { station beams; difficulty 1; on own; aspect "Aimed" }
  maneuver dodge "Dodge" { station pilot; difficulty 1; on own; aspect "Dodging" }
  victory reds when out(blues); victory blues when out(reds)
  limit 10 turns
}
encounter worn_space "e" : space {
  side reds { ship red at 0 { military communications; arrives by slip; beams clerk }; ship hive at 0 }
  side blues { ship hive at 0 { military communications; arrives by slip }; ship dim at 0 { military communications } }
  effect everyone +1 to rolls when actor is glowing
  maneuver ghost "Ghosts" { station comm; difficulty 1; on enemy; aspect "Ghosts" }
  maneuver aim "Aim" { station beams; difficulty 1; on own; aspect "Aimed" }
  victory reds when out(blues); victory blues when out(reds)
  limit 8 turns
}
"#,
    scenes: &[
        ("plain_space", "red"),
        ("odd_space", "red"),
        ("lit_space", "red"),
        ("hangar_space", "red"),
        ("hangar_space", "gnat"),
        ("busy_space", "red"),
        ("busy_space", "dim"),
        ("busy_space", "gnat"),
        ("worn_space", "red"),
        ("lit_space", "lamp"),
        ("plain_space", "blue"),
        ("busy_space", "relic"),
    ],
    shop: r#"design maker : ship from std.spacecraft {
  stat sensors "Sensors" { ranks 0..5; cost rank }
"#,
    sold: r#"  stunt lNUMBER { cost 0; effect EFFECT }
"#,
    shut: r#"}
"#,
    buyer: r#"ship NAME : maker { tech T2; v_shift 2; beam 2; stunts STUNTS; aspects "Grey paint", "b", "c", "d", "e" }
"#,
    skill: r#"gunnery"#,
    weak: r#"computer"#,
    lacking: r#"charm"#,
    other: r#"9"#,
    track: r#"frame"#,
    second: r#"data"#,
};

const PLATOON: Stage = Stage {
    play: Play::Platoon,
    design: r#"foot"#,
    scene: r#"mark glowing "glows"
map lane {
  zone a { centre 0 0; aspects "Grey paint"; exit }
  zone b { centre 4 0; cover 1 }
  zone c { centre 8 0 }
  zone d { centre 12 0; cover 1 }
  zone e { centre 16 0; exit }
  border a -- b; border b -- c; border c -- d; border d -- e
}
map lit_lane {
  zone a { centre 0 0; aspects "Grey paint"; effect is glowing; exit }
  zone b { centre 4 0; aspects "Grey paint"; effect is glowing }
  zone c { centre 8 0 }
  border a -- b 1; border b -- c 1
}
design foot "Foot" : unit from std.infantry { stunt glow { cost 0; effect is glowing } }
unit red "Red" : foot {
  tech T1
  skills { 3 direct_fire; 2 camouflage, movement; 1 armour, signals, command }
  stunts wireless
  aspects "Grey paint"
}
unit lamp "Lamp" : foot {
  tech T1
  skills { 3 direct_fire; 2 camouflage, observation; 1 armour, signals, command }
  stunts glow
  aspects "Grey paint"
}
unit rifles "Rifles" : infantry {
  tech T1
  skills { 3 camouflage; 2 direct_fire, movement; 1 armour, signals, command }
  stunts wireless
  aspects "Here first"
}
unit truck "Truck" : std.armour {
  tech T0
  skills { 4 movement; 3 armour; 2 direct_fire; 1 observation }
  stunts infantry_carrier
  aspects "Six in the back"
}
unit gun "Gun" : artillery {
  tech T0
  skills { 3 indirect_fire; 2 camouflage; 1 movement }
  stunts prepared_positions
  aspects "On the chart"
}
unit kite "Kite" : aircraft {
  tech T0
  skills { 4 observation; 3 movement; 2 signals; 1 direct_fire }
  stunts slow
  aspects "Waves"
}
platoon reds "Reds" { leader rifles with not_a_genius "Corporal"; units red x2 }
platoon mixed "Mixed" { leader red with not_a_genius "Corporal"; units truck carrying red, red; aircraft kite }
platoon guns "Guns" { leader gun with not_a_genius "Layer" }
platoon blues "Blues" { leader rifles with not_a_genius "Sergeant"; units rifles x2 }
platoon lamps "Lamps" { leader lamp with not_a_genius "Torch"; units lamp x2; aircraft kite }
encounter lane_fight "e" : platoon {
  map lane
  defender blues
  side reds { platoon reds at b }
  side blues { platoon blues at c }
  limit 6 turns
}
encounter far_battle "e" : platoon {
  map lane
  defender blues
  side reds { platoon reds at a }
  side blues { platoon blues at e }
  limit 5 turns
}
encounter odd_battle "e" : platoon {
  map lane
  defender blues
  side reds { platoon reds at b; platoon mixed at b }
  side blues { platoon blues at c; platoon lamps at c }
  effect everyone ammo is 3
  effect everyone +1 to rolls when actor is glowing
  effect everyone spin of attack is 2
  effect everyone +2 to stress
  effect everyone free_move is 2
  aspects "Grey paint"
  limit 6 turns
}
encounter lit_battle "e" : platoon {
  map lit_lane
  defender reds
  side reds { platoon mixed at a; platoon guns }
  side blues { platoon lamps at b }
  aspects "Grey paint"
  effect is glowing
  limit 6 turns
}
map pit {
  zone a { centre 0 0; aspects "Grey paint"; effect is hostile; exit }
  zone b { centre 4 0; effect is hostile }
  zone c { centre 8 0; aspects "Mud" }
  border a -- b; border b -- c
}
design squad "Squad" : unit from std.infantry {
  skills loose 0..9
  stunt_count 0..20
  fate 6 + leader
  stunt leave { cost 0; effect may pass_enemies; effect may attack_unspotted; effect may reuse }
  stunt thrower { cost 0; effect after hit target has aspect "Grey paint" }
  stunt tagged { cost 0; effect free_tag "Grey paint" by enemies }
  stunt far { cost 0; effect +2 to free_range }
  stunt shell { cost 0; effect attack area zone }
  stunt lookout { cost 0; effect must use observation for jam; effect must use observation for unjam }
  stunt asks { cost 0; effect +3 to rolls when target is glowing }
  stunt hidden { cost 0; effect attack_spotted is 0 }
  stunt blast { cost 0; effect attack area zone always }
  stunt clean { cost 0; effect never has aspect "Out of ammo" }
}
design lorry "Lorry" : unit from std.armour {
  skills loose 0..9
  stunt_count 0..20
  fate 6 + leader
  stunt room { cost 0; effect carries 2 squad }
  stunt proud { cost 0; effect +3 to rolls when carried is glowing }
}
design plane "Plane" : unit from std.aircraft {
  skills loose 0..9
  stunt_count 0..20
  stunt hover { cost 0; effect may stay; effect may reuse; effect may attack_unspotted }
}
unit scouts "Scouts" : squad {
  tech T1
  skills { 4 direct_fire, camouflage; 3 movement, observation, command; 2 hand_to_hand; 1 armour, signals }
  stunts leave, far, lookout, hidden, shell
  aspects "Quick"
}
unit paint "Paint" : squad {
  tech T1
  skills { 3 direct_fire, camouflage; 2 movement, command, armour; 1 signals, observation }
  stunts tagged, leave
  aspects "Grey paint"
}
unit guards "Guards" : squad {
  tech T1
  skills { 7 signals; 4 direct_fire, armour; 3 camouflage; 2 movement, observation, command }
  stunts thrower, far, shell, leave, asks
  aspects "Old hands"
}
unit wagon "Wagon" : lorry {
  tech T1
  skills { 4 movement, command; 3 armour, camouflage; 2 direct_fire, observation, signals }
  stunts room, proud
  aspects "Grey paint"
}
unit hawk "Hawk" : plane {
  tech T1
  skills { 4 movement, direct_fire; 3 observation, signals; 2 camouflage, armour, anti_air }
  stunts hover
  aspects "Grey paint"
}
npc runner "Runner" { cap 3; skills { 3 alertness; 2 tactics, slug_throwers; 1 resolve, gunnery, agility }; aspects "D", "E", "F" }
platoon wagons "Wagons" { leader wagon with not_a_genius "Driver"; units wagon carrying scouts, paint, scouts; aircraft hawk }
platoon walkers "Walkers" { leader scouts with not_a_genius "Guide"; units scouts, paint; aircraft hawk; characters runner with scouts for observation }
platoon wall "Wall" { leader guards with not_a_genius "Wall"; units guards x2, lamp, wagon carrying paint; aircraft hawk; characters runner with guards for observation }
ruleset by_turns "By turns" { character_turn yes }
encounter busy_battle "e" : platoon {
  map lane
  defender blues
  rules by_turns
  side reds { platoon wagons at b; platoon walkers at c }
  side blues { platoon wall at d }
  effect everyone ammo is 1
  effect everyone contact_spotted is 0
  effect everyone attack_spotted is 0
  effect everyone +1 to rolls when actor is glowing
  effect each turn everyone suffers 1 on morale
  campaign "Grey paint"
  limit 8 turns
}
encounter worn_battle "e" : platoon {
  map pit
  defender blues
  rules by_turns
  side reds { platoon walkers at b; platoon wagons at b }
  side blues { platoon wall at b; platoon reds at b }
  effect everyone +1 to rolls when actor is glowing
  effect after rally everyone suffers 1 on morale
  campaign "Grey paint"
  limit 8 turns
}
unit mortar "Mortar" : squad {
  tech T1
  skills { 4 direct_fire; 2 movement, armour; 1 camouflage }
  stunts leave, far, shell
  aspects "Grey paint"
}
unit target "Target" : squad {
  tech T1
  skills { 4 armour; 2 camouflage; 1 movement }
  aspects "Ducked"
}
unit jammer "Jammer" : squad {
  tech T1
  skills { 7 signals; 6 observation; 4 command; 2 movement, camouflage, armour }
  aspects "Noisy"
}
unit lone_wagon "Lone wagon" : lorry {
  tech T1
  skills { 2 camouflage, signals }
  stunts room
  aspects "Six in the back"
}
platoon shells { leader mortar with not_a_genius "Layer" }
platoon targets { leader target with not_a_genius "Target"; units target x2 }
platoon jammers { leader jammer with not_a_genius "Jammer"; units jammer x2 }
platoon lone_wagons { leader lone_wagon with not_a_genius "Driver" carrying paint; units lone_wagon x2 carrying paint }
unit burster "Burster" : squad {
  tech T1
  skills { 5 direct_fire; 4 hand_to_hand; 3 command; 2 movement, armour; 1 camouflage }
  stunts leave, far, blast, hidden
  aspects "Grey paint"
}
unit ghost "Ghost" : squad {
  tech T1
  skills { 6 camouflage; 5 armour; 1 movement }
  aspects "Pale"
}
unit blank "Blank" : squad {
  tech T1
  skills { 3 direct_fire, camouflage; 2 movement, command, armour; 1 signals, observation }
  stunts clean, far, leave
}
unit void "Void" : squad {
  tech T1
  skills { 3 direct_fire, camouflage; 2 movement, command, armour; 1 signals, observation }
  stunts clean, far, leave
}
unit steady "Steady" : squad {
  tech T1
  skills { 6 observation; 4 direct_fire; 3 armour; 2 movement, command; 1 camouflage }
  stunts leave, far, hidden
  aspects "Grey paint"
}
unit sweeper "Sweeper" : squad {
  tech T1
  skills { 6 observation; 4 direct_fire; 3 armour; 2 movement, command; 1 camouflage }
  stunts leave, far, blast, hidden
  aspects "Grey paint"
}
unit thick "Thick" : squad {
  tech T1
  skills { 5 armour; 2 command; 1 movement, camouflage }
  aspects "Behind a wall"
}
platoon steadies { leader steady with not_a_genius "Layer"; units steady x3 }
platoon sweepers { leader sweeper with not_a_genius "Layer"; units sweeper x2 }
platoon thicks { leader thick with not_a_genius "Wall"; units thick x4 }
encounter long_battle "e" : platoon {
  map lane
  defender blues
  side reds { platoon steadies at b }
  side blues { platoon thicks at c }
  limit 40 turns
}
encounter sweep_battle "e" : platoon {
  map lane
  defender blues
  side reds { platoon sweepers at b }
  side blues { platoon thicks at c }
  limit 40 turns
}
platoon bursters { leader burster with not_a_genius "Layer"; units burster }
platoon ghosts { leader ghost with not_a_genius "Ghost"; units ghost, target x2 }
platoon blanks { leader blank with not_a_genius "Nobody"; units blank x2 }
platoon voids { leader void with not_a_genius "No one"; units void x2 }
ruleset lasting_noise "Lasting noise" { out_of_command_fades no }
encounter burst_battle "e" : platoon {
  map lane
  defender blues
  side reds { platoon bursters at b }
  side blues { platoon ghosts at c }
  limit 10 turns
}
encounter blank_battle "e" : platoon {
  map lane
  defender reds
  side reds { platoon blanks at c }
  side blues { platoon voids at d }
  campaign "Grey paint"
  limit 6 turns
}
encounter shell_battle "e" : platoon {
  map lane
  defender blues
  side reds { platoon shells at b }
  side blues { platoon targets at c }
  limit 8 turns
}
encounter noise_battle "e" : platoon {
  map lane
  defender reds
  rules lasting_noise
  side reds { platoon lone_wagons at c }
  side blues { platoon jammers at d }
  limit 10 turns
}
"#,
    scenes: &[
        ("lane_fight", "red"),
        ("far_battle", "red"),
        ("odd_battle", "red"),
        ("lit_battle", "red"),
        ("lit_battle", "truck"),
        ("lit_battle", "kite"),
        ("lit_battle", "gun"),
        ("lane_fight", "reds"),
        ("busy_battle", "scouts"),
        ("busy_battle", "paint"),
        ("busy_battle", "hawk"),
        ("busy_battle", "wagons"),
        ("busy_battle", "walkers"),
        ("worn_battle", "scouts"),
        ("worn_battle", "wagon"),
        ("worn_battle", "hawk"),
        ("worn_battle", "walkers"),
        ("shell_battle", "mortar"),
        ("noise_battle", "lone_wagon"),
        ("burst_battle", "burster"),
        ("blank_battle", "blank"),
        ("long_battle", "steady"),
        ("sweep_battle", "sweeper"),
    ],
    shop: r#"design maker : unit {
  skills loose 0..9
  tech T0..T4
  track morale { base 3 }
"#,
    sold: r#"  stunt lNUMBER { cost 0; effect EFFECT }
"#,
    shut: r#"}
"#,
    buyer: r#"unit NAME : maker { tech T1; skills { 3 direct_fire }; stunts STUNTS }
"#,
    skill: r#"direct_fire"#,
    weak: r#"signals"#,
    lacking: r#"anti_air"#,
    other: r#"9"#,
    track: r#"morale"#,
    second: r#"morale"#,
};

const STAKES: Stage = Stage {
    play: Play::Stakes,
    design: r#"any"#,
    scene: r#"background any "Anybody" { stat_dice 12; trait_dice 3 }
opposition b "B" { stats { body 2; mind 2; soft 2; hard 2 }; stages 3; trait door "Door" 2d6 }
operative red "Red" {
  background any
  stats { body 2; mind 2; soft 2; hard 2 }
  trait calm "Calm" 1d6 { fits unopposed_neutral }
  trait fist "Fist" 2d6 { fits opposed_physical }
}
operative blue "Blue" {
  background any
  stats { body 3; mind 3; soft 3; hard 3 }
  trait calm "Calm" 3d6
}
encounter talk "e" : stakes {
  stakes { win "Yes"; lose "No" }
  initiator red
  side reds { party red { approach unopposed_neutral } }
  side blues { party b { approach unopposed_neutral } }
}
encounter short "e" : stakes {
  stakes { win "Yes"; lose "No" }
  initiator red
  effect everyone rows is 1
  effect everyone +1 to fallout
  side reds { party red { approach opposed_physical } }
  side blues { party blue { approach opposed_physical } }
}
encounter crowd "e" : stakes {
  stakes { win "Yes"; lose "No" }
  initiator blue
  side reds { party red { approach opposed_physical } }
  side blues { party blue { approach opposed_physical } }
}
encounter pair "e" : stakes {
  stakes { win "Yes"; lose "No" }
  initiator blue
  side reds { party red { approach opposed_physical }; party blue { approach opposed_physical } }
  side blues { party b { approach opposed_physical } }
}
"#,
    scenes: &[("talk", "red"), ("crowd", "red"), ("short", "red"), ("talk", "b"), ("pair", "red"), ("pair", "blue")],
    shop: r#""#,
    sold: r#"operative lNUMBER "L" { background any; stats { body 3; mind 3; soft 3; hard 3 }; effect EFFECT }
"#,
    shut: r#""#,
    buyer: r#""#,
    skill: r#"body"#,
    weak: r#"soft"#,
    lacking: r#"hard"#,
    other: r#"9"#,
    track: r#"physical"#,
    second: r#"mental"#,
};
