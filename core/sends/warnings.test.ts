import { describe, expect, test } from "vitest";
import { describeCodeWeakness, listSendWarnings, type SendFacts } from "./warnings";

const now = "2026-11-21T12:00:00.000Z";
const noWarnings: SendFacts = {
  recipients: 10,
  now,
  timeZone: "UTC",
  validFrom: null,
  validUntil: null,
  claimsLeft: null,
  transport: "connected",
  weakness: null,
};

describe("warnings about a send", () => {
  test.each<[string, Partial<SendFacts>, string[]]>([
    ["none if all is well", {}, []],
    ["none if every recipient can claim the code", { claimsLeft: 10 }, []],
    ["too few claims left", { claimsLeft: 9 }, ["too_few_claims: Only 9 claims are left on this code, but there are 10 recipients."]],
    ["none if no claims are left, because that is an error", { claimsLeft: 0 }, []],
    [
      "many recipients and few claims",
      { recipients: 50_000, claimsLeft: 1200 },
      ["too_few_claims: Only 1,200 claims are left on this code, but there are 50,000 recipients."],
    ],
    [
      "a start in the future",
      { validFrom: "2026-12-01T09:00:00.000Z" },
      ["not_started: The code can't be claimed before Dec 1, 2026, 09:00 UTC."],
    ],
    ["none if the code starts now", { validFrom: now }, []],
    ["none if the code ends in a day", { validUntil: "2026-11-22T12:00:00.000Z" }, []],
    [
      "an end within a day",
      { validUntil: "2026-11-22T11:59:00.000Z" },
      ["ends_soon: The code expires in 23 hours, on Nov 22, 2026, 11:58 UTC. Many people will read the email too late."],
    ],
    [
      "an end within the hour",
      { validFrom: "2026-11-01T00:00:00.000Z", validUntil: "2026-11-21T12:01:00.000Z" },
      ["ends_soon: The code expires in 1 minute, on Nov 21, 2026, 12:00 UTC. Many people will read the email too late."],
    ],
    ["none if the code has expired, because that is an error", { validUntil: "2026-11-21T11:00:00.000Z" }, []],
    [
      "an end soon after a start in the future",
      { validFrom: "2026-12-01T09:00:00.000Z", validUntil: "2026-12-01T14:00:00.000Z" },
      [
        "not_started: The code can't be claimed before Dec 1, 2026, 09:00 UTC.",
        "ends_soon: The code can be claimed for only 5 hours, from Dec 1, 2026, 09:00 UTC to Dec 1, 2026, 13:59 UTC.",
      ],
    ],
    [
      "email that isn't connected, and weak codes",
      { transport: "saved_to_file", weakness: "They are weak." },
      ["email_not_connected: No mail server is connected. Emails are saved to files and not delivered.", "weak_codes: They are weak."],
    ],
  ])("are correct for this case: %s", (_, facts, expected) => {
    expect(listSendWarnings({ ...noWarnings, ...facts }).map(({ warning, message }) => `${warning}: ${message}`)).toEqual(expected);
  });
});

describe("the weakness of codes", () => {
  test.each<[string, Parameters<typeof describeCodeWeakness>[0], boolean, string | null]>([
    ["none if there is nothing to guess", { type: "creative", total: 2_795_950, claimable: 0 }, false, null],
    ["none if few guesses find a code", { type: "creative", total: 2_795_950, claimable: 279 }, false, null],
    [
      "many guesses find a code",
      { type: "creative", total: 2_795_950, claimable: 1000 },
      false,
      "There are so many creative codes that they are easy to guess. About 1 in 2,700 guesses would find one of these.",
    ],
    ["none if a guess needs the email too", { type: "creative", total: 2_795_950, claimable: 1_000_000 }, true, null],
    [
      "numeric codes, always",
      { type: "numeric", total: 1_000_000, claimable: 0 },
      false,
      "Numeric codes are easy to guess, because there are only 1,000,000 of them.",
    ],
    [
      "numeric codes, with the odds",
      { type: "numeric", total: 1_000_000, claimable: 500 },
      false,
      "Numeric codes are easy to guess, because there are only 1,000,000 of them. About 1 in 2,000 guesses would find one of these.",
    ],
    [
      "reserved numeric codes",
      { type: "numeric", total: 1_000_000, claimable: 500 },
      true,
      "Numeric codes are easy to guess, because there are only 1,000,000 of them.",
    ],
  ])("is described correctly for this case: %s", (_, format, reserved, expected) => {
    expect(describeCodeWeakness(format, reserved)).toBe(expected);
  });
});
