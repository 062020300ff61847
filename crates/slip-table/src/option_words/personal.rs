//! Words that players type for the options of personal combat: a verb, and names as logs write them.

use super::option_phrase::{Phrase, PhrasePart};
use slip_dice::fate::{Aspect, Holder, Slots};
use slip_play::choice::{Choice, Verb};
use slip_play::event::{CompelDemand, TrackId};
use slip_play::ids::{ActorId, AspectId, BorderId, Id, ZoneId};
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::improvised_throw::THROW;
use slip_play::question::{Ask, Point};
use std::borrow::Cow;

/// Word for a roll without a skill: by nameless people (mooks), and by actors who may use none of their skills now.
const NO_SKILL: &str = "nothing";
/// Name of the weapon that cannot be put down.
const BARE_HANDS: &str = "bare_hands";

/// Returns the phrase of an option.
pub(super) fn phrase<'f>(fight: &'f Personal, ask: &Ask, choice: Choice) -> Phrase<'f> {
    if let Some(own) = fight.roster.social.is_some().then(|| super::social::phrase(fight, ask, choice)).flatten() {
        return own;
    }
    let (head, also) = match choice.verb {
        Verb::Term if fight.is_judging() => ("fits", &["term", "permanent", "transient"][..]),
        _ => verbs(ask.point, choice),
    };
    Phrase { parts: parts(fight, ask, choice), ..Phrase::of(head, also) }
}

