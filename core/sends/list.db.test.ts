import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { DeliveryStatus } from "@/contract/deliveries";
import { deliveryStatuses, pendingStatuses } from "@/contract/enums";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { apiClient, callRoute } from "@/tests/harness/api";
import { insertCode, insertLead, insertLeads } from "@/tests/harness/factories";
import { followPages } from "@/tests/harness/follow-pages";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { sendCode } from "../codes/send";
import { inviteLeads } from "../leads/invite";
import { listDeliveries, listSendDeliveries } from "./deliveries";
import { listSends, type SendsQuery } from "./list";

const { ctx, db, secretKey } = await createTestApp();
const api = apiClient(secretKey);

const codes = await Promise.all([1, 2, 3].map(() => insertCode(ctx)));
const leads = await insertLeads(ctx, 6);
for (let i = 0; i < 30; i++) {
  const emails = leads.filter((_, index) => (i * 7 + index * 3) % 5 < 2);
  if (i % 4 === 0) await inviteLeads(ctx, { emails: i === 0 ? ["unknown@example.org"] : emails });
  else await sendCode(ctx, { code: normalizeCode(codes[i % 3] ?? ""), emails: i === 1 ? ["unknown@example.org"] : emails });
}
// Every status.
await db.execute(
  sql`update deliveries set status = (array[${sql.raw(deliveryStatuses.map((status) => `'${status}'`).join(","))}])[1 + abs(hashtext(id::text)) % 8]`,
);
await db.execute(sql`update deliveries set status = 'sent' where abs(hashtext(send_id::text)) % 3 = 0`);

const sends = await collectAll(listSends(ctx, {}));
const deliveries = await queryRows<{ id: string; send_id: string; email: string; code_key: string; status: DeliveryStatus }>(
  db,
  sql`select * from deliveries`,
);
const batch = sends.find((each) => each.batch !== null)?.batch?.id ?? "";
const personalCode = deliveries.find(({ code_key: key }) => !codes.map(normalizeCode).includes(key))?.code_key ?? "";
const getCreatedAt = (index: number) => sends[index]?.createdAt ?? "";

/** A plain implementation of the filters. */
function filterSends(query: SendsQuery): string[] {
  const deliveriesOfSend = (id: string) => deliveries.filter(({ send_id: send }) => send === id);
  const matching = sends.filter(
    ({ id, kind, code, batch, createdAt }) =>
      (!query.code ||
        (code !== null && normalizeCode(code) === query.code) ||
        deliveriesOfSend(id).some(({ code_key: key }) => key === query.code)) &&
      (!query.email || deliveriesOfSend(id).some(({ email }) => email === query.email)) &&
      (!query.batch || batch?.id === query.batch) &&
      (!query.kind || kind === query.kind) &&
      (query.completed === undefined || deliveriesOfSend(id).some(({ status }) => pendingStatuses.includes(status)) !== query.completed) &&
      (query.failed === undefined || deliveriesOfSend(id).some(({ status }) => status === "failed") === query.failed) &&
      (!query.since || createdAt >= query.since) &&
      (!query.until || createdAt < query.until),
  );
  return matching.map(({ id }) => id);
}

const queries: SendsQuery[] = [
  {},
  ...codes.map((code) => ({ code: normalizeCode(code) })),
  ...[{ code: personalCode }, { code: "nowhere" }, { email: leads[0] }, { email: "unknown@example.org" }, { batch }],
  ...([{ kind: "code" }, { kind: "invitation" }] as const),
  ...[
    { completed: true },
    { completed: false },
    { failed: true },
    { failed: false },
    { completed: true, failed: true },
    { completed: false, failed: false },
  ],
  ...[{ since: getCreatedAt(9) }, { until: getCreatedAt(9) }, { since: getCreatedAt(20), until: getCreatedAt(5) }],
  ...([
    { kind: "invitation", failed: true, email: leads[1] },
    { code: normalizeCode(codes[0] ?? ""), completed: false, since: getCreatedAt(20) },
  ] as const),
];

test.each(queries.map((query) => [JSON.stringify(query), query] as const))(
  "exactly the sends that match %s are listed and counted, in either order",
  async (_, query) => {
    const expected = filterSends(query);
    const listed = async (order?: "asc" | "desc") => (await collectAll(listSends(ctx, { ...query, order }))).map(({ id }) => id);
    expect(await listed()).toEqual(expected);
    expect(await listed("desc")).toEqual(expected);
    expect(await listed("asc")).toEqual(expected.toReversed());
    const page = await listSends(ctx, { ...query, limit: 1 });
    expect("total" in page && page.total).toBe(expected.length);
  },
);

