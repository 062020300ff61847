//! Parses one typed line that may answer several questions about an action (a declaration): `attack on ben with carbine`. The first part is
//! used immediately. The other parts are kept until their questions are asked.

mod loose_reading;
mod name_match;
mod two_halves;
mod without_wrong_part;

pub use loose_reading::UnfitReading;
pub use two_halves::free_step;

use super::input_error::{InputError, InputErrorKind};
use super::option_phrase::{MatchQuality, Miss, NameCandidate, QuotedSpeech};
use super::tokenizer::{InputToken, tokens};
use super::verbs::{answers, heads, is_chain, is_head_somewhere, of_chain, states_fact};
use super::{all, impossible_acts, of, phrase_of};
use slip_dice::Dice;
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::event::Phase;
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::{Id, Seat};
use slip_play::question::{Ask, Point};
use slip_play::space::roster::WeaponSystem;
use slip_play::space::state::Drives;

use std::ops::Range;

/// Word `any`, by which a player accepts the first of several options that fit a typed line.
const ANY: &str = "any";

/// Words that players easily leave out of a declaration: `attack ben` for `attack on ben`.
const LINKS: [&str; 3] = ["on", "with", "to"];

/// Other words that introduce names. If one is missing, the error message does not suggest it.
const BEFORE_NAMES: [&str; 8] = ["at", "in", "by", "for", "from", "over", "against", "into"];

/// Articles, which are never names.
const ARTICLES: [&str; 3] = ["the", "a", "an"];

/// Largest number of tokens in the title of an actor.
const LONGEST_CALL: usize = 8;

/// Parsed line of a player, and the parts of it that have not been used yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerInput {
    text: String,
    tokens: Vec<InputToken>,
    any: bool,
    /// Parts of the line that answer later questions of a declaration. Each has its question and the range of its tokens.
    rest: Vec<(Point, Range<usize>)>,
    /// Speaker who typed the line, and the number of the declaration that the line belongs to.
    by: (Seat, Id, u32),
    /// Question for which the part of the line was wrong and was left out. The parts for later questions are kept until the player has
    /// answered this question.
    left_out: Option<Point>,
}

impl AnswerInput {
    /// Parses a line.
    ///
    /// # Errors
    /// Returns an [`InputError`] if the line is empty or a quotation does not end.
    pub fn read(text: &str) -> Result<AnswerInput, Box<InputError>> {
        let mut tokens = tokens(text)?;
        // People capitalise the first word of a sentence; keywords are recognised in any case.
        for token in tokens.iter_mut().filter(|token| !token.quoted) {
            let small = token.text.to_lowercase();
            if small != token.text && (small == ANY || LINKS.contains(&small.as_str()) || is_head_somewhere(&small)) {
                token.text = small;
            }
        }
        let any = tokens.last().is_some_and(|last| !last.quoted && last.text == ANY);
        if any && tokens.len() > 1 {
            tokens.pop();
        }
        if tokens.is_empty() {
            return Err(InputError::at(InputErrorKind::Nothing, 0..text.len(), text));
        }
        Ok(AnswerInput { text: text.to_owned(), tokens, any, rest: Vec::new(), by: (Seat(0), Id::None, 0), left_out: None })
    }

