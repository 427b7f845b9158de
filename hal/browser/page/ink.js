// The panel: electronic ink that flashes and settles, for as long as the real one does.

// A flash of the whole picture, by fractions of the refresh. Even on the quickest panel there are fewer than three a
// second, which nobody's eyes need fear.
const OLD_PICTURE_FRAMES = [
  { offset: 0, opacity: 1, filter: "none" },
  { offset: 0.06, opacity: 1, filter: "invert(1)" },
  { offset: 0.14, opacity: 1, filter: "none" },
  { offset: 0.2, opacity: 1, filter: "brightness(0)" },
  { offset: 0.28, opacity: 1, filter: "brightness(0) invert(1)" },
  { offset: 0.36, opacity: 1, filter: "brightness(0)" },
  { offset: 0.44, opacity: 1, filter: "brightness(0) invert(1)" },
  { offset: 0.5, opacity: 0, filter: "none" },
  { offset: 1, opacity: 0, filter: "none" },
];
const NEW_PICTURE_FRAMES = [
  { offset: 0, opacity: 0, filter: "none", easing: "steps(1, end)" },
  { offset: 0.5, opacity: 1, filter: "grayscale(1) invert(1) contrast(0.5)", easing: "steps(1, end)" },
  { offset: 0.58, opacity: 1, filter: "grayscale(1) invert(1)", easing: "steps(1, end)" },
  { offset: 0.66, opacity: 1, filter: "grayscale(1) contrast(0.35) brightness(1.25)" },
  { offset: 0.82, opacity: 1, filter: "grayscale(0.9) contrast(0.7) brightness(1.05)" },
  { offset: 1, opacity: 1, filter: "none" },
];
const EMPTY_PANEL_FRAMES = [
  { offset: 0, backgroundColor: "var(--paper)" },
  { offset: 0.2, backgroundColor: "#000" },
  { offset: 0.28, backgroundColor: "var(--paper)" },
  { offset: 0.36, backgroundColor: "#000" },
  { offset: 0.44, backgroundColor: "var(--paper)" },
  { offset: 1, backgroundColor: "var(--paper)" },
];
const CALM_FRAMES = [
  { offset: 0, opacity: 1 },
  { offset: 1, opacity: 0 },
];

const RETRY_MS = 1000;

export class Ink {
  constructor(glass, before, picture) {
    this.glass = glass;
    this.before = before;
    this.picture = picture;
    this.moving = [];
    this.loaded = this.wanted = "";
    picture.addEventListener("load", () => {
      this.loaded = picture.getAttribute("src");
    });
    picture.addEventListener("error", () => this.keep());
  }

  // A picture that does not come: what was there stays, as ink does, and it is asked for once more. If the program has
  // ended before it was fetched, it never comes.
  keep() {
    // Browsers may report a source that was taken away when the next one is on its way already.
    if (!this.picture.complete) return;
    this.moving.forEach((animation) => animation.cancel());
    this.moving = [];
    const missingPath = this.picture.getAttribute("src");
    const other = this.loaded && this.loaded !== missingPath;
    if (other) this.picture.src = this.loaded;
    this.picture.hidden = !other;
    const again = new Image();
    again.addEventListener("load", () => {
      if (this.wanted !== missingPath) return;
      this.picture.src = missingPath;
      this.picture.hidden = false;
    });
    setTimeout(() => {
      again.src = missingPath;
    }, RETRY_MS);
  }

  // Show what the panel does: { width, height, before, picture, begun, seconds }; `now` is the server's time.
  show(panel, now) {
    this.wanted = panel.picture && imagePath(panel.picture);
    if (!panel.picture) this.loaded = "";
    this.moving.forEach((animation) => animation.cancel());
    this.moving = [];
    put(this.before, panel.seconds ? panel.before : "", panel);
    put(this.picture, panel.picture, panel);
    this.glass.dataset.refreshing = panel.seconds > 0;
    if (panel.seconds > 0) this.refresh(panel.seconds * 1000, Math.max(0, now - panel.begun) * 1000);
  }

  refresh(duration, elapsed) {
    const timing = { duration, fill: "forwards" };
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.moving = [this.before.animate(CALM_FRAMES, timing), this.picture.animate([...CALM_FRAMES].reverse().map(flip), timing)];
    } else {
      this.moving = [
        // A panel without a picture yet flashes as well.
        this.before.hidden
          ? this.glass.animate(stepwise(EMPTY_PANEL_FRAMES), { duration })
          : this.before.animate(stepwise(OLD_PICTURE_FRAMES), timing),
        this.picture.animate(NEW_PICTURE_FRAMES, timing),
      ];
    }
    this.moving.forEach((animation) => {
      animation.currentTime = Math.min(elapsed, duration - 1);
    });
  }
}

function stepwise(frames) {
  return frames.map((frame) => ({ ...frame, easing: "steps(1, end)" }));
}

function flip(frame) {
  return { ...frame, offset: 1 - frame.offset };
}

function imagePath(name) {
  return `panel/${name}.png`;
}

function put(image, name, panel) {
  image.hidden = !name;
  image.width = panel.width;
  image.height = panel.height;
  if (name) {
    if (image.getAttribute("src") !== imagePath(name)) image.src = imagePath(name);
  } else {
    image.removeAttribute("src");
  }
}
