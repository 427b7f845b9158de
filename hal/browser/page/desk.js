// The page: what the table says is shown, what people do is sent.

import { Answers } from "./answers.js";
import { Fit } from "./fit.js";
import { Ink } from "./ink.js";
import { Fingers } from "./keys.js";
import { WordLetters } from "./letters.js";
import { Light } from "./light.js";
import { Link } from "./link.js";
import { News } from "./news.js";
import { Pods } from "./pods.js";
import { DoubleClicks, Pointing } from "./pointing.js";
import { play } from "./sound.js";
import { Typing } from "./typing.js";

const KEYS = ["A", "B", "C", "D"];
const MAX_RECORD_BYTES = 256 * 1024;
const SHOWN_MS = 1500; // how long the keys of a place that was pointed at are shown
const REMARK_MS = 4000; // how long a remark of the page's own is shown
const TURN_MS = 60; // how long a phone trembles when it is its turn
const MAX_TYPED = 4; // keys of a code that are shown, its last ones: as many as have room beside the answer

const CORRECTING = "#undo, #edit, #show-edit";

const $ = (id) => document.getElementById(id);
const words = {};
let clockLead = 0; // the server's clock, in seconds, less this page's
let permission = { press: false, token: false, wrong: false, waits: false, pin: "", known: false };
let visit = ""; // what an upload from this page is known by
let askedSeats = []; // the seats whose answer it is; none where anybody may give it
let hasTable = false; // whether there is a table that hears keys
let holds = new Map();
let players = [];
let pluggedPods = []; // the pods that are there
let maxPods = 0; // how many there can be
let takenPod = 0; // the pod that is in the hand: its keys are this page's; 0 for the box
let boxSays = { question: "", typed: "", answer: "", keys: [], spelling: false };
let pointedAt; // the keys of the place that was pointed at last, for as long as they are shown
let asking = { pod: 0, question: "", led: "", typed: "" }; // the shown question, the keys that led to it, and all typed keys
let remark = ""; // what this page says itself in the place of the answer, for as long as it is shown
let marked = []; // lines of the record, from 1, with what a correction does to each
let edited = { since: "", text: "" }; // a record that was edited as text, and the version that it was made of
let lastCue;

const say = (name, values = {}) =>
  (words[name] ?? "").replace(/\{(\w+)\}/g, (whole, value) => values[value] ?? whole);
const podInHand = () => pluggedPods.find((pod) => pod.number === takenPod);
const undo = () => (isDirect() ? editing("undo") : stroke("A", "hold", 0));
const podInHandNumber = () => podInHand()?.number ?? 0;
const now = () => performance.now() / 1000 + clockLead;

const ink = new Ink($("glass"), $("before"), $("picture"));
const fit = new Fit($("glass"), $("box"), $("column"), document.querySelector("header"), $("hands"));
const news = new News($("news"));
const pointing = new Pointing($("spots"), point, ({ label, held }) => (held ? say("hold-short", { what: label }) : label), sayCountedOnce);
const answers = new Answers($("answers"), point, sayCountedOnce);
const fieldTyping = new Typing($("say"), $("answer-typed"), {
  say: (typed) => {
    act();
    link.send({ do: "say", words: typed });
  },
  edit: editing,
  wanted: () => canPress() && isDirect(),
  letters: () => boxSays.spelling || !$("letters").checked,
  question: () => boxSays.question,
  typed: () => boxSays.typed,
  begun: () => {
    KEYS.forEach((key) => fingers.drop(`letter ${key}`));
    return wordLetters.take();
  },
  keys: () => wordLetters.press(),
  twice: sayCountedOnce,
  spells: () => boxSays.spelling && $("letters").checked,
  hold: (key) => (key === "A" ? editing("hold-a") : stroke(key, "hold", podInHandNumber())),
});
const wordLetters = new WordLetters(answerByKey, (begun) => fieldTyping.begin(begun));
const fingers = new Fingers(stroke, light, switchOff);
const link = new Link(receive, showLink);
const lamp = new Light($("lamp"), $("cue"));
const pods = new Pods($("pods"), {
  say,
  keys: (pod) => makeKeys(() => pod),
  take,
  remove: (pod) => link.send({ do: "unplug", pod }),
});