    /// Returns the line with marks and titles of actors replaced by their names; `None` if it contains none. `whose` returns the name for
    /// words joined without blanks; the longest match is used. Verbs and link words keep their meaning in their usual position. An actor
    /// with the mark `ON` can be named only after a link word, as in `attack on ON`.
    pub fn called<'n>(&self, whose: impl Fn(&str) -> Option<&'n str>) -> Option<AnswerInput> {
        let mut tokens: Vec<InputToken> = Vec::new();
        let mut at = 0;
        while let Some(first) = self.tokens.get(at) {
            let is_verb = at == 0 && is_head_somewhere(&first.text);
            // The word after a link word is a name, so it is not read as another link word.
            let is_behind_link = tokens.last().is_some_and(|last| !last.quoted && is_link(&last.text));
            let is_little = !is_behind_link && (is_link(&first.text) || is_head_somewhere(&first.text));
            let known =
                (at + 1..=self.tokens.len().min(at + LONGEST_CALL)).rev().filter(|&end| end > at + 1 || !is_little).find_map(|end| {
                    let pieces = self.tokens.get(at..end).filter(|pieces| pieces.iter().all(|piece| !piece.quoted))?;
                    let words: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
                    let last = pieces.last()?.at.end;
                    whose(&words).map(|name| (end, InputToken { text: name.to_owned(), quoted: false, at: first.at.start..last }))
                });
            let (end, token) = known.filter(|_| !is_verb).unwrap_or_else(|| (at + 1, first.clone()));
            tokens.push(token);
            at = end;
        }
        (tokens != self.tokens).then(|| AnswerInput { tokens, ..self.clone() })
    }

    /// Returns the line without the words that are declared already: the act at its start and, before a later part, the target. Returns
    /// `None` if this question is not about that act, if no words follow the act, or if the line names another target.
    pub fn past_act<F: Playable>(&self, fight: &F, ask: &Ask) -> Option<AnswerInput> {
        let is_of_act = matches!(ask.point, Point::Whom | Point::With | Point::Skill | Point::Track | Point::Term);
        let (verb, rest) = self.tokens.split_first().filter(|(verb, rest)| is_of_act && !verb.quoted && !rest.is_empty())?;
        impossible_acts::declared(fight).filter(|act| act.word() == verb.text && !answers(ask.point, &verb.text))?;
        let own = rest.iter().position(|token| !token.quoted && token.text == ask.point.word()).filter(|&own| own > 0);
        let Some(own) = own.filter(|_| ask.point != Point::Whom) else {
            return Some(AnswerInput { tokens: rest.to_vec(), ..self.clone() });
        };
        let said: Vec<&str> = rest.get(..own)?.iter().map(|token| token.text.as_str()).collect();
        let said: Vec<&str> = said.into_iter().skip_while(|word| is_link(word) || ARTICLES.contains(word)).collect();
        impossible_acts::target(fight).filter(|target| name_match::of_candidate(&said, target).is_some())?;
        Some(AnswerInput { tokens: rest.get(own..)?.to_vec(), ..self.clone() })
    }

    /// Returns the verb at the start of the line.
    pub fn verb(&self) -> &str {
        self.tokens.first().map_or("", |token| &token.text)
    }

    /// Returns the byte range of the verb.
    pub fn verb_at(&self) -> Range<usize> {
        self.tokens.first().map_or(0..0, |token| token.at.clone())
    }

    /// True if the line may be an answer at this decision point. Then its first word is a verb that is legal there in the current state, or
    /// is no verb of the game at all.
    pub fn is_for<F: Playable>(&self, fight: &F, point: Point) -> bool {
        let verb = self.verb();
        // At the question about a stated fact, a line that states a fact again is not an answer.
        let next = self.tokens.get(1).map_or("", |token| token.text.as_str());
        let is_fact = point == Point::Fact && verb == point.word() && !heads(point).contains(&next);
        !is_fact && answers(point, verb) && is_of_now(fight, point, verb) || !is_head_somewhere(verb)
    }

    /// True if all parts of the line have been used.
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// True if a question belongs to the same speaker and the same declaration as this input line.
    pub fn is_of<F: Playable>(&self, fight: &F, ask: &Ask) -> bool {
        self.by == speaker(fight, ask)
    }

    /// True if the rest of the line does not answer this question, but is kept for a later one. In social combat the rest may be for the
    /// choice of the skill; or the part for this question was wrong.
    pub fn waits<F: Playable>(&self, fight: &F, ask: &Ask) -> bool {
        let (.., number) = self.by;
        let to_come = self.rest.iter().all(|&(point, _)| is_skill_to_come(fight, point));
        let is_same = number == fight.declaration();
        is_same && self.left_out == Some(ask.point) || to_come && is_same && !is_chain(ask.point) && ask.point != Point::Skill
    }

    /// Returns the error for a part of the line whose question was never asked.
    pub fn left(&self) -> InputError {
        *self.beyond(&self.rest)
    }

    /// Returns the answer to the first question. The parts for later questions of a declaration are checked now, to find errors early. They
    /// are kept for [`AnswerInput::later`].
    ///
    /// # Errors
    /// Returns an [`InputError`], which lists the legal answers.
    pub fn begin<F: Playable>(&mut self, fight: &F, ask: &Ask, options: &Options) -> Result<Answer, Box<InputError>> {
        self.begun(fight, ask, options, false).map_err(|mut unfit| {
            if unfit.why == InputErrorKind::Foreign && unfit.near.is_none() {
                unfit.near = self.with_link(&unfit, fight, ask, options);
            }
            unfit
        })
    }

    /// Tries to insert a link word before the first word that does not fit. If the line then fits, returns the link word with the word
    /// after it.
    fn with_link<F: Playable>(&self, unfit: &InputError, fight: &F, ask: &Ask, options: &Options) -> Option<String> {
        if ARTICLES.iter().any(|article| unfit.word.eq_ignore_ascii_case(article)) {
            return None;
        }
        let place = self.tokens.iter().position(|token| token.at.start == unfit.at.start)?;
        // A link word such as `with` is already in front of the word, so no link word was left out.
        if place.checked_sub(1).and_then(|before| self.tokens.get(before)).is_some_and(|before| !before.quoted && is_link(&before.text)) {
            return None;
        }
        let can_be_said = |link: &&&str| {
            let mut line = self.clone();
            line.tokens.insert(place, InputToken { text: (**link).to_owned(), quoted: false, at: unfit.at.start..unfit.at.start });
            line.begun(fight, ask, options, true).is_ok()
        };
        LINKS.iter().find(can_be_said).map(|link| format!("{link} {}", unfit.word))
    }

    /// Reads a line as [`AnswerInput::begin`] does, but without suggestions in errors. With `guess`, questions that the line does not
    /// answer get their first option. This shows if the line can fit at all.
    fn begun<F: Playable>(&mut self, fight: &F, ask: &Ask, options: &Options, guess: bool) -> Result<Answer, Box<InputError>> {
        let (mut first, mut rest, say) = self.parts(ask.point);
        // The words may still name the ship before its band, although the engine has already chosen the ship.
        if self.is_named_already(fight, ask, &first) && rest.first().is_some_and(|(point, _)| *point == ask.point) {
            first = rest.remove(0).1;
        }
        let (choice, said) = self.find(fight, ask, options, first)?;
        let say = say.or(said.say).and_then(|at| self.tokens.get(at)).map(|token| token.text.as_str().into());
        let answer = Answer { choice, say };
        self.rest = rest;
        self.by = speaker(fight, ask);
        let forced = self.try_out(fight, ask, &answer, guess)?;
        self.rest.retain(|(_, range)| !forced.contains(range));
        Ok(answer)
    }

    /// True if the tokens name the ship that is being placed or moved. Only its band is asked for, so the name is superfluous.
    fn is_named_already<F: Playable>(&self, fight: &F, ask: &Ask, pieces: &Range<usize>) -> bool {
        let FightRef::Space(space) = fight.seen() else { return false };
        let declared = space.state.declared;
        let tokens = self.tokens.get(pieces.clone()).unwrap_or(&[]);
        let named = Choice::of(Verb::Target).on(declared.it);
        declared.act.is_some()
            && matches!(ask.point, Point::Place | Point::Shift)
            && phrase_of(fight, ask, named).hears(tokens, true).is_ok()
    }

    /// Returns the answer to a later question of a declaration. `None` if the line has no part for this question.
    ///
    /// # Errors
    /// Returns an [`InputError`], which lists the legal answers.
    pub fn later<F: Playable>(&mut self, fight: &F, ask: &Ask, options: &Options) -> Result<Option<Answer>, Box<InputError>> {
        if !self.is_of(fight, ask) {
            return Ok(None);
        }
        let meant = |point: Point| point == ask.point || is_skill_to_come(fight, point) && ask.point == Point::Skill;
        let Some(place) = self.rest.iter().position(|&(point, _)| meant(point)) else { return Ok(None) };
        let (_, range) = self.rest.remove(place);
        let (choice, _) = self.find(fight, ask, options, range)?;
        Ok(Some(choice.into()))
    }

    /// Splits the tokens into three parts: the first answer, the answers to later questions, and the position of a quotation at the end.
    #[allow(clippy::type_complexity, reason = "the caller takes the three parts apart at once")]
    fn parts(&self, point: Point) -> (Range<usize>, Vec<(Point, Range<usize>)>, Option<usize>) {
        let count = self.tokens.len();
        let mut cuts: Vec<(usize, Point)> = Vec::new();
        if is_chain(point) {
            for (place, token) in self.tokens.iter().enumerate().skip(1) {
                // After `term` the next word belongs to the same part: `term transient`.
                let goes_on = place.checked_sub(1).and_then(|before| self.tokens.get(before)).is_some_and(|before| before.text == "term");
                if let Some(there) = of_chain(&token.text, point).filter(|_| !token.quoted && !goes_on) {
                    cuts.push((place, there));
                }
            }
            // A line may begin with the keyword of the question; the verb after the keyword then still belongs to the first part.
            cuts.retain(|&(place, there)| !(place == 1 && there == point && self.verb() == point.word()));
        }
        let story = (!cuts.is_empty()).then(|| count.checked_sub(1)).flatten();
        let story = story.filter(|&last| self.tokens.get(last).is_some_and(|token| token.quoted));
        let end = story.unwrap_or(count);
        let first = 0..cuts.first().map_or(end, |(place, _)| *place);
        let ends = cuts.iter().skip(1).map(|(place, _)| *place).chain([end]);
        let rest = cuts.iter().zip(ends).map(|(&(place, there), end)| (there, place..end)).collect();
        (first, rest, story)
    }

    /// Plays the declaration to its end without dice, to check all parts of the line. Returns the parts that answer a question with a
    /// single option: such a question will not be asked.
    fn try_out<F: Playable>(&self, fight: &F, asked: &Ask, first: &Answer, guess: bool) -> Result<Vec<Range<usize>>, Box<InputError>> {
        let mut forced = Vec::new();
        let mut rest = self.rest.clone();
        let mut next = fight.clone();
        let mut dice = Dice::scripted([]);
        let mut options = Options::new();
        let mut answer = first.clone();
        while !rest.is_empty() {
            let mut events = Vec::new();
            if next.decide(&answer, &mut dice, &mut events).is_err() {
                return if guess { Err(self.beyond(&rest)) } else { Ok(forced) };
            }
            events.iter().for_each(|event| next.apply(event));
            self.drop_plain(&next, asked, &mut rest, &mut forced)?;
            if rest.is_empty() {
                break;
            }
            let Some(ask) = next.waiting_for().filter(|ask| is_chain(ask.point) && speaker(&next, ask) == self.by) else {
                // In social combat the skill is chosen after the free move, if no compel stops the action.
                let is_typed = |range: &Range<usize>| self.tokens.get(range.start).is_some_and(|token| !token.at.is_empty());
                if rest.iter().all(|(point, range)| is_skill_to_come(&next, *point) && (!guess || is_typed(range))) {
                    return Ok(forced);
                }
                return Err(self.beyond(&rest));
            };
            let place = rest.iter().position(|(point, _)| *point == ask.point);
            next.legal(&mut options);
            let wanted = match place {
                Some(place) => {
                    let (_, range) = rest.remove(place);
                    if ask.forced.is_some() {
                        forced.push(range.clone());
                    }
                    Some((self.find(&next, &ask, &options, range.clone())?.0, range))
                }
                None => None,
            };
            let choice = match (ask.forced, wanted) {
                (Some(forced), Some((choice, range))) if choice != forced => {
                    return Err(self.unfit(InputErrorKind::Only(of(&next, &ask, forced)), range));
                }
                (Some(choice), _) | (None, Some((choice, _))) => choice,
                // The line does not answer this question; another player may have to answer it. With `guess` the first option is taken;
                // otherwise the check ends here.
                (None, None) => match options.get(0).filter(|_| guess) {
                    Some(first) => first,
                    None => return Ok(forced),
                },
            };
            answer = choice.into();
        }
        Ok(forced)
    }

    /// Removes the parts for questions that the engine answered by itself because there was only one option. The ranges of these parts are
    /// added to `plain`.
    fn drop_plain<F: Playable>(
        &self,
        fight: &F,
        asked: &Ask,
        rest: &mut Vec<(Point, Range<usize>)>,
        plain: &mut Vec<Range<usize>>,
    ) -> Result<(), Box<InputError>> {
        let FightRef::Platoon(platoons) = fight.seen() else { return Ok(()) };
        let mut left = Vec::new();
        for (point, range) in rest.drain(..) {
            let Some(declared) = platoons.said_at(point) else {
                left.push((point, range));
                continue;
            };
            let (ask, tokens) = (Ask { point, ..*asked }, self.tokens.get(range.clone()).unwrap_or(&[]));
            let headed = tokens.first().is_some_and(|first| !first.quoted && heads(point).contains(&first.text.as_str()));
            if phrase_of(fight, &ask, declared).hears(tokens, headed).is_err() {
                return Err(self.unfit(InputErrorKind::Only(of(fight, &ask, declared)), range));
            }
            plain.push(range);
        }
        *rest = left;
        Ok(())
    }

    /// Returns the error for words after the end of a declaration.
    fn beyond(&self, rest: &[(Point, Range<usize>)]) -> Box<InputError> {
        let range = rest.first().map_or(0..0, |(_, range)| range.clone());
        self.unfit(InputErrorKind::Left, range)
    }

    fn unfit(&self, why: InputErrorKind, pieces: Range<usize>) -> Box<InputError> {
        InputError::at(why, self.bytes(pieces), &self.text)
    }

    fn bytes(&self, pieces: Range<usize>) -> Range<usize> {
        let here = self.tokens.get(pieces).unwrap_or(&[]);
        let start = here.first().map_or(0, |token| token.at.start);
        start..here.last().map_or(start, |token| token.at.end)
    }

    /// Finds the single option that the tokens mean.
    fn find<F: Playable>(
        &self,
        fight: &F,
        ask: &Ask,
        options: &Options,
        pieces: Range<usize>,
    ) -> Result<(Choice, QuotedSpeech), Box<InputError>> {
        let known = heads(ask.point);
        let verb = |at: usize| self.tokens.get(at).filter(|token| !token.quoted).map_or("", |token| token.text.as_str());
        let mut start = pieces.start;
        if verb(start) == ask.point.word() && !known.contains(&verb(start)) && pieces.len() > 1 {
            start += 1;
        }
        let tokens = self.tokens.get(start..pieces.end).unwrap_or(&[]);
        // At a question that has the option of stating a fact, the word is the verb for that option; at any other question it may be a
        // name.
        let is_fact = states_fact(ask.point, verb(start)) && options.as_slice().iter().any(|option| option.verb == Verb::Fact);
        let headed = is_fact || known.contains(&verb(start));
        let mut best: Vec<(MatchQuality, Choice, Choice, QuotedSpeech)> = Vec::new();
        let mut misses: Vec<Miss> = Vec::new();
        let mut open: Option<(Choice, QuotedSpeech)> = None;
        for &option in options.as_slice() {
            for choice in fight.members_of_class(ask.point, option, options) {
                match phrase_of(fight, ask, choice).hears(tokens, headed) {
                    Ok((fit, said)) => best.push((fit, option, choice, said)),
                    Err(miss) => {
                        if let (None, Miss::Without(_, said)) = (open, &miss) {
                            open = Some((option, *said));
                        }
                        misses.push(miss);
                    }
                }
            }
        }
        // A line that is only a quotation cannot choose among several options: `"no"` would match the option that needs no other words.
        if tokens.len() == 1 && options.len() > 1 {
            best.retain(|(.., said)| said.say.is_none());
        }
        let most = best.iter().map(|(fit, ..)| *fit).max();
        best.retain(|(fit, ..)| Some(*fit) == most);
        let said = |said: QuotedSpeech| QuotedSpeech { say: said.say.map(|at| at + start) };
        let several = best.first().is_some_and(|(_, first, ..)| best.iter().any(|(_, other, ..)| other != first));
        if several && !self.any {
            let mut fits: Vec<String> = best.iter().map(|(_, _, choice, _)| of(fight, ask, *choice)).collect();
            fits.dedup();
            return Err(self.listing(InputErrorKind::Several(fits), start..pieces.end, fight, ask, options));
        }
        // With `any`, if no option fits completely, the first option with just one missing word is taken.
        if let Some((first, heard)) = open.filter(|_| self.any && best.is_empty()) {
            return Ok((first, said(heard)));
        }
        match best.as_slice() {
            [(_, _, choice, heard)] => Ok((*choice, said(*heard))),
            // Several choices fit the words. They belong to one listed option, or `any` was typed. In both cases the first listed option is
            // taken.
            [(_, option, _, heard), ..] => Ok((*option, said(*heard))),
            [] => Err(self.missed(misses, start, pieces.end, fight, ask, options)),
        }
    }

    /// Returns the error for a line that fits no option. It names the first token that the best matching option does not accept.
    fn missed<F: Playable>(&self, misses: Vec<Miss>, start: usize, end: usize, fight: &F, ask: &Ask, options: &Options) -> Box<InputError> {
        let missing = misses.iter().find_map(|miss| match miss {
            Miss::Without(word, _) => Some(word.clone()),
            Miss::At(..) => None,
        });
        if let Some(missing) = missing {
            return self.listing(InputErrorKind::Missing(missing), start..end, fight, ask, options);
        }
        let reached = |miss: &Miss| match miss {
            Miss::At(at, _) => *at,
            Miss::Without(..) => 0,
        };
        let furthest = misses.iter().map(reached).max().unwrap_or(0);
        let mut named: Vec<NameCandidate> = Vec::new();
        for miss in misses {
            match miss {
                Miss::At(at, names) if at == furthest => named.extend(names),
                _ => {}
            }
        }
        named.sort_by(|one, other| one.words.cmp(&other.words));
        named.dedup_by(|one, other| one.words == other.words);
        let mut candidates: Vec<String> = named.iter().map(|candidate| candidate.words.clone()).collect();
        let place = start + furthest;
        let verb = self.tokens.get(place).filter(|token| furthest == 0 && !token.quoted);
        let nowhere =
            verb.is_some_and(|token| !is_head_somewhere(&token.text) && candidates.iter().all(|word| word.as_str() != token.text));
        if nowhere {
            candidates.extend(heads(ask.point).iter().map(|&head| head.to_owned()));
        }
        let quoted = self.tokens.get(place).filter(|token| token.quoted && ask.point == Point::Adjust);
        if let Some(why) = quoted.and_then(|token| fight.why_unused(&token.text)) {
            return self.listing(InputErrorKind::Unused(why), place..place + 1, fight, ask, options);
        }
        if let Some(why) = verb.and_then(|token| impossible_acts::why_not(fight, ask.point, &token.text)) {
            return self.listing(InputErrorKind::Undone(why), place..place + 1, fight, ask, options);
        }
        if let Some(token) = verb.filter(|token| heads(ask.point).contains(&token.text.as_str()) && ask.point == Point::Act)
            && candidates.iter().all(|word| word.as_str() != token.text)
        {
            return self.listing(InputErrorKind::NotNow, place..place + 1, fight, ask, options);
        }
        let mut unfit = self.listing(InputErrorKind::Foreign, place..place + 1, fight, ask, options);
        unfit.candidates = named;
        let word = unfit.word.trim_matches('"').to_lowercase();
        let bare = |candidate: &String| candidate.trim_matches('"').to_lowercase();
        let spelt: Vec<(String, &String)> = candidates.iter().map(|candidate| (bare(candidate), candidate)).collect();
        let nearest = slip_suggest::nearest(&word, spelt.iter().map(|(bare, _)| bare.as_str()));
        let near = nearest.and_then(|near| spelt.iter().find(|(bare, _)| *bare == near));
        let mut holding = spelt.iter().filter(|(bare, _)| word.chars().count() >= 3 && bare.contains(&word));
        let near = near.or_else(|| holding.next().filter(|_| holding.next().is_none()));
        unfit.near = near.map(|(_, candidate)| (*candidate).clone());
        unfit
    }

    fn listing<F: Playable>(&self, why: InputErrorKind, pieces: Range<usize>, fight: &F, ask: &Ask, options: &Options) -> Box<InputError> {
        let mut unfit = self.unfit(why, pieces);
        unfit.asked = Some(ask.point.word());
        unfit.legal = all(fight, ask, options);
        unfit
    }
}

