// Hooks that the panels share.
import { useEffect, useState } from "preact/hooks";
import type { Workspace } from "./workspace";

/// Draws again whenever the workspace changes.
export function useWorkspace(workspace: Workspace): void {
  const [, again] = useState(0);
  useEffect(() => workspace.subscribe(() => again((count) => count + 1)), [workspace]);
}

/// Answer of a request: not there yet, refused with a sentence, or there.
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
