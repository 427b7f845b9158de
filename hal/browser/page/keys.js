// Fingers on keys: what was down and came up again is a press, or, after a while, a hold.

export const HOLD_MS = 600;
export const PAIR_MS = 3000;

export class Fingers {
  // `stroke(key, gesture, pod)` is called for each press and hold. `light(pod, cue)` is called with "armed" when a key may
  // be let go as a hold; with "refused" when two keys are down together, which then mean nothing, but for A and D held
  // for long: `switchOff()`; and with "" when a key goes down, or is let go after "armed". Pod 0 is the box itself.
  constructor(stroke, light, switchOff) {
    Object.assign(this, { stroke, light, switchOff });
    this.down = new Map();
    addEventListener("blur", () => this.dropAll());
    document.addEventListener("visibilitychange", () => document.hidden && this.dropAll());
  }

  // Make a button a key. It works by mouse, touch and pen, by Enter and Space, and by a click without any of these,
  // which is how screen readers and switches press. `pod()` says whose key it is when a finger comes down.
  attach(button, key, pod) {
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.press(event.pointerId, button, key, pod());
    });
    button.addEventListener("pointerup", (event) => this.release(event.pointerId));
    button.addEventListener("pointercancel", (event) => this.drop(event.pointerId));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (!event.repeat) this.press(event.key, button, key, pod());
    });
    button.addEventListener("keyup", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.release(event.key);
    });
    button.addEventListener("click", (event) => {
      if (event.detail === 0 && !event.pointerType) this.stroke(key, "press", pod());
    });
    button.addEventListener("blur", () => {
      this.drop("Enter");
      this.drop(" ");
    });
  }

  // Make a button the two keys that switch off: kept down as long as they would be. Screen readers and switches, which
  // can't keep anything down, press it once.
  attachOff(button) {
    let timer = 0;
    const down = () => {
      button.dataset.state = "down";
      timer = setTimeout(() => {
        up();
        this.switchOff();
      }, PAIR_MS);
    };
    const up = () => {
      clearTimeout(timer);
      button.dataset.state = "";
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || button.disabled) return;
      button.setPointerCapture(event.pointerId);
      down();
    });
    ["pointerup", "pointercancel", "blur"].forEach((name) => button.addEventListener(name, up));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (!event.repeat) down();
    });
    button.addEventListener("keyup", up);
    button.addEventListener("click", (event) => {
      if (event.detail === 0 && !event.pointerType) this.switchOff();
    });
  }

  press(finger, button, key, pod) {
    if (button.disabled || this.down.has(finger)) return;
    button.dataset.state = "down";
    const other = [...this.down.values()].find((one) => one.pod === pod);
    if (other) {
      this.pressTogether(finger, button, key, pod, other);
      return;
    }
    this.light(pod, "");
    const timer = setTimeout(() => {
      button.dataset.state = "armed";
      this.light(pod, "armed");
    }, HOLD_MS);
    this.down.set(finger, { button, key, pod, timer, since: performance.now() });
  }

  pressTogether(finger, button, key, pod, other) {
    clearTimeout(other.timer);
    const pair = [key, other.key].sort().join("") === "AD" && pod === 0 && !other.isVoid;
    const timer = pair ? setTimeout(this.switchOff, PAIR_MS) : 0;
    other.isVoid = true;
    other.timer = timer;
    this.down.set(finger, { button, key, pod, timer, isVoid: true });
    this.light(pod, "refused");
  }

  release(finger) {
    const stroke = this.lift(finger);
    if (stroke) this.stroke(...stroke);
  }

  // The finger comes up: the key, gesture and pod that it means, if anything.
  lift(finger) {
    const held = this.drop(finger);
    if (!held || held.isVoid) return undefined;
    return [held.key, performance.now() - held.since < HOLD_MS ? "press" : "hold", held.pod];
  }

  // The finger slid off, or nobody knows: it means nothing.
  drop(finger) {
    const held = this.down.get(finger);
    if (!held) return undefined;
    this.down.delete(finger);
    clearTimeout(held.timer);
    if (held.button.dataset.state === "armed" && !held.isVoid) this.light(held.pod, "");
    held.button.dataset.state = "";
    return held;
  }

  dropAll() {
    [...this.down.keys()].forEach((finger) => this.drop(finger));
  }
}
