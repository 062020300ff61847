//! Rulings that only personal combat has: moves to zones, doors and borders.

use super::{Forms, RulingVocabulary, RulingWords};
use crate::table::name_lookup::{PersonalLookup, unquoted};
use crate::transcript::phrases::{counted, holder, side_title, title, way};
use slip_dice::fate::fate_points::spin_of;
use slip_dice::fate::{Aspect, Holder, Track};
use slip_pack::map::BorderValue;
use slip_play::event::{BorderChange, Counter, Event, Phase, Step, TrackId};
use slip_play::ids::{ActorId, AspectId, BorderId, Id, TableKey};
use slip_play::personal::Personal;
use slip_play::personal::settings::Gravity;
use slip_play::personal::state::ActorStatus;

impl RulingVocabulary for PersonalLookup<'_> {
    type Fight = Personal;

    const FORMS: Forms = &[
        ("mark TRACK BOXES of NAME", "mark boxes, such as `mark health 3 of iveta` or `mark composure 1-2 of iveta`"),
        ("clear TRACK [BOXES] of NAME", "clear boxes, or the whole track"),
        ("fate NAME +N | -N [from NAME]", "give or take fate points"),
        ("spin NAME +N | -N", "give or take spin"),
        ("move NAME to ZONE", "put a person in another zone"),
        ("aspect \"WORDS\" on WHAT [transient] [free for SIDE]", "put a new aspect on a person, a zone or `scene`"),
        ("drop aspect \"WORDS\" [on WHAT]", "take an aspect out of play"),
        ("consequence GRADE \"WORDS\" of NAME", "add a consequence: mild, moderate or severe"),
        ("out NAME [OUTCOME] [\"WORDS\"]", "take a person out: unconscious, dead, captured, fled, other"),
        ("back NAME", "bring a person back into the fight"),
        ("border ZONE -- ZONE open | closed | +N | -N", "open or close a door, or change the cost of a border"),
        ("gravity WORD", "change the gravity of the scene: normal, none, stuttering, sloping or low"),
    ];

    fn fight(&self) -> &Personal {
        self.fight
    }

    fn purse(&self, word: &str) -> Result<ActorId, String> {
        self.actor(word)
    }

    fn body(&self, word: &str) -> Result<ActorId, String> {
        self.actor(word)
    }

    fn spinner(&self, word: &str) -> Result<(ActorId, String, i32), String> {
        let who = self.actor(word)?;
        let side = self.fight.roster.side(who);
        Ok((who, format!("{} has", side_title(self.fight, side)), spin_of(&self.fight.state.spin, side.0)))
    }

    fn bearer(&self, word: &str) -> Result<ActorId, String> {
        self.actor(word)
    }

    fn holder(&self, word: &str) -> Result<Holder, String> {
        PersonalLookup::holder(self, word)
    }

    fn holder_title(&self, on: Holder) -> String {
        holder(self.fight, on)
    }

    fn title(&self, who: ActorId) -> &str {
        &self.fight.roster.actors[who].title
    }

    fn tracks(&self, who: ActorId) -> Vec<(TrackId, Track)> {
        self.fight.tracks_shown(who).collect()
    }

    fn other_sides(&self, who: ActorId) -> u32 {
        self.fight.roster.other_sides(self.fight.roster.side(who))
    }

    fn free_from(&self) -> [u32; 2] {
        let now = self.fight.state.declared.number;
        [now, now + 1]
    }

    fn placer(&self) -> Option<ActorId> {
        self.fight.state.actor
    }

    fn is_in(&self, who: ActorId) -> bool {
        matches!(self.fight.state.actors[who].status, ActorStatus::Active)
    }

    /// Returns the events that put an actor out. The actor's own turn ends as well, because it would otherwise block the fight. The ruling
    /// is rejected if a roll that involves the actor is not finished.
    fn put_out(&self, who: ActorId, out: Event) -> Result<Vec<Event>, String> {
        let state = &self.fight.state;
        let title = &self.fight.roster.actors[who].title;
        let busy = !state.asides.is_empty() || !state.fires.is_empty();
        let rolls = state.contest.as_ref().is_some_and(|contest| contest.roll.who == who || contest.defences.iter().any(|d| d.who == who));
        let own = state.actor == Some(who);
        let asked = state.step.who == Id::Actor(who);
        let before_dice =
            own && matches!(state.step.phase, Phase::Declare | Phase::FreeMove | Phase::Steps | Phase::Border | Phase::Forced);
        if (own || rolls || asked) && (busy || !before_dice) {
            return Err(format!("{title} is part of a step that is not finished: answer the open question first, or undo the step"));
        }
        let end = own.then(|| Event::Phase(Step::of(Phase::End, Id::Actor(who))));
        Ok(std::iter::once(out).chain(end).collect())
    }

    fn own(&self, verb: &str, rest: &RulingWords<'_>) -> Option<Result<Vec<Event>, String>> {
        match verb {
            "move" => Some(moves(self, rest)),
            "border" => Some(border(self, rest)),
            "gravity" => Some(gravity(self, rest)),
            _ => None,
        }
    }
}

