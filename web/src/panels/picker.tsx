// Choice of a thing of the package.
import type { ListedThing } from "../session/types";

export const keyOf = (thing: ListedThing): string => `${thing.kind} ${thing.name}`;

/// Chosen thing, or else the first.
export function chosen(things: ListedThing[], key: string): ListedThing | undefined {
  return things.find((thing) => keyOf(thing) === key) ?? things[0];
}

export function Picker(props: { label: string; things: ListedThing[]; value: ListedThing | undefined; onChoose(key: string): void }) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <select value={props.value && keyOf(props.value)} onChange={(event) => props.onChoose(event.currentTarget.value)}>
        {props.things.map((thing) => (
          <option key={keyOf(thing)} value={keyOf(thing)}>
            {thing.title} ({thing.kind}){thing.valid ? "" : ", has errors"}
          </option>
        ))}
      </select>
    </label>
  );
}
