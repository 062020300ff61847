//! Reads and checks `effect` entries, and turns them into [`Effect`]s.
//!
//! Names are looked up where the effect acts: tracks, statistics and stunts of the design, skills and marks of the package, aspects of the
//! whole program. Refuses syntax errors, words that the carrier's kinds of play lack, effects that never apply, contradictory effects, and
//! stunts without effect.

pub(super) mod bounds;
mod compile_design_effects;
mod conditions_and_formulas;
mod contradictory_effects;
mod declared_aspects;
mod declared_marks;
pub mod declared_names;
pub(super) mod design_bounds;
mod effect_parser;
mod impossible_conditions;
mod ineffective_effects;
mod kinds_of_play;
mod misplaced_parts;
mod no_difference;
mod operation;
mod quantity;
mod rolled_skills;
mod rolled_stats;
mod scope;
mod subject_kinds;
mod substituted_skills;
mod target_operations;
mod tokens;
mod unparsed_effect_hints;
mod word_lookup;

pub use compile_design_effects::{attach, attach_to, look, of_item};
pub use contradictory_effects::{contradictions, contradictions_across, may_contradict};
pub use declared_names::{DeclaredDesignNames, DeclaredNames};
pub(super) use kinds_of_play::{has_self, is_place};
pub use kinds_of_play::{is_person, is_played};
use scope::entries_of;
pub use scope::{CarrierDeclaration, EffectScope};
pub(super) use tokens::TokenStreamKind;

use super::effect_errors as errors;
use crate::resolve::Program;
use ecow::EcoString;
use effect_parser::{EffectParser, ParsedEffect};
use slip_pack::Name;
use slip_pack::effect::{
    Effect, EffectPlace, PackOperation, ParameterType, PersonalSupport, Play, Role, RollPattern, Term, UseLimit, fold_constants,
};
use slip_pack::formula::Formula;
use slip_source::Span;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_syntax::tree::{Block, Entry, Expr, ExprKind, Param};

/// Stunt as written by the author, in a design or outside.
#[derive(Clone, Debug)]
pub struct StuntText<'a> {
    /// Name of the stunt.
    pub name: EcoString,
    /// Span of the stunt's name.
    pub span: Span,
    /// Parameters of the stunt.
    pub params: &'a [Param],
    /// Entries in the block of the stunt.
    pub entries: &'a [Entry],
    /// True if a formula or condition of the design names the stunt (see [`names_stunt`]).
    pub named: bool,
}

/// Compiled effects of one carrier.
#[derive(Clone, Debug, Default)]
pub struct CompiledEffects {
    /// Effects in the order of the text; those with errors are left out.
    pub effects: Vec<Effect>,
    /// Limit on the use of the stunt's effects, from its entry `limit`.
    pub limit: Option<UseLimit>,
}

/// Compiles all `effect` entries of a list, and checks that they do not contradict each other.
pub fn lines(entries: &[Entry], scope: &EffectScope<'_, '_>, out: &mut Diagnostics) -> Vec<Effect> {
    let compiled: Vec<(Effect, Span)> =
        entries_of(entries, "effect").filter_map(|entry| Some((compile(entry, scope, out)?, entry.span))).collect();
    let pairs: Vec<(&Effect, Span)> = compiled.iter().map(|(effect, span)| (effect, *span)).collect();
    contradictions(&pairs, out);
    compiled.into_iter().map(|(effect, _)| effect).collect()
}

