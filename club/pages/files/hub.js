// What happens now, as it happens: the hub says which row of the tables reads otherwise, or that all of it is to be asked
// for anew. While it says nothing, and for what only time changes, it is asked now and then. Without scripts the page
// asks for itself.
const EVERY_MS = 3000; // while the hub says nothing
const TOLD_MS = 15000; // while it does
const AT_ONCE_MS = 1000; // at least so long between two pages
const AGAIN_MS = 30000; // until one that lets nobody watch is asked again
const live = document.getElementById("live");
let watched = null;
let asked = 0;
let waiting = null;

async function renew() {
  if (document.hidden) return;
  asked = Date.now();
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live");
    if (found && found.innerHTML !== live.innerHTML && !live.contains(document.activeElement)) live.replaceChildren(...found.childNodes);
  } catch {
    // The hub is away: what is here stays, and it is asked again.
  }
}

function renewSoon() {
  waiting ??= setTimeout(() => {
    waiting = null;
    renew();
  }, Math.max(0, asked + AT_ONCE_MS - Date.now()));
}

function show(said) {
  const row = [...live.querySelectorAll("tbody tr")].find((one) => one.cells[0].textContent === String(said.table));
  // Where this is a part of all tables, the others are on other pages.
  if (!row) return live.querySelector(".turning") || renewSoon();
  said.cells.forEach((content, at) => {
    const cell = row.cells[said.from + at];
    if (cell.innerHTML !== content && !cell.contains(document.activeElement)) cell.innerHTML = content;
  });
}

function watch() {
  if (document.hidden || watched) return;
  watched = new EventSource("/changes");
  watched.addEventListener("open", renewSoon);
  watched.addEventListener("renew", renewSoon);
  watched.addEventListener("row", (event) => show(JSON.parse(event.data)));
  watched.addEventListener("error", () => {
    if (watched.readyState !== EventSource.CLOSED) return;
    watched = null;
    setTimeout(watch, AGAIN_MS);
  });
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return watch();
  watched?.close();
  watched = null;
});
addEventListener("pagehide", () => watched?.close());
setInterval(() => {
  const told = watched?.readyState === EventSource.OPEN;
  if (Date.now() - asked >= (told ? TOLD_MS : EVERY_MS)) renew();
}, EVERY_MS / 3);
watch();
