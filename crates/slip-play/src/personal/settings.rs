//! Settings of personal combat, read from the rules in force. The rulings in the book describe each setting.
//!
//! The words are those of `stdlib/`. The compiler refuses unknown words in a ruleset, so here an unknown word means the standard setting.

use slip_dice::DiceKind;
use slip_dice::fate::Schedule;
use slip_pack::Name;
use slip_pack::ruleset::Rules;

/// Condition of First Blood (R-P15, R-C23).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstBlood {
    /// The first hit on a person in the session that marks a box. Boxes that are marked already do not matter.
    Session,
    /// Any hit on a person without a marked box on either track.
    Unmarked,
    /// The first hit of the session, if no box is marked.
    Once,
    /// Never: hits do not cause First Blood.
    Never,
}

/// Period for which a used skill is used up (R-P9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkillWindow {
    /// From the actor's turn to the actor's next turn.
    Personal,
    /// The round, shared by all actors.
    Global,
}

/// Gravity of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gravity {
    /// Normal gravity.
    Normal,
    /// No gravity: the skill of weightlessness ([`RuleNames::microgravity`]) replaces other skills.
    None,
    /// Gravity that stutters: the rules are those without gravity, and every roll gets -1.
    Stuttering,
    /// Gravity pulls sideways: -2 on every roll.
    Sloping,
    /// Low gravity: -2 on every roll. The better of the usual skill and the skill of weightlessness counts.
    Low,
}

impl Gravity {
    /// All gravities with their words in files and rulings.
    pub const WORDS: [(Gravity, &str); 5] = [
        (Gravity::Normal, "normal"),
        (Gravity::None, "none"),
        (Gravity::Stuttering, "stuttering"),
        (Gravity::Sloping, "sloping"),
        (Gravity::Low, "low"),
    ];

    /// Returns the gravity that a word names.
    pub fn from_word(word: &str) -> Option<Gravity> {
        Gravity::WORDS.iter().find(|(_, known)| *known == word).map(|&(gravity, _)| gravity)
    }

    /// Returns the word for this gravity.
    pub fn word(self) -> &'static str {
        Gravity::WORDS.iter().find(|(gravity, _)| *gravity == self).map_or("normal", |&(_, word)| word)
    }

    /// Returns the number of this gravity in the log: its position in [`Gravity::WORDS`].
    pub fn number(self) -> u8 {
        let place = Gravity::WORDS.iter().position(|(gravity, _)| *gravity == self);
        place.and_then(|place| u8::try_from(place).ok()).unwrap_or(0)
    }

    /// Returns the gravity with a number of the log.
    pub fn from_number(number: i32) -> Option<Gravity> {
        usize::try_from(number).ok().and_then(|place| Gravity::WORDS.get(place)).map(|&(gravity, _)| gravity)
    }

    /// Returns the modifier that this gravity adds to every roll.
    pub const fn penalty(self) -> i32 {
        match self {
            Gravity::Normal | Gravity::None => 0,
            Gravity::Stuttering => -1,
            Gravity::Sloping | Gravity::Low => -2,
        }
    }

    /// Returns the aspect that the scene has because of missing or low gravity; `None` if there is no such aspect.
    pub const fn aspect(self) -> Option<&'static str> {
        match self {
            Gravity::None | Gravity::Stuttering => Some("Zero gravity"),
            Gravity::Low => Some("Low gravity"),
            Gravity::Normal | Gravity::Sloping => None,
        }
    }

    /// True if there is no gravity, so that the skill of weightlessness replaces others.
    pub const fn is_weightless(self) -> bool {
        matches!(self, Gravity::None | Gravity::Stuttering)
    }
}

/// Difficulty of a check of nerve after a fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Morale {
    /// Setting `morale_peer_here`: difficulty of the check of nerve after an equal has fallen in the actor's own zone.
    pub peer_here: i32,
    /// Setting `morale_peer_seen`: difficulty after an equal has fallen in view, in another zone.
    pub peer_seen: i32,
    /// Setting `morale_leader_here`: difficulty after the leader has fallen in the actor's own zone.
    pub leader_here: i32,
    /// Setting `morale_leader_seen`: difficulty of the check of nerve after the leader has fallen in view, in another zone.
    pub leader_seen: i32,
}

