//! Messages about clusters.

use slip_pack::cluster::USUAL_SYSTEMS;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Edit, Fix};

use slip_source::Span;

/// Reports a design after the name of a cluster.
pub(super) fn no_design(span: Span, cluster: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a cluster cannot have a design")
        .because("not allowed here")
        .with_help(format!("write `cluster {cluster} {{ … }}`"))
}

/// Reports a malformed member of `systems`.
pub(super) fn member_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is not the name of a system")
        .because("a system belongs here")
        .could_be(["NAME by"])
        .with_help("write for instance `systems harrow, dunmore`; to name the author of a system, write `dunmore by \"Nadia\"`")
}

/// Reports a system that is in the cluster twice.
pub(super) fn member_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("the system `{name}` is in the cluster twice"))
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("remove one of the two")
}

/// Reports more systems than the limit.
pub(super) fn too_many_systems(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the cluster has more than {most} systems"))
        .because("one system too many")
        .with_help("remove some systems, or write two clusters")
}

/// Reports a name that is not a system of the cluster. `joined` is true if the name is one end of a slipstream.
pub(super) fn not_a_member(span: Span, word: &str, cluster: &str, nearest: Option<String>, joined: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("`{word}` is not a system of the cluster `{cluster}`"))
        .because("not in its list of systems");
    match nearest {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{nearest}`?")).with_fix(
            format!("write `{nearest}`"),
            Confidence::Unsafe,
            span,
            nearest,
        ),
        None if joined => diagnostic.with_help(format!("write `{word}` after `systems` too, or remove the slipstream")),
        None => diagnostic.with_help(format!("write `{word}` after `systems` too, or write another system here")),
    }
}

/// Reports a malformed `slipstream` entry.
pub(super) fn slipstream_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this slipstream is not written correctly")
        .because("two systems with `--` between them")
        .with_help("write for instance `slipstream harrow -- dunmore`, with `->` for one way only, and a line for each pair")
}

/// Reports a slipstream from a system to itself.
pub(super) fn to_itself(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("a slipstream cannot join `{name}` to itself"))
        .because("both ends are the same system")
        .with_help("write two different systems")
}

/// Reports a slipstream that is written twice. `is_back` is true if the second is the opposite direction of the first.
pub(super) fn slipstream_twice(span: Span, from: &str, to: &str, first: Span, is_back: bool) -> Diagnostic {
    let help = match is_back {
        true => format!("write one line for both directions, `slipstream {from} -- {to}`"),
        false => "remove one of the two lines".to_owned(),
    };
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{from}` and `{to}` are joined already"))
        .because("joined again here")
        .with_label(first, "first joined here")
        .with_help(help)
}

/// Reports an unusual number of systems.
pub(super) fn unusual_size(span: Span, cluster: &str, found: usize) -> Diagnostic {
    let (least, most) = (USUAL_SYSTEMS.start(), USUAL_SYSTEMS.end());
    let plural = if found == 1 { "" } else { "s" };
    Diagnostic::new(Code::ClusterSize, span, format!("the cluster `{cluster}` has {found} system{plural}, but {least} to {most} are usual"))
        .because(if found < *least {
            format!("{} fewer than usual", least.saturating_sub(found))
        } else {
            format!("{} more than usual", found.saturating_sub(*most))
        })
        .with_help(
            "write one or two systems for each player, the referee included; or write `allow cluster-size \"a short campaign\"` in the cluster",
        )
        .sized(u64::try_from(found.abs_diff(found.clamp(*least, *most))).unwrap_or(u64::MAX))
}

/// Reports a cluster whose systems are not all connected by slipstreams.
pub(super) fn apart(span: Span, cluster: &str, parts: &[Vec<&str>], spans: &[Span]) -> Diagnostic {
    let words = |part: &Vec<&str>| {
        let names: Vec<String> = part.iter().map(|name| format!("`{name}`")).collect();
        slip_suggest::enumerate(names.iter().map(String::as_str))
    };
    let listed: Vec<String> = parts.iter().map(words).collect();
    let message = format!("the cluster `{cluster}` falls into {} parts without a slipstream between them", parts.len());
    let mut diagnostic = Diagnostic::new(Code::ClusterApart, span, message)
        .because(format!("one part is {}", listed.join(", another is ")))
        .sized(u64::try_from(parts.len()).unwrap_or(u64::MAX));
    for span in spans {
        diagnostic = diagnostic.with_label(*span, "cannot be reached from the first system");
    }
    let ends = parts.first().and_then(|part| part.last()).zip(parts.get(1).and_then(|part| part.first()));
    match ends {
        Some((from, to)) => diagnostic.with_help(format!("write for instance `slipstream {from} -- {to}`")),
        None => diagnostic,
    }
}

