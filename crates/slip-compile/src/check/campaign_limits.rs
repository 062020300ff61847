//! Campaign limits from the manifest of a package: the highest technology, and the list of banned things.
//!
//! The limits apply to things that the package declares and to things of other packages that it uses: a weapon of an actor, an actor of an
//! encounter, a unit of a platoon. Unused things of other packages are not checked. A waiver in a thing applies here too.

use super::build;
use super::context::CheckContext;
use super::design::{Design, Designs, StuntRule};
use super::effect;
use super::errors;
use super::gear;
use super::legality::manifest_line;
use super::read_purchase;
use slip_source::diagnostic::{Code, Diagnostics};

use crate::resolve::{DeclId, DeclaredItem, Kinds, Program};
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Entry, Expr, NamePath, SpannedName, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Campaign limits of a package.
#[derive(Clone, Debug, Default)]
pub struct CampaignLimits {
    /// Highest technology.
    pub max_tech: Option<TechLimit>,
    bans: Vec<Ban>,
    /// Codes of errors that a waiver in an item may allow even if the policy sets the limit.
    waivable: BTreeSet<String>,
    /// Index in `bans` of the first ban that matches a declaration.
    of_declaration: BTreeMap<DeclId, usize>,
    of_stunt: BTreeMap<(DeclId, slip_pack::Name), usize>,
}

/// Highest technology of a campaign.
#[derive(Clone, Debug)]
pub struct TechLimit {
    /// Highest technology that is still allowed.
    pub most: i32,
    /// Origin of the limit.
    pub source: LimitSource,
}

/// End of a help text that offers a waiver, for a limit that the policy sets.
pub(super) const IF_POLICY_LISTS: &str = "if the policy lists this code under `[waivers] codes`";

/// Origin of a limit of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LimitSource {
    /// The manifest of the package, with the span of the entry.
    Manifest(Option<Span>),
    /// The policy of the repository, by its name in messages.
    Policy(String),
}

impl LimitSource {
    /// Returns the file that sets the limit, for messages.
    pub fn file(&self) -> &'static str {
        match self {
            LimitSource::Manifest(_) => "slipyard.toml",
            LimitSource::Policy(_) => "the policy",
        }
    }

    /// Returns the end of a help text that offers a waiver. For a limit of the policy, it adds that the policy must list the code.
    pub fn or_waiver(&self, code: Code) -> String {
        or_waiver(code, matches!(self, LimitSource::Policy(_)))
    }
}

/// Returns the end of a help text that offers a waiver of `code`. `is_of_policy` is true if the policy of the repository sets the limit.
pub(super) fn or_waiver(code: Code, is_of_policy: bool) -> String {
    let allow = format!("or write `allow {code} \"why\"` in the block of the item");
    if is_of_policy { format!("{allow}, {IF_POLICY_LISTS}") } else { allow }
}

/// Member of the list `ban`.
#[derive(Clone, Debug)]
pub struct Ban {
    /// Origin of the ban.
    pub source: LimitSource,
    /// Member of the list as written.
    text: String,
    /// Banned designs, items, and stunts outside designs.
    declared: BTreeSet<DeclId>,
    /// Banned stunts of designs, as the design and the stunt's name.
    sold: BTreeSet<(DeclId, slip_pack::Name)>,
}

impl CampaignLimits {
    /// True if there is a technology limit or a ban.
    pub fn forbids(&self) -> bool {
        self.max_tech.is_some() || self.has_bans()
    }

    fn has_bans(&self) -> bool {
        !self.bans.is_empty()
    }

    /// Returns the ban of a declaration.
    pub fn bans(&self, id: DeclId) -> Option<&Ban> {
        self.bans.get(*self.of_declaration.get(&id)?)
    }

    /// Returns the ban of a stunt that a design sells: of the stunt in this design, or of the stunt itself if it is declared outside
    /// designs.
    pub fn bans_stunt(&self, design: &Design, rule: &StuntRule) -> Option<&Ban> {
        let sold = self.of_stunt.get(&(design.id, rule.name.clone()));
        let loose = rule.loose.and_then(|id| self.of_declaration.get(&id));
        self.bans.get(*sold.into_iter().chain(loose).min()?)
    }

