import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import type { DeliveryPayload } from "@/db/queue";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertCode, insertLead, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { sendCode } from "../codes/send";
import { deleteLead } from "../leads/delete";
import { takeDeliveries } from "../sends/delivery-attempts";
import { addSuppression } from "./add";
import { removeSuppression } from "./remove";
import { getSuppressionReason, resubscribe, unsubscribe } from "./unsubscribe";
import { updateSuppression } from "./update";

const { ctx, db } = await createTestApp();
const visitor = { ...ctx, actor: { kind: "visitor", id: null } } as const;

type StoredEvent = { kind: string; email: string | null; actor_kind: string; data: object };
const listEvents = (email: string) =>
  queryRows<StoredEvent>(
    db,
    sql`select kind, email, actor_kind, data from events where email = ${email} and kind like 'suppression.%' order by id`,
  );
const countEvents = async () => (await queryRows<{ count: number }>(db, sql`select count(*)::int as count from events`))[0]?.count ?? 0;

describe("staff", () => {
  test("can suppress leads and other people", async () => {
    const [lead, otherEmail] = [await insertLead(ctx), uniqueEmail()];
    expect(await addSuppression(ctx, { email: lead, note: "At the conference." })).toMatchObject({
      email: lead,
      reason: "staff",
      note: "At the conference.",
      isLead: true,
    });
    expect(await addSuppression(ctx, { email: otherEmail, reason: "bounced" })).toMatchObject({
      reason: "bounced",
      note: "",
      isLead: false,
    });
    expect(await listEvents(lead)).toEqual([
      { kind: "suppression.added", email: lead, actor_kind: "secret_key", data: { reason: "staff" } },
    ]);
    expect(await listEvents(otherEmail)).toEqual([]);
  });

  test("update the given fields when they add an existing suppression", async () => {
    const email = await insertLead(ctx);
    await unsubscribe(visitor, email);
    const first = await addSuppression(ctx, { email });
    expect(first).toMatchObject({ reason: "unsubscribed", note: "" });
    expect(await addSuppression(ctx, { email, note: "Also by letter." })).toEqual({ ...first, note: "Also by letter." });
    expect(await addSuppression(ctx, { email, reason: "complained" })).toEqual({ ...first, note: "Also by letter.", reason: "complained" });
    expect((await listEvents(email)).map(({ kind, data }) => [kind, data])).toEqual([
      ["suppression.added", { reason: "unsubscribed" }],
      ["suppression.updated", { fields: ["note"], reason: "unsubscribed" }],
      ["suppression.updated", { fields: ["reason"], reason: "complained" }],
    ]);
  });

  test("add a suppression once when several calls race", async () => {
    const email = await insertLead(ctx);
    const records = await Promise.all(Array.from({ length: 8 }, () => addSuppression(ctx, { email })));
    expect(new Set(records.map(({ createdAt }) => createdAt)).size).toBe(1);
    expect((await listEvents(email)).map(({ kind }) => kind)).toEqual(["suppression.added"]);
  });

  test("can update and remove only existing suppressions", async () => {
    const email = await insertLead(ctx);
    expect(await getErrorName(updateSuppression(ctx, email, { note: "x" }))).toBe("suppression_not_found");
    expect(await getErrorName(removeSuppression(ctx, email))).toBe("suppression_not_found");
    const added = await addSuppression(ctx, { email });
    const before = await countEvents();
    expect(await updateSuppression(ctx, email, { reason: "staff", note: "" })).toEqual(added);
    expect(await countEvents()).toBe(before);
    const updated = await updateSuppression(ctx, email, { reason: "bounced" });
    expect(updated).toEqual({ ...added, reason: "bounced" });
    expect(await removeSuppression(ctx, email)).toEqual(updated);
    expect(await getOutcome(removeSuppression(ctx, email))).toBe("suppression_not_found");
    expect((await listEvents(email)).map(({ kind }) => kind)).toEqual(["suppression.added", "suppression.updated", "suppression.removed"]);
  });
});

