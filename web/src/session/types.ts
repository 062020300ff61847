export type Actions = { file: string, from: number, to: number };

export type EditorAction = { title: string, kind: string, edits: Array<TextEdit> };

export type Check = { package: string };

export type Checked = { findings: Array<Finding>, errors: number, warnings: number, notes: number, items: number };

export type Finding = { range: TextRange, line: number, severity: string, code: string, message: string, label: string, notes: Array<string>, help: string | null, related: Array<Related>, fixes: Array<FixEdits> };

export type Related = { range: TextRange, text: string };

export type FixEdits = { title: string, safe: boolean, edits: Array<TextEdit> };

export type Complete = { file: string, at: number };

export type Suggested = { label: string, kind: string, detail: string, doc: string, insert: string, snippet: boolean, range: TextRange };

export type Definition = { file: string, at: number };

export type Defined = { range: TextRange, text: string };

export type Explain = { code: string };

export type CodePage = { code: string, severity: string, page: string };

export type Format = { file: string };

export type FormattedText = { text: string, left: number };

export type Hover = { file: string, at: number };

export type Hovered = { range: TextRange, text: string };

export type Import = { package: string, file: string, text: string };

export type Imported = { text: string, items: Array<ImportedThing>, unknown: Array<UnknownLine>, remarks: Array<string>, differences: Array<ImportDifference>, errors: Array<string> };

export type ImportedThing = { kind: string, name: string, title: string, design: string, understood: number };

export type UnknownLine = { line: number, text: string };

export type ImportDifference = { title: string, what: string, claimed: string, computed: string | null, ledger: Array<[number, string]> };

export type Ledger = { package: string, kind: string, name: string };

export type LedgerOfItem = { title: string, budget: number | null, spent: number, price: number | null, lines: Array<LedgerAddend> };

export type LedgerAddend = { account: string, what: string, points: number, mode: string | null };

export type List = { package: string };

export type ListedThing = { kind: string, name: string, title: string, design: string | null, tech: number | null, budget: number | null, spent: number | null, price: number | null, valid: boolean, card: boolean, ledger: boolean, picture: boolean, range: TextRange | null };

export type Map = { package: string, kind: string, name: string };

export type Picture = { svg: string };

export type Merge = { parts: Array<string> };

export type SimulationTold = { games: number, winners: Array<WinnerShare>, text: string, json: string };

export type WinnerShare = { side: string | null, games: number, share: number, low: number, high: number };

export type OddsTold = { title: string, figures: Array<OddsNumber>, tables: Array<OddsTable>, notes: Array<string>, json: string };

export type OddsNumber = { what: string, fraction: string, value: string, thousandths: number | null };

export type OddsTable = { name: string, rows: Array<OddsNumber> };

export type Odds = { "of": "roll", package: string, rank: number, against: number | null, versus: number | null } | { "of": "attack", package: string, encounter: string, by: string, on: string, weapon: string | null, from: string | null, to: string | null };

export type Participants = { package: string, encounter: string };

export type EncounterSides = { play: string, sides: Array<EncounterSide>, zones: Array<string> };

export type EncounterSide = { name: string, actors: Array<string> };

export type Rename = { file: string, at: number, name: string };

export type Renamed = { edits: Array<TextEdit> };

export type Report = { package: string, format: string };

export type ReportText = { text: string };

export type Rules = { package: string, words: string };

export type RulesFound = { rules: Array<FoundRule>, more: number, advice: string | null };

export type FoundRule = { kind: string, name: string, title: string, of: string, text: string, sentence: string, place: string };

export type Run = { package: string, encounter: string, seed: number };

export type PlayedGame = { title: string, account: string, log: string };

export type Sheet = { package: string, thing: KindAndName | null, format: string, ledger: boolean, effects: boolean };

export type KindAndName = { kind: string, name: string };

export type SheetText = { text: string };

export type Simulate = { package: string, encounter: string, seed: number, games: number, from: number, to: number };

export type PlayedPart = { part: string };

export type Tokens = { file: string };

export type Token = { from: number, to: number, kind: string };

export type Write = { files: { [key in string]: string | null }, all: boolean };

export type Written = { packages: Array<string> };

export type TextRange = { file: string, from: number, to: number };

export type TextEdit = { range: TextRange, text: string };

export type Build = { package: string };

export type BuiltPackage = { name: string, hash: string, bytes: string };

export interface Replies {
  build: { request: Build; answer: BuiltPackage };
  actions: { request: Actions; answer: Array<EditorAction> };
  check: { request: Check; answer: Checked };
  complete: { request: Complete; answer: Array<Suggested> };
  definition: { request: Definition; answer: Defined | null };
  explain: { request: Explain; answer: CodePage };
  format: { request: Format; answer: FormattedText };
  hover: { request: Hover; answer: Hovered | null };
  import: { request: Import; answer: Imported };
  ledger: { request: Ledger; answer: LedgerOfItem };
  list: { request: List; answer: Array<ListedThing> };
  map: { request: Map; answer: Picture };
  merge: { request: Merge; answer: SimulationTold };
  odds: { request: Odds; answer: OddsTold };
  participants: { request: Participants; answer: EncounterSides };
  rename: { request: Rename; answer: Renamed };
  report: { request: Report; answer: ReportText };
  rules: { request: Rules; answer: RulesFound };
  run: { request: Run; answer: PlayedGame };
  sheet: { request: Sheet; answer: SheetText };
  simulate: { request: Simulate; answer: PlayedPart };
  tokens: { request: Tokens; answer: Array<Token> };
  write: { request: Write; answer: Written };
}
