//! Settles drafts: writes them, compiles them, and corrects what they write until the finished items have the numbers of the input.
//!
//! A stat block has the numbers of the finished item, and Slip text has the numbers before effects and without everything that the rules
//! give. The compiler itself decides which number has to be written, so that no rule is known here.

mod corrections;
mod differences;

pub(crate) use differences::differences;

use crate::cluster::ClusterDraft;
use crate::draft::{ItemDraft, StuntDraft};
use crate::spelling::{key, name};
use crate::vocabulary::{ParameterSort, Vocabulary};
use crate::write;
use slip_compile::Compiled;
use slip_compile::resolve::is_name;
use slip_pack::{BuiltItem, Pack};
use slip_source::{FileId, PackageId, Sources};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Largest number of compilations before the numbers of the input are written as they are.
pub(crate) const MOST_PASSES: usize = 6;

/// Text of settled drafts, with its compilation.
pub(crate) struct Settled {
    /// Slip text of all drafts.
    pub text: String,
    /// Result of compiling the text with the package.
    pub compiled: Compiled,
    /// File of the text in the sources.
    pub file: FileId,
    /// For each draft, the end of its text, in bytes.
    pub ends: Vec<usize>,
}

/// Settles drafts in a package. `loose` are the input lines that belong to no item, with their line numbers.
pub(crate) fn settle(
    sources: &mut Sources,
    (package, path): (PackageId, &str),
    drafts: &mut [ItemDraft],
    (loose, clusters): (&[(usize, String)], &mut [ClusterDraft]),
    words: &Vocabulary,
    most_passes: usize,
) -> Settled {
    name_all(drafts, words);
    let titles = titles(drafts, words);
    for draft in drafts.iter_mut() {
        rename_arguments(draft, words, &titles);
        set_stunts_aside(draft, words);
        for (_, title) in &mut draft.gear {
            if let Some(name) = thing(title, &[], words, &titles) {
                *title = name;
            }
        }
    }
    for cluster in clusters.iter_mut() {
        let wanted = if is_name(&cluster.name) { cluster.name.clone() } else { name(&cluster.title, "cluster") };
        let is_free = |name: &String| !words.taken.contains(&("cluster".to_owned(), name.clone()));
        let free = std::iter::once(wanted.clone()).chain((2..).map(|number: u32| format!("{wanted}_{number}"))).find(is_free);
        cluster.name = free.unwrap_or(wanted);
    }
    let clusters: String = clusters.iter().map(|cluster| format!("\n{}", cluster.text(words, &titles))).collect();
    let home = sources.package(package).map(|package| package.name.clone()).unwrap_or_default();
    let file = sources.add_file(package, path, "");
    let mut passes = 0;
    loop {
        // The first pass writes no gear: an item with gear of its own does not show the gear that its stunts give.
        let (text, ends) = text(drafts, loose, words, &titles, passes > 0);
        let text = format!("{text}{clusters}");
        sources.replace_text(file, text.as_str());
        let compiled = slip_compile::compile(sources);
        passes += 1;
        if passes > most_passes
            || !correct_all(drafts, &compiled.pack, &home, words, Pass { is_first: passes == 1, is_last: passes == most_passes })
        {
            return Settled { text, compiled, file, ends };
        }
    }
}

/// Returns the built item of a draft.
pub(crate) fn built<'p>(draft: &ItemDraft, pack: &'p Pack, home: &str, words: &Vocabulary) -> Option<&'p BuiltItem> {
    let kind = words.designs.get(draft.design)?.kind.as_str();
    pack.items.get(kind)?.get(&slip_pack::key(home, &draft.name))
}

/// Position of a pass among all passes.
#[derive(Clone, Copy, Debug)]
struct Pass {
    is_first: bool,
    is_last: bool,
}

