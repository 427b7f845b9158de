// Pods at seats: little devices, each with a light, a display and four keys.

import { Light } from "./light.js";

export class Pods {
  // `root` is where they stand. `say(name, values)` finds words, `keys(pod)` makes a pod's four buttons; `take(pod)` and
  // `remove(pod)` are what its other two buttons do.
  constructor(root, { say, keys, take, remove }) {
    Object.assign(this, { root, say, keys, take, remove });
    this.cards = new Map();
  }

  // These are there: { number, name, rows, cue, given }, each with its `title`.
  show(pods) {
    const numbers = new Set(pods.map((pod) => pod.number));
    [...this.cards.keys()].filter((number) => !numbers.has(number)).forEach((number) => this.drop(number));
    pods.forEach((pod) => {
      if (!this.cards.has(pod.number)) this.add(pod);
      this.update(this.cards.get(pod.number), pod);
    });
  }

  // A cue that the pod gives itself, or one from the table; none ends the one before.
  light(number, cue) {
    const light = this.cards.get(number)?.light;
    if (cue) light?.give(cue, this.say(cue));
    else light?.clear();
  }

  add({ number, given }) {
    const card = element("section", "pod");
    const title = element("h3");
    const cue = element("p", "pod-cue");
    const lamp = element("span", "light");
    lamp.setAttribute("aria-hidden", "true");
    const word = element("span");
    cue.append(lamp, word);
    const rows = element("pre", "oled");
    const keys = element("div", "keys");
    keys.append(...this.keys(number));
    const take = this.button(() => this.take(number));
    const remove = this.button(() => this.remove(number));
    remove.classList.add("stroke");
    const row = element("p", "row");
    row.append(take, remove);
    card.append(title, rows, cue, keys, row);
    // Cards stand in the order of their numbers.
    const next = [...this.cards].filter(([other]) => other > number).sort(([one], [other]) => one - other)[0];
    this.root.insertBefore(card, next?.[1].card ?? null);
    this.cards.set(number, { card, title, rows, keys, take, remove, light: new Light(lamp, word), given });
  }

  update(one, pod) {
    one.title.textContent = pod.title;
    one.card.setAttribute("aria-label", pod.title);
    one.rows.textContent = pod.rows.join("\n");
    [...one.keys.children].forEach((button) =>
      button.setAttribute("aria-label", this.say("pod-key", { pod: pod.name, key: button.firstChild.textContent })),
    );
    one.take.textContent = this.say("pod-take");
    one.take.setAttribute("aria-label", this.say("pod-take-this", { pod: pod.name }));
    one.remove.textContent = this.say("pod-remove");
    one.remove.setAttribute("aria-label", this.say("pod-remove-this", { pod: pod.name }));
    one.light.translate(this.say);
    if (pod.given !== one.given) this.light(pod.number, pod.cue);
    one.given = pod.given;
  }

  drop(number) {
    this.cards.get(number).card.remove();
    this.cards.delete(number);
  }

  button(act) {
    const made = element("button", "small");
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }
}

function element(tag, name = "") {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}
