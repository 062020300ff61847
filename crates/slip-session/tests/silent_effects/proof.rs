//! Plays games with and without an effect.

use crate::silent_effects::forms::forms;
use crate::silent_effects::stages::{Stage, stage};
use slip_compile::{Compiled, compile};
use slip_pack::effect::{Effect, Play};
use slip_pack::encounter::Encounter;
use slip_pack::item::BuiltItem;
use slip_pack::scenario::{CarriedConsequence, CarriedState};
use slip_pack::{Name, Pack};
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::event::{Counter, Event, Events, Phase};
use slip_play::fight::Fight;
use slip_play::question::{Ask, Point};
use slip_policy::{Policy, Random, first};
use slip_session::{RunError, Seats, run};
use slip_source::diagnostic::Severity;
use slip_source::{Package, Sources};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of effects in one design.
const SOLD_AT_ONCE: usize = 400;

/// Beginning of the names of encounters into which everybody carries damage from an earlier one.
const WORN: &str = "home.worn_";

/// Comment in the text of a scene that is replaced by an effect, to see how the checker treats the effect when it sets up the encounter.
const BUILT_IN: &str = "// EFFECT";

/// Number of stunts that one item buys.
const BOUGHT_AT_ONCE: usize = 50;

/// Verdict on a form.
pub(crate) enum Verdict {
    /// The checker refuses the form; with the reason and the help.
    Refused(String, String),
    /// The form makes a difference to at least one game.
    Read,
    /// The checker accepts the form, but the form makes no difference to any game.
    Silent,
    /// A game with the form cannot be played to its end; with the error.
    Fails(String),
}

/// Set-up of a conflict, with the games that are played in it.
pub(crate) struct Prover {
    stage: Stage,
    scenes: Scenes,
}

impl Prover {
    /// Plays the games of a conflict without any effect.
    pub(crate) fn new(play: Play) -> Prover {
        let stage = stage(play);
        let scenes = Scenes::new(&stage);
        Prover { stage, scenes }
    }

    /// Returns the forms of the conflict.
    pub(crate) fn forms(&self) -> Vec<String> {
        forms(&self.stage).iter().map(|form| within(form, self.stage.play)).collect()
    }

    /// Tries some forms. `games` is the number of games of each scene with a form, until one differs.
    pub(crate) fn verdicts(&mut self, forms: &[String], games: u64) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
        for some in forms.chunks(SOLD_AT_ONCE) {
            for (form, verdict) in some.iter().zip(sold(&self.stage, some)) {
                verdicts.push(match verdict {
                    Err((why, help)) => Verdict::Refused(why, help),
                    Ok(effect) => self.scenes.verdict(form, &effect, games),
                });
            }
        }
        verdicts
    }
}

fn compiled(text: &str) -> Compiled {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let variants = if text.contains("ruleset wings") { vec!["wings".to_owned()] } else { Vec::new() };
    let package = sources.add_package(Package { name: "home".into(), variants, ..Package::default() });
    sources.add_file(package, "main.slip", text);
    compile(&sources)
}

/// Writes the kind of play into an effect: `in` comes before `when`.
fn within(effect: &str, play: Play) -> String {
    match effect.split_once(" when ") {
        Some((act, condition)) => format!("{act} in {play} when {condition}"),
        None => format!("{effect} in {play}"),
    }
}

