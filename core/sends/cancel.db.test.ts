import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeIdentity } from "@/contract/text";
import { rows } from "@/db/rows";
import { fingerprintOf, someLeads } from "@/tests/harness/factories";
import { aSendTo, happenedTo, jobsFor, ledgerOf, put, standings } from "@/tests/harness/sends";
import { aWorld } from "@/tests/harness/world";
import { remove as removeCode } from "../codes/delete";
import { remove as removeLead } from "../leads/delete";
import { get as getLead } from "../leads/find";
import { invite } from "../leads/invite";
import { cancel } from "./cancel";
import { settle, take } from "./deliver";
import { get } from "./list";
import { retry } from "./retry";

const world = await aWorld();
const { ctx, db } = world;
const other = world.anotherPool().ctx;

const invitedAt = async (email: string) => (await getLead(ctx, email)).invitedAt;

describe("cancelling", () => {
  test("stops what waits, leaves what is under way or has left, and tells how many", async () => {
    const [queued = "", later = "", underWay = "", sent = "", failed = ""] = await someLeads(ctx, 5);
    const { id, code } = await aSendTo(ctx, [queued, later, underWay, sent, failed]);
    await put(ctx, id, "retrying", [later]);
    await put(ctx, id, "sending", [underWay]);
    await put(ctx, id, "sent", [sent]);
    await put(ctx, id, "failed", [failed]);
    expect(await cancel(ctx, id)).toMatchObject({ deliveries: { cancelled: 2, sending: 1, sent: 1, failed: 1, queued: 0, retrying: 0 } });
    expect(await standings(ctx, id)).toMatchObject({ [queued]: "cancelled", [later]: "cancelled", [underWay]: "sending" });
    expect(await happenedTo(ctx, id, "send.cancelled")).toEqual([{ data: { send: id, deliveries: 2 }, code_text: code }]);
    const before = await fingerprintOf(db);
    await cancel(ctx, id);
    expect(await fingerprintOf(db)).toEqual(before);
  });

  test("races with the worker: what it took it sends, and the rest it never gets", async () => {
    const emails = await someLeads(ctx, 200);
    for (let round = 0; round < 8; round++) {
      const { id } = await aSendTo(ctx, emails);
      const ids = [...(await ledgerOf(ctx, id)).values()].map((each) => each.id);
      const jobs = Array.from({ length: 4 }, (_, part) => ({
        projectId: ctx.projectId,
        attempt: 1,
        deliveryIds: ids.slice(part * 50, part * 50 + 50),
      }));
      const [, ...taken] = await Promise.all([cancel(ctx, id), ...jobs.map((job) => take(other, job))]);
      const outgoing = new Set(taken.flat().map((each) => each.id));
      for (const delivery of (await ledgerOf(ctx, id)).values())
        expect(delivery.status).toBe(outgoing.has(delivery.id) ? "sending" : "cancelled");
      for (const job of jobs) expect((await take(ctx, job)).every((each) => outgoing.has(each.id))).toBe(true);
    }
  });

  test("races with deleting leads, and neither is lost", async () => {
    for (let round = 0; round < 4; round++) {
      const emails = await someLeads(ctx, 12);
      const { sendId } = await invite(ctx, { emails });
      await Promise.all([cancel(ctx, sendId), ...emails.slice(0, 6).map((email) => removeLead(other, email))]);
      expect(await standings(ctx, sendId)).toEqual(Object.fromEntries(emails.slice(6).map((email) => [email, "cancelled"])));
    }
  });
});

