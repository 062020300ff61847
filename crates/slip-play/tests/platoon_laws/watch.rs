//! Judge of battles: checks every event before it happens and the state after it, keeps its own records, and names the broken law.

use slip_dice::fate::Slots;
use slip_play::choice::Verb;
use slip_play::event::{Counter, Event, Phase};
use slip_play::ids::{ActorId, BorderId, Id, SkillId, ZoneId};
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::roster::{Arm, CoreSkill};
use slip_play::platoon::state::{MOST, PlatoonRollSubject};
use slip_play::platoon::zones::{LAUNCH, REARM, Region};
use std::collections::{BTreeMap, BTreeSet};

/// Records kept between events.
pub struct Watch {
    /// Fate points of all units, then those of platoons.
    purses: Vec<u16>,
    /// The field that each unit on the ground is on, once it has been placed: the map, or a card.
    fields: BTreeMap<ActorId, Region>,
    /// The action that each unit has rolled for this turn, by the number of its declaration.
    actions: BTreeMap<ActorId, u32>,
    /// Leaders who have rolled for something in addition to their action this turn, each with the number of the declaration.
    besides: BTreeMap<ActorId, u32>,
    /// Declarations for which attached people rolled this turn, by number. The key is their unit and their best skill.
    people: BTreeMap<(ActorId, SkillId), BTreeSet<u32>>,
    /// Defence rolls of this turn, by unit and skill: the number of the roll, and its total.
    defences: BTreeMap<(ActorId, SkillId), (u32, i32)>,
    /// Target of the last hit.
    struck: Option<ActorId>,
}

/// Returns the fate points of all units and platoons.
fn purses(fight: &PlatoonFight) -> Vec<u16> {
    let units = fight.state.units.values().map(|unit| unit.fate.points());
    units.chain(fight.state.platoons.values().map(|platoon| platoon.fate.points())).collect()
}

fn name(fight: &PlatoonFight, who: ActorId) -> &str {
    fight.roster.name_of(who)
}

fn flies(fight: &PlatoonFight, who: ActorId) -> bool {
    fight.roster.units.row(who).is_some_and(|sheet| sheet.arm == Arm::Airborne)
}

/// True if a unit has no commander.
fn is_cut_off(fight: &PlatoonFight, who: ActorId) -> bool {
    fight.state.unit(who).is_some_and(|unit| !unit.member) && !flies(fight, who)
}

fn region(fight: &PlatoonFight, who: ActorId) -> Option<Region> {
    fight.place_of(who).map(|zone| fight.roster.ground.region(zone))
}

/// Returns the pass value of a border for a unit entering a zone: that of the map plus all interdictions.
fn pass_value(fight: &PlatoonFight, border: BorderId, from: ZoneId, to: ZoneId) -> Option<i32> {
    let way = fight.roster.ground.ways(from).iter().find(|way| way.border == border && way.to == to)?;
    let put = fight.state.pass_values.iter().filter(|put| (put.border, put.to) == (border, to));
    Some(way.value? + put.map(|put| i32::from(put.value)).sum::<i32>())
}

impl Watch {
    pub fn of(fight: &PlatoonFight) -> Watch {
        let (fields, actions, besides, people, defences) = Default::default();
        Watch { purses: purses(fight), fields, actions, besides, people, defences, struck: None }
    }

    /// Returns the law that an event would break in the present state.
    pub fn judge(&mut self, fight: &PlatoonFight, event: &Event) -> Option<String> {
        match event {
            Event::Round { .. } => {
                (self.actions, self.besides, self.people, self.defences) = Default::default();
                None
            }
            Event::Counter { who, what, change, now } => counts(fight, *who, *what, (*change, *now)),
            Event::Roll { me, skill, roll, total, standing, .. } => match fight.state.contest {
                None => self.acts(fight, *me, *skill),
                Some(_) => self.defends(fight, *me, *skill, (*roll, *total), *standing),
            },
            Event::Result { against, attack, defence, shifts, .. } if attack - defence != *shifts => {
                Some(format!("{attack} against {defence} is no {shifts} for {}", against.map_or("nobody", |who| name(fight, who))))
            }
            Event::Result { against: Some(it), .. } | Event::Blow { who: it, .. } => struck(fight, *it),
            Event::Hit { who, less, .. } => {
                self.struck = Some(*who);
                let spared = *less != Slots::NONE;
                (spared && is_cut_off(fight, *who)).then(|| format!("{} is cut off and takes consequences", name(fight, *who)))
            }
            Event::Consequence { who, .. } => self.consequence(fight, *who),
            Event::Move { who, from, to, border, paid, .. } => moves(fight, *who, (*from, *to), *border, i32::from(*paid)),
            _ => None,
        }
    }

    /// Returns the law that the state after an event breaks.
    pub fn look(&mut self, fight: &PlatoonFight, event: &Event) -> Option<String> {
        self.note(fight, event);
        self.points(fight, event).or_else(|| self.stays_in_its_field(fight)).or_else(|| self.remembers(fight))
    }

