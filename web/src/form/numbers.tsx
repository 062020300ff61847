// Field for a number: minus, the value, plus, and what the next one costs.
import type { FormChange, NumberField } from "../session/types";

interface Props {
  field: NumberField;
  mode: string | null;
  isTrack?: boolean;
  change(change: FormChange): void;
}

/// Extra points of a value over another, in words.
function price(field: NumberField, from: number, to: number): string {
  const cost = (value: number) => field.values.find((option) => option.value === value)?.cost;
  const [old, now] = [cost(from), cost(to)];
  if (old === null || now === null || old === undefined || now === undefined) return "";
  const more = now - old;
  return more === 0 ? "costs nothing more" : more > 0 ? `costs ${more} more` : `gives back ${-more}`;
}

export function NumberRow({ field, mode, isTrack, change }: Props) {
  const at = field.values.findIndex((option) => option.value === field.value);
  const higher = field.values.find((option) => option.value > field.value);
  const lower = field.values.findLast((option) => option.value < field.value);
  const set = (value: number | null) => change({ change: "number", key: field.key, mode, value });
  const current = field.values[at];
  const isWorded = field.values.some((option) => option.label !== String(option.value));
  return (
    <div class="row">
      <span class="name" title={field.doc}>{field.title}</span>
      {field.fixed !== "" || field.values.length === 0 ? (
        <span class="value">{isTrack ? <Boxes count={field.value} /> : field.label} <span class="faint">{field.fixed}</span></span>
      ) : (
        <span class="stepper">
          <button type="button" aria-label={`Lower ${field.title}`} disabled={!lower} title={lower && price(field, field.value, lower.value)} onClick={() => lower && set(lower.value)}>−</button>
          {isWorded ? (
            <select aria-label={field.title} value={at < 0 ? "" : String(field.value)} onChange={(event) => set(Number(event.currentTarget.value))}>
              {at < 0 && <option value="">{field.label}</option>}
              {field.values.map((option) => <option key={option.value} value={String(option.value)}>{option.label}</option>)}
            </select>
          ) : <output aria-label={field.title}>{field.label}</output>}
          <button type="button" aria-label={`Raise ${field.title}`} disabled={!higher} title={higher && price(field, field.value, higher.value)} onClick={() => higher && set(higher.value)}>+</button>
          {isTrack && <Boxes count={field.value} />}
        </span>
      )}
      <span class="faint cost">
        {current?.cost ? `${current.cost} ${Math.abs(current.cost) === 1 ? "point" : "points"}` : ""}
        {current?.cost && higher && price(field, field.value, higher.value) !== "" ? "; " : ""}
        {higher && price(field, field.value, higher.value) !== "" && field.fixed === "" ? `${higher.label} ${price(field, field.value, higher.value)}` : ""}
        {field.written && field.fixed === "" && field.key !== "tech" && <button type="button" class="link" aria-label={`unset ${field.title}`} title="Take it out of the text" onClick={() => set(null)}>unset</button>}
      </span>
    </div>
  );
}

function Boxes({ count }: { count: number }) {
  return <span class="boxes" aria-hidden="true">{"☐".repeat(Math.max(0, Math.min(count, 20)))}</span>;
}
