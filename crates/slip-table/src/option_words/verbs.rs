//! Lists the verbs that answer each question, before the legal options are known.

use slip_play::question::Point;

/// Verbs that state a fact (R-XTM4).
const FACT: [&str; 2] = ["fact", "declare"];

/// Returns the verbs that can answer a question, even if they are not legal now. The keyword of the decision point may be typed before any
/// of them.
pub const fn heads(point: Point) -> &'static [&'static str] {
    match point {
        Point::Act => &[
            "pass",
            "wait",
            "attack",
            "move",
            "maneuver",
            "remove",
            "obstruct",
            "push",
            "break_off",
            "seal",
            "first_aid",
            "stance",
            "switch",
            "pick_up",
            "task",
            "use",
            "march",
            "interdict",
            "rally",
            "jam",
            "unjam",
            "spot",
            "cover",
            "relocate",
            "displace",
            "deploy",
            "enter",
            "rearm",
            "load",
            "unload",
            "concede",
        ],
        Point::Whom => &["on", "target", "at", "in", "no"],
        Point::With => &["with", "value"],
        Point::Track => &["track", "at", "aim", "fallout"],
        Point::Term => &["term", "permanent", "transient", "fits", "veto"],
        Point::PayAccess => &["no", "yes", "pay_access"],
        Point::Compel => &["pass", "none", "offer_compel", "compel_self"],
        Point::AnswerCompel => &["refuse", "refuse_compel", "accept", "accept_compel", "counter"],
        Point::Haggle => &["refuse", "accept", "counter"],
        Point::Payee => &["payee"],
        Point::Animal => &["no", "yes"],
        Point::SetUp => &["set_up", "begin", "pass", "none", "maneuver", "border"],
        Point::Order => &["order", "platoon"],
        Point::FreeMove | Point::Steps => &["stay", "stop", "go", "move", "enter", "exit", "pay", "open", "close", "load", "unload"],
        Point::Border => &["border"],
        Point::Defend => &["defend"],
        Point::Adjust => {
            &["pass", "spend_fate", "invoke", "tag", "free_tag", "free", "reroll", "spend_spin", "spin", "late_compel", "compel_self"]
        }
        Point::Mitigate => &["consequence", "take", "concede"],
        Point::Beaten => &["beaten", "accept", "alter"],
        Point::AcceptConcession => &["refuse", "reject", "accept", "accept_concession"],
        Point::Fact => &["accept", "alter", "return"],
        Point::Place => &["place", "ship", "band"],
        Point::Begin => &["begin"],
        Point::Formation => &["pass", "none", "form_up", "leave", "refuse", "accept"],
        Point::Tether => &["pass", "none", "tether", "lead", "refuse", "accept", "release", "board", "no", "yes"],
        Point::Drive => &["drive", "coast", "couple", "decouple", "dock", "launch", "hold", "concede"],
        Point::Bid => &["hold", "burn"],
        Point::Shift => &["pass", "none", "stay", "shift", "band"],
        Point::Declare => &["hold", "ew", "beam", "torpedo", "launch", "concede"],
        Point::TorpedoDefence => &["nothing", "beams", "point_defence"],
        Point::Overwatch => &["no", "beams"],
        Point::EwDefence => &["rating", "firewall"],
        Point::Deny => &["deny", "no"],
        Point::Repair => &["pass", "none", "repair", "launch"],
        Point::Stop => &["no", "yes"],
        Point::Intercept => &["no", "stay", "intercept", "yes"],
        Point::Adopt => &["no", "adopt"],
        Point::Unit => &["unit"],
        Point::RallyToo => &["no", "rally", "maneuver", "again"],
        Point::Engineer => &["maneuver", "place", "strip", "again", "no"],
        Point::Share => &["all", "even", "by_hand", "put"],
        Point::Muster => &["all", "by_hand", "yes", "no"],
        Point::Skill => &["skill", "with"],
        Point::Approach => &["approach"],
        Point::BringIn => &["no", "go_on", "nothing", "bring_in"],
        Point::Escalate => &["no", "none", "stay", "escalate"],
        Point::Raise => &["raise", "give"],
        Point::Affected => &["all", "at", "on", "by_hand", "yes", "no"],
        Point::See => &["reverse", "block", "blow", "by_hand", "put", "die", "stay", "enough", "stop", "give", "lose"],
        Point::Resist => &["resist", "no", "none"],
        Point::Engine => &[],
    }
}

/// True if a verb answers a question, alone or after the keyword of the decision point.
pub fn answers(point: Point, word: &str) -> bool {
    point != Point::Engine && (word == point.word() || heads(point).contains(&word) || states_fact(point, word))
}

/// True if a verb states a fact in answer to a question. This is possible at all questions, except at the question about a stated fact and
/// at the question about a concession.
pub(super) fn states_fact(point: Point, word: &str) -> bool {
    !matches!(point, Point::Fact | Point::AcceptConcession) && FACT.contains(&word)
}

/// True if a word begins an answer to any question.
pub fn is_head_somewhere(word: &str) -> bool {
    Point::ALL.into_iter().any(|point| answers(point, word))
}

/// Returns all verbs, each once.
pub fn all_heads() -> Vec<&'static str> {
    let mut all: Vec<&str> = Point::ALL.into_iter().flat_map(|point| heads(point).iter().copied()).chain(FACT).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the later question of a declaration that begins with this word in the middle of a line.
pub(super) fn of_chain(word: &str, begun: Point) -> Option<Point> {
    // Two decision points ask for a ship and a band in one answer, the ship first.
    if matches!(begun, Point::Place | Point::Shift) {
        return (word == "band").then_some(begun);
    }
    let chain = [Point::Whom, Point::With, Point::Skill, Point::Track, Point::Term];
    chain.into_iter().find(|&point| word != "no" && heads(point).contains(&word))
}

/// True if a question is part of a declaration. One typed line may answer all questions of a declaration.
pub const fn is_chain(point: Point) -> bool {
    matches!(point, Point::Act | Point::Whom | Point::With | Point::Track | Point::Term | Point::Declare | Point::Place | Point::Shift)
}
