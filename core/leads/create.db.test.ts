import { expect, test } from "vitest";
import { isHeavy } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { createLead } from "./create";

const { ctx, publicCtx } = await createTestApp();

async function measureSignUp(email: string): Promise<number> {
  const startedAt = performance.now();
  expect(await createLead(publicCtx, { email, waitlist: true, isTooFast: false })).toEqual({ email, referral: expect.anything() });
  return performance.now() - startedAt;
}

test("a public sign-up takes at least ten milliseconds, whether the email is known or new", async () => {
  await createLead(ctx, { email: "known@example.org", waitlist: true, isTooFast: false });
  for (const email of ["known@example.org", "new@example.org"]) expect(await measureSignUp(email)).toBeGreaterThanOrEqual(10);
});

// `npm run bench` measures the same over HTTP.
test.runIf(isHeavy)("a known email takes longer than a new one in about half of all pairs", { timeout: 300_000 }, async () => {
  const pairs = 1500;
  for (let i = 0; i < pairs; i++) await createLead(ctx, { email: `known${i}@example.org`, waitlist: true, isTooFast: false });
  for (let i = 0; i < 100; i++) await measureSignUp(`warm-up${i}@example.org`);
  let longer = 0;
  for (let i = 0; i < pairs; i++) {
    const durations = { known: 0, new: 0 };
    // In alternating order, so that a slower or faster machine affects both.
    for (const kind of i % 2 === 0 ? (["known", "new"] as const) : (["new", "known"] as const))
      durations[kind] = await measureSignUp(`${kind}${i}@example.org`);
    if (durations.known > durations.new) longer++;
  }
  // Four standard deviations of a fair coin.
  expect(Math.abs(longer / pairs - 0.5)).toBeLessThan(0.052);
});