    /// Returns the members of the policy's list `ban` that match a declaration.
    pub(crate) fn found_policy_bans(&self) -> impl Iterator<Item = &str> {
        self.bans.iter().filter(|ban| matches!(ban.source, LimitSource::Policy(_))).map(|ban| ban.text.as_str())
    }

    /// True if an error with this code can be waived when a limit from `source` is exceeded. A limit of the manifest can always be waived;
    /// a limit of the policy only if the policy lists the code.
    fn can_be_waived(&self, source: &LimitSource, code: Code) -> bool {
        matches!(source, LimitSource::Manifest(_)) || self.waivable.contains(code.slug())
    }

    fn new(max_tech: Option<TechLimit>, bans: Vec<Ban>, waivable: BTreeSet<String>) -> CampaignLimits {
        let mut campaign = CampaignLimits { max_tech, waivable, ..CampaignLimits::default() };
        for (at, ban) in bans.iter().enumerate() {
            ban.declared.iter().for_each(|id| _ = campaign.of_declaration.entry(*id).or_insert(at));
            ban.sold.iter().for_each(|sold| _ = campaign.of_stunt.entry(sold.clone()).or_insert(at));
        }
        campaign.bans = bans;
        campaign
    }
}

/// Reads the limits of every package, indexed by package number, and reports bans that match nothing. Packages that are not compiled have
/// no limits.
pub fn read(program: &Program<'_>, designs: &Designs<'_>, packages: &BTreeSet<PackageId>, out: &mut Diagnostics) -> Vec<CampaignLimits> {
    program
        .sources
        .packages()
        .map(|(id, _)| if packages.contains(&id) { of(program, designs, id, out) } else { CampaignLimits::default() })
        .collect()
}

fn of(program: &Program<'_>, designs: &Designs<'_>, id: PackageId, out: &mut Diagnostics) -> CampaignLimits {
    let Some(package) = program.sources.package(id) else { return CampaignLimits::default() };
    let line = |place: Option<Span>, key| place.or_else(|| manifest_line(program.sources, id, key));
    let of_policy = || LimitSource::Policy(package.policy.source.clone());
    let own = package.max_tech.map(|most| {
        let source = LimitSource::Manifest(line(package.places.max_tech, "max_tech"));
        TechLimit { most, source }
    });
    let stricter = package.policy.max_tech.filter(|most| package.max_tech.is_none_or(|own| *most < own));
    let max_tech = stricter.map(|most| TechLimit { most, source: of_policy() }).or(own);
    let mut bans = Vec::new();
    // Bans of the policy come first. If a ban is in both lists, it can then be waived only as the policy allows.
    for text in &package.policy.ban {
        // A policy may ban things of packages that this package does not use, so an unknown name in its list is not reported.
        let mut unheard = Diagnostics::new();
        bans.extend(Reader { program, designs, package: id, text, source: of_policy() }.ban(&mut unheard));
    }
    for (at, text) in package.ban.iter().enumerate() {
        let source = LimitSource::Manifest(line(package.places.ban.get(at).copied(), "ban"));
        bans.extend(Reader { program, designs, package: id, text, source }.ban(out));
    }
    CampaignLimits::new(max_tech, bans, package.policy.waivable.iter().cloned().collect())
}

/// Reader of one member of the list `ban`.
struct Reader<'r, 't> {
    program: &'r Program<'t>,
    designs: &'r Designs<'r>,
    package: PackageId,
    text: &'r str,
    source: LimitSource,
}

impl Reader<'_, '_> {
    /// Reads one ban, written as `[KIND] [PACKAGE.]NAME`. Returns the ban of all things with this name that the package could use. `None`
    /// after an error, which was reported.
    fn ban(&self, out: &mut Diagnostics) -> Option<Ban> {
        let place = self.span().unwrap_or_default();
        let (kind, path) = match self.text.split_whitespace().collect::<Vec<_>>().as_slice() {
            [path] => (None, *path),
            [kind, path] => (Some(*kind), *path),
            _ => {
                out.push(errors::ban_form(place, self.text));
                return None;
            }
        };
        if let Some(kind) = kind.filter(|kind| !["stunt", "design"].contains(kind) && !self.program.is_built_kind(kind)) {
            out.push(errors::ban_kind(place, kind));
            return None;
        }
        let (package, name) = path.split_once('.').map_or((None, path), |(package, name)| (Some(package), name));
        let package = match package {
            None => None,
            Some(word) => match self.program.package_called(self.package, word) {
                Some(found) => Some(found),
                None => {
                    out.push(errors::ban_package(place, word));
                    return None;
                }
            },
        };
        let found = self.named(kind, package, name);
        self.note(&found, path);
        if found.declared.is_empty() && found.sold.is_empty() {
            out.push(errors::bans_nothing(place, self.text, kind, self.nearest(kind, name)));
            return None;
        }
        Some(found)
    }