// --- what the table says

const TOPICS = {
  clock: (value) => (clockLead = value - performance.now() / 1000),
  words: translate,
  panel: (value) => {
    fit.panel(value.width, value.height);
    ink.show(value, now());
    pointing.panel(value);
  },
  spots: (value) => {
    pointing.update(value);
    // A picture that is on its way to the panel takes no answer away before the next ones come.
    if (!value.spots.length) return;
    answers.update(value);
    setAskedSeats(value.asked);
  },
  cue,
  status,
  margin,
  transcript,
  marks,
  pods: setPods,
  choices,
  speed: (value) => ($("speed").value = value ? "instant" : "real"),
  may: permit,
  open: (value) => {
    hasTable = value;
    enableControls();
  },
  off: showSwitchedOff,
  visit: (value) => (visit = value),
  guest: (value) => remember("token", value),
};

function receive(topic, value) {
  TOPICS[topic]?.(value);
}

function showLink(open) {
  document.body.dataset.link = open ? "open" : "broken";
  if (open) showSwitchedOff("");
  change($("link"), open || document.body.dataset.table === "off" ? "" : say("lost") || "…", true);
  const token = remember("token");
  if (open && token) link.send({ do: "token", token });
  enableControls();
}

// The box is off: `sentence` says how to start it again; empty, it is on.
function showSwitchedOff(sentence) {
  document.body.dataset.table = sentence ? "off" : "on";
  $("switched-off").hidden = !sentence;
  change($("switched-off"), sentence, true);
}

function translate(value) {
  Object.assign(words, value);
  document.documentElement.lang = words.code;
  $("words").lang = words.code;
  document.querySelectorAll("[data-say]").forEach((one) => (one.textContent = say(one.dataset.say)));
  document.querySelectorAll("[data-label]").forEach((one) => one.setAttribute("aria-label", say(one.dataset.label)));
  document.querySelectorAll("[data-alt]").forEach((one) => (one.alt = say(one.dataset.alt)));
  document.querySelectorAll("[data-placeholder]").forEach((one) => (one.placeholder = say(one.dataset.placeholder)));
  pointing.translate();
  lamp.translate(say);
  makeHolds();
  makePods();
  makeSeats();
}

function cue(value) {
  // The first one was given before this page came.
  if (lastCue !== undefined && value.count !== lastCue) {
    if (value.cue === "refused") fieldTyping.refuse();
    if (!podInHand()) giveCue(value.cue, value.count);
  }
  lastCue = value.count;
}

function setPods(value) {
  const before = podInHand();
  pluggedPods = value.pods;
  maxPods = value.most;
  makePods();
  if (before && podInHand() && before.given !== podInHand().given) giveCue(podInHand().cue, podInHand().given);
}

function giveCue(name, count) {
  lamp.give(name, say(name), count);
  news.answered();
  $("answer").dataset.cue = name;
  if ($("sound").checked) play(name);
}

// What a device says by itself, without the table; "" ends what it said of an earlier press.
function light(pod, name) {
  pods.light(pod, name);
  if (pod !== podInHandNumber()) return;
  if (name) giveCue(name);
  else lamp.clear();
}

function status(value) {
  boxSays = value;
  fieldTyping.ask();
  makeStatus();
}

function makeStatus() {
  const { question, typed, answer, keys } = podInHand() ?? boxSays;
  KEYS.forEach((key, at) => label($("keys").children[at].lastChild, keys[at] ?? ""));
  change($("question"), question);
  const half = typedSince(question, typed);
  // Who answers by large buttons has pressed no keys.
  const pointed = half || podInHand() || isLarge() ? "" : pointedAt ?? "";
  change($("typed-label"), say(pointed ? "pointed" : "typed"));
  makeTyped(half || pointed);
  change($("answer"), remark || answer);
  $("correct-typed").hidden = !isLarge() || !boxSays.typed;
  news.status({ question, typed: half, answer });
}

