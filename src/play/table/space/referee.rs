//! The referee's word in a fight between ships: the vocabulary of [`crate::play::table::referee`], with bands for zones and ships
//! for people. Floor 6.

use super::find;
use crate::fate::purse::spin_of;
use crate::fate::{Aspect, FreeTag, Grade, Holder, Origin, Track};
use crate::play::event::{Counter, Event, TrackId};
use crate::play::ids::{ActorId, AspectId, Id, Key};
use crate::play::names::Names;
use crate::play::space::Space;
use crate::play::space::state::{Band, Berth, FRAME, Status};
use crate::play::table::find::unquoted;
use crate::play::table::marks::Marks;
use crate::play::table::referee::Ruled;
use crate::play::transcript::phrases::counted;
use crate::play::transcript::space::phrases::name;

/// What a referee may say, a line each: for help and for mistakes.
pub(in crate::play::table) const FORMS: &[(&str, &str)] = &[
    ("mark TRACK BOXES of SHIP", "mark boxes, such as `mark frame 3 of ember` or `mark heat 1-2 of ember`"),
    ("clear TRACK [BOXES] of SHIP", "clear boxes, or the whole track"),
    ("fate NAME +N | -N [from NAME]", "give or take fate points of a ship or somebody aboard"),
    ("spin SHIP +N | -N", "give or take spin"),
    ("move SHIP to BAND", "put a ship on a band, -4 to 4"),
    ("aspect \"WORDS\" on WHAT [free for SIDE]", "a new aspect on a ship, somebody aboard or `scene`"),
    ("drop aspect \"WORDS\" [on WHAT]", "take an aspect out of play"),
    ("consequence GRADE \"WORDS\" of SHIP", "mild, moderate or severe"),
    ("out SHIP [OUTCOME] [\"WORDS\"]", "taken out: destroyed, derelict, surrendered …"),
    ("back SHIP", "in the fight again"),
];

/// Reads the words after `override`.
pub(in crate::play::table) fn ruled(fight: &Space, marks: &Marks, text: &str) -> Result<Ruled, String> {
    let (text, why) = match text.split_once(" because ") {
        Some((text, why)) => (text, Some(unquoted(why).to_owned()).filter(|why| !why.is_empty())),
        None => (text, None),
    };
    let (verb, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let word = Word { fight, marks, rest: rest.trim(), verb };
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
        "" => Err("say what is so:".to_owned() + &forms()),
        other => Err(format!("a referee cannot `{other}`. What may be said:{}", forms())),
    }?;
    Ok(Ruled { events, why })
}

fn forms() -> String {
    FORMS.iter().map(|(form, _)| format!("\n  override {form}")).collect()
}

