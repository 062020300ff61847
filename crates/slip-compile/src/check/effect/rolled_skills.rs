//! Finds the skills with which each roll of a conflict can be made, so that an effect on a roll with any other skill is refused.
//!
//! The skills are named by rulesets (`move_skill`), by stations, and by the uses of skills (`serves maneuver`). An effect such as `may use
//! charm for move` adds its skill to the rolls of the kinds of play that have such a roll. A skill of a second skill list that stands for
//! another skill (`stands_for agility`) can be used for the same rolls as that other skill.

use super::EffectScope;
use super::substituted_skills::SubstitutedSkills;
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_pack::effect::{Action, Against, Effect, Event, Occurrence, Play, RollPattern};
use slip_source::PackageId;
use slip_syntax::tree::{Expr, ExprKind};
use std::collections::{BTreeMap, BTreeSet};

/// Skills that are rolled, by the setting, duty or use that names them; each with the package in which it is named.
type Named = BTreeMap<EcoString, BTreeSet<(EcoString, PackageId)>>;

/// Skills with which conflicts roll, as rulesets, stations and skills declare them.
#[derive(Debug, Default)]
pub(super) struct RolledSkills {
    /// Skills by the setting that names them: `move_skill`.
    settings: Named,
    /// Skills of stations by duty, such as `position`. The skills of all stations are also listed under the empty name.
    duties: Named,
    /// Skills by the action that they may be used for, such as `maneuver`.
    serving: Named,
    /// Skills that can replace another skill (`stands_for`), by the name of the replaced skill.
    standing: Named,
    /// Skills by class.
    classes: Named,
    /// Skills with which things of a design are used, under the empty name.
    weapons: Named,
    /// Skills that items name first of several in a stunt, such as `swap_skill(pilot, slug_throwers)`, under the empty name.
    exchanged: Named,
    /// Rolls in which effects use one skill in place of another.
    substituted: SubstitutedSkills,
    /// Packages with a ruleset that allows any skill for an action (`narrated any`).
    any_serves: BTreeSet<PackageId>,
}