fn moves(find: &PersonalLookup<'_>, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
    let fight = find.fight;
    let (name, zone) = rest.parts("to")?;
    let (who, to) = (find.actor(name)?, find.zone(zone)?);
    let from = fight.state.actors[who].zone;
    if from == to {
        return Err(format!("{} is already in {}", fight.roster.actors[who].title, fight.roster.map.zones[to].title));
    }
    Ok(vec![Event::Move { who, from, to, border: None, paid: 0, forced_by: None }])
}

/// Changes the gravity of the scene, and with it the aspect that the scene has because of its gravity (R-XP21).
fn gravity(find: &PersonalLookup<'_>, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
    let fight = find.fight;
    let word = rest.words.trim();
    let Some(now) = Gravity::from_word(&word.to_lowercase()) else {
        return Err(format!("`{word}` is not a gravity: it is normal, none, stuttering, sloping or low"));
    };
    let before = fight.state.gravity;
    let who = fight.roster.actors.keys().next().filter(|_| now != before);
    let Some(who) = who else { return Err(format!("the gravity is already {}", before.word())) };
    let is_of =
        |aspect: &Aspect, text: Option<&str>| aspect.present && aspect.holder == Holder::Scene && text == Some(aspect.text.as_str());
    let there = |text: Option<&str>| fight.state.aspects.iter().find(|(_, aspect)| is_of(aspect, text)).map(|(id, _)| id);
    let change = i32::from(now.number()) - i32::from(before.number());
    let mut events = vec![Event::Counter { who, what: Counter::Gravity, change, now: i32::from(now.number()) }];
    if before.aspect() != now.aspect() {
        events.extend(there(before.aspect()).map(|id| Event::AspectDrop { id }));
        if let (Some(text), None) = (now.aspect(), there(now.aspect())) {
            events.push(Event::AspectAdd { id: AspectId::of(fight.state.aspects.len()), aspect: Aspect::printed(text, Holder::Scene) });
        }
    }
    Ok(events)
}

fn border(find: &PersonalLookup<'_>, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
    let (words, change) = rest.words.rsplit_once(char::is_whitespace).ok_or_else(|| rest.form())?;
    let border = find.border(unquoted(words))?;
    let state = find.fight.state.board.borders.row(border).ok_or_else(|| rest.form())?;
    let door = matches!(state.value, BorderValue::Stateful { .. });
    let change = match change {
        "open" | "closed" if !door => return Err("this border has no door to open or close".to_owned()),
        "open" if state.open => return Err("this border is already open".to_owned()),
        "closed" if !state.open => return Err("this border is already closed".to_owned()),
        "open" => BorderChange::Opened,
        "closed" => BorderChange::Closed,
        number => {
            let by: i16 = number.parse().map_err(|_| rest.form())?;
            if state.value == BorderValue::Wall {
                return Err("this border is a wall".to_owned());
            }
            match by {
                1..=20 => BorderChange::Harder(by),
                -20..=-1 if i32::from(-by) > most(state.value) => return Err(no_less(find.fight, border, state.value)),
                -20..=-1 => BorderChange::Easier(-by),
                _ => return Err(format!("the change must be from +1 to +20 or from -1 to -20; {}", rest.form())),
            }
        }
    };
    Ok(vec![Event::Border { border, paid: 0, by: None, change }])
}

/// Returns the highest cost to cross a border. A ruling cannot make the border easier by more than this.
fn most(value: BorderValue) -> i32 {
    match value {
        BorderValue::Stateless(cost) => cost,
        BorderValue::Stateful { open, pass, close } => open.max(pass).max(close.unwrap_or(0)),
        BorderValue::Wall => 0,
    }
}

/// Explains why a border cannot be made easier by this amount. A ruling that could be carried out only in part is rejected, as for fate
/// points and spin.
fn no_less(fight: &Personal, border: BorderId, value: BorderValue) -> String {
    let costs = match (most(value), value) {
        (0, _) => "costs nothing".to_owned(),
        (_, BorderValue::Stateless(cost)) => format!("costs {} to cross", counted(i64::from(cost), "point", "points")),
        (most, _) => format!("costs at most {}", counted(i64::from(most), "point", "points")),
    };
    format!("{} {costs}: the cost of a border cannot go below 0", title(&way(fight, border)))
}