// The keys that were typed since this was asked. Those before have chosen what it is about, such as a line to correct.
// An answer and the first key of the next one may arrive together: that key has not led to the new question.
function typedSince(question, typed) {
  const pod = podInHandNumber();
  const goesOn = pod === asking.pod && asking.typed && typed.startsWith(asking.typed);
  if (pod !== asking.pod || question !== asking.question) asking = { pod, question, led: goesOn ? typed : "" };
  asking.typed = typed;
  return keysAfter(asking.led, typed);
}

function keysAfter(led, keys) {
  return keys.startsWith(led) ? keys.slice(led.length) : keys;
}

// A code with many cards has dozens of keys: what was typed long ago makes room, for keys must stay where they are.
function makeTyped(typed) {
  const last = [...typed].slice(-MAX_TYPED);
  const before = last.length < typed.length ? "…" : "";
  if ($("typed").textContent !== before + last.join("")) $("typed").replaceChildren(before, ...last.map((key) => make("kbd", key)));
}

// What is said again stays as it is, and is not announced again.
function change(one, text, announced = false) {
  if (one.textContent === text) return;
  one.textContent = text;
  if (announced) news.tell([text]);
}

function margin(value) {
  holds = new Map(value.holds);
  const enter = value.enter ? say("enter", { what: value.enter }) : say("say-short");
  $("answer-typed").placeholder = enter;
  makeHolds();
  if (String(players) !== String(value.players)) {
    players = value.players;
    makePods();
    makeSeats();
  }
  const parts = value.sections.map(section);
  parts.slice(value.standing).flat().forEach((part) => part.classList.add("of-keys"));
  $("words").replaceChildren(...parts.flat());
  change($("record-title"), value.game ? say("record-of", { game: value.game }) : say("record"));
  $("finished").hidden = !value.finished;
  $("finished").firstElementChild.href = `past/game/${value.finished}`;
  $("download").toggleAttribute("aria-disabled", !value.downloadable);
  if (value.downloadable) $("download").href = "record.txt";
  else $("download").removeAttribute("href");
}

function section([title, lines]) {
  const list = make("ul");
  list.append(...lines.map((line) => make("li", line)));
  return [...(title ? [make("h3", title)] : []), ...(lines.length ? [list] : [])];
}

// Only what is new comes: a long evening has thousands of lines. The first `same` that are there stay.
function transcript([same, entries]) {
  const list = $("transcript");
  while (list.children.length > same) list.lastChild.remove();
  list.append(...entries.map(entryLine));
  list.hidden = !list.children.length;
  $("empty").hidden = !list.hidden;
  list.scrollTop = list.scrollHeight;
  if (marked.length) marks(marked);
  const game = /^game (\S+)$/.exec(list.querySelector("li:not(.refused)")?.textContent)?.[1];
  $("gallery").firstElementChild.href = game ? `gallery/?game=${game}` : "gallery/";
}

function entryLine([words, refused]) {
  if (refused) {
    const line = make("li", words);
    line.className = "refused";
    line.prepend(make("b", `${say("refused-line", { sentence: "" }).trim()} `));
    return line;
  }
  const line = make("li");
  const button = make("button", words);
  button.type = "button";
  button.className = "line";
  button.title = say("correct");
  button.disabled = !canPress();
  button.addEventListener("click", () => correct(line));
  line.append(button);
  return line;
}

