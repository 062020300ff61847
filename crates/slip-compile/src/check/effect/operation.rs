//! Parses the operations of effects, one function each.

use super::effect_parser::EffectParser;
use super::kinds_of_play::PLAYED;
use super::tokens::Expected;
use super::unparsed_effect_hints::ParseStop;
use crate::check::effect_errors as errors;
use slip_pack::Name;
use slip_pack::effect::vocabulary::ZONED;
use slip_pack::effect::{
    Action, ActionObject, AttackArea, Basis, Blend, Bound, Count, Divert, ExtraActionTime, HitKind, HitTrackOperation, Opening,
    PackOperation, Per, Permit, Place, Quantity, QuantityChange, QuantitySetting, Requirements, Role, RollBase, RollPattern, SetValue,
    Spared, Special, State, Strip, Substitution, Term, Want,
};
use slip_pack::formula::Formula;
use slip_source::Span;
use slip_source::diagnostic::COMPLETION_WORD;
use slip_syntax::tree::{Expr, ExprKind};

impl EffectParser<'_, '_, '_, '_> {
    /// Parses the operation at the current position.
    pub(super) fn operation(&mut self) -> Option<PackOperation> {
        if self.at_sign() {
            return self.change();
        }
        let start = self.tokens.span();
        let Some(opening) = self.tokens.word_ahead(0).and_then(|word| Opening::from_word(word)) else { return self.about_a_roll() };
        let op = match opening {
            Opening::May => return self.may(),
            Opening::Must => {
                self.tokens.advance();
                self.want("use")?;
                return self.use_line(true);
            }
            Opening::Cannot => {
                self.tokens.advance();
                return self.permit(true);
            }
            Opening::Invoke if self.tokens.word_ahead(1).is_some_and(|next| next == "of") => return self.about_a_roll(),
            Opening::Never | Opening::Has | Opening::FreeTag | Opening::Tag | Opening::Invoke | Opening::Compel => return self.tag(),
            Opening::Needs => self.needs()?,
            Opening::Hits => self.divert()?,
            Opening::Allows => self.allows()?,
            Opening::Loses => self.loses()?,
            Opening::Place => self.place()?,
            Opening::Suffers => self.suffers()?,
            Opening::Mark => self.boxes(false)?,
            Opening::Erase => self.boxes(true)?,
            Opening::Faces => self.faces()?,
            Opening::Pays => self.pays()?,
            Opening::Drops => self.drops()?,
            Opening::Grants => self.grants()?,
            Opening::Carries => self.carries()?,
            Opening::Charges => self.charges()?,
            Opening::Is => self.is_mark()?,
            Opening::Table => {
                self.tokens.advance();
                PackOperation::Table(self.text()?)
            }
        };
        self.only_in(opening.word(), start, opening.plays());
        Some(op)
    }

    fn change(&mut self) -> Option<PackOperation> {
        let start = self.tokens.span();
        let by = self.signed()?;
        self.want("to")?;
        let at = self.tokens.span();
        let to = self.quantity(false)?;
        let at = self.tokens.span_since(at);
        self.adds(&by, start, &to, at)?;
        let per = self.per()?;
        let past = self.tokens.span();
        let past_cap = if self.tokens.eat("past") {
            self.want("cap")?;
            self.lifts(&to, self.tokens.span_since(past))?;
            true
        } else {
            false
        };
        Some(PackOperation::Change(QuantityChange { by, to, per, past_cap }))
    }

    fn per(&mut self) -> Option<Option<Per>> {
        if !self.tokens.eat("per") {
            return Some(None);
        }
        let span = self.tokens.span();
        let word = self.tokens.word_ahead(0);
        let count = word.and_then(|word| Count::from_word(word));
        let per = match (count, word) {
            (Some(Count::Carried), _) => Per::Carried,
            (Some(Count::Shift), _) => Per::Shift,
            (Some(Count::Zone), _) => Per::Zone,
            (Some(Count::Consequence), _) => Per::Consequence,
            (None, Some(stunt)) if self.scope.names.stunts.contains(stunt) => Per::Stunt(stunt.clone()),
            _ => {
                self.tokens.wanted(Expected::Table("`carried`, `shift`, `zone`, `consequence` or a stunt", Count::WORDS));
                return self.fail();
            }
        };
        self.tokens.advance();
        if let Some(count) = count {
            self.only_in(format!("per {count}"), span, count.plays());
        }
        Some(Some(per))
    }

