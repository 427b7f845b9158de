// The page: what the table says is shown, what people do is sent.

import { Ink } from "./ink.js";
import { Fingers } from "./keys.js";
import { Link } from "./link.js";
import { play } from "./sound.js";

const KEYS = ["A", "B", "C", "D"];
const MOST_PODS = 9;
const LARGEST_RECORD = 1000000;

const $ = (id) => document.getElementById(id);
const words = {};
let ahead = 0; // the server's clock, in seconds, less this page's
let may = { press: false, token: false };
let holds = new Map();
let lastCue;
let glow;

const say = (name, values = {}) =>
  (words[name] ?? "").replace(/\{(\w+)\}/g, (whole, value) => values[value] ?? whole);
const now = () => performance.now() / 1000 + ahead;

const ink = new Ink($("glass"), $("before"), $("picture"));
const fingers = new Fingers(
  stroke,
  () => light("armed"),
  () => light("refused"),
  () => may.press && link.send({ do: "off" }),
);
const link = new Link(hear, linked);

// --- what the table says

const TOPICS = {
  clock: (value) => (ahead = value - performance.now() / 1000),
  words: translate,
  panel: (value) => ink.show(value, now()),
  cue,
  status,
  beside,
  choices,
  speed: (value) => ($("speed").value = value ? "instant" : "real"),
  may: permit,
  upload: (value) => ($("uploaded").textContent = value || say("playing")),
};

function hear(topic, value) {
  TOPICS[topic]?.(value);
}

function linked(open) {
  document.body.dataset.link = open ? "open" : "broken";
  $("link").textContent = open ? "" : say("lost") || "…";
  const token = remembered("token");
  if (open && token) link.send({ do: "token", token });
  able();
}

function translate(value) {
  Object.assign(words, value);
  document.documentElement.lang = words.code;
  $("words").lang = words.code;
  document.querySelectorAll("[data-say]").forEach((one) => (one.textContent = say(one.dataset.say)));
  document.querySelectorAll("[data-label]").forEach((one) => one.setAttribute("aria-label", say(one.dataset.label)));
  document.querySelectorAll("[data-alt]").forEach((one) => (one.alt = say(one.dataset.alt)));
  makeHolds();
  makePods();
  able();
}

function cue(value) {
  // The first one was given before this page came.
  if (lastCue !== undefined && value.count !== lastCue) light(value.cue, value.count);
  lastCue = value.count;
}

function light(name, count = "") {
  const lamp = $("lamp");
  lamp.dataset.cue = name;
  lamp.dataset.count = count;
  $("cue").textContent = say(name);
  glow?.cancel();
  glow = lamp.animate([{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { opacity: 0.35 }], { duration: 1200, fill: "forwards" });
  if ($("sound").checked) play(name);
}

function status(value) {
  $("question").textContent = value.question;
  $("typed").replaceChildren(...[...value.typed].map((key) => make("kbd", key)));
  $("answer").textContent = value.answer;
}

function beside(value) {
  holds = new Map(value.holds);
  makeHolds();
  $("words").replaceChildren(...value.sections.flatMap(section));
  account(value.account);
  $("download").toggleAttribute("aria-disabled", !value.downloadable);
  if (value.downloadable) $("download").href = "record.txt";
  else $("download").removeAttribute("href");
}

function section([title, lines]) {
  const list = make("ul");
  list.append(...lines.map((line) => make("li", line)));
  return [...(title ? [make("h3", title)] : []), ...(lines.length ? [list] : [])];
}

// Only what is new is made anew: a long evening has hundreds of lines.
function account(entries) {
  const list = $("account");
  const name = (entry) => `${entry[1] ? "!" : " "}${entry[0]}`;
  let same = 0;
  while (same < entries.length && list.children[same]?.dataset.entry === name(entries[same])) same += 1;
  while (list.children.length > same) list.lastChild.remove();
  entries.slice(same).forEach((entry) => {
    const line = make("li", entry[0]);
    line.dataset.entry = name(entry);
    if (entry[1]) {
      line.className = "refused";
      line.prepend(make("b", `${say("refused")}: `));
    }
    list.append(line);
  });
  list.hidden = !entries.length;
  $("empty").hidden = entries.length > 0;
  list.scrollTop = list.scrollHeight;
}

function choices(value) {
  options($("panel"), value.panels.map((name) => [name, name]), value.panel);
  options($("language"), value.languages, value.language);
  $("panel-setting").hidden = !value.panels.length;
  $("speed-setting").hidden = !value.panels.length;
  $("upload").hidden = !value.panels.length;
  $("language-setting").hidden = value.languages.length < 2;
  $("gallery").hidden = !value.gallery;
}

function options(select, entries, chosen) {
  select.replaceChildren(...entries.map(([value, label]) => new Option(label, value)));
  select.value = chosen;
}

function permit(value) {
  may = value;
  able();
}

// What can be pressed now, and why not.
function able() {
  const open = document.body.dataset.link === "open";
  document.querySelectorAll(".stroke, #undo, #panel, #language, #speed, #upload input").forEach((one) => {
    one.disabled = !open || !may.press;
  });
  $("upload").classList.toggle("off", !open || !may.press);
  $("watching").hidden = !open || may.press;
  $("watching").textContent = say(may.token ? "needs-token" : "watching");
  $("token").hidden = !open || may.press || !may.token;
}

// --- what people do

function stroke(key, gesture, pod) {
  if (!may.press) return;
  link.send({ do: "key", key, gesture, pod });
}

function makeKeys(pod, label) {
  return KEYS.map((key) => {
    const button = make("button", key);
    button.type = "button";
    button.className = "key stroke";
    button.setAttribute("aria-label", label(key));
    fingers.attach(button, key, pod);
    return button;
  });
}

function makeHolds() {
  KEYS.forEach((key, at) => {
    const button = $("holds").children[at];
    const what = holds.get(key);
    button.textContent = what ?? "–";
    button.setAttribute("aria-label", what ? say("hold", { key, what }) : say("hold-nothing", { key }));
    button.classList.toggle("idle", !what);
    $("keys").children[at].setAttribute("aria-label", say("key", { key }));
  });
}

function makePods() {
  const count = Number($("pod-count").value || 0);
  const pods = Array.from({ length: count }, (_, at) => {
    const pod = make("div");
    pod.className = "pod";
    pod.setAttribute("role", "group");
    pod.setAttribute("aria-label", say("pod", { number: at + 1 }));
    const row = make("div");
    row.className = "keys";
    row.append(...makeKeys(at + 1, (key) => say("pod-key", { number: at + 1, key })));
    pod.append(make("p", say("pod", { number: at + 1 })), row);
    return pod;
  });
  $("pods").replaceChildren(...pods);
  able();
}

async function upload(file) {
  $("uploaded").textContent = "";
  if (file.size > LARGEST_RECORD) $("uploaded").textContent = say("too-large");
  else link.sendBytes(await file.arrayBuffer());
}

function remembered(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return value ?? null;
  }
}

