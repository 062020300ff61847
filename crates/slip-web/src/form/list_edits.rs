//! Edits of the lists of an item: stunts, aspects, gear and held things.

use super::item_writer::{ItemWriter, ListMember};
use super::lists::{members, span_of};
use super::subject::Container;
use slip_compile::check::design::ItemKey;
use slip_pack::quoted;
use slip_source::Span;
use slip_source::diagnostic::{Edit, entry_edits};
use slip_syntax::tree::{Entry, Sign};

/// Key of a list, and the mode that it is written in.
type ListKey<'k> = (&'k str, Option<&'k str>);

/// Adds a member at the end of a list.
pub(super) fn add(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, (key, mode): ListKey<'_>, member: &ListMember) -> Result<Vec<Edit>, String> {
    let text = text_of(writer, key, member)?;
    let container = writer.subject.container(mode)?;
    let grows = |entry: &&Entry| !matches!(entry.sign(), Some((Sign::Minus, _)));
    let own = own_lists(&container, key).filter(grows).last();
    Ok(vec![match own {
        Some(own) if own.values.is_empty() => Edit { span: own.key.span().at_end(), replacement: format!(" {text}") },
        Some(own) => Edit { span: own.values_span().at_end(), replacement: format!("{}{text}", separator(writer, own)) },
        None if members(writer.subject, &container, key).is_empty() => writer.put_in(&container, format!("{key} {text}")),
        // Inherited members stay.
        None => writer.put_in(&container, format!("{key} + {text}")),
    }])
}

/// Replaces a member. An inherited member is removed and the new one added.
pub(super) fn replace(
    writer: &ItemWriter<'_, '_, '_, '_, '_, '_>,
    (key, mode): ListKey<'_>,
    at: usize,
    member: &ListMember,
) -> Result<Vec<Edit>, String> {
    let container = writer.subject.container(mode)?;
    let span = place(writer, &container, key, at)?;
    if container.block.is_some_and(|block| block.span.holds(span)) {
        return Ok(vec![Edit { span, replacement: text_of(writer, key, member)? }]);
    }
    let (gone, new) = (bare(writer, span), text_of(writer, key, member)?);
    Ok(vec![writer.put_in(&container, format!("{key} - {gone}")), writer.put_in(&container, format!("{key} + {new}"))])
}

/// Removes a member. An inherited member is removed by an entry of the item.
pub(super) fn remove(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, (key, mode): ListKey<'_>, at: usize) -> Result<Vec<Edit>, String> {
    let container = writer.subject.container(mode)?;
    let span = place(writer, &container, key, at)?;
    let own = own_lists(&container, key).find_map(|entry| {
        let spans: Vec<Span> = entry.members().filter_map(span_of).collect();
        let at = spans.iter().position(|known| *known == span)?;
        Some((entry, spans, at))
    });
    Ok(match own {
        Some((entry, spans, _)) if spans.len() == 1 => vec![writer.take_out(entry.span)],
        Some((_, spans, at)) => entry_edits::shorten(writer.sources(), &spans, &[at]),
        None => vec![writer.put_in(&container, format!("{key} - {}", bare(writer, span)))],
    })
}

fn own_lists<'b>(container: &Container<'b>, key: &str) -> impl Iterator<Item = &'b Entry> {
    let own = container.block.map_or(&[][..], |block| &block.entries);
    own.iter().filter(move |entry| entry.word() == key && !entry.broken)
}

/// Returns the span of a member of a list.
fn place(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, container: &Container<'_>, key: &str, at: usize) -> Result<Span, String> {
    let members = members(writer.subject, container, key);
    let member = members.get(at).ok_or_else(|| "the list was changed meanwhile: try again".to_owned())?;
    span_of(member).ok_or_else(|| "this member is empty".to_owned())
}

/// Returns the form in which a list with `-` names an inherited member: the name without its count.
fn bare<'b>(writer: &ItemWriter<'_, 'b, '_, '_, '_, '_>, span: Span) -> &'b str {
    let text = writer.subject.slice(span);
    match text.rsplit_once(" x") {
        Some((name, count)) if count.chars().all(|sign| sign.is_ascii_digit()) => name.trim_end(),
        _ => text,
    }
}

/// Returns the text between the last member of a list and a new one, so that a list with one member per line, or a few per line, keeps this
/// layout.
fn separator(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, list: &Entry) -> String {
    let mut spans: Vec<Span> = list.members().filter_map(span_of).collect();
    let (Some(last), before) = (spans.pop(), spans.pop()) else { return ", ".to_owned() };
    let file = writer.sources().file(last.file);
    let (Some(before), Some(file)) = (before, file) else { return ", ".to_owned() };
    let line = file.line(last.start);
    if file.line(before.end) == line {
        return ", ".to_owned();
    }
    let text = file.line_text(line);
    let indent: String = text.chars().take_while(|sign| *sign == ' ' || *sign == '\t').collect();
    format!(",\n{indent}")
}

/// Returns the text of a new member, in the form in which it is written in the list.
fn text_of(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, key: &str, member: &ListMember) -> Result<String, String> {
    let name = member.name.trim();
    if name.is_empty() {
        return Err("write something first".to_owned());
    }
    let text = match writer.subject.design.keys.get(key) {
        Some(ItemKey::Aspects) => {
            let renamed = member.renamed.trim();
            let renamed = if renamed.is_empty() { String::new() } else { format!(" as {}", quoted(renamed)) };
            let mark = if member.mark.is_empty() { String::new() } else { format!(" {}", member.mark) };
            format!("{}{renamed}{mark}", quoted(name))
        }
        Some(ItemKey::Stunts) => format!("{name}{}{}", arguments(writer, name, &member.args), times(member.count)),
        Some(ItemKey::Gear | ItemKey::Hold(_)) => format!("{name}{}", times(member.count)),
        Some(ItemKey::Without) => name.to_owned(),
        _ => return Err(format!("the design has no list `{key}`")),
    };
    let is_open = text.contains(['\n', '\r']) || !text.contains('"') && text.contains([';', '{', '}']);
    if is_open { Err("this text has a sign that ends the entry".to_owned()) } else { Ok(text) }
}

fn times(count: i64) -> String {
    if count > 1 { format!(" x{count}") } else { String::new() }
}

/// Returns the arguments of a stunt in brackets; texts are put in quotes.
fn arguments(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, stunt: &str, args: &[String]) -> String {
    let rule = writer.subject.design.stunts.iter().find(|rule| rule.name == stunt);
    let is_text = |at: usize| {
        let param = rule.and_then(|rule| rule.params.get(at));
        param.is_some_and(|param| param.types.iter().any(|kind| kind.text == "text"))
    };
    let written = args.iter().map(|arg| arg.trim()).enumerate().filter(|(_, arg)| !arg.is_empty());
    let written: Vec<String> = written.map(|(at, arg)| if is_text(at) { quoted(arg) } else { arg.to_owned() }).collect();
    if written.is_empty() { String::new() } else { format!("({})", written.join(", ")) }
}