/// Compiles the effects of a stunt. `scope` is the scope of its design, or [`EffectScope::of_loose_stunt`].
pub fn stunt<'a>(text: &StuntText<'a>, scope: &EffectScope<'a, '_>, out: &mut Diagnostics) -> CompiledEffects {
    let scope = scope.inside_stunt(text);
    check_params(text.params, out);
    let effects = lines(text.entries, &scope, out);
    let limits = || entries_of(text.entries, "limit").filter(|entry| !entry.broken);
    let limit = limits().find_map(|entry| stunt_limit(entry, &scope, out));
    if let (Some(entry), Some(first)) = (limits().next(), effects.first())
        && effects.iter().all(|effect| ineffective_effects::stands(&effect.op) || effect.plays == [Play::Build])
    {
        out.push(errors::limit_on_standing(entry.span, "a limit", &first.text));
    }
    ineffective_effects::choices(text.span, &effects, &scope, out);
    let sink = entries_of(text.entries, "sink").next();
    let first = entries_of(text.entries, "effect").next();
    match (sink, first) {
        (Some(sink), Some(first)) => out.push(errors::sink_with_effect(sink.span, first.span, &text.name)),
        // A stunt without effects is reported, unless an entry did not parse: that entry may be its effect.
        (None, None) if !text.named && !text.entries.iter().any(|entry| entry.broken || entry.word() == "modes" || is_misspelt(entry)) => {
            out.push(errors::idle_stunt(text.span, &text.name));
        }
        _ => {}
    }
    CompiledEffects { effects, limit }
}

/// True if an entry seems to be a misspelt `effect`. The misspelling is reported with the other entries of the stunt.
fn is_misspelt(entry: &Entry) -> bool {
    slip_suggest::nearest(entry.word(), ["effect"].into_iter()).is_some()
}

/// Reads the limit of a stunt: `limit 3 per encounter` or `limit once per scene`.
fn stunt_limit(entry: &Entry, scope: &EffectScope<'_, '_>, out: &mut Diagnostics) -> Option<UseLimit> {
    let mut line = EffectParser::of(scope, entry, out);
    let times = if line.tokens.eat("once") { 1 } else { line.count()? };
    let period = line.period()?;
    if line.tokens.is_done() { Some(UseLimit::Times(times, period)) } else { line.fail() }
}

fn check_params(params: &[Param], out: &mut Diagnostics) {
    for param in params {
        let [only] = param.types.as_slice() else { continue };
        if ParameterType::from_word(&only.text).is_none() {
            let nearest = slip_suggest::nearest(&only.text, ParameterType::WORDS.iter().copied());
            out.push(errors::parameter_type(only.span, &only.text, ParameterType::WORDS, nearest));
        }
    }
}

/// True if a formula or condition in a design's entries names a stunt. The block of the stunt, stunts that exclude or require it, and
/// parameters with the same name do not count.
pub fn names_stunt(entries: &[Entry], stunt: &str) -> bool {
    entries.iter().any(|entry| match entry.word() {
        "excludes" | "requires" | "effect" => entry.condition().is_some_and(|condition| names(condition, stunt)),
        "stunt" => {
            let hides = entry.values.first().is_some_and(|value| match &value.expr.kind {
                ExprKind::Name(name) => name == stunt,
                ExprKind::Call(call) => call.name.name.text == stunt || call.params.iter().any(|param| param.name.text == stunt),
                _ => false,
            });
            !hides && entry.block().is_some_and(|block| names_stunt(&block.entries, stunt))
        }
        _ => {
            entry.values.iter().any(|value| names(&value.expr, stunt))
                || entry.condition().is_some_and(|condition| names(condition, stunt))
                || entry.block().is_some_and(|block| names_stunt(&block.entries, stunt))
        }
    })
}

fn names(expr: &Expr, word: &str) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => name == word,
        ExprKind::Group(inner) | ExprKind::Sign(_, inner) | ExprKind::Not(inner) => names(inner, word),
        ExprKind::Binary(_, sides) | ExprKind::Range(sides) | ExprKind::Index(sides) => names(&sides.0, word) || names(&sides.1, word),
        ExprKind::If(parts) => names(&parts.0, word) || names(&parts.1, word) || names(&parts.2, word),
        ExprKind::List(members) => members.iter().any(|member| names(member, word)),
        ExprKind::Call(call) => call.args.iter().flatten().any(|arg| names(arg, word)),
        _ => false,
    }
}

