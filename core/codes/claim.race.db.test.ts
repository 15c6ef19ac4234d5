import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows, violatedConstraint } from "@/db/query";
import { getOutcome } from "@/tests/harness/errors";
import { getClaimCounts, insertCode, insertLeads, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { claimCode } from "./claim";

const racers = 64;
const world = await createTestApp({ max: 12 });
const other = world.openSecondPool();
const pools = [world.ctx, other.ctx];

/** Takes a claim; whether it did. Each is tried by 64 at once, through two pools. */
type Claiming = (ctx: Context, code: string, email: string) => Promise<boolean>;

const ours: Claiming = async (ctx, code, email) => {
  const result = await getOutcome(claimCode({ ...ctx, actor: world.publicCtx.actor }, { code: normalizeCode(code), email }));
  if (result !== "done") expect(result).toBe("code_exhausted");
  return result === "done";
};

/** What is wrong after all `emails` claimed one code at once: nothing, or sentences. */
async function raced(claiming: Claiming, allowedClaims: number, emails: readonly string[]): Promise<string[]> {
  const code = await insertCode(world.ctx, { allowedClaims });
  const answers = await Promise.all(emails.map((email, i) => claiming(pools[i % 2] as Context, code, email)));
  const { counter, claims } = await getClaimCounts(world.ctx, code);
  const wrong: string[] = [];
  const answered = new Set(emails.filter((_, i) => answers[i]));
  const wanted = Math.min(allowedClaims, new Set(emails).size);
  if (claims > wanted) wrong.push(`${claims} claims of ${wanted}`);
  if (claims < wanted) wrong.push(`${wanted - claims} uses were left unclaimed`);
  if (counter !== claims) wrong.push(`the counter says ${counter} and there are ${claims} claims`);
  if (answered.size !== claims) wrong.push(`${answered.size} were told yes and there are ${claims} claims`);
  if (emails.some((email, i) => answered.has(email) && !answers[i])) wrong.push("one address was told yes and no");
  return wrong;
}

const strangers = () => Array.from({ length: racers }, uniqueEmail);
const pairs = () => {
  const emails = strangers().slice(racers / 2);
  return [...emails, ...emails];
};

describe.each([1, 3, 10])(`of ${racers} who claim a code of %i uses at once`, (uses) => {
  test("exactly as many get it", async () => {
    for (let round = 0; round < 5; round++) expect(await raced(ours, uses, strangers())).toEqual([]);
  });

  test("each address gets one claim, however often it asks", async () => {
    for (let round = 0; round < 5; round++) expect(await raced(ours, uses, pairs())).toEqual([]);
  });
});

test("all who claim a code with room for them get it, as leads already or not", async () => {
  expect(await raced(ours, racers, strangers())).toEqual([]);
  expect(await raced(ours, 100, pairs())).toEqual([]);
  expect(await raced(ours, 10, await insertLeads(world.ctx, racers))).toEqual([]);
});

test("one address that claims 64 times at once gets 64 tokens and one claim", async () => {
  const code = await insertCode(world.ctx, { allowedClaims: 3 });
  const email = uniqueEmail();
  const replies = await Promise.all(
    Array.from({ length: racers }, (_, i) => claimCode(pools[i % 2] as Context, { code: normalizeCode(code), email })),
  );
  expect(new Set(replies.map((reply) => reply.token)).size).toBe(racers);
  expect(await getClaimCounts(world.ctx, code)).toEqual({ counter: 1, claims: 1 });
});

test("one address that claims many codes at once is made one lead", async () => {
  const email = uniqueEmail();
  const codes = await Promise.all(Array.from({ length: 20 }, () => insertCode(world.ctx)));
  await Promise.all(codes.map((code, i) => claimCode(pools[i % 2] as Context, { code: normalizeCode(code), email })));
  const created = await queryRows(world.db, sql`select from events where kind = 'lead.created' and email = ${email}`);
  expect(created).toHaveLength(1);
});

/** Ways to take a claim that look right. They are kept here so that the check above is known to see what they do wrong. */
const wrongWays: Record<string, { claiming: Claiming; racing: () => string[]; uses: number; rounds: number }> = {
  "insert first, then update": {
    uses: 3,
    racing: strangers,
    rounds: 20,
    claiming: (ctx, code, email) =>
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
    uses: 10,
    racing: pairs,
    rounds: 5,
    claiming: async (ctx, code, email) => {
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
    uses: 1,
    racing: strangers,
    rounds: 5,
    claiming: async (ctx, code, email) => {
      const key = normalizeCode(code);
      const [room] = await queryRows<{ free: boolean }>(
        ctx.db,
        sql`select (select count(*) from claims k where k.project_id = c.project_id and k.code_key = c.key) < allowed_claims as free
          from codes c where project_id = ${ctx.projectId} and key = ${key}`,
      );
      if (!room?.free) return false;
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

describe.each(Object.entries(wrongWays))("%s", (_, { claiming, racing, uses, rounds }) => {
  test("is caught by the same check", async () => {
    const emails = racing();
    await world.db.execute(sql`insert into leads (project_id, email, referral_code) select ${world.ctx.projectId}, email, substr(md5(email), 1, 8)
      from (select distinct jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb) as email) as given`);
    const wrong: string[] = [];
    for (let round = 0; round < rounds && wrong.length === 0; round++) wrong.push(...(await raced(claiming, uses, emails)));
    expect(wrong).not.toEqual([]);
  });
});
