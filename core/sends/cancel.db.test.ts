import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { fingerprintDatabase, insertLeads } from "@/tests/harness/factories";
import {
  createSend,
  getDeliveriesByEmail,
  getDeliveryStatuses,
  getQueuedDeliveryJobs,
  getSendEvents,
  setDeliveryStatus,
} from "@/tests/harness/sends";
import { createTestApp } from "@/tests/harness/test-app";
import { deleteCode as removeCode } from "../codes/delete";
import { deleteLead as removeLead } from "../leads/delete";
import { inviteLeads } from "../leads/invite";
import { getLead } from "../leads/record";
import { cancelSend } from "./cancel";
import { recordResults, takeDeliveries } from "./delivery-attempts";
import { getSend } from "./list";
import { retrySend } from "./resend";

const app = await createTestApp();
const { ctx, db } = app;
const secondCtx = app.openSecondPool().ctx;

const getInvitedAt = async (email: string) => (await getLead(ctx, email)).invitedAt;

describe("canceling a send", () => {
  test("cancels pending deliveries, and keeps those that are being sent or finished", async () => {
    const [queued = "", later = "", sending = "", sent = "", failed = ""] = await insertLeads(ctx, 5);
    const { id, code } = await createSend(ctx, [queued, later, sending, sent, failed]);
    await setDeliveryStatus(ctx, id, "retrying", [later]);
    await setDeliveryStatus(ctx, id, "sending", [sending]);
    await setDeliveryStatus(ctx, id, "sent", [sent]);
    await setDeliveryStatus(ctx, id, "failed", [failed]);
    expect(await cancelSend(ctx, id)).toMatchObject({
      deliveries: { canceled: 2, sending: 1, sent: 1, failed: 1, queued: 0, retrying: 0 },
    });
    expect(await getDeliveryStatuses(ctx, id)).toMatchObject({ [queued]: "canceled", [later]: "canceled", [sending]: "sending" });
    expect(await getSendEvents(ctx, id, "send.canceled")).toEqual([{ data: { send: id, deliveries: 2 }, code_text: code }]);
    const before = await fingerprintDatabase(db);
    await cancelSend(ctx, id);
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("cancels exactly the deliveries that the worker hasn't taken when both race", async () => {
    const emails = await insertLeads(ctx, 200);
    for (let round = 0; round < 8; round++) {
      const { id } = await createSend(ctx, emails);
      const ids = [...(await getDeliveriesByEmail(ctx, id)).values()].map((delivery) => delivery.id);
      const jobs = Array.from({ length: 4 }, (_, part) => ({
        projectId: ctx.projectId,
        attempt: 1,
        deliveryIds: ids.slice(part * 50, part * 50 + 50),
      }));
      const [, ...takenByJob] = await Promise.all([cancelSend(ctx, id), ...jobs.map((job) => takeDeliveries(secondCtx, job))]);
      const outgoing = new Set(takenByJob.flat().map((delivery) => delivery.id));
      for (const delivery of (await getDeliveriesByEmail(ctx, id)).values())
        expect(delivery.status).toBe(outgoing.has(delivery.id) ? "sending" : "canceled");
      for (const job of jobs) expect((await takeDeliveries(ctx, job)).every((delivery) => outgoing.has(delivery.id))).toBe(true);
    }
  });

  test("completes both when it races with deleting leads", async () => {
    for (let round = 0; round < 4; round++) {
      const emails = await insertLeads(ctx, 12);
      const { sendId } = await inviteLeads(ctx, { emails });
      await Promise.all([cancelSend(ctx, sendId), ...emails.slice(0, 6).map((email) => removeLead(secondCtx, email))]);
      expect(await getDeliveryStatuses(ctx, sendId)).toEqual(Object.fromEntries(emails.slice(6).map((email) => [email, "canceled"])));
    }
  });
});

describe("a delivery that is being sent when it is canceled", () => {
  /** Creates a send whose deliveries are all being sent. */
  async function sending(emails: readonly string[]): Promise<{ id: string; ids: string[] }> {
    const { id } = await createSend(ctx, emails);
    await setDeliveryStatus(ctx, id, "sending", emails);
    const deliveries = await getDeliveriesByEmail(ctx, id);
    return { id, ids: emails.map((email) => deliveries.get(email)?.id ?? "") };
  }

  test("can succeed or fail, and is canceled instead of being retried or released", async () => {
    const emails = await insertLeads(ctx, 4);
    const [later = "", released = "", sent = "", failed = ""] = emails;
    const { id, ids } = await sending(emails);
    expect(await cancelSend(ctx, id)).toMatchObject({ deliveries: { sending: 4, canceled: 0 } });
    await recordResults(ctx, { attempt: 1 }, [
      { id: ids[0] ?? "", status: "retrying", error: "451 later" },
      { id: ids[1] ?? "", status: "released" },
      { id: ids[2] ?? "", status: "sent" },
      { id: ids[3] ?? "", status: "failed", error: "550 no" },
    ]);
    expect(await getDeliveryStatuses(ctx, id)).toEqual({
      [later]: "canceled",
      [released]: "canceled",
      [sent]: "sent",
      [failed]: "failed",
    });
    expect(await getSend(ctx, id)).toMatchObject({ completed: true });
    expect((await getDeliveriesByEmail(ctx, id)).get(later)).toMatchObject({ error: "451 later", nextAttemptAt: null });
    expect((await getQueuedDeliveryJobs(ctx, ids[0])).filter(({ attempt }) => attempt > 1)).toEqual([]);
  });

  test("is canceled if its worker died", async () => {
    const emails = await insertLeads(ctx, 2);
    const { id, ids } = await sending(emails);
    await cancelSend(ctx, id);
    expect(await takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: ids })).toEqual([]);
    expect(await getSend(ctx, id)).toMatchObject({ deliveries: { canceled: 2 }, completed: true });
  });

  test("reverts the invitation only if it ends up canceled", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const { sendId } = await inviteLeads(ctx, { emails: [ada, grace] });
    await setDeliveryStatus(ctx, sendId, "sending", [ada, grace]);
    const deliveries = await getDeliveriesByEmail(ctx, sendId);
    await cancelSend(ctx, sendId);
    expect(await getInvitedAt(ada)).not.toBeNull();
    await recordResults(ctx, { attempt: 1 }, [
      { id: deliveries.get(ada)?.id ?? "", status: "retrying", error: "451 later" },
      { id: deliveries.get(grace)?.id ?? "", status: "sent" },
    ]);
    expect(await getInvitedAt(ada)).toBeNull();
    expect(await getInvitedAt(grace)).not.toBeNull();
  });

  test("stays canceled when staff retry other deliveries of the send", async () => {
    const emails = await insertLeads(ctx, 2);
    const [retried = "", canceled = ""] = emails;
    const { id, ids } = await sending(emails);
    await cancelSend(ctx, id);
    await recordResults(ctx, { attempt: 1 }, [{ id: ids[0] ?? "", status: "failed", error: "550 no" }]);
    await retrySend(ctx, id, {});
    await recordResults(ctx, { attempt: 1 }, [{ id: ids[1] ?? "", status: "retrying", error: "451 later" }]);
    expect(await getDeliveryStatuses(ctx, id)).toEqual({ [retried]: "queued", [canceled]: "canceled" });
    const second = { projectId: ctx.projectId, attempt: 2, firstAttempt: 2, deliveryIds: ids };
    expect(await takeDeliveries(ctx, second)).toHaveLength(1);
    await recordResults(ctx, second, [{ id: ids[0] ?? "", status: "retrying", error: "451 later" }]);
    expect(await getDeliveryStatuses(ctx, id)).toEqual({ [retried]: "retrying", [canceled]: "canceled" });
  });

  test("leaves nothing pending when canceling races with the results", async () => {
    const emails = await insertLeads(ctx, 100);
    for (let round = 0; round < 8; round++) {
      const { sendId } = await inviteLeads(ctx, { emails });
      await setDeliveryStatus(ctx, sendId, "sending", emails);
      const ids = [...(await getDeliveriesByEmail(ctx, sendId)).values()].map((delivery) => delivery.id);
      const results = ids.map((id, place) =>
        place % 2 === 0 ? { id, status: "retrying" as const, error: "451 later" } : { id, status: "released" as const },
      );
      const parts = Array.from({ length: 5 }, (_, part) => results.slice(part * 20, part * 20 + 20));
      await Promise.all([...parts.map((part) => recordResults(secondCtx, { attempt: 1 }, part)), cancelSend(ctx, sendId)]);
      expect(await getSend(ctx, sendId)).toMatchObject({ deliveries: { canceled: 100 }, completed: true });
      for (const email of emails.slice(0, 5)) expect(await getInvitedAt(email)).toBeNull();
    }
  });
});

