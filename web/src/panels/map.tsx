// The picture of a map, a cluster or an encounter.
import { save } from "../archive";
import type { Workspace } from "../workspace";
import { useAnswer } from "../use";
import { Document } from "./document";
import { Picker, chosen } from "./picker";

export function MapPanel({ workspace, pick, onPick }: { workspace: Workspace; pick: string; onPick(key: string): void }) {
  const things = workspace.things.filter((thing) => thing.picture);
  const thing = chosen(things, pick);
  const folder = workspace.package;
  const { answer, error } = useAnswer(`${workspace.generation} ${folder} ${thing?.kind} ${thing?.name}`, () => (thing ? workspace.session.ask("map", { package: folder, kind: thing.kind, name: thing.name }) : undefined));
  if (!thing) return <p class="empty">This package has no map, cluster or encounter yet.</p>;
  return (
    <>
      <div class="tools">
        <Picker label="Picture of" things={things} value={thing} onChoose={onPick} />
        {answer && <button type="button" onClick={() => save(`${thing.name}.svg`, answer.svg, "image/svg+xml")}>Save picture</button>}
      </div>
      {error && <p class="refusal">{error}</p>}
      {answer && <Document svg={answer.svg} label={`Picture of ${thing.title}`} />}
    </>
  );
}