    /// Points change only when they are paid or received, and not by a loss, an adoption, or being cut off.
    fn points(&mut self, fight: &PlatoonFight, event: &Event) -> Option<String> {
        let now = purses(fight);
        let before = std::mem::replace(&mut self.purses, now);
        let changed: Vec<usize> = (0..before.len()).filter(|&place| before[place] != self.purses[place]).collect();
        match event {
            Event::Override { .. } => None,
            Event::Fate { who, change, left, .. } => {
                let place = usize::from(who.0);
                let paid = i32::from(before[place]) + change == i32::from(*left) && self.purses[place] == *left;
                let others = changed.iter().any(|&other| other != place);
                (!paid || others).then(|| format!("the points of {} do not add up", name(fight, *who)))
            }
            _ => changed.first().map(|&place| {
                let who = ActorId(u8::try_from(place).unwrap());
                format!("{} has other points after {event:?}", name(fight, who))
            }),
        }
    }

    /// A unit on a card stays on it, and a unit on the map never enters one, even if carried.
    fn stays_in_its_field(&mut self, fight: &PlatoonFight) -> Option<String> {
        for (who, sheet) in fight.roster.units.iter().filter(|(_, sheet)| sheet.arm != Arm::Airborne) {
            let Some(now) = region(fight, who).filter(|region| !matches!(region, Region::Track(_))) else { continue };
            if fight.state.turn == 0 {
                continue;
            }
            if *self.fields.entry(who).or_insert(now) != now {
                return Some(format!("{} goes from its card to the map, or from the map onto a card", sheet.name));
            }
        }
        None
    }

    /// Checks that the total of a defence is kept until the end of the turn, apart from additions to that roll. Returns a sentence if a
    /// total has changed.
    fn remembers(&mut self, fight: &PlatoonFight) -> Option<String> {
        for ((who, skill), (number, total)) in &self.defences {
            let unit = fight.state.unit(*who)?;
            let stands = unit.defences.iter().find(|roll| roll.skill == Some(*skill));
            if stands.is_none_or(|roll| roll.id != *number || roll.total() != *total) {
                return Some(format!("the defence of {} does not stand", name(fight, *who)));
            }
        }
        None
    }

    /// Records an event that changes the total of a recorded defence. Only `Adjust` events do.
    fn note(&mut self, fight: &PlatoonFight, event: &Event) {
        let Event::Adjust { roll, .. } = event else { return };
        for ((who, skill), (number, total)) in &mut self.defences {
            let unit = fight.state.unit(*who);
            let now = unit.and_then(|unit| unit.defences.iter().find(|there| there.skill == Some(*skill)));
            if let Some(now) = now.filter(|there| there.id == *roll && *number == *roll) {
                *total = now.total();
            }
        }
    }

    /// Checks an actor's own roll: one action a turn, with a trained skill that has not defended (R-L1, R-L15), at a legal target.
    fn acts(&mut self, fight: &PlatoonFight, me: ActorId, skill: Option<SkillId>) -> Option<String> {
        let (state, declared) = (&fight.state, &fight.state.declared);
        let unit = state.unit(me)?;
        if let Some(persons) = persons(fight, me, skill?) {
            let rolled = self.people.entry((me, skill?)).or_default();
            rolled.insert(declared.number);
            return (rolled.len() > persons).then(|| format!("those who go with {} act twice in a turn", name(fight, me)));
        }
        let known = match state.back.map(|step| step.phase) {
            Some(Phase::Intercept) => declared.number,
            Some(_) => *self.besides.entry(me).or_insert(declared.number),
            None => *self.actions.entry(me).or_insert(declared.number),
        };
        let (name, skill) = (name(fight, me), skill?);
        let trained = CoreSkill::of(skill).is_none() || fight.roster.units[me].rank(skill).is_some();
        match () {
            () if known != declared.number => Some(format!("{name} acts twice in a turn")),
            () if !trained => Some(format!("{name} is not trained in what it rolls")),
            () if unit.defended >> skill.0 & 1 == 1 => Some(format!("{name} acts with what it has defended with")),
            () => fires(fight, me, skill),
        }
    }

    fn defends(&mut self, fight: &PlatoonFight, me: ActorId, skill: Option<SkillId>, roll: (u32, i32), standing: bool) -> Option<String> {
        let key = (me, skill?);
        match self.defences.get(&key) {
            Some(known) if !standing || *known != roll => Some(format!("{} defends anew with the same skill", name(fight, me))),
            None if standing => Some(format!("no defence of {} stands", name(fight, me))),
            _ => {
                self.defences.insert(key, roll);
                None
            }
        }
    }

