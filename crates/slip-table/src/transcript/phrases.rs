//! Phrases of a transcript: acts, arithmetic of rolls, names of things.

use slip_dice::Faces;
use slip_dice::fate::{Aspect, AspectOrigin, Grade, Holder, Track};
use slip_pack::encounter::{Form, SHORT_FORMS};
use slip_play::choice::{Choice, Verb};
use slip_play::event::{Phase, RollAddend, RollAddends};
use slip_play::ids::{ActorId, AspectId, BorderId, Id, Seat, SkillId, ZoneId};
use slip_play::names::{NamedThingKind, Names};
use slip_play::personal::Personal;
use slip_play::personal::roll_base::ArmourAddend;
use slip_play::personal::state::HEALTH;
use slip_play::stored_seat::StoredSeat;

/// Describes the act of an actor as a phrase that follows the actor's name. Words that are spoken with the act are added.
pub(crate) fn deed(fight: &Personal, who: ActorId) -> String {
    let own = super::personal::social::deed(fight, who);
    own.unwrap_or_else(|| act(fight, who)) + &in_words(fight.state.declared.say.as_deref())
}

/// Formats the words spoken with an act: `, "You owe me"`.
pub(crate) fn in_words(say: Option<&str>) -> String {
    say.map(|say| format!(", \"{say}\"")).unwrap_or_default()
}

fn act(fight: &Personal, who: ActorId) -> String {
    let declared = &fight.state.declared;
    let with = declared.using.and_then(Choice::skill).map(|skill| format!(" with {}", skill_title(fight, skill)));
    let with = with.unwrap_or_default();
    match declared.act {
        Some(Verb::Attack) => attack(fight, who),
        Some(Verb::Move) => "moves".to_owned(),
        Some(Verb::Maneuver) => {
            let on = if declared.it == Id::Actor(who) { "themself" } else { thing(fight, declared.it) };
            format!("tries a maneuver on {on}{with}")
        }
        Some(Verb::Obstruct) => format!("puts up an obstacle in {}{with}", thing(fight, declared.it)),
        Some(Verb::Seal) => format!("seals the suit{with}"),
        Some(Verb::FirstAid) => format!("treats {}{with}", thing(fight, declared.it)),
        Some(Verb::Task) => {
            let task = declared.thing.and_then(|number| fight.task(number));
            format!("works at {}{with}", task.map_or("a task".to_owned(), |task| format!("\"{}\"", task.title)))
        }
        Some(Verb::Remove) => {
            format!("tries to remove \"{}\"{with}", declared.aspect.map_or("", |id| fight.aspect(id)))
        }
        _ => "acts".to_owned(),
    }
}

fn attack(fight: &Personal, who: ActorId) -> String {
    let declared = &fight.state.declared;
    let using = declared.using.unwrap_or(Choice::of(Verb::Use));
    let from = fight.state.actors[who].zone;
    let (target, there) = match declared.it {
        Id::Actor(target) => (name(fight, target).to_owned(), fight.state.actors[target].zone),
        Id::Zone(there) => (format!("everyone in {}", zone(fight, there)), there),
        Id::Scene | Id::None => ("no target".to_owned(), from),
    };
    let range = fight.roster.map.range(from, there);
    let aimed = match declared.track {
        Some(track) if track != HEALTH => format!(", aiming at {}", title(fight.track(track))),
        _ => String::new(),
    };
    if fight.is_words(who, using) {
        let skill = using.skill().map_or("words", |skill| skill_title(fight, skill));
        return format!("attacks {target} with {skill} (range {range})");
    }
    let weapon = using.weapon().and_then(|number| fight.roster.actors[who].weapons.get(usize::from(number)));
    let manner = fight.manner(who, using);
    match (weapon, manner) {
        (Some(weapon), Some(manner)) if manner.thrown || manner.drops => {
            format!("throws {} at {target}{aimed} (range {range})", the(&weapon.title))
        }
        (Some(weapon), Some(manner)) if manner.hand => {
            format!("attacks {target} with {}{aimed} (range {range})", the(&weapon.title))
        }
        (Some(weapon), _) => format!("fires {} at {target}{aimed} (range {range})", the(&weapon.title)),
        (None, _) if fight.roster.actors[who].mooks => format!("attacks {target}{aimed} (range {range})"),
        (None, Some(manner)) if manner.thrown => format!("throws something at {target}{aimed} (range {range})"),
        (None, _) => format!("attacks {target} with bare hands{aimed} (range {range})"),
    }
}