// The lines that a correction is about, with what it does to each; before it counts, or is left.
function marks(value) {
  marked = value;
  if (!value.length && $("uploaded").textContent === say("edit-shown")) tell("");
  const lines = [...$("transcript").querySelectorAll("li:not(.refused)")];
  $("transcript").querySelectorAll(".mark").forEach((mark) => {
    mark.previousElementSibling?.removeAttribute("aria-describedby");
    mark.remove();
  });
  for (const [at, [line, kind, said]] of marked.entries()) {
    if (!lines[line - 1]) continue;
    const mark = make("span", said);
    mark.id = `mark-${at}`;
    mark.className = `mark ${kind}`;
    lines[line - 1].append(mark);
    const button = lines[line - 1].firstElementChild;
    button.setAttribute("aria-describedby", `${button.getAttribute("aria-describedby") ?? ""} ${mark.id}`.trim());
  }
  const first = lines[marked[0]?.[0] - 1];
  if (first) $("transcript").scrollTop = first.offsetTop - $("transcript").offsetTop - 16;
  const corrected = document.body.dataset.correcting === "yes" && !value.length;
  document.body.dataset.correcting = value.length ? "yes" : "no";
  if (corrected) bringBack();
}

// The line of the record is asked for by its number, which refusals among the lines have no part in.
function correct(line) {
  const lines = [...$("transcript").querySelectorAll("li:not(.refused)")];
  if (!permission.press) return;
  link.send({ do: "correct", line: lines.indexOf(line) + 1 });
  bringBack();
}

// The panel asks, while a line is corrected and after that: where the record has it scrolled away, it comes back.
function bringBack() {
  const { top, bottom } = $("glass").getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) document.querySelector(".panel").scrollIntoView({ block: "nearest" });
}

function choices(value) {
  options($("panel"), value.panels, value.panel);
  options($("language"), value.languages, value.language);
  $("panel-setting").hidden = !value.panels.length;
  $("speed-setting").hidden = !value.panels.length;
  $("upload").hidden = !value.panels.length;
  $("language-setting").hidden = value.languages.length < 2;
  $("gallery").hidden = !value.gallery;
  $("past").hidden = !value.past;
}

function options(select, entries, chosen) {
  select.replaceChildren(...entries.map(([value, label]) => new Option(label, value)));
  select.value = chosen;
}

function permit(value) {
  permission = { ...value, known: true };
  enableControls();
}

function canPress() {
  return document.body.dataset.link === "open" && permission.press && hasTable;
}

// What can be pressed now, and why not.
function enableControls() {
  const open = document.body.dataset.link === "open";
  document.querySelectorAll(`.stroke, .line, ${CORRECTING}, #panel, #language, #speed, #upload input, #pod-seat`).forEach((one) => {
    one.disabled = !open || !permission.press || (!hasTable && one.matches(`.stroke, .line, ${CORRECTING}`));
  });
  $("plug").disabled = !open || !permission.press || pluggedPods.length >= maxPods;
  $("upload").classList.toggle("off", !open || !permission.press);
  $("watching").hidden = !open || permission.press;
  const pin = !permission.press && permission.pin;
  const why = pin ? `pin-${pin}` : permission.waits ? "token-waits" : permission.wrong ? "wrong-token" : permission.token ? "needs-token" : "watching";
  change($("watching"), say(why, { seconds: permission.wait_s, digits: $("pin-typed").maxLength }), open && permission.known && !permission.press);
  $("spots").hidden = !canPress() || !isDirect();
  $("say").hidden = $("spots").hidden || (isLarge() && !myTurn());
  document.body.dataset.answers = isLarge() ? "large" : "";
  $("answers").hidden = !isLarge() || !myTurn();
  $("not-mine").hidden = !isLarge() || myTurn();
  $("words").classList.toggle("unseen", !$("in-words").checked && !isLarge());
  $("keys").hidden = $("holds").hidden = $("power").hidden = open && !permission.press && !permission.token;
  $("token").hidden = !open || permission.press || !permission.token || pin;
  $("pin").hidden = !open || !pin;
}

// --- what people do

// Whether answers come without the four keys, too: not in practice, and not with a pod in the hand, which has no more.
function isDirect() {
  return !$("four-keys").checked && !podInHand();
}

// Whether answers are large buttons, instead of the picture and the four keys.
function isLarge() {
  return $("large-answers").checked && isDirect() && permission.press;
}

