// Types of the requests and answers of a session. A test of slip-web writes this file: see CONTRIBUTING.md.

export type Actions = { file: string, from: number, to: number, };

export type AddItem = { file: string, design: string, 
/**
 * Title; may be empty.
 */
title: string, };

export type AspectList = { written: Array<WrittenAspectRow>, 
/**
 * Aspects that the rules give.
 */
derived: Array<DerivedAspect>, 
/**
 * Aspects that the rules allow but do not give, such as a psionic shield.
 */
reserved: Array<string>, 
/**
 * Life phases of the design, each with the word that may follow an aspect.
 */
marks: Array<NamedWord>, 
/**
 * Number of slots, and of the slots that must be filled.
 */
slots: number | null, least: number | null, };

export type BoughtStuntRow = { 
/**
 * Position in the list, for changes; `null` if the rules give the stunt.
 */
at: number | null, 
/**
 * Stunt as written.
 */
text: string, title: string, doc: string, count: number, 
/**
 * Points for all purchases; `null` if the design has no prices.
 */
cost: number | null, 
/**
 * Reason for which the rules give the stunt; empty if it was bought.
 */
given: string, };

export type Build = { 
/**
 * Folder of the package.
 */
package: string, };

export type BuiltPackage = { 
/**
 * Name of the file.
 */
name: string, 
/**
 * SHA-256 hash of the file, for packages that depend on it.
 */
hash: string, 
/**
 * Bytes of the file, in base64.
 */
bytes: string, };

export type Check = { 
/**
 * Folder of the package.
 */
package: string, };

export type Checked = { findings: Array<Finding>, errors: number, warnings: number, notes: number, 
/**
 * Number of items that the package declares.
 */
items: number, };

export type CodePage = { code: string, severity: string, 
/**
 * Text of the page in Markdown, with an example of the fault and one of its cure.
 */
page: string, };

export type Complete = { file: string, 
/**
 * Offset of the cursor.
 */
at: number, };

export type Defined = { range: TextRange, text: string, };

export type Definition = { file: string, 
/**
 * Offset of the cursor.
 */
at: number, };

export type DerivedAspect = { text: string, 
/**
 * True if the author may give the aspect another text.
 */
renamable: boolean, };

export type DesignOffer = { title: string, kind: string, name: string, doc: string, };

export type DesignValue = { name: string, title: string, };

export type DesignValues = { 
/**
 * Folder of the package.
 */
package: string, 
/**
 * Name of the design.
 */
design: string, };

export type DesignValuesReply = { 
/**
 * Lowest and highest technology; `null` if the design has none.
 */
tech: [number, number] | null, 
/**
 * Statistics and tracks.
 */
numbers: Array<DesignValue>, stunts: Array<DesignValue>, flags: Array<string>, 
/**
 * True if the items have a price.
 */
has_price: boolean, 
/**
 * True if the items have an upkeep.
 */
has_upkeep: boolean, 
/**
 * True if the items are bought with build points.
 */
has_points: boolean, };

export type Designs = { 
/**
 * Folder of the package.
 */
package: string, };

export type EditorAction = { 
/**
 * Title in the imperative.
 */
title: string, 
/**
 * `fix`, `unsure_fix`, `waiver` or `variant`.
 */
kind: string, edits: Array<TextEdit>, };

export type EncounterSide = { name: string, 
/**
 * Names of the actors, such as `deckhand#2`.
 */
actors: Array<string>, };

export type EncounterSides = { 
/**
 * Kind of the conflict: `personal`, `social`, `space`, `platoon` or `stakes`.
 */
play: string, sides: Array<EncounterSide>, 
/**
 * Names of the zones of the place; empty for ships.
 */
zones: Array<string>, };

export type Explain = { 
/**
 * Slug of the code, such as `over-budget`.
 */
code: string, };

