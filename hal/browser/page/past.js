// Pages about the past: what their forms ask for is handed in by a browser that may press keys.

import { Link, token } from "./link.js";
import { handInProgram } from "./program.js";

const $ = (id) => document.getElementById(id);
const forms = [...document.querySelectorAll("form.change, form.game, form.program")];
let visit = "";

function permit(may) {
  for (const form of forms) form.firstElementChild.disabled = !may;
  $("watching").hidden = may;
}

async function handIn(event) {
  event.preventDefault();
  const form = event.target;
  const body = new URLSearchParams(new FormData(form));
  const answer = $("answer");
  try {
    const found = await fetch(form.action, { method: "POST", headers: { "X-Visit": visit }, body });
    if (found.ok) {
      // The page that comes next says what was done.
      sessionStorage.setItem("done", form.dataset.done ?? answer.dataset.done);
      if (form.dataset.then) location.assign(form.dataset.then);
      else location.reload();
    } else {
      // Only the table says what it refuses in the reader's language.
      answer.textContent = found.status === 422 ? await found.text() : answer.dataset.lost;
    }
  } catch {
    answer.textContent = answer.dataset.lost;
  }
  answer.className = "";
  answer.scrollIntoView({ block: "nearest" });
}

function sayDone() {
  const done = sessionStorage.getItem("done");
  if (!$("answer") || !done) return;
  sessionStorage.removeItem("done");
  $("answer").className = "done";
  $("answer").textContent = done;
  $("answer").scrollIntoView({ block: "nearest" });
}

// The table goes over to a game; once it has heard so, this browser goes there, too.
function correct(event) {
  event.preventDefault();
  link.send({ do: "game", number: Number(event.target.dataset.number) });
  link.send({ do: "ping", number: 0 });
}

function markWide() {
  for (const wide of document.querySelectorAll(".wide")) wide.classList.toggle("more", wide.scrollWidth > wide.clientWidth);
}
markWide();
addEventListener("resize", markWide);

let link;
if (forms.length) {
  const topics = {
    pong: (number) => number === 0 && location.assign("/"),
    visit: (value) => (visit = value),
    may: (value) => permit(value.press),
  };
  link = new Link(
    (topic, value) => topics[topic]?.(value),
    (open) => {
      if (!open) permit(false);
      else if (token()) link.send({ do: "token", token: token() });
    },
  );
  const sent = (event) => handInProgram(event, () => visit, (sentence) => ($("answer").textContent = sentence));
  for (const form of forms) form.addEventListener("submit", form.matches(".game") ? correct : form.matches(".program") ? sent : handIn);
}
// A page that is shown again goes back to where it was read once it is loaded: this comes after that.
addEventListener("load", () => requestAnimationFrame(sayDone));