/// Formats the arithmetic of a roll: `dice + + 0 - = +1, Slug throwers 2, harm 1`.
pub(crate) fn sum(fight: &Personal, who: ActorId, faces: &Faces, parts: &RollAddends) -> String {
    let mut words = vec![format!("dice {faces} = {:+}", faces.total())];
    for (part, amount) in parts.iter() {
        words.push(match part {
            RollAddend::Skill(skill) => rolled_with(skill_title(fight, skill), amount),
            RollAddend::Mooks => format!("unmarked boxes {amount}"),
            RollAddend::Amplified => format!("backed by a better skill {amount}"),
            RollAddend::Harm => harm(fight, who, parts, amount),
            RollAddend::Fists => format!("fists {amount}"),
            RollAddend::Gear => format!("{} {amount:+}", gear(fight, who)),
            RollAddend::Environment => format!("surroundings {amount:+}"),
            RollAddend::Range if fight.roster.social.is_some() => format!("range {amount:+}"),
            RollAddend::Range => format!("out of range {amount:+}"),
            RollAddend::Fixed => format!("untrained {amount}"),
            RollAddend::Armour => armour(fight, amount),
            RollAddend::Aspect => format!("aspects {amount:+}"),
            RollAddend::Spin => format!("spin {amount:+}"),
            RollAddend::Late => format!("compelled {amount:+}"),
            RollAddend::Limited => format!("limited {amount:+}"),
            RollAddend::Posts => format!("also works at other posts {amount:+}"),
            RollAddend::Burn => format!("burn {amount:+}"),
            RollAddend::Automatic => format!("no roll {amount}"),
            RollAddend::Line(number) => format!("{} {amount:+}", fight.line(number)),
        });
    }
    words.join(", ")
}

/// Formats a total with its adjective on the ladder, if it has one.
pub(super) fn rung(total: i32) -> String {
    match slip_dice::fate::ladder::word(total) {
        Some(word) => format!("{total} ({word})"),
        None => total.to_string(),
    }
}

/// Returns the title of the gear that modifies an actor's roll, if only one piece of gear does: worn armour or the used weapon.
fn gear(fight: &Personal, who: ActorId) -> &str {
    let sheet = &fight.roster.actors[who];
    let weapon = fight.state.declared.using.and_then(Choice::weapon);
    let weapon = weapon.filter(|_| fight.state.step.phase == Phase::Action && fight.state.actor == Some(who));
    let carried = sheet.changes.iter().filter(|change| change.line.is_none()).count();
    match (&sheet.armour, weapon.and_then(|number| sheet.weapons.get(usize::from(number)))) {
        (Some(armour), None) if armour.changes.len() == carried => &armour.title,
        (_, Some(weapon)) if carried == 0 => &weapon.title,
        _ => "gear",
    }
}

/// Formats `armour 4 - penetration 1 = 3`, and every effect that changed it: `armour 4 - penetration 1 - 2 (Hot rounds) = 1`.
fn armour(fight: &Personal, left: i32) -> String {
    let state = &fight.state;
    let plain = || format!("armour {left}");
    let (Some(who), Some(attack)) = (state.step.who.actor(), state.actor.zip(state.declared.using)) else { return plain() };
    let reckoned = |armoured: bool| {
        let addends = fight.armour_addends(who, attack, armoured);
        let sum: i32 = addends.iter().map(|(_, amount)| amount).sum();
        (sum.max(0) == left).then_some(addends)
    };
    match reckoned(true).or_else(|| reckoned(false)) {
        Some(addends) if addends.iter().filter(|(_, amount)| *amount != 0).count() > 1 => armour_sum(fight, &addends, left),
        _ => plain(),
    }
}

/// Formats the addends of armour and their sum, which is never below 0.
pub(crate) fn armour_sum(fight: &Personal, addends: &[(ArmourAddend, i32)], left: i32) -> String {
    let mut words = String::new();
    for &(addend, amount) in addends {
        let sign = if amount < 0 { '-' } else { '+' };
        let size = amount.unsigned_abs();
        match addend {
            ArmourAddend::Defense => words.push_str(&format!("armour {amount}")),
            _ if amount == 0 => {}
            ArmourAddend::Penetration => words.push_str(&format!(" {sign} penetration {size}")),
            ArmourAddend::Effect(line) => words.push_str(&format!(" {sign} {size} ({})", fight.line(line))),
        }
    }
    let sum: i32 = addends.iter().map(|(_, amount)| amount).sum();
    if sum < left { format!("{words}, but at least {left}") } else { format!("{words} = {left}") }
}

/// Formats `harm 3`, and the effects that changed it: `harm 1 + 2 (Hot rounds) = 3`.
fn harm(fight: &Personal, who: ActorId, parts: &RollAddends, amount: i32) -> String {
    let using = fight.state.declared.using.filter(|_| fight.state.actor == Some(who));
    let effects = using.map(|using| fight.harm_effects(who, using, skill_of(parts))).unwrap_or_default();
    if effects.is_empty() {
        return format!("harm {amount}");
    }
    let more: i32 = effects.iter().map(|(_, by)| by).sum();
    let mut words = format!("harm {}", amount - more);
    for (line, by) in effects {
        let sign = if by < 0 { '-' } else { '+' };
        words.push_str(&format!(" {sign} {} ({})", by.unsigned_abs(), fight.line(line)));
    }
    format!("{words} = {amount}")
}