export type Explore = { 
/**
 * Folder of the package.
 */
package: string, 
/**
 * Name of the design.
 */
design: string, tech: number | null, 
/**
 * Stunts, flags and bounds such as `harm>=2`.
 */
require: Array<string>, forbid: Array<string>, maximise: Array<string>, minimise: Array<string>, budget: number | null, 
/**
 * Entries that every design has, as they are written in an item.
 */
with: Array<string>, 
/**
 * Ship that the designs outrun.
 */
outrun: string | null, 
/**
 * Greatest number of designs in the answer.
 */
limit: number, against: Opponent | null, };

export type ExploreReply = { title: string, 
/**
 * Sentences about the result and the comparison, as the command prints them.
 */
lines: Array<string>, heads: Array<string>, rows: Array<FoundDesign>, 
/**
 * Number of unbeaten designs that the answer leaves out; empty if there are none.
 */
more: string, 
/**
 * Sentence about the limits of the result; empty if there is none.
 */
note: string, 
/**
 * The answer as `--format csv` prints it.
 */
csv: string, 
/**
 * The answer as `--format json` prints it.
 */
json: string, 
/**
 * The designs as `--format slip` prints them.
 */
slip: string, };

export type FileFindings = { findings: Array<Finding>, };

export type Fill = { file: string, 
/**
 * Kind and name of the item.
 */
kind: string, name: string, change: FormChange, };

export type Finding = { range: TextRange, 
/**
 * Line of the range, from 1.
 */
line: number, 
/**
 * `error`, `warning` or `note`.
 */
severity: string, 
/**
 * Slug of the code; `explain` has its page.
 */
code: string, message: string, 
/**
 * Role of the range, in a few words; may be empty.
 */
label: string, notes: Array<string>, help: string | null, related: Array<Related>, fixes: Array<FixEdits>, };

export type FixEdits = { title: string, edits: Array<TextEdit>, };

export type Form = { file: string, 
/**
 * Kind and name of the item.
 */
kind: string, name: string, };

export type FormChange = { "change": "title", text: string, } | { "change": "number", key: string, mode: string | null, value: number | null, } | { "change": "flag", key: string, on: boolean, } | { "change": "word", key: string, word: string, is_text: boolean, } | { "change": "add", key: string, mode: string | null, member: ListMember, } | { "change": "replace", key: string, mode: string | null, at: number, member: ListMember, } | { "change": "remove", key: string, mode: string | null, at: number, } | { "change": "add_skill", skill: string, subject: string, rank: number, } | { "change": "move_skill", at: number, rank: number | null, };

export type FormLedgerLine = { account: string, what: string, points: number, };

export type Format = { file: string, };

export type FormattedText = { text: string, 
/**
 * Number of items that were kept as written, because they do not parse.
 */
left: number, };

export type FoundDesign = { cells: Array<string>, name: string, 
/**
 * Text of the item.
 */
slip: string, 
/**
 * True for the cheapest design that beats the opponent.
 */
wins: boolean, };

export type FoundRule = { kind: string, name: string, title: string, 
/**
 * Owner or section of the rule.
 */
of: string, 
/**
 * Text of the rule.
 */
text: string, 
/**
 * Sentence that matches best.
 */
sentence: string, 
/**
 * File and line of the rule.
 */
place: string, };

export type GameAtTable = { title: string, 
/**
 * The stakes and the conditions for winning, a sentence for each.
 */
goals: Array<string>, 
/**
 * Round in words; empty before the first.
 */
round: string, over: boolean, 
/**
 * Lines of the account of the game so far.
 */
account: Array<string>, 
/**
 * Map with all actors, as SVG.
 */
picture: string | null, 
/**
 * Board in words, for readers who do not see the map.
 */
board: string, people: Array<PersonAtTable>, 
/**
 * Sentence about the last words, if they are kept for a later question.
 */
notice: string | null, question: QuestionAtTable | null, 
/**
 * Log so far, as `slipyard play --log` writes it.
 */
log: string, };

export type Hover = { file: string, 
/**
 * Offset of the cursor.
 */
at: number, };

export type Hovered = { range: TextRange, 
/**
 * Text in Markdown.
 */
text: string, };

