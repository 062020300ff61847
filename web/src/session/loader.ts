// Worker that fetches, unpacks and compiles the module of the compiler, and posts it to the page.
/// <reference lib="webworker" />
import { decompress } from "fzstd";

/// Compiled module, or a sentence that says why there is none.
export interface Loaded {
  module?: WebAssembly.Module;
  error?: string;
}

// The build compresses the module, so that a host without compression serves a small file too.
async function load(): Promise<WebAssembly.Module> {
  const packed = await fetch(new URL(/* @vite-ignore */ "../slipyard.wasm.zst", import.meta.url));
  if (!packed.ok) throw new Error(`the compiler could not be loaded (${packed.status})`);
  // The library makes its own buffer, which is never a shared one.
  const bytes = decompress(new Uint8Array(await packed.arrayBuffer())) as Uint8Array<ArrayBuffer>;
  return WebAssembly.compile(bytes);
}

load().then(
  (module) => self.postMessage({ module } satisfies Loaded),
  (error: unknown) => self.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies Loaded),
);
