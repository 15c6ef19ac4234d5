// cspell:disable
import { expect, test } from "vitest";
import { minGuesses, possibleCodes } from "@/contract/code-patterns";
import { normalizeCode } from "@/contract/normalize";
import { estimateCodeGuesses } from "./estimate-code-guesses";

const isEasy = async (code: string): Promise<boolean> => {
  const key = normalizeCode(code);
  return Math.min(possibleCodes(key), await estimateCodeGuesses(key, ["acme"])) < minGuesses;
};

test.each(
  [
    "LAUNCH LAUNCH2026 LAUNCH-2026 LAUNCH26 LAUNCH1 LAUNCH01 LAUNCH123 2026LAUNCH 26-LAUNCH WELCOME2026 SUMMER2026 SUMMER25 SALE50 SAVE20",
    "VIP2026 VIP100 BETA2026 EARLYBIRD EARLYBIRD2026 BLACKFRIDAY BLACKFRIDAY2026 CHRISTMAS2026 XMAS2026 NEWYEAR2026 FRIENDS10 DISCOUNT20",
    "PROMOCODE PROMO2026 INVITE2026 HELLO2026 CODE2026 TEST1234 JULY2026 LAUNCHDAY2026 ACME2026 ACME10",
    "L4UNCH L4UNCH2026 W3LC0ME W3LC0ME26 FR33B13 5UMMER2026",
    "QWERTY QWERTY123 ASDFGH ASDFGH2026 QAZWSX 1Q2W3E4R ZXCVBN1",
    "AAAAAA AAAAAA1 ZZZZZZZZ2026 ABCABC ABABAB 111111 123456 ABCDEF ABCDEF2026 LAUNCHLAUNCH",
  ].flatMap((line) => line.split(" ")),
)("%s is easy to guess", async (code) => {
  expect(await isEasy(code)).toBe(true);
});

test.each(["SPRING-A1B2", "x7k2m9qd", "LAUNCH-7K2M9Q", "k7d2-m9qx", "curious-pineapple", "ZQXJ-2026", "WKRPTV26"])(
  "%s isn't",
  async (code) => {
    expect(await isEasy(code)).toBe(false);
  },
);

// Of random codes in common formats, all with numbers that people rarely add to a word.
test.each(
  "42pmj8 92vtrp snsn76 prt175 epan5665 irol1606 xrxr9438 erty8736 task9733 tntn6422 cccc0594 wus151 vxz839 ylloh372 spring9217".split(" "),
)("the random code %s isn't, although a part of it is", async (code) => {
  expect(await isEasy(code)).toBe(false);
});
