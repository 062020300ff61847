//! Checks the arguments of a bought stunt against its parameters, and fills the arguments into its effects.

use super::aliases;
use super::build;
use super::context::CheckContext;
use super::design::{Design, StuntRule};
use super::effect;
use super::errors;
use super::familiarity;
use super::gear;
use super::read_purchase::ArgumentThing;
use super::skills;
use crate::resolve::{DeclId, DeclaredItem, Kinds, Program};
use ecow::EcoString;
use slip_pack::Name;
use slip_pack::effect::{Argument, PackOperation};
use slip_source::PackageId;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics};
use slip_syntax::tree::{Expr, ExprKind, NamePath, Param};

/// Checks the arguments of one purchase of a stunt, and reports arguments that their parameters do not allow.
pub fn check(
    context: &CheckContext<'_, '_>,
    design: &Design,
    package: PackageId,
    rule: &StuntRule,
    expr: &Expr,
    out: &mut Diagnostics,
) -> Vec<(Name, Argument)> {
    let least = rule.params.iter().filter(|param| !param.optional).count();
    let mut args = arguments(expr);
    let split = without_commas(rule, args, least);
    if let Some(split) = &split {
        out.push(errors::missing_argument_comma(context.program.sources, split));
        args = split;
    }
    if args.len() < least || args.len() > rule.params.len() {
        out.push(errors::argument_count(rule, expr.span, args.len()));
    }
    let case = Case { context, design, package, rule };
    let mut filled = Vec::with_capacity(rule.params.len());
    for (at, param) in rule.params.iter().enumerate() {
        let argument = match args.get(at) {
            Some(words) => case.argument(param, words, out),
            None => Some(Argument::Absent),
        };
        filled.push((param.name.text.clone(), argument.unwrap_or(Argument::Absent)));
    }
    filled
}

/// Returns the items and skills that are arguments of a purchase. `filled` are the arguments as returned by [`check`].
pub fn things(
    context: &CheckContext<'_, '_>,
    package: PackageId,
    rule: &StuntRule,
    expr: &Expr,
    filled: &[(Name, Argument)],
) -> Vec<(Name, ArgumentThing)> {
    let program = context.program;
    let mut things = Vec::new();
    for ((param, words), (_, argument)) in rule.params.iter().zip(arguments(expr)).zip(filled) {
        if !matches!(argument, Argument::Name(_)) {
            continue;
        }
        let Some(path) = words.first().and_then(Expr::path) else { continue };
        let found = match param.types.first().map(|kind| kind.text.as_str()) {
            Some("item") => find_item(program, package, rule, param, &path),
            Some("skill") => program.find(package, &path, Kinds::One("skill")),
            _ => continue,
        };
        let is_item = param.types.first().is_some_and(|kind| kind.text == "item");
        let found = found.ok().and_then(|id| program.get(id));
        let shared = found.filter(|_| is_item).and_then(|found| gear::reference_if_shared(program, package, found.id));
        let found = found.map(|declared| ArgumentThing { shared, ..thing(context, declared) });
        things.push((param.name.text.clone(), found.unwrap_or_default()));
    }
    things
}

/// Returns the item that an argument names. If an effect of the stunt builds the item into the body of its owner, the item must be one that
/// can be carried.
fn find_item(
    program: &Program<'_>,
    package: PackageId,
    rule: &StuntRule,
    param: &Param,
    path: &NamePath,
) -> Result<DeclId, Box<Diagnostic>> {
    let is_integral = rule.effects.iter().any(|line| match &line.op {
        PackOperation::Grants(grants) => grants.integral && grants.item == param.name.text,
        _ => false,
    });
    program.find_fitting(package, path, |found| if is_integral { gear::is_carried(program, found) } else { effect::has_self(found.kind()) })
}

/// Returns the arguments of a purchase. Each argument is a list of words. Empty if the purchase has no brackets.
fn arguments(expr: &Expr) -> &[Vec<Expr>] {
    match &expr.kind {
        ExprKind::Call(call) => &call.args,
        _ => &[],
    }
}

/// Splits arguments that were written without commas (`beam heat`).
fn without_commas(rule: &StuntRule, args: &[Vec<Expr>], least: usize) -> Option<Vec<Vec<Expr>>> {
    let [only] = args else { return None };
    // An argument of type `roll` has several words, so words without commas may be one argument.
    let rolls = rule.params.iter().any(|param| param.types.iter().any(|word| word.text == "roll"));
    let fits = least > 1 && (least..=rule.params.len()).contains(&only.len()) && !rolls;
    fits.then(|| only.iter().map(|word| vec![word.clone()]).collect())
}

