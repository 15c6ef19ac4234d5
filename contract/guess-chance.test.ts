import { expect, test } from "vitest";
import { guessChance } from "./guess-chance";

test.each([
  [{ live: 0, space: 1_000_000 }, false, "no guess hits"],
  [{ live: 1, space: 1_000_000 }, false, "1 guess in 1,000,000 hits"],
  [{ live: 1717, space: 481_890_304 }, false, "1 guess in 280,000 hits"],
  [{ live: 100, space: 1_000_000 }, false, "1 guess in 10,000 hits"],
  [{ live: 101, space: 1_000_000 }, true, "1 guess in 9,900 hits"],
  [{ live: 980, space: 2_795_950 }, true, "1 guess in 2,800 hits"],
  [{ live: 400_000, space: 1_000_000 }, true, "1 guess in 2 hits"],
  [{ live: 1_000_000, space: 1_000_000 }, true, "every guess hits"],
  // Codes that were imported may be of a type and outside its space.
  [{ live: 1_200_000, space: 1_000_000 }, true, "every guess hits"],
])("of %j: weak is %s, %s", (format, weak, words) => {
  expect(guessChance(format)).toMatchObject({ weak, words });
});

test("the number in the words never promises more than there is", () => {
  for (let live = 1; live < 5000; live += 7) {
    const { guesses, label: words } = guessChance({ claimable: live, total: 1_000_000 });
    expect(Number(words.replace(/\D/g, "").slice(1))).toBeLessThanOrEqual(guesses ?? 0);
  }
});
