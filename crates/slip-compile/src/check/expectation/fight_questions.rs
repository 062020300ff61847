//! Reads questions of tests about attacks, duels, rolls and games.

use super::compile_test_blocks::TestReader;
use super::question_arguments::{QuestionArguments, span_of};
use super::{Acts, Attack, AttackResultQuestion, ClaimPartKind, CountedQuantity, Duel, ExactQuestion, FighterArgument, Sample};
use crate::check::expectation_errors as errors;
use crate::resolve::DeclId;
use slip_pack::Name;
use slip_pack::effect::Action;
use slip_pack::encounter::Encounter;
use slip_pack::item::{BuiltItem, Gear};
use slip_source::Span;
use slip_syntax::tree::Expr;
use std::collections::BTreeSet;

/// Item that the author named, with the span of the name.
#[derive(Clone)]
struct Named<'a> {
    item: &'a BuiltItem,
    gear: Gear,
    span: Span,
}

/// Arguments of an attack or duel that follow the two fighters.
#[derive(Default)]
struct Terms<'a> {
    range: u8,
    ranks: [Option<(i32, Span)>; 2],
    with: [Option<Named<'a>>; 2],
    modes: [Option<(Name, Span)>; 2],
    crews: [Option<(i32, Span)>; 2],
    weapons: [Option<(Name, Span)>; 2],
    least: Option<i32>,
    outdoors: bool,
    composure: bool,
    spin: bool,
}

const SHIP: &str = "ship";
const SHIP_WEAPONS: [Action; 3] = [Action::Beam, Action::Torpedo, Action::Ew];
const OF_ATTACKS: [&str; 8] = ["at", "skill", "dodge", "with", "mode", "outdoors", "composure", "crew"];
const OF_DUELS: [&str; 6] = ["at", "with", "mode", "outdoors", "spin", "crew"];
/// Maximum distance between people, in zones.
const FARTHEST: i32 = 30;
const FARTHEST_SHIPS: u8 = 8;

