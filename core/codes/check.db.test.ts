import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeRules } from "@/contract/code-check";
import { normalizeCode } from "@/contract/normalize";
import { getOutcome } from "@/tests/harness/errors";
import { fingerprintDatabase, insertBatch, insertCode, insertProject, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { checkCode } from "./check";
import { claimCode } from "./claim";

const { ctx, publicCtx, db } = await createTestApp();
const ada = "ada@example.org";
const ask = async (facts: Parameters<typeof insertCode>[1], email = ada) =>
  checkCode(ctx, { code: normalizeCode(await insertCode(ctx, facts)), email });
const says = async (facts: Parameters<typeof insertCode>[1], rule: (typeof codeRules)[number], email = ada) =>
  (await ask(facts, email)).rules.find((each) => each.rule === rule)?.message;

const shift = fc.constantFrom(null, -3600, -1, 3600);
const facts = fc.record({
  allowedClaims: fc.integer({ min: 1, max: 3 }),
  others: fc.nat({ max: 3 }),
  claimed: fc.boolean(),
  from: shift,
  until: shift,
  paused: fc.boolean(),
  batchPaused: fc.boolean(),
  reservedFor: fc.constantFrom(null, null, ada, "grace@example.org"),
  isPublic: fc.boolean(),
});

type Facts = typeof facts extends fc.Arbitrary<infer Value> ? Value : never;
const plain: Facts = {
  ...{ allowedClaims: 1, others: 0, claimed: false, from: null, until: null },
  ...{ paused: false, batchPaused: false, reservedFor: null, isPublic: false },
};
/** One way to each refusal, so that none is left to chance. */
const examples: [Facts][] = [
  [{ ...plain, reservedFor: "grace@example.org" }],
  [{ ...plain, reservedFor: "grace@example.org", isPublic: true }],
  [{ ...plain, batchPaused: true }],
  [{ ...plain, until: -1 }],
  [{ ...plain, others: 1 }],
  [{ ...plain, from: 3600 }],
  [{ ...plain, claimed: true, paused: true, until: -1, reservedFor: "grace@example.org" }],
];

test("what is said of a code is what claiming it comes to, for any code and address and either key", { timeout: 60_000 }, async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(facts, async ({ others, claimed, from, until, batchPaused, isPublic, ...rest }) => {
      fc.pre(from === null || until === null || from < until);
      const claimedBy = [...(claimed ? [ada] : []), ...Array.from({ length: others }, uniqueEmail)].slice(0, rest.allowedClaims);
      const text = await insertCode(ctx, {
        ...rest,
        claimedBy,
        batch: await insertBatch(ctx, { paused: batchPaused }),
        validFrom: from === null ? null : secondsFromNow(from),
        validUntil: until === null ? null : secondsFromNow(until),
      });
      const one = { code: normalizeCode(text), email: ada };
      const told = await checkCode(ctx, one);
      const came = await getOutcome(claimCode(isPublic ? publicCtx : ctx, one));
      seen.add(came);
      expect(isPublic ? told.publicError : told.error).toBe(came === "done" ? null : came);
      expect(told.claimable).toBe(came === "done");
      expect(told.claimed).toBe(claimed);
      expect(told.rules.map(({ rule }) => rule)).toEqual(codeRules);
      if (!claimed) expect(told.rules.every(({ passes }) => passes)).toBe(told.claimable);
      const failing = told.rules.find(({ passes }) => !passes)?.rule;
      const named = {
        claims: "claims_paused",
        exists: "code_not_found",
        reservation: "code_reserved",
        pause: "code_paused",
        end: "code_expired",
      } as const;
      const refusals = { ...named, uses: "code_exhausted", start: "code_not_started" } as const;
      if (!claimed) expect(told.error).toBe(failing ? refusals[failing] : null);
    }),
    { numRuns: 150, endOnFailure: true, examples },
  );
  expect(seen).toEqual(
    new Set(["done", "code_not_found", "code_reserved", "code_paused", "code_expired", "code_exhausted", "code_not_started"]),
  );
});

test("a code that does not exist fails the last rule there is to ask", async () => {
  expect(await checkCode(ctx, { code: "nowhere", email: ada })).toEqual({
    ...{ code: null, email: ada, claimable: false, claimed: false },
    ...{ refusal: "code_not_found", publicRefusal: "code_not_found" },
    rules: [
      { rule: "claims", passes: true, says: "Claims are not paused." },
      { rule: "exists", passes: false, says: "That code doesn't exist." },
    ],
  });
});

test("a code of another project does not exist", async () => {
  const { ctx: another } = await insertProject(ctx);
  expect(await checkCode(another, { code: normalizeCode(await insertCode(ctx)), email: ada })).toMatchObject({ code: null });
});

test("asking changes nothing", async () => {
  const code = normalizeCode(await insertCode(ctx, { claimedBy: [ada], allowedClaims: 3 }));
  const before = await fingerprintDatabase(db);
  for (const email of [ada, uniqueEmail()]) await checkCode(ctx, { code, email });
  expect(await fingerprintDatabase(db)).toEqual(before);
});

describe("every rule says its facts", () => {
  const [past, soon] = ["2026-01-01T22:59:00.000Z", "2999-12-31T22:59:00.000Z"];
  test.each<[Parameters<typeof insertCode>[1], (typeof codeRules)[number], string]>([
    [{}, "exists", "The code exists."],
    [{}, "reservation", "It is reserved for nobody."],
    [{ reservedFor: ada }, "reservation", "It is reserved for this address."],
    [{ reservedFor: "grace@example.org" }, "reservation", "It is reserved for grace@example.org."],
    [{}, "pause", "It is not paused."],
    [{ paused: true }, "pause", "It is paused."],
    [{}, "end", "It has no end."],
    [{ validUntil: soon }, "end", "It can be claimed through 31 Dec 2999, 22:58 UTC."],
    [{ validUntil: past }, "end", "It could be claimed through 1 Jan 2026, 22:58 UTC."],
    [{}, "uses", "1 of 1 uses is left."],
    [{ allowedClaims: 3, claimedBy: ["one@example.org"] }, "uses", "2 of 3 uses are left."],
    [{ claimedBy: ["one@example.org"] }, "uses", "0 of 1 uses are left."],
    [{}, "start", "It can be claimed from the beginning."],
    [{ validFrom: past }, "start", "It can be claimed since 1 Jan 2026, 22:59 UTC."],
    [{ validFrom: soon }, "start", "It can be claimed from 31 Dec 2999, 22:59 UTC."],
  ])("of %j the rule %s says: %s", async (some, rule, sentence) => {
    expect(await says(some, rule)).toBe(sentence);
  });

  test("a batch's pause is told from the code's own", async () => {
    const batch = await insertBatch(ctx, { paused: true });
    expect(await says({ batch }, "pause")).toBe("Its whole batch is paused.");
    expect(await says({ batch, paused: true }, "pause")).toBe("It is paused, and so is its whole batch.");
  });
});
