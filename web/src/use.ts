// Hooks that the panels share.
import { useEffect, useState } from "preact/hooks";
import type { Workspace } from "./workspace";

/// Renders the component again whenever the workspace changes.
export function useWorkspace(workspace: Workspace): void {
  const [, again] = useState(0);
  useEffect(() => workspace.subscribe(() => again((count) => count + 1)), [workspace]);
}

/// State of a request: answered if `answer` is set, refused if `error` is set, and pending if neither is.
export interface Asked<T> {
  answer?: T;
  error?: string;
}

/// Asks a request again whenever its key changes, and keeps the last answer until the next one is there.
export function useAnswer<T>(key: string, ask: () => Promise<T> | undefined): Asked<T> {
  const [asked, set] = useState<Asked<T>>({});
  useEffect(() => {
    let isNew = true;
    ask()?.then(
      (answer) => isNew && set({ answer }),
      (error: Error) => isNew && set({ error: error.message }),
    );
    return () => {
      isNew = false;
    };
  }, [key]);
  return asked;
}
