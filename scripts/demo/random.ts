/** Numbers that look drawn and are the same every time, so that every demo tells the same story. Never for codes or keys. */
export type Random = {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** `amount` of them at most, each once, in drawn order. */
  some<T>(from: readonly T[], amount: number): T[];
};

/** A small generator (mulberry32) that starts from `seed`. */
export function seeded(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: <T>(from: readonly T[]) => from[between(0, from.length - 1)] as T,
    some<T>(from: readonly T[], amount: number) {
      const rest = [...from];
      const drawn: T[] = [];
      while (drawn.length < amount && rest.length > 0) drawn.push(...rest.splice(between(0, rest.length - 1), 1));
      return drawn;
    },
  };
}