/// Reports a system with more slipstreams than the rules give to a system when a cluster is rolled.
pub(super) fn many_slipstreams(span: Span, name: &str, most: usize, slipstreams: &[Span]) -> Diagnostic {
    let message = format!("the system `{name}` has {} slipstreams, but in a rolled cluster it has {most} at most", slipstreams.len());
    let mut diagnostic = Diagnostic::new(Code::ManySlipstreams, span, message)
        .because("too many slipstreams")
        .sized(u64::try_from(slipstreams.len().abs_diff(most)).unwrap_or(u64::MAX));
    for (at, slipstream) in slipstreams.iter().enumerate() {
        diagnostic = diagnostic.with_label(*slipstream, format!("slipstream {}", at + 1));
    }
    diagnostic
        .with_help("let some slipstreams lead to other systems, or write `allow many-slipstreams \"everything meets here\"` in the cluster")
}

/// Reports two systems with the same initial.
pub(super) fn same_initial(span: Span, letter: &str, (first, first_span): (&str, Span), second: &str) -> Diagnostic {
    Diagnostic::new(Code::SameInitial, span, format!("the systems `{first}` and `{second}` both begin with {letter}"))
        .because("the second system with this initial")
        .with_label(first_span, "the first system with this initial")
        .with_help(
            "rename one of the two, because a cluster is drawn with these initials; or write `allow same-initial \"why\"` in the cluster",
        )
}

/// System whose technology is raised so that the cluster can build a slip drive (the slipstream guarantee).
pub(super) struct RaisedSystem<'c> {
    /// Name of the system.
    pub name: &'c str,
    /// Sum of the system's ratings.
    pub sum: i32,
    /// Number of systems with this sum.
    pub equals: usize,
    /// Span of the system's technology; `None` if a fix may not edit it.
    pub tech: Option<Span>,
}

/// Reports a cluster without a system that can build a ship with a slip drive.
pub(super) fn no_slipstream_tech(
    span: Span,
    cluster: &str,
    tech: i32,
    raised: &[RaisedSystem<'_>],
    reckoned: &[(Span, String)],
) -> Diagnostic {
    let message = format!("no system of the cluster `{cluster}` has T{tech}, so ships with a slip drive cannot be built there");
    let mut diagnostic = Diagnostic::new(Code::SlipstreamGuarantee, span, message).because(format!("every system is below T{tech}"));
    for (span, sum) in reckoned {
        diagnostic = diagnostic.with_label(*span, sum.clone());
    }
    let whom = |system: &RaisedSystem<'_>, which: &str, place: &str| {
        if system.equals > 1 {
            format!("`{}`, the {place} of {} systems with the {which} sum of ratings ({})", system.name, system.equals, system.sum)
        } else {
            format!("`{}`, which has the {which} sum of ratings ({})", system.name, system.sum)
        }
    };
    let whom = match raised {
        [low, high] => format!("{}, and {}", whom(low, "lowest", "first"), whom(high, "highest", "last")),
        [only] => format!("`{}`, the only system", only.name),
        _ => return diagnostic,
    };
    diagnostic = diagnostic.with_help(format!("write `tech T{tech}` in {whom}, as the slipstream guarantee of the rules says"));
    let edits: Option<Vec<Edit>> = raised.iter().map(|system| Some(Edit { span: system.tech?, replacement: format!("T{tech}") })).collect();
    if let Some(edits) = edits {
        let names: Vec<&str> = raised.iter().map(|system| system.name).collect();
        let title = format!("write `tech T{tech}` in {}", slip_suggest::enumerate(names.into_iter()));
        diagnostic.fixes.push(Fix { title, edits, confidence: Confidence::Unsafe });
    }
    diagnostic
}
