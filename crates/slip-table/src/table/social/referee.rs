//! Rulings of the referee that only social combat has: moves of pawns and people, borders, boxes of time, actors that go home or turn
//! violent.

use crate::table::name_lookup::{PersonalLookup, unquoted};
use crate::table::referee::{Forms, RulingVocabulary, RulingWords};
use crate::transcript::phrases::counted;
use slip_dice::fate::{Holder, Track};
use slip_play::conflict::EndReason;
use slip_play::event::{Event, SocialEvent, SocialOp, TrackId};
use slip_play::ids::{ActorId, Seat, TableKey};
use slip_play::personal::Personal;
use slip_play::personal::state::ActorStatus;

/// A social combat, and the names by which players can refer to its actors and zones.
pub(in crate::table) struct SocialLookup<'a>(pub(in crate::table) PersonalLookup<'a>);

impl RulingVocabulary for SocialLookup<'_> {
    type Fight = Personal;

    const FORMS: Forms = &[
        ("mark TRACK BOXES of NAME", "mark boxes, such as `mark composure 1-2 of rosa`"),
        ("clear TRACK [BOXES] of NAME", "clear boxes, or the whole track"),
        ("fate NAME +N | -N [from NAME]", "give or take fate points"),
        ("spin NAME +N | -N", "give or take spin"),
        ("move NAME to ZONE", "put a person or a pawn in another zone"),
        ("border ZONE -- ZONE N | +N | -N", "set the value of a border, or change it"),
        ("time +N | -N", "mark boxes of time, or clear them again"),
        ("remove NAME", "take a person or a pawn out for good"),
        ("violent [NAME] [for SIDE]", "end the conflict with violence; the stakes go to SIDE, or as the encounter says"),
        ("aspect \"WORDS\" on WHAT [transient] [free for SIDE]", "put a new aspect on a person, a zone or `scene`"),
        ("drop aspect \"WORDS\" [on WHAT]", "take an aspect out of play"),
        ("consequence GRADE \"WORDS\" of NAME", "add a consequence: mild, moderate or severe"),
        ("out NAME [OUTCOME] [\"WORDS\"]", "take a person out: fled, surrendered, captured, other"),
        ("back NAME", "bring a person back into the conflict"),
    ];

    fn fight(&self) -> &Personal {
        self.0.fight
    }

    fn purse(&self, word: &str) -> Result<ActorId, String> {
        self.person(word)
    }

    fn body(&self, word: &str) -> Result<ActorId, String> {
        self.person(word)
    }

    fn spinner(&self, word: &str) -> Result<(ActorId, String, i32), String> {
        self.person(word)?;
        self.0.spinner(word)
    }

    fn bearer(&self, word: &str) -> Result<ActorId, String> {
        self.person(word)
    }

    fn holder(&self, word: &str) -> Result<Holder, String> {
        RulingVocabulary::holder(&self.0, word)
    }

    fn holder_title(&self, on: Holder) -> String {
        self.0.holder_title(on)
    }

    fn title(&self, who: ActorId) -> &str {
        &self.0.fight.roster.actors[who].title
    }

    fn tracks(&self, who: ActorId) -> Vec<(TrackId, Track)> {
        self.0.fight.tracks_shown(who).collect()
    }

    fn other_sides(&self, who: ActorId) -> u32 {
        self.0.other_sides(who)
    }

    fn free_from(&self) -> [u32; 2] {
        self.0.free_from()
    }

    fn placer(&self) -> Option<ActorId> {
        self.0.placer()
    }

    fn is_in(&self, who: ActorId) -> bool {
        self.0.is_in(who)
    }

    fn put_out(&self, who: ActorId, out: Event) -> Result<Vec<Event>, String> {
        self.0.put_out(who, out)
    }

    fn own(&self, verb: &str, rest: &RulingWords<'_>) -> Option<Result<Vec<Event>, String>> {
        match verb {
            "border"
                if rest
                    .words
                    .rsplit(char::is_whitespace)
                    .next()
                    .is_some_and(|last| last.parse::<u8>().is_ok() && !last.starts_with('+')) =>
            {
                Some(self.border_to(rest))
            }
            "move" | "border" => self.0.own(verb, rest),
            "time" => Some(self.time(rest)),
            "remove" => Some(self.remove(rest)),
            "violent" => Some(self.violent(rest)),
            _ => None,
        }
    }
}

