// Search in the rules, and the pages about findings.
import { useEffect, useRef, useState } from "preact/hooks";
import { addressOf, pageOfCode, pageOfLink, pageOfRule } from "../book";
import { markdown } from "../markdown";
import type { RulesFound } from "../session/types";
import { useAnswer } from "../use";
import type { Workspace } from "../workspace";
import { BookLink } from "./book_link";
import { withRulings, words as asCode } from "./words";

/// Content of the panel: a page about a finding, or the results of a search.
export type Topic = { code: string } | { words: string };

export function RulesPanel({ workspace, topic, onTopic }: { workspace: Workspace; topic: Topic; onTopic(topic: Topic): void }) {
  const [words, setWords] = useState("words" in topic ? topic.words : "");
  return (
    <>
      <form class="tools" role="search" onSubmit={(event) => { event.preventDefault(); onTopic({ words }); }}>
        <label class="field wide"><span>Search the rules</span><input type="search" value={words} placeholder="heat, spin, military-grade, R-S4" onInput={(event) => setWords(event.currentTarget.value)} /></label>
        <button type="submit" class="main">Search</button>
      </form>
      {"code" in topic ? <CodePage workspace={workspace} code={topic.code} /> : topic.words.trim() !== "" && <Found workspace={workspace} words={topic.words} onTopic={onTopic} />}
    </>
  );
}

function CodePage({ workspace, code }: { workspace: Workspace; code: string }) {
  const { answer, error } = useAnswer(code, () => workspace.session.ask("explain", { code }));
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (answer) place.current?.replaceChildren(markdown(answer.page.replace(/^# .*\n/, ""), (target) => addressOf(pageOfLink(target))));
  }, [answer]);
  if (error) return <p class="refusal">{error}</p>;
  return <><h2>{answer ? `${answer.severity}: ${answer.code}` : ""}</h2><BookLink page={pageOfCode(code)} about={code}>This page in the book</BookLink><article ref={place} class="page" /></>;
}

function Found({ workspace, words, onTopic }: { workspace: Workspace; words: string; onTopic(topic: Topic): void }) {
  const { answer, error } = useAnswer<RulesFound>(`${workspace.package} ${words}`, () => workspace.session.ask("rules", { package: workspace.package, words }));
  if (error) return <p class="refusal">{error}</p>;
  if (!answer) return null;
  return (
    <>
      {answer.advice !== null && <p class="empty">No rule mentions “{words}”; {answer.advice}</p>}
      <ul class="rules">
        {answer.rules.map((rule, at) => (
          <li key={at}>
            <p class="head">
              <span class="kind">{rule.kind}{rule.kind === "ruling" && ` ${rule.name}`}</span> <strong>{asCode(rule.title || rule.name)}</strong> {rule.of && <span class="faint">of {rule.of}</span>}
              {rule.kind === "code" && <button type="button" class="link" onClick={() => onTopic({ code: rule.name })}>Show its page</button>}
              {" "}<BookLink page={pageOfRule(rule)} about={rule.name} />
            </p>
            <p>{withRulings(rule.sentence || rule.text, (words) => onTopic({ words }))}</p>
            <p class="faint">{rule.place}</p>
          </li>
        ))}
      </ul>
      {answer.more > 0 && <p class="empty">{answer.more} more rules mention this: write more words.</p>}
    </>
  );
}
