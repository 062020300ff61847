// Choice of a design and a title for a new item of the open file.
import { useState } from "preact/hooks";
import type { Workspace } from "../workspace";
import { useAnswer } from "../use";

export function NewItemForm({ workspace, onDone }: { workspace: Workspace; onDone(key: string | undefined): void }) {
  const folder = workspace.package;
  const { answer: designs, error } = useAnswer(`${workspace.generation} ${folder}`, () => workspace.session.ask("designs", { package: folder }));
  const [name, setName] = useState("");
  const [title, setTitle] = useState("");
  const [refusal, setRefusal] = useState("");
  const design = designs?.find((one) => one.name === name) ?? designs?.[0];
  const add = async () => {
    if (!design) return;
    try {
      await workspace.settled();
      const { kind, name, edit } = await workspace.session.ask("add_item", { file: workspace.open, design: design.name, title });
      workspace.apply([edit]);
      onDone(`${kind} ${name}`);
    } catch (why) {
      setRefusal((why as Error).message);
    }
  };
  return (
    <form class="new-item" onSubmit={(event) => { event.preventDefault(); void add(); }}>
      {error && <p class="refusal">{error}</p>}
      <div class="tools">
        <label class="field"><span>Design</span>
          <select value={design?.name} onChange={(event) => setName(event.currentTarget.value)}>{designs?.map((one) => <option key={one.name} value={one.name}>{one.title} ({one.kind})</option>)}</select>
        </label>
        <label class="field grow"><span>Title</span><input value={title} onInput={(event) => setTitle(event.currentTarget.value)} /></label>
        <button type="submit" class="main" disabled={!design}>Write it</button>
        <button type="button" onClick={() => onDone(undefined)}>Cancel</button>
      </div>
      {design && design.doc !== "" && <p class="faint">{design.doc}</p>}
      {refusal !== "" && <p class="refusal">{refusal}</p>}
    </form>
  );
}
