import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeRules } from "@/contract/codes";
import { normalizeCode } from "@/contract/normalize";
import { getOutcome } from "@/tests/harness/errors";
import { fingerprintDatabase, insertBatch, insertCode, insertProject, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { size } from "@/tests/harness/size";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { checkCode } from "./check";
import { claimCode } from "./claim";

const { ctx, publicCtx, db } = await createTestApp();
const ada = "ada@example.org";
const checkNewCode = async (options: Parameters<typeof insertCode>[1], email = ada) =>
  checkCode(ctx, { code: normalizeCode(await insertCode(ctx, options)), email });
const getMessage = async (options: Parameters<typeof insertCode>[1], rule: (typeof codeRules)[number], email = ada) =>
  (await checkNewCode(options, email)).rules.find((each) => each.rule === rule)?.message;

const secondsOffset = fc.constantFrom(null, -3600, -1, 3600);
const options = fc.record({
  allowedClaims: fc.integer({ min: 1, max: 3 }),
  others: fc.nat({ max: 3 }),
  claimed: fc.boolean(),
  from: secondsOffset,
  until: secondsOffset,
  paused: fc.boolean(),
  batchPaused: fc.boolean(),
  reservedFor: fc.constantFrom(null, null, ada, "grace@example.org"),
  allowedDomains: fc.constantFrom<string[] | null>(null, null, ["example.org"], ["example.com"]),
  hasOther: fc.constantFrom(false, false, true),
  holds: fc.dictionary(fc.constantFrom(ada, "grace@example.org", "eve@example.org"), fc.constantFrom(-60, 60)),
  isPublic: fc.boolean(),
});

type CodeFacts = typeof options extends fc.Arbitrary<infer Value> ? Value : never;
const defaults: CodeFacts = {
  allowedClaims: 1,
  others: 0,
  claimed: false,
  from: null,
  until: null,
  paused: false,
  batchPaused: false,
  reservedFor: null,
  allowedDomains: null,
  hasOther: false,
  holds: {},
  isPublic: false,
};
/** One example for each error, so that none depends on chance. */
const examples: [CodeFacts][] = [
  [{ ...defaults, reservedFor: "grace@example.org" }],
  [{ ...defaults, reservedFor: "grace@example.org", isPublic: true }],
  [{ ...defaults, batchPaused: true }],
  [{ ...defaults, until: -1 }],
  [{ ...defaults, others: 1 }],
  [{ ...defaults, from: 3600 }],
  [{ ...defaults, allowedDomains: ["example.com"] }],
  [{ ...defaults, hasOther: true }],
  [{ ...defaults, holds: { "grace@example.org": 60 } }],
  [{ ...defaults, holds: { "grace@example.org": 60 }, isPublic: true }],
  [{ ...defaults, holds: { "grace@example.org": 60, [ada]: 60 } }],
  [{ ...defaults, holds: { "grace@example.org": -60 } }],
  [{ ...defaults, claimed: true, paused: true, until: -1, reservedFor: "grace@example.org" }],
];

test("a check predicts the result of a claim for any code and email and both kinds of keys", async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(options, async ({ others, claimed, from, until, batchPaused, isPublic, allowedDomains, hasOther, holds, ...rest }) => {
      fc.pre(from === null || until === null || from < until);
      const claimedBy = [...(claimed ? [ada] : []), ...Array.from({ length: others }, uniqueEmail)].slice(0, rest.allowedClaims);
      const batch = await insertBatch(ctx, { paused: batchPaused, allowedDomains, oncePerBatch: "email" });
      if (hasOther && !claimed) {
        const other = normalizeCode(await insertCode(ctx, { batch, claimedBy: [ada] }));
        await db.execute(sql`update claims set once_key = email where project_id = ${ctx.projectId} and code_key = ${other}`);
      }
      const text = await insertCode(ctx, {
        ...rest,
        claimedBy,
        batch,
        holds: Object.fromEntries(Object.entries(holds).map(([email, seconds]) => [email, secondsFromNow(seconds)])),
        validFrom: from === null ? null : secondsFromNow(from),
        validUntil: until === null ? null : secondsFromNow(until),
      });
      const input = { code: normalizeCode(text), email: ada };
      const reply = await checkCode(ctx, input);
      const outcome = await getOutcome(claimCode(isPublic ? publicCtx : ctx, input));
      outcomes.add(outcome);
      expect(isPublic ? reply.publicError : reply.error).toBe(outcome === "done" ? null : outcome);
      expect(reply.claimable).toBe(outcome === "done");
      expect(reply.claimed).toBe(claimed);
      expect(reply.rules.map(({ rule }) => rule)).toEqual(codeRules);
      if (!claimed) expect(reply.rules.every(({ passes }) => passes)).toBe(reply.claimable);
      const failedRule = reply.rules.find(({ passes }) => !passes)?.rule;
      const errors = {
        claims: "claims_paused",
        block_list: "email_blocked",
        exists: "code_not_found",
        reservation: "code_reserved",
        domain: "code_domain_not_allowed",
        pause: "code_paused",
        end: "code_expired",
      } as const;
      const errorByRule = {
        ...errors,
        uses: "code_exhausted",
        start: "code_not_started",
        once: "batch_claimed",
        hold: "code_held",
      } as const;
      if (!claimed) expect(reply.error).toBe(failedRule ? errorByRule[failedRule] : null);
    }),
    { numRuns: size(40, 150), endOnFailure: true, examples },
  );
  expect(outcomes).toEqual(
    new Set([
      "done",
      "code_not_found",
      "code_reserved",
      "code_domain_not_allowed",
      "code_paused",
      "code_expired",
      "code_exhausted",
      "code_not_started",
      "batch_claimed",
      "code_held",
    ]),
  );
});