    /// Returns the span of the ban in the manifest.
    fn span(&self) -> Option<Span> {
        match &self.source {
            LimitSource::Manifest(span) => *span,
            LimitSource::Policy(_) => None,
        }
    }

    /// Records for editors that the name in the manifest refers to the banned declaration. The name may also be an old name of the
    /// declaration.
    fn note(&self, ban: &Ban, path: &str) {
        let Some(whole) = self.span().filter(|_| self.text.ends_with(path)) else { return };
        let sources = self.program.sources;
        let length = |text: &str| u32::try_from(text.len()).unwrap_or(u32::MAX);
        let Some(from) = sources.slice(whole).find(self.text).and_then(|at| u32::try_from(at).ok()) else { return };
        let end = whole.start.saturating_add(from).saturating_add(length(self.text)).min(whole.end);
        let at = |text: &str, end: u32| Span { start: end.saturating_sub(length(text)).max(whole.start), end, ..whole };
        let word = |text: &str, end: u32| SpannedName { text: text.into(), span: at(text, end) };
        let (of, last) = path.split_once('.').map_or((None, path), |(of, last)| (Some(of), last));
        let package = of.map(|of| word(of, at(path, end).start.saturating_add(length(of))));
        let path = NamePath { kind: None, package, name: word(last, end) };
        // A ban that matches several declarations is not recorded as a reference.
        if let (Some(only), 1, true) = (ban.declared.first(), ban.declared.len(), ban.sold.is_empty()) {
            self.program.note(path.name.span, *only);
        }
        self.program.find_old(&path, |declared| ban.declared.contains(&declared.id));
    }

    fn within(&self, package: Option<PackageId>) -> BTreeSet<PackageId> {
        package.map_or_else(|| self.program.sources.closure(self.package), |package| BTreeSet::from([package]))
    }

    fn named(&self, kind: Option<&str>, package: Option<PackageId>, name: &str) -> Ban {
        let packages = self.within(package);
        let wanted = |of: &str| kind.is_none_or(|kind| kind == of);
        let bannable =
            |declared: &DeclaredItem<'_>| ["stunt", "design"].contains(&declared.kind()) || self.program.is_built_kind(declared.kind());
        let all = self.program.named(name).filter(|declared| packages.contains(&declared.package));
        let mut declared: BTreeSet<DeclId> =
            all.filter(|declared| wanted(declared.kind()) && bannable(declared)).map(|declared| declared.id).collect();
        let old = self.program.old_names().filter(|(kind, of, old, _)| packages.contains(of) && *old == name && wanted(kind));
        declared.extend(old.map(|(.., id)| id).filter(|id| self.program.get(*id).is_some_and(bannable)));
        let mut sold = BTreeSet::new();
        for (id, design) in self.designs.iter().filter(|_| wanted("stunt")) {
            let here = self.program.get(*id).is_some_and(|design| packages.contains(&design.package));
            if here && design.own_stunt(name).is_some() {
                sold.insert((*id, name.into()));
            }
        }
        Ban { source: self.source.clone(), text: self.text.to_owned(), declared, sold }
    }

    fn nearest(&self, kind: Option<&str>, name: &str) -> Option<String> {
        let packages = self.within(None);
        let wanted = |of: &str| kind.is_none_or(|kind| kind == of);
        let mut names: BTreeSet<&str> = BTreeSet::new();
        let all = self.program.all().iter().filter(|declared| packages.contains(&declared.package) && wanted(declared.kind()));
        names.extend(
            all.filter(|declared| !["skill", "mark", "ruleset"].contains(&declared.kind())).map(|declared| declared.name().as_str()),
        );
        if wanted("stunt") {
            names.extend(self.designs.values().flat_map(|design| &design.stunts).map(|rule| rule.name.as_str()));
        }
        slip_suggest::nearest(name, names.into_iter())
    }
}

