//! Maneuvers that the author of an encounter defines: the crew at a station rolls to place an aspect with one free tag (R-VN1).
//!
//! These maneuvers are offered at the start of a phase together with optional effects. A maneuver is the crew's act for that phase.

use crate::choice::{Choice, Verb};
use crate::conflict::Refusal;
use crate::effects::Act;
use crate::event::{Event, Events, Phase, RollAddend, SpacePhase, Step};
use crate::ids::{ActorId, AspectId, Id, Seat, TableKey};
use crate::space::Space;
use crate::space::roll_kinds::SpaceRoll;
use crate::space::roster::{AuthoredManeuver, Post, SpaceRoster};
use slip_dice::Dice;
use slip_dice::fate::aspect::AspectOrigin;
use slip_dice::fate::{Aspect, FreeTag, Holder};
use slip_pack::encounter::{Encounter, ManeuverOn as On, ManeuverOpposition, ManeuverPhase};

/// Reads the maneuvers of an encounter. The post of a maneuver is `None` if no post belongs to its station.
pub(super) fn read(encounter: &Encounter, roster: &SpaceRoster) -> Vec<AuthoredManeuver> {
    let post = |station: usize| {
        Post::ALL.into_iter().find(|post| {
            let there = roster.stations.get(usize::from(post.number())).copied().flatten();
            there.map(usize::from) == Some(station)
        })
    };
    let stage = |phase: &ManeuverPhase| match phase {
        ManeuverPhase::Position => SpacePhase::Position,
        ManeuverPhase::Ew => SpacePhase::Ew,
        ManeuverPhase::Beams => SpacePhase::Beams,
        ManeuverPhase::Torpedoes => SpacePhase::Torpedoes,
        ManeuverPhase::DamageControl => SpacePhase::DamageControl,
    };
    let maneuvers = encounter.maneuvers.iter().map(|maneuver| AuthoredManeuver {
        name: maneuver.name.clone(),
        title: maneuver.title.as_str().into(),
        post: post(maneuver.station),
        difficulty: match maneuver.against {
            ManeuverOpposition::Difficulty(number) => Some(number),
            ManeuverOpposition::Station(_) => None,
        },
        resisted: match maneuver.against {
            ManeuverOpposition::Difficulty(_) => None,
            ManeuverOpposition::Station(station) => post(station),
        },
        on: maneuver.on,
        aspect: maneuver.aspect.as_str().into(),
        sides: maneuver.sides.iter().map(|&side| Seat::of(side)).collect(),
        stages: maneuver.phases.iter().map(stage).collect(),
    });
    maneuvers.collect()
}

impl Space {
    /// Returns the maneuver with this number.
    pub fn maneuver(&self, number: u16) -> Option<&AuthoredManeuver> {
        self.roster.maneuvers.get(usize::from(number))
    }

    /// Returns the number and the target of the maneuver that is being made, from its declaration until it is settled.
    pub fn maneuvering(&self) -> Option<(u16, Id)> {
        let declared = self.state.declared;
        declared.thing.filter(|_| declared.act == Some(Verb::Maneuver)).map(|number| (number, declared.it))
    }

    /// Returns the maneuvers that a ship can make now, as choices: one for each possible target.
    pub(super) fn maneuvers_open(&self, ship: ActorId) -> Vec<Choice> {
        let mut open = Vec::new();
        if !self.is_on_line(ship) || self.state.ship(ship).is_none_or(|there| there.launched) {
            return open;
        }
        for (number, maneuver) in (0_u16..).zip(&self.roster.maneuvers) {
            let here = maneuver.stages.is_empty() || maneuver.stages.contains(&self.state.stage);
            let may = maneuver.sides.is_empty() || maneuver.sides.contains(&self.side(ship));
            let works = || {
                let trained = |post: Post| self.has_training(ship, post, SpaceRoll::Maneuver(post), None);
                maneuver.post.is_some_and(|post| self.can_act(ship, post) && trained(post))
            };
            if self.state.stage == SpacePhase::Detection || !here || !may || !works() {
                continue;
            }
            let choice = Choice::of(Verb::Maneuver).with(number);
            match maneuver.on {
                On::Scene if self.may_do(ship, Act::Maneuver, None) => open.push(choice),
                On::Scene => {}
                _ => open.extend(self.aims(ship, maneuver.on).map(|it| choice.on(Id::Actor(it)))),
            }
        }
        open.retain(|choice| !self.is_placed(choice));
        open
    }