/// Returns the printed verb of an option, and the other verbs that may be typed for it.
const fn verbs(point: Point, choice: Choice) -> (&'static str, &'static [&'static str]) {
    match choice.verb {
        Verb::Pass => match point {
            Point::Act => ("pass", &["wait"]),
            Point::Compel => ("pass", &["none"]),
            _ => ("pass", &[]),
        },
        Verb::Attack => ("attack", &[]),
        Verb::Move => ("move", &[]),
        Verb::Maneuver => ("maneuver", &[]),
        Verb::Remove => ("remove", &[]),
        Verb::Obstruct => ("obstruct", &[]),
        Verb::Seal => ("seal", &[]),
        Verb::FirstAid => ("first_aid", &[]),
        Verb::PickUp => ("pick_up", &[]),
        Verb::Task => ("task", &[]),
        Verb::Begin => ("set_up", &["begin"]),
        Verb::Order => ("order", &[]),
        Verb::Stance => ("stance", &[]),
        Verb::Switch => ("switch", &[]),
        Verb::Target => ("on", &["target"]),
        Verb::Use => ("with", &[]),
        Verb::Aim => ("track", &["at", "aim"]),
        Verb::No => ("no", &[]),
        Verb::Yes => match point {
            Point::Act => ("use", &[]),
            Point::Adjust => ("reroll", &[]),
            Point::Animal => ("yes", &[]),
            _ => ("yes", &["pay_access"]),
        },
        Verb::Compel if choice.how & Choice::OWN != 0 => ("compel_self", &[]),
        Verb::Compel if choice.how & 3 == Choice::LATE => ("late_compel", &[]),
        Verb::Compel => ("offer_compel", &[]),
        Verb::Counter => ("counter", &[]),
        Verb::Payee => ("payee", &[]),
        Verb::Refuse => match point {
            Point::AcceptConcession => ("refuse", &["reject"]),
            _ => ("refuse", &["refuse_compel"]),
        },
        Verb::Accept => match point {
            Point::AcceptConcession => ("accept", &["accept_concession"]),
            _ => ("accept", &["accept_compel"]),
        },
        Verb::Stay => ("stay", &["stop"]),
        Verb::Go => ("go", &["move"]),
        Verb::Enter => ("enter", &["go", "move"]),
        Verb::Pay => ("pay", &["open"]),
        Verb::Close => ("close", &[]),
        Verb::Border => ("border", &[]),
        Verb::Term => ("term", &["permanent", "transient"]),
        Verb::Defend => ("defend", &[]),
        Verb::Invoke if choice.how == Choice::REROLL => ("spend_fate", &["invoke", "reroll"]),
        Verb::Tag if choice.how == Choice::REROLL => ("spend_fate", &["tag", "reroll"]),
        Verb::Free if choice.how == Choice::REROLL => ("free_tag", &["free", "reroll"]),
        Verb::Invoke => ("spend_fate", &["invoke"]),
        Verb::Tag => ("spend_fate", &["tag"]),
        Verb::Free => ("free_tag", &["free"]),
        Verb::Spin => ("spend_spin", &["spin"]),
        Verb::Take => ("consequence", &["take"]),
        Verb::Outcome => ("beaten", &[]),
        Verb::Concede => ("concede", &[]),
        Verb::Alter => ("alter", &["return"]),
        Verb::Veto => ("veto", &[]),
        Verb::Fact => ("fact", &["declare"]),
        Verb::Engine => ("engine", &[]),
        // The other verbs do not occur in personal combat, and are printed as their keywords.
        verb => (verb.word(), &[]),
    }
}

fn parts<'f>(fight: &'f Personal, ask: &Ask, choice: Choice) -> Vec<PhrasePart<'f>> {
    match choice.verb {
        Verb::Pass
        | Verb::Attack
        | Verb::Move
        | Verb::Maneuver
        | Verb::Obstruct
        | Verb::No
        | Verb::Refuse
        | Verb::Accept
        | Verb::Stay
        | Verb::Seal
        | Verb::FirstAid
        | Verb::Alter
        | Verb::Veto
        | Verb::Engine => Vec::new(),
        Verb::Concede => choice.how.checked_sub(1).map(|tag| PhrasePart::flag(fight.outcome_tag(tag))).into_iter().collect(),
        Verb::PickUp => {
            let found = ask.me.actor().zip(choice.weapon());
            found.and_then(|(who, number)| weapon(fight, who, number)).into_iter().collect()
        }
        Verb::Task => {
            fight.task(choice.with).map(|task| PhrasePart::name(task.name.as_str()).or(task.title.as_str())).into_iter().collect()
        }
        Verb::Begin if choice.it == Id::None => switch(fight, ask, choice),
        Verb::Begin => thing(fight, choice.it),
        Verb::Order if choice.how == 0 => vec![PhrasePart::flag("skill")],
        Verb::Order => {
            let side = u8::try_from(choice.n).ok().map(|seat| PhrasePart::name(fight.side(slip_play::ids::Seat(seat))).after(&["from"]));
            std::iter::once(PhrasePart::flag("seats")).chain(side).collect()
        }
        Verb::Remove => aspect(fight, choice, HolderForm::Known),
        Verb::Stance => vec![if choice.how == 1 { PhrasePart::name("prone").or("down") } else { PhrasePart::name("up") }],
        Verb::Switch => switch(fight, ask, choice),
        Verb::Target | Verb::Payee => thing(fight, choice.it),
        Verb::Use => using(fight, ask, choice),
        Verb::Aim => vec![PhrasePart::name(fight.track(TrackId(u8::try_from(choice.n).unwrap_or(0))))],
        Verb::Yes => yes(fight, ask, choice),
        Verb::Compel => {
            let mut parts = aspect(fight, choice, HolderForm::Told);
            match choice.demand() {
                CompelDemand::Leave => parts.push(PhrasePart::flag("move")),
                CompelDemand::Stop => parts.push(PhrasePart::aside("stop")),
                CompelDemand::Less => {}
            }
            if choice.how & Choice::BY_TAG != 0 {
                parts.push(PhrasePart::flag("free"));
            } else {
                // A price of one point need not be typed, since it is the usual one.
                let shown = fight.roster.settings.zero_sum;
                parts.push(PhrasePart { needed: choice.n != 1, ..PhrasePart::name(choice.n.to_string()).after(&["for"]).shown_if(shown) });
            }
            // The part names an actor. After `from`, it is the actor that pays for a compel of the compelling actor's own aspect. After
            // `against`, it is the actor whose roll is compelled.
            let keys: &'static [&'static str] = if choice.how & Choice::OWN != 0 { &["from"] } else { &["against"] };
            parts.extend(thing(fight, choice.it).into_iter().map(|part| part.after(keys)));
            parts
        }
        Verb::Counter => vec![PhrasePart::flag(choice.n.to_string())],
        Verb::Go => thing(fight, choice.it),
        Verb::Enter => enter(fight, ask, choice),
        Verb::Pay | Verb::Close | Verb::Border => choice.border().map(|id| border(fight, id, true)).into_iter().collect(),
        Verb::Term => {
            // `permanent` and `transient` are also verbs. A player can type them alone, without `term`.
            let word = if choice.how == 0 { "permanent" } else { "transient" };
            // If another side only accepts or refuses what was declared, it need not type the duration, but may type it to accept.
            let decides = !fight.is_judging();
            vec![PhrasePart { needed: decides, ..PhrasePart::name(word).shown_if(decides) }]
        }
        Verb::Defend => {
            let skill = choice.skill().map_or(NO_SKILL, |skill| fight.skill(skill));
            vec![PhrasePart::name(skill), if choice.how == 1 { PhrasePart::aside("standing") } else { PhrasePart::aside("roll") }]
        }
        Verb::Invoke | Verb::Tag | Verb::Free => {
            let mut parts = aspect(fight, choice, HolderForm::Told);
            parts.push(if choice.how == Choice::REROLL { PhrasePart::flag("reroll") } else { PhrasePart::name("+2").or(bonus(fight)) });
            parts
        }
        Verb::Spin => vec![PhrasePart::name(choice.n.to_string())],
        Verb::Take => {
            let set = Slots::from_number(choice.how);
            let mut parts: Vec<PhrasePart<'_>> = set.grades().map(|grade| PhrasePart::flag(grade.word())).collect();
            if parts.is_empty() {
                parts.push(PhrasePart::flag("none"));
            }
            if choice.n == Choice::ELSEWHERE {
                parts.push(PhrasePart::flag("elsewhere"));
            }
            parts
        }
        Verb::Outcome => {
            let tag = PhrasePart::name(fight.outcome_tag(choice.how));
            if choice.n == Choice::FOR_GOOD { vec![tag, PhrasePart::flag("for_good")] } else { vec![tag] }
        }
        Verb::Fact => match choice.how {
            Choice::FACT_SCENE => vec![PhrasePart::flag("scene")],
            Choice::FACT_ZONE => vec![PhrasePart::flag("zone")],
            _ => Vec::new(),
        },
        // All other options belong to other kinds of conflict.
        _ => Vec::new(),
    }
}

