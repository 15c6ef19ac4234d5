import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeIdentity } from "@/contract/text";
import { rows } from "@/db/rows";
import { aCode, anAddress, aProject, countsOf } from "@/tests/harness/factories";
import { outcome, refused } from "@/tests/harness/refused";
import { until } from "@/tests/harness/worker";
import { aWorld } from "@/tests/harness/world";
import { claim } from "../codes/claim";
import { remove as removeCode } from "../codes/delete";
import { get as getCode } from "../codes/find";
import { remove as removeLead } from "../leads/delete";
import { get as getLead } from "../leads/find";
import { exchange } from "./exchange";
import { revoke } from "./revoke";

const world = await aWorld();
const { ctx, publicCtx, db } = world;
const other = world.anotherPool().ctx;

/** Leads of whom is noted that they have claimed where they have not, or the other way round. */
const misnoted = () =>
  rows(
    db,
    sql`select l.email from leads l where l.has_claimed <> exists (select from claims k where k.project_id = l.project_id and k.email = l.email)`,
  );

describe("revoking a claim", () => {
  test("answers it, gives the use back and lets its tokens die; the lead stays", async () => {
    const text = await aCode(ctx);
    const [code, email] = [codeIdentity(text), anAddress()];
    const { token } = await claim(publicCtx, { code, email });
    expect(await revoke(ctx, { code, email })).toMatchObject({ code: text, email, source: "widget", batch: { name: "A batch" } });
    expect(await countsOf(ctx, text)).toEqual({ counter: 0, claims: 0 });
    expect(await getLead(ctx, email)).toMatchObject({ hasClaimedCode: false });
    expect(await getCode(ctx, code)).toMatchObject({ status: "active" });
    expect(await refused(exchange(ctx, token))).toBe("token_not_found");
    const told = await rows(db, sql`select kind, email from events where code_key = ${code} and kind = 'claim.revoked'`);
    expect(told).toEqual([{ kind: "claim.revoked", email }]);
  });

  test("lets the address claim it anew, as long as a use is left", async () => {
    const [code, email] = [codeIdentity(await aCode(ctx)), anAddress()];
    await claim(ctx, { code, email });
    await revoke(ctx, { code, email });
    await claim(ctx, { code, email: anAddress() });
    expect(await refused(claim(ctx, { code, email }))).toBe("code_exhausted");
  });

  test("leaves a lead who has claimed another code one who has claimed", async () => {
    const email = anAddress();
    const [one, two] = [codeIdentity(await aCode(ctx)), codeIdentity(await aCode(ctx))];
    for (const code of [one, two]) await claim(ctx, { code, email });
    await revoke(ctx, { code: one, email });
    expect(await getLead(ctx, email)).toMatchObject({ hasClaimedCode: true });
    await revoke(ctx, { code: two, email });
    expect(await getLead(ctx, email)).toMatchObject({ hasClaimedCode: false });
  });

  test("refuses a claim that does not exist, also of a code or a project that does not", async () => {
    const [code, email] = [codeIdentity(await aCode(ctx)), anAddress()];
    expect(await refused(revoke(ctx, { code, email }))).toBe("claim_not_found");
    expect(await refused(revoke(ctx, { code: "nowhere", email }))).toBe("claim_not_found");
    await claim(ctx, { code, email });
    const { ctx: another } = await aProject(ctx);
    expect(await refused(revoke(another, { code, email }))).toBe("claim_not_found");
    await revoke(ctx, { code, email });
    expect(await refused(revoke(ctx, { code, email }))).toBe("claim_not_found");
  });
});

describe("at once with others", () => {
  test("of many who revoke a claim one does, and the use is given back once", async () => {
    const text = await aCode(ctx, { allowedClaims: 5, claimedBy: [anAddress(), anAddress(), "ada@example.org"] });
    const one = { code: codeIdentity(text), email: "ada@example.org" };
    const came = await Promise.all(Array.from({ length: 8 }, (_, i) => outcome(revoke(i % 2 ? ctx : other, one))));
    expect(came.filter((each) => each === "done")).toHaveLength(1);
    expect(await countsOf(ctx, text)).toEqual({ counter: 2, claims: 2 });
  });

  test("claims, revocations and deletions leave no counter and no note wrong", async () => {
    for (let round = 0; round < 8; round++) {
      const emails = [anAddress(), anAddress(), anAddress()];
      const texts = await Promise.all(Array.from({ length: 3 }, () => aCode(ctx, { allowedClaims: 2 })));
      const some = (i: number) => ({ code: codeIdentity(texts[i % 3] ?? ""), email: emails[(i * 7 + round) % 3] ?? "" });
      for (let i = 0; i < 6; i++) await outcome(claim(ctx, some(i)));
      const by = (i: number) => (i % 2 ? ctx : other);
      await Promise.all([
        ...Array.from({ length: 12 }, (_, i) => outcome(claim(by(i), some(i)))),
        ...Array.from({ length: 9 }, (_, i) => outcome(revoke(by(i), some(i)))),
        outcome(removeLead(other, emails[round % 3] ?? "")),
        ...(round % 2 ? [outcome(removeCode(ctx, codeIdentity(texts[0] ?? "")))] : []),
      ]);
      for (const text of texts.slice(round % 2)) {
        const { counter, claims } = await countsOf(ctx, text);
        expect(counter).toBe(claims);
        expect(claims).toBeLessThanOrEqual(2);
      }
      expect(await misnoted()).toEqual([]);
    }
  });

  test.each([
    ["revoked", (code: string, email: string) => revoke(ctx, { code, email })],
    ["deleted with its code", (code: string) => removeCode(ctx, code)],
  ])("a lead of whom one claim is %s while they claim another code is noted to have claimed", async (_, goes) => {
    const email = anAddress();
    const [gone, another] = [codeIdentity(await aCode(ctx)), codeIdentity(await aCode(ctx))];
    await claim(ctx, { code: gone, email });
    const [claimed, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const claiming = other.db.transaction(async (tx) => {
      await claim({ ...other, db: tx }, { code: another, email });
      claimed.resolve();
      await commit.promise;
    });
    await claimed.promise;
    const going = goes(gone, email);
    await until("it waits for the claim", async () => {
      const waiting = await rows(db, sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      return waiting.length > 0;
    });
    commit.resolve();
    await Promise.all([claiming, going]);
    expect(await getLead(ctx, email)).toMatchObject({ hasClaimedCode: true });
    expect(await misnoted()).toEqual([]);
  });
});
