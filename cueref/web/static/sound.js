// Sounds of calls, made on the spot: no files, no network.
let context = null;
let isOn = true;
try { isOn = localStorage.getItem("sound") !== "off"; } catch { /* private mode */ }

const TUNES = {
  foul: [[392, 0, 0.16], [262, 0.18, 0.32]],
  scratch: [[392, 0, 0.12], [392, 0.16, 0.12]],
  review: [[523, 0, 0.12], [659, 0.16, 0.12], [523, 0.32, 0.2]],
  rack: [[523, 0, 0.14], [659, 0.16, 0.14], [784, 0.32, 0.3]],
  match: [[523, 0, 0.14], [659, 0.16, 0.14], [784, 0.32, 0.14], [1047, 0.48, 0.5]],
  withdrawn: [[523, 0, 0.2]],
};

export const soundIsOn = () => isOn;

export function switchSound() {
  isOn = !isOn;
  try { localStorage.setItem("sound", isOn ? "on" : "off"); } catch { /* private mode */ }
  if (isOn) play("withdrawn");
}

/** Browsers allow sound after the first touch only. */
export function unlock() {
  context ||= new AudioContext();
  if (context.state === "suspended") context.resume();
}

export function play(kind) {
  if (!isOn || !TUNES[kind]) return;
  try {
    context ||= new AudioContext();
    const start = context.currentTime + 0.02;
    for (const [pitch, after, long] of TUNES[kind]) {
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.type = "triangle";
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0.0001, start + after);
      gain.gain.exponentialRampToValueAtTime(0.35, start + after + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + after + long);
      tone.connect(gain).connect(context.destination);
      tone.start(start + after);
      tone.stop(start + after + long + 0.05);
    }
  } catch { /* no sound on this device */ }
  if (navigator.vibrate) navigator.vibrate(kind === "foul" ? [180, 80, 180] : 120);
}
