//! Tasks of an encounter that actors work at during the fight; they need a number of successes (`task_done`).

use crate::effects::Act;
use crate::event::{Counter, Event, Events};
use crate::ids::{ActorId, Seat, SkillId, TableKey, ZoneId};
use crate::personal::Personal;
use crate::personal::begin::had_as;
use crate::personal::roster::{EncounterTask, PersonalRoster};
use crate::personal::targets::ActWays;
use slip_pack::encounter::{Encounter, VictoryTerm};

impl Personal {
    /// Returns the task with this number.
    pub fn task(&self, number: u16) -> Option<&EncounterTask> {
        self.roster.tasks.get(usize::from(number))
    }

    /// Returns the number of successes at a task so far. The successes of all sides are added up (R-XTD4).
    pub fn successes(&self, number: u16) -> u32 {
        self.state.tasks.get(usize::from(number)).copied().unwrap_or(0)
    }

    /// True if an actor may work at a task from a zone: the task is not done, the actor's side may do it, and the task can be done in the
    /// zone.
    pub(super) fn is_task_open(&self, who: ActorId, number: u16, zone: ZoneId) -> bool {
        self.task(number).is_some_and(|task| {
            let side = task.sides >> self.roster.side(who).0.min(31) & 1 == 1;
            side && task.zones >> zone.0 & 1 == 1 && self.successes(number) < task.successes
        })
    }

    /// Returns the tasks an actor may work at this turn.
    pub(super) fn open_tasks<'a>(&'a self, who: ActorId, footholds: &'a [ZoneId]) -> impl Iterator<Item = u16> + 'a {
        let all = (0_u16..).zip(&self.roster.tasks).map(|(number, _)| number);
        all.filter(move |&number| footholds.iter().any(|&zone| self.is_task_open(who, number, zone)))
            .filter(move |&number| !self.ways_to_work(who, number).is_empty())
    }

    /// Returns the ways of working at a task.
    pub(super) fn ways_to_work(&self, who: ActorId, number: u16) -> ActWays {
        self.task(number).map_or_else(ActWays::new, |task| self.ways_by(who, Act::Task, &task.skills))
    }

    /// True if the declared task needs this skill.
    pub(super) fn is_of_task(&self, skill: SkillId) -> bool {
        let task = self.state.declared.thing.and_then(|number| self.task(number));
        task.is_some_and(|task| task.skills.contains(&skill))
    }

    /// Adds a success to the declared task, if the roll succeeded.
    pub(super) fn settle_task(&self, who: ActorId, ok: bool, out: &mut Events) {
        let Some(number) = self.state.declared.thing.filter(|_| ok) else { return };
        let now = i32::try_from(self.successes(number)).unwrap_or(i32::MAX).saturating_add(1);
        out.push(Event::Counter { who, what: Counter::Task(u8::try_from(number).unwrap_or(u8::MAX)), change: 1, now });
    }

    /// True if a side has a victory condition about a task.
    pub fn wants_task(&self, side: Seat, number: u16) -> bool {
        let mut wanted = false;
        for victory in self.roster.victories.iter().filter(|victory| victory.side.map(Seat::of) == Some(side)) {
            victory.condition.names(&mut |atom| wanted |= matches!(atom, VictoryTerm::Done(task) if *task == usize::from(number)));
        }
        wanted
    }
}

/// Reads the tasks of an encounter.
pub(super) fn read(encounter: &Encounter, roster: &PersonalRoster) -> Vec<EncounterTask> {
    let zones = |zones: &[usize]| match zones {
        [] => u128::MAX,
        some => some.iter().fold(0, |all, &zone| all | 1_u128.checked_shl(u32::try_from(zone).unwrap_or(u32::MAX)).unwrap_or(0)),
    };
    let sides = |sides: &[usize]| match sides {
        [] => u32::MAX,
        some => some.iter().fold(0, |all, &side| all | 1_u32.checked_shl(u32::try_from(side).unwrap_or(u32::MAX)).unwrap_or(0)),
    };
    let task = |task: &slip_pack::encounter::Task| EncounterTask {
        name: task.name.clone(),
        title: task.title.as_str().into(),
        skills: task.skills.iter().filter_map(|name| had_as(&roster.skills, name)).collect(),
        difficulty: task.difficulty,
        successes: task.successes,
        zones: zones(&task.zones),
        sides: sides(&task.sides),
    };
    encounter.tasks.iter().map(task).collect()
}
