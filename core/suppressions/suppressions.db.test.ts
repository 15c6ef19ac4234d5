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
import { takeDeliveries } from "../sends/deliver";
import { addSuppression } from "./add";
import { removeSuppression } from "./remove";
import { getSuppressionReason, resubscribe, unsubscribe } from "./unsubscribe";
import { updateSuppression } from "./update";

const { ctx, db } = await createTestApp();
const visitor = { ...ctx, actor: { kind: "visitor", id: null } } as const;

type Told = { kind: string; email: string | null; actor_kind: string; data: object };
const told = (email: string) =>
  queryRows<Told>(
    db,
    sql`select kind, email, actor_kind, data from events where email = ${email} and kind like 'suppression.%' order by id`,
  );
const events = async () => (await queryRows<{ count: number }>(db, sql`select count(*)::int as count from events`))[0]?.count ?? 0;

describe("staff", () => {
  test("add an address, of a lead or not, and the record says which", async () => {
    const [lead, stranger] = [await insertLead(ctx), uniqueEmail()];
    expect(await addSuppression(ctx, { email: lead, note: "At the fair." })).toMatchObject({
      email: lead,
      reason: "staff",
      note: "At the fair.",
      isLead: true,
    });
    expect(await addSuppression(ctx, { email: stranger, reason: "bounced" })).toMatchObject({ reason: "bounced", note: "", isLead: false });
    expect(await told(lead)).toEqual([{ kind: "suppression.added", email: lead, actor_kind: "secret_key", data: { reason: "staff" } }]);
    expect(await told(stranger)).toEqual([]);
  });

  test("add one that is there: what is given changes, and nothing else", async () => {
    const email = await insertLead(ctx);
    await unsubscribe(visitor, email);
    const first = await addSuppression(ctx, { email });
    expect(first).toMatchObject({ reason: "unsubscribed", note: "" });
    expect(await addSuppression(ctx, { email, note: "By letter too." })).toEqual({ ...first, note: "By letter too." });
    expect(await addSuppression(ctx, { email, reason: "complained" })).toEqual({ ...first, note: "By letter too.", reason: "complained" });
    expect((await told(email)).map(({ kind, data }) => [kind, data])).toEqual([
      ["suppression.added", { reason: "unsubscribed" }],
      ["suppression.updated", { fields: ["note"], reason: "unsubscribed" }],
      ["suppression.updated", { fields: ["reason"], reason: "complained" }],
    ]);
  });

  test("who add the same address at once all get it, and it is added once", async () => {
    const email = await insertLead(ctx);
    const records = await Promise.all(Array.from({ length: 8 }, () => addSuppression(ctx, { email })));
    expect(new Set(records.map(({ createdAt }) => createdAt)).size).toBe(1);
    expect((await told(email)).map(({ kind }) => kind)).toEqual(["suppression.added"]);
  });

  test("change and remove what is there, and are told where nothing is", async () => {
    const email = await insertLead(ctx);
    expect(await getErrorName(updateSuppression(ctx, { email, note: "x" }))).toBe("suppression_not_found");
    expect(await getErrorName(removeSuppression(ctx, email))).toBe("suppression_not_found");
    const added = await addSuppression(ctx, { email });
    const before = await events();
    expect(await updateSuppression(ctx, { email, reason: "staff", note: "" })).toEqual(added);
    expect(await events()).toBe(before);
    const changed = await updateSuppression(ctx, { email, reason: "bounced" });
    expect(changed).toEqual({ ...added, reason: "bounced" });
    expect(await removeSuppression(ctx, email)).toEqual(changed);
    expect(await getOutcome(removeSuppression(ctx, email))).toBe("suppression_not_found");
    expect((await told(email)).map(({ kind }) => kind)).toEqual(["suppression.added", "suppression.updated", "suppression.removed"]);
  });
});

describe("somebody who asks for no more mail", () => {
  test("gets none, however often they ask, also at once, and it is written down once", async () => {
    const email = await insertLead(ctx);
    await Promise.all(Array.from({ length: 8 }, () => unsubscribe(visitor, email)));
    await unsubscribe(visitor, email);
    expect(await getSuppressionReason(ctx, email)).toBe("unsubscribed");
    expect(await told(email)).toEqual([{ kind: "suppression.added", email, actor_kind: "visitor", data: { reason: "unsubscribed" } }]);
  });

  test("can take that back, and nothing that staff or the mail server did", async () => {
    const [own, others] = [await insertLead(ctx), await insertLead(ctx)];
    await unsubscribe(visitor, own);
    await resubscribe(visitor, own);
    await resubscribe(visitor, own);
    expect(await getSuppressionReason(ctx, own)).toBeNull();
    expect((await told(own)).map(({ kind }) => kind)).toEqual(["suppression.added", "suppression.removed"]);
    for (const reason of ["staff", "bounced", "complained"] as const) {
      await addSuppression(ctx, { email: others, reason });
      await unsubscribe(visitor, others);
      await resubscribe(visitor, others);
      expect(await getSuppressionReason(ctx, others)).toBe(reason);
    }
  });

  test("stays unwritten to when their lead is deleted, and no event brings the address back", async () => {
    const email = await insertLead(ctx);
    await unsubscribe(visitor, email);
    await deleteLead(ctx, email);
    await resubscribe(visitor, email);
    await unsubscribe(visitor, email);
    expect(await getSuppressionReason(ctx, email)).toBe("unsubscribed");
    expect(await told(email)).toEqual([]);
  });

  test("gets nothing of what waits to be sent already", async () => {
    const emails = [await insertLead(ctx), await insertLead(ctx)];
    const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails });
    const waiting = await queryRows<{ id: string }>(db, sql`select id from deliveries where send_id = ${sendId}`);
    await unsubscribe(visitor, emails[0] ?? "");
    const job: DeliveryPayload = { projectId: ctx.projectId, attempt: 1, deliveryIds: waiting.map(({ id }) => id) };
    expect((await takeDeliveries(ctx, job)).map(({ email }) => email)).toEqual([emails[1]]);
    const [row] = await queryRows<{ status: string }>(
      db,
      sql`select status from deliveries where send_id = ${sendId} and email = ${emails[0]}`,
    );
    expect(row?.status).toBe("suppressed");
  });
});
