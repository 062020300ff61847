//! Reads the items of a file: declarations, imports, aliases, patches and tests.

use super::{Builder, ending};
use crate::grammar::Rule;
use crate::literal::Fractions;
use crate::tree::{Alias, Declaration, Item, Patch, Test, Text, Use};
use crate::{head_errors, recover};
use ecow::EcoString;
use pest::iterators::Pair;
use slip_source::diagnostic::Severity;

impl Builder<'_> {
    /// Parses `KIND name[(params)] ["Title"] [: DESIGN] [from BASE] [{…}]`
    pub(super) fn declaration(&mut self, pair: Pair<'_, Rule>, doc: Option<EcoString>) -> Option<Item> {
        let before = self.diagnostics.len();
        let span = self.span(&pair);
        let mut parts = pair.into_inner();
        let kind = parts.next().map(|pair| self.name(&pair))?;
        let name = parts.next().map(|pair| self.name(&pair))?;
        let broken = recover::item_name(self, &name);
        if kind.text == "doctrine" {
            self.fractions = Fractions::Any;
        }
        let mut item = Declaration {
            span,
            doc,
            kind,
            name,
            params: Vec::new(),
            title: None,
            design: None,
            base: None,
            block: None,
            broken,
            flawed: false,
        };
        for part in parts {
            match part.as_rule() {
                Rule::head_params => {
                    let params = part.into_inner().filter(|pair| pair.as_rule() == Rule::param);
                    item.params = params.filter_map(|pair| self.param(pair)).collect();
                }
                Rule::text => item.title = self.title(&part),
                Rule::design => item.design = Some(self.path(&part)),
                Rule::base => item.base = Some(self.path(&part)),
                Rule::block => item.block = Some(self.block(part, item.name.span)),
                Rule::bad_head => {
                    item.broken = true;
                    recover::bad_head(self, &part, &mut item);
                }
                _ => {}
            }
        }
        item.span = ending(span, item.block.as_ref());
        item.flawed = item.broken || self.diagnostics.iter().skip(before).any(|found| found.severity == Severity::Error);
        Some(Item::Declaration(item))
    }

    /// Parses a title, which must be one printable line. An item without a title is called by its name.
    fn title(&mut self, pair: &Pair<'_, Rule>) -> Option<Text> {
        let title = self.text(pair);
        if title.value.trim().is_empty() {
            self.report(head_errors::blank_title(title.span));
            return None;
        }
        Some(recover::one_line(self, title))
    }

    /// Parses an import: `use package.{a, b}`.
    pub(super) fn use_item(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let span = self.span(&pair);
        let mut kind = None;
        let mut package = None;
        let mut names = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::item_kind => kind = Some(self.name(&part)),
                Rule::use_name => names = Some(vec![self.name(&part)]),
                Rule::use_list => names = Some(part.into_inner().map(|pair| self.name(&pair)).collect()),
                _ => package = Some(self.name(&part)),
            }
        }
        Some(Item::Use(Use { span, kind, package: package?, names }))
    }

    /// Parses an alias: `alias old for new`.
    pub(super) fn alias_item(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner().peekable();
        let kind = parts.next_if(|pair| pair.as_rule() == Rule::alias_kind).map(|pair| self.name(&pair));
        let name = parts.next().map(|pair| self.name(&pair))?;
        let target = parts.next().map(|pair| self.path(&pair))?;
        recover::is_reserved(self, &name);
        Some(Item::Alias(Alias { span, kind, name, target }))
    }

    /// Parses `patch [KIND] package.item { … }`
    pub(super) fn patch_item(&mut self, pair: Pair<'_, Rule>, doc: Option<EcoString>) -> Option<Item> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner().peekable();
        let kind = parts.next_if(|pair| pair.as_rule() == Rule::item_kind).map(|pair| self.name(&pair));
        let target = parts.next().map(|pair| self.path(&pair))?;
        let block = parts.next().map(|pair| self.block(pair, target.span()))?;
        Some(Item::Patch(Patch { span: ending(span, Some(&block)), doc, kind, target, block }))
    }

    /// Parses `test "…" { … }`
    pub(super) fn test_item(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner();
        let title = self.text(&parts.next()?);
        let title = recover::one_line(self, title);
        self.fractions = Fractions::Chances;
        let block = parts.next().map(|pair| self.block(pair, title.span))?;
        Some(Item::Test(Test { span: ending(span, Some(&block)), title, block }))
    }
}