impl RolledSkills {
    /// Adds the skills that a declaration names for rolls.
    pub(super) fn read(&mut self, declared: &DeclaredItem<'_>) {
        let package = declared.package;
        self.substituted.read(declared);
        let name = |named: &mut Named, key: &str, skill: EcoString| {
            named.entry(key.into()).or_default().insert((skill, package));
        };
        let words = |key: &'static str| {
            let entries = declared.entries_of(key);
            entries.flat_map(|entry| entry.values.iter().filter_map(|value| value.expr.name().cloned())).collect::<Vec<_>>()
        };
        match declared.kind() {
            "skill" => {
                words("class").iter().for_each(|class| name(&mut self.classes, class, declared.name().clone()));
                words("serves").iter().for_each(|act| name(&mut self.serving, act, declared.name().clone()));
                words("stands_for").iter().for_each(|other| name(&mut self.standing, other, declared.name().clone()));
            }
            "station" => {
                for skill in words("skill") {
                    name(&mut self.duties, "", skill.clone());
                    words("duties").iter().for_each(|duty| name(&mut self.duties, duty, skill.clone()));
                }
            }
            "design" => words("skill").into_iter().for_each(|skill| name(&mut self.weapons, "", skill)),
            "ruleset" => {
                for entry in declared.entries.iter() {
                    let inside = entry.block().map_or(&[][..], |block| &block.entries);
                    let default = || inside.iter().find(|entry| entry.word() == "default").and_then(|entry| entry.only()?.name().cloned());
                    let setting = || entry.values.first().and_then(|value| value.expr.name().cloned());
                    match entry.word() {
                        "setting" => {
                            let found = setting().zip(default());
                            found.into_iter().for_each(|(setting, skill)| name(&mut self.settings, &setting, skill));
                        }
                        "narrated" => self.any_serves.extend(setting().filter(|value| value == "any").map(|_| package)),
                        word => setting().into_iter().for_each(|skill| name(&mut self.settings, word, skill)),
                    }
                }
            }
            _ => {}
        }
        let stunts = declared.entries_of("stunts").flat_map(|entry| entry.values.iter());
        stunts.filter_map(|value| exchanged(&value.expr)).for_each(|skill| name(&mut self.exchanged, "", skill));
    }

    /// Returns the skills with which a conflict rolls for an action; `None` if any skill may be used.
    fn of(&self, program: &Program<'_>, package: PackageId, play: Play, act: Action) -> Option<BTreeSet<EcoString>> {
        let at = |named: &Named, keys: &[&str]| {
            let found = keys.iter().filter_map(|key| named.get(*key)).flatten();
            found.filter(|(_, of)| program.bears_on(*of, package)).map(|(skill, _)| skill.clone()).collect::<BTreeSet<_>>()
        };
        let seen = |named: &Named, keys: &[&str]| {
            let skills = at(named, keys);
            let words: Vec<&str> = skills.iter().map(EcoString::as_str).collect();
            let standing = at(&self.standing, &words);
            skills.into_iter().chain(standing).collect::<BTreeSet<_>>()
        };
        // Of the skills in hand, those of things and of bare or improvised hands attack and parry.
        let in_hand = |others: &[&str]| {
            let settings = [&["unarmed_skill", "hand_skill"], others].concat();
            let armed = seen(&self.weapons, &[""]).into_iter().chain(seen(&self.exchanged, &[""]));
            armed.chain(seen(&self.settings, &settings)).collect::<BTreeSet<_>>()
        };
        let fixed = |skills: &[&str]| Some(skills.iter().map(|skill| EcoString::from(*skill)).collect::<BTreeSet<_>>());
        let any_serves = self.any_serves.iter().any(|of| program.bears_on(*of, package));
        match (play, act) {
            (Play::Personal, Action::Move) => Some(seen(&self.settings, &["move_skill", "microgravity_skill"])),
            (Play::Personal, Action::Seal) => Some(seen(&self.settings, &["seal_skill"])),
            (Play::Personal, Action::FirstAid) => Some(seen(&self.settings, &["first_aid_skill"])),
            (Play::Personal, Action::Attack) if !any_serves => {
                Some(in_hand(&["throw_skill"]).into_iter().chain(seen(&self.serving, &["composure_attack"])).collect())
            }
            (Play::Personal, Action::Defence) => Some(in_hand(&["dodge_skill", "nerve_skill", "microgravity_skill"])),
            (Play::Personal, Action::Maneuver | Action::Obstruct) if !any_serves => Some(seen(&self.serving, &[act.word()])),
            (Play::Space, Action::Position | Action::Move) => Some(seen(&self.duties, &["position"])),
            (Play::Space, Action::Detection | Action::Notice) => Some(seen(&self.duties, &["detection"])),
            (Play::Space, Action::Ew | Action::Beam | Action::Torpedo | Action::Repair) => Some(seen(&self.duties, &[act.word()])),
            (Play::Space, Action::Attack | Action::Defence) => Some(seen(&self.duties, &["ew", "beam", "torpedo"])),
            (Play::Space, Action::Rolls | Action::Maneuver) => Some(seen(&self.duties, &[""])),
            (Play::Travel, Action::Rolls) => Some(seen(&self.settings, &["orientation_skill", "denying_skill"])),
            (Play::Economy, Action::Rolls) => {
                let settings = ["assets_skill", "brokerage_skill", "medical_skill", "ship_repair_skill", "ship_repair_other_skill"];
                Some(seen(&self.settings, &settings))
            }
            (Play::Platoon, Action::Rolls | Action::Maneuver) => Some(seen(&self.classes, &["unit"])),
            (Play::Platoon, Action::Attack) => fixed(&["direct_fire", "indirect_fire", "hand_to_hand", "anti_air"]),
            (Play::Platoon, Action::Defence) => fixed(&["armour", "signals", "camouflage"]),
            (Play::Platoon, Action::Interdict) => fixed(&["direct_fire", "indirect_fire", "hand_to_hand"]),
            (Play::Platoon, Action::Move | Action::March) => fixed(&["movement"]),
            (Play::Platoon, Action::Rally) => fixed(&["command"]),
            (Play::Platoon, Action::Jam | Action::Unjam) => fixed(&["signals"]),
            (Play::Platoon, Action::Spot) => fixed(&["observation"]),
            (Play::Platoon, Action::Cover) => fixed(&["camouflage"]),
            _ => None,
        }
    }
}

/// Returns the first of several names in the arguments of a stunt: the skill that the stunt may put in place of another.
fn exchanged(stunt: &Expr) -> Option<EcoString> {
    let ExprKind::Call(call) = &stunt.kind else { return None };
    let mut names = call.args.iter().filter_map(|words| if let [only] = words.as_slice() { only.name() } else { None });
    let first = names.next()?;
    names.next().map(|_| first.clone())
}