/// For each form, returns the effect as it is in the pack, or the checker's reason for refusing the form and its help.
fn sold(stage: &Stage, forms: &[String]) -> Vec<Result<Effect, (String, String)>> {
    let mut text = format!("{}{}", stage.scene, stage.shop);
    let mut ends = Vec::new();
    for (number, form) in forms.iter().enumerate() {
        text.push_str(&stage.sold.replace("NUMBER", &number.to_string()).replace("EFFECT", form));
        ends.push(text.len());
    }
    text.push_str(stage.shut);
    let mut verdicts: Vec<Option<Result<Effect, (String, String)>>> = vec![None; forms.len()];
    for found in compiled(&text).diagnostics.iter().filter(|found| found.severity == Severity::Error) {
        let at = usize::try_from(found.primary.span.start).unwrap();
        let number = ends.partition_point(|end| *end <= at);
        assert!(number < forms.len(), "{}: {} at {:?}", stage.play, found.message, text.get(at.saturating_sub(80)..at + 20));
        let help = found.help.clone().unwrap_or_default();
        verdicts[number]
            .get_or_insert(Err((format!("{}: {}: {}", found.code.slug(), found.message, found.primary.text), help.to_string())));
    }
    let accepted: Vec<usize> = (0..forms.len()).filter(|number| verdicts[*number].is_none()).collect();
    let mut text = format!("{}{}", stage.scene, stage.shop);
    for &number in &accepted {
        text.push_str(&stage.sold.replace("NUMBER", &number.to_string()).replace("EFFECT", &forms[number]));
    }
    text.push_str(stage.shut);
    let bought = if stage.buyer.is_empty() { &[] } else { accepted.as_slice() };
    for (number, some) in bought.chunks(BOUGHT_AT_ONCE).enumerate() {
        let stunts: Vec<String> = some.iter().map(|number| format!("l{number}")).collect();
        text.push_str(&stage.buyer.replace("NAME", &format!("buyer_{number}")).replace("STUNTS", &stunts.join(", ")));
    }
    let pack = compiled(&text).pack;
    let items = pack.items.values().flatten().filter(|(key, _)| key.starts_with("home.buyer")).map(|(_, item)| item);
    let of_items = items.flat_map(|item| item.effects.iter().map(|effect| Effect::clone(effect)));
    let of_items = of_items.map(|effect| (effect.origin.as_ref().map(|origin| origin.name.clone()).unwrap_or_default(), effect));
    let of_parties = pack.parties.values().flat_map(|party| party.effects.iter().map(|effect| (party.name.clone(), effect.clone())));
    for (name, effect) in of_items.chain(of_parties) {
        if let Some(number) = name.strip_prefix('l').and_then(|number| number.parse::<usize>().ok()) {
            verdicts[number].get_or_insert(Ok(effect));
        }
    }
    let verdict = |(form, verdict): (&String, Option<_>)| {
        verdict.unwrap_or_else(|| panic!("{}: `{form}` is accepted and not in the pack", stage.play))
    };
    forms.iter().zip(verdicts).map(verdict).collect()
}

/// Games of a stage.
struct Scenes {
    text: &'static str,
    worn: [&'static str; 2],
    pack: Pack,
    /// Encounters, each with an item whose effects are changed.
    scenes: Vec<(Name, Name)>,
}

impl Scenes {
    fn new(stage: &Stage) -> Scenes {
        let compiled = compiled(stage.scene);
        let errors = compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let errors: Vec<&str> = errors.map(|found| found.message.as_str()).collect();
        assert_eq!(errors, Vec::<&str>::new(), "{}", stage.play);
        let scene = |(encounter, bearer): &(&str, &str)| (format!("home.{encounter}").into(), format!("home.{bearer}").into());
        let mut pack = compiled.pack;
        let worn = [stage.track, stage.second];
        for encounter in pack.encounters.iter_mut().filter(|(key, _)| key.starts_with(WORN)).map(|(_, encounter)| encounter) {
            wear(encounter, &worn);
        }
        Scenes { text: stage.scene, worn, pack, scenes: stage.scenes.iter().map(scene).collect() }
    }

    /// True if the effect changes how the checker staffs the stations of a ship.
    fn is_read_before(&self, form: &str) -> bool {
        if !self.text.contains(BUILT_IN) {
            return false;
        }
        let mut pack = compiled(&self.text.replace(BUILT_IN, &format!("effect {form}"))).pack;
        self.pack.encounters.iter().any(|(key, before)| {
            pack.encounters.get_mut(key).is_none_or(|after| {
                if key.starts_with(WORN) {
                    wear(after, &self.worn);
                }
                after.sides != before.sides
            })
        })
    }