// Whose answers this page gives: a seat, or everybody's where nobody of this name sits at the table.
function mySeat() {
  return players.indexOf(remember("seat") ?? "");
}

function myTurn() {
  return mySeat() < 0 || !askedSeats.length || askedSeats.includes(mySeat());
}

// Those whose answer it is now. A phone that lies on the table says so when it becomes its own.
function setAskedSeats(seats) {
  const before = myTurn();
  askedSeats = seats;
  makeTurn();
  if (!before && myTurn() && isLarge()) navigator.vibrate?.(TURN_MS);
}

// Made anew with the players alone: a list that somebody has open stays open when the next question comes.
function makeSeats() {
  $("seat-setting").hidden = !players.length;
  options($("my-seat"), [["", say("everybody")], ...players.map((player) => [player, player])], players[mySeat()] ?? "");
  makeTurn();
}

function makeTurn() {
  change($("not-mine"), myTurn() ? "" : whoIsAsked(askedSeats.map((seat) => players[seat])));
  document.body.dataset.turn = mySeat() >= 0 && askedSeats.length && myTurn() ? "mine" : "";
  enableControls();
}

function whoIsAsked(names) {
  if (names.length === 1) return say("not-mine", { player: names[0] });
  return say("not-ours", { players: new Intl.ListFormat(words.code).format(names) });
}

// Two quick clicks, or Enters, are one: nobody has read what the first one brought.
function sayCountedOnce() {
  endRemark();
  remark = say("counted-once");
  giveCue("refused");
  news.tell([remark]);
  makeStatus();
  sayCountedOnce.timer = setTimeout(endRemark, REMARK_MS);
}

function endRemark() {
  clearTimeout(sayCountedOnce.timer);
  if (!remark) return;
  remark = "";
  makeStatus();
}

// Something is done that counts, by pointing at the place of these keys or otherwise: a remark was about what came before,
// and so was the light.
function act(keys) {
  endRemark();
  lamp.clear();
  showPointed(keys);
}

function point({ turn, keys, held }) {
  if (!canPress()) return;
  fieldTyping.drop();
  link.send({ do: "point", turn, keys, held });
  act(held ? undefined : keysAfter(asking.led, keys));
  point.timer = setTimeout(showPointed, SHOWN_MS);
}

function editing(key) {
  act();
  link.send({ do: "edit", key });
}

// The keys of a place that was pointed at; none once something else is done.
function showPointed(keys) {
  clearTimeout(point.timer);
  if (keys === pointedAt) return;
  pointedAt = keys;
  makeStatus();
}

function stroke(key, gesture, pod) {
  wordLetters.press(); // they came before
  answerByKey(key, gesture, pod);
}

function answerByKey(key, gesture, pod) {
  fieldTyping.drop();
  send(key, gesture, pod);
}

function send(key, gesture, pod) {
  if (!permission.press) return;
  act();
  if (pod) light(pod, "heard");
  link.send({ do: "key", key, gesture, pod });
}

function switchOff() {
  if (permission.press) link.send({ do: "off" });
}

// Take a pod into the hand (0 for none).
function take(pod) {
  takenPod = pod;
  remember("pod", pod);
  makePods();
  $("keys").firstElementChild.focus();
}

// `pod()` is whose keys they are.
function makeKeys(pod) {
  return KEYS.map((key) => {
    const button = make("button");
    button.type = "button";
    button.className = "key stroke";
    button.append(make("b", key), make("span"));
    fingers.attach(button, key, pod);
    return button;
  });
}

// Write what a key means so small that its longest word is whole in one line.
function label(place, words) {
  change(place, words);
  place.style.setProperty("--longest", Math.max(1, ...words.split(/[\s-]/).map((word) => word.length)));
}

