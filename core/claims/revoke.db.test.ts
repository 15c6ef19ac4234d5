import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { getClaimCounts, insertCode, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { waitUntil } from "@/tests/harness/worker";
import { claimCode } from "../codes/claim";
import { deleteCode as removeCode } from "../codes/delete";
import { getCode } from "../codes/get";
import { deleteLead as removeLead } from "../leads/delete";
import { getLead } from "../leads/get";
import { exchangeToken } from "./exchange";
import { revokeClaim } from "./revoke";

const world = await createTestApp();
const { ctx, publicCtx, db } = world;
const other = world.openSecondPool().ctx;

/** Leads of whom is noted that they have claimed where they have not, or the other way round. */
const misnoted = () =>
  queryRows(
    db,
    sql`select l.email from leads l where l.has_claimed <> exists (select from claims k where k.project_id = l.project_id and k.email = l.email)`,
  );

describe("revoking a claim", () => {
  test("answers it, gives the use back and lets its tokens die; the lead stays", async () => {
    const text = await insertCode(ctx);
    const [code, email] = [normalizeCode(text), uniqueEmail()];
    const { token } = await claimCode(publicCtx, { code, email });
    expect(await revokeClaim(ctx, { code, email })).toMatchObject({ code: text, email, source: "widget", batch: { name: "A batch" } });
    expect(await getClaimCounts(ctx, text)).toEqual({ counter: 0, claims: 0 });
    expect(await getLead(ctx, email)).toMatchObject({ hasClaimedCode: false });
    expect(await getCode(ctx, code)).toMatchObject({ status: "active" });
    expect(await getErrorName(exchangeToken(ctx, token))).toBe("token_not_found");
    const told = await queryRows(db, sql`select kind, email from events where code_key = ${code} and kind = 'claim.revoked'`);
    expect(told).toEqual([{ kind: "claim.revoked", email }]);
  });

  test("lets the address claim it anew, as long as a use is left", async () => {
    const [code, email] = [normalizeCode(await insertCode(ctx)), uniqueEmail()];
    await claimCode(ctx, { code, email });
    await revokeClaim(ctx, { code, email });
    await claimCode(ctx, { code, email: uniqueEmail() });
    expect(await getErrorName(claimCode(ctx, { code, email }))).toBe("code_exhausted");
  });

  test("leaves a lead who has claimed another code one who has claimed", async () => {
    const email = uniqueEmail();
    const [one, two] = [normalizeCode(await insertCode(ctx)), normalizeCode(await insertCode(ctx))];
    for (const code of [one, two]) await claimCode(ctx, { code, email });
    await revokeClaim(ctx, { code: one, email });
    expect(await getLead(ctx, email)).toMatchObject({ hasClaimedCode: true });
    await revokeClaim(ctx, { code: two, email });
    expect(await getLead(ctx, email)).toMatchObject({ hasClaimedCode: false });
  });

  test("refuses a claim that does not exist, also of a code or a project that does not", async () => {
    const [code, email] = [normalizeCode(await insertCode(ctx)), uniqueEmail()];
    expect(await getErrorName(revokeClaim(ctx, { code, email }))).toBe("claim_not_found");
    expect(await getErrorName(revokeClaim(ctx, { code: "nowhere", email }))).toBe("claim_not_found");
    await claimCode(ctx, { code, email });
    const { ctx: another } = await insertProject(ctx);
    expect(await getErrorName(revokeClaim(another, { code, email }))).toBe("claim_not_found");
    await revokeClaim(ctx, { code, email });
    expect(await getErrorName(revokeClaim(ctx, { code, email }))).toBe("claim_not_found");
  });
});

describe("at once with others", () => {
  test("of many who revoke a claim one does, and the use is given back once", async () => {
    const text = await insertCode(ctx, { allowedClaims: 5, claimedBy: [uniqueEmail(), uniqueEmail(), "ada@example.org"] });
    const one = { code: normalizeCode(text), email: "ada@example.org" };
    const came = await Promise.all(Array.from({ length: 8 }, (_, i) => getOutcome(revokeClaim(i % 2 ? ctx : other, one))));
    expect(came.filter((each) => each === "done")).toHaveLength(1);
    expect(await getClaimCounts(ctx, text)).toEqual({ counter: 2, claims: 2 });
  });

  test("claims, revocations and deletions leave no counter and no note wrong", async () => {
    for (let round = 0; round < 8; round++) {
      const emails = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
      const texts = await Promise.all(Array.from({ length: 3 }, () => insertCode(ctx, { allowedClaims: 2 })));
      const some = (i: number) => ({ code: normalizeCode(texts[i % 3] ?? ""), email: emails[(i * 7 + round) % 3] ?? "" });
      for (let i = 0; i < 6; i++) await getOutcome(claimCode(ctx, some(i)));
      const by = (i: number) => (i % 2 ? ctx : other);
      await Promise.all([
        ...Array.from({ length: 12 }, (_, i) => getOutcome(claimCode(by(i), some(i)))),
        ...Array.from({ length: 9 }, (_, i) => getOutcome(revokeClaim(by(i), some(i)))),
        getOutcome(removeLead(other, emails[round % 3] ?? "")),
        ...(round % 2 ? [getOutcome(removeCode(ctx, normalizeCode(texts[0] ?? "")))] : []),
      ]);
      for (const text of texts.slice(round % 2)) {
        const { counter, claims } = await getClaimCounts(ctx, text);
        expect(counter).toBe(claims);
        expect(claims).toBeLessThanOrEqual(2);
      }
      expect(await misnoted()).toEqual([]);
    }
  });

  test.each([
    ["revoked", (code: string, email: string) => revokeClaim(ctx, { code, email })],
    ["deleted with its code", (code: string) => removeCode(ctx, code)],
  ])("a lead of whom one claim is %s while they claim another code is noted to have claimed", async (_, goes) => {
    const email = uniqueEmail();
    const [gone, another] = [normalizeCode(await insertCode(ctx)), normalizeCode(await insertCode(ctx))];
    await claimCode(ctx, { code: gone, email });
    const [claimed, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const claiming = other.db.transaction(async (tx) => {
      await claimCode({ ...other, db: tx }, { code: another, email });
      claimed.resolve();
      await commit.promise;
    });
    await claimed.promise;
    const going = goes(gone, email);
    await waitUntil("it waits for the claim", async () => {
      const waiting = await queryRows(
        db,
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
    commit.resolve();
    await Promise.all([claiming, going]);
    expect(await getLead(ctx, email)).toMatchObject({ hasClaimedCode: true });
    expect(await misnoted()).toEqual([]);
  });
});
