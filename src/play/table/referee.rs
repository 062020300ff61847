//! The referee's word: a small vocabulary, read into the events that bring it about (doctrines.md 6, `override`). Floor 6.
//!
//! What is said is checked against the laws of the state: boxes exist, points are not negative, slots are free, nobody is in
//! two places. What the rules would have said does not matter.

use super::find::{Find, unquoted};
use crate::fate::purse::spin_of;
use crate::fate::{Aspect, FreeTag, Grade, Origin, Term, Track};
use crate::pack::map::BorderValue;
use crate::play::event::{BorderChange, Counter, Event, Phase, Step, TrackId};
use crate::play::ids::{ActorId, AspectId, Id, Key};
use crate::play::names::Names;
use crate::play::personal::state::{HEALTH, Status};

/// What a referee may say, a line each: for help and for mistakes.
pub const FORMS: &[(&str, &str)] = &[
    ("mark TRACK BOXES of NAME", "mark boxes, such as `mark health 3 of iveta` or `mark composure 1-2 of iveta`"),
    ("clear TRACK [BOXES] of NAME", "clear boxes, or the whole track"),
    ("fate NAME +N | -N [from NAME]", "give or take fate points"),
    ("spin NAME +N | -N", "give or take spin"),
    ("move NAME to ZONE", "put somebody elsewhere"),
    ("aspect \"WORDS\" on WHAT [transient] [free for SIDE]", "a new aspect on somebody, a zone or `scene`"),
    ("drop aspect \"WORDS\" [on WHAT]", "take an aspect out of play"),
    ("consequence GRADE \"WORDS\" of NAME", "mild, moderate or severe"),
    ("out NAME [OUTCOME] [\"WORDS\"]", "taken out: unconscious, dead, captured, fled, other"),
    ("back NAME", "in the fight again"),
    ("border ZONE -- ZONE open | closed | +N | -N", "a door, or how hard a border is to cross"),
];

/// What a referee's word brings about.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruled {
    /// The events.
    pub events: Vec<Event>,
    /// The reason, if one was given after `because`.
    pub why: Option<String>,
}

/// Reads the words after `override`.
///
/// # Errors
/// A sentence that says what is wrong, and what may be said.
pub fn read(find: &Find<'_>, text: &str) -> Result<Ruled, String> {
    let (text, why) = match text.split_once(" because ") {
        Some((text, why)) => (text, Some(unquoted(why).to_owned()).filter(|why| !why.is_empty())),
        None => (text, None),
    };
    let (verb, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let word = Word { find, rest: rest.trim(), verb };
    let events = match verb.to_lowercase().as_str() {
        "mark" => word.boxes(true),
        "clear" => word.boxes(false),
        "fate" => word.fate(),
        "spin" => word.spin(),
        "move" => word.moves(),
        "aspect" => word.aspect(),
        "drop" => word.drops(),
        "consequence" => word.consequence(),
        "out" => word.out(),
        "back" => word.back(),
        "border" => word.border(),
        "" => Err("say what is so:".to_owned() + &forms()),
        other => Err(format!("a referee cannot `{other}`. What may be said:{}", forms())),
    }?;
    Ok(Ruled { events, why })
}

fn forms() -> String {
    FORMS.iter().map(|(form, _)| format!("\n  override {form}")).collect()
}

struct Word<'a> {
    find: &'a Find<'a>,
    rest: &'a str,
    verb: &'a str,
}