impl SocialLookup<'_> {
    /// Finds a person who acts in social combat; rejects a pawn.
    fn person(&self, word: &str) -> Result<ActorId, String> {
        let who = self.0.actor(word)?;
        let pawn = self.0.fight.roster.pawns().any(|pawn| pawn == who);
        if pawn { Err(format!("{} is a pawn, not a person who acts", self.title(who))) } else { Ok(who) }
    }

    /// Parses the ruling `border ZONE -- ZONE 2`, which sets the value of a border.
    fn border_to(&self, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
        use slip_play::event::BorderChange;
        let (words, number) = rest.words.rsplit_once(char::is_whitespace).ok_or_else(|| rest.form())?;
        let border = self.0.border(unquoted(words))?;
        let wanted: i32 = number.parse().map_err(|_| rest.form())?;
        let by = wanted - self.0.fight.border_value(border);
        let amount = i16::try_from(by.abs()).map_err(|_| rest.form())?;
        let change = if by > 0 { BorderChange::Harder(amount) } else { BorderChange::Easier(amount) };
        if by == 0 {
            return Err(format!("the value of this border is already {wanted}"));
        }
        Ok(vec![Event::Border { border, paid: 0, by: None, change }])
    }

    /// Parses the ruling `time +1`, which marks another box of the time track.
    fn time(&self, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
        let by: i64 = rest.words.trim().parse().map_err(|_| rest.form())?;
        let left = i64::from(self.0.fight.time_left());
        let all = i64::from(self.0.fight.roster.social.as_ref().map_or(0, |social| social.time_boxes));
        let boxes = |number: i64| counted(number, "box of time", "boxes of time");
        let then = left - by;
        match () {
            () if by == 0 => Err(format!("the change cannot be 0; {}", rest.form())),
            () if then < 0 => Err(format!("only {} left to mark", boxes(left))),
            () if then > all => Err(format!("only {} marked", boxes(all - left))),
            () => {
                let left = u32::try_from(then).map_err(|_| rest.form())?;
                Ok(vec![Event::Social(Box::new(SocialEvent { left, ..SocialEvent::of(SocialOp::Box) }))])
            }
        }
    }

    fn remove(&self, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
        let who = self.0.actor(unquoted(rest.words))?;
        let gone = Event::Social(Box::new(SocialEvent { left: self.0.fight.time_left(), ..SocialEvent::to(SocialOp::Removed, who) }));
        match self.0.fight.state.actors[who].status {
            ActorStatus::Active => self.put_out(who, gone),
            ActorStatus::Pawn => Ok(vec![gone]),
            _ => Err(format!("{} is already out", self.title(who))),
        }
    }

    /// Parses the ruling `violent otto for them`: an actor turns violent, and a side wins.
    fn violent(&self, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
        let words = rest.words.trim();
        let (name, side) = match words.strip_prefix("for ").map(|side| ("", side)).or_else(|| words.split_once(" for ")) {
            Some((name, side)) => (name, Some(self.side(unquoted(side))?)),
            None => (words, None),
        };
        let fight = self.0.fight;
        let who = if name.is_empty() { fight.state.actor } else { Some(self.person(unquoted(name))?) };
        let who = who.ok_or_else(|| format!("name the person who turns violent; {}", rest.form()))?;
        let usual = || fight.stakes_if_violent(Some(who));
        let winner: Option<Seat> = side.or_else(usual);
        if winner.is_some_and(|side| side.place() >= fight.roster.sides.len()) {
            return Err(rest.form());
        }
        let turned = SocialEvent { left: fight.time_left(), ..SocialEvent::to(SocialOp::BrokeDown, who) };
        let end = Event::End { winner, why: EndReason::BrokeDown, turns: fight.state.round };
        Ok(vec![Event::Social(Box::new(turned)), end])
    }
}
