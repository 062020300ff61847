//! `slipyard explain effect`: the vocabulary of effects, or a section or keyword of it.

use crate::cli::{CommandStatus, Console, Stop};
use slip_compile::check::effect::{self, CarrierDeclaration, DeclaredNames, EffectScope, StuntText};
use slip_compile::resolve::{self, DeclaredItem, Program};
use slip_pack::effect::vocabulary_guide::{self, EffectExample, GuideEntry, Section};
use slip_pack::effect::{Effect, PackOperation, Play};
use slip_source::diagnostic::Diagnostics;
use slip_source::{Package, Sources};

use anstyle::{AnsiColor, Style};
use slip_syntax::tree::ExprKind;
use std::io::{self, Write};

/// Width of the keyword index in characters.
const WIDTH: usize = 100;

/// Prints the keyword index, or the entries of the given keywords.
pub(super) fn run(words: &[String], console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let wanted = words.join(" ");
    if wanted.is_empty() {
        index(console.out, console.colour)?;
        return Ok(CommandStatus::Clean);
    }
    if let Some(section) = Section::from_name(&wanted) {
        in_section(section, console.out, console.colour)?;
        return Ok(CommandStatus::Clean);
    }
    let found = vocabulary_guide::about(&wanted);
    if found.is_empty() {
        return Err(Stop::because(unknown(&wanted)));
    }
    for (entry, number) in found.iter().zip(0usize..) {
        if number > 0 {
            writeln!(console.out)?;
        }
        one(entry, console.out, console.colour)?;
    }
    Ok(CommandStatus::Clean)
}

fn unknown(wanted: &str) -> String {
    let entries = vocabulary_guide::entries();
    let words = entries.iter().flat_map(|entry| entry.words.iter().copied()).chain(Section::ALL.iter().map(|section| section.name()));
    let help = match slip_suggest::nearest(wanted, words) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`slipyard explain effect` lists all words".to_owned(),
    };
    format!("effects have no word `{wanted}`; {help}")
}

fn bold(colour: bool) -> Style {
    if colour { Style::new().bold() } else { Style::new() }
}

fn cyan(colour: bool) -> Style {
    if colour { AnsiColor::Cyan.on_default() } else { Style::new() }
}

/// Prints every section with its keywords.
fn index(out: &mut dyn Write, colour: bool) -> io::Result<()> {
    let (bold, cyan) = (bold(colour), cyan(colour));
    writeln!(out, "{bold}effect{bold:#} [moment] [who] does what [price] [how often] [in which play] [when]")?;
    let entries = vocabulary_guide::entries();
    for section in Section::ALL {
        writeln!(out, "\n{bold}{}{bold:#}  {}", section.name(), section.about())?;
        let mut line = String::new();
        for entry in entries.iter().filter(|entry| entry.section == section) {
            let word = entry.words.first().copied().unwrap_or_default();
            if !line.is_empty() && line.len() + word.len() + 2 > WIDTH - 2 {
                writeln!(out, "  {cyan}{line}{cyan:#}")?;
                line.clear();
            }
            if !line.is_empty() {
                line.push_str("  ");
            }
            line.push_str(word);
        }
        writeln!(out, "  {cyan}{line}{cyan:#}")?;
    }
    writeln!(out, "\n`slipyard explain effect WORD` explains a word, `slipyard explain effect SECTION` all words of a section")
}

/// Prints every keyword of a section with its meaning, one per line.
fn in_section(section: Section, out: &mut dyn Write, colour: bool) -> io::Result<()> {
    let (bold, cyan) = (bold(colour), cyan(colour));
    writeln!(out, "{bold}{}{bold:#}  {}", section.name(), section.about())?;
    let entries = vocabulary_guide::entries();
    let own: Vec<&GuideEntry> = entries.iter().filter(|entry| entry.section == section).collect();
    let word = |entry: &GuideEntry| entry.words.first().copied().unwrap_or_default();
    let width = own.iter().map(|entry| word(entry).len()).max().unwrap_or(0);
    for entry in own {
        writeln!(out, "  {cyan}{:width$}{cyan:#}  {}", word(entry), entry.meaning)?;
    }
    Ok(())
}