/// Returns the skill among the addends of a roll.
fn skill_of(parts: &RollAddends) -> Option<SkillId> {
    parts.iter().find_map(|(part, _)| if let RollAddend::Skill(skill) = part { Some(skill) } else { None })
}

pub(crate) fn name(fight: &Personal, who: ActorId) -> &str {
    &fight.roster.actors[who].title
}

/// Returns the outcome of an actor who is taken out or leaves on terms. The keyword `other` is replaced by a phrase.
pub(crate) fn fate(fight: &Personal, number: u8) -> &str {
    match fight.outcome_tag(number) {
        "other" => "something else",
        tag => tag,
    }
}

pub(crate) fn zone(fight: &Personal, id: ZoneId) -> &str {
    &fight.roster.map.zones[id].title
}

/// Returns the title of the holder of an aspect.
pub(crate) fn bearer(fight: &Personal, id: AspectId) -> String {
    fight.state.aspects.row(id).map(|aspect| holder(fight, aspect.holder)).unwrap_or_default()
}

pub(crate) fn holder(fight: &Personal, holder: Holder) -> String {
    match holder {
        Holder::Actor(who) => name(fight, ActorId(who)).to_owned(),
        Holder::Gear(who, thing) => {
            let who = ActorId(who);
            let weapon = fight.roster.actors[who].weapons.get(usize::from(thing));
            match weapon {
                Some(weapon) => format!("{} of {}", the(&weapon.title), name(fight, who)),
                None => format!("the armour of {}", name(fight, who)),
            }
        }
        Holder::Zone(there) => zone(fight, ZoneId(there)).to_owned(),
        Holder::Scene | Holder::System | Holder::Campaign => around(holder).to_owned(),
    }
}

/// Returns the words for the scope of an aspect: the scene, the place, or the campaign. Readers must know the scope, because a roll may tag
/// only one aspect of each scope for a fate point (R-P6).
pub(crate) const fn around(holder: Holder) -> &'static str {
    match holder {
        Holder::System => "the place",
        Holder::Campaign => "the campaign",
        Holder::Scene | Holder::Zone(_) | Holder::Actor(_) | Holder::Gear(..) => "the scene",
    }
}

/// Returns the title of a border, or its description by the two zones.
pub(crate) fn way(fight: &Personal, id: BorderId) -> String {
    let Some(border) = fight.roster.map.borders.row(id) else { return String::new() };
    match border.titled {
        true => border.title.to_string(),
        false => format!("the border between {} and {}", zone(fight, border.a), zone(fight, border.b)),
    }
}

pub(crate) fn skill_title(fight: &Personal, id: SkillId) -> &str {
    fight.roster.skills.row(id).map_or("", |skill| &skill.title)
}

pub(crate) fn thing(fight: &Personal, id: Id) -> &str {
    match id {
        Id::Actor(who) => name(fight, who),
        Id::Zone(there) => zone(fight, there),
        Id::Scene | Id::None => "the scene",
    }
}

