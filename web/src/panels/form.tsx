// The form of an item: the entries that its design declares, with the values that the text has. Every change is an edit of the text.
import { useEffect, useRef, useState } from "preact/hooks";
import { AspectField } from "../form/aspects";
import { NumberRow } from "../form/numbers";
import { SkillTableField } from "../form/skills";
import { StuntField } from "../form/stunts";
import { ThingField } from "../form/things";
import { WordRow } from "../form/words";
import { PARTS, pageOfDesign, pageOfKind } from "../book";
import type { FormChange, FormLedgerLine, ItemForm, TextEdit } from "../session/types";
import type { Workspace } from "../workspace";
import { useAnswer } from "../use";
import { BookLink } from "./book_link";
import { NewItemForm } from "./new_item";
import { Picker, chosen } from "./picker";
import { words } from "./words";

interface Props {
  workspace: Workspace;
  pick: string;
  onPick(key: string): void;
  onGo(range: TextEdit["range"]): void;
}

/// Makes one change of the form at a time, each against the text as the last one left it.
export function useChanges(workspace: Workspace, of: { file: string; kind: string; name: string }) {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const [refusal, setRefusal] = useState("");
  useEffect(() => setRefusal(""), [of.kind, of.name]);
  const change = (change: FormChange) => {
    const make = async () => {
      await workspace.settled();
      const edits = await workspace.session.ask("fill", { ...of, change });
      setRefusal("");
      workspace.apply(edits);
    };
    last.current = last.current.then(make).catch((why: Error) => setRefusal(why.message));
  };
  return { change, refusal };
}

export function FormPanel({ workspace, pick, onPick, onGo }: Props) {
  const [isAdding, setAdding] = useState(false);
  const things = workspace.things.filter((thing) => thing.ledger && thing.range?.file.endsWith(".slip"));
  const thing = chosen(things, pick);
  const file = thing?.range?.file ?? workspace.open;
  const of = { file, kind: thing?.kind ?? "", name: thing?.name ?? "" };
  const { answer: form, error } = useAnswer(`${workspace.revision} ${file} ${of.kind} ${of.name}`, () => (thing ? workspace.session.ask("form", of) : undefined));
  const { change, refusal } = useChanges(workspace, of);
  const isShown = form && thing && form.kind === thing.kind && form.name === thing.name;
  return (
    <>
      <div class="tools">
        {things.length > 0 && <Picker label="Form of" things={things} value={thing} onChoose={onPick} />}
        <button type="button" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)} disabled={!workspace.open.endsWith(".slip")}>New item</button>
        {isShown && <button type="button" onClick={() => onGo(form.range)}>Show its text</button>}
      </div>
      {isAdding && <NewItemForm workspace={workspace} onDone={(key) => { setAdding(false); if (key) onPick(key); }} />}
      {!thing && !isAdding && <p class="empty">Nothing in this package is built by a design yet. “New item” begins one.</p>}
      {thing && error && <p class="refusal">{words(error)}</p>}
      {refusal !== "" && <p class="refusal" role="alert">{words(refusal)}</p>}
      {isShown && <Fields key={`${form.kind} ${form.name}`} form={form} change={change} onGo={onGo} />}
    </>
  );
}