/// True if a word precedes names.
fn is_link(word: &str) -> bool {
    LINKS.contains(&word) || BEFORE_NAMES.contains(&word)
}

/// True if a verb of a decision point is valid in the current state. The verbs of a space declaration depend on the phase, the verbs of a
/// set-up on the kind of fight (R-XTW1).
fn is_of_now<F: Playable>(fight: &F, point: Point, verb: &str) -> bool {
    match (point, verb, fight.seen()) {
        (Point::Declare, "ew" | "beam" | "torpedo", FightRef::Space(space)) => {
            WeaponSystem::of_stage(space.state.stage).is_some_and(|weapon| weapon.verb().word() == verb)
        }
        // `hold` ends the launch of fighters.
        (Point::Drive, "hold", FightRef::Space(space)) => {
            let ship = space.state.step.who.actor().and_then(|ship| space.state.ship(ship));
            ship.is_some_and(|ship| ship.drives == Drives::Busy)
        }
        // These verbs are valid only in the set-up of a social conflict.
        (Point::SetUp, "pass" | "none" | "maneuver" | "border", _) => fight.step().phase == Phase::Contour,
        _ => true,
    }
}

/// True if a part of a line names a skill that is chosen only later, as in social combat.
fn is_skill_to_come<F: Playable>(fight: &F, point: Point) -> bool {
    let FightRef::Personal(people) = fight.seen() else { return false };
    people.roster.social.is_some() && matches!(point, Point::With | Point::Skill)
}

/// Returns the speaker of a declaration, and the number of the declaration. The speaker is the actor; in space combat it is the seat.
fn speaker<F: Playable>(fight: &F, ask: &Ask) -> (Seat, Id, u32) {
    let me = match fight.seen() {
        FightRef::Personal(_) => ask.me,
        FightRef::Space(_) => Id::None,
        FightRef::Platoon(_) | FightRef::Stakes(_) => ask.me,
    };
    (ask.seat, me, fight.declaration())
}
