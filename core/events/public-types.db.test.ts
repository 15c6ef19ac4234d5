import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { FeedEvent } from "@/contract/event-feed";
import { eventKinds } from "@/contract/event-kinds";
import { eventTypes } from "@/contract/event-types";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { deleteLeads } from "@/tests/harness/bin";
import { connectSmtpServer, insertCode, insertLead, insertProject, type Project, uniqueEmail } from "@/tests/harness/factories";
import { waitForFeed } from "@/tests/harness/feed";
import { deliverEmails } from "@/tests/harness/sends";
import { createTestApp } from "@/tests/harness/test-app";
import { deleteFromBin } from "../bin/delete";
import { claimCode } from "../codes/claim";
import { updateCode } from "../codes/update";
import type { Context } from "../context";
import { createLead } from "../leads/create";
import { getLead } from "../leads/record";
import { resendMessage, retryMessages } from "../sends/automatic-emails";
import { queueAutomaticEmail } from "../sends/queue-automatic-email";
import { retryWaitingEmails } from "../sends/retry-waiting";
import { sendSavedEmails } from "../sends/saved-emails";
import { readFeed, streamFeed } from "./feed";
import { kindsOfTypes } from "./public-type";

const app = await createTestApp();

type FeedQuery = Parameters<typeof readFeed>[1];

/** Follows a project in pages of `limit`, until what was written is read. */
async function readAll({ ctx }: Pick<Project, "ctx">, { limit = 100, ...query }: FeedQuery = {}): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  await waitForFeed(ctx);
  for (let after = query.after, hasMore = true; hasMore; ) {
    const { items, fields } = await readFeed(ctx, { ...query, limit, after });
    events.push(...items.map((event) => FeedEvent.parse(event)));
    expect(items.length).toBeLessThanOrEqual(limit);
    after = String(fields.cursor);
    hasMore = fields.hasMore === true;
  }
  return events;
}

const typesOf = (events: readonly FeedEvent[]) => events.map(({ type }) => type);
const claim = ({ publicCtx }: Project, text: string, email = uniqueEmail()) => claimCode(publicCtx, { code: normalizeCode(text), email });

test("the claim of the last use is followed by the exhausted code, in pages of any size and after any position", async () => {
  const project = await insertProject(app.ctx);
  const [single, double] = [await insertCode(project.ctx), await insertCode(project.ctx, { allowedClaims: 2 })];
  const known = uniqueEmail();
  await createLead(project.ctx, { email: known, waitlist: false, isTooFast: false });
  await claim(project, single);
  await claim(project, double, known);
  await claim(project, double);
  const expected = [
    ...["lead.created", "lead.created", "code.claimed", "code.exhausted"],
    ...["code.claimed", "lead.created", "code.claimed", "code.exhausted"],
  ];
  await expect.poll(async () => typesOf(await readAll(project))).toEqual(expected);
  const all = await readAll(project);
  for (const limit of [1, 2, 3, 5]) expect(await readAll(project, { limit })).toEqual(all);
  for (const [index, { id }] of all.entries()) expect(await readAll(project, { after: id, limit: 1 })).toEqual(all.slice(index + 1));
  for (const type of ["code.claimed", "code.exhausted", "lead.created"] as const)
    for (const limit of [1, 2, 100])
      expect(await readAll(project, { types: [type], limit })).toEqual(all.filter((each) => each.type === type));
  const ids = all.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort());
  const ofCode = all.filter(({ data }) => "code" in data && data.code === double);
  expect(ofCode.map(({ sequence }) => sequence)).toEqual([...new Set(ofCode.map(({ sequence }) => sequence))].sort());
  expect(ofCode.at(-1)).toMatchObject({ type: "code.exhausted", data: { status: "exhausted", claims: 2, change: { last: true } } });
});

test("a stream that ends between a claim and the exhausted code continues with the exhausted code", async () => {
  const project = await insertProject(app.ctx);
  const [first] = await readAll(project, { after: "now" });
  expect(first).toBeUndefined();
  await claim(project, await insertCode(project.ctx));
  await expect.poll(async () => (await readAll(project)).length).toBe(3);
  const [, claimed, exhausted] = await readAll(project);
  let text = "";
  for await (const chunk of streamFeed(project.ctx, { after: claimed?.id }, { seconds: 0 })) text += chunk;
  expect([...text.matchAll(/^id: (.+)\nevent: (.+)$/gm)].map(([, id, type]) => [id, type])).toEqual([[exhausted?.id, "code.exhausted"]]);
});

