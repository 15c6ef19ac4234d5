import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { runBackgroundJob } from "@/worker/background-jobs";
import { apiClient } from "./harness/api";
import { insertCode, insertLead, insertProject, secondsFromNow, uniqueEmail, uniqueId } from "./harness/factories";
import { createCookie } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const { ctx, db } = await createTestApp();
const own = async () => {
  const project = await insertProject(ctx);
  return { ...project, api: apiClient(project.secretKey) };
};
const unhalted = new AbortController().signal;

describe("work on many", () => {
  test("is asked, looked up, listed and done, and staff are named", async () => {
    const { ctx: mine, api } = await own();
    const cookie = await createCookie(mine, { name: "Grace Hopper", role: "member" });
    const asked = await api.post("/batches", { amount: 12_000, type: "alphanumeric", name: "Launch day" }, { cookie });
    expect(asked.data).toMatchObject({
      kind: "codes.generate",
      status: "queued",
      total: 12_000,
      actor: { kind: "staff", name: "Grace Hopper" },
    });
    expect((await api.get("/jobs?ended=false")).data).toEqual([asked.data]);
    await runBackgroundJob(mine, asked.data.id, unhalted);
    const { data: made } = await api.get(`/jobs/${asked.data.id}`);
    expect(made).toMatchObject({ status: "completed", changed: 12_000, batch: { name: "Launch day" } });
    expect((await api.get(`/batches/${made.batch.id}`)).data).toMatchObject({ codeCount: 12_000, createdBy: { name: "Grace Hopper" } });
    const { data: deleting } = await api.call("DELETE", `/batches/${made.batch.id}`);
    expect((await api.post(`/jobs/${deleting.id}/cancel`)).data).toMatchObject({ status: "canceled", changed: 0 });
    await runBackgroundJob(mine, deleting.id, unhalted);
    expect((await api.get(`/batches/${made.batch.id}`)).data).toMatchObject({ codeCount: 12_000, paused: true });
    expect((await api.get("/jobs?limit=1&ended=true")).data).toMatchObject([{ id: deleting.id, status: "canceled" }]);
  });

  test("asked again with its Idempotency-Key is the same task, done once", async () => {
    const { api, ctx: mine } = await own();
    const headers = { "idempotency-key": uniqueId() };
    const make = () => api.post("/batches", { amount: 20, type: "numeric" }, { headers });
    const [first, again] = [await make(), await make()];
    expect(again.data).toEqual(first.data);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await queryRows(db, sql`select from batches where project_id = ${mine.projectId}`)).toHaveLength(1);
  });

  test("names things or a filter, never both and never nothing, and extends only where it is told how", async () => {
    const { api } = await own();
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
        ["/leads/bulk", { act: "delete" }],
        ["/leads/invite", {}],
        ["/codes/send", { code: "curious-pineapple" }],
      ] as const)
        expect(await api.post(path, { ...more, filter }), JSON.stringify(filter)).toMatchObject({ error: "invalid_input" });
  });

  test("takes codes however they are typed, each once", async () => {
    const { api, ctx: mine } = await own();
    const text = await insertCode(mine, { text: `curious-${uniqueId()}` });
    const typed = [text, text.toUpperCase(), text.replace("-", " ")];
    expect((await api.post("/codes/bulk", { action: "pause", codes: typed })).data).toMatchObject({ total: 1, changed: 1 });
    expect((await api.get(`/codes/${text}`)).data).toMatchObject({ status: "paused" });
  });

  test("on fifty thousand names is taken", async () => {
    const { api } = await own();
    const codes = Array.from({ length: 50_000 }, (_, i) => `nowhere ${i}`);
    expect((await api.post("/codes/bulk", { action: "delete", codes })).data).toMatchObject({ status: "queued", processed: 0 });
  });

  test("is not for viewers, who see how far it is", async () => {
    const { api, ctx: mine } = await own();
    const cookie = await createCookie(mine, { role: "viewer" });
    const { data } = await api.post("/codes/bulk", { action: "pause", filter: { all: true } });
    expect((await api.get(`/jobs/${data.id}`, { cookie })).data).toEqual(data);
    for (const [path, body] of [
      ["/codes/bulk", { action: "pause", filter: { all: true } }],
      ["/leads/bulk", { act: "delete", filter: { all: true } }],
      [`/jobs/${data.id}/cancel`, undefined],
    ] as const)
      expect(await api.post(path, body, { cookie })).toMatchObject({ error: "role_required" });
  });
});

