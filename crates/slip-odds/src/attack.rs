//! One attack between people, with weapons or with words, as the engine plays it: what each way of the dice does to the
//! defender, and to whoever else it strikes.
//!
//! Nobody spends points or spin, answers a compel or tags anything; a point for gear that is not trained for is paid where it
//! can be; whoever is hit takes the least consequences that keep them in the fight, and none where nothing does.

use crate::branch::{self, Branch, Course, Stuck};
use crate::stage::{Cast, Ground, Stage, Who};
use crate::{Chances, Ratio};
use slip_dice::Kind;
use slip_dice::fate::{Grade, Slots};
use slip_pack::Name;
use slip_play::ask::{Ask, Point};
use slip_play::choice::{Choice, Options, Verb};
use slip_play::effects::Act;
use slip_play::event::{Event, Events, Part, Parts, Phase, TrackId};
use slip_play::ids::{ActorId, Id, SkillId};
use slip_play::log;
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::state::{COMPOSURE, HEALTH};
use std::collections::{BTreeMap, BTreeSet};

/// What an attack does, of whatever kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strike {
    /// The attacker's total less the defender's.
    pub shifts: i32,
    /// Stress dealt, with all lines that change it; 0 of a miss.
    pub stress: i32,
    /// Boxes that are marked anew, on all tracks.
    pub boxes: u8,
    /// Consequences taken, by grade.
    pub taken: [u8; 3],
    /// True if the defender is taken out.
    pub out: bool,
    /// Spin that the defence brings.
    pub spin: i32,
    /// Stress that comes back on the attacker.
    pub back: i32,
}

impl Strike {
    /// True if anything is dealt.
    pub fn hits(&self) -> bool {
        self.stress > 0
    }

    /// The consequences in words: `mild, severe`; none is nothing.
    pub fn taken_in_words(&self) -> String {
        let grades = Grade::ALL.into_iter().zip(self.taken).filter(|&(_, count)| count > 0);
        let word = |(grade, count): (Grade, u8)| if count == 1 { grade.word().to_owned() } else { format!("{count} {}", grade.word()) };
        grades.map(word).collect::<Vec<_>>().join(", ")
    }

    /// Takes in what happened; spin that the defender earns is theirs, or goes to whoever keeps it for them.
    pub(super) fn saw(&mut self, event: &Event, by: ActorId, on: ActorId, purse: ActorId) {
        match *event {
            Event::Result { against: Some(against), shifts, .. } if against == on => self.shifts = shifts,
            Event::Hit { who, shifts, less, .. } if who == on => {
                self.stress += shifts;
                self.taken = Grade::ALL.map(|grade| Slots::count_of(less, grade));
            }
            Event::Hit { who, shifts, .. } if who == by => self.back += shifts,
            Event::Out { who, .. } if who == on => self.out = true,
            Event::Spin { who, change, lapsed: false } if who == purse => self.spin += change.max(0),
            _ => {}
        }
    }
}

/// An addend of a roll, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addend {
    /// The reason.
    pub what: String,
    /// How much.
    pub amount: i32,
}

/// All that can come of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struck {
    /// What comes of it.
    pub chances: Chances<Strike>,
    /// What the attacker adds to the dice.
    pub attack: Vec<Addend>,
    /// What the defender adds to theirs.
    pub defence: Vec<Addend>,
    /// Ways of the dice in all.
    pub all: u64,
    /// True if the attacker, and the defender, pays a point for gear they are not trained for.
    pub paid: [bool; 2],
    /// Who else it strikes, by their names in the fight.
    pub others: Vec<(String, Chances<Strike>)>,
}

impl Struck {
    /// The chance that anything is dealt.
    pub fn hit(&self) -> Ratio {
        self.chances.when(Strike::hits)
    }

    /// The chance that the defender is taken out.
    pub fn out(&self) -> Ratio {
        self.chances.when(|strike| strike.out)
    }

    /// Stress, 0 of a miss.
    pub fn stress(&self) -> Chances<i32> {
        self.chances.seen(|strike| strike.stress)
    }

    /// Spin for the defender.
    pub fn spin(&self) -> Chances<i32> {
        self.chances.seen(|strike| strike.spin)
    }

    /// Stress on the average.
    pub fn mean_stress(&self) -> Ratio {
        self.chances.mean(|strike| i64::from(strike.stress))
    }

    /// The attacker's lead, dice apart.
    pub fn margin(&self) -> i32 {
        let sum = |list: &[Addend]| list.iter().map(|addend| addend.amount).sum::<i32>();
        sum(&self.attack) - sum(&self.defence)
    }
}

