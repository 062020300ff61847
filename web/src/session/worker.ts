// Worker that holds one session of the compiler: the WebAssembly module with its own memory. Messages are answered in the order they come.
/// <reference lib="webworker" />

interface Module {
  memory: WebAssembly.Memory;
  request_room(length: number): number;
  answer(): number;
  reply_address(): number;
}

/// Request with a number, by which the page finds its reply.
export interface Question {
  id: number;
  request: string;
}

/// Reply to a question. `broken` is set if the session cannot be used any more.
export interface Reply {
  id: number;
  reply?: string;
  broken?: string;
}

// Above this size the page replaces the worker, since the memory of a module never shrinks.
const MOST_MEMORY = 256 << 20;

const scope = self as unknown as DedicatedWorkerGlobalScope;

// The build compresses the module, so that a host without compression serves a small file too.
async function load(): Promise<Module> {
  const packed = await fetch(new URL(/* @vite-ignore */ "../slipyard.wasm.gz", import.meta.url));
  if (!packed.ok || !packed.body) throw new Error(`the compiler could not be loaded (${packed.status})`);
  const bytes = packed.body.pipeThrough(new DecompressionStream("gzip"));
  const wasm = new Response(bytes, { headers: { "Content-Type": "application/wasm" } });
  const module = await WebAssembly.compileStreaming(wasm);
  const instance = await WebAssembly.instantiate(module, refused(module));
  return instance.exports as unknown as Module;
}

const loaded = load();

/// Functions for everything that a module asks of its page. A library of archives would ask for random bits to encrypt with; nothing is
/// encrypted here, so a call is an error.
function refused(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, () => never>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => {
      throw new Error(`the compiler asked the page for ${name}`);
    };
  }
  return imports;
}

async function ask({ id, request }: Question): Promise<Reply> {
  try {
    const module = await loaded;
    const bytes = new TextEncoder().encode(request);
    const room = module.request_room(bytes.length);
    new Uint8Array(module.memory.buffer, room, bytes.length).set(bytes);
    const length = module.answer();
    const reply = new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.reply_address(), length));
    if (module.memory.buffer.byteLength > MOST_MEMORY) return { id, reply, broken: "memory" };
    return { id, reply };
  } catch (error) {
    return { id, broken: String(error) };
  }
}

let last: Promise<unknown> = Promise.resolve();
scope.onmessage = (message: MessageEvent<Question>) => {
  last = last.then(async () => scope.postMessage(await ask(message.data)));
};