/// Formats the bonus of using an aspect.
fn bonus(fight: &Personal) -> String {
    format!("{:+}", fight.roster.settings.bonus)
}

/// Way in which the holder of an aspect is written after the aspect.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HolderForm {
    /// The holder is not written, because the question already determines the holder.
    Known,
    /// The holder is written after `on`. It is printed only if another holder has an aspect with the same text, but may always be typed.
    Told,
}

/// Returns the words of an aspect and, if its text is not unique, its holder.
fn aspect<'f>(fight: &'f Personal, choice: Choice, place: HolderForm) -> Vec<PhrasePart<'f>> {
    let Some(id) = choice.aspect() else { return Vec::new() };
    let Some(this) = fight.state.aspects.row(id) else { return Vec::new() };
    let alike = |other: &&Aspect| other.present && other.text == this.text;
    let bearer = bearer(fight, this.holder);
    let same_place = |other: &Aspect| match place {
        HolderForm::Known => other.holder == this.holder,
        HolderForm::Told => self::bearer(fight, other.holder) == bearer,
    };
    let mut number = 0;
    let mut elsewhere = false;
    for (other, there) in fight.state.aspects.iter() {
        if !alike(&there) {
            continue;
        }
        if same_place(there) {
            number += usize::from(other <= id);
        } else {
            elsewhere = true;
        }
    }
    let words = PhrasePart::quote(this.text.as_str(), number.max(1));
    match place {
        HolderForm::Known => vec![words],
        HolderForm::Told => {
            let mut on = PhrasePart::name(bearer).after(&["on"]).shown_if(elsewhere);
            if let Holder::Gear(who, thing) = this.holder {
                let weapon = fight.roster.actors.row(ActorId(who)).and_then(|sheet| sheet.weapons.get(usize::from(thing)));
                on.also.extend(weapon.map(|weapon| Cow::from(weapon.name.as_str())));
            }
            vec![words, on]
        }
    }
}