test("a field of a suppression that someone else changed isn't replaced by a request that expects another value", async () => {
  const email = await insertLead(ctx);
  const { reason, note } = await addSuppression(ctx, { email, note: "Called." });
  const expected = { reason, note };
  await updateSuppression(ctx, email, { note: "Wrote.", expected });
  const before = await countEvents();
  expect(await getErrorName(updateSuppression(ctx, email, { reason: "bounced", note: "Met.", expected }))).toBe("suppression_changed");
  expect(await updateSuppression(ctx, email, { note: "Wrote.", expected })).toMatchObject({ reason, note: "Wrote." });
  expect(await countEvents()).toBe(before);
  expect(await updateSuppression(ctx, email, { reason: "bounced", expected })).toMatchObject({ reason: "bounced", note: "Wrote." });
  const results = await Promise.all(
    ["Mine", "Theirs"].map((text) => getOutcome(updateSuppression(ctx, email, { note: text, expected: { note: "Wrote." } }))),
  );
  expect(results.filter((result) => result === "suppression_changed")).toHaveLength(1);
  await removeSuppression(ctx, email);
  expect(await getErrorName(updateSuppression(ctx, email, { note: "x", expected }))).toBe("suppression_not_found");
});

describe("a person who unsubscribes", () => {
  test("is suppressed with one event, however often they ask", async () => {
    const email = await insertLead(ctx);
    await Promise.all(Array.from({ length: 8 }, () => unsubscribe(visitor, email)));
    await unsubscribe(visitor, email);
    expect(await getSuppressionReason(ctx, email)).toBe("unsubscribed");
    expect(await listEvents(email)).toEqual([
      { kind: "suppression.added", email, actor_kind: "visitor", data: { reason: "unsubscribed" } },
    ]);
  });

  test("can undo it, but not other suppressions", async () => {
    const [email, otherEmail] = [await insertLead(ctx), await insertLead(ctx)];
    await unsubscribe(visitor, email);
    await resubscribe(visitor, email);
    await resubscribe(visitor, email);
    expect(await getSuppressionReason(ctx, email)).toBeNull();
    expect((await listEvents(email)).map(({ kind }) => kind)).toEqual(["suppression.added", "suppression.removed"]);
    for (const reason of ["staff", "bounced", "complained"] as const) {
      await addSuppression(ctx, { email: otherEmail, reason });
      await unsubscribe(visitor, otherEmail);
      await resubscribe(visitor, otherEmail);
      expect(await getSuppressionReason(ctx, otherEmail)).toBe(reason);
    }
  });

  test("stays suppressed after their lead is deleted, and no event contains their email", async () => {
    const email = await insertLead(ctx);
    await unsubscribe(visitor, email);
    await deleteLead(ctx, email);
    await resubscribe(visitor, email);
    await unsubscribe(visitor, email);
    expect(await getSuppressionReason(ctx, email)).toBe("unsubscribed");
    expect(await listEvents(email)).toEqual([]);
  });

  test("gets none of the email that is already queued", async () => {
    const emails = [await insertLead(ctx), await insertLead(ctx)];
    const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails });
    const deliveries = await queryRows<{ id: string }>(db, sql`select id from deliveries where send_id = ${sendId}`);
    await unsubscribe(visitor, emails[0] ?? "");
    const job: DeliveryPayload = { projectId: ctx.projectId, attempt: 1, deliveryIds: deliveries.map(({ id }) => id) };
    expect((await takeDeliveries(ctx, job)).map(({ email }) => email)).toEqual([emails[1]]);
    const [row] = await queryRows<{ status: string }>(
      db,
      sql`select status from deliveries where send_id = ${sendId} and email = ${emails[0]}`,
    );
    expect(row?.status).toBe("suppressed");
  });
});