    /// Parses an operation whose first word is a roll or a quantity, such as `endurance is 3`, `attack hits health too` or `attack area
    /// zone`.
    fn about_a_roll(&mut self) -> Option<PackOperation> {
        let start = self.tokens.span();
        let quantity = self.quantity(true)?;
        if let Quantity::Stat(name) = &quantity
            && !matches!(self.tokens.word_ahead(0).map(|word| word.as_str()), Some("is" | "at"))
        {
            // In `v_shift amplified by …` the author wrote a statistic where a roll is required.
            if self.tokens.word_ahead(0).is_some_and(|word| word == COMPLETION_WORD) {
                self.tokens.wanted(Expected::Action);
                return self.fail();
            }
            let (words, at) = self.tokens.row();
            let stop = ParseStop { words: &words, at: at.saturating_sub(1) };
            self.out.push(match stop.misplaced() {
                Some(advice) => errors::role_is_no_subject(self.tokens.span_since(start), name, advice),
                None => errors::stat_is_no_roll(self.tokens.span_since(start), name),
            });
            return None;
        }
        if self.tokens.eat("is") {
            return self.set(quantity, Bound::Is);
        }
        if self.tokens.eat("at") {
            if self.tokens.eat("most") {
                return self.set(quantity, Bound::AtMost);
            }
            self.want("least")?;
            return self.set(quantity, Bound::AtLeast);
        }
        let Quantity::Roll(roll) = quantity else { return self.fail() };
        if self.tokens.eat("amplified") {
            return self.blend(roll, false);
        }
        if self.tokens.eat("limited") {
            return self.blend(roll, true);
        }
        if self.tokens.eat("hits") {
            // In `attack hits on health`, the word `on` must be removed. The advice for this phrase says this, so no misspelt track is
            // reported.
            if self.tokens.word_ahead(0).is_some_and(|word| word == "on") {
                self.tokens.wanted(Expected::Track);
                return self.fail();
            }
            let track = self.track()?;
            let how = if self.tokens.eat("only") {
                HitKind::Only
            } else {
                self.want("too")?;
                HitKind::Too
            };
            return Some(PackOperation::Hits(HitTrackOperation { roll, track, how }));
        }
        if self.tokens.eat("may") {
            self.want("hit")?;
            return Some(PackOperation::Hits(HitTrackOperation { roll, track: self.track()?, how: HitKind::May }));
        }
        self.want("area")?;
        self.area(roll)
    }

    fn set(&mut self, what: Quantity, how: Bound) -> Option<PackOperation> {
        let at = self.tokens.span();
        let value = self.value(&what)?;
        self.takes(&what, how, &value, self.tokens.span_since(at))?;
        let per = self.per()?;
        Some(PackOperation::Set(QuantitySetting { what, how, value, per }))
    }

    fn value(&mut self, of: &Quantity) -> Option<SetValue> {
        let expected = Expected::Value(match of {
            Quantity::Measure(measured) => measured.what.takes().words(),
            Quantity::Roll(_) | Quantity::Stat(_) => &[],
        });
        let Some(Expr { kind, .. }) = self.tokens.peek() else {
            self.tokens.wanted(expected);
            return self.fail();
        };
        match kind {
            ExprKind::Border(border) => match border.close {
                Some(close) => {
                    self.tokens.advance();
                    Some(SetValue::Schedule(border.open, border.pass, close))
                }
                None => {
                    self.tokens.wanted(expected);
                    self.fail()
                }
            },
            ExprKind::Range(ends) => match (ends.0.int(), ends.1.int()) {
                (Some(low), Some(high)) => {
                    self.tokens.advance();
                    Some(SetValue::Range(low, high))
                }
                _ => {
                    self.tokens.wanted(expected);
                    self.fail()
                }
            },
            ExprKind::Name(word) => {
                if self.scope.is_param(word, &["schedule"]) {
                    self.tokens.advance();
                    return Some(SetValue::Parameter(word.clone()));
                }
                match Special::from_word(word) {
                    Some(special) => {
                        self.tokens.advance();
                        Some(SetValue::Special(special))
                    }
                    None if self.is_number_name(word) => self.number().map(SetValue::Number),
                    None => {
                        self.tokens.wanted(expected);
                        self.fail()
                    }
                }
            }
            ExprKind::Text(_) => {
                self.tokens.wanted(expected);
                self.fail()
            }
            _ => Some(match self.number()? {
                Formula::Value(Term::State(State::Base)) => SetValue::Special(Special::Base),
                number => SetValue::Number(number),
            }),
        }
    }

    /// Parses an operation that begins with `may`: use, choose, reroll, strip, or an action.
    fn may(&mut self) -> Option<PackOperation> {
        let start = self.tokens.span();
        self.tokens.advance();
        if self.tokens.eat("use") {
            return self.use_line(false);
        }
        if self.tokens.eat("choose") {
            self.only_in("may choose", start, PLAYED);
            let (choice, span) = self.any_word(Expected::NewName)?;
            if self.is_taken(&choice) {
                self.out.push(errors::choice_of_another_name(span, &choice));
                return None;
            }
            return Some(PackOperation::Choose(choice));
        }
        if self.tokens.eat("reroll") {
            return self.roll().map(PackOperation::Reroll);
        }
        if self.tokens.eat("strip") {
            self.want("free_tag")?;
            self.want("of")?;
            self.only_in("may strip", start, ZONED);
            let of = self.want_who()?;
            let span = self.tokens.span();
            let instead = self.tokens.eat("instead");
            if instead {
                self.asks_for_moment("instead", span);
            }
            return Some(PackOperation::Strip(Strip { of, instead }));
        }
        self.permit(false)
    }