    /// Returns the ships at which a maneuver with this target (`on`) may be aimed.
    fn aims(&self, ship: ActorId, on: On) -> impl Iterator<Item = ActorId> {
        let fits = move |&it: &ActorId| match on {
            On::Enemy => self.are_enemies(ship, it),
            On::Own => it == ship,
            On::Ally => it != ship && !self.are_enemies(ship, it),
            On::Scene => false,
        };
        let all = self.state.ships.keys().filter(fits);
        all.filter(move |&it| self.is_on_line(it) && self.may_do(ship, Act::Maneuver, Some(it).filter(|&it| it != ship)))
    }

    /// True if the maneuver would place an aspect that its target already has.
    fn is_placed(&self, choice: &Choice) -> bool {
        let Some(maneuver) = self.maneuver(choice.with) else { return true };
        let holder = holder(choice.it);
        self.state.aspects.iter().any(|(_, there)| there.present && there.holder == holder && there.text == maneuver.aspect)
    }

    /// Makes a maneuver: rolls for the ship, and for the target if the target resists.
    pub(super) fn begin_maneuver(&self, ship: ActorId, choice: Choice, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Some((maneuver, post)) = self.maneuver(choice.with).and_then(|maneuver| Some((maneuver, maneuver.post?))) else {
            return Ok(());
        };
        let target = choice.it.actor();
        out.push(Event::Declare {
            me: ship,
            act: Some(Verb::Maneuver),
            it: choice.it,
            using: None,
            track: None,
            aspect: None,
            thing: Some(choice.with),
            term: None,
            access: None,
            say: None,
        });
        let Some((skill, mut parts)) = self.worked_parts(ship, post, true, out) else { return Ok(()) };
        self.roll_lines(ship, SpaceRoll::Maneuver(post), target.filter(|&it| it != ship), &mut parts);
        self.cast(self.state.rolls, ship, Some(skill), parts, maneuver.difficulty, dice, out)?;
        if let (None, Some(it)) = (maneuver.difficulty, target) {
            let number = self.state.rolls + 1;
            // The crew that resists does not use up its act of the phase. If no crew can resist, the total of the target is 0.
            match maneuver.resisted.and_then(|post| self.post_parts(it, post, out)) {
                Some((skill, parts)) => {
                    self.cast(number, it, Some(skill), parts, None, dice, out)?;
                }
                None => self.count_as(number, it, None, RollAddend::Fixed, 0, out),
            }
        }
        self.open_window(out);
        Ok(())
    }

    /// Settles the rolls of a maneuver. If the total reaches the difficulty, the aspect is placed with one free tag for the ship's side.
    /// Then the same ship may make further choices.
    pub(super) fn settle_maneuver(&self, out: &mut Events) {
        let found = self.state.contest.as_ref().zip(self.maneuvering());
        let Some((contest, (number, it))) = found else { return self.pass_on(out) };
        let Some((roll, maneuver)) = contest.rolls.first().zip(self.maneuver(number)) else { return self.pass_on(out) };
        let against = contest.rolls.get(1);
        let (attack, defence) = (roll.total(), against.map_or(maneuver.difficulty.unwrap_or(0), |roll| roll.total()));
        let ok = attack >= defence;
        out.push(Event::Result { roll: roll.id, against: against.map(|roll| roll.who), attack, defence, shifts: attack - defence, ok });
        if ok {
            let side = self.side(roll.who).0;
            let aspect = Aspect {
                origin: AspectOrigin::Maneuver,
                placer: Some(roll.who.0),
                free: Some(FreeTag { sides: 1_u32.checked_shl(u32::from(side)).unwrap_or(0), from: self.state.asked }),
                ..Aspect::printed(maneuver.aspect.clone(), holder(it))
            };
            out.push(Event::AspectAdd { id: AspectId::of(self.state.aspects.len()), aspect });
        }
        Space::take_back(roll.who, out);
        Space::go(out, Step::of(Phase::Action, Id::Actor(roll.who)));
    }
}

/// Returns the holder of the aspect that a maneuver places.
fn holder(it: Id) -> Holder {
    it.actor().map_or(Holder::Scene, |who| Holder::Actor(who.0))
}
