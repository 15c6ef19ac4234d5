import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { getClaimCounts, insertCode, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { waitForLockWaits } from "@/tests/harness/locks";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import { deleteCode } from "../codes/delete";
import { getCode } from "../codes/record";
import { deleteLead } from "../leads/delete";
import { getLead } from "../leads/record";
import { exchangeToken } from "./exchange";
import { revokeClaim } from "./revoke";

const app = await createTestApp();
const { ctx, publicCtx, db } = app;
const otherCtx = app.openSecondPool().ctx;

/** Leads whose has_claimed doesn't match their claims. */
const listWrongLeads = () =>
  queryRows(
    db,
    sql`select l.email from leads l where l.has_claimed <> exists (select from claims k where k.project_id = l.project_id and k.email = l.email)`,
  );

describe("revoking a claim", () => {
  test("returns the claim, makes it available again, deletes its tokens and keeps the lead", async () => {
    const text = await insertCode(ctx);
    const [code, email] = [normalizeCode(text), uniqueEmail()];
    const { token } = await claimCode(publicCtx, { code, email });
    expect(await revokeClaim(ctx, { code, email })).toMatchObject({ code: text, email, source: "widget", batch: { name: "A batch" } });
    expect(await getClaimCounts(ctx, text)).toEqual({ counter: 0, claims: 0 });
    expect(await getLead(ctx, email)).toMatchObject({ hasClaimedCode: false });
    expect(await getCode(ctx, code)).toMatchObject({ status: "active" });
    expect(await getErrorName(exchangeToken(ctx, token ?? ""))).toBe("token_not_found");
    const events = await queryRows(db, sql`select kind, email from events where code_key = ${code} and kind = 'claim.revoked'`);
    expect(events).toEqual([{ kind: "claim.revoked", email }]);
  });

  test("lets the same email claim again while claims are left", async () => {
    const [code, email] = [normalizeCode(await insertCode(ctx)), uniqueEmail()];
    await claimCode(ctx, { code, email });
    await revokeClaim(ctx, { code, email });
    await claimCode(ctx, { code, email: uniqueEmail() });
    expect(await getErrorName(claimCode(ctx, { code, email }))).toBe("code_exhausted");
  });

  test("keeps has_claimed for a lead with another claim", async () => {
    const email = uniqueEmail();
    const [claim, two] = [normalizeCode(await insertCode(ctx)), normalizeCode(await insertCode(ctx))];
    for (const code of [claim, two]) await claimCode(ctx, { code, email });
    await revokeClaim(ctx, { code: claim, email });
    expect(await getLead(ctx, email)).toMatchObject({ hasClaimedCode: true });
    await revokeClaim(ctx, { code: two, email });
    expect(await getLead(ctx, email)).toMatchObject({ hasClaimedCode: false });
  });

  test("rejects a claim that doesn't exist, or whose code or project doesn't", async () => {
    const [code, email] = [normalizeCode(await insertCode(ctx)), uniqueEmail()];
    expect(await getErrorName(revokeClaim(ctx, { code, email }))).toBe("claim_not_found");
    expect(await getErrorName(revokeClaim(ctx, { code: "nowhere", email }))).toBe("claim_not_found");
    await claimCode(ctx, { code, email });
    const { ctx: otherProjectCtx } = await insertProject(ctx);
    expect(await getErrorName(revokeClaim(otherProjectCtx, { code, email }))).toBe("claim_not_found");
    await revokeClaim(ctx, { code, email });
    expect(await getErrorName(revokeClaim(ctx, { code, email }))).toBe("claim_not_found");
  });
});

describe("revoking a claim at the same time as other requests", () => {
  test("succeeds for only one of many", async () => {
    const text = await insertCode(ctx, { allowedClaims: 5, claimedBy: [uniqueEmail(), uniqueEmail(), "ada@example.org"] });
    const claim = { code: normalizeCode(text), email: "ada@example.org" };
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, i) => getOutcome(revokeClaim(i % 2 ? ctx : otherCtx, claim))));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(await getClaimCounts(ctx, text)).toEqual({ counter: 2, claims: 2 });
  });

  test("keeps all counts correct while codes are claimed, revoked and deleted", async () => {
    for (let round = 0; round < 8; round++) {
      const emails = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
      const texts = await Promise.all(Array.from({ length: 3 }, () => insertCode(ctx, { allowedClaims: 2 })));
      const claimAt = (i: number) => ({ code: normalizeCode(texts[i % 3] ?? ""), email: emails[(i * 7 + round) % 3] ?? "" });
      for (let i = 0; i < 6; i++) await getOutcome(claimCode(ctx, claimAt(i)));
      const contextAt = (i: number) => (i % 2 ? ctx : otherCtx);
      await Promise.all([
        ...Array.from({ length: 12 }, (_, i) => getOutcome(claimCode(contextAt(i), claimAt(i)))),
        ...Array.from({ length: 9 }, (_, i) => getOutcome(revokeClaim(contextAt(i), claimAt(i)))),
        getOutcome(deleteLead(otherCtx, emails[round % 3] ?? "")),
        ...(round % 2 ? [getOutcome(deleteCode(ctx, normalizeCode(texts[0] ?? "")))] : []),
      ]);
      for (const text of texts.slice(round % 2)) {
        const { counter, claims } = await getClaimCounts(ctx, text);
        expect(counter).toBe(claims);
        expect(claims).toBeLessThanOrEqual(2);
      }
      expect(await listWrongLeads()).toEqual([]);
    }
  });

  test.each([
    ["revoked", (code: string, email: string) => revokeClaim(ctx, { code, email })],
    ["deleted with its code", (code: string) => deleteCode(ctx, code)],
  ])("keeps has_claimed when one claim of a lead is %s while they claim another code", async (_, deleteClaim) => {
    const email = uniqueEmail();
    const [deletedCode, otherCode] = [normalizeCode(await insertCode(ctx)), normalizeCode(await insertCode(ctx))];
    await claimCode(ctx, { code: deletedCode, email });
    const [claimed, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const claiming = otherCtx.db.transaction(async (tx) => {
      await claimCode({ ...otherCtx, db: tx }, { code: otherCode, email });
      claimed.resolve();
      await commit.promise;
    });
    await claimed.promise;
    const deletion = deleteClaim(deletedCode, email);
    await waitForLockWaits(db, 1);
    commit.resolve();
    await Promise.all([claiming, deletion]);
    expect(await getLead(ctx, email)).toMatchObject({ hasClaimedCode: true });
    expect(await listWrongLeads()).toEqual([]);
  });
});
