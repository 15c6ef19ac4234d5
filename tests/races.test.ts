import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { apiClient, callRoute } from "./harness/api";
import { insertProject, uniqueId } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx, db } = await createTestApp({ max: 16 });

/** What must be true of a project whatever was done to it at once. */
async function brokenLaws(projectId: number): Promise<object[]> {
  return [
    ...(await queryRows<object>(
      db,
      sql`select 'the counter is not the claims' as broken, c.text, c.claims, count(k) from codes c left join claims k on k.project_id = c.project_id and k.code_key = c.key
        where c.project_id = ${projectId} group by c.project_id, c.key having c.claims <> count(k) or c.claims > c.allowed_claims`,
    )),
    ...(await queryRows<object>(
      db,
      sql`select 'a batch counts wrong' as broken, b.name, b.code_count, b.total_allowed_claims from batches b
        where b.project_id = ${projectId} and (b.code_count, b.total_allowed_claims) <> (select count(*), coalesce(sum(c.allowed_claims), 0) from codes c where c.project_id = b.project_id and c.batch_id = b.id)`,
    )),
    ...(await queryRows<object>(
      db,
      sql`select 'a lead is noted wrong' as broken, l.email from leads l where l.project_id = ${projectId}
        and l.has_claimed <> exists (select from claims k where k.project_id = l.project_id and k.email = l.email)`,
    )),
    ...(await queryRows<object>(
      db,
      sql`select 'mail waits for a code that is gone' as broken, d.code_text from deliveries d where d.project_id = ${projectId} and d.status in ('queued', 'retrying')
        and not exists (select from codes c where c.project_id = d.project_id and c.key = d.code_key)`,
    )),
    ...(await queryRows<object>(
      db,
      sql`select 'an address outlived its lead' as broken, e.kind, e.email from events e where e.project_id = ${projectId} and e.email is not null
        and not exists (select from leads l where l.project_id = e.project_id and l.email = e.email)`,
    )),
  ];
}

test("whatever is asked at once, nothing breaks and every law holds", { timeout: 120_000 }, async () => {
  for (let round = 0; round < 6; round++) {
    const { ctx: own, secretKey, publicKey } = await insertProject(ctx);
    const [secret, open] = [apiClient(secretKey), apiClient(publicKey)];
    const emails = ["ada", "grace", "alan"].map((name) => `${name}@example.org`);
    const made = (await secret.post("/codes/generate", { amount: 3, allowedClaims: 2 })).data as { code: string; batch: { id: string } }[];
    const codes = made.map(({ code }) => code);
    const some = (i: number) => ({ code: codes[i % 3] ?? "", email: emails[(i * 7) % 3] ?? "" });
    const keyed = () => ({ headers: { "idempotency-key": uniqueId() } });
    const asks = Array.from({ length: 8 }, (_, i) => [
      open.post("/codes/claim", some(i)),
      secret.post("/codes/claim", some(i + 1), keyed()),
      open.post("/codes/claim", some(i + 2), keyed()),
      open.post("/leads/create", { email: some(i).email, waitlist: true }),
      secret.post("/leads/create", { email: some(i + 1).email }, keyed()),
      secret.post("/codes/send", { code: some(i).code, emails }, i % 2 ? keyed() : {}),
      secret.post("/leads/delete", { email: some(i).email }, i % 2 ? keyed() : {}),
      secret.post(i % 2 ? "/codes/pause" : "/codes/resume", { code: some(i).code }, keyed()),
      secret.post(i % 2 ? "/batches/pause" : "/batches/resume", { batch: made[0]?.batch.id }),
      secret.post("/codes/generate", { amount: 20, type: i % 2 ? "numeric" : "alphanumeric" }, keyed()),
      secret.post("/leads/invite", { filter: { all: true } }, keyed()),
      secret.post("/codes/extend", { code: some(i).code, allowedClaims: 1 + (i % 4) }, i % 2 ? keyed() : {}),
      secret.post("/claims/revoke", some(i), i % 2 ? keyed() : {}),
      secret.post("/codes/act", { act: i % 2 ? "pause" : "resume", filter: { all: true } }, i % 2 ? keyed() : {}),
      secret.post("/leads/bulk", { act: "join_waitlist", filter: { all: true } }, i % 2 ? {} : keyed()),
      ...(i === 3 ? [secret.post("/codes/act", { act: "delete", filter: { type: "numeric" } })] : []),
      ...(i === 6 ? [secret.post("/leads/bulk", { act: "delete", emails }, keyed())] : []),
      ...(i === 5 ? [secret.post("/codes/delete", { code: codes[0] })] : []),
    ]).flat();
    // The harness fails on a 5xx and on a refusal the contract does not name.
    await Promise.all(asks);
    expect(await brokenLaws(own.projectId)).toEqual([]);
  }
});

test("two large batches of formats whose codes may be the same are both made", { timeout: 120_000 }, async () => {
  const { ctx: own, secretKey } = await insertProject(ctx);
  // Some six-digit codes are alphanumeric ones too: each batch makes codes that the other then runs into.
  const answers = await Promise.all(
    ["numeric", "alphanumeric"].map(async (type) => {
      const response = await callRoute("POST", "/codes/generate", {
        key: secretKey,
        body: { amount: 60_000, type },
        headers: { "idempotency-key": uniqueId() },
      });
      await response.body?.cancel();
      return response.status;
    }),
  );
  expect(answers).toEqual([200, 200]);
  const [counted] = await queryRows<{ codes: number }>(db, sql`select count(*)::int as codes from codes where project_id = ${own.projectId}`);
  expect(counted?.codes).toBe(120_000);
});

test("more generations at once than there are connections all come to their end, with and without an Idempotency-Key", {
  timeout: 120_000,
}, async () => {
  const { ctx: own, secretKey } = await insertProject(ctx);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      apiClient(secretKey).post(
        "/codes/generate",
        { amount: 50, type: "numeric" },
        i % 3 === 0 ? {} : { headers: { "idempotency-key": uniqueId() } },
      ),
    ),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const [counted] = await queryRows<{ codes: number }>(db, sql`select count(*)::int as codes from codes where project_id = ${own.projectId}`);
  expect(counted?.codes).toBe(3000);
});
