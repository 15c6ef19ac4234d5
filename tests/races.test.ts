import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { apiClient, callRoute } from "./harness/api";
import { insertProject, uniqueId } from "./harness/factories";
import { size } from "./harness/size";
import { createTestApp } from "./harness/test-app";

const { ctx, db } = await createTestApp({ max: 16 });

/** Finds violations of what must always be true, whatever happens at the same time. */
async function findViolations(projectId: number): Promise<object[]> {
  return [
    ...(await queryRows<object>(
      db,
      sql`select 'wrong number of claims' as violation, c.text, c.claims, count(k) from codes c left join claims k on k.project_id = c.project_id and k.code_key = c.key
        where c.project_id = ${projectId} group by c.project_id, c.key having c.claims <> count(k) or c.claims > c.allowed_claims`,
    )),
    ...(await queryRows<object>(
      db,
      sql`select 'wrong batch counts' as violation, b.name, b.code_count, b.total_allowed_claims from batches b
        where b.project_id = ${projectId} and (b.code_count, b.total_allowed_claims) <> (select count(*), coalesce(sum(c.allowed_claims), 0) from codes c where c.project_id = b.project_id and c.batch_id = b.id)`,
    )),
    ...(await queryRows<object>(
      db,
      sql`select 'wrong has_claimed' as violation, l.email from leads l where l.project_id = ${projectId}
        and l.has_claimed <> exists (select from claims k where k.project_id = l.project_id and k.email = l.email)`,
    )),
    ...(await queryRows<object>(
      db,
      sql`select 'queued delivery without a code' as violation, d.code_text from deliveries d where d.project_id = ${projectId} and d.status in ('queued', 'retrying')
        and not exists (select from codes c where c.project_id = d.project_id and c.key = d.code_key)`,
    )),
    ...(await queryRows<object>(
      db,
      sql`select 'email of a deleted lead' as violation, e.kind, e.email from events e where e.project_id = ${projectId} and e.email is not null
        and not exists (select from leads l where l.project_id = e.project_id and l.email = e.email)`,
    )),
  ];
}

test("all data stays consistent under many simultaneous requests of every kind", { timeout: 120_000 }, async () => {
  for (let round = 0; round < size(2, 6); round++) {
    const { ctx: projectCtx, secretKey, publicKey } = await insertProject(ctx);
    const [secretApi, publicApi] = [apiClient(secretKey), apiClient(publicKey)];
    const emails = ["ada", "grace", "alan"].map((name) => `${name}@example.org`);
    const generated = (await secretApi.post("/codes/generate", { amount: 3, allowedClaims: 2 })).data as {
      code: string;
      batch: { id: string };
    }[];
    const codes = generated.map(({ code }) => code);
    const batch = generated[0]?.batch.id ?? "";
    const pickClaim = (i: number) => ({ code: codes[i % 3] ?? "", email: emails[(i * 7) % 3] ?? "" });
    const withKey = () => ({ headers: { "idempotency-key": uniqueId() } });
    const requests = Array.from({ length: 8 }, (_, i) => [
      publicApi.post("/codes/claim", pickClaim(i)),
      secretApi.post("/codes/claim", pickClaim(i + 1), withKey()),
      publicApi.post("/codes/claim", pickClaim(i + 2), withKey()),
      publicApi.post("/leads/create", { email: pickClaim(i).email, waitlist: true }),
      secretApi.post("/leads/create", { email: pickClaim(i + 1).email }, withKey()),
      secretApi.post("/codes/send", { code: pickClaim(i).code, emails }, i % 2 ? withKey() : {}),
      secretApi.post("/leads/delete", { email: pickClaim(i).email }, i % 2 ? withKey() : {}),
      secretApi.call("PATCH", `/codes/${pickClaim(i).code}`, { body: { paused: i % 2 === 1 }, ...withKey() }),
      secretApi.call("PATCH", `/batches/${batch}`, { body: { paused: i % 2 === 1 } }),
      secretApi.post("/codes/generate", { amount: 20, type: i % 2 ? "numeric" : "alphanumeric" }, withKey()),
      secretApi.post("/leads/invite", { filter: { all: true } }, withKey()),
      secretApi.call("PATCH", `/codes/${pickClaim(i).code}`, { body: { allowedClaims: 1 + (i % 4) }, ...(i % 2 ? withKey() : {}) }),
      secretApi.post("/batches/bulk", { action: "extend", batches: [batch], allowedClaims: 2 + (i % 3) }),
      secretApi.post("/claims/revoke", pickClaim(i), i % 2 ? withKey() : {}),
      secretApi.post("/codes/bulk", { action: i % 2 ? "pause" : "resume", filter: { all: true } }, i % 2 ? withKey() : {}),
      secretApi.post("/leads/bulk", { action: "join_waitlist", filter: { all: true } }, i % 2 ? {} : withKey()),
      ...(i === 3 ? [secretApi.post("/codes/bulk", { action: "delete", filter: { type: "numeric" } })] : []),
      ...(i === 6 ? [secretApi.post("/leads/bulk", { action: "delete", emails }, withKey())] : []),
      ...(i === 5 ? [secretApi.post("/codes/delete", { code: codes[0] })] : []),
    ]).flat();
    // The API client fails on 5xx responses and on errors that the contract doesn't list.
    await Promise.all(requests);
    expect(await findViolations(projectCtx.projectId)).toEqual([]);
  }
});

test("two large batches whose formats overlap are generated at the same time", { timeout: 120_000 }, async () => {
  const { ctx: projectCtx, secretKey } = await insertProject(ctx);
  // Some numeric codes are valid alphanumeric ones, so each batch meets codes of the other.
  const responses = await Promise.all(
    ["numeric", "alphanumeric"].map(async (type) => {
      const response = await callRoute("POST", "/codes/generate", {
        key: secretKey,
        body: { amount: size(15_000, 60_000), type },
        headers: { "idempotency-key": uniqueId() },
      });
      await response.body?.cancel();
      return response.status;
    }),
  );
  expect(responses).toEqual([200, 200]);
  const [row] = await queryRows<{ codes: number }>(
    db,
    sql`select count(*)::int as codes from codes where project_id = ${projectCtx.projectId}`,
  );
  expect(row?.codes).toBe(size(30_000, 120_000));
});

test("more simultaneous generations than there are connections are completed, with and without an Idempotency-Key", {
  timeout: 120_000,
}, async () => {
  const { ctx: projectCtx, secretKey } = await insertProject(ctx);
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      apiClient(secretKey).post(
        "/codes/generate",
        { amount: 50, type: "numeric" },
        i % 3 === 0 ? {} : { headers: { "idempotency-key": uniqueId() } },
      ),
    ),
  );
  expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
  const [row] = await queryRows<{ codes: number }>(
    db,
    sql`select count(*)::int as codes from codes where project_id = ${projectCtx.projectId}`,
  );
  expect(row?.codes).toBe(3000);
});