function makeHolds() {
  const word = say("hold-word");
  $("holds").dataset.word = word;
  KEYS.forEach((key, at) => {
    const button = $("holds").children[at];
    const what = holds.get(key);
    button.replaceChildren(...(what ? [make("span", `${word} `), make("u", what)] : []));
    button.setAttribute("aria-label", what ? say("hold", { key, what }) : say("hold-nothing", { key }));
    button.classList.toggle("idle", !what);
    const name = podInHand() ? say("pod-key", { pod: podInHand().name, key }) : say("key", { key });
    $("keys").children[at].setAttribute("aria-label", name);
  });
}

function makePods() {
  pods.show(pluggedPods.map((pod) => ({ ...pod, title: title(pod) })));
  // Whoever has one pod in the hand has no others before them.
  $("pods").hidden = !pluggedPods.length || Boolean(podInHand());
  $("hand").hidden = !podInHand();
  if (podInHand()) $("hand-name").textContent = title(podInHand());
  const chosen = $("pod-seat").value;
  options($("pod-seat"), [["", say("everybody")], ...players.map((player, seat) => [seat, player])], "");
  if (players[chosen]) $("pod-seat").value = chosen;
  $("pod-setting").hidden = !maxPods;
  makeHolds();
  makeStatus();
  enableControls();
}

function title({ name, seat }) {
  return players[seat] ? say("pod-of", { pod: name, player: players[seat] }) : say("pod-everybody", { pod: name });
}

function tell(sentence) {
  change($("uploaded"), sentence, true);
}

async function upload(file) {
  tell("");
  if (file.size > MAX_RECORD_BYTES) {
    tell(say("too-large"));
    return;
  }
  try {
    const answer = await fetch("record", { method: "POST", headers: { "x-visit": visit }, body: file });
    if (answer.ok) tell(say("playing"));
    else tell(answer.status === 422 ? await answer.text() : say("not-taken"));
  } catch {
    tell(say("not-taken"));
  }
}

// The record as text: as it was edited last, if it is still the one that was edited.
async function edit() {
  tell("");
  try {
    const answer = await fetch("record.txt");
    const since = answer.headers.get("etag");
    const text = await answer.text();
    if (edited.since !== since) edited = { since, text };
  } catch {
    tell(say("edit-closed"));
    return;
  }
  $("text").value = edited.text;
  $("secret").hidden = !/^#/m.test(edited.text);
  $("editor").hidden = false;
  $("text").focus();
}

function leaveEdit() {
  $("editor").hidden = true;
  $("edit").focus();
}

async function showEdit() {
  edited.text = $("text").value;
  const body = new Blob([edited.text]);
  if (body.size > MAX_RECORD_BYTES) {
    tell(say("too-large"));
    return;
  }
  try {
    const headers = { "x-visit": visit, "if-match": edited.since };
    const answer = await fetch("edited", { method: "POST", headers, body });
    if (answer.ok) {
      leaveEdit();
      $("edit").blur(); // the panel asks now, and Enter answers it
      bringBack();
    }
    tell(answer.ok ? say("edit-shown") : answer.status === 422 ? await answer.text() : say("not-taken"));
  } catch {
    tell(say("edit-closed"));
  }
}