function make(tag, text = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function begin() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) {
    remembered("token", token);
    history.replaceState(null, "", location.pathname);
  }
  $("keys").append(...makeKeys(0, (key) => key));
  $("holds").append(
    ...KEYS.map((key) => {
      const button = make("button");
      button.type = "button";
      button.className = "hold stroke";
      button.addEventListener("click", () => stroke(key, "hold", 0));
      return button;
    }),
  );
  options($("pod-count"), Array.from({ length: MOST_PODS + 1 }, (_, at) => [at, at]), 0);
  for (const name of ["sound", "letters", "in-words"]) {
    const box = $(name);
    const before = remembered(name);
    if (before !== null) box.checked = before === "yes";
    box.addEventListener("change", () => remembered(name, box.checked ? "yes" : "no"));
  }
  const seen = () => $("words").classList.toggle("unseen", !$("in-words").checked);
  $("in-words").addEventListener("change", seen);
  seen();
  $("pod-count").addEventListener("change", makePods);
  $("undo").addEventListener("click", () => stroke("A", "hold", 0));
  $("panel").addEventListener("change", (event) => link.send({ do: "panel", name: event.target.value }));
  $("language").addEventListener("change", (event) => link.send({ do: "language", name: event.target.value }));
  $("speed").addEventListener("change", (event) => link.send({ do: "speed", instant: event.target.value === "instant" }));
  $("upload").querySelector("input").addEventListener("change", (event) => {
    if (event.target.files.length) upload(event.target.files[0]);
    event.target.value = "";
  });
  $("token").addEventListener("submit", (event) => {
    event.preventDefault();
    link.send({ do: "token", token: remembered("token", new FormData(event.target).get("token").trim()) });
  });
  document.addEventListener("keydown", (event) => {
    const key = letter(event);
    if (key && !event.repeat) fingers.press(`letter ${key}`, $("keys").children[KEYS.indexOf(key)], key, 0);
  });
  document.addEventListener("keyup", (event) => {
    const key = event.key.toUpperCase();
    if (KEYS.includes(key)) fingers.release(`letter ${key}`);
  });
}

function letter(event) {
  const key = event.key.toUpperCase();
  const typing = event.target.closest?.("select, textarea, input:not([type=checkbox]):not([type=file])");
  if (!$("letters").checked || typing || event.ctrlKey || event.altKey || event.metaKey) return undefined;
  return KEYS.includes(key) ? key : undefined;
}

begin();
