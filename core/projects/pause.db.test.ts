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
import { createLead } from "../leads/create";
import { joinWaitlist } from "../leads/join";
import { pauseProject } from "./pause";

const world = await createTestApp({ max: 12 });
const { db } = world;
const other = world.openSecondPool();

const told = ({ projectId }: Context) =>
  queryRows<{ kind: string; data: object }>(
    db,
    sql`select kind, data from events where project_id = ${projectId} and kind like 'project.%' order by id`,
  );

/** A project of a test's own, by its secret key, by its public key, and as visitors of its pages come. */
async function aQuietProject() {
  const { ctx, publicCtx } = await insertProject(world.ctx);
  return { ctx, publicCtx, visitor: { ...ctx, actor: { kind: "visitor", id: null } } as Context };
}

describe("pausing", () => {
  test("changes what is named, keeps the rest, and says of each call what it changed", async () => {
    const { ctx } = await aQuietProject();
    expect(await pauseProject(ctx, { pause: ["email", "claims"] })).toMatchObject({ paused: ["claims", "email"], pausedText: null });
    expect(await pauseProject(ctx, { pause: ["claims"], resume: ["sign_ups"] })).toMatchObject({ paused: ["claims", "email"] });
    expect(await pauseProject(ctx, { resume: ["email"], pause: ["sign_ups"], message: " Back soon. " })).toMatchObject({
      paused: ["claims", "sign_ups"],
      pausedText: "Back soon.",
    });
    expect(await pauseProject(ctx, { message: "" })).toMatchObject({ paused: ["claims", "sign_ups"], pausedText: null });
    expect(await pauseProject(ctx, {})).toMatchObject({ paused: ["claims", "sign_ups"] });
    expect((await told(ctx)).map(({ kind, data }) => [kind, data])).toEqual([
      ["project.paused", { what: ["claims", "email"] }],
      ["project.updated", { fields: ["pausedText"] }],
      ["project.paused", { what: ["sign_ups"] }],
      ["project.resumed", { what: ["email"] }],
      ["project.updated", { fields: ["pausedText"] }],
    ]);
  });

  test("several things at once loses none of them", async () => {
    const { ctx } = await aQuietProject();
    await Promise.all((["claims", "sign_ups", "email"] as const).map((what) => pauseProject(ctx, { pause: [what] })));
    expect(await pauseProject(ctx, {})).toMatchObject({ paused: ["claims", "sign_ups", "email"] });
  });
});

describe("while claims are paused", () => {
  test("nobody claims anything, whoever asks, and nothing is told of the code", async () => {
    const { ctx, publicCtx, visitor } = await aQuietProject();
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
        const ask = { code: normalizeCode(code), email: uniqueEmail() };
        expect(await getErrorName(claimCode(by, ask))).toBe("claims_paused");
        const said = await checkCode(ctx, ask);
        expect(said).toMatchObject({ claimable: false, refusal: "claims_paused", publicRefusal: "claims_paused" });
        expect(said.rules[0]).toEqual({ rule: "claims", passes: false, says: "Claims are paused." });
      }
    expect(await fingerprintDatabase(db)).toEqual(before);
    await pauseProject(ctx, { resume: ["claims"] });
    expect(await getOutcome(claimCode(publicCtx, { code: normalizeCode(codes[0] ?? ""), email: uniqueEmail() }))).toBe("done");
  });

  test("who has claimed a code gets a token again, and it is exchanged", async () => {
    const { ctx, publicCtx } = await aQuietProject();
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    await claimCode(publicCtx, { code: normalizeCode(code), email });
    await pauseProject(ctx, { pause: ["claims"] });
    expect(await checkCode(ctx, { code: normalizeCode(code), email })).toMatchObject({ claimable: true, claimed: true, refusal: null });
    const { token } = await claimCode(publicCtx, { code: normalizeCode(code), email });
    expect((await exchangeToken(ctx, token)).lead.email).toBe(email);
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("the refusal says what the project says", async () => {
    const { ctx, publicCtx } = await aQuietProject();
    await pauseProject(ctx, { pause: ["claims", "sign_ups"], message: "Back at noon." });
    await expect(claimCode(publicCtx, { code: "nowhere", email: uniqueEmail() })).rejects.toThrow("Back at noon.");
    await expect(createLead(publicCtx, { email: uniqueEmail() })).rejects.toThrow("Back at noon.");
  });

  test("of those who race the pause each has a whole claim or none, and none begins after it", async () => {
    const { ctx, publicCtx } = await aQuietProject();
    const code = await insertCode(ctx, { allowedClaims: 1000 });
    const ask = () => ({ code: normalizeCode(code), email: uniqueEmail() });
    const pools = [publicCtx, { ...publicCtx, db: other.ctx.db, jobs: other.ctx.queue }];
    const racing = Array.from({ length: 120 }, (_, i) => getOutcome(claimCode(pools[i % 2] as Context, ask())));
    await racing[0];
    await pauseProject(ctx, { pause: ["claims"] });
    const late = await Promise.all(Array.from({ length: 20 }, (_, i) => getOutcome(claimCode(pools[i % 2] as Context, ask()))));
    expect(new Set(late)).toEqual(new Set(["claims_paused"]));
    const came = await Promise.all(racing);
    const done = came.filter((each) => each === "done").length;
    expect(came.filter((each) => each !== "done" && each !== "claims_paused")).toEqual([]);
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: done, claims: done });
  });

  test("another project goes on", async () => {
    const [{ ctx }, { ctx: another, publicCtx }] = [await aQuietProject(), await aQuietProject()];
    await pauseProject(ctx, { pause: ["claims", "sign_ups"] });
    expect(await getOutcome(claimCode(publicCtx, { code: normalizeCode(await insertCode(another)), email: uniqueEmail() }))).toBe("done");
    expect(await getOutcome(createLead(publicCtx, { email: uniqueEmail() }))).toBe("done");
  });
});

describe("while sign-ups are paused", () => {
  test("the public is told the same of a known and an unknown address, and nothing changes", async () => {
    const { ctx, publicCtx, visitor } = await aQuietProject();
    const known = await insertLead(ctx);
    await pauseProject(ctx, { pause: ["sign_ups"] });
    const before = await fingerprintDatabase(db);
    for (const email of [known, uniqueEmail()]) {
      expect(await getErrorName(createLead(publicCtx, { email, waitlist: true }))).toBe("sign_ups_paused");
      expect(await getErrorName(joinWaitlist(visitor, { email, referralCode: "nowhere" }))).toBe("sign_ups_paused");
    }
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("the secret key and staff make leads, and claims go on", async () => {
    const { ctx, publicCtx } = await aQuietProject();
    await pauseProject(ctx, { pause: ["sign_ups"] });
    expect(await getOutcome(createLead(ctx, { email: uniqueEmail() }))).toBe("done");
    expect(await getOutcome(claimCode(publicCtx, { code: normalizeCode(await insertCode(ctx)), email: uniqueEmail() }))).toBe("done");
  });
});
