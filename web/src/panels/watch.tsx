// An encounter that plays itself with a seed, and its account.
import { useState } from "preact/hooks";
import { save } from "../archive";
import type { PlayedGame } from "../session/types";
import type { Workspace } from "../workspace";
import { Picker, chosen } from "./picker";
import { Seed } from "./seed";

export function WatchPanel({ workspace, pick, onPick }: { workspace: Workspace; pick: string; onPick(key: string): void }) {
  const [seed, setSeed] = useState(1);
  const [played, setPlayed] = useState<(PlayedGame & { of: string }) | undefined>();
  const [isBusy, setBusy] = useState(false);
  const things = workspace.things.filter((thing) => thing.kind === "encounter");
  const thing = chosen(things, pick);
  if (!thing) return <p class="empty">This package has no encounter yet. “New” has a fight to begin with.</p>;
  const play = (with_: number) => {
    setBusy(true);
    setSeed(with_);
    workspace.session.ask("run", { package: workspace.package, encounter: thing.name, seed: with_ })
      .then((game) => setPlayed({ ...game, of: `${thing.name} ${with_}` }), (why) => workspace.tell(why))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <form class="tools" onSubmit={(event) => { event.preventDefault(); play(seed); }}>
        <Picker label="Encounter" things={things} value={thing} onChoose={onPick} />
        <Seed value={seed} onChange={setSeed} />
        <button type="submit" class="main" disabled={isBusy}>Play</button>
        <button type="button" disabled={isBusy} onClick={() => play(seed + 1)}>Next seed</button>
        {played && <button type="button" onClick={() => save(`${thing.name}-${seed}.jsonl`, played.log, "application/x-ndjson")}>Save the log</button>}
      </form>
      {isBusy && <p role="status">Playing …</p>}
      {played && <pre class="account" tabIndex={0} aria-label="Account of the game">{played.account}</pre>}
      {!played && !isBusy && <p class="empty">Every side is played by its doctrine. The same seed is always the same game.</p>}
    </>
  );
}
