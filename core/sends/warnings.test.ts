import { describe, expect, test } from "vitest";
import { describeCodeWeakness, listSendWarnings, type SendFacts } from "./warnings";

const now = "2026-11-21T12:00:00.000Z";
const fine: SendFacts = {
  recipients: 10,
  now,
  zone: "UTC",
  validFrom: null,
  validUntil: null,
  claimsLeft: null,
  transport: "connected",
  weakness: null,
};

describe("a send is warned of", () => {
  test.each<[string, Partial<SendFacts>, string[]]>([
    ["nothing where all is well", {}, []],
    ["nothing where the code can be claimed by all", { claimsLeft: 10 }, []],
    ["too few uses", { claimsLeft: 9 }, ["too_few_uses: 10 people get a code that 9 can still claim."]],
    ["nothing where there is none left, which is refused", { claimsLeft: 0 }, []],
    ["many and few", { recipients: 50_000, claimsLeft: 1200 }, ["too_few_uses: 50,000 people get a code that 1,200 can still claim."]],
    [
      "a start that is ahead",
      { validFrom: "2026-12-01T09:00:00.000Z" },
      ["not_started: It cannot be claimed before 1 Dec 2026, 09:00 UTC."],
    ],
    ["nothing of a start that is now", { validFrom: now }, []],
    ["nothing of an end a day away", { validUntil: "2026-11-22T12:00:00.000Z" }, []],
    [
      "an end within a day",
      { validUntil: "2026-11-22T11:59:00.000Z" },
      ["ends_soon: It ends in 23 hours, on 22 Nov 2026, 11:58 UTC: many will read the mail too late."],
    ],
    [
      "an end within the hour",
      { validFrom: "2026-11-01T00:00:00.000Z", validUntil: "2026-11-21T12:01:00.000Z" },
      ["ends_soon: It ends in 1 minute, on 21 Nov 2026, 12:00 UTC: many will read the mail too late."],
    ],
    ["nothing of an end that is over, which is refused", { validUntil: "2026-11-21T11:00:00.000Z" }, []],
    [
      "an end soon after a start that is ahead",
      { validFrom: "2026-12-01T09:00:00.000Z", validUntil: "2026-12-01T14:00:00.000Z" },
      [
        "not_started: It cannot be claimed before 1 Dec 2026, 09:00 UTC.",
        "ends_soon: It can be claimed for 5 hours only: it starts on 1 Dec 2026, 09:00 UTC and ends on 1 Dec 2026, 13:59 UTC.",
      ],
    ],
    [
      "mail that goes nowhere, and weak codes",
      { transport: "saved_to_file", weakness: "They are weak." },
      ["mail_not_connected: No mail server is connected: the messages are kept as files and reach nobody.", "weak_codes: They are weak."],
    ],
  ])("%s", (_, facts, expected) => {
    expect(listSendWarnings({ ...fine, ...facts }).map(({ warning, message }) => `${warning}: ${message}`)).toEqual(expected);
  });
});

describe("codes are weak", () => {
  test.each<[string, Parameters<typeof describeCodeWeakness>[0], boolean, string | null]>([
    ["not where a guess hits nothing", { type: "creative", total: 2_795_950, claimable: 0 }, false, null],
    ["not where hits are rare", { type: "creative", total: 2_795_950, claimable: 279 }, false, null],
    [
      "where hits are not",
      { type: "creative", total: 2_795_950, claimable: 1000 },
      false,
      "There are so many creative codes that they are easily guessed: 1 guess in 2,700 hits one that can be claimed.",
    ],
    ["not where a guess needs the address too", { type: "creative", total: 2_795_950, claimable: 1_000_000 }, true, null],
    [
      "of six digits always",
      { type: "numeric", total: 1_000_000, claimable: 0 },
      false,
      "Six digits are easily guessed, as there are only 1,000,000 such codes.",
    ],
    [
      "of six digits, with the odds",
      { type: "numeric", total: 1_000_000, claimable: 500 },
      false,
      "Six digits are easily guessed, as there are only 1,000,000 such codes: 1 guess in 2,000 hits one that can be claimed.",
    ],
    [
      "of six digits for whoever knows the address",
      { type: "numeric", total: 1_000_000, claimable: 500 },
      true,
      "Six digits are easily guessed, as there are only 1,000,000 such codes.",
    ],
  ])("%s", (_, format, reserved, expected) => {
    expect(describeCodeWeakness(format, reserved)).toBe(expected);
  });
});
