// Lines for the aspects of an item: the written ones to change, and those that the rules give.
import { useState } from "preact/hooks";
import { PARTS } from "../book";
import { BookLink } from "../panels/book_link";
import type { AspectList, FormChange } from "../session/types";
import { member } from "./stunts";

export function AspectField({ list, change }: { list: AspectList; change(change: FormChange): void }) {
  const [text, setText] = useState("");
  const [mark, setMark] = useState("");
  const add = () => {
    if (text.trim() === "") return;
    change({ change: "add", key: "aspects", mode: null, member: member(text.trim(), { mark }) });
    setText("");
  };
  const replace = (at: number, words: string, row: AspectList["written"][number]) => {
    if (words.trim() === "") return change({ change: "remove", key: "aspects", mode: null, at });
    const renames = row.renamed !== "";
    change({ change: "replace", key: "aspects", mode: null, at, member: member(renames ? row.text : words.trim(), { renamed: renames ? words.trim() : "", mark: row.mark }) });
  };
  const rename = (old: string, words: string) => {
    if (words.trim() !== "" && words.trim() !== old) change({ change: "add", key: "aspects", mode: null, member: member(old, { renamed: words.trim() }) });
  };
  return (
    <fieldset><legend>Aspects</legend><BookLink page={PARTS.aspects} about="aspects" />
      {list.slots !== null && <p class="faint">{list.least !== null && list.least < list.slots ? `From ${list.least} to ${list.slots}` : list.slots} in all.</p>}
      <ul class="rows">
        {list.written.map((row) => (
          <li key={`${row.at} ${row.text} ${row.renamed}`}>
            {row.special ? <code>{row.text}</code> : <input aria-label={`Aspect ${row.at + 1}`} defaultValue={row.renamed || row.text} onChange={(event) => replace(row.at, event.currentTarget.value, row)} />}
            {row.mark !== "" && <span class="faint">{row.mark.replaceAll("_", " ")}</span>}
            {row.renamed !== "" && <span class="faint">for “{row.text}”</span>}
            <button type="button" aria-label={`Remove ${row.renamed || row.text}`} onClick={() => change({ change: "remove", key: "aspects", mode: null, at: row.at })}>Remove</button>
          </li>
        ))}
        {list.derived.map((aspect) => (
          <li key={aspect.text}>
            {aspect.renamable ? <input aria-label={`Words for ${aspect.text}`} defaultValue={aspect.text} onChange={(event) => rename(aspect.text, event.currentTarget.value)} /> : <span>{aspect.text}</span>}
            <span class="faint">given by the rules{aspect.renamable ? "; other words are allowed" : ""}</span>
          </li>
        ))}
      </ul>
      <div class="tools">
        <label class="field grow"><span>New aspect</span><input value={text} list={list.reserved.length > 0 ? "reserved-aspects" : undefined} onInput={(event) => setText(event.currentTarget.value)} onKeyDown={(event) => event.key === "Enter" && add()} /></label>
        {list.reserved.length > 0 && <datalist id="reserved-aspects">{list.reserved.map((words) => <option key={words} value={words} />)}</datalist>}
        {list.marks.length > 0 && (
          <label class="field"><span>Of</span>
            <select value={mark} onChange={(event) => setMark(event.currentTarget.value)}><option value="">no phase</option>{list.marks.map((word) => <option key={word.word} value={word.word}>{word.title}</option>)}</select>
          </label>
        )}
        <button type="button" disabled={text.trim() === ""} onClick={add}>Add aspect</button>
      </div>
    </fieldset>
  );
}
