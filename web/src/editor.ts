// The text editor: CodeMirror with the colours, findings, suggestions and texts about words that the session gives.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField, Transaction, type Extension } from "@codemirror/state";
import { Decoration, EditorView, crosshairCursor, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, type DecorationSet } from "@codemirror/view";
import { markdown } from "./markdown";
import type { Session } from "./session/client";
import type { Finding, Suggested, TextEdit, Token } from "./session/types";

/// Callbacks from the editor to the page.
export interface EditorEvents {
  changed(text: string): void;
  format(): void;
  rename(at: number): void;
  define(at: number): void;
  fix(edits: TextEdit[]): void;
}

const setTokens = StateEffect.define<Token[]>();
const tokenMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, change) {
    marks = marks.map(change.changes);
    for (const effect of change.effects) {
      if (!effect.is(setTokens)) continue;
      const end = change.state.doc.length;
      const fits = effect.value.filter((token) => token.from < token.to && token.to <= end);
      marks = Decoration.set(fits.map((token) => Decoration.mark({ class: `t-${token.kind}` }).range(token.from, token.to)), true);
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  private readonly view: EditorView;
  private readonly states = new Map<string, EditorState>();
  private file = "";
  private isSetting = false;

  constructor(parent: HTMLElement, private readonly session: Session, private readonly events: EditorEvents, private readonly settled: () => Promise<void>) {
    // In a shadow root, CodeMirror adds its styles as constructed style sheets, which the content security policy allows.
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
    const theme = document.createElement("link");
    theme.rel = "stylesheet";
    theme.href = "./editor.css";
    root.append(theme);
    this.view = new EditorView({ parent: root, root, state: this.fresh("") });
  }

  /// Shows a file; each file keeps its own history and cursor.
  show(file: string, text: string): void {
    if (this.file !== "") this.states.set(this.file, this.view.state);
    const known = this.states.get(file);
    this.file = file;
    this.isSetting = true;
    this.view.setState(known && known.doc.toString() === text ? known : this.fresh(text));
    this.isSetting = false;
  }

  /// Replaces the text of the shown file, as a change that can be undone.
  replace(text: string): void {
    const old = this.view.state.doc.toString();
    if (old === text) return;
    let from = 0;
    while (from < old.length && from < text.length && old[from] === text[from]) from += 1;
    let cut = 0;
    while (cut < old.length - from && cut < text.length - from && old[old.length - 1 - cut] === text[text.length - 1 - cut]) cut += 1;
    this.view.dispatch({ changes: { from, to: old.length - cut, insert: text.slice(from, text.length - cut) } });
  }

  /// Colours the tokens of the text.
  colour(tokens: Token[]): void {
    this.view.dispatch({ effects: setTokens.of(tokens) });
  }

  /// Shows the findings of the shown file.
  mark(findings: Finding[]): void {
    const end = this.view.state.doc.length;
    const own = findings.filter((finding) => finding.range.file === this.file && finding.range.from <= end);
    const marks = own.map((finding): Diagnostic => ({
      from: finding.range.from,
      to: Math.min(Math.max(finding.range.to, finding.range.from + 1), end),
      severity: finding.severity === "note" ? "info" : (finding.severity as "error" | "warning"),
      source: finding.code,
      message: finding.label === "" ? finding.message : `${finding.message}: ${finding.label}`,
      actions: finding.fixes.slice(0, 3).map((fix) => ({ name: fix.title, apply: () => this.events.fix(fix.edits) })),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /// Moves the cursor to a range, and shows it.
  go(from: number, to: number): void {
    const end = this.view.state.doc.length;
    this.view.dispatch({ selection: { anchor: Math.min(from, end), head: Math.min(to, end) }, effects: EditorView.scrollIntoView(Math.min(from, end), { y: "center" }) });
    this.view.focus();
  }

  get cursor(): number {
    return this.view.state.selection.main.head;
  }

  private fresh(doc: string): EditorState {
    return EditorState.create({ doc, extensions: this.extensions() });
  }

  private extensions(): Extension[] {
    return [
      lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(), highlightActiveLine(),
      closeBrackets(), highlightSelectionMatches(), crosshairCursor(), tokenMarks, lintGutter(), EditorView.lineWrapping,
      EditorState.tabSize.of(2),
      EditorView.contentAttributes.of({ "aria-label": "Text of the file", spellcheck: "false", tabindex: "0" }),
      autocompletion({ override: [(context) => this.complete(context)], activateOnTypingDelay: 150 }),
      hoverTooltip((_view, at) => this.about(at), { hoverTime: 400 }),
      keymap.of([
        { key: "Shift-Alt-f", run: () => (this.events.format(), true) },
        { key: "F2", run: () => (this.events.rename(this.cursor), true) },
        { key: "F12", run: () => (this.events.define(this.cursor), true) },
        ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, indentWithTab,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.isSetting && !update.transactions.every((one) => one.annotation(Transaction.remote))) {
          this.events.changed(update.state.doc.toString());
        }
      }),
    ];
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    if (!context.explicit && !context.matchBefore(/[\w"]$/)) return null;
    const file = this.file;
    await this.settled();
    if (context.aborted || file !== this.file) return null;
    const found = await this.session.ask("complete", { file, at: context.pos });
    const first = found[0];
    if (!first) return null;
    const from = first.range.from;
    const own = found.filter((one) => one.range.from === from);
    return { from, to: first.range.to < context.pos ? context.pos : first.range.to, options: own.map((one) => option(one)), validFor: /^\w*$/ };
  }

  private async about(at: number) {
    const file = this.file;
    await this.settled();
    const found = await this.session.ask("hover", { file, at });
    if (!found || file !== this.file) return null;
    return {
      pos: found.range.from,
      end: found.range.to,
      create: () => {
        const dom = document.createElement("div");
        dom.className = "about";
        dom.append(markdown(found.text));
        return { dom };
      },
    };
  }
}

function option(found: Suggested): Completion {
  const types: Record<string, string> = { keyword: "keyword", field: "property", stunt: "method", name: "class", word: "enum", snippet: "text" };
  return {
    label: found.label,
    type: types[found.kind] ?? "text",
    detail: found.detail,
    info: found.doc === "" ? undefined : () => {
      const dom = document.createElement("div");
      dom.append(markdown(found.doc));
      return dom;
    },
    apply: found.snippet ? snippet(found.insert.replace(/\$(\d+)/g, "${$1}")) : found.insert,
  };
}
