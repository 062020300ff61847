// Many games of an encounter, with progress, and the counts.
import { useRef, useState } from "preact/hooks";
import { save } from "../archive";
import type { SimulationReply } from "../session/types";
import { simulate } from "../simulation";
import type { Workspace } from "../workspace";
import { Picker, chosen } from "./picker";
import { Seed } from "./seed";

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

export function SimulatePanel({ workspace, pick, onPick }: { workspace: Workspace; pick: string; onPick(key: string): void }) {
  const [seed, setSeed] = useState(1);
  const [games, setGames] = useState(400);
  const [played, setPlayed] = useState<number | undefined>();
  const [told, setTold] = useState<(SimulationReply & { title: string }) | undefined>();
  const run = useRef({ isOver: false });
  const things = workspace.things.filter((thing) => thing.kind === "encounter" && thing.valid);
  const thing = chosen(things, pick);
  if (!thing) return <p class="empty">This package has no encounter without errors yet.</p>;
  const start = () => {
    const own = { isOver: false };
    run.current = own;
    setPlayed(0);
    simulate({ files: workspace.files, package: workspace.package, encounter: thing.name, seed, games }, (done) => !own.isOver && setPlayed(done), () => own.isOver)
      .then((report) => report && setTold({ ...report, title: thing.title }), (why) => workspace.tell(why))
      .finally(() => setPlayed(undefined));
  };
  const isRunning = played !== undefined;
  return (
    <>
      <form class="tools" onSubmit={(event) => { event.preventDefault(); start(); }}>
        <Picker label="Encounter" things={things} value={thing} onChoose={onPick} />
        <label class="field short">
          <span>Games</span>
          <select value={games} onChange={(event) => setGames(Number(event.currentTarget.value))}>
            {[100, 400, 1000, 4000, 10_000].map((count) => <option key={count} value={count}>{count.toLocaleString("en")}</option>)}
          </select>
        </label>
        <Seed value={seed} onChange={setSeed} />
        <button type="submit" class="main" disabled={isRunning}>Simulate</button>
        {isRunning && <button type="button" onClick={() => { run.current.isOver = true; setPlayed(undefined); }}>Cancel</button>}
      </form>
      {isRunning && <p role="status"><progress max={games} value={played} aria-label="Games played" /> {played} of {games} games</p>}
      {told && (
        <>
          <h2>{told.title}: {told.games.toLocaleString("en")} games</h2>
          <table class="list">
            <caption>Who wins, with 95% intervals</caption>
            <tbody>
              {told.winners.map((row) => (
                <tr key={row.side}>
                  <th scope="row">{row.side ?? "no side"}</th>
                  <td class="number">{percent(row.share)}</td>
                  <td class="bar"><meter min={0} max={1} value={row.share} aria-label={row.side ?? "no side"} /></td>
                  <td class="number faint">{percent(row.low)} to {percent(row.high)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div class="tools"><button type="button" onClick={() => save(`${thing.name}-simulation.json`, told.json, "application/json")}>Save the numbers</button></div>
          <pre class="account" tabIndex={0} aria-label="Report of the simulation">{told.text}</pre>
        </>
      )}
    </>
  );
}
