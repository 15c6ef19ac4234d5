/** How much the database's clock is ahead of this machine's, in milliseconds. Global, because Next.js loads modules more than once. */
const state = globalThis as { gatehouseClockOffset?: number };

/** The smallest difference that matters, in milliseconds. */
const minDifference = 200;

/** Returns the time by the database's clock, in milliseconds since 1970. All machines agree on it, so it is used for whatever they compare. */
export const currentTime = (): number => Date.now() + (state.gatehouseClockOffset ?? 0);

/** Learns the database's clock from `time`, which it read between `askedAt` and now by this machine's clock. All are milliseconds since 1970. */
export function adjustClock(time: number, askedAt: number): void {
  const answeredAt = Date.now();
  const offset = time - (askedAt + answeredAt) / 2;
  const isDifferent = Math.abs(offset - (state.gatehouseClockOffset ?? 0)) > Math.max(minDifference, answeredAt - askedAt);
  if (isDifferent) state.gatehouseClockOffset = Math.round(offset);
}
