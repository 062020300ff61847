//! Parses operations that act on a target: aspects and tags, boxes, items, marks.

use super::effect_parser::EffectParser;
use super::operation::ZONES;
use super::tokens::Expected;
use crate::check::gear;
use slip_pack::effect::vocabulary::{PLAYED, TAGGED, ZONED};
use slip_pack::effect::{
    BoxOperation, BoxSelection, Carries, Charge, Charges, Grants, MarkOperation, PackOperation, PlaceAspect, ResistedDanger, Role, Suffers,
    Tag, TagVerb,
};

/// Roles that can pay instead of another role. An effect may also name a skill; then the post that uses this skill pays.
const PAYERS: &[Role] = &[Role::Bearer, Role::Carrier, Role::Carried, Role::Attached, Role::Leader];

impl EffectParser<'_, '_, '_, '_> {
    pub(super) fn tag(&mut self) -> Option<PackOperation> {
        let start = self.tokens.span();
        let never = self.tokens.eat("never");
        let verb = if self.tokens.eat("has") {
            self.want("aspect")?;
            TagVerb::HasAspect
        } else if self.tokens.eat("free_tag") {
            TagVerb::FreeTag
        } else if self.tokens.eat("tag") {
            TagVerb::Tag
        } else if self.tokens.eat("invoke") {
            TagVerb::Invoke
        } else {
            self.want("compel")?;
            TagVerb::Compel
        };
        let plays = match verb {
            TagVerb::HasAspect => PLAYED,
            TagVerb::FreeTag => TAGGED,
            _ => ZONED,
        };
        self.only_in(verb.word(), start, plays);
        let aspect = if verb == TagVerb::HasAspect && !never { self.new_aspect()? } else { self.known_aspect()? };
        let by = if self.tokens.eat("by") { Some(self.want_who()?) } else { None };
        Some(PackOperation::Tag(Tag { never, verb, aspect, by }))
    }

    pub(super) fn loses(&mut self) -> Option<PackOperation> {
        self.tokens.advance();
        self.want("aspect")?;
        self.known_aspect().map(PackOperation::Loses)
    }

    pub(super) fn place(&mut self) -> Option<PackOperation> {
        self.tokens.advance();
        let aspect = self.new_aspect()?;
        self.want("on")?;
        let zones = self.count()?;
        if !self.tokens.eat("zones") {
            self.want("zone")?;
        }
        let free_tag_by = if self.tokens.eat("free_tag") {
            self.want("by")?;
            Some(self.want_who()?)
        } else {
            None
        };
        Some(PackOperation::Place(PlaceAspect { aspect, zones, free_tag_by }))
    }

    pub(super) fn suffers(&mut self) -> Option<PackOperation> {
        self.tokens.advance();
        let amount = self.some()?;
        self.want("on")?;
        Some(PackOperation::Suffers(Suffers { amount, track: self.track()? }))
    }

    pub(super) fn boxes(&mut self, erase: bool) -> Option<PackOperation> {
        self.tokens.advance();
        let track = self.track()?;
        let which = if self.tokens.eat("all") {
            BoxSelection::All
        } else if self.tokens.eat("highest") {
            BoxSelection::Highest
        } else {
            BoxSelection::Count(self.count()?)
        };
        Some(PackOperation::Boxes(BoxOperation { erase, track, which }))
    }

    pub(super) fn faces(&mut self) -> Option<PackOperation> {
        self.tokens.advance();
        let strength = self.number()?;
        self.want("with")?;
        let skill = self.skill()?;
        self.want("on")?;
        Some(PackOperation::Faces(ResistedDanger { strength, skill, track: self.track()? }))
    }

    pub(super) fn pays(&mut self) -> Option<PackOperation> {
        self.tokens.advance();
        let points = self.count()?;
        self.want("fate")?;
        Some(PackOperation::Pays(points))
    }

    pub(super) fn drops(&mut self) -> Option<PackOperation> {
        self.tokens.advance();
        self.want("in")?;
        self.role(ZONES).map(PackOperation::Drops)
    }

    pub(super) fn grants(&mut self) -> Option<PackOperation> {
        self.tokens.advance();
        let (item, id) = self.meant_item()?;
        let thing = id.and_then(|id| gear::reference_if_shared(self.scope.program, self.scope.package, id));
        // The words `as action` are a price, which the parser reads later.
        let integral =
            self.tokens.word_ahead(1).is_some_and(|word| word == "integral") && self.tokens.eat("as") && self.tokens.eat("integral");
        Some(PackOperation::Grants(Grants { item, integral, thing }))
    }

    pub(super) fn carries(&mut self) -> Option<PackOperation> {
        self.tokens.advance();
        let count = self.some()?;
        Some(PackOperation::Carries(Carries { count, what: self.design()? }))
    }

    pub(super) fn charges(&mut self) -> Option<PackOperation> {
        self.tokens.advance();
        let what = match self.tokens.word_ahead(0).and_then(|word| Charge::from_word(word)) {
            Some(what) => {
                self.tokens.advance();
                what
            }
            None => {
                self.tokens.wanted(Expected::Table("`consequences` or `fate`", Charge::WORDS));
                return self.fail();
            }
        };
        self.want("to")?;
        let mut to = Vec::new();
        loop {
            match self.tokens.word_ahead(0) {
                Some(word) if Role::from_word(word).is_some_and(|role| PAYERS.contains(&role)) => {
                    self.tokens.advance();
                    to.push(word.clone());
                }
                _ => to.push(self.skill()?),
            }
            if !self.tokens.eat("or") {
                return Some(PackOperation::Charges(Charges { what, to }));
            }
        }
    }

    pub(super) fn is_mark(&mut self) -> Option<PackOperation> {
        self.tokens.advance();
        if self.tokens.eat("military") {
            return Some(PackOperation::Is(MarkOperation { military: true, name: self.skill()? }));
        }
        Some(PackOperation::Is(MarkOperation { military: false, name: self.mark()? }))
    }
}