test.each(["asc", "desc"])(
  "the list of sends has each once across pages in %s order, and rejects cursors of the other order",
  async (order) => {
    const { rows } = await followPages(api, `/sends?limit=4&order=${order}`);
    expect(rows.map(({ id }) => id)).toEqual(order === "desc" ? sends.map(({ id }) => id) : sends.map(({ id }) => id).toReversed());
    const { nextCursor: cursor } = await api.get(`/sends?limit=4&order=${order}`);
    expect(await api.get(`/sends?limit=4&order=${order === "asc" ? "desc" : "asc"}&cursor=${cursor}`)).toMatchObject({
      fields: { cursor: [expect.any(String)] },
    });
  },
);

test("a send has who created it and its deliveries by status", async () => {
  for (const each of sends) {
    const sendDeliveries = deliveries.filter(({ send_id: send }) => send === each.id);
    for (const status of deliveryStatuses)
      expect(each.deliveries[status]).toBe(sendDeliveries.filter((one) => one.status === status).length);
    expect(each.completed).toBe(!sendDeliveries.some(({ status }) => pendingStatuses.includes(status)));
    expect(each.actor).toEqual({ kind: "secret_key", name: expect.any(String) });
  }
});

test("the deliveries of a send are listed by email, filtered by part of the email and by status", async () => {
  const { id = "" } = sends.find(({ notifiedLeads }) => notifiedLeads > 2) ?? {};
  const sendDeliveries = deliveries.filter(({ send_id: send }) => send === id).sort((a, b) => (a.email < b.email ? -1 : 1));
  const listIds = async (query: Parameters<typeof listSendDeliveries>[2]) =>
    (await collectAll(listSendDeliveries(ctx, id, query))).map((each) => each.id);
  expect(await listIds({})).toEqual(sendDeliveries.map((each) => each.id));
  for (const status of deliveryStatuses)
    expect(await listIds({ status })).toEqual(sendDeliveries.filter((each) => each.status === status).map((each) => each.id));
  const part = sendDeliveries[1]?.email.slice(2, 12) ?? "";
  expect(await listIds({ q: part.toUpperCase() })).toEqual(
    sendDeliveries.filter(({ email }) => email.includes(part)).map((each) => each.id),
  );
  expect(await listIds({ q: "%" })).toEqual([]);
  const { rows } = await followPages(api, `/sends/${id}/deliveries?limit=1`);
  expect(rows.map((each) => each.id)).toEqual(sendDeliveries.map((each) => each.id));
});

test("the deliveries of all sends are listed with the newest send first, filtered by status, code and email", async () => {
  const order = new Map(sends.map(({ id }, index) => [id, index]));
  const all = deliveries.sort((a, b) => (order.get(a.send_id) ?? 0) - (order.get(b.send_id) ?? 0) || (a.email < b.email ? 1 : -1));
  const { rows, totals } = await followPages(api, "/deliveries?limit=7");
  expect(rows.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(totals[0]).toBe(all.length);
  const [code = "", email = ""] = [normalizeCode(codes[1] ?? ""), leads[2]];
  for (const query of [
    ...deliveryStatuses.map((status) => ({ status })),
    { code },
    { email },
    { code, email },
    { code: personalCode },
    { email, status: "failed" as const },
  ]) {
    const listed = (await collectAll(listDeliveries(ctx, query))).map(({ id }) => id);
    const expected = all.filter(
      (each) =>
        (!("status" in query) || each.status === query.status) &&
        (!("code" in query) || each.code_key === query.code) &&
        (!("email" in query) || each.email === query.email),
    );
    expect(listed, JSON.stringify(query)).toEqual(expected.map(({ id }) => id));
  }
});

test("sends and deliveries can be exported as CSV", async () => {
  const csv = async (path: string) => (await (await callRoute("GET", path, { key: secretKey })).text()).trim().split("\r\n");
  expect(await csv("/sends?format=csv")).toHaveLength(sends.length + 1);
  expect((await csv("/deliveries?format=csv&status=failed"))[0]).toContain("Email,Code,Status,Attempts,Error,Updated,Queued,Send");
  expect(await csv(`/sends/${sends[0]?.id}/deliveries?format=csv`)).toHaveLength(
    1 + deliveries.filter(({ send_id: send }) => send === sends[0]?.id).length,
  );
});

test("the sends of another project are never shown", async () => {
  expect(await collectAll(listSends({ ...ctx, projectId: ctx.projectId + 1 }, {}))).toEqual([]);
  expect(await collectAll(listDeliveries({ ...ctx, projectId: ctx.projectId + 1 }, { email: await insertLead(ctx) }))).toEqual([]);
});