describe("what is under way when it is stopped", () => {
  /** A send of which all is under way, and the ids of its messages. */
  async function underWay(emails: readonly string[]): Promise<{ id: string; ids: string[] }> {
    const { id } = await aSendTo(ctx, emails);
    await put(ctx, id, "sending", emails);
    const ledger = await ledgerOf(ctx, id);
    return { id, ids: emails.map((email) => ledger.get(email)?.id ?? "") };
  }

  test("may leave or be refused, and is cancelled where it would be tried again or was given back", async () => {
    const emails = await someLeads(ctx, 4);
    const [later = "", givenBack = "", sent = "", failed = ""] = emails;
    const { id, ids } = await underWay(emails);
    expect(await cancel(ctx, id)).toMatchObject({ deliveries: { sending: 4, cancelled: 0 } });
    await settle(ctx, { attempt: 1 }, [
      { id: ids[0] ?? "", status: "retrying", error: "451 later" },
      { id: ids[1] ?? "", status: "released" },
      { id: ids[2] ?? "", status: "sent" },
      { id: ids[3] ?? "", status: "failed", error: "550 no" },
    ]);
    expect(await standings(ctx, id)).toEqual({ [later]: "cancelled", [givenBack]: "cancelled", [sent]: "sent", [failed]: "failed" });
    expect(await get(ctx, id)).toMatchObject({ done: true });
    expect((await ledgerOf(ctx, id)).get(later)).toMatchObject({ error: "451 later", nextAttemptAt: null });
    expect((await jobsFor(ctx, ids[0])).filter(({ attempt }) => attempt > 1)).toEqual([]);
  });

  test("is cancelled where its worker died", async () => {
    const emails = await someLeads(ctx, 2);
    const { id, ids } = await underWay(emails);
    await cancel(ctx, id);
    expect(await take(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: ids })).toEqual([]);
    expect(await get(ctx, id)).toMatchObject({ deliveries: { cancelled: 2 }, done: true });
  });

  test("was no invitation where it is cancelled in the end", async () => {
    const [ada = "", grace = ""] = await someLeads(ctx, 2);
    const { sendId } = await invite(ctx, { emails: [ada, grace] });
    await put(ctx, sendId, "sending", [ada, grace]);
    const ledger = await ledgerOf(ctx, sendId);
    await cancel(ctx, sendId);
    expect(await invitedAt(ada)).not.toBeNull();
    await settle(ctx, { attempt: 1 }, [
      { id: ledger.get(ada)?.id ?? "", status: "retrying", error: "451 later" },
      { id: ledger.get(grace)?.id ?? "", status: "sent" },
    ]);
    expect(await invitedAt(ada)).toBeNull();
    expect(await invitedAt(grace)).not.toBeNull();
  });

  test("stays stopped where staff have others tried again, and those are tried as often as any", async () => {
    const emails = await someLeads(ctx, 2);
    const [chosen = "", stopped = ""] = emails;
    const { id, ids } = await underWay(emails);
    await cancel(ctx, id);
    await settle(ctx, { attempt: 1 }, [{ id: ids[0] ?? "", status: "failed", error: "550 no" }]);
    await retry(ctx, { send: id });
    await settle(ctx, { attempt: 1 }, [{ id: ids[1] ?? "", status: "retrying", error: "451 later" }]);
    expect(await standings(ctx, id)).toEqual({ [chosen]: "queued", [stopped]: "cancelled" });
    const second = { projectId: ctx.projectId, attempt: 2, first: 2, deliveryIds: ids };
    expect(await take(ctx, second)).toHaveLength(1);
    await settle(ctx, second, [{ id: ids[0] ?? "", status: "retrying", error: "451 later" }]);
    expect(await standings(ctx, id)).toEqual({ [chosen]: "retrying", [stopped]: "cancelled" });
  });

  test("races with what becomes of it, and nothing waits in the end", async () => {
    const emails = await someLeads(ctx, 100);
    for (let round = 0; round < 8; round++) {
      const { sendId } = await invite(ctx, { emails });
      await put(ctx, sendId, "sending", emails);
      const ids = [...(await ledgerOf(ctx, sendId)).values()].map((each) => each.id);
      const results = ids.map((id, place) =>
        place % 2 === 0 ? { id, status: "retrying" as const, error: "451 later" } : { id, status: "released" as const },
      );
      const parts = Array.from({ length: 5 }, (_, part) => results.slice(part * 20, part * 20 + 20));
      await Promise.all([...parts.map((part) => settle(other, { attempt: 1 }, part)), cancel(ctx, sendId)]);
      expect(await get(ctx, sendId)).toMatchObject({ deliveries: { cancelled: 100 }, done: true });
      for (const email of emails.slice(0, 5)) expect(await invitedAt(email)).toBeNull();
    }
  });
});

