// List of things: gear, held things, and what an item leaves out.
import { useState } from "preact/hooks";
import { BookLink } from "../panels/book_link";
import type { FormChange, ThingList } from "../session/types";
import { member } from "./stunts";

export function ThingField({ list, page, change }: { list: ThingList; page: string; change(change: FormChange): void }) {
  const [name, setName] = useState("");
  const title = (word: string) => list.words.find((known) => known.word === word)?.title ?? word;
  const label = list.key.replaceAll("_", " ");
  const count = (row: ThingList["members"][number], number: number) =>
    number < 1 ? change({ change: "remove", key: list.key, mode: null, at: row.at }) : change({ change: "replace", key: list.key, mode: null, at: row.at, member: member(row.name, { count: number }) });
  return (
    <fieldset><legend>{label === "without" ? "Left out" : label.charAt(0).toUpperCase() + label.slice(1)}</legend><BookLink page={page} about={label} />
      {list.members.length === 0 && <p class="faint">None.</p>}
      <ul class="rows">
        {list.members.map((row) => (
          <li key={`${row.at} ${row.name}`}>
            <span>{title(row.name)}{row.count > 1 ? ` ×${row.count}` : ""}</span>
            {list.counted && <span class="stepper"><button type="button" aria-label={`One less of ${title(row.name)}`} onClick={() => count(row, row.count - 1)}>−</button><button type="button" aria-label={`One more of ${title(row.name)}`} onClick={() => count(row, row.count + 1)}>+</button></span>}
            <button type="button" aria-label={`Remove ${title(row.name)}`} onClick={() => change({ change: "remove", key: list.key, mode: null, at: row.at })}>Remove</button>
          </li>
        ))}
      </ul>
      {list.words.length > 0 ? (
        <div class="tools">
          <label class="field grow"><span>{label}</span>
            <select value={name} onChange={(event) => setName(event.currentTarget.value)}><option value="">choose one</option>{list.words.map((word) => <option key={word.word} value={word.word}>{word.title}</option>)}</select>
          </label>
          <button type="button" disabled={name === ""} onClick={() => { change({ change: "add", key: list.key, mode: null, member: member(name) }); setName(""); }}>Add to {label}</button>
        </div>
      ) : <p class="faint">This package has nothing that fits.</p>}
    </fieldset>
  );
}