describe("one code", () => {
  test("is extended, reserved, checked, and its claim revoked", async () => {
    const { api, publicKey, ctx: mine } = await own();
    const [code, email] = [await insertCode(mine, { validUntil: secondsFromNow(-60) }), uniqueEmail()];
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

test("leads are put on the waitlist, and deleted, many at once", async () => {
  const { api, ctx: mine } = await own();
  const emails = [await insertLead(mine), await insertLead(mine)];
  expect((await api.post("/leads/bulk", { act: "join_waitlist", emails })).data).toMatchObject({ kind: "leads.join_waitlist", changed: 2 });
  expect((await api.get("/leads?waitlist=true&limit=1")).headers.get("x-total-count")).toBe("2");
  expect((await api.post("/leads/bulk", { act: "delete", filter: { waitlist: true } })).data).toMatchObject({
    status: "completed",
    changed: 2,
  });
  expect((await api.get("/leads")).data).toEqual([]);
});

test("what tasks ask of the database is found by indexes", { timeout: 60_000 }, async () => {
  const { ctx: mine } = await own();
  const texts = sql`'["a", "b", "c"]'::jsonb`;
  const named = sql`(select item from jsonb_array_elements_text(${texts}) as each (item))`;
  await db.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, code_count, total_allowed_claims)
    select ${mine.projectId}::int, gen_random_uuid(), 'Large', 'alphanumeric', 30000, 1, 30000, 30000`);
  await db.execute(sql`insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index)
    select ${mine.projectId}::int, 'k' || i, 'k' || i, 'alphanumeric', 1, b.id, i from generate_series(1, 30000) i, batches b where b.project_id = ${mine.projectId}`);
  await db.execute(
    sql`insert into leads (project_id, email, referral_code) select ${mine.projectId}::int, 'l' || i || '@example.org', 'r' || i from generate_series(1, 30000) i`,
  );
  await db.execute(sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
    select ${mine.projectId}::int, 'k' || i, 'l' || i || '@example.org', b.id, 'api', now() from generate_series(1, 30000) i, batches b where b.project_id = ${mine.projectId}`);
  await db.execute(
    sql`insert into events (project_id, id, kind, actor_kind, email) select ${mine.projectId}::int, gen_random_uuid(), 'lead.created', 'system', 'l' || i || '@example.org' from generate_series(1, 30000) i`,
  );
  await db.execute(
    sql`insert into background_jobs (project_id, id, kind, actor_kind, status, ended_at) select ${mine.projectId}::int, gen_random_uuid(), 'codes.pause', 'system', 'completed', now() from generate_series(1, 30000) i`,
  );
  await db.execute(sql`analyze`);
  const project = sql`project_id = ${mine.projectId}`;
  const asked = {
    "codes by identity": sql`select from codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id where c.${project} and c.key in ${named} order by c.key for update of c`,
    "codes in order": sql`select key from codes c where c.${project} and c.key > 'k5' order by c.project_id, c.key limit 10000`,
    "claims of codes": sql`select from claims k where k.${project} and k.code_key in ${named}`,
    "codes of leads": sql`select key from codes where ${project} and reserved_for in ${named} union select code_key from claims where ${project} and email in ${named}`,
    "who was referred": sql`update leads set referred_by = null where ${project} and referred_by in ${named}`,
    "events of leads": sql`update events set email = null where ${project} and email in ${named}`,
    leads: sql`delete from leads where ${project} and email in ${named}`,
    "sends of a batch": sql`update sends set batch_id = null where ${project} and batch_id = gen_random_uuid()`,
    "tasks under way": sql`select t.id from background_jobs t where t.${project} and t.ended_at is null order by t.project_id desc, t.id desc limit 20`,
  };
  for (const [what, statement] of Object.entries(asked)) {
    const plan = await queryRows<{ "QUERY PLAN": string }>(db, sql`explain ${statement}`);
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n"), what).not.toMatch(/Seq Scan on (codes|leads|claims|events|tasks)/);
  }
});
