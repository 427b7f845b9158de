// A light that glows for a cue and fades, with the cue's word beside it.

const FADING = [{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { opacity: 0.35 }];

export class Light {
  // `lamp` shows the colour and shape of a cue, `word` its name.
  constructor(lamp, word) {
    Object.assign(this, { lamp, word });
    this.cue = "";
  }

  give(name, word, count = "") {
    this.cue = this.lamp.dataset.cue = name;
    this.lamp.dataset.count = count;
    this.word.textContent = word;
    this.glow?.cancel();
    this.glow = this.lamp.animate(FADING, { duration: 1200, fill: "forwards" });
  }

  // Nothing is said any more.
  clear() {
    this.cue = this.lamp.dataset.cue = this.word.textContent = "";
    this.glow?.cancel();
  }

  // `say(name)` finds words of another language now.
  translate(say) {
    this.word.textContent = this.cue && say(this.cue);
  }
}