export type Import = { 
/**
 * Folder of the package that the items are for.
 */
package: string, 
/**
 * Path of the file that is to contain them.
 */
file: string, text: string, };

export type ImportDifference = { title: string, what: string, claimed: string, computed: string | null, 
/**
 * Ledger of the computed value: points and reasons.
 */
ledger: Array<[number, string]>, };

export type Imported = { 
/**
 * Slip text; empty if nothing was understood.
 */
text: string, items: Array<ImportedThing>, 
/**
 * Lines that were not understood.
 */
unknown: Array<UnknownLine>, 
/**
 * Choices that the import made, as sentences.
 */
remarks: Array<string>, differences: Array<ImportDifference>, 
/**
 * Messages of the errors that the text has.
 */
errors: Array<string>, };

export type ImportedThing = { kind: string, name: string, title: string, design: string, 
/**
 * Number of entries that were understood.
 */
understood: number, };

export type ItemForm = { kind: string, name: string, title: string, design: string, design_title: string, 
/**
 * True if the design is one of the standard library, which the book lists.
 */
standard: boolean, 
/**
 * Doc comment of the design; may be empty.
 */
doc: string, range: TextRange, 
/**
 * True if the item has no errors.
 */
valid: boolean, 
/**
 * Points spent; `null` if the design has no budget.
 */
spent: number | null, 
/**
 * Points allowed; `null` if the design has no budget, or if the budget is not known yet.
 */
budget: number | null, 
/**
 * Purchase Cost.
 */
price: number | null, 
/**
 * Technology and statistics.
 */
numbers: Array<NumberField>, tracks: Array<NumberField>, 
/**
 * Flags, choices and references to other items.
 */
words: Array<WordField>, skills: SkillTable | null, 
/**
 * Stunts of the whole item.
 */
stunts: StuntList | null, aspects: AspectList | null, 
/**
 * Gear, and other lists of things that the design declares.
 */
things: Array<ThingList>, modes: Array<ModeForm>, 
/**
 * Lines of the ledger: points and reasons.
 */
ledger: Array<FormLedgerLine>, 
/**
 * Entries that are changed in the text only.
 */
text_only: Array<TextOnlyEntry>, };

export type KindAndName = { kind: string, name: string, };

export type Ledger = { 
/**
 * Folder of the package.
 */
package: string, kind: string, name: string, };

export type LedgerAddend = { 
/**
 * Number that the line adds to: `budget`, `spent`, `price`, `stat` …
 */
account: string, 
/**
 * Reason for the addend.
 */
what: string, points: number, 
/**
 * Mode of a modal weapon that the line belongs to.
 */
mode: string | null, };

export type LedgerOfItem = { title: string, budget: number | null, spent: number, price: number | null, lines: Array<LedgerAddend>, };

export type List = { 
/**
 * Folder of the package.
 */
package: string, };

export type ListMember = { 
/**
 * Name of a stunt or thing, or the text of an aspect.
 */
name: string, 
/**
 * Arguments of a stunt; an empty one is left out.
 */
args: Array<string>, count: number, 
/**
 * New text of a derived aspect; empty if it is not renamed.
 */
renamed: string, 
/**
 * Mark of an aspect; empty if it has none.
 */
mark: string, };

export type ListedThing = { kind: string, name: string, title: string, design: string | null, tech: number | null, budget: number | null, spent: number | null, price: number | null, 
/**
 * False if the thing has errors.
 */
valid: boolean, 
/**
 * True if the thing has a card.
 */
card: boolean, 
/**
 * True if the thing has a ledger.
 */
ledger: boolean, 
/**
 * True if the thing has a picture.
 */
picture: boolean, 
/**
 * Line of the text at which the thing is declared.
 */
range: TextRange | null, };

export type Map = { 
/**
 * Folder of the package.
 */
package: string, kind: string, name: string, };

export type Merge = { parts: Array<string>, };

export type ModeForm = { name: string, numbers: Array<NumberField>, stunts: StuntList, };

export type NamedWord = { word: string, title: string, };

