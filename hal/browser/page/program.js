// A newer program is sent to the box in pieces; the table answers each. A sentence of it ends the sending.

const PIECE = 48 * 1024;
const LOOK_MS = 5000;

async function ask(form, visit, query, body) {
  const path = `${form.getAttribute("action")}?${new URLSearchParams(query)}`;
  const found = await fetch(path, { method: "POST", headers: { "X-Visit": visit() }, body });
  const said = await found.text();
  // Only the table says what it refuses in the reader's language.
  if (!found.ok) throw found.status === 422 ? new Refused(said) : new Error(said);
  return said;
}

class Refused extends Error {}

async function send(form, file, visit) {
  const bar = form.querySelector("progress");
  const to = await ask(form, visit, { size: file.size });
  for (let at = 0; at < file.size; at += PIECE) {
    await ask(form, visit, { to, at }, file.slice(at, at + PIECE));
    bar.value = Math.min(1, (at + PIECE) / file.size);
  }
}

// Hands in the form of a newer program. `visit` returns the key of this page's visit, `tell` shows a sentence.
export async function handInProgram(event, visit, tell) {
  event.preventDefault();
  const form = event.target;
  const sending = (now) => {
    form.querySelector("button").disabled = now;
    form.querySelector("progress").hidden = !now;
  };
  sending(true);
  tell("");
  try {
    await send(form, form.elements.file.files[0], visit);
    location.reload();
  } catch (error) {
    tell(error instanceof Refused ? error.message : form.dataset.lost);
    sending(false);
  }
}

// A file is looked at for a minute or two: the page asks again, unless somebody is choosing a file or a setting.
if (document.getElementById("looking")) {
  setInterval(() => document.hidden || document.activeElement !== document.body || location.reload(), LOOK_MS);
}
