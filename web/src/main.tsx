// Begins the page: reads what was kept and what the address contains, and draws.
import { render } from "preact";
import { App } from "./app";
import { Folders } from "./folders/folders";
import { isServed } from "./folders/served_disk";
import { shared } from "./share";
import { Workspace } from "./workspace";

const workspace = new Workspace();
await workspace.begin();
const folders = new Folders(workspace);
await folders.begin();
const isFirst = workspace.open === "";
const page = document.getElementById("page");
if (page) {
  page.replaceChildren();
  render(<App workspace={workspace} folders={folders} isFirst={isFirst} shared={shared(location.hash)} />, page);
}
// A page of `slipyard serve` needs its server, and is not kept in the browser.
if (!isServed && "serviceWorker" in navigator && location.protocol !== "file:" && !import.meta.env.DEV) {
  navigator.serviceWorker.register("./service-worker.js").catch((error: unknown) => console.warn("The page does not work without a network:", error));
}