/// How somebody attacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// The weapon's name; none for whatever promises most.
    pub weapon: Option<Name>,
    /// The mode it is in.
    pub mode: Option<Name>,
    /// Aimed at the second track.
    pub at_composure: bool,
    /// At everybody in the target's zone.
    pub area: bool,
    /// In battles of words, with which skill; none for the best.
    pub skill: Option<Name>,
}

/// The way of attacking and the track that a manner comes to, the weapon put into its mode.
///
/// # Errors
/// [`Stuck::Impossible`] if the attacker cannot attack so.
pub fn arm(fight: &mut Personal, by: ActorId, on: ActorId, manner: &Manner) -> Result<(Choice, TrackId), Stuck> {
    let impossible = |why: &str| Stuck::Impossible(why.to_owned());
    let number = match &manner.weapon {
        None => None,
        Some(name) => {
            let weapons = &fight.roster.actors.row(by).ok_or_else(|| impossible("nobody attacks"))?.weapons;
            let place = weapons.iter().position(|weapon| weapon.name == *name);
            let place = place.ok_or_else(|| impossible(&format!("`{name}` is no weapon in the attacker's hands")))?;
            let mode = manner.mode.as_ref().map(|mode| {
                let modes = weapons.get(place).map_or(&[][..], |weapon| &weapon.modes);
                modes.iter().position(|known| known.name == *mode).ok_or_else(|| impossible(&format!("`{name}` has no mode `{mode}`")))
            });
            if let (Some(mode), Some(actor)) = (mode.transpose()?, fight.state.actors.row_mut(by))
                && let Some(now) = actor.modes.get_mut(place)
            {
                *now = u8::try_from(mode).unwrap_or(0);
            }
            Some(u16::try_from(place).unwrap_or(0))
        }
    };
    let wanted = if manner.at_composure { COMPOSURE } else { HEALTH };
    let mut best: Option<(i32, Choice, TrackId)> = None;
    let mut lacks = false;
    for using in fight.arsenal(by) {
        // What always strikes everybody is listed so; whatever may do so is told to.
        let using = if manner.area { using.how(using.how | Choice::AREA) } else { using };
        if number.is_some_and(|number| using.with != number) {
            continue;
        }
        let tracks = fight.tracks_of(by, using);
        let track = if tracks >> wanted.0 & 1 == 1 { wanted } else { fight.aimed_track(by, using, on) };
        let odds = fight.odds(by, using, on, track).filter(|_| track == wanted || !manner.at_composure);
        if odds.is_some() && !fight.has_access(by, using) {
            lacks = true;
            continue;
        }
        if let Some(odds) = odds.filter(|odds| best.is_none_or(|(most, ..)| odds.margin > most)) {
            best = Some((odds.margin, using, track));
        }
    }
    let Some((_, using, track)) = best else {
        let title = |who: ActorId| fight.roster.actors.row(who).map_or("somebody", |sheet| sheet.title.as_str());
        if lacks {
            return Err(no_access(fight, by));
        }
        let what =
            if manner.area { "strikes a whole zone there" } else { "strikes there: out of reach or out of sight, or not that track" };
        return Err(Stuck::Impossible(format!("{} has nothing with which to attack {} that {what}", title(by), title(on))));
    };
    Ok((using, track))
}

/// Why somebody may not use what they are not trained for (R-P24).
fn no_access(fight: &Personal, by: ActorId) -> Stuck {
    let who = fight.roster.actors.row(by).map_or("somebody", |sheet| sheet.title.as_str());
    let why = if fight.roster.settings.access_forbidden {
        "the rules let nobody pay a point for that here (`access forbidden`)"
    } else {
        "has no point to pay for that"
    };
    Stuck::Impossible(format!("{who} lacks the training for it, and {why}"))
}

/// The attacker attacks as soon as it is their turn; everybody else takes what goes without saying.
struct Once {
    by: ActorId,
    at: Id,
    using: Choice,
    track: TrackId,
}

/// The wanted answer, which must be open.
pub(super) fn wanted(options: &Options, choice: Choice, why: &str) -> Result<Choice, Stuck> {
    options.contains(choice).then_some(choice).ok_or_else(|| Stuck::Impossible(why.to_owned()))
}

/// The default, or the first of these that is open.
pub(super) fn usual(options: &Options, rather: &[Verb]) -> Result<Choice, Stuck> {
    let found = rather.iter().find_map(|verb| options.as_slice().iter().find(|choice| choice.verb == *verb));
    found.copied().or_else(|| options.default_choice()).ok_or(Stuck::TooMany)
}