/// Prints one use of a keyword: form, meaning, example and kinds of conflict. Adds a note if this version does not apply the keyword fully.
fn one(entry: &GuideEntry, out: &mut dyn Write, colour: bool) -> io::Result<()> {
    let (bold, cyan) = (bold(colour), cyan(colour));
    writeln!(out, "{bold}{}{bold:#} ({})", entry.words.first().copied().unwrap_or_default(), entry.section.name())?;
    for form in entry.form.split(" | ") {
        writeln!(out, "  {cyan}{form}{cyan:#}")?;
    }
    writeln!(out, "  {}", entry.meaning)?;
    writeln!(out, "  in play: {}", plays(entry.plays))?;
    writeln!(out, "  example, in {}:", entry.example.place())?;
    let line = entry.example.line;
    match entry.example.params {
        "" => [Some(line), entry.example.beside()]
            .into_iter()
            .flatten()
            .try_for_each(|line| writeln!(out, "    {cyan}effect {line}{cyan:#}"))?,
        params => writeln!(out, "    {cyan}stunt example{params} {{ effect {line} }}{cyan:#}")?,
    }
    for (number, item) in entry.example.named().enumerate() {
        if number == 0 {
            writeln!(out, "  in a package that declares:")?;
        }
        writeln!(out, "    {cyan}{item}{cyan:#}")?;
    }
    writeln!(out, "  {}", how_far(compiled(&entry.example).as_ref()))
}

fn plays(plays: &[Play]) -> String {
    match (plays.len(), plays.contains(&Play::Build)) {
        (9, true) => "every kind of play, and building".to_owned(),
        (8, false) => "every kind of play".to_owned(),
        _ => slip_suggest::enumerate(plays.iter().map(|play| play.word())),
    }
}

/// Returns a sentence about the kinds of conflict in which this version of slipyard applies the example. Kinds in which the players must
/// apply the example themselves are named too.
fn how_far(effect: Option<&Effect>) -> String {
    let Some(effect) = effect else { return "this version of slipyard cannot read the example".to_owned() };
    if matches!(effect.op, PackOperation::Table(_)) {
        return "the players apply this effect: slipyard only prints it on the sheet".to_owned();
    }
    let runs: Vec<&str> = effect.plays.iter().filter(|play| effect.runs_in(**play)).map(|play| play.word()).collect();
    let waits: Vec<&str> = effect.plays.iter().filter(|play| !effect.runs_in(**play)).map(|play| play.word()).collect();
    match (runs.as_slice(), waits.as_slice()) {
        ([], _) => "the players apply this effect: slipyard prints and checks it".to_owned(),
        (_, []) => format!("this version of slipyard applies the example in {}", slip_suggest::enumerate(runs.into_iter())),
        _ => format!(
            "this version of slipyard applies the example in {}; in {} the effect is only printed and checked, and the players apply it",
            slip_suggest::enumerate(runs.into_iter()),
            slip_suggest::enumerate(waits.into_iter())
        ),
    }
}

/// Compiles the example against the standard library; `None` if it does not compile.
fn compiled(example: &EffectExample) -> Option<Effect> {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "example".into(), ..Package::default() });
    sources.add_file(package, "main.slip", example.text());
    let slip = sources.files().filter(|(_, file)| Sources::is_slip(file.path()));
    let files: Vec<_> = slip.map(|(id, file)| slip_syntax::parse(id, file).0).collect();
    let (program, _) = resolve::resolve(&sources, &files.iter().collect::<Vec<_>>());
    let known = DeclaredNames::of(&program);
    let shown = program.all().iter().find(|declared| declared.package == package && declared.name() == "shown")?;
    let mut out = Diagnostics::new();
    let effects = lines(&program, &known, shown, &mut out);
    if out.has_errors() { None } else { effects.into_iter().find(|effect| is_shown(effect, example)) }
}

/// True if an effect is the whole example, and not one of the alternatives that the example offers.
fn is_shown(effect: &Effect, example: &EffectExample) -> bool {
    matches!(effect.op, PackOperation::Choose(_)) == example.line.starts_with("may choose")
}

fn lines(program: &Program<'_>, known: &DeclaredNames, shown: &DeclaredItem<'_>, out: &mut Diagnostics) -> Vec<Effect> {
    match shown.kind() {
        "design" => {
            let scope = EffectScope::of_design(program, known, shown);
            let Some(entry) = shown.entries_of("stunt").next() else { return Vec::new() };
            let Some(block) = entry.block() else { return Vec::new() };
            let params = entry.values.first().map_or(&[][..], |value| match &value.expr.kind {
                ExprKind::Call(call) => &call.params,
                _ => &[],
            });
            let text = StuntText { name: "shown".into(), span: entry.span, params, entries: &block.entries, named: false };
            effect::stunt(&text, &scope, out).effects
        }
        "ruleset" => effect::lines(&shown.entries, &EffectScope::new(program, known, shown.package, CarrierDeclaration::Ruleset), out),
        _ => {
            let scope = EffectScope::new(program, known, shown.package, CarrierDeclaration::Place("zone".into()));
            let blocks = shown.entries_of("zone").filter_map(|entry| entry.block());
            blocks.flat_map(|block| effect::lines(&block.entries, &scope, out)).collect()
        }
    }
}
