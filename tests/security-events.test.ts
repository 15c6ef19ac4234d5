import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { recordSecurityEvent } from "@/core/events/record-security-event";
import { queryRows } from "@/db/query";
import { log } from "@/lib/log";
import { apiClient } from "./harness/api";
import { createCookie, insertProject, uniqueEmail } from "./harness/factories";
import { insertStaffWithSecondFactor, totpCode, wrongTotpCode } from "./harness/second-factor";
import { insertStaff, testPassword } from "./harness/staff";
import { createTestApp } from "./harness/test-app";
import { waitUntil } from "./harness/worker";

const { ctx, db } = await createTestApp();
const api = apiClient(null);

const warn = vi.spyOn(log, "warn").mockImplementation(() => {});

const listEvents = (projectId: number, kind: string) =>
  queryRows<{ actor_kind: string; actor_id: string | null; data: Record<string, string> }>(
    db,
    sql`select actor_kind, actor_id, data from events where project_id = ${projectId} and kind = ${kind} order by id`,
  );

test("failed sign-ins appear in the activity and the log, unknown emails only as a hash", async () => {
  const { id, email } = await insertStaff(ctx);
  const unknownEmail = uniqueEmail();
  await api.post("/session", { email, password: "wrong" });
  for (let i = 0; i < 2; i++) await api.post("/session", { email: unknownEmail, password: "wrong" });
  const events = await listEvents(ctx.projectId, "staff.sign_in_failed");
  expect(events).toMatchObject([
    { actor_kind: "visitor", actor_id: null, data: { reason: "password", staff: id } },
    { data: { reason: "password", emailHash: expect.stringMatching(/^[0-9a-f]{32}$/) } },
    { data: { emailHash: events[1]?.data.emailHash } },
  ]);
  expect(warn).toHaveBeenCalledTimes(3);
  for (const text of [JSON.stringify(events), JSON.stringify(warn.mock.calls)]) {
    expect(text).not.toContain(email);
    expect(text).not.toContain(unknownEmail);
  }
});

test("a staff member is emailed once after several wrong authentication codes", async () => {
  const staff = await insertStaffWithSecondFactor(ctx);
  const listEmails = () =>
    queryRows(
      db,
      sql`select data->'email' as email from pgboss.job where name = 'staff_emails' and data->'email'->>'kind' = 'second_factor_attempts' and data->'email'->>'staffId' = ${staff.id}`,
    );
  const signIn = (code?: string) => api.post("/session", { email: staff.email, password: testPassword, code });
  for (let i = 0; i < 2; i++) await signIn(wrongTotpCode(staff.secret));
  expect(await signIn()).toMatchObject({ error: "second_factor_required" });
  expect(await listEmails()).toEqual([]);
  for (let i = 0; i < 2; i++) await signIn(wrongTotpCode(staff.secret));
  expect(await listEmails()).toHaveLength(1);
  const reasons = (await listEvents(ctx.projectId, "staff.sign_in_failed")).filter(({ data }) => data.staff === staff.id);
  expect(reasons.map(({ data }) => data.reason)).toEqual(Array(4).fill("second_factor"));
  expect(await signIn(totpCode(staff.secret))).toMatchObject({ status: 200 });
});

test("refused roles appear in the activity with the endpoint", async () => {
  const { ctx: own } = await insertProject(ctx);
  const [owner, admin] = [await insertStaff(own, { role: "owner" }), await insertStaff(own, { role: "admin" })];
  const cookie = await createCookie(own, admin);
  await api.get("/keys", { cookie });
  await api.call("PATCH", `/team/${owner.id}`, { cookie, body: { role: "viewer" } });
  expect(await listEvents(own.projectId, "staff.access_refused")).toEqual([
    { actor_kind: "staff", actor_id: admin.id, data: { endpoint: "GET /keys" } },
    { actor_kind: "staff", actor_id: admin.id, data: { endpoint: "PATCH /team/:id" } },
  ]);
});

test("the use of a revoked key appears in the activity, but unknown keys don't", async () => {
  const { ctx: own } = await insertProject(ctx);
  const cookie = await createCookie(own, { role: "owner" });
  const { data } = await api.post("/keys", { kind: "secret_key", name: "Shop" }, { cookie });
  await api.call("DELETE", `/keys/${data.id}`, { cookie });
  await waitUntil("the key to be rejected", async () => (await apiClient(data.key).get("/codes?limit=1")).status === 401, 2000);
  expect(await listEvents(own.projectId, "key.refused")).toEqual([{ actor_kind: "secret_key", actor_id: data.id, data: {} }]);
  await apiClient(`sk_${"a".repeat(40)}`).get("/codes?limit=1");
  expect(JSON.stringify(warn.mock.calls)).not.toContain(data.key);
  expect(await listEvents(own.projectId, "key.refused")).toHaveLength(1);
});

test("the activity contains the first events of an hour, so that an attacker can't fill it", async () => {
  const { ctx: own } = await insertProject(ctx);
  for (let i = 0; i < 30; i++) await recordSecurityEvent(own, { kind: "key.refused", subject: "one key", data: {} });
  expect(await listEvents(own.projectId, "key.refused")).toHaveLength(20);
});
