//! `slipyard test`: runs the tests in packages.

mod junit;
mod text;

use super::args::{self, DenyInTests, LinesOf, TestFormat};
use super::compile_projects::{self, CompiledProject};
use super::effect_report::{EffectReport, Selection, with_field};
use super::simulate::{not_a_folder, threads};
use super::status_line::StatusLine;
use super::{CommandStatus, Console, Stop, format_by_extension, shown};
use crate::project;
use serde_json::json;
use slip_compile::check::expectation::{Family, QUESTIONS, TestBlock};
use slip_compile::levels;
use slip_export::cards::counted;
use slip_odds::expect::errors::{RerunFacts, diagnostic};
use slip_odds::expect::report::{TestOf, TestReport};
use slip_odds::expect::{AnswerCache, JudgedExpectation, TestVerdict};
use slip_odds::simulate::{SimulationProgress, is_elsewhere};
use slip_pack::Name;
use slip_pack::effect::EffectPlace;
use slip_report::{DrawOptions, Style};
use slip_session::effect_watch::{EffectCounts, add_counts};
use slip_source::diagnostic::{Diagnostics, Severity};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// Largest number of games of an encounter in which `--lines` counts the effects that act. The number is small because each game is played
/// once for each effect.
const LINES_GAMES: u64 = 100;

/// Test that was run, or could not be run.
struct TestRun<'w> {
    world: &'w CompiledProject,
    test: &'w TestBlock,
    /// Result of each expectation of the test; empty if the package has errors.
    judged: Vec<JudgedExpectation>,
    /// Findings about the test, at the lint levels of the package.
    found: Diagnostics,
    took: Duration,
}

/// Outcome of a test.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TestOutcome {
    NotRun,
    Of(TestVerdict),
}

impl TestRun<'_> {
    fn result(&self) -> TestOutcome {
        if self.world.diagnostics.has_errors() {
            return TestOutcome::NotRun;
        }
        TestOutcome::Of(self.judged.iter().map(|judged| judged.verdict).max().unwrap_or(TestVerdict::Held))
    }

    fn word(&self) -> &'static str {
        match self.result() {
            TestOutcome::NotRun => "not run",
            TestOutcome::Of(verdict) => verdict.word(),
        }
    }

    fn package(&self) -> &str {
        package_of(self.world, self.test)
    }

    /// Returns the file and the line of a test.
    fn place(&self) -> (&str, u32) {
        place(self.world, self.test)
    }
}

fn package_of<'w>(world: &'w CompiledProject, test: &TestBlock) -> &'w str {
    world.project.sources.package(test.package).map_or("", |package| &package.name)
}

fn place<'w>(world: &'w CompiledProject, test: &TestBlock) -> (&'w str, u32) {
    world.project.sources.file(test.span.file).map_or(("", 0), |file| (file.shown(), file.line(test.span.start)))
}

/// Runs the tests, or lists them.
pub(super) fn run(wanted: &args::TestArgs, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    if wanted.questions {
        return questions(console);
    }
    not_a_folder(wanted.out.as_deref())?;
    let format = format_by_extension::meant(wanted.format, wanted.out.as_deref())?;
    let worlds = worlds(wanted, console)?;
    let chosen = chosen(wanted, &worlds)?;
    if wanted.list {
        let text = match format {
            TestFormat::Text => list(&chosen),
            TestFormat::Json => list_as_json(&chosen),
            TestFormat::Junit => return Err(Stop::because("JUnit is only for tests that were run: list them as text or as JSON")),
        };
        give(&text, wanted, console)?;
        if format == TestFormat::Text {
            writeln!(console.err, "{}", counted(chosen.iter().map(|(_, tests)| tests.len()).sum::<usize>(), "test"))?;
        }
        return Ok(CommandStatus::Clean);
    }
    let started = Instant::now();
    let (ran, lines) = run_all(wanted, &chosen, console);
    let text = match format {
        TestFormat::Text => {
            let tests = text::text(&ran, wanted, console.colour && wanted.out.is_none());
            let lines: String = lines.iter().map(|(package, lines)| format!("\n{package}: {}", lines.text())).collect();
            format!("{tests}{lines}")
        }
        TestFormat::Json if wanted.lines.is_some() => {
            let packages = lines.iter().map(|(package, lines)| json!({ "package": package, "lines": lines.json() }));
            with_field(&report_of(&ran, wanted.seed).json(), "lines", &packages.collect())
        }
        TestFormat::Json => report_of(&ran, wanted.seed).json(),
        TestFormat::Junit => junit::junit(&ran, &lines, wanted.seed),
    };
    give(&text, wanted, console)?;
    let broken: Vec<&CompiledProject> = worlds.iter().filter(|world| world.diagnostics.has_errors()).collect();
    for world in &broken {
        complain(world, console)?;
    }
    compile_projects::name_rules(worlds.iter(), console)?;
    writeln!(console.err, "{}", text::summary(&ran, wanted.seed, started.elapsed()))?;
    let failed = ran.iter().any(|ran| ran.found.has_errors() || ran.result() == TestOutcome::NotRun);
    Ok(if failed || !broken.is_empty() { CommandStatus::Problems } else { CommandStatus::Clean })
}