test("a code that gets no more uses than it has claims is exhausted, once", async () => {
  const project = await insertProject(app.ctx);
  const text = await insertCode(project.ctx, { allowedClaims: 3 });
  await claim(project, text);
  const update = (allowedClaims: number) => updateCode(project.ctx, normalizeCode(text), { allowedClaims });
  await update(2);
  await update(1);
  await updateCode(project.ctx, normalizeCode(text), { validUntil: "2999-01-01T00:00:00.000Z" });
  await update(5);
  await expect
    .poll(async () => typesOf(await readAll(project, { types: ["code.claimed", "code.extended", "code.exhausted"] })))
    .toEqual(["code.claimed", "code.extended", "code.extended", "code.exhausted", "code.extended", "code.extended"]);
});

test("a new lead whose sign-up is held is created and held, and others are only created", async () => {
  const project = await insertProject(app.ctx);
  const signUp = (isTooFast: boolean, email = uniqueEmail()) => createLead(project.publicCtx, { email, waitlist: true, isTooFast });
  await signUp(false);
  const held = uniqueEmail();
  await signUp(true, held);
  await signUp(true, held);
  await expect.poll(async () => typesOf(await readAll(project))).toEqual(["lead.created", "lead.created", "lead.held"]);
  const [event] = await readAll(project, { types: ["lead.held"] });
  expect(event?.data).toMatchObject({ email: held, status: "held", change: { heldReason: "too_fast" } });
});

const setStatus = ({ db, projectId }: Context, status: string) =>
  db.execute(sql`update deliveries set status = ${status}, attempts = 1 where project_id = ${projectId}`);

type Change = { prepare?(ctx: Context, email: string): Promise<unknown>; change(ctx: Context, email: string): Promise<unknown> };

/** What has no type and changes the record of a lead, whose automatic email is queued. */
const namedByOtherEvents: Readonly<Record<string, Change>> = {
  "lead.email_resent": { change: (ctx, email) => resendMessage(ctx, { email, kind: "joined" }) },
  "messages.retried": { prepare: (ctx) => setStatus(ctx, "failed"), change: (ctx) => retryMessages(ctx, {}) },
  "saved_emails.sent": { prepare: (ctx) => setStatus(ctx, "saved_to_file"), change: sendSavedEmails },
  "deliveries.retried": { prepare: (ctx) => deliverEmails(ctx, "retrying"), change: retryWaitingEmails },
  "bin.deleted": { prepare: (ctx, email) => deleteLeads(ctx, [email]), change: (ctx) => deleteFromBin(ctx, { all: true }) },
};

/** What changes no lead, code, batch, send, wave, import or suppression. */
const aboutOthers = [
  ...["lead.email_change_requested", "codes.printed", "list.exported", "export.downloaded", "print.downloaded", "personal_data.exported"],
  ...["view.created", "view.updated", "view.deleted", "project.set_up", "project.updated", "project.email_delivery_updated"],
  ...["project.paused", "project.resumed", "project.exported", "project.imported", "block_list.updated", "rate_limits.updated"],
  ...["email_template.updated", "email_template.reset", "origins.updated", "webhook.created", "webhook.updated", "webhook.secret_rotated"],
  ...["webhook.paused", "webhook.resumed", "webhook.recovered", "webhook.deleted", "code.held", "code.hold_released"],
  "agent.tool_called",
];

test("each kind of event has a type, except those that change no record or are with others that name it", () => {
  const typed = kindsOfTypes(eventTypes);
  const expected = [...aboutOthers, ...Object.keys(namedByOtherEvents)];
  expect(eventKinds.filter((kind) => !typed.includes(kind)).toSorted()).toEqual(expected.toSorted());
});

test.each(Object.entries(namedByOtherEvents))("%s is with an event that names the lead", async (kind, { prepare, change }) => {
  const { ctx } = await insertProject(app.ctx);
  await connectSmtpServer(ctx);
  const email = await insertLead(ctx, { onWaitlist: true });
  await queueAutomaticEmail(ctx, email, "joined");
  const { id } = await getLead(ctx, email);
  const listIds = () => queryRows<{ id: string }>(app.db, sql`select id from events where project_id = ${ctx.projectId}`);
  await prepare?.(ctx, email);
  const before = (await listIds()).map((event) => event.id);
  await change(ctx, email);
  const recorded = (
    await queryRows<{ id: string; kind: string; data: object }>(
      app.db,
      sql`select id, kind, data from events where project_id = ${ctx.projectId} order by id`,
    )
  ).filter((event) => !before.includes(event.id));
  expect(recorded.map((event) => event.kind).toSorted()).toEqual([kind, "records.changed"].toSorted());
  expect(recorded.find((event) => event.kind === "records.changed")?.data).toEqual({ leads: [id] });
});
