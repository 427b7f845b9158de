// What is new, for those who listen: one place, in which each thing stands once.

export class News {
  // `region` is the only live region of the page.
  constructor(region) {
    this.region = region;
    this.before = undefined;
    this.fresh = false;
  }

  // Something was answered: what is said now is new, though the words were there before.
  answered() {
    this.fresh = true;
  }

  // What the box says now: { question, typed, answer }. The first time, whoever comes reads the page.
  status(now) {
    const before = this.before;
    this.before = now;
    const fresh = this.fresh;
    this.fresh = false;
    if (before === undefined) return;
    this.tell([
      now.answer && (fresh || now.answer !== before.answer) && now.answer,
      now.typed && now.typed !== before.typed && [...now.typed].join(" "),
      now.question !== before.question && now.question,
    ]);
  }

  // Sentences, or nothing in their places.
  tell(sentences) {
    const words = sentences.filter(Boolean);
    if (!words.length) return;
    // Said anew in other nodes, the same words are an addition, too.
    this.region.replaceChildren(...words.map((sentence) => paragraph(sentence)));
  }
}

function paragraph(words) {
  const made = document.createElement("p");
  made.textContent = words;
  return made;
}