export type NewItem = { kind: string, name: string, edit: TextEdit, };

export type NumberField = { 
/**
 * Name of the field in changes; that of a track begins with `tracks.`.
 */
key: string, title: string, 
/**
 * Doc comment; may be empty.
 */
doc: string, value: number, 
/**
 * Value as players read it, such as a letter.
 */
label: string, 
/**
 * True if the item's own text has the number.
 */
written: boolean, 
/**
 * Allowed values, the lowest first; empty if the number is fixed.
 */
values: Array<NumberOption>, 
/**
 * Reason why the number cannot be changed; empty if it can.
 */
fixed: string, };

export type NumberOption = { value: number, label: string, 
/**
 * Points that the value costs; `null` if the design has no prices for it.
 */
cost: number | null, };

export type Odds = { "of": "roll", 
/**
 * Folder of the package.
 */
package: string, 
/**
 * Rank of the skill.
 */
rank: number, 
/**
 * Fixed value that the roll has to reach.
 */
against: number | null, 
/**
 * Rank of the opposing roll.
 */
versus: number | null, } | { "of": "attack", 
/**
 * Folder of the package.
 */
package: string, 
/**
 * Name of the encounter.
 */
encounter: string, 
/**
 * Name of the attacker.
 */
by: string, 
/**
 * Name of the target.
 */
on: string, 
/**
 * Weapon of a person by its name, or `beam`, `torpedo` or `ew` of a ship; the best one if it is left out.
 */
weapon: string | null, 
/**
 * Zone of the attacker; the starting zone if it is left out.
 */
from: string | null, 
/**
 * Zone that the target is placed in.
 */
to: string | null, };

export type OddsNumber = { what: string, 
/**
 * Value as a number of outcomes, or as a fraction; empty if it is too long to read.
 */
fraction: string, 
/**
 * Value in percent, or as a decimal.
 */
value: string, 
/**
 * Chance in thousandths, for a bar; `null` if the value is not a chance.
 */
thousandths: number | null, };

export type OddsReply = { title: string, figures: Array<OddsNumber>, tables: Array<OddsTable>, notes: Array<string>, 
/**
 * The same answer as `odds --format json` prints it.
 */
json: string, };

export type OddsTable = { name: string, rows: Array<OddsNumber>, };

export type OfferedStunt = { name: string, title: string, doc: string, cost: number | null, params: Array<StuntParam>, 
/**
 * Message of the error that buying it would be; empty if it is allowed.
 */
barred: string, };

export type Opponent = { 
/**
 * Name of a ship, a weapon or an armour.
 */
name: string, 
/**
 * Chance to exceed, in percent.
 */
chance: number, 
/**
 * Distance in zones or bands.
 */
at: number, 
/**
 * Rank of the people.
 */
rank: number, 
/**
 * Largest number of designs that play fights, for each number of build points.
 */
fights: number, };

export type OptionAtTable = { 
/**
 * Number by which a reply names this answer.
 */
option: number, words: string, sentence: string, about: string | null, 
/**
 * Prompt for words that go with the answer.
 */
say: string | null, 
/**
 * True if the answer is shown before the others.
 */
first: boolean, };

export type Participants = { 
/**
 * Folder of the package.
 */
package: string, 
/**
 * Name of the encounter.
 */
encounter: string, };

export type PersonAtTable = { title: string, mark: string, 
/**
 * Title of the side; empty for an actor without one.
 */
side: string, active: boolean, acting: boolean, 
/**
 * State in one line.
 */
line: string, };

export type Picture = { svg: string, };

export type Play = { 
/**
 * Folder of the package.
 */
package: string, encounter: string, 
/**
 * Name of the side that the reader plays; the others are played by their doctrines.
 */
side: string, seed: number, 
/**
 * True to be asked every question; otherwise only those that matter.
 */
every_question: boolean, replies: Array<PlayReply>, };

export type PlayReply = { "reply": "option", ask: number, option: number, say: string | null, } | { "reply": "words", ask: number, words: string, } | { "reply": "undo" };

