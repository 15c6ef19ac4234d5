/** Pseudo-random numbers that are the same every time, so that every demo looks the same. Never use them for codes or keys. */
export type Random = {
  /** Returns a fraction from 0 up to 1. */
  next(): number;
  /** Returns an integer from `min` to `max`. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Returns at most `amount` different items in random order. */
  sample<T>(items: readonly T[], amount: number): T[];
};

/** Creates a small generator (mulberry32) with a seed. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]) => items[between(0, items.length - 1)] as T,
    sample<T>(items: readonly T[], amount: number) {
      const remaining = [...items];
      const result: T[] = [];
      while (result.length < amount && remaining.length > 0) result.push(...remaining.splice(between(0, remaining.length - 1), 1));
      return result;
    },
  };
}
