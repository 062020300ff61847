// Field for several words, with suggestions: each word is added with Enter, and removed by its button.
import { useId, useState } from "preact/hooks";

/// Word that is suggested, and its explanation.
export interface Suggestion {
  word: string;
  title: string;
}

export function WordList(props: { label: string; hint: string; words: string[]; suggestions: Suggestion[]; onChange(words: string[]): void }) {
  const [text, setText] = useState("");
  const id = useId();
  const add = () => {
    const word = text.trim();
    setText("");
    if (word !== "" && !props.words.includes(word)) props.onChange([...props.words, word]);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || text.trim() === "") return;
    event.preventDefault();
    add();
  };
  return (
    <div class="word-list">
      <label class="field"><span>{props.label} <span class="hint">{props.hint}</span></span>
        <input value={text} list={id} autocomplete="off" onInput={(event) => setText(event.currentTarget.value)} onKeyDown={press} onBlur={add} />
      </label>
      <datalist id={id}>{props.suggestions.map(({ word, title }) => <option key={word} value={word}>{title === word ? "" : title}</option>)}</datalist>
      {props.words.map((word) => (
        <span key={word} class="chip">{word} <button type="button" class="link" aria-label={`Remove ${word} from ${props.label}`} onClick={() => props.onChange(props.words.filter((one) => one !== word))}>×</button></span>
      ))}
    </div>
  );
}