/// Reads a roll as an argument of a stunt: `gunnery rolls`, `beam attack`. Reports the first word that does not fit.
pub fn roll_argument(values: &[Expr], scope: &EffectScope<'_, '_>, out: &mut Diagnostics) -> Option<RollPattern> {
    let end = values.last()?.span.at_end();
    let mut line = EffectParser::new(scope, tokens::Tokens::of_argument(values, end), out);
    let roll = line.roll()?;
    if line.tokens.is_done() { Some(roll) } else { line.fail() }
}

/// Compiles one `effect` entry. Returns `None` after a diagnostic. Also returns `None`, without a diagnostic, if a part of the entry did
/// not parse.
pub fn compile(entry: &Entry, scope: &EffectScope<'_, '_>, out: &mut Diagnostics) -> Option<Effect> {
    if entry.broken {
        return None;
    }
    extra_parts(entry, out);
    if let Some(found) = parted_number(entry, scope.program) {
        out.push(found);
        return None;
    }
    // An effect added by a patch uses the names visible to the package of the patch.
    let written_in = scope.program.sources.file(entry.span.file).map_or(scope.package, |file| file.package());
    let there = (written_in != scope.package).then(|| EffectScope { package: written_in, ..scope.clone() });
    let scope = there.as_ref().unwrap_or(scope);
    let mut line = EffectParser::of(scope, entry, out);
    if line.tokens.is_broken() {
        return None;
    }
    let sentence = line.sentence();
    let condition = match entry.condition() {
        None => None,
        Some(expr) => Some(line.condition(expr)?),
    };
    let sentence = sentence?;
    let plays = plays(&mut line, &sentence)?;
    let plays = ineffective_effects::chosen(&sentence, plays, line.out)?;
    if !ineffective_effects::sentence(&mut line, &sentence) {
        return None;
    }
    if let CarrierDeclaration::Item(kind) = &scope.carrier {
        line.out.push(errors::unpriced(entry.key.span(), kind));
    }
    let mut effect = Effect {
        text: String::new(),
        moment: sentence.moment,
        who: sentence.who,
        op: sentence.op,
        price: sentence.price.map(|(price, _)| price),
        limit: sentence.limit.map(|(limit, _)| limit),
        within: sentence.within.iter().map(|(play, _)| *play).collect(),
        plays,
        condition: None,
        origin: None,
        place: place(scope.program, entry),
        muted: false,
    };
    if effect.who.is_none() && !scope.carrier.has_self() && !matches!(effect.op, PackOperation::Is(_) | PackOperation::Table(_)) {
        out.push(errors::without_subject(sentence.subject_at, &scope.carrier.described(), &effect.op.to_string()));
        return None;
    }
    if let Some(who) = effect.who.as_ref().filter(|who| !scope.carrier.has_self() && who.needs_self()) {
        out.push(errors::nobodys(sentence.subject_at, &scope.carrier.described(), &who.to_string()));
        return None;
    }
    if let (Some(condition), Some(expr)) = (condition, entry.condition()) {
        if impossible_conditions::applies(&condition, (scope, &effect.plays), expr, line.out) {
            return None;
        }
        effect.condition = match fold_constants::truth(&condition) {
            Formula::Int(_) => None,
            condition => Some(condition),
        };
    }
    if !ineffective_effects::has_range(&mut line, (&sentence.within, sentence.op_at), &mut effect) {
        return None;
    }
    if !subject_kinds::act(scope, (sentence.subject_at, sentence.op_at), &mut effect, line.out) {
        return None;
    }
    effect.text = effect.sentence();
    if let (true, PersonalSupport::Nothing(why)) = (effect.acts_in(Play::Personal), effect.reach()) {
        out.push(errors::nothing_in_personal(sentence.op_at, &effect, why));
        return None;
    }
    if let ([Play::Stakes], PersonalSupport::Nothing(why)) = (effect.plays.as_slice(), effect.reach_in_stakes()) {
        out.push(errors::nothing_in_stakes(sentence.op_at, why));
        return None;
    }
    match unread((&sentence.within, sentence.op_at), &effect, scope) {
        None => Some(effect),
        Some(found) => {
            out.push(found);
            None
        }
    }
}

