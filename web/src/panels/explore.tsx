// Panel of searches for designs: the question of `slipyard explore` as a form, and its answer as a table.
import { save } from "../archive";
import type { Exploration } from "../exploration";
import type { DesignValuesReply } from "../session/types";
import { useAnswer, useChanges } from "../use";
import type { Workspace } from "../workspace";
import { ExploreResult } from "./explore_result";
import { keyOf } from "./picker";
import { NO_WORDS, WordList, type Suggestion } from "./word_list";

interface PanelProps {
  workspace: Workspace;
  exploration: Exploration;
  pick: string;
  onPick(key: string): void;
  onSaid(text: string): void;
}

/// Whole number that may be left out.
function NumberField(props: { label: string; value: number | undefined; min: number; max: number; onChange(value: number | undefined): void }) {
  return (
    <label class="field short"><span>{props.label}</span>
      <input type="number" min={props.min} max={props.max} step={1} value={props.value ?? ""} onInput={(event) => props.onChange(Number.isFinite(event.currentTarget.valueAsNumber) ? event.currentTarget.valueAsNumber : undefined)} />
    </label>
  );
}

/// Words that each field suggests.
function suggestions(values: DesignValuesReply | undefined): { required: Suggestion[]; stunts: Suggestion[]; compared: Suggestion[] } {
  if (!values) return { required: [], stunts: [], compared: [] };
  const word = (one: { name: string; title: string }) => ({ word: one.name, title: one.title });
  const stunts = values.stunts.map(word);
  const bounds = values.numbers.map(({ name, title }) => ({ word: `${name}>=`, title: `${title} at least` }));
  const flags = values.flags.map((flag) => ({ word: flag, title: flag }));
  const more = [[values.has_price, "price", "Price"], [values.has_upkeep, "upkeep", "Upkeep"], [values.has_points, "points", "Build points"]] as const;
  const totals = more.filter(([is]) => is).map(([, word, title]) => ({ word, title }));
  return { required: [...stunts, ...flags, ...bounds], stunts, compared: [...values.numbers.map(word), ...totals, ...stunts] };
}

