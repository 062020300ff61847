// Dialog that asks for the new name of the declaration at the cursor.
import { useState } from "preact/hooks";
import { Dialog } from "./dialog";
import type { Workspace } from "./workspace";

/// Place of the name that is to be changed.
export interface Renaming {
  at: number;
}

export function RenameDialog(props: { workspace: Workspace; renaming: Renaming; onClose(): void; onSaid(text: string): void }) {
  const { workspace } = props;
  const text = workspace.files[workspace.open] ?? "";
  const before = /\w*$/.exec(text.slice(0, props.renaming.at))?.[0] ?? "";
  const word = before + (/^\w*/.exec(text.slice(props.renaming.at))?.[0] ?? "");
  const [name, setName] = useState(word);
  const [error, setError] = useState("");
  const rename = async () => {
    await workspace.settled();
    try {
      const { edits } = await workspace.session.ask("rename", { file: workspace.open, at: props.renaming.at, name });
      workspace.apply(edits);
      props.onSaid(`Renamed ${word} to ${name} in ${edits.length} ${edits.length === 1 ? "place" : "places"}.`);
      props.onClose();
    } catch (why) {
      setError((why as Error).message);
    }
  };
  return (
    <Dialog title="Rename" onClose={props.onClose}>
      <p>The name at the cursor is changed everywhere in the package.</p>
      <form onSubmit={(event) => { event.preventDefault(); void rename(); }}>
        <label class="field"><span>New name</span><input value={name} required onInput={(event) => setName(event.currentTarget.value)} /></label>
        {error !== "" && <p class="refusal">{error}</p>}
        <div class="tools"><button type="submit" class="main">Rename</button></div>
      </form>
    </Dialog>
  );
}
