// Import panel: makes Slip text from stat blocks, tables, cards and exports.
import { useState } from "preact/hooks";
import type { Imported } from "../session/types";
import type { Workspace } from "../workspace";

const EXAMPLE = `Widow's Word
Slug thrower, T2
Harm 1, Penetration 1
Range 0-2
Stunts: Civilian`;

export function ImportPanel({ workspace, onPick }: { workspace: Workspace; onPick(key: string): void }) {
  const [text, setText] = useState("");
  const [done, setDone] = useState<Imported | undefined>();
  const [isBusy, setBusy] = useState(false);
  const folder = workspace.package;
  const name = () => {
    for (let number = 1; ; number += 1) {
      const path = `${folder === "" ? "" : `${folder}/`}imported${number === 1 ? "" : `_${number}`}.slip`;
      if (!(path in workspace.files)) return path;
    }
  };
  const read = () => {
    setBusy(true);
    workspace.session.ask("import", { package: folder, file: name(), text })
      .then(setDone, (why) => workspace.tell(why)).finally(() => setBusy(false));
  };
  return (
    <>
      <p>Paste a stat block, a table, a card or an export as you have it. What is not understood becomes a comment.</p>
      <form onSubmit={(event) => { event.preventDefault(); read(); }}>
        <label class="field wide"><span>Text to import</span>
          <textarea rows={10} value={text} placeholder={EXAMPLE} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <div class="tools">
          <button type="submit" class="main" disabled={isBusy || text.trim() === ""}>Import</button>
          <button type="button" onClick={() => setText(EXAMPLE)}>Use the example</button>
        </div>
      </form>
      {isBusy && <p role="status">Reading …</p>}
      {done && (
        <section aria-label="Result of the import">
          {done.items.length === 0 && <p class="refusal">Nothing was understood.</p>}
          <ul>{done.items.map((item) => <li key={item.name}>{item.kind} “{item.title}” ({item.design}), {item.understood} {item.understood === 1 ? "entry" : "entries"} understood</li>)}</ul>
          {done.remarks.length > 0 && <><h2>Chosen for you</h2><ul>{done.remarks.map((remark) => <li key={remark}>{remark}</li>)}</ul></>}
          {done.unknown.length > 0 && <><h2>Not understood</h2><ul>{done.unknown.map((line) => <li key={line.line}>line {line.line}: {line.text}</li>)}</ul></>}
          {done.differences.length > 0 && (
            <><h2>Does not add up</h2><ul>{done.differences.map((difference, at) => (
              <li key={at}>{difference.title}: {difference.what} {difference.claimed}, but {difference.computed === null ? "the rules give none" : `the rules give ${difference.computed}`}
                {difference.ledger.length > 0 && <ul>{difference.ledger.map(([points, why], line) => <li key={line}>{points > 0 ? `+${points}` : points} {why}</li>)}</ul>}
              </li>
            ))}</ul></>
          )}
          {done.errors.length > 0 && <><h2>Errors to correct</h2><ul>{done.errors.map((error) => <li key={error}>{error}</li>)}</ul></>}
          {done.text !== "" && (
            <>
              <pre class="account" tabIndex={0} aria-label="Slip text">{done.text}</pre>
              <div class="tools"><button type="button" class="main" onClick={() => { workspace.put({ [name()]: done.text }); if (done.items[0]) onPick(`${done.items[0].kind} ${done.items[0].name}`); setDone(undefined); setText(""); }}>Add to the package</button></div>
            </>
          )}
        </section>
      )}
    </>
  );
}