/// Returns the name of the holder of an aspect. For an aspect of gear, returns the name of the actor that carries the gear.
fn bearer(fight: &Personal, holder: Holder) -> &str {
    match holder {
        Holder::Actor(who) | Holder::Gear(who, _) => fight.roster.actors.row(ActorId(who)).map_or("", |sheet| &sheet.name),
        Holder::Zone(zone) => fight.zone(ZoneId(zone)),
        Holder::Scene => "scene",
        Holder::System => "system",
        Holder::Campaign => "campaign",
    }
}

/// Returns the words that a player types for an actor, a zone or the scene. A zone with the same name as an actor is marked as a zone.
pub(super) fn thing(fight: &Personal, it: Id) -> Vec<PhrasePart<'_>> {
    match it {
        Id::Actor(who) => {
            let sheet = &fight.roster.actors[who];
            let kin = sheet.name.split_once('#').map_or("", |(kin, _)| kin);
            vec![PhrasePart::name(sheet.name.as_str()).or(sheet.title.as_str()).or(kin)]
        }
        Id::Zone(id) => {
            let zone = &fight.roster.map.zones[id];
            let clash = zone.name == "scene" || fight.roster.actors.values().any(|sheet| sheet.name == zone.name);
            let word = if clash { PhrasePart::flag("zone") } else { PhrasePart::aside("zone") };
            vec![word, PhrasePart::name(zone.name.as_str()).or(zone.title.as_str())]
        }
        Id::Scene => vec![PhrasePart::name("scene")],
        Id::None => Vec::new(),
    }
}

/// Returns the name of a weapon, with its ordinal if the actor has several with that name.
fn weapon<'f>(fight: &'f Personal, who: ActorId, number: u8) -> Option<PhrasePart<'f>> {
    let weapons = &fight.roster.actors[who].weapons;
    let weapon = weapons.get(usize::from(number))?;
    let before = weapons.iter().take(usize::from(number)).filter(|other| other.name == weapon.name).count();
    Some(PhrasePart::name(weapon.name.as_str()).or(weapon.title.as_str()).or(weapon.name.as_str()).number(before + 1))
}

fn switch<'f>(fight: &'f Personal, ask: &Ask, choice: Choice) -> Vec<PhrasePart<'f>> {
    let Some((who, number)) = ask.me.actor().zip(choice.weapon()) else { return Vec::new() };
    let modes = fight.roster.actors[who].weapons.get(usize::from(number)).map(|weapon| &weapon.modes);
    let mode = usize::try_from(choice.n).ok().and_then(|mode| modes?.get(mode));
    let mode = mode.map(|mode| PhrasePart::name(mode.name.as_str()).after(&["to"]));
    weapon(fight, who, number).into_iter().chain(mode).collect()
}