export type PlayedGame = { title: string, 
/**
 * Account of the game, as `run` prints it.
 */
account: string, 
/**
 * Log of the game, as `run --format json` prints it.
 */
log: string, };

export type PlayedPart = { 
/**
 * The part, as `simulate --shard` writes it.
 */
part: string, };

export type QuestionAtTable = { ask: number, text: string, ways: Array<string>, options: Array<OptionAtTable>, };

export type RankedSkillRow = { at: number, 
/**
 * Skill as the author wrote it, with its subjects.
 */
text: string, };

export type Recheck = { file: string, };

export type Related = { range: TextRange, text: string, };

export type Rename = { file: string, 
/**
 * Offset of the cursor.
 */
at: number, 
/**
 * New name.
 */
name: string, };

export type Renamed = { edits: Array<TextEdit>, };

export type Report = { 
/**
 * Folder of the package.
 */
package: string, };

export type ReportText = { text: string, };

export type Rules = { 
/**
 * Folder of a package whose own rules are searched too.
 */
package: string, words: string, };

export type RulesFound = { rules: Array<FoundRule>, 
/**
 * Number of further rules that were found and are not in `rules`.
 */
more: number, 
/**
 * Advice on what to ask, if no rule was found.
 */
advice: string | null, };

export type Run = { 
/**
 * Folder of the package.
 */
package: string, 
/**
 * Name of the encounter.
 */
encounter: string, 
/**
 * Seed of the dice.
 */
seed: number, };

export type Sheet = { 
/**
 * Folder of the package.
 */
package: string, 
/**
 * Kind and name of the thing; all things with a card if it is left out.
 */
thing: KindAndName | null, 
/**
 * `text`, `markdown` or `html`.
 */
format: string, 
/**
 * True to print the ledgers.
 */
ledger: boolean, 
/**
 * True to print the effects as they are written.
 */
effects: boolean, };

export type SheetText = { text: string, };

export type Simulate = { 
/**
 * Folder of the package.
 */
package: string, 
/**
 * Name of the encounter.
 */
encounter: string, seed: number, 
/**
 * Number of games of the whole simulation.
 */
games: number, 
/**
 * Number of the first game of this part, from 0.
 */
from: number, 
/**
 * Number of the first game that is no longer in this part.
 */
to: number, };

export type SimulationReply = { games: number, winners: Array<WinnerShare>, 
/**
 * Report, as `simulate` prints it.
 */
text: string, 
/**
 * Report, as `simulate --format json` prints it.
 */
json: string, };

export type SkillRow = { rank: number, 
/**
 * Number of skills that the shape asks for; `null` if any number is allowed.
 */
wanted: number | null, skills: Array<RankedSkillRow>, };

export type SkillTable = { 
/**
 * Ranks, the highest first.
 */
rows: Array<SkillRow>, 
/**
 * Skills that the item may have.
 */
usable: Array<NamedWord>, 
/**
 * Names of those usable skills that are written with a subject, such as a profession.
 */
with_subject: Array<string>, };

export type StuntList = { bought: Array<BoughtStuntRow>, 
/**
 * Stunts that the design sells and that could be added.
 */
offers: Array<OfferedStunt>, 
/**
 * Fewest and most stunts, if the design counts them.
 */
least: number | null, most: number | null, };

export type StuntParam = { name: string, 
/**
 * `word` if one of `words` is to be chosen, `text` for words in quotes, `number`, or `free` for anything else.
 */
form: string, words: Array<NamedWord>, optional: boolean, };

export type Suggested = { label: string, 
/**
 * `keyword`, `field`, `stunt`, `word`, `name` or `snippet`.
 */
kind: string, detail: string, 
/**
 * Documentation in Markdown.
 */
doc: string, 
/**
 * Text to insert. In a snippet, `$1` is the next position of the cursor.
 */
insert: string, snippet: boolean, range: TextRange, };

export type TextEdit = { 
/**
 * Range to replace.
 */
range: TextRange, 
/**
 * New text of the range.
 */
text: string, };

