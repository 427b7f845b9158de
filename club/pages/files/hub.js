// What happens now, asked for anew every three seconds while somebody looks. Without scripts the page asks for itself.
const EVERY_MS = 3000;
const live = document.getElementById("live");

async function renew() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live");
    if (found && found.innerHTML !== live.innerHTML && !live.contains(document.activeElement)) live.replaceChildren(...found.childNodes);
  } catch {
    // The hub is away: what is here stays, and it is asked again.
  }
}

setInterval(renew, EVERY_MS);