test("a check stops at the rule “exists” for a code that doesn't exist", async () => {
  expect(await checkCode(ctx, { code: "nowhere", email: ada })).toEqual({
    code: null,
    email: ada,
    claimable: false,
    claimed: false,
    error: "code_not_found",
    publicError: "code_not_found",
    message: "This code doesn't exist.",
    rules: [
      { rule: "claims", passes: true, message: "Claims aren't paused." },
      { rule: "block_list", passes: true, message: "The email isn't on the block list." },
      { rule: "exists", passes: false, message: "This code doesn't exist." },
    ],
  });
});

test("a check doesn't find a code of another project", async () => {
  const { ctx: otherProjectCtx } = await insertProject(ctx);
  expect(await checkCode(otherProjectCtx, { code: normalizeCode(await insertCode(ctx)), email: ada })).toMatchObject({ code: null });
});

test("a check changes nothing", async () => {
  const code = normalizeCode(await insertCode(ctx, { claimedBy: [ada], allowedClaims: 3 }));
  const before = await fingerprintDatabase(db);
  for (const email of [ada, uniqueEmail()]) await checkCode(ctx, { code, email });
  expect(await fingerprintDatabase(db)).toEqual(before);
});

describe("the message of a rule", () => {
  const [pastDate, futureDate] = ["2026-01-01T22:59:00.000Z", "2999-12-31T22:59:00.000Z"];
  test.each<[Parameters<typeof insertCode>[1], (typeof codeRules)[number], string]>([
    [{}, "exists", "The code exists."],
    [{}, "reservation", "It isn't reserved."],
    [{ reservedFor: ada }, "reservation", "It's reserved for this email."],
    [{ reservedFor: "grace@example.org" }, "reservation", "It's reserved for someone else."],
    [{}, "pause", "It isn't paused."],
    [{ paused: true }, "pause", "It's paused."],
    [{}, "end", "It never expires."],
    [{ validUntil: futureDate }, "end", "It can be claimed through Dec 31, 2999, 22:58 UTC."],
    [{ validUntil: pastDate }, "end", "It was claimable through Jan 1, 2026, 22:58 UTC."],
    [{}, "uses", "1 of 1 claims left."],
    [{ allowedClaims: 3, claimedBy: ["one@example.org"] }, "uses", "2 of 3 claims left."],
    [{ claimedBy: ["one@example.org"] }, "uses", "0 of 1 claims left."],
    [{}, "start", "It has no start date."],
    [{ validFrom: pastDate }, "start", "It has been claimable since Jan 1, 2026, 22:59 UTC."],
    [{ validFrom: futureDate }, "start", "It can be claimed from Dec 31, 2999, 22:59 UTC."],
  ])("for a code with %j, rule %s: “%s”", async (codeOptions, rule, message) => {
    expect(await getMessage(codeOptions, rule)).toBe(message);
  });

  test("names the other person to staff only", async () => {
    const code = normalizeCode(await insertCode(ctx, { reservedFor: "grace@example.org" }));
    const { rules } = await checkCode(await staffContext(ctx), { code, email: ada });
    expect(rules.find(({ rule }) => rule === "reservation")?.message).toBe("It's reserved for grace@example.org.");
  });

  test("tells whether the code or its batch is paused", async () => {
    const batch = await insertBatch(ctx, { paused: true });
    expect(await getMessage({ batch }, "pause")).toBe("Its batch is paused.");
    expect(await getMessage({ batch, paused: true }, "pause")).toBe("The code and its batch are paused.");
  });
});