/// Settings of personal combat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalSettings {
    /// `dice`: kind of dice for rolls.
    pub dice: DiceKind,
    /// `spin_at`: number of shifts by which a defence must win for each spin that it gives (R-P3).
    pub spin_at: i32,
    /// `spin single`: a defence gives at most one spin, however high it wins (R-C6).
    pub spin_single: bool,
    /// `mild`, `moderate`, `severe`: shifts that consequences take off.
    pub schedule: Schedule,
    /// `self_invokes any`: an actor may invoke any number of its own aspects on one roll (R-C24).
    pub self_invokes_any: bool,
    /// `narrated any`: any skill may be rolled for attacks with words, for maneuvers and for obstructions, and in every roll of a social
    /// conflict. Otherwise only the skills whose files list the act may be rolled.
    pub any_skill_serves: bool,
    /// `compel_loss action`: an accepted compel costs only the action, and leaves the free move (R-P20).
    pub compel_loses_action_only: bool,
    /// `compel_any_time yes`: in games where points only change hands, an actor may also compel actors whose turn it is not. An actor that
    /// accepts such a compel loses its next turn (R-P50).
    pub compel_scene: bool,
    /// `compel_any_time yes`: where points only change hands, an actor may compel an actor whose turn it is not. An actor that accepts such
    /// a compel loses its next turn (R-P50).
    pub compel_any_time: bool,
    /// `forced_move flagged`: only aspects with a mark for it can force a move (R-P20).
    pub forced_move_flagged: bool,
    /// `fate zero_sum`: spent points go to the actor that is hurt by their use, never to a bank. The sum of all points is constant.
    pub zero_sum: bool,
    /// `late_compel`: amount that a compel after the dice takes off the roll.
    pub late_compel: i32,
    /// `most_offered`: the largest number of points that can be offered or asked for in a compel (R-P35).
    pub most_offered: u16,
    /// `border_cost max`: crossing a border of value p costs max(1, p) points of movement instead of 1 + p (R-P17).
    pub border_cost_max: bool,
    /// `hazard fixed`: a hazard of an effect is a fixed difficulty and does not roll (R-N29).
    pub hazard_fixed: bool,
    /// `bare_hands either`: attacks with the bare hand may hit Health (R-P46).
    pub bare_hands_either: bool,
    /// `improvised_throws yes`: people may throw whatever is at hand (R-XTD9).
    pub improvised_throws: bool,
    /// `access forbidden`: gear cannot be used without training, not even for a fate point (R-P24).
    pub access_forbidden: bool,
    /// `skill_window`: when used skills can be used again (R-P9).
    pub window: SkillWindow,
    /// `first_blood`: the condition of First Blood (R-P15).
    pub first_blood: FirstBlood,
    /// `order seats`: turns follow the order of the text (R-P16).
    pub order_by_seats: bool,
    /// `closed_sheets yes`: players see the ranks of enemies only after rolls have shown them.
    pub closed_sheets: bool,
    /// `order asked`: the first side chooses the order at the beginning of each round.
    pub order_asked: bool,
    /// `seal_difficulty`: difficulty of sealing a suit.
    pub seal_difficulty: i32,
    /// `unsuited struck`: an actor without a suit is hit in a place without air like one with a leaking suit (R-XTD1).
    pub unsuited_struck: bool,
    /// `first_aid_rank`: the rank needed for first aid (R-P31).
    pub first_aid_rank: i32,
    /// `gravity` at the start: `normal`, `none`, `stuttering`, `sloping` or `low`. A ruling may change it during the fight.
    pub gravity: Gravity,
    /// `zones_per_turn`: zones an actor may enter in a turn.
    pub zones_per_turn: i32,
    /// `free_move_time either`: the free move may also be made after the action (R-XP18).
    pub free_move_after: bool,
    /// `out_of_range`: the penalty outside a weapon's range (R-P25).
    pub out_of_range: i32,
    /// `obstruct_difficulty`: difficulty of obstructing a border.
    pub obstruct_difficulty: i32,
    /// `maneuver_difficulty`: difficulty of a maneuver without opposition (R-P27).
    pub maneuver_difficulty: i32,
    /// `invoke_bonus`: bonus of an invoke or a tag.
    pub bonus: i32,
    /// `declarations yes`: an actor may pay a fate point to state a fact that may become an aspect (R-P44).
    pub declarations: bool,
    /// False with `declarations no`: players may not declare facts in words either (R-P44).
    pub facts_in_words: bool,
    /// `caller others`: another side decides if a declared act is reasonable, and how long the aspect that the act places lasts.
    pub caller_others: bool,
    /// `morale yes`: actors who see a friend fall check their nerve (R-P37).
    pub morale: Option<Morale>,
    /// `beyond_saving`: an actor that a hit takes this many shifts past the end of the first track cannot be saved (R-P14).
    pub beyond_saving: i32,
    /// `round_cap`: rounds after which a fight without its own limit is a draw.
    pub round_cap: u32,
    /// Names of skills and tracks by their role in the rules.
    pub names: RuleNames,
}

