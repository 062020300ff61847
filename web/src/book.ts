// Links to the pages of the book, which is rendered beside the page. The paths are those of docs/book; a test compares them with the pages.
import type { FoundRule, ItemForm } from "./session/types";

/// Folder of the book; undefined if this edition was made without it.
const folder = document.querySelector<HTMLMetaElement>('meta[name="slipyard-book"]')?.content;

/// Page about the things of each kind.
const KINDS: Record<string, string> = {
  animal: "reference/people.md",
  armour: "reference/built-things.md",
  background: "reference/stakes.md",
  character: "reference/people.md",
  cluster: "reference/worlds.md",
  crew: "reference/people.md#wargames",
  encounter: "reference/encounters.md",
  goods: "reference/people.md",
  idea: "reference/talk.md",
  map: "reference/maps.md",
  mook: "reference/people.md",
  npc: "reference/people.md",
  platoon: "reference/units.md",
  ship: "reference/built-things.md",
  skill: "reference/skills.md",
  station: "reference/skills.md#stations",
  system: "reference/worlds.md",
  table: "reference/tables.md",
  unit: "reference/units.md",
  vehicle: "reference/built-things.md",
  weapon: "reference/built-things.md",
  world: "reference/worlds.md",
};

/// Page about the things that own designs build.
const OWN_KINDS = "reference/designs.md";

/// Page with the numbers of each design of the standard library. The name of the design is the anchor.
const DESIGNS = "tables/designs.md";

/// Pages about the parts that the forms of all things have in common.
export const PARTS = {
  aspects: "reference/built-things.md#aspects",
  modes: "reference/built-things.md#mode",
  stunts: "reference/built-things.md#stunts",
  textOnly: "reference/diagnostics.md",
};

export const pageOfKind = (kind: string) => KINDS[kind] ?? OWN_KINDS;

export const pageOfDesign = (form: ItemForm) => (form.standard ? `${DESIGNS}#${form.design}` : OWN_KINDS);

/// Page that a link on the page of a finding leads to.
export const pageOfLink = (target: string) => (target.startsWith("../book/") ? target.slice("../book/".length) : `codes/${target}`);

export const pageOfCode = (code: string) => `codes/${code}.md`;

/// Page and row of a rule that was found; undefined for rules of Slip texts, which are not in the book.
export function pageOfRule(rule: FoundRule): string | undefined {
  const path = /^docs\/(?:book\/)?(.*\.md):\d+$/.exec(rule.place)?.[1];
  if (path === undefined) return undefined;
  if (rule.kind === "section") return `${path}#${rule.name.toLowerCase().replace(/[^\w -]/g, "").replaceAll(" ", "-")}`;
  const anchor = rule.kind === "ruling" || rule.kind === "row" ? rule.name.split(" ")[0] : "";
  return anchor ? `${path}#${anchor}` : path;
}

/// Address of a page; undefined if there is no book.
export function addressOf(page: string): string | undefined {
  if (folder === undefined) return undefined;
  const [path = "", anchor] = page.split("#");
  const file = path.replace(/README\.md$/, "index.md").replace(/\.md$/, ".html");
  return `${folder}${file}${anchor === undefined ? "" : `#${encodeURIComponent(anchor)}`}`;
}