export type TextOnlyEntry = { text: string, range: TextRange, };

export type TextRange = { 
/**
 * Path of the file.
 */
file: string, 
/**
 * Offset of the first unit.
 */
from: number, 
/**
 * Offset after the last unit.
 */
to: number, };

export type ThingList = { 
/**
 * Key of the entry.
 */
key: string, doc: string, members: Array<ThingRow>, 
/**
 * Things that could be added, as they are written.
 */
words: Array<NamedWord>, 
/**
 * True if the members of the list may have a count.
 */
counted: boolean, };

export type ThingRow = { 
/**
 * Position in the list, for changes.
 */
at: number, 
/**
 * Thing as written, without its count.
 */
name: string, count: number, };

export type Token = { from: number, to: number, 
/**
 * Meaning of the token: `keyword`, `property`, `string` …
 */
kind: string, };

export type Tokens = { file: string, };

export type UnknownLine = { line: number, text: string, };

export type WinnerShare = { 
/**
 * Name of the side; `null` for games without a winner.
 */
side: string | null, games: number, share: number, low: number, high: number, };

export type WordField = { 
/**
 * Key of the entry.
 */
key: string, 
/**
 * Doc comment; may be empty.
 */
doc: string, 
/**
 * `flag`, `choice` or `reference`.
 */
form: string, 
/**
 * Word as written, `yes` or `no` for a flag; empty if none is written.
 */
value: string, 
/**
 * Words to choose from, each with its title.
 */
words: Array<NamedWord>, 
/**
 * True if a text in quotes is allowed instead.
 */
worded: boolean, };

export type Write = { 
/**
 * Texts by path; `null` removes a file.
 */
files: { [key in string]: string | null }, 
/**
 * True to remove all other files first.
 */
all: boolean, };

export type Written = { 
/**
 * Folders of all packages, and the empty folder if files belong to no package.
 */
packages: Array<string>, };

export type WrittenAspectRow = { 
/**
 * Position in the list, for changes.
 */
at: number, text: string, 
/**
 * New text of a derived aspect; empty if it is not renamed.
 */
renamed: string, mark: string, 
/**
 * True if the member is no text, so that it is changed in the text only.
 */
special: boolean, };

/** Requests by name, each with its answer. */
export interface Replies {
  actions: { request: Actions; answer: Array<EditorAction> };
  add_item: { request: AddItem; answer: NewItem };
  build: { request: Build; answer: BuiltPackage };
  check: { request: Check; answer: Checked };
  complete: { request: Complete; answer: Array<Suggested> };
  definition: { request: Definition; answer: Defined | null };
  design_values: { request: DesignValues; answer: DesignValuesReply };
  designs: { request: Designs; answer: Array<DesignOffer> };
  explain: { request: Explain; answer: CodePage };
  explore: { request: Explore; answer: ExploreReply };
  fill: { request: Fill; answer: Array<TextEdit> };
  form: { request: Form; answer: ItemForm };
  format: { request: Format; answer: FormattedText };
  hover: { request: Hover; answer: Hovered | null };
  import: { request: Import; answer: Imported };
  ledger: { request: Ledger; answer: LedgerOfItem };
  list: { request: List; answer: Array<ListedThing> };
  map: { request: Map; answer: Picture };
  merge: { request: Merge; answer: SimulationReply };
  odds: { request: Odds; answer: OddsReply };
  participants: { request: Participants; answer: EncounterSides };
  play: { request: Play; answer: GameAtTable };
  recheck: { request: Recheck; answer: FileFindings | null };
  rename: { request: Rename; answer: Renamed };
  report: { request: Report; answer: ReportText };
  rules: { request: Rules; answer: RulesFound };
  run: { request: Run; answer: PlayedGame };
  sheet: { request: Sheet; answer: SheetText };
  simulate: { request: Simulate; answer: PlayedPart };
  tokens: { request: Tokens; answer: Array<Token> };
  write: { request: Write; answer: Written };
}