/// What the attacker says of an attack, question by question; none where others are asked, or something else is.
pub(super) fn say((at, using, track): (Id, Choice, TrackId), point: Point, options: &Options) -> Option<Result<Choice, Stuck>> {
    let not_open = "the attack is not open to the attacker there: out of sight, out of reach, or forbidden";
    Some(match point {
        Point::Act => wanted(options, Choice::of(Verb::Attack), not_open),
        Point::Whom => wanted(options, Choice::of(Verb::Target).on(at), not_open),
        Point::With | Point::Skill => wanted(options, using, not_open),
        Point::Track => wanted(options, Choice::of(Verb::Aim).n(i16::from(track.0)), not_open),
        _ => return None,
    })
}

impl Course<Personal> for Once {
    fn answer(&mut self, _: &Personal, ask: &Ask, options: &Options) -> Result<Choice, Stuck> {
        if ask.me == Id::Actor(self.by)
            && let Some(said) = say((self.at, self.using, self.track), ask.point, options)
        {
            return said;
        }
        match ask.point {
            Point::PayAccess => usual(options, &[Verb::Yes]),
            Point::FreeMove => usual(options, &[Verb::Stay]),
            _ => usual(options, &[]),
        }
    }

    fn is_over(&self, branch: &Branch<Personal>, _: &Ask) -> bool {
        let state = &branch.fight.state;
        let attacked = state.actor == Some(self.by) && state.declared.act == Some(Verb::Attack);
        attacked && matches!(state.step.phase, Phase::After | Phase::End)
    }
}

/// All that can come of an attack by somebody on somebody in a fight that is about to begin: in their first turn, which all
/// before them let pass.
///
/// # Errors
/// [`Stuck`].
pub fn strike(mut fight: Personal, by: ActorId, on: ActorId, manner: &Manner) -> Result<Struck, Stuck> {
    let dice = fight.roster.settings.dice;
    let talks = fight.roster.social.is_some();
    let (using, track) = if talks { speak(&fight, by, on, manner)? } else { arm(&mut fight, by, on, manner)? };
    let zone = fight.state.actors.row(on).map_or(Id::None, |actor| Id::Zone(actor.zone));
    let at = if using.how & Choice::AREA == 0 || talks { Id::Actor(on) } else { zone };
    let before = fight.clone();
    let branches = branch::ends(fight, dice, &mut Once { by, at, using, track })?;
    // Whoever may not use a weapon and cannot pay for it takes what else is at hand.
    if branches.iter().any(|branch| branch.fight.state.declared.using != Some(using)) {
        return Err(no_access(&before, by));
    }
    let boxes = |fight: &Personal, who: ActorId| marked(fight, who).saturating_sub(marked(&before, who));
    Ok(tell(&branches, dice, (by, on), boxes, |_, who| who, |fight, part| log::part_word(fight, part).to_owned()))
}

fn marked(fight: &Personal, who: ActorId) -> u8 {
    fight.state.actors.row(who).map_or(0, |actor| actor.tracks.iter().map(|track| track.marked()).sum())
}

/// The skill and the track of an attack by words (social.md 4).
fn speak(fight: &Personal, by: ActorId, on: ActorId, manner: &Manner) -> Result<(Choice, TrackId), Stuck> {
    let impossible = |why: String| Stuck::Impossible(why);
    if manner.weapon.is_some() || manner.area {
        return Err(impossible("a battle of words is fought with words, one at a time".to_owned()));
    }
    let open = fight.open_skills(by, Act::Attack);
    let skill = match &manner.skill {
        None => fight.best_skill(by, Act::Attack),
        Some(name) => {
            let named = |skill: &SkillId| fight.roster.skills.row(*skill).is_some_and(|skill| skill.is_called(name));
            let known = open.into_iter().find(named);
            Some(known.ok_or_else(|| impossible(format!("the attacker cannot speak with `{name}`")))?)
        }
    };
    let using = Choice::of(Verb::Use).n(skill.map_or(-1, |skill| i16::from(skill.0)));
    let tracks = fight.tracks_of(by, using);
    let track = if manner.at_composure { COMPOSURE } else { fight.words_track(by, on) };
    if tracks >> track.0 & 1 == 0 {
        return Err(impossible("words do not strike that track here".to_owned()));
    }
    Ok((using, track))
}

