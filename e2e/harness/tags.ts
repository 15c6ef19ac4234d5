/** A test that only `npm run test:heavy` runs, because it takes long beside what it proves, or because a faster test proves the same rule. */
export const heavyOnly = { tag: "@heavy" } as const;

/** A test that uses a sample in `npm test`, and that `npm run test:heavy` repeats at full size. */
export const sampled = { tag: "@sampled" } as const;
