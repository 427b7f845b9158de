// How large the panel is drawn: in whole multiples of its pixels, counted in the screen's own.

const WORTH = 0.95; // a whole multiple that fills less of the room than this gives way, on a screen of fine pixels
const FINE = 2; // device pixels a CSS pixel from which nobody sees a stroke wobble
const MIN_HEIGHT = 240; // CSS pixels for the panel, however low the window is

export class Fit {
  // `glass` is drawn within `box` in a `column`, so that it, `above` and what stands `below` it are on the screen together.
  constructor(glass, box, column, above, below) {
    Object.assign(this, { glass, box, column, above, wide: 400, high: 300 });
    addEventListener("resize", () => this.draw());
    // What is said below the panel grows and shrinks, and keys come with the first word of the table.
    new ResizeObserver(() => requestAnimationFrame(() => this.draw())).observe(below);
  }

  // A panel of so many pixels.
  panel(wide, high) {
    if (wide === this.wide && high === this.high && this.drawn) return;
    Object.assign(this, { wide, high, drawn: true });
    this.draw();
  }

  draw() {
    const style = getComputedStyle(this.box);
    const frame = this.glass.parentElement;
    const around = getComputedStyle(style.display === "contents" ? frame : this.box);
    const sides = parseFloat(around.paddingLeft) + parseFloat(around.paddingRight);
    const body = document.body.clientWidth - sum(getComputedStyle(document.body), "paddingLeft", "paddingRight");
    const column = this.column.clientWidth || body;
    const sideways = style.display === "grid" && style.gridTemplateColumns.includes(" ");
    const room = sideways ? frame.clientWidth : column - sides;
    const rest = sideways ? 0 : this.box.offsetHeight - this.glass.offsetHeight;
    const upright = style.display === "contents";
    const below = upright ? Infinity : Math.max(MIN_HEIGHT, innerHeight - this.above.offsetHeight - rest - 14);
    const { width, crisp } = size(this.wide, this.high, room, below, devicePixelRatio || 1);
    this.box.style.setProperty("--wide", `${width}px`);
    this.box.style.setProperty("--ratio", `${this.wide} / ${this.high}`);
    this.glass.classList.toggle("crisp", crisp);
  }
}

// The width in CSS pixels, and whether each pixel of the panel has as many of the screen's as every other.
export function size(wide, high, room, below, ratio) {
  const most = Math.min(room, (below * wide) / high);
  const times = Math.floor((most * ratio) / wide);
  const whole = (times * wide) / ratio;
  if (times >= 1 && (ratio < FINE || whole >= WORTH * most)) return { width: whole, crisp: true };
  return { width: most, crisp: false };
}

function sum(style, ...names) {
  return names.reduce((total, name) => total + parseFloat(style[name]), 0);
}