impl EffectScope<'_, '_> {
    /// Returns the first skill of a thing that an effect uses in a condition or number, and the role of the thing. Things have no skills,
    /// so the effect is wrong.
    fn skill_of_thing(&self, effect: &Effect) -> Option<(Name, Role)> {
        let mut found = None;
        effect.terms(&mut |term| {
            if let Term::Stat(name, Role::Weapon) = term
                && self.is_skill(name)
                && !self.names.stats.contains(name)
            {
                found.get_or_insert((name.clone(), Role::Weapon));
            }
        });
        found
    }

    /// Returns a statistic that an effect names as the skill of a roll, if no roll is ever made with it. A statistic is rolled if a setting
    /// names it, or if an effect uses it in place of a skill.
    fn never_rolled<'e>(&self, effect: &'e Effect) -> Option<&'e Name> {
        let is_with_people = |play: &Play| matches!(play, Play::Personal | Play::Social | Play::Platoon | Play::Stakes);
        if effect.plays.iter().any(is_with_people) {
            return None;
        }
        let with = effect.roll().map_or(&[][..], |roll| &roll.with);
        let is_rolled = |name: &Name| {
            !self.names.stats.contains(name) || self.is_skill(name) || self.known.rolls_with(self.program, self.package, name)
        };
        if with.iter().any(is_rolled) { None } else { with.first() }
    }
}

/// Returns a diagnostic if an effect changes nothing, because it does not fit its carrier or because no engine supports it. Effects with
/// parameters are checked where their stunt is bought.
fn unread((within, op_at): (&[(Play, Span)], Span), effect: &Effect, scope: &EffectScope<'_, '_>) -> Option<Diagnostic> {
    if !scope.params.is_empty() {
        return None;
    }
    if let Some(action) = effect.bans_no_target(scope.carrier.has_self()) {
        return Some(errors::no_target_of(op_at, effect, action));
    }
    if matches!(effect.op, PackOperation::AllowsUntrained(_)) && scope.carrier.is_person() {
        return Some(errors::training_of_person(op_at, effect));
    }
    if scope.carrier.has_self() && effect.moves_everyone_alike() {
        return Some(errors::same_for_all(op_at, effect));
    }
    if let Some((name, role)) = scope.skill_of_thing(effect) {
        return Some(errors::skill_of_thing(op_at, &name, role));
    }
    let among_items = |play: &Play| matches!(play, Play::Space | Play::Platoon | Play::Build | Play::Story);
    if scope.carrier.has_self() && effect.gives_others_an_aspect() && effect.plays.iter().all(among_items) {
        return Some(errors::aspect_of_others(op_at, effect));
    }
    if let Some(found) = no_difference::reason(effect, scope) {
        return Some(errors::no_difference(op_at, &found.why, found.help));
    }
    if let Some(stat) = scope.never_rolled(effect) {
        return Some(errors::stat_never_rolled(op_at, stat));
    }
    if let Some(other) = scope.rolled_otherwise(effect) {
        return Some(errors::skill_never_rolled(op_at, effect, other.play, &other.roll, &other.skills));
    }
    if let Some((play, roll)) = scope.opposed_otherwise(effect) {
        return Some(errors::never_opposed(op_at, effect, play, &roll));
    }
    if let Some(event) = scope.event_of_all(effect) {
        return Some(errors::event_of_all(op_at, effect, event));
    }
    for (play, span) in within {
        if let Some(unread) = effect.unread_in(*play) {
            return Some(errors::not_read_in(*span, effect, *play, &unread.why));
        }
    }
    effect.is_read_nowhere().then(|| errors::read_nowhere(op_at, effect))
}

/// Returns the source position of an effect.
fn place(program: &Program<'_>, entry: &Entry) -> EffectPlace {
    let Some(file) = program.sources.file(entry.span.file) else { return EffectPlace::default() };
    let at = file.line_column(entry.span.start);
    EffectPlace { file: file.shown().into(), line: at.line, column: at.column }
}

