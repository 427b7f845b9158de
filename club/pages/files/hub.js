// What happens now, as it happens: the hub says which row of the tables reads otherwise, or that all of it is to be asked
// for anew. While it says nothing, and for what only time changes, it is asked now and then. Without scripts the page
// asks for itself.
const POLL_MS = 3000; // while the hub says nothing
const POLL_WHILE_TOLD_MS = 15000; // while it does
const MIN_INTERVAL_MS = 1000; // at least so long between two pages
const RETRY_MS = 30000; // until one that lets nobody watch is asked again
const live = document.getElementById("live");
let events = null;
let askedAt = 0;
let waiting = null;

async function renew() {
  if (document.hidden) return;
  askedAt = Date.now();
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
  }, Math.max(0, askedAt + MIN_INTERVAL_MS - Date.now()));
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
  if (document.hidden || events) return;
  events = new EventSource("/changes");
  events.addEventListener("open", renewSoon);
  events.addEventListener("renew", renewSoon);
  events.addEventListener("row", (event) => show(JSON.parse(event.data)));
  events.addEventListener("error", () => {
    if (events.readyState !== EventSource.CLOSED) return;
    events = null;
    setTimeout(watch, RETRY_MS);
  });
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return watch();
  events?.close();
  events = null;
});
addEventListener("pagehide", () => events?.close());
setInterval(() => {
  const isTold = events?.readyState === EventSource.OPEN;
  if (Date.now() - askedAt >= (isTold ? POLL_WHILE_TOLD_MS : POLL_MS)) renew();
}, POLL_MS / 3);
watch();
