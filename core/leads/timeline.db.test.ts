import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { TimelineEntry } from "@/contract/messages";
import { normalizeCode } from "@/contract/normalize";
import { newId } from "@/lib/ids";
import { apiClient } from "@/tests/harness/api";
import { getErrorName } from "@/tests/harness/errors";
import { insertCode, insertLead, insertProject } from "@/tests/harness/factories";
import { followPages } from "@/tests/harness/follow-pages";
import { collectAll } from "@/tests/harness/lists";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import { sendCode } from "../codes/send";
import { listSendDeliveries } from "../sends/deliveries";
import { takeDeliveries } from "../sends/delivery-attempts";
import { createLead } from "./create";
import { inviteLeads } from "./invite";
import { listLeadTimeline } from "./timeline";
import { updateLead } from "./update";

const { ctx, db, secretKey } = await createTestApp();
const api = apiClient(secretKey);
const getTimeline = (email: string) => collectAll(listLeadTimeline(ctx, email, {}));
const describeEntry = (entry: TimelineEntry) => {
  if (entry.kind === "event") return entry.event.kind;
  if (entry.kind === "import") return `${entry.import.result} by ${entry.import.fileName}`;
  return entry.kind === "message" ? `${entry.message.kind} ${entry.message.status}` : `${entry.delivery.code} ${entry.delivery.status}`;
};
const getEntryId = (entry: TimelineEntry) => {
  if (entry.kind === "event") return entry.event.id;
  if (entry.kind === "import") return entry.import.id;
  return entry.kind === "message" ? entry.message.id : entry.delivery.id;
};

/** An import whose file has a row of the lead for each result. */
async function insertImport(email: string, fileName: string, results: readonly string[], { kind = "leads", hour = 1 } = {}): Promise<void> {
  const id = newId();
  await db.execute(sql`insert into imports (project_id, id, file_name, format, kind, columns, row_count, actor_kind, started_at)
    values (${ctx.projectId}, ${id}, ${fileName}, 'csv', ${kind}, '[]', ${results.length}, 'system', now() + make_interval(hours => ${hour}))`);
  for (const [row, result] of results.entries())
    await db.execute(
      sql`insert into import_rows (project_id, import_id, row, cells, email, result) values (${ctx.projectId}, ${id}, ${row + 1}, '[]', ${email}, ${result})`,
    );
}

test("a timeline lists the imports that added or changed the lead, once for each file", async () => {
  const email = await insertLead(ctx);
  await insertImport(email, "first.csv", ["created", "updated"], { hour: 1 });
  await insertImport(email, "second.csv", ["updated"], { hour: 2 });
  await insertImport(email, "skipped.csv", ["skipped"], { hour: 3 });
  await insertImport(email, "bounces.csv", ["created"], { kind: "suppressions", hour: 4 });
  await insertImport(await insertLead(ctx), "other.csv", ["created"]);
  const entries = await getTimeline(email);
  expect(entries.map(describeEntry)).toEqual(["updated by second.csv", "created by first.csv"]);
  expect(entries[0]).toMatchObject({ import: { actor: { kind: "system", name: null } } });
  const { rows, totals } = await followPages(api, `/leads/email/${email}/timeline?limit=1`);
  expect([rows, totals[0]]).toEqual([entries, 2]);
});

test("a timeline lists every change, claim and delivery with its current status, newest first", async () => {
  const email = `ada-${newId()}@example.org`;
  const staff = await staffContext(ctx, { name: "Grace Hopper", role: "member" });
  await createLead(ctx, { email });
  await updateLead(staff, email, { waitlist: true });
  const code = await insertCode(ctx);
  const { sendId } = await sendCode(staff, { code: normalizeCode(code), emails: [email] });
  await claimCode(ctx, { code: normalizeCode(code), email });
  await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: [await insertLead(ctx)] });
  expect((await getTimeline(email)).map(describeEntry)).toEqual(["code.claimed", `${code} queued`, "lead.updated", "lead.created"]);

  const [delivery] = await collectAll(listSendDeliveries(ctx, sendId, {}));
  await takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: [delivery?.id ?? ""] });
  const entries = await getTimeline(email);
  expect(entries.map(describeEntry)).toContain(`${code} sending`);
  expect(entries.find(({ kind }) => kind === "delivery")).toMatchObject({
    at: delivery?.createdAt,
    delivery: { send: sendId, attempts: 1 },
  });
  expect(entries.find((entry) => describeEntry(entry) === "lead.updated")).toMatchObject({
    event: { actor: { kind: "staff", name: "Grace Hopper" }, email },
  });
});

test("a timeline lists each entry once across pages, even if many happened at the same time", async () => {
  const email = await insertLead(ctx);
  for (let i = 0; i < 6; i++) await inviteLeads(ctx, { emails: [email], skip: [] });
  // Many events and deliveries at the same time, with and without fractions of a second.
  await db.execute(sql`insert into events (project_id, id, kind, at, actor_kind, email)
    select ${ctx.projectId}, gen_random_uuid(), 'lead.updated', date_trunc('second', now()) - make_interval(secs => n % 3 * 0.5), 'system', ${email} from generate_series(1, 20) as n`);
  await db.execute(
    sql`update deliveries set created_at = date_trunc('second', now()) - make_interval(secs => abs(hashtext(id::text)) % 3 * 0.5) where email = ${email}`,
  );
  const all = await getTimeline(email);
  expect(all).toHaveLength(26);
  const keys = all.map((entry) => entry.at + getEntryId(entry));
  expect(keys).toEqual(keys.toSorted().toReversed());
  for (const limit of [1, 3, 25, 26]) {
    const { rows, totals } = await followPages(api, `/leads/email/${encodeURIComponent(email)}/timeline?limit=${limit}`);
    expect(rows).toEqual(all);
    expect(totals[0]).toBe(26);
  }
});

test("a timeline of an unknown lead or a lead of another project is rejected", async () => {
  const { ctx: otherCtx } = await insertProject(ctx);
  expect(await getErrorName(listLeadTimeline(ctx, await insertLead(otherCtx), {}))).toBe("lead_not_found");
  expect(await api.get("/leads/email/unknown@example.org/timeline?limit=5")).toMatchObject({ error: "lead_not_found" });
  const email = await insertLead(ctx);
  expect(await getTimeline(email)).toEqual([]);
  const cursor = Buffer.from(JSON.stringify(["sends desc", newId()])).toString("base64url");
  expect(await api.get(`/leads/email/${email}/timeline?limit=5&cursor=${cursor}`)).toMatchObject({
    fields: { cursor: [expect.any(String)] },
  });
});