struct Word<'a> {
    fight: &'a Space,
    marks: &'a Marks,
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

    fn ship(&self, word: &str) -> Result<ActorId, String> {
        find::ship(self.fight, self.marks, unquoted(word))
    }

    fn anybody(&self, word: &str) -> Result<ActorId, String> {
        find::called(self.fight, self.marks, unquoted(word))
    }

    fn track(&self, who: ActorId, word: &str) -> Result<(TrackId, Track), String> {
        let ship = self.fight.state.ship(who).ok_or_else(|| self.form())?;
        let tracks = || (0_u8..).map(TrackId).zip(ship.tracks).filter(|(_, track)| track.length() > 0);
        let found = tracks().find(|(number, _)| self.fight.track(*number).eq_ignore_ascii_case(word));
        let names: Vec<String> = tracks().map(|(number, _)| self.fight.track(number).to_owned()).collect();
        found.ok_or_else(|| format!("{} has no track `{word}`, but {}", name(self.fight, who), names.join(", ")))
    }

    fn boxes(&self, mark: bool) -> Result<Vec<Event>, String> {
        let (front, ship) = self.parts("of")?;
        let who = self.ship(ship)?;
        let (word, numbers) = front.split_once(char::is_whitespace).unwrap_or((front, ""));
        let (track, there) = self.track(who, word)?;
        let mut boxes: u32 = there.boxes().map(bit).sum();
        for number in self.numbers(there, numbers, mark)? {
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

    /// Somebody, a sign and a number: `ember +2`.
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
            Some((front, from)) => (front, Some(self.anybody(from)?)),
            None => (self.rest, None),
        };
        let (name, change) = self.change(front)?;
        let who = self.anybody(name)?;
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
        let now = self.fight.points(who);
        let left = u16::try_from(i32::from(now) + change).map_err(|_| {
            let has = counted(i64::from(now), "fate point", "fate points");
            format!("{} has {has}, and nobody has less than none", name(self.fight, who))
        })?;
        Ok(Event::Fate { who, change, left, from })
    }

    fn spin(&self) -> Result<Vec<Event>, String> {
        let (name, change) = self.change(self.rest)?;
        let who = self.ship(name)?;
        let side = self.fight.side(who);
        let held = spin_of(&self.fight.state.spin, side.0);
        if held + change < 0 {
            return Err(format!("the {} have {held} spin, and nobody has less than none", Names::side(self.fight, side)));
        }
        Ok(vec![Event::Spin { who, change, lapsed: false }])
    }

    fn moves(&self) -> Result<Vec<Event>, String> {
        let (ship, to) = self.parts("to")?;
        let (who, to) = (self.ship(ship)?, find::band(to)?);
        let title = name(self.fight, who);
        let from = match self.fight.state.ship(who).map(|ship| ship.berth) {
            Some(Berth::Line(band)) => band,
            Some(Berth::Coupled(_) | Berth::Hangar(_)) => return Err(format!("{title} is carried by another ship: move that one")),
            Some(Berth::Unplaced) => return Err(format!("{title} is not placed yet: navigators do that")),
            Some(Berth::Away) | None => Band(to.0.signum() * (Band::EDGE + 1)),
        };
        if from == to {
            return Err(format!("{title} is on band {} already", to.0));
        }
        Ok(vec![Event::Move { who, from: from.zone(), to: to.zone(), border: None, paid: 0, forced_by: None }])
    }

    fn aspect(&self) -> Result<Vec<Event>, String> {
        let (text, rest) = self.quoted(self.rest)?;
        let rest = rest.strip_prefix("on ").ok_or_else(|| self.form())?;
        let (what, free) = match rest.split_once("free for ") {
            Some((what, side)) => (what.trim(), Some(find::side(self.fight, unquoted(side))?)),
            None => (rest.trim(), None),
        };
        let holder = find::bearer(self.fight, self.marks, unquoted(what))?;
        let free = free.map(|side| FreeTag { sides: 1_u32 << side.0, from: 0 });
        let aspect = Aspect { origin: Origin::Automatic, free, ..Aspect::printed(text, holder) };
        Ok(vec![Event::AspectAdd { id: AspectId::of(self.fight.state.aspects.len()), aspect }])
    }

    fn drops(&self) -> Result<Vec<Event>, String> {
        let rest = self.rest.strip_prefix("aspect").ok_or_else(|| self.form())?;
        let (text, rest) = self.quoted(rest)?;
        let on = match rest.strip_prefix("on ") {
            Some(what) => Some(find::bearer(self.fight, self.marks, unquoted(what))?),
            None if rest.is_empty() => None,
            None => return Err(self.form()),
        };
        Ok(vec![Event::AspectDrop { id: find::aspect(self.fight, text, on)? }])
    }

    fn consequence(&self) -> Result<Vec<Event>, String> {
        let (word, rest) = self.rest.split_once(char::is_whitespace).ok_or_else(|| self.form())?;
        let grade = Grade::from_word(&word.to_lowercase()).ok_or_else(|| format!("`{word}` is no grade: mild, moderate, severe"))?;
        let (text, rest) = self.quoted(rest)?;
        let who = self.ship(rest.strip_prefix("of ").ok_or_else(|| self.form())?)?;
        if self.fight.state.ship(who).is_none_or(|ship| ship.slots.count_of(grade) == 0) {
            return Err(format!("{} has no {} consequence left to take", name(self.fight, who), grade.word()));
        }
        let id = AspectId::of(self.fight.state.aspects.len());
        let own = self.fight.side(who);
        let others = self.fight.roster.sides.keys().filter(|&side| side != own).fold(0, |bits, side| bits | 1_u32 << side.0);
        let free = FreeTag { sides: others, from: 0 };
        let aspect = Aspect { origin: Origin::Consequence, free: Some(free), ..Aspect::printed(text, Holder::Actor(who.0)) };
        Ok(vec![Event::AspectAdd { id, aspect }, Event::Consequence { who, grade, aspect: id }])
    }

    fn out(&self) -> Result<Vec<Event>, String> {
        let (front, say) = match self.rest.split_once('"') {
            Some((front, words)) => (front.trim(), Some(unquoted(words))),
            None => (self.rest, None),
        };
        let tags = &self.fight.roster.outcomes;
        let last = front.rsplit(' ').next().unwrap_or("");
        let (ship, fate) = match tags.iter().position(|tag| tag.eq_ignore_ascii_case(last)) {
            Some(number) => (front.strip_suffix(last).unwrap_or(front).trim(), number),
            None => (front, 0),
        };
        let who = self.ship(ship)?;
        let title = name(self.fight, who);
        if !self.fight.state.ship(who).is_some_and(|ship| ship.is_active()) {
            return Err(format!("{title} is out of the fight already"));
        }
        if self.is_busy(who) {
            return Err(format!("something about {title} is still being settled: answer that first, or `undo` it"));
        }
        let fate = Some(u8::try_from(fate).unwrap_or(0));
        let say = say.map(ecow::EcoString::from);
        let mut events = Vec::new();
        self.fight.cast_off(who, &mut events);
        events.push(Event::Out { who, by: None, track: FRAME, fate, beyond_saving: false, for_good: false, say });
        Ok(events)
    }

    /// Whether a ship has a part in what is being settled: it must not be put out then.
    fn is_busy(&self, who: ActorId) -> bool {
        let state = &self.fight.state;
        let rolls = state.contest.as_ref().is_some_and(|contest| contest.rolls.iter().any(|roll| roll.who == who));
        let declared = state.declared.me == Some(who) || state.declared.it == Id::Actor(who);
        let owed = state.offer.is_some() || state.terms.is_some() || state.deny.is_some() || !state.blows.is_empty();
        rolls || declared || owed || state.step.who == Id::Actor(who)
    }

    fn back(&self) -> Result<Vec<Event>, String> {
        let who = self.ship(self.rest)?;
        if matches!(self.fight.state.ship(who).map(|ship| ship.status), None | Some(Status::Active)) {
            return Err(format!("{} is in the fight", name(self.fight, who)));
        }
        Ok(vec![Event::Counter { who, what: Counter::Back, change: 1, now: 1 }])
    }
}

const fn bit(number: u8) -> u32 {
    1 << (number - 1)
}
