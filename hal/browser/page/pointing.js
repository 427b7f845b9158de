// What is on the panel can be pointed at: over each place of the picture that means something lies a button.

const TWICE_MS = 500; // two clicks at one place within this time are one: nobody has read what the first one brought
const SAME_PLACE_PX = 16; // CSS pixels between them at most: a finger hits no place exactly twice

// Notices the second of two quick clicks at one place. Browsers count such clicks themselves, but not those of all fingers.
export class DoubleClicks {
  // `onSecond()` is called for each second one.
  constructor(onSecond) {
    this.onSecond = onSecond;
    this.last = { at: -Infinity, x: 0, y: 0 };
  }

  // Whether this click is a second one that does not count, which is said; with `counts` it counts in any case.
  isSecond({ clientX: x, clientY: y }, counts = false) {
    const before = this.last;
    this.last = { at: performance.now(), x, y };
    const near = this.last.at - before.at < TWICE_MS && Math.hypot(x - before.x, y - before.y) <= SAME_PLACE_PX;
    const second = near && !counts;
    if (second) this.onSecond();
    return second;
  }
}

export class Pointing {
  // `root` lies over the picture. `point({ turn, keys, held })` is called for each place that is chosen; `name(spot)` says
  // what it is, and `twice()` is called where a quick second click counts for nothing.
  constructor(root, point, name, twice) {
    const clicks = new DoubleClicks(twice);
    Object.assign(this, { root, point, name, width: 1, height: 1, picture: "", turn: 0, spots: [], clicks });
  }

  // The panel has another picture, of which nobody has said yet what is on it; or still the same.
  panel({ width, height, picture }) {
    Object.assign(this, { width, height });
    if (picture !== this.picture) this.show({ turn: this.turn, spots: [] });
    this.picture = picture;
  }

  // The table says which places can be chosen.
  update({ turn, spots }) {
    this.show({ turn, spots });
    if (spots.length) this.root.dataset.shown = Number(this.root.dataset.shown ?? 0) + 1;
  }

  // These places can be chosen: [[left, top, right, bottom], keys, label, held], in the pixels of the panel.
  show({ turn, spots }) {
    Object.assign(this, { turn, spots });
    // Buttons that are there stay: whoever reads the page with a screen reader keeps their place.
    while (this.root.children.length < spots.length) this.root.append(this.button(this.root.children.length));
    [...this.root.children].forEach((button, at) => this.place(button, spots[at]));
  }

  // Which language is spoken has changed.
  translate() {
    this.show(this);
  }

  place(button, spot) {
    button.hidden = !spot;
    if (!spot) return;
    const [[left, top, right, bottom], keys, label, held] = spot;
    const across = (pixels) => `${(100 * pixels) / this.width}%`;
    const down = (pixels) => `${(100 * pixels) / this.height}%`;
    Object.assign(button.style, { left: across(left), width: across(right - left), top: down(top), height: down(bottom - top) });
    button.dataset.keys = held ? `hold ${keys}` : keys;
    button.setAttribute("aria-label", this.name({ keys, label, held }));
  }

  button(at) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "spot";
    // The four keys are the way by keyboard: sixteen stops more before them would be in it.
    made.tabIndex = -1;
    // Where the fingers type stays where it is.
    made.addEventListener("pointerdown", (event) => event.preventDefault());
    made.addEventListener("click", (event) => {
      if (this.clicks.isSecond(event) || !this.spots[at]) return;
      const [, keys, , held] = this.spots[at];
      this.point({ turn: this.turn, keys, held });
    });
    return made;
  }
}