/// Describes an item or skill as the argument of a stunt: its name, kind, design and classes, which conditions of the stunt can test.
pub fn thing(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>) -> ArgumentThing {
    let mut words = vec![declared.name().clone(), EcoString::from(declared.kind())];
    words.extend(declared.entries_of("class").flat_map(|entry| &entry.values).filter_map(|value| value.expr.name().cloned()));
    if let Some(design) = build::find_design(context, declared, &mut Diagnostics::new()) {
        // A derived design also belongs to the families of its bases.
        words.extend(design.family.iter().cloned());
    }
    ArgumentThing { id: Some(declared.id), shared: None, tech: familiarity::own_tech(declared).unwrap_or(NO_TECH), words }
}

/// Technology of things that require none: below every technology level.
const NO_TECH: i64 = -5;

/// Result of reading an argument: the argument, a description of the allowed values, and the names that exist for such an argument.
type Read = (Option<Argument>, String, Vec<EcoString>);

struct Case<'a, 'p, 't> {
    context: &'a CheckContext<'p, 't>,
    design: &'a Design,
    package: PackageId,
    rule: &'a StuntRule,
}

impl Case<'_, '_, '_> {
    fn argument(&self, param: &Param, words: &[Expr], out: &mut Diagnostics) -> Option<Argument> {
        let (first, last) = (words.first()?, words.last()?);
        if words.iter().any(|word| matches!(word.kind, ExprKind::Error)) {
            return None;
        }
        let kind = match param.types.as_slice() {
            [only] => only.text.as_str(),
            _ => "",
        };
        let only = if words.len() == 1 { Some(first) } else { None };
        let program = self.context.program;
        let (found, wanted, known): Read = match kind {
            "skill" => self.skill(only),
            "item" => match self.item(param, only) {
                Ok(found) => found,
                Err(ambiguous) => {
                    out.push(*ambiguous);
                    return None;
                }
            },
            "track" => {
                let at = only.and_then(Expr::name).and_then(|name| self.design.track(name));
                let track = at.and_then(|at| self.design.tracks.get(at)).map(|track| Argument::Track(track.name.clone()));
                let known: Vec<EcoString> = self.design.tracks.iter().map(|track| track.name.clone()).collect();
                if track.is_none() {
                    out.push(errors::unknown_track(
                        first.span,
                        program.sources.slice(first.span),
                        as_words(&known).into_iter(),
                        &self.design.title,
                    ));
                    return None;
                }
                (track, "a track".into(), known)
            }
            "stat" => {
                let known: Vec<EcoString> = self.design.stats.iter().map(|stat| stat.name.clone()).collect();
                (only.and_then(Expr::name).filter(|name| known.contains(name)).cloned().map(Argument::Name), "a statistic".into(), known)
            }
            "text" => (
                only.and_then(Expr::text).filter(|text| !text.value.trim().is_empty()).map(|text| Argument::Text(text.value.to_string())),
                "words in quotes".into(),
                Vec::new(),
            ),
            "number" => (only.and_then(Expr::int).map(Argument::Number), "a whole number".into(), Vec::new()),
            "roll" => return self.roll(words, out),
            "schedule" => (only.and_then(schedule), "three numbers, such as `1/2/4`".into(), Vec::new()),
            _ => {
                let known: Vec<EcoString> = param.types.iter().map(|word| word.text.clone()).collect();
                let wanted = slip_suggest::alternatives(as_words(&known).into_iter());
                (only.and_then(Expr::name).filter(|name| known.contains(name)).cloned().map(Argument::Name), wanted, known)
            }
        };
        if let (Some(list), Some(Argument::Name(name)), "skill") = (&self.design.skill_list, &found, kind)
            && let Some(skill) = program.lookup(self.package, "skill", name).and_then(|id| program.get(id))
            && !skills::is_in(skill, list)
        {
            let others = self.context.other_lists(self.design);
            let owner = skills::SkillOwner::of(self.design, &others, None);
            out.push(skills::elsewhere(program, self.package, owner, skill, list, first.span));
        }
        // The argument may name an item in a package that could not be read. That was reported, so no unknown name is reported here.
        let excused = only.and_then(Expr::path).is_some_and(|path| program.is_excused(self.package, &path));
        if found.is_none() && !(matches!(kind, "skill" | "item") && excused) {
            let span = first.span.to(last.span);
            let written = program.sources.slice(span);
            let unfit = errors::parameter_kind(self.rule, &param.name.text, span, &wanted, written, as_words(&known).into_iter());
            // A name of an item of another kind is not a misspelling. The message says of which kind the item is.
            let kinds = program.kinds();
            let is_of = |kind: &&EcoString| program.peek(self.package, kind, written).is_some();
            out.push(match kinds.iter().find(is_of) {
                Some(other) if matches!(kind, "skill" | "item") => errors::of_another_kind(unfit, written, other),
                _ => unfit,
            });
        }
        found
    }

    /// Reads a roll as an argument, such as `attack` or `gunnery rolls`, in the form that effects use.
    fn roll(&self, words: &[Expr], out: &mut Diagnostics) -> Option<Argument> {
        let kind = self.design.kind.clone();
        let scope =
            effect::EffectScope::new(self.context.program, &self.context.known, self.package, effect::CarrierDeclaration::Design(kind));
        effect::roll_argument(words, &scope, out).map(Argument::Roll)
    }

    /// Reads a skill as an argument. The skill must be one that the built item may have.
    fn skill(&self, expr: Option<&Expr>) -> (Option<Argument>, String, Vec<EcoString>) {
        let (mut found, wanted, mut known) = self.named(expr, Kinds::One("skill"), "a skill");
        let program = self.context.program;
        let is_open = |name: &EcoString| {
            let declared = program.lookup(self.package, "skill", name).and_then(|id| program.get(id));
            let open = |skill, word| skills::is_open(skill, word, self.design.skill_class.as_ref());
            declared.is_none_or(|skill| open(skill, &self.design.kind) || open(skill, &self.design.name))
        };
        if matches!(&found, Some(Argument::Name(name)) if !is_open(name)) {
            found = None;
            known = program.visible(self.package, Kinds::One("skill"));
        }
        let is_listed = |name: &EcoString| {
            let declared = program.lookup(self.package, "skill", name).and_then(|id| program.get(id));
            self.design.skill_list.as_ref().is_none_or(|list| declared.is_none_or(|skill| skills::is_in(skill, list)))
        };
        known.retain(|name| is_open(name) && is_listed(name));
        let wanted = if self.design.skill_class.is_some() { format!("a skill of {}", errors::a_thing(&self.design.title)) } else { wanted };
        (found, wanted, known)
    }

    /// Reads the name of an item.
    ///
    /// # Errors
    /// Several items fit.
    fn item(&self, param: &Param, expr: Option<&Expr>) -> Result<Read, Box<Diagnostic>> {
        let (program, wanted) = (self.context.program, "an item".to_owned());
        let path: Option<NamePath> = expr.and_then(Expr::path);
        match path.as_ref().map(|path| (path, find_item(program, self.package, self.rule, param, path))) {
            Some((path, Ok(id))) => Ok((Some(Argument::Name(aliases::true_name(program, path, id))), wanted, Vec::new())),
            Some((_, Err(found))) if found.code == Code::AmbiguousName => Err(found),
            _ => Ok((None, wanted, program.visible(self.package, Kinds::Built))),
        }
    }

    fn named(&self, expr: Option<&Expr>, kinds: Kinds<'_>, wanted: &str) -> (Option<Argument>, String, Vec<EcoString>) {
        let path: Option<NamePath> = expr.and_then(Expr::path);
        let found = path.as_ref().and_then(|path| self.context.program.find(self.package, path, kinds).ok());
        match (found, path) {
            (Some(id), Some(path)) => {
                let name = aliases::true_name(self.context.program, &path, id);
                (Some(Argument::Name(name)), wanted.to_owned(), Vec::new())
            }
            _ => (None, wanted.to_owned(), self.context.program.visible(self.package, kinds)),
        }
    }
}

fn as_words(words: &[EcoString]) -> Vec<&str> {
    words.iter().map(EcoString::as_str).collect()
}

/// Reads a schedule as an argument, such as `1/2/4`.
fn schedule(expr: &Expr) -> Option<Argument> {
    match &expr.kind {
        ExprKind::Border(values) => Some(Argument::Schedule(values.open, values.pass, values.close?)),
        _ => None,
    }
}
