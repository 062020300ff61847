//! Signature help for stunts with parameters.

use super::cursor_context::cursor;
use super::declaration_members::design_of;
use super::file_view::FileView;
use super::hover::{declared_at, price, with_values};
use super::sheet;

/// Signature of a call, with the parameter that the cursor is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Label of the signature, such as `swap_skill(a: skill, b: skill)`.
    pub label: String,
    /// Parameters, as they are written in the label.
    pub params: Vec<String>,
    /// Index of the parameter at the cursor.
    pub active: usize,
    /// Documentation of the stunt, in Markdown.
    pub text: String,
}

/// Returns the signature of the call around an offset.
pub fn signature<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, offset: u32) -> Option<Signature> {
    let cursor = cursor(view.text(), offset);
    let (name, active) = cursor.call.filter(|_| !cursor.in_comment)?;
    let (declared, _) = declared_at(view, offset).or_else(|| declared_at(view, u32::try_from(cursor.item).ok()?))?;
    let design = design_of(view, &declared)?;
    let rule = design.stunts.iter().find(|rule| rule.name == name.as_str() && !rule.params.is_empty())?;
    let cost = with_values(view, design, &declared, |values| price(design, rule, values));
    Some(Signature {
        label: sheet::call(view, rule),
        params: sheet::params(view, rule),
        active: active.min(rule.params.len().saturating_sub(1)),
        text: sheet::stunt_rule(view, design, rule, cost),
    })
}