impl Word<'_> {
    /// The form of this verb, for when it is not kept to.
    fn form(&self) -> String {
        let form = FORMS.iter().find(|(form, _)| form.split(' ').next() == Some(self.verb)).map_or("", |(form, _)| form);
        format!("write it so: override {form}")
    }

    /// What stands before and after a word between blanks.
    fn parts(&self, at: &str) -> Result<(&str, &str), String> {
        let (front, back) = self.rest.rsplit_once(&format!(" {at} ")).ok_or_else(|| self.form())?;
        Ok((front.trim(), unquoted(back)))
    }

    /// The words in quotes, and what stands after them.
    fn quoted<'t>(&self, text: &'t str) -> Result<(&'t str, &'t str), String> {
        let inside = text.trim().strip_prefix('"').and_then(|text| text.split_once('"'));
        let (words, rest) = inside.ok_or_else(|| format!("the words stand in quotes; {}", self.form()))?;
        if words.trim().is_empty() {
            return Err(format!("there are no words between the quotes; {}", self.form()));
        }
        Ok((words.trim(), rest.trim()))
    }

    fn track(&self, who: ActorId, word: &str) -> Result<TrackId, String> {
        let fight = self.find.fight;
        let count: u8 = if fight.roster.actors[who].mooks { 1 } else { 2 };
        let mut known = (0..count).map(TrackId);
        let found = known.find(|&track| fight.track(track).eq_ignore_ascii_case(word));
        let names: Vec<&str> = (0..count).map(|track| fight.track(TrackId(track))).collect();
        found.ok_or_else(|| format!("{} has no track `{word}`, but {}", fight.roster.actors[who].title, names.join(" and ")))
    }

    fn boxes(&self, mark: bool) -> Result<Vec<Event>, String> {
        let fight = self.find.fight;
        let (front, name) = self.parts("of")?;
        let who = self.find.actor(name)?;
        let (word, numbers) = front.split_once(char::is_whitespace).unwrap_or((front, ""));
        let track = self.track(who, word)?;
        let there = fight.state.actors[who].track(track);
        let mut boxes: u32 = there.boxes().map(bit).sum();
        let meant = self.numbers(there, numbers, mark)?;
        for number in meant {
            boxes = if mark { boxes | bit(number) } else { boxes & !bit(number) };
        }
        Ok(vec![Event::Boxes { who, track, boxes }])
    }

    /// `3`, `1-3`, `1 2 4`; nothing is the whole track, where that may be left out.
    fn numbers(&self, track: Track, text: &str, mark: bool) -> Result<Vec<u8>, String> {
        if text.is_empty() && !mark {
            return Ok((1..=track.length()).collect());
        }
        let mut numbers = Vec::new();
        for part in text.split([' ', ',']).filter(|part| !part.is_empty()) {
            let (low, high) = part.split_once('-').unwrap_or((part, part));
            let (low, high) = low.parse::<u8>().ok().zip(high.parse::<u8>().ok()).ok_or_else(|| self.form())?;
            if low < 1 || high > track.length() || low > high {
                return Err(format!("there is no box {part}: the track has {} boxes", track.length()));
            }
            numbers.extend(low..=high);
        }
        if numbers.is_empty() { Err(self.form()) } else { Ok(numbers) }
    }

    /// Somebody, a sign and a number: `iveta +2`.
    fn change<'t>(&self, text: &'t str) -> Result<(&'t str, i32), String> {
        let (name, number) = text.trim().rsplit_once(char::is_whitespace).ok_or_else(|| self.form())?;
        let number: i32 = number.parse().map_err(|_| self.form())?;
        if number == 0 || number.abs() > 100 {
            return Err(format!("{number} is no change to speak of; {}", self.form()));
        }
        Ok((unquoted(name), number))
    }

    fn fate(&self) -> Result<Vec<Event>, String> {
        let (front, from) = match self.rest.rsplit_once(" from ") {
            Some((front, from)) => (front, Some(self.find.actor(unquoted(from))?)),
            None => (self.rest, None),
        };
        let (name, change) = self.change(front)?;
        let who = self.find.actor(name)?;
        let mut events = vec![self.points(who, change, from)?];
        if let Some(from) = from {
            if from == who {
                return Err("points go from one to another".to_owned());
            }
            events.push(self.points(from, -change, Some(who))?);
        }
        Ok(events)
    }

    fn points(&self, who: ActorId, change: i32, from: Option<ActorId>) -> Result<Event, String> {
        let fight = self.find.fight;
        let now = i32::from(fight.state.actors[who].fate.points());
        let left = u16::try_from(now + change).map_err(|_| {
            format!(
                "{} has {}, and nobody has less than none",
                fight.roster.actors[who].title,
                super::sheet::points(fight.state.actors[who].fate.points())
            )
        })?;
        Ok(Event::Fate { who, change, left, from })
    }

    fn spin(&self) -> Result<Vec<Event>, String> {
        let fight = self.find.fight;
        let (name, change) = self.change(self.rest)?;
        let who = self.find.actor(name)?;
        let side = fight.roster.side(who);
        let held = spin_of(&fight.state.spin, side.0);
        if held + change < 0 {
            return Err(format!("the {} have {held} spin, and nobody has less than none", fight.side(side)));
        }
        Ok(vec![Event::Spin { who, change, lapsed: false }])
    }

    fn moves(&self) -> Result<Vec<Event>, String> {
        let fight = self.find.fight;
        let (name, zone) = self.parts("to")?;
        let (who, to) = (self.find.actor(unquoted(name))?, self.find.zone(zone)?);
        let from = fight.state.actors[who].zone;
        if from == to {
            return Err(format!("{} is at {} already", fight.roster.actors[who].title, fight.roster.map.zones[to].title));
        }
        Ok(vec![Event::Move { who, from, to, border: None, paid: 0, forced_by: None }])
    }

    fn aspect(&self) -> Result<Vec<Event>, String> {
        let fight = self.find.fight;
        let (text, rest) = self.quoted(self.rest)?;
        let rest = rest.strip_prefix("on ").ok_or_else(|| self.form())?;
        let (rest, free) = match rest.split_once("free for ") {
            Some((rest, side)) => (rest.trim(), Some(self.find.side(unquoted(side))?)),
            None => (rest.trim(), None),
        };
        let (what, transient) = match rest.strip_suffix("transient") {
            Some(what) => (what.trim(), true),
            None => (rest, false),
        };
        let holder = self.find.holder(unquoted(what))?;
        let placer = fight.state.actor.filter(|_| transient);
        if transient && placer.is_none() {
            return Err("it is nobody's turn, after which it would go: leave out `transient`".to_owned());
        }
        let free = free.map(|side| FreeTag { sides: 1_u32 << side.0, from: fight.state.declared.number });
        let term = if transient { Term::Transient } else { Term::Permanent };
        let aspect = Aspect { origin: Origin::Automatic, term, placer: placer.map(|who| who.0), free, ..Aspect::printed(text, holder) };
        Ok(vec![Event::AspectAdd { id: AspectId::of(fight.state.aspects.len()), aspect }])
    }

    fn drops(&self) -> Result<Vec<Event>, String> {
        let rest = self.rest.strip_prefix("aspect").ok_or_else(|| self.form())?;
        let (text, rest) = self.quoted(rest)?;
        let on = match rest.strip_prefix("on ") {
            Some(what) => Some(self.find.holder(unquoted(what))?),
            None if rest.is_empty() => None,
            None => return Err(self.form()),
        };
        Ok(vec![Event::AspectDrop { id: self.find.aspect(text, on)? }])
    }

    fn consequence(&self) -> Result<Vec<Event>, String> {
        let fight = self.find.fight;
        let (word, rest) = self.rest.split_once(char::is_whitespace).ok_or_else(|| self.form())?;
        let grade = Grade::from_word(&word.to_lowercase()).ok_or_else(|| format!("`{word}` is no grade: mild, moderate, severe"))?;
        let (text, rest) = self.quoted(rest)?;
        let who = self.find.actor(unquoted(rest.strip_prefix("of ").ok_or_else(|| self.form())?))?;
        let title = &fight.roster.actors[who].title;
        if fight.state.actors[who].slots.count_of(grade) == 0 {
            return Err(format!("{title} has no {} consequence left to take", grade.word()));
        }
        let id = AspectId::of(fight.state.aspects.len());
        let free = FreeTag { sides: fight.roster.other_sides(fight.roster.side(who)), from: fight.state.declared.number + 1 };
        let holder = crate::fate::Holder::Actor(who.0);
        let aspect = Aspect { origin: Origin::Consequence, free: Some(free), ..Aspect::printed(text, holder) };
        Ok(vec![Event::AspectAdd { id, aspect }, Event::Consequence { who, grade, aspect: id }])
    }

    fn out(&self) -> Result<Vec<Event>, String> {
        let fight = self.find.fight;
        let (front, say) = match self.rest.split_once('"') {
            Some((front, words)) => (front.trim(), Some(unquoted(words))),
            None => (self.rest, None),
        };
        let tags = &fight.roster.outcomes;
        let last = front.rsplit(' ').next().unwrap_or("");
        let (name, fate) = match tags.iter().position(|tag| tag.eq_ignore_ascii_case(last)) {
            Some(number) => (front.strip_suffix(last).unwrap_or(front).trim(), number),
            None => (front, 0),
        };
        let who = self.find.actor(unquoted(name))?;
        let title = &fight.roster.actors[who].title;
        if !fight.state.actors[who].is_active() {
            return Err(format!("{title} is out of the fight already"));
        }
        let for_good = tags.get(fate).is_some_and(|tag| tag == "dead");
        let fate = Some(u8::try_from(fate).unwrap_or(0));
        let say = say.map(ecow::EcoString::from);
        let mut events = vec![Event::Out { who, by: None, track: HEALTH, fate, beyond_saving: false, for_good, say }];
        self.leave_the_table(who, &mut events)?;
        Ok(events)
    }

    /// Whoever is put out must not be waited for: an own turn ends, and dice that concern them are settled first.
    fn leave_the_table(&self, who: ActorId, events: &mut Vec<Event>) -> Result<(), String> {
        let state = &self.find.fight.state;
        let title = &self.find.fight.roster.actors[who].title;
        let busy = !state.asides.is_empty() || !state.fires.is_empty();
        let rolls = state.contest.as_ref().is_some_and(|contest| contest.roll.who == who || contest.defences.iter().any(|d| d.who == who));
        let own = state.actor == Some(who);
        let asked = state.step.who == Id::Actor(who);
        let before_dice =
            own && matches!(state.step.phase, Phase::Declare | Phase::FreeMove | Phase::Steps | Phase::Border | Phase::Forced);
        if (own || rolls || asked) && (busy || !before_dice) {
            return Err(format!("something about {title} is still being settled: answer that first, or `undo` it"));
        }
        if own {
            events.push(Event::Phase(Step::of(Phase::End, Id::Actor(who))));
        }
        Ok(())
    }

    fn back(&self) -> Result<Vec<Event>, String> {
        let fight = self.find.fight;
        let who = self.find.actor(unquoted(self.rest))?;
        if matches!(fight.state.actors[who].status, Status::Active) {
            return Err(format!("{} is in the fight", fight.roster.actors[who].title));
        }
        Ok(vec![Event::Counter { who, what: Counter::Back, change: 1, now: 1 }])
    }

    fn border(&self) -> Result<Vec<Event>, String> {
        let fight = self.find.fight;
        let (words, change) = self.rest.rsplit_once(char::is_whitespace).ok_or_else(|| self.form())?;
        let border = self.find.border(words.trim())?;
        let state = fight.state.board.borders.row(border).ok_or_else(|| self.form())?;
        let door = matches!(state.value, BorderValue::Stateful { .. });
        let change = match change {
            "open" | "closed" if !door => return Err("nothing opens or closes there: it is no door".to_owned()),
            "open" if state.open => return Err("it is open already".to_owned()),
            "closed" if !state.open => return Err("it is closed already".to_owned()),
            "open" => BorderChange::Opened,
            "closed" => BorderChange::Closed,
            number => {
                let by: i16 = number.parse().map_err(|_| self.form())?;
                if state.value == BorderValue::Wall {
                    return Err("that is a wall".to_owned());
                }
                match by {
                    1..=20 => BorderChange::Harder(by),
                    -20..=-1 => BorderChange::Easier(-by),
                    _ => return Err(format!("{by} is no change to speak of; {}", self.form())),
                }
            }
        };
        Ok(vec![Event::Border { border, paid: 0, by: None, change }])
    }
}

const fn bit(number: u8) -> u32 {
    1 << (number - 1)
}
