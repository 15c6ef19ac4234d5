import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { DeliveryStatus } from "@/contract/deliveries";
import { deliveryStatuses } from "@/contract/kinds";
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
import { pendingStatuses } from "./record";

const { ctx, db, secretKey } = await createTestApp();
const api = apiClient(secretKey);

const codes = await Promise.all([1, 2, 3].map(() => insertCode(ctx)));
const leads = await insertLeads(ctx, 6);
for (let i = 0; i < 30; i++) {
  const emails = leads.filter((_, place) => (i * 7 + place * 3) % 5 < 2);
  if (i % 4 === 0) await inviteLeads(ctx, { emails: i === 0 ? ["nobody@example.org"] : emails });
  else await sendCode(ctx, { code: normalizeCode(codes[i % 3] ?? ""), emails: i === 1 ? ["nobody@example.org"] : emails });
}
// Every standing there is.
await db.execute(
  sql`update deliveries set status = (array[${sql.raw(deliveryStatuses.map((status) => `'${status}'`).join(","))}])[1 + abs(hashtext(id::text)) % 8]`,
);
await db.execute(sql`update deliveries set status = 'sent' where abs(hashtext(send_id::text)) % 3 = 0`);

const sends = await collectAll(listSends(ctx, {}));
const ledger = await queryRows<{ id: string; send_id: string; email: string; code_key: string; status: DeliveryStatus }>(
  db,
  sql`select * from deliveries`,
);
const batch = sends.find((each) => each.batch !== null)?.batch?.id ?? "";
const personal = ledger.find(({ code_key: key }) => !codes.map(normalizeCode).includes(key))?.code_key ?? "";
/** When the send that stands at `place` was made. */
const madeAt = (place: number) => sends[place]?.createdAt ?? "";

/** What a filter means, said plainly. */
function reference(query: SendsQuery): string[] {
  const of = (id: string) => ledger.filter(({ send_id: send }) => send === id);
  const fits = sends.filter(
    ({ id, kind, code, batch, createdAt }) =>
      (!query.code || (code !== null && normalizeCode(code) === query.code) || of(id).some(({ code_key: key }) => key === query.code)) &&
      (!query.email || of(id).some(({ email }) => email === query.email)) &&
      (!query.batch || batch?.id === query.batch) &&
      (!query.kind || kind === query.kind) &&
      (query.completed === undefined || of(id).some(({ status }) => pendingStatuses.includes(status)) !== query.completed) &&
      (query.failed === undefined || of(id).some(({ status }) => status === "failed") === query.failed) &&
      (!query.since || createdAt >= query.since) &&
      (!query.until || createdAt < query.until),
  );
  return fits.map(({ id }) => id);
}

const queries: SendsQuery[] = [
  {},
  ...codes.map((code) => ({ code: normalizeCode(code) })),
  ...[{ code: personal }, { code: "nowhere" }, { email: leads[0] }, { email: "nobody@example.org" }, { batch }],
  ...([{ kind: "code" }, { kind: "invitation" }] as const),
  ...[{ done: true }, { done: false }, { failed: true }, { failed: false }, { done: true, failed: true }, { done: false, failed: false }],
  ...[{ since: madeAt(9) }, { until: madeAt(9) }, { since: madeAt(20), until: madeAt(5) }],
  ...([
    { kind: "invitation", failed: true, email: leads[1] },
    { code: normalizeCode(codes[0] ?? ""), done: false, since: madeAt(20) },
  ] as const),
];

test.each(queries.map((query) => [JSON.stringify(query), query] as const))(
  "sends %s are those, in either order, and are counted",
  async (_, query) => {
    const expected = reference(query);
    const found = async (order?: "asc" | "desc") => (await collectAll(listSends(ctx, { ...query, order }))).map(({ id }) => id);
    expect(await found()).toEqual(expected);
    expect(await found("desc")).toEqual(expected);
    expect(await found("asc")).toEqual(expected.toReversed());
    const page = await listSends(ctx, { ...query, limit: 1 });
    expect("total" in page && page.total).toBe(expected.length);
  },
);