/// Returns a track's name with a capital letter.
pub fn title(word: &str) -> String {
    let mut letters = word.chars().map(|letter| if letter == '_' { ' ' } else { letter });
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

pub(crate) fn counted(number: i64, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

/// Formats the points that a compel offers: `for 2 fate points`. If a free tag pays for the compel, no points change hands (R-VF7).
pub(crate) fn price(points: u16) -> String {
    match points {
        0 => "by its free tag".to_owned(),
        points => format!("for {}", counted(i64::from(points), "fate point", "fate points")),
    }
}

/// Formats the cost to refuse a compel: as many points as the compel offers, at least one.
pub(crate) fn refusing(points: u16) -> String {
    match points {
        0 | 1 => "Refusing costs a fate point.".to_owned(),
        points => format!("Refusing costs {points} fate points."),
    }
}

/// Formats the player of a side: `, played by the doctrine flee`, `, played by human`.
pub(super) fn played_by(player: &StoredSeat) -> String {
    match player {
        StoredSeat::Doctrine(doctrine) => format!(", played by the doctrine {doctrine}"),
        StoredSeat::Search(Some(wanted)) => format!(", played by search with the doctrine {wanted}"),
        other => format!(", played by {}", other.log_word()),
    }
}

/// Formats an actor's consequences: `mild "Ow"`.
pub(crate) fn consequences<'a>(aspects: impl Iterator<Item = &'a Aspect>, who: ActorId) -> Vec<String> {
    let borne = |aspect: &&Aspect| aspect.present && aspect.origin == AspectOrigin::Consequence && aspect.holder == Holder::Actor(who.0);
    let words = |aspect: &Aspect| format!("{} \"{}\"", aspect.grade.map_or("consequence", Grade::word), aspect.text);
    aspects.filter(borne).map(words).collect()
}

/// Formats a change of the player of a side: `(Bailiffs: played by human from now on.)`
pub(super) fn handed_over(fight: &dyn Names, seat: Seat, player: &StoredSeat) -> String {
    let by = played_by(player);
    format!("({}: {} from now on.)", side_title(fight, seat), by.trim_start_matches(", "))
}

/// Formats a track: `[x][x][ ]`.
pub(crate) fn boxes(track: Track) -> String {
    (1..=track.length()).map(|number| if track.is_marked(number) { "[x]" } else { "[ ]" }).collect()
}

/// Formats the sides that may use a free tag: `crew`, `crew and guests`. `bits` has one bit for each of these sides.
pub(crate) fn sides(fight: &dyn Names, bits: u32) -> String {
    let all = (0_u32..).zip(fight.all(NamedThingKind::Side));
    let there = all.filter(|&(side, _)| bits.checked_shr(side).is_some_and(|bits| bits & 1 == 1));
    there.map(|(_, name)| name.replace('_', " ")).collect::<Vec<_>>().join(" and ")
}

/// Formats a skill with its rank; a fixed number that replaces a skill is shown alone.
pub(super) fn rolled_with(title: &str, amount: i32) -> String {
    if title.parse::<i32>().is_ok() { amount.to_string() } else { format!("{title} {amount}") }
}

/// Returns the name of a side within a sentence: `the board` for `the_board`.
pub(crate) fn side(fight: &dyn Names, seat: Seat) -> String {
    fight.side(seat).replace('_', " ")
}

/// Returns the name of a side at the start of a sentence.
pub(crate) fn side_title(fight: &dyn Names, seat: Seat) -> String {
    title(&side(fight, seat))
}

/// Adds an article to a title, unless the title has one.
pub(crate) fn the(title: &str) -> String {
    format!("the {}", title.strip_prefix("The ").unwrap_or(title))
}

/// Formats the reason of a victory for readers. The sentence of a built-in condition is kept without its keyword; a formula that an author
/// wrote stays as it is.
pub fn reason(text: &str) -> String {
    match text {
        "nobody is left" => return "no side is left".to_owned(),
        "no one else is left in it" => return "no other party is left".to_owned(),
        "several at once" => return "several sides met their victory conditions at the same time".to_owned(),
        _ => {}
    }
    if let Some(rounds) = text.strip_prefix("limit of 1 ") {
        return format!("limit of 1 {}", rounds.trim_end_matches('s'));
    }
    let lowered = |form: &str| Form::ALL.iter().any(|known| known.word() == form) || SHORT_FORMS.contains(&form);
    match text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
        Some((words, form)) if lowered(form) => words.replace('_', " "),
        _ => text.to_owned(),
    }
}

/// Formats a new aspect: `New aspect on Lobby: "Broken glass", free to tag once for crew.`
pub(super) fn new_aspect(fight: &dyn Names, aspect: &Aspect, on: &str) -> String {
    let free = aspect.free.map(|free| format!(", free to tag once for {}", sides(fight, free.sides)));
    format!("New aspect on {on}: \"{}\"{}.", aspect.text, free.unwrap_or_default())
}

/// Joins names: `A`, `A and B`, `A, B and C`.
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [] => "none".to_owned(),
        [one] => (*one).to_owned(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{reason, the};

    #[test]
    fn why_somebody_has_won_is_a_sentence_where_a_short_form_says_it_and_the_formula_where_an_author_does() {
        assert_eq!(
            reason("most of assessors stand at lead_1 when time is up (pawn_score)"),
            "most of assessors stand at lead 1 when time is up"
        );
        assert_eq!(reason("Mr V (retired) falls for one of us at Lovers (falls_for)"), "Mr V (retired) falls for one of us at Lovers");
        assert_eq!(reason("out(open_hand) or escaped(patient_widow)"), "out(open_hand) or escaped(patient_widow)");
        assert_eq!(reason("turn > 8 and (turn > 9)"), "turn > 8 and (turn > 9)");
        assert_eq!(reason("last side standing"), "last side standing");
        assert_eq!(reason("limit of 2 rounds"), "limit of 2 rounds");
        assert_eq!(reason("limit of 1 turns"), "limit of 1 turn");
    }

    #[test]
    fn a_title_that_brings_its_article_gets_no_other() {
        assert_eq!(
            [the("The Sea Was Sold"), the("Theodolite"), the("Drift rifle")],
            ["the Sea Was Sold", "the Theodolite", "the Drift rifle"]
        );
    }
}
