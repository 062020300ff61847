//! A small fight of each conflict, with one fighter who has the effect under test.

use slip_pack::effect::Play;

/// Fight of one conflict, and the design that sells the effects for it.
pub struct Stage {
    /// Kind of play.
    pub play: Play,
    /// Kind of item that has the effects.
    pub kind: &'static str,
    /// Beginning of the design that sells the effects; stunts and a closing brace follow.
    pub opening: &'static str,
    /// Item of this design that buys `STUNTS`.
    pub buyer: &'static str,
    /// Skill that is rolled often.
    pub skill: &'static str,
    /// Track that is hit often.
    pub track: &'static str,
    /// Another track.
    pub second: &'static str,
    /// Declarations for the games.
    pub scene: &'static str,
    /// Fighter `NUMBER` with the `EFFECT`, and the encounter of this fighter.
    pub cast: &'static str,
    /// Effects that come up in every few games.
    pub played: &'static [&'static str],
}

impl Stage {
    /// Returns a fighter with an effect, and the encounter `e_NUMBER`.
    pub fn fighter(&self, number: &str, effect: &str) -> String {
        let effect = match (effect, self.play) {
            ("", Play::Stakes) => String::new(),
            ("", _) => "sink".to_owned(),
            (effect, _) => format!("effect {effect}"),
        };
        self.cast.replace("NUMBER", number).replace("EFFECT", &effect)
    }
}

/// Returns the fight of a conflict.
pub fn stage(play: Play) -> Stage {
    match play {
        Play::Space => SPACE,
        Play::Platoon => PLATOON,
        Play::Stakes => STAKES,
        Play::Social => Stage { play, skill: "oratory", track: "composure", second: "health", cast: TALK, played: TALKED, ..PERSONAL },
        _ => PERSONAL,
    }
}

const PERSONAL: Stage = Stage {
    play: Play::Personal,
    kind: "npc",
    opening: "mark glowing \"glows\"
design maker : npc {
  skills loose 0..9
  track health \"Health\" { base 5; fixed }
  track composure \"Composure\" { base 5; fixed }
  aspect \"Grey paint\"
",
    buyer: "npc NAME : maker { skills { 3 slug_throwers, oratory }; stunts STUNTS }\n",
    skill: "slug_throwers",
    track: "health",
    second: "composure",
    scene: "mark glowing \"glows\"
design plain_npc : npc {
  skills loose 0..9
  slots 1; fate 5; gear
  consequences mild, moderate, severe
  track health \"Health\" { base 5; fixed }
  track composure \"Composure\" { base 5; fixed }
}
npc ally \"Ally\" : plain_npc { skills { 3 slug_throwers, oratory; 2 agility, alertness, resolve, charm }; gear pistol; aspects \"Old friend\" }
npc blue \"Blue\" : plain_npc { skills { 3 slug_throwers, oratory, agility; 2 alertness, resolve, charm }; gear pistol; aspects \"Grey eyes\" }
design test_gun : weapon {
  tech T1..T4; budget 9; skill slug_throwers
  stat harm { base 2 }; stat penetration { base 1 }; stat min_range { base 0 }; stat max_range { base 2 }
}
weapon pistol \"Pistol\" : test_gun { tech T2 }
map yard \"Yard\" { zone a { aspects \"Grey paint\" }; zone b; zone c; border a -- b 0; border b -- c 1 }
",
    cast: "design d_NUMBER : npc {
  skills loose 0..9
  slots 1; fate 5; gear
  consequences mild, moderate, severe
  track health \"Health\" { base 5; fixed }
  track composure \"Composure\" { base 5; fixed }
  stunt line \"line\" { cost 0; EFFECT }
}
npc red_NUMBER \"Red\" : d_NUMBER {
  skills { 3 slug_throwers, oratory; 2 agility, alertness, resolve, charm }
  gear pistol
  stunts line
  aspects \"Grey paint\"
}
encounter e_NUMBER \"e\" : personal {
  map yard
  side red { actors red_NUMBER at a, ally at a }
  side blue { actors blue x2 at b }
  limit 8 rounds
  victory red when out(blue); victory blue when out(red)
}
",
    played: &[
        "+9 to attack",
        "+9 to defence",
        "attack at most -9",
        "allies +9 to attack",
        "enemies -9 to defence",
        "others -9 to attack",
        "cannot attack",
        "+9 to order",
        "after attack suffers 1 on health",
        "after enemies attack actor suffers 1 on composure",
        "each turn suffers 1 on composure",
        "each turn everyone faces 9 with stamina on health",
        "at start has aspect \"Dazed\"",
        "+9 to stress",
        "+9 to attack when range >= 0",
        "+9 to attack when not target is glowing",
    ],
};

const TALKED: &[&str] = &[
    "+9 to attack",
    "+9 to defence",
    "cannot attack",
    "-9 to order",
    "enemies -9 to defence",
    "each turn suffers 1 on composure",
    "each time_box suffers 1 on composure",
    "at start has aspect \"Dazed\"",
];

const TALK: &str = "design d_NUMBER : npc {
  skills loose 0..9
  slots 1; fate 5; gear
  consequences mild, moderate, severe
  track health \"Health\" { base 5; fixed }
  track composure \"Composure\" { base 5; fixed }
  stunt line \"line\" { cost 0; EFFECT }
}
npc red_NUMBER \"Red\" : d_NUMBER {
  skills { 3 slug_throwers, oratory; 2 agility, alertness, resolve, charm }
  gear pistol
  stunts line
  aspects \"Grey paint\"
}
encounter e_NUMBER \"e\" : social {
  map yard
  stakes { win \"Yes\"; lose \"No\" }
  time_boxes 6
  max_time few_hours
  side red { actors red_NUMBER at a, ally at a }
  side blue { actors blue x2 at b }
  victory red when out(blue); victory blue when out(red)
}
";

