// List of the stunts of an item or mode, and of those that it could have, with their prices and what bars them.
import { useState } from "preact/hooks";
import { PARTS } from "../book";
import { BookLink } from "../panels/book_link";
import { words } from "../panels/words";
import type { FormChange, ListMember, OfferedStunt, StuntList } from "../session/types";

interface Props {
  list: StuntList;
  mode: string | null;
  /// Points left; `null` if the design has no budget.
  left: number | null;
  change(change: FormChange): void;
}

export const member = (name: string, more: Partial<ListMember> = {}): ListMember => ({ name, args: [], count: 1, renamed: "", mark: "", ...more });

const points = (cost: number | null) => (cost === null ? "" : cost === 0 ? "free" : cost > 0 ? `${cost} ${cost === 1 ? "point" : "points"}` : `gives ${-cost}`);

export function StuntField({ list, mode, left, change }: Props) {
  const [name, setName] = useState("");
  const [filter, setFilter] = useState("");
  const offer = list.offers.find((offer) => offer.name === name);
  const wanted = filter.trim().toLowerCase();
  const offers = list.offers.filter((offer) => `${offer.title} ${offer.name} ${offer.doc}`.toLowerCase().includes(wanted));
  const add = (name: string, args: string[] = []) => {
    change({ change: "add", key: "stunts", mode, member: member(name, { args }) });
    setName("");
  };
  const choose = (offer: OfferedStunt) => (offer.params.length === 0 ? add(offer.name) : setName(offer.name === name ? "" : offer.name));
  const bought = list.bought.filter((stunt) => stunt.given === "");
  return (
    <fieldset><legend>Stunts</legend><BookLink page={PARTS.stunts} about="stunts" />
      {list.most !== null && <p class="faint">{list.least === list.most ? `Exactly ${list.most}` : `From ${list.least ?? 0} to ${list.most}`}, and {bought.reduce((sum, stunt) => sum + stunt.count, 0)} bought.</p>}
      {list.bought.length === 0 && <p class="faint">None yet.</p>}
      <ul class="rows">
        {list.bought.map((stunt, at) => (
          <li key={`${at} ${stunt.text}`}>
            <span><strong>{stunt.title || stunt.text}</strong> {stunt.title !== "" && stunt.text.includes("(") && <code>{stunt.text}</code>} <span class="faint">{stunt.given === "" ? points(stunt.cost) : `given: ${stunt.given}`}</span></span>
            {stunt.at !== null && <button type="button" aria-label={`Remove ${stunt.title || stunt.text}`} onClick={() => change({ change: "remove", key: "stunts", mode, at: stunt.at ?? 0 })}>Remove</button>}
          </li>
        ))}
      </ul>
      <details class="offers"><summary>Add a stunt</summary>
        {list.offers.length > 8 && <label class="field"><span>Find</span><input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} /></label>}
        <ul class="rows">
          {offers.map((offer) => (
            <li key={offer.name} class={offer.barred === "" ? "" : "barred"}>
              <span>
                <strong>{offer.title}</strong> <span class="faint">{points(offer.cost)}{left !== null && offer.barred === "" && offer.cost !== null && offer.cost > left ? `, ${left < 0 ? `already ${-left} over` : `only ${left} left`}` : ""}</span>
                {offer.doc !== "" && <span class="faint about">{offer.doc}</span>}
                {offer.barred !== "" && <span class="about why">{words(offer.barred)}</span>}
              </span>
              <button type="button" aria-label={`Add ${offer.title}`} disabled={offer.barred !== ""} aria-expanded={offer.params.length > 0 ? offer.name === name : undefined} onClick={() => choose(offer)}>Add</button>
              {offer === list.offers.find((one) => one.name === name) && offer.params.length > 0 && <Arguments key={offer.name} offer={offer} onAdd={(args) => add(offer.name, args)} />}
            </li>
          ))}
        </ul>
        {offers.length === 0 && <p class="faint">No stunt of this design has these words.</p>}
        {offer === undefined && name !== "" && <p class="faint">This stunt is sold no longer.</p>}
      </details>
    </fieldset>
  );
}

function Arguments({ offer, onAdd }: { offer: OfferedStunt; onAdd(args: string[]): void }) {
  const [args, setArgs] = useState(offer.params.map((param) => (param.form === "word" && !param.optional ? (param.words[0]?.word ?? "") : "")));
  const set = (at: number, value: string) => setArgs(args.map((old, place) => (place === at ? value : old)));
  const isComplete = offer.params.every((param, at) => param.optional || (args[at] ?? "").trim() !== "");
  return (
    <div class="arguments">
      {offer.params.map((param, at) => (
        <label class="field" key={param.name}><span>{param.name}{param.optional ? " (may be left out)" : ""}</span>
          {param.form === "word" ? (
            <select value={args[at]} onChange={(event) => set(at, event.currentTarget.value)}>
              {param.optional && <option value="">not said</option>}
              {param.words.map((word) => <option key={word.word} value={word.word}>{word.title}</option>)}
            </select>
          ) : <input inputMode={param.form === "number" ? "numeric" : "text"} value={args[at]} onInput={(event) => set(at, event.currentTarget.value)} />}
        </label>
      ))}
      <button type="button" class="main" disabled={!isComplete} onClick={() => onAdd(args)}>Add {offer.title}</button>
    </div>
  );
}