/// Checks an item of another package at the place where it is used. Items of the same package were already checked at their declaration.
pub fn judge_use(context: &CheckContext<'_, '_>, package: PackageId, id: DeclId, at: Span, out: &mut Diagnostics) {
    judge(context, package, id, UseContext { at, carrier: None, granted: false }, out);
}

/// Checks an item that a stunt grants. Its technology is not checked here, because another stunt may raise the limit.
pub fn judge_granted(context: &CheckContext<'_, '_>, package: PackageId, id: DeclId, at: Span, out: &mut Diagnostics) {
    judge(context, package, id, UseContext { at, carrier: None, granted: true }, out);
}

/// Context in which an item is used.
#[derive(Clone, Copy)]
struct UseContext<'u> {
    at: Span,
    /// Item that carries or grants the used item; `None` if the text names the used item directly.
    carrier: Option<&'u str>,
    /// True if a stunt grants the used item.
    granted: bool,
}

fn judge(context: &CheckContext<'_, '_>, package: PackageId, id: DeclId, used: UseContext<'_>, out: &mut Diagnostics) {
    let UseContext { at, carrier, granted } = used;
    let program = context.program;
    let Some(declared) = program.get(id).filter(|declared| declared.package != package) else { return };
    let Some(campaign) = context.campaign(package).filter(|campaign| campaign.forbids()) else { return };
    let key = program.key(declared);
    let waived = |code: Code, source: &LimitSource| {
        if !campaign.can_be_waived(source, code) {
            return false;
        }
        let mut waivers = declared.entries_of("allow").filter_map(|entry| entry.values.first());
        waivers.any(|value| program.sources.slice(value.expr.span) == code.slug())
    };
    let mut quiet = Diagnostics::new();
    let Some(design) = build::find_design(context, declared, &mut quiet) else { return };
    let purchase = read_purchase::read(context, design, declared, &mut quiet);
    if let (Some(limit), Some(tech)) = (campaign.max_tech.as_ref().filter(|_| !granted), purchase.tech)
        && tech.value > i64::from(limit.most)
        && !waived(Code::TechAboveCampaign, &limit.source)
    {
        out.push(errors::used_above_campaign(at, (&key, carrier), (tech.value, tech.span), limit));
    }
    let in_force = |ban: &&Ban| !waived(Code::BannedItem, &ban.source);
    if campaign.has_bans() {
        if let Some(ban) = campaign.bans(id).filter(in_force) {
            out.push(errors::used_banned(at, (&key, carrier), None, &ban.source, declared.tree.name.span));
        }
        if let Some(ban) = campaign.bans(design.id).filter(in_force) {
            out.push(errors::used_banned(at, (&key, carrier), Some(&design.name), &ban.source, declared.tree.name.span));
        }
        let bought = std::iter::once(&purchase.bought).chain(purchase.modes.iter().map(|mode| &mode.bought));
        let mut said: Vec<usize> = Vec::new();
        for stunt in bought.flat_map(|bought| &bought.stunts) {
            let Some(rule) = design.stunts.get(stunt.rule).filter(|_| !said.contains(&stunt.rule)) else { continue };
            if let Some(ban) = campaign.bans_stunt(design, rule).filter(in_force) {
                said.push(stunt.rule);
                out.push(errors::used_banned(at, (&key, carrier), Some(&rule.name), &ban.source, stunt.span));
            }
        }
    }
    if carrier.is_some() {
        return;
    }
    for thing in super::gear::list(program, declared.package, &purchase.gear, &mut quiet) {
        // An item of this package may be carried by an item of another package. It was then checked at its declaration.
        judge(context, package, thing.id, UseContext { at, carrier: Some(&key), granted: false }, out);
    }
}