fn correct_all(drafts: &mut [ItemDraft], pack: &Pack, home: &str, words: &Vocabulary, pass: Pass) -> bool {
    let mut changed = false;
    for draft in drafts {
        let (Some(design), Some(item)) = (words.designs.get(draft.design), built(draft, pack, home, words)) else { continue };
        changed |= corrections::correct(draft, item, design, pack, pass);
    }
    changed
}

/// Gives every draft a name that is not taken; drafts that would have the same name are numbered.
fn name_all(drafts: &mut [ItemDraft], words: &Vocabulary) {
    let mut taken: BTreeSet<(String, String)> = BTreeSet::new();
    let mut next: HashMap<(String, String), u32> = HashMap::new();
    for draft in drafts {
        let kind = words.designs.get(draft.design).map(|design| design.kind.clone()).unwrap_or_default();
        let wanted = if draft.name.is_empty() { name(&draft.title, &kind) } else { draft.name.clone() };
        let is_free = |name: &str, taken: &BTreeSet<(String, String)>| {
            let entry = (kind.clone(), name.to_owned());
            !words.taken.contains(&entry) && !taken.contains(&entry)
        };
        let mut free = wanted.clone();
        let number = next.entry((kind.clone(), wanted.clone())).or_insert(2);
        while !is_free(&free, &taken) {
            free = format!("{wanted}_{number}");
            *number = number.saturating_add(1);
        }
        taken.insert((kind, free.clone()));
        draft.called = std::mem::replace(&mut draft.name, free);
    }
}

/// Returns the kind and name for each title: the titles of the drafts, and of known items whose title no draft has.
fn titles(drafts: &[ItemDraft], words: &Vocabulary) -> HashMap<String, (String, String)> {
    let mut titles = HashMap::new();
    for draft in drafts {
        let kind = words.designs.get(draft.design).map(|design| design.kind.clone()).unwrap_or_default();
        titles.entry(key(&draft.title)).or_insert((kind, draft.name.clone()));
    }
    for draft in drafts.iter().filter(|draft| !draft.called.is_empty()) {
        let kind = words.designs.get(draft.design).map(|design| design.kind.clone()).unwrap_or_default();
        titles.entry(key(&draft.called)).or_insert((kind, draft.name.clone()));
    }
    // A reference may also use the name of a draft in place of its title.
    for draft in drafts {
        let kind = words.designs.get(draft.design).map(|design| design.kind.clone()).unwrap_or_default();
        titles.entry(key(&draft.name)).or_insert((kind, draft.name.clone()));
    }
    titles
}

/// Replaces names of items in the arguments of a draft's stunts. If an item is imported too, the argument gets the name of its draft.
fn rename_arguments(draft: &mut ItemDraft, words: &Vocabulary, titles: &HashMap<String, (String, String)>) {
    let Some(design) = words.designs.get(draft.design) else { return };
    let stunts = draft.stunts.iter_mut().chain(draft.modes.iter_mut().flat_map(|mode| &mut mode.stunts));
    for stunt in stunts.filter(|stunt| !stunt.arguments.is_empty()) {
        let Some(rule) = design.stunts.iter().find(|rule| rule.name == stunt.name) else { continue };
        let mut arguments: Vec<String> = crate::arguments::members(&stunt.arguments).into_iter().map(ToOwned::to_owned).collect();
        let items = rule.parameters.iter().zip(&mut arguments).filter(|((sort, _), _)| *sort == ParameterSort::Item);
        let mut is_renamed = false;
        for (_, argument) in items {
            if thing(argument, &[], words, titles).is_none() {
                draft.unknown.push((draft.line, format!("stunt {}: {argument}", rule.title)));
                stunt.name.clear();
            }
            if let Some((_, name)) = titles.get(&key(argument)).filter(|(_, name)| name != argument) {
                argument.clone_from(name);
                is_renamed = true;
            }
        }
        if is_renamed {
            stunt.arguments = arguments.join(", ");
        }
    }
    draft.stunts.retain(|stunt| !stunt.name.is_empty());
    draft.modes.iter_mut().for_each(|mode| mode.stunts.retain(|stunt| !stunt.name.is_empty()));
}