/// Result of a check of an effect that names skills for a roll: in one kind of play, no roll for this action is made with these skills.
pub(super) struct OtherSkills {
    /// Kind of play.
    pub(super) play: Play,
    /// Roll that the effect names.
    pub(super) roll: RollPattern,
    /// Skills with which rolls for this action are made.
    pub(super) skills: Vec<EcoString>,
}

impl EffectScope<'_, '_> {
    /// Finds a roll of an effect for which the effect names only skills that are never used for it, in every kind of play in which the
    /// effect applies. Returns the first such roll, with the skills that are used for it.
    pub(super) fn rolled_otherwise(&self, effect: &Effect) -> Option<OtherSkills> {
        let moment = effect.moment.as_ref().and_then(|moment| match &moment.what {
            Occurrence::Roll(roll) => Some(roll),
            Occurrence::Event(_) => None,
        });
        [moment, effect.roll(), effect.roll_of_measure()].into_iter().flatten().find_map(|roll| {
            let mut plays = effect.plays.iter().map(|play| self.made_otherwise(*play, roll));
            let first = plays.next()??;
            plays.all(|play| play.is_some()).then_some(first)
        })
    }

    fn made_otherwise(&self, play: Play, roll: &RollPattern) -> Option<OtherSkills> {
        let skills = self.known.rolled_skills().of(self.program, self.package, play, roll.action)?;
        let substituted = &self.known.rolled_skills().substituted;
        let is_rolled = |name: &EcoString| self.is_stat(name) && self.known.rolls_with(self.program, self.package, name);
        // Only people use things in hand, so this counts only in personal and social conflicts.
        let by_thing = |name: &EcoString| {
            let on_foot = matches!(play, Play::Personal | Play::Social);
            on_foot && self.known.rolls_with_things(self.program, self.package, name)
        };
        let is_used = |name: &EcoString| {
            let known = !self.is_skill(name) || skills.contains(name) || is_rolled(name) || by_thing(name);
            known || substituted.act_in((self.program, self.package), name, play, &skills)
        };
        let never = !roll.with.is_empty() && !skills.is_empty() && !roll.with.iter().any(|name| is_used(&EcoString::from(name.as_str())));
        never.then(|| OtherSkills { play, roll: roll.clone(), skills: skills.into_iter().collect() })
    }

    /// Returns a roll with `against` that is impossible in all kinds of play of the effect. An example is `attack against gunnery` in
    /// space, where only a defence has an opponent.
    pub(super) fn opposed_otherwise(&self, effect: &Effect) -> Option<(Play, RollPattern)> {
        let moment = effect.moment.as_ref().and_then(|moment| match &moment.what {
            Occurrence::Roll(roll) => Some(roll),
            Occurrence::Event(_) => None,
        });
        [moment, effect.roll(), effect.roll_of_measure()].into_iter().flatten().find_map(|roll| {
            let Some(Against::Name(name)) = &roll.against else { return None };
            let is_acting = effect.roll_of_measure().is_some_and(|measured| std::ptr::eq(measured, roll));
            let is_never = |play: &Play| match play {
                Play::Space => {
                    let is_met = matches!(roll.action, Action::Rolls | Action::Defence | Action::Ew);
                    !is_met || (self.is_skill(name) && !self.names.stats.contains(name) && Action::from_word(name).is_none())
                }
                // In a platoon battle, stress, spin and requirements belong to the acting unit, and its roll has no skill against it.
                Play::Platoon => is_acting || !matches!(roll.action, Action::Rolls | Action::Defence),
                Play::Personal | Play::Social => roll.action == Action::Maneuver && self.is_skill(name),
                _ => false,
            };
            let first = effect.plays.first().copied()?;
            effect.plays.iter().all(is_never).then(|| (first, roll.clone()))
        })
    }

    /// Returns the event of an effect that names a subject for it, although the event concerns everyone and has no subject.
    pub(super) fn event_of_all(&self, effect: &Effect) -> Option<Event> {
        let moment = effect.moment.as_ref().filter(|moment| moment.who.is_some() && self.carrier.has_self())?;
        let Occurrence::Event(event @ (Event::Setup | Event::Start | Event::TimeBox)) = moment.what else { return None };
        effect.plays.iter().all(|play| matches!(play, Play::Personal | Play::Social)).then_some(event)
    }
}
