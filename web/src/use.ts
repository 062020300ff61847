// Hooks that the panels share.
import { useEffect, useState } from "preact/hooks";

/// State that tells its listeners about every change, such as the workspace.
interface Observable {
  subscribe(listener: () => void): () => void;
}

/// Renders the component again whenever the state changes.
export function useChanges(state: Observable): void {
  const [, again] = useState(0);
  useEffect(() => state.subscribe(() => again((count) => count + 1)), [state]);
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