function Fields({ form, change, onGo }: { form: ItemForm; change(change: FormChange): void; onGo(range: TextEdit["range"]): void }) {
  const isFlag = (field: ItemForm["words"][number]) => field.form === "flag";
  return (
    <form class="form" aria-label={`Form of ${form.title || form.name}`} onSubmit={(event) => event.preventDefault()}>
      <label class="field wide"><span>Title</span>
        <input key={form.title} defaultValue={form.title} placeholder={form.name} onChange={(event) => change({ change: "title", text: event.currentTarget.value })} />
      </label>
      <p class="faint">{form.kind}, built as {form.design_title} <BookLink page={pageOfDesign(form)} about={`the design ${form.design_title}`} />. {form.valid ? "" : "It has errors: see the findings."}</p>
      <Budget form={form} />
      {form.numbers.length > 0 && <fieldset><legend>Numbers</legend><BookLink page={pageOfDesign(form)} about="numbers" />{form.numbers.map((field) => <NumberRow key={field.key} field={field} mode={null} change={change} />)}</fieldset>}
      {form.tracks.length > 0 && <fieldset><legend>Tracks</legend><BookLink page={pageOfDesign(form)} about="tracks" />{form.tracks.map((field) => <NumberRow key={field.key} field={field} mode={null} change={change} isTrack />)}</fieldset>}
      {form.words.length > 0 && (
        <fieldset><legend>{form.words.every(isFlag) ? "Yes or no" : "Choices"}</legend><BookLink page={pageOfKind(form.kind)} about="choices" />{form.words.map((field) => <WordRow key={field.key} field={field} change={change} />)}</fieldset>
      )}
      {form.skills && <SkillTableField table={form.skills} page={pageOfKind(form.kind)} change={change} />}
      {form.stunts && <StuntField list={form.stunts} mode={null} left={left(form)} change={change} />}
      {form.modes.map((mode) => (
        <fieldset key={mode.name} class="mode"><legend>Mode {mode.name}</legend><BookLink page={PARTS.modes} about="modes" />
          {mode.numbers.map((field) => <NumberRow key={field.key} field={field} mode={mode.name} change={change} />)}
          <StuntField list={mode.stunts} mode={mode.name} left={left(form)} change={change} />
        </fieldset>
      ))}
      {form.aspects && <AspectField list={form.aspects} change={change} />}
      {form.things.map((list) => <ThingField key={list.key} list={list} page={pageOfKind(form.kind)} change={change} />)}
      {form.text_only.length > 0 && (
        <fieldset><legend>Only in the text</legend><BookLink page={PARTS.textOnly} about="waivers" />
          <ul class="rows">{form.text_only.map((entry) => <li key={entry.range.from}><code>{entry.text}</code> <button type="button" class="link" onClick={() => onGo(entry.range)}>Show it</button></li>)}</ul>
        </fieldset>
      )}
    </form>
  );
}

const left = (form: ItemForm): number | null => (form.budget === null || form.spent === null ? null : form.budget - form.spent);

/// Points spent and allowed, with the reasons.
function Budget({ form }: { form: ItemForm }) {
  const accounts = ["budget", "spent", "price"].filter((account) => form.ledger.some((line) => line.account === account));
  const over = left(form) ?? 0;
  const sum = form.budget === null ? null : `${form.spent} of ${form.budget} points spent`;
  return (
    <div class="budget-of-form">
      <p class="budget" role="status">
        {sum !== null && <strong class={over < 0 ? "severity error" : ""}>{sum}{over < 0 ? `, ${-over} too many` : over > 0 ? `, ${over} left` : ""}</strong>}
        {form.budget !== null && form.spent !== null && <meter min={0} max={Math.max(form.budget, form.spent, 1)} high={form.budget} value={Math.max(0, form.spent)} aria-label="Points spent" />}
        {form.price !== null && <span>Cost {form.price}</span>}
      </p>
      {accounts.length > 0 && (
        <details><summary>Why</summary>
          {accounts.map((account) => <LedgerTable key={account} account={account} lines={form.ledger.filter((line) => line.account === account)} />)}
        </details>
      )}
    </div>
  );
}

function LedgerTable({ account, lines }: { account: string; lines: FormLedgerLine[] }) {
  const names: Record<string, string> = { budget: "Points allowed", spent: "Points spent", price: "Cost" };
  return (
    <table class="list"><caption>{names[account] ?? account}</caption>
      <tbody>{lines.map((line, at) => <tr key={at}><th scope="row">{line.what}</th><td class="number">{line.points > 0 ? `+${line.points}` : line.points}</td></tr>)}</tbody>
    </table>
  );
}
