// The letters A to D of a keyboard where words may be typed: they are keys, unless another letter follows at once.

export const PAUSE_MS = 600; // whoever looks for each letter on the keyboard needs as long

export class WordLetters {
  // `stroke(key, gesture, pod)` is called for letters that were keys, `name(begun)` for those of a name such as “Ada”.
  constructor(stroke, name) {
    Object.assign(this, { stroke, name, letters: [], timer: 0 });
    addEventListener("blur", () => this.take());
    // Whatever is done on the page comes after them.
    for (const done of ["pointerdown", "change"]) document.addEventListener(done, () => this.press(), true);
  }

  begin(letter) {
    this.letters.push({ letter, stroke: undefined, down: true });
  }

  // A letter is let go, and would mean this stroke as a key. Whether it is one of these letters.
  end(key, stroke) {
    const found = this.letters.find((one) => one.down && one.letter.toUpperCase() === key);
    if (!found) return false;
    Object.assign(found, { stroke, down: false });
    clearTimeout(this.timer);
    if (stroke?.[1] === "hold") this.press();
    else this.timer = setTimeout(() => this.press(), PAUSE_MS);
    return true;
  }

  // They were keys, except those that are still down; or a name, if a capital comes first. One key that is pressed
  // several times is no name.
  press() {
    const begun = this.letters.map((one) => one.letter).join("");
    if (/^[A-D][a-d]+$/.test(begun) && new Set(begun.toUpperCase()).size > 1) {
      this.name(this.take());
      return;
    }
    const ended = this.letters.filter((one) => !one.down);
    this.letters = this.letters.filter((one) => one.down);
    for (const { stroke } of ended) if (stroke) this.stroke(...stroke);
  }

  // They began a name, which is returned.
  take() {
    clearTimeout(this.timer);
    const begun = this.letters.map((one) => one.letter).join("");
    this.letters = [];
    return begun;
  }
}
