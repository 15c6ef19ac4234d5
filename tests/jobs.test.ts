import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { runBackgroundJob } from "@/worker/background-jobs";
import { apiClient } from "./harness/api";
import { insertCode, insertLead, insertProject, secondsFromNow, uniqueEmail, uniqueId } from "./harness/factories";
import { size } from "./harness/size";
import { createCookie } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const { ctx, db } = await createTestApp();
const createProject = async () => {
  const project = await insertProject(ctx);
  return { ...project, api: apiClient(project.secretKey) };
};
const signal = new AbortController().signal;

describe("a bulk action", () => {
  test("returns a job that can be looked up, listed and canceled, with the staff member's name", async () => {
    const { ctx: projectCtx, api } = await createProject();
    const cookie = await createCookie(projectCtx, { name: "Grace Hopper", role: "member" });
    const statements = await api.post("/batches", { amount: 12_000, type: "alphanumeric", name: "Launch day" }, { cookie });
    expect(statements.data).toMatchObject({
      kind: "codes.generate",
      status: "queued",
      total: 12_000,
      actor: { kind: "staff", name: "Grace Hopper" },
    });
    expect((await api.get("/jobs?ended=false")).data).toEqual([statements.data]);
    await runBackgroundJob(projectCtx, statements.data.id, signal);
    const { data: generatedJob } = await api.get(`/jobs/${statements.data.id}`);
    expect(generatedJob).toMatchObject({ status: "completed", changed: 12_000, batch: { name: "Launch day" } });
    expect((await api.get(`/batches/${generatedJob.batch.id}`)).data).toMatchObject({
      codeCount: 12_000,
      createdBy: { name: "Grace Hopper" },
    });
    const { data: deleting } = await api.call("DELETE", `/batches/${generatedJob.batch.id}`);
    expect((await api.post(`/jobs/${deleting.id}/cancel`)).data).toMatchObject({ status: "canceled", changed: 0 });
    await runBackgroundJob(projectCtx, deleting.id, signal);
    expect((await api.get(`/batches/${generatedJob.batch.id}`)).data).toMatchObject({ codeCount: 12_000, paused: true });
    expect((await api.get("/jobs?limit=1&ended=true")).data).toMatchObject([{ id: deleting.id, status: "canceled" }]);
  });

  test("returns the same job for the same Idempotency-Key and runs once", async () => {
    const { api, ctx: projectCtx } = await createProject();
    const headers = { "idempotency-key": uniqueId() };
    const createBatch = () => api.post("/batches", { amount: 20, type: "numeric" }, { headers });
    const [first, again] = [await createBatch(), await createBatch()];
    expect(again.data).toEqual(first.data);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await queryRows(db, sql`select from batches where project_id = ${projectCtx.projectId}`)).toHaveLength(1);
  });

  test("requires either a list or a filter, and a change when extending", async () => {
    const { api } = await createProject();
    const wrong = [
      { action: "pause" },
      { action: "pause", codes: ["a"], filter: { all: true } },
      { action: "pause", filter: {} },
      { action: "pause", filter: { q: "" } },
      { action: "pause", filter: { q: "  " } },
      { action: "pause", filter: { all: true, type: "numeric" } },
      { action: "extend", codes: ["a"] },
      { action: "pause", codes: ["a"], allowedClaims: 2 },
    ];
    for (const body of wrong) expect(await api.post("/codes/bulk", body), JSON.stringify(body)).toMatchObject({ error: "invalid_input" });
    for (const filter of [{}, { q: "" }, { q: "  " }, { all: false }, { all: true, waitlist: true }])
      for (const [path, more] of [
        ["/leads/bulk", { action: "delete" }],
        ["/leads/invite", {}],
        ["/codes/send", { code: "curious-pineapple" }],
      ] as const)
        expect(await api.post(path, { ...more, filter }), JSON.stringify(filter)).toMatchObject({ error: "invalid_input" });
    expect((await api.post("/codes/bulk", { action: "pause", filter: { all: false } })).text).toContain("must be true, or left out");
  });

  test("accepts codes in any notation, each once", async () => {
    const { api, ctx: projectCtx } = await createProject();
    const text = await insertCode(projectCtx, { text: `curious-${uniqueId()}` });
    const typed = [text, text.toUpperCase(), text.replace("-", " ")];
    expect((await api.post("/codes/bulk", { action: "pause", codes: typed })).data).toMatchObject({ total: 1, changed: 1 });
    expect((await api.get(`/codes/${text}`)).data).toMatchObject({ status: "paused" });
  });

  test("accepts fifty thousand codes", async () => {
    const { api } = await createProject();
    const codes = Array.from({ length: 50_000 }, (_, i) => `nowhere ${i}`);
    expect((await api.post("/codes/bulk", { action: "delete", codes })).data).toMatchObject({ status: "queued", processed: 0 });
  });

  test("can't be started by viewers, who can see the progress", async () => {
    const { api, ctx: projectCtx } = await createProject();
    const cookie = await createCookie(projectCtx, { role: "viewer" });
    const { data } = await api.post("/codes/bulk", { action: "pause", filter: { all: true } });
    expect((await api.get(`/jobs/${data.id}`, { cookie })).data).toEqual(data);
    for (const [path, body] of [
      ["/codes/bulk", { action: "pause", filter: { all: true } }],
      ["/leads/bulk", { action: "delete", filter: { all: true } }],
      [`/jobs/${data.id}/cancel`, undefined],
    ] as const)
      expect(await api.post(path, body, { cookie })).toMatchObject({ error: "role_required" });
  });
});

