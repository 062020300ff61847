// Packages to begin with, and the packages that come with the page.
const RAW = import.meta.glob("../starts/**/*.{slip,toml}", { query: "?raw", import: "default", eager: true }) as Record<string, string>;

export interface Start {
  name: string;
  title: string;
  about: string;
  files: Record<string, string>;
  /// File to show first.
  open: string;
}

function start(name: string, title: string, about: string, open: string): Start {
  const prefix = `../starts/${name}/`;
  const own = Object.entries(RAW).filter(([path]) => path.startsWith(prefix));
  return { name: `my_${name}`, title, about, open, files: Object.fromEntries(own.map(([path, text]) => [path.slice(prefix.length), text])) };
}

/// The three choices of a first visit.
export const STARTS: Start[] = [
  start("ship", "A ship", "A small warship with its budget. Change a number and see what the rules say.", "ship.slip"),
  start("gun", "A gun", "A carbine and a coat to stop it. Make it better until the points run out.", "gun.slip"),
  start("fight", "A fight to watch", "Two smugglers, four guards, one door. Let it play, and look at the odds.", "fight.slip"),
];

/// Package that comes with the page.
export interface Shipped {
  name: string;
  about: string;
  needs: string[];
}

/// Returns the list of the packages that come with the page.
export async function shipped(): Promise<Shipped[]> {
  const reply = await fetch("./packages/index.json");
  return reply.ok ? ((await reply.json()) as Shipped[]) : [];
}

/// Returns the texts of a package that comes with the page, and of the packages that it needs.
export async function texts(all: Shipped[], name: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const wanted = [name, ...(all.find((one) => one.name === name)?.needs ?? [])];
  for (const one of wanted) {
    const reply = await fetch(`./packages/${one}.json`);
    if (!reply.ok) throw new Error(`The package ${one} could not be loaded.`);
    for (const [path, text] of Object.entries((await reply.json()) as Record<string, string>)) files[`${one}/${path}`] = text;
  }
  return files;
}
