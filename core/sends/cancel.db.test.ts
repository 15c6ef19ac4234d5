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
import { getLead } from "../leads/get";
import { inviteLeads } from "../leads/invite";
import { cancelSend } from "./cancel";
import { recordResults, takeDeliveries } from "./deliver";
import { getSend } from "./list";
import { retrySend } from "./retry";

const world = await createTestApp();
const { ctx, db } = world;
const other = world.openSecondPool().ctx;

const invitedAt = async (email: string) => (await getLead(ctx, email)).invitedAt;

describe("cancelling", () => {
  test("stops what waits, leaves what is under way or has left, and tells how many", async () => {
    const [queued = "", later = "", underWay = "", sent = "", failed = ""] = await insertLeads(ctx, 5);
    const { id, code } = await createSend(ctx, [queued, later, underWay, sent, failed]);
    await setDeliveryStatus(ctx, id, "retrying", [later]);
    await setDeliveryStatus(ctx, id, "sending", [underWay]);
    await setDeliveryStatus(ctx, id, "sent", [sent]);
    await setDeliveryStatus(ctx, id, "failed", [failed]);
    expect(await cancelSend(ctx, id)).toMatchObject({
      deliveries: { canceled: 2, sending: 1, sent: 1, failed: 1, queued: 0, retrying: 0 },
    });
    expect(await getDeliveryStatuses(ctx, id)).toMatchObject({ [queued]: "canceled", [later]: "canceled", [underWay]: "sending" });
    expect(await getSendEvents(ctx, id, "send.canceled")).toEqual([{ data: { send: id, deliveries: 2 }, code_text: code }]);
    const before = await fingerprintDatabase(db);
    await cancelSend(ctx, id);
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("races with the worker: what it took it sends, and the rest it never gets", async () => {
    const emails = await insertLeads(ctx, 200);
    for (let round = 0; round < 8; round++) {
      const { id } = await createSend(ctx, emails);
      const ids = [...(await getDeliveriesByEmail(ctx, id)).values()].map((each) => each.id);
      const jobs = Array.from({ length: 4 }, (_, part) => ({
        projectId: ctx.projectId,
        attempt: 1,
        deliveryIds: ids.slice(part * 50, part * 50 + 50),
      }));
      const [, ...taken] = await Promise.all([cancelSend(ctx, id), ...jobs.map((job) => takeDeliveries(other, job))]);
      const outgoing = new Set(taken.flat().map((each) => each.id));
      for (const delivery of (await getDeliveriesByEmail(ctx, id)).values())
        expect(delivery.status).toBe(outgoing.has(delivery.id) ? "sending" : "canceled");
      for (const job of jobs) expect((await takeDeliveries(ctx, job)).every((each) => outgoing.has(each.id))).toBe(true);
    }
  });

  test("races with deleting leads, and neither is lost", async () => {
    for (let round = 0; round < 4; round++) {
      const emails = await insertLeads(ctx, 12);
      const { sendId } = await inviteLeads(ctx, { emails });
      await Promise.all([cancelSend(ctx, sendId), ...emails.slice(0, 6).map((email) => removeLead(other, email))]);
      expect(await getDeliveryStatuses(ctx, sendId)).toEqual(Object.fromEntries(emails.slice(6).map((email) => [email, "canceled"])));
    }
  });
});

describe("what is under way when it is stopped", () => {
  /** A send of which all is under way, and the ids of its messages. */
  async function underWay(emails: readonly string[]): Promise<{ id: string; ids: string[] }> {
    const { id } = await createSend(ctx, emails);
    await setDeliveryStatus(ctx, id, "sending", emails);
    const ledger = await getDeliveriesByEmail(ctx, id);
    return { id, ids: emails.map((email) => ledger.get(email)?.id ?? "") };
  }

  test("may leave or be refused, and is cancelled where it would be tried again or was given back", async () => {
    const emails = await insertLeads(ctx, 4);
    const [later = "", givenBack = "", sent = "", failed = ""] = emails;
    const { id, ids } = await underWay(emails);
    expect(await cancelSend(ctx, id)).toMatchObject({ deliveries: { sending: 4, canceled: 0 } });
    await recordResults(ctx, { attempt: 1 }, [
      { id: ids[0] ?? "", status: "retrying", error: "451 later" },
      { id: ids[1] ?? "", status: "released" },
      { id: ids[2] ?? "", status: "sent" },
      { id: ids[3] ?? "", status: "failed", error: "550 no" },
    ]);
    expect(await getDeliveryStatuses(ctx, id)).toEqual({
      [later]: "canceled",
      [givenBack]: "canceled",
      [sent]: "sent",
      [failed]: "failed",
    });
    expect(await getSend(ctx, id)).toMatchObject({ done: true });
    expect((await getDeliveriesByEmail(ctx, id)).get(later)).toMatchObject({ error: "451 later", nextAttemptAt: null });
    expect((await getQueuedDeliveryJobs(ctx, ids[0])).filter(({ attempt }) => attempt > 1)).toEqual([]);
  });

  test("is cancelled where its worker died", async () => {
    const emails = await insertLeads(ctx, 2);
    const { id, ids } = await underWay(emails);
    await cancelSend(ctx, id);
    expect(await takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: ids })).toEqual([]);
    expect(await getSend(ctx, id)).toMatchObject({ deliveries: { canceled: 2 }, done: true });
  });

  test("was no invitation where it is cancelled in the end", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const { sendId } = await inviteLeads(ctx, { emails: [ada, grace] });
    await setDeliveryStatus(ctx, sendId, "sending", [ada, grace]);
    const ledger = await getDeliveriesByEmail(ctx, sendId);
    await cancelSend(ctx, sendId);
    expect(await invitedAt(ada)).not.toBeNull();
    await recordResults(ctx, { attempt: 1 }, [
      { id: ledger.get(ada)?.id ?? "", status: "retrying", error: "451 later" },
      { id: ledger.get(grace)?.id ?? "", status: "sent" },
    ]);
    expect(await invitedAt(ada)).toBeNull();
    expect(await invitedAt(grace)).not.toBeNull();
  });

  test("stays stopped where staff have others tried again, and those are tried as often as any", async () => {
    const emails = await insertLeads(ctx, 2);
    const [chosen = "", stopped = ""] = emails;
    const { id, ids } = await underWay(emails);
    await cancelSend(ctx, id);
    await recordResults(ctx, { attempt: 1 }, [{ id: ids[0] ?? "", status: "failed", error: "550 no" }]);
    await retrySend(ctx, { send: id });
    await recordResults(ctx, { attempt: 1 }, [{ id: ids[1] ?? "", status: "retrying", error: "451 later" }]);
    expect(await getDeliveryStatuses(ctx, id)).toEqual({ [chosen]: "queued", [stopped]: "canceled" });
    const second = { projectId: ctx.projectId, attempt: 2, firstAttempt: 2, deliveryIds: ids };
    expect(await takeDeliveries(ctx, second)).toHaveLength(1);
    await recordResults(ctx, second, [{ id: ids[0] ?? "", status: "retrying", error: "451 later" }]);
    expect(await getDeliveryStatuses(ctx, id)).toEqual({ [chosen]: "retrying", [stopped]: "canceled" });
  });

  test("races with what becomes of it, and nothing waits in the end", async () => {
    const emails = await insertLeads(ctx, 100);
    for (let round = 0; round < 8; round++) {
      const { sendId } = await inviteLeads(ctx, { emails });
      await setDeliveryStatus(ctx, sendId, "sending", emails);
      const ids = [...(await getDeliveriesByEmail(ctx, sendId)).values()].map((each) => each.id);
      const results = ids.map((id, place) =>
        place % 2 === 0 ? { id, status: "retrying" as const, error: "451 later" } : { id, status: "released" as const },
      );
      const parts = Array.from({ length: 5 }, (_, part) => results.slice(part * 20, part * 20 + 20));
      await Promise.all([...parts.map((part) => recordResults(other, { attempt: 1 }, part)), cancelSend(ctx, sendId)]);
      expect(await getSend(ctx, sendId)).toMatchObject({ deliveries: { canceled: 100 }, done: true });
      for (const email of emails.slice(0, 5)) expect(await invitedAt(email)).toBeNull();
    }
  });
});