/// Moves the stunts that the design may give to `open_stunts`, where they stay until the first item is built.
fn set_stunts_aside(draft: &mut ItemDraft, words: &Vocabulary) {
    let Some(design) = words.designs.get(draft.design) else { return };
    let may_be_given = |stunt: &StuntDraft| design.stunts.iter().any(|rule| rule.name == stunt.name && rule.may_be_given);
    let (open, sure) = std::mem::take(&mut draft.stunts).into_iter().partition(may_be_given);
    draft.open_stunts = open;
    draft.stunts = sure;
}

/// Returns the whole text: the drafts in the order of the input, with the lines outside of items between them.
fn text(
    drafts: &mut [ItemDraft],
    loose: &[(usize, String)],
    words: &Vocabulary,
    titles: &HashMap<String, (String, String)>,
    has_gear: bool,
) -> (String, Vec<usize>) {
    let (mut out, mut ends) = (String::new(), Vec::with_capacity(drafts.len()));
    let mut remarks = loose.iter().peekable();
    let mut remark = |until: usize, out: &mut String| {
        let mut any = false;
        while let Some((_, line)) = remarks.next_if(|(at, _)| *at <= until) {
            out.push_str(&format!("// {}\n", slip_printable::line(line)));
            any = true;
        }
        if any {
            out.push('\n');
        }
    };
    for draft in drafts.iter_mut() {
        remark(draft.line, &mut out);
        let gear = if has_gear { gear(draft, words, titles) } else { Vec::new() };
        let holds = holds(draft, words, titles);
        out.push_str(&write::item(draft, words, &gear, &holds));
        out.push('\n');
        ends.push(out.len());
    }
    remark(usize::MAX, &mut out);
    out.truncate(out.trim_end().len());
    out.push('\n');
    (out, ends)
}

/// Returns the names of a draft's gear. A thing that does not exist is recorded as a part that was not understood.
fn gear(draft: &mut ItemDraft, words: &Vocabulary, titles: &HashMap<String, (String, String)>) -> Vec<String> {
    let all = std::mem::take(&mut draft.gear).into_iter();
    let (known, unknown): (Vec<_>, Vec<_>) = all.partition(|(_, title)| thing(title, &[], words, titles).is_some());
    draft.unknown.extend(unknown.into_iter().map(|(line, title)| (line, format!("gear: {title}"))));
    let names = known.iter().filter_map(|(_, title)| thing(title, &[], words, titles)).collect();
    draft.gear = known;
    names
}

/// Returns the names of the things that a draft holds. A thing that does not exist is recorded as a part that was not understood.
fn holds(draft: &mut ItemDraft, words: &Vocabulary, titles: &HashMap<String, (String, String)>) -> BTreeMap<String, Vec<(String, i32)>> {
    let mut named: BTreeMap<String, Vec<(String, i32)>> = BTreeMap::new();
    for (list, things) in &draft.holds {
        for (title, count) in things {
            match thing(title, &[], words, titles) {
                Some(name) => named.entry(list.clone()).or_default().push((name, *count)),
                None => draft.unknown.push((draft.line, format!("{list}: {title}"))),
            }
        }
    }
    for (list, things) in &mut draft.holds {
        things.retain(|(title, _)| named.contains_key(list) && thing(title, &[], words, titles).is_some());
    }
    named
}

/// Returns the name of the thing with this title. The thing may be a draft of the import, or an item of the package or of its dependencies.
pub(crate) fn thing(title: &str, kinds: &[String], words: &Vocabulary, titles: &HashMap<String, (String, String)>) -> Option<String> {
    if let Some((_, name)) = titles.get(&key(title)).filter(|(kind, _)| kinds.is_empty() || kinds.contains(kind)) {
        return Some(name.clone());
    }
    words.item(title, kinds).map(|item| item.path.clone())
}