    /// Plays games with the effect, until one game has other events than the same game without it. For the game without it, the effect is
    /// muted and not removed, so that effects keep their numbers in the events.
    fn verdict(&mut self, form: &str, effect: &Effect, games: u64) -> Verdict {
        let effect = Arc::new(effect.clone());
        let muted = Arc::new(Effect { muted: true, ..Effect::clone(&effect) });
        let mut live: Vec<(Name, Name)> = Vec::new();
        for (encounter, bearer) in self.scenes.clone() {
            let without = self.with(&bearer, &muted, |pack| Fight::begin(pack, &pack.encounters[&encounter]));
            let with = self.with(&bearer, &effect, |pack| Fight::begin(pack, &pack.encounters[&encounter]));
            match (without, with) {
                (Ok(without), Ok(with)) if without == with => {}
                (Ok(_), Ok(_)) => live.push((encounter, bearer)),
                _ => return Verdict::Read,
            }
        }
        for seed in 0..games {
            for (encounter, bearer) in &live {
                let without = self.with(bearer, &muted, |pack| events(pack, encounter, seed));
                let with = self.with(bearer, &effect, |pack| events(pack, encounter, seed));
                match (without, with) {
                    (Ok(without), Ok(with)) if without == with => {}
                    (Ok(_), Ok(_)) => return Verdict::Read,
                    (Err(error), _) | (_, Err(error)) => return Verdict::Fails(format!("{encounter}, seed {seed}: {error}")),
                }
            }
        }
        if self.is_read_before(form) { Verdict::Read } else { Verdict::Silent }
    }

    /// Calls `act` with the pack in which an item has one more effect.
    fn with<T>(&mut self, bearer: &str, effect: &Arc<Effect>, act: impl FnOnce(&Pack) -> T) -> T {
        with_effects(&mut self.pack, bearer, Some(effect));
        let result = act(&self.pack);
        with_effects(&mut self.pack, bearer, None);
        result
    }
}

/// Gives everyone in an encounter a marked box and a consequence from an earlier one.
fn wear(encounter: &mut Encounter, [track, second]: &[&str; 2]) {
    let wound = CarriedConsequence { grade: "mild".into(), text: "Old wound".to_owned(), track: (*track).into() };
    let consequences = if encounter.play == Play::Platoon { Vec::new() } else { vec![wound] };
    let marked = [((*track).into(), vec![1, 2]), ((*second).into(), vec![1])].into();
    let carried = Box::new(CarriedState { marked, consequences, ..CarriedState::default() });
    for actor in encounter.sides.iter_mut().flat_map(|side| &mut side.actors) {
        actor.carried = Some(carried.clone());
        let craft = actor.ship.iter_mut().flat_map(|ship| &mut ship.fighters);
        craft.for_each(|craft| craft.carried = Some(carried.clone()));
    }
}

/// Adds an effect to an item, or removes the last one.
fn with_effects(pack: &mut Pack, bearer: &str, effect: Option<&Arc<Effect>>) {
    let change = |item: &mut BuiltItem| match effect {
        Some(effect) => item.effects.push(Arc::clone(effect)),
        None => _ = item.effects.pop(),
    };
    let mut found = false;
    for (_, item) in pack.items.values_mut().flatten().filter(|(key, _)| *key == bearer) {
        change(item);
        found = true;
    }
    for (_, platoon) in pack.platoons.iter_mut().filter(|(key, _)| *key == bearer) {
        if let Some(leader) = &mut platoon.leader {
            change(&mut leader.item);
            found = true;
        }
    }
    for (_, party) in pack.parties.iter_mut().filter(|(key, _)| *key == bearer) {
        match effect {
            Some(effect) => party.effects.push(Effect::clone(effect)),
            None => _ = party.effects.pop(),
        }
        found = true;
    }
    assert!(found, "there is no {bearer}");
}

/// Number of games of a scene that are played in the usual way. In the games after them, the players do what they have seldom done.
const USUAL_GAMES: u64 = 8;

/// Returns the events of a game.
///
/// Of the first `USUAL_GAMES` games, every fourth is played by the doctrines and every fourth at random; in the others the players prefer
/// no option. In later games the players prefer what they have seldom done, and in every second one they choose only that.
fn events(pack: &Pack, encounter: &str, seed: u64) -> Result<Events, RunError> {
    let habit = match (seed < USUAL_GAMES, seed % 2) {
        (true, _) => Habit::AllAlike,
        (false, 0) => Habit::MostlySeldom,
        (false, _) => Habit::OnlySeldom,
    };
    let lively = |stream: u64| Box::new(Lively::new(seed, stream, habit));
    let seats = match seed % 4 {
        0 if habit == Habit::AllAlike => Seats::standard(),
        1 if habit == Habit::AllAlike => Seats::random(),
        _ => Seats::standard().with("reds", lively(1)).with("blues", lively(2)),
    };
    let mut events = run(pack, encounter, seed, seats)?.events;
    events.retain(is_outcome);
    Ok(events)
}

/// True if an event changes something besides the account of effects. An effect that is triggered and changes nothing is silent.
fn is_outcome(event: &Event) -> bool {
    match event {
        Event::Fires { .. } | Event::Settled | Event::Effect { .. } => false,
        Event::Phase(step) => step.phase != Phase::Fire,
        Event::Counter { what, .. } => !matches!(what, Counter::Roused(_) | Counter::Line(_) | Counter::Granted(_)),
        _ => true,
    }
}

/// Preference of a player among the verbs of its options.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Habit {
    /// The player chooses among all options alike.
    AllAlike,
    /// Two of three times the player chooses among the options with the verb that it has chosen least.
    MostlySeldom,
    /// The player always chooses among the options with the verb that it has chosen least.
    OnlySeldom,
}

