import { isDeepStrictEqual } from "node:util";

type Values<T> = { [Field in keyof T]?: T[Field] | undefined };

/** Returns whether a field that `changes` give another value no longer has its expected value, because someone else changed it. */
export const isOutdated = <T extends object>(current: T, changes: Values<T>, expected: Values<T>): boolean =>
  (Object.keys(current) as (keyof T)[]).some(
    (field) =>
      changes[field] !== undefined &&
      expected[field] !== undefined &&
      !isDeepStrictEqual(changes[field], current[field]) &&
      !isDeepStrictEqual(expected[field], current[field]),
  );