function remember(name, value) {
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
  const opened = new URLSearchParams(location.hash.slice(1));
  if (opened.has("phone") && remember("large-answers") === null) remember("large-answers", "yes");
  if (opened.get("token")) {
    remember("token", opened.get("token"));
    history.replaceState(null, "", location.pathname);
  }
  takenPod = Number(remember("pod"));
  $("keys").append(...makeKeys(podInHandNumber));
  KEYS.forEach((key, at) => {
    $("keys").children[at].lastChild.id = `means-${key}`;
    $("keys").children[at].setAttribute("aria-describedby", `means-${key}`);
  });
  const clicks = new DoubleClicks(sayCountedOnce);
  let clicked;
  $("holds").append(
    ...KEYS.map((key) => {
      const button = make("button");
      button.type = "button";
      button.className = "hold stroke";
      button.dataset.key = key;
      button.addEventListener("click", (event) => {
        // Several things are undone by as many clicks. A keyboard, which has no place, clicks each time on purpose, too.
        const counts = event.detail === 0 || (key === "A" && holds.get(key) === clicked);
        clicked = holds.get(key);
        if (clicks.isSecond(event, counts)) return;
        // A name that was typed is taken back as a whole; the box's own key would go back letter by letter.
        if (key === "A" && isDirect()) editing("hold-a");
        else stroke(key, "hold", podInHandNumber());
      });
      return button;
    }),
  );
  fingers.attachOff($("power"));
  for (const name of ["record-card", "settings-card"]) {
    // Beside the panel, where there is room for it, the record stands open.
    const beside = name === "record-card" && matchMedia("(min-width: 1100px)").matches;
    $(name).open = (remember(name) ?? (beside ? "open" : "")) === "open";
    // The event "toggle" comes a task later, which a page that is left at once no longer reaches.
    new MutationObserver(() => remember(name, $(name).open ? "open" : "shut")).observe($(name), { attributeFilter: ["open"] });
  }
  for (const name of ["sound", "letters", "in-words", "four-keys", "large-answers"]) {
    const box = $(name);
    const before = remember(name);
    if (before !== null) box.checked = before === "yes";
    box.addEventListener("change", () => remember(name, box.checked ? "yes" : "no"));
  }
  for (const name of ["in-words", "four-keys", "large-answers"]) $(name).addEventListener("change", makePods);
  $("my-seat").addEventListener("change", () => {
    remember("seat", $("my-seat").value);
    makeTurn();
  });
  $("take-back").addEventListener("click", () => link.send({ do: "edit", key: "backspace" }));
  $("put-back").addEventListener("click", () => take(0));
  $("pod-setting").addEventListener("submit", (event) => {
    event.preventDefault();
    const seat = $("pod-seat").value;
    link.send({ do: "plug", seat: seat === "" ? null : Number(seat) });
  });
  $("edit").addEventListener("click", edit);
  $("leave-edit").addEventListener("click", () => {
    edited = { since: "", text: "" };
    tell("");
    leaveEdit();
  });
  $("editor").addEventListener("submit", (event) => {
    event.preventDefault();
    showEdit();
  });
  $("undo").addEventListener("click", undo);
  $("panel").addEventListener("change", (event) => link.send({ do: "panel", name: event.target.value }));
  $("language").addEventListener("change", (event) => link.send({ do: "language", name: event.target.value }));
  $("speed").addEventListener("change", (event) => link.send({ do: "speed", instant: event.target.value === "instant" }));
  $("upload").querySelector("input").addEventListener("change", (event) => {
    if (event.target.files.length) upload(event.target.files[0]);
    event.target.value = "";
  });
  $("token").addEventListener("submit", (event) => {
    event.preventDefault();
    link.send({ do: "token", token: remember("token", new FormData(event.target).get("token").trim()) });
  });
  $("pin").addEventListener("submit", (event) => {
    event.preventDefault();
    link.send({ do: "pin", digits: $("pin-typed").value });
    $("pin-typed").value = "";
  });
  // A click leaves the focus where it is: Enter, after a name that is typed then, would press the button once more.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("button")) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const key = letter(event);
    if (!key || event.repeat) return;
    if (isDirect()) wordLetters.begin(event.key);
    fingers.press(`letter ${key}`, $("keys").children[KEYS.indexOf(key)], key, podInHandNumber());
  });
  document.addEventListener("keyup", (event) => {
    const key = event.key.toUpperCase();
    if (!KEYS.includes(key)) return;
    const meant = fingers.lift(`letter ${key}`);
    if (!wordLetters.end(key, meant) && meant) stroke(...meant);
  });
}

function letter(event) {
  const key = event.key.toUpperCase();
  // What was refused may have left its field at this letter.
  const typing = document.activeElement?.closest("select, textarea, input:not([type=checkbox]):not([type=file])");
  if (!$("letters").checked || typing || (boxSays.spelling && isDirect()) || event.ctrlKey || event.altKey || event.metaKey) return undefined;
  return KEYS.includes(key) ? key : undefined;
}

begin();
