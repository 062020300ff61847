// Keeps every file of the page in the browser, so that the page works without a network. A new version is loaded as a whole, and used from
// the next visit on. The book is kept as a whole, too, from the first visit to one of its pages on. The build fills in versions and files.
const version = "VERSION";
const files = ["FILES"];
const bookVersion = "BOOK";
const bookFiles = ["PAGES"];

const bookPath = new URL("./book/", self.location).pathname;
let loading;

const kept = (request, cacheName) => caches.match(request, { cacheName, ignoreSearch: true });

// Asks for all files of the book in the background of the page that is shown. The cache has either all of them or none.
function keepBook() {
  loading ??= caches.open(bookVersion).then((cache) => cache.addAll(bookFiles)).catch(() => {
    loading = undefined;
  });
  return loading;
}

self.addEventListener("install", (event) => {
  const hadBook = caches.keys().then((names) => names.some((name) => name.startsWith("book-")));
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files)).then(async () => (await hadBook) && keepBook()));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name !== version && name !== bookVersion;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin) return;
  const isBook = pathname.startsWith(bookPath);
  event.respondWith(kept(event.request, isBook ? bookVersion : version).then((answer) => answer ?? fetch(event.request)));
  if (isBook) event.waitUntil(kept(bookFiles[0], bookVersion).then((answer) => answer ? undefined : keepBook()));
});
