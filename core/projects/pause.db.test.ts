import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { fingerprintDatabase, getClaimCounts, insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { exchangeToken } from "../claims/exchange";
import { checkCode } from "../codes/check";
import { claimCode } from "../codes/claim";
import type { Context } from "../context";
import { createLead, joinWaitlist } from "../leads/create";
import { pauseProject } from "./pause";

const app = await createTestApp({ max: 12 });
const { db } = app;
const secondPool = app.openSecondPool();

const listEvents = ({ projectId }: Context) =>
  queryRows<{ kind: string; data: object }>(
    db,
    sql`select kind, data from events where project_id = ${projectId} and kind like 'project.%' order by id`,
  );

/** Creates a project with contexts of its secret key, its public key and a visitor. */
async function createProject() {
  const { ctx, publicCtx } = await insertProject(app.ctx);
  return { ctx, publicCtx, visitor: { ...ctx, actor: { kind: "visitor", id: null } } as Context };
}

describe("pausing features", () => {
  test("changes the given features, keeps the others, and records what each call changed", async () => {
    const { ctx } = await createProject();
    expect(await pauseProject(ctx, { pause: ["email", "claims"] })).toMatchObject({ paused: ["claims", "email"], pausedMessage: null });
    expect(await pauseProject(ctx, { pause: ["claims"], resume: ["sign_ups"] })).toMatchObject({ paused: ["claims", "email"] });
    expect(await pauseProject(ctx, { resume: ["email"], pause: ["sign_ups"], message: " Back soon. " })).toMatchObject({
      paused: ["claims", "sign_ups"],
      pausedMessage: "Back soon.",
    });
    expect(await pauseProject(ctx, { message: "" })).toMatchObject({ paused: ["claims", "sign_ups"], pausedMessage: null });
    expect(await pauseProject(ctx, {})).toMatchObject({ paused: ["claims", "sign_ups"] });
    expect((await listEvents(ctx)).map(({ kind, data }) => [kind, data])).toEqual([
      ["project.paused", { features: ["claims", "email"] }],
      ["project.updated", { fields: ["pausedMessage"] }],
      ["project.paused", { features: ["sign_ups"] }],
      ["project.resumed", { features: ["email"] }],
      ["project.updated", { fields: ["pausedMessage"] }],
    ]);
  });

  test("uses the default message again after the pause in which another was set", async () => {
    const { ctx, publicCtx } = await createProject();
    await pauseProject(ctx, { pause: ["claims", "sign_ups", "email"], message: "Back on Monday." });
    expect(await pauseProject(ctx, { resume: ["sign_ups"] })).toMatchObject({ pausedMessage: "Back on Monday." });
    expect(await pauseProject(ctx, { resume: ["claims"] })).toMatchObject({ paused: ["email"], pausedMessage: null });
    expect(await pauseProject(ctx, { pause: ["claims"] })).toMatchObject({ pausedMessage: null });
    const error = await claimCode(publicCtx, { code: "nowhere", email: uniqueEmail() }).catch((thrown: Error) => thrown.message);
    expect(error).not.toContain("Monday");
    // A message that was written before the pause, and one that comes with the end of it, are used.
    await pauseProject(ctx, { resume: ["claims", "email"] });
    await pauseProject(ctx, { message: "Soon." });
    expect(await pauseProject(ctx, { pause: ["sign_ups"] })).toMatchObject({ pausedMessage: "Soon." });
    expect(await pauseProject(ctx, { resume: ["sign_ups"], message: "Later." })).toMatchObject({ pausedMessage: "Later." });
  });

  test("replaces no message that someone else has written, and pauses without one", async () => {
    const { ctx } = await createProject();
    const expected = { message: null };
    await pauseProject(ctx, { message: "Their message.", expected });
    expect(await getErrorName(pauseProject(ctx, { pause: ["claims"], message: "My message.", expected }))).toBe("project_changed");
    expect(await pauseProject(ctx, {})).toMatchObject({ paused: [], pausedMessage: "Their message." });
    expect(await getErrorName(pauseProject(ctx, { message: "", expected: { message: "Older." } }))).toBe("project_changed");
    expect(await pauseProject(ctx, { pause: ["claims"], expected })).toMatchObject({ paused: ["claims"], pausedMessage: "Their message." });
    expect(await pauseProject(ctx, { message: " Their message. ", expected })).toMatchObject({ pausedMessage: "Their message." });
    const outcomes = await Promise.all(
      ["One.", "Other."].map((message) => getOutcome(pauseProject(ctx, { message, expected: { message: "Their message." } }))),
    );
    expect(outcomes.filter((outcome) => outcome === "project_changed")).toHaveLength(1);
  });

  test("loses no feature when several calls race", async () => {
    const { ctx } = await createProject();
    await Promise.all((["claims", "sign_ups", "email"] as const).map((feature) => pauseProject(ctx, { pause: [feature] })));
    expect(await pauseProject(ctx, {})).toMatchObject({ paused: ["claims", "sign_ups", "email"] });
  });
});

describe("while claims are paused", () => {
  test("rejects every claim, and reveals nothing about the code", async () => {
    const { ctx, publicCtx, visitor } = await createProject();
    const codes = [
      await insertCode(ctx),
      await insertCode(ctx, { paused: true }),
      await insertCode(ctx, { reservedFor: uniqueEmail() }),
      "nowhere",
    ];
    await pauseProject(ctx, { pause: ["claims"] });
    const before = await fingerprintDatabase(db);
    for (const by of [ctx, publicCtx, visitor])
      for (const code of codes) {
        const claimInput = { code: normalizeCode(code), email: uniqueEmail() };
        expect(await getErrorName(claimCode(by, claimInput))).toBe("claims_paused");
        const check = await checkCode(ctx, claimInput);
        expect(check).toMatchObject({ claimable: false, error: "claims_paused", publicError: "claims_paused" });
        expect(check.rules[0]).toEqual({ rule: "claims", passes: false, message: "Claims are paused." });
      }
    expect(await fingerprintDatabase(db)).toEqual(before);
    await pauseProject(ctx, { resume: ["claims"] });
    expect(await getOutcome(claimCode(publicCtx, { code: normalizeCode(codes[0] ?? ""), email: uniqueEmail() }))).toBe("done");
  });

  test("still returns tokens for earlier claims, which can be exchanged", async () => {
    const { ctx, publicCtx } = await createProject();
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    await claimCode(publicCtx, { code: normalizeCode(code), email });
    await pauseProject(ctx, { pause: ["claims"] });
    expect(await checkCode(ctx, { code: normalizeCode(code), email })).toMatchObject({ claimable: true, claimed: true, error: null });
    const { token } = await claimCode(publicCtx, { code: normalizeCode(code), email });
    expect((await exchangeToken(ctx, token ?? "")).lead.email).toBe(email);
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("uses the project's message in errors", async () => {
    const { ctx, publicCtx } = await createProject();
    await pauseProject(ctx, { pause: ["claims", "sign_ups"], message: "Back at noon." });
    await expect(claimCode(publicCtx, { code: "nowhere", email: uniqueEmail() })).rejects.toThrow("Back at noon.");
    await expect(createLead(publicCtx, { email: uniqueEmail() })).rejects.toThrow("Back at noon.");
  });

  test("lets every racing claim either succeed or fail, and rejects all later ones", async () => {
    const { ctx, publicCtx } = await createProject();
    const code = await insertCode(ctx, { allowedClaims: 1000 });
    const claimInput = () => ({ code: normalizeCode(code), email: uniqueEmail() });
    const pools = [publicCtx, { ...publicCtx, db: secondPool.ctx.db, queue: secondPool.ctx.queue }];
    const racing = Array.from({ length: 120 }, (_, i) => getOutcome(claimCode(pools[i % 2] as Context, claimInput())));
    await racing[0];
    await pauseProject(ctx, { pause: ["claims"] });
    const laterOutcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => getOutcome(claimCode(pools[i % 2] as Context, claimInput()))),
    );
    expect(new Set(laterOutcomes)).toEqual(new Set(["claims_paused"]));
    const outcomes = await Promise.all(racing);
    const done = outcomes.filter((each) => each === "done").length;
    expect(outcomes.filter((each) => each !== "done" && each !== "claims_paused")).toEqual([]);
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: done, claims: done });
  });

  test("doesn't affect other projects", async () => {
    const [{ ctx }, { ctx: otherCtx, publicCtx }] = [await createProject(), await createProject()];
    await pauseProject(ctx, { pause: ["claims", "sign_ups"] });
    expect(await getOutcome(claimCode(publicCtx, { code: normalizeCode(await insertCode(otherCtx)), email: uniqueEmail() }))).toBe("done");
    expect(await getOutcome(createLead(publicCtx, { email: uniqueEmail() }))).toBe("done");
  });
});

describe("while sign-ups are paused", () => {
  test("gives public callers the same error for known and unknown emails, and changes nothing", async () => {
    const { ctx, publicCtx, visitor } = await createProject();
    const known = await insertLead(ctx);
    await pauseProject(ctx, { pause: ["sign_ups"] });
    const before = await fingerprintDatabase(db);
    for (const email of [known, uniqueEmail()]) {
      expect(await getErrorName(createLead(publicCtx, { email, waitlist: true }))).toBe("sign_ups_paused");
      expect(await getErrorName(joinWaitlist(visitor, { email, referralCode: "nowhere" }))).toBe("sign_ups_paused");
    }
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("still allows leads from the secret key and staff, and claims", async () => {
    const { ctx, publicCtx } = await createProject();
    await pauseProject(ctx, { pause: ["sign_ups"] });
    expect(await getOutcome(createLead(ctx, { email: uniqueEmail() }))).toBe("done");
    expect(await getOutcome(claimCode(publicCtx, { code: normalizeCode(await insertCode(ctx)), email: uniqueEmail() }))).toBe("done");
  });
});
