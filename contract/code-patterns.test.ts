import { expect, test } from "vitest";
import { guessChance } from "./code-patterns";

test.each([
  [{ claimable: 0, total: 1_000_000 }, false, "No guess would find one of these"],
  [{ claimable: 1, total: 1_000_000 }, false, "About 1 in 1,000,000 guesses would find one of these"],
  [{ claimable: 1717, total: 481_890_304 }, false, "About 1 in 280,000 guesses would find one of these"],
  [{ claimable: 100, total: 1_000_000 }, false, "About 1 in 10,000 guesses would find one of these"],
  [{ claimable: 101, total: 1_000_000 }, true, "About 1 in 9,900 guesses would find one of these"],
  [{ claimable: 980, total: 2_795_950 }, true, "About 1 in 2,800 guesses would find one of these"],
  [{ claimable: 400_000, total: 1_000_000 }, true, "About 1 in 2 guesses would find one of these"],
  [{ claimable: 1_000_000, total: 1_000_000 }, true, "Every guess would find one of these"],
  // Imported codes can have a type without being in its format.
  [{ claimable: 1_200_000, total: 1_000_000 }, true, "Every guess would find one of these"],
])("the chance to guess a code of %j is described: weak is %s, “%s”", (format, isWeak, label) => {
  expect(guessChance(format)).toMatchObject({ isWeak, label });
});

test("the chance to guess a code never promises more guesses than it takes", () => {
  for (let claimable = 1; claimable < 5000; claimable += 7) {
    const { guesses, label } = guessChance({ claimable, total: 1_000_000 });
    expect(Number(label.replace(/\D/g, "").slice(1))).toBeLessThanOrEqual(guesses ?? 0);
  }
});