    fn use_line(&mut self, must: bool) -> Option<PackOperation> {
        let start = self.tokens.span();
        let basis = self.basis()?;
        self.want("for")?;
        let roll = self.roll()?;
        let (mut up_to, mut full_for, mut within_range_of) = (None, None, None);
        if self.tokens.eat("up") {
            self.want("to")?;
            up_to = Some(self.count()?);
            if self.tokens.eat("or") {
                self.want("full")?;
                self.want("for")?;
                full_for = Some(self.count()?);
                self.want("fate")?;
            }
        }
        if self.tokens.eat("within") {
            self.want("range")?;
            self.want("of")?;
            within_range_of = Some(self.skill()?);
        }
        let harmless = self.tokens.eat("harmless");
        let span = self.tokens.span_since(start);
        self.stands_in(&basis, &roll, up_to, span)?;
        Some(PackOperation::Use(Substitution { must, basis, roll, up_to, full_for, within_range_of, harmless }))
    }

    fn basis(&mut self) -> Option<Basis> {
        let start = self.tokens.span();
        let my = self.tokens.eat("my");
        let base = match self.tokens.peek() {
            Some(Expr { kind: ExprKind::Name(word), .. }) if self.scope.is_param(word, &["number"]) => RollBase::Number(self.number()?),
            Some(Expr { kind: ExprKind::Name(_), .. }) => RollBase::Stat(self.skill()?),
            Some(Expr { kind: ExprKind::Int(_) | ExprKind::Group(_) | ExprKind::Call(_), .. }) => RollBase::Number(self.number()?),
            _ => {
                self.tokens.wanted(Expected::Skill);
                self.tokens.wanted(Expected::Number);
                return self.fail();
            }
        };
        let of = if self.tokens.eat("of") { Some(self.role(&Role::ALL)?) } else { None };
        let roll = self.tokens.eat("roll");
        let plus = if self.at_sign() { Some(self.signed()?) } else { None };
        self.whose(my, &base, of, self.tokens.span_since(start))?;
        Some(Basis { my, base, of, roll, plus })
    }

    pub(super) fn role(&mut self, allowed: &[Role]) -> Option<Role> {
        match self.tokens.word_ahead(0).and_then(|word| Role::from_word(word)).filter(|role| allowed.contains(role)) {
            Some(role) => {
                let span = self.tokens.span();
                self.tokens.advance();
                self.only_in(role.word(), span, role.plays());
                Some(role)
            }
            None if allowed.len() == ZONES.len() => {
                const WORDS: &[&str] = &["zone", "own_zone", "target_zone"];
                self.tokens.wanted(Expected::Table("`zone`, `own_zone` or `target_zone`", WORDS));
                self.fail()
            }
            None => {
                self.tokens.wanted(Expected::Table("a role, such as `target` or `leader`", Role::WORDS));
                self.fail()
            }
        }
    }

    fn blend(&mut self, roll: RollPattern, limited: bool) -> Option<PackOperation> {
        self.want("by")?;
        Some(PackOperation::Blend(Blend { roll, limited, by: self.basis()? }))
    }

    fn divert(&mut self) -> Option<PackOperation> {
        let start = self.tokens.span();
        self.tokens.advance();
        self.want("on")?;
        let from = self.track()?;
        let may = self.tokens.eat("may");
        self.want("go")?;
        self.want("to")?;
        let to = self.track()?;
        if from == to {
            self.out.push(errors::says_nothing(self.tokens.span_since(start), "the hit goes to this track anyway"));
            return None;
        }
        Some(PackOperation::Divert(Divert { from, to, may }))
    }

    fn area(&mut self, roll: RollPattern) -> Option<PackOperation> {
        let Some(place) = self.tokens.word_ahead(0).and_then(|word| Place::from_word(word)) else {
            self.tokens.wanted(Expected::Table("`zone`, `band`, `tether` or `map`", Place::WORDS));
            return self.fail();
        };
        let span = self.tokens.span();
        self.tokens.advance();
        self.only_in(format!("area {place}"), span, place.plays());
        let mut except = Vec::new();
        if self.tokens.eat("except") {
            loop {
                match self.tokens.word_ahead(0).and_then(|word| Spared::from_word(word)) {
                    Some(spared) => {
                        self.tokens.advance();
                        except.push(spared);
                    }
                    None => {
                        self.tokens.wanted(Expected::Table("`own_zone`, `self` or `allies`", Spared::WORDS));
                        return self.fail();
                    }
                }
                if !self.tokens.comma() {
                    break;
                }
            }
        }
        let always = self.tokens.eat("always");
        Some(PackOperation::Area(AttackArea { roll, place, except, always }))
    }

