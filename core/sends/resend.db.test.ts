import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { fingerprintDatabase, insertLeads, secondsFromNow } from "@/tests/harness/factories";
import { createSend, getDeliveriesByEmail, getDeliveryStatuses, setDeliveryStatus } from "@/tests/harness/sends";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import { deleteCode as removeCode } from "../codes/delete";
import { updateCode } from "../codes/update";
import type { Context } from "../context";
import { deleteLead as removeLead } from "../leads/delete";
import { inviteLeads } from "../leads/invite";
import { getLead } from "../leads/record";
import { getSend } from "./list";
import { resendUndelivered, retrySend } from "./resend";

const app = await createTestApp();
const { ctx, db } = app;
const secondCtx = app.openSecondPool().ctx;

const getInvitedAt = async (email: string) => (await getLead(ctx, email)).invitedAt;

describe("resending undelivered email", () => {
  test("reaches exactly the leads whose email failed or was canceled, once", async () => {
    const emails = await insertLeads(ctx, 8);
    const [failed = "", canceled = "", sent = "", saved = "", queued = "", suppressed = "", elsewhere = "", failedTwice = ""] = emails;
    const { id, code } = await createSend(ctx, emails);
    await setDeliveryStatus(ctx, id, "failed", [failed, elsewhere, failedTwice]);
    await setDeliveryStatus(ctx, id, "canceled", [canceled]);
    await setDeliveryStatus(ctx, id, "sent", [sent]);
    await setDeliveryStatus(ctx, id, "saved_to_file", [saved]);
    await setDeliveryStatus(ctx, id, "suppressed", [suppressed]);
    await createSend(ctx, [elsewhere], code);
    await setDeliveryStatus(ctx, (await createSend(ctx, [failedTwice], code)).id, "failed", [failedTwice]);
    const reply = await resendUndelivered(ctx, id);
    expect(reply).toMatchObject({ receivedLeads: 3, notifiedLeads: 3, skipped: [] });
    expect(await getDeliveryStatuses(ctx, reply.sendId)).toEqual({ [failed]: "queued", [canceled]: "queued", [failedTwice]: "queued" });
    expect(await getSend(ctx, reply.sendId)).toMatchObject({ kind: "code", code });
    expect((await getDeliveryStatuses(ctx, id))[queued]).toBe("queued");
    expect(await getErrorName(resendUndelivered(ctx, id))).toBe("nothing_to_send");
    // Resent emails can be undelivered too.
    await setDeliveryStatus(ctx, reply.sendId, "failed", [canceled]);
    expect(await resendUndelivered(ctx, id)).toMatchObject({ receivedLeads: 1 });
  });

  test("skips the same leads as sending", async () => {
    const emails = await insertLeads(ctx, 3);
    const [claimed = "", suppressed = "", deleted = ""] = emails;
    const { id, code } = await createSend(ctx, emails);
    await setDeliveryStatus(ctx, id, "failed", emails);
    await claimCode(ctx, { code: normalizeCode(code), email: claimed });
    await db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${suppressed}, 'unsubscribed')`);
    await removeLead(ctx, deleted);
    const reply = await resendUndelivered(ctx, id);
    expect(reply).toMatchObject({ receivedLeads: 2, notifiedLeads: 0 });
    expect(new Map(reply.skipped.map(({ email, reason }) => [email, reason]))).toEqual(
      new Map([
        [claimed, "already_claimed"],
        [suppressed, "suppressed"],
      ]),
    );
  });

  test("rejects a send without undelivered email and a code that can't be sent, and changes nothing", async () => {
    const [ada = ""] = await insertLeads(ctx, 1);
    const { id, code } = await createSend(ctx, [ada]);
    expect(await getErrorName(resendUndelivered(ctx, id))).toBe("nothing_to_send");
    await setDeliveryStatus(ctx, id, "failed", [ada]);
    await updateCode(ctx, normalizeCode(code), { paused: true });
    const before = await fingerprintDatabase(db);
    expect(await getErrorName(resendUndelivered(ctx, id))).toBe("code_paused");
    expect(await fingerprintDatabase(db)).toEqual(before);
    await removeCode(ctx, normalizeCode(code ?? ""));
    expect(await getErrorName(resendUndelivered(ctx, id))).toBe("code_not_found");
  });

  test("sends the personal codes of an invitation again, and reports those that can't be sent", async () => {
    const emails = await insertLeads(ctx, 6);
    const [valid = "", deleted = "", paused = "", claimed = "", reserved = "", sent = ""] = emails;
    const { sendId, batch } = await inviteLeads(ctx, { emails, allowedClaims: 2 });
    const codes = new Map([...(await getDeliveriesByEmail(ctx, sendId))].map(([email, { code }]) => [email, code]));
    const getCodeKey = (email: string) => normalizeCode(codes.get(email) ?? "");
    await setDeliveryStatus(ctx, sendId, "sent", [sent]);
    await setDeliveryStatus(ctx, sendId, "failed", [valid, paused, claimed, reserved]);
    await removeCode(ctx, getCodeKey(deleted));
    await updateCode(ctx, getCodeKey(paused), { paused: true });
    await claimCode(ctx, { code: getCodeKey(claimed), email: claimed });
    await db.execute(sql`update codes set reserved_for = 'someone@example.org' where key = ${getCodeKey(reserved)}`);
    const before = await getInvitedAt(valid);
    const reply = await resendUndelivered(ctx, sendId);
    expect(reply).toMatchObject({ receivedLeads: 5, notifiedLeads: 1 });
    expect(new Map(reply.skipped.map(({ email, reason }) => [email, reason]))).toEqual(
      new Map([
        [deleted, "code_unusable"],
        [paused, "code_unusable"],
        [claimed, "already_claimed"],
        [reserved, "reserved_for_another"],
      ]),
    );
    const record = await getSend(ctx, reply.sendId);
    expect(record).toMatchObject({ kind: "invitation", code: null, batch });
    expect((await getDeliveriesByEmail(ctx, reply.sendId)).get(valid)?.code).toBe(codes.get(valid));
    expect(await getInvitedAt(valid)).toBe(record.createdAt);
    expect(await getInvitedAt(valid)).not.toBe(before);
  });

  test("reports every lead of an invitation, including those whose code is paused", async () => {
    const emails = await insertLeads(ctx, 10);
    const { sendId } = await inviteLeads(ctx, { emails });
    const deliveries = await getDeliveriesByEmail(ctx, sendId);
    await setDeliveryStatus(ctx, sendId, "failed", emails);
    for (const email of emails.slice(3)) await updateCode(ctx, normalizeCode(deliveries.get(email)?.code ?? ""), { paused: true });
    const reply = await resendUndelivered(ctx, sendId);
    expect(reply).toMatchObject({ receivedLeads: 10, notifiedLeads: 3 });
    expect(reply.skipped).toEqual(
      emails
        .slice(3)
        .sort()
        .map((email) => ({ email, reason: "code_unusable" })),
    );
    expect(await getSend(ctx, reply.sendId)).toMatchObject({ receivedLeads: 10, notifiedLeads: 3 });
  });

  test("rejects an invitation if none of its codes can be sent", async () => {
    const emails = await insertLeads(ctx, 2);
    const { sendId } = await inviteLeads(ctx, { emails, validUntil: secondsFromNow(3600) });
    await setDeliveryStatus(ctx, sendId, "failed", emails);
    await db.execute(
      sql`update codes set valid_until = now() - interval '1 second' where reserved_for = any(array[${emails[0]}, ${emails[1]}])`,
    );
    expect(await getErrorName(resendUndelivered(ctx, sendId))).toBe("code_expired");
    for (const { code } of (await getDeliveriesByEmail(ctx, sendId)).values()) await removeCode(ctx, normalizeCode(code ?? ""));
    expect(await getErrorName(resendUndelivered(ctx, sendId))).toBe("code_not_found");
  });

  test("sends each code once when two calls race, or one races with a retry", async () => {
    const emails = await insertLeads(ctx, 60);
    for (let round = 0; round < 5; round++) {
      const { id } = round % 2 === 0 ? await createSend(ctx, emails) : { id: (await inviteLeads(ctx, { emails, skip: [] })).sendId };
      await setDeliveryStatus(ctx, id, "failed", emails);
      const outcomes = await Promise.all([ctx, secondCtx, ctx].map((callerCtx: Context) => getOutcome(resendUndelivered(callerCtx, id))));
      expect(outcomes.sort()).toEqual(["done", "nothing_to_send", "nothing_to_send"]);
    }
    const { id } = await createSend(ctx, emails);
    await setDeliveryStatus(ctx, id, "failed", emails);
    await Promise.all([retrySend(ctx, id, {}), getOutcome(resendUndelivered(secondCtx, id))]);
    const queued = await queryRows<{ total: number }>(
      db,
      sql`select count(*)::int as total from deliveries d where d.status = 'queued' and d.code_key = (select code_key from sends where id = ${id}) group by email`,
    );
    expect(queued.map(({ total }) => total)).toEqual(emails.map(() => 1));
  });
});
