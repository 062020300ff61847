//! Parses cards into drafts of items.

use crate::arguments;
use crate::card_text::{CardSection, CardText};
use crate::draft::{AspectDraft, Claim, Claimed, ItemDraft, ModeDraft, StuntDraft};
use crate::spelling::key;
use crate::vocabulary::{DesignLabel, DesignWords, Vocabulary};
use std::collections::BTreeSet;

/// Separator between figures on a card.
const BETWEEN: &str = " \u{b7} ";

/// Returns the design and the technology in the first line of a card, such as `Ship, Spacecraft, T2`.
pub(crate) fn design_of(what: &str, words: &Vocabulary) -> Option<(usize, Option<i32>)> {
    let (what, tech) = match what.rsplit_once(", ") {
        Some((rest, last)) => match last.strip_prefix('T').and_then(|rank| rank.parse().ok()) {
            Some(tech) => (rest, Some(tech)),
            None => (what, None),
        },
        None => (what, None),
    };
    let of = |kind: Option<&str>, title: &str| {
        let places = words.design_names.get(&key(title))?;
        let fits = |place: &&usize| {
            words.designs.get(**place).is_some_and(|design| match kind {
                Some(kind) => key(&design.kind) == key(kind) && design.is_called(title),
                None => design.name == design.kind && design.is_called(title),
            })
        };
        let mut found: Vec<usize> = places.iter().filter(fits).copied().collect();
        // A design of the package itself is preferred to a design that is written with the name of its package.
        found.sort_by_key(|place| words.designs.get(*place).is_some_and(|design| design.path.contains('.')));
        found.first().copied()
    };
    let with_kind = what.split_once(", ").and_then(|(kind, title)| of(Some(kind), title));
    with_kind.or_else(|| of(None, what)).map(|design| (design, tech))
}

/// Parses a card into a draft. `titles` are the titles of all cards of the input.
pub(crate) fn draft(card: &CardText, words: &Vocabulary, titles: &BTreeSet<String>) -> Option<ItemDraft> {
    let (place, tech) = design_of(&card.what, words)?;
    let design = words.designs.get(place)?;
    let name = card.foot.split(BETWEEN).next().and_then(|key| key.rsplit('.').next()).filter(|name| slip_compile::resolve::is_name(name));
    let draft = ItemDraft {
        design: place,
        name: name.unwrap_or_default().to_owned(),
        title: card.title.clone(),
        line: card.line,
        doc: card.doc.clone(),
        tech: design.tech.and(tech),
        is_complete: true,
        ..ItemDraft::default()
    };
    let mut reader = CardDraft { draft, design, words, titles };
    for section in &card.sections {
        reader.section(section);
    }
    reader.finish();
    Some(reader.draft)
}

/// Draft of a card whose sections are being read.
struct CardDraft<'v> {
    draft: ItemDraft,
    design: &'v DesignWords,
    words: &'v Vocabulary,
    titles: &'v BTreeSet<String>,
}

