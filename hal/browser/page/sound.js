// Short tones, as a buzzer in the box would give them.

const TONES = {
  heard: [[880, 0.03]],
  accepted: [[660, 0.06], [990, 0.09]],
  refused: [[220, 0.18]],
  armed: [[1320, 0.04]],
  trouble: [[220, 0.12], [0, 0.06], [220, 0.12]],
  "your turn": [[784, 0.08], [1047, 0.12]],
};
let context;

export function play(cue) {
  context ??= new AudioContext();
  context.resume();
  let at = context.currentTime;
  for (const [pitch, seconds] of TONES[cue] ?? []) {
    if (pitch) tone(pitch, at, seconds);
    at += seconds;
  }
}

function tone(pitch, at, seconds) {
  const source = new OscillatorNode(context, { frequency: pitch, type: "triangle" });
  const volume = new GainNode(context, { gain: 0.12 });
  volume.gain.setTargetAtTime(0, at + seconds * 0.7, seconds * 0.15);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + seconds);
}
