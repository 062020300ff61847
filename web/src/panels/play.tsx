// A game in which the reader plays one side: the map, the question with its answers, the account, and the people.
import { useEffect, useRef, useState } from "preact/hooks";
import { save } from "../archive";
import type { GameAtTable, OptionAtTable, PlayReply } from "../session/types";
import type { Workspace } from "../workspace";
import { useAnswer } from "../use";
import { Document } from "./document";
import { Picker, chosen } from "./picker";
import { Seed } from "./seed";

/// Lines of the account of a game that has hardly begun.
const OPENING = 8;

/// Game that is being played, with the replies so far.
interface Playing {
  package: string;
  encounter: string;
  side: string;
  seed: number;
  replies: PlayReply[];
}

export function PlayPanel({ workspace, pick, onPick }: { workspace: Workspace; pick: string; onPick(key: string): void }) {
  const [seed, setSeed] = useState(1);
  const [side, setSide] = useState("");
  const [playing, setPlaying] = useState<Playing | undefined>();
  const [game, setGame] = useState<GameAtTable | undefined>();
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  const things = workspace.things.filter((thing) => thing.kind === "encounter");
  const thing = chosen(things, pick);
  const folder = workspace.package;
  const { answer: sides } = useAnswer(`${workspace.generation} ${folder} ${thing?.name}`, () => (thing ? workspace.session.ask("participants", { package: folder, encounter: thing.name }) : undefined));
  if (!thing) return <p class="empty">This package has no encounter yet. “New” has a fight to begin with.</p>;
  const names = sides?.sides.map((one) => one.name) ?? [];
  const own = names.includes(side) ? side : (names[0] ?? "");

  /// Plays up to the next question. A reply that is refused is forgotten.
  const play = async (next: Playing) => {
    setBusy(true);
    try {
      const after = await workspace.session.ask("play", { ...next, every_question: false });
      setGame(after);
      setPlaying(next);
      setRefusal("");
    } catch (why) {
      setRefusal((why as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const reply = (reply: PlayReply) => playing && void play({ ...playing, replies: [...playing.replies, reply] });
  const isOpen = playing !== undefined && game !== undefined && playing.package === folder && playing.encounter === thing.name;
  return (
    <>
      <form class="tools" onSubmit={(event) => { event.preventDefault(); void play({ package: folder, encounter: thing.name, side: own, seed, replies: [] }); }}>
        <Picker label="Encounter" things={things} value={thing} onChoose={onPick} />
        <label class="field"><span>Your side</span>
          <select value={own} onChange={(event) => setSide(event.currentTarget.value)}>{names.map((name) => <option key={name} value={name}>{name.replaceAll("_", " ")}</option>)}</select>
        </label>
        <Seed value={seed} onChange={setSeed} />
        <button type="submit" class="main" disabled={isBusy || own === ""}>{isOpen ? "Begin again" : "Begin"}</button>
        {isOpen && <button type="button" disabled={isBusy || playing.replies.length === 0} onClick={() => reply({ reply: "undo" })}>Take back</button>}
        {isOpen && <button type="button" onClick={() => save(`${thing.name}-${playing.seed}.jsonl`, game.log, "application/x-ndjson")}>Save the log</button>}
      </form>
      {refusal !== "" && <p class="refusal" role="alert">{refusal}</p>}
      {!isOpen && <p class="empty">The other sides are played by their doctrines. The dice come from the seed.</p>}
      {isOpen && <Table game={game} isBusy={isBusy} onReply={reply} />}
    </>
  );
}

function Table({ game, isBusy, onReply }: { game: GameAtTable; isBusy: boolean; onReply(reply: PlayReply): void }) {
  const account = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (account.current) account.current.scrollTop = account.current.scrollHeight;
  }, [game.account.length]);
  return (
    <div class="table">
      <p role="status" class="turn"><strong>{game.title}</strong>{game.round !== "" && `, ${game.round}`}{game.over && ". The game is over."}</p>
      {game.goals.length > 0 && (
        <details open={game.account.length < OPENING}><summary>How to win</summary>
          <ul class="goals">{game.goals.map((goal) => <li key={goal}>{goal}</li>)}</ul>
        </details>
      )}
      {game.notice !== null && <p class="faint" role="status">{game.notice}</p>}
      {game.question && <Question key={game.question.ask} game={game} isBusy={isBusy} onReply={onReply} />}
      {game.picture !== null && <Document svg={game.picture} label="Map of the game" />}
      <details><summary>The board in words</summary><pre tabIndex={0} aria-label="The board in words">{game.board}</pre></details>
      <pre class="account short" tabIndex={0} aria-label="Account of the game" ref={account}>{game.account.join("\n")}</pre>
      <table class="list"><caption>People</caption>
        <tbody>
          {game.people.map((person) => (
            <tr key={person.mark} class={person.active ? "" : "out"}>
              <th scope="row">{person.mark} {person.title}{person.acting ? " (acts)" : ""}</th><td>{person.side.replaceAll("_", " ")}</td><td>{person.line}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Question({ game, isBusy, onReply }: { game: GameAtTable; isBusy: boolean; onReply(reply: PlayReply): void }) {
  const [isWhole, setWhole] = useState(false);
  const [words, setWords] = useState("");
  const [saying, setSaying] = useState<OptionAtTable | undefined>();
  const [say, setSay] = useState("");
  const question = game.question;
  if (!question) return null;
  const first = question.options.filter((option) => option.first);
  const shown = isWhole || first.length === 0 ? question.options : first;
  const choose = (option: OptionAtTable, said: string | null) => onReply({ reply: "option", ask: question.ask, option: option.option, say: said });
  return (
    <section class="question" aria-label="Question">
      <p class="asked">{question.text}</p>
      {question.ways.length > 0 && <p class="faint">{question.ways.join(" ")}</p>}
      <ul class="answers">
        {shown.map((option) => (
          <li key={option.option}>
            <button type="button" disabled={isBusy} onClick={() => (option.say === null ? choose(option, null) : setSaying(option))}>{option.sentence}</button>
            {option.about && <span class="faint"> {option.about}</span>}
          </li>
        ))}
      </ul>
      {shown.length < question.options.length && <button type="button" class="link" onClick={() => setWhole(true)}>All {question.options.length} answers</button>}
      {saying && (
        <form class="tools" onSubmit={(event) => { event.preventDefault(); choose(saying, say); }}>
          <label class="field grow"><span>{saying.say}</span><input value={say} onInput={(event) => setSay(event.currentTarget.value)} /></label>
          <button type="submit" class="main" disabled={isBusy}>{saying.sentence}</button>
        </form>
      )}
      <form class="tools" onSubmit={(event) => { event.preventDefault(); if (words.trim() !== "") onReply({ reply: "words", ask: question.ask, words: words.trim() }); }}>
        <label class="field grow"><span>Or in words</span><input value={words} onInput={(event) => setWords(event.currentTarget.value)} /></label>
        <button type="submit" disabled={isBusy || words.trim() === ""}>Answer</button>
      </form>
    </section>
  );
}