/// Returns the words of an attack: weapon, skill and mode of the weapon.
fn using<'f>(fight: &'f Personal, ask: &Ask, choice: Choice) -> Vec<PhrasePart<'f>> {
    let Some(who) = ask.me.actor() else { return Vec::new() };
    let sheet = &fight.roster.actors[who];
    let skill = choice.skill().map_or(NO_SKILL, |skill| fight.skill(skill));
    let area = choice.how & Choice::AREA != 0;
    // An attack on a zone always hits all actors in the zone, so players need not type `area`.
    let how_far = match (area, fight.state.declared.it) {
        (true, Id::Zone(_)) => PhrasePart::name("area"),
        (true, _) => PhrasePart::flag("area"),
        (false, _) => PhrasePart::aside("single"),
    };
    let attacks = fight.state.declared.act == Some(Verb::Attack);
    let Some(number) = choice.weapon() else {
        let bare = attacks && !fight.is_words(who, choice);
        if !bare {
            return vec![PhrasePart::name(skill)];
        }
        if fight.manner(who, choice).is_some_and(|manner| manner.thrown) {
            return vec![PhrasePart::name(THROW), how_far];
        }
        let hand = PhrasePart::name(BARE_HANDS).or(skill);
        let further = usize::from(choice.how >> 1);
        if further == 0 {
            return vec![hand, how_far];
        }
        let more = &sheet.bare_more;
        let same = more.iter().take(further - 1).filter(|other| fight.skill(other.skill) == skill).count();
        return vec![PhrasePart::name(BARE_HANDS), PhrasePart::flag(skill).number(same + 1).after(&["by"]), how_far];
    };
    let Some(name) = weapon(fight, who, number) else { return Vec::new() };
    let mode = fight.state.actors[who].modes.get(usize::from(number)).copied().unwrap_or(0);
    let mode = sheet.weapons.get(usize::from(number)).and_then(|weapon| weapon.modes.get(usize::from(mode)));
    let manners = mode.map_or(&[][..], |mode| &mode.manners);
    let place = usize::from(choice.how >> 1);
    let word = manners.get(place).map_or("", |manner| manner.word.as_str());
    let mut parts = vec![name];
    if !word.is_empty() {
        parts.push(PhrasePart::flag(word));
    }
    // If a weapon has attack modes of the same name, their skill is added; if the skills are the same too, their ordinal is added.
    let alike = |other: &&slip_play::personal::roster::AttackProfile| other.word == word;
    let first = manners.iter().position(|manner| manner.word == word).unwrap_or(place);
    let same = manners.iter().take(place).filter(alike).filter(|other| fight.skill(other.skill) == skill).count();
    let tell = manners.iter().filter(alike).count() > 1 && place != first;
    let by = PhrasePart { needed: tell, shown: tell, ..PhrasePart::name(skill) };
    parts.push(by.number(same + 1).after(&["by"]));
    if let Some(mode) = mode.filter(|mode| !mode.name.is_empty() && mode.name != word) {
        parts.push(PhrasePart::aside(mode.name.as_str()));
    }
    parts.push(how_far);
    parts
}

/// Returns the words of an optional effect: its title, and the aspect it is used on.
fn yes<'f>(fight: &'f Personal, ask: &Ask, choice: Choice) -> Vec<PhrasePart<'f>> {
    if choice.with == Choice::NOTHING {
        return Vec::new();
    }
    let title = fight.line(choice.with);
    let before = (0..choice.with).filter(|&other| fight.line(other) == title).count();
    let mut parts = vec![PhrasePart::quote(title, before + 1)];
    if ask.point == Point::PayAccess && fight.is_strip(choice.with) {
        let id = AspectId(u16::try_from(choice.n).unwrap_or(u16::MAX));
        parts.extend(aspect(fight, Choice::of(Verb::Tag).with(id.0), HolderForm::Told));
    }
    parts
}

/// Returns the words of a step into a zone; if several borders lead there, the border is named too.
fn enter<'f>(fight: &'f Personal, ask: &Ask, choice: Choice) -> Vec<PhrasePart<'f>> {
    let mut parts = thing(fight, choice.it);
    let (Some(who), Some(id), Id::Zone(to)) = (ask.me.actor(), choice.border(), choice.it) else { return parts };
    let here = &fight.roster.map.zones[fight.state.actors[who].zone];
    let ways = here.ways.iter().filter(|way| way.to == to && way.out).count();
    parts.push(PhrasePart { needed: ways > 1, ..border(fight, id, ways > 1) }.after(&["over"]));
    parts
}

/// Returns the words of a border: its title, or the zones on both sides. If several borders have the title, its ordinal is added.
pub(super) fn border(fight: &Personal, id: BorderId, shown: bool) -> PhrasePart<'_> {
    let title = fight.border(id);
    let before = fight.roster.map.borders.iter().filter(|(other, there)| *other < id && there.title == title).count();
    let mut part = PhrasePart::quote(title, before + 1).shown_if(shown);
    if let Some(there) = fight.roster.map.borders.row(id) {
        part = part.or(fight.zone(there.a)).or(fight.zone(there.b));
    }
    part
}
