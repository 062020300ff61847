// Field for a flag, for a choice of a word, and for a reference to another item.
import type { FormChange, WordField } from "../session/types";

export function WordRow({ field, change }: { field: WordField; change(change: FormChange): void }) {
  const name = field.key.replaceAll("_", " ");
  if (field.form === "flag") {
    return (
      <label class="check row" title={field.doc}>
        <input type="checkbox" checked={field.value === "yes"} onChange={(event) => change({ change: "flag", key: field.key, on: event.currentTarget.checked })} /> {name}
      </label>
    );
  }
  const set = (word: string, is_text: boolean) => change({ change: "word", key: field.key, word, is_text });
  const isKnown = field.value === "" || field.words.some((word) => word.word === field.value);
  const isText = field.value.startsWith('"');
  return (
    <div class="row" title={field.doc}>
      <label class="field"><span class="name">{name}</span>
        <select value={field.value} onChange={(event) => set(event.currentTarget.value, false)}>
          <option value="">not said</option>
          {!isKnown && <option value={field.value}>{field.value}</option>}
          {field.words.map((word) => <option key={word.word} value={word.word}>{word.title}</option>)}
        </select>
      </label>
      {field.worded && (
        <label class="field"><span>or in words</span>
          <input key={field.value} defaultValue={isText ? field.value.slice(1, -1) : ""} onChange={(event) => set(event.currentTarget.value.trim(), true)} />
        </label>
      )}
    </div>
  );
}