    fn consequence(&self, fight: &PlatoonFight, platoon: ActorId) -> Option<String> {
        let who = self.struck.filter(|&who| fight.platoon(who) == fight.state.platoon_of_id(platoon));
        let borne = who.is_some_and(|who| !is_cut_off(fight, who));
        (!borne).then(|| format!("{} takes a consequence for whom it does not command", name(fight, platoon)))
    }
}

/// Returns the number of attached people whose best skill is one that the unit lacks, if they may place aspects themselves (draft, row 31).
fn persons(fight: &PlatoonFight, me: ActorId, skill: SkillId) -> Option<usize> {
    let sheet = fight.roster.units.row(me)?;
    let theirs = fight.roster.settings.character_turn && fight.state.declared.act == Some(Verb::Maneuver) && sheet.rank(skill).is_none();
    let able = sheet.attached.iter().filter(|person| person.does.is_some_and(|(own, _)| own == skill));
    Some(able.count()).filter(|&count| theirs && count > 0)
}

/// Checks that a counter stays within its bounds and adds up, and that no unit acts twice in a turn. Returns the violation, if there is
/// one.
fn counts(fight: &PlatoonFight, who: ActorId, what: Counter, (change, now): (i32, i32)) -> Option<String> {
    let unit = fight.state.unit(who)?;
    let name = name(fight, who);
    let bounded = |was: u8, word: &str| {
        let fits = (0..=i32::from(MOST)).contains(&now) && i32::from(was) + change == now;
        (!fits).then(|| format!("{name} cannot be {word} {now} after {was}"))
    };
    match what {
        Counter::Spotted => bounded(unit.spotted, "spotted"),
        Counter::Ooc => bounded(unit.ooc, "out of command"),
        Counter::Activated => unit.activated.then(|| format!("{name} acts twice in a turn")),
        _ => None,
    }
}

/// Checks the targets of fire: direct fire needs a visible target, a single unit must be spotted, and a unit that is cut off may
/// only fire at a unit that fired on it.
fn fires(fight: &PlatoonFight, me: ActorId, skill: SkillId) -> Option<String> {
    let declared = &fight.state.declared;
    let name = name(fight, me);
    let seen = match declared.it {
        Id::Actor(it) => fight.sees(me, it),
        Id::Zone(zone) => fight.sees_zone(me, zone),
        _ => false,
    };
    let aimed = matches!(declared.act, Some(Verb::Attack | Verb::Interdict)) && skill == CoreSkill::DirectFire.skill();
    if aimed && !seen {
        return Some(format!("{name} fires at what it does not see"));
    }
    let (Some(Verb::Attack), Id::Actor(it)) = (declared.act, declared.it) else { return None };
    let (unit, there) = (fight.state.unit(me)?, fight.state.unit(it)?);
    let hidden = there.spotted == 0 && !flies(fight, it);
    let answers = unit.fired_on_by >> it.0 & 1 == 1;
    match () {
        () if hidden => Some(format!("{name} fires at what nobody has spotted")),
        () if is_cut_off(fight, me) && !answers => Some(format!("{name} is cut off and attacks who has not fired on it")),
        () => None,
    }
}

/// Aircraft are hit only by anti-air, and anti-air hits only aircraft.
fn struck(fight: &PlatoonFight, it: ActorId) -> Option<String> {
    let contest = fight.state.contest.as_ref().filter(|contest| contest.matter == PlatoonRollSubject::Attack)?;
    let skill = contest.rolls.first()?.skill?;
    let flak = skill == CoreSkill::AntiAir.skill();
    (flak != flies(fight, it)).then(|| format!("{} is hit by what cannot hit it", name(fight, it)))
}

/// Checks the laws of a move: the available shifts pay for the step, a free move crosses no border with a pass value, and the re-arm track
/// has six boxes and is only for aircraft. Returns the violation, if there is one.
fn moves(fight: &PlatoonFight, who: ActorId, (from, to): (ZoneId, ZoneId), border: Option<BorderId>, paid: i32) -> Option<String> {
    let name = name(fight, who);
    if fight.place_of(who) != Some(from) {
        return Some(format!("{name} goes from where it is not"));
    }
    match fight.roster.ground.region(to) {
        Region::Track(number) if !flies(fight, who) || !(REARM..=LAUNCH).contains(&number) => {
            return Some(format!("{name} is on box {number} of the track"));
        }
        _ => {}
    }
    let border = border?;
    let Some(moving) = &fight.state.moving else { return Some(format!("{name} goes without moving")) };
    let Some(value) = pass_value(fight, border, from, to) else { return Some(format!("{name} goes where no way leads")) };
    let leads = moving.who.first() == Some(&who);
    match (moving.free, value) {
        (true, 1..) => Some(format!("{name} crosses a pass value in a free move")),
        (true, _) => None,
        (false, _) if paid != value + 1 => Some(format!("{name} pays {paid} for a step over {value}")),
        (false, _) if leads && (moving.shifts < paid || moving.steps < 1) => Some(format!("{name} goes farther than its shifts")),
        (false, _) => None,
    }
}