    fn permit(&mut self, cannot: bool) -> Option<PackOperation> {
        let mut actions = Vec::new();
        let mut spans: Vec<(&'static str, Span)> = Vec::new();
        loop {
            let span = self.tokens.span();
            match self.tokens.word_ahead(0).and_then(|word| Action::from_word(word)).filter(|action| *action != Action::Rolls) {
                Some(action) => {
                    self.tokens.advance();
                    self.only_in(action.word(), span, action.plays());
                    self.listed_once(&mut spans, action.word(), span);
                    actions.push(action);
                }
                None => {
                    self.tokens.wanted(Expected::Table("an action, such as `attack`, `land`, `refuel`", Action::WORDS));
                    return self.fail();
                }
            }
            if !self.tokens.comma() {
                break;
            }
        }
        let object = self.object();
        let start = self.tokens.span();
        let pace = if self.tokens.eat("at") {
            self.want("once")?;
            Some(ExtraActionTime::AtOnce)
        } else if self.tokens.eat("out") {
            self.want("of")?;
            self.want("turn")?;
            self.asks_for_moment("out of turn", self.tokens.span_since(start));
            Some(ExtraActionTime::OutOfTurn)
        } else {
            None
        };
        if let (true, Some(_)) = (cannot, pace) {
            self.out.push(errors::forbidden_pace(self.tokens.span_since(start)));
            return None;
        }
        Some(PackOperation::Permit(Permit { cannot, actions, object, pace }))
    }

    fn object(&mut self) -> Option<ActionObject> {
        let span = self.tokens.span();
        if self.tokens.eat("it") {
            self.asks_for_moment("it", span);
            return Some(ActionObject::It);
        }
        if self.tokens.eat("this") {
            return Some(ActionObject::This);
        }
        let zone = self.tokens.word_ahead(0).and_then(|word| Role::from_word(word)).filter(|role| ZONES.contains(role))?;
        self.tokens.advance();
        Some(ActionObject::Zone(zone))
    }

    fn needs(&mut self) -> Option<PackOperation> {
        self.tokens.advance();
        let mut wants = vec![self.wanted()?];
        while self.tokens.eat("or") {
            wants.push(self.wanted()?);
        }
        // In `needs trained pilot for 1 fate`, the part after `for` is a price, not a roll. Because a requirement cannot have a price, it
        // is reported as `limit-on-standing-effect` elsewhere.
        let priced = matches!(self.tokens.ahead(1), Some(Expr { kind: ExprKind::Int(_), .. }));
        let roll = if !priced && self.tokens.eat("for") { Some(self.roll()?) } else { None };
        Some(PackOperation::Needs(Requirements { wants, roll }))
    }

    fn wanted(&mut self) -> Option<Want> {
        if self.tokens.eat("military") {
            return self.skill_or_class().map(Want::Military);
        }
        if self.tokens.eat("trained") {
            return self.skill_or_class().map(Want::Trained);
        }
        let word = self.tokens.word_ahead(0);
        let skill = word.is_some_and(|word| {
            self.scope.is_param(word, &["skill"]) || self.scope.is_skill(word) || self.scope.known.classes().contains(word)
        });
        let mark = word.is_some_and(|word| self.scope.program.lookup(self.scope.package, "mark", word).is_some());
        if skill && !mark {
            return self.skill_or_class().map(Want::Trained);
        }
        let trained = Expected::Table("`trained` or `military` and a skill", &["military", "trained"]);
        self.mark_or(&[Expected::Mark, Expected::Skill, trained]).map(Want::Mark)
    }

    fn skill_or_class(&mut self) -> Option<Name> {
        match self.tokens.word_ahead(0) {
            Some(word) if self.scope.known.classes().contains(word) => {
                self.tokens.advance();
                Some(word.clone())
            }
            _ => self.skill(),
        }
    }

    fn allows(&mut self) -> Option<PackOperation> {
        self.tokens.advance();
        self.want("untrained")?;
        let named = self.tokens.word_ahead(0).is_some_and(|word| !matches!(word.as_str(), "in" | "for" | "as" | "once" | "any"));
        Some(PackOperation::AllowsUntrained(if named { Some(self.skill_or_class()?) } else { None }))
    }
}

/// Roles that stand for a zone.
pub(super) const ZONES: &[Role] = &[Role::Zone, Role::OwnZone, Role::TargetZone];