/// Names of the skills and tracks that have a role in the rules. Rulesets may set other names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleNames {
    /// `health_track`: the first stress track.
    pub health: Name,
    /// `composure_track`: the second stress track.
    pub composure: Name,
    /// `order_skill` and `order_tie_skill`: skills for the order of turns (R-P16).
    pub order: [Name; 2],
    /// `move_skill`: skill for movement.
    pub movement: Name,
    /// `dodge_skill`: skill that defends against any attack (R-P10).
    pub dodge: Name,
    /// `nerve_skill`: skill that defends against attacks on Composure (R-P10).
    pub nerve: Name,
    /// `microgravity_skill`: skill that replaces other skills where there is no gravity (R-P36).
    pub microgravity: Name,
    /// `unarmed_skill`: skill for attacks with the bare hand; outdoors its weapons reach only their own zone.
    pub unarmed: Name,
    /// `throw_skill`: skill for throwing whatever is at hand (R-XTD9).
    pub throwing: Name,
    /// `hand_skill`: skill for melee weapons, which outdoors reach only their own zone.
    pub hand: Name,
    /// `seal_skill`: skill for sealing suits.
    pub seal: Name,
    /// `first_aid_skill`: skill for treating wounds.
    pub medic: Name,
    /// `combat_class`: the class of skills that weapons use.
    pub combat_class: Name,
}

impl PersonalSettings {
    /// Reads the rules in force for social combat, which has no bare hands, weapons and gravity (R-SC4, R-SC7, R-SC9).
    pub fn read_social(rules: &Rules) -> PersonalSettings {
        let name = |setting: &str, default: &str| Name::from(rules.word(setting, default));
        let usual = PersonalSettings::read(rules);
        let first = name("social_order_skill", "charm");
        PersonalSettings {
            compel_scene: true,
            compel_any_time: false,
            border_cost_max: false,
            free_move_after: false,
            first_blood: FirstBlood::Never,
            improvised_throws: false,
            order_by_seats: rules.is("social_order", "seats"),
            order_asked: false,
            gravity: Gravity::Normal,
            // A forced move is one zone (R-SC19); the number of zones of an actor's own move has no limit (R-SC7).
            zones_per_turn: 1,
            // A single shift places an aspect or makes a border harder (R-SC2).
            obstruct_difficulty: 0,
            maneuver_difficulty: 0,
            morale: None,
            beyond_saving: i32::MAX,
            names: RuleNames { health: name("wealth_track", "wealth"), order: [first.clone(), first], ..usual.names },
            ..usual
        }
    }