/// Writes the report to the output file, or to the standard output.
fn give(text: &str, wanted: &args::TestArgs, console: &mut Console<'_>) -> Result<(), Stop> {
    match &wanted.out {
        None => write!(console.out, "{text}")?,
        Some(path) => {
            project::write_atomically(path, text.as_bytes())?;
            writeln!(console.err, "wrote {}", shown(path))?;
        }
    }
    console.out.flush()?;
    Ok(())
}

/// Compiles every requested package in a world of its own.
fn worlds(wanted: &args::TestArgs, console: &mut Console<'_>) -> Result<Vec<CompiledProject>, Stop> {
    let mut worlds = Vec::new();
    for path in &wanted.paths {
        let project = project::load(std::slice::from_ref(path), console.input)?;
        if project.roots.len() == 1 {
            worlds.push(compile_projects::compile(project));
            continue;
        }
        for folder in project::packages(path)? {
            worlds.push(compile_projects::compile(project::load_package(&folder)?));
        }
    }
    Ok(worlds)
}

type Chosen<'w> = Vec<(&'w CompiledProject, Vec<&'w TestBlock>)>;

/// Returns the selected tests.
fn chosen<'w>(wanted: &args::TestArgs, worlds: &'w [CompiledProject]) -> Result<Chosen<'w>, Stop> {
    let word = wanted.filter.as_ref().map(|word| word.to_lowercase());
    let full = |world: &CompiledProject, test: &TestBlock| format!("{}: {}", package_of(world, test), test.title).to_lowercase();
    // A filter that is the full title of a test selects only that test, even if other titles contain the filter.
    let is_called =
        |world: &CompiledProject, test: &TestBlock, word: &String| test.title.to_lowercase() == *word || full(world, test) == *word;
    let in_full = word.as_ref().is_some_and(|word| worlds.iter().any(|world| world.tests.iter().any(|test| is_called(world, test, word))));
    let is_wanted = |world: &CompiledProject, test: &TestBlock| {
        word.as_ref().is_none_or(|word| if in_full { is_called(world, test, word) } else { full(world, test).contains(word) })
    };
    let of = |world: &'w CompiledProject| (world, world.tests.iter().filter(|test| is_wanted(world, test)).collect::<Vec<_>>());
    let chosen: Chosen<'w> = worlds.iter().map(of).collect();
    if let Some(word) = &wanted.filter
        && chosen.iter().all(|(_, tests)| tests.is_empty())
    {
        let all: usize = worlds.iter().map(|world| world.tests.len()).sum();
        return Err(Stop::because(format!(
            "no test contains `{word}` in its package or title, of {} in all; --list shows them",
            counted(all, "test")
        )));
    }
    Ok(chosen)
}

fn list(chosen: &Chosen<'_>) -> String {
    let all = chosen.iter().flat_map(|(world, tests)| tests.iter().map(move |test| (*world, *test)));
    let line = |(world, test): (&CompiledProject, &TestBlock)| {
        let (file, line) = place(world, test);
        format!("{}: {} ({file}:{line})\n", package_of(world, test), test.title)
    };
    all.map(line).collect()
}

fn list_as_json(chosen: &Chosen<'_>) -> String {
    let all = chosen.iter().flat_map(|(world, tests)| tests.iter().map(move |test| (*world, *test)));
    let listed = all.map(|(world, test)| {
        let package = package_of(world, test);
        let (file, line) = place(world, test);
        json!({ "package": package, "title": test.title.as_str(), "file": file, "line": line })
    });
    format!("{:#}\n", json!(listed.collect::<Vec<_>>()))
}

fn questions(console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    for family in Family::ALL {
        writeln!(console.out, "about {}:", family.words())?;
        for question in QUESTIONS.iter().filter(|question| question.family == family) {
            writeln!(console.out, "  {}\n      {}", question.form, question.answers)?;
        }
    }
    Ok(CommandStatus::Clean)
}

/// Runs the tests. On request, also reports for each package which effects acted in the games.
fn run_all<'w>(wanted: &args::TestArgs, chosen: &Chosen<'w>, console: &mut Console<'_>) -> (Vec<TestRun<'w>>, Vec<(String, EffectReport)>) {
    let mut reports = Vec::new();
    let threads = threads(wanted.threads);
    let all: usize = chosen.iter().map(|(_, tests)| tests.len()).sum();
    let mut line = StatusLine::new();
    let now = RefCell::new(String::new());
    let mut ran = Vec::with_capacity(all);
    for (world, tests) in chosen {
        let mut watch = |progress: &SimulationProgress| line.show(|| format!("{}, {} games", now.borrow(), progress.played), console.err);
        let mut desk = AnswerCache::new(&world.pack, wanted.seed, threads, &mut watch);
        for test in tests {
            *now.borrow_mut() = format!("test {} of {all}: {}", ran.len() + 1, test.title);
            ran.push(run_one(wanted, world, test, &mut desk));
        }
        if let Some(of) = wanted.lines.filter(|_| !tests.is_empty() && !world.diagnostics.has_errors()) {
            let tested = ran.iter().filter(|one| std::ptr::eq(one.world, *world)).flat_map(|one| &one.judged);
            reports.push((package_of_world(world), acting(world, of, tested, &mut desk)));
        }
    }
    line.clear(console.err);
    (ran, reports)
}