test.each(["asc", "desc"])("pages of sends %s hold each once, and their cursors are of no other order", async (order) => {
  const { rows: walked } = await followPages(api, `/sends?limit=4&order=${order}`);
  expect(walked.map(({ id }) => id)).toEqual(order === "desc" ? sends.map(({ id }) => id) : sends.map(({ id }) => id).toReversed());
  const { headers } = await api.get(`/sends?limit=4&order=${order}`);
  const cursor = new URL(/<([^>]+)>/.exec(headers.get("link") ?? "")?.[1] ?? "").searchParams.get("cursor");
  expect(await api.get(`/sends?limit=4&order=${order === "asc" ? "desc" : "asc"}&cursor=${cursor}`)).toMatchObject({
    fields: { cursor: [expect.any(String)] },
  });
});

test("a send says who sent it and how many of its messages stand where", async () => {
  for (const each of sends) {
    const own = ledger.filter(({ send_id: send }) => send === each.id);
    for (const status of deliveryStatuses) expect(each.deliveries[status]).toBe(own.filter((one) => one.status === status).length);
    expect(each.completed).toBe(!own.some(({ status }) => pendingStatuses.includes(status)));
    expect(each.actor).toEqual({ kind: "secret_key", name: expect.any(String) });
  }
});

test("messages of a send are found by part of the address and by where they stand, by address", async () => {
  const { id = "" } = sends.find(({ notifiedLeads }) => notifiedLeads > 2) ?? {};
  const own = ledger.filter(({ send_id: send }) => send === id).sort((a, b) => (a.email < b.email ? -1 : 1));
  const of = async (query: Parameters<typeof listSendDeliveries>[2]) =>
    (await collectAll(listSendDeliveries(ctx, id, query))).map((each) => each.id);
  expect(await of({})).toEqual(own.map((each) => each.id));
  for (const status of deliveryStatuses)
    expect(await of({ status })).toEqual(own.filter((each) => each.status === status).map((each) => each.id));
  const part = own[1]?.email.slice(2, 12) ?? "";
  expect(await of({ q: part.toUpperCase() })).toEqual(own.filter(({ email }) => email.includes(part)).map((each) => each.id));
  expect(await of({ q: "%" })).toEqual([]);
  const { rows: walked } = await followPages(api, `/sends/${id}/deliveries?limit=1`);
  expect(walked.map((each) => each.id)).toEqual(own.map((each) => each.id));
});

test("messages across sends are those of the newest send first, by status, code and address", async () => {
  const order = new Map(sends.map(({ id }, place) => [id, place]));
  const all = ledger.sort((a, b) => (order.get(a.send_id) ?? 0) - (order.get(b.send_id) ?? 0) || (a.email < b.email ? 1 : -1));
  const { rows: walked, totals } = await followPages(api, "/deliveries?limit=7");
  expect(walked.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(totals[0]).toBe(all.length);
  const [code = "", email = ""] = [normalizeCode(codes[1] ?? ""), leads[2]];
  for (const query of [
    ...deliveryStatuses.map((status) => ({ status })),
    { code },
    { email },
    { code, email },
    { code: personal },
    { email, status: "failed" as const },
  ]) {
    const found = (await collectAll(listDeliveries(ctx, query))).map(({ id }) => id);
    const expected = all.filter(
      (each) =>
        (!("status" in query) || each.status === query.status) &&
        (!("code" in query) || each.code_key === query.code) &&
        (!("email" in query) || each.email === query.email),
    );
    expect(found, JSON.stringify(query)).toEqual(expected.map(({ id }) => id));
  }
});

test("sends and messages come as CSV too", async () => {
  const csv = async (path: string) => (await (await callRoute("GET", path, { key: secretKey })).text()).trim().split("\r\n");
  expect(await csv("/sends?format=csv")).toHaveLength(sends.length + 1);
  expect((await csv("/deliveries?format=csv&status=failed"))[0]).toContain("Address,Code,Status,Tries,Error,Changed,Queued,Send");
  expect(await csv(`/sends/${sends[0]?.id}/deliveries?format=csv`)).toHaveLength(
    1 + ledger.filter(({ send_id: send }) => send === sends[0]?.id).length,
  );
});

test("no send is shown to another project", async () => {
  expect(await collectAll(listSends({ ...ctx, projectId: ctx.projectId + 1 }, {}))).toEqual([]);
  expect(await collectAll(listDeliveries({ ...ctx, projectId: ctx.projectId + 1 }, { email: await insertLead(ctx) }))).toEqual([]);
});
