import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeIdentity } from "@/contract/text";
import { rows } from "@/db/rows";
import { aCode, aLead, anAddress, aProject, countsOf, fingerprintOf } from "@/tests/harness/factories";
import { outcome, refused } from "@/tests/harness/refused";
import { aWorld } from "@/tests/harness/world";
import { exchange } from "../claims/exchange";
import { check } from "../codes/check";
import { claim } from "../codes/claim";
import type { Context } from "../context";
import { create } from "../leads/create";
import { join } from "../leads/join";
import { pause } from "./pauses";

const world = await aWorld({ max: 12 });
const { db } = world;
const other = world.anotherPool();

const told = ({ projectId }: Context) =>
  rows<{ kind: string; data: object }>(
    db,
    sql`select kind, data from events where project_id = ${projectId} and kind like 'project.%' order by id`,
  );

/** A project of a test's own, by its secret key, by its public key, and as visitors of its pages come. */
async function aQuietProject() {
  const { ctx, publicCtx } = await aProject(world.ctx);
  return { ctx, publicCtx, visitor: { ...ctx, actor: { kind: "visitor", id: null } } as Context };
}

describe("pausing", () => {
  test("changes what is named, keeps the rest, and says of each call what it changed", async () => {
    const { ctx } = await aQuietProject();
    expect(await pause(ctx, { pause: ["mail", "claims"] })).toMatchObject({ paused: ["claims", "mail"], pausedText: null });
    expect(await pause(ctx, { pause: ["claims"], resume: ["sign_ups"] })).toMatchObject({ paused: ["claims", "mail"] });
    expect(await pause(ctx, { resume: ["mail"], pause: ["sign_ups"], text: " Back soon. " })).toMatchObject({
      paused: ["claims", "sign_ups"],
      pausedText: "Back soon.",
    });
    expect(await pause(ctx, { text: "" })).toMatchObject({ paused: ["claims", "sign_ups"], pausedText: null });
    expect(await pause(ctx, {})).toMatchObject({ paused: ["claims", "sign_ups"] });
    expect((await told(ctx)).map(({ kind, data }) => [kind, data])).toEqual([
      ["project.paused", { what: ["claims", "mail"] }],
      ["project.changed", { fields: ["pausedText"] }],
      ["project.paused", { what: ["sign_ups"] }],
      ["project.resumed", { what: ["mail"] }],
      ["project.changed", { fields: ["pausedText"] }],
    ]);
  });

  test("several things at once loses none of them", async () => {
    const { ctx } = await aQuietProject();
    await Promise.all((["claims", "sign_ups", "mail"] as const).map((what) => pause(ctx, { pause: [what] })));
    expect(await pause(ctx, {})).toMatchObject({ paused: ["claims", "sign_ups", "mail"] });
  });
});

describe("while claims are paused", () => {
  test("nobody claims anything, whoever asks, and nothing is told of the code", async () => {
    const { ctx, publicCtx, visitor } = await aQuietProject();
    const codes = [await aCode(ctx), await aCode(ctx, { paused: true }), await aCode(ctx, { reservedFor: anAddress() }), "nowhere"];
    await pause(ctx, { pause: ["claims"] });
    const before = await fingerprintOf(db);
    for (const by of [ctx, publicCtx, visitor])
      for (const code of codes) {
        const ask = { code: codeIdentity(code), email: anAddress() };
        expect(await refused(claim(by, ask))).toBe("claims_paused");
        const said = await check(ctx, ask);
        expect(said).toMatchObject({ claimable: false, refusal: "claims_paused", publicRefusal: "claims_paused" });
        expect(said.rules[0]).toEqual({ rule: "claims", passes: false, says: "Claims are paused." });
      }
    expect(await fingerprintOf(db)).toEqual(before);
    await pause(ctx, { resume: ["claims"] });
    expect(await outcome(claim(publicCtx, { code: codeIdentity(codes[0] ?? ""), email: anAddress() }))).toBe("done");
  });

  test("who has claimed a code gets a token again, and it is exchanged", async () => {
    const { ctx, publicCtx } = await aQuietProject();
    const [code, email] = [await aCode(ctx), anAddress()];
    await claim(publicCtx, { code: codeIdentity(code), email });
    await pause(ctx, { pause: ["claims"] });
    expect(await check(ctx, { code: codeIdentity(code), email })).toMatchObject({ claimable: true, claimed: true, refusal: null });
    const { token } = await claim(publicCtx, { code: codeIdentity(code), email });
    expect((await exchange(ctx, token)).lead.email).toBe(email);
    expect(await countsOf(ctx, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("the refusal says what the project says", async () => {
    const { ctx, publicCtx } = await aQuietProject();
    await pause(ctx, { pause: ["claims", "sign_ups"], text: "Back at noon." });
    await expect(claim(publicCtx, { code: "nowhere", email: anAddress() })).rejects.toThrow("Back at noon.");
    await expect(create(publicCtx, { email: anAddress() })).rejects.toThrow("Back at noon.");
  });

  test("of those who race the pause each has a whole claim or none, and none begins after it", async () => {
    const { ctx, publicCtx } = await aQuietProject();
    const code = await aCode(ctx, { allowedClaims: 1000 });
    const ask = () => ({ code: codeIdentity(code), email: anAddress() });
    const pools = [publicCtx, { ...publicCtx, db: other.ctx.db, jobs: other.ctx.jobs }];
    const racing = Array.from({ length: 120 }, (_, i) => outcome(claim(pools[i % 2] as Context, ask())));
    await racing[0];
    await pause(ctx, { pause: ["claims"] });
    const late = await Promise.all(Array.from({ length: 20 }, (_, i) => outcome(claim(pools[i % 2] as Context, ask()))));
    expect(new Set(late)).toEqual(new Set(["claims_paused"]));
    const came = await Promise.all(racing);
    const done = came.filter((each) => each === "done").length;
    expect(came.filter((each) => each !== "done" && each !== "claims_paused")).toEqual([]);
    expect(await countsOf(ctx, code)).toEqual({ counter: done, claims: done });
  });

  test("another project goes on", async () => {
    const [{ ctx }, { ctx: another, publicCtx }] = [await aQuietProject(), await aQuietProject()];
    await pause(ctx, { pause: ["claims", "sign_ups"] });
    expect(await outcome(claim(publicCtx, { code: codeIdentity(await aCode(another)), email: anAddress() }))).toBe("done");
    expect(await outcome(create(publicCtx, { email: anAddress() }))).toBe("done");
  });
});

describe("while sign-ups are paused", () => {
  test("the public is told the same of a known and an unknown address, and nothing changes", async () => {
    const { ctx, publicCtx, visitor } = await aQuietProject();
    const known = await aLead(ctx);
    await pause(ctx, { pause: ["sign_ups"] });
    const before = await fingerprintOf(db);
    for (const email of [known, anAddress()]) {
      expect(await refused(create(publicCtx, { email, waitlist: true }))).toBe("sign_ups_paused");
      expect(await refused(join(visitor, { email, referralCode: "nowhere" }))).toBe("sign_ups_paused");
    }
    expect(await fingerprintOf(db)).toEqual(before);
  });

  test("the secret key and staff make leads, and claims go on", async () => {
    const { ctx, publicCtx } = await aQuietProject();
    await pause(ctx, { pause: ["sign_ups"] });
    expect(await outcome(create(ctx, { email: anAddress() }))).toBe("done");
    expect(await outcome(claim(publicCtx, { code: codeIdentity(await aCode(ctx)), email: anAddress() }))).toBe("done");
  });
});