/// What branches of one attack say together.
pub(super) fn tell<C: Names>(
    branches: &[Branch<C>],
    dice: Kind,
    (by, on): (ActorId, ActorId),
    boxes: impl Fn(&C, ActorId) -> u8,
    purse: impl Fn(&C, ActorId) -> ActorId,
    word: impl Fn(&C, Part) -> String,
) -> Struck {
    let mut struck =
        Struck { chances: Chances::default(), attack: Vec::new(), defence: Vec::new(), all: 1, paid: [false; 2], others: Vec::new() };
    let mut others: BTreeMap<ActorId, Chances<Strike>> = BTreeMap::new();
    for branch in branches {
        let chance = branch.chance(dice);
        let seen = |on: ActorId| {
            let mut strike = Strike { boxes: boxes(&branch.fight, on), ..Strike::default() };
            let purse = purse(&branch.fight, on);
            branch.events.iter().for_each(|event| strike.saw(event, by, on, purse));
            strike
        };
        struck.chances.add(seen(on), &chance);
        let against = |event: &Event| if let Event::Result { against, .. } = event { *against } else { None };
        let met: BTreeSet<ActorId> = branch.events.iter().filter_map(against).filter(|&other| other != on).collect();
        for other in met {
            others.entry(other).or_default().add(seen(other), &chance);
        }
        struck.all = struck.all.max(branch.all(dice));
        for (paid, side) in struck.paid.iter_mut().zip([by, on]) {
            *paid |= branch.events.iter().any(|event| matches!(event, Event::Fate { who, change, .. } if *who == side && *change < 0));
        }
    }
    if let Some(branch) = branches.first() {
        struck.attack = addends(&branch.fight, &branch.events, by, on, &word);
        struck.defence = addends(&branch.fight, &branch.events, on, on, &word);
        struck.others = others.into_iter().map(|(other, chances)| (branch.fight.actor(other).to_owned(), chances)).collect();
    }
    struck
}

/// What somebody added to their roll, and what lines add in the comparison with one defender alone.
fn addends<C: Names>(fight: &C, events: &Events, who: ActorId, on: ActorId, word: &impl Fn(&C, Part) -> String) -> Vec<Addend> {
    let parts = events.iter().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == who => Some(*parts),
        _ => None,
    });
    let listed = parts.iter().flat_map(Parts::iter).map(|(part, amount)| Addend { what: word(fight, part), amount });
    let mut list: Vec<Addend> = listed.collect();
    for event in events {
        if let Event::Effect { line, who: Some(there), amount, only: Some(only) } = event
            && (*there, *only) == (who, on)
        {
            list.push(Addend { what: fight.line(*line).to_owned(), amount: *amount });
        }
    }
    list
}

/// As [`strike`], of two on a stage; the ranks of those known by a few numbers are what their skills come to with everything
/// that changes them (the weight of armour, say): the number that was asked about is the number that counts.
///
/// # Errors
/// [`Stuck`].
pub fn staged(stage: &mut Stage, cast: [&Cast; 2], ground: Ground, manner: &Manner) -> Result<Struck, Stuck> {
    let [by, on] = [ActorId(0), ActorId(1)];
    let [attacker, defender] = cast;
    let armed = skilled(&stage.people(cast, ground)?, by, attacker);
    let cast = [&armed, defender];
    let first = strike(stage.people(cast, ground)?, by, on, manner)?;
    let off =
        |list: &[Addend]| list.iter().filter(|addend| WEIGHS.contains(&addend.what.as_str())).map(|addend| addend.amount).sum::<i32>();
    let (own, theirs) = (off(&first.attack), off(&first.defence));
    let [attacker, defender] = cast;
    let shifted = [level(attacker, own), level(defender, theirs)];
    let [attacker, defender] = &shifted;
    if [attacker, defender] == cast {
        return Ok(first);
    }
    strike(stage.people([attacker, defender], ground)?, by, on, manner)
}

/// Somebody known by a rank has it with every skill that what they hold is used with: a thing that is also thrown, say.
fn skilled(fight: &Personal, who: ActorId, cast: &Cast) -> Cast {
    let mut cast = cast.clone();
    if let (Who::Bare(bare), Some(sheet)) = (&mut cast.who, fight.roster.actors.row(who)) {
        let rank = bare.skills.iter().map(|&(_, rank)| rank).max().unwrap_or(0);
        let modes = sheet.weapons.iter().flat_map(|weapon| &weapon.modes);
        for skill in modes.flat_map(|mode| &mode.manners).map(|manner| fight.skill(manner.skill)) {
            if !bare.skills.iter().any(|(known, _)| known == skill) {
                bare.skills.push((skill.into(), rank));
            }
        }
    }
    cast
}

/// The words of addends that change a skill.
const WEIGHS: [&str; 2] = ["gear", "amplified"];

/// Somebody known by a few numbers with ranks from which what changes them is taken off.
fn level(cast: &Cast, changes: i32) -> Cast {
    let mut cast = cast.clone();
    if let Who::Bare(bare) = &mut cast.who {
        bare.skills.iter_mut().for_each(|(_, rank)| *rank -= changes);
    }
    cast
}
