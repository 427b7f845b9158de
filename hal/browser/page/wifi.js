// A Wi-Fi for the box: which there are, what joining one will do, and what came of it. The password is sent once, and kept nowhere.

import { Link, token } from "./link.js";

const LOOK_MS = 3000;

const $ = (id) => document.getElementById(id);
const words = {};
let visit = "";
let may = false;
let seen = { networks: [], here: "", own: false, state: "nothing", name: "" };

const say = (name, values = {}) => (words[name] ?? "").replace(/\{(\w+)\}/g, (whole, value) => values[value] ?? whole);

function translate(value) {
  Object.assign(words, value);
  document.documentElement.lang = words.code;
  document.querySelectorAll("[data-say]").forEach((one) => (one.textContent = say(one.dataset.say)));
  document.querySelectorAll("[data-label]").forEach((one) => one.setAttribute("aria-label", say(one.dataset.label)));
  show();
}

function tell(sentence) {
  if ($("answer").textContent !== sentence) $("answer").textContent = sentence;
}

async function ask(body = {}) {
  if (!may) return;
  try {
    const found = await fetch("/networks", { method: "POST", headers: { "x-visit": visit }, body: new URLSearchParams(body) });
    if (found.ok) seen = await found.json();
    show();
    if (found.status === 404) tell(say("wifi-elsewhere"));
    if (found.status === 422) tell(say("wifi-bad"));
    $("join").hidden = found.status === 404;
    if (found.ok || [404, 422].includes(found.status)) return;
  } catch {
    // The way is broken: the page looks again by itself, but asks to join once only.
  }
  if ("name" in body) tell(say("wifi-unanswered"));
}

function show() {
  if (!may) tell(say("wifi-watching"));
  else if (seen.state === "joined" && seen.here !== seen.name) tell(""); // it has left that network since
  else if (seen.state !== "nothing") tell(say(`wifi-${seen.state}`, seen));
  $("join").hidden = !may;
  $("frozen").hidden = !seen.own;
  $("none").hidden = !($("networks").hidden = !seen.networks.length);
  const shown = JSON.stringify([seen.networks, seen.here, words.code]);
  if ($("networks").dataset.shown !== shown) {
    $("networks").dataset.shown = shown;
    $("networks").replaceChildren(...seen.networks.map(network));
  }
  $("fields").disabled = seen.state === "joining";
}

function network([name, strength, key]) {
  const button = document.createElement("button");
  const more = [key ? "" : say("wifi-open"), name === seen.here ? say("wifi-here") : ""].filter(Boolean).join(", ");
  button.type = "button";
  button.textContent = [name, `${strength} %`, more].filter(Boolean).join(" · ");
  button.addEventListener("click", () => {
    $("name").value = name;
    $("password").focus();
  });
  const line = document.createElement("li");
  line.append(button);
  return line;
}

function ahead(shown) {
  $("before").hidden = !shown;
  $("next").hidden = shown;
  const from = seen.own ? "own" : seen.here ? "network" : "none";
  $("happens").textContent = say(`wifi-from-${from}`, { name: $("name").value, here: seen.here });
  if (shown) $("do").focus();
}

$("join").addEventListener("submit", (event) => {
  event.preventDefault();
  ahead(true);
});
$("join").addEventListener("input", () => ahead(false));
$("leave").addEventListener("click", () => ahead(false));
$("do").addEventListener("click", () => {
  ahead(false);
  tell(say("wifi-joining", { name: $("name").value }));
  ask({ name: $("name").value, password: $("password").value });
  $("password").value = "";
});

const topics = {
  words: translate,
  visit: (value) => (visit = value),
  may: (value) => {
    may = value.press;
    show();
    ask();
  },
};
const link = new Link(
  (topic, value) => topics[topic]?.(value),
  (open) => open && token() && link.send({ do: "token", token: token() }),
);
setInterval(() => document.hidden || ask(), LOOK_MS);
