// Seed of the dice: a whole number.
export function Seed(props: { value: number; onChange(seed: number): void }) {
  return (
    <label class="field short">
      <span>Seed</span>
      <input type="number" min={0} max={Number.MAX_SAFE_INTEGER} step={1} required value={props.value} onInput={(event) => {
        const seed = event.currentTarget.valueAsNumber;
        if (Number.isSafeInteger(seed) && seed >= 0) props.onChange(seed);
      }} />
    </label>
  );
}