/// Description of an unnamed fighter: the item, the rank of the skill, and the mode of the item.
type Manner<'t, 'a> = (&'t Option<Named<'a>>, Option<(i32, Span)>, &'t Option<(Name, Span)>);

impl<'a> TestReader<'a, '_, '_> {
    /// Reads a question about rolls, which is answered exactly.
    pub(super) fn chance(&mut self, arguments: &mut QuestionArguments<'_>) -> Option<ClaimPartKind> {
        let chance = match arguments.question.word {
            "reaches" => ExactQuestion::Reaches { rank: self.rank(arguments)?, goal: self.rank(arguments)? },
            "overcomes" => {
                let (rank, other) = (self.rank(arguments)?, self.rank(arguments)?);
                let by = match arguments.next() {
                    None => 1,
                    Some([key, by]) if key.name().is_some_and(|word| word == "by") => self.number(std::slice::from_ref(by), arguments)?,
                    Some(words) => return self.form(words, "`by` and a number of shifts", arguments),
                };
                ExactQuestion::Overcomes { rank, other, by }
            }
            "beats" => ExactQuestion::Duel(self.duel(arguments)?),
            word => {
                let (attack, least) = self.attack(arguments)?;
                ExactQuestion::Attack(
                    attack,
                    match word {
                        "out" => AttackResultQuestion::Out,
                        "spin" => AttackResultQuestion::Spin,
                        "hurts" => AttackResultQuestion::Consequence,
                        "stress" => AttackResultQuestion::Stress,
                        _ => AttackResultQuestion::Hit(least),
                    },
                )
            }
        };
        self.ended(arguments)?;
        Some(ClaimPartKind::Chance(Box::new(chance)))
    }

    fn rank(&mut self, arguments: &mut QuestionArguments<'_>) -> Option<i32> {
        let words = self.needed(arguments)?;
        self.number(words, arguments)
    }

    fn attack(&mut self, arguments: &mut QuestionArguments<'_>) -> Option<(Attack, i32)> {
        let fighters = [self.fighter(arguments)?, self.fighter(arguments)?];
        let mut allowed: Vec<&str> = OF_ATTACKS.into_iter().chain(SHIP_WEAPONS.map(Action::word)).collect();
        if arguments.question.word == "hit" {
            allowed.push("for");
        }
        let terms = self.terms(arguments, &allowed)?;
        let [by, on] = self.opposed(&fighters, &terms, arguments)?;
        let least = terms.least.unwrap_or(1);
        Some((Attack { by, on, range: terms.range, outdoors: terms.outdoors, composure: terms.composure }, least))
    }

    fn duel(&mut self, arguments: &mut QuestionArguments<'_>) -> Option<Duel> {
        let fighters = [self.fighter(arguments)?, self.fighter(arguments)?];
        if let Some(thing) = fighters.iter().find(|named| named.item.skill.is_some() || Self::is_armour(named.item)) {
            self.out.push(errors::thing_in_a_duel(thing.span, &thing.item.name, &thing.item.kind));
            return None;
        }
        let allowed: Vec<&str> = OF_DUELS.into_iter().chain(SHIP_WEAPONS.map(Action::word)).collect();
        let terms = self.terms(arguments, &allowed)?;
        let fighters = self.opposed(&fighters, &terms, arguments)?;
        Some(Duel { fighters, range: terms.range, outdoors: terms.outdoors, spin: terms.spin })
    }

    fn fighter(&mut self, arguments: &mut QuestionArguments<'_>) -> Option<Named<'a>> {
        let words = self.needed(arguments)?;
        let fights = |item: &BuiltItem| item.skill.is_some() || Self::is_armour(item) || !item.tracks.is_empty();
        let (item, gear, span) = self.item(words, arguments, fights)?;
        let fights = fights(item);
        if !fights {
            self.out.push(errors::cannot_fight(span, &item.name, &item.kind));
        }
        fights.then_some(Named { item, gear, span })
    }

    /// Reads the arguments that follow the two fighters.
    fn terms(&mut self, arguments: &mut QuestionArguments<'_>, allowed: &[&str]) -> Option<Terms<'a>> {
        let mut terms = Terms::default();
        while let Some(words) = arguments.next() {
            self.term(words, &mut terms, allowed, arguments)?;
        }
        Some(terms)
    }

    fn term(&mut self, words: &[Expr], terms: &mut Terms<'a>, allowed: &[&str], arguments: &QuestionArguments<'_>) -> Option<()> {
        let [key, values @ ..] = words else { return self.form(words, "an option such as `at 2`", arguments) };
        let word = key.name().map(|name| name.as_str()).filter(|word| allowed.contains(word));
        let Some(word) = word else {
            let nearest = key.name().and_then(|name| slip_suggest::nearest(name, allowed.iter().copied()));
            self.out.push(errors::unknown_term(key.span, self.text(key.span), arguments.question, allowed, nearest));
            return None;
        };
        match word {
            "at" => {
                let number = self.number(values, arguments)?;
                let range = u8::try_from(number).ok().filter(|_| number <= FARTHEST);
                terms.range = match range {
                    Some(range) => range,
                    None => return self.form(values, &format!("a range from 0 to {FARTHEST}"), arguments),
                };
            }
            "for" => terms.least = Some(self.number(values, arguments)?),
            "skill" => terms.ranks = self.versus(values, arguments, Self::placed_number)?,
            "dodge" => {
                let [_, other] = &mut terms.ranks;
                *other = Some(self.placed_number(values, arguments)?);
            }
            "crew" => terms.crews = self.versus(values, arguments, Self::placed_number)?,
            "with" => {
                terms.with = self.versus(values, arguments, |reader, words, arguments| {
                    let is_held = |item: &BuiltItem| item.skill.is_some() || Self::is_armour(item);
                    let (item, gear, span) = reader.item(words, arguments, is_held)?;
                    Some(Named { item, gear, span })
                })?;
            }
            "mode" => terms.modes = self.versus(values, arguments, |reader, words, arguments| reader.name(words, "a mode", arguments))?,
            "outdoors" => terms.outdoors = self.alone(values, arguments)?,
            "composure" => terms.composure = self.alone(values, arguments)?,
            "spin" => terms.spin = self.alone(values, arguments)?,
            _ => {
                let weapon = (Name::from(word), key.span);
                let other = match values {
                    [] => None,
                    [vs, other] if is_versus(vs) => Some(self.name(std::slice::from_ref(other), "a weapon of a ship", arguments)?),
                    _ => return self.form(values, "`vs` and the other ship's weapon", arguments),
                };
                terms.weapons = [Some(weapon), other];
            }
        }
        Some(())
    }

    /// Reads the fighters of an attack or duel: `A`, `A vs B` or `vs B`.
    fn versus<T>(
        &mut self,
        words: &[Expr],
        arguments: &QuestionArguments<'_>,
        mut read: impl FnMut(&mut Self, &[Expr], &QuestionArguments<'_>) -> Option<T>,
    ) -> Option<[Option<T>; 2]> {
        let cut = words.iter().position(is_versus);
        let (own, others) = words.split_at(cut.unwrap_or(words.len()));
        let own = match (own, cut) {
            ([], Some(_)) => None,
            _ => Some(read(self, own, arguments)?),
        };
        let other = match others {
            [] => None,
            [_, words @ ..] => Some(read(self, words, arguments)?),
        };
        Some([own, other])
    }

    fn placed_number(&mut self, words: &[Expr], arguments: &QuestionArguments<'_>) -> Option<(i32, Span)> {
        Some((self.number(words, arguments)?, span_of(words, arguments.span)))
    }

    fn alone(&mut self, rest: &[Expr], arguments: &QuestionArguments<'_>) -> Option<bool> {
        if rest.is_empty() { Some(true) } else { self.form(rest, "nothing after this word", arguments) }
    }

    /// Returns the two fighters of an attack or duel.
    fn opposed(&mut self, fighters: &[Named<'a>; 2], terms: &Terms<'a>, arguments: &QuestionArguments<'_>) -> Option<[FighterArgument; 2]> {
        let [first, second] = fighters;
        if first.item.kind == SHIP && second.item.kind == SHIP {
            return self.ships(fighters, terms, arguments);
        }
        if let Some(ship) = fighters.iter().find(|named| named.item.kind == SHIP) {
            self.out.push(errors::ship_against_people(ship.span, &ship.item.name));
            return None;
        }
        if let Some((word, span)) = terms.weapons.iter().flatten().next() {
            self.out.push(errors::weapon_of_ships(*span, word));
            return None;
        }
        if let Some((_, span)) = terms.crews.iter().flatten().next() {
            self.out.push(errors::weapon_of_ships(*span, "crew"));
            return None;
        }
        let [own, other] = &terms.with;
        let ([rank, other_rank], [mode, other_mode]) = (&terms.ranks, &terms.modes);
        let first = self.person(first, (own, *rank, mode), true, arguments)?;
        let second = self.person(second, (other, *other_rank, other_mode), false, arguments)?;
        Some([first, second])
    }

    fn ships(&mut self, fighters: &[Named<'a>; 2], terms: &Terms<'a>, arguments: &QuestionArguments<'_>) -> Option<[FighterArgument; 2]> {
        let misplaced = terms.ranks.iter().flatten().map(|(_, span)| *span);
        let misplaced = misplaced.chain(terms.with.iter().flatten().map(|named| named.span));
        let misplaced = misplaced.chain(terms.modes.iter().flatten().map(|(_, span)| *span)).next();
        if let Some(span) = misplaced {
            self.out.push(errors::ships_have_crews(span));
            return None;
        }
        if terms.range > FARTHEST_SHIPS {
            self.out.push(errors::argument_form(arguments.span, &format!("a range of at most {FARTHEST_SHIPS} bands"), arguments.question));
            return None;
        }
        let [own, other] = &terms.weapons;
        let mut ships = Vec::new();
        for ((named, weapon), crew) in fighters.iter().zip([own, other]).zip(terms.crews) {
            let word = weapon.as_ref().map_or(Action::Beam.word(), |(word, _)| word.as_str());
            let Some(weapon) = SHIP_WEAPONS.into_iter().find(|act| act.word() == word) else {
                let words = SHIP_WEAPONS.map(Action::word);
                let span = other.as_ref().map_or(arguments.span, |(_, span)| *span);
                self.out.push(errors::unknown_term(span, word, arguments.question, &words, slip_suggest::nearest(word, words.into_iter())));
                return None;
            };
            ships.push(FighterArgument::Ship { ship: named.gear.clone(), weapon, crew: crew.map(|(rank, _)| rank) });
        }
        ships.try_into().ok()
    }

    /// Returns a fighter: a declared actor, or an unnamed one with an item.
    fn person(
        &mut self,
        named: &Named<'a>,
        (with, rank, mode): Manner<'_, 'a>,
        attacks: bool,
        arguments: &QuestionArguments<'_>,
    ) -> Option<FighterArgument> {
        let item = named.item;
        let is_thing = item.skill.is_some() || Self::is_armour(item);
        if is_thing && attacks == Self::is_armour(item) {
            self.out.push(errors::wrong_end(named.span, &item.name, &item.kind, attacks));
            return None;
        }
        let armed = if is_thing { Some(item) } else { with.as_ref().map(|with| with.item) };
        let mode = match (mode, armed.filter(|armed| armed.skill.is_some())) {
            (None, _) => None,
            (Some((mode, span)), Some(armed)) => Some(self.known_mode(armed, mode, *span)?),
            (Some((_, span)), None) => {
                self.out.push(errors::mode_of_what(*span));
                return None;
            }
        };
        if let Some(with) = with.as_ref().filter(|with| attacks && with.item.skill.is_none()) {
            self.out.push(errors::no_weapon(with.span, &with.item.name, &with.item.kind));
            return None;
        }
        match (is_thing, rank, with) {
            (true, Some((rank, _)), None) => Some(FighterArgument::Anybody { rank, with: named.gear.clone(), mode }),
            (true, None, _) => {
                self.out.push(errors::no_rank(named.span, &item.name, attacks, arguments.question));
                None
            }
            (true, _, Some(with)) => {
                self.out.push(errors::two_things(with.span, &item.name));
                None
            }
            (false, Some((_, span)), _) => {
                self.out.push(errors::own_rank(span, &item.name));
                None
            }
            (false, None, with) => {
                let with = with.as_ref().map(|with| with.gear.clone());
                Some(FighterArgument::Somebody { who: named.gear.clone(), with, mode })
            }
        }
    }

    /// Reads a question about sampled games.
    pub(super) fn sample(&mut self, arguments: &mut QuestionArguments<'_>) -> Option<ClaimPartKind> {
        let first = self.needed(arguments)?;
        let (encounter, id, key) = self.encounter(first, arguments)?;
        let count = match arguments.question.word {
            "wins" => CountedQuantity::Wins(self.side((encounter, id), arguments)?),
            "casualties" => CountedQuantity::Casualties(self.side((encounter, id), arguments)?),
            "over_by" => {
                let words = self.needed(arguments)?;
                let round = self.number(words, arguments)?;
                match u32::try_from(round).ok().filter(|round| *round > 0) {
                    Some(round) => CountedQuantity::OverBy(round),
                    None => return self.form(words, "a round, from 1 on", arguments),
                }
            }
            "draws" => CountedQuantity::Draws,
            _ => CountedQuantity::Rounds,
        };
        self.ended(arguments)?;
        // An encounter with errors cannot be played. The errors were reported at its declaration.
        encounter.valid.then(|| ClaimPartKind::Sample(Box::new(Sample { encounter: key, count })))
    }

    /// Reads the question that asks if a stunt acts in an encounter.
    pub(super) fn acts(&mut self, arguments: &mut QuestionArguments<'_>, encounter: &Expr) -> Option<ClaimPartKind> {
        let words = self.needed(arguments)?;
        let (stunt, span) = self.name(words, "the name of a stunt", arguments)?;
        self.ended(arguments)?;
        let known: BTreeSet<&str> =
            self.context.designs.values().flat_map(|design| &design.stunts).map(|rule| rule.name.as_str()).collect();
        if !known.contains(stunt.as_str()) {
            let nearest = slip_suggest::nearest(&stunt, known.iter().copied());
            self.out.push(errors::no_stunt(span, &stunt, nearest, known.iter().copied()));
            return None;
        }
        let (encounter, _, key) = self.encounter(std::slice::from_ref(encounter), arguments)?;
        // An encounter with errors cannot be played. The errors were reported at its declaration.
        encounter.valid.then(|| ClaimPartKind::Acts(Box::new(Acts { encounter: key, stunt })))
    }

    fn side(&mut self, (encounter, id): (&Encounter, DeclId), arguments: &mut QuestionArguments<'_>) -> Option<usize> {
        let words = self.needed(arguments)?;
        let (name, span) = self.name(words, "the name of a side", arguments)?;
        let found = encounter.sides.iter().position(|side| side.name == name);
        if found.is_some() {
            self.context.program.note_part(span, id);
        } else {
            let known: Vec<&str> = encounter.sides.iter().map(|side| side.name.as_str()).collect();
            self.out.push(errors::unknown_side(span, &name, &encounter.name, &known));
        }
        found
    }
}

fn is_versus(expr: &Expr) -> bool {
    expr.name().is_some_and(|word| word == "vs")
}