impl CardDraft<'_> {
    fn section(&mut self, section: &CardSection) {
        let lines = section.lines.iter().map(String::as_str);
        match section.heading.as_str() {
            "" => lines.flat_map(|line| line.split(BETWEEN)).for_each(|figure| self.worth(figure)),
            "STATISTICS" => lines.for_each(|line| self.statistics(line)),
            "TRACKS" => lines.for_each(|line| self.track(line)),
            "SKILLS" => lines.for_each(|line| self.skills(line)),
            "ASPECTS" => lines.for_each(|line| self.aspect(line)),
            "STUNTS" => lines.for_each(|line| self.stunt(line)),
            "GEAR" => lines.for_each(|line| self.gear(line)),
            "EXCEPTIONS" => lines.for_each(|line| self.exception(line)),
            // Notes, ledger and effects are not read: the compiler computes them from the other sections.
            "NOTES" | "LEDGER" | "IN PLAY" => {}
            heading => match heading.strip_prefix("MODE: ") {
                Some(name) => self.mode(name, section),
                None => self.held(heading, section),
            },
        }
    }

    fn unknown(&mut self, text: &str) {
        self.draft.unknown.push((self.draft.line, text.to_owned()));
    }

    /// Reads a figure above the statistics: build points, Cost, a code, a choice or a reference.
    fn worth(&mut self, figure: &str) {
        let mut claim = |of: Claimed, value: &str| self.draft.claims.extend(value.parse().ok().map(|value| Claim { of, value }));
        if let Some((spent, budget)) = figure.strip_prefix("Build points ").and_then(|points| points.split_once(" of ")) {
            claim(Claimed::Spent, spent);
            claim(Claimed::Budget, budget);
            return;
        }
        if let Some(cost) = figure.strip_prefix("Cost ") {
            return claim(Claimed::Price, cost);
        }
        if let Some(upkeep) = figure.strip_prefix("Upkeep ") {
            return claim(Claimed::Upkeep, upkeep);
        }
        let parts: Vec<&str> = figure.split(' ').collect();
        let Some((label, count)) = self.design.labels.beginning(&parts) else {
            if !figure.starts_with("Skill ") {
                self.unknown(figure);
            }
            return;
        };
        let value = parts.get(count..).unwrap_or_default().join(" ");
        match label {
            DesignLabel::Code(at) => {
                let code = self.design.codes.get(at).map(|(name, _)| (name.clone(), value));
                self.draft.codes.extend(code);
            }
            DesignLabel::Choice(at) => self.choice(at, &value),
            DesignLabel::Refer(at) => self.refer(at, &value),
            _ => self.unknown(figure),
        }
    }

    fn choice(&mut self, at: usize, value: &str) {
        let Some((name, choices)) = self.design.choices.get(at) else { return };
        match choices.iter().find(|word| key(word) == key(value)) {
            Some(word) => {
                self.draft.choices.insert(name.clone(), word.clone());
            }
            None => self.unknown(value),
        }
    }

    fn refer(&mut self, at: usize, value: &str) {
        let Some((name, kinds, worded)) = self.design.refers.get(at) else { return };
        match self.words.item(value, kinds) {
            Some(item) => {
                self.draft.refers.insert(name.clone(), item.path.clone());
            }
            None if *worded => {
                self.draft.refers.insert(name.clone(), slip_pack::quoted(value));
            }
            None => self.unknown(&format!("{name}: {value}")),
        }
    }

    fn statistics(&mut self, line: &str) {
        // A figure with a note has a line of its own.
        let figures = match line.split_once(": ") {
            Some((figure, _)) if !line.contains(BETWEEN) => figure,
            _ => line,
        };
        for figure in figures.split(BETWEEN) {
            self.figure(figure);
        }
    }

    fn figure(&mut self, figure: &str) {
        let Some((label, value)) = figure.trim().rsplit_once(' ') else { return self.unknown(figure) };
        match self.design.labels.exact(label) {
            Some(DesignLabel::Stat(at)) => match value.parse().ok().or_else(|| self.design.letter(at, value)) {
                Some(number) => self.stat(at, number),
                None => self.unknown(figure),
            },
            Some(DesignLabel::Flag(at)) if value == "yes" => self.draft.flags.extend(self.design.flags.get(at).cloned()),
            // The technology is in the first line of the card.
            _ if label == "Technology" => {}
            _ => self.unknown(figure),
        }
    }

    fn stat(&mut self, at: usize, number: i32) {
        let Some(stat) = self.design.stats.get(at) else { return };
        if stat.fixed {
            self.draft.claims.push(Claim { of: Claimed::Stat(stat.name.clone()), value: number });
        } else {
            self.draft.stats.want(&stat.name, number);
        }
    }

    fn track(&mut self, line: &str) {
        // A track without boxes has only its label.
        let start = line.find(['[', '(']).unwrap_or(line.len());
        let (label, rest) = line.split_at(start);
        let label = label.trim();
        let boxes = rest.chars().take_while(|sign| !sign.is_alphabetic()).filter(|sign| matches!(sign, '[' | '(')).count();
        let boxes = i32::try_from(boxes).unwrap_or(i32::MAX);
        match self.design.labels.exact(label) {
            Some(DesignLabel::Track(at)) => {
                if let Some((name, fixed)) = self.design.tracks.get(at) {
                    if *fixed {
                        self.draft.claims.push(Claim { of: Claimed::Track(name.clone()), value: boxes });
                    } else {
                        self.draft.tracks.want(name, boxes);
                    }
                }
            }
            _ if rest.starts_with('(') => self.draft.claims.push(Claim { of: Claimed::Fate, value: boxes }),
            // Consequence slots are not read: the design gives them.
            _ if rest.contains('_') => {}
            _ => self.unknown(line),
        }
    }

    fn skills(&mut self, line: &str) {
        let Some((rank, skills)) = line.split_once(' ') else { return };
        let Ok(rank) = rank.parse::<i32>() else {
            // `Every skill 3` is no list of skills but a statistic of the design.
            return;
        };
        for member in arguments::members(skills) {
            // The name of a skill that can be learned several times contains its subject.
            if let Some((title, subject)) =
                member.strip_suffix(')').and_then(|member| member.split_once('(')).filter(|(title, _)| !title.ends_with(' '))
                && let Some((skill, _)) = self.words.skill(title, self.design)
            {
                self.draft.skills.want(&format!("{}({subject})", skill.name), rank);
                continue;
            }
            let (title, subjects) = match member.strip_suffix(')').and_then(|member| member.split_once(" (")) {
                Some((title, subjects)) => (title, arguments::members(subjects)),
                None => (member, Vec::new()),
            };
            match self.words.skill(title, self.design) {
                Some((skill, _)) => {
                    self.draft.skills.want(&skill.name, rank);
                    if !subjects.is_empty() {
                        self.draft.subjects.insert(skill.name.clone(), subjects.into_iter().map(ToOwned::to_owned).collect());
                    }
                }
                None => self.unknown(&format!("skill {rank}: {member}")),
            }
        }
    }

    fn aspect(&mut self, line: &str) {
        let text = line.strip_prefix("[ ] ").unwrap_or(line);
        let mut aspect = AspectDraft { text: text.to_owned(), ..AspectDraft::default() };
        if let Some((before, notes)) = text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
            let mut noted = AspectDraft { text: before.to_owned(), ..AspectDraft::default() };
            if notes.split("; ").all(|note| self.note(note, &mut noted)) {
                aspect = noted;
            }
        }
        self.draft.aspects.push(aspect);
    }

    /// Reads the brackets after an aspect as a note. Returns false if they are not a note but belong to the text of the aspect.
    fn note(&self, note: &str, aspect: &mut AspectDraft) -> bool {
        if let Some(rule) = note.strip_prefix("for \u{201c}").and_then(|rule| rule.strip_suffix('\u{201d}')) {
            aspect.renamed_from = Some(rule.to_owned());
            return true;
        }
        if let Some(phrase) = note.strip_prefix("the phrase of ") {
            let stat = phrase.split(' ').next().unwrap_or_default();
            aspect.phrase_of = self.design.phrased.contains_key(stat).then(|| stat.to_owned());
            return aspect.phrase_of.is_some();
        }
        aspect.mark = self.design.phases.iter().find(|(_, title)| title == note).map(|(name, _)| name.clone());
        aspect.mark.is_some()
    }

    fn stunt(&mut self, line: &str) {
        match self.bought(line) {
            Some((stunt, true)) => {
                self.draft.given.insert(stunt.name);
            }
            Some((stunt, false)) => self.draft.stunts.push(stunt),
            None => self.unknown(line),
        }
    }

    /// Reads the line of a stunt: title, arguments, number of purchases. The flag is true if the design gives the stunt.
    fn bought(&self, line: &str) -> Option<(StuntDraft, bool)> {
        let begins = |title: &str| line.strip_prefix(title).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ' ']));
        let rules = self.design.stunts.iter().filter(|rule| begins(&rule.title));
        let rule = rules.max_by_key(|rule| rule.title.len())?;
        let rest = line.get(rule.title.len()..)?;
        let mut stunt = StuntDraft { name: rule.name.clone(), count: 1, ..StuntDraft::default() };
        let mut rest = rest;
        if let Some((inside, after)) = rest.strip_prefix(" (").filter(|_| !rule.parameters.is_empty()).and_then(arguments::closed) {
            stunt.arguments = arguments::written(inside, rule, |text| text.to_owned());
            rest = after;
        }
        if let Some(count) = rest.strip_prefix(" \u{d7}") {
            let digits = count.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(count.len());
            stunt.count = count.get(..digits)?.parse().ok()?;
        }
        let is_given = line.rsplit_once(" (given").is_some_and(|(_, end)| end.starts_with([')', ';']) && end.ends_with(')'));
        Some((stunt, is_given))
    }

    fn gear(&mut self, line: &str) {
        let title = self.title_in(line);
        self.draft.gear.push((self.draft.line, title));
    }

    /// Returns the title at the beginning of a line about a thing. A title may contain a colon.
    fn title_in(&self, line: &str) -> String {
        let places = line.match_indices(": ").map(|(place, _)| place).chain([line.len()]);
        let mut beginnings = places.filter_map(|place| line.get(..place));
        let first = beginnings.clone().next().unwrap_or(line);
        let is_known = |title: &&str| self.titles.contains(&key(title)) || self.words.items.contains_key(&key(title));
        beginnings.find(is_known).unwrap_or(first).to_owned()
    }

    fn held(&mut self, heading: &str, section: &CardSection) {
        let Some(DesignLabel::Hold(at)) = self.design.labels.exact(heading) else {
            return section.lines.iter().for_each(|line| self.unknown(&format!("{heading}: {line}")));
        };
        let Some((list, _)) = self.design.holds.get(at) else { return };
        for line in &section.lines {
            let thing = line.split(": ").next().unwrap_or(line);
            let (title, count) = match thing.rsplit_once(" \u{d7}") {
                Some((title, count)) => (title, count.parse().unwrap_or(1)),
                None => (thing, 1),
            };
            self.draft.holds.entry(list.clone()).or_default().push((title.to_owned(), count));
        }
    }

    fn mode(&mut self, name: &str, section: &CardSection) {
        let mut mode = ModeDraft { name: crate::spelling::name(name, "mode"), ..ModeDraft::default() };
        for line in &section.lines {
            if let Some((stunt, is_given)) = self.bought(line) {
                if !is_given {
                    mode.stunts.push(stunt);
                }
                continue;
            }
            for figure in line.split(BETWEEN) {
                let stat = figure.rsplit_once(' ').and_then(|(label, value)| Some((self.design.labels.exact(label)?, value.parse().ok()?)));
                match stat {
                    Some((DesignLabel::Stat(at), number)) => {
                        let stat = self.design.stats.get(at).filter(|stat| !stat.fixed);
                        mode.stats.extend(stat.map(|stat| (stat.name.clone(), number)));
                    }
                    _ => self.unknown(figure),
                }
            }
        }
        self.draft.modes.push(mode);
    }

    fn exception(&mut self, line: &str) {
        let waiver = line.strip_prefix("Allowed: ").and_then(|waiver| waiver.split_once(": ")).filter(|(code, _)| arguments::is_code(code));
        self.draft.waivers.extend(waiver.map(|(code, reason)| (code.to_owned(), reason.to_owned())));
    }

    /// Moves the values that all modes share to the whole item. A card repeats them in every mode.
    fn finish(&mut self) {
        let draft = &mut self.draft;
        let is_free = |skill: &&String| !self.design.given_skills.contains(skill.as_str());
        draft.skills.written =
            draft.skills.wanted.iter().filter(|(skill, _)| is_free(skill)).map(|(skill, rank)| (skill.clone(), *rank)).collect();
        draft.share_modes(self.design);
    }
}