describe("one code", () => {
  test("can be extended, reserved and checked, and its claim revoked", async () => {
    const { api, publicKey, ctx: projectCtx } = await createProject();
    const [code, email] = [await insertCode(projectCtx, { validUntil: secondsFromNow(-60) }), uniqueEmail()];
    const check = async () => (await api.post("/codes/check", { code, email })).data;
    expect(await check()).toMatchObject({ claimable: false, error: "code_expired", publicError: "code_expired" });
    const update = (body: object) => api.call("PATCH", `/codes/${code}`, { body });
    expect((await update({ validUntil: null, allowedClaims: 2 })).data).toMatchObject({ allowedClaims: 2 });
    await update({ reservedFor: "ada@example.org" });
    expect(await check()).toMatchObject({ error: "code_reserved", publicError: "code_not_found" });
    await update({ reservedFor: email.toUpperCase() });
    expect(await check()).toMatchObject({ claimable: true, claimed: false, error: null });
    await api.post("/codes/claim", { code, email }, { key: publicKey });
    expect(await check()).toMatchObject({ claimable: true, claimed: true });
    expect((await api.post("/claims/revoke", { code, email })).data).toMatchObject({ code, email, source: "widget" });
    expect(await check()).toMatchObject({ claimed: false });
    const kinds = ((await api.get(`/events?code=${code}`)).data as { kind: string; email: string | null }[]).map(({ kind }) => kind);
    expect(kinds).toEqual(["claim.revoked", "code.claimed", "code.reserved", "code.reserved", "code.extended"]);
  });
});

test("a bulk action adds leads to the waitlist, and another one deletes them", async () => {
  const { api, ctx: projectCtx } = await createProject();
  const emails = [await insertLead(projectCtx), await insertLead(projectCtx)];
  expect((await api.post("/leads/bulk", { action: "join_waitlist", emails })).data).toMatchObject({
    kind: "leads.join_waitlist",
    changed: 2,
  });
  expect((await api.get("/leads?waitlist=true&limit=1")).headers.get("x-total-count")).toBe("2");
  expect((await api.post("/leads/bulk", { action: "delete", filter: { waitlist: true } })).data).toMatchObject({
    status: "completed",
    changed: 2,
  });
  expect((await api.get("/leads")).data).toEqual([]);
});

test("job queries use indexes", async () => {
  const { ctx: projectCtx } = await createProject();
  const amount = sql.raw(String(size(10_000, 30_000)));
  const texts = sql`'["a", "b", "c"]'::jsonb`;
  const plans = sql`(select item from jsonb_array_elements_text(${texts}) as each (item))`;
  await db.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, code_count, total_allowed_claims)
    select ${projectCtx.projectId}::int, gen_random_uuid(), 'Large', 'alphanumeric', ${amount}, 1, ${amount}, ${amount}`);
  await db.execute(sql`insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index)
    select ${projectCtx.projectId}::int, 'k' || i, 'k' || i, 'alphanumeric', 1, b.id, i from generate_series(1, ${amount}) i, batches b where b.project_id = ${projectCtx.projectId}`);
  await db.execute(
    sql`insert into leads (project_id, email, referral_code) select ${projectCtx.projectId}::int, 'l' || i || '@example.org', 'r' || i from generate_series(1, ${amount}) i`,
  );
  await db.execute(sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
    select ${projectCtx.projectId}::int, 'k' || i, 'l' || i || '@example.org', b.id, 'api', now() from generate_series(1, ${amount}) i, batches b where b.project_id = ${projectCtx.projectId}`);
  await db.execute(
    sql`insert into events (project_id, id, kind, actor_kind, email) select ${projectCtx.projectId}::int, gen_random_uuid(), 'lead.created', 'system', 'l' || i || '@example.org' from generate_series(1, ${amount}) i`,
  );
  await db.execute(
    sql`insert into background_jobs (project_id, id, kind, actor_kind, status, ended_at) select ${projectCtx.projectId}::int, gen_random_uuid(), 'codes.pause', 'system', 'completed', now() from generate_series(1, ${amount}) i`,
  );
  await db.execute(sql`analyze`);
  const project = sql`project_id = ${projectCtx.projectId}`;
  const statements = {
    "codes by key": sql`select from codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id where c.${project} and c.key in ${plans} order by c.key for update of c`,
    "codes in order": sql`select key from codes c where c.${project} and c.key > 'k5' order by c.project_id, c.key limit 10000`,
    "claims of codes": sql`select from claims k where k.${project} and k.code_key in ${plans}`,
    "codes of leads": sql`select key from codes where ${project} and reserved_for in ${plans} union select code_key from claims where ${project} and email in ${plans}`,
    "referred leads": sql`update leads set referred_by = null where ${project} and referred_by in ${plans}`,
    "events of leads": sql`update events set email = null where ${project} and email in ${plans}`,
    leads: sql`delete from leads where ${project} and email in ${plans}`,
    "sends of a batch": sql`update sends set batch_id = null where ${project} and batch_id = gen_random_uuid()`,
    "jobs in progress": sql`select t.id from background_jobs t where t.${project} and t.ended_at is null order by t.project_id desc, t.id desc limit 20`,
  };
  for (const [description, statement] of Object.entries(statements)) {
    const plan = await queryRows<{ "QUERY PLAN": string }>(db, sql`explain ${statement}`);
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n"), description).not.toMatch(
      /Seq Scan on (codes|leads|claims|events|background_jobs)/,
    );
  }
});
