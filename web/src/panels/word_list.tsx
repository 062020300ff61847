// Field for several words, with suggestions: each word is added with Enter, and removed by its button. A word that is typed and not added yet
// counts too. It is not added when the field loses the focus: the page would move under the pointer during a click.
import { useId } from "preact/hooks";

/// Word that is suggested, and its explanation.
export interface Suggestion {
  word: string;
  title: string;
}

/// Words of a field, and the text that is being typed.
export interface Words {
  words: string[];
  typed: string;
}

export const NO_WORDS: Words = { words: [], typed: "" };

/// Returns the words with those that are typed, separated at commas outside of brackets.
export function all({ words, typed }: Words): string[] {
  const parts = typed.split(/,(?![^(]*\))/).map((part) => part.trim()).filter((part) => part !== "");
  return [...new Set([...words, ...parts])];
}

export function WordList(props: { label: string; hint: string; value: Words; suggestions: Suggestion[]; onChange(value: Words): void }) {
  const id = useId();
  const { words, typed } = props.value;
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || typed.trim() === "") return;
    event.preventDefault();
    props.onChange({ words: all(props.value), typed: "" });
  };
  return (
    <div class="word-list">
      <label class="field"><span>{props.label} ({props.hint})</span>
        <input value={typed} list={id} autocomplete="off" onInput={(event) => props.onChange({ words, typed: event.currentTarget.value })} onKeyDown={press} />
      </label>
      <datalist id={id}>{props.suggestions.map(({ word, title }) => <option key={word} value={word}>{title === word ? "" : title}</option>)}</datalist>
      {words.map((word) => (
        <span key={word} class="chip">{word} <button type="button" class="link" aria-label={`Remove ${word} from ${props.label}`} onClick={() => props.onChange({ words: words.filter((one) => one !== word), typed })}>×</button></span>
      ))}
    </div>
  );
}
