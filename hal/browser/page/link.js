// The way to the table: one web socket, made again whenever it breaks.

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30000; // a page that is looked at again asks at once
const PING_MS = 10000;
const PONG_MS = 5000;

// By which this browser may press keys; null where it has been let in by none, or keeps nothing.
export function token() {
  try {
    return localStorage.getItem("token");
  } catch {
    return null;
  }
}

export class Link {
  // `hear(topic, value)` is called for each message, `changed(open)` when the way opens or breaks.
  constructor(hear, changed) {
    this.hear = hear;
    this.changed = changed;
    this.wait = FIRST_WAIT_MS;
    this.pings = 0;
    this.open();
    document.addEventListener("visibilitychange", () => document.hidden || this.hasten());
    addEventListener("online", () => this.hasten());
    setInterval(() => this.ping(), PING_MS);
  }

  get ready() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(request) {
    if (this.ready) this.socket.send(JSON.stringify(request));
  }

  open() {
    clearTimeout(this.again);
    const socket = new WebSocket(`ws://${location.host}/table`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT_MS;
      this.changed(true);
    });
    socket.addEventListener("message", (event) => {
      if (this.socket !== socket) return;
      clearTimeout(this.missing);
      JSON.parse(event.data).forEach(([topic, value]) => this.hear(topic, value));
    });
    socket.addEventListener("close", () => this.socket === socket && this.broken());
  }

  broken() {
    this.changed(false);
    clearTimeout(this.again);
    this.again = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, MAX_WAIT_MS);
  }

  // A phone that wakes up should not wait.
  hasten() {
    if (this.socket.readyState === WebSocket.CLOSED) this.open();
    else this.ping();
  }

  // A way that broke without a word is found out by the missing answer.
  ping() {
    if (!this.ready) return;
    this.send({ do: "ping", number: (this.pings += 1) });
    clearTimeout(this.missing);
    const socket = this.socket;
    this.missing = setTimeout(() => {
      if (this.socket !== socket) return;
      this.socket = { readyState: WebSocket.CLOSED };
      socket.close();
      this.broken();
    }, PONG_MS);
  }
}