/// Checks the things of other packages in an encounter: actors, crews of ships, units of platoons, gear, and places.
pub fn encounter(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) {
    if !context.campaign(declared.package).is_some_and(CampaignLimits::forbids) {
        return;
    }
    let mut named: Vec<(EncounterNameKind, &Expr)> = Vec::new();
    for entry in declared.entries.iter() {
        match entry.word() {
            "system" | "world" => named.extend(entry.values.iter().map(|value| (EncounterNameKind::Place, &value.expr))),
            "side" => {
                let inner = entry.block().map_or(&[][..], |block| &block.entries);
                for entry in inner {
                    match entry.word() {
                        "actors" => people(entry, &mut named),
                        "ship" => {
                            named.extend(entry.values.first().map(|ship| (EncounterNameKind::Ship, &ship.expr)));
                            aboard(entry, &mut named);
                        }
                        "platoon" => units(context, declared, entry, out),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    let program = context.program;
    for (sort, expr) in named {
        let Some(path) = expr.path() else { continue };
        let fits = |found: &DeclaredItem<'_>| match sort {
            EncounterNameKind::Place => effect::is_place(found.kind()),
            EncounterNameKind::Actor => gear::is_actor(program, found),
            EncounterNameKind::Ship => gear::is_actor(program, found) && !gear::is_alive(program, found),
            EncounterNameKind::Person => gear::is_alive(program, found),
            EncounterNameKind::Thing => gear::is_carried(program, found),
        };
        if let Ok(id) = program.find_fitting(declared.package, &path, fits) {
            judge_use(context, declared.package, id, expr.span, out);
        }
    }
}

/// Sort of things that are named at one place of an encounter.
#[derive(Clone, Copy)]
enum EncounterNameKind {
    Place,
    Actor,
    Ship,
    Person,
    Thing,
}

/// Collects the names of the crew of a ship and of the pilots of its fighters: `ship ember { pilot iveta; fighter dart { pilot ana } }`.
fn aboard<'e>(ship: &'e Entry, named: &mut Vec<(EncounterNameKind, &'e Expr)>) {
    for entry in ship.block().map_or(&[][..], |block| &block.entries).iter().filter(|entry| entry.word() != "player") {
        let sort = if entry.word() == "fighter" { EncounterNameKind::Ship } else { EncounterNameKind::Person };
        named.extend(entry.only().map(|expr| (sort, expr)));
        aboard(entry, named);
    }
}

/// Checks the units of other packages in a platoon. They are reported at their span in the list.
pub fn platoon(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) {
    for path in listed(declared).filter_map(|value| value.expr.path()) {
        if let Ok(unit) = context.program.find(declared.package, &path, Kinds::One("unit")) {
            judge_use(context, declared.package, unit, path.span(), out);
        }
    }
}

/// Returns the units of a platoon as they are written in its lists.
fn listed<'d>(platoon: &'d DeclaredItem<'_>) -> impl Iterator<Item = &'d Value> {
    platoon.entries.iter().filter(|entry| matches!(entry.word(), "leader" | "units" | "aircraft")).flat_map(|list| &list.values)
}

/// Checks the units of a platoon of another package, and reports findings at the name of the platoon. The units of a platoon of this
/// package are checked where the platoon is declared.
fn units(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>, entry: &Entry, out: &mut Diagnostics) {
    let program = context.program;
    let Some((path, at)) = entry.values.first().and_then(|value| Some((value.expr.path()?, value.expr.span))) else { return };
    let found = program.find(declared.package, &path, Kinds::One("platoon")).ok().and_then(|id| program.get(id));
    let Some(platoon) = found.filter(|platoon| platoon.package != declared.package) else { return };
    let mut judged: BTreeSet<DeclId> = BTreeSet::new();
    for path in listed(platoon).filter_map(|value| value.expr.path()) {
        if let Ok(unit) = program.find(platoon.package, &path, Kinds::One("unit"))
            && judged.insert(unit)
        {
            judge_use(context, declared.package, unit, at, out);
        }
    }
}

/// Collects the names of the actors of a list and of their gear: `deckhand x2 at dock with crowbar`.
fn people<'e>(entry: &'e Entry, named: &mut Vec<(EncounterNameKind, &'e Expr)>) {
    for member in entry.members() {
        named.extend(member.first().map(|who| (EncounterNameKind::Actor, &who.expr)));
        let with = member.iter().position(|value| value.expr.name().is_some_and(|word| word == "with"));
        let given = with.and_then(|at| member.get(at.saturating_add(1)..)).unwrap_or_default();
        named.extend(given.iter().map(|thing| (EncounterNameKind::Thing, &thing.expr)));
    }
}