describe("the last invitation of a lead", () => {
  test("reverts to the previous one when the last one is canceled", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const first = await inviteLeads(ctx, { emails: [ada], skip: [] });
    const firstInvitedAt = await getInvitedAt(ada);
    expect(firstInvitedAt).not.toBeNull();
    const second = await inviteLeads(ctx, { emails: [ada, grace], skip: [] });
    expect((await getInvitedAt(ada)) ?? "" > (firstInvitedAt ?? "")).toBeTruthy();
    await cancelSend(ctx, second.sendId);
    expect([await getInvitedAt(ada), await getInvitedAt(grace)]).toEqual([firstInvitedAt, null]);
    await cancelSend(ctx, first.sendId);
    expect(await getInvitedAt(ada)).toBeNull();
  });

  test("doesn't change when an earlier invitation, a sent email or a shared code is canceled", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const first = await inviteLeads(ctx, { emails: [ada, grace], skip: [] });
    await setDeliveryStatus(ctx, first.sendId, "sent", [grace]);
    await inviteLeads(ctx, { emails: [ada], skip: [] });
    const { id } = await createSend(ctx, [ada, grace]);
    const before = [await getInvitedAt(ada), await getInvitedAt(grace)];
    await cancelSend(ctx, first.sendId);
    await cancelSend(ctx, id);
    expect([await getInvitedAt(ada), await getInvitedAt(grace)]).toEqual(before);
  });

  test("reverts when the code is deleted before its email is sent, even while it is being sent", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const { sendId } = await inviteLeads(ctx, { emails: [ada, grace], skip: [] });
    const deliveries = await getDeliveriesByEmail(ctx, sendId);
    await setDeliveryStatus(ctx, sendId, "sending", [grace]);
    for (const { code } of deliveries.values()) await removeCode(ctx, normalizeCode(code ?? ""));
    expect(await getInvitedAt(ada)).toBeNull();
    expect(await getInvitedAt(grace)).not.toBeNull();
    // The worker returns it, and then finds no code.
    const job = { projectId: ctx.projectId, attempt: 2, deliveryIds: [deliveries.get(grace)?.id ?? ""] };
    await recordResults(ctx, { attempt: 1 }, [{ id: job.deliveryIds[0] ?? "", status: "retrying", error: "451 later" }]);
    expect(await takeDeliveries(ctx, job)).toEqual([]);
    expect(await getDeliveryStatuses(ctx, sendId)).toEqual({ [ada]: "canceled", [grace]: "canceled" });
    expect(await getInvitedAt(grace)).toBeNull();
  });

  test("is correct when two invitations are canceled at once, or one is canceled while another is sent", async () => {
    const emails = await insertLeads(ctx, 40);
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await inviteLeads(ctx, { emails, skip: [] }), await inviteLeads(ctx, { emails, skip: [] })];
      await Promise.all([cancelSend(ctx, one.sendId), cancelSend(secondCtx, two.sendId)]);
      for (const email of emails.slice(0, 5)) expect(await getInvitedAt(email)).toBeNull();
      expect(
        await queryRows(
          db,
          sql`select from leads where invited_at is not null and email = any(array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb)))`,
        ),
      ).toEqual([]);
      const three = await inviteLeads(ctx, { emails, skip: [] });
      const [, four] = await Promise.all([cancelSend(ctx, three.sendId), inviteLeads(secondCtx, { emails, skip: [] })]);
      const { createdAt } = await getSend(ctx, four.sendId);
      for (const email of emails.slice(0, 5)) expect(await getInvitedAt(email)).toBe(createdAt);
      await cancelSend(ctx, four.sendId);
    }
  });
});
