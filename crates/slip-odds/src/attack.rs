//! Odds of one attack between people, with weapons or with words, as the engine plays it. They give the effect of each dice outcome on the
//! defender and on everyone else whom the attack hits.
//!
//! No points or spin are spent, no compel is answered and no aspect is tagged. A fate point for untrained gear is paid if it can be paid. A
//! target that is hit takes the fewest consequences that keep it in the fight. If no consequences can keep it in the fight, it takes none.

use crate::dice_tree::{self, Branch, BranchPolicy, OddsError};
use crate::matchup::{MatchupActor, MatchupFighter, MatchupStage, MatchupTerrain};
use crate::{Chances, Ratio};
use slip_dice::DiceKind;
use slip_dice::fate::{Grade, Slots};
use slip_pack::Name;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::effects::Act;
use slip_play::event::{Event, Events, Phase, RollAddend, RollAddends, TrackId};
use slip_play::ids::{ActorId, Id, SkillId};
use slip_play::log;
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::state::{COMPOSURE, HEALTH};
use slip_play::question::{Ask, Point};
use std::collections::{BTreeMap, BTreeSet};

/// Result of an attack of any kind on one target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct AttackResult {
    /// Total of the attacker minus total of the defender.
    pub shifts: i32,
    /// Stress dealt to the target after all modifiers; 0 on a miss.
    pub stress: i32,
    /// Number of the target's boxes that are newly marked, on all tracks.
    pub boxes: u8,
    /// Number of consequences that the target takes, by grade.
    pub taken: [u8; 3],
    /// True if the target is taken out.
    pub out: bool,
    /// Spin that the defender gains by the defence.
    pub spin: i32,
    /// Stress that the attacker suffers in return.
    pub back: i32,
}

impl AttackResult {
    /// True if any stress is dealt.
    pub fn hits(&self) -> bool {
        self.stress > 0
    }

    /// Returns the consequences that the target takes as words, such as `mild, severe`; empty if there are none.
    pub fn taken_in_words(&self) -> String {
        let grades = Grade::ALL.into_iter().zip(self.taken).filter(|&(_, count)| count > 0);
        let word = |(grade, count): (Grade, u8)| if count == 1 { grade.word().to_owned() } else { format!("{count} {}", grade.word()) };
        grades.map(word).collect::<Vec<_>>().join(", ")
    }

    /// Records an event of the attack of `by` on `on`. Spin that the defender gains is counted under `purse`, the actor to which this spin
    /// belongs.
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

/// Modifier of a roll, with its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addend {
    /// Source of the modifier, in words.
    pub what: String,
    /// Amount that the modifier adds to the roll.
    pub amount: i32,
}

/// Odds of an attack: the distribution of its results, and the modifiers of both rolls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackOdds {
    /// Distribution of the results for the target of the attack.
    pub chances: Chances<AttackResult>,
    /// Modifiers of the attacker's roll.
    pub attack: Vec<Addend>,
    /// Modifiers of the defender's roll.
    pub defence: Vec<Addend>,
    /// Total number of dice outcomes.
    pub all: u64,
    /// True for the attacker (first) and the defender (second) if the actor pays a fate point to use gear that it is not trained for.
    pub paid: [bool; 2],
    /// Other targets that the attack hits, by their names in the fight, each with the distribution of its results.
    pub others: Vec<(String, Chances<AttackResult>)>,
}

impl AttackOdds {
    /// Returns the chance that the attack deals any stress.
    pub fn hit(&self) -> Ratio {
        self.chances.when(AttackResult::hits)
    }

    /// Returns the chance that the attack takes the defender out.
    pub fn out(&self) -> Ratio {
        self.chances.when(|strike| strike.out)
    }

    /// Returns the distribution of the stress that the attack deals; a miss deals 0.
    pub fn stress(&self) -> Chances<i32> {
        self.chances.seen(|strike| strike.stress)
    }

