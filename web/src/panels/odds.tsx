// Exact odds: of one attack in an encounter, or of one roll.
import { useState } from "preact/hooks";
import type { OddsNumber, OddsReply } from "../session/types";
import { useAnswer } from "../use";
import type { Workspace } from "../workspace";
import { Picker, chosen } from "./picker";

export function OddsPanel({ workspace, pick, onPick }: { workspace: Workspace; pick: string; onPick(key: string): void }) {
  const [isRoll, setRoll] = useState(false);
  return (
    <>
      <fieldset class="choice">
        <legend>Odds of</legend>
        <label><input type="radio" name="odds" checked={!isRoll} onChange={() => setRoll(false)} /> an attack</label>
        <label><input type="radio" name="odds" checked={isRoll} onChange={() => setRoll(true)} /> a roll</label>
      </fieldset>
      {isRoll ? <Roll workspace={workspace} /> : <Attack workspace={workspace} pick={pick} onPick={onPick} />}
    </>
  );
}

function Attack({ workspace, pick, onPick }: { workspace: Workspace; pick: string; onPick(key: string): void }) {
  const [pair, setPair] = useState({ by: "", on: "", weapon: "beam", from: "", to: "" });
  const things = workspace.things.filter((thing) => thing.kind === "encounter" && thing.valid);
  const thing = chosen(things, pick);
  const folder = workspace.package;
  const sides = useAnswer(`${workspace.generation} ${folder} ${thing?.name}`, () => (thing ? workspace.session.ask("participants", { package: folder, encounter: thing.name }) : undefined));
  const actors = sides.answer?.sides.flatMap((side) => side.actors) ?? [];
  const by = actors.includes(pair.by) ? pair.by : (sides.answer?.sides[0]?.actors[0] ?? "");
  const on = actors.includes(pair.on) && pair.on !== by ? pair.on : (sides.answer?.sides.flatMap((side) => (side.actors.includes(by) ? [] : side.actors))[0] ?? "");
  const areShips = sides.answer?.play === "space";
  const weapon = areShips ? pair.weapon : null;
  const zones = sides.answer?.zones ?? [];
  const from = zones.includes(pair.from) ? pair.from : null;
  const to = zones.includes(pair.to) ? pair.to : null;
  const odds = useAnswer(`${workspace.generation} ${folder} ${thing?.name} ${by} ${on} ${weapon} ${from} ${to}`, () =>
    thing && by && on ? workspace.session.ask("odds", { of: "attack", package: folder, encounter: thing.name, by, on, weapon, from, to }) : undefined);
  if (!thing) return <p class="empty">This package has no encounter without errors yet.</p>;
  const actor = (label: string, value: string, change: (name: string) => void) => (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => change(event.currentTarget.value)}>
        {sides.answer?.sides.map((side) => <optgroup key={side.name} label={side.name}>{side.actors.map((name) => <option key={name}>{name}</option>)}</optgroup>)}
      </select>
    </label>
  );
  const zone = (label: string, value: string | null, change: (name: string) => void) => zones.length > 0 && (
    <label class="field">
      <span>{label}</span>
      <select value={value ?? ""} onChange={(event) => change(event.currentTarget.value)}>
        <option value="">where they begin</option>
        {zones.map((name) => <option key={name}>{name}</option>)}
      </select>
    </label>
  );
  return (
    <>
      <div class="tools">
        <Picker label="Encounter" things={things} value={thing} onChoose={onPick} />
        {actor("Attacker", by, (name) => setPair({ ...pair, by: name }))}
        {actor("Target", on, (name) => setPair({ ...pair, on: name }))}
        {zone("Attacker is at", from, (name) => setPair({ ...pair, from: name }))}
        {zone("Target is at", to, (name) => setPair({ ...pair, to: name }))}
        {areShips && (
          <label class="field">
            <span>Weapon</span>
            <select value={pair.weapon} onChange={(event) => setPair({ ...pair, weapon: event.currentTarget.value })}>
              <option value="beam">beams</option><option value="torpedo">torpedoes</option><option value="ew">electronic warfare</option>
            </select>
          </label>
        )}
      </div>
      <Told odds={odds.answer} error={odds.error ?? sides.error} />
    </>
  );
}

function Roll({ workspace }: { workspace: Workspace }) {
  const [rank, setRank] = useState(3);
  const [target, setTarget] = useState(2);
  const [isVersus, setVersus] = useState(true);
  const odds = useAnswer(`${workspace.package} ${rank} ${target} ${isVersus}`, () =>
    workspace.session.ask("odds", { of: "roll", package: workspace.package, rank, against: isVersus ? null : target, versus: isVersus ? target : null }));
  const number = (label: string, value: number, change: (value: number) => void) => (
    <label class="field short">
      <span>{label}</span>
      <input type="number" min={-20} max={40} step={1} value={value} onInput={(event) => Number.isInteger(event.currentTarget.valueAsNumber) && change(event.currentTarget.valueAsNumber)} />
    </label>
  );
  return (
    <>
      <div class="tools">
        {number("Rank", rank, setRank)}
        <label class="field">
          <span>Against</span>
          <select value={isVersus ? "roll" : "value"} onChange={(event) => setVersus(event.currentTarget.value === "roll")}>
            <option value="roll">a roll of rank</option><option value="value">a difficulty of</option>
          </select>
        </label>
        {number("Number", target, setTarget)}
      </div>
      <Told odds={odds.answer} error={odds.error} />
    </>
  );
}

function Told({ odds, error }: { odds: OddsReply | undefined; error: string | undefined }) {
  if (error) return <p class="refusal">{error}</p>;
  if (!odds) return null;
  return (
    <div class="odds">
      <h2>{odds.title}</h2>
      <Rows caption="Figures" rows={odds.figures} />
      {odds.tables.map((table) => <Rows key={table.name} caption={table.name} rows={table.rows} />)}
      {odds.notes.map((note) => <p key={note}>{note}</p>)}
    </div>
  );
}

function Rows({ caption, rows }: { caption: string; rows: OddsNumber[] }) {
  return (
    <table class="list">
      <caption>{caption}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.what}>
            <th scope="row">{row.what}</th>
            <td class="number">{row.value}</td>
            <td class="bar">{row.thousandths !== null && <meter min={0} max={1000} value={row.thousandths} aria-label={row.what} />}</td>
            <td class="number faint">{row.fraction}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
