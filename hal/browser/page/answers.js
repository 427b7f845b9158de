// What may be answered, and what holding keys does, as large buttons in the order of the panel: for a phone in one hand.

import { DoubleClicks } from "./pointing.js";

const FIGURE = /^[−+-]?\d+\+?$/;
const MAX_SHORT_LENGTH = 12; // so many letters stand on a button of half the width

export class Answers {
  // `root` has the buttons. `point({ turn, keys, held })` is called for each answer that is chosen, and `twice()` where a
  // quick second click counts for nothing.
  constructor(root, point, twice) {
    Object.assign(this, { root, point, turn: 0, answers: [], clicks: new DoubleClicks(twice) });
  }

  // The table says what can be chosen: [box, keys, label, held], and cards as [keys, number, suit].
  update({ turn, spots, cards }) {
    Object.assign(this, { turn, answers: answersOf(spots, cards) });
    // Buttons that are there stay: whoever reads the page with a screen reader keeps their place.
    while (this.root.children.length < this.answers.length) this.root.append(this.button(this.root.children.length));
    [...this.root.children].forEach((button, at) => place(button, this.answers[at]));
  }

  button(at) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "stroke";
    made.addEventListener("click", (event) => {
      if (this.clicks.isSecond(event) || !this.answers[at]) return;
      const { keys, held } = this.answers[at];
      this.point({ turn: this.turn, keys, held });
    });
    return made;
  }
}

// Each answer once, those to the question before what holding keys does. What may only be typed after another answer is
// none yet. A card is one answer, in place of its number.
function answersOf(spots, cards) {
  const found = new Map();
  for (const [, keys, label, held] of spots) if (!found.has(`${held} ${keys}`)) found.set(`${held} ${keys}`, { keys, label, held });
  const answers = [...found.values()];
  const follows = ({ keys, held }) =>
    !held && answers.some((other) => !other.held && other.keys && other.keys !== keys && keys.startsWith(other.keys));
  const opens = ({ keys, held }) => !held && cards.some(([card]) => card.startsWith(keys));
  const cardAnswers = cards.map(([keys, number, suit]) => ({ keys, label: `${number} ${suit}`, held: false, card: [number, suit] }));
  return [
    ...cardAnswers,
    ...answers.filter((one) => !one.held && !follows(one) && !opens(one)),
    ...answers.filter((one) => one.held),
  ];
}

function place(button, answer) {
  button.hidden = !answer;
  if (!answer) return;
  const { keys, label, held, card } = answer;
  // Sentences of the table speak of its keys: “hold B, then hold D”.
  const parts = card ?? (held ? [`${keys} `, label] : [label]);
  button.replaceChildren(...parts.map((part) => Object.assign(document.createElement("span"), { textContent: part })));
  button.ariaLabel = card ? label : null;
  button.dataset.keys = held ? `hold ${keys}` : keys;
  button.dataset.size = card ? "card" : held ? "held" : FIGURE.test(label) ? "figure" : label.length <= MAX_SHORT_LENGTH ? "short" : "long";
}