describe("when a lead was last invited", () => {
  test("goes back where the last invitation is cancelled, to the one before or to none", async () => {
    const [ada = "", grace = ""] = await someLeads(ctx, 2);
    const first = await invite(ctx, { emails: [ada] });
    const then = await invitedAt(ada);
    expect(then).not.toBeNull();
    const second = await invite(ctx, { emails: [ada, grace] });
    expect((await invitedAt(ada)) ?? "" > (then ?? "")).toBeTruthy();
    await cancel(ctx, second.sendId);
    expect([await invitedAt(ada), await invitedAt(grace)]).toEqual([then, null]);
    await cancel(ctx, first.sendId);
    expect(await invitedAt(ada)).toBeNull();
  });

  test("stays where an earlier one is cancelled, where the message has left, and where no personal code is cancelled", async () => {
    const [ada = "", grace = ""] = await someLeads(ctx, 2);
    const first = await invite(ctx, { emails: [ada, grace] });
    await put(ctx, first.sendId, "sent", [grace]);
    await invite(ctx, { emails: [ada] });
    const { id } = await aSendTo(ctx, [ada, grace]);
    const before = [await invitedAt(ada), await invitedAt(grace)];
    await cancel(ctx, first.sendId);
    await cancel(ctx, id);
    expect([await invitedAt(ada), await invitedAt(grace)]).toEqual(before);
  });

  test("goes back where the code is deleted before its mail left, also while that is under way", async () => {
    const [ada = "", grace = ""] = await someLeads(ctx, 2);
    const { sendId } = await invite(ctx, { emails: [ada, grace] });
    const ledger = await ledgerOf(ctx, sendId);
    await put(ctx, sendId, "sending", [grace]);
    for (const { code } of ledger.values()) await removeCode(ctx, codeIdentity(code));
    expect(await invitedAt(ada)).toBeNull();
    expect(await invitedAt(grace)).not.toBeNull();
    // The worker that had it gives it back, and finds no code when it comes round.
    const job = { projectId: ctx.projectId, attempt: 2, deliveryIds: [ledger.get(grace)?.id ?? ""] };
    await settle(ctx, { attempt: 1 }, [{ id: job.deliveryIds[0] ?? "", status: "retrying", error: "451 later" }]);
    expect(await take(ctx, job)).toEqual([]);
    expect(await standings(ctx, sendId)).toEqual({ [ada]: "cancelled", [grace]: "cancelled" });
    expect(await invitedAt(grace)).toBeNull();
  });

  test("is none once both of two invitations are cancelled at once, and stays where a new one comes meanwhile", async () => {
    const emails = await someLeads(ctx, 40);
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await invite(ctx, { emails }), await invite(ctx, { emails })];
      await Promise.all([cancel(ctx, one.sendId), cancel(other, two.sendId)]);
      for (const email of emails.slice(0, 5)) expect(await invitedAt(email)).toBeNull();
      expect(
        await rows(
          db,
          sql`select from leads where invited_at is not null and email = any(array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb)))`,
        ),
      ).toEqual([]);
      const three = await invite(ctx, { emails });
      const [, four] = await Promise.all([cancel(ctx, three.sendId), invite(other, { emails })]);
      const { createdAt } = await get(ctx, four.sendId);
      for (const email of emails.slice(0, 5)) expect(await invitedAt(email)).toBe(createdAt);
      await cancel(ctx, four.sendId);
    }
  });
});
