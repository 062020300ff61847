// Choice of a thing of the package.
import { Component } from "preact";
import type { ListedThing } from "../session/types";

export const keyOf = (thing: ListedThing): string => `${thing.kind} ${thing.name}`;

/// Chosen thing, or else the first.
export function chosen(things: ListedThing[], key: string): ListedThing | undefined {
  return things.find((thing) => keyOf(thing) === key) ?? things[0];
}

interface PickerProps {
  label: string;
  things: ListedThing[];
  value: ListedThing | undefined;
  onChoose(key: string): void;
}

/// Drawn again only if its things change: a package may have hundreds, and every keystroke draws the page.
export class Picker extends Component<PickerProps> {
  shouldComponentUpdate(next: PickerProps): boolean {
    const { label, things, value } = this.props;
    return label !== next.label || value !== next.value || things.length !== next.things.length || things.some((thing, at) => thing !== next.things[at]);
  }

  render() {
    const { label, things, value } = this.props;
    return (
      <label class="field">
        <span>{label}</span>
        <select value={value && keyOf(value)} onChange={(event) => this.props.onChoose(event.currentTarget.value)}>
          {things.map((thing) => (
            <option key={keyOf(thing)} value={keyOf(thing)}>
              {thing.title} ({thing.kind}){thing.valid ? "" : ", has errors"}
            </option>
          ))}
        </select>
      </label>
    );
  }
}
