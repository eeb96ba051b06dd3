// The clock of the match, carried on between two words of the referee.
let matchT = 0, at = performance.now(), runs = false;

export function setClock(t, isRunning) {
  matchT = t;
  at = performance.now();
  runs = isRunning;
}

export const matchNow = () => matchT + (runs ? (performance.now() - at) / 1000 : 0);

export function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Return the playing time left in Bonus Ball, seconds. */
export function bonusLeft(clock, now, whole = 900) {
  if (clock.started_t === null) return whole;
  const until = clock.halted_t === null ? now : clock.halted_t;
  return Math.max(0, whole - (until - clock.started_t - clock.stopped));
}
