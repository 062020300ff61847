// The card of a thing, as a player sees it.
import { useState } from "preact/hooks";
import { save } from "../archive";
import { pageOfKind } from "../book";
import type { Workspace } from "../workspace";
import { useAnswer } from "../use";
import { BookLink } from "./book_link";
import { Document } from "./document";
import { Picker, chosen } from "./picker";

export function CardPanel({ workspace, pick, onPick }: { workspace: Workspace; pick: string; onPick(key: string): void }) {
  const [ledger, setLedger] = useState(false);
  const things = workspace.things.filter((thing) => thing.card);
  const thing = chosen(things, pick);
  const folder = workspace.package;
  const ask = (format: string) => workspace.session.ask("sheet", { package: folder, thing: thing ? { kind: thing.kind, name: thing.name } : null, format, ledger, effects: false });
  const { answer, error } = useAnswer(`${workspace.generation} ${folder} ${thing?.kind} ${thing?.name} ${ledger}`, () => (thing ? ask("html") : undefined));
  if (!thing) return <p class="empty">Nothing in this package has a card yet.</p>;
  return (
    <>
      <div class="tools">
        <Picker label="Card of" things={things} value={thing} onChoose={onPick} />
        <label class="check"><input type="checkbox" checked={ledger} onChange={(event) => setLedger(event.currentTarget.checked)} /> with its ledger</label>
        <button type="button" onClick={() => void ask("html").then(({ text }) => save(`${thing.name}.html`, text, "text/html"), (why) => workspace.tell(why))}>Save to print</button>
        <button type="button" onClick={() => void ask("text").then(({ text }) => navigator.clipboard.writeText(text)).catch((why) => workspace.tell(why))}>Copy as text</button>
        <BookLink page={pageOfKind(thing.kind)} about={`the kind ${thing.kind}`} />
      </div>
      {error && <p class="refusal">{error}</p>}
      {answer && <Document html={answer.text} label={`Card of ${thing.title}`} />}
    </>
  );
}
