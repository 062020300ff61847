// Texts as a zip file, and texts from files that the reader chooses.
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { isPath } from "./share";

// Largest total size, in bytes, of the texts that are opened at once.
const MOST_BYTES = 64 << 20;

/// Offers a file to be saved.
export function save(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/// Returns the texts as a zip file.
export function zipped(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)]);
  return zipSync(Object.fromEntries(entries), { mtime: new Date(1980, 0, 1) }) as Uint8Array<ArrayBuffer>;
}

/// Returns the texts of the chosen files: Slip files, manifests and zip files. Other files are left out.
export async function opened(chosen: Iterable<File>): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  let size = 0;
  const add = (path: string, bytes: Uint8Array) => {
    size += bytes.length;
    if (size > MOST_BYTES) throw new Error("The files are larger than 64 MiB together.");
    if (isPath(path)) files[path] = strFromU8(bytes).replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  };
  for (const file of chosen) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (file.name.endsWith(".zip")) {
      const inside = unzipSync(bytes, { filter: (entry) => isPath(entry.name) && entry.originalSize < MOST_BYTES });
      for (const [path, content] of Object.entries(inside)) add(path, content);
    } else {
      add(file.webkitRelativePath || file.name, bytes);
    }
  }
  return files;
}
