// Answers that are typed: names, numbers and words, with Enter, Escape, Backspace and undo as everywhere.

import { HOLD_MS } from "./keys.js";

const KEYS = "ABCD";
const COMPOSING = ["Dead", "Process"]; // what browsers call a key that only begins a letter, as “´” before “e”
const REFUSED_MS = 2000; // so soon an answer is refused, if it was what is refused now
const MOUSE = "(hover: hover) and (pointer: fine)";
const PRESSED = "#hands button, #glass"; // what presses keys
const DOUBLED_MS = 600; // an Enter that follows another one sooner is the same one, pressed twice: nobody has read what it brought

export class Typing {
  // `form` has the one `field`. `say(words)` is called for what was typed, `edit(key)` for "enter", "escape",
  // "backspace", "undo" and "redo"; `wanted()` says whether answers are typed at all, `letters()` whether A to D are none of the
  // keys now; `question()` is what the table asks, and `typed()` the keys typed in answer to it; `begun()` returns and
  // drops the letters that were typed as keys, and begin a name; `keys()` presses them as keys; `twice()` is called where
  // a quick second Enter counts for nothing.
  // `spells()` says whether a name is spelled, and `hold(key)` holds a key there.
  constructor(form, field, { say, edit, wanted, letters, question, typed, begun, keys, twice, spells, hold }) {
    Object.assign(this, { form, field, say, edit, wanted, letters, question, typed, begun, keys, twice, spells, hold });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.enter();
    });
    field.addEventListener("input", () => {
      this.kept = false;
      // Letters that no key tells of, as of a dead key or an input method, may come after one that was a key.
      const begun = this.begun();
      if (begun) field.value = begun + field.value;
    });
    field.addEventListener("mousedown", (event) => this.selectRefused(event));
    field.addEventListener("keydown", (event) => this.inField(event));
    document.addEventListener("keydown", (event) => this.anywhere(event));
    document.addEventListener("keydown", (event) => this.noteLetterDown(event), { capture: true });
    document.addEventListener("keyup", (event) => this.holdLetter(event));
    document.addEventListener("pointerdown", (event) => {
      if (!this.field.value && event.target.closest?.(PRESSED) && this.givesBack()) this.leave();
    });
  }

  enter() {
    const words = this.field.value.trim();
    this.field.value = "";
    const doubled = this.doubled();
    this.said = words;
    this.isCodeDropped = false;
    this.kept = false;
    if (words) this.say(words);
    else if (doubled) this.twice();
    else this.edit("enter");
    this.gaveBack = !this.borrowed && this.givesBack();
    if (this.borrowed || this.gaveBack) this.leave();
  }

  // Whether the letters A to D are keys again after an answer or a click, as after one that was begun elsewhere. Where a
  // name is spelled, they are letters; where nothing but a finger points, leaving the field would close the keyboard.
  givesBack() {
    return !this.letters() && matchMedia(MOUSE).matches;
  }

  // What was said last is no answer: it can be put right, or typed over.
  refuse() {
    if (!this.said || this.field.value || this.isCodeDropped || performance.now() - this.enteredAt > REFUSED_MS) return;
    this.field.value = this.said;
    if (this.gaveBack) this.field.focus();
    this.field.select();
    this.said = "";
    this.kept = true;
    this.isWhole = true;
    this.asked = this.question();
  }

  // The first click into an answer that was refused keeps it selected: without, what is typed next went into the middle
  // of it. The second one points at a letter.
  selectRefused(event) {
    if (this.kept && this.isWhole) {
      event.preventDefault();
      this.field.focus();
      this.field.select();
    }
    this.isWhole = false;
  }

  // Something else may be asked now, or the same from its beginning: what was kept is no answer to it. The table says so
  // before or after it says that something was refused.
  ask() {
    const typed = this.typed().length;
    this.isCodeDropped = this.isCodeDropped || typed < (this.typedBefore ?? 0);
    this.typedBefore = typed;
    if (this.kept && (this.asked !== this.question() || this.isCodeDropped)) this.drop();
  }

  // Something was answered otherwise: what is begun here was an answer to it, and none to what is asked next. A refusal
  // is of that, and not of what was typed before.
  drop() {
    if (this.kept && this.givesBack()) this.leave(); // it has the focus for what was refused
    this.kept = false;
    this.said = "";
    this.field.value = "";
  }

  doubled() {
    const before = this.enteredAt ?? -Infinity;
    this.enteredAt = performance.now();
    return this.enteredAt - before < DOUBLED_MS;
  }

  // The letters A to D are keys again.
  leave() {
    this.borrowed = false;
    this.field.blur();
  }

  inField(event) {
    const empty = !this.field.value;
    if (event.key === "Escape") {
      event.preventDefault();
      this.field.value = "";
      if (empty) this.edit("escape");
      this.leave();
    } else if (event.key === "Backspace" && empty) {
      event.preventDefault();
      this.edit("backspace");
    } else if (empty) {
      this.undoing(event);
    } else if (this.kept && this.isKey(event)) {
      // The field has the focus for what was refused to be put right: a letter that begins no word is a key again.
      event.preventDefault();
      this.drop();
      this.leave();
    }
  }

  // Where a name is spelled, A to D are letters; held down with nothing else in the field, they are keys, as the panel says.
  noteLetterDown(event) {
    if (event.repeat) return;
    const isKey = KEYS.includes(event.key.toUpperCase()) && !(event.ctrlKey || event.altKey || event.metaKey);
    const begins = isKey && !this.field.value && this.wanted() && this.spells() && !elsewhere(event.target);
    this.letterDown = begins ? { key: event.key.toUpperCase(), since: performance.now() } : undefined;
  }

  holdLetter(event) {
    const down = this.letterDown;
    this.letterDown = undefined;
    const isHeld = down?.key === event.key.toUpperCase() && performance.now() - down.since >= HOLD_MS;
    if (!isHeld || this.field.value.toUpperCase() !== down.key.repeat(this.field.value.length)) return;
    this.field.value = "";
    this.hold(down.key);
  }

  // Whether this is a letter of a key that would take the place of all that is in the field.
  isKey({ key, ctrlKey, altKey, metaKey }) {
    const { value, selectionStart, selectionEnd } = this.field;
    const isWhole = selectionStart === 0 && selectionEnd === value.length;
    return isWhole && KEYS.includes(key.toUpperCase()) && !(ctrlKey || altKey || metaKey) && this.givesBack();
  }

  anywhere(event) {
    if (!this.wanted() || event.defaultPrevented || elsewhere(event.target) || event.target === this.field) return;
    if (this.undoing(event) || event.ctrlKey || event.altKey || event.metaKey) return;
    const name = { Enter: "enter", Escape: "escape", Backspace: "backspace" }[event.key];
    if (name) {
      const begun = name === "enter" ? this.begun() : "";
      if (name === "enter" && !begun && event.target.closest("button, a, summary, select")) return;
      event.preventDefault();
      if (begun) this.begin(begun); // “ada” and Enter are a name in small letters: no key is pressed for it
      else this.keys();
      if (name === "enter") this.said = "";
      if (name === "enter" && this.field.value) this.enter();
      else if (event.repeat) return;
      else if (name === "enter" && this.doubled()) this.twice();
      else this.edit(name);
    } else if ((begins(event.key) || COMPOSING.includes(event.key)) && (this.letters() || !KEYS.includes(event.key.toUpperCase()))) {
      // The browser puts the letter where the focus is by then.
      this.begin(this.begun());
    }
  }

  // What is typed somewhere else goes on in the field, from these letters on.
  begin(letters) {
    this.borrowed = true;
    if (this.kept) this.field.value = "";
    this.kept = false;
    this.field.value += letters;
    this.field.focus();
  }

  // Undo and redo, where there is nothing in the field that they could be meant for. Whether it was one of them.
  undoing(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key)) return false;
    event.preventDefault();
    this.keys();
    this.edit(key === "z" && !event.shiftKey ? "undo" : "redo");
    return true;
  }
}

// Whether somebody types somewhere else.
function elsewhere(target) {
  return Boolean(target.closest?.("select, textarea, input:not([type=checkbox]):not([type=file]):not(#answer-typed)"));
}

// Whether a key can begin a name, a number or a word.
function begins(key) {
  return [...key].length === 1 && /[\p{L}\p{N}+\-−'’]/u.test(key);
}