    /// Returns the distribution of the spin that the defender gains.
    pub fn spin(&self) -> Chances<i32> {
        self.chances.seen(|strike| strike.spin)
    }

    /// Returns the mean of the stress that the attack deals.
    pub fn mean_stress(&self) -> Ratio {
        self.chances.mean(|strike| i64::from(strike.stress))
    }

    /// Returns the sum of the attacker's modifiers minus the sum of the defender's.
    pub fn margin(&self) -> i32 {
        let sum = |list: &[Addend]| list.iter().map(|addend| addend.amount).sum::<i32>();
        sum(&self.attack) - sum(&self.defence)
    }
}

/// Options of an attack that the user can choose: weapon, mode, track and area.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttackOptions {
    /// Name of the weapon; `None` for the weapon with the best odds.
    pub weapon: Option<Name>,
    /// Mode of a modal weapon.
    pub mode: Option<Name>,
    /// True if the attack is aimed at composure.
    pub at_composure: bool,
    /// Name of the track that the attack is aimed at, for tracks that designs add.
    pub at_track: Option<Name>,
    /// True if the attack targets the whole zone of the target.
    pub area: bool,
    /// Skill that is used in a social conflict; `None` for the best one.
    pub skill: Option<Name>,
}

/// Returns the choice of an attack and its track for the given options, after setting the weapon to its mode.
///
/// # Errors
/// [`OddsError::Impossible`] if the attacker cannot attack in this way.
pub fn arm(fight: &mut Personal, by: ActorId, on: ActorId, manner: &AttackOptions) -> Result<(Choice, TrackId), OddsError> {
    let impossible = |why: &str| OddsError::Impossible(why.to_owned());
    let number = match &manner.weapon {
        None => None,
        Some(name) => {
            let weapons = &fight.roster.actors.row(by).ok_or_else(|| impossible("there is no attacker"))?.weapons;
            let place = weapons.iter().position(|weapon| weapon.name == *name);
            let place = place.ok_or_else(|| impossible(&format!("the attacker does not carry the weapon `{name}`")))?;
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
    let aimed = aimed_at(fight, manner)?;
    let wanted = aimed.unwrap_or(HEALTH);
    let mut best: Option<(i32, Choice, TrackId)> = None;
    let mut lacks = false;
    for using in fight.arsenal(by) {
        // Weapons that always hit a whole zone are listed with the flag `AREA`. Here the flag is also set for the others with an area.
        let using = if manner.area { using.how(using.how | Choice::AREA) } else { using };
        if number.is_some_and(|number| using.with != number) {
            continue;
        }
        let tracks = fight.tracks_of(by, using);
        let track = if tracks.has(wanted) { wanted } else { fight.aimed_track(by, using, on) };
        let odds = fight.odds(by, using, on, track).filter(|_| track == wanted || aimed.is_none());
        if odds.is_some() && !fight.has_access(by, using) {
            lacks = true;
            continue;
        }
        if let Some(odds) = odds.filter(|odds| best.is_none_or(|(most, ..)| odds.margin > most)) {
            best = Some((odds.margin, using, track));
        }
    }
    let Some((_, using, track)) = best else {
        let title = |who: ActorId| fight.roster.actors.row(who).map_or("the actor", |sheet| sheet.title.as_str());
        if lacks {
            return Err(no_access(fight, by));
        }
        return Err(OddsError::Impossible(if manner.area {
            format!("{} cannot attack {} together with the whole zone", title(by), title(on))
        } else {
            format!("{} cannot make this attack on {}", title(by), title(on))
        }));
    };
    Ok((using, track))
}

/// Returns the track that an attack must be aimed at, if the options name a track.
fn aimed_at(fight: &Personal, manner: &AttackOptions) -> Result<Option<TrackId>, OddsError> {
    let tracks = &fight.roster.tracks;
    let unknown = |name: &Name| {
        let known: Vec<&str> = tracks.iter().map(Name::as_str).collect();
        OddsError::Impossible(format!("there is no track `{name}` among the tracks {}", known.join(", ")))
    };
    match &manner.at_track {
        Some(name) => tracks.find(name).map(Some).ok_or_else(|| unknown(name)),
        None => Ok(manner.at_composure.then_some(COMPOSURE)),
    }
}

/// Returns the error with the reason why an actor may not use gear that it is not trained for (R-P24).
fn no_access(fight: &Personal, by: ActorId) -> OddsError {
    let who = fight.roster.actors.row(by).map_or("the actor", |sheet| sheet.title.as_str());
    let why = if fight.roster.settings.access_forbidden {
        "the rules do not allow a fate point instead (`access forbidden`)"
    } else {
        "has no fate point to pay for it"
    };
    OddsError::Impossible(format!("{who} is not trained for this gear, and {why}"))
}

/// Policy of the branch search. The attacker attacks on its first turn; every other question gets its default answer.
struct SingleAttack {
    by: ActorId,
    at: Id,
    using: Choice,
    track: TrackId,
}

/// Returns `choice` if it is among the options; otherwise the error with the reason `why`.
pub(super) fn wanted(options: &Options, choice: Choice, why: &str) -> Result<Choice, OddsError> {
    options.contains(choice).then_some(choice).ok_or_else(|| OddsError::Impossible(why.to_owned()))
}

/// Returns the first option with one of these verbs, or else the default choice.
pub(super) fn usual(options: &Options, rather: &[Verb]) -> Result<Choice, OddsError> {
    let found = rather.iter().find_map(|verb| options.as_slice().iter().find(|choice| choice.verb == *verb));
    found.copied().or_else(|| options.default_choice()).ok_or(OddsError::TooMany)
}

/// Returns the attacker's answer to a question about the attack; `None` if the question has another subject.
pub(super) fn say((at, using, track): (Id, Choice, TrackId), point: Point, options: &Options) -> Option<Result<Choice, OddsError>> {
    let not_open = "this attack is not possible from there: out of sight, out of reach, or forbidden";
    Some(match point {
        Point::Act => wanted(options, Choice::of(Verb::Attack), not_open),
        Point::Whom => wanted(options, Choice::of(Verb::Target).on(at), not_open),
        Point::With | Point::Skill => wanted(options, using, not_open),
        Point::Track => wanted(options, Choice::of(Verb::Aim).n(i16::from(track.0)), not_open),
        _ => return None,
    })
}

impl BranchPolicy<Personal> for SingleAttack {
    fn answer(&mut self, _: &Personal, ask: &Ask, options: &Options) -> Result<Choice, OddsError> {
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

/// Computes all outcomes of an attack of `by` on `on` in a fight that is about to begin. The attack is made in the first turn of `by`; all
/// actors whose turn is earlier pass.
///
/// # Errors
/// [`OddsError`].
pub fn strike(mut fight: Personal, by: ActorId, on: ActorId, manner: &AttackOptions) -> Result<AttackOdds, OddsError> {
    let dice = fight.roster.settings.dice;
    let talks = fight.roster.social.is_some();
    let (using, track) = if talks { speak(&fight, by, on, manner)? } else { arm(&mut fight, by, on, manner)? };
    let zone = fight.state.actors.row(on).map_or(Id::None, |actor| Id::Zone(actor.zone));
    let at = if using.how & Choice::AREA == 0 || talks { Id::Actor(on) } else { zone };
    let before = fight.clone();
    let branches = dice_tree::ends(fight, dice, &mut SingleAttack { by, at, using, track })?;
    // If the attacker may not use the weapon and cannot pay for it, the engine chooses another weapon.
    if branches.iter().any(|branch| branch.fight.state.declared.using != Some(using)) {
        return Err(no_access(&before, by));
    }
    let boxes = |fight: &Personal, who: ActorId| marked(fight, who).saturating_sub(marked(&before, who));
    Ok(tell(&branches, dice, (by, on), boxes, |_, who| who, |fight, part| log::part_word(fight, part).to_owned()))
}

fn marked(fight: &Personal, who: ActorId) -> u8 {
    fight.state.actors.row(who).map_or(0, |actor| actor.tracks.iter().map(|track| track.marked()).sum())
}

/// Returns the skill and the track of an attack in a social conflict.
fn speak(fight: &Personal, by: ActorId, on: ActorId, manner: &AttackOptions) -> Result<(Choice, TrackId), OddsError> {
    let impossible = |why: String| OddsError::Impossible(why);
    if manner.weapon.is_some() || manner.area {
        return Err(impossible("a social conflict has no weapons or zone attacks: attack one person with words".to_owned()));
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
    let aimed = aimed_at(fight, manner)?;
    let usual = aimed.unwrap_or_else(|| fight.words_track(by, on));
    let track = tracks.first().filter(|_| aimed.is_none() && !tracks.has(usual)).unwrap_or(usual);
    if !tracks.has(track) {
        return Err(impossible("words cannot attack that track here".to_owned()));
    }
    Ok((using, track))
}

/// Combines the branches of one attack into its odds.
pub(super) fn tell<C: Names>(
    branches: &[Branch<C>],
    dice: DiceKind,
    (by, on): (ActorId, ActorId),
    boxes: impl Fn(&C, ActorId) -> u8,
    purse: impl Fn(&C, ActorId) -> ActorId,
    word: impl Fn(&C, RollAddend) -> String,
) -> AttackOdds {
    let mut struck =
        AttackOdds { chances: Chances::default(), attack: Vec::new(), defence: Vec::new(), all: 1, paid: [false; 2], others: Vec::new() };
    let mut others: BTreeMap<ActorId, Chances<AttackResult>> = BTreeMap::new();
    for branch in branches {
        let chance = branch.chance(dice);
        let seen = |on: ActorId| {
            let mut strike = AttackResult { boxes: boxes(&branch.fight, on), ..AttackResult::default() };
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

/// Returns the modifiers of one roll, including those that apply only against this defender.
fn addends<C: Names>(fight: &C, events: &Events, who: ActorId, on: ActorId, word: &impl Fn(&C, RollAddend) -> String) -> Vec<Addend> {
    let parts = events.iter().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == who => Some(*parts),
        _ => None,
    });
    let listed = parts.iter().flat_map(RollAddends::iter).map(|(part, amount)| Addend { what: word(fight, part), amount });
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

/// Computes the odds of an attack between two actors of a match-up, without a declared encounter, as [`strike`] does in a fight. The rank
/// given for an anonymous actor already includes everything that changes a skill, such as the weight of armour.
///
/// # Errors
/// [`OddsError`].
pub fn staged(
    stage: &mut MatchupStage,
    cast: [&MatchupFighter; 2],
    ground: MatchupTerrain,
    manner: &AttackOptions,
) -> Result<AttackOdds, OddsError> {
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

/// Gives an anonymous actor its rank in every skill that its weapons use; a weapon may use a second skill when it is thrown, for example.
fn skilled(fight: &Personal, who: ActorId, cast: &MatchupFighter) -> MatchupFighter {
    let mut cast = cast.clone();
    if let (MatchupActor::Bare(bare), Some(sheet)) = (&mut cast.who, fight.roster.actors.row(who)) {
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

/// Kinds of modifiers that change the rank of a skill itself: worn gear, and a better skill that amplifies it.
const WEIGHS: [&str; 2] = ["gear", "amplified"];

/// Returns a copy of a fighter's setup in which the ranks of an anonymous actor are lowered by `changes`.
fn level(cast: &MatchupFighter, changes: i32) -> MatchupFighter {
    let mut cast = cast.clone();
    if let MatchupActor::Bare(bare) = &mut cast.who {
        bare.skills.iter_mut().for_each(|(_, rank)| *rank -= changes);
    }
    cast
}