export function ExplorePanel({ workspace, exploration, pick, onPick, onSaid }: PanelProps) {
  useChanges(exploration);
  const { wish } = exploration;
  const folder = workspace.package;
  const { answer: designs, error } = useAnswer(`${workspace.generation} ${folder}`, () => workspace.session.ask("designs", { package: folder }));
  const picked = workspace.things.find((thing) => keyOf(thing) === pick) ?? workspace.things.find((thing) => thing.design !== null);
  const design = designs?.find((one) => one.name === wish.design) ?? designs?.find((one) => one.name === picked?.design) ?? designs?.[0];
  const { answer: values } = useAnswer(`${workspace.generation} ${folder} ${design?.name}`, () => design && workspace.session.ask("design_values", { package: folder, design: design.name }));
  if (error !== undefined) return <p class="refusal">{error}</p>;
  if (!designs || !design || !values) return <p role="status">Reading the designs …</p>;
  const [low, high] = values.tech ?? [0, -1];
  const levels = Array.from({ length: high - low + 1 }, (_, at) => low + at);
  const usual = picked?.design === design.name && picked.tech !== null ? picked.tech : Math.ceil((low + high) / 2);
  const tech = levels.length === 0 ? undefined : levels.includes(wish.tech ?? Number.NaN) ? wish.tech : usual;
  const words = suggestions(values);
  const opponents = workspace.things.filter((thing) => thing.design !== null && thing.valid);
  const start = () => void exploration.start(workspace.files, folder, design.name, tech).catch((why) => workspace.tell(why));
  return (
    <>
      <p>Lists the designs that no other design beats, or the cheapest that beats an opponent. If “More of” and “Less of” are empty, the prices of the design decide what is better.</p>
      <form class="explore" onSubmit={(event) => { event.preventDefault(); start(); }}>
        <div class="tools">
          <label class="field"><span>Design</span>
            <select value={design.name} onChange={(event) => exploration.set({ design: event.currentTarget.value, tech: undefined, require: NO_WORDS, forbid: NO_WORDS, maximise: NO_WORDS, minimise: NO_WORDS })}>
              {designs.map((one) => <option key={one.name} value={one.name}>{one.title} ({one.kind})</option>)}
            </select>
          </label>
          {levels.length > 0 && (
            <label class="field"><span>Technology</span>
              <select value={tech} onChange={(event) => exploration.set({ tech: Number(event.currentTarget.value) })}>{levels.map((level) => <option key={level} value={level}>T{level}</option>)}</select>
            </label>
          )}
        </div>
        <div class="word-lists">
          <WordList label="Must have" hint="a stunt, a flag, or a bound such as harm>=2" value={wish.require} suggestions={words.required} onChange={(require) => exploration.set({ require })} />
          <WordList label="Must not have" hint="stunts" value={wish.forbid} suggestions={words.stunts} onChange={(forbid) => exploration.set({ forbid })} />
          <WordList label="More of" hint="the most important first" value={wish.maximise} suggestions={words.compared} onChange={(maximise) => exploration.set({ maximise })} />
          <WordList label="Less of" hint="also price, upkeep, points" value={wish.minimise} suggestions={words.compared} onChange={(minimise) => exploration.set({ minimise })} />
        </div>
        <details>
          <summary>An opponent, and more conditions</summary>
          <div class="tools">
            <label class="field"><span>Opponent to beat</span><input list="opponents" autocomplete="off" value={wish.against} onInput={(event) => exploration.set({ against: event.currentTarget.value })} /></label>
            {wish.against.trim() !== "" && (
              <>
                <NumberField label="More often than, in %" value={wish.chance} min={0} max={99} onChange={(chance) => exploration.set({ chance: chance ?? 50 })} />
                <NumberField label="Range" value={wish.at} min={0} max={20} onChange={(at) => exploration.set({ at: at ?? 2 })} />
                <NumberField label="Rank of the people" value={wish.rank} min={-10} max={20} onChange={(rank) => exploration.set({ rank: rank ?? 3 })} />
                <NumberField label="Designs that fight" value={wish.fights} min={1} max={1000} onChange={(fights) => exploration.set({ fights: fights ?? 3 })} />
              </>
            )}
          </div>
          <div class="tools">
            <label class="field"><span>Faster than (a ship)</span><input list="opponents" autocomplete="off" value={wish.outrun} onInput={(event) => exploration.set({ outrun: event.currentTarget.value })} /></label>
            {wish.against.trim() === "" && <NumberField label="Build points at most" value={wish.budget} min={0} max={1000} onChange={(budget) => exploration.set({ budget })} />}
            <NumberField label="Designs shown" value={wish.limit} min={1} max={500} onChange={(limit) => exploration.set({ limit: limit ?? 20 })} />
          </div>
          <datalist id="opponents">{opponents.map((thing) => <option key={keyOf(thing)} value={thing.name}>{thing.title} ({thing.kind})</option>)}</datalist>
          <label class="field wide"><span>Entries of every design (as in an item, one a line)</span>
            <textarea rows={2} value={wish.entries} placeholder={'aspects "Grey market"'} onInput={(event) => exploration.set({ entries: event.currentTarget.value })} />
          </label>
        </details>
        <div class="tools">
          <button type="submit" class="main" disabled={exploration.isRunning}>Explore</button>
          {exploration.isRunning && <button type="button" onClick={() => exploration.cancel()}>Cancel</button>}
        </div>
      </form>
      <div role="status">
        {exploration.isRunning && <p><progress aria-label="Search" /> {exploration.progress ? `${exploration.progress.done} ${exploration.progress.done === 1 ? "fight" : "fights"}, now at ${exploration.progress.at} build points` : "Searching …"}</p>}
        {exploration.refusal !== "" && <p class="refusal">{sentence(exploration.refusal)}</p>}
      </div>
      {exploration.reply && (
        <>
          <ExploreResult workspace={workspace} reply={exploration.reply} onPick={onPick} onSaid={onSaid} kind={design.kind} />
          <div class="tools">
            <button type="button" onClick={() => save("designs.csv", exploration.reply?.csv ?? "", "text/csv")}>Save as a table</button>
            <button type="button" onClick={() => save("designs.json", exploration.reply?.json ?? "", "application/json")}>Save the numbers</button>
            {exploration.reply.slip !== "" && <button type="button" onClick={() => save("designs.slip", exploration.reply?.slip ?? "", "text/plain")}>Save as Slip text</button>}
          </div>
        </>
      )}
    </>
  );
}

/// A refusal as a sentence.
function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`.replaceAll("`", "");
}