describe("when a lead was last invited", () => {
  test("goes back where the last invitation is cancelled, to the one before or to none", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const first = await inviteLeads(ctx, { emails: [ada] });
    const then = await invitedAt(ada);
    expect(then).not.toBeNull();
    const second = await inviteLeads(ctx, { emails: [ada, grace] });
    expect((await invitedAt(ada)) ?? "" > (then ?? "")).toBeTruthy();
    await cancelSend(ctx, second.sendId);
    expect([await invitedAt(ada), await invitedAt(grace)]).toEqual([then, null]);
    await cancelSend(ctx, first.sendId);
    expect(await invitedAt(ada)).toBeNull();
  });

  test("stays where an earlier one is cancelled, where the message has left, and where no personal code is cancelled", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const first = await inviteLeads(ctx, { emails: [ada, grace] });
    await setDeliveryStatus(ctx, first.sendId, "sent", [grace]);
    await inviteLeads(ctx, { emails: [ada] });
    const { id } = await createSend(ctx, [ada, grace]);
    const before = [await invitedAt(ada), await invitedAt(grace)];
    await cancelSend(ctx, first.sendId);
    await cancelSend(ctx, id);
    expect([await invitedAt(ada), await invitedAt(grace)]).toEqual(before);
  });

  test("goes back where the code is deleted before its mail left, also while that is under way", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const { sendId } = await inviteLeads(ctx, { emails: [ada, grace] });
    const ledger = await getDeliveriesByEmail(ctx, sendId);
    await setDeliveryStatus(ctx, sendId, "sending", [grace]);
    for (const { code } of ledger.values()) await removeCode(ctx, normalizeCode(code));
    expect(await invitedAt(ada)).toBeNull();
    expect(await invitedAt(grace)).not.toBeNull();
    // The worker that had it gives it back, and finds no code when it comes round.
    const job = { projectId: ctx.projectId, attempt: 2, deliveryIds: [ledger.get(grace)?.id ?? ""] };
    await recordResults(ctx, { attempt: 1 }, [{ id: job.deliveryIds[0] ?? "", status: "retrying", error: "451 later" }]);
    expect(await takeDeliveries(ctx, job)).toEqual([]);
    expect(await getDeliveryStatuses(ctx, sendId)).toEqual({ [ada]: "canceled", [grace]: "canceled" });
    expect(await invitedAt(grace)).toBeNull();
  });

  test("is none once both of two invitations are cancelled at once, and stays where a new one comes meanwhile", async () => {
    const emails = await insertLeads(ctx, 40);
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await inviteLeads(ctx, { emails }), await inviteLeads(ctx, { emails })];
      await Promise.all([cancelSend(ctx, one.sendId), cancelSend(other, two.sendId)]);
      for (const email of emails.slice(0, 5)) expect(await invitedAt(email)).toBeNull();
      expect(
        await queryRows(
          db,
          sql`select from leads where invited_at is not null and email = any(array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb)))`,
        ),
      ).toEqual([]);
      const three = await inviteLeads(ctx, { emails });
      const [, four] = await Promise.all([cancelSend(ctx, three.sendId), inviteLeads(other, { emails })]);
      const { createdAt } = await getSend(ctx, four.sendId);
      for (const email of emails.slice(0, 5)) expect(await invitedAt(email)).toBe(createdAt);
      await cancelSend(ctx, four.sendId);
    }
  });
});