/// Reports the parts of an entry that an effect cannot have: `else`, a block, a sign.
fn extra_parts(entry: &Entry, out: &mut Diagnostics) {
    if let Some(text) = entry.otherwise() {
        out.push(errors::no_part(text.span, "`else`"));
    }
    if let Some(Block { span, .. }) = entry.block() {
        out.push(errors::no_part(*span, "block"));
    }
    let is_parted = matches!(entry.values.first().map(|value| &value.expr.kind), Some(ExprKind::Int(_)));
    if let Some(span) = entry.sign().map(|(_, span)| span).or_else(|| entry.lead()).filter(|_| !is_parted) {
        out.push(errors::no_part(span, "sign"));
    }
}

/// Reports a blank between a sign and its number: `effect + 1 to attack`.
fn parted_number(entry: &Entry, program: &Program<'_>) -> Option<Diagnostic> {
    let sign = entry.sign().map(|(_, span)| span).or_else(|| entry.lead())?;
    let first = &entry.values.first()?.expr;
    let number = matches!(first.kind, ExprKind::Int(_)).then(|| program.sources.slice(first.span))?;
    let right = format!("{}{number}", program.sources.slice(sign));
    Some(errors::parted_number(sign.to(first.span), &right))
}

/// Returns the kinds of play in which an effect acts. A kind of play must have all words of the effect, and the effect's carrier must take
/// part in it. The word `in` can restrict the kinds.
fn plays(line: &mut EffectParser<'_, '_, '_, '_>, sentence: &ParsedEffect) -> Option<Vec<Play>> {
    let mut common: Vec<Play> = kinds_of_play::ALL.to_vec();
    for (place, played) in line.played.iter().enumerate() {
        common.retain(|play| played.plays.contains(play));
        if common.is_empty() {
            let disjoint = |other: &&effect_parser::PlayWord| !other.plays.iter().any(|play| played.plays.contains(play));
            let other = line.played.iter().take(place).find(disjoint).or_else(|| line.played.first())?;
            let diagnostic = errors::no_common_play(played.span, &played.word, &played.plays, (other.span, &other.word, &other.plays));
            let scope = line.scope;
            let is_rolled = |one: &&effect_parser::PlayWord| {
                one.plays == [Play::Build] && scope.known.rolls_with(scope.program, scope.package, &one.word)
            };
            let diagnostic = match [played, other].into_iter().find(is_rolled) {
                Some(stat) => diagnostic.with_help(format!("to change the rolls with `{0}`, write `{0} attack` or `{0} rolls`", stat.word)),
                None => diagnostic,
            };
            line.out.push(diagnostic);
            return None;
        }
    }
    let own = &line.scope.plays;
    let possible: Vec<Play> = common.iter().copied().filter(|play| own.contains(play)).collect();
    if possible.is_empty() {
        // The word that fits the carrier least is to blame. Every word can be used in `story`, so this kind does not count.
        let fit = |played: &&effect_parser::PlayWord| {
            played.plays.iter().filter(|play| !matches!(play, Play::Story | Play::Build) && own.contains(play)).count()
        };
        let played = line.played.iter().min_by_key(fit)?;
        let is_foreign = !played.plays.iter().any(|play| own.contains(play));
        let plays = if is_foreign { &played.plays } else { &common };
        let diagnostic = errors::not_in_carrier(played.span, (&played.word, is_foreign), plays, &line.scope.carrier.described(), own);
        line.out.push(diagnostic);
        return None;
    }
    if sentence.within.is_empty() {
        return Some(possible);
    }
    let mut narrowed = Vec::new();
    for (play, span) in &sentence.within {
        if possible.contains(play) {
            narrowed.push(*play);
        } else {
            line.out.push(errors::play_lacks_words(*span, *play, &possible));
        }
    }
    narrowed.sort_unstable();
    narrowed.dedup();
    if narrowed.is_empty() { None } else { Some(narrowed) }
}