/// Reports the effects that acted in the games of some tests. Of each encounter, only the first games are examined, up to a limit.
fn acting<'j>(
    world: &CompiledProject,
    of: LinesOf,
    judged: impl Iterator<Item = &'j JudgedExpectation>,
    desk: &mut AnswerCache<'_>,
) -> EffectReport {
    let mut games: BTreeMap<&Name, u64> = BTreeMap::new();
    for played in judged.flat_map(|judged| &judged.played) {
        let most = games.entry(&played.encounter).or_default();
        *most = played.games.min(LINES_GAMES).max(*most);
    }
    let selection = Selection::new(world, of);
    let (mut counts, mut played) = (EffectCounts::new(), 0_u64);
    for (encounter, most) in &games {
        // An encounter that cannot be played was reported with the test that names it.
        let Ok(seen) = desk.acting(encounter, *most) else { continue };
        played = played.saturating_add(seen.games);
        let is_own = |place: &EffectPlace| of == LinesOf::All || selection.is_own(place);
        let wanted: EffectCounts =
            seen.counts.iter().filter(|(place, _)| is_own(place)).map(|(place, count)| (place.clone(), count.clone())).collect();
        add_counts(&mut counts, &wanted);
    }
    let words = format!("{} of {}", counted(played, "game"), counted(games.len(), "encounter"));
    EffectReport::new(world, &selection, &counts, words)
}

/// Returns the name of the package whose tests are run.
fn package_of_world(world: &CompiledProject) -> String {
    let root = world.project.roots.first().and_then(|root| world.project.sources.package(*root));
    root.map_or_else(String::new, |package| package.name.to_string())
}

fn run_one<'w>(wanted: &args::TestArgs, world: &'w CompiledProject, test: &'w TestBlock, desk: &mut AnswerCache<'_>) -> TestRun<'w> {
    let started = Instant::now();
    let (mut judged, mut found) = (Vec::new(), Diagnostics::new());
    if !world.diagnostics.has_errors() {
        let again = RerunFacts { seed: wanted.seed, elsewhere: elsewhere(world, test) };
        for expectation in &test.expectations {
            let one = desk.judge(expectation);
            diagnostic(test, expectation, &one, again, &world.project.sources).into_iter().for_each(|told| found.push(told));
            judged.push(one);
        }
        levels(&world.project.sources, &mut found);
        if wanted.deny == Some(DenyInTests::Warnings) {
            let warnings = found.iter_mut().filter(|told| told.severity == Severity::Warning);
            warnings.for_each(|told| told.severity = Severity::Error);
        }
    }
    TestRun { world, test, judged, found, took: started.elapsed() }
}

/// Returns the folder of a test's package for the commands in the report, if it is not the current folder.
fn elsewhere<'w>(world: &'w CompiledProject, test: &TestBlock) -> Option<&'w str> {
    let sources = &world.project.sources;
    let package = sources.package(test.package).filter(|package| !package.sealed)?;
    // Files that are in no package are looked up by path.
    let place = if package.name.is_empty() { sources.file(test.span.file)?.path() } else { &package.root };
    Some(place).filter(|place| is_elsewhere(Path::new(place)))
}

/// Prints the errors that prevent the tests of a package from running.
fn complain(world: &CompiledProject, console: &mut Console<'_>) -> Result<(), Stop> {
    let errors: Diagnostics = world.diagnostics.iter().filter(|found| found.severity == Severity::Error).cloned().collect();
    let picture = DrawOptions { colour: console.colour, ..DrawOptions::default() };
    slip_report::write(console.err, &errors, &world.project.sources, Style::Human, picture, &world.summary())?;
    writeln!(console.err, "tests were not run because the package has errors: {}", compile_projects::counts(&world.diagnostics))?;
    Ok(())
}

/// Returns all results as plain data.
fn report_of(ran: &[TestRun<'_>], seed: u64) -> TestReport {
    let test = |ran: &TestRun<'_>| {
        let (file, line) = ran.place();
        let told = |at: usize| ran.test.expectations.get(at).zip(ran.judged.get(at));
        let expectations = (0..ran.judged.len()).filter_map(told);
        let sources = &ran.world.project.sources;
        TestOf {
            package: ran.package().to_owned(),
            title: ran.test.title.to_string(),
            file: file.to_owned(),
            line: line.into(),
            verdict: ran.word().to_owned(),
            expectations: expectations.map(|(expectation, judged)| judged.told(ran.test, expectation, seed, sources)).collect(),
        }
    };
    let mut report =
        TestReport { slipyard: env!("CARGO_PKG_VERSION").to_owned(), seed, tests: ran.iter().map(test).collect(), ..TestReport::default() };
    report.total();
    report
}