/// Random player who never concedes and seldom compels, so that a game has many actions. A player who prefers what it has seldom done
/// reaches rare actions too: boardings, launches, tethers.
struct Lively {
    random: Random,
    habit: Habit,
    count: u32,
    /// Number of times that each verb was chosen.
    chosen: BTreeMap<Verb, u32>,
}

impl Lively {
    /// Creates a player with the random numbers of a stream of a seed.
    fn new(seed: u64, stream: u64, habit: Habit) -> Lively {
        Lively { random: Random::new(seed, stream), habit, count: 0, chosen: BTreeMap::new() }
    }

    /// True if the player may choose the option. It never concedes or leaves. Only a player with the habit `OnlySeldom` passes, and it
    /// passes as seldom as it does anything else.
    fn likes(&self, choice: &Choice) -> bool {
        match choice.verb {
            Verb::Concede | Verb::BreakOff | Verb::Leave | Verb::Give => false,
            Verb::Pass => self.habit == Habit::OnlySeldom,
            _ => true,
        }
    }

    /// Returns the options that the player chooses from.
    fn liked(&self, options: &Options) -> Options {
        let all = options.as_slice().iter().copied().filter(|choice| self.likes(choice));
        let times = |choice: &Choice| self.chosen.get(&choice.verb).copied().unwrap_or(0);
        let prefers = match self.habit {
            Habit::AllAlike => false,
            Habit::MostlySeldom => !self.count.is_multiple_of(3),
            Habit::OnlySeldom => true,
        };
        let least = all.clone().map(|choice| times(&choice)).min();
        let mut liked = Options::new();
        all.filter(|choice| !prefers || Some(times(choice)) == least).for_each(|choice| liked.push(choice));
        if liked.is_empty() { options.clone() } else { liked }
    }
}

impl Policy<Fight> for Lively {
    fn choose(&mut self, fight: &Fight, ask: &Ask, options: &Options) -> Answer {
        self.count += 1;
        let is_seldom = matches!(ask.point, Point::Compel) && !self.count.is_multiple_of(8);
        if is_seldom || matches!(ask.point, Point::Stop | Point::AcceptConcession) {
            return first(options).into();
        }
        let answer = self.random.choose(fight, ask, &self.liked(options));
        *self.chosen.entry(answer.choice.verb).or_default() += 1;
        answer
    }

    fn word(&self) -> &'static str {
        "random"
    }
}
