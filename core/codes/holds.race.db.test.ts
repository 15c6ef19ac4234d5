import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { insertBatch, insertCode, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { waitUntil } from "@/tests/harness/worker";
import { deleteExpiredRows } from "../cleanup";
import type { Context } from "../context";
import { claimCode } from "./claim";
import { holdCode } from "./hold";
import { releaseHold } from "./release-hold";

const clientCount = 64;
const app = await createTestApp({ max: 12 });
const pools = [app.ctx, app.openSecondPool().ctx];

const outcome = (result: Promise<unknown>): Promise<string> =>
  result.then(
    () => "done",
    (error) => error.errorName ?? String(error),
  );

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

/** Returns the codes of a batch whose claims and holds are more than they allow, or whose counter is wrong. */
const findOverfull = (batch: string) =>
  queryRows<{ key: string }>(
    app.db,
    sql`select c.key from codes c where c.batch_id = ${batch} and (c.claims > c.allowed_claims
      or c.claims <> (select count(*) from claims k where k.project_id = c.project_id and k.code_key = c.key)
      or c.claims + (select count(*) from jsonb_each_text(c.holds) as hold where hold.value::timestamptz > clock_timestamp()) > c.allowed_claims)`,
  );

type Round = { codes: readonly string[]; steps: number; claimed: Set<string>; outcomes: Map<string, number> };

/** A client whose emails hold, claim and release codes. Returns what broke a promise: a hold that hadn't ended and whose claim failed. */
async function runClient(ctx: Context, { codes, steps, claimed, outcomes }: Round): Promise<string[]> {
  const emails = [uniqueEmail(), uniqueEmail()];
  const ends = new Map<string, number>();
  const broken: string[] = [];
  const count = (name: string) => outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
  for (let step = 0; step < steps; step++) {
    const [code, email] = [pick(codes), pick(emails)];
    const key = `${code} ${email}`;
    const action = pick(["hold", "hold", "claim", "release"]);
    if (action === "hold") {
      const seconds = pick([1, 1, 30]);
      const reply = await holdCode(ctx, { code, email, seconds }).catch((error) => error);
      count(`hold ${reply.errorName ?? "done"}`);
      if (reply.errorName === undefined && reply.expiresAt !== null) ends.set(key, Date.parse(reply.expiresAt));
    } else if (action === "claim") {
      const result = await outcome(claimCode(ctx, { code, email }));
      count(`claim ${result}`);
      if (result === "done") claimed.add(key);
      // The answer arrived before the end, so the claim was made before it.
      else if ((ends.get(key) ?? 0) > Date.now() + 100) broken.push(`${key}: ${result}`);
      ends.delete(key);
    } else {
      count(`release ${await outcome(releaseHold(ctx, { code, email }))}`);
      ends.delete(key);
    }
  }
  return broken;
}

describe(`${clientCount} clients that hold, claim and release the same codes`, () => {
  test("never use more than a code allows, keep every promise, and leave nothing behind", { timeout: 300_000 }, async () => {
    const batch = await insertBatch(app.ctx);
    const texts = await Promise.all(
      Array.from({ length: size(20, 1000) }, (_, index) =>
        insertCode(app.ctx, { batch, allowedClaims: pick([1, 1, 2, 3, 1 + (index % 40)]) }),
      ),
    );
    const codes = texts.map(normalizeCode);
    const round: Round = { codes, steps: size(20, 300), claimed: new Set(), outcomes: new Map() };
    let isRunning = true;
    const watch = async () => {
      const found: unknown[] = [];
      while (isRunning) found.push(...(await findOverfull(batch)));
      return found;
    };
    const watching = watch();
    const broken = await Promise.all(Array.from({ length: clientCount }, (_, index) => runClient(pools[index % 2] as Context, round)));
    isRunning = false;
    expect(await watching).toEqual([]);
    expect(broken.flat()).toEqual([]);
    for (const name of ["hold done", "hold code_held", "claim done", "claim code_held", "release done"])
      expect(round.outcomes.get(name) ?? 0, name).toBeGreaterThan(0);
    const unexpected = [...round.outcomes.keys()].filter((name) => !/ (done|code_held|code_exhausted)$/.test(name));
    expect(unexpected).toEqual([]);

    // Every hold ends, and then anyone can take every use that is left.
    await app.db.execute(
      sql`update codes set holds = (select jsonb_object_agg(hold.key, ${secondsFromNow(-1)}::text) from jsonb_each_text(holds) as hold) where batch_id = ${batch}`,
    );
    const left = await queryRows<{ key: string; uses: number }>(
      app.db,
      sql`select key, allowed_claims - claims as uses from codes where batch_id = ${batch} and claims < allowed_claims`,
    );
    const last = left.flatMap(({ key, uses }) => Array.from({ length: uses }, () => key));
    for (let start = 0; start < last.length; start += clientCount) {
      const results = last.slice(start, start + clientCount).map((code) => outcome(claimCode(app.ctx, { code, email: uniqueEmail() })));
      expect(new Set(await Promise.all(results))).toEqual(new Set(["done"]));
    }
    await deleteExpiredRows(app.db);
    const [sums] = await queryRows<{ claims: number; allowed: number; counted: number; held: number }>(
      app.db,
      sql`select sum(claims)::int as claims, sum(allowed_claims)::int as allowed, count(holds)::int as held,
        (select count(*)::int from claims where batch_id = ${batch}) as counted from codes where batch_id = ${batch}`,
    );
    expect(sums).toEqual({ claims: sums?.allowed, allowed: sums?.allowed, counted: sums?.allowed, held: 0 });
    expect(sums?.counted).toBe(round.claimed.size + last.length);
    expect(await findOverfull(batch)).toEqual([]);
  });

  test.each([1, 5])("hold a code with %i uses exactly as often as it allows, however often each of them tries", async (allowedClaims) => {
    for (let attempt = 0; attempt < size(3, 20); attempt++) {
      const code = normalizeCode(await insertCode(app.ctx, { allowedClaims }));
      const emails = Array.from({ length: clientCount / 2 }, uniqueEmail);
      const results = await Promise.all(
        [...emails, ...emails].map(async (email, index) => ({
          email,
          result: await outcome(holdCode(pools[index % 2] as Context, { code, email })),
        })),
      );
      const holders = new Set(results.filter(({ result }) => result === "done").map(({ email }) => email));
      expect(holders.size).toBe(allowedClaims);
      const claims = await Promise.all(
        emails.map(async (email, index) => ({ email, result: await outcome(claimCode(pools[index % 2] as Context, { code, email })) })),
      );
      expect(new Set(claims.filter(({ result }) => result === "done").map(({ email }) => email))).toEqual(holders);
    }
  });

  test("a hold that ends while its claim waits for the code doesn't take the use that someone else holds by then", async () => {
    const [ada, grace] = [uniqueEmail(), uniqueEmail()];
    const code = normalizeCode(await insertCode(app.ctx, { holds: { [ada]: secondsFromNow(1) } }));
    let claims: Promise<string>[] = [];
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`select from codes where key = ${code} for no key update`);
      claims = [outcome(claimCode(app.ctx, { code, email: ada })), outcome(holdCode(app.ctx, { code, email: ada }))];
      await waitUntil("both wait, and the hold ended", async () => {
        const [row] = await queryRows<{ waiting: number; ended: boolean }>(
          app.db,
          sql`select (select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()) as waiting,
            (holds ->> ${ada}::text)::timestamptz < clock_timestamp() as ended from codes where key = ${code}`,
        );
        return row?.waiting === 2 && row.ended;
      });
      await tx.execute(
        sql`update codes set holds = jsonb_build_object(${ada}::text, holds ->> ${ada}::text, ${grace}::text, ${secondsFromNow(60)}::text) where key = ${code}`,
      );
    });
    expect(await Promise.all(claims)).toEqual(["code_held", "code_held"]);
    expect(await outcome(claimCode(app.ctx, { code, email: grace }))).toBe("done");
  });
});