const SPACE: Stage = Stage {
    play: Play::Space,
    kind: "ship",
    opening: "mark glowing \"glows\"
design maker : ship from std.spacecraft {
",
    buyer: "ship NAME : maker { tech T2; v_shift 2; beam 2; stunts STUNTS; aspects \"Grey paint\", \"b\", \"c\", \"d\", \"e\" }\n",
    skill: "gunnery",
    track: "frame",
    second: "data",
    scene: "mark glowing \"glows\"
ship blue \"Blue\" : spacecraft {
  tech T2; v_shift 2; beam 2; ew 1; torpedo 1; tracks { frame 3; data 3; heat 4 }
  aspects \"Grey eyes\", \"b\", \"c\", \"d\", \"e\"
}
ship ally \"Ally\" : spacecraft {
  tech T2; v_shift 2; beam 2; ew 1; torpedo 1; tracks { frame 3; data 3; heat 4 }
  aspects \"Old friend\", \"b\", \"c\", \"d\", \"e\"
}
",
    cast: "design d_NUMBER \"Hull\" : ship from std.spacecraft {
  stat sensors \"Sensors\" { ranks 0..5; cost rank }
  effect must use sensors for detection
  stunt line \"line\" { cost 0; EFFECT }
}
ship red_NUMBER \"Red\" : d_NUMBER {
  tech T2; v_shift 2; beam 2; torpedo 1; ew 1; sensors 1; tracks { frame 4; data 3; heat 4 }
  stunts line
  aspects \"Grey paint\", \"b\", \"c\", \"d\", \"e\"
}
encounter e_NUMBER \"e\" : space {
  side red { ship red_NUMBER; ship ally }
  side blue { ship blue x2 }
  victory red when out(blue); victory blue when out(red)
  limit 6 turns
}
",
    played: &[
        "+9 to detection",
        "+9 to sensors rolls",
        "+9 to position",
        "+9 to attack",
        "enemies -9 to position",
        "allies +9 to position",
        "enemies -9 to attack against this",
        "may use 9 for detection",
        "after detection suffers 1 on heat",
        "each turn suffers 1 on heat",
        "each turn everyone suffers 1 on heat",
        "at start has aspect \"Dazed\"",
        "cannot attack",
        "may reroll position any times",
    ],
};

const PLATOON: Stage = Stage {
    play: Play::Platoon,
    kind: "unit",
    opening: "mark glowing \"glows\"
design maker : unit {
  skills loose 0..9
  tech T0..T4
  track morale { base 3 }
",
    buyer: "unit NAME : maker { tech T1; skills { 3 direct_fire }; stunts STUNTS }\n",
    skill: "direct_fire",
    track: "morale",
    second: "morale",
    scene: "mark glowing \"glows\"
map lane {
  zone a { centre 0 0; aspects \"Grey paint\"; exit }
  zone b { centre 4 0; cover 1 }
  zone c { centre 8 0 }
  zone d { centre 12 0; cover 1 }
  zone e { centre 16 0; exit }
  border a -- b; border b -- c; border c -- d; border d -- e
}
unit rifles \"Rifles\" : infantry {
  tech T1
  skills { 3 camouflage; 2 direct_fire, observation; 1 armour, signals, command }
  stunts wireless
  aspects \"Here first\"
}
platoon blues \"Blues\" { leader rifles with not_a_genius \"Sergeant\"; units rifles x2 }
",
    cast: "design d_NUMBER \"Foot\" : unit from std.infantry { stunt line \"line\" { cost 0; EFFECT } }
unit red_NUMBER \"Red\" : d_NUMBER {
  tech T1
  skills { 3 direct_fire; 2 camouflage, observation; 1 armour, signals, command }
  stunts line
  aspects \"Grey paint\"
}
platoon reds_NUMBER \"Reds\" { leader rifles with not_a_genius \"Corporal\"; units red_NUMBER x2 }
encounter e_NUMBER \"e\" : platoon {
  map lane
  defender blue
  side red { platoon reds_NUMBER at b }
  side blue { platoon blues at c }
  limit 6 turns
}
",
    played: &["+9 to attack", "cannot attack", "each turn suffers 1 on morale", "at start has aspect \"Dazed\"", "+9 to defence"],
};

const STAKES: Stage = Stage {
    play: Play::Stakes,
    kind: "operative",
    opening: "",
    buyer: "",
    skill: "body",
    track: "body",
    second: "mind",
    scene: "background any \"Anybody\" { stat_dice 8; trait_dice 1 }
opposition b \"B\" { stats { body 2; mind 2; soft 2; hard 2 }; stages 3; trait door \"Door\" 2d6 }
",
    cast: "operative a_NUMBER \"A\" {
  background any
  stats { body 2; mind 2; soft 2; hard 2 }
  trait calm \"Calm\" 1d6 { fits unopposed_neutral }
  EFFECT
}
encounter e_NUMBER \"e\" : stakes {
  stakes { win \"Yes\"; lose \"No\" }
  initiator a_NUMBER
  side red { party a_NUMBER { approach unopposed_neutral } }
  side blue { party b { approach unopposed_neutral } }
}
",
    played: &["+9 to raise", "+9 to see", "+4 to pool", "after raise +1 to pool"],
};