    /// Reads the rules in force.
    pub fn read(rules: &Rules) -> PersonalSettings {
        let number = |name: &str, default: i32| i32::try_from(rules.int(name, i64::from(default))).unwrap_or(default);
        let small = |name: &str, default: u8| u8::try_from(rules.int(name, i64::from(default))).unwrap_or(default);
        let name = |setting: &str, default: &str| Name::from(rules.word(setting, default));
        PersonalSettings {
            dice: DiceKind::from_word(rules.word("dice", "")).unwrap_or_default(),
            spin_at: number("spin_at", 3),
            spin_single: rules.is("spin", "single"),
            schedule: Schedule { mild: small("mild", 1), moderate: small("moderate", 2), severe: small("severe", 4) },
            self_invokes_any: rules.is("self_invokes", "any"),
            any_skill_serves: rules.is("narrated", "any"),
            compel_loses_action_only: rules.is("compel_loss", "action"),
            compel_scene: rules.is("compel_scene", "yes"),
            compel_any_time: rules.is("compel_any_time", "yes"),
            forced_move_flagged: rules.is("forced_move", "flagged"),
            zero_sum: rules.is("fate", "zero_sum"),
            late_compel: number("late_compel", 2),
            most_offered: u16::from(small("most_offered", 3)).clamp(1, 3),
            border_cost_max: rules.is("border_cost", "max"),
            hazard_fixed: rules.is("hazard", "fixed"),
            bare_hands_either: rules.is("bare_hands", "either"),
            improvised_throws: rules.is("improvised_throws", "yes"),
            access_forbidden: rules.is("access", "forbidden"),
            window: if rules.is("skill_window", "global") { SkillWindow::Global } else { SkillWindow::Personal },
            first_blood: match rules.word("first_blood", "once") {
                "session" => FirstBlood::Session,
                "unmarked" => FirstBlood::Unmarked,
                "no" => FirstBlood::Never,
                _ => FirstBlood::Once,
            },
            order_by_seats: rules.is("order", "seats"),
            closed_sheets: rules.is("closed_sheets", "yes"),
            order_asked: rules.is("order", "asked"),
            seal_difficulty: number("seal_difficulty", 4),
            unsuited_struck: !rules.is("unsuited", "spared"),
            first_aid_rank: number("first_aid_rank", 1),
            gravity: Gravity::from_word(rules.word("gravity", "")).unwrap_or(Gravity::Normal),
            bonus: number("invoke_bonus", 2),
            zones_per_turn: number("zones_per_turn", 3),
            free_move_after: rules.is("free_move_time", "either"),
            out_of_range: number("out_of_range", 2),
            obstruct_difficulty: number("obstruct_difficulty", 2),
            maneuver_difficulty: number("maneuver_difficulty", 0),
            declarations: rules.is("declarations", "yes"),
            facts_in_words: !rules.is("declarations", "no"),
            caller_others: rules.is("caller", "others"),
            morale: rules.is("morale", "yes").then(|| Morale {
                peer_here: number("morale_peer_here", 2),
                peer_seen: number("morale_peer_seen", 1),
                leader_here: number("morale_leader_here", 4),
                leader_seen: number("morale_leader_seen", 3),
            }),
            beyond_saving: number("beyond_saving", 8),
            round_cap: u32::try_from(rules.int("round_cap", 100)).unwrap_or(100).max(1),
            names: RuleNames {
                health: name("health_track", "health"),
                composure: name("composure_track", "composure"),
                order: [name("order_skill", "alertness"), name("order_tie_skill", "agility")],
                movement: name("move_skill", "agility"),
                dodge: name("dodge_skill", "agility"),
                nerve: name("nerve_skill", "resolve"),
                microgravity: name("microgravity_skill", "microg"),
                unarmed: name("unarmed_skill", "brawling"),
                throwing: name("throw_skill", "agility"),
                hand: name("hand_skill", "close_combat"),
                seal: name("seal_skill", "eva"),
                medic: name("first_aid_skill", "medical"),
                combat_class: name("combat_class", "combat"),
            },
        }
    }
}
