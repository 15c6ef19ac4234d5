import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows, violatedConstraint } from "@/db/query";
import { getOutcome } from "@/tests/harness/errors";
import { getClaimCounts, insertCode, insertLeads, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { isClaimByNewLead } from "../events/stored-events";
import { claimCode } from "./claim";

const racerCount = 64;
const app = await createTestApp({ max: 12 });
const otherApp = app.openSecondPool();
const pools = [app.ctx, otherApp.ctx];

/** Claims a code and returns whether that succeeded. 64 of these run at the same time, on two pools. */
type ClaimFunction = (ctx: Context, code: string, email: string) => Promise<boolean>;

const claimOnce: ClaimFunction = async (ctx, code, email) => {
  const result = await getOutcome(claimCode({ ...ctx, actor: app.publicCtx.actor }, { code: normalizeCode(code), email }));
  if (result !== "done") expect(result).toBe("code_exhausted");
  return result === "done";
};

/** Claims one code with all emails at the same time and describes what is wrong afterward. */
async function findRaceErrors(claimFunction: ClaimFunction, allowedClaims: number, emails: readonly string[]): Promise<string[]> {
  const code = await insertCode(app.ctx, { allowedClaims });
  const results = await Promise.all(emails.map((email, i) => claimFunction(pools[i % 2] as Context, code, email)));
  const { counter, claims } = await getClaimCounts(app.ctx, code);
  const errors: string[] = [];
  const successfulEmails = new Set(emails.filter((_, i) => results[i]));
  const expectedClaims = Math.min(allowedClaims, new Set(emails).size);
  if (claims > expectedClaims) errors.push(`${claims} claims of ${expectedClaims}`);
  if (claims < expectedClaims) errors.push(`${expectedClaims - claims} allowed claims were not used`);
  if (counter !== claims) errors.push(`the counter is ${counter} and there are ${claims} claims`);
  if (successfulEmails.size !== claims) errors.push(`${successfulEmails.size} succeeded and there are ${claims} claims`);
  if (emails.some((email, i) => successfulEmails.has(email) && !results[i])) errors.push("one email both succeeded and failed");
  return errors;
}

const distinctEmails = () => Array.from({ length: racerCount }, uniqueEmail);
const repeatedEmails = () => {
  const emails = distinctEmails().slice(racerCount / 2);
  return [...emails, ...emails];
};

describe.each([1, 3, 10])(`${racerCount} simultaneous claims of a code with %i allowed claims`, (allowedClaims) => {
  test("succeed exactly as often as allowed", async () => {
    for (let round = 0; round < 5; round++) expect(await findRaceErrors(claimOnce, allowedClaims, distinctEmails())).toEqual([]);
  });

  test("give each email one claim, however often it tries", async () => {
    for (let round = 0; round < 5; round++) expect(await findRaceErrors(claimOnce, allowedClaims, repeatedEmails())).toEqual([]);
  });
});

test("everyone gets a code with enough claims left, whether they are leads already or not", async () => {
  expect(await findRaceErrors(claimOnce, racerCount, distinctEmails())).toEqual([]);
  expect(await findRaceErrors(claimOnce, 100, repeatedEmails())).toEqual([]);
  expect(await findRaceErrors(claimOnce, 10, await insertLeads(app.ctx, racerCount))).toEqual([]);
});

test("one email that claims 64 times at the same time gets 64 tokens and one claim", async () => {
  const code = await insertCode(app.ctx, { allowedClaims: 3 });
  const email = uniqueEmail();
  const replies = await Promise.all(
    Array.from({ length: racerCount }, (_, i) => claimCode(pools[i % 2] as Context, { code: normalizeCode(code), email })),
  );
  expect(new Set(replies.map((reply) => reply.token)).size).toBe(racerCount);
  expect(await getClaimCounts(app.ctx, code)).toEqual({ counter: 1, claims: 1 });
});

test("one email that claims many codes at the same time becomes one lead", async () => {
  const email = uniqueEmail();
  const codes = await Promise.all(Array.from({ length: 20 }, () => insertCode(app.ctx)));
  await Promise.all(codes.map((code, i) => claimCode(pools[i % 2] as Context, { code: normalizeCode(code), email })));
  const created = await queryRows(app.db, sql`select from events where ${isClaimByNewLead(sql`kind`)} and email = ${email}`);
  expect(created).toHaveLength(1);
});

/** Implementations that look correct but aren't. They prove that the check above finds such errors. */
const brokenClaims: Record<string, { claimFunction: ClaimFunction; createEmails: () => string[]; allowedClaims: number; rounds: number }> =
  {
    "insert first, then update": {
      allowedClaims: 3,
      createEmails: distinctEmails,
      rounds: 20,
      claimFunction: (ctx, code, email) =>
        ctx.db.transaction(async (tx) => {
          const inserted = await queryRows(
            tx,
            sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
            select project_id, key, ${email}, batch_id, 'api', now() from codes where project_id = ${ctx.projectId} and key = ${normalizeCode(code)} and claims < allowed_claims
            on conflict do nothing returning email`,
          );
          if (inserted.length === 0) return false;
          await tx.execute(
            sql`update codes set claims = claims + 1 where project_id = ${ctx.projectId} and key = ${normalizeCode(code)} and claims < allowed_claims`,
          );
          return true;
        }),
    },
    "update first, then insert with on conflict do nothing": {
      allowedClaims: 10,
      createEmails: repeatedEmails,
      rounds: 5,
      claimFunction: async (ctx, code, email) => {
        const taken = await queryRows(
          ctx.db,
          sql`with taken as (
            update codes set claims = claims + 1 where project_id = ${ctx.projectId} and key = ${normalizeCode(code)} and claims < allowed_claims returning project_id, key, batch_id
          ), claimed as (
            insert into claims (project_id, code_key, email, batch_id, source, claimed_at) select project_id, key, ${email}, batch_id, 'api', now() from taken on conflict do nothing
          ) select key from taken`,
        );
        return taken.length > 0;
      },
    },
    "count, then insert": {
      allowedClaims: 1,
      createEmails: distinctEmails,
      rounds: 5,
      claimFunction: async (ctx, code, email) => {
        const key = normalizeCode(code);
        const [row] = await queryRows<{ has_claims_left: boolean }>(
          ctx.db,
          sql`select (select count(*) from claims k where k.project_id = c.project_id and k.code_key = c.key) < allowed_claims as has_claims_left
          from codes c where project_id = ${ctx.projectId} and key = ${key}`,
        );
        if (!row?.has_claims_left) return false;
        try {
          await ctx.db.execute(
            sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
            select project_id, key, ${email}, batch_id, 'api', now() from codes where project_id = ${ctx.projectId} and key = ${key}`,
          );
          await ctx.db.execute(
            sql`update codes set claims = least(allowed_claims, claims + 1) where project_id = ${ctx.projectId} and key = ${key}`,
          );
          return true;
        } catch (error) {
          if (violatedConstraint(error) === "claims_pkey") return true;
          throw error;
        }
      },
    },
  };

describe.each(Object.entries(brokenClaims))("%s", (_, { claimFunction, createEmails, allowedClaims, rounds }) => {
  test("is detected by the check", async () => {
    const emails = createEmails();
    await app.db.execute(sql`insert into leads (project_id, email, referral_code) select ${app.ctx.projectId}, email, substr(md5(email), 1, 8)
      from (select distinct jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb) as email) as given`);
    const errors: string[] = [];
    for (let round = 0; round < rounds && errors.length === 0; round++)
      errors.push(...(await findRaceErrors(claimFunction, allowedClaims, emails)));
    expect(errors).not.toEqual([]);
  });
});
